"""Every rule of Time Chase, and only here: who may move, how, and what comes of it.

The numbers in brackets are those of ``docs/rules/time_chase.md``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias, TypeVar

from timecore.actors import CHANCE, Actor, Seat
from timecore.errors import HiddenValue, InvalidMove
from timecore.hidden import HIDDEN, Hidden
from timecore.messages import Event, Move
from timecore.refusal import BrokenRule, actor_in_words, not_to_act, refuse
from timecore.ruleset import Ruleset
from timecore.rulesets.time_chase.cards import (
    CARDS,
    DISCS,
    HIGHER,
    INVARIANT,
    ROUNDS,
    SUIT,
    VALUE,
    Card,
    Location,
    SeatCard,
    Suit,
)
from timecore.rulesets.time_chase.events import (
    EVENTS,
    CardCommitted,
    CardDealt,
    CardPlayed,
    CardsRevealed,
    DiscPlaced,
    DiscReturned,
    EventAdded,
    FuelCommitted,
    FuelGained,
    FuelRevealed,
    FuelSpent,
    GameEnded,
    InvariantLost,
    InvariantOpened,
    InvariantReplaced,
    InvariantTurned,
    ResolutionStarted,
    StackMade,
    TravelerMoved,
    TravelersGathered,
    WinningCardKept,
    WinningCardReplaced,
)
from timecore.rulesets.time_chase.moves import (
    MOVES,
    CommitCard,
    CommitFuel,
    DealCard,
    PlayCard,
    TurnInvariant,
)
from timecore.rulesets.time_chase.options import Options
from timecore.rulesets.time_chase.state import Resolving, Result, State

__all__ = ["TimeChaseRules"]

T = TypeVar("T")
Events: TypeAlias = tuple[Event[State], ...]
How: TypeAlias = Literal["led", "followed", "off_suit"]
Reason: TypeAlias = Literal["three_events", "second_rift", "ten_rounds"]


class TimeChaseRules(Ruleset[State]):
    """The questions that the rules answer; how a game is told and drawn is not their business."""

    name = "time_chase"
    version = 1
    title = "Time Chase"
    summary = "Trick-taking with time travel: go back to a trick that somebody has won, and contest it again."
    seats = range(3, 7)
    options = Options
    moves = MOVES
    events = EVENTS
    options_rule = "TC-10"
    move_rule = "TC-32"
    draws = 64

    def start(self, options: Options) -> State:
        """The state before the first card is dealt (TC-20)."""
        return State.start(options)

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Who may move now, ascending (TC-31)."""
        if state.result is not None:
            return ()
        if state.present == 0:
            return _CHANCE
        resolving = state.resolving
        if resolving is not None:
            played = len(resolving.plays)
            return resolving.order[played : played + 1]
        contest = state.contest
        if contest is not None:
            if contest.revealed:
                return ()
            cards = state.committed_cards
            return tuple([seat for seat in contest.seats if cards[seat] is None])
        return tuple([seat for seat, fuel in enumerate(state.committed_fuel) if fuel is None])

    def legal_moves(self, state: State, actor: Actor) -> list[Move]:
        """Every legal move of an actor, in the order of TC-35; those of chance in card order (TC-22).

        Raises:
            HiddenValue: On a view, of chance or of a seat whose cards are hidden.
        """
        if actor not in self.to_act(state):
            return []
        if actor == CHANCE:
            return [*map(_draws(state).__getitem__, _known_deck(state))]
        resolving = state.resolving
        if resolving is None and state.contest is None:
            return _FUEL[: _most_fuel(state, actor) + 1]
        hand = _known_hand(state, actor)
        if resolving is None:
            moves = _for_each_card(CommitCard)
            return [moves[card] for card in hand]
        moves = _for_each_card(PlayCard)
        led_suit = resolving.led_suit
        following = [moves[card] for card in hand if SUIT[card] == led_suit]
        return following or [moves[card] for card in hand]  # TC-44

    def weights(self, state: State) -> Sequence[int]:
        """All cards are equally likely (TC-22, TC-23)."""
        return (1,) * state.deck_left

    def drawn(self, state: State, number: int) -> Move | None:
        """The move that the number means, as many equally likely cards into the deck (TC-22, TC-23).

        Raises:
            HiddenValue: On a view.
        """
        if state.present or state.result is not None:
            return None
        deck = _known_deck(state)
        return _draws(state)[next(islice(deck, number % len(deck), None))] if deck else None

    def decide(self, state: State, actor: Actor, move: Move) -> Events:
        """The events that a move causes, in the order of TC-100 to TC-105.

        Raises:
            InvalidMove: It is no move of this game (TC-32).
            IllegalMove: It is not legal now: names the first rule it breaks, in the order of TC-34.
            HiddenValue: On a view, where it depends on what is hidden: on a hand, a choice or the deck.
        """
        kind = type(move)
        if kind not in _CONSEQUENCES:
            raise InvalidMove(f"{kind.__name__} is no move of this game", rule="TC-32")
        consequences, asked = _CONSEQUENCES[kind]
        if asked(move) is HIDDEN:
            raise InvalidMove(f"this {kind.__name__} hides what it asks for", rule="TC-32")
        to_act = self.to_act(state)
        try:
            if not to_act:
                refuse("TC-31", f"the game is over, so {actor_in_words(actor)} has no move")
            if actor not in to_act:
                refuse("TC-31", not_to_act(actor, to_act))
            return consequences(state, actor, move)
        except BrokenRule as broken:
            raise broken.error(actor, move, self.legal_moves(state, actor)) from None

    def result(self, state: State) -> Result | None:
        """How the game ended (TC-95)."""
        return state.result

    def round_of(self, state: State) -> int:
        """The number of the round in progress, 0 before the first (TC-18)."""
        return state.round


