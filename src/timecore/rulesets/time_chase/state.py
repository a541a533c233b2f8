"""What is known of a game of Time Chase: plain slots that events change in place.

Locations index lists: what belongs to event k stands at index k, and index 0 is the invariant, which has no
stack and no controller. The JSON form is that of TC-17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden
from timecore.rulesets.time_chase.cards import (
    DECKS,
    DISCS,
    HAND_SIZE,
    LEFT_OVER,
    Card,
    Location,
    SeatCard,
    Suit,
)
from timecore.rulesets.time_chase.options import Options

if TYPE_CHECKING:
    from timecore.rulesets.time_chase.events import CardPlayed

__all__ = ["Contest", "Resolving", "Result", "State"]


@attrs.frozen
class Result:
    """How a game ended (TC-95).

    Attributes:
        winners: The one seat that won.
        reason: ``"three_events"``, ``"second_rift"`` or ``"ten_rounds"`` (TC-91).
        tiebreak: Whether another seat controlled as many events as the winner.
        ranking: The places, best first; each a tuple of the seats that share it, ascending.
        scores: Events controlled, by seat.
        closest: The lowest-numbered event controlled, by seat, ``None`` without any.
    """

    winners: tuple[Seat, ...]
    reason: str
    tiebreak: bool
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    closest: tuple[Location | None, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form of TC-95."""
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "tiebreak": self.tiebreak,
            "ranking": [list(place) for place in self.ranking],
            "scores": list(self.scores),
            "closest": list(self.closest),
        }


@attrs.define
class Resolving:
    """An event that is being played.

    Attributes:
        at: Which event.
        order: The seats that take part, in the order they play.
        led_suit: The suit to follow, ``None`` until the leader of a first resolution has played.
        plays: What has been played so far, in order.
    """

    at: Location
    order: tuple[Seat, ...]
    led_suit: Suit | None
    plays: list[CardPlayed]


@attrs.frozen
class Contest:
    """The invariant while it is being contested.

    Attributes:
        seats: The seats that choose a card, ascending.
        revealed: Their cards, once they are turned up.
    """

    seats: tuple[Seat, ...]
    revealed: tuple[SeatCard, ...] = ()


