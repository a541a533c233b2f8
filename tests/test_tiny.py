"""The small ruleset of the tests is that of the test vectors, and follows tiny/RULES.md."""

import json
from pathlib import Path
from typing import Any

import pytest
from tiny import RULESET
from tiny.cards import ANSWERS
from tiny.events import (
    BidMade,
    BidsShown,
    BoxClosed,
    Dealt,
    Ended,
    HandShown,
    JokerDealt,
    Played,
    SeatBid,
)
from tiny.moves import Bid, Deal, Play
from tiny.rules import Options
from tiny.state import TinyState

from timecore.actors import CHANCE, TABLE
from timecore.errors import IllegalMove, InvalidMove, OptionRefused
from timecore.fold import advance, fold
from timecore.messages import Event, Move, Vocabulary

GAME = json.loads((Path(__file__).parent / "data" / "record_vectors.json").read_text(encoding="utf-8"))[
    "game"
]


def state_after(*moves: tuple[int, Move], players: int = 2) -> TinyState:
    """The state after some moves, each decided by the rules."""
    state = RULESET.start(Options(players=players))
    for actor, move in moves:
        advance(state, RULESET.decide(state, actor, move))
    return state


def deals(*cards: str, players: int = 2) -> list[tuple[int, Move]]:
    """Deals of these cards, in the order of TY-3."""
    return [(CHANCE, Deal(index % players, card)) for index, card in enumerate(cards)]


def test_the_schema_is_the_same() -> None:
    def schema(vocabulary: Vocabulary[Any]) -> list[Any]:
        def names(several: tuple[str, ...] | None) -> list[str] | None:
            return None if several is None else list(several)

        return [
            [cls.__name__, [[s.name, names(s.audience), names(s.parts)] for s in cls.specs]]
            for cls in vocabulary.classes
        ]

    header = GAME["header"]["map"]

    assert [schema(RULESET.moves), schema(RULESET.events)] == header["schema"]
    assert [RULESET.name, RULESET.version] == header["rules"]
    assert header["options"]["map"] == RULESET.options_map(Options(players=2))
    assert header["chance"][1] == RULESET.draws


def test_chance_has_the_same_moves_and_weights() -> None:
    states = {
        5: state_after(),
        6: state_after(*deals("three")),
        7: state_after(*deals("three", "three")),
        10: state_after(*deals("three", "three")),
        11: state_after(*deals("three", "three", "joker")),
    }

    for draw in GAME["draws"]:
        state = states[draw["entry"]]
        legal = [move.to_json()["card"] for move in RULESET.legal_moves(state, CHANCE)]

        assert legal == draw["legal"]
        assert RULESET.weights(state) == draw["weights"]


def test_the_moves_have_the_same_events() -> None:
    """Entries 5, 6 and 10 to 15; entry 7 was retracted, the others are the table's."""
    moves: dict[int, tuple[int, Move]] = {
        5: (CHANCE, Deal(0, "three")),
        6: (CHANCE, Deal(1, "three")),
        10: (CHANCE, Deal(0, "joker")),
        11: (CHANCE, Deal(1, "ace")),
        12: (1, Bid(None)),
        13: (0, Bid(500)),
        14: (0, Play("joker")),
        15: (1, Play("ace")),
    }
    state = RULESET.start(Options(players=2))
    for number, (actor, move) in moves.items():
        entry = GAME["entries"][number - 1]
        _, recorded_actor, recorded_move, recorded_events, _ = entry["body"]
        events = RULESET.decide(state, actor, move)

        assert actor == recorded_actor
        assert in_clear(RULESET.moves.to_row(move), recorded_move)
        assert len(events) == len(recorded_events)
        for event, row in zip(events, recorded_events, strict=True):
            assert in_clear(RULESET.events.to_row(event), row)
        advance(state, events)

    result = RULESET.result(state)
    assert result is not None
    assert result.to_json() == {"winners": [0], "reason": "played"}


def test_what_is_committed_to_is_the_same() -> None:
    """The openings of entries 5 and 13 show the box and the hand that seat 0 saw."""
    opened = [value for entry in (5, 13) for _, value in GAME["entries"][entry - 1]["openings"]]

    assert ANSWERS["three"] == (7, 1, 12)
    assert opened == ["a57468726565", "9307010c", "cd01f4", "92a3616365a57468726565"]
    assert HandShown(0, 1, ("ace", "three")) in RULESET.decide(
        state_after(*deals("three", "three", "joker", "ace"), (1, Bid(None))), 0, Bid(500)
    )


