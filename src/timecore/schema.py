"""The schema in a record's header: what moves and events are called, what their fields are, who may see them.

With it a record can be read, checked, redacted and printed without the ruleset that played it. A message is a *row*
here: ``(code, field, …)`` as the record holds it, parts as plain tuples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, repeat
from operator import is_, itemgetter, or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from timecore.codec import SCALARS, Commitment, Misshapen, is_plain
from timecore.errors import EncodingRefused
from timecore.hidden import HIDDEN

if TYPE_CHECKING:
    from timecore.actors import Actor, Seat
    from timecore.messages import Message, Vocabulary
    from timecore.ruleset import Ruleset

__all__ = [
    "MAX_NAMED",
    "MAX_SEATS",
    "ClassSchema",
    "Fault",
    "FieldSchema",
    "Place",
    "Schema",
    "are_seats",
    "parse_schema",
    "to_json",
]

MAX_CLASSES: Final = 1024
"""Moves of a schema at most, and events."""

MAX_FIELDS: Final = 255
"""Fields of a move or an event at most."""

MAX_PRIVATE: Final = 256
"""Private fields of all moves together at most, and of all events. Each pair of a move and an event is looked at once,
for what they share."""

MAX_NAME: Final = 64
"""Bytes of a name in the schema at most. An export writes it for each value of two bytes."""

MAX_NAMED: Final = 16
"""Names in an audience at most. Who may see a field must be found without looking at all other fields."""

MAX_NAMED_TOGETHER: Final = 16
"""Names in the audiences of a move or an event at most, those of equal audiences counted once."""

MAX_AGAIN: Final = 1 << 20
"""Bytes at most that the fields of an entry's events which are the move's again have, written out."""

MAX_SEATS: Final = 255
"""Seats of a game, and of a list that names an audience, at most."""

#: How many arrays may stand inside one another in a field: of a move, of an event, of an opening's value.
ROOM_MOVE: Final = 14
ROOM_EVENT: Final = 13
ROOM_OPENING: Final = 16


#: Types of values that are right or wrong in a field by their type alone.
_BY_TYPE: Final = SCALARS | {Commitment}

#: Types of values that may be right in a field, and in one with parts.
_IN_FIELDS: Final = _BY_TYPE | {tuple}
_LISTS: Final = SCALARS | {tuple}
_OF_PARTS: Final = frozenset({type(None), Commitment, tuple})

#: How much is kept with a schema, which outlives the record: types of values for each class; plans, and codes of each.
_KEPT_TYPES: Final = 1024
_KEPT_PLANS: Final = 512
_KEPT_CODES: Final = 64
_KEPT_KINDS: Final = 1 << 14

#: From how many events on an entry is looked at class by class; and from how many on those of a class together.
_MANY: Final = 32
_FEW: Final = 8

#: The set of a single seat, as a number whose bits are seats.
_BIT: Final = tuple(1 << seat for seat in range(MAX_SEATS))

#: The code of a row.
_CODE: Final = itemgetter(0)

Pairs = tuple[tuple[int, int], ...]
"""Fields of an event that are fields of the move again: the numbers of both."""

Seats = int
"""A set of seats: bit n stands for seat n. Hostile records ask for millions of these."""


class Place(NamedTuple):
    """Where in an entry a field stands.

    Attributes:
        message: 0 for the move, else the number of the event, from 1.
        field: The number of the field, from 0.
    """

    message: int
    field: int


Fault = Callable[[Any], str | None]
"""Says what is wrong with a value that a commitment hides, or ``None``."""


class Alike(NamedTuple):
    """An audience of an event and one of the move that must hold the same seats.

    Attributes:
        mine: The number of the event's audience.
        other: The number of the move's.
        pairs: The fields of event and move that name the seats, in pairs, -1 being the actor: if these are equal, the
            seats are. ``None`` if the two name numbers of fields that differ.
    """

    mine: int
    other: int
    pairs: Pairs | None


class Private(NamedTuple):
    """What is private in one move, or in one event behind a certain move.

    Attributes:
        fields: The numbers of the private fields that are not the move's again.
        again: The fields that are the move's again: the event's and the move's, in pairs.
        alike: The audiences of these.
        fill: Puts the move's fields into a row of the event, given that row and behind it the values of these fields.
    """

    fields: tuple[int, ...]
    again: Pairs
    alike: tuple[Alike, ...]
    fill: Callable[[tuple[Any, ...]], tuple[Any, ...]]

    def values(self, move: Sequence[Any]) -> tuple[Any, ...]:
        """The values of the fields that are the move's again."""
        return tuple([move[other + 1] for _, other in self.again])


