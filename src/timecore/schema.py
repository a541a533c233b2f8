"""The schema in a record's header: what moves and events are called, what their fields are, who may see them.

With it a record can be read, checked, redacted and printed without the ruleset that played it. A message is a *row*
here: ``(code, field, …)`` as the record holds it, parts as plain tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from operator import itemgetter
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

MAX_NAMED: Final = 16
"""Names in an audience at most. Who may see a field must be found without looking at all other fields."""

MAX_SEATS: Final = 255
"""Seats of a game, and of a list that names an audience, at most."""

#: How many arrays may stand inside one another in a field: of a move, of an event, of an opening's value.
ROOM_MOVE: Final = 14
ROOM_EVENT: Final = 13
ROOM_OPENING: Final = 16


#: Types of values that are right or wrong in a field by their type alone.
_BY_TYPE: Final = SCALARS | {Commitment}

#: How much is kept with a schema, which outlives the record: combinations of types for each class (and codes for
#: each plan), plans, and pairs of a move and an event.
_KEPT_TYPES: Final = 64
_KEPT_PLANS: Final = 512
_KEPT_PAIRS: Final = 4096

#: The code of a row.
_CODE: Final = itemgetter(0)

Pairs = tuple[tuple[int, int], ...]
"""Fields of an event that are fields of the move again: the numbers of both."""


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


class Private(NamedTuple):
    """What is private in one move, or in one event behind a certain move.

    Attributes:
        fields: The numbers of the private fields that are not the move's again.
        faults: What is wrong with a value that a commitment in one of them hides.
        again: The fields that are the move's again: the event's and the move's, in pairs.
        seats: For each of these: the fields of event and move that name the seats, in pairs, -1 being the actor;
            ``None`` if their audiences are not alike.
    """

    fields: tuple[int, ...]
    faults: tuple[Fault, ...]
    again: Pairs
    seats: tuple[Pairs | None, ...]


class Plan(NamedTuple):
    """What is private in entries of one move and certain events.

    Attributes:
        groups: The messages with private fields that are not the move's again: 0 for the move or the number of the
            event, from 1; and what is private in it.
        again: The numbers of the events with private fields that are the move's again, and these.
        total: How many private fields there are, without those that are the move's again.
        known: These fields in order, with what may be wrong with what a commitment in them hides; ``None`` if they
            are too many to keep (a hostile body may have a million).
    """

    groups: tuple[tuple[int, Private], ...]
    again: tuple[tuple[int, Private], ...]
    total: int
    known: tuple[tuple[Place, Fault], ...] | None

    @classmethod
    def of(cls, messages: Sequence[tuple[int, Private]]) -> Plan:
        """The plan for an entry of these messages."""
        groups = tuple(one for one in messages if one[1].fields)
        again = tuple(one for one in messages if one[1].again)
        total = sum([len(private.fields) for _, private in groups])
        plan = cls(groups, again, total, None)
        return plan._replace(known=tuple(plan._slots())) if total <= _KEPT_TYPES else plan

    def _slots(self) -> Iterator[tuple[Place, Fault]]:
        return (
            (Place(number, field), fault)
            for number, private in self.groups
            for field, fault in zip(private.fields, private.faults, strict=True)
        )

    def places(self) -> Iterator[Place]:
        """The private fields in the order of the body, without those that are the move's again."""
        return (place for place, _ in (self._slots() if self.known is None else self.known))

    def commitments(
        self, move: Sequence[Any], events: Sequence[Sequence[Any]]
    ) -> tuple[list[Commitment], list[Place], list[Fault]]:
        """The commitments of a body in order, where they stand, and what may be wrong with what they hide."""
        found: tuple[list[Commitment], list[Place], list[Fault]] = ([], [], [])
        commitments, places, faults = found
        for place, fault in self._slots() if self.known is None else self.known:
            number, field = place
            value = (events[number - 1] if number else move)[field + 1]
            if type(value) is Commitment:
                commitments.append(value)
                places.append(place)
                faults.append(fault)
        return found


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

    def fault(self, value: Any, room: int) -> str | None:
        """What is wrong with a value that stands in this field in clear, or ``None``."""
        if self.parts is None:
            if type(value) not in SCALARS and not is_plain(value, room):
                return f"the field {self.name!r} holds what no field may hold"
            return None
        if value is None:
            return None
        width = len(self.parts)
        if type(value) is not tuple:
            return f"the field {self.name!r} must be null or a list of parts"
        for part in value:
            if type(part) is not tuple or len(part) != width or not is_plain(part, room - 1):
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
        "_private_numbers",
        "_seat_fields",
        "_seats_of",
        "_sound",
        "easy",
        "fields",
        "name",
        "private",
        "width",
    )

    def __init__(self, name: str, fields: Iterable[FieldSchema]) -> None:
        self.name = name
        self.fields: tuple[FieldSchema, ...] = tuple(fields)
        self.width = len(self.fields) + 1
        self.private = tuple(i for i, field in enumerate(self.fields) if field.audience is not None)
        self.easy = not self.private and all(field.parts is None for field in self.fields)
        # Found when first asked for: a schema may have a hundred thousand classes that nobody uses.
        self._seats_of: dict[int, tuple[int, ...]] | None = None
        self._seat_fields: tuple[int, ...] = ()
        self._private_numbers: dict[str, int] | None = None
        # The types of rows that were found right, where types alone decide that.
        self._sound: frozenset[tuple[type, ...]] = frozenset()

    @property
    def seats_of(self) -> Mapping[int, tuple[int, ...]]:
        """For each private field: the numbers of the fields that hold its seats; -1 is the actor."""
        if self._seats_of is None:
            number = {field.name: i for i, field in enumerate(self.fields)} | {"actor": -1}
            self._seats_of = {
                i: tuple(number[one] for one in self.fields[i].audience or ()) for i in self.private
            }
            named = {i for numbers in self._seats_of.values() for i in numbers}
            self._seat_fields = tuple(sorted(named - {-1}))
        return self._seats_of

    def __eq__(self, other: object) -> bool:
        if type(other) is not ClassSchema:
            return NotImplemented
        return self.name == other.name and self.fields == other.fields

    def __hash__(self) -> int:
        return hash((self.name, self.fields))

    def __repr__(self) -> str:
        return f"ClassSchema({self.name!r}, {self.fields!r})"

    @property
    def seat_fields(self) -> tuple[int, ...]:
        """The numbers of the fields that hold the seats of private ones."""
        _ = self.seats_of
        return self._seat_fields

    @property
    def private_numbers(self) -> Mapping[str, int]:
        """The numbers of the private fields, by name."""
        if self._private_numbers is None:
            self._private_numbers = {self.fields[i].name: i for i in self.private}
        return self._private_numbers

    def audience(self, row: Sequence[Any], field: int, actor: Actor) -> frozenset[Seat] | None:
        """Who may see a private field that is not in clear.

        Args:
            row: The message, code first.
            field: The number of the field, from 0.
            actor: The entry's actor.

        Returns:
            The seats; ``None``, everybody, if the field has no audience.
        """
        named = self.seats_of.get(field)
        if named is None:
            return None
        seats: set[Seat] = set()
        for index in named:
            value = actor if index < 0 else row[index + 1]
            if type(value) is tuple:
                seats.update(value)
            elif value is not None and value >= 0:
                seats.add(value)
        return frozenset(seats)

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
            self._check_fields(row, room)
            if _BY_TYPE.issuperset(types) and len(self._sound) < _KEPT_TYPES:
                self._sound |= {types}
        if not self.private:
            return
        for index in self.seat_fields:
            value = row[index + 1]
            if type(value) is int and 0 <= value < seats:
                continue
            if value is not None and not (type(value) is tuple and are_seats(value, seats)):
                raise Misshapen(
                    f"{self.name}: {self.fields[index].name!r} names an audience, so it must hold a seat, "
                    "a list of seats or null",
                    index + 1,
                )

    def _check_fields(self, row: tuple[Any, ...], room: int) -> None:
        for index, field in enumerate(self.fields, 1):
            value = row[index]
            if type(value) is Commitment and field.audience is not None:
                continue
            fault = field.fault(value, room)
            if fault is not None:
                raise Misshapen(f"{self.name}: {fault}", index)

    def to_json(self, row: Sequence[Any]) -> dict[str, Any]:
        """The JSON object of a row: ``{"type": NAME, field: value, …}``."""
        found: dict[str, Any] = {"type": self.name}
        for field, value in zip(self.fields, row[1:], strict=True):
            found[field.name] = to_json(value, field.parts)
        return found


