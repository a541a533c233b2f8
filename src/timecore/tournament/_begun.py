"""Whether a game has begun, so that it is too late to enter it, and whether it has kept the luck it began with."""

from __future__ import annotations

from timecore.actors import CHANCE
from timecore.log import Log
from timecore.record import RawEntry

__all__ = ["begun", "branched", "new_luck"]


def begun(log: Log) -> RawEntry | None:
    """The first entry with which a game has begun, or ``None``.

    From then on it could have been chosen among several that went differently. Before it stand notes, commitments to
    nonces, and, where no nonces are to come, the draws that are made when a record is: whoever holds the seed knows
    these anyway. Where luck is made at a real table, a record proves nothing of it, and a game has begun when it was
    declared to have ended.
    """
    manual = log.header.luck.kind == "manual"
    committed = False
    for raw in log.record.entries:
        name = raw.move[0]
        committed = committed or name == "NonceCommit"
        waits = name in ("NonceCommit", "Note") or (raw.actor == CHANCE and not committed)
        if not waits and (not manual or name in ("Seal", "Forfeit", "Void")):
            return raw
    return None


def new_luck(log: Log, entry: int) -> str | None:
    """That a game was dealt anew on its way to an entry, in a sentence without a subject, or ``None``.

    Its header, and so the leaf of its beginning, stays what it was; but the luck that was committed to there is no
    longer the one that is drawn from.

    Args:
        log: The game.
        entry: The number of an entry, such as that of its ``Seal``.
    """
    for raw in log.record.entries[:entry]:
        if raw.move[0] == "Branch" and raw.move[1] is not None:
            return f"has other luck from entry {raw.seq} on than the one it was entered with"
    return None


def branched(log: Log, entry: int) -> bool:
    """Whether a record goes on in a branch behind an entry.

    Args:
        log: The record.
        entry: The number of the entry.
    """
    return any(raw.move[0] == "Branch" for raw in log.record.entries[entry:])
