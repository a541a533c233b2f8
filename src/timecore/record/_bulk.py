"""Reading many entries at once: as strictly as one by one, but without a word on what is wrong.

All that :mod:`timecore.record._reading` checks of an entry is checked here as well, of a whole stretch of the file at a
time and mostly by loops that run in C. What is not right at first sight, be it wrong or only rare, is left to the
reading of single entries, which knows every case and names the place. So this module may refuse too much; what it
accepts must be sound.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, compress
from typing import Any, Final, NamedTuple

import msgpack

from timecore.actors import Actor
from timecore.chain import Opening
from timecore.codec import Misshapen
from timecore.entry import NO_META
from timecore.hashing import digests as digests_of
from timecore.hidden import HIDDEN
from timecore.record._bodies import Bodies, Body
from timecore.record._model import Broken, Filled, RawEntry, RawHeader, new_tuple
from timecore.record._values import (
    Refused,
    columns,
    encodes,
    holds_truth,
    may_hold_truth,
    must,
    unpack_all,
    values_of,
    without_digests,
)
from timecore.schema import Place

__all__ = ["STRETCH", "Bulk", "Stretch"]

STRETCH: Final = 1 << 16
"""How many bytes are read at once: so few that hostile ones take little time and memory before they are refused, and
that no body and no value of an opening can be too long."""

ReadOne = Callable[[int, int, bytes], RawEntry]
"""Reads a single entry, given its offset, its number and the hash before it."""


class Stretch(NamedTuple):
    """Entries that were read at once.

    Attributes:
        at: Where the first begins.
        records: Body, openings and hash of each.
        rows: What begins the entry of each; the entry itself, if it was read by itself.
        clear: The private fields that stand in clear.
        ends: Where each ends, counted from where the first begins.
        truths: The numbers of those that hold truth values in their moves or events.
        filled: Of each what may come again; ``None`` for what is not kept.
    """

    at: int
    records: list[tuple[bytes, tuple[Opening, ...], bytes]]
    rows: list[tuple[Any, ...]]
    clear: list[AbstractSet[Place]]
    ends: list[int]
    truths: list[int]
    filled: list[Filled | None]

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
        prefixes: What is hashed before salt and value, by actor.
        read_one: How an entry is read that is rare, but not wrong.

    Attributes:
        commitments: How many commitments there are in what was read.
        opened: How many of them are open.
        rare: Whether most of the entries that were read last had to be read by themselves.
    """

    def __init__(
        self, data: bytes, header: RawHeader, prefixes: Mapping[Actor, bytes], read_one: ReadOne
    ) -> None:
        self.data = data
        self.prefixes = prefixes
        self.read_one = read_one
        # One for all: each takes a quarter of a megabyte, and to get and give back more than one of them takes time.
        self.pack: Callable[[Any], bytes] = msgpack.Packer().pack
        self.bodies = Bodies(header.schema, len(header.seats), self.pack)
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
        records, ends = unpack_all(data)
        if not records:
            return None
        # What is encoded to the same bytes again is canonical, if there is nothing in it that tc1 does not know.
        must(encodes(self.pack, records, data[: ends[-1]]))
        must({*map(type, records)} == {tuple})
        bodies, openings, hashes = zip(*records, strict=True)
        must({*map(type, openings)} == {tuple})
        befores = (before, *hashes[:-1])
        # Only bytes of the right length are equal to these, and only bytes have hashes like these.
        must(digests_of([last + body for last, body in zip(befores, bodies, strict=True)]) == [*hashes])

        zeroed, digests = without_digests(b"".join(bodies))
        found = self.bodies.find(zeroed, bodies, seq)
        actors, _, _, metas, counts, _, _, secrets, clears, true, alone, kept = zip(*found, strict=True)
        must(sum(counts) == len(digests) == len({*digests}))
        hidden, partly, raws = self._hidden(seq, digests, counts, actors, openings)

        kinds = [*chain.from_iterable(secrets)]
        odd = [
            fault(value)
            for value, (types, fault) in zip(hidden, kinds, strict=True)
            if type(value) not in types and value is not HIDDEN
        ]
        must(not any(odd))

        rows: list[Any] = []
        filled: list[Filled | None] = []
        numbers = range(seq, seq + len(found))
        exact = bool not in {*map(type, hidden)}  # else 1 would be found in place of true
        first = 0  # of the commitments of an entry
        for number, actor, meta, count, before_it, body in zip(
            numbers, actors, metas, counts, kept, found, strict=True
        ):
            values = hidden[first : first + count]
            first += count
            one = again = before_it.get(values) if before_it and exact else None
            if one is None:
                one = _filled(body, values)
                again = one if exact and self.bodies.keep(body, values, one) else None
            rows.append((number, actor, one.move, one.events, meta))
            filled.append(again)

        clear = [*clears]
        apart = sorted({*partly, *compress(numbers, alone)})
        for number in apart:
            index = number - seq
            single = self.read_one(at + ends[index - 1] if index else at, number, befores[index])
            rows[index], clear[index], filled[index] = single, single.clear, None
        self.rare = 2 * len(apart) > len(rows)
        self.commitments += len(digests)
        self.opened += len(raws)
        shown = b"".join(raws)
        suspects = numbers if may_hold_truth(shown) else sorted({*apart, *compress(numbers, true)})
        truths = [number for number in suspects if holds_truth(rows[number - seq])]
        return Stretch(at, records, rows, clear, ends, truths, filled)

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
        salts, raws = columns(many, (bytes, bytes))
        must({*map(len, salts)} == {16})
        found = values_of(raws, self.pack)
        shown = [*map(len, openings)]
        prefixes = map(self.prefixes.__getitem__, actors)
        opened = digests_of(
            [
                prefix + salt + raw
                for prefix, some in zip(prefixes, openings, strict=True)
                for salt, raw in some
            ]
        )
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


def _filled(body: Body, values: tuple[Any, ...]) -> Filled:
    """An entry with a body, given what its commitments hide."""
    move, events = body.move, body.events
    if body.of_move:
        move = body.of_move(move + values)
    if body.of_events:
        rows = [*events]
        for place, fill in body.of_events:
            rows[place] = fill(rows[place] + values)
        events = tuple(rows)
    return Filled(move, events)
