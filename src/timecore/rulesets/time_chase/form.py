"""The JSON form of a state of Time Chase, and of a view of one, as front ends get it (TC-17, TC-18, TC-95)."""

from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from timecore.hidden import Hidden
from timecore.ruleset import Keywords
from timecore.rulesets.time_chase.cards import DECKS, DISCS, ROUNDS, SUITS

__all__ = ["StateForm"]

Card: TypeAlias = Annotated[str, Keywords(pattern=f"^[{SUITS}]([1-9]|1[0-3])$")]
Suit: TypeAlias = Annotated[str, Keywords(enum=list(SUITS))]
Seat: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=max(DECKS) - 1)]
Amount: TypeAlias = Annotated[int, Keywords(minimum=0)]
Place: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=ROUNDS)]
Token: TypeAlias = Annotated[int, Keywords(minimum=1, maximum=ROUNDS)]
Options: TypeAlias = Annotated[dict[str, Any], Keywords(**{"$ref": "#/$defs/resolved_options"})]


class EventForm(TypedDict):
    """An event token in the timeline. The last three are null until the event is first resolved.

    Attributes:
        at: Its number.
        led_card: The card at the bottom of its stack.
        winning_card: The card on top.
        control: The seat whose disc lies there.
    """

    at: Token
    led_card: Card | None
    winning_card: Card | None
    control: Seat | None


class PlayForm(TypedDict):
    """A card, and the seat that it came from."""

    seat: Seat
    card: Card


class ResolvingForm(TypedDict):
    """An event that is being played.

    Attributes:
        at: Which one.
        order: The seats that take part, in the order they play.
        led_suit: The suit to follow; null until the leader of a first resolution has played.
        plays: What has been played so far, in order.
    """

    at: Token
    order: list[Seat]
    led_suit: Suit | None
    plays: list[PlayForm]


class ContestForm(TypedDict):
    """The invariant while it is being contested.

    Attributes:
        seats: The seats that choose a card, ascending.
        revealed: Their cards, once they are turned up.
    """

    seats: list[Seat]
    revealed: list[PlayForm]


class ResultForm(TypedDict):
    """How the game ended.

    Attributes:
        winners: The one seat that won.
        reason: Why it was over.
        tiebreak: Whether another seat controlled as many events as the winner.
        ranking: The places, best first, each with the seats that share it.
        scores: Events controlled, by seat.
        closest: The lowest-numbered event controlled, by seat.
    """

    winners: list[Seat]
    reason: Literal["three_events", "second_rift", "ten_rounds"]
    tiebreak: bool
    ranking: list[list[Seat]]
    scores: list[Amount]
    closest: list[Token | None]


class StateForm(TypedDict):
    """What is known of a game. Lists "by seat" have one element a seat.

    Attributes:
        phase: What the game waits for.
        options: The options of the game.
        first_player: The seat that holds the first player marker.
        deck_left: Cards still in the deck.
        hands: By seat, in card order, hidden cards last.
        invariant: The card, or null while there is none.
        rifts: How often a tie lost the invariant.
        present: The highest event token in the timeline, 0 before the first.
        timeline: The event tokens, token 1 first.
        travelers: By seat, where the traveler stands: 0 is the invariant.
        fuel: By seat, the personal supply.
        supply: The general supply; null if it has no limit.
        discs: By seat, the discs on the time machine card.
        resolving: The event being played, if any.
        contest: The contest for the invariant, if there is one.
        committed_cards: By seat, the face-down card at the invariant.
        committed_fuel: By seat, the fuel set aside.
        discards: Discarded cards, in order.
        result: How the game ended; null while it goes on.
    """

    phase: Literal["deal", "turn_invariant", "resolve", "invariant", "travel", "over"]
    options: Options
    first_player: Seat
    deck_left: Amount
    hands: list[list[Card | Hidden]]
    invariant: Card | None
    rifts: Amount
    present: Place
    timeline: list[EventForm]
    travelers: list[Place | None]
    fuel: list[Amount]
    supply: Amount | None
    discs: list[Annotated[int, Keywords(minimum=0, maximum=DISCS)]]
    resolving: ResolvingForm | None
    contest: ContestForm | None
    committed_cards: list[Card | Hidden | None]
    committed_fuel: list[Amount | Hidden | None]
    discards: list[Card]
    result: ResultForm | None
