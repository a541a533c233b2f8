"""``timecore new``: a new game in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from timecore_cli._arguments import (
    Options,
    Output,
    Players,
    RulesetName,
    Seats,
    Seed,
    chosen_options,
    completed,
    find_ruleset,
    one_of,
    pairs,
    seat_names,
    whole,
)
from timecore_cli._declared import option

__all__ = ["command"]

Luck = Annotated[
    Literal["sealed", "manual"] | None,
    option(
        "--luck",
        metavar="sealed|manual",
        help="Where chance comes from: sealed in the record before the first draw, or made at a real table.",
        parser=one_of("--luck", "sealed", "manual"),
        autocompletion=completed("sealed", "manual"),
        show_default="sealed",
    ),
]
Draws = Annotated[
    int | None,
    option(
        "--draws",
        metavar="N",
        help="How many draws to commit to: a power of two from 1 to 65536.",
        parser=whole("--draws"),
        show_default="what the game usually draws",
    ),
]
Nonces = Annotated[
    bool,
    option(
        "--nonces", help="Let the first draw wait for a share of every seat in the luck (`timecore nonce`)."
    ),
]
Tags = Annotated[
    list[str] | None,
    option(
        "--tag",
        metavar="KEY=VALUE",
        help="A free text for the header, such as place=Zaragoza. May be given again.",
        show_default=False,
    ),
]

RosterFile = Annotated[
    Path | None,
    option(
        "--roster",
        metavar="FILE",
        help="A roster, for the keys of those who sit down; without --seats, all who are in it do.",
        show_default=False,
    ),
]


def command(
    ruleset: RulesetName,
    output: Output,
    seats: Seats = None,
    players: Players = None,
    option: Options = None,
    seed: Seed = None,
    luck: Luck = None,
    draws: Draws = None,
    nonces: Nonces = False,
    tag: Tags = None,
    roster: RosterFile = None,
) -> None:
    """Write a new game to a file. Its luck is sealed, unless a seed is given or luck is made at the table."""
    from timecore.game import Game
    from timecore_cli import _games, _output
    from timecore_cli._errors import USAGE, Failure

    if seed is not None and luck is not None:
        msg = "--seed and --luck exclude each other"
        raise Failure(msg, code=USAGE, hint="Luck with a seed follows from the seed.")
    if draws is not None and luck == "manual":
        msg = "--draws says how many draws to commit to, and with manual luck nothing is drawn"
        raise Failure(msg, code=USAGE)
    if nonces and luck == "manual":
        msg = "--nonces are shares in luck that is drawn, and with manual luck nothing is drawn"
        raise Failure(msg, code=USAGE)
    rules = find_ruleset(ruleset)
    names = seat_names(seats)
    keys = None
    if roster is not None:
        from timecore_cli import _keyring

        people = _keyring.read_roster(roster)
        names = [player.name for player in people.players] if names is None else names
        keys = people.keys_of(names)
    game = Game.new(
        rules,
        seats=names,
        options=chosen_options(rules, option, players, names),
        seed=seed,
        luck=luck,
        draws=draws,
        tags=pairs(tag, "--tag"),
        nonces=nonces,
        keys=keys,
        created=None if seed is not None else _games.now(),
    )
    _games.save(game.log, output)
    waits = "; it waits for the shares of all seats in the luck" if nonces else ""
    _output.tell(f"{output}: a new game of {rules.title} for {', '.join(game.names)}{waits}")
