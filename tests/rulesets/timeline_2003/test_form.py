"""The JSON Schema of a state, held against all that happens in a game."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from rulesets.timeline_2003.short import after_entry, lines

from timecore.jsonschema import json_schema
from timecore.rulesets.timeline_2003 import RULESET


@cache
def validator(name: str) -> Draft202012Validator:
    """What checks what a name under ``$defs`` means."""
    schema = json_schema(RULESET)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{name}"})


@pytest.mark.parametrize("number", range(26))
def test_every_state_of_game_a_is_valid(number: int) -> None:
    """T3-19: blanks, pending cards, markets and pawns not placed yet among them."""
    validator("state").validate(after_entry(number).state.to_json())


def test_a_state_after_the_end_is_valid() -> None:
    """T3-49."""
    state = after_entry(25).state.to_json() | {"result": {"reason": "rounds", "winners": [0, 1]}}

    validator("state").validate(state)


def test_every_move_and_event_of_game_a_is_valid() -> None:
    """T3-22, T3-50."""
    for line in lines():
        validator("move").validate(line["move"])
        for event in line["events"]:
            validator("event").validate(event)


@pytest.mark.parametrize(
    "worse",
    [
        {"options": {}},
        {"zones": [{"top": 0}]},
        {"zones": [{"top": 0, "cards": [46]}]},
        {"cards": [{"zone": 1, "kind": "0123", "turned": False, "counters": [None] * 4}]},
        {"cards": [{"zone": 7, "kind": None, "turned": False, "counters": [None] * 4}]},
        {"cards": [{"zone": 1, "kind": None, "turned": False, "counters": [None] * 3}]},
        {"cards": [{"zone": 1, "kind": None, "turned": False, "counters": ["Gold", None, None, None]}]},
        {"pawns": [{"card": 1}]},
        {"pawns": [{"card": 1, "path": 4}]},
        {"pawns": [{"lane": 1}]},
        {"goods": [{"Oilpetrol": 1}]},
        {"supply": {"Oilpetrol": -1, "Milkbread": 0, "Beetcandy": 0, "Nucleons": 0}},
        {"turn": -1},
        {"current": 5},
        {"pending": {"seat": 0, "card": 0, "how": "up", "lane": None}},
        {"result": {"reason": "tie", "winners": []}},
    ],
)
def test_a_state_that_cannot_be_is_not_valid(worse: Mapping[str, Any]) -> None:
    """T3-19."""
    assert not validator("state").is_valid(after_entry(20).state.to_json() | worse)
