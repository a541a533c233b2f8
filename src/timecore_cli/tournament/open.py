"""``timecore tournament open``: games begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timecore_cli._arguments import Json, Lang
from timecore_cli.tournament._desk import Dir, Games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from timecore.tournament import Tournament

__all__ = ["command"]


def command(folder: Dir, games: Games = None, lang: Lang = None, json: Json = False) -> None:
    """Enter games in the tree that are about to begin, before any luck in them can be known.

    Without GAMES, all records in the folder that have not begun. A game that has begun is refused (exit code 1), for
    it could have been chosen among several. Players with nonces commit to them first, and reveal them after this.
    What was entered before stays as it is.
    """
    from timecore_cli import _output
    from timecore_cli.tournament import _desk

    done = []
    with _desk.opened(folder, machine=json) as tournament:
        for path in _desk.named(tournament, games) if games else _waiting(tournament, machine=json):
            entered = tournament.enter_start(path)
            done.append(_desk.entered_json(path, entered))
            if not json:
                _desk.tell_entered(path, entered, lang)
    if json:
        _output.say(_output.dumps({"entered": done}))


def _waiting(tournament: Tournament, *, machine: bool) -> Iterator[Path]:
    """The records that have not begun and are not in the tree."""
    from timecore.errors import RecordError
    from timecore.log import Log
    from timecore.tournament import begun
    from timecore_cli import _output

    there = {leaf.game for leaf in tournament.leaves}
    for path in tournament.folder.records():
        try:
            log = Log.load(path)
        except RecordError as error:
            _output.warn(f"{path.name}: {error.message}", machine=machine)
            continue
        if log.header.game in there:
            continue
        if begun(log) is None:
            yield path
        else:
            _output.warn(f"{path.name} has begun and was not entered", machine=machine)
