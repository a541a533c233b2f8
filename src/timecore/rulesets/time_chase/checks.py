"""What can never be in a game of Time Chase, after a whole entry (P-1 to P-5 and P-9).

Views can be checked as well: a hidden card counts as a card, a hidden amount as within its bounds.
"""

from collections.abc import Iterator, Sequence

from timecore.hidden import HIDDEN
from timecore.rulesets.time_chase.cards import (
    DECKS,
    DISCS,
    FUEL_CRYSTALS,
    HAND_SIZE,
    LEFT_OVER,
)
from timecore.rulesets.time_chase.state import State

__all__ = ["faults"]


def faults(state: State) -> Sequence[str]:
    """What is wrong with a state, a sentence each; empty if all is well."""
    return [*_cards(state), *_fuel(state), *_events(state), *_travel(state), *_result(state)]


def _cards(state: State) -> Iterator[str]:
    deck = DECKS[state.options.players]
    places = state.placed()
    known = [card for card in places if card is not HIDDEN]
    for card in sorted(set(known)):
        if card not in deck:
            yield f"P-1: {card} is no card of this deck"
        elif known.count(card) > 1:
            yield f"P-1: {card} is in {known.count(card)} places"
    if len(places) + state.deck_left != len(deck):
        yield f"P-1: {len(places)} cards and {state.deck_left} in the deck make not {len(deck)}"
    if state.present and state.deck_left != LEFT_OVER:
        yield f"P-1: {state.deck_left} cards are left in the deck, not {LEFT_OVER}"


def _fuel(state: State) -> Iterator[str]:
    for seat, fuel in enumerate(state.fuel):
        if fuel < 0:
            yield f"P-2: seat {seat} has {fuel} fuel"
        committed = state.committed_fuel[seat]
        if type(committed) is int and not 0 <= committed <= fuel:
            yield f"P-2: seat {seat} has set {committed} of {fuel} fuel aside"
    if state.supply is not None:
        if state.supply < 0:
            yield f"P-2: the supply is {state.supply}"
        if state.supply + sum(state.fuel) != FUEL_CRYSTALS:
            yield f"P-2: a supply of {state.supply} and {sum(state.fuel)} fuel make not {FUEL_CRYSTALS}"


def _events(state: State) -> Iterator[str]:
    for seat, discs in enumerate(state.discs):
        controlled = state.control.count(seat)
        if discs + controlled != DISCS:
            yield f"P-3: {discs} discs of seat {seat} and {controlled} events make not {DISCS}"
    if not len(state.led_cards) == len(state.winning_cards) == len(state.control) == state.present + 1:
        yield f"P-4: the timeline does not have {state.present} event tokens"
        return
    for at, stack in enumerate(zip(state.led_cards, state.winning_cards, state.control, strict=True)):
        if stack.count(None) not in (0, len(stack)):
            yield f"P-4: event {at} has only some of led card, winning card and controller"
    if state.present > 1 and state.control[1] is None:
        yield "P-4: nobody controls event 1"


def _travel(state: State) -> Iterator[str]:
    if state.phase != "travel":
        return
    for seat, hand in enumerate(state.hands):
        if len(hand) != HAND_SIZE - state.round:
            yield f"P-5: seat {seat} holds {len(hand)} cards after round {state.round}"
        if state.travelers[seat] != state.present:
            yield f"P-5: the traveler of seat {seat} is not in the present"
        if state.control.count(seat) >= DISCS:
            yield f"P-5: seat {seat} controls {state.control.count(seat)} events, and the game goes on"


def _result(state: State) -> Iterator[str]:
    if state.result is None:
        return
    if len(state.result.winners) != 1:
        yield f"P-9: there are {len(state.result.winners)} winners"
    for place in state.result.ranking:
        if len(place) > 1 and any(state.result.scores[seat] for seat in place):
            yield f"P-9: the seats {', '.join(map(str, place))} control events and share a place"
