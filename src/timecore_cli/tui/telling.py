"""The entries of a game in words, those that are looked at and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.replay import Position, Replay
from timecore_cli._output import dumps

if TYPE_CHECKING:
    from timecore.narrate import Narrator
    from timecore.recorded import Recorded
    from timecore.replay import Step

__all__ = ["Line", "Teller"]

#: How many entries are kept in words. A screen shows some forty; to tell one takes less than a millisecond.
KEPT: Final = 1000

#: How many are told together: to fold up to the first of them takes as long as a few more.
TOGETHER: Final = 16


class Line(NamedTuple):
    """Something that happened.

    Attributes:
        position: The position behind it.
        seq: The number of its entry.
        opens: Whether it is the first of its entry.
        text: What happened, as a sentence.
        raw: The same as it is recorded.
    """

    position: Position
    seq: int
    opens: bool
    text: str
    raw: str


class Teller:
    """Tells a game as one viewer sees it, in one language.

    Args:
        course: The game.
        narrator: The words.
    """

    def __init__(self, course: Replay | Recorded, narrator: Narrator) -> None:
        self._course = course
        self._narrator = narrator
        self._told: dict[int, tuple[Line, ...]] = {}

    def entry(self, seq: int) -> tuple[Line, ...]:
        """An entry, line by line; at least one."""
        if seq not in self._told:
            if len(self._told) > KEPT:
                self._told.clear()
            first = (seq - 1) // TOGETHER * TOGETHER
            last = min(first + TOGETHER, self._course.end)
            tell = self._steps if isinstance(self._course, Replay) else self._rows
            for line in tell(first, last):
                self._told[line.seq] = (*(() if line.opens else self._told[line.seq]), line)
        return self._told[seq]

    def up_to(self, position: Position) -> Iterator[Line]:
        """The lines up to a position, backwards."""
        for seq in range(position.entry + (1 if position.event else 0), 0, -1):
            yield from (line for line in reversed(self.entry(seq)) if line.position <= position)

    def beyond(self, position: Position) -> Iterator[Line]:
        """The lines behind a position."""
        for seq in range(position.entry + 1, self._course.end + 1):
            yield from (line for line in self.entry(seq) if line.position > position)

    def step(self, step: Step) -> str:
        """A step in words, and as it is recorded: what a search for words looks through."""
        return f"{self._narrator.step(step)}\n{_raw(step)}"

    def _steps(self, first: int, last: int) -> Iterator[Line]:
        assert isinstance(self._course, Replay)  # noqa: S101 - only then is this called
        opened = first
        for step in self._course.steps(first, last, before=True):
            seq = step.entry.seq
            yield Line(step.position, seq, seq != opened, self._narrator.step(step), _raw(step))
            opened = seq

    def _rows(self, first: int, last: int) -> Iterator[Line]:
        assert not isinstance(self._course, Replay)  # noqa: S101 - only then is this called
        for seq in range(first + 1, last + 1):
            line = self._course.entry_json(seq)
            events = line["events"]
            actor = self._narrator.actor(line["actor"])
            move = f"{actor}: {dumps(line['move'])}"
            if not events:
                yield Line(Position(seq), seq, True, move, dumps(line["move"]))
            for number, event in enumerate(events, 1):
                at = Position(seq) if number == len(events) else Position(seq - 1, number)
                raw = dumps(event)
                yield Line(at, seq, number == 1, f"{move} → {raw}" if number == 1 else f"→ {raw}", raw)


def _raw(step: Step) -> str:
    one = step.entry.move if step.event is None else step.event
    return dumps(one.to_json())
