"""``timecore replay``: a saved game, told from its first entry to its last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import As, Deck, File, Lang, seconds
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.replay import Position, Replay

__all__ = ["command"]

At = Annotated[
    str | None,
    option(
        "--at",
        metavar="POSITION",
        help="Tell the game up to there and show its board. N: after entry N; -1: the last; "
        "N.M: after event M inside the next entry.",
        show_default=False,
    ),
]
From = Annotated[
    str | None,
    option("--from", metavar="POSITION", help="Begin to tell there.", show_default="the start"),
]
To = Annotated[
    str | None,
    option("--to", metavar="POSITION", help="End there, as --at.", show_default="the last"),
]
Events = Annotated[
    bool,
    option("--events", help="Show each event as it is recorded, with its position, below its sentence."),
]
Boards = Annotated[bool, option("--boards", help="Show the board after each round.")]
Delay = Annotated[
    float,
    option(
        "--delay",
        metavar="S",
        help="Wait S seconds after each entry.",
        parser=seconds("--delay", 3600),
        show_default=False,
    ),
]
Retracted = Annotated[
    bool, option("--retracted", help="Show also what the table has taken back since, and mark it.")
]
Quiet = Annotated[bool, option("--quiet", help="Print result, head and state digest only.")]
JsonLines = Annotated[
    bool,
    option(
        "--jsonl",
        help="Print lines of JSON, as `export` does, each event with its position, and its sentence as text.",
    ),
]
JsonDocument = Annotated[bool, option("--json", help="The same as one JSON document.")]


def command(
    file: File,
    *,
    at: At = None,
    from_: From = None,
    to: To = None,
    as_: As = None,
    deck: Deck = None,
    lang: Lang = None,
    events: Events = False,
    boards: Boards = False,
    delay: Delay = 0,
    retracted: Retracted = False,
    quiet: Quiet = False,
    json: JsonDocument = False,
    jsonl: JsonLines = False,
) -> None:
    """Tell a saved game by rounds, then show its final board, result, head and state digest.

    Without the game's ruleset its events are shown as they are recorded.
    """
    from timecore_cli import _games, _output
    from timecore_cli._errors import USAGE, Failure

    if at is not None and to is not None:
        msg = "--at and --to exclude each other: both say where to end"
        raise Failure(msg, code=USAGE)
    if json and jsonl:
        msg = "--json and --jsonl exclude each other"
        raise Failure(msg, code=USAGE)
    log = _games.open_log(file, deck)
    viewer = _games.viewer_named(log, as_)
    found = _games.try_replay(log, viewer)
    replay, missing = (None, found) if isinstance(found, Exception) else (found, None)
    start, stop = _span(log, replay, from_, to if at is None else at)
    if missing is not None:
        message = f"{missing.message}; events are shown as they are recorded"
        _output.warn(message, machine=json or jsonl)
    if json or jsonl:
        from timecore_cli import _machine

        _machine.print_game(
            log, replay, viewer, start, stop, lang=lang, quiet=quiet, document=json, retracted=retracted
        )
    else:
        from timecore_cli._page import Page

        page = Page(log, replay, viewer, lang)
        if not quiet:
            page.print_header()
            page.print_story(start, stop, events=events, boards=boards, delay=delay, retracted=retracted)
            page.print_board(stop)
            _output.say()
        page.print_outcome(stop)
    _games.finish(log, file, replay, missing)


def _span(log: Log, replay: Replay | None, start: str | None, stop: str | None) -> tuple[Position, Position]:
    """The positions to tell between."""
    from timecore.replay import Position
    from timecore_cli._errors import USAGE, Failure

    def locate(text: str) -> Position:
        return Position.parse(text, len(log)) if replay is None else replay.locate(text)

    first = locate("0" if start is None else start)
    last = locate("-1" if stop is None else stop)
    if first > last:
        msg = f"the story would end at position {last}, before it begins at {first}"
        raise Failure(msg, code=USAGE)
    return first, last
