"""What can be asked for in Time Chase (TC-30). The order of the classes is their code in records."""

from typing import TypeAlias

from timecore.actors import Seat
from timecore.hidden import Hidden
from timecore.messages import Move, Vocabulary, field, message
from timecore.rulesets.time_chase.cards import Card

__all__ = [
    "MOVES",
    "AnyMove",
    "CommitCard",
    "CommitFuel",
    "DealCard",
    "PlayCard",
    "TurnInvariant",
]


@message
class DealCard(Move):
    """Chance deals a card to a seat (TC-22)."""

    seat: Seat
    card: Card | Hidden = field(audience=("seat",))


@message
class TurnInvariant(Move):
    """Chance turns up the first invariant (TC-23)."""

    card: Card


@message
class PlayCard(Move):
    """Play a card at the event that is being resolved (TC-44)."""

    card: Card


@message
class CommitCard(Move):
    """Choose a card in secret at the invariant (TC-70)."""

    card: Card | Hidden = field(audience=("actor",))


@message
class CommitFuel(Move):
    """Set fuel aside in secret, to travel back with (TC-80)."""

    fuel: int | Hidden = field(audience=("actor",))


AnyMove: TypeAlias = DealCard | TurnInvariant | PlayCard | CommitCard | CommitFuel

MOVES: Vocabulary[Move] = Vocabulary((DealCard, TurnInvariant, PlayCard, CommitCard, CommitFuel))
