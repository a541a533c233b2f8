"""Following a record that another process writes, or reading a long one piece by piece.

Nothing waits here and nothing is locked: :meth:`Follower.poll` looks what has come since, as often as the caller
likes. A write that is under way, or was cut off, is simply not there yet.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from timecore.actors import Viewer
from timecore.chain import MAX_RECORD
from timecore.entry import Entry
from timecore.errors import NotARecord, RecordClash, UsageError
from timecore.log import Log, viewer_of_record
from timecore.record import RawRecord, read, read_on
from timecore.redact import redact
from timecore.wholefile import LONGEST

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset

__all__ = ["Follower"]


class Follower:
    """A reader of a record that grows.

    Args:
        path: The record; its header must be there.
        viewer: Whose eyes the entries are seen through; ``None`` shows what the file shows.
        rules: The ruleset; by default the installed one that the header names.
        at_most: How many bytes to read at a time, 1 or more, so that the beginning of a long record can be shown
            before its end has been read; ``None`` reads all there are. More is read at once where a single record
            or a damaged place takes more.

    Attributes:
        log: The log as far as it was read; at first all that is there. Damage that is not only a torn tail is in
            :attr:`~timecore.log.Log.damage`, and nothing comes behind it. While there is :attr:`more` to read, a
            torn tail is not told: it may be the end of a piece.
        more: Whether the file had more bytes when it was read last than have been read; with ``at_most`` only.
        size: How many bytes the file had then.

    Raises:
        OSError: The file cannot be read.
        RecordError: It is no record.
        UsageError: There is no such seat, or ``at_most`` is below 1.
    """

    __slots__ = ("_at_most", "_identity", "_piece", "_told", "log", "more", "path", "size", "viewer")

    def __init__(
        self,
        path: str | os.PathLike[str],
        viewer: Viewer | None = None,
        *,
        rules: Ruleset[Any] | None = None,
        at_most: int | None = None,
    ) -> None:
        if at_most is not None and at_most < 1:
            msg = f"at_most is {at_most}, and at least one byte must be read at a time"
            raise UsageError(msg)
        self.path = Path(path)
        self.more = False
        with self.path.open("rb") as file:
            here = os.fstat(file.fileno())
            # What has no end to look at, such as a pipe, is read as one piece.
            self._at_most = at_most if stat.S_ISREG(here.st_mode) else None
            #: How many bytes are read next; more than at_most where a piece of that size has brought nothing.
            self._piece = self._at_most or LONGEST + 1
            self._identity = (here.st_dev, here.st_ino)
            self.size = here.st_size
            self.log = Log(self._begin(file), rules=rules)
        self.viewer = viewer_of_record(self.log, viewer)
        self._told = 0

    def poll(self) -> tuple[Entry, ...]:
        """The entries that have come since the last call; the first call gives all that were read at first.

        With ``at_most``, none may have come where there is :attr:`more`.

        Raises:
            RecordClash: The file was replaced, or is shorter than what was read of it: what was told may not hold
                any more. Make a new follower.
            RulesetError: The ruleset is not at hand.
            ReplayError: An entry is none of the ruleset; those before it have been told.
            OSError: The file cannot be read.
        """
        self.read_on()
        entries = self.log.entries[self._told :]
        if not entries and self.log.fault is not None:
            raise self.log.fault
        self._told += len(entries)
        if self.viewer is None:
            return entries
        return tuple(redact(entry, self.viewer) for entry in entries)

    def read_on(self) -> bool:
        """Read what has come, without making entries of the ruleset of it; whether :attr:`log` is another one now.

        Raises:
            RecordClash: The file was replaced, or is shorter than what was read of it.
            OSError: The file cannot be read.
        """
        record = self.log.record
        if record.damage is not None and not record.damage.torn:
            return False
        with self.path.open("rb") as file:
            here = os.fstat(file.fileno())
            if (here.st_dev, here.st_ino) != self._identity:
                msg = f"{self.path} was replaced by another file"
                raise RecordClash(msg, hint="Follow it anew.")
            if here.st_size < record.size:
                msg = f"{self.path} was cut: it has {here.st_size} bytes, and {record.size} had been read"
                raise RecordClash(msg, hint="Follow it anew.")
            self.size = here.st_size
            file.seek(record.size)
            more = self._read(file, record.size)
        # Where nothing stands any more, a torn tail was cut off.
        grown = read_on(record, more) if more else record.undamaged()
        return self._grow(grown, record.size + len(more))

    def _begin(self, file: BinaryIO) -> RawRecord:
        """The header, and what is read together with it."""
        data = self._read(file, 0)
        while True:
            try:
                return self._known(read(data), len(data))
            except NotARecord:
                rest = b"" if self._at_most is None or len(data) > MAX_RECORD else self._read(file, len(data))
                if not rest:
                    raise
                data += rest  # the header may be longer than what was read

    def _read(self, file: BinaryIO, known: int) -> bytes:
        data = file.read(min(self._piece, LONGEST + 1 - known))
        if known + len(data) > LONGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(self.path))
        return data

    def _known(self, record: RawRecord, end: int) -> RawRecord:
        """A record, without what is not known of it yet: whether it ends there.

        Args:
            record: The record as far as it was read.
            end: How many bytes of the file were read for it.
        """
        self.more = self._at_most is not None and end < self.size
        damage = record.damage
        if damage is None or not damage.torn or not self.more:
            if damage is not None and not damage.torn:
                self.more = False  # nothing comes behind it
            return record
        return record.undamaged()

    def _grow(self, record: RawRecord, end: int) -> bool:
        came = len(record.rows) > len(self.log.record.rows)
        if self._at_most is not None:
            self._piece = self._at_most if came else 2 * self._piece
        record = self._known(record, end)
        if not came and record.damage == self.log.record.damage:
            return False
        self.log = self.log.grown(record)
        return True
