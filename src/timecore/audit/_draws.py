"""Chance: which draw each entry of chance is, and whether the seed gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore.actors import CHANCE, TABLE
from timecore.audit._report import Verdict
from timecore.chain import commitment_digest
from timecore.chance import Draw, Luck, all_hashed, chance_key, chance_keys, hashed
from timecore.codec import decode, encode
from timecore.course import retracted
from timecore.entry import Entry
from timecore.log import Log
from timecore.record import luck_along
from timecore.tree import tree_root

if TYPE_CHECKING:
    from timecore.audit._walk import Examination
    from timecore.ruleset import Ruleset

__all__ = ["Draws"]

#: How many draws are made to try seeds against their roots, all seeds together. A seed takes a hundred bytes of a
#: record, and up to 65536 draws.
_MOST_DRAWS: Final = 1 << 18

#: How many draws are hashed at once, which is faster than one by one.
_AT_ONCE: Final = 64

#: How many of several lucks a verdict tells of.
_MOST_LUCKS: Final = 8


@attrs.define
class _Source:
    """Luck that was drawn from.

    Attributes:
        luck: Where it came from.
        draws: How often it was drawn from.
        retracted: How many of these draws the table has taken back: their numbers are used up all the same.
        proven: How many of these draws its seed gives.
        baseless: How many stand where the rules have no draw, so that nothing tells what they should have been.
        nonces: The seats that took part in it.
        numbers: What its first draws are hashed to, as far as that was needed.
    """

    luck: Luck
    draws: int = 0
    retracted: int = 0
    proven: int = 0
    baseless: int = 0
    nonces: Collection[int] = ()
    numbers: list[int] = attrs.field(factory=list)

    @property
    def total(self) -> str:
        """How many draws, in words."""
        return _draws(self.draws, self.retracted)


class Draws:
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
        self.retracted = retracted(log)
        self.source = _Source(log.record.header.luck)
        self.keys: Sequence[bytes] = ()
        self.mix = b""

    def take_note(self, audit: Examination, row: Sequence[Any]) -> None:
        """Keep up with an entry, of which number, actor and move are given: before it is judged, and where none is."""
        self.keys = ()
        known = len(self.luck.faults)
        seq, actor, move = row[:3]
        if actor != CHANCE and move[0] == "RevealSeed":
            if seq not in self.seeds.fitting:
                what = f"entry {seq}: RevealSeed does not open the seed in force"
                audit.find("chance", what, seq, field="seed", rule="FORMAT-6", recorded=move[2].hex())
            else:
                self.opened = True
        entry_hash = self.log.record.entries[seq - 1].hash if move[0] == "Branch" else b""
        draw = self.draw = self.luck.enter(seq, actor, move, entry_hash)
        if self.luck.set_by == seq:
            self.opened = False
        if len(self.luck.faults) > known:
            self.tell_faults(audit, known)
        if draw is None:
            return
        self.begin()
        self.source.draws += 1
        if seq in self.retracted:
            self.source.retracted += 1
        if type(move[0]) is str:
            self.source.baseless += 1
        if self.opened and draw.luck.kind != "manual":
            what = f"entry {seq}: a draw from a seed that had been revealed"
            audit.find("chance", what, seq, rule="FORMAT-6")

    def begin(self) -> None:
        """Find the luck that is drawn from now on, until the table has its word."""
        luck = self.luck
        self.source = self.sources.setdefault(luck.set_by, _Source(luck.luck))
        self.source.nonces = luck.nonces
        self.mix = luck.mix
        self.keys = () if self.opened else self.seeds.keys.get(luck.set_by, ())

    def coming(self) -> Iterator[int]:
        """What the draws from the next on are hashed to, as long as nothing but to compare them is left to do.

        Their number is that of :attr:`Luck.k <timecore.chance.LuckInForce.k>`; :meth:`count` moves it on.
        """
        k = self.luck.k
        if k == 0 and self.luck.committed <= self.luck.nonces.keys():
            self.begin()
        numbers, keys = self.source.numbers, self.keys
        while k < len(keys):
            if k >= len(numbers):
                numbers += all_hashed(keys[len(numbers) : k + _AT_ONCE], self.mix)
            yield numbers[k]
            k += 1

    def count(self, entries: Sequence[int]) -> None:
        """Take note of draws that follow from :meth:`coming`: the numbers of their entries."""
        self.source.retracted += len(self.retracted.keys() & entries)
        self.luck.k += len(entries)
        self.source.draws += len(entries)
        self.source.proven += len(entries)

    def tell_faults(self, audit: Examination, known: int) -> None:
        """Note the nonces that turned out irregular, behind those that are known."""
        for fault in self.luck.faults[known:]:
            if fault.irregular:
                name = self.log.record.entries[fault.entry - 1].move[0]
                of_seat = f" of seat {fault.actor}" if fault.actor >= 0 else ""
                what = f"entry {fault.entry}: {name}{of_seat} {fault.reason}: it does not count"
                audit.find("rules", what, fault.entry, rule="FORMAT-5")

    def check(self, audit: Examination, rules: Ruleset[Any], state: Any, entry: Entry) -> None:
        """Whether the seed gives this draw. Only asked where the state is fully known."""
        draw = self.draw
        if draw is None:
            return
        key = self.seeds.key_of(draw)
        if key is None:
            return
        try:
            expected = rules.drawn(state, hashed(key, draw.mix))
            if expected is None:
                self.sources[draw.set_by].baseless += 1
                return  # not chance's turn: a matter of the rules, and found there
        except Exception:  # noqa: BLE001 - a state that no game comes to; how it came about was found before
            self.sources[draw.set_by].baseless += 1
            return
        if expected is entry.move or expected == entry.move:
            self.sources[draw.set_by].proven += 1
            return
        self.false += 1
        what = f"entry {entry.seq}: draw {draw.k} does not follow from the seed"
        audit.find(
            "chance",
            what,
            entry.seq,
            rule="FORMAT-5",
            recorded=entry.move.to_json(),
            expected=expected.to_json(),
        )

    def conclude(self, audit: Examination) -> None:
        """The verdict."""
        for record, luck in self.seeds.false_roots.items():
            self.false += 1
            audit.find(
                "chance",
                f"{_record(record)}: the seed does not give the root that was committed to",
                record,
                field="chance",
                rule="FORMAT-5",
                recorded=luck.root.hex(),
            )
        word, detail = self.words()
        late = sorted({fault.actor for fault in self.luck.faults if not fault.irregular})
        if late:
            whose = "the nonce of seat" if len(late) == 1 else "the nonces of seats"
            detail += f"; {whose} {_listed(late)} did not come in time: zeros count instead"
        taken_back = sum(source.retracted for source in self.sources.values())
        audit.verdicts["chance"] = Verdict(word, detail, taken_back=taken_back)

    def words(self) -> tuple[str, str]:
        """Verdict and detail. Of several lucks the weakest word counts."""
        sources = self.sources or {0: _Source(self.log.record.header.luck)}
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
        total, kind = source.total, source.luck.kind
        if kind == "manual":
            return "manual", f"{total}, made at a real table and entered by hand"
        if self.unjudged is not None:
            return "not checked", self.unjudged
        if not source.draws:
            return "no draws", "nothing was drawn"
        if source.proven < source.draws:
            if record not in self.seeds.by_record and record not in self.seeds.untried:
                made = (
                    ", which was made from a text: whoever knows that knows the luck"
                    if kind == "given"
                    else ""
                )
                return "not revealed", f"{total}; this copy does not hold the seed{made}"
            rest = source.draws - source.proven - source.baseless
            why = ["the others need what this copy hides"] if rest else []
            if source.baseless:
                stand = "stands" if source.baseless == 1 else "stand"
                why.append(f"{source.baseless} {stand} where the rules have no draw")
            return "not checked", f"{source.proven} of {total} proven; {'; '.join(why)}"
        proof = f"{source.proven} of {total} follow from the seed that was committed to"
        if kind == "given":
            return "given", f"{proof}; it was made from a text, so whoever knew that knew the luck"
        without = [seat for seat in range(len(self.log.record.header.seats)) if seat not in source.nonces]
        if not without:
            return "proven", f"{proof} and the seats' nonces; whether a nonce is its own, each seat knows"
        if source.nonces:
            seats, whose = len(self.log.record.header.seats), "seat" if len(without) == 1 else "seats"
            given = f"the nonces of {len(source.nonces)} of {seats} seats, not of {whose} {_listed(without)}"
            part = f"{proof} and {given}"
            return "host could have chosen", f"{part}; together with the others the host could have chosen it"
        return "host could have chosen", f"{proof}; without nonces of the seats the host could have chosen it"


#: What may be said of luck, the weakest first.
_WORDS: Final = (
    "not checked",
    "not revealed",
    "manual",
    "given",
    "host could have chosen",
    "proven",
    "no draws",
)


@attrs.frozen
class _Seeds:
    """The seeds that this copy of a record gives.

    Attributes:
        by_record: By the number of the record that set the luck (0: the header).
        keys: Likewise the keys of the first draws, as far as there are any: whoever tries a root makes them all.
        fitting: The ``RevealSeed`` entries that open the seed then in force.
        false_roots: The luck whose seed does not give its root, by record.
        untried: The records whose seeds are not in ``by_record``, because to try them all would take too long.
    """

    by_record: Mapping[int, bytes]
    keys: Mapping[int, Sequence[bytes]]
    fitting: frozenset[int]
    false_roots: Mapping[int, Luck]
    untried: frozenset[int]

    def key_of(self, draw: Draw) -> bytes | None:
        """The key of a draw, ``None`` if its seed is not known."""
        keys = self.keys.get(draw.set_by, ())
        if draw.k < len(keys):
            return keys[draw.k]
        seed = self.by_record.get(draw.set_by)
        return None if seed is None else chance_key(seed, draw.k)


def _seeds(log: Log) -> _Seeds:
    """Collect the seeds: opened by the host's own file, or by a later ``RevealSeed``."""
    found: dict[int, bytes] = {}
    fitting: set[int] = set()
    lucks: dict[int, Luck] = {0: log.record.header.luck}
    digests: dict[int, bytes | None] = {}
    drawn: Counter[int] = Counter()
    record = 0
    rows = log.record.rows
    if not log.record.of_table:  # mostly
        drawn[record] = len(rows)  # at most
        rows = ()
    for row in rows:
        seq, actor, move = row[:3]
        if actor == CHANCE:
            drawn[record] += 1
            continue  # a draw, whatever else it says
        name = move[0]
        if name == "Branch" and move[1] is not None:
            record = seq
            lucks[record] = move[1]
        elif name == "RevealSeed":
            if record not in digests:
                digests[record] = _seed_digest(log, record)
            whose = log.record.entries[record - 1].actor if record else TABLE
            salt, seed = move[1:]
            if digests[record] == commitment_digest(log.record.header.game, whose, salt, encode(seed)):
                fitting.add(seq)
                found.setdefault(record, seed)
    for number, luck in lucks.items():
        if type(luck.seed) is bytes:
            found[number] = luck.seed
    roots: dict[tuple[bytes, int], bytes] = {}
    keys: dict[int, Sequence[bytes]] = {}
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
            made = chance_keys(seed, luck.draws)
            roots[key] = tree_root(made)
            keys[number] = made[: drawn[number]]
        if roots[key] != luck.root:
            false[number] = luck
    tried = {number: seed for number, seed in found.items() if number not in untried}
    return _Seeds(tried, keys, frozenset(fitting), false, frozenset(untried))


def _seed_digest(log: Log, record: int) -> bytes | None:
    """The commitment to the seed of the luck that a record set; ``None`` for manual luck."""
    raw = log.record
    chance = decode(raw.entries[record - 1].body)[2][1] if record else decode(raw.header.body)["chance"]
    return None if chance[0] == "manual" else chance[3].digest


def _listed(numbers: Sequence[int]) -> str:
    *before, last = map(str, numbers)
    return f"{', '.join(before)} and {last}" if before else last


def _record(number: int) -> str:
    return f"entry {number}" if number else "the header"


def _draws(count: int, retracted: int = 0) -> str:
    told = "1 draw" if count == 1 else f"{count} draws"
    return f"{told} ({retracted} taken back)" if retracted else told
