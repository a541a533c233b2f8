"""How a game has ended, as a ``Seal`` says it."""

import pytest
from tiny import RULESET
from tiny.rules import TinyResult

from timecore.actors import TABLE
from timecore.ending import UNKNOWN, Ending, contradictions, ending
from timecore.entry import Entry
from timecore.game import Game
from timecore.messages import Move
from timecore.standing import AT_FIRST, Standing
from timecore.table import Adjourn, Branch, Forfeit, Resume, Retract, Seal, Void

WON_BY_1 = TinyResult((1,))
DRAWN = TinyResult(())


def standing_after(*moves: Move) -> Standing:
    standing = AT_FIRST
    for move in moves:
        standing = standing.after(move, AT_FIRST)
    return standing


@pytest.mark.parametrize(
    ("moves", "result", "expected"),
    [
        ((), WON_BY_1, Ending("finished", ("0", "1", "0"))),
        ((), DRAWN, Ending("finished", ("0", "0", "0"))),
        ((), TinyResult((0, 2)), Ending("finished", ("1", "0", "1"))),
        ((), None, Ending("adjourned", ("-", "-", "-"))),
        ((Adjourn(),), None, Ending("adjourned", ("-", "-", "-"))),
        ((Adjourn(), Resume()), WON_BY_1, Ending("finished", ("0", "1", "0"))),
        ((Void("fire"),), None, Ending("void", ("-", "-", "-"))),
        ((Void("fire"),), WON_BY_1, Ending("void", ("-", "-", "-"))),
        ((Void("fire"), Forfeit(0)), None, Ending("void", ("-", "-", "-"))),
        ((Forfeit(0), Void("fire")), None, Ending("void", ("-", "-", "-"))),
        ((Forfeit(0),), None, Ending("forfeit", ("f", "-", "-"))),
        ((Forfeit(0), Forfeit(2)), None, Ending("forfeit", ("f", "1", "f"))),
        ((Forfeit(2), Forfeit(0), Forfeit(1)), None, Ending("forfeit", ("f", "f", "f"))),
        ((Forfeit(0),), WON_BY_1, Ending("forfeit", ("f", "1", "0"))),
        ((Forfeit(1),), WON_BY_1, Ending("forfeit", ("-", "f", "-"))),
        ((Forfeit(0), Retract(0)), WON_BY_1, Ending("finished", ("0", "1", "0"))),
        ((Forfeit(0), Branch()), None, Ending("forfeit", ("f", "-", "-"))),
    ],
)
def test_status_and_tokens(moves: tuple[Move, ...], result: TinyResult | None, expected: Ending) -> None:
    assert ending(standing_after(*moves), result, 3) == expected


def test_of_two_seats_the_other_has_won() -> None:
    game = Game.new(RULESET, seats=["Ana", "Ben"], seed="1")
    game.table(Forfeit(1))

    assert game.ending == Ending("forfeit", ("1", "f"))


def test_a_forfeit_before_the_entry_that_a_retraction_goes_back_to_stays() -> None:
    game = Game.new(RULESET, seats=["Ana", "Ben", "Cho"], seed="1")
    first = game.table(Forfeit(1)).seq
    game.table(Forfeit(2))
    game.retract(first)

    assert game.standing.forfeited == (1,)
    assert game.ending == Ending("forfeit", ("-", "f", "-"))


def test_a_void_game_says_so_also_after_a_forfeit() -> None:
    void = Void("fire")

    assert standing_after(void, Forfeit(0)).ended_by == void
    assert standing_after(Forfeit(0), void).ended_by == void


def test_an_irregular_forfeit_ends_nothing() -> None:
    fault = AT_FIRST.fault(Entry(1, TABLE, Forfeit(3)), 3)

    assert fault is not None
    assert "seat 3" in fault


@pytest.mark.parametrize(
    ("tokens", "fields"),
    [("101", []), ("000", []), ("1-0", ["result"]), ("f01", ["result"]), ("---", ["result"])],
)
def test_a_game_that_is_finished_leaves_no_seat_undecided_whether_or_not_the_rules_are_at_hand(
    tokens: str, fields: list[str]
) -> None:
    found = list(contradictions(Seal("finished", tuple(tokens)), AT_FIRST, UNKNOWN))

    assert [one.field for one in found] == fields
