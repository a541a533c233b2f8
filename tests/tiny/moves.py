"""What can be asked (TY-20)."""

from timecore.actors import Seat
from timecore.hidden import Hidden
from timecore.messages import Move, field, message
from tiny.cards import JOKER

__all__ = ["Bid", "Deal", "Play"]


@message
class Deal(Move):
    """Chance deals a card; everybody sees the joker, only its owner any other card (TY-4)."""

    seat: Seat
    card: str | Hidden = field(audience=("seat",), public_if=lambda card: card == JOKER)


@message
class Bid(Move):
    """A seat bids in secret, or bids nothing (TY-6)."""

    amount: int | Hidden | None = field(audience=("actor",))


@message
class Play(Move):
    """A seat plays a card (TY-9)."""

    card: str
