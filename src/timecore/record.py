"""The bytes of a record: reading, writing and redacting them (``docs/format.md``).

No ruleset is needed here: the schema in a record's header says all there is to know. A move or an event is a row
(code first, then the fields); :mod:`timecore.log` makes messages of them.

Reading is strict and never raises behind a good header: it gives what is sound and says where and why it ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, NoReturn, final

import attrs
import msgpack

from timecore import entropy
from timecore.actors import TABLE, Actor, Public, Seat, Viewer
from timecore.chain import (
    FORMAT,
    MAGIC,
    MAX_BODY,
    MAX_RECORD,
    MAX_VALUE,
    NO_HASH,
    Frame,
    Opening,
    commitment_digest,
    commitment_prefix,
    entry_hash,
    frame_bytes,
    header_hash,
    read_frame,
)
from timecore.chance import Luck, LuckInForce, given_salt
from timecore.codec import (
    Commitment,
    Misshapen,
    check,
    check_whole,
    decode,
    encode,
    is_plain,
    is_sound,
    pack,
    path_offset,
    prepare,
    to_extension,
    unpack,
)
from timecore.entry import NO_META
from timecore.errors import (
    EncodingRefused,
    FormatUnsupported,
    NotARecord,
    RecordDamaged,
    RecordError,
    UsageError,
)
from timecore.hidden import HIDDEN, Hidden
from timecore.schema import ROOM_OPENING, Place, Schema, parse_schema
from timecore.table import check_chance, check_row, luck_from, luck_row, secrets_of

__all__ = [
    "Damage",
    "RawEntry",
    "RawHeader",
    "RawRecord",
    "Writer",
    "luck_along",
    "read",
    "redact",
    "start",
]

Row = tuple[Any, ...]
"""A move or an event: its code (a move of the table: its name), then its fields."""

_KEYS: Final = ("chance", "created", "game", "options", "rules", "schema", "seats", "tags", "writer")
_FORMAT_1: Final = MAGIC + bytes((FORMAT,))
_META_BYTES: Final[Mapping[str, int]] = {"id": 16, "sig": 64}
_NOBODY: Final[frozenset[Seat]] = frozenset()
_IN_CLEAR_NOWHERE: Final[frozenset[Place]] = frozenset()


# -- what a record holds ---------------------------------------------------------------------------------------


@attrs.frozen
class RawHeader:
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

    body: bytes = attrs.field(repr=False)
    openings: tuple[Opening, ...] = attrs.field(repr=False)
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
    clear: frozenset[Place]

    def to_bytes(self) -> bytes:
        """The bytes of the record."""
        return frame_bytes(self.body, self.openings, self.hash)


@attrs.frozen
class Damage:
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


@final
class RawRecord:
    """A record, read as far as it is sound.

    Attributes:
        header: Its header.
        entries: The sound entries.
        damage: Why it ends there, or ``None`` if it is sound to its end.
        size: How many bytes are sound.
    """

    __slots__ = ("_shows", "damage", "entries", "header", "size")

    def __init__(self, header: RawHeader, entries: Iterable[RawEntry], damage: Damage | None = None) -> None:
        self.header = header
        self.entries: tuple[RawEntry, ...] = tuple(entries)
        self.damage = damage
        last = self.entries[-1] if self.entries else None
        self.size = header.size if last is None else last.offset + last.size
        self._shows: str | None = None

    @property
    def head(self) -> bytes:
        """The last sound hash, 32 bytes: it stands for the whole game."""
        return self.entries[-1].hash if self.entries else self.header.hash

    @property
    def branch(self) -> bytes | None:
        """The name of the branch that this record is: 16 bytes of the last ``Branch``; ``None`` for a trunk."""
        forks = [entry.hash[:16] for entry in self.entries if entry.move[0] == "Branch"]
        return forks[-1] if forks else None

    @property
    def shows(self) -> str:
        """What this copy shows, the seats' names not counted; the first that fits.

        ``"full"``: everything. ``"public"``: what everybody saw. ``"seat 2"``: what that seat saw, the lowest if
        several saw the same. ``"partial"``: something else.
        """
        if self._shows is None:
            self._shows = self._find_shows()
        return self._shows

    def _find_shows(self) -> str:
        all_open = none_open = True
        seats = list(range(len(self.header.seats)))
        for audience, is_open in self.secrets():
            if is_open:
                none_open = False
            else:
                all_open = False
            seats = [seat for seat in seats if (seat in audience) is is_open]
        if all_open:
            return "full"
        if none_open:
            return "public"
        return f"seat {seats[0]}" if seats else "partial"

    def secrets(self) -> Iterator[tuple[frozenset[Seat], bool]]:
        """All commitments but the names, in order: who may see what they hide, and whether they are open."""
        for secret in secrets_of(self.header.luck):
            yield _NOBODY, secret is not HIDDEN
        schema = self.header.schema
        for entry in self.entries:
            for audience, value in _secrets(schema, entry):
                yield audience, value is not HIDDEN

    @property
    def commitments(self) -> int:
        """How many commitments there are, the names included."""
        return len(self.header.seats) + sum(1 for _ in self.secrets())

    @property
    def opened(self) -> int:
        """How many of them this copy opens."""
        names = sum(name is not HIDDEN for name, _ in self.header.seats)
        return names + sum(is_open for _, is_open in self.secrets())

    def to_bytes(self) -> bytes:
        """The bytes of the sound part."""
        return b"".join([self.header.to_bytes(), *[entry.to_bytes() for entry in self.entries]])

    def __repr__(self) -> str:
        return (
            f"<record of {self.header.rules[0]}, {len(self.entries)} entries, head {self.head.hex()[:12]}…>"
        )


def _secrets(schema: Schema, entry: RawEntry) -> list[tuple[frozenset[Seat], Any]]:
    """The commitments of an entry in order: who may see what they hide, and what it is."""
    move = entry.move
    if type(move[0]) is str:
        if move[0] != "Branch" or move[1] is None:
            return []
        return [(_NOBODY, secret) for secret in secrets_of(move[1])]
    found = []
    for place in schema.private_places(move, entry.events):
        if place not in entry.clear:
            row = entry.events[place.message - 1] if place.message else move
            shape = schema.shape_of(place, move, entry.events)
            audience = shape.audience(row, place.field, entry.actor)
            found.append((audience or _NOBODY, row[place.field + 1]))
    return found


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


# -- reading ---------------------------------------------------------------------------------------------------


class _Broken(Exception):
    """A record that is not sound: which question that answers, why, and where in the file."""

    def __init__(self, verdict: str, reason: str, byte: int) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.byte = byte


def read(data: bytes, *, checked: bool = False) -> RawRecord:
    """Read a record as far as it is sound.

    Args:
        data: The bytes of the file.
        checked: Whether these very bytes have been read before and were found sound to their end. Then nothing
            behind the header is checked again, which is several times faster; what other bytes give is undefined.

    Returns:
        The header, the sound entries and, where they end early, the damage.

    Raises:
        NotARecord: There is no header, or a broken one.
        FormatUnsupported: It is a record of a format this version cannot read.
    """
    data = bytes(data)
    header = _read_header(data)
    if checked:
        return RawRecord(header, _read_checked(data, header))
    reader = _Entries(data, header)
    damage = reader.read()
    return RawRecord(header, reader.entries, damage)


def _read_header(data: bytes) -> RawHeader:
    try:
        _read_format(data)
        frame = read_frame(data, 0, header=True)
        return _open_header(frame, data)
    except _Broken as broken:
        reason, byte = broken.reason, broken.byte
    except FormatUnsupported:
        raise
    except RecordError as error:
        reason, byte = error.message, error.byte or 0
    raise NotARecord(
        f"broken at entry 0: {reason} (byte {byte})",
        entry=0,
        byte=byte,
        hint="The file is not a record of timecore, or its beginning is damaged.",
    ) from None


def _read_format(data: bytes) -> None:
    if data.startswith(_FORMAT_1):
        return
    if len(data) > len(MAGIC) and 0x92 <= data[0] <= 0x9F and data[1:10] == MAGIC[1:]:
        end = check(data, 10)
        number = decode(data[10:end])
        if type(number) is int and number != FORMAT:
            raise FormatUnsupported(
                f"this is a record of format {number}, and this version of timecore reads format {FORMAT}",
                format=number,
                hint="Read it with the version that wrote it, or a newer one.",
            )
    same = next((i for i, byte in enumerate(MAGIC) if data[i : i + 1] != bytes((byte,))), len(MAGIC))
    raise RecordError("this is not the beginning of a record", byte=same)


def _open_header(frame: Frame, data: bytes) -> RawHeader:
    body = frame.body
    walked = False
    try:
        value, walked = unpack(body)
        luck, seats, schema, commitments = _check_header(value)
        if not walked and pack(value) != body:
            check_whole(body)
    except Misshapen as fault:
        raise _broken_body(frame, fault, walked=walked) from None
    except RecordError as error:
        raise RecordError(error.message, byte=frame.body_at + (error.byte or 0)) from None
    if header_hash(body) != frame.hash:
        raise RecordError("the hash is not that of the header", byte=frame.hash_at)
    secrets = len(commitments) - len(seats)
    hidden = _match(
        frame,
        data,
        commitments,
        commitment_prefix(value["game"], TABLE),
        [_fault_secret] * secrets + [_fault_name] * len(seats),
        {},
    )
    return RawHeader(
        body=body,
        openings=frame.openings,
        hash=frame.hash,
        size=frame.end,
        game=value["game"],
        options=value["options"],
        rules=value["rules"],
        schema=schema,
        seats=tuple(zip(hidden[secrets:], [key for _, key in seats], strict=True)),
        tags=value["tags"],
        writer=value["writer"],
        created=value["created"],
        luck=luck_from(luck, hidden[:secrets]),
    )


def _check_header(value: Any) -> tuple[Row, tuple[Any, ...], Schema, list[Commitment]]:
    """Check the shape of a header's body; gives chance, seats, schema and all commitments in order."""
    if type(value) is not dict:
        raise Misshapen("the header must be a map")
    if tuple(value) != _KEYS:
        raise Misshapen("the header has exactly the keys " + ", ".join(_KEYS))

    def fail(key: str, what: str) -> NoReturn:
        raise Misshapen(f"{key} must be {what}", 2 * _KEYS.index(key) + 1)

    created, game, rules = value["created"], value["game"], value["rules"]
    if created is not None and type(created) is not str:
        fail("created", "null or a text")
    if type(game) is not bytes or len(game) != 16:
        fail("game", "16 bytes")
    options = value["options"]
    if type(options) is not dict or not is_sound(options, 1) or _holds_commitment(options):
        fail("options", "a map without commitments")
    if type(rules) is not tuple or [type(one) for one in rules] != [str, int]:
        fail("rules", "the ruleset's name and version")
    tags = value["tags"]
    if type(tags) is not dict or not is_sound(tags) or not all(type(one) is str for one in tags.values()):
        fail("tags", "a map of texts")
    if type(value["writer"]) is not str:
        fail("writer", "a text")
    seats = value["seats"]
    if type(seats) is not tuple or not all(map(_is_seat, seats)):
        fail("seats", "a list of commitments to names, each with a key of 32 bytes or null")
    try:
        commitments = list(check_chance(value["chance"]))
    except Misshapen as fault:
        raise fault.inside(1) from None
    try:
        schema = parse_schema(value["schema"])
    except Misshapen as fault:
        raise fault.inside(2 * _KEYS.index("schema") + 1) from None
    commitments += [name for name, _ in seats]
    _differ(commitments)
    return value["chance"], seats, schema, commitments


