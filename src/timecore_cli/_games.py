"""A saved game for a command: opened, looked at through somebody's eyes, and what is wrong with it told last."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from timecore_cli._errors import (
    DAMAGED,
    UNREADABLE,
    USAGE,
    Failure,
    seat_meant,
    unreadable,
    unwritable,
)

if TYPE_CHECKING:
    from timecore.actors import Seat, Viewer
    from timecore.errors import FormatUnsupported, NotARecord, ReplayError, RulesetError, TimecoreError
    from timecore.log import Log
    from timecore.replay import Replay

__all__ = [
    "COMPRESSED",
    "STREAM",
    "begins_like_a_record",
    "finish",
    "foreign",
    "make_folder",
    "now",
    "open_log",
    "open_replay",
    "read",
    "refuse_existing",
    "refused",
    "repair_hint",
    "save",
    "seat_named",
    "try_replay",
    "viewer_named",
    "viewer_shown",
]

#: What stands for a standard stream where a file could be named.
STREAM: Final = Path("-")

#: How files begin that gzip, zip, zstd, bzip2 and xz write.
COMPRESSED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ")


def read(path: Path) -> bytes:
    """The bytes of a file; those of standard input for ``-``."""
    from timecore.wholefile import LONGEST, read_file

    if path == STREAM:
        return b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST)

    try:
        return read_file(path)
    except OSError as error:
        raise unreadable(path, error) from error


def open_log(path: Path, deck: Path | None = None) -> Log:
    """The log in a file, as far as it is sound; :func:`finish` tells of the rest.

    Args:
        path: The file.
        deck: The file of the deck that the game was made with, if it is given.
    """
    from timecore.errors import FormatUnsupported, NotARecord
    from timecore.log import Log

    data = read(path)
    try:
        log = Log.from_bytes(data)
    except (NotARecord, FormatUnsupported) as error:
        raise refused(path, data, error) from error
    if deck is None:
        return log
    from timecore_cli._decks import with_deck

    return with_deck(log, path, deck)


def refused(path: Path, data: bytes, error: NotARecord | FormatUnsupported) -> Failure:
    """A file that cannot be read as a record.

    Args:
        path: The file.
        data: What it begins with.
        error: What the library says of it.
    """
    if not begins_like_a_record(data):
        return foreign(path, data, error)
    return Failure(f"{path}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error)


def begins_like_a_record(data: bytes) -> bool:
    """Whether a file was meant to be a record, however damaged it is."""
    from timecore.chain import MAGIC

    if _looks_like_json(data):  # an export begins with {"timecore"
        return False
    same = sum(one == other for one, other in zip(data, MAGIC, strict=False))
    return same > len(MAGIC) // 2 or data.startswith(MAGIC[: max(len(data), 1)])


def _looks_like_json(data: bytes) -> bool:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def foreign(path: Path, data: bytes, cause: Exception | None = None) -> Failure:
    """A file that never was a record.

    Args:
        path: The file.
        data: What is in it.
        cause: What the library says of it.
    """
    from timecore.errors import NotARecord

    cause = cause or NotARecord("not a record", entry=0, byte=0)
    if not data:
        hint = "A record has a header at least: what wrote or copied the file did not get that far."
        return Failure(f"{path}: the file is empty", code=UNREADABLE, hint=hint, cause=cause)
    if _looks_like_json(data):
        hint = "It looks like JSON: `timecore import` makes a record of a list of moves."
    elif data.startswith((b"timecore game v1\n", b"timecore key v1\n", b'format = "timecore roster')):
        hint = "It is a note, a key or a roster: here goes the record that it belongs to."
    elif data.startswith(COMPRESSED):
        hint = "It is compressed: unpack it first."
    else:
        hint = "It is something else, or its beginning is lost."
    return Failure(f"{path}: not a record of timecore", code=UNREADABLE, hint=hint, cause=cause)


def repair_hint(path: Path) -> str:
    """What to do about a damaged tail."""
    return (
        "A write was cut off, or what stands last was changed: "
        f"`timecore repair {path}` cuts the damaged tail off and keeps it beside the record."
    )


def viewer_named(log: Log, text: str | None) -> Viewer | None:
    """Whose eyes ``--as`` means; ``None`` without it.

    A seat that is called "public" is reached by its number.
    """
    from timecore.actors import PUBLIC

    if text is None:
        return None
    return PUBLIC if text == "public" else seat_named(log, text, "public")


def seat_named(log: Log, text: str, *others: str) -> Seat:
    """The seat that a number or a name means.

    Args:
        log: The game.
        text: The number or the name.
        others: What could be meant besides.
    """
    from timecore.errors import UsageError
    from timecore.log import seat_number

    try:
        return seat_number(log.header, text)
    except UsageError as error:
        hint = seat_meant(text, log.header.names, others)
        raise Failure(error.message, code=USAGE, hint=hint, cause=error) from error


def viewer_shown(log: Log) -> Viewer | None:
    """Whom a redacted copy of a record was made for; ``None`` where that does not follow from it."""
    from timecore.actors import PUBLIC

    if log.shows == "public":
        return PUBLIC
    return int(log.shows.removeprefix("seat ")) if log.shows.startswith("seat ") else None


def try_replay(log: Log, viewer: Viewer | None) -> Replay | RulesetError | ReplayError:
    """A cursor over the log at its start, or why there can be none: its rules are not at hand."""
    from timecore.errors import ReplayError, RulesetError
    from timecore.replay import Replay

    try:
        return Replay(log, viewer)
    except (RulesetError, ReplayError) as error:
        return error


def open_replay(log: Log, path: Path, viewer: Viewer | None) -> Replay:
    """A cursor over the log at its start.

    Raises:
        Failure: The ruleset is not at hand, or the header's options are none of it.
    """
    found = try_replay(log, viewer)
    if isinstance(found, Exception):
        hint = f"{found.hint or ''} `timecore replay`, `export` and `audit` work without the rules."
        raise Failure(f"{path}: {found.message}", code=UNREADABLE, hint=hint.strip(), cause=found) from found
    return found


def finish(log: Log, path: Path, replay: Replay | None = None, missing: TimecoreError | None = None) -> None:
    """Tell, after all that is sound, where a record ends being sound.

    Args:
        log: The record.
        path: Its file.
        replay: The cursor that told it, if any.
        missing: Why there was none.

    Raises:
        Failure: It does, with exit code 4.
    """
    from timecore.errors import ReplayError

    if log.damage is not None and log.damage.torn:
        torn = log.damage.error()
        hint = f"{torn.hint} {repair_hint(path)}"
        raise Failure(f"{path}: {torn.message}", code=DAMAGED, hint=hint, cause=torn)
    error: TimecoreError | None = None if log.damage is None else log.damage.error()
    if error is None and replay is not None:
        error = replay.error
    if error is None and isinstance(missing, ReplayError):
        error = missing
    if error is not None:
        raise Failure(f"{path}: {error.message}", code=DAMAGED, hint=error.hint, cause=error)


def now() -> str:
    """The time as a record has it. The library asks no clock, so that nothing can depend on one."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def refuse_existing(paths: Iterable[Path], hint: str = "Choose another name, or remove it first.") -> None:
    """Refuse, before any work is done, to write over a file.

    Args:
        paths: The files.
        hint: What to do if there is one.

    Raises:
        Failure: One of the files exists.
    """
    for path in paths:
        if path.exists():
            msg = f"{path} exists already"
            raise Failure(msg, code=USAGE, hint=hint)


def make_folder(path: Path) -> None:
    """Make a folder, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error


def save(log: Log, path: Path) -> None:
    """Write a log to a new file."""
    try:
        log.save(path)
    except OSError as error:
        raise unwritable(path, error) from error
