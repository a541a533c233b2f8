"""Many hashes at once.

To begin one, OpenSSL looks up what SHA-256 is, and that takes longer than to hash what most of ours are of. A copy of
one that has begun needs no such search.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

__all__ = ["digests"]

_BEGUN: Final = sha256()


def digests(texts: Iterable[bytes], after: bytes = b"") -> list[bytes]:
    """The SHA-256 of each of some texts, 32 bytes each.

    Args:
        texts: The texts.
        after: What stands before each of them.
    """
    found: list[bytes] = []
    begin, add = (sha256(after) if after else _BEGUN).copy, found.append
    for text in texts:
        one = begin()
        one.update(text)
        add(one.digest())
    return found
