"""The JSON form of a state of Chicken Time Warp, and of a view of one, as front ends get it (section 9)."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from timecore.hidden import Hidden
from timecore.ruleset import Keywords
from timecore.rulesets.chicken_time_warp.cards import ESCAPE_WINDOW, KINDS, NOT_BLACK, TIMELINE

__all__ = ["StateForm"]

Kind: TypeAlias = Annotated[str, Keywords(enum=list(KINDS))]
Card: TypeAlias = Annotated[str, Keywords(enum=list(NOT_BLACK))]
Black: TypeAlias = Literal["you_dead", "time_slips_away"]
Minute: TypeAlias = Annotated[int, Keywords(minimum=ESCAPE_WINDOW, maximum=TIMELINE[0])]
Seat: TypeAlias = Annotated[int, Keywords(minimum=0, maximum=5)]
Count: TypeAlias = Annotated[int, Keywords(minimum=0)]


class AsideForm(TypedDict):
    """The black cards that are out of the game, by kind.

    Attributes:
        you_dead: How many You Dead.
        time_slips_away: How many Time Slips Away.
    """

    you_dead: Count
    time_slips_away: Count


class ResultForm(TypedDict):
    """How the game ended.

    Attributes:
        reason: Why it was over.
        winners: The one seat that won; empty if nobody did.
    """

    reason: Literal["escape", "sudden_death", "turn_limit"]
    winners: list[Seat]


class StateForm(TypedDict):
    """What is known of a game. Lists "by seat" have one element a seat.

    Attributes:
        phase: What the game waits for.
        turn: The number of the current turn, 0 before the first.
        seat: The current player; null before the first turn.
        direction: 1 if play goes clockwise, -1 if counterclockwise.
        timeline: The cards left in the line; 0 is the Escape Window.
        face_up: How many of them, from the front, are face up.
        status: By seat, how the player is.
        above: By seat, the Timeline card under a dead player's character.
        frozen: By seat, whether the next turn is missed.
        hands: By seat, in the order of kinds, unknown cards last.
        draw_count: Cards in the draw pile.
        discard: The discard pile, bottom first.
        aside: The black cards that are out of the game.
        limbo: A black card in effect.
        draws_left: Draws still due.
        swap_target: Who must answer Swap Hands.
        result: How the game ended; null while it goes on.
    """

    phase: Literal["deal", "first_player", "play", "swap", "draw", "you_dead", "over"]
    turn: Count
    seat: Seat | None
    direction: Literal[1, -1]
    timeline: list[Minute]
    face_up: Count
    status: list[Literal["alive", "dead", "erased"]]
    above: list[Minute | None]
    frozen: list[bool]
    hands: list[list[Card | Hidden]]
    draw_count: Count
    discard: list[Kind]
    aside: AsideForm
    limbo: Black | None
    draws_left: Count
    swap_target: Seat | None
    result: ResultForm | None
