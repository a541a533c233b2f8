"""One move or event of a schema: its fields, who may see them, and whether a row holds what it should."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import itemgetter, or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from timecore.codec import SCALARS, Commitment, Misshapen, is_plain
from timecore.hidden import HIDDEN
from timecore.schema._limits import MAX_SEATS, ROOM_OPENING
from timecore.schema._plan import Seats

if TYPE_CHECKING:
    from timecore.actors import Actor, Seat

__all__ = ["CODE", "ClassSchema", "FieldSchema", "are_seats", "in_range", "to_json"]

#: Types of values that are right or wrong in a field by their type alone.
_BY_TYPE: Final = SCALARS | {Commitment}

#: Types of values that may be right in a field, and in one with parts.
_IN_FIELDS: Final = _BY_TYPE | {tuple}
_LISTS: Final = SCALARS | {tuple}
_OF_PARTS: Final = frozenset({type(None), Commitment, tuple})

#: How many types of values are kept for each class, which outlives the record.
_KEPT_TYPES: Final = 1024

#: The set of a single seat, as a number whose bits are seats.
_BIT: Final = tuple(1 << seat for seat in range(MAX_SEATS))

#: The code of a row.
CODE: Final = itemgetter(0)


class FieldSchema(NamedTuple):
    """One field of a move or an event.

    Attributes:
        name: Its name.
        audience: ``None`` for everybody, else names of public fields of the same message, or ``actor``.
        parts: ``None``, or the names of the parts, if it is a list of small objects.
    """

    name: str
    audience: tuple[str, ...] | None
    parts: tuple[str, ...] | None

    def fault(self, value: Any, room: int = ROOM_OPENING) -> str | None:
        """What is wrong with a value that stands in this field in clear or, by default, in an opening; or ``None``."""
        if self.parts is None:
            if type(value) not in SCALARS and not is_plain(value, room):
                return f"the field {self.name!r} holds what no field may hold"
            return None
        if value is None:
            return None
        if type(value) is not tuple:
            return f"the field {self.name!r} must be null or a list of parts"
        width = len(self.parts)
        if value and not (
            {*map(type, value)} == {tuple} and {*map(len, value)} == {width} and is_plain(value, room)
        ):
            return f"a part in the field {self.name!r} must be a list of {width}"
        return None


@final
class ClassSchema:
    """One move or event.

    Attributes:
        name: Its name.
        fields: Its fields, in order.
        width: How long its row is: the code and all fields.
        private: The numbers of the fields that have an audience.
        easy: Whether no field has an audience or parts.
    """

    __slots__ = (
        "_audiences",
        "_bare",
        "_sound",
        "easy",
        "fields",
        "name",
        "private",
        "private_numbers",
        "width",
    )

    def __init__(self, name: str, fields: Iterable[FieldSchema]) -> None:
        self.name = name
        self.fields: tuple[FieldSchema, ...] = tuple(fields)
        self.width = len(self.fields) + 1
        self.private = tuple(i for i, field in enumerate(self.fields) if field.audience is not None)
        self.private_numbers = {self.fields[i].name: i for i in self.private}
        self.easy = not self.private and all(field.parts is None for field in self.fields)
        self._bare = all(field.parts is None for field in self.fields)
        self._audiences: _Audiences | None = None  # found when first asked for: many classes are never used
        # The types of rows that were found right, where types alone decide that.
        self._sound: frozenset[tuple[type, ...]] = frozenset()

    @property
    def audiences(self) -> _Audiences:
        """Who may see its private fields."""
        if self._audiences is None:
            self._audiences = _Audiences.of(self.fields)
        return self._audiences

    def __eq__(self, other: object) -> bool:
        if type(other) is not ClassSchema:
            return NotImplemented
        return self.name == other.name and self.fields == other.fields

    def __hash__(self) -> int:
        return hash((self.name, self.fields))

    def __repr__(self) -> str:
        return f"ClassSchema({self.name!r}, {self.fields!r})"

    def audience(self, row: Sequence[Any], field: int, actor: Actor) -> frozenset[Seat] | None:
        """Who may see a private field that is not in clear.

        Args:
            row: The message, code first.
            field: The number of the field, from 0.
            actor: The entry's actor.

        Returns:
            The seats; ``None``, everybody, if the field has no audience.
        """
        number = self.audiences.number.get(field)
        if number is None:
            return None
        seats = self.seats(row, actor)[number]
        return frozenset([seat for seat in range(MAX_SEATS) if seats >> seat & 1])

    def seats(self, row: Sequence[Any], actor: Actor) -> list[Seats]:
        """Who may see the private fields of a message that is sound: the seats of each of its audiences.

        Args:
            row: The message, code first.
            actor: The entry's actor.
        """
        audiences = self.audiences
        named = {-1: _BIT[actor] if actor >= 0 else 0}
        for index in audiences.fields:
            named[index] = _seats(row[index + 1])
        return [
            named[one[0]] if len(one) == 1 else reduce(or_, map(named.__getitem__, one), 0)
            for one in audiences.named
        ]

    def check(self, row: tuple[Any, ...], room: int, seats: int) -> None:
        """Check a row whose private fields are commitments, values in clear or ``None``.

        Args:
            row: The message, code first.
            room: How many arrays may stand inside one another in a field.
            seats: The number of seats.

        Raises:
            Misshapen: With the place in the row.
        """
        if len(row) != self.width:
            raise Misshapen(f"{self.name} has {self.width - 1} fields, not {len(row) - 1}")
        if self.easy and SCALARS.issuperset(map(type, row)):
            return
        types = tuple(map(type, row))
        if types not in self._sound:
            self._check_fields(row, types, room)
            if _BY_TYPE.issuperset(types) and len(self._sound) * self.width < _KEPT_TYPES:
                self._sound |= {types}
        if not self.private:
            return
        for index in self.audiences.fields:
            value = row[index + 1]
            if type(value) is int and 0 <= value < seats:
                continue
            if value is not None and not (type(value) is tuple and are_seats(value, seats)):
                raise Misshapen(
                    f"{self.name}: {self.fields[index].name!r} names an audience, so it must hold a seat, "
                    "a list of seats or null",
                    index + 1,
                )

    def _check_fields(self, row: tuple[Any, ...], types: tuple[type, ...], room: int) -> None:
        # All lists at once; which of them is wrong, if one is, is found below.
        if (
            self._bare
            and _LISTS.issuperset(types)
            and is_plain(tuple([value for value in row if type(value) is tuple]), room + 1)
        ):
            return
        for index, field in enumerate(self.fields, 1):
            kind = types[index]
            if field.parts is None and kind in SCALARS:
                continue
            if kind is Commitment and field.audience is not None:
                continue
            value = row[index]
            if field.parts is None and kind is tuple and (not value or SCALARS.issuperset(map(type, value))):
                continue
            fault = field.fault(value, room)
            if fault is not None:
                raise Misshapen(f"{self.name}: {fault}", index)

    def are_sound(self, rows: Sequence[tuple[Any, ...]], room: int, seats: int) -> bool:
        """What :meth:`check` finds, of many rows at once and without a word on what is wrong."""
        if {*map(len, rows)} != {self.width}:
            return False
        for index, field in enumerate(self.fields, 1):
            column = [*map(itemgetter(index), rows)]
            kinds = {*map(type, column)}
            if SCALARS.issuperset(kinds) and field.parts is None:
                continue
            if not _IN_FIELDS.issuperset(kinds) or (Commitment in kinds and field.audience is None):
                return False
            lists = tuple([value for value in column if type(value) is tuple])
            if field.parts is None:
                if not is_plain(lists, room + 1):
                    return False
            elif not (kinds <= _OF_PARTS and field.fault(tuple(chain.from_iterable(lists)), room) is None):
                return False
        if not self.private:
            return True
        return all(_name_seats([*map(itemgetter(i + 1), rows)], seats) for i in self.audiences.fields)

    def to_json(self, row: Sequence[Any]) -> dict[str, Any]:
        """The JSON object of a row: ``{"type": NAME, field: value, …}``."""
        found: dict[str, Any] = {"type": self.name}
        for field, value in zip(self.fields, row[1:], strict=True):
            found[field.name] = to_json(value, field.parts)
        return found


class _Audiences(NamedTuple):
    """Who may see the private fields of a class.

    Attributes:
        named: Its audiences, each once: the numbers of the fields that hold the seats, -1 being the actor.
        number: For each private field which of these is its audience.
        fields: The numbers of all fields that hold seats, ascending.
    """

    named: tuple[tuple[int, ...], ...]
    number: Mapping[int, int]
    fields: tuple[int, ...]

    @classmethod
    def of(cls, fields: Sequence[FieldSchema]) -> _Audiences:
        """Those of some fields."""
        place = {field.name: index for index, field in enumerate(fields)} | {"actor": -1}
        named: dict[tuple[int, ...], int] = {}
        number = {}
        for index, field in enumerate(fields):
            if field.audience is not None:
                number[index] = named.setdefault(tuple([place[name] for name in field.audience]), len(named))
        seats = {index for audience in named for index in audience}
        return cls(tuple(named), number, tuple(sorted(seats - {-1})))


def _seats(value: Any) -> Seats:
    """The seats that a field holds which names an audience, and is sound."""
    if type(value) is tuple:
        return reduce(or_, map(_BIT.__getitem__, value), 0)
    return 0 if value is None else _BIT[value]


def are_seats(value: tuple[Any, ...], seats: int) -> bool:
    """Whether a list that names an audience holds seats, of so many, and not too many."""
    return len(value) <= MAX_SEATS and in_range(value, seats)


def in_range(values: Sequence[Any], seats: int) -> bool:
    return not values or ({*map(type, values)} == {int} and min(values) >= 0 and max(values) < seats)


def _name_seats(values: Sequence[Any], seats: int) -> bool:
    """Whether all values of a field that names an audience are sound."""
    lists = [value for value in values if type(value) is tuple]
    others = [value for value in values if value is not None and type(value) is not tuple]
    return (
        in_range(others, seats)
        and max(map(len, lists), default=0) <= MAX_SEATS
        and in_range([*chain.from_iterable(lists)], seats)
    )


def to_json(value: Any, parts: tuple[str, ...] | None = None) -> Any:
    """A field's value in its JSON form: lists, objects for parts, bytes in hex, ``"?"`` for hidden."""
    if value is HIDDEN:
        return "?"
    kind = type(value)
    if kind is bytes:
        return value.hex()
    if kind is tuple:
        if parts is None:
            return [to_json(item) for item in value]
        return [{name: to_json(item) for name, item in zip(parts, part, strict=True)} for part in value]
    return value
