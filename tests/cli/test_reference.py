"""The reference of the command line."""

from __future__ import annotations

import re
from pathlib import Path

from timecore_cli._app import EVERY, command
from timecore_cli.reference import markdown

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"


def test_the_page_is_current() -> None:
    """`./run python -m timecore_cli.reference > docs/reference/cli.md` makes it so."""
    assert PAGE.read_text(encoding="utf-8") == markdown()


def test_every_command_and_option_is_on_the_page() -> None:
    """With a sentence that says what it is for."""
    page = markdown()
    program = command()
    for name in EVERY:
        section = page.partition(f"\n## timecore {name}\n")[2].partition("\n## ")[0]
        for param in program.get_command(None, name).params:
            flag = param.opts[-1] if param.param_type_name == "option" else param.metavar
            assert re.search(rf"^\| .*{re.escape(flag)}\b.* \| \S.* \|$", section, re.MULTILINE) or (
                f"| `{flag}` | " in section
            )


def test_every_exit_code_is_explained() -> None:
    """Those of the design, and no others."""
    codes = re.findall(r"^\| (\d+) \|", markdown(), re.MULTILINE)

    assert codes == ["0", "1", "2", "3", "4", "70", "130"]
