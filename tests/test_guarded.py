"""A state on which rules may be asked, and may not look at what is hidden."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
import pytest

from timecore.errors import HiddenValue
from timecore.guarded import guarded
from timecore.hidden import HIDDEN


class Pair(NamedTuple):
    """A tuple with names."""

    left: Any
    right: Any


@attrs.frozen
class Part:
    """A small part of a state that does not change."""

    card: Any


@dataclass
class Old:
    """A part of another make."""

    card: Any


class Foreign:
    """An object that nobody can look into."""


@attrs.define
class Shelf:
    """A state that holds one thing."""

    thing: Any

    def copy(self) -> Shelf:
        """What is on it is copied as well."""
        return Shelf(copy.copy(self.thing))

    def to_json(self) -> dict[str, Any]:
        """Something hidden, or nothing."""
        return {"thing": ["?" if self.thing is HIDDEN or isinstance(self.thing, Foreign) else 1]}


PLACES: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (lambda x: x, lambda x: x),
    (lambda x: [1, x], lambda x: x[1]),
    (lambda x: (x, 1), lambda x: x[0]),
    (lambda x: {"a": [x]}, lambda x: x["a"][0]),
    (lambda x: Pair(1, x), lambda x: x.right),
    (lambda x: [Part(x)], lambda x: x[0].card),
    (lambda x: Old((x,)), lambda x: x.card[0]),
    (lambda x: Counter(a=x), lambda x: x["a"]),
]

LOOKS: list[Callable[[Any], Any]] = [
    lambda x: x == "C1",
    lambda x: x in ("C1", "C2"),
    lambda x: x < 3,
    lambda x: sorted([1, x]),
    hash,
    bool,
    str,
    repr,
    lambda x: f"{x}",
    lambda x: isinstance(x, str),
    lambda x: x + 1,
    lambda x: 1 + x,
    list,
    len,
    lambda x: x[0],
    lambda x: x.name,
    lambda x: [1, 2][x],
    lambda x: {"C1": 1}[x],
    lambda x: Counter([x]),
]


@pytest.mark.parametrize(("put", "get"), PLACES)
def test_what_is_hidden_is_replaced_wherever_it_is(put: Callable[..., Any], get: Callable[..., Any]) -> None:
    """And the state itself stays as it is."""
    state = Shelf(put(HIDDEN))
    found = guarded(state)

    assert found.hides
    assert get(found.state.thing) is not HIDDEN
    with pytest.raises(HiddenValue):
        str(get(found.state.thing))
    assert get(state.thing) is HIDDEN
    assert type(found.state.thing) is type(state.thing) or state.thing is HIDDEN


@pytest.mark.parametrize("look", LOOKS)
def test_nobody_looks_at_it(look: Callable[[Any], Any]) -> None:
    thing = guarded(Shelf(HIDDEN)).state.thing

    with pytest.raises(HiddenValue, match="the rules need what this copy of the record hides"):
        look(thing)


def test_it_is_counted_moved_and_copied_with_what_holds_it() -> None:
    state = guarded(Shelf(["C1", HIDDEN])).state
    again = copy.deepcopy(state.copy())

    assert len(again.thing) == 2
    assert "C1" in again.thing
    assert again.thing.pop() is state.thing[1]


@pytest.mark.parametrize("thing", ["?", ["C1", 7, None, True], {"a": (1, Part(2))}, {1, 2}, Pair(1, 2)])
def test_what_hides_nothing_is_as_it_was(thing: Any) -> None:
    """A question mark is a text."""
    found = guarded(Shelf(thing))

    assert not found.hides
    assert found.state == Shelf(thing)


@pytest.mark.parametrize("thing", [{HIDDEN: 1}, {HIDDEN}, Counter([HIDDEN]), Foreign(), [Foreign(), HIDDEN]])
def test_where_it_cannot_be_replaced_nothing_may_be_asked(thing: Any) -> None:
    with pytest.raises(HiddenValue):
        guarded(Shelf(thing))
