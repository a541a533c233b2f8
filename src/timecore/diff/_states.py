"""Two values in JSON types, compared field by field; and the second made out of the first again."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

import attrs

from timecore.errors import UsageError
from timecore.paths import HIDDEN_JSON, STAR, Key, Path, Star, get

__all__ = ["MISSING", "Change", "Missing", "diff_states", "patch", "seen_by_both"]


class MissingType(Enum):
    """The type of :data:`MISSING`. An enum, so that type checkers can narrow it."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = MissingType.MISSING
"""What stands in a change where one side has nothing: not even ``None``, which is a value."""

Missing: TypeAlias = Literal[MissingType.MISSING]


@attrs.frozen
class Change:
    """One difference between two values.

    Where one side has nothing, a name of an object or an item of a list is there on the other side only: a card was
    lost, or gained. The index of a lost item is that in the first value, the index of a gained one that in the second.

    Attributes:
        path: Where it is.
        old: What the first value has there, or ``MISSING``.
        new: What the second value has there, or ``MISSING``.
    """

    path: Path
    old: Any = MISSING
    new: Any = MISSING

    def swapped(self) -> Change:
        """The same with the sides exchanged."""
        return Change(self.path, self.new, self.old)

    def to_json(self) -> dict[str, Any]:
        """``{"path", "pointer", "old", "new"}``; a side that has nothing is left out."""
        found = {"path": str(self.path), "pointer": self.path.pointer, "old": self.old, "new": self.new}
        return {key: value for key, value in found.items() if value is not MISSING}


# -- comparing -------------------------------------------------------------------------------------------------


def diff_states(a: Any, b: Any, *, like: Iterable[Any] = ()) -> tuple[Change, ...]:
    """What differs between two values, such as the JSON forms of two states.

    A list that is longer at one time than at another, or longer for one seat than for another, is a hand or a pile:
    its changes are told as items lost and gained, as long as what both sides have stands in one order, as in a hand
    that the game keeps sorted. In any other list, such as one with a value for each seat, items of equal index are
    compared. An object with another ``"type"``, as events have, is another object. Whatever is found,
    ``patch(a, diff_states(a, b)) == b``.

    Args:
        a: A value in JSON types.
        b: Another one.
        like: Further states of the game: each shows again which lists vary in length.

    Returns:
        The changes, in the order of the fields; none only if both are equal, in type too (``true`` is not 1).
    """
    found: list[Change] = []
    _compare(a, b, (), (), _Varying((a, b, *like)), found)
    return tuple(found)


_Steps: TypeAlias = tuple[Key, ...]
_General: TypeAlias = tuple[str | Star, ...]


