"""What can happen in Timeline. The order of the classes is their code in records.

``apply`` carries a fact into the state and knows no rules. It uses the event's own fields, and nothing else,
to find out what changes.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden
from timecore.messages import Event, Vocabulary, field, message
from timecore.quoting import json_text
from timecore.rulesets.timeline.cards import CardId, Interval, Year
from timecore.rulesets.timeline.state import State

__all__ = [
    "EVENTS",
    "AnyEvent",
    "CardDealt",
    "CardDrawn",
    "CardMisplaced",
    "CardPlaced",
    "DeckOpened",
    "DiscardsReshuffled",
    "GameEnded",
    "LastCardPlaced",
    "PlayerEliminated",
    "RoundStarted",
    "StartingCardTurned",
    "TurnStarted",
]


# What an event says may be wrong, but not about seats, cards and intervals that the game does not have: whoever looks
# at the state later (a board, a list of legal moves, a digest) could not cope with them.


def _must_be_a_seat(state: State, seat: Seat) -> None:
    if not 0 <= seat < len(state.hands):
        raise ValueError(f"the seats are 0 to {len(state.hands) - 1}, and {seat} is none of them")


def _must_be_seats(state: State, seats: Sequence[Seat]) -> None:
    for seat in seats:
        _must_be_a_seat(state, seat)
    if len(set(seats)) != len(seats):
        raise ValueError("a seat is named twice")


def _draw_from_pile(state: State, card: CardId) -> None:
    pile = state.pile
    place = bisect_left(pile, card)
    if place == len(pile) or pile[place] != card:
        raise ValueError(f"the card {json_text(card)} is not in the pile")
    del pile[place]


def _receive(state: State, seat: Seat, card: CardId) -> None:
    _must_be_a_seat(state, seat)
    _draw_from_pile(state, card)
    state.hands[seat].append(card)


def _take_from_hand(state: State, seat: Seat, card: CardId) -> None:
    _must_be_a_seat(state, seat)
    hand = state.hands[seat]
    if card not in hand:
        raise ValueError(f"the card {json_text(card)} is not in the hand of seat {seat}")
    hand.remove(card)


def _put_in_timeline(state: State, card: CardId, at: Interval, year: Year) -> None:
    if not 0 <= at <= len(state.timeline):
        raise ValueError(f"the timeline has no interval {at}")
    state.timeline.insert(at, card)
    state.dates.insert(at, year)


@message
class DeckOpened(Event[State]):
    """The deck was opened: all of its cards lie in the pile."""

    deck: str
    digest: str | Hidden = field(audience=())
    cards: tuple[CardId, ...]
    titles: tuple[str, ...]
    years: tuple[Year, ...] | Hidden = field(audience=())

    def apply(self, state: State) -> None:
        cards, years = self.cards, self.years
        if state.cards:
            raise ValueError("the deck is open already")
        if any(one >= other for one, other in pairwise(cards)):
            raise ValueError("the cards of the deck are not in order")
        if len(self.titles) != len(cards) or (years is not HIDDEN and len(years) != len(cards)):
            raise ValueError(f"there is not one title and one year for each of {len(cards)} cards")
        state.deck = self.deck
        state.digest = self.digest
        state.cards = cards
        state.titles = self.titles
        state.years = years
        state.pile = list(cards)
        state.phase = "dealing"


@message
class CardDealt(Event[State]):
    """A seat got one of its first cards."""

    seat: Seat
    card: CardId

    def apply(self, state: State) -> None:
        _receive(state, self.seat, self.card)


@message
class StartingCardTurned(Event[State]):
    """The card that the timeline begins with was turned."""

    card: CardId
    year: Year

    def apply(self, state: State) -> None:
        _draw_from_pile(state, self.card)
        _put_in_timeline(state, self.card, 0, self.year)
        state.known[self.card] = self.year


@message
class RoundStarted(Event[State]):
    """A round began; sudden is k in the k-th of sudden death, else 0."""

    round: int
    sudden: int
    seats: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        _must_be_seats(state, self.seats)
        state.round = self.round
        state.sudden = self.sudden
        state.seats = self.seats
        state.finished = ()
        state.current = None
        state.phase = "sudden_death" if self.sudden > 0 else "playing"


@message
class TurnStarted(Event[State]):
    """It became a seat's turn; in sudden death it first draws a card."""

    seat: Seat
    draws: bool

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        state.current = self.seat
        state.drawing = self.seat if self.draws else None


