"""Components, the first state, dealing (TC-1 to TC-4, TC-17 to TC-25)."""

import re
from typing import Any

import pytest
from rulesets.time_chase.document import TEXT, rows, section
from rulesets.time_chase.short import deals, go_on, moves, table

from timecore.actors import CHANCE
from timecore.errors import IllegalMove
from timecore.messages import Move
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import CARDS, DECKS, DISCS, FUEL_CRYSTALS, ORDER, ROUNDS
from timecore.rulesets.time_chase.events import (
    CardDealt,
    EventAdded,
    InvariantTurned,
    ResolutionStarted,
    TravelersGathered,
)
from timecore.rulesets.time_chase.moves import DealCard, PlayCard, TurnInvariant
from timecore.testing import Given, given

HANDS = (
    "A9 A12 B8 B13 C8 C11 D7 D10 E8 E12",
    "A7 A10 B7 B12 C7 C13 D9 D11 E7 E13",
    "B9 B10 B11 C9 C10 C12 D8 D12 E9 E10",
)
LEFT = ("A8", "A11", "A13", "D13", "E11")  # of 35 cards, these five are in no hand


def new(players: int = 3, **options: Any) -> Given:
    return given(RULESET, players=players, **options)


def test_there_are_five_suits_of_thirteen_cards_in_card_order() -> None:
    """TC-2: by suit, then by value as a number."""
    assert len(CARDS) == len(set(CARDS)) == 65
    assert CARDS[:10] == ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10")
    assert CARDS[-1] == "E13"
    assert ORDER["A9"] < ORDER["A10"] < ORDER["B1"]


def test_the_decks_are_those_of_the_table() -> None:
    """TC-3."""
    for players, values, deck, dealt, left in rows(section("1. Terms and components")):
        lowest, _, highest = values.partition("..")
        expected = [f"{s}{v}" for s in "ABCDE" for v in range(int(lowest), int(highest) + 1)]

        assert list(DECKS[int(players)]) == expected
        assert len(expected) == int(deck) == int(dealt) + 1 + int(left)


def test_there_are_three_discs_a_seat_ten_event_tokens_and_thirty_crystals() -> None:
    """TC-4."""
    assert (DISCS, ROUNDS, FUEL_CRYSTALS) == (3, 10, 30)


def test_the_ruleset_is_named_and_numbered_as_in_the_document() -> None:
    """TC-3, TC-22, TC-23: and the draws that a record commits to are enough for the largest deck."""
    named = re.search(r"Ruleset name `(\w+)`, rules version (\d+)", TEXT)

    assert named is not None
    assert (RULESET.name, str(RULESET.version)) == named.groups()
    assert TEXT.startswith(f"# {RULESET.title}: ")
    assert list(RULESET.seats) == list(DECKS) == [3, 4, 5, 6]
    assert 10 * max(RULESET.seats) + 1 <= RULESET.draws <= 64


def test_the_first_state_is_that_of_the_table() -> None:
    """TC-17: all fields, with their first values, and the phase."""
    state = new(players=4, dealer=1).state.to_json()

    assert state == {
        "phase": "deal",
        "options": {
            "players": 4,
            "dealer": 1,
            "side": "A",
            "fuel_supply": 30,
            "past_bonus": "stack",
            "lead_gap": "marker",
            "second_rift_ends": False,
        },
        "first_player": 2,
        "deck_left": 45,
        "hands": [[], [], [], []],
        "invariant": None,
        "rifts": 0,
        "present": 0,
        "timeline": [],
        "travelers": [None, None, None, None],
        "fuel": [0, 0, 0, 0],
        "supply": 30,
        "discs": [3, 3, 3, 3],
        "resolving": None,
        "contest": None,
        "committed_cards": [None, None, None, None],
        "committed_fuel": [None, None, None, None],
        "discards": [],
        "result": None,
    }
    assert {"phase", *(name.strip("`") for name, _, _ in rows(section("3. State")))} == set(state)


