"""Places in a log, between two events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from timecore.errors import PositionError

__all__ = ["Position", "locate"]


#: Compiled where one is asked for in words: most programs count.
_POSITION: Final = r"(-?[0-9]{1,9})(?:\.([0-9]{1,9}))?"


class Position(NamedTuple):
    """A place in a log, between two events.

    Attributes:
        entry: The state after this entry; 0 is the start.
        event: The state after this event, from 1, inside the next entry; 0 is none of it.
    """

    entry: int
    event: int = 0

    @classmethod
    def parse(cls, text: str, length: int) -> Position:
        """Read ``N``, ``-N`` (from the end: ``-1`` is the last) or ``N.M``.

        Args:
            text: What was asked for.
            length: The number of entries in the log.

        Raises:
            PositionError: It is no position, or none of this log.
        """
        match = re.fullmatch(_POSITION, text)
        if match is None:
            msg = f"{text!r} is no position"
            raise PositionError(
                msg,
                hint="A position is N (after entry N), -1 (the last) or N.M (after event M inside the next entry).",
            )
        if match[2] is not None and int(match[2]) == 0:
            msg = f"there is no position {text}: the events of an entry are counted from 1"
            raise PositionError(msg, hint=f"Before the first of them is position {match[1]}.")
        entry = int(match[1])
        if entry < 0:
            entry += length + 1
        if not 0 <= entry <= length:
            msg = f"there is no position {text}: the log has {_counted(length, 'entry', 'entries')}"
            raise PositionError(msg, hint=f"Positions go from 0 to {length}.")
        return cls(entry, int(match[2] or 0))

    def __str__(self) -> str:
        return f"{self.entry}.{self.event}" if self.event else str(self.entry)


class HasEvents(Protocol):
    """An entry, decoded or as a record holds it."""

    @property
    def events(self) -> Sequence[Any]:
        """What happened, in order."""
        ...


def locate(position: Position | int | str, entries: Sequence[HasEvents], end: int) -> Position:
    """Check a position against some entries.

    Args:
        position: ``N``, ``-1``, ``"N.M"`` or a :class:`Position`.
        entries: The entries; what counts are their events.
        end: How many of them can be reached.

    Raises:
        PositionError: There is no such position.
    """
    _check_type(position)
    found = position if isinstance(position, Position) else Position.parse(str(position), end)
    if not 0 <= found.entry <= end:
        msg = f"there is no position {found}: the log has {_counted(end, 'entry', 'entries')}"
        raise PositionError(msg, hint=f"Positions go from 0 to {end}.")
    if found.event:
        inside = len(entries[found.entry].events) if found.entry < end else 0
        if found.event > inside:
            own = len(entries[found.entry - 1].events) if found.entry else 0
            raise _no_event(found, inside, own, end)
        if found.event == inside:
            return Position(found.entry + 1)
    return found


def _check_type(position: object) -> None:
    if type(position) is float:  # 4.10 is the number 4.1, and another event
        msg = f"{position!r} is no position"
        raise PositionError(
            msg, hint='A position inside an entry is a text: "4.10" is behind its tenth event.'
        )


def _no_event(asked: Position, inside: int, own: int, end: int) -> PositionError:
    """There is no such event; most often the event of an entry was asked for by that entry's own number.

    Args:
        asked: What was asked for.
        inside: How many events the next entry has.
        own: How many events that entry itself has.
        end: How many entries there are.
    """
    entry, event = asked.entry, asked.event
    if entry == end:
        msg = (
            f"there is no position {asked}: entry {entry} is the last" if entry else "the log has no entries"
        )
    else:
        msg = f"there is no position {asked}: the next entry has {_counted(inside, 'event')}"
    if event <= own:
        meant = Position(entry - 1, event) if event < own else Position(entry)
        hint = f"Event {event} of entry {entry} is position {meant}."
    elif inside > 1:
        hint = f"Positions inside it go from {entry}.1 to {entry}.{inside}."
    else:
        hint = f"The nearest position is {entry}."
    return PositionError(msg, hint=hint)


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
