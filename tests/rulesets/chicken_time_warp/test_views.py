"""What a viewer sees (CW-71, CW-75, CW-77; L1 to L3)."""

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from rulesets.chicken_time_warp.made_up import GAMES, MOST_ENTRIES, OPTIONS

from timecore.actors import PUBLIC, Viewer
from timecore.entry import Entry
from timecore.fold import advance
from timecore.hidden import HIDDEN
from timecore.messages import Event
from timecore.redact import redact, redact_message
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.cards import ORDER
from timecore.rulesets.chicken_time_warp.events import (
    BlackCardsAdded,
    CardDealt,
    CardDiscarded,
    CardDrawn,
    CardMooched,
    CardPlayed,
    CardStolen,
    DiscardReshuffled,
    EscapePodMoved,
    HandDiscarded,
    HandPeeked,
    HandsSwapped,
    PlayerDied,
    TheftFailed,
    TimelineCardRemoved,
    TimelineFlipped,
    TimelineReversed,
    YouDeadDrawn,
)
from timecore.rulesets.chicken_time_warp.state import State
from timecore.testing import given
from timecore.testing.strategies import twins

#: After these a viewer may know what was hidden (L3).
REVEALING = (CardStolen, TheftFailed, EscapePodMoved, HandPeeked, HandsSwapped, HandDiscarded)


def seen_by(viewer: Viewer, *past: Event[Any], players: int = 3) -> State:
    """The view of somebody after some events."""
    seen: State = advance(
        given(RULESET, players=players).state, [redact_message(event, viewer, -1) for event in past]
    )
    return seen


DEALT = [
    CardDealt(0, "clux_capacitor"),
    CardDealt(1, "escape_pod"),
    CardDealt(2, "mooch"),
    CardDealt(0, "swap_hands"),
    CardDealt(1, "swap_block"),
    CardDealt(2, "mooch"),
]


def test_a_card_that_leaves_a_hand_is_taken_where_it_is_known_else_one_that_is_not() -> None:
    """CW-77."""
    past = [
        *DEALT,
        CardDrawn(2, "reverse"),
        HandPeeked(0, 2, ("mooch", "mooch", "reverse")),
        CardDrawn(2, "mooch"),
    ]
    view = seen_by(0, *past)
    assert view.hands[2] == ["mooch", "mooch", "reverse", HIDDEN]

    advance(view, [CardPlayed(2, "mooch", None, "reverse")])
    assert view.hands[2] == ["mooch", "reverse", HIDDEN]
    advance(view, [CardPlayed(2, "stock_pile", None, None)])
    assert view.hands[2] == ["mooch", "reverse"]
    with pytest.raises(ValueError, match="not in the hand"):
        advance(view, [CardPlayed(2, "stock_pile", None, None)])


def test_those_who_swap_know_both_hands_and_nobody_else_does() -> None:
    """CW-44, CW-77."""
    swapped = HandsSwapped(0, 1, ("escape_pod", "swap_block"), ("clux_capacitor", "swap_hands"))
    past = [*DEALT, swapped]

    for viewer in (0, 1):
        assert seen_by(viewer, *past).to_json()["hands"][:2] == [
            ["escape_pod", "swap_block"],
            ["clux_capacitor", "swap_hands"],
        ]
    assert seen_by(2, *past).to_json()["hands"] == [["?", "?"], ["?", "?"], ["mooch", "mooch"]]
    assert seen_by(PUBLIC, *past).to_json()["hands"] == [["?", "?"]] * 3


def test_what_is_known_of_two_hands_goes_with_them() -> None:
    """CW-77, CW-6: an onlooker who has seen a card in one of the hands knows where it went, and no order tells more."""
    past = [
        *DEALT,
        CardStolen(1, 0, "clux_capacitor"),
        HandsSwapped(1, 2, ("mooch", "mooch"), ("escape_pod", "clux_capacitor", "swap_block")),
        CardDrawn(2, "super_thief"),
    ]

    assert seen_by(PUBLIC, *past).to_json()["hands"] == [
        ["?"],
        ["?", "?"],
        ["clux_capacitor", "?", "?", "?"],
    ]
    assert seen_by(0, *past).to_json()["hands"][2] == ["clux_capacitor", "?", "?", "?"]


