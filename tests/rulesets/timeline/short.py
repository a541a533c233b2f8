"""Games of Timeline in a few words, for tests.

Cards are those of the example deck, one letter each. Moves are written short: ``+g`` chance draws g, ``1:g@2`` seat 1
places g at interval 2.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from timecore.actors import CHANCE, Actor, Seat
from timecore.messages import Event, Move
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.builtin import built_in_deck
from timecore.rulesets.timeline.events import (
    CardDealt,
    CardMisplaced,
    CardPlaced,
    DeckOpened,
    LastCardPlaced,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.moves import DrawCard, OpenDeck, PlaceCard
from timecore.testing import Given, given

__all__ = ["YEARS", "deck_file", "go_on", "legal", "moves", "new", "opened", "table"]

#: The years of the example deck.
YEARS: Mapping[str, int] = {card.id: card.year for card in built_in_deck("example").cards}


def moves(text: str) -> list[tuple[Actor, Move]]:
    """Short moves, parted by blanks."""
    return [_move(one) for one in text.split()]


def _move(text: str) -> tuple[Actor, Move]:
    if text.startswith("+"):
        return CHANCE, DrawCard(text[1:])
    seat, _, asked = text.partition(":")
    card, _, at = asked.partition("@")
    return int(seat), PlaceCard(card, int(at))


def new(*, players: int = 2, **options: Any) -> Given:
    """A game with the example deck, before it is opened; hands are as large as it allows, up to four cards."""
    return given(
        RULESET, deck="example", players=players, options={"cards": min(4, 11 // players), **options}
    )


def opened(text: str = "", **options: Any) -> Given:
    """A game with the example deck, after it was opened and some short moves were made."""
    game, _ = go_on(given(RULESET, new(**options).state, (CHANCE, OpenDeck("example"))), text)
    return game


def go_on(game: Given, text: str) -> tuple[Given, list[Event[Any]]]:
    """The game after short moves, and what the last of them caused."""
    events: tuple[Event[Any], ...] = ()
    for actor, move in moves(text):
        events = RULESET.decide(game.state, actor, move)
        game = given(RULESET, game.state, *events)
    return game, list(events)


def legal(game: Given, actor: Actor) -> list[str]:
    """What an actor may do, in short."""
    found = []
    for move in game.legal_moves(actor):
        match move:
            case DrawCard(card=card):
                found.append(f"+{card}")
            case PlaceCard(card=card, at=at):
                found.append(f"{actor}:{card}@{at}")
            case _:
                found.append(repr(move))
    return found


def table(
    *hands: str,
    timeline: str = "d",
    pile: str = "l",
    discards: str = "",
    current: Seat = 0,
    draws: bool = False,
    sudden: int = 0,
    seats: Sequence[Seat] | None = None,
    finished: Sequence[Seat] = (),
    years: Mapping[str, int] | None = None,
    **options: Any,
) -> Given:
    """A game in the middle, made by events alone; its deck is what lies somewhere.

    Args:
        hands: The cards of each seat.
        timeline: The cards of the timeline, left to right.
        pile: The cards of the pile.
        discards: The discards.
        current: Whose turn it is.
        draws: Whether that seat is waiting for a card.
        sudden: The number of the sudden-death round.
        seats: Who plays in this round; all by default.
        finished: Who emptied the hand in it.
        years: Other years than those of the example deck.
        options: Options besides the number of players.
    """
    dates = {**YEARS, **(years or {})}
    cards = tuple(sorted({*"".join(hands), *timeline, *pile, *discards}))
    state = new(players=len(hands), **options).state
    past: list[Event[Any]] = [
        DeckOpened(
            "example", "0" * 64, cards, tuple(f"Event {c}" for c in cards), tuple(dates[c] for c in cards)
        ),
        StartingCardTurned(timeline[0], dates[timeline[0]]),
    ]
    for at, card in enumerate(timeline[1:], 1):
        past += [CardDealt(0, card), CardPlaced(0, card, at, dates[card])]
    for card in discards:
        past += [CardDealt(0, card), CardMisplaced(0, card, 0, dates[card], "discards", None, draws=False)]
    past += [CardDealt(seat, card) for seat, hand in enumerate(hands) for card in hand]
    past.append(RoundStarted(1 + sudden, sudden, state.turn_order if seats is None else tuple(seats)))
    past += [LastCardPlaced(seat) for seat in finished]
    past.append(TurnStarted(current, draws))
    return given(RULESET, state, *past)


def deck_file(cards: Mapping[str, int], **top: str) -> bytes:
    """A deck file of cards by id and year; each is called like its id, with an exclamation mark."""
    fields = {"format": "1", "id": '"mine"', "title": '"Mine"'} | top
    text = "".join(f"{name} = {value}\n" for name, value in fields.items())
    for card, year in cards.items():
        text += f'[[cards]]\nid = "{card}"\ntitle = "{card}!"\nyear = {year}\n'
    return text.encode()
