"""The program as a whole: its commands, help, version and completion."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli_run import Run, started

from timecore import __version__
from timecore_cli._app import COMMANDS, EVERY, GROUPS
from timecore_cli._app import command as program


def test_help_lists_every_command_with_a_sentence(timecore: Run) -> None:
    """In the order of a game's life, on standard output."""
    ran = timecore("--help")

    assert (ran.code, ran.err) == (0, "")
    listed = [line.split()[0] for line in ran.lines if line.startswith("  ") and line[2] != " "]
    assert listed[-len(COMMANDS) :] == list(COMMANDS)


@pytest.mark.parametrize("name", GROUPS)
def test_help_of_a_group_lists_its_commands(timecore: Run, name: str) -> None:
    ran = timecore(name, "--help")

    assert (ran.code, ran.err) == (0, "")
    listed = [line.split()[0] for line in ran.lines if line.startswith("  ") and line[2] != " "]
    assert listed[-len(GROUPS[name]) :] == list(GROUPS[name])
    assert COMMANDS[name] in " ".join(ran.out.split())


def test_an_unknown_command_of_a_group_says_which_was_meant(timecore: Run) -> None:
    near, far, none = timecore("tournament", "opne"), timecore("tournament", "xyz"), timecore("tournament")

    assert (near.code, far.code, none.code) == (2, 2, 2)
    assert near.err.endswith("Hint: Did you mean open?\n")
    assert far.err.endswith("Hint: `timecore tournament --help` lists the commands.\n")
    assert none.err


@pytest.mark.parametrize("name", EVERY)
def test_a_command_says_of_itself_what_the_list_says(name: str) -> None:
    assert program().get_command(None, name).help.partition("\n")[0] == EVERY[name]


@pytest.mark.parametrize("command", EVERY)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help(timecore: Run, command: str, option: str) -> None:
    """That says what each option is for."""
    ran = timecore(*command.split(), option)

    assert (ran.code, ran.err) == (0, "")
    assert f"timecore {command}" in ran.lines[0]
    assert "--help" in ran.out


def test_help_has_no_brackets_but_those_that_mean_something(timecore: Run) -> None:
    """A required argument stands bare, and so does a default in words."""
    ran = timecore("replay", "--help")

    assert ran.lines[0].endswith(" FILE")
    text = " ".join(ran.out.split())
    assert "[default: the start]" in text
    assert "[default: the last]" in text
    assert "[default: from the locale]" in text
    assert timecore("rulesets", "--help").lines[0].endswith(" [NAME]")
    assert timecore("audit", "--help").lines[0].endswith(" FILE...")


@pytest.mark.parametrize("command", EVERY)
def test_arguments_are_listed_as_the_first_line_of_help_writes_them(timecore: Run, command: str) -> None:
    """Whichever typer is there: some add types, more brackets or braces."""
    first, *rest = timecore(*command.split(), "--help").lines
    usage = first.partition(f"timecore {command} [OPTIONS]")[2].split()

    listed = [line.split("  ")[1] for line in rest if line.startswith("  ") and line[2] not in " -"]
    assert not re.search(r"[<>{}]|\[\[|\.{4}", first)
    assert [line for line in listed if line in usage] == usage


def test_version_is_that_of_the_library(timecore: Run) -> None:
    """And nothing else is printed."""
    assert timecore("--version").out == f"timecore {__version__}\n"


def test_no_arguments_are_wrong_usage_that_shows_the_help(timecore: Run) -> None:
    """Nothing was asked for, so nothing goes to standard output."""
    ran = timecore()

    assert (ran.code, ran.out) == (2, "")
    assert "Commands:" in ran.err


def test_an_unknown_command_says_which_was_meant(timecore: Run) -> None:
    """If it looks like one of them."""
    near, far = timecore("repaly", "x"), timecore("xyz")

    assert (near.code, far.code) == (2, 2)
    assert near.err == "timecore: there is no command 'repaly'\nHint: Did you mean replay?\n"
    assert far.err.endswith("Hint: `timecore --help` lists the commands.\n")


def test_an_unknown_option_says_which_was_meant(timecore: Run) -> None:
    """If it looks like one of them."""
    ran = timecore("show", "x", "--lagn", "es")

    assert ran.code == 2
    assert ran.err == "timecore: no such option: --lagn\nHint: Did you mean --lang?\n"


def test_a_missing_argument_is_wrong_usage(timecore: Run) -> None:
    """And points to the command's help."""
    ran = timecore("audit")

    assert ran.code == 2
    assert "FILE" in ran.err
    assert "Hint: `timecore audit --help` shows what there is." in ran.err


def test_an_unknown_language_is_wrong_usage(timecore: Run) -> None:
    """The languages there are stand in the error."""
    ran = timecore("show", "x", "--lang", "fr")

    assert ran.code == 2
    assert "en or es" in ran.err


OF_A_FILE = ("replay", "show", "legal", "export")


@pytest.mark.parametrize("command", OF_A_FILE)
@pytest.mark.parametrize("file", ["game", "torn", "nowhere", ""])
def test_a_command_of_a_file_alone_is_run_as_the_parser_would_run_it(
    timecore: Run, request: pytest.FixtureRequest, command: str, file: str
) -> None:
    """It goes past the parser, which sees to it behind a `--`."""
    path = request.getfixturevalue(file) if file in ("game", "torn") else file

    assert timecore(command, path) == timecore(command, "--", path)


@pytest.mark.parametrize(
    "words",
    [("why", "FILE", "fuel"), ("stats", "FILE"), ("show", "FILE", "--at", "1"), ("diff", "FILE", "FILE")],
)
def test_whether_a_file_can_be_read_is_found_out_by_reading_it(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """And not by the parser, which would call it wrong usage and know no cause."""
    monkeypatch.setattr("os.access", lambda *_, **__: False)

    ran = timecore(*(game if word == "FILE" else word for word in words))

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("command", OF_A_FILE)
def test_a_command_of_a_file_alone_imports_no_parser(game: Path, command: str) -> None:
    """Which takes as long as all the rest."""
    code = "import sys, timecore_cli; timecore_cli.main(sys.argv[1:]); print('typer' in sys.modules, file=sys.stderr)"

    ran = subprocess.run(
        [sys.executable, "-c", code, command, game], capture_output=True, check=True, text=True
    )

    assert ran.stderr == "False\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [("timecore re", "replay"), ("timecore rulesets time", "time_chase"), ("timecore show --a", "--as")],
)
def test_a_shell_completes_commands_rulesets_and_options(words: str, expected: str) -> None:
    """Through the variable that typer's completion scripts set."""
    asked = {
        "_TIMECORE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }

    ran = started(environment=asked)

    assert expected in ran.out.split()
    assert ran.code == 0
