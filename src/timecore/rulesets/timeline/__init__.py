"""Timeline: place cards in the order of their dates, for 2 to 8 players."""

from collections.abc import Sequence
from typing import Any, cast

from timecore.messages import Event, Move
from timecore.ruleset import Bot, Catalogue
from timecore.rulesets.timeline.cards import Deck
from timecore.rulesets.timeline.events import AnyEvent, DeckOpened
from timecore.rulesets.timeline.moves import AnyMove, OpenDeck
from timecore.rulesets.timeline.rules import TimelineRules
from timecore.rulesets.timeline.state import State

__all__ = ["RULESET"]


def _knowing(seed: bytes) -> Bot:
    from timecore.rulesets.timeline.bots import KnowingBot  # noqa: PLC0415

    return KnowingBot(seed)


class Timeline(TimelineRules):
    """The whole ruleset: the rules, and what is imported only when it is asked for."""

    languages = ("en", "es")
    bots = {"knowing": _knowing}  # noqa: RUF012 - declared so in the protocol, as a class variable

    def narrate(
        self, event: Event[State], before: State | None, names: Sequence[str], catalogue: Catalogue
    ) -> str:
        """One event as a sentence, or several."""
        from timecore.rulesets.timeline.text import sentence  # noqa: PLC0415

        deck = self.deck_named(event.deck) if isinstance(event, DeckOpened) else self._deck_of(before)
        return sentence(cast("AnyEvent", event), before, names, catalogue, deck)

    def describe(self, move: Move, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """One move in words."""
        from timecore.rulesets.timeline.text import describe  # noqa: PLC0415

        deck = self.deck_named(move.deck) if isinstance(move, OpenDeck) else self._deck_of(before)
        return describe(cast("AnyMove", move), before, names, catalogue, deck)

    def board(
        self,
        state: State,
        names: Sequence[str],
        catalogue: Catalogue,
        *,
        width: int = 80,
        height: int | None = None,
        colour: bool = False,
        closed: bool = False,
    ) -> str:
        """The table as one viewer sees it."""
        from timecore.rulesets.timeline.board import draw  # noqa: PLC0415

        return draw(
            state,
            names,
            catalogue,
            self._deck_of(state),
            width=width,
            height=height,
            colour=colour,
            closed=closed,
        )

    def invariants(self, state: State) -> Sequence[str]:
        """What is wrong with a state after a whole entry (I-1 to I-5, I-9 to I-12, I-14)."""
        from timecore.rulesets.timeline.checks import faults  # noqa: PLC0415

        return faults(state)

    def state_form(self) -> Any:
        """The JSON form of a state."""
        from timecore.rulesets.timeline.form import StateForm  # noqa: PLC0415

        return StateForm

    def _deck_of(self, state: State | None) -> Deck | None:
        """The deck that a game is played with, if it is at hand."""
        return None if state is None or state.deck is None else self.deck_named(state.deck)


RULESET = Timeline()
