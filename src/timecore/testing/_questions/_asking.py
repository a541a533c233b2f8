"""What the questions of the examination are made with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias

import attrs

from timecore.actors import Viewer
from timecore.entry import Entry
from timecore.fold import advance
from timecore.messages import Event
from timecore.redact import redact
from timecore.ruleset import Ruleset
from timecore.testing._dice import Dice
from timecore.testing._options import plainest
from timecore.testing._playing import DiceChooser, Playing, play_out

__all__ = [
    "QUESTIONS",
    "Paper",
    "Subject",
    "about",
    "after",
    "as_text",
    "dice_for",
    "expect",
    "inside",
    "looks",
]

Subject: TypeAlias = Literal[
    "paper", "options", "game", "twins", "record", "damage", "hash seed", "python", "language"
]
"""What a question is asked of: the ruleset as a whole, options or games that Hypothesis makes up,
or one thing after the other, beside the ruleset."""

#: The questions in the order in which they are asked: what each is about, and the function.
QUESTIONS: Final[list[tuple[Subject, Callable[..., None]]]] = []


@attrs.frozen
class Paper:
    """What an examination is about.

    Attributes:
        rules: The ruleset.
        reveals: The event classes that tell what was hidden, or ``None`` if they are not known.
        max_entries: Where to stop a game that has not ended.
    """

    rules: Ruleset[Any]
    reveals: tuple[type[Event[Any]], ...] | None
    max_entries: int

    def sample(self, luck: str) -> Playing:
        """One game, with as many seats as there can be."""
        options = plainest(self.rules, players=self.rules.seats[-1])
        chooser = DiceChooser(Dice(luck))
        return play_out(self.rules, options, chooser, max_entries=self.max_entries, how=luck)


def about(subject: Subject) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function one of the questions."""

    def register(question: Callable[..., None]) -> Callable[..., None]:
        QUESTIONS.append((subject, question))
        return question

    return register


def expect(condition: object, message: str) -> None:
    """``assert`` with a message, also where Python runs without assertions."""
    __tracebackhide__ = True
    if not condition:
        raise AssertionError(message)


def inside(entry: Entry) -> str:
    """Where something went wrong."""
    return f"entry {entry.seq}"


def after(position: int) -> str:
    """Where something went wrong."""
    return f"after entry {position}" if position else "at the start"


def as_text(state: Any) -> str:
    """The JSON form of a state as text, since ``==`` would take ``True`` for 1."""
    return json.dumps(state.to_json())


def dice_for(game: Playing, entry: Entry) -> Dice:
    """What to look at in one entry; other dice in each."""
    return Dice(f"{game.how} {entry.seq}")


def looks(game: Playing, viewer: Viewer | None) -> Iterator[tuple[int, Any, Any]]:
    """Each position with the state there and what a viewer (``None``: the host) sees of it.

    The next step changes both.
    """
    view = game.start()
    for position, state in enumerate(game.states()):
        if viewer is None:
            yield position, state, state
            continue
        if position:
            advance(view, redact(game.entries[position - 1], viewer).events)
        yield position, state, view
