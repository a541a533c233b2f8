"""A verifier of timecore's records that shares no line with timecore.

It was written from ``docs/format.md`` alone, with msgpack and the standard library, to show that the page says all
that is needed. It checks bytes, chain, openings, the shapes and the order of the table's moves and, where the seed is
known, that it gives the root, and which number each draw is. Which move a number means, only a game's rules can tell.

    python tests/independent_verifier.py [--draws] FILE…
    python tests/independent_verifier.py --proof PROOF [FILE] [--head HASH]

One line a file; the exit code is 0 if all are sound, else 1. A proof of one draw or one hidden field is checked against
a file, or, if it brings a copy of the record, against a head.
"""

import argparse
import base64
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial, reduce
from hashlib import sha256
from itertools import chain
from operator import or_
from pathlib import Path
from typing import Any

import msgpack
from independent_notes import SHEET, Key, NotANote, bytes_of, holds, is_key, key_of, key_text, note_of

TAG = b"timecore/1/%s\0"
MIB = 1 << 20


class Bad(Exception):
    """Something that breaks the format, and where in the bytes looked at."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at
        self.why = why


class C(bytes):
    """A commitment."""

    __slots__ = ()


#: What a commitment hides: itself, what is right for the value, and the seats that may see it, as bits.
Secret = tuple[C, Callable[[Any], bool], int]

#: Salt, value, where the opening begins and where its value does.
Opening = tuple[bytes, bytes, int, int]


def H(*parts: bytes) -> bytes:  # noqa: N802 - as the page writes it
    """SHA-256 of some bytes joined."""
    return sha256(b"".join(parts)).digest()


def T(name: str) -> bytes:  # noqa: N802 - as the page writes it
    """What every hashed text begins with."""
    return TAG % name.encode()


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


# -- section 1: one value --------------------------------------------------------------------------------------


def value_at(data: bytes, at: int, end: int, depth: int = 0) -> tuple[Any, int]:
    """Read the value at an offset; gives it and where it ends. Lists are tuples."""

    def need(size: int) -> int:
        if at + size > end:
            raise Bad(begin, "cut off")
        return at + size

    def number_of(size: int, least: int) -> tuple[int, int]:
        stop = need(size)
        number = int.from_bytes(data[at:stop], "big")
        if number < least:
            raise Bad(begin, "not in the shortest form")
        return number, stop

    begin = at
    at = need(1)
    first = data[begin]
    if first <= 0x7F:
        return first, at
    if first >= 0xE0:
        return first - 0x100, at
    if first in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[first], at
    if 0xCC <= first <= 0xCF:
        return number_of(1 << first - 0xCC, (1 << 7, 1 << 8, 1 << 16, 1 << 32)[first - 0xCC])
    if 0xD0 <= first <= 0xD3:
        stop = need(1 << first - 0xD0)
        number = int.from_bytes(data[at:stop], "big", signed=True)
        if number >= -(1 << (5, 7, 15, 31)[first - 0xD0]):
            raise Bad(begin, "not in the shortest form")
        return number, stop
    if first == 0xC7:
        stop = need(34)
        if data[at : at + 2] != b"\x20\x01":
            raise Bad(begin, "an extension that is no commitment")
        return C(data[at + 2 : stop]), stop
    if 0xA0 <= first <= 0xBF or 0xD9 <= first <= 0xDB:
        size = first & 0x1F
        if first >= 0xD9:
            size, at = number_of(1 << first - 0xD9, (32, 1 << 8, 1 << 16)[first - 0xD9])
        stop = need(size)
        try:
            return data[at:stop].decode("utf-8", "strict"), stop
        except UnicodeDecodeError as error:
            raise Bad(at + error.start, "not UTF-8") from None
    if 0xC4 <= first <= 0xC6:
        size, at = number_of(1 << first - 0xC4, (0, 1 << 8, 1 << 16)[first - 0xC4])
        stop = need(size)
        return data[at:stop], stop
    if 0x80 <= first <= 0x9F or 0xDC <= first <= 0xDF:
        is_map = first <= 0x8F or first >= 0xDE
        size = first & 0x0F
        if first >= 0xDC:
            size, at = number_of(2 << (first & 1), (16, 1 << 16)[first & 1])
        if size * (2 if is_map else 1) > end - at:
            raise Bad(begin, "longer than what is there")
        if depth == 16:
            raise Bad(begin, "too deep")
        if not is_map:
            items = []
            for _ in range(size):
                item, at = value_at(data, at, end, depth + 1)
                items.append(item)
            return tuple(items), at
        pairs: dict[str, Any] = {}
        last: bytes | None = None
        for _ in range(size):
            key_at = at
            key, at = value_at(data, at, end, depth + 1)
            if type(key) is not str:
                raise Bad(key_at, "a key that is no text")
            if last is not None and key.encode() <= last:
                raise Bad(key_at, "keys that do not rise")
            last = key.encode()
            pairs[key], at = value_at(data, at, end, depth + 1)
        return pairs, at
    raise Bad(begin, "a form that is not allowed")


SCALARS = {type(None), bool, int, str, bytes, C}


def whole(data: bytes) -> Any:
    """The one value that some bytes are. What is wrong is named by a walk; what is right is read by msgpack, faster."""
    try:
        unpacker = msgpack.Unpacker(max_buffer_size=len(data) or 1)
        unpacker.feed(data)
        unpacker.skip()  # so all is there that is announced, before memory is set aside for it
        theirs = msgpack.unpackb(data, use_list=False, strict_map_key=True)
        value = theirs
        if b"\xc7\x20\x01" in data:
            value = msgpack.unpackb(data, use_list=False, strict_map_key=True, ext_hook=commitment)
        if msgpack.packb(theirs) == data and is_right(value):
            return value
    except (ValueError, OverflowError, TypeError, msgpack.UnpackException):
        pass
    value, end = value_at(data, 0, len(data))
    if end != len(data):
        raise Bad(end, "bytes after the value")
    raise AssertionError("msgpack finds fault with it")


def commitment(code: int, digest: bytes) -> C:
    if code != 1 or len(digest) != 32:
        raise ValueError("an extension that is no commitment")
    return C(digest)


def is_right(value: Any) -> bool:
    """Whether there is nothing but what tc1 knows, not too deep, with keys that rise."""
    level = [value]
    for _ in range(17):
        kinds = set(map(type, level))
        if kinds <= SCALARS:
            return True
        if not kinds <= SCALARS | {tuple, dict}:
            return False
        maps = [one for one in level if type(one) is dict]
        if not all(list(one) == sorted(one, key=str.encode) for one in maps):
            return False
        inside = [one for one in level if type(one) is tuple] + [one.values() for one in maps]
        level = list(chain.from_iterable(inside))
    return False


# -- section 2: records ----------------------------------------------------------------------------------------


def record_at(data: bytes, at: int, head: bytes) -> tuple[bytes, list[Opening], bytes, int, int, int]:
    """The frame of a record: body, openings with their offsets, hash, offsets of body and hash, and its end."""
    begin = at
    end = len(data)
    if data[at : at + len(head)] != head:
        raise Bad(at, "not the beginning of a record")
    at += len(head)

    def bin_at(at: int, limit: int) -> tuple[bytes, int]:
        if at >= end:
            raise Bad(end, "cut off")
        if not 0xC4 <= data[at] <= 0xC6:
            raise Bad(at, "bytes should stand here")
        width = 1 << data[at] - 0xC4
        size = int.from_bytes(data[at + 1 : at + 1 + width], "big")
        if size > limit:
            raise Bad(at, "too long")
        return value_at(data, at, end)

    body, stop = bin_at(at, MIB)
    body_at, at = stop - len(body), stop
    if at >= end:
        raise Bad(end, "cut off")
    first = data[at]
    if first & 0xF0 == 0x90:
        count, at = first & 0x0F, at + 1
    elif first in (0xDC, 0xDD):
        width, least = (2, 16) if first == 0xDC else (4, 1 << 16)
        count = int.from_bytes(data[at + 1 : at + 1 + width], "big")
        if at + 1 + width > end or count < least:
            raise Bad(at, "not a list of openings")
        at += 1 + width
    else:
        raise Bad(at, "not a list of openings")
    openings = []
    for _ in range(count):
        if at >= end or data[at] != 0x92:
            raise Bad(min(at, end), "not an opening")
        salt, stop = bin_at(at + 1, 16)
        if len(salt) != 16:
            raise Bad(at, "a salt has 16 bytes")
        raw, stop = bin_at(stop, MIB // 16)
        openings.append((salt, raw, at, stop - len(raw)))
        at = stop
        if at - begin > 4 * MIB:
            raise Bad(begin, "too long")
    digest, stop = bin_at(at, 32)
    if len(digest) != 32:
        raise Bad(at, "a hash has 32 bytes")
    if stop - begin > 4 * MIB:
        raise Bad(begin, "too long")
    return body, openings, digest, body_at, at, stop


def must(condition: object, why: str) -> None:
    """Complain about a body as a whole; where in it is not told."""
    if not condition:
        raise Bad(0, why)


def is_int(value: Any) -> bool:
    return type(value) is int


def is_bin(value: Any, size: int) -> bool:
    return type(value) is bytes and len(value) == size


def is_secret(value: Any) -> bool:
    return is_bin(value, 32)


def is_text(value: Any) -> bool:
    return type(value) is str


def is_name(value: Any) -> bool:
    """Whether it is right for a seat's name."""
    return type(value) is str and len(value.encode()) <= 255


