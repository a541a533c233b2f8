"""Whose move it is, and how every other is refused (TL-30 to TL-37)."""

import pytest
from rulesets.timeline.short import go_on, new, opened, table

from timecore.actors import CHANCE, TABLE
from timecore.errors import IllegalMove, InvalidMove
from timecore.messages import Move, message
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.moves import DrawCard, OpenDeck, PlaceCard
from timecore.testing import Given

#: A game in each of its moments.
OVER = go_on(table("a", "b", finish_round=False), "0:a@0")[0]
OPENING = new()
DEALING = opened("+a")
PLACING = table("ac", "b")
DRAWING = table("c", "b", pile="kl", discards="a", draws=True)


def test_moments_are_as_they_are_called() -> None:
    """TL-30 to TL-32."""
    assert OVER.to_act == ()
    assert OPENING.to_act == DEALING.to_act == DRAWING.to_act == (CHANCE,)
    assert PLACING.to_act == (0,)
    assert table("", "", sudden=1, draws=True).to_act == (CHANCE,)
    assert table("", "b", sudden=1, current=1).to_act == (1,)


@pytest.mark.parametrize("game", [OVER, OPENING, DEALING, PLACING, DRAWING])
def test_who_is_not_to_act_has_no_legal_moves(game: Given) -> None:
    """TL-36, TL-32: seats that do not exist among them."""
    for actor in (TABLE, CHANCE, 0, 1, 2, 9):
        assert bool(game.legal_moves(actor)) is (actor in game.to_act)


@pytest.mark.parametrize(
    ("game", "actor", "move", "rule"),
    [
        (OVER, 0, PlaceCard("a", 0), "TL-32"),
        (OVER, CHANCE, DrawCard("l"), "TL-32"),
        (OVER, 7, OpenDeck("x"), "TL-32"),
        (OPENING, 0, OpenDeck("x"), "TL-30"),
        (DEALING, 1, DrawCard("a"), "TL-30"),
        (DRAWING, 0, PlaceCard("z", 99), "TL-30"),
        (DRAWING, 2, DrawCard("k"), "TL-31"),  # there is no such seat
        (DRAWING, TABLE, DrawCard("k"), "TL-31"),
        (PLACING, 1, PlaceCard("z", 99), "TL-31"),
        (PLACING, CHANCE, DrawCard("z"), "TL-31"),
        (PLACING, 5, PlaceCard("a", 0), "TL-31"),
        (OPENING, CHANCE, DrawCard("a"), "TL-37"),
        (OPENING, CHANCE, PlaceCard("a", 0), "TL-37"),
        (DEALING, CHANCE, OpenDeck("example"), "TL-37"),
        (DRAWING, CHANCE, PlaceCard("c", 0), "TL-37"),
        (DRAWING, CHANCE, OpenDeck("example"), "TL-37"),
        (PLACING, 0, DrawCard("l"), "TL-37"),
        (PLACING, 0, OpenDeck("example"), "TL-37"),
        (OPENING, CHANCE, OpenDeck("games_and_leisure"), "TL-33"),
        (OPENING, CHANCE, OpenDeck(""), "TL-33"),
        (DEALING, CHANCE, DrawCard("a"), "TL-34"),
        (DRAWING, CHANCE, DrawCard("a"), "TL-34"),  # among the discards
        (DRAWING, CHANCE, DrawCard("zz"), "TL-34"),
        (PLACING, 0, PlaceCard("b", 0), "TL-35"),
        (PLACING, 0, PlaceCard("z", 9), "TL-35"),
        (PLACING, 0, PlaceCard("a", 2), "TL-35"),
        (PLACING, 0, PlaceCard("a", -1), "TL-35"),
        (PLACING, 0, PlaceCard("a", 2**40), "TL-35"),
    ],
)
def test_the_refusal_names_the_first_rule_that_applies(
    game: Given, actor: int, move: Move, rule: str
) -> None:
    """TL-37, TL-30 to TL-35: it says what was legal, and changes nothing."""
    error = refusal(game, actor, move)

    assert error.rule == rule
    assert error.legal == game.legal_moves(actor)
    assert (error.actor, error.move) == (actor, move)
    game.when(actor, move).refused(rule)


def refusal(game: Given, actor: int, move: Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        RULESET.decide(game.state, actor, move)
    return caught.value


@pytest.mark.parametrize(
    "value",
    [
        {"type": "PlaceCard", "card": "a"},
        {"type": "PlaceCard", "card": "a", "at": 0, "year": 5},
        {"type": "PlaceCard", "card": "a", "at": True},
        {"type": "PlaceCard", "card": "a", "at": "0"},
        {"type": "PlaceCard", "card": "a", "at": 0.0},
        {"type": "PlaceCard", "card": None, "at": 0},
        {"type": "DrawCard", "card": 5},
        {"type": "DrawCard"},
        {"type": "OpenDeck", "deck": None},
        {"type": "Pass"},
        {},
        [],
    ],
)
def test_what_is_no_move_is_refused_while_it_is_read(value: object) -> None:
    """TL-37: `at` is an integer and not a boolean; there is no pass (D-16)."""
    with pytest.raises(InvalidMove) as caught:
        RULESET.move_from_json(value)

    assert caught.value.rule == "TL-37"


def test_a_move_of_another_game_is_none_of_this() -> None:
    """TL-37."""

    @message
    class Shout(Move):
        """Not a thing to do here."""

    with pytest.raises(InvalidMove) as caught:
        RULESET.decide(PLACING.state, 0, Shout())

    assert caught.value.rule == "TL-37"


def test_moves_are_written_as_the_document_has_them() -> None:
    """TL-33 to TL-35, D-17."""
    assert [
        move.to_json() for move in (OpenDeck("games_and_leisure"), DrawCard("senet"), PlaceCard("senet", 0))
    ] == [
        {"type": "OpenDeck", "deck": "games_and_leisure"},
        {"type": "DrawCard", "card": "senet"},
        {"type": "PlaceCard", "card": "senet", "at": 0},
    ]


@pytest.mark.parametrize("card", ["a", "b", "k", "x" * 10_000, "\x1b[2J"])
def test_a_refusal_is_short_and_tells_no_date(card: str) -> None:
    """TL-71: whatever was asked for."""
    for actor, move, game in ((0, PlaceCard(card, 7), PLACING), (CHANCE, DrawCard(card + "x"), DRAWING)):
        error = refusal(game, actor, move)

        assert len(error.message) < 200
        assert not any(year in error.message for year in ("500", "1500", "2010", "1000", "100", "2000"))
