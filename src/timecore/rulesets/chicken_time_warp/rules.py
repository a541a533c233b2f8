"""Every rule of Chicken Time Warp, and only here: who may move, how, and what comes of it.

The numbers in brackets are those of the rules document.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar

from timecore.actors import CHANCE, Actor, Seat
from timecore.datafile import FileFault, game_named
from timecore.errors import FileRefused, HiddenValue, InvalidMove
from timecore.hidden import HIDDEN, Hidden
from timecore.messages import Event, Move
from timecore.quoting import json_text
from timecore.refusal import BrokenRule, not_to_act, refuse
from timecore.ruleset import Ruleset
from timecore.rulesets.chicken_time_warp.cards import (
    HAND_SIZE,
    KINDS,
    NOT_BLACK,
    REVERSED,
    Kind,
    Minute,
)
from timecore.rulesets.chicken_time_warp.events import (
    EVENTS,
    BlackCardsAdded,
    CardDealt,
    CardDiscarded,
    CardDrawn,
    CardMooched,
    CardPlayed,
    CardStolen,
    DeathEscaped,
    DiscardReshuffled,
    DrawsDue,
    DrawSkipped,
    EscapePodMoved,
    FirstPlayerChosen,
    GameEnded,
    HandDiscarded,
    HandPeeked,
    HandsSwapped,
    OrderReversed,
    PlayerDied,
    PlayerErased,
    PlayerFrozen,
    PlayerRevived,
    PlayPassed,
    SwapBlocked,
    SwapOffered,
    TheftFailed,
    TimelineCardRemoved,
    TimelineFlipped,
    TimelineReversed,
    TimeSlipsAwayDrawn,
    TimeSlipsAwayVoided,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
    YouDeadDrawn,
)
from timecore.rulesets.chicken_time_warp.moves import (
    MOVES,
    AcceptDeath,
    AllowSwap,
    BlockSwap,
    ChooseFirstPlayer,
    DealCard,
    DrawCard,
    EscapeDeath,
    Pass,
    PlayCard,
)
from timecore.rulesets.chicken_time_warp.options import Options
from timecore.rulesets.chicken_time_warp.state import Result, State, Status

if TYPE_CHECKING:
    from timecore.rulesets.chicken_time_warp.deckfile import DeckFile

__all__ = ["ChickenTimeWarpRules"]

T = TypeVar("T")
Events: TypeAlias = tuple[Event[State], ...]


class ChickenTimeWarpRules(Ruleset[State]):
    """The questions that the rules answer; how a game is told and drawn is not their business."""

    name = "chicken_time_warp"
    version = 1
    title = "Chicken Time Warp"
    summary = "Hold the Escape Pod while the Escape Window is open, and stay alive until then."
    seats = range(3, 7)
    options = Options
    moves = MOVES
    events = EVENTS
    options_rule = "CW-9"
    move_rule = "CW-74"
    draws = 128
    file_option = "deck"
    file_rule = "CW-11"

    def __init__(self, deck_at_hand: "DeckFile | None" = None) -> None:
        self.deck_at_hand = deck_at_hand

    # -- deck files ---------------------------------------------------------------------------------

    def reads_file(self, data: bytes) -> bool:
        """Whether a deck file says that it is for this game."""
        return game_named(data) == self.name

    def check_file(self, data: bytes) -> Sequence[FileFault]:
        """All that is wrong with a deck file (CW-11)."""
        from timecore.rulesets.chicken_time_warp.deckfile import read_deck  # it reads TOML  # noqa: PLC0415

        return read_deck(data)[1]

    def with_file(self, data: bytes) -> Self:
        """These rules with a deck file at hand, whose counts a new game takes.

        Raises:
            FileRefused: There are faults in it; carries all of them.
        """
        from timecore.rulesets.chicken_time_warp.deckfile import read_deck  # it reads TOML  # noqa: PLC0415

        found, faults = read_deck(data)
        if found is None:
            first = faults[0]
            msg = ": ".join(filter(None, (first.place, first.what)))
            raise FileRefused(msg, option=self.file_option, faults=faults)
        return type(self)(found)

    @property
    def file_name(self) -> str | None:
        """What the deck of the file at hand is called."""
        return None if self.deck_at_hand is None else self.deck_at_hand.name

    @property
    def file_value(self) -> Mapping[Kind, int] | None:
        """The counts of the deck of the file at hand, which is all that a game takes from it."""
        return None if self.deck_at_hand is None else dict(self.deck_at_hand.deck)

    # -- the rules ----------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        """The state before the first card is dealt (CW-21)."""
        return State.start(options)

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Who may move now (CW-73)."""
        phase = state.phase
        if phase == "first_player":
            return _CHANCE
        # Only a wrong record waits for a card where there is none; nobody could bring one.
        if phase == "deal":
            return _CHANCE if state.draw_count else ()
        seat = state.seat
        if seat is None or phase == "over":
            return ()
        if phase == "draw":
            return _CHANCE if state.draw_count else ()
        actor = state.swap_target if phase == "swap" else seat
        return () if actor is None else (actor,)

    def legal_moves(self, state: State, actor: Actor) -> list[Move]:
        """Every legal move of an actor, in the order of CW-76.

        Raises:
            HiddenValue: On a view, of chance or of a seat whose cards are hidden.
        """
        if actor not in self.to_act(state):
            return []
        match state.phase:
            case "play":
                return _plays(state, actor, _known_hand(state, actor))
            case "draw":
                moves = _draws(_given(state.seat))
                return [moves[kind] for kind, count in _known_pile(state).items() if count]
            case "deal":
                moves = _deals(_seat_to_be_dealt(state))
                return [moves[kind] for kind, count in _known_pile(state).items() if count]
            case "swap":
                return _ANSWERS_TO_SWAP["swap_block" in _known_hand(state, actor)][:]
            case "you_dead":
                return _ANSWERS_TO_DEATH["clux_capacitor" in _known_hand(state, actor)][:]
            case _:
                return [*map(ChooseFirstPlayer, range(len(state.hands)))]

    def weights(self, state: State) -> Sequence[int]:
        """The number of copies of each kind (CW-22, CW-29); seats are equally likely (CW-24)."""
        if state.phase == "first_player":
            return (1,) * len(state.hands)
        return [count for count in _known_pile(state).values() if count]

    def decide(self, state: State, actor: Actor, move: Move) -> Events:
        """The events that a move causes, in the order of section 12.

        Raises:
            InvalidMove: It is no move of this game (CW-74).
            IllegalMove: It is not legal now: names the first rule it breaks, in the order of section 8.
            HiddenValue: On a view, where it depends on what is hidden: on a hand, or on the draw pile.
        """
        kind = type(move)
        if kind not in _CONSEQUENCES:
            raise InvalidMove(f"{kind.__name__} is no move of this game", rule="CW-74")
        phase, consequences = _CONSEQUENCES[kind]
        if (kind is DrawCard or kind is DealCard) and move.card is HIDDEN:  # type: ignore[attr-defined]
            raise InvalidMove(f"this {kind.__name__} hides its card", rule="CW-74")
        try:
            if state.phase == "over":
                refuse("CW-72", "the game is over, so nobody has a move")
            to_act = self.to_act(state)
            if actor not in to_act:
                refuse("CW-73", not_to_act(actor, to_act))
            if state.phase != phase:
                refuse("CW-73", f"{kind.__name__} is not asked for now")
            return consequences(state, actor, move)
        except BrokenRule as broken:
            raise broken.error(actor, move, self.legal_moves(state, actor)) from None

    def result(self, state: State) -> Result | None:
        """How the game ended (CW-70)."""
        return state.result

    def turn_of(self, state: State) -> int:
        """The number of the turn in progress, 0 before the first (CW-37)."""
        return state.turn


