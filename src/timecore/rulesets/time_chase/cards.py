"""The components of Time Chase, as data: element cards, decks, and tables to look things up in.

A card is a plain text, suit and value: ``"A7"``, ``"E13"``. *Card order* is by suit, then by value as a
number, so ``"A9"`` stands before ``"A10"`` (TC-2).
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden
from timecore.messages import Part, message

__all__ = [
    "CARDS",
    "DECKS",
    "DISCS",
    "FUEL_CRYSTALS",
    "HAND_SIZE",
    "HIGHER",
    "INVARIANT",
    "LEFT_OVER",
    "ORDER",
    "ROUNDS",
    "SUIT",
    "SUITS",
    "VALUE",
    "Card",
    "Location",
    "SeatCard",
    "Suit",
]

Card: TypeAlias = str
"""An element card: the letter of its suit and its value, without padding."""

Suit: TypeAlias = str
"""The letter of a suit."""

Location: TypeAlias = int
"""A place in time: 0 is the invariant, ``k`` from 1 to 10 is event token k."""

INVARIANT: Final[Location] = 0
"""Where the invariant lies: directly before event 1 (TC-1)."""

SUITS: Final = "ABCDE"

ROUNDS: Final = 10
"""The most rounds of a game, and the number of event tokens."""

HAND_SIZE: Final = 10
"""The cards dealt to each seat: one for each round."""

LEFT_OVER: Final = 4
"""The cards left in the deck once the invariant is turned up; nobody ever sees them (TC-25)."""

DISCS: Final = 3
"""The control discs of each seat."""

FUEL_CRYSTALS: Final = 30
"""The fuel in the box (TC-13)."""

SUIT: Final[Mapping[Card, Suit]] = {f"{s}{v}": s for s in SUITS for v in range(1, 14)}
"""The suit of each card."""

VALUE: Final[Mapping[Card, int]] = {f"{s}{v}": v for s in SUITS for v in range(1, 14)}
"""The value of each card, 1 to 13."""

HIGHER: Final[Mapping[Card, frozenset[Card]]] = {
    f"{s}{v}": frozenset([f"{s}{higher}" for higher in range(v + 1, 14)]) for s in SUITS for v in range(1, 14)
}
"""The cards of the same suit that are higher than a card."""

CARDS: Final[tuple[Card, ...]] = tuple(SUIT)
"""All 65 cards, in card order."""

ORDER: Final[Mapping[Card | Hidden, int]] = {
    **{c: i for i, c in enumerate(CARDS)},
    HIDDEN: len(CARDS),
}
"""The place of each card in card order; a hidden card stands last."""

DECKS: Final[Mapping[int, tuple[Card, ...]]] = {
    players: tuple(card for card in CARDS if VALUE[card] >= lowest)
    for players, lowest in ((3, 7), (4, 5), (5, 3), (6, 1))
}
"""The deck for each number of players, in card order (TC-3)."""


@message
class SeatCard(Part):
    """A card, and the seat that it came from."""

    seat: Seat
    card: Card
