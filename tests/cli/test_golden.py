"""Every saved game in ``replays/`` is told, drawn, listed, printed and found genuine."""

from pathlib import Path

import pytest
from cli_run import Run

RECORDS = sorted((Path(__file__).parents[2] / "replays").glob("*.msgpack"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("viewer", [None, "0", "public"])
@pytest.mark.parametrize("command", ["replay", "show", "legal", "export"])
def test_it_is_shown_to_everybody(timecore: Run, record: Path, command: str, viewer: str | None) -> None:
    ran = timecore(command, record, *([] if viewer is None else ["--as", viewer]))

    assert (ran.code, ran.err) == (0, "")
    assert ran.out


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_it_is_told_in_spanish(timecore: Run, record: Path) -> None:
    ran = timecore("replay", record, "--lang", "es")

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_it_is_genuine(timecore: Run, record: Path) -> None:
    ran = timecore("audit", record)

    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "intact, not attested"
