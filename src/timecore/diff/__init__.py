"""Where and why did two games part? Each difference with its cause.

Two records of one game are compared by their bytes up to where one branches off from the other, any two games of a
ruleset by what their moves and events say. Behind the fork, entries that correspond are brought together again, so
that one that was inserted is told once.
"""

from timecore.diff._compare import SAME, Same, diff
from timecore.diff._report import CAUSES, MILD, Diff, DiffCause, Difference, Fork, Side
from timecore.diff._states import MISSING, Change, Missing, diff_states, patch

__all__ = [
    "CAUSES",
    "MILD",
    "MISSING",
    "SAME",
    "Change",
    "Diff",
    "DiffCause",
    "Difference",
    "Fork",
    "Missing",
    "Same",
    "Side",
    "diff",
    "diff_states",
    "patch",
]
