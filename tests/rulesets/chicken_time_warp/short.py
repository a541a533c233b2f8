"""Games of Chicken Time Warp in a few words, for tests.

Kinds are written short, as in :data:`KINDS`; a hand is a text of them. Moves are made by whoever is to act: ``-``
passes, ``peek>1`` plays Peek-a-Boo on seat 1, ``thief>1=pod`` asks seat 1 for the pod, ``mooch=rev`` takes a Reverse,
``+clux`` is a draw, and ``block``, ``allow``, ``escape`` and ``die`` are answers.
"""

from typing import Any, Final

import pytest

from timecore.actors import CHANCE, Actor, Seat
from timecore.errors import IllegalMove
from timecore.messages import Event, Move
from timecore.rulesets.chicken_time_warp import RULESET, cards
from timecore.rulesets.chicken_time_warp.builtin import built_in_deck
from timecore.rulesets.chicken_time_warp.cards import Kind, Minute
from timecore.rulesets.chicken_time_warp.events import TimelineCardRemoved, TimelineFlipped
from timecore.rulesets.chicken_time_warp.moves import (
    AcceptDeath,
    AllowSwap,
    BlockSwap,
    DealCard,
    DrawCard,
    EscapeDeath,
    Pass,
    PlayCard,
)
from timecore.testing import Given, given

__all__ = [
    "KINDS",
    "asked",
    "deal",
    "deck_of",
    "flipped",
    "go",
    "hand",
    "legal",
    "names",
    "refused",
    "removed",
    "start",
    "types",
]

_WORDS: Final = (
    "pod",
    "clux",
    "swap",
    "block",
    "thief",
    "peek",
    "freeze",
    "stock",
    "mooch",
    "rev",
    "dead",
    "slip",
)

KINDS: Final[dict[str, Kind]] = dict(zip(_WORDS, cards.KINDS, strict=True))

_ANSWERS: Final[dict[str, Move]] = {
    "-": Pass(),
    "block": BlockSwap(),
    "allow": AllowSwap(),
    "escape": EscapeDeath(),
    "die": AcceptDeath(),
}

_SHORT: Final = {kind: short for short, kind in KINDS.items()}


def names(text: str) -> list[Kind]:
    """The kinds of a short text."""
    return [KINDS[one] for one in text.split()]


def deck_of(**counts: int) -> dict[Kind, int]:
    """The deck of the box with some other counts, by short names."""
    return {**built_in_deck(), **{KINDS[short]: count for short, count in counts.items()}}


def deal(*hands: str) -> list[tuple[Actor, Move]]:
    """What chance deals, a card to each seat in turn (CW-22)."""
    return [
        (CHANCE, DealCard(seat, card))
        for round_ in zip(*map(names, hands), strict=True)
        for seat, card in enumerate(round_)
    ]


def start(*hands: str, **options: Any) -> Given:
    """A game whose hands are dealt; seat 0 is to play unless an option says otherwise."""
    return given(RULESET, *deal(*hands), players=len(hands), **options)


def asked(game: Given, text: str) -> tuple[Actor, Move]:
    """A short move, and who makes it."""
    (actor,) = game.to_act or (-3,)
    if text in _ANSWERS:
        return actor, _ANSWERS[text]
    if text.startswith("+"):
        return actor, DrawCard(game.state.seat, KINDS[text[1:]])
    text, _, named = text.partition("=")
    card, _, target = text.partition(">")
    return actor, PlayCard(KINDS[card], int(target) if target else None, KINDS.get(named))


def go(game: Given, text: str) -> tuple[Given, list[Event[Any]]]:
    """The game after short moves, and what the last of them caused."""
    events: list[Event[Any]] = []
    for one in text.split():
        actor, move = asked(game, one)
        events = list(RULESET.decide(game.state, actor, move))
        game = given(RULESET, game.state, *events)
    return game, events


def types(events: list[Event[Any]]) -> list[str]:
    """The names of some events."""
    return [type(event).__name__ for event in events]


def hand(game: Given, seat: Seat) -> str:
    """A hand, short."""
    return " ".join(_SHORT[card] for card in game.state.hands[seat])


def legal(game: Given) -> list[str]:
    """The legal moves of the seat that is to act, short."""
    (actor,) = game.to_act
    found = []
    for move in game.legal_moves(actor):
        match move:
            case PlayCard(card=card, target=target, named=named):
                text = _SHORT[card] + ("" if target is None else f">{target}")
                found.append(text + ("" if named is None else f"={_SHORT[named]}"))
            case DrawCard(card=str(card)):
                found.append(f"+{_SHORT[card]}")
            case _:
                found.append(next(short for short, answer in _ANSWERS.items() if answer == move))
    return found


def refused(game: Given, text: str | Move, actor: Actor | None = None) -> IllegalMove:
    """The refusal of one move, short or whole, by whoever is to act unless an actor is given."""
    move: Move = asked(game, text)[1] if isinstance(text, str) else text
    if actor is None:
        (actor,) = game.to_act or (-3,)
    state = game.state
    before = state.to_json()
    with pytest.raises(IllegalMove) as caught:
        RULESET.decide(state, actor, move)
    assert state.to_json() == before
    assert list(caught.value.legal) == RULESET.legal_moves(state, actor)
    return caught.value


def flipped(game: Given, *minutes: Minute) -> Given:
    """The game with further Timeline cards turned up, without a turn for each."""
    return given(RULESET, game.state, *map(TimelineFlipped, minutes))


def removed(game: Given, *minutes: Minute) -> Given:
    """The game without some face down Timeline cards."""
    return given(RULESET, game.state, *[TimelineCardRemoved(minute, face_up=False) for minute in minutes])
