"""The JSON form of a state of TimeLine, as front ends get it (T3-19, T3-49)."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from timecore.ruleset import Keywords
from timecore.rulesets.timeline_2003.cards import CARDS, KINDS, Commodity

__all__ = ["StateForm"]

Card: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=CARDS - 1)]
Kind: TypeAlias = Annotated[str, Keywords(enum=list(KINDS))]
Zone: TypeAlias = Annotated[int, Keywords(minimum=1, maximum=6)]
Path: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=3)]
Seat: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=4)]
Amount: TypeAlias = Annotated[int, Keywords(minimum=0)]
Lane: TypeAlias = int


class ZoneForm(TypedDict):
    """A time zone: one stack of cards without gaps, each four lanes high.

    Attributes:
        top: The lane of the topmost card's top quarter; lanes grow downward.
        cards: The numbers of its cards, from the top down.
    """

    top: Lane
    cards: list[Card]


class CardForm(TypedDict):
    """A card on the board.

    Attributes:
        zone: The zone it lies in.
        kind: The exits of its four paths; null while it lies face down.
        turned: Whether it lies turned by 180 degrees.
        counters: By path, the counter on its waypoint.
    """

    zone: Zone
    kind: Kind | None
    turned: bool
    counters: tuple[Commodity | None, Commodity | None, Commodity | None, Commodity | None]


class WaypointForm(TypedDict):
    """Where a pawn on a card stands.

    Attributes:
        card: The card.
        path: The path whose waypoint it is.
    """

    card: Card
    path: Path


class MarketForm(TypedDict):
    """Where a pawn on the Finish line stands.

    Attributes:
        market: The market's lane.
    """

    market: Lane


class GoodsForm(TypedDict):
    """How many counters of each commodity there are."""

    Oilpetrol: Amount
    Milkbread: Amount
    Beetcandy: Amount
    Nucleons: Amount


class PendingForm(TypedDict):
    """A seat that is about to stop on a card.

    Attributes:
        seat: Which seat.
        card: The card.
        how: How it comes there: within its zone, or along its line to the right or to the left.
        lane: The lane at which its line meets the zone; null for local travel.
    """

    seat: Seat
    card: Card
    how: Literal["local", "forward", "backward"]
    lane: Lane | None


class ResultForm(TypedDict):
    """How the game ended.

    Attributes:
        reason: Why it was over.
        winners: The seats that won, ascending.
    """

    reason: Literal["gold", "rounds"]
    winners: list[Seat]


class StateForm(TypedDict):
    """What is known of a game, all of it public. Lists "by seat" have one element a seat.

    Attributes:
        zones: The time zones, zone 1 first.
        cards: The cards on the board, in the order in which they came there, which is their number.
        pawns: By seat, where the pawn stands; null before it is placed.
        goods: By seat, the counters it holds.
        gold: By seat.
        supply: The counters that nobody holds and that are not on the board.
        first: The seat that went first.
        current: The seat whose turn it is.
        turn: The number of the turn; 0 before play.
        pending: Who is about to stop on a card, if anybody.
        result: How the game ended; null while it goes on.
    """

    zones: list[ZoneForm]
    cards: list[CardForm]
    pawns: list[WaypointForm | MarketForm | None]
    goods: list[GoodsForm]
    gold: list[Amount]
    supply: GoodsForm
    first: Seat | None
    current: Seat | None
    turn: Amount
    pending: PendingForm | None
    result: ResultForm | None
