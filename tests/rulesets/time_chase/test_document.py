"""The rules document and the tests know of each other."""

import re
from functools import cache
from pathlib import Path

import pytest
from named_rules import named_by_tests
from rulesets.time_chase.document import TEXT, rule_numbers

HERE = Path(__file__).parent


@cache
def who_names() -> dict[str, list[str]]:
    """The tests that name each rule or property in their docstring, ranges such as ``TC-70 to TC-73`` unfolded."""
    return named_by_tests(HERE, re.compile(r"\b(?:TC|P)-\d+\b").findall)


@pytest.mark.parametrize("number", rule_numbers())
def test_each_rule_is_named_by_a_test(number: str) -> None:
    """TC-1 to TC-122: a rule without a test would fail here."""
    assert who_names().get(number), f"no test names {number}"


@pytest.mark.parametrize("number", [f"P-{n}" for n in range(1, 12)])
def test_each_property_is_named_by_a_test(number: str) -> None:
    assert who_names().get(number), f"no test names {number}"


def test_the_document_defines_each_rule_once() -> None:
    numbers = rule_numbers()

    assert len(numbers) == len(set(numbers)) > 70
    assert numbers == sorted(numbers, key=lambda number: int(number[3:]))


def test_no_test_names_a_rule_that_there_is_not() -> None:
    known = {*rule_numbers(), *(f"P-{n}" for n in range(1, 12))}

    assert set(who_names()) <= known


def test_every_rule_that_the_code_names_is_in_the_document() -> None:
    sources = HERE.parents[2] / "src" / "timecore" / "rulesets" / "time_chase"
    named = {
        number
        for path in sources.glob("*.py")
        for number in re.findall(r"\bTC-\d+\b", path.read_text(encoding="utf-8"))
    }

    assert named <= set(rule_numbers())
    assert "TC-44" in named


def test_every_refusal_names_a_rule_of_the_document() -> None:
    """TC-34: those that decide refuses by."""
    rules = (HERE.parents[2] / "src/timecore/rulesets/time_chase/rules.py").read_text(encoding="utf-8")
    refused = set(re.findall(r'(?:\brefuse\(|rule=)"(TC-\d+)"', rules))

    assert refused == {"TC-22", "TC-23", "TC-31", "TC-32", "TC-33", "TC-44", "TC-82"}
    assert "TC-22/TC-23" in TEXT
