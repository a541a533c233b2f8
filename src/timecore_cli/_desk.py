"""A record opened for the arbiter, and what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timecore.arbiter import Arbiter
    from timecore.entry import Entry

__all__ = ["opened", "told"]


def opened(file: Path) -> Arbiter:
    """The record, its file locked for writing.

    Raises:
        Failure: It is damaged, a redacted copy, or the file cannot be written.
        RecordError: It is no record, or somebody else is writing to it.
    """
    from timecore.arbiter import Arbiter
    from timecore.errors import FormatUnsupported, HiddenValue, NotARecord, RecordDamaged
    from timecore_cli import _games
    from timecore_cli._errors import DAMAGED, UNREADABLE, USAGE, Failure, unreadable, unwritable

    try:
        return Arbiter.open(file, durability="sync")
    except RecordDamaged as error:
        hint = _games.repair_hint(file) if error.torn else error.hint
        raise Failure(f"{file}: {error.message}", code=DAMAGED, hint=hint, cause=error) from error
    except (NotARecord, FormatUnsupported) as error:
        if not _games.begins_like_a_record(data := _games.read(file)):
            raise _games.foreign(file, data, error) from error
        raise Failure(f"{file}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error) from error
    except HiddenValue as error:
        raise Failure(f"{file}: {error.message}", code=USAGE, hint=error.hint, cause=error) from error
    except OSError as error:
        absent = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
        missing = absent and file != _games.STREAM
        raise (unreadable if missing else unwritable)(file, error) from error


def told(file: Path, arbiter: Arbiter, entry: Entry, lang: str | None, *, json: bool) -> None:
    """Tell what was entered."""
    from timecore_cli import _output
    from timecore_cli._screen import Screen

    if json:
        _output.say(_output.dumps({"entry": entry.to_json(), "head": arbiter.head.hex()}))
        return
    screen = Screen(arbiter.log, lang, None)
    _ = screen.texts.gettext
    sentence = screen.narrator.move(entry.move, entry.actor)
    line = _("{path}: entry {entry} saved: {move}").format(path=file, entry=entry.seq, move=sentence)
    _output.tell(line)
