"""Which entry of one game corresponds to which of another.

Entries that both games have in common are found first, where several in a row stand once in each; then what lies
between them is aligned at the least cost. Work and memory are bounded: of what is too much to weigh only what is
equal is found, if that is nearly all; else it is compared entry by entry as it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Final, NamedTuple, TypeAlias

__all__ = ["Alignment", "Sequences", "align"]

#: So many equal moves in a row, of which each game has one such row, are no accident.
_ROW: Final = 4

#: How many pairs of entries are weighed against each other at most, about a second's work.
_BUDGET: Final = 1_000_000

#: What it costs to say that one entry stands for another, and that one has no other. What one game has in another
#: order is then cheaper told as other choices or other luck, unless a long row of moves is only shifted.
_OTHER: Final = 2
_ALONE: Final = 3

#: An equal move with other events is less of a match than one with the same.
_EVENTS: Final = 1

#: What it costs where one game goes on and the other has ended, if one is longer: that must be told somewhere, and is
#: best told there.
_LEFT: Final = 1

#: How many entries may be on one side only in what is too much to weigh.
_EDITS: Final = 400

Pair: TypeAlias = tuple[int | None, int | None]


def _none(index: int) -> None:
    """No events."""


class Sequences(NamedTuple):
    """The entries of two games as far as they are compared, from the first that differs on.

    Attributes:
        moves: What was done, for each side a text an entry; equal texts are equal moves of the same actor.
        kinds: By whom, likewise. Only entries of one kind are ever told as one in place of the other.
        events: What gives the events of an entry, for each side; by default equal moves have equal events.
    """

    moves: tuple[Sequence[str], Sequence[str]]
    kinds: tuple[Sequence[str], Sequence[str]]
    events: tuple[Callable[[int], object], Callable[[int], object]] = (_none, _none)


class Alignment(NamedTuple):
    """Which entry corresponds to which.

    Attributes:
        pairs: Indices into both sides, ascending; ``None`` where an entry has no other.
        complete: Whether all of it was weighed; if not, some was compared as it stands.
    """

    pairs: tuple[Pair, ...]
    complete: bool


def align(both: Sequences) -> Alignment:
    """Align two sequences of entries."""
    aligner = _Aligner(both)
    pairs: list[Pair] = []
    ends = len(both.moves[0]), len(both.moves[1])
    i = j = 0
    for x, y in (*_anchors(both), ends):
        pairs.extend(aligner.gap(i, x, j, y))
        if (x, y) != ends:
            pairs.append((x, y))
        i, j = x + 1, y + 1
    return Alignment(tuple(_in_order(pairs)), aligner.complete)


def _in_order(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The same with those of the first side before those of the second wherever several in a row have no other."""
    for alone, run in groupby(pairs, key=lambda pair: None in pair):
        in_a_row = [*run]
        yield from sorted(in_a_row, key=lambda pair: pair[0] is None) if alone else in_a_row


def _anchors(both: Sequences) -> Iterator[tuple[int, int]]:
    """Pairs of equal entries in rows that are found once in each game, ascending on both sides."""
    a, b = both.moves
    mine, others = _single_rows(a), _single_rows(b)
    meeting = [(i, others[row]) for row, i in mine.items() if row in others]
    last = (-1, -1)
    for i, j in _rising(sorted(meeting)):
        for step in range(_ROW):
            x, y = i + step, j + step
            if x > last[0] and y > last[1]:
                last = (x, y)
                yield last


def _single_rows(moves: Sequence[str]) -> dict[tuple[str, ...], int]:
    rows = [*zip(*(moves[start:] for start in range(_ROW)), strict=False)]
    counted = Counter(rows)
    return {row: index for index, row in enumerate(rows) if counted[row] == 1}


