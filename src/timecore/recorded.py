"""A log whose ruleset is not at hand: its positions, and its entries as the schema in its own header tells them.

Nothing is folded here, so there is no state; all else is as in :class:`timecore.replay.Replay`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timecore.log import Log, viewer_of_record
from timecore.record import RawEntry, RawRecord, read, read_on, redact
from timecore.replay import Position, locate

if TYPE_CHECKING:
    from timecore.actors import Viewer

__all__ = ["Recorded"]


class Recorded:
    """The entries of a log as it holds them, or as one viewer may see them.

    Args:
        log: What to look at; its ruleset is not asked for.
        viewer: A seat or ``PUBLIC``; ``None`` shows all that this copy of the record shows.

    Attributes:
        log: The log.
        viewer: Whose eyes look.

    Raises:
        UsageError: There is no such seat.
    """

    __slots__ = ("_seen", "log", "viewer")

    def __init__(self, log: Log, viewer: Viewer | None = None) -> None:
        self.log = log
        self.viewer = viewer_of_record(log, viewer)
        # What a redacted copy's reader sees is what the viewer sees: one redaction, that of the bytes.
        self._seen = log.record if viewer is None else read(redact(log.record, viewer))

    @property
    def entries(self) -> tuple[RawEntry, ...]:
        """The sound entries as the viewer sees them."""
        return self._seen.entries

    @property
    def end(self) -> int:
        """The last position: the number of sound entries."""
        return len(self._seen.rows)

    def locate(self, position: Position | int | str) -> Position:
        """Check a position against this log.

        Raises:
            PositionError: There is no such position.
        """
        return locate(position, self.entries, self.end)

    def entry_json(self, seq: int) -> dict[str, Any]:
        """The JSON form of entry ``seq`` (from 1) as the viewer sees it."""
        return self.log.entry_json(self.entries[seq - 1])

    def grow(self, log: Log) -> int:
        """Go on with a longer log of the same record; how many entries have come.

        Args:
            log: One that begins with :attr:`log`, as a :class:`~timecore.follow.Follower` has it.
        """
        before = self.end
        self.log = log
        if self.viewer is None:
            self._seen = log.record
        else:
            more = RawRecord(log.record.header, log.record.entries[before:])
            data = redact(more, self.viewer)[self._seen.header.size :]
            self._seen = read_on(self._seen, data)
        return self.end - before
