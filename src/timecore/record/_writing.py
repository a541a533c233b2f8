"""Making records, and copies of them with fewer openings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgpack

from timecore import entropy
from timecore.actors import TABLE, Actor, Public, Seat, Viewer
from timecore.chain import (
    MAX_BODY,
    MAX_RECORD,
    MAX_VALUE,
    NO_HASH,
    Opening,
    array_head,
    commitment_digest,
    entry_hash,
    frame_bytes,
    header_hash,
)
from timecore.chance import Luck, given_salt
from timecore.codec import Commitment, Misshapen, encode, pack, prepare
from timecore.entry import NO_META
from timecore.errors import EncodingRefused, NotARecord, UsageError
from timecore.hidden import HIDDEN
from timecore.record._header import read_header
from timecore.record._model import NOWHERE, RawEntry, RawHeader, RawRecord, Row, secrets_in, size_again
from timecore.record._shapes import Bodies
from timecore.schema import MAX_AGAIN, Place, Schema
from timecore.tablerows import luck_row, secrets_of

__all__ = ["Sign", "Writer", "redact", "start"]

Sign: TypeAlias = Callable[[bytes, tuple[Opening, ...]], Mapping[str, Any]]
"""Makes notes of a move's bytes, as they will stand in the body, and the openings of its commitments."""


def start(
    *,
    game: bytes,
    options: Mapping[str, Any],
    rules: tuple[str, int],
    schema: Schema,
    names: Sequence[str],
    luck: Luck,
    keys: Sequence[bytes | None] | None = None,
    tags: Mapping[str, str] | None = None,
    writer: str,
    created: str | None = None,
) -> RawHeader:
    """Make the header of a new record.

    Args:
        game: The game's own number, 16 bytes: random, or with given luck :func:`timecore.chain.given_game`.
        options: The resolved options.
        rules: Name and version of the ruleset.
        schema: :meth:`timecore.schema.Schema.of` the ruleset.
        names: What people call the seats, by seat.
        luck: Where chance comes from, its secrets known.
        keys: The seats' Ed25519 public keys, 32 bytes or ``None`` each; none by default.
        tags: Free texts.
        writer: What writes it.
        created: When it is created (RFC 3339, UTC), or ``None``.

    Raises:
        EncodingRefused: A record cannot hold this.
    """
    hidden = [*secrets_of(luck), *names]
    keys = [None] * len(names) if keys is None else keys

    def body(commitments: Sequence[Commitment]) -> dict[str, Any]:
        secrets = len(commitments) - len(names)
        return {
            "chance": luck_row(luck, commitments[:secrets]),
            "created": created,
            "game": game,
            "options": options,
            "rules": tuple(rules),
            "schema": schema.raw(),
            "seats": tuple(zip(commitments[secrets:], keys, strict=True)),
            "tags": {} if tags is None else tags,
            "writer": writer,
        }

    commitments, openings = _commit(game, TABLE, hidden, luck, NO_HASH)
    raw = encode(body(commitments))
    frame = frame_bytes(raw, openings, header_hash(raw), header=True)
    _check_sizes(raw, openings, frame)
    try:
        return read_header(frame)
    except NotARecord as error:
        raise EncodingRefused(f"a header cannot hold this: {error.message}") from None


def _commit(
    game: bytes, actor: Actor, values: Sequence[Any], luck: Luck, before: bytes
) -> tuple[list[Commitment], list[Opening]]:
    """Commit to some values, in the order of the body; gives commitments and openings."""
    commitments = []
    openings = []
    for number, value in enumerate(values):
        if value is HIDDEN:
            raise EncodingRefused(
                "what is hidden cannot be written", hint="Only who knows a value can commit to it."
            )
        raw = encode(value)
        key = luck.salt_key
        salt = given_salt(key, before, number, raw) if type(key) is bytes else entropy.token(16)
        commitments.append(Commitment(commitment_digest(game, actor, salt, raw)))
        openings.append((salt, raw))
    return commitments, openings


def _check_sizes(body: bytes, openings: Iterable[Opening], record: bytes) -> None:
    if len(body) > MAX_BODY:
        raise EncodingRefused(f"a body of {len(body)} bytes is too long", hint=f"At most {MAX_BODY} fit.")
    for _, value in openings:
        if len(value) > MAX_VALUE:
            raise EncodingRefused(
                f"a private value of {len(value)} bytes is too long", hint=f"At most {MAX_VALUE} fit."
            )
    if len(record) > MAX_RECORD:
        raise EncodingRefused(
            f"a record of {len(record)} bytes is too long", hint=f"At most {MAX_RECORD} fit."
        )


