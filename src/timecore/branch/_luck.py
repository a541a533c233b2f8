"""What became of the trunk's luck in a branch that kept it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from timecore.actors import CHANCE
from timecore.errors import UsageError

if TYPE_CHECKING:
    from timecore.log import Log

__all__ = ["LuckKept", "Redrawn", "luck_kept", "shared"]


@attrs.frozen
class Redrawn:
    """A draw that is another one than in the trunk, since other outcomes were possible.

    Attributes:
        k: The number of the draw since its luck was set, from 0.
        entry: Its entry in the branch.
        trunk_entry: Its entry in the trunk.
    """

    k: int
    entry: int
    trunk_entry: int


@attrs.frozen
class LuckKept:
    """How far a branch has kept the luck of its trunk.

    Attributes:
        same: How many draws behind the fork are those of the trunk.
        redrawn: Those that are other ones, in their order.
        renewed: The entry of the branch with which luck of its own began, or ``None``.
    """

    same: int
    redrawn: tuple[Redrawn, ...]
    renewed: int | None


def shared(one: Log, other: Log) -> int | None:
    """How many entries two records have in common, byte for byte; ``None`` if not even their header.

    Openings are not compared: a copy that hides something has the same hashes.
    """
    if one.record.header.hash != other.record.header.hash:
        return None
    ours, theirs = one.record.entries, other.record.entries
    low, high = 0, min(len(ours), len(theirs))
    while low < high:  # each hash stands for all before it
        middle = (low + high + 1) // 2
        low, high = (middle, high) if ours[middle - 1].hash == theirs[middle - 1].hash else (low, middle - 1)
    return low


def luck_kept(trunk: Log, log: Log) -> LuckKept:
    """Compare the draws of a branch with those of its trunk.

    Draws of one number come from one key. They bring the same as long as the same outcomes are possible.

    Args:
        trunk: The trunk.
        log: The branch, or any record with the same header.

    Raises:
        UsageError: They have nothing in common.
    """
    common = shared(trunk, log)
    if common is None:
        msg = "these two records have not even their header in common"
        raise UsageError(msg, hint="Draws are compared between a game and a branch of it.")
    there = {k: (entry, row) for k, entry, row in _draws(trunk, common)}
    same = 0
    redrawn = []
    for k, entry, row in _draws(log, common):
        if k not in there:
            continue
        trunk_entry, other = there[k]
        if row == other:
            same += 1
        else:
            redrawn.append(Redrawn(k, entry, trunk_entry))
    return LuckKept(same, tuple(redrawn), _renewed(log, common))


def _draws(log: Log, start: int) -> Iterator[tuple[int, int, object]]:
    """The draws behind a position from the luck that is in force there: number, entry and move."""
    k = 0
    for number, row in enumerate(log.record.rows, 1):
        if row[2][0] == "Branch" and row[2][1] is not None:
            if number > start:
                return
            k = 0
        elif row[1] == CHANCE:
            if number > start:
                yield k, number, row[2]
            k += 1


def _renewed(log: Log, start: int) -> int | None:
    for number, row in enumerate(log.record.rows[start:], start + 1):
        if row[2][0] == "Branch" and row[2][1] is not None:
            return number
    return None
