"""The course of a game: which entries count where the table has gone back, and what else it has made of the game.

A fact of the record alone: no rules are asked, so it can be told of any game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.actors import Actor
from timecore.entry import Entry
from timecore.messages import Move
from timecore.standing import AT_FIRST, Standing

if TYPE_CHECKING:
    from timecore.log import Log

__all__ = ["Course", "retracted"]


class _Turn(NamedTuple):
    """What holds from an entry on.

    Attributes:
        entry: The number of that entry, 0 for the start.
        standing: What the table has made of the game.
        endings: The numbers of the ``Forfeit`` and ``Void`` entries in force.
    """

    entry: int
    standing: Standing
    endings: frozenset[int] = frozenset()


class Course:
    """Follows a record entry by entry; tell it each with :meth:`enter`.

    Entries of the game form a tree: each follows the one that made the state before it, and a retraction goes back to
    an earlier state. What is not on the line that leads to the last state was taken back, until another retraction
    leads to a line with it.

    Args:
        seats: The number of seats.
    """

    __slots__ = ("_back", "_before", "_made", "_turns", "seats")

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._turns = [_Turn(0, AT_FIRST)]
        #: By position the entry that made the state there; by entry the one that made the state before it.
        self._made = [0]
        self._before = [0]
        self._back: dict[int, int] = {}

    @property
    def standing(self) -> Standing:
        """What the table has made of the game so far."""
        return self._turns[-1].standing

    @property
    def retracted(self) -> Mapping[int, int]:
        """The entries that were taken back, each with the number of the retraction that did so, ascending."""
        return MappingProxyType(dict(sorted(self._back.items())))

    def enter(self, seq: int, actor: Actor, move: Move | None) -> str | None:
        """Take note of the next entry. A move of the table that is irregular changes nothing.

        Args:
            seq: Its number.
            actor: Whose entry it is.
            move: Its move, if it is one of the table's own; ``None`` for a move of the game.

        Returns:
            What is wrong with a move of the table here, as the end of a sentence.
        """
        made = self._made[-1]
        self._before.append(made)
        if move is None:
            self._made.append(seq)
            return None
        fault = self.standing.fault(Entry(seq, actor, move), self.seats)
        if fault is None:
            made = self._obey(seq, move)
        self._made.append(made)
        return fault

    def _obey(self, seq: int, move: Move) -> int:
        """Obey a regular move of the table; gives the entry that made the state after it."""
        from timecore.table import Forfeit, Retract, Void  # only games that a table has touched need it  # noqa: PLC0415

        now, made = self._turns[-1], self._made[-1]
        endings = now.endings
        then = _START
        if isinstance(move, Retract):
            then = self._turns[bisect_right(self._turns, move.to, key=itemgetter(0)) - 1]
            endings = then.endings
            made = self._made[move.to]
            self._go_back(seq, made)
            self._back.update(dict.fromkeys(now.endings - endings, seq))
            for one in endings - now.endings:
                self._back.pop(one, None)
        elif isinstance(move, Forfeit | Void):
            endings |= {seq}
        standing = now.standing.after(move, then.standing)
        if standing is not now.standing or endings != now.endings:
            self._turns.append(_Turn(seq, standing, endings))
        return made

    def _go_back(self, seq: int, to: int) -> None:
        """From the line that the game stood on to another one: what was left is taken back, what is there counts."""
        left, joined = self._made[-1], to
        while left != joined:  # the number of an entry is greater than those of all before it on its line
            if left > joined:
                self._back[left] = seq
                left = self._before[left]
            else:
                self._back.pop(joined, None)
                joined = self._before[joined]


_START: Final = _Turn(0, AT_FIRST)


def retracted(log: Log, upto: int | None = None) -> Mapping[int, int]:
    """The entries that were taken back, each with the number of the retraction that did so.

    Moves of the game, draws among them, and the forfeits and voids that went with them. Notes stay, and so does what is
    no matter of the game.

    Args:
        log: The game.
        upto: How many entries to look at; by default all. What a later retraction takes back counted until then.
    """
    rows = log.record.rows if upto is None else log.record.rows[:upto]
    if not any(row[2][0] == "Retract" for row in rows):
        return {}
    from timecore.table import table_move  # only games that a table has touched need it  # noqa: PLC0415

    course = Course(len(log.header.seats))
    for row in rows:
        course.enter(row[0], row[1], table_move(row[2]) if type(row[2][0]) is str else None)
    return course.retracted
