"""The rules and the tests know of each other."""

import re
from functools import cache
from pathlib import Path

import pytest
from named_rules import named_by_tests

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "src" / "timecore" / "rulesets" / "chicken_time_warp"

RULES = [f"CW-{number}" for number in range(1, 78)]
EXAMPLES = [f"CW-E{number}" for number in range(1, 8)]
INVARIANTS = [f"I{number}" for number in range(1, 11)]
LAWS = [f"L{number}" for number in range(1, 5)]


@cache
def who_names() -> dict[str, list[str]]:
    """The tests that name each rule, example, invariant or law in their docstring."""
    return named_by_tests(HERE, re.compile(r"\b(?:CW-E?\d+|[IL]\d+)\b").findall)


@pytest.mark.parametrize("number", [*RULES, *INVARIANTS, *LAWS])
def test_each_rule_is_named_by_a_test(number: str) -> None:
    assert who_names().get(number), f"no test names {number}"


def test_no_test_names_a_rule_that_there_is_not() -> None:
    assert set(who_names()) <= {*RULES, *EXAMPLES, *INVARIANTS, *LAWS}


def test_the_code_names_rules_that_there_are() -> None:
    named = {
        number
        for path in SOURCES.glob("*.py")
        for number in re.findall(r"\bCW-\d+\b", path.read_text(encoding="utf-8"))
    }

    assert named <= set(RULES)
    assert "CW-76" in named


def test_these_rules_are_broken_by_moves_that_are_refused() -> None:
    """CW-74: those of the table of section 8, and no others."""
    rules = (SOURCES / "rules.py").read_text(encoding="utf-8")
    refused = set(re.findall(r'(?:\brefuse\(\s*|rule=)"(CW-\d+)"', rules))

    assert refused == {
        f"CW-{number}" for number in (22, 24, 28, 29, 38, 39, 40, 42, 45, 46, 48, 50, 57, 72, 73, 74)
    }
