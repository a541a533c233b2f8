"""The table of threats in the documentation and the attacks of these tests are the same."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "security.md").read_text("utf-8")
ATTACKERS = {"outsider": 1, "player": 2, "host": 3, "organiser": 4, "viewer": 5}


def rows(attacker: str) -> list[list[str]]:
    """The rows of an attacker's table, without the head."""
    section = PAGE.split("\n## ")[ATTACKERS[attacker]]
    assert attacker in section.split("\n")[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.split("\n")
        if line.startswith("| ") and not line.startswith("| attack |")
    ]


def carried_out(attacker: str) -> dict[str, str]:
    """The names of an attacker's tests, and what stands in each."""
    text = (HERE / f"test_{attacker}.py").read_text("utf-8")
    return dict(re.findall(r"^def test_(\w+)(.*?)(?=^@|^def |\Z)", text, re.MULTILINE | re.DOTALL))


def name_of(row: list[str]) -> str:
    """What the test of a row is called."""
    return re.sub(r"\W+", "_", row[0].replace("'", ""))


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_every_row_is_carried_out_by_a_test_of_its_name_and_the_other_way_round(attacker: str) -> None:
    tests = set(carried_out(attacker)) - {"a_tournament_that_nobody_has_attacked_is_attested"}

    assert sorted(map(name_of, rows(attacker))) == sorted(tests)


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_every_verdict_that_a_row_names_is_asked_for_in_its_test(attacker: str) -> None:
    for row in rows(attacker):
        test = carried_out(attacker)[name_of(row)]
        for word in re.findall("`([a-z][^`]*)`", row[2]):
            if not word.startswith("timecore"):
                assert word.removesuffix(" k").removesuffix(" n") in test, row[0]


#: What a test does where its row names a command.
COMMANDS = {
    "timecore audit": "audited(",
    "timecore diff": "diff(one.log, two.log)",
    "timecore prove": "prove_field(",
    "timecore roster": "Roster.parse(",
    "timecore seal": "seal(Game",
    "timecore sign": "cosign(",
    "timecore tournament open": "enter_start(",
    "timecore verify-proof": "refused_proof(",
}


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_every_command_that_a_row_names_is_tried_in_its_test(attacker: str) -> None:
    for row in rows(attacker):
        for word in re.findall("`(timecore[^`]*)`", row[2]):
            if word != "timecore.testing.examine":  # which has tests of its own, of every ruleset
                assert COMMANDS[word] in carried_out(attacker)[name_of(row)], row[0]


def test_no_attack_is_judged_by_one_witness_alone() -> None:
    for attacker in ATTACKERS:
        tree = ast.parse((HERE / f"test_{attacker}.py").read_text("utf-8"))
        taken = {
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("timecore")
            for name in node.names
        }

        assert not taken & {"audit", "audit_record", "check_proof", "verify", "verify_proof"}


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_every_row_says_whether_it_is_caught_and_by_what(attacker: str) -> None:
    for attack, caught, by, _ in rows(attacker):
        assert caught in ("yes", "told", "prevented", "no"), attack
        assert by, attack


def test_every_attacker_has_a_module_and_a_section() -> None:
    modules = {path.stem.removeprefix("test_") for path in HERE.glob("test_*.py")}

    assert modules - {"threats", "agreement"} == set(ATTACKERS)
