"""All moves and events of a ruleset as a record's header names them, and what is private in its entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any, Final, final

from timecore.codec import SCALARS, Misshapen
from timecore.errors import EncodingRefused
from timecore.schema._classes import CODE, ClassSchema, FieldSchema, in_range
from timecore.schema._limits import ROOM_EVENT, ROOM_MOVE
from timecore.schema._parsing import parse_messages
from timecore.schema._plan import Alike, Messages, Place, Plan, Private, Seats, as_it_is

if TYPE_CHECKING:
    from timecore.actors import Actor
    from timecore.messages import Message, Vocabulary
    from timecore.ruleset import Ruleset

__all__ = ["Schema", "parse_schema"]

#: How much is kept with a schema, which outlives the record: plans, and codes of each.
_KEPT_PLANS: Final = 512
_KEPT_CODES: Final = 64
_KEPT_KINDS: Final = 1 << 14

#: From how many events on an entry is looked at class by class; and from how many on those of a class together.
_MANY: Final = 32
_FEW: Final = 8


@final
class Schema:
    """The moves and events of one ruleset, as a record's header names them.

    Args:
        moves: The moves; a move's place in the list is its code.
        events: The events, likewise.

    Attributes:
        bodies: What the reader of records has found out about bodies, for each number of seats.
        kinds: What the reader of records has found out about kinds of entries.
        makers: For each vocabulary what makes its messages of rows, as the log has found out.
        room: How many values the entries may still have of which kinds are kept.
    """

    __slots__ = ("_agreed", "_plans", "_private", "bodies", "events", "kinds", "makers", "moves", "room")

    def __init__(self, moves: Iterable[ClassSchema], events: Iterable[ClassSchema]) -> None:
        self.moves: tuple[ClassSchema, ...] = tuple(moves)
        self.events: tuple[ClassSchema, ...] = tuple(events)
        self._plans: dict[tuple[int, ...], Plan] = {}
        self._private: dict[tuple[int, int | None], Private] = {}
        self._agreed: dict[Ruleset[Any], bool] = {}
        self.bodies: dict[int, Any] = {}
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
                both.append(parse_messages(rows, what))
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
            return Private(self.moves[move].private, (), (), as_it_is)
        if move < 0:
            return Private(self.events[event].private, (), (), as_it_is)
        of_move = self.moves[move]
        shape = self.events[event]
        numbers = of_move.private_numbers
        if numbers.keys().isdisjoint(shape.private_numbers):
            return Private(shape.private, (), (), as_it_is)
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
        codes = (move[0], *map(CODE, events))
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
        groups: Iterable[tuple[int, Private]] = Messages(of_move, events, own)
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


def _by_code(events: Sequence[Any], count: int) -> Mapping[int, Sequence[tuple[Any, ...]]] | None:
    """Events by their codes, of which there are so many; ``None`` if one of them is none."""
    if {*map(type, events)} != {tuple} or not all(events):
        return None
    codes = [*map(CODE, events)]
    if not in_range(codes, count):
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


def _no_code(what: str, code: Any) -> str:
    # Only a number is shown: anything else may be as long and as deep as a body allows.
    if type(code) is int:
        return f"there is no {what} with the code {code}"
    return f"the code of a {what} must be a whole number"


def _rows_of(vocabulary: Vocabulary[Any]) -> tuple[Any, ...]:
    def fields(cls: type[Message]) -> tuple[Any, ...]:
        return tuple((spec.name, spec.audience, spec.parts) for spec in cls.specs)

    return tuple((cls.__name__, fields(cls)) for cls in vocabulary.classes)
