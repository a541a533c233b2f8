"""The worked examples of the rules document, move by move, event by event."""

import pytest
from rulesets.timeline.short import go_on, legal, new, opened, table

from timecore.actors import CHANCE
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
from timecore.rulesets.timeline.moves import OpenDeck
from timecore.testing import Given

DIGEST = "de4cbb1b31f56fc0aceb55c1ec8371047671be66f39c72d7ef7214899b083b19"
YEARS = (-500, 100, 1000, 1500, 1500, 1500, 1800, 1900, 1950, 1980, 2000, 2010)


def to_discards(seat: int, card: str, at: int, year: int, *, draws: bool) -> CardMisplaced:
    return CardMisplaced(seat, card, at, year, "discards", None, draws)


def test_example_1_is_a_whole_game() -> None:
    """X-1: TL-24, TL-40 to TL-46, TL-60, TL-63."""
    game = (
        new(cards=1, first_player=1)
        .when(CHANCE, OpenDeck("example"))
        .then(
            DeckOpened(
                "example", DIGEST, tuple("abcdefghijkl"), tuple(f"Event {c}" for c in "ABCDEFGHIJKL"), YEARS
            )
        )
    )
    game, events = go_on(game, "+g")
    assert events == [CardDealt(1, "g")]
    game, events = go_on(game, "+a")
    assert events == [CardDealt(0, "a")]
    game, events = go_on(game, "+d")
    assert events == [
        StartingCardTurned("d", 1500),
        RoundStarted(1, 0, (1, 0)),
        TurnStarted(1, draws=False),
    ]
    assert legal(game, 1) == ["1:g@0", "1:g@1"]
    game, events = go_on(game, "1:g@1")
    assert events == [CardPlaced(1, "g", 1, 1800), LastCardPlaced(1), TurnStarted(0, draws=False)]
    assert legal(game, 0) == ["0:a@0", "0:a@1", "0:a@2"]
    game, events = go_on(game, "0:a@1")
    assert events == [to_discards(0, "a", 1, -500, draws=True)]
    assert legal(game, CHANCE) == ["+b", "+c", "+e", "+f", "+h", "+i", "+j", "+k", "+l"]
    game, events = go_on(game, "+b")
    assert events == [CardDrawn(0, "b"), GameEnded((1,), "finished")]

    result = RULESET.result(game.state)
    assert result is not None
    assert result.to_json() == {"winners": [1], "reason": "finished", "left": [1, 0]}


@pytest.mark.parametrize(("card", "correct"), [("e", {1, 2, 3}), ("b", {0}), ("g", {3}), ("l", {5})])
def test_example_2_has_these_correct_intervals(card: str, correct: set[int]) -> None:
    """X-2: TL-7, D-13."""
    game = table(card + "a", "h", timeline="cdfjk", pile="i")

    for at in range(6):
        _, events = go_on(game, f"0:{card}@{at}")
        assert isinstance(events[0], CardPlaced) is (at in correct)


def example_3() -> Given:
    return opened("+a +b +c +d +e +g +h +i +j +k +f", cards=5)


def test_example_3_has_the_pile_run_out() -> None:
    """X-3: TL-46, TL-48, TL-51, TL-72, D-6."""
    game, events = go_on(example_3(), "0:a@1")
    assert events == [to_discards(0, "a", 1, -500, draws=True)]
    assert legal(game, CHANCE) == ["+l"]
    game, events = go_on(game, "+l")
    assert events == [CardDrawn(0, "l"), TurnStarted(1, draws=False)]
    assert game.state.pile == []
    game, events = go_on(game, "1:g@0")
    assert events == [to_discards(1, "g", 0, 1800, draws=True), DiscardsReshuffled(("a", "g"))]
    assert legal(game, CHANCE) == ["+a", "+g"]
    game, events = go_on(game, "+a")
    assert events == [CardDrawn(1, "a"), RoundStarted(2, 0, (0, 1)), TurnStarted(0, draws=False)]
    assert game.state.known["a"] == -500


def test_example_4_is_a_sudden_death() -> None:
    """X-4: TL-52 to TL-57, TL-62, D-9, D-18."""
    game, _ = go_on(opened("+a +h +i +d", players=3, cards=1), "0:a@0 1:h@2 2:i@0")
    game, events = go_on(game, "+b")
    assert events == [
        CardDrawn(2, "b"),
        PlayerEliminated(2),
        RoundStarted(2, 1, (0, 1)),
        TurnStarted(0, draws=True),
    ]
    game, events = go_on(game, "+c")
    assert events == [CardDrawn(0, "c")]
    game, events = go_on(game, "0:c@0")
    assert events == [to_discards(0, "c", 0, 1000, draws=False), TurnStarted(1, draws=True)]
    game, events = go_on(game, "+g 1:g@0")
    assert events == [
        to_discards(1, "g", 0, 1800, draws=False),
        RoundStarted(3, 2, (0, 1)),
        TurnStarted(0, draws=True),
    ]
    game, events = go_on(game, "+e 0:e@1")
    assert events == [CardPlaced(0, "e", 1, 1500), LastCardPlaced(0), TurnStarted(1, draws=True)]
    game, events = go_on(game, "+f 1:f@0")
    assert events == [
        to_discards(1, "f", 0, 1500, draws=False),
        PlayerEliminated(1),
        GameEnded((0,), "sudden_death"),
    ]

    state = game.state
    assert (state.timeline, state.discards) == (list("aedh"), list("icgf"))
    result = RULESET.result(state)
    assert result is not None
    assert result.left == (0, 0, 1)


def test_example_5_has_nothing_left_to_draw() -> None:
    """X-5: TL-53, TL-64, D-7, D-8."""
    text = "0:a@0 1:g@2 0:b@1 1:h@4 0:c@2 1:i@6 0:d@3 1:j@8 0:e@4 1:k@10"
    game, events = go_on(example_3(), text)
    assert events == [
        CardPlaced(1, "k", 10, 2000),
        LastCardPlaced(1),
        RoundStarted(6, 1, (0, 1)),
        TurnStarted(0, draws=True),
    ]
    assert legal(game, CHANCE) == ["+l"]
    game, events = go_on(game, "+l 0:l@11")
    assert events == [CardPlaced(0, "l", 11, 2010), LastCardPlaced(0), GameEnded((0, 1), "exhausted")]


@pytest.mark.parametrize(("at", "landed"), [(0, 1), (1, None), (2, None), (3, None), (4, 3), (5, 3)])
def test_example_6_puts_a_misplaced_card_where_it_belongs(at: int, landed: int | None) -> None:
    """X-6: TL-45, TL-7."""
    game, events = go_on(table("ea", "b", timeline="cdfjk", pile="l", misplaced="insert"), f"0:e@{at}")

    if landed is None:
        assert events[0] == CardPlaced(0, "e", at, 1500)
    else:
        assert events == [CardMisplaced(0, "e", at, 1500, "timeline", landed, draws=True)]
        assert game.state.timeline[landed] == "e"


def test_example_6_with_an_empty_pile_takes_the_card_back() -> None:
    """X-6: TL-47."""
    game = table("ea", "b", timeline="cdfjk", pile="", misplaced="insert")
    game, events = go_on(game, "0:e@4")

    assert events == [
        CardMisplaced(0, "e", 4, 1500, "hand", None, draws=False),
        TurnStarted(1, draws=False),
    ]
    assert game.state.hands[0] == ["a", "e"]
