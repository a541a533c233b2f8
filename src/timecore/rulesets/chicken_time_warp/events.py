"""What can happen in Chicken Time Warp (section 11). The order of the classes is their code in records.

``apply`` carries a fact into the state and knows no rules. It uses the event's own fields, and nothing else,
to find out what changes.
"""

from bisect import insort
from typing import Any, Literal, TypeAlias

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden, take
from timecore.messages import Event, Vocabulary, field, message
from timecore.quoting import json_text
from timecore.rulesets.chicken_time_warp.cards import ESCAPE_WINDOW, ORDER, Kind, Minute
from timecore.rulesets.chicken_time_warp.state import Reason, Result, State

__all__ = [
    "EVENTS",
    "AnyEvent",
    "BlackCardsAdded",
    "CardDealt",
    "CardDiscarded",
    "CardDrawn",
    "CardMooched",
    "CardPlayed",
    "CardStolen",
    "DeathEscaped",
    "DiscardReshuffled",
    "DrawSkipped",
    "DrawsDue",
    "EscapePodMoved",
    "FirstPlayerChosen",
    "GameEnded",
    "HandDiscarded",
    "HandPeeked",
    "HandsSwapped",
    "OrderReversed",
    "PlayPassed",
    "PlayerDied",
    "PlayerErased",
    "PlayerFrozen",
    "PlayerRevived",
    "SwapBlocked",
    "SwapOffered",
    "TheftFailed",
    "TimeSlipsAwayDrawn",
    "TimeSlipsAwayVoided",
    "TimelineCardRemoved",
    "TimelineFlipped",
    "TimelineReversed",
    "TurnEnded",
    "TurnSkipped",
    "TurnStarted",
    "YouDeadDrawn",
]


_order = ORDER.__getitem__


# What an event says may be wrong, but not about seats, cards and minutes that the game does not have: whoever looks at
# the state later (a board, a list of legal moves, a digest) could not cope with them. And no card is in two places.


def _must_be_a_seat(state: State, seat: Seat) -> None:
    if not 0 <= seat < len(state.hands):
        raise ValueError(f"the seats are 0 to {len(state.hands) - 1}, and {seat} is none of them")


def _find(state: State, card: Kind) -> None:
    """A card comes to light that was in the draw pile, or hidden in a hand."""
    left = state.unseen.get(card)
    if not left:
        raise ValueError(f"there is no card {json_text(card)} left that nobody has seen")
    state.unseen[card] = left - 1


def _draw(state: State) -> None:
    if state.draw_count <= 0:
        raise ValueError("the draw pile is empty")
    state.draw_count -= 1


def _draw_black(state: State, card: Kind) -> None:
    if state.limbo is not None:
        raise ValueError(f"the card {state.limbo} is still in effect")
    _draw(state)
    _find(state, card)
    state.limbo = card
    state.draws_left -= 1


def _draw_into_hand(state: State, seat: Seat, card: Kind | Hidden) -> None:
    _must_be_a_seat(state, seat)
    _draw(state)
    if card is not HIDDEN:
        _find(state, card)
    insort(state.hands[seat], card, key=_order)


def _take(state: State, seat: Seat, card: Kind) -> None:
    """Out of a hand; what was hidden there comes to light (CW-77)."""
    _must_be_a_seat(state, seat)
    hand = state.hands[seat]
    if card in hand:
        hand.remove(card)
    else:
        take(hand, card)
        _find(state, card)


def _move(state: State, seat: Seat, target: Seat, card: Kind) -> None:
    """Openly from the hand of ``seat`` into that of ``target``."""
    _must_be_a_seat(state, target)
    _take(state, seat, card)
    insort(state.hands[target], card, key=_order)


def _show(state: State, seat: Seat, cards: tuple[Kind, ...]) -> None:
    """A whole hand is shown."""
    _must_be_a_seat(state, seat)
    known = state.hands[seat]
    shown: list[Kind | Hidden] = [*cards]
    if known == shown:
        return
    if len(known) != len(shown):
        raise ValueError(f"seat {seat} has {len(known)} cards, not {len(shown)}")
    for card in known:
        if card is not HIDDEN:
            state.unseen[card] += 1
    for card in cards:
        _find(state, card)
    shown.sort(key=_order)
    state.hands[seat] = shown


