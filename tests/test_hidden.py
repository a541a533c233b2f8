"""What stands in the place of a value that a viewer may not see."""

import copy
import pickle

import pytest

from timecore.hidden import HIDDEN, Hidden, take


def test_hidden_is_one_object_wherever_it_has_been() -> None:
    assert pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN  # noqa: S301 - its own bytes
    assert copy.copy(HIDDEN) is HIDDEN
    assert copy.deepcopy([HIDDEN])[0] is HIDDEN


def test_hidden_has_no_truth_value() -> None:
    """``if event.card:`` would take a hidden card for a card, and a hidden bid of nothing for a bid."""
    with pytest.raises(TypeError, match="is HIDDEN"):
        bool(HIDDEN)
    with pytest.raises(TypeError):
        _ = HIDDEN or None


def test_hidden_is_equal_to_itself_only() -> None:
    values: list[object] = [None, "?", "HIDDEN", 0, ()]

    assert values.count(HIDDEN) == 0
    assert repr(HIDDEN) == "HIDDEN"
    assert HIDDEN.value == "?"


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("ace", ["king", "king", HIDDEN, HIDDEN]),
        ("king", ["ace", "king", HIDDEN, HIDDEN]),
        ("three", ["ace", "king", "king", HIDDEN]),
        (HIDDEN, ["ace", "king", "king", HIDDEN]),
    ],
)
def test_take_takes_the_card_if_it_is_shown_and_else_a_hidden_one(
    card: str | Hidden, left: list[str | Hidden]
) -> None:
    hand: list[str | Hidden] = ["ace", "king", "king", HIDDEN, HIDDEN]

    take(hand, card)

    assert hand == left


@pytest.mark.parametrize("card", ["three", HIDDEN])
@pytest.mark.parametrize("known", [[], ["ace", "king"]])
def test_take_refuses_what_cannot_have_been_there(card: str | Hidden, known: list[str]) -> None:
    hand: list[str | Hidden] = list(known)

    with pytest.raises(ValueError, match="is not in the hand"):
        take(hand, card)

    assert hand == known
