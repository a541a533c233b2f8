"""Openings: what a copy shows, and which of its secrets it does not show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from timecore.audit._report import Verdict
from timecore.codec import EXTENSION
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.record import RawEntry
from timecore.tablerows import secrets_of

if TYPE_CHECKING:
    from timecore.audit._walk import Examination
    from timecore.chance import Luck

__all__ = ["check_openings"]

#: How many of what is not shown a verdict names.
_MOST: Final = 8


def check_openings(audit: Examination) -> None:
    """Give the verdict. That each opening fits is a matter of reading.

    What a seat's or a public copy lacks follows from its kind, erased names apart; of other copies it is told.
    """
    log = audit.log
    damage, record = log.damage, log.record
    if damage is not None and damage.verdict == "openings":
        what = f"entry {damage.entry}, byte {damage.byte}: {damage.reason}"
        audit.verdicts["openings"] = Verdict("broken", what)
        return
    hidden = record.commitments - record.opened
    if record.commitments == 1:
        detail = "its one commitment is " + (
            f"not shown{_which(log, hidden)}" if hidden else "open, and fits"
        )
    elif not hidden:
        detail = f"all {record.commitments} commitments are open, and fit"
    else:
        detail = f"{record.opened} of {record.commitments} commitments are open, and fit; "
        detail += f"{hidden} {'is' if hidden == 1 else 'are'} not shown{_which(log, hidden)}"
    audit.verdicts["openings"] = Verdict(log.shows, detail)


def _which(log: Log, hidden: int) -> str:
    """Which they are, as the end of a sentence."""
    names = [name for name, _ in log.record.header.seats]
    missing = [f"the name of seat {seat}" for seat, name in enumerate(names) if name is HIDDEN]
    if log.shows == "partial":
        missing += islice(_not_shown(log), _MOST)
    if not missing:
        return ""
    told = missing[:_MOST]
    left = hidden - len(told)
    if left and log.shows != "partial":
        return f", among them {', '.join(told)}"
    return f": {', '.join(told)}" + (f" and {left} more" if left else "")


def _not_shown(log: Log) -> Iterator[str]:
    """What is not shown, apart from names."""
    for name in _secrets(log.record.header.luck):
        yield f"the {name}"
    for raw in log.record.entries:
        if raw.move[0] == "Branch":
            for name in () if raw.move[1] is None else _secrets(raw.move[1]):
                yield f"the {name} of entry {raw.seq}"
        elif type(raw.move[0]) is int and EXTENSION in raw.body:
            yield from _fields(log, raw)


def _secrets(luck: Luck) -> Iterator[str]:
    """What is not shown of a luck."""
    return (
        name for name, secret in zip(("seed", "salt key"), secrets_of(luck), strict=False) if secret is HIDDEN
    )


def _fields(log: Log, raw: RawEntry) -> Iterator[str]:
    """What is not shown of an entry of the game."""
    schema = log.record.header.schema
    for place in schema.plan(raw.move, raw.events).places():
        row = raw.events[place.message - 1] if place.message else raw.move
        if row[place.field + 1] is HIDDEN:
            shape = schema.shape_of(place, raw.move, raw.events)
            yield f"{shape.fields[place.field].name} of {shape.name} in entry {raw.seq}"
