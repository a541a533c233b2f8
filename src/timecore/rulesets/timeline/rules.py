"""Every rule of Timeline, and only here: who may move, how, and what comes of it.

The numbers in brackets are those of ``docs/rules/timeline.md``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, Never, Self, TypeAlias

import attrs

from timecore.actors import CHANCE, Actor, Seat
from timecore.datafile import FileFault
from timecore.errors import FileMissing, FileRefused, HiddenValue, InvalidMove, OptionRefused
from timecore.hidden import HIDDEN
from timecore.messages import Event, Move
from timecore.options import resolve
from timecore.quoting import json_text
from timecore.refusal import BrokenRule, actor_in_words, not_to_act, refuse
from timecore.ruleset import Ruleset
from timecore.rulesets.timeline.builtin import BUILT_IN, built_in_deck
from timecore.rulesets.timeline.cards import CardId, Deck, Interval, Year
from timecore.rulesets.timeline.events import (
    EVENTS,
    CardDealt,
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    DeckOpened,
    DiscardsReshuffled,
    GameEnded,
    LastCardPlaced,
    PlayerEliminated,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.moves import MOVES, DrawCard, OpenDeck, PlaceCard
from timecore.rulesets.timeline.options import CLASSIC, Options
from timecore.rulesets.timeline.state import Result, State

__all__ = ["TimelineRules", "correct_intervals"]

Events: TypeAlias = tuple[Event[State], ...]
Place: TypeAlias = Literal["discards", "box", "hand", "timeline"]


class TimelineRules(Ruleset[State]):
    """The questions that the rules answer; how a game is told and drawn is not their business.

    Attributes:
        deck_at_hand: The deck of a user's file, if these rules were given one.
    """

    name = "timeline"
    version = 1
    title = "Timeline: Games & Leisure"
    summary = "Place cards where they belong in the order of time, without knowing their dates."
    seats = range(2, 9)
    options = Options
    moves = MOVES
    events = EVENTS
    options_rule = "TL-20"
    move_rule = "TL-37"
    draws = 256
    file_option = "deck"
    file_rule = "TL-11"

    def __init__(self, deck_at_hand: Deck | None = None) -> None:
        self.deck_at_hand = deck_at_hand

    # -- decks and options --------------------------------------------------------------------------

    def check_file(self, data: bytes) -> Sequence[FileFault]:
        """All that is wrong with a deck file (TL-11 to TL-17)."""
        from timecore.rulesets.timeline.deckfile import read_deck  # it reads TOML  # noqa: PLC0415

        return read_deck(data)[1]

    def with_file(self, data: bytes) -> Self:
        """These rules with a deck file at hand, besides the decks that are built in.

        Raises:
            FileRefused: There are faults in it; carries all of them.
        """
        from timecore.rulesets.timeline.deckfile import read_deck  # it reads TOML  # noqa: PLC0415

        deck, faults = read_deck(data)
        if deck is None:
            first = faults[0]
            msg = ": ".join(filter(None, (first.place, first.what)))
            raise FileRefused(msg, option=self.file_option, faults=faults)
        return type(self)(deck)

    @property
    def file_name(self) -> str | None:
        """The id of the deck of the file at hand."""
        return None if self.deck_at_hand is None else self.deck_at_hand.id

    def deck_named(self, name: str) -> Deck | None:
        """The deck of that id, if it is at hand or built in.

        A file that calls itself like a deck that is built in, and is another, stands for none: no game was made
        with it (TL-28).
        """
        deck = self.deck_at_hand
        if deck is not None and deck.id == name and _is_another(deck) is None:
            return deck
        return built_in_deck(name) if name in BUILT_IN else None

    def resolve_options(self, given: Mapping[str, Any]) -> Options:
        """Check the options of a new game and fill in the defaults (TL-20 to TL-28).

        Raises:
            OptionRefused: Names the rule and the option.
        """
        options = self.stored_options(given)
        mine = self.deck_at_hand
        if mine is not None and mine.id == options.deck:
            if fault := _is_too_small(options, len(mine.cards)):
                raise OptionRefused(fault, rule="TL-23", option="deck", value=options.deck)
            if fault := _is_another(mine) or _is_too_large(mine):
                raise OptionRefused(fault, rule="TL-28", option="deck", value=options.deck)
        elif options.deck not in BUILT_IN:
            msg = f"no deck {json_text(options.deck)} is built in"
            raise OptionRefused(
                msg,
                rule="TL-23",
                option="deck",
                value=options.deck,
                hint="Give the path of the deck's file, which ends in .toml. Built in are: "
                + ", ".join(BUILT_IN)
                + ".",
            )
        return options

    def stored_options(self, stored: Mapping[str, Any]) -> Options:
        """The options of a saved game, whose deck need not be at hand.

        A file at hand is not asked how large it is: it may be another deck of that id, and its opening tells (TL-40).

        Raises:
            OptionRefused: Names the rule and the option.
        """
        options = resolve(Options, stored, rule=self.options_rule)
        cards: object = options.cards
        if cards == "classic":
            options = attrs.evolve(options, cards=CLASSIC[options.players])
        if options.deck in BUILT_IN and (fault := _is_too_small(options, BUILT_IN[options.deck])):
            raise OptionRefused(fault, rule="TL-23", option="deck", value=options.deck)
        return options

    # -- the rules ----------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        """The state before the deck is opened."""
        return State.start(options)

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Who may move now (TL-30 to TL-32)."""
        phase, current = state.phase, state.current
        if phase == "over":
            return ()
        if state.drawing is not None or phase in ("dealing", "opening"):
            return _CHANCE
        return () if current is None else (current,)

    def legal_moves(self, state: State, actor: Actor) -> list[Move]:
        """Every legal move of an actor, in the order of TL-33 to TL-36. On a view, chance has none (TL-73)."""
        if actor not in self.to_act(state):
            return []
        if actor == CHANCE:
            if state.phase == "opening":
                return [OpenDeck(state.options.deck)]
            return [] if state.digest is HIDDEN else [*map(_draw, state.pile)]
        moves: list[Move] = []
        intervals = len(state.timeline) + 1
        for card in state.hands[actor]:
            moves += _places(card, intervals)
        return moves

    def weights(self, state: State) -> Sequence[int]:
        """All cards are equally likely (TL-33, TL-34)."""
        if state.phase == "opening":
            return (1,)
        return () if state.digest is HIDDEN else (1,) * len(state.pile)

    def drawn(self, state: State, number: int) -> Move | None:
        """The move that the number means, as many equally likely cards into the pile (TL-33, TL-34)."""
        pile = state.pile
        if state.phase == "opening" or state.digest is HIDDEN or self.to_act(state) is not _CHANCE:
            return super().drawn(state, number)
        return _draw(pile[number % len(pile)]) if pile else None

    def decide(self, state: State, actor: Actor, move: Move) -> Events:
        """The events that a move causes, in the order of TL-40 to TL-57.

        Raises:
            InvalidMove: It is no move of this game (TL-37).
            IllegalMove: It is not legal now: names the first rule it breaks, in the order of TL-37.
            FileMissing: It opens a deck that is neither built in nor at hand, or another one is, too small for it.
            HiddenValue: On a view, where it depends on a date that is hidden.
        """
        kind = type(move)
        if kind not in MOVES.codes:
            raise InvalidMove(f"{kind.__name__} is no move of this game", rule="TL-37")
        try:
            return _consequences(self, state, actor, move)
        except BrokenRule as broken:
            raise broken.error(actor, move, self.legal_moves(state, actor)) from None

    def result(self, state: State) -> Result | None:
        """How the game ended (TL-63)."""
        if state.reason is None:
            return None
        return Result(state.winners, state.reason, tuple(map(len, state.hands)))

    def round_of(self, state: State) -> int:
        """The number of the round in progress, 0 before the first."""
        return state.round

    # -- records ------------------------------------------------------------------------------------

    def faults_without_file(
        self, state: State, actor: Actor, move: Move, events: Sequence[Event[State]]
    ) -> Sequence[FileFault] | None:
        """What is wrong with a recorded opening of a deck that is not at hand (TL-40).

        A deck is at hand if it has the recorded id and digest. A copy that hides the digest does not tell, so there
        the opening is looked at as far as it is shown.
        """
        if state.phase != "opening" or actor != CHANCE or move != OpenDeck(state.options.deck):
            return None  # it needs no deck, or is not legal, which `decide` will say
        deck = self.deck_named(state.options.deck)
        opened = events[0] if len(events) == 1 else None
        if not isinstance(opened, DeckOpened) or opened.deck != state.options.deck:
            return [
                FileFault("TL-40", f"opening {state.options.deck} causes its DeckOpened, and nothing else")
            ]
        if (
            deck is not None
            and opened.digest == deck.digest
            and not _is_too_small(state.options, len(deck.cards))
        ):
            return None
        from timecore.rulesets.timeline.checks import faults_of_opening  # for audits only  # noqa: PLC0415

        return faults_of_opening(opened, state.options)


