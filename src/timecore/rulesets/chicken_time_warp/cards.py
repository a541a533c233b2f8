"""The components of Chicken Time Warp, as data: kinds of Game Play cards, decks of them, and the timeline.

A Game Play card is named by its kind, since copies of one kind are the same card for every purpose; a Timeline card by
its minute. The *order of kinds* is that of :data:`KINDS` (CW-3).
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import attrs

from timecore.hidden import HIDDEN, Hidden

__all__ = [
    "BLACK",
    "ESCAPE_WINDOW",
    "HAND_SIZE",
    "KINDS",
    "MOST",
    "NOT_BLACK",
    "ORDER",
    "REVERSED",
    "TIMELINE",
    "Deck",
    "Kind",
    "Minute",
]

Kind: TypeAlias = str
"""A kind of Game Play card."""

Minute: TypeAlias = int
"""A Timeline card: 10 to 1, or 0, the Escape Window."""

NOT_BLACK: Final[tuple[Kind, ...]] = (
    "escape_pod",
    "clux_capacitor",
    "swap_hands",
    "swap_block",
    "super_thief",
    "peek_a_boo",
    "cryogenic_freeze",
    "stock_pile",
    "mooch",
    "reverse",
)
"""The kinds that can be in a hand, in order."""

BLACK: Final[tuple[Kind, ...]] = ("you_dead", "time_slips_away")
"""The kinds that take effect when they are drawn (CW-4), in order."""

KINDS: Final[tuple[Kind, ...]] = NOT_BLACK + BLACK
"""All kinds, in order."""

ORDER: Final[Mapping[Kind | Hidden, int]] = {**{kind: i for i, kind in enumerate(KINDS)}, HIDDEN: len(KINDS)}
"""The place of each kind in the order; an unknown card stands last (CW-6)."""

ESCAPE_WINDOW: Final[Minute] = 0
"""The last card of the timeline (CW-2)."""

TIMELINE: Final[tuple[Minute, ...]] = tuple(range(10, ESCAPE_WINDOW - 1, -1))
"""The cards of the timeline, in the order in which they are turned up (CW-2)."""

HAND_SIZE: Final = 4
"""The cards dealt to each player (CW-22)."""

MOST: Final = 2**53 - 1
"""The most copies of a kind, and the latest turn limit: up to there every reader of JSON has whole numbers."""

REVERSED: Final = 3
"""How many Timeline cards are turned back at most when time is reversed (CW-54)."""


@attrs.frozen(eq=False)  # equal to any map of the same counts
class Deck(Mapping[Kind, int]):
    """How many cards of each kind there are: a map that cannot change, in the order of kinds (CW-11).

    Attributes:
        counts: The counts, in the order of kinds.
    """

    counts: tuple[int, ...]

    @classmethod
    def of(cls, counts: Mapping[Kind, int]) -> "Deck":
        """A deck from its counts, given in any order.

        Args:
            counts: One for each kind.
        """
        return cls(tuple([counts[kind] for kind in KINDS]))

    def __getitem__(self, kind: Kind) -> int:
        return self.counts[ORDER[kind]]

    def __iter__(self) -> Iterator[Kind]:
        return iter(KINDS)

    def __len__(self) -> int:
        return len(KINDS)

    def __eq__(self, other: object) -> bool:
        return self.counts == other.counts if isinstance(other, Deck) else super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.counts)

    @property
    def not_black(self) -> int:
        """How many cards can be dealt."""
        return sum(self.counts[: len(NOT_BLACK)])
