"""What attacks are tried on: a signed game of tiny in which all took part in the luck, and what forges it."""

from collections.abc import Callable, Mapping
from typing import Any

from playing import finish
from tiny import RULESET as TINY
from vectors import Forger

from timecore.chance import Luck
from timecore.codec import decode
from timecore.entry import Entry
from timecore.game import Game
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.sealing import seal

ORGANISER = SecretKey.of_seed("The Organiser", bytes([1]) * 32)
ANA = SecretKey.of_seed("Ana", bytes([7]) * 32)
BEN = SecretKey.of_seed("Ben", bytes([8]) * 32)
#: Somebody else, whose key has the organiser's name.
STRANGER = SecretKey.of_seed("The Organiser", bytes([3]) * 32)

NAMES = ("Ana", "Ben")
NONCES = (b"\x0a" * 32, b"\x0b" * 32)

#: No bid, which is the shortest, and the greatest one, which is the longest.
LEAST, MOST = 0, -1


def begun(
    seed: bytes = bytes(32),
    *,
    signed: bool = True,
    nonces: bool = True,
    tags: Mapping[str, str] | None = None,
) -> Game:
    """A game whose luck nobody can have chosen, or, without nonces, the host."""
    keys = [ANA.public.raw, BEN.public.raw] if signed else None
    options = {"players": 2}
    tags = {**(tags or {}), **({"nonces": "awaited"} if nonces else {})}
    log = Log.start(TINY, options=options, names=NAMES, luck=Luck.sealed(8, seed), keys=keys, tags=tags)
    game = Game.from_log(log, signers={0: ANA, 1: BEN} if signed else None)
    for seat in (0, 1) if nonces else ():
        game.commit_nonce(seat, NONCES[seat])
    for seat in (0, 1) if nonces else ():
        game.reveal_nonce(seat, NONCES[seat])
    game.draw()
    return game


def finished(game: Game, choice: int = LEAST) -> Log:
    """The game, played to its end; everybody takes the legal move of that number."""
    return finish(game, choice).log


def sealed(log: Log, *signers: SecretKey) -> tuple[Log, SignedNote]:
    """The record with its seal, and the score sheet, signed."""
    game = Game.from_log(log)
    note = SignedNote(seal(game).text)
    for signer in signers:
        note = note.signed(signer)
    return game.log, note


def of_seat(log: Log, seat: int, move: str) -> Entry:
    """The first move of that name by a seat."""
    return next(entry for entry in log.entries if entry.actor == seat and type(entry.move).__name__ == move)


def hashed_anew(log: Log, change: Callable[[int, Any], Any]) -> bytes:
    """The record with other bodies, and all hashes as they should be then; what is committed to stays."""
    forger = Forger(log.record.header.to_bytes())
    for seq, raw in enumerate(log.record.entries, 1):
        forger.add(change(seq, decode(raw.body)), raw.openings)
    return forger.data
