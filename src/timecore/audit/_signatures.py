"""Signatures: which seats have signed which of their entries, and whether each signature holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from timecore.audit._report import Verdict
from timecore.errors import ExtraMissing
from timecore.keys import key_fault, signature_holds
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
    """What a seat has signed.

    Attributes:
        entries: How many entries it has made.
        signed: Those whose signature holds.
    """

    entries: int = 0
    signed: list[int] = attrs.field(factory=list)


def check_signatures(audit: Examination) -> None:
    """Check every signature, and give the verdict."""
    log = audit.log
    seats = [_Seat() for _ in log.header.seats]
    must_have_seen = MustHaveSeen()
    faults = 0
    for raw in log.record.entries:
        if raw.actor >= 0:
            seats[raw.actor].entries += 1
        if "sig" in raw.meta:
            try:
                fault = _fault(log, raw, must_have_seen)
            except ExtraMissing as error:
                audit.verdicts["signatures"] = Verdict(
                    "not checked", f"{error.message} (extra {error.extra})"
                )
                return
            if fault is not None:
                faults += 1
                audit.find("signatures", f"entry {raw.seq}: {fault}", raw.seq, field="sig")
            else:
                seats[raw.actor].signed.append(raw.seq)
        must_have_seen.enter(raw.seq, raw.actor, raw.move)
    detail = "; ".join(map(_told, range(len(seats)), seats))
    if faults:
        word = "irregular"
    elif all(len(one.signed) == one.entries for one in seats):
        word = "signed"
    else:
        word = "signed in part"
    audit.verdicts["signatures"] = Verdict(word, detail)


def _fault(log: Log, raw: RawEntry, must_have_seen: MustHaveSeen) -> str | None:
    """Why a signature does not count, or ``None``.

    Raises:
        ExtraMissing: The package for signatures is not installed.
    """
    seat = raw.actor
    if seat < 0:
        return "it has a signature, and is no seat's"
    whose = f"the signature of seat {seat}"
    key = log.header.keys[seat]
    if key is None:
        return f"{whose} has no key that it could be checked with"
    weak = key_fault(key)
    if weak is not None:
        return f"{whose} proves nothing: its key {weak}"
    seen = raw.meta.get("seen")
    if seen is None:
        return f"{whose} does not say which entry was seen"
    if not 0 <= seen < raw.seq:
        return f"{whose} says that entry {seen} was seen, which is no earlier one"
    least = must_have_seen.least(seat)
    if seen < least:
        return f"{whose} was given after entry {seen}, and entry {least} stands between"
    seen_hash = log.record.entries[seen - 1].hash if seen else log.record.header.hash
    message = move_message(seen_hash, seat, move_bytes(raw.body))
    return None if signature_holds(key, raw.meta["sig"], message) else f"{whose} does not hold"


def _told(seat: int, found: _Seat) -> str:
    signed = len(found.signed)
    if signed == found.entries:
        return f"seat {seat}: all {signed} entries" if signed else f"seat {seat}: made none"
    which = f" ({_listed(found.signed)})" if signed else ""
    return f"seat {seat}: {signed} of {found.entries} entries{which}"


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST]))
    return f"{shown} and {len(numbers) - _MOST} more" if len(numbers) > _MOST else shown
