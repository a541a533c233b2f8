"""Time Chase: trick-taking with time travel, for 3 to 6 players."""

from collections.abc import Sequence

from timecore.rulesets.time_chase.rules import TimeChaseRules
from timecore.rulesets.time_chase.state import State

__all__ = ["RULESET"]


class TimeChase(TimeChaseRules):
    """The whole ruleset: the rules, and what is imported only when asked for."""

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (P-1 to P-5, P-9)."""
        from timecore.rulesets.time_chase.checks import faults  # noqa: PLC0415 - only checks need it

        return faults(state)


RULESET = TimeChase()
