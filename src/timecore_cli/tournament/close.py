"""``timecore tournament close``: games have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timecore_cli._arguments import Json, Lang
from timecore_cli.tournament._desk import Dir, Games

if TYPE_CHECKING:
    from pathlib import Path

    from timecore.log import Log
    from timecore.tournament import Tournament
    from timecore_cli.tournament._desk import Due

__all__ = ["command"]


def command(folder: Dir, games: Games = None, lang: Lang = None, json: Json = False) -> None:
    """Enter in the tree how games have ended, as their signed score sheets say.

    Without GAMES, all in the folder that are sealed. `timecore seal` writes the score sheet beside the record; it
    must be signed by the organiser or an arbiter, else it is refused (exit code 1), and the others are entered all the
    same. A game that is sealed as adjourned
    is closed once more when it has been resumed and sealed again.
    """
    from timecore.tournament import Tournament
    from timecore_cli.tournament import _desk

    _desk.enter(folder, games, _sealed, Tournament.enter_note, lang=lang, machine=json)


def _sealed(tournament: Tournament) -> Due:
    """Those of games in the tree that are sealed, and whose end is not in it.

    What goes on in a branch behind the end is another game.
    """
    from timecore.gamenotes import GameNote
    from timecore.sealing import note_of, seals_of
    from timecore_cli.tournament import _desk

    there = {leaf.game for leaf in tournament.leaves}
    over = {
        leaf.game for leaf in tournament.leaves if isinstance(leaf, GameNote) and leaf.status != "adjourned"
    }

    def is_due(_path: Path, log: Log) -> bool:
        return seals_of(log).in_force is not None and tournament.index_of(note_of(log)) is None

    return _desk.Due(lambda game: game in there and game not in over, is_due)
