"""The end of a record as an arbiter states it: the ``Seal``, and the score sheet that people sign.

A ``Seal`` is an entry as any other, so whoever writes the file anew can write it too. The score sheet beside it
(:class:`~timecore.gamenotes.GameNote`) names the hash of that entry, and its signatures are what nobody else can make.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from timecore.actors import TABLE
from timecore.arbiter import Arbiter
from timecore.course import Course
from timecore.ending import UNKNOWN, Ending, Unknown, contradictions, ending
from timecore.entry import Entry
from timecore.errors import NoteRefused, RulesetError, UsageError
from timecore.game import Game
from timecore.gamenotes import GameNote
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.record import RawEntry
from timecore.replay import Replay
from timecore.ruleset import Result, Ruleset
from timecore.standing import Standing
from timecore.table import Branch, Resume, Seal, table_move

__all__ = ["Seals", "cosign", "ending_of", "note_fault", "note_of", "seal", "seals_of"]

_NO_SEAL: Final = "the record is not sealed"


@attrs.frozen
class Seals:
    """The seals of a record.

    Attributes:
        entries: All that are regular, in order.
        in_force: The last of them, if nothing since seals, resumes or branches off the game, not even irregularly;
            else ``None``.
    """

    entries: tuple[RawEntry, ...]
    in_force: RawEntry | None


def seals_of(log: Log) -> Seals:
    """The seals of a record: of a copy, too, and without the rules."""
    raws = log.record.entries
    if not any(raw.move[0] == "Seal" for raw in raws):
        return Seals((), None)
    course = Course(len(log.header.seats))
    found = []
    last = 0
    for raw in raws:
        move = table_move(raw.move) if type(raw.move[0]) is str else None
        fault = course.enter(raw.seq, raw.actor, move)
        if fault is None and isinstance(move, Seal):
            found.append(raw)
        if raw.actor == TABLE and isinstance(move, Seal | Resume | Branch):
            last = raw.seq
    return Seals(tuple(found), found[-1] if found and found[-1].seq == last else None)


def note_of(log: Log, sealed: RawEntry | None = None) -> GameNote:
    """The score sheet of a sealed game.

    Args:
        log: The game.
        sealed: The entry of the ``Seal``; by default the one in force.

    Raises:
        UsageError: The record is not sealed.
    """
    entry = seals_of(log).in_force if sealed is None else sealed
    if entry is None:
        raise UsageError(_NO_SEAL, hint="`timecore seal` seals it.")
    _, status, result = entry.move
    return GameNote(log.header.game, entry.seq, entry.hash, status, result)


def note_fault(note: GameNote, log: Log) -> str | None:
    """Why a score sheet is not one of this record, as the end of a sentence, or ``None``.

    It may be that of an earlier ``Seal``, after which the game went on.

    Args:
        note: The score sheet.
        log: The record.
    """
    if note.game != log.header.game:
        return "is that of another game"
    sealed = next((raw for raw in seals_of(log).entries if raw.seq == note.entries), None)
    if sealed is None:
        there = "there is none"
        if note.entries > len(log):
            ends = "ends with" if log.damage is None else "is damaged after"
            there = f"the record {ends} entry {len(log)}"
        return f"is on a Seal in entry {note.entries}, and {there}"
    if sealed.hash != note.head:
        return f"is on another game up to entry {note.entries}: one of the two was changed, or they are of two games"
    if note != note_of(log, sealed):
        return f"gives another status or result than the Seal in entry {note.entries}"
    return None


def ending_of(log: Log) -> Ending:
    """How a game has ended; of one that is adjourned, that it is.

    Raises:
        UsageError: It goes on.
        RulesetError: The rules are needed, and not at hand.
        ReplayError: An entry cannot be folded.
    """
    standing, result = _outcome(log)
    if result is UNKNOWN and standing.ended_by is None and not standing.adjourned:
        _ = log.rules  # raises what keeps them from being at hand
    found = ending(standing, None if result is UNKNOWN else result, len(log.header.seats))
    if found.status == "adjourned" and not standing.adjourned:
        msg = "the game goes on, and cannot be sealed"
        hint = "Play it to its end, or adjourn it, or note a forfeit, or declare it void first."
        raise UsageError(msg, hint=hint)
    return found


def _outcome(log: Log) -> tuple[Standing, Result | Unknown | None]:
    """What the table and the rules have made of a game."""
    course = Course(len(log.header.seats))
    for raw in log.record.entries:
        course.enter(raw.seq, raw.actor, table_move(raw.move) if type(raw.move[0]) is str else None)
    try:
        replay = Replay(log)
        state = replay.state_at(-1)
    except RulesetError:
        return course.standing, UNKNOWN
    if replay.error is not None:
        raise replay.error
    return course.standing, log.rules.result(state)


def seal(
    arbiter: Arbiter | Game,
    how: Ending | None = None,
    *,
    meta: Mapping[str, Any] | None = None,
    rules: Ruleset[Any] | None = None,
) -> GameNote:
    """Seal a record, unless it is sealed already.

    Args:
        arbiter: The record, open for the table's moves; or the game as it is being played.
        how: How the game has ended, which may add to what the table has entered; by default as rules and table say.
        meta: Notes for the entry: ``id`` (16 bytes), ``time`` (text), other keys texts.
        rules: The ruleset; by default the installed one that the header names.

    Returns:
        The score sheet, to be signed.

    Raises:
        UsageError: The game goes on, is sealed as something else, or has not ended so.
        IllegalMove: The status is none, or the result not one for these seats.
        RulesetError: The rules are needed, and not at hand.
        ReplayError: An entry cannot be folded.
        RecordError: The record is closed, or not what is in the file.
        OSError: It could not be written.
    """
    log = arbiter.log if rules is None else Log(arbiter.log.record, rules=rules)
    there = seals_of(log).in_force
    if there is not None:
        if how is not None and there.move[1:] != (how.status, tuple(how.result)):
            msg = (
                f"the record is sealed already, as {there.move[1]} with the result {' '.join(there.move[2])}"
            )
            raise UsageError(msg)
        return note_of(log, there)
    status, result = ending_of(log) if how is None else how
    move = Seal(status, tuple(result))
    standing, outcome = _outcome(log)
    entry, seats = Entry(len(log) + 1, TABLE, move), len(log.header.seats)
    for wrong in contradictions(move, standing, outcome) if standing.fault(entry, seats) is None else ():
        msg = f"the Seal would not be true: it {wrong.why}"
        raise UsageError(msg)
    arbiter.refuse_faulty(entry, standing, seats)
    arbiter.table(move, meta=meta)
    return note_of(arbiter.log)


def cosign(note: SignedNote, log: Log, key: SecretKey) -> SignedNote:
    """Sign a score sheet after having looked whether it is that of the game.

    Args:
        note: The score sheet with the signatures so far.
        log: The game: the whole record or a copy of it.
        key: Whose signature is to be added.

    Raises:
        NoteRefused: It is no score sheet, or not the last one of this game.
        UsageError: The record is not sealed.
    """
    sheet = GameNote.parse(note.text)
    wanted = note_of(log)
    if sheet != wanted:
        fault = note_fault(sheet, log) or "is on an earlier Seal, after which the game went on"
        msg = f"the note {fault}"
        raise NoteRefused(msg, hint="Nothing was signed.")
    return note.signed(key)
