"""The options of a new game."""

from typing import Any

import pytest

from timecore.errors import OptionRefused
from timecore.game import Game
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES

TURNED = ["Nucleons", "Beetcandy", "Milkbread", "Oilpetrol"]


def test_the_defaults_are_those_of_the_rules() -> None:
    """T3-8, T3-6, T3-D2, T3-D3, T3-D6, T3-D7, T3-D24: and they stand in the header, resolved."""
    game = Game.new(RULESET, seats=["Ana", "Ben", "Cho"])

    assert game.log.header.options == {
        "players": 3,
        "target": 21,
        "counters": 46,
        "start": list(COMMODITIES),
        "finish": [1, 2, 3, 4],
        "rotate": False,
        "max_rounds": 0,
    }


def test_options_are_no_part_of_the_state() -> None:
    """T3-8, T3-19."""
    state = RULESET.start(RULESET.resolve_options({"players": 2, "target": 5, "start": TURNED}))
    plain = RULESET.start(RULESET.resolve_options({"players": 2}))

    assert state.to_json() == plain.to_json()


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"target": 1},
        {"target": 1_000_000},
        {"counters": 1},
        {"start": TURNED},
        {"finish": [9, 1, 9, 1]},
        {"rotate": True},
        {"max_rounds": 1_000_000},
    ],
)
def test_values_within_range_are_taken(options: dict[str, Any]) -> None:
    """T3-8."""
    asked = {"players": 2} | options

    assert RULESET.options_map(RULESET.resolve_options(asked)).items() >= asked.items()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 1),
        ("players", 6),
        ("players", True),
        ("target", 0),
        ("target", 1_000_001),
        ("target", True),
        ("target", "21"),
        ("counters", 0),
        ("counters", 47),
        ("start", TURNED[:3]),
        ("start", [*TURNED[:3], "Nucleons"]),
        ("start", [*TURNED[:3], "Petrol"]),
        ("start", "Nucleons"),
        ("finish", [1, 2, 3]),
        ("finish", [1, 2, 3, 4, 5]),
        ("finish", [0, 2, 3, 4]),
        ("finish", [1, 2, 3, 10]),
        ("finish", [True, 2, 3, 4]),
        ("rotate", 1),
        ("max_rounds", -1),
        ("max_rounds", False),
        ("max_rounds", 1_000_001),
        ("dealer", 0),
    ],
)
def test_anything_else_is_refused(option: str, value: object) -> None:
    """T3-8: a boolean is no integer, and what is unknown is refused as well."""
    with pytest.raises(OptionRefused) as caught:
        RULESET.resolve_options({"players": 2} | {option: value})

    assert (caught.value.rule, caught.value.option) == ("T3-8", option)


def test_the_players_must_be_as_many_as_the_seats() -> None:
    """T3-8."""
    with pytest.raises(OptionRefused) as caught:
        Game.new(RULESET, seats=["Ana", "Ben", "Cho"], options={"players": 2})

    assert (caught.value.rule, caught.value.option) == ("T3-8", "players")
