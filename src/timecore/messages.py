"""Moves and events: frozen classes of exact simple types, with an audience on each field.

A ruleset writes them like this::

    @message
    class CardDealt(Event[State]):
        seat: Seat
        card: str | Hidden = field(audience=("seat",))

        def apply(self, state: State) -> None: ...

What a field may hold: ``int``, ``str``, ``bool``, ``bytes``, ``None``, a ``Literal`` of texts or numbers,
tuples of these, and tuples of :class:`Part` classes. Types are checked exactly when a value is built: ``True``
is not a number and ``1`` is not a boolean. The class name is the ``type`` in JSON and the name in the record's
schema, so both class and field names are for ever.

Messages are immutable and compare by value. Most are *interned*: the same arguments give the same object, from a
bounded cache, which is several times faster than building one. Those that hold parts, or lists of numbers in lists, are
not.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    NoReturn,
    Self,
    TypeVar,
    dataclass_transform,
)

import attrs

from timecore.hidden import HIDDEN, HiddenType

__all__ = [
    "Event",
    "FieldSpec",
    "Message",
    "Move",
    "Part",
    "Shape",
    "Vocabulary",
    "field",
    "message",
]

S = TypeVar("S")
M = TypeVar("M", bound="Message")

#: How many values of one class are kept. Time Chase's largest vocabulary in a game is below 400.
INTERNED: Final = 4096

_AUDIENCE: Final = "timecore.audience"
_PUBLIC_IF: Final = "timecore.public_if"


def field(
    *,
    default: Any = attrs.NOTHING,
    audience: Sequence[str] | None = None,
    public_if: Callable[[Any], bool] | None = None,
) -> Any:
    """Declare a field of a move, an event or a part.

    Args:
        default: The value it has when none is given.
        audience: ``None``: everybody sees it. Otherwise the names of public fields of the same message that
            hold a seat, a list of seats or ``None``, or the word ``actor``: only these seats see it. An empty
            audience is nobody, neither a seat nor an onlooker.
        public_if: For a field with an audience: whether this value is public all the same (a black card drawn).

    Returns:
        The declaration; what it stands for is the annotation's type.
    """
    metadata = {
        _AUDIENCE: None if audience is None else tuple(audience),
        _PUBLIC_IF: public_if,
    }
    return attrs.field(default=default, metadata=metadata)


# -- what a field may hold -------------------------------------------------------------------------------------


class Shape:
    """What one field may hold, read from its annotation: checks, converts and describes values.

    Attributes:
        kind: A type of which it may hold every value, if there is one: for most values no other check is needed.
        part: The :class:`Part` class, if it is a list of parts, else ``None``.
        hides: Whether it may hold ``HIDDEN``. A text ``"?"`` is then refused: JSON could not tell the two apart.
        by_value: Whether equal values are always the same value: ``1 == True`` is not, so a list of numbers
            must be checked every time it is built.
        items: The types of what stands in the list, if that is all that must be checked then; else ``None``.
    """

    __slots__ = ("accepts", "by_value", "hides", "items", "kind", "options", "part")

    def __init__(self, annotation: Any) -> None:
        self.options: tuple[Any, ...] = tuple(_flatten(annotation))
        self.part: type[Part] | None = None
        self.hides = any(typing.get_args(option) == (HIDDEN,) for option in self.options)
        self.by_value = True
        self.items: frozenset[type] | None = None
        simple = [_SIMPLE[option][0] for option in self.options if option in _SIMPLE]
        self.kind: type | None = next((kind for kind in simple if kind is not str or not self.hides), None)
        checks = [self._check(option) for option in self.options]
        self.accepts: Callable[[Any], bool] = checks[0] if len(checks) == 1 else _any_of(checks)

    def _check(self, option: Any) -> Callable[[Any], bool]:
        simple = _SIMPLE.get(option)
        if simple is not None:
            kind = simple[0]
            if kind is str and self.hides:
                return lambda value: type(value) is str and value != "?"
            return lambda value: type(value) is kind
        origin = typing.get_origin(option)
        arguments = typing.get_args(option)
        if origin is Literal:
            if arguments == (HiddenType.HIDDEN,):
                return lambda value: value is HIDDEN
            allowed = {(type(value), value) for value in arguments}
            return lambda value: (type(value), value) in allowed
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            item = arguments[0]
            if isinstance(item, type) and issubclass(item, Part):
                self.part = item
                self.by_value = False
                return lambda value: type(value) is tuple and all(type(x) is item for x in value)
            inner = Shape(item)
            self.by_value = self.by_value and inner.by_value and not _holds_numbers(inner)
            if all(option in _SIMPLE for option in inner.options):
                kinds = frozenset(_SIMPLE[option][0] for option in inner.options)
                # Where a list may hold both 1 and True, its types do not tell which of them was meant.
                lists = [option for option in self.options if typing.get_origin(option) is tuple]
                if len(lists) == 1 and not {int, bool} <= kinds:
                    self.items = kinds
                return lambda value: type(value) is tuple and kinds.issuperset(map(type, value))
            return lambda value: type(value) is tuple and all(map(inner.accepts, value))
        if origin is tuple:
            inners = tuple(Shape(item) for item in arguments)
            self.by_value = self.by_value and all(s.by_value and not _holds_numbers(s) for s in inners)

            def check(value: Any) -> bool:
                return (
                    type(value) is tuple
                    and len(value) == len(inners)
                    and all(s.accepts(x) for s, x in zip(inners, value, strict=True))
                )

            return check
        msg = f"a message cannot hold {option!r}"
        raise TypeError(msg)

    @property
    def text(self) -> str:
        """The type in words, as ``timecore rulesets NAME`` shows it."""
        return " or ".join(filter(None, map(_words, self.options)))

    def from_raw(self, value: Any) -> Any:
        """Parts from the tuples of a record; everything else as it is.

        Raises:
            ValueError: A part has the wrong length, or a field of it a wrong type.
        """
        if self.part is not None and type(value) is tuple:
            part = self.part
            # Behind a schema without these parts stands who knows what; the class refuses it.
            return tuple(part.from_row(row) if type(row) is tuple else row for row in value)
        return value

    def to_raw(self, value: Any) -> Any:
        """The opposite of :meth:`from_raw`."""
        if self.part is not None and type(value) is tuple:
            return tuple(part.row() for part in value)
        return value

    def to_json(self, value: Any) -> Any:
        """A value in its JSON form: lists, objects for parts, bytes in hex, ``"?"`` for hidden."""
        return _to_json(value)

    def from_json(self, value: Any) -> Any:
        """A value from its JSON form, of exact types.

        Raises:
            ValueError: The value is not of this shape.
        """
        if self.hides and type(value) is str and value == "?":
            return HIDDEN
        for option in self.options:
            found, result = _from_json(option, value)
            if found:
                return result
        msg = f"must be {self.text}, not {json_text(value)}"
        raise ValueError(msg)


_SIMPLE: Final[Mapping[Any, tuple[type, str]]] = {
    int: (int, "integer"),
    str: (str, "text"),
    bool: (bool, "boolean"),
    bytes: (bytes, "bytes in hex"),
    type(None): (type(None), "null"),
}


def _words(option: Any) -> str:
    """A type in words; what may be hidden needs none."""
    if option in _SIMPLE:
        return _SIMPLE[option][1]
    arguments = typing.get_args(option)
    if typing.get_origin(option) is Literal:
        return "" if arguments == (HIDDEN,) else " or ".join(map(json_text, arguments))
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = arguments[0]
        named = isinstance(item, type) and issubclass(item, Part)
        return f"list of {item.__name__ if named else Shape(item).text}"
    return f"[{', '.join(Shape(item).text for item in arguments)}]"


def _flatten(annotation: Any) -> Iterable[Any]:
    if annotation is None:
        return (type(None),)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return (one for option in typing.get_args(annotation) for one in _flatten(option))
    return (annotation,)


def _any_of(checks: Sequence[Callable[[Any], bool]]) -> Callable[[Any], bool]:
    return lambda value: any(check(value) for check in checks)


def _holds_numbers(shape: Shape) -> bool:
    return any(
        option in (int, bool)
        or (typing.get_origin(option) is Literal and not isinstance(typing.get_args(option)[0], str))
        for option in shape.options
    )


def json_text(value: Any) -> str:
    """A value as a sentence shows it: as JSON, and not too long."""
    if type(value) is str and value.isidentifier() and len(value) <= 50:
        return f'"{value}"'
    if value is None or type(value) is bool:
        return _CONSTANTS[value]
    if type(value) is int and -(10**9) < value < 10**9:
        return str(value)
    import json  # only for what is rare in a sentence  # noqa: PLC0415

    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "…"


#: What JSON has other words for.
_CONSTANTS: Final = {None: "null", True: "true", False: "false"}


def _to_json(value: Any) -> Any:
    if value is HIDDEN:
        return "?"
    if type(value) is bytes:
        return value.hex()
    if type(value) is tuple:
        return [_to_json(item) for item in value]
    if isinstance(value, Part):
        return value.to_json()
    return value


def _from_json(option: Any, value: Any) -> tuple[bool, Any]:
    """Whether ``value`` is the JSON form of ``option``, and what it is then."""
    kind = type(value)
    if option is bytes:
        if kind is str and len(value) % 2 == 0 and all(c in "0123456789abcdef" for c in value):
            return True, bytes.fromhex(value)
        return False, None
    if option in _SIMPLE:
        return kind is option, value
    origin = typing.get_origin(option)
    arguments = typing.get_args(option)
    if origin is Literal:
        return any(kind is type(a) and value == a for a in arguments), value
    if kind is not list and kind is not tuple:
        return False, None
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = arguments[0]
        if isinstance(item, type) and issubclass(item, Part):
            return True, tuple(item.from_json(one) for one in value)
        pairs = [(item, one) for one in value]
    elif len(arguments) == len(value):
        pairs = list(zip(arguments, value, strict=True))
    else:
        return False, None
    results = []
    for item, one in pairs:
        for inner in _flatten(item):
            found, result = _from_json(inner, one)
            if found:
                results.append(result)
                break
        else:
            return False, None
    return True, tuple(results)


# -- the classes -----------------------------------------------------------------------------------------------


class FieldSpec(NamedTuple):
    """One field of a message class, as the schema of a record names it.

    Attributes:
        name: Its name, for ever.
        shape: What it may hold.
        audience: ``None`` for everybody, else names of seat fields or ``actor``.
        public_if: Whether a value is public although the field has an audience, or ``None``.
    """

    name: str
    shape: Shape
    audience: tuple[str, ...] | None
    public_if: Callable[[Any], bool] | None

    @property
    def parts(self) -> tuple[str, ...] | None:
        """The names of the parts, if the field is a list of small objects."""
        return None if self.shape.part is None else tuple(s.name for s in self.shape.part.specs)


class Message:
    """What moves, events and parts have in common. Made with the decorator :func:`message`."""

    __slots__ = ()

    specs: ClassVar[tuple[FieldSpec, ...]] = ()
    private: ClassVar[tuple[int, ...]] = ()
    sometimes_public: ClassVar[bool] = False  # whether a private field is public for some values
    nested: ClassVar[bool] = False  # whether a field is a list of parts
    row: Callable[[], tuple[Any, ...]]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Message) or type(other) is not type(self):
            return NotImplemented
        return self.row() == other.row()

    def __hash__(self) -> int:
        return hash((type(self), self.row()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{spec.name}={getattr(self, spec.name)!r}" for spec in self.specs)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, spec.name) for spec in self.specs)

    def __copy__(self) -> Self:
        return self  # immutable, so it is its own copy

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> Self:
        """Build one from the values of a record, in the order of the fields.

        Raises:
            ValueError: A value too many or too few, or one of a wrong type; says which.
        """
        specs = cls.specs
        if len(row) != len(specs):
            msg = f"{cls.__name__} has {len(specs)} fields, not {len(row)}"
            raise ValueError(msg)
        if not cls.nested:
            return cls(*row)
        return cls(*[spec.shape.from_raw(value) for spec, value in zip(specs, row, strict=True)])

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Build one from its JSON object. A key ``type`` is ignored, but in a part, which has none.

        Raises:
            ValueError: A field is missing, superfluous or of a wrong type; says which.
        """
        if not isinstance(value, Mapping):
            msg = f"{cls.__name__} must be an object, not {json_text(value)}"
            raise ValueError(msg)  # noqa: TRY004 - one error for all that is wrong with a value
        names = {spec.name for spec in cls.specs}
        for key in value:
            if key not in names and (key != "type" or issubclass(cls, Part)):
                msg = f"{cls.__name__} has no field {json_text(key)}"
                raise ValueError(msg)
        values = []
        for spec in cls.specs:
            if spec.name not in value:
                msg = f"{cls.__name__} lacks the field {json_text(spec.name)}"
                raise ValueError(msg)
            try:
                values.append(spec.shape.from_json(value[spec.name]))
            except ValueError as error:
                msg = f"{spec.name} of {cls.__name__} {error}"
                raise ValueError(msg) from None
        return cls(*values)

    def to_json(self) -> dict[str, Any]:
        """The JSON object, ``type`` first and then the fields in order."""
        return {"type": type(self).__name__} | {
            spec.name: _to_json(getattr(self, spec.name)) for spec in self.specs
        }

    def audience(self, index: int, actor: int) -> frozenset[int] | None:
        """Who may see one field of this message.

        Args:
            index: The number of the field, from 0.
            actor: Who made the move that this message is or belongs to.

        Returns:
            The seats, or ``None`` for everybody.
        """
        spec = self.specs[index]
        if spec.audience is None or (
            spec.public_if is not None
            and (value := getattr(self, spec.name)) is not HIDDEN
            and spec.public_if(value)
        ):
            return None
        seats: set[int] = set()
        for name in spec.audience:
            seat = actor if name == "actor" else getattr(self, name)
            if type(seat) is tuple:
                seats.update(seat)
            elif seat is not None:
                seats.add(seat)
        return frozenset(seat for seat in seats if seat >= 0)

    def hide(self, fields: Collection[int]) -> Self:
        """A copy with ``HIDDEN`` in place of some fields.

        Args:
            fields: The numbers of these fields, from 0.
        """
        if not fields:
            return self
        return type(self)(
            *(HIDDEN if i in fields else getattr(self, spec.name) for i, spec in enumerate(self.specs))
        )


