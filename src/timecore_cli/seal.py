"""``timecore seal``: the end of a record, and its signed score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from timecore_cli._arguments import File, Json, completed, one_of
from timecore_cli._declared import option
from timecore_cli._keyring import Key, NoteFile, PassphraseFile
from timecore_cli._texts import language, texts

if TYPE_CHECKING:
    from timecore.ending import Ending
    from timecore.gamenotes import GameNote
    from timecore.log import Log
    from timecore.notes import SignedNote

__all__ = ["command"]

Status = Annotated[
    Literal["finished", "forfeit", "void", "adjourned"] | None,
    option(
        "--status",
        metavar="finished|forfeit|void|adjourned",
        help="How the game has ended; with --result.",
        parser=one_of("--status", "finished", "forfeit", "void", "adjourned"),
        autocompletion=completed("finished", "forfeit", "void", "adjourned"),
        show_default="as the rules and the table say",
    ),
]
Result = Annotated[
    str | None,
    option(
        "--result",
        metavar="TOKENS",
        help="A token for each seat, in quotation marks: 1 won, 0 did not, f forfeited, - undecided.",
        show_default="as the rules and the table say",
    ),
]


def command(
    file: File,
    key: Key,
    status: Status = None,
    result: Result = None,
    note: NoteFile = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> None:
    """Seal a game: enter how it has ended, and sign a note that vouches for all of the record.

    Nothing may follow but the seed's publication, a branch, or, if it is adjourned, its resumption. Players add
    their signatures with `timecore sign`; `timecore audit` finds the note where it lies. A game that is sealed
    already gets this key's signature. Exit code 1: the game goes on, or has not ended so; nothing was written.
    """
    from timecore.errors import IllegalMove, UsageError
    from timecore.notes import SignedNote
    from timecore.sealing import seal
    from timecore.wholefile import write_file
    from timecore_cli import _desk, _keyring
    from timecore_cli._errors import NO, Failure, unwritable

    how = _ending(status, result)
    signer = _keyring.secret_key(key, passphrase_file, machine=json)
    target = _keyring.note_beside(file) if note is None else note
    with _desk.opened(file) as arbiter:
        there = _there(target, arbiter.log)
        try:
            sheet = seal(arbiter, how)
        except (IllegalMove, UsageError) as error:
            raise Failure(f"{file}: {error.message}", code=NO, hint=error.hint, cause=error) from error
        except OSError as error:
            raise unwritable(file, error) from error
    if there is not None and there.text != sheet.text:
        _put_aside(target, there)
        there = None
    signed = (SignedNote(sheet.text) if there is None else there).signed(signer)
    try:
        write_file(target, signed.to_bytes(), replace=there is not None)
    except OSError as error:
        raise unwritable(target, error) from error
    _tell(file, target, sheet, signed, json=json)


def _ending(status: str | None, result: str | None) -> Ending | None:
    """What the arguments say of the end."""
    from typing import cast

    from timecore.ending import Ending
    from timecore_cli._errors import USAGE, Failure

    if status is None and result is None:
        return None
    if status is None or result is None:
        msg = "--status and --result belong together"
        raise Failure(msg, code=USAGE)
    return Ending(cast("Literal['finished']", status), tuple(result.split()))


def _there(target: Path, log: Log) -> SignedNote | None:
    """The note that is there already: it must be one on this game."""
    from timecore.errors import NoteRefused
    from timecore.gamenotes import GameNote
    from timecore.sealing import note_fault
    from timecore_cli import _keyring
    from timecore_cli._errors import USAGE, Failure

    if not target.exists():
        return None
    found = _keyring.read_note(target)
    try:
        fault = note_fault(GameNote.parse(found.text), log)
    except NoteRefused as error:
        fault = f"is none on a game: {error.message}"
    if fault is not None:
        msg = f"{target} exists already, and the note in it {fault}"
        raise Failure(msg, code=USAGE, hint="--note FILE writes to another file.")
    return found


def _put_aside(target: Path, there: SignedNote) -> None:
    """Keep the note on an earlier Seal, under the number of that entry."""
    from timecore.gamenotes import GameNote
    from timecore_cli import _games
    from timecore_cli._errors import unwritable

    aside = target.with_name(f"{target.name}-{GameNote.parse(there.text).entries}")
    _games.refuse_existing([aside])
    try:
        target.rename(aside)
    except OSError as error:
        raise unwritable(aside, error) from error


def _tell(file: Path, target: Path, sheet: GameNote, signed: SignedNote, *, json: bool) -> None:
    from timecore_cli import _keyring, _output

    if json:
        told = {
            "note": str(target),
            "entries": sheet.entries,
            "head": sheet.head.hex(),
            "status": sheet.status,
            "result": list(sheet.result),
            "signatures": [f"{one.name}+{one.id.hex()}" for one in signed.signatures],
        }
        _output.say(_output.dumps(told))
        return
    _ = texts(language(None)).gettext
    line = _("{path}: sealed in entry {entry} as {status}, result {result}")
    words = line.format(path=file, entry=sheet.entries, status=sheet.status, result=" ".join(sheet.result))
    _output.say(_output.printable(words))
    _output.say(_output.printable(_keyring.signers_told(target, signed)))
