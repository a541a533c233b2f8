"""Reading many entries at once: as strictly as one by one, but without a word on what is wrong.

All that :mod:`timecore.record._reading` checks of an entry is checked here as well, of a whole stretch of the file at a
time and mostly by loops that run in C. What is not right at first sight, be it wrong or only rare, is left to the
reading of single entries, which knows every case and names the place. So this module may refuse too much; what it
accepts must be sound.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import sha256
from itertools import accumulate, chain, compress
from operator import add, itemgetter
from typing import Any, Final, NamedTuple, NoReturn

import msgpack

from timecore.actors import TABLE, Actor
from timecore.chain import Opening, array_head, commitment_prefix
from timecore.codec import EXTENSION, UNSEEN, Misshapen, from_extension
from timecore.entry import NO_META
from timecore.hidden import HIDDEN
from timecore.record._kinds import Kind, find_kind, has_room, look_of
from timecore.record._model import NOWHERE, Broken, RawEntry, RawHeader, Row, new_tuple
from timecore.record._shapes import check_meta
from timecore.schema import Fault, Place, Schema, are_seats

__all__ = ["STRETCH", "Bulk", "Stretch", "holds_truth"]

STRETCH: Final = 1 << 16
"""How many bytes are read at once: so few that hostile ones take little time and memory before they are refused, and
that no body and no value of an opening can be too long."""

#: How many bodies are kept of a schema and a number of seats, for how many of these, and how long they may be.
_KEPT: Final = 2048
_KEPT_SEATS: Final = 4
_SHORT: Final = 128


def _head(number: int) -> bytes:
    """How the body of an entry begins."""
    return b"\x95" + msgpack.packb(number)  # type: ignore[no-any-return]


#: How the bodies of the first entries begin.
_HEADS: Final[Sequence[bytes]] = tuple(map(_head, range(256)))

#: An entry of more events than these is read by itself.
_MANY: Final = 64

ReadOne = Callable[[int, int, bytes], RawEntry]
"""Reads a single entry, given its offset, its number and the hash before it."""


def _known_of(schema: Schema, seats: int) -> dict[bytes, Body]:
    """What is known of the bodies of a schema's games with so many seats."""
    if seats not in schema.bodies and len(schema.bodies) >= _KEPT_SEATS:
        schema.bodies.clear()
    return schema.bodies.setdefault(seats, {})


class Refused(Exception):
    """Something is not right at first sight."""


def must(holds: bool) -> None:  # noqa: FBT001 - it is no switch but what must hold
    """Refuse what does not hold."""
    if not holds:
        raise Refused


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


class Stretch(NamedTuple):
    """Entries that were read at once.

    Attributes:
        at: Where the first begins.
        records: Body, openings and hash of each.
        rows: What begins the entry of each; the entry itself, if it was read by itself.
        clear: The private fields that stand in clear.
        ends: Where each ends, counted from where the first begins.
        truths: The numbers of those that hold truth values in their moves or events.
    """

    at: int
    records: list[tuple[bytes, tuple[Opening, ...], bytes]]
    rows: list[tuple[Any, ...]]
    clear: list[AbstractSet[Place]]
    ends: list[int]
    truths: list[int]

    @property
    def head(self) -> bytes:
        """The hash of the last."""
        return self.records[-1][2]

    @property
    def end(self) -> int:
        """Where the last ends."""
        return self.at + self.ends[-1]

    def entries(self) -> Iterator[RawEntry]:
        """All that is known of each."""
        begin = 0
        for row, record, clear, end in zip(self.rows, self.records, self.clear, self.ends, strict=True):
            if type(row) is RawEntry:
                yield row
            else:
                seq, actor, move, events, meta = row
                at, size = self.at + begin, end - begin
                values = (seq, actor, move, events, meta or NO_META, *record, at, size, clear)
                yield new_tuple(RawEntry, values)
            begin = end


