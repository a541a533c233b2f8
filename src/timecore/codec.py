"""tc1: the one encoding of everything in a record (``docs/format.md``, section 1).

A strict subset of msgpack in which every value has exactly one form: ``None``, ``bool``, ``int`` from -2^63 to
2^64 - 1, ``str``, ``bytes``, arrays (tuples), maps with rising text keys, and commitments. So two values are equal
if and only if their bytes are, and bytes can be hashed without asking who wrote them.

Reading is fast for what is right: the C unpacker reads, and what it gave is encoded again and compared. Only
what is wrong is walked byte by byte, to name the place and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from typing import Any, Final, NoReturn, final

import msgpack

from timecore.errors import EncodingRefused, RecordError

__all__ = [
    "EXTENSION",
    "MAX_DEPTH",
    "SCALARS",
    "Commitment",
    "Misshapen",
    "check",
    "check_whole",
    "decode",
    "encode",
    "is_plain",
    "is_sound",
    "pack",
    "path_offset",
    "prepare",
    "to_extension",
    "unpack",
]

MAX_DEPTH: Final = 16
"""How many arrays and maps may stand inside one another."""

#: The longest array the C unpacker may make room for before it has seen the elements. It does so at each of up
#: to 1,024 levels, so this bounds what hostile bytes can make it allocate (16 MiB). Longer arrays are walked first.
UNSEEN: Final = 2048

_LOWEST: Final = -(2**63)
_HIGHEST: Final = 2**64 - 1

SCALARS: Final = frozenset({type(None), bool, int, str, bytes})
"""The exact types of what is neither an array nor a map nor a commitment."""

_NESTED: Final = SCALARS | {tuple}

EXTENSION: Final = b"\xc7\x20\x01"
"""How each commitment begins. Where these bytes do not stand, there is none."""


class Misshapen(Exception):
    """A sound value that is not of the shape it should have.

    Attributes:
        reason: What is wrong, in words.
        path: Where in the value, as :func:`path_offset` takes it.
    """

    def __init__(self, reason: str, *path: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path

    def inside(self, *path: int) -> Misshapen:
        """The same, seen from a value that holds this one."""
        return Misshapen(self.reason, *path, *self.path)


@final
class Commitment:
    """The SHA-256 that stands in a body in place of a private value.

    Attributes:
        digest: 32 bytes.
    """

    __slots__ = ("digest",)

    digest: bytes

    def __init__(self, digest: bytes) -> None:
        object.__setattr__(self, "digest", digest)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = "a commitment cannot be changed"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        msg = "a commitment cannot be changed"
        raise AttributeError(msg)

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if type(other) is Commitment else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Commitment({self.digest.hex()})"

    def __reduce__(self) -> tuple[type[Commitment], tuple[bytes]]:
        return Commitment, (self.digest,)


# -- writing ---------------------------------------------------------------------------------------------------


def encode(value: Any) -> bytes:
    """The tc1 bytes of a value.

    Args:
        value: ``None``, ``bool``, ``int``, ``str``, ``bytes``, :class:`Commitment`, lists and tuples of these
            (both become arrays) and mappings with text keys, which are put in order.

    Raises:
        EncodingRefused: A value that tc1 cannot hold: a float, a number of more than 64 bits, half a surrogate
            pair, another type, or more than 16 arrays and maps inside one another.
    """
    return pack(prepare(value))


def pack(value: Any) -> bytes:
    """The bytes of a value that is known to be sound: tuples for arrays, keys in order."""
    return msgpack.packb(value, default=to_extension)  # type: ignore[no-any-return]


def to_extension(value: Any) -> msgpack.ExtType:
    """The hook of a packer: a commitment as msgpack's extension."""
    if type(value) is Commitment:
        return msgpack.ExtType(1, value.digest)
    msg = f"tc1 has no {type(value).__name__}"
    raise EncodingRefused(msg)


