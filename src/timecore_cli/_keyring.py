"""Keys for a command: secret ones out of their files, with a passphrase if need be, and public ones to trust."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from timecore_cli._declared import option
from timecore_cli._errors import UNREADABLE, USAGE, Failure, unreadable, unwritable
from timecore_cli._texts import language, texts

if TYPE_CHECKING:
    from timecore.errors import TimecoreError
    from timecore.keys import PublicKey, SecretKey
    from timecore.notefiles import NoteFile
    from timecore.notes import SignedNote
    from timecore.roster import Roster

__all__ = [
    "Key",
    "NotePath",
    "PassphraseFile",
    "note_target",
    "open_note",
    "passphrase_in",
    "read_note",
    "read_roster",
    "secret_key",
    "signers_told",
    "trusted",
]

Key = Annotated[
    Path,
    option("--key", metavar="KEY", help="The file of the key to sign with.", show_default=False),
]
PassphraseFile = Annotated[
    Path | None,
    option(
        "--passphrase-file",
        metavar="FILE",
        help="A file whose first line is the key's passphrase; without it one is asked for where it is needed.",
        show_default=False,
    ),
]
NotePath = Annotated[
    Path | None,
    option(
        "--note",
        metavar="FILE",
        help="The file of the game's note.",
        show_default="beside the game, with the ending .note",
    ),
]


def note_target(file: Path, given: Path | None) -> Path:
    """The file of a game's note: the one that is given, else the one beside the game."""
    from timecore.notefiles import note_beside

    target = note_beside(file) if given is None else given
    if target == file:
        msg = f"{file} cannot be the game and its note at once"
        raise Failure(
            msg, code=USAGE, hint="FILE is the record; --note FILE names its note, where it lies elsewhere."
        )
    return target


def open_note(path: Path) -> NoteFile:
    """A note to be signed, its file locked; a failure where it is none or cannot be written."""
    from timecore.errors import NoteRefused
    from timecore.notefiles import NoteFile

    try:
        return NoteFile.open(path)
    except NoteRefused as error:
        raise refused(path, error) from error
    except OSError as error:
        missing = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
        raise (unreadable if missing else unwritable)(path, error) from error


def read(path: Path) -> bytes:
    """The bytes of a small file."""
    from timecore.datafile import read_data_file

    try:
        return read_data_file(path)
    except OSError as error:
        raise unreadable(path, error) from error


def refused(path: Path, error: TimecoreError) -> Failure:
    """A file that is not what it should be."""
    return Failure(f"{path}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error)


def passphrase_in(path: Path) -> bytes:
    """The passphrase that a file holds in its first line."""
    line = read(path).split(b"\n", 1)[0].rstrip(b"\r")
    if not line:
        msg = f"{path}: the first line is empty, and should be a passphrase"
        raise Failure(msg, code=USAGE)
    return line


def new_passphrase() -> bytes:
    """A passphrase that somebody types, twice."""
    if not _has_terminal():
        msg = "there is no terminal to ask for a passphrase"
        raise Failure(msg, code=USAGE, hint="--passphrase-file FILE gives it.")
    first = _typed("Passphrase: ")
    if not first:
        msg = "the passphrase is empty"
        raise Failure(msg, code=USAGE, hint="Without --passphrase the key is not encrypted.")
    if _typed("Once more: ") != first:
        msg = "the two passphrases differ"
        raise Failure(msg, code=USAGE)
    return first


def secret_key(path: Path, passphrase_file: Path | None, *, machine: bool = False) -> SecretKey:
    """The key in a file.

    Args:
        path: The file.
        passphrase_file: Where its passphrase stands, if that is given.
        machine: Whether warnings are for a machine.
    """
    from timecore.errors import KeyRefused
    from timecore.keyfiles import is_locked, key_from_file, open_to_others
    from timecore_cli import _output

    data = read(path)
    passphrase = None
    if is_locked(data):
        passphrase = _asked(path) if passphrase_file is None else passphrase_in(passphrase_file)
    try:
        key = key_from_file(data, passphrase)
    except KeyRefused as error:
        raise refused(path, error) from error
    if open_to_others(path):
        _output.warn(f"{path} can be read by others: `chmod 600 {path}` mends that", machine=machine)
    return key


def _asked(path: Path) -> bytes:
    if not _has_terminal():
        msg = f"{path} is encrypted, and there is no terminal to ask for its passphrase"
        raise Failure(msg, code=USAGE, hint="--passphrase-file FILE gives it.")
    return _typed(f"Passphrase of {_printable(path)}: ")


def _has_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()  # a closed one is None


def _typed(prompt: str) -> bytes:
    """What somebody types, unseen."""
    from getpass import getpass

    try:
        return getpass(prompt, sys.stderr).encode()
    except EOFError:
        msg = "no passphrase was typed"
    except UnicodeError:
        msg = "what was typed is not in the encoding of the terminal"
    raise Failure(msg, code=USAGE, hint="--passphrase-file FILE gives the passphrase.") from None


def _printable(path: Path) -> str:
    from timecore_cli import _output

    return _output.printable(str(path))


def read_roster(path: Path) -> Roster:
    """The roster in a file."""
    from timecore.errors import RosterRefused
    from timecore.roster import Roster

    try:
        return Roster.parse(read(path))
    except RosterRefused as error:
        raise refused(path, error) from error


def read_note(path: Path) -> SignedNote:
    """The signed note in a file."""
    from timecore.errors import NoteRefused
    from timecore.notes import SignedNote

    try:
        return SignedNote.parse(read(path))
    except NoteRefused as error:
        raise refused(path, error) from error


def signers_told(path: Path, note: SignedNote, key: SecretKey) -> str:
    """Who has signed a note, in words: the key that is at hand, and whoever else the note says has done so.

    Args:
        path: The file of the note.
        note: The note.
        key: The key.
    """
    _ = texts(language(None)).gettext
    own = key.public.name
    others = ", ".join(one.name for one in note.signatures if not one.may_be(key.public))
    if not others:
        return _("{path}: signed by {name}").format(path=path, name=own)
    return _("{path}: signed by {name}; not checked here: {others}").format(
        path=path, name=own, others=others
    )


def trusted(given: Sequence[str]) -> list[PublicKey]:
    """The public keys that ``--trust`` names: each a key's line, or a file with some."""
    from timecore.errors import SigningError
    from timecore.keys import PublicKey
    from timecore.roster import keys_in

    found: list[PublicKey] = []
    for text in given:
        if not text:
            msg = "--trust is empty"
            raise Failure(
                msg, code=USAGE, hint="It names a file of public keys, such as a roster, or is one key."
            )
        if text.startswith("PRIVATE+KEY+"):
            msg = "--trust was given a secret key, which nobody but its owner should have"
            raise Failure(msg, code=USAGE, hint="The public key is the one without PRIVATE+KEY+.")
        try:
            found += [PublicKey.parse(text)] if _is_a_line(text) else keys_in(read(Path(text)))
        except Failure as failure:
            failure.hint = failure.hint or "--trust takes a file of public keys, or one key, NAME+ID+BASE64."
            raise
        except SigningError as error:
            raise Failure(
                f"{text}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error
            ) from error
    return found


def _is_a_line(text: str) -> bool:
    if text.count("+") < 2:
        return False
    try:
        return not Path(text).exists()
    except OSError:  # too long for the name of a file
        return True