def is_field(value: Any) -> bool:
    """Whether a field may hold it."""
    level = (value,)
    while True:
        kinds = set(map(type, level))
        if kinds <= SCALARS - {C}:
            return True
        if not kinds <= SCALARS - {C} | {tuple}:
            return False
        level = tuple(chain.from_iterable(one for one in level if type(one) is tuple))


def fits(value: Any, parts: Any) -> bool:
    """Whether a value is right for a field with these parts."""
    if parts is None or value is None:
        return is_field(value)
    return type(value) is tuple and (
        not value
        or (set(map(type, value)) == {tuple} and set(map(len, value)) == {len(parts)} and is_field(value))
    )


def commitments_of_chance(chance: Any) -> list[C]:
    must(type(chance) is tuple and chance, "chance is a list")
    if chance == ("manual",):
        return []
    must(
        type(chance[0]) is str and (chance[0], len(chance)) in (("sealed", 4), ("given", 5)), "no such chance"
    )
    draws = chance[1]
    must(is_int(draws) and draws in [1 << i for i in range(17)], "N is no power of two up to 65536")
    must(is_bin(chance[2], 32), "a root has 32 bytes")
    must(all(type(one) is C for one in chance[3:]), "seed and salt key are commitments")
    return list(chance[3:])


def check_names(names: Any) -> None:
    must(type(names) is tuple and all(type(one) is str for one in names), "a list of names")
    must(len(set(names)) == len(names), "a name twice in a list")
    must(all(len(one.encode()) <= 64 for one in names), "a name that is too long")


