"""``timecore tournament checkpoint``: what is published."""

from __future__ import annotations

from timecore_cli._keyring import Key, PassphraseFile
from timecore_cli.tournament._desk import Dir, ToFile

__all__ = ["command"]


def command(folder: Dir, key: Key, output: ToFile = None, passphrase_file: PassphraseFile = None) -> None:
    """Sign a checkpoint of the tree, and print it: publish it.

    It is kept in the folder. Whoever keeps one can later show that the tree was changed. Nothing is signed that does
    not begin with all checkpoints before (exit code 1), so that there are never two trees of one name.
    """
    from timecore_cli import _keyring
    from timecore_cli.tournament import _desk

    signer = _keyring.secret_key(key, passphrase_file)
    with _desk.opened(folder, machine=False) as tournament:
        note = tournament.sign(signer)
    _desk.give(note.to_bytes(), output)
