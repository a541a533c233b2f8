"""One run of the program: arguments in, exit code out. No error leaves it as a traceback."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from timecore_cli import _errors, _output

__all__ = ["run"]

#: The variable through which a shell asks for completions.
_COMPLETE = "_TIMECORE_COMPLETE"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give back its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _output.prepare()
    try:
        code = _invoke(given)
        _output.finish()
    except BrokenPipeError:
        _mute()
        return 0
    except KeyboardInterrupt:
        return _errors.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: told as a bug, in one sentence
        return _report(error, given)
    return code


def _invoke(arguments: list[str]) -> int:
    import typer

    from timecore_cli._app import command

    program = command()
    if os.environ.get(_COMPLETE):
        program.main(arguments, prog_name="timecore")  # answers the shell and exits
    try:
        if not arguments:
            # Nothing was asked for, so nothing is data.
            with contextlib.redirect_stdout(sys.stderr):
                program.make_context("timecore", ["--help"])
        with program.make_context("timecore", arguments) as context:
            code = program.invoke(context)
    except typer.Exit as ended:
        return int(ended.exit_code) if arguments else _errors.USAGE
    return code if isinstance(code, int) else 0


def _report(error: Exception, arguments: list[str]) -> int:
    """Tell an error; a stream that is closed meanwhile hears nothing."""
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    machine = "--json" in own or "--jsonl" in own
    try:
        return _errors.report(error, machine=machine)
    except BrokenPipeError:
        _mute()
        return _errors.USAGE


def _mute() -> None:
    """Send what is still buffered nowhere: the reader is gone, and Python would complain at its own end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
