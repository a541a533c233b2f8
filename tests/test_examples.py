"""What stands in examples/, installed as anybody would install it; their own tests stand beside them."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"


def run(*command: str | Path, cwd: Path) -> str:
    """Run a program that knows nothing of this checkout; what it prints."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=plain | {"LC_ALL": "C.UTF-8", "LANGUAGE": "en", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.exhaustive  # it asks a package index
def test_examples_install_into_a_fresh_environment(tmp_path: Path) -> None:
    """The game is found by its entry point, can be played, and sits the examination; the server starts."""
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False, symlinks=os.name != "nt")
    # Copies, so that nothing of this checkout is found by chance, and building leaves nothing in it.
    for name in ("year_zero", "server"):
        shutil.copytree(EXAMPLES / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    # As in `run`: of an environment without pip, the Python that it came from may have one.
    pip = (getattr(sys, "_base_executable", sys.executable), "-m", "pip", "--python", environment, "install")
    run(*pip, "--quiet", ROOT, "./year_zero[test]", "./server[server]", cwd=tmp_path)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    timecore = programs / "timecore"

    listed = run(timecore, "rulesets", cwd=tmp_path)
    assert "year_zero v1 2-6 year-zero One time machine, one way: make its last jump." in " ".join(
        listed.split()
    )
    simulate = (
        "simulate",
        "year_zero",
        "--players",
        "3",
        "--bot",
        "careful",
        "--seed",
        "7",
        "-o",
        "game.msgpack",
    )
    run(timecore, *simulate, cwd=tmp_path)
    told = run(timecore, "replay", "game.msgpack", "--lang", "es", cwd=tmp_path)
    assert "The machine is stranded, and Asiento" in told  # it speaks no Spanish
    assert "legal" in run(timecore, "audit", "game.msgpack", cwd=tmp_path)
    passed = run(
        programs / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path / "year_zero"
    )
    assert " passed" in passed
    assert "usage: gamehall" in run(programs / "gamehall", "--help", cwd=tmp_path)
