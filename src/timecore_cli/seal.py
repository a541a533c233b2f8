"""``timecore seal``: the end of a record, and its signed score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from timecore_cli._arguments import File, Json, completed, one_of
from timecore_cli._declared import option
from timecore_cli._keyring import Key, NotePath, PassphraseFile
from timecore_cli._texts import language, texts

if TYPE_CHECKING:
    from timecore.ending import Ending
    from timecore.gamenotes import GameNote
    from timecore.keys import SecretKey
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

Anyway = Annotated[
    bool,
    option(
        "--anyway", help="Seal it although something in it is irregular: no ruling can let that stand then."
    ),
]


def command(
    file: File,
    key: Key,
    status: Status = None,
    result: Result = None,
    anyway: Anyway = False,
    note: NotePath = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> None:
    """Seal a game: enter how it has ended, and sign a note that vouches for all of the record.

    Nothing may follow but the seed's publication, a branch, or, if it is adjourned, its resumption. Players add
    their signatures with `timecore sign`; `timecore audit` finds the note where it lies. A game that is sealed
    already gets this key's signature. Exit code 1: the game goes on, has not ended so, or is irregular; nothing was
    written.
    """
    from timecore.errors import IllegalMove, UsageError
    from timecore.sealing import seal
    from timecore_cli import _desk, _keyring
    from timecore_cli._errors import NO, Failure, unwritable

    how = _ending(status, result)
    signer = _keyring.secret_key(key, passphrase_file, machine=json)
    target = _keyring.note_target(file, note)
    with _desk.opened(file) as arbiter:
        _refuse_foreign(target, arbiter.log)
        if not anyway:
            _refuse_irregular(file, arbiter.log)
        try:
            sheet = seal(arbiter, how)
        except (IllegalMove, UsageError) as error:
            raise Failure(f"{file}: {error.message}", code=NO, hint=error.hint, cause=error) from error
        except OSError as error:
            raise unwritable(file, error) from error
        try:
            signed = _signed(target, sheet, signer)  # while nobody else can seal the game
        except OSError as error:
            failure = unwritable(target, error)
            failure.hint = "The game is sealed. The same command again, or with --note FILE, writes its note."
            raise failure from error
    _tell(file, target, sheet, signed, signer, json=json)


def _signed(target: Path, sheet: GameNote, key: SecretKey) -> SignedNote:
    """Put a signature under the score sheet, in a new file or behind those that are there."""
    from timecore.errors import NoteRefused
    from timecore.notes import SignedNote
    from timecore.wholefile import write_file
    from timecore_cli import _keyring
    from timecore_cli._errors import NO, Failure

    if target.exists():
        with _keyring.open_note(target) as there:
            if there.note.text == sheet.text:
                try:
                    there.add(signed := there.note.signed(key))
                except NoteRefused as error:
                    raise Failure(
                        f"{target}: {error.message}", code=NO, hint=error.hint, cause=error
                    ) from error
                return signed
        _put_aside(target, there.note)
    signed = SignedNote(sheet.text).signed(key)
    write_file(target, signed.to_bytes())
    return signed


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


def _refuse_foreign(target: Path, log: Log) -> None:
    """Refuse a file that is there already, unless it is a note on this game that is signed or can be put aside."""
    from timecore.errors import NoteRefused
    from timecore.gamenotes import GameNote
    from timecore.sealing import note_fault, seals_of
    from timecore_cli import _games, _keyring
    from timecore_cli._errors import USAGE, Failure

    if not target.exists():
        return
    found = _keyring.read_note(target)
    try:
        fault = note_fault(GameNote.parse(found.text), log)
    except NoteRefused as error:
        fault = f"is none on a game: {error.message}"
    if fault is not None:
        msg = f"{target} exists already, and the note in it {fault}"
        raise Failure(msg, code=USAGE, hint="--note FILE writes to another file.")
    there = seals_of(log).in_force
    if there is None or there.seq != GameNote.parse(found.text).entries:
        _games.refuse_existing([_aside(target, found)])


def _refuse_irregular(file: Path, log: Log) -> None:
    """Refuse to seal what an audit finds fault with, as long as the table can still do something about it."""
    from timecore.audit import audit
    from timecore.sealing import seals_of
    from timecore_cli._errors import NO, Failure

    if seals_of(log).in_force is not None:
        return
    report = audit(log.to_bytes())
    if not report.summary.startswith("irregular"):
        return
    why = next(finding.what for finding in report.findings if not finding.ruled)
    msg = f"{file} is {report.summary}, and no ruling can let that stand behind a Seal: {why}"
    hint = (
        "`timecore table rule` lets a move stand, and Retract takes it back; --anyway seals it all the same."
    )
    raise Failure(msg, code=NO, hint=hint)


def _put_aside(target: Path, there: SignedNote) -> None:
    """Keep the note on an earlier Seal, under the number of that entry."""
    from timecore_cli import _games
    from timecore_cli._errors import unwritable

    aside = _aside(target, there)
    _games.refuse_existing([aside])
    try:
        target.rename(aside)
    except OSError as error:
        raise unwritable(aside, error) from error


def _aside(target: Path, there: SignedNote) -> Path:
    from timecore.gamenotes import GameNote

    return target.with_name(f"{target.name}-{GameNote.parse(there.text).entries}")


def _tell(
    file: Path, target: Path, sheet: GameNote, signed: SignedNote, key: SecretKey, *, json: bool
) -> None:
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
    _output.tell(words)
    _output.tell(_keyring.signers_told(target, signed, key))
