"""Rows of a record to messages of a ruleset: what the entries of a log are made from.

A record is read by the names in its own schema, so classes added to a ruleset later change no old code.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from timecore.entry import Entry, Messages, entries_of
from timecore.errors import ReplayError
from timecore.messages import Message, Move, Vocabulary
from timecore.pause import no_search_for_garbage

if TYPE_CHECKING:
    from timecore.record import RawEntry, RawRecord, Row
    from timecore.ruleset import Ruleset
    from timecore.schema import ClassSchema, Schema

__all__ = ["Found", "decode", "found_by_rows"]

#: How many messages of a vocabulary are kept by their rows.
KEPT: Final = 1 << 14

#: How many values a message may hold that is kept; long texts and bytes count as several.
_SHORT: Final = 48

_Make = Callable[..., Any]


def decode(record: RawRecord, rules: Ruleset[Any]) -> tuple[tuple[Entry, ...], ReplayError | None]:
    """All entries of a record as messages of a ruleset, up to the first that is none.

    Args:
        record: What to decode.
        rules: The ruleset.

    Returns:
        The entries, and why they end before the record does.
    """
    moves, events = _makers_of(record, rules)
    with no_search_for_garbage():
        try:
            truths = record.truths
            if truths is not None:
                some = groupby(record.rows, key=lambda row: row[0] in truths)
                found = [
                    entries_of(rows, moves.found_by(apart=apart), events.found_by(apart=apart))
                    for apart, rows in some
                ]
                return tuple(chain.from_iterable(found)), None
            if record.checked:
                return entries_of(record.rows, moves.known, events.known), None
        except (ValueError, LookupError):
            pass  # what is wrong, and with which entry, is found one by one
        return _one_by_one(record, moves.alone, events.alone, rules)


class Found(NamedTuple):
    """Where the messages of a record's rows are found, made when they are first asked for.

    Which may raise a ``ValueError`` or a ``LookupError`` where a row is none of the ruleset.

    Attributes:
        usual: Moves and events of most entries.
        apart: Moves and events of those with these numbers: truth values are in them, and 1 and true are equal.
        truths: The numbers of these.
    """

    usual: tuple[Messages, Messages]
    apart: tuple[Messages, Messages]
    truths: Container[int]


def found_by_rows(record: RawRecord, rules: Ruleset[Any]) -> Found:
    """Where the messages of a record's rows are found, for who needs them one after the other.

    Args:
        record: The record.
        rules: The ruleset.
    """
    moves, events = _makers_of(record, rules)
    apart = moves.alone, events.alone
    if record.truths is None:
        return Found(apart, apart, ())
    return Found((moves.exact, events.exact), apart, record.truths)


def _makers_of(record: RawRecord, rules: Ruleset[Any]) -> tuple[_Makers, _Makers]:
    schema = record.header.schema
    return _makers(schema, schema.moves, rules.moves), _makers(schema, schema.events, rules.events)


def _one_by_one(
    record: RawRecord, moves: _Alone, events: _Alone, rules: Ruleset[Any]
) -> tuple[tuple[Entry, ...], ReplayError | None]:
    entries: list[Entry] = []
    add = entries.append
    for raw in record.rows:
        seq, actor, row, rest, meta = raw[:5]
        try:
            move = moves[row]
            made = tuple([events[one] for one in rest])
        except ValueError:
            return tuple(entries), _fault(record.entries[len(entries)], moves, events, rules)
        add(Entry(seq, actor, move, made, meta))
    return tuple(entries), None


def _table_move(row: Sequence[Any]) -> Move:
    from timecore.table import table_move  # only games that a table has touched need it  # noqa: PLC0415

    return table_move(row)


def _fault(raw: RawEntry, moves: _Alone, events: _Alone, rules: Ruleset[Any]) -> ReplayError:
    """What is wrong with an entry that is none of the ruleset's: its move, or the first event that is none."""
    number: int | None = None
    try:
        moves[raw.move]
        for number, row in enumerate(raw.events, 1):  # noqa: B007 - the error tells which event it was
            events[row]
    except ValueError as error:
        what = "its move" if number is None else f"its event {number}"
        msg = f"entry {raw.seq}: {what} is none of {rules.name} version {rules.version}: {error}"
    return ReplayError(
        msg, entry=raw.seq, event=number, hint="Was it written by another version of the rules?"
    )


class _Makers(NamedTuple):
    """What makes messages of a record's rows.

    Attributes:
        alone: Each by itself, with its values' exact types.
        known: By their rows, of records that were checked before.
        exact: By their rows, of which none holds a truth value.
    """

    alone: _Alone
    known: _Known
    exact: _Known

    def found_by(self, *, apart: bool) -> Messages:
        """Where messages of rows are found; those with truth values apart, since equal rows may hold 1 and true."""
        return self.alone if apart else self.exact


class _Alone:
    """Messages of rows, each made by itself.

    Attributes:
        by_code: For each code of the record's schema a function from the values of a row, code first, to a message.
    """

    __slots__ = ("by_code",)

    def __init__(self, by_code: Sequence[_Make]) -> None:
        self.by_code = by_code

    def __getitem__(self, row: Row) -> Any:
        return _table_move(row) if type(row[0]) is str else self.by_code[row[0]](*row)


class _Known(dict["Row", Message]):
    """Messages by their rows, made when they are first asked for.

    Only for rows of which it is known that their values are of the types they should be: 1 and True are the same key.
    """

    __slots__ = ("_by_code",)

    def __init__(self, by_code: Sequence[_Make]) -> None:
        self._by_code = by_code

    def __missing__(self, row: Row) -> Message:
        if type(row[0]) is str:
            return _table_move(row)
        made: Message = self._by_code[row[0]](*row)
        if _is_short(row):  # foreign records must not fill the memory
            if len(self) >= KEPT:
                self.clear()
            self[row] = made
        return made


def _is_short(row: Row) -> bool:
    """Whether a row takes little memory, as those of a game do."""
    size = 0
    left = [row]
    while left and size <= _SHORT:
        values = left.pop()
        size += len(values)
        for value in values:
            kind = type(value)
            if kind is tuple:
                left.append(value)
            elif kind is str or kind is bytes:
                size += len(value) >> 5
    return size <= _SHORT


def _makers(schema: Schema, recorded: Sequence[ClassSchema], vocabulary: Vocabulary[Any]) -> _Makers:
    found: _Makers | None = schema.makers.get(vocabulary)
    if found is None:
        by_code = [_maker(code, cls, vocabulary) for code, cls in enumerate(recorded)]
        found = schema.makers[vocabulary] = _Makers(_Alone(by_code), _Known(by_code), _Known(by_code))
    return found


def _maker(code: int, recorded: ClassSchema, vocabulary: Vocabulary[Any]) -> _Make:
    ours = vocabulary.by_name.get(recorded.name)
    if ours is None or [field.name for field in recorded.fields] != [spec.name for spec in ours.specs]:

        def refuse(*_: Any) -> Message:
            msg = f"{recorded.name} is not known, or has other fields"
            raise ValueError(msg)

        return refuse
    our_code = vocabulary.codes[ours]
    make = vocabulary.makers[our_code]
    return make if our_code == code else lambda _, *values: make(our_code, *values)