def in_clear(row: tuple[Any, ...], recorded: list[Any]) -> bool:
    """Whether a row has what a recorded one shows in clear; commitments and nil fit anything."""

    def plain(value: Any) -> Any:
        return [plain(item) for item in value] if isinstance(value, tuple) else value

    return len(row) == len(recorded) and all(
        theirs is None or isinstance(theirs, dict) or plain(ours) == theirs
        for ours, theirs in zip(row, recorded, strict=True)
    )


@pytest.mark.parametrize("players", [1, 5, True, "2", None])
def test_ty_1_there_are_two_to_four_seats(players: object) -> None:
    with pytest.raises(OptionRefused, match=r"^TY-1: players must be 2, 3 or 4, not ") as caught:
        RULESET.resolve_options({"players": players})

    assert (caught.value.rule, caught.value.option) == ("TY-1", "players")


def test_ty_1_players_must_be_given_and_nothing_else() -> None:
    with pytest.raises(OptionRefused, match=r"^TY-1: the option players is missing"):
        RULESET.resolve_options({})
    with pytest.raises(OptionRefused, match=r'^TY-1: there is no option "bots"'):
        RULESET.resolve_options({"players": 2, "bots": 1})


def test_ty_2_ty_3_a_kind_of_which_no_copy_is_left_is_not_dealt() -> None:
    state = state_after(*deals("king", "king", "joker"))

    assert RULESET.legal_moves(state, CHANCE) == [Deal(1, "ace"), Deal(1, "three")]
    assert RULESET.weights(state) == [3, 4]
    with pytest.raises(IllegalMove, match=r"^TY-3: ") as caught:
        RULESET.decide(state, CHANCE, Deal(1, "king"))
    assert caught.value.legal == (Deal(1, "ace"), Deal(1, "three"))


def test_ty_3_cards_go_round_twice() -> None:
    state = state_after(*deals("ace", "three", "king", "three", "ace", players=3), players=3)

    assert RULESET.to_act(state) == (CHANCE,)
    with pytest.raises(IllegalMove, match=r"^TY-3: "):
        RULESET.decide(state, CHANCE, Deal(0, "ace"))
    assert RULESET.decide(state, CHANCE, Deal(2, "ace")) == (Dealt(2, "ace"),)


@pytest.mark.parametrize("card", ["ace", "joker", "king", "three"])
def test_ty_4_ty_5_the_first_card_closes_the_box(card: str) -> None:
    events = RULESET.decide(state_after(), CHANCE, Deal(0, card))

    dealt: Event[Any] = JokerDealt(0) if card == "joker" else Dealt(0, card)
    assert events == (BoxClosed(ANSWERS[card]), dealt)


def test_ty_6_everybody_bids_once_in_any_order() -> None:
    state = state_after(*deals("ace", "ace", "ace", "king", "king", "three", players=3), players=3)
    assert RULESET.to_act(state) == (0, 1, 2)

    advance(state, RULESET.decide(state, 1, Bid(0)))

    assert RULESET.to_act(state) == (0, 2)
    with pytest.raises(IllegalMove, match=r"^TY-21: "):
        RULESET.decide(state, 1, Bid(0))
    with pytest.raises(IllegalMove, match=r"^TY-6: ") as caught:
        RULESET.decide(state, 0, Bid(1))
    assert caught.value.legal == (Bid(None), Bid(0), Bid(100), Bid(500), Bid(70_000))


@pytest.mark.parametrize(
    ("bids", "looker"),
    [
        ((0, None, None), 0),
        ((100, 500, 0), 1),
        ((0, None, 100), 2),
        ((None,) * 3, None),
        ((100, 0, 100), None),
    ],
)
def test_ty_7_ty_8_the_highest_bidder_looks(bids: tuple[int | None, ...], looker: int | None) -> None:
    dealt = deals("three", "joker", "king", "ace", "ace", "three", players=3)
    state = state_after(*dealt, (0, Bid(bids[0])), (1, Bid(bids[1])), players=3)

    made, shown, *looked = RULESET.decide(state, 2, Bid(bids[2]))

    hands = [("ace", "three"), ("ace", "joker"), ("king", "three")]
    assert made == BidMade(2, bids[2])
    assert shown == BidsShown(tuple(SeatBid(seat, bid) for seat, bid in enumerate(bids)))
    if looker is None:
        assert looked == []
    else:
        target = (looker + 1) % 3
        assert looked == [HandShown(looker, target, hands[target])]


