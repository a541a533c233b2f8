"""Values at paths, position after position: what is there, and whether two of them are the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

from timecore.paths import HIDDEN_JSON, STAR, Path, Pattern
from timecore.replay import Position

if TYPE_CHECKING:
    from timecore.paths import Key, Star
    from timecore.replay import Replay

__all__ = [
    "ABSENT",
    "Absent",
    "Frozen",
    "Steps",
    "blocks",
    "forms",
    "freeze",
    "items",
    "last_entry",
    "reach",
    "thaw",
]


class AbsentType(Enum):
    """The type of :data:`ABSENT`. An enum, so that type checkers can narrow it and a pickle gives it back."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = AbsentType.ABSENT
"""Stands for the value of a field that is not there: no item of a list, no name of an object."""

Absent: TypeAlias = Literal[AbsentType.ABSENT]
"""For annotations."""


# -- equal or not -------------------------------------------------------------------------------------------------


@attrs.frozen
class Frozen:
    """A value that nothing can change. Two are equal if the values are, and then only: ``true`` is not 1.

    Attributes:
        kind: What it is: ``list`` for an object as well.
        key: What tells it from others of this kind.
        text: A list or an object as JSON, its names in their own order.
    """

    kind: type
    key: Any
    text: str = attrs.field(default="", eq=False)


def freeze(value: Any) -> Frozen:
    """A value in JSON types as it is now: a state may give away lists that its next event changes."""
    if not isinstance(value, (list, dict)):
        return Frozen(type(value), value)
    text = json.dumps(value)
    return Frozen(list, json.dumps(value, sort_keys=True) if "{" in text else text, text)


def thaw(frozen: Frozen) -> Any:
    """The value itself."""
    return json.loads(frozen.text) if frozen.kind is list else frozen.key


Steps: TypeAlias = tuple["Key | Star", ...]
"""The steps of a path, or of a pattern."""


# -- what stands at a path ----------------------------------------------------------------------------------------


def reach(value: Any, steps: Steps) -> list[Any]:
    """All that stands at a pattern, in order; what leads through something hidden is itself hidden.

    Without a ``[*]`` this is one value, ``ABSENT`` where there is none; with one it may be none at all.
    """
    for depth, key in enumerate(steps):
        if isinstance(key, (str, int)):
            if isinstance(value, dict):
                if key not in value:
                    return [ABSENT]
            elif value == HIDDEN_JSON:
                return [HIDDEN_JSON]
            elif not (isinstance(value, list) and isinstance(key, int) and key < len(value)):
                return [ABSENT]
            value = value[key]
            continue
        if value == HIDDEN_JSON:
            return [HIDDEN_JSON]
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        below = steps[depth + 1 :]
        found = [one for item in inside for one in reach(item, below)]
        return [one for one in found if one is not ABSENT]
    return [value]


def items(value: Any, pattern: Pattern, above: Path | None = None) -> Iterator[tuple[Path, Any]]:
    """What stands at a pattern, with the paths; nothing where nothing is, or where it leads through what is hidden."""
    path = above or Path()
    for depth, key in enumerate(pattern.steps):
        keys: Any = (key,)
        if key is STAR:
            keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
        for one in keys:
            if isinstance(value, dict):
                there = one in value
            else:
                there = isinstance(value, list) and isinstance(one, int) and one < len(value)
            if there and key is STAR:
                yield from items(value[one], Pattern(pattern.steps[depth + 1 :]), path / one)
            elif not there:
                return
        if key is STAR:
            return
        value, path = value[keys[0]], path / keys[0]
    yield path, value


# -- along a game -------------------------------------------------------------------------------------------------


def last_entry(position: Position) -> int:
    """The number of the last entry of which something has happened at a position."""
    return position.entry + (1 if position.event else 0)


def forms(
    replay: Replay, start: Position, stop: Position, *, entries: bool = False
) -> Iterator[tuple[Position, Mapping[str, Any]]]:
    """The JSON forms of the states from one position to another, both included, with their positions.

    Args:
        replay: The game.
        start: The first position.
        stop: The last.
        entries: Whether between these two only the ends of entries are wanted.
    """
    yield start, replay.state_at(start).to_json()
    for step in replay.steps(start.entry, last_entry(stop)):
        if step.position > stop:
            return
        if step.position > start and not (entries and step.position.event and step.position != stop):
            yield step.position, step.state.to_json()


#: The entries of a block: few, since what is sought is mostly near; more and more of them where it is not.
_FIRST: Final = 16
_MOST: Final = 1024


def blocks(start: Position, stop: Position) -> Iterator[tuple[Position, Position]]:
    """The way from one position to another in pieces, the last piece first; each ends where the next begins."""
    size = _FIRST
    while stop > start:
        begin = max(Position(max(last_entry(stop) - size, 0)), start)
        yield begin, stop
        stop = begin
        size = min(2 * size, _MOST)
