"""Where one stands in a game, whose eyes look, and what there is to see: the stepper, without any screen.

What a key asks for is a job, done a slice at a time by :meth:`Stepper.work`, so that a face stays awake while a long
game is read or searched. Until a job is done, nothing that can be seen has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Final

from timecore.actors import PUBLIC
from timecore.errors import HiddenValue, TimecoreError
from timecore.navigate import Changes, Choices, Entries, Events, Goal, Rounds, Sentences, Turns, seek
from timecore.paths import Path, get, parse
from timecore.replay import Position, Replay
from timecore_cli import _output
from timecore_cli._errors import Failure
from timecore_cli._games import seat_named, viewer_named, viewer_shown
from timecore_cli._texts import LANGUAGES
from timecore_cli.tui.keys import help_lines
from timecore_cli.tui.standing import Standing
from timecore_cli.tui.tree import NOTHING
from timecore_cli.tui.view import View

if TYPE_CHECKING:
    from timecore.actors import Seat, Viewer
    from timecore_cli.tui.source import Source

__all__ = ["Stepper", "Unclear"]

Job = Iterator[None]

#: How many entries are looked at in a slice, where each is told or a state of each is written out.
_SLICE: Final = 64


#: More than a position has digits for.
_ENDLESS: Final = 10**9


class Unclear(Exception):
    """What was asked for cannot be done; the message says why, as a sentence without a full stop."""


class Stepper(View):
    """One who goes through a game.

    Args:
        source: The game.
        viewer: Whose eyes look; ``None`` for all that the record shows.
        lang: The language asked for; ``None`` for that of the locale.
        deck: The deck's file that was given, for the command that shows a position.
        retracted: Whether one goes also through what the table has taken back; else it is passed over.

    Attributes:
        whose: Whose choices are looked for; ``None`` as long as nobody has said so.
        notice: What is to be said once; empty for nothing.
        paper: A page to be read, such as the help; empty for none.
        copied: A command line to be copied, once; empty for none.
        refused: Whether the last command could not be done; the notice says why.
        failed: The error of the library, or of usage, that refused it; ``None`` where there was none.
        left: Whether to leave.
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
        super().__init__(source, viewer, lang, deck, retracted=retracted)
        self.whose: Seat | None = viewer if isinstance(viewer, int) else None
        self.notice = ""
        self.paper: list[str] = []
        self.copied = ""
        self.refused = False
        self.failed: TimecoreError | Failure | None = None
        self.left = False
        self._words = ""
        self._job: Job | None = None

    # -- jobs ------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether a job is under way."""
        return self._job is not None

    def press(self, command: str, argument: str = "") -> None:
        """Begin a command; what was under way is given up.

        Args:
            command: As :mod:`~timecore_cli.tui.keys` calls it.
            argument: What was said behind the key.
        """
        self.notice, self.paper, self.copied = "", [], ""
        self.refused, self.failed = False, None
        self._job = self._begun(command, argument)
        self.work()

    def _begun(self, command: str, argument: str) -> Job:
        yield from self._commands()[command](argument)

    def work(self) -> bool:
        """Do a slice of the job; whether there is more of it to do."""
        if self._job is None:
            return False
        try:
            next(self._job)
        except StopIteration:
            self._job = None
        except Unclear as error:
            self._job, self.refused, self.notice = None, True, str(error)
        except (TimecoreError, Failure) as error:
            self._job, self.refused, self.failed = None, True, error
            self.notice = ". ".join(filter(None, (error.message, error.hint))).removesuffix(".")
        return self.busy

    def give_up(self) -> None:
        """Give up what is under way."""
        self._job = None

    def choose_nothing(self) -> None:
        """Neither a field under the cursor nor, where no seat looks, a seat whose choices are looked for."""
        self.notice = ""
        self.field = None
        self.whose = self.viewer if isinstance(self.viewer, int) else None

    def read(self) -> bool:
        """Read on behind what is shown, a slice; whether there may be more at once.

        At the end of the file it looks whether the game has gone on.
        """
        came = self.source.read()
        behind = self.course.log is not self.source.log
        more = behind and self.source.go_on(self.viewer)
        if self.following and came and not self.busy and not self.source.more:
            self._job = self._last("")
            self.work()
        return more or self.source.more

    def _commands(self) -> dict[str, Callable[[str], Job]]:
        return {
            "next event": lambda _: self._seek(Events()),
            "previous event": lambda _: self._seek(Events(), back=True),
            "next entry": lambda _: self._seek(Entries()),
            "previous entry": lambda _: self._seek(Entries(), back=True),
            "ten entries on": lambda _: self._ten(back=False),
            "ten entries back": lambda _: self._ten(back=True),
            "next turn": lambda _: self._seek(Turns()),
            "previous turn": lambda _: self._seek(Turns(), back=True),
            "next round": lambda _: self._seek(Rounds()),
            "previous round": lambda _: self._seek(Rounds(), back=True),
            "next choice": lambda text: self._choice(text, back=False),
            "previous choice": lambda text: self._choice(text, back=True),
            "next change": lambda text: self._change(text, back=False),
            "previous change": lambda text: self._change(text, back=True),
            "first": lambda _: self._go(Position(0)),
            "last": self._last,
            "go to": self._go_to,
            "search": self._search,
            "next match": lambda _: self._match(back=False),
            "previous match": lambda _: self._match(back=True),
            "field below": lambda _: self._field(1),
            "field above": lambda _: self._field(-1),
            "next changed field": lambda _: self._changed_field(),
            "open field": lambda _: self._open_field(),
            "next viewer": lambda text: self._look(text) if text else self._look_on(1),
            "previous viewer": lambda _: self._look_on(-1),
            "raw events": lambda _: self._toggle("raw"),
            "language": lambda _: self._language(),
            "legal moves": lambda _: self._legal(),
            "branch": self._fork,
            "copy command": lambda _: self._copy(),
            "follow": lambda _: self._follow(),
            "help": lambda _: self._help(),
            "quit": lambda _: self._toggle("left"),
        }

    # -- moving ----------------------------------------------------------------------------------------------

    def _arrive(self, position: Position, viewer: Viewer | None, *, step: bool) -> None:
        """Stand somewhere; after a step forwards, the state is compared with the one where the step began."""
        here = self.position
        if step and viewer == self.viewer and position > here:
            self.since = here
        elif position.event:
            self.since = position._replace(event=position.event - 1)
        else:
            self.since = Position(position.entry - 1) if position.entry else None
        self.position, self.viewer = position, viewer
        if isinstance(viewer, int):
            self.whose = viewer

    def _reach(self, viewer: Viewer | None, entry: int | None) -> Job:
        """Go on until an entry is there, or the end (``None``)."""
        while (entry is None or self.source.course(viewer).end < entry) and self.source.go_on(viewer):
            yield

    def _go(self, position: Position, viewer: Any = NOTHING) -> Job:
        """To a position that is known to exist."""
        chosen = self.viewer if viewer is NOTHING else viewer
        yield from self._reach(chosen, position.entry + (1 if position.event else 0))
        end = self.source.course(chosen).end
        if position.entry >= end:
            position = Position(end)  # where only one viewer's replay ends early
        self._arrive(position, chosen, step=False)

    def _last(self, _: str) -> Job:
        yield from self._reach(self.viewer, None)
        self._arrive(Position(self.course.end), self.viewer, step=False)

    def _go_to(self, text: str) -> Job:
        text = text.strip()
        asked = Position.parse(text, _ENDLESS)  # what is none need not be read for
        yield from self._reach(self.viewer, None if text.startswith("-") else asked.entry + 1)
        self._arrive(self.course.locate(text), self.viewer, step=False)

    def _ten(self, *, back: bool) -> Job:
        here = self.position
        for count in range(10):
            try:
                yield from self._seek(Entries(), back=back)
            except Unclear:
                if not count:
                    raise
                break
        if not back:
            self.since = here

    def _seek(self, goal: Goal, *, back: bool = False, stretch: int = 256) -> Job:
        """To the next place of a kind, or the previous one."""
        if self.replay is None and not isinstance(goal, (Events, Entries, Choices)):
            raise Unclear(self._without_rules())
        course, start = self.course, self.position
        while True:
            end = course.end
            counted: Goal = goal if self.retracted else Standing(goal, self.taken_back.of(self.source.log))
            for found in seek(course, counted, start, back=back, stretch=stretch):
                if found is not None:
                    self._arrive(found, self.viewer, step=not isinstance(goal, Sentences))
                    return
                yield
            if back or not self.source.go_on(self.viewer):
                break
            yield
            # What stands at the end of what was there may have been no such place only for what follows it.
            start = max(self.position, Position(max(end - 1, 0)))
        raise Unclear(self._nowhere(back=back))

    def _nowhere(self, *, back: bool) -> str:
        _ = self.screen.texts.gettext
        return _("There is none before this position") if back else _("There is none behind this position")

    def _without_rules(self) -> str:
        return self.screen.texts.gettext("That needs the game's ruleset, which is not at hand")

    def _choice(self, text: str, *, back: bool) -> Job:
        if text.strip():
            self.whose = seat_named(self.source.log, text.strip())
        if self.whose is None:
            raise Unclear(self.screen.texts.gettext("Whose choice? Say a seat behind the key"))
        return self._seek(Choices(self.whose), back=back)

    def _change(self, text: str, *, back: bool) -> Job:
        if text.strip():
            self.field = parse(text.strip())
        elif self.field is None:
            row = self.current_row(self.tree(10_000))
            if row is None:
                raise Unclear(self._without_rules())
            self.field = row.path
        try:
            yield from self._seek(Changes(self.field), back=back, stretch=_SLICE)
        except Unclear:
            if self.replay is not None:  # a slip of the pen is told as one
                get(self.replay.state.to_json(), Path(self.field.steps[:1]))
            raise

    def _search(self, text: str) -> Job:
        self._words = text.strip() or self._words
        return self._match(back=False)

    def _match(self, *, back: bool) -> Job:
        if not self._words:
            raise Unclear(self.screen.texts.gettext("Nothing was searched for yet"))
        if self.replay is None:
            return self._match_recorded(back=back)
        return self._seek(Sentences(self._words, self.teller.step), back=back, stretch=_SLICE)

    def _match_recorded(self, *, back: bool) -> Job:
        wanted = self._words.casefold()
        while True:
            lines = self.teller.up_to(self.position) if back else self.teller.beyond(self.position)
            for count, line in enumerate(self.shown(lines), 1):
                if line.position != self.position and wanted in line.text.casefold():
                    self._arrive(line.position, self.viewer, step=False)
                    return
                if count % _SLICE == 0:
                    yield
            if back or not self.source.go_on(self.viewer):
                raise Unclear(self._nowhere(back=back))
            yield

    # -- looking ---------------------------------------------------------------------------------------------

    def _look(self, text: str) -> Job:
        text = text.strip()
        yield from self._go(self.position, None if text == "all" else viewer_named(self.source.log, text))

    def _look_on(self, way: int) -> Job:
        viewers: list[Viewer | None] = [None, PUBLIC, *range(len(self.source.log.header.seats))]
        at = viewers.index(self.viewer) + way
        return self._go(self.position, viewers[at % len(viewers)])

    def _toggle(self, name: str) -> Job:
        setattr(self, name, not getattr(self, name))
        return iter(())

    def _language(self) -> Job:
        at = LANGUAGES.index(self.lang) + 1
        self._asked = self.lang = LANGUAGES[at % len(LANGUAGES)]
        return iter(())

    def _follow(self) -> Job:
        self.following = not self.following
        return self._last("") if self.following else iter(())

    def _field(self, way: int) -> Job:
        listed = self.tree(self._room)
        if not listed:
            raise Unclear(self._without_rules())
        at = self.cursor(listed) + way
        self.field = listed[min(max(at, 0), len(listed) - 1)].path
        return iter(())

    def _changed_field(self) -> Job:
        listed = self.tree(self._room)
        changed = [number for number, row in enumerate(listed) if row.changed]
        if not changed:
            raise Unclear(self.screen.texts.gettext("The last step has changed nothing"))
        at = self.cursor(listed)
        self.field = listed[next((one for one in changed if one > at), changed[0])].path
        return iter(())

    def _open_field(self) -> Job:
        row = self.current_row(self.tree(self._room))
        if row is not None and row.is_open is not None:
            self.field = row.path
            self.opened[row.path] = not row.is_open
        return iter(())

    # -- asking and doing ------------------------------------------------------------------------------------

    def question(self, command: str) -> str:
        """What is asked for where a command needs something that was not said behind its key."""
        _ = self.screen.texts.gettext
        match command:
            case "go to":
                return _("Position (N, N.M or -1)")
            case "search":
                return _("Words")
            case "branch":
                return _("File of the branch")
            case _:
                return _("Whose choice (a seat)")

    def _help(self) -> Job:
        self.paper = help_lines(self.screen.texts.gettext)
        return iter(())

    def _legal(self) -> Job:
        from timecore_cli.legal import page

        if self.replay is None:
            raise Unclear(self._without_rules())
        viewer = self.viewer
        if viewer is None and self.source.log.shows != "full":
            viewer = viewer_shown(self.source.log)
        yield from self._reach(viewer, self.position.entry + (1 if self.position.event else 0))
        course = self.source.course(viewer)
        assert isinstance(course, Replay)  # noqa: S101 - so is self.course
        try:
            self.paper = list(page(course.go(self.position), self.screen))
        except HiddenValue as error:
            raise Unclear(error.message) from error

    def _fork(self, text: str) -> Job:
        from timecore.branch import branch
        from timecore_cli._arguments import new_file
        from timecore_cli._games import save

        try:
            target = new_file(text.strip())
        except Failure as error:
            raise Unclear(error.message) from error  # its hint is for a command line
        yield from self._reach(None, None)  # whether the game is over decides what luck can be kept
        save(branch(self.source.log, self.position), target)
        _ = self.screen.texts.gettext
        told = _("The branch is in {path}; `timecore play` goes on with it").format(path=target)
        self.notice = _output.printable(told)

    def _copy(self) -> Job:
        self.copied = self.notice = self.command()
        return iter(())
