"""One examination: a single walk through a log that asks all questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, repeat
from operator import itemgetter, length_hint
from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore.actors import CHANCE, TABLE, Actor
from timecore.audit._draws import Draws
from timecore.audit._openings import check_openings
from timecore.audit._report import Finding, Report, Verdict
from timecore.audit._vouching import Vouching
from timecore.chain import entry_hash, read_frame
from timecore.decoding import found_by_rows
from timecore.ending import UNKNOWN, contradictions
from timecore.entry import Entry
from timecore.errors import IllegalMove, ReplayError, RulesetError
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.record import RawEntry
from timecore.replay import Timeline, start_state
from timecore.standing import AT_FIRST, Standing
from timecore.table import Retract, Seal, table_move

if TYPE_CHECKING:
    from timecore.messages import Event, Message, Move
    from timecore.ruleset import Result, Ruleset

__all__ = ["Examination"]

#: Findings that no arbiter's `Rule` can let stand (section 6 of the format).
_NEVER_RULED: Final = ("chance", "signatures", "seal")

#: The section of the format that says how it should be, by the question that damage answers.
_RULES_OF_DAMAGE: Final = {"chain": "FORMAT-2", "openings": "FORMAT-3"}

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
        self.bytes_and_chain()
        check_openings(self)
        self.rules()
        self.draws.conclude(self)
        self.signatures()
        self.attest()
        return self.summarise()

    # -- bytes, chain ---------------------------------------------------------------------------------------

    def bytes_and_chain(self) -> None:
        """Whether the file is canonical and whole, and each hash that of all before it."""
        damage = self.log.damage
        count = _entries(len(self.log))
        sound = Verdict("sound", f"canonical and whole: the header and {count}")
        name = self.log.branch
        which = "" if name is None else f"; branch {name.hex()}, which begins with entry {self.log.fork}"
        unbroken = Verdict("unbroken", f"{count}, head {self.log.head.hex()}{which}")
        if damage is None:
            self.verdicts |= {"bytes": sound, "chain": unbroken}
            return
        place = f"entry {damage.entry}, byte {damage.byte}"
        broken = damage.verdict
        more: dict[str, Any] = {"byte": damage.byte, "rule": _RULES_OF_DAMAGE.get(broken)}
        if broken == "chain" and self.data:
            frame = read_frame(self.data, self.log.record.size)
            more["recorded"] = frame.hash.hex()
            more["expected"] = entry_hash(self.log.head, frame.body).hex()
        self.find(broken, f"{place}: {damage.reason}", damage.entry, **more)
        word = "tail damaged" if damage.torn else "broken"
        self.verdicts["bytes"] = Verdict(
            word, f"sound up to entry {damage.entry - 1}; {place}: {damage.reason}"
        )
        if broken == "chain":
            self.verdicts["chain"] = Verdict("broken", f"{place}: {damage.reason}")
        else:
            self.verdicts["chain"] = Verdict(
                "unbroken", f"the {count} before the damage, head {self.log.head.hex()}{which}"
            )

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
        self.compare_schema(rules)
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
            return f"all {moves} judged"
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

    def compare_schema(self, rules: Ruleset[Any]) -> None:
        """Whether names, audiences and parts in the header are those of the ruleset."""
        schema = self.log.record.header.schema
        if schema.agrees_with(rules):
            return
        for recorded, vocabulary in ((schema.moves, rules.moves), (schema.events, rules.events)):
            for cls in recorded:
                ours = vocabulary.by_name.get(cls.name)
                if ours is None:
                    what = f"the schema names {cls.name}, which the ruleset does not have"
                    self.find("rules", what, 0, field="schema", rule="FORMAT-2")
                    continue
                names, wanted = [field.name for field in cls.fields], [spec.name for spec in ours.specs]
                if names != wanted:
                    what = f"the schema gives {cls.name} other fields than the ruleset"
                    self.find(
                        "rules", what, 0, field="schema", rule="FORMAT-2", recorded=names, expected=wanted
                    )
                    continue
                for field, spec in zip(cls.fields, ours.specs, strict=True):
                    for what, stands, right in (
                        ("another audience", field.audience, spec.audience),
                        ("other parts", field.parts, spec.parts),
                    ):
                        if stands != right:
                            self.find(
                                "rules",
                                f"the schema gives {cls.name}.{field.name} {what} than the ruleset",
                                0,
                                field=field.name,
                                rule="FORMAT-2",
                                recorded=_listed(stands),
                                expected=_listed(right),
                            )

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
            complete = full or (complete and not _hides(entry))
            if reads_files and self.without_file(rules, state, entry):
                pass
            elif complete:
                self.judged += 1
                self.judge(rules, state, entry, fits=fits)
            elif entry.actor == viewer:
                self.own += 1
                self.judge_own(rules, state, entry, fits=fits)
            if complete and entry.actor == CHANCE:  # which draw it is needs no data file
                self.draws.check(self, rules, state, entry)
            if sometimes_public or (in_clear and log.record.entries[seq - 1].clear):
                self.privacy(entry, log.record.entries[seq - 1])
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

    def without_file(self, rules: Ruleset[Any], state: Any, entry: Entry) -> bool:
        """Whether an entry needs a file that is not at hand; it is then examined as far as it can be."""
        try:
            faults = rules.faults_without_file(state, entry.actor, entry.move, entry.events)
        except Exception as error:  # noqa: BLE001 - a record must not be able to stop an audit
            what = f"entry {entry.seq}: the rules cannot judge this move: {type(error).__name__}: {error}"
            self.find("rules", what, entry.seq, recorded=entry.move.to_json())
            return True
        if faults is None:
            return False
        for fault in faults:
            what = f"entry {entry.seq}: {fault}"
            self.find("rules", what, entry.seq, rule=fault.rule, recorded=entry.move.to_json())
        self.uncompared.append(entry.seq)
        return True

    def judge(self, rules: Ruleset[Any], state: Any, entry: Entry, *, fits: bool) -> None:
        """Decide one move and compare the events."""
        if not fits and entry.actor == TABLE:
            return
        try:
            expected = rules.decide(state, entry.actor, entry.move)
        except IllegalMove as error:
            self.find(
                "rules",
                f"entry {entry.seq}: {_named(rules, state, entry)}{error}",
                entry.seq,
                rule=error.rule,
                recorded=entry.move.to_json(),
                legal=self.legal(error.legal),
            )
            return
        except Exception as error:  # noqa: BLE001 - a record must not be able to stop an audit
            what = f"entry {entry.seq}: the rules cannot judge this move: {type(error).__name__}: {error}"
            self.find("rules", what, entry.seq, recorded=entry.move.to_json())
            return
        if expected != entry.events:
            for found in _differences(entry, expected):
                self.find(**found)

    def judge_own(self, rules: Ruleset[Any], state: Any, entry: Entry, *, fits: bool) -> None:
        """On a seat's copy, its own moves can be judged: what it may do never depends on what it cannot see."""
        if not fits:
            return
        try:
            legal = rules.legal_moves(state, entry.actor) if entry.actor in rules.to_act(state) else ()
        except Exception as error:  # noqa: BLE001 - a record must not be able to stop an audit
            what = f"entry {entry.seq}: the rules cannot judge this move: {type(error).__name__}: {error}"
            self.find("rules", what, entry.seq, recorded=entry.move.to_json())
            return
        if entry.move not in legal:
            named = _named(rules, state, entry).removesuffix(": ")
            self.find(
                "rules",
                f"entry {entry.seq}: {named or f'the move is not legal for seat {entry.actor}'}",
                entry.seq,
                recorded=entry.move.to_json(),
                legal=self.legal(legal),
            )

    def privacy(self, entry: Entry, raw: RawEntry) -> None:
        """Whether what should be hidden was committed to, and what is public stands in clear."""
        move = entry.move
        again = {move.specs[index].name for index in move.private}
        clear = frozenset(raw.clear)
        for number, message in enumerate((move, *entry.events)):
            for index in message.private:
                spec = message.specs[index]
                value = getattr(message, spec.name)
                if value is HIDDEN or (number and spec.name in again):
                    continue  # not shown, or the move's field again
                public = spec.public_if is not None and spec.public_if(value)
                if ((number, index) in clear) is not public:
                    stands = "is committed to, and is public" if public else "stands in clear, and is private"
                    what = f"entry {entry.seq}: {spec.name} of {type(message).__name__} {stands}"
                    self.find(
                        "rules", what, entry.seq, event=number or None, field=spec.name, rule="FORMAT-2"
                    )

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

    # -- summary --------------------------------------------------------------------------------------------

    def summarise(self) -> Report:
        """The first summary that applies."""
        log = self.log
        damage = log.damage
        attested = self.attested
        if self.head is not None:
            same = self.head == log.head
            attested = attested or same
            word, detail = "the same", "the head is the one known from outside"
            if not same:
                word, detail = (
                    "another",
                    f"the head known from outside is {self.head.hex()}: this is not that game",
                )
                self.find(
                    "head",
                    "the head is not the one known from outside",
                    len(log),
                    recorded=log.head.hex(),
                    expected=self.head.hex(),
                )
            self.verdicts["head"] = Verdict(word, detail)
        findings = self.ruled() if self.findings else []
        irregular = [
            f.entry for f in findings if f.verdict in ("rules", "chance", "signatures") and not f.ruled
        ]
        if damage is not None and damage.torn:
            summary = f"tail damaged after entry {damage.entry - 1}"
        elif damage is not None:
            summary = f"broken at entry {damage.entry}"
        elif irregular:
            summary = f"irregular at entry {min(irregular)}"
        elif attested:
            summary = "attested"
        elif not self.finished:
            summary = "intact, unfinished"
        else:
            summary = "intact, not attested"
        return Report(summary, self.verdicts, tuple(findings), len(log), log.head, log.branch)

    def ruled(self) -> list[Finding]:
        """The findings in the order of the entries, those marked that an arbiter let stand."""
        stands = {
            raw.move[1]
            for raw in self.log.record.entries
            if raw.move[0] == "Rule" and raw.seq not in self.irregular_rules
        }
        found = [
            attrs.evolve(finding, ruled=finding.entry in stands and finding.verdict not in _NEVER_RULED)
            for finding in self.findings
        ]
        stand = [finding.ruled for finding in found if finding.verdict == "rules"]
        if stand and all(stand) and self.word:
            told = f"{self.verdicts['rules'].detail}; an arbiter let {_findings(len(stand))} stand"
            self.verdicts["rules"] = Verdict(f"{self.word}, as ruled", told)
        return sorted(found, key=lambda finding: finding.entry)


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _findings(count: int) -> str:
    return "1 finding" if count == 1 else f"{count} findings"


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _result(rules: Ruleset[Any], state: Any) -> Result | None:
    """How the game has ended by its rules; ``None`` also for a state that no game comes to."""
    try:
        return rules.result(state)
    except Exception:  # noqa: BLE001 - a record must not be able to stop an audit
        return None


