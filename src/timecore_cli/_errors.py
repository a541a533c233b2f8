"""From whatever went wrong to one sentence, a hint and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from timecore_cli import _output

__all__ = [
    "BUG",
    "DAMAGED",
    "INTERRUPTED",
    "NO",
    "UNREADABLE",
    "USAGE",
    "Failure",
    "did_you_mean",
    "exit_code",
    "misused",
    "report",
    "seat_meant",
    "unreadable",
    "unwritable",
]

#: The exit codes beside 0.
NO: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 3
DAMAGED: Final = 4
BUG: Final = 70
INTERRUPTED: Final = 130

#: Set to 1, it shows the traceback of a bug.
TRACEBACK: Final = "TIMECORE_TRACEBACK"


class Failure(Exception):
    """What ends a command, where the library has no error for it or the exit code is another one.

    Args:
        message: One sentence.
        code: The exit code.
        hint: What to do about it.
        cause: The library's error whose data a machine should see.
    """

    def __init__(
        self, message: str, *, code: int, hint: str | None = None, cause: Exception | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint
        self.cause = cause


def did_you_mean(word: str, words: Sequence[str], otherwise: str | None = None) -> str | None:
    """The hint that fits a word nobody knows; capitals are no difference."""
    from difflib import get_close_matches

    by_sound = {one.casefold(): one for one in reversed(words)}
    close = get_close_matches(word.casefold(), by_sound, n=1)
    return f"Did you mean {by_sound[close[0]]}?" if close else otherwise


def seat_meant(text: str, names: Sequence[str], others: Sequence[str] = ()) -> str:
    """The hint that fits a name which is no seat's, or that of several.

    Args:
        text: The name.
        names: What people call the seats.
        others: What could have been meant besides.
    """
    same = [str(seat) for seat, name in enumerate(names) if name.casefold() == text.casefold()]
    if len(same) > 1:
        return f"Use the seat's number: {', '.join(same[:-1])} or {same[-1]}."
    listed = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    meant = did_you_mean(text, [*names, *others])
    return " ".join(filter(None, (meant, f"The seats are: {listed}.")))


def misused(message: str, hint: str | None = None) -> Failure:
    """An option or argument with a value that is none of those it may have."""
    from timecore.errors import UsageError

    return Failure(message, code=USAGE, hint=hint, cause=UsageError(message))


def unreadable(path: Path, error: OSError) -> Failure:
    """A file that cannot be read; no file at all, if it is ``-``."""
    if path == Path("-"):
        msg = "- cannot be read: standard input is not read for this file"
        return Failure(msg, code=USAGE, hint="Save it as a file, and name that.", cause=error)
    return Failure(f"{path} cannot be read: {_reason(error)}", code=UNREADABLE, cause=error)


def unwritable(path: Path, error: OSError) -> Failure:
    """A file that cannot be written; no file at all, if it is ``-``."""
    if path == Path("-"):
        msg = "standard input cannot be written to"
        return Failure(msg, code=USAGE, hint="Name the file of the record.", cause=error)
    return Failure(f"{path} cannot be written: {_reason(error)}", code=USAGE, cause=error)


def _reason(error: OSError) -> str:
    text = error.strerror or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]


def exit_code(error: Exception) -> int:
    """The exit code for an error of the library."""
    from timecore import errors

    match error:
        case errors.RecordDamaged() | errors.ReplayError() | errors.TournamentDamaged():
            return DAMAGED
        case errors.MoveRefused() | errors.ImportRefused() | errors.HiddenValue() | errors.ProofRefused():
            return NO
        case errors.TournamentRefused():
            return NO
        case errors.RulesetError() | errors.NotARecord() | errors.FormatUnsupported() | errors.SigningError():
            return UNREADABLE
        case errors.NotATournament():
            return UNREADABLE
        case _:
            return USAGE


def report(error: Exception, *, machine: bool) -> int:
    """Tell an error on standard error.

    Args:
        error: What went wrong.
        machine: Whether as a JSON object.

    Returns:
        The exit code.
    """
    code, message, hint, data = _told(error)
    if code == BUG and os.environ.get(TRACEBACK, "0") not in ("", "0"):
        import traceback

        traceback.print_exception(error)
    if machine:
        told = {"error": data.pop("error"), "message": message, "hint": hint, "exit_code": code}
        text = _output.dumps(told | data)
    else:
        # A line each: a seat whose name has several must not write an error of its own.
        lines = [f"timecore: {message}", *([f"Hint: {hint}"] if hint else [])]
        text = "\n".join(line for told in lines for line in _output.sentence(told, sys.stderr))
    with contextlib.suppress(OSError):
        sys.stdout.flush()  # what is sound comes first
    with contextlib.suppress(OSError):
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    return code


def _told(error: Exception) -> tuple[int, str, str | None, dict[str, Any]]:
    """Exit code, sentence, hint and data of an error."""
    if isinstance(error, Failure):
        data = {} if error.cause is None else _data(error.cause)
        name = "Failure" if error.cause is None else type(error.cause).__name__
        return error.code, error.message, error.hint, {"error": name} | data
    format_message = getattr(error, "format_message", None)
    if callable(format_message):  # typer's own: an option that is not there, a value that is none
        return USAGE, *_usage(error, format_message())
    from timecore.errors import FileRefused, TimecoreError

    if isinstance(error, TimecoreError):
        hint = error.hint
        if isinstance(error, FileRefused) and len(error.faults) > 1:
            hint = f"There are {len(error.faults)} faults in all; `timecore deck check {error.value}` lists them."
        return exit_code(error), error.message, hint, {"error": type(error).__name__} | _data(error)
    if isinstance(error, OSError):  # the streams themselves: a full disk
        return USAGE, f"the output cannot be written: {_reason(error)}", None, {"error": "OSError"}
    if isinstance(error, MemoryError):
        return BUG, "there is not enough memory", None, {"error": "MemoryError"}
    what = _output.printable(str(error))[:200]
    message = f"a bug in timecore: {type(error).__name__}{': ' if what else ''}{what}"
    return BUG, message, f"Set {TRACEBACK}=1 to see the traceback.", {"error": type(error).__name__}


def _usage(error: Exception, message: str) -> tuple[str, str | None, dict[str, Any]]:
    """Sentence, hint and data of what typer found wrong with the arguments."""
    context = getattr(error, "ctx", None)
    option = getattr(error, "option_name", None)
    if isinstance(option, str) and hasattr(error, "possibilities"):
        message, hint = str(error), _option_meant(option, context)
    elif context is not None:
        hint = f"`{context.command_path} --help` shows what there is."
    else:
        hint = None
    message = message.removesuffix(".")
    return message[:1].lower() + message[1:], hint, {"error": "UsageError"}


def _option_meant(option: str, context: Any) -> str | None:
    """The hint that fits an option which is not there."""
    if context is None:
        return None
    known = [name for param in context.command.params for name in param.opts if name.startswith("--")]
    if "--format" in known and option in ("--json", "--jsonl"):
        return f"Did you mean --format {option[2:]}?"
    return did_you_mean(option, known, f"`{context.command_path} --help` shows what there is.")


def _data(error: Exception) -> dict[str, Any]:
    """The attributes of an error in JSON types."""
    return {
        name: _plain(value)
        for name, value in vars(error).items()
        if name not in ("message", "hint", "code", "cause") and not name.startswith("_")
    }


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    to_json = getattr(value, "to_json", None)
    return to_json() if callable(to_json) else str(value)
