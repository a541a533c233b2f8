"""What a viewer sees (TC-120 to TC-122)."""

from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from timecore.actors import CHANCE, PUBLIC, Seat, Viewer
from timecore.entry import Entry
from timecore.fold import advance
from timecore.hidden import HIDDEN
from timecore.messages import Event, Move
from timecore.redact import redact, redact_message
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import ORDER, SeatCard
from timecore.rulesets.time_chase.events import (
    CardCommitted,
    CardDealt,
    CardPlayed,
    CardsRevealed,
    FuelCommitted,
    FuelRevealed,
)
from timecore.rulesets.time_chase.moves import CommitCard, CommitFuel, DealCard
from timecore.testing import given
from timecore.testing.strategies import games, twins

SECRETS: list[tuple[Seat, Event[Any], Event[Any]]] = [
    (1, CardDealt(1, "A7"), CardDealt(1, HIDDEN)),
    (2, CardCommitted(2, "A7"), CardCommitted(2, HIDDEN)),
    (0, FuelCommitted(0, 2), FuelCommitted(0, HIDDEN)),
]
ASKED: list[tuple[int, Seat, Move, Move]] = [
    (CHANCE, 1, DealCard(1, "A7"), DealCard(1, HIDDEN)),
    (2, 2, CommitCard("A7"), CommitCard(HIDDEN)),
    (0, 0, CommitFuel(2), CommitFuel(HIDDEN)),
]


@pytest.mark.parametrize(("owner", "event", "hidden"), SECRETS)
def test_a_secret_of_a_seat_is_shown_to_that_seat_alone(
    owner: Seat, event: Event[Any], hidden: Event[Any]
) -> None:
    """TC-120."""
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert redact_message(event, viewer, owner) == (event if viewer == owner else hidden)


@pytest.mark.parametrize(("actor", "owner", "move", "hidden"), ASKED)
def test_a_secret_in_a_move_is_hidden_like_that_in_its_event(
    actor: int, owner: Seat, move: Move, hidden: Move
) -> None:
    """TC-121."""
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert redact_message(move, viewer, actor) == (move if viewer == owner else hidden)


def test_everything_else_is_public() -> None:
    """TC-120: fuel, discs, stacks, discards, and who has committed."""
    private = {CardDealt, CardCommitted, FuelCommitted}

    assert {cls for cls in RULESET.events.classes if cls.private} == private
    for cls in private:
        assert [cls.specs[index].name for index in cls.private] == [cls.specs[-1].name]


def test_a_card_that_leaves_a_hand_is_taken_where_it_is_shown_else_one_that_is_hidden() -> None:
    """TC-122."""
    hand = (CardDealt(0, "A7"), CardDealt(0, HIDDEN), CardDealt(0, "A9"), CardDealt(0, HIDDEN))
    state = given(RULESET, *hand, players=3).state
    assert state.hands[0] == ["A7", "A9", HIDDEN, HIDDEN]

    advance(state, [CardCommitted(0, "A9")])
    assert state.hands[0] == ["A7", HIDDEN, HIDDEN]
    advance(state, [CardCommitted(0, HIDDEN)])
    assert state.hands[0] == ["A7", HIDDEN]
    advance(state, [CardCommitted(0, "E9")])
    assert state.hands[0] == ["A7"]
    with pytest.raises(ValueError, match="not in the hand"):
        advance(state, [CardCommitted(0, "E9")])


@for_all(games(RULESET))
@settings(max_examples=12)
def test_a_view_differs_from_the_state_in_hands_and_secret_choices_only(game: Any) -> None:
    """TC-122, TC-120, P-8: after every entry, for every seat and the public."""
    state = game.start()
    views = {viewer: game.start() for viewer in game.viewers}
    for entry in game.entries:
        advance(state, entry.events)
        full = state.to_json()
        for viewer, view in views.items():
            advance(view, redact(entry, viewer).events)
            expected = dict(full)
            for name in ("committed_cards", "committed_fuel"):
                expected[name] = [
                    "?" if value is not None and seat != viewer else value
                    for seat, value in enumerate(full[name])
                ]
            expected["hands"] = [
                hand if seat == viewer else ["?"] * len(hand) for seat, hand in enumerate(full["hands"])
            ]

            assert view.to_json() == expected
            assert RULESET.to_act(view) == RULESET.to_act(state)
            assert RULESET.invariants(view) == []
            if viewer is not PUBLIC:
                assert RULESET.legal_moves(view, viewer) == RULESET.legal_moves(state, viewer)


@for_all(games(RULESET))
@settings(max_examples=12)
def test_hands_are_in_card_order_with_hidden_cards_last(game: Any) -> None:
    """TC-17, TC-2."""
    views = [game.start() for _ in game.viewers]
    for entry in game.entries:
        for viewer, view in zip(game.viewers, views, strict=True):
            advance(view, redact(entry, viewer).events)
            for hand in view.hands:
                assert hand == sorted(hand, key=ORDER.__getitem__)


@for_all(twins(RULESET, reveals=[CardPlayed, CardsRevealed, FuelRevealed]))
def test_what_is_hidden_shows_in_nothing_until_it_is_revealed(pair: Any) -> None:
    """P-11, TC-120: another card in another hand, another secret choice, and the viewer sees the same entries."""
    assert pair.leak() is None
    for one, other in zip(pair.one.entries[: pair.shared], pair.other.entries, strict=False):
        assert redact(one, pair.viewer) == redact(other, pair.viewer)


@for_all(games(RULESET), st.data())
@settings(max_examples=12)
def test_the_order_of_simultaneous_choices_changes_nothing(game: Any, data: st.DataObject) -> None:
    """P-10: neither the reveal nor anything after it."""
    state = game.start()
    together: list[Entry] = []
    before = state.copy()
    for entry in game.entries:
        if isinstance(entry.move, CommitCard | CommitFuel):
            together.append(entry)
        advance(state, entry.events)
        if together and len(entry.events) > 1:
            shuffled = data.draw(st.permutations(together))
            for one in shuffled:
                events = RULESET.decide(before, one.actor, one.move)
                advance(before, events)
            assert events[1:] == entry.events[1:]
            assert before.to_json() == state.to_json()
            together = []
        if not together:
            before = state.copy()


def test_the_public_is_a_viewer_without_a_seat() -> None:
    """TC-120: a spectator sees no hand."""
    entry = Entry(1, CHANCE, DealCard(0, "A7"), (CardDealt(0, "A7"),))
    viewer: Viewer = PUBLIC

    assert redact(entry, viewer).to_json() == {
        "seq": 1,
        "actor": -1,
        "move": {"type": "DealCard", "seat": 0, "card": "?"},
        "events": [{"type": "CardDealt", "seat": 0, "card": "?"}],
    }
    assert CardsRevealed((SeatCard(0, "A7"),)).private == ()
