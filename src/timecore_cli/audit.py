"""``timecore audit``: is a record genuine?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from timecore_cli._arguments import File, Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timecore.audit import Finding, Report

__all__ = ["command"]

Head = Annotated[
    str | None,
    typer.Option(
        "--head",
        metavar="HEX",
        help="The head hash as it is known from elsewhere: if it is this record's, that attests the whole game.",
        show_default=False,
    ),
]


def command(file: File, head: Head = None, json: Json = False) -> int:
    """Examine a record: bytes, chain, openings, rules and chance, each with a verdict of its own.

    Goes on after a finding. Exit code 0: nothing found; 1: a finding; 3: no header could be read; 4: nothing but
    a torn tail.
    """
    from timecore.audit import audit
    from timecore.errors import FormatUnsupported
    from timecore_cli import _games, _output
    from timecore_cli._errors import UNREADABLE, Failure

    expected = None if head is None else _hash(head)
    try:
        report = audit(_games.read(file), head=expected)
    except FormatUnsupported as error:
        raise Failure(
            f"{file}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error
        ) from error
    if json:
        _output.say(_output.dumps(report.to_json(), indent=2))
    else:
        for line in _page(report):
            _output.say(_output.printable(line))
    return report.exit_code


def _hash(text: str) -> bytes:
    from timecore_cli._errors import USAGE, Failure

    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32 or len(text) != 64:
        msg = f"--head needs the 64 hexadecimal digits of a head hash, not {text!r}"
        raise Failure(
            msg, code=USAGE, hint="`timecore replay FILE --quiet` shows a record's own head."
        )
    return found


def _page(report: Report) -> Iterator[str]:
    from timecore_cli import _output

    yield report.summary
    yield ""
    yield from _output.table(
        (name, one.verdict, one.detail) for name, one in report.verdicts.items()
    )
    if report.findings:
        yield ""
        yield "Findings" if len(report.findings) > 1 else "Finding"
    for finding in report.findings:
        yield from _finding(finding)


def _finding(finding: Finding) -> Iterator[str]:
    from timecore_cli import _output

    ruled = " (ruled: an arbiter let it stand)" if finding.ruled else ""
    yield f"  {finding.verdict}: {finding.what}{ruled}"
    details: list[tuple[str, Any]] = [
        ("recorded", finding.recorded),
        ("expected", finding.expected),
    ]
    for name, value in details:
        if value is not None:
            yield f"      {name}  {_output.dumps(value)}"
    if finding.legal:
        shown = ", ".join(map(_output.dumps, finding.legal[:8]))
        more = f" and {len(finding.legal) - 8} more" if len(finding.legal) > 8 else ""
        yield f"      legal     {shown}{more}"
