"""Reading the header of a record, strictly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgpack

from timecore.actors import TABLE
from timecore.chain import FORMAT, MAGIC, Frame, commitment_prefix, header_hash, read_frame
from timecore.codec import (
    Commitment,
    Misshapen,
    check,
    check_whole,
    decode,
    pack,
    unpack,
)
from timecore.errors import FormatUnsupported, NotARecord, RecordError
from timecore.hidden import HIDDEN
from timecore.record._model import Broken, RawHeader, Row
from timecore.record._openings import all_open, broken_body, match
from timecore.record._shapes import check_header, fault_name, fault_secret
from timecore.record._values import MARK, MARKED, Refused, encodes, must, unpack_all, without_digests
from timecore.schema import Schema
from timecore.tablerows import luck_from

__all__ = ["read_header"]

_FORMAT_1: Final = MAGIC + bytes((FORMAT,))


def read_header(data: bytes) -> RawHeader:
    """Read the header of a file.

    Raises:
        NotARecord: There is none, or a broken one.
        FormatUnsupported: It is of a format this version cannot read.
    """
    try:
        _read_format(data)
        frame = read_frame(data, 0, header=True)
        return _open_header(frame, data)
    except Broken as broken:
        verdict, reason, byte = broken.verdict, broken.reason, broken.byte
    except FormatUnsupported:
        raise
    except RecordError as error:
        verdict, reason, byte = "bytes", error.message, error.byte or 0
    raise NotARecord(
        f"broken at entry 0: {reason} (byte {byte})",
        entry=0,
        byte=byte,
        hint="The file is not a record of timecore, or its beginning is damaged.",
        verdict=verdict,
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


def _open_header(frame: Frame, data: bytes) -> RawHeader:
    """The header of a frame, known again as far as it can be, else read by itself, which knows what is wrong."""
    found = _open_known(frame)
    if found is None:
        found = _open_new(frame, data)
        _keep(found)
    return found


def _open_new(frame: Frame, data: bytes) -> RawHeader:
    body = frame.body
    try:
        value = unpack(body)
        checked = check_header(value, len(body))
        if pack(value) != body:
            check_whole(body)
    except Misshapen as fault:
        raise broken_body(frame, fault) from None
    except RecordError as error:
        raise RecordError(error.message, byte=frame.body_at + (error.byte or 0)) from None
    if header_hash(body) != frame.hash:
        raise Broken("chain", "the hash is not that of the header", frame.hash_at)
    _, seats, _, commitments = checked
    prefix = commitment_prefix(value["game"], TABLE)
    hidden = match(frame, data, commitments, prefix, _faults(commitments, seats), {})
    return _header(frame, value, checked, hidden)


def _faults(commitments: Sequence[Commitment], seats: Sequence[Any]) -> Sequence[Callable[[Any], str | None]]:
    """What tells what is wrong with each value that a header commits to: secrets first, then names."""
    return [fault_secret] * (len(commitments) - len(seats)) + [fault_name] * len(seats)


def _header(
    frame: Frame,
    value: Mapping[str, Any],
    checked: tuple[Row, tuple[Any, ...], Schema, list[Commitment]],
    hidden: Sequence[Any],
) -> RawHeader:
    """The header of a body that was checked, given what its commitments hide."""
    luck, seats, schema, commitments = checked
    secrets = len(commitments) - len(seats)
    return RawHeader(
        body=frame.body,
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


# -- headers of one kind ---------------------------------------------------------------------------------------


class _Kind(NamedTuple):
    """What the headers of all games of one kind have in common.

    Attributes:
        options: The bytes of the options.
        rules: The ruleset's name and version.
        schema: The schema.
    """

    options: bytes
    rules: tuple[str, int]
    schema: Schema


#: Options, rules and schema stand side by side in the bodies of headers, and are most of them: what was found out about
#: these bytes.
_known: dict[bytes, _Kind] = {}

#: How many are kept, and how long they may be. Those of a large game have 3 KB.
_KEPT: Final = 16
_LONGEST: Final = 1 << 14

#: How a body begins, and how with fewer keys what stands before those that are known, and behind.
_NINE, _THREE = b"\x89", b"\x83"


def _open_known(frame: Frame) -> RawHeader | None:
    """The header of a frame whose options, rules and schema are known, if all is right with it; else ``None``."""
    body = frame.body
    begin = body.find(b"\xa7options")
    found = [one for one in [*_known.items()] if body.startswith(one[0], begin)]
    if not found:
        return None
    [(middle, kind)] = found
    # The body is canonical if it is one map of nine keys, of which the three before those known and the three behind
    # are canonical, and the keys are what they must be, as all nine are checked to be.
    before, after = _THREE + body[1:begin], _THREE + body[begin + len(middle) :]
    try:
        must(body.startswith(_NINE))
        zeroed, digests = without_digests(before + after)
        parts, ends = unpack_all(zeroed, MARKED)
        must(ends == [len(before), len(zeroed)] and encodes(msgpack.packb, parts, zeroed))
        first, last = parts
        must(type(first["chance"]) is type(last["seats"]) is tuple)
        must({tuple}.issuperset(map(type, last["seats"])))
        left = map(Commitment, digests)
        first["chance"] = tuple([next(left) if one is MARK else one for one in first["chance"]])
        last["seats"] = tuple([(next(left) if name is MARK else name, key) for name, key in last["seats"]])
        must(next(left, None) is None)
        options = msgpack.unpackb(kind.options, use_list=False)  # a new one, which nobody else can change
        value = {**first, "options": options, "rules": kind.rules, "schema": kind.schema, **last}
        checked = check_header(value, len(body), kind.schema)
        must(header_hash(body) == frame.hash)
        _, seats, _, commitments = checked
        hidden: Sequence[Any] = [HIDDEN] * len(commitments)
        if frame.openings:
            prefix = commitment_prefix(value["game"], TABLE)
            hidden = all_open(frame, commitments, prefix, _faults(commitments, seats))
    # What hostile bytes run into; read by themselves they say it better.
    except (Refused, Misshapen, StopIteration, ValueError, TypeError, LookupError, msgpack.UnpackException):
        return None
    return _header(frame, value, checked, hidden)


def _keep(header: RawHeader) -> None:
    """Keep what other headers may have in common with one that was found to be sound."""
    body = header.body
    unpacker = msgpack.Unpacker(max_buffer_size=len(body))
    unpacker.feed(body)
    unpacker.read_map_header()
    places = []
    for _ in range(_BEFORE_SEATS):
        places.append(unpacker.tell())
        unpacker.skip()
    begin, end = places[2 * _BEFORE_OPTIONS], unpacker.tell()
    if end - begin <= _LONGEST:
        if len(_known) >= _KEPT:
            _known.clear()
        options = body[places[2 * _BEFORE_OPTIONS + 1] : places[2 * _BEFORE_OPTIONS + 2]]
        _known[body[begin:end]] = _Kind(options, header.rules, header.schema)


#: How many keys of the header's map stand before that of the options, and how many keys and values before "seats".
_BEFORE_OPTIONS: Final = 3
_BEFORE_SEATS: Final = 12