@dataclass
class Kind:
    """A move or an event of the schema."""

    fields: tuple[tuple[str, int | None, Any], ...]  # name, number of the audience or None, parts
    audiences: list[list[int]]  # the places in a row that each names; 0 for the actor

    def seats(self, row: Any, actor: int, seats: int) -> list[int]:
        """Who may see what its audiences are for: bit n for seat n."""
        named = {at: self.seats_at(row[at], seats) for at in set(chain.from_iterable(self.audiences)) if at}
        named[0] = 1 << actor if actor >= 0 else 0
        return [reduce(or_, [named[at] for at in audience], 0) for audience in self.audiences]

    def seats_at(self, value: Any, seats: int) -> int:
        listed = value if type(value) is tuple else () if value is None else (value,)
        must(len(listed) <= 255, "a list of too many seats")
        must(all(is_int(seat) and 0 <= seat < seats for seat in listed), "an audience of no seats")
        return reduce(or_, [1 << seat for seat in listed], 0)


def check_schema(schema: Any) -> tuple[list[Kind], list[Kind]]:
    must(type(schema) is tuple and len(schema) == 2, "the schema lists moves and events")
    moves, events = (check_kinds(rows) for rows in schema)
    return moves, events


def check_kinds(rows: Any) -> list[Kind]:
    must(type(rows) is tuple and len(rows) <= 1024, "a list of moves or events")
    must(
        all(type(row) is tuple and len(row) == 2 and type(row[1]) is tuple for row in rows), "name and fields"
    )
    check_names(tuple(row[0] for row in rows))
    kinds = [check_fields(fields) for _, fields in rows]
    private = [one for kind in kinds for _, one, _ in kind.fields if one is not None]
    must(len(private) <= 256, "too many private fields")
    return kinds


def check_fields(fields: Any) -> Kind:
    must(all(type(one) is tuple and len(one) == 3 for one in fields), "name, audience, parts")
    must(len(fields) <= 255, "too many fields")
    names = tuple(one[0] for one in fields)
    check_names(names)
    must("actor" not in names and "type" not in names, "a field called actor or type")
    public = {one[0] for one in fields if one[1] is None}
    for _, audience, parts in fields:
        if audience is not None:
            check_names(audience)
            must(len(audience) <= 16, "an audience of too many names")
            must(set(audience) <= public | {"actor"}, "an audience of no public field")
        if parts is not None:
            check_names(parts)
            must(len(parts) <= 255, "too many parts")
    different = list(dict.fromkeys(one[1] for one in fields if one[1] is not None))
    must(sum(map(len, different)) <= 16, "audiences of too many names together")
    at = {name: place for place, name in enumerate(names, 1)} | {"actor": 0}
    return Kind(
        tuple(
            (name, None if audience is None else different.index(audience), parts)
            for name, audience, parts in fields
        ),
        [[at[name] for name in audience] for audience in different],
    )


def no_commitment(value: Any) -> bool:
    if type(value) is dict:
        return all(map(no_commitment, value.values()))
    if type(value) is tuple:
        return all(map(no_commitment, value))
    return type(value) is not C


def check_header(value: Any) -> list[Secret]:
    """Check a header's body; gives its secrets: each a commitment and what is right for it."""
    keys = ["chance", "created", "game", "options", "rules", "schema", "seats", "tags", "writer"]
    must(type(value) is dict and list(value) == keys, "other keys")
    must(value["created"] is None or type(value["created"]) is str, "created")
    must(is_bin(value["game"], 16), "game")
    must(type(value["options"]) is dict and no_commitment(value["options"]), "options")
    must(type(value["rules"]) is tuple and list(map(type, value["rules"])) == [str, int], "rules")
    must(type(value["tags"]) is dict and all(type(one) is str for one in value["tags"].values()), "tags")
    must(type(value["writer"]) is str, "writer")
    secrets: list[Secret] = [(one, is_secret, 0) for one in commitments_of_chance(value["chance"])]
    must(type(value["seats"]) is tuple and len(value["seats"]) <= 255, "seats")
    for seat in value["seats"]:
        must(type(seat) is tuple and len(seat) == 2 and type(seat[0]) is C, "a seat")
        must(seat[1] is None or is_bin(seat[1], 32), "a key")
        secrets.append((seat[0], is_name, 0))
    must(len({one for one, _, _ in secrets}) == len(secrets), "a commitment twice")
    return secrets


TABLE_MOVES: dict[str, tuple[Callable[[Any], bool], ...]] = {
    "Retract": (is_int,),
    "Rule": (is_int, is_text),
    "Forfeit": (is_int,),
    "Void": (is_text,),
    "Adjourn": (),
    "Resume": (),
    "Note": (is_text,),
    "Branch": (lambda v: v is None or commitments_of_chance(v) is not None,),
    "RevealSeed": (lambda v: is_bin(v, 16), is_secret),
    "NonceCommit": (is_secret,),
    "NonceReveal": (is_secret,),
    "Seal": (is_text, lambda v: type(v) is tuple and all(map(is_text, v))),
}


