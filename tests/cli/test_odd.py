"""Odd games, odd files and odd positions: every command that looks into a game says what is the matter, and no more."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from cli_run import Ran, Run

from timecore.game import Game
from timecore.log import Log

#: How each command is called, with the file's place in it.
COMMANDS = {
    "replay": ("replay", "{file}"),
    "show": ("show", "{file}"),
    "legal": ("legal", "{file}"),
    "step": ("step", "{file}", "--lines"),
    "branch": ("branch", "{file}", "-o", "{new}"),
    "diff": ("diff", "{file}", "{file}"),
    "why": ("why", "{file}", "fuel[0]"),
    "when": ("when", "{file}", "fuel[0] == 0"),
    "who-knew": ("who-knew", "{file}", "fuel[0]"),
    "stats": ("stats", "{file}"),
}
#: Those that go to a position.
AT = ("replay", "show", "legal", "step", "branch", "diff", "why", "who-knew")

BAD_POSITIONS = [
    "65",
    "-66",
    "99999999999999999999",
    "64.1",
    "3.0",
    "3.99",
    "-1.1",
    "3.",
    ".1",
    "x",
    "1e2",
    "٣",
]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stepper reads its keys from standard input: there are none."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def ask(timecore: Run, command: str, file: str | Path, *more: object) -> Ran:
    new = Path(file).absolute().with_name("new branch.msgpack")
    words = [word.format(file=file, new=new) for word in COMMANDS[command]]
    if command == "branch" and not any(str(one).startswith("--at") for one in more):
        more = ("--at", "0", *more)
    return timecore(*words, *more)


@pytest.mark.parametrize("at", ["0", "-1", "-65", "64", "30.1"])
@pytest.mark.parametrize("command", AT)
def test_every_position_of_a_game_can_be_gone_to(
    timecore: Run, game: Path, tmp_path: Path, command: str, at: str
) -> None:
    copy = tmp_path / "game.msgpack"
    copy.symlink_to(game)
    ran = ask(timecore, command, copy, "--at", at)

    if command == "branch" and at == "30.1":  # it names the two around it
        assert ran.code == 2
        assert "30" in ran.err
        assert "31" in ran.err
    else:
        assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("at", BAD_POSITIONS)
@pytest.mark.parametrize("command", AT)
def test_a_position_that_there_is_not_is_wrong_usage(
    timecore: Run, game: Path, tmp_path: Path, command: str, at: str
) -> None:
    copy = tmp_path / "game.msgpack"
    copy.symlink_to(game)
    ran = ask(timecore, command, copy, f"--at={at}")

    assert ran.code == 2
    assert ran.err.startswith("timecore: ")
    assert "osition" in ran.err
    assert not (tmp_path / "new branch.msgpack").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_game_in_which_nothing_has_happened(timecore: Run, tmp_path: Path, command: str) -> None:
    """A header alone."""
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=["Ana", "Ben", "Cho"], luck="manual").save(path)
    assert len(Log.load(path)) == 0

    ran = ask(timecore, command, path)

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    "name", ["with blanks.msgpack", "ñandú 🐔.msgpack", "-leading.msgpack", "%s{0}.msgpack"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_may_be_called_anything(
    timecore: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    (tmp_path / name).symlink_to(game)
    monkeypatch.chdir(tmp_path)

    ran = ask(timecore, command, f"./{name}")

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_dash_before_a_file_is_no_option_behind_two(
    timecore: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "-leading.msgpack").symlink_to(game)
    monkeypatch.chdir(tmp_path)
    first, *rest = [word.format(file="-leading.msgpack", new="new.msgpack") for word in COMMANDS[command]]
    operands = [word for word in rest if word == "-leading.msgpack" or "fuel" in word]
    options = [word for word in rest if word not in operands] + ["--at", "0"] * (command == "branch")

    ran = timecore(first, *options, "--", *operands)

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_read_is_named(timecore: Run, tmp_path: Path, command: str) -> None:
    """A folder, nothing at all, an empty file, something else."""
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("no record\n", encoding="utf-8")
    for path in (tmp_path, tmp_path / "nothing", tmp_path / "empty", tmp_path / "text"):
        ran = ask(timecore, command, path)

        assert ran.code == 3, path
        assert ran.out == ""
        assert path.name in " ".join(ran.err.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_being_written_can_be_looked_into(timecore: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "game.msgpack"
    with Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="7", path=path) as game:
        game.play(0, game.legal_moves(0)[0])
        ran = ask(timecore, command, path)
        game.play(1, game.legal_moves(1)[0])

    assert (ran.code, ran.err) == (0, "")
    assert len(Log.load(path)) == 33


@pytest.mark.parametrize("command", [one for one in COMMANDS if one != "branch"])
def test_a_name_that_several_seats_bear_is_no_viewer(timecore: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=["Ana", "Ana", "1"], seed="7").save(path)

    by_name = ask(timecore, command, path, "--as", "Ana")
    by_number = ask(timecore, command, path, "--as", "0")

    assert by_name.code == 2
    assert "several seats are called 'Ana'" in by_name.err
    assert (by_number.code, by_number.err) == (0, "")
