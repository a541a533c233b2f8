"""One examination: a single walk through a log that asks all questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, repeat
from operator import itemgetter, length_hint
from typing import TYPE_CHECKING, Any, Final

from timecore.actors import CHANCE, TABLE, Actor
from timecore.audit._draws import Draws
from timecore.audit._form import check_bytes_and_chain, check_schema
from timecore.audit._judging import check_privacy, hides, judge, judge_own, judge_without_file
from timecore.audit._openings import check_openings
from timecore.audit._report import Finding, Report, Verdict
from timecore.audit._summary import summarise
from timecore.audit._vouching import Vouching
from timecore.decoding import found_by_rows
from timecore.ending import UNKNOWN, contradictions
from timecore.entry import Entry
from timecore.errors import ReplayError, RulesetError
from timecore.log import Log
from timecore.replay import Timeline, start_state
from timecore.standing import AT_FIRST, Standing
from timecore.table import Retract, Seal, table_move

if TYPE_CHECKING:
    from timecore.messages import Event, Move
    from timecore.ruleset import Result, Ruleset

__all__ = ["Examination"]

#: For how many findings it is kept what was legal. A forger can make a hundred thousand of them.
_MOST_LEGAL: Final = 1000


class Examination:
    """One examination: collects verdicts and findings while it walks through a log once."""

    def __init__(
        self,
        log: Log,
        head: bytes | None,
        vouching: Vouching = Vouching(),  # noqa: B008 - it never changes
        data: bytes = b"",
    ) -> None:
        self.log = log
        self.data = data
        self.head = head
        self.vouching = vouching
        self.attested = False
        self.findings: list[Finding] = []
        self.verdicts: dict[str, Verdict] = {}
        self.moves = 0
        self.judged = 0
        self.own = 0
        self.uncompared: list[int] = []
        self.draws = Draws(log)
        self.finished = False
        self.stopped: int | None = None
        #: What would be said of the rules if an arbiter let all findings stand.
        self.word = ""
        self.irregular_rules: set[int] = set()
        self.forms: dict[Move, Any] = {}

    def find(self, verdict: str, what: str, entry: int, **more: Any) -> None:
        """Note a finding."""
        self.findings.append(Finding(verdict, what, entry, **more))

    def legal(self, moves: Sequence[Move]) -> tuple[Any, ...]:
        """What was legal in its JSON form, which many findings share."""
        if len(self.findings) >= _MOST_LEGAL:
            return ()
        for move in moves:
            if move not in self.forms:
                self.forms[move] = move.to_json()
        return tuple([self.forms[move] for move in moves])

    def report(self) -> Report:
        """Ask all questions."""
        check_bytes_and_chain(self)
        check_openings(self)
        self.rules()
        self.draws.conclude(self)
        self.signatures()
        self.attest()
        return summarise(self)

    # -- rules ----------------------------------------------------------------------------------------------

    def rules(self) -> None:
        """Whether each move was legal, and each event what the rules decide."""
        log = self.log
        before = len(self.findings)
        state: Any = None
        try:
            rules = log.rules
        except RulesetError as error:
            self.draws.unjudged = f"the rules are not at hand: {error.message}"
            self.walk(None, None)
            word = "irregular" if len(self.findings) > before else "not checked"
            self.verdicts["rules"] = Verdict(word, error.message)
            return
        try:
            state = start_state(log)
        except ReplayError as error:
            self.find("rules", error.message, 0, field="options")
            self.draws.unjudged = error.message
            self.walk(None, None)
            self.verdicts["rules"] = Verdict("irregular", error.message)
            return
        check_schema(self, rules)
        self.walk(rules, state)
        judged_by = f"judged by {rules.name} version {rules.version}"
        if self.uncompared:
            why = "its file is not at hand" if log.shows == "full" else "this copy hides part of it"
            judged_by = (
                f"the {rules.file_option} of entry {self.uncompared[0]} was not compared: {why}; {judged_by}"
            )
        recorded_by = log.record.header.rules[1]
        if recorded_by != rules.version:
            judged_by += f", recorded by version {recorded_by}"
        self.word = self.word_if_legal(rules)
        word = "irregular" if len(self.findings) > before else self.word
        self.verdicts["rules"] = Verdict(word, f"{self.how_many()}; {judged_by}")

    def word_if_legal(self, rules: Ruleset[Any]) -> str:
        """The verdict where there are no findings."""
        if self.stopped is not None:
            return "not checked to the end"
        if self.judged == self.moves:
            return "legal"
        if self.judged == self.own == 0:
            return "not checked"
        if self.judged + len(self.uncompared) == self.moves:
            return f"legal, {rules.file_option} not compared"
        return "legal as far as shown"

    def how_many(self) -> str:
        """How many moves were judged, and how far."""
        moves, shows = _moves(self.moves), self.log.shows
        if not self.moves:
            ends = "" if self.stopped is None else f" before entry {self.stopped}, where the replay ends"
            return f"there are no moves to judge{ends}"
        if self.stopped is not None:
            moves += f" up to entry {self.stopped}, where the replay ends,"
        if self.judged == self.moves:
            return f"{moves} judged" if self.moves == 1 else f"all {moves} judged"
        if self.judged == self.own == 0:
            return f"none of {moves} can be judged, all need what this copy hides ({shows})"
        judged = f"{self.judged} of {moves} judged"
        if self.judged + len(self.uncompared) == self.moves:
            return judged
        if self.own:
            judged += f", of {self.own} more, the seat's own, only whether they were legal"
        if self.judged + self.own == self.moves:
            return judged
        return f"{judged}, the others need what this copy hides ({shows})"

    def walk(self, rules: Ruleset[Any] | None, state: Any) -> None:
        """Decide every move again, and fold what was recorded.

        Args:
            rules: The ruleset; without it there are only the table's moves to look at.
            state: The state before the first entry; changed.
        """
        log = self.log
        sometimes_public = rules is not None and any(
            cls.sometimes_public for cls in (*rules.moves.classes, *rules.events.classes)
        )
        seats = len(log.record.header.seats)
        standings = [AT_FIRST]  # after each entry
        goes_on = True  # as far as the table is concerned
        complete = True
        reads_files = rules is not None and bool(rules.file_option)
        full = log.shows == "full"
        viewer = int(log.shows[5:]) if log.shows.startswith("seat ") else None
        timeline: Timeline | None = None
        rows = log.record.rows
        in_clear = log.record.in_clear
        ordinary = full and not reads_files and not sometimes_public and not in_clear
        at = 0
        while at < len(rows):
            standing = standings[-1]
            if ordinary and rules is not None and goes_on:
                gone = self.go_on(rules, state, at)
                standings += [standing] * gone
                at += gone
                if self.stopped is not None:
                    rules = None
                if at == len(rows):
                    break
            row = rows[at]
            at += 1
            seq, actor, move = row[:3]
            of_table = type(move[0]) is str
            if of_table or actor < 0:
                self.draws.take_note(self, row)  # what seats do in the game is nothing to luck
            if rules is not None and seq > len(log.entries):
                assert log.fault is not None  # noqa: S101 - entries that end early say why
                self.find("rules", log.fault.message, log.fault.entry, event=log.fault.event)
                self.draws.unjudged = f"the replay ends at entry {log.fault.entry}"
                self.stopped = log.fault.entry
                rules = None
            if of_table:
                entry = Entry(seq, actor, table_move(move))
                if self.table(entry, standing, seats):
                    then = AT_FIRST
                    if isinstance(entry.move, Retract):
                        then = standings[entry.move.to]
                        if rules is not None:
                            timeline = timeline or Timeline(rules, start_state(log), log.entries, seats)
                            state = timeline.state(entry.move.to)
                    elif isinstance(entry.move, Seal):
                        self.seal(rules, state, entry.seq, entry.move, standing)
                    standing = standing.after(entry.move, then)
                    goes_on = standing.open
                standings.append(standing)
                continue
            standings.append(standing)
            fits = (goes_on and actor != TABLE) or self.standing_allows(seq, actor, standing)
            if rules is None:
                continue
            entry = log.entries[seq - 1]
            self.moves += 1
            complete = full or (complete and not hides(entry))
            if reads_files and judge_without_file(self, rules, state, entry):
                pass
            elif complete:
                self.judged += 1
                judge(self, rules, state, entry, fits=fits)
            elif entry.actor == viewer:
                self.own += 1
                judge_own(self, rules, state, entry, fits=fits)
            if complete and entry.actor == CHANCE:  # which draw it is needs no data file
                self.draws.check(self, rules, state, entry)
            if sometimes_public or (in_clear and log.record.entries[seq - 1].clear):
                check_privacy(self, entry, log.record.entries[seq - 1])
            if not self.fold(state, seq, entry.events):
                rules = None
        last = standings[-1]
        self.finished = (
            last.sealed is not None
            or last.ended_by is not None
            or (rules is not None and _result(rules, state) is not None)
        )

    def go_on(self, rules: Ruleset[Any], state: Any, at: int) -> int:
        """Go through entries as long as nothing is to be said of them: all that :meth:`walk` asks is in order.

        Only for a record that shows everything, where the table lets the game go on.

        Args:
            rules: The ruleset.
            state: The state before the first of these entries; changed.
            at: How many of them are behind.

        Returns:
            How many entries were gone through. The next is left as it is: it may be one of the table, or wrong.
        """
        decide, drawn, draws = rules.decide, rules.drawn, self.draws
        record = self.log.record
        usual, apart, truths = found_by_rows(record, rules)
        known = usual[1]  # by which it is known whose messages they are that were made of an entry before
        found = zip(record.rows, record.filled or repeat(None), strict=False)
        coming = draws.coming()
        proven: list[int] = []
        gone = 0
        left: Iterator[Event[Any]] | None = None  # of an entry that was decided, while it is folded
        try:
            for row, filled in islice(found, at, None):
                seq, actor, asked, caused = row[:4]
                if type(asked[0]) is str:  # by the table
                    break
                made = None if filled is None else filled.made
                if made is None or made[0] is not known:
                    moves, happened = apart if seq in truths else usual
                    made = known, moves[asked], tuple([happened[one] for one in caused])
                    if filled is not None:
                        filled.made = made
                _, move, events = made
                if actor < 0:
                    expected = drawn(state, next(coming)) if actor == CHANCE else None
                    if expected is not move and expected != move:
                        break
                if decide(state, actor, move) != events:
                    break
                if actor < 0:
                    proven.append(seq)
                gone += 1
                left = iter(events)
                for event in left:
                    event.apply(state)
                left = None
        except Exception as error:  # noqa: BLE001 - else it is told what it is where the entry is judged by itself
            if left is not None:
                self.stop(seq, events, len(events) - length_hint(left), error)
        if proven:
            draws.count(proven)
        self.moves += gone
        self.judged += gone
        return gone

    def fold(self, state: Any, seq: int, events: Sequence[Event[Any]]) -> bool:
        """Carry an entry into the state; whether that can be done."""
        left = iter(events)
        try:
            for event in left:
                event.apply(state)
        except Exception as error:  # noqa: BLE001 - whatever a foreign `apply` raises, the record is at fault
            self.stop(seq, events, len(events) - length_hint(left), error)
            return False
        return True

    def stop(self, seq: int, events: Sequence[Event[Any]], number: int, error: Exception) -> None:
        """Note that one of an entry's events, counted from 1, contradicts the state: there a replay ends."""
        what = f"entry {seq}: event {number} contradicts the state before it: {error}"
        self.find("rules", what, seq, event=number, recorded=events[number - 1].to_json())
        self.draws.unjudged = f"the replay ends at entry {seq}"
        self.stopped = seq

    def table(self, entry: Entry, standing: Standing, seats: int) -> bool:
        """Whether a move of the table is regular. An irregular one changes nothing."""
        fault = standing.fault(entry, seats)
        if fault is None:
            return True
        what = f"entry {entry.seq}: {type(entry.move).__name__} {fault}"
        self.find("rules", what, entry.seq, rule="FORMAT-6", recorded=entry.move.to_json())
        self.irregular_rules.add(entry.seq)
        return False

    def seal(self, rules: Ruleset[Any] | None, state: Any, seq: int, move: Seal, standing: Standing) -> None:
        """Whether a ``Seal`` contradicts what the rules or the table have made of the game."""
        result = UNKNOWN if rules is None else _result(rules, state)
        for field, why, expected in contradictions(move, standing, result):
            self.find(
                "rules",
                f"entry {seq}: the Seal {why}",
                seq,
                field=field,
                rule="FORMAT-6",
                recorded=move.status if field == "status" else list(move.result),
                expected=expected if expected is None or isinstance(expected, str) else list(expected),
            )

    def standing_allows(self, seq: int, actor: Actor, standing: Standing) -> bool:
        """Whether the table lets the game go on here."""
        if actor == TABLE:
            what = "the table makes a move of the game"
        elif standing.open:
            return True
        else:
            what = f"a {'draw' if actor == CHANCE else 'move'} {standing.why_closed}"
        recorded = self.log.entry_json(self.log.record.entries[seq - 1])["move"]
        self.find("rules", f"entry {seq}: {what}", seq, rule="FORMAT-6", recorded=recorded)
        return False

    # -- signatures, seal -----------------------------------------------------------------------------------

    def signatures(self) -> None:
        """Which seats have signed which moves, and whether their signatures hold."""
        if any("sig" in meta for meta in filter(None, map(itemgetter(4), self.log.record.rows))):
            from timecore.audit._signatures import check_signatures  # only then there is much to import  # noqa: PLC0415

            check_signatures(self)
            return
        keys = [key for _, key in self.log.record.header.seats]
        having = len(keys) - keys.count(None)
        who = f"{having} of {len(keys)} seats have a key" if having else "no seat has a key"
        self.verdicts["signatures"] = Verdict("not signed", f"no move is signed; {who}")

    def attest(self) -> None:
        """Whether a signed note vouches for the last ``Seal``, and whose keys did."""
        at_hand = self.vouching.note is not None or self.vouching.proof is not None
        if not at_hand and not any(row[2][0] == "Seal" for row in self.log.record.of_table):
            self.verdicts["seal"] = self.without_seal()
            return
        from timecore.audit._seal import check_seal  # only then there is much to import  # noqa: PLC0415

        self.attested = check_seal(self, self.vouching)

    def without_seal(self) -> Verdict:
        """What is said of the seal where there is no ``Seal``."""
        where = "the record has no Seal" if self.log.damage is None else "there is no Seal before the damage"
        return Verdict("not sealed", where)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _result(rules: Ruleset[Any], state: Any) -> Result | None:
    """How the game has ended by its rules; ``None`` also for a state that no game comes to."""
    try:
        return rules.result(state)
    except Exception:  # noqa: BLE001 - a record must not be able to stop an audit
        return None
