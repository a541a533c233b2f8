"""A replay on paper: the header, the story by rounds, boards, and how it came out."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from timecore.course import retracted as taken_back
from timecore.display import columns, pad
from timecore.options import stored_form
from timecore_cli import _output
from timecore_cli._screen import Screen, short_name
from timecore_cli._story import Heading, Told, compressed, lines, recorded, told

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.log import Log
    from timecore.replay import Position, Replay

__all__ = ["Page"]


class Page:
    """Prints a game, part by part.

    Args:
        log: The game.
        replay: A cursor over it; ``None`` where its ruleset is not at hand, and events are printed as recorded.
        viewer: Whose eyes to look through.
        lang: The language asked for.
    """

    def __init__(self, log: Log, replay: Replay | None, viewer: Viewer | None, lang: str | None) -> None:
        self.log = log
        self.replay = replay
        self.viewer = viewer
        self.screen = Screen(log, lang, None if replay is None else replay.rules)

    # -- the header -----------------------------------------------------------------------------------------

    def print_header(self) -> None:
        """What the record says of its game."""
        header, screen = self.log.header, self.screen
        _ = screen.texts.gettext
        version = _("rules version {number}").format(number=header.rules_version)
        name = header.ruleset if self.replay is None else self.replay.rules.title
        for line in _output.wrapped(_output.printable(f"{name}, {version}"), "", screen.width):
            _output.say(screen.bold(line))
        rows = [(_("Players"), screen.seats())]
        options = self._options()
        if options:
            rows.append((_("Options"), options))
        for number, tag in enumerate(screen.tags()):
            rows.append((_("Tags") if number == 0 else "", _output.printable(tag)))
        if header.created is not None:
            rows.append((_("Created"), _output.printable(header.created)))
        if self.log.fork:
            begins = _("begins with entry {entry}").format(entry=self.log.fork)
            rows.append((_("Branch"), f"{short_name(self.log)}, {begins}"))
        rows.append((_("Luck"), screen.luck()))
        rows.append((_("Entries"), str(len(self.log))))
        rows.append((_("Shows"), screen.shows()))
        if self.viewer is not None:
            rows.append((_("Told"), screen.viewer(self.viewer)))
        self._rows(rows)

    def _options(self) -> str:
        """The options that are not what they would be if nobody had chosen."""
        chosen: dict[str, Any] = dict(self.log.header.options)
        if self.replay is not None:
            usual: dict[str, Any] = {}
            for spec in self.replay.rules.option_specs:
                if not spec.required:
                    usual[spec.name] = stored_form(spec.default_for(chosen))
            chosen = {
                key: value
                for key, value in chosen.items()
                if key != "players" and (key not in usual or usual[key] != value)
            }
        return ", ".join(f"{_output.printable(key)} {_output.dumps(value)}" for key, value in chosen.items())

    def _rows(self, rows: list[tuple[str, str]]) -> None:
        """Aligned names and values; a long value goes on below its beginning."""
        room = max(columns(name) for name, _ in rows) + 2
        for name, value in rows:
            first, *more = _output.wrapped(value, " " * (room + 2), self.screen.width)
            _output.say(f"  {self.screen.dim(pad(name, room))}{first}")
            for line in more:
                _output.say(" " * (room + 2) + line)

    # -- the story ------------------------------------------------------------------------------------------

    def print_story(
        self,
        start: Position,
        stop: Position,
        *,
        events: bool,
        boards: bool,
        delay: float,
        retracted: bool = False,
    ) -> None:
        """What happened between two positions.

        Args:
            start: Where to begin.
            stop: Where to end.
            events: Whether to show each event as it is recorded, below its sentence.
            boards: Whether to show the board after each round.
            delay: How long to wait after each entry, in seconds.
            retracted: Whether to show, and mark, what the table has taken back by then.
        """
        story: Iterable[Heading | Told]
        gone = taken_back(self.log, stop.entry)
        if self.replay is None:
            story = recorded(self.log, self.viewer, self.screen, start, stop, gone, hide=not retracted)
        else:
            story = told(self.replay, self.screen, start, stop, gone, hide=not retracted)
            if not events and not delay:
                story = compressed(story, self.screen)
        room = max(len(str(len(self.log))), 5)  # for "11-20"
        before: Heading | Told | None = None
        for one in story:
            if isinstance(one, Heading):
                self._heading(one, boards=boards)
            else:
                if before is None:  # a game without rounds
                    _output.say()
                elif delay and one.opens and isinstance(before, Told):
                    _pause(delay)
                self._line(one, room)
                if events and one.event is not None:
                    raw = _output.dumps(one.event.to_json())
                    at = f"{one.first - 1}.{one.number}".rjust(room + 4)
                    _output.say(self.screen.dim(f"{at}  {raw}"))
            before = one

    def _heading(self, heading: Heading, *, boards: bool) -> None:
        screen = self.screen
        if boards and heading.ended and self.replay is not None:
            _output.say()
            _output.say(screen.board(self.replay.go(heading.before)))
        _output.say()
        self._line(heading, 0)

    def _line(self, one: Heading | Told, room: int) -> None:
        for line in lines(one, self.screen, room):
            _output.say(line)

    def print_board(self, position: Position) -> None:
        """The board at a position."""
        if self.replay is None:
            return
        self.replay.go(position)
        _output.say()
        _output.say(self.screen.title(self.replay))
        _output.say()
        _output.say(self.screen.board(self.replay))

    # -- the end --------------------------------------------------------------------------------------------

    def print_outcome(self, position: Position) -> None:
        """Result, head and state digest."""
        _ = self.screen.texts.gettext
        rows = [(_("Head"), self.log.head.hex())]
        if self.log.branch is not None:
            rows.append((_("Branch"), self.log.branch.hex()))
        if self.replay is not None:
            from timecore.replay import state_digest

            self.replay.go(position)
            rows.insert(0, (_("Result"), self.screen.outcome(self.replay)))
            rows.append((_("State"), state_digest(self.replay.state).hex()))
        self._rows(rows)


def _pause(seconds: float) -> None:
    from time import sleep

    sys.stdout.flush()
    sleep(seconds)
