"""What is known of a game of Chicken Time Warp: plain slots that events change in place (section 9)."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import attrs

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden
from timecore.rulesets.chicken_time_warp.cards import BLACK, KINDS, NOT_BLACK, TIMELINE, Kind, Minute
from timecore.rulesets.chicken_time_warp.options import Options

__all__ = ["Phase", "Reason", "Result", "State", "Status"]

Phase: TypeAlias = Literal["deal", "first_player", "play", "swap", "draw", "you_dead", "over"]
"""What the game waits for (CW-73)."""

Status: TypeAlias = Literal["alive", "dead", "erased"]
"""How a player is."""

Reason: TypeAlias = Literal["escape", "sudden_death", "turn_limit"]
"""Why a game is over (CW-70)."""


@attrs.frozen
class Result:
    """How a game ended (CW-70).

    Attributes:
        reason: Why it was over.
        winners: The one seat that won; empty if nobody did.
    """

    reason: Reason
    winners: tuple[Seat, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form of CW-70."""
        return {"reason": self.reason, "winners": list(self.winners)}


@attrs.define
class State:
    """What is known after folding some events; nothing but an event changes it.

    Attributes:
        options: The options of the game; not part of the JSON form.
        phase: What the game waits for.
        turn: The number of the current turn, 0 before the first.
        seat: The current player.
        direction: 1 clockwise, -1 counterclockwise.
        timeline: The cards left in the line.
        face_up: How many of them, from the front, are face up.
        status: By seat.
        above: By seat, the Timeline card under a dead player's character.
        frozen: By seat, whether the next turn is missed.
        hands: By seat, in the order of kinds, ``HIDDEN`` last.
        unseen: By kind, in order, the cards that nobody is known to have and that lie in no pile face up: the draw
            pile (CW-7). Not part of the JSON form. On a view the hidden cards of hands are in it as well.
        draw_count: The size of the draw pile.
        discard: The discard pile, bottom first.
        aside: By black kind, the cards out of the game.
        limbo: A black card in effect.
        draws_left: Draws still due.
        swap_target: Who must answer Swap Hands.
        result: How the game ended, ``None`` while it goes on.
    """

    options: Options
    phase: Phase
    turn: int
    seat: Seat | None
    direction: Literal[1, -1]
    timeline: list[Minute]
    face_up: int
    status: list[Status]
    above: list[Minute | None]
    frozen: list[bool]
    hands: list[list[Kind | Hidden]]
    unseen: dict[Kind, int]
    draw_count: int
    discard: list[Kind]
    aside: dict[Kind, int]
    limbo: Kind | None
    draws_left: int
    swap_target: Seat | None
    result: Result | None

    @classmethod
    def start(cls, options: Options) -> State:
        """The state before the first event (CW-21)."""
        players, deck = options.players, options.deck
        unseen = {kind: deck[kind] if kind in NOT_BLACK else 0 for kind in KINDS}
        return cls(
            options=options,
            phase="deal",
            turn=0,
            seat=None,
            direction=1,
            timeline=list(TIMELINE),
            face_up=0,
            status=["alive"] * players,
            above=[None] * players,
            frozen=[False] * players,
            hands=[[] for _ in range(players)],
            unseen=unseen,
            draw_count=sum(unseen.values()),
            discard=[],
            aside={kind: deck[kind] for kind in BLACK},
            limbo=None,
            draws_left=0,
            swap_target=None,
            result=None,
        )

    def copy(self) -> State:
        """A state that shares nothing mutable with this one."""
        new = _blank(State)
        new.options = self.options
        new.phase = self.phase
        new.turn = self.turn
        new.seat = self.seat
        new.direction = self.direction
        new.timeline = self.timeline[:]
        new.face_up = self.face_up
        new.status = self.status[:]
        new.above = self.above[:]
        new.frozen = self.frozen[:]
        new.hands = [hand[:] for hand in self.hands]
        new.unseen = self.unseen.copy()
        new.draw_count = self.draw_count
        new.discard = self.discard[:]
        new.aside = self.aside.copy()
        new.limbo = self.limbo
        new.draws_left = self.draws_left
        new.swap_target = self.swap_target
        new.result = self.result
        return new

    def to_json(self) -> dict[str, Any]:
        """The JSON form of section 9."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "seat": self.seat,
            "direction": self.direction,
            "timeline": self.timeline[:],
            "face_up": self.face_up,
            "status": self.status[:],
            "above": self.above[:],
            "frozen": self.frozen[:],
            "hands": [["?" if card is HIDDEN else card for card in hand] for hand in self.hands],
            "draw_count": self.draw_count,
            "discard": self.discard[:],
            "aside": self.aside.copy(),
            "limbo": self.limbo,
            "draws_left": self.draws_left,
            "swap_target": self.swap_target,
            "result": self.result and self.result.to_json(),
        }


_blank: Final = object.__new__
