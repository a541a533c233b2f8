"""A record on disk: one writer appends, any number read.

What is acknowledged stays: :meth:`RecordFile.append` comes back only after the record was written whole, in one
write, with the durability that was asked for. Whatever fails ends the handle, so that nothing is ever appended
behind a write that may be half there.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Literal

from timecore.closing import Closing
from timecore.errors import RecordClash, RecordClosed, RecordLocked
from timecore.lock import lock
from timecore.record import RawEntry, RawRecord, read
from timecore.wholefile import FLAGS, LONGEST, read_open, rename_new, sync_folder, write_beside

__all__ = ["Durability", "RecordFile", "Repair", "repair"]

Durability = Literal["os", "sync"]
"""``"os"``: handed to the operating system, so it survives a crash of this program. ``"sync"``: on the disk, so it
survives a crash of the machine."""


class RecordFile(Closing):
    """A record that is being written; holds the lock on its file until it is closed.

    Attributes:
        path: The file.
        durability: What :meth:`append` waits for.
        size: How many bytes it has.
    """

    __slots__ = ("_fd", "durability", "path", "size")

    def __init__(self, path: Path, fd: int, size: int, durability: Durability) -> None:
        self.path = path
        self._fd: int | None = fd
        self.size = size
        self.durability = durability

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], data: bytes, *, durability: Durability = "os"
    ) -> RecordFile:
        """Make a new file with these bytes, there whole or not at all.

        Raises:
            RecordClash: There is a file already.
            RecordLocked: Another writer was quicker to open it.
            OSError: It cannot be written.
        """
        target = Path(path)
        beside = write_beside(target, data, sync=durability == "sync")
        try:
            rename_new(beside, target)
        finally:
            beside.unlink(missing_ok=True)
        if durability == "sync":
            sync_folder(target.parent)
        # Only now, since Windows gives no other name to a file that is open.
        fd = os.open(target, os.O_RDWR | os.O_APPEND | FLAGS)
        try:
            if not lock(fd) or os.fstat(fd).st_size != len(data):
                msg = f"{target} was opened elsewhere as soon as it was there"
                raise RecordLocked(msg, hint="A record has one writer at a time.")
        except BaseException:
            os.close(fd)
            raise
        return cls(target, fd, len(data), durability)

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], *, durability: Durability = "os"
    ) -> tuple[RecordFile, RawRecord]:
        """Open a record to go on with it; gives the handle and what is in the file.

        Raises:
            RecordLocked: Another writer has it open.
            RecordDamaged: It is not sound to its end; :func:`repair` mends a torn tail.
            NotARecord: It is no record.
            FormatUnsupported: It is of a format this version cannot read.
            OSError: It cannot be opened.
        """
        file, data = cls.open_bytes(path, durability=durability)
        try:
            record = read(data)
            if record.damage is not None:
                raise record.damage.error()
        except BaseException:
            file.close()
            raise
        return file, record

    @classmethod
    def open_bytes(
        cls, path: str | os.PathLike[str], *, durability: Durability = "os"
    ) -> tuple[RecordFile, bytes]:
        """The same of a file that grows like a record, and is none; gives the handle and what is in the file.

        Raises:
            RecordLocked: Another writer has it open.
            OSError: It cannot be opened.
        """
        target = Path(path)
        fd = os.open(target, os.O_RDWR | os.O_APPEND | FLAGS)
        try:
            if not lock(fd):
                msg = f"{target} is open for writing elsewhere"
                raise RecordLocked(msg, hint="Close the other game first; a record has one writer at a time.")
            data = read_open(fd, target)
        except BaseException:
            os.close(fd)
            raise
        return cls(target, fd, len(data), durability), data

    def append(self, entry: RawEntry) -> None:
        """Append one record, and come back when it is as durable as was asked for.

        Raises:
            RecordError, OSError: As of :meth:`append_bytes`.
        """
        self.append_bytes(entry.to_bytes())

    def append_bytes(self, data: bytes) -> None:
        """Append some bytes in one write, and come back when they are as durable as was asked for.

        Raises:
            RecordClosed: The handle was closed, or ended by an earlier failure.
            RecordClash: The file is not what this handle left: replaced, cut or written by somebody else.
            OSError: They could not be written; they do not count, and the handle is closed.
        """
        fd = self._open_fd()
        try:
            self._check_place(fd)
            if self.size + len(data) > LONGEST:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(self.path))
            written = os.write(fd, data)
            if written != len(data):
                raise OSError(
                    errno.ENOSPC, f"only {written} of {len(data)} bytes could be written", str(self.path)
                )
            if self.durability == "sync":
                os.fsync(fd)
        except RecordClash:
            self.close()
            raise
        except BaseException:
            self._give_up(fd)
            raise
        self.size += len(data)

    def cut(self, size: int) -> Path:
        """Cut what stands behind some bytes off, and keep it in a file beside this one.

        Args:
            size: How many bytes are to stay.

        Returns:
            The file that now holds the rest.

        Raises:
            RecordClosed: The handle was closed.
            OSError: It cannot be read or written.
        """
        fd = self._open_fd()
        aside = _keep_aside(self.path, read_open(fd, self.path)[size:], size)
        # Only now that the copy is on the disk.
        os.ftruncate(fd, size)
        os.fsync(fd)
        self.size = size
        return aside

    def close(self) -> None:
        """Close the file and give the lock up. Closing twice does nothing."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            os.close(fd)

    def __del__(self) -> None:
        """Nobody holds the handle any more, so nobody could give the lock up."""
        with suppress(AttributeError, OSError):
            self.close()

    @property
    def closed(self) -> bool:
        """Whether nothing can be appended any more."""
        return self._fd is None

    def _open_fd(self) -> int:
        if self._fd is None:
            msg = f"{self.path} is closed"
            raise RecordClosed(msg, hint="Open the record again; what was acknowledged is in it.")
        return self._fd

    def _check_place(self, fd: int) -> None:
        """The lock keeps other writers of ours out; nothing keeps a copy command from the file."""
        here = os.fstat(fd)
        try:
            there = self.path.stat()
        except FileNotFoundError:
            msg = f"{self.path} is gone"
            raise RecordClash(msg, hint="It was moved or removed while the game was being played.") from None
        if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino):
            msg = f"{self.path} was replaced by another file"
            raise RecordClash(msg, hint="Open the record again before going on.")
        if here.st_size != self.size:
            msg = f"{self.path} has {here.st_size} bytes where {self.size} were left"
            raise RecordClash(msg, hint="Somebody else wrote to it or cut it; open the record again.")

    def _give_up(self, fd: int) -> None:
        """Take back what is half there, as far as that can be done, and end the handle."""
        with suppress(OSError):  # a reader finds a torn tail then, and names it
            os.ftruncate(fd, self.size)
        self._fd = None
        os.close(fd)


