"""A saved game: its header and its entries, read from a record and written to one.

:class:`Log` is what most of timecore works on. It is immutable; a :class:`timecore.game.Game` makes a new one of
each position. The bytes stay with it, so that saving a log that was read gives the same file again, hash by
hash, and a redacted copy differs from it in nothing but openings left out.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import attrs

from timecore import entropy
from timecore._version import __version__
from timecore.actors import PUBLIC, Seat, Viewer
from timecore.chain import given_game
from timecore.chance import Luck
from timecore.decoding import decode
from timecore.entry import Entry
from timecore.errors import ReplayError, RulesetError, UsageError
from timecore.hidden import HIDDEN, Hidden
from timecore.record import Damage, RawEntry, RawHeader, RawRecord, read, redact, start
from timecore.registry import get_ruleset
from timecore.schema import Schema
from timecore.wholefile import read_file, write_file

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset

__all__ = ["Header", "Log", "refuse_damaged", "seat_number", "viewer_of_record"]


def _kept(value: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(value))


@attrs.frozen
class Header:
    """What a record says of its game before the first entry.

    Attributes:
        ruleset: The ruleset's name.
        rules_version: The version of the rules it was played by.
        options: The resolved options, in JSON types.
        seats: What people call the seats, by seat; ``HIDDEN`` where a name was erased.
        keys: Their Ed25519 public keys (32 bytes), or ``None``, by seat.
        tags: Free texts: the occasion, the place, ….
        game: The game's own number, 16 bytes.
        created: When it was created (RFC 3339, UTC), or ``None``.
        writer: What wrote it.
        luck: Where chance comes from.
        schema: The names of moves, events and their fields, with audiences.
    """

    ruleset: str
    rules_version: int
    options: Mapping[str, Any] = attrs.field(converter=_kept)
    seats: tuple[str | Hidden, ...]
    keys: tuple[bytes | None, ...]
    tags: Mapping[str, str] = attrs.field(converter=_kept)
    game: bytes
    created: str | None
    writer: str
    luck: Luck
    schema: Schema

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy does not pickle.
        values = (getattr(self, field.name) for field in attrs.fields(Header))
        return Header, tuple(dict(one) if type(one) is MappingProxyType else one for one in values)

    @classmethod
    def from_raw(cls, raw: RawHeader) -> Header:
        """What the header of a record says."""
        name, version = raw.rules
        return cls(
            ruleset=name,
            rules_version=version,
            options=json_types(raw.options),
            seats=tuple(seat[0] for seat in raw.seats),
            keys=tuple(seat[1] for seat in raw.seats),
            tags=raw.tags,
            game=raw.game,
            created=raw.created,
            writer=raw.writer,
            luck=raw.luck,
            schema=raw.schema,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """What to call the seats: an erased name is told as ``Seat 2`` (the number is the seat's)."""
        return tuple(f"Seat {seat}" if name is HIDDEN else name for seat, name in enumerate(self.seats))


class Log:
    """A header and its entries.

    Attributes:
        record: The bytes, read: raw header, raw entries and what was damaged.
    """

    __slots__ = ("_entries", "_fault", "_header", "_rules", "record")

    def __init__(
        self, record: RawRecord, *, rules: Ruleset[Any] | None = None, entries: Sequence[Entry] | None = None
    ) -> None:
        self.record = record
        self._header: Header | None = None
        self._rules = rules
        self._entries: tuple[Entry, ...] | None = None if entries is None else tuple(entries)
        self._fault: ReplayError | None = None

    @classmethod
    def start(
        cls,
        rules: Ruleset[Any],
        *,
        options: Mapping[str, Any],
        names: Sequence[str],
        luck: Luck,
        seed_text: str | None = None,
        tags: Mapping[str, str] | None = None,
        keys: Sequence[bytes | None] | None = None,
        created: str | None = None,
    ) -> Log:
        """The log of a game before its first entry.

        Args:
            rules: The ruleset.
            options: The resolved options.
            names: What people call the seats.
            luck: Where chance comes from, its secrets known.
            seed_text: With given luck the text it was made from, which also gives the game its number.
            tags: Free texts.
            keys: The seats' Ed25519 public keys, 32 bytes or ``None`` each.
            created: When it was created (RFC 3339, UTC), or ``None``.

        Raises:
            EncodingRefused: A record cannot hold this.
        """
        version = (rules.name, rules.version)
        game = entropy.token(16) if seed_text is None else given_game(seed_text, version, options, names)
        header = start(
            game=game,
            options=options,
            rules=version,
            schema=Schema.of(rules),
            names=names,
            luck=luck,
            keys=keys,
            tags=tags,
            writer=f"timecore {__version__}",
            created=created,
        )
        return cls(RawRecord(header, ()), rules=rules, entries=())

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, rules: Ruleset[Any] | None = None) -> Log:
        """Read a record from a file, as far as it is sound; see :attr:`damage`.

        Args:
            path: The file.
            rules: The ruleset; by default the installed one that the header names.

        Raises:
            OSError: The file cannot be read.
            NotARecord: There is no header, or a broken one.
            FormatUnsupported: It is of a format this version cannot read.
        """
        return cls.from_bytes(read_file(path), rules=rules)

    @classmethod
    def from_bytes(cls, data: bytes, *, rules: Ruleset[Any] | None = None, checked: bool = False) -> Log:
        """Read a record from its bytes, as far as it is sound; see :attr:`damage`.

        Args:
            data: The bytes.
            rules: The ruleset; by default the installed one that the header names.
            checked: Whether these very bytes have been read before, were sound to their end, and all their entries
                were of the ruleset (as those that a server keeps in a store of its own, under their hash). Then
                nothing is checked again, which is several times faster; what other bytes give is undefined, be it an
                error of any kind.

        Raises:
            NotARecord: There is no header, or a broken one.
            FormatUnsupported: It is of a format this version cannot read.
        """
        return cls(read(data, checked=checked), rules=rules)

    # -- what is there --------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """What the header says."""
        if self._header is None:
            self._header = Header.from_raw(self.record.header)
        return self._header

    @property
    def rules(self) -> Ruleset[Any]:
        """The ruleset that the header names.

        Raises:
            RulesetNotFound: It is not installed.
            RulesetUnusable: It cannot be imported.
        """
        if self._rules is None:
            self._rules = get_ruleset(self.record.header.rules[0])
        return self._rules

    @property
    def has_rules(self) -> bool:
        """Whether the ruleset that the header names is installed and can be imported."""
        try:
            return self.rules is not None
        except RulesetError:
            return False

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The sound entries as moves and events of the ruleset, up to the first it cannot read (:attr:`fault`).

        Raises:
            RulesetError: The ruleset is not at hand.
        """
        if self._entries is None:
            entries, fault = decode(self.record, self.rules)
            self._fault = fault  # first, for another thread that finds entries
            self._entries = entries
        return self._entries

    @property
    def fault(self) -> ReplayError | None:
        """Why :attr:`entries` ends early: an entry that is sound as bytes and no entry of this ruleset."""
        _ = self.entries
        return self._fault

    @property
    def damage(self) -> Damage | None:
        """Where the record ends being sound, and why; ``None`` if all of it is."""
        return self.record.damage

    @property
    def head(self) -> bytes:
        """The last hash of the sound part, 32 bytes: it stands for the whole game."""
        return self.record.head

    def entry_of(self, head: bytes) -> int | None:
        """Which sound entry a hash is that of: the head that the record had when it ended there.

        Args:
            head: The hash, 32 bytes.

        Returns:
            The entry's number, 0 for the header; ``None`` if it is none of theirs.
        """
        if head == self.record.header.hash:
            return 0
        return next((raw.seq for raw in self.record.entries if raw.hash == head), None)

    @property
    def branch(self) -> bytes | None:
        """The name of the branch that this record is, 16 bytes; ``None`` for a trunk."""
        return self.record.branch

    @property
    def fork(self) -> int:
        """The number of the ``Branch`` with which it parted from its trunk, the last of several; 0 for a trunk."""
        return self.record.fork

    @property
    def shows(self) -> str:
        """What this copy shows: ``"full"``, ``"public"``, ``"seat N"`` or ``"partial"``."""
        return self.record.shows

    def __copy__(self) -> Self:
        return self  # nothing of it changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_from_pickle, (self.to_bytes(), self.damage, self._rules))

    def __len__(self) -> int:
        """The number of sound entries."""
        return len(self.record.rows)

    def __repr__(self) -> str:
        return (
            f"<log of {self.header.ruleset}, {len(self)} entries, {self.shows}, head {self.head.hex()[:12]}…>"
        )

    # -- what can be made of it -----------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The record's bytes, without a damaged tail."""
        return self.record.to_bytes()

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Write the record to a file, whole or not at all.

        Args:
            path: Where to.
            replace: Whether a file that is there may be replaced.

        Raises:
            RecordClash: There is a file already.
            OSError: It cannot be written.
        """
        write_file(path, self.to_bytes(), replace=replace)

    def upto(self, entries: int) -> Log:
        """The log of the first entries only: a clean cut, which is a valid record of its own.

        Raises:
            UsageError: There are not so many.
        """
        if not 0 <= entries <= len(self):
            msg = f"the log has {len(self)} entries, so there are no first {entries}"
            raise UsageError(msg)
        cut = RawRecord(self.record.header, self.record.entries[:entries])
        known = None if self._entries is None else self._entries[:entries]
        return Log(cut, rules=self._rules, entries=known)

    def grown(self, record: RawRecord) -> Log:
        """The log of a record that begins with this one's. What was decoded is not decoded again."""
        longer = Log(record, rules=self._rules)
        if self._entries is not None and self._rules is not None:
            known = len(self._entries)
            longer._entries, longer._fault = self._entries, self._fault
            if self._fault is None and len(record.rows) > known:
                new, longer._fault = decode(RawRecord(record.header, record.entries[known:]), self._rules)
                longer._entries = (*self._entries, *new)
        return longer

    def redacted(self, viewer: Viewer | None, *, erase: Collection[Seat] = ()) -> Log:
        """The copy that a viewer may have: the same head, without the openings that are not for them.

        Args:
            viewer: A seat or ``PUBLIC``; ``None`` keeps all of the game.
            erase: Seats whose names are dropped.

        Raises:
            UsageError: There is no such seat.
        """
        viewer_of_record(self, viewer)
        for seat in erase:
            _must_be_a_seat(self.header, seat)
        return Log.from_bytes(redact(self.record, viewer, erase=erase), rules=self._rules)

    def entry_json(self, raw: RawEntry) -> dict[str, Any]:
        """The JSON form of an entry by the record's own schema: works without the ruleset."""
        schema = self.header.schema
        line: dict[str, Any] = {
            "seq": raw.seq,
            "actor": raw.actor,
            "move": schema.move_json(raw.move),
            "events": [schema.event_json(row) for row in raw.events],
        }
        if raw.meta:
            line["meta"] = {k: v.hex() if isinstance(v, bytes) else v for k, v in raw.meta.items()}
        return line


