"""Everything timecore raises on purpose.

::

    TimecoreError
    ├── UsageError (ValueError)       a call that makes no sense: an unknown seat, a bad position
    │   ├── PositionError             no such position in this log
    │   ├── PathError                 a path into a state that is none, or that leads nowhere
    │   └── ConditionError            a condition that cannot be read
    ├── RulesetError (LookupError)
    │   ├── RulesetNotFound           no ruleset of that name is installed
    │   ├── RulesetUnusable           it is installed, but importing it failed
    │   ├── RulesVersionDiffers       the game was begun by another version of the rules, so it cannot go on
    │   └── FileMissing               a move needs the data file (a deck) that the game was made with
    ├── OptionRefused (ValueError)    an option of a new game, with the rule it breaks
    │   └── FileRefused               a data file that is not right, with all its faults
    ├── MoveRefused (ValueError)
    │   ├── InvalidMove               not a move of this ruleset at all
    │   └── IllegalMove               a move, but not legal now: says which rule and what was legal
    ├── RecordError (ValueError)
    │   ├── NotARecord                no header, or a broken one: nothing could be read
    │   ├── FormatUnsupported         a record of a format this version cannot read
    │   ├── RecordDamaged             sound up to an entry, then cut off or broken
    │   ├── EncodingRefused           a value that format 1 cannot hold
    │   ├── RecordClash               what should be written does not fit what is there
    │   ├── RecordLocked              another writer has it open
    │   └── RecordClosed              the handle was closed, or ended by a failure
    ├── ReplayError (ValueError)      an entry cannot be folded: it contradicts the state before it
    ├── HiddenValue (ValueError)      the answer depends on what this copy of the record hides
    ├── ProofRefused (ValueError)     it is no proof, or it does not hold for this record
    ├── SigningError (ValueError)
    │   ├── KeyRefused                no key that a signature can be trusted by, or a key's file that cannot be read
    │   ├── NoteRefused               no signed note, or not of this kind
    │   └── RosterRefused             a roster that is not right, with all its faults
    ├── TournamentError (ValueError)
    │   ├── NotATournament            no folder of a tournament, or its description is damaged
    │   ├── TournamentDamaged         the leaves of its tree are sound up to one, then cut off or broken
    │   └── TournamentRefused         what should be entered, signed or proven does not fit what is there
    ├── ExtraMissing (LookupError)    a package that this needs is not installed
    └── ImportRefused (ValueError)    a line of a foreign list of moves that is not right

Every error says what was wrong, where, and what to do; the same stands as data in its attributes. All of them
copy and pickle, so they cross process pools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from timecore.datafile import FileFault

__all__ = [
    "ConditionError",
    "EncodingRefused",
    "ExtraMissing",
    "FileMissing",
    "FileRefused",
    "FormatUnsupported",
    "HiddenValue",
    "IllegalMove",
    "ImportRefused",
    "InvalidMove",
    "KeyRefused",
    "MoveRefused",
    "NotARecord",
    "NotATournament",
    "NoteRefused",
    "OptionRefused",
    "PathError",
    "PositionError",
    "ProofRefused",
    "RecordClash",
    "RecordClosed",
    "RecordDamaged",
    "RecordError",
    "RecordLocked",
    "ReplayError",
    "RosterRefused",
    "RulesVersionDiffers",
    "RulesetError",
    "RulesetNotFound",
    "RulesetUnusable",
    "SigningError",
    "TimecoreError",
    "TournamentDamaged",
    "TournamentError",
    "TournamentRefused",
    "UsageError",
]


class TimecoreError(Exception):
    """The root of all errors raised on purpose.

    Attributes:
        message: One sentence: what was wrong and where.
        hint: What to do about it, or ``None``.
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if hint is not None:
            self.add_note(f"Hint: {hint}")  # so that a traceback shows it

    def __reduce__(self) -> tuple[Any, ...]:
        # Keyword-only arguments are lost by the default, which calls ``type(self)(*self.args)``.
        return (_rebuild, (type(self), self.args, self.__dict__.copy()))


def _rebuild(kind: type[TimecoreError], args: tuple[Any, ...], attributes: dict[str, Any]) -> TimecoreError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(attributes)
    return error


class UsageError(TimecoreError, ValueError):
    """A call that makes no sense, such as a seat that does not exist."""


class PositionError(UsageError):
    """There is no such position in this log."""