class Repair:
    """What a repair did.

    Attributes:
        entries: How many entries are in the record now.
        entry: The number of the first entry that was lost.
        reason: What was wrong with it.
        lost: How many bytes were moved.
        aside: The file that they were moved to.
    """

    __slots__ = ("aside", "entries", "entry", "lost", "reason")

    def __init__(self, entries: int, entry: int, reason: str, lost: int, aside: Path) -> None:
        self.entries = entries
        self.entry = entry
        self.reason = reason
        self.lost = lost
        self.aside = aside


def repair(path: str | os.PathLike[str], *, broken: bool = False) -> Repair | None:
    """Cut a damaged tail off a record and keep it in a file beside it. Not a byte is deleted.

    Args:
        path: The record.
        broken: Also cut where sound records stand behind the damage; by default only a torn tail is cut.

    Returns:
        What was done, or ``None`` if the record is sound.

    Raises:
        RecordDamaged: Sound records stand behind the damage, and ``broken`` is false.
        RecordLocked: Somebody is writing to it.
        NotARecord: There is no sound header, so nothing can be kept.
        OSError: It cannot be read or written.
    """
    target = Path(path)
    fd = os.open(target, os.O_RDWR | FLAGS)
    try:
        if not lock(fd):
            msg = f"{target} is open for writing elsewhere"
            raise RecordLocked(msg, hint="Close the game first.")
        data = read_open(fd, target)
        record = read(data)
        damage = record.damage
        if damage is None:
            return None
        if not damage.torn and not broken:
            raise damage.error()
        aside = _keep_aside(target, data[record.size :], record.size)
        # Only now that the copy is on the disk.
        os.ftruncate(fd, record.size)
        os.fsync(fd)
        return Repair(len(record.entries), damage.entry, damage.reason, len(data) - record.size, aside)
    finally:
        os.close(fd)


def _keep_aside(target: Path, data: bytes, offset: int) -> Path:
    """Write what is cut off to a new file beside the record, named by the byte where it began."""
    beside = write_beside(target, data)
    try:
        for number in count():
            ending = f".cut-{offset}-{number}" if number else f".cut-{offset}"
            aside = target.with_name(target.name + ending)
            try:
                rename_new(beside, aside)
            except RecordClash:
                continue  # an earlier repair cut at the same byte
            sync_folder(target.parent)
            return aside
        raise AssertionError("there is always another number")  # pragma: no cover
    finally:
        beside.unlink(missing_ok=True)
