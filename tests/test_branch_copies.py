"""Branches of copies that hide something."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playing import wander
from tiny.moves import Bid
from trunks import GOLDEN, finished, sound, trunk

from timecore.actors import CHANCE, PUBLIC
from timecore.branch import LuckChoice, branch, branch_game, branch_without
from timecore.errors import FileMissing, HiddenValue
from timecore.game import Game
from timecore.log import Log


@pytest.mark.parametrize("viewer", [PUBLIC, 0])
def test_kept_luck_is_refused_where_the_seed_is_hidden_and_a_draw_is_due(viewer: Any) -> None:
    copy = finished().redacted(viewer)

    with pytest.raises(HiddenValue, match="does not hold the seed"):
        branch(copy, 3)
    assert branch(copy, 3, "redraw").to_bytes().startswith(trunk(copy, 3))
    assert sound(branch(copy, 3, "redraw")).shows == "partial"
    assert sound(branch(copy, 8)).shows == copy.shows


def test_a_copy_is_not_played_on_but_a_branch_of_it_is() -> None:
    copy = finished().redacted(0)

    with pytest.raises(HiddenValue, match="not the full one") as caught:
        Game.from_log(copy.upto(6))
    assert "in a branch of it" in str(caught.value.hint)
    assert Game.from_log(branch(copy, 6, "redraw")).to_act == (0, 1, 2)


def test_a_copy_of_a_branch_is_not_played_on_either() -> None:
    played = wander(branch_game(finished(), 3)).log

    with pytest.raises(HiddenValue, match="not the full one"):
        Game.from_log(played.redacted(0))


def test_a_branch_of_a_copy_goes_as_far_as_the_rules_can_decide() -> None:
    """A seat knows its own hand; a neighbour's is needed when somebody looks at it, or plays from it."""
    copy = finished().redacted(0)
    quiet, looking = (Game.from_log(branch(copy, 6, "redraw")) for _ in range(2))
    for seat in range(3):
        quiet.play(seat, Bid(None))
    quiet.play(0, quiet.legal_moves(0)[0])
    looking.play(1, Bid(None))
    looking.play(2, Bid(100))

    assert quiet.to_act == (1,)
    with pytest.raises(HiddenValue, match="the rules need what this copy of the record hides"):
        quiet.legal_moves(1)
    with pytest.raises(HiddenValue, match="the rules need"):
        looking.play(0, Bid(500))
    assert len(looking.entries) == 9
    for game in (quiet, looking):
        sound(game.log)


@pytest.mark.parametrize("luck", ["redraw", "manual"])
def test_where_something_is_hidden_nothing_can_be_drawn(luck: LuckChoice) -> None:
    """What is left depends on what is gone. At the start nothing is."""
    copy = finished().redacted(0)

    def draw(at: int) -> Game:
        game = Game.from_log(branch(copy, at, luck, seed="x" if luck == "redraw" else None))
        if luck == "manual":
            game.play(CHANCE, game.legal_moves(CHANCE)[0])
        return game

    with pytest.raises(HiddenValue, match="after entry 4 a draw is due"):
        draw(3)
    if luck == "redraw":
        sound(wander(draw(0)).log)


def test_without_an_entry_of_a_copy_the_first_move_that_it_hides_is_told() -> None:
    made = branch_without(finished().redacted(0), 7)

    assert made.stopped == 8
    assert isinstance(made.reason, HiddenValue)
    assert made.reason.entry == 8


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_branch_of_a_copy_is_that_of_the_full_record_as_far_as_it_goes(path: Path) -> None:
    """So the rules have looked at nothing that was hidden."""
    log = Log.load(path)
    gone_on = 0
    for at in range(len(log) % 3, len(log), len(log) // 7):
        for viewer in (0, PUBLIC):
            try:
                full = branch_game(log, at, "redraw", seed="x")
                game = branch_game(log.redacted(viewer), at, "redraw", seed="x")
                while game.to_act and len(game.entries) < at + 8:
                    actor = game.to_act[0]
                    assert game.legal_moves(actor) == full.legal_moves(actor)
                    entry = game.play(actor, game.legal_moves(actor)[-1])
                    assert full.play(actor, entry.move).events == entry.events
                    gone_on += 1
            except (HiddenValue, FileMissing):
                pass

    assert gone_on > 2 or path.stem.startswith(("chicken", "timeline-"))  # there, little can be done blindly
