"""Hashes that tie a record together, and the frame around each of its bodies (``docs/format.md``, sections 2 and 3).

A frame is read here by hand, byte by byte: so its lengths are checked before anything is copied, there is only
one form it can have, and whatever is wrong has an offset.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from timecore.actors import Actor
from timecore.chance import T
from timecore.codec import encode
from timecore.errors import RecordError

__all__ = [
    "FORMAT",
    "MAGIC",
    "MAX_BODY",
    "MAX_RECORD",
    "MAX_VALUE",
    "NO_HASH",
    "Frame",
    "Opening",
    "T",
    "array_head",
    "commitment_digest",
    "commitment_prefix",
    "entry_hash",
    "frame_bytes",
    "frame_size",
    "given_game",
    "header_hash",
    "read_frame",
]

FORMAT: Final = 1
"""The format of the records that this version writes and reads."""

MAGIC: Final = b"\x95\xa8timecore"
"""How every record begins: an array of five, and the text ``timecore``."""

MAX_BODY: Final = 1 << 20
"""Bytes of a body at most."""

MAX_VALUE: Final = 1 << 16
"""Bytes of an opening's value at most."""

MAX_RECORD: Final = 1 << 22
"""Bytes of a record at most, its body, openings and hash together."""

NO_HASH: Final = bytes(32)
"""What stands for the hash before the header's."""

#: An opening: its salt (16 bytes) and the tc1 bytes of the value.
Opening = tuple[bytes, bytes]

_HEADER: Final = T("header")
_COMMIT: Final = T("commit")
_GIVEN_GAME: Final = T("given-game")


# -- hashes ----------------------------------------------------------------------------------------------------


def header_hash(body: bytes) -> bytes:
    """The hash h_0 of a header's body."""
    return sha256(_HEADER + body).digest()


def entry_hash(before: bytes, body: bytes) -> bytes:
    """The hash h_i of an entry's body, chained to the one before."""
    return sha256(before + body).digest()


def commitment_prefix(game: bytes, actor: Actor) -> bytes:
    """What stands before salt and value in the hash of every commitment of one actor in one game."""
    return _COMMIT + game + actor.to_bytes(4, "big", signed=True)


def commitment_digest(game: bytes, actor: Actor, salt: bytes, value: bytes) -> bytes:
    """The hash that commits to a private value.

    Args:
        game: The game's 16 bytes. They and the actor keep a player from copying another's commitment.
        actor: The actor of the entry; -2 in the header.
        salt: 16 bytes, used once.
        value: The tc1 bytes of the value.
    """
    return sha256(commitment_prefix(game, actor) + salt + value).digest()


def given_game(text: str, rules: tuple[str, int], options: Any, names: Sequence[str]) -> bytes:
    """The game's 16 bytes where luck is given by a text.

    Args:
        text: That text.
        rules: Name and version of the ruleset.
        options: The resolved options, as the header holds them.
        names: The seats' names.
    """
    return sha256(_GIVEN_GAME + encode([text, list(rules), options, list(names)])).digest()[:16]


# -- frames ----------------------------------------------------------------------------------------------------


class Frame(NamedTuple):
    """One record as it lies in a file, not yet looked into.

    Attributes:
        body: The body's bytes.
        openings: Salts and values, in the order of the file.
        hash: The record's hash as it is written there.
        at: Where the record begins.
        body_at: Where the body begins.
        openings_at: Where the list of openings begins.
        hash_at: Where the hash begins.
        end: Where the record ends.
    """

    body: bytes
    openings: tuple[Opening, ...]
    hash: bytes
    at: int
    body_at: int
    openings_at: int
    hash_at: int
    end: int

    def opening_at(self, data: bytes, number: int) -> int:
        """Where one of the openings begins."""
        at = self.openings_at + array_head(len(self.openings))
        for salt, value in self.openings[:number]:
            at += 3 + len(salt) + _bin_head(len(value)) + len(value)
        return at


def array_head(count: int) -> int:
    """How many bytes stand before the elements of an array of so many."""
    return 1 if count < 16 else 3 if count < 0x1_0000 else 5


def _bin_head(size: int) -> int:
    return 2 if size < 0x100 else 3 if size < 0x1_0000 else 5


def _bin(data: bytes) -> bytes:
    size = len(data)
    if size < 0x100:
        return b"\xc4" + size.to_bytes(1, "big") + data
    if size < 0x1_0000:
        return b"\xc5" + size.to_bytes(2, "big") + data
    return b"\xc6" + size.to_bytes(4, "big") + data


def frame_bytes(body: bytes, openings: Sequence[Opening], hash_: bytes, *, header: bool = False) -> bytes:
    """The bytes of a record.

    Args:
        body: The body's bytes.
        openings: Salts and values, in the order of their commitments.
        hash_: The record's hash.
        header: Whether it is the first record of a file.
    """
    count = len(openings)
    if count < 16:
        head = bytes((0x90 | count,))
    elif count < 0x1_0000:
        head = b"\xdc" + count.to_bytes(2, "big")
    else:
        head = b"\xdd" + count.to_bytes(4, "big")
    return b"".join(
        [
            MAGIC + b"\x01" if header else b"\x93",
            _bin(body),
            head,
            *[b"\x92\xc4\x10" + salt + _bin(value) for salt, value in openings],
            b"\xc4\x20",
            hash_,
        ]
    )


