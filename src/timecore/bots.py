"""Players that need no game's knowledge, and a loop in which bots play a game to its end.

A bot is a function of the ruleset, its seat's view, the seat and the legal moves; it gives one of these moves.
Rulesets bring bots of their own (:attr:`timecore.ruleset.Ruleset.bots`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from timecore import entropy
from timecore.actors import CHANCE, Seat
from timecore.errors import UsageError
from timecore.messages import Move
from timecore.ruleset import Bot, BotFactory, Ruleset

if TYPE_CHECKING:
    from timecore.game import Game

__all__ = ["RandomBot", "bots_of", "make_bots", "simulate"]

_TAG: Final = b"timecore/1/bot\x00"


class RandomBot:
    """Chooses among the legal moves, all equally likely. The same seed chooses the same again.

    Its choices are hashes of the seed and a counter, so they are the same for ever on every Python.

    Args:
        seed: Any bytes or text; from the system's random source by default.
    """

    __slots__ = ("_count", "_key")

    def __init__(self, seed: bytes | str | None = None) -> None:
        if seed is None:
            seed = entropy.token(32)
        elif isinstance(seed, str):
            seed = seed.encode()
        self._key = sha256(_TAG + seed).digest()
        self._count = 0

    def choose(self, rules: Ruleset[Any], view: Any, seat: Seat, legal: Sequence[Move]) -> Move:
        """One of the legal moves.

        Args:
            rules: Not looked at.
            view: Not looked at.
            seat: Not looked at.
            legal: What may be chosen; at least one.
        """
        digest = sha256(self._key + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        return legal[int.from_bytes(digest, "big") % len(legal)]

    __call__ = choose


def bots_of(rules: Ruleset[Any]) -> Mapping[str, BotFactory]:
    """All bots that can play a game, by name: ``random`` and those that the ruleset brings."""
    return {"random": RandomBot, **rules.bots}


def make_bots(rules: Ruleset[Any], names: Sequence[str], seed: str | None = None) -> tuple[Bot, ...]:
    """One bot for each seat.

    Args:
        rules: The ruleset.
        names: The bot's name, by seat.
        seed: Bots of equal seeds play alike, each seat differently; without it the system's random source is asked.

    Raises:
        UsageError: There is no bot of that name.
    """
    known = bots_of(rules)
    for name in names:
        if name not in known:
            close = get_close_matches(name, list(known), n=1)
            hint = f"Did you mean {close[0]}?" if close else "The bots are: " + ", ".join(known) + "."
            msg = f"there is no bot {name!r} for {rules.name}"
            raise UsageError(msg, hint=hint)
    text = entropy.token(32) if seed is None else seed.encode()
    return tuple(
        known[name](sha256(_TAG + seat.to_bytes(4, "big") + text).digest()) for seat, name in enumerate(names)
    )


def simulate(game: Game, bots: Sequence[Bot], *, max_entries: int | None = None) -> None:
    """Let bots play a game on until it ends.

    Of several seats that may move, the lowest does. A bot sees its seat's view and nothing else.

    Args:
        game: The game, which is played on in place; its luck must be sealed or given.
        bots: One for each seat.
        max_entries: Stop once the game has so many entries; draws of chance that are due belong to the move before.

    Raises:
        UsageError: There is not one bot for each seat, or chance is to act and luck is manual.
    """
    seats = len(game.names)
    if len(bots) != seats:
        msg = f"{len(bots)} bots for {seats} seats"
        raise UsageError(msg)
    while (actors := game.to_act) and (max_entries is None or len(game.entries) < max_entries):
        actor = actors[0]
        if actor == CHANCE:
            msg = "bots cannot make the luck of a game whose luck is manual"
            raise UsageError(msg, hint="Give the game a seed, or sealed luck.")
        legal = game.legal_moves(actor)
        game.play(actor, bots[actor](game.rules, game.view(actor), actor, legal))