def prepare(value: Any, depth: int = 0) -> Any:
    """A value as :func:`decode` would give it back: tuples for lists, keys in order.

    Args:
        value: See :func:`encode`.
        depth: In how many arrays and maps it stands.

    Raises:
        EncodingRefused: tc1 cannot hold it.
    """
    kind = type(value)
    if kind is str:
        if not value.isascii():
            _check_text(value)
        return value
    if kind is int:
        if not _LOWEST <= value <= _HIGHEST:
            raise EncodingRefused(
                f"the number {value} does not fit into 64 bits",
                hint="Numbers reach from -2^63 to 2^64 - 1.",
            )
        return value
    if value is None or kind is bool or kind is bytes:
        return value
    if kind is Commitment:
        if type(value.digest) is not bytes or len(value.digest) != 32:
            raise EncodingRefused("a commitment has 32 bytes")
        return value
    if kind is tuple or kind is list:
        _check_depth(depth)
        return tuple([prepare(item, depth + 1) for item in value])
    if isinstance(value, Mapping):
        _check_depth(depth)
        for key in value:
            if type(key) is not str:
                raise EncodingRefused(f"a key of a map must be text, not {type(key).__name__}")
            _check_text(key)
        # Python compares texts by code points, which is the order of their UTF-8 bytes.
        return {key: prepare(value[key], depth + 1) for key in sorted(value)}
    raise EncodingRefused(
        f"a record cannot hold a value of the type {kind.__name__}",
        hint="It holds null, booleans, whole numbers, texts, bytes, lists and maps of these.",
    )


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise EncodingRefused(
            f"the text {text[:40]!a} is not Unicode: half a surrogate pair at {error.start}"
        ) from None


def _check_depth(depth: int) -> None:
    if depth >= MAX_DEPTH:
        raise EncodingRefused(f"more than {MAX_DEPTH} lists and maps inside one another")


# -- reading ---------------------------------------------------------------------------------------------------


def from_extension(code: int, data: bytes) -> Commitment:
    """The hook of an unpacker: msgpack's extension as a commitment."""
    if code != 1 or len(data) != 32:
        msg = "another extension"
        raise ValueError(msg)
    return Commitment(data)


def decode(data: bytes) -> Any:
    """The value that some tc1 bytes are: tuples for arrays, dicts for maps.

    Args:
        data: One value, with nothing after it.

    Raises:
        RecordError: The bytes are not tc1; ``byte`` is the offset of the first that is wrong.
    """
    value = unpack(data)
    if not (is_sound(value) and pack(value) == data):
        _refuse(data)
    return value


def unpack(data: bytes, *, maps: int | None = None) -> Any:
    """What some bytes hold, as fast as it can be had.

    It is still to be checked that the value holds only what tc1 knows, and that it is encoded to the same bytes again.

    Args:
        data: The bytes.
        maps: If there are more maps in it than these, it will be refused anyway, so others may be given as empty: a
            million of them would take a hundred megabytes.

    Raises:
        RecordError: They are not tc1; ``byte`` is the offset of the first that is wrong.
    """
    try:
        return _unpack(data, UNSEEN)
    except (ValueError, OverflowError, msgpack.UnpackException):
        pass  # either they are no value, or one with an array so long that no memory was set aside for it unseen
    if not _is_one_value(data):
        _refuse(data)
    try:
        return _unpack(data, len(data), object_hook=None if maps is None else _few(maps))
    except (ValueError, OverflowError, msgpack.UnpackException):
        _refuse(data)


def _unpack(data: bytes, longest: int, **more: Any) -> Any:
    return msgpack.unpackb(
        data,
        raw=False,
        use_list=False,
        strict_map_key=True,
        ext_hook=from_extension,
        max_array_len=longest,
        max_map_len=longest,
        **more,
    )


def _is_one_value(data: bytes) -> bool:
    """Whether some bytes are one value of msgpack, all of it there; nothing is set aside for what they announce."""
    unpacker = msgpack.Unpacker(max_buffer_size=len(data) or 1)
    unpacker.feed(data)
    try:
        unpacker.skip()
    except (ValueError, msgpack.UnpackException):
        return False
    return bool(unpacker.tell() == len(data))


