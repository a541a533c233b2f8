"""The JSON forms of options, states, moves and events, as front ends get them."""

import json
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from jsonschema import Draft202012Validator
from rulesets.chicken_time_warp.made_up import GAMES, OPTIONS
from rulesets.chicken_time_warp.short import deck_of, start

from timecore.fold import advance
from timecore.jsonschema import json_schema
from timecore.redact import redact
from timecore.rulesets.chicken_time_warp import RULESET

SCHEMA = json_schema(RULESET)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{name}"})


@for_all(GAMES)
@settings(max_examples=6)
def test_states_views_moves_and_events_are_of_the_form_that_is_told(game: Any) -> None:
    """CW-71, CW-74: with every field of section 9, and hidden cards where they may be."""
    state, move, event = validator("state"), validator("move"), validator("event")
    viewer = game.viewers[len(game.entries) % len(game.viewers)]
    view = game.start()
    full = game.start()
    for entry in game.entries:
        seen = redact(entry, viewer)
        advance(view, seen.events)
        advance(full, entry.events)
        if entry.seq % 4 == 0 or entry is game.entries[-1]:  # a validator is slow
            for form in (view.to_json(), full.to_json()):
                state.validate(json.loads(json.dumps(form)))
            for one in (entry, seen):
                move.validate(one.move.to_json())
                for caused in one.events:
                    event.validate(caused.to_json())


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "pause"},
        {"direction": 0},
        {"timeline": [11]},
        {"status": ["frozen"]},
        {"hands": [["you_dead"]]},
        {"hands": "?"},
        {"discard": ["?"]},
        {"aside": {"you_dead": 8}},
        {"limbo": "mooch"},
        {"result": {"reason": "boredom", "winners": []}},
        {"more": 1},
    ],
)
def test_a_state_of_another_form_is_told(wrong: dict[str, Any]) -> None:
    """CW-73, CW-6, CW-8."""
    state = start("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap").state.to_json()

    assert validator("state").is_valid(state)
    assert not validator("state").is_valid(state | wrong)


@for_all(OPTIONS)
@settings(max_examples=30)
def test_options_are_of_the_form_that_is_told(asked: dict[str, Any]) -> None:
    """CW-9 to CW-20: as they are asked for, and as a header holds them."""
    validator("options").validate(asked)
    validator("resolved_options").validate(RULESET.options_map(RULESET.resolve_options(asked)))


def test_the_deck_may_be_asked_for_as_null_and_is_resolved_to_counts() -> None:
    """CW-10, CW-12."""
    null = {"players": 3, "deck": None, "you_dead_cards": None}
    held = RULESET.options_map(RULESET.resolve_options(null))

    assert validator("options").is_valid(null)
    assert validator("resolved_options").is_valid(held)
    for name in ("deck", "you_dead_cards"):
        assert not validator("resolved_options").is_valid(held | {name: None})
    assert not validator("options").is_valid({"players": 3, "deck": deck_of() | {"mooch": "3"}})
