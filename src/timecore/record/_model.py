"""What a record holds: its header, its entries, and where it ends being sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import repeat
from operator import add
from typing import Any, Final, NamedTuple, final

import msgpack

from timecore.actors import Actor
from timecore.chain import Opening, frame_bytes
from timecore.chance import Luck, LuckInForce
from timecore.codec import EXTENSION, pack
from timecore.errors import RecordDamaged
from timecore.hidden import HIDDEN, Hidden
from timecore.schema import Place, Plan, Schema, Seats
from timecore.tablerows import secrets_of

__all__ = [
    "NOWHERE",
    "Broken",
    "Damage",
    "RawEntry",
    "RawHeader",
    "RawRecord",
    "Row",
    "count_commitments",
    "luck_along",
    "new_tuple",
    "secrets_in",
]

Row = tuple[Any, ...]
"""A move or an event: its code (a move of the table: its name), then its fields."""

#: How many keys of the header's map stand before that of the options.
_BEFORE_OPTIONS: Final = 3

NOWHERE: Final[frozenset[Place]] = frozenset()


class RawHeader(NamedTuple):
    """The first record of a file.

    Attributes:
        body: Its bytes, which are hashed.
        openings: Salts and values of those of its commitments that this copy opens.
        hash: The hash h_0, 32 bytes.
        size: How many bytes the whole first record has.
        game: The game's own number, 16 bytes.
        options: The resolved options; arrays are tuples.
        rules: Name and version of the ruleset.
        schema: What moves, events and their fields are called, and who may see them.
        seats: Name and Ed25519 public key (32 bytes or ``None``) by seat; an erased name is ``HIDDEN``.
        tags: Free texts.
        writer: What wrote it.
        created: When it was created, or ``None``.
        luck: Where chance comes from.
    """

    body: bytes
    openings: tuple[Opening, ...]
    hash: bytes
    size: int
    game: bytes
    options: Mapping[str, Any]
    rules: tuple[str, int]
    schema: Schema
    seats: tuple[tuple[str | Hidden, bytes | None], ...]
    tags: Mapping[str, str]
    writer: str
    created: str | None
    luck: Luck

    def to_bytes(self) -> bytes:
        """The bytes of the record."""
        return frame_bytes(self.body, self.openings, self.hash, header=True)

    @property
    def options_bytes(self) -> bytes:
        """The bytes of the options, by which those of many games of one kind are known again."""
        body = self.body
        unpacker = msgpack.Unpacker(max_buffer_size=len(body))
        unpacker.feed(body)
        unpacker.read_map_header()
        for _ in range(2 * _BEFORE_OPTIONS + 1):
            unpacker.skip()
        begin = unpacker.tell()
        unpacker.skip()
        return body[begin : unpacker.tell()]

    def __repr__(self) -> str:
        return f"<header of {self.rules[0]}, game {self.game.hex()[:12]}…>"


class RawEntry(NamedTuple):
    """One entry of a record.

    Attributes:
        seq: Its number, from 1.
        actor: A seat, ``CHANCE`` or ``TABLE``.
        move: The move's row. Private fields hold what they hide, or ``HIDDEN`` where this copy does not open them.
            A move of the table begins with its name; the chance of a ``Branch`` is a
            :class:`~timecore.chance.Luck` or ``None``.
        events: The events' rows, likewise; a field that is the move's again is filled in.
        meta: ``id`` (16 bytes), ``time`` (text), ``seen`` (number), ``sig`` (64 bytes) and free texts.
        body: The body's bytes, which are hashed.
        openings: Salts and values of those of its commitments that this copy opens.
        hash: Its hash, chained to all before it; 32 bytes.
        offset: Where in the file the record begins.
        size: How many bytes the whole record has.
        clear: The private fields that stand in clear, for everybody.
    """

    seq: int
    actor: Actor
    move: Row
    events: tuple[Row, ...]
    meta: Mapping[str, Any]
    body: bytes
    openings: tuple[Opening, ...]
    hash: bytes
    offset: int
    size: int
    clear: AbstractSet[Place]

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy does not pickle.
        return (RawEntry, (*self[:4], dict(self.meta), *self[5:]))

    def to_bytes(self) -> bytes:
        """The bytes of the record."""
        return frame_bytes(self.body, self.openings, self.hash)


class Damage(NamedTuple):
    """Where a record ends being sound, and why.

    Attributes:
        entry: The number of the first record that is not sound, at least 1.
        byte: Where in the file that shows.
        torn: Whether nothing sound stands behind it: a write that was cut off, or damage of the last record.
        verdict: What it breaks: ``"bytes"``, ``"chain"`` or ``"openings"``.
        reason: What is wrong, in words.
    """

    entry: int
    byte: int
    torn: bool
    verdict: str
    reason: str

    @property
    def summary(self) -> str:
        """``broken at entry 7`` or ``tail damaged after entry 6``."""
        if self.torn:
            return f"tail damaged after entry {self.entry - 1}"
        return f"broken at entry {self.entry}"

    def error(self) -> RecordDamaged:
        """The same as an error to raise."""
        return RecordDamaged(
            f"{self.summary}: {self.reason} (byte {self.byte})",
            entry=self.entry,
            byte=self.byte,
            torn=self.torn,
            hint=f"The {self.entry - 1} entries before it are sound."
            if self.entry > 1
            else "Only the header is sound.",
        )


class Broken(Exception):
    """A record that is not sound: which question that answers, why, and where in the file."""

    def __init__(self, verdict: str, reason: str, byte: int) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.byte = byte


class Filled:
    """An entry with what its commitments hide in their places, as it comes again with the same body and secrets.

    Attributes:
        move: The move's row.
        events: The events' rows.
        made: What a log has made of them; whatever it keeps here.
    """

    __slots__ = ("events", "made", "move")

    def __init__(self, move: Row, events: tuple[Row, ...]) -> None:
        self.move = move
        self.events = events
        self.made: Any = None


@final
class RawRecord:
    """A record, read as far as it is sound.

    Attributes:
        header: Its header.
        rows: The sound entries, or only what begins each of them: number, actor, move, events and notes.
        damage: Why it ends there, or ``None`` if it is sound to its end.
        counted: How many commitments the entries hold and how many of them are open, if the reader has counted them.
        head: The last sound hash, 32 bytes: it stands for the whole game.
        size: How many bytes are sound.
        checked: Whether its bytes were read, and its entries decoded, before: equal rows in it hold values of equal
            types, as they do in what was decoded then.
        in_clear: Whether private fields may stand in clear in it.
        truths: The numbers of the entries that hold truth values, which are equal to numbers; ``None`` if not known.
        filled: For each entry what may come again, with the same values of the same types, in this record or another;
            ``None`` for what is not kept; empty if nothing is.
    """

    __slots__ = (
        "_entries",
        "_make",
        "_of_table",
        "_tallied",
        "checked",
        "counted",
        "damage",
        "filled",
        "head",
        "header",
        "in_clear",
        "rows",
        "size",
        "truths",
    )

    def __init__(
        self,
        header: RawHeader,
        entries: Iterable[RawEntry],
        damage: Damage | None = None,
        counted: tuple[int, int] | None = None,
    ) -> None:
        self.header = header
        self.counted = counted
        self._entries: tuple[RawEntry, ...] = tuple(entries)
        self._make: Callable[[], Iterable[RawEntry]] | None = None
        self.rows: Sequence[tuple[Any, ...]] = self._entries
        self.damage = damage
        last = self._entries[-1] if self._entries else None
        self.size = header.size if last is None else last.offset + last.size
        self.head = header.hash if last is None else last.hash
        self._tallied: tuple[str, int, int] | None = None
        self.checked = False
        self.in_clear = True
        self.truths: AbstractSet[int] | None = None
        self.filled: Sequence[Filled | None] = ()
        self._of_table: Sequence[tuple[Any, ...]] | None = None

    @classmethod
    def of_rows(
        cls,
        header: RawHeader,
        rows: Sequence[tuple[Any, ...]],
        make: Callable[[], Iterable[RawEntry]],
        *,
        head: bytes,
        size: int,
    ) -> RawRecord:
        """A record of which only rows are there. Its entries are made when they are asked for: a replay needs none."""
        made = cls(header, ())
        made.rows, made._make, made.head, made.size = rows, make, head, size
        return made

    def __reduce__(self) -> tuple[type[RawRecord], tuple[Any, ...]]:
        return RawRecord, (self.header, self.entries, self.damage)

    @property
    def entries(self) -> tuple[RawEntry, ...]:
        """The sound entries."""
        if self._make is not None:
            self._entries, self._make = tuple(self._make()), None
            self.rows = self._entries
        return self._entries

    def undamaged(self) -> RawRecord:
        """The sound part by itself."""
        return self if self.damage is None else RawRecord(self.header, self.entries, None, self.counted)

    @property
    def branch(self) -> bytes | None:
        """The name of the branch that this record is: 16 bytes of the last ``Branch``; ``None`` for a trunk."""
        return self.entries[self.fork - 1].hash[:16] if self.fork else None

    @property
    def fork(self) -> int:
        """The number of its last ``Branch``, with which it parted from its trunk; 0 for a trunk."""
        return next((row[0] for row in reversed(self.of_table) if row[2][0] == "Branch"), 0)

    @property
    def of_table(self) -> Sequence[tuple[Any, ...]]:
        """The rows of the entries whose move is one of the table's own."""
        if self._of_table is None:  # entries are not made for the sake of this
            self._of_table = [row for row in self.rows if type(row[2][0]) is str]
        return self._of_table

    def opens_from(self, number: int) -> bool:
        """Whether this copy opens all commitments of the entries from one on.

        Args:
            number: The number of the first, from 1.
        """
        total, opened = count_commitments(self.header.schema, self.entries[number - 1 :])
        return opened == total

    @property
    def shows(self) -> str:
        """What this copy shows, the seats' names not counted; the first that fits.

        ``"full"``: everything. ``"public"``: what everybody saw. ``"seat 2"``: what that seat saw, the lowest if
        several saw the same. ``"partial"``: something else.
        """
        return self._tally()[0]

    @property
    def commitments(self) -> int:
        """How many commitments there are, the names included."""
        return self._tally()[1]

    @property
    def opened(self) -> int:
        """How many of them this copy opens."""
        return self._tally()[2]

    def _tally(self) -> tuple[str, int, int]:
        """What this copy shows, how many commitments there are and how many are open: one walk for all three."""
        if self._tallied is None:
            names = [name is not HIDDEN for name, _ in self.header.seats]
            seeds = [secret is not HIDDEN for secret in secrets_of(self.header.luck)]
            inside = self.counted or count_commitments(self.header.schema, self.entries)
            total, opened = len(seeds) + inside[0], sum(seeds) + inside[1]
            if opened == total:
                shows = "full"
            elif opened == 0:
                shows = "public"
            else:
                shows = self._seat_shown()
            self._tallied = shows, len(names) + total, sum(names) + opened
        return self._tallied

    def _seat_shown(self) -> str:
        """The lowest seat that has seen exactly what this copy shows."""
        if any(secret is not HIDDEN for secret in secrets_of(self.header.luck)):
            return "partial"
        seats = (1 << len(self.header.seats)) - 1
        schema = self.header.schema
        for entry in self.entries:
            for audience, value in secrets_in(schema, entry):
                seats &= ~audience if value is HIDDEN else audience
            if not seats:
                return "partial"
        return f"seat {(seats & -seats).bit_length() - 1}"

    def to_bytes(self) -> bytes:
        """The bytes of the sound part."""
        return b"".join([self.header.to_bytes(), *[entry.to_bytes() for entry in self.entries]])

    def __repr__(self) -> str:
        return f"<record of {self.header.rules[0]}, {len(self.rows)} entries, head {self.head.hex()[:12]}…>"


