"""What can never be in a state is told (I1 to I7, I9)."""

from typing import Any

import pytest
from rulesets.chicken_time_warp.short import go, start

from timecore.hidden import HIDDEN
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.state import Result, State

HANDS = ("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap")


def changed(**fields: Any) -> State:
    """A state in which seat 0 is to play, with some fields changed."""
    state: State = start(*HANDS).state
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def hands(zero: list[Any] | None = None, one: list[Any] | None = None) -> list[list[Any]]:
    now = start(*HANDS).state.hands
    return [now[0] if zero is None else zero, now[1] if one is None else one, now[2]]


def test_a_sound_state_has_no_faults() -> None:
    """I1 to I7, I9."""
    assert RULESET.invariants(changed()) == []


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"discard": ["mooch"]}, "I1: there are 4 cards mooch, and the deck has 3"),
        ({"draw_count": 39}, "I1: 39 cards to draw and 0 hidden ones are not those that nobody has seen"),
        ({"hands": hands(zero=[HIDDEN] * 4)}, "I1: there are 8 cards clux_capacitor, and the deck has 9"),
        (
            {"status": ["alive", "dead", "alive"], "above": [None, 10, None]},
            "I2: seat 1 is dead and holds the Escape Pod",
        ),
        ({"discard": ["escape_pod"]}, "I2: the Escape Pod is discarded when it wins the game, and only then"),
        ({"hands": hands(zero=["you_dead"])}, "I3: seat 0 holds you_dead"),
        (
            {"hands": hands(zero=["mooch", "swap_hands"])},
            "CW-6: the hand of seat 0 is not in the order of kinds",
        ),
        ({"timeline": [10, 8, 0]}, "I4: the timeline is [10, 8, 0]"),
        ({"timeline": []}, "I4: the timeline is []"),
        ({"face_up": 12}, "I4: 12 of 11 Timeline cards are face up"),
        ({"face_up": 0}, "I4: a card is to be played, and no Timeline card is face up"),
        ({"above": [None, None, 10]}, "I5: seat 2 is alive, and over card 10"),
        ({"status": ["alive", "alive", "dead"]}, "I5: seat 2 is dead, and over card None"),
        (
            {"status": ["alive", "alive", "dead"], "above": [None, None, 9]},
            "I5: seat 2 is over card 9, which is not face up",
        ),
        (
            {"status": ["alive", "alive", "dead"], "above": [None, None, 10], "frozen": [False, False, True]},
            "I6: seat 2 is dead and frozen",
        ),
        ({"frozen": [True, False, False]}, "I6: it is the turn of seat 0, who is not living or is frozen"),
        ({"seat": None}, "I6: it is the turn of nobody"),
        ({"status": ["alive", "erased", "erased"]}, "I7: 1 players are living in the phase play"),
        ({"limbo": "you_dead"}, "I9: the card in effect is you_dead in the phase play"),
        ({"phase": "draw"}, "I9: a card is to be drawn, and no draw is due"),
        ({"swap_target": 1}, "I9: who must answer Swap Hands is 1 in the phase play"),
        ({"phase": "over"}, "CW-70: the result is None in the phase over"),
        (
            {"phase": "over", "result": Result("escape", ())},
            "CW-70: there are 0 winners, for the reason escape",
        ),
        (
            {"phase": "over", "result": Result("turn_limit", (1,))},
            "CW-70: there are 1 winners, for the reason turn_limit",
        ),
        (
            {"phase": "over", "result": Result("sudden_death", (2,)), "status": ["alive", "alive", "erased"]},
            "CW-70: seat 2 has won and is erased",
        ),
    ],
)
def test_a_fault_is_told_with_its_number(fields: dict[str, Any], fault: str) -> None:
    """I1, I2, I3, I4, I5, I6, I7, I9, CW-6, CW-70."""
    assert fault in RULESET.invariants(changed(**fields))


def test_views_are_sound_too() -> None:
    """I1: a hidden card may be any that nobody has seen."""
    state, _ = go(start(*HANDS), "- +thief")
    view: State = state.state
    for card in view.hands[1]:
        view.unseen[str(card)] += 1
    view.hands[1] = [HIDDEN] * 4

    assert RULESET.invariants(view) == []
