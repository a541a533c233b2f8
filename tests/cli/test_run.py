"""Exit codes and streams, as the whole program keeps them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_run import Run, start, started

from timecore.log import Log
from timecore_cli import _run


def test_exit_code_0_says_that_all_is_done(timecore: Run, game: Path) -> None:
    """And nothing is said on standard error."""
    ran = timecore("replay", game)

    assert (ran.code, ran.err) == (0, "")


def test_exit_code_1_says_that_the_answer_is_no(timecore: Run, broken: Path) -> None:
    """An audit that finds something has said all it has to say on standard output."""
    ran = timecore("audit", broken)

    assert (ran.code, ran.err) == (1, "")


def test_exit_code_2_says_that_the_command_makes_no_sense(timecore: Run, game: Path) -> None:
    """The error is one sentence and a hint, on standard error."""
    ran = timecore("show", game, "--at", "10000")

    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("timecore: there is no position 10000: the log has ")
    assert "\nHint: Positions go from 0 to " in ran.err
    assert len(ran.err.splitlines()) == 2


@pytest.mark.parametrize("command", ["replay", "show", "legal", "export", "audit"])
def test_exit_code_3_says_that_nothing_could_be_read(timecore: Run, tmp_path: Path, command: str) -> None:
    """A file that is not there, a folder, and a file that is no record."""
    nonsense = tmp_path / "nonsense"
    nonsense.write_bytes(b"nonsense")

    missing = timecore(command, tmp_path / "missing")
    folder = timecore(command, tmp_path)
    wrong = timecore(command, nonsense)

    assert (missing.code, missing.out) == (3, "")
    assert missing.err == f"timecore: {tmp_path}/missing cannot be read: no such file or directory\n"
    assert folder.code == 3
    assert wrong.code == 3


@pytest.mark.parametrize("command", ["replay", "show", "legal", "export"])
@pytest.mark.parametrize("which", ["torn", "broken"])
def test_exit_code_4_says_that_a_record_is_sound_up_to_an_entry(
    timecore: Run, request: pytest.FixtureRequest, command: str, which: str
) -> None:
    """What is sound is shown; then the entry and the byte are named."""
    path: Path = request.getfixturevalue(which)
    damage = Log.load(path).damage
    assert damage is not None

    ran = timecore(command, path)

    assert ran.code == 4
    assert ran.out != ""
    assert f"after entry {damage.entry - 1}" in ran.err or f"at entry {damage.entry}" in ran.err
    assert f"byte {damage.byte}" in ran.err
    assert len(ran.err.splitlines()) <= 2


def test_exit_code_70_says_that_timecore_has_a_bug(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sentence; the traceback is shown to whoever asks for it."""
    monkeypatch.setattr(Log, "from_bytes", lambda _: 1 // 0)

    short = timecore("show", game)
    monkeypatch.setenv("TIMECORE_TRACEBACK", "1")
    long = timecore("show", game)

    assert (short.code, short.out) == (70, "")
    assert short.err.startswith("timecore: a bug in timecore: ZeroDivisionError: ")
    assert short.err.endswith("\nHint: Set TIMECORE_TRACEBACK=1 to see the traceback.\n")
    assert len(short.err.splitlines()) == 2
    assert long.code == 70
    assert "Traceback (most recent call last)" in long.err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_exit_code_130_says_that_it_was_interrupted(game: Path) -> None:
    """Quietly, while it waits between two entries."""
    with start("replay", game, "--delay", "60") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        for _ in range(20):  # one that comes just before Python waits is seen after the wait
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=2)
                break

        assert process.returncode == 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize("arguments", [("replay",), ("export",), ("show", "--json")])
def test_a_closed_pipe_ends_quietly(game: Path, arguments: tuple[str, ...]) -> None:
    """Whoever was reading has read enough: no word, no error."""
    with start(*arguments, game) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()

        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == b""


def test_a_closed_pipe_does_not_hide_the_answer(broken: Path) -> None:
    """An audit whose output nobody reads still says no."""
    with start("audit", broken) as process:
        assert process.stdout is not None
        process.stdout.close()

        assert process.wait(timeout=30) == 1


def test_output_is_utf_8_whatever_the_locale(game: Path) -> None:
    """Also where Python would write ASCII."""
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    ran = started("show", game, environment=ascii_only)

    assert ran.code == 0
    assert "●" in ran.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_sentence(game: Path) -> None:
    """And Python's own complaint at its end is not heard."""
    with Path("/dev/full").open("wb") as full:
        ran = started("export", game, stdout=full)

    assert ran.code == 2
    assert ran.err == "timecore: the output cannot be written: no space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="closes a stream before the program starts")
def test_closed_streams_are_no_bug(game: Path) -> None:
    """Where there is no standard output at all, nothing is written to it."""
    command = f'"{sys.executable}" -m timecore_cli show "{game}" >&-'

    ran = subprocess.run(["sh", "-c", command], capture_output=True, check=False)

    assert (ran.returncode, ran.stderr) == (0, b"")


def test_errors_are_json_objects_for_machines(timecore: Run, broken: Path) -> None:
    """One object, with what the sentence says as data."""
    damage = Log.load(broken).damage
    assert damage is not None

    ran = timecore("show", broken, "--json")

    assert ran.code == 4
    assert ran.json["phase"] != ""
    assert ran.error["error"] == "RecordDamaged"
    assert (ran.error["entry"], ran.error["byte"]) == (damage.entry, damage.byte)
    assert ran.error["exit_code"] == 4
    assert ran.error["torn"] is False
    assert str(broken) in ran.error["message"]


def test_wrong_usage_is_a_json_object_too(timecore: Run) -> None:
    """Although the arguments could not be read to their end."""
    ran = timecore("show", "--json", "--nonsense")

    assert ran.code == 2
    assert ran.error["message"] == "no such option: --nonsense"
    assert ran.error["exit_code"] == 2


def test_a_bug_is_a_json_object_too(timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exit code of a bug."""
    monkeypatch.setattr(Log, "from_bytes", lambda _: 1 // 0)

    ran = timecore("replay", game, "--jsonl")

    assert (ran.code, ran.error["exit_code"]) == (70, 70)
    assert ran.error["error"] == "ZeroDivisionError"


def test_an_interrupt_before_the_first_line_ends_quietly(
    timecore: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Python is still importing."""

    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(_run, "run", interrupted)

    ran = timecore("--help")

    assert (ran.code, ran.out, ran.err) == (130, "", "")
