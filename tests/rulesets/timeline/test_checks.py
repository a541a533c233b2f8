"""What can never be in a game is found where it is, and nothing else is (I-1 to I-5, I-9 to I-12, I-14)."""

from typing import Any

import pytest
from attrs import evolve
from rulesets.timeline.short import go_on, new, opened, table

from timecore.hidden import HIDDEN
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.state import State

PLAYING = table("ab", "gh", timeline="de", pile="kl", cards=3, misplaced="discard").state
PLAYING.options = evolve(PLAYING.options, cards=2)
DEALT = opened("+a +b +g +h +e", cards=2).state
SUDDEN = go_on(opened("+a +h +d", cards=1), "0:a@0 1:h@2")[0].state
OVER = go_on(opened("+a +h +d", cards=1, tie_break="shared"), "0:a@0 1:h@2")[0].state
DISCARDED = go_on(opened("+a +b +g +h +e", cards=2), "0:a@1")[0].state


def found(state: State, **changed: Any) -> list[str]:
    """The numbers of the invariants that a changed state breaks."""
    wrong = state.copy()
    for name, value in changed.items():
        setattr(wrong, name, value)
    return [fault.partition(":")[0] for fault in RULESET.invariants(wrong)]


@pytest.mark.parametrize(
    "state", [new().state, opened().state, opened("+a").state, DEALT, DISCARDED, SUDDEN, OVER]
)
def test_in_a_game_as_it_should_be_nothing_is_found(state: State) -> None:
    """I-1 to I-14: nor on a view of it."""
    assert found(state) == []
    if state.cards:
        assert found(state, years=HIDDEN, digest=HIDDEN) == []


def test_a_card_in_two_places_or_in_none_is_found() -> None:
    """I-1."""
    assert found(DEALT, pile=DEALT.pile[1:]) == ["I-1"]
    assert found(DEALT, discards=["a"], known={"e": 1500, "a": -500}) == ["I-1"]
    assert found(DEALT, pile=[*DEALT.pile, "z"]) == ["I-1"]


def test_rows_that_are_out_of_order_are_found() -> None:
    """I-2."""
    assert found(DEALT, pile=DEALT.pile[::-1]) == ["I-2"]
    assert found(SUDDEN, timeline=SUDDEN.timeline[::-1], dates=SUDDEN.dates[::-1]) == ["I-2"]


def test_dates_that_are_not_true_or_not_known_are_found() -> None:
    """I-3: those of the deck only where they are shown."""
    assert found(DEALT, dates=[1501]) == ["I-3"]
    assert found(DEALT, known={"e": 1501}, dates=[1501]) == ["I-3"]
    assert found(DEALT, known={"e": 1501}, dates=[1501], years=HIDDEN) == []
    assert found(DEALT, known={}) == ["I-3"]
    assert found(DISCARDED, known={"e": 1500}) == ["I-3"]


def test_a_turn_that_is_nobodys_is_found() -> None:
    """I-4."""
    assert found(DEALT, current=None) == ["I-4"]
    assert found(SUDDEN, seats=(1,)) == ["I-4"]
    assert "I-4" in found(DEALT, hands=[[], ["a", "b", "g", "h"]])
    assert "I-4" in found(opened().state, pile=[])
    assert "I-4" in found(OVER, current=0)


def test_hands_of_wrong_sizes_are_found() -> None:
    """I-5."""
    assert found(DEALT, hands=[["a", "b", "g"], ["h"]]) == ["I-5"]
    assert found(DEALT, hands=[["a", "b"], ["g"]], pile=["c", "d", "f", "h", "i", "j", "k", "l"]) == ["I-5"]
    assert found(DISCARDED, drawing=None) == ["I-5"]
    assert found(SUDDEN, drawing=None, hands=[["b", "c"], []], pile=SUDDEN.pile[2:]) == ["I-5", "I-5"]


def test_winners_who_cannot_be_are_found() -> None:
    """I-9, I-10."""
    assert found(OVER, winners=(0,)) == ["I-9"]
    assert found(OVER, winners=()) == ["I-9"]
    assert found(OVER, reason="finished") == ["I-9"]
    assert found(OVER, winners=(1, 0)) == ["I-10"]
    assert found(OVER, hands=[["a"], []], timeline=["d", "h"], dates=[1500, 1900]) == ["I-10"]
    assert found(DEALT, winners=(0,)) == ["I-9"]


def test_cards_that_were_put_where_none_go_are_found() -> None:
    """I-11."""
    assert found(DISCARDED, options=evolve(DISCARDED.options, misplaced="box")) == ["I-11"]
    assert found(DISCARDED, box=DISCARDED.discards, discards=[]) == ["I-11"]


def test_phases_that_do_not_agree_with_the_round_are_found() -> None:
    """I-12."""
    assert found(DEALT, sudden=1) == ["I-12"]
    assert found(SUDDEN, sudden=0) == ["I-12"]
    assert found(DEALT, round=0) == ["I-12"]
    assert found(opened("+a").state, round=1) == ["I-12"]


def test_waiting_for_nothing_or_out_of_turn_is_found() -> None:
    """I-14."""
    assert "I-14" in found(SUDDEN, drawing=1)
    known = dict(zip(SUDDEN.cards, SUDDEN.years, strict=True))
    assert found(SUDDEN, pile=[], discards=SUDDEN.pile, known=known) == ["I-14"]
