"""Headers in JSON, by the cause of what differs there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from timecore.diff._report import DiffCause
from timecore.hidden import HIDDEN
from timecore.log import Header

if TYPE_CHECKING:
    from timecore.schema import ClassSchema

__all__ = ["HEADER_FORMS"]


def _rules(header: Header) -> dict[str, Any]:
    def shapes(classes: Sequence[ClassSchema]) -> dict[str, Any]:
        return {
            one.name: {
                field.name: {
                    "audience": None if field.audience is None else [*field.audience],
                    "parts": None if field.parts is None else [*field.parts],
                }
                for field in one.fields
            }
            for one in classes
        }

    schema = header.schema
    return {
        "rules_version": header.rules_version,
        "schema": {"moves": shapes(schema.moves), "events": shapes(schema.events)},
    }


def _options(header: Header) -> dict[str, Any]:
    return {"options": dict(header.options)}


def _names(header: Header) -> dict[str, Any]:
    return {"seats": ["?" if name is HIDDEN else name for name in header.seats]}


def _tags(header: Header) -> dict[str, Any]:
    return {"tags": dict(header.tags)}


def _record(header: Header) -> dict[str, Any]:
    keys: Mapping[str, Any] = {
        "game": header.game.hex(),
        "created": header.created,
        "writer": header.writer,
        "luck": header.luck.redacted().to_json(),
        "keys": [None if key is None else key.hex() for key in header.keys],
    }
    return dict(keys)


HEADER_FORMS: Final[tuple[tuple[DiffCause, Callable[[Header], dict[str, Any]]], ...]] = (
    ("rules", _rules),
    ("options", _options),
    ("names", _names),
    ("tags", _tags),
    ("record", _record),
)
