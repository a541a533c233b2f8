"""Moves, events and parts: what all their classes can do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from timecore.hidden import HIDDEN
from timecore.quoting import json_text

if TYPE_CHECKING:
    from timecore.messages._shapes import Shape  # which imports this module: a list may hold parts

__all__ = ["Event", "FieldSpec", "Message", "Move", "Part", "to_json"]

S = TypeVar("S")


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
            spec.name: to_json(getattr(self, spec.name)) for spec in self.specs
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
        return {spec.name: to_json(getattr(self, spec.name)) for spec in self.specs}


def to_json(value: Any) -> Any:
    """A value of a field in its JSON form: lists, objects for parts, bytes in hex, ``"?"`` for hidden."""
    if value is HIDDEN:
        return "?"
    if type(value) is bytes:
        return value.hex()
    if type(value) is tuple:
        return [to_json(item) for item in value]
    if isinstance(value, Part):
        return value.to_json()
    return value
