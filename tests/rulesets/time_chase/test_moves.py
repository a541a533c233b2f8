"""Whose move it is, which moves are legal, and how others are refused (TC-30 to TC-35)."""

import json
from typing import Any

import pytest
from rulesets.time_chase.document import rows, section
from rulesets.time_chase.short import deals, go_on, legal, refused, table

from timecore.actors import CHANCE, TABLE
from timecore.errors import HiddenValue, IllegalMove, InvalidMove
from timecore.fold import advance
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.events import CardCommitted, CardDealt, FuelCommitted
from timecore.rulesets.time_chase.moves import CommitCard, CommitFuel, DealCard, PlayCard, TurnInvariant
from timecore.testing import given

HANDS = (
    "A9 A12 B8 B13 C8 C11 D7 D10 E8 E12",
    "A7 A10 B7 B12 C7 C13 D9 D11 E7 E13",
    "B9 B10 B11 C9 C10 C12 D8 D12 E9 E10",
)
READERS: dict[tuple[str, ...], str] = {("seat",): "seat `seat`", ("actor",): "the actor"}
GAME = given(RULESET, *deals(HANDS, "D13"), players=3)


def test_the_moves_are_those_of_the_table() -> None:
    """TC-30: names, fields, and who may see a private one."""
    found = []
    for cls in RULESET.moves.classes:
        secrets = [f"`{s.name}`, to {READERS[s.audience]}" for s in cls.specs if s.audience is not None]
        found.append((cls.__name__, [spec.name for spec in cls.specs], "".join(secrets)))
    expected = []
    for text, _actor, _phase, private in rows(section("5. Moves, whose move, legal moves")):
        example = json.loads(text.strip("`"))
        name = type(RULESET.move_from_json(example)).__name__
        expected.append((name, [key for key in example if key != "type"], private))

    assert found == expected


def test_each_phase_has_its_actor_and_its_kind_of_move() -> None:
    """TC-30, TC-31, TC-35: those of the table, and no other kind is listed."""
    games = [given(RULESET, *deals(HANDS, "D13")[:number], players=3) for number in (0, 30)]
    games += [
        GAME,
        table("A9", "A7", "B9", at=[0, 1, 1], contest=[0]),
        table("A9", "A7", "B9", fuel=[1, 0, 0]),
    ]
    found = []
    for game in games:
        actor = game.to_act[0]
        (kind,) = {type(move).__name__ for move in game.legal_moves(actor)}
        found.append((kind, "CHANCE" if actor == CHANCE else "seat", game.state.phase))
    expected = [
        (json.loads(text.strip("`"))["type"], actor, phase)
        for text, actor, phase, _private in rows(section("5. Moves, whose move, legal moves"))
    ]

    assert found == expected


def test_chance_acts_until_the_invariant_is_turned_up() -> None:
    """TC-31."""
    for number in range(31):
        assert given(RULESET, *deals(HANDS, "D13")[:number], players=3).to_act == (CHANCE,)


def test_one_seat_after_the_other_plays_to_an_event() -> None:
    """TC-31, TC-43."""
    game = GAME
    seats = []
    for text in ("0:A9", "1:A7", "2:D8"):
        seats.append(game.to_act)
        game, _ = go_on(game, text)

    assert seats == [(0,), (1,), (2,)]


def test_those_at_the_invariant_who_have_not_committed_are_to_act() -> None:
    """TC-31: in any order, each once."""
    game = table("A9 A8", "A7", "B9", "C9", at=[0, 1, 0, 0], contest=[0, 2, 3])
    assert game.to_act == (0, 2, 3)

    game, _ = go_on(game, "2:?B9")
    assert game.to_act == (0, 3)
    assert refused(game, "2:?B9").rule == "TC-31"


def test_all_who_have_not_committed_fuel_are_to_act() -> None:
    """TC-31, TC-80, D-22: those without fuel as well."""
    game = table("A9", "A7", "B9", fuel=[0, 2, 0])
    assert game.to_act == (0, 1, 2)

    game, _ = go_on(game, "1:~1")
    assert game.to_act == (0, 2)
    assert refused(game, "1:~1").rule == "TC-31"