class Move(Message):
    """What an actor asks for, imperative: ``PlayCard``.

    Attributes:
        of_table: Whether it is one of the table's own moves (:mod:`timecore.table`), which no ruleset sees.
    """

    __slots__ = ()

    of_table: ClassVar[bool] = False


class Event(Message, Generic[S]):
    """What happened, past tense: ``CardPlayed``."""

    __slots__ = ()

    def apply(self, state: S) -> None:
        """Carry the fact into the state, in place. Knows no rules, and accepts ``HIDDEN`` in private fields.

        Raises:
            ValueError: The fact contradicts the state (a card that is not in the hand).
        """
        msg = f"{type(self).__name__} does not say what it does to a state"
        raise TypeError(msg)


class Part(Message):
    """A small object inside a list field, such as ``SeatCard(seat, card)``. In JSON it has no ``type``."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The JSON object: the fields in order."""
        return {spec.name: _to_json(getattr(self, spec.name)) for spec in self.specs}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def message(cls: type[M]) -> type[M]:
    """Make a class of annotated fields a move, an event or a part: frozen, slotted, checked and interned.

    Raises:
        TypeError: A field is called ``type`` or ``actor``, holds what no message can hold, or names an
            audience that is no public field of the class.
    """
    # Without what the class above them all does for every message: attrs would write and compile it for each.
    made: Any = attrs.define(
        cls,
        frozen=True,
        slots=True,
        init=False,
        eq=False,
        repr=False,
        getstate_setstate=False,
        weakref_slot=False,
    )
    attributes = attrs.fields(made)
    hints = {a.name: a.type for a in attributes}
    if any(isinstance(hint, str) for hint in hints.values()):
        hints = typing.get_type_hints(cls)
    specs = tuple(
        FieldSpec(
            name=a.name,
            shape=_shape(made, a.name, hints[a.name]),
            audience=a.metadata.get(_AUDIENCE),
            public_if=a.metadata.get(_PUBLIC_IF),
        )
        for a in attributes
    )
    _check_declaration(made, specs)
    made.specs = specs
    made.private = tuple(index for index, spec in enumerate(specs) if spec.audience is not None)
    made.sometimes_public = any(spec.public_if is not None for spec in specs)
    made.__new__ = _constructor(made, specs, tuple(a.default for a in attributes))
    made.nested = any(spec.shape.part is not None for spec in specs)
    made.row = _row(specs)
    return made  # type: ignore[no-any-return]


