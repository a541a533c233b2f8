"""``timecore audit``: is a record genuine?"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from timecore_cli._arguments import File, Json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from timecore.audit import Report

__all__ = ["command"]

#: How many legal moves a finding shows to people; --json shows all.
_SHOWN: Final = 8

Head = Annotated[
    str | None,
    typer.Option(
        "--head",
        metavar="HEX",
        help="The head hash as known from elsewhere: if it is this record's, it attests the game.",
        show_default=False,
    ),
]


def command(file: File, head: Head = None, json: Json = False) -> int:
    """Examine a record: bytes, chain, openings, rules and chance, each with a verdict of its own.

    Goes on after a finding. Exit code 0: nothing found; 1: a finding; 3: no header could be read;
    4: nothing but a torn tail.
    """
    from timecore.audit import audit
    from timecore.errors import FormatUnsupported
    from timecore_cli import _games, _output
    from timecore_cli._errors import UNREADABLE, Failure

    expected = None if head is None else _hash(head)
    try:
        report = audit(_games.read(file), head=expected)
    except FormatUnsupported as error:
        raise Failure(f"{file}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error) from error
    lines = [_output.dumps(report.to_json(), indent=2)] if json else _page(report)
    with contextlib.suppress(BrokenPipeError):  # who reads no more still gets the exit code
        for line in lines:
            _output.say(line)
    return report.exit_code


def _hash(text: str) -> bytes:
    from timecore_cli._errors import USAGE, Failure

    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32 or len(text) != 64:
        msg = f"--head needs the 64 hexadecimal digits of a head hash, not {text!r}"
        raise Failure(msg, code=USAGE, hint="`timecore replay FILE --quiet` shows a record's own head.")
    return found


def _page(report: Report) -> Iterator[str]:
    from timecore_cli import _output

    yield report.summary
    yield ""
    names = max(map(len, report.verdicts))
    words = max(len(one.verdict) for one in report.verdicts.values())
    for name, one in report.verdicts.items():
        yield from _hung(f"{name.ljust(names)}  {one.verdict.ljust(words)}  ", one.detail)
    if report.findings:
        yield ""
        yield "Findings" if len(report.findings) > 1 else "Finding"
    for finding in report.findings:
        ruled = " (ruled: an arbiter let it stand)" if finding.ruled else ""
        yield from _hung(f"  {finding.verdict}: ", finding.what + ruled)
        for label, value in (("recorded", finding.recorded), ("expected", finding.expected)):
            if value is not None:
                yield from _hung(f"    {label}  ", _output.dumps(value))
        if finding.legal:
            yield from _hung("    legal     ", _moves(finding.legal))


def _moves(legal: Sequence[Any]) -> str:
    from timecore_cli import _output

    shown = ", ".join(map(_output.dumps, legal[:_SHOWN]))
    return f"{shown} and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else shown


def _hung(label: str, text: str) -> Iterator[str]:
    """A label, and beside it a text of as many lines as it takes."""
    from timecore_cli import _output

    indent = " " * len(label)
    for line in _output.wrapped(_output.printable(text), indent, _output.width()):
        yield label + line
        label = indent
