"""One run of the program: arguments in, exit code out. No error leaves it as a traceback."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from timecore_cli import _errors, _output

__all__ = ["run"]

#: Commands that need no more than a file.
_OF_A_FILE: Final = ("replay", "show", "step", "legal", "export")

#: The variable through which a shell asks for completions.
_COMPLETE = "_TIMECORE_COMPLETE"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give back its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _output.prepare()
    code = 0
    try:
        code = _invoke(given)
        sys.stdout.flush()  # an error at the interpreter's own end could not be told
    except BrokenPipeError:
        _mute()  # whoever was reading has read enough
    except KeyboardInterrupt:
        return _errors.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: told as a bug, in one sentence
        code = _errors.report(error, machine=_for_a_machine(given))
        if isinstance(error, OSError):
            _mute()
    return code


def _invoke(arguments: list[str]) -> int:
    match arguments:
        case [command, file] if (
            command in _OF_A_FILE and not file.startswith("-") and not os.environ.get(_COMPLETE)
        ):
            # Nothing is left for a parser to do, and to import one would double such a start.
            from timecore_cli._declared import module_of

            code = module_of(command).command(Path(file))
            return code if isinstance(code, int) else 0
        case _:
            return _parse(arguments)


def _parse(arguments: list[str]) -> int:
    import typer

    from timecore_cli._app import command

    program = command()
    if os.environ.get(_COMPLETE):
        program.main(arguments, prog_name="timecore")  # answers the shell and exits
    try:
        if not arguments:
            # Nothing was asked for, so nothing is data.
            with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(typer.Exit):
                program.make_context("timecore", ["--help"])
            return _errors.USAGE
        with program.make_context("timecore", [*arguments]) as context:
            code = program.invoke(context)
    except typer.Exit as ended:
        return int(ended.exit_code)
    except SystemExit as ended:  # how typer ends after it has installed or shown a completion
        return ended.code if isinstance(ended.code, int) else 0
    return code if isinstance(code, int) else 0


def _for_a_machine(arguments: list[str]) -> bool:
    """Whether errors are to be JSON: also where the arguments themselves are the error."""
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in own or "--jsonl" in own


def _mute() -> None:
    """Send what is still buffered nowhere: Python would try to write it at its own end, and complain."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
