"""What can happen in Time Chase (TC-110). The order of the classes is their code in records.

``apply`` carries a fact into the state and knows no rules. It uses the event's own fields, and nothing else,
to find out what changes.
"""

from bisect import insort
from collections.abc import Iterable
from itertools import chain
from typing import Any, Literal, TypeAlias

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden, take
from timecore.messages import Event, Vocabulary, field, message
from timecore.rulesets.time_chase.cards import (
    CARDS,
    DECKS,
    ORDER,
    ROUNDS,
    SUIT,
    Card,
    Location,
    SeatCard,
    Suit,
)
from timecore.rulesets.time_chase.state import Contest, Resolving, Result, State

__all__ = [
    "EVENTS",
    "AnyEvent",
    "CardCommitted",
    "CardDealt",
    "CardPlayed",
    "CardsRevealed",
    "DiscPlaced",
    "DiscReturned",
    "EventAdded",
    "FuelCommitted",
    "FuelGained",
    "FuelRevealed",
    "FuelSpent",
    "GameEnded",
    "InvariantLost",
    "InvariantOpened",
    "InvariantReplaced",
    "InvariantTurned",
    "ResolutionStarted",
    "StackMade",
    "TravelerMoved",
    "TravelersGathered",
    "WinningCardKept",
    "WinningCardReplaced",
]


_order = ORDER.__getitem__
_SEATS = {players: frozenset(range(players)) for players in DECKS}


# What an event says may be wrong, but not about seats, cards, tokens and amounts that the game does not have: whoever
# looks at the state later (a board, a list of legal moves, a digest) could not cope with them, and a state would grow
# without end. Most of it fails by itself, at an index.


def _must_be_seats(state: State, seats: Iterable[Seat]) -> None:
    if not _SEATS[len(state.hands)].issuperset(seats):
        raise ValueError(f"the seats are 0 to {len(state.hands) - 1}")


def _must_be_cards(*cards: Card) -> None:
    for card in cards:
        if card not in SUIT:
            raise ValueError(f"there is no card {card!r}")


def _draw_from_deck(state: State) -> None:
    if state.deck_left <= 0:
        raise ValueError("the deck is empty")
    state.deck_left -= 1


def _discard(state: State, cards: tuple[Card, ...]) -> None:
    if len(state.discards) + len(cards) > len(CARDS):
        raise ValueError(f"there are only {len(CARDS)} cards")
    state.discards += cards


def _must_be_an_amount(amount: int) -> None:
    # Without limit, fuel may become more than there is in the box, but hardly by millions.
    if not 0 <= amount <= 1_000_000:
        raise ValueError(f"{amount} is no amount of fuel")


@message
class CardDealt(Event[State]):
    """A seat got a card of the deck."""

    seat: Seat
    card: Card | Hidden = field(audience=("seat",))

    def apply(self, state: State) -> None:
        card = self.card
        _draw_from_deck(state)
        insort(state.hands[self.seat], card, key=_order)
        if card is not HIDDEN:
            del state.undealt[card]


@message
class InvariantTurned(Event[State]):
    """The first invariant was turned up."""

    card: Card

    def apply(self, state: State) -> None:
        _draw_from_deck(state)
        del state.undealt[self.card]
        state.invariant = self.card


@message
class EventAdded(Event[State]):
    """An event token was laid at the end of the timeline: the new present."""

    at: Location

    def apply(self, state: State) -> None:
        if self.at != len(state.control):
            raise ValueError(f"the next event token is {len(state.control)}, not {self.at}")
        if self.at > ROUNDS:
            raise ValueError(f"there are only {ROUNDS} event tokens")
        state.present = self.at
        state.led_cards.append(None)
        state.winning_cards.append(None)
        state.control.append(None)


@message
class TravelersGathered(Event[State]):
    """All travelers came to the present."""

    at: Location

    def apply(self, state: State) -> None:
        state.travelers = [self.at] * len(state.travelers)


@message
class FuelGained(Event[State]):
    """A seat got fuel from the general supply."""

    seat: Seat
    amount: int
    reason: Literal["bonus", "income"]

    def apply(self, state: State) -> None:
        _must_be_an_amount(self.amount)
        state.fuel[self.seat] += self.amount
        if state.supply is not None:
            state.supply -= self.amount


@message
class ResolutionStarted(Event[State]):
    """The seats whose travelers stand at an event began to play it."""

    at: Location
    order: tuple[Seat, ...]
    led_suit: Suit | None

    def apply(self, state: State) -> None:
        _must_be_seats(state, self.order)
        state.resolving = Resolving(self.at, self.order, self.led_suit, [])


@message
class CardPlayed(Event[State]):
    """A seat played a card at an event."""

    seat: Seat
    at: Location
    card: Card
    how: Literal["led", "followed", "off_suit"]

    def apply(self, state: State) -> None:
        resolving = state.resolving
        if resolving is None:
            raise ValueError("no event is being resolved")
        hand = state.hands[self.seat]
        if hand[-1] is HIDDEN:
            _must_be_cards(self.card)
            take(hand, self.card)
        else:
            hand.remove(self.card)
        resolving.plays.append(self)
        if self.how == "led":
            resolving.led_suit = SUIT[self.card]


@message
class StackMade(Event[State]):
    """An event was resolved for the first time, so it has a led card and a winning card."""

    at: Location
    led_card: Card
    winning_card: Card
    seat: Seat
    discarded: tuple[Card, ...]

    def apply(self, state: State) -> None:
        _must_be_cards(self.led_card, self.winning_card)
        state.led_cards[self.at] = self.led_card
        state.winning_cards[self.at] = self.winning_card
        _discard(state, self.discarded)
        state.resolving = None


