"""The folder of a tournament: what is in it, and how its files are read, none of which anybody vouches for."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from timecore.checkpoints import Checkpoint
from timecore.datafile import read_table
from timecore.errors import KeyRefused, NotATournament, RosterRefused, TournamentError
from timecore.keys import PublicKey, name_fault, note_name
from timecore.notes import LONGEST as LONGEST_NOTE
from timecore.roster import Roster
from timecore.wholefile import LONGEST

__all__ = [
    "ARBITERS",
    "CHECKPOINTS",
    "DESCRIPTION",
    "LEAVES",
    "ROSTER",
    "Description",
    "Folder",
]

DESCRIPTION: Final = "tournament.toml"
"""The file that makes a folder one of a tournament."""

LEAVES: Final = "leaves.txt"
"""The file of the leaves, which only grows."""

CHECKPOINTS: Final = "checkpoints"
"""The folder of the checkpoints, each in a file that is called by the number of its leaves."""

ROSTER: Final = "roster.toml"
"""The roster of the players, where there is one."""

ARBITERS: Final = "arbiters.toml"
"""The roster of those who may sign score sheets beside the organiser, where there is one."""

_FORMAT: Final = "timecore tournament v1"

#: How many bytes a description may have, or any other file that people write.
_LONGEST_TEXT: Final = 1 << 24


@attrs.frozen
class Description:
    """What a tournament says of itself.

    Attributes:
        name: What people call it.
        origin: What its tree is called in checkpoints, such as ``club.example/open-2026``: no other tree that the
            same key signs for may be called so.
        organiser: The key that checkpoints are signed with, as its owner calls it.
    """

    name: str
    origin: str
    organiser: PublicKey

    @property
    def key(self) -> PublicKey:
        """The organiser's key under the name of the tree, by which other tools check its checkpoints."""
        return PublicKey(self.origin, self.organiser.raw)

    def to_bytes(self) -> bytes:
        """What stands in the file."""
        rows = {
            "format": _FORMAT,
            "name": self.name,
            "origin": self.origin,
            "organiser": self.organiser.text,
        }
        return "".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in rows.items()
        ).encode()

    @classmethod
    def parse(cls, data: bytes) -> Description:
        """Read the file.

        Raises:
            NotATournament: It is none; says why.
        """
        try:
            table: dict[str, Any] = read_table(data)
        except ValueError as error:
            raise NotATournament(f"{DESCRIPTION}: {error}") from None
        if table.pop("format", None) != _FORMAT:
            raise NotATournament(f"{DESCRIPTION} has no line format = {json.dumps(_FORMAT)}")
        texts = [table.pop(key, None) for key in ("name", "origin", "organiser")]
        if table or not all(isinstance(text, str) for text in texts):
            raise NotATournament(f"{DESCRIPTION} needs name, origin and organiser, and nothing else")
        name, origin, organiser = texts
        refuse_names(name, origin)
        try:
            return cls(name, origin, PublicKey.parse(organiser))
        except KeyRefused as error:
            raise NotATournament(f"{DESCRIPTION}: {error.message}") from None


def refuse_names(name: str, origin: str) -> None:
    """Refuse what neither people nor checkpoints can call a tournament.

    Raises:
        NotATournament: One of the names will not do.
    """
    fault = name_fault(name)
    if fault is not None:
        raise NotATournament(f"the name of the tournament {fault}")
    fault = name_fault(origin)
    if fault is None and note_name(origin) != origin:
        fault = "has a blank or a plus sign in it"
    if fault is not None:
        raise NotATournament(f"the origin of the tournament {fault}")


@attrs.frozen
class Folder:
    """The files of a tournament. Whatever is no regular file is not there, as far as this is concerned.

    Attributes:
        path: The folder.
    """

    path: Path

    @property
    def leaves(self) -> Path:
        """The file of the leaves."""
        return self.path / LEAVES

    def describe(self) -> Description:
        """What the tournament says of itself.

        Raises:
            NotATournament: There is no tournament here.
            OSError: The file cannot be read.
        """
        data = self._text(DESCRIPTION)
        if data is None:
            msg = f"{self.path} is no folder of a tournament: there is no {DESCRIPTION} in it"
            raise NotATournament(msg, hint="`timecore tournament init` makes one.")
        return Description.parse(data)

    def roster(self, name: str) -> Roster:
        """A roster of the folder, empty where there is none.

        Args:
            name: The name of its file.

        Raises:
            TournamentError: It is not right.
            OSError: It cannot be read.
        """
        data = self._text(name)
        if data is None:
            return Roster(())
        try:
            return Roster.parse(data)
        except RosterRefused as error:
            raise TournamentError(f"{name}: {error.message}", hint=error.hint) from error

    def sizes(self) -> list[int]:
        """The sizes of the checkpoints that are kept, ascending."""
        try:
            names = os.listdir(self.path / CHECKPOINTS)  # noqa: PTH208 - paths would be made of them for nothing
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(int(name) for name in names if re.fullmatch("0|[1-9][0-9]{0,17}", name, re.ASCII))

    def checkpoint_file(self, size: int) -> Path:
        """Where a checkpoint lies."""
        return self.path / CHECKPOINTS / str(size)

    def records(self) -> Iterator[Path]:
        """The records in the folder, by name."""
        names = sorted(name for name in os.listdir(self.path) if name.endswith(".msgpack"))  # noqa: PTH208
        for name in names:
            if not name.startswith(".") and (self.path / name).is_file():
                yield self.path / name

    def record_named(self, text: str) -> Path:
        """The record that somebody names: by its file, with or without its ending, in the folder or as a path.

        Raises:
            TournamentError: There is none.
        """
        for name in (text, f"{text}.msgpack"):
            if Path(name).name == name and (self.path / name).is_file():
                return self.path / name
            found = Path(name)
            if found.is_file() and found.resolve().parent == self.path.resolve():
                return self.path / found.name
        msg = f"there is no record {text!r} in {self.path}"
        raise TournamentError(msg, hint="The records of a tournament lie in its folder, and end in .msgpack.")

    def _text(self, name: str) -> bytes | None:
        """What is in a file that people write; ``None`` if there is none."""
        return small_file(self.path / name, _LONGEST_TEXT)


def small_file(path: Path, most: int = 2 * LONGEST_NOTE) -> bytes | None:
    """The bytes of a file, or ``None`` if there is no regular file of that name.

    Args:
        path: The file.
        most: How many bytes of it are read; one more shows that there are more.

    Raises:
        OSError: It cannot be read.
    """
    if not path.is_file():  # there are devices and pipes that never end
        return None
    with path.open("rb") as file:
        return file.read(most + 1)


def large_file(path: Path) -> bytes | None:
    """The same of a file as large as a record may be.

    Raises:
        OSError: It cannot be read, or there are more than :data:`timecore.wholefile.LONGEST` bytes.
    """
    data = small_file(path, LONGEST)
    if data is not None and len(data) > LONGEST:
        raise OSError(errno.EFBIG, f"it has more than {LONGEST} bytes", str(path))
    return data


def same_tree(one: Checkpoint, other: Checkpoint) -> bool:
    """Whether two checkpoints are of one tree at one time."""
    return (one.origin, one.size, one.root) == (other.origin, other.size, other.root)
