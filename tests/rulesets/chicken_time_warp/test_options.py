"""Options (CW-9 to CW-20)."""

from typing import Any

import pytest
from rulesets.chicken_time_warp.short import deck_of

from timecore.errors import OptionRefused
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.builtin import built_in_deck

DEFAULTS: dict[str, Any] = {
    "players": 5,
    "deck": dict(built_in_deck()),
    "you_dead_cards": 8,
    "first_player": 0,
    "turn_limit": 0,
    "mooch": "topmost",
    "mooch_draws": False,
    "peek_dead": False,
    "erased_hand": "kept",
    "death_before_time": "first_card",
    "frozen_flip": False,
}


def refusal(given: dict[str, Any]) -> OptionRefused:
    with pytest.raises(OptionRefused) as caught:
        RULESET.resolve_options(given)
    return caught.value


def resolved(**given: Any) -> dict[str, Any]:
    return RULESET.options_map(RULESET.resolve_options(given))


def test_only_the_number_of_players_must_be_given() -> None:
    """CW-9 to CW-20: the header holds all options, the counts of the deck and the number of You Dead included."""
    assert resolved(players=5) == DEFAULTS
    assert list(resolved(players=5)) == list(DEFAULTS)
    assert resolved(**resolved(players=5)) == DEFAULTS


def test_null_is_the_default_where_it_is_allowed() -> None:
    """CW-10, CW-12: only the deck and the number of You Dead may be null."""
    assert resolved(players=5, deck=None, you_dead_cards=None) == DEFAULTS
    rules = {
        name: refusal({"players": 5, name: None}).rule
        for name in DEFAULTS
        if name not in ("deck", "you_dead_cards")
    }
    assert list(rules.values()) == ["CW-9", *[f"CW-{number}" for number in range(13, 21)]]


def test_a_game_without_a_number_of_players_is_refused() -> None:
    """CW-9."""
    error = refusal({"first_player": 0})

    assert (error.rule, error.option) == ("CW-9", "players")


@pytest.mark.parametrize("players", [2, 7, 0, -3, True, 4.0, "4", None, [4]])
def test_a_wrong_number_of_players_is_refused(players: object) -> None:
    """CW-9: types are exact."""
    error = refusal({"players": players})

    assert (error.rule, error.option, error.value) == ("CW-9", "players", players)


def test_an_unknown_option_is_refused() -> None:
    """CW-9."""
    error = refusal({"players": 3, "colour": "red"})

    assert (error.rule, error.option) == ("CW-9", "colour")
    assert "frozen_flip" in str(error.hint)


def test_of_several_faults_the_first_counts() -> None:
    """CW-9: unknown names, then the options in the order of the table, CW-11 in the place of CW-10."""
    wrong: dict[str, Any] = dict.fromkeys(("?", *reversed(DEFAULTS)), "wrong")
    found = []
    for name in ("?", *DEFAULTS):
        found.append(refusal(wrong).rule)
        wrong.pop(name)
        wrong.setdefault("players", 3)

    assert found == ["CW-9", "CW-9", "CW-11", *[f"CW-{number}" for number in range(12, 21)]]


def test_a_deck_may_be_given_in_any_order_and_stands_in_the_order_of_kinds() -> None:
    """CW-10, CW-11: its total need not be 54."""
    given = deck_of(mooch=30, slip=0)
    told = resolved(players=4, deck=dict(reversed(given.items())))

    assert told["deck"] == given
    assert list(told["deck"]) == list(built_in_deck())
    assert resolved(players=4, deck=dict(built_in_deck())) == resolved(players=4)


