"""What entries of two records say, so that it can be compared: by the names in the records' own schemas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from timecore.actors import CHANCE
from timecore.diff._report import DiffCause
from timecore.hidden import HIDDEN

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.record import RawEntry, Row
    from timecore.schema import ClassSchema

__all__ = ["Reader", "cause_of_move", "kind_of", "names_an_entry", "refers_alike"]

#: Moves of the table that only this record could hold: they open or fix its own secrets.
_OF_THE_RECORD: Final = frozenset({"NonceCommit", "NonceReveal", "RevealSeed"})

#: Moves of the table that name an earlier entry.
_OF_AN_ENTRY: Final = frozenset({"Retract", "Rule"})


def kind_of(entry: RawEntry) -> str:
    """By whom an entry is, and for one of the table also which: only such entries can stand for each other."""
    name = entry.move[0]
    return f"{entry.actor} {name}" if type(name) is str else str(entry.actor)


def cause_of_move(entry: RawEntry) -> DiffCause:
    """What it is called when this move is another one."""
    name = entry.move[0]
    if name == "Note":
        return "notes"
    if name in _OF_THE_RECORD:
        return "record"
    if name == "Branch" or entry.actor == CHANCE:
        return "luck"
    return "choice"


def names_an_entry(entry: RawEntry) -> bool:
    """Whether an entry is a move of the table about an earlier entry."""
    return entry.move[0] in _OF_AN_ENTRY


def refers_alike(a: RawEntry, b: RawEntry, number: Callable[[int], int | None]) -> bool:
    """Whether two moves of the table of one kind say the same about the same earlier entry.

    Args:
        a: The first game's entry.
        b: The second game's entry.
        number: What the number of an entry of the first game is in the second.
    """
    return number(a.move[1]) == b.move[1] and a.move[2:] == b.move[2:]


class Reader:
    """Reads the entries of two logs as texts that are equal where they say the same.

    Texts rather than rows, because ``True == 1`` and a row may hold either.

    Args:
        logs: The two logs.
        seen: Whether both show the same kinds of secrets. If not, private fields are compared one by one, as far as
            both sides show them.

    Attributes:
        unseen: How many private fields were not compared because a side hides them.
    """

    def __init__(self, logs: tuple[Log, Log], *, seen: bool) -> None:
        self._schemas = tuple(log.header.schema for log in logs)
        self._alike = self._schemas[0] == self._schemas[1]
        self._seen = seen
        self._names: dict[ClassSchema, str] = {}
        self._texts: dict[str, str] = {}
        self.unseen = 0

    def move(self, side: int, entry: RawEntry) -> str:
        """The move and its actor; one and the same object for equal ones."""
        row = entry.move
        if type(row[0]) is str:
            text = f"{entry.actor} {_of_table(row)}"
        else:
            text = f"{entry.actor} {self._message(self._schemas[side].moves, row)}"
        return self._texts.setdefault(text, text)

    def events(self, side: int, entry: RawEntry) -> list[str]:
        """The events."""
        shapes = self._schemas[side].events
        return [self._message(shapes, row) for row in entry.events]

    def same(self, a: RawEntry, b: RawEntry) -> bool:
        """Whether two entries say the same, their notes aside."""
        if self._seen and self._alike and (a.actor != b.actor or a.move != b.move or a.events != b.events):
            return False  # the usual way to differ, found without any text
        return self.same_move(a, b) and self.same_events(a, b)

    def same_move(self, a: RawEntry, b: RawEntry) -> bool:
        """Whether two entries have the same move by the same actor."""
        if self.move(0, a) != self.move(1, b):
            return False
        return self._seen or type(a.move[0]) is str or self._same_secrets("moves", (a.move, b.move))

    def same_events(self, a: RawEntry, b: RawEntry) -> bool:
        """Whether two entries have the same events."""
        if self.events(0, a) != self.events(1, b):
            return False
        return self._seen or all(
            [self._same_secrets("events", rows) for rows in zip(a.events, b.events, strict=True)]  # noqa: C419 - count all
        )

    def _same_secrets(self, what: str, rows: tuple[Row, Row]) -> bool:
        """Whether the private fields of two messages of one class are equal, as far as both are shown."""
        shape: ClassSchema = getattr(self._schemas[0], what)[rows[0][0]]
        same = True
        for index in shape.private:
            mine, other = (row[index + 1] for row in rows)
            if mine is HIDDEN or other is HIDDEN:
                self.unseen += mine is not other
            elif repr(mine) != repr(other):
                same = False
        return same

    def _message(self, shapes: Sequence[ClassSchema], row: Row) -> str:
        shape = shapes[row[0]]
        values: Sequence[Any] = row[1:]
        if not self._seen and shape.private:
            values = [None if index in shape.private else value for index, value in enumerate(values)]
            values = tuple(values)
        return f"{row[0] if self._alike else self._name(shape)}{values!r}"

    def _name(self, shape: ClassSchema) -> str:
        found = self._names.get(shape)
        if found is None:
            fields = [(field.name, field.parts, field.audience is None) for field in shape.fields]
            found = self._names[shape] = f"{shape.name} {fields!r}"
        return found


def _of_table(row: Row) -> str:
    if row[0] == "Branch" and row[1] is not None:
        luck = row[1]
        return f"Branch {luck.kind} {luck.draws} {luck.root!r}"
    return repr(row)
