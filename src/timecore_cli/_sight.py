"""What somebody at the keyboard may see: a title, what has happened, the board; and how that fits on a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.actors import CHANCE, PUBLIC
from timecore.redact import redact
from timecore.replay import Position, Replay
from timecore_cli._story import Heading, Told, compressed, lines, told

if TYPE_CHECKING:
    from timecore.actors import Actor, Viewer
    from timecore.entry import Entry
    from timecore.game import Game
    from timecore_cli._screen import Screen

__all__ = ["Seen", "fitted", "known", "seen_by", "seen_by_all"]

#: Of a text that is cut, fewer lines than these say nothing.
_FEW: Final = 3

#: Of a board that is drawn lower, fewer lines than these are little but its head.
_LOWEST: Final = 10


class Seen(NamedTuple):
    """What is shown, line by line.

    Attributes:
        title: The position, and whose eyes look.
        news: What has happened.
        board: The board.
        lower: Draws the board in so many lines at most.
    """

    title: str
    news: list[str]
    board: list[str]
    lower: Callable[[int], list[str]]

    @property
    def lines(self) -> list[str]:
        """All of it."""
        return spaced([[self.title], self.news, self.board])


def known(game: Game, actor: Actor) -> Sequence[Entry]:
    """The entries as an actor knows them. Whoever deals has seen all that was dealt, so nothing is kept from chance."""
    entries = game.entries
    return entries if actor == CHANCE else [redact(entry, actor) for entry in entries]


def seen_by(game: Game, screen: Screen, actor: Actor) -> Seen:
    """The game as an actor sees it who is to move, and what has happened since its last move, that move included.

    Chance sees what everybody sees, and what it has dealt since a seat was asked last: enough to find a slip, and
    nothing of what the seats have chosen.
    """
    if actor == CHANCE:
        return _seen(game, screen, PUBLIC, list(_lines(_dealt(game, screen), game, screen)))
    own = (entry.seq for entry in reversed(game.entries) if entry.actor == actor)
    return _seen(game, screen, actor, max(next(own, 1) - 1, 0))


def seen_by_all(game: Game, screen: Screen, since: int) -> Seen:
    """The game as everybody may see it, and what has happened since a position."""
    return _seen(game, screen, PUBLIC, since)


def _seen(game: Game, screen: Screen, viewer: Viewer, news: int | list[str]) -> Seen:
    replay = Replay(game.log, viewer).go("-1")
    if isinstance(news, int):
        story = told(replay, screen, Position(news), replay.position) if news < replay.end else ()
        news = list(_lines(story, game, screen))

    def lower(height: int) -> list[str]:
        return screen.board(replay, height).split("\n")

    return Seen(screen.title(replay), news, screen.board(replay).split("\n"), lower)


def _dealt(game: Game, screen: Screen) -> Iterator[Told]:
    entries = game.entries
    start = len(entries)
    while start and entries[start - 1].actor == CHANCE:
        start -= 1
    opened = 0
    for step in Replay(game.log).steps(start, before=True):
        event, seq = step.event, step.entry.seq
        if event is not None:
            number = step.position.event or len(step.entry.events)
            text = screen.narrator.event(event, step.before)
            yield Told(seq, seq, seq != opened, number, text, event, step.entry)
            opened = seq


def _lines(story: Iterable[Heading | Told], game: Game, screen: Screen) -> Iterator[str]:
    room = max(len(str(len(game.entries))), 5)  # for "11-20"
    for one in compressed(story, screen):
        yield from lines(one, screen, room)


def fitted(seen: Seen, choices: Sequence[str], rows: int, note: str, *, board_first: bool) -> list[str]:
    """As much of a page as fits on a screen; the choices always stand on it.

    A board that is higher than what is left of the screen is drawn lower, which takes no more than it must.

    Args:
        seen: What is to be seen.
        choices: What is below it.
        rows: How many lines fit.
        note: Said behind the title where something is left out.
        board_first: Whether the news gives way to the board, else the board to the news.
    """
    title, news, board, lower = seen
    page = spaced([[title], news, board, choices])
    if len(page) <= rows:
        return page
    board = [line for line in board if line]
    if 1 + len(news) + len(board) + len(choices) <= rows:
        return [title, *news, *board, *choices]
    room = rows - 1 - len(choices)
    if not board_first:
        board = []
    elif len(board) > room:
        board = [line for line in lower(room) if line] if room >= _LOWEST else []
    left = max(room - len(board), 0)
    if len(news) > left:
        news = news[-left:] if left >= _FEW else []
    return [f"{title}  {note}", *news, *board, *choices]


def spaced(blocks: Iterable[Sequence[str]]) -> list[str]:
    """Blocks of lines with a blank line between them; empty ones say nothing."""
    page: list[str] = []
    for block in filter(None, blocks):
        page += [*([""] if page else []), *block]
    return page
