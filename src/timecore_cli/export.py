"""``timecore export``: a game as lines of JSON, or as one JSON document."""

from __future__ import annotations

from typing import Annotated, Literal

from timecore_cli._arguments import As, File, completed, one_of
from timecore_cli._declared import option

__all__ = ["command"]


def command(
    file: File,
    format_: Annotated[
        Literal["jsonl", "json"],
        option(
            "--format",
            metavar="jsonl|json",
            help="Lines of JSON, or one document.",
            parser=one_of("--format", "jsonl", "json"),
            autocompletion=completed("jsonl", "json"),
        ),
    ] = "jsonl",
    as_: As = None,
) -> None:
    """Print a game as JSON: the header, then one object an entry.

    What is printed of a full game can be read again by `timecore import`. Works without the game's ruleset.
    """
    from timecore.transcript import export_json, export_lines
    from timecore_cli import _games, _output

    log = _games.open_log(file)
    viewer = _games.viewer_named(log, as_)
    if format_ == "json":
        _output.say(_output.dumps(export_json(log, viewer)))
    else:
        for line in export_lines(log, viewer):
            _output.say(_output.dumps(line))
    _games.finish(log, file)
