"""Players that know TimeLine."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import attrs

from timecore.actors import Seat
from timecore.messages import Move
from timecore.ruleset import Ruleset
from timecore.rulesets.timeline_2003.cards import CardNumber, Commodity, Lane, Path, ZoneNumber
from timecore.rulesets.timeline_2003.geometry import (
    HEIGHT,
    Zone,
    covering,
    crossings,
    path_met,
    slid,
)
from timecore.rulesets.timeline_2003.moves import (
    EnterMarket,
    LeaveMap,
    LocalTravel,
    PlacePawn,
    Stay,
    Stop,
    TimeTravel,
)
from timecore.rulesets.timeline_2003.rules import pawn_line, price_at
from timecore.rulesets.timeline_2003.state import State, Waypoint

__all__ = ["GreedyBot"]

_TAG: Final = b"timecore/timeline_2003/greedy\x00"

#: The price that a counter is taken to have where nobody knows it.
_MIDDLING: Final = 2

#: How much more gold is worth that could be had in the next turn than gold in the one after that.
_NEXT: Final = 2


class GreedyBot:
    """Sells when it can, for as much gold as it can; else walks where the best price is in reach.

    It looks one move ahead: at the counter it would pick up, at the prices after the slide, and at what it could
    sell then at the end of its line. Among equals it chooses by hashes of its seed and a counter, so the same seed
    chooses the same again, on every Python.

    Args:
        seed: Any bytes.
    """

    __slots__ = ("_count", "_key")

    def __init__(self, seed: bytes) -> None:
        self._key = sha256(_TAG + seed).digest()
        self._count = 0

    def choose(self, rules: Ruleset[Any], view: State, seat: Seat, legal: Sequence[Move]) -> Move:
        """One of the legal moves.

        Args:
            rules: Not looked at.
            view: What the seat sees, which is all.
            seat: Whose move it is.
            legal: What may be chosen; at least one.
        """
        sales = [move for move in legal if isinstance(move, Stay | EnterMarket) and move.sell]
        if sales:
            return max(sales, key=lambda move: move.sell)  # one market, so more is more gold
        best: list[Move] = []
        most = -1
        outlook = _Outlook(view, seat)
        for move in legal:
            worth = outlook.worth(move)
            if worth > most:
                best, most = [move], worth
            elif worth == most:
                best.append(move)
        return best[self._below(len(best))]

    __call__ = choose

    def _below(self, limit: int) -> int:
        digest = sha256(self._key + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        return int.from_bytes(digest, "big") % limit


@attrs.frozen
class _World:
    """A board, and where the commodities lead on it.

    Attributes:
        zones: The time zones.
        lines: The lanes of each commodity's line at boundaries 0 to Z.
        prices: What each commodity is worth.
    """

    zones: Sequence[Zone]
    lines: Mapping[Commodity, Sequence[Lane]]
    prices: Mapping[Commodity, int]


class _Outlook:
    """What the moves of one seat are worth: what it picks up, what it could sell next, and what it could after that."""

    __slots__ = ("_goods", "_state", "_where", "_worlds")

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._goods = state.goods[seat]
        self._where = state.pawns[seat]
        self._worlds: dict[ZoneNumber | None, _World] = {}

    def worth(self, move: Move) -> int:
        """What a move without a sale is worth: a whole number, 0 for one that leads to nothing."""
        state = self._state
        match move:
            case LocalTravel(card=card, path=int(path)):
                return self._arriving(card, path)
            case TimeTravel(zone=number):
                return self._travelling(number)
            case LeaveMap(side=side) if type(self._where) is Waypoint:
                number = state.homes[self._where.card]
                zone = state.zones[number - 1]
                above = side == "above"
                return self._on_new(
                    number, zone.top - HEIGHT if above else zone.top + HEIGHT * len(zone.cards)
                )
            case LocalTravel(card=card):
                number = state.homes[card]
                zone = state.zones[number - 1]
                return self._on_new(number, zone.top + HEIGHT * zone.cards.index(card))
            case PlacePawn(path=path):
                placed = len(state.pawns) - state.pawns.count(None)
                return self._arriving(state.zones[placed].cards[0], path)
            case Stop(path=path) if state.pending is not None:
                return self._arriving(state.pending.card, path)
            case _:
                return 0

    def _travelling(self, number: ZoneNumber) -> int:
        state, pawn = self._state, self._where
        if pawn is None:
            return 0
        zone = state.zones[number - 1]
        lane = pawn_line(state, pawn)[number - 1]
        place = covering(zone, lane)
        face = None if place is None else zone.faces[place]
        forward = type(pawn) is Waypoint and number > state.homes[pawn.card]
        if place is None or face is None:
            # Coming forward it will be at that lane, less the slide; coming backward, at nobody knows which.
            return self._on_lanes(number, range(lane - 1, lane) if forward else range(0))
        return self._arriving(zone.cards[place], path_met(face, (lane - zone.top) % HEIGHT, forward=forward))

    def _on_new(self, number: ZoneNumber, top: Lane) -> int:
        """What an unknown card is worth whose waypoint one can choose: the slide will take it a lane up."""
        return self._on_lanes(number, range(top - 1, top - 1 + HEIGHT))

    def _on_lanes(self, number: ZoneNumber, lanes: range) -> int:
        """What it is worth to stand on an unknown path that begins at one of some lanes."""
        world = self._world(None)
        sales = [
            self._goods[commodity] * _MIDDLING
            for commodity, line in world.lines.items()
            if line[number - 1] in lanes
        ]
        return _MIDDLING + max(_NEXT * max(sales, default=0), self._later(world, number, None))

    def _arriving(self, card: CardNumber, path: Path) -> int:
        """What it is worth to stand on a waypoint that is known."""
        state = self._state
        number = state.homes[card]
        counter = state.counters[card][path]
        world = self._world(None if counter is None or state.turn == 0 else number)
        place = state.zones[number - 1].cards.index(card)
        lane = world.zones[number - 1].top + HEIGHT * place + path
        sale = 0
        for commodity, line in world.lines.items():
            if line[number - 1] == lane:  # the pawn stands on its line, so both end in one market
                sale = (self._goods[commodity] + (commodity == counter)) * world.prices[commodity]
        worth = 0 if counter is None else world.prices[counter]
        return worth + max(_NEXT * sale, self._later(world, number, counter))

    def _later(self, world: _World, number: ZoneNumber, counter: Commodity | None) -> int:
        """The best sale in reach of one more step within a zone."""
        zone = world.zones[number - 1]
        return max(
            [
                (self._goods[commodity] + (commodity == counter)) * world.prices[commodity]
                for commodity, line in world.lines.items()
                if covering(zone, line[number - 1]) is not None
            ],
            default=0,
        )

    def _world(self, slides: ZoneNumber | None) -> _World:
        """The board after a zone has slid, or as it is."""
        if slides not in self._worlds:
            state = self._state
            zones = [slid(zone) if number == slides else zone for number, zone in enumerate(state.zones, 1)]
            lines = {commodity: crossings(zones, lane) for lane, commodity in enumerate(state.options.start)}
            prices = {commodity: price_at(state, line[-1]) for commodity, line in lines.items()}
            self._worlds[slides] = _World(zones, lines, prices)
        return self._worlds[slides]
