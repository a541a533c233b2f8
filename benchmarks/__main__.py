"""Print the table: medians of paired runs, each with its ratio to what it is compared with.

**U** is the cost of msgpack's C unpacker over the records of a file plus over all their bodies: what any reader of
the format pays before it does anything. Absolute times differ from machine to machine; the ratios hold better.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgpack

from timecore.audit import audit
from timecore.fold import advance
from timecore.log import Log
from timecore.record import read
from timecore.replay import start_state
from timecore.ruleset import Ruleset

RECORD = Path(__file__).parent.parent / "replays" / "time_chase-4p.msgpack"
PAIRS = 15


def main() -> None:
    """Measure and print."""
    data = RECORD.read_bytes()
    log = Log.from_bytes(data)
    rules = log.rules
    entries = len(log)
    unpack = _unpacker(data, log)
    row("strict read, against U", entries, lambda: read(data), unpack)
    row("replay of checked bytes, against U", entries, lambda: _replay(data), unpack)
    row("full audit, against decide and fold", entries, lambda: audit(data), lambda: _decide(log, rules))
    moves = _play_out(log, rules)
    seconds = median(_time(lambda: _play_out(log, rules)) for _ in range(PAIRS))
    sys.stdout.write(f"{'random play-out without a record':44} {moves / seconds:8.0f} moves a second\n")


def row(what: str, entries: int, measured: Callable[[], Any], compared: Callable[[], Any]) -> None:
    """Time two things in turn and print the medians and the ratio."""
    measured(), compared()
    pairs = [(_time(measured), _time(compared)) for _ in range(PAIRS)]
    ratio = median(one / other for one, other in pairs)
    mine = median(one for one, _ in pairs) / entries * 1e6
    other = median(other for _, other in pairs) / entries * 1e6
    sys.stdout.write(f"{what:44} {mine:8.2f} µs an entry / {other:6.2f} µs = {ratio:6.2f}\n")


def _time(what: Callable[[], Any], least: float = 0.05) -> float:
    """Seconds of one call: the mean over as many calls as take some time together."""
    calls = 0
    start = perf_counter()
    while (taken := perf_counter() - start) < least:
        what()
        calls += 1
    return taken / calls


def _unpacker(data: bytes, log: Log) -> Callable[[], Any]:
    """U: what the C unpacker alone takes."""
    bodies = b"".join(raw.body for raw in log.record.entries)

    def unpack() -> None:
        for source in (data, bodies):
            unpacker = msgpack.Unpacker(use_list=False)
            unpacker.feed(source)
            for _ in unpacker:
                pass

    return unpack


def _replay(data: bytes) -> Any:
    """Unpack, decode and fold bytes that were checked before."""
    log = Log(read(data, checked=True))
    state = start_state(log)
    for entry in log.entries:
        for event in entry.events:
            event.apply(state)
    return state


def _decide(log: Log, rules: Ruleset[Any]) -> Any:
    """Decide and fold the same moves in memory."""
    state = start_state(log)
    for entry in log.entries:
        advance(state, rules.decide(state, entry.actor, entry.move))
    return state


def _play_out(log: Log, rules: Ruleset[Any]) -> int:
    """A whole game without a record: ask, choose (cheaply, the same each time), decide, fold; how many moves."""
    state = start_state(log)
    choice = 1
    moves = 0
    while actors := rules.to_act(state):
        actor = actors[0]
        legal = rules.legal_moves(state, actor)
        choice = choice * 1103515245 + 12345 & 0x7FFFFFFF
        advance(state, rules.decide(state, actor, legal[choice % len(legal)]))
        moves += 1
    return moves


main()
