"""Options and games of Chicken Time Warp for Hypothesis: all options, all numbers of seats, and any decks."""

from typing import Any

from hypothesis import strategies as st

from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.cards import KINDS, NOT_BLACK
from timecore.testing.strategies import games, option_maps

__all__ = ["GAMES", "MOST_ENTRIES", "OPTIONS"]

MOST_ENTRIES = 250
"""Where a game is cut off: some decks know no death."""


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    """Options as somebody may ask for them; the deck of the box, or any other."""
    asked = draw(option_maps(RULESET))
    if draw(st.booleans()):
        # Few kinds of many copies, or many of few: whatever comes, there is enough for the deal.
        deck = {kind: draw(st.integers(0, 8)) for kind in KINDS} | {"escape_pod": 1}
        missing = 4 * asked["players"] - sum(deck[kind] for kind in NOT_BLACK)
        deck[draw(st.sampled_from(NOT_BLACK[1:]))] += max(missing, 0)
        asked["deck"] = deck
        asked.pop("you_dead_cards", None)
        if draw(st.booleans()):
            asked["you_dead_cards"] = draw(st.integers(0, deck["you_dead"]))
    return asked


OPTIONS = _options()
GAMES = games(RULESET, options=OPTIONS, max_entries=MOST_ENTRIES)
