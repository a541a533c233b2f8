"""A game in numbers: how long it was, what was chosen among how much, how likely each draw was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore.actors import CHANCE, PUBLIC, Actor, Seat, Viewer
from timecore.ask._time import milliseconds
from timecore.ask._values import forms, items
from timecore.course import retracted
from timecore.errors import PathError
from timecore.hidden import HIDDEN
from timecore.paths import Path, Pattern, parse_pattern
from timecore.replay import Position

if TYPE_CHECKING:
    from timecore.entry import Entry
    from timecore.messages import Move
    from timecore.replay import Replay

__all__ = ["Choices", "Clock", "Drawn", "Series", "Stats", "series", "stats"]


@attrs.frozen
class Choices:
    """What a seat chose, and among how much.

    Attributes:
        seat: The seat.
        count: How often it chose.
        moves: The same by the type of the move, in order of their names.
        legal: How many moves were legal each time; ``None`` if who asks cannot know.
        time: How long it took in all, in milliseconds: from the entry before to its own, as far as times are recorded.
            ``None`` where none are.
    """

    seat: Seat
    count: int
    moves: Mapping[str, int]
    legal: tuple[int, ...] | None
    time: int | None

    @property
    def forced(self) -> int | None:
        """How often there was no other legal move."""
        return None if self.legal is None else self.legal.count(1)

    @property
    def mean(self) -> Fraction | None:
        """How many moves were legal on average, exactly; ``None`` if it never chose."""
        return Fraction(sum(self.legal), len(self.legal)) if self.legal else None

    def to_json(self) -> dict[str, Any]:
        """The JSON form; the average is given as the sum and the number of what it is made of."""
        legal: dict[str, Any] | None = None
        if self.legal is not None:
            least, most = (min(self.legal), max(self.legal)) if self.legal else (None, None)
            legal = {
                "counts": list(self.legal),
                "least": least,
                "most": most,
                "sum": sum(self.legal),
                "forced": self.forced,
            }
        return {
            "seat": self.seat,
            "choices": self.count,
            "moves": dict(self.moves),
            "legal": legal,
            "milliseconds": self.time,
        }


@attrs.frozen
class Drawn:
    """What chance brought, and how likely that was.

    Attributes:
        entry: The number of the entry.
        move: The outcome, as who asks may see it.
        weight: Its weight among all legal outcomes; ``None`` if who asks cannot know.
        total: The sum of all weights; ``None`` as well.
    """

    entry: int
    move: Move
    weight: int | None
    total: int | None

    @property
    def probability(self) -> Fraction | None:
        """How likely it was, exactly."""
        return None if self.weight is None or self.total is None else Fraction(self.weight, self.total)

    def to_json(self) -> dict[str, Any]:
        """The JSON form: the probability is ``weight`` out of ``total``."""
        return {
            "entry": self.entry,
            "move": self.move.to_json(),
            "weight": self.weight,
            "total": self.total,
        }


@attrs.frozen
class Clock:
    """When a game was played.

    Attributes:
        first: The first recorded time: that of the header, else of an entry.
        last: The last recorded time.
        time: From the first to the last, in milliseconds.
        entries: How many entries have a time.
    """

    first: str
    last: str
    time: int
    entries: int

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {"first": self.first, "last": self.last, "milliseconds": self.time, "entries": self.entries}


@attrs.frozen
class Stats:
    """A game in numbers.

    Attributes:
        entries: How many entries there are.
        events: How many events they have.
        by_chance: How many entries are chance's.
        by_table: How many are the table's own, nonces too.
        retracted: How many were taken back; they are counted in everything else.
        rounds: The number of the last round; ``None`` if the game counts none.
        turns: The number of the last turn; ``None`` if the game counts none.
        result: How it ended, in the form of its rules; ``None`` if it did not.
        clock: When it was played; ``None`` if no times are recorded.
        seats: What each seat chose.
        draws: What chance brought, in order.
    """

    entries: int
    events: int
    by_chance: int
    by_table: int
    retracted: int
    rounds: int | None
    turns: int | None
    result: Mapping[str, Any] | None
    clock: Clock | None
    seats: tuple[Choices, ...]
    draws: tuple[Drawn, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form: whole numbers only, fractions as two of them."""
        return {
            "entries": self.entries,
            "events": self.events,
            "by_chance": self.by_chance,
            "by_table": self.by_table,
            "retracted": self.retracted,
            "rounds": self.rounds,
            "turns": self.turns,
            "result": None if self.result is None else dict(self.result),
            "time": None if self.clock is None else self.clock.to_json(),
            "seats": [one.to_json() for one in self.seats],
            "draws": [one.to_json() for one in self.draws],
        }