def test_a_look_into_a_hand_is_for_the_two_who_are_there() -> None:
    """CW-47, CW-71."""
    past = [*DEALT, HandPeeked(0, 1, ("escape_pod", "swap_block"))]

    assert seen_by(0, *past).to_json()["hands"][1] == ["escape_pod", "swap_block"]
    assert seen_by(2, *past).to_json()["hands"][1] == ["?", "?"]
    assert seen_by(PUBLIC, *past).to_json()["hands"][1] == ["?", "?"]


def test_a_pod_that_moves_and_a_hand_that_is_discarded_are_seen_by_all() -> None:
    """CW-59, CW-64."""
    past = [*DEALT, EscapePodMoved(1, 0), HandDiscarded(2, ("mooch", "mooch"))]
    view = seen_by(PUBLIC, *past).to_json()

    assert view["hands"] == [["escape_pod", "?", "?"], ["?"], []]
    assert view["discard"] == ["mooch", "mooch"]


def test_a_black_card_is_seen_by_all() -> None:
    """CW-31."""
    past: list[Event[Any]] = [*DEALT]
    assert YouDeadDrawn(0).private == ()
    assert seen_by(PUBLIC, *past).limbo is None


@pytest.mark.parametrize(
    ("past", "words"),
    [
        ([CardDealt(0, "escape_pod"), CardDealt(1, "escape_pod")], 'no card "escape_pod" left'),
        (
            [CardDealt(0, HIDDEN), CardDealt(1, "escape_pod"), CardPlayed(0, "escape_pod", None, None)],
            "no card",
        ),
        ([CardDealt(0, "mooch"), HandPeeked(1, 0, ("mooch", "mooch"))], "seat 0 has 1 cards, not 2"),
        ([CardDealt(0, "mooch"), CardStolen(1, 0, "reverse")], "'reverse' is not in the hand"),
        ([CardDealt(0, "joker")], 'no card "joker" left'),
        ([CardDealt(3, "mooch")], "the seats are 0 to 2, and 3 is none"),
        ([CardDealt(-1, HIDDEN)], "the seats are 0 to 2, and -1 is none"),
        ([YouDeadDrawn(0)], 'no card "you_dead" left'),
        ([BlackCardsAdded(6, 5), YouDeadDrawn(0), YouDeadDrawn(1)], "you_dead is still in effect"),
        ([BlackCardsAdded(9, 5)], "8 cards you_dead are set aside, and 9 cannot be added"),
        ([BlackCardsAdded(8, -1)], "time_slips_away are set aside"),
        ([CardDiscarded("you_dead")], '"you_dead" is not in effect'),
        ([TimelineFlipped(9)], "9 is not the first face down card"),
        ([TimelineReversed((10,))], "0 cards of the timeline are face up, not 1"),
        ([TimelineCardRemoved(0, face_up=False)], "always the last card"),
        ([TimelineCardRemoved(11, face_up=False)], "not in list"),
        ([TimelineCardRemoved(10, face_up=True)], "10 was face down"),
        (
            [*map(TimelineFlipped, range(10, -1, -1)), TimelineCardRemoved(10, face_up=False)],
            "10 was face up",
        ),
        ([PlayerDied(0, 11)], "11 is not in the timeline"),
        ([CardMooched(0, "mooch", 0)], '"mooch" is not at place 0'),
        ([DiscardReshuffled(1)], "the discard pile has 0 cards, not 1"),
        ([CardDealt(0, HIDDEN)] * 42, "the draw pile is empty"),
    ],
)
def test_events_that_contradict_the_state_are_not_true(past: list[Event[Any]], words: str) -> None:
    """CW-7, CW-2: no card is in two places, and none is shown of which there is no copy left."""
    with pytest.raises(ValueError, match=re.escape(words)):
        given(RULESET, *past, players=3)