# -- moves and events made once, and shared --------------------------------------------------------


_CHANCE: Final = (CHANCE,)
_PASS: Final = Pass()
_ANSWERS_TO_SWAP: Final[Mapping[bool, list[Move]]] = {
    True: [BlockSwap(), AllowSwap()],
    False: [AllowSwap()],
}
_ANSWERS_TO_DEATH: Final[Mapping[bool, list[Move]]] = {
    True: [EscapeDeath(), AcceptDeath()],
    False: [AcceptDeath()],
}


@cache
def _deals(seat: Seat) -> dict[Kind, Move]:
    return {kind: DealCard(seat, kind) for kind in KINDS}


@cache
def _draws(seat: Seat) -> dict[Kind, Move]:
    return {kind: DrawCard(seat, kind) for kind in KINDS}


@lru_cache(maxsize=64)
def _alone(card: Kind) -> tuple[Move, ...]:
    return (PlayCard(card, None, None),)


@lru_cache(maxsize=1024)
def _on_each(card: Kind, targets: tuple[Seat, ...]) -> tuple[Move, ...]:
    return tuple([PlayCard(card, target, None) for target in targets])


@lru_cache(maxsize=4096)  # decks differ in which kinds they have
def _for_each(targets: tuple[Seat, ...], kinds: tuple[Kind, ...]) -> tuple[Move, ...]:
    return tuple([PlayCard("super_thief", target, kind) for target in targets for kind in kinds])