class PathError(UsageError):
    """A path into a state that is none, or that leads nowhere.

    Attributes:
        path: The path as it was asked for, as far as it goes wrong.
        column: Where in its text it goes wrong, from 1; ``None`` if it is a path and leads nowhere.
        names: The names that are there instead.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str,
        column: int | None = None,
        names: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.path = path
        self.column = column
        self.names: tuple[str, ...] = tuple(names)


class ConditionError(UsageError):
    """A condition on states that cannot be read.

    Attributes:
        condition: The condition as it was given.
        column: Where in its text it goes wrong, from 1.
    """

    def __init__(self, message: str, *, condition: str, column: int, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.condition = condition
        self.column = column


class RulesetError(TimecoreError, LookupError):
    """Something about a ruleset as a whole.

    Attributes:
        name: The ruleset's name.
    """

    def __init__(self, message: str, *, name: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.name = name


class RulesetNotFound(RulesetError):
    """No ruleset of that name is installed."""


class RulesetUnusable(RulesetError):
    """A ruleset of another package is installed, but importing it failed. Nothing else is hurt.

    Attributes:
        package: The distribution that registered it, or ``None`` if unknown.
    """

    def __init__(self, message: str, *, name: str, package: str | None, hint: str | None = None) -> None:
        super().__init__(message, name=name, hint=hint)
        self.package = package


class RulesVersionDiffers(RulesetError):
    """A game was begun by another version of the rules than the installed one, so it cannot go on.

    It can be replayed and audited: events only carry facts, so an old log folds as it always did.

    Attributes:
        recorded: The version in the record's header.
        installed: The version of the installed ruleset.
    """

    def __init__(
        self, message: str, *, name: str, recorded: int, installed: int, hint: str | None = None
    ) -> None:
        super().__init__(message, name=name, hint=hint)
        self.recorded = recorded
        self.installed = installed


class OptionRefused(TimecoreError, ValueError):
    """A new game was asked for with an option that its ruleset does not allow.

    Attributes:
        rule: The number of the rule, such as ``"TC-10"``.
        option: The option's name.
        value: What was asked for.
    """

    def __init__(
        self, message: str, *, rule: str, option: str, value: object = None, hint: str | None = None
    ) -> None:
        super().__init__(f"{rule}: {message}", hint=hint)
        self.rule = rule
        self.option = option
        self.value = value


class FileRefused(OptionRefused):
    """A data file that a game was to be made with is not right. The rule is that of the first fault.

    Attributes:
        faults: All that is wrong with it, in the order of the file: :class:`~timecore.datafile.FileFault` objects.
    """

    def __init__(
        self,
        message: str,
        *,
        option: str,
        faults: Sequence[FileFault],
        value: object = None,
        hint: str | None = None,
    ) -> None:
        if hint is None and len(faults) > 1:
            hint = f"There are {len(faults)} faults in all."
        super().__init__(message, rule=faults[0].rule, option=option, value=value, hint=hint)
        self.faults: tuple[FileFault, ...] = tuple(faults)


class FileMissing(RulesetError):
    """A move needs the data file that its game was made with, and that file is not at hand.

    Attributes:
        file: What the file calls itself, as the game's options name it.
    """

    def __init__(self, message: str, *, name: str, file: str, hint: str | None = None) -> None:
        super().__init__(message, name=name, hint=hint)
        self.file = file


class MoveRefused(TimecoreError, ValueError):
    """A move that was refused; the state is what it was before.

    Attributes:
        rule: The number of the first rule it breaks.
    """

    def __init__(self, message: str, *, rule: str, hint: str | None = None) -> None:
        super().__init__(f"{rule}: {message}", hint=hint)
        self.rule = rule


class InvalidMove(MoveRefused):
    """What was asked is no move of this ruleset: an unknown type, a wrong field, a value of a wrong type."""


class IllegalMove(MoveRefused):
    """A move of this ruleset that is not legal for this actor now.

    Attributes:
        actor: Who asked.
        move: What was asked.
        legal: What was legal *for that actor*, in the ruleset's order; empty if it was not to act.
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str,
        actor: int,
        move: object,
        legal: Sequence[Any] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, rule=rule, hint=hint)
        self.actor = actor
        self.move = move
        self.legal: tuple[Any, ...] = tuple(legal)


