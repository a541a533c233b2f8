"""The components of Timeline, as data: cards with a black and a white side, and decks of them.

Everywhere but in a deck a card is its id, a plain text. *Card order* is by id, in code-point order, so that no
list that players see is in order of date (TL-17).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final, TypeAlias

import attrs

__all__ = [
    "CARD_ID",
    "DECK_ID",
    "LATEST",
    "LONGEST_ID",
    "Card",
    "CardId",
    "Deck",
    "Interval",
    "Year",
    "digest_of",
    "is_card_id",
    "is_year",
]

CardId: TypeAlias = str
"""The id of a card."""

Year: TypeAlias = int
"""A date: BC is negative, -1 is 1 BC, and there is no year 0 (TL-2)."""

Interval: TypeAlias = int
"""A place in the timeline: ``k`` is left of card ``k``, counted from 0; the last one is right of all (TL-4)."""

DECK_ID: Final = "[a-z0-9]+([_-][a-z0-9]+)*"
"""How the id of a deck is written (TL-12)."""

CARD_ID: Final = "[a-z0-9]+(-[a-z0-9]+)*"
"""How the id of a card is written (TL-13)."""

LONGEST_ID: Final = 64
"""The most characters of a card's id (TL-13)."""

LATEST: Final[Year] = 20_000_000_000
"""The latest year, and the number of the earliest one BC (TL-14)."""


def is_card_id(value: object) -> bool:
    """Whether it is the id of a card (TL-13)."""
    return type(value) is str and len(value) <= LONGEST_ID and re.fullmatch(CARD_ID, value) is not None


def is_year(value: object) -> bool:
    """Whether it is a year (TL-14). A boolean is none."""
    return type(value) is int and value != 0 and -LATEST <= value <= LATEST


@attrs.frozen
class Card:
    """A card as a deck file describes it.

    All but ``id``, ``title`` and ``titles`` belongs to the white side: it is shown only once the date is (TL-19).

    Attributes:
        id: Its id.
        title: What the black side says.
        year: Its date.
        approx: Whether the year is a convention for *about then*. It changes no rule.
        subtitle: What the white side says besides, or ``None``.
        source: Where the year is from, or ``None``.
        titles: The title in other languages, by the code of the language.
        subtitles: The subtitle in other languages.
    """

    id: CardId
    title: str
    year: Year
    approx: bool = False
    subtitle: str | None = None
    source: str | None = None
    titles: Mapping[str, str] = attrs.field(factory=dict)
    subtitles: Mapping[str, str] = attrs.field(factory=dict)


def _in_card_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.id))


@attrs.frozen(slots=False)  # what is computed from it is kept beside it
class Deck:
    """A deck that nothing is wrong with.

    Attributes:
        id: Its id.
        title: Its name.
        cards: Its cards, in card order (TL-17).
        subtitle: More about it, or ``None``.
        source: Where it is from, or ``None``.
        titles: The title in other languages, by the code of the language.
        subtitles: The subtitle in other languages.
    """

    id: str
    title: str
    cards: tuple[Card, ...] = attrs.field(converter=_in_card_order)
    subtitle: str | None = None
    source: str | None = None
    titles: Mapping[str, str] = attrs.field(factory=dict)
    subtitles: Mapping[str, str] = attrs.field(factory=dict)

    @cached_property
    def by_id(self) -> Mapping[CardId, Card]:
        """The cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def digest(self) -> str:
        """What ids and years come to: 64 hexadecimal digits, the same for every translation (TL-18)."""
        return digest_of([card.id for card in self.cards], [card.year for card in self.cards])


def digest_of(ids: Sequence[CardId], years: Sequence[Year]) -> str:
    """The digest of a deck (TL-18).

    Args:
        ids: The ids of its cards, in card order.
        years: The year of each.
    """
    import json  # once a game  # noqa: PLC0415

    pairs = json.dumps(list(zip(ids, years, strict=True)), separators=(",", ":"))
    return sha256(pairs.encode("ascii")).hexdigest()