@lru_cache(maxsize=64)
def _mooch(kind: Kind) -> Move:
    return PlayCard("mooch", None, kind)


@lru_cache(maxsize=64)
def _nameable(counts: Mapping[Kind, int]) -> tuple[Kind, ...]:
    """The kinds that Super Thief can ask for (CW-46)."""
    return tuple([kind for kind in NOT_BLACK if counts[kind]])


# The same few events come again and again, and looking one up costs half of what making one does. Where an actor
# stands in one, who may be anything, types are told apart; all else comes from other events and from states.
_shared: Final = lru_cache(maxsize=4096)
_card_dealt = _shared(CardDealt)
_card_discarded = _shared(CardDiscarded)
_card_drawn = _shared(CardDrawn)
_discard_reshuffled = _shared(DiscardReshuffled)
_draws_due = _shared(DrawsDue)
_timeline_flipped = _shared(TimelineFlipped)
_turn_ended = _shared(TurnEnded)
_turn_skipped = _shared(TurnSkipped)
_turn_started = _shared(TurnStarted)
_card_played = lru_cache(maxsize=4096, typed=True)(CardPlayed)


# -- what is legal ---------------------------------------------------------------------------------


def _given(value: T | None) -> T:
    """What cannot be missing here."""
    assert value is not None  # noqa: S101 - a move without it was refused before
    return value


def _seat_to_be_dealt(state: State) -> Seat:
    """Who gets the next card of the deal (CW-22)."""
    hands = state.hands
    return sum(map(len, hands)) % len(hands)


def _known_pile(state: State) -> dict[Kind, int]:
    if sum(state.unseen.values()) != state.draw_count:
        raise HiddenValue("what chance may bring depends on cards that are hidden here")
    return state.unseen


def _known_hand(state: State, seat: Seat) -> list[Kind]:
    hand = state.hands[seat]
    if hand and hand[-1] is HIDDEN:
        raise HiddenValue(f"what seat {seat} can do depends on cards that are hidden here")
    return hand  # type: ignore[return-value]  # unknown cards stand last, so there are none


def _plays(state: State, seat: Seat, hand: list[Kind]) -> list[Move]:
    """What the current player may do (CW-76)."""
    moves: list[Move] = [_PASS]
    status = state.status
    others: tuple[Seat, ...] | None = None
    for card in dict.fromkeys(hand):
        if card in _ALONE:
            moves += _alone(card)
        elif card in _ON_SOMEBODY:
            if others is None:
                others = tuple([s for s, how in enumerate(status) if how == "alive" and s != seat])
            if card == "super_thief":
                moves += _for_each(others, _nameable(state.options.deck))
            elif card == "cryogenic_freeze":
                moves += _on_each(card, tuple([s for s in others if not state.frozen[s]]))
            elif card == "swap_hands":
                if len(hand) > 1:
                    moves += _on_each(card, others)
            elif state.options.peek_dead:
                moves += _on_each(
                    card, tuple([s for s, how in enumerate(status) if how != "erased" and s != seat])
                )
            else:
                moves += _on_each(card, others)
        elif card == "mooch":
            moves += map(_mooch, _moochable(state))
        elif card == "escape_pod" and _window_is_open(state):
            moves += _alone(card)
    return moves


