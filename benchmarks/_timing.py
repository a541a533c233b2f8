"""CPU time, measured in pairs: two things in turn, so that whatever else the machine does slows both."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

__all__ = ["Pair", "alone", "cpu_of_process", "paired"]


class Pair(NamedTuple):
    """What two things took.

    Attributes:
        one: CPU seconds of the first, for each of what it did; the median.
        other: The same of the second.
        ratio: The first in terms of the second; the median of the ratios of all pairs.
    """

    one: float
    other: float
    ratio: float


def alone(one: Callable[[], int], *, times: int = 30) -> float:
    """CPU seconds for each of what is done; the median of some runs.

    Args:
        one: Does something, and gives how many (entries, moves, …) it did.
        times: How many runs to measure.
    """
    one()
    return median(_each(one) for _ in range(times))


def paired(one: Callable[[], int], other: Callable[[], int], *, pairs: int = 60) -> Pair:
    """Run two things in turn, and compare what each took with what the other took beside it.

    Args:
        one: Does something, and gives how many (entries, moves, …) it did.
        other: Likewise.
        pairs: How many pairs to measure.
    """
    one(), other()
    times = [(_each(one), _each(other)) for _ in range(pairs)]
    return Pair(
        median(time[0] for time in times),
        median(time[1] for time in times),
        median(time[0] / time[1] for time in times),
    )


def _each(what: Callable[[], int], least: float = 0.02) -> float:
    """CPU seconds for each of what is done, in as many runs as take some time together."""
    count = 0
    start = process_time()
    while (taken := process_time() - start) < least:
        count += what()
    return taken / count


def cpu_of_process(arguments: Sequence[str]) -> float:
    """The CPU seconds of a Python process, from its start to its end.

    Raises:
        ImportError: This system does not tell.
    """
    from resource import RUSAGE_CHILDREN, getrusage  # noqa: PLC0415 - Windows has none

    # With it every start would compile all sources.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
