"""The stepper line by line: keys from standard input, one or several a line, and what they show on standard output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from timecore.display import in_ascii
from timecore_cli import _output
from timecore_cli._errors import NO, Failure
from timecore_cli.tui.keys import BY_KEY

if TYPE_CHECKING:
    from timecore.replay import Position
    from timecore_cli._console import Console
    from timecore_cli.tui.model import Stepper
    from timecore_cli.tui.telling import Line
    from timecore_cli.tui.tree import Row

__all__ = ["Lines"]

#: How many lines of what has happened, and of what has changed, are shown of one step.
_HAPPENED: Final = 12
_CHANGED: Final = 8

#: How many lines before and behind the current one belong to a whole view.
_ABOVE: Final = 8
_BELOW: Final = 4

#: After these, one stands where one stood.
_STAYING: Final = (
    "raw events",
    "language",
    "follow",
    "field below",
    "field above",
    "next changed field",
    "open field",
)


class Lines:
    """The line-based stepper.

    Args:
        stepper: The model.
        console: Where keys come from.
    """

    def __init__(self, stepper: Stepper, console: Console) -> None:
        self._stepper = stepper
        self._console = console

    def run(self) -> None:
        """Show, ask, and do, until somebody leaves or the keys end."""
        stepper = self._stepper
        self._finish()
        if stepper.failed is not None:
            raise stepper.failed
        self._all()
        while not stepper.left:
            text = self._console.ask(f"{stepper.position}> ")
            if text is None:
                return
            self._do(text or "w")

    def _do(self, text: str) -> None:
        """Press the keys of one line."""
        while text and not self._stepper.left:
            if text[0].isdigit() or (text[0] == "-" and text[1:].isdigit()):
                text = f":{text}"
            key, rest = BY_KEY.get(text[0]), text[1:].strip()
            if key is None:
                _ = self._stepper.screen.texts.gettext
                self._wrong(_("There is no key {key}; ? lists them").format(key=_output.dumps(text[0])))
                return
            if key.takes == "must" and not rest:
                rest = self._ask(key.command)
                if not rest:
                    return
            self._press(key.command, rest if key.takes else "")
            text = "" if key.takes else rest

    def _ask(self, command: str) -> str:
        """What a key needs behind it, asked of a person."""
        _ = self._stepper.screen.texts.gettext
        asked = self._stepper.question(command)
        if not self._console.person:
            self._wrong(_("Something is missing behind the key: {what}").format(what=asked))
            return ""
        return self._console.ask(f"{asked}: ") or ""

    def _press(self, command: str, argument: str) -> None:
        stepper = self._stepper
        here, viewer = stepper.position, stepper.viewer
        self._look_for_news()
        if command == "show all":
            self._all()
            return
        stepper.press(command, argument)
        self._finish()
        if stepper.refused:
            self._wrong(stepper.notice)
        elif stepper.notice:
            self._say([stepper.notice])
        elif stepper.paper:
            self._say(stepper.paper)
        elif command in ("raw events", "language", "follow"):
            self._all()
        elif command in _STAYING:
            self._say(self._cursor())
        elif not stepper.left:
            self._say(self._step(here if viewer == stepper.viewer else None))

    def _finish(self) -> None:
        while self._stepper.work():
            pass

    def _look_for_news(self) -> None:
        """Look whether the game has gone on; a file that is still long is read as far as it is needed."""
        if not self._stepper.source.more:
            self._stepper.read()
            self._finish()

    def _wrong(self, message: str) -> None:
        """Tell that something will not do; where nobody can be asked again, that is the end."""
        if not self._console.person:
            if message[1:2].islower():
                message = message[:1].lower() + message[1:]
            raise Failure(f"line {self._console.line}: {message}", code=NO)
        self._say([message])

    # -- showing ---------------------------------------------------------------------------------------------

    def _say(self, lines: Iterable[str]) -> None:
        drawn = self._stepper.screen.drawn
        self._console.say([one if drawn else in_ascii(one) for one in lines])

    def _title(self) -> Iterator[str]:
        where, how = self._stepper.title()
        yield self._stepper.screen.bold(_output.printable(where))
        if how:
            yield _output.printable(how)

    def _all(self) -> None:
        """All there is to see."""
        self._say(self._whole())

    def _whole(self) -> Iterator[str]:
        stepper = self._stepper
        yield from self._title()
        board = stepper.board(_output.width(), None)
        if board:
            yield ""
            yield from board
        yield ""
        above, below = stepper.lines(_ABOVE, _BELOW)
        for line in above:
            yield from self._line(line, ">" if line is above[-1] else " ")
        for line in below:
            yield from (stepper.screen.dim(one) for one in self._line(line, " "))
        rows = stepper.tree(_output.width() - 4)
        if rows:
            yield ""
            at = stepper.cursor(rows)
            yield from (self._row(row, here=number == at) for number, row in enumerate(rows))
        yield ""

    def _step(self, since: Position | None) -> Iterator[str]:
        """Where one is now, what has happened on the way, and what it has changed."""
        stepper = self._stepper
        yield from self._title()
        happened, _below = stepper.lines(_HAPPENED + 1, 0)
        if since is not None and since < stepper.position:
            happened = [line for line in happened if line.position > since]
        else:
            happened = happened[-1:]
        if len(happened) > _HAPPENED:
            yield "  …"
        for line in happened[-_HAPPENED:]:
            yield from self._line(line, " ")
        changed = [row for row in stepper.tree(_output.width() - 4) if row.changed]
        # What somebody looks for comes first.
        changed.sort(key=lambda row: stepper.field is None or not stepper.under_cursor(row))
        for row in changed[:_CHANGED]:
            yield self._row(row._replace(depth=0, name=str(row.path)), here=False)
        if len(changed) > _CHANGED:
            yield "  …"
        yield ""

    def _line(self, line: Line, mark: str) -> Iterator[str]:
        stepper = self._stepper
        room = max(len(str(stepper.course.end)), 3)
        number = str(line.seq) if line.opens else ""
        indent = " " * (room + 4)
        first, *more = _output.wrapped(line.text, indent, _output.width(), hanging=2)
        yield f"{mark} {number.rjust(room)}  {first}"
        for rest in more:
            yield f"{indent}  {rest}"
        if stepper.raw and stepper.replay is not None:
            for raw in _output.wrapped(line.raw, indent, _output.width()):
                yield indent + stepper.screen.dim(raw)

    def _cursor(self) -> Iterator[str]:
        """The field that the cursor is on."""
        row = self._stepper.current_row(self._stepper.tree(_output.width() - 4))
        if row is not None:
            yield self._row(row._replace(depth=0, name=str(row.path)), here=True)

    def _row(self, row: Row, *, here: bool) -> str:
        was = self._stepper.was(row)
        marks = f"{'>' if here else ' '}{'*' if row.changed else ' '} "
        text = f"{marks}{'  ' * row.depth}{row.name}: {row.text}"
        return f"{text}  ({was})" if was else text