# -- moves made once, and shared -------------------------------------------------------------------


_CHANCE: Final = (CHANCE,)

#: How many moves are kept at most; a timeline of 60 cards needs 6,000 for a whole deck of 96.
_MOST_KEPT: Final = 100_000


class _Draws(dict[CardId, Move]):
    """The draw of each card, made when it is first asked for."""

    def __missing__(self, card: CardId) -> Move:
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[card] = move = DrawCard(card)
        return move


_draw: Final = _Draws().__getitem__
_placings: Final[dict[CardId, tuple[Move, ...]]] = {}


def _places(card: CardId, intervals: int) -> tuple[Move, ...]:
    """A card at each of so many intervals, ascending."""
    kept = _placings.get(card, ())
    if len(kept) < intervals:
        size = max(16, 1 << (intervals - 1).bit_length())
        kept = tuple([PlaceCard(card, at) for at in range(size)])
        if len(_placings) * size >= _MOST_KEPT:
            _placings.clear()
        if size < _MOST_KEPT:
            _placings[card] = kept
    return kept[:intervals]


# -- decks that no game can be made with -----------------------------------------------------------


def _is_too_small(options: Options, size: int) -> str | None:
    """TL-23: whether so many cards are not enough."""
    needed = options.players * options.cards + 1
    if size >= needed:
        return None
    return (
        f"the deck {options.deck} has {size} {'card' if size == 1 else 'cards'}, and {options.players} players with "
        f"{options.cards} {'card' if options.cards == 1 else 'cards'} each need {needed}"
    )


