"""What can be asked for in Chicken Time Warp (CW-74). The order of the classes is their code in records."""

from typing import TypeAlias

from timecore.actors import Seat
from timecore.hidden import Hidden
from timecore.messages import Move, Vocabulary, field, message
from timecore.rulesets.chicken_time_warp.cards import BLACK, Kind

__all__ = [
    "MOVES",
    "AcceptDeath",
    "AllowSwap",
    "AnyMove",
    "BlockSwap",
    "ChooseFirstPlayer",
    "DealCard",
    "DrawCard",
    "EscapeDeath",
    "Pass",
    "PlayCard",
]


def is_black(card: Kind) -> bool:
    """it is a black card"""  # noqa: D403, D415 - the end of a sentence: "seen by the seat in seat, unless …"
    return card in BLACK


@message
class DealCard(Move):
    """Chance deals a card to a seat (CW-22)."""

    seat: Seat
    card: Kind | Hidden = field(audience=("seat",))


@message
class ChooseFirstPlayer(Move):
    """Chance names the seat that goes first (CW-24)."""

    seat: Seat


@message
class DrawCard(Move):
    """Chance draws a card for the current player (CW-29)."""

    seat: Seat
    card: Kind | Hidden = field(audience=("seat",), public_if=is_black)


@message
class Pass(Move):
    """Play nothing (CW-28)."""


@message
class PlayCard(Move):
    """Play a card, on somebody and naming a kind where the card asks for it (CW-38)."""

    card: Kind
    target: Seat | None
    named: Kind | None


@message
class BlockSwap(Move):
    """Answer Swap Hands with a Swap Block (CW-45)."""


@message
class AllowSwap(Move):
    """Let the hands be exchanged (CW-44)."""


@message
class EscapeDeath(Move):
    """Answer You Dead with a Clux Capacitor (CW-57)."""


@message
class AcceptDeath(Move):
    """Die (CW-58)."""


AnyMove: TypeAlias = (
    DealCard
    | ChooseFirstPlayer
    | DrawCard
    | Pass
    | PlayCard
    | BlockSwap
    | AllowSwap
    | EscapeDeath
    | AcceptDeath
)

MOVES: Vocabulary[Move] = Vocabulary(
    (
        DealCard,
        ChooseFirstPlayer,
        DrawCard,
        Pass,
        PlayCard,
        BlockSwap,
        AllowSwap,
        EscapeDeath,
        AcceptDeath,
    )
)
