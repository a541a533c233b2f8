"""``timecore tournament standings``: who stands where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from timecore_cli._arguments import Json, Lang
from timecore_cli._declared import option
from timecore_cli.tournament._desk import Dir, ToFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from timecore.checkpoints import Checkpoint
    from timecore.tournament import Bye, Scoring, Tournament

__all__ = ["command"]

T = TypeVar("T")

ScoringFile = Annotated[
    Path | None,
    option(
        "--scoring",
        metavar="FILE",
        help="What results are worth, and which tie-breaks count.",
        show_default="scoring.toml in the folder, if there is one",
    ),
]
ByesFile = Annotated[
    Path | None,
    option(
        "--byes",
        metavar="FILE",
        help="Rounds that somebody had no game in.",
        show_default="byes.toml in the folder, if there is one",
    ),
]
Ratings = Annotated[
    bool,
    option("--ratings", help="Rate the players by OpenSkill; that decides nothing. Needs the extra ratings."),
]
Csv = Annotated[bool, option("--csv", help="Print the standings as CSV.")]
Html = Annotated[bool, option("--html", help="Print a page for a browser or a printer, in one file.")]


def command(
    folder: Dir,
    scoring: ScoringFile = None,
    byes: ByesFile = None,
    ratings: Ratings = False,
    csv: Csv = False,
    html: Html = False,
    output: ToFile = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show who stands where, as a table, a page to print, or data.

    Games count as the tree says: `timecore tournament verify` says whether the tree is right. By default a win is 1, a
    shared one 1/2, and a bye 1. Tie-breaks are, until a scoring table says otherwise, direct encounters, games won, the
    opponents' points, and those of the beaten.
    """
    from timecore.tournament import standings
    from timecore_cli import _output
    from timecore_cli._errors import USAGE, Failure
    from timecore_cli._texts import language, texts
    from timecore_cli.tournament import _desk, _tables

    if csv + html + json > 1:
        msg = "--csv, --html and --json exclude each other"
        raise Failure(msg, code=USAGE)
    tournament = _desk.loaded(folder)
    with _desk.told_errors(folder):
        found = standings(tournament, _scoring(folder, scoring), _byes(folder, byes), ratings=ratings)
        newest = _newest(tournament) if html else None
    for game in found.missing:
        number = game.game.hex()[:8]
        _output.warn(f"game {number} is not counted: its record is not in the folder", machine=json)
    for name in found.unlisted:
        _output.warn(f"{_output.printable(name)} has played and is not in the roster", machine=json)
    spoken = language(lang)
    if json:
        text = _output.dumps(found.to_json(), indent=2)
    elif csv:
        text = _tables.csv(found)
    elif html:
        from timecore_cli.tournament._page import page

        text = page(found, newest, len(tournament.leaves), spoken)
    else:
        most = _output.list_width() if output is None else _output.ENDLESS
        text = "\n".join(_tables.lines(found, spoken, most))
    count = len(found.lines)
    words = texts(spoken).ngettext(
        "{path}: the standings of {count} player", "{path}: the standings of {count} players", count
    )
    told = None if json else lambda path: words.format(path=path, count=count)
    _desk.give(text.encode() + b"\n", output, told)


def _newest(tournament: Tournament) -> Checkpoint | None:
    from timecore.checkpoints import Checkpoint

    note = tournament.checkpoint()
    return None if note is None else Checkpoint.parse(note.text)


def _scoring(folder: Path, given: Path | None) -> Scoring | None:
    from timecore.tournament import Scoring

    return _read(folder / "scoring.toml", given, Scoring.parse)


def _byes(folder: Path, given: Path | None) -> tuple[Bye, ...]:
    from timecore.tournament import read_byes

    return _read(folder / "byes.toml", given, read_byes) or ()


def _read(default: Path, given: Path | None, parse: Callable[[bytes], T]) -> T | None:
    """What is in a file that was given, or else in one of the folder, if it is there."""
    from timecore.errors import TournamentError
    from timecore_cli import _keyring

    if given is None and not default.is_file():
        return None
    path = given or default
    try:
        return parse(_keyring.read(path))
    except TournamentError as error:
        raise _keyring.refused(path, error) from error
