"""Making the record of a game that is being played, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from timecore.entry import Entry
from timecore.errors import RecordClosed
from timecore.log import Log
from timecore.record import RawEntry, RawRecord, Sign, Writer
from timecore.recordfile import RecordFile

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset

__all__ = ["Recorder"]


class Recorder:
    """Makes the record of a game that is being played: rows out of messages, each chained to all before it.

    Args:
        log: What is there already; all of it must be known.
        file: Where each record is appended before it counts; ``None`` keeps them in memory.
    """

    __slots__ = ("_raw", "_rules", "_writer", "file")

    def __init__(self, log: Log, file: RecordFile | None = None) -> None:
        self._rules = log.rules
        self._raw = list(log.record.entries)
        self._writer = Writer(log.record.header, self._raw)
        self.file = file

    def append(self, entry: Entry, sign: Sign | None = None) -> RawEntry:
        """The next record, for an entry whose number must be the next one.

        Args:
            entry: The entry.
            sign: What makes further notes for it: its signature.

        Raises:
            EncodingRefused: A record cannot hold this; nothing has changed then.
            RecordError: The file is closed, or is not what was left there.
            OSError: It could not be written. The entry does not count, and the file is closed.
        """
        if self.file is not None and self.file.closed:
            msg = f"{self.file.path} is closed"
            raise RecordClosed(msg, hint="Open the record again; what was acknowledged is in it.")
        move = entry.move
        if move.of_table:
            from timecore.table import table_row  # only games that a table has touched need it  # noqa: PLC0415

            raw = self._writer.append(entry.actor, table_row(move), (), entry.meta, sign=sign)
        else:
            rules = self._rules
            raw = self._writer.append(
                entry.actor,
                rules.moves.to_row(move),
                [rules.events.to_row(event) for event in entry.events],
                entry.meta,
                clear=_in_clear(entry),
                sign=sign,
            )
        if self.file is not None:
            self.file.append(raw)
        self._raw.append(raw)
        return raw

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._raw)

    @property
    def head(self) -> bytes:
        """The last hash, 32 bytes."""
        return self.hash_of(len(self._raw))

    def hash_of(self, entry: int) -> bytes:
        """The hash of an entry, 0 for the header; 32 bytes."""
        return self._raw[entry - 1].hash if entry else self._writer.header.hash

    def log(self, rules: Ruleset[Any], entries: Sequence[Entry]) -> Log:
        """The log so far."""
        return Log(RawRecord(self._writer.header, self._raw), rules=rules, entries=entries)


def _in_clear(entry: Entry) -> list[tuple[int, int]]:
    """The private fields that are public this time: message (0: the move) and field (from 0)."""
    return [
        (number, index)
        for number, one in enumerate((entry.move, *entry.events))
        for index in one.private
        if one.specs[index].public_if is not None and one.audience(index, entry.actor) is None
    ]