@message
class CardDealt(Event[State]):
    """A seat got one of its first cards."""

    seat: Seat
    card: Kind | Hidden = field(audience=("seat",))

    def apply(self, state: State) -> None:
        _draw_into_hand(state, self.seat, self.card)


@message
class BlackCardsAdded(Event[State]):
    """The black cards joined the draw pile."""

    you_dead: int
    time_slips_away: int

    def apply(self, state: State) -> None:
        for kind, count in (("you_dead", self.you_dead), ("time_slips_away", self.time_slips_away)):
            if not 0 <= count <= state.aside[kind]:
                raise ValueError(
                    f"{state.aside[kind]} cards {kind} are set aside, and {count} cannot be added"
                )
            state.aside[kind] -= count
            state.unseen[kind] += count
            state.draw_count += count
        state.phase = "first_player"


@message
class FirstPlayerChosen(Event[State]):
    """It was settled who goes first."""

    seat: Seat

    def apply(self, state: State) -> None:
        pass


@message
class TurnStarted(Event[State]):
    """A turn began."""

    seat: Seat
    turn: int

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        state.seat = self.seat
        state.turn = self.turn
        state.phase = "play"


@message
class TimelineFlipped(Event[State]):
    """The first face down card of the timeline was turned up."""

    card: Minute

    def apply(self, state: State) -> None:
        face_up = state.face_up
        if face_up >= len(state.timeline) or state.timeline[face_up] != self.card:
            raise ValueError(f"{self.card} is not the first face down card of the timeline")
        state.face_up = face_up + 1


@message
class PlayPassed(Event[State]):
    """A seat played nothing."""

    seat: Seat

    def apply(self, state: State) -> None:
        pass


@message
class CardPlayed(Event[State]):
    """A seat played a card, by choice or as an answer."""

    seat: Seat
    card: Kind
    target: Seat | None
    named: Kind | None

    def apply(self, state: State) -> None:
        _take(state, self.seat, self.card)
        state.discard.append(self.card)


@message
class TimelineReversed(Event[State]):
    """Cards of the timeline were turned face down, the most recent first."""

    cards: tuple[Minute, ...]

    def apply(self, state: State) -> None:
        face_up = state.face_up - len(self.cards)
        if face_up < 0:
            raise ValueError(f"{state.face_up} cards of the timeline are face up, not {len(self.cards)}")
        state.face_up = face_up


@message
class PlayerRevived(Event[State]):
    """A dead player came back to life."""

    seat: Seat
    card: Minute

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        state.status[self.seat] = "alive"
        state.above[self.seat] = None


@message
class SwapOffered(Event[State]):
    """A seat wants to exchange hands with another, which is asked."""

    seat: Seat
    target: Seat

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.target)
        state.phase = "swap"
        state.swap_target = self.target


@message
class SwapBlocked(Event[State]):
    """The target did not let the hands be exchanged."""

    seat: Seat
    target: Seat

    def apply(self, state: State) -> None:
        state.swap_target = None


@message
class HandsSwapped(Event[State]):
    """Two seats exchanged their whole hands; the fields are what each holds now."""

    seat: Seat
    target: Seat
    seat_hand: tuple[Kind, ...] | Hidden = field(audience=("seat", "target"))
    target_hand: tuple[Kind, ...] | Hidden = field(audience=("seat", "target"))

    def apply(self, state: State) -> None:
        seat, target, hands = self.seat, self.target, state.hands
        _must_be_a_seat(state, seat)
        _must_be_a_seat(state, target)
        hands[seat], hands[target] = hands[target], hands[seat]
        if self.seat_hand is not HIDDEN:
            _show(state, seat, self.seat_hand)
        if self.target_hand is not HIDDEN:
            _show(state, target, self.target_hand)
        state.swap_target = None


