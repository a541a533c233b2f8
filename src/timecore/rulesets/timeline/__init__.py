"""Timeline: place cards in the order of their dates, for 2 to 8 players."""

from collections.abc import Sequence
from typing import Any

from timecore.rulesets.timeline.rules import TimelineRules
from timecore.rulesets.timeline.state import State

__all__ = ["RULESET"]


class Timeline(TimelineRules):
    """The whole ruleset: the rules, and what is imported only when it is asked for."""

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (I-1 to I-5, I-9 to I-12, I-14)."""
        from timecore.rulesets.timeline.checks import faults  # noqa: PLC0415

        return faults(state)

    def state_form(self) -> Any:
        """The JSON form of a state."""
        from timecore.rulesets.timeline.form import StateForm  # noqa: PLC0415

        return StateForm


RULESET = Timeline()
