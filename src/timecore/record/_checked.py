"""Reading bytes that were read before and found sound: nothing is checked, so it is several times faster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final

import msgpack

from timecore.actors import TABLE, Actor
from timecore.chain import Opening, commitment_prefix, frame_size
from timecore.codec import EXTENSION, Commitment, decode
from timecore.entry import NO_META
from timecore.hidden import HIDDEN
from timecore.record._model import NOWHERE, RawEntry, RawHeader, RawRecord, Row, fill_in, in_clear, new_tuple
from timecore.schema import Place, Plan, Schema, parse_schema
from timecore.tablerows import luck_from

__all__ = ["read_checked"]


def read_checked(data: bytes) -> RawRecord:
    """A file that is known to be sound."""
    # One run of the unpacker for the records, one for all values of openings, one for all bodies: far cheaper than
    # a call for each entry.
    unpacker = _unpacker(data)
    first = unpacker.unpack()
    header = _header(*first[2:], size=unpacker.tell())
    return _entries(header, list(unpacker), len(data))


def _header(body: bytes, openings: tuple[Opening, ...], digest: bytes, *, size: int) -> RawHeader:
    unpacker = _unpacker(body, _DIGEST)
    unpacker.read_map_header()
    values = []
    for _ in range(_BEFORE_SCHEMA):
        unpacker.skip()
        values.append(unpacker.unpack())
    chance, created, game, options, rules = values
    unpacker.skip()
    begin = unpacker.tell()
    unpacker.skip()
    raw = body[begin : unpacker.tell()]
    schema = _schema(raw) if len(raw) <= _KEPT else _schema.__wrapped__(raw)
    values = []
    for _ in range(3):
        unpacker.skip()
        values.append(unpacker.unpack())
    seats, tags, writer = values
    digests = [*chance[3:], *[name for name, _ in seats]]
    hidden = _opened(openings, digests, commitment_prefix(game, TABLE))
    secrets = len(digests) - len(seats)
    return new_tuple(  # type: ignore[no-any-return]
        RawHeader,
        (
            body,
            openings,
            digest,
            size,
            game,
            options,
            rules,
            schema,
            tuple(zip(hidden[secrets:], [key for _, key in seats], strict=True)),
            tags,
            writer,
            created,
            luck_from(chance, hidden[:secrets]),
        ),
    )


#: How many keys of the header's map stand before that of the schema.
_BEFORE_SCHEMA: Final = 5

#: How long a schema may be to be kept. That of a large game has 3 KB.
_KEPT: Final = 1 << 14


@lru_cache(maxsize=16)
def _schema(raw: bytes) -> Schema:
    """The schema of these bytes: the very one that was read before, with all that is known of it by now."""
    return parse_schema(decode(raw), len(raw))


def _entries(header: RawHeader, records: list[Any], size: int) -> RawRecord:
    bodies = b"".join([body for body, _, _ in records])
    secrets = list(_unpacker(b"".join([raw for _, openings, _ in records for _, raw in openings])))
    if secrets:
        # Openings stand in the order of their commitments. So if there are as many, each commitment can become
        # what it hides while the bodies are unpacked.
        left = iter(secrets)
        values = list(_unpacker(bodies, lambda _code, _data: next(left)))
        if len(values) == len(records) and next(left, left) is left:
            return _all_open(header, records, values, size)
    values = list(_unpacker(bodies, _ALL_HIDDEN)) if bodies else []
    return _partly_open(header, records, values, size)


def _unpacker(data: bytes, hook: Callable[[int, bytes], Any] = msgpack.ExtType) -> Any:
    found = msgpack.Unpacker(use_list=False, ext_hook=hook, max_buffer_size=len(data) or 1)
    found.feed(data)
    return found


#: What a commitment becomes, called with the code of its extension and its bytes. Nothing in Python would be as fast.
_ALL_HIDDEN: Final[Callable[[int, bytes], Any]] = dict[int, Any]({1: HIDDEN}).get


#: The same, where only its digest is wanted.
_DIGEST: Final[Callable[[int, bytes], Any]] = dict[int, bytes]().get


def _record(
    header: RawHeader,
    records: list[Any],
    rows: list[Any],
    size: int,
    clear: Callable[[], Iterable[AbstractSet[Place]]],
) -> RawRecord:
    """The record of some rows, and what stands in clear in them; all that few ask for is made when it is asked for."""

    def entries() -> Iterator[RawEntry]:
        at = header.size
        for (body, openings, digest), row, places in zip(records, rows, clear(), strict=True):
            seq, actor, move, events, meta = row
            length = frame_size(body, openings)
            values = (seq, actor, move, events, meta or NO_META, body, openings, digest, at, length)
            yield RawEntry(*values, places)
            at += length

    if not records:
        return RawRecord(header, ())
    made = RawRecord.of_rows(header, rows, entries, head=records[-1][2], size=size)
    made.checked = True
    return made


def _all_open(header: RawHeader, records: list[Any], values: list[Any], size: int) -> RawRecord:
    """A file with all openings, what commitments hide being in their places already."""
    schema = header.schema
    # For each kind of move with private fields: what is private in an event of each kind.
    sharing = {
        code: _Sharing(schema, code)
        for code in {move[0] for _, _, move, _, _ in values}
        if type(code) is int and schema.moves[code].private
    }
    for index, (seq, actor, move, events, meta) in enumerate(values):
        code = move[0]
        shared = sharing.get(code)
        if shared is not None and events:
            values[index] = (seq, actor, move, _share(shared, move, events), meta)
        elif code == "Branch" and move[1] is not None:
            values[index] = (seq, actor, (code, luck_from(move[1], move[1][3:])), events, meta)

    def clear() -> Iterator[AbstractSet[Place]]:
        for (body, openings, _), (_, _, move, events, _) in zip(records, values, strict=True):
            if type(move[0]) is not int:
                yield NOWHERE
                continue
            plan = schema.plan(move, events)
            if plan.total == len(openings):  # all are open, so each commitment has one
                yield NOWHERE
                continue
            _, _, stored, rest, _ = decode(body)
            yield in_clear(plan, schema, move, events, plan.commitments(stored, rest)[1])

    return _record(header, records, values, size, clear)


_Fill = Callable[[Row], Row]


class _Sharing(dict[int, tuple[_Fill, _Fill] | None]):
    """How events behind a kind of move get private fields of it, found when an event is the first of its kind.

    For each kind of event: what makes its row of the row as it stands and the move's values behind it, and what takes
    these values from the move's row; ``None`` if it has none of them.
    """

    __slots__ = ("_move", "_schema")

    def __init__(self, schema: Schema, move: int) -> None:
        self._schema = schema
        self._move = move

    def __missing__(self, event: int) -> tuple[_Fill, _Fill] | None:
        private = self._schema.private_in(self._move, event)
        places = [other + 1 for _, other in private.again]
        found = None
        if places:
            # Of one place an itemgetter gives the bare value, of a slice a tuple.
            of_move = itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))
            found = (private.fill, of_move)
        self[event] = found
        return found


def _share(shared: _Sharing, move: Row, events: tuple[Row, ...]) -> tuple[Row, ...]:
    """Put the move's private fields into the events that share them."""
    rows = [*events]
    for number, event in enumerate(events):
        known = shared[event[0]]
        if known is not None:
            fill, of_move = known
            rows[number] = fill(event + of_move(move))
    return tuple(rows)


