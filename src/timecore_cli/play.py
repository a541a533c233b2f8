"""``timecore play``: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import Deck, File, Lang, bot_names
from timecore_cli._declared import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from timecore.game import Game
    from timecore.log import Log
    from timecore.ruleset import Bot, Ruleset

__all__ = ["command"]

Bots = Annotated[
    list[str] | None,
    option(
        "--bot",
        metavar="[SEAT=]NAME",
        help="A seat that plays by itself; without SEAT, all of them. May be given again.",
        show_default=False,
    ),
]
Seed = Annotated[
    str | None,
    option(
        "--seed",
        metavar="TEXT",
        help="Bots that choose by a text: the same text, the same choices.",
        show_default=False,
    ),
]


Draw = Annotated[
    bool, option("--draw", help="Draw without waiting any longer for shares of the seats in the luck.")
]


def command(
    file: File, bot: Bots = None, seed: Seed = None, draw: Draw = False, deck: Deck = None, lang: Lang = None
) -> int:
    """Play a saved game on, all at one keyboard, each move saved at once.

    Shows the seat to move what it may see, and its moves by number. An answer is a number, words of a
    move, or a JSON object; ? explains it all. With luck from a real table, what chance brings is
    answered in the same way. On a terminal the screen is wiped between two who know different things.

    Answers can come from a pipe, one a line: one that will not do ends the command with exit code 1.
    The end of the input, or q, leaves the game (0), and so does an interrupt (130).
    """
    from timecore_cli import _games
    from timecore_cli._console import Console
    from timecore_cli._errors import INTERRUPTED, USAGE, Failure

    log = _games.open_log(file, deck)
    _games.open_replay(log, file, None)
    if seed is not None and not bot:
        msg = "--seed is for bots, and --bot names none"
        raise Failure(msg, code=USAGE)
    bots = _bots(log, bot, seed)
    code = 0
    with _opened(file, log.rules) as game:
        from timecore_cli._sitting import Sitting

        if draw:
            game.draw()
        console = Console()
        sitting = Sitting(game, file, bots, console, lang)
        try:
            with console:
                sitting.run()
        except KeyboardInterrupt:
            code = INTERRUPTED
        sitting.leave()
    return code


def _bots(log: Log, given: Sequence[str] | None, seed: str | None) -> Mapping[int, Bot]:
    """The bots by seat."""
    from timecore.bots import make_bots

    chosen = bot_names(given, log.header.names)
    names = [chosen.get(seat, "random") for seat in range(len(log.header.seats))]
    return {seat: bot for seat, bot in enumerate(make_bots(log.rules, names, seed)) if seat in chosen}


def _opened(file: Path, rules: Ruleset[Any]) -> Game:
    """The game, and its file locked."""
    from timecore.errors import HiddenValue, RecordDamaged
    from timecore.game import Game
    from timecore_cli._errors import DAMAGED, USAGE, Failure, unwritable
    from timecore_cli._games import repair_hint

    try:
        return Game.open(file, durability="sync", rules=rules)
    except RecordDamaged as error:
        hint = repair_hint(file) if error.torn else error.hint
        raise Failure(f"{file}: {error.message}", code=DAMAGED, hint=hint, cause=error) from error
    except HiddenValue as error:
        raise Failure(f"{file}: {error.message}", code=USAGE, hint=error.hint, cause=error) from error
    except OSError as error:
        raise unwritable(file, error) from error
