"""What is signed of a game: the score sheet, once it has ended, and the line that says that it has begun.

Both are texts of a few lines (``docs/format.md``, section 9), and leaves of a tournament's tree.
"""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Final, NoReturn, Self

import attrs

from timecore.errors import NoteRefused
from timecore.keys import strict_base64

__all__ = ["GameNote", "GameStart"]

_NUMBER: Final = "[1-9][0-9]{0,17}"


class Lines:
    """Reads a text line by line, each of which begins with a word.

    Args:
        text: The text.
        title: Its first line.
    """

    def __init__(self, text: str, title: str) -> None:
        self._lines = text.split("\n")
        self._title = title
        self.number = 1
        if self._lines[0] != title:
            raise NoteRefused(f"the text does not begin with the line {title!r}", line=1)

    def next(self, word: str, pattern: str) -> str:
        """What stands behind a word in the next line."""
        self.number += 1
        line = self._lines[self.number - 1] if self.number <= len(self._lines) else ""
        found = re.fullmatch(f"{word} ({pattern})", line, re.ASCII)
        if found is None:
            self.refuse(f"should be {word!r} and a value of its kind")
        return found[1]

    def digest(self, word: str) -> bytes:
        """The 32 bytes that stand behind a word in base64."""
        found = strict_base64(self.next(word, "[A-Za-z0-9+/=]{44}"))
        if found is None or len(found) != 32:
            self.refuse(f"should be {word!r} and 32 bytes in base64")
        return found

    def end(self) -> None:
        """Nothing may follow but the end of the last line."""
        if self._lines[self.number :] != [""]:
            self.number += 1
            self.refuse("should not be there")

    def refuse(self, what: str) -> NoReturn:
        """Say what is wrong with the line that was read last."""
        raise NoteRefused(f"{self._title}: line {self.number} {what}", line=self.number)


@attrs.frozen
class GameNote:
    """The score sheet of a game: what its last ``Seal`` says, and what all before that was.

    Attributes:
        game: The game's own number, 16 bytes.
        entries: The number of the ``Seal``.
        head: Its hash, 32 bytes: it stands for the whole game.
        status: ``finished``, ``forfeit``, ``void`` or ``adjourned``.
        result: One token a seat: ``1`` winner, ``0`` not, ``f`` forfeited, ``-`` undecided.
    """

    game: bytes
    entries: int
    head: bytes
    status: str
    result: tuple[str, ...]

    @property
    def text(self) -> str:
        """The text that is signed, and a leaf of a tournament's tree."""
        return (
            f"timecore game v1\ngame {self.game.hex()}\nentries {self.entries}\nhead {b64encode(self.head).decode()}\n"
            f"status {self.status}\nresult {' '.join(self.result)}\n"
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text, which has one form only.

        Raises:
            NoteRefused: It is none; says which line.
        """
        lines = Lines(text, "timecore game v1")
        found = cls(
            bytes.fromhex(lines.next("game", "[0-9a-f]{32}")),
            int(lines.next("entries", _NUMBER)),
            lines.digest("head"),
            lines.next("status", "finished|forfeit|void|adjourned"),
            tuple(lines.next("result", "[10f-](?: [10f-])*").split(" ")),
        )
        lines.end()
        return found


@attrs.frozen
class GameStart:
    """That a game has begun: entered in a tournament's tree before any luck can be known.

    Attributes:
        game: The game's own number, 16 bytes.
        header: The hash of its header, 32 bytes.
    """

    game: bytes
    header: bytes

    @property
    def text(self) -> str:
        """The text that is a leaf of a tournament's tree."""
        return f"timecore start v1\ngame {self.game.hex()}\nheader {b64encode(self.header).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text, which has one form only.

        Raises:
            NoteRefused: It is none; says which line.
        """
        lines = Lines(text, "timecore start v1")
        found = cls(bytes.fromhex(lines.next("game", "[0-9a-f]{32}")), lines.digest("header"))
        lines.end()
        return found
