"""What stands in the place of a value that a viewer may not see."""

from collections.abc import MutableSequence
from enum import Enum
from typing import Final, Literal, TypeAlias

__all__ = ["HIDDEN", "Hidden", "HiddenType", "take"]


class HiddenType(Enum):
    """The type of :data:`HIDDEN`. An enum, so that type checkers can narrow it and a pickle gives it back."""

    HIDDEN = "?"

    def __repr__(self) -> str:
        return "HIDDEN"

    def __bool__(self) -> bool:
        # ``if event.card:`` would read a hidden value as "there is one". Whoever asks must say what they mean.
        msg = "HIDDEN is neither true nor false: compare with `is HIDDEN`"
        raise TypeError(msg)


HIDDEN: Final = HiddenType.HIDDEN
"""A value that is there and may not be seen. ``None`` is *none*; ``HIDDEN`` is *hidden*. In JSON: ``"?"``."""

Hidden: TypeAlias = Literal[HiddenType.HIDDEN]
"""For annotations: ``card: str | Hidden``."""


def take(cards: MutableSequence[str | Hidden], card: str | Hidden) -> None:
    """Take one card out of a hand that may be partly known.

    That card goes if the hand shows it, else one :data:`HIDDEN`. Hidden cards stand last in a hand, so the
    last one goes.

    Args:
        cards: The hand; changed in place.
        card: What leaves it, ``HIDDEN`` where the viewer does not see which card it is.

    Raises:
        ValueError: The hand holds neither that card nor a hidden one: the event cannot be true.
    """
    if card in cards:
        cards.remove(card)
    elif cards and cards[-1] is HIDDEN:
        cards.pop()
    else:
        msg = f"the card {card!r} is not in the hand"
        raise ValueError(msg)
