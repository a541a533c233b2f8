"""Counts of how games can go on, in ``perft/RULESET.txt``: anyone can add a line.

A line has the number of players, the seed of luck and bots, how many entries were played, and then in how many
ways the game can go on for one, two, three, … moves.
"""

from pathlib import Path
from typing import Any

import pytest
from tiny import RULESET as TINY

from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.replay import Replay
from timecore.ruleset import Ruleset
from timecore.rulesets.chicken_time_warp import RULESET as CHICKEN_TIME_WARP
from timecore.rulesets.time_chase import RULESET as TIME_CHASE
from timecore.rulesets.timeline import RULESET as TIMELINE
from timecore.rulesets.timeline_2003 import RULESET as TIMELINE_2003
from timecore.testing import perft

FOLDER = Path(__file__).with_name("perft")

LINES = [
    pytest.param(rules, line, id=f"{rules.name} {line.partition(':')[0]}")
    for rules in (TINY, CHICKEN_TIME_WARP, TIME_CHASE, TIMELINE, TIMELINE_2003)
    for line in (FOLDER / f"{rules.name}.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("rules", "line"), LINES)
def test_a_game_can_go_on_in_as_many_ways_as_ever(rules: Ruleset[Any], line: str) -> None:
    begin, _, numbers = line.partition(":")
    players, seed, entries = begin.split()
    game = Game.new(rules, options={"players": int(players)}, seed=seed)
    bots = make_bots(rules, ["random"] * int(players), seed)
    simulate(game, bots, max_entries=int(entries))  # random play of some games never ends
    state = Replay(game.log).state_at(int(entries))

    counts = [perft(rules, state, depth) for depth in range(1, len(numbers.split()) + 1)]

    assert f"{begin}: {' '.join(map(str, counts))}" == line


def test_a_game_that_is_over_goes_on_in_no_way() -> None:
    game = Game.new(TINY, options={"players": 2}, seed="over")
    simulate(game, make_bots(TINY, ["random"] * 2, "over"))

    assert perft(TINY, game.state, 1) == 0
    assert perft(TINY, game.state, 0) == 1


def test_counting_changes_nothing() -> None:
    game = Game.new(TINY, options={"players": 2}, seed="over")
    state = game.state
    before = state.to_json()

    perft(TINY, state, 3)

    assert state.to_json() == before
