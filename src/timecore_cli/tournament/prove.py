"""``timecore tournament prove``: proofs for players and for those who watch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from timecore_cli._declared import argument, option
from timecore_cli.tournament._desk import Dir, ToFile

if TYPE_CHECKING:
    from timecore.checkpoints import GrowthProof, TreeProof

__all__ = ["command"]

Game = Annotated[
    str | None,
    argument(metavar="[GAME]", help="A record in the folder.", show_default=False),
]
Start = Annotated[bool, option("--start", help="Prove that the game had begun, not how it ended.")]
Since = Annotated[
    Path | None,
    option(
        "--since",
        metavar="FILE",
        help="An earlier checkpoint: prove that the tree has only grown since.",
        show_default=False,
    ),
]


def command(
    folder: Dir, game: Game = None, start: Start = False, since: Since = None, output: ToFile = None
) -> None:
    """Prove that a game is in the tree, or that the tree has only grown since an earlier checkpoint.

    The proof is of the newest checkpoint, which stands in it, and needs nothing else: `timecore tournament verify`
    checks it, and so do tools for the forms of C2SP: tlog-proof, and for --since that of tlog-witness. Exit code 1: it
    is not so, or in no checkpoint yet.
    """
    from timecore.checkpoints import Checkpoint
    from timecore.errors import NoteRefused
    from timecore_cli import _keyring
    from timecore_cli._errors import USAGE, Failure
    from timecore_cli._texts import language, texts
    from timecore_cli.tournament import _desk

    if (game is None) == (since is None) or (start and game is None):
        msg = "prove needs either a game, with or without --start, or --since"
        raise Failure(msg, code=USAGE)
    tournament = _desk.loaded(folder)
    _ = texts(language(None)).gettext
    proof: GrowthProof | TreeProof
    with _desk.told_errors(folder):
        if since is not None:
            try:
                older = Checkpoint.parse(_keyring.read_note(since).text)
            except NoteRefused as error:
                raise _keyring.refused(since, error) from error
            proof = tournament.prove_growth(older)
            words, number = (
                _("{path}: a proof that the tree of size {number} has become that of size {size}"),
                older.size,
            )
        else:
            record = tournament.folder.record_named(str(game))
            proof = tournament.prove(tournament.leaf_of(record, start=start))
            words, number = _("{path}: a proof of leaf {number} in the tree of size {size}"), proof.index
    size = Checkpoint.parse(proof.note.text).size
    _desk.give(proof.to_bytes(), output, lambda path: words.format(path=path, number=number, size=size))
