"""Games to look at, and `timecore` itself, run through its entry point in this process."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_run import Install, Ran, Run
from tiny import RULESET as TINY

from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset
from timecore_cli import main

#: What would change the output.
SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS", "TIMECORE_TRACEBACK")


@pytest.fixture
def timecore(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `timecore` with some arguments."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture(scope="session")
def played() -> Log:
    """A finished game of Time Chase by Ana, Ben and Cho, from a seed."""
    rules = get_ruleset("time_chase")
    game = Game.new(
        rules,
        seats=["Ana", "Ben", "Cho"],
        options={"past_bonus": "new"},
        seed="a seed",
        tags={"place": "Zaragoza"},
    )
    simulate(game, make_bots(rules, ["random"] * 3, "a seed"))
    return game.log


@pytest.fixture(scope="session")
def game(played: Log, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in a file."""
    path = tmp_path_factory.mktemp("saved") / "game.msgpack"
    played.save(path)
    return path


@pytest.fixture(scope="session")
def torn(game: Path) -> Path:
    """The same file, cut off inside its last entry."""
    path = game.with_name("torn.msgpack")
    path.write_bytes(game.read_bytes()[:-10])
    return path


@pytest.fixture(scope="session")
def broken(game: Path, played: Log) -> Path:
    """The same file with a bit changed in entry 40."""
    path = game.with_name("broken.msgpack")
    data = bytearray(game.read_bytes())
    data[played.record.entries[39].offset + 12] ^= 1
    path.write_bytes(data)
    return path


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of tiny, a ruleset that is not installed."""
    game = Game.new(TINY, seats=["Ana", "Ben"], seed="tiny")
    simulate(game, make_bots(TINY, ["random", "random"], "tiny"))
    path = tmp_path_factory.mktemp("foreign") / "tiny.msgpack"
    game.save(path)
    return path


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install a package that brings a ruleset, as far as Python's metadata is concerned."""

    def put(package: str, name: str, where: str) -> None:
        info = tmp_path / "site" / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
        (info / "entry_points.txt").write_text(f"[timecore.rulesets]\n{name} = {where}\n", "utf-8")
        monkeypatch.syspath_prepend(tmp_path / "site")

    return put