def _from_pickle(data: bytes, damage: Damage | None, rules: Ruleset[Any] | None) -> Log:
    """A log is sent to another process as its bytes, which are checked there like any others."""
    sound = read(data)
    return Log(RawRecord(sound.header, sound.entries, damage), rules=rules)


def viewer_of_record(log: Log, viewer: Viewer | None) -> Viewer | None:
    """Check that a viewer is one of this game, and give it back.

    Raises:
        UsageError: There is no such seat.
    """
    if viewer is not None and viewer is not PUBLIC:
        _must_be_a_seat(log.header, viewer)
    return viewer


def _must_be_a_seat(header: Header, seat: object) -> None:
    # Not even a seat's name will do: it would pass for a viewer who sees what the public sees.
    if type(seat) is not int or not 0 <= seat < len(header.seats):
        msg = f"there is no seat {seat!r}: the game has seats 0 to {len(header.seats) - 1}"
        raise UsageError(msg, hint="A viewer is a seat's number or timecore.PUBLIC.")


def seat_number(header: Header, text: str) -> Seat:
    """The seat that a number or a name means.

    Raises:
        UsageError: No seat has this name or number, or several have the name.
    """
    matches = [seat for seat, name in enumerate(header.seats) if name == text]
    if len(matches) == 1:
        return matches[0]
    if not matches and text.isascii() and text.isdigit() and len(text) < 10 and int(text) < len(header.seats):
        return int(text)
    listed = ", ".join(f"{seat} ({name})" for seat, name in enumerate(header.names))
    what = "several seats are called" if matches else "there is no seat"
    msg = f"{what} {text!r}"
    raise UsageError(msg, hint=f"The seats are: {listed}.")


def json_types(value: Any) -> Any:
    """Tuples, as a record is read, to the lists of JSON."""
    if isinstance(value, tuple):
        return [json_types(item) for item in value]
    if isinstance(value, dict):
        return {key: json_types(item) for key, item in value.items()}
    return value


def refuse_damaged(log: Log) -> None:
    """Raise what the damage of a record is, for what needs all of it.

    Raises:
        RecordDamaged: The record is not sound to its end.
    """
    if log.damage is not None:
        raise log.damage.error()
