"""Declaring a message: its fields, and what the decorator makes of its class."""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar, dataclass_transform

import attrs

from timecore.hidden import HIDDEN
from timecore.messages._building import constructor
from timecore.messages._classes import FieldSpec, Message
from timecore.messages._shapes import Shape

__all__ = ["field", "message"]

M = TypeVar("M", bound=Message)

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
    made.__new__ = constructor(made, specs, tuple(a.default for a in attributes))
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
