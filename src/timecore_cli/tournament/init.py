"""``timecore tournament init``: a new tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from timecore_cli._arguments import Json, Lang
from timecore_cli._declared import option
from timecore_cli._keyring import Key, PassphraseFile
from timecore_cli.tournament._desk import Dir

__all__ = ["command"]

Name = Annotated[
    str | None,
    option("--name", metavar="TEXT", help="What people call it.", show_default="what the folder is called"),
]
Origin = Annotated[
    str | None,
    option(
        "--origin",
        metavar="TEXT",
        help="What its tree is called in checkpoints. No other tree that the key signs for may be called so.",
        show_default="the key's name, a slash and the tournament's name",
    ),
]
RosterFile = Annotated[
    Path | None,
    option("--roster", metavar="FILE", help="The roster of the players.", show_default=False),
]
Arbiters = Annotated[
    Path | None,
    option(
        "--arbiters",
        metavar="FILE",
        help="A roster of those who may sign score sheets beside the organiser.",
        show_default=False,
    ),
]


def command(
    folder: Dir,
    key: Key,
    name: Name = None,
    origin: Origin = None,
    roster: RosterFile = None,
    arbiters: Arbiters = None,
    passphrase_file: PassphraseFile = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Make a tournament in a folder, and sign its first checkpoint.

    The records of its games are to lie in that folder. The key is the organiser's, and checkpoints are signed with it.
    Rosters are copied.
    """
    from timecore.tournament import Tournament
    from timecore_cli import _keyring, _output
    from timecore_cli._errors import unwritable
    from timecore_cli._texts import language, texts

    people = None if roster is None else _keyring.read_roster(roster)
    judges = None if arbiters is None else _keyring.read_roster(arbiters)
    signer = _keyring.secret_key(key, passphrase_file, machine=json)
    try:
        made = Tournament.create(folder, signer, name=name, origin=origin, roster=people, arbiters=judges)
    except OSError as error:
        raise unwritable(folder, error) from error
    about = made.description
    if json:
        told = {"name": about.name, "origin": about.origin, "key": about.key.text}
        _output.say(_output.dumps({"folder": str(folder)} | told))
        return
    _ = texts(language(lang)).gettext
    _output.tell(_("{folder}: the tournament {name}").format(folder=folder, name=about.name))
    _output.tell(_("The key of its checkpoints: {key}").format(key=about.key.text))
