"""Who can act in a game, and who can look at one.

A *seat* is a place at the table, numbered ``0 .. n-1`` clockwise. An *actor* is a seat, :data:`CHANCE` or
:data:`TABLE`. A *viewer* is whoever is looking: a seat or :data:`PUBLIC`.
"""

from enum import Enum
from typing import Final, Literal, TypeAlias

__all__ = ["CHANCE", "PUBLIC", "TABLE", "Actor", "Public", "Seat", "Viewer"]

Seat: TypeAlias = int
"""A place at the table: ``0 .. n-1``, clockwise."""

Actor: TypeAlias = int
"""A seat, :data:`CHANCE` or :data:`TABLE`."""

CHANCE: Final = -1
"""The actor behind every random outcome: a deal, a draw, a roll."""

TABLE: Final = -2
"""The actor behind the moves of the host or arbiter, which no ruleset sees (retract, note, seal, …)."""


class Public(Enum):
    """The type of :data:`PUBLIC`. An enum, so that type checkers can tell it from a seat."""

    PUBLIC = "public"

    def __repr__(self) -> str:
        return "PUBLIC"


PUBLIC: Final = Public.PUBLIC
"""The viewer who sees what everybody sees and nothing else: an onlooker."""

Viewer: TypeAlias = Seat | Literal[Public.PUBLIC]
"""Whoever is looking: a seat or :data:`PUBLIC`."""
