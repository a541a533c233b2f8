"""The language of conditions, read into a tree. A language of its own: nothing that Python knows is evaluated.

::

    condition  = both {"or" both}
    both       = one {"and" one}
    one        = "not" one | "(" condition ")" | comparison | "changed" "(" PATH ")" | PATH | "true" | "false"
    comparison = value ("==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" "in") value
    value      = PATH | "len" "(" PATH ")" | NUMBER | TEXT | "true" | "false" | "null"

A PATH is that of :mod:`timecore.paths`, and may hold ``[*]``; a NUMBER is whole; a TEXT stands in double quotes,
as in JSON, or in single ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import attrs

from timecore.errors import ConditionError, PathError
from timecore.paths import Pattern, scan

__all__ = [
    "Both",
    "Changed",
    "Comparison",
    "Constant",
    "Either",
    "Holds",
    "Length",
    "Node",
    "Not",
    "Operator",
    "Value",
    "read",
]

#: Far beyond what anybody writes; what is longer is a mistake, or an attack.
MOST_CHARACTERS: Final = 4096
MOST_LEVELS: Final = 50

Operator: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">=", "in"]


@attrs.frozen
class Constant:
    """A constant: a number, a text, true, false or null."""

    value: Any


@attrs.frozen
class Length:
    """How many items a list, names an object or characters a text has."""

    path: Pattern


Value: TypeAlias = Pattern | Length | Constant


@attrs.frozen(eq=False)
class Comparison:
    """Two values and what is asked of them. Each is one of its kind: notes on what it met are kept by it."""

    left: Value
    operator: Operator
    right: Value
    text: str


@attrs.frozen
class Changed:
    """Whether what stands at a path is other than a moment before."""

    path: Pattern


@attrs.frozen
class Holds:
    """Whether what stands at a path is true."""

    path: Pattern


@attrs.frozen
class Not:
    """Whether something does not hold."""

    what: Node


@attrs.frozen
class Both:
    """Whether all of these hold."""

    parts: tuple[Node, ...]


@attrs.frozen
class Either:
    """Whether one of these holds."""

    parts: tuple[Node, ...]


Node: TypeAlias = Both | Either | Not | Comparison | Changed | Holds | Constant


# -- words --------------------------------------------------------------------------------------------------------


class _Token(NamedTuple):
    """A word of a condition.

    Attributes:
        kind: ``path``, ``constant``, ``call``, ``end``; or the word itself: ``and``, ``or``, ``not``, ``in``, ``(``,
            ``)`` and the signs of comparisons.
        at: Where it begins, from 0.
        end: Where it ends.
        value: The path, the constant, or the name of what is called.
    """

    kind: str
    at: int
    end: int
    value: Any = None


_BLANK: Final = re.compile(r"[ \t\r\n]+")
_SIGN: Final = re.compile(r"==|!=|<=|>=|<|>|\(|\)")
_NUMBER: Final = re.compile(r"-?[0-9]+")
_TEXT: Final = re.compile(r""""(?:[^"\\\x00-\x1f]|\\.)*"|'(?:[^'\\\x00-\x1f]|\\.)*'""")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CALL: Final = re.compile(r"\s*\(")

_CONSTANTS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}
_WORDS: Final = ("and", "or", "not", "in")
_FUNCTIONS: Final = ("len", "changed")
_SIGNS: Final[tuple[Operator, ...]] = ("==", "!=", "<", "<=", ">", ">=")

#: What is often written for something else.
_MISTAKEN: Final[Mapping[str, str]] = {
    "=": "Write == for equal.",
    "&": "Write and.",
    "|": "Write or.",
    "!": "Write not, or != for unequal.",
    "{": "A condition has constants, paths and comparisons only.",
    "+": "A condition does not calculate.",
    "-": "A condition does not calculate.",
    "*": "A condition does not calculate.",
    "/": "A condition does not calculate.",
    '"': "A text ends with the quotation mark that it begins with; a backslash takes another one behind it.",
    "'": "A text ends with the quotation mark that it begins with; a backslash takes another one behind it.",
}


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    at = 0
    while at < len(text):
        blank = _BLANK.match(text, at)
        if blank is not None:
            at = blank.end()
            continue
        token = _token(text, at)
        found.append(token)
        at = token.end
    return [*found, _Token("end", len(text), len(text))]