def _listed(audience: Sequence[str] | None) -> list[str] | None:
    return None if audience is None else list(audience)


def _hides(entry: Entry) -> bool:
    return _hides_one(entry.move) or any(map(_hides_one, entry.events))


def _hides_one(message: Message) -> bool:
    return any(getattr(message, message.specs[index].name) is HIDDEN for index in message.private)


def _named(rules: Ruleset[Any], state: Any, entry: Entry) -> str:
    """What is wrong with an illegal move where it is not the move itself, as the beginning of a sentence."""
    try:
        to_act = rules.to_act(state)
        over = rules.result(state) is not None
    except Exception:  # noqa: BLE001 - a state that no game comes to; how it came about was found before
        return ""
    if entry.actor in to_act:
        return "chance cannot bring this: " if entry.actor == CHANCE else ""
    if over:
        return f"a {'draw' if entry.actor == CHANCE else 'move'} after the end of the game: "
    if entry.actor == CHANCE:
        return "a draw where none is due: "
    return f"seat {entry.actor} was not to act: "


def _differences(entry: Entry, expected: Sequence[Event[Any]]) -> Iterator[dict[str, Any]]:
    """The fields of a finding for each event that is not what the rules decide.

    Where the recorded events are of other types, only the first is told: what is behind it has moved.
    """
    common = {"verdict": "rules", "entry": entry.seq}
    for number, (recorded, wanted) in enumerate(zip(entry.events, expected, strict=False), 1):
        if recorded == wanted:
            continue
        more: dict[str, Any] = {"event": number, "recorded": recorded.to_json(), "expected": wanted.to_json()}
        start = f"entry {entry.seq}, event {number}:"
        if type(recorded) is not type(wanted):
            what = f"{start} {type(recorded).__name__} where {type(wanted).__name__} follows"
            yield common | more | {"what": f"{what} is not what the rules decide"}
            return
        fields = [s.name for s in wanted.specs if getattr(recorded, s.name) != getattr(wanted, s.name)]
        what = f"{start} {fields[0]} of {type(wanted).__name__} is not what the rules decide"
        yield common | more | {"what": what, "field": fields[0]}
    number = min(len(entry.events), len(expected)) + 1
    if len(entry.events) > len(expected):
        extra = entry.events[number - 1]
        what = f"entry {entry.seq}, event {number}: {type(extra).__name__} does not follow from the move"
        yield common | {"what": what, "event": number, "recorded": extra.to_json()}
    elif len(entry.events) < len(expected):
        lacking = expected[number - 1]
        what = f"entry {entry.seq}: {type(lacking).__name__} is missing as event {number}"
        yield common | {"what": what, "event": number, "expected": lacking.to_json()}
