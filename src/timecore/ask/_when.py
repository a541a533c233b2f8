"""At which positions a condition holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import attrs

from timecore.ask._conditions import Condition, Watch
from timecore.ask._values import blocks, forms
from timecore.replay import Position

if TYPE_CHECKING:
    from timecore.replay import Replay

__all__ = ["Span", "When", "hides", "when"]


@attrs.frozen
class Span:
    """Positions in a row.

    Attributes:
        start: The first.
        stop: The last.
        count: How many there are.
    """

    start: Position
    stop: Position
    count: int


@attrs.frozen
class When:
    """Where a condition holds.

    Attributes:
        condition: The condition.
        positions: Where it holds, in order: all positions, or the first or the last alone.
        spans: The same as spans, as long as can be.
        looked: How many positions were looked at.
        unknown: At how many of the positions that were looked at this depends on what the viewer may not see.
        notes: What is odd about the condition, a sentence each: comparisons that never compare, fields that are never
            there.
    """

    condition: Condition
    positions: tuple[Position, ...]
    spans: tuple[Span, ...]
    looked: int = 0
    unknown: int = 0
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "condition": self.condition.text,
            "positions": [str(position) for position in self.positions],
            "spans": [
                {"from": str(span.start), "to": str(span.stop), "count": span.count} for span in self.spans
            ],
            "looked": self.looked,
            "unknown": self.unknown,
            "notes": list(self.notes),
        }


def when(replay: Replay, condition: Condition | str, which: Literal["all", "first", "last"] = "all") -> When:
    """The positions at which a condition on the state holds.

    Every position is looked at, those inside entries too. What the viewer may not see is neither equal nor unequal to
    anything: where the answer depends on it, the condition does not count as holding.

    Args:
        replay: The game, as one viewer sees it.
        condition: The condition, or its text.
        which: All of them, or the first or the last alone.

    Raises:
        ConditionError: The text is no condition.
        PathError: A name in it is none of the state's.
    """
    asked = condition if isinstance(condition, Condition) else Condition(condition)
    watch = Watch(asked, hides=hides(replay))
    start, stop = Position(0), replay.locate("-1")
    look = _backwards if which == "last" else _answers
    positions: list[Position] = []
    spans: list[Span] = []
    looked = unknown = 0
    before: bool | None = False
    for position, holds in look(replay, watch, start, stop):
        looked += 1
        if holds:
            positions.append(position)
            row = spans.pop() if before else Span(position, position, 0)
            spans.append(Span(row.start, position, row.count + 1))
            if which != "all":
                break
        unknown += holds is None
        before = holds
    notes = watch.notes(replay.state_at(stop).to_json()) if which == "all" or not positions else ()
    return When(asked, tuple(positions), tuple(spans), looked, unknown, notes)


def hides(replay: Replay) -> bool:
    """Whether ``"?"`` in its states stands for what is hidden: nothing is where all of a full record is shown."""
    return replay.viewer is not None or replay.log.shows != "full"


def _answers(
    replay: Replay, watch: Watch, start: Position, stop: Position
) -> Iterator[tuple[Position, bool | None]]:
    """Whether the condition holds, position after position; at the first one nothing has changed."""
    before = None
    for position, form in forms(replay, start, stop):
        yield position, watch.holds(form, before)
        before = form


def _backwards(
    replay: Replay, watch: Watch, start: Position, stop: Position
) -> Iterator[tuple[Position, bool | None]]:
    """The same from the last position to the first."""
    for first, last in blocks(start, stop):
        found = list(_answers(replay, watch, first, last))
        yield from reversed(found[1:])
    yield start, watch.holds(replay.state_at(start).to_json(), None)
