"""Games without a record: what the rules alone make of some choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import attrs

from timecore.actors import CHANCE, PUBLIC, Actor, Viewer
from timecore.entry import Entry
from timecore.fold import advance
from timecore.messages import Move
from timecore.ruleset import Ruleset
from timecore.testing._dice import Dice

__all__ = ["Chooser", "DiceChooser", "ListChooser", "Playing", "ShownInALine", "play_out"]


class ShownInALine:
    """Shown by its ``repr`` where Hypothesis would spread out all that it holds."""

    def _repr_pretty_(self, printer: Any, cycle: object) -> None:
        printer.text(repr(self))


@attrs.frozen(repr=False)
class Playing(ShownInALine):
    """A game as its rules make it: options and entries, without header, names or bytes.

    Attributes:
        rules: The ruleset.
        options: The resolved options.
        entries: What was played.
        how: How to make this game again, for messages.
    """

    rules: Ruleset[Any]
    options: Any
    entries: tuple[Entry, ...]
    how: str = ""

    def __repr__(self) -> str:
        return f"<{self.rules.name} of {len(self.entries)} entries: {self.how}>"

    def start(self) -> Any:
        """The state before the first entry."""
        return self.rules.start(self.options)

    @property
    def seats(self) -> range:
        """The seats: ``0 .. players - 1``."""
        return range(self.options.players)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who can look: the seats, and ``PUBLIC`` last."""
        return (*self.seats, PUBLIC)

    @property
    def names(self) -> tuple[str, ...]:
        """Names for the seats."""
        known = ("Ana", "Ben", "Cho", "Đặng", "Eva", "Finn", "Gül", "Hua")
        return tuple(known[seat] if seat < len(known) else f"Player {seat}" for seat in self.seats)

    def before(self) -> Iterator[tuple[Any, Entry]]:
        """Each entry with the state before it; the next step changes that state, so copy it."""
        state = self.start()
        for entry in self.entries:
            yield state, entry
            advance(state, entry.events)

    def states(self) -> Iterator[Any]:
        """The state at every position from 0; the next step changes it, so copy it to keep it."""
        state = self.start()
        yield state
        for entry in self.entries:
            advance(state, entry.events)
            yield state

    def until(self, length: int) -> Playing:
        """The game cut off after so many entries."""
        return attrs.evolve(self, entries=self.entries[:length])


class Chooser(Protocol):
    """Who decides what is played."""

    def actor(self, actors: Sequence[Actor]) -> Actor:
        """Who of those who may moves next."""
        ...

    def move(self, legal: Sequence[Move], weights: Sequence[int] | None) -> Move:
        """Which of the legal moves; chance has weights."""
        ...


class DiceChooser:
    """Chooses by :class:`Dice`: chance by its weights, seats evenly.

    Args:
        dice: Where the choices come from.
    """

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def actor(self, actors: Sequence[Actor]) -> Actor:
        """Any of them."""
        return self.dice.choose(actors) if len(actors) > 1 else actors[0]

    def move(self, legal: Sequence[Move], weights: Sequence[int] | None) -> Move:
        """Any of them, by weight."""
        if len(legal) == 1:
            return legal[0]
        return self.dice.choose(legal) if weights is None else legal[self.dice.weigh(weights)]


class ListChooser:
    """Takes its first choices from a list of numbers, and then goes on by dice.

    A short list and small numbers make a simple game, which is what a shrinking search is after.

    Args:
        numbers: Each chooses one move; taken modulo the number of legal moves.
        dice: What comes after, and who moves when several may.
    """

    def __init__(self, numbers: Sequence[int], dice: Dice) -> None:
        self._numbers = iter(numbers)
        self._after = DiceChooser(dice)

    def actor(self, actors: Sequence[Actor]) -> Actor:
        """Any of them."""
        return self._after.actor(actors)

    def move(self, legal: Sequence[Move], weights: Sequence[int] | None) -> Move:
        """The next number's, or any."""
        number = next(self._numbers, None)
        return self._after.move(legal, weights) if number is None else legal[number % len(legal)]


def play_out(
    rules: Ruleset[Any], options: Any, chooser: Chooser, *, max_entries: int = 1000, how: str = ""
) -> Playing:
    """Play a game to its end by the rules alone.

    Args:
        rules: The ruleset.
        options: Resolved options.
        chooser: Who decides.
        max_entries: Where to stop if the game has not ended.
        how: How to make this game again, for messages.
    """
    state = rules.start(options)
    entries: list[Entry] = []
    while len(entries) < max_entries and (actors := rules.to_act(state)):
        number = len(entries) + 1
        actor = chooser.actor(actors)
        weights = rules.weights(state) if actor == CHANCE else None
        legal = rules.legal_moves(state, actor)
        if not legal:
            msg = f"entry {number}: actor {actor} is to act and has no legal move ({how})"
            raise AssertionError(msg)
        move = chooser.move(legal, weights)
        try:
            events = tuple(rules.decide(state, actor, move))
            advance(state, events)
        except Exception as error:
            error.add_note(f"while playing entry {number}: {move} by {actor} ({how})")
            raise
        entries.append(Entry(number, actor, move, events))
    return Playing(rules, options, tuple(entries), how)
