"""The course of a game: which entries count where the table has gone back, and what else it has made of the game.

A fact of the record alone: no rules are asked, so it can be told of any game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

from timecore.actors import Actor
from timecore.entry import Entry
from timecore.messages import Move
from timecore.standing import AT_FIRST, Standing

if TYPE_CHECKING:
    from timecore.log import Log

__all__ = ["Course", "retracted", "without_effect"]


class _Line:
    """The line that leads to where one stands, in a tree that grows: entries on it count, and all others were left.

    Whatever a forger writes, to go back costs no more than any other step: which entries were left, and when, is found
    out only when it is asked for.
    """

    __slots__ = ("_before", "_stood")

    def __init__(self) -> None:
        #: By position the last entry on the line there, 0 for none.
        self._stood = [0]
        #: By entry on any line the one before it.
        self._before: dict[int, int] = {}

    def stay(self) -> None:
        """The next entry is none of the line's."""
        self._stood.append(self._stood[-1])

    def grow(self) -> None:
        """The next entry goes on with the line."""
        seq = len(self._stood)
        self._before[seq] = self._stood[-1]
        self._stood.append(seq)

    def back(self, position: int) -> None:
        """The next entry leads to where the line was at an earlier position."""
        self._stood.append(self._stood[position])

    def left(self) -> dict[int, int]:
        """The entries that are not on the line, each with the number of the entry by which it was left for good."""
        # The last position at which one stood on an entry; then, from the last entry to the first, on one behind it.
        last = {entry: position for position, entry in enumerate(self._stood)}
        for entry in sorted(self._before, reverse=True):
            before = self._before[entry]
            last[before] = max(last[before], last[entry])
        end = len(self._stood) - 1
        return {entry: last[entry] + 1 for entry in self._before if last[entry] < end}


class Course:
    """Follows a record entry by entry; tell it each with :meth:`enter`.

    Entries of the game form a tree: each follows the one that made the state before it, and a retraction goes back to
    an earlier state. What is not on the line that leads to the last state was taken back, until another retraction
    leads to a line with it.

    Args:
        seats: The number of seats.
    """

    __slots__ = ("_endings", "_game", "_standings", "seats")

    def __init__(self, seats: int) -> None:
        self.seats = seats
        #: What the table has made of the game, from an entry on.
        self._standings = [(0, AT_FIRST)]
        self._game = _Line()
        #: The forfeits and voids: a retraction takes them back as well.
        self._endings = _Line()

    @property
    def standing(self) -> Standing:
        """What the table has made of the game so far."""
        return self._standings[-1][1]

    @property
    def retracted(self) -> Mapping[int, int]:
        """The entries that were taken back, each with the number of the retraction that did so, ascending."""
        return MappingProxyType(dict(sorted((self._game.left() | self._endings.left()).items())))

    def enter(self, seq: int, actor: Actor, move: Move | None) -> str | None:
        """Take note of the next entry. A move of the table that is irregular changes nothing.

        Args:
            seq: Its number.
            actor: Whose entry it is.
            move: Its move, if it is one of the table's own; ``None`` for a move of the game.

        Returns:
            What is wrong with a move of the table here, as the end of a sentence.
        """
        if move is None:
            self._game.grow()
            self._endings.stay()
            return None
        fault = self.standing.fault(Entry(seq, actor, move), self.seats)
        if fault is None:
            self._obey(seq, move)
        else:
            self._game.stay()
            self._endings.stay()
        return fault

    def _obey(self, seq: int, move: Move) -> None:
        """Obey a regular move of the table."""
        from timecore.table import Forfeit, Retract, Void  # only games that a table has touched need it  # noqa: PLC0415

        then = AT_FIRST
        if isinstance(move, Retract):
            then = self._standings[bisect_right(self._standings, move.to, key=itemgetter(0)) - 1][1]
            self._game.back(move.to)
            self._endings.back(move.to)
        else:
            self._game.stay()
            if isinstance(move, Forfeit | Void):
                self._endings.grow()
            else:
                self._endings.stay()
        standing = self.standing.after(move, then)
        if standing is not self.standing:
            self._standings.append((seq, standing))


def retracted(log: Log, upto: int | None = None) -> Mapping[int, int]:
    """The entries that were taken back, each with the number of the retraction that did so.

    Moves of the game, draws among them, and the forfeits and voids that went with them. Notes stay, and so does what is
    no matter of the game.

    Args:
        log: The game.
        upto: How many entries to look at; by default all. What a later retraction takes back counted until then.
    """
    if not any(row[2][0] == "Retract" for row in log.record.of_table):
        return {}
    course, _ = _followed(log, upto)
    return course.retracted


def without_effect(log: Log) -> Mapping[int, str]:
    """The moves of the table that are irregular where they stand, so that they change nothing.

    Args:
        log: The game.

    Returns:
        The numbers of their entries, each with what is wrong, as the end of a sentence that begins with the move.
    """
    return _followed(log)[1] if log.record.of_table else {}


def _followed(log: Log, upto: int | None = None) -> tuple[Course, Mapping[int, str]]:
    """The course of a game, and which moves of the table were none."""
    from timecore.table import table_move  # only games that a table has touched need it  # noqa: PLC0415

    course = Course(len(log.header.seats))
    faults = {}
    for row in log.record.rows if upto is None else log.record.rows[:upto]:
        seq, actor, move = row[:3]
        fault = course.enter(seq, actor, table_move(move) if type(move[0]) is str else None)
        if fault is not None:
            faults[seq] = fault
    return course, faults
