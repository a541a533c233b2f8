"""Whether a game has begun, so that it is too late to enter it."""

from __future__ import annotations

from timecore.actors import CHANCE
from timecore.log import Log
from timecore.record import RawEntry

__all__ = ["begun"]


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
