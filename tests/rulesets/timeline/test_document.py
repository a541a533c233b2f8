"""Each rule, invariant and example is named by a test, and the code names no others."""

import re
from functools import cache
from pathlib import Path

import pytest
from named_rules import named_by_tests

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "src" / "timecore" / "rulesets" / "timeline"

#: The rules, by section: words, the deck file, options, moves, what each causes, the end, what is hidden.
RULES = [
    f"TL-{number}"
    for first, last in ((1, 7), (10, 19), (20, 28), (30, 38), (40, 57), (60, 65), (70, 74))
    for number in range(first, last + 1)
]
INVARIANTS = [f"I-{number}" for number in range(1, 19)]
EXAMPLES = [f"X-{number}" for number in range(1, 7)]
DECISIONS = [f"D-{number}" for number in range(1, 22)]

#: What only a front end can break, or nobody: how many may play, dates with months, decks that are joined or printed.
NOT_TESTED_HERE = {"D-1", "D-14", "D-19", "D-21"}


def unfolded(text: str) -> set[str]:
    """The numbers that a text names, ranges such as ``TL-70 to TL-73`` among them."""
    found = set(re.findall(r"\b(?:TL|I|X|D)-\d+\b", text))
    for kind, first, last in re.findall(r"\b(TL|I|X|D)-(\d+) to \1-(\d+)\b", text):
        found |= {f"{kind}-{number}" for number in range(int(first), int(last) + 1)}
    return found & {*RULES, *INVARIANTS, *EXAMPLES, *DECISIONS} | {
        number for number in found if not number.startswith("TL")
    }


@cache
def who_names() -> dict[str, list[str]]:
    """The tests that name each number in their docstring."""
    return named_by_tests(HERE, unfolded)


@pytest.mark.parametrize("number", [*RULES, *INVARIANTS, *EXAMPLES])
def test_each_rule_invariant_and_example_is_named_by_a_test(number: str) -> None:
    assert who_names().get(number), f"no test names {number}"


@pytest.mark.parametrize("number", sorted({*DECISIONS} - NOT_TESTED_HERE))
def test_each_decision_is_named_by_a_test(number: str) -> None:
    assert who_names().get(number), f"no test names {number}"


def test_no_test_names_what_there_is_not() -> None:
    assert set(who_names()) <= {*RULES, *INVARIANTS, *EXAMPLES, *DECISIONS}


def test_the_code_names_no_rule_that_there_is_not() -> None:
    named = {
        number
        for path in SOURCES.glob("*.py")
        for number in re.findall(r"\bTL-\d+\b", path.read_text(encoding="utf-8"))
    }

    assert named <= set(RULES)
    assert {"TL-7", "TL-47", "TL-64"} <= named


def test_every_refusal_names_a_rule_that_says_so() -> None:
    """TL-37: those that decide refuses by."""
    rules = (SOURCES / "rules.py").read_text(encoding="utf-8")
    refused = set(re.findall(r'\brefuse\(\s*"(TL-\d+)"', rules)) | set(
        re.findall(r'InvalidMove\(.*rule="(TL-\d+)"', rules)
    )

    assert refused == {"TL-30", "TL-31", "TL-32", "TL-33", "TL-34", "TL-35", "TL-37"}
