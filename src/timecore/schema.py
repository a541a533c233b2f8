"""The schema in a record's header: what moves and events are called, what their fields are, who may see them.

With it a record can be read, checked, redacted and printed without the ruleset that played it. A message is a *row*
here: ``(code, field, …)`` as the record holds it, parts as plain tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

import attrs
import msgpack

from timecore.codec import SCALARS, Commitment, Misshapen, is_plain, pack
from timecore.errors import EncodingRefused
from timecore.hidden import HIDDEN

if TYPE_CHECKING:
    from timecore.actors import Actor, Seat
    from timecore.messages import Message, Vocabulary
    from timecore.ruleset import Ruleset

__all__ = ["ClassSchema", "FieldSchema", "Place", "Schema", "parse_schema", "to_json"]

#: How many arrays may stand inside one another in a field: of a move, of an event, of an opening's value.
ROOM_MOVE: Final = 14
ROOM_EVENT: Final = 13
ROOM_OPENING: Final = 16


#: Types of values that are right or wrong in a field by their type alone.
_BY_TYPE: Final = SCALARS | {Commitment}

#: How many combinations of types are kept for each class, and how many plans for each schema.
_KEPT_TYPES: Final = 64
_KEPT_PLANS: Final = 1024

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


class Again(NamedTuple):
    """A private field of an event that is the move's field again. All numbers are places in rows, so from 1.

    Attributes:
        event: The number of the event, from 1.
        mine: The field of the event.
        other: The field of the move.
        seats: Fields of event and move that name the seats, in pairs, 0 being the actor; ``None`` if the audiences
            are not alike.
    """

    event: int
    mine: int
    other: int
    seats: Pairs | None


class Plan(NamedTuple):
    """What is private in entries of one move and certain events, in order.

    Attributes:
        places: The private fields, in the order of the body, without those that are the move's again.
        faults: For each of them: what is wrong with a value that a commitment in it hides, or ``None``.
        again: The private fields that are the move's again.
    """

    places: tuple[Place, ...]
    faults: tuple[Callable[[Any], str | None], ...]
    again: tuple[Again, ...]

    def standing(self, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> list[Any]:
        """What stands in the private fields of an entry."""
        return [(events[m - 1] if m else move)[f + 1] for m, f in self.places]


@attrs.frozen
class FieldSchema:
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
        seat_fields: The numbers of the fields that audiences name.
        easy: Whether no field has an audience or parts.
    """

    __slots__ = (
        "_sound",
        "easy",
        "fields",
        "name",
        "opening_faults",
        "private",
        "seat_fields",
        "seats_of",
        "width",
    )

    def __init__(self, name: str, fields: Iterable[FieldSchema]) -> None:
        self.name = name
        self.fields: tuple[FieldSchema, ...] = tuple(fields)
        self.width = len(self.fields) + 1
        self.private = tuple(i for i, field in enumerate(self.fields) if field.audience is not None)
        #: For each private field: what is wrong with a value that a commitment in it hides, or ``None``.
        self.opening_faults: dict[int, Callable[[Any], str | None]] = {
            i: partial(self.fields[i].fault, room=ROOM_OPENING) for i in self.private
        }
        number = {field.name: i for i, field in enumerate(self.fields)}
        #: For each private field: the numbers of the fields that hold its seats; -1 is the actor.
        self.seats_of: dict[int, tuple[int, ...]] = {
            i: tuple(-1 if one == "actor" else number[one] for one in self.fields[i].audience or ())
            for i in self.private
        }
        self.seat_fields = tuple(sorted({i for named in self.seats_of.values() for i in named if i >= 0}))
        self.easy = not self.private and all(field.parts is None for field in self.fields)
        #: The types of rows that were found right, where types alone decide that.
        self._sound: set[tuple[type, ...]] = set()

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
                self._sound.add(types)
        for index in self.seat_fields:
            value = row[index + 1]
            if type(value) is int and 0 <= value < seats:
                continue
            for seat in value if type(value) is tuple else (value,):
                if not (type(seat) is int and 0 <= seat < seats) and value is not None:
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
    """

    __slots__ = ("_plans", "_private", "_shared", "events", "moves")

    def __init__(self, moves: Iterable[ClassSchema], events: Iterable[ClassSchema]) -> None:
        self.moves: tuple[ClassSchema, ...] = tuple(moves)
        self.events: tuple[ClassSchema, ...] = tuple(events)
        self._plans: dict[tuple[int, ...], Plan] = {}
        self._shared: dict[tuple[int, int], Pairs] = {}
        self._private: dict[int, tuple[int, Mapping[int, tuple[Pairs, int]]]] = {}

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

    # -- one entry ---------------------------------------------------------------------------------------------

    def shared(self, move: int, event: int) -> Pairs:
        """Which private fields of an event are private fields of the entry's move again.

        Args:
            move: The move's code.
            event: The event's code.

        Returns:
            Pairs of field numbers, the event's and the move's.
        """
        pairs = self._shared.get((move, event))
        if pairs is None:
            of_move = self.moves[move]
            of_event = self.events[event]
            names = {of_move.fields[i].name: i for i in of_move.private}
            pairs = tuple(
                (i, names[of_event.fields[i].name])
                for i in of_event.private
                if of_event.fields[i].name in names
            )
            self._shared[move, event] = pairs
        return pairs

    def private_with(self, move: int) -> tuple[int, Mapping[int, tuple[Pairs, int]]]:
        """What is private in entries with a move.

        Args:
            move: The move's code.

        Returns:
            How many fields of the move are private; and for each event that has private fields, by its code: which
            of them are the move's again (see :meth:`shared`), and how many are not.
        """
        found = self._private.get(move)
        if found is None:
            events = {
                code: (again, len(shape.private) - len(again))
                for code, shape in enumerate(self.events)
                if shape.private
                for again in [self.shared(move, code)]
            }
            found = self._private[move] = (len(self.moves[move].private), events)
        return found

    def plan(self, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> Plan:
        """What is private in an entry.

        Args:
            move: The move's row; its code is a number.
            events: The events' rows.
        """
        key = (move[0], *[event[0] for event in events])
        found = self._plans.get(key)
        if found is None:
            found = self._make_plan(*key)
            if len(self._plans) < _KEPT_PLANS and len(key) < _KEPT_TYPES:
                self._plans[key] = found
        return found

    def _make_plan(self, move: int, *events: int) -> Plan:
        of_move = self.moves[move]
        fields = [(Place(0, field), of_move) for field in of_move.private]
        again = []
        for number, code in enumerate(events, 1):
            shape = self.events[code]
            if shape.private:
                pairs = dict(self.shared(move, code))
                fields += [(Place(number, field), shape) for field in shape.private if field not in pairs]
                again += [
                    Again(
                        number,
                        mine + 1,
                        other + 1,
                        _seat_pairs(shape.seats_of[mine], of_move.seats_of[other]),
                    )
                    for mine, other in pairs.items()
                ]
        faults = tuple(shape.opening_faults[place.field] for place, shape in fields)
        return Plan(tuple(place for place, _ in fields), faults, tuple(again))

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
        for again in plan.again:
            reason = self._fault_again(again, actor, move, events[again.event - 1])
            if reason is not None:
                raise Misshapen(reason, 3, again.event - 1, again.mine)
        return plan

    def _fault_again(
        self, again: Again, actor: Actor, move: tuple[Any, ...], event: tuple[Any, ...]
    ) -> str | None:
        """What is wrong with an event's field that is the move's again, or ``None``."""
        _, mine, other, pairs = again
        if event[mine] is None:
            if pairs is not None:
                for i, j in pairs:
                    if (event[i] if i else actor) != (move[j] if j else actor):
                        break
                else:
                    return None
            # Named in another way, they may be the same seats all the same.
            seats = self.events[event[0]].audience(event, mine - 1, actor)
            if seats == self.moves[move[0]].audience(move, other - 1, actor):
                return None
            what = "but other seats may see it"
        else:
            what = "so null must stand here"
        shape = self.events[event[0]]
        return f"{shape.name}: {shape.fields[mine - 1].name!r} is the move's again, {what}"

    def private_places(self, move: Sequence[Any], events: Sequence[Sequence[Any]]) -> tuple[Place, ...]:
        """The private fields of an entry in the order of its body, without those that are the move's again.

        Args:
            move: The move's row; its code is a number.
            events: The events' rows.
        """
        return self.plan(move, events).places

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


def parse_schema(raw: Any) -> Schema:
    """As :meth:`Schema.parse`; those of many records of one ruleset are read once.

    Raises:
        Misshapen: It is no schema; says what is wrong and where.
    """
    try:
        key = pack(raw)
    except (ValueError, TypeError, OverflowError, EncodingRefused):
        key = b""  # it holds what no schema may hold, and reading it says where
    return _parse_bytes(key) if 0 < len(key) <= _KEPT else Schema.parse(raw)


#: How long a schema may be to be kept. That of a large game has 2 KB.
_KEPT: Final = 1 << 15


@lru_cache(maxsize=32)
def _parse_bytes(key: bytes) -> Schema:
    # Keyed by bytes, in which true is not 1.
    return Schema.parse(msgpack.unpackb(key, use_list=False))


def _no_code(what: str, code: Any) -> str:
    # Only a number is shown: anything else may be as long and as deep as a body allows.
    if type(code) is int:
        return f"there is no {what} with the code {code}"
    return f"the code of a {what} must be a whole number"


def _seat_pairs(mine: Sequence[int], other: Sequence[int]) -> Pairs | None:
    if len(mine) != len(other):
        return None
    return tuple((i + 1, j + 1) for i, j in zip(mine, other, strict=True))


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
