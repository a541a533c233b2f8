"""Saved games that must come out the same for ever, and games told as everybody lives through them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny import RULESET as TINY

from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.log import Log
from timecore.ruleset import Ruleset
from timecore.rulesets.time_chase import RULESET as TIME_CHASE
from timecore.testing import golden_text, playthrough

Golden = Callable[[Path, str], None]

REPLAYS = sorted((Path(__file__).parents[1] / "replays").glob("*.msgpack"))
PLAYTHROUGHS = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_saved_game_is_told_as_ever_and_ends_in_the_same_state(path: Path, golden: Golden) -> None:
    """The text beside it has its narration, its result, the digest of its last state, and its head."""
    golden(path.with_suffix(".txt"), golden_text(Log.load(path)))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_saved_game_is_written_again_byte_for_byte(path: Path) -> None:
    assert Log.load(path).to_bytes() == path.read_bytes()


def test_every_golden_text_belongs_to_a_saved_game() -> None:
    assert [path.stem for path in REPLAYS] == sorted(
        path.stem for path in REPLAYS[0].parent.iterdir() if path.suffix == ".txt"
    )


def test_there_is_a_saved_game_of_time_chase_for_each_number_of_seats() -> None:
    names = {path.stem for path in REPLAYS}

    assert {f"time_chase-{players}p" for players in TIME_CHASE.seats} <= names


@pytest.mark.parametrize(
    ("rules", "name", "seed"),
    [(TINY, "tiny-3p", "0"), (TIME_CHASE, "time_chase-3p", "playthrough 170")],
    ids=["tiny", "time_chase"],
)
def test_a_short_game_is_lived_through_as_ever(
    rules: Ruleset[Any], name: str, seed: str, golden: Golden
) -> None:
    """After every entry: who acts, the legal moves in words, and what each seat and the public see."""
    game = Game.new(rules, seats=("Ana", "Ben", "Cho"), seed=seed)
    simulate(game, make_bots(rules, ["random"] * 3, seed))

    golden(PLAYTHROUGHS / f"{name}.txt", playthrough(game.log))
