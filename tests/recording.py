"""Records of any entries at all, committed to and hashed as a host does it who asks no rules."""

from collections.abc import Iterable

import attrs

from timecore.entry import Entry
from timecore.log import Log
from timecore.recorder import Recorder

__all__ = ["continued", "recorded"]


def recorded(log: Log, entries: Iterable[Entry]) -> Log:
    """The log's header, and any entries at all behind it, numbered anew."""
    return continued(log.upto(0), *entries)


def continued(log: Log, *entries: Entry) -> Log:
    """The log as it is, and any entries at all behind it, numbered anew."""
    recorder = Recorder(log)
    kept = list(log.entries)
    for entry in entries:
        kept.append(attrs.evolve(entry, seq=len(kept) + 1))
        recorder.append(kept[-1])
    return recorder.log(log.rules, kept)
