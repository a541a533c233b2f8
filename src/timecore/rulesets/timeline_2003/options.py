"""The options of TimeLine (T3-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from timecore.options import option
from timecore.rulesets.timeline_2003.cards import CARDS, COMMODITIES, Commodity

__all__ = ["FINISH", "Options"]

FINISH: Final = (1, 2, 3, 4)
"""The values of the markets of a Finish card, from the top down (T3-6)."""


def _must_name_each_once(start: Sequence[Commodity], _chosen: Mapping[str, Any]) -> str | None:
    return None if len(set(start)) == len(COMMODITIES) else "must name each commodity once"


def _must_be_digits(finish: Sequence[int], _chosen: Mapping[str, Any]) -> str | None:
    return None if all(1 <= value <= 9 for value in finish) else "must be four whole numbers from 1 to 9"


@attrs.frozen
class Options:
    """What can be chosen about a game, all of it resolved."""

    players: int = option("T3-8", within=range(2, 6), doc="Number of seats.")
    target: int = option("T3-8", default=21, within=range(1, 1_000_001), doc="Gold that wins.")
    counters: int = option(
        "T3-8",
        default=CARDS,
        within=range(1, CARDS + 1),
        doc="Counters of each commodity; 46 never run out.",
    )
    start: tuple[Commodity, Commodity, Commodity, Commodity] = option(
        "T3-8",
        default=COMMODITIES,
        check=_must_name_each_once,
        text="a list of the four commodities, each once",
        doc="The commodities on the Start card, from the top down.",
    )
    finish: tuple[int, int, int, int] = option(
        "T3-8",
        default=FINISH,
        check=_must_be_digits,
        text="a list of four whole numbers from 1 to 9",
        doc="The values of the markets on every Finish card, from the top down.",
    )
    rotate: bool = option(
        "T3-8", default=False, doc="Whether chance also decides which way up each card lies."
    )
    max_rounds: int = option(
        "T3-8",
        default=0,
        within=range(1_000_001),
        doc="Stop after so many turns of every seat; 0 is never, and then random play may go on for ever.",
    )
