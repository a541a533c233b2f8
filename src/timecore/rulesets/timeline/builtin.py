"""The decks that come with the game (TL-10), each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from timecore.rulesets.timeline.cards import Deck

__all__ = ["BUILT_IN", "built_in_deck"]

BUILT_IN: Final[Mapping[str, int]] = {"games_and_leisure": 96, "example": 12}
"""How many cards each built-in deck has, by its id, which is the name of its file in ``decks/`` as well."""


@cache
def built_in_deck(name: str) -> Deck:
    """A built-in deck.

    Args:
        name: One of :data:`BUILT_IN`.
    """
    from importlib.resources import files  # these take longer than a short replay  # noqa: PLC0415

    from timecore.rulesets.timeline.deckfile import read_deck  # noqa: PLC0415

    deck, faults = read_deck(files(__package__).joinpath("decks", f"{name}.toml").read_bytes())
    if deck is None:
        raise RuntimeError(f"the built-in deck {name} is damaged: {faults[0]}")
    return deck
