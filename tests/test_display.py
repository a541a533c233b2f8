"""Foreign text on a terminal (:mod:`timecore.display`)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore.display import columns, fit, in_ascii, pad, printable, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana", "Ana"),
        ("Đặng 李小龍 Ñ", "Đặng 李小龍 Ñ"),
        ("\x1b[2J", r"\x1b[2J"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x9b31m\x7f\x00", r"\x9b31m\x7f\x00"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\ud800", r"\ud800"),
        ("back\\slash", "back\\slash"),
    ],
)
def test_what_could_drive_a_terminal_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text())
def test_a_printable_text_stays_as_it_is(text: str) -> None:
    once = printable(text)

    assert printable(once) == once
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in once)


@pytest.mark.parametrize(("text", "width"), [("Ana", 3), ("", 0), ("李小龍", 6), ("e\u0301", 1), ("●─…", 3)])
def test_columns_are_those_of_a_terminal(text: str, width: int) -> None:
    assert columns(text) == width


@given(st.text(), st.integers(0, 30))
def test_what_is_cut_fits_and_says_so(text: str, most: int) -> None:
    text = printable(text)
    cut = fit(text, most)

    assert columns(cut) <= most
    if columns(text) <= most:
        assert cut == text
    elif most:
        assert cut.endswith("…")
        assert text.startswith(cut[:-1])


@given(st.text(), st.integers(0, 30), st.booleans())
def test_what_is_padded_takes_exactly_the_width(text: str, width: int, right: bool) -> None:  # noqa: FBT001
    assert columns(pad(printable(text), width, right=right)) == width


def test_padding_stands_on_the_other_side() -> None:
    assert pad("ab", 4) == "ab  "
    assert pad("ab", 4, right=True) == "  ab"
    assert pad("李小龍", 4) == "李… "


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("one two", ["one two"]),
        ("one two three", ["one two", "three"]),
        ("a seemingly endless word", ["a", "seemingl", "y", "endless", "word"]),
        ("時間旅行者", ["時間旅行", "者"]),
        ("a 時間旅行者 b", ["a", "時間旅行", "者 b"]),
        ("12345678", ["12345678"]),
        ("123456789", ["12345678", "9"]),
    ],
)
def test_a_text_is_broken_at_blanks_and_inside_a_word_that_is_too_long(text: str, lines: list[str]) -> None:
    assert list(wrap(text, 8)) == lines


@given(st.text(), st.integers(2, 30))
def test_what_is_wrapped_fits_and_is_all_there(text: str, most: int) -> None:
    text = printable(text)
    lines = list(wrap(text, most))

    assert all(columns(line) <= most for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_what_boards_are_drawn_with_has_a_likeness_in_ascii() -> None:
    """One for one, so that columns stay; names are no drawing."""
    assert in_ascii("1╭·──╲╱──╮o\n │N──╱╲──│") == "1..--\\/--.o\n |N--/\\--|"
    assert in_ascii("▸ 0 Iñés “Đặng” ●○ 李…") == "> 0 Iñés “Đặng” *o 李~"
