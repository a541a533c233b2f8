"""``timecore step``: through a saved game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import As, Deck, File, Lang
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore_cli.tui.model import Stepper

__all__ = ["command"]

At = Annotated[
    str | None,
    option(
        "--at",
        metavar="POSITION",
        help="Begin there. N: after entry N; -1: the last; N.M: after event M inside the next entry.",
        show_default="the start",
    ),
]
Follow = Annotated[
    bool, option("--follow", help="Begin at the end, and stay there while the game goes on: key f.")
]
ByLines = Annotated[
    bool,
    option("--lines", help="Line by line, on a terminal too: keys are read from standard input."),
]

Retracted = Annotated[
    bool, option("--retracted", help="Go also through what the table has taken back, and mark it.")
]


def command(
    file: File,
    *,
    at: At = None,
    as_: As = None,
    deck: Deck = None,
    lang: Lang = None,
    follow: Follow = False,
    lines: ByLines = False,
    retracted: Retracted = False,
) -> int:
    """Go through a saved game step by step, forwards and backwards, as anybody sees it.

    On a terminal with Textual (the extra tui) on a whole screen: board, entries, and the state with what
    the last step has changed. Else line by line, with the same keys from standard input. The key ? lists them all.

    The beginning is shown before a long game is read to its end, and a game that is still being played is
    followed. Of a damaged record what is sound is shown, and where it ends.
    """
    from timecore_cli import _games, _output
    from timecore_cli._errors import INTERRUPTED, USAGE, Failure
    from timecore_cli.tui.model import Stepper
    from timecore_cli.tui.source import Source

    if str(file) == "-":
        msg = "a game to step through cannot come from standard input, where the keys come from"
        raise Failure(msg, code=USAGE, hint="Write it to a file first; a file of that name is ./-.")
    if follow and at is not None:
        msg = "--follow and --at exclude each other: both say where to begin"
        raise Failure(msg, code=USAGE)
    source = Source(file, deck)
    viewer = _games.viewer_named(source.log, as_)
    stepper = Stepper(source, viewer, lang, deck, retracted=retracted)
    stepper.press("follow" if follow else "go to", "0" if at is None else at)
    if stepper.failed is not None:
        raise stepper.failed
    if source.missing is not None:
        _output.warn(f"{source.missing.message}; entries are shown as they are recorded")
    try:
        code = _face(stepper, lines=lines)
    except KeyboardInterrupt:
        code = INTERRUPTED
    source.finish(stepper.viewer)
    return code


def _face(stepper: Stepper, *, lines: bool) -> int:
    """Show it, as the terminal allows; the exit code, if all is well with the record."""
    import os
    import sys

    from timecore_cli import _output
    from timecore_cli._console import Console

    console = Console()
    why = ""
    if not lines:
        # Textual draws on standard error.
        drawn = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        if not (console.screen and drawn):
            why = "no terminal to draw on"
        else:
            from importlib.util import find_spec

            if find_spec("textual") is None:
                why = "Textual is not installed (pip install './timecore[tui]', where ./timecore is a clone)"
        if not why:
            from timecore_cli.tui.app import StepperApp

            program = StepperApp(stepper)
            program.run()
            if program.error is not None:
                raise program.error
            return 0 if program.signal is None else 128 + program.signal
        _output.warn(f"{why}, so the stepper goes line by line; ? lists its keys")
    from timecore_cli.tui.lines import Lines

    Lines(stepper, console).run()
    return 0
