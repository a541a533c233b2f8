"""What a field may hold, read from its annotation."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from timecore.hidden import HIDDEN, HiddenType
from timecore.messages._classes import Part, to_json
from timecore.quoting import json_text

__all__ = ["Shape"]


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
        return to_json(value)

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