def _shape(cls: type, name: str, annotation: Any) -> Shape:
    try:
        return _shape_of_class(annotation) if isinstance(annotation, type) else Shape(annotation)
    except TypeError as error:
        msg = f"{cls.__name__}.{name}: {error}; a list is written tuple[X, ...]"
        raise TypeError(msg) from None


#: Most fields hold a number or a text. What is no class is not found by value: ``int | None`` equals ``None | int``.
_shape_of_class: Final = lru_cache(maxsize=16)(Shape)


def _check_declaration(cls: type, specs: Sequence[FieldSpec]) -> None:
    public = {spec.name for spec in specs if spec.audience is None}
    for spec in specs:
        if spec.name in ("type", "actor"):
            msg = f"{cls.__name__}: no field may be called {spec.name!r}"
            raise TypeError(msg)
        if spec.audience is not None and not spec.shape.accepts(HIDDEN):
            msg = f"{cls.__name__}.{spec.name} has an audience, so its type must allow Hidden: X | Hidden"
            raise TypeError(msg)
        for name in spec.audience or ():
            if name != "actor" and name not in public:
                msg = f"{cls.__name__}.{spec.name}: its audience names {name!r}, which is no public field of the class"
                raise TypeError(msg)


def _constructor(cls: Any, specs: Sequence[FieldSpec], defaults: Sequence[Any]) -> Any:
    """``__new__``: checks exact types, and keeps what it built where equal arguments mean equal values."""
    blank, count = object.__new__, len(specs)
    # Values are put past the frozen class's own __setattr__.
    fields = tuple((spec.shape.kind, spec.shape.accepts, getattr(cls, spec.name).__set__) for spec in specs)
    written_out: Callable[..., Any] | None = None

    def new(cls: Any, /, *values: Any, **named: Any) -> Any:
        if named or len(values) != count:
            nonlocal written_out
            written_out = written_out or _written_out(specs, defaults, refuse, [put for _, _, put in fields])
            return written_out(cls, *values, **named)
        made = blank(cls)
        for field, value in zip(fields, values, strict=True):
            kind, accepts, put = field
            if type(value) is not kind and not accepts(value):
                refuse(fields.index(field), value)
            put(made, value)
        return made

    def refuse(index: int, value: Any) -> NoReturn:
        spec = specs[index]
        msg = f"{spec.name} of {cls.__name__} must be {spec.shape.text}, not {json_text(value)}"
        raise ValueError(msg)

    return staticmethod(_interned_if(specs, new, 1))


