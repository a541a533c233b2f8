"""Where one stands in a game, whose eyes look, and what there is to see: the stepper, without any screen.

What a key asks for is a job, done a slice at a time by :meth:`Stepper.work`, so that a face stays awake while a long
game is read or searched. Until a job is done, nothing that can be seen has changed.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Final

from timecore.actors import PUBLIC
from timecore.errors import HiddenValue, TimecoreError
from timecore.navigate import Changes, Choices, Entries, Events, Goal, Rounds, Sentences, Turns, seek
from timecore.paths import Path, parse
from timecore.replay import Position, Replay
from timecore_cli import _output
from timecore_cli._errors import Failure
from timecore_cli._games import seat_named, viewer_named, viewer_shown
from timecore_cli._screen import Screen
from timecore_cli._texts import LANGUAGES
from timecore_cli.tui.keys import help_lines
from timecore_cli.tui.standing import Standing, TakenBack
from timecore_cli.tui.telling import Line, Teller
from timecore_cli.tui.tree import NOTHING, Row, rows

if TYPE_CHECKING:
    from timecore.actors import Seat, Viewer
    from timecore.log import Log
    from timecore_cli.tui.source import Course, Source

__all__ = ["Stepper", "Unclear"]

Job = Iterator[None]

#: How many entries are looked at in a slice, where each is told or a state of each is written out.
_SLICE: Final = 64


#: More than a position has digits for.
_ENDLESS: Final = 10**9


class Unclear(Exception):
    """What was asked for cannot be done; the message says why, as a sentence without a full stop."""


class Stepper:
    """One who goes through a game.

    Args:
        source: The game.
        viewer: Whose eyes look; ``None`` for all that the record shows.
        lang: The language asked for; ``None`` for that of the locale.
        deck: The deck's file that was given, for the command that shows a position.
        retracted: Whether one goes also through what the table has taken back; else it is passed over.

    Attributes:
        viewer: Whose eyes look.
        position: Where one stands.
        since: The position that the state is compared with; ``None`` at the start.
        raw: Whether events are shown as they are recorded as well.
        following: Whether one stays at the end while the game goes on.
        whose: Whose choices are looked for; ``None`` as long as nobody has said so.
        field: Which field of the state the cursor is on; ``None`` for the first that has changed.
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
        self.source = source
        self.viewer = viewer
        self._asked = lang
        self._deck = deck
        self._retracted = retracted
        self._taken_back = TakenBack()
        self.position = Position(0)
        self.since: Position | None = None
        self.raw = False
        self.following = False
        self.field: Path | None = None
        self.notice = ""
        self.paper: list[str] = []
        self.copied = ""
        self.refused = False
        self.failed: TimecoreError | Failure | None = None
        self.left = False
        self._opened: dict[Path, bool] = {}
        self._words = ""
        self.whose: Seat | None = viewer if isinstance(viewer, int) else None
        self._job: Job | None = None
        self._screens: dict[str, Screen] = {}
        self._tellers: dict[tuple[Viewer | None, str], Teller] = {}
        self._branch: tuple[Log | None, str] = None, ""
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
            "ten entries on": lambda _: self._ten(1),
            "ten entries back": lambda _: self._ten(-1),
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

    def _ten(self, way: int) -> Job:
        here = self.position
        entry = here.entry + 10 * way if way > 0 or not here.event else here.entry - 9
        yield from self._reach(self.viewer, entry)
        there = Position(min(max(entry, 0), self.course.end))
        self._arrive(there, self.viewer, step=True)

    def _seek(self, goal: Goal, *, back: bool = False, stretch: int = 256) -> Job:
        """To the next place of a kind, or the previous one."""
        if self.replay is None and not isinstance(goal, (Events, Entries, Choices)):
            raise Unclear(self._without_rules())
        course, start = self.course, self.position
        while True:
            end = course.end
            counted: Goal = goal if self._retracted else Standing(goal, self._taken_back.of(course.log))
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
        _ = self.screen.texts.gettext
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
        return self._seek(Changes(self.field), back=back, stretch=_SLICE)

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
            for count, line in enumerate(self._shown(lines), 1):
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
            self._opened[row.path] = not row.is_open
        return iter(())

    # -- what there is to see --------------------------------------------------------------------------------

    _room = 80

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
        if self._branch[0] is not log:
            name = log.record.branch
            told = (
                "" if name is None else self.screen.texts.gettext("Branch {name}").format(name=name.hex()[:8])
            )
            self._branch = log, told
        return self._branch[1]

    def board(self, width: int, height: int | None) -> list[str]:
        """The board, of so many columns and lines; no lines where the ruleset is not at hand."""
        replay = self.replay
        if replay is None:
            return []
        self.screen.width = width
        return self.screen.board(replay, height).split("\n")

    def lines(self, above: int, below: int) -> tuple[list[Line], list[Line]]:
        """What has happened, at most so many lines up to here, and what is to come."""
        known = list(islice(self._shown(self.teller.up_to(self.position)), max(above, 0)))
        return known[::-1], list(islice(self._shown(self.teller.beyond(self.position)), max(below, 0)))

    def _shown(self, lines: Iterator[Line]) -> Iterator[Line]:
        """The lines without what was taken back, unless that is asked for, or one stands there; it is marked then."""
        gone = self._taken_back.of(self.course.log)
        here = self.position.entry + (1 if self.position.event else 0)
        for line in lines:
            if line.seq not in gone:
                yield line
            elif self._retracted or line.seq == here:
                yield line._replace(text=self.screen.taken_back(line.text))

    def tree(self, room: int) -> list[Row]:
        """The state, line by line, each of so many columns if it can be."""
        self._room = room
        replay = self.replay
        if replay is None:
            return []
        before = NOTHING if self.since is None else replay.state_at(self.since).to_json()
        return rows(replay.state.to_json(), before, room, self._opened)

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

        target = new_file(text.strip())
        yield from self._reach(None, None)  # whether the game is over decides what luck can be kept
        save(branch(self.source.log, self.position), target)
        _ = self.screen.texts.gettext
        told = _("The branch is in {path}; `timecore play` goes on with it").format(path=target)
        self.notice = _output.printable(told)

    def _copy(self) -> Job:
        self.copied = self.notice = self.command()
        return iter(())

    def command(self) -> str:
        """The command line that shows this position."""
        path = str(self.source.path)
        words = ["timecore", "replay" if self.replay is None else "show"]
        words += [f"./{path}" if path.startswith("-") else path, "--at", str(self.position)]
        if self.viewer is not None:
            words += ["--as", str(self.viewer) if isinstance(self.viewer, int) else "public"]
        if self._deck is not None:
            words += ["--deck", str(self._deck)]
        if self._asked is not None:
            words += ["--lang", self._asked]
        return _output.printable(shlex.join(words))
