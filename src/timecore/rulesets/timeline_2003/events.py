"""What can happen in TimeLine (T3-50). The order of the classes is their code in records.

``apply`` carries a fact into the state and knows no rules. It uses the event's own fields, and nothing else,
to find out what changes.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from timecore.actors import Seat
from timecore.messages import Event, Vocabulary, message
from timecore.rulesets.timeline_2003.cards import (
    CARDS,
    FACES,
    NO_COUNTERS,
    PATHS,
    CardNumber,
    Commodity,
    Counters,
    Kind,
    Lane,
    Path,
    ZoneNumber,
)
from timecore.rulesets.timeline_2003.geometry import Zone
from timecore.rulesets.timeline_2003.state import Market, Pending, Result, State, Waypoint

__all__ = [
    "EVENTS",
    "AnyEvent",
    "CardAdded",
    "CardApproached",
    "CardRevealed",
    "CounterTaken",
    "CountersPlaced",
    "FirstPlayerChosen",
    "GameEnded",
    "GoodsSold",
    "MarketEntered",
    "PawnMoved",
    "PawnPlaced",
    "Stayed",
    "TurnStarted",
    "ZoneSlid",
]


# What an event says may be wrong, but not about seats, cards, lanes and amounts that the game does not have: whoever
# looks at the state later (a board, a list of legal moves, a digest) could not cope with them, and a state would grow
# without end. Some of it fails by itself, at an index; but not what is below 0.

#: How far from the Start card a game can come: 46 cards and 184 slides reach less than half of it.
_FARTHEST: Final = 1000

#: More than any count of a game.
_MOST: Final = 2**53


def _must_be_seats(state: State, seats: Iterable[Seat]) -> None:
    for seat in seats:
        if not 0 <= seat < len(state.pawns):
            raise ValueError(f"the seats are 0 to {len(state.pawns) - 1}, so there is no seat {seat}")


def _must_be_on_board(state: State, card: CardNumber) -> None:
    if not 0 <= card < len(state.homes):
        raise ValueError(f"there is no card {card} on the board")


def _must_be_a_path(path: Path) -> None:
    if path not in PATHS:
        raise ValueError(f"a card has no path {path}")


def _must_be_a_lane(lane: Lane) -> None:
    if not -_FARTHEST <= lane <= _FARTHEST:
        raise ValueError(f"no card and no line comes to lane {lane}")


def _must_be_an_amount(amount: int) -> None:
    if not 0 <= amount < _MOST:
        raise ValueError(f"{amount} is no amount")


def _zone(state: State, number: ZoneNumber) -> Zone:
    if not 1 <= number <= len(state.zones):
        raise ValueError(f"the zones are 1 to {len(state.zones)}, so there is no zone {number}")
    return state.zones[number - 1]


def _must_be_a_waypoint(state: State, seat: Seat, card: CardNumber, path: Path) -> None:
    _must_be_seats(state, (seat,))
    _must_be_on_board(state, card)
    _must_be_a_path(path)


# Pawns come to the same places again and again.
_pending: Final = lru_cache(maxsize=1024)(Pending)
_market: Final = lru_cache(maxsize=256)(Market)
_WAYPOINTS: Final = [[Waypoint(card, path) for path in PATHS] for card in range(CARDS)]


# Events are applied more often than anything else is done, so the commonest ask what may be wrong in one expression,
# and what is wrong with them only if it fails.


def _stand_on(state: State, seat: Seat, card: CardNumber, path: Path) -> None:
    if not (0 <= seat < len(state.pawns) and 0 <= card < len(state.homes) and 0 <= path < 4):
        _must_be_a_waypoint(state, seat, card, path)
    state.pawns[seat] = _WAYPOINTS[card][path]


@message
class CardAdded(Event[State]):
    """A card was laid face down at an end of a zone's stack, with its own top lane."""

    zone: ZoneNumber
    card: CardNumber
    side: Literal["above", "below"]
    top: Lane

    def apply(self, state: State) -> None:
        if self.card != len(state.homes):
            raise ValueError(f"the next card is {len(state.homes)}, not {self.card}")
        if self.card >= CARDS:
            raise ValueError(f"there are only {CARDS} cards")
        _must_be_a_lane(self.top)
        zone = _zone(state, self.zone)
        state.homes.append(self.zone)
        state.faces.append(None)
        state.counters.append(NO_COUNTERS)
        if self.side == "above":
            zone.top = self.top
            zone.cards.insert(0, self.card)
            zone.faces.insert(0, None)
        else:
            zone.cards.append(self.card)
            zone.faces.append(None)


@message
class CardRevealed(Event[State]):
    """A card was turned up."""

    zone: ZoneNumber
    card: CardNumber
    kind: Kind
    turned: bool

    def apply(self, state: State) -> None:
        _must_be_on_board(state, self.card)
        if state.faces[self.card] is not None:
            raise ValueError(f"card {self.card} lies face up")
        unseen = state.unseen.get(self.kind, 0)
        if not unseen:
            raise ValueError(f"no card {self.kind} is left to turn up")
        zone = _zone(state, self.zone)
        face = FACES[self.kind, self.turned]
        zone.faces[zone.cards.index(self.card)] = face
        state.faces[self.card] = face
        if unseen > 1:
            state.unseen[self.kind] = unseen - 1
        else:
            del state.unseen[self.kind]


