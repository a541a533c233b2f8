"""Values to bytes, and bytes to values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final, NoReturn, final

import msgpack

from timecore.codec._walk import MAX_DEPTH, check_whole
from timecore.errors import EncodingRefused

__all__ = [
    "EXTENSION",
    "SCALARS",
    "UNSEEN",
    "Commitment",
    "Misshapen",
    "decode",
    "encode",
    "from_extension",
    "is_plain",
    "is_sound",
    "pack",
    "prepare",
    "to_extension",
    "unpack",
]

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
