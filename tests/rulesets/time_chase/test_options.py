"""Options (TC-10 to TC-16)."""

from typing import Any

import pytest

from timecore.errors import OptionRefused
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.options import Options

DEFAULTS = {
    "players": 4,
    "dealer": 3,
    "side": "A",
    "fuel_supply": 30,
    "past_bonus": "stack",
    "lead_gap": "marker",
    "second_rift_ends": False,
}


def refusal(given: dict[str, Any]) -> OptionRefused:
    with pytest.raises(OptionRefused) as caught:
        RULESET.resolve_options(given)
    return caught.value


def test_only_the_number_of_players_must_be_given() -> None:
    """TC-10 to TC-16: all other options have a default."""
    assert RULESET.options_map(RULESET.resolve_options({"players": 4})) == DEFAULTS


def test_all_options_may_be_given() -> None:
    """TC-10 to TC-16."""
    given: dict[str, Any] = {
        "players": 6,
        "dealer": 0,
        "side": "A",
        "fuel_supply": None,
        "past_bonus": "new",
        "lead_gap": "earlier",
        "second_rift_ends": True,
    }

    assert RULESET.resolve_options(given) == Options(**given)


def test_a_game_without_a_number_of_players_is_refused() -> None:
    """TC-10."""
    error = refusal({"dealer": 0})

    assert (error.rule, error.option) == ("TC-10", "players")


@pytest.mark.parametrize("players", [2, 7, 0, -3, True, 4.0, "4", None, [4]])
def test_a_wrong_number_of_players_is_refused(players: object) -> None:
    """TC-10: types are exact."""
    error = refusal({"players": players})

    assert (error.rule, error.option, error.value) == ("TC-10", "players", players)


def test_an_unknown_option_is_refused() -> None:
    """TC-10: and the refusal says which options there are."""
    error = refusal({"players": 3, "colour": "red"})

    assert (error.rule, error.option) == ("TC-10", "colour")
    assert "past_bonus" in str(error.hint)


def test_of_several_faults_the_first_counts() -> None:
    """TC-10: unknown names, then the options in their order."""
    wrong: dict[str, Any] = {"second_rift_ends": 1, "lead_gap": 1, "past_bonus": 1, "fuel_supply": 1}
    wrong |= {"side": 1, "dealer": "x", "players": 9, "?": 0}
    found = []
    for name in ("?", *DEFAULTS):
        found.append(refusal(wrong).rule)
        wrong.pop(name)
        wrong.setdefault("players", 3)

    assert found == ["TC-10", "TC-10", "TC-11", "TC-12", "TC-13", "TC-14", "TC-15", "TC-16"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_last_seat_deals_and_seat_0_plays_first(players: int) -> None:
    """TC-11: by default."""
    options = RULESET.resolve_options({"players": players})

    assert options.dealer == players - 1
    assert RULESET.start(options).first_player == 0


@pytest.mark.parametrize("dealer", range(5))
def test_the_seat_to_the_left_of_the_dealer_is_the_first_player(dealer: int) -> None:
    """TC-11, TC-1: to the left is the next number, and after the last comes 0."""
    options = RULESET.resolve_options({"players": 5, "dealer": dealer})

    assert RULESET.start(options).first_player == (dealer + 1) % 5


@pytest.mark.parametrize("dealer", [-1, 3, True, 1.0, "1", None])
def test_a_dealer_who_is_no_seat_is_refused(dealer: object) -> None:
    """TC-11."""
    assert refusal({"players": 3, "dealer": dealer}).rule == "TC-11"


def test_the_time_jumble_mode_is_refused_in_a_sentence_of_its_own() -> None:
    """TC-12: side B is a part of the game whose rules are in no source at hand."""
    error = refusal({"players": 3, "side": "B"})

    assert error.rule == "TC-12"
    assert "time jumble" in error.message


@pytest.mark.parametrize("side", ["a", "C", "", 1, None, True])
def test_any_other_side_is_refused(side: object) -> None:
    """TC-12."""
    error = refusal({"players": 3, "side": side})

    assert error.rule == "TC-12"
    assert "time jumble" not in error.message


@pytest.mark.parametrize(
    ("name", "rule", "wrong"),
    [
        ("fuel_supply", "TC-13", [29, 0, -1, True, 30.0, "30", "null", False]),
        ("past_bonus", "TC-14", ["old", "Stack", None, 0, True]),
        ("lead_gap", "TC-15", ["later", "", None, 1]),
        ("second_rift_ends", "TC-16", [0, 1, "true", None, "yes"]),
    ],
)
def test_values_of_other_options_are_exact(name: str, rule: str, wrong: list[object]) -> None:
    """TC-13, TC-14, TC-15, TC-16."""
    for value in wrong:
        error = refusal({"players": 3, name: value})

        assert (error.rule, error.option) == (rule, name), value


def test_without_a_limit_the_supply_is_null() -> None:
    """TC-13: null is a value, not an absence."""
    assert RULESET.start(RULESET.resolve_options({"players": 3, "fuel_supply": None})).supply is None
    assert RULESET.start(RULESET.resolve_options({"players": 3})).supply == 30