class Bulk:
    """Reads stretches of a file.

    Args:
        data: The file.
        header: Its header.
        read_one: How an entry is read that is rare, but not wrong.

    Attributes:
        commitments: How many commitments there are in what was read.
        opened: How many of them are open.
        rare: Whether most of the entries that were read last had to be read by themselves.
    """

    def __init__(self, data: bytes, header: RawHeader, read_one: ReadOne) -> None:
        self.data = data
        self.schema = header.schema
        self.seats = len(header.seats)
        self.prefixes = {actor: commitment_prefix(header.game, actor) for actor in range(TABLE, self.seats)}
        self.read_one = read_one
        self.pack: Callable[[Any], bytes] = msgpack.Packer().pack
        #: What is known of bodies, by their bytes behind the number of the entry, zeros in place of digests.
        self.known: dict[bytes, Body] = _known_of(self.schema, self.seats)
        self.commitments = 0
        self.opened = 0
        self.rare = False

    def read(self, at: int, seq: int, before: bytes) -> Stretch | None:
        """The entries that begin at an offset and end within a stretch: all of them if all are sound, else none.

        Args:
            at: Where the first begins.
            seq: Its number.
            before: The hash before it.
        """
        try:
            return self._read(at, seq, before)
        # What hostile bytes run into, here or in single entries, which say it better.
        except (Refused, Broken, Misshapen, ValueError, TypeError, LookupError, msgpack.UnpackException):
            return None

    def _read(self, at: int, seq: int, before: bytes) -> Stretch | None:
        data = self.data[at : at + STRETCH]
        records, ends = _unpack(data)
        if not records:
            return None
        # What is encoded to the same bytes again is canonical, if there is nothing in it that tc1 does not know.
        must(self._encodes(records, data[: ends[-1]]))
        must({*map(type, records)} == {tuple})
        bodies, openings, hashes = zip(*records, strict=True)
        must({*map(type, openings)} == {tuple})
        befores = (before, *hashes[:-1])
        # Only bytes of the right length are equal to these, and only bytes have hashes like these.
        must([sha256(last + body).digest() for last, body in zip(befores, bodies, strict=True)] == [*hashes])

        # Digests stand behind every second of these.
        pieces = _COMMITMENTS.split(b"".join(bodies))
        digests = pieces[1::2]
        found = self._bodies(_MARK_BYTES.join(pieces[::2]), bodies, seq)
        actors, moves, events, metas, counts, of_moves, of_events, secrets, clears, true, alone = zip(
            *found, strict=True
        )
        must(sum(counts) == len(digests) == len({*digests}))
        hidden, partly, raws = self._hidden(seq, digests, counts, actors, openings)

        rows: list[Any] = []
        append = rows.append
        numbers = range(seq, seq + len(found))
        columns = numbers, actors, moves, events, metas, counts, of_moves, of_events, secrets
        first = 0  # of the commitments of an entry
        for number, actor, move, rest, meta, count, of_move, of_event, secret in zip(*columns, strict=True):
            whole, caused = move, rest
            if count:
                values = hidden[first : first + count]
                first += count
                for value, (types, fault) in zip(values, secret, strict=False):
                    if type(value) not in types and value is not HIDDEN:
                        must(fault(value) is None)
                if of_move:
                    whole = of_move(move + values)
                if of_event:
                    filled = [*rest]
                    for place, fill in of_event:
                        filled[place] = fill(filled[place] + values)
                    caused = tuple(filled)
            append((number, actor, whole, caused, meta))

        clear = [*clears]
        apart = sorted({*partly, *compress(numbers, alone)})
        for number in apart:
            index = number - seq
            one = self.read_one(at + ends[index - 1] if index else at, number, befores[index])
            rows[index], clear[index] = one, one.clear
        self.rare = 2 * len(apart) > len(rows)
        self.commitments += len(digests)
        self.opened += len(raws)
        shown = b"".join(raws)
        hold_truth = _TRUE in shown or _FALSE in shown
        suspects = numbers if hold_truth else sorted({*apart, *compress(numbers, true)})
        truths = [number for number in suspects if holds_truth(rows[number - seq])]
        return Stretch(at, records, rows, clear, ends, truths)

    def _bodies(self, zeroed: bytes, bodies: Sequence[bytes], seq: int) -> list[Body]:
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
            heads = [_head(number) for number in range(seq, seq + len(bodies))]
        begins = (0, *ends[:-1])
        must(all(map(zeroed.startswith, heads, begins)))
        parts = zip(map(add, begins, map(len, heads)), ends, strict=True)
        keys = [zeroed[begin:end] for begin, end in parts]
        found = [*map(known.get, keys)]
        if None not in found:
            return found  # type: ignore[return-value]
        missing = [*dict.fromkeys([key for key, body in zip(keys, found, strict=True) if body is None])]
        new = dict(zip(missing, self._new_bodies(missing), strict=True))
        for key, body in new.items():
            if len(key) <= _SHORT and not body.meta:
                if len(known) >= _KEPT:
                    known.clear()
                known[key] = body
        return [new[key] if body is None else body for key, body in zip(keys, found, strict=True)]

    def _new_bodies(self, keys: Sequence[bytes]) -> list[Body]:
        """What is found out about bodies, of which all but the number of the entry is given."""
        parts = [b"\x94" + key for key in keys]
        joined = b"".join(parts)
        values, ends = _unpack(joined, _MARKED)
        must(ends == [*accumulate(map(len, parts))] and self._encodes(values, joined))
        actors, _, events, metas = _columns(values, (int, tuple, tuple, dict))
        must(self.prefixes.keys() >= {*actors})
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
            return Body(actor, rows[0], rows[1:], meta, count, alone=True)
        # What the unpacker has found and what looks like one are the same only if there are as many.
        must(count == len(kind.secrets))
        picked = [[*range(len(row))] for row in rows]
        filled = [[*row] for row in rows]
        in_move = {}
        for number, (row, index, _, _) in enumerate(kind.secrets):
            picked[row][index] = len(rows[row]) + number
            if row == 0:
                in_move[index] = number
        for row, index, other in kind.again:
            if other in in_move:
                picked[row][index] = len(rows[row]) + in_move[other]
            else:
                filled[row][index] = rows[0][other]
        fills = [itemgetter(*places) if max(places) >= len(places) else None for places in picked]
        move, *events = map(tuple, filled)
        return Body(
            actor,
            move,
            tuple(events),
            meta,
            count,
            fills[0],
            tuple([(place, fill) for place, fill in enumerate(fills[1:]) if fill]),
            tuple([(one.types, one.fault) for one in kind.secrets]),
            kind.clear,
            holds_truth((0, actor, move, events)),
        )

    def _encodes(self, values: list[Any], data: bytes) -> bool:
        """Whether some values, one behind the other, are encoded to these bytes."""
        # In one run of the packer, as a list, whose head is not compared.
        packed = self.pack(values)
        return packed.endswith(data) and len(packed) - len(data) == array_head(len(values))

    def _hidden(
        self,
        seq: int,
        digests: list[bytes],
        counts: Sequence[int],
        actors: Sequence[Actor],
        openings: Sequence[tuple[Opening, ...]],
    ) -> tuple[tuple[Any, ...], Collection[int], Sequence[bytes]]:
        """What the commitments hide, ``HIDDEN`` where there is no opening.

        Args:
            seq: The number of the first entry.
            digests: The commitments of all entries.
            counts: How many of them there are in each entry.
            actors: Their actors.
            openings: Their openings.

        Returns:
            The values; the numbers of entries that open some of their commitments and not others; the values'
            bytes.
        """
        many = [*chain.from_iterable(openings)]
        if not many:
            return (HIDDEN,) * len(digests), (), ()
        salts, raws = _columns(many, (bytes, bytes))
        must({*map(len, salts)} == {16})
        joined = b"".join(raws)
        found, ends = _unpack(joined)
        must(ends == [*accumulate(map(len, raws))] and self._encodes(found, joined))
        shown = [*map(len, openings)]
        prefixes = map(self.prefixes.__getitem__, actors)
        opened = [
            sha256(prefix + salt + raw).digest()
            for prefix, some in zip(prefixes, openings, strict=True)
            for salt, raw in some
        ]
        if (*shown,) == counts:
            must(opened == digests)
            return tuple(found), (), raws
        values: list[Any] = [HIDDEN] * len(digests)
        partly = set()
        used = first = 0
        for number, (one, count) in enumerate(zip(shown, counts, strict=True), seq):
            if one == count:
                must(opened[used : used + one] == digests[first : first + count])
                values[first : first + count] = found[used : used + one]
            elif one:
                partly.add(number)
            used += one
            first += count
        return tuple(values), partly, raws

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
        lists, seats, alike, _, _, _, _, alone = kind
        if alone:
            return False
        for row, index, types, fault in lists:
            value = rows[row][index]
            if not types.issuperset(map(type, value)):
                must(fault(value) is None)
        for row, index in seats:
            value = rows[row][index]
            if type(value) is not int or not 0 <= value < self.seats:
                must(type(value) is tuple and are_seats(value, self.seats))
        # Else the same seats may be named in another way.
        return all(
            (rows[one[0]][one[1]] if one else actor) == (rows[other[0]][other[1]] if other else actor)
            for one, other in alike
        )


