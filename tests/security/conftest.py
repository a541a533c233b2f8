"""The game and the tournament that all attacks are tried on."""

import shutil
from pathlib import Path

import pytest
from scene import ANA, BEN, ORGANISER, begun, finished, sealed

from timecore.actors import PUBLIC
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.tournament import Tournament


@pytest.fixture(scope="session")
def signed() -> Log:
    """A finished game: every move is signed, and both players had a share in the luck."""
    return finished(begun())


@pytest.fixture(scope="session")
def sheet(signed: Log) -> tuple[Log, SignedNote]:
    """The same, sealed, and its score sheet, signed by the organiser and both players."""
    return sealed(signed, ORGANISER, ANA, BEN)


@pytest.fixture(scope="session")
def bare() -> Log:
    """A finished game that nobody has signed and whose luck the host has made alone."""
    return finished(begun(signed=False, nonces=False))


@pytest.fixture(scope="session")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of three games that is over: its checkpoints have 0, 2 and 6 leaves."""
    folder = tmp_path_factory.mktemp("held") / "open"
    Tournament.create(folder, ORGANISER, name="The Open", origin="club.example/open")
    with Tournament.open(folder) as tournament:
        for number, name in enumerate(("one", "two", "three")):
            game = begun(bytes([number]) * 32, nonces=False)
            path = folder / f"{name}.msgpack"
            game.save(path)
            tournament.enter_start(path)
            if number == 1:
                tournament.sign(ORGANISER)
            log, note = sealed(finished(game), ORGANISER)
            log.save(path, replace=True)
            path.with_suffix(".note").write_bytes(note.to_bytes())
            if number != 0:
                tournament.enter_note(path)
        tournament.enter_note(folder / "one.msgpack")
        tournament.sign(ORGANISER)
    return folder


@pytest.fixture
def copied(held: Path, tmp_path: Path) -> Path:
    """A copy of the tournament's folder that can be spoiled."""
    return Path(shutil.copytree(held, tmp_path / "copy"))


@pytest.fixture(scope="session")
def public(signed: Log) -> Log:
    """What everybody may have of the finished game, as somebody else reads it."""
    return Log.from_bytes(signed.redacted(PUBLIC).to_bytes(), rules=signed.rules)
