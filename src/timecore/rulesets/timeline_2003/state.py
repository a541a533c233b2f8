"""What is known of a game of TimeLine: plain slots that events change in place.

All of it is public (T3-51). Cards are numbered as they came to the board; what belongs to card c stands at index
c, what belongs to zone z at index z - 1. The JSON form is that of T3-19.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias, final

import attrs

from timecore.actors import Seat
from timecore.rulesets.timeline_2003.cards import (
    CARDS,
    COMMODITIES,
    COPIES,
    KINDS,
    CardNumber,
    Commodity,
    Counters,
    Face,
    Kind,
    Lane,
    Path,
    ZoneNumber,
    zones_for,
)
from timecore.rulesets.timeline_2003.geometry import Zone
from timecore.rulesets.timeline_2003.options import Options

__all__ = ["How", "Market", "Pawn", "Pending", "Reason", "Result", "State", "Waypoint"]

How: TypeAlias = Literal["local", "forward", "backward"]
"""How a pawn comes to a card: within its zone, or along its line to the right or to the left."""

Reason: TypeAlias = Literal["gold", "rounds"]
"""Why a game is over (T3-47, T3-48)."""


@final
class Waypoint(NamedTuple):
    """Where a pawn on a card stands.

    Attributes:
        card: The card.
        path: The path whose waypoint it is.
    """

    card: CardNumber
    path: Path

    def to_json(self) -> dict[str, int]:
        """The JSON form of T3-19."""
        return {"card": self.card, "path": self.path}


@final
class Market(NamedTuple):
    """Where a pawn on the Finish line stands.

    Attributes:
        lane: The market's lane.
    """

    lane: Lane

    def to_json(self) -> dict[str, int]:
        """The JSON form of T3-19."""
        return {"market": self.lane}


Pawn: TypeAlias = Waypoint | Market | None
"""Where a pawn stands; ``None`` before it is placed."""


@attrs.frozen
class Pending:
    """A seat that is about to stop on a card.

    Attributes:
        seat: Which seat.
        card: The card.
        how: How it comes there.
        lane: The lane at which its line meets the zone; ``None`` for local travel.
    """

    seat: Seat
    card: CardNumber
    how: How
    lane: Lane | None


@attrs.frozen
class Result:
    """How a game ended (T3-49).

    Attributes:
        reason: ``"gold"`` or ``"rounds"``.
        winners: The seats that won, ascending.
    """

    reason: Reason
    winners: tuple[Seat, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form of T3-49."""
        return {"reason": self.reason, "winners": list(self.winners)}


@attrs.define
class State:
    """What is known after folding some events; nothing but an event changes it.

    Attributes:
        options: The options of the game; not part of the JSON form.
        zones: The time zones, zone 1 first.
        homes: By card, the zone it lies in.
        faces: By card, what is seen of it; ``None`` while it lies face down.
        counters: By card, the counters on it.
        unseen: By kind, in dictionary order, how many copies nobody has seen; none that has no more. Not part of
            the JSON form, since it follows from the cards (T3-20).
        pawns: By seat, where the pawn stands.
        goods: By seat, how many counters of each commodity it holds.
        gold: By seat.
        supply: The counters of each commodity that nobody holds and that are not on the board.
        first: Who went first.
        current: Whose turn it is.
        turn: The number of the turn, 0 before play.
        pending: Who is about to stop on a card.
        result: How the game ended, ``None`` while it goes on.
    """

    options: Options
    zones: list[Zone]
    homes: list[ZoneNumber]
    faces: list[Face | None]
    counters: list[Counters]
    unseen: dict[Kind, int]
    pawns: list[Pawn]
    goods: list[dict[Commodity, int]]
    gold: list[int]
    supply: dict[Commodity, int]
    first: Seat | None
    current: Seat | None
    turn: int
    pending: Pending | None
    result: Result | None

    @classmethod
    def start(cls, options: Options) -> State:
        """The state before the first event (T3-19)."""
        players = options.players
        return cls(
            options=options,
            zones=[Zone(0, [], []) for _ in range(zones_for(players))],
            homes=[],
            faces=[],
            counters=[],
            unseen=dict.fromkeys(KINDS, COPIES),
            pawns=[None] * players,
            goods=[dict.fromkeys(COMMODITIES, 0) for _ in range(players)],
            gold=[0] * players,
            supply=dict.fromkeys(COMMODITIES, options.counters),
            first=None,
            current=None,
            turn=0,
            pending=None,
            result=None,
        )

    @property
    def deck(self) -> int:
        """How many cards the draw pile has (T3-20)."""
        return CARDS - len(self.homes)

    def copy(self) -> State:
        """A state that shares nothing mutable with this one."""
        new = _blank(State)
        new.options = self.options
        new.zones = [zone.copy() for zone in self.zones]
        new.homes = self.homes[:]
        new.faces = self.faces[:]
        new.counters = self.counters[:]
        new.unseen = self.unseen.copy()
        new.pawns = self.pawns[:]
        new.goods = [goods.copy() for goods in self.goods]
        new.gold = self.gold[:]
        new.supply = self.supply.copy()
        new.first = self.first
        new.current = self.current
        new.turn = self.turn
        new.pending = self.pending
        new.result = self.result
        return new

    def to_json(self) -> dict[str, Any]:
        """The JSON form of T3-19."""
        pending = self.pending
        return {
            "zones": [{"top": zone.top, "cards": list(zone.cards)} for zone in self.zones],
            "cards": [
                {
                    "zone": home,
                    "kind": face and face.kind,
                    "turned": face is not None and face.turned,
                    "counters": list(counters),
                }
                for home, face, counters in zip(self.homes, self.faces, self.counters, strict=True)
            ],
            "pawns": [pawn and pawn.to_json() for pawn in self.pawns],
            "goods": [dict(goods) for goods in self.goods],
            "gold": list(self.gold),
            "supply": dict(self.supply),
            "first": self.first,
            "current": self.current,
            "turn": self.turn,
            "pending": pending
            and {"seat": pending.seat, "card": pending.card, "how": pending.how, "lane": pending.lane},
            "result": self.result and self.result.to_json(),
        }


_blank: Final = object.__new__
