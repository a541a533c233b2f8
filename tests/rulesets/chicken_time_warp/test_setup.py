"""Components and set-up (CW-1 to CW-8, CW-21 to CW-24)."""

from typing import Any

import pytest
from rulesets.chicken_time_warp.short import deal, deck_of, go, hand, names, refused, start, types

from timecore.actors import CHANCE
from timecore.hidden import HIDDEN
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.builtin import built_in_deck
from timecore.rulesets.chicken_time_warp.cards import BLACK, KINDS, NOT_BLACK, TIMELINE, Deck
from timecore.rulesets.chicken_time_warp.events import (
    BlackCardsAdded,
    CardDealt,
    FirstPlayerChosen,
    TimelineFlipped,
    TurnStarted,
)
from timecore.rulesets.chicken_time_warp.moves import ChooseFirstPlayer, DealCard
from timecore.testing import given

HANDS = ("clux swap mooch peek", "pod rev thief block", "clux stock freeze swap")

AT_FIRST: dict[str, Any] = {
    "phase": "deal",
    "turn": 0,
    "seat": None,
    "direction": 1,
    "timeline": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    "face_up": 0,
    "status": ["alive"] * 4,
    "above": [None] * 4,
    "frozen": [False] * 4,
    "hands": [[], [], [], []],
    "draw_count": 41,
    "discard": [],
    "aside": {"you_dead": 8, "time_slips_away": 5},
    "limbo": None,
    "draws_left": 0,
    "swap_target": None,
    "result": None,
}


def test_there_are_54_game_play_cards_and_11_timeline_cards() -> None:
    """CW-1, CW-3: by kind, and 41 of them are not black."""
    assert dict(built_in_deck()) == {
        "escape_pod": 1,
        "clux_capacitor": 9,
        "swap_hands": 7,
        "swap_block": 3,
        "super_thief": 6,
        "peek_a_boo": 4,
        "cryogenic_freeze": 3,
        "stock_pile": 3,
        "mooch": 3,
        "reverse": 2,
        "you_dead": 8,
        "time_slips_away": 5,
    }
    assert list(built_in_deck()) == list(KINDS)
    assert sum(built_in_deck().values()) == 54
    assert built_in_deck().not_black == 41
    assert len(TIMELINE) == 11


def test_a_deck_is_a_map_that_cannot_change() -> None:
    """CW-3: in the order of kinds, whatever order the counts were given in."""
    deck = Deck.of({kind: built_in_deck()[kind] for kind in reversed(KINDS)})

    assert deck == built_in_deck()
    assert deck == dict(deck)
    assert deck != deck_of(dead=7)
    assert hash(deck) == hash(built_in_deck())
    assert len(deck) == 12
    with pytest.raises(AttributeError):
        deck.counts = ()  # type: ignore[misc]


def test_the_timeline_ends_with_the_escape_window() -> None:
    """CW-2: ten minutes, highest first, and then 0; all face down at first."""
    state = RULESET.start(RULESET.resolve_options({"players": 3}))

    assert state.timeline == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert state.face_up == 0


def test_the_black_kinds_are_the_last_two() -> None:
    """CW-4."""
    assert BLACK == ("you_dead", "time_slips_away")
    assert KINDS == NOT_BLACK + BLACK


def test_a_character_lies_over_no_card_while_its_owner_lives() -> None:
    """CW-5: it has no power, so nothing else of it is in the state."""
    assert start(*HANDS).state.above == [None, None, None]


def test_the_state_at_first_has_exactly_these_fields() -> None:
    """CW-21: the black cards are set aside, all others lie in the draw pile."""
    state = RULESET.start(RULESET.resolve_options({"players": 4}))

    assert state.to_json() == AT_FIRST
    assert list(state.to_json()) == list(AT_FIRST)
    assert RULESET.to_act(state) == (CHANCE,)


def test_a_hand_is_in_the_order_of_kinds_with_unknown_cards_last() -> None:
    """CW-6."""
    past = [CardDealt(0, card) for card in ("reverse", HIDDEN, "escape_pod", "mooch", HIDDEN, "mooch")]
    state = given(RULESET, *past, players=3).state

    assert state.to_json()["hands"][0] == ["escape_pod", "mooch", "mooch", "reverse", "?", "?"]


def test_the_content_of_the_draw_pile_follows_from_what_is_elsewhere() -> None:
    """CW-7: the deck's count less hands, discards, set aside and limbo; only its size is in the state."""
    game, _ = go(start(*HANDS), "peek>1 +thief")
    moves, weights = RULESET.legal_moves(game.state, CHANCE), RULESET.weights(game.state)
    assert (moves, game.state.draw_count) == ([], 39)  # it is seat 1's turn

    game, _ = go(game, "-")
    moves, weights = RULESET.legal_moves(game.state, CHANCE), RULESET.weights(game.state)
    left = {move.card: weight for move, weight in zip(moves, weights, strict=True)}  # type: ignore[attr-defined]
    out = deck_of(pod=0, clux=7, swap=5, block=2, thief=4, peek=3, freeze=2, stock=2, mooch=2, rev=1, dead=6)
    assert left == {kind: count for kind, count in out.items() if count}
    assert sum(weights) == game.state.draw_count == 39
    assert "draw_pile" not in game.state.to_json()


def test_the_discard_pile_is_public_and_its_top_is_last() -> None:
    """CW-8: what was set aside at first and is not added stays so."""
    game, _ = go(start(*HANDS), "peek>1 +thief thief>0=mooch +peek")

    assert game.state.discard == names("peek thief")
    assert game.state.aside == {"you_dead": 2, "time_slips_away": 0}


