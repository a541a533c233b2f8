"""Branches: the trunk's bytes, then a fork; luck kept, drawn anew or made at the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from independent_verifier import verify
from jsonschema import Draft202012Validator
from playing import wander
from tiny import RULESET
from tiny.moves import Bid, Deal

import timecore
from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.arbiter import Arbiter
from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.branch import LuckChoice, LuckKept, branch, branch_game, branch_without, luck_kept
from timecore.chance import Luck
from timecore.entry import Entry
from timecore.errors import FileMissing, HiddenValue, IllegalMove, PositionError, UsageError
from timecore.game import Game, LuckKind
from timecore.jsonschema import json_schema
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.record import luck_along
from timecore.replay import Replay, state_digest
from timecore.table import (
    Adjourn,
    Branch,
    NonceCommit,
    NonceReveal,
    Note,
    Retract,
    RevealSeed,
    Rule,
    Seal,
    Void,
)
from timecore.tablerows import KEPT
from timecore.transcript import export_json, export_lines, import_lines

REPLAYS = sorted((Path(__file__).parent.parent / "replays").glob("*.msgpack"))
GOLDEN = [
    path
    for path in REPLAYS
    if path.stem.endswith(("chase-3p", "timeline-2p", "2003-2p", "warp-3p", "deck-3p"))
]
LETTERS = REPLAYS[0].parents[1] / "examples" / "decks" / "letters.toml"
GOLDEN_PATH = REPLAYS[0].parent / "chicken_time_warp-3p.msgpack"
NAMES = ["Ana", "Ben", "Cho"]


def game_of_tiny(luck: LuckKind = "sealed", players: int = 3, **more: Any) -> Game:
    if luck == "given":
        more = {"seed": "tiny"} | more
    return Game.new(RULESET, seats=NAMES[:players], luck=luck, **more)


@cache
def finished(luck: LuckKind = "sealed") -> Log:
    """Six cards are dealt (1 to 6), three bid (7 to 9), three play (10 to 12)."""
    return wander(game_of_tiny(luck)).log


def trunk(log: Log, entries: int) -> bytes:
    return log.upto(entries).to_bytes()


def moves(entries: Sequence[Entry]) -> list[Any]:
    return [entry.move for entry in entries]


def sound(log: Log) -> Log:
    """Both the audit and the verifier that shares no line with timecore find nothing."""
    data = log.to_bytes()
    report = audit(data, rules=log.rules)
    assert report.exit_code == 0, report.findings
    assert report.summary.startswith("intact")
    told = verify(data)
    assert told.status == "sound", told.line()
    assert told.fine, told.line()
    assert told.head == log.head
    return log


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


# -- luck that is kept -------------------------------------------------------------------------------------------


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


# -- without one entry -------------------------------------------------------------------------------------------


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


# -- copies that hide something ----------------------------------------------------------------------------------


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
