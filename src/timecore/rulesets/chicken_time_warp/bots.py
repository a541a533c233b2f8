"""A player that knows the game: careful with its life, and gone as soon as it can go."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from timecore.actors import Seat
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.ruleset import Ruleset
from timecore.rulesets.chicken_time_warp.moves import BlockSwap, EscapeDeath, PlayCard
from timecore.rulesets.chicken_time_warp.state import State

__all__ = ["CarefulBot"]


class CarefulBot:
    """Leaves in the Escape Pod when it can, and keeps a Clux Capacitor against You Dead.

    The same seed chooses the same again.

    Args:
        seed: Any bytes.
    """

    __slots__ = ("_count", "_key")

    def __init__(self, seed: bytes) -> None:
        self._key = sha256(b"chicken_time_warp/careful\x00" + seed).digest()
        self._count = 0

    def choose(self, rules: Ruleset[Any], view: State, seat: Seat, legal: Sequence[Move]) -> Move:
        """The best of the legal moves; among equals, any.

        Args:
            rules: Not looked at.
            view: What the seat knows.
            seat: Who is to move.
            legal: What may be chosen; at least one.
        """
        values = [_value(move, view, seat) for move in legal]
        best = max(values)
        moves = [move for move, value in zip(legal, values, strict=True) if value == best]
        return moves[0] if len(moves) == 1 else moves[self._below(len(moves))]

    __call__ = choose

    def _below(self, limit: int) -> int:
        digest = sha256(self._key + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        return int.from_bytes(digest, "big") % limit


def _value(move: Move, view: State, seat: Seat) -> int:
    """How good a move looks; passing is worth nothing, and what is worse is not done."""
    hand = view.hands[seat]
    match move:
        case EscapeDeath():
            return 1
        case BlockSwap():
            return 1 if "escape_pod" in hand or "clux_capacitor" in hand else -1
        case PlayCard():
            return _value_of_card(move, view, seat)
        case _:
            return 0


def _value_of_card(move: PlayCard, view: State, seat: Seat) -> int:
    hand, target = view.hands[seat], move.target
    has_pod, lives = "escape_pod" in hand, hand.count("clux_capacitor")
    victim = () if target is None else view.hands[target]
    open_soon = view.face_up >= len(view.timeline) - len(view.hands)
    match move.card:
        case "escape_pod":
            return 100
        case "super_thief":
            if move.named == "escape_pod":
                # Where it is known to be, or where it may be.
                return 90 if "escape_pod" in victim else 20 if HIDDEN in victim and not has_pod else -1
            return 30 if move.named == "clux_capacitor" and not lives and "clux_capacitor" in victim else -1
        case "swap_hands":
            return 80 if "escape_pod" in victim and not has_pod else -1
        case "mooch":
            # A turn without a draw is one without a death; but two who mooch each other's Mooch would never end.
            return {"clux_capacitor": 40, "mooch": -1}.get(move.named or "", 15)
        case "cryogenic_freeze":
            return 70 if "escape_pod" in victim and open_soon else -1
        case "peek_a_boo":
            return 10 if not has_pod and HIDDEN in victim else -1
        case "clux_capacitor":
            # Time runs back for the others' sake, too: only from somebody who would be gone, and not with the last.
            others = any("escape_pod" in other for other in view.hands)
            return 60 if lives > 1 and others and not has_pod and open_soon else -1
        case _:
            return -1
