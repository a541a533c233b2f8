"""A game whose players have signed every move, and the same without signatures."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ed25519

from benchmarks._timing import alone, paired
from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.keys import SecretKey

__all__ = ["cost_of_a_signature", "cost_of_ed25519"]

_SEATS = ("Ana", "Ben", "Cho", "Dan")


def cost_of_a_signature() -> float:
    """CPU seconds that an audit takes more for each move that is signed."""
    keys = {seat: SecretKey.of_seed(name, bytes([seat + 1]) * 32) for seat, name in enumerate(_SEATS)}
    signed, plain = (_played(signers) for signers in (keys, None))
    count = sum("sig" in entry.meta for entry in signed.entries)
    one, other = signed.log.to_bytes(), plain.log.to_bytes()

    def audited(data: bytes) -> int:
        found = audit(data)
        assert not found.findings  # noqa: S101 - else it is the wrong thing that is measured
        return 1

    found = paired(lambda: audited(one), lambda: audited(other))
    return (found.one - found.other) / count


def cost_of_ed25519() -> float:
    """CPU seconds that the check of one signature takes by itself, in the package that does it."""
    key = SecretKey.of_seed("Ana", bytes(32))
    public = ed25519.Ed25519PublicKey.from_public_bytes(key.public.raw)
    message = bytes(100)
    signature = key.sign(message)

    def check() -> int:
        public.verify(signature, message)
        return 1

    return alone(check)


def _played(signers: dict[int, SecretKey] | None) -> Game:
    game = Game.new("time_chase", seats=_SEATS, seed="signed", signers=signers)
    simulate(game, make_bots(game.rules, ["random"] * len(_SEATS), "signed"))
    return game
