"""Reading many entries at once: as strictly as one by one, but without a word on what is wrong.

All that :mod:`timecore.record._reading` checks of an entry is checked here as well, of a whole stretch of the file at a
time and mostly by loops that run in C. What is not right at first sight, be it wrong or only rare, is left to the
reading of single entries, which knows every case and names the place. So this module may refuse too much; what it
accepts must be sound.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import sha256
from itertools import accumulate, chain, repeat
from typing import Any, Final, NamedTuple, NoReturn

import msgpack

from timecore.actors import TABLE, Actor
from timecore.chain import Opening, array_head, commitment_prefix
from timecore.codec import EXTENSION, UNSEEN, Misshapen, from_extension
from timecore.entry import NO_META
from timecore.hidden import HIDDEN
from timecore.record._kinds import Kind, find_kind, has_room, look_of
from timecore.record._model import Broken, RawEntry, RawHeader, Row, new_tuple
from timecore.record._shapes import check_meta
from timecore.schema import Place, are_seats

__all__ = ["STRETCH", "Bulk", "Stretch", "holds_truth"]

STRETCH: Final = 1 << 16
"""How many bytes are read at once: so few that hostile ones take little time and memory before they are refused, and
that no body and no value of an opening can be too long."""

#: An entry of more events than these is read by itself.
_MANY: Final = 64

ReadOne = Callable[[int, int, bytes], RawEntry]
"""Reads a single entry, given its offset, its number and the hash before it."""


class Refused(Exception):
    """Something is not right at first sight."""


def must(holds: bool) -> None:  # noqa: FBT001 - it is no switch but what must hold
    """Refuse what does not hold."""
    if not holds:
        raise Refused


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

        joined = b"".join(bodies)
        # Digests stand behind every second of these. All of them are left out, so that the C unpacker can put the
        # same value in the place of each commitment.
        pieces = _COMMITMENTS.split(joined)
        digests = pieces[1::2]
        inside, body_ends = _unpack(joined, _MARKED)
        must(body_ends == [*accumulate(map(len, bodies))])
        zeroed = _MARK_BYTES.join(pieces[::2])
        must(self._encodes(inside, zeroed))
        counts = [*map(bytes.count, bodies, repeat(EXTENSION))]
        # With these three, all that looks like a commitment is one: see `_MARKED`.
        must(sum(counts) == len(digests) == len({*digests}) and _NO_DIGEST not in digests)
        numbers, actors, _, events, metas = _columns(inside, (int, int, tuple, tuple, dict))
        must(numbers == (*range(seq, seq + len(bodies)),))
        must(self.prefixes.keys() >= {*actors})
        must({tuple}.issuperset(map(type, chain.from_iterable(events))))
        for meta in filter(None, metas):
            check_meta(meta)
        hidden, partly, raws = self._hidden(seq, digests, counts, actors, openings)

        rows: list[tuple[Any, ...]] = []
        add = rows.append
        clear: list[AbstractSet[Place]] = []
        known = self.schema.kinds.get
        first = alone = 0  # of the commitments of an entry; how many entries were read by themselves
        for number, (value, count) in enumerate(zip(inside, counts, strict=True)):
            row = value
            _, actor, move, rest, meta = row
            texts = (move, *rest)
            kind = None if seq in partly else known(look_of(texts)) or self._find_kind(actor, texts)
            if kind is not None and not kind.plain:
                filled = self._open(kind, actor, texts, hidden, first)
                if filled is None:
                    kind = None
                else:
                    row = (seq, actor, *filled, meta)
            if kind is None:
                row = self.read_one(at + ends[number - 1] if number else at, seq, befores[number])
                alone += 1
            add(row)
            clear.append(row.clear if kind is None else kind.clear)
            first += count
            seq += 1
        self.rare = 2 * alone > len(rows)
        self.commitments += len(digests)
        self.opened += len(raws)
        suspects = [rows[number] for number in _with_truth(zeroed, body_ends)]
        if _with_truth(b"".join(raws), [len(data)]):
            suspects = rows
        truths = [row[0] for row in suspects if holds_truth(row)]
        return Stretch(at, records, rows, clear, ends, truths)

    def _encodes(self, values: list[Any], data: bytes) -> bool:
        """Whether some values, one behind the other, are encoded to these bytes."""
        # In one run of the packer, as a list, whose head is not compared.
        packed = self.pack(values)
        return packed.endswith(data) and len(packed) - len(data) == array_head(len(values))

    def _hidden(
        self,
        seq: int,
        digests: list[bytes],
        counts: list[int],
        actors: Sequence[Actor],
        openings: Sequence[tuple[Opening, ...]],
    ) -> tuple[list[Any], Collection[int], Sequence[bytes]]:
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
            return [HIDDEN] * len(digests), (), ()
        salts, raws = _columns(many, (bytes, bytes))
        must({*map(len, salts)} == {16})
        joined = b"".join(raws)
        found, ends = _unpack(joined)
        must(ends == [*accumulate(map(len, raws))] and self._encodes(found, joined))
        shown = [*map(len, openings)]
        prefixes = map(self.prefixes.__getitem__, chain.from_iterable(map(repeat, actors, shown)))
        opened = [sha256(b"".join(parts)).digest() for parts in zip(prefixes, salts, raws, strict=True)]
        if shown == counts:
            must(opened == digests)
            return found, (), raws
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
        return values, partly, raws

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

    def _open(
        self, kind: Kind, actor: Actor, rows: tuple[Row, ...], hidden: Sequence[Any], first: int
    ) -> tuple[Row, tuple[Row, ...]] | None:
        """Check what the kind of an entry leaves open, and fill in its private fields.

        Args:
            kind: Its kind.
            actor: Its actor.
            rows: Move and events, as they stand in the body.
            hidden: What commitments hide.
            first: Where that of its first commitment stands.

        Returns:
            Move and events; ``None`` if the entry is to be read by itself.
        """
        lists, seats, alike, secrets, again, _, _, alone = kind
        if alone:
            return None
        for row, index, types, fault in lists:
            value = rows[row][index]
            if not types.issuperset(map(type, value)):
                must(fault(value) is None)
        for row, index in seats:
            value = rows[row][index]
            if type(value) is not int or not 0 <= value < self.seats:
                must(type(value) is tuple and are_seats(value, self.seats))
        for one, other in alike:
            if (rows[one[0]][one[1]] if one else actor) != (rows[other[0]][other[1]] if other else actor):
                return None  # the same seats may be named in another way
        filled = [*rows]
        for row, index, types, fault in secrets:
            value = hidden[first]
            first += 1
            if type(value) not in types and value is not HIDDEN:
                must(fault(value) is None)
            new = [*filled[row]]
            new[index] = value
            filled[row] = tuple(new)
        for row, index, of_move in again:
            new = [*filled[row]]
            new[index] = filled[0][of_move]
            filled[row] = tuple(new)
        return filled[0], tuple(filled[1:])


#: Where commitments stand in bytes, and perhaps something else that looks like one.
_COMMITMENTS: Final = re.compile(re.escape(EXTENSION) + b"(.{32})", re.DOTALL)

_NO_DIGEST: Final = bytes(32)

#: What stands for every commitment while its entry is looked at, and its bytes.
_MARK: Final = msgpack.ExtType(1, _NO_DIGEST)
_MARK_BYTES: Final = EXTENSION + _NO_DIGEST

#: What an extension becomes, called with its code and its bytes: a commitment the mark, any other its bytes. Nothing in
#: Python would be as fast.
#:
#: That an extension with the code 1 has 32 bytes, and where its digest stands, shows when the marks are encoded again:
#: the bytes must be those of the file with zeros in place of all that looks like a digest. An extension of another
#: length or code does not become the same bytes, and neither does what looks like a commitment inside of a text or of
#: bytes, since its own bytes are encoded there, unless they are zeros.
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


def _with_truth(data: bytes, ends: Sequence[int]) -> list[int]:
    """Which of some values, which end there, may hold truth values, as far as their bytes tell."""
    found = set()
    for token in _TRUTHS:
        at = data.find(token)
        while at >= 0:
            number = bisect_right(ends, at)
            found.add(number)
            at = data.find(token, ends[number])
    return sorted(found)


#: How truth values are encoded. Other values may contain these bytes too.
_TRUTHS: Final = (b"\xc2", b"\xc3")


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
