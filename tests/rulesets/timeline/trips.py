"""A deck of six cards with everything that a deck may say, and tables of it, for tests of how a game is told."""

from collections.abc import Mapping, Sequence
from typing import Any

from timecore.fold import fold
from timecore.messages import Event
from timecore.rulesets.timeline import RULESET, Timeline
from timecore.rulesets.timeline.cards import Deck
from timecore.rulesets.timeline.events import (
    CardDealt,
    CardMisplaced,
    CardPlaced,
    DeckOpened,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.state import State

__all__ = ["TRIPS", "deck_of", "laid", "opening", "rules_with"]

TRIPS = """
format = 1
id = "trips"
title = "Six trips"
title_es = "Seis viajes"

[[cards]]
id = "senet"
title = "Senet"
title_es = "El senet"
year = -3100
approx = true
subtitle = "Thirty squares"
subtitle_es = "Treinta casillas"
source = "https://example.org/about-3100-bc"

[[cards]]
id = "games"
title = "The first games"
title_es = "Inicio de los juegos"
year = -776
subtitle = "A race"

[[cards]]
id = "arena"
title = "The arena"
title_es = "La arena"
year = 80
subtitle_es = "Piedra"

[[cards]]
id = "chess"
title = "Chess"
title_es = "El ajedrez"
year = 600
approx = true

[[cards]]
id = "queen"
title = "The queen"
year = 1475
approx = true

[[cards]]
id = "golf"
title = "Golf"
title_es = "El golf"
year = 1457
"""


def rules_with(text: str = TRIPS) -> Timeline:
    """The ruleset with a deck file at hand."""
    return RULESET.with_file(text.encode())


def deck_of(text: str = TRIPS) -> Deck:
    """The deck in a file."""
    deck = rules_with(text).deck_at_hand
    assert deck is not None
    return deck


def opening(deck: Deck) -> DeckOpened:
    """How a game with it begins."""
    return DeckOpened(
        deck.id,
        deck.digest,
        tuple(card.id for card in deck.cards),
        tuple(card.title for card in deck.cards),
        tuple(card.year for card in deck.cards),
    )


def laid(
    *timeline: str,
    hands: Sequence[str] = ("", ""),
    discards: str = "",
    deck: Deck | None = None,
    years: Mapping[str, int] | None = None,
    sudden: int = 0,
    to_play: bool = True,
    **options: Any,
) -> State:
    """A table with some cards on it, made by events alone.

    Args:
        timeline: The cards of the timeline, left to right; none for a game that is still being dealt.
        hands: The cards of each seat, parted by blanks.
        discards: The discards, parted by blanks.
        deck: The deck; six trips by default.
        years: Other years than those of the deck.
        sudden: The number of the sudden-death round.
        to_play: Whether it is the turn of seat 0.
        options: Options besides the number of players.
    """
    deck = deck or deck_of()
    dates = {card.id: card.year for card in deck.cards} | dict(years or {})
    stored = {"players": len(hands), "cards": 1, "deck": deck.id, **options}
    past: list[Event[State]] = [opening(deck)]
    for at, card in enumerate(timeline):
        if at:
            past += [CardDealt(0, card), CardPlaced(0, card, at, dates[card])]
        else:
            past.append(StartingCardTurned(card, dates[card]))
    for card in discards.split():
        past += [CardDealt(0, card), CardMisplaced(0, card, 0, dates[card], "discards", None, draws=False)]
    past += [CardDealt(seat, card) for seat, hand in enumerate(hands) for card in hand.split()]
    if timeline:
        past.append(RoundStarted(1 + sudden, sudden, tuple(range(len(hands)))))
        past += [TurnStarted(0, draws=False)] if to_play else []
    return fold(RULESET.start(RULESET.stored_options(stored)), past)
