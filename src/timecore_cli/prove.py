"""``timecore prove``: one draw or one hidden field, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from timecore_cli._arguments import File, new_file_or_stream, whole
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.proofs import Proof

__all__ = ["command"]

_FIELD: Final = r"([0-9]{1,9})(?:\.([0-9]{1,9}))?\.(\w+)"

Draw = Annotated[
    int | None,
    option(
        "--draw",
        metavar="ENTRY",
        help="The draw of this entry.",
        parser=whole("--draw", 1),
        show_default=False,
    ),
]
Field = Annotated[
    str | None,
    option(
        "--field",
        metavar="ENTRY.FIELD",
        help="A hidden field of an entry, of its move or of an event: 12.card; 12.2.card is that of event 2, 12.0.card "
        "that of the move. 0.1.name is the name of seat 1.",
        show_default=False,
    ),
]
Alone = Annotated[
    bool,
    option(
        "--alone",
        help="Put a copy of the record that shows nothing into the proof: to check it, its head is enough then.",
    ),
]
Output = Annotated[
    Path | None,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write the proof.",
        parser=new_file_or_stream,
        show_default="standard output",
    ),
]


def command(
    file: File, draw: Draw = None, field: Field = None, alone: Alone = False, output: Output = None
) -> None:
    """Prove one draw or one hidden field to whoever has a copy of the record, and show nothing else.

    A draw needs the host's own file, which holds the seed; a field any copy that shows it. `timecore verify-proof`
    checks the proof, a small JSON file.
    """
    from timecore_cli import _games, _output
    from timecore_cli._errors import USAGE, Failure, unwritable

    if (draw is None) is (field is None):
        msg = "either --draw or --field says what to prove"
        raise Failure(msg, code=USAGE)
    if output == _games.STREAM:
        output = None
    if output is not None:
        _games.refuse_existing([output])
    log = _games.open_log(file)
    proof = _proof(log, file, draw, field, alone=alone)
    text = _output.dumps(proof.to_json(), indent=2)
    if output is None:
        _output.say(text)
    else:
        from timecore.wholefile import write_file

        try:
            write_file(output, text.encode() + b"\n")
        except OSError as error:
            raise unwritable(output, error) from error
        _output.tell(f"{output}: a proof of {_what(draw, field)}, for the record with head {log.head.hex()}")
    _games.finish(log, file)


def _what(draw: int | None, field: str | None) -> str:
    return f"the draw of entry {draw}" if field is None else f"the field {field}"


def _proof(log: Log, file: Path, draw: int | None, field: str | None, *, alone: bool) -> Proof:
    from timecore.errors import HiddenValue, UsageError
    from timecore.proofs import prove_draw, prove_field
    from timecore_cli._errors import NO, USAGE, Failure, misused

    try:
        if draw is not None:
            return prove_draw(log, draw, alone=alone)
        match = re.fullmatch(_FIELD, field or "")
        if match is None:
            msg = f"--field needs ENTRY.FIELD or ENTRY.EVENT.FIELD, not {field!r}"
            raise misused(msg)
        message = None if match[2] is None else int(match[2])
        return prove_field(log, int(match[1]), match[3], message=message, alone=alone)
    except UsageError as error:
        raise Failure(f"{file}: {error.message}", code=USAGE, hint=error.hint, cause=error) from error
    except HiddenValue as error:
        raise Failure(f"{file}: {error.message}", code=NO, hint=error.hint, cause=error) from error
