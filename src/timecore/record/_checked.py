"""Reading bytes that were read before and found sound: nothing is checked, so it is several times faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgpack

from timecore.actors import Actor
from timecore.chain import (
    Opening,
    commitment_prefix,
)
from timecore.codec import (
    Commitment,
    decode,
)
from timecore.entry import NO_META
from timecore.hidden import HIDDEN
from timecore.record._model import NOWHERE, RawEntry, RawHeader, Row, new_tuple
from timecore.schema import Place, Schema
from timecore.table import luck_from

__all__ = ["read_checked"]


def read_checked(data: bytes, header: RawHeader) -> list[RawEntry]:
    """All entries of a file that is known to be sound."""
    # One run of the unpacker for the records, one for all values of openings, one for all bodies: far cheaper than
    # a call for each entry.
    records = []
    ends = []
    unpacker = _unpacker(data[header.size :])
    for record in unpacker:
        records.append(record)
        ends.append(header.size + unpacker.tell())
    bodies = b"".join([body for body, _, _ in records])
    secrets = list(_unpacker(b"".join([raw for _, openings, _ in records for _, raw in openings])))
    if secrets:
        # Openings stand in the order of their commitments. So if there are as many, each commitment can become
        # what it hides while the bodies are unpacked.
        left = iter(secrets)
        values = list(_unpacker(bodies, lambda _code, _data: next(left)))
        if len(values) == len(records) and next(left, left) is left:
            return _all_open(header, records, values, ends)
    return _partly_open(header, records, list(_unpacker(bodies, lambda _code, _data: HIDDEN)), ends)


def _unpacker(data: bytes, hook: Callable[[int, bytes], Any] = msgpack.ExtType) -> Any:
    found = msgpack.Unpacker(use_list=False, ext_hook=hook, max_buffer_size=len(data) or 1)
    found.feed(data)
    return found


def _all_open(header: RawHeader, records: list[Any], values: list[Any], ends: list[int]) -> list[RawEntry]:
    """The entries of a file with all openings, what commitments hide being in their places already."""
    schema = header.schema
    entries: list[RawEntry] = []
    add = entries.append
    offset = header.size
    for (body, openings, digest), (seq, actor, move, events, meta), end in zip(
        records, values, ends, strict=True
    ):
        clear = NOWHERE
        code = move[0]
        if type(code) is int:
            closed, private_events = schema.private_with(code)
            if private_events:
                for index, event in enumerate(events):
                    private = private_events.get(event[0])
                    if private is not None:
                        again, own = private
                        closed += own
                        for mine, other in again:
                            event = (*event[: mine + 1], move[other + 1], *event[mine + 2 :])  # noqa: PLW2901
                        if again:
                            events = (*events[:index], event, *events[index + 1 :])  # noqa: PLW2901
            if closed != len(openings):
                clear = _in_clear(schema, decode(body))
        elif code == "Branch" and move[1] is not None:
            move = (code, luck_from(move[1], move[1][3:]))  # noqa: PLW2901
        add(
            new_tuple(
                RawEntry,
                (
                    seq,
                    actor,
                    move,
                    events,
                    meta or NO_META,
                    body,
                    openings,
                    digest,
                    offset,
                    end - offset,
                    clear,
                ),
            )
        )
        offset = end
    return entries


def _in_clear(schema: Schema, value: Any) -> frozenset[Place]:
    """Which private fields of a body stand in clear."""
    _, _, move, events, _ = value
    places = schema.private_places(move, events)
    return frozenset(place for place in places if type(_standing(place, move, events)) is not Commitment)


def _standing(place: Place, move: Row, events: Sequence[Row]) -> Any:
    """What stands in a private field."""
    number, field = place
    return (events[number - 1] if number else move)[field + 1]


def _partly_open(header: RawHeader, records: list[Any], values: list[Any], ends: list[int]) -> list[RawEntry]:
    """The entries of a copy, all commitments being hidden so far."""
    fill = _Filler(header)
    entries: list[RawEntry] = []
    offset = header.size
    for (body, openings, digest), (seq, actor, move, events, meta), end in zip(
        records, values, ends, strict=True
    ):
        clear = NOWHERE
        if type(move[0]) is int:
            closed, private_events = header.schema.private_with(move[0])
            if closed or any(event[0] in private_events for event in events):
                move, events, clear = fill(actor, move, events, body, openings)  # noqa: PLW2901
        elif move[0] == "Branch" and move[1] is not None:
            move = fill.branch(actor, move, body, openings)  # noqa: PLW2901
        entries.append(
            new_tuple(
                RawEntry,
                (
                    seq,
                    actor,
                    move,
                    events,
                    meta or NO_META,
                    body,
                    openings,
                    digest,
                    offset,
                    end - offset,
                    clear,
                ),
            )
        )
        offset = end
    return entries


class _Plan(NamedTuple):
    """What is private in entries of one move and certain events.

    Attributes:
        places: Private fields, those that are the move's again left out.
        again: Fields that are the move's again: number of the event (from 1), its field, the move's field.
    """

    places: list[Place]
    again: list[tuple[int, int, int]]


class _Filler:
    """Puts what is open in the places of the commitments, in entries that are known to be sound."""

    def __init__(self, header: RawHeader) -> None:
        self.header = header
        self.plans: dict[tuple[int, ...], _Plan] = {}

    def __call__(
        self, actor: Actor, move: Row, events: tuple[Row, ...], body: bytes, openings: tuple[Opening, ...]
    ) -> tuple[Row, tuple[Row, ...], frozenset[Place]]:
        """Fill in the private fields; gives move, events and the fields that stand in clear."""
        key = (move[0], *[event[0] for event in events])
        plan = self.plans.get(key)
        if plan is None:
            plan = self.plans[key] = self._plan(move, events)
        rows = [move, *events]
        closed = [(m, f) for m, f in plan.places if rows[m][f + 1] is HIDDEN]
        if openings:
            hidden = self._hidden(actor, body, openings, len(closed))
            for (m, f), value in zip(closed, hidden, strict=True):
                row = rows[m]
                rows[m] = (*row[: f + 1], value, *row[f + 2 :])
        for m, mine, other in plan.again:
            row = rows[m]
            rows[m] = (*row[: mine + 1], rows[0][other + 1], *row[mine + 2 :])
        if len(closed) == len(plan.places):
            return rows[0], tuple(rows[1:]), NOWHERE
        return rows[0], tuple(rows[1:]), frozenset(plan.places).difference(closed)

    def _plan(self, move: Row, events: tuple[Row, ...]) -> _Plan:
        schema = self.header.schema
        again = [
            (number, mine, other)
            for number, event in enumerate(events, 1)
            for mine, other in schema.shared(move[0], event[0])
        ]
        return _Plan(schema.private_places(move, events), again)

    def branch(self, actor: Actor, move: Row, body: bytes, openings: tuple[Opening, ...]) -> Row:
        """The move of a branch that brings luck of its own."""
        count = len(move[1]) - 3 if len(move[1]) > 1 else 0
        return (move[0], luck_from(move[1], self._hidden(actor, body, openings, count)))

    def _hidden(self, actor: Actor, body: bytes, openings: tuple[Opening, ...], count: int) -> list[Any]:
        """What the commitments of an entry hide, in order."""
        values = [decode(raw) for _, raw in openings]
        if len(values) == count:
            return values
        if not values:
            return [HIDDEN] * count
        # Some are open and some are not: only the hashes tell which.
        prefix = commitment_prefix(self.header.game, actor)
        digests = [sha256(prefix + salt + raw).digest() for salt, raw in openings]
        opened = dict(zip(digests, values, strict=True))
        return [opened.get(one.digest, HIDDEN) for one in _commitments_in(decode(body))]


def _commitments_in(value: Any) -> Iterator[Commitment]:
    if type(value) is Commitment:
        yield value
    elif type(value) is tuple:
        for item in value:
            yield from _commitments_in(item)
