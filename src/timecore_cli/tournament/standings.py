"""``timecore tournament standings``: who stands where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import Json, Lang
from timecore_cli._declared import option
from timecore_cli.tournament._desk import Dir, ToFile

if TYPE_CHECKING:
    from timecore.tournament import Bye, Scoring

__all__ = ["command"]

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
    from timecore_cli._texts import language
    from timecore_cli.tournament import _desk, _tables

    if csv + html + json > 1:
        msg = "--csv, --html and --json exclude each other"
        raise Failure(msg, code=USAGE)
    tournament = _desk.loaded(folder)
    with _desk.told_errors(folder):
        found = standings(tournament, _scoring(folder, scoring), _byes(folder, byes), ratings=ratings)
    for game in found.missing:
        number = game.game.hex()[:8]
        _output.warn(f"game {number} is not counted: its record is not in the folder", machine=json)
    spoken = language(lang)
    if json:
        text = _output.dumps(found.to_json(), indent=2)
    elif csv:
        text = _tables.csv(found)
    elif html:
        from timecore_cli.tournament._page import page

        note = tournament.checkpoint()
        text = page(found, None if note is None else note.text, spoken)
    else:
        text = "\n".join(_tables.lines(found, spoken))
    _desk.give(text.encode() + b"\n", output)


def _scoring(folder: Path, given: Path | None) -> Scoring | None:
    from timecore.tournament import Scoring

    data = _beside(folder / "scoring.toml", given)
    return None if data is None else Scoring.parse(data)


def _byes(folder: Path, given: Path | None) -> tuple[Bye, ...]:
    from timecore.tournament import read_byes

    data = _beside(folder / "byes.toml", given)
    return () if data is None else read_byes(data)


def _beside(default: Path, given: Path | None) -> bytes | None:
    from timecore_cli import _keyring

    if given is not None:
        return _keyring.read(given)
    return _keyring.read(default) if default.is_file() else None
