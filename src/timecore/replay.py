"""A cursor over a log: any position, forwards and backwards, as anybody may see it.

*Position* ``N`` is the state after entry ``N`` (0 is the start), ``N.M`` the state after event ``M`` (from 1)
inside the next entry.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from timecore.actors import Actor, Viewer
from timecore.codec import decode, encode
from timecore.entry import Entry
from timecore.errors import PositionError, ReplayError, UsageError
from timecore.fold import advance
from timecore.log import json_types, viewer_of_record
from timecore.messages import Event, Move
from timecore.redact import redact
from timecore.standing import AT_FIRST, Standing

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.ruleset import Result, Ruleset, State

__all__ = ["Position", "Replay", "Step", "Timeline", "locate", "state_digest"]

#: What it may cost to fold from one checkpoint on a line to the next, in entries of up to seven events. A copy costs
#: about as much as folding ten events.
EVERY: Final = 32

_POSITION: Final = re.compile(r"(-?[0-9]{1,9})(?:\.([0-9]{1,9}))?")


class Position(NamedTuple):
    """A place in a log, between two events.

    Attributes:
        entry: The state after this entry; 0 is the start.
        event: The state after this event, from 1, inside the next entry; 0 is none of it.
    """

    entry: int
    event: int = 0

    @classmethod
    def parse(cls, text: str, length: int) -> Position:
        """Read ``N``, ``-N`` (from the end: ``-1`` is the last) or ``N.M``.

        Args:
            text: What was asked for.
            length: The number of entries in the log.

        Raises:
            PositionError: It is no position, or none of this log.
        """
        match = _POSITION.fullmatch(text)
        if match is None:
            msg = f"{text!r} is no position"
            raise PositionError(
                msg,
                hint="A position is N (after entry N), -1 (the last) or N.M (after event M inside the next entry).",
            )
        if match[2] is not None and int(match[2]) == 0:
            msg = f"there is no position {text}: the events of an entry are counted from 1"
            raise PositionError(msg, hint=f"Before the first of them is position {match[1]}.")
        entry = int(match[1])
        if entry < 0:
            entry += length + 1
        if not 0 <= entry <= length:
            msg = f"there is no position {text}: the log has {_counted(length, 'entry', 'entries')}"
            raise PositionError(msg, hint=f"Positions go from 0 to {length}.")
        return cls(entry, int(match[2] or 0))

    def __str__(self) -> str:
        return f"{self.entry}.{self.event}" if self.event else str(self.entry)


class HasEvents(Protocol):
    """An entry, decoded or as a record holds it."""

    @property
    def events(self) -> Sequence[Any]:
        """What happened, in order."""
        ...


class Timeline:
    """The states of a log, one after each entry, kept as a few checkpoints. Obeys the table's moves.

    States form a tree: an entry of the ruleset grows a new state out of the one before it, a retraction goes
    back to an earlier one. A checkpoint is kept at every 32nd state of a line, sooner behind entries of many events,
    so that any state is at most 31 entries away from one, however often the table went back.

    A move of the table that is irregular (section 6 of the format) changes nothing; to name it is the audit's business.

    Args:
        rules: The ruleset.
        start: The state before the first entry; not changed.
        entries: The entries; may grow behind the timeline's back, never change.
        seats: The number of seats.
    """

    __slots__ = (
        "_checkpoints",
        "_cost",
        "_entries",
        "_last",
        "_node",
        "_parent",
        "_seats",
        "_standings",
        "error",
        "rules",
    )

    def __init__(self, rules: Ruleset[Any], start: Any, entries: Sequence[Entry], seats: int) -> None:
        self.rules = rules
        self._entries = entries
        self._seats = seats
        self._checkpoints: dict[int, Any] = {0: start.copy()}
        self._last = start.copy()
        # By position: the entry that made its state (0: the start); that entry's line before it; what it costs to
        # fold there from the last checkpoint on its line.
        self._node: list[int] = [0]
        self._parent: list[int] = [0]
        self._cost: list[int] = [0]
        # Only table moves change the standing, so the few changes are kept, each with its entry.
        self._standings: list[tuple[int, Standing]] = [(0, AT_FIRST)]
        self.error: ReplayError | None = None

    @property
    def end(self) -> int:
        """The last position that can be reached: the number of entries, fewer if one cannot be folded."""
        self._fold_to(len(self._entries))
        return len(self._node) - 1

    def state(self, position: int) -> Any:
        """A state of its own for the caller: after entry ``position``, which must not be beyond :attr:`end`."""
        self._fold_to(position)
        if position == len(self._node) - 1:
            return self._last.copy()
        return self._grow(self._node[position])

    @property
    def last(self) -> Any:
        """The state at :attr:`end` itself, not a copy: to look at, never to change."""
        _ = self.end
        return self._last

    def go_on(self, entries: Sequence[Entry]) -> None:
        """Go on with more entries.

        Args:
            entries: Those there were, and more.
        """
        self._entries = entries

    def check(self, entry: Entry) -> None:
        """Whether an entry can be folded onto the last state, which stays as it is.

        Args:
            entry: One that is to become the next.

        Raises:
            ReplayError: Its events contradict that state, as they may where an earlier entry is irregular.
        """
        state = self.last.copy()
        try:
            for event in entry.events:
                event.apply(state)
        except Exception as error:
            raise _contradiction(entry, error) from error

    def standing(self, position: int) -> Standing:
        """What the table has made of the game after entry ``position``."""
        self._fold_to(position)
        index = bisect_right(self._standings, position, key=itemgetter(0)) - 1
        return self._standings[index][1]

    def _grow(self, node: int) -> Any:
        """The state that an entry made, from the nearest checkpoint on its line."""
        path: list[int] = []
        while node not in self._checkpoints:
            path.append(node)
            node = self._parent[node]
        state = self._checkpoints[node].copy()
        for number in reversed(path):
            advance(state, self._entries[number - 1].events)
        return state

    def _fold_to(self, position: int) -> None:
        """Carry the fold on to a position, or to the first entry that cannot be folded."""
        if self.error is not None:
            return
        nodes, parents, costs = self._node, self._parent, self._cost
        entries = self._entries
        state = self._last
        for number in range(len(nodes), position + 1):
            entry = entries[number - 1]
            before = nodes[-1]
            if entry.move.of_table:
                node = self._table(entry)
                state = self._last
                parents.append(before)
                costs.append(0)
                nodes.append(node)
                continue
            try:
                for event in entry.events:
                    event.apply(state)
            except Exception as error:  # noqa: BLE001 - whatever a foreign `apply` raises, the record is at fault
                self.error = _contradiction(entry, error)
                self._last = self._grow(before)  # what the bad entry did before it failed must not stay
                return
            parents.append(before)
            nodes.append(number)
            cost = costs[before] + 1 + len(entry.events) // 8
            if cost >= EVERY:
                self._checkpoints[number] = state.copy()
                cost = 0
            costs.append(cost)

    def _table(self, entry: Entry) -> int:
        """Obey one of the table's moves, unless it is irregular; gives the node that it leads to."""
        from timecore.table import Retract  # only games that a table has touched need it  # noqa: PLC0415

        move = entry.move
        then = AT_FIRST
        node = self._node[-1]
        before = self._standings[-1][1]
        if before.fault(entry, self._seats) is not None:
            return node
        if isinstance(move, Retract):
            then = self.standing(move.to)
            if node != self._node[move.to]:
                node = self._node[move.to]
                self._last = self._grow(node)
        after = before.after(move, then)
        if after is not before:
            self._standings.append((entry.seq, after))
        return node


