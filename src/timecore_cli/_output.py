"""What reaches the streams: UTF-8 whatever the locale, and no control character of a foreign text."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO

__all__ = [
    "ENDLESS",
    "colour_wanted",
    "counted",
    "draws",
    "dumps",
    "escape",
    "hung",
    "list_width",
    "on_terminal",
    "prepare",
    "say",
    "sentence",
    "tell",
    "warn",
    "width",
]

#: A colour of a board; and what must not be in JSON as it is, although JSON lets it stand.
_COLOUR: Final = r"\x1b\[[0-9;]*m"
_UNSAFE_IN_JSON: Final = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"

#: A JSON string, a word of a shell, or a command; a mark behind a letter or a digit opens neither.
_QUOTED: Final = r"""(?<!\w)(?:"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)"""

#: Beside a label a text of fewer columns cannot be read.
_FEW: Final = 24

ENDLESS: Final = 100_000
"""The columns of a line that may be as long as it likes."""


#: Some of what boards are drawn with.
_DRAWN: Final = "─╭╲▸"

#: The encodings that the streams had by their locale.
_own_encodings: Final[dict[str, str]] = {}


def prepare() -> None:
    """Make the standard streams write UTF-8 with newlines alone, and never fail at a character.

    A checkpoint or a proof that is printed into a file is then the same on every system.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed before Python started
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            _own_encodings[name] = stream.encoding
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def say(text: str = "") -> None:
    """A line of data, on standard output."""
    sys.stdout.write(text + "\n")


def tell(text: str) -> None:
    """A sentence on standard output, perhaps with foreign text in it: wrapped on a terminal, else one line."""
    for line in sentence(text, sys.stdout):
        say(line)


def warn(text: str, *, machine: bool = False) -> None:
    """A line beside the data, on standard error; for a machine a JSON object."""
    sys.stdout.flush()
    if machine:
        lines = [dumps({"warning": text})]
    else:
        lines = [line for part in f"timecore: {text}".split("\n") for line in sentence(part, sys.stderr)]
    sys.stderr.write("\n".join(lines) + "\n")


def sentence(text: str, stream: TextIO) -> Iterator[str]:
    """The lines of a sentence that a stream is told; but on a terminal it is one, which other programs search."""
    text = printable(text)
    if not stream.isatty():
        yield text
        return
    first, *more = wrapped(text, "", width(stream), hanging=2)
    yield first
    for line in more:
        yield f"  {line}"


def printable(text: str) -> str:
    """Foreign text in one line, without a control character."""
    from timecore import display  # here and below: `--help` prints without the library

    return display.printable(text)


def escape(text: str, *, colour: bool = False) -> str:
    r"""Foreign text, made safe for a terminal: control characters are written as ``\x1b`` or ``\u202e``.

    Args:
        text: Any text; newlines stay.
        colour: Whether colours in it stay.
    """
    return "\n".join(_coloured(line) if colour else printable(line) for line in text.split("\n"))


def _coloured(line: str) -> str:
    colours = re.findall(_COLOUR, line)
    parts = map(printable, re.split(_COLOUR, line))
    return "".join(part + colour for part, colour in zip(parts, [*colours, ""], strict=True))


def dumps(value: Any, *, indent: int | None = None) -> str:
    """A value as JSON: readable as UTF-8, and with every control character escaped."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return re.sub(_UNSAFE_IN_JSON, lambda m: f"\\u{ord(m[0]):04x}", text)


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number of things in words: "1 move", "2 moves"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout.isatty()


def colour_wanted() -> bool:
    """Whether to write in colour: on a terminal that knows it, unless ``NO_COLOR`` says no."""
    unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return on_terminal() and not unwanted


def draws() -> bool:
    """Whether boards can be drawn as they are: not on a terminal whose own encoding lacks the characters."""
    if not on_terminal():
        return True
    try:
        _DRAWN.encode(_own_encodings.get("stdout", "utf-8"))
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def width(stream: TextIO | None = None) -> int:
    """The columns to write in: those of the terminal between 30 and 100, else 80.

    Args:
        stream: Where to; standard output by default.
    """
    if not (on_terminal() if stream is None else stream.isatty()):
        return 80
    from shutil import get_terminal_size

    return min(max(get_terminal_size().columns, 30), 100)


def list_width() -> int:
    """The same for lists that another program may search line by line: off a terminal their lines have no end."""
    return width() if on_terminal() else ENDLESS


def table(rows: Iterable[tuple[str, ...]], most: int = ENDLESS) -> Iterator[str]:
    """Rows of texts as lines with aligned columns; the last is wrapped into the columns that are left to it."""
    from timecore.display import columns, pad

    listed = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(columns, column)) for column in zip(*listed, strict=True)]
    for *row, last in listed:
        cells = (pad(cell, size) + "  " for cell, size in zip(row, widths, strict=False))
        yield from hung("".join(cells), last, most)


def hung(label: str, text: str, most: int) -> Iterator[str]:
    """A label, and beside it a text of as many lines as it takes; below it where there is little room beside it."""
    from timecore.display import columns

    text = printable(text)
    indent = " " * columns(label)
    if most - len(indent) < min(columns(text), _FEW):
        start = " " * (len(label) - len(label.lstrip()))
        for line in wrapped(label.strip(), start, most):
            yield (start + line).rstrip()
        if not text:
            return
        label = indent = start + "    "
    for line in wrapped(text, indent, most):
        # A hash stands further to the left rather than beyond the edge.
        before = label if label.strip() else indent[: max(most - columns(line), 2)]
        yield (before + line).rstrip()
        label = indent


def wrapped(text: str, indent: str, most: int, *, hanging: int = 0) -> Iterator[str]:
    """A sentence in lines of at most so many columns, its indent counted; longer only where one word is.

    What is quoted, a JSON string or a command, stays in one line if it fits into one.
    All lines but the first are to be indented by ``hanging`` columns more.
    """
    from timecore.display import columns

    line, room = "", most - columns(indent)
    if columns(text) <= room:
        yield text
        return
    below = room - hanging
    for word in _words(text, below):
        if line and columns(line) + 1 + columns(word) > room:
            yield line
            line, room = word, below
        else:
            line = f"{line} {word}" if line else word
    yield line


def _words(text: str, most: int) -> list[str]:
    """The words of a text; what is quoted is part of one, if it has at most so many columns."""
    from timecore.display import columns

    words, at = [""], 0
    for found in re.finditer(_QUOTED, text) if any(mark in text for mark in "\"'`") else ():
        if columns(found[0]) <= most:
            first, *more = text[at : found.start()].split(" ")
            words[-1] += first
            words += more
            words[-1] += found[0]
            at = found.end()
    first, *more = text[at:].split(" ")
    words[-1] += first
    return words + more
