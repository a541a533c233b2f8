"""What ``docs/rules/time_chase.md`` says, for tests that hold the ruleset to it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["example_moves", "games", "rows", "rule_numbers", "section"]

TEXT = (Path(__file__).parents[3] / "docs" / "rules" / "time_chase.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """The text below a heading, up to the next."""
    found = re.search(rf"^#+ {re.escape(heading)}.*?$(.*?)(?=^#+ |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"there is no heading {heading!r}"
    return found[1]


def rule_numbers() -> list[str]:
    """The numbers of all rules that are defined, in their order."""
    return re.findall(r"\*\*(TC-\d+)\b", TEXT)


def rows(text: str) -> Iterator[list[str]]:
    """The rows of the tables in a text, without their headings."""
    for table in re.findall(r"(?:^ *\|.*\|\n)+", text, re.MULTILINE):
        for line in table.splitlines()[2:]:
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def example_moves() -> dict[int, list[tuple[str, list[dict[str, Any]]]]]:
    """The moves of each worked example with the events they cause, by the example's number."""
    found: dict[int, list[tuple[str, list[dict[str, Any]]]]] = {}
    for number, block in re.findall(
        r"^\*Example (\d+):.*?^```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL
    ):
        steps = found.setdefault(int(number), [])
        for line in block.splitlines():
            if line.startswith(" "):
                steps[-1][1].append(json.loads(line))
            else:
                steps.append((line, []))
    return found


def games() -> dict[str, tuple[list[str], str]]:
    """The hands, by seat, and the invariant of Game A and Game B."""
    found = {}
    for name, line in re.findall(r"^\*\*Game ([AB])\*\*(.*)$", TEXT, re.MULTILINE):
        hands = re.findall(r"\d: ((?:[A-E]\d+ ?)+)", line)
        found[name] = ([hand.strip() for hand in hands], re.findall(r"Invariant ([A-E]\d+)", line)[0])
    return found
