"""What reaches the streams."""

from __future__ import annotations

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore_cli import _output


@given(st.text())
def test_json_says_the_same_whatever_had_to_be_escaped(text: str) -> None:
    """And holds no control character."""
    written = _output.dumps({"text": text})

    assert json.loads(written) == {"text": text}
    assert all(c.isprintable() or c.isspace() for c in written if c < "\xa0")
    assert not set(written) & {"\x9b", "\u202e", "\u2066", "\x7f"}


def test_what_is_printed_into_a_file_is_the_same_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where lines end otherwise, and the locale has another encoding: a signed note is of its bytes."""
    file = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(file, encoding="cp1252", newline="\r\n"))
    _output.prepare()
    _output.say("one\n\u2014 two")
    sys.stdout.flush()

    assert file.getvalue() == "one\n\u2014 two\n".encode()


def test_foreign_text_keeps_its_lines_and_loses_its_controls() -> None:
    """Colours go as well, unless they are a board's own."""
    text = "one\n\x1b[31mtwo\x1b[0m\x07"

    assert _output.escape(text) == "one\n\\x1b[31mtwo\\x1b[0m\\x07"
    assert _output.escape(text, colour=True) == "one\n\x1b[31mtwo\x1b[0m\\x07"


def test_sentences_are_wrapped_between_words() -> None:
    """All words stay, and no line is longer than it must be."""
    assert list(_output.wrapped("a bb ccc dddd", "  ", 8)) == ["a bb", "ccc", "dddd"]
    assert list(_output.wrapped("abcdefghij k", "", 5)) == ["abcdefghij", "k"]
    assert list(_output.wrapped("", "", 5)) == [""]
    assert list(_output.wrapped("a bb ccc dddd e", "", 8, hanging=2)) == ["a bb ccc", "dddd e"]
    assert list(_output.wrapped("a bb ccc dddd ef", "", 8, hanging=2)) == ["a bb ccc", "dddd", "ef"]


def test_tables_have_aligned_columns() -> None:
    """By what a terminal shows; nothing trails."""
    rows = [("name", "x"), ("日本", "y"), ("e\u0301", "")]

    assert list(_output.table(rows)) == ["name  x", "日本  y", "e\u0301"]


def test_a_label_with_little_room_beside_it_stands_above_its_text() -> None:
    """Indented below it; a word that fits nowhere is put further to the left."""
    assert list(_output.hung("  label  ", "one two", 80)) == ["  label  one two"]
    assert list(_output.hung("  a long label  ", "one two three four five", 30)) == [
        "  a long label",
        "      one two three four five",
    ]
    assert list(_output.hung("label  ", "x " + "y" * 28, 32)) == ["label  x", "    " + "y" * 28]


@pytest.mark.parametrize(
    ("encoding", "draws"),
    [
        ("utf-8", True),
        ("UTF-16", True),
        ("iso8859-1", False),
        ("cp437", False),
        ("ascii", False),
        ("?", False),
    ],
)
def test_boards_are_drawn_in_ascii_on_a_terminal_without_the_characters(
    monkeypatch: pytest.MonkeyPatch,
    encoding: str,
    draws: bool,  # noqa: FBT001
) -> None:
    """Into a file or a pipe goes UTF-8, whatever the locale."""
    monkeypatch.setitem(_output._own_encodings, "stdout", encoding)
    assert _output.draws()
    monkeypatch.setattr(_output, "on_terminal", lambda: True)
    assert _output.draws() is draws


def test_a_row_whose_last_cell_is_empty_leaves_no_empty_line() -> None:
    lines = [*_output.table([("a long name", "open", ""), ("short", "finished", "signed by somebody")], 20)]

    assert "" not in lines
    assert max(map(len, lines)) <= 22
