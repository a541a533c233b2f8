"""What reading a file costs, in a process of its own, whose memory is its own as well."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

import pytest

__all__ = ["Cost", "cost_of_reading"]

_MEASURE: Final = """
import resource, sys, time
from {module} import {function}
from timecore.record import read
data = {function}({arguments})
before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
damage = read(data).damage
took, after = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(-1 if damage is None else damage.entry, took, (after - before) / 1024)
"""


class Cost(NamedTuple):
    """What it cost.

    Attributes:
        damaged: The entry that is damaged; ``None`` for a sound file.
        seconds: Of the processor.
        mebibytes: By which the memory has grown at most.
    """

    damaged: int | None
    seconds: float
    mebibytes: float


def cost_of_reading(module: str, function: str, *arguments: object) -> Cost:
    """What reading the bytes costs that a function of a module among the tests makes."""
    pytest.importorskip("resource")
    code = _MEASURE.format(module=module, function=function, arguments=", ".join(map(repr, arguments)))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        check=True,
    )
    damaged, seconds, mebibytes = done.stdout.split()
    return Cost(None if damaged == "-1" else int(damaged), float(seconds), float(mebibytes))