def are_seats(value: tuple[Any, ...], seats: int) -> bool:
    """Whether a list that names an audience holds seats, of so many, and not too many."""
    return len(value) <= MAX_SEATS and all(type(one) is int and 0 <= one < seats for one in value)


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
    """

    __slots__ = ("_agreed", "_plans", "_private", "_sharing", "events", "kinds", "makers", "moves")

    def __init__(self, moves: Iterable[ClassSchema], events: Iterable[ClassSchema]) -> None:
        self.moves: tuple[ClassSchema, ...] = tuple(moves)
        self.events: tuple[ClassSchema, ...] = tuple(events)
        self._plans: dict[tuple[int, ...], Plan] = {}
        self._private: dict[tuple[int, int | None], Private] = {}
        self._sharing: dict[int, Mapping[int, Pairs]] = {}
        self._agreed: dict[Ruleset[Any], bool] = {}
        self.kinds: dict[Any, Any] = {}
        self.makers: dict[Vocabulary[Any], Any] = {}

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
        found = self._private.get((move, event))
        if found is None:
            found = self._find_private(move, event)
            if len(self._private) < _KEPT_PAIRS:
                self._private[move, event] = found
        return found

    def _find_private(self, move: int, event: int | None) -> Private:
        of_move = self.moves[move]
        shape = of_move if event is None else self.events[event]
        numbers: Mapping[str, int] = {} if event is None else of_move.private_numbers
        again = [(i, numbers[shape.fields[i].name]) for i in shape.private if shape.fields[i].name in numbers]
        fields = tuple(i for i in shape.private if shape.fields[i].name not in numbers)
        faults = tuple(partial(shape.fields[i].fault, room=ROOM_OPENING) for i in fields)
        seats = [(shape.seats_of[i], of_move.seats_of[j]) for i, j in again]
        pairs = tuple(tuple(zip(x, y, strict=True)) if len(x) == len(y) else None for x, y in seats)
        return Private(fields, faults, tuple(again), pairs)

    def sharing(self, move: int) -> Mapping[int, Pairs]:
        """The events that share private fields with a move, by their codes, and these fields."""
        found = self._sharing.get(move)
        if found is None:
            private = bool(self.moves[move].private)
            codes = [code for code, event in enumerate(self.events) if event.private] if private else []
            pairs = {code: self.private_in(move, code).again for code in codes}
            found = self._sharing[move] = {code: again for code, again in pairs.items() if again}
        return found

    def plan(self, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> Plan:
        """What is private in an entry.

        Args:
            move: The move's row; its code is a number.
            events: The events' rows.
        """
        codes = (move[0], *map(_CODE, events))
        found = self._plans.get(codes)
        if found is None:
            shapes = self.events
            all_ = [(0, self.private_in(codes[0]))] if self.moves[codes[0]].private else []
            all_ += [
                (number, self.private_in(codes[0], code))
                for number, code in enumerate(codes[1:], 1)
                if shapes[code].private
            ]
            found = Plan.of(all_)
            if len(self._plans) < _KEPT_PLANS and len(codes) <= _KEPT_TYPES:
                self._plans[codes] = found
        return found

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
        shapes = self.events
        count = len(shapes)
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
        if not private:
            return None
        plan = self.plan(move, events)
        for number, (_, _, pairs, all_seats) in plan.again:
            event = events[number - 1]
            for (mine, other), seats_in_pairs in zip(pairs, all_seats, strict=True):
                if event[mine + 1] is None and seats_in_pairs is not None:
                    for i, j in seats_in_pairs:
                        if (actor if i < 0 else event[i + 1]) != (actor if j < 0 else move[j + 1]):
                            break
                    else:
                        continue
                reason = self._fault_again(mine, other, actor, move, event)
                if reason is not None:
                    raise Misshapen(reason, 3, number - 1, mine + 1)
        return plan

    def _fault_again(
        self, mine: int, other: int, actor: Actor, move: tuple[Any, ...], event: tuple[Any, ...]
    ) -> str | None:
        """What is wrong with an event's field that is the move's again, or ``None``."""
        shape = self.events[event[0]]
        what = f"{shape.name}: {shape.fields[mine].name!r} is the move's again"
        if event[mine + 1] is not None:
            return f"{what}, so null must stand here"
        # Named in another way, they may be the same seats all the same.
        if shape.audience(event, mine, actor) != self.moves[move[0]].audience(move, other, actor):
            return f"{what}, but other seats may see it"
        return None

    def shape_of(self, place: Place, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> ClassSchema:
        """The shape of the message that a place stands in."""
        code: int = events[place.message - 1][0] if place.message else move[0]
        return self.events[code] if place.message else self.moves[code]

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
    shapes = []
    names: set[str] = set()
    for number, row in enumerate(rows):
        if type(row) is not tuple or len(row) != 2 or type(row[0]) is not str or type(row[1]) is not tuple:
            raise Misshapen(f"a {what} of the schema is a name and a list of fields", number)
        if row[0] in names:
            raise Misshapen(f"two {what}s of the schema are called {row[0]!r}", number, 0)
        names.add(row[0])
        try:
            shapes.append(ClassSchema(row[0], _parse_fields(row[1], row[0])))
        except Misshapen as fault:
            raise fault.inside(number, 1) from None
    return tuple(shapes)


def _parse_fields(rows: tuple[Any, ...], owner: str) -> tuple[FieldSchema, ...]:
    fields = []
    names: set[str] = set()
    for number, row in enumerate(rows):
        if type(row) is not tuple or len(row) != 3 or type(row[0]) is not str:
            raise Misshapen(f"a field of {owner} is a name, an audience and names of parts", number)
        name, audience, parts = row
        if name in ("actor", "type"):
            raise Misshapen(f"no field may be called {name!r}", number, 0)
        if name in names:
            raise Misshapen(f"two fields of {owner} are called {name!r}", number, 0)
        names.add(name)
        for index, listed in ((1, audience), (2, parts)):
            if listed is not None and not _is_names(listed):
                raise Misshapen("audience and parts are null or lists of different names", number, index)
        if audience is not None and len(audience) > MAX_NAMED:
            raise Misshapen(f"an audience of more than {MAX_NAMED} names", number, 1)
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


def _is_names(value: Any) -> bool:
    return type(value) is tuple and all(type(one) is str for one in value) and len(set(value)) == len(value)