def _is_another(deck: Deck) -> str | None:
    """TL-28: two decks under one name would make an audit compare with the wrong one."""
    if deck.id in BUILT_IN and deck.digest != built_in_deck(deck.id).digest:
        return f"the deck of the file calls itself {deck.id} like one that is built in, but has other cards or years"
    return None


def _is_too_large(deck: Deck) -> str | None:
    """TL-28: whether a record could not hold the opening of the deck."""
    from msgpack import ExtType, packb  # for users' decks only  # noqa: PLC0415

    commitment = ExtType(1, bytes(32))
    ids, titles = [card.id for card in deck.cards], [card.title for card in deck.cards]
    opened = [0, deck.id, commitment, ids, titles, commitment]
    body = len(packb([2**32 - 1, CHANCE, [0, deck.id], [opened], {}]))
    years = len(packb([card.year for card in deck.cards]))
    for what, size, most in (("ids and titles", body, _BODY), ("years", years, _OPENING)):
        if size > most:
            return f"the {what} of the deck {deck.id} take {size} bytes in a record, and an entry has room for {most}"
    return None


#: What a record holds at most, in bytes: of an entry, and of a value in it that is hidden.
_BODY: Final = 1024 * 1024
_OPENING: Final = 64 * 1024


# -- refusals --------------------------------------------------------------------------------------


def _refuse_actor(state: State, actor: Actor, to_act: tuple[Actor, ...]) -> Never:
    """The first of TL-32, TL-30 and TL-31 that applies."""
    if state.phase == "over":
        refuse("TL-32", f"the game is over, so {actor_in_words(actor)} has no move")
    if to_act == _CHANCE and 0 <= actor < len(state.hands):
        refuse("TL-30", not_to_act(actor, to_act))
    refuse("TL-31", not_to_act(actor, to_act))


# -- what each move causes -------------------------------------------------------------------------


