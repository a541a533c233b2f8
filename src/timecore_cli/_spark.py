"""A row of numbers drawn in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["spark"]

_BARS: Final = "▁▂▃▄▅▆▇█"
_ASCII: Final = "_.:-=+*#"
_GAP: Final = " "


def spark(values: Sequence[int | None], columns: int, *, drawn: bool = True) -> str:
    """Some numbers as bars, the least lowest and the greatest highest; a blank where there is none.

    Args:
        values: The numbers; where there are more than columns, the last of each stretch is shown.
        columns: How many columns there are, at least 1.
        drawn: Whether block elements can be shown; otherwise ASCII stands for them.
    """
    bars = _BARS if drawn else _ASCII
    size = min(columns, len(values))
    # The last value of each stretch, so that the line begins near the start and ends at the end.
    shown = [values[(index + 1) * len(values) // size - 1] for index in range(size)]
    known = [value for value in values if value is not None]
    if not known:
        return _GAP * size
    least, most = min(known), max(known)
    steps = len(bars) - 1

    def bar(value: int | None) -> str:
        if value is None:
            return _GAP
        return bars[(value - least) * steps // (most - least) if most > least else 0]

    return "".join(map(bar, shown))
