"""The rules of Year Zero, one test each, and the examination that every ruleset sits."""

import pytest
from year_zero import RULESET, Jump, Jumped, Result, Stranded, can_win, careful

from timecore import Game, Narrator, OptionRefused, RandomBot
from timecore.bots import simulate
from timecore.narrate import catalogue
from timecore.testing import examine, given


def test_seats_take_turns() -> None:
    """YZ-4."""
    given(RULESET, (0, Jump(2)), players=3).when(1, Jump(3)).then(Jumped(1, 3, 16))


def test_nobody_jumps_out_of_turn() -> None:
    """YZ-7."""
    given(RULESET, (0, Jump(2)), players=3).when(2, Jump(3)).refused("YZ-7")


@pytest.mark.parametrize("years", [0, -1, 4])
def test_a_jump_has_one_year_at_least_and_no_more_than_the_reach(years: int) -> None:
    """YZ-4."""
    given(RULESET, players=2).when(0, Jump(years)).refused("YZ-4")


def test_there_is_no_way_behind_year_zero() -> None:
    """YZ-4."""
    given(RULESET, (0, Jump(2)), players=2, year=3).when(1, Jump(3)).refused("YZ-4")


def test_no_two_jumps_in_a_row_have_the_same_length() -> None:
    """YZ-5."""
    given(RULESET, (0, Jump(2)), players=2).when(1, Jump(2)).refused("YZ-5")


def test_whoever_arrives_in_year_zero_wins() -> None:
    """YZ-6."""
    given(RULESET, (0, Jump(1)), players=2, year=3).when(1, Jump(2)).then(Jumped(1, 2, 0), Stranded(1))


def test_whoever_leaves_no_jump_to_make_wins() -> None:
    """YZ-6: in year 1 after a jump of 1."""
    given(RULESET, (0, Jump(2)), players=2, year=4).when(1, Jump(1)).then(Jumped(1, 1, 1), Stranded(1))


@pytest.mark.parametrize(("option", "value"), [("players", 1), ("year", 2), ("reach", 1)])
def test_options_have_their_limits(option: str, value: int) -> None:
    """YZ-1, YZ-2, YZ-3."""
    with pytest.raises(OptionRefused) as refused:
        RULESET.resolve_options({"players": 2} | {option: value})

    assert refused.value.option == option


@pytest.mark.parametrize("year", [6, 9, 21, 30])
def test_the_careful_bot_wins_any_game_of_two_that_it_can(year: int) -> None:
    """Whom the first jump leaves without a way to win, the second does not."""
    lost = all(can_win(year - years, years, 3) for years in (1, 2, 3))
    bots = [RandomBot("seat 0"), careful(b"")] if lost else [careful(b""), RandomBot("seat 1")]

    for number in range(20):
        game = Game.new(RULESET, seats=["Ana", "Ben"], options={"year": year}, seed=str(number))
        simulate(game, bots)

        assert game.result == Result((1,) if lost else (0,))


def test_it_is_told_in_words() -> None:
    told = Narrator(["Ana", "Ben"], RULESET)

    assert told.event(Jumped(0, 1, 20)) == "Ana jumps back a year, to year 20"
    assert told.event(Jumped(1, 3, 17)) == "Ben jumps back 3 years, to year 17"
    assert told.event(Stranded(1)) == "The machine is stranded, and Ben wins"


def test_its_board_shows_how_far_it_is_to_year_zero() -> None:
    state = given(RULESET, (0, Jump(2)), players=2, year=6).state

    assert RULESET.board(state, ["Ana", "Ben"], catalogue()) == "0 ····[4]  after a jump of 2"


TestExamination = examine(RULESET)
