"""Two games entry by entry: those around each difference, one below the other or side by side."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.diff import MISSING, Change, Difference
from timecore.display import fit, pad
from timecore_cli import _output
from timecore_cli._comparison import beside_moves, named

if TYPE_CHECKING:
    from timecore_cli._comparison import Comparison

__all__ = ["Hunks"]

#: How many entries around a difference are shown with it.
_CONTEXT: Final = 3

#: Red for what the first game has, green for what the second has.
_COLOURS: Final = {"-": 31, "+": 32}


class _Row(NamedTuple):
    """Entries side by side.

    Attributes:
        a: The number of the first game's entry, or ``None``.
        b: The number of the second game's entry, or ``None``.
        differences: How they differ; none if they do not.
    """

    a: int | None
    b: int | None
    differences: tuple[Difference, ...] = ()


class Hunks:
    """Shows the entries of two games that differ, line by line.

    Args:
        page: The games, and how they are told.
    """

    def __init__(self, page: Comparison) -> None:
        self._page = page

    def unified(self) -> Iterator[str]:
        """The entries around each difference, those of both games one below the other."""
        yield self._page.screen.bold(f"--- {_output.printable(str(self._page.files[0]))}")
        yield self._page.screen.bold(f"+++ {_output.printable(str(self._page.files[1]))}")
        yield from self._page.remarks()
        a, b = self._page.tellers
        most = _output.list_width()
        for hunk in _hunks(self._rows()):
            yield self._page.screen.dim(fit(self._span(hunk), most))
            for run_differs, group in groupby(hunk, key=lambda row: bool(row.differences)):
                run = [*group]
                if not run_differs:
                    yield from (fit(f" {self._of_both(row)}", most) for row in run)
                    continue
                for row in run:
                    if row.a is not None:
                        yield self._marked("-", a.entry(row.a), most)
                    if row.b is not None:
                        yield self._marked("+", b.entry(row.b), most)
                    yield from self._below(row, most)
        for name, changes in self._values():
            yield self._page.screen.dim(f"@@ {name} @@")
            for change in changes:
                yield from self._marks(change, most)

    def _of_both(self, row: _Row) -> str:
        """An entry that both games have; marked if one of them has taken it back."""
        assert row.a is not None  # noqa: S101 - rows without a difference have both
        assert row.b is not None  # noqa: S101
        a, b = self._page.tellers
        told = a.entry(row.a)
        return told if row.a in self._page.found.a.taken_back else b.marked(row.b, told)

    def _below(self, row: _Row, most: int) -> Iterator[str]:
        """What differs beside the moves."""
        for one in row.differences:
            for change in beside_moves(one):
                yield from self._marks(change, most, one)

    def _marks(self, change: Change, most: int, of: Difference | None = None) -> Iterator[str]:
        indent = "" if of is None else "    "
        for mark, value in (("-", change.old), ("+", change.new)):
            if value is not MISSING:
                yield self._marked(mark, f"{indent}{named(change, of)}: {_output.dumps(value)}", most)

    def _marked(self, mark: str, text: str, most: int) -> str:
        line = fit(mark + text, most)
        return f"\x1b[{_COLOURS[mark]}m{line}\x1b[0m" if self._page.screen.colour else line

    def _span(self, hunk: Sequence[_Row]) -> str:
        """Which entries follow, as `diff` writes it, and why they differ."""
        numbers = [[row[side] for row in hunk if row[side] is not None] for side in (0, 1)]
        spans = [f"{found[0]},{len(found)}" if found else "0,0" for found in numbers]
        names = self._page.names()
        causes = dict.fromkeys(names[one.cause] for row in hunk for one in row.differences)
        return f"@@ -{spans[0]} +{spans[1]} @@ {'; '.join(causes)}"

    def beside(self) -> Iterator[str]:
        """The entries around each difference, those of both games side by side."""
        screen = self._page.screen
        room = (screen.width - 3) // 2
        yield screen.bold(
            f"{pad(_output.printable(str(self._page.files[0])), room)}   "
            f"{fit(_output.printable(str(self._page.files[1])), room)}"
        )
        yield from self._page.remarks()
        a, b = self._page.tellers
        for hunk in _hunks(self._rows()):
            yield screen.dim(fit(self._span(hunk), screen.width))
            for row in hunk:
                left = "" if row.a is None else a.entry(row.a)
                right = "" if row.b is None else b.entry(row.b)
                mark = " " if not row.differences else "<" if row.b is None else ">" if row.a is None else "|"
                yield f"{pad(left, room)} {mark} {fit(right, room)}".rstrip()
                yield from self._beside_below(row, room)
        for name, changes in self._values():
            yield screen.dim(f"@@ {name} @@")
            yield from self._beside(changes, room)

    def _beside_below(self, row: _Row, room: int) -> Iterator[str]:
        for one in row.differences:
            yield from self._beside(beside_moves(one), room, one)

    def _values(self) -> Iterator[tuple[str, Sequence[Change]]]:
        """What differs in headers and states, each part with its name."""
        names = self._page.names()
        for one in self._page.found.differences:
            if one.a is None and one.b is None:
                yield names[one.cause], one.changes
        if self._page.found.state:
            yield names["knowledge" if self._page.found.knowledge else "state"], self._page.found.state

    def _beside(self, changes: Sequence[Change], room: int, of: Difference | None = None) -> Iterator[str]:
        indent = "" if of is None else "    "
        for change in changes:
            path = named(change, of)
            left, right = (
                "" if value is MISSING else f"{indent}{path}: {_output.dumps(value)}"
                for value in (change.old, change.new)
            )
            mark = "<" if not right else ">" if not left else "|"
            yield f"{pad(left, room)} {mark} {fit(right, room)}".rstrip()

    def _rows(self) -> Iterator[_Row]:
        """All entries of both games, those beside each other that correspond."""
        i = j = 0  # how many entries of each game were told
        found = self._page.found
        mine, other = found.a.numbers, found.b.numbers
        places = [{number: place for place, number in enumerate(side)} for side in (mine, other)]
        # What belongs to the record alone is left out where both games have the entry.
        listed = [
            one
            for one in found.differences
            if (one.a, one.b) != (None, None) and (one.cause != "record" or one.a is None or one.b is None)
        ]
        for (a, b), group in groupby(listed, key=lambda one: (one.a, one.b)):
            run = tuple(group)
            same = places[0][a] - i if a is not None else places[1][b or 0] - j
            for step in range(same):
                yield _Row(mine[i + step], other[j + step])
            i, j = i + same, j + same
            for step in range(run[0].count):
                yield _Row(None if a is None else a + step, None if b is None else b + step, run)
            i += 0 if a is None else run[0].count
            j += 0 if b is None else run[0].count
        for one, two in zip(mine[i:], other[j:], strict=True):
            yield _Row(one, two)


def _hunks(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    """Rows that differ, with a few around them; those that are near each other together."""
    before: deque[_Row] = deque(maxlen=_CONTEXT)
    hunk: list[_Row] = []
    same = 0
    for row in rows:
        if row.differences:
            hunk.extend(before)
            before.clear()
            hunk.append(row)
            same = 0
        elif hunk and same < _CONTEXT:
            hunk.append(row)
            same += 1
        else:
            before.append(row)
            same += 1
            if hunk and same > 2 * _CONTEXT:
                yield hunk
                hunk = []
    if hunk:
        yield hunk
