"""The table's own moves, the same in every game (``docs/format.md``, section 6).

They belong to the log and not to the ruleset, which never sees them: a retraction, a note, a branch, nonces, a seal.
In a record they stand under their name instead of a code, ``("Retract", 12)``, always without events.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self, TypeAlias

from timecore.chance import Luck
from timecore.messages import FieldSpec, Move, Shape, message
from timecore.schema import to_json

__all__ = [
    "TABLE_MOVES",
    "Adjourn",
    "AnyTableMove",
    "Branch",
    "Forfeit",
    "NonceCommit",
    "NonceReveal",
    "Note",
    "Resume",
    "Retract",
    "RevealSeed",
    "Rule",
    "Seal",
    "Void",
    "row_to_json",
    "table_move",
    "table_row",
]


class TableMove(Move):
    """What the host or arbiter asks for; the two nonces are entered by a seat."""

    __slots__ = ()

    of_table: ClassVar[bool] = True


@message
class Retract(TableMove):
    """The game goes on from the state after an earlier entry; nothing is removed.

    Attributes:
        to: The number of that entry, 0 for the start.
    """

    to: int


@message
class Rule(TableMove):
    """An arbiter lets an earlier irregular entry stand.

    Attributes:
        entry: The number of that entry.
        text: Why.
    """

    entry: int
    text: str


@message
class Forfeit(TableMove):
    """A seat gives the game up, or is made to; the game ends.

    Attributes:
        seat: The seat.
    """

    seat: int


@message
class Void(TableMove):
    """The game does not count; it ends.

    Attributes:
        text: Why.
    """

    text: str


@message
class Adjourn(TableMove):
    """The game is interrupted."""


@message
class Resume(TableMove):
    """An adjourned game goes on."""


@message
class Note(TableMove):
    """A remark; it changes nothing.

    Attributes:
        text: The remark.
    """

    text: str


@message
class RevealSeed(TableMove):
    """Opens the seed in force: all that was drawn from it can be proven then.

    Attributes:
        salt: The salt of its commitment, 16 bytes.
        seed: The seed, 32 bytes.
    """

    salt: bytes
    seed: bytes


@message
class NonceCommit(TableMove):
    """A seat commits to its share of the luck.

    Attributes:
        c: The commitment, 32 bytes (:func:`timecore.chance.nonce_commitment`).
    """

    c: bytes


@message
class NonceReveal(TableMove):
    """A seat reveals its share of the luck.

    Attributes:
        nonce: 32 bytes.
    """

    nonce: bytes


@message
class Seal(TableMove):
    """The end of a record, as the arbiter states it.

    Attributes:
        status: ``finished``, ``forfeit``, ``void`` or ``adjourned``.
        result: One token a seat: ``1`` winner, ``0`` not, ``f`` forfeited, ``-`` undecided.
    """

    status: str
    result: tuple[str, ...]


class Branch(TableMove):
    """The game goes on differently from here; all before is the trunk's, byte for byte.

    Written by hand because it holds a :class:`~timecore.chance.Luck`, whose secrets are hidden one by one.

    Attributes:
        chance: The new luck; ``None`` goes on with the luck in force.
    """

    __slots__ = ("chance",)
    __match_args__ = ("chance",)

    chance: Luck | None

    specs: ClassVar[tuple[FieldSpec, ...]] = (FieldSpec("chance", Shape(None), audience=(), public_if=None),)
    private: ClassVar[tuple[int, ...]] = (0,)

    def __new__(cls, chance: Luck | None = None) -> Self:
        """Check the type and build one.

        Raises:
            ValueError: ``chance`` is neither a luck nor ``None``.
        """
        if chance is not None and type(chance) is not Luck:
            msg = f"chance of Branch must be a luck or null, not {chance!r}"
            raise ValueError(msg)
        made = object.__new__(cls)
        object.__setattr__(made, "chance", chance)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        msg = "a move cannot be changed"
        raise AttributeError(msg)

    def __eq__(self, other: object) -> bool:
        return self.chance == other.chance if type(other) is Branch else NotImplemented

    def __hash__(self) -> int:
        return hash((Branch, self.chance))

    def __repr__(self) -> str:
        return f"Branch(chance={self.chance!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Branch, (self.chance,)

    def row(self) -> tuple[Any, ...]:
        """The luck, as one value."""
        return (self.chance,)

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> Self:
        """Build one from the values of a record, its luck read already.

        Raises:
            ValueError: It is not one luck, or ``None``.
        """
        if len(row) != 1:
            msg = f"Branch has 1 field, not {len(row)}"
            raise ValueError(msg)
        return cls(row[0])

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Refuse: the luck of a branch belongs to the bytes of its record.

        Raises:
            ValueError: Unless it goes on with the luck in force.
        """
        if {*value} - {"type"} != {"chance"} or value["chance"] is not None:
            msg = "a Branch with luck of its own cannot be read from JSON"
            raise ValueError(msg)
        return cls(None)

    def to_json(self) -> dict[str, Any]:
        """The JSON object; the luck as :meth:`timecore.chance.Luck.to_json` gives it."""
        return {"type": "Branch", "chance": None if self.chance is None else self.chance.to_json()}

    def audience(self, index: int, actor: int) -> frozenset[int] | None:
        """Nobody may see the secrets of a new luck; all else is public."""
        return None if self.chance is None or self.chance.kind == "manual" else frozenset()

    def hide(self, fields: Collection[int]) -> Self:
        """The same with the secrets of its luck hidden."""
        if not fields or self.chance is None:
            return self
        return type(self)(self.chance.redacted())


