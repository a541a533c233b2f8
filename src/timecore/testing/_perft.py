"""Counting how games can go on: a number that changes whenever the rules do."""

from __future__ import annotations

from typing import Any

from timecore.fold import fold
from timecore.ruleset import Ruleset

__all__ = ["perft"]


def perft(rules: Ruleset[Any], state: Any, depth: int) -> int:
    """In how many ways a game can go on for so many moves.

    Everybody's legal moves count, those of chance once each, whatever they weigh. A game that ends before
    counts nothing.

    Args:
        rules: The ruleset.
        state: Where to begin; stays as it is.
        depth: How many moves, from 0 up. The time this takes grows with the number.
    """
    if not depth:
        return 1
    if depth == 1:
        return sum(len(rules.legal_moves(state, actor)) for actor in rules.to_act(state))
    return sum(
        perft(rules, fold(state, rules.decide(state, actor, move)), depth - 1)
        for actor in rules.to_act(state)
        for move in rules.legal_moves(state, actor)
    )
