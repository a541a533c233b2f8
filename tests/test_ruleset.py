"""What a ruleset need not answer itself, and what follows from its answers."""

import pytest
from tiny import RULESET
from tiny.events import BidMade, BidsShown, HandShown, SeatBid
from tiny.moves import Bid, Deal
from tiny.rules import Options

from timecore.actors import CHANCE
from timecore.bots import MonteCarloBot
from timecore.errors import InvalidMove, OptionRefused, UsageError
from timecore.hidden import HIDDEN
from timecore.messages import Move, message
from timecore.narrate import catalogue
from timecore.ruleset import Ruleset
from timecore.testing import given

ENGLISH = catalogue("en", RULESET)
NAMES = ("Ana", "Ben")


def test_an_event_is_told_by_its_name_and_fields() -> None:
    assert RULESET.narrate(BidMade(1, 100), None, NAMES, ENGLISH) == "bid made: seat 1 amount 100"
    assert (
        RULESET.narrate(HandShown(0, 1, HIDDEN), None, NAMES, ENGLISH)
        == "hand shown: seat 0 target 1 cards ?"
    )


def test_a_move_is_described_by_its_name_and_fields() -> None:
    assert RULESET.describe(Deal(1, "ace"), None, NAMES, ENGLISH) == "deal 1 ace"
    assert RULESET.describe(Bid(HIDDEN), None, NAMES, ENGLISH) == "bid ?"


def test_a_list_of_small_objects_is_told_by_their_fields() -> None:
    told = RULESET.narrate(BidsShown((SeatBid(0, None), SeatBid(1, 5))), None, NAMES, ENGLISH)

    assert told == "bids shown: bids [seat 0 amount none, seat 1 amount 5]"


def test_the_board_is_the_state_in_json() -> None:
    state = RULESET.start(Options(players=2))

    assert '"phase": "deal"' in RULESET.board(state, NAMES, ENGLISH)


def test_all_moves_of_chance_weigh_the_same() -> None:
    state = RULESET.start(Options(players=2))

    assert Ruleset.weights(RULESET, state) == (1, 1, 1, 1)


def test_a_game_has_no_rounds_no_turns_and_nothing_to_check() -> None:
    state = RULESET.start(Options(players=2))

    assert RULESET.round_of(state) is None
    assert RULESET.turn_of(state) is None
    assert Ruleset.invariants(RULESET, state) == ()


def test_options_are_resolved_and_stored() -> None:
    options = RULESET.resolve_options({"players": 3})

    assert options == Options(players=3)
    assert RULESET.options_map(options) == {"players": 3}
    assert [spec.name for spec in RULESET.option_specs] == ["players"]
    with pytest.raises(OptionRefused, match=r"^TY-1: "):
        RULESET.resolve_options({"player": 3})


def test_a_move_is_read_from_json() -> None:
    assert RULESET.move_from_json({"type": "Bid", "amount": 100}) == Bid(100)


@pytest.mark.parametrize("value", [None, 1, [], "Bid", {}, {"type": "Pass"}, {"type": "Bid"}])
def test_what_is_no_move_is_refused_by_the_rulesets_number(value: object) -> None:
    with pytest.raises(InvalidMove, match=r"^TY-20: no move of this game: ") as caught:
        RULESET.move_from_json(value)

    assert caught.value.hint == "The moves are: Deal, Bid, Play."


def test_a_ruleset_answers_every_question_or_is_none() -> None:
    class Unfinished(Ruleset[object]):  # type: ignore[type-var]
        pass

    with pytest.raises(TypeError, match="abstract"):
        Unfinished()  # type: ignore[abstract]


def test_a_move_of_another_ruleset_is_refused() -> None:
    @message
    class Pass(Move):
        pass

    given(RULESET, players=2).when(CHANCE, Pass()).refused("TY-22")


def test_a_ruleset_says_what_it_is() -> None:
    assert repr(RULESET) == "<ruleset tiny version 1>"


def test_a_game_without_data_files_says_so() -> None:
    assert RULESET.file_name is None
    assert RULESET.prepare({"players": 2}) == (RULESET, Options(players=2))
    for read in (RULESET.check_file, RULESET.with_file):
        with pytest.raises(UsageError, match="tiny is played without a data file"):
            read(b"")


def test_a_game_that_cannot_deal_anew_says_so() -> None:
    with pytest.raises(UsageError, match="tiny cannot deal its hidden values anew"):
        MonteCarloBot("x").choose(RULESET, RULESET.start(Options(players=2)), 0, [Bid(0), Bid(100)])