@for_all(GAMES)
@settings(max_examples=25)
def test_a_view_is_the_state_but_for_the_hands(game: Any) -> None:
    """L1, L2, CW-77, CW-6: and what it shows of hands is true; a seat moves by its view as by the state."""
    state = game.start()
    views = {viewer: game.start() for viewer in game.viewers}
    for entry in game.entries:
        advance(state, entry.events)
        full = state.to_json()
        to_act = RULESET.to_act(state)
        for viewer, view in views.items():
            advance(view, redact(entry, viewer).events)
            seen = view.to_json()
            assert {**seen, "hands": None} == {**full, "hands": None}
            for seat, (known, cards) in enumerate(zip(view.hands, state.hands, strict=True)):
                assert len(known) == len(cards)
                assert known == sorted(known, key=ORDER.__getitem__)
                assert Counter(card for card in known if card is not HIDDEN) <= Counter(cards)
                assert known == cards or seat != viewer
            assert RULESET.to_act(view) == to_act
            assert RULESET.invariants(view) == []
            if viewer in to_act:
                assert RULESET.legal_moves(view, viewer) == RULESET.legal_moves(state, viewer)


@for_all(twins(RULESET, options=OPTIONS, max_entries=MOST_ENTRIES, reveals=REVEALING))
def test_what_is_hidden_shows_in_nothing_until_it_is_revealed(pair: Any) -> None:
    """L3, CW-75: other cards dealt or drawn, and the viewer sees the same entries and the same players asked."""
    assert pair.leak() is None
    one, other = pair.one.start(), pair.other.start()
    for left, right in zip(pair.one.entries[: pair.shared], pair.other.entries, strict=False):
        assert RULESET.to_act(one) == RULESET.to_act(other)
        assert redact(left, pair.viewer) == redact(right, pair.viewer)
        advance(one, left.events)
        advance(other, right.events)
        sizes = [[len(cards) for cards in state.hands] for state in (one, other)]
        assert sizes[0] == sizes[1]


class AsksWhoCanBlock(type(RULESET)):  # type: ignore[misc]
    """Asks the target of a swap only if it has a choice, else the player who wants to swap."""

    def to_act(self, state: State) -> tuple[int, ...]:
        actors = super().to_act(state)
        if state.phase == "swap" and "swap_block" not in state.hands[actors[0]]:
            return (state.seat,)  # type: ignore[return-value]
        return actors  # type: ignore[no-any-return]


def test_a_question_that_is_not_asked_of_everybody_would_be_found() -> None:
    """L3, CW-75: the strategy that makes pairs of games covers whether a question is asked."""
    from hypothesis import Phase, find  # noqa: PLC0415

    careful = settings(phases=[Phase.generate], max_examples=500, database=None, derandomize=True)
    rules = AsksWhoCanBlock()
    pair = find(
        twins(rules, max_entries=MOST_ENTRIES, reveals=REVEALING),
        lambda pair: pair.leak() is not None,
        settings=careful,
    )

    assert "to act are" in str(pair.leak())


def test_the_public_is_a_viewer_without_a_seat() -> None:
    """CW-71."""
    entry = Entry(
        1,
        -1,
        RULESET.move_from_json({"type": "DealCard", "seat": 0, "card": "mooch"}),
        (CardDealt(0, "mooch"),),
    )

    assert redact(entry, PUBLIC).to_json() == {
        "seq": 1,
        "actor": -1,
        "move": {"type": "DealCard", "seat": 0, "card": "?"},
        "events": [{"type": "CardDealt", "seat": 0, "card": "?"}],
    }
