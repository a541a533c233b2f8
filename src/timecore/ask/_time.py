"""Times as records hold them: RFC 3339 texts. The library asks no clock, and no calendar of Python's either."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["milliseconds"]

_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def milliseconds(text: str) -> int | None:
    """A time as milliseconds since 1970 in UTC, cut off below; ``None`` for what is no time of RFC 3339."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1] + (leap and month == 2):
        return None
    if hour > 23 or minute > 59 or second > 60:  # 60: a leap second
        return None
    before = year - 1  # whole years since the year 0001
    days = 365 * before + before // 4 - before // 100 + before // 400
    days += sum(_DAYS[: month - 1]) + (leap and month > 2) + day - 1
    since = ((days - _EPOCH) * 24 + hour) * 60 + minute
    if found[8] is not None:
        offset = int(found[9]) * 60 + int(found[10])
        since -= offset if found[8] == "+" else -offset
    return (since * 60 + second) * 1000 + int((found[7] or "0").ljust(3, "0")[:3])


#: The days from 0001-01-01 to 1970-01-01.
_EPOCH: Final = 719162