def _token(text: str, at: int) -> _Token:
    sign = _SIGN.match(text, at)
    if sign is not None:
        return _Token(sign[0], at, sign.end())
    number = _NUMBER.match(text, at)
    if number is not None:
        return _number(text, at, number.end())
    quoted = _TEXT.match(text, at)
    if quoted is not None:
        return _Token("constant", at, quoted.end(), _unquoted(text, at, quoted[0]))
    word = _WORD.match(text, at)
    if word is not None and word[0] in _WORDS:
        return _Token(word[0], at, word.end())
    if word is not None and word[0] in _CONSTANTS and not text.startswith((".", "["), word.end()):
        return _Token("constant", at, word.end(), _CONSTANTS[word[0]])
    if word is not None and _CALL.match(text, word.end()):
        if word[0] not in _FUNCTIONS:
            raise _wrong(
                text, at, f"there is no function {word[0]}", "There are len(path) and changed(path)."
            )
        return _Token("call", at, word.end(), word[0])
    if word is not None or text[at] == "[":
        try:
            path, end = scan(text, at)
        except PathError as error:
            column = at + 1 if error.column is None else error.column
            raise _wrong(text, column - 1, error.message.partition(": ")[2], error.hint) from error
        return _Token("path", at, end, path)
    if text[at] == ".":
        return _Token("path", at, at + 1, Pattern())  # the whole state
    shown = json.dumps(text[at], ensure_ascii=not text[at].isprintable())
    raise _wrong(text, at, f"{shown} begins nothing that a condition has", _MISTAKEN.get(text[at]))


def _number(text: str, at: int, end: int) -> _Token:
    if text.startswith(".", end):
        raise _wrong(text, end, "numbers are whole, there are no others in a game")
    if end - at > 20:
        raise _wrong(text, at, "no number of a game has so many digits")
    if _WORD.match(text, end):
        raise _wrong(text, end, "a number ends here, and a word begins", "Put a blank between them.")
    return _Token("constant", at, end, int(text[at:end]))


def _unquoted(text: str, at: int, quoted: str) -> str:
    if quoted[0] == "'":  # JSON has the other mark only
        inner = re.sub(r"""\\'|"|\\.""", lambda m: {"\\'": "'", '"': '\\"'}.get(m[0], m[0]), quoted[1:-1])
        quoted = f'"{inner}"'
    try:
        value = json.loads(quoted)
        value.encode()
    except ValueError:  # also: half of a surrogate pair
        raise _wrong(text, at, "this is no text", "A backslash is written twice.") from None
    return str(value)


def _wrong(text: str, at: int, what: str, hint: str | None = None) -> ConditionError:
    return ConditionError(
        f"column {at + 1} of the condition: {what}", condition=text, column=at + 1, hint=hint
    )


# -- sentences ----------------------------------------------------------------------------------------------------


def read(text: str) -> Node:
    """The tree of a condition.

    Raises:
        ConditionError: It is none; the error has the column.
    """
    if len(text) > MOST_CHARACTERS:
        raise _wrong(text, MOST_CHARACTERS, f"a condition has at most {MOST_CHARACTERS} characters")
    reader = _Reader(text)
    node = reader.either(0)
    token = reader.next
    if token.kind != "end":
        raise reader.unexpected(token)
    return node


