"""Is this record genuine? Each question has a verdict of its own, and none claims more than was proven.

The audit reads everything afresh: bytes, chain and openings by the record alone; rules and chance by deciding
every move again. It never stops at the first finding: after an illegal entry it goes on from the recorded
consequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore.actors import CHANCE, TABLE
from timecore.chain import commitment_digest
from timecore.chance import Draw, Luck, chance_key, chance_root, pick, unit
from timecore.codec import decode, encode
from timecore.entry import Entry
from timecore.errors import IllegalMove, NotARecord, ReplayError, RulesetError, UsageError
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.record import RawEntry, luck_along
from timecore.replay import Timeline, start_state
from timecore.standing import AT_FIRST, Standing
from timecore.table import Retract, Seal, table_move

if TYPE_CHECKING:
    from timecore.messages import Event, Message, Move
    from timecore.ruleset import Result, Ruleset

__all__ = ["Finding", "Report", "Verdict", "audit"]

#: Findings that no arbiter's `Rule` can let stand (section 7 of the format).
_NEVER_RULED: Final = ("chance", "signatures", "seal")

#: For how many findings it is kept what was legal. A forger can make a hundred thousand of them.
_MOST_LEGAL: Final = 1000

#: How many draws are made to try seeds against their roots, all seeds together. A seed takes a hundred bytes of a
#: record, and up to 65536 draws.
_MOST_DRAWS: Final = 1 << 20

#: How many of several lucks a verdict tells of.
_MOST_LUCKS: Final = 8


@attrs.frozen
class Verdict:
    """The answer to one question.

    Attributes:
        verdict: The answer in a word or two, such as ``"sound"`` or ``"not revealed"``.
        detail: What it rests on, in a sentence.
    """

    verdict: str
    detail: str

    def to_json(self) -> dict[str, Any]:
        """``{"verdict", "detail"}``."""
        return {"verdict": self.verdict, "detail": self.detail}


@attrs.frozen
class Finding:
    """Something that is not as it should be.

    Attributes:
        verdict: Which question it answers: ``bytes``, ``chain``, ``openings``, ``rules``, ``chance``, ``head``.
        what: What is wrong, in a sentence.
        entry: The entry, 0 for the header.
        byte: The offset in the file, from 0, or ``None``.
        event: The event in the entry, from 1, or ``None``.
        field: The field, or ``None``.
        rule: The number of the rule it breaks, or ``None``.
        recorded: What the record says, in its JSON form, or ``None``.
        expected: What it should say, in its JSON form, or ``None``.
        legal: What the actor could have done, in the ruleset's order, in its JSON form; only of the first thousand
            findings.
        ruled: Whether an arbiter let it stand (the table's move ``Rule``).
    """

    verdict: str
    what: str
    entry: int
    byte: int | None = None
    event: int | None = None
    field: str | None = None
    rule: str | None = None
    recorded: Any = None
    expected: Any = None
    legal: tuple[Any, ...] = ()
    ruled: bool = False

    def to_json(self) -> dict[str, Any]:
        """All that is known of it; what does not apply is left out."""
        found: dict[str, Any] = {"verdict": self.verdict, "what": self.what, "entry": self.entry}
        for name in ("byte", "event", "field", "rule", "recorded", "expected"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        if self.legal:
            found["legal"] = list(self.legal)
        if self.ruled:
            found["ruled"] = True
        return found


@attrs.frozen
class Report:
    """What an audit found.

    Attributes:
        summary: The first that applies: ``broken at entry k``, ``tail damaged after entry k``, ``irregular at
            entry k``, ``attested``, ``intact, unfinished``, ``intact, not attested``.
        verdicts: By question: ``bytes``, ``chain``, ``openings``, ``rules``, ``chance``, and ``head`` if one is known.
        findings: What is not as it should be, in the order of the entries.
        entries: How many entries are sound.
        head: The last hash of the sound part, or ``None`` if there is no header.
    """

    summary: str
    verdicts: Mapping[str, Verdict]
    findings: tuple[Finding, ...]
    entries: int
    head: bytes | None

    @property
    def exit_code(self) -> int:
        """0: nothing found; 1: a finding; 3: no header could be read; 4: nothing but a torn tail."""
        if self.head is None:
            return 3
        if not any(not finding.ruled for finding in self.findings):
            return 0
        return 4 if self.summary.startswith("tail damaged") and len(self.findings) == 1 else 1

    def to_json(self) -> dict[str, Any]:
        """``{"summary", "verdicts", "findings", "entries", "head"}``."""
        return {
            "summary": self.summary,
            "verdicts": {name: verdict.to_json() for name, verdict in self.verdicts.items()},
            "findings": [finding.to_json() for finding in self.findings],
            "entries": self.entries,
            "head": None if self.head is None else self.head.hex(),
        }


def audit(data: bytes, *, head: bytes | None = None, rules: Ruleset[Any] | None = None) -> Report:
    """Examine a record.

    Args:
        data: The bytes of the file.
        head: A head hash known from outside, 32 bytes: if it is the record's, that attests the whole game.
        rules: The ruleset that judges; by default the one that the header names, if it is installed.

    Returns:
        Verdicts, findings and a summary; also for a file without a sound header.

    Raises:
        FormatUnsupported: It is a record of a format this version cannot read, which is no verdict.
    """
    _must_be_bytes("data", data)
    if head is not None:
        _must_be_bytes("head", head)
    try:
        log = Log.from_bytes(data, rules=rules)
    except NotARecord as error:
        finding = Finding("bytes", error.message, entry=0, byte=error.byte)
        return Report("broken at entry 0", {"bytes": Verdict("broken", error.message)}, (finding,), 0, None)
    return _Audit(log, head).report()


class _Audit:
    """One examination: collects verdicts and findings while it walks through a log once."""

    def __init__(self, log: Log, head: bytes | None) -> None:
        self.log = log
        self.head = head
        self.findings: list[Finding] = []
        self.verdicts: dict[str, Verdict] = {}
        self.moves = 0
        self.judged = 0
        self.own = 0
        self.draws = _Draws(log)
        self.finished = False
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
        self.openings()
        self.rules()
        self.draws.conclude(self)
        return self.summarise()

    # -- bytes, chain, openings -----------------------------------------------------------------------------

    def bytes_and_chain(self) -> None:
        """Whether the file is canonical and whole, and each hash that of all before it."""
        damage = self.log.damage
        count = _entries(len(self.log))
        sound = Verdict("sound", f"canonical and whole: the header and {count}")
        unbroken = Verdict("unbroken", f"{count}, head {self.log.head.hex()}")
        if damage is None:
            self.verdicts |= {"bytes": sound, "chain": unbroken}
            return
        place = f"entry {damage.entry}, byte {damage.byte}"
        which = damage.verdict
        self.find(which, f"{place}: {damage.reason}", damage.entry, byte=damage.byte)
        word = "tail damaged" if damage.torn else "broken"
        self.verdicts["bytes"] = Verdict(
            word, f"sound up to entry {damage.entry - 1}; {place}: {damage.reason}"
        )
        if which == "chain":
            self.verdicts["chain"] = Verdict("broken", f"{place}: {damage.reason}")
        else:
            self.verdicts["chain"] = Verdict(
                "unbroken", f"the {count} before the damage, head {self.log.head.hex()}"
            )

    def openings(self) -> None:
        """Which commitments are open. That each opening fits is a matter of reading."""
        damage = self.log.damage
        record = self.log.record
        total, opened = record.commitments, record.opened
        if damage is not None and damage.verdict == "openings":
            self.verdicts["openings"] = Verdict(
                "broken", f"entry {damage.entry}, byte {damage.byte}: {damage.reason}"
            )
        elif total == opened:
            self.verdicts["openings"] = Verdict(self.log.shows, f"all {total} commitments are open, and fit")
        else:
            detail = f"{opened} of {total} commitments are open, and fit; {total - opened} are not shown"
            self.verdicts["openings"] = Verdict(self.log.shows, detail)

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
        if log.header.rules_version != rules.version:
            judged_by += f", recorded by version {log.header.rules_version}"
        if len(self.findings) > before:
            word = "irregular"
        elif self.judged == self.moves:
            word = "legal"
        elif self.judged == self.own == 0:
            word = "not checked"
        else:
            word = "legal as far as shown"
        self.verdicts["rules"] = Verdict(word, f"{self.how_many()}; {judged_by}")

    def how_many(self) -> str:
        """How many moves were judged, and how far."""
        moves, shows = _moves(self.moves), self.log.shows
        if self.judged == self.moves:
            return f"all {moves} judged"
        if self.judged == self.own == 0:
            return f"none of {moves} can be judged, all need what this copy hides ({shows})"
        judged = f"{self.judged} of {moves} judged"
        if self.own:
            judged += f", of {self.own} more, the seat's own, only whether they were legal"
        if self.judged + self.own == self.moves:
            return judged
        return f"{judged}, the others need what this copy hides ({shows})"

    def compare_schema(self, rules: Ruleset[Any]) -> None:
        """Whether names, audiences and parts in the header are those of the ruleset."""
        schema = self.log.header.schema
        for recorded, vocabulary in ((schema.moves, rules.moves), (schema.events, rules.events)):
            for cls in recorded:
                ours = vocabulary.by_name.get(cls.name)
                if ours is None:
                    self.find("rules", f"the schema names {cls.name}, which the ruleset does not have", 0)
                    continue
                names, wanted = [field.name for field in cls.fields], [spec.name for spec in ours.specs]
                if names != wanted:
                    what = f"the schema gives {cls.name} other fields than the ruleset"
                    self.find("rules", what, 0, recorded=names, expected=wanted)
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
        entries = () if rules is None else log.entries
        seats = len(log.header.seats)
        standings = [AT_FIRST]  # after each entry
        complete = True
        full = log.shows == "full"
        viewer = int(log.shows[5:]) if log.shows.startswith("seat ") else None
        timeline: Timeline | None = None
        for raw in log.record.entries:
            self.draws.take_note(self, raw)
            standing = standings[-1]
            known = raw.seq <= len(entries)
            if rules is not None and not known:
                assert log.fault is not None  # noqa: S101 - entries that end early say why
                self.find("rules", log.fault.message, log.fault.entry, event=log.fault.event)
                self.draws.unjudged = f"the replay ends at entry {log.fault.entry}"
                rules = None
            if type(raw.move[0]) is str:
                entry = Entry(raw.seq, raw.actor, table_move(raw.move))
                if self.table(entry, standing, seats):
                    then = AT_FIRST
                    if isinstance(entry.move, Retract):
                        then = standings[entry.move.to]
                        if rules is not None:
                            timeline = timeline or Timeline(rules, start_state(log), entries, seats)
                            state = timeline.state(entry.move.to)
                    elif isinstance(entry.move, Seal) and rules is not None:
                        self.seal(rules, state, entry)
                    standing = standing.after(entry.move, then)
                standings.append(standing)
                continue
            standings.append(standing)
            fits = self.standing_allows(raw, standing)
            if rules is None:
                continue
            entry = entries[raw.seq - 1]
            self.moves += 1
            complete = full or (complete and not _hides(entry))
            if complete:
                self.judged += 1
                self.judge(rules, state, entry, fits=fits)
                if entry.actor == CHANCE:
                    self.draws.check(self, rules, state, entry)
            elif entry.actor == viewer:
                self.own += 1
                self.judge_own(rules, state, entry, fits=fits)
            self.privacy(entry, raw)
            try:
                for number, event in enumerate(entry.events, 1):  # noqa: B007 - the finding tells which it was
                    event.apply(state)
            except Exception as error:  # noqa: BLE001 - whatever a foreign `apply` raises, the record is at fault
                what = f"entry {entry.seq}: event {number} contradicts the state before it: {error}"
                self.find("rules", what, entry.seq, event=number, recorded=entry.events[number - 1].to_json())
                self.draws.unjudged = f"the replay ends at entry {entry.seq}"
                rules = None
        last = standings[-1]
        self.finished = (
            last.sealed is not None
            or last.ended_by is not None
            or (rules is not None and _result(rules, state) is not None)
        )

    def table(self, entry: Entry, standing: Standing, seats: int) -> bool:
        """Whether a move of the table is regular. An irregular one changes nothing."""
        fault = standing.fault(entry, seats)
        if fault is None:
            return True
        what = f"entry {entry.seq}: {type(entry.move).__name__} {fault}"
        self.find("rules", what, entry.seq, recorded=entry.move.to_json())
        self.irregular_rules.add(entry.seq)
        return False

    def seal(self, rules: Ruleset[Any], state: Any, entry: Entry) -> None:
        """Whether a ``Seal`` that says how the game ended by its rules says the truth."""
        move = entry.move
        if not isinstance(move, Seal) or move.status != "finished":
            return
        result = _result(rules, state)
        if result is None:
            what = f"entry {entry.seq}: the Seal says that the game is finished, and by the rules it is not"
            self.find("rules", what, entry.seq, field="status", recorded=move.to_json())
            return
        tokens = ["1" if seat in result.winners else "0" for seat in range(len(move.result))]
        if tokens != list(move.result):
            what = f"entry {entry.seq}: the Seal gives another result than the rules"
            self.find("rules", what, entry.seq, field="result", recorded=list(move.result), expected=tokens)

    def standing_allows(self, raw: RawEntry, standing: Standing) -> bool:
        """Whether the table lets the game go on here."""
        if raw.actor == TABLE:
            self.find("rules", f"entry {raw.seq}: the table makes a move of the game", raw.seq)
            return False
        if standing.open:
            return True
        what = f"entry {raw.seq}: a move {standing.why_closed}"
        self.find("rules", what, raw.seq, recorded=self.log.entry_json(raw)["move"])
        return False

    def judge(self, rules: Ruleset[Any], state: Any, entry: Entry, *, fits: bool) -> None:
        """Decide one move and compare the events."""
        if not fits and entry.actor == TABLE:
            return
        try:
            expected = rules.decide(state, entry.actor, entry.move)
        except IllegalMove as error:
            self.find(
                "rules",
                f"entry {entry.seq}: {error}",
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
            self.find(**_difference(entry, expected))

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
            self.find(
                "rules",
                f"entry {entry.seq}: the move is not legal for seat {entry.actor}",
                entry.seq,
                recorded=entry.move.to_json(),
                legal=self.legal(legal),
            )

    def privacy(self, entry: Entry, raw: RawEntry) -> None:
        """Whether what should be hidden was committed to, and what is public stands in clear."""
        move = entry.move
        if not raw.clear and not any(one.sometimes_public for one in (move, *entry.events)):
            return
        again = {move.specs[index].name for index in move.private}
        for number, message in enumerate((move, *entry.events)):
            for index in message.private:
                spec = message.specs[index]
                value = getattr(message, spec.name)
                if value is HIDDEN or (number and spec.name in again):
                    continue  # not shown, or the move's field again
                public = spec.public_if is not None and spec.public_if(value)
                if ((number, index) in raw.clear) is not public:
                    stands = "is committed to, and is public" if public else "stands in clear, and is private"
                    what = f"entry {entry.seq}: {spec.name} of {type(message).__name__} {stands}"
                    self.find("rules", what, entry.seq, event=number or None, field=spec.name)

    # -- summary --------------------------------------------------------------------------------------------

    def summarise(self) -> Report:
        """The first summary that applies."""
        log = self.log
        damage = log.damage
        attested = False
        if self.head is not None:
            attested = self.head == log.head
            word, detail = "the same", "the head is the one known from outside"
            if not attested:
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
        findings = self.ruled()
        irregular = [f.entry for f in findings if f.verdict in ("rules", "chance") and not f.ruled]
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
        return Report(summary, self.verdicts, tuple(findings), len(log), log.head)

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
        return sorted(found, key=lambda finding: finding.entry)


@attrs.define
class _Source:
    """Luck that was drawn from.

    Attributes:
        luck: Where it came from.
        draws: How often it was drawn from.
        proven: How many of these draws its seed gives.
        nonces: How many seats took part in it.
    """

    luck: Luck
    draws: int = 0
    proven: int = 0
    nonces: int = 0


class _Draws:
    """Chance: which draw each chance entry is, and whether the seed gives it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.luck = luck_along(log.record.header)
        self.seeds = _seeds(log)
        self.draw: Draw | None = None
        self.false = 0
        self.unjudged: str | None = None
        self.opened = False
        self.sources: dict[int, _Source] = {}

    def take_note(self, audit: _Audit, raw: RawEntry) -> None:
        """Keep up with an entry: before it is judged, and also where nothing is."""
        name = raw.move[0]
        if name == "RevealSeed" and raw.actor != CHANCE:
            if raw.seq not in self.seeds.fitting:
                what = f"entry {raw.seq}: RevealSeed does not open the seed in force"
                audit.find("chance", what, raw.seq, recorded=raw.move[2].hex())
            else:
                self.opened = True
        faults = len(self.luck.faults)
        self.draw = self.luck.enter(raw.seq, raw.actor, raw.move, raw.hash)
        if self.luck.set_by == raw.seq:
            self.opened = False
        for fault in self.luck.faults[faults:]:
            if fault.irregular:
                what = f"entry {fault.entry}: the nonce of actor {fault.actor} is {fault.reason}: it counts as zeros"
                audit.find("rules", what, fault.entry)
        draw = self.draw
        if draw is None:
            return
        source = self.sources.setdefault(draw.set_by, _Source(draw.luck))
        source.draws += 1
        source.nonces = len(self.luck.nonces)
        if self.opened and draw.luck.kind != "manual":
            what = f"entry {raw.seq}: a draw from a seed that had been revealed"
            audit.find("chance", what, raw.seq)

    def check(self, audit: _Audit, rules: Ruleset[Any], state: Any, entry: Entry) -> None:
        """Whether the seed gives this draw. Only asked where the state is fully known."""
        draw = self.draw
        if draw is None:
            return
        seed = self.seeds.by_record.get(draw.set_by)
        if seed is None:
            return
        try:
            legal = rules.legal_moves(state, CHANCE) if CHANCE in rules.to_act(state) else ()
            if not legal:
                return  # not chance's turn: a matter of the rules, and found there
            weights = rules.weights(state)
            expected = legal[pick(weights, unit(chance_key(seed, draw.k), draw.mix, sum(weights)))]
        except Exception:  # noqa: BLE001 - a state that no game comes to; how it came about was found before
            return
        if expected == entry.move:
            self.sources[draw.set_by].proven += 1
            return
        self.false += 1
        what = f"entry {entry.seq}: draw {draw.k} does not follow from the seed"
        audit.find(
            "chance",
            what,
            entry.seq,
            recorded=entry.move.to_json(),
            expected=expected.to_json(),
        )

    def conclude(self, audit: _Audit) -> None:
        """The verdict."""
        for record, luck in self.seeds.false_roots.items():
            self.false += 1
            audit.find(
                "chance",
                f"{_record(record)}: the seed does not give the root that was committed to",
                record,
                field="chance",
                recorded=luck.root.hex(),
            )
        word, detail = self.words()
        late = sorted({fault.actor for fault in self.luck.faults if not fault.irregular})
        if late:
            seats = ", ".join(map(str, late))
            detail += f"; the nonces of seats {seats} were not revealed in time and count as zeros"
        audit.verdicts["chance"] = Verdict(word, detail)

    def words(self) -> tuple[str, str]:
        """Verdict and detail. Of several lucks the weakest word counts."""
        sources = self.sources or {0: _Source(self.log.header.luck)}
        if self.false:
            total = _draws(sum(source.draws for source in sources.values()))
            return "false", f"{self.false} of {total} or their seeds are not what was committed to"
        told = {record: self.words_of(record, source) for record, source in sources.items()}
        word = min((word for word, _ in told.values()), key=_WORDS.index)
        if len(told) == 1:
            [(_, detail)] = told.values()
        else:
            details = [f"luck of {_record(record)}: {one}" for record, (_, one) in told.items()]
            more = [f"and {len(details) - _MOST_LUCKS} more"] if len(details) > _MOST_LUCKS else []
            detail = "; ".join(details[:_MOST_LUCKS] + more)
        if self.seeds.untried:
            untried = (
                f"{len(self.seeds.untried)} of the seeds were not tried: too many draws were committed to"
            )
            return min(word, "not checked", key=_WORDS.index), f"{detail}; {untried}"
        return word, detail

    def words_of(self, record: int, source: _Source) -> tuple[str, str]:
        """Verdict and detail for the luck that one record set."""
        total, kind = _draws(source.draws), source.luck.kind
        if kind == "manual":
            return "manual", f"{total}, made at a real table and entered by hand"
        if self.unjudged is not None:
            return "not checked", self.unjudged
        if source.proven < source.draws:
            if record not in self.seeds.by_record and record not in self.seeds.untried:
                return "not revealed", f"{total}; this copy does not hold the seed"
            return "not checked", f"{source.proven} of {total} proven; the others need what this copy hides"
        proof = f"{source.proven} of {total} follow from the seed that was committed to"
        if kind == "given":
            return "given", f"{proof}; it was made from a text, so whoever knew that knew the luck"
        seats = len(self.log.header.seats)
        if source.nonces == seats:
            return "proven", f"{proof} and the seats' nonces; whether a nonce is its own, each seat knows"
        if source.nonces:
            part = f"{proof} and the nonces of {source.nonces} of {seats} seats"
            return "host could have chosen", f"{part}; together with these the host could have chosen it"
        return "host could have chosen", f"{proof}; without nonces of the seats the host could have chosen it"


#: What may be said of luck, the weakest first.
_WORDS: Final = ("not checked", "not revealed", "manual", "given", "host could have chosen", "proven")


@attrs.frozen
class _Seeds:
    """The seeds that this copy of a record gives.

    Attributes:
        by_record: By the number of the record that set the luck (0: the header).
        fitting: The ``RevealSeed`` entries that open the seed then in force.
        false_roots: The luck whose seed does not give its root, by record.
        untried: The records whose seeds are not in ``by_record``, because to try them all would take too long.
    """

    by_record: Mapping[int, bytes]
    fitting: frozenset[int]
    false_roots: Mapping[int, Luck]
    untried: frozenset[int]


def _seeds(log: Log) -> _Seeds:
    """Collect the seeds: opened by the host's own file, or by a later ``RevealSeed``."""
    found: dict[int, bytes] = {}
    fitting: set[int] = set()
    lucks: dict[int, Luck] = {0: log.header.luck}
    digests: dict[int, bytes | None] = {}
    record = 0
    for raw in log.record.entries:
        name = raw.move[0]
        if raw.actor == CHANCE:
            continue  # a draw, whatever else it says
        if name == "Branch" and raw.move[1] is not None:
            record = raw.seq
            lucks[record] = raw.move[1]
        elif name == "RevealSeed":
            if record not in digests:
                digests[record] = _seed_digest(log, record)
            actor = log.record.entries[record - 1].actor if record else TABLE
            salt, seed = raw.move[1:]
            if digests[record] == commitment_digest(log.header.game, actor, salt, encode(seed)):
                fitting.add(raw.seq)
                found.setdefault(record, seed)
    for number, luck in lucks.items():
        if type(luck.seed) is bytes:
            found[number] = luck.seed
    roots: dict[tuple[bytes, int], bytes] = {}
    false: dict[int, Luck] = {}
    untried: set[int] = set()
    left = _MOST_DRAWS
    for number, seed in sorted(found.items()):
        luck = lucks[number]
        key = (seed, luck.draws)
        if key not in roots:
            if luck.draws > left:
                untried.add(number)
                continue
            left -= luck.draws
            roots[key] = chance_root(seed, luck.draws)
        if roots[key] != luck.root:
            false[number] = luck
    tried = {number: seed for number, seed in found.items() if number not in untried}
    return _Seeds(tried, frozenset(fitting), false, frozenset(untried))


def _seed_digest(log: Log, record: int) -> bytes | None:
    """The commitment to the seed of the luck that a record set; ``None`` for manual luck."""
    raw = log.record
    chance = decode(raw.entries[record - 1].body)[2][1] if record else decode(raw.header.body)["chance"]
    return None if chance[0] == "manual" else chance[3].digest


def _record(number: int) -> str:
    return f"entry {number}" if number else "the header"


def _draws(count: int) -> str:
    return "1 draw" if count == 1 else f"{count} draws"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _must_be_bytes(what: str, value: object) -> None:
    if not isinstance(value, bytes | bytearray | memoryview):
        msg = f"{what} must be bytes, not {type(value).__name__}"
        raise UsageError(msg, hint="Read the file first, and turn hex into bytes with bytes.fromhex().")


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


def _difference(entry: Entry, expected: Sequence[Event[Any]]) -> dict[str, Any]:
    """A finding's fields for the first event that is not what the rules decide."""
    common = {"verdict": "rules", "entry": entry.seq}
    for number, (recorded, wanted) in enumerate(zip(entry.events, expected, strict=False), 1):
        if recorded == wanted:
            continue
        more: dict[str, Any] = {"recorded": recorded.to_json(), "expected": wanted.to_json()}
        if type(recorded) is type(wanted):
            fields = [s.name for s in wanted.specs if getattr(recorded, s.name) != getattr(wanted, s.name)]
            more["field"] = fields[0]
            what = f"{fields[0]} of {type(wanted).__name__}"
        else:
            what = f"{type(recorded).__name__} where {type(wanted).__name__} follows"
        text = f"entry {entry.seq}, event {number}: {what} is not what the rules decide"
        return common | more | {"what": text, "event": number}
    number = min(len(entry.events), len(expected)) + 1
    if len(entry.events) > len(expected):
        extra = entry.events[number - 1]
        text = f"entry {entry.seq}, event {number}: {type(extra).__name__} does not follow from the move"
        return common | {"what": text, "event": number, "recorded": extra.to_json()}
    lacking = expected[number - 1]
    text = f"entry {entry.seq}: {type(lacking).__name__} is missing as event {number}"
    return common | {"what": text, "event": number, "expected": lacking.to_json()}
