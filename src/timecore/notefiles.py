"""A signed note on disk: signatures are added to it one after another, and none is lost.

A signature is a line at the end of the note, so it is appended as an entry is to a record: in one write, by whoever
holds the lock on the file, and acknowledged when it is on the disk.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from timecore.closing import Closing
from timecore.errors import RecordClash, RecordLocked, UsageError
from timecore.notes import SignedNote
from timecore.recordfile import RecordFile

__all__ = ["NoteFile", "note_beside"]


def note_beside(record: Path) -> Path:
    """Where the score sheet of a record lies, if nobody says otherwise: a name that ends in ``.note``.

    Args:
        record: The file of the record.
    """
    return record.with_suffix(".note") if record.name else record / ".note"


class NoteFile(Closing):
    """A note that signatures are added to; holds the lock on its file until it is closed.

    Make one with :meth:`open`.

    Attributes:
        path: The file.
        note: What is in it.
    """

    __slots__ = ("_file", "note", "path")

    def __init__(self, file: RecordFile, note: SignedNote) -> None:
        self._file = file
        self.path = file.path
        self.note = note

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Open a note to sign it.

        Args:
            path: The file.

        Raises:
            RecordLocked: Somebody else is signing it.
            NoteRefused: It is no note.
            OSError: It cannot be read or written.
        """
        try:
            file, data = RecordFile.open_bytes(path, durability="sync")
        except RecordLocked:
            msg = f"{os.fspath(path)} is being signed by somebody else"
            raise RecordLocked(msg, hint="Sign it when they have done so.") from None
        try:
            return cls(file, SignedNote.parse(data))
        except BaseException:
            file.close()
            raise

    def add(self, signed: SignedNote) -> None:
        """Write the signatures that a note has behind those in the file; nothing where there are none.

        Args:
            signed: The note in the file, and what :meth:`.SignedNote.signed` has put behind it.

        Raises:
            UsageError: It is another note, or one from which signatures were taken.
            RecordClash: The file was replaced or changed since it was opened. Nothing was written.
            RecordClosed: It was closed.
            OSError: It could not be written. What is in it stays, and the file is closed.
        """
        there = len(self.note.signatures)
        if (signed.text, signed.signatures[:there]) != (self.note.text, self.note.signatures):
            msg = f"that is not the note in {self.path} with further signatures"
            raise UsageError(msg)
        more = signed.signatures[there:]
        if not more:
            return
        try:
            self._file.append_bytes("".join(one.line for one in more).encode())
        except RecordClash as error:
            raise RecordClash(error.message, hint="Look at it, and sign it again.") from None
        self.note = signed

    def close(self) -> None:
        """Close the file and give the lock up."""
        self._file.close()
