"""What a schema, and what stands in the fields of a record, may have at most. The numbers are part of the format."""

from __future__ import annotations

from typing import Final

__all__ = [
    "MAX_AGAIN",
    "MAX_CLASSES",
    "MAX_FIELDS",
    "MAX_NAME",
    "MAX_NAMED",
    "MAX_NAMED_TOGETHER",
    "MAX_PRIVATE",
    "MAX_SEATS",
    "ROOM_EVENT",
    "ROOM_MOVE",
    "ROOM_OPENING",
]

MAX_CLASSES: Final = 1024
"""Moves of a schema at most, and events."""

MAX_FIELDS: Final = 255
"""Fields of a move or an event at most."""

MAX_PRIVATE: Final = 256
"""Private fields of all moves together at most, and of all events. Each pair of a move and an event is looked at once,
for what they share."""

MAX_NAME: Final = 64
"""Bytes of a name in the schema at most. An export writes it for each value of two bytes."""

MAX_NAMED: Final = 16
"""Names in an audience at most. Who may see a field must be found without looking at all other fields."""

MAX_NAMED_TOGETHER: Final = 16
"""Names in the audiences of a move or an event at most, those of equal audiences counted once."""

MAX_AGAIN: Final = 1 << 20
"""Bytes at most that the fields of an entry's events which are the move's again have, written out."""

MAX_SEATS: Final = 255
"""Seats of a game, and of a list that names an audience, at most."""

#: How many arrays may stand inside one another in a field: of a move, of an event, of an opening's value.
ROOM_MOVE: Final = 14
ROOM_EVENT: Final = 13
ROOM_OPENING: Final = 16
