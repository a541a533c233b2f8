"""Moves that are nearly right, and some that are no moves at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.testing._dice import Dice
from timecore.testing._playing import Playing

__all__ = ["Mutator"]

#: JSON values, at least some of which no field takes.
_WRONG: Final[tuple[Any, ...]] = (1.5, {"a": 1}, [[[]]], True, "", 2**70)


class Mutator:
    """Makes moves out of those that were legal somewhere in a game.

    Args:
        game: Where to look for moves and values.
        dice: Chooses.
    """

    def __init__(self, game: Playing, dice: Dice) -> None:
        self._dice = dice
        moves: dict[Move, None] = {}
        values: dict[tuple[type[Move], str], dict[tuple[type, Any], Any]] = {}
        rules = game.rules
        for state in game.states():
            for actor in rules.to_act(state):
                moves.update(dict.fromkeys(rules.legal_moves(state, actor)))
        for move in moves:
            for spec in move.specs:
                value = getattr(move, spec.name)
                values.setdefault((type(move), spec.name), {})[(type(value), value)] = value
        self._moves = list(moves)
        self._values = {key: list(known.values()) for key, known in values.items()}

    def moves(self, legal: Sequence[Move], count: int) -> list[Move]:
        """Moves of other moments, and legal ones with a field changed, without repetition.

        Args:
            legal: What is legal now; it may come out as well.
            count: How many of either at most.
        """
        found = dict.fromkeys(self._dice.some(self._moves, count))
        for move in self._dice.some(legal or self._moves, count):
            changes = list(self._changes(move))
            if changes:
                found[self._dice.choose(changes)] = None
        return list(found)

    def _changes(self, move: Move) -> Iterator[Move]:
        values = [getattr(move, spec.name) for spec in move.specs]
        for index, spec in enumerate(move.specs):
            known = self._dice.some(self._values.get((type(move), spec.name), []), 3)
            for new in [*known, *_near(values[index])]:
                changed = [*values[:index], new, *values[index + 1 :]]
                try:
                    made = type(move)(*changed)
                except (ValueError, TypeError):
                    continue  # not of the field's type: refused before it is a move
                if made != move:
                    yield made

    def objects(self, count: int) -> Iterator[tuple[object, str]]:
        """JSON values that are no moves, each with what is wrong with it."""
        yield from (([], "a list"), (None, "null"), ({}, "without a type"), ("x", "a text"))
        yield {"type": "NoSuchMove"}, "an unknown type"
        yield {"type": 1}, "a number as type"
        for move in self._dice.some(self._moves, count):
            right = move.to_json()
            yield right | {"surplus": 1}, "a superfluous field"
            for spec in move.specs:
                yield {k: v for k, v in right.items() if k != spec.name}, f"{spec.name} is missing"
                for wrong in _WRONG:
                    try:
                        spec.shape.from_json(wrong)
                    except ValueError:
                        yield right | {spec.name: wrong}, f"{spec.name} is {wrong!r}"


def _near(value: Any) -> tuple[Any, ...]:
    """Values like one, and some that a field may take by its type alone."""
    extremes: tuple[Any, ...] = (None, HIDDEN, 0, "", ())
    if type(value) is bool:
        return (not value, *extremes)
    if type(value) is int:
        return (value + 1, value - 1, -1, 2**40, *extremes)
    if type(value) is str:
        return (value + "x", value[::-1], value.upper(), value[:-1], *extremes)
    if type(value) is tuple:
        return (value[:-1], value[::-1], value + value[:1], *extremes)
    return extremes
