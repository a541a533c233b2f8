"""What can never be in a game of Timeline (I-1 to I-5, I-9 to I-12, I-14), nor in a record of one (TL-40).

Views can be checked as well: where the dates of the deck are hidden, they are not compared.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from timecore.datafile import FileFault
from timecore.hidden import HIDDEN
from timecore.rulesets.timeline.cards import digest_of, is_card_id, is_year
from timecore.rulesets.timeline.events import DeckOpened
from timecore.rulesets.timeline.options import Options
from timecore.rulesets.timeline.state import State

__all__ = ["faults", "faults_of_opening"]


def faults(state: State) -> Sequence[str]:
    """What is wrong with a state after a whole entry, a sentence each; empty if all is well."""
    return [*_cards(state), *_dates(state), *_turn(state), *_hands(state), *_piles(state), *_result(state)]


def _cards(state: State) -> Iterator[str]:
    places = [*state.pile, *state.timeline, *state.discards, *state.box]
    for hand in state.hands:
        places += hand
    if sorted(places) != list(state.cards):
        yield "I-1: pile, hands, timeline, discards and box are not the cards of the deck, each once"
    if any(one >= other for one, other in pairwise(state.pile)):
        yield "I-2: the pile is not in order"


def _dates(state: State) -> Iterator[str]:
    if any(one > other for one, other in pairwise(state.dates)):
        yield "I-2: the years of the timeline decrease"
    for card, year in zip(state.timeline, state.dates, strict=True):
        if state.known.get(card) != year:
            yield f"I-3: {card} lies in the timeline with another year than was shown"
    for card in (*state.discards, *state.box):
        if card not in state.known:
            yield f"I-3: {card} was put away, and its date is not known"
    if state.years is HIDDEN:
        return
    deck = dict(zip(state.cards, state.years, strict=True))
    for card, year in state.known.items():
        if deck.get(card) != year:
            yield f"I-3: the date shown of {card} is not that of the deck"


def _turn(state: State) -> Iterator[str]:
    playing = state.phase in ("playing", "sudden_death")
    if playing and state.current not in state.seats:
        yield "I-4: it is the turn of nobody in the round"
    if playing and state.drawing is None and state.current is not None and not state.hands[state.current]:
        yield f"I-4: seat {state.current} is to place a card and has none"
    if state.phase == "dealing" and not state.pile:
        yield "I-4: a card is to be dealt and none is left"
    if state.phase == "over" and (state.current, state.drawing) != (None, None):
        yield "I-4: the game is over, and it is somebody's turn"
    if state.phase != "over" and playing != (state.round > 0):
        yield f"I-12: round {state.round} in the phase {state.phase}"
    if playing and (state.sudden > 0) is not (state.phase == "sudden_death"):
        yield f"I-12: sudden death {state.sudden} in the phase {state.phase}"
    if state.drawing is not None and (state.drawing != state.current or not state.pile):
        yield f"I-14: seat {state.drawing} waits for a card out of turn, or for none"


def _hands(state: State) -> Iterator[str]:
    each = state.options.cards
    sizes = [len(hand) for hand in state.hands]
    if max(sizes) > each:
        yield f"I-5: a hand has {max(sizes)} cards, and {each} were dealt"
    if state.phase == "playing":
        if state.drawing is not None:
            sizes[state.drawing] += 1
        # Whose the cards of the timeline were, it does not say; one is the starting card.
        placed = len(state.timeline) - 1
        exact = state.options.misplaced != "insert"
        missing = each * len(sizes) - sum(sizes)
        if missing != placed if exact else missing > placed:
            yield f"I-5: {missing} cards are gone from the hands, and {placed} were placed"
    if state.phase == "sudden_death" and any(sizes[seat] > 1 for seat in state.seats):
        yield "I-5: a seat has more than one card in sudden death"


def _piles(state: State) -> Iterator[str]:
    if state.discards and state.options.misplaced != "discard":
        yield "I-11: there are discards"
    if state.box and state.options.misplaced != "box":
        yield "I-11: there are cards in the box"


def _result(state: State) -> Iterator[str]:
    if state.phase != "over":
        if state.winners or state.reason is not None:
            yield "I-9: there are winners, and the game goes on"
        return
    alone = state.reason in ("finished", "sudden_death")
    if (len(state.winners) == 1) is not alone or not state.winners:
        yield f"I-9: {len(state.winners)} winners, for the reason {state.reason}"
    if tuple(seat for seat in state.seats if seat in state.winners) != state.winners:
        yield "I-10: the winners are not of the last round, in turn order"
    if any(state.hands[seat] for seat in state.winners):
        yield "I-10: a winner has cards left"


# -- a deck that is known from a record only -------------------------------------------------------


def faults_of_opening(opened: DeckOpened, options: Options) -> list[FileFault]:
    """What is wrong with the recorded opening of a deck that is not at hand (TL-40).

    Args:
        opened: The event, in which ``years`` and ``digest`` may be hidden.
        options: Those of the game.
    """
    found: list[FileFault] = []
    cards, years = opened.cards, opened.years

    def find(rule: str, what: str, position: int | None = None) -> None:
        found.append(FileFault(rule, what, position))

    for position, card in enumerate(cards, 1):
        if not is_card_id(card):
            find("TL-13", "its id is not well formed", position)
    titles: dict[str, int] = {}
    for position, title in enumerate(opened.titles, 1):
        if not title.strip():
            find("TL-13", "its title is blank", position)
        elif titles.setdefault(title.strip().casefold(), position) != position:
            find("TL-16", f"its title is that of card {titles[title.strip().casefold()]}", position)
    if len(set(cards)) != len(cards):
        find("TL-16", "an id stands twice")
    elif list(cards) != sorted(cards):
        find("TL-17", "the cards are not in the order of their ids")
    if len(opened.titles) != len(cards):
        find("TL-13", f"there are {len(cards)} cards and {len(opened.titles)} titles")
    needed = options.players * options.cards + 1
    if len(cards) < needed:
        find("TL-23", f"there are {len(cards)} cards, and {needed} are needed")
    if years is not HIDDEN:
        if len(years) != len(cards):
            find("TL-13", f"there are {len(cards)} cards and {len(years)} years")
        for position, year in enumerate(years, 1):
            if not is_year(year):
                find("TL-14", f"it has the year {year}", position)
        if (
            opened.digest is not HIDDEN
            and len(years) == len(cards)
            and opened.digest != digest_of(cards, years)
        ):
            find("TL-18", "the digest is not that of the cards and years")
    return found