def _check_type(position: object) -> None:
    if type(position) is float:  # 4.10 is the number 4.1, and another event
        msg = f"{position!r} is no position"
        raise PositionError(
            msg, hint='A position inside an entry is a text: "4.10" is behind its tenth event.'
        )


def _contradiction(entry: Entry, error: Exception) -> ReplayError:
    reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    msg = f"entry {entry.seq} cannot be folded, its events contradict the state before it: {reason}"
    found = ReplayError(msg, entry=entry.seq, hint="`timecore audit` says what the rules would have caused.")
    found.__cause__ = error
    return found


class Step(NamedTuple):
    """One event of a replay, with the state after it.

    Attributes:
        position: Where the cursor stands after it.
        entry: The entry it belongs to, as the viewer sees it.
        event: The event, or ``None`` for an entry without events (a move of the table).
        state: The state after it. Valid until the next step: copy it to keep it.
        before: The state before it, a copy of its own, if :meth:`Replay.steps` was asked for it; else ``None``.
    """

    position: Position
    entry: Entry
    event: Event[Any] | None
    state: Any
    before: Any = None


class Replay:
    """A cursor over a log, as the full log shows it or as one viewer sees it.

    Args:
        log: What to replay.
        viewer: A seat or ``PUBLIC``; ``None`` shows all that this copy of the record shows.

    Attributes:
        entries: The entries as the viewer sees them.
        position: Where the cursor stands; at first the start.

    Raises:
        RulesetError: The ruleset is not at hand.
        ReplayError: The options in the header are none of this ruleset.
        UsageError: There is no such seat.
    """

    __slots__ = ("_timeline", "entries", "log", "position", "rules", "viewer")

    def __init__(self, log: Log, viewer: Viewer | None = None) -> None:
        self.log = log
        self.viewer = viewer_of_record(log, viewer)
        self.rules = log.rules
        entries: Sequence[Entry] = log.entries
        if viewer is not None:
            entries = tuple(redact(entry, viewer) for entry in entries)
        self.entries = entries
        self.position = Position(0)
        self._timeline = Timeline(self.rules, start_state(log), entries, len(log.header.seats))
        # Folds all entries once, so that every position is near a checkpoint from now on.
        _ = self._timeline.end

    def __reduce__(self) -> tuple[Any, ...]:
        return (_from_pickle, (self.log, self.viewer, self.position))

    # -- where it can go ------------------------------------------------------------------------------------

    @property
    def end(self) -> int:
        """The last position: the number of entries, fewer where one is damaged or cannot be folded."""
        return self._timeline.end

    @property
    def error(self) -> ReplayError | None:
        """Why the replay ends before the log does, or ``None``."""
        _ = self._timeline.end
        return self._timeline.error or self.log.fault

    def go(self, position: Position | int | str) -> Replay:
        """Move the cursor; backwards is as fast as forwards.

        Args:
            position: ``N``, ``-1``, ``"N.M"`` or a :class:`Position`.

        Returns:
            The replay itself.

        Raises:
            PositionError: There is no such position.
        """
        self.position = self.locate(position)
        return self

    def locate(self, position: Position | int | str) -> Position:
        """Check a position against this log.

        Raises:
            PositionError: There is no such position.
        """
        _check_type(position)
        return locate(position, self.entries, self.end)

    def grow(self, log: Log) -> int:
        """Go on with a longer log of the same record; the cursor stays where it is.

        Args:
            log: One that begins with the log that is replayed, as a :class:`~timecore.follow.Follower` has it.

        Returns:
            How many entries have come.

        Raises:
            UsageError: It is another game's, or does not begin with what is replayed here.
        """
        known = len(self.log)
        if log is self.log:
            return 0
        if (
            len(log) < known
            or (log.record.entries[known - 1].hash if known else log.record.header.hash) != self.log.head
        ):
            msg = "the log does not begin with the one that is replayed"
            raise UsageError(msg, hint="Make a new replay.")
        before = len(self.entries)
        entries: Sequence[Entry] = log.entries
        if self.viewer is not None:
            entries = (*self.entries, *[redact(entry, self.viewer) for entry in entries[before:]])
        self.log, self.entries = log, entries
        self._timeline.go_on(entries)
        _ = self._timeline.end
        return len(entries) - before

    def next(self) -> bool:
        """Go one event on; whether there was one. An entry without events is one step."""
        here = self.position
        if here.entry >= self.end:
            return False
        events = self.entries[here.entry].events
        inside = here.event + 1 < len(events)
        self.go(Position(here.entry, here.event + 1) if inside else Position(here.entry + 1))
        return True

    def back(self) -> bool:
        """Go one event back; whether there was one."""
        here = self.position
        if not here.entry and not here.event:
            return False
        if here.event:
            self.go(Position(here.entry, here.event - 1))
        else:
            events = self.entries[here.entry - 1].events
            self.go(Position(here.entry - 1, max(len(events) - 1, 0)))
        return True

    def __iter__(self) -> Iterator[Step]:
        """All events from the cursor to the end, one after the other; the cursor stays where it is."""
        return self.steps(self.position.entry)

    def steps(self, start: int = 0, stop: int | None = None, *, before: bool = False) -> Iterator[Step]:
        """The events of the entries after position ``start`` up to position ``stop``.

        Args:
            start: The number of the entry to begin behind.
            stop: The number of the last entry; by default all entries.
            before: Whether each step has the state before it as well, as narration asks for it.
        """
        last = self.end if stop is None else min(stop, self.end)
        state = self._timeline.state(min(start, last))
        for number in range(start, last):
            entry = self.entries[number]
            after = Position(number + 1)
            if not entry.events:
                state = self._timeline.state(number + 1)
                yield Step(after, entry, None, state)
                continue
            for index, event in enumerate(entry.events, 1):
                old = state.copy() if before else None
                event.apply(state)
                at = after if index == len(entry.events) else Position(number, index)
                yield Step(at, entry, event, state, old)

    # -- what is there --------------------------------------------------------------------------------------

    @property
    def entry(self) -> Entry | None:
        """The entry that the cursor stands behind, or inside; ``None`` at the start."""
        here = self.position
        if here.event:
            return self.entries[here.entry]
        return self.entries[here.entry - 1] if here.entry else None

    @property
    def event(self) -> Event[Any] | None:
        """The event that the cursor stands behind; ``None`` at the start and after a move of the table."""
        here = self.position
        if here.event:
            return self.entries[here.entry].events[here.event - 1]
        events = self.entries[here.entry - 1].events if here.entry else ()
        return events[-1] if events else None

    @property
    def state(self) -> Any:
        """The state here, a copy of its own."""
        return self.state_at(self.position)

    def state_at(self, position: Position | int | str) -> Any:
        """The state at a position, a copy of its own; the cursor stays where it is.

        Raises:
            PositionError: There is no such position.
        """
        at = self.locate(position)
        state = self._timeline.state(at.entry)
        if at.event:
            advance(state, self.entries[at.entry].events[: at.event])
        return state

    @property
    def standing(self) -> Standing:
        """What the table has made of the game here."""
        return self._timeline.standing(self.position.entry)

    @property
    def result(self) -> Result | None:
        """How the game has ended by its rules here, or ``None``."""
        return self.rules.result(self.state)

    @property
    def to_act(self) -> tuple[Actor, ...]:
        """Who may move here: nobody inside an entry, nor in a game that the table has ended or adjourned.

        On a view only a seat's own membership is promised (of chance nothing).
        """
        if self.position.event or not self.standing.open:
            return ()
        return self.rules.to_act(self.state)

    def legal_moves(self, actor: Actor) -> tuple[Move, ...]:
        """The legal moves of an actor here, in the ruleset's order; empty if it is not to act."""
        if actor not in self.to_act:
            return ()
        return tuple(self.rules.legal_moves(self.state, actor))


