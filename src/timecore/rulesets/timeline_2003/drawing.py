"""How the four paths of a card cross, as characters.

Paths change places two at a time, in neighbouring lanes, each crossing two columns wide and two lanes high::

    ─╲╱─
    ─╱╲─
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from timecore.rulesets.timeline_2003.cards import PATHS, Face, Path

__all__ = ["Wire", "wires", "wires_width"]

#: No card needs more crossings after one another.
_STEPS: Final = 4


class Wire(NamedTuple):
    """A piece of a path.

    Attributes:
        character: What it looks like.
        path: Which path it belongs to.
    """

    character: str
    path: Path


def wires_width(spread: int) -> int:
    """How many columns the paths of any card take.

    Args:
        spread: How many columns stand between two crossings.
    """
    return 2 * _STEPS + spread * (_STEPS - 1)


@lru_cache(maxsize=512)
def wires(face: Face, spread: int) -> tuple[tuple[Wire, ...], ...]:
    """The paths of a card, from its left edge to its right one: a row a lane, of :func:`wires_width` pieces.

    ::

        ────────
        ──╲╱────     the card 0312: path 1 goes to the lowest quarter,
        ──╱╲╲╱──     paths 2 and 3 go up by one
        ────╱╲──

    Args:
        face: The card, as it lies.
        spread: How many columns stand between two crossings.
    """
    steps = _steps(face.exits)
    blank = _STEPS - len(steps)
    order = list(PATHS)
    rows: list[list[Wire]] = [[] for _ in PATHS]
    _straight(rows, order, blank // 2 * (2 + spread))
    for number, step in enumerate(steps):
        if number:
            _straight(rows, order, spread)
        for lane in PATHS:
            if lane in step:
                upper, lower = order[lane : lane + 2]
                rows[lane] += [Wire("╲", upper), Wire("╱", lower)]
                rows[lane + 1] += [Wire("╱", lower), Wire("╲", upper)]
            elif lane - 1 not in step:
                rows[lane] += [Wire("─", order[lane])] * 2
        for lane in step:
            order[lane : lane + 2] = order[lane + 1], order[lane]
    _straight(rows, order, wires_width(spread) - len(rows[0]))
    return tuple(map(tuple, rows))


def _straight(rows: Sequence[list[Wire]], order: Sequence[Path], columns: int) -> None:
    for row, path in zip(rows, order, strict=True):
        row.extend([Wire("─", path)] * columns)


def _steps(exits: Sequence[int]) -> list[tuple[int, ...]]:
    """Which lanes change places with the next one, step by step, until each path is where it leaves the card."""
    there = list(exits)
    steps = []
    while there != sorted(there):
        step: list[int] = []
        for lane in PATHS[:-1]:
            if there[lane] > there[lane + 1] and lane - 1 not in step:
                there[lane : lane + 2] = there[lane + 1], there[lane]
                step.append(lane)
        steps.append(tuple(step))
    return steps
