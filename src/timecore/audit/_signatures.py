"""Signatures: which seats have signed which of their entries, and whether each signature holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from timecore.audit._report import Verdict
from timecore.errors import ExtraMissing
from timecore.keys import checker, key_fault
from timecore.log import Log
from timecore.record import RawEntry
from timecore.signing import MustHaveSeen, move_bytes, move_message

if TYPE_CHECKING:
    from timecore.audit._walk import Examination

__all__ = ["check_signatures"]

#: How many entries a verdict names.
_MOST: Final = 8


@attrs.define
class _Seat:
    """A seat, and what it has signed.

    Attributes:
        number: Its number.
        holds: What checks its signatures.
        fault: Why none can be checked, or ``None``.
        entries: How many entries it has made.
        signed: Those whose signature holds.
    """

    number: int
    holds: Callable[[bytes, bytes], bool]
    fault: str | None
    entries: int = 0
    signed: list[int] = attrs.field(factory=list)

    @classmethod
    def of(cls, number: int, key: bytes | None) -> _Seat:
        """A seat with the key that the header gives it."""
        if key is None:
            return cls(number, lambda _signature, _message: False, "has no key that it could be checked with")
        weak = key_fault(key)
        return cls(number, checker(key), None if weak is None else f"proves nothing: its key {weak}")


def check_signatures(audit: Examination) -> None:
    """Check every signature, and give the verdict."""
    log = audit.log
    try:
        seats = [_Seat.of(number, key) for number, key in enumerate(log.header.keys)]
    except ExtraMissing as error:
        audit.verdicts["signatures"] = Verdict("not checked", f"{error.message} (extra {error.extra})")
        return
    must_have_seen = MustHaveSeen()
    faults = 0
    for raw in log.record.entries:
        seat = seats[raw.actor] if raw.actor >= 0 else None
        if seat is not None:
            seat.entries += 1
        if "sig" in raw.meta:
            fault = _fault(log, raw, seat, must_have_seen)
            if fault is not None:
                faults += 1
                audit.find("signatures", f"entry {raw.seq}: {fault}", raw.seq, field="sig", rule="FORMAT-7")
            elif seat is not None:
                seat.signed.append(raw.seq)
        must_have_seen.enter(raw.seq, raw.actor, raw.move)
    detail = "; ".join(map(_told, seats))
    if faults:
        word = "irregular"
    elif all(len(one.signed) == one.entries for one in seats):
        word = "signed"
    else:
        word = "signed in part"
    audit.verdicts["signatures"] = Verdict(word, detail)


def _fault(log: Log, raw: RawEntry, seat: _Seat | None, must_have_seen: MustHaveSeen) -> str | None:
    """Why a signature does not count, or ``None``."""
    if seat is None:
        return "it has a signature, and is no seat's"
    whose = f"the signature of seat {seat.number}"
    if seat.fault is not None:
        return f"{whose} {seat.fault}"
    seen = raw.meta.get("seen")
    if seen is None:
        return f"{whose} does not say which entry was seen"
    if not 0 <= seen < raw.seq:
        return f"{whose} says that entry {seen} was seen, which is no earlier one"
    least = must_have_seen.least(seat.number)
    if seen < least:
        return f"{whose} was given after entry {seen}, and entry {least} stands between"
    seen_hash = log.record.entries[seen - 1].hash if seen else log.record.header.hash
    message = move_message(seen_hash, seat.number, move_bytes(raw.body))
    return None if seat.holds(raw.meta["sig"], message) else f"{whose} does not hold"


def _told(seat: _Seat) -> str:
    signed = len(seat.signed)
    if signed == seat.entries:
        which = {0: "made none", 1: "its one entry"}.get(signed, f"all {signed} entries")
        return f"seat {seat.number}: {which}"
    which = f" ({_listed(seat.signed)})" if signed else ""
    return f"seat {seat.number}: {signed} of {seat.entries} entries{which}"


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST]))
    return f"{shown} and {len(numbers) - _MOST} more" if len(numbers) > _MOST else shown
