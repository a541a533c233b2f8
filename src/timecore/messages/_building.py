"""Building messages: constructors that check exact types, and keep what they have built."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NoReturn, TypeVar

import attrs

from timecore.messages._classes import FieldSpec, Message
from timecore.quoting import json_text

__all__ = ["INTERNED", "constructor", "interned_if"]

M = TypeVar("M", bound=Message)

#: How many values of one class are kept. Time Chase's largest vocabulary in a game is below 400.
INTERNED: Final = 4096


def constructor(cls: Any, specs: Sequence[FieldSpec], defaults: Sequence[Any]) -> Any:
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

    return staticmethod(interned_if(specs, new))


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


def interned_if(specs: Sequence[FieldSpec], build: Callable[..., M]) -> Callable[..., M]:
    """A function that keeps what it built, where equal arguments of equal types mean equal messages.

    Args:
        specs: The fields.
        build: Makes a message, and refuses values of wrong types. The fields' values stand behind its first argument,
            which is the class, or the code of one.
    """
    lists = [(index, spec.shape.items) for index, spec in enumerate(specs, 1) if not spec.shape.by_value]
    if not lists:
        return _interned(build)
    if any(items is None for _, items in lists):
        return build
    kept = _interned(build)
    count = len(specs) + 1

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
        has_long = _is_long((*values, *named.values()) if named else values)
        return made

    # typed: 1 and True are equal as keys, and must not be taken for each other.
    kept = lru_cache(maxsize=INTERNED, typed=True)(build_anew)
    return kept


def _is_long(values: tuple[Any, ...]) -> bool:
    """Whether some values take much more memory than those of a game do."""
    if len(values) > 64:
        return True
    for value in values:
        kind = type(value)
        if kind is tuple:
            if _is_long(value):
                return True
        elif (kind is str or kind is bytes) and len(value) > 256:
            return True
    return False
