"""The options of Timeline (TL-20 to TL-27)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

import attrs

from timecore.options import option
from timecore.rulesets.timeline.cards import DECK_ID

__all__ = ["CLASSIC", "Options"]

CLASSIC: Final[Mapping[int, int]] = {2: 6, 3: 6, 4: 5, 5: 5, 6: 4, 7: 4, 8: 4}
"""How many cards the first edition deals, by the number of players (TL-22)."""


def _must_be_a_seat(first_player: int, chosen: Mapping[str, Any]) -> str | None:
    last = chosen["players"] - 1
    return None if 0 <= first_player <= last else f"must be a seat from 0 to {last}"


def _must_be_an_id(deck: str, _chosen: Mapping[str, Any]) -> str | None:
    if not re.fullmatch(DECK_ID, deck):
        return "must be the id of a deck, or the path of a deck file that is read when the game is created"
    return None


@attrs.frozen
class Options:
    """What can be chosen about a game, all of it resolved."""

    players: int = option("TL-21", within=range(2, 9), doc="Number of seats.")
    cards: int = option(
        "TL-22",
        default=4,
        choices=(*range(1, 13), "classic"),
        text='a whole number from 1 to 12 or "classic"',
        doc='Cards dealt to each; "classic" is 6 for 2 or 3 players, 5 for 4 or 5, and 4 for more.',
    )
    deck: str = option(
        "TL-23",
        default="games_and_leisure",
        check=_must_be_an_id,
        text="the id of a built-in deck, or the path of a deck file, which ends in .toml",
        doc="Which deck; it has at least one card more than are dealt.",
    )
    first_player: int = option(
        "TL-24", default=0, check=_must_be_a_seat, text="a seat", doc="Who begins: the youngest."
    )
    misplaced: Literal["discard", "box", "insert"] = option(
        "TL-25",
        default="discard",
        choices=("discard", "box", "insert"),
        doc="Where a misplaced card goes: the discards, the box, or its right place in the timeline.",
    )
    tie_break: Literal["sudden_death", "shared"] = option(
        "TL-26",
        default="sudden_death",
        choices=("sudden_death", "shared"),
        doc="What happens when several finish in one round: they play on, or share the victory.",
    )
    finish_round: bool = option(
        "TL-27",
        default=True,
        doc="Whether the round is completed after somebody finishes; if not, the first to finish wins.",
    )
