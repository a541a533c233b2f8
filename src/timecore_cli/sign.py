"""``timecore sign``: a player's signature under the score sheet."""

from __future__ import annotations

from timecore_cli._arguments import File, Json
from timecore_cli._keyring import Key, NotePath, PassphraseFile

__all__ = ["command"]


def command(
    file: File,
    key: Key,
    note: NotePath = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> None:
    """Sign the note of a sealed game, after a look whether it fits the record at hand.

    The record may be a player's own copy: it has the same hashes as the host's. Whether an audit finds it irregular
    is told, and keeps nobody from signing. Exit code 1: the note is not on the last Seal of this record; nothing
    was signed.
    """
    from timecore.audit import audit
    from timecore.errors import NoteRefused, UsageError
    from timecore.sealing import cosign
    from timecore_cli import _games, _keyring, _output
    from timecore_cli._errors import NO, UNREADABLE, Failure, unwritable

    signer = _keyring.secret_key(key, passphrase_file, machine=json)
    target = _keyring.note_target(file, note)
    log = _games.open_log(file)
    _games.finish(log, file)  # nothing is signed beside a damaged record
    if not target.exists():
        hint = "`timecore seal` writes it beside the game; --note FILE says where else it is."
        raise Failure(f"there is no note {target}", code=UNREADABLE, hint=hint)
    with _keyring.open_note(target) as there:
        try:
            signed = cosign(there.note, log, signer)
        except (NoteRefused, UsageError) as error:
            which = target if isinstance(error, NoteRefused) else file
            raise Failure(f"{which}: {error.message}", code=NO, hint=error.hint, cause=error) from error
        try:
            there.add(signed)
        except OSError as error:
            raise unwritable(target, error) from error
    report = audit(log.to_bytes())
    if report.summary.startswith("irregular"):
        _output.warn(f"{file} is {report.summary}, and the signature is on it as it is", machine=json)
    if json:
        keys = [f"{one.name}+{one.id.hex()}" for one in signed.signatures]
        _output.say(_output.dumps({"note": str(target), "signatures": keys}))
    else:
        _output.tell(_keyring.signers_told(target, signed, signer))