# -- moves and events made once, and shared --------------------------------------------------------


_CHANCE: Final = (CHANCE,)
_FUEL: Final[list[Move]] = [CommitFuel(fuel) for fuel in range(ROUNDS + 1)]


@cache
def _for_each_card(make: Callable[[Card], Move]) -> dict[Card, Move]:
    return {card: make(card) for card in CARDS}


@cache
def _deals(seat: Seat) -> dict[Card, Move]:
    return {card: DealCard(seat, card) for card in CARDS}


def _draws(state: State) -> dict[Card, Move]:
    """What each card means that chance may bring now."""
    return _deals(state.seat_to_be_dealt) if state.phase == "deal" else _for_each_card(TurnInvariant)


# The same few events come again and again, and looking one up costs half of what making one does. Where an actor
# stands in one, who may be anything, types are told apart; all else comes from other events and from states.
_shared: Final = lru_cache(maxsize=4096)
_card_dealt = _shared(CardDealt)
_disc_placed = _shared(DiscPlaced)
_disc_returned = _shared(DiscReturned)
_event_added = _shared(EventAdded)
_fuel_gained = _shared(FuelGained)
_fuel_revealed = _shared(FuelRevealed)
_fuel_spent = _shared(FuelSpent)
_invariant_opened = _shared(InvariantOpened)
_resolution_started = _shared(ResolutionStarted)
_traveler_moved = _shared(TravelerMoved)
_travelers_gathered = _shared(TravelersGathered)
_card_played = lru_cache(maxsize=4096, typed=True)(CardPlayed)
_fuel_committed = lru_cache(maxsize=4096, typed=True)(FuelCommitted)


# -- what is legal ---------------------------------------------------------------------------------


def _known_deck(state: State) -> Collection[Card]:
    if len(state.undealt) != state.deck_left:
        raise HiddenValue("what chance may bring depends on cards that are hidden here")
    return state.undealt


def _known_hand(state: State, seat: Seat) -> list[Card]:
    hand = state.hands[seat]
    if hand and hand[-1] is HIDDEN:
        raise HiddenValue(f"what seat {seat} can do depends on cards that are hidden here")
    return hand  # type: ignore[return-value]  # hidden cards stand last, so there are none


def _shown(choices: Sequence[T | Hidden]) -> Sequence[T]:
    """The choices of all seats, which the last of them brings to light."""
    if HIDDEN in choices:
        raise HiddenValue("what follows depends on choices that are hidden here")
    return choices  # type: ignore[return-value]  # none of them is hidden


