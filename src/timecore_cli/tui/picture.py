"""What a stepper looks like on a screen of any size: lines of exactly so many columns, and nothing of a terminal.

A line is a row of *spans*, texts with the code of their looks, as ANSI counts them ("1" is bold, "2" dim, "7" reverse).
Nothing is said by looks alone. What does not fit is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.display import columns, fit, in_ascii, wrap
from timecore_cli import _output

if TYPE_CHECKING:
    from timecore_cli.tui.model import Stepper
    from timecore_cli.tui.telling import Line
    from timecore_cli.tui.tree import Row

__all__ = ["HEAD_AND_FOOT", "PANES", "Asked", "Span", "foot", "picture"]

PANES: Final = ("all", "board", "entries", "state")
"""What is on the screen: all of it, or one part alone."""

HEAD_AND_FOOT: Final = 3
"""The lines of a screen above and below what is shown there."""

#: A text and its looks.
Span = tuple[str, str]
#: A line: spans of together exactly the columns of the screen.
Spans = list[Span]

_PLAIN, _BOLD, _DIM, _REVERSE, _CHANGED = "", "1", "2", "7", "1;33"

#: From so many columns on, the state stands beside the board and not below it.
_WIDE: Final = 110
#: The columns that boards are made for, and those that the state has at least beside one.
_BOARD: Final = 80
_STATE: Final = 30
#: Lines of the entries at least, together with the state where it stands beside them; and of the sentence that is told
#: last at most.
_ENTRIES: Final = 6
_BELOW: Final = 8
_LONGEST: Final = 4

#: What makes one picture of several characters on some terminals and not on others, so that columns would not hold.
_JOINING: Final = "[\u200d\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]"

_COLOUR: Final = r"\x1b\[([0-9;]*)m"


class Asked(NamedTuple):
    """A question at the foot of the screen.

    Attributes:
        what: What is asked for.
        answer: What has been typed so far.
    """

    what: str
    answer: str


def picture(
    stepper: Stepper,
    width: int,
    height: int,
    *,
    pane: str = "all",
    asked: Asked | None = None,
    scrolled: int = 0,
) -> list[Spans]:
    """The whole screen.

    Args:
        stepper: What there is to see.
        width: Its columns.
        height: Its lines.
        pane: One of :data:`PANES`.
        asked: The question that is being answered, if any.
        scrolled: How many lines of a page that is read, or of the board where it stands alone, lie above the screen.
    """
    where, how = stepper.title()
    head = [_line([(where, _BOLD)], width), _line([(how, _PLAIN)], width)]
    room = max(height - HEAD_AND_FOOT, 1)
    if stepper.paper:
        body = _page(stepper.paper, width, room, scrolled)
    elif pane == "board":
        body = _board(stepper, width, room, scrolled)
    elif pane == "entries":
        body = _entries(stepper, width, room)
    elif pane == "state":
        body = _state(stepper, width, room)
    else:
        body = _all(stepper, width, room)
    lines = [_writable(stepper, line) for line in [*head, *_filled(body, width, room)]]
    return [*lines, foot(stepper, width, asked)][:height]


def _writable(stepper: Stepper, line: Spans) -> Spans:
    """A line for a terminal that may lack the characters to draw with."""
    return line if stepper.screen.drawn else [(in_ascii(text), looks) for text, looks in line]


# -- the parts together ----------------------------------------------------------------------------------------------


def _all(stepper: Stepper, width: int, room: int) -> list[Spans]:
    if stepper.replay is None:  # there is neither board nor state
        return _entries(stepper, width, room)
    if width < _WIDE:
        board = _board(stepper, width, room - max(_BELOW, room * 3 // 8))
        below = room - len(board)
        left = width * 11 // 20
        return board + _beside(
            _entries(stepper, left, below), _state(stepper, width - left - 1, below), below
        )
    left = min(max(_BOARD, width * 2 // 3), width - _STATE - 1)
    board = _board(stepper, left, room - max(_ENTRIES, room // 4))
    entries = _entries(stepper, left, room - len(board))
    return _beside(board + entries, _state(stepper, width - left - 1, room), room)


def _beside(left: list[Spans], right: list[Spans], room: int) -> list[Spans]:
    """Two blocks, a line between them."""
    one, other = _width(left), _width(right)
    pairs = zip(_filled(left, one, room), _filled(right, other, room), strict=True)
    return [[*a, ("│", _DIM), *b] for a, b in pairs]


def _width(lines: list[Spans]) -> int:
    return sum(columns(text) for text, _looks in lines[0])


def _filled(lines: list[Spans], width: int, room: int) -> list[Spans]:
    return lines[:room] + [_line([], width)] * (room - len(lines))


def _heading(text: str, width: int) -> Spans:
    told = fit(f"─ {text} ", width)
    return [(told + "─" * (width - columns(told)), _DIM)]


def _line(spans: Iterable[Span], width: int) -> Spans:
    """Some spans, cut or filled up to exactly so many columns; what is cut ends in an ellipsis."""
    line: Spans = []
    left = width
    for given, looks in spans:
        text = given if given.isascii() else re.sub(_JOINING, "", given)
        size = columns(text)
        if size > left:
            kept = fit(text, left)
            line.append((kept, looks))
            left -= columns(kept)
            break
        line.append((text, looks))
        left -= size
    return [*line, (" " * left, _PLAIN)] if left else line


# -- each of them ----------------------------------------------------------------------------------------------------


def _board(stepper: Stepper, width: int, height: int, scrolled: int = 0) -> list[Spans]:
    """The board: from its beginning what matters most of it, behind that all that there is."""
    room = max(height, 1)
    shown = stepper.board(width, None if scrolled else room)
    top = max(min(scrolled, len(shown) - room), 0)
    shown = shown[top : top + room]
    return [_line(_coloured(line), width) for line in shown]


def _coloured(line: str) -> Iterator[Span]:
    """A line with ANSI colours as spans."""
    looks = ""
    for number, part in enumerate(re.split(_COLOUR, line)):
        if number % 2:
            looks = "" if part in ("", "0") else ";".join(filter(None, (looks, part)))
        elif part:
            yield part, looks


def _entries(stepper: Stepper, width: int, height: int) -> list[Spans]:
    """The entries around the current one, which is marked; those to come are dimmed."""
    _ = stepper.screen.texts.gettext
    room = height - 1
    above, below = stepper.lines(room, room)
    number = max(len(str(stepper.course.end)), 3)
    if above:
        current = _told(stepper, above[-1], width, number, current=True)
    else:
        current = [_line([("▸ ", _BOLD), ("0".rjust(number), _BOLD), ("  " + _("The start"), _BOLD)], width)]
    before = [one for line in above[:-1] for one in _told(stepper, line, width, number, looks=_PLAIN)]
    after = [one for line in below for one in _told(stepper, line, width, number, looks=_DIM)]
    current = current[:room]
    # A third of what is left is for what is to come, more where little has happened.
    left = room - len(current)
    ahead = min(len(after), max(left // 3, left - len(before)))
    behind = left - ahead
    shown = before[len(before) - min(behind, len(before)) :]
    return [_heading(_("Entries"), width), *shown, *current, *after[:ahead]]


def _told(
    stepper: Stepper, line: Line, width: int, number: int, *, looks: str = _BOLD, current: bool = False
) -> list[Spans]:
    """A line of the entries: cut, or, where it is the current one, in as many lines as it takes, a few at most."""
    mark = "▸ " if current else "  "
    start = f"{mark}{(str(line.seq) if line.opens else '').rjust(number)}  "
    indent = " " * len(start)
    room = max(width - len(start), 2)
    texts = list(wrap(line.text, room))[:_LONGEST] if current else [line.text]
    lines = [
        _line([(start if at == 0 else indent, looks), (text, looks)], width) for at, text in enumerate(texts)
    ]
    if stepper.raw and stepper.replay is not None:
        raws = list(wrap(line.raw, room))[:_LONGEST] if current else [line.raw]
        lines += [_line([(indent + raw, _DIM)], width) for raw in raws]
    return lines


def _state(stepper: Stepper, width: int, height: int) -> list[Spans]:
    """The fields around the cursor; those that the last step has changed stand out, with what they were."""
    _ = stepper.screen.texts.gettext
    rows = stepper.tree(width - 3)
    since = stepper.since
    heading = _("State") if since is None else _("State, changed since {position}").format(position=since)
    room = height - 1
    at = stepper.cursor(rows)
    top = min(max(at - room // 3, 0), max(len(rows) - room, 0))
    shown = [
        _line(_row(stepper, row, width, here=number == at), width)
        for number, row in enumerate(rows[top : top + room], top)
    ]
    return [_heading(heading, width), *shown]


def _row(stepper: Stepper, row: Row, width: int, *, here: bool) -> Iterator[Span]:
    looks = _CHANGED if row.changed else _PLAIN
    yield "▸" if here else " ", _BOLD
    yield "*" if row.changed else " ", looks
    fold = "" if row.is_open is None else "- " if row.is_open else "+ "
    name = f"{'  ' * row.depth}{fold}{row.name}: "
    yield name, looks or (_REVERSE if here else _PLAIN)
    was = stepper.was(row)
    if (
        was and columns(name + row.text + was) + 3 > width
    ):  # there, what has changed says more than what is there
        yield f"{was} ", looks
        yield row.text, _DIM
    else:
        yield row.text, looks
        yield f" {was}" if was else "", _DIM


def _page(paper: Sequence[str], width: int, room: int, scrolled: int) -> list[Spans]:
    lines = [
        [(part, looks)]
        for text in paper
        for spans in [list(_coloured(text)) or [("", _PLAIN)]]
        for looks in [spans[0][1]]
        for part in _hung("".join(one for one, _looks in spans), width)
    ]
    return [_line(line, width) for line in lines[scrolled : scrolled + room]]


def _hung(text: str, width: int) -> Iterator[str]:
    """A text in lines, those below the first under its second column where it has one, else under its beginning."""
    if columns(text) <= width:
        yield text
        return
    bare = text.lstrip()
    _label, gap, rest = bare.partition("  ")
    indent = " " * (len(text) - len(rest.lstrip() if gap else bare))
    if width - len(indent) < 20:
        yield from wrap(text, width)
        return
    start, rest = text[: len(indent)], text[len(indent) :]
    for part in wrap(rest, width - len(indent)):
        yield start + part
        start = indent


def foot(stepper: Stepper, width: int, asked: Asked | None = None) -> Spans:
    """The last line: a question, what is to be said, or the keys used most.

    Args:
        stepper: What there is to see.
        width: The columns of the screen.
        asked: The question that is being answered, if any.
    """
    return _writable(stepper, _line([*_last(stepper, width, asked)], width))


def _last(stepper: Stepper, width: int, asked: Asked | None) -> Spans:
    _ = stepper.screen.texts.gettext
    if asked is not None:
        label = f"{asked.what}: "
        room = max(width - columns(label) - 1, 1)
        answer = asked.answer
        while columns(answer) > room:
            answer = answer[1:]
        return [(label, _BOLD), (answer, _PLAIN), (" ", _REVERSE)]
    if stepper.busy:
        return [(_("… at work; Esc gives up"), _REVERSE)]
    if stepper.notice:
        return [(_output.printable(stepper.notice), _REVERSE)]
    if stepper.paper:
        return [(_("j k scroll, q closes"), _DIM)]
    hints = _(
        "? help  q leave  l h event  j k entry  t r turn, round  c choice  d change  : go to  / search  v viewer"
    )
    return [(hints, _DIM)]
