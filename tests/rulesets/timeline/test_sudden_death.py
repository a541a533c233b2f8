"""Sudden death (TL-52 to TL-57), and how games end (TL-60 to TL-65)."""

from typing import Any

import pytest
from rulesets.timeline.short import go_on, legal, table

from timecore.actors import CHANCE
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.events import (
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    DiscardsReshuffled,
    GameEnded,
    LastCardPlaced,
    PlayerEliminated,
    RoundStarted,
    TurnStarted,
)

PLACES = [("discard", "discards", None), ("box", "box", None), ("insert", "timeline", 0)]


def test_several_who_finish_in_one_round_play_on_and_the_others_are_out() -> None:
    """TL-52, TL-49: in turn order; rounds count on."""
    game = table("b", "", "c", "", timeline="d", pile="kl", current=0, first_player=1, finished=(1, 3))
    game, events = go_on(game, "0:b@1")
    assert events == [CardMisplaced(0, "b", 1, 100, "discards", None, draws=True)]
    game, events = go_on(game, "+k")

    assert events == [
        CardDrawn(0, "k"),
        PlayerEliminated(2),
        PlayerEliminated(0),
        RoundStarted(2, 1, (1, 3)),
        TurnStarted(1, draws=True),
    ]
    state = game.state
    assert (state.phase, state.round, state.sudden, state.finished) == ("sudden_death", 2, 1, ())
    assert state.eliminated == (2, 0)
    assert state.hands == [["k"], [], ["c"], []]
    assert game.to_act == (CHANCE,)


def test_if_all_finish_nobody_is_out() -> None:
    """TL-52, TL-53."""
    _, events = go_on(table("", "b", timeline="d", current=1, finished=(0,)), "1:b@0")

    assert events == [
        CardPlaced(1, "b", 0, 100),
        LastCardPlaced(1),
        RoundStarted(2, 1, (0, 1)),
        TurnStarted(0, draws=True),
    ]


def test_the_cards_of_those_who_are_out_stay_with_them() -> None:
    """TL-48, D-10: they are never reshuffled."""
    game = table("", "g", "bc", timeline="d", pile="", discards="k", sudden=1, seats=(0, 1), current=1)
    game, events = go_on(game, "1:g@0")

    assert events[-1] == DiscardsReshuffled(("g", "k"))
    assert game.state.hands[2] == ["b", "c"]


def test_a_sudden_death_turn_begins_with_a_draw() -> None:
    """TL-53, TL-54: one card, which is then to be placed."""
    game = table("", "", timeline="d", pile="kl", sudden=1, draws=True)
    assert game.to_act == (CHANCE,)
    assert legal(game, CHANCE) == ["+k", "+l"]
    game, events = go_on(game, "+k")

    assert events == [CardDrawn(0, "k")]
    assert game.to_act == (0,)
    assert legal(game, 0) == ["0:k@0", "0:k@1"]


def test_the_discards_are_reshuffled_for_a_sudden_death_turn() -> None:
    """TL-53, TL-48: after it has begun."""
    game = table("", "b", timeline="d", pile="", discards="kj", current=1, finished=(0,))
    game, events = go_on(game, "1:b@0")

    assert events == [
        CardPlaced(1, "b", 0, 100),
        LastCardPlaced(1),
        RoundStarted(2, 1, (0, 1)),
        TurnStarted(0, draws=True),
        DiscardsReshuffled(("j", "k")),
    ]
    assert legal(game, CHANCE) == ["+j", "+k"]


def test_the_card_misplaced_just_now_may_be_the_only_one_to_draw() -> None:
    """TL-53, TL-55, D-9."""
    game, events = go_on(table("k", "", timeline="d", pile="", sudden=1), "0:k@0")

    assert events == [
        CardMisplaced(0, "k", 0, 2000, "discards", None, draws=False),
        TurnStarted(1, draws=True),
        DiscardsReshuffled(("k",)),
    ]
    assert legal(game, CHANCE) == ["+k"]


def test_a_correct_card_keeps_a_player_in() -> None:
    """TL-55."""
    _, events = go_on(table("k", "", timeline="d", pile="l", sudden=2), "0:k@1")

    assert events == [CardPlaced(0, "k", 1, 2000), LastCardPlaced(0), TurnStarted(1, draws=True)]


@pytest.mark.parametrize(("misplaced", "to", "landed"), PLACES)
def test_a_wrong_card_goes_where_any_goes_and_no_other_is_drawn(
    misplaced: str, to: Any, landed: int | None
) -> None:
    """TL-55, D-9."""
    _, events = go_on(table("b", "", timeline="d", pile="l", sudden=1, misplaced=misplaced), "0:b@1")

    assert events == [
        CardMisplaced(0, "b", 1, 100, to, landed, draws=False),
        TurnStarted(1, draws=True),
    ]


@pytest.mark.parametrize("misplaced", ["box", "insert"])
def test_a_wrong_card_is_not_taken_back_in_sudden_death(misplaced: str) -> None:
    """TL-55, TL-64: TL-47 does not apply; the pile is empty, so that was all."""
    _, events = go_on(table("b", "", timeline="d", pile="", sudden=1, misplaced=misplaced), "0:b@1")

    assert isinstance(events[0], CardMisplaced)
    assert events[0].to in ("box", "timeline")
    assert events[1:] == [GameEnded((0, 1), "exhausted")]


