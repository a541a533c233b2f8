"""What there is to see from where one stands in a game: title, board, entries and state, in one language."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from timecore.paths import Path
from timecore.replay import Position, Replay
from timecore_cli._screen import Screen
from timecore_cli.tui.standing import TakenBack
from timecore_cli.tui.telling import Line, Teller
from timecore_cli.tui.tree import NOTHING, Row, rows

if TYPE_CHECKING:
    from timecore.actors import Seat, Viewer
    from timecore_cli.tui.source import Course, Source

__all__ = ["View"]


class View:
    """What one sees.

    Args:
        source: The game.
        viewer: Whose eyes look; ``None`` for all that the record shows.
        lang: The language asked for; ``None`` for that of the locale.
        deck: The deck's file that was given, for the command that shows a position.
        retracted: Whether one goes also through what the table has taken back; else it is passed over.

    Attributes:
        viewer: Whose eyes look.
        lang: The language that is spoken.
        position: Where one stands.
        since: The position that the state is compared with; ``None`` at the start.
        raw: Whether events are shown as they are recorded as well.
        following: Whether one stays at the end while the game goes on.
        field: Which field of the state the cursor is on; ``None`` for the first that has changed.
        opened: Which lists and objects of the state somebody has laid open, or closed.
        taken_back: What the table has taken back.
    """

    def __init__(
        self,
        source: Source,
        viewer: Viewer | None,
        lang: str | None,
        deck: FilePath | None = None,
        *,
        retracted: bool = False,
    ) -> None:
        self.source = source
        self.viewer = viewer
        self.position = Position(0)
        self.since: Position | None = None
        self.raw = False
        self.following = False
        self.field: Path | None = None
        self.opened: dict[Path, bool] = {}
        self.retracted = retracted
        self.taken_back = TakenBack(source.log)
        self._room = 80
        self._asked = lang
        self._deck = deck
        self._screens: dict[str, Screen] = {}
        self._tellers: dict[tuple[Viewer | None, str], Teller] = {}
        self._branch: bytes | None = None
        self._looked_through = 0
        rules = None if source.missing is not None else source.log.rules
        first = Screen(source.log, lang, rules)
        self.lang = first.lang
        self._screens[self.lang] = first

    # -- what it consists of ---------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The words of the language that is spoken."""
        if self.lang not in self._screens:
            old = next(iter(self._screens.values()))
            rules = None if self.source.missing is not None else self.source.log.rules
            new = Screen(self.source.log, self.lang, rules)
            new.colour, new.drawn, new.width = old.colour, old.drawn, old.width
            self._screens[self.lang] = new
        return self._screens[self.lang]

    @property
    def course(self) -> Course:
        """The game as the viewer sees it."""
        return self.source.course(self.viewer)

    @property
    def replay(self) -> Replay | None:
        """A cursor at the position; ``None`` where the ruleset is not at hand."""
        course = self.course
        return course.go(self.position) if isinstance(course, Replay) else None

    @property
    def teller(self) -> Teller:
        """The entries in words, for the viewer and in the language."""
        key = self.viewer, self.lang
        if key not in self._tellers:
            self._tellers[key] = Teller(self.course, self.screen.narrator)
        return self._tellers[key]

    # -- what there is to see --------------------------------------------------------------------------------

    def title(self) -> list[str]:
        """Two lines: where one stands, and in what state the game is there."""
        _ = self.screen.texts.gettext
        screen, course, replay = self.screen, self.course, self.replay
        # Where somebody looks who has not looked yet, the end is known before all of it was gone through.
        end = course.end if course.log is self.source.log else len(self.source.log)
        where = [screen.position(self.position, end), screen.viewer(self.viewer)]
        how = [*self.flags()]
        if replay is not None:
            state = replay.state
            number, turn = replay.rules.round_of(state), replay.rules.turn_of(state)
            if number:
                where.append(_("round {number}").format(number=number))
            if turn:
                where.append(_("turn {number}").format(number=turn))
            how.append(screen.to_act(replay))
        return [", ".join(filter(None, where)), ". ".join(how)]

    def flags(self) -> Iterator[str]:
        """What else is to be known while one looks."""
        screen = self.screen
        screen.log = self.source.log
        _ = screen.texts.gettext
        branch = self.branch_name()
        if branch:
            yield branch
        if self.source.missing is not None:
            yield _("Without the ruleset: as it is recorded")
        if self.source.more:
            yield _("{percent} of it is read").format(percent=f"{self.source.read_share}%")
            return
        error = self.source.ends(self.viewer)
        if error is not None:
            yield error.message
        if self.source.log.shows != "full":
            yield _("This copy shows {what}").format(what=screen.shows())
        if self.source.lost is not None:
            yield _("Not followed any more: {reason}").format(reason=self.source.lost)
        if self.following:
            yield _("Following")

    def branch_name(self) -> str:
        """Which branch the record is; empty for a trunk."""
        log = self.source.log
        # Only what has come is looked at: of a long game, to go through all of it takes longer than to draw it.
        new = islice(log.record.rows, self._looked_through, None)
        if any(row[2][0] == "Branch" for row in new):
            self._branch = log.record.branch
        self._looked_through = len(log)
        name = self._branch
        return "" if name is None else self.screen.texts.gettext("Branch {name}").format(name=name.hex()[:8])

    def board(self, width: int, height: int | None) -> list[str]:
        """The board, of so many columns and lines; no lines where the ruleset is not at hand."""
        replay = self.replay
        if replay is None:
            return []
        self.screen.width = width
        return self.screen.board(replay, height).split("\n")

    def lines(self, above: int, below: int) -> tuple[list[Line], list[Line]]:
        """What has happened, at most so many lines up to here, and what is to come."""
        known = list(islice(self.shown(self.teller.up_to(self.position)), max(above, 0)))
        return known[::-1], list(islice(self.shown(self.teller.beyond(self.position)), max(below, 0)))

    def shown(self, lines: Iterator[Line]) -> Iterator[Line]:
        """The lines without what was taken back, unless that is asked for, or one stands there; it is marked then.

        So is a move of the table that is irregular.
        """
        gone = self.taken_back.of(self.source.log)
        here = self.position.entry + (1 if self.position.event else 0)
        for line in lines:
            if line.seq in self.taken_back.without_effect:
                yield line._replace(text=self.screen.without_effect(line.text))
            elif line.seq not in gone:
                yield line
            elif self.retracted or line.seq == here:
                yield line._replace(text=self.screen.taken_back(line.text))

    def tree(self, room: int) -> list[Row]:
        """The state, line by line, each of so many columns if it can be."""
        self._room = room
        replay = self.replay
        if replay is None:
            return []
        before = NOTHING if self.since is None else replay.state_at(self.since).to_json()
        return rows(replay.state.to_json(), before, room, self.opened)

    def cursor(self, listed: list[Row]) -> int:
        """The line of the tree that the cursor is on."""
        if self.field is None:
            return next((number for number, row in enumerate(listed) if row.changed), 0)
        near = [(len(row.path.steps), -number) for number, row in enumerate(listed) if self.under_cursor(row)]
        return -max(near)[1] if near else 0

    def under_cursor(self, row: Row) -> bool:
        """Whether the field that was chosen is this one, or inside of it."""
        return self.field is not None and row.path.steps == self.field.steps[: len(row.path.steps)]

    def was(self, row: Row) -> str:
        """What is to be said of what a field was before; empty where it has not changed."""
        _ = self.screen.texts.gettext
        if row.was is None or row.delta:
            return row.delta
        return _("was {old}").format(old=row.was) if row.was else _("new")

    def current_row(self, listed: list[Row]) -> Row | None:
        """The line of the tree that the cursor is on; ``None`` where there is none."""
        return listed[self.cursor(listed)] if listed else None

    def command(self) -> str:
        """The command line that shows this position."""
        path = str(self.source.path)
        words = ["timecore", "replay" if self.replay is None else "show"]
        words += [f"./{path}" if path.startswith("-") else path, "--at", str(self.position)]
        if self.viewer is not None:
            words += ["--as", self._seat(self.viewer) if isinstance(self.viewer, int) else "public"]
        if self._deck is not None:
            words += ["--deck", str(self._deck)]
        if self._asked is not None:
            words += ["--lang", self._asked]
        return " ".join(map(_word, words))

    def _seat(self, seat: Seat) -> str:
        """A seat as a command line says it: by its number, unless another one is called so."""
        names = self.source.log.header.seats
        name = names[seat]  # unless it was erased
        return name if str(seat) in names and isinstance(name, str) else str(seat)


def _word(text: str) -> str:
    """A word for a shell; what must not reach a terminal stands in it as a shell writes bytes."""
    if text.isprintable():
        return shlex.quote(text)
    plain = (one if one.isprintable() and one not in "'\\" else _octal(one) for one in text)
    return f"$'{''.join(plain)}'"


def _octal(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
