"""The schema in a record's header: what moves and events are called, what their fields are, who may see them.

With it a record can be read, checked, redacted and printed without the ruleset that played it. A message is a *row*
here: ``(code, field, …)`` as the record holds it, parts as plain tuples.
"""

from timecore.schema._classes import ClassSchema, FieldSchema, are_seats, to_json
from timecore.schema._limits import MAX_AGAIN, MAX_NAMED, MAX_SEATS, ROOM_EVENT, ROOM_MOVE, ROOM_OPENING
from timecore.schema._plan import Fault, Place, Plan, Seats
from timecore.schema._schema import Schema, parse_schema

__all__ = [
    "MAX_AGAIN",
    "MAX_NAMED",
    "MAX_SEATS",
    "ROOM_EVENT",
    "ROOM_MOVE",
    "ROOM_OPENING",
    "ClassSchema",
    "Fault",
    "FieldSchema",
    "Place",
    "Plan",
    "Schema",
    "Seats",
    "are_seats",
    "parse_schema",
    "to_json",
]
