"""The stepper on a whole screen: Textual draws the picture and hands on the keys."""

from __future__ import annotations

import gc
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.strip import Strip
from textual.widget import Widget

from timecore_cli.tui.keys import BY_KEY
from timecore_cli.tui.picture import PANES, Asked, picture

if TYPE_CHECKING:
    from timecore_cli.tui.model import Stepper

__all__ = ["StepperApp"]

#: How long, in seconds, work may keep the keys waiting; and how often a file that was read is looked at again.
_AT_ONCE: Final = 0.02
_AGAIN: Final = 0.5

#: What closes a page that is read, and what moves it.
_CLOSES: Final = ("q", "escape", "enter", "?")
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
    """

    CSS = "Screen { background: ansi_default; color: ansi_default; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "")]

    def __init__(self, stepper: Stepper) -> None:
        super().__init__(ansi_color=True)
        self.stepper = stepper
        self.pane = PANES[0]
        self.asked: Asked | None = None
        self._asking = ""
        self._scrolled = 0
        self._picture = Picture()

    def compose(self) -> ComposeResult:
        """One widget is all there is."""
        yield self._picture

    def on_mount(self) -> None:
        """Begin to read on."""
        # What is read lives as long as the program: to look for garbage in it would stop the keys again and again.
        gc.disable()
        self.set_timer(_AT_ONCE, self._tick)

    def on_unmount(self) -> None:
        """As it was."""
        gc.enable()

    def on_resize(self, event: events.Resize) -> None:
        """Draw it anew."""
        self.draw()

    def draw(self) -> None:
        """Draw all of it; what has not changed costs the terminal nothing."""
        width, height = self.size
        lines = picture(
            self.stepper, width, height, pane=self.pane, asked=self.asked, scrolled=self._scrolled
        )
        self._picture.strips = [
            Strip([Segment(text, _style(looks)) for text, looks in line], width) for line in lines
        ]
        self._picture.refresh()

    def _tick(self) -> None:
        """Work on, and look whether the game has."""
        stepper = self.stepper
        seen = (stepper.busy, stepper.source.log, stepper.source.lost, stepper.position)
        until = perf_counter() + _AT_ONCE
        while stepper.work() and perf_counter() < until:
            pass
        more = stepper.busy or stepper.read()
        if not more and not gc.isenabled():
            gc.freeze()
            gc.enable()
        if seen != (stepper.busy, stepper.source.log, stepper.source.lost, stepper.position):
            self.draw()
        self.set_timer(0.001 if more else _AGAIN, self._tick)

    # -- keys ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what a key asks for."""
        event.stop()
        event.prevent_default()
        name = event.character if event.character in BY_KEY else event.key
        if self.asked is not None:
            self._answer(event)
        elif self.stepper.paper:
            self._read(name)
        elif name in ("tab", "shift+tab"):
            at = PANES.index(self.pane) + (1 if name == "tab" else -1)
            self.pane = PANES[at % len(PANES)]
        elif name == "escape":
            self._escape()
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

    def _answer(self, event: events.Key) -> None:
        """A key of an answer."""
        assert self.asked is not None  # noqa: S101 - only then is this called
        what, answer = self.asked
        if event.key == "enter":
            self.asked = None
            if answer.strip():
                self._do(self._asking, answer)
        elif event.key in ("escape", "ctrl+c"):
            self.asked = None
        elif event.key in ("backspace", "ctrl+h"):
            self.asked = Asked(what, answer[:-1])
        elif event.key == "ctrl+u":
            self.asked = Asked(what, "")
        elif event.is_printable and event.character is not None:
            self.asked = Asked(what, answer + event.character)

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
            self.stepper.notice = ""
            self.stepper.field = None
