"""The format's test vectors as values, and records forged from values that no writer would write."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from timecore.chain import commitment_digest, entry_hash, frame_bytes, header_hash
from timecore.codec import Commitment, decode, pack
from timecore.record import RawRecord, read

VECTORS: Final = json.loads(
    (Path(__file__).parent / "data" / "record_vectors.json").read_text(encoding="utf-8")
)
GAME: Final = VECTORS["game"]

#: The files of the small game: the host's, and two redacted copies.
FILES: Final = {name: bytes.fromhex(text) for name, text in GAME["files"].items()}
FULL: Final = FILES["full"]


def value_of(vector: Any) -> Any:
    """A value as the vectors write it: ``{"bin": hex}`` bytes, ``{"C": hex}`` a commitment, ``{"map": {…}}`` a map."""
    if isinstance(vector, list):
        return tuple(map(value_of, vector))
    if not isinstance(vector, dict):
        return vector
    [(kind, inside)] = vector.items()
    match kind:
        case "bin":
            return bytes.fromhex(inside)
        case "C":
            return Commitment(bytes.fromhex(inside))
        case "map":
            return {key: value_of(inside[key]) for key in sorted(inside)}
        case _:
            raise ValueError(kind)


def vectors_game() -> RawRecord:
    """The small game."""
    return read(FULL)


def header_value() -> dict[str, Any]:
    """What the small game's header holds; changing it harms nobody."""
    value: dict[str, Any] = decode(vectors_game().header.body)
    return value


def forged_header(value: Any, *, openings: Sequence[tuple[bytes, bytes]] | None = None) -> bytes:
    """A first record whose hash is right, whatever it holds."""
    body = pack(value)
    kept = vectors_game().header.openings if openings is None else openings
    return frame_bytes(body, kept, header_hash(body), header=True)


#: Of an entry: its body, and what its commitments hide, in order; ``None`` where there is no opening.
Forged = tuple[Any, Sequence[Any]]


class Forger:
    """Writes entries behind a header whose hashes and openings are right, whatever they hold.

    Args:
        header: The first record; the small game's by default.
    """

    def __init__(self, header: bytes | None = None) -> None:
        self.header = vectors_game().header.to_bytes() if header is None else header
        self.read_header = read(self.header).header
        self.head = self.read_header.hash
        self.data = self.header

    def commit(
        self, actor: int, raw: bytes, *, salt: bytes = bytes(16)
    ) -> tuple[Commitment, tuple[bytes, bytes]]:
        """A commitment to some bytes, and its opening."""
        digest = commitment_digest(self.read_header.game, actor, salt, raw)
        return Commitment(digest), (salt, raw)

    def add(self, body: Any, openings: Iterable[tuple[bytes, bytes]] = ()) -> "Forger":
        """Append an entry: a value to pack, or the body's bytes."""
        raw = body if isinstance(body, bytes) else pack(body)
        self.head = entry_hash(self.head, raw)
        self.data += frame_bytes(raw, list(openings), self.head)
        return self


def changed(value: Any, path: Sequence[Any], new: Any) -> Any:
    """A copy of a value with something else in one place; ``new`` may be a function of what was there."""
    if not path:
        return new(value) if isinstance(new, Callable) else new  # type: ignore[arg-type]
    first, *rest = path
    if isinstance(value, dict):
        return value | {first: changed(value[first], rest, new)}
    return (*value[:first], changed(value[first], rest, new), *value[first + 1 :])