@attrs.define
class State:
    """What is known after folding some events; nothing but an event changes it.

    Attributes:
        options: The options of the game.
        first_player: Holder of the first player marker.
        deck_left: Cards still in the deck.
        undealt: The cards that nobody is known to have, as the keys, in card order: what chance may still
            bring. Not part of the JSON form. On a view the cards dealt to others are still in it.
        hands: By seat, in card order, ``HIDDEN`` last.
        invariant: The card, or ``None`` while there is none.
        rifts: How often a tie lost the invariant.
        present: The highest event token in the timeline, 0 before the first.
        led_cards: By location, the card at the bottom of the stack.
        winning_cards: By location, the card on top of the stack.
        control: By location, the seat whose disc lies there.
        travelers: By seat, where the traveler stands.
        fuel: By seat, the personal supply.
        supply: The general supply, ``None`` if it has no limit.
        discs: By seat, the discs on the time machine card.
        resolving: The event being played, if any.
        contest: The contest for the invariant, if there is one.
        committed_cards: By seat, the face-down card at the invariant.
        committed_fuel: By seat, the fuel set aside.
        discards: Discarded cards, in order.
        result: How the game ended, ``None`` while it goes on.
    """

    options: Options
    first_player: Seat
    deck_left: int
    undealt: dict[Card, None]
    hands: list[list[Card | Hidden]]
    invariant: Card | None
    rifts: int
    present: Location
    led_cards: list[Card | None]
    winning_cards: list[Card | None]
    control: list[Seat | None]
    travelers: list[Location | None]
    fuel: list[int]
    supply: int | None
    discs: list[int]
    resolving: Resolving | None
    contest: Contest | None
    committed_cards: list[Card | Hidden | None]
    committed_fuel: list[int | Hidden | None]
    discards: list[Card]
    result: Result | None

    @classmethod
    def start(cls, options: Options) -> State:
        """The state before the first event (TC-17, TC-20)."""
        players = options.players
        deck = DECKS[players]
        return cls(
            options=options,
            first_player=(options.dealer + 1) % players,
            deck_left=len(deck),
            undealt=dict.fromkeys(deck),
            hands=[[] for _ in range(players)],
            invariant=None,
            rifts=0,
            present=0,
            led_cards=[None],
            winning_cards=[None],
            control=[None],
            travelers=[None] * players,
            fuel=[0] * players,
            supply=options.fuel_supply,
            discs=[DISCS] * players,
            resolving=None,
            contest=None,
            committed_cards=[None] * players,
            committed_fuel=[None] * players,
            discards=[],
            result=None,
        )

    @property
    def phase(self) -> str:
        """What the game waits for (TC-18)."""
        if self.result is not None:
            return "over"
        if self.present == 0:
            return "deal" if self.deck_left > LEFT_OVER + 1 else "turn_invariant"
        if self.resolving is not None:
            return "resolve"
        if self.contest is not None:
            return "invariant"
        return "travel"

    @property
    def round(self) -> int:
        """The number of the round in progress, 0 before the first (TC-18)."""
        return self.present - 1 if self.phase == "travel" else self.present

    @property
    def seat_to_be_dealt(self) -> Seat:
        """Who gets the next card of the deal, hand by hand from the first player on (TC-22)."""
        players = self.options.players
        dealt = HAND_SIZE * players + LEFT_OVER + 1 - self.deck_left
        return (self.first_player + dealt // HAND_SIZE) % players

    def placed(self) -> list[Card | Hidden]:
        """Every card outside the deck, once for each place where it is."""
        placed: list[Card | Hidden] = [card for hand in self.hands for card in hand]
        placed += [card for card in self.committed_cards if card is not None]
        if self.resolving is not None:
            placed += [play.card for play in self.resolving.plays]
        if self.contest is not None:
            placed += [one.card for one in self.contest.revealed]
        for led_card, winning_card in zip(self.led_cards, self.winning_cards, strict=False):
            # One card that is both lies there once (TC-19).
            placed += [card for card in {led_card: None, winning_card: None} if card is not None]
        placed += self.discards
        if self.invariant is not None:
            placed.append(self.invariant)
        return placed

    def copy(self) -> State:
        """A state that shares nothing mutable with this one."""
        new = _blank(State)
        new.options = self.options
        new.first_player = self.first_player
        new.deck_left = self.deck_left
        new.undealt = self.undealt.copy()
        new.hands = [hand[:] for hand in self.hands]
        new.invariant = self.invariant
        new.rifts = self.rifts
        new.present = self.present
        new.led_cards = self.led_cards[:]
        new.winning_cards = self.winning_cards[:]
        new.control = self.control[:]
        new.travelers = self.travelers[:]
        new.fuel = self.fuel[:]
        new.supply = self.supply
        new.discs = self.discs[:]
        resolving = self.resolving
        new.resolving = resolving and Resolving(
            resolving.at, resolving.order, resolving.led_suit, resolving.plays[:]
        )
        new.contest = self.contest
        new.committed_cards = self.committed_cards[:]
        new.committed_fuel = self.committed_fuel[:]
        new.discards = self.discards[:]
        new.result = self.result
        return new

    def to_json(self) -> dict[str, Any]:
        """The JSON form of TC-17, with the phase of TC-18 as an extra field."""
        options, resolving, contest = self.options, self.resolving, self.contest
        return {
            "phase": self.phase,
            "options": {
                "players": options.players,
                "dealer": options.dealer,
                "side": options.side,
                "fuel_supply": options.fuel_supply,
                "past_bonus": options.past_bonus,
                "lead_gap": options.lead_gap,
                "second_rift_ends": options.second_rift_ends,
            },
            "first_player": self.first_player,
            "deck_left": self.deck_left,
            "hands": [[_shown(card) for card in hand] for hand in self.hands],
            "invariant": self.invariant,
            "rifts": self.rifts,
            "present": self.present,
            "timeline": [
                {
                    "at": at,
                    "led_card": self.led_cards[at],
                    "winning_card": self.winning_cards[at],
                    "control": self.control[at],
                }
                for at in range(1, len(self.control))
            ],
            "travelers": list(self.travelers),
            "fuel": list(self.fuel),
            "supply": self.supply,
            "discs": list(self.discs),
            "resolving": resolving
            and {
                "at": resolving.at,
                "order": list(resolving.order),
                "led_suit": resolving.led_suit,
                "plays": [{"seat": play.seat, "card": play.card} for play in resolving.plays],
            },
            "contest": contest
            and {
                "seats": list(contest.seats),
                "revealed": [one.to_json() for one in contest.revealed],
            },
            "committed_cards": [_shown(card) for card in self.committed_cards],
            "committed_fuel": [_shown(fuel) for fuel in self.committed_fuel],
            "discards": list(self.discards),
            "result": self.result and self.result.to_json(),
        }


_blank: Final = object.__new__


def _shown(value: Any) -> Any:
    return "?" if value is HIDDEN else value
