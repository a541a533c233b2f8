"""TimeLine (2003): walk the paths between past and future, pick up goods and sell them, for 2 to 5 players."""

from collections.abc import Sequence
from typing import Any

from timecore.ruleset import Bot
from timecore.rulesets.timeline_2003.rules import TimeLine2003Rules
from timecore.rulesets.timeline_2003.state import State

__all__ = ["RULESET"]


def _greedy(seed: bytes) -> Bot:
    from timecore.rulesets.timeline_2003.bots import GreedyBot  # noqa: PLC0415

    return GreedyBot(seed)


class TimeLine2003(TimeLine2003Rules):
    """The whole ruleset: the rules, and what is imported only when it is asked for."""

    bots = {"greedy": _greedy}  # noqa: RUF012 - nobody changes it, as the protocol says

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (invariants 1 to 6, 11, 12 and 14)."""
        from timecore.rulesets.timeline_2003.checks import faults  # noqa: PLC0415

        return faults(state)

    def state_form(self) -> Any:
        """The JSON form of a state (T3-19)."""
        from timecore.rulesets.timeline_2003.form import StateForm  # noqa: PLC0415

        return StateForm


RULESET = TimeLine2003()
