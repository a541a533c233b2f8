"""``timecore roster``: the people of an event, and their keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from timecore_cli._arguments import Json, completed, new_file, one_of
from timecore_cli._declared import argument, option
from timecore_cli._texts import language, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.roster import Player

__all__ = ["command"]

Action = Annotated[
    Literal["make", "check"],
    argument(
        metavar="make|check",
        help="Make a roster of several, or list everything that is wrong with one.",
        parser=one_of("ACTION", "make", "check"),
        autocompletion=completed("make", "check"),
        show_default=False,
    ),
]
Files = Annotated[
    list[Path] | None,
    argument(
        metavar="[FILES...]",
        help="What `timecore keygen` has written as .pub; or rosters.",
        show_default=False,
    ),
]
Target = Annotated[
    Path | None,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="With make: where to write the roster.",
        parser=new_file,
        show_default=False,
    ),
]
Guests = Annotated[
    list[str] | None,
    option(
        "--guest",
        metavar="NAME",
        help="With make: somebody who has no key. May be given again.",
        show_default=False,
    ),
]


def command(
    action: Action,
    files: Files = None,
    output: Target = None,
    guest: Guests = None,
    json: Json = False,
) -> int:
    """Make or check a roster: names, public keys, and for each key the proof that it is its owner's.

    Exit code 0: it is right; 1: check has found faults, all of which are listed; 3: a file cannot be read.
    """
    from timecore_cli._errors import USAGE, Failure

    given = files or []
    if action == "check":
        if len(given) != 1 or output is not None or guest:
            msg = "check needs the file of one roster, and nothing else"
            raise Failure(msg, code=USAGE)
        return _check(given[0], json=json)
    if output is None or not (given or guest):
        msg = "make needs files of public keys, and --output for the roster"
        raise Failure(msg, code=USAGE, hint="`timecore roster make ana.pub ben.pub -o roster.toml`")
    _make(given, guest or [], output, json=json)
    return 0


def _make(files: Sequence[Path], guests: Sequence[str], output: Path, *, json: bool) -> None:
    from timecore.roster import Player, Roster
    from timecore.wholefile import write_file
    from timecore_cli import _games, _keyring, _output
    from timecore_cli._errors import unwritable

    _games.refuse_existing([output])
    players = [player for file in files for player in _keyring.read_roster(file).players]
    roster = Roster.of([*players, *map(Player, guests)])
    try:
        write_file(output, roster.to_bytes())
    except OSError as error:
        raise unwritable(output, error) from error
    if json:
        _output.say(_output.dumps(_told(output, roster.players, ()), indent=2))
    else:
        count = len(roster.players)
        line = texts(language(None)).ngettext(
            "{path}: a roster of {count} person, {keys} with a key",
            "{path}: a roster of {count} people, {keys} with a key",
            count,
        )
        _output.tell(line.format(path=output, count=count, keys=len(roster.keys)))


def _check(file: Path, *, json: bool) -> int:
    from timecore.errors import RosterRefused
    from timecore.roster import Roster
    from timecore_cli import _keyring, _output
    from timecore_cli._errors import NO

    players: tuple[Player, ...] = ()
    faults: tuple[str, ...] = ()
    try:
        players = Roster.parse(_keyring.read(file)).players
    except RosterRefused as error:
        faults = error.faults
    if json:
        _output.say(_output.dumps(_told(file, players, faults), indent=2))
    elif faults:
        _output.tell(f"{file}: {_output.counted(len(faults), 'fault')}")
        for fault in faults:
            for line in _output.hung("  ", fault, _output.width()):
                _output.say(line)
    else:
        none = texts(language(None)).gettext("no key")
        rows = [(player.name, none if player.key is None else player.key.text) for player in players]
        for line in _output.table(rows, _output.list_width()):
            _output.say(line)
    return NO if faults else 0


def _told(file: Path, players: Sequence[Player], faults: Sequence[str]) -> dict[str, Any]:
    people = [
        {"name": player.name, "key": None if player.key is None else player.key.text} for player in players
    ]
    return {"file": str(file), "players": people, "faults": list(faults)}
