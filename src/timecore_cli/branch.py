"""``timecore branch``: what if?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from timecore_cli._arguments import (
    Bots,
    Deck,
    Json,
    Lang,
    bot_names,
    completed,
    new_file_or_stream,
    one_of,
    whole,
)
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.log import Log

__all__ = ["command"]

File = Annotated[
    Path | None,
    argument(
        metavar="FILE", help="A saved game, the trunk; - reads it from standard input.", show_default=False
    ),
]
At = Annotated[
    str | None,
    option(
        "--at",
        metavar="POSITION",
        help="Where the branch begins. N: after entry N; 0: at the start; -1: at the end.",
        show_default=False,
    ),
]
WithoutEntry = Annotated[
    int | None,
    option(
        "--without",
        metavar="ENTRY",
        help="Leave this entry out, and make the later moves again as far as they are legal.",
        parser=whole("--without", 1),
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write the branch; - writes it to standard output.",
        parser=new_file_or_stream,
        show_default=False,
    ),
]
Luck = Annotated[
    Literal["keep", "redraw", "manual"],
    option(
        "--luck",
        metavar="keep|redraw|manual",
        help="The trunk's luck, new luck, or luck made at a real table.",
        parser=one_of("--luck", "keep", "redraw", "manual"),
        autocompletion=completed("keep", "redraw", "manual"),
    ),
]
Seed = Annotated[
    str | None,
    option(
        "--seed",
        metavar="TEXT",
        help="New luck, and bots, that follow from a text. Hides nothing from one who knows it.",
        show_default=False,
    ),
]
Play = Annotated[
    Path | None,
    option(
        "--play",
        metavar="FILE",
        help='Make these moves: lines of JSON with "actor" and "move".',
        show_default=False,
    ),
]
Simulate = Annotated[bool, option("--simulate", help="Let bots play on to the end; --bot says which.")]
MaxEntries = Annotated[
    int | None,
    option(
        "--max-entries",
        metavar="M",
        help="Bots stop once the game has so many entries.",
        parser=whole("--max-entries", 0),
        show_default=False,
    ),
]
Force = Annotated[bool, option("--force", help="Write over a file that is there; never over the trunk.")]
Listed = Annotated[
    Path | None,
    option(
        "--list",
        metavar="DIR",
        help="Show which records in a folder are branches of which.",
        show_default=False,
    ),
]


def command(
    file: File = None,
    at: At = None,
    without: WithoutEntry = None,
    output: Output = None,
    luck: Luck = "keep",
    seed: Seed = None,
    play: Play = None,
    simulate: Simulate = False,
    bot: Bots = None,
    max_entries: MaxEntries = None,
    force: Force = False,
    list_: Listed = None,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
) -> int:
    """Branch a game off: a record that begins with the trunk's entries and goes on differently.

    The trunk's bytes stand in it up to the fork, and the trunk itself is never touched. Kept luck
    makes the trunk's draws as long as the same outcomes are possible, and what is drawn otherwise is
    told; of a sealed game that is not over, only draws that it has made are kept. The branch is played
    on by --play, by bots, or by `timecore play`.

    Where a move of --play is not legal, nothing is written (exit code 1). Where --without cannot make
    all later moves again, the branch ends there, and it says where and why (exit code 1).
    """
    from timecore.branch import branch, branch_game, branch_without
    from timecore_cli import _branching, _games, _output
    from timecore_cli._errors import NO

    given = {
        "FILE": file,
        "--at": at,
        "--without": without,
        "--output": output,
        "--seed": seed,
        "--play": play,
        "--simulate": simulate or None,
        "--bot": bot,
        "--max-entries": max_entries,
        "--force": force or None,
        "--deck": deck,
    }
    if list_ is not None:
        _refuse([name for name, value in given.items() if value is not None], "--list")
        from timecore_cli import _forest

        return _forest.print_forest(list_, lang, json=json)
    bots = simulate or bot is not None
    file, output = _checked(given, luck, bots=bots, json=json)
    _branching.refuse_output(output, file, force=force)
    log = _games.open_log(file, deck)
    left_out = None
    of_luck = None if luck == "manual" else seed
    with _branching.told_of(file):
        if without is not None:
            left_out = branch_without(log, without, luck, seed=of_luck)
            game = left_out.game
        elif at is not None and (bots or play is not None):
            game = branch_game(log, at, luck, seed=of_luck)
        else:
            game = None
        if game is not None and play is not None:
            _branching.play(game, play)
        if game is not None and bots:
            _branching.simulate(game, _bots(log, bot), seed, max_entries)
        made = branch(log, at or "", luck, seed=of_luck) if game is None else game.log
    branched = _branching.Branched(
        log, file, made, output, keep=luck == "keep", played=game is not None, without=left_out
    )
    branched.write(force=force)
    if json:
        _output.say(_output.dumps(branched.document(), indent=2))
    else:
        _branching.tell(branched.lines(lang), beside=output == _games.STREAM)
    _games.finish(log, file)
    return 0 if left_out is None or left_out.reason is None else NO


def _refuse(names: Sequence[str], beside: str) -> None:
    from timecore_cli._errors import misused

    if names:
        msg = f"{names[0]} and {beside} exclude each other"
        raise misused(msg)


def _checked(given: dict[str, Any], luck: str, *, bots: bool, json: bool) -> tuple[Path, Path]:
    """Trunk and branch, if what was asked for fits together."""
    from timecore_cli._errors import misused

    file, output = given["FILE"], given["--output"]
    if file is None:
        msg = "there is no FILE to branch off"
        raise misused(msg, "Name the saved game, or a folder with --list.")
    if given["--at"] is not None and given["--without"] is not None:
        msg = "--at and --without exclude each other: both say where the branch begins"
        raise misused(msg)
    if given["--at"] is None and given["--without"] is None:
        msg = "--at or --without must say where the branch begins"
        raise misused(msg, "`timecore replay` shows the positions.")
    if output is None:
        msg = "--output must say where to write the branch"
        raise misused(msg)
    if json and output == Path("-"):
        msg = "--json and --output - exclude each other: both write to standard output"
        raise misused(msg)
    if file == given["--play"] == Path("-"):
        msg = "FILE - and --play - exclude each other: standard input can be read once only"
        raise misused(msg)
    if given["--max-entries"] is not None and not bots:
        msg = "--max-entries is for bots, and neither --simulate nor --bot asks for any"
        raise misused(msg)
    plain = given["--play"] is None and given["--without"] is None
    if given["--seed"] is not None and not bots and (luck == "manual" or (luck == "keep" and plain)):
        msg = "--seed is for new luck (--luck redraw) and for bots"
        raise misused(msg)
    return file, output


def _bots(log: Log, given: Sequence[str] | None) -> list[str]:
    chosen = bot_names(given, log.header.names)
    return [chosen.get(seat, "random") for seat in range(len(log.header.seats))]