def _few(maps: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    left = maps
    empty: dict[str, Any] = {}

    def keep(found: dict[str, Any]) -> dict[str, Any]:
        nonlocal left
        left -= 1
        return found if left >= 0 else empty

    return keep


def _refuse(data: bytes) -> NoReturn:
    check_whole(data)
    msg = "the walk and the unpacker disagree"
    raise AssertionError(msg)


def is_sound(value: Any, depth: int = 0) -> bool:
    """Whether a decoded value holds only what tc1 knows, with rising keys and not too deep."""
    kind = type(value)
    if kind in SCALARS or kind is Commitment:
        return True
    if kind is tuple:
        return depth < MAX_DEPTH and (
            SCALARS.issuperset(map(type, value)) or all(is_sound(item, depth + 1) for item in value)
        )
    if kind is dict:
        keys = list(value)
        return (
            depth < MAX_DEPTH
            and all(type(key) is str for key in keys)
            and keys == sorted(keys)
            and all(is_sound(item, depth + 1) for item in value.values())
        )
    return False


def is_plain(value: Any, room: int) -> bool:
    """Whether a decoded value is what a field may hold: a scalar, or arrays of scalars.

    Args:
        value: What the unpacker gave.
        room: How many arrays may stand inside one another here.
    """
    if type(value) is not tuple:
        return type(value) in SCALARS
    # All arrays that stand equally deep are looked at together, so that a million short ones take no million steps.
    while room:
        kinds = {*map(type, value)}
        if SCALARS.issuperset(kinds):
            return True
        if not _NESTED.issuperset(kinds):
            return False
        lists = value if kinds == {tuple} else [item for item in value if type(item) is tuple]
        value = tuple(chain.from_iterable(lists))
        room -= 1
    return False


# -- the walk --------------------------------------------------------------------------------------------------

#: Type bytes with a length or a number behind them: how many bytes that is, and the least it must be.
_UNSIGNED: Final[Mapping[int, tuple[int, int]]] = {
    0xCC: (1, 0x80),
    0xCD: (2, 0x100),
    0xCE: (4, 0x1_0000),
    0xCF: (8, 0x1_0000_0000),
}
_SIGNED: Final[Mapping[int, tuple[int, int]]] = {
    0xD0: (1, -0x20),
    0xD1: (2, -0x80),
    0xD2: (4, -0x8000),
    0xD3: (8, -0x8000_0000),
}
_TEXT: Final[Mapping[int, tuple[int, int]]] = {0xD9: (1, 32), 0xDA: (2, 0x100), 0xDB: (4, 0x1_0000)}
_BYTES: Final[Mapping[int, tuple[int, int]]] = {0xC4: (1, 0), 0xC5: (2, 0x100), 0xC6: (4, 0x1_0000)}
_ARRAY: Final[Mapping[int, tuple[int, int]]] = {0xDC: (2, 16), 0xDD: (4, 0x1_0000)}
_MAP: Final[Mapping[int, tuple[int, int]]] = {0xDE: (2, 16), 0xDF: (4, 0x1_0000)}


def check(data: bytes, start: int = 0, end: int | None = None) -> int:
    """Walk over one tc1 value without building it.

    Takes time in proportion to the bytes walked and hardly any memory, whatever they are.

    Args:
        data: Where the value stands.
        start: Its first byte.
        end: Where the bytes end that may belong to it; the end of ``data`` by default.

    Returns:
        The offset behind the value.

    Raises:
        RecordError: It is not tc1; ``byte`` is the offset, in ``data``, of the first thing that is wrong.
    """
    return _walk(data, start, len(data) if end is None else end)


#: Values of one byte, all at once: null, booleans, small numbers, the empty text, the empty list and map.
_SHORT_VALUES: Final = rb"[\x00-\x80\x90\xa0\xc0\xc2\xc3\xe0-\xff]*"


@cache
def _short_values() -> Callable[[bytes, int, int], re.Match[bytes] | None]:
    return re.compile(_SHORT_VALUES).match  # most programs never walk


def check_whole(data: bytes) -> None:
    """Walk over one tc1 value with nothing after it.

    Raises:
        RecordError: It is not that; ``byte`` is the offset of the first thing that is wrong.
    """
    end = check(data)
    if end != len(data):
        raise RecordError("there are bytes after the value", byte=end)


def path_offset(data: bytes, path: tuple[int, ...]) -> int:
    """Where in some tc1 bytes a part of the value stands.

    Args:
        data: One sound value.
        path: Which element of it, which element of that, …; in a map, ``2 * i`` is the i-th key and ``2 * i + 1``
            its value.
    """
    at = 0
    for index in path:
        _, at = _container(data, at)
        for _ in range(index):
            at = check(data, at)
    return at


def _container(data: bytes, at: int) -> tuple[int, int]:
    """How many values an array or map holds (keys count), and where the first stands."""
    first = data[at]
    if 0x80 <= first <= 0x8F:
        return 2 * (first & 0x0F), at + 1
    if 0x90 <= first <= 0x9F:
        return first & 0x0F, at + 1
    size, _ = _ARRAY.get(first) or _MAP[first]
    count = int.from_bytes(data[at + 1 : at + 1 + size], "big")
    return (count if first in _ARRAY else 2 * count), at + 1 + size


def _walk(data: bytes, at: int, end: int) -> int:
    left = 1  # values still to come in the innermost array or map
    is_map = False
    key: bytes | None = None  # its last key, if it is a map
    outer: list[tuple[int, bool, bytes | None]] = []
    while True:
        while left == 0:
            if not outer:
                return at
            left, is_map, key = outer.pop()
        if left > 8 and not is_map and len(outer) < MAX_DEPTH:
            match = _short_values()(data, at, min(at + left, end))
            if match is not None and match.end() > at:
                left -= match.end() - at
                at = match.end()
                continue
        if at >= end:
            raise RecordError("cut off: a value should follow", byte=at)
        first = data[at]
        begin = at
        at += 1
        left -= 1
        wants_key = is_map and left % 2 == 1
        if first <= 0x7F or first >= 0xE0 or first in (0xC0, 0xC2, 0xC3):
            if wants_key:
                raise RecordError("a key of a map must be text", byte=begin)
            continue
        if 0xA0 <= first <= 0xBF or first in _TEXT:
            at, size = (at, first & 0x1F) if first <= 0xBF else _length(data, at, end, *_TEXT[first])
            _need(at, size, end, begin)
            raw = data[at : at + size]
            try:
                raw.decode()
            except UnicodeDecodeError as error:
                raise RecordError("text that is not UTF-8", byte=at + error.start) from None
            at += size
            if wants_key:
                if key is not None and raw <= key:
                    raise RecordError(
                        "a key of a map twice" if raw == key else "the keys of a map do not rise", byte=begin
                    )
                key = raw
            continue
        if wants_key:
            raise RecordError("a key of a map must be text", byte=begin)
        if first in _UNSIGNED:
            at, _number = _length(data, at, end, *_UNSIGNED[first])
        elif first in _SIGNED:
            size, below = _SIGNED[first]
            _need(at, size, end, begin)
            if int.from_bytes(data[at : at + size], "big", signed=True) >= below:
                raise RecordError("a number that is not in its shortest form", byte=begin)
            at += size
        elif first in _BYTES:
            at, size = _length(data, at, end, *_BYTES[first])
            _need(at, size, end, begin)
            at += size
        elif first == 0xC7:
            _need(at, 34, end, begin)
            if data[at] != 32 or data[at + 1] != 1:
                raise RecordError("an extension that is no commitment", byte=begin)
            at += 34
        elif 0x80 <= first <= 0x9F or first in _ARRAY or first in _MAP:
            mapping = first <= 0x8F or first in _MAP
            if first <= 0x9F:
                size = first & 0x0F
            else:
                at, size = _length(data, at, end, *(_MAP if mapping else _ARRAY)[first])
            count = 2 * size if mapping else size
            if count > end - at:  # a value has at least one byte
                raise RecordError("a length that reaches beyond the end", byte=begin)
            outer.append((left, is_map, key))
            if len(outer) > MAX_DEPTH:
                raise RecordError(f"more than {MAX_DEPTH} arrays and maps inside one another", byte=begin)
            left, is_map, key = count, mapping, None
        else:
            raise RecordError(_FORBIDDEN.get(first, "an extension that is no commitment"), byte=begin)


_FORBIDDEN: Final[Mapping[int, str]] = {
    0xC1: "a byte that begins no value",
    0xCA: "a float",
    0xCB: "a float",
}


def _length(data: bytes, at: int, end: int, size: int, least: int) -> tuple[int, int]:
    """Read a length or an unsigned number; gives where it ends and what it is."""
    _need(at, size, end, at - 1)
    number = int.from_bytes(data[at : at + size], "big")
    if number < least:
        raise RecordError("a length or number that is not in its shortest form", byte=at - 1)
    return at + size, number


def _need(at: int, size: int, end: int, begin: int) -> None:
    if size > end - at:
        raise RecordError("a length that reaches beyond the end", byte=begin)