def _written_out(
    specs: Sequence[FieldSpec],
    defaults: Sequence[Any],
    refuse: Callable[[int, Any], NoReturn],
    puts: Sequence[Any],
) -> Callable[..., Any]:
    """A ``__new__`` with the fields as its parameters, so that Python itself checks calls by name."""
    scope: dict[str, Any] = {"blank": object.__new__, "refuse": refuse}
    for index, (spec, put) in enumerate(zip(specs, puts, strict=True)):
        scope[f"kind{index}"] = spec.shape.kind
        scope[f"accepts{index}"] = spec.shape.accepts
        scope[f"put{index}"] = put
    code = _constructor_code(len(specs))
    # The fields' names are put in; those with a blank can be no field's.
    code = code.replace(co_varnames=("cls ", *[spec.name for spec in specs], "made "))
    given = tuple(default for default in defaults if default is not attrs.NOTHING)
    return types.FunctionType(code, scope, "__new__", given)


@cache
def _constructor_code(fields: int) -> types.CodeType:
    """The code of a ``__new__`` for so many fields, compiled once for all classes that have so many."""
    numbers = range(fields)
    lines = [
        f"def __new__({', '.join(['cls', *[f'value{n}' for n in numbers]])}):",
        *[f"    type(value{n}) is kind{n} or accepts{n}(value{n}) or refuse({n}, value{n})" for n in numbers],
        "    made = blank(cls)",
        *[f"    put{n}(made, value{n})" for n in numbers],
        "    return made",
    ]
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)  # noqa: S102 - all of it stands above
    new: types.FunctionType = scope["__new__"]
    return new.__code__


