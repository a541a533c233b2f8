"""``timecore tournament close``: games have ended."""

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
    """Enter in the tree how games have ended, as their signed score sheets say.

    Without GAMES, all in the folder that are sealed. `timecore seal` writes the score sheet beside the record; it
    must be signed by the organiser or an arbiter, else it is refused (exit code 1). A game that is sealed as adjourned
    is closed once more when it has been resumed and sealed again.
    """
    from timecore_cli import _output
    from timecore_cli.tournament import _desk

    done = []
    with _desk.opened(folder, machine=json) as tournament:
        for path in _desk.named(tournament, games) if games else _sealed(tournament, machine=json):
            entered = tournament.enter_note(path)
            done.append(_desk.entered_json(path, entered))
            if not json:
                _desk.tell_entered(path, entered, lang)
    if json:
        _output.say(_output.dumps({"entered": done}))


def _sealed(tournament: Tournament, *, machine: bool) -> Iterator[Path]:
    """The records of games in the tree that are sealed, and whose end is not in it."""
    from timecore.errors import RecordError
    from timecore.log import Log
    from timecore.sealing import note_of, seals_of
    from timecore_cli import _output

    there = {leaf.game for leaf in tournament.leaves}
    for path in tournament.folder.records():
        try:
            log = Log.load(path)
        except RecordError as error:
            _output.warn(f"{path.name}: {error.message}", machine=machine)
            continue
        if log.header.game in there and seals_of(log).in_force and tournament.index_of(note_of(log)) is None:
            yield path
