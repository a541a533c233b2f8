"""``timecore repair``: a record that can be gone on with, after a crash or an accident."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import File, Json
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore_cli._errors import Failure

__all__ = ["command"]

Broken = Annotated[
    bool,
    option("--broken", help="Cut also where sound entries stand behind the damage: they are moved, too."),
]


def command(file: File, broken: Broken = False, json: Json = False) -> None:
    """Cut a damaged tail off a record, as a crash leaves one, and keep it in a file beside the record.

    Not a byte is deleted. Exit code 0: repaired, or nothing was wrong; 2: somebody is writing to the
    file, or it cannot be written; 3: there is no sound header, so nothing could be kept; 4: sound
    entries stand behind the damage, and nothing was done.
    """
    from timecore.errors import NotARecord, RecordDamaged, RecordError
    from timecore.recordfile import repair
    from timecore_cli import _games, _output
    from timecore_cli._errors import Failure, exit_code

    try:
        found = repair(file, broken=broken)
    except RecordDamaged as error:
        hint = "Have a backup? Else --broken moves all from the damage on, sound entries too, to a file beside it."
        msg = f"{file}: {error.message}; sound entries stand behind it"
        raise Failure(msg, code=exit_code(error), hint=hint, cause=error) from error
    except RecordError as error:
        if isinstance(error, NotARecord) and not _games.begins_like_a_record(data := _games.read(file)):
            raise _games.foreign(file, data, error) from error
        message = error.message if str(file) in error.message else f"{file}: {error.message}"
        raise Failure(message, code=exit_code(error), hint=error.hint, cause=error) from error
    except OSError as error:
        raise _failed(file, error) from error
    told: dict[str, Any] = {"repaired": found is not None}
    if found is None:
        sentences = [f"{file} is sound; there is nothing to repair"]
    else:
        told |= {
            "entries": found.entries,
            "entry": found.entry,
            "reason": found.reason,
            "lost": found.lost,
            "aside": str(found.aside),
        }
        kept = _output.counted(found.entries, "entry is", "entries are")
        sentences = [
            f"{file}: {kept} kept; entry {found.entry} is damaged: {found.reason}",
            f"{found.aside}: {_output.counted(found.lost, 'byte')}, all from entry {found.entry} on",
        ]
    if json:
        _output.say(_output.dumps(told))
    else:
        for sentence in sentences:
            _output.tell(sentence)


def _failed(file: Path, error: OSError) -> Failure:
    """A file that is not there, or one that cannot be written."""
    from timecore_cli._errors import unreadable, unwritable

    missing = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
    return unreadable(file, error) if missing else unwritable(file, error)
