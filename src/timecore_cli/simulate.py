"""``timecore simulate``: whole games played by bots."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import (
    Bots,
    Options,
    Players,
    RulesetName,
    Seats,
    Seed,
    bot_names,
    chosen_options,
    find_ruleset,
    seat_names,
    target,
    whole,
)
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore.game import Game
    from timecore.ruleset import Ruleset

__all__ = ["command"]

Games = Annotated[
    int,
    option("--games", metavar="K", help="How many games, each another one.", parser=whole("--games", 1)),
]
MaxEntries = Annotated[
    int | None,
    option(
        "--max-entries",
        metavar="M",
        help="Stop a game that has so many entries.",
        parser=whole("--max-entries", 0),
        show_default=False,
    ),
]
Target = Annotated[
    str,  # a path forgets the slash at its end
    option(
        "--output",
        "-o",
        metavar="FILE|DIR",
        help="The file of one game, or the folder of several.",
        parser=target,
        show_default=False,
    ),
]

#: A progress bar appears from so many games on: fewer are done before it could be read.
_LONG = 20


def command(
    ruleset: RulesetName,
    output: Target,
    seats: Seats = None,
    players: Players = None,
    seed: Seed = None,
    games: Games = 1,
    option: Options = None,
    bot: Bots = None,
    max_entries: MaxEntries = None,
) -> None:
    """Let bots play whole games and save them.

    Equal commands with --seed write equal files: game 1 has the seed itself for its luck and its
    bots, game k the text SEED/k. Several games go to a folder, as RULESET-Np-k.msgpack.
    """
    from timecore_cli import _games, _output

    rules = find_ruleset(ruleset)
    names = seat_names(seats)
    rules, options = rules.prepare(chosen_options(rules, option, players, names))
    called = names or [f"Seat {seat}" for seat in range(options.players)]
    chosen = bot_names(bot, called)
    bots = [chosen.get(seat, "random") for seat in range(options.players)]
    place = Path(output)
    into = games > 1 or place.is_dir() or output.endswith(("/", "\\"))
    paths = list(_paths(place, f"{rules.name}-{options.players}p", games)) if into else [place]
    _games.refuse_existing(paths)
    if into:
        _games.make_folder(place)
    for number, path in _watched(list(enumerate(paths, 1))):
        text = seed if seed is None or number == 1 else f"{seed}/{number}"
        game = _played(rules, names, rules.options_map(options), text, bots, max_entries)
        _games.save(game.log, path)
        _output.tell(f"{path}: {_outcome(game)}")


def _paths(folder: Path, stem: str, games: int) -> Iterator[Path]:
    digits = len(str(games))
    for number in range(1, games + 1):
        yield folder / f"{stem}-{number:0{digits}}.msgpack"


def _played(
    rules: Ruleset[Any],
    seats: Sequence[str] | None,
    options: dict[str, Any],
    seed: str | None,
    bots: Sequence[str],
    max_entries: int | None,
) -> Game:
    from timecore.bots import make_bots, simulate
    from timecore.game import Game
    from timecore_cli import _games

    made = make_bots(rules, bots, seed)
    created = None if seed is not None else _games.now()
    game = Game.new(rules, seats=seats, options=options, seed=seed, created=created)
    simulate(game, made, max_entries=max_entries)
    return game


def _outcome(game: Game) -> str:
    """How a game ended, in a few words."""
    from timecore.narrate import catalogue
    from timecore_cli import _output

    entries = _output.counted(len(game.entries), "entry", "entries")
    result = game.result
    if result is None:
        return f"{entries}, not finished"
    winners = [game.names[seat] for seat in result.winners]
    return f"{entries}, {catalogue().join(winners) or 'nobody'} won ({result.reason})"


def _watched(work: Sequence[Any]) -> Iterable[Any]:
    """The same work, with a progress bar on standard error where somebody is waiting for it."""
    if len(work) < _LONG or not sys.stderr.isatty() or sys.stdout.isatty():
        return work  # on a terminal the lines themselves show the progress
    return _with_progress(work)


def _with_progress(work: Sequence[Any]) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import Progress

    # Rich would take over standard output as well, whose lines go elsewhere.
    with Progress(
        console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        yield from progress.track(work, description="Playing")
