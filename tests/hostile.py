"""Files that somebody made to cost a reader time or memory."""

from collections.abc import Callable
from typing import Any, Final

from vectors import FULL, Forger

from timecore.chain import frame_bytes
from timecore.codec import Commitment
from timecore.record import read

__all__ = ["HOSTILE", "hostile"]

MIB: Final = 2**20


def _framed(body: bytes) -> bytes:
    """A record with a number above 1 that is whole but for its body."""
    return frame_bytes(b"\x95\xcd\x03\x00" + body, [], bytes(32))


def _last(body: Any) -> bytes:
    """An entry 1 whose only fault is an opening too many."""
    forger = Forger()
    return forger.add(body, [(bytes(16), b"\xc0")]).data[len(forger.header) :]


#: What is repeated behind a header to make a file that costs time or memory.
HOSTILE: Final[dict[str, Callable[[], bytes]]] = {
    "zeros": lambda: bytes(99),
    "beginnings": lambda: b"\x93\xc4",
    "beginnings of bodies": lambda: b"\x93\xc4\x06\x95\x7f\x00\x90\x90\x80",
    "records but for a byte": lambda: (
        _framed(b"\x00\x92\x02\xb9" + b"x" * 25 + b"\x90\x80")[:-34] + b"\xc4\x21"
    ),
    "short bodies": lambda: _framed(b"\x00\x92\x02\x00\x90\xc0"),
    "deep bodies": lambda: _framed(b"\x91" * (MIB - 4)),
    "deep bodies of fields": lambda: _framed(b"\x00\x92\x02" + b"\x91" * 900 + b"\x00\x90\x80"),
    "wide bodies": lambda: _framed(b"\xdd\x00\x0f\x00\x00" * ((MIB - 4) // 5)),
    "less wide bodies": lambda: _framed(b"\xdc\x07\xff" * ((MIB - 4) // 3)),
    "long lists": lambda: _framed(b"\x00\x92\x02\xdd\x00\x0f\xff\x00" + bytes(0xFFF00 - 1) + b"\xc3\x90\xc0"),
    "long lists of lists": lambda: _framed(
        b"\x00\x92\x02\xdd\x00\x01\x00\x00" + (b"\x98" + bytes(8)) * 0xFFFF + b"\xc3\x90\xc0"
    ),
    "long lists of numbers one of which is too long": lambda: _framed(
        b"\x00\x92\x02\xdd\x00\x0f\xfe\xff" + bytes(0xFFEFE) + b"\xcc\x00\x90\x80"
    ),
    "long maps": lambda: _framed(
        b"\x00\x92\x02\x00\x90\xdf\x00\x01\x00\x00"
        + b"".join(b"\xa4%04x\xa0" % n for n in range(0xFFFF))
        + b"\xa4ffff\xc0"
    ),
    "openings": lambda: (
        _framed(b"\x00\x92\x02\x00\x90\x80")[:-35]
        + b"\xdd\x00\x02\x00\x00"
        + (b"\x92\xc4\x10" + bytes(16) + b"\xc4\x01\xc0") * 0x20000
    ),
    "openings of long values": lambda: frame_bytes(
        b"\x95\x7f\x00\x92\x02\x00\x90\x80",
        [(bytes(16), b"\xdc\xff\x00" + bytes(0xFEFF) + b"\xcb")] * 60,
        bytes(32),
    ),
    "ever shorter bodies": lambda: b"".join(
        b"\x93\xc6" + (MIB - 6 * n).to_bytes(4, "big") + b"\x95\x7f" for n in range(20_000)
    ),
    "private fields in clear": lambda: _last((1, 0, (2, "ace"), ((0, None),) * 300_000, {})),
    "fields of the move again": lambda: _last((1, 0, (0, 0, None), ((1, 0, None),) * 200_000, {})),
    "commitments": lambda: _last(
        (1, 0, (2, "ace"), tuple((0, Commitment(n.to_bytes(32, "big"))) for n in range(25_000)), {})
    ),
    "texts": lambda: _framed(b"\x00\x92\x02\xdb\x00\x0f\x00\x00" + b"x" * 0xEFFFF + b"\xff\x90\x80"),
}


def hostile(name: str, size: int = 8 * MIB) -> bytes:
    """A file of that size, nothing of which is sound but its header."""
    repeated = HOSTILE[name]()
    return (FULL[: read(FULL).header.size] + repeated * (size // len(repeated) + 1))[:size]
