"""The luck of a branch: kept, drawn anew or made at the table; and what became of that of its trunk."""

from __future__ import annotations

from typing import Any

import pytest
from playing import wander
from tiny import RULESET
from trunks import GOLDEN_PATH, finished, game_of_tiny, moves, sound

from timecore.actors import CHANCE, TABLE
from timecore.arbiter import Arbiter
from timecore.branch import LuckKept, branch, branch_game, luck_kept
from timecore.chance import Luck
from timecore.errors import UsageError
from timecore.game import Game, LuckKind
from timecore.log import Log
from timecore.record import luck_along
from timecore.table import (
    Adjourn,
    Branch,
    NonceCommit,
    Note,
    Seal,
    Void,
)
from timecore.tablerows import KEPT


@pytest.mark.parametrize("source", ["sealed", "given"])
def test_kept_luck_makes_the_draws_of_the_trunk(source: LuckKind) -> None:
    log = finished(source)
    game = Game.from_log(branch(log, 2))

    assert moves(game.entries[3:7]) == moves(log.entries[2:6])
    assert [draw.actor for draw in game.entries[3:7]] == [CHANCE] * 4


def test_kept_luck_of_a_finished_game_goes_on_beyond_its_last_draw() -> None:
    """Where nobody is left who could profit from it."""
    log = wander(game_of_tiny(players=2)).log
    game = Game.from_log(branch(log, 4))
    game.retract(0)

    assert KEPT not in game.entries[4].meta
    assert [type(entry.move) for entry in game.entries if entry.actor == TABLE] == [
        Branch,
        type(game.entries[5].move),
    ]


def test_of_an_unfinished_sealed_game_no_draw_is_kept_that_the_trunk_has_not_made() -> None:
    """A fork of its own brings new luck before the next one."""
    game = game_of_tiny(players=2)
    log = game.log
    assert luck_along(log.record.header, log.record.entries).k == 4
    made = branch(log, 2)
    alternative = Game.from_log(made)
    alternative.retract(0)
    forks = [entry for entry in alternative.entries if type(entry.move) is Branch]

    assert made.entries[-1].meta[KEPT] == "4"
    assert moves(alternative.entries[3:5]) == moves(log.entries[2:4])
    assert [fork.seq for fork in forks] == [3, 7]
    assert forks[0].move == Branch(None)
    assert isinstance(forks[1].move, Branch)
    assert forks[1].move.chance is not None
    assert forks[1].move.chance.kind == "sealed"
    assert forks[1].move.chance.seed != log.header.luck.seed
    assert alternative.log.record.branch == alternative.log.record.entries[6].hash[:16]
    sound(wander(alternative).log)


def test_the_seed_of_an_unfinished_trunk_is_not_revealed_in_a_branch() -> None:
    """It would show the luck to come there."""
    made = branch(game_of_tiny(players=2).log, 2)

    for table in (Game.from_log(made), Arbiter(made)):
        with pytest.raises(UsageError, match="the seed in force is that of the trunk"):
            table.reveal_seed()
    alternative = Game.from_log(made)
    alternative.retract(0)  # more is drawn now than the trunk has, so there is new luck
    alternative.reveal_seed()
    over = Game.from_log(branch(finished(), 2))
    over.reveal_seed()
    sound(over.log)


def test_where_no_draw_is_left_to_keep_new_luck_begins_at_once() -> None:
    made = branch(game_of_tiny(players=2).log, "-1")

    assert isinstance(made.entries[-1].move, Branch)
    assert made.entries[-1].move.chance is not None
    assert KEPT not in made.entries[-1].meta


def test_luck_that_takes_over_follows_from_a_text_where_one_is_given() -> None:
    log = game_of_tiny(players=2).log

    def drawn() -> list[Any]:
        game = Game.from_log(branch(log, 2), fresh=Luck.given("take over", 4))
        game.retract(0)
        return moves(game.entries)

    assert drawn() == drawn()
    assert Branch(Luck.given("take over", 4)) in drawn()
    assert branch(log, 4, seed="x").entries[-1].move == Branch(Luck.given("x", 4))


def test_a_given_seed_hides_nothing_so_it_is_kept_for_as_long_as_it_takes() -> None:
    made = branch(game_of_tiny("given", players=2).log, 2)

    assert KEPT not in made.entries[-1].meta
    assert made.entries[-1].move == Branch(None)


@pytest.mark.parametrize("at", [2, 4])
def test_a_branch_of_a_branch_keeps_no_more_than_its_trunk(at: int) -> None:
    """Also where it begins before the fork of that branch, and also if that branch has been played to its end."""
    unfinished = game_of_tiny(players=2).log
    over = wander(Game.from_log(branch(unfinished, 3))).log

    assert branch(over, at).entries[-1].meta[KEPT] == "4"


def test_where_other_luck_takes_over_only_the_draws_before_it_are_known() -> None:
    """The trunk of such a branch may go on, whatever has become of the branch."""
    over = wander(Game.from_log(branch(finished(), 3, "redraw"))).log

    assert branch(over, 2).entries[-1].meta[KEPT] == "3"


def test_a_seed_that_was_revealed_later_is_kept_for_as_long_as_it_takes() -> None:
    game = game_of_tiny(players=2)
    game.reveal_seed()
    made = branch(game.log, 2)

    assert KEPT not in made.entries[-1].meta
    sound(wander(Game.from_log(made)).log)


@pytest.mark.parametrize("source", ["sealed", "given"])
def test_from_a_seed_that_was_revealed_before_nothing_is_drawn(source: LuckKind) -> None:
    """So there is new luck from the fork on."""
    game = game_of_tiny(source, players=2)
    game.reveal_seed()
    made = branch(game.log, 5)
    alternative = Game.from_log(made)
    alternative.retract(1)

    assert isinstance(made.entries[-1].move, Branch)
    assert made.entries[-1].move.chance is not None
    sound(wander(alternative).log)


