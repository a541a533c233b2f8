"""Making a branch: as `timecore branch` was asked to, and told in a few lines or as JSON."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from timecore_cli import _games, _moves, _output
from timecore_cli._errors import NO, UNREADABLE, USAGE, Failure, unwritable

if TYPE_CHECKING:
    from timecore.branch import LuckKept, Without
    from timecore.errors import TimecoreError
    from timecore.game import Game
    from timecore.log import Log
    from timecore_cli._screen import Screen

__all__ = ["Branched", "play", "refuse_output", "simulate", "tell", "told_of"]


#: How many legal moves, and entries that were drawn otherwise, are listed for people.
_LISTED: Final = 8


@contextlib.contextmanager
def told_of(file: Path) -> Iterator[None]:
    """Name the file in errors that are about its game."""
    from timecore.errors import HiddenValue, ReplayError, RulesetError

    try:
        yield
    except HiddenValue as error:
        raise Failure(f"{file}: {error.message}", code=NO, hint=error.hint, cause=error) from error
    except (ReplayError, RulesetError) as error:
        raise Failure(f"{file}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error) from error


def refuse_output(output: Path, trunk: Path, *, force: bool) -> None:
    """Refuse, before any work is done, to write where something is.

    Raises:
        Failure: The file exists and is not to be written over, it is the trunk, or a terminal.
    """
    if output == _games.STREAM:
        if _output.on_terminal():
            msg = "a record is no text, and standard output is a terminal"
            raise Failure(msg, code=USAGE, hint="Send it to a file or to another program.")
        return
    with contextlib.suppress(OSError):
        if trunk.samefile(output):
            msg = f"{output} is the trunk, which a branch never touches"
            raise Failure(msg, code=USAGE, hint="Choose another name.")
    try:
        clash = output.exists() and not force
    except OSError as error:
        raise unwritable(output, error) from error
    if clash:
        msg = f"{output} exists already"
        raise Failure(msg, code=USAGE, hint="Choose another name, or write over it with --force.")


def play(game: Game, path: Path) -> None:
    """Make the moves of a file.

    Raises:
        Failure: One of them is not right; says which, and what was legal.
    """
    from timecore.transcript import play_lines

    lines = _moves.read(path)
    if lines[0].startswith(b'{"timecore":'):
        msg = f"{path}: line 1: it is the header of an export, which a branch has from its trunk"
        raise Failure(msg, code=NO, hint="Give only the lines of entries behind the fork.")
    error = play_lines(game, lines).error
    if error is not None:
        message, hint = _moves.said(error, lines, len(game.names))
        raise Failure(f"{path}: {message}", code=NO, hint=hint, cause=error) from error


def simulate(game: Game, bots: Sequence[str], seed: str | None, max_entries: int | None) -> None:
    """Let bots play on.

    Raises:
        Failure: A draw is due that nobody here can make.
    """
    from timecore.actors import CHANCE
    from timecore.bots import make_bots
    from timecore.bots import simulate as play_on
    from timecore.errors import UsageError

    try:
        play_on(game, make_bots(game.rules, bots, seed), max_entries=max_entries)
    except UsageError as error:
        if CHANCE not in game.to_act:
            raise
        msg = f"after entry {len(game.entries)} a draw is due, and the luck of this branch is made at a real table"
        raise Failure(msg, code=NO, hint="Bots play on with --luck keep or redraw.", cause=error) from error


def tell(lines: Iterator[str], *, beside: bool) -> None:
    """Print lines: on standard error where the record itself goes to standard output."""
    for line in lines:
        if beside:
            sys.stderr.write(line + "\n")
        else:
            _output.say(line)


class Branched:
    """A branch that was made.

    Args:
        trunk: The trunk.
        file: Its file.
        log: The branch.
        output: Its file.
        keep: Whether it was to keep the trunk's luck.
        played: Whether it goes on behind the fork.
        without: What was left out, and how far the rest went.
    """

    def __init__(
        self,
        trunk: Log,
        file: Path,
        log: Log,
        output: Path,
        *,
        keep: bool,
        played: bool,
        without: Without | None,
    ) -> None:
        from timecore.branch import luck_kept

        self.log = log
        self.file = file
        self.output = output
        self.without = without
        self.keep = keep
        self.kept: LuckKept | None = luck_kept(trunk, log) if played else None
        #: Where it parts from the trunk; luck that took over has a fork of its own behind it.
        self.fork = next(
            number
            for number, raw in enumerate(log.record.entries, 1)
            if number > len(trunk) or raw.hash != trunk.record.entries[number - 1].hash
        )

    def write(self, *, force: bool) -> None:
        """Write the record."""
        if self.output == _games.STREAM:
            sys.stdout.flush()
            sys.stdout.buffer.write(self.log.to_bytes())
            return
        try:
            self.log.save(self.output, replace=force)
        except OSError as error:
            raise unwritable(self.output, error) from error

    # -- for people ---------------------------------------------------------------------------------------------

    def lines(self, lang: str | None) -> Iterator[str]:
        """What was made, in a few lines."""
        from timecore.display import columns, pad
        from timecore_cli._screen import Screen

        screen = Screen(self.log, lang, self.log.rules if self.log.has_rules else None)
        _ = screen.texts.gettext
        told = _("{path}: {branch} of {trunk}, begins with entry {entry}")
        told = told.format(path=self.output, branch=screen.branch(), trunk=self.file, entry=self.fork)
        yield from _output.wrapped(_output.printable(told), "", screen.width)
        rows = list(self._rows(screen))
        room = max(columns(name) for name, _text in rows) + 2
        for name, text in rows:
            yield from _output.hung(f"  {pad(name, room)}", text, screen.width)

    def _rows(self, screen: Screen) -> Iterator[tuple[str, str]]:
        _, ngettext = screen.texts.gettext, screen.texts.ngettext
        yield _("Luck"), self._luck(screen)
        if self.kept is not None and (self.kept.same or self.kept.redrawn):
            yield _("Draws"), self._draws(screen, self.kept)
        if self.without is not None:
            left = _("without entry {entry}").format(entry=self.without.entry)
            again = ngettext(
                "{count} later move is made again",
                "{count} later moves are made again",
                self.without.replayed,
            ).format(count=self.without.replayed)
            yield _("Moves"), f"{left}: {again}"
            if self.without.reason is not None:
                stops = _("before entry {entry} of {trunk}").format(
                    entry=self.without.stopped, trunk=self.file
                )
                yield _("Stops"), f"{stops}: {self.without.reason.message}"
                legal = self._legal(screen, self.without.reason)
                if legal:
                    yield _("Legal"), legal
        if self.kept is not None:
            from timecore.replay import Replay

            yield _("Entries"), str(len(self.log))
            yield _("Result"), screen.outcome(Replay(self.log).go("-1"))

    def _luck(self, screen: Screen) -> str:
        """The luck behind the fork."""
        _ = screen.texts.gettext
        fork = self.log.record.entries[self.fork - 1]
        told = screen.luck_of(fork)
        if self.keep and fork.move[1] is not None:
            none = _("no draw of the trunk is left to keep")
            return f"{told}; {none}"
        if self.kept is not None and self.kept.renewed is not None and self.kept.renewed != self.fork:
            new = _("new luck from entry {entry} on").format(entry=self.kept.renewed)
            return f"{told}; {new}"
        return told

    def _draws(self, screen: Screen, kept: LuckKept) -> str:
        _, ngettext = screen.texts.gettext, screen.texts.ngettext
        told = _("{count} as in the trunk").format(count=kept.same)
        if not kept.redrawn:
            return told
        numbers = [str(one.entry) for one in kept.redrawn[:_LISTED]]
        numbers += ["…"] if len(kept.redrawn) > _LISTED else []
        count = len(kept.redrawn)
        other = ngettext(
            "{count} another one, since other outcomes were possible: entry {entries}",
            "{count} others, since other outcomes were possible: entries {entries}",
            count,
        )
        return f"{told}; {other.format(count=count, entries=', '.join(numbers))}"

    def _legal(self, screen: Screen, reason: TimecoreError) -> str:
        """What was legal instead, in words."""
        from timecore.errors import HiddenValue

        if self.without is None:
            return ""
        game = self.without.game
        legal: Sequence[Any] = getattr(reason, "legal", ())
        who = ""
        try:
            if not legal and game.to_act:  # somebody else was to move
                actor = game.to_act[0]
                legal = game.legal_moves(actor)
                who = f"{screen.narrator.actor(actor)}: "
        except HiddenValue:
            return ""
        told = ", ".join(screen.narrator.move(move, before=game.state) for move in legal[:_LISTED])
        if len(legal) > _LISTED:
            more = screen.texts.gettext("{moves} and {count} more")
            told = more.format(moves=told, count=len(legal) - _LISTED)
        return who + told

    # -- for machines -------------------------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The same as JSON."""
        log = self.log
        fork = log.record.entries[self.fork - 1]
        told: dict[str, Any] = {
            "file": str(self.output),
            "trunk": str(self.file),
            "branch": None if log.branch is None else log.branch.hex(),
            "fork": self.fork,
            "luck": "kept" if fork.move[1] is None else fork.move[1].kind,
            "entries": len(log),
            "head": log.head.hex(),
        }
        if self.kept is not None:
            from timecore.replay import Replay

            replay = Replay(log).go("-1")
            told["draws"] = {
                "same": self.kept.same,
                "redrawn": [
                    {"k": one.k, "entry": one.entry, "trunk_entry": one.trunk_entry}
                    for one in self.kept.redrawn
                ],
                "renewed": self.kept.renewed,
            }
            told["to_act"] = list(replay.to_act)
            told["result"] = None if replay.result is None else replay.result.to_json()
        if self.without is not None:
            reason = self.without.reason
            told["without"] = {
                "entry": self.without.entry,
                "replayed": self.without.replayed,
                "stopped": self.without.stopped,
                "reason": None if reason is None else reason.message,
                "rule": getattr(reason, "rule", None),
                "legal": [move.to_json() for move in getattr(reason, "legal", ())],
            }
        return told