def count_commitments(schema: Schema, entries: Iterable[RawEntry]) -> tuple[int, int]:
    """How many commitments some entries hold, and how many of them are open."""
    total = opened = 0
    for entry in entries:
        move = entry.move
        if type(move[0]) is int:
            total += schema.plan(move, entry.events).total - len(entry.clear)
        elif move[0] == "Branch" and move[1] is not None:
            total += len(secrets_of(move[1]))
        opened += len(entry.openings)
    return total, opened


def secrets_in(schema: Schema, entry: RawEntry) -> Iterator[tuple[Seats, Any]]:
    """The commitments of an entry in order: the seats that may see what they hide, and what it is."""
    move = entry.move
    if type(move[0]) is str:
        if move[0] == "Branch" and move[1] is not None:
            for secret in secrets_of(move[1]):
                yield 0, secret
        return
    if EXTENSION not in entry.body:
        return
    events = entry.events
    clear = frozenset(entry.clear) if entry.clear else NOWHERE
    for number, private in schema.plan(move, events).groups:
        row = events[number - 1] if number else move
        shape = schema.events[row[0]] if number else schema.moves[row[0]]
        seats: list[Seats] = []
        for field in private.fields:
            if not clear or (number, field) not in clear:
                seats = seats or shape.seats(row, entry.actor)
                yield seats[shape.audiences.number[field]], row[field + 1]


