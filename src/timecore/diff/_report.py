"""What a comparison has found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import attrs

from timecore.actors import PUBLIC, Viewer
from timecore.diff._states import Change, diff_states

if TYPE_CHECKING:
    from timecore.errors import ReplayError, RulesetError
    from timecore.log import Log
    from timecore.replay import Position, Replay

__all__ = ["CAUSES", "MILD", "Diff", "DiffCause", "Difference", "Fork", "Side"]

DiffCause: TypeAlias = Literal[
    "rules",
    "options",
    "choice",
    "luck",
    "consequence",
    "removed",
    "inserted",
    "prefix",
    "names",
    "tags",
    "notes",
    "record",
    "state",
    "knowledge",
]
"""Why something differs, see :class:`Difference`; in the order in which it is told."""

CAUSES: Final[tuple[DiffCause, ...]] = get_args(DiffCause)
"""All causes, in the order in which they are told."""

MILD: Final = frozenset({"names", "tags", "notes", "record"})
"""The causes that leave the play as it is."""

_SWAPPED: Final[Mapping[str, DiffCause]] = {"inserted": "removed", "removed": "inserted"}


@attrs.frozen
class Side:
    """One of the two games that were compared.

    Attributes:
        log: The game, as it was seen.
        viewer: Whose eyes it was seen through; ``None`` for all that its copy shows.
        position: Where its state was compared; the last sound position where there is no state.
        numbers: The numbers of the entries that were compared, ascending.
        taken_back: Those of the entries that the table had taken back by then, whether they were compared or not.
        replay: A cursor over the game as it was seen, unless there can be none.
        missing: Why there is none: the ruleset is not at hand, or the header's options are none of it.
    """

    log: Log
    viewer: Viewer | None
    position: Position
    numbers: tuple[int, ...]
    taken_back: frozenset[int] = frozenset()
    replay: Replay | None = attrs.field(default=None, eq=False, repr=False)
    missing: RulesetError | ReplayError | None = attrs.field(default=None, eq=False)

    @property
    def entries(self) -> int:
        """How many entries were compared."""
        return len(self.numbers)

    @property
    def passed_over(self) -> int:
        """How many entries were not compared, because the table had taken them back."""
        return len(self.taken_back.difference(self.numbers))

    def to_json(self) -> dict[str, Any]:
        """``{"game", "head", "shows", "viewer", "position", "entries", "passed_over"}``."""
        return {
            "game": self.log.header.game.hex(),
            "head": self.log.head.hex(),
            "shows": self.log.shows,
            "viewer": "public" if self.viewer is PUBLIC else self.viewer,
            "position": str(self.position),
            "entries": self.entries,
            "passed_over": self.passed_over,
        }


@attrs.frozen
class Fork:
    """Where two games part.

    Attributes:
        entry: The last entry that both have; 0 if the first one differs already. With ``"play"`` those that are passed
            over do not count.
        by: ``"bytes"`` if one record comes from the other, so that both begin with the same bytes; ``"play"`` if they
            were compared as moves and events, since game number and salts make all bytes differ.
        branches: Whether each side goes on with a ``Branch`` there.
    """

    entry: int
    by: Literal["bytes", "play"]
    branches: tuple[bool, bool] = (False, False)

    def swapped(self) -> Fork:
        """The same with the sides exchanged."""
        return attrs.evolve(self, branches=self.branches[::-1])

    def to_json(self) -> dict[str, Any]:
        """``{"entry", "by", "branches"}``, the latter the sides that go on with a ``Branch``, such as ``["b"]``."""
        branches = [name for name, branch in zip("ab", self.branches, strict=True) if branch]
        return {"entry": self.entry, "by": self.by, "branches": branches}


@attrs.frozen
class Difference:
    """One difference between two games, with its cause.

    ``rules``, ``options``, ``names``, ``tags``: the headers differ. ``choice``: a seat, or the table, chose something
    else. ``luck``: chance did. ``consequence``: the same move had other events. ``removed``, ``inserted``: only the
    first, only the second game has this entry. ``prefix``: one game goes on where the other ends, with these
    entries and perhaps further ones. ``notes``: another
    remark. ``record``: nothing of the game, only this record of it: its number, luck, hashes, times or signatures.

    Attributes:
        cause: Why.
        a: The number of the entry in the first game, or ``None``.
        b: The number of the entry in the second game, or ``None``.
        count: How many entries it is about: more than one only for a ``prefix``, from that entry on without a gap, and
            for what belongs to the record, such as times, at that entry and others behind it.
    """

    cause: DiffCause
    a: int | None = None
    b: int | None = None
    count: int = 1
    _header: tuple[Change, ...] = ()
    _logs: tuple[Log, Log] | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def old(self) -> dict[str, Any] | None:
        """The entry of the first game in JSON, if there is one."""
        return self._entry(0, self.a)

    @property
    def new(self) -> dict[str, Any] | None:
        """The entry of the second game in JSON, if there is one."""
        return self._entry(1, self.b)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What differs: in the headers, or within the entries, whose numbers are not looked at.

        Empty where only one game has the entry.
        """
        if self._header:
            return self._header
        old, new = self.old, self.new
        if old is None or new is None:
            return ()
        return diff_states(old | {"seq": 0}, new | {"seq": 0})

    def _entry(self, side: int, number: int | None) -> dict[str, Any] | None:
        if number is None or self._logs is None:
            return None
        log = self._logs[side]
        return log.entry_json(log.record.entries[number - 1])

    def swapped(self) -> Difference:
        """The same with the sides exchanged."""
        return Difference(
            _SWAPPED.get(self.cause, self.cause),
            self.b,
            self.a,
            self.count,
            tuple(change.swapped() for change in self._header),
            None if self._logs is None else self._logs[::-1],
        )

    def to_json(self) -> dict[str, Any]:
        """``{"cause", "a", "b", "count", "old", "new", "changes"}``."""
        return {
            "cause": self.cause,
            "a": self.a,
            "b": self.b,
            "count": self.count,
            "old": self.old,
            "new": self.new,
            "changes": [change.to_json() for change in self.changes],
        }


