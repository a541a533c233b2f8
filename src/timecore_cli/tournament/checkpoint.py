"""``timecore tournament checkpoint``: what is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timecore_cli._keyring import Key, PassphraseFile
from timecore_cli.tournament._desk import Dir, ToFile

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["command"]


def command(folder: Dir, key: Key, output: ToFile = None, passphrase_file: PassphraseFile = None) -> None:
    """Sign a checkpoint of the tree, and print it: publish it.

    It is kept in the folder. Whoever keeps one can later show that the tree was changed. Nothing is signed that does
    not begin with all checkpoints before (exit code 1), so that there are never two trees of one name.
    """
    from timecore.checkpoints import Checkpoint
    from timecore_cli import _keyring
    from timecore_cli._texts import language, texts
    from timecore_cli.tournament import _desk

    def told(path: Path) -> str:
        size = Checkpoint.parse(note.text).size
        words = texts(language(None)).ngettext(
            "{path}: the checkpoint of {count} leaf, signed by {name}",
            "{path}: the checkpoint of {count} leaves, signed by {name}",
            size,
        )
        return words.format(path=path, count=size, name=signer.public.name)

    signer = _keyring.secret_key(key, passphrase_file)
    with _desk.opened(folder, machine=False) as tournament:
        note = tournament.sign(signer)
    _desk.give(note.to_bytes(), output, told)