def locate(position: Position | int | str, entries: Sequence[HasEvents], end: int) -> Position:
    """Check a position against some entries.

    Args:
        position: ``N``, ``-1``, ``"N.M"`` or a :class:`Position`.
        entries: The entries; what counts are their events.
        end: How many of them can be reached.

    Raises:
        PositionError: There is no such position.
    """
    _check_type(position)
    found = position if isinstance(position, Position) else Position.parse(str(position), end)
    if not 0 <= found.entry <= end:
        msg = f"there is no position {found}: the log has {_counted(end, 'entry', 'entries')}"
        raise PositionError(msg, hint=f"Positions go from 0 to {end}.")
    if found.event:
        inside = len(entries[found.entry].events) if found.entry < end else 0
        if found.event > inside:
            own = len(entries[found.entry - 1].events) if found.entry else 0
            raise _no_event(found, inside, own, end)
        if found.event == inside:
            return Position(found.entry + 1)
    return found


def _no_event(asked: Position, inside: int, own: int, end: int) -> PositionError:
    """There is no such event; most often the event of an entry was asked for by that entry's own number.

    Args:
        asked: What was asked for.
        inside: How many events the next entry has.
        own: How many events that entry itself has.
        end: How many entries there are.
    """
    entry, event = asked.entry, asked.event
    if entry == end:
        msg = (
            f"there is no position {asked}: entry {entry} is the last" if entry else "the log has no entries"
        )
    else:
        msg = f"there is no position {asked}: the next entry has {_counted(inside, 'event')}"
    if event <= own:
        meant = Position(entry - 1, event) if event < own else Position(entry)
        hint = f"Event {event} of entry {entry} is position {meant}."
    elif inside > 1:
        hint = f"Positions inside it go from {entry}.1 to {entry}.{inside}."
    else:
        hint = f"The nearest position is {entry}."
    return PositionError(msg, hint=hint)


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _from_pickle(log: Log, viewer: Viewer | None, position: Position) -> Replay:
    """A replay is sent to another process as its log, and folded anew there."""
    return Replay(log, viewer).go(position)


