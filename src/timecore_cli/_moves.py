"""Lists of moves, as lines of JSON: read from a file, and what is wrong with a line told to who has it before them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from timecore.errors import ImportRefused

__all__ = ["read", "said"]

_PLACE: Final = re.compile(r"line ([0-9]+)(?:, entry ([0-9]+))?")


def read(path: Path) -> list[bytes]:
    """The lines of a file."""
    from timecore_cli import _games

    data = _games.read(path)
    _refuse_other_files(path, data)
    return data.splitlines()


def _refuse_other_files(path: Path, data: bytes) -> None:
    """Refuse what is no text, before anybody looks for lines in it."""
    from timecore_cli import _games
    from timecore_cli._errors import UNREADABLE, Failure

    if data and _games.begins_like_a_record(data):
        hint = f"`timecore replay {path}` tells it, `timecore export {path}` prints it."
        raise Failure(f"{path}: this is a record already", code=UNREADABLE, hint=hint)
    if not data.strip():
        hint = "It should hold lines of JSON, as `timecore export` prints them."
        raise Failure(f"{path}: the file is empty", code=UNREADABLE, hint=hint)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        if data.startswith(_games.COMPRESSED):
            hint = "It is compressed: unpack it first."
        else:
            hint = "It should hold lines of JSON in UTF-8, as `timecore export` prints them."
        msg = f"{path}: not a list of moves"
        raise Failure(msg, code=UNREADABLE, hint=hint) from error


def said(error: ImportRefused, lines: Sequence[bytes], seats: int) -> tuple[str, str | None]:
    """Sentence and hint of an error, made for who has the line before them."""
    place, _, _ = error.message.partition(":")
    actor, move = _asked(place, lines)
    if isinstance(move, dict) and "?" in move.values():
        hint = "Import what `timecore export` prints of the full game."
        return f"{place}: an export of a copy that hides secrets cannot be imported", hint
    if type(actor) is int and 0 < seats <= actor:
        return f"{place}: there is no seat {actor}", f"Seats go from 0 to {seats - 1}."
    if error.hint is None or not error.hint.startswith("Legal for actor "):
        return error.message, error.hint
    if not error.legal:  # the sentence says who is to act
        return error.message, None
    who = "chance" if actor == -1 else f"actor {actor}"
    return error.message, f"Legal for {who}:{error.hint.partition(':')[2]}"


def _asked(place: str, lines: Sequence[bytes]) -> tuple[Any, Any]:
    """The actor and the move at a place, "line 7" or "line 1, entry 6", as far as they stand there."""
    import json

    match = _PLACE.fullmatch(place)
    if match is None or not 0 < int(match[1]) <= len(lines):
        return None, None
    try:
        value = json.loads(lines[int(match[1]) - 1])
        if match[2]:
            value = value["entries"][int(match[2]) - 1]
        return value.get("actor"), value.get("move")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None, None