def _partly_open(header: RawHeader, records: list[Any], values: list[Any], size: int) -> RawRecord:
    """A copy, all commitments being hidden so far."""
    fill = _Filler(header)
    clear: list[AbstractSet[Place]] = [NOWHERE] * len(records)
    private = any(one.private for one in (*header.schema.moves, *header.schema.events))
    if not private and not any(move[0] == "Branch" for _, _, move, _, _ in values):
        return _record(
            header, records, values, size, lambda: clear
        )  # a game in which everybody sees everything
    for index, ((body, openings, _), (seq, actor, move, events, meta)) in enumerate(
        zip(records, values, strict=True)
    ):
        if type(move[0]) is int:
            plan = header.schema.plan(move, events)
            if plan.total or plan.again:
                move, events, clear[index] = fill(plan, actor, move, events, body, openings)  # noqa: PLW2901
                values[index] = (seq, actor, move, events, meta)
        elif move[0] == "Branch" and move[1] is not None:
            values[index] = (seq, actor, fill.branch(actor, move, body, openings), events, meta)
    return _record(header, records, values, size, lambda: clear)


class _Filler:
    """Puts what is open in the places of the commitments, in entries that are known to be sound."""

    def __init__(self, header: RawHeader) -> None:
        self.header = header

    def __call__(
        self,
        plan: Plan,
        actor: Actor,
        move: Row,
        events: tuple[Row, ...],
        body: bytes,
        openings: tuple[Opening, ...],
    ) -> tuple[Row, tuple[Row, ...], AbstractSet[Place]]:
        """Fill in the private fields; gives move, events and the fields that stand in clear."""
        rows = (move, *events)
        closed = []
        if EXTENSION in body:
            closed = [place for place in plan.places() if rows[place.message][place.field + 1] is HIDDEN]
        hidden: Iterable[tuple[Place, Any]] = ()
        if openings:
            hidden = zip(closed, self._hidden(actor, body, openings, len(closed)), strict=True)
        clear = in_clear(plan, self.header.schema, move, events, closed)
        return *fill_in(plan, move, events, hidden), clear

    def branch(self, actor: Actor, move: Row, body: bytes, openings: tuple[Opening, ...]) -> Row:
        """The move of a branch that brings luck of its own."""
        count = len(move[1]) - 3 if len(move[1]) > 1 else 0
        return (move[0], luck_from(move[1], self._hidden(actor, body, openings, count)))

    def _hidden(self, actor: Actor, body: bytes, openings: tuple[Opening, ...], count: int) -> list[Any]:
        """What the commitments of an entry hide, in order."""
        if not openings:
            return [HIDDEN] * count
        if len(openings) == count:
            return [decode(raw) for _, raw in openings]
        digests = [one.digest for one in _commitments_in(decode(body))]
        return _opened(openings, digests, commitment_prefix(self.header.game, actor))


def _opened(openings: tuple[Opening, ...], digests: Sequence[bytes], prefix: bytes) -> list[Any]:
    """What commitments hide, in order, ``HIDDEN`` where there is no opening."""
    values = list(_unpacker(b"".join([raw for _, raw in openings])))
    if len(values) == len(digests):
        return values
    # Some are open and some are not: only the hashes tell which.
    found = [sha256(prefix + salt + raw).digest() for salt, raw in openings]
    by_digest = dict(zip(found, values, strict=True))
    return [by_digest.get(digest, HIDDEN) for digest in digests]


def _commitments_in(value: Any) -> Iterator[Commitment]:
    if type(value) is Commitment:
        yield value
    elif type(value) is tuple:
        for item in value:
            yield from _commitments_in(item)