class RecordError(TimecoreError, ValueError):
    """Something about the bytes of a record.

    Attributes:
        entry: The number of the entry (0 is the header), or ``None``.
        byte: The offset in the file, from 0, or ``None``.
    """

    def __init__(
        self, message: str, *, entry: int | None = None, byte: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.entry = entry
        self.byte = byte


class NotARecord(RecordError):
    """There is no header, or a broken one, so nothing of the file could be read.

    Attributes:
        verdict: What it breaks: ``"bytes"``, ``"chain"`` or ``"openings"``.
    """

    def __init__(
        self,
        message: str,
        *,
        entry: int | None = None,
        byte: int | None = None,
        hint: str | None = None,
        verdict: str = "bytes",
    ) -> None:
        super().__init__(message, entry=entry, byte=byte, hint=hint)
        self.verdict = verdict


class FormatUnsupported(RecordError):
    """The file says that it is a record of a format this version cannot read. That is no verdict on it.

    Attributes:
        format: The number of the format.
    """

    def __init__(self, message: str, *, format: int, hint: str | None = None) -> None:  # noqa: A002 - the field's name
        super().__init__(message, entry=0, byte=0, hint=hint)
        self.format = format


class RecordDamaged(RecordError):
    """A record is sound up to an entry and then cut off or broken.

    Attributes:
        torn: Whether only the tail is damaged (no sound record stands behind the damage).
    """

    def __init__(self, message: str, *, entry: int, byte: int, torn: bool, hint: str | None = None) -> None:
        super().__init__(message, entry=entry, byte=byte, hint=hint)
        self.torn = torn


class EncodingRefused(RecordError):
    """A value that format 1 cannot hold, such as a float or a number of more than 64 bits."""


class RecordClash(RecordError):
    """What should be written does not fit what is there: a file that exists, a record that has grown meanwhile."""


class RecordLocked(RecordError):
    """Another writer has the record open; a record has one writer at a time."""


class RecordClosed(RecordError):
    """The record's file was closed, or an earlier failure to write ended it. What was acknowledged is in it."""


class ReplayError(TimecoreError, ValueError):
    """An entry cannot be folded: its events contradict the state before it, or are none of this ruleset.

    Attributes:
        entry: The number of the entry.
        event: The number of the event in it, from 1, or ``None`` for its move.
        field: The field that is wrong, or ``None``.
    """

    def __init__(
        self,
        message: str,
        *,
        entry: int,
        event: int | None = None,
        field: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.entry = entry
        self.event = event
        self.field = field


class HiddenValue(TimecoreError, ValueError):
    """The answer depends on something that this copy of the record hides.

    Attributes:
        entry: The entry that hides it, or ``None``.
    """

    def __init__(self, message: str, *, entry: int | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.entry = entry


class ImportRefused(TimecoreError, ValueError):
    """A line of a foreign list of moves that is not right.

    Attributes:
        line: The number of the line, from 1.
        rule: The rule it breaks, or ``None``.
        legal: What was legal for that actor, in the ruleset's order.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int,
        rule: str | None = None,
        legal: Sequence[Any] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.line = line
        self.rule = rule
        self.legal: tuple[Any, ...] = tuple(legal)


class ProofRefused(TimecoreError, ValueError):
    """It is no proof, or one that does not hold for this record."""


class SigningError(TimecoreError, ValueError):
    """Something about keys, signatures or what is signed."""


class KeyRefused(SigningError):
    """It is no key, or none that a signature could be trusted by; or the passphrase of its file is another."""


class NoteRefused(SigningError):
    """It is no signed note, or its text is not of the kind that was asked for.

    Attributes:
        line: The number of the line that shows it, from 1, or ``None``.
    """

    def __init__(self, message: str, *, line: int | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.line = line


class RosterRefused(SigningError):
    """A roster that is not right.

    Attributes:
        faults: All that is wrong with it, in the order of the file, each a sentence without a full stop.
    """

    def __init__(self, message: str, *, faults: Sequence[str], hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.faults: tuple[str, ...] = tuple(faults)


class TournamentError(TimecoreError, ValueError):
    """Something about the folder of a tournament."""


class NotATournament(TournamentError):
    """The folder is none of a tournament, or what describes it is damaged."""


class TournamentDamaged(TournamentError):
    """The leaves of a tournament's tree are sound up to one, and then cut off or broken.

    Attributes:
        leaf: The number of the first leaf that is not sound, from 0.
        byte: The offset in the file of leaves, from 0.
        torn: Whether only the tail is damaged (no sound leaf stands behind the damage).
    """

    def __init__(self, message: str, *, leaf: int, byte: int, torn: bool, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.leaf = leaf
        self.byte = byte
        self.torn = torn


class TournamentRefused(TournamentError):
    """What should be entered in a tournament, signed or proven does not fit what is there; nothing was written."""


class ExtraMissing(TimecoreError, LookupError):
    """What was asked for needs a package that is not installed.

    Attributes:
        extra: The extra of timecore that brings it.
        package: The package.
    """

    def __init__(self, message: str, *, extra: str, package: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.extra = extra
        self.package = package
