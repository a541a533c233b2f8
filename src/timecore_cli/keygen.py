"""``timecore keygen``: a key to sign with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from timecore_cli._arguments import Json, new_file
from timecore_cli._declared import option
from timecore_cli._keyring import PassphraseFile
from timecore_cli._texts import language, texts

__all__ = ["command"]

KeyFile = Annotated[
    Path,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write the key, such as ana.key.",
        parser=new_file,
        show_default=False,
    ),
]
Name = Annotated[
    str | None,
    option("--name", metavar="NAME", help="What people call its owner.", show_default="the file's name"),
]
Passphrase = Annotated[bool, option("--passphrase", help="Ask for a passphrase to encrypt the key with.")]


def command(
    output: KeyFile,
    name: Name = None,
    passphrase: Passphrase = False,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> None:
    """Make a key to sign with. Only you may read its file; what others need lies beside it.

    The file with the ending .pub has the public key and the proof that it is yours: it is a roster of one
    person, to be given to whoever makes the roster of an event, and to all who check signatures.
    """
    from timecore.errors import KeyRefused, RosterRefused
    from timecore.keyfiles import save_key
    from timecore.keys import SecretKey
    from timecore.roster import Player, Roster
    from timecore.wholefile import write_file
    from timecore_cli import _games, _keyring, _output
    from timecore_cli._errors import USAGE, Failure, unwritable

    public = output.with_suffix(".pub")
    if public == output:
        msg = f"{output} is where the public key goes"
        raise Failure(msg, code=USAGE, hint="Choose another ending, such as .key.")
    _games.refuse_existing([output, public], "Choose another name: a key that is lost cannot be made again.")
    secret = None
    if passphrase_file is not None:
        secret = _keyring.passphrase_in(passphrase_file)
    elif passphrase:
        secret = _keyring.new_passphrase()
    try:
        key = SecretKey.generate(output.stem if name is None else name)
        person = Roster.of([Player.of(key)]).to_bytes()
    except (KeyRefused, RosterRefused) as error:
        what = error.faults[0].partition(": ")[2] if isinstance(error, RosterRefused) else error.message
        raise Failure(what, code=USAGE, hint="--name gives the name.", cause=error) from error
    try:
        save_key(output, key, secret)
    except KeyRefused as error:
        raise Failure(error.message, code=USAGE, cause=error) from error
    except OSError as error:
        raise unwritable(output, error) from error
    try:
        write_file(public, person)
    except BaseException as error:
        output.unlink(missing_ok=True)  # nobody has signed with it, and without the other it is of no use
        if isinstance(error, OSError):
            raise unwritable(public, error) from error
        raise
    if json:
        told = {"key": str(output), "public": str(public), "name": key.owner, "public_key": key.public.text}
        _output.say(_output.dumps(told))
        return
    _ = texts(language(None)).gettext
    if secret is None:
        line = _("{path}: the key of {name}; whoever has it can sign")
    else:
        line = _("{path}: the key of {name}, encrypted; whoever has it and its passphrase can sign")
    _output.tell(line.format(path=output, name=key.owner))
    line = _("{path}: its public key, {key}")
    _output.tell(line.format(path=public, key=key.public.text))
