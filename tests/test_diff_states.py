"""Two states compared field by field, and the second made out of the first again."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore.diff import MISSING, Change, diff_states, patch
from timecore.diff._states import seen_by_both
from timecore.errors import UsageError
from timecore.paths import parse

LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-1, 2), st.sampled_from(["a", "b", "?"]))
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["x", "y", "a/b"]), inner, max_size=3)
    ),
    max_leaves=12,
)
HANDS = st.lists(st.lists(st.sampled_from("abcde?"), max_size=5).map(sorted), min_size=2, max_size=2)


def exactly(value: Any) -> str:
    """A text that is equal for equal values of equal types, in whatever order an object has its names."""
    return json.dumps(value, sort_keys=True)


@given(JSON, JSON)
def test_a_patch_makes_the_second_out_of_the_first(a: Any, b: Any) -> None:
    before = copy.deepcopy(a)

    changes = diff_states(a, b)

    assert exactly(patch(a, changes)) == exactly(b)
    assert exactly(patch(a, changes[::-1])) == exactly(b)
    assert exactly(a) == exactly(before)
    assert (changes == ()) == (exactly(a) == exactly(b))


@given(JSON, JSON)
def test_exchanging_the_values_exchanges_the_sides(a: Any, b: Any) -> None:
    there, back = diff_states(a, b), diff_states(b, a)

    assert sorted(map(repr, back)) == sorted(repr(change.swapped()) for change in there)


@given(HANDS, HANDS)
def test_hands_are_told_as_cards_lost_and_gained(a: list[list[str]], b: list[list[str]]) -> None:
    changes = diff_states({"hands": a}, {"hands": b}, like=[{"hands": [[], ["a"]]}])

    assert all(MISSING in (change.old, change.new) for change in changes)
    assert patch({"hands": a}, changes) == {"hands": b}
    for seat in (0, 1):
        lost = [c.old for c in changes if c.path.steps[1] == seat and c.new is MISSING]
        assert len(lost) == sum(max(a[seat].count(card) - b[seat].count(card), 0) for card in "abcde?")


def told(a: Any, b: Any, *like: Any) -> list[str]:
    """The changes as text: `path: old > new`."""
    return [f"{c.path}: {c.old!r} > {c.new!r}" for c in diff_states(a, b, like=like)]


def test_a_list_with_a_value_for_each_seat_is_compared_seat_by_seat() -> None:
    """Also where it happens to be in order on both sides."""
    assert told({"fuel": [0, 1, 2]}, {"fuel": [1, 2, 2]}) == ["fuel[0]: 0 > 1", "fuel[1]: 1 > 2"]
    assert told({"is": ["alive", "alive", "dead"]}, {"is": ["alive", "dead", "dead"]}) == [
        "is[1]: 'alive' > 'dead'"
    ]


def test_one_card_for_another_is_one_lost_and_one_gained() -> None:
    """What a hand is shows in that hands are not always equally long; the order is the game's own."""
    a, b = {"hands": [["B8", "B12", "C7"], []]}, {"hands": [["B8", "C7", "C1"], []]}

    assert told(a, b) == ["hands[0][1]: 'B12' > MISSING", "hands[0][2]: MISSING > 'C1'"]


def test_cards_that_are_turned_round_are_told_place_by_place() -> None:
    a, b = {"line": [["x", "y"], []]}, {"line": [["y", "x"], []]}

    assert told(a, b) == ["line[0][0]: 'x' > 'y'", "line[0][1]: 'y' > 'x'"]


def test_an_object_in_a_list_keeps_its_place() -> None:
    a = {"plays": [{"seat": 0, "card": "x"}, {"seat": 1, "card": "y"}]}

    assert told(a, {"plays": a["plays"][1:]}) == ["plays[0]: {'seat': 0, 'card': 'x'} > MISSING"]
    assert told(a, {"plays": [a["plays"][0], {"seat": 1, "card": "z"}]}) == ["plays[1].card: 'y' > 'z'"]


def test_an_event_of_another_type_is_another_event() -> None:
    a, b = {"type": "Won", "seat": 1}, {"type": "Lost", "seat": 2}

    assert told([a], [b]) == [f"[0]: {a} > {b}"]


def test_types_count() -> None:
    assert told([1, True], [True, 1]) == ["[0]: 1 > True", "[1]: True > 1"]
    assert told({"x": None}, {}) == ["x: None > MISSING"]
    assert told([], {}) == [".: [] > {}"]


def test_a_change_is_json_with_path_and_pointer() -> None:
    [change] = diff_states({"a/b": [1]}, {"a/b": [None]})
    [lost] = diff_states({"x": [1]}, {"x": []})

    assert change.to_json() == {"path": '["a/b"][0]', "pointer": "/a~1b/0", "old": 1, "new": None}
    assert lost.to_json() == {"path": "x[0]", "pointer": "/x/0", "old": 1}


@pytest.mark.parametrize(
    "change",
    [
        Change(parse("x"), 2, 3),
        Change(parse("x"), old=True, new=3),
        Change(parse("y"), 1),
        Change(parse("x"), new=3),
        Change(parse("z[1]"), new=3),
        Change(parse("z.a"), new=3),
        Change(parse("gone.x"), new=3),
    ],
)
def test_a_patch_of_another_value_is_refused(change: Change) -> None:
    with pytest.raises(UsageError, match="does not fit"):
        patch({"x": 1, "z": []}, [change])


def test_what_one_side_hides_is_no_difference_to_who_compares_what_both_show() -> None:
    a = {"hands": [["C1", "C7"], ["D1", "D2"]], "bid": 3, "phase": "x"}
    b = {"hands": [["?", "?"], ["?", "?", "?"]], "bid": "?", "phase": "y"}

    kept, hidden = seen_by_both(diff_states(a, b, like=[{"hands": [[], []]}]))

    assert [(str(change.path), change.old, change.new) for change in kept] == [
        ("hands[1][2]", MISSING, "?"),
        ("phase", "x", "y"),
    ]
    assert hidden == 9
