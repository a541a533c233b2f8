"""``timecore tournament open``: games begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timecore_cli._arguments import Json, Lang
from timecore_cli.tournament._desk import Dir, Games

if TYPE_CHECKING:
    from pathlib import Path

    from timecore.log import Log
    from timecore.tournament import Entered, Tournament
    from timecore_cli.tournament._desk import Due

__all__ = ["command"]


def command(folder: Dir, games: Games = None, lang: Lang = None, json: Json = False) -> None:
    """Enter games in the tree that are about to begin, before any luck in them can be known.

    Without GAMES, all records in the folder that have not begun. A game that has begun is refused (exit code 1), for
    it could have been chosen among several; the others are entered all the same. Players with nonces commit to them
    first, and reveal them after this: a warning names those who have not. What was entered before stays as it is.
    """
    from timecore_cli.tournament import _desk

    def due(tournament: Tournament) -> Due:
        """Those that have not begun and are not in the tree."""
        from timecore.tournament import begun
        from timecore_cli import _output

        there = {leaf.game for leaf in tournament.leaves}

        def is_due(path: Path, log: Log) -> bool:
            if begun(log) is None:
                return True
            _output.warn(f"{path.name} has begun and was not entered", machine=json)
            return False

        return _desk.Due(lambda game: game not in there, is_due)

    def enter_one(tournament: Tournament, path: Path) -> Entered:
        entered = tournament.enter_start(path)
        if entered.new:
            _warn_of_shares(path, machine=json)
        return entered

    _desk.enter(folder, games, due, enter_one, lang=lang, machine=json)


def _warn_of_shares(path: Path, *, machine: bool) -> None:
    """Say who should have committed to a share in the luck before a game was entered, and has not."""
    from timecore.gameluck import nonces_missing
    from timecore.log import Log
    from timecore_cli import _output

    log = Log.load(path)
    names = ", ".join(log.header.names[seat] for seat in nonces_missing(log))
    if names:
        who = f"the shares in the luck of {names}, who should commit to them before it is entered"
        _output.warn(_output.printable(f"{path.name} waits for {who}"), machine=machine)
