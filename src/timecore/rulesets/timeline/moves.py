"""What can be asked for in Timeline. The order of the classes is their code in records."""

from typing import TypeAlias

from timecore.messages import Move, Vocabulary, message
from timecore.rulesets.timeline.cards import CardId, Interval

__all__ = ["MOVES", "AnyMove", "DrawCard", "OpenDeck", "PlaceCard"]


@message
class OpenDeck(Move):
    """Chance opens the deck of the game (TL-33)."""

    deck: str


@message
class DrawCard(Move):
    """Chance draws a card from the pile; whom it goes to follows from the state (TL-34)."""

    card: CardId


@message
class PlaceCard(Move):
    """Place a card of one's hand in an interval of the timeline (TL-35)."""

    card: CardId
    at: Interval


AnyMove: TypeAlias = OpenDeck | DrawCard | PlaceCard

MOVES: Vocabulary[Move] = Vocabulary((OpenDeck, DrawCard, PlaceCard))
