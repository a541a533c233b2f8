"""The leaves of a tournament's tree: a file of texts that only grows.

Each text is followed by an empty line::

    timecore start v1
    game 0f1e…
    header …

    timecore game v1
    game 0f1e…
    …

The last one may be half there after a crash. Then it was never acknowledged, and does not count.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from timecore.errors import NoteRefused, TournamentDamaged
from timecore.gamenotes import GameNote, GameStart

__all__ = ["Leaf", "Leaves", "counted", "leaf_bytes", "read_leaves"]

Leaf: TypeAlias = GameStart | GameNote
"""That a game has begun, or how it has ended."""

_END: Final = b"\n\n"
_START: Final = b"timecore start v1\n"
_WORD: Final = b"timecore "


@attrs.frozen
class Leaves:
    """The leaves, as far as they are sound.

    Attributes:
        leaves: Each of them, in order.
        size: How many bytes of the file they take.
        damage: What is wrong behind them, or ``None``.
    """

    leaves: tuple[Leaf, ...]
    size: int
    damage: TournamentDamaged | None

    @property
    def texts(self) -> list[bytes]:
        """The bytes of each, as the tree has them."""
        return [leaf.text.encode() for leaf in self.leaves]


def counted(number: int) -> str:
    """So many leaves, in words."""
    return "1 leaf" if number == 1 else f"{number} leaves"


def leaf_bytes(leaf: Leaf) -> bytes:
    """A leaf as it stands in the file."""
    return leaf.text.encode() + b"\n"


def read_leaves(data: bytes) -> Leaves:
    """Read the file. Whatever it holds, that takes time in proportion to its size."""
    found: list[Leaf] = []
    at = 0
    why = "it is cut off"
    while at < len(data):
        end = data.find(_END, at)
        if end < 0:
            break
        leaf = _leaf(data[at : end + 1])
        if isinstance(leaf, str):
            why = leaf
            break
        found.append(leaf)
        at = end + len(_END)
    if at == len(data):
        return Leaves(tuple(found), at, None)
    torn = not _any_leaf(data[at:])
    where = f"leaf {len(found)} of the tournament, at byte {at} of its file, is not whole: {why}"
    hint = (
        "It was being written when something failed. The next leaf that is entered moves what is left of it aside."
        if torn
        else "Sound leaves stand behind it, so this is no accident of the last write. Use a copy of the file."
    )
    damage = TournamentDamaged(where, leaf=len(found), byte=at, torn=torn, hint=hint)
    return Leaves(tuple(found), at, damage)


def _leaf(data: bytes) -> Leaf | str:
    """The leaf that a text is, or why it is none."""
    try:
        text = data.decode("ascii")
        return GameStart.parse(text) if data.startswith(_START) else GameNote.parse(text)
    except UnicodeDecodeError:
        return "it is not ASCII"
    except NoteRefused as error:
        return error.message


def _any_leaf(data: bytes) -> bool:
    """Whether a whole leaf stands anywhere behind the beginning."""
    *pieces, _ = data.split(_END)
    for number, piece in enumerate(pieces):
        begin = piece.rfind(_WORD)
        if begin >= 0 and (number, begin) != (0, 0) and not isinstance(_leaf(piece[begin:] + b"\n"), str):
            return True
    return False
