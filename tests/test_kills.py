"""A writer that is killed loses nothing that it acknowledged."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="fork and SIGKILL are needed")


def kill(times: int, folder: Path) -> dict[str, int]:
    """What ``kills.py`` found."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "kills.py"), str(times), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_nothing_acknowledged_is_lost_when_a_writer_is_killed(tmp_path: Path) -> None:
    found = kill(12, tmp_path)

    assert found["lost"] == 0
    assert found["acknowledged"] > 0


@pytest.mark.exhaustive
def test_nothing_acknowledged_is_lost_at_300_moments(tmp_path: Path) -> None:
    found = kill(300, tmp_path)

    assert found["lost"] == 0
    assert found["acknowledged"] > 300