def _interned_if(specs: Sequence[FieldSpec], build: Callable[..., M], first: int) -> Callable[..., M]:
    """A function that keeps what it built, where equal arguments of equal types mean equal messages.

    Args:
        specs: The fields.
        build: Makes a message, and refuses values of wrong types.
        first: Where among its arguments the value of the first field stands.
    """
    lists = [(index, spec.shape.items) for index, spec in enumerate(specs, first) if not spec.shape.by_value]
    if not lists:
        return _interned(build)
    if any(items is None for _, items in lists):
        return build
    kept = _interned(build)
    count = len(specs) + first

    def of_lists(*values: Any, **named: Any) -> M:
        if named or len(values) != count:
            return build(*values, **named)
        made = kept(*values)
        # What was kept may be equal to what was asked for, and yet not the same: what it was built of was checked.
        for index, items in lists:
            value = values[index]
            if type(value) is tuple and not items.issuperset(map(type, value)):  # type: ignore[union-attr]
                return build(*values)
        return made

    return of_lists


def _interned(build: Callable[..., M]) -> Callable[..., M]:
    """A function that keeps what it built, but hardly anything long: foreign records must not fill the memory."""
    has_long = False

    def build_anew(*values: Any, **named: Any) -> M:
        nonlocal has_long
        if has_long:
            kept.cache_clear()
        made = build(*values, **named)
        has_long = is_long((*values, *named.values()) if named else values)
        return made

    # typed: 1 and True are equal as keys, and must not be taken for each other.
    kept = lru_cache(maxsize=INTERNED, typed=True)(build_anew)
    return kept


