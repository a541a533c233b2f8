"""What commitments hide, as far as a copy opens them; and why what hides them is not sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgpack

from timecore.chain import Frame
from timecore.codec import Commitment, Misshapen, check_whole, decode, path_offset
from timecore.errors import RecordError
from timecore.hashing import digests
from timecore.hidden import HIDDEN
from timecore.record._model import Broken
from timecore.record._values import must, values_of

__all__ = ["all_open", "broken_body", "match"]


def all_open(
    frame: Frame,
    commitments: Sequence[Commitment],
    prefix: bytes,
    faults: Sequence[Callable[[Any], str | None]],
) -> list[Any]:
    """What some commitments hide, all of which are open; refused is also what only :func:`match` can tell.

    Args:
        frame: The record.
        commitments: In the order of the body.
        prefix: What is hashed before salt and value.
        faults: For each commitment: what is wrong with a value, or ``None``; with any that is no text and no bytes
            something is.

    Raises:
        Refused: Not all is right.
        ValueError: Likewise.
        msgpack.UnpackException: Likewise.
    """
    openings = frame.openings
    must(len(openings) == len(commitments))
    found = digests([prefix + salt + raw for salt, raw in openings])
    must(found == [one.digest for one in commitments])
    raws = [raw for _, raw in openings]
    values = values_of(raws, msgpack.packb)
    must(not any(fault(value) for fault, value in zip(faults, values, strict=True)))
    return values


def match(
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


def broken_body(frame: Frame, fault: Misshapen) -> Broken:
    """Why a body is not sound. Bytes that are not canonical are the better reason than a wrong shape."""
    try:
        check_whole(frame.body)
    except RecordError as error:
        return Broken("bytes", error.message, frame.body_at + (error.byte or 0))
    return Broken("bytes", fault.reason, frame.body_at + path_offset(frame.body, fault.path))