@message
class CardDrawn(Event[State]):
    """A seat got a card from the pile."""

    seat: Seat
    card: CardId

    def apply(self, state: State) -> None:
        _receive(state, self.seat, self.card)
        state.drawing = None


@message
class CardPlaced(Event[State]):
    """A seat placed a card where it belongs."""

    seat: Seat
    card: CardId
    at: Interval
    year: Year

    def apply(self, state: State) -> None:
        _take_from_hand(state, self.seat, self.card)
        _put_in_timeline(state, self.card, self.at, self.year)
        state.known[self.card] = self.year


@message
class LastCardPlaced(Event[State]):
    """A seat has no cards left."""

    seat: Seat

    def apply(self, state: State) -> None:
        _must_be_seats(state, (*state.finished, self.seat))
        state.finished += (self.seat,)


@message
class CardMisplaced(Event[State]):
    """A seat placed a card where it does not belong; it went elsewhere, or to another interval."""

    seat: Seat
    card: CardId
    at: Interval
    year: Year
    to: Literal["discards", "box", "hand", "timeline"]
    landed: Interval | None
    draws: bool

    def apply(self, state: State) -> None:
        card, to = self.card, self.to
        _take_from_hand(state, self.seat, card)
        if to == "discards":
            state.discards.append(card)
        elif to == "box":
            state.box.append(card)
        elif to == "hand":
            state.hands[self.seat].append(card)
        elif self.landed is not None:
            _put_in_timeline(state, card, self.landed, self.year)
        else:
            raise ValueError("it is not said where in the timeline the card landed")
        state.known[card] = self.year
        if self.draws:
            state.drawing = self.seat


@message
class DiscardsReshuffled(Event[State]):
    """The discards became the pile."""

    cards: tuple[CardId, ...]

    def apply(self, state: State) -> None:
        if list(self.cards) != sorted(state.discards):
            raise ValueError("the cards are not the discards in order")
        state.pile = list(self.cards)
        state.discards = []


@message
class PlayerEliminated(Event[State]):
    """A seat is out."""

    seat: Seat

    def apply(self, state: State) -> None:
        _must_be_seats(state, (*state.eliminated, self.seat))
        state.eliminated += (self.seat,)


@message
class GameEnded(Event[State]):
    """The game is over (TL-60 to TL-64)."""

    winners: tuple[Seat, ...]
    reason: Literal["finished", "shared", "sudden_death", "exhausted"]

    def apply(self, state: State) -> None:
        _must_be_seats(state, self.winners)
        state.winners = self.winners
        state.reason = self.reason
        state.phase = "over"
        state.current = None
        state.drawing = None


AnyEvent: TypeAlias = (
    DeckOpened
    | CardDealt
    | StartingCardTurned
    | RoundStarted
    | TurnStarted
    | CardDrawn
    | CardPlaced
    | LastCardPlaced
    | CardMisplaced
    | DiscardsReshuffled
    | PlayerEliminated
    | GameEnded
)

EVENTS: Vocabulary[Event[Any]] = Vocabulary(
    (
        DeckOpened,
        CardDealt,
        StartingCardTurned,
        RoundStarted,
        TurnStarted,
        CardDrawn,
        CardPlaced,
        LastCardPlaced,
        CardMisplaced,
        DiscardsReshuffled,
        PlayerEliminated,
        GameEnded,
    )
)
