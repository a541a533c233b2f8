"""What is known of a game of Timeline: plain slots that events change in place. The JSON form is that of section 4."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final, Literal, TypeAlias

import attrs

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden
from timecore.rulesets.timeline.cards import CardId, Year
from timecore.rulesets.timeline.options import Options

__all__ = ["Phase", "Reason", "Result", "State"]

Phase: TypeAlias = Literal["opening", "dealing", "playing", "sudden_death", "over"]
"""What the game is at."""

Reason: TypeAlias = Literal["finished", "shared", "sudden_death", "exhausted"]
"""Why a game is over (TL-60 to TL-64)."""


@attrs.frozen
class Result:
    """How a game ended (TL-63).

    Attributes:
        in_turn_order: The seats that won, in turn order.
        reason: Why it was over.
        left: The number of cards in each seat's hand.
    """

    in_turn_order: tuple[Seat, ...]
    reason: Reason
    left: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won, ascending."""
        return tuple(sorted(self.in_turn_order))

    def to_json(self) -> dict[str, Any]:
        """The JSON form of TL-63."""
        return {"winners": list(self.in_turn_order), "reason": self.reason, "left": list(self.left)}


@attrs.define
class State:
    """What is known after folding some events; nothing but an event changes it.

    Attributes:
        options: The options of the game; not part of the JSON form.
        phase: What the game is at.
        deck: Which deck, once it is opened.
        digest: That of the deck; ``HIDDEN`` on a view.
        cards: The cards of the deck, in card order.
        titles: The title of each.
        years: The year of each; ``HIDDEN`` on a view.
        pile: The cards that may be drawn, in card order.
        hands: By seat, in the order received.
        timeline: The cards in the timeline, left to right.
        dates: The year of each of them.
        discards: The discards, in the order in which they got there.
        box: The cards out of the game, in that order.
        known: Every date that has ever been shown, by card.
        round: The number of the round, from 1; sudden death counts on.
        sudden: The number of the sudden-death round, 0 in ordinary ones.
        seats: Who plays in this round, in turn order.
        current: Whose turn it is.
        drawing: Who is waiting for a card from the pile.
        finished: Who emptied the hand in this round, in that order.
        eliminated: Who is out, in that order.
        winners: Who won, in turn order.
        reason: Why the game is over, ``None`` while it goes on.
    """

    options: Options
    phase: Phase = "opening"
    deck: str | None = None
    digest: str | Hidden | None = None
    cards: tuple[CardId, ...] = ()
    titles: tuple[str, ...] = ()
    years: tuple[Year, ...] | Hidden = ()
    pile: list[CardId] = attrs.field(factory=list)
    hands: list[list[CardId]] = attrs.field(factory=list)
    timeline: list[CardId] = attrs.field(factory=list)
    dates: list[Year] = attrs.field(factory=list)
    discards: list[CardId] = attrs.field(factory=list)
    box: list[CardId] = attrs.field(factory=list)
    known: dict[CardId, Year] = attrs.field(factory=dict)
    round: int = 0
    sudden: int = 0
    seats: tuple[Seat, ...] = ()
    current: Seat | None = None
    drawing: Seat | None = None
    finished: tuple[Seat, ...] = ()
    eliminated: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    reason: Reason | None = None

    @classmethod
    def start(cls, options: Options) -> State:
        """The state before the first event."""
        return cls(options=options, hands=[[] for _ in range(options.players)])

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """All seats, clockwise from the first player (TL-5)."""
        seats, first = range(self.options.players), self.options.first_player
        return (*seats[first:], *seats[:first])

    def place_of(self, card: CardId) -> int | None:
        """Where a card stands in ``cards``, ``titles`` and ``years``; ``None`` if the deck does not have it."""
        place = bisect_left(self.cards, card)
        return place if place < len(self.cards) and self.cards[place] == card else None

    def copy(self) -> State:
        """A state that shares nothing mutable with this one."""
        new = _blank(State)
        new.options = self.options
        new.phase = self.phase
        new.deck = self.deck
        new.digest = self.digest
        new.cards = self.cards
        new.titles = self.titles
        new.years = self.years
        new.pile = self.pile[:]
        new.hands = [hand[:] for hand in self.hands]
        new.timeline = self.timeline[:]
        new.dates = self.dates[:]
        new.discards = self.discards[:]
        new.box = self.box[:]
        new.known = self.known.copy()
        new.round = self.round
        new.sudden = self.sudden
        new.seats = self.seats
        new.current = self.current
        new.drawing = self.drawing
        new.finished = self.finished
        new.eliminated = self.eliminated
        new.winners = self.winners
        new.reason = self.reason
        return new

    def to_json(self) -> dict[str, Any]:
        """The JSON form of section 4."""
        return {
            "phase": self.phase,
            "deck": self.deck,
            "digest": "?" if self.digest is HIDDEN else self.digest,
            "cards": list(self.cards),
            "titles": list(self.titles),
            "years": "?" if self.years is HIDDEN else list(self.years),
            "pile": list(self.pile),
            "hands": [list(hand) for hand in self.hands],
            "timeline": [list(one) for one in zip(self.timeline, self.dates, strict=True)],
            "discards": list(self.discards),
            "box": list(self.box),
            "known": dict(self.known),
            "round": self.round,
            "sudden": self.sudden,
            "seats": list(self.seats),
            "current": self.current,
            "drawing": self.drawing,
            "finished": list(self.finished),
            "eliminated": list(self.eliminated),
            "winners": list(self.winners),
            "reason": self.reason,
        }


_blank: Final = object.__new__