def luck_along(header: RawHeader, entries: Iterable[RawEntry] = ()) -> LuckInForce:
    """Which luck is in force after some entries, how often it was drawn from, and which nonces count.

    Args:
        header: The record's header.
        entries: Its entries from the first on, as far as wanted.
    """
    found = LuckInForce(len(header.seats), header.luck, header.hash)
    for entry in entries:
        found.enter(entry.seq, entry.actor, entry.move, entry.hash)
    return found


#: What a named tuple's own constructor does, without its detour through Python: there is one for each entry.
new_tuple: Any = tuple.__new__


def fill_in(
    plan: Plan, move: Row, events: tuple[Row, ...], hidden: Iterable[tuple[Place, Any]]
) -> tuple[Row, tuple[Row, ...]]:
    """Put what commitments hide in their places, and the move's private fields into the events that share them."""
    rows = [move, *events]
    message = -1
    row: list[Any] = []
    for (number, field), value in hidden:
        if number != message:
            if row:
                rows[message] = tuple(row)
            message, row = number, [*rows[number]]
        row[field + 1] = value
    if row:
        rows[message] = tuple(row)
    if not plan.again:
        return rows[0], tuple(rows[1:])
    move = rows.pop(0)
    if len(plan.again) == 1 and len(rows) > 1:
        [(private, count)] = plan.again.values()
        if count == len(rows):  # as a loop that runs in C
            return move, tuple(map(private.fill, map(add, rows, repeat(private.values(move)))))
    shared = {code: (private.fill, private.values(move)) for code, (private, _) in plan.again.items()}
    for number, event in enumerate(rows):
        found = shared.get(event[0])
        if found is not None:
            fill, values = found
            rows[number] = fill(event + values)
    return move, tuple(rows)


