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
from timecore.errors import IllegalMove, NotARecord, ReplayError, RulesetError
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.record import RawEntry, luck_along
from timecore.replay import Timeline, start_state
from timecore.standing import AT_FIRST, Standing
from timecore.table import Retract

if TYPE_CHECKING:
    from timecore.entry import Entry
    from timecore.messages import Event, Message
    from timecore.ruleset import Ruleset

__all__ = ["Finding", "Report", "Verdict", "audit"]

#: Findings that no arbiter's `Rule` can let stand (section 7 of the format).
_NEVER_RULED: Final = ("chance", "signatures", "seal")


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
        legal: What the actor could have done, in the ruleset's order, in its JSON form.
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
        verdicts: By question: ``bytes``, ``chain``, ``openings``, ``rules``, ``chance``.
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
        self.draws = _Draws(log)
        self.finished = False

    def find(self, verdict: str, what: str, entry: int, **more: Any) -> None:
        """Note a finding."""
        self.findings.append(Finding(verdict, what, entry, **more))

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
        header = log.header
        try:
            rules = log.rules
        except RulesetError as error:
            self.verdicts["rules"] = Verdict("not checked", error.message)
            self.draws.unjudged = f"the rules are not at hand: {error.message}"
            self.finished = self.sealed_at_the_end()
            return
        before = len(self.findings)
        try:
            state = start_state(log)
        except ReplayError as error:
            self.find("rules", error.message, 0, field="options")
            self.verdicts["rules"] = Verdict("irregular", error.message)
            self.draws.unjudged = error.message
            return
        self.compare_schema(rules)
        self.walk(rules, state)
        judged_by = f"judged by {rules.name} version {rules.version}"
        if header.rules_version != rules.version:
            judged_by += f", recorded by version {header.rules_version}"
        if len(self.findings) > before:
            word = "irregular"
        elif self.judged == self.moves:
            word = "legal"
        elif self.judged == 0:
            word = "not checked"
        else:
            word = "legal as far as shown"
        unseen = self.moves - self.judged
        if not self.judged and self.moves:
            detail = (
                f"none of {_moves(self.moves)} can be judged, all need what this copy hides ({log.shows})"
            )
        elif unseen:
            detail = f"{self.judged} of {_moves(self.moves)} judged, the others need what this copy hides ({log.shows})"
        else:
            detail = f"all {_moves(self.moves)} judged"
        self.verdicts["rules"] = Verdict(word, f"{detail}; {judged_by}")

    def compare_schema(self, rules: Ruleset[Any]) -> None:
        """Whether names and audiences in the header are those of the ruleset."""
        schema = self.log.header.schema
        for recorded, vocabulary in ((schema.moves, rules.moves), (schema.events, rules.events)):
            for cls in recorded:
                ours = vocabulary.by_name.get(cls.name)
                if ours is None:
                    self.find("rules", f"the schema names {cls.name}, which the ruleset does not have", 0)
                    continue
                for field, spec in zip(cls.fields, ours.specs, strict=False):
                    if field.audience != spec.audience:
                        what = f"the schema gives {cls.name}.{field.name} another audience than the ruleset"
                        self.find(
                            "rules",
                            what,
                            0,
                            field=field.name,
                            recorded=_listed(field.audience),
                            expected=_listed(spec.audience),
                        )

    def walk(self, rules: Ruleset[Any], state: Any) -> None:
        """Decide every move again, and fold what was recorded."""
        log = self.log
        standing = AT_FIRST
        seats = len(log.header.seats)
        complete = True
        full = log.shows == "full"
        viewer = int(log.shows[5:]) if log.shows.startswith("seat ") else None
        timeline: Timeline | None = None
        for entry, raw in zip(log.entries, log.record.entries, strict=False):
            self.draws.take_note(self, raw)
            if entry.move.of_table:
                fault = standing.fault(entry, seats)
                if fault is not None:
                    what = f"entry {entry.seq}: {type(entry.move).__name__} {fault}"
                    self.find("rules", what, entry.seq, recorded=entry.move.to_json())
                    continue
                then = AT_FIRST
                if isinstance(entry.move, Retract):
                    timeline = timeline or Timeline(rules, start_state(log), log.entries, seats)
                    state = timeline.state(entry.move.to)
                    then = timeline.standing(entry.move.to)
                standing = standing.after(entry.move, then)
                continue
            self.moves += 1
            complete = full or (complete and not _hides(entry))
            fits = self.standing_allows(entry, standing)
            if complete:
                self.judged += 1
                self.judge(rules, state, entry, fits=fits)
                if entry.actor == CHANCE:
                    self.draws.check(self, rules, state, entry)
            elif entry.actor == viewer:
                self.judged += 1
                self.judge_own(rules, state, entry, fits=fits)
            self.privacy(entry, raw)
            try:
                for number, event in enumerate(entry.events, 1):  # noqa: B007 - the finding tells which it was
                    event.apply(state)
            except Exception as error:  # noqa: BLE001 - whatever a foreign `apply` raises, the record is at fault
                what = f"entry {entry.seq}: event {number} contradicts the state before it: {error}"
                self.find("rules", what, entry.seq, event=number, recorded=entry.events[number - 1].to_json())
                self.draws.unjudged = f"the replay ends at entry {entry.seq}"
                return
        if log.fault is not None:
            self.find("rules", log.fault.message, log.fault.entry, event=log.fault.event)
            self.draws.unjudged = f"the replay ends at entry {log.fault.entry}"
            return
        self.finished = (
            self.sealed_at_the_end() or standing.ended_by is not None or rules.result(state) is not None
        )

    def standing_allows(self, entry: Entry, standing: Standing) -> bool:
        """Whether the table lets the game go on here."""
        if entry.actor == TABLE:
            self.find("rules", f"entry {entry.seq}: the table makes a move of the game", entry.seq)
            return False
        if standing.open:
            return True
        what = f"entry {entry.seq}: a move {standing.why_closed}"
        self.find("rules", what, entry.seq, recorded=entry.move.to_json())
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
                legal=tuple(move.to_json() for move in error.legal),
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
                legal=tuple(move.to_json() for move in legal),
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

    def sealed_at_the_end(self) -> bool:
        """Whether a ``Seal`` is in force at the end: nothing resumed or branched after it."""
        sealed = False
        for raw in self.log.record.entries:
            name = raw.move[0]
            if name == "Seal":
                sealed = True
            elif name in ("Branch", "Resume"):
                sealed = False
        return sealed

    # -- summary --------------------------------------------------------------------------------------------

    def summarise(self) -> Report:
        """The first summary that applies."""
        log = self.log
        damage = log.damage
        attested = False
        if self.head is not None:
            attested = self.head == log.head
            if not attested:
                self.find(
                    "head",
                    "the head is not the one known from outside",
                    len(log),
                    recorded=log.head.hex(),
                    expected=self.head.hex(),
                )
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
            if raw.move[0] == "Rule" and raw.actor == TABLE and raw.move[1] < raw.seq
        }
        found = [
            attrs.evolve(finding, ruled=finding.entry in stands and finding.verdict not in _NEVER_RULED)
            for finding in self.findings
        ]
        return sorted(found, key=lambda finding: finding.entry)


