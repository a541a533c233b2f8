"""The cursor: where one stands in a log, and what there is to see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from timecore.actors import Actor, Viewer
from timecore.entry import Entry
from timecore.errors import ReplayError, UsageError
from timecore.fold import advance
from timecore.log import viewer_of_record
from timecore.messages import Event, Move
from timecore.redact import redact
from timecore.replay._positions import Position, locate
from timecore.replay._states import start_state
from timecore.replay._timeline import Timeline
from timecore.standing import Standing

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.ruleset import Result

__all__ = ["Replay", "Step"]


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


def _from_pickle(log: Log, viewer: Viewer | None, position: Position) -> Replay:
    """A replay is sent to another process as its log, and folded anew there."""
    return Replay(log, viewer).go(position)
