"""``given`` … ``when`` … ``then``."""

import pytest
from tiny import RULESET
from tiny.events import BidMade, BidsShown, Dealt, JokerDealt, SeatBid
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE
from timecore.entry import Entry
from timecore.errors import IllegalMove, OptionRefused
from timecore.testing import given, refusal

DEALT = (Dealt(0, "ace"), Dealt(1, "king"), JokerDealt(0), Dealt(1, "three"))


def test_events_that_follow_are_accepted_and_the_game_goes_on_from_there() -> None:
    after = (
        given(RULESET, *DEALT, players=2)
        .when(1, Bid(0))
        .then(BidMade(1, 0))
        .when(0, Bid(0))
        .then(BidMade(0, 0), BidsShown((SeatBid(0, 0), SeatBid(1, 0))))
    )

    assert after.to_act == (0,)
    assert after.legal_moves(0) == (Play("ace"), Play("joker"))
    assert after.state.shown


def test_the_past_may_be_moves_and_entries_too() -> None:
    entry = Entry(2, CHANCE, Deal(1, "king"), (Dealt(1, "king"),))

    case = given(RULESET, (CHANCE, Deal(0, "ace")), entry, JokerDealt(0), players=2)

    assert case.state.hands == [["ace", "joker"], ["king"]]


def test_the_past_may_begin_with_a_state_which_stays_as_it_is() -> None:
    state = given(RULESET, *DEALT[:3], players=2).state
    before = state.to_json()

    given(RULESET, state, DEALT[3]).when(0, Bid(100)).then(BidMade(0, 100))

    assert state.to_json() == before


def test_a_state_that_was_given_out_can_be_changed_without_harm() -> None:
    case = given(RULESET, *DEALT, players=2)
    case.state.hands.clear()

    assert case.state.hands == [["ace", "joker"], ["king", "three"]]


def test_options_are_resolved() -> None:
    with pytest.raises(OptionRefused):
        given(RULESET, players=9)
    assert given(RULESET, options={"players": 4}).state.players == 4


def test_a_past_that_is_not_legal_is_an_error_of_the_test() -> None:
    with pytest.raises(IllegalMove):
        given(RULESET, (0, Bid(0)), players=2)
    with pytest.raises(TypeError, match="the past holds"):
        given(RULESET, DEALT[0], "ace", players=2)


def test_other_events_fail_with_a_difference_in_json() -> None:
    case = given(RULESET, *DEALT, players=2).when(1, Bid(0))

    with pytest.raises(AssertionError) as caught:
        case.then(BidMade(1, 100), Dealt(0, "ace"))

    assert 'actor 1 asks for {"type": "Bid", "amount": 0}' in str(caught.value)
    assert '- {"type": "BidMade", "seat": 1, "amount": 100}' in str(caught.value)
    assert '+ {"type": "BidMade", "seat": 1, "amount": 0}' in str(caught.value)
    assert '- {"type": "Dealt", "seat": 0, "card": "ace"}' in str(caught.value)


def test_events_were_expected_and_it_was_refused() -> None:
    case = given(RULESET, *DEALT, players=2).when(1, Play("king"))

    with pytest.raises(AssertionError, match=r"expected events, but it was refused: TY-22: ") as caught:
        case.then(BidMade(1, 0))

    assert 'legal: {"type": "Bid", "amount": null}, ' in str(caught.value)


def test_a_refusal_is_accepted_with_its_rule_and_what_is_legal() -> None:
    case = given(RULESET, Dealt(0, "ace"), players=2)

    after = (
        case.when(CHANCE, Deal(0, "ace"))
        .refused("TY-3")
        .when(0, Bid(0))
        .then(refusal("TY-21", legal=()))
        .when(0, {"type": "Bid", "amount": True})
        .refused("TY-20")
    )

    assert after.state.to_json() == case.state.to_json()


def test_a_refusal_by_another_rule_fails() -> None:
    case = given(RULESET, *DEALT, players=2).when(1, Play("king"))

    with pytest.raises(AssertionError, match=r"refused by TY-10, but: TY-22: "):
        case.refused("TY-10")


def test_a_refusal_that_lists_other_moves_fails_with_a_difference() -> None:
    case = given(RULESET, (CHANCE, Deal(0, "joker")), players=2).when(CHANCE, Deal(1, "joker"))

    with pytest.raises(AssertionError) as caught:
        case.refused("TY-3", legal=[Deal(1, "ace"), Deal(1, "joker")])

    assert '- {"type": "Deal", "seat": 1, "card": "joker"}' in str(caught.value)
    assert '+ {"type": "Deal", "seat": 1, "card": "king"}' in str(caught.value)


def test_a_refusal_was_expected_and_it_was_legal() -> None:
    case = given(RULESET, *DEALT, players=2).when(1, Bid(0))

    with pytest.raises(AssertionError) as caught:
        case.refused("TY-6")

    assert "expected to be refused by TY-6, but it caused" in str(caught.value)
    assert '{"type": "BidMade", "seat": 1, "amount": 0}' in str(caught.value)


def test_moves_may_be_json() -> None:
    given(RULESET, *DEALT, players=2).when(0, {"type": "Bid", "amount": None}).then(BidMade(0, None))
