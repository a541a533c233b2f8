"""Kinds of entries: what is found out once about entries that look alike, and what is to be asked of each.

Two entries look alike if their moves and events have the same codes, and fields of the same types. Nearly all that
makes them sound, and all that says what is private in them, depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any, Final, NamedTuple

from timecore.actors import Actor
from timecore.codec import SCALARS
from timecore.record._model import NOWHERE, Row
from timecore.schema import ROOM_EVENT, ROOM_MOVE, ROOM_OPENING, Fault, FieldSchema, Place, Schema

__all__ = ["Kind", "Look", "Spot", "Value", "find_kind", "has_room", "look_of"]

Look = tuple[Any, ...]
"""How an entry looks: the codes of its move and events, the types of all their values, the lengths of their rows."""

Spot = tuple[int, int]
"""A place in an entry: which row, and which value in it; the code is value 0."""

#: How long the look of a kind may be. Kinds are kept with a schema, which outlives the record.
_LONGEST: Final = 256

#: How many fields of a kind may be the move's again: so few that they cannot be too long in what is read at once.
_AGAIN: Final = 8

_CODE: Final = itemgetter(0)


class Value(NamedTuple):
    """A place whose value is not sound by its type alone.

    Attributes:
        row: Which row.
        place: Which value in it.
        types: Types that are always right: of the value, of its elements if it is a list.
        fault: What is wrong with another value, or ``None``.
    """

    row: int
    place: int
    types: frozenset[type]
    fault: Fault


class Kind(NamedTuple):
    """Entries that look alike.

    Attributes:
        lists: Where lists stand.
        seats: Where a seat or a list of seats stands that names an audience.
        alike: What must be equal for events to share private fields with the move; ``None`` is the actor.
        secrets: Of each commitment the types of what it may hide, and what is wrong with another value.
        of_move: What makes the move with what the commitments hide, of its row and all that is hidden behind it;
            ``None`` if nothing is hidden in it.
        of_events: Likewise for each event in which something is hidden, by its place.
        copies: The private fields that are the move's again and stand there in clear: the row, the value in it, and the
            value in the move.
        clear: The private fields that stand in clear.
        truth: Whether there is a truth value, lists apart.
        alone: Whether each such entry is to be read by itself, since it is too rare or too large to be known.
    """

    lists: tuple[Value, ...] = ()
    seats: tuple[Spot, ...] = ()
    alike: tuple[tuple[Spot | None, Spot | None], ...] = ()
    secrets: tuple[tuple[frozenset[type], Fault], ...] = ()
    of_move: Callable[[Row], Row] | None = None
    of_events: tuple[tuple[int, Callable[[Row], Row]], ...] = ()
    copies: tuple[tuple[int, int, int], ...] = ()
    clear: frozenset[Place] = NOWHERE
    truth: bool = False
    alone: bool = False


#: What is kept for entries that are to be read by themselves.
_ALONE: Final = Kind(alone=True)


def look_of(rows: Sequence[Row]) -> Look:
    """How an entry looks, by its rows."""
    # The number of codes and of lengths is the same, so all of them can stand in one tuple.
    return (*map(_CODE, rows), *map(type, chain.from_iterable(rows)), *map(len, rows))


def has_room(schema: Schema, look: Look) -> bool:
    """Whether one more kind can be kept."""
    return len(look) <= min(_LONGEST, schema.room)


def find_kind(schema: Schema, look: Look, actor: Actor, rows: Sequence[Row], seats: int) -> Kind | None:
    """The kind of an entry that is sound; kept, it holds for all that look alike.

    Args:
        schema: The record's.
        look: How the entry looks.
        actor: Its actor, checked already.
        rows: Move and events, as they stand in the body.
        seats: The number of seats.

    Returns:
        Its kind; ``None`` for what is too rare to have one.

    Raises:
        Misshapen: The entry is not sound.
    """
    if not has_room(schema, look):
        return None
    kind = schema.kinds[look] = _find(schema, actor, rows, seats)
    schema.room -= len(look)
    return kind


def _find(schema: Schema, actor: Actor, rows: Sequence[Row], seats: int) -> Kind:
    move, events = rows[0], tuple(rows[1:])
    plan = schema.check(actor, move, events, seats)
    shapes = [schema.moves[move[0]], *[schema.events[event[0]] for event in events]]
    lists = tuple(
        _value(number, index, field, ROOM_EVENT if number else ROOM_MOVE)
        for number, (row, shape) in enumerate(zip(rows, shapes, strict=True))
        for index, field in enumerate(shape.fields, 1)
        if type(row[index]) is tuple
    )
    truth = bool in {*map(type, chain.from_iterable(rows))}
    if plan is None:
        return Kind(lists, truth=truth)
    if plan.known is None:
        return _ALONE  # it has more private fields than can be kept
    _, places = plan.commitments(move, events)
    named = [
        (number, index + 1)
        for number, shape in enumerate(shapes)
        if shape.private
        for index in shape.audiences.fields
        if rows[number][index + 1] is not None
    ]
    alike: list[tuple[Spot | None, Spot | None]] = []
    again: list[tuple[int, int, int]] = []
    for number, event in enumerate(events, 1):
        if event[0] not in plan.again:
            continue
        private, _ = plan.again[event[0]]
        again += [(number, mine + 1, other + 1) for mine, other in private.again]
        for _, _, pairs in private.alike:
            if pairs is None:
                return _ALONE  # each time it is to be seen whether the same seats are meant
            alike += [(None if i < 0 else (number, i + 1), None if j < 0 else (0, j + 1)) for i, j in pairs]
    if len(again) > _AGAIN:
        return _ALONE  # each time it is to be seen how long they are
    # A number that must be equal to one that is looked at need not be looked at itself.
    same = {one for one, other in alike if one and other in named and type(rows[one[0]][one[1]]) is int}
    secrets = [_value(m, f + 1, shapes[m].fields[f], ROOM_OPENING) for m, f in places]
    of_move, *of_events = _fills(rows, secrets, again)
    in_move = {one.place for one in secrets if one.row == 0}
    return Kind(
        lists,
        tuple(spot for spot in named if spot not in same),
        tuple(alike),
        tuple((one.types, one.fault) for one in secrets),
        of_move,
        tuple((place, fill) for place, fill in enumerate(of_events) if fill),
        tuple(one for one in again if one[2] not in in_move),
        NOWHERE if len(places) == plan.total else frozenset(plan.places()).difference(places),
        truth,
    )


def _fills(
    rows: Sequence[Row], secrets: Sequence[Value], again: Sequence[tuple[int, int, int]]
) -> list[Callable[[Row], Row] | None]:
    """For each row what makes it with what the commitments hide, of it and all that is hidden behind it."""
    picked = [[*range(len(row))] for row in rows]
    in_move = {}
    for number, secret in enumerate(secrets):
        picked[secret.row][secret.place] = len(rows[secret.row]) + number
        if secret.row == 0:
            in_move[secret.place] = number
    for row, place, other in again:
        if other in in_move:
            picked[row][place] = len(rows[row]) + in_move[other]
    return [itemgetter(*places) if max(places) >= len(places) else None for places in picked]


def _value(row: int, place: int, field: FieldSchema, room: int) -> Value:
    # Nothing of a list of parts is right by its type.
    types: frozenset[type] = SCALARS if field.parts is None else frozenset()
    return Value(row, place, types, partial(field.fault, room=room))