def _as_it_is(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row


class Plan(NamedTuple):
    """What is private in entries of one move and certain events.

    Attributes:
        groups: The messages with private fields that are not the move's again: 0 for the move or the number of the
            event, from 1; and what is private in it.
        again: The events with private fields that are the move's again: by code these, and how many there are.
        total: How many private fields there are, without those that are the move's again.
        known: These fields in order; ``None`` if they are too many to keep (a hostile body may have a million).
    """

    groups: Iterable[tuple[int, Private]]
    again: Mapping[int, tuple[Private, int]]
    total: int
    known: tuple[Place, ...] | None

    def places(self) -> Iterable[Place]:
        """The private fields in the order of the body, without those that are the move's again."""
        if self.known is not None:
            return self.known
        return (Place(number, field) for number, private in self.groups for field in private.fields)

    def commitments(
        self, move: Sequence[Any], events: Sequence[Sequence[Any]]
    ) -> tuple[list[Commitment], list[Place]]:
        """The commitments of a body in order, and where they stand."""
        commitments: list[Commitment] = []
        places: list[Place] = []
        for number, private in self.groups:
            row = events[number - 1] if number else move
            for field in private.fields:
                value = row[field + 1]
                if type(value) is Commitment:
                    commitments.append(value)
                    places.append(Place(number, field))
        return commitments, places


class _Messages:
    """The messages of a long entry in which something is private, found each time they are asked for.

    They may take far more memory than the entry itself.
    """

    __slots__ = ("_by_code", "_codes", "_move")

    def __init__(self, move: Private | None, codes: Sequence[int], by_code: Mapping[int, Private]) -> None:
        self._move = move
        self._codes = codes
        self._by_code = by_code

    def __iter__(self) -> Iterator[tuple[int, Private]]:
        if self._move is not None:
            yield 0, self._move
        by_code = self._by_code
        if by_code:
            for number, code in enumerate(self._codes, 1):
                if code in by_code:
                    yield number, by_code[code]


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
        named = {index: _seats(row[index + 1]) for index in self.audiences.fields}
        named[-1] = _BIT[actor] if actor >= 0 else 0
        return [
            named[one[0]] if len(one) == 1 else reduce(or_, map(named.__getitem__, one), 0)
            for one in self.audiences.named
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


def _by_code(events: Sequence[Any], count: int) -> Mapping[int, Sequence[tuple[Any, ...]]] | None:
    """Events by their codes, of which there are so many; ``None`` if one of them is none."""
    if {*map(type, events)} != {tuple} or not all(events):
        return None
    codes = [*map(_CODE, events)]
    if not _in_range(codes, count):
        return None
    if min(codes) == max(codes):
        return {codes[0]: events}
    groups: dict[int, list[tuple[Any, ...]]] = {}
    for code, event in zip(codes, events, strict=True):
        groups.setdefault(code, []).append(event)
    return groups


def _are_named_alike(
    one: Alike, rows: Sequence[tuple[Any, ...]], actor: Actor, move: tuple[Any, ...]
) -> bool:
    """Whether the audience of all rows names its seats by values equal to those of the move's."""
    if one.pairs is None:
        return False
    for i, j in one.pairs:
        wanted = actor if j < 0 else move[j + 1]
        if i < 0:
            if actor != wanted:
                return False
        elif len(rows) == 1:
            if rows[0][i + 1] != wanted:
                return False
        elif [*map(itemgetter(i + 1), rows)].count(wanted) != len(rows):
            return False
    return True


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
    return len(value) <= MAX_SEATS and _in_range(value, seats)


def _in_range(values: Sequence[Any], seats: int) -> bool:
    return not values or ({*map(type, values)} == {int} and min(values) >= 0 and max(values) < seats)


def _name_seats(values: Sequence[Any], seats: int) -> bool:
    """Whether all values of a field that names an audience are sound."""
    lists = [value for value in values if type(value) is tuple]
    others = [value for value in values if value is not None and type(value) is not tuple]
    return (
        _in_range(others, seats)
        and max(map(len, lists), default=0) <= MAX_SEATS
        and _in_range([*chain.from_iterable(lists)], seats)
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


@final
class Schema:
    """The moves and events of one ruleset, as a record's header names them.

    Args:
        moves: The moves; a move's place in the list is its code.
        events: The events, likewise.

    Attributes:
        kinds: What the reader of records has found out about kinds of entries.
        makers: For each vocabulary what makes its messages of rows, as the log has found out.
        room: How many values the entries may still have of which kinds are kept.
    """

    __slots__ = ("_agreed", "_plans", "_private", "events", "kinds", "makers", "moves", "room")

    def __init__(self, moves: Iterable[ClassSchema], events: Iterable[ClassSchema]) -> None:
        self.moves: tuple[ClassSchema, ...] = tuple(moves)
        self.events: tuple[ClassSchema, ...] = tuple(events)
        self._plans: dict[tuple[int, ...], Plan] = {}
        self._private: dict[tuple[int, int | None], Private] = {}
        self._agreed: dict[Ruleset[Any], bool] = {}
        self.kinds: dict[Any, Any] = {}
        self.makers: dict[Vocabulary[Any], Any] = {}
        self.room = _KEPT_KINDS

    def __reduce__(self) -> tuple[type[Schema], tuple[Any, ...]]:
        return Schema, (self.moves, self.events)  # without what is only kept to be faster

    @classmethod
    def of(cls, ruleset: Ruleset[Any]) -> Schema:
        """The schema of a ruleset.

        Raises:
            EncodingRefused: A record could not hold it.
        """
        raw = (_rows_of(ruleset.moves), _rows_of(ruleset.events))
        try:
            return cls.parse(raw)
        except Misshapen as fault:
            raise EncodingRefused(f"the ruleset {ruleset.name!r}: {fault.reason}") from None

    @classmethod
    def parse(cls, raw: Any) -> Schema:
        """Read the value of the header's key ``schema``.

        Raises:
            Misshapen: It is no schema; says what is wrong and where.
        """
        if type(raw) is not tuple or len(raw) != 2:
            raise Misshapen("the schema is a list of moves and a list of events")
        both = []
        for number, (rows, what) in enumerate(zip(raw, ("move", "event"), strict=True)):
            try:
                both.append(_parse_messages(rows, what))
            except Misshapen as fault:
                raise fault.inside(number) from None
        return cls(*both)

    def raw(self) -> tuple[Any, ...]:
        """The value of the header's key ``schema``."""
        return tuple(
            tuple((one.name, tuple((f.name, f.audience, f.parts) for f in one.fields)) for one in shapes)
            for shapes in (self.moves, self.events)
        )

    def __eq__(self, other: object) -> bool:
        if type(other) is not Schema:
            return NotImplemented
        return self.moves == other.moves and self.events == other.events

    def __hash__(self) -> int:
        return hash((self.moves, self.events))

    def __repr__(self) -> str:
        return f"<schema of {len(self.moves)} moves and {len(self.events)} events>"

    def agrees_with(self, ruleset: Ruleset[Any]) -> bool:
        """Whether it is the schema of a ruleset."""
        found = self._agreed.get(ruleset)
        if found is None:
            try:
                found = self._agreed[ruleset] = Schema.of(ruleset) == self
            except EncodingRefused:
                found = self._agreed[ruleset] = False
        return found

    # -- one entry ---------------------------------------------------------------------------------------------

    def private_in(self, move: int, event: int | None = None) -> Private:
        """What is private in a move, or in an event of an entry with that move.

        Args:
            move: The move's code.
            event: The event's code.
        """
        if event is not None and not self.moves[move].private:
            move = -1  # any move that shares nothing
        found = self._private.get((move, event))
        if found is None:
            found = self._private[move, event] = self._find_private(move, event)
        return found

    def _find_private(self, move: int, event: int | None) -> Private:
        if event is None:
            return Private(self.moves[move].private, (), (), _as_it_is)
        if move < 0:
            return Private(self.events[event].private, (), (), _as_it_is)
        of_move = self.moves[move]
        shape = self.events[event]
        numbers = of_move.private_numbers
        if numbers.keys().isdisjoint(shape.private_numbers):
            return Private(shape.private, (), (), _as_it_is)
        again = tuple([(i, numbers[name]) for name, i in shape.private_numbers.items() if name in numbers])
        fields = tuple([i for name, i in shape.private_numbers.items() if name not in numbers])
        mine, others = shape.audiences, of_move.audiences
        alike = []
        for one, other in {(mine.number[i], others.number[j]): None for i, j in again}:
            x, y = mine.named[one], others.named[other]
            alike.append(Alike(one, other, tuple(zip(x, y, strict=True)) if len(x) == len(y) else None))
        # A row and the values of the move behind it become a row with these in their places.
        picked = [*range(shape.width)]
        for number, (i, _) in enumerate(again):
            picked[i + 1] = shape.width + number
        return Private(fields, again, tuple(alike), itemgetter(*picked))

    def plan(self, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> Plan:
        """What is private in an entry.

        Args:
            move: The move's row; its code is a number.
            events: The events' rows.
        """
        codes = (move[0], *map(_CODE, events))
        found = self._plans.get(codes)
        if found is None:
            found = self._find_plan(codes[0], codes[1:])
            if len(self._plans) < _KEPT_PLANS and found.known is not None:
                self._plans[codes] = found
        return found

    def _find_plan(self, move: int, events: tuple[int, ...]) -> Plan:
        of_move = self.private_in(move) if self.moves[move].private else None
        if len(events) < _MANY:
            few = [(number, self.private_in(move, code)) for number, code in enumerate(events, 1)]
            found = [(0, of_move), *few] if of_move else few
            return self._small_plan(events, tuple([one for one in found if one[1].fields]), few)
        counted = Counter(events)
        private = {code: self.private_in(move, code) for code in counted if self.events[code].private}
        own = {code: one for code, one in private.items() if one.fields}
        again = {code: (one, counted[code]) for code, one in private.items() if one.again}
        total = len(of_move.fields) if of_move else 0
        total += sum([len(one.fields) * counted[code] for code, one in own.items()])
        groups: Iterable[tuple[int, Private]] = _Messages(of_move, events, own)
        return Plan(groups, again, total, None)

    def _small_plan(
        self, codes: Sequence[int], groups: tuple[tuple[int, Private], ...], few: list[tuple[int, Private]]
    ) -> Plan:
        again: dict[int, tuple[Private, int]] = {}
        for number, private in few:
            if private.again:
                code = codes[number - 1]
                again[code] = (private, again[code][1] + 1 if code in again else 1)
        total = sum([len(private.fields) for _, private in groups])
        if total > _KEPT_CODES:
            return Plan(groups, again, total, None)
        places = tuple([Place(number, field) for number, private in groups for field in private.fields])
        return Plan(groups, again, total, places)

    def check(self, actor: Actor, move: tuple[Any, ...], events: tuple[Any, ...], seats: int) -> Plan | None:
        """Check move and events of one body, as they stand there.

        Args:
            actor: The entry's actor, checked already.
            move: The move's row; its code is a number.
            events: The events' rows.
            seats: The number of seats.

        Returns:
            What is private in it; ``None`` if nothing is. Each private field holds a commitment, or a value that
            is public this time.

        Raises:
            Misshapen: With the place in the body.
        """
        code = move[0]
        if type(code) is not int or not 0 <= code < len(self.moves):
            raise Misshapen(_no_code("move", code), 2, 0)
        shape = self.moves[code]
        private = bool(shape.private)
        try:
            shape.check(move, ROOM_MOVE, seats)
        except Misshapen as fault:
            raise fault.inside(2) from None
        if self._check_events(events, seats):
            private = True
        if not private:
            return None
        plan = self.plan(move, events)
        if plan.again:
            self._check_again(plan, actor, move, events)
        return plan

    def _check_events(self, events: tuple[Any, ...], seats: int) -> bool:
        """Check the events of a body; whether something is private in them."""
        if len(events) >= _MANY:
            found = self._check_together(events, seats)
            if found is not None:
                return found
        shapes = self.events
        count = len(shapes)
        private = False
        for number, event in enumerate(events):
            if type(event) is not tuple or not event:
                raise Misshapen("an event is an array that begins with its code", 3, number)
            code = event[0]
            if type(code) is not int or not 0 <= code < count:
                raise Misshapen(_no_code("event", code), 3, number, 0)
            shape = shapes[code]
            if shape.easy and len(event) == shape.width and SCALARS.issuperset(map(type, event)):
                continue
            try:
                shape.check(event, ROOM_EVENT, seats)
            except Misshapen as fault:
                raise fault.inside(3, number) from None
            if shape.private:
                private = True
        return private

    def _check_together(self, events: tuple[Any, ...], seats: int) -> bool | None:
        """What the check of single events finds, of many at once; ``None`` if one of them is not sound."""
        groups = _by_code(events, len(self.events))
        if groups is None:
            return None
        for code, rows in groups.items():
            shape = self.events[code]
            if len(rows) >= _FEW:
                if not shape.are_sound(rows, ROOM_EVENT, seats):
                    return None
                continue
            try:
                for row in rows:
                    shape.check(row, ROOM_EVENT, seats)
            except Misshapen:
                return None
        return any(self.events[code].private for code in groups)

    def _check_again(
        self, plan: Plan, actor: Actor, move: tuple[Any, ...], events: tuple[tuple[Any, ...], ...]
    ) -> None:
        """Check the fields that are the move's again: that they are empty, and for the same seats."""
        of_move: list[Seats] = []  # who may see the private fields of the move, once it must be known

        def agree(private: Private, rows: Sequence[tuple[Any, ...]]) -> bool:
            for mine, _ in private.again:
                if not all(map(is_, map(itemgetter(mine + 1), rows), repeat(None))):
                    return False
            if all(_are_named_alike(one, rows, actor, move) for one in private.alike):
                return True
            # Named in another way, they may be the same seats all the same.
            if not of_move:
                of_move[:] = self.moves[move[0]].seats(move, actor)
            shape = self.events[rows[0][0]]
            for row in rows:
                seats = shape.seats(row, actor)
                if any([seats[mine] != of_move[other] for mine, other, _ in private.alike]):  # noqa: C419 - faster
                    return False
            return True

        if len(events) >= _MANY:
            groups = _by_code(events, len(self.events)) or {}
            if all(agree(private, groups[code]) for code, (private, _) in plan.again.items()):
                return
        for number, event in enumerate(events):
            found = plan.again.get(event[0])
            if found is not None and not agree(found[0], (event,)):
                mine, reason = self._fault_again(found[0], actor, move, event)
                raise Misshapen(reason, 3, number, mine + 1)

    def _fault_again(
        self, private: Private, actor: Actor, move: tuple[Any, ...], event: tuple[Any, ...]
    ) -> tuple[int, str]:
        """Which of the fields that are the move's again is wrong, and why."""
        shape, of_move = self.events[event[0]], self.moves[move[0]]
        seats, wanted = shape.seats(event, actor), of_move.seats(move, actor)
        for mine, other in private.again:
            what = f"{shape.name}: {shape.fields[mine].name!r} is the move's again"
            if event[mine + 1] is not None:
                return mine, f"{what}, so null must stand here"
            if seats[shape.audiences.number[mine]] != wanted[of_move.audiences.number[other]]:
                return mine, f"{what}, but other seats may see it"
        raise AssertionError("one of them is wrong")

    def shape_of(self, place: Place, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> ClassSchema:
        """The shape of the message that a place stands in."""
        code: int = events[place.message - 1][0] if place.message else move[0]
        return self.events[code] if place.message else self.moves[code]

    def field_of(self, place: Place, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> FieldSchema:
        """The field of a place."""
        return self.shape_of(place, move, events).fields[place.field]

    def move_json(self, row: Sequence[Any]) -> dict[str, Any]:
        """The JSON object of a move: of the ruleset or, with a name for its code, of the table."""
        if type(row[0]) is str:
            from timecore.table import row_to_json  # the table's moves build on this module  # noqa: PLC0415

            return row_to_json(row)
        code: int = row[0]
        return self.moves[code].to_json(row)

    def event_json(self, row: Sequence[Any]) -> dict[str, Any]:
        """The JSON object of an event."""
        code: int = row[0]
        return self.events[code].to_json(row)


def parse_schema(raw: Any, size: int) -> Schema:
    """As :meth:`Schema.parse`; those of many records of one ruleset are read once.

    Args:
        raw: The value of the header's key ``schema``.
        size: How many bytes it was read from, at most: a very long one is not kept.

    Raises:
        Misshapen: It is no schema; says what is wrong and where.
    """
    try:
        return _parse(raw) if size <= _KEPT else Schema.parse(raw)
    except TypeError:  # it holds a map, and reading it says where
        return Schema.parse(raw)


#: How long the header of a schema may be to be kept. That of a large game has 3 KB.
_KEPT: Final = 1 << 14


@lru_cache(maxsize=16)
def _parse(raw: Any) -> Schema:
    # Found by value: a schema has only texts, nulls and lists in it, and no value of another type equals these.
    return Schema.parse(raw)


def _no_code(what: str, code: Any) -> str:
    # Only a number is shown: anything else may be as long and as deep as a body allows.
    if type(code) is int:
        return f"there is no {what} with the code {code}"
    return f"the code of a {what} must be a whole number"


def _rows_of(vocabulary: Vocabulary[Any]) -> tuple[Any, ...]:
    def fields(cls: type[Message]) -> tuple[Any, ...]:
        return tuple((spec.name, spec.audience, spec.parts) for spec in cls.specs)

    return tuple((cls.__name__, fields(cls)) for cls in vocabulary.classes)


def _parse_messages(rows: Any, what: str) -> tuple[ClassSchema, ...]:
    if type(rows) is not tuple:
        raise Misshapen(f"the {what}s of the schema must be a list")
    if len(rows) > MAX_CLASSES:
        raise Misshapen(f"a schema of more than {MAX_CLASSES} {what}s")
    shapes = []
    names: set[str] = set()
    private = 0
    for number, row in enumerate(rows):
        if type(row) is not tuple or len(row) != 2 or type(row[0]) is not str or type(row[1]) is not tuple:
            raise Misshapen(f"a {what} of the schema is a name and a list of fields", number)
        _check_name(row[0], number, 0)
        if row[0] in names:
            raise Misshapen(f"two {what}s of the schema are called {row[0]!r}", number, 0)
        names.add(row[0])
        try:
            shapes.append(ClassSchema(row[0], _parse_fields(row[1], row[0])))
        except Misshapen as fault:
            raise fault.inside(number, 1) from None
        private += len(shapes[-1].private)
        if private > MAX_PRIVATE:
            raise Misshapen(
                f"the {what}s of the schema have more than {MAX_PRIVATE} private fields", number, 1
            )
    return tuple(shapes)


def _parse_fields(rows: tuple[Any, ...], owner: str) -> tuple[FieldSchema, ...]:
    if len(rows) > MAX_FIELDS:
        raise Misshapen(f"{owner} has more than {MAX_FIELDS} fields")
    fields = []
    names: set[str] = set()
    audiences: set[tuple[str, ...]] = set()
    for number, row in enumerate(rows):
        if type(row) is not tuple or len(row) != 3 or type(row[0]) is not str:
            raise Misshapen(f"a field of {owner} is a name, an audience and names of parts", number)
        name, audience, parts = row
        _check_name(name, number, 0)
        if name in ("actor", "type"):
            raise Misshapen(f"no field may be called {name!r}", number, 0)
        if name in names:
            raise Misshapen(f"two fields of {owner} are called {name!r}", number, 0)
        names.add(name)
        for index, listed in ((1, audience), (2, parts)):
            if listed is not None and not _is_names(listed):
                raise Misshapen("audience and parts are null or lists of different names", number, index)
        if audience is not None:
            if len(audience) > MAX_NAMED:
                raise Misshapen(f"an audience of more than {MAX_NAMED} names", number, 1)
            audiences.add(audience)
            if sum(map(len, audiences)) > MAX_NAMED_TOGETHER:
                what = f"the audiences of {owner} are more than {MAX_NAMED_TOGETHER} names together"
                raise Misshapen(what, number, 1)
        if parts is not None:
            if len(parts) > MAX_FIELDS:
                raise Misshapen(f"{name} has more than {MAX_FIELDS} parts", number, 2)
            for index, part in enumerate(parts):
                _check_name(part, number, 2, index)
        fields.append(FieldSchema(name, audience, parts))
    public = {field.name for field in fields if field.audience is None}
    for number, field in enumerate(fields):
        for index, name in enumerate(field.audience or ()):
            if name != "actor" and name not in public:
                raise Misshapen(
                    f"the audience of {field.name!r} names {name!r}, which is no public field of {owner}",
                    number,
                    1,
                    index,
                )
    return tuple(fields)


def _check_name(name: str, *path: int) -> None:
    if len(name.encode("utf-8", "surrogatepass")) > MAX_NAME:
        raise Misshapen(f"a name of more than {MAX_NAME} bytes", *path)


def _is_names(value: Any) -> bool:
    return type(value) is tuple and all(type(one) is str for one in value) and len(set(value)) == len(value)