#: Where commitments stand in bytes, and perhaps something else that looks like one.
_COMMITMENTS: Final = re.compile(re.escape(EXTENSION) + b"(.{32})", re.DOTALL)

#: What stands for every commitment while its entry is looked at, and its bytes.
_MARK: Final = msgpack.ExtType(1, bytes(32))
_MARK_BYTES: Final = EXTENSION + bytes(32)

#: What an extension becomes, called with its code and its bytes: a commitment the mark, any other its bytes. Nothing in
#: Python would be as fast. An extension of another length or code shows when what it has become is encoded again.
_MARKED: Final[Callable[[int, bytes], Any]] = dict[int, Any]({1: _MARK}).get


def _refuse_extension(_code: int, _data: bytes) -> NoReturn:
    raise Refused


def _unpack(
    data: bytes, hook: Callable[[int, bytes], Any] = _refuse_extension
) -> tuple[list[Any], list[int]]:
    """The values that stand one behind the other, up to the last whole one, and where each of them ends.

    Args:
        data: Their bytes.
        hook: What makes something of an extension; by default there must be none.
    """
    unpacker = msgpack.Unpacker(
        use_list=False,
        ext_hook=hook,
        max_buffer_size=len(data) or 1,
        max_array_len=UNSEEN,
        max_map_len=UNSEEN,
    )
    unpacker.feed(data)
    values = []
    ends = []
    tell = unpacker.tell
    for value in unpacker:
        values.append(value)
        ends.append(tell())
    return values, ends


#: How truth values are encoded. Other values may contain these bytes too.
_FALSE: Final = b"\xc2"
_TRUE: Final = b"\xc3"


def holds_truth(row: Sequence[Any]) -> bool:
    """Whether there is a truth value in move or events of an entry, given what begins it."""
    values: list[Any] = [*row[2], *chain.from_iterable(row[3])]
    while values:
        if bool in {*map(type, values)}:
            return True
        values = [*chain.from_iterable([value for value in values if type(value) is tuple])]
    return False


def _columns(rows: Sequence[Any], types: tuple[type, ...]) -> tuple[tuple[Any, ...], ...]:
    """The columns of some rows, which must be arrays of values of these exact types."""
    must({*map(type, rows)} == {tuple})
    columns = tuple(zip(*rows, strict=True))
    must([{*map(type, column)} for column in columns] == [{one} for one in types])
    return columns
