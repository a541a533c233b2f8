"""Chicken Time Warp: get away in the Escape Pod before time or death catches you, for 3 to 6 players."""

from collections.abc import Sequence
from typing import Any, cast

from timecore.messages import Event, Move
from timecore.ruleset import Bot, Catalogue
from timecore.rulesets.chicken_time_warp.events import AnyEvent
from timecore.rulesets.chicken_time_warp.moves import AnyMove
from timecore.rulesets.chicken_time_warp.rules import ChickenTimeWarpRules
from timecore.rulesets.chicken_time_warp.state import State

__all__ = ["RULESET"]


def _careful(seed: bytes) -> Bot:
    from timecore.rulesets.chicken_time_warp.bots import CarefulBot  # noqa: PLC0415

    return CarefulBot(seed)


class ChickenTimeWarp(ChickenTimeWarpRules):
    """The whole ruleset: the rules, and what is imported only when it is asked for."""

    bots = {"careful": _careful}  # noqa: RUF012 - the class above says that it belongs to the class
    languages = ("en", "es")

    def narrate(
        self, event: Event[State], before: State | None, names: Sequence[str], catalogue: Catalogue
    ) -> str:
        """One event as a sentence."""
        from timecore.rulesets.chicken_time_warp.text import sentence  # noqa: PLC0415

        return sentence(cast("AnyEvent", event), names, catalogue)

    def describe(self, move: Move, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """One move in words."""
        from timecore.rulesets.chicken_time_warp.text import describe  # noqa: PLC0415

        return describe(cast("AnyMove", move), before, names, catalogue)

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
        from timecore.rulesets.chicken_time_warp.board import draw  # noqa: PLC0415

        return draw(state, names, catalogue, width=width, height=height, colour=colour, closed=closed)

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (I1 to I9)."""
        from timecore.rulesets.chicken_time_warp.checks import faults  # noqa: PLC0415

        return faults(state)

    def resample(self, view: State, seed: bytes) -> State:
        """A state that a view may be the view of."""
        from timecore.rulesets.chicken_time_warp.resampling import resampled  # noqa: PLC0415

        return resampled(view, seed)

    def standing(self, state: State) -> Sequence[int]:
        """Whoever lives can win, and best of all with the Escape Pod; the dead may come back, the erased never."""
        return tuple(
            [
                _STANDING[status] + _POD * ("escape_pod" in hand)
                for status, hand in zip(state.status, state.hands, strict=True)
            ]
        )

    def state_form(self) -> Any:
        """The JSON form of a state (section 9)."""
        from timecore.rulesets.chicken_time_warp.form import StateForm  # noqa: PLC0415

        return StateForm


_STANDING = {"alive": 3, "dead": 1, "erased": 0}
_POD = 3

RULESET = ChickenTimeWarp()
