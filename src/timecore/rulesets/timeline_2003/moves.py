"""What can be asked for in TimeLine (T3-22). The order of the classes is their code in records."""

from typing import Literal, TypeAlias

from timecore.actors import Seat
from timecore.messages import Move, Vocabulary, message
from timecore.rulesets.timeline_2003.cards import CardNumber, Kind, Path, ZoneNumber

__all__ = [
    "MOVES",
    "AnyMove",
    "ChooseFirst",
    "EnterMarket",
    "LeaveMap",
    "LocalTravel",
    "PlacePawn",
    "Reveal",
    "Stay",
    "Stop",
    "TimeTravel",
]


@message
class Reveal(Move):
    """Chance says what the next card of the deal, or the pending card, is (T3-23)."""

    kind: Kind
    turned: bool


@message
class ChooseFirst(Move):
    """Chance says who goes first (T3-24)."""

    seat: Seat


@message
class PlacePawn(Move):
    """Place one's pawn in the zone that is one's own (T3-25)."""

    path: Path


@message
class Stay(Move):
    """Do not move; in a market, sell so many (T3-42)."""

    sell: int


@message
class LocalTravel(Move):
    """Go to a waypoint of a card of one's own zone; without a path exactly if it lies face down (T3-34, T3-35)."""

    card: CardNumber
    path: Path | None


@message
class LeaveMap(Move):
    """Go off the map in one's own zone, where a new card comes (T3-36)."""

    side: Literal["above", "below"]


@message
class Stop(Move):
    """Choose the waypoint on the card that was just turned up by local travel (T3-37)."""

    path: Path


@message
class TimeTravel(Move):
    """Go along one's line to a zone (T3-38)."""

    zone: ZoneNumber


@message
class EnterMarket(Move):
    """Go along one's line into the market, and sell so many (T3-41)."""

    sell: int


AnyMove: TypeAlias = (
    Reveal | ChooseFirst | PlacePawn | Stay | LocalTravel | LeaveMap | Stop | TimeTravel | EnterMarket
)

MOVES: Vocabulary[Move] = Vocabulary(
    (Reveal, ChooseFirst, PlacePawn, Stay, LocalTravel, LeaveMap, Stop, TimeTravel, EnterMarket)
)
