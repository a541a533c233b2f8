"""Following a record that another process writes.

Nothing waits here and nothing is locked: :meth:`Follower.poll` looks what has come since, as often as the caller
likes. A write that is under way, or was cut off, is simply not there yet.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from timecore.actors import Viewer
from timecore.entry import Entry
from timecore.errors import RecordClash
from timecore.log import Log, viewer_of_record
from timecore.record import RawRecord, read_on
from timecore.recordfile import LONGEST
from timecore.redact import redact

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset

__all__ = ["Follower"]


class Follower:
    """A reader of a record that grows.

    Args:
        path: The record; its header must be there.
        viewer: Whose eyes the entries are seen through; ``None`` shows what the file shows.
        rules: The ruleset; by default the installed one that the header names.

    Attributes:
        log: The log as far as it was read; at first all that is there. Damage that is not only a torn tail is in
            :attr:`~timecore.log.Log.damage`, and nothing comes behind it.

    Raises:
        OSError: The file cannot be read.
        RecordError: It is no record.
        UsageError: There is no such seat.
    """

    __slots__ = ("_identity", "_told", "log", "path", "viewer")

    def __init__(
        self,
        path: str | os.PathLike[str],
        viewer: Viewer | None = None,
        *,
        rules: Ruleset[Any] | None = None,
    ) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            here = os.fstat(file.fileno())
            self._identity = (here.st_dev, here.st_ino)
            self.log = Log.from_bytes(self._read(file, 0), rules=rules)
        self.viewer = viewer_of_record(self.log, viewer)
        self._told = 0

    def poll(self) -> tuple[Entry, ...]:
        """The entries that have come since the last call; the first call gives all there are.

        Raises:
            RecordClash: The file was replaced, or is shorter than what was read of it: what was told may not hold
                any more. Make a new follower.
            RulesetError: The ruleset is not at hand.
            ReplayError: An entry is none of the ruleset; those before it have been told.
            OSError: The file cannot be read.
        """
        self._read_on()
        entries = self.log.entries[self._told :]
        if not entries and self.log.fault is not None:
            raise self.log.fault
        self._told += len(entries)
        if self.viewer is None:
            return entries
        return tuple(redact(entry, self.viewer) for entry in entries)

    def _read_on(self) -> None:
        record = self.log.record
        if record.damage is not None and not record.damage.torn:
            return
        with self.path.open("rb") as file:
            here = os.fstat(file.fileno())
            if (here.st_dev, here.st_ino) != self._identity:
                msg = f"{self.path} was replaced by another file"
                raise RecordClash(msg, hint="Follow it anew.")
            if here.st_size < record.size:
                msg = f"{self.path} was cut: it has {here.st_size} bytes, and {record.size} had been read"
                raise RecordClash(msg, hint="Follow it anew.")
            file.seek(record.size)
            more = self._read(file, record.size)
        if more:
            self._grow(read_on(record, more))

    def _read(self, file: BinaryIO, known: int) -> bytes:
        data = file.read(LONGEST + 1 - known)
        if known + len(data) > LONGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(self.path))
        return data

    def _grow(self, record: RawRecord) -> None:
        self.log = self.log.grown(record)
