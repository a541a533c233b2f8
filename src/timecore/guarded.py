"""Rules on a state that is only partly known: they may be asked as long as they do not look at what is hidden.

A view is made to be looked at, and rules find ``HIDDEN`` there and make the best of it. Who goes on with a game needs
to know instead that nothing of what they decide rests on what is hidden. So each hidden value is replaced by one
that refuses everything: to be compared, counted, put into a text or into an event.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, NamedTuple, NoReturn

import attrs

from timecore.errors import HiddenValue
from timecore.hidden import HIDDEN

__all__ = ["Guarded", "guarded", "refuse"]


def refuse(
    what: str = "the rules need what this copy of the record hides", entry: int | None = None
) -> NoReturn:
    """Say that this is as far as it goes.

    Raises:
        HiddenValue: Always.
    """
    raise HiddenValue(what, entry=entry, hint="The host's own file shows it.")


class _Unknown:
    """Stands where something is hidden. Its length in a list is known, and its place; nothing else is."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        refuse()

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __int__ = __index__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __floordiv__ = __neg__ = _refuse
    __and__ = __or__ = __xor__ = __getattr__ = __call__ = _refuse
    __hash__ = __repr__ = __str__ = __format__ = _refuse
    __class__ = property(_refuse)  # to ask for its type is to look at it, too

    def __copy__(self) -> _Unknown:
        return self

    def __deepcopy__(self, memo: object) -> _Unknown:
        return self


_UNKNOWN: Final = _Unknown()

#: What holds nothing else.
_LEAVES: Final = frozenset((int, str, bool, bytes, float, type(None)))


class Guarded(NamedTuple):
    """A state that rules may be asked of.

    Attributes:
        state: The state, a copy of its own; what is hidden in it refuses to be looked at.
        hides: Whether there is any such thing.
    """

    state: Any
    hides: bool


def guarded(state: Any) -> Guarded:
    """A state whose hidden values raise :class:`~timecore.errors.HiddenValue` as soon as anybody looks at them.

    Args:
        state: A state, which stays as it is.

    Raises:
        HiddenValue: It hides something in a place that cannot be guarded: a key, a set, an object of a foreign kind.
    """
    walk = _Walk()
    made = walk.copy(state.copy())
    hides = walk.found or (walk.foreign and _shows_hidden(state.to_json()))
    if hides and (walk.foreign or walk.lost):
        refuse()
    return Guarded(made, hides)


def _shows_hidden(value: Any) -> bool:
    """Whether something in a JSON form may be hidden; a text that is no more than a question mark counts."""
    if isinstance(value, Mapping):
        return any(map(_shows_hidden, value.values())) or "?" in value
    if isinstance(value, list | tuple):
        return any(map(_shows_hidden, value))
    return bool(value == "?")


class _Walk:
    """One walk through a state.

    Attributes:
        found: Whether something is hidden.
        lost: Whether something is hidden where it cannot be replaced.
        foreign: Whether there was an object that nobody can look into.
    """

    def __init__(self) -> None:
        self.found = False
        self.lost = False
        self.foreign = False

    def copy(self, value: Any) -> Any:
        """A value with what is hidden in it replaced."""
        if value is HIDDEN:
            self.found = True
            return _UNKNOWN
        kind = type(value)
        if kind in _LEAVES or isinstance(value, Enum | type):
            return value
        if isinstance(value, tuple):
            parts = [self.copy(one) for one in value]
            return tuple(parts) if kind is tuple else kind(*parts)  # a named one
        if kind is list:
            return [self.copy(one) for one in value]
        if isinstance(value, dict):
            self.keys(value)
            made = copy.copy(value)
            for key, one in value.items():
                made[key] = self.copy(one)
            return made
        if isinstance(value, set | frozenset):
            self.keys(value)
            return value
        names = _field_names(kind)
        if names is None:
            self.foreign = True
            return value
        return self.fields(value, names)

    def keys(self, values: Any) -> None:
        """Keys are looked at whenever one of them is looked for."""
        if HIDDEN in values:
            self.found = self.lost = True

    def fields(self, value: Any, names: tuple[str, ...]) -> Any:
        """An object with what is hidden in its fields replaced."""
        changed = {}
        for name in names:
            old = getattr(value, name)
            new = self.copy(old)
            if new is not old:
                changed[name] = new
        if not changed:
            return value
        made = copy.copy(value)
        for name, new in changed.items():
            object.__setattr__(made, name, new)  # frozen ones, too
        return made


def _field_names(kind: Any) -> tuple[str, ...] | None:
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return None