@pytest.mark.parametrize(
    ("ending", "over"),
    [
        (Void("spilt"), True),
        (Adjourn(), False),
        (Seal("void", ("-", "-")), True),
        (Seal("adjourned", ("-", "-")), False),
    ],
)
def test_what_the_table_has_ended_is_over_and_what_it_has_adjourned_is_not(
    ending: Any, *, over: bool
) -> None:
    game = game_of_tiny(players=2)
    game.table(ending)

    assert (KEPT not in branch(game.log, 3).entries[-1].meta) is over


def test_a_game_that_is_damaged_behind_the_fork_may_go_on() -> None:
    log = Log.from_bytes(finished().to_bytes() + b"\x93\x01", rules=RULESET)
    assert log.damage is not None

    assert branch(log, 3).entries[-1].meta[KEPT] == "6"


@pytest.mark.parametrize("note", ["", "-1", "x", "4.0", "9999999999", "٣"])
def test_a_number_of_draws_that_is_none_limits_nothing(note: str) -> None:
    """It is a note, and a stranger may have written it."""
    log = finished()
    game = Game.from_log(log.upto(2))
    game.__init__(log.upto(2))  # type: ignore[misc]  # without the draws that are due: the fork comes first
    game.table(Branch(None), meta={KEPT: note})

    assert [type(entry.move) for entry in game.entries].count(Branch) == 1
    assert moves(game.entries[3:7]) == moves(log.entries[2:6])


def test_recorded_draws_of_a_real_table_are_made_again_until_one_cannot_be() -> None:
    log = finished("manual")
    again = Game.from_log(branch(log, 2), recorded=log.entries[2:])
    asked = Game.from_log(branch(log, 2))
    fresh = Game.from_log(branch(log, 2), recorded=log.entries[2:4], fresh=Luck.given("rest", 4))

    assert moves(again.entries[3:]) == moves(log.entries[2:6])
    assert asked.to_act == (CHANCE,)
    assert [type(entry.move).__name__ for entry in fresh.entries[2:]] == [
        "Branch", "Deal", "Deal", "Branch", "Deal", "Deal"
    ]  # fmt: skip
    sound(wander(fresh).log)


def test_nonces_belong_to_the_luck_that_they_were_given_for() -> None:
    """Kept luck waits for them, and new luck does not."""
    game = game_of_tiny(nonces=True)
    nonces = [game.commit_nonce(seat) for seat in range(3)]
    for seat, nonce in enumerate(nonces):
        game.reveal_nonce(seat, nonce)
    log = wander(game).log
    assert [type(entry.move) for entry in log.entries[:3]] == [NonceCommit] * 3

    waiting = Game.from_log(branch(log, 3))
    fresh = Game.from_log(branch(log, 3, "redraw"))
    assert len(waiting.entries) == 4
    assert len(fresh.entries) == 10
    for seat, nonce in enumerate(nonces):
        waiting.reveal_nonce(seat, nonce)
    assert moves(waiting.entries[7:13]) == moves(log.entries[6:12])
    for one in (waiting, fresh):
        sound(wander(one).log)


def test_a_record_that_was_closed_goes_on_in_a_branch() -> None:
    game = wander(game_of_tiny())
    game.table(Note("the end"))
    tokens = tuple("1" if seat in game.result.winners else "0" for seat in range(3))  # type: ignore[union-attr]
    game.table(Seal("finished", tokens))
    log = game.log

    alternative = Game.from_log(branch(log, "-1"))
    alternative.retract(8)
    assert len(alternative.to_act) == 1
    sound(wander(alternative).log)


# -- what became of the luck -------------------------------------------------------------------------------------


def test_a_branch_is_compared_with_its_trunk_draw_by_draw() -> None:
    """Who plays on otherwise may find other cards left, and then the same number means another one."""
    log = Log.load(GOLDEN_PATH)
    at = next(entry.seq for entry in log.entries if entry.actor >= 0) - 1
    game = branch_game(log, at)
    while game.to_act and len(game.entries) < len(log):
        actor = game.to_act[-1]
        game.play(actor, game.legal_moves(actor)[-1])
    kept = luck_kept(log, game.log)
    ours, theirs = game.entries, log.entries

    assert kept.renewed is None
    assert kept.redrawn
    for one in kept.redrawn:
        assert ours[one.entry - 1].move != theirs[one.trunk_entry - 1].move
        assert CHANCE == ours[one.entry - 1].actor == theirs[one.trunk_entry - 1].actor
    draws = sum(entry.actor == CHANCE for entry in ours[at:])
    assert kept.same + len(kept.redrawn) <= draws


def test_luck_of_its_own_is_not_compared() -> None:
    log = finished()
    game = branch_game(log, 2, "redraw")
    taken_over = branch_game(game_of_tiny(players=2).log, 3)
    taken_over.retract(0)

    assert luck_kept(log, game.log) == LuckKept(0, (), 3)
    assert luck_kept(log, branch_game(log, 2).log) == LuckKept(4, (), None)
    with pytest.raises(UsageError, match="not even their header"):
        luck_kept(game_of_tiny(players=2).log, game.log)
    assert luck_kept(log, log) == LuckKept(0, (), None)
    of_branch = branch_game(game.log, 4)
    assert luck_kept(game.log, of_branch.log) == LuckKept(3, (), None)


def test_draws_that_the_trunk_has_not_made_are_neither_the_same_nor_others() -> None:
    game = branch_game(finished(), 4)
    game.retract(0)

    assert luck_kept(finished(), game.log).same == 2
