"""Every rule of TimeLine, and only here: who may move, how, and what comes of it.

The numbers in brackets are those of ``docs/rules/timeline_2003.md``.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from timecore.actors import CHANCE, Actor, Seat
from timecore.errors import InvalidMove
from timecore.messages import Event, Move
from timecore.refusal import BrokenRule, actor_in_words, not_to_act, refuse
from timecore.ruleset import Ruleset
from timecore.rulesets.timeline_2003.cards import (
    CARDS,
    FACES,
    KINDS,
    PATHS,
    START_LANES,
    CardNumber,
    Commodity,
    Counters,
    Face,
    Kind,
    Lane,
    Path,
    ZoneNumber,
)
from timecore.rulesets.timeline_2003.events import (
    EVENTS,
    CardAdded,
    CardApproached,
    CardRevealed,
    CountersPlaced,
    CounterTaken,
    FirstPlayerChosen,
    GameEnded,
    GoodsSold,
    MarketEntered,
    PawnMoved,
    PawnPlaced,
    Stayed,
    TurnStarted,
    ZoneSlid,
)
from timecore.rulesets.timeline_2003.geometry import (
    HEIGHT,
    covering,
    crossings,
    line_from_market,
    line_of,
    missing,
    origin,
    path_met,
)
from timecore.rulesets.timeline_2003.moves import (
    MOVES,
    ChooseFirst,
    EnterMarket,
    LeaveMap,
    LocalTravel,
    PlacePawn,
    Reveal,
    Stay,
    Stop,
    TimeTravel,
)
from timecore.rulesets.timeline_2003.options import Options
from timecore.rulesets.timeline_2003.state import How, Market, Result, State, Waypoint

__all__ = ["TimeLine2003Rules", "commodity_bought", "pawn_line", "price_at", "prices"]

Events: TypeAlias = tuple[Event[State], ...]


class TimeLine2003Rules(Ruleset[State]):
    """The questions that the rules answer; how a game is told and drawn is not their business."""

    name = "timeline_2003"
    version = 1
    title = "TimeLine (2003)"
    summary = "Walk along the paths of time, pick up goods, and sell them before the paths shift again."
    seats = range(2, 6)
    options = Options
    moves = MOVES
    events = EVENTS
    options_rule = "T3-8"
    move_rule = "T3-22"
    draws = 64

    def start(self, options: Options) -> State:
        """The state before the first card is dealt (T3-19)."""
        return State.start(options)

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Who may move now: never more than one (T3-21)."""
        if state.result is not None:
            return ()
        if _chance_is_due(state):
            return _CHANCE
        current = state.current
        return () if current is None else (current,)

    def legal_moves(self, state: State, actor: Actor) -> list[Move]:
        """Every legal move of an actor, in the order of T3-23 to T3-27."""
        if actor not in self.to_act(state):
            return []
        if actor == CHANCE:
            if _first_is_due(state):
                return [*_firsts(len(state.pawns))]
            reveals = _reveals(state.options.rotate)
            return [move for kind in state.unseen for move in reveals[kind]]
        if state.pending is not None:
            return [*_STOPS]
        pawn = state.pawns[actor]
        if pawn is None:
            return [*_PLACES]
        if type(pawn) is Market:
            return _moves_from_market(state, actor, pawn.lane)
        return _moves_from_card(state, actor, *pawn)

    def weights(self, state: State) -> Sequence[int]:
        """How many copies of a kind nobody has seen; all seats are equally likely (T3-23, T3-24)."""
        if _first_is_due(state):
            return (1,) * len(state.pawns)
        if state.options.rotate:
            return [copies for copies in state.unseen.values() for _ in (False, True)]
        return [*state.unseen.values()]

    def decide(self, state: State, actor: Actor, move: Move) -> Events:
        """The events that a move causes, in the order of section 8.

        Raises:
            InvalidMove: It is no move of this game (T3-22).
            IllegalMove: It is not legal now: names the first rule it breaks, in the order of T3-30.
        """
        kind = type(move)
        if kind not in _CONSEQUENCES:
            raise InvalidMove(f"{kind.__name__} is no move of this game", rule="T3-22")
        to_act = self.to_act(state)
        try:
            if not to_act:
                refuse("T3-21", f"the game is over, so {actor_in_words(actor)} has no move")
            if actor not in to_act:
                refuse("T3-21", not_to_act(actor, to_act))
            due = _due(state, to_act[0])
            if kind not in due:
                names = " or ".join(one.__name__ for one in due)
                refuse("T3-21", f"what is due now is {names}, not {kind.__name__}")
            return _CONSEQUENCES[kind](state, to_act[0], move)
        except BrokenRule as broken:
            raise broken.error(actor, move, self.legal_moves(state, actor)) from None

    def result(self, state: State) -> Result | None:
        """How the game ended (T3-49)."""
        return state.result

    def round_of(self, state: State) -> int:
        """The number of the round in progress, of a turn for every seat, 0 before play (T3-48)."""
        return -(-state.turn // len(state.pawns))

    def turn_of(self, state: State) -> int:
        """The number of the turn in progress, 0 before play (T3-46)."""
        return state.turn


# -- lines, markets and prices ---------------------------------------------------------------------


def pawn_line(state: State, pawn: Waypoint | Market) -> list[Lane]:
    """Where a pawn's line meets every zone and then the Finish line (T3-17).

    Args:
        state: The state, or a view.
        pawn: Where it stands. What is given for its own zone means nothing.
    """
    if type(pawn) is Market:
        return line_from_market(state.zones, pawn.lane)
    card, path = pawn
    home = state.homes[card]
    return line_of(state.zones, home, state.zones[home - 1].cards.index(card), path)


def price_at(state: State, lane: Lane) -> int:
    """The value of the market at a lane; the Finish line has no end (T3-11)."""
    return state.options.finish[lane % len(state.options.finish)]


def commodity_bought(state: State, lane: Lane) -> Commodity | None:
    """What the market at a lane buys, ``None`` if no commodity's line ends there (T3-16)."""
    start = origin(state.zones, lane)
    return state.options.start[start] if start in START_LANES else None


def prices(state: State) -> dict[Commodity, tuple[Lane, int]]:
    """The market that each commodity's line leads to, and its price, from the top of the Start card down (T3-15)."""
    found = {}
    for lane, commodity in enumerate(state.options.start):
        market = crossings(state.zones, lane)[-1]
        found[commodity] = (market, price_at(state, market))
    return found


# -- who is to do what -----------------------------------------------------------------------------


_CHANCE: Final = (CHANCE,)


def _zone_to_deal(state: State) -> ZoneNumber | None:
    for number, zone in enumerate(state.zones, 1):
        if not zone.cards:
            return number
    return None


def _first_is_due(state: State) -> bool:
    return state.first is None and _zone_to_deal(state) is None


def _chance_is_due(state: State) -> bool:
    pending = state.pending
    return (
        state.first is None
        or (pending is not None and state.faces[pending.card] is None)
        or _zone_to_deal(state) is not None
    )


def _due(state: State, actor: Actor) -> Sequence[type[Move]]:
    """What is asked of the one who is to act (T3-21)."""
    if actor == CHANCE:
        return (ChooseFirst,) if _first_is_due(state) else (Reveal,)
    if state.pending is not None:
        return (Stop,)
    return (PlacePawn,) if state.pawns[actor] is None else _TURNS


_TURNS: Final = (Stay, LocalTravel, LeaveMap, TimeTravel, EnterMarket)


# -- what is legal ---------------------------------------------------------------------------------


_PLACES: Final[tuple[Move, ...]] = tuple(map(PlacePawn, PATHS))
_STOPS: Final[tuple[Move, ...]] = tuple(map(Stop, PATHS))
_ABOVE: Final = LeaveMap("above")
_BELOW: Final = LeaveMap("below")


@cache
def _reveals(rotate: bool) -> Mapping[Kind, tuple[Move, ...]]:  # noqa: FBT001 - as the option is
    ways = (False, True) if rotate else (False,)
    return {kind: tuple([Reveal(kind, turned) for turned in ways]) for kind in KINDS}


@cache
def _firsts(players: int) -> tuple[Move, ...]:
    return tuple(map(ChooseFirst, range(players)))


@lru_cache(maxsize=CARDS)
def _locals(card: CardNumber) -> tuple[Move, ...]:
    return tuple([LocalTravel(card, path) for path in PATHS])


@lru_cache(maxsize=CARDS)
def _blind(card: CardNumber) -> Move:
    return LocalTravel(card, None)


@lru_cache(maxsize=64)
def _travels(zones: int) -> tuple[Move, ...]:
    return tuple(map(TimeTravel, range(1, zones + 1)))


@lru_cache(maxsize=64)
def _stays(most: int) -> tuple[Move, ...]:
    return tuple(map(Stay, range(most + 1)))


@lru_cache(maxsize=64)
def _entries(most: int) -> tuple[Move, ...]:
    return tuple(map(EnterMarket, range(most + 1)))


def _moves_from_card(state: State, seat: Seat, card: CardNumber, path: Path) -> list[Move]:
    """The moves of a turn with the pawn on a card (T3-26)."""
    home = state.homes[card]
    zone = state.zones[home - 1]
    deck = CARDS - len(state.homes)
    pawns = state.pawns
    moves: list[Move] = [_stays(0)[0]]
    if deck:
        moves.append(_ABOVE)
    standing = {pawn[0] for pawn in pawns if type(pawn) is Waypoint}
    for number, face in zip(zone.cards, zone.faces, strict=True):
        if face is None:
            moves.append(_blind(number))
        elif number in standing:
            moves += [move for p, move in enumerate(_locals(number)) if (number, p) not in pawns]
        else:
            moves += _locals(number)
    if deck:
        moves.append(_BELOW)
    lanes = line_of(state.zones, home, zone.cards.index(card), path)
    moves += _time_travels(state, lanes, home, deck)
    moves += _entries(_sellable(state, seat, lanes[-1]))
    return moves


def _moves_from_market(state: State, seat: Seat, lane: Lane) -> list[Move]:
    """The moves of a turn with the pawn in a market (T3-27)."""
    lanes = line_from_market(state.zones, lane)
    moves = [*_stays(_sellable(state, seat, lane))]
    moves += _time_travels(state, lanes, len(state.zones) + 1, CARDS - len(state.homes))
    return moves


def _time_travels(state: State, lanes: Sequence[Lane], column: int, deck: int) -> list[Move]:
    """The zones but one's own in which a line can stop (T3-28)."""
    pawns, faces = state.pawns, state.faces
    zones = state.zones
    moves = []
    for number, move in enumerate(_travels(len(zones)), 1):
        if number == column:
            continue
        zone, lane = zones[number - 1], lanes[number - 1]
        below = lane - zone.top
        place = below // HEIGHT
        if 0 <= place < len(zone.cards):
            card = zone.cards[place]
            face = faces[card]
            if face is None or (card, path_met(face, below % HEIGHT, forward=number > column)) not in pawns:
                moves.append(move)
        elif abs(missing(zone, lane)) <= deck:
            moves.append(move)
    return moves


def _sellable(state: State, seat: Seat, lane: Lane) -> int:
    """How much a seat can sell in the market at a lane (T3-43)."""
    commodity = commodity_bought(state, lane)
    return 0 if commodity is None else max(0, state.goods[seat][commodity])


# -- refusals --------------------------------------------------------------------------------------


def _must_be_a_path(path: Path) -> None:
    if path not in PATHS:
        refuse("T3-22", f"the paths of a card are 0 to 3, so there is no path {path}")


def _must_not_be_negative(sell: int) -> None:
    if sell < 0:
        refuse("T3-22", f"one sells 0 or more, not {sell}")


def _must_stand_on_a_card(state: State, seat: Seat) -> Waypoint:
    pawn = state.pawns[seat]
    if type(pawn) is not Waypoint:
        refuse("T3-27", "from a market one can only stay or travel in time")
    return pawn


def _must_have_cards(deck: int) -> None:
    if not deck:
        refuse("T3-26", "the deck is empty, so no card can be laid")


# -- chance ----------------------------------------------------------------------------------------


def _reveal(state: State, _chance: Actor, move: Reveal) -> Events:
    """The next card of the deal, or the pending card (T3-31, T3-37, T3-39)."""
    kind, turned = move.kind, move.turned
    if kind not in state.unseen:
        if (kind, False) not in FACES:
            refuse("T3-23", f"there is no card {kind[:20]!r}")
        refuse("T3-23", f"both copies of {kind} lie face up")
    if turned and not state.options.rotate:
        refuse("T3-23", "cards are turned only with the option rotate")
    face = FACES[kind, turned]
    counters = _filling(state, face)
    number = _zone_to_deal(state)
    if number is not None:
        card = len(state.homes)
        return (
            CardAdded(number, card, "below", 0),
            CardRevealed(number, card, kind, turned),
            CountersPlaced(number, card, counters),
        )
    pending = state.pending
    if pending is None:  # so chance would not be due
        raise AssertionError
    number = state.homes[pending.card]
    turning = (
        CardRevealed(number, pending.card, kind, turned),
        CountersPlaced(number, pending.card, counters),
    )
    if pending.lane is None:
        return turning
    # Cards are four lanes high and stand in one stack, so its top gives the quarter (T3-18).
    quarter = (pending.lane - state.zones[number - 1].top) % HEIGHT
    path = path_met(face, quarter, forward=pending.how == "forward")
    return (
        *turning,
        *_arrive(state, pending.seat, pending.how, Waypoint(pending.card, path), counters[path]),
    )


def _filling(state: State, face: Face) -> Counters:
    """A counter of its colour for each waypoint, as far as there is one (T3-40)."""
    supply = state.supply
    a, b, c, d = face.colours
    return (
        a if supply[a] > 0 else None,
        b if supply[b] > 0 else None,
        c if supply[c] > 0 else None,
        d if supply[d] > 0 else None,
    )


def _choose_first(state: State, _chance: Actor, move: ChooseFirst) -> Events:
    """Who goes first (T3-24)."""
    if not 0 <= move.seat < len(state.pawns):
        refuse("T3-24", f"the seats are 0 to {len(state.pawns) - 1}, so there is no seat {move.seat}")
    return (FirstPlayerChosen(move.seat),)


# -- placing and moving ----------------------------------------------------------------------------


def _place(state: State, seat: Seat, move: PlacePawn) -> Events:
    """The first placement, in the zone that is the seat's (T3-31, T3-32)."""
    _must_be_a_path(move.path)
    placed = len(state.pawns) - state.pawns.count(None)
    number = placed + 1
    card = state.zones[placed].cards[0]
    events: list[Event[State]] = [PawnPlaced(seat, number, card, move.path)]
    commodity = state.counters[card][move.path]
    if commodity is not None:
        events.append(CounterTaken(seat, number, card, move.path, commodity))
    events.append(TurnStarted(_next_seat(state, seat), 1 if number == len(state.pawns) else 0))
    return tuple(events)


def _stay(state: State, seat: Seat, move: Stay) -> Events:
    """No move, and a sale in a market (T3-42)."""
    _must_not_be_negative(move.sell)
    pawn = state.pawns[seat]
    if move.sell == 0:
        return (Stayed(seat), _turn_ends(state, seat))
    if type(pawn) is not Market:
        refuse("T3-43", f"seat {seat} is in no market, so it sells nothing")
    return (Stayed(seat), *_sale(state, seat, pawn.lane, move.sell))


def _local_travel(state: State, seat: Seat, move: LocalTravel) -> Events:
    """To a waypoint of a card of one's own zone, or to a blank (T3-34, T3-35)."""
    card, path = move.card, move.path
    if not 0 <= card < len(state.homes):
        refuse("T3-22", f"there is no card {card} on the board")
    face = state.faces[card]
    if path is not None:
        _must_be_a_path(path)
        if face is None:
            refuse("T3-22", f"card {card} lies face down, so it has no paths yet")
    elif face is not None:
        refuse("T3-22", f"card {card} lies face up, so a path of it must be named")
    own = state.homes[_must_stand_on_a_card(state, seat).card]
    number = state.homes[card]
    if number != own:
        refuse("T3-26", f"card {card} lies in zone {number}, and seat {seat} is in zone {own}")
    if path is None:
        return (CardApproached(seat, "local", number, card, None),)
    if (card, path) in state.pawns:
        refuse("T3-26", f"on path {path} of card {card} a pawn stands already")
    return _arrive(state, seat, "local", Waypoint(card, path), state.counters[card][path])


def _leave_map(state: State, seat: Seat, move: LeaveMap) -> Events:
    """Off the map, where a new card comes (T3-36)."""
    number = state.homes[_must_stand_on_a_card(state, seat).card]
    _must_have_cards(state.deck)
    zone = state.zones[number - 1]
    card = len(state.homes)
    top = zone.top + (-HEIGHT if move.side == "above" else HEIGHT * len(zone.cards))
    return (
        CardAdded(number, card, move.side, top),
        CardApproached(seat, "local", number, card, None),
    )


def _stop(state: State, seat: Seat, move: Stop) -> Events:
    """The waypoint on the card that was turned up (T3-37)."""
    _must_be_a_path(move.path)
    pending = state.pending
    if pending is None:  # so Stop would not be due
        raise AssertionError
    where = Waypoint(pending.card, move.path)
    return _arrive(state, seat, "local", where, state.counters[pending.card][move.path])


def _time_travel(state: State, seat: Seat, move: TimeTravel) -> Events:
    """Along one's line to a zone (T3-38)."""
    number = move.zone
    if not 1 <= number <= len(state.zones):
        refuse("T3-22", f"the zones are 1 to {len(state.zones)}, so there is no zone {number}")
    pawn = state.pawns[seat]
    if pawn is None:  # so PlacePawn would be due
        raise AssertionError
    column = len(state.zones) + 1 if type(pawn) is Market else state.homes[pawn[0]]
    if number == column:
        refuse("T3-26", f"seat {seat} is in zone {number} already")
    lane = pawn_line(state, pawn)[number - 1]
    how: How = "forward" if number > column else "backward"
    zone = state.zones[number - 1]
    place = covering(zone, lane)
    if place is None:
        return _lay(state, seat, how, number, lane)
    card, face = zone.cards[place], zone.faces[place]
    if face is None:
        return (CardApproached(seat, how, number, card, lane),)
    path = path_met(face, (lane - zone.top) % HEIGHT, forward=number > column)
    if (card, path) in state.pawns:
        refuse("T3-28", f"the line of seat {seat} meets path {path} of card {card}, where a pawn stands")
    return _arrive(state, seat, how, Waypoint(card, path), state.counters[card][path])


def _lay(state: State, seat: Seat, how: How, number: ZoneNumber, lane: Lane) -> Events:
    """Cards for open table, outward from the stack; the last one covers the lane (T3-38)."""
    zone = state.zones[number - 1]
    needed = missing(zone, lane)
    if abs(needed) > state.deck:
        refuse(
            "T3-28",
            f"to stop in zone {number} takes {abs(needed)} cards, and the deck has {state.deck}",
        )
    card = len(state.homes)
    events: list[Event[State]]
    if needed < 0:
        events = [CardAdded(number, card + i, "above", zone.top - HEIGHT * (i + 1)) for i in range(-needed)]
    else:
        below = zone.top + HEIGHT * len(zone.cards)
        events = [CardAdded(number, card + i, "below", below + HEIGHT * i) for i in range(needed)]
    events.append(CardApproached(seat, how, number, card + abs(needed) - 1, lane))
    return tuple(events)


def _arrive(state: State, seat: Seat, how: How, where: Waypoint, commodity: Commodity | None) -> Events:
    """A pawn comes to a waypoint with or without a counter (T3-33)."""
    card, path = where
    number = state.homes[card]
    moved = PawnMoved(seat, how, number, card, path)
    end = _turn_ends(state, seat)
    if commodity is None:
        return (moved, end)
    return (
        moved,
        CounterTaken(seat, number, card, path, commodity),
        ZoneSlid(number, state.zones[number - 1].top - 1),
        end,
    )


def _enter_market(state: State, seat: Seat, move: EnterMarket) -> Events:
    """Along one's line into the market, and a sale (T3-41)."""
    _must_not_be_negative(move.sell)
    lane = pawn_line(state, _must_stand_on_a_card(state, seat))[-1]
    entered = MarketEntered(seat, lane)
    if move.sell == 0:
        return (entered, _turn_ends(state, seat))
    return (entered, *_sale(state, seat, lane, move.sell))


# -- selling, and what comes next ------------------------------------------------------------------


def _sale(state: State, seat: Seat, lane: Lane, amount: int) -> Events:
    """A sale at the end of a turn, and the next turn or the end (T3-43, T3-47)."""
    commodity = commodity_bought(state, lane)
    if commodity is None:
        refuse("T3-43", f"the market at lane {lane} is connected to nothing, so it buys nothing")
    held = state.goods[seat][commodity]
    if amount > held:
        refuse("T3-43", f"seat {seat} holds {held} {commodity}, which is what this market buys")
    price = price_at(state, lane)
    gold = amount * price
    sold = GoodsSold(seat, lane, commodity, amount, price, gold)
    total = state.gold[seat] + gold
    if total >= state.options.target:
        return (sold, GameEnded("gold", (seat,)))
    return (sold, _turn_ends(state, seat, total))


def _next_seat(state: State, seat: Seat) -> Seat:
    """Clockwise (T3-46)."""
    return (seat + 1) % len(state.pawns)


def _turn_ends(state: State, seat: Seat, total: int | None = None) -> Event[State]:
    """The next turn, or the end of the last round (T3-46, T3-48).

    Args:
        state: The state before the turn's events.
        seat: Whose turn ends.
        total: The gold it has then, if that has changed.
    """
    turn = state.turn
    if turn != state.options.max_rounds * len(state.pawns):
        return TurnStarted(_next_seat(state, seat), turn + 1)
    gold = state.gold[:]
    if total is not None:
        gold[seat] = total
    most = max(gold)
    return GameEnded("rounds", tuple([one for one, has in enumerate(gold) if has == most]))


_CONSEQUENCES: Final[Mapping[type[Move], Callable[[State, Actor, Any], Events]]] = {
    Reveal: _reveal,
    ChooseFirst: _choose_first,
    PlacePawn: _place,
    Stay: _stay,
    LocalTravel: _local_travel,
    LeaveMap: _leave_map,
    Stop: _stop,
    TimeTravel: _time_travel,
    EnterMarket: _enter_market,
}