_ALONE: Final = frozenset({"clux_capacitor", "stock_pile", "reverse"})
_ON_SOMEBODY: Final = frozenset({"swap_hands", "super_thief", "peek_a_boo", "cryogenic_freeze"})


def _window_is_open(state: State) -> bool:
    """Whether the last card of the line is face up (CW-40)."""
    return state.face_up == len(state.timeline)


def _is_target(state: State, seat: Seat, card: Kind, target: Seat | None) -> bool:
    """Whether a card can be played on a seat (CW-39)."""
    if type(target) is not int or not 0 <= target < len(state.hands) or target == seat:
        return False
    status = state.status[target]
    return status == "alive" or (status == "dead" and card == "peek_a_boo" and state.options.peek_dead)


def _moochable(state: State) -> list[Kind]:
    """The kinds that Mooch can take from the discard pile, in order (CW-50)."""
    discard = state.discard
    which = state.options.mooch
    if which == "any":
        return [kind for kind in NOT_BLACK if kind in discard]
    for card in reversed(discard):
        if card in NOT_BLACK:
            return [card]
        if which == "top_only":
            break
    return []


# -- refusals --------------------------------------------------------------------------------------


# -- the set-up ------------------------------------------------------------------------------------


def _deal(state: State, _chance: Actor, move: DealCard) -> Events:
    """A card of the deal (CW-22 to CW-24)."""
    seat = _seat_to_be_dealt(state)
    if move.seat != seat:
        refuse("CW-22", f"the next card is for seat {seat}, not for seat {move.seat}")
    card = move.card
    if card is HIDDEN or not _known_pile(state).get(card):
        refuse("CW-22", f"{json_text(card)} cannot be dealt")
    dealt = _card_dealt(seat, card)
    options = state.options
    players = options.players
    if sum(map(len, state.hands)) + 1 < HAND_SIZE * players:
        return (dealt,)
    events: list[Event[State]] = [
        dealt,
        BlackCardsAdded(options.you_dead_cards, options.deck["time_slips_away"]),
    ]
    if type(options.first_player) is int:
        events += _first_player(state, options.first_player)
    return tuple(events)


def _choose_first_player(state: State, _chance: Actor, move: ChooseFirstPlayer) -> Events:
    """Who goes first, left to chance (CW-24)."""
    if not 0 <= move.seat < len(state.hands):
        refuse("CW-24", f"there is no seat {move.seat}")
    return tuple(_first_player(state, move.seat))


def _first_player(state: State, seat: Seat) -> list[Event[State]]:
    events: list[Event[State]] = [FirstPlayerChosen(seat), _turn_started(seat, state.turn + 1)]
    _flip(events, state.timeline, state.face_up)
    return events


# -- the play of a turn ----------------------------------------------------------------------------


def _pass(state: State, seat: Seat, _move: Pass) -> Events:
    """Nothing is played (CW-28)."""
    events: list[Event[State]] = [PlayPassed(seat)]
    return _draws_follow(state, seat, events, len(state.discard))


def _play(state: State, seat: Seat, move: PlayCard) -> Events:
    """A card (CW-38 to CW-52)."""
    card, target, named = move.card, move.target, move.named
    hand = _known_hand(state, seat)
    if card not in hand:
        refuse("CW-28", f"{json_text(card)} is not in the hand of seat {seat}")
    if card == "swap_block":
        refuse("CW-45", "a Swap Block is played as the answer to Swap Hands, and only then")
    if card == "escape_pod" and not _window_is_open(state):
        refuse("CW-40", "the Escape Pod is played while the Escape Window is face up, and only then")
    if card == "swap_hands" and len(hand) == 1:
        refuse("CW-42", "Swap Hands needs at least one more card in the hand")
    if card not in _ON_SOMEBODY:
        if target is not None:
            refuse("CW-39", f"{card} is played on nobody")
    elif not _is_target(state, seat, card, target):
        refuse("CW-39", f"{card} cannot be played on {'nobody' if target is None else f'seat {target}'}")
    if card == "cryogenic_freeze" and target is not None and state.frozen[target]:
        refuse("CW-48", f"seat {target} is frozen already")
    if card == "super_thief":
        if named is None or named not in _nameable(state.options.deck):
            refuse(
                "CW-46", f"the card named must be one of this deck that is not black, not {json_text(named)}"
            )
    elif card == "mooch":
        if named is None or named not in _moochable(state):
            refuse("CW-50", f"Mooch cannot take {json_text(named)} from the discard pile")
    elif named is not None:
        refuse("CW-38", f"{card} names no other card")
    events: list[Event[State]] = [_card_played(seat, card, target, named)]
    return _EFFECTS[card](state, seat, move, events)


