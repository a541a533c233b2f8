"""The reference of the command line, made of what the commands say of themselves.

``python -m timecore_cli.reference > docs/reference/cli.md`` brings the page up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

from timecore_cli._app import EVERY, command, written

__all__ = ["markdown"]

_BEGINNING: Final = """\
# Command line

<!-- Made by `python -m timecore_cli.reference`; a test holds it current. -->

```
timecore COMMAND …
```

Data goes to standard output; progress, warnings and errors go to standard error. What is written is
UTF-8, whatever the locale. `timecore --help` lists the commands, `timecore COMMAND --help` explains
one, and `timecore --install-completion` teaches the shell to complete them.

**Files.** `-` in the place of a saved game that is only read is standard input.

**Positions.** `N` is the state after entry N: `0` is the start, `-1` the last. `N.M` is the state after
event M (from 1) inside the next entry.

**Paths.** `fuel[2]`, `timeline[0].control` and `aside["2 left"]` lead into the JSON form of a state, as
`timecore show --json` shows it; a dot alone is all of it. `[*]` means each item of a list, or each name of an object.

**Conditions** compare what stands at paths: `fuel[0] > 3 and not changed(present)`. Their grammar, and what
hidden, missing and different values mean in them, stand in the [reference of the library](#conditions).

**Seats.** `SEAT` is a number, from 0, or a name. `--as SEAT` and `--as public` show a game as a seat,
or an onlooker, may see it.

**Languages.** `--lang` chooses the language of narration; without it the first of `LC_ALL`,
`LC_MESSAGES` and `LANG` that is set does.

**Colour** is used on a terminal only, and not if `NO_COLOR` is set. Boards are drawn in ASCII on a terminal whose
encoding lacks the characters that they are drawn with.

**Errors** are one sentence and, where there is one, a hint; with `--json` or `--jsonl` they are one JSON
object with `error`, `message`, `hint`, `exit_code` and what else is known, such as `entry` and `byte`.

| exit code | meaning |
|---|---|
| 0 | yes, or done; also when a closed pipe has ended the output |
| 1 | the answer is no: a finding of an audit, games that differ, nothing found, a move that is not legal |
| 2 | wrong usage; also a file that cannot be written, or that somebody else is writing |
| 3 | nothing could be read: no such file, not a record, a damaged header, a ruleset that is not installed |
| 4 | sound up to an entry, then cut off or damaged: what is sound is shown, but not played on |
| 70 | a bug in timecore; with `TIMECORE_TRACEBACK=1` the traceback is shown |
| 130 | interrupted |
"""


def markdown() -> str:
    """The whole page."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield _BEGINNING.rstrip("\n")
    program = command()
    for name in EVERY:
        one = program.get_command(None, name)
        yield ""
        yield f"## timecore {name}"
        yield ""
        arguments = [param for param in one.params if param.param_type_name == "argument"]
        options = [param for param in one.params if param.param_type_name == "option"]
        usage = " ".join(["timecore", name, *map(written, arguments), "[OPTIONS]"])
        yield "```"
        yield usage
        yield "```"
        yield ""
        yield one.help
        yield ""
        yield "| | |"
        yield "|---|---|"
        for param in (*arguments, *options):
            yield f"| {_names(param)} | {_explained(param)} |"


def _names(param: Any) -> str:
    if param.param_type_name == "argument":
        return f"`{param.metavar or param.name.upper()}`"
    value = "" if param.is_flag else f" {param.metavar}"
    # Tables part their cells at a bar, in code as well.
    return ", ".join(f"`{name}{value}`" for name in sorted(param.opts, key=len)).replace("|", r"\|")


def _explained(param: Any) -> str:
    text = str(param.help)
    if param.required and param.param_type_name == "option":
        return f"{text} Required."
    if isinstance(param.show_default, str):
        return f"{text} Default: {param.show_default}."
    if param.show_default and param.default not in (None, False):
        return f"{text} Default: `{param.default}`."
    return text


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # a file or a pipe
    sys.stdout.write(markdown())
