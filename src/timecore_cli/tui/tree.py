"""A state as lines, one a field: what stands where, and what has changed there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from timecore.display import columns
from timecore.paths import Path
from timecore_cli._output import dumps

__all__ = ["NOTHING", "Row", "rows"]


class Row(NamedTuple):
    """A line of the tree.

    Attributes:
        path: Where the field stands.
        depth: How many lists and objects it stands in.
        name: Its name or index.
        text: What it holds, as JSON; of what is laid open below, only how much it is.
        is_open: Whether what it holds is laid open below; ``None`` where there is nothing to lay open.
        changed: Whether it is another one than before.
        was: What it was before, as JSON; ``None`` where it has not changed, and empty where it was not there.
        delta: Of a long list that has changed, such as a hand: what is gone from it and what has come, ``-"C7" +"D9"``;
            empty where the order alone is another, and everywhere else.
    """

    path: Path
    depth: int
    name: str
    text: str
    is_open: bool | None
    changed: bool
    was: str | None
    delta: str = ""


#: How many columns each item of a list takes at least, with the comma behind it.
_LEAST: Final = 3


class _Nothing:
    """The type of :data:`NOTHING`."""


NOTHING: Final = _Nothing()
"""What a state is compared with that is compared with none, and what stands where nothing does."""


def rows(value: Any, before: Any, room: int, opened: Mapping[Path, bool]) -> list[Row]:
    """A state as lines.

    A list or an object that fits on a line, with what it was, stands on one, and so does a list of mere values, however
    long it is; others are laid open, unless somebody wants it otherwise.

    Args:
        value: The JSON form of the state.
        before: What to compare it with; ``NOTHING`` for none.
        room: The columns of a line.
        opened: Which lists and objects are to be laid open, or not to be, whatever their length.
    """
    return list(_inside(value, before, Path(), 0, room, opened, compared=before is not NOTHING))


def _inside(
    value: Any,
    before: Any,
    path: Path,
    depth: int,
    room: int,
    opened: Mapping[Path, bool],
    *,
    compared: bool,
) -> Iterator[Row]:
    for key, name, one in _items(value):
        here = path / key
        old = _below(before, key) if compared else one
        changed = one != old or type(one) is not type(old)
        if not isinstance(one, (dict, list)) or not one:
            yield Row(here, depth, name, dumps(one), None, changed, _was(old) if changed else None)
            continue
        left = room - 2 * depth - columns(name) - 2
        values = _is_of_values(one)
        text = dumps(one) if values or len(one) * _LEAST <= left or here in opened else None
        was = _was(old) if changed else None
        fits = text is not None and columns(text) + columns(was or "") <= left
        if not opened.get(here, not fits and not values):
            text = dumps(one) if text is None else text
            long = was is not None and values and not fits
            yield Row(here, depth, name, text, False, changed, was, _delta(one, old) if long else "")
            continue
        # Of what is laid open, each item says by itself whether it has changed; only what is gone cannot.
        gone = changed and not (isinstance(old, type(one)) and len(old) <= len(one))
        yield Row(here, depth, name, _amount(one), True, gone, _amount(old) if gone else None)
        yield from _inside(one, old, here, depth + 1, room, opened, compared=compared)


def _items(value: Any) -> Iterator[tuple[str | int, str, Any]]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield key, key if key.isprintable() else dumps(key), one
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield index, f"[{index}]", one


def _below(value: Any, key: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(key, NOTHING)
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return NOTHING


def _is_of_values(value: Any) -> bool:
    """Whether it is a list that holds no other lists or objects."""
    return isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value)


def _delta(value: Any, old: Any) -> str:
    """What is gone from a list of values, and what has come."""
    if not _is_of_values(old):
        return ""
    now, then = Counter(map(dumps, value)), Counter(map(dumps, old))
    gone, come = (then - now).elements(), (now - then).elements()
    return " ".join([*(f"-{one}" for one in gone), *(f"+{one}" for one in come)])


def _was(old: Any) -> str:
    return "" if old is NOTHING else dumps(old)


def _amount(value: Any) -> str:
    if isinstance(value, list):
        return f"[{len(value)}]"
    return f"{{{len(value)}}}" if isinstance(value, dict) else _was(value)
