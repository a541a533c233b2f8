"""Games of Time Chase in a few words, for tests.

Moves are written short, as in the examples of ``docs/rules/time_chase.md``: ``1:A7`` seat 1 plays A7, ``1:?C13``
seat 1 commits C13, ``1:~2`` seat 1 sets 2 fuel aside.
"""

from collections.abc import Sequence
from typing import Any

from timecore.actors import CHANCE, Actor, Seat
from timecore.errors import IllegalMove
from timecore.messages import Event, Move
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import Card, Location
from timecore.rulesets.time_chase.events import (
    CardDealt,
    DiscPlaced,
    EventAdded,
    FuelGained,
    InvariantLost,
    InvariantOpened,
    InvariantReplaced,
    ResolutionStarted,
    StackMade,
    TravelerMoved,
    TravelersGathered,
)
from timecore.rulesets.time_chase.moves import CommitCard, CommitFuel, DealCard, PlayCard, TurnInvariant
from timecore.testing import Given, given

__all__ = ["deals", "go_on", "legal", "moves", "refused", "table"]


def moves(text: str) -> list[tuple[Seat, Move]]:
    """Short moves, parted by blanks."""
    return [_move(one) for one in text.split()]


def _move(text: str) -> tuple[Seat, Move]:
    seat, _, asked = text.partition(":")
    if asked.startswith("?"):
        return int(seat), CommitCard(asked[1:])
    if asked.startswith("~"):
        return int(seat), CommitFuel(int(asked[1:]))
    return int(seat), PlayCard(asked)


def deals(hands: Sequence[str], invariant: Card, *, first_player: Seat = 0) -> list[tuple[Actor, Move]]:
    """What chance does in a set-up: ten cards a seat, then the invariant (TC-22, TC-23)."""
    seats = range(len(hands))
    dealt = [(s, card) for s in (*seats[first_player:], *seats[:first_player]) for card in hands[s].split()]
    return [*((CHANCE, DealCard(s, card)) for s, card in dealt), (CHANCE, TurnInvariant(invariant))]


def go_on(game: Given, text: str) -> tuple[Given, list[Event[Any]]]:
    """The game after short moves, and all that they caused."""
    events: list[Event[Any]] = []
    for seat, move in moves(text):
        caused = RULESET.decide(game.state, seat, move)
        events += caused
        game = given(RULESET, game.state, *caused)
    return game, events


def legal(game: Given, seat: Seat) -> list[Card | int]:
    """What a seat may do: cards as texts, fuel as numbers."""
    found: list[Any] = [move.row()[-1] for move in game.legal_moves(seat)]
    return found


def refused(game: Given, text: str) -> IllegalMove:
    """The refusal of one short move."""
    ((seat, move),) = moves(text)
    try:
        events = RULESET.decide(game.state, seat, move)
    except IllegalMove as error:
        return error
    raise AssertionError(f"{text} is not refused, but causes {events}")


def table(
    *hands: str,
    invariant: Card | None = "E13",
    stacks: Sequence[tuple[Card, Card, Seat] | None] = (None,),
    at: Sequence[Location] | None = None,
    fuel: Sequence[int] = (),
    resolving: tuple[Location, Sequence[Seat]] | None = None,
    contest: Sequence[Seat] | None = None,
    rifts: int = 0,
    **options: Any,
) -> Given:
    """A game in the middle, made by events alone; hands may be shorter than in a real game.

    Args:
        hands: The cards of each seat.
        invariant: The invariant in force.
        stacks: Led card, winning card and controller of events 1, 2, …, the present last; ``None``: not resolved.
        at: Where the travelers stand; all in the present by default.
        fuel: Personal supplies.
        resolving: The event being resolved, and the order of the seats; the led suit is that of its stack.
        contest: The seats that contest the invariant.
        rifts: How often the invariant was lost.
        options: Options besides the number of players.
    """
    past: list[Event[Any]] = [
        CardDealt(seat, card) for seat, hand in enumerate(hands) for card in hand.split()
    ]
    past += [InvariantLost(None, ())] * rifts
    if invariant is not None:
        past.append(InvariantReplaced(None, invariant, 0, ()))
    for place, stack in enumerate(stacks, 1):
        past.append(EventAdded(place))
        if stack is not None:
            past += [StackMade(place, *stack, ()), DiscPlaced(place, stack[2])]
    present = len(stacks)
    past.append(TravelersGathered(present))
    past += [TravelerMoved(seat, present, place) for seat, place in enumerate(at or ()) if place != present]
    past += [FuelGained(seat, amount, "income") for seat, amount in enumerate(fuel) if amount]
    if resolving is not None:
        place, order = resolving
        led = stacks[place - 1]
        past.append(ResolutionStarted(place, tuple(order), None if led is None else led[0][0]))
    if contest is not None:
        past.append(InvariantOpened(tuple(contest)))
    return given(RULESET, *past, players=len(hands), **options)
