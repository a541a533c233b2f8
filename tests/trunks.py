"""What branches are made of: games of tiny, and the saved games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from independent_verifier import verify
from playing import wander
from tiny import RULESET

from timecore.audit import audit
from timecore.entry import Entry
from timecore.game import Game, LuckKind
from timecore.log import Log

REPLAYS = sorted((Path(__file__).parent.parent / "replays").glob("*.msgpack"))
GOLDEN = [
    path
    for path in REPLAYS
    if path.stem.endswith(("chase-3p", "timeline-2p", "2003-2p", "warp-3p", "deck-3p"))
]
LETTERS = REPLAYS[0].parents[1] / "examples" / "decks" / "letters.toml"
GOLDEN_PATH = REPLAYS[0].parent / "chicken_time_warp-3p.msgpack"
NAMES = ["Ana", "Ben", "Cho"]


def game_of_tiny(luck: LuckKind = "sealed", players: int = 3, **more: Any) -> Game:
    if luck == "given":
        more = {"seed": "tiny"} | more
    return Game.new(RULESET, seats=NAMES[:players], luck=luck, **more)


@cache
def finished(luck: LuckKind = "sealed") -> Log:
    """Six cards are dealt (1 to 6), three bid (7 to 9), three play (10 to 12)."""
    return wander(game_of_tiny(luck)).log


def trunk(log: Log, entries: int) -> bytes:
    return log.upto(entries).to_bytes()


def moves(entries: Sequence[Entry]) -> list[Any]:
    return [entry.move for entry in entries]


def sound(log: Log) -> Log:
    """Both the audit and the verifier that shares no line with timecore find nothing."""
    data = log.to_bytes()
    report = audit(data, rules=log.rules)
    assert report.exit_code == 0, report.findings
    assert report.summary.startswith("intact")
    told = verify(data)
    assert told.status == "sound", told.line()
    assert told.fine, told.line()
    assert told.head == log.head
    return log
