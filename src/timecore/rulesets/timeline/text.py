"""Events and moves of Timeline in words.

The English texts are the source; other languages stand in ``locale/``. A card is named by its title, which is not
in most events but in the state before them; where nobody knows that, its id stands there, and not where it was placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from timecore.ruleset import Catalogue
from timecore.rulesets.timeline.cards import CardId, Deck, Interval
from timecore.rulesets.timeline.events import (
    AnyEvent,
    CardDealt,
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    DeckOpened,
    DiscardsReshuffled,
    GameEnded,
    LastCardPlaced,
    PlayerEliminated,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.moves import AnyMove, DrawCard, OpenDeck, PlaceCard
from timecore.rulesets.timeline.naming import Naming, deck_title
from timecore.rulesets.timeline.state import State

__all__ = ["describe", "sentence"]


def sentence(
    event: AnyEvent, before: State | None, names: Sequence[str], catalogue: Catalogue, deck: Deck | None
) -> str:
    """One event as a sentence, or several, without the last full stop.

    Args:
        event: What happened.
        before: The state, or the view, before it; ``None`` where nobody knows it.
        names: What people call the seats, by seat.
        catalogue: The language.
        deck: The deck of the game, if it is at hand.
    """
    return _Teller(before, names, catalogue, deck).event(event)


def describe(
    move: AnyMove, before: State | None, names: Sequence[str], catalogue: Catalogue, deck: Deck | None
) -> str:
    """One move in words, as a menu shows it, with the number of the interval as the board has it.

    Args:
        move: What can be asked for, or what was.
        before: The state, or the view, that it is asked of; ``None`` where nobody knows it.
        names: What people call the seats, by seat.
        catalogue: The language.
        deck: The deck of the game, if it is at hand.
    """
    return _Teller(before, names, catalogue, deck).move(move)


class _Teller:
    """Tells of one state in one language."""

    def __init__(
        self, before: State | None, names: Sequence[str], catalogue: Catalogue, deck: Deck | None
    ) -> None:
        self.before = before
        self.names = names
        self.catalogue = catalogue
        self.deck = deck
        self.cards = Naming(before, deck, catalogue)

    def event(self, event: AnyEvent) -> str:
        _, names, cards = self.catalogue.gettext, self.names, self.cards
        match event:
            case DeckOpened(deck, _digest, opened):
                title = deck_title(deck, self.deck, self.catalogue.lang)
                return _("The deck “{deck}” is shuffled: {n} cards").format(deck=title, n=len(opened))
            case CardDealt(seat, card):
                return _("{seat} receives “{card}”").format(seat=names[seat], card=cards.title(card))
            case StartingCardTurned(card, year):
                return _("The timeline starts with “{card}”: {date}").format(
                    card=cards.title(card), date=cards.date(card, year)
                )
            case RoundStarted(number, 0):
                return _("Round {round}").format(round=number)
            case RoundStarted(_number, sudden, seats):
                return _("Sudden death, round {sudden}: {seats}").format(
                    sudden=sudden, seats=self.seats(seats)
                )
            case TurnStarted(seat, draws):
                text = _("{seat} to draw and place a card") if draws else _("{seat} to play")
                return text.format(seat=names[seat])
            case CardDrawn(seat, card):
                return _("{seat} draws “{card}”").format(seat=names[seat], card=cards.title(card))
            case CardPlaced():
                return _joined(self.placed(event), _("Right!"))
            case LastCardPlaced(seat):
                ordinary = self.before is None or not self.before.sudden
                return (_("{seat} has no cards left!") if ordinary else _("{seat} stays in")).format(
                    seat=names[seat]
                )
            case CardMisplaced():
                return _joined(self.placed(event), _("Wrong"), self.went(event))
            case DiscardsReshuffled(shuffled):
                return _("The discards are shuffled into a new pile: {n}").format(n=len(shuffled))
            case PlayerEliminated(seat):
                return _("{seat} is eliminated").format(seat=names[seat])
            case GameEnded():
                return self.ending(event)
            case _:
                assert_never(event)

    def placed(self, event: CardPlaced | CardMisplaced) -> str:
        """Who placed what where, and what the other side says."""
        _, card = self.catalogue.gettext, event.card
        where = self.where(event.at)
        blind, placed = _("{seat} places “{card}”: {date}"), _("{seat} places “{card}” {where}: {date}")
        return (blind if where is None else placed).format(
            seat=self.names[event.seat],
            card=self.cards.title(card),
            where=where,
            date=self.cards.date(card, event.year),
        )

    def went(self, event: CardMisplaced) -> str:
        """Where a misplaced card went."""
        _ = self.catalogue.gettext
        match event.to:
            case "discards":
                return _("It is discarded")
            case "box":
                return _("It goes back in the box")
            case "hand":
                return _("No card is left to draw; {seat} takes it back").format(seat=self.names[event.seat])
            case "timeline":
                where = None if event.landed is None else self.where(event.landed)
                if where is None:
                    return _("It moves to its right place")
                return _("It moves to its right place, {where}").format(where=where)
            case _:
                assert_never(event.to)

    def ending(self, event: GameEnded) -> str:
        _, winners = self.catalogue.gettext, self.seats(event.winners)
        match event.reason:
            case "finished" | "sudden_death":
                return _("{seat} wins!").format(seat=winners)
            case "shared":
                return _("{seats} share the victory").format(seats=winners)
            case "exhausted":
                return _("No cards are left: {seats} share the victory").format(seats=winners)
            case _:
                assert_never(event.reason)

    def move(self, move: AnyMove) -> str:
        _ = self.catalogue.gettext
        match move:
            case OpenDeck(deck):
                return _("open the deck “{deck}”").format(
                    deck=deck_title(deck, self.deck, self.catalogue.lang)
                )
            case DrawCard(card):
                return _("draw “{card}”").format(card=self.cards.title(card))
            case PlaceCard(card, at):
                where = self.where(at)
                text = _("“{card}” at [{at}]") if where is None else _("“{card}” {where} [{at}]")
                return text.format(card=self.cards.title(card), where=where, at=at)
            case _:
                assert_never(move)

    def seats(self, seats: Sequence[int]) -> str:
        return self.catalogue.join([self.names[seat] for seat in seats])

    def where(self, at: Interval) -> str | None:
        """An interval by the cards beside it; ``None`` if they are not known."""
        _ = self.catalogue.gettext
        timeline: Sequence[CardId] = () if self.before is None else self.before.timeline
        last = len(timeline)
        if not last or not 0 <= at <= last:
            return None
        if at == 0:
            return _("before “{card}”").format(card=self.cards.title(timeline[0]))
        if at == last:
            return _("after “{card}”").format(card=self.cards.title(timeline[-1]))
        beside = [self.cards.quoted(card) for card in timeline[at - 1 : at + 1]]
        return _("between {cards}").format(cards=self.catalogue.join(beside))


def _joined(*sentences: str) -> str:
    """Sentences one after the other; one that ends in a point or an exclamation mark gets no full stop."""
    *others, last = sentences
    return " ".join([*(one if one.endswith((".", "!")) else f"{one}." for one in others), last])
