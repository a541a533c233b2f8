"""Ordinary turns and rounds (TL-6, TL-7, TL-35, TL-43 to TL-51)."""

from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rulesets.timeline.short import go_on, legal, opened, table

from timecore.actors import CHANCE
from timecore.rulesets.timeline.events import (
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    DiscardsReshuffled,
    GameEnded,
    LastCardPlaced,
    RoundStarted,
    TurnStarted,
)
from timecore.rulesets.timeline.rules import correct_intervals

PLACES = [("discard", "discards", None), ("box", "box", None), ("insert", "timeline", 0)]


def test_a_player_may_place_any_card_of_the_hand_in_any_interval() -> None:
    """TL-35, TL-4, D-16: card by card in hand order, intervals ascending."""
    game = table("ka", "b", timeline="dg")

    assert legal(game, 0) == ["0:k@0", "0:k@1", "0:k@2", "0:a@0", "0:a@1", "0:a@2"]


def test_long_timelines_have_as_many_intervals_and_one() -> None:
    """TL-35: also when they grow and shrink again, as in another game."""
    for length in (1, 9, 3, 10):
        game = table("l", "b", timeline="acdefghijk"[:length], pile="")

        assert legal(game, 0) == [f"0:l@{at}" for at in range(length + 1)]


@for_all(st.lists(st.integers(-5, 5), max_size=12), st.integers(-5, 5))
def test_correct_is_every_interval_that_leaves_the_row_in_order(years: list[int], year: int) -> None:
    """TL-7, I-13, D-13."""
    dates = sorted(years)
    found = [
        at
        for at in range(len(dates) + 1)
        if (at == 0 or dates[at - 1] <= year) and (at == len(dates) or year <= dates[at])
    ]

    assert list(correct_intervals(dates, year)) == found
    assert len(found) == 1 + dates.count(year)


def test_a_card_at_its_place_stays_there() -> None:
    """TL-43, TL-50, TL-71: and the next seat is to play."""
    game, events = go_on(table("ga", "b", timeline="d"), "0:g@1")

    assert events == [CardPlaced(0, "g", 1, 1800), TurnStarted(1, draws=False)]
    assert game.state.hands[0] == ["a"]
    assert game.state.known["g"] == 1800


def test_the_last_card_finishes_and_the_round_goes_on() -> None:
    """TL-44, D-12: those after in turn order still play."""
    game, events = go_on(table("g", "b", "k", timeline="d", current=1, first_player=1), "1:b@0")
    assert events == [CardPlaced(1, "b", 0, 100), LastCardPlaced(1), TurnStarted(2, draws=False)]
    assert game.state.finished == (1,)

    game, events = go_on(game, "2:k@0 +l")
    assert events == [CardDrawn(2, "l"), TurnStarted(0, draws=False)]
    game, events = go_on(table("ga", "", "k", timeline="d", first_player=1, finished=(1,)), "0:a@0")
    assert events == [CardPlaced(0, "a", 0, -500), GameEnded((1,), "finished")]


def test_without_finishing_the_round_the_first_to_finish_wins_at_once() -> None:
    """TL-44, TL-27."""
    _, events = go_on(table("g", "b", timeline="d", finish_round=False), "0:g@1")

    assert events == [CardPlaced(0, "g", 1, 1800), LastCardPlaced(0), GameEnded((0,), "finished")]


@pytest.mark.parametrize(("misplaced", "to", "landed"), PLACES)
def test_a_misplaced_card_goes_where_the_option_says_and_chance_draws(
    misplaced: str, to: Any, landed: int | None
) -> None:
    """TL-45, TL-25, D-4: the turn goes on."""
    game, events = go_on(table("ac", "b", timeline="d", misplaced=misplaced), "0:a@1")
    state = game.state

    assert events == [CardMisplaced(0, "a", 1, -500, to, landed, draws=True)]
    assert (state.current, state.drawing) == (0, 0)
    assert {"discards": state.discards, "box": state.box, "timeline": state.timeline[:1]}[to] == ["a"]
    assert state.hands[0] == ["c"]
    assert state.known["a"] == -500
    assert game.to_act == (CHANCE,)


@pytest.mark.parametrize(("at", "landed"), [(0, 1), (4, 3), (5, 3)])
def test_an_inserted_card_lands_in_the_correct_interval_nearest_to_where_it_was_put(
    at: int, landed: int
) -> None:
    """TL-45: the lowest if it was put below, else the highest."""
    game, events = go_on(table("ea", "b", timeline="cdfgj", misplaced="insert"), f"0:e@{at}")

    assert events == [CardMisplaced(0, "e", at, 1500, "timeline", landed, draws=True)]
    assert game.state.dates == [1000, 1500, 1500, 1500, 1800, 1980]
    assert game.state.timeline[landed] == "e"


