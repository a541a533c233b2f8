"""Print the table: what timecore takes, what it is compared with takes, and the ratio of the two.

CPU time, medians of paired runs. Absolute times differ from machine to machine, and from minute to minute on one that
does other things as well; ratios hold better. **U** is what msgpack's C unpacker alone takes for all records of the
same file and all their bodies: what any reader of the format pays before it does anything.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from statistics import median
from typing import NamedTuple

from benchmarks._game import RECORD, SavedGame
from benchmarks._others import chess_replay, eventsourcing_get, openspiel_play_outs
from benchmarks._rulesets import Greedy, LongTimeline, ManyCards, RandomPlayOuts, saved
from benchmarks._signed import cost_of_a_signature, cost_of_ed25519
from benchmarks._timing import alone, cpu_of_process, paired

#: How many processes are started for a row about starts.
_STARTS = 15

_INSTALL = "python3 -m pip --python .venv install -e '.[bench]'"


class Row(NamedTuple):
    """A line of the table, cell by cell."""

    what: str
    timecore: str
    compared: str
    ratio: str = ""
    goal: str = ""


def main() -> None:
    """Measure and print, row by row."""
    _print(Row("CPU time, medians of paired runs", "timecore", "compared with", "ratio", "goal"))
    game = SavedGame()
    missing = False
    for row in chain(_reading(game), _play_outs(game), _replays(game), _rulesets(), _starts()):
        _print(row)
        missing = missing or row.compared.endswith("not installed")
    if missing:
        sys.stdout.write(f"\nFor the rows that are missing: {_INSTALL}\n")


def _print(row: Row) -> None:
    what, timecore, compared, ratio, goal = row
    sys.stdout.write(f"{what:33} {timecore:>18}  {compared:30} {ratio:>6}  {goal}".rstrip() + "\n")
    sys.stdout.flush()


def _reading(game: SavedGame) -> Iterator[Row]:
    """Reading, replaying and auditing, against what must be done at least."""
    for what, one, name, other, goal in (
        ("strict read", game.read, "U", game.unpack, ""),
        ("replay of checked bytes", game.replay, "U", game.unpack, "at most 5"),
        ("full audit", game.audit, "decide and fold", game.decide, "at most 3"),
    ):
        found = paired(one, other)
        yield Row(what, _micro(found.one), f"{name}: {_micro(found.other)}", f"{found.ratio:.2f}", goal)
    signature, least = cost_of_a_signature(), cost_of_ed25519()
    compared = f"Ed25519 alone: {_micro(least)}"
    yield Row(
        "a signature, audited", _micro(signature), compared, f"{signature / least:.2f}", "at most 200 µs"
    )
    yield Row("redacted copies", _rate(alone(game.redact), "records"), "", "", "at least 2,500")
    ratio = median(_first_replay() for _ in range(_STARTS))
    yield Row("the first replay of a process", "", "U", f"{ratio:.2f}", "at most 10")


def _first_replay() -> float:
    """The first replay of a process, whose ruleset is imported, in terms of U."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.first"], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _play_outs(game: SavedGame) -> Iterator[Row]:
    """Random play-outs without a record; here, as below, a greater ratio is better."""
    for name, goal in (("python_kuhn_poker", "at least 1.2"), ("python_tic_tac_toe", "at least 4")):
        make = partial(openspiel_play_outs, name)
        yield _faster("random play-outs", "moves", game.play_out, name, make, goal)


def _replays(game: SavedGame) -> Iterator[Row]:
    """Replaying a game, against other libraries that make a state of what was recorded."""
    yield _faster(
        "replay of checked bytes",
        "events",
        game.replay_events,
        "eventsourcing",
        eventsourcing_get,
        "at least 20",
    )
    yield _faster(
        "replay of checked bytes", "moves", game.replay, "PGN read and played", chess_replay, "at least 10"
    )


def _rulesets() -> Iterator[Row]:
    """The rules of the other games: legal moves of a large board, play-outs, replays."""
    timeline, timeline_2003 = saved("timeline-4p"), saved("timeline_2003-4p")
    chickens = saved("chicken_time_warp-4p")
    one, other = timeline.rules, timeline_2003.rules
    rows: tuple[tuple[str, Callable[[], int], str], ...] = (
        ("timeline: legal moves, 366", LongTimeline(one), "at most 1000 µs"),
        ("timeline_2003: legal, 20 cards", ManyCards(other), "at most 300 µs"),
    )
    for what, run, goal in rows:
        yield Row(what, f"{alone(run) * 1e6:.1f} µs", "", "", goal)
    rows = (
        ("timeline: random play-outs", RandomPlayOuts(one, {"players": 4}), "at least 50,000"),
        (
            "timeline_2003: random play-outs",
            RandomPlayOuts(other, {"players": 4, "max_rounds": 20}),
            "at least 10,000",
        ),
        ("timeline_2003: greedy play-outs", Greedy(other, 4), "at least 2,000"),
        (
            "chicken_time_warp: play-outs",
            RandomPlayOuts(chickens.rules, {"players": 4, "turn_limit": 500}),
            "at least 60,000",
        ),
    )
    for what, run, goal in rows:
        yield Row(what, _rate(alone(run), "moves"), "", "", goal)
    for name, game, goal in (
        ("timeline", timeline, "at most 5"),
        ("timeline_2003", timeline_2003, "at most 6"),
        ("chicken_time_warp", chickens, "at most 5"),
    ):
        found = paired(game.replay, game.unpack)
        yield Row(
            f"{name}: replay", _micro(found.one), f"U: {_micro(found.other)}", f"{found.ratio:.2f}", goal
        )


def _faster(
    what: str,
    unit: str,
    one: Callable[[], int],
    name: str,
    make: Callable[[], Callable[[], int]],
    goal: str,
) -> Row:
    """How many times as fast something is as what another package does."""
    try:
        other = make()
    except ImportError:
        found = paired(one, one)
        return Row(what, _rate(found.one, unit), f"{name}: not installed", "", goal)
    found = paired(one, other)
    return Row(
        what, _rate(found.one, unit), f"{name}: {_rate(found.other, unit)}", f"{1 / found.ratio:.2f}", goal
    )


def _starts() -> Iterator[Row]:
    """What a start costs, in terms of Python's own."""
    nothing = ["-c", "pass"]
    for what, arguments, goal in (
        ("timecore replay", ["-m", "timecore_cli", "replay", str(RECORD)], "at most 9"),
        ("timecore --help", ["-m", "timecore_cli", "--help"], "at most 6.5"),
        ("import timecore", ["-c", "import timecore"], ""),
        ("imports: attrs msgpack typer", ["-c", "import attrs, msgpack, hashlib, typer"], ""),
    ):
        try:
            pairs = [(cpu_of_process(arguments), cpu_of_process(nothing)) for _ in range(_STARTS)]
        except ImportError:
            return
        one, other = (median(times) for times in zip(*pairs, strict=True))
        yield Row(what, _milli(one), f"python -c pass: {_milli(other)}", f"{one / other:.2f}", goal)


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.2f} µs an entry"


def _milli(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"


def _rate(seconds: float, unit: str) -> str:
    return f"{1 / seconds:,.0f} {unit}/s"


main()