def test_a_state_in_the_middle_has_the_forms_of_the_table() -> None:
    """TC-17: timeline, resolving and contest."""
    game = table("A9", "A7 C7", "B9", stacks=[("A5", "A5", 2), None], at=[1, 1, 2], resolving=(1, [0, 1]))
    game, _ = go_on(game, "0:A9")
    state = game.state.to_json()

    assert state["timeline"] == [
        {"at": 1, "led_card": "A5", "winning_card": "A5", "control": 2},
        {"at": 2, "led_card": None, "winning_card": None, "control": None},
    ]
    assert state["travelers"] == [1, 1, 2]
    assert state["resolving"] == {
        "at": 1,
        "order": [0, 1],
        "led_suit": "A",
        "plays": [{"seat": 0, "card": "A9"}],
    }
    contest = table("A9", "A7", "B9", at=[0, 0, 1], contest=[0, 1]).state.to_json()["contest"]
    assert contest == {"seats": [0, 1], "revealed": []}


def test_the_phase_is_derived() -> None:
    """TC-18: and the round in progress with it."""
    game = new()
    seen = [(game.state.phase, RULESET.round_of(game.state))]
    for actor, move in deals(HANDS, "D13"):
        game = given(RULESET, game.state, (actor, move))
        if (game.state.phase, RULESET.round_of(game.state)) != seen[-1]:
            seen.append((game.state.phase, RULESET.round_of(game.state)))
    for text in ("0:A9 1:A7 2:D8", "2:~0 0:~1 1:~2", "2:B9 0:A12", "1:?C13"):
        game, _ = go_on(game, text)
        seen.append((game.state.phase, RULESET.round_of(game.state)))

    assert seen == [
        ("deal", 0),
        ("turn_invariant", 0),
        ("resolve", 1),
        ("travel", 1),
        ("resolve", 2),
        ("invariant", 2),
        ("travel", 2),
    ]
    assert RULESET.turn_of(game.state) is None


def phases_within(game: Given, text: str) -> list[tuple[str, str, int]]:
    """Each event that one short move causes, with the phase and the round that it leaves."""
    state = game.state
    ((seat, move),) = moves(text)
    seen = []
    for event in RULESET.decide(state, seat, move):
        event.apply(state)
        seen.append((type(event).__name__, state.to_json()["phase"], RULESET.round_of(state)))
    return seen


def test_between_two_events_of_an_entry_the_phase_is_what_the_list_gives() -> None:
    """TC-18: the first that matches, although nobody is to act there."""
    turn = given(RULESET, *deals(HANDS, "D13")[:-1], players=3)
    seen = []
    state = turn.state
    for event in RULESET.decide(state, CHANCE, TurnInvariant("D13")):
        event.apply(state)
        seen.append((state.phase, RULESET.round_of(state)))
    assert seen == [("turn_invariant", 0), ("travel", 0), ("travel", 0), ("resolve", 1)]

    game, _ = go_on(given(RULESET, *deals(HANDS, "D13"), players=3), "0:A9 1:A7")
    assert phases_within(game, "2:D8")[:5] == [
        ("CardPlayed", "resolve", 1),
        ("StackMade", "travel", 0),
        ("DiscPlaced", "travel", 0),
        ("EventAdded", "travel", 1),
        ("TravelersGathered", "travel", 1),
    ]
    game, _ = go_on(game, "2:D8 2:~0 0:~1 1:~2 2:B9 0:A12")
    assert phases_within(game, "1:?C13")[:4] == [
        ("CardCommitted", "invariant", 2),
        ("CardsRevealed", "invariant", 2),
        ("InvariantReplaced", "travel", 1),
        ("EventAdded", "travel", 2),
    ]
    last = table("C9", "D9", "C10", stacks=[("A5", "A5", 1), ("A6", "A6", 1), ("A7", "A7", 1)], contest=[0])
    assert phases_within(last, "0:?C9")[-1] == ("GameEnded", "over", 3)


