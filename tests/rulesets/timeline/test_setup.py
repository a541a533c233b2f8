"""The opening and the deal (TL-30, TL-33, TL-34, TL-38, TL-40 to TL-42), and what lies where (TL-1 to TL-5)."""

import pytest
from rulesets.timeline.short import deck_file, go_on, legal, new, opened, table

from timecore.actors import CHANCE
from timecore.errors import FileMissing
from timecore.hidden import HIDDEN
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.builtin import built_in_deck
from timecore.rulesets.timeline.events import (
    CardDealt,
    CardPlaced,
    DeckOpened,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.moves import DrawCard, OpenDeck, PlaceCard
from timecore.rulesets.timeline.state import State
from timecore.testing import given


def test_at_the_start_nothing_lies_anywhere() -> None:
    """TL-3: and the JSON form has the fields of the rules document, in their order."""
    assert new(players=3).state.to_json() == {
        "phase": "opening",
        "deck": None,
        "digest": None,
        "cards": [],
        "titles": [],
        "years": [],
        "pile": [],
        "hands": [[], [], []],
        "timeline": [],
        "discards": [],
        "box": [],
        "known": {},
        "round": 0,
        "sudden": 0,
        "seats": [],
        "current": None,
        "drawing": None,
        "finished": [],
        "eliminated": [],
        "winners": [],
        "reason": None,
    }


def test_chance_opens_the_deck_of_the_game() -> None:
    """TL-30, TL-33: one move, of weight 1."""
    game = new()

    assert game.to_act == (CHANCE,)
    assert game.legal_moves(CHANCE) == (OpenDeck("example"),)
    assert list(RULESET.weights(game.state)) == [1]
    game.when(CHANCE, OpenDeck("games_and_leisure")).refused("TL-33", legal=[OpenDeck("example")])


def test_the_whole_deck_lies_in_the_pile_then() -> None:
    """TL-40, TL-34, TL-70, D-15: in card order, which means nothing."""
    state = opened().state
    deck = built_in_deck("example")

    assert (state.phase, state.deck, state.digest) == ("dealing", "example", deck.digest)
    assert state.cards == tuple("abcdefghijkl")
    assert state.titles[0] == "Event A"
    assert isinstance(state.years, tuple)
    assert state.years[0] == -500
    assert state.pile == list(state.cards)


def test_the_deck_is_at_hand_when_it_is_opened() -> None:
    """TL-40: deciding reads no file."""
    with_file = RULESET.with_file(deck_file({"b": 2, "a": -1, "c": 3}))
    start = with_file.start(with_file.resolve_options({"players": 2, "cards": 1, "deck": "mine"}))
    (event,) = with_file.decide(start, CHANCE, OpenDeck("mine"))
    deck = with_file.deck_named("mine")
    assert deck is not None

    assert event == DeckOpened("mine", deck.digest, ("a", "b", "c"), ("a!", "b!", "c!"), (-1, 2, 3))
    with pytest.raises(FileMissing, match="mine") as caught:
        RULESET.decide(start, CHANCE, OpenDeck("mine"))
    assert (caught.value.name, caught.value.file) == ("timeline", "mine")


def test_a_new_record_commits_to_256_draws() -> None:
    """TL-38."""
    assert RULESET.draws == 256


@pytest.mark.parametrize(("first_player", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_a_seat_at_a_time_receives_its_cards_in_turn_order(first_player: int, order: list[int]) -> None:
    """TL-41, TL-5, TL-24, D-5, D-3."""
    game = opened(players=3, cards=2, first_player=first_player)
    dealt = []
    for card in "lakbjc":
        game, events = go_on(game, f"+{card}")
        dealt += events

    seats = [seat for seat in order for _ in range(2)]
    assert dealt == [CardDealt(seat, card) for seat, card in zip(seats, "lakbjc", strict=True)]
    assert game.state.hands[first_player] == ["l", "a"]
    assert game.state.pile == list("defghi")


def test_the_card_after_the_hands_begins_the_timeline() -> None:
    """TL-42, TL-49: and round 1, with all seats in turn order."""
    game = opened("+a +b", cards=1, first_player=1)

    game.when(CHANCE, DrawCard("f")).then(
        StartingCardTurned("f", 1500), RoundStarted(1, 0, (1, 0)), TurnStarted(1, draws=False)
    )


def test_cards_are_drawn_from_the_pile_all_equally_likely() -> None:
    """TL-34, TL-30: in the order of the pile."""
    game = opened("+a +f", players=2, cards=3)

    assert game.to_act == (CHANCE,)
    assert legal(game, CHANCE) == [f"+{card}" for card in "bcdeghijkl"]
    assert list(RULESET.weights(game.state)) == [1] * 10
    for card in ("a", "z", "", "A"):
        game.when(CHANCE, DrawCard(card)).refused("TL-34", legal=game.legal_moves(CHANCE))


def test_every_card_is_in_one_place_until_it_is_turned_it_shows_no_date() -> None:
    """TL-3, TL-1, TL-71: pile, hands, timeline, discards."""
    game, _ = go_on(opened("+a +b +c +d +e", cards=2), "0:a@1 +f 1:c@0")
    state = game.state

    hands = [card for hand in state.hands for card in hand]
    assert sorted([*state.pile, *hands, *state.timeline, *state.discards]) == list(state.cards)
    assert state.known == {"e": 1500, "a": -500, "c": 1000}
    assert state.to_json()["timeline"] == [["c", 1000], ["e", 1500]]


def test_a_year_before_christ_is_negative_and_earlier() -> None:
    """TL-2."""
    game = table("aj", "k", timeline="b", pile="l", years={"a": -1, "b": 1})
    _, events = go_on(game, "0:a@0")

    assert events[0] == CardPlaced(0, "a", 0, -1)


def test_placing_a_card_in_an_interval_moves_those_from_there_on_to_the_right() -> None:
    """TL-4: it becomes the card of that number."""
    game, _ = go_on(table("ga", "k", timeline="cdhj"), "0:g@2")

    assert game.state.timeline == list("cdghj")
    assert game.state.dates == [1000, 1500, 1800, 1900, 1980]


def test_turn_order_is_clockwise_from_the_first_player() -> None:
    """TL-5."""
    assert State.start(RULESET.resolve_options({"players": 4, "first_player": 2})).turn_order == (2, 3, 0, 1)


def test_decide_of_a_view_says_that_dates_are_hidden() -> None:
    """TL-73: nobody need ask."""
    state = table("ga", "k").state
    state.years = state.digest = HIDDEN
    game = given(RULESET, state)

    assert game.legal_moves(0) == tuple(PlaceCard(card, at) for card in "ga" for at in (0, 1))
    with pytest.raises(ValueError, match="a date that is hidden"):
        RULESET.decide(state, 0, PlaceCard("g", 0))
