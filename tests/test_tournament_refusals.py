"""Tournaments: what is refused to be entered, signed or made."""

import shutil
from pathlib import Path

import pytest
from tiny import RULESET as TINY
from tournaments import NAMES, ORGANISER, STRANGER, begin, end, finish

from timecore.arbiter import Arbiter
from timecore.bots import make_bots, simulate
from timecore.ending import Ending
from timecore.errors import (
    NoteRefused,
    RecordClash,
    RecordClosed,
    RecordLocked,
    TournamentError,
    TournamentRefused,
)
from timecore.game import Game
from timecore.recordfile import RecordFile
from timecore.table import Branch, Note
from timecore.tournament import Tournament


def test_a_game_that_has_begun_cannot_be_entered_any_more(copied: Path) -> None:
    path = copied / "late.msgpack"
    game = Game.new(TINY, seats=NAMES, seed="late")
    game.table(Note("nothing yet"))
    game.save(path)
    with Tournament.open(copied) as tournament:
        assert tournament.enter_start(path).new
        path = copied / "later.msgpack"
        game = Game.new(TINY, seats=NAMES, seed="later")
        simulate(game, make_bots(TINY, ["random"] * 2, "later"))
        game.save(path)

        with pytest.raises(TournamentRefused, match=r"later\.msgpack has begun: entry 5"):
            tournament.enter_start(path)
    assert len(Tournament.load(copied).leaves) == 7


def test_a_game_is_entered_before_any_nonce_is_revealed(copied: Path) -> None:
    path = copied / "nonces.msgpack"
    with Game.new(TINY, seats=NAMES, seed="nonces", nonces=True, path=path) as game:
        nonces = [game.commit_nonce(seat) for seat in range(2)]
    again = shutil.copy(path, copied / "revealed.msgpack")
    with Arbiter.open(again) as arbiter:
        arbiter.reveal_nonce(0, nonces[0])

    with Tournament.open(copied) as tournament:
        with pytest.raises(TournamentRefused, match="has begun: entry 3"):
            tournament.enter_start(again)
        assert tournament.enter_start(path).new


def test_luck_made_at_a_real_table_proves_nothing_and_may_be_entered_late(copied: Path) -> None:
    game = Game.new(TINY, seats=NAMES, luck="manual")
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    game.save(copied / "paper.msgpack")

    with Tournament.open(copied) as tournament:
        assert tournament.enter_start(copied / "paper.msgpack").new


def test_a_score_sheet_needs_its_game_a_seal_and_somebody_who_answers_for_it(copied: Path) -> None:
    path = begin(copied, "four")
    with Tournament.open(copied) as tournament:
        with pytest.raises(TournamentRefused, match="is not sealed"):
            tournament.enter_note(path)
        end(path, STRANGER)
        with pytest.raises(TournamentRefused, match="was not entered when it began"):
            tournament.enter_note(path)
    begin(copied, "five")
    with Tournament.open(copied) as tournament:
        path = copied / "five.msgpack"
        tournament.enter_start(path)
        end(path, STRANGER)
        with pytest.raises(TournamentRefused, match="not signed by the organiser or an arbiter"):
            tournament.enter_note(path)
        shutil.copy(copied / "one.note", copied / "five.note")
        with pytest.raises(TournamentRefused, match=r"five\.note is that of another game"):
            tournament.enter_note(path)
        (copied / "five.note").write_text("nothing\n", encoding="utf-8")
        with pytest.raises(NoteRefused, match=r"five\.note: "):
            tournament.enter_note(path)
        (copied / "five.note").unlink()
        with pytest.raises(TournamentRefused, match="no score sheet"):
            tournament.enter_note(path)
        with pytest.raises(TournamentError, match="does not lie in"):
            tournament.enter_start(copied.parent / "elsewhere.msgpack")


def test_a_tournament_has_one_writer_and_one_organiser(copied: Path) -> None:
    with Tournament.open(copied) as tournament:
        with pytest.raises(RecordLocked, match="being written elsewhere"):
            Tournament.open(copied)
        with pytest.raises(TournamentRefused, match="not the organiser's"):
            tournament.sign(STRANGER)
    with pytest.raises(RecordClosed):
        tournament.sign(ORGANISER)
    with pytest.raises(RecordClosed):
        Tournament.load(copied).enter_start(begin(copied, "six"))
    with pytest.raises(RecordClash):
        Tournament.create(copied, ORGANISER)


@pytest.mark.parametrize("gone", [("tournament.toml",), ("tournament.toml", "leaves.txt")])
def test_no_tournament_begins_where_something_is_left_of_another(copied: Path, gone: tuple[str, ...]) -> None:
    """Its tree may be known by the same name."""
    for name in gone:
        (copied / name).unlink()
    with pytest.raises(
        RecordClash, match=r"leaves\.txt exists" if len(gone) == 1 else r"checkpoints.2 exists"
    ):
        Tournament.create(copied, ORGANISER)
    assert not (copied / "tournament.toml").exists()


def test_two_who_make_a_tournament_in_one_folder_do_not_make_one_of_both(tmp_path: Path) -> None:
    (tmp_path / "t" / "checkpoints").mkdir(parents=True)
    (tmp_path / "t" / "leaves.txt").write_bytes(b"")
    file, _ = RecordFile.open_bytes(tmp_path / "t" / "leaves.txt")
    with file, pytest.raises(RecordLocked, match="being written elsewhere"):
        Tournament.create(tmp_path / "t", ORGANISER, name="The Open")
    assert [path.name for path in (tmp_path / "t").iterdir() if path.is_file()] == ["leaves.txt"]

    assert Tournament.create(tmp_path / "t", ORGANISER, name="The Open").leaves == ()


def test_a_game_that_has_ended_ends_once(copied: Path) -> None:
    path = copied / "one.msgpack"
    with Arbiter.open(path) as arbiter:
        arbiter.table(Branch(None))
        arbiter.void("after all")
    finish(path, Ending("void", ("-", "-")))

    with Tournament.open(copied) as tournament, pytest.raises(TournamentRefused, match="has ended already"):
        tournament.enter_note(path)