def is_long(values: tuple[Any, ...]) -> bool:
    """Whether some values take much more memory than those of a game do."""
    if len(values) > 64:
        return True
    for value in values:
        kind = type(value)
        if kind is tuple:
            if is_long(value):
                return True
        elif (kind is str or kind is bytes) and len(value) > 256:
            return True
    return False


def _row(specs: Sequence[FieldSpec]) -> Any:
    """A method that gives the values of all fields, parts as tuples, as a record holds them."""
    names = tuple(spec.name for spec in specs)
    converted = any(spec.shape.part is not None for spec in specs)
    if converted:
        return lambda self: tuple(spec.shape.to_raw(getattr(self, spec.name)) for spec in specs)
    if len(names) > 1:
        get = attrgetter(*names)
        return lambda self: get(self)  # noqa: PLW0108 - an attrgetter is no method
    if names:
        only = attrgetter(names[0])
        return lambda self: (only(self),)
    return lambda self: ()  # noqa: ARG005 - a message without fields


def _maker(cls: type[M], code: int) -> Callable[..., M]:
    """A function from the values of a row, code first, to a message."""
    count, nested = len(cls.specs), cls.nested

    def make(given: Any, *values: Any) -> M:
        if type(given) is not int or given != code:
            msg = f"there is no class with the code {json_text(given)}"
            raise ValueError(msg)
        return cls.from_row(values) if nested or len(values) != count else cls(*values)

    # One look-up for the whole row, instead of a call of the class that ends in one.
    return _interned_if(cls.specs, make, 1)


class Vocabulary(Generic[M]):
    """The move classes, or the event classes, of one ruleset: a closed list whose order is that of the schema.

    Args:
        classes: The classes; a class's place in the list is its code in the record.

    Attributes:
        by_name: The classes by name.
        codes: The code of each.
        makers: For each code what makes a message: called with the values of a row, code first. Raises what
            :meth:`from_row` raises.

    Raises:
        TypeError: Two classes have the same name.
    """

    __slots__ = ("by_name", "classes", "codes", "makers")

    def __init__(self, classes: Iterable[type[M]]) -> None:
        self.classes: tuple[type[M], ...] = tuple(classes)
        self.makers: tuple[Callable[..., M], ...] = tuple(
            _maker(cls, code) for code, cls in enumerate(self.classes)
        )
        self.by_name: dict[str, type[M]] = {cls.__name__: cls for cls in self.classes}
        self.codes: dict[type[M], int] = {cls: code for code, cls in enumerate(self.classes)}
        if len(self.by_name) != len(self.classes):
            msg = "two message classes have the same name"
            raise TypeError(msg)

    def from_row(self, row: Sequence[Any]) -> M:
        """Build a message from ``(code, field, …)`` as a record holds it.

        Raises:
            ValueError: No class has this code, or a field is wrong.
        """
        code = row[0]
        if type(code) is not int or not 0 <= code < len(self.classes):
            msg = f"there is no class with the code {json_text(code)}"
            raise ValueError(msg)
        return self.makers[code](*row)

    def to_row(self, one: M) -> tuple[Any, ...]:
        """``(code, field, …)`` of a message, as a record holds it."""
        return (self.codes[type(one)], *one.row())

    def from_json(self, value: Any) -> M:
        """Build a message from its JSON object, ``{"type": NAME, field: value, …}``.

        Raises:
            ValueError: No such type, or a field that is missing, superfluous or of a wrong type.
        """
        if not isinstance(value, Mapping):
            msg = f"must be an object with a type, not {json_text(value)}"
            raise ValueError(msg)  # noqa: TRY004 - one error for all that is wrong with a value
        name = value.get("type")
        cls = self.by_name.get(name) if isinstance(name, str) else None
        if cls is None:
            msg = f"there is no type {json_text(name)}" if "type" in value else "the type is missing"
            raise ValueError(msg)
        return cls.from_json(value)
