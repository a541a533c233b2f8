"""The arguments and options that several commands share, each declared once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from timecore_cli._errors import USAGE, Failure, did_you_mean

__all__ = [
    "As",
    "At",
    "Bots",
    "File",
    "Json",
    "Lang",
    "Options",
    "Output",
    "Players",
    "RulesetName",
    "Seats",
    "Seed",
    "bot_names",
    "chosen_options",
    "find_ruleset",
    "pairs",
    "rulesets_completed",
    "seat_names",
]


def rulesets_completed(incomplete: str) -> list[str]:
    """Completion: the rulesets that are installed."""
    from timecore.registry import installed_rulesets

    return [info.name for info in installed_rulesets() if info.name.startswith(incomplete)]


File = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)]

RulesetName = Annotated[
    str,
    typer.Argument(
        metavar="RULESET",
        help="The game, such as time_chase.",
        show_default=False,
        autocompletion=rulesets_completed,
    ),
]

As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT|public",
        help="Show what a seat (a number or a name) or the public may see.",
        show_default=False,
    ),
]

At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="POSITION",
        help="N: after entry N; -1: the last; N.M: after event M inside the next entry.",
        show_default="the last",
    ),
]

Lang = Annotated[
    Literal["en", "es"] | None,
    typer.Option(
        "--lang",
        metavar="en|es",
        help="The language to tell the game in.",
        show_default="from the locale",
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the game; VALUE is JSON where it parses, else text. May be given again.",
        show_default=False,
    ),
]

Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="The number of seats.", show_default=False),
]

Seats = Annotated[
    str | None,
    typer.Option("--seats", metavar="NAME,NAME,…", help="What people call the seats.", show_default=False),
]

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="[SEAT=]NAME",
        help="Who plays, all seats or one of them. May be given again.",
        show_default="random",
    ),
]

Seed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="TEXT",
        help="Luck that follows from a text: the same text, the same luck. Hides nothing from "
        "one who knows it.",
        show_default=False,
    ),
]

Output = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write the game.", show_default=False),
]


def find_ruleset(name: str) -> Any:
    """The ruleset that an argument names: one that is not there is wrong usage."""
    from timecore.errors import RulesetNotFound
    from timecore.registry import get_ruleset

    try:
        return get_ruleset(name)
    except RulesetNotFound as error:
        raise Failure(error.message, code=USAGE, hint=error.hint, cause=error) from error


def pairs(given: Sequence[str] | None, option: str) -> dict[str, str]:
    """``KEY=VALUE`` arguments as a dictionary."""
    found: dict[str, str] = {}
    for text in given or ():
        key, equals, value = text.partition("=")
        if not equals or not key:
            msg = f"{option} needs KEY=VALUE, not {text!r}"
            raise Failure(msg, code=USAGE)
        if key in found:
            msg = f"{option} {key} is given twice"
            raise Failure(msg, code=USAGE)
        found[key] = value
    return found


def seat_names(given: str | None) -> list[str] | None:
    """What ``--seats`` calls the seats; ``None`` without it."""
    return None if given is None else [name.strip() for name in given.split(",")]


def bot_names(given: Sequence[str] | None, seats: Sequence[str]) -> dict[int, str]:
    """The bots that ``--bot`` names, by seat: the last word for all seats, then the words for single ones.

    Args:
        given: What it says, each time.
        seats: What people call the seats.
    """
    found: dict[int, str] = {}
    single: dict[int, str] = {}
    for text in given or ():
        seat, equals, name = text.rpartition("=")
        if equals:
            single[_seat(seat, seats)] = name
        else:
            found = dict.fromkeys(range(len(seats)), name)
    return found | single


def _seat(text: str, seats: Sequence[str]) -> int:
    """The seat that a number or a name means, as everywhere: a name comes before a number."""
    if seats.count(text) == 1:
        return seats.index(text)
    if text not in seats and text.isascii() and text.isdigit() and int(text) < len(seats):
        return int(text)
    what = "several seats are called" if text in seats else "there is no seat"
    msg = f"{what} {text!r} for --bot"
    listed = ", ".join(f"{seat} ({name})" for seat, name in enumerate(seats))
    raise Failure(msg, code=USAGE, hint=f"The seats are: {listed}.")


def chosen_options(
    rules: Any, given: Sequence[str] | None, players: int | None, seats: Sequence[str] | None = None
) -> dict[str, Any]:
    """The options of a new game from the arguments.

    Args:
        rules: The ruleset.
        given: The ``KEY=VALUE`` arguments.
        players: The number of seats, if it is given.
        seats: The names, if they are given.
    """
    found: dict[str, Any] = {}
    names = [spec.name for spec in rules.option_specs]
    for key, text in pairs(given, "--option").items():
        if key not in names:
            _refuse_unknown(rules, key, names)
        found[key] = _value(text)
    for number, source in ((players, "--players"), (len(seats) if seats else None, "--seats")):
        if number is not None and found.setdefault("players", number) != number:
            msg = f"{source} makes {number} players, but the option players is {found['players']}"
            raise Failure(msg, code=USAGE)
    return found


def _value(text: str) -> Any:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _refuse_unknown(rules: Any, key: str, names: Sequence[str]) -> None:
    """The library's own refusal, with the name that was probably meant."""
    from timecore.errors import OptionRefused

    try:
        rules.resolve_options({key: None})
    except OptionRefused as error:
        hint = did_you_mean(key, names, error.hint)
        raise Failure(error.message, code=USAGE, hint=hint, cause=error) from error
