"""tc1: the one encoding of everything in a record (``docs/format.md``, section 1).

A strict subset of msgpack in which every value has exactly one form: ``None``, ``bool``, ``int`` from -2^63 to
2^64 - 1, ``str``, ``bytes``, arrays (tuples), maps with rising text keys, and commitments. So two values are equal
if and only if their bytes are, and bytes can be hashed without asking who wrote them.

Reading is fast for what is right: the C unpacker reads, and what it gave is encoded again and compared. Only
what is wrong is walked byte by byte, to name the place and the reason.
"""

from timecore.codec._values import (
    EXTENSION,
    SCALARS,
    UNSEEN,
    Commitment,
    Misshapen,
    decode,
    encode,
    from_extension,
    is_plain,
    is_sound,
    pack,
    prepare,
    to_extension,
    unpack,
)
from timecore.codec._walk import MAX_DEPTH, check, check_whole, path_offset

__all__ = [
    "EXTENSION",
    "MAX_DEPTH",
    "SCALARS",
    "UNSEEN",
    "Commitment",
    "Misshapen",
    "check",
    "check_whole",
    "decode",
    "encode",
    "from_extension",
    "is_plain",
    "is_sound",
    "pack",
    "path_offset",
    "prepare",
    "to_extension",
    "unpack",
]
