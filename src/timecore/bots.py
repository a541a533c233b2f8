"""Players that need no game's knowledge, and a loop in which bots play a game to its end.

A bot is a function of the ruleset, its seat's view, the seat and the legal moves; it gives one of these moves.
Rulesets bring bots of their own (:attr:`timecore.ruleset.Ruleset.bots`). A game that can deal its hidden cards anew
(:meth:`timecore.ruleset.Ruleset.resample`) is also played by :class:`MonteCarloBot`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from timecore import entropy
from timecore.actors import CHANCE, Seat
from timecore.errors import UsageError
from timecore.fold import advance
from timecore.messages import Move
from timecore.ruleset import Bot, BotFactory, Ruleset

if TYPE_CHECKING:
    from timecore.game import Game

__all__ = ["MonteCarloBot", "RandomBot", "bots_of", "make_bots", "simulate"]

_TAG: Final = b"timecore/1/bot\x00"

#: A linear congruential generator of 64 bits (Knuth's MMIX): a play-out needs cheap numbers, not unpredictable ones.
_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_MASK: Final = (1 << 64) - 1

#: What a victory is worth; halves, thirds, … eighths of it are whole numbers.
_WHOLE: Final = 840_000


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


class MonteCarloBot:
    """Thinks by playing on: each legal move is tried in some of many play-outs, and the one that fares best is made.

    A play-out deals the hidden cards anew, as far as the seat cannot know them, and goes on with random moves to the
    end of the game, or for so many entries; what it is worth then is the seat's share of the victory, or of what all
    seats have (:meth:`timecore.ruleset.Ruleset.standing`).
    The seat's view is all that is looked at. The same seed chooses the same again.

    Args:
        seed: Any bytes or text; from the system's random source by default.
        play_outs: How many play-outs a choice may take, 1 or more; each legal move gets one at least.
        length: After how many entries a play-out is cut, 1 or more.
    """

    __slots__ = ("_count", "_key", "_length", "_play_outs")

    def __init__(self, seed: bytes | str | None = None, *, play_outs: int = 200, length: int = 100) -> None:
        if play_outs < 1 or length < 1:
            msg = f"play_outs and length must be 1 or more, not {play_outs} and {length}"
            raise UsageError(msg)
        if seed is None:
            seed = entropy.token(32)
        elif isinstance(seed, str):
            seed = seed.encode()
        self._key = sha256(_TAG + b"monte carlo" + seed).digest()
        self._count = 0
        self._play_outs = play_outs
        self._length = length

    def choose(self, rules: Ruleset[Any], view: Any, seat: Seat, legal: Sequence[Move]) -> Move:
        """The legal move that has fared best; of several, the first.

        Args:
            rules: The ruleset; it must be one that can deal hidden cards anew.
            view: The seat's view.
            seat: Who is to move.
            legal: What may be chosen; at least one.
        """
        self._count += 1
        if len(legal) == 1:
            return legal[0]
        rounds = max(self._play_outs // len(legal), 1)
        values = [0] * len(legal)
        for number in range(rounds):
            # The moves of a round are tried on the same deal: what differs then is the move.
            seed = sha256(self._key + self._count.to_bytes(8, "big") + number.to_bytes(8, "big")).digest()
            for index, move in enumerate(legal):
                state = rules.resample(view, seed)
                advance(state, rules.decide(state, seat, move))
                _play_out(rules, state, int.from_bytes(seed[:8], "big"), self._length)
                values[index] += _value(rules, state, seat)
        return legal[values.index(max(values))]

    __call__ = choose


def _play_out(rules: Ruleset[Any], state: Any, choice: int, length: int) -> None:
    """Random moves until the game is over, or for so many entries; chance by its weights."""
    for _ in range(length):
        actors = rules.to_act(state)
        if not actors:
            return
        actor = actors[0]
        choice = (choice * _MULTIPLIER + _INCREMENT) & _MASK  # only the upper bits are random enough
        number = choice >> 24
        if actor == CHANCE:
            move = rules.drawn(state, number)
            assert move is not None  # noqa: S101 - it is to act
        else:
            legal = rules.legal_moves(state, actor)
            move = legal[number % len(legal)]
        advance(state, rules.decide(state, actor, move))


def _value(rules: Ruleset[Any], state: Any, seat: Seat) -> int:
    """What a game is worth to a seat, 0 to :data:`_WHOLE`: its share of the victory, or else of what all have."""
    result = rules.result(state)
    if result is not None:
        winners = result.winners
        return _WHOLE // len(winners) if seat in winners else 0
    standing = rules.standing(state)
    total = sum(standing)
    return _WHOLE * standing[seat] // total if total else 0


def bots_of(rules: Ruleset[Any]) -> Mapping[str, BotFactory]:
    """All bots that can play a game, by name.

    ``random`` plays any game, ``monte_carlo`` one that can deal its hidden cards anew; the others its ruleset brings.
    """
    deals = type(rules).resample is not Ruleset.resample
    return {"random": RandomBot} | ({"monte_carlo": MonteCarloBot} if deals else {}) | dict(rules.bots)


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
