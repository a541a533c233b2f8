"""Reading a deck file and saying all that is wrong with it (TL-10 to TL-17).

A file may come from anywhere, so nothing in it is shown as it stands: texts are quoted, escaped and cut short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from timecore.datafile import FileFault, instead, quoted, read_table, unknown_fields
from timecore.rulesets.timeline.cards import (
    DECK_ID,
    LATEST,
    LONGEST_ID,
    Card,
    CardId,
    Deck,
    is_card_id,
    is_year,
)

__all__ = ["FORMAT", "MOST_CARDS", "read_deck"]

FORMAT: Final = 1
"""The format of deck files (TL-12)."""

MOST_CARDS: Final = 65_533
"""More cards fit into no record, since a list of their years would take more than 64 KiB (TL-28)."""

_IN_ANOTHER_LANGUAGE: Final = re.compile("(title|subtitle)_([a-z]{2,3})")


def read_deck(data: bytes) -> tuple[Deck | None, list[FileFault]]:
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
        return None, [FileFault("TL-11", str(error))]
    faults = [FileFault("TL-12", what) for what in _wrong_at_the_top(table)]
    faults += [FileFault("TL-15", what) for what in _wrong_extras(table, {"format", "id", "title", "cards"})]
    cards = table.get("cards")
    if type(cards) is list:
        if len(cards) > MOST_CARDS:
            what = f"there are {len(cards)} cards, and no record can hold more than {MOST_CARDS}"
            return None, [*faults, FileFault("TL-28", what)]
        faults += _faults_of_cards(cards)
    return (None, faults) if faults else (_deck(table), [])


# -- what is wrong ---------------------------------------------------------------------------------


def _wrong_at_the_top(table: Mapping[str, Any]) -> Iterator[str]:
    """TL-12."""
    number = table.get("format")
    if type(number) is not int or number != FORMAT:
        yield f"format must be {FORMAT}{instead(table, 'format')}"
    name = table.get("id")
    if type(name) is not str or not re.fullmatch(DECK_ID, name):
        yield (
            "id must be of lower-case letters and digits, with single hyphens or underscores inside"
            + instead(table, "id")
        )
    if _is_blank(table.get("title")):
        yield f"title must be a text that is not blank{instead(table, 'title')}"
    cards = table.get("cards")
    if type(cards) is not list or not cards:
        yield f"cards must be an array of at least one table{instead(table, 'cards')}"


def _wrong_extras(table: Mapping[str, Any], known: set[str], *, approx: bool = False) -> Iterator[str]:
    """TL-15: what may stand besides the fields that must."""
    strangers = []
    for name, value in table.items():
        if name in known:
            continue
        if name == "approx" and approx:
            if type(value) is not bool:
                yield f"approx must be true or false{instead(table, name)}"
        elif name in ("subtitle", "source") or _IN_ANOTHER_LANGUAGE.fullmatch(name):
            if type(value) is not str:
                yield f"{name} must be a text{instead(table, name)}"
        else:
            strangers.append(name)
    yield from unknown_fields(strangers)


def _faults_of_cards(cards: list[Any]) -> Iterator[FileFault]:
    """What is wrong with the cards, one after the other."""
    ids: dict[CardId, int] = {}
    titles: dict[str, int] = {}
    for position, card in enumerate(cards, 1):
        if type(card) is not dict:
            yield FileFault("TL-12", f"a card must be a table, not {quoted(card)}", position)
            continue
        name = card.get("id")
        known = name if is_card_id(name) else None
        for rule, what in (*_wrong_in_card(card), *_twice(card, known, position, ids, titles)):
            yield FileFault(rule, what, position, known)


def _wrong_in_card(card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """TL-13 to TL-15."""
    if not is_card_id(card.get("id")):
        yield (
            "TL-13",
            f"id must be of at most {LONGEST_ID} lower-case letters and digits, with single hyphens inside"
            + instead(card, "id"),
        )
    if _is_blank(card.get("title")):
        yield "TL-13", f"title must be a text that is not blank{instead(card, 'title')}"
    if "year" not in card:
        yield "TL-13", "year is missing"
    elif not is_year(card["year"]):
        what = f"year must be a whole number from -{LATEST} to {LATEST} other than 0"
        yield "TL-14", what + instead(card, "year")
    for what in _wrong_extras(card, {"id", "title", "year"}, approx=True):
        yield "TL-15", what


def _twice(
    card: Mapping[str, Any],
    name: CardId | None,
    position: int,
    ids: dict[CardId, int],
    titles: dict[str, int],
) -> Iterator[tuple[str, str]]:
    """TL-16: whether an earlier card has the same id or title."""
    if name is not None and ids.setdefault(name, position) != position:
        yield "TL-16", f"card {ids[name]} has the same id"
    title = card.get("title")
    if type(title) is str and not _is_blank(title):
        folded = title.strip().casefold()
        if titles.setdefault(folded, position) != position:
            yield "TL-16", f"card {titles[folded]} has the same title, {quoted(title)}"


def _is_blank(value: object) -> bool:
    """Whether it is no text that says anything."""
    return type(value) is not str or not value.strip()


# -- the deck --------------------------------------------------------------------------------------


def _deck(table: Mapping[str, Any]) -> Deck:
    """The deck of a file that nothing is wrong with."""
    return Deck(
        id=table["id"],
        title=table["title"],
        cards=[
            Card(
                id=card["id"],
                title=card["title"],
                year=card["year"],
                approx=card.get("approx", False),
                **_extras(card),
            )
            for card in table["cards"]
        ],
        **_extras(table),
    )


def _extras(table: Mapping[str, Any]) -> dict[str, Any]:
    """What the white side says, and all languages."""
    found: dict[str, Any] = {"subtitle": table.get("subtitle"), "source": table.get("source")}
    translated: dict[str, dict[str, str]] = {"title": {}, "subtitle": {}}
    for name, value in table.items():
        match = _IN_ANOTHER_LANGUAGE.fullmatch(name)
        if match is not None:
            translated[match[1]][match[2]] = value
    return found | {"titles": translated["title"], "subtitles": translated["subtitle"]}
