"""Data files that a game can be made with, such as a deck of cards: read once, when the game is created."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, TypeGuard

import attrs

__all__ = ["LONGEST", "SUFFIX", "FileFault", "is_path", "read_data_file"]

LONGEST: Final = 16 * 1024 * 1024
"""The most bytes that a data file may have."""

SUFFIX: Final = ".toml"
"""How the path of a data file ends: an option with such a value names a file, not one that is built in."""


@attrs.frozen
class FileFault:
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
        return attrs.asdict(self)


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
