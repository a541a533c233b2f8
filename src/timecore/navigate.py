"""Going through a log: to the next event, entry, turn, round, choice of a seat, change of a field, or words.

Each kind of place is a :class:`Goal`: it marks positions, and the next one is the first mark behind the position where
one stands, the previous one the last mark before it. :func:`find` goes there. In a long log that may take a while, so
:func:`seek` does the same a stretch at a time, and whoever waits can do something else in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import attrs

from timecore.errors import HiddenValue, PathError
from timecore.paths import Path, get
from timecore.replay import Position

if TYPE_CHECKING:
    from timecore.actors import Seat
    from timecore.replay import Replay, Step

__all__ = [
    "Changes",
    "Choices",
    "Entries",
    "Events",
    "Goal",
    "Rounds",
    "Sentences",
    "Trail",
    "Turns",
    "find",
    "seek",
]

#: How many entries are looked at in one stretch, unless told otherwise: of most games within 10 ms.
STRETCH: Final = 256


class Trail(Protocol):
    """What one goes through: a :class:`~timecore.replay.Replay`, or a :class:`~timecore.recorded.Recorded`."""

    @property
    def entries(self) -> Sequence[Any]:
        """The entries."""
        ...

    @property
    def end(self) -> int:
        """The last position."""
        ...


class Goal(Protocol):
    """A kind of place in a log."""

    def marks(self, trail: Any, start: int, stop: int) -> Iterator[Position]:
        """The places behind position ``start`` up to position ``stop``, in order; from 0 also one at 0 itself.

        Args:
            trail: What one goes through.
            start: The number of the entry to begin behind.
            stop: The number of the last entry, not beyond the end.
        """
        ...


@attrs.frozen
class Events:
    """Every event; an entry without events is one place."""

    def marks(self, trail: Trail, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        if not start:
            yield Position(0)
        for number in range(start, stop):
            for event in range(1, len(trail.entries[number].events)):
                yield Position(number, event)
            yield Position(number + 1)


@attrs.frozen
class Entries:
    """Every entry."""

    def marks(self, trail: Trail, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        return map(Position, range(start + 1 if start else 0, stop + 1))


@attrs.frozen
class Turns:
    """The first position of each turn, as the ruleset counts them; the start is one too.

    It lies behind a whole entry: inside one, a state may say for a moment what does not last.
    """

    def marks(self, trail: Replay, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        return _beginnings(trail, trail.rules.turn_of, start, stop)


@attrs.frozen
class Rounds:
    """The first position of each round, as the ruleset counts them; the start is one too."""

    def marks(self, trail: Replay, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        return _beginnings(trail, trail.rules.round_of, start, stop)


def _beginnings(
    replay: Replay, number_of: Callable[[Any], int | None], start: int, stop: int
) -> Iterator[Position]:
    """Where a number that the ruleset reads off a state becomes another one."""
    now = number_of(replay.state_at(start))
    if not start:
        yield Position(0)
    for step in replay.steps(start, stop):
        if not step.position.event:
            before, now = now, number_of(step.state)
            if now != before:
                yield step.position


@attrs.frozen
class Choices:
    """Where a seat makes a choice: the position right before each entry of its own, those of the table not counted.

    Args:
        seat: Whose choices.
    """

    seat: Seat

    def marks(self, trail: Trail, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        for number in range(start + 1 if start else 0, min(stop, trail.end - 1) + 1):
            entry = trail.entries[number]
            if entry.actor == self.seat and not _of_table(entry):
                yield Position(number)


def _of_table(entry: Any) -> bool:
    """Whether an entry is the table's, decoded or as a record holds it: there, a name stands instead of a code."""
    return type(entry.move[0]) is str if isinstance(entry.move, tuple) else entry.move.of_table


@attrs.frozen
class Changes:
    """Where a field of the state becomes another one, appears or goes away: right behind the event that does it.

    Args:
        path: Where the field stands in the JSON form of the state. ``Path()`` is all of it.
    """

    path: Path

    def marks(self, trail: Replay, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        now = self._value(trail.state_at(start))
        for step in trail.steps(start, stop):
            before, now = now, self._value(step.state)
            if now != before or type(now) is not type(before):
                yield step.position

    def _value(self, state: Any) -> Any:
        try:
            return get(state.to_json(), self.path)
        except (PathError, HiddenValue):
            return _NOTHING


#: What stands where nothing does; no value is equal to it.
_NOTHING: Final = object()


@attrs.frozen
class Sentences:
    """Where something is told whose words hold a text, in capitals or not: right behind the event.

    Args:
        text: What to look for.
        tell: The words for a step, such as :meth:`Narrator.step <timecore.narrate.Narrator.step>`. It gets the state
            before it too.
    """

    text: str
    tell: Callable[[Step], str]

    def marks(self, trail: Replay, start: int, stop: int) -> Iterator[Position]:
        """As :class:`Goal` has it."""
        wanted = self.text.casefold()
        for step in trail.steps(start, stop, before=True):
            if wanted in self.tell(step).casefold():
                yield step.position


def find(
    trail: Trail, goal: Goal, position: Position | None = None, *, back: bool = False
) -> Position | None:
    """The next place of a kind, or the previous one.

    Args:
        trail: What to go through: a :class:`~timecore.replay.Replay`; for events, entries and choices also a
            :class:`~timecore.recorded.Recorded`.
        goal: The kind of place.
        position: Where one stands; by default a replay's own position. It is not moved.
        back: Whether to look for the previous place instead of the next one.

    Returns:
        The position, or ``None`` if there is no such place.
    """
    return next(filter(None, seek(trail, goal, position, back=back)), None)


def seek(
    trail: Trail,
    goal: Goal,
    position: Position | None = None,
    *,
    back: bool = False,
    stretch: int = STRETCH,
) -> Iterator[Position | None]:
    """Look for the next place of a kind, or the previous one, a stretch at a time.

    Args:
        trail: As in :func:`find`.
        goal: The kind of place.
        position: Where one stands; by default a replay's own position.
        back: Whether to look backwards.
        stretch: How many entries to look at before giving word.

    Yields:
        ``None`` after each stretch without such a place; at last the position, or nothing more if there is none.
    """
    here: Position = trail.position if position is None else position  # type: ignore[attr-defined]
    for start, stop in _backwards(here, stretch) if back else _forwards(trail, here, stretch):
        marks = goal.marks(trail, start, stop)
        if back:
            found = max((one for one in marks if one < here), default=None)
        else:
            found = next((one for one in marks if one > here), None)
        yield found
        if found is not None:
            return


def _forwards(trail: Trail, here: Position, stretch: int) -> Iterator[tuple[int, int]]:
    start = here.entry
    while start < trail.end:  # it may grow meanwhile
        stop = min(start + stretch, trail.end)
        yield start, stop
        start = stop


def _backwards(here: Position, stretch: int) -> Iterator[tuple[int, int]]:
    stop = here.entry + (1 if here.event else 0)
    while stop > 0:
        start = max(stop - stretch, 0)
        yield start, stop
        stop = start