def check_meta(meta: Any) -> None:
    must(type(meta) is dict, "meta")
    for key, value in meta.items():
        if key in ("id", "sig"):
            must(is_bin(value, 16 if key == "id" else 64), key)
        else:
            must(type(value) is (int if key == "seen" else str), key)


def check_body(value: Any, kinds: tuple[list[Kind], list[Kind]], seats: int) -> list[Secret]:
    """Check an entry's body; gives its secrets: commitment, what is right for it, and who may see it."""
    must(type(value) is tuple and len(value) == 5, "a body has five parts")
    number, actor, move, events, meta = value
    must(is_int(number), "the number of an entry")
    must(is_int(actor) and -2 <= actor < seats, "no such actor")
    must(type(move) is tuple and move, "a move")
    must(type(events) is tuple, "events")
    check_meta(meta)
    if type(move[0]) is str:
        must(move[0] in TABLE_MOVES, "no such move of the table")
        shapes = TABLE_MOVES[move[0]]
        must(len(move) == 1 + len(shapes), "fields too many or too few")
        must(
            all(right(one) for right, one in zip(shapes, move[1:], strict=True)),
            "a field of the table's move",
        )
        must(events == (), "events of a table's move")
        if move[0] != "Branch" or move[1] is None:
            return []
        both = commitments_of_chance(move[1])
        must(len(set(both)) == len(both), "a commitment twice")
        return [(one, is_secret, 0) for one in both]
    secrets: list[Secret] = []
    of_move: dict[str, int] = {}  # the move's private fields: who may see them
    for place, row in enumerate((move, *events)):
        must(type(row) is tuple and row and is_int(row[0]), "no code")
        must(0 <= row[0] < len(kinds[place > 0]), "no such code")
        kind = kinds[place > 0][row[0]]
        must(len(row) == 1 + len(kind.fields), "fields too many or too few")
        audiences = kind.seats(row, actor, seats)
        for (name, audience, parts), stands in zip(kind.fields, row[1:], strict=True):
            if audience is None:
                must(fits(stands, parts), "a public field")
                continue
            if place and name in of_move:
                must(stands is None, "the move's field again, but not nil")
                must(audiences[audience] == of_move[name], "the move's field again, but for other seats")
                continue
            if not place:
                of_move[name] = audiences[audience]
            if type(stands) is C:
                secrets.append((stands, partial(fits, parts=parts), audiences[audience]))
            else:
                must(fits(stands, parts), "a private field in clear")
    must(len({one for one, _, _ in secrets}) == len(secrets), "a commitment twice")
    return secrets


def check_again(value: Any, kinds: tuple[list[Kind], list[Kind]], shown: list[Any]) -> None:
    """Check how long the fields are that are the move's again.

    Args:
        value: The body.
        kinds: The schema.
        shown: What its commitments hide, in order; nothing where one is closed.
    """
    _, _, move, events, _ = value
    hidden = iter(shown)
    sizes: dict[str, int] = {}
    for (name, audience, _), stands in zip(kinds[0][move[0]].fields, move[1:], strict=True):
        if audience is not None:
            found = next(hidden) if type(stands) is C else (b"", stands)
            sizes[name] = 0 if found is None else len(msgpack.packb(found[1]))
    if not any(sizes.values()):
        return
    of_event = [
        sum(sizes.get(name, 0) for name, audience, _ in kind.fields if audience is not None)
        for kind in kinds[1]
    ]
    must(sum(of_event[event[0]] for event in events) <= MIB, "the move's fields again are too long")


def open_all(
    secrets: list[Secret], openings: list[Opening], game: bytes, actor: int
) -> list[tuple[bytes, Any] | None]:
    """Match openings with commitments, in order; gives for each commitment its value, or ``None`` if it is closed."""
    found: list[tuple[bytes, Any] | None] = [None] * len(secrets)
    at = 0
    for salt, raw, opening_at, raw_at in openings:
        digest = H(T("commit"), game, actor.to_bytes(4, "big", signed=True), salt, raw)
        while at < len(secrets) and secrets[at][0] != digest:
            at += 1
        if at == len(secrets):
            raise Bad(opening_at, "an opening that fits no commitment, or is out of order")
        try:
            value = whole(raw)
        except Bad as bad:
            raise Bad(raw_at + bad.at, bad.why) from None
        if not secrets[at][1](value):
            raise Bad(raw_at, "an opening of a wrong shape")
        found[at] = (salt, value)
        at += 1
    return found


# -- section 5: chance -----------------------------------------------------------------------------------------


def tree(leaves: list[bytes]) -> bytes:
    """The tree hash of RFC 6962, section 2.1, as it is defined there."""
    if not leaves:
        return H()
    if len(leaves) == 1:
        return H(b"\0", leaves[0])
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return H(b"\1", tree(leaves[:split]), tree(leaves[split:]))


def key_of_draw(seed: bytes, k: int) -> bytes:
    return H(T("chance-key"), seed, u32(k))


def number_of_draw(key: bytes, mix: bytes) -> int:
    """The number of a draw before it is taken modulo the sum of the weights."""
    return int.from_bytes(H(T("chance-out"), key, mix), "big")


