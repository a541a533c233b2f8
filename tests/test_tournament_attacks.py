"""Tournaments: what somebody may do to the folder or to the tree, and by which name a verification finds it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tournaments import (
    ORGANISER,
    ORIGIN,
    STRANGER,
    adjourned,
    begin,
    end,
    finish,
    kinds,
    sign_the_sheet_of_an_irregular_record,
    swap_two_leaves,
)
from witness import verified

from timecore.arbiter import Arbiter
from timecore.checkpoints import Checkpoint
from timecore.course import Course
from timecore.ending import Ending
from timecore.errors import TournamentRefused
from timecore.gamenotes import GameStart
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.tournament import Tournament, verify


def remove_the_record(folder: Path) -> None:
    (folder / "two.msgpack").unlink()


def quietly_deal_anew(folder: Path) -> None:
    """Two games were entered, and only the one that went well is shown."""
    begin(folder, "bad")
    good = begin(folder, "good")
    with Tournament.open(folder) as tournament:
        tournament.enter_start(folder / "bad.msgpack")
        tournament.enter_start(good)
        end(good)
        tournament.enter_note(good)
        tournament.sign(ORGANISER)


def play_outside_the_tree(folder: Path) -> None:
    end(begin(folder, "friendly"))


def put_another_record_in_its_place(folder: Path) -> None:
    """Of the same number and header, since its luck is given; other moves."""
    (folder / "one.msgpack").unlink()
    path = begin(folder, "one")
    with Arbiter.open(path) as arbiter:
        arbiter.forfeit(0)
    finish(path, Ending("forfeit", ("f", "1")))


def change_a_byte(folder: Path) -> None:
    path = folder / "one.msgpack"
    data = bytearray(path.read_bytes())
    data[-40] ^= 1
    path.write_bytes(data)


def cut_the_record(folder: Path) -> None:
    path = folder / "one.msgpack"
    log = Log.load(path)
    path.write_bytes(path.read_bytes()[: log.record.entries[-1].offset])


def forge_a_score_sheet(folder: Path) -> None:
    note = SignedNote.parse((folder / "one.note").read_bytes())
    (folder / "one.note").write_bytes(SignedNote(note.text).signed(STRANGER).to_bytes())


def roll_back(folder: Path) -> None:
    """Cut the tree to what an earlier checkpoint vouches for."""
    leaves = folder / "leaves.txt"
    leaves.write_bytes(b"\n\n".join(leaves.read_bytes().split(b"\n\n")[:2]) + b"\n\n")


def end_twice(folder: Path) -> None:
    leaves = folder / "leaves.txt"
    data = leaves.read_bytes()
    leaves.write_bytes(data + data.split(b"\n\n")[2] + b"\n\n")


def begin_twice(folder: Path) -> None:
    leaves = folder / "leaves.txt"
    start = GameStart(Log.load(folder / "one.msgpack").header.game, bytes(32))
    leaves.write_bytes(leaves.read_bytes() + start.text.encode() + b"\n")


def sign_by_another_key(folder: Path) -> None:
    path = folder / "checkpoints" / "6"
    note = SignedNote.parse(path.read_bytes())
    path.write_bytes(SignedNote(note.text).signed(SecretKey.of_seed(ORIGIN, STRANGER.seed)).to_bytes())


def show_a_checkpoint_of_another_tree(folder: Path) -> None:
    path = folder / "checkpoints" / "2"
    path.write_bytes(Checkpoint("club.example/other", 2, bytes(32)).signed(ORGANISER).to_bytes())


def show_a_checkpoint_of_another_tree_in_the_name_of_this_one(folder: Path) -> None:
    key = SecretKey.of_seed(ORIGIN, ORGANISER.seed)
    tree = Checkpoint("club.example/other", 2, bytes(32))
    (folder / "checkpoints" / "2").write_bytes(tree.signed(key).to_bytes())


def show_a_checkpoint_as_one_of_another_size(folder: Path) -> None:
    shutil.copy(folder / "checkpoints" / "2", folder / "checkpoints" / "3")


@pytest.mark.parametrize(
    ("attack", "found"),
    [
        (remove_the_record, ["missing"]),
        (quietly_deal_anew, ["no end"]),
        (play_outside_the_tree, ["not entered"]),
        (put_another_record_in_its_place, ["another record", "missing"]),
        (change_a_byte, ["another record", "missing"]),
        (cut_the_record, ["another record", "missing"]),
        (forge_a_score_sheet, ["score sheet"]),
        (roll_back, ["rolled back", "not entered", "no end", "no end"]),
        (swap_two_leaves, ["split view", "split view"]),
        (end_twice, ["order", "checkpoint"]),
        (begin_twice, ["order", "checkpoint"]),
        (sign_by_another_key, ["checkpoint"]),
        (show_a_checkpoint_of_another_tree, ["checkpoint"]),
        (show_a_checkpoint_of_another_tree_in_the_name_of_this_one, ["checkpoint"]),
        (show_a_checkpoint_as_one_of_another_size, ["checkpoint"]),
        (sign_the_sheet_of_an_irregular_record, ["audit"]),
    ],
)
def test_an_attack_is_named(copied: Path, attack: Callable[[Path], None], found: list[str]) -> None:
    attack(copied)

    assert kinds(verified(copied, [ORGANISER.public])) == found


def test_a_checkpoint_seen_elsewhere_shows_a_tree_that_was_rolled_back_or_split(copied: Path) -> None:
    newest = Tournament.load(copied).checkpoint()
    assert newest is not None
    other = Checkpoint(ORIGIN, 4, bytes(32)).signed(SecretKey.of_seed(ORIGIN, ORGANISER.seed))
    assert verify(copied, seen=[newest]).faults == ()
    assert kinds(verify(copied, seen=[other])) == ["split view"]

    (copied / "checkpoints" / "6").unlink()
    assert kinds(verify(copied, seen=[newest])) == ["rolled back"]
    roll_back(copied)
    assert kinds(verify(copied, seen=[newest], running=True)) == ["rolled back", "not entered"]


def test_no_second_tree_is_signed_under_the_name_of_the_first(copied: Path) -> None:
    swap_two_leaves(copied)
    with (
        Tournament.open(copied) as tournament,
        pytest.raises(TournamentRefused, match="2 leaves is not one of this tree"),
    ):
        tournament.sign(ORGANISER)

    swap_two_leaves(copied)
    roll_back(copied)
    with Tournament.open(copied) as tournament, pytest.raises(TournamentRefused, match="the tree has 2"):
        tournament.sign(ORGANISER)


def test_the_work_grows_with_a_record_and_not_with_its_score_sheets_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter, work = Course.enter, []
    for times in (8, 16):
        adjourned(tmp_path / str(times), times)
        entered = [0]

        def counted(*arguments: Any, entered: list[int] = entered) -> Any:
            entered[0] += 1
            return enter(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(Course, "enter", counted)
            assert verify(tmp_path / str(times), running=True).faults == ()
        work += entered

    assert work[1] < 2.5 * work[0]
