"""The closed list of a ruleset's move or event classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from timecore.messages._building import interned_if
from timecore.messages._classes import Message
from timecore.quoting import json_text

__all__ = ["Vocabulary"]

M = TypeVar("M", bound=Message)


def _maker(cls: type[M], code: int) -> Callable[..., M]:
    """A function from the values of a row, code first, to a message."""
    count, nested = len(cls.specs), cls.nested

    def make(given: Any, *values: Any) -> M:
        if type(given) is not int or given != code:
            msg = f"there is no class with the code {json_text(given)}"
            raise ValueError(msg)
        return cls.from_row(values) if nested or len(values) != count else cls(*values)

    # One look-up for the whole row, instead of a call of the class that ends in one.
    return interned_if(cls.specs, make)


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
