"""What is known while a game of tiny goes on (TY-40)."""

from typing import Any, Literal, Self

import attrs

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden

__all__ = ["Phase", "TinyState"]

Phase = Literal["deal", "bid", "play", "over"]


@attrs.define
class TinyState:
    """What is known. A bid stands in a tuple of one: ``(None,)`` is a bid, ``None`` is none yet."""

    players: int
    hands: list[list[str | Hidden]]
    bids: list[tuple[int | Hidden | None] | None]
    answers: tuple[int, ...] | Hidden | None = None
    shown: bool = False
    looker: Seat | None = None
    plays: list[tuple[Seat, str]] = attrs.field(factory=list)
    winners: tuple[Seat, ...] | None = None

    @classmethod
    def at_start(cls, players: int) -> Self:
        """Before the first card is dealt."""
        return cls(players, hands=[[] for _ in range(players)], bids=[None] * players)

    def copy(self) -> Self:
        """A state that shares nothing mutable with this one."""
        return attrs.evolve(
            self,
            hands=[list(hand) for hand in self.hands],
            bids=list(self.bids),
            plays=list(self.plays),
        )

    @property
    def dealt(self) -> int:
        """How many cards have been dealt."""
        return sum(map(len, self.hands)) + len(self.plays)

    @property
    def phase(self) -> Phase:
        """Which part of the game this is."""
        if self.winners is not None:
            return "over"
        if self.dealt < 2 * self.players:
            return "deal"
        return "play" if self.shown else "bid"

    def to_json(self) -> dict[str, Any]:
        """The JSON form of TY-40."""
        return {
            "players": self.players,
            "phase": self.phase,
            "hands": [[_shown(card) for card in hand] for hand in self.hands],
            "answers": list(self.answers) if isinstance(self.answers, tuple) else _shown(self.answers),
            "bids": [None if bid is None else {"amount": _shown(bid[0])} for bid in self.bids],
            "shown": self.shown,
            "looker": self.looker,
            "plays": [{"seat": seat, "card": card} for seat, card in self.plays],
            "winners": None if self.winners is None else list(self.winners),
        }


def _shown(value: Any) -> Any:
    return "?" if value is HIDDEN else value
