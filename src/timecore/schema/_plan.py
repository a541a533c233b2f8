"""What is private in an entry: which fields, in which order, and which of an event are the move's again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from timecore.codec import Commitment

__all__ = ["Alike", "Fault", "Messages", "Pairs", "Place", "Plan", "Private", "Seats", "as_it_is"]

Pairs = tuple[tuple[int, int], ...]
"""Fields of an event that are fields of the move again: the numbers of both."""

Seats = int
"""A set of seats: bit n stands for seat n. Hostile records ask for millions of these."""


class Place(NamedTuple):
    """Where in an entry a field stands.

    Attributes:
        message: 0 for the move, else the number of the event, from 1.
        field: The number of the field, from 0.
    """

    message: int
    field: int


Fault = Callable[[Any], str | None]
"""Says what is wrong with a value that a commitment hides, or ``None``."""


class Alike(NamedTuple):
    """An audience of an event and one of the move that must hold the same seats.

    Attributes:
        mine: The number of the event's audience.
        other: The number of the move's.
        pairs: The fields of event and move that name the seats, in pairs, -1 being the actor: if these are equal, the
            seats are. ``None`` if the two name numbers of fields that differ.
    """

    mine: int
    other: int
    pairs: Pairs | None


class Private(NamedTuple):
    """What is private in one move, or in one event behind a certain move.

    Attributes:
        fields: The numbers of the private fields that are not the move's again.
        again: The fields that are the move's again: the event's and the move's, in pairs.
        alike: The audiences of these.
        fill: Puts the move's fields into a row of the event, given that row and behind it the values of these fields.
    """

    fields: tuple[int, ...]
    again: Pairs
    alike: tuple[Alike, ...]
    fill: Callable[[tuple[Any, ...]], tuple[Any, ...]]

    def values(self, move: Sequence[Any]) -> tuple[Any, ...]:
        """The values of the fields that are the move's again."""
        return tuple([move[other + 1] for _, other in self.again])


def as_it_is(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row


class Plan(NamedTuple):
    """What is private in entries of one move and certain events.

    Attributes:
        groups: The messages with private fields that are not the move's again: 0 for the move or the number of the
            event, from 1; and what is private in it.
        again: The events with private fields that are the move's again: by code these, and how many there are.
        total: How many private fields there are, without those that are the move's again.
        known: These fields in order; ``None`` if they are too many to keep (a hostile body may have a million).
    """

    groups: Iterable[tuple[int, Private]]
    again: Mapping[int, tuple[Private, int]]
    total: int
    known: tuple[Place, ...] | None

    def places(self) -> Iterable[Place]:
        """The private fields in the order of the body, without those that are the move's again."""
        if self.known is not None:
            return self.known
        return (Place(number, field) for number, private in self.groups for field in private.fields)

    def commitments(
        self, move: Sequence[Any], events: Sequence[Sequence[Any]]
    ) -> tuple[list[Commitment], list[Place]]:
        """The commitments of a body in order, and where they stand."""
        commitments: list[Commitment] = []
        places: list[Place] = []
        for number, private in self.groups:
            row = events[number - 1] if number else move
            for field in private.fields:
                value = row[field + 1]
                if type(value) is Commitment:
                    commitments.append(value)
                    places.append(Place(number, field))
        return commitments, places


class Messages:
    """The messages of a long entry in which something is private, found each time they are asked for.

    They may take far more memory than the entry itself.
    """

    __slots__ = ("_by_code", "_codes", "_move")

    def __init__(self, move: Private | None, codes: Sequence[int], by_code: Mapping[int, Private]) -> None:
        self._move = move
        self._codes = codes
        self._by_code = by_code

    def __iter__(self) -> Iterator[tuple[int, Private]]:
        if self._move is not None:
            yield 0, self._move
        by_code = self._by_code
        if by_code:
            for number, code in enumerate(self._codes, 1):
                if code in by_code:
                    yield number, by_code[code]
