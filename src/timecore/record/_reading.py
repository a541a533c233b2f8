"""Reading a record, strictly: what is sound, and where and why it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgpack

from timecore.actors import TABLE, Actor
from timecore.chain import FORMAT, MAGIC, Frame, commitment_prefix, header_hash, read_frame
from timecore.codec import (
    Commitment,
    Misshapen,
    check,
    check_whole,
    decode,
    pack,
    path_offset,
    to_extension,
    unpack,
)
from timecore.entry import NO_META
from timecore.errors import FormatUnsupported, NotARecord, RecordError
from timecore.hidden import HIDDEN
from timecore.record._bulk import STRETCH, Bulk
from timecore.record._checked import read_checked
from timecore.record._model import (
    NOWHERE,
    Broken,
    Damage,
    RawEntry,
    RawHeader,
    RawRecord,
    Row,
    count_commitments,
    fill_in,
    new_tuple,
)
from timecore.record._search import Search
from timecore.record._shapes import OF_BRANCH, Bodies, check_header, fault_name, fault_secret
from timecore.schema import Place, Plan
from timecore.table import check_chance, luck_from

__all__ = ["read", "read_header"]

_FORMAT_1: Final = MAGIC + bytes((FORMAT,))


def read(data: bytes, *, checked: bool = False) -> RawRecord:
    """Read a record as far as it is sound.

    Args:
        data: The bytes of the file.
        checked: Whether these very bytes have been read before and were found sound to their end. Then nothing is
            checked again but what the header says, which is several times faster; what other bytes give is undefined.

    Returns:
        The header, the sound entries and, where they end early, the damage.

    Raises:
        NotARecord: There is no header, or a broken one.
        FormatUnsupported: It is a record of a format this version cannot read.
    """
    data = bytes(data)
    header = read_header(data, checked=checked)
    if checked:
        return read_checked(data, header)
    reader = Entries(data, header)
    damage = reader.read(header.size, header.hash)
    return RawRecord(header, reader.entries, damage, reader.counted)


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
    entries = [entry._replace(offset=base + entry.offset) for entry in reader.entries]
    if damage is not None:
        damage = damage._replace(byte=base + damage.byte)
    return RawRecord(record.header, (*record.entries, *entries), damage)


def read_header(data: bytes, *, checked: bool = False) -> RawHeader:
    try:
        _read_format(data)
        frame = read_frame(data, 0, header=True)
        return _open_header(frame, data, checked=checked)
    except Broken as broken:
        reason, byte = broken.reason, broken.byte
    except FormatUnsupported:
        raise
    except RecordError as error:
        reason, byte = error.message, error.byte or 0
    raise NotARecord(
        f"broken at entry 0: {reason} (byte {byte})",
        entry=0,
        byte=byte,
        hint="The file is not a record of timecore, or its beginning is damaged.",
    ) from None


def _read_format(data: bytes) -> None:
    if data.startswith(_FORMAT_1):
        return
    if len(data) > len(MAGIC) and 0x92 <= data[0] <= 0x9F and data[1:10] == MAGIC[1:]:
        end = check(data, 10)
        number = decode(data[10:end])
        if type(number) is int and number != FORMAT:
            raise FormatUnsupported(
                f"this is a record of format {number}, and this version of timecore reads format {FORMAT}",
                format=number,
                hint="Read it with the version that wrote it, or a newer one.",
            )
    same = next((i for i, byte in enumerate(MAGIC) if data[i : i + 1] != bytes((byte,))), len(MAGIC))
    raise RecordError("this is not the beginning of a record", byte=same)


def _open_header(frame: Frame, data: bytes, *, checked: bool) -> RawHeader:
    body = frame.body
    walked = False
    try:
        value, walked = unpack(body)
        luck, seats, schema, commitments = check_header(value, len(body))
        if not (walked or checked) and pack(value) != body:
            check_whole(body)
    except Misshapen as fault:
        raise _broken_body(frame, fault, walked=walked) from None
    except RecordError as error:
        raise RecordError(error.message, byte=frame.body_at + (error.byte or 0)) from None
    if not checked and header_hash(body) != frame.hash:
        raise RecordError("the hash is not that of the header", byte=frame.hash_at)
    secrets = len(commitments) - len(seats)
    if checked and len(frame.openings) == len(commitments):
        hidden = [unpack(raw)[0] for _, raw in frame.openings]
    else:
        prefix = commitment_prefix(value["game"], TABLE)
        faults = [fault_secret] * secrets + [fault_name] * len(seats)
        hidden = _match(frame, data, commitments, prefix, faults, {})
    return RawHeader(
        body=body,
        openings=frame.openings,
        hash=frame.hash,
        size=frame.end,
        game=value["game"],
        options=value["options"],
        rules=value["rules"],
        schema=schema,
        seats=tuple(zip(hidden[secrets:], [key for _, key in seats], strict=True)),
        tags=value["tags"],
        writer=value["writer"],
        created=value["created"],
        luck=luck_from(luck, hidden[:secrets]),
    )


def _match(
    frame: Frame,
    data: bytes,
    commitments: Sequence[Commitment],
    prefix: bytes,
    faults: Sequence[Callable[[Any], str | None]],
    known: dict[bytes, Any],
) -> list[Any]:
    """What some commitments hide, ``HIDDEN`` where there is no opening.

    Args:
        frame: The record.
        data: The file.
        commitments: In the order of the body.
        prefix: What is hashed before salt and value.
        faults: For each commitment: what is wrong with a value, or ``None``.
        known: Short values that have been decoded already; more are added.

    Raises:
        Broken: An opening that fits no commitment, is out of order, or holds what it must not hold.
    """
    if len(frame.openings) == len(commitments) == 1:  # as in most entries that have any
        [(salt, raw)] = frame.openings
        if raw in known and sha256(prefix + salt + raw).digest() == commitments[0].digest:
            value = known[raw]
            if faults[0](value) is None:
                return [value]
    values: list[Any] = [HIDDEN] * len(commitments)
    at = 0
    for number, (salt, raw) in enumerate(frame.openings):
        digest = sha256(prefix + salt + raw).digest()
        found = at
        while found < len(commitments) and commitments[found].digest != digest:
            found += 1
        if found == len(commitments):
            earlier = any(one.digest == digest for one in commitments[:at])
            reason = "an opening out of order" if earlier else "an opening that fits no commitment"
            raise Broken("openings", reason, frame.opening_at(data, number))
        try:
            value = known[raw] if raw in known else decode(raw)
        except RecordError as error:
            byte = frame.opening_at(data, number) + 19 + _bin_head(raw) + (error.byte or 0)
            raise Broken("bytes", error.message, byte) from None
        fault = faults[found](value)
        if fault is not None:
            byte = frame.opening_at(data, number) + 19 + _bin_head(raw)
            raise Broken("openings", fault, byte)
        values[found] = value
        at = found + 1
        if len(raw) <= _SHORT and len(known) < _KNOWN:
            known[raw] = value
    return values


#: How many values of openings are kept while a file is read, and how long they may be: cards come again and again.
_KNOWN: Final = 4096
_SHORT: Final = 32


def _bin_head(value: bytes) -> int:
    return 2 if len(value) < 0x100 else 3 if len(value) < 0x1_0000 else 5


class Entries:
    """Reads the entries of a file: many at once where it can, else one after the other.

    Attributes:
        entries: What has been read.
        counted: How many commitments there are in them, and how many are open.
    """

    def __init__(self, data: bytes, header: RawHeader) -> None:
        self.data = data
        self.header = header
        self.bodies = Bodies(header)
        self.entries: list[RawEntry] = []
        self.counted = 0, 0
        self.prefixes = {
            actor: commitment_prefix(header.game, actor) for actor in range(TABLE, len(header.seats))
        }
        self.known: dict[bytes, Any] = {}
        self.pack: Callable[[Any], bytes] = msgpack.Packer(default=to_extension).pack

    def read(self, at: int, before: bytes, seq: int = 1) -> Damage | None:
        """Read on to the end or the first damage.

        Args:
            at: Where the first entry begins.
            before: The hash before it.
            seq: Its number.
        """
        data = self.data
        bulk = Bulk(data, self.header, self.read_one)
        alone: list[RawEntry] = []
        damage = None
        refused = at  # up to where not all is right at first sight
        while at < len(data):
            found = bulk.read(at, seq, before) if at >= refused else []
            if not found:
                if at >= refused:
                    refused = at + STRETCH
                try:
                    found = [self.read_one(at, seq, before)]
                except Broken as broken:
                    torn = not Search(data, self.bodies).finds(at, seq)
                    damage = Damage(seq, broken.byte, torn, broken.verdict, broken.reason)
                    break
                alone += found
            self.entries += found
            seq += len(found)
            before = found[-1].hash
            at = found[-1].offset + found[-1].size
        total, opened = count_commitments(self.header.schema, alone)
        self.counted = total + bulk.commitments, opened + bulk.opened
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
        walked = False
        try:
            value, walked = unpack(body)
            plan = self.bodies.check(value)
            if value[0] != seq:
                raise Misshapen(f"it says to be entry {value[0]}, and entry {seq} should stand here", 0)
            if not walked and self.pack(value) != body:
                check_whole(body)
        except Misshapen as fault:
            raise _broken_body(frame, fault, walked=walked) from None
        except RecordError as error:
            raise Broken("bytes", error.message, frame.body_at + (error.byte or 0)) from None
        _, actor, move, events, meta = value
        if sha256(before + body).digest() != digest:
            raise Broken("chain", "the hash is not that of this entry after those before it", frame.hash_at)
        clear = NOWHERE
        if plan is not None:
            move, events, clear = self.open(frame, actor, move, events, plan)
        elif openings:
            raise Broken("openings", "an opening that fits no commitment", frame.opening_at(self.data, 0))
        values = (seq, actor, move, events, meta or NO_META, body, openings, digest, at, end - at, clear)
        return new_tuple(RawEntry, values)  # type: ignore[no-any-return]

    def open(
        self, frame: Frame, actor: Actor, move: Row, events: tuple[Row, ...], plan: Plan
    ) -> tuple[Row, tuple[Row, ...], frozenset[Place]]:
        """Fill in the private fields; gives move, events and the fields that stand in clear."""
        prefix = self.prefixes[actor]
        if plan is OF_BRANCH:
            secrets = check_chance(move[1])
            hidden = _match(frame, self.data, secrets, prefix, [fault_secret] * len(secrets), self.known)
            return (move[0], luck_from(move[1], hidden)), events, NOWHERE
        commitments, places, faults = plan.commitments(move, events)
        hidden = _match(frame, self.data, commitments, prefix, faults, self.known)
        clear = NOWHERE if len(places) == plan.total else frozenset(plan.places()).difference(places)
        return *fill_in(plan, move, events, zip(places, hidden, strict=True)), clear


def _broken_body(frame: Frame, fault: Misshapen, *, walked: bool) -> Broken:
    """Why a body is not sound. Bytes that are not canonical are the better reason than a wrong shape."""
    try:
        if not walked:
            check_whole(frame.body)
    except RecordError as error:
        return Broken("bytes", error.message, frame.body_at + (error.byte or 0))
    return Broken("bytes", fault.reason, frame.body_at + path_offset(frame.body, fault.path))