@dataclass
class Luck:
    """Where chance comes from, from one record on."""

    row: tuple[Any, ...]
    seed_commitment: bytes | None
    seed: bytes | None
    digest: bytes
    actor: int
    seats: int
    k: int = 0
    commits: dict[int, bytes] = field(default_factory=dict)
    nonces: dict[int, bytes] = field(default_factory=dict)
    revealed: bool = False
    mixed: bytes | None = None  # what the nonces make together, once the last draw was seen

    def mix(self) -> bytes:
        if self.mixed is None:
            self.mixed = H(T("mix"), *[self.nonces.get(seat, bytes(32)) for seat in range(self.seats)])
        return self.mixed

    def nonce(self, seat: int, name: str, value: bytes) -> str | None:
        """A nonce's entry; gives what is irregular about it, if anything is."""
        if not 0 <= seat < self.seats:
            return "a nonce of no seat"
        if self.k:
            return "a nonce after the first draw"
        if name == "NonceCommit":
            if self.nonces:
                return "a nonce committed to after the first reveal"
            if seat in self.commits:
                return "a nonce committed to twice"
            self.commits[seat] = value
            return None
        if seat in self.nonces:
            return "a nonce revealed twice"
        if self.commits.get(seat) != H(T("nonce"), self.digest, u32(seat), value):
            return "a nonce that was not committed to"
        self.nonces[seat] = value
        return None


# -- section 6: the table's moves --------------------------------------------------------------------------------


@dataclass
class Table:
    """What the table has made of a game."""

    seats: int
    sealed: str | None = None  # the status of the Seal in force
    adjourned: bool = False
    ended: list[bool] = field(
        default_factory=lambda: [False]
    )  # after each entry, whether it had ended the game

    def closed(self) -> bool:
        return self.sealed is not None or self.adjourned or self.ended[-1]

    def order(self, number: int, actor: int, move: Any) -> str | None:
        """An entry; gives what is irregular about its place or what it names, if anything is."""
        of_game = is_int(move[0])
        why = self.of_game(actor) if of_game else self.of_table(number, actor, *move)
        then = self.ended[-1]
        if not of_game and why is None:
            name = move[0]
            if name == "Retract":
                then = self.ended[move[1]]
            elif name in ("Forfeit", "Void"):
                then = True
            elif name == "Adjourn":
                self.adjourned = True
            elif name == "Seal":
                self.sealed = move[1]
            elif name in ("Resume", "Branch"):
                self.sealed, self.adjourned = None, False
        self.ended.append(then)
        return why

    def of_game(self, actor: int) -> str | None:
        if actor == -2:
            return "order: a move of the game by the table"
        return "order: a move where the table has closed the game" if self.closed() else None

    def of_table(self, number: int, actor: int, name: str, *fields: Any) -> str | None:
        named: Any = fields[0] if fields else None
        share = name in ("NonceCommit", "NonceReveal")
        after_seal = ["RevealSeed", "Branch", *(["Resume"] if self.sealed == "adjourned" else [])]
        wrong = {
            "another actor": not 0 <= actor < self.seats if share else actor != -2,
            "after a Seal": self.sealed is not None and name not in after_seal,
            "a share where the game is closed": share and self.closed(),
            "nothing to resume": name == "Resume" and self.sealed is None and not self.adjourned,
            "no earlier entry": name in ("Retract", "Rule") and not (name == "Rule") <= named < number,
            "no such seat": name == "Forfeit" and not 0 <= named < self.seats,
            "no such status": name == "Seal" and named not in ("finished", "forfeit", "void", "adjourned"),
            "no such result": name == "Seal"
            and (len(fields[1]) != self.seats or not set(fields[1]) <= set("10f-")),
        }
        found = [why for why, is_so in wrong.items() if is_so]
        return f"order: {name}, {found[0]}" if found else None


# -- section 7: signatures ---------------------------------------------------------------------------------------


def move_in(body: bytes) -> bytes:
    """The bytes of the third element of a sound body."""
    at = 1
    for _ in range(2):
        _, at = value_at(body, at, len(body))
    return body[at : value_at(body, at, len(body))[1]]


def signature_fault(verdict: "Verdict", value: Any, body: bytes, least: int) -> str | None:
    """What is irregular about the signature of an entry, which is not yet among those of the verdict.

    ``least`` is the first entry that its player must have seen.
    """
    number, actor, _, _, meta = value
    if actor < 0:
        return "a signature of no seat"
    key = verdict.bodies[0]["seats"][actor][1]
    if key is None or not is_key(key):
        return "a signature without a key"
    seen = meta.get("seen", -1)
    if not least <= seen < number:
        return "a signature for another place"
    if not holds(key, meta["sig"], T("move") + verdict.hashes[seen] + u32(actor) + move_in(body)):
        return "a signature that does not hold"
    return None


# -- section 9: notes ----------------------------------------------------------------------------------------------


