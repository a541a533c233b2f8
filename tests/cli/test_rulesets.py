"""`timecore rulesets`: the games that are installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_run import Install, Run

from timecore.jsonschema import json_schema
from timecore.registry import get_ruleset


def test_all_rulesets_are_listed(timecore: Run, install: Install) -> None:
    """Ours and those of other packages: name, version, seats, package, one line."""
    install("tiny-game", "tiny", "tiny:RULESET")

    lines = timecore("rulesets").lines

    assert lines[0].split() == ["NAME", "VERSION", "SEATS", "PACKAGE", "GAME"]
    rows = {line.split()[0]: line.split()[1:4] for line in lines[1:]}
    assert rows["time_chase"] == ["v1", "3-6", "timecore"]
    assert rows["tiny"] == ["v1", "2-4", "tiny-game"]
    assert lines[-1].endswith("Two cards, a secret bid and a look into a neighbour's hand.")


def test_the_list_is_there_for_machines(timecore: Run) -> None:
    """One document."""
    (own,) = (one for one in timecore("rulesets", "--json").json if one["name"] == "time_chase")

    assert own["title"] == "Time Chase"
    assert own["seats"] == [3, 4, 5, 6]
    assert own["package"] == "timecore"


def test_a_ruleset_that_cannot_be_imported_hurts_nothing_else(timecore: Run, install: Install) -> None:
    """It is told on standard error, with the package to blame."""
    install("broken-game", "broken", "no_such_module_at_all:RULESET")

    ran = timecore("rulesets")
    machine = timecore("rulesets", "--json")

    assert ran.code == 0
    assert "time_chase" in ran.out
    assert "the ruleset 'broken' of the package broken-game cannot be imported" in ran.err
    assert "broken-game" in machine.error["warning"]
    assert timecore("rulesets", "broken").code == 3


def test_another_package_cannot_take_a_name_of_ours(timecore: Run, install: Install) -> None:
    """Nor is it imported for it."""
    install("thief", "time_chase", "no_such_module_at_all:RULESET")

    ran = timecore("rulesets")

    assert (ran.code, ran.err) == (0, "")
    assert "thief" not in ran.out


def test_a_ruleset_is_shown_with_its_options_moves_and_events(timecore: Run) -> None:
    """Types, defaults, rules and audiences."""
    rules = get_ruleset("time_chase")
    ran = timecore("rulesets", "time_chase")

    assert ran.code == 0
    for cls in (*rules.moves.classes, *rules.events.classes):
        assert f"  {cls.__name__}" in ran.lines
    for spec in rules.option_specs:
        assert f"; {spec.rule})" in ran.out
    assert "  players: 3, 4, 5 or 6 (required; TC-10)" in ran.lines
    assert "  fuel_supply: 30 or null (default 30; TC-13)" in ran.lines
    assert "      card: text  [seen by the seat in seat]" in ran.lines
    assert "      card: text  [seen by the actor]" in ran.lines


@pytest.mark.parametrize("name", ["chicken_time_warp", "time_chase", "timeline", "timeline_2003"])
def test_what_is_said_of_moves_and_events_holds_no_markup(timecore: Run, name: str) -> None:
    """The sentences are the first lines of docstrings, which people read here as they are."""
    assert "`" not in timecore("rulesets", name).out


def test_the_same_is_there_for_machines(timecore: Run) -> None:
    """Everything a program needs to offer the game."""
    rules = get_ruleset("time_chase")
    told = timecore("rulesets", "time_chase", "--json").json
    options = {option["name"]: option for option in told["options"]}
    deal = told["moves"][0]

    assert [move["name"] for move in told["moves"]] == list(rules.moves.by_name)
    assert [event["name"] for event in told["events"]] == list(rules.events.by_name)
    assert options["players"]["required"] is True
    assert options["fuel_supply"]["default"] == 30
    assert "default" not in options["dealer"]
    assert deal["fields"][1] == {"name": "card", "type": "text", "audience": ["seat"]}
    assert "random" in told["bots"]
    assert told["languages"] == ["en", "es"]
    assert told["schema"] == json_schema(rules)


def test_audiences_are_told_in_words(timecore: Run, install: Install) -> None:
    """Two seats, nobody, and values that are public all the same."""
    install("tiny-game", "tiny", "tiny:RULESET")

    out = timecore("rulesets", "tiny").out

    assert "[seen by nobody" in out
    assert " and " in out


def test_an_unknown_ruleset_says_which_was_meant(timecore: Run) -> None:
    """If it looks like one of them; else which there are."""
    near, far = timecore("rulesets", "time_chasse"), timecore("rulesets", "chess")

    assert (near.code, far.code) == (2, 2)
    assert "Hint: Did you mean time_chase?" in near.err
    assert "Hint: Installed are: " in far.err


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("arguments", [(), ("time_chase",)])
def test_a_terminal_never_breaks_a_word(
    timecore: Run, monkeypatch: pytest.MonkeyPatch, columns: int, arguments: tuple[str, ...]
) -> None:
    """Lines end between words there; in a pipe they are whole, for other programs to search."""
    plain = timecore("rulesets", *arguments).out
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))

    lines = timecore("rulesets", *arguments).lines

    assert max(map(len, lines)) <= columns
    assert " ".join(lines).split() == plain.split()
    assert max(map(len, plain.splitlines())) > 80


def test_a_narrow_terminal_gets_a_story_that_fits(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Down to the board, which needs 60 columns."""
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")

    lines = timecore("replay", game).lines
    story = lines[: lines.index("After entry 64 of 64")]

    assert len(story) > 60
    assert max(map(len, story)) <= 40