def _consequences(rules: TimelineRules, state: State, actor: Actor, move: Move) -> Events:
    to_act = rules.to_act(state)
    if actor not in to_act:
        _refuse_actor(state, actor, to_act)
    if actor != CHANCE:
        if type(move) is not PlaceCard:
            refuse("TL-37", f"a player places cards, and nothing else: {type(move).__name__} is for chance")
        return _place(state, move.card, move.at)
    if state.phase == "opening":
        if type(move) is not OpenDeck:
            refuse("TL-37", "the deck is to be opened first")
        return _open(rules, state, move.deck)
    if type(move) is not DrawCard:
        refuse("TL-37", f"a card is to be drawn, and {type(move).__name__} draws none")
    card, pile = move.card, state.pile
    place = bisect_left(pile, card)
    if place == len(pile) or pile[place] != card:
        refuse("TL-34", f"the card {json_text(card)} is not in the pile")
    return _DRAWN[state.phase](state, card)


def _open(rules: TimelineRules, state: State, name: str) -> Events:
    """The deck (TL-33, TL-40)."""
    if name != state.options.deck:
        refuse("TL-33", f"the deck of this game is {state.options.deck}, not {json_text(name)}")
    deck = rules.deck_named(name)
    if deck is None:
        msg = f"the deck {name} is neither built in nor at hand"
        raise FileMissing(msg, name=rules.name, file=name, hint="Give the deck's file.")
    if fault := _is_too_small(state.options, len(deck.cards)):  # with this file the game was not made
        raise FileMissing(
            fault, name=rules.name, file=name, hint="Give the file that the game was made with."
        )
    return (
        DeckOpened(
            deck=name,
            digest=deck.digest,
            cards=tuple([card.id for card in deck.cards]),
            titles=tuple([card.title for card in deck.cards]),
            years=tuple([card.year for card in deck.cards]),
        ),
    )


def _deal(state: State, card: CardId) -> Events:
    """One of the first cards, or the starting card (TL-41, TL-42)."""
    each, order = state.options.cards, state.turn_order
    for seat in order:
        if len(state.hands[seat]) < each:
            return (CardDealt(seat, card),)
    turned = StartingCardTurned(card, _year(state, card))
    return (turned, *_start_of_round(1, 0, order, pile=True, discards=()))


def _draw_in_turn(state: State, card: CardId) -> Events:
    """A card for a misplaced one (TL-46)."""
    drawn = CardDrawn(_seat(state), card)
    return (drawn, *_end_of_turn(state, state.finished, pile=len(state.pile) > 1, discards=state.discards))


def _draw_in_sudden_death(state: State, card: CardId) -> Events:
    """The one card of a sudden-death turn (TL-54)."""
    return (CardDrawn(_seat(state), card),)


_DRAWN: Final[Mapping[str, Callable[[State, CardId], Events]]] = {
    "dealing": _deal,
    "playing": _draw_in_turn,
    "sudden_death": _draw_in_sudden_death,
}


def _place(state: State, card: CardId, at: Interval) -> Events:
    """A card in the timeline, right or wrong (TL-43 to TL-47, TL-55)."""
    seat, options, dates = _seat(state), state.options, state.dates
    hand = state.hands[seat]
    if card not in hand:
        refuse("TL-35", f"the card {json_text(card)} is not in the hand of seat {seat}")
    last = len(dates)
    if not 0 <= at <= last:
        refuse("TL-35", f"there is no interval {at}: they are 0 to {last}")
    year = _year(state, card)
    ordinary, pile = not state.sudden, bool(state.pile)
    if (at == 0 or dates[at - 1] <= year) and (at == last or year <= dates[at]):  # TL-7
        placed = CardPlaced(seat, card, at, year)
        if len(hand) > 1:
            return (placed, *_end_of_turn(state, state.finished, pile=pile, discards=state.discards))
        if ordinary and not options.finish_round:  # TL-44
            return (placed, LastCardPlaced(seat), GameEnded((seat,), "finished"))
        finished = (*state.finished, seat)
        ending = _end_of_turn(state, finished, pile=pile, discards=state.discards)
        return (placed, LastCardPlaced(seat), *ending)
    to = _TO[options.misplaced]
    if ordinary and not pile and to != "discards":  # TL-47
        taken_back = CardMisplaced(seat, card, at, year, "hand", None, draws=False)
        return (taken_back, *_end_of_turn(state, state.finished, pile=pile, discards=state.discards))
    landed = _nearest(correct_intervals(dates, year), at) if to == "timeline" else None
    discards = [*state.discards, card] if to == "discards" else state.discards
    misplaced = CardMisplaced(seat, card, at, year, to, landed, draws=ordinary)
    if not ordinary:
        return (misplaced, *_end_of_turn(state, state.finished, pile=pile, discards=discards))
    return (misplaced,) if pile else (misplaced, DiscardsReshuffled(tuple(sorted(discards))))  # TL-48


