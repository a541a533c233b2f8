"""The walk over the bytes of a value, which names the first that is wrong and builds nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from timecore.errors import RecordError

__all__ = ["MAX_DEPTH", "check", "check_whole", "path_offset"]

MAX_DEPTH: Final = 16
"""How many arrays and maps may stand inside one another."""

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
