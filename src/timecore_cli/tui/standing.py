"""What still stands of a game where the table has gone back: one who steps through it passes over the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from timecore.course import Course
from timecore.table import Retract, table_move

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.navigate import Goal
    from timecore.replay import Position

__all__ = ["Standing", "TakenBack"]


class TakenBack:
    """The entries that were taken back, of a log that grows: only what has come is gone through.

    Args:
        log: The log as far as it is known.

    Attributes:
        without_effect: The moves of the table that are irregular where they stand, so that they change nothing.
    """

    def __init__(self, log: Log) -> None:
        self.without_effect: set[int] = set()
        self._log: Log | None = None
        self._course = Course(len(log.header.seats))
        self._entered = 0
        self._known: Mapping[int, int] = {}

    def of(self, log: Log) -> Mapping[int, int]:
        """Each with the number of the entry that has taken it back.

        Args:
            log: The log as far as it is known now.
        """
        if log is not self._log:
            self._log = log
            goes_back = False
            for row in islice(log.record.rows, self._entered, None):
                move = table_move(row[2]) if type(row[2][0]) is str else None
                if self._course.enter(row[0], row[1], move) is not None:
                    self.without_effect.add(row[0])
                goes_back = goes_back or isinstance(move, Retract)
            self._entered = len(log)
            if goes_back:  # nothing else takes back, and to list it all takes a while
                self._known = self._course.retracted
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