def attested(verdict: "Verdict", note: bytes, keys: list[str]) -> list[str]:
    """Those of some keys that vouch, by a note, for the record as it is."""
    found = note_of(note)
    sheet = SHEET.fullmatch(found.text)
    if sheet is None:
        raise NotANote("not a score sheet")
    entry = int(sheet[2])
    if verdict.status != "sound" or not 0 < entry == verdict.sealed:
        raise NotANote("not on the last seal of this record")
    _, status, result = verdict.bodies[entry][2]
    if (bytes.fromhex(sheet[1]), bytes_of(sheet[3])) != (verdict.bodies[0]["game"], verdict.hashes[entry]):
        raise NotANote("on another game")
    if (sheet[4], sheet[5]) != (status, " ".join(result)):
        raise NotANote("another result than the seal's")
    names = {key_of(text): text for text in keys}
    # A signature that says that it is a player's must hold as well.
    seats = [raw for _, raw in verdict.bodies[0]["seats"] if raw is not None and is_key(raw)]
    players = [Key(name, raw) for name, _, _ in found.signatures for raw in seats]
    return [names[key] for key in found.signers([*dict.fromkeys([*names, *players])]) if key in names]


# -- a file ----------------------------------------------------------------------------------------------------


@dataclass
class Verdict:
    """What was found about one file."""

    status: str  # "sound", "broken", "torn" or "unsupported"
    entry: int = 0  # the first record that is not sound
    byte: int = 0
    why: str = ""
    entries: int = 0  # how many are sound
    head: bytes = b""
    shows: str = ""
    chance: str = ""
    draws: list[tuple[int, int, int | None]] = field(default_factory=list)  # entry, k, number or None
    irregular: list[tuple[int, str]] = field(default_factory=list)  # entry, why
    signed: list[int] = field(default_factory=list)  # the entries whose signature holds
    sealed: int = 0  # the entry of the last Seal, 0 if there is none or the game went on
    hashes: list[bytes] = field(default_factory=list)  # of the header, then of each sound entry
    bodies: list[Any] = field(default_factory=list)  # the header, then each sound entry
    lucks: dict[int, tuple[int, Luck]] = field(
        default_factory=dict
    )  # by entry of chance: which draw of which luck

    @property
    def fine(self) -> bool:
        return self.status == "sound" and not self.irregular

    def line(self) -> str:
        """The verdict in one line."""
        rest = f"{self.entries} entries, head {self.head.hex()}"
        if self.status == "unsupported":
            return f"unsupported: {self.why}"
        if self.status == "broken":
            return f"broken at entry {self.entry}, byte {self.byte}: {self.why}"
        if self.status == "torn":
            return f"tail damaged after entry {self.entry - 1}, byte {self.byte}: {self.why}; {rest}"
        if self.irregular:
            return f"irregular at entry {self.irregular[0][0]}: {self.irregular[0][1]}; {rest}"
        known = sum(number is not None for _, _, number in self.draws)
        return f"sound: {rest}, shows {self.shows}, chance {self.chance}, {known} of {len(self.draws)} draws known"