class _Varying:
    """Which lists vary in length, by their paths with any index for each index."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._lengths: dict[_General, int] = {}
        self.found: set[_General] = set()
        for value in values:
            self._look(value, ())

    def _look(self, value: Any, path: _General) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                self._look(inner, (*path, key))
        elif isinstance(value, list):
            if self._lengths.setdefault(path, len(value)) != len(value):
                self.found.add(path)
            below = (*path, STAR)
            for inner in value:
                if isinstance(inner, (dict, list)):
                    self._look(inner, below)


def _compare(
    a: Any, b: Any, steps: _Steps, general: _General, varying: _Varying, found: list[Change]
) -> None:
    if isinstance(a, dict) and isinstance(b, dict) and a.get("type") == b.get("type"):
        for key, old in a.items():
            if key in b:
                _compare(old, b[key], (*steps, key), (*general, key), varying, found)
            else:
                found.append(Change(Path((*steps, key)), old=old))
        found.extend(Change(Path((*steps, key)), new=new) for key, new in b.items() if key not in a)
    elif isinstance(a, list) and isinstance(b, list):
        if a == b and not a:
            return
        merged = _merged(a, b) if general in varying.found else None
        if merged is None:
            _compare_items(a, b, steps, general, varying, found)
            return
        lost, gained = merged
        found.extend(Change(Path((*steps, index)), old=a[index]) for index in lost)
        found.extend(Change(Path((*steps, index)), new=b[index]) for index in gained)
    elif type(a) is not type(b) or a != b:
        found.append(Change(Path(steps), a, b))


def _compare_items(
    a: list[Any], b: list[Any], steps: _Steps, general: _General, varying: _Varying, found: list[Change]
) -> None:
    """Items of equal index; what one list has beyond the other is lost or gained."""
    below = (*general, STAR)
    common = min(len(a), len(b))
    for index in range(common):
        _compare(a[index], b[index], (*steps, index), below, varying, found)
    found.extend(Change(Path((*steps, index)), old=a[index]) for index in range(common, len(a)))
    found.extend(Change(Path((*steps, index)), new=b[index]) for index in range(common, len(b)))


def _merged(a: list[Any], b: list[Any]) -> tuple[list[int], list[int]] | None:
    """Which items are lost and which are gained, if those that both lists have stand in one order; else ``None``."""
    keys, others = [*map(_key, a)], [*map(_key, b)]
    both = Counter(keys) & Counter(others)
    stay, lost = _parted(keys, both)
    came, gained = _parted(others, both)
    if stay != came:
        return None
    # An object of which a field has changed is the same object: that is told where it stands.
    if lost and gained and any(isinstance(item, (dict, list)) for item in (*a, *b)):
        return None
    return lost, gained


def _parted(keys: Sequence[Any], both: Counter[Any]) -> tuple[list[Any], list[int]]:
    """The keys that both lists have, as often as both have them; and the indices of the others."""
    left = both.copy()
    stay: list[Any] = []
    rest: list[int] = []
    for index, key in enumerate(keys):
        if left[key]:
            left[key] -= 1
            stay.append(key)
        else:
            rest.append(index)
    return stay, rest


def _key(item: Any) -> tuple[type, Any]:
    # The type as well, since `True == 1`; and in a list or an object it shows in the text.
    value = json.dumps(item, sort_keys=True) if isinstance(item, (dict, list)) else item
    return type(item), value


# -- making the second out of the first ------------------------------------------------------------------------


def patch(a: Any, changes: Iterable[Change]) -> Any:
    """Make the second value out of the first and the changes between them.

    Args:
        a: The first value; it stays as it is.
        changes: What :func:`diff_states` has found, in any order.

    Raises:
        UsageError: The value is not the one that these changes begin with.
    """
    made = [copy.deepcopy(a)]  # in a list, so that the whole can be replaced like any part
    listed = [attrs.evolve(change, path=Path((0, *change.path.steps))) for change in changes]
    lost = [change for change in listed if change.new is MISSING]
    gained = [change for change in listed if change.old is MISSING]
    for change in listed:
        if change.old is not MISSING and change.new is not MISSING:
            where, key = _place(made, change, there=True)
            where[key] = copy.deepcopy(change.new)
    # From the back, so that each index is still that of the first value; then from the front, as in the second.
    for change in sorted(lost, key=_index, reverse=True):
        where, key = _place(made, change, there=True)
        del where[key]
    for change in sorted(gained, key=_index):
        where, key = _place(made, change, there=False)
        if isinstance(where, list):
            where.insert(key, copy.deepcopy(change.new))
        else:
            where[key] = copy.deepcopy(change.new)
    return made[0]


def _index(change: Change) -> int:
    last = change.path.steps[-1]
    return last if isinstance(last, int) else 0


def _place(made: list[Any], change: Change, *, there: bool) -> tuple[Any, Any]:
    """The list or object that a change is about, and the key in it."""
    *above, key = change.path.steps
    try:
        where = get(made, Path(tuple(above)))
        if there:
            fits = _key(get(made, change.path)) == _key(change.old)
        elif isinstance(where, list):
            fits = isinstance(key, int) and key <= len(where)
        else:
            fits = isinstance(where, dict) and key not in where
    except ValueError:
        fits = False
    if not fits:
        msg = f"the change of {Path(change.path.steps[1:])} does not fit: it begins with another value"
        raise UsageError(msg, hint="Changes fit the value that they were found with.")
    return where, key


# -- what both sides can see -----------------------------------------------------------------------------------


def seen_by_both(changes: Sequence[Change]) -> tuple[tuple[Change, ...], int]:
    """The changes that do not only say that one side hides something.

    Where one side has a hidden card in a hand, any card on the other side may be that one.

    Args:
        changes: Changes between two values.

    Returns:
        Those that remain, and how many do not.
    """
    kept = [change for change in changes if HIDDEN_JSON not in _sides(change) or MISSING in _sides(change)]
    dropped = len(changes) - len(kept)
    passed = set(_covered(kept))
    return tuple(change for change in kept if id(change) not in passed), dropped + len(passed)


def _covered(changes: Sequence[Change]) -> Iterator[int]:
    """Of the lost and gained items of each list: those hidden on one side, and as many on the other."""
    lists: dict[Path, tuple[list[Change], list[Change]]] = {}
    for change in changes:
        if change.old is MISSING or change.new is MISSING:
            above = Path(change.path.steps[:-1])
            lists.setdefault(above, ([], []))[change.old is MISSING].append(change)
    for lost, gained in lists.values():
        for here, there in ((lost, gained), (gained, lost)):
            hidden = [change for change in here if HIDDEN_JSON in _sides(change)]
            others = [change for change in there if HIDDEN_JSON not in _sides(change)]
            for one, other in zip(hidden, others, strict=False):
                yield id(one)
                yield id(other)


def _sides(change: Change) -> tuple[Any, Any]:
    return change.old, change.new
