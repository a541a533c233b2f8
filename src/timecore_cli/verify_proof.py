"""``timecore verify-proof``: whether a proof holds, and what it proves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from timecore_cli._arguments import Json
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timecore.log import Log
    from timecore.proofs import Proof, Proven

__all__ = ["command"]

ProofFile = Annotated[
    Path, argument(metavar="PROOF", help="What `timecore prove` has written.", show_default=False)
]
Record = Annotated[
    Path | None,
    argument(
        metavar="[FILE]",
        help="A copy of the record, however little it shows; not needed for a proof with a copy of its own.",
        show_default=False,
    ),
]
Head = Annotated[
    str | None,
    option(
        "--head",
        metavar="HASH",
        help="The head of the record as known from elsewhere, in hexadecimal digits or in base64.",
        show_default=False,
    ),
]

#: What an audit's word on the luck of a draw means.
_LUCK: Final = {
    "given": "given: made from a text, so whoever knew that knew the luck",
    "host could have chosen": "host could have chosen: not all seats have given a nonce",
    "proven": "proven: all seats have given a nonce; whether it is its own, each seat knows",
}


def command(proof: ProofFile, file: Record = None, head: Head = None, json: Json = False) -> None:
    """Check a proof against a copy of the record, or against a head, and say what it proves.

    What is proven is proven of the record with the head that is shown: whether that is the right one, `timecore
    audit` and its `--head` tell. Exit code 0: it holds; 1: it does not; 3: it cannot be read.
    """
    from timecore.errors import ProofRefused, UsageError
    from timecore.proofs import check_proof
    from timecore_cli import _games, _output
    from timecore_cli._errors import NO, USAGE, Failure, misused
    from timecore_cli._heads import head_given

    known = None if head is None else head_given(head)
    if proof == file == _games.STREAM:
        msg = "standard input can be read once only"
        raise misused(msg, "Give a file in the place of one -.")
    given = _read(proof)
    log = None if file is None else _games.open_log(file)
    try:
        proven = check_proof(given, log, head=known)
    except ProofRefused as error:
        raise Failure(f"{proof}: {error.message}", code=NO, hint=error.hint, cause=error) from error
    except UsageError as error:
        raise Failure(f"{proof}: {error.message}", code=USAGE, hint=error.hint, cause=error) from error
    if json:
        _output.say(_output.dumps({"proven": proven.to_json()}, indent=2))
        return
    for label, text in _told(proven, log, compared=known is not None):
        for line in _output.hung(label.ljust(10), _output.printable(text), _output.width()):
            _output.say(line)


def _read(path: Path) -> Proof:
    from timecore.errors import ProofRefused
    from timecore.proofs import proof_from_json
    from timecore_cli import _games
    from timecore_cli._errors import UNREADABLE, Failure

    try:
        return proof_from_json(_games.read(path))
    except ProofRefused as error:
        raise Failure(f"{path}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error) from error


def _told(proven: Proven, log: Log | None, *, compared: bool) -> Iterator[tuple[str, str]]:
    from timecore_cli import _output

    names = () if log is None else log.header.names
    actor = names[proven.actor] if 0 <= proven.actor < len(names) else f"seat {proven.actor}"
    if proven.draw is None:
        whose = "chance" if proven.actor < 0 and proven.entry else "the header" if not proven.entry else actor
        yield "Proven", f"{proven.field} of {proven.name} is {_output.dumps(proven.value)}"
        yield "Entry", f"{proven.entry}, by {whose}" if proven.entry else "0, the header"
    else:
        yield "Proven", f"entry {proven.entry} is draw {proven.draw} of the luck that was committed to"
        if proven.move is None:
            yield "Outcome", "what it brings only the rules tell, with all that was drawn before"
        else:
            yield "Outcome", f"{_output.dumps(proven.move)}, as the rules make of it"
        yield "Number", proven.value
    if proven.luck is not None:
        yield "Luck", _LUCK[proven.luck]
    yield "Head", proven.head.hex()
    if not compared:
        yield "", "this copy's own: compare it with one known from elsewhere (--head)"