def verify(data: bytes) -> Verdict:
    """Read a file, from its first byte to its last or the first that is wrong."""
    if len(data) > 10 and 0x92 <= data[0] <= 0x9F and data[1:10] == b"\xa8timecore":
        try:
            number, _ = value_at(data, 10, len(data))
        except Bad as bad:
            return Verdict("broken", byte=bad.at, why=bad.why)
        if is_int(number) and number != 1:
            return Verdict("unsupported", why=f"format {number}")
    try:
        body, openings, digest, body_at, hash_at, end = record_at(data, 0, b"\x95\xa8timecore\x01")
        try:
            header = whole(body)
            secrets = check_header(header)
            kinds = check_schema(header["schema"])
        except Bad as bad:
            raise Bad(body_at + bad.at, bad.why) from None
        if H(T("header"), body) != digest:
            raise Bad(hash_at, "not the hash of the header")
        opened = open_all(secrets, openings, header["game"], -2)
    except Bad as bad:
        return Verdict("broken", byte=bad.at, why=bad.why)
    seats = len(header["seats"])
    first = opened[: len(opened) - seats]
    verdict = Verdict("sound", head=digest, bodies=[header], hashes=[digest])
    views: list[tuple[int, bool]] = [(0, one is not None) for one in first]
    lucks = [
        Luck(
            header["chance"],
            secrets[0][0] if first else None,
            first[0][1] if first and first[0] else None,
            digest,
            -2,
            seats,
        )
    ]
    lucks_of = {0: lucks[0]}
    table = Table(seats)
    drawn: list[tuple[int, Luck, int]] = []
    all_must_have_seen = 0
    own = [0] * seats
    number = 0
    while end < len(data):
        number += 1
        begin = end
        try:
            body, openings, stands, body_at, hash_at, end = record_at(data, begin, b"\x93")
            try:
                value = whole(body)
                secrets = check_body(value, kinds, seats)
                must(value[0] == number, "another number")
            except Bad as bad:
                raise Bad(body_at + bad.at, bad.why) from None
            if H(digest, body) != stands:
                raise Bad(hash_at, "not the hash of this entry after those before")
            opened = open_all(secrets, openings, header["game"], value[1])
            if is_int(value[2][0]):
                check_again(value, kinds, opened)
        except Bad as bad:
            verdict.status = "broken" if later_record(data, begin, number, kinds, seats) else "torn"
            verdict.entry, verdict.byte, verdict.why = number, bad.at, bad.why
            break
        digest = stands
        actor, move = value[1:3]
        if "sig" in value[4]:
            least = max(all_must_have_seen, own[actor] if actor >= 0 else 0)
            why = signature_fault(verdict, value, body, least)
            if why:
                verdict.irregular.append((number, why))
            else:
                verdict.signed.append(number)
        if actor >= 0:
            own[actor] = number
        elif actor == -1 or move[0] != "Note":
            all_must_have_seen = number
        why = table.order(number, actor, move)
        if why:
            verdict.irregular.append((number, why))
        if actor == -2 and move[0] in ("Seal", "Resume", "Branch"):
            verdict.sealed = number if move[0] == "Seal" and not why else 0
        verdict.hashes.append(digest)
        verdict.bodies.append(value)
        verdict.entries = number
        verdict.head = digest
        views += [(audience, one is not None) for (_, _, audience), one in zip(secrets, opened, strict=True)]
        luck = lucks[-1]
        if actor == -1:
            drawn.append((number, luck, luck.k))
            verdict.lucks[number] = (luck.k, luck)
            luck.k += 1
            if luck.revealed:
                verdict.irregular.append((number, "a draw from a seed that was revealed"))
        elif move[0] == "Branch" and move[1] is not None:
            seed = opened[0][1] if opened and opened[0] else None
            lucks.append(Luck(move[1], secrets[0][0] if secrets else None, seed, digest, actor, seats))
            lucks_of[number] = lucks[-1]
        elif move[0] in ("NonceCommit", "NonceReveal"):
            why = luck.nonce(actor, move[0], move[1])
            if why:
                verdict.irregular.append((number, why))
        elif move[0] == "RevealSeed":
            salt, seed = move[1:]
            raw = b"\xc4\x20" + seed
            prefix = H(T("commit"), header["game"], luck.actor.to_bytes(4, "big", signed=True), salt, raw)
            if prefix != luck.seed_commitment:
                verdict.irregular.append((number, "not the seed in force"))
            else:
                luck.seed, luck.revealed = seed, True
    verdict.shows = shows(views, seats)
    chances = []
    roots: dict[tuple[bytes, int], bytes] = {}
    left = 1 << 18
    for at, luck in lucks_of.items():
        kind = luck.row[0]
        if luck.seed is not None:
            draws = luck.row[1]
            key = (luck.seed, draws)
            if key not in roots and draws <= left:
                left -= draws
                roots[key] = tree([key_of_draw(luck.seed, k) for k in range(draws)])
            if key not in roots:
                kind += ", not tried"
                luck.seed = None
            elif roots[key] == luck.row[2]:
                kind += ", root proven"
            else:
                verdict.irregular.append((at, "the seed does not give the root"))
        chances.append(kind)
    verdict.chance = "; then ".join(chances)
    for entry, luck, k in drawn:
        number_drawn = None if luck.seed is None else number_of_draw(key_of_draw(luck.seed, k), luck.mix())
        verdict.draws.append((entry, k, number_drawn))
    verdict.irregular.sort(key=lambda found: found[0])
    return verdict


def shows(views: list[tuple[int, bool]], seats: int) -> str:
    """What a file shows, from its commitments: who may see each, and whether it is open."""
    if all(is_open for _, is_open in views):
        return "full"
    if not any(is_open for _, is_open in views):
        return "public"
    left = (1 << seats) - 1
    for audience, is_open in views:
        left &= audience if is_open else ~audience
    return f"seat {min(seat for seat in range(seats) if left >> seat & 1)}" if left else "partial"


def later_record(data: bytes, at: int, above: int, kinds: tuple[list[Kind], list[Kind]], seats: int) -> bool:
    """Whether a whole record with a greater number stands at an offset or behind it."""
    budget = 2 * len(data) + MIB
    while True:
        at = data.find(b"\x93", at)
        if at < 0:
            return False
        budget -= 64
        try:
            body, openings, _, _, _, end = record_at(data, at, b"\x93")
            budget -= 16 * (end - at)
            value = whole(body)
            check_body(value, kinds, seats)
            if value[0] > above and all(is_field(whole(raw)) for _, raw, _, _ in openings):
                return True
        except Bad as bad:
            budget -= max(0, bad.at - at)
        if budget < 0:
            return True
        at += 1


# -- proofs ----------------------------------------------------------------------------------------------------


