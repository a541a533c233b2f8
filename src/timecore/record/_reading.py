"""Reading a record, strictly: what is sound, and where and why it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Final

import msgpack

from timecore.actors import TABLE, Actor
from timecore.chain import Frame, commitment_prefix, read_frame
from timecore.codec import (
    Commitment,
    Misshapen,
    check_whole,
    to_extension,
    unpack,
)
from timecore.entry import NO_META
from timecore.errors import RecordError
from timecore.pause import no_search_for_garbage
from timecore.record._bulk import STRETCH, Bulk, Stretch
from timecore.record._checked import read_checked
from timecore.record._header import read_header
from timecore.record._model import (
    NOWHERE,
    Broken,
    Damage,
    Filled,
    RawEntry,
    RawHeader,
    RawRecord,
    Row,
    fill_in,
    in_clear,
    new_tuple,
    size_again,
)
from timecore.record._openings import broken_body, match
from timecore.record._search import Search
from timecore.record._shapes import (
    MAX_MAPS,
    OF_BRANCH,
    Bodies,
    commitments_in,
    fault_secret,
)
from timecore.record._values import holds_truth
from timecore.schema import MAX_AGAIN, Place
from timecore.tablerows import check_chance, luck_from

__all__ = ["read"]


def read(data: bytes, *, checked: bool = False) -> RawRecord:
    """Read a record as far as it is sound.

    Args:
        data: The bytes of the file.
        checked: Whether these very bytes have been read before, were found sound to their end, and all their entries
            were found to be of the ruleset. Then nothing is checked again, which is several times faster; what other
            bytes give is undefined, be it an error of any kind.

    Returns:
        The header, the sound entries and, where they end early, the damage.

    Raises:
        NotARecord: There is no header, or a broken one.
        FormatUnsupported: It is a record of a format this version cannot read.
    """
    data = bytes(data)
    with no_search_for_garbage():
        if checked:
            return read_checked(data)
        header = read_header(data)
        reader = Entries(data, header)
        damage = reader.read(header.size, header.hash)
        return reader.record(damage)


def read_on(record: RawRecord, more: bytes) -> RawRecord:
    """Read what was appended to a record since it was read.

    Args:
        record: The record so far; its own damage, if it had a torn tail, does not count any more.
        more: The bytes of the file from ``record.size`` on.

    Returns:
        The record with the entries that are sound now.
    """
    base = record.size
    reader = Entries(more, record.header)
    damage = reader.read(0, record.head, len(record.entries) + 1)
    entries = [entry._replace(offset=base + entry.offset) for entry in _entries(reader.parts)]
    if damage is not None:
        damage = damage._replace(byte=base + damage.byte)
    counted = None
    if record.counted is not None:
        counted = record.counted[0] + reader.counted[0], record.counted[1] + reader.counted[1]
    return RawRecord(record.header, (*record.entries, *entries), damage, counted)


#: How many bytes are read entry by entry where that has been the fate of most of them anyway.
_ALONE: Final = 16 * STRETCH


class Entries:
    """Reads the entries of a file: many at once where it can, else one after the other.

    Attributes:
        rows: What has been read, or what begins it.
        counted: How many commitments there are in it, and how many are open.
    """

    def __init__(self, data: bytes, header: RawHeader) -> None:
        self.data = data
        self.header = header
        self.bodies = Bodies(header)
        self.rows: list[tuple[Any, ...]] = []
        self.parts: list[Stretch | RawEntry] = []
        self.end = 0, header.hash  # where all of it ends, and the hash there
        self.in_clear = False
        self.truths: list[int] = []
        self.filled: list[Filled | None] = []
        self.counted = 0, 0
        self.inside = 0  # how many commitments there are in the entry that was read last by itself
        self.prefixes = {
            actor: commitment_prefix(header.game, actor) for actor in range(TABLE, len(header.seats))
        }
        self.known: dict[bytes, Any] = {}

    @cached_property
    def pack(self) -> Callable[[Any], bytes]:
        """What encodes a body; few files need it."""
        return msgpack.Packer(default=to_extension).pack  # type: ignore[no-any-return]

    def record(self, damage: Damage | None) -> RawRecord:
        """The record that has been read, and where it ends early."""
        at, head = self.end
        make = partial(_entries, self.parts)
        record = RawRecord.of_rows(self.header, self.rows, make, head=head, size=at)
        record.damage, record.counted, record.truths = damage, self.counted, frozenset(self.truths)
        record.in_clear, record.filled = self.in_clear, self.filled
        return record

    def read(self, at: int, before: bytes, seq: int = 1) -> Damage | None:
        """Read on to the end or the first damage.

        Args:
            at: Where the first entry begins.
            before: The hash before it.
            seq: Its number.
        """
        data = self.data
        bulk = Bulk(data, self.header, self.prefixes, self.read_one)
        commitments = opened = 0  # in entries that were read one by one
        damage = None
        refused = at  # up to where not all is right at first sight
        while at < len(data):
            found = bulk.read(at, seq, before) if at >= refused else None
            if found:
                self.rows += found.rows
                self.parts.append(found)
                self.in_clear = self.in_clear or any(found.clear)
                self.truths += found.truths
                self.filled += found.filled
                seq += len(found.rows)
                before, at = found.head, found.end
                if bulk.rare:
                    bulk.rare = False
                    refused = at + _ALONE
                continue
            if at >= refused:
                refused = at + STRETCH
            try:
                one = self.read_one(at, seq, before)
            except Broken as broken:
                torn = not Search(data, self.bodies).finds(at, seq)
                damage = Damage(seq, broken.byte, torn, broken.verdict, broken.reason)
                break
            self.rows.append(one)
            self.filled.append(None)
            self.parts.append(one)
            self.in_clear = self.in_clear or bool(one.clear)
            if holds_truth(one):
                self.truths.append(seq)
            commitments += self.inside
            opened += len(one.openings)
            seq += 1
            before = one.hash
            at += one.size
        self.end = at, before
        self.counted = commitments + bulk.commitments, opened + bulk.opened
        return damage

    def read_one(self, at: int, seq: int, before: bytes) -> RawEntry:
        """Read the entry at an offset.

        Raises:
            Broken: It is not sound.
        """
        try:
            return self.entry(read_frame(self.data, at), seq, before)
        except RecordError as error:
            raise Broken("bytes", error.message, error.byte or 0) from None

    def entry(self, frame: Frame, seq: int, before: bytes) -> RawEntry:
        """Open one record.

        Raises:
            Broken: It is not sound.
        """
        body, openings, digest, at, _, _, _, end = frame
        commitments: Sequence[Commitment] = ()
        places: Sequence[Place] = ()
        try:
            value = unpack(body, maps=MAX_MAPS)
            plan = self.bodies.check(value)
            if plan is OF_BRANCH:
                commitments = check_chance(value[2][1])
            elif plan is not None:
                commitments, places = commitments_in(plan, value[2], value[3], body)
            if value[0] != seq:
                raise Misshapen(f"it says to be entry {value[0]}, and entry {seq} should stand here", 0)
            if self.pack(value) != body:
                check_whole(body)
        except Misshapen as fault:
            raise broken_body(frame, fault) from None
        except RecordError as error:
            raise Broken("bytes", error.message, frame.body_at + (error.byte or 0)) from None
        _, actor, move, events, meta = value
        if sha256(before + body).digest() != digest:
            raise Broken("chain", "the hash is not that of this entry after those before it", frame.hash_at)
        self.inside = len(commitments)
        clear: AbstractSet[Place] = NOWHERE
        if plan is not None:
            hidden = self.open(frame, actor, move, events, commitments, places)
            if plan is OF_BRANCH:
                move = (move[0], luck_from(move[1], hidden))
            else:
                clear = in_clear(plan, self.header.schema, move, events, places)
                move, events = fill_in(plan, move, events, zip(places, hidden, strict=True))
                # Mostly it is plain from the lengths alone that they are not too long.
                if plan.again and len(body) * (end - at) > MAX_AGAIN < size_again(plan, move):
                    reason = f"the move's fields that stand in events again have more than {MAX_AGAIN} bytes"
                    raise Broken("bytes", reason, frame.body_at)
        elif openings:
            raise Broken("openings", "an opening that fits no commitment", frame.opening_at(self.data, 0))
        values = (seq, actor, move, events, meta or NO_META, body, openings, digest, at, end - at, clear)
        return new_tuple(RawEntry, values)  # type: ignore[no-any-return]

    def open(
        self,
        frame: Frame,
        actor: Actor,
        move: Row,
        events: tuple[Row, ...],
        commitments: Sequence[Commitment],
        places: Sequence[Place],
    ) -> list[Any]:
        """What the commitments of an entry hide, ``HIDDEN`` where there is no opening."""
        faults: list[Callable[[Any], str | None]] = []
        if frame.openings:  # the luck of a branch is no field
            field_of = self.header.schema.field_of
            faults = [field_of(place, move, events).fault for place in places]
            faults = faults or [fault_secret] * len(commitments)
        return match(frame, self.data, commitments, self.prefixes[actor], faults, self.known)


def _entries(parts: Iterable[Stretch | RawEntry]) -> Iterator[RawEntry]:
    """All entries that were read."""
    for part in parts:
        if type(part) is Stretch:
            yield from part.entries()
        else:
            yield part  # type: ignore[misc]  # a named tuple's own type is not seen through