def test_a_drawn_black_card_lies_in_limbo_until_it_is_done() -> None:
    """CW-8."""
    game, _ = go(start(*HANDS), "- +dead")
    assert (game.state.limbo, game.state.discard) == ("you_dead", [])

    game, _ = go(game, "die")
    assert (game.state.limbo, game.state.discard) == (None, ["you_dead"])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_four_cards_are_dealt_round_the_table(players: int) -> None:
    """CW-22: one chance move a card, the first to seat 0."""
    state = RULESET.start(RULESET.resolve_options({"players": players}))
    for dealt in range(4 * players):
        assert RULESET.to_act(state) == (CHANCE,)
        moves = RULESET.legal_moves(state, CHANCE)
        assert {move.seat for move in moves} == {dealt % players}  # type: ignore[attr-defined]
        for event in RULESET.decide(state, CHANCE, moves[-1]):
            event.apply(state)

    assert [len(cards) for cards in state.hands] == [4] * players
    assert state.phase == "play"


def test_only_cards_that_are_not_black_can_be_dealt() -> None:
    """CW-22: every kind that is left, weighted by its copies."""
    game = given(RULESET, players=3)

    assert [move.card for move in game.legal_moves(CHANCE)] == list(NOT_BLACK)  # type: ignore[attr-defined]
    assert RULESET.weights(game.state) == [1, 9, 7, 3, 6, 4, 3, 3, 3, 2]
    for card in (*BLACK, "joker"):
        assert refused(game, DealCard(0, card)).rule == "CW-22"

    game = given(RULESET, *deal("pod", "clux", "clux"), players=3)
    assert RULESET.weights(game.state) == [7, 7, 3, 6, 4, 3, 3, 3, 2]
    assert refused(game, DealCard(0, "escape_pod")).rule == "CW-22"


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_a_card_for_another_seat_cannot_be_dealt(seat: int) -> None:
    """CW-22."""
    error = refused(given(RULESET, players=3), DealCard(seat, "mooch"))

    assert error.rule == "CW-22"
    assert f"is for seat 0, not for seat {seat}" in error.message


@pytest.mark.parametrize(
    ("players", "options", "added"),
    [
        (3, {}, 6),
        (4, {}, 6),
        (5, {}, 8),
        (6, {}, 8),
        (3, {"you_dead_cards": 8}, 8),
        (6, {"you_dead_cards": 0}, 0),
        (4, {"deck": deck_of(dead=4)}, 4),
        (5, {"deck": deck_of(dead=11)}, 11),
    ],
)
def test_after_the_last_card_the_black_cards_are_added(
    players: int, options: dict[str, Any], added: int
) -> None:
    """CW-23, CW-12: all Time Slips Away, and as many You Dead as the option says."""
    hands = ["clux clux swap swap", "thief thief thief peek", "block block mooch mooch"]
    hands += ["stock stock stock freeze", "peek peek rev rev", "pod freeze freeze mooch"]
    game = given(RULESET, *deal(*hands[:players])[:-1], players=players, **options)
    _, last = deal(*hands[:players])[-1]
    in_deck = game.state.aside["you_dead"]

    events = RULESET.decide(game.state, CHANCE, last)
    after = given(RULESET, game.state, *events).state

    assert events[1] == BlackCardsAdded(added, 5)
    assert after.aside == {"you_dead": in_deck - added, "time_slips_away": 0}
    assert after.draw_count == 41 - 4 * players + added + 5


def test_the_first_player_is_named_by_the_option_in_the_entry_of_the_last_card() -> None:
    """CW-24, CW-13."""
    *past, (actor, move) = deal(*HANDS)
    game = given(RULESET, *past, players=3, first_player=2)

    game.when(actor, move).then(
        CardDealt(2, "swap_hands"),
        BlackCardsAdded(6, 5),
        FirstPlayerChosen(2),
        TurnStarted(2, 1),
        TimelineFlipped(10),
    )


def test_chance_names_the_first_player_if_it_is_asked_to() -> None:
    """CW-24: one more chance move over all seats, equally likely; the first turn starts in its entry."""
    *past, (actor, move) = deal(*HANDS)
    game = given(RULESET, *past, players=3, first_player="random")
    game = game.when(actor, move).then(CardDealt(2, "swap_hands"), BlackCardsAdded(6, 5))

    assert (game.state.phase, game.to_act) == ("first_player", (CHANCE,))
    assert game.legal_moves(CHANCE) == tuple(map(ChooseFirstPlayer, range(3)))
    assert list(RULESET.weights(game.state)) == [1, 1, 1]
    for seat in (-1, 3):
        assert refused(game, ChooseFirstPlayer(seat)).rule == "CW-24"
    assert refused(game, DealCard(0, "mooch")).rule == "CW-73"

    after = game.when(CHANCE, ChooseFirstPlayer(1)).then(
        FirstPlayerChosen(1), TurnStarted(1, 1), TimelineFlipped(10)
    )
    assert after.to_act == (1,)


def test_hands_are_dealt_as_chance_says() -> None:
    """CW-22: the first card of each, then the second."""
    game = start(*HANDS)

    assert [hand(game, seat) for seat in range(3)] == [
        "clux swap peek mooch",
        "pod block thief rev",
        "clux swap freeze stock",
    ]
    assert types(go(game, "-")[1]) == ["PlayPassed", "DrawsDue"]
