"""``timecore deck check``: is a deck fit to be played with?"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from timecore_cli._arguments import Json, completed, find_ruleset, one_of, rulesets_completed
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset

__all__ = ["command"]

Action = Annotated[
    Literal["check"],
    argument(
        metavar="check",
        help="List everything that is wrong with the file.",
        parser=one_of("ACTION", "check"),
        autocompletion=completed("check"),
        show_default=False,
    ),
]
File = Annotated[Path, argument(metavar="FILE", help="A deck, in TOML.", show_default=False)]
For = Annotated[
    str | None,
    option(
        "--ruleset",
        metavar="RULESET",
        help="The game that it is for.",
        show_default="the installed game that reads such decks",
        autocompletion=rulesets_completed,
    ),
]


def command(action: Action, file: File, ruleset: For = None, json: Json = False) -> int:  # noqa: ARG001 - one action
    """Check a deck: all its faults at once, each with card, id and rule.

    Exit code 0: none; 1: there are some; 3: the file cannot be read.
    """
    from timecore.datafile import read_data_file
    from timecore_cli import _output
    from timecore_cli._errors import NO, unreadable

    asked_for = None if ruleset is None else _reading_decks(ruleset)
    try:
        data = read_data_file(file)
    except OSError as error:
        raise unreadable(file, error) from error
    rules = _meant_by(file, data) if asked_for is None else asked_for
    faults = rules.check_file(data)
    name = refused = None
    if not faults:
        rules = rules.with_file(data)
        name, refused = rules.file_name, _refused(rules)
    if json:
        told = {
            "file": str(file),
            "ruleset": rules.name,
            "id": name,
            "faults": [one.to_json() for one in faults],
            "refused": refused,
        }
        _output.say(_output.dumps(told, indent=2))
    elif faults:
        _output.tell(f"{file}: {_output.counted(len(faults), 'fault')}")
        for fault in faults:
            what = ": ".join(filter(None, (fault.place, fault.what)))
            for line in _output.hung(f"  {fault.rule}  ", what, _output.width()):
                _output.say(line)
    elif refused is not None:
        text = f"{file}: no faults, but the usual game cannot be made with it: {refused}"
        _output.tell(text)
    else:
        option = shlex.quote(f"{rules.file_option}={file}")
        text = f"{file}: no faults; {rules.title} can be played with --option {option}"
        _output.tell(text)
    return NO if faults else 0


def _refused(rules: Ruleset[Any]) -> str | None:
    """Why the smallest game with the usual options cannot be made with the deck at hand, if it cannot."""
    from timecore.errors import OptionRefused

    try:
        rules.resolve_options({"players": rules.seats.start, rules.file_option: rules.file_value})
    except OptionRefused as error:
        return error.message
    return None


def _reading_decks(name: str) -> Ruleset[Any]:
    """The ruleset that is asked for."""
    from timecore_cli._errors import USAGE, Failure

    rules: Ruleset[Any] = find_ruleset(name)
    if not rules.file_option:
        msg = f"{rules.name} is played without a deck"
        raise Failure(msg, code=USAGE)
    return rules


def _meant_by(file: Path, data: bytes) -> Ruleset[Any]:
    """The one installed ruleset for which a deck is meant."""
    from timecore.errors import RulesetUnusable
    from timecore.registry import installed_rulesets
    from timecore_cli._errors import USAGE, Failure

    reading: list[Ruleset[Any]] = []
    for info in installed_rulesets():
        try:
            rules = info.load()
        except RulesetUnusable:
            continue
        if rules.file_option:
            reading.append(rules)
    if not reading:
        msg = "no installed game reads a deck"
        raise Failure(msg, code=USAGE)
    meant = [rules for rules in reading if rules.reads_file(data)]
    if len(meant) != 1:
        names = ", ".join(rules.name for rules in meant or reading)
        what = "several games may be meant" if meant else "it is for none of the games that read decks"
        msg = f"{file}: {what}: {names}"
        raise Failure(msg, code=USAGE, hint="Say which game it is for: --ruleset NAME.")
    return meant[0]
