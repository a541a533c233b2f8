"""The end (CW-66 to CW-70)."""

import pytest
from rulesets.chicken_time_warp.short import flipped, go, legal, refused, start, types

from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.events import (
    CardPlayed,
    EscapePodMoved,
    GameEnded,
    PlayerDied,
    PlayerErased,
)
from timecore.rulesets.chicken_time_warp.state import Result
from timecore.testing import given

HANDS = ("pod swap stock peek", "clux rev thief block", "freeze stock freeze swap")


def test_the_pod_wins_at_once_from_the_turn_that_opens_the_window() -> None:
    """CW-66: no draw, no end of the turn; and it is not compulsory."""
    game = flipped(start(*HANDS), *range(9, 0, -1))
    assert "pod" not in legal(game)
    game, _ = go(game, "- +clux - +clux - +clux")
    assert game.state.face_up == 11

    passed, _ = go(game, "-")
    assert passed.state.result is None
    game, events = go(game, "pod")
    assert events == [CardPlayed(0, "escape_pod", None, None), GameEnded("escape", (0,))]
    assert (game.state.phase, game.to_act) == ("over", ())


def test_the_window_may_close_again_before_the_holders_turn() -> None:
    """CW-67: until it is face up once more."""
    game = flipped(start(*HANDS), *range(9, -1, -1))
    game, _ = go(game, "- +clux clux +clux - +clux")
    assert game.state.face_up == 10
    assert refused(game, "pod").rule == "CW-40"

    game, _ = go(game, "- +clux - +clux - +clux")
    assert "pod" in legal(game)


def test_the_last_one_living_wins_at_once() -> None:
    """CW-68: once the death is complete; draws still due are dropped, and the turn does not end."""
    game, _ = go(given(RULESET, start(*HANDS).state, PlayerDied(1, 10)), "stock +dead")
    assert game.state.draws_left == 1
    game, events = go(game, "die")

    assert types(events) == ["PlayerDied", "EscapePodMoved", "CardDiscarded", "GameEnded"]
    assert events[1] == EscapePodMoved(0, 2)
    assert events[-1] == GameEnded("sudden_death", (2,))
    assert game.state.draws_left == 0


def test_the_last_one_living_needs_no_pod() -> None:
    """CW-68: nor is it asked whether others are dead or erased."""
    game = given(
        RULESET, start("swap swap stock peek", "clux rev thief block", "pod stock freeze swap").state
    )
    game = given(RULESET, game.state, PlayerErased(1, None))
    game, events = go(game, "- +dead die")

    assert types(events) == ["PlayerDied", "CardDiscarded", "GameEnded"]
    assert RULESET.result(game.state) == Result("sudden_death", (2,))


def test_nothing_else_ends_a_game() -> None:
    """CW-69: neither an open window nor an empty pile nor two deaths of four."""
    game = flipped(start(*HANDS, "rev clux clux thief"), *range(9, -1, -1))
    game, _ = go(game, "- +dead die - +dead die")

    assert game.state.status.count("alive") == 2
    assert game.state.result is None
    assert game.to_act == (2,)


@pytest.mark.parametrize(
    ("result", "form"),
    [
        (Result("escape", (3,)), {"reason": "escape", "winners": [3]}),
        (Result("sudden_death", (0,)), {"reason": "sudden_death", "winners": [0]}),
        (Result("turn_limit", ()), {"reason": "turn_limit", "winners": []}),
    ],
)
def test_a_result_has_this_form(result: Result, form: dict[str, object]) -> None:
    """CW-70."""
    assert result.to_json() == form
    assert start(*HANDS).state.to_json()["result"] is None
    ended = given(
        RULESET, start(*HANDS, "rev clux clux thief").state, GameEnded(result.reason, result.winners)
    )
    assert ended.state.to_json()["result"] == form