def test_a_deck_given_by_somebody_is_not_shared_with_them() -> None:
    """CW-10."""
    given = deck_of(mooch=30)
    options = RULESET.resolve_options({"players": 4, "deck": given})
    given["mooch"] = 0
    told = RULESET.options_map(options)
    told["deck"]["mooch"] = 1

    assert options.deck["mooch"] == 30


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (5, "an object"),
        ("printed", "an object"),
        ([], "an object"),
        ({}, "must list all twelve kinds, escape_pod too"),
        ({k: v for k, v in built_in_deck().items() if k != "mooch"}, "must list all twelve kinds, mooch too"),
        (deck_of() | {"joker": 1}, 'must have no kind "joker"'),
        (deck_of(rev=-1), "for reverse"),
        (deck_of(rev=2**53), "for reverse"),
        (deck_of() | {"mooch": True}, "for mooch"),
        (deck_of() | {"mooch": 3.0}, "for mooch"),
        (deck_of() | {"mooch": None}, "for mooch"),
        (deck_of() | {"mooch": "3"}, "for mooch"),
        (deck_of(pod=0), "exactly 1 escape_pod"),
        (deck_of(pod=2), "exactly 1 escape_pod"),
        (deck_of(clux=0, swap=0, block=0, thief=0, mooch=0), "at least 16 cards that are not black"),
    ],
)
def test_a_deck_that_no_game_can_be_played_with_is_refused(deck: object, words: str) -> None:
    """CW-11."""
    error = refusal({"players": 4, "deck": deck})

    assert (error.rule, error.option) == ("CW-11", "deck")
    assert words in error.message


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_cards_must_be_enough_for_the_deal(players: int) -> None:
    """CW-11: four for each player, and not one more."""
    bare = dict.fromkeys(built_in_deck(), 0) | {"escape_pod": 1}
    enough = bare | {"mooch": 4 * players - 1}

    assert resolved(players=players, deck=enough)["deck"] == enough
    assert refusal({"players": players, "deck": bare | {"mooch": 4 * players - 2}}).rule == "CW-11"


@pytest.mark.parametrize(
    ("players", "in_deck", "number"),
    [(3, 8, 6), (4, 8, 6), (5, 8, 8), (6, 8, 8), (3, 5, 5), (4, 0, 0), (6, 3, 3)],
)
def test_the_number_of_you_dead_follows_from_players_and_deck(
    players: int, in_deck: int, number: int
) -> None:
    """CW-12."""
    assert resolved(players=players, deck=deck_of(dead=in_deck))["you_dead_cards"] == number


@pytest.mark.parametrize("number", [-1, 9, True, 6.0, "6"])
def test_a_number_of_you_dead_that_the_deck_does_not_have_is_refused(number: object) -> None:
    """CW-12."""
    assert refusal({"players": 3, "you_dead_cards": number}).rule == "CW-12"
    assert resolved(players=3, you_dead_cards=8)["you_dead_cards"] == 8
    assert refusal({"players": 3, "you_dead_cards": 8, "deck": deck_of(dead=7)}).rule == "CW-12"


@pytest.mark.parametrize("first_player", [-1, 3, 5, 6, True, 1.0, "1", "Random"])
def test_a_first_player_who_is_no_seat_is_refused(first_player: object) -> None:
    """CW-13."""
    assert refusal({"players": 3, "first_player": first_player}).rule == "CW-13"
    assert resolved(players=3, first_player="random")["first_player"] == "random"


@pytest.mark.parametrize(
    ("name", "rule", "right", "wrong"),
    [
        ("turn_limit", "CW-14", [0, 1, 500, 2**53 - 1], [-1, True, 1.0, "1", 2**53]),
        ("mooch", "CW-15", ["topmost", "top_only", "any"], ["Any", "", 0, True]),
        ("mooch_draws", "CW-16", [True, False], [0, 1, "true"]),
        ("peek_dead", "CW-17", [True, False], [0, 1, "true"]),
        ("erased_hand", "CW-18", ["kept", "discarded"], ["lost", 1]),
        ("death_before_time", "CW-19", ["first_card", "erased"], ["never", 1]),
        ("frozen_flip", "CW-20", [True, False], [0, 1, "true"]),
    ],
)
def test_values_of_other_options_are_exact(name: str, rule: str, right: list[Any], wrong: list[Any]) -> None:
    """CW-14, CW-15, CW-16, CW-17, CW-18, CW-19, CW-20."""
    for value in right:
        assert resolved(players=3, **{name: value})[name] == value
    for value in wrong:
        error = refusal({"players": 3, name: value})
        assert (error.rule, error.option) == (rule, name), value
