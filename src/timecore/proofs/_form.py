"""What a proof says, and its JSON form."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

import attrs

from timecore.errors import ProofRefused

__all__ = ["DrawProof", "FieldProof", "Proof", "proof_from_json"]


@attrs.frozen
class DrawProof:
    """Proves which draw an entry of chance is.

    Attributes:
        game: The game's 16 bytes.
        entry: The number of the entry.
        key: The key of its draw, 32 bytes.
        path: The hashes from that leaf to the root that the record has committed to.
        record: A copy of the record that shows nothing, for a reader who has only a head; else ``None``.
    """

    kind: ClassVar[str] = "draw"

    game: bytes
    entry: int
    key: bytes
    path: tuple[bytes, ...]
    record: bytes | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON object; bytes in hex, the record in Base64."""
        return _json(self, {"key": self.key.hex(), "path": [one.hex() for one in self.path]})


@attrs.frozen
class FieldProof:
    """Proves what a hidden field is.

    Attributes:
        game: The game's 16 bytes.
        entry: The number of the entry; 0 for a seat's name.
        message: 0 for the entry's move, else the number of its event, from 1; for a name, the seat.
        field: The field; ``name`` for a name.
        salt: The salt of its commitment, 16 bytes.
        value: The tc1 bytes of its value.
        record: As in :class:`DrawProof`.
    """

    kind: ClassVar[str] = "field"

    game: bytes
    entry: int
    message: int
    field: str
    salt: bytes
    value: bytes
    record: bytes | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON object; bytes in hex, the record in Base64."""
        more = {
            "message": self.message,
            "field": self.field,
            "salt": self.salt.hex(),
            "value": self.value.hex(),
        }
        return _json(self, more)


Proof: TypeAlias = DrawProof | FieldProof
"""What :func:`prove_draw` and :func:`prove_field` make."""


#: What a proof's first key holds: its kind and the version of its form.
_FORMS: Final = {"draw": "timecore draw proof 1", "field": "timecore field proof 1"}

#: The keys of each kind; ``record`` may stand in both.
_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "draw": frozenset(("proof", "game", "entry", "key", "path")),
    "field": frozenset(("proof", "game", "entry", "message", "field", "salt", "value")),
}

#: No path is longer: at most 65536 draws are committed to.
_LONGEST_PATH: Final = 16

#: A proof has fewer than fifty lists, objects and items, and a field's name may hold some of their signs.
_MOST_PARTS: Final = 256

#: No number in a proof is longer, by far.
_LONGEST_NUMBER: Final = 20


def _json(proof: Proof, more: dict[str, Any]) -> dict[str, Any]:
    told = {"proof": _FORMS[proof.kind], "game": proof.game.hex(), "entry": proof.entry, **more}
    return told if proof.record is None else told | {"record": base64.b64encode(proof.record).decode()}


def proof_from_json(data: str | bytes | Mapping[str, Any]) -> Proof:
    """Read a proof.

    Args:
        data: Its JSON text, or the object that was read from it.

    Raises:
        ProofRefused: It is none.
    """
    value: Any = _parsed(data) if isinstance(data, str | bytes | bytearray) else data
    form = value.get("proof") if isinstance(value, Mapping) else None
    kind = next((kind for kind, text in _FORMS.items() if text == form), None)
    if kind is None:
        hint = f"It begins with {' or '.join(json.dumps({'proof': text})[:-1] for text in _FORMS.values())}."
        raise ProofRefused("not a proof", hint=hint)
    if value.keys() - {"record"} != _KEYS[kind]:
        wrong = sorted(map(str, (value.keys() - {"record"}) ^ _KEYS[kind]))
        raise ProofRefused(
            f"a {kind} proof has the keys {', '.join(sorted(_KEYS[kind]))}; wrong is {wrong[0]}"
        )
    game, entry = _bytes(value, "game", 16), _number(value, "entry")
    record = _record(value)
    if kind == "draw":
        path = value["path"]
        if type(path) is not list or len(path) > _LONGEST_PATH:
            raise ProofRefused(f"path must be a list of at most {_LONGEST_PATH} hashes")
        hashes = tuple(_bytes({"path": one}, "path", 32) for one in path)
        return DrawProof(game, entry, _bytes(value, "key", 32), hashes, record)
    field = value["field"]
    if type(field) is not str:
        raise ProofRefused("field must be a text")
    salt, raw = _bytes(value, "salt", 16), _bytes(value, "value")
    return FieldProof(game, entry, _number(value, "message"), field, salt, raw, record)


def _parsed(data: str | bytes | bytearray) -> Any:
    try:
        # left to itself, json takes other codings too
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        raise ProofRefused(f"not a proof: no UTF-8 at byte {error.start}") from None
    if sum(map(text.count, "[{,")) > _MOST_PARTS:  # before memory is set aside for each of them
        raise ProofRefused("not a proof: it has too many parts")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_int=_int)
    except ValueError as error:
        raise ProofRefused(f"not a proof: not JSON: {error}"[:200]) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        msg = "a key stands twice"
        raise ValueError(msg)
    return found


def _int(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        msg = f"a number of {len(digits)} digits"
        raise ValueError(msg)
    return int(digits)


def _bytes(value: Mapping[str, Any], key: str, size: int | None = None) -> bytes:
    text = value[key]
    if (
        type(text) is not str
        or not re.fullmatch("(?:[0-9a-f]{2})*", text)
        or len(text) != 2 * (size or len(text) // 2)
    ):
        what = f"{size} bytes" if size else "bytes"
        raise ProofRefused(f"{key} must be {what} in hexadecimal digits")
    return bytes.fromhex(text)


def _number(value: Mapping[str, Any], key: str) -> int:
    number = value[key]
    if type(number) is not int or number < 0:
        raise ProofRefused(f"{key} must be a number from 0 on")
    return number


def _record(value: Mapping[str, Any]) -> bytes | None:
    if "record" not in value:
        return None
    try:
        return base64.b64decode(value["record"], validate=True)
    except (binascii.Error, TypeError, ValueError):
        raise ProofRefused("record must be bytes in Base64") from None