def start_state(log: Log) -> Any:
    """The state before the first entry of a log.

    Raises:
        ReplayError: The options in the header are none of this ruleset, or not resolved.
    """
    rules = log.rules
    header = log.record.header
    stored = header.options_bytes
    try:
        # Most games of a kind have the same options.
        options = _options(rules, stored) if len(stored) <= _KEPT else _options.__wrapped__(rules, stored)
        seats = len(header.seats)
        if getattr(options, "players", seats) != seats:
            msg = f"the option players is {options.players}, but there are {seats} seats"
            raise ValueError(msg)
        return rules.start(options)
    except ValueError as error:
        msg = f"the header's options are none of {rules.name} version {rules.version}: {error}"
        raise ReplayError(msg, entry=0, field="options") from error


#: How long options may be to be kept. Those of most games have 200 bytes, but a deck may be among them.
_KEPT: Final = 1024


@lru_cache(maxsize=16)
def _options(rules: Ruleset[Any], stored: bytes) -> Any:
    """The options of a ruleset that a header holds, by their bytes.

    Raises:
        ValueError: They are none of this ruleset, or not all, or not resolved.
    """
    given = json_types(decode(stored))
    options = rules.stored_options(given)
    if rules.options_map(options) != given:
        msg = "the header does not hold all options, resolved"
        raise ValueError(msg)
    return options


def state_digest(state: State) -> bytes:
    """SHA-256 of the canonical bytes of a state's JSON form, 32 bytes: equal for equal states, for ever."""
    return sha256(encode(state.to_json())).digest()
