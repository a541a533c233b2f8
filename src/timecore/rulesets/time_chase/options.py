"""The options of Time Chase (TC-10 to TC-16)."""

from collections.abc import Mapping
from typing import Any

import attrs

from timecore.options import option
from timecore.rulesets.time_chase.cards import FUEL_CRYSTALS

__all__ = ["Options"]


def _must_be_a_seat(dealer: int, chosen: Mapping[str, Any]) -> str | None:
    last = chosen["players"] - 1
    return None if 0 <= dealer <= last else f"must be a seat from 0 to {last}"


def _must_have_rules(side: str, _chosen: Mapping[str, Any]) -> str | None:
    if side == "B":
        return '"B" is the time jumble mode, whose rules are not known: it must be "A"'
    return None


@attrs.frozen
class Options:
    """What can be chosen about a game, all of it resolved."""

    players: int = option("TC-10", within=range(3, 7), doc="Number of seats.")
    dealer: int = option(
        "TC-11",
        derive=lambda chosen: chosen["players"] - 1,
        check=_must_be_a_seat,
        text="a seat",
        doc="Who deals; the seat to the left is the first player.",
    )
    side: str = option(
        "TC-12",
        default="A",
        choices=("A", "B"),
        check=_must_have_rules,
        text='"A"',
        doc='Side of the time machine cards: "A" is the standard mode ("B", time jumble, is reserved).',
    )
    fuel_supply: int | None = option(
        "TC-13",
        default=FUEL_CRYSTALS,
        choices=(FUEL_CRYSTALS, None),
        doc="Fuel in the general supply; null is without limit.",
    )
    past_bonus: str = option(
        "TC-14",
        default="stack",
        choices=("stack", "new"),
        doc='Whether the bonus at a past event counts the cards of its stack, or "new" cards only.',
    )
    lead_gap: str = option(
        "TC-15",
        default="marker",
        choices=("marker", "earlier"),
        doc="Who leads after an event without controller: the first player, or the nearest earlier controller.",
    )
    second_rift_ends: bool = option(
        "TC-16", default=False, doc="Whether a second tie at the invariant ends the game."
    )
