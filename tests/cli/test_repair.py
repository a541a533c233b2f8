"""`timecore repair`: a record that can be gone on with."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from cli_run import Run

from timecore.game import Game
from timecore.log import Log


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file to repair."""
    return tmp_path / "game.msgpack"


def test_a_torn_tail_is_kept_beside_the_record(timecore: Run, torn: Path, mine: Path) -> None:
    """Entries, bytes, reason and side file are told; both files together are what was there."""
    shutil.copy(torn, mine)
    log = Log.load(torn)
    assert log.damage is not None

    ran = timecore("repair", mine)
    (aside,) = set(mine.parent.iterdir()) - {mine}

    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        f"{mine}: {len(log)} entries are kept; entry {log.damage.entry} is damaged: {log.damage.reason}",
        f"{aside}: {aside.stat().st_size} bytes, all from entry {log.damage.entry} on",
    ]
    assert mine.read_bytes() + aside.read_bytes() == torn.read_bytes()
    assert mine.read_bytes() == log.to_bytes()
    assert Game.load(mine).to_act


def test_a_sound_record_is_left_alone(timecore: Run, game: Path, mine: Path) -> None:
    """A redacted copy is sound, too."""
    Log.load(game).redacted(1).save(mine)
    before = mine.read_bytes()

    ran = timecore("repair", mine)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{mine} is sound; there is nothing to repair\n"
    assert list(mine.parent.iterdir()) == [mine]
    assert mine.read_bytes() == before


def test_sound_entries_behind_the_damage_are_not_moved_unasked(
    timecore: Run, broken: Path, mine: Path
) -> None:
    """The place is named, and what can be done about it."""
    shutil.copy(broken, mine)

    ran = timecore("repair", mine)

    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith(f"timecore: {mine}: broken at entry 40: ")
    assert "--broken" in ran.err
    assert list(mine.parent.iterdir()) == [mine]
    assert mine.read_bytes() == broken.read_bytes()


def test_with_broken_all_from_the_damage_on_is_moved(timecore: Run, broken: Path, mine: Path) -> None:
    """Not a byte is deleted."""
    shutil.copy(broken, mine)

    ran = timecore("repair", mine, "--broken")
    (aside,) = set(mine.parent.iterdir()) - {mine}

    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith(f"{mine}: 39 entries are kept; entry 40 is damaged: ")
    assert mine.read_bytes() + aside.read_bytes() == broken.read_bytes()
    assert (len(Log.load(mine)), Log.load(mine).damage) == (39, None)


def test_the_same_is_there_for_machines(timecore: Run, torn: Path, mine: Path) -> None:
    """What was done, and that nothing had to be done."""
    shutil.copy(torn, mine)
    log = Log.load(torn)
    assert log.damage is not None

    first, second = timecore("repair", mine, "--json"), timecore("repair", mine, "--json")

    lost = torn.stat().st_size - mine.stat().st_size
    assert first.json == {
        "repaired": True,
        "entries": len(log),
        "entry": log.damage.entry,
        "reason": log.damage.reason,
        "lost": lost,
        "aside": f"{mine}.cut-{mine.stat().st_size}",
    }
    assert second.json == {"repaired": False}


def test_without_a_sound_header_nothing_can_be_kept(timecore: Run, game: Path, mine: Path) -> None:
    """So nothing is done, with --broken neither."""
    data = bytearray(game.read_bytes())
    data[100] ^= 1
    mine.write_bytes(data)

    ran = timecore("repair", mine, "--broken")

    assert (ran.code, ran.out) == (3, "")
    assert f"{mine}: broken at entry 0" in ran.err
    assert mine.read_bytes() == data
    assert list(mine.parent.iterdir()) == [mine]


def test_a_file_that_somebody_writes_to_is_left_alone(timecore: Run, mine: Path) -> None:
    """Its tail may only look torn."""
    with Game.new("time_chase", seats=["Ana", "Ben", "Cho"], path=mine):
        ran = timecore("repair", mine)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"timecore: {mine} is open for writing elsewhere\nHint: ")


def test_a_file_that_is_not_there_cannot_be_read(timecore: Run, tmp_path: Path) -> None:
    """Nor can a folder."""
    missing = timecore("repair", tmp_path / "missing")

    assert missing.code == 3
    assert missing.err == f"timecore: {tmp_path}/missing cannot be read: no such file or directory\n"
    assert timecore("repair", tmp_path).code == 3


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_must_not_be_written_is_wrong_usage(timecore: Run, torn: Path, mine: Path) -> None:
    """And stays as it is."""
    shutil.copy(torn, mine)
    mine.chmod(0o444)

    ran = timecore("repair", mine)

    assert ran.code == 2
    assert f"{mine} cannot be written: " in ran.err
    assert mine.read_bytes() == torn.read_bytes()


def test_a_side_file_that_cannot_be_written_leaves_the_record_alone(
    timecore: Run, torn: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First what was cut off is kept, then it is cut off."""
    shutil.copy(torn, mine)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    ran = timecore("repair", mine)

    assert ran.code == 2
    assert ran.err == f"timecore: {mine} cannot be written: no space left on device\n"
    assert mine.read_bytes() == torn.read_bytes()