def _most_fuel(state: State, seat: Seat) -> int:
    """With ``present`` fuel a traveler reaches the invariant; nothing lies beyond it (TC-82)."""
    return min(state.fuel[seat], state.present)


# -- refusals --------------------------------------------------------------------------------------


# -- what each move causes -------------------------------------------------------------------------


def _deal(state: State, _chance: Actor, move: DealCard) -> Events:
    """A card of the deal (TC-22, TC-102)."""
    if state.phase != "deal":
        refuse("TC-32", "all cards have been dealt")
    seat = state.seat_to_be_dealt
    if move.seat != seat:
        refuse("TC-22", f"the next card is for seat {seat}, not for seat {move.seat}")
    if move.card not in _known_deck(state):
        refuse("TC-22", f"{move.card} is not in the deck")
    return (_card_dealt(move.seat, move.card),)


def _turn(state: State, _chance: Actor, move: TurnInvariant) -> Events:
    """The first invariant (TC-23, TC-24)."""
    if state.phase != "turn_invariant":
        refuse("TC-32", "the invariant is turned up when all cards have been dealt, and only then")
    if move.card not in _known_deck(state):
        refuse("TC-23", f"{move.card} is not in the deck")
    everybody = [1] * len(state.hands)
    return (
        InvariantTurned(move.card),
        EventAdded(1),
        TravelersGathered(1),
        ResolutionStarted(1, _participants(everybody, 1, state.first_player), None),
    )


def _play(state: State, seat: Seat, move: PlayCard) -> Events:
    """A card at an event (TC-103)."""
    card, resolving = move.card, state.resolving
    if resolving is None:
        refuse("TC-32", "cards are played only while an event is being resolved")
    hand = _known_hand(state, seat)
    at, led_suit = resolving.at, resolving.led_suit
    how: How
    if card not in hand:
        refuse("TC-33", f"{card} is not in the hand of seat {seat}")
    if led_suit is None:  # TC-45
        how, led_suit = "led", SUIT[card]
    elif SUIT[card] == led_suit:  # TC-47
        how = "followed"
    elif led_suit in [SUIT[other] for other in hand]:
        refuse("TC-44", f"seat {seat} can follow the led suit {led_suit}, so it must not play {card}")
    else:
        how = "off_suit"
    played = _card_played(seat, at, card, how)
    events: list[Event[State]] = [played]
    supply = state.supply
    if how == "followed" and supply != 0 and _lies_under_higher(state, resolving, card):  # TC-60, TC-62
        events.append(_fuel_gained(played.seat, 1, "bonus"))
        supply = None if supply is None else supply - 1
    if len(resolving.plays) + 1 < len(resolving.order):
        return tuple(events)
    outcome, control = _outcome(state, at, led_suit, [*resolving.plays, played])
    return (*events, *outcome, *_next(state, at, state.travelers, control, supply))


def _commit_card(state: State, seat: Seat, move: CommitCard) -> Events:
    """A card at the invariant (TC-104)."""
    card, contest = move.card, state.contest
    if contest is None:
        refuse("TC-32", "cards are committed only while the invariant is being contested")
    if card not in _known_hand(state, seat):
        refuse("TC-33", f"{card} is not in the hand of seat {seat}")
    committed = _with(state.committed_cards, seat, card)
    if None in [committed[s] for s in contest.seats]:
        return (CardCommitted(seat, card),)
    chosen = [SeatCard(s, c) for s, c in enumerate(_shown(committed)) if c is not None]
    values = [VALUE[one.card] for one in chosen]
    highest = max(values)
    old = state.invariant
    cards = [one.card for one in chosen] if old is None else [old, *(one.card for one in chosen)]
    rifts = state.rifts
    if values.count(highest) == 1:  # TC-72
        new = chosen[values.index(highest)]
        cards.remove(new.card)
        outcome: Event[State] = InvariantReplaced(old, new.card, new.seat, tuple(cards))
    else:  # TC-73, TC-74
        outcome = InvariantLost(old, tuple(cards))
        rifts += 1
    return (
        CardCommitted(seat, card),
        CardsRevealed(tuple(chosen)),
        outcome,
        *_end(state, state.control, state.supply, rifts),
    )


