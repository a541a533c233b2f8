"""Conditions on states: whether they hold, do not hold, or cannot be told by this viewer.

What a viewer may not see is neither equal nor unequal to anything, so a condition has three answers: ``True``,
``False`` and ``None`` for *not known*. ``false and`` something unknown is false, ``true or`` something unknown is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, assert_never

import attrs

from timecore.ask import _syntax as syntax
from timecore.ask._values import ABSENT, freeze, reach
from timecore.errors import HiddenValue, PathError
from timecore.paths import HIDDEN_JSON, Pattern

__all__ = ["Condition", "Watch"]

Test: TypeAlias = Callable[[Any, Any], bool | None]
"""What a part of a condition says of a state's JSON form, and of the one before it (``None`` at the start)."""


@attrs.frozen
class Condition:
    """A condition on states, such as ``fuel[0] > 3 and not changed(present)``; the reference has its grammar.

    Attributes:
        text: The condition as it was given, of at most 4096 characters.

    Raises:
        ConditionError: It is none; the error has the column.
    """

    text: str

    def __attrs_post_init__(self) -> None:
        syntax.read(self.text)  # what is none is refused at once, and not where it is asked

    def __str__(self) -> str:
        return self.text


class Watch:
    """Asks states, in the order of a game, whether a condition holds.

    Args:
        condition: The condition.
        hides: Whether ``"?"`` stands for what a viewer may not see. In what shows everything it is a text.
    """

    def __init__(self, condition: Condition, *, hides: bool = False) -> None:
        self._hides = hides
        self._paths: dict[Pattern, bool] = {}
        self._met: list[_Met] = []
        self._test = self._compiled(syntax.read(condition.text))

    def holds(self, form: Mapping[str, Any], before: Mapping[str, Any] | None) -> bool | None:
        """Whether the condition holds; ``None`` if that depends on what this viewer may not see.

        Args:
            form: The JSON form of the state.
            before: That of the state one event before; ``None`` at the start.
        """
        return self._test(form, before)

    def notes(self, form: Mapping[str, Any]) -> tuple[str, ...]:
        """What is odd about the condition, by the states so far: what was never there, and what never compares.

        Args:
            form: One of these states, to say what is there instead.

        Raises:
            PathError: A path has led nowhere in any of them, and asks an object for a name that it does not have.
        """
        missing = [_missing(pattern, form) for pattern, known in self._paths.items() if not known]
        apart = [met.note() for met in self._met]
        return tuple(note for note in (*missing, *apart) if note is not None)

    # -- the parts ------------------------------------------------------------------------------------------------

    def _compiled(self, node: syntax.Node) -> Test:
        match node:
            case syntax.Both(parts) | syntax.Either(parts):
                return _joined(
                    [self._compiled(part) for part in parts], until=isinstance(node, syntax.Either)
                )
            case syntax.Not(what):
                return _denied(self._compiled(what))
            case syntax.Comparison():
                return self._comparison(node)
            case syntax.Changed(path):
                return self._changed(path)
            case syntax.Holds(path):
                return self._true(path)
            case syntax.Constant(value):
                return lambda _form, _before: bool(value)
            case _:
                assert_never(node)

    def _values(self, value: syntax.Value) -> Callable[[Any], Sequence[Any]]:
        match value:
            case syntax.Constant(constant):
                constants = (constant,)
                return lambda _form: constants
            case syntax.Length(path):
                read = self._reading(path)
                return lambda form: [self._length(one) for one in read(form)]
            case Pattern():
                return self._reading(value)
            case _:
                assert_never(value)

    def _reading(self, pattern: Pattern) -> Callable[[Any], list[Any]]:
        """What stands at a pattern; takes note of whether it has ever led anywhere."""
        steps, paths = pattern.steps, self._paths
        paths.setdefault(pattern, False)

        def read(form: Any) -> list[Any]:
            found = reach(form, steps)
            if found and found[0] is not ABSENT:
                paths[pattern] = True
            return found

        return read

    def _length(self, value: Any) -> Any:
        if self._hides and value == HIDDEN_JSON:
            return HIDDEN_JSON
        return len(value) if isinstance(value, (list, dict, str)) else ABSENT

    def _changed(self, pattern: Pattern) -> Test:
        read = self._reading(pattern)

        def test(form: Any, before: Any) -> bool:
            now = read(form)
            if before is None:
                return False
            return [*map(freeze, now)] != [*map(freeze, reach(before, pattern.steps))]

        return test

    def _true(self, pattern: Pattern) -> Test:
        read = self._reading(pattern)

        def test(form: Any, _before: Any) -> bool | None:
            found = read(form)
            if any(one is True for one in found):
                return True
            return None if self._hides and HIDDEN_JSON in found else False

        return test

    def _comparison(self, node: syntax.Comparison) -> Test:
        left, right = self._values(node.left), self._values(node.right)
        met = _Met(node.text)
        self._met.append(met)
        # Whoever compares with "?" asks what is hidden, and to that there is an answer.
        plainly = not self._hides or syntax.Constant(HIDDEN_JSON) in (node.left, node.right)
        compare = _COMPARED[node.operator]

        def test(form: Any, _before: Any) -> bool | None:
            answer: bool | None = False
            others = right(form)
            for one in left(form):
                for other in others:
                    if one is ABSENT or other is ABSENT:
                        continue
                    met.meet(node.operator, one, other)
                    here = compare(one, other, plainly=plainly)
                    if here:
                        return True
                    if here is None:
                        answer = None
            return answer

        return test


