"""Foreign text on a terminal: harmless, and measured in columns.

A name comes from anywhere. It may hold control characters that drive a terminal, or characters that take two
columns or none, so whoever draws a board escapes it first and measures it in columns, not in characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

__all__ = [
    "BOLD",
    "CYAN",
    "DIM",
    "RESET",
    "columns",
    "fit",
    "in_ascii",
    "listed",
    "pad",
    "painted",
    "printable",
    "wrap",
]

BOLD: Final = "\x1b[1m"
"""From here on in bold."""

DIM: Final = "\x1b[2m"
"""From here on faint: what matters least."""

CYAN: Final = "\x1b[36m"
"""From here on in cyan."""

RESET: Final = "\x1b[0m"
"""From here on as usual."""

#: C0, DEL and C1; what turns the direction of writing around; separators of lines; lone surrogates.
_UNSAFE: Final = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def printable(text: str) -> str:
    r"""The same text in one line and harmless: a control character is written as ``\x1b``, ``\n`` or ``\u202e``."""
    if text.isprintable():
        return text  # Python calls nothing printable that is unsafe, and a pattern of such ranges is slow to compile
    return re.sub(_UNSAFE, _visible, text)


def _visible(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


#: What boards are drawn with, and what looks most like it.
_ASCII: Final = str.maketrans("─│╭╮╰╯├┤┬┴┼╲╱░▸●○·…⋮", "-|..''||-++\\/:>*o.~:")


def in_ascii(drawn: str) -> str:
    """A board for a terminal that has no characters to draw with: each is replaced by an ASCII one, of one column too.

    Letters stay, whatever they are: only what boards are drawn with is replaced.
    """
    return drawn.translate(_ASCII)


def columns(text: str) -> int:
    """How many columns of a terminal a printable text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_columns_of, text))


@lru_cache(maxsize=4096)
def _columns_of(character: str) -> int:
    from unicodedata import category, east_asian_width  # only for what is not ASCII  # noqa: PLC0415

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def fit(text: str, most: int) -> str:
    """A text cut so that it takes at most ``most`` columns; what was cut ends in an ellipsis."""
    if columns(text) <= most:
        return text
    kept = ""
    room = most - 1
    for character in text:
        room -= _columns_of(character)
        if room < 0:
            break
        kept += character
    return kept + "…" if most > 0 else ""


def pad(text: str, width: int, *, right: bool = False) -> str:
    """A text cut or filled up with blanks to exactly ``width`` columns.

    Args:
        text: A printable text.
        width: The columns it takes then.
        right: Whether it stands to the right.
    """
    text = fit(text, width)
    blanks = " " * (width - columns(text))
    return blanks + text if right else text + blanks


def wrap(text: str, most: int) -> Iterator[str]:
    """A text in lines of at most ``most`` columns, broken at blanks, and inside a word only where it is longer.

    Args:
        text: A printable text.
        most: The columns of a line, at least 2.
    """
    line, taken = "", 0
    for word in text.split(" "):
        size = columns(word)
        if line and taken + 1 + size <= most:
            line, taken = f"{line} {word}", taken + 1 + size
            continue
        if line:
            yield line
        *whole, line = (word,) if size <= most else _pieces(word, most)
        yield from whole
        taken = columns(line)
    yield line


def listed(head: str, items: Sequence[str], most: int) -> Iterator[str]:
    """``head: item · item``, in as many lines of at most ``most`` columns as it takes; no item is broken.

    Args:
        head: What stands before the items: with a colon behind it, if there are any.
        items: Printable texts.
        most: The columns of a line, at least 2. An item that is longer has a line of its own all the same.
    """
    *above, line = wrap(f"{head}:" if items else head, most)
    yield from above
    separator = " "
    for item in items:
        if columns(line) + columns(separator) + columns(item) > most:
            yield line
            line, separator = " ", " "
        line += separator + item
        separator = " · "
    yield line


def painted(text: str, pattern: str, colour: str) -> str:
    """A text in which all that a pattern finds has a colour; ``^`` and ``$`` mean lines."""
    return re.sub(pattern, lambda found: f"{colour}{found[0]}{RESET}", text, flags=re.MULTILINE)


def _pieces(word: str, most: int) -> Iterator[str]:
    """A word in pieces of at most so many columns; the last may be empty."""
    piece, room = "", most
    for character in word:
        size = _columns_of(character)
        if size > room:
            yield piece
            piece, room = "", most
        piece += character
        room -= size
    yield piece
