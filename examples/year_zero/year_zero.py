"""Year Zero: one time machine, one way, and whoever makes its last jump wins.

README.md beside this file has the rules, YZ-1 to YZ-7.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Self

import attrs

from timecore import Actor, Catalogue, Event, IllegalMove, Move, Ruleset, Seat, Vocabulary, message, option

__all__ = ["RULESET", "Jump", "Jumped", "Options", "Result", "Stranded", "YearZero", "can_win", "careful"]


@attrs.frozen
class Options:
    """What can be chosen for a game."""

    players: int = option("YZ-1", within=range(2, 7), doc="Number of seats.")
    year: int = option("YZ-2", default=21, within=range(3, 101), doc="The year in which it begins.")
    reach: int = option("YZ-3", default=3, within=range(2, 11), doc="How many years a jump has at most.")


@attrs.define
class State:
    """Where the machine is. Nothing is hidden and nothing is random, so this is all there is."""

    players: int
    year: int
    reach: int
    jumps: int = 0  # made so far; seats take turns, so it says whose turn it is
    last: int | None = None  # years of the jump before; None: there was none
    winner: Seat | None = None

    @property
    def seat(self) -> Seat:
        """Whose turn it is (YZ-4)."""
        return self.jumps % self.players

    def copy(self) -> Self:
        """A state of its own; numbers can be shared."""
        return attrs.evolve(self)

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return attrs.asdict(self)


@message
class Jump(Move):
    """The machine is to go back some years (YZ-4)."""

    years: int


@message
class Jumped(Event[State]):
    """The machine has gone back."""

    seat: Seat
    years: int
    to: int

    def apply(self, state: State) -> None:
        """Note where it is."""
        state.year, state.last = self.to, self.years
        state.jumps += 1


@message
class Stranded(Event[State]):
    """The machine can go no further, and whoever brought it here has won (YZ-6)."""

    winner: Seat

    def apply(self, state: State) -> None:
        """Note who has won."""
        state.winner = self.winner


@attrs.frozen
class Result:
    """How it ended."""

    winners: tuple[Seat, ...]
    reason: str = "stranded"

    def to_json(self) -> dict[str, Any]:
        """Both by name."""
        return {"winners": list(self.winners), "reason": self.reason}


def jumps_from(year: int, last: int | None, reach: int) -> tuple[int, ...]:
    """The jumps that are possible (YZ-4, YZ-5), the shortest first."""
    return tuple(years for years in range(1, min(year, reach) + 1) if years != last)


def careful(_seed: bytes) -> Any:
    """A bot: never gives away a game of two that it can win, and would rather jump short."""

    def choose(_rules: Ruleset[State], view: State, _seat: Seat, legal: Sequence[Move]) -> Move:
        for move in legal:
            if isinstance(move, Jump) and not can_win(view.year - move.years, move.years, view.reach):
                return move
        return legal[0]

    return choose


@cache
def can_win(year: int, last: int, reach: int) -> bool:
    """Whether the next of two players to jump can make the last jump of all."""
    return any(not can_win(year - years, years, reach) for years in jumps_from(year, last, reach))


class YearZero(Ruleset[State]):
    """The rules, and how the game is told and drawn."""

    name, version, seats = "year_zero", 1, range(2, 7)
    title = "Year Zero"
    summary = "One time machine, one way: make its last jump."
    options, options_rule = Options, "YZ-1"
    moves, move_rule = Vocabulary[Move]((Jump,)), "YZ-7"
    events = Vocabulary[Event[State]]((Jumped, Stranded))
    draws = 1  # none is made, and a record commits to one at least
    bots = {"careful": careful}  # noqa: RUF012 - the protocol says that it is the class's

    def start(self, options: Options) -> State:
        """The year that was chosen."""
        return State(options.players, options.year, options.reach)

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """One seat after the other (YZ-4)."""
        return (state.seat,) if state.winner is None else ()

    def legal_moves(self, state: State, actor: Actor) -> Sequence[Move]:
        """The shortest jump first."""
        if actor not in self.to_act(state):
            return ()
        return [Jump(years) for years in jumps_from(state.year, state.last, state.reach)]

    def decide(self, state: State, actor: Actor, move: Move) -> tuple[Event[State], ...]:
        """A jump, and the end of the game if it was the last."""
        assert isinstance(move, Jump)  # noqa: S101 - the only move there is
        legal = self.legal_moves(state, actor)

        def refusal(rule: str, why: str) -> IllegalMove:
            return IllegalMove(why, rule=rule, actor=actor, move=move, legal=legal)

        if not legal:
            raise refusal("YZ-7", "it is not this seat's turn")
        if not 1 <= move.years <= min(state.year, state.reach):
            raise refusal(
                "YZ-4", f"no jump of {move.years} leads from year {state.year} to year 0 or before it"
            )
        if move.years == state.last:
            raise refusal("YZ-5", f"the machine has just made a jump of {move.years}")
        to = state.year - move.years
        jumped = Jumped(actor, move.years, to)
        return (jumped,) if jumps_from(to, move.years, state.reach) else (jumped, Stranded(actor))

    def result(self, state: State) -> Result | None:
        """Whoever made the last jump wins (YZ-6)."""
        return None if state.winner is None else Result((state.winner,))

    # What follows has a default; a game gets on without it.

    def turn_of(self, state: State) -> int:
        """Turns are jumps."""
        return state.jumps

    def invariants(self, state: State) -> Sequence[str]:
        """The machine never passes year 0."""
        return () if state.year >= 0 else (f"the machine is in year {state.year}",)

    def narrate(
        self, event: Event[State], before: State | None, names: Sequence[str], catalogue: Catalogue
    ) -> str:
        """An event in words."""
        match event:
            case Jumped(seat, years, to):
                text = catalogue.ngettext(
                    "{seat} jumps back a year, to year {to}",
                    "{seat} jumps back {years} years, to year {to}",
                    years,
                )
                return text.format(seat=names[seat], years=years, to=to)
            case Stranded(winner):
                return catalogue.gettext("The machine is stranded, and {seat} wins").format(
                    seat=names[winner]
                )
            case _:
                return super().narrate(event, before, names, catalogue)

    def describe(self, move: Move, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """A move in words, for a menu."""
        assert isinstance(move, Jump)  # noqa: S101 - the only move there is
        return catalogue.ngettext("Jump back a year", "Jump back {years} years", move.years).format(
            years=move.years
        )

    def board(
        self,
        state: State,
        names: Sequence[str],
        catalogue: Catalogue,
        *,
        width: int = 80,
        height: int | None = None,
        colour: bool = False,
        closed: bool = False,
    ) -> str:
        """A dot for each year still to go, as far as they fit, and the jump that cannot be made again."""
        last = f"  after a jump of {state.last}" if state.last else ""
        line = f"0 {'·' * state.year}[{state.year}]{last}"
        return line if len(line) <= width else f"0 …[{state.year}]{last}"


RULESET = YearZero()
