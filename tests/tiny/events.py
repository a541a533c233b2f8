"""What can happen, and who may see it (TY-30)."""

from timecore.actors import Seat
from timecore.hidden import HIDDEN, Hidden, take
from timecore.messages import Event, Part, field, message
from tiny.cards import JOKER, in_order
from tiny.state import TinyState

__all__ = [
    "BidMade",
    "BidsShown",
    "BoxClosed",
    "Dealt",
    "Ended",
    "HandShown",
    "JokerDealt",
    "Played",
    "SeatBid",
]


@message
class SeatBid(Part):
    """One line of :class:`BidsShown`."""

    seat: Seat
    amount: int | None


@message
class BoxClosed(Event[TinyState]):
    """Three numbers were put away that nobody may see (TY-5)."""

    answers: tuple[int, ...] | Hidden = field(audience=())

    def apply(self, state: TinyState) -> None:
        """Keep them."""
        state.answers = self.answers


@message
class Dealt(Event[TinyState]):
    """A seat got a card face down."""

    seat: Seat
    card: str | Hidden = field(audience=("seat",))

    def apply(self, state: TinyState) -> None:
        """Into the hand."""
        state.hands[self.seat] = in_order([*state.hands[self.seat], self.card])


@message
class JokerDealt(Event[TinyState]):
    """A seat got the joker, face up (TY-4)."""

    seat: Seat

    def apply(self, state: TinyState) -> None:
        """Into the hand."""
        state.hands[self.seat] = in_order([*state.hands[self.seat], JOKER])


@message
class BidMade(Event[TinyState]):
    """A seat has bid; what, only it knows."""

    seat: Seat
    amount: int | Hidden | None = field(audience=("seat",))

    def apply(self, state: TinyState) -> None:
        """Note the bid."""
        state.bids[self.seat] = (self.amount,)


@message
class BidsShown(Event[TinyState]):
    """All have bid, and now all bids are known (TY-7)."""

    bids: tuple[SeatBid, ...]

    def apply(self, state: TinyState) -> None:
        """Note what was hidden."""
        for bid in self.bids:
            state.bids[bid.seat] = (bid.amount,)
        state.shown = True


@message
class HandShown(Event[TinyState]):
    """``seat`` has looked at the hand of ``target`` (TY-8)."""

    seat: Seat
    target: Seat
    cards: tuple[str, ...] | Hidden = field(audience=("seat", "target"))

    def apply(self, state: TinyState) -> None:
        """The looker now knows that hand, and plays first."""
        if self.cards is not HIDDEN:
            state.hands[self.target] = list(self.cards)
        state.looker = self.seat


@message
class Played(Event[TinyState]):
    """A seat played a card."""

    seat: Seat
    card: str

    def apply(self, state: TinyState) -> None:
        """Out of the hand, onto the table."""
        take(state.hands[self.seat], self.card)
        state.plays.append((self.seat, self.card))


@message
class Ended(Event[TinyState]):
    """The game is over (TY-11)."""

    winners: tuple[Seat, ...]

    def apply(self, state: TinyState) -> None:
        """Note the winners."""
        state.winners = self.winners
