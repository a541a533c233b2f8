"""Print what the first replay of this process takes in terms of U; all that it needs is imported before."""

import sys
from statistics import median
from time import process_time

import timecore.rulesets.time_chase  # noqa: F401 - what a record names is imported when it is read
from benchmarks._game import RECORD, SavedGame, replay


def main() -> None:
    """Measure once."""
    data = RECORD.read_bytes()
    start = process_time()
    replay(data)
    first = process_time() - start
    game = SavedGame()
    units = []
    for _ in range(30):
        start = process_time()
        game.unpack()
        units.append(process_time() - start)
    sys.stdout.write(f"{first / median(units)}\n")


main()
