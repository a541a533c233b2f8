"""Time Chase: trick-taking with time travel, for 3 to 6 players."""

from collections.abc import Sequence
from typing import Any, cast

from timecore.messages import Event, Move
from timecore.ruleset import Catalogue
from timecore.rulesets.time_chase.events import AnyEvent
from timecore.rulesets.time_chase.moves import AnyMove
from timecore.rulesets.time_chase.rules import TimeChaseRules
from timecore.rulesets.time_chase.state import State

__all__ = ["RULESET"]


class TimeChase(TimeChaseRules):
    """The whole ruleset: the rules, and what is imported only when it is asked for."""

    languages = ("en", "es")

    def narrate(
        self, event: Event[State], before: State | None, names: Sequence[str], catalogue: Catalogue
    ) -> str:
        """One event as a sentence."""
        from timecore.rulesets.time_chase.text import sentence  # noqa: PLC0415

        return sentence(cast("AnyEvent", event), names, catalogue)

    def describe(self, move: Move, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """One move in words."""
        from timecore.rulesets.time_chase.text import describe  # noqa: PLC0415

        return describe(cast("AnyMove", move), names, catalogue)

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
        """The table as one viewer sees it."""
        from timecore.rulesets.time_chase.board import draw  # noqa: PLC0415

        return draw(state, names, catalogue, width=width, colour=colour, closed=closed)

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (P-1 to P-5, P-9)."""
        from timecore.rulesets.time_chase.checks import faults  # noqa: PLC0415

        return faults(state)

    def resample(self, view: State, seed: bytes) -> State:
        """A state that a view may be the view of."""
        from timecore.rulesets.time_chase.resampling import resampled  # noqa: PLC0415

        return resampled(view, seed)

    def standing(self, state: State) -> Sequence[int]:
        """How many events each seat controls, which is what decides the game (TC-92)."""
        return tuple([state.control.count(seat) for seat in range(state.options.players)])

    def state_form(self) -> Any:
        """The JSON form of a state (TC-17)."""
        from timecore.rulesets.time_chase.form import StateForm  # noqa: PLC0415

        return StateForm


RULESET = TimeChase()
