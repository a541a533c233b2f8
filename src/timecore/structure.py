"""Foreign data into attrs classes, with exact types.

cattrs does it, told to convert nothing: JSON's ``true`` is no number, ``"3"`` no number and ``3`` no text. Keys
that a class does not know are passed over, for whoever needs them refused says so before. Imported only where
foreign data is read, since cattrs costs more to import than a replay takes.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from cattrs import BaseValidationError, Converter, transform_error
from cattrs.cols import list_structure_factory, mapping_structure_factory

from timecore.messages import Message

__all__ = ["StructureError", "structure"]

T = TypeVar("T")


class StructureError(ValueError):
    """What was given does not fit the class; the message names each field."""


_WORDS: Mapping[type[Any], str] = {
    int: "a whole number",
    str: "a text",
    bool: "a boolean",
    dict: "an object",
    list: "a list",
}


def _exact(kind: type[Any]) -> Any:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            msg = f"must be {_WORDS[kind]}"
            raise ValueError(msg)
        return value

    return check


def _is_a(kind: type[Any]) -> Any:
    def is_a(cls: Any) -> bool:
        origin: Any = typing.get_origin(cls)
        return origin is kind

    return is_a


def _checked(kind: type[Any], factory: Any) -> Any:
    """Containers of the exact type; their items are structured as cattrs does."""
    exact = _exact(kind)

    def make(cls: Any, converter: Converter) -> Any:
        inner = factory(cls, converter)
        return lambda value, _: inner(exact(value, cls), cls)

    return make


def _converter() -> Converter:
    converter = Converter()
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exact(kind))
    converter.register_structure_hook_factory(_is_a(list), _checked(list, list_structure_factory))
    converter.register_structure_hook_factory(_is_a(dict), _checked(dict, mapping_structure_factory))
    # Messages bring a strict decoder of their own.
    converter.register_structure_hook_func(
        lambda cls: isinstance(cls, type) and issubclass(cls, Message),
        lambda value, cls: cls.from_json(value),
    )
    return converter


_CONVERTER = _converter()


def structure(value: Any, cls: type[T]) -> T:
    """An instance of an attrs class from JSON values.

    Raises:
        StructureError: A field is missing or has a value of a wrong type; says which.
    """
    try:
        return _CONVERTER.structure(value, cls)
    except BaseValidationError as error:
        faults = transform_error(error, path="", format_exception=_fault)
        raise StructureError("; ".join(map(_sentence, faults))) from None
    except (TypeError, ValueError, AttributeError) as error:
        raise StructureError(str(error)) from None


def _fault(error: BaseException, kind: type | None) -> str:  # noqa: ARG001 - the signature that cattrs calls
    if isinstance(error, KeyError):
        return "is missing"
    return str(error) or "is of a wrong type"


def _sentence(fault: str) -> str:
    """``what @ where``, as cattrs puts it, the other way round."""
    what, _, where = fault.rpartition(" @ ")
    return f"{where.lstrip('.') or 'it'} {what}"
