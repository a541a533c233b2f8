"""Bodies of entries: what is known of one by its bytes, whatever the number of its entry and its digests are.

Deals and hidden choices come again and again, within a game and in the next. What is known of them is found by bytes,
which no value of another type shares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, chain
from operator import add
from typing import Any, Final, NamedTuple

import msgpack

from timecore.actors import TABLE, Actor
from timecore.codec import EXTENSION, from_extension
from timecore.hidden import HIDDEN
from timecore.record._kinds import Kind, find_kind, has_room, look_of
from timecore.record._model import NOWHERE, Filled, Row, new_tuple
from timecore.record._shapes import check_meta
from timecore.record._values import MARKED, columns, encodes, holds_truth, must, unpack_all
from timecore.schema import Fault, Place, Schema, are_seats

__all__ = ["Bodies", "Body"]

#: How many bodies are kept of a schema and a number of seats, for how many of these, and how long they may be.
_KEPT: Final = 2048
_KEPT_SEATS: Final = 4
_SHORT: Final = 128


#: How many entries with what they hide are kept, of how many secrets.
_KEPT_FILLED: Final = 4096
_FEW: Final = 4

#: How the bodies of the first entries begin.
_HEADS: Final[Sequence[bytes]] = (
    *[bytes((0x95, number)) for number in range(0x80)],
    *[bytes((0x95, 0xCC, number)) for number in range(0x80, 0x100)],
)

#: An entry of more events than these is read by itself.
_MANY: Final = 64


#: What is asked of what a commitment hides in an entry that is read by itself.
_UNASKED: Final[tuple[frozenset[type], Fault]] = (frozenset(), lambda _: None)


class Body(NamedTuple):
    """What is known of a body that is sound, whatever the number of its entry and its commitments are.

    Attributes:
        actor: Its actor.
        move: Its move.
        events: Its events, with the fields that are the move's again, unless these are committed to.
        meta: Its notes.
        hidden: How many commitments it has.
        of_move: What makes the move with what the commitments hide, of its row and all that is hidden behind it;
            ``None`` if nothing is hidden in it.
        of_events: Likewise for each event in which something is hidden.
        secrets: Of each commitment the types of what it may hide, and what is wrong with another value.
        clear: The private fields that stand in clear.
        truth: Whether there is a truth value in it.
        alone: Whether the entry is to be read by itself.
        filled: Entries with this body, by what their commitments hide; ``None`` if the body is not kept.
    """

    actor: Actor
    move: Row
    events: tuple[Row, ...]
    meta: dict[str, Any]
    hidden: int
    of_move: Callable[[Row], Row] | None = None
    of_events: tuple[tuple[int, Callable[[Row], Row]], ...] = ()
    secrets: tuple[tuple[frozenset[type], Fault], ...] = ()
    clear: AbstractSet[Place] = NOWHERE
    truth: bool = False
    alone: bool = False
    filled: dict[tuple[Any, ...], Filled] | None = None


class _Known(dict[bytes, Body]):
    """Bodies by the bytes behind the number of the entry, zeros in place of digests.

    Attributes:
        filled: How many entries are kept with them.
    """

    __slots__ = ("filled",)

    def __init__(self) -> None:
        super().__init__()
        self.filled = 0

    def forget(self) -> None:
        """Make room."""
        self.clear()
        self.filled = 0


class Bodies:
    """The bodies of a schema's games with so many seats.

    Args:
        schema: The schema.
        seats: The number of seats.
        pack: What encodes a value without commitments.
    """

    def __init__(self, schema: Schema, seats: int, pack: Callable[[Any], bytes]) -> None:
        self.schema = schema
        self.seats = seats
        self.actors = frozenset(range(TABLE, seats))
        self.pack = pack
        if seats not in schema.bodies and len(schema.bodies) >= _KEPT_SEATS:
            schema.bodies.clear()
        self.known: _Known = schema.bodies.setdefault(seats, _Known())

    def find(self, zeroed: bytes, bodies: Sequence[bytes], seq: int) -> list[Body]:
        """What is known of some bodies.

        Args:
            zeroed: All of them, with zeros in place of all that looks like a digest.
            bodies: Each of them.
            seq: The number of the first entry.
        """
        known = self.known
        ends = [*accumulate(map(len, bodies))]
        heads = _HEADS[seq : seq + len(bodies)]
        if len(heads) < len(bodies):
            heads = [b"\x95" + self.pack(number) for number in range(seq, seq + len(bodies))]
        begins = (0, *ends[:-1])
        must(all(map(zeroed.startswith, heads, begins)))
        parts = zip(map(add, begins, map(len, heads)), ends, strict=True)
        keys = [zeroed[begin:end] for begin, end in parts]
        found = [*map(known.get, keys)]
        if None not in found:
            return found  # type: ignore[return-value]
        missing = [*dict.fromkeys([key for key, body in zip(keys, found, strict=True) if body is None])]
        new = dict(zip(missing, self._find_out(missing), strict=True))
        for key, body in new.items():
            if len(key) <= _SHORT and not body.meta:
                if len(known) >= _KEPT:
                    known.forget()
                known[key] = body
            else:
                new[key] = body._replace(filled=None)
        return [new[key] if body is None else body for key, body in zip(keys, found, strict=True)]

    def keep(self, body: Body, hidden: tuple[Any, ...], filled: Filled) -> bool:
        """Keep an entry with the body, if what its commitments hide is short; whether it is kept.

        Args:
            body: The body.
            hidden: What they hide; no truth value, which would be taken for a number.
            filled: The entry.
        """
        if body.filled is None or len(hidden) > _FEW or not all(map(_is_short, hidden)):
            return False
        if self.known.filled >= _KEPT_FILLED:
            self.known.forget()
        self.known.filled += 1
        body.filled[hidden] = filled
        return True

    def _find_out(self, keys: Sequence[bytes]) -> list[Body]:
        """What is found out about bodies, of which all but the number of the entry is given."""
        parts = [b"\x94" + key for key in keys]
        joined = b"".join(parts)
        values, ends = unpack_all(joined, MARKED)
        must(ends == [*accumulate(map(len, parts))] and encodes(self.pack, values, joined))
        actors, _, events, metas = columns(values, (int, tuple, tuple, dict))
        must(self.actors >= {*actors})
        must({tuple}.issuperset(map(type, chain.from_iterable(events))))
        for meta in filter(None, metas):
            check_meta(meta)
        return [
            self._body(actor, (move, *rest), meta, key.count(EXTENSION))
            for (actor, move, rest, meta), key in zip(values, keys, strict=True)
        ]

    def _body(self, actor: Actor, rows: tuple[Row, ...], meta: dict[str, Any], count: int) -> Body:
        """What is found out about a body.

        Args:
            actor: Its actor.
            rows: Move and events, with the mark in place of each commitment.
            meta: Its notes.
            count: How much of it looks like a commitment.
        """
        kind = self.schema.kinds.get(look_of(rows)) or self._find_kind(actor, rows)
        if kind is None or not self._fits(kind, actor, rows):
            return Body(actor, rows[0], rows[1:], meta, count, secrets=(_UNASKED,) * count, alone=True)
        # What the unpacker has found and what looks like one are the same only if there are as many.
        must(count == len(kind.secrets))
        move = rows[0]
        if kind.copies:
            filled = [[*row] for row in rows]
            for row, place, other in kind.copies:
                filled[row][place] = move[other]
            rows = tuple(map(tuple, filled))
        events = rows[1:]
        truth = kind.truth or (bool(kind.lists) and holds_truth((0, actor, move, events)))
        values: tuple[Any, ...] = (
            actor,
            move,
            events,
            meta,
            count,
            kind.of_move,
            kind.of_events,
            kind.secrets,
            kind.clear,
            truth,
            False,
            {},
        )
        return new_tuple(Body, values)  # type: ignore[no-any-return]

    def _find_kind(self, actor: Actor, rows: tuple[Row, ...]) -> Kind | None:
        """The kind of an entry that looks like none before it; ``None`` for what is to be read by itself."""
        if type(rows[0][0]) is not int or len(rows) > _MANY:
            return None
        look = look_of(rows)
        if not has_room(self.schema, look):
            return None
        whole = [
            tuple([from_extension(*one) if type(one) is msgpack.ExtType else one for one in row])
            for row in rows
        ]
        return find_kind(self.schema, look, actor, whole, self.seats)

    def _fits(self, kind: Kind, actor: Actor, rows: tuple[Row, ...]) -> bool:
        """Check what the kind of an entry leaves open; whether the entry need not be read by itself.

        Args:
            kind: Its kind.
            actor: Its actor.
            rows: Move and events, as they stand in the body.
        """
        if kind.alone:
            return False
        for row, index, types, fault in kind.lists:
            value = rows[row][index]
            if not types.issuperset(map(type, value)):
                must(fault(value) is None)
        for row, index in kind.seats:
            value = rows[row][index]
            if type(value) is not int or not 0 <= value < self.seats:
                must(type(value) is tuple and are_seats(value, self.seats))
        # Else the same seats may be named in another way.
        return all(
            (rows[one[0]][one[1]] if one else actor) == (rows[other[0]][other[1]] if other else actor)
            for one, other in kind.alike
        )


def _is_short(value: Any) -> bool:
    """Whether a value that a commitment hides takes little memory, as a card does."""
    kind = type(value)
    return ((kind is str or kind is bytes) and len(value) <= _SHORT_VALUE) or kind is int or value is HIDDEN


#: How many characters or bytes the value of a commitment may have to be kept.
_SHORT_VALUE: Final = 32
