"""Settings of the whole suite: how thoroughly Hypothesis searches, files to compare with, and a tournament.

``pytest --hypothesis-profile=few|quick|ci|search``: all but ``search`` try the same examples on every machine, so a
red test stays red; ``few`` is for one more Python, ``search`` looks for new ones and is for a person with time.

``pytest --golden-update`` writes the golden files anew. Read the difference before you commit it.
"""

import difflib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from tournaments import hold

settings.register_profile("few", max_examples=8, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=25, deadline=None, derandomize=True)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--golden-update``."""
    parser.addoption(
        "--golden-update", action="store_true", help="write the golden files instead of comparing"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a file, or write the file if ``--golden-update`` is given."""
    update = bool(request.config.getoption("--golden-update"))

    def compare(path: Path, text: str) -> None:
        __tracebackhide__ = True
        if update:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        if not path.exists():
            pytest.fail(f"{path.name} is missing beside the others: run pytest --golden-update and read it")
        kept = path.read_text(encoding="utf-8")
        if kept != text:
            lines = difflib.unified_diff(
                kept.splitlines(), text.splitlines(), path.name, "now", "", "", 2, ""
            )
            pytest.fail("\n".join(lines))

    return compare


@pytest.fixture(scope="session")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament that is over, as `hold` makes it."""
    folder = tmp_path_factory.mktemp("held") / "open"
    hold(folder)
    return folder


@pytest.fixture
def copied(held: Path, tmp_path: Path) -> Path:
    """A copy of its folder that can be spoiled."""
    return Path(shutil.copytree(held, tmp_path / "copy"))
