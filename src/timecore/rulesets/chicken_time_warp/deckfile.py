"""Reading a deck file and saying all that is wrong with it (CW-11).

A file may come from anywhere, so nothing in it is shown as it stands: texts are quoted, escaped and cut short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from timecore.datafile import FileFault, instead, quoted, read_table, unknown_fields
from timecore.quoting import json_text
from timecore.rulesets.chicken_time_warp.cards import (
    BLACK,
    ESCAPE_WINDOW,
    HAND_SIZE,
    KINDS,
    MOST,
    TIMELINE,
    Deck,
    Kind,
)

__all__ = ["FEWEST", "FORMAT", "GAME", "DeckFile", "read_deck"]

FORMAT: Final = 1
"""The format of deck files."""

GAME: Final = "chicken_time_warp"
"""What a deck file of this game says of its game."""

FEWEST: Final = 3 * HAND_SIZE
"""Without so many cards that are not black, no number of players can be dealt their hands."""

_FIELDS: Final = ("format", "game", "name", "total", "timeline", "cards")
_FIELDS_OF_CARD: Final = ("kind", "count", "black", "count_source", "name", "text")


@attrs.frozen
class DeckFile:
    """A deck file that nothing is wrong with.

    Attributes:
        name: What the deck is called.
        deck: Its counts.
    """

    name: str
    deck: Deck


def read_deck(data: bytes) -> tuple[DeckFile | None, list[FileFault]]:
    """A deck from the bytes of its file.

    Args:
        data: What is in the file.

    Returns:
        The deck, or ``None`` if anything is wrong with it; and all that is: first with the file as a whole, then
        with its cards, in their order in the file.
    """
    try:
        table = read_table(data)
    except ValueError as error:
        return None, [FileFault("CW-11", str(error))]
    faults = [FileFault("CW-11", what) for what in _wrong_at_the_top(table)]
    cards = table.get("cards")
    if type(cards) is list:
        faults += _faults_of_cards(cards)
        if not faults:
            faults += [FileFault("CW-11", what) for what in _wrong_in_all(cards)]
    if faults:
        return None, faults
    return DeckFile(table["name"], Deck.of({card["kind"]: card["count"] for card in table["cards"]})), []


# -- what is wrong ---------------------------------------------------------------------------------


def _wrong_at_the_top(table: Mapping[str, Any]) -> Iterator[str]:
    if type(table.get("format")) is not int or table["format"] != FORMAT:
        yield f"format must be {FORMAT}{instead(table, 'format')}"
    if table.get("game") != GAME:
        yield f'game must be "{GAME}"{instead(table, "game")}'
    name = table.get("name")
    if type(name) is not str or not name.strip():
        yield f"name must be a text that is not blank{instead(table, 'name')}"
    if "total" in table and not _is_count(table["total"]):
        yield f"total must be a whole number{instead(table, 'total')}"
    line = {"minutes": [*TIMELINE[:-1]], "escape_window": ESCAPE_WINDOW}
    if "timeline" in table and table["timeline"] != line:
        yield "timeline must be that of the game, with minutes 10 to 1 and escape_window 0"
    if type(table.get("cards")) is not list:
        yield f"cards must be an array of tables{instead(table, 'cards')}"
    yield from unknown_fields([name for name in table if name not in _FIELDS])


def _faults_of_cards(cards: list[Any]) -> Iterator[FileFault]:
    """What is wrong with the cards, one after the other, and then which are missing."""
    places: dict[Kind, int] = {}
    for position, card in enumerate(cards, 1):
        if type(card) is not dict:
            yield FileFault("CW-11", f"a card must be a table, not {quoted(card)}", position)
            continue
        kind = card.get("kind")
        known = kind if type(kind) is str and kind in KINDS else None
        wrong = [*_wrong_in_card(card, known)]
        if known is None:
            wrong.insert(0, f"kind must be one of the game's{instead(card, 'kind')}")
        elif places.setdefault(known, position) != position:
            wrong.append(f"card {places[known]} is of the same kind")
        elif any(KINDS.index(known) < KINDS.index(earlier) for earlier in places):
            wrong.append(f"it must stand in the order of kinds: {', '.join(KINDS)}")
        for what in wrong:
            yield FileFault("CW-11", what, position, known)
    for kind in KINDS:
        if kind not in places:
            yield FileFault("CW-11", f"the kind {kind} is missing")


def _wrong_in_card(card: Mapping[str, Any], kind: Kind | None) -> Iterator[str]:
    count = card.get("count")
    if not _is_count(count):
        yield f"count must be a whole number from 0 to {MOST}{instead(card, 'count')}"
    elif kind == "escape_pod" and count != 1:
        yield f"count must be 1, not {quoted(count)}"
    if "black" in card and kind is not None and card["black"] is not (kind in BLACK):
        yield f"black must be {json_text(kind in BLACK)}{instead(card, 'black')}"
    if "count_source" in card and type(card["count_source"]) is not str:
        yield f"count_source must be a text{instead(card, 'count_source')}"
    for field in ("name", "text"):
        texts = card.get(field, {})
        if type(texts) is not dict or not all(type(text) is str for text in texts.values()):
            yield f"{field} must be a table of texts{instead(card, field)}"
    yield from unknown_fields([name for name in card if name not in _FIELDS_OF_CARD])


def _wrong_in_all(cards: list[Any]) -> Iterator[str]:
    """Of cards that nothing is wrong with by themselves."""
    count = Deck.of({card["kind"]: card["count"] for card in cards}).not_black
    if count < FEWEST:
        yield f"there are {count} cards that are not black, and 3 players need {FEWEST}"


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST
