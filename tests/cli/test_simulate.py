"""`timecore simulate`: whole games played by bots."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_run import Run

from timecore.audit import audit
from timecore.log import Log

GAME = ("simulate", "time_chase", "--players", "3")


def test_a_whole_game_is_played_and_saved(timecore: Run, tmp_path: Path) -> None:
    """How it ended is told in a line."""
    into = tmp_path / "game.msgpack"

    ran = timecore(*GAME, "--seed", "s", "-o", into)
    log = Log.load(into)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{into}: {len(log)} entries, Seat ")
    assert type(log.entries[-1].events[-1]).__name__ == "GameEnded"
    assert audit(into.read_bytes()).exit_code == 0


def test_equal_commands_with_a_seed_write_equal_files(timecore: Run, tmp_path: Path) -> None:
    """And each of several games is another one."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        assert timecore(*GAME, "--seed", "s", "--games", "3", "-o", folder).code == 0

    files = {path.name: path.read_bytes() for path in one.iterdir()}

    assert sorted(files) == [f"time_chase-3p-{number}.msgpack" for number in (1, 2, 3)]
    assert files == {path.name: path.read_bytes() for path in other.iterdir()}
    assert len(set(files.values())) == 3


def test_the_first_of_several_games_is_the_only_one_of_one(timecore: Run, tmp_path: Path) -> None:
    """Asking for more games changes none."""
    alone, several = tmp_path / "alone.msgpack", tmp_path / "several"
    timecore(*GAME, "--seed", "s", "-o", alone)
    timecore(*GAME, "--seed", "s", "--games", "2", "-o", several)

    assert (several / "time_chase-3p-1.msgpack").read_bytes() == alone.read_bytes()


def test_without_a_seed_every_game_is_another_one(timecore: Run, tmp_path: Path) -> None:
    """Luck is sealed, and the bots choose as they like."""
    for name in ("one", "two"):
        timecore(*GAME, "-o", tmp_path / name)
    one, two = Log.load(tmp_path / "one"), Log.load(tmp_path / "two")

    assert one.header.luck.kind == two.header.luck.kind == "sealed"
    assert one.header.created is not None
    assert one.head != two.head
    assert [e.move for e in one.entries[:30]] != [e.move for e in two.entries[:30]]


def test_one_game_may_go_to_a_folder(timecore: Run, tmp_path: Path) -> None:
    """One that is there, or one that is named as one."""
    timecore(*GAME, "-o", tmp_path)
    timecore(*GAME, "-o", f"{tmp_path}/new/")

    assert (tmp_path / "time_chase-3p-1.msgpack").is_file()
    assert (tmp_path / "new" / "time_chase-3p-1.msgpack").is_file()


def test_names_of_files_sort_as_the_games_do(timecore: Run, tmp_path: Path) -> None:
    """Numbers are filled up with zeros."""
    timecore(*GAME, "--games", "10", "--max-entries", "0", "-o", tmp_path)

    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        f"time_chase-3p-{number:02}.msgpack" for number in range(1, 11)
    ]


def test_max_entries_stops_a_game(timecore: Run, tmp_path: Path) -> None:
    """Which is told."""
    into = tmp_path / "game.msgpack"

    ran = timecore(*GAME, "--max-entries", "35", "-o", into)

    assert ran.code == 0
    assert ran.out == f"{into}: 35 entries, not finished\n"
    assert len(Log.load(into)) == 35


def test_bots_are_chosen_by_name_and_seat(timecore: Run, tmp_path: Path) -> None:
    """For all seats, or one of them."""
    bots = ("--bot", "random", "--bot", "1=random", "--bot", "Cho=random")

    ran = timecore(*GAME, "--seats", "Ana,Ben,Cho", "--seed", "s", *bots, "-o", tmp_path)

    assert ran.code == 0


def test_the_number_of_names_gives_the_number_of_players(timecore: Run, tmp_path: Path) -> None:
    """So there is no need to say it twice."""
    into = tmp_path / "game.msgpack"

    ran = timecore("simulate", "time_chase", "--seats", "Ana, Ben,Cho,Dan", "--seed", "s", "-o", into)
    header = Log.load(into).header

    assert ran.code == 0
    assert any(f"{name} won" in ran.out for name in header.names)
    assert header.names == ("Ana", "Ben", "Cho", "Dan")
    assert header.options["players"] == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--bot", "rondom"), "Did you mean random?"),
        (("--bot", "7=random"), "there is no seat '7' for --bot"),
        (("--bot", "Ana=random"), "The seats are: 0 (Seat 0), 1 (Seat 1), 2 (Seat 2)."),
        (("--seats", "Ana,Ana,Cho", "--bot", "Ana=random"), "several seats are called 'Ana' for --bot"),
        (("--seats", "Ana,Ben"), "--seats makes 2 players"),
        (("--games", "0"), "--games"),
        (("--option", "dealer=9"), "TC-11"),
        (("--max-entries", "-1"), "--max-entries"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    timecore: Run, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    """Nothing is written."""
    ran = timecore(*GAME, *arguments, "-o", tmp_path / "game.msgpack")

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_there_are_not_written_over(timecore: Run, tmp_path: Path) -> None:
    """That is looked at before the first game is played."""
    last = tmp_path / "time_chase-3p-3.msgpack"
    last.write_bytes(b"dear")

    ran = timecore(*GAME, "--games", "3", "-o", tmp_path)

    assert ran.code == 2
    assert f"{last} exists already" in ran.err
    assert list(tmp_path.iterdir()) == [last]


def test_long_work_shows_its_progress_on_standard_error(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a person looks at that and standard output goes elsewhere."""
    few = timecore(*GAME, "--max-entries", "0", "--games", "25", "-o", tmp_path / "quiet")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown = timecore(*GAME, "--max-entries", "0", "--games", "25", "-o", tmp_path / "shown")

    assert few.err == ""
    assert "Playing" in shown.err
    assert len(shown.lines) == len(few.lines) == 25
