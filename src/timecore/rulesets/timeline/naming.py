"""What cards, decks and dates are called in a language.

A record carries the titles of its cards. A deck at hand adds the rest, card by card: translations, subtitles, and
which dates are approximate. It speaks for a card only where id and title are those of the record; another edition
of the deck says nothing of the cards that it has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from timecore.display import printable

if TYPE_CHECKING:
    from timecore.ruleset import Catalogue
    from timecore.rulesets.timeline.cards import Card, CardId, Deck, Year
    from timecore.rulesets.timeline.state import State

__all__ = ["Naming", "deck_title"]


def deck_title(name: str, deck: Deck | None, lang: str) -> str:
    """What a deck is called; by its id where it is not at hand.

    Args:
        name: Its id.
        deck: The deck, if it is at hand.
        lang: The language.
    """
    return name if deck is None else printable(_in(lang, deck.titles, deck.title))


class Naming:
    """The names of one game's cards in one language.

    Args:
        state: A state of the game, or a view of one; ``None`` where nobody knows it: cards are then called by their
            ids.
        deck: The deck of the game, if it is at hand.
        catalogue: The language.
    """

    def __init__(self, state: State | None, deck: Deck | None, catalogue: Catalogue) -> None:
        self._state = state
        self._deck = deck
        self._catalogue = catalogue
        self._titles = {} if state is None else _titles(state, deck, catalogue.lang)

    def title(self, card: CardId) -> str:
        """What the black side says, harmless on a terminal. No two cards of a game have the same."""
        return self._titles.get(card) or printable(card)

    def quoted(self, card: CardId) -> str:
        """The same between quotation marks."""
        return self._catalogue.gettext("“{title}”").format(title=self.title(card))

    def date(self, card: CardId, year: Year) -> str:
        """When it was, for a card that has been turned (TL-19): ``c. 3100 BC``, ``AD 80``, ``1457``.

        Args:
            card: Whose date it is.
            year: The year as the record shows it.
        """
        _ = self._catalogue.gettext
        if year < 0:
            text = _("{year} BC").format(year=-year)
        else:
            text = _("AD {year}").format(year=year) if year < 1000 else str(year)
        known = self._in_deck(card)
        return _("c. {date}").format(date=text) if known is not None and known.approx else text

    def subtitle(self, card: CardId) -> str:
        """What the white side says besides, for a card that has been turned (TL-19); empty if that is not known."""
        known = self._in_deck(card)
        if known is None:
            return ""
        return printable(_in(self._catalogue.lang, known.subtitles, known.subtitle or "").strip())

    def _in_deck(self, card: CardId) -> Card | None:
        """The card in the deck at hand, if it is that of the record."""
        if self._state is None or self._deck is None:
            return None
        place = self._state.place_of(card)
        return None if place is None else _agreeing(self._deck, card, self._state.titles[place])


def _agreeing(deck: Deck, card: CardId, title: str) -> Card | None:
    """The card of a deck that has this id and this title."""
    known = deck.by_id.get(card)
    return known if known is not None and known.title == title else None


def _in(lang: str, translated: Mapping[str, str], text: str) -> str:
    """A text in a language; the text itself where no translation says anything."""
    found = translated.get(lang, "")
    return found if found.strip() else text


class _Titles(dict["CardId", str]):
    """The titles of the cards of one game, and what they were made from."""

    def __init__(self, state: State, deck: Deck | None, lang: str) -> None:
        super().__init__(_told_apart(_translated(state, deck, lang)))
        self._from = (state.cards, state.titles, deck, lang)

    def are_of(self, state: State, deck: Deck | None, lang: str) -> bool:
        """Whether they are those of this state; states of one game share what its deck said."""
        cards, titles, known, spoken = self._from
        return titles is state.titles and cards is state.cards and known is deck and spoken == lang


#: Those that were asked for last: a game is told event by event, and all its events have the same cards.
_last: list[_Titles] = []


def _titles(state: State, deck: Deck | None, lang: str) -> _Titles:
    for kept in _last:
        if kept.are_of(state, deck, lang):
            return kept
    made = _Titles(state, deck, lang)
    _last[:] = [made, *_last[:3]]
    return made


def _translated(state: State, deck: Deck | None, lang: str) -> dict[CardId, str]:
    found: dict[CardId, str] = {}
    for card, title in zip(state.cards, state.titles, strict=True):
        known = None if deck is None else _agreeing(deck, card, title)
        found[card] = printable(title if known is None else _in(lang, known.titles, title))
    return found


def _told_apart(titles: dict[CardId, str]) -> dict[CardId, str]:
    """The same, with the ids of the cards behind titles that occur twice.

    A deck has no two equal titles (TL-16), but translations may be equal, and so may be what is left of titles once
    they are printable.
    """
    times = Counter(map(_folded, titles.values()))
    if len(times) == len(titles):
        return titles
    found = {c: f"{title} ({c})" if times[_folded(title)] > 1 else title for c, title in titles.items()}
    if len(set(map(_folded, found.values()))) == len(found):
        return found
    return {
        card: f"{title} ({card})" for card, title in titles.items()
    }  # a title that looks like one with an id


def _folded(title: str) -> str:
    return title.strip().casefold()