def test_nobody_acts_when_the_game_is_over() -> None:
    """TC-31: and whatever is asked for is refused by that rule, unless it is no move at all."""
    stacks = [("A5", "A5", 0), ("A6", "A6", 0), None]
    game, _ = go_on(table("B9", "A7 A8", "B10", stacks=stacks, at=[3, 3, 3], resolving=(3, [0])), "0:B9")

    assert game.state.phase == "over"
    assert game.to_act == ()
    assert legal(game, 1) == []
    for actor in (0, 1, CHANCE):
        for move in (PlayCard("A7"), CommitFuel(0), TurnInvariant("A7")):
            game.when(actor, move).refused("TC-31", legal=[])
    game.when(0, {"type": "PlayCard", "card": 7}).refused("TC-32")


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "PassTurn"},
        {"card": "A9"},
        {"type": None, "card": "A9"},
        {"type": "CardPlayed", "seat": 0, "at": 1, "card": "A9", "how": "led"},
        {"type": "PlayCard"},
        {"type": "PlayCard", "card": "A9", "seat": 0},
        {"type": "PlayCard", "card": 9},
        {"type": "PlayCard", "card": None},
        {"type": "CommitCard", "card": "?"},
        {"type": "PlayCard", "card": ["A9"]},
        {"type": "CommitCard", "card": True},
        {"type": "CommitFuel", "fuel": True},
        {"type": "CommitFuel", "fuel": 1.0},
        {"type": "CommitFuel", "fuel": "1"},
        {"type": "CommitFuel"},
        {"type": "DealCard", "seat": False, "card": "A9"},
        {"type": "DealCard", "seat": 0.0, "card": "A9"},
        {"type": "DealCard", "card": "A9"},
        {"type": "TurnInvariant", "card": {}},
    ],
)
def test_what_is_no_move_of_this_game_is_refused_whoever_sends_it(wrong: dict[str, Any]) -> None:
    """TC-32: an unknown type, a field too many or too few, a value of a wrong type."""
    for game in (GAME, given(RULESET, players=3), table("A9", "A7", "B9")):
        for actor in (0, 1, CHANCE, TABLE, 17):
            with pytest.raises(InvalidMove):
                RULESET.decide(game.state, actor, RULESET.move_from_json(wrong))
            game.when(actor, wrong).refused("TC-32")


@pytest.mark.parametrize("wrong", [None, "PlayCard", 5, True, [], ["PlayCard", "A9"], {}])
def test_what_is_no_object_with_a_type_is_no_move(wrong: object) -> None:
    """TC-32."""
    with pytest.raises(InvalidMove) as caught:
        RULESET.move_from_json(wrong)

    assert caught.value.rule == "TC-32"


@pytest.mark.parametrize("move", [DealCard(0, HIDDEN), CommitCard(HIDDEN), CommitFuel(HIDDEN)])
def test_a_move_that_hides_what_it_asks_for_is_none(move: Move) -> None:
    """TC-32: that is how others see it, not how it can be made."""
    for actor in (0, 1, CHANCE):
        GAME.when(actor, move).refused("TC-32")


def test_a_move_of_another_game_is_none_of_this_one() -> None:
    """TC-32."""

    class Pass(Move):
        """A move of some other game."""

        __slots__ = ()

    GAME.when(0, Pass()).refused("TC-32")


@pytest.mark.parametrize("text", ["0:A7", "0:A1", "0:Z99", "0:a9", "0:A09", "0:"])
def test_a_card_that_one_does_not_have_cannot_be_played(text: str) -> None:
    """TC-33: not another's, not one that is out of the game, not one that is none."""
    error = refused(GAME, text)

    assert error.rule == "TC-33"
    assert error.legal == GAME.legal_moves(0)
    assert (error.actor, error.move) == (0, PlayCard(text[2:]))


def test_a_card_that_one_does_not_have_cannot_be_committed() -> None:
    """TC-33."""
    game = table("A9 A8", "A7", "B9", at=[0, 1, 1], contest=[0])

    assert refused(game, "0:?A7").rule == "TC-33"
    assert refused(game, "0:?Q1").rule == "TC-33"


@pytest.mark.parametrize("actor", [1, 2, 3, 17, -7, CHANCE, TABLE])
def test_who_is_not_to_act_is_refused_before_the_move_is_looked_at(actor: int) -> None:
    """TC-34: TC-31 comes before another phase (TC-32), before TC-33 and TC-44."""
    for move in (PlayCard("A9"), PlayCard("Z9"), CommitFuel(99), CommitCard("A9"), DealCard(0, "A9")):
        with pytest.raises(IllegalMove) as caught:
            RULESET.decide(GAME.state, actor, move)
        assert caught.value.rule == "TC-31"
        assert caught.value.legal == ()


def test_the_refusal_says_for_whom_it_is_to_move() -> None:
    """TC-31."""
    stacks = [("A5", "A5", 0), ("A6", "A6", 0), None]
    over, _ = go_on(table("B9", "A7", "B10", stacks=stacks, at=[3, 3, 3], resolving=(3, [0])), "0:B9")
    travel, _ = go_on(table("A9", "A7", "B9"), "1:~0")
    told = [
        (given(RULESET, players=3), 1, "it is not for seat 1 to move now, but for chance"),
        (GAME, CHANCE, "it is not for chance to move now, but for seat 0"),
        (travel, 1, "it is not for seat 1 to move now, but for seat 0, seat 2"),
        (over, 2, "the game is over, so seat 2 has no move"),
    ]
    for game, actor, message in told:
        with pytest.raises(IllegalMove) as caught:
            RULESET.decide(game.state, actor, CommitFuel(0))
        assert caught.value.message == f"TC-31: {message}"