@pytest.mark.parametrize(("bids", "first"), [((None, None, 0), 2), ((100, None, 100), 0)])
def test_ty_9_who_looked_plays_first(bids: tuple[int | None, ...], first: int) -> None:
    dealt = deals("three", "joker", "king", "three", "ace", "king", players=3)
    moves = [(seat, Bid(amount)) for seat, amount in enumerate(bids)]
    state = state_after(*dealt, *moves, players=3)
    order: list[int] = []
    while actors := RULESET.to_act(state):
        order += actors
        advance(state, RULESET.decide(state, actors[0], RULESET.legal_moves(state, actors[0])[0]))

    assert order == [(first + step) % 3 for step in range(3)]


def test_ty_9_two_equal_cards_are_one_move_and_yet_asked() -> None:
    state = state_after(*deals("king", "ace", "king", "three"), (0, Bid(0)), (1, Bid(None)))

    assert RULESET.to_act(state) == (0,)
    assert RULESET.legal_moves(state, 0) == [Play("king")]


def test_ty_10_a_card_is_played_from_ones_own_hand() -> None:
    state = state_after(*deals("king", "ace", "king", "three"), (0, Bid(0)), (1, Bid(None)))

    with pytest.raises(IllegalMove, match=r"^TY-10: "):
        RULESET.decide(state, 0, Play("ace"))


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ("joker", "ace", (0,)),
        ("king", "ace", (1,)),
        ("king", "three", (0,)),
        ("three", "three", (0, 1)),
    ],
)
def test_ty_11_ty_41_the_strongest_card_wins(first: str, second: str, winners: tuple[int, ...]) -> None:
    moves = [
        *deals(first, second, "three", "three"),
        (0, Bid(None)),
        (1, Bid(None)),
        (0, Play(first)),
    ]
    state = state_after(*moves)

    events = RULESET.decide(state, 1, Play(second))

    result = RULESET.result(fold(state, events))
    assert events == (Played(1, second), Ended(winners))
    assert result is not None
    assert (result.winners, result.reason) == (winners, "played")


def test_ty_20_anything_else_is_no_move() -> None:
    values: list[object] = [
        {"type": "Pass"},
        {"type": "Bid"},
        {"type": "Bid", "amount": True},
        [],
        {"amount": 0},
    ]
    for value in values:
        with pytest.raises(InvalidMove, match=r"^TY-20: "):
            RULESET.move_from_json(value)


def test_ty_21_ty_22_ty_23_refusals_have_an_order() -> None:
    state = state_after(*deals("king", "ace", "king"))

    for actor in (0, 1, 2, TABLE):
        with pytest.raises(IllegalMove, match=r"^TY-21: ") as caught:
            RULESET.decide(state, actor, Play("joker"))
        assert caught.value.legal == ()
    with pytest.raises(IllegalMove, match=r"^TY-22: "):
        RULESET.decide(state, CHANCE, Play("king"))
    with pytest.raises(IllegalMove, match=r"^TY-3: "):
        RULESET.decide(state, CHANCE, Deal(1, "queen"))


def test_ty_30_two_seats_see_a_shown_hand_and_nobody_the_box() -> None:
    hand = HandShown(2, 0, ("ace", "ace"))

    assert hand.audience(2, actor=1) == frozenset({0, 2})
    assert BoxClosed((1, 2)).audience(0, actor=CHANCE) == frozenset()
    assert Deal(1, "ace").audience(1, actor=CHANCE) == frozenset({1})
    assert Deal(1, "joker").audience(1, actor=CHANCE) is None
    assert Bid(None).audience(0, actor=3) == frozenset({3})


def test_ty_40_the_state_in_json() -> None:
    dealt = deals("three", "three", "joker", "ace")
    state = state_after(*dealt, (1, Bid(None)), (0, Bid(500)), (0, Play("joker")))

    assert state.to_json() == {
        "players": 2,
        "phase": "play",
        "hands": [["three"], ["ace", "three"]],
        "answers": [7, 1, 12],
        "bids": [{"amount": 500}, {"amount": None}],
        "shown": True,
        "looker": 0,
        "plays": [{"seat": 0, "card": "joker"}],
        "winners": None,
    }
