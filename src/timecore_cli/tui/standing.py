"""What still stands of a game where the table has gone back: one who steps through it passes over the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from timecore.course import retracted

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.navigate import Goal
    from timecore.replay import Position

__all__ = ["Standing", "TakenBack"]


class TakenBack:
    """The entries that were taken back, of a log that grows; looked for anew only when it has grown."""

    def __init__(self) -> None:
        self._log: Log | None = None
        self._known: Mapping[int, int] = {}

    def of(self, log: Log) -> Mapping[int, int]:
        """Each with the number of the entry that has taken it back."""
        if log is not self._log:
            self._log, self._known = log, retracted(log)
        return self._known


class Standing:
    """A kind of place, but only where it still stands.

    Args:
        goal: The kind of place.
        gone: The entries that were taken back.
    """

    def __init__(self, goal: Goal, gone: Mapping[int, int]) -> None:
        self._goal = goal
        self._gone = gone

    def marks(self, trail: Any, start: int, stop: int) -> Iterator[Position]:
        """As :class:`timecore.navigate.Goal` has it."""
        for place in self._goal.marks(trail, start, stop):
            if place.entry + (1 if place.event else 0) not in self._gone:
                yield place