@message
class CardStolen(Event[State]):
    """A seat took the card it had named from another."""

    seat: Seat
    target: Seat
    card: Kind

    def apply(self, state: State) -> None:
        _move(state, self.target, self.seat, self.card)


@message
class TheftFailed(Event[State]):
    """The target does not hold the card named."""

    seat: Seat
    target: Seat
    card: Kind

    def apply(self, state: State) -> None:
        pass


@message
class HandPeeked(Event[State]):
    """A seat looked at another's whole hand."""

    seat: Seat
    target: Seat
    cards: tuple[Kind, ...] | Hidden = field(audience=("seat", "target"))

    def apply(self, state: State) -> None:
        if self.cards is not HIDDEN:
            _show(state, self.target, self.cards)


@message
class PlayerFrozen(Event[State]):
    """The target will miss the next turn."""

    seat: Seat
    target: Seat

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.target)
        state.frozen[self.target] = True


@message
class CardMooched(Event[State]):
    """A seat took a card out of the discard pile."""

    seat: Seat
    card: Kind
    index: int

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        index, discard = self.index, state.discard
        if not 0 <= index < len(discard) or discard[index] != self.card:
            raise ValueError(f"the card {json_text(self.card)} is not at place {index} of the discard pile")
        del discard[index]
        insort(state.hands[self.seat], self.card, key=_order)


@message
class OrderReversed(Event[State]):
    """Play goes the other way round."""

    direction: Literal[1, -1]

    def apply(self, state: State) -> None:
        state.direction = self.direction


@message
class DrawsDue(Event[State]):
    """A seat must draw."""

    seat: Seat
    draws: int

    def apply(self, state: State) -> None:
        state.phase = "draw"
        state.draws_left = self.draws


@message
class DiscardReshuffled(Event[State]):
    """The discard pile became the draw pile."""

    count: int

    def apply(self, state: State) -> None:
        discard, unseen = state.discard, state.unseen
        if self.count != len(discard):
            raise ValueError(f"the discard pile has {len(discard)} cards, not {self.count}")
        for card in discard:
            unseen[card] += 1
        state.draw_count += self.count
        discard.clear()


@message
class DrawSkipped(Event[State]):
    """There is nothing to draw."""

    seat: Seat

    def apply(self, state: State) -> None:
        state.draws_left = 0


@message
class CardDrawn(Event[State]):
    """A seat drew a card that is not black."""

    seat: Seat
    card: Kind | Hidden = field(audience=("seat",))

    def apply(self, state: State) -> None:
        _draw_into_hand(state, self.seat, self.card)
        state.draws_left -= 1


@message
class YouDeadDrawn(Event[State]):
    """A seat drew You Dead, and is asked."""

    seat: Seat

    def apply(self, state: State) -> None:
        _draw_black(state, "you_dead")
        state.phase = "you_dead"


@message
class TimeSlipsAwayDrawn(Event[State]):
    """A seat drew Time Slips Away."""

    seat: Seat

    def apply(self, state: State) -> None:
        _draw_black(state, "time_slips_away")


@message
class TimelineCardRemoved(Event[State]):
    """A card of the timeline left the game."""

    card: Minute
    face_up: bool

    def apply(self, state: State) -> None:
        if self.card == ESCAPE_WINDOW:
            raise ValueError("the Escape Window is always the last card of the timeline")
        state.timeline.remove(self.card)
        if self.face_up:
            state.face_up -= 1
        if not 0 <= state.face_up <= len(state.timeline):
            raise ValueError(f"{self.card} was {'face down' if self.face_up else 'face up'}")


@message
class TimeSlipsAwayVoided(Event[State]):
    """Only the Escape Window is left, so the draw is made again."""

    seat: Seat

    def apply(self, state: State) -> None:
        state.draws_left += 1


@message
class PlayerErased(Event[State]):
    """A player is out for the rest of the game."""

    seat: Seat
    card: Minute | None

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        state.status[self.seat] = "erased"
        state.above[self.seat] = None


