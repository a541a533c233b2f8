"""``timecore diff``: where and why two games part."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import Deck, Json, Lang
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.diff import Diff
    from timecore.log import Log

__all__ = ["command"]

Files = Annotated[
    list[Path],
    argument(metavar="FILE...", help="Two saved games, or one; - is standard input.", show_default=False),
]
At = Annotated[
    list[str] | None,
    option(
        "--at",
        metavar="POSITION",
        help="Compare up to there. N: after entry N; -1: the last; N.M: after event M inside the next entry. "
        "Given twice: the first game up to there, the second up to there.",
        show_default="the last",
    ),
]
As = Annotated[
    list[str] | None,
    option(
        "--as",
        metavar="SEAT|public",
        help="Compare what a seat (a number or a name) or the public may see. Given twice: what the one may see with "
        "what the other may see.",
        show_default=False,
    ),
]
Unified = Annotated[
    bool, option("--unified", help="Show the entries around each difference, one below the other.")
]
SideBySide = Annotated[bool, option("--side-by-side", help="Show them side by side.")]
Stat = Annotated[bool, option("--stat", help="Only count the differences, by cause.")]
Retracted = Annotated[
    bool, option("--retracted", help="Compare also what the table has taken back, and mark it.")
]


def command(
    files: Files,
    *,
    at: At = None,
    as_: As = None,
    unified: Unified = False,
    side_by_side: SideBySide = False,
    stat: Stat = False,
    retracted: Retracted = False,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
) -> int:
    """Compare two games: where they part, why, and what their states differ in.

    Of one game alone two positions are compared, or two views. Exit code 0: nothing differs; 1: something
    does. The causes: other rules, options, choice, luck; the same move with another consequence; an entry that only
    one of them has; one goes on where the other ends; only names, tags, notes, or another record of the same play.
    Works without the game's ruleset, but for the states. What the table has taken back is passed over.
    """
    from timecore_cli import _games

    _refuse(files, at or (), as_ or (), [name for name, on in _ways(unified, side_by_side, stat, json) if on])
    logs = [_games.open_log(file, deck) for file in files]
    a, b = logs[0], logs[-1]
    found = _compared(a, b, at or (), as_ or (), retracted=retracted)
    told: Iterator[str] | Sequence[str]
    if json:
        from timecore_cli import _output

        told = [_output.dumps(_counted(found) if stat else found.to_json(), indent=2)]
    else:
        from timecore_cli._comparison import Comparison

        page = Comparison(found, (files[0], files[-1]), lang)
        if unified or side_by_side:
            from timecore_cli._hunks import Hunks

            told = Hunks(page).unified() if unified else Hunks(page).beside()
        else:
            told = page.counted() if stat else page.told()
    _print(found, told, machine=json)
    for log, file, side in zip((a, b), (files[0], files[-1]), (found.a, found.b), strict=True):
        _games.finish(log, file, side.replay, side.missing)
    return 1 if found else 0


def _ways(unified: bool, side_by_side: bool, stat: bool, json: bool) -> list[tuple[str, bool]]:
    # --stat with --json counts for a machine.
    return [
        ("--unified", unified),
        ("--side-by-side", side_by_side),
        ("--stat", stat and not json),
        ("--json", json),
    ]


def _refuse(files: Sequence[Path], at: Sequence[str], as_: Sequence[str], ways: Sequence[str]) -> None:
    """Refuse what makes no sense before anything is read."""
    from timecore_cli._errors import misused
    from timecore_cli._games import STREAM

    if len(ways) > 1:
        msg = f"{ways[0]} and {ways[1]} exclude each other"
        raise misused(msg)
    for name, given in (("--at", at), ("--as", as_)):
        if len(given) > 2:
            msg = f"{name} is given {len(given)} times, but two games are compared"
            raise misused(msg, "Given twice, it is for the first game, then for the second.")
    if len(files) > 2:
        msg = f"{len(files)} files are given, but two games are compared"
        raise misused(msg)
    if len(files) == 1 and len(at) < 2 and len(as_) < 2:
        msg = "one game is given, and nothing to compare it with"
        raise misused(msg, "Give a second file, or --at or --as twice.")
    if files.count(STREAM) > 1:
        msg = "standard input can be read once only"
        raise misused(msg, f"Give a file in the place of one {STREAM}.")


def _compared(a: Log, b: Log, at: Sequence[str], as_: Sequence[str], *, retracted: bool) -> Diff:
    from timecore.diff import diff

    views = _views(a, b, as_)
    first, second = (at[0], at[-1]) if at else (None, None)
    return diff(a, b, at=first, at_b=second, viewer=views[0], viewer_b=views[1], retracted=retracted)


def _views(a: Log, b: Log, as_: Sequence[str]) -> tuple[Viewer | None, Viewer | None]:
    """Whose eyes ``--as`` means. Given once it is the same seat in both games, whatever the second one calls it."""
    from timecore_cli._games import viewer_named

    if not as_:
        return None, None
    first = viewer_named(a, as_[0])
    return first, first if len(as_) == 1 else viewer_named(b, as_[1])


def _counted(found: Diff) -> dict[str, Any]:
    return {
        "equal": found.equal,
        "same_play": found.same_play,
        "a": found.a.to_json(),
        "b": found.b.to_json(),
        "fork": None if found.fork is None else found.fork.to_json(),
        "causes": found.causes,
        "unseen": found.unseen,
        "realigned": found.realigned,
    }


def _print(found: Diff, lines: Iterator[str] | Sequence[str], *, machine: bool) -> None:
    from timecore_cli import _output

    missing = found.a.missing or found.b.missing
    if missing is not None:
        _output.warn(
            f"{missing.message}; moves and events are compared as they are recorded", machine=machine
        )
    with contextlib.suppress(BrokenPipeError):  # who reads no more still gets the exit code
        for line in lines:
            _output.say(line)
