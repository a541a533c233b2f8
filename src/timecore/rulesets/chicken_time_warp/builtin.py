"""The deck that comes with the game (CW-10), read when it is first asked for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timecore.rulesets.chicken_time_warp.cards import Deck

__all__ = ["built_in_deck"]


@cache
def built_in_deck() -> Deck:
    """The deck of the box."""
    from importlib.resources import files  # these take longer than a short replay  # noqa: PLC0415

    from timecore.rulesets.chicken_time_warp.deckfile import read_deck  # noqa: PLC0415

    found, faults = read_deck(files(__package__).joinpath("decks", "chicken_time_warp.toml").read_bytes())
    if found is None:
        raise RuntimeError(f"the built-in deck is damaged: {faults[0]}")
    return found.deck
