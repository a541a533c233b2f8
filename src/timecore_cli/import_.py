"""``timecore import``: a game from a list of moves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from timecore_cli._arguments import Deck, Output
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.errors import ImportRefused
    from timecore.ruleset import Ruleset

__all__ = ["command"]

_PLACE: Final = re.compile(r"line ([0-9]+)(?:, entry ([0-9]+))?")

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
    from timecore_cli import _decks, _games, _output
    from timecore_cli._errors import NO, UNREADABLE, Failure

    _games.refuse_existing([output])
    data = _games.read(moves)
    _refuse_other_files(moves, data)
    lines = data.splitlines()
    rules = _rules_named(lines)
    if deck is not None and rules is not None:
        rules = _decks.Deck(deck).beside(rules)
    found = import_lines(lines, rules=rules)
    if found.game is not None and (found.error is None or partial):
        _games.save(found.game.log, output)
        _output.say(_output.printable(f"{output}: {_output.counted(found.moves, 'move')}"))
    if found.error is not None:
        error = found.error
        code = NO if found.game is not None else UNREADABLE
        seats = 0 if found.game is None else len(found.game.names)
        message, hint = _said(error, lines, seats)
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


def _said(error: ImportRefused, lines: Sequence[bytes], seats: int) -> tuple[str, str | None]:
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
