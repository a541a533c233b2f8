"""The tests know every rule of TimeLine (2003) by its number, and the code names no other."""

import re
from functools import cache
from pathlib import Path

import pytest
from named_rules import named_by_tests

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "src" / "timecore" / "rulesets" / "timeline_2003"

RULES = [f"T3-{number}" for number in range(1, 59)]

#: Decisions where the rulebook is silent.
DECISIONS = [f"T3-D{number}" for number in range(1, 27)]

INVARIANTS = [f"invariant {number}" for number in range(1, 16)]


@cache
def who_names() -> dict[str, list[str]]:
    """The tests that name each number in their docstring, ranges such as ``T3-23 to T3-28`` unfolded."""
    return named_by_tests(HERE, _numbers)


def _numbers(text: str) -> list[str]:
    found = [f"T3-{number}" for number in re.findall(r"T3-(D?\d+)", text)]
    for prefix, first, last in re.findall(r"T3-(D?)(\d+) to T3-D?(\d+)", text):
        found += [f"T3-{prefix}{number}" for number in range(int(first), int(last))]
    for numbers in re.findall(r"[Ii]nvariants? ([\d, to]+)", text):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", numbers):
            found += [f"invariant {number}" for number in range(int(first), int(last or first) + 1)]
    return found


@pytest.mark.parametrize("number", [*RULES, *DECISIONS, *INVARIANTS])
def test_each_rule_is_named_by_a_test(number: str) -> None:
    assert who_names().get(number), f"no test names {number}"


def test_no_test_names_a_rule_that_there_is_not() -> None:
    assert set(who_names()) <= {*RULES, *DECISIONS, *INVARIANTS}


def test_every_rule_that_the_code_names_is_there() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.py")))
    named = {f"T3-{number}" for number in re.findall(r"T3-(D?\d+)", text)}

    assert named <= {*RULES, *DECISIONS}
    assert "T3-26" in named


def test_every_refusal_names_a_rule_of_the_list_of_refusals() -> None:
    """T3-30."""
    text = (SOURCES / "rules.py").read_text(encoding="utf-8")

    assert set(re.findall(r'(?:\brefuse\(\s*|rule=)"(T3-\d+)"', text)) == {
        *("T3-21", "T3-22", "T3-23", "T3-24", "T3-26", "T3-27", "T3-28", "T3-43")
    }
