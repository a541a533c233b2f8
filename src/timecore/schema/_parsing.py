"""A schema read from the header of a record, and everything that can be wrong with it."""

from __future__ import annotations

from typing import Any

from timecore.codec import Misshapen
from timecore.schema._classes import ClassSchema, FieldSchema
from timecore.schema._limits import (
    MAX_CLASSES,
    MAX_FIELDS,
    MAX_NAME,
    MAX_NAMED,
    MAX_NAMED_TOGETHER,
    MAX_PRIVATE,
)

__all__ = ["parse_messages"]


def parse_messages(rows: Any, what: str) -> tuple[ClassSchema, ...]:
    if type(rows) is not tuple:
        raise Misshapen(f"the {what}s of the schema must be a list")
    if len(rows) > MAX_CLASSES:
        raise Misshapen(f"a schema of more than {MAX_CLASSES} {what}s")
    shapes = []
    names: set[str] = set()
    private = 0
    for number, row in enumerate(rows):
        if type(row) is not tuple or len(row) != 2 or type(row[0]) is not str or type(row[1]) is not tuple:
            raise Misshapen(f"a {what} of the schema is a name and a list of fields", number)
        _check_name(row[0], number, 0)
        if row[0] in names:
            raise Misshapen(f"two {what}s of the schema are called {row[0]!r}", number, 0)
        names.add(row[0])
        try:
            shapes.append(ClassSchema(row[0], _parse_fields(row[1], row[0])))
        except Misshapen as fault:
            raise fault.inside(number, 1) from None
        private += len(shapes[-1].private)
        if private > MAX_PRIVATE:
            raise Misshapen(
                f"the {what}s of the schema have more than {MAX_PRIVATE} private fields", number, 1
            )
    return tuple(shapes)


def _parse_fields(rows: tuple[Any, ...], owner: str) -> tuple[FieldSchema, ...]:
    if len(rows) > MAX_FIELDS:
        raise Misshapen(f"{owner} has more than {MAX_FIELDS} fields")
    fields = []
    names: set[str] = set()
    audiences: set[tuple[str, ...]] = set()
    for number, row in enumerate(rows):
        if type(row) is not tuple or len(row) != 3 or type(row[0]) is not str:
            raise Misshapen(f"a field of {owner} is a name, an audience and names of parts", number)
        name, audience, parts = row
        _check_name(name, number, 0)
        if name in ("actor", "type"):
            raise Misshapen(f"no field may be called {name!r}", number, 0)
        if name in names:
            raise Misshapen(f"two fields of {owner} are called {name!r}", number, 0)
        names.add(name)
        for index, listed in ((1, audience), (2, parts)):
            if listed is not None and not _is_names(listed):
                raise Misshapen("audience and parts are null or lists of different names", number, index)
        if audience is not None:
            if len(audience) > MAX_NAMED:
                raise Misshapen(f"an audience of more than {MAX_NAMED} names", number, 1)
            audiences.add(audience)
            if sum(map(len, audiences)) > MAX_NAMED_TOGETHER:
                what = f"the audiences of {owner} are more than {MAX_NAMED_TOGETHER} names together"
                raise Misshapen(what, number, 1)
        if parts is not None:
            if len(parts) > MAX_FIELDS:
                raise Misshapen(f"{name} has more than {MAX_FIELDS} parts", number, 2)
            for index, part in enumerate(parts):
                _check_name(part, number, 2, index)
        fields.append(FieldSchema(name, audience, parts))
    public = {field.name for field in fields if field.audience is None}
    for number, field in enumerate(fields):
        for index, name in enumerate(field.audience or ()):
            if name != "actor" and name not in public:
                raise Misshapen(
                    f"the audience of {field.name!r} names {name!r}, which is no public field of {owner}",
                    number,
                    1,
                    index,
                )
    return tuple(fields)


def _check_name(name: str, *path: int) -> None:
    if len(name.encode("utf-8", "surrogatepass")) > MAX_NAME:
        raise Misshapen(f"a name of more than {MAX_NAME} bytes", *path)


def _is_names(value: Any) -> bool:
    return type(value) is tuple and all(type(one) is str for one in value) and len(set(value)) == len(value)
