"""The lock `requirements/dev.txt`, which `run` installs."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LOCK = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def wanted() -> list[str]:
    """Return all that `pyproject.toml` asks for: to run, to work on it, and to build it."""
    return [
        *METADATA["project"]["dependencies"],
        *METADATA["dependency-groups"]["dev"],
        *METADATA["build-system"]["requires"],
    ]


@pytest.mark.parametrize("line", wanted())
def test_it_locks_what_is_asked_for(line: str) -> None:
    """To a version that will do; if not, CONTRIBUTING.md says how to lock again."""
    requirement = Requirement(line)
    locked = re.findall(rf"^{re.escape(requirement.name)}==(\S+)", LOCK, re.MULTILINE)

    assert locked
    assert all(version in requirement.specifier for version in locked)


def test_every_package_has_hashes() -> None:
    """Without one, pip would refuse the whole file."""
    packages = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)[1:]

    assert packages
    assert [package for package in packages if "--hash=sha256:" not in package] == []


def test_it_holds_no_address() -> None:
    """Where packages come from is each machine's own setting."""
    assert "://" not in LOCK
    assert "index-url" not in LOCK