class _Draws:
    """Chance: which draw each chance entry is, and whether the seed gives it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.luck = luck_along(log.record.header)
        self.seeds = _seeds(log)
        self.draw: Draw | None = None
        self.total = 0
        self.proven = 0
        self.false = 0
        self.unjudged: str | None = None
        self.opened = False
        self.with_nonces: set[int] = set()
        self.kinds: dict[int, Luck] = {}

    def take_note(self, audit: _Audit, raw: RawEntry) -> None:
        """Keep up with an entry: before it is judged, and also where nothing is."""
        name = raw.move[0]
        if name == "RevealSeed":
            if raw.seq not in self.seeds.fitting:
                what = f"entry {raw.seq}: RevealSeed does not open the seed in force"
                audit.find("chance", what, raw.seq, recorded=raw.move[2].hex())
            else:
                self.opened = True
        faults = len(self.luck.faults)
        self.draw = self.luck.enter(raw.seq, raw.actor, raw.move, raw.hash)
        if name == "Branch" and raw.move[1] is not None:
            self.opened = False
        for fault in self.luck.faults[faults:]:
            if fault.irregular:
                what = f"entry {fault.entry}: the nonce of actor {fault.actor} is {fault.reason}: it counts as zeros"
                audit.find("rules", what, fault.entry)
        draw = self.draw
        if draw is None:
            return
        self.total += 1
        self.kinds[draw.set_by] = draw.luck
        if self.luck.nonces:
            self.with_nonces.add(draw.set_by)
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
            weights = rules.weights(state) if legal else ()
        except Exception:  # noqa: BLE001 - the rules verdict has said so already
            return
        if not legal:
            return  # not chance's turn: a matter of the rules, and found there
        number = unit(chance_key(seed, draw.k), draw.mix, sum(weights))
        expected = legal[pick(weights, number)]
        if expected == entry.move:
            self.proven += 1
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
        late = [fault for fault in self.luck.faults if not fault.irregular]
        if late:
            seats = ", ".join(str(fault.actor) for fault in late)
            detail += f"; the nonces of seats {seats} were not revealed in time and count as zeros"
        audit.verdicts["chance"] = Verdict(word, detail)

    def words(self) -> tuple[str, str]:
        """Verdict and detail."""
        total = _draws(self.total)
        kinds = {luck.kind for luck in self.kinds.values()} or {self.log.header.luck.kind}
        if self.false:
            return "false", f"{self.false} of {total} or their seeds are not what was committed to"
        if kinds == {"manual"}:
            return "manual", f"{total}, made at a real table and entered by hand"
        if self.unjudged is not None:
            return "not checked", self.unjudged
        if self.proven < self.total and "manual" not in kinds:
            if not self.seeds.by_record:
                return "not revealed", f"{total}; this copy does not hold the seed"
            return "not checked", f"{self.proven} of {total} proven; the others need what this copy hides"
        proof = f"{self.proven} of {total} follow from the seed that was committed to"
        if kinds == {"given"}:
            return "given", f"{proof}; it was made from a text, so whoever knew that knew the luck"
        if all(record in self.with_nonces for record in self.kinds):
            return "proven", f"{proof} and the seats' nonces"
        return "host could have chosen", f"{proof}; without nonces of the seats the host could have chosen it"


@attrs.frozen
class _Seeds:
    """The seeds that this copy of a record gives.

    Attributes:
        by_record: By the number of the record that set the luck (0: the header).
        fitting: The ``RevealSeed`` entries that open the seed then in force.
        false_roots: The luck whose seed does not give its root, by record.
    """

    by_record: Mapping[int, bytes]
    fitting: frozenset[int]
    false_roots: Mapping[int, Luck]


def _seeds(log: Log) -> _Seeds:
    """Collect the seeds: opened by the host's own file, or by a later ``RevealSeed``."""
    found: dict[int, bytes] = {}
    fitting: set[int] = set()
    lucks: dict[int, Luck] = {0: log.header.luck}
    record, luck = 0, log.header.luck
    for raw in log.record.entries:
        name = raw.move[0]
        if name == "Branch" and raw.move[1] is not None:
            record, luck = raw.seq, raw.move[1]
            lucks[record] = luck
        elif name == "RevealSeed" and _opens(log, raw, record):
            fitting.add(raw.seq)
            found.setdefault(record, raw.move[2])
    for number, luck in lucks.items():
        if type(luck.seed) is bytes:
            found[number] = luck.seed
    false = {
        number: lucks[number]
        for number, seed in found.items()
        if chance_root(seed, lucks[number].draws) != lucks[number].root
    }
    return _Seeds(found, frozenset(fitting), false)


def _opens(log: Log, reveal: RawEntry, record: int) -> bool:
    """Whether a ``RevealSeed`` opens the seed that a record committed to."""
    raw = log.record
    chance = decode(raw.entries[record - 1].body)[2][1] if record else decode(raw.header.body)["chance"]
    if chance[0] == "manual":
        return False
    salt, seed = reveal.move[1:]
    return bool(chance[3].digest == commitment_digest(raw.header.game, TABLE, salt, encode(seed)))


def _record(number: int) -> str:
    return f"entry {number}" if number else "the header"


def _draws(count: int) -> str:
    return "1 draw" if count == 1 else f"{count} draws"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


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
