"""What two objects share, and what JSON may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any, Final

import attrs

from timecore.messages import Message

__all__ = ["not_plain", "shared_mutables"]

_ATOMS: Final = (
    int,
    float,
    complex,
    str,
    bytes,
    type(None),
    Enum,
    range,
    type,
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    ModuleType,
)


def shared_mutables(one: object, other: object) -> list[str]:
    """Paths of everything that can change and that both objects hold, such as ``.hands[0]``.

    Walks through containers and attributes. What cannot change (numbers, texts, messages, and
    tuples and frozen classes as far as they hold only such) may be shared.
    """
    ours = {id(found): path for path, found in _mutables(one, "", set())}
    return [path or "." for path, found in _mutables(other, "", set()) if id(found) in ours]


def _mutables(thing: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    if isinstance(thing, (*_ATOMS, Message)) or id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, tuple | frozenset):
        for index, item in enumerate(thing):
            yield from _mutables(item, f"{path}[{index}]", seen)
        if type(thing) in (tuple, frozenset):
            return
    elif isinstance(thing, MappingProxyType):
        for key, value in thing.items():
            yield from _mutables(value, f"{path}[{key!r}]", seen)
        return
    elif not _is_frozen(thing):
        yield path, thing
    if isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from _mutables(key, f"{path}<key {key!r}>", seen)
            yield from _mutables(value, f"{path}[{key!r}]", seen)
    elif isinstance(thing, list | set):
        for index, item in enumerate(thing):
            yield from _mutables(item, f"{path}[{index}]", seen)
    for name in _attributes(thing):
        yield from _mutables(getattr(thing, name, None), f"{path}.{name}", seen)


def _is_frozen(thing: Any) -> bool:
    """Whether it is of an attrs class that is frozen."""
    kind = type(thing)
    return attrs.has(kind) and kind.__setattr__ is not object.__setattr__ and _refuses(kind)


def _refuses(kind: type) -> bool:
    # attrs keeps no record of `frozen`; it gives such classes one and the same `__setattr__`.
    return getattr(kind.__setattr__, "__name__", "") == "_frozen_setattrs"


def _attributes(thing: Any) -> list[str]:
    names = list(getattr(thing, "__dict__", ()))
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return [name for name in names if name not in ("__dict__", "__weakref__")]


def not_plain(value: Any, path: str = "") -> str | None:
    """The first thing, with its path, that is not of JSON's exact types; ``None`` if all is plain.

    Floats are no values of this library, so they are not plain either.
    """
    if type(value) is dict:
        for key, item in value.items():
            if type(key) is not str:
                return f"{path or '.'} has the key {key!r}"
            found = not_plain(item, f"{path}.{key}")
            if found:
                return found
        return None
    if type(value) is list:
        return next((bad for i, item in enumerate(value) if (bad := not_plain(item, f"{path}[{i}]"))), None)
    if value is None or type(value) in (bool, int, str):
        return None
    return f"{path or '.'} is {value!r}"
