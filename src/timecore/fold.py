"""Events to state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from timecore.messages import Event
from timecore.ruleset import State

__all__ = ["advance", "fold"]

S = TypeVar("S", bound=State)


def fold(start: S, events: Iterable[Event[S]]) -> S:
    """The state after some events. ``start`` is copied first and stays as it is.

    Args:
        start: The state before the first event.
        events: What happened, in order.

    Raises:
        ValueError: An event contradicts the state before it.
    """
    return advance(start.copy(), events)


def advance(state: S, events: Iterable[Event[S]]) -> S:
    """Carry events into a state **in place** and give it back. For loops that own their state.

    Raises:
        ValueError: An event contradicts the state before it; the state is then half changed and of no use.
    """
    for event in events:
        event.apply(state)
    return state
