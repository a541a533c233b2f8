"""Merkle trees of RFC 6962, section 2.1: one hash for many leaves, and short proofs of what is in it.

The draws of a game are leaves of such a tree, and so are the games of a tournament. Nothing here knows what a leaf is.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from timecore.errors import UsageError
from timecore.hashing import digests

__all__ = ["GrowingTree", "grown_path", "has_grown", "leaf_hash", "root_of_path", "tree_path", "tree_root"]


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf with these bytes."""
    return sha256(b"\x00" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The tree hash over some leaves, of any number.

    Args:
        leaves: The bytes of each leaf, in order.

    Returns:
        32 bytes.
    """
    return _root(digests(leaves, after=b"\x00"))


def _root(level: Sequence[bytes]) -> bytes:
    """The hash above some hashes of one level."""
    if not level:
        return sha256(b"").digest()
    while len(level) > 1:
        level = _above(level)
    return level[0]


def _above(level: Sequence[bytes]) -> list[bytes]:
    pairs = digests(
        [left + right for left, right in zip(level[::2], level[1::2], strict=False)], after=b"\x01"
    )
    return [*pairs, level[-1]] if len(level) % 2 else pairs


class GrowingTree:
    """A tree that leaves are added to, and whose root can be asked for after each; it remembers few hashes.

    Attributes:
        size: How many leaves it has.
    """

    __slots__ = ("_peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        #: The roots of the full trees that it consists of, the largest first: one for each bit of its size.
        self._peaks: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Add a leaf with these bytes."""
        found, full = leaf_hash(leaf), self.size
        while full % 2:
            found = _node(self._peaks.pop(), found)
            full //= 2
        self._peaks.append(found)
        self.size += 1

    @property
    def root(self) -> bytes:
        """The tree hash, 32 bytes."""
        if not self._peaks:
            return _root(())
        *larger, found = self._peaks
        for peak in reversed(larger):
            found = _node(peak, found)
        return found


# -- that a leaf is in the tree --------------------------------------------------------------------------------


def tree_path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes that prove one leaf, from the leaf upwards.

    Args:
        leaves: All leaves.
        index: Which leaf, from 0.

    Raises:
        UsageError: There is no such leaf.
    """
    if not 0 <= index < len(leaves):
        msg = f"the tree has {len(leaves)} leaves, so there is no leaf {index}"
        raise UsageError(msg)
    level = [leaf_hash(data) for data in leaves]
    path = []
    while len(level) > 1:
        if index ^ 1 < len(level):
            path.append(level[index ^ 1])
        level = _above(level)
        index //= 2
    return tuple(path)


def root_of_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to; equal to the tree's root if they belong to it.

    Args:
        leaf: The leaf's bytes (for a draw its key).
        index: Which leaf it is, from 0.
        size: How many leaves the tree has.
        path: The hashes from the leaf upwards.

    Returns:
        The root, or ``None`` if no path of this length belongs to that leaf.
    """
    if not 0 <= index < size:
        return None
    found = leaf_hash(leaf)
    left = list(path)
    while size > 1:
        if index ^ 1 < size:
            if not left:
                return None
            beside = left.pop(0)
            found = _node(beside, found) if index % 2 else _node(found, beside)
        index //= 2
        size = (size + 1) // 2
    return None if left else found


# -- that a tree has only grown --------------------------------------------------------------------------------


def grown_path(leaves: Sequence[bytes], size: int) -> tuple[bytes, ...]:
    """The hashes that prove that the tree over the first leaves has only grown: a consistency proof.

    Args:
        leaves: All leaves.
        size: How many of them the tree had.

    Raises:
        UsageError: It never had so many.
    """
    if not 0 <= size <= len(leaves):
        msg = f"the tree has {len(leaves)} leaves, so it never had {size}"
        raise UsageError(msg)
    if size == 0:
        return ()  # a tree of nothing becomes any other
    return tuple(_grown([leaf_hash(data) for data in leaves], size, whole=True))


def _grown(hashes: Sequence[bytes], size: int, *, whole: bool) -> list[bytes]:
    """``SUBPROOF`` of the RFC.

    Args:
        hashes: The hashes of the leaves below one node.
        size: How many of them there were.
        whole: Whether the old tree is below this node and nowhere else, so that its root is known.
    """
    if size == len(hashes):
        return [] if whole else [_root(hashes)]
    split = _split(len(hashes))
    if size <= split:
        return [*_grown(hashes[:split], size, whole=whole), _root(hashes[split:])]
    return [*_grown(hashes[split:], size - split, whole=False), _root(hashes[:split])]


def _split(size: int) -> int:
    """The largest power of two below ``size``: so many leaves are on the left."""
    return 1 << (size - 1).bit_length() - 1


def has_grown(old_size: int, old_root: bytes, new_size: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a tree begins with all of an older one, as a consistency proof says.

    Args:
        old_size: How many leaves the older tree has.
        old_root: Its root.
        new_size: How many leaves the tree has.
        new_root: Its root.
        path: What :func:`grown_path` gives.
    """
    if not 0 <= old_size <= new_size:
        return False
    if old_size == 0:
        return not path and old_root == _root(()) and (new_size > 0 or new_root == old_root)
    if old_size == new_size:
        return not path and old_root == new_root
    left = list(path)
    # From where the two trees part upwards: `index` is the last node of the old tree, `last` that of the new one.
    index, last = old_size - 1, new_size - 1
    while index % 2:
        index //= 2
        last //= 2
    if index and not left:
        return False
    old = new = left.pop(0) if index else old_root
    while last:
        if index % 2 or index < last:
            if not left:
                return False
            beside = left.pop(0)
            if index % 2:
                old, new = _node(beside, old), _node(beside, new)
            else:
                new = _node(new, beside)
        index //= 2
        last //= 2
    return not left and (old, new) == (old_root, new_root)
