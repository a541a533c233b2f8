"""What can never be in a game is found where it is, and nothing else is (P-1 to P-5, P-9)."""

from typing import Any

import pytest
from attrs import evolve
from rulesets.time_chase.short import deals, go_on, table

from timecore.hidden import HIDDEN
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import SeatCard
from timecore.rulesets.time_chase.events import CardPlayed
from timecore.rulesets.time_chase.state import Contest, Resolving, Result, State
from timecore.testing import given

HANDS = (
    "A9 A12 B8 B13 C8 C11 D7 D10 E8 E12",
    "A7 A10 B7 B12 C7 C13 D9 D11 E7 E13",
    "B9 B10 B11 C9 C10 C12 D8 D12 E9 E10",
)


def sound() -> State:
    """A game after its first round: A9 was led, D8 of seat 2 won, A7 is discarded; 2, 3 and 1 fuel."""
    game, _ = go_on(given(RULESET, *deals(HANDS, "D13"), players=3), "0:A9 1:A7 2:D8")
    state: State = game.state
    return state


def changed(wrong: dict[str, Any]) -> State:
    state = sound()
    for name, value in wrong.items():
        assert hasattr(state, name)
        setattr(state, name, value)
    return state


@pytest.mark.parametrize(
    ("wrong", "faults"),
    [
        ({}, []),
        (
            {"deck_left": 3},
            ["P-1: 31 cards and 3 in the deck make not 35", "P-1: 3 cards are left in the deck, not 4"],
        ),
        ({"discards": []}, ["P-1: 30 cards and 4 in the deck make not 35"]),
        ({"discards": ["A6"]}, ["P-1: A6 is no card of this deck"]),
        # B9, which seat 2 holds, at each other place where a card can be:
        ({"discards": ["B9"]}, ["P-1: B9 is in 2 places"]),
        ({"invariant": "B9"}, ["P-1: B9 is in 2 places"]),
        ({"invariant": None, "discards": ["A7", "D13"]}, []),
        ({"led_cards": [None, "B9", None]}, ["P-1: B9 is in 2 places"]),
        ({"winning_cards": [None, "B9", None]}, ["P-1: B9 is in 2 places"]),
        ({"committed_cards": [None, "B9", None], "discards": []}, ["P-1: B9 is in 2 places"]),
        (
            {"resolving": Resolving(2, (1, 0), "B", [CardPlayed(1, 2, "B9", "led")]), "discards": []},
            ["P-1: B9 is in 2 places"],
        ),
        ({"contest": Contest((1,), (SeatCard(1, "B9"),)), "discards": []}, ["P-1: B9 is in 2 places"]),
        ({"fuel": [-1, 3, 1], "supply": 27}, ["P-2: seat 0 has -1 fuel"]),
        ({"fuel": [0, 5, 1]}, []),
        ({"fuel": [2, 3, 2]}, ["P-2: a supply of 24 and 7 fuel make not 30"]),
        ({"supply": 23}, ["P-2: a supply of 23 and 6 fuel make not 30"]),
        ({"supply": -1, "fuel": [27, 3, 1]}, ["P-2: the supply is -1"]),
        ({"supply": 0, "fuel": [26, 3, 1]}, []),
        ({"supply": None, "fuel": [40, 3, 1]}, []),
        ({"committed_fuel": [0, 3, HIDDEN]}, []),
        ({"committed_fuel": [None, 4, None]}, ["P-2: seat 1 has set 4 of 3 fuel aside"]),
        ({"committed_fuel": [-1, None, None]}, ["P-2: seat 0 has set -1 of 2 fuel aside"]),
        ({"discs": [3, 2, 2]}, ["P-3: 2 discs of seat 1 and 0 events make not 3"]),
        ({"discs": [3, 3, 3]}, ["P-3: 3 discs of seat 2 and 1 events make not 3"]),
        (
            {"control": [None, None, None], "discs": [3, 3, 3]},
            [
                "P-4: event 1 has only some of led card, winning card and controller",
                "P-4: nobody controls event 1",
            ],
        ),
        (
            {"led_cards": [None, None, None], "discards": ["A7", "A9"]},
            ["P-4: event 1 has only some of led card, winning card and controller"],
        ),
        (
            {"winning_cards": [None, None, None], "discards": ["A7", "D8"]},
            ["P-4: event 1 has only some of led card, winning card and controller"],
        ),
        ({"control": [None, 2]}, ["P-4: the timeline does not have 2 event tokens"]),
        ({"led_cards": [None, "A9", None, None]}, ["P-4: the timeline does not have 2 event tokens"]),
        ({"winning_cards": [None, "D8"]}, ["P-4: the timeline does not have 2 event tokens"]),
        ({"travelers": [2, 1, 2]}, ["P-5: the traveler of seat 1 is not in the present"]),
    ],
)
def test_a_wrong_state_is_told_by_its_property(wrong: dict[str, Any], faults: list[str]) -> None:
    """P-1 to P-5."""
    assert RULESET.invariants(changed(wrong)) == faults


def test_event_1_need_not_be_won_before_the_first_round_is_over() -> None:
    """P-4."""
    for number in (0, 1, 30, 31):
        game = given(RULESET, *deals(HANDS, "D13")[:number], players=3)
        assert RULESET.invariants(game.state) == []


def test_a_card_that_leads_and_wins_lies_in_one_place() -> None:
    """P-1, TC-19."""
    state = changed({"winning_cards": [None, "A9", None], "discards": ["A7", "D8"]})

    assert RULESET.invariants(state) == []


def test_a_hand_has_a_card_for_each_round_to_come() -> None:
    """P-5."""
    state = sound()
    state.discards.append(str(state.hands[2].pop()))

    assert RULESET.invariants(state) == ["P-5: seat 2 holds 8 cards after round 1"]


def test_nobody_goes_on_with_three_events() -> None:
    """P-5."""
    stacks = [("A5", "A5", 0), ("A6", "A6", 0), ("A7", "A7", 1), None]
    fault = "P-5: seat 0 controls 3 events, and the game goes on"
    assert fault not in RULESET.invariants(table("A9", "B9", "C9", stacks=stacks).state)

    stacks[2] = ("A7", "A7", 0)
    assert fault in RULESET.invariants(table("A9", "B9", "C9", stacks=stacks).state)


RESULT = Result(
    winners=(1,),
    reason="ten_rounds",
    tiebreak=False,
    ranking=((1,), (0, 2)),
    scores=(0, 1, 0),
    closest=(None, 1, None),
)


@pytest.mark.parametrize(
    ("result", "faults"),
    [
        (RESULT, []),
        (evolve(RESULT, winners=(1, 2)), ["P-9: there are 2 winners"]),
        (evolve(RESULT, winners=()), ["P-9: there are 0 winners"]),
        (evolve(RESULT, ranking=((0, 1), (2,))), ["P-9: the seats 0, 1 control events and share a place"]),
    ],
)
def test_a_wrong_result_is_told(result: Result, faults: list[str]) -> None:
    """P-9."""
    assert RULESET.invariants(changed({"result": result})) == faults
