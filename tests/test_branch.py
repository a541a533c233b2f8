"""Branches: the trunk's bytes, then a fork."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playing import wander
from tiny import RULESET
from tiny.moves import Bid
from trunks import GOLDEN, LETTERS, NAMES, finished, game_of_tiny, sound, trunk

import timecore
from timecore.actors import CHANCE, TABLE
from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.branch import LuckChoice, branch, branch_game, luck_kept
from timecore.chance import Luck
from timecore.errors import PositionError, UsageError
from timecore.game import Game, LuckKind
from timecore.jsonschema import json_schema
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.replay import Replay, state_digest
from timecore.table import (
    Branch,
)
from timecore.transcript import export_json, export_lines, import_lines

# -- what a branch is ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["sealed", "given", "manual"])
@pytest.mark.parametrize("luck", ["keep", "redraw", "manual"])
def test_a_branch_is_the_trunks_bytes_and_a_fork(source: LuckKind, luck: LuckChoice) -> None:
    """Wherever it begins; and it is played on, and proven, like any record."""
    log = finished(source)
    for at in (0, 3, 6, 8, 12):
        made = branch(log, at, luck)

        assert made.to_bytes().startswith(trunk(log, at))
        assert len(made) == at + 1
        fork = made.entries[-1]
        assert (fork.actor, type(fork.move), len(fork.meta["id"])) == (TABLE, Branch, 16)
        assert made.record.branch == made.head[:16]
        assert Log.from_bytes(made.to_bytes(), rules=RULESET).entries == made.entries
        sound(wander(Game.from_log(made)).log)


def test_no_two_branches_are_the_same() -> None:
    """An `id` that is given, and what else is to stand beside the fork, stands there."""
    log = finished()
    noted = branch(log, 7, meta={"id": bytes(16), "why": "a better bid"})

    assert branch(log, 7).head != branch(log, 7).head
    assert noted.entries[-1].meta == {"id": bytes(16), "why": "a better bid"}
    assert branch(log, 7, meta=noted.entries[-1].meta).head == noted.head


def test_the_public_name_is_the_function_also_where_the_module_was_imported() -> None:
    assert timecore.branch is branch


def test_a_trunk_has_no_name_and_a_branch_of_a_branch_that_of_its_last_fork() -> None:
    first = branch(finished(), 9)
    second = branch(wander(Game.from_log(first)).log, 11)

    assert finished().record.branch is None
    assert second.record.branch == second.head[:16]
    assert second.record.branch != first.record.branch


def test_a_position_inside_an_entry_is_refused_and_those_around_it_are_named() -> None:
    log = finished()
    inside = next(entry for entry in log.entries if len(entry.events) > 1)

    with pytest.raises(PositionError, match=f"inside entry {inside.seq}") as caught:
        branch(log, f"{inside.seq - 1}.1")

    assert f"Positions {inside.seq - 1}, before that entry, and {inside.seq}, after it" in str(
        caught.value.hint
    )
    assert len(branch(log, f"{inside.seq - 1}.{len(inside.events)}")) == inside.seq + 1


@pytest.mark.parametrize("at", [13, "-14", "x", "1.9", "12.1", 1.5, ""])
def test_a_position_that_is_none_is_refused(at: Any) -> None:
    with pytest.raises(PositionError):
        branch(finished(), at)


def test_the_last_position_and_the_start_can_be_branched_at() -> None:
    assert len(branch(finished(), "-1")) == len(finished()) + 1
    assert len(branch(Log.from_bytes(trunk(finished(), 0), rules=RULESET), "-1")) == 1


def test_a_branch_can_begin_between_the_commitments_of_a_simultaneous_choice() -> None:
    """Those who have chosen have chosen; the others still may."""
    log = finished()
    game = Game.from_log(branch(log, 7))

    assert set(game.to_act) == {0, 1, 2} - {log.entries[6].actor}


@pytest.mark.parametrize(("luck", "seed"), [("other", None), ("manual", "x")])
def test_luck_that_is_none_is_refused(luck: Any, seed: str | None) -> None:
    with pytest.raises(UsageError):
        branch(finished(), 3, luck, seed=seed)


def test_without_its_ruleset_a_record_is_branched_by_its_bytes() -> None:
    """What is inside an entry is not known then; that there is such a position is refused all the same."""
    log = Log.from_bytes(finished().to_bytes())
    made = branch(log, 6)

    assert made.to_bytes().startswith(trunk(finished(), 6))
    with pytest.raises(PositionError, match="inside entry 9"):
        branch(log, "8.1")
    sound(wander(Game.from_log(Log.from_bytes(made.to_bytes(), rules=RULESET))).log)


def test_what_is_sound_of_a_damaged_record_can_be_branched() -> None:
    torn = Log.from_bytes(finished().to_bytes()[:-5], rules=RULESET)

    sound(wander(Game.from_log(branch(torn, 10))).log)
    with pytest.raises(PositionError, match="the log has 11 entries"):
        branch(torn, 12)


# -- the saved games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_saved_games_are_branched(path: Path) -> None:
    """With each kind of luck, in the middle, and played on for a while."""
    log = Log.load(path)
    middle = len(log) // 2
    for luck in ("keep", "redraw", "manual"):
        made = branch(log, middle, luck)
        assert made.to_bytes().startswith(trunk(log, middle))
        game = Game.from_log(made, recorded=log.entries[middle:], fresh=Luck.given("on", 64))
        simulate(game, make_bots(log.rules, ["random"] * len(game.names), "on"), max_entries=middle + 12)
        sound(game.log)


def test_one_who_bids_otherwise_gets_the_same_cards() -> None:
    log = finished()
    game = Game.from_log(branch(log, 6))
    for seat in range(3):
        game.play(seat, Bid(500 if seat == 2 else None))

    assert game.state.hands[0] != []
    assert game.state.looker == 2


def test_signed_moves_of_the_trunk_stay_proven_and_those_of_the_branch_are_signed_anew() -> None:
    pytest.importorskip("cryptography")
    keys = [SecretKey.of_seed(name, bytes([number]) * 32) for number, name in enumerate(NAMES[:2])]
    signers = dict(enumerate(keys))
    log = wander(game_of_tiny(players=2, signers=signers)).log
    unsigned = branch_game(log, 5)
    signed = wander(branch_game(log, 5, signers=signers)).log

    assert audit(sound(signed).to_bytes(), rules=RULESET).verdicts["signatures"].verdict == "signed"
    assert unsigned.entries[4].meta["sig"] == log.entries[4].meta["sig"]
    sound(wander(unsigned).log)


# -- laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_with_kept_luck_and_the_same_moves_a_branch_is_the_same_game(path: Path) -> None:
    """Whatever was drawn in between: nothing else goes into a draw."""
    log = Log.load(path)
    if path.stem == "timeline-deck-3p":
        log = Log.load(path, rules=log.rules.with_file(LETTERS.read_bytes()))
    at = len(log) * 2 // 3
    game = branch_game(log, at)
    for entry in log.entries[at:]:
        if entry.actor != CHANCE:
            game.play(entry.actor, entry.move)

    assert state_digest(game.state) == state_digest(Replay(log).go("-1").state)
    assert luck_kept(log, game.log).redrawn == ()
    sound(game.log)


def test_what_is_exported_of_a_branch_names_it_and_is_refused_as_an_import_at_its_fork() -> None:
    """Its fork belongs to its bytes."""
    log = branch(finished(), 6)
    told = export_json(log)
    found = import_lines([json.dumps(line) for line in export_lines(log)], rules=RULESET)

    assert told["branch"] == log.head[:16].hex()
    Draft202012Validator({"$defs": json_schema(RULESET)["$defs"], "$ref": "#/$defs/document"}).validate(told)
    assert found.moves == 6
    assert found.error is not None
    assert "Branch belongs to the bytes" in found.error.message