def test_a_move_of_another_phase_is_refused_before_it_is_looked_at() -> None:
    """TC-34: TC-32 comes before TC-22, TC-82 and TC-33."""
    deal = given(RULESET, players=3)
    turn = given(RULESET, *deals(HANDS, "D13")[:-1], players=3)
    travel = table("A9", "A7", "B9")
    invariant = table("A9", "A7", "B9", at=[0, 1, 1], contest=[0])
    everything = [DealCard(5, "Z9"), TurnInvariant("Z9"), PlayCard("Z9"), CommitCard("Z9"), CommitFuel(-1)]
    for game, actor, own, rule in (
        (deal, CHANCE, DealCard, "TC-22"),
        (turn, CHANCE, TurnInvariant, "TC-23"),
        (GAME, 0, PlayCard, "TC-33"),
        (invariant, 0, CommitCard, "TC-33"),
        (travel, 0, CommitFuel, "TC-82"),
    ):
        for move in everything:
            game.when(actor, move).refused(rule if type(move) is own else "TC-32")


def test_that_a_card_is_not_in_the_hand_is_said_before_that_it_does_not_follow_suit() -> None:
    """TC-34: TC-33 comes before TC-44."""
    game, _ = go_on(GAME, "0:A9")

    assert refused(game, "1:B13").rule == "TC-33"
    assert refused(game, "1:B7").rule == "TC-44"


def test_cards_are_listed_in_card_order() -> None:
    """TC-35: those that may be played, and the whole hand at the invariant."""
    assert legal(GAME, 0) == HANDS[0].split()
    game = table("C7 A10 A9 B8", "A7", "B9", at=[0, 1, 1], contest=[0])
    assert legal(game, 0) == ["A9", "A10", "B8", "C7"]
    assert legal(game, 1) == []


def test_fuel_is_listed_from_0_up() -> None:
    """TC-35, TC-82."""
    game = table("A9", "A7", "B9", fuel=[5, 2, 0], stacks=[None, None, None])

    assert [legal(game, seat) for seat in range(3)] == [[0, 1, 2, 3], [0, 1, 2], [0]]


def test_lists_of_legal_moves_are_new_each_time() -> None:
    """Whoever changes one changes no other; the moves in them are shared."""
    state = GAME.state
    RULESET.legal_moves(state, 0).clear()

    assert len(RULESET.legal_moves(state, 0)) == 10
    assert RULESET.legal_moves(state, 0)[0] is RULESET.legal_moves(state, 0)[0]


def test_what_depends_on_hidden_cards_is_not_answered() -> None:
    """TC-122: neither the moves of a seat whose hand is hidden, nor those of chance."""
    hidden = table("A9", "A7", "B9", resolving=(1, [0, 1, 2])).state
    CardDealt(0, HIDDEN).apply(hidden)
    with pytest.raises(HiddenValue, match="seat 0"):
        RULESET.legal_moves(hidden, 0)

    view = given(RULESET, CardDealt(0, HIDDEN), CardDealt(0, "A7"), players=3).state
    with pytest.raises(HiddenValue, match="chance"):
        RULESET.legal_moves(view, CHANCE)


def test_what_follows_from_hidden_choices_is_not_answered_either() -> None:
    """TC-122: on a view, the last choice of all tells nothing of the others; a choice before it does not need them."""
    travel = table("A9", "A7", "B9", fuel=[1, 1, 1]).state
    FuelCommitted(0, HIDDEN).apply(travel)
    assert RULESET.decide(travel, 1, CommitFuel(1)) == (FuelCommitted(1, 1),)
    FuelCommitted(1, HIDDEN).apply(travel)
    assert RULESET.legal_moves(travel, 2) == [CommitFuel(0), CommitFuel(1)]
    with pytest.raises(HiddenValue, match="choices"):
        RULESET.decide(travel, 2, CommitFuel(1))

    contest = table("", "A7", "B9", at=[0, 0, 0], contest=[0, 1, 2]).state
    advance(contest, [CardDealt(0, HIDDEN), CardCommitted(0, HIDDEN)])
    assert RULESET.decide(contest, 1, CommitCard("A7")) == (CardCommitted(1, "A7"),)
    CardCommitted(1, "A7").apply(contest)
    assert RULESET.legal_moves(contest, 2) == [CommitCard("B9")]
    with pytest.raises(HiddenValue, match="choices"):
        RULESET.decide(contest, 2, CommitCard("B9"))


def test_whether_a_card_can_come_is_not_answered_on_a_view() -> None:
    """TC-122: somebody may have it."""
    deal = given(RULESET, CardDealt(0, HIDDEN), players=3)
    turn = given(RULESET, *([CardDealt(0, HIDDEN)] * 30), players=3)
    for view, move in ((deal, DealCard(0, "A7")), (turn, TurnInvariant("A7"))):
        with pytest.raises(HiddenValue, match="chance"):
            RULESET.decide(view.state, CHANCE, move)