def _rising(meeting: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that rises on both sides; it rises on the first already."""
    ends: list[int] = []  # the least second number with which a run of each length ends
    at: list[int] = []  # the pair that it stands in
    before: list[int] = []
    for index, (_, j) in enumerate(meeting):
        length = bisect_left(ends, j)
        before.append(at[length - 1] if length else -1)
        if length == len(ends):
            ends.append(j)
            at.append(index)
        else:
            ends[length], at[length] = j, index
    found: list[tuple[int, int]] = []
    index = at[-1] if at else -1
    while index >= 0:
        found.append(meeting[index])
        index = before[index]
    return found[::-1]


class _Aligner:
    """Aligns what lies between anchors."""

    def __init__(self, both: Sequences) -> None:
        self._both = both
        self._budget = _BUDGET
        self.complete = True

    def gap(self, i: int, end_a: int, j: int, end_b: int) -> Iterator[Pair]:
        """Align the entries from ``i`` to ``end_a`` with those from ``j`` to ``end_b``."""
        a, b = self._both.moves
        while i < end_a and j < end_b and a[i] == b[j]:
            yield i, j
            i, j = i + 1, j + 1
        last = (end_a, end_b) == (len(a), len(b))
        behind = 0
        while i < end_a - behind and j < end_b - behind and a[end_a - behind - 1] == b[end_b - behind - 1]:
            behind += 1
        if last and behind < _ROW:  # that may be an accident, since here no anchor follows
            behind = 0
        stop_a, stop_b = end_a - behind, end_b - behind
        cells = (stop_a - i) * (stop_b - j)
        if not cells:
            yield from _alone(range(i, stop_a), range(j, stop_b))
        elif cells <= self._budget:
            self._budget -= cells
            longer = last and not behind and stop_a - i != stop_b - j
            yield from self._weighed(range(i, stop_a), range(j, stop_b), _LEFT if longer else _ALONE)
        else:
            yield from self._too_many(range(i, stop_a), range(j, stop_b))
        yield from zip(range(stop_a, end_a), range(stop_b, end_b), strict=True)

    def _too_many(self, mine: range, others: range) -> Iterator[Pair]:
        """Entries that are too many to weigh: where they differ little, what is equal is found all the same."""
        a, b = self._both.moves
        equal = _equal(a[mine.start : mine.stop], b[others.start : others.stop])
        if equal is None:
            self.complete = False
            yield from self._as_it_stands(mine, others)
            return
        i, j = mine.start, others.start
        for x, y in equal:
            yield from self.gap(i, mine.start + x, j, others.start + y)
            i, j = mine.start + x, others.start + y
            yield i, j
            i, j = i + 1, j + 1
        yield from self.gap(i, mine.stop, j, others.stop)

    def _as_it_stands(self, mine: range, others: range) -> Iterator[Pair]:
        kinds_a, kinds_b = self._both.kinds
        for i, j in zip_longest(mine, others):
            if i is not None and j is not None and kinds_a[i] == kinds_b[j]:
                yield i, j
            else:
                yield from _alone(*([] if x is None else [x] for x in (i, j)))

    def _weighed(self, mine: range, others: range, left: int) -> Iterator[Pair]:
        """The cheapest alignment: the classic table, from the back, so that it is then read from the front.

        Args:
            mine: The entries of the first side.
            others: The entries of the second side.
            left: What an entry costs when the other side has ended.
        """
        (a, b), (kinds_a, kinds_b), (events_a, events_b) = self._both
        width = len(others)
        costs = [left * (width - y) for y in range(width + 1)]
        ways: list[
            bytearray
        ] = []  # what to do at each place: 0 take both, 1 leave a's alone, 2 leave b's alone
        for x in reversed(mine):
            below = costs
            costs = [0] * width + [below[width] + left]
            way = bytearray(width)
            move, kind = a[x], kinds_a[x]
            right = costs[width]
            for y in range(width - 1, -1, -1):
                other = others[y]
                best, how = below[y] + _ALONE, 1
                if right + _ALONE < best:
                    best, how = right + _ALONE, 2
                if kind == kinds_b[other]:
                    both = below[y + 1] + _OTHER
                    if move == b[other]:
                        both = below[y + 1] + (_EVENTS if events_a(x) != events_b(other) else 0)
                    if both <= best:
                        best, how = both, 0
                costs[y] = right = best
                way[y] = how
            ways.append(way)
        ways.reverse()
        x = y = 0
        while x < len(mine) and y < width:
            how = ways[x][y]
            yield (None if how == 2 else mine[x]), (None if how == 1 else others[y])
            x += how != 2
            y += how != 1
        yield from _alone(mine[x:], others[y:])


def _equal(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]] | None:
    """What two sequences have in common, by Myers' algorithm; ``None`` if they differ in too much.

    It looks for the fewest entries that only one side has: with none, with one, …, as far as each can go.
    """
    end = len(a) - len(b)
    far = {1: 0}
    reached: list[dict[int, int]] = []
    steps = 0
    for edits in range(_EDITS):
        reached.append(far.copy())
        for line in range(-edits, edits + 1, 2):
            x = far[line + 1] if _downwards(far, line, edits) else far[line - 1] + 1
            first, y = x, x - line
            while x < len(a) and y < len(b) and a[x] == b[y]:
                x, y = x + 1, y + 1
            steps += x - first
            far[line] = x
            if line == end and x >= len(a):
                return _way_back(reached, len(a), len(b))
        if steps > _BUDGET:
            break
    return None


def _downwards(far: Mapping[int, int], line: int, edits: int) -> bool:
    """Whether a line is reached by leaving an entry of the second side alone, rather than one of the first."""
    return line == -edits or (line != edits and far[line - 1] < far[line + 1])


def _way_back(reached: Sequence[Mapping[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    """The equal entries on the way that was found, ascending."""
    found: list[tuple[int, int]] = []
    for edits in range(len(reached) - 1, -1, -1):
        far = reached[edits]
        line = x - y
        line += 1 if _downwards(far, line, edits) else -1
        start = far[line]
        while x > start and y > start - line:
            x, y = x - 1, y - 1
            found.append((x, y))
        x, y = start, start - line
    return found[::-1]


def _alone(mine: Sequence[int], others: Sequence[int]) -> Iterator[Pair]:
    for i in mine:
        yield i, None
    for j in others:
        yield None, j
