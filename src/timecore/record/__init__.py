"""The bytes of a record: reading, writing and redacting them (``docs/format.md``).

No ruleset is needed here: the schema in a record's header says all there is to know. A move or an event is a row
(code first, then the fields); :mod:`timecore.log` makes messages of them.

Reading is strict and never raises behind a good header: it gives what is sound and says where and why it ends.
"""

from timecore.record._header import read_header
from timecore.record._model import Damage, RawEntry, RawHeader, RawRecord, Row, luck_along
from timecore.record._reading import read, read_on
from timecore.record._writing import Sign, Writer, redact, start

__all__ = [
    "Damage",
    "RawEntry",
    "RawHeader",
    "RawRecord",
    "Row",
    "Sign",
    "Writer",
    "luck_along",
    "read",
    "read_header",
    "read_on",
    "redact",
    "start",
]
