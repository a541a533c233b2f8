"""Where a stepper reads from: a saved game, read as far as it is looked at, which may still be played."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from timecore.errors import RecordClash, ReplayError, RulesetError
from timecore.follow import Follower
from timecore.recorded import Recorded
from timecore.replay import Replay
from timecore_cli._errors import unreadable
from timecore_cli._games import finish, refused

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.errors import TimecoreError
    from timecore.log import Log

__all__ = ["Course", "Source"]

Course: TypeAlias = Replay | Recorded

#: How many bytes of the file, and how many entries for one more viewer, are gone through at a time: some 10 ms.
PIECE: Final = 1 << 14
STRETCH: Final = 1000


class Source:
    """A saved game, as far as it was read, through anybody's eyes.

    Args:
        path: Its file.
        deck: The file of the deck that the game was made with, if it is given.

    Attributes:
        missing: Why there are no states, so that entries are shown as they are recorded; else ``None``.
        lost: Why the file is not followed any more; else ``None``.

    Raises:
        Failure: Nothing could be read.
    """

    def __init__(self, path: Path, deck: Path | None = None) -> None:
        self.path = path
        self.missing: RulesetError | ReplayError | None = None
        self.lost: str | None = None
        self._follower = _opened(path)
        if deck is not None:
            from timecore_cli._decks import with_deck

            rules = with_deck(self._follower.log, path, deck).rules
            self._follower.log = type(self._follower.log)(self._follower.log.record, rules=rules)
        self._grows = path.is_file()
        self._courses: dict[Viewer | None, Course] = {}
        try:
            _ = self.log.entries  # from now on only what is new is decoded
            self._courses[None] = Replay(self.log)
        except (RulesetError, ReplayError) as error:
            self.missing = error

    @property
    def log(self) -> Log:
        """The log as far as it was read."""
        return self._follower.log

    @property
    def more(self) -> bool:
        """Whether there is more in the file than was read."""
        return self._follower.more

    @property
    def read_share(self) -> int:
        """How much of the file was read, in percent."""
        return 100 * self.log.record.size // max(self._follower.size, 1)

    def read(self) -> bool:
        """Read on in the file, a piece at most; whether something has come."""
        if self.lost is not None or not self._grows:
            return False
        try:
            return self._follower.read_on()
        except (RecordClash, OSError) as error:
            self.lost = str(error.strerror or error) if isinstance(error, OSError) else str(error)
            self._follower.more = False
            return False

    def course(self, viewer: Viewer | None) -> Course:
        """The game as somebody sees it, as far as it was gone through: see :meth:`go_on`.

        Raises:
            UsageError: There is no such seat.
        """
        found = self._courses.get(viewer)
        if found is None:
            make = Replay if self.missing is None else Recorded
            found = self._courses[viewer] = make(self.log.upto(0), viewer)
        return found

    def go_on(self, viewer: Viewer | None) -> bool:
        """Go a stretch further for somebody, and if need be in the file; whether there may be more.

        Raises:
            UsageError: There is no such seat.
        """
        course = self.course(viewer)
        if course.log is self.log:
            if not self.more:
                return False
            self.read()
        log = self.log
        known = len(course.log) + STRETCH
        course.grow(log if known >= len(log) else log.upto(known))
        return course.log is not log or self.more

    def finish(self, viewer: Viewer | None) -> None:
        """Tell, after all that is sound, where a record ends being sound, if that is known.

        Raises:
            Failure: It does, with exit code 4.
        """
        if not self.more:
            course = self.course(viewer)
            replay = course if isinstance(course, Replay) and course.log is self.log else None
            finish(self.log, self.path, replay, self.missing)

    def ends(self, viewer: Viewer | None) -> TimecoreError | None:
        """Why what there is to see ends before the file does; ``None`` where it does not, or as far as is known."""
        damage = self.log.damage
        if damage is not None:
            return damage.error()
        course = self.course(viewer)
        return course.error if isinstance(course, Replay) and course.log is self.log else None


def _opened(path: Path) -> Follower:
    from timecore.errors import FormatUnsupported, NotARecord

    try:
        if stat.S_ISDIR(path.stat().st_mode):
            raise IsADirectoryError(21, "Is a directory")
        return Follower(path, at_most=PIECE)
    except OSError as error:
        raise unreadable(path, error) from error
    except (NotARecord, FormatUnsupported) as error:
        try:
            with path.open("rb") as file:
                beginning = file.read(1 << 12) if path.is_file() else b""
        except OSError as gone:
            raise unreadable(path, gone) from gone
        raise refused(path, beginning, error) from error