def _commit_fuel(state: State, seat: Seat, move: CommitFuel) -> Events:
    """Fuel to travel back with (TC-80 to TC-83, TC-105)."""
    if state.phase != "travel":
        refuse("TC-32", "fuel is set aside only when all events of a round have been resolved")
    fuel, most = move.fuel, _most_fuel(state, seat)
    if type(fuel) is not int or not 0 <= fuel <= most:
        refuse("TC-82", f"seat {seat} can set aside from 0 to {most} fuel, not {fuel}")
    committed = _with(state.committed_fuel, seat, fuel)
    if None in committed:
        return (_fuel_committed(seat, fuel),)
    amounts = [amount for amount in _shown(committed) if amount is not None]
    present = state.present
    moved = [present - amount for amount in amounts]
    events: list[Event[State]] = [_fuel_committed(seat, fuel), _fuel_revealed(tuple(amounts))]
    for traveler, amount in enumerate(amounts):
        if amount:
            events += (
                _fuel_spent(traveler, amount),
                _traveler_moved(traveler, present, moved[traveler]),
            )
    events += _next(state, present + 1, moved, state.control, state.supply)
    return tuple(events)


#: What each move causes, and what it asks for: a view of another's move may hide that, and ``decide`` needs it.
_CONSEQUENCES: Final[
    Mapping[type[Move], tuple[Callable[[State, Actor, Any], Events], Callable[[Any], Any]]]
] = {
    DealCard: (_deal, attrgetter("card")),
    TurnInvariant: (_turn, attrgetter("card")),
    PlayCard: (_play, attrgetter("card")),
    CommitCard: (_commit_card, attrgetter("card")),
    CommitFuel: (_commit_fuel, attrgetter("fuel")),
}


# -- an event, resolved ----------------------------------------------------------------------------


def _participants(travelers: Sequence[Location | None], at: Location, start: Seat) -> tuple[Seat, ...]:
    """The seats whose travelers stand at a location, clockwise from ``start`` (TC-41 to TC-43)."""
    return tuple([seat for seat in _clockwise(len(travelers), start) if travelers[seat] == at])


@lru_cache(maxsize=64)
def _clockwise(players: int, start: Seat) -> tuple[Seat, ...]:
    seats = range(players)
    return (*seats[start:], *seats[:start])


def _lies_under_higher(state: State, resolving: Resolving, card: Card) -> bool:
    """Whether a higher card of the led suit, which is that of ``card``, lies at the event (TC-60)."""
    higher, at = HIGHER[card], resolving.at
    if not higher.isdisjoint([play.card for play in resolving.plays]):
        return True
    in_stack = state.options.past_bonus == "stack"
    return in_stack and (state.led_cards[at] in higher or state.winning_cards[at] in higher)


@lru_cache(maxsize=64)
def _strengths(invariant: Suit | None, led_suit: Suit) -> Mapping[Card, int]:
    """What each card weighs in an event: any of the invariant suit more than any of the led suit (TC-50).

    A card of neither suit weighs nothing, whatever its value.
    """
    weights = dict.fromkeys(CARDS, 0)
    weights |= {card: VALUE[card] for card in CARDS if SUIT[card] == led_suit}
    weights |= {card: 100 + VALUE[card] for card in CARDS if SUIT[card] == invariant}
    return weights