@message
class HandDiscarded(Event[State]):
    """An erased player's hand went to the discard pile."""

    seat: Seat
    cards: tuple[Kind, ...]

    def apply(self, state: State) -> None:
        _show(state, self.seat, self.cards)
        state.hands[self.seat] = []
        state.discard += self.cards


@message
class CardDiscarded(Event[State]):
    """A black card went to the discard pile."""

    card: Kind

    def apply(self, state: State) -> None:
        if self.card != state.limbo:
            raise ValueError(f"the card {json_text(self.card)} is not in effect")
        state.discard.append(self.card)
        state.limbo = None


@message
class DeathEscaped(Event[State]):
    """A seat lives on."""

    seat: Seat

    def apply(self, state: State) -> None:
        state.phase = "draw"


@message
class PlayerDied(Event[State]):
    """A seat died; the character lies over a card of the timeline, if there is one for it."""

    seat: Seat
    card: Minute | None

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        if self.card is not None and self.card not in state.timeline:
            raise ValueError(f"the card {self.card} is not in the timeline")
        state.status[self.seat] = "dead"
        state.above[self.seat] = self.card


@message
class EscapePodMoved(Event[State]):
    """The Escape Pod of a dead player passed to another."""

    seat: Seat
    target: Seat

    def apply(self, state: State) -> None:
        _move(state, self.seat, self.target, "escape_pod")


@message
class TurnEnded(Event[State]):
    """A turn is over."""

    seat: Seat

    def apply(self, state: State) -> None:
        state.draws_left = 0


@message
class TurnSkipped(Event[State]):
    """A frozen seat missed its turn."""

    seat: Seat

    def apply(self, state: State) -> None:
        _must_be_a_seat(state, self.seat)
        state.frozen[self.seat] = False


@message
class GameEnded(Event[State]):
    """The game is over (CW-70)."""

    reason: Reason
    winners: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        for seat in self.winners:
            _must_be_a_seat(state, seat)
        state.phase = "over"
        state.draws_left = 0
        state.result = Result(self.reason, self.winners)


AnyEvent: TypeAlias = (
    CardDealt
    | BlackCardsAdded
    | FirstPlayerChosen
    | TurnStarted
    | TimelineFlipped
    | PlayPassed
    | CardPlayed
    | TimelineReversed
    | PlayerRevived
    | SwapOffered
    | SwapBlocked
    | HandsSwapped
    | CardStolen
    | TheftFailed
    | HandPeeked
    | PlayerFrozen
    | CardMooched
    | OrderReversed
    | DrawsDue
    | DiscardReshuffled
    | DrawSkipped
    | CardDrawn
    | YouDeadDrawn
    | TimeSlipsAwayDrawn
    | TimelineCardRemoved
    | TimeSlipsAwayVoided
    | PlayerErased
    | HandDiscarded
    | CardDiscarded
    | DeathEscaped
    | PlayerDied
    | EscapePodMoved
    | TurnEnded
    | TurnSkipped
    | GameEnded
)

EVENTS: Vocabulary[Event[Any]] = Vocabulary(
    (
        CardDealt,
        BlackCardsAdded,
        FirstPlayerChosen,
        TurnStarted,
        TimelineFlipped,
        PlayPassed,
        CardPlayed,
        TimelineReversed,
        PlayerRevived,
        SwapOffered,
        SwapBlocked,
        HandsSwapped,
        CardStolen,
        TheftFailed,
        HandPeeked,
        PlayerFrozen,
        CardMooched,
        OrderReversed,
        DrawsDue,
        DiscardReshuffled,
        DrawSkipped,
        CardDrawn,
        YouDeadDrawn,
        TimeSlipsAwayDrawn,
        TimelineCardRemoved,
        TimeSlipsAwayVoided,
        PlayerErased,
        HandDiscarded,
        CardDiscarded,
        DeathEscaped,
        PlayerDied,
        EscapePodMoved,
        TurnEnded,
        TurnSkipped,
        GameEnded,
    )
)
