"""Of which shape the bodies of header and entries must be (``docs/format.md``, section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from timecore.actors import TABLE
from timecore.codec import EXTENSION, Commitment, Misshapen, is_sound
from timecore.record._model import RawHeader, Row
from timecore.schema import MAX_SEATS, Place, Plan, Schema, parse_schema
from timecore.tablerows import check_chance, check_row

__all__ = [
    "MAX_MAPS",
    "OF_BRANCH",
    "Bodies",
    "check_header",
    "check_meta",
    "commitments_in",
    "fault_name",
    "fault_secret",
]

_KEYS: Final = ("chance", "created", "game", "options", "rules", "schema", "seats", "tags", "writer")
MAX_MAPS: Final = 1
"""Maps of an entry's body at most."""

#: How long a seat's name may be, in bytes. It is told with each entry.
MAX_NAME: Final = 255

_META_BYTES: Final[Mapping[str, int]] = {"id": 16, "sig": 64}


def check_header(
    value: Any, size: int, known: Schema | None = None
) -> tuple[Row, tuple[Any, ...], Schema, list[Commitment]]:
    """Check the shape of a header's body; gives chance, seats, schema and all commitments in order.

    Args:
        value: What the body holds.
        size: How many bytes it has.
        known: The schema, if this header's options, rules and schema have been checked before.

    Raises:
        Misshapen: With the place in the body.
    """
    if type(value) is not dict:
        raise Misshapen("the header must be a map")
    if tuple(value) != _KEYS:
        raise Misshapen("the header has exactly the keys " + ", ".join(_KEYS))

    def fail(key: str, what: str) -> NoReturn:
        raise Misshapen(f"{key} must be {what}", 2 * _KEYS.index(key) + 1)

    created, game, rules = value["created"], value["game"], value["rules"]
    if created is not None and type(created) is not str:
        fail("created", "null or a text")
    if type(game) is not bytes or len(game) != 16:
        fail("game", "16 bytes")
    options = value["options"]
    if known is not None:
        pass
    elif type(options) is not dict or not is_sound(options, 1) or _holds_commitment(options):
        fail("options", "a map without commitments")
    elif type(rules) is not tuple or [type(one) for one in rules] != [str, int]:
        fail("rules", "the ruleset's name and version")
    tags = value["tags"]
    if type(tags) is not dict or not is_sound(tags) or not all(type(one) is str for one in tags.values()):
        fail("tags", "a map of texts")
    if type(value["writer"]) is not str:
        fail("writer", "a text")
    seats = value["seats"]
    if type(seats) is not tuple or not all(map(_is_seat, seats)):
        fail("seats", "a list of commitments to names, each with a key of 32 bytes or null")
    if len(seats) > MAX_SEATS:
        fail("seats", f"a list of at most {MAX_SEATS}")
    try:
        commitments = list(check_chance(value["chance"]))
    except Misshapen as fault:
        raise fault.inside(1) from None
    try:
        schema = parse_schema(value["schema"], size) if known is None else known
    except Misshapen as fault:
        raise fault.inside(2 * _KEYS.index("schema") + 1) from None
    commitments += [name for name, _ in seats]
    _differ(commitments)
    return value["chance"], seats, schema, commitments


def _is_seat(value: Any) -> bool:
    if type(value) is not tuple or len(value) != 2 or type(value[0]) is not Commitment:
        return False
    key = value[1]
    return key is None or (type(key) is bytes and len(key) == 32)


def _holds_commitment(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return any(map(_holds_commitment, value.values()))
    return any(map(_holds_commitment, value)) if kind is tuple else kind is Commitment


def fault_secret(value: Any) -> str | None:
    return None if type(value) is bytes and len(value) == 32 else "a seed or salt key has 32 bytes"


def fault_name(value: Any) -> str | None:
    fits = type(value) is str and len(value.encode()) <= MAX_NAME
    return None if fits else f"a seat's name must be a text of at most {MAX_NAME} bytes"


class Bodies:
    """Checks bodies of entries against a header."""

    __slots__ = ("schema", "seats")

    def __init__(self, header: RawHeader) -> None:
        self.schema = header.schema
        self.seats = len(header.seats)

    def check(self, value: Any) -> Plan | None:
        """Check a body's shape, its number apart; gives what is private in it, ``None`` if nothing is.

        What stands for the luck of a ``Branch`` is no field of the schema, and :data:`OF_BRANCH` here.

        Raises:
            Misshapen: With the place in the body.
        """
        if type(value) is not tuple or len(value) != 5:
            raise Misshapen("the body of an entry is an array of five")
        seq, actor, move, events, meta = value
        if type(seq) is not int:
            raise Misshapen("the number of an entry must be a whole number", 0)
        if type(actor) is not int or not TABLE <= actor < self.seats:
            raise Misshapen(
                f"an actor is a seat from 0 to {self.seats - 1}, chance (-1) or the table (-2)", 1
            )
        if type(move) is not tuple or not move:
            raise Misshapen("a move is an array that begins with its code", 2)
        if type(events) is not tuple:
            raise Misshapen("the events are an array", 3)
        if type(meta) is not dict:
            raise Misshapen("the notes of an entry are a map", 4)
        if meta:
            check_meta(meta)
        if type(move[0]) is str:
            try:
                check_row(move)
            except Misshapen as fault:
                raise fault.inside(2) from None
            if events:
                raise Misshapen("a move of the table has no events", 3)
            if move[0] != "Branch" or move[1] is None:
                return None
            _differ(check_chance(move[1]))
            return OF_BRANCH
        return self.schema.check(actor, move, events, self.seats)


#: What is given for the body of a ``Branch`` that brings luck of its own.
OF_BRANCH: Final = Plan((), {}, -1, None)


def commitments_in(
    plan: Plan, move: Row, events: tuple[Row, ...], body: bytes
) -> tuple[list[Commitment], list[Place]]:
    """The commitments of a body in order, and where they stand.

    Args:
        plan: What :meth:`Bodies.check` gave; not :data:`OF_BRANCH`.
        move: Its move.
        events: Its events.
        body: Its bytes.

    Raises:
        Misshapen: Two of them are the same.
    """
    if EXTENSION not in body:
        return [], []
    found = plan.commitments(move, events)
    _differ(found[0])
    return found


def _differ(commitments: Sequence[Commitment]) -> None:
    if len(commitments) > 1 and len(set(commitments)) != len(commitments):
        raise Misshapen("two commitments are the same")


def check_meta(meta: dict[Any, Any]) -> None:
    """Check the notes of an entry.

    Raises:
        Misshapen: With the place in the body.
    """
    last = ""
    for number, (key, value) in enumerate(meta.items()):
        if type(key) is not str or (number and key <= last):
            raise Misshapen("the keys of the notes are rising texts", 4, 2 * number)
        last = key
        if key in _META_BYTES:
            size = _META_BYTES[key]
            fault = None if type(value) is bytes and len(value) == size else f"{size} bytes"
        elif key == "seen":
            fault = None if type(value) is int else "a whole number"
        else:
            fault = None if type(value) is str else "a text"
        if fault is not None:
            raise Misshapen(f"{key!r:.60} of the notes must be {fault}", 4, 2 * number + 1)
