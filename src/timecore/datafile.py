"""Data files that a game can be made with, such as a deck of cards: read once, when the game is created."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeGuard

from timecore.display import fit, printable
from timecore.quoting import json_text

__all__ = [
    "LONGEST",
    "SUFFIX",
    "FileFault",
    "game_named",
    "instead",
    "is_path",
    "quoted",
    "read_data_file",
    "read_table",
    "unknown_fields",
]

LONGEST: Final = 16 * 1024 * 1024
"""The most bytes that a data file may have."""

SUFFIX: Final = ".toml"
"""How the path of a data file ends: an option with such a value names a file, not one that is built in."""


class FileFault(NamedTuple):
    """One thing that is wrong with a data file.

    Attributes:
        rule: The number of the rule that it breaks.
        what: What is wrong, as a sentence without a full stop.
        position: Which card, or other item, of the file it is about, from 1; ``None`` for the file as a whole.
        id: That item's id, as far as it has one.
    """

    rule: str
    what: str
    position: int | None = None
    id: str | None = None

    @property
    def place(self) -> str:
        """Which item it is about, in words; empty for the file as a whole."""
        if self.position is None:
            return ""
        return f"card {self.position}" + ("" if self.id is None else f" ({self.id})")

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.place, self.rule, self.what)))

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return self._asdict()


def is_path(value: object) -> TypeGuard[str | os.PathLike[str]]:
    """Whether the value of an option names a file."""
    return isinstance(value, os.PathLike) or (type(value) is str and value.endswith(SUFFIX))


def read_data_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a data file.

    Args:
        path: Where it is.

    Raises:
        OSError: It cannot be read, is no regular file, or has more than :data:`LONGEST` bytes.
    """
    place = Path(path)
    if place.exists() and not place.is_file():  # there are devices that never end
        raise OSError(f"{place} is not a regular file")
    with place.open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise OSError(f"{place} has more than {LONGEST} bytes")
    return data


def game_named(data: bytes) -> str | None:
    """The game that a data file says it is for, in a line ``game = "NAME"`` before its first table, if it does.

    That line is found even if the rest of the file is damaged.

    Args:
        data: What is in the file.
    """
    top = re.split(rb"^[ \t]*\[", data, maxsplit=1, flags=re.MULTILINE)[0]
    found = re.search(rb"^[ \t]*game[ \t]*=[ \t]*[\"']([a-z0-9_]{1,100})[\"']", top, re.MULTILINE)
    return None if found is None else found[1].decode("ascii")


#: The reader takes a time for a dotted key that grows with the square of its parts; a data file has no such keys.
_LONG_KEY: Final = (
    r"(?<![\w\"'.-])"
    r"(?:(?:[\w-]++|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}"
)


def read_table(data: bytes) -> dict[str, Any]:
    """What is in a data file, which anybody may have written.

    Args:
        data: Its bytes.

    Raises:
        ValueError: It is no TOML in UTF-8, or larger or deeper than any data file; says so in one printable line.
    """
    import tomllib  # for data files only  # noqa: PLC0415

    if len(data) > LONGEST:
        raise ValueError(f"it has more than {LONGEST} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8: {error.reason} at byte {error.start}") from None
    if re.search(_LONG_KEY, text, re.ASCII):
        raise ValueError("it has a key of very many parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(fit(printable(f"it is not TOML: {error}"), 200)) from None
    except ValueError as error:
        if "integer string conversion" in str(error):  # the reader lets Python's own refusal through
            raise ValueError("it has a number of too many digits") from None
        raise ValueError(fit(printable(str(error)), 200)) from None


# -- what is wrong with one, in words ------------------------------------------------------------------------------


def quoted(value: object) -> str:
    """A value of a data file as a sentence may show it."""
    if type(value) is int and not -(10**18) < value < 10**18:
        return "a number of very many digits"
    if isinstance(value, str | int | float | list | dict):
        return printable(json_text(value))
    return str(value)  # a date or a time, as only TOML has them


def instead(table: Mapping[str, Any], name: str) -> str:
    """The end of a sentence that says what a field must be: what stands there, or that it is missing.

    Args:
        table: A table of the file.
        name: The field.
    """
    return f", not {quoted(table[name])}" if name in table else ", and is missing"


def unknown_fields(names: Sequence[str]) -> list[str]:
    """A sentence for each field that stands in a table and means nothing; the tenth counts those behind it.

    Args:
        names: Those fields.
    """
    told = [f"there is no field {quoted(name)}" for name in names[:10]]
    if len(names) > len(told):
        told[-1] += f", nor {len(names) - len(told)} more that stand there"
    return told
