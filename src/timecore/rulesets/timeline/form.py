"""The JSON form of a state of Timeline, and of a view of one, as front ends get it."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from timecore.hidden import Hidden
from timecore.ruleset import Keywords
from timecore.rulesets.timeline.cards import CARD_ID, DECK_ID, LATEST, LONGEST_ID

__all__ = ["StateForm"]

Card: TypeAlias = Annotated[str, Keywords(pattern=f"^{CARD_ID}$", maxLength=LONGEST_ID)]
Deck: TypeAlias = Annotated[str, Keywords(pattern=f"^{DECK_ID}$")]
Digest: TypeAlias = Annotated[str, Keywords(pattern="^[0-9a-f]{64}$")]
Year: TypeAlias = Annotated[int, Keywords(minimum=-LATEST, maximum=LATEST)]
Seat: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=7)]
Count: TypeAlias = Annotated[int, Keywords(minimum=0)]


class StateForm(TypedDict):
    """What is known of a game. A card stands as its id; lists "by seat" have one element a seat.

    Attributes:
        phase: What the game is at.
        deck: Which deck; null until it is opened.
        digest: SHA-256 of the ids and years of the deck, which no player sees.
        cards: The cards of the deck, in the order of their ids.
        titles: The title of each.
        years: The year of each, which no player sees; BC is negative.
        pile: The cards that may be drawn, in the order of their ids.
        hands: By seat, in the order received.
        timeline: Pairs of card and year, left to right.
        discards: The discards, in the order in which they got there.
        box: The cards out of the game, in that order.
        known: Every date that has ever been shown, by card.
        round: The number of the round, 0 before the first; sudden death counts on.
        sudden: The number of the sudden-death round, 0 in ordinary ones.
        seats: Who plays in this round, in turn order.
        current: Whose turn it is.
        drawing: Who is waiting for a card from the pile.
        finished: Who emptied the hand in this round, in that order.
        eliminated: Who is out, in that order.
        winners: Who won, in turn order.
        reason: Why the game is over; null while it goes on.
    """

    phase: Literal["opening", "dealing", "playing", "sudden_death", "over"]
    deck: Deck | None
    digest: Digest | Hidden | None
    cards: list[Card]
    titles: list[str]
    years: list[Year] | Hidden
    pile: list[Card]
    hands: list[list[Card]]
    timeline: list[tuple[Card, Year]]
    discards: list[Card]
    box: list[Card]
    known: dict[str, Year]
    round: Count
    sudden: Count
    seats: list[Seat]
    current: Seat | None
    drawing: Seat | None
    finished: list[Seat]
    eliminated: list[Seat]
    winners: list[Seat]
    reason: Literal["finished", "shared", "sudden_death", "exhausted"] | None
