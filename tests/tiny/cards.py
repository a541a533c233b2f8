"""The cards and the bids (TY-2, TY-5, TY-6)."""

from collections.abc import Iterable, Mapping
from typing import Final

from timecore.hidden import HIDDEN, Hidden

__all__ = ["ANSWERS", "BIDS", "COPIES", "JOKER", "STRENGTH", "in_order"]

JOKER: Final = "joker"

#: How many copies of each card there are, in card order.
COPIES: Final[Mapping[str, int]] = {"ace": 3, "joker": 1, "king": 2, "three": 4}

STRENGTH: Final[Mapping[str, int]] = {"joker": 3, "ace": 2, "king": 1, "three": 0}

#: What lies in the box, by the first card dealt. The numbers differ in how many bytes they take.
ANSWERS: Final[Mapping[str, tuple[int, ...]]] = {
    "ace": (4, 0, 9),
    "joker": (2, 2, 2),
    "king": (250, 300, 1),
    "three": (7, 1, 12),
}

#: The bids in their order; they, too, differ in how many bytes they take.
BIDS: Final[tuple[int | None, ...]] = (None, 0, 100, 500, 70_000)


def in_order(cards: Iterable[str | Hidden]) -> list[str | Hidden]:
    """The cards in card order, hidden ones last."""
    return sorted(cards, key=lambda card: (card is HIDDEN, "" if card is HIDDEN else card))
