"""Signatures, notes and trees, checked without a line of timecore and without its packages.

Written from ``docs/format.md`` (sections 7 and 9), RFC 8032, RFC 6962 and the C2SP pages on notes, checkpoints and
proofs, with the standard library alone. Slow, and as plain as the definitions.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256, sha512

# -- Ed25519: RFC 8032, section 5.1 --------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

#: X, Y, Z and T: the point is (X/Z, Y/Z), and T = XY/Z saves divisions.
Point = tuple[int, int, int, int]

ZERO: Point = (0, 1, 1, 0)


def plus(one: Point, other: Point) -> Point:
    """The sum of two points of the curve -x² + y² = 1 + d x² y² (RFC 8032, section 5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """A point added to itself so many times."""
    total = ZERO
    for bit in f"{number:b}":
        total = plus(total, total)
        if bit == "1":
            total = plus(total, point)
    return total


def same(one: Point, other: Point) -> bool:
    """Whether two are one point."""
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 == (one[1] * other[2] - other[1] * one[2]) % P


def point_of(raw: bytes) -> Point | None:
    """The point that 32 bytes encode, ``None`` if they are the canonical form of none."""
    number = int.from_bytes(raw, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


_BASE = point_of(bytes([0x58]) + bytes([0x66]) * 31)
assert _BASE is not None
BASE: Point = _BASE


@lru_cache
def is_key(raw: bytes) -> bool:
    """Whether signatures by a public key say anything: a canonical point, and not one of small order."""
    point = point_of(raw) if len(raw) == 32 else None
    return point is not None and not same(times(8, point), ZERO)


@lru_cache(maxsize=1024)
def holds(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature is a key's, of this message."""
    if len(signature) != 64 or not is_key(key):
        return False
    first, number = point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    public = point_of(key)
    if first is None or public is None or number >= L:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(number, BASE), plus(first, times(challenge, public)))


# -- notes: C2SP signed-note ---------------------------------------------------------------------------------------


class NotANote(Exception):
    """It is no note, or not of the kind that was asked for."""


@dataclass(frozen=True)
class Key:
    """A public key with the name that notes call it by."""

    name: str
    raw: bytes

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n\x01" + self.raw).digest()[:4]


def bytes_of(text: str) -> bytes:
    """What base64 stands for."""
    try:
        found = b64decode(text, validate=True)
    except (NoBase64, ValueError):
        raise NotANote("not base64") from None
    if b64encode(found).decode() != text:
        raise NotANote("not the one form of base64")
    return found


def key_of(text: str) -> Key:
    """A key from its text."""
    name, number, blob = [*text.split("+", 2), "", ""][:3]
    raw = bytes_of(blob)
    key = Key(name, raw[1:])
    if not name or re.search(r"[\s\x00-\x1f\x7f-\x9f]", name) or raw[:1] != b"\x01" or not is_key(key.raw):
        raise NotANote("not a key")
    if key.id.hex() != number:
        raise NotANote("not the number of this key")
    return key


def key_text(given: str) -> str:
    """A key's text, also out of the line ``key = "…"`` of a file of keys."""
    line = re.fullmatch(r'\s*key = "(.*)"\s*', given)
    return given if line is None else line[1]


@dataclass(frozen=True)
class Note:
    """A text, and its signatures: name, number and signature each."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    def signers(self, keys: list[Key]) -> list[Key]:
        """Those of some keys that have signed it; none if one of them is said to have, and has not."""
        found = []
        for name, number, signature in self.signatures:
            for key in keys:
                if (key.name, key.id) == (name, number):
                    if not holds(key.raw, signature, self.text.encode()):
                        return []
                    found.append(key)
        return found


def note_of(data: bytes) -> Note:
    """A note from its file."""
    if len(data) > 65536:
        raise NotANote("too long")
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        raise NotANote("not UTF-8") from None
    before, blank, after = whole.rpartition("\n\n")
    if not blank or not after.endswith("\n") or re.search(r"[\x00-\x09\x0b-\x1f]", whole):
        raise NotANote("not a text, a blank line and signatures")
    signatures = []
    for line in after[:-1].split("\n"):
        found = re.fullmatch(r"\u2014 ([^\s+\x7f-\x9f]+) ([A-Za-z0-9+/=]+)", line)
        blob = bytes_of(found[2]) if found else b""
        if found is None or len(blob) < 5:
            raise NotANote("not a signature")
        signatures.append((found[1], blob[:4], blob[4:]))
    if len(signatures) > 100:
        raise NotANote("too many signatures")
    return Note(before + "\n", tuple(signatures))


SHEET = re.compile(
    r"timecore game v1\ngame ([0-9a-f]{32})\nentries ([1-9][0-9]{0,17})\nhead ([A-Za-z0-9+/=]{44})\n"
    r"status (finished|forfeit|void|adjourned)\nresult ([10f-](?: [10f-])*)\n",
    re.ASCII,
)


# -- trees: RFC 6962, section 2.1 ------------------------------------------------------------------------------------


def tree(leaves: list[bytes]) -> bytes:
    """The hash of a tree, word for word."""
    if len(leaves) < 2:
        return sha256(b"\0" + leaves[0] if leaves else b"").digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1" + tree(leaves[:split]) + tree(leaves[split:])).digest()


def root_over(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """The root that a leaf's path leads to: PATH of the RFC, read from the root downwards."""
    if not 0 <= index < size:
        raise NotANote("no such leaf")
    if size == 1:
        if path:
            raise NotANote("a path that is too long")
        return sha256(b"\0" + leaf).digest()
    if not path:
        raise NotANote("a path that is too short")
    split = 1
    while split * 2 < size:
        split *= 2
    if index < split:
        return sha256(b"\1" + root_over(leaf, index, split, path[:-1]) + path[-1]).digest()
    return sha256(b"\1" + path[-1] + root_over(leaf, index - split, size - split, path[:-1])).digest()


def roots_over(old: int, new: int, path: list[bytes], root: bytes | None) -> tuple[bytes, bytes]:
    """Old and new root that a proof of growth leads to: SUBPROOF of the RFC, read from the root downwards.

    ``root`` is the old root, as long as the old tree is all that lies below.
    """
    if old == new:
        if root is None:
            if len(path) != 1:
                raise NotANote("a proof of another length")
            return path[0], path[0]
        if path:
            raise NotANote("a proof that is too long")
        return root, root
    if not path or old < 1:
        raise NotANote("a proof that is too short")
    split = 1
    while split * 2 < new:
        split *= 2
    if old <= split:
        before, after = roots_over(old, split, path[:-1], root)
        return before, sha256(b"\1" + after + path[-1]).digest()
    before, after = roots_over(old - split, new - split, path[:-1], None)
    return sha256(b"\1" + path[-1] + before).digest(), sha256(b"\1" + path[-1] + after).digest()


# -- checkpoints and proofs: C2SP tlog-checkpoint, tlog-proof ----------------------------------------------------------


def checkpoint_of(text: str) -> tuple[str, int, bytes]:
    """Origin, size and root."""
    found = re.fullmatch(
        r"([^\n]+)\n(0|[1-9][0-9]{0,17})\n([A-Za-z0-9+/=]{44})\n(?:[^\n]+\n)*", text, re.ASCII
    )
    if found is None or not found[1].strip():
        raise NotANote("not a checkpoint")
    return found[1], int(found[2]), bytes_of(found[3])


def proven(data: bytes, leaf: bytes, keys: list[Key]) -> list[Key]:
    """Those of some keys that vouch that a leaf is in the tree, by a file with a proof."""
    head, _, rest = data.partition(b"\n\n")
    lines = head.decode("ascii", "replace").split("\n")
    if lines.pop(0) != "c2sp.org/tlog-proof@v1":
        raise NotANote("not a proof")
    if lines and lines[0].startswith("extra "):
        bytes_of(lines.pop(0).removeprefix("extra "))
    found = re.fullmatch(r"index (0|[1-9][0-9]{0,17})", lines.pop(0) if lines else "", re.ASCII)
    if found is None:
        raise NotANote("not a proof")
    path = [bytes_of(line) for line in lines]
    note = note_of(rest)
    _, size, root = checkpoint_of(note.text)
    return note.signers(keys) if root_over(leaf, int(found[1]), size, path) == root else []