@message
class WinningCardReplaced(Event[State]):
    """A new card beat the winning card of an event."""

    at: Location
    old: Card
    new: Card
    seat: Seat
    discarded: tuple[Card, ...]

    def apply(self, state: State) -> None:
        _must_be_cards(self.new)
        state.winning_cards[self.at] = self.new
        _discard(state, self.discarded)
        state.resolving = None


@message
class WinningCardKept(Event[State]):
    """No new card beat the winning card of an event."""

    at: Location
    card: Card
    discarded: tuple[Card, ...]

    def apply(self, state: State) -> None:
        _discard(state, self.discarded)
        state.resolving = None


@message
class DiscReturned(Event[State]):
    """A seat lost control of an event."""

    at: Location
    seat: Seat

    def apply(self, state: State) -> None:
        state.control[self.at] = None
        state.discs[self.seat] += 1


@message
class DiscPlaced(Event[State]):
    """A seat took control of an event."""

    at: Location
    seat: Seat

    def apply(self, state: State) -> None:
        state.discs[self.seat] -= 1
        state.control[self.at] = self.seat


@message
class InvariantOpened(Event[State]):
    """The seats whose travelers stand at the invariant began to contest it."""

    seats: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        _must_be_seats(state, self.seats)
        state.contest = Contest(self.seats)


@message
class CardCommitted(Event[State]):
    """A seat chose a card at the invariant, face down."""

    seat: Seat
    card: Card | Hidden = field(audience=("seat",))

    def apply(self, state: State) -> None:
        take(state.hands[self.seat], self.card)
        state.committed_cards[self.seat] = self.card


@message
class CardsRevealed(Event[State]):
    """The cards chosen at the invariant were turned up."""

    cards: tuple[SeatCard, ...]

    def apply(self, state: State) -> None:
        if state.contest is None:
            raise ValueError("the invariant is not being contested")
        state.contest = Contest(state.contest.seats, self.cards)
        state.committed_cards = [None] * len(state.committed_cards)


@message
class InvariantReplaced(Event[State]):
    """The highest card chosen became the invariant."""

    old: Card | None
    new: Card
    seat: Seat
    discarded: tuple[Card, ...]

    def apply(self, state: State) -> None:
        _must_be_cards(self.new)
        state.invariant = self.new
        _discard(state, self.discarded)
        state.contest = None


@message
class InvariantLost(Event[State]):
    """A tie: there is no invariant for now."""

    old: Card | None
    discarded: tuple[Card, ...]

    def apply(self, state: State) -> None:
        state.invariant = None
        state.rifts += 1
        _discard(state, self.discarded)
        state.contest = None


@message
class FuelCommitted(Event[State]):
    """A seat set fuel aside in secret."""

    seat: Seat
    fuel: int | Hidden = field(audience=("seat",))

    def apply(self, state: State) -> None:
        state.committed_fuel[self.seat] = self.fuel


@message
class FuelRevealed(Event[State]):
    """The fuel that each seat had set aside was shown."""

    fuel: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.committed_fuel = [None] * len(state.committed_fuel)


@message
class FuelSpent(Event[State]):
    """A seat paid fuel back to the general supply."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        _must_be_an_amount(self.amount)
        state.fuel[self.seat] -= self.amount
        if state.supply is not None:
            state.supply += self.amount


@message
class TravelerMoved(Event[State]):
    """A traveler went back in time."""

    seat: Seat
    start: Location
    end: Location

    def apply(self, state: State) -> None:
        state.travelers[self.seat] = self.end


@message
class GameEnded(Event[State]):
    """The game is over (TC-95)."""

    winners: tuple[Seat, ...]
    reason: Literal["three_events", "second_rift", "ten_rounds"]
    tiebreak: bool
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    closest: tuple[Location | None, ...]

    def apply(self, state: State) -> None:
        _must_be_seats(state, chain(self.winners, *self.ranking))
        if not len(self.scores) == len(self.closest) == len(state.hands):
            raise ValueError(f"there are {len(state.hands)} seats, and scores of {len(self.scores)}")
        state.result = Result(
            winners=self.winners,
            reason=self.reason,
            tiebreak=self.tiebreak,
            ranking=self.ranking,
            scores=self.scores,
            closest=self.closest,
        )


AnyEvent: TypeAlias = (
    CardDealt
    | InvariantTurned
    | EventAdded
    | TravelersGathered
    | FuelGained
    | ResolutionStarted
    | CardPlayed
    | StackMade
    | WinningCardReplaced
    | WinningCardKept
    | DiscReturned
    | DiscPlaced
    | InvariantOpened
    | CardCommitted
    | CardsRevealed
    | InvariantReplaced
    | InvariantLost
    | FuelCommitted
    | FuelRevealed
    | FuelSpent
    | TravelerMoved
    | GameEnded
)

EVENTS: Vocabulary[Event[Any]] = Vocabulary(
    (
        CardDealt,
        InvariantTurned,
        EventAdded,
        TravelersGathered,
        FuelGained,
        ResolutionStarted,
        CardPlayed,
        StackMade,
        WinningCardReplaced,
        WinningCardKept,
        DiscReturned,
        DiscPlaced,
        InvariantOpened,
        CardCommitted,
        CardsRevealed,
        InvariantReplaced,
        InvariantLost,
        FuelCommitted,
        FuelRevealed,
        FuelSpent,
        TravelerMoved,
        GameEnded,
    )
)
