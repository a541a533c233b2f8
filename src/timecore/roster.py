"""A roster: the people of an event, with their public keys, and for each key the proof that it is theirs.

::

    format = "timecore roster v1"

    [[player]]
    name = "Ana María"
    key = "Ana-María+…"
    proof = "…"

A player without ``key`` and ``proof`` has none. What ``timecore keygen`` writes beside a key is a roster of one.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from timecore.datafile import read_table
from timecore.display import fit, printable
from timecore.errors import KeyRefused, RosterRefused
from timecore.keys import PublicKey, SecretKey, name_fault, note_name, strict_base64

__all__ = ["Player", "Roster", "keys_in"]

_FORMAT: Final = "timecore roster v1"

#: How many bytes a list of keys may have.
_LONGEST: Final = 1 << 20

#: How many players a roster may have.
_MOST: Final = 10_000


@attrs.frozen
class Player:
    """Somebody who plays, or an arbiter.

    Attributes:
        name: What people call them, and a seat that they take.
        key: Their public key, or ``None``.
        proof: That the key is theirs: 64 bytes, or ``None`` without one.
    """

    name: str
    key: PublicKey | None = None
    proof: bytes | None = None

    @classmethod
    def of(cls, key: SecretKey, name: str | None = None) -> Player:
        """The owner of a key.

        Args:
            key: Their key.
            name: What people call them; by default what the key's owner is called. Notes must call them the same
                (neither blanks nor plus signs may stand there: these become hyphens), or no roster takes them.
        """
        called = key.owner if name is None else name
        return cls(called, key.public, key.possession(called))


@attrs.frozen
class Roster:
    """The people of an event.

    Attributes:
        players: In order; no two of one name or of names that look the same, no two of one key, and no key by which
            notes would call its owner something else.
    """

    players: tuple[Player, ...]

    @classmethod
    def of(cls, players: Iterable[Player]) -> Roster:
        """A roster of some people.

        Raises:
            RosterRefused: It would not be right; with everything that is wrong with it.
            ExtraMissing: The package for signatures is not installed, and there is a key.
        """
        listed = tuple(players)
        numbered = enumerate(zip(listed, _faults(listed), strict=True), 1)
        _refuse(
            [f"{_place(number, player)}: {what}" for number, (player, found) in numbered for what in found]
        )
        return cls(listed)

    @classmethod
    def parse(cls, data: bytes) -> Roster:
        """Read a roster.

        Args:
            data: What stands in its file.

        Raises:
            RosterRefused: It is not right; with everything that is wrong with it.
            ExtraMissing: The package for signatures is not installed, and there is a key.
        """
        _refuse_secret(data)
        try:
            table = read_table(data)
        except ValueError as error:
            _refuse([str(error)])
        rows = table.get("player", [])
        if table.get("format") != _FORMAT:
            _refuse([f"it has no line format = {json.dumps(_FORMAT)}"])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            _refuse(["its players do not stand below [[player]]"])
        if len(rows) > _MOST:
            _refuse([f"it has more than {_MOST} players"])
        faults = [
            f"there is no such key as {name!r:.60}" for name in table if name not in ("format", "player")
        ]
        read = [_player(row) for row in rows]
        players = tuple(player for player, _ in read)
        for number, ((player, first), more) in enumerate(zip(read, _faults(players), strict=True), 1):
            unread = any("key" in one or "proof" in one for one in first)
            found = [*first, *[one for one in more if not unread or "proof" not in one]]
            faults += [f"{_place(number, player)}: {what}" for what in found]
        _refuse(faults)
        return cls(players)

    def to_bytes(self) -> bytes:
        """The roster as it stands in a file."""
        chunks = [f"format = {json.dumps(_FORMAT)}\n"]
        for player in self.players:
            lines = [f"name = {_toml(player.name)}"]
            if player.key is not None and player.proof is not None:
                lines += [f"key = {_toml(player.key.text)}", f'proof = "{b64encode(player.proof).decode()}"']
            chunks.append("\n[[player]]\n" + "".join(line + "\n" for line in lines))
        return "".join(chunks).encode()

    @property
    def keys(self) -> tuple[PublicKey, ...]:
        """The keys of all who have one."""
        return tuple(player.key for player in self.players if player.key is not None)

    def keys_of(self, names: Sequence[str]) -> tuple[bytes | None, ...]:
        """The public keys of the people who sit down, as a record's header has them.

        Args:
            names: What the seats are called, by seat.

        Raises:
            RosterRefused: Somebody is not in the roster, or takes two seats.
        """
        by_name = {player.name: player.key for player in self.players}
        known = {_seen_as(name): name for name in by_name}
        _refuse(
            [
                f"there is no {_quoted(name)} in the roster"
                + (", only one that looks the same in other characters" if _seen_as(name) in known else "")
                for name in names
                if name not in by_name
            ]
            + [
                f"{_quoted(name)} cannot take two seats"
                for name in dict.fromkeys(names)
                if names.count(name) > 1
            ]
        )
        keys = [by_name[name] for name in names]
        return tuple(None if key is None else key.raw for key in keys)


def keys_in(data: bytes) -> tuple[PublicKey, ...]:
    """The public keys in a file: those of a roster, or a key in each line.

    Args:
        data: What stands in the file. Where it is no roster, blank lines and lines that begin with ``#`` say nothing.

    Raises:
        RosterRefused: It is a roster that is not right, or the file of a secret key.
        KeyRefused: A line is no key, or there is none at all.
        ExtraMissing: It is a roster, and the package for signatures is not installed.
    """
    _refuse_secret(data)
    if re.search(rb"^[ \t]*format[ \t]*=", data, re.MULTILINE):
        return Roster.parse(data).keys
    if len(data) > _LONGEST:
        msg = f"a list of keys has at most {_LONGEST} bytes"
        raise KeyRefused(msg)
    hint = "It is to be a roster, a .pub, or a key in each line, NAME+ID+BASE64."
    try:
        lines = [line.strip() for line in data.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        msg = "it is no list of public keys, for it is not UTF-8"
        raise KeyRefused(msg, hint=hint) from None
    found = []
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                found.append(PublicKey.parse(line))
            except KeyRefused as error:
                msg = f"line {number}: {error.message}"
                raise KeyRefused(msg, hint=error.hint or hint) from None
    if not found:
        msg = "there is no public key in it"
        raise KeyRefused(msg, hint=hint)
    return tuple(found)


def _refuse_secret(data: bytes) -> None:
    """Refuse the file of a secret key, which somebody has given by mistake."""
    if b"PRIVATE KEY-----" in data[:4096] or re.search(rb"^[ \t]*PRIVATE\+KEY\+", data, re.MULTILINE):
        msg = "this is the file of a secret key, and public ones belong here"
        hint = "The public key is in the file beside it, which ends in .pub."
        raise RosterRefused(msg, faults=[msg], hint=hint)


def _refuse(faults: Sequence[str]) -> None:
    if faults:
        more = f" There are {len(faults)} faults in all." if len(faults) > 1 else ""
        msg = f"the roster is not right: {faults[0]}"
        raise RosterRefused(msg, faults=faults, hint=more.strip() or None)


def _place(number: int, player: Player) -> str:
    return f"player {number}" + (f" ({player.name})" if name_fault(player.name) is None else "")


def _quoted(text: str) -> str:
    return fit(printable(repr(text)), 80)


def _toml(text: str) -> str:
    """A text as TOML has it; names have no control characters, in which JSON differs."""
    return json.dumps(text, ensure_ascii=False)


def _player(row: Mapping[str, Any]) -> tuple[Player, list[str]]:
    """A player, and what of their lines cannot be read."""
    faults = [
        f"there is no such line as {name!r:.60}" for name in row if name not in ("name", "key", "proof")
    ]
    key: PublicKey | None = None
    proof: bytes | None = None
    text = row.get("key")
    if text is not None:
        try:
            key = PublicKey.parse(text) if isinstance(text, str) else None
        except KeyRefused as error:
            faults.append(error.message)
        else:
            faults += [] if isinstance(text, str) else ["the key is no text"]
    text = row.get("proof")
    if text is not None:
        proof = strict_base64(text) if isinstance(text, str) else None
        if proof is None or len(proof) != 64:
            faults.append("the proof is not 64 bytes in base64")
            proof = None
    return Player(row.get("name", ""), key, proof), faults


def _faults(players: Sequence[Player]) -> Iterator[list[str]]:
    """What is wrong with each of some players."""
    names: dict[str, int] = {}
    keys: dict[bytes, int] = {}
    for number, player in enumerate(players, 1):
        found = []
        fault = name_fault(player.name)
        if fault is None and player.name == "?":
            fault = "stands for a name that is hidden"
        if fault is not None:
            found.append(f"the name {fault}")
        elif (first := names.setdefault(_seen_as(player.name), number)) != number:
            same = players[first - 1].name == player.name
            found.append(f"player {first} has {'the same name' if same else 'a name that looks the same'}")
        if player.key is not None and keys.setdefault(player.key.raw, number) != number:
            found.append(f"player {keys[player.key.raw]} has the same key")
        if (player.key is None) is not (player.proof is None):
            found.append(
                "there is no proof for the key" if player.proof is None else "there is a proof, and no key"
            )
        elif fault is None and not _is_proven(player):
            found.append("the proof does not show that the key is theirs")
        elif fault is None and player.key is not None and player.key.name != note_name(player.name):
            found.append(f"notes would call them {fit(printable(player.key.name), 80)}, as their key does")
        yield found


def _seen_as(name: str) -> str:
    """What two names that look the same have in common, as far as Unicode says so."""
    from unicodedata import normalize  # only rosters need it  # noqa: PLC0415

    return re.sub("[\u200c\u200d]", "", normalize("NFKC", name))


def _is_proven(player: Player) -> bool:
    if player.key is None or player.proof is None:
        return True
    return player.key.is_possessed(player.proof, player.name)
