"""Values of tc1 that stand one behind the other, read many at a time by loops that run in C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import Any, Final, NoReturn

import msgpack

from timecore.chain import array_head
from timecore.codec import EXTENSION, UNSEEN

__all__ = [
    "MARK",
    "MARKED",
    "Refused",
    "columns",
    "encodes",
    "holds_truth",
    "may_hold_truth",
    "must",
    "unpack_all",
    "values_of",
    "without_digests",
]

#: What stands for every commitment while its entry is looked at, and its bytes.
MARK: Final = msgpack.ExtType(1, bytes(32))
_MARK_BYTES: Final = EXTENSION + bytes(32)

#: What an extension becomes, called with its code and its bytes: a commitment the mark, any other its bytes. Nothing in
#: Python would be as fast. An extension of another length or code shows when what it has become is encoded again.
MARKED: Final[Callable[[int, bytes], Any]] = dict[int, Any]({1: MARK}).get


class Refused(Exception):
    """Something is not right at first sight."""


def must(holds: bool) -> None:  # noqa: FBT001 - it is no switch but what must hold
    """Refuse what does not hold."""
    if not holds:
        raise Refused


def _refuse_extension(_code: int, _data: bytes) -> NoReturn:
    raise Refused


def unpack_all(
    data: bytes, hook: Callable[[int, bytes], Any] = _refuse_extension
) -> tuple[list[Any], list[int]]:
    """The values that stand one behind the other, up to the last whole one, and where each of them ends.

    Args:
        data: Their bytes.
        hook: What makes something of an extension; by default there must be none.
    """
    unpacker = msgpack.Unpacker(
        use_list=False,
        ext_hook=hook,
        max_buffer_size=len(data) or 1,
        max_array_len=UNSEEN,
        max_map_len=UNSEEN,
    )
    unpacker.feed(data)
    values = []
    ends = []
    tell = unpacker.tell
    for value in unpacker:
        values.append(value)
        ends.append(tell())
    return values, ends


def values_of(raws: Sequence[bytes], pack: Callable[[Any], bytes]) -> list[Any]:
    """What some bytes hold, each of which are to be one value.

    Args:
        raws: The bytes of each value.
        pack: What encodes a value.
    """
    found = [*map(_known.get, raws)]
    if None not in found:
        return found
    joined = b"".join(raws)
    values, ends = unpack_all(joined)
    must(ends == [*accumulate(map(len, raws))] and encodes(pack, values, joined))
    for raw, value in zip(raws, values, strict=True):
        if len(raw) <= _SHORT and type(value) in _UNCHANGING:
            if len(_known) >= _KEPT:
                _known.clear()
            _known[raw] = value
    return values


#: What short bytes hold: cards and choices come again and again, in one game and in the next.
_known: dict[bytes, Any] = {}

#: How many are kept, and how long they may be.
_KEPT: Final = 4096
_SHORT: Final = 32

_UNCHANGING: Final = frozenset({bool, int, str, bytes})


def without_digests(data: bytes) -> tuple[bytes, list[bytes]]:
    """Put zeros in the place of all that looks like the digest of a commitment; gives these digests too."""
    first, *others = data.split(EXTENSION)
    digests = [piece[:32] for piece in others]
    must({32}.issuperset(map(len, digests)))
    return _MARK_BYTES.join([first, *[piece[32:] for piece in others]]), digests


def holds_truth(row: Sequence[Any]) -> bool:
    """Whether there is a truth value in move or events of an entry, given what begins it."""
    values: list[Any] = [*row[2], *chain.from_iterable(row[3])]
    while values:
        if bool in {*map(type, values)}:
            return True
        values = [*chain.from_iterable([value for value in values if type(value) is tuple])]
    return False


def columns(rows: Sequence[Any], types: tuple[type, ...]) -> tuple[tuple[Any, ...], ...]:
    """The columns of some rows, which must be arrays of values of these exact types."""
    must({*map(type, rows)} == {tuple})
    found = tuple(zip(*rows, strict=True))
    must([{*map(type, column)} for column in found] == [{one} for one in types])
    return found


def encodes(pack: Callable[[Any], bytes], values: list[Any], data: bytes) -> bool:
    """Whether some values, one behind the other, are encoded to these bytes.

    Args:
        pack: What encodes a value.
        values: The values.
        data: The bytes.
    """
    # In one run of the packer, as a list, whose head is not compared.
    packed = pack(values)
    return packed.endswith(data) and len(packed) - len(data) == array_head(len(values))


def may_hold_truth(data: bytes) -> bool:
    """Whether there may be a truth value among some values, as far as their bytes tell."""
    return b"\xc2" in data or b"\xc3" in data  # other values may contain these bytes too
