"""The stepper on a whole screen: Textual draws the picture and hands on the keys."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from timecore_cli.tui.keys import BY_KEY
from timecore_cli.tui.picture import HEAD_AND_FOOT, PANES, Asked, Span, foot, picture

if TYPE_CHECKING:
    from timecore_cli.tui.model import Stepper

__all__ = ["StepperApp"]

#: In seconds: how long work may keep the keys waiting, how long it rests for them, how often it is drawn how much was
#: read, and how often a file that was read is looked at again.
_AT_ONCE: Final = 0.015
_BREATH: Final = 0.002
_NEWS: Final = 0.25
_AGAIN: Final = 0.5

#: What closes a page that is read, and what moves it.
_CLOSES: Final = ("q", "escape", "enter", "?")
_LEAVES: Final = ("ctrl+c", "ctrl+q")
_SCROLLS: Final = {
    "j": 1,
    "down": 1,
    "k": -1,
    "up": -1,
    "pagedown": 10,
    "space": 10,
    "J": 10,
    "pageup": -10,
    "K": -10,
}

#: What moves the board where it stands alone, and no field can be seen to be chosen.
_LOWERS: Final = {".": 1, "shift+down": 1, ",": -1, "shift+up": -1}


@lru_cache(maxsize=256)
def _style(looks: str) -> Style:
    """The style of an ANSI code."""
    if not looks:
        return Style.null()
    text = Text.from_ansi(f"\x1b[{looks}mx")
    return next(
        (Style.parse(span.style) if isinstance(span.style, str) else span.style for span in text.spans),
        Style.null(),
    )


def _strip(line: Sequence[Span], width: int) -> Strip:
    return Strip([Segment(text, _style(looks)) for text, looks in line], width)


class Picture(Widget):
    """The whole screen, line by line."""

    DEFAULT_CSS = "Picture { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.strips: list[Strip] = []

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        return self.strips[y] if y < len(self.strips) else Strip.blank(self.size.width)


class StepperApp(App[None]):
    """The program.

    Args:
        stepper: The model.

    Attributes:
        pane: What is on the screen: all of it, or one part.
        asked: The question that is being answered, if any.
        error: What has ended the program, if it has failed.
        signal: The signal that has ended the program, if one has.
    """

    CSS = "Screen { background: ansi_default; color: ansi_default; }"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, stepper: Stepper) -> None:
        super().__init__(ansi_color=True)
        self.stepper = stepper
        self.pane = PANES[0]
        self.asked: Asked | None = None
        self.error: Exception | None = None
        self.signal: int | None = None
        self._asking = ""
        #: How many lines lie above the screen: of a page that is read, and of the board where it stands alone.
        self._scrolled = 0
        self._lowered = 0
        self._picture = Picture()
        self._room = self.size
        #: Whether something has come since it was drawn last, and when that was.
        self._came = False
        self._drawn = 0.0

    def compose(self) -> ComposeResult:
        """One widget is all there is."""
        yield self._picture

    def on_mount(self) -> None:
        """Begin to read on."""
        # What is read lives as long as the program: to look for garbage in it would stop the keys again and again.
        gc.disable()
        # Windows has no such handlers, and its terminals no modes that would have to be given back.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._ended, signal.SIGTERM)
        self.set_timer(_AT_ONCE, self._go_on)

    def on_unmount(self) -> None:
        """As it was."""
        gc.unfreeze()
        gc.enable()

    def _ended(self, number: int) -> None:
        """Leave as a signal orders: by itself it would leave the terminal as it is now, without an echo."""
        self.signal = number
        self.exit()

    def on_resize(self, event: events.Resize) -> None:
        """Draw it anew."""
        self._room = event.size
        self._guarded(self.draw)

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do something; an error ends the program, which leaves the screen as it was before it is told."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 - told where all others are
            self.error = error
            self.exit()

    def draw(self) -> None:
        """Draw all of it; what has not changed costs the terminal nothing."""
        width, height = self._room
        scrolled = self._scrolled if self.stepper.paper else self._lowered
        lines = picture(self.stepper, width, height, pane=self.pane, asked=self.asked, scrolled=scrolled)
        self._picture.strips = [_strip(line, width) for line in lines]
        self._picture.refresh()
        self._came, self._drawn = False, perf_counter()

    def draw_foot(self) -> None:
        """Draw the last line anew, where nothing else has changed."""
        width, height = self._room
        if len(self._picture.strips) == height:
            self._picture.strips[-1] = _strip(foot(self.stepper, width, self.asked), width)
            self._picture.refresh(Region(0, height - 1, width, 1))

    def _go_on(self) -> None:
        self._guarded(self._tick)

    def _tick(self) -> None:
        """Work on, and look whether the game has."""
        stepper = self.stepper
        stood = stepper.position, stepper.viewer, stepper.busy
        log = stepper.source.log
        until = perf_counter() + _AT_ONCE
        while stepper.work() and perf_counter() < until:
            pass
        more = stepper.busy or stepper.read()
        if not more and not gc.isenabled():
            gc.freeze()
            gc.enable()
        self._came = self._came or stepper.source.log is not log or stepper.source.lost is not None
        # What comes behind the screen is little to see, and to draw it takes longer than to read it.
        due = self._came and (not more or perf_counter() > self._drawn + _NEWS)
        if due or stood != (stepper.position, stepper.viewer, stepper.busy):
            self.draw()
        self.set_timer(_BREATH if more else _AGAIN, self._go_on)

    # -- keys ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what a key asks for."""
        event.stop()
        event.prevent_default()
        self._guarded(lambda: self._key(event))

    def _key(self, event: events.Key) -> None:
        name = event.character if event.character in BY_KEY else event.key
        if self.asked is not None and self._answers(event):
            self.draw_foot()
            return
        if self.asked is not None:
            self._answered(event.key)
        elif self.stepper.paper and name not in _LEAVES:
            self._read(name)
        elif name in ("tab", "shift+tab"):
            at = PANES.index(self.pane) + (1 if name == "tab" else -1)
            self.pane = PANES[at % len(PANES)]
            self._lowered = 0
        elif name == "escape":
            self._escape()
        elif self.pane == "board" and name in _LOWERS:
            width, height = self._room
            most = len(self.stepper.board(width, None)) - (height - HEAD_AND_FOOT)
            self._lowered = max(min(self._lowered + _LOWERS[name], most), 0)
        elif name in BY_KEY:
            self._press(name)
        if self.stepper.left:
            self.exit()
            return
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted answers what is asked."""
        if self.asked is not None:
            self.asked = self.asked._replace(answer=self.asked.answer + event.text.replace("\n", " "))
            self.draw()

    def _press(self, name: str) -> None:
        key = BY_KEY[name]
        if key.takes == "must" or (key.command.endswith("choice") and self.stepper.whose is None):
            self._ask(key.command)
        elif key.command != "show all":
            self._do(key.command)

    def _do(self, command: str, argument: str = "") -> None:
        """Do a command, as far as that is done at once."""
        self._scrolled = 0
        stepper = self.stepper
        stepper.press(command, argument)
        until = perf_counter() + _AT_ONCE
        while stepper.work() and perf_counter() < until:
            pass
        if stepper.copied:
            self.copy_to_clipboard(stepper.copied)

    def _ask(self, command: str) -> None:
        self._asking = command
        self.asked = Asked(self.stepper.question(command), "")

    def _answers(self, event: events.Key) -> bool:
        """Whether a key belongs to an answer, which it is added to."""
        assert self.asked is not None  # noqa: S101 - only then is this called
        answer = self.asked.answer
        if event.key in ("backspace", "ctrl+h"):
            answer = answer[:-1]
        elif event.key == "ctrl+u":
            answer = ""
        elif event.is_printable and event.character is not None:
            answer += event.character
        elif event.key in ("enter", "escape", "ctrl+c"):
            return False
        self.asked = self.asked._replace(answer=answer)
        return True

    def _answered(self, key: str) -> None:
        """An answer is given, or given up."""
        assert self.asked is not None  # noqa: S101 - only then is this called
        answer, self.asked = self.asked.answer, None
        if key == "enter" and answer.strip():
            self._do(self._asking, answer)

    def _read(self, name: str) -> None:
        """A key while a page is read."""
        if name in _CLOSES:
            self.stepper.paper = []
            self._scrolled = 0
        elif name in _SCROLLS:
            most = max(len(self.stepper.paper) - 1, 0)
            self._scrolled = min(max(self._scrolled + _SCROLLS[name], 0), most)

    def _escape(self) -> None:
        """Give up what is under way; else go back to the whole picture."""
        if self.stepper.busy:
            self.stepper.give_up()
        else:
            self.pane = PANES[0]
            self._lowered = 0
            self.stepper.choose_nothing()
