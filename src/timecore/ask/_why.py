"""How a field got its value: the event that gave it, the move behind it, and the value before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import attrs

from timecore.ask._values import (
    ABSENT,
    Absent,
    Frozen,
    Steps,
    blocks,
    forms,
    freeze,
    items,
    last_entry,
    reach,
    thaw,
)
from timecore.paths import Path, Pattern, get, parse_pattern
from timecore.replay import Position, Step
from timecore.table import Retract

if TYPE_CHECKING:
    from timecore.entry import Entry
    from timecore.messages import Event
    from timecore.replay import Replay

__all__ = ["Cause", "history", "why"]


@attrs.frozen
class Cause:
    """Since when a field has had a value, and why.

    Attributes:
        path: Where the field stands.
        position: The first position at which it has this value; 0 if it was so from the start.
        value: The value, in JSON types; :data:`ABSENT` if the field went away.
        before: The value before; :data:`ABSENT` if the field was not there.
        entry: The entry that changed it, as the viewer sees it; ``None`` if it was so from the start.
        number: Which of the entry's events did, from 1; 0 if it was a move of the table, which has none.
    """

    path: Path
    position: Position
    value: Any
    before: Any = ABSENT
    entry: Entry | None = None
    number: int = 0

    @property
    def event(self) -> Event[Any] | None:
        """The event that changed it; ``None`` if none did."""
        return self.entry.events[self.number - 1] if self.entry is not None and self.number else None

    @property
    def back_to(self) -> int | None:
        """Where the table took the game back to, if that is what changed it: the value is that of this position."""
        move = None if self.entry is None else self.entry.move
        return move.to if isinstance(move, Retract) else None

    def step(self, replay: Replay) -> Step | None:
        """The step of a replay that changed it, with the state before, as narration asks for it.

        Args:
            replay: The replay that was asked.
        """
        if self.entry is None:
            return None
        steps = replay.steps(self.entry.seq - 1, self.entry.seq, before=True)
        return next(step for step in steps if step.position == self.position)

    def to_json(self) -> dict[str, Any]:
        """The JSON form: what is not there has no key."""
        told: dict[str, Any] = {"path": str(self.path), "pointer": self.path.pointer}
        if self.value is not ABSENT:
            told["value"] = self.value
        if self.before is not ABSENT:
            told["before"] = self.before
        told["since"] = str(self.position)
        if self.entry is not None:
            told |= {"entry": self.entry.seq, "actor": self.entry.actor, "move": self.entry.move.to_json()}
            if self.event is not None:
                told |= {"number": self.number, "event": self.event.to_json()}
        return told


def why(
    replay: Replay, path: Pattern | Path | str, at: Position | int | str | None = None
) -> tuple[Cause, ...]:
    """The event that gave a field the value it has at a position.

    The way back is gone in pieces, so that of a long game no more is looked at than is needed. Every state in them is
    looked at, since a value may have gone and come back.

    Args:
        replay: The game, as one viewer sees it.
        path: Which field, or with ``[*]`` which fields.
        at: The position; by default the last.

    Returns:
        A cause for each field, in the order of the state.

    Raises:
        PathError: There is no such field at this position, or it is no path.
        HiddenValue: The path leads through something that this viewer may not see.
        PositionError: There is no such position.
    """
    here = replay.locate("-1" if at is None else at)
    now = replay.state_at(here).to_json()
    pattern = _pattern(path)
    paths = pattern.expand(now)
    values = {one: freeze(get(now, one)) for one in paths}
    found: dict[Path, Cause] = {}
    for start, stop in blocks(Position(0), here):
        left = [one for one in paths if one not in found]
        if not left:
            break
        found |= {
            one: _cause(replay, one, *change)
            for one, change in _last(replay, pattern, left, start, stop).items()
        }
    start_of_game = Position(0)
    return tuple(found.get(one) or Cause(one, start_of_game, thaw(values[one])) for one in paths)


def history(
    replay: Replay,
    path: Pattern | Path | str,
    *,
    after: Position | int | str | None = None,
    to: Position | int | str | None = None,
) -> Iterator[Cause]:
    """All values that a field has had, one after the other.

    Args:
        replay: The game, as one viewer sees it.
        path: Which field, or with ``[*]`` which fields: also those that come and go.
        after: Only what has changed behind this position; by default also what was so from the start.
        to: The last position to look at; by default the last of the game.

    Yields:
        A cause for each change, in order; those of one event in the order of the state. None for a field that is
        never there.

    Raises:
        PathError: It is no path.
        PositionError: There is no such position.
    """
    pattern = _pattern(path)
    start = Position(0) if after is None else replay.locate(after)
    stop = replay.locate("-1" if to is None else to)
    stem = _stem(pattern)
    old: dict[Path, Frozen] | None = None
    seen: Frozen | None = None
    for position, form in forms(replay, start, stop):
        now = freeze(*reach(form, stem))
        if now == seen:
            continue
        seen = now
        new = {one: freeze(value) for one, value in items(form, pattern)}
        if old is None:
            if after is None:
                yield from (Cause(one, position, thaw(value)) for one, value in new.items())
        elif new != old:
            for one in (*new, *(gone for gone in old if gone not in new)):
                if new.get(one) != old.get(one):
                    yield _cause(replay, one, position, new.get(one), old.get(one))
        old = new


def _pattern(path: Pattern | Path | str) -> Pattern:
    if isinstance(path, Path):
        return Pattern(path.steps)
    return path if isinstance(path, Pattern) else parse_pattern(path)


def _stem(pattern: Pattern) -> Steps:
    """The steps before the first ``[*]``: as long as the same stands there, all that the pattern means is the same."""
    return tuple(takewhile(lambda key: isinstance(key, (str, int)), pattern.steps))


def _last(
    replay: Replay, pattern: Pattern, paths: list[Path], start: Position, stop: Position
) -> dict[Path, tuple[Position, Frozen | None, Frozen | None]]:
    """The last change of each path between two positions: where, to what and from what."""
    stem = _stem(pattern)
    old: dict[Path, Frozen | None] = {}
    found = {}
    seen: Frozen | None = None
    for position, form in forms(replay, start, stop):
        now = freeze(*reach(form, stem))
        if now == seen:
            continue
        seen = now
        for path in paths:
            [value] = reach(form, path.steps)
            new = None if value is ABSENT else freeze(value)
            if position > start and new != old[path]:
                found[path] = (position, new, old[path])
            old[path] = new
    return found


def _cause(
    replay: Replay, path: Path, position: Position, value: Frozen | None, before: Frozen | None
) -> Cause:
    entry = replay.entries[last_entry(position) - 1]
    number = position.event or len(entry.events)
    return Cause(path, position, _plain(value), _plain(before), entry, number)


def _plain(value: Frozen | None) -> Any | Absent:
    return ABSENT if value is None else thaw(value)