class _Reader:
    """Goes over the words once, without going back."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = _tokens(text)
        self._at = 0

    @property
    def next(self) -> _Token:
        """The next word."""
        return self._tokens[self._at]

    def take(self) -> _Token:
        """The next word, and go on."""
        token = self.next
        self._at += 1
        return token

    def took(self, kind: str) -> bool:
        """Whether the next word is of this kind, and go on if it is."""
        if self.next.kind != kind:
            return False
        self._at += 1
        return True

    def either(self, level: int) -> Node:
        """Parts joined by ``or``."""
        parts = [self._both(level)]
        while self.took("or"):
            parts.append(self._both(level))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _both(self, level: int) -> Node:
        parts = [self._one(level)]
        while self.took("and"):
            parts.append(self._one(level))
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def _one(self, level: int) -> Node:
        token = self.next
        if level > MOST_LEVELS:
            raise _wrong(self.text, token.at, f"a condition has at most {MOST_LEVELS} levels")
        if self.took("not"):
            return Not(self._one(level + 1))
        if self.took("("):
            node = self.either(level + 1)
            if not self.took(")"):
                raise self.unexpected(self.next, f'")" is missing for "(" in column {token.at + 1}')
            return node
        if token.kind == "call" and token.value == "changed":
            self.take()
            return Changed(self._argument(token))
        return self._comparison()

    def _comparison(self) -> Node:
        first = self.next
        left = self._value()
        operator, negated = self._operator()
        if operator is None:
            match left:
                case Pattern():
                    return Holds(left)
                case Constant(value=bool()):
                    return left
            raise self.unexpected(self.next, "a comparison is missing")
        right = self._value()
        if operator == "in" and not isinstance(right, Pattern):
            hint = "What something is in stands at a path: 3 in fuel."
            raise _wrong(self.text, self._tokens[self._at - 1].at, '"in" needs a path behind it', hint)
        after = self.next
        if after.kind in _SIGNS or after.kind == "in":
            hint = "Join two comparisons with and: 0 < fuel[0] and fuel[0] < 3."
            raise _wrong(self.text, after.at, "a comparison compares two values", hint)
        text = self.text[first.at : self._tokens[self._at - 1].end]
        found = Comparison(left, operator, right, text)
        return Not(found) if negated else found

    def _operator(self) -> tuple[Operator | None, bool]:
        """What is asked of two values, and whether the contrary is."""
        kind = self.next.kind
        for sign in _SIGNS:
            if kind == sign:
                self.take()
                return sign, False
        if kind == "in":
            self.take()
            return "in", False
        if kind == "not" and self._tokens[self._at + 1].kind == "in":
            self._at += 2
            return "in", True
        return None, False

    def _value(self) -> Value:
        token = self.take()
        match token.kind:
            case "path":
                assert isinstance(token.value, Pattern)  # noqa: S101 - what such a word holds
                return token.value
            case "constant":
                return Constant(token.value)
            case "call" if token.value == "len":
                return Length(self._argument(token))
            case "call":
                hint = "It needs no comparison: changed(fuel[0]) and fuel[0] > 3."
                raise _wrong(self.text, token.at, "changed() is no value", hint)
        self._at -= 1
        raise self.unexpected(token)

    def _argument(self, call: _Token) -> Pattern:
        """The path in the parentheses of a function."""
        self.take()  # there is one: it made the word a call
        token = self.next
        if token.kind != "path":
            raise self.unexpected(token, f"{call.value}() needs a path")
        self.take()
        if not self.took(")"):
            raise self.unexpected(self.next, f'")" is missing behind the path of {call.value}()')
        assert isinstance(token.value, Pattern)  # noqa: S101 - what such a word holds
        return token.value

    def unexpected(self, token: _Token, what: str | None = None) -> ConditionError:
        """A word that cannot stand here."""
        if token.kind == "end":
            return _wrong(self.text, token.at, what or "the condition breaks off: a value is missing")
        word = self.text[token.at : token.end]
        shown = word if len(word) <= 40 else f"{word[:39]}…"
        return _wrong(
            self.text, token.at, what or f"{json.dumps(shown, ensure_ascii=False)} cannot stand here"
        )
