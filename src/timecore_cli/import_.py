"""``timecore import``: a game from a list of moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import Deck, Output
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.ruleset import Ruleset

__all__ = ["command"]

Moves = Annotated[
    Path,
    argument(metavar="FILE", help="Lines of JSON: the game, then one move a line.", show_default=False),
]
Partial = Annotated[
    bool, option("--partial", help="Write what comes before the first bad line all the same.")
]


def command(moves: Moves, output: Output, partial: Partial = False, deck: Deck = None) -> None:
    """Enter a game from a real table, or what `timecore export` has printed of a full game.

    The first line names "ruleset" and "options" or "players" ("seats" and "tags" as wanted), each
    further line "actor" and "move". The first bad line is named, with what was legal, and ends the
    command with exit code 1; nothing is written then, unless --partial says so.
    """
    from timecore.errors import OptionRefused
    from timecore.transcript import import_lines
    from timecore_cli import _decks, _games, _moves, _output
    from timecore_cli._errors import NO, UNREADABLE, Failure

    _games.refuse_existing([output])
    lines = _moves.read(moves)
    rules = _rules_named(lines)
    if deck is not None and rules is not None:
        rules = _decks.Deck(deck).beside(rules)
    found = import_lines(lines, rules=rules)
    if found.game is not None and (found.error is None or partial):
        _games.save(found.game.log, output)
        _output.tell(f"{output}: {_output.counted(found.moves, 'move')}")
    if found.error is not None:
        error = found.error
        code = NO if found.game is not None else UNREADABLE
        seats = 0 if found.game is None else len(found.game.names)
        message, hint = _moves.said(error, lines, seats)
        refused = error.__cause__
        if (
            deck is None
            and isinstance(refused, OptionRefused)
            and rules
            and refused.option == rules.file_option
        ):
            hint = "Give the file that the game was made with: --deck FILE."
        raise Failure(f"{moves}: {message}", code=code, hint=hint, cause=error) from error


def _rules_named(lines: Sequence[bytes]) -> Ruleset[Any] | None:
    """The ruleset that the first line names; ``None`` where no line names one, which `import_lines` tells better."""
    import json

    from timecore.errors import RulesetError
    from timecore.registry import get_ruleset

    try:
        named = json.loads(next(line for line in lines if line.strip()))["ruleset"]
        return get_ruleset(named) if isinstance(named, str) else None
    except (ValueError, LookupError, TypeError, RecursionError, StopIteration, RulesetError):
        return None
