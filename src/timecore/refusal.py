"""How rules refuse a move: by the first rule that it breaks, and how in words.

``decide`` asks one question after the other, some of them deep inside; :func:`refuse` ends it from anywhere, and
``decide`` makes of that the error which its caller sees::

    try:
        return consequences(state, actor, move)
    except BrokenRule as broken:
        raise broken.error(actor, move, self.legal_moves(state, actor)) from None
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Never

from timecore.actors import CHANCE, TABLE, Actor
from timecore.errors import IllegalMove

if TYPE_CHECKING:
    from timecore.messages import Move

__all__ = ["BrokenRule", "actor_in_words", "not_to_act", "refuse"]


class BrokenRule(Exception):
    """The rule that a move breaks, and how in words. It does not leave the rules.

    Attributes:
        rule: Its number, such as ``"TC-44"``.
        why: What is wrong, without a full stop.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.rule = rule
        self.why = why

    def error(self, actor: Actor, move: Move, legal: Sequence[Move]) -> IllegalMove:
        """The error for whoever asked.

        Args:
            actor: Who asked for the move.
            move: The move.
            legal: What was legal for that actor, and for no other.
        """
        return IllegalMove(self.why, rule=self.rule, actor=actor, move=move, legal=legal)


def refuse(rule: str, why: str) -> Never:
    """Refuse the move that is being decided.

    Raises:
        BrokenRule: Always.
    """
    raise BrokenRule(rule, why)


def actor_in_words(actor: Actor) -> str:
    """``seat 2``, ``chance`` or ``the table``."""
    if actor == CHANCE:
        return "chance"
    return "the table" if actor == TABLE else f"seat {actor}"


def not_to_act(actor: Actor, to_act: Sequence[Actor]) -> str:
    """Why an actor may not move: for whom it is to move.

    Args:
        actor: Who asked.
        to_act: Who may move now.
    """
    others = ", ".join(map(actor_in_words, to_act)) or "nobody"
    return f"it is not for {actor_in_words(actor)} to move now, but for {others}"