@attrs.frozen
class Diff:
    """How two games, two positions of one, or two views of one differ.

    Attributes:
        a: The first game.
        b: The second game.
        fork: Where they part; ``None`` if the entries of neither go on otherwise than those of the other.
        differences: What differs in headers and entries, each with its cause: headers first, then in the order of play.
        state: What differs between the states; ``None`` if they were not compared.
        knowledge: Whether two viewers were compared, so that what only one of them may see is a difference.
        limits: The viewers that redacted copies were made for: where there are any, only what all of these may see was
            compared.
        unseen: How many values were not compared, because one side does not show them.
        realigned: Whether the entries behind the fork were brought together as well as can be; not if that would
            have taken too long.
    """

    a: Side
    b: Side
    fork: Fork | None
    differences: tuple[Difference, ...]
    state: tuple[Change, ...] | None
    knowledge: bool = False
    limits: tuple[Viewer, ...] = ()
    unseen: int = 0
    realigned: bool = True

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and not self.state

    @property
    def why(self) -> str | None:
        """Why the states were not compared, or ``None``."""
        missing = self.a.missing or self.b.missing
        return None if missing is None else missing.message

    @property
    def same_play(self) -> bool:
        """Whether names, tags, notes and what belongs to a record alone are all that differs."""
        return not self.state and all(one.cause in MILD for one in self.differences)

    @property
    def causes(self) -> dict[DiffCause, int]:
        """How often each cause was found, in the order in which they are told."""
        counted: Counter[DiffCause] = Counter()
        for one in self.differences:
            counted[one.cause] += len(one.changes) if one.a is None and one.b is None else one.count
        if self.state:
            counted["knowledge" if self.knowledge else "state"] = len(self.state)
        return {cause: counted[cause] for cause in CAUSES if counted[cause]}

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return not self.equal

    def swapped(self) -> Diff:
        """The same with the sides exchanged."""
        return attrs.evolve(
            self,
            a=self.b,
            b=self.a,
            fork=None if self.fork is None else self.fork.swapped(),
            differences=tuple(one.swapped() for one in self.differences),
            state=None if self.state is None else tuple(change.swapped() for change in self.state),
            limits=self.limits[::-1],
        )

    def to_json(self) -> dict[str, Any]:
        """All of it as one JSON object.

        ``{"equal", "same_play", "a", "b", "fork", "differences", "state", "why", "causes", "limits", "unseen",
        "realigned"}``; each difference, those of the states too, has its ``"cause"``, each field its path and pointer.
        """
        cause = "knowledge" if self.knowledge else "state"
        state = None if self.state is None else [{"cause": cause} | one.to_json() for one in self.state]
        return {
            "equal": self.equal,
            "same_play": self.same_play,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "fork": None if self.fork is None else self.fork.to_json(),
            "differences": [one.to_json() for one in self.differences],
            "state": state,
            "why": self.why,
            "causes": self.causes,
            "limits": ["public" if one is PUBLIC else one for one in self.limits],
            "unseen": self.unseen,
            "realigned": self.realigned,
        }
