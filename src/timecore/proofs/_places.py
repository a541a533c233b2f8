"""Where in a record the things stand that can be proven."""

from __future__ import annotations

from collections.abc import Iterator

from timecore.actors import CHANCE, TABLE, Actor
from timecore.chance import LuckInForce
from timecore.codec import Commitment, decode
from timecore.errors import UsageError
from timecore.log import Log
from timecore.record import luck_along

__all__ = ["actor_of", "hidden_fields", "luck_of"]


def luck_of(log: Log, entry: int) -> LuckInForce:
    """The luck that a draw comes from, as it is in force just before.

    Raises:
        UsageError: It is none.
    """
    record = log.record
    if not 1 <= entry <= len(log) or record.entries[entry - 1].actor != CHANCE:
        msg = f"entry {entry} is no draw" if 1 <= entry <= len(log) else f"there is no entry {entry}"
        draws = [raw.seq for raw in record.entries if raw.actor == CHANCE]
        hint = (
            f"Draws are the entries of chance, from {draws[0]} to {draws[-1]}."
            if draws
            else "Nothing was drawn."
        )
        raise UsageError(msg, hint=hint)
    return luck_along(record.header, record.entries[: entry - 1])


def actor_of(log: Log, entry: int) -> Actor:
    """Whose entry it is; the table for the header."""
    return log.record.entries[entry - 1].actor if entry else TABLE


def hidden_fields(log: Log, entry: int) -> Iterator[tuple[int, str, Commitment]]:
    """The hidden fields of an entry: message, name and commitment; of the header the seats' names.

    A field of an event that is the move's again stands for that.

    Raises:
        UsageError: There is no such entry.
    """
    if not 0 <= entry <= len(log):
        msg = f"there is no entry {entry}: the record has {len(log)}"
        raise UsageError(msg)
    schema = log.header.schema
    if entry == 0:
        for seat, (commitment, _) in enumerate(decode(log.record.header.body)["seats"]):
            yield seat, "name", commitment
        return
    _, _, move, events, _ = decode(log.record.entries[entry - 1].body)
    if type(move[0]) is str:
        return
    for number, row in enumerate((move, *events)):
        shape = schema.events[row[0]] if number else schema.moves[row[0]]
        for spec, value in zip(shape.fields, row[1:], strict=True):
            if type(value) is Commitment:
                yield number, spec.name, value