_TO: Final[Mapping[str, Place]] = {"discard": "discards", "box": "box", "insert": "timeline"}


def correct_intervals(dates: Sequence[Year], year: Year) -> range:
    """The intervals in which a card of a year is correct (TL-7).

    Args:
        dates: The years of the timeline, which never decrease.
        year: That of the card.
    """
    return range(bisect_left(dates, year), bisect_right(dates, year) + 1)


def _nearest(correct: range, at: Interval) -> Interval:
    """The correct interval that is nearest to a wrong one (TL-45)."""
    return correct[0] if at < correct[0] else correct[-1]


def _seat(state: State) -> Seat:
    """Whose turn it is."""
    assert state.current is not None  # noqa: S101 - else nobody would be to act
    return state.current


def _year(state: State, card: CardId) -> Year:
    """The date of a card."""
    if state.years is HIDDEN:
        raise HiddenValue("what follows depends on a date that is hidden here")
    return state.years[bisect_left(state.cards, card)]


# -- what comes next -------------------------------------------------------------------------------
#
# Who has finished, whether the pile holds a card, and the discards are given as the events before, of the same entry,
# leave them.


def _start_of_round(
    number: int, sudden: int, seats: tuple[Seat, ...], *, pile: bool, discards: Sequence[CardId]
) -> Events:
    """TL-49."""
    first = _start_of_turn(sudden, seats, seats[0], pile=pile, discards=discards)
    return (_round_started(number, sudden, seats), *first)


def _start_of_turn(
    sudden: int, seats: tuple[Seat, ...], seat: Seat, *, pile: bool, discards: Sequence[CardId]
) -> Events:
    """TL-50, TL-53, TL-64."""
    if not sudden:
        return (TurnStarted(seat, draws=False),)
    if pile:
        return (TurnStarted(seat, draws=True),)
    if discards:
        return (TurnStarted(seat, draws=True), DiscardsReshuffled(tuple(sorted(discards))))
    return (GameEnded(seats, "exhausted"),)


def _end_of_turn(
    state: State, finished: tuple[Seat, ...], *, pile: bool, discards: Sequence[CardId]
) -> Events:
    """TL-50."""
    seats = state.seats
    place = seats.index(_seat(state)) + 1
    if place < len(seats):
        return _start_of_turn(state.sudden, seats, seats[place], pile=pile, discards=discards)
    return _end_of_round(state, finished, pile=pile, discards=discards)


def _end_of_round(
    state: State, finished: tuple[Seat, ...], *, pile: bool, discards: Sequence[CardId]
) -> Events:
    """TL-51, TL-52, TL-56, TL-57, TL-60 to TL-62."""
    seats, sudden = state.seats, state.sudden
    number = state.round + 1
    if not finished or (sudden and len(finished) == len(seats)):
        sudden = sudden and sudden + 1
        return _start_of_round(number, sudden, seats, pile=pile, discards=discards)
    if not sudden and len(finished) == 1:
        return (GameEnded(finished, "finished"),)
    if not sudden and state.options.tie_break == "shared":
        return (GameEnded(finished, "shared"),)
    eliminated = [PlayerEliminated(seat) for seat in seats if seat not in finished]
    if len(finished) == 1:
        return (*eliminated, GameEnded(finished, "sudden_death"))
    return (*eliminated, *_start_of_round(number, sudden + 1, finished, pile=pile, discards=discards))


_round_started = lru_cache(maxsize=1024)(RoundStarted)