def test_finish_round_changes_nothing_in_sudden_death() -> None:
    """TL-55, TL-27."""
    game = table("k", "", timeline="d", pile="l", sudden=1, finish_round=False)
    _, events = go_on(game, "0:k@1")

    assert events[-1] == TurnStarted(1, draws=True)


@pytest.mark.parametrize(("finished", "at"), [((0,), 1), ((), 0)], ids=["all", "none"])
def test_if_all_or_none_succeed_they_play_again(finished: tuple[int, ...], at: int) -> None:
    """TL-56, D-18."""
    game = table("", "k", "b", timeline="d", pile="l", sudden=1, seats=(0, 1), current=1, finished=finished)
    game, events = go_on(game, f"1:k@{at}")

    assert events[-2:] == [RoundStarted(3, 2, (0, 1)), TurnStarted(0, draws=True)]
    assert game.state.finished == ()


def test_if_some_succeed_the_others_are_out() -> None:
    """TL-57: and those who succeeded play on."""
    game = table("", "", "", "k", timeline="d", pile="l", sudden=1, current=3, finished=(1,))
    _, events = go_on(game, "3:k@1")

    assert events[-4:] == [
        PlayerEliminated(0),
        PlayerEliminated(2),
        RoundStarted(3, 2, (1, 3)),
        TurnStarted(1, draws=True),
    ]


def test_the_last_one_left_wins() -> None:
    """TL-57, TL-62."""
    game = table("", "", "k", timeline="d", pile="l", sudden=1, current=2, finished=(1,))
    game, events = go_on(game, "2:k@0")

    assert events[-3:] == [PlayerEliminated(0), PlayerEliminated(2), GameEnded((1,), "sudden_death")]
    assert RULESET.result(game.state) is not None


# -- the end ----------------------------------------------------------------------------------------------------


def test_the_only_one_to_finish_wins() -> None:
    """TL-60: nobody is eliminated."""
    game, events = go_on(table("", "ab", timeline="d", current=1, finished=(0,)), "1:a@0")

    assert events == [CardPlaced(1, "a", 0, -500), GameEnded((0,), "finished")]
    assert game.state.eliminated == ()
    assert game.state.to_json()["winners"] == [0]
    assert (game.state.phase, game.state.current, game.state.drawing) == ("over", None, None)


def test_victory_may_be_shared() -> None:
    """TL-61, TL-26: the finishers in turn order."""
    game = table("a", "", "cg", timeline="d", first_player=1, finished=(1,), tie_break="shared")
    game, events = go_on(game, "0:a@0")
    assert events == [CardPlaced(0, "a", 0, -500), LastCardPlaced(0), GameEnded((1, 0), "shared")]

    result = RULESET.result(game.state)
    assert result is not None
    assert result.winners == (0, 1)  # as every game gives them: ascending
    assert result.to_json() == {"winners": [1, 0], "reason": "shared", "left": [0, 0, 2]}


def test_one_finisher_alone_shares_nothing() -> None:
    """TL-60, TL-61."""
    _, events = go_on(table("", "ab", timeline="d", current=1, finished=(0,), tie_break="shared"), "1:a@0")

    assert events[-1] == GameEnded((0,), "finished")


def test_there_is_no_result_before_the_end() -> None:
    """TL-63."""
    assert RULESET.result(table("a", "b").state) is None


@pytest.mark.parametrize(("current", "finished", "card"), [(0, (), "k"), (1, (0,), "b")])
def test_when_nothing_is_left_to_draw_all_of_the_round_share_the_victory(
    current: int, finished: tuple[int, ...], card: str
) -> None:
    """TL-64, D-7, D-8: the unfinished round does not count, whoever placed correctly in it."""
    hands = ["", "", "", "a"]
    hands[current] = card
    game = table(
        *hands,
        timeline="d",
        pile="",
        sudden=1,
        seats=(0, 1, 2),
        current=current,
        finished=finished,
        misplaced="box",
    )
    game, events = go_on(game, f"{current}:{card}@0")

    assert events[-1] == GameEnded((0, 1, 2), "exhausted")
    result = RULESET.result(game.state)
    assert result is not None
    assert result.to_json() == {"winners": [0, 1, 2], "reason": "exhausted", "left": [0, 0, 0, 1]}


def test_the_first_sudden_death_turn_may_have_nothing_to_draw() -> None:
    """TL-64, TL-53: the round has begun, and nobody is eliminated by it."""
    _, events = go_on(table("", "b", "c", timeline="d", pile="", current=1, finished=(0,)), "1:b@0")
    assert events[-1] == TurnStarted(2, draws=False)

    _, events = go_on(table("", "", "cg", timeline="d", pile="", current=2, finished=(0, 1)), "2:c@0")
    assert events == [
        CardPlaced(2, "c", 0, 1000),
        PlayerEliminated(2),
        RoundStarted(2, 1, (0, 1)),
        GameEnded((0, 1), "exhausted"),
    ]


def test_against_players_who_always_err_a_game_need_not_end() -> None:
    """TL-65: there is no limit on rounds."""
    game = table("b", "a", timeline="d", pile="")
    for number in range(2, 40):
        game, events = go_on(game, f"0:{game.state.hands[0][0]}@1")
        game, events = go_on(game, f"+{game.state.pile[0]}")
        game, events = go_on(game, f"1:{game.state.hands[1][0]}@1")
        game, events = go_on(game, f"+{game.state.pile[0]}")
        assert events[1] == RoundStarted(number, 0, (0, 1))
