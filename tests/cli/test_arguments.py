"""Values of options that will not do: the option, the value and what is allowed, whatever typer's version."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_run import Run

WRITERS = {
    "new": ("time_chase", "--players", "3"),
    "simulate": ("time_chase", "--players", "3"),
    "import": ("moves.jsonl",),
    "redact": ("game.msgpack", "--as", "public"),
}


@pytest.mark.parametrize("command", WRITERS)
def test_an_empty_output_is_wrong_usage(timecore: Run, command: str) -> None:
    """An unset variable in a script, not the folder one stands in."""
    ran = timecore(command, *WRITERS[command], "-o", "")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("timecore: --output is empty\n")


@pytest.mark.parametrize("command", WRITERS)
def test_an_output_that_stands_for_a_stream_is_wrong_usage(timecore: Run, command: str) -> None:
    """The file would be one that other commands take for standard input."""
    ran = timecore(command, *WRITERS[command], "-o", "-")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("timecore: --output names a file, and - stands for a standard stream\n")


@pytest.mark.parametrize("folder", [".", "..", "/", "not-there/"])
@pytest.mark.parametrize("command", [name for name in WRITERS if name != "simulate"])
def test_an_output_that_is_a_folder_is_wrong_usage(timecore: Run, command: str, folder: str) -> None:
    """Before anything else is looked at."""
    ran = timecore(command, *WRITERS[command], "-o", folder)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"timecore: {folder} is a folder\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "x", "--lang", "fr"), "--lang needs en or es, not 'fr'"),
        (("new", "x", "-o", "y", "--players", "x"), "--players needs a whole number, not 'x'"),
        (("new", "x", "-o", "y", "--players", ""), "--players needs a whole number, not ''"),
        (("new", "x", "-o", "y", "--draws", "1.5"), "--draws needs a whole number, not '1.5'"),
        (("new", "x", "-o", "y", "--luck", "good"), "--luck needs sealed or manual, not 'good'"),
        (("simulate", "x", "-o", "y", "--games", "0"), "--games needs a whole number from 1 on, not '0'"),
        (
            ("simulate", "x", "-o", "y", "--max-entries", "-1"),
            "--max-entries needs a whole number from 0 on, not '-1'",
        ),
        (("export", "x", "--format", "xml"), "--format needs jsonl or json, not 'xml'"),
        *(
            (
                ("replay", "x", "--delay", wrong),
                f"--delay needs a number of seconds from 0 to 3600, not '{wrong}'",
            )
            for wrong in ("x", "-1", "nan", "inf", "1e9", "3601")
        ),
    ],
)
def test_a_wrong_value_is_told_with_what_is_allowed(
    timecore: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    """In one sentence of our own."""
    ran = timecore(*arguments)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"timecore: {sentence}\n"


@pytest.mark.parametrize("lang", ["es", "ES", "es_ES", "es-MX", "es_ES.UTF-8"])
def test_a_language_may_have_a_region_and_capitals(timecore: Run, game: Path, lang: str) -> None:
    """As a locale has them."""
    assert "Resultado" in timecore("replay", game, "--quiet", "--lang", lang).out


def test_a_word_of_an_option_may_have_capitals(timecore: Run, game: Path) -> None:
    """There is nothing else that it could mean."""
    assert "entries" in timecore("export", game, "--format", "JSON").json


@pytest.mark.parametrize(
    ("given", "meant"),
    [("ana", "Ana"), ("BEN", "Ben"), ("PUBLIC", "public"), ("Chp", "Cho")],
)
def test_a_name_in_other_capitals_says_which_was_meant(
    timecore: Run, game: Path, given: str, meant: str
) -> None:
    """Names are told apart by their capitals, so it is not just taken."""
    ran = timecore("show", game, "--as", given)

    assert ran.code == 2
    assert ran.err == (
        f"timecore: there is no seat '{given}'\n"
        f"Hint: Did you mean {meant}? The seats are: 0 (Ana), 1 (Ben), 2 (Cho).\n"
    )


@pytest.mark.parametrize("given", ["Ana", "ANA"])
def test_a_name_that_two_share_leads_to_their_numbers(timecore: Run, tmp_path: Path, given: str) -> None:
    """Nobody is told to say what was said."""
    path = tmp_path / "namesakes.msgpack"
    assert timecore("new", "time_chase", "--seats", "Ana,Ben,Ana", "-o", path).code == 0

    for arguments in (
        ("show", path, "--as", given),
        ("redact", path, "--erase", given, "-o", tmp_path / "copy.msgpack"),
        ("play", path, "--bot", f"{given}=random"),
    ):
        ran = timecore(*arguments)
        assert ran.code == 2
        assert ran.err.endswith("\nHint: Use the seat's number: 0 or 2.\n")


def test_erasing_an_unknown_name_says_which_was_meant(timecore: Run, game: Path, tmp_path: Path) -> None:
    """As `--as` does."""
    ran = timecore("redact", game, "--erase", "ben", "-o", tmp_path / "copy.msgpack")

    assert ran.code == 2
    assert "Hint: Did you mean Ben?" in ran.err


@pytest.mark.parametrize("option", ["--json", "--jsonl"])
def test_export_knows_what_json_means(timecore: Run, game: Path, option: str) -> None:
    """Every other command has a switch for it."""
    ran = timecore("export", game, option)

    assert ran.code == 2
    assert ran.error["hint"] == f"Did you mean --format {option[2:]}?"


def test_a_command_a_ruleset_and_an_option_in_capitals_say_which_was_meant(timecore: Run) -> None:
    """However they are written."""
    assert timecore("REPLAY", "x").err.endswith("Hint: Did you mean replay?\n")
    assert timecore("show", "x", "--LANG", "es").err.endswith("Hint: Did you mean --lang?\n")
    assert timecore("rulesets", "TIME_CHASE").err.endswith("Hint: Did you mean time_chase?\n")


@pytest.mark.parametrize("option", ["--note", "--proof", "--deck", "--trust"])
def test_what_is_not_read_from_standard_input_says_so(
    timecore: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.chdir(tmp_path)  # no file is called - there
    ran = timecore("audit", game, option, "-")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("timecore: - cannot be read: standard input is not read for this file\n")
    assert "Save it as a file, and name that." in ran.err