def _is_seat(value: Any) -> bool:
    if type(value) is not tuple or len(value) != 2 or type(value[0]) is not Commitment:
        return False
    key = value[1]
    return key is None or (type(key) is bytes and len(key) == 32)


def _holds_commitment(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return any(map(_holds_commitment, value.values()))
    return any(map(_holds_commitment, value)) if kind is tuple else kind is Commitment


def _fault_secret(value: Any) -> str | None:
    return None if type(value) is bytes and len(value) == 32 else "a seed or salt key has 32 bytes"


def _fault_name(value: Any) -> str | None:
    return None if type(value) is str else "a seat's name must be a text"


def _match(
    frame: Frame,
    data: bytes,
    commitments: Sequence[Commitment],
    prefix: bytes,
    faults: Sequence[Callable[[Any], str | None]],
    known: dict[bytes, Any],
) -> list[Any]:
    """What some commitments hide, ``HIDDEN`` where there is no opening.

    Args:
        frame: The record.
        data: The file.
        commitments: In the order of the body.
        prefix: What is hashed before salt and value.
        faults: For each commitment: what is wrong with a value, or ``None``.
        known: Short values that have been decoded already; more are added.

    Raises:
        _Broken: An opening that fits no commitment, is out of order, or holds what it must not hold.
    """
    values: list[Any] = [HIDDEN] * len(commitments)
    at = 0
    for number, (salt, raw) in enumerate(frame.openings):
        digest = sha256(prefix + salt + raw).digest()
        found = at
        while found < len(commitments) and commitments[found].digest != digest:
            found += 1
        if found == len(commitments):
            earlier = any(one.digest == digest for one in commitments[:at])
            reason = "an opening out of order" if earlier else "an opening that fits no commitment"
            raise _Broken("openings", reason, frame.opening_at(data, number))
        try:
            value = known[raw] if raw in known else decode(raw)
        except RecordError as error:
            byte = frame.opening_at(data, number) + 19 + _bin_head(raw) + (error.byte or 0)
            raise _Broken("bytes", error.message, byte) from None
        fault = faults[found](value)
        if fault is not None:
            byte = frame.opening_at(data, number) + 19 + _bin_head(raw)
            raise _Broken("openings", fault, byte)
        values[found] = value
        at = found + 1
        if len(raw) <= _SHORT and len(known) < _KNOWN:
            known[raw] = value
    return values


#: How many values of openings are kept while a file is read, and how long they may be: cards come again and again.
_KNOWN: Final = 4096
_SHORT: Final = 32


def _bin_head(value: bytes) -> int:
    return 2 if len(value) < 0x100 else 3 if len(value) < 0x1_0000 else 5


class _Bodies:
    """Checks bodies of entries against a header."""

    __slots__ = ("schema", "seats")

    def __init__(self, header: RawHeader) -> None:
        self.schema = header.schema
        self.seats = len(header.seats)

    def check(self, value: Any) -> list[Place]:
        """Check a body's shape, its number apart; gives its private fields.

        Raises:
            Misshapen: With the place in the body.
        """
        if type(value) is not tuple or len(value) != 5:
            raise Misshapen("the body of an entry is an array of five")
        seq, actor, move, events, meta = value
        if type(seq) is not int:
            raise Misshapen("the number of an entry must be a whole number", 0)
        if type(actor) is not int or not TABLE <= actor < self.seats:
            raise Misshapen(
                f"an actor is a seat from 0 to {self.seats - 1}, chance (-1) or the table (-2)", 1
            )
        if type(move) is not tuple or not move:
            raise Misshapen("a move is an array that begins with its code", 2)
        if type(events) is not tuple:
            raise Misshapen("the events are an array", 3)
        if type(meta) is not dict:
            raise Misshapen("the notes of an entry are a map", 4)
        if meta:
            _check_meta(meta)
        if type(move[0]) is str:
            try:
                check_row(move)
            except Misshapen as fault:
                raise fault.inside(2) from None
            if events:
                raise Misshapen("a move of the table has no events", 3)
            if move[0] != "Branch" or move[1] is None:
                return []
            _differ(check_chance(move[1]))
            return [Place(0, 0)]
        places = self.schema.check(actor, move, events, self.seats)
        if len(places) > 1:
            stand = [(events[m - 1] if m else move)[f + 1] for m, f in places]
            _differ([value for value in stand if type(value) is Commitment])
        return places


def _differ(commitments: Sequence[Commitment]) -> None:
    if len(commitments) > 1 and len(set(commitments)) != len(commitments):
        raise Misshapen("two commitments are the same")


def _check_meta(meta: dict[Any, Any]) -> None:
    last = ""
    for number, (key, value) in enumerate(meta.items()):
        if type(key) is not str or (number and key <= last):
            raise Misshapen("the keys of the notes are rising texts", 4, 2 * number)
        last = key
        if key in _META_BYTES:
            size = _META_BYTES[key]
            fault = None if type(value) is bytes and len(value) == size else f"{size} bytes"
        elif key == "seen":
            fault = None if type(value) is int else "a whole number"
        else:
            fault = None if type(value) is str else "a text"
        if fault is not None:
            raise Misshapen(f"{key!r:.60} of the notes must be {fault}", 4, 2 * number + 1)


class _Entries:
    """Reads the entries of a file, one after the other."""

    def __init__(self, data: bytes, header: RawHeader) -> None:
        self.data = data
        self.header = header
        self.bodies = _Bodies(header)
        self.entries: list[RawEntry] = []
        self.prefixes = {
            actor: commitment_prefix(header.game, actor) for actor in range(TABLE, len(header.seats))
        }
        self.known: dict[bytes, Any] = {}
        self.pack: Callable[[Any], bytes] = msgpack.Packer(default=to_extension).pack

    def read(self) -> Damage | None:
        """Read on to the end or the first damage."""
        data = self.data
        at = self.header.size
        before = self.header.hash
        seq = 1
        end = len(data)
        read_one = self.entry
        add = self.entries.append
        while at < end:
            try:
                entry = read_one(read_frame(data, at), seq, before)
            except _Broken as broken:
                verdict, reason, byte = broken.verdict, broken.reason, broken.byte
            except RecordError as error:
                verdict, reason, byte = "bytes", error.message, error.byte or 0
            else:
                add(entry)
                before = entry.hash
                at += entry.size
                seq += 1
                continue
            torn = not _Search(data, self.bodies).finds(at, seq)
            return Damage(seq, byte, torn, verdict, reason)
        return None

    def entry(self, frame: Frame, seq: int, before: bytes) -> RawEntry:
        """Open one record.

        Raises:
            _Broken: It is not sound.
        """
        body, openings, digest, at, _, _, _, end = frame
        walked = False
        try:
            value, walked = unpack(body)
            places = self.bodies.check(value)
            if value[0] != seq:
                raise Misshapen(f"it says to be entry {value[0]}, and entry {seq} should stand here", 0)
            if not walked and self.pack(value) != body:
                check_whole(body)
        except Misshapen as fault:
            raise _broken_body(frame, fault, walked=walked) from None
        except RecordError as error:
            raise _Broken("bytes", error.message, frame.body_at + (error.byte or 0)) from None
        _, actor, move, events, meta = value
        if sha256(before + body).digest() != digest:
            raise _Broken("chain", "the hash is not that of this entry after those before it", frame.hash_at)
        clear = _IN_CLEAR_NOWHERE
        if places:
            move, events, clear = self.open(frame, actor, move, events, places)
        elif openings:
            raise _Broken("openings", "an opening that fits no commitment", frame.opening_at(self.data, 0))
        values = (seq, actor, move, events, meta or NO_META, body, openings, digest, at, end - at, clear)
        return _new(RawEntry, values)  # type: ignore[no-any-return]

    def open(
        self, frame: Frame, actor: Actor, move: Row, events: tuple[Row, ...], places: list[Place]
    ) -> tuple[Row, tuple[Row, ...], frozenset[Place]]:
        """Fill in the private fields; gives move, events and the fields that stand in clear."""
        prefix = self.prefixes[actor]
        if type(move[0]) is str:
            secrets = check_chance(move[1])
            hidden = _match(frame, self.data, secrets, prefix, [_fault_secret] * len(secrets), self.known)
            return (move[0], luck_from(move[1], hidden)), events, _IN_CLEAR_NOWHERE
        schema = self.header.schema
        closed: list[Place] = []
        there: list[Commitment] = []
        faults = []
        for place in places:
            m, f = place
            value = (events[m - 1] if m else move)[f + 1]
            if type(value) is Commitment:
                closed.append(place)
                there.append(value)
                shape = schema.events[events[m - 1][0]] if m else schema.moves[move[0]]
                faults.append(shape.opening_faults[f])
        hidden = _match(frame, self.data, there, prefix, faults, self.known)
        move, events = _fill(schema, move, events, zip(closed, hidden, strict=True))
        if len(closed) == len(places):
            return move, events, _IN_CLEAR_NOWHERE
        return move, events, frozenset(places).difference(closed)


#: What a named tuple's own constructor does, without its detour through Python: there is one for each entry.
_new: Any = tuple.__new__


def _broken_body(frame: Frame, fault: Misshapen, *, walked: bool) -> _Broken:
    """Why a body is not sound. Bytes that are not canonical are the better reason than a wrong shape."""
    try:
        if not walked:
            check_whole(frame.body)
    except RecordError as error:
        return _Broken("bytes", error.message, frame.body_at + (error.byte or 0))
    return _Broken("bytes", fault.reason, frame.body_at + path_offset(frame.body, fault.path))


def _fill(
    schema: Schema, move: Row, events: tuple[Row, ...], hidden: Iterable[tuple[Place, Any]]
) -> tuple[Row, tuple[Row, ...]]:
    """Put what commitments hide in their places, and the move's private fields into the events that share them."""
    rows = [list(move), *map(list, events)]
    for (number, field), value in hidden:
        rows[number][field + 1] = value
    of_move = rows[0]
    for row in rows[1:]:
        for mine, other in schema.shared(move[0], row[0]):
            row[mine + 1] = of_move[other + 1]
    return tuple(of_move), tuple(map(tuple, rows[1:]))


# -- reading what has been checked before ----------------------------------------------------------------------


def _read_checked(data: bytes, header: RawHeader) -> list[RawEntry]:
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
        clear = _IN_CLEAR_NOWHERE
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
            _new(
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
        clear = _IN_CLEAR_NOWHERE
        if type(move[0]) is int:
            closed, private_events = header.schema.private_with(move[0])
            if closed or any(event[0] in private_events for event in events):
                move, events, clear = fill(actor, move, events, body, openings)  # noqa: PLW2901
        elif move[0] == "Branch" and move[1] is not None:
            move = fill.branch(actor, move, body, openings)  # noqa: PLW2901
        entries.append(
            _new(
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
            return rows[0], tuple(rows[1:]), _IN_CLEAR_NOWHERE
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


# -- looking behind damage -------------------------------------------------------------------------------------

#: How every record of an entry begins: an array of three, then a bin.
_BEGIN: Final = re.compile(rb"\x93(?=[\xc4-\xc6])")


class _Search:
    """Looks for a whole record behind damage: if there is one, more than the tail is damaged.

    Whole means canonical and of the right shape; hash and commitments are not tried. The work is bounded by the
    size of the file, and giving up counts as found: whoever fills a file with beginnings of records did not suffer
    a torn write.
    """

    GLANCE: Final = 64
    LOOK: Final = 512

    def __init__(self, data: bytes, bodies: _Bodies) -> None:
        self.data = data
        self.bodies = bodies
        self.work = 2 * len(data) + 0x10_0000

    def finds(self, at: int, above: int) -> bool:
        """Whether a whole record with a greater number stands at an offset or later."""
        data = self.data
        for match in _BEGIN.finditer(data, at):
            self.work -= self.GLANCE
            begin = match.start()
            if self._promises(begin, above):
                self.work -= self.LOOK
                if self._is_whole(begin, above):
                    return True
            if self.work < 0:
                return True
        return False

    def _promises(self, begin: int, above: int) -> bool:
        """A glance: does a body of an array of five, with a greater number, begin here and fit into the file?"""
        data = self.data
        head = {0xC4: 1, 0xC5: 2, 0xC6: 4}[data[begin + 1]]
        at = begin + 2 + head
        size = int.from_bytes(data[begin + 2 : at], "big")
        if size > MAX_BODY or at + size + 35 > len(data) or data[at : at + 1] != b"\x95":
            return False
        first = data[at + 1]
        if first <= 0x7F:
            return first > above
        return (
            0xCC <= first <= 0xCF
            and int.from_bytes(data[at + 2 : at + 2 + (1 << (first - 0xCC))], "big") > above
        )

    def _is_whole(self, begin: int, above: int) -> bool:
        try:
            frame = read_frame(self.data, begin)
        except RecordError as error:
            self.work -= 4 * ((error.byte or begin) - begin)
            return False
        self.work -= 4 * (frame.end - begin)
        body = frame.body
        try:
            value, walked = unpack(body)
            if walked:
                self.work -= 16 * len(body)
            self.bodies.check(value)
            if value[0] <= above or not (walked or pack(value) == body):
                return False
            return all(is_plain(decode(raw), ROOM_OPENING) for _, raw in frame.openings)
        except RecordError:
            self.work -= 16 * len(body)  # the walk that found it
            return False
        except Misshapen:
            return False


# -- writing ---------------------------------------------------------------------------------------------------


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
        return _read_header(frame)
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
        self._bodies = _Bodies(header)
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
        in_clear = _IN_CLEAR_NOWHERE
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
        value = prepare((seq, actor, stored_move, stored_events, meta or {}))
        body = pack(value)
        try:
            self._bodies.check(value)
        except Misshapen as fault:
            raise EncodingRefused(f"entry {seq} cannot be written: {fault.reason}", entry=seq) from None
        digest = entry_hash(self.head, body)
        record = frame_bytes(body, openings, digest)
        _check_sizes(body, openings, record)
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
        places = schema.private_places(move, events)
        again = set()
        for number, event in enumerate(events, 1):
            for mine, other in schema.shared(move[0], event[0]):
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
            for mine, _ in self.header.schema.shared(move[0], row[0]):
                row[mine + 1] = None
        stored = [tuple(row) for row in rows]
        return stored[0], tuple(stored[1:])

    def _check_values(self, move: Row, events: tuple[Row, ...], places: Iterable[Place]) -> None:
        schema = self.header.schema
        for place in places:
            shape = schema.shape_of(place, move, events)
            value = (events[place.message - 1] if place.message else move)[place.field + 1]
            fault = shape.fields[place.field].fault(value, ROOM_OPENING)
            if fault is not None:
                raise EncodingRefused(f"{shape.name}: {fault}")


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same, ``1`` and ``True`` being different."""
    return one is other or encode(one) == encode(other)


# -- redacting -------------------------------------------------------------------------------------------------


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
    chunks = [frame_bytes(header.body, openings, header.hash, header=True)]
    for entry in record.entries:
        openings = list(entry.openings)
        if openings and viewer is not None:
            audiences = [who for who, value in _secrets(header.schema, entry) if value is not HIDDEN]
            openings = [opening for opening, who in zip(openings, audiences, strict=True) if viewer in who]
        chunks.append(frame_bytes(entry.body, openings, entry.hash))
    return b"".join(chunks)
