"""The arguments and options that several commands share, each declared once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from timecore_cli._declared import argument, option
from timecore_cli._errors import USAGE, Failure, did_you_mean, misused, seat_meant
from timecore_cli._texts import LANGUAGES, short

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
    "completed",
    "find_ruleset",
    "new_file",
    "new_file_or_stream",
    "one_of",
    "pairs",
    "rulesets_completed",
    "seat_names",
    "seconds",
    "target",
    "whole",
]


# -- values -----------------------------------------------------------------------------------------------------------
#
# Read here and not by typer, whose sentences about a wrong value change from version to version.

_WHOLE: Final = r"[+-]?[0-9]{1,18}"
_DECIMAL: Final = r"[+-]?([0-9]{1,9}(\.[0-9]*)?|\.[0-9]+)"


def one_of(option: str, *words: str) -> Callable[[Any], str]:
    """What reads an option that is one of some words, in capitals as well."""

    def read(text: Any) -> str:
        found = str(text).casefold()
        if found not in words:
            msg = f"{option} needs {' or '.join(words)}, not {str(text)!r}"
            raise misused(msg)
        return found

    return read


def whole(option: str, least: int | None = None) -> Callable[[Any], int]:
    """What reads an option that is a whole number, not below another one."""
    allowed = "a whole number" + ("" if least is None else f" from {least} on")

    def read(text: Any) -> int:
        given = str(text).strip()
        number = int(given) if re.fullmatch(_WHOLE, given) else None
        if number is None or (least is not None and number < least):
            msg = f"{option} needs {allowed}, not {str(text)!r}"
            raise misused(msg)
        return number

    return read


def seconds(option: str, most: int) -> Callable[[Any], float]:
    """What reads an option that is a number of seconds."""

    def read(text: Any) -> float:
        given = str(text).strip()
        number = float(given) if re.fullmatch(_DECIMAL, given) else -1.0
        if not 0 <= number <= most:
            msg = f"{option} needs a number of seconds from 0 to {most}, not {str(text)!r}"
            raise misused(msg)
        return number

    return read


def target(text: Any) -> str:
    """What reads ``--output`` where it may name a folder."""
    if not str(text):
        msg = "--output is empty"
        raise misused(msg, "It names the file to write.")
    if str(text) == "-":  # else a file would be made that other commands take for standard input
        msg = "--output names a file, and - stands for a standard stream"
        raise misused(msg)
    return str(text)


def new_file(text: Any) -> Path:
    """What reads ``--output`` where it names a file."""
    name = target(text)
    if name.endswith(("/", os.sep)) or os.path.isdir(name):  # noqa: PTH112 - a name too long is no folder either
        msg = f"{name} is a folder"
        raise misused(msg, "--output names the file to write.")
    return Path(name)


def new_file_or_stream(text: Any) -> Path:
    """What reads ``--output`` where it names a file, or is ``-`` for standard output."""
    return Path("-") if str(text) == "-" else new_file(text)


def _language(text: Any) -> str:
    found = short(str(text))
    if found not in LANGUAGES:
        msg = f"--lang needs {' or '.join(LANGUAGES)}, not {str(text)!r}"
        raise misused(msg)
    return found


def completed(*words: str) -> Callable[[str], list[str]]:
    """Completion: some words."""
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


# -- arguments and options that several commands share -----------------------------------------------------------------


def rulesets_completed(incomplete: str) -> list[str]:
    """Completion: the rulesets that are installed."""
    from timecore.registry import installed_rulesets

    return [info.name for info in installed_rulesets() if info.name.startswith(incomplete)]


File = Annotated[Path, argument(metavar="FILE", help="A saved game.", show_default=False)]

RulesetName = Annotated[
    str,
    argument(
        metavar="RULESET",
        help="The game, such as time_chase.",
        show_default=False,
        autocompletion=rulesets_completed,
    ),
]

As = Annotated[
    str | None,
    option(
        "--as",
        metavar="SEAT|public",
        help="Show what a seat (a number or a name) or the public may see.",
        show_default=False,
    ),
]

At = Annotated[
    str | None,
    option(
        "--at",
        metavar="POSITION",
        help="N: after entry N; -1: the last; N.M: after event M inside the next entry.",
        show_default="the last",
    ),
]

Lang = Annotated[
    Literal["en", "es"] | None,
    option(
        "--lang",
        metavar="en|es",
        help="The language to tell the game in.",
        parser=_language,
        autocompletion=completed(*LANGUAGES),
        show_default="from the locale",
    ),
]

Deck = Annotated[
    Path | None,
    option(
        "--deck",
        metavar="FILE",
        help="The deck that the game was made with, if it is none of those built in.",
        show_default=False,
    ),
]

Json = Annotated[bool, option("--json", help="Print one JSON document.")]

Options = Annotated[
    list[str] | None,
    option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the game; VALUE is JSON where it parses, else text. May be given again.",
        show_default=False,
    ),
]

Players = Annotated[
    int | None,
    option(
        "--players",
        metavar="N",
        help="The number of seats.",
        parser=whole("--players"),
        show_default=False,
    ),
]

Seats = Annotated[
    str | None,
    option("--seats", metavar="NAME,NAME,…", help="What people call the seats.", show_default=False),
]

Bots = Annotated[
    list[str] | None,
    option(
        "--bot",
        metavar="[SEAT=]NAME",
        help="Who plays, all seats or one of them. May be given again.",
        show_default="random",
    ),
]

Seed = Annotated[
    str | None,
    option(
        "--seed",
        metavar="TEXT",
        help="Luck that follows from a text: the same text, the same luck. Hides nothing from "
        "one who knows it.",
        show_default=False,
    ),
]

Output = Annotated[
    Path,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write the game.",
        parser=new_file,
        show_default=False,
    ),
]


def find_ruleset(name: str) -> Any:
    """The ruleset that an argument names: one that is not there is wrong usage."""
    from timecore.errors import RulesetNotFound
    from timecore.registry import get_ruleset, installed_rulesets

    try:
        return get_ruleset(name)
    except RulesetNotFound as error:
        hint = did_you_mean(name, [info.name for info in installed_rulesets()], error.hint)
        raise Failure(error.message, code=USAGE, hint=hint, cause=error) from error


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
    raise Failure(msg, code=USAGE, hint=seat_meant(text, seats))


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
    if "players" in names and "players" not in found:
        _refuse_missing_players(rules, found)
    return found


def _refuse_missing_players(rules: Any, found: dict[str, Any]) -> None:
    """The library's own refusal, if the number of seats has no default, with the options that give it."""
    from timecore.errors import OptionRefused

    try:
        rules.resolve_options(found)
    except OptionRefused as error:
        if error.option == "players":
            hint = "--players N gives the number of seats, --seats NAME,NAME,… their names as well."
            raise Failure(error.message, code=USAGE, hint=hint, cause=error) from error


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
