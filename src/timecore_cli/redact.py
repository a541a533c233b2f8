"""``timecore redact``: a copy of a game that somebody may have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import As, File, Output
from timecore_cli._declared import option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timecore.log import Log

__all__ = ["command"]

Erase = Annotated[
    list[str] | None,
    option(
        "--erase",
        metavar="SEAT",
        help="Drop the name of the person who sat there. May be given again.",
        show_default=False,
    ),
]


def command(file: File, output: Output, as_: As = None, erase: Erase = None) -> None:
    """Write a copy without what a seat, or the public, may not see, or without a person's name.

    The copy has the same head as the full game, and can be replayed and audited. It cannot be played on.
    """
    from timecore_cli import _games, _output
    from timecore_cli._errors import USAGE, Failure

    if as_ is None and not erase:
        msg = "--as or --erase must say what to leave out"
        raise Failure(msg, code=USAGE)
    _games.refuse_existing([output])
    log = _games.open_log(file)
    viewer = _games.viewer_named(log, as_)
    erased = sorted({_games.seat_named(log, text) for text in erase or ()})
    copy = log.redacted(viewer, erase=erased)
    _games.save(copy, output)
    told = f"{output}: {_output.counted(len(copy), 'entry', 'entries')}, shows {copy.shows}, head {copy.head.hex()}"
    _output.tell(told)
    if isinstance(viewer, int) and log.shows not in ("full", f"seat {viewer}"):
        name = log.header.names[viewer]
        _output.warn(f"{file} does not show all that {name} may see, so the copy shows only what is there")
    for seat in erased:
        for place in _mentions(copy, log.header.seats[seat]):
            _output.warn(f"the name of seat {seat} is still in {place}, which is public and stays")
    _games.finish(log, file)


def _mentions(copy: Log, name: object) -> Iterator[str]:
    """Where a name stands in free texts: these are hashed in clear, so no copy can leave them out."""
    if not isinstance(name, str):  # erased before
        return
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    for key, text in copy.header.tags.items():
        if word.search(key) or word.search(text):
            yield f"the tag {key}"
    for raw in copy.record.entries:
        texts = [*raw.move[1:], *raw.meta.values()] if isinstance(raw.move[0], str) else raw.meta.values()
        if any(isinstance(text, str) and word.search(text) for text in texts):
            yield f"entry {raw.seq}"