def frame_size(body: bytes, openings: Sequence[Opening]) -> int:
    """How many bytes the record of an entry has."""
    size = 1 + _bin_head(len(body)) + len(body) + array_head(len(openings)) + 34
    for _, value in openings:
        size += 19 + _bin_head(len(value)) + len(value)
    return size


def read_frame(data: bytes, at: int, *, header: bool = False) -> Frame:
    """Read the frame of the record that begins at an offset.

    Args:
        data: The whole file.
        at: Where the record begins.
        header: Whether it is the first record of a file; its first bytes have been checked then.

    Raises:
        RecordError: There is no whole record; ``byte`` says where that shows.
    """
    begin = at
    end = len(data)
    if header:
        at += len(MAGIC)
    elif at >= end:
        raise RecordError("cut off: a record should follow", byte=at)
    elif data[at] != 0x93:
        raise RecordError("the record of an entry begins with an array of three", byte=at)
    at += 1
    body_at, size = _bin_start(data, at, end, "the body")
    if size > MAX_BODY:
        raise RecordError(f"a body of more than {MAX_BODY} bytes", byte=at)
    openings_at = body_at + size
    if openings_at >= end:
        raise RecordError("cut off inside the body", byte=end)
    if data[openings_at] == 0x90:
        hash_at = openings_at + 1
        openings: tuple[Opening, ...] = ()
    else:
        openings, hash_at = _openings(data, openings_at, end, begin)
    at = hash_at + 34
    if at > end:
        raise RecordError("cut off inside the record", byte=end)
    if data[hash_at] != 0xC4 or data[hash_at + 1] != 0x20:
        raise RecordError("a hash has 32 bytes", byte=hash_at)
    if at - begin > MAX_RECORD:
        raise RecordError(f"a record of more than {MAX_RECORD} bytes", byte=begin)
    body = data[body_at:openings_at]
    return _new(Frame, (body, openings, data[hash_at + 2 : at], begin, body_at, openings_at, hash_at, at))


#: What a named tuple's own constructor does, without its detour through Python: there is one for each record.
_new = tuple.__new__

_OPENING: Final = b"\x92\xc4\x10"


def _openings(data: bytes, at: int, end: int, begin: int) -> tuple[tuple[Opening, ...], int]:
    """The openings of a record, and where they end."""
    at, count = _count(data, at, end)
    found = []
    for _ in range(count):
        head = data[at : at + 3]
        if head != _OPENING:
            cut = at + 3 > end and _OPENING.startswith(head)
            raise RecordError(
                "cut off inside the openings"
                if cut
                else "an opening is an array of a salt of 16 bytes and a value",
                byte=end if cut else at,
            )
        value_at, size = _bin_start(data, at + 19, end, "an opening's value")
        if size > MAX_VALUE:
            raise RecordError(f"an opening's value of more than {MAX_VALUE} bytes", byte=at + 19)
        found.append((data[at + 3 : at + 19], data[value_at : value_at + size]))
        at = value_at + size
        if at - begin > MAX_RECORD:
            raise RecordError(f"a record of more than {MAX_RECORD} bytes", byte=begin)
    return tuple(found), at


def _bin_start(data: bytes, at: int, end: int, what: str) -> tuple[int, int]:
    """Where the bytes of a bin begin, and how many there are. They need not all be there."""
    if at + 1 >= end:
        raise RecordError(f"cut off: {what} should follow", byte=end)
    first = data[at]
    if first == 0xC4:
        return at + 2, data[at + 1]
    if first == 0xC5:
        start, least = at + 3, 0x100
    elif first == 0xC6:
        start, least = at + 5, 0x1_0000
    else:
        raise RecordError(f"{what} must be bytes", byte=at)
    if start > end:
        raise RecordError(f"cut off: {what} should follow", byte=end)
    size = int.from_bytes(data[at + 1 : start], "big")
    if size < least:
        raise RecordError("a length that is not in its shortest form", byte=at)
    return start, size


def _count(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Where the elements of the list of openings begin, and how many there should be."""
    first = data[at]
    if first & 0xF0 == 0x90:
        return at + 1, first & 0x0F
    if first == 0xDC:
        start, least = at + 3, 16
    elif first == 0xDD:
        start, least = at + 5, 0x1_0000
    else:
        raise RecordError("the openings must be an array", byte=at)
    if start > end:
        raise RecordError("cut off inside the openings", byte=end)
    count = int.from_bytes(data[at + 1 : start], "big")
    if count < least:
        raise RecordError("a length that is not in its shortest form", byte=at)
    return start, count
