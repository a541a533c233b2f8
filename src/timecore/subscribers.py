"""Who is told of each entry of a game, and through whose eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from timecore.redact import redact

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.entry import Entry

__all__ = ["Subscribers"]


class Subscribers:
    """Callbacks, each told of every entry from when it was added until it ends.

    Attributes:
        telling: Whether they are being told right now.
    """

    __slots__ = ("_all", "telling")

    def __init__(self) -> None:
        self._all: list[tuple[Callable[[Entry], object], Viewer | None]] = []
        self.telling = False

    def add(self, callback: Callable[[Entry], object], viewer: Viewer | None) -> Callable[[], None]:
        """Tell one more.

        Args:
            callback: Called with each entry.
            viewer: Whose eyes it sees the entries through; ``None`` sees everything.

        Returns:
            A function that ends the subscription; calling it twice does nothing.
        """
        subscription = (callback, viewer)
        self._all.append(subscription)

        def end() -> None:
            self._all = [one for one in self._all if one is not subscription]

        return end

    def tell(self, entry: Entry) -> None:
        """Tell all of them; whatever they raise is theirs, and is logged."""
        self.telling = True
        try:
            for callback, viewer in self._all:
                try:
                    callback(entry if viewer is None else redact(entry, viewer))
                except Exception:
                    import logging  # only needed here, and no part of a start  # noqa: PLC0415

                    logging.getLogger("timecore").exception("a subscriber failed at entry %d", entry.seq)
        finally:
            self.telling = False
