"""A deck, or another data file, that is given to a command beside a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from timecore_cli._errors import USAGE, Failure

if TYPE_CHECKING:
    from timecore.datafile import FileFault
    from timecore.errors import FileRefused
    from timecore.log import Log
    from timecore.ruleset import Ruleset

__all__ = ["Deck", "fits", "listed", "with_deck"]


class Deck:
    """A file that was read once, for all the games that it may belong to.

    Args:
        path: Where it is.
    """

    def __init__(self, path: Path) -> None:
        from timecore.datafile import read_data_file
        from timecore_cli._errors import unreadable

        self.path = path
        self._rules: dict[str, Ruleset[Any]] = {}
        try:
            self._data = read_data_file(path)
        except OSError as error:
            raise unreadable(path, error) from error

    def beside(self, rules: Ruleset[Any]) -> Ruleset[Any]:
        """A ruleset with the file at hand.

        Raises:
            Failure: The game reads no such file, or the file has faults.
        """
        from timecore.errors import FileRefused

        if not rules.file_option:
            msg = f"{self.path}: a game of {rules.name} is made without a deck"
            raise Failure(msg, code=USAGE, hint="Leave --deck out.")
        if rules.name not in self._rules:
            try:
                self._rules[rules.name] = rules.with_file(self._data)
            except FileRefused as error:
                raise _refused(self.path, rules, error) from error
        return self._rules[rules.name]


def _refused(path: Path, rules: Ruleset[Any], error: FileRefused) -> Failure:
    first = listed(error.faults[0])
    hint = f"`timecore deck check {path} --ruleset {rules.name}` lists all its faults."
    return Failure(f"{path}: {first}", code=USAGE, hint=hint, cause=error)


def listed(fault: FileFault) -> str:
    """A fault in one line: which card, what is wrong, by which rule."""
    return ": ".join(filter(None, (fault.place, fault.what))) + f" ({fault.rule})"


def fits(log: Log, rules: Ruleset[Any]) -> bool:
    """Whether a game was made with the file that its rules have at hand, as far as its header tells."""
    return bool(log.header.options.get(rules.file_option) == rules.file_value)


def with_deck(log: Log, path: Path, deck: Path) -> Log:
    """A saved game whose rules have a deck at hand.

    Args:
        log: The game.
        path: Its file.
        deck: The deck's file.

    Raises:
        Failure: The deck cannot be read or has faults, or it is not that game's.
    """
    from timecore.log import Log

    rules = Deck(deck).beside(log.rules)
    if not fits(log, rules):
        played = log.header.options.get(rules.file_option)
        other = repr(played) if isinstance(played, str) else "another"  # all its counts would fill the screen
        msg = (
            f"{deck}: this is the {rules.file_option} {rules.file_name!r}, and {path} was played with {other}"
        )
        raise Failure(msg, code=USAGE, hint="Give the file that the game was made with.")
    return Log(log.record, rules=rules)
