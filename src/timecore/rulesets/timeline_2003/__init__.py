"""TimeLine (2003): walk the paths between past and future, pick up goods and sell them, for 2 to 5 players."""

from collections.abc import Sequence
from typing import Any, cast

from timecore.messages import Event, Move
from timecore.ruleset import Bot, Catalogue
from timecore.rulesets.timeline_2003.events import AnyEvent
from timecore.rulesets.timeline_2003.moves import AnyMove
from timecore.rulesets.timeline_2003.rules import TimeLine2003Rules
from timecore.rulesets.timeline_2003.state import State

__all__ = ["RULESET"]


def _greedy(seed: bytes) -> Bot:
    from timecore.rulesets.timeline_2003.bots import GreedyBot  # noqa: PLC0415

    return GreedyBot(seed)


class TimeLine2003(TimeLine2003Rules):
    """The whole ruleset: the rules, and what is imported only when it is asked for."""

    bots = {"greedy": _greedy}  # noqa: RUF012 - nobody changes it, as the protocol says
    languages = ("en", "es")

    def narrate(
        self, event: Event[State], before: State | None, names: Sequence[str], catalogue: Catalogue
    ) -> str:
        """One event as a sentence, or two."""
        from timecore.rulesets.timeline_2003.text import sentence  # noqa: PLC0415

        return sentence(cast("AnyEvent", event), before, names, catalogue)

    def describe(self, move: Move, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """One move in words."""
        from timecore.rulesets.timeline_2003.text import describe  # noqa: PLC0415

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
        """The table as everybody sees it."""
        from timecore.rulesets.timeline_2003.board import draw  # noqa: PLC0415

        return draw(state, names, catalogue, width=width, height=height, colour=colour, closed=closed)

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (invariants 1 to 6, 11, 12 and 14)."""
        from timecore.rulesets.timeline_2003.checks import faults  # noqa: PLC0415

        return faults(state)

    def resample(self, view: State, seed: bytes) -> State:
        """A copy: nothing is hidden, and which cards are unseen is chance's business (T3-20, T3-51)."""
        return view.copy()

    def standing(self, state: State) -> Sequence[int]:
        """Each seat's gold, which is what decides the game (T3-47, T3-48)."""
        return tuple(state.gold)

    def state_form(self) -> Any:
        """The JSON form of a state (T3-19)."""
        from timecore.rulesets.timeline_2003.form import StateForm  # noqa: PLC0415

        return StateForm


RULESET = TimeLine2003()