AnyTableMove: TypeAlias = (
    Retract
    | Rule
    | Forfeit
    | Void
    | Adjourn
    | Resume
    | Note
    | Branch
    | RevealSeed
    | NonceCommit
    | NonceReveal
    | Seal
)


class TableVocabulary:
    """The table's moves, by name. Format 1 has no others."""

    __slots__ = ("by_name", "classes")

    def __init__(self, classes: Iterable[type[Move]]) -> None:
        self.classes = tuple(classes)
        self.by_name: Mapping[str, type[Move]] = {cls.__name__: cls for cls in self.classes}

    def from_json(self, value: Any) -> Move:
        """Build a move from its JSON object, ``{"type": NAME, field: value, …}``.

        Raises:
            ValueError: No such type, or a field that is missing, superfluous or of a wrong type.
        """
        name = value.get("type") if isinstance(value, Mapping) else None
        cls = self.by_name.get(name) if isinstance(name, str) else None
        if cls is None:
            msg = "the table has no such move; it has: " + ", ".join(self.by_name)
            raise ValueError(msg)
        return cls.from_json(value)


TABLE_MOVES: Final = TableVocabulary(
    (
        Retract,
        Rule,
        Forfeit,
        Void,
        Adjourn,
        Resume,
        Note,
        Branch,
        RevealSeed,
        NonceCommit,
        NonceReveal,
        Seal,
    )
)


def table_move(row: Sequence[Any]) -> Move:
    """The move that a row is: ``("Retract", 12)``; the chance of a ``Branch`` as a luck.

    Raises:
        ValueError: The table has no such move, or a field is wrong.
    """
    cls = TABLE_MOVES.by_name.get(row[0])
    if cls is None:
        msg = f"the table has no move {row[0]!r}"
        raise ValueError(msg)
    return cls.from_row(row[1:])


def table_row(move: Move) -> tuple[Any, ...]:
    """The row of a move of the table: its name, then its fields."""
    return (type(move).__name__, *move.row())


def row_to_json(row: Sequence[Any]) -> dict[str, Any]:
    """The JSON object of a row of the table's."""
    found: dict[str, Any] = {"type": row[0]}
    for spec, value in zip(TABLE_MOVES.by_name[row[0]].specs, row[1:], strict=True):
        found[spec.name] = value.to_json() if type(value) is Luck else to_json(value)
    return found
