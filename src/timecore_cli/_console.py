"""Where answers come from and pages go to: the screen of a person, or pipes.

What one player may see must not be there for the next. So on a terminal a game is played on the *alternate screen*,
which editors use as well: it has no scrollback, each page wipes the one before it, and leaving it brings back
what the terminal showed before. What a terminal, a multiplexer or a recording keeps beyond that, a program
cannot take back.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from types import FrameType, TracebackType
from typing import Any, Final, Never, Self

from timecore_cli import _output

__all__ = ["Console"]

_ENTER: Final = "\x1b[?1049h"
_LEAVE: Final = "\x1b[?1049l"
_WIPE: Final = "\x1b[H\x1b[2J"
#: The console of Linux has no alternate screen, and this empties its scrollback.
_FORGET: Final = "\x1b[3J"


class Console:
    """Asks and shows. As a context it gives the terminal back as it was.

    Attributes:
        person: Whether a person answers, who can be asked again.
        screen: Whether there is a screen that can be wiped.
        line: The number of the line that was read last, from 1.
    """

    def __init__(self) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        self.person = sys.stdin is not None and sys.stdin.isatty()
        self.screen = self.person and _output.on_terminal()
        self.line = 0
        self._term = os.environ.get("TERM", "")
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if self.screen:
            # Killed or stopped, this program would leave on the screen what its last page shows.
            self._handle("SIGTERM", _end)
            self._handle("SIGTSTP", signal.SIG_IGN)
            self._write(_ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.screen:
            self._wipe()
            self._write(_LEAVE)
            sys.stdout.flush()
            for number, handler in self._handlers.items():
                signal.signal(number, handler)

    def _handle(self, name: str, handler: Any) -> None:
        number = getattr(signal, name, None)  # not every system knows them
        if number is not None:
            self._handlers[number] = signal.signal(number, handler)

    @property
    def rows(self) -> int:
        """The lines of the screen."""
        return get_terminal_size().lines

    def say(self, lines: Sequence[str] = ("",)) -> None:
        """Show some lines below what is there."""
        for line in lines:
            _output.say(line)

    def page(self, lines: Sequence[str]) -> None:
        """Show some lines, on a screen nothing but them."""
        if self.screen:
            self._wipe()
        self.say(lines)

    def forget(self) -> None:
        """Forget what was typed ahead: who is asked next must not be answered for."""
        if self.screen:
            try:
                import termios
            except ImportError:  # Windows
                return
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def ask(self, prompt: str) -> str | None:
        """The next answer, without blanks around it; ``None`` when there will be none.

        Lines of a pipe that are blank are passed over.
        """
        while True:
            if self.person:
                sys.stdout.write(prompt)
            sys.stdout.flush()
            text = "" if sys.stdin is None else sys.stdin.readline()
            if not text:
                if self.person:
                    self.say()
                return None
            self.line += 1
            text = text.removeprefix("\ufeff").strip()  # some shells put it before what they pipe
            if text or self.person:
                return text

    def _wipe(self) -> None:
        if self._term == "dumb":
            sys.stdout.write("\n" * self.rows)  # it can do no better
        self._write(_WIPE + (_FORGET if self._term == "linux" else ""))

    def _write(self, code: str) -> None:
        """Control the terminal, if it knows how."""
        if self._term != "dumb":
            sys.stdout.write(code)


def _end(number: int, _: FrameType | None) -> Never:
    sys.exit(128 + number)