def size_again(plan: Plan, move: Row) -> int:
    """How many bytes the fields of an entry's events that are the move's again have, as far as they are shown."""
    total = 0
    for private, count in plan.again.values():
        shown = [value for value in private.values(move) if value is not HIDDEN]
        total += count * sum([len(pack(value)) for value in shown])
    return total


class InClear(AbstractSet[Place]):
    """The private fields of one entry that stand in clear, where they may be very many: found when asked for.

    Args:
        schema: The record's.
        move: The move's row.
        events: The events' rows.
        total: How many private fields there are.
        closed: Those that do not stand in clear.
    """

    __slots__ = ("_closed", "_events", "_move", "_schema", "_total")

    def __init__(
        self, schema: Schema, move: Row, events: tuple[Row, ...], total: int, closed: Iterable[Place]
    ) -> None:
        self._schema = schema
        self._move = move
        self._events = events
        self._closed = frozenset(closed)
        self._total = total

    def __len__(self) -> int:
        return self._total - len(self._closed)

    def __iter__(self) -> Iterator[Place]:
        closed = self._closed
        return (one for one in self._schema.plan(self._move, self._events).places() if one not in closed)

    def __contains__(self, place: object) -> bool:
        return any(one == place for one in self)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, AbstractSet) and len(self) == len(other) and frozenset(self) == frozenset(other)
        )

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return frozenset, (tuple(self),)

    @classmethod
    def _from_iterable(cls, places: Iterable[Place]) -> frozenset[Place]:  # type: ignore[override]
        return frozenset(places)


def in_clear(
    plan: Plan, schema: Schema, move: Row, events: tuple[Row, ...], closed: Sequence[Place]
) -> AbstractSet[Place]:
    """The private fields of an entry that stand in clear.

    Args:
        plan: What is private in it.
        schema: The record's.
        move: Its move.
        events: Its events.
        closed: Those that are committed to.
    """
    if len(closed) == plan.total:
        return NOWHERE
    if plan.total <= _FEW:
        return frozenset(plan.places()).difference(closed)
    return InClear(schema, move, events, plan.total, closed)


#: How many private fields an entry may have for those in clear to be kept by themselves.
_FEW: Final = 8