def test_a_led_card_that_wins_is_the_whole_stack() -> None:
    """TC-19: one card, which lies in one place."""
    game, _ = go_on(given(RULESET, *deals(HANDS, "D13"), players=3), "0:A12 1:A7 2:B9")

    assert game.state.to_json()["timeline"][0]["led_card"] == "A12"
    assert game.state.to_json()["timeline"][0]["winning_card"] == "A12"
    assert RULESET.invariants(game.state) == []


def test_play_starts_with_empty_hands_and_chance_to_act() -> None:
    """TC-20."""
    game = new()

    assert game.state.phase == "deal"
    assert game.state.hands == [[], [], []]
    assert game.to_act == (CHANCE,)


@pytest.mark.parametrize(("dealer", "order"), [(2, (0, 1, 2)), (0, (1, 2, 0)), (1, (2, 0, 1))])
def test_ten_cards_are_dealt_to_each_seat_hand_by_hand(dealer: int, order: tuple[int, ...]) -> None:
    """TC-22: the first player's first, then clockwise."""
    game = new(dealer=dealer)
    seats = []
    for _ in range(30):
        move = game.legal_moves(CHANCE)[0]
        assert isinstance(move, DealCard)
        seats.append(move.seat)
        game = game.when(CHANCE, move).then(CardDealt(move.seat, move.card))

    assert seats == [seat for seat in order for _ in range(10)]
    assert [len(hand) for hand in game.state.hands] == [10, 10, 10]


def test_every_card_that_nobody_has_may_be_dealt_in_card_order() -> None:
    """TC-22: all equally likely."""
    game = given(RULESET, (CHANCE, DealCard(0, "B9")), (CHANCE, DealCard(0, "A10")), players=3)
    left = [card for card in DECKS[3] if card not in ("B9", "A10")]

    assert game.legal_moves(CHANCE) == tuple(DealCard(0, card) for card in left)
    assert list(RULESET.weights(game.state)) == [1] * 33
    assert game.state.hands[0] == ["A10", "B9"]


@pytest.mark.parametrize(
    ("move", "why"), [(DealCard(1, "A7"), "seat 0"), (DealCard(0, "B9"), "B9"), (DealCard(0, "A1"), "A1")]
)
def test_a_deal_to_another_seat_or_of_a_card_that_cannot_come_is_refused(move: Move, why: str) -> None:
    """TC-22."""
    game = given(RULESET, (CHANCE, DealCard(0, "B9")), players=3)
    with pytest.raises(IllegalMove, match=why) as caught:
        RULESET.decide(game.state, CHANCE, move)

    assert caught.value.rule == "TC-22"
    assert caught.value.legal == game.legal_moves(CHANCE)


def test_the_invariant_is_one_of_the_five_cards_left() -> None:
    """TC-23: equally likely, in card order."""
    game = given(RULESET, *deals(HANDS, "D13")[:-1], players=3)

    assert game.to_act == (CHANCE,)
    assert game.legal_moves(CHANCE) == tuple(TurnInvariant(card) for card in LEFT)
    assert list(RULESET.weights(game.state)) == [1] * 5
    game.when(CHANCE, TurnInvariant("A9")).refused("TC-23", legal=game.legal_moves(CHANCE))
    game.when(CHANCE, TurnInvariant("A1")).refused("TC-23")


def test_the_invariant_opens_event_1() -> None:
    """TC-24, TC-102: with everybody in it, clockwise from the first player."""
    game = given(RULESET, *deals(HANDS, "D13", first_player=2)[:-1], players=3, dealer=1)

    game.when(CHANCE, TurnInvariant("D13")).then(
        InvariantTurned("D13"),
        EventAdded(1),
        TravelersGathered(1),
        ResolutionStarted(1, (2, 0, 1), None),
    )


def test_four_cards_stay_in_the_deck_and_chance_never_acts_again() -> None:
    """TC-25: P-7 holds it over whole games."""
    game = given(RULESET, *deals(HANDS, "D13"), players=3)

    assert game.state.deck_left == 4
    assert game.to_act == (0,)
    assert game.legal_moves(CHANCE) == ()
    game.when(CHANCE, TurnInvariant("A8")).refused("TC-31")
    game.when(CHANCE, PlayCard("A8")).refused("TC-31")
