"""Moves and events: frozen classes of exact simple types, with an audience on each field.

A ruleset writes them like this::

    @message
    class CardDealt(Event[State]):
        seat: Seat
        card: str | Hidden = field(audience=("seat",))

        def apply(self, state: State) -> None: ...

What a field may hold: ``int``, ``str``, ``bool``, ``bytes``, ``None``, a ``Literal`` of texts or numbers,
tuples of these, and tuples of :class:`Part` classes. Types are checked exactly when a value is built: ``True``
is not a number and ``1`` is not a boolean. The class name is the ``type`` in JSON and the name in the record's
schema, so both class and field names are for ever.

Messages are immutable and compare by value. Most are *interned*: the same arguments give the same object, from a
bounded cache, which is several times faster than building one. Those that hold parts, or lists of numbers in lists, are
not.
"""

from timecore.messages._building import INTERNED
from timecore.messages._classes import Event, FieldSpec, Message, Move, Part
from timecore.messages._declaring import field, message
from timecore.messages._shapes import Shape
from timecore.messages._vocabulary import Vocabulary

__all__ = [
    "INTERNED",
    "Event",
    "FieldSpec",
    "Message",
    "Move",
    "Part",
    "Shape",
    "Vocabulary",
    "field",
    "message",
]
