"""Sentences that a person is told: wrapped on a terminal, and whole where another program reads them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_run import Run

from timecore_cli import _output


@pytest.fixture
def here(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a game in it, so that no long path stands in a sentence."""
    shutil.copy(game, tmp_path / "game.msgpack")
    monkeypatch.chdir(tmp_path)


def terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Let both streams go to a terminal of so many columns."""
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "words",
    [
        (
            "table",
            "note",
            "game.msgpack",
            "the lights went out, and everybody waited for a while in the dark",
        ),
        ("prove", "game.msgpack", "--draw", "3", "-o", "proof"),
        ("redact", "game.msgpack", "--as", "public", "-o", "copy"),
        ("new", "time_chase", "--players", "6", "--nonces", "-o", "new"),
        ("table", "rule", "game.msgpack", "3"),
        ("audit", "game.msgpack", "--head", "zz"),
        ("table", "rule", "game.msgpack", "3", "agreed"),
    ],
)
def test_on_a_terminal_a_sentence_is_wrapped_between_words_and_elsewhere_it_is_a_line(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    plain = timecore(*words)
    for made in ("proof", "copy", "new"):
        (tmp_path / made).unlink(missing_ok=True)
    terminal(monkeypatch, 80)
    told = timecore(*words)

    assert max(map(len, (plain.out + plain.err).splitlines())) > 80
    assert max(map(len, (told.out + told.err).splitlines())) <= 80
    if words[0] != "table":  # an entry has a number and a time of its own
        assert (told.out.split(), told.err.split()) == (plain.out.split(), plain.err.split())


@pytest.mark.usefixtures("here")
def test_a_command_in_quotation_marks_stays_in_one_line(
    timecore: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal(monkeypatch, 40)

    assert timecore("table", "rule", "game.msgpack", "3").err.splitlines()[-4:] == [
        "Hint:",
        "  `timecore table rule FILE ENTRY TEXT`;",
        "  a text of several words stands in",
        "  quotation marks.",
    ]


def test_a_json_string_is_broken_only_where_no_line_holds_it() -> None:
    text = 'recorded {"text": "one two"} {"text": "a b c d e f g h i j k l m n"}'

    assert list(_output.wrapped(text, "", 24)) == [
        'recorded {"text":',
        '"one two"} {"text": "a b',
        "c d e f g h i j k l m",
        'n"}',
    ]
