"""What the tests of the command line share: one run of `timecore`, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import attrs

__all__ = ["Install", "Ran", "Run", "start", "started"]


@attrs.frozen
class Ran:
    """What a run gave.

    Attributes:
        code: Its exit code.
        out: What it wrote to standard output.
        err: What it wrote to standard error.
    """

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.out)

    @property
    def jsonl(self) -> list[Any]:
        """Standard output as lines of JSON."""
        return [json.loads(line) for line in self.lines]

    @property
    def error(self) -> Any:
        """Standard error as the JSON object of an error."""
        (line,) = self.err.splitlines()
        return json.loads(line)


Run: TypeAlias = Callable[..., Ran]

#: Called with a package, the name of its ruleset and where that is (``module:object``).
Install: TypeAlias = Callable[[str, str, str], None]


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is where the tests run in the background; what they start would ignore Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def start(
    *arguments: object, environment: Mapping[str, str] | None = None, **more: Any
) -> subprocess.Popen[bytes]:
    """`timecore` in a process of its own, its streams in pipes."""
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
    return subprocess.Popen(
        [sys.executable, "-m", "timecore_cli", *map(str, arguments)],
        env=inherited | {"LANG": "C.UTF-8"} | dict(environment or {}),
        **streams,
    )


def started(*arguments: object, environment: Mapping[str, str] | None = None, **more: Any) -> Ran:
    """`timecore` in a process of its own, run to its end."""
    with start(*arguments, environment=environment, **more) as process:
        out, err = process.communicate(timeout=60)
    return Ran(process.returncode, (out or b"").decode(), (err or b"").decode())
