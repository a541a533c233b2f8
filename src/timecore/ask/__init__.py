"""Questions about a game: how it came to this, when something was so, who knew it, and what it amounts to in numbers.

All of them are asked of the JSON form of states, by paths (:mod:`timecore.paths`), so they are the same for every game.
Asked of a replay as one viewer sees it, none says more than this viewer may know.
"""

from __future__ import annotations

from timecore.ask._conditions import Condition
from timecore.ask._knew import Knowledge, WhoKnew, who_knew
from timecore.ask._stats import Choices, Clock, Drawn, Series, Stats, series, stats
from timecore.ask._values import ABSENT, Absent
from timecore.ask._when import Span, When, when
from timecore.ask._why import Cause, history, why

__all__ = [
    "ABSENT",
    "Absent",
    "Cause",
    "Choices",
    "Clock",
    "Condition",
    "Drawn",
    "Knowledge",
    "Series",
    "Span",
    "Stats",
    "When",
    "WhoKnew",
    "history",
    "series",
    "stats",
    "when",
    "who_knew",
    "why",
]