def _escape(_state: State, seat: Seat, _move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-40, CW-66."""
    return (*events, GameEnded("escape", (seat,)))


def _go_back(state: State, seat: Seat, _move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-41."""
    _reverse_time(state, events)
    return _draws_follow(state, seat, events, len(state.discard) + 1)


def _offer_swap(_state: State, seat: Seat, move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-43."""
    return (*events, SwapOffered(seat, _given(move.target)))


def _steal(state: State, seat: Seat, move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-46."""
    whom, what = _given(move.target), _given(move.named)
    holds = what in _known_hand(state, whom)
    events.append(CardStolen(seat, whom, what) if holds else TheftFailed(seat, whom, what))
    return _draws_follow(state, seat, events, len(state.discard) + 1)


def _peek(state: State, seat: Seat, move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-47."""
    whom = _given(move.target)
    events.append(HandPeeked(seat, whom, tuple(_known_hand(state, whom))))
    return _draws_follow(state, seat, events, len(state.discard) + 1)


def _freeze(state: State, seat: Seat, move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-48."""
    events.append(PlayerFrozen(seat, _given(move.target)))
    return _draws_follow(state, seat, events, len(state.discard) + 1)


def _stock_up(state: State, seat: Seat, _move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-49."""
    return _draws_follow(state, seat, events, len(state.discard) + 1, draws=2)


def _take_discard(state: State, seat: Seat, move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-50, CW-34."""
    what, discard = _given(move.named), state.discard
    index = len(discard) - 1 - discard[::-1].index(what)
    events.append(CardMooched(seat, what, index))
    if state.options.mooch_draws:
        return _draws_follow(state, seat, events, len(discard))
    return _end_turn(state, seat, events, state.timeline, state.face_up, state.status)


def _turn_round(state: State, seat: Seat, _move: PlayCard, events: list[Event[State]]) -> Events:
    """CW-51."""
    events.append(OrderReversed(-1 if state.direction == 1 else 1))
    return _draws_follow(state, seat, events, len(state.discard) + 1)


_EFFECTS: Final[Mapping[Kind, Callable[[State, Seat, PlayCard, list[Event[State]]], Events]]] = {
    "escape_pod": _escape,
    "clux_capacitor": _go_back,
    "swap_hands": _offer_swap,
    "super_thief": _steal,
    "peek_a_boo": _peek,
    "cryogenic_freeze": _freeze,
    "stock_pile": _stock_up,
    "mooch": _take_discard,
    "reverse": _turn_round,
}


# -- answers to Swap Hands -------------------------------------------------------------------------


def _block_swap(state: State, target: Seat, _move: BlockSwap) -> Events:
    """CW-45."""
    if "swap_block" not in _known_hand(state, target):
        refuse("CW-45", f"seat {target} has no Swap Block")
    seat = _given(state.seat)
    events: list[Event[State]] = [
        _card_played(target, "swap_block", seat, None),
        SwapBlocked(seat, target),
    ]
    return _draws_follow(state, seat, events, len(state.discard) + 1)


def _allow_swap(state: State, target: Seat, _move: AllowSwap) -> Events:
    """CW-44."""
    seat = _given(state.seat)
    mine, theirs = tuple(_known_hand(state, seat)), tuple(_known_hand(state, target))
    events: list[Event[State]] = [HandsSwapped(seat, target, theirs, mine)]
    return _draws_follow(state, seat, events, len(state.discard))


# -- drawing ---------------------------------------------------------------------------------------
#
# What the events before, of the same entry, change is given as they leave it.


def _draws_follow(
    state: State, seat: Seat, events: list[Event[State]], discards: int, *, draws: int = 1
) -> Events:
    """The last step of a turn begins (CW-34). After a card was played there is at least that card to be drawn."""
    events.append(_draws_due(seat, draws))
    return _next_draw(
        state, seat, events, state.draw_count, discards, state.timeline, state.face_up, state.status
    )


def _next_draw(
    state: State,
    seat: Seat,
    events: list[Event[State]],
    pile: int,
    discards: int,
    timeline: Sequence[Minute],
    face_up: int,
    status: Sequence[Status],
) -> Events:
    """A draw is due (CW-32, CW-33); ``pile`` and ``discards`` are the sizes of the two piles."""
    cards = pile + discards
    if not cards or (len(timeline) == 1 and cards == _times_slipping_away(state)):
        events.append(DrawSkipped(seat))
        return _end_turn(state, seat, events, timeline, face_up, status)
    if not pile:
        events.append(_discard_reshuffled(discards))
    return tuple(events)


def _times_slipping_away(state: State) -> int:
    """How many Time Slips Away the two piles hold, one that is being drawn included."""
    return state.unseen["time_slips_away"] + state.discard.count("time_slips_away")


def _draw(state: State, _chance: Actor, move: DrawCard) -> Events:
    """A card for the current player (CW-29 to CW-31)."""
    seat, card = _given(state.seat), move.card
    if move.seat != seat:
        refuse("CW-29", f"seat {seat} is to draw, not seat {move.seat}")
    if card is HIDDEN or not _known_pile(state).get(card):
        refuse("CW-29", f"there is no {json_text(card)} in the draw pile")
    if card == "you_dead":
        return (YouDeadDrawn(seat),)
    timeline, face_up = state.timeline, state.face_up
    discards, due = len(state.discard), state.draws_left - 1
    if card != "time_slips_away":
        events: list[Event[State]] = [_card_drawn(seat, card)]
    else:
        events = [TimeSlipsAwayDrawn(seat)]
        if len(timeline) == 1:  # CW-65
            events.append(TimeSlipsAwayVoided(seat))
            due += 1
        else:  # CW-62
            first = timeline[0]
            events.append(TimelineCardRemoved(first, face_up > 0))
            for other, over in enumerate(state.above):
                if over == first:  # CW-63
                    discards += _erase(state, events, other, first, state.hands[other])
            timeline, face_up = timeline[1:], max(face_up - 1, 0)
        events.append(_card_discarded(card))
        discards += 1
    if due:
        return _next_draw(
            state, seat, events, state.draw_count - 1, discards, timeline, face_up, state.status
        )
    return _end_turn(state, seat, events, timeline, face_up, state.status)


def _erase(
    state: State, events: list[Event[State]], seat: Seat, card: Minute | None, hand: Sequence[Kind | Hidden]
) -> int:
    """A player leaves the game (CW-63, CW-64); gives how many cards are discarded."""
    events.append(PlayerErased(seat, card))
    if state.options.erased_hand != "discarded" or not hand:
        return 0
    cards = tuple([kind for kind in hand if kind is not HIDDEN])
    if len(cards) != len(hand):
        raise HiddenValue(f"what seat {seat} discards is hidden here")
    events.append(HandDiscarded(seat, cards))
    return len(cards)


# -- time and death --------------------------------------------------------------------------------


def _flip(events: list[Event[State]], timeline: Sequence[Minute], face_up: int) -> int:
    """The first face down card of the timeline is turned up, if there is one (CW-26, CW-27)."""
    if face_up < len(timeline):
        events.append(_timeline_flipped(timeline[face_up]))
        return face_up + 1
    return face_up


def _reverse_time(state: State, events: list[Event[State]]) -> tuple[int, Sequence[Status]]:
    """The most recent cards are turned back, and who died there lives (CW-54, CW-55).

    Returns:
        How many cards are face up then, and how all players are.
    """
    up = state.face_up
    left = max(up - REVERSED, 0)
    if left == up:
        return up, state.status
    cards = state.timeline[left:up][::-1]
    events.append(TimelineReversed(tuple(cards)))
    status = state.status[:]
    for card in cards:
        for seat, over in enumerate(state.above):
            if over == card:
                events.append(PlayerRevived(seat, card))
                status[seat] = "alive"
    return left, status


def _escape_death(state: State, seat: Seat, _move: EscapeDeath) -> Events:
    """CW-57."""
    if "clux_capacitor" not in _known_hand(state, seat):
        refuse("CW-57", f"seat {seat} has no Clux Capacitor")
    events: list[Event[State]] = [_card_played(seat, "clux_capacitor", None, None)]
    face_up, status = _reverse_time(state, events)
    events += (DeathEscaped(seat), _card_discarded("you_dead"))
    if state.draws_left:
        return _next_draw(
            state, seat, events, state.draw_count, len(state.discard) + 2, state.timeline, face_up, status
        )
    return _end_turn(state, seat, events, state.timeline, face_up, status)


def _accept_death(state: State, seat: Seat, _move: AcceptDeath) -> Events:
    """CW-58 to CW-60, CW-68."""
    hand = _known_hand(state, seat)
    status: list[Status] = state.status[:]
    status[seat] = "dead"
    over: Minute | None = None
    if state.face_up:
        over = state.timeline[state.face_up - 1]
    elif state.options.death_before_time == "first_card":
        over = state.timeline[0]
    events: list[Event[State]] = [PlayerDied(seat, over)]
    if "escape_pod" in hand:
        heir = _next_living(status, seat, -state.direction)
        if heir is not None:
            events.append(EscapePodMoved(seat, heir))
            hand = [card for card in hand if card != "escape_pod"]
    if over is None:
        _erase(state, events, seat, None, hand)
    events.append(_card_discarded("you_dead"))
    if status.count("alive") == 1:
        return (*events, GameEnded("sudden_death", (status.index("alive"),)))
    return _end_turn(state, seat, events, state.timeline, state.face_up, status)


def _next_living(status: Sequence[Status], seat: Seat, direction: int) -> Seat | None:
    """The nearest living player in a direction (CW-36, CW-59)."""
    players = len(status)
    for step in range(1, players + 1):
        other = (seat + direction * step) % players
        if status[other] == "alive":
            return other
    return None


# -- the end of a turn -----------------------------------------------------------------------------


def _end_turn(
    state: State,
    seat: Seat,
    events: list[Event[State]],
    timeline: Sequence[Minute],
    face_up: int,
    status: Sequence[Status],
) -> Events:
    """CW-35 to CW-37."""
    events.append(_turn_ended(seat))
    if state.turn == state.options.turn_limit:  # no turn has the number 0
        return (*events, GameEnded("turn_limit", ()))
    following = _next_living(status, seat, state.direction)
    frozen = state.frozen
    while following is not None and frozen[following]:
        events.append(_turn_skipped(following))
        frozen = [is_frozen and other != following for other, is_frozen in enumerate(frozen)]
        if state.options.frozen_flip:  # CW-20
            face_up = _flip(events, timeline, face_up)
        following = _next_living(status, following, state.direction)
    if following is not None:
        events.append(_turn_started(following, state.turn + 1))
        _flip(events, timeline, face_up)
    return tuple(events)


#: The phase of each move, and what it causes.
_CONSEQUENCES: Final[Mapping[type[Move], tuple[str, Callable[[State, Actor, Any], Events]]]] = {
    DealCard: ("deal", _deal),
    ChooseFirstPlayer: ("first_player", _choose_first_player),
    DrawCard: ("draw", _draw),
    Pass: ("play", _pass),
    PlayCard: ("play", _play),
    BlockSwap: ("swap", _block_swap),
    AllowSwap: ("swap", _allow_swap),
    EscapeDeath: ("you_dead", _escape_death),
    AcceptDeath: ("you_dead", _accept_death),
}
