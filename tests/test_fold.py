"""Events to state."""

import pytest
from tiny import RULESET
from tiny.events import Dealt, Played
from tiny.rules import Options
from tiny.state import TinyState

from timecore.fold import advance, fold


def start() -> TinyState:
    return RULESET.start(Options(players=2))


def test_fold_leaves_the_state_it_began_with_alone() -> None:
    before = start()

    after = fold(before, [Dealt(0, "ace"), Dealt(1, "king")])

    assert after.hands == [["ace"], ["king"]]
    assert before.hands == [[], []]


def test_a_fold_of_nothing_is_a_copy() -> None:
    before = start()

    after = fold(before, [])

    assert after == before
    assert after is not before
    assert after.hands is not before.hands


def test_events_may_come_one_by_one() -> None:
    state = fold(start(), (Dealt(seat, "three") for seat in (0, 1)))

    assert state.hands == [["three"], ["three"]]


def test_advance_changes_the_state_in_place_and_gives_it_back() -> None:
    state = start()

    assert advance(state, [Dealt(0, "ace")]) is state
    assert state.hands == [["ace"], []]


def test_an_event_that_contradicts_the_state_is_an_error() -> None:
    with pytest.raises(ValueError, match="the card 'ace' is not in the hand"):
        fold(start(), [Played(0, "ace")])
