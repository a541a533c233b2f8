"""Choices that follow from a text, the same on every Python."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")


class Dice:
    """A stream of choices that follows from a text and from nothing else.

    Args:
        text: Equal texts give equal choices.
    """

    __slots__ = ("_count", "_text")

    def __init__(self, text: str) -> None:
        self._text = text.encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 up to ``limit - 1``, all equally likely (but for less than 2⁻²⁰⁰)."""
        self._count += 1
        digest = sha256(self._text + self._count.to_bytes(8, "big")).digest()
        return int.from_bytes(digest, "big") % limit

    def choose(self, things: Sequence[T]) -> T:
        """One of several things."""
        return things[self.below(len(things))]

    def weigh(self, weights: Sequence[int]) -> int:
        """An index, each as likely as its weight says."""
        unit = self.below(sum(weights))
        for index, weight in enumerate(weights):
            unit -= weight
            if unit < 0:
                return index
        msg = "no weights"
        raise ValueError(msg)

    def some(self, things: Sequence[T], most: int) -> list[T]:
        """At most so many of several things, in their order."""
        if len(things) <= most:
            return list(things)
        chosen: list[int] = []
        for left in range(len(things), len(things) - most, -1):
            index = self.below(left)
            for earlier in chosen:  # ascending; `index` counts what is left of the things
                index += earlier <= index
            insort(chosen, index)
        return [things[index] for index in chosen]