def root_by(leaf: bytes, k: int, draws: int, path: list[bytes]) -> bytes:
    """The root of a tree of that many leaves, a power of two, from one of them and the hashes beside its way up."""
    must(1 << len(path) == draws and k < draws, "a path of another length")
    found = H(b"\0", leaf)
    for level, beside in enumerate(path):
        pair = (beside, found) if k >> level & 1 else (found, beside)
        found = H(b"\1", *pair)
    return found


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, in which no key stands twice."""
    found = dict(pairs)
    must(len(found) == len(pairs), "a key twice")
    return found


def is_hex(value: Any, size: int | None = None) -> bool:
    """Whether a JSON value is bytes in hexadecimal digits."""
    if type(value) is not str or not set(value) <= set("0123456789abcdef") or len(value) % 2:
        return False
    return size is None or len(value) == 2 * size


def prove(text: bytes, data: bytes | None, head: bytes | None = None) -> str:
    """What a proof shows of a record, or of the copy that it brings; ``Bad`` if it does not hold.

    Args:
        text: The JSON text of the proof.
        data: The record; ``None`` for the copy in the proof, whose head must be given then.
        head: The head that the record must have.
    """
    proof = json.loads(text.decode(), object_pairs_hook=unique)
    must(isinstance(proof, dict), "no proof")
    draw = proof.get("proof") == "timecore draw proof 1"
    must(draw or proof.get("proof") == "timecore field proof 1", "no proof")
    own = {"key", "path"} if draw else {"message", "field", "salt", "value"}
    must(proof.keys() - {"record"} == {"proof", "game", "entry"} | own, "other keys")
    must(is_hex(proof["game"], 16) and is_int(proof["entry"]) and proof["entry"] >= 0, "game or entry")
    must(type(proof.get("record", "")) is str, "record")
    if data is None:
        must(head is not None and "record" in proof, "nothing to check it against")
        data = base64.b64decode(proof["record"], validate=True)
    verdict = verify(data)
    must(verdict.status == "sound", "the record is not sound")
    must(head is None or verdict.head == head, "another head")
    header, entry = verdict.bodies[0], proof["entry"]
    must(header["game"].hex() == proof["game"], "another game")
    must(entry <= verdict.entries, "no such entry")
    return prove_draw(proof, verdict, entry) if draw else prove_field(proof, verdict, entry)


def prove_draw(proof: dict[str, Any], verdict: Verdict, entry: int) -> str:
    """That an entry is a certain draw."""
    must(entry in verdict.lucks, "no draw")
    k, luck = verdict.lucks[entry]
    must(luck.row[0] != "manual", "luck from a table")
    must(is_hex(proof["key"], 32) and type(proof["path"]) is list, "key or path")
    must(all(is_hex(one, 32) for one in proof["path"]), "path")
    key = bytes.fromhex(proof["key"])
    path = [bytes.fromhex(one) for one in proof["path"]]
    must(root_by(key, k, luck.row[1], path) == luck.row[2], "another root")
    return f"entry {entry}: draw {k}, number {number_of_draw(key, luck.mix()):064x}"


def prove_field(proof: dict[str, Any], verdict: Verdict, entry: int) -> str:
    """What a hidden field is."""
    number, name = proof["message"], proof["field"]
    must(is_int(number) and number >= 0 and type(name) is str, "message or field")
    must(is_hex(proof["salt"], 16) and is_hex(proof["value"]), "salt or value")
    header, body = verdict.bodies[0], verdict.bodies[entry]
    if entry == 0:
        actor = -2
        must(name == "name" and number < len(header["seats"]), "no such name")
        hidden = header["seats"][number][0]
    else:
        _, actor, move, events, _ = body
        must(number <= len(events) and is_int(move[0]), "no such message")
        row = events[number - 1] if number else move
        fields = header["schema"][1 if number else 0][row[0]][1]
        names = [one[0] for one in fields]
        must(name in names, "no such field")
        hidden = row[1 + names.index(name)]
    must(isinstance(hidden, C), "not hidden")
    salt, raw = bytes.fromhex(proof["salt"]), bytes.fromhex(proof["value"])
    digest = H(T("commit"), header["game"], actor.to_bytes(4, "big", signed=True), salt, raw)
    must(digest == hidden, "committed to as something else")
    value = whole(raw)
    must(type(value) is str if entry == 0 else fits(value, fields[names.index(name)][2]), "no such value")
    return f"entry {entry}, message {number}: {name} is {value!r}"


def head_in(text: str) -> bytes:
    """A head in hexadecimal digits, or in base64 as a score sheet has it."""
    return bytes_of(text) if len(text) == 44 else bytes.fromhex(text)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Verify records of timecore without timecore.")
    parser.add_argument("--draws", action="store_true", help="list the number of each draw")
    parser.add_argument("--proof", metavar="PROOF", help="check this proof against FILE, or against --head")
    parser.add_argument("--note", metavar="NOTE", help="the signed note on FILE, with --key")
    parser.add_argument(
        "--key",
        metavar="KEY",
        action="append",
        default=[],
        help="a key whose signature counts: NAME+NUMBER+BASE64",
    )
    parser.add_argument("--head", metavar="HASH", help="the head that the record must have, with --proof")
    parser.add_argument("files", nargs="*", metavar="FILE")
    given = parser.parse_args(arguments)
    if given.proof is not None:
        try:
            data = Path(given.files[0]).read_bytes() if given.files else None
            head = None if given.head is None else head_in(given.head)
            say(f"{given.proof}: {prove(Path(given.proof).read_bytes(), data, head)}")
        except (Bad, NotANote, OSError, ValueError) as error:
            say(f"{given.proof}: not proven: {error}")
            return 1
        return 0
    fine = bool(given.files)
    for name in given.files:
        try:
            verdict = verify(Path(name).read_bytes())
        except OSError as error:
            say(f"{name}: {error.strerror}")
            fine = False
            continue
        say(f"{name}: {verdict.line()}")
        if given.note is not None:
            try:
                signers = attested(verdict, Path(given.note).read_bytes(), [*map(key_text, given.key)])
            except (NotANote, OSError) as error:
                say(f"  {given.note}: {error}")
                signers = []
            for key in signers:
                say(f"  attested by {key}")
            fine = fine and bool(signers)
        for entry, k, number in verdict.draws if given.draws else ():
            say(f"  entry {entry}: draw {k}, {'not known' if number is None else f'{number:064x}'}")
        fine = fine and verdict.fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
