"""Two games compared: header, fork, entries by cause, states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from timecore.actors import Viewer
from timecore.course import retracted as taken_back
from timecore.diff._align import Sequences, align
from timecore.diff._headers import HEADER_FORMS
from timecore.diff._reading import Reader, cause_of_move, kind_of, names_an_entry, refers_alike
from timecore.diff._report import MILD, Diff, DiffCause, Difference, Fork, Side
from timecore.diff._states import Change, diff_states, seen_by_both
from timecore.diff._views import Views
from timecore.errors import ReplayError, RulesetError, UsageError
from timecore.hidden import HIDDEN
from timecore.log import Log, viewer_of_record
from timecore.paths import Path
from timecore.quoting import json_text
from timecore.replay import Position, Replay

if TYPE_CHECKING:
    from timecore.record import RawEntry

__all__ = ["SAME", "Same", "diff"]


class Same:
    """The type of :data:`SAME`."""

    def __repr__(self) -> str:
        return "SAME"


SAME: Final = Same()
"""The same for the second game as for the first."""

#: What stands beside a move for the sake of this record alone; all other notes are remarks.
_OF_THE_RECORD: Final = frozenset({"id", "seen", "sig", "time"})


def diff(
    a: Log,
    b: Log,
    *,
    at: Position | int | str | None = None,
    at_b: Position | int | str | Same | None = SAME,
    viewer: Viewer | None = None,
    viewer_b: Viewer | Same | None = SAME,
    retracted: bool = False,
) -> Diff:
    """How two games differ, or two positions of one game, or two views of one.

    Of a redacted copy only what it shows is compared, on both sides; two viewers are compared by what each may see.
    What the table had taken back by the position that is compared is passed over; the retraction itself is not.

    Args:
        a: The first game.
        b: The second game, of the same ruleset; perhaps the first one again.
        at: How far to compare the first game: ``N``, ``-1``, ``"N.M"`` or a position; by default all of it.
        at_b: How far to compare the second game; by default as far as the first.
        viewer: Whose eyes the first game is seen through: a seat or ``PUBLIC``; by default all that the copies show.
        viewer_b: Whose eyes the second game is seen through; by default the same.
        retracted: Whether to compare also what the table has taken back.

    Returns:
        All differences, each with its cause.

    Raises:
        UsageError: They are games of two rulesets; or there is no such seat.
        PositionError: There is no such position.
    """
    if a.header.ruleset != b.header.ruleset:
        names = f"{json_text(a.header.ruleset)} and {json_text(b.header.ruleset)}"
        msg = f"games of {names} cannot be compared: they have no moves in common"
        raise UsageError(msg, hint="Compare two games of one ruleset.")
    other = viewer if isinstance(viewer_b, Same) else viewer_b
    views = (viewer_of_record(a, viewer), viewer_of_record(b, other))
    seen = Views.of((a, b), views)
    sides = tuple(
        _Side(log, view, place, retracted=retracted)
        for log, view, place in zip(
            seen.logs, views, (at, at if isinstance(at_b, Same) else at_b), strict=True
        )
    )
    return _Comparison((sides[0], sides[1]), seen).result()


class _Side:
    """One game, as far as it is compared."""

    def __init__(
        self, log: Log, viewer: Viewer | None, at: Position | int | str | None, *, retracted: bool
    ) -> None:
        self.log = log
        self.replay: Replay | None = None
        missing: RulesetError | ReplayError | None = None
        try:
            self.replay = Replay(log)
        except (RulesetError, ReplayError) as error:
            missing = error
        if at is None:
            entries = len(log)
            position = Position(entries if self.replay is None else self.replay.end)
        elif self.replay is not None:
            position = self.replay.locate(at)
            entries = position.entry
        else:
            position = at if isinstance(at, Position) else Position.parse(str(at), len(log))
            entries = position.entry
        gone = taken_back(log, entries)
        self.passed_over = frozenset() if retracted else frozenset(gone)
        #: All entries up to there, and those that are compared.
        self.all = log.record.entries[:entries]
        self.entries = [raw for raw in self.all if raw.seq not in self.passed_over]
        numbers = tuple([raw.seq for raw in self.entries])
        self.told = Side(log, viewer, position, numbers, frozenset(gone), self.replay, missing)

    @property
    def state(self) -> Any:
        """The state in JSON, where it is compared."""
        assert self.replay is not None  # noqa: S101 - asked for only then
        return self.replay.state_at(self.told.position).to_json()

    @property
    def start(self) -> Any:
        """The state before the first entry, in JSON."""
        assert self.replay is not None  # noqa: S101 - asked for only then
        return self.replay.state_at(0).to_json()

    @property
    def hash(self) -> bytes:
        """The hash that stands for what is compared."""
        return self.all[-1].hash if self.all else self.log.record.header.hash


class _Comparison:
    """Finds the parts of a :class:`Diff`."""

    def __init__(self, sides: tuple[_Side, _Side], seen: Views) -> None:
        self._sides = sides
        self._seen = seen
        a, b = sides
        self._logs = (a.log, b.log)
        self._reader = Reader(self._logs, seen=seen.alike)
        self._unseen = 0
        self._complete = True
        # The first entries that differ in what belongs to the record, and how many do.
        self._noted: tuple[int, int, int] | None = None
        # What the number of an entry of the first game is in the second.
        self._numbers = {0: 0}

    def result(self) -> Diff:
        """All of it."""
        a, b = self._sides
        header = [*self._headers()]
        by_bytes = self._common_bytes()
        common = self._common_play(by_bytes)
        fork = self._fork(by_bytes, common)
        found = [*header, *self._entries(by_bytes, common)]
        state = self._states()
        if not found and not state and a.hash != b.hash and by_bytes < max(len(a.all), len(b.all)):
            found.append(self._in_hash_alone())
        return Diff(
            a.told,
            b.told,
            fork,
            tuple(found),
            state,
            knowledge=self._seen.knowledge,
            limits=self._seen.limits,
            unseen=self._unseen + self._reader.unseen,
            realigned=self._complete,
        )

    # -- headers --------------------------------------------------------------------------------------------

    def _headers(self) -> Iterator[Difference]:
        a, b = (log.header for log in self._logs)
        if self._logs[0].record.header.body == self._logs[1].record.header.body:
            self._unseen += sum(
                (one is HIDDEN) != (other is HIDDEN) for one, other in zip(a.seats, b.seats, strict=True)
            )
            return
        for cause, forms in HEADER_FORMS:
            changes = diff_states(forms(a), forms(b))
            if cause == "names":  # of which some may be erased
                changes, hidden = seen_by_both(changes)
                self._unseen += hidden
            if changes:
                yield Difference(cause, header=changes, logs=self._logs)

    # -- where they part ------------------------------------------------------------------------------------

    def _common_bytes(self) -> int:
        """With how many equal records both begin, the header not counted; -1 if that differs already."""
        a, b = self._sides
        if a.log.record.header.hash != b.log.record.header.hash:
            return -1
        # Each hash covers all before it, so where two are equal all before are.
        low, high = 0, min(len(a.all), len(b.all))
        while low < high:
            middle = (low + high + 1) // 2
            if a.all[middle - 1].hash == b.all[middle - 1].hash:
                low = middle
            else:
                high = middle - 1
        return low

    def _common_play(self, by_bytes: int) -> int:
        """With how many entries both begin that say the same."""
        a, b = (side.entries for side in self._sides)
        common = 0
        for mine, other in zip(a, b, strict=False):
            if not mine.seq == other.seq <= by_bytes and not self._same(mine, other):
                break
            self._numbers[mine.seq] = other.seq
            common += 1
        return common

    def _same(self, a: RawEntry, b: RawEntry) -> bool:
        """Whether two entries say the same, about the same entry if they are about one."""
        if names_an_entry(a) and names_an_entry(b):
            return kind_of(a) == kind_of(b) and self._refer_alike(a, b)
        return self._reader.same(a, b)

    def _refer_alike(self, a: RawEntry, b: RawEntry) -> bool:
        """Whether two moves of the table say the same about entries that correspond, or that are passed over alike."""
        mine, other = self._sides
        if a.move[1] in mine.passed_over and b.move[1] in other.passed_over:
            return bool(a.move[2:] == b.move[2:])
        return refers_alike(a, b, self._numbers.get)

    def _fork(self, by_bytes: int, common: int) -> Fork | None:
        a, b = (side.all for side in self._sides)
        if by_bytes >= 0:
            if by_bytes == len(a) == len(b):
                return None
            branches = [len(side) > by_bytes and side[by_bytes].move[0] == "Branch" for side in (a, b)]
            last = self._sides[0].entries[common - 1].seq if common else 0
            if last <= by_bytes or any(branches):
                return Fork(by_bytes, "bytes", (branches[0], branches[1]))
        if all(common == len(side.entries) for side in self._sides):
            return None
        return Fork(common, "play")

    # -- entries --------------------------------------------------------------------------------------------

    def _entries(self, by_bytes: int, common: int) -> Iterator[Difference]:
        """What differs in entries, in the order of play; last what belongs to the records alone."""
        a, b = (side.entries for side in self._sides)
        for index in range(common):
            if not a[index].seq == b[index].seq <= by_bytes:
                yield from self._notes(index, index)
        rest = len(a) - common, len(b) - common
        if all(rest):
            yield from self._behind(common)
        elif any(rest):
            for first, count in _runs([raw.seq for raw in (a if rest[0] else b)[common:]]):
                mine, other = (first, None) if rest[0] else (None, first)
                yield Difference("prefix", mine, other, count, logs=self._logs)
        if self._noted is not None:
            i, j, count = self._noted
            yield Difference("record", a[i].seq, b[j].seq, count, logs=self._logs)

    def _notes(self, i: int, j: int) -> Iterator[Difference]:
        """A remark beside entries that say the same. What belongs to the record, such as times, is only counted."""
        mine, other = self._sides[0].entries[i].meta, self._sides[1].entries[j].meta
        if mine == other:
            return
        keys = {key for key in (*mine, *other) if mine.get(key) != other.get(key)}
        if keys - _OF_THE_RECORD:
            yield self._pair("notes", i, j)
        if keys & _OF_THE_RECORD:
            first_i, first_j, count = self._noted or (i, j, 0)
            self._noted = first_i, first_j, count + 1

    def _behind(self, common: int) -> Iterator[Difference]:
        """What differs from the fork on."""
        a, b = (side.entries for side in self._sides)
        for i, j in self._aligned(common):
            if i is None and j is not None:
                yield self._alone("inserted", None, j, b[j])
            elif i is not None and j is None:
                yield self._alone("removed", i, None, a[i])
            elif i is not None and j is not None:
                self._numbers[a[i].seq] = b[j].seq
                cause = self._cause(a[i], b[j])
                if cause is not None:
                    yield self._pair(cause, i, j)
                yield from self._notes(i, j)

    def _aligned(self, common: int) -> Iterator[tuple[int | None, int | None]]:
        """Which entry from the fork on corresponds to which."""
        # Two ways may cost the same. So that exchanging the games exchanges the sides and nothing else, which
        # comes first does not depend on which was named first.
        turned = self._sides[0].hash > self._sides[1].hash
        moves, kinds, events = [], [], []
        for side in (1, 0) if turned else (0, 1):
            rest = self._sides[side].entries[common:]
            moves.append([self._reader.move(side, entry) for entry in rest])
            kinds.append([kind_of(entry) for entry in rest])
            events.append(self._events_of(side, common))
        found = align(Sequences((moves[0], moves[1]), (kinds[0], kinds[1]), (events[0], events[1])))
        self._complete = found.complete
        for pair in found.pairs:
            i, j = reversed(pair) if turned else pair
            yield (None if i is None else i + common), (None if j is None else j + common)

    def _events_of(self, side: int, common: int) -> Callable[[int], list[str]]:
        """What gives the events of an entry behind the fork; those of one are read once."""
        entries = self._sides[side].entries

        @cache
        def events(index: int) -> list[str]:
            return self._reader.events(side, entries[common + index])

        return events

    def _cause(self, a: RawEntry, b: RawEntry) -> DiffCause | None:
        """Why two entries differ."""
        same = self._refer_alike(a, b) if names_an_entry(a) else self._reader.same_move(a, b)
        if not same:
            return cause_of_move(a)
        return None if self._reader.same_events(a, b) else "consequence"

    def _pair(self, cause: DiffCause, i: int, j: int) -> Difference:
        a, b = (side.entries for side in self._sides)
        return Difference(cause, a[i].seq, b[j].seq, logs=self._logs)

    def _alone(self, cause: DiffCause, i: int | None, j: int | None, entry: RawEntry) -> Difference:
        of_move = cause_of_move(entry)
        if of_move in MILD:
            cause = of_move
        return Difference(
            cause, None if i is None else entry.seq, None if j is None else entry.seq, logs=self._logs
        )

    def _in_hash_alone(self) -> Difference:
        """Two records whose hashes differ and nothing else that can be seen: salts, or what both sides hide."""
        a, b = (side.hash.hex() for side in self._sides)
        return Difference("record", header=(Change(Path(("head",)), a, b),), logs=self._logs)

    # -- states ---------------------------------------------------------------------------------------------

    def _states(self) -> tuple[Change, ...] | None:
        a, b = self._sides
        if a.replay is None or b.replay is None:
            return None
        found = diff_states(a.state, b.state, like=(a.start, b.start))
        if self._seen.alike or self._seen.knowledge:
            return found
        kept, hidden = seen_by_both(found)
        self._unseen += hidden
        return kept


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow one another without a gap: the first, and how many there are."""
    first, count = 0, 0
    for number in numbers:
        if count and number == first + count:
            count += 1
            continue
        if count:
            yield first, count
        first, count = number, 1
    if count:
        yield first, count