class Writer:
    """Makes the next records of a game, each chained to all before it.

    Args:
        header: The record's header.
        entries: The entries that are there already.

    Attributes:
        header: The header.
        seq: The number of the last entry, 0 if there is none.
        head: The last hash.
        size: How many bytes there are so far.
        luck: The luck in force.
    """

    __slots__ = ("_bodies", "head", "header", "luck", "seq", "size")

    def __init__(self, header: RawHeader, entries: Sequence[RawEntry] = ()) -> None:
        self.header = header
        self._bodies = Bodies(header)
        self.seq = 0
        self.head = header.hash
        self.size = header.size
        self.luck = header.luck
        for entry in entries:
            self._note(entry)

    def _note(self, entry: RawEntry) -> None:
        self.seq = entry.seq
        self.head = entry.hash
        self.size = entry.offset + entry.size
        if entry.move[0] == "Branch" and entry.move[1] is not None:
            self.luck = entry.move[1]

    def copy(self) -> Writer:
        """A writer that goes on from here on its own."""
        made = Writer(self.header)
        made.seq, made.head, made.size, made.luck = self.seq, self.head, self.size, self.luck
        return made

    def append(
        self,
        actor: Actor,
        move: Row,
        events: Sequence[Row] = (),
        meta: Mapping[str, Any] | None = None,
        *,
        clear: Collection[tuple[int, int]] = (),
        sign: Sign | None = None,
    ) -> RawEntry:
        """Make the next record.

        Args:
            actor: Who moves.
            move: The move's row; private fields hold their values. A move of the table begins with its name; the
                chance of a ``Branch`` is a :class:`~timecore.chance.Luck`, its secrets known, or ``None``.
            events: The events' rows, likewise.
            meta: ``id`` (16 bytes), ``time`` (text), ``seen`` (number), ``sig`` (64 bytes) and free texts.
            clear: Which private fields are public this time: pairs of the number of the message (0 for the move,
                else that of the event, from 1) and the number of the field (from 0).
            sign: What makes further notes: the signature of the move.

        Returns:
            The entry; :meth:`RawEntry.to_bytes` are the bytes to append.

        Raises:
            EncodingRefused: A record cannot hold this; nothing has changed then.
        """
        if actor not in range(TABLE, len(self.header.seats)) or type(actor) is not int:
            raise EncodingRefused(f"there is no actor {actor!r} in this game")
        move, events = tuple(move), tuple(map(tuple, events))
        seq = self.seq + 1
        luck = self.luck
        in_clear = NOWHERE
        own = 0  # of the commitments those of the move
        if move and type(move[0]) is str:
            stored_move, stored_events = move, events
            openings: list[Opening] = []
            if move[0] == "Branch" and move[1:] != (None,):
                if len(move) != 2 or type(move[1]) is not Luck:
                    raise EncodingRefused(f"entry {seq}: a Branch holds a luck or null")
                luck = move[1]
                commitments, openings = _commit(self.header.game, actor, secrets_of(luck), luck, self.head)
                stored_move = (move[0], luck_row(luck, commitments))
        else:
            in_clear = frozenset(Place(*place) for place in clear)
            places, in_clear = self._places(move, events, in_clear)
            values = [(events[m - 1] if m else move)[f + 1] for m, f in places]
            commitments, openings = _commit(self.header.game, actor, values, luck, self.head)
            stored_move, stored_events = self._store(
                move, events, dict(zip(places, commitments, strict=True))
            )
            self._check_values(move, events, places)
            own = sum(place.message == 0 for place in places)
        if sign is not None:
            meta = {**(meta or NO_META), **sign(pack(prepare(stored_move)), tuple(openings[:own]))}
        value = prepare((seq, actor, stored_move, stored_events, meta or {}))
        body = pack(value)
        try:
            plan = self._bodies.check(value)
        except Misshapen as fault:
            raise EncodingRefused(f"entry {seq} cannot be written: {fault.reason}", entry=seq) from None
        digest = entry_hash(self.head, body)
        record = frame_bytes(body, openings, digest)
        _check_sizes(body, openings, record)
        if plan and plan.again and len(body) * len(record) > MAX_AGAIN < size_again(plan, move):
            raise EncodingRefused(
                f"entry {seq} cannot be written: the move's fields that stand in events again are too long",
                hint=f"At most {MAX_AGAIN} bytes fit.",
                entry=seq,
            )
        entry = RawEntry(
            seq, actor, move, events, dict(sorted(meta.items())) if meta else NO_META, body, tuple(openings),
            digest, self.size, len(record), in_clear,
        )  # fmt: skip
        self._note(entry)
        return entry

    def _places(
        self, move: Row, events: tuple[Row, ...], in_clear: frozenset[Place]
    ) -> tuple[list[Place], frozenset[Place]]:
        """The private fields to commit to, and those that stand in clear; none of the move's again."""
        schema = self.header.schema
        for row, shapes, what in [
            (move, schema.moves, "move"),
            *[(e, schema.events, "event") for e in events],
        ]:
            code = row[0] if row else None
            if type(code) is not int or not 0 <= code < len(shapes):
                raise EncodingRefused(f"there is no {what} with the code {code!r}")
            if len(row) != shapes[code].width:
                raise EncodingRefused(
                    f"{shapes[code].name} has {shapes[code].width - 1} fields, not {len(row) - 1}"
                )
        places = list(schema.plan(move, events).places())
        again = set()
        for number, event in enumerate(events, 1):
            for mine, other in schema.private_in(move[0], event[0]).again:
                name = f"{schema.events[event[0]].name}.{schema.events[event[0]].fields[mine].name}"
                if not _same(event[mine + 1], move[other + 1]):
                    raise EncodingRefused(
                        f"{name} must have the value that the move's field of this name has"
                    )
                if (Place(number, mine) in in_clear) is not (Place(0, other) in in_clear):
                    raise EncodingRefused(f"{name} must be as public as the move's field of this name")
                again.add(Place(number, mine))
        for place in in_clear:
            if place not in again and place not in places:
                raise EncodingRefused(f"there is no private field {place.field} in message {place.message}")
        return [place for place in places if place not in in_clear], in_clear - again

    def _store(
        self, move: Row, events: tuple[Row, ...], commitments: Mapping[Place, Commitment]
    ) -> tuple[Row, tuple[Row, ...]]:
        rows = [list(move), *map(list, events)]
        for place, commitment in commitments.items():
            rows[place.message][place.field + 1] = commitment
        for row in rows[1:]:
            for mine, _ in self.header.schema.private_in(move[0], row[0]).again:
                row[mine + 1] = None
        stored = [tuple(row) for row in rows]
        return stored[0], tuple(stored[1:])

    def _check_values(self, move: Row, events: tuple[Row, ...], places: Iterable[Place]) -> None:
        schema = self.header.schema
        for place in places:
            shape = schema.shape_of(place, move, events)
            value = (events[place.message - 1] if place.message else move)[place.field + 1]
            fault = shape.fields[place.field].fault(value)
            if fault is not None:
                raise EncodingRefused(f"{shape.name}: {fault}")


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same, ``1`` and ``True`` being different."""
    return one is other or encode(one) == encode(other)


def redact(record: RawRecord, viewer: Viewer | None, *, erase: Collection[Seat] = ()) -> bytes:
    """The copy of a record that a viewer may have. It has the same hashes and lacks only openings.

    Args:
        record: The record, or a copy of it.
        viewer: A seat or ``PUBLIC``; ``None`` keeps all of the game.
        erase: Seats whose names are dropped as well.

    Returns:
        The bytes of the copy, without a damaged tail.

    Raises:
        UsageError: There is no such seat.
    """
    header = record.header
    seats = range(len(header.seats))
    for seat in ([] if viewer is None or isinstance(viewer, Public) else [viewer]) + list(erase):
        if type(seat) is not int or seat not in seats:
            raise UsageError(f"there is no seat {seat!r}: the game has seats 0 to {len(seats) - 1}")
    secrets: list[Any] = list(secrets_of(header.luck))
    kept = [viewer is None for secret in secrets if secret is not HIDDEN]
    kept += [seat not in erase for seat, (name, _) in enumerate(header.seats) if name is not HIDDEN]
    openings = [opening for opening, keep in zip(header.openings, kept, strict=True) if keep]
    begin = frame_bytes(header.body, openings, header.hash, header=True)
    entries = record.entries
    shown: list[Sequence[Opening]]
    if viewer is None:
        shown = [entry.openings for entry in entries]
    elif isinstance(viewer, Public):
        shown = [()] * len(entries)  # nothing that is committed to is for everybody
    else:
        shown = [_shown_to(viewer, header.schema, entry) for entry in entries]
    records = [(entry.body, some, entry.hash) for entry, some in zip(entries, shown, strict=True)]
    # All at once, as one array without its head, is several times faster than record by record.
    packed: bytes = msgpack.packb(records)
    return begin + packed[array_head(len(records)) :]


def _shown_to(seat: Seat, schema: Schema, entry: RawEntry) -> Sequence[Opening]:
    """The openings of an entry that are for a seat."""
    if not entry.openings:
        return ()
    kept = [who >> seat & 1 for who, value in secrets_in(schema, entry) if value is not HIDDEN]
    return [opening for opening, keep in zip(entry.openings, kept, strict=True) if keep]
