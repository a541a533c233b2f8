"""``timecore nonce``: a player's share in the luck of a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import File, Json, Lang, completed, one_of
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from timecore.actors import Seat
    from timecore.arbiter import Arbiter
    from timecore.entry import Entry

__all__ = ["command"]

Step = Annotated[
    str,
    argument(
        metavar="STEP",
        help="commit, before the first draw; and reveal, when all have committed.",
        show_default=False,
        parser=one_of("STEP", "commit", "reveal"),
        autocompletion=completed("commit", "reveal"),
    ),
]
Seat_ = Annotated[str, argument(metavar="SEAT", help="Whose share it is.", show_default=False)]
Keep = Annotated[
    Path | None,
    option(
        "--keep",
        metavar="FILE",
        help="Where the share is kept between commit and reveal: commit makes it at random, and the file.",
        show_default=False,
    ),
]
Text = Annotated[
    str | None,
    option(
        "--text",
        metavar="TEXT",
        help="A text instead that nobody can guess; its SHA-256 is the share. Give the same again to reveal it.",
        show_default=False,
    ),
]


Anyway = Annotated[
    bool, option("--anyway", help="Reveal it although others have not committed: then they cannot any more.")
]


def command(
    step: Step,
    file: File,
    seat: Seat_,
    keep: Keep = None,
    text: Text = None,
    anyway: Anyway = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Give a seat's share in the luck: first all commit to one, then all reveal it.

    With the shares of all seats nobody can have chosen the luck, the host neither. `timecore new --nonces` makes a
    game that waits for them. The first draw is made when the game is next played.

    Exit code 1: it does not fit there; nothing was written.
    """
    from timecore.errors import IllegalMove
    from timecore_cli import _desk, _games
    from timecore_cli._errors import NO, USAGE, Failure, unwritable

    if (keep is None) is (text is None):
        msg = "either --keep or --text says what the share is"
        hint = "--keep FILE makes one at random, and keeps it until it is revealed."
        if step == "reveal":
            hint = "--keep names the file that commit has made, or --text gives the same text again."
        raise Failure(msg, code=USAGE, hint=hint)
    if text is not None and not text.strip():
        msg = "--text needs something that nobody can guess"
        raise Failure(
            msg, code=USAGE, hint="--keep FILE makes one at random, and keeps it until it is revealed."
        )
    with _desk.opened(file) as arbiter:
        if arbiter.luck.kind == "manual":
            msg = f"{file}: the luck of this game is made at a real table, so that nobody has a share in it"
            raise Failure(msg, code=NO)
        number = _games.seat_named(arbiter.log, seat)
        nonce = _of_text(text) if text is not None else None
        try:
            if step == "commit":
                entry = _commit(arbiter, number, nonce, keep)
            else:
                share = _load(keep) if keep is not None else nonce
                assert share is not None  # noqa: S101 - it is in one of the two
                if not anyway:
                    _refuse_the_first(arbiter, file, number, share)
                entry = arbiter.reveal_nonce(number, share)
        except IllegalMove as error:
            raise Failure(f"{file}: {error}", code=NO, hint=error.hint, cause=error) from error
        except OSError as error:
            raise unwritable(file, error) from error
        _desk.told(file, arbiter, entry, lang, json=json)


def _refuse_the_first(arbiter: Arbiter, file: Path, seat: Seat, nonce: bytes) -> None:
    """Refuse what would shut others out of the luck: after a share is revealed none is committed to."""
    from timecore.entry import Entry
    from timecore.table import NonceReveal
    from timecore_cli._errors import NO, Failure

    names = arbiter.log.header.names
    arbiter.refuse_faulty(Entry(len(arbiter.log) + 1, seat, NonceReveal(nonce)), arbiter.standing, len(names))
    others = [name for one, name in enumerate(names) if one not in arbiter.nonces_committed]
    if others and not arbiter.nonces_revealed:
        msg = f"{file}: {', '.join(others)} cannot commit any more after the first share is revealed"
        raise Failure(msg, code=NO, hint="--anyway reveals it all the same, and theirs count as zeros.")


def _of_text(text: str) -> bytes:
    from timecore.chance import nonce_of_text

    return nonce_of_text(text)


def _commit(arbiter: Arbiter, seat: Seat, nonce: bytes | None, keep: Path | None) -> Entry:
    from timecore.entropy import token

    if keep is not None:
        nonce = token(32)
        _save(keep, nonce)  # first: a share that is committed to and lost counts as zeros
    try:
        arbiter.commit_nonce(seat, nonce)
    except BaseException:
        if keep is not None:
            keep.unlink(missing_ok=True)
        raise
    return arbiter.last


def _save(path: Path, nonce: bytes) -> None:
    from timecore_cli._errors import USAGE, Failure, unwritable

    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w", encoding="ascii") as file:
            file.write(nonce.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as error:
        msg = f"{path} exists already"
        raise Failure(
            msg, code=USAGE, hint="Choose another name: a share that is lost counts as zeros."
        ) from error
    except OSError as error:
        raise unwritable(path, error) from error


def _load(path: Path) -> bytes:
    from timecore_cli import _games
    from timecore_cli._errors import UNREADABLE, Failure

    text = _games.read(path).decode("ascii", "replace").strip()
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if len(nonce) != 32:
        msg = f"{path}: not a share in the luck, 64 hexadecimal digits"
        raise Failure(msg, code=UNREADABLE, hint="`timecore nonce commit` makes such a file.")
    return nonce
