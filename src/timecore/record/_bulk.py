"""Reading many entries at once: as strictly as one by one, but without a word on what is wrong.

All that :mod:`timecore.record._reading` checks of an entry is checked here as well, of a whole stretch of the file at a
time and mostly by loops that run in C. What is not right at first sight, be it wrong or only rare, is left to the
reading of single entries, which knows every case and names the place. So this module may refuse too much; what it
accepts must be sound.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from itertools import accumulate, chain, repeat
from typing import Any, Final

import msgpack

from timecore.actors import TABLE, Actor
from timecore.chain import Opening, commitment_prefix
from timecore.codec import UNSEEN, Misshapen, from_extension
from timecore.entry import NO_META
from timecore.hidden import HIDDEN
from timecore.record._kinds import Kind, find_kind, has_room, look_of
from timecore.record._model import Broken, RawEntry, RawHeader, Row, new_tuple
from timecore.record._shapes import check_meta
from timecore.schema import are_seats

__all__ = ["STRETCH", "Bulk"]

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

    def read(self, at: int, seq: int, before: bytes) -> list[RawEntry]:
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
            return []

    def _read(self, at: int, seq: int, before: bytes) -> list[RawEntry]:
        records, _, _ = _unpack(self.data[at : at + STRETCH])
        if not records:
            return []
        # What is encoded to the same bytes again is canonical, if there is nothing in it that tc1 does not know.
        packed = [*map(self.pack, records)]
        must(self.data.startswith(b"".join(packed), at))
        bodies, openings, hashes = _columns(records, (bytes, tuple, bytes))
        must({*map(len, hashes)} == {32})
        befores = (before, *hashes[:-1])
        must([sha256(last + body).digest() for last, body in zip(befores, bodies, strict=True)] == [*hashes])

        inside, digests, stops = _unpack(b"".join(bodies))
        must([*map(self.pack, inside)] == [*bodies])
        numbers, actors, moves, events, metas = _columns(inside, (int, int, tuple, tuple, dict))
        must(numbers == (*range(seq, seq + len(bodies)),))
        must(min(actors) >= TABLE and max(actors) < self.seats)
        must({tuple}.issuperset(map(type, chain.from_iterable(events))))
        for meta in filter(None, metas):
            check_meta(meta)
        hidden, partly = self._hidden(seq, digests, stops, actors, openings)

        entries: list[RawEntry] = []
        add = entries.append
        known = self.schema.kinds.get
        first = alone = 0  # of the commitments of an entry; how many entries were read by themselves
        columns = actors, moves, events, metas, bodies, openings, hashes, befores, stops, map(len, packed)
        for actor, move, rest, meta, body, shown, digest, last, stop, size in zip(*columns, strict=True):
            rows = (move, *rest)
            kind = None if seq in partly else known(look_of(rows)) or self._find_kind(actor, rows)
            if kind is not None and not kind.plain:
                filled = self._open(kind, actor, rows, hidden, first)
                if filled is None:
                    kind = None
                else:
                    move, rest = filled  # noqa: PLW2901 - what they are when filled in
            if kind is None:
                alone += 1
                add(self.read_one(at, seq, last))
            else:
                values = (seq, actor, move, rest, meta or NO_META, body, shown, digest, at, size, kind.clear)
                add(new_tuple(RawEntry, values))
            at += size
            seq += 1
            first = stop
        self.rare = 2 * alone > len(entries)
        self.commitments += len(digests)
        self.opened += sum(map(len, openings))
        return entries

    def _hidden(
        self,
        seq: int,
        digests: list[bytes],
        stops: list[int],
        actors: Sequence[Actor],
        openings: Sequence[tuple[Opening, ...]],
    ) -> tuple[list[Any], Collection[int]]:
        """What the commitments hide, ``HIDDEN`` where there is no opening.

        Args:
            seq: The number of the first entry.
            digests: The commitments of all entries.
            stops: How many of them there are up to each entry.
            actors: Their actors.
            openings: Their openings.

        Returns:
            The values, and the numbers of entries that open some of their commitments and not others.
        """
        must({32}.issuperset(map(len, digests)) and len({*digests}) == len(digests))
        many = [*chain.from_iterable(openings)]
        values: list[Any] = [HIDDEN] * len(digests)
        if not many:
            return values, ()
        salts, raws = _columns(many, (bytes, bytes))
        must({*map(len, salts)} == {16})
        found, _, _ = _unpack(b"".join(raws))
        must([*map(self.pack, found)] == [*raws])
        whose = chain.from_iterable(map(repeat, actors, map(len, openings)))
        prefixes = map(self.prefixes.__getitem__, whose)
        opened = [sha256(b"".join(parts)).digest() for parts in zip(prefixes, salts, raws, strict=True)]
        if stops == [*accumulate(map(len, openings))]:
            must(opened == digests)
            return found, ()
        partly = set()
        used = start = 0
        for number, (shown, stop) in enumerate(zip(openings, stops, strict=True), seq):
            here = slice(used, used + len(shown))
            if len(shown) == stop - start:
                must(opened[here] == digests[start:stop])
                values[start:stop] = found[here]
            elif shown:
                partly.add(number)
            used, start = here.stop, stop
        return values, partly

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


def _unpack(data: bytes) -> tuple[list[Any], list[bytes], list[int]]:
    """The values that stand one behind the other, up to the last whole one.

    Returns:
        The values; all commitments in them; how many of those there are up to the end of each.
    """
    digests: list[bytes] = []

    def commitment(code: int, digest: bytes) -> Any:
        must(code == 1)
        digests.append(digest)
        return new_tuple(
            msgpack.ExtType, (code, digest)
        )  # what the packer takes, without the checks of the class

    unpacker = msgpack.Unpacker(
        use_list=False,
        ext_hook=commitment,
        max_buffer_size=len(data) or 1,
        max_array_len=UNSEEN,
        max_map_len=UNSEEN,
    )
    unpacker.feed(data)
    values = []
    stops = []
    for value in unpacker:
        values.append(value)
        stops.append(len(digests))
    return values, digests, stops


def _columns(rows: Sequence[Any], types: tuple[type, ...]) -> tuple[tuple[Any, ...], ...]:
    """The columns of some rows, which must be arrays of values of these exact types."""
    must({*map(type, rows)} == {tuple})
    columns = tuple(zip(*rows, strict=True))
    must([{*map(type, column)} for column in columns] == [{one} for one in types])
    return columns
