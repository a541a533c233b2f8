"""``timecore import``: a game from a list of moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from timecore_cli._arguments import Output

__all__ = ["command"]

Moves = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Lines of JSON: the game, then one move a line.", show_default=False),
]
Partial = Annotated[
    bool, typer.Option("--partial", help="Write what comes before the first bad line all the same.")
]


def command(moves: Moves, output: Output, partial: Partial = False) -> None:
    """Enter a game from a real table, or what `timecore export` has printed of a full game.

    The first line names "ruleset" and "options" or "players" ("seats" and "tags" as wanted), each
    further line "actor" and "move". The first bad line is named, with what was legal, and ends the
    command with exit code 1; nothing is written then, unless --partial says so.
    """
    from timecore.transcript import import_lines
    from timecore_cli import _games, _output
    from timecore_cli._errors import NO, UNREADABLE, Failure

    _games.refuse_existing([output])
    found = import_lines(_games.read(moves).splitlines())
    if found.game is not None and (found.error is None or partial):
        _games.save(found.game.log, output)
        _output.say(_output.printable(f"{output}: {found.moves} moves"))
    if found.error is not None:
        error = found.error
        code = NO if found.game is not None else UNREADABLE
        raise Failure(f"{moves}: {error.message}", code=code, hint=error.hint, cause=error) from error