def test_for_a_misplaced_card_a_new_one_is_drawn_and_the_turn_ends() -> None:
    """TL-46: it goes to the end of the hand."""
    game, _ = go_on(table("ac", "b", timeline="d", pile="kl"), "0:a@1")
    game, events = go_on(game, "+k")

    assert events == [CardDrawn(0, "k"), TurnStarted(1, draws=False)]
    assert game.state.hands[0] == ["c", "k"]
    assert game.state.drawing is None


def test_who_errs_in_the_last_round_still_draws() -> None:
    """TL-46, D-11: it decides nothing."""
    game, events = go_on(table("", "b", timeline="d", current=1, finished=(0,)), "1:b@1")
    assert events == [CardMisplaced(1, "b", 1, 100, "discards", None, draws=True)]

    _, events = go_on(game, "+l")
    assert events == [CardDrawn(1, "l"), GameEnded((0,), "finished")]


@pytest.mark.parametrize("misplaced", ["box", "insert"])
def test_with_nothing_to_draw_the_card_is_taken_back(misplaced: str) -> None:
    """TL-47, D-7, D-20: a hand shrinks only by correct placement."""
    game, events = go_on(table("ac", "b", timeline="d", pile="", misplaced=misplaced), "0:a@1")

    assert events == [
        CardMisplaced(0, "a", 1, -500, "hand", None, draws=False),
        TurnStarted(1, draws=False),
    ]
    assert game.state.hands[0] == ["c", "a"]
    assert game.state.known["a"] == -500
    assert game.state.drawing is None


def test_a_last_card_is_taken_back_as_well() -> None:
    """TL-47, D-20: at the end of a round, too."""
    game, events = go_on(table("b", "a", timeline="d", pile="", misplaced="box", current=1), "1:a@1")

    assert events == [
        CardMisplaced(1, "a", 1, -500, "hand", None, draws=False),
        RoundStarted(2, 0, (0, 1)),
        TurnStarted(0, draws=False),
    ]
    assert game.state.hands[1] == ["a"]


def test_the_discards_become_the_pile_when_a_card_must_be_drawn_and_none_is_there() -> None:
    """TL-48, D-6: the card misplaced just now among them, in card order, and not before."""
    game, events = go_on(table("ac", "b", timeline="d", pile="", discards="jg"), "0:a@1")

    assert events == [
        CardMisplaced(0, "a", 1, -500, "discards", None, draws=True),
        DiscardsReshuffled(("a", "g", "j")),
    ]
    assert (game.state.pile, game.state.discards) == (["a", "g", "j"], [])
    assert legal(game, CHANCE) == ["+a", "+g", "+j"]


def test_a_pile_with_one_card_left_is_not_reshuffled_yet() -> None:
    """TL-48."""
    game, _ = go_on(table("ac", "b", timeline="d", pile="l", discards="jg"), "0:a@1")
    game, events = go_on(game, "+l")

    assert events == [CardDrawn(0, "l"), TurnStarted(1, draws=False)]
    assert (game.state.pile, game.state.discards) == ([], ["j", "g", "a"])


def test_a_round_is_a_turn_by_each_and_then_the_next_begins() -> None:
    """TL-6, TL-49, TL-50, TL-51: the same seats, and nobody has finished in it yet."""
    game, _ = go_on(opened("+a +b +g +h +k +l +d", players=3, cards=2, first_player=1), "1:a@0")
    assert game.state.to_json()["seats"] == [1, 2, 0]
    game, events = go_on(game, "2:g@2")
    assert events[-1] == TurnStarted(0, draws=False)
    game, events = go_on(game, "0:k@3")

    assert events == [
        CardPlaced(0, "k", 3, 2000),
        RoundStarted(2, 0, (1, 2, 0)),
        TurnStarted(1, draws=False),
    ]
    assert (game.state.round, game.state.sudden, game.state.phase) == (2, 0, "playing")


def test_cards_of_one_date_may_lie_in_any_order() -> None:
    """TL-7, D-13: before, between and after."""
    for at in (0, 1, 2):
        _, events = go_on(table("fa", "b", timeline="de"), f"0:f@{at}")
        assert events[0] == CardPlaced(0, "f", at, 1500)