def _joined(tests: Sequence[Test], *, until: bool) -> Test:
    """Parts joined by ``or`` (until one holds) or by ``and`` (until one does not)."""

    def test(form: Any, before: Any) -> bool | None:
        answer: bool | None = not until
        for one in tests:
            here = one(form, before)
            # All are asked, so that every path gets its chance to lead somewhere.
            if here is until:
                answer = until
            elif here is None and answer is not until:
                answer = None
        return answer

    return test


def _denied(one: Test) -> Test:
    def test(form: Any, before: Any) -> bool | None:
        here = one(form, before)
        return None if here is None else not here

    return test


def _missing(pattern: Pattern, form: Mapping[str, Any]) -> str | None:
    try:
        pattern.expand(form)
    except HiddenValue:
        return None
    except PathError as error:
        if error.names:  # most often a slip of the pen; what else is not there may have been, in another game
            raise
    return f"{pattern} is never there"


# -- comparing ----------------------------------------------------------------------------------------------------


def _equal(one: Any, other: Any, *, plainly: bool) -> bool | None:
    if not plainly and HIDDEN_JSON in (one, other):
        return None
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return False
        return _all([_equal(a, b, plainly=plainly) for a, b in zip(one, other, strict=True)])
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return False
        return _all([_equal(one[key], other[key], plainly=plainly) for key in one])
    return type(one) is type(other) and bool(one == other)


def _all(answers: Sequence[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _unequal(one: Any, other: Any, *, plainly: bool) -> bool | None:
    same = _equal(one, other, plainly=plainly)
    return None if same is None else not same


def _ordered(holds: Callable[[Any, Any], bool]) -> Callable[..., bool | None]:
    def compare(one: Any, other: Any, *, plainly: bool) -> bool | None:
        if not plainly and HIDDEN_JSON in (one, other):
            return None
        return (
            type(one) is type(other)
            and isinstance(one, (int, str))
            and type(one) is not bool
            and holds(one, other)
        )

    return compare


def _inside(one: Any, other: Any, *, plainly: bool) -> bool | None:
    if not plainly and other == HIDDEN_JSON:
        return None
    if isinstance(other, list):
        answers = [_equal(one, item, plainly=plainly) for item in other]
        return True if True in answers else None if None in answers else False
    if not plainly and one == HIDDEN_JSON:
        return None
    return isinstance(one, str) and isinstance(other, (dict, str)) and one in other


_COMPARED: Final[Mapping[syntax.Operator, Callable[..., bool | None]]] = {
    "==": _equal,
    "!=": _unequal,
    "<": _ordered(lambda one, other: one < other),
    "<=": _ordered(lambda one, other: one <= other),
    ">": _ordered(lambda one, other: one > other),
    ">=": _ordered(lambda one, other: one >= other),
    "in": _inside,
}

_KINDS: Final[Mapping[type, str]] = {
    int: "a number",
    str: "a text",
    bool: "true or false",
    type(None): "null",
    list: "a list",
    dict: "an object",
}


class _Met:
    """What a comparison has met: whether ever two values that can be compared."""

    __slots__ = ("apart", "text", "well")

    def __init__(self, text: str) -> None:
        self.text = text
        self.well = False
        self.apart: tuple[type, type] | None = None

    def meet(self, operator: syntax.Operator, one: Any, other: Any) -> None:
        """Take note of two values."""
        if self.well:
            return
        if operator == "in":
            self.well = isinstance(other, list) or (isinstance(other, (dict, str)) and isinstance(one, str))
        elif operator in ("==", "!="):
            # What may be null is compared with other things in earnest.
            self.well = type(one) is type(other) or one is None or other is None
        else:
            self.well = type(one) is type(other) and type(one) in (int, str)
        if HIDDEN_JSON in (one, other):
            self.well = True
        if not self.well and self.apart is None and one is not None and other is not None:
            self.apart = type(one), type(other)

    def note(self) -> str | None:
        """What is odd about it."""
        if self.well or self.apart is None:
            return None
        one, other = (_KINDS.get(kind, kind.__name__) for kind in self.apart)
        return f"in {self.text}, {one} meets {other}, which never compare"