def _outcome(
    state: State, at: Location, led_suit: Suit, plays: Sequence[CardPlayed]
) -> tuple[Events, list[Seat | None]]:
    """What comes of the cards played at an event, and who controls which event then (TC-51 to TC-55)."""
    invariant = None if state.invariant is None else SUIT[state.invariant]
    weights = _strengths(invariant, led_suit)
    cards = [play.card for play in plays]
    strengths = [weights[card] for card in cards]
    highest = max(strengths)
    best = plays[strengths.index(highest)]
    led_card, old, owner = state.led_cards[at], state.winning_cards[at], state.control[at]
    if led_card is None or old is None or owner is None:  # all of them, at a first resolution
        led_card = cards[0]
        discarded = tuple([card for card in cards if card not in (led_card, best.card)])
        stack = StackMade(at, led_card, best.card, best.seat, discarded)
        return (stack, _disc_placed(at, best.seat)), _with(state.control, at, best.seat)
    if highest <= weights[old]:
        return (WinningCardKept(at, old, tuple(cards)),), state.control
    cards.remove(best.card)
    if old != led_card:  # which stays for ever (TC-52)
        cards.insert(0, old)
    return (
        WinningCardReplaced(at, old, best.card, best.seat, tuple(cards)),
        _disc_returned(at, owner),
        _disc_placed(at, best.seat),
    ), _with(state.control, at, best.seat)


# -- what comes next -------------------------------------------------------------------------------
#
# Travelers, control, supply and rifts are given as the events before, of the same entry, leave them.


def _next(
    state: State,
    below: Location,
    travelers: Sequence[Location | None],
    control: Sequence[Seat | None],
    supply: int | None,
) -> Events:
    """The next location below one where a traveler stands, or the end of step 1 (TC-40, TC-100)."""
    at = max([place for place in travelers if place is not None and place < below], default=None)
    if at is None:
        return _end(state, control, supply, state.rifts)
    if at == INVARIANT:
        return (_invariant_opened(_participants(travelers, at, 0)),)
    led_card = state.led_cards[at]
    order = _participants(travelers, at, _start_seat(state, at, control))
    return (_resolution_started(at, order, None if led_card is None else SUIT[led_card]),)


def _start_seat(state: State, at: Location, control: Sequence[Seat | None]) -> Seat:
    """From whom on the leader of an event is looked for, clockwise (TC-42)."""
    before = control[at - 1]  # nobody controls location 0, so event 1 falls to the marker
    if before is None and state.options.lead_gap == "earlier":
        before = next((seat for seat in reversed(control[:at]) if seat is not None), None)
    return state.first_player if before is None else before


def _end(state: State, control: Sequence[Seat | None], supply: int | None, rifts: int) -> Events:
    """The end of step 1: the game is over, or time passes (TC-90, TC-91, TC-101)."""
    seats = range(len(state.hands))
    scores = tuple([control.count(seat) for seat in seats])
    reason: Reason
    if max(scores) >= DISCS:
        reason = "three_events"
    elif state.options.second_rift_ends and rifts >= 2:
        reason = "second_rift"
    elif state.present == ROUNDS:
        reason = "ten_rounds"
    else:
        return _time_passes(state, scores, supply)
    return (_ended(control, scores, reason),)


def _ended(control: Sequence[Seat | None], scores: tuple[int, ...], reason: Reason) -> GameEnded:
    """Who has won, and the places of all (TC-92 to TC-95)."""
    closest = tuple([control.index(seat) if score else None for seat, score in enumerate(scores)])
    places: dict[tuple[int, Location], list[Seat]] = {}
    for seat, score in enumerate(scores):
        places.setdefault((-score, closest[seat] or 0), []).append(seat)
    ranking = tuple([tuple(places[place]) for place in sorted(places)])
    return GameEnded(
        winners=ranking[0],
        reason=reason,
        tiebreak=scores.count(max(scores)) > 1,
        ranking=ranking,
        scores=scores,
        closest=closest,
    )


def _time_passes(state: State, scores: Sequence[int], supply: int | None) -> Events:
    """A new present, and income clockwise from the first player (TC-76 to TC-78, TC-62)."""
    at = state.present + 1
    events: list[Event[State]] = [_event_added(at), _travelers_gathered(at)]
    for seat in _clockwise(len(scores), state.first_player):
        gain = max(0, 2 - scores[seat])
        if supply is not None:
            gain = min(gain, supply)
            supply -= gain
        if gain:
            events.append(_fuel_gained(seat, gain, "income"))
    return tuple(events)


def _with(by_place: Sequence[T], place: int, value: T) -> list[T]:
    """A copy of a list with one place changed."""
    changed = list(by_place)
    changed[place] = value
    return changed
