"""What games ask of their rules: legal moves on a large board, play-outs without a record, replays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks._game import SavedGame, next_choice
from timecore.bots import make_bots
from timecore.fold import advance
from timecore.ruleset import Ruleset

__all__ = ["Greedy", "LongTimeline", "ManyCards", "RandomPlayOuts", "saved"]

_REPLAYS = Path(__file__).parent.parent / "replays"


def saved(name: str) -> SavedGame:
    """A golden record, by its name."""
    return SavedGame(_REPLAYS / f"{name}.msgpack")


class RandomPlayOuts:
    """Games of random moves without a record, until there is nothing to do.

    Args:
        rules: The ruleset.
        options: The options of the games, which must end.
    """

    def __init__(self, rules: Ruleset[Any], options: dict[str, Any]) -> None:
        self.rules = rules
        self.options = rules.resolve_options(options)
        self.choice = 1

    def __call__(self) -> int:
        """One game; gives how many moves it had, those of chance counted."""
        rules = self.rules
        state = rules.start(self.options)
        choice = self.choice
        moves = 0
        while actors := rules.to_act(state):
            actor = actors[0]
            legal = rules.legal_moves(state, actor)
            choice = next_choice(choice)
            advance(state, rules.decide(state, actor, legal[(choice >> 16) % len(legal)]))
            moves += 1
        self.choice = choice
        return moves


class Greedy:
    """Games of TimeLine that the bot ``greedy`` plays in all seats, until gold ends them; chance is random.

    Args:
        rules: The ruleset ``timeline_2003``.
        players: The number of seats.
    """

    def __init__(self, rules: Ruleset[Any], players: int) -> None:
        self.rules = rules
        self.options = rules.resolve_options({"players": players})
        self.bots = make_bots(rules, ["greedy"] * players, "benchmark")
        self.choice = 1

    def __call__(self) -> int:
        """One game; gives how many moves it had, those of chance counted."""
        rules = self.rules
        state = rules.start(self.options)
        choice = self.choice
        moves = 0
        while actors := rules.to_act(state):
            actor = actors[0]
            legal = rules.legal_moves(state, actor)
            if actor < 0:
                choice = next_choice(choice)
                move = legal[(choice >> 16) % len(legal)]
            else:
                move = self.bots[actor](rules, state, actor, legal)
            advance(state, rules.decide(state, actor, move))
            moves += 1
        self.choice = choice
        return moves


class LongTimeline:
    """A seat of Timeline that is to place a card: six in its hand, sixty in the timeline."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        state = rules.start(rules.resolve_options({"players": 2, "cards": 6}))
        while rules.to_act(state) == (-1,):
            advance(state, rules.decide(state, -1, rules.legal_moves(state, -1)[0]))
        state.timeline = state.pile[:60]
        state.dates = sorted(state.years[state.cards.index(card)] for card in state.timeline)
        del state.pile[:60]
        self.rules = rules
        self.state = state
        (self.seat,) = rules.to_act(state)
        if len(rules.legal_moves(state, self.seat)) != 6 * 61:
            raise AssertionError

    def __call__(self) -> int:
        """All legal moves, once."""
        self.rules.legal_moves(self.state, self.seat)
        return 1


class ManyCards:
    """A seat of TimeLine that is to move: twenty cards on the board, its pawn on one of them."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        state = rules.start(rules.resolve_options({"players": 4}))
        choice = 1
        while len(state.faces) < 20 or not self._to_travel(rules, state):
            (actor,) = rules.to_act(state)
            legal = rules.legal_moves(state, actor)
            choice = next_choice(choice)
            advance(state, rules.decide(state, actor, legal[(choice >> 16) % len(legal)]))
        self.rules = rules
        self.state = state
        (self.seat,) = rules.to_act(state)

    @staticmethod
    def _to_travel(rules: Ruleset[Any], state: Any) -> bool:
        """Whether somebody is to move whose pawn stands on a card."""
        (actor,) = rules.to_act(state)
        return actor >= 0 and any(
            type(move).__name__ == "LeaveMap" for move in rules.legal_moves(state, actor)
        )

    def __call__(self) -> int:
        """All legal moves, once."""
        self.rules.legal_moves(self.state, self.seat)
        return 1
