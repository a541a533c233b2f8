"""Tournaments: what a crash, a damaged file and a file that cannot be read leave, and what is said of it."""

import os
import re
from pathlib import Path
from typing import IO, Any

import pytest
from tournaments import begin, kinds

from timecore.errors import NotATournament, TournamentDamaged
from timecore.tournament import Tournament, verify
from timecore.tournament._leaves import read_leaves
from timecore.wholefile import LONGEST

FORMAT = 'format = "timecore tournament v1"\nname = "x"\n'


@pytest.mark.parametrize(
    "text", ["", "format = 1", FORMAT, "\0", FORMAT + 'origin = "a b"\norganiser = "x"', FORMAT + "more = 1"]
)
def test_a_folder_whose_description_is_damaged_is_no_tournament(copied: Path, text: str) -> None:
    (copied / "tournament.toml").write_text(text, encoding="utf-8")

    for look in (Tournament.load, Tournament.open, verify):
        with pytest.raises(NotATournament):
            look(copied)


@pytest.mark.parametrize("rest", [b"timecore start v1\ngame 0", b"\0" * 40, b"\n", b"timecore game v1\n\n"])
def test_a_leaf_that_is_half_there_is_put_aside_and_nothing_is_lost(copied: Path, rest: bytes) -> None:
    leaves = copied / "leaves.txt"
    whole = leaves.read_bytes()
    leaves.write_bytes(whole + rest)

    assert kinds(verify(copied)) == ["leaves"]
    assert len(Tournament.load(copied).leaves) == 6
    path = begin(copied, "next")
    with Tournament.open(copied) as tournament:
        entered = tournament.enter_start(path)

    assert entered.index == 6
    assert tournament.moved is not None
    assert tournament.moved.read_bytes() == rest
    assert leaves.read_bytes() == whole + entered.leaf.text.encode() + b"\n"


def test_a_leaf_that_a_checkpoint_vouches_for_is_not_put_aside(copied: Path) -> None:
    leaves = copied / "leaves.txt"
    cut = leaves.read_bytes()[:-3]
    leaves.write_bytes(cut)

    with pytest.raises(TournamentDamaged, match="vouches for 6 leaves"):
        Tournament.open(copied)
    assert leaves.read_bytes() == cut
    assert kinds(verify(copied))[:2] == ["leaves", "rolled back"]


def test_whatever_is_cut_off_leaves_the_leaves_before_it(held: Path) -> None:
    data = (held / "leaves.txt").read_bytes()
    ends = [0, *(found.end() for found in re.finditer(rb"\n\n", data))]

    for size in range(len(data) + 1):
        found = read_leaves(data[:size])

        assert len(found.leaves) == sum(0 < end <= size for end in ends)
        assert found.damage is None if size in ends else found.damage is not None and found.damage.torn


def test_damage_with_sound_leaves_behind_it_is_no_torn_tail(copied: Path) -> None:
    leaves = copied / "leaves.txt"
    data = bytearray(leaves.read_bytes())
    data[30] = ord("x")
    leaves.write_bytes(data)

    for look in (Tournament.load, Tournament.open):
        with pytest.raises(TournamentDamaged) as caught:
            look(copied)
        assert (caught.value.leaf, caught.value.byte, caught.value.torn) == (0, 0, False)
    assert kinds(verify(copied))[:1] == ["leaves"]


def test_what_is_no_file_is_not_there(copied: Path) -> None:
    (copied / "folder.msgpack").mkdir()
    os.mkfifo(copied / "pipe.msgpack")
    (copied / "endless.msgpack").symlink_to("/dev/zero")
    (copied / "gone.msgpack").symlink_to("nowhere")
    (copied / "one.note").unlink()
    (copied / "one.note").mkdir()
    (copied / "checkpoints" / "6").unlink()
    (copied / "checkpoints" / "6").mkdir()

    assert kinds(verify(copied)) == ["checkpoint", "score sheet"]


def test_a_file_that_cannot_be_read_is_a_fault_among_others(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (copied / "endless.msgpack").open("wb") as file:
        file.truncate(LONGEST + 1)
    opened = Path.open

    def refused(path: Path, mode: str = "r") -> IO[Any]:
        if path.name in ("6", "one.note", "two.msgpack"):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", refused)
    report = verify(copied)

    assert [(fault.kind, fault.file) for fault in report.faults] == [
        ("checkpoint", "checkpoints/6"),
        ("audit", "endless.msgpack"),
        ("score sheet", "one.note"),
        ("audit", "two.msgpack"),
        ("score sheet", "one.msgpack"),
        ("missing", None),
    ]
    assert report.faults[0].what == "it cannot be read: Permission denied"
    assert report.faults[1].what == f"it cannot be read: it has more than {LONGEST} bytes"


def test_a_tournament_whose_leaves_are_gone_is_not_one_without_leaves(copied: Path) -> None:
    (copied / "leaves.txt").unlink()
    for kind in ("none", "a folder"):
        for look in (Tournament.load, Tournament.open):
            with pytest.raises(NotATournament, match=r"there is no leaves\.txt in it"):
                look(copied)
        report = verify(copied)
        assert "rolled back" in kinds(report)
        assert any("vouches for 2 leaves, and there are 0" in fault.what for fault in report.faults)
        if kind == "none":
            (copied / "leaves.txt").mkdir()
