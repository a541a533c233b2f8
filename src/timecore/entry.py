"""One atomic line of a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

import attrs

from timecore.actors import Actor
from timecore.messages import Event, Move

__all__ = ["NO_META", "Entry", "Messages", "entries_of"]

#: What most entries have beside their move and events: nothing.
NO_META: Mapping[str, Any] = MappingProxyType({})


@attrs.frozen(init=False)
class Entry:
    """What an actor asked for and all that it caused, numbered from 1.

    Attributes:
        seq: Its number in the log, from 1; the *position* ``seq`` is the state after it.
        actor: A seat, ``CHANCE`` or ``TABLE``.
        move: What was asked: a move of the ruleset, or of the table (:mod:`timecore.table`).
        events: What happened, in order; none for a move of the table.
        meta: ``id`` (16 bytes), ``time`` (text), ``seen`` (number), ``sig`` (64 bytes) and free texts.
    """

    seq: int
    actor: Actor
    move: Move
    events: tuple[Event[Any], ...] = ()
    meta: Mapping[str, Any] = NO_META

    def __init__(
        self,
        seq: int,
        actor: Actor,
        move: Move,
        events: tuple[Event[Any], ...] = (),
        meta: Mapping[str, Any] = NO_META,
    ) -> None:
        # What attrs would write, without looking up each time how a frozen object is filled.
        _put_seq(self, seq)
        _put_actor(self, actor)
        _put_move(self, move)
        _put_events(self, events)
        # Whoever made it may still hold the dict, and an entry never changes.
        _put_meta(self, meta if type(meta) is MappingProxyType else MappingProxyType(dict(meta)))

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy does not pickle.
        return (Entry, (self.seq, self.actor, self.move, self.events, dict(self.meta)))

    @property
    def is_table(self) -> bool:
        """Whether its move is one of the table's own (the nonces of the seats too), which no ruleset sees."""
        return self.move.of_table

    def to_json(self) -> dict[str, Any]:
        """``{"seq", "actor", "move", "events"}`` and, where there is any, ``"meta"``."""
        line: dict[str, Any] = {
            "seq": self.seq,
            "actor": self.actor,
            "move": self.move.to_json(),
            "events": [event.to_json() for event in self.events],
        }
        if self.meta:
            line["meta"] = {
                key: value.hex() if isinstance(value, bytes) else value for key, value in self.meta.items()
            }
        return line


_put_seq, _put_actor, _put_move, _put_events, _put_meta = (
    Entry.__dict__[field.name].__set__ for field in attrs.fields(Entry)
)


class Messages(Protocol):
    """Where messages are found, or made, by the rows that stand for them in a record."""

    def __getitem__(self, row: Any, /) -> Any:
        """The message of a row."""


def entries_of(
    rows: Iterable[tuple[int, Actor, Any, tuple[Any, ...], Mapping[str, Any]]],
    moves: Messages,
    events: Messages,
) -> tuple[Entry, ...]:
    """Many entries at once, as :class:`Entry` would make them one by one.

    Args:
        rows: Number, actor, move, events and notes of each, as a record holds them.
        moves: The moves by what stands for them there.
        events: Likewise the events.
    """
    entries: list[Entry] = []
    add, blank = entries.append, object.__new__
    for row in rows:
        seq, actor, move, rest, meta = row[:5]
        entry = blank(Entry)
        _put_seq(entry, seq)
        _put_actor(entry, actor)
        _put_move(entry, moves[move])
        # Most entries have one event.
        _put_events(entry, (events[rest[0]],) if len(rest) == 1 else tuple([events[one] for one in rest]))
        _put_meta(entry, MappingProxyType(dict(meta)) if meta else NO_META)
        add(entry)
    return tuple(entries)