@message
class CountersPlaced(Event[State]):
    """A card that was turned up was filled: by path, the counter from the supply, or none."""

    zone: ZoneNumber
    card: CardNumber
    counters: Counters

    def apply(self, state: State) -> None:
        _must_be_on_board(state, self.card)
        state.counters[self.card] = self.counters
        for commodity in self.counters:
            if commodity is not None:
                state.supply[commodity] -= 1


@message
class FirstPlayerChosen(Event[State]):
    """Chance said who goes first."""

    seat: Seat

    def apply(self, state: State) -> None:
        _must_be_seats(state, (self.seat,))
        state.first = state.current = self.seat


@message
class PawnPlaced(Event[State]):
    """A seat placed its pawn."""

    seat: Seat
    zone: ZoneNumber
    card: CardNumber
    path: Path

    def apply(self, state: State) -> None:
        _stand_on(state, self.seat, self.card, self.path)


@message
class Stayed(Event[State]):
    """A seat did not move."""

    seat: Seat

    def apply(self, state: State) -> None:
        _must_be_seats(state, (self.seat,))


@message
class CardApproached(Event[State]):
    """A seat is about to stop on a card that nobody has seen, at the lane where its line meets the zone."""

    seat: Seat
    how: Literal["local", "forward", "backward"]
    zone: ZoneNumber
    card: CardNumber
    lane: Lane | None

    def apply(self, state: State) -> None:
        _must_be_seats(state, (self.seat,))
        _must_be_on_board(state, self.card)
        if (self.lane is None) != (self.how == "local"):
            raise ValueError("a pawn meets a lane exactly when it travels in time")
        if self.lane is not None:
            _must_be_a_lane(self.lane)
        state.pending = _pending(self.seat, self.card, self.how, self.lane)


@message
class PawnMoved(Event[State]):
    """A pawn came to a waypoint."""

    seat: Seat
    how: Literal["local", "forward", "backward"]
    zone: ZoneNumber
    card: CardNumber
    path: Path

    def apply(self, state: State) -> None:
        _stand_on(state, self.seat, self.card, self.path)
        state.pending = None


@message
class MarketEntered(Event[State]):
    """A pawn came to a market."""

    seat: Seat
    lane: Lane

    def apply(self, state: State) -> None:
        _must_be_seats(state, (self.seat,))
        _must_be_a_lane(self.lane)
        state.pawns[self.seat] = _market(self.lane)


@message
class CounterTaken(Event[State]):
    """A seat picked up the counter of a waypoint."""

    seat: Seat
    zone: ZoneNumber
    card: CardNumber
    path: Path
    commodity: Commodity

    def apply(self, state: State) -> None:
        seat, card, path = self.seat, self.card, self.path
        if not (0 <= seat < len(state.pawns) and 0 <= card < len(state.homes) and 0 <= path < 4):
            _must_be_a_waypoint(state, seat, card, path)
        a, b, c, d = state.counters[card]
        if path < 2:
            state.counters[card] = (a, None, c, d) if path else (None, b, c, d)
        else:
            state.counters[card] = (a, b, None, d) if path == 2 else (a, b, c, None)
        state.goods[seat][self.commodity] += 1


@message
class ZoneSlid(Event[State]):
    """A zone went up, with all its cards and the pawns on them."""

    zone: ZoneNumber
    top: Lane

    def apply(self, state: State) -> None:
        number, top = self.zone, self.top
        zones = state.zones
        if not (-_FARTHEST <= top <= _FARTHEST and 0 < number <= len(zones)):
            _must_be_a_lane(top)
            _zone(state, number)
        zones[number - 1].top = top


@message
class GoodsSold(Event[State]):
    """A seat sold counters of one commodity in a market."""

    seat: Seat
    lane: Lane
    commodity: Commodity
    amount: int
    price: int
    gold: int

    def apply(self, state: State) -> None:
        _must_be_seats(state, (self.seat,))
        _must_be_an_amount(self.amount)
        _must_be_an_amount(self.gold)
        _must_be_an_amount(state.gold[self.seat] + self.gold)
        _must_be_an_amount(state.supply[self.commodity] + self.amount)
        state.goods[self.seat][self.commodity] -= self.amount
        state.supply[self.commodity] += self.amount
        state.gold[self.seat] += self.gold


@message
class TurnStarted(Event[State]):
    """A seat's turn began; turn 0 is the placing of a pawn."""

    seat: Seat
    turn: int

    def apply(self, state: State) -> None:
        seat, turn = self.seat, self.turn
        if not (0 <= seat < len(state.pawns) and 0 <= turn < _MOST):
            _must_be_seats(state, (seat,))
            _must_be_an_amount(turn)
        state.current = seat
        state.turn = turn


@message
class GameEnded(Event[State]):
    """The game is over (T3-47, T3-48)."""

    reason: Literal["gold", "rounds"]
    winners: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        _must_be_seats(state, self.winners)
        state.result = Result(self.reason, self.winners)


AnyEvent: TypeAlias = (
    CardAdded
    | CardRevealed
    | CountersPlaced
    | FirstPlayerChosen
    | PawnPlaced
    | Stayed
    | CardApproached
    | PawnMoved
    | MarketEntered
    | CounterTaken
    | ZoneSlid
    | GoodsSold
    | TurnStarted
    | GameEnded
)

EVENTS: Vocabulary[Event[Any]] = Vocabulary(
    (
        CardAdded,
        CardRevealed,
        CountersPlaced,
        FirstPlayerChosen,
        PawnPlaced,
        Stayed,
        CardApproached,
        PawnMoved,
        MarketEntered,
        CounterTaken,
        ZoneSlid,
        GoodsSold,
        TurnStarted,
        GameEnded,
    )
)
