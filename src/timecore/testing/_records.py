"""Records of whole games, and damaged ones."""

from __future__ import annotations

from typing import Any

import attrs

from timecore.game import Game
from timecore.log import Log
from timecore.testing._dice import Dice
from timecore.testing._playing import Chooser, Playing, ShownInALine

__all__ = ["Damaged", "Recorded", "damage", "record_game"]


@attrs.frozen(repr=False)
class Recorded(ShownInALine):
    """A game of given luck with its record.

    Attributes:
        log: The log.
        seed: The text that its luck follows from.
        playing: The same game without the record.
    """

    log: Log
    seed: str
    playing: Playing

    def __repr__(self) -> str:
        return f"<record of {self.playing}>"


def record_game(
    rules: Any, asked: dict[str, Any], seed: str, chooser: Chooser, *, max_entries: int = 1000
) -> Recorded:
    """Play a game of given luck to its end.

    Args:
        rules: The ruleset.
        asked: Its options, as somebody asks for them.
        seed: The text that its luck follows from.
        chooser: Decides for the seats.
        max_entries: Where to stop if the game has not ended.
    """
    options = rules.resolve_options(asked)
    playing = Playing(rules, options, (), f"options {asked}, seed {seed!r}")
    game = Game.new(rules, seats=playing.names, options=rules.options_map(options), seed=seed)
    while len(game.entries) < max_entries and (actors := game.to_act):
        actor = chooser.actor(actors)
        game.play(actor, chooser.move(game.legal_moves(actor), None))
    return Recorded(game.log, seed, attrs.evolve(playing, entries=game.entries))


@attrs.frozen(repr=False)
class Damaged(ShownInALine):
    """A record that something happened to.

    Attributes:
        log: The sound one.
        data: The bytes now.
        first: The first byte that is not what it was; the length where bytes were cut off.
        what: What happened to it.
    """

    log: Log
    data: bytes
    first: int
    what: str

    def __repr__(self) -> str:
        return f"<damaged record of {len(self.log)} entries: {self.what}>"


def damage(log: Log, dice: Dice) -> Damaged:
    """Something that happens to a file.

    Args:
        log: The sound one.
        dice: Chooses what happens, and where.
    """
    whole = log.to_bytes()
    at = dice.below(len(whole))
    entries = log.record.entries
    kind = dice.below(7)
    if kind == 0:
        return _damaged(log, whole[:at], f"cut off at byte {at}")
    if kind == 1:
        bit = dice.below(8)
        flipped = bytes((whole[at] ^ 1 << bit,))
        return _damaged(log, whole[:at] + flipped + whole[at + 1 :], f"bit {bit} of byte {at} flipped")
    if kind == 2:
        byte = bytes((dice.below(256),))
        return _damaged(log, whole[:at] + byte + whole[at:], f"a byte put in at {at}")
    if kind == 3:
        return _damaged(log, whole[:at] + whole[at + 1 :], f"byte {at} left out")
    if kind == 4:
        count = dice.below(64) + 1
        data = whole[:at] + bytes(count) + whole[at + count :]
        return _damaged(log, data, f"{count} bytes of zero at {at}")
    if kind == 5 or len(entries) < 2:
        tail = bytes(dice.below(256) for _ in range(dice.below(40) + 1))
        return _damaged(log, whole + tail, f"{len(tail)} foreign bytes at the end")
    one, other = sorted(dice.some(range(len(entries)), 2))
    records = [entry.to_bytes() for entry in entries]
    records[one], records[other] = records[other], records[one]
    data = log.record.header.to_bytes() + b"".join(records)
    return _damaged(log, data, f"entries {one + 1} and {other + 1} swapped")


def _damaged(log: Log, data: bytes, what: str) -> Damaged:
    whole = log.to_bytes()
    pairs = enumerate(zip(whole, data, strict=False))
    first = next((at for at, (old, new) in pairs if old != new), min(len(whole), len(data)))
    return Damaged(log, data, first, what)