def stats(replay: Replay) -> Stats:
    """A game in numbers, as far as who asks can know them.

    What a viewer cannot see may weigh on legal moves and probabilities. So a seat is told the counts of its own moves,
    and all the rest only of what came before anything was hidden from it.

    Args:
        replay: The game, as one viewer sees it.
    """
    rules = replay.rules
    entries = replay.entries[: replay.end]
    seats = len(replay.log.header.seats)
    legal: list[list[int] | None] = [[] for _ in range(seats)]
    moves: list[Counter[str]] = [Counter() for _ in range(seats)]
    draws: list[Drawn] = []
    own, hidden = _own(replay), False
    state = replay.state_at(0)
    steps = replay.steps()
    for entry in entries:
        hidden = hidden or _hides(entry)
        actor = entry.actor
        if actor == CHANCE and not entry.is_table:
            weights = None if hidden else _weights(rules, state, entry.move)
            draws.append(Drawn(entry.seq, entry.move, *(weights or (None, None))))
        elif 0 <= actor < seats and not entry.is_table:
            moves[actor][type(entry.move).__name__] += 1
            known = legal[actor]
            if known is not None:
                count = None if hidden and actor != own else _count(rules, state, actor)
                if count is None:
                    legal[actor] = None
                else:
                    known.append(count)
        for _ in entry.events or (None,):
            state = next(steps).state
    result = rules.result(state)
    clock, times = _clock(replay, entries, seats)
    return Stats(
        entries=len(entries),
        events=sum(len(entry.events) for entry in entries),
        by_chance=len(draws),
        by_table=sum(entry.is_table for entry in entries),
        retracted=len(retracted(replay.log, len(entries))),
        rounds=rules.round_of(state),
        turns=rules.turn_of(state),
        result=None if result is None else result.to_json(),
        clock=clock,
        seats=tuple(
            Choices(
                seat,
                moves[seat].total(),
                dict(sorted(moves[seat].items())),
                None if (found := legal[seat]) is None else tuple(found),
                times[seat],
            )
            for seat in range(seats)
        ),
        draws=tuple(draws),
    )


def _own(replay: Replay) -> Viewer | None:
    """Whose copy, or view, this is."""
    if replay.viewer is not None:
        return replay.viewer
    shows = replay.log.shows
    return int(shows.removeprefix("seat ")) if shows.startswith("seat ") else PUBLIC


def _hides(entry: Entry) -> bool:
    """Whether an entry hides anything: a private field is hidden as a whole."""
    return any(
        getattr(one, one.specs[index].name) is HIDDEN
        for one in (entry.move, *entry.events)
        for index in one.private
    )


def _count(rules: Any, state: Any, actor: Actor) -> int | None:
    """How many legal moves an actor has; ``None`` where the rules cannot say, as on a forged record."""
    try:
        return len(rules.legal_moves(state, actor)) or None
    except Exception:  # noqa: BLE001 - whatever rules raise for a state that they never made, the record is at fault
        return None


def _weights(rules: Any, state: Any, move: Move) -> tuple[int, int] | None:
    """The weight of an outcome and of all; ``None`` where the rules do not know it."""
    try:
        legal = list(rules.legal_moves(state, CHANCE))
        weights = list(rules.weights(state))
        return int(weights[legal.index(move)]), sum(weights)
    except Exception:  # noqa: BLE001 - as above
        return None


def _clock(replay: Replay, entries: Sequence[Entry], seats: int) -> tuple[Clock | None, list[int | None]]:
    """When a game was played, and how long each seat took."""
    known: list[tuple[str, int]] = []
    times: list[int | None] = [None] * seats
    before = None
    created = replay.log.header.created
    if created is not None and (start := milliseconds(created)) is not None:
        known.append((created, start))
        before = start
    timed = 0
    for entry in entries:
        text = entry.meta.get("time")
        now = milliseconds(text) if isinstance(text, str) else None
        if isinstance(text, str) and now is not None:
            known.append((text, now))
            timed += 1
            if before is not None and 0 <= entry.actor < seats and not entry.is_table:
                times[entry.actor] = (times[entry.actor] or 0) + max(
                    now - before, 0
                )  # clocks may be set back
        before = now
    if not timed:
        return None, times
    (first, start), (last, end) = known[0], known[-1]
    return Clock(first, last, end - start, timed), times


# -- numbers along a game -----------------------------------------------------------------------------------------


@attrs.frozen
class Series:
    """A number along a game.

    Attributes:
        path: Where it stands.
        values: Its value at the start and after each entry; ``None`` where no number stands there, or a hidden one.
    """

    path: Path
    values: tuple[int | None, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {"path": str(self.path), "values": list(self.values)}


#: So many lines nobody can read, and no game has as many seats or places.
_MOST: Final = 256


def series(replay: Replay, path: Pattern | str) -> tuple[Series, ...]:
    """The numbers at a path along a game, one after each entry.

    Args:
        replay: The game, as one viewer sees it.
        path: Where they stand; ``[*]`` means many.

    Returns:
        A series for each path at which a number ever stands, in the order in which they appear; at most 256.

    Raises:
        PathError: It is no path, or no number ever stands there.
    """
    pattern = parse_pattern(path) if isinstance(path, str) else path
    found: dict[Path, list[int | None]] = {}
    states = forms(replay, Position(0), Position(replay.end), entries=True)
    for index, (_, form) in enumerate(states):
        for one, value in items(form, pattern):
            if type(value) is int and (one in found or len(found) < _MOST):
                row = found.setdefault(one, [])
                row += [None] * (index - len(row))
                row.append(value)
    if not found:
        pattern.expand(replay.state_at(replay.end).to_json())
        msg = f"no number ever stands at {pattern}"
        raise PathError(msg, path=str(pattern))
    return tuple(Series(one, (*row, *[None] * (replay.end + 1 - len(row)))) for one, row in found.items())
