"""A player of Timeline that knows some of the dates, as people do.

No view shows the date of a card before it is turned, so a bot that knows nothing but its view can only guess, and
games of such players are long. This one has read the deck once and remembers part of it: of most cards the year, of
some about when it was, of some nothing. It can do so where the deck is public to it, which the built-in decks are,
and a deck file at hand; of any other deck it knows what has been turned, and guesses the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from timecore.rulesets.timeline.moves import PlaceCard
from timecore.rulesets.timeline.rules import TimelineRules, correct_intervals

if TYPE_CHECKING:
    from timecore.actors import Seat
    from timecore.messages import Move
    from timecore.ruleset import Ruleset
    from timecore.rulesets.timeline.cards import CardId, Interval
    from timecore.rulesets.timeline.state import State

__all__ = ["KnowingBot"]

_TAG: Final = b"timecore/1/timeline/knowing\x00"

#: Of ten cards, it remembers the years of so many, and of so many more about when it was.
_EXACTLY: Final = 5
_ROUGHLY: Final = 4


class KnowingBot:
    """Places the card that it knows best. The same seed knows the same, and plays alike.

    Its choices are hashes, so they are the same for ever on every Python.

    Args:
        seed: Any bytes.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: bytes) -> None:
        self._key = sha256(_TAG + seed).digest()

    def choose(self, rules: Ruleset[Any], view: State, seat: Seat, legal: Sequence[Move]) -> Move:
        """One of the legal moves.

        Args:
            rules: Which decks are at hand.
            view: What its seat sees.
            seat: Whose hand it plays from.
            legal: What may be chosen.
        """
        deck = rules.deck_named(view.deck) if isinstance(rules, TimelineRules) and view.deck else None
        years = (
            {}
            if deck is None
            else {one: deck.by_id[one].year for one in view.hands[seat] if one in deck.by_id}
        )
        doubt = {one: self._doubt(one) if one in years else 2 for one in view.hands[seat]}
        for one in view.hands[seat]:
            if one in view.known:
                years[one], doubt[one] = view.known[one], 0
        card = min(doubt, key=doubt.__getitem__)  # of several the one that it got first
        correct = correct_intervals(view.dates, years[card]) if card in years else range(1)
        at = self._interval(view, card, correct, doubt[card])
        chosen = (
            move for move in legal if isinstance(move, PlaceCard) and (move.card, move.at) == (card, at)
        )
        return next(chosen, legal[0])

    __call__ = choose

    def _doubt(self, card: CardId) -> int:
        """How little it knows of a date: 0 nothing is missing, 1 about when it was, 2 nothing at all."""
        told = self._draw(10, card)
        return 0 if told < _EXACTLY else 1 if told < _EXACTLY + _ROUGHLY else 2

    def _interval(self, view: State, card: CardId, correct: range, doubt: int) -> Interval:
        """Where it places a card, as far as it knows which intervals are correct."""
        last = len(view.timeline)
        salt = f"{card} {view.round} {last}"
        if doubt == 0:
            return correct[self._draw(len(correct), salt)]
        if doubt == 1:
            return min(max(correct[0] + self._draw(3, salt) - 1, 0), last)
        return self._draw(last + 1, salt)

    def _draw(self, below: int, salt: str) -> int:
        """A whole number from 0, the same for the same salt."""
        return int.from_bytes(sha256(self._key + salt.encode()).digest(), "big") % below
