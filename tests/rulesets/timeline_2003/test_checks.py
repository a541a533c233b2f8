"""What can never be in a game is found where it is, and nothing else is."""

from collections.abc import Callable
from typing import Any

import pytest
from rulesets.timeline_2003.short import after_entry, table

from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import FACES
from timecore.rulesets.timeline_2003.state import Pending, Result, Waypoint

#: What is done to the state after entry 25 of game A, and what is found then.
WRONG: list[tuple[str, Callable[[Any], Any], list[str]]] = [
    ("nothing", lambda _state: None, []),
    (
        "a counter is lost",
        lambda state: state.supply.update(Oilpetrol=36),
        ["1: 36 Oilpetrol in the supply, 8 on the board and 1 held make not 46"],
    ),
    (
        "a counter is owed",
        lambda state: (state.goods[1].update(Oilpetrol=-1), state.goods[0].update(Oilpetrol=2)),
        ["1: somebody has less than no Oilpetrol"],
    ),
    (
        "a copy too many is unseen",
        lambda state: state.unseen.update({"0132": 2}),
        ["2: 1 cards 0132 lie face up, and 2 are unseen"],
    ),
    (
        "a card is in no zone",
        lambda state: (state.zones[0].cards.remove(6), state.zones[0].faces.pop(0)),
        ["3: card 6 of zone 1 is in the lists of the zones []"],
    ),
    (
        "a card is in two zones",
        lambda state: (state.zones[3].cards.append(6), state.zones[3].faces.append(state.faces[6])),
        ["3: card 6 of zone 1 is in the lists of the zones [1, 4]"],
    ),
    (
        "a zone shows another card",
        lambda state: state.zones[3].faces.__setitem__(0, FACES["0321", False]),
        ["3: zone 4 does not show what its cards do"],
    ),
    (
        "counters are swapped",
        lambda state: state.counters.__setitem__(2, ("Oilpetrol", "Beetcandy", "Milkbread", "Nucleons")),
        [
            "4: on path 0 of card 2 lies Oilpetrol, and its colour is Beetcandy",
            "4: on path 1 of card 2 lies Beetcandy, and its colour is Oilpetrol",
        ],
    ),
    (
        "a zone has slid for nothing",
        lambda state: setattr(state.zones[3], "top", -2),
        ["5: the top of zone 4 is -2, after 0 cards above and 1 counters taken"],
    ),
    (
        "a zone has not slid",
        lambda state: setattr(state.zones[0], "top", -6),
        ["5: the top of zone 1 is -6, after 1 cards above and 3 counters taken"],
    ),
    (
        "a pawn stands on a counter",
        lambda state: state.pawns.__setitem__(1, Waypoint(3, 0)),
        ["6: seat 1 stands on a counter, on path 0 of card 3"],
    ),
    (
        "two pawns stand on one waypoint",
        lambda state: state.pawns.__setitem__(1, state.pawns[0]),
        ["6: on path 1 of card 7 stands more than one pawn"],
    ),
    (
        "another seat is about to stop",
        lambda state: setattr(state, "pending", Pending(0, 7, "local", None)),
        ["11: seat 0 is about to stop, and it is the turn of seat 1"],
    ),
    (
        "a traveller has not arrived",
        lambda state: setattr(state, "pending", Pending(1, 7, "forward", -7)),
        ["11: seat 1 has met card 7, which lies face up, and has not arrived"],
    ),
    (
        "the target is reached",
        lambda state: state.gold.__setitem__(1, 21),
        ["12: seat 1 has 21 gold, and has not won"],
    ),
    (
        "the winner is poor",
        lambda state: setattr(state, "result", Result("gold", (1,))),
        ["12: the winners are [1], and the target is reached by []"],
    ),
    ("rounds are over", lambda state: setattr(state, "result", Result("rounds", (1,))), []),
]


@pytest.mark.parametrize(("change", "faults"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_a_wrong_state_is_told_by_its_invariant(change: Callable[[Any], Any], faults: list[str]) -> None:
    """Invariants 1 to 6, 11, 12."""
    state = after_entry(25).state
    change(state)

    assert RULESET.invariants(state) == faults


def test_a_pawn_on_a_blank_is_told() -> None:
    """T3-57, invariant 6."""
    state = table("0132 ? 1230", "0231", "0213", "1023", pawns=("0.0", "3.0")).state
    assert RULESET.invariants(state)[:1] != ["6: seat 0 stands on card 1, which lies face down"]

    state.pawns[0] = Waypoint(1, 0)
    assert "6: seat 0 stands on card 1, which lies face down" in RULESET.invariants(state)


def test_a_blank_at_an_end_is_told() -> None:
    """Invariant 14."""
    state = table("0132 ?", "0231", "0213", "1023").state

    assert "14: a card at an end of zone 1 lies face down" in RULESET.invariants(state)
    state.pending = Pending(0, 1, "local", None)
    assert not any(fault.startswith("14") for fault in RULESET.invariants(state))


def test_three_of_a_kind_are_told() -> None:
    """T3-2, invariant 2."""
    state = after_entry(7).state
    for card in (1, 2):
        state.faces[card] = FACES["0132", False]

    assert "2: 3 cards 0132 lie face up" in RULESET.invariants(state)


def test_more_cards_than_there_are_are_told() -> None:
    """T3-2, invariant 2."""
    state = after_entry(7).state
    state.homes += [1] * 43

    assert "2: 47 cards are on the board, and there are only 46" in RULESET.invariants(state)


def test_a_card_without_a_counter_from_the_start_need_not_have_slid() -> None:
    """Invariant 5: with fewer counters nobody can tell which waypoint was bare from the start."""
    state = table("0132", "0231", "0213", "1023", pawns=("0.0", "1.0"), counters=40).state
    for top in (0, -1):
        state.zones[0].top = top
        assert not any(fault.startswith("5") for fault in RULESET.invariants(state))
    state.zones[0].top = -2
    assert "5: the top of zone 1 is -2, after 0 cards above and 1 counters taken" in RULESET.invariants(state)
    state.zones[0].top = 1
    assert any(fault.startswith("5") for fault in RULESET.invariants(state))
