"""What `timecore step` takes on a long game, as a person at a terminal has it: the first screen, and each step.

``./run python -m benchmarks.stepper [FILE]``: FILE is a saved game, for example of a run before; where there is none
yet, a game of TimeLine (2003) with 100,000 entries is played into it, which takes a minute. Needs the extra `tui`, and
the terminals of Unix.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import sys
import tempfile
from collections.abc import Callable, Iterable
from fcntl import ioctl
from pathlib import Path
from statistics import median
from termios import TIOCSWINSZ
from time import clock_gettime, perf_counter
from typing import Final, NamedTuple, Self

from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset

_ENTRIES: Final = 100_000
_COLUMNS, _LINES = 120, 36
#: How many times the program is started, and how many keys of each kind are pressed.
_STARTS: Final = 7
_KEYS: Final = 40
_PATIENCE: Final = 60.0


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[1] if len(sys.argv) > 1 else f"{folder}/long.msgpack")
        if not path.exists():
            _play(path)
        _print(
            "first screen, from the start of the process", [_start(path) for _ in range(_STARTS)], "1000 ms"
        )
        end = len(Log.load(path))
        with Terminal(path) as terminal:
            terminal.wait("At the start")
            keys = [("j", _after(number)) for number in range(1, _KEYS + 1)]
            _print("next entry, while the rest is read", _each(terminal, keys), "50 ms")
            _print("to the end, all read", _each(terminal, [("G", _after(end))]))
            keys = [("k", _after(end - number)) for number in range(1, _KEYS + 1)]
            _print("previous entry, from the end", _each(terminal, keys), "50 ms")
            places = [end // 2 + 997 * number for number in range(_KEYS)]
            _print("to a number", _each(terminal, [(f":{at}\r", _after(at)) for at in places]), "50 ms")
            _print("next turn", _each(terminal, [("t", "After e")] * _KEYS), "50 ms")


def _after(entry: int) -> str:
    return f"After entry {entry} of"


class Took(NamedTuple):
    """How long something took.

    Attributes:
        wall: Seconds that a person waited.
        cpu: Seconds that the program worked.
    """

    wall: float
    cpu: float


def _play(path: Path) -> None:
    sys.stdout.write(f"playing {_ENTRIES} entries …\n")
    rules = get_ruleset("timeline_2003")
    game = Game.new(rules, options={"players": 4}, seed="long")
    simulate(game, make_bots(rules, ["random"] * 4, "long"), max_entries=_ENTRIES)
    game.save(path)


def _print(what: str, took: Iterable[Took], goal: str = "") -> None:
    found = [*took]
    wall, cpu = (median(column) * 1000 for column in zip(*found, strict=True))
    slowest = f"slowest {max(found).wall * 1000:.0f} ms" if len(found) > 1 else ""
    limit = f"at most {goal}" if goal else ""
    sys.stdout.write(f"{what:46} {wall:6.0f} ms  {slowest:16} CPU {cpu:5.0f} ms  {limit}".rstrip() + "\n")
    sys.stdout.flush()


def _start(path: Path) -> Took:
    """How long until all of it stands there."""
    began = perf_counter()
    with Terminal(path) as terminal:
        terminal.wait("? help")  # the last line
        return Took(perf_counter() - began, terminal.cpu)


def _each(terminal: Terminal, keys: Iterable[tuple[str, str]]) -> list[Took]:
    """How long each of some keys takes until what it should bring is on the screen."""
    times = []
    for key, wanted in keys:
        began, worked = perf_counter(), terminal.cpu
        terminal.press(key)
        terminal.wait(wanted)
        times.append(Took(perf_counter() - began, terminal.cpu - worked))
    return times


class Terminal:
    """A terminal in which `timecore step` runs."""

    def __init__(self, path: Path) -> None:
        self._pid, self._fd = pty.fork()
        if not self._pid:
            os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
            os.environ.pop("COLUMNS", None)
            os.execv(sys.executable, [sys.executable, "-m", "timecore_cli", "step", str(path)])  # noqa: S606
        ioctl(self._fd, TIOCSWINSZ, struct.pack("HHHH", _LINES, _COLUMNS, 0, 0))
        self._seen = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)

    @property
    def cpu(self) -> float:
        """How long it has worked so far, in seconds; 0 where the system does not tell."""
        try:
            return clock_gettime((~self._pid << 3) | 2)  # its own clock, as Linux numbers them
        except OSError:
            return 0.0

    def press(self, keys: str) -> None:
        """Press some keys."""
        self._seen = b""
        os.write(self._fd, keys.encode())

    def wait(self, wanted: str) -> None:
        """Wait until something is written that holds a text."""
        self._until(lambda: wanted.encode() in self._seen)

    def _until(self, done: Callable[[], bool]) -> None:
        end = perf_counter() + _PATIENCE
        while not done():
            ready, _, _ = select.select([self._fd], [], [], max(end - perf_counter(), 0))
            if not ready:
                message = f"not within {_PATIENCE:.0f} s; seen last: {self._seen[-500:]!r}"
                raise TimeoutError(message)
            self._seen += os.read(self._fd, 1 << 16)


if __name__ == "__main__":
    main()
