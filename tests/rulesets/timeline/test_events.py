"""Events carry facts into a state; what no game has is refused, whatever a strange record says."""

from typing import Any

import pytest
from rulesets.timeline.short import new, opened, table

from timecore.fold import fold
from timecore.hidden import HIDDEN
from timecore.messages import Event
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.events import (
    CardDealt,
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    DeckOpened,
    DiscardsReshuffled,
    GameEnded,
    LastCardPlaced,
    PlayerEliminated,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.state import State

START = new().state
OPENED = opened().state
TABLE = table("ab", "gh", timeline="de", discards="k").state


@pytest.mark.parametrize(
    ("state", "event", "why"),
    [
        (OPENED, DeckOpened("x", "0", ("a",), ("A",), (1,)), "open already"),
        (START, DeckOpened("x", "0", ("b", "a"), ("B", "A"), (1, 2)), "not in order"),
        (START, DeckOpened("x", "0", ("a", "a"), ("A", "A"), (1, 2)), "not in order"),
        (START, DeckOpened("x", "0", ("a", "b"), ("A",), (1, 2)), "one title and one year"),
        (START, DeckOpened("x", "0", ("a", "b"), ("A", "B"), (1,)), "one title and one year"),
        (OPENED, CardDealt(0, "z"), "not in the pile"),
        (OPENED, CardDealt(2, "a"), "the seats are 0 to 1"),
        (OPENED, CardDealt(-1, "a"), "the seats are 0 to 1"),
        (OPENED, StartingCardTurned("z", 1), "not in the pile"),
        (TABLE, CardDrawn(0, "a"), "not in the pile"),
        (TABLE, CardPlaced(0, "g", 0, 1800), "not in the hand of seat 0"),
        (TABLE, CardPlaced(-1, "g", 0, 1800), "the seats are"),
        (TABLE, CardPlaced(0, "a", 3, -500), "no interval 3"),
        (TABLE, CardPlaced(0, "a", -1, -500), "no interval -1"),
        (TABLE, CardMisplaced(0, "a", 0, -500, "timeline", 9, draws=True), "no interval 9"),
        (TABLE, CardMisplaced(0, "a", 0, -500, "timeline", None, draws=True), "not said where"),
        (TABLE, CardMisplaced(0, "l", 0, 2010, "box", None, draws=True), "not in the hand"),
        (TABLE, DiscardsReshuffled(("l",)), "not the discards"),
        (TABLE, DiscardsReshuffled(("k", "k")), "not the discards"),
        (TABLE, RoundStarted(1, 0, (0, 2)), "the seats are 0 to 1"),
        (TABLE, RoundStarted(1, 0, (0, 0)), "named twice"),
        (TABLE, TurnStarted(-1, draws=False), "the seats are"),
        (TABLE, LastCardPlaced(5), "the seats are"),
        (TABLE, PlayerEliminated(-2), "the seats are"),
        (TABLE, GameEnded((7,), "finished"), "the seats are"),
    ],
)
def test_a_fact_that_no_game_has_contradicts_the_state(state: State, event: Event[Any], why: str) -> None:
    """TL-3, TL-4: whoever looks at the state later could not cope with it."""
    with pytest.raises(ValueError, match=why):
        fold(state, [event])


def test_nobody_finishes_or_is_out_twice() -> None:
    """I-6."""
    for event in (LastCardPlaced(0), PlayerEliminated(0)):
        with pytest.raises(ValueError, match="twice"):
            fold(TABLE, [event, event])


def test_an_event_knows_no_rules() -> None:
    """TL-43: a card that was put in the wrong place lies there, as it is recorded."""
    state = fold(TABLE, [CardPlaced(0, "a", 2, -500)])

    assert state.timeline == list("dea")
    assert "I-2" in [fault.partition(":")[0] for fault in RULESET.invariants(state)]


def test_a_view_of_the_deck_is_folded_like_the_deck() -> None:
    """TL-73."""
    state = fold(START, [DeckOpened("example", HIDDEN, ("a", "b"), ("A", "B"), HIDDEN)])

    assert (state.to_json()["digest"], state.to_json()["years"]) == ("?", "?")
    assert state.pile == ["a", "b"]


def test_where_a_card_stands_in_the_deck() -> None:
    """TL-17: for titles and years."""
    assert [OPENED.place_of(card) for card in ("a", "l", "z", "A", "aa")] == [0, 11, None, None, None]
