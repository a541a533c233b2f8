"""Playing a game: ask, decide, append."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import wander
from tiny import RULESET
from tiny.events import BidMade
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.arbiter import Arbiter
from timecore.audit import audit
from timecore.chance import Luck
from timecore.entry import Entry
from timecore.errors import (
    HiddenValue,
    IllegalMove,
    InvalidMove,
    OptionRefused,
    RecordClash,
    RecordDamaged,
    ReplayError,
    RulesetNotFound,
    RulesVersionDiffers,
    UsageError,
)
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.redact import redact
from timecore.table import Adjourn, Branch, NonceCommit, Note, Resume, RevealSeed, Seal

VECTORS = json.loads((Path(__file__).parent / "data" / "record_vectors.json").read_text(encoding="utf-8"))
NAMES = ["Ana", "Ben"]


class TestNew:
    """Starting a game."""

    def test_the_number_of_names_is_the_option_players(self) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho", "Dan"], seed="x")

        assert game.log.header.options["players"] == 4
        assert game.names == ("Ana", "Ben", "Cho", "Dan")

    def test_without_names_the_seats_are_called_by_their_numbers(self) -> None:
        assert Game.new(RULESET, options={"players": 3}).names == ("Seat 0", "Seat 1", "Seat 2")

    def test_names_and_the_option_must_agree(self) -> None:
        with pytest.raises(OptionRefused, match=r"TY-1: .*2 names"):
            Game.new(RULESET, seats=NAMES, options={"players": 3})

    @pytest.mark.parametrize("name", ["", "  "])
    def test_a_blank_name_is_refused(self, name: str) -> None:
        with pytest.raises(UsageError, match="blank"):
            Game.new(RULESET, seats=["Ana", name])

    def test_nobody_is_called_as_if_the_name_were_hidden(self) -> None:
        with pytest.raises(UsageError, match="hidden"):
            Game.new("time_chase", seats=["Ana", "?", "Cho"])

    def test_there_are_as_many_keys_as_seats(self) -> None:
        with pytest.raises(UsageError, match="2 keys, but 3 seats"):
            Game.new("time_chase", seats=["Ana", "Ben", "Cho"], keys=[None, bytes(32)])

    def test_a_refused_option_names_its_rule(self) -> None:
        with pytest.raises(OptionRefused) as caught:
            Game.new("time_chase", seats=["Ana", "Ben", "Cho"], options={"side": "B"})

        assert caught.value.rule == "TC-12"

    def test_an_unknown_ruleset_is_refused_with_a_suggestion(self) -> None:
        with pytest.raises(RulesetNotFound) as caught:
            Game.new("time_chaise")

        assert "time_chase" in (caught.value.hint or "")

    def test_seed_and_luck_must_fit(self) -> None:
        with pytest.raises(UsageError, match="needs a seed"):
            Game.new(RULESET, seats=NAMES, luck="given")
        with pytest.raises(UsageError, match="takes no seed"):
            Game.new(RULESET, seats=NAMES, luck="manual", seed="x")
        with pytest.raises(UsageError, match="power of two"):
            Game.new(RULESET, seats=NAMES, draws=3)

    def test_wrong_types_are_refused_in_words(self) -> None:
        wrong: list[dict[str, Any]] = [{"luck": "foo"}, {"seed": 5}, {"seats": "Ana"}, {"tags": {"n": 3}}]
        for arguments in wrong:
            with pytest.raises(UsageError):
                Game.new(RULESET, **({"seats": NAMES} | arguments))

    def test_equal_seeds_and_equal_play_give_equal_bytes(self) -> None:
        one, other = (wander(Game.new(RULESET, seats=NAMES, seed="same"), 7).log.to_bytes() for _ in "ab")

        assert one == other

    def test_a_seed_gives_the_same_luck_to_other_people(self) -> None:
        """FORMAT 5: neither names nor anything else of the header is mixed into a draw."""
        one, other = (
            Game.new(RULESET, seats=names, seed="7", tags=tags)
            for names, tags in ((NAMES, {}), (NAMES[::-1], {"table": "2"}))
        )

        drawn = [entry.move for entry in one.entries if entry.actor == CHANCE]
        assert drawn
        assert [entry.move for entry in other.entries if entry.actor == CHANCE] == drawn
        assert one.log.record.header.hash != other.log.record.header.hash

    def test_two_sealed_games_are_never_the_same(self) -> None:
        one, other = (Game.new(RULESET, seats=NAMES).log for _ in "ab")

        assert one.header.game != other.header.game
        assert one.header.luck.root != other.header.luck.root

    def test_what_is_due_is_drawn_before_a_seat_is_asked(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")

        assert [entry.actor for entry in game.entries] == [CHANCE] * 4
        assert game.to_act == (0, 1)

    def test_with_manual_luck_chance_is_asked_like_a_seat(self) -> None:
        game = Game.new(RULESET, seats=NAMES, luck="manual")

        assert game.to_act == (CHANCE,)
        assert game.weights() == (3, 1, 2, 4)
        game.play(CHANCE, Deal(0, "ace"))
        assert game.weights() == (2, 1, 2, 4)


class TestRecordedLuck:
    """The draws of one game made again in another."""

    def test_gives_the_same_deal_without_the_seed(self) -> None:
        played = Game.new("time_chase", seats=["Ana", "Ben", "Cho"])

        again = Game.new("time_chase", seats=["Eva", "Fay", "Gus"], luck="manual", recorded=played.entries)

        assert again.state.to_json() == played.state.to_json()
        assert audit(again.log.to_bytes()).verdicts["chance"].verdict == "manual"

    def test_ends_where_a_draw_is_not_legal_any_more(self) -> None:
        played = Game.new(RULESET, seats=NAMES, seed="7")
        first = played.entries[0]

        again = Game.new(RULESET, seats=NAMES, luck="manual", recorded=[first, first, *played.entries])

        assert len(again.entries) == 1
        assert again.to_act == (CHANCE,)

    def test_needs_manual_luck(self) -> None:
        played = Game.new(RULESET, seats=NAMES, seed="7")

        with pytest.raises(UsageError, match="manual"):
            Game.new(RULESET, seats=NAMES, recorded=played.entries)


class TestPlay:
    """Making moves."""

    def test_an_illegal_move_changes_nothing_and_says_what_was_legal(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        before = game.log.to_bytes()

        with pytest.raises(IllegalMove) as caught:
            game.play(0, Play("joker"))

        assert caught.value.rule == "TY-22"
        assert caught.value.legal == game.legal_moves(0)
        assert game.log.to_bytes() == before

    def test_a_move_may_be_given_as_json(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")

        assert game.play(0, {"type": "Bid", "amount": 100}).move == Bid(100)

    @pytest.mark.parametrize(
        "move", [{"type": "Bid"}, {"type": "Bid", "amount": True}, {"type": "Raise"}, {}, {"type": 3}]
    )
    def test_what_is_no_move_at_all_carries_the_rulesets_own_rule(self, move: dict[str, object]) -> None:
        with pytest.raises(InvalidMove) as caught:
            Game.new(RULESET, seats=NAMES, seed="7").play(0, move)

        assert caught.value.rule == "TY-20"

    def test_nobody_draws_where_luck_is_sealed(self) -> None:
        with pytest.raises(UsageError, match="draws by itself"):
            Game.new(RULESET, seats=NAMES, seed="7").play(CHANCE, Deal(0, "ace"))

    def test_deciding_changes_nothing(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        before = game.log.to_bytes()

        events = game.decide(1, Bid(500))

        assert game.log.to_bytes() == before
        assert game.play(1, Bid(500)).events == events

    def test_a_state_that_was_handed_out_never_changes(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        state = game.state
        before = state.to_json()

        wander(game)

        assert state.to_json() == before

    def test_an_entry_may_carry_meta(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        meta = {"id": bytes(16), "time": "2026-11-30T09:00:00Z"}

        game.play(0, Bid(0), meta=meta)

        assert dict(Log.from_bytes(game.log.to_bytes(), rules=RULESET).entries[-1].meta) == meta

    def test_ends_with_a_result(self) -> None:
        game = wander(Game.new(RULESET, seats=NAMES, seed="7"))

        assert game.result is not None
        assert game.result.reason == "played"
        assert game.legal_moves(0) == ()


class TestViews:
    """What a seat or an onlooker sees."""

    def test_a_seat_sees_its_own_hand_and_no_other(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")

        assert HIDDEN not in game.view(0).hands[0]
        assert HIDDEN in game.view(1).hands[0]
        assert HIDDEN in game.view(PUBLIC).hands[1]

    def test_a_view_follows_the_game(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        for _ in range(2):
            seat = game.to_act[0]
            game.view(0)
            game.play(seat, game.legal_moves(seat)[0])

        assert game.view(0).to_json() == Game.from_log(game.log).view(0).to_json()

    def test_a_view_can_be_changed_without_harm(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        game.view(0).hands[0].clear()

        assert game.view(0).hands[0]

    def test_there_is_no_view_of_a_seat_that_does_not_exist(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")

        with pytest.raises(UsageError, match="no seat 2"):
            game.view(2)
        for nobody in (None, True, "Ana"):
            with pytest.raises(UsageError):
                game.view(nobody)  # type: ignore[arg-type]

    def test_a_name_is_no_viewer(self) -> None:
        with pytest.raises(UsageError, match="no seat 'Ana'"):
            Game.new(RULESET, seats=NAMES, seed="7").view("Ana")  # type: ignore[arg-type]


class TestSaving:
    """Saving and going on."""

    def test_a_saved_game_goes_on_where_it_was(self, tmp_path: Path) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="save")
        whole = wander(Game.from_log(game.log), 3).log.to_bytes()
        for _ in range(9):
            seat = game.to_act[0]
            game.play(seat, game.legal_moves(seat)[0])
        path = tmp_path / "game.msgpack"
        game.save(path)

        again = Game.load(path)

        assert again.state.to_json() == game.state.to_json()
        assert wander(again, 3).log.header == wander(Game.from_log(game.log), 3).log.header
        assert Log.from_bytes(whole).head != again.log.head

    def test_a_game_that_was_read_and_goes_on_is_the_game_that_was_never_saved(self) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="save")
        for _ in range(9):
            seat = game.to_act[0]
            game.play(seat, game.legal_moves(seat)[0])
        again = Game.from_log(Log.from_bytes(game.log.to_bytes()))

        assert wander(again, 3).log.to_bytes() == wander(game, 3).log.to_bytes()

    def test_a_file_is_replaced_only_when_told_so(self, tmp_path: Path) -> None:
        path = tmp_path / "game.msgpack"
        game = Game.new(RULESET, seats=NAMES, seed="7")
        game.save(path)

        with pytest.raises(RecordClash, match="exists"):
            game.save(path)

        game.save(path, replace=True)
        assert [file.name for file in tmp_path.iterdir()] == ["game.msgpack"]

    def test_a_redacted_copy_cannot_go_on(self) -> None:
        log = Game.new(RULESET, seats=NAMES, seed="7").log

        with pytest.raises(HiddenValue, match="seat 1"):
            Game.from_log(log.redacted(1))

    def test_a_game_of_another_version_of_the_rules_can_be_replayed_and_cannot_go_on(self) -> None:
        class Later(type(RULESET)):  # type: ignore[misc]
            version = 2

        log = Game.new(Later(), seats=NAMES, seed="7").log
        again = Log.from_bytes(log.to_bytes(), rules=RULESET)

        assert again.entries == log.entries
        with pytest.raises(RulesVersionDiffers) as caught:
            Game.from_log(again)
        assert (caught.value.recorded, caught.value.installed) == (2, 1)

    def test_a_damaged_record_cannot_go_on(self) -> None:
        data = Game.new(RULESET, seats=NAMES, seed="7").log.to_bytes()

        with pytest.raises(RecordDamaged):
            Game.from_log(Log.from_bytes(data[:-3], rules=RULESET))


class TestTable:
    """The table's own moves."""

    def test_after_a_retraction_nothing_is_drawn_twice(self) -> None:
        """FORMAT 5: retracted draws count."""
        game = Game.new(RULESET, seats=NAMES, seed="7")

        game.retract(2)

        assert [entry.actor for entry in game.entries] == [CHANCE] * 4 + [TABLE] + [CHANCE] * 2
        assert len(game.log.record.entries) == 7

    def test_while_the_game_is_adjourned_nobody_is_to_act(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        game.table(Adjourn())

        assert not game.to_act
        with pytest.raises(UsageError, match="adjourned"):
            game.play(0, Bid(0))
        game.table(Resume())
        assert game.to_act == (0, 1)

    def test_an_entry_that_does_not_fit_is_refused(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")

        for move, actor in ((Resume(), TABLE), (Note("x"), 0), (NonceCommit(bytes(32)), 0)):
            with pytest.raises(IllegalMove) as caught:
                game.table(move, actor=actor)
            assert caught.value.rule == "FORMAT-6"
        assert len(game.entries) == 4

    def test_a_seal_that_is_not_true_is_refused(self) -> None:
        """The game knows its rules; an arbiter without them knows what the table has entered."""
        game = Game.new(RULESET, seats=NAMES, seed="7")

        with pytest.raises(IllegalMove, match="by the rules it is not"):
            game.table(Seal("finished", ("1", "0")))
        game.forfeit(0)
        for writer in (game, Arbiter(game.log)):
            with pytest.raises(IllegalMove, match="the game was forfeited"):
                writer.table(Seal("adjourned", ("-", "-")))
        game.table(Seal("forfeit", ("f", "1")))
        assert audit(game.log.to_bytes(), rules=RULESET).findings == ()

    def test_a_move_of_the_game_is_none_of_the_table(self) -> None:
        with pytest.raises(IllegalMove, match="no move of the table"):
            Game.new(RULESET, seats=NAMES, seed="7").table(Bid(0))
        with pytest.raises(UsageError, match="by actor -2"):
            Game.new(RULESET, seats=NAMES, seed="7").play(TABLE, Bid(0))

    def test_once_the_seed_is_revealed_nothing_is_drawn_from_it(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7", nonces=True)
        header = game.log.record.header
        seed = header.luck.seed
        assert isinstance(seed, bytes)
        with pytest.raises(IllegalMove, match="seed in force"):
            game.table(RevealSeed(header.openings[0][0], bytes(32)))
        game.table(RevealSeed(header.openings[0][0], seed))

        assert game.draw() == 0
        game.table(Branch(Luck.given("fresh", 4)))
        assert game.to_act == (0, 1)

    def test_a_revealed_seed_lets_a_public_copy_prove_its_luck(self) -> None:
        game = wander(Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="open"))
        game.reveal_seed()
        branched = Game.from_log(game.log.upto(25))
        branched.table(Branch(Luck.given("another", 64)))
        branched.reveal_seed()

        for one in (game, branched):
            assert audit(one.log.to_bytes()).findings == ()
        with pytest.raises(UsageError, match="manual"):
            Game.new(RULESET, seats=NAMES, luck="manual").reveal_seed()

    def test_an_actor_is_a_number(self) -> None:
        with pytest.raises(UsageError, match="Ana"):
            Game.new(RULESET, seats=NAMES, seed="7").play("Ana", Bid(0))  # type: ignore[arg-type]

    def test_draws_wait_for_the_nonces_of_all_seats(self) -> None:
        game = Game.new(RULESET, seats=NAMES, nonces=True)
        nonces = [game.commit_nonce(seat) for seat in (0, 1)]
        game.reveal_nonce(0, nonces[0])
        assert len(game.entries) == 3
        again = Game.from_log(Log.from_bytes(game.log.to_bytes(), rules=RULESET))
        assert len(again.entries) == 3

        game.reveal_nonce(1, nonces[1])

        assert game.to_act == (0, 1)

    def test_a_nonce_that_is_not_the_one_committed_to_is_refused(self) -> None:
        game = Game.new(RULESET, seats=NAMES, nonces=True)
        game.commit_nonce(0)

        with pytest.raises(IllegalMove, match="that this seat has committed to"):
            game.reveal_nonce(0, bytes(32))


def test_the_game_of_the_vectors_is_one_that_the_rules_allow() -> None:
    """A record of another writer: every move legal, every event decided, every draw from the seed."""
    data = bytes.fromhex(VECTORS["game"]["files"]["full"])

    report = audit(data, rules=RULESET)

    assert report.findings == ()
    assert report.verdicts["rules"].verdict == "legal"
    assert report.verdicts["chance"].verdict == "given"
    assert "nonces" not in report.verdicts["chance"].detail
    assert report.summary == "intact, not attested"


@pytest.mark.parametrize("branch", VECTORS["branches"], ids=lambda branch: branch["what"])
def test_the_branches_of_the_vectors_draw_what_their_luck_gives(branch: dict[str, str]) -> None:
    """Luck kept goes on with the next draw, fresh luck begins at draw 0; byte for byte the same entries."""
    full = bytes.fromhex(VECTORS["game"]["files"]["full"])
    trunk = Log.from_bytes(full, rules=RULESET).upto(int(branch["from_entry"]))
    game = Game.__new__(Game)
    game.__init__(trunk)  # type: ignore[misc]  # without the draws that are due: the branch comes first
    fresh = None if branch["what"] == "luck kept" else Luck.given("other", 2)
    meta = Log.from_bytes(trunk.to_bytes() + bytes.fromhex(branch["tail"])).record.entries[6].meta

    game.table(Branch(fresh), meta=meta)

    assert game.entries[7].move == Deal(0, branch["card"])
    tail = bytes.fromhex(branch["tail"])
    assert game.log.upto(8).to_bytes() == trunk.to_bytes() + tail
    assert game.log.upto(8).head.hex() == branch["head"]


@given(st.integers(0, 10**9), st.integers(2, 4))
def test_any_game_is_read_back_as_it_was_played(choice: int, players: int) -> None:
    game = wander(Game.new(RULESET, options={"players": players}, seed=str(choice)), choice)

    log = Log.from_bytes(game.log.to_bytes(), rules=RULESET)

    assert log.entries == game.entries
    assert log.head == game.log.head
    assert log.fault is None
    assert log.damage is None
    assert Game.from_log(log).state.to_json() == game.state.to_json()


def test_entries_and_errors_cross_process_pools() -> None:
    game = Game.new(RULESET, seats=NAMES, seed="7")
    with pytest.raises(IllegalMove) as caught:
        game.play(0, Play("ace"))

    for one in (caught.value, game.entries[0]):
        again = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own bytes
        assert type(again) is type(one)
        assert copy.copy(one) is not None
    assert pickle.loads(pickle.dumps(caught.value)).legal == caught.value.legal  # noqa: S301 - our own bytes


class TestSubscribers:
    """Being told of each entry."""

    def test_are_told_of_every_entry_and_of_draws_as_their_viewer_sees_them(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7", nonces=True)
        everything: list[Entry] = []
        ben: list[Entry] = []
        game.subscribe(everything.append)
        game.subscribe(ben.append, viewer=1)
        game.draw()
        wander(game)

        assert tuple(everything) == game.entries
        assert ben == [redact(entry, 1) for entry in game.entries]

    def test_are_told_when_the_state_holds_the_entry_already(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        seen: list[object] = []
        game.subscribe(lambda _: seen.append(game.view(0).to_json()["bids"]))

        game.play(0, Bid(100))

        assert seen == [game.view(0).to_json()["bids"]]

    def test_that_fail_hurt_neither_the_game_nor_each_other(self, caplog: pytest.LogCaptureFixture) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        told: list[Entry] = []

        def fail(_: Entry) -> None:
            raise RuntimeError("the network is down")

        game.subscribe(fail)
        game.subscribe(told.append)
        entry = game.play(0, Bid(100))

        assert told == [entry]
        assert "the network is down" in caplog.text
        assert caplog.records[0].name == "timecore"

    def test_must_not_move(self, caplog: pytest.LogCaptureFixture) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        game.subscribe(lambda _: game.play(1, Bid(0)))

        game.play(0, Bid(100))

        assert len(game.entries) == 5
        assert "must not move" in caplog.text

    def test_may_leave(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="7")
        told: list[Entry] = []
        leave = game.subscribe(told.append)
        leave()
        leave()

        game.play(0, Bid(100))

        assert told == []

    def test_must_be_of_the_game(self) -> None:
        with pytest.raises(UsageError, match="no seat 2"):
            Game.new(RULESET, seats=NAMES, seed="7").subscribe(print, viewer=2)


class Contradicting(type(RULESET)):  # type: ignore[misc]
    """Decides what its own events cannot carry into the state."""

    def decide(self, state: Any, actor: int, move: Any) -> Any:
        events = super().decide(state, actor, move)
        return (BidMade(99, 0),) if isinstance(move, Bid) else events


class ContradictingDraws(type(RULESET)):  # type: ignore[misc]
    """The same where chance moves, so that a game which did not notice would draw for ever."""

    def decide(self, state: Any, actor: int, move: Any) -> Any:
        return (BidMade(99, 0),) if actor == CHANCE else super().decide(state, actor, move)


def test_what_cannot_be_folded_is_not_recorded() -> None:
    """Rules may decide such a thing on a record that was tampered with."""
    game = Game.new(Contradicting(), seats=NAMES, seed="s")
    before = game.log.to_bytes()

    with pytest.raises(ReplayError, match="its events contradict the state before it") as caught:
        game.play(0, Bid(100))

    assert caught.value.entry == len(game.entries) + 1
    assert game.log.to_bytes() == before


def test_a_draw_that_cannot_be_folded_is_not_made_for_ever() -> None:
    with pytest.raises(ReplayError, match="entry 1 cannot be folded"):
        Game.new(ContradictingDraws(), seats=NAMES, seed="s")
