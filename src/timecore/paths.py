"""Paths into the JSON form of a state: ``fuel[2]``, ``hands[0][3]``, ``cards[1].zone``, ``aside["2 left"]``.

A path leads from the whole value down through names (of objects) and indices (of lists, from 0). ``.`` alone is the
whole. A name that is no identifier stands in brackets and quotes, as JSON writes it. For other programs the same
path is an RFC 6901 pointer, ``/fuel/2``. What a viewer may not see is ``"?"``, and no path leads through it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import attrs

from timecore.display import fit
from timecore.errors import HiddenValue, PathError

__all__ = [
    "HIDDEN_JSON",
    "STAR",
    "Path",
    "Pattern",
    "from_pointer",
    "get",
    "parse",
    "parse_pattern",
    "scan",
    "walk",
]

HIDDEN_JSON: Final = "?"
"""What stands in JSON for a value that is there and may not be seen."""

#: A name that needs no quotes.
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_QUOTED: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_INDEX: Final = re.compile(r"[0-9]+")

#: No list of a state is so long that an index has more digits.
_DIGITS: Final = 10

#: The most columns that a foreign name takes in a message.
_ROOM: Final = 60


@attrs.frozen
class Star:
    """The type of :data:`STAR`."""

    def __repr__(self) -> str:
        return "STAR"


STAR: Final = Star()
"""In a pattern: every index of a list, or every name of an object."""

Key: TypeAlias = str | int
"""One step down: a name or an index."""


@attrs.frozen
class Pattern:
    """A path in which ``[*]`` may stand for all items of a list, or all names of an object.

    Attributes:
        steps: Names, indices and ``STAR``, from the whole value down.
    """

    steps: tuple[Key | Star, ...] = ()

    def __str__(self) -> str:
        return _text(self.steps)

    def expand(self, value: Any) -> tuple[Path, ...]:
        """The paths that this means in a value, in its order.

        Items that lack what stands behind a ``[*]`` are passed over, unless all of them do.

        Args:
            value: A value in JSON types.

        Raises:
            PathError: There is no such path.
            HiddenValue: It leads through something that this viewer may not see.
        """
        if STAR not in self.steps:
            path = Path(self.steps)  # type: ignore[arg-type]  # there is no STAR
            get(value, path)
            return (path,)
        at = self.steps.index(STAR)
        here = Path(self.steps[:at])  # type: ignore[arg-type]  # it is the first STAR
        found: list[Path] = []
        failed: PathError | HiddenValue | None = None
        for key in _keys(get(value, here), here):
            try:
                found.extend(Pattern((*here.steps, key, *self.steps[at + 1 :])).expand(value))
            except (PathError, HiddenValue) as error:
                failed = failed or error
        if failed is not None and not found:
            raise failed
        return tuple(found)


@attrs.frozen
class Path:
    """Where something stands in the JSON form of a state.

    Attributes:
        steps: Names and indices, from the whole value down; empty for the whole.
    """

    steps: tuple[Key, ...] = ()

    @property
    def pointer(self) -> str:
        """The same as a JSON pointer (RFC 6901), such as ``/fuel/2``; empty for the whole."""
        return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in self.steps)

    def __truediv__(self, key: Key) -> Path:
        """The path one step further down."""
        return Path((*self.steps, key))

    def __str__(self) -> str:
        return _text(self.steps)


def _text(steps: tuple[Key | Star, ...]) -> str:
    text = ""
    for key in steps:
        if isinstance(key, Star):
            text += "[*]"
        elif isinstance(key, int):
            text += f"[{key}]"
        elif _NAME.fullmatch(key):
            text += f".{key}" if text else key
        else:
            text += f"[{_quoted(key)}]"
    return text or "."


def _quoted(name: str) -> str:
    # Printable characters stay as they are, the others must not reach a terminal.
    plain = json.dumps(name, ensure_ascii=False)
    return plain if plain.isprintable() else json.dumps(name)


# -- reading ---------------------------------------------------------------------------------------------------


def parse(text: str) -> Path:
    """Read a path.

    Args:
        text: Such as ``fuel[2]``, ``cards[1].zone``, ``aside["2 left"]``, or ``.`` for the whole.

    Raises:
        PathError: It is none; the error has the column.
    """
    pattern = parse_pattern(text)
    if STAR in pattern.steps:
        at = next(at for at, key in _steps(text, 0)[0].items() if key is STAR)
        raise _syntax(text, at, "one path is asked for, and [*] means many", "Give an index.")
    return Path(pattern.steps)  # type: ignore[arg-type]  # there is no STAR


def parse_pattern(text: str) -> Pattern:
    """Read a path that may hold ``[*]``.

    Raises:
        PathError: It is none; the error has the column.
    """
    if text == ".":
        return Pattern()
    pattern, end = scan(text)
    if end < len(text):
        raise _stray(text, end)
    return pattern


def scan(text: str, start: int = 0) -> tuple[Pattern, int]:
    """Read a path out of a longer text, such as a condition.

    Args:
        text: The text.
        start: The offset at which the path begins.

    Returns:
        The path, and the offset behind it: the first character that cannot belong to it.

    Raises:
        PathError: No path begins there, or it breaks off; the error has the column, counted in the whole text.
    """
    steps, end = _steps(text, start)
    if not steps:
        raise _syntax(text, start, "there is no path", "A path is like fuel[2] or cards[1].zone.")
    return Pattern(tuple(steps.values())), end


def _steps(text: str, start: int) -> tuple[dict[int, Key | Star], int]:
    """The steps of a path by the offsets at which they begin, and the offset behind the last."""
    steps: dict[int, Key | Star] = {}
    at = start
    while at < len(text):
        key: Key | Star
        if text[at] == "[":
            key, end = _bracket(text, at + 1)
        elif text[at] == "." and at > start:
            key, end = _name(text, at + 1, "behind a dot")
        elif at == start:
            key, end = _name(text, at, "at the beginning")
        else:
            break
        steps[at] = key
        at = end
    return steps, at


def _name(text: str, at: int, where: str) -> tuple[str, int]:
    found = _NAME.match(text, at)
    if found is not None:
        return found[0], found.end()
    digits = _INDEX.match(text, at)
    if digits is not None:
        raise _syntax(
            text, at, f"a name is missing {where}", f"Write an index in brackets: [{digits[0][:_DIGITS]}]."
        )
    raise _syntax(text, at, f"a name is missing {where}", 'Write one that is no identifier as ["2 left"].')


def _bracket(text: str, at: int) -> tuple[Key | Star, int]:
    """What stands in brackets, and the offset behind them."""
    key: Key | Star
    digits, quoted = _INDEX.match(text, at), _QUOTED.match(text, at)
    if digits is not None:
        end = digits.end()
        if len(digits[0]) > _DIGITS:
            raise _syntax(text, at, "no list is so long")
        key = int(digits[0])
    elif quoted is not None:
        end = quoted.end()
        try:
            name = json.loads(quoted[0])
            name.encode()
        except ValueError:  # also: half of a surrogate pair
            raise _syntax(text, at, "no such text is a name", "Write it as JSON does.") from None
        key = str(name)
    elif text.startswith("*", at):
        key, end = STAR, at + 1
    elif text.startswith("-", at):
        raise _syntax(text, at, "an index counts from 0", "The last item has the number of items minus one.")
    else:
        bare = _NAME.match(text, at)
        hint = f'Write a name in quotes: ["{bare[0][:_ROOM]}"].' if bare else None
        raise _syntax(text, at, 'an index, * or a name in quotes is missing behind "["', hint)
    if not text.startswith("]", end):
        raise _syntax(text, end, '"]" is missing')
    return key, end + 1


def _stray(text: str, at: int) -> PathError:
    hint = "Steps are parted by dots, indices stand in brackets: cards[1].zone."
    return _syntax(text, at, f"{_quoted(text[at])} does not belong to a path", hint)


def _syntax(text: str, at: int, what: str, hint: str | None = None) -> PathError:
    return PathError(f"column {at + 1}: {what}", path=text, column=at + 1, hint=hint)


def from_pointer(pointer: str, value: Any) -> Path:
    """The path that a JSON pointer (RFC 6901) means in a value.

    A pointer writes names and indices alike, so it takes the value to tell them apart. What leads on from where
    nothing is counts as an index if it looks like one.

    Args:
        pointer: Such as ``/fuel/2``; empty for the whole.
        value: The value that it leads into, in JSON types.

    Raises:
        PathError: It is no pointer.
    """
    if not pointer:
        return Path()
    if not pointer.startswith("/") or re.search(r"~(?![01])", pointer):
        msg = f"{_short(_quoted(pointer))} is no JSON pointer"
        raise PathError(msg, path=pointer, hint="A pointer is like /fuel/2 (RFC 6901).")
    keys: list[Key] = []
    for part in pointer[1:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        index = re.fullmatch(r"0|[1-9][0-9]*", name) is not None and len(name) <= _DIGITS
        key: Key = int(name) if index and not isinstance(value, dict) else name
        keys.append(key)
        value = _below(value, key)
    return Path(tuple(keys))


def _below(value: Any, key: Key) -> Any:
    """What stands at a key, or ``None`` if nothing does."""
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return None


# -- what is there ---------------------------------------------------------------------------------------------


def get(value: Any, path: Path) -> Any:
    """What stands at a path.

    Args:
        value: A value in JSON types, such as ``state.to_json()``.
        path: Where to look.

    Raises:
        PathError: There is nothing; the error says what is there instead.
        HiddenValue: The path leads through something that this viewer may not see.
    """
    for depth, key in enumerate(path.steps):
        if isinstance(value, dict):
            there = key in value  # no name is a number
        else:
            there = isinstance(value, list) and isinstance(key, int) and key < len(value)
        if not there:
            raise _nothing(value, Path(path.steps[:depth]), key)
        value = value[key]
    return value


def walk(value: Any, path: Path | None = None) -> Iterator[tuple[Path, Any]]:
    """All leaves of a value with their paths, in its order: whatever is neither list nor object, and empty ones.

    Args:
        value: A value in JSON types.
        path: Where it stands itself.
    """
    # A stack rather than recursion: each leaf would go up through a generator for every level.
    stack: list[tuple[tuple[Key, ...], Any]] = [(() if path is None else path.steps, value)]
    while stack:
        steps, here = stack.pop()
        if isinstance(here, dict) and here:
            stack.extend(((*steps, key), here[key]) for key in reversed(here))
        elif isinstance(here, list) and here:
            stack.extend(((*steps, index), here[index]) for index in range(len(here) - 1, -1, -1))
        else:
            yield Path(steps), here


def _keys(value: Any, path: Path) -> Iterator[Key]:
    """The keys that a ``[*]`` means."""
    if isinstance(value, list):
        return iter(range(len(value)))
    if isinstance(value, dict):
        return iter(value)
    raise _nothing(value, path, STAR)


def _nothing(value: Any, path: Path, key: Key | Star) -> PathError | HiddenValue:
    """Why there is nothing at a key of a value."""
    asked = _short(_text((*path.steps, key)))
    what = "the state" if not path.steps else _short(str(path))
    if value == HIDDEN_JSON:
        return HiddenValue(f"{asked} cannot be told: {what} is hidden from this viewer")
    names: tuple[str, ...] = ()
    hint = None
    if isinstance(value, dict):
        names = tuple(value)
        there, hint = _names(names, path, key)
    elif isinstance(value, list):
        there = f"a list of {len(value)}" if value else "an empty list"
        if isinstance(key, int):
            hint = f"Its indices go from 0 to {len(value) - 1}." if value else None
        else:
            hint = f"Give an index: {_short(_text((*path.steps, 0)))}."
    else:
        there = f"{_short(_quoted(value)) if isinstance(value, str) else json.dumps(value)}"
    return PathError(
        f"there is no {asked}: {what} is {there}", path=_text((*path.steps, key)), names=names, hint=hint
    )


def _names(names: tuple[str, ...], path: Path, key: Key | Star) -> tuple[str, str | None]:
    """What an object is, and the hint that fits a key which it has not."""
    if not names:
        return "an empty object", None
    from difflib import get_close_matches  # only for this message  # noqa: PLC0415

    by_sound = {name.casefold(): name for name in reversed(names)}
    close = get_close_matches(str(key).casefold(), by_sound, n=1)
    if close:
        hint = f"Did you mean {_short(_text((*path.steps, by_sound[close[0]])))}?"
    else:
        listed = [_short(_text((name,))) for name in names[:_FEW]]
        hint = f"Its names are: {', '.join(listed)}{', …' if len(names) > _FEW else '.'}"
    return f"an object of {len(names)} {'name' if len(names) == 1 else 'names'}", hint


#: Of very many names these are enough to see what they are like.
_FEW: Final = 40


def _short(text: str) -> str:
    return fit(text, _ROOM)
