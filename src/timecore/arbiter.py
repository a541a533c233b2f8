"""The arbiter's work: the table's own moves, entered into a record.

Rulesets know nothing of these moves, so an :class:`Arbiter` needs none: a game can be adjourned, declared void or
noted upon also where its rules are not at hand, or are of another version.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NoReturn

from timecore.actors import TABLE, Actor, Seat
from timecore.chance import Luck, LuckInForce
from timecore.closing import Closing
from timecore.course import Course
from timecore.entry import NO_META, Entry
from timecore.errors import HiddenValue, RecordClash, RecordClosed, UsageError
from timecore.log import Log, refuse_damaged
from timecore.messages import Move
from timecore.record import RawEntry, RawHeader, RawRecord, Writer, luck_along
from timecore.recordfile import Durability, RecordFile
from timecore.standing import Standing
from timecore.table import table_move, table_row
from timecore.tablework import TableWork, refuse_signature

__all__ = ["Arbiter"]


class Arbiter(TableWork, Closing):
    """A record that the table's moves are entered into, whatever game it is of.

    No draw is made here: where one is due after a retraction, it is made when the game is next played.

    Make one with :meth:`open`, or of a log in memory.

    Args:
        log: The game; all of it must be known.
        file: Where each entry is appended before it counts; ``None`` keeps them in memory.
    """

    __slots__ = ("_course", "_file", "_ids", "_luck", "_raw", "_writer")

    def __init__(self, log: Log, file: RecordFile | None = None) -> None:
        if log.shows != "full":
            msg = f"this copy of the record is not the full one ({log.shows}), and is not to be written to"
            raise HiddenValue(msg, hint="Use the host's own file.")
        refuse_damaged(log)
        self._file = file
        self._raw = list(log.record.entries)
        self._writer = Writer(log.record.header, self._raw)
        self._luck = luck_along(log.record.header, self._raw)
        self._ids = {raw.meta["id"]: raw for raw in self._raw if "id" in raw.meta}
        self._course = Course(len(log.header.seats))
        for raw in self._raw:
            move = table_move(raw.move) if type(raw.move[0]) is str else None
            self._course.enter(raw.seq, raw.actor, move)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, durability: Durability = "os") -> Arbiter:
        """Open a record to enter moves of the table; the file stays locked until :meth:`close`.

        Args:
            path: The record.
            durability: ``"os"`` survives a crash of this program, ``"sync"`` one of the machine.

        Raises:
            RecordLocked: Another writer has it open.
            RecordDamaged: It is not sound to its end.
            RecordError: It is no record, or one of another format.
            HiddenValue: It is a redacted copy.
            OSError: It cannot be opened.
        """
        file, record = RecordFile.open(path, durability=durability)
        try:
            return cls(Log(record), file)
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            self._file.close()

    @property
    def log(self) -> Log:
        """The log so far."""
        return Log(RawRecord(self._writer.header, self._raw))

    @property
    def last(self) -> Entry:
        """The last entry, as one of the table's.

        Raises:
            UsageError: There is none, or it is a move of the game, which an arbiter does not read.
        """
        if not self._raw or type(self._raw[-1].move[0]) is not str:
            msg = "the last entry is no move of the table"
            raise UsageError(msg)
        raw = self._raw[-1]
        return Entry(raw.seq, raw.actor, table_move(raw.move), (), raw.meta)

    @property
    def head(self) -> bytes:
        """The last hash, 32 bytes."""
        return self._writer.head

    @property
    def standing(self) -> Standing:
        """What the table has made of the game."""
        return self._course.standing

    @property
    def luck(self) -> Luck:
        """The luck in force: the header's, or that of a branch. Its secrets are the host's."""
        return self._luck.luck

    @property
    def nonces_committed(self) -> frozenset[Seat]:
        """The seats that have committed to a nonce for the luck in force."""
        return self._luck.committed

    @property
    def nonces_revealed(self) -> frozenset[Seat]:
        """The seats whose nonce for the luck in force counts."""
        return frozenset(self._luck.nonces)

    @property
    def retracted(self) -> Mapping[int, int]:
        """The entries that were taken back, each with the number of the retraction that did so."""
        return self._course.retracted

    def table(
        self,
        move: Move,
        *,
        actor: Actor = TABLE,
        meta: Mapping[str, Any] | None = None,
        expected: tuple[int, bytes] | None = None,
    ) -> Entry:
        """Make one of the table's own moves, or enter a seat's nonce; see :meth:`TableWork.table`."""
        known = self._known(actor, move, meta)
        if known is not None:
            return known
        count = len(self._raw)
        self._expect(expected, count)
        refuse_signature(meta)
        if self._file is not None and self._file.closed:
            msg = f"{self._file.path} is closed"
            raise RecordClosed(msg, hint="Open the record again; what was acknowledged is in it.")
        entry = Entry(count + 1, actor, move, (), meta or NO_META)
        self.refuse_faulty(entry, self.standing, self._course.seats)
        raw = self._writer.append(actor, table_row(move), (), entry.meta)
        if self._file is not None:
            self._file.append(raw)
        self._raw.append(raw)
        self._luck.enter(raw.seq, raw.actor, raw.move, raw.hash)
        self._course.enter(raw.seq, actor, move)
        if "id" in entry.meta:
            self._ids[entry.meta["id"]] = raw
        return entry

    def __reduce__(self) -> NoReturn:
        # Two of them would both write on, into the same record.
        msg = "an Arbiter neither copies nor pickles: hand on its log"
        raise TypeError(msg)

    def _known(self, actor: Actor, move: Move, meta: Mapping[str, Any] | None) -> Entry | None:
        """The entry that has this id already, if it is the same move."""
        raw = self._ids.get(meta["id"]) if meta and "id" in meta else None
        if raw is None:
            return None
        if (raw.actor, raw.move) != (actor, table_row(move)):
            msg = f"entry {raw.seq} has this id, and is another move"
            raise RecordClash(msg, entry=raw.seq, hint="Every move needs an id of its own.")
        return Entry(raw.seq, actor, move, (), raw.meta)

    def _luck_now(self) -> LuckInForce:
        return self._luck

    def _set_by(self, record: int) -> RawEntry | RawHeader:
        return self._raw[record - 1] if record else self._writer.header
