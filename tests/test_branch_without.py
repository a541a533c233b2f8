"""The same game without one entry."""

from __future__ import annotations

from typing import Any

import pytest
from playing import wander
from tiny.moves import Bid, Deal
from trunks import finished, game_of_tiny, moves, sound, trunk

from timecore.actors import CHANCE
from timecore.branch import LuckChoice, branch_without, luck_kept
from timecore.chance import Luck
from timecore.errors import IllegalMove, PositionError, UsageError
from timecore.game import LuckKind
from timecore.table import (
    Branch,
    NonceCommit,
    NonceReveal,
    Note,
    Retract,
    RevealSeed,
    Rule,
)
from timecore.tablerows import KEPT


@pytest.mark.parametrize("source", ["sealed", "given", "manual"])
def test_without_an_entry_the_later_moves_are_made_again_up_to_the_first_that_is_not_legal(
    source: LuckKind,
) -> None:
    """It says where that is, which rule it breaks, and what was legal."""
    log = finished(source)
    made = branch_without(log, 8)
    assert made.stopped is not None

    assert made.game.log.to_bytes().startswith(trunk(log, 7))
    assert (made.entry, made.replayed, made.stopped) == (8, 1, 10)
    assert isinstance(made.reason, IllegalMove)
    assert made.reason.rule == "TY-21"
    assert made.game.to_act == (log.entries[7].actor,)
    sound(wander(made.game).log)


def test_what_was_no_move_of_the_game_can_be_left_out_and_all_goes_on() -> None:
    game = game_of_tiny()
    game.table(Note("a remark"))
    log = wander(game).log
    made = branch_without(log, 7)

    assert (made.replayed, made.stopped, made.reason) == (6, None, None)
    assert moves(made.game.entries[7:]) == moves(log.entries[7:])
    assert made.game.result == game.result
    sound(made.game.log)


def test_what_the_table_took_back_is_taken_back_again() -> None:
    """By the numbers that its entries have in the branch; what concerns the trunk's bytes is left out."""
    game = game_of_tiny()
    game.table(Note("a remark"))
    first = game.play(0, Bid(100))
    game.retract(first.seq - 1)
    game.table(Rule(7, "stands"))
    wander(game)
    game.reveal_seed()
    game.table(Note("the end"))
    log = game.log
    made = branch_without(log, 7)
    (back,) = [entry.move for entry in made.game.entries if isinstance(entry.move, Retract)]

    assert made.stopped is None
    assert back == Retract(7)
    assert made.game.result == game.result
    assert not any(isinstance(entry.move, Rule | RevealSeed) for entry in made.game.entries)
    sound(made.game.log)


def test_without_a_retraction_nothing_goes_back() -> None:
    game = game_of_tiny()
    game.play(0, Bid(100))
    game.retract(6)
    log = wander(game).log
    made = branch_without(log, 8)

    assert made.stopped is not None
    assert isinstance(made.reason, IllegalMove)
    assert made.game.state.bids[0] == (100,)


def test_a_fork_of_the_trunk_is_forked_again_with_the_same_luck() -> None:
    """But of luck that its game may still draw from, no more is kept than it has drawn."""
    game = game_of_tiny(players=2)
    game.table(Note("before"))
    game.retract(0)
    game.table(Branch(Luck.sealed(4)))
    game.retract(2)
    log = game.log
    made = branch_without(log, 5)
    again = [entry for entry in made.game.entries if isinstance(entry.move, Branch)][1:]

    assert made.stopped is None
    assert again[0].move == next(entry.move for entry in log.entries if isinstance(entry.move, Branch))
    assert again[0].meta[KEPT] == "2"
    assert luck_kept(log, made.game.log).redrawn == ()
    made.game.retract(2)
    assert len([entry for entry in made.game.entries if isinstance(entry.move, Branch)]) == 3
    sound(made.game.log)
    redrawn = branch_without(log, 5, "redraw").game
    assert [entry.move.chance is None for entry in redrawn.entries if isinstance(entry.move, Branch)] == [
        False,
        True,
    ]


@pytest.mark.parametrize("luck", ["keep", "redraw"])
def test_shares_in_the_luck_are_given_again_where_it_is_the_same(luck: LuckChoice) -> None:
    game = game_of_tiny(nonces=True)
    game.table(Note("before all"))
    nonces = [game.commit_nonce(seat) for seat in range(3)]
    for seat, nonce in enumerate(nonces):
        game.reveal_nonce(seat, nonce)
    log = wander(game).log
    made = branch_without(log, 1, luck)
    shares = [entry for entry in made.game.entries if isinstance(entry.move, NonceCommit | NonceReveal)]

    if luck == "keep":
        assert (len(shares), made.stopped) == (6, None)
        assert made.game.result == game.result
    else:
        assert shares == []
    sound(made.game.log)


@pytest.mark.parametrize("entry", [0, -1, 13, True, "3"])
def test_an_entry_that_is_none_cannot_be_left_out(entry: Any) -> None:
    with pytest.raises(PositionError, match="there is no entry"):
        branch_without(finished(), entry)


def test_a_draw_cannot_be_left_out_since_it_is_due() -> None:
    with pytest.raises(UsageError, match="entry 3 is a draw"):
        branch_without(finished(), 3)


def test_draws_of_a_real_table_are_made_again_and_new_luck_takes_over_where_they_cannot_be() -> None:
    """Unless they are to be made by hand: then that is where it stops."""
    game = game_of_tiny("manual", players=2)
    for seat, card in ((0, "ace"), (1, "joker")):
        game.play(CHANCE, Deal(seat, card))
    game.retract(1)
    for seat, card in ((1, "king"), (0, "joker"), (1, "three")):
        game.play(CHANCE, Deal(seat, card))
    log = wander(game).log
    kept, by_hand = branch_without(log, 3), branch_without(log, 3, "manual")

    assert moves(by_hand.game.entries[3:]) == []
    assert by_hand.stopped == 7
    assert isinstance(kept.game.entries[3].move, Branch)
    assert kept.game.entries[3].move.chance is not None
    sound(wander(kept.game).log)
