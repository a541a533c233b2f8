"""What an audit says of a record: never less than there is to say, never more than is proven."""

import re
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import new_game, record_of
from playing import finish
from recording import recorded
from tiny import RULESET

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.audit import Report, audit
from timecore.audit._walk import Examination
from timecore.chain import frame_bytes
from timecore.chance import Luck
from timecore.entry import Entry
from timecore.errors import EncodingRefused, FormatUnsupported, UsageError
from timecore.game import Game
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.record import RawRecord, Writer
from timecore.rulesets.time_chase.events import FuelGained
from timecore.rulesets.time_chase.moves import PlayCard
from timecore.table import (
    Adjourn,
    Branch,
    Forfeit,
    NonceCommit,
    Note,
    Resume,
    Retract,
    RevealSeed,
    Rule,
    Seal,
    Void,
)

NAMES = ["Ana", "Ben", "Cho"]
SECRET = SecretKey.of_seed("Ana", bytes(32))


@pytest.fixture(scope="module")
def log() -> Log:
    return finish(Game.new("time_chase", seats=NAMES, seed="audit")).log


def forge(log: Log, entries: list[Entry]) -> bytes:
    """A record with this header and any entries at all, its chain and commitments as they should be."""
    return recorded(log, entries).to_bytes()


def only(report: Report, entry: int) -> None:
    """All findings are about one entry."""
    assert {finding.entry for finding in report.findings} == {entry}


def examined_alone(data: bytes) -> Report:
    """What an audit says that judges each entry by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Examination, "go_on", lambda *_: 0)
        return audit(data)


class TestSound:
    """A record that is as it should be."""

    def test_a_finished_game_is_intact_and_not_attested(self, log: Log) -> None:
        report = audit(log.to_bytes())

        assert report.summary == "intact, not attested"
        assert report.exit_code == 0
        assert report.findings == ()
        assert {name: verdict.verdict for name, verdict in report.verdicts.items()} == {
            "bytes": "sound",
            "chain": "unbroken",
            "openings": "full",
            "rules": "legal",
            "chance": "given",
            "signatures": "not signed",
            "seal": "not sealed",
        }

    def test_a_game_that_goes_on_is_unfinished(self, log: Log) -> None:
        assert audit(log.upto(50).to_bytes()).summary == "intact, unfinished"

    def test_of_one_move_it_is_not_said_that_all_were_judged(self, log: Log) -> None:
        assert audit(log.upto(1).to_bytes()).verdicts["rules"].detail.startswith("1 move judged; ")

    def test_a_void_game_is_finished(self) -> None:
        game = Game.new("time_chase", seats=NAMES, seed="void")
        game.table(Void("fire"))

        assert audit(game.log.to_bytes()).summary == "intact, not attested"

    def test_the_head_known_from_outside_attests_the_game(self, log: Log) -> None:
        assert audit(log.to_bytes(), head=log.head).summary == "attested"

    @pytest.mark.parametrize("entry", [0, 50])
    def test_the_head_of_an_earlier_entry_is_said_to_be_that_of_this_game(self, log: Log, entry: int) -> None:
        report = audit(log.to_bytes(), head=log.upto(entry).head)

        where = f"entry {entry}" if entry else "the header"
        said = f"the head known from outside is that of {where}; the record has gone on since"
        assert report.verdicts["head"].verdict == "another"
        assert report.verdicts["head"].detail == said
        assert [(one.verdict, one.what) for one in report.findings] == [("head", said)]
        assert report.exit_code == 1

    def test_another_head_is_a_finding_of_its_own(self, log: Log) -> None:
        report = audit(log.upto(50).to_bytes(), head=log.head)

        assert report.summary == "intact, unfinished"
        assert report.exit_code == 1
        assert report.findings[0].verdict == "head"
        assert report.findings[0].expected == log.head.hex()
        assert report.verdicts["head"].verdict == "another"

    def test_what_is_no_bytes_is_refused_in_words(self, log: Log) -> None:
        with pytest.raises(UsageError, match="head must be bytes"):
            audit(log.to_bytes(), head=log.head.hex())  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="data must be bytes"):
            audit("game.msgpack")  # type: ignore[arg-type]

    @pytest.mark.parametrize("trust", ["Ana+1+x", [SECRET], ["Ana+1+x"], SECRET.public])
    def test_what_is_no_public_key_is_refused_in_words(self, log: Log, trust: Any) -> None:
        with pytest.raises(UsageError, match="trust must"):
            audit(log.to_bytes(), trust=trust)

    def test_a_seats_copy_says_how_much_it_proves(self, log: Log) -> None:
        report = audit(log.redacted(1).to_bytes())

        assert report.summary == "intact, not attested"
        assert report.verdicts["openings"].verdict == "seat 1"
        assert report.verdicts["rules"].verdict == "legal as far as shown"
        assert report.verdicts["chance"].verdict == "not revealed"

    def test_what_a_copy_lacks_is_named_where_its_kind_does_not_tell(self, log: Log) -> None:
        deals = [raw for raw in log.record.entries if raw.openings][:3]
        data = log.redacted(None, erase=[1]).to_bytes()
        for raw in deals:
            data = data.replace(raw.to_bytes(), frame_bytes(raw.body, (), raw.hash))
        seat = audit(log.redacted(0, erase=[2]).to_bytes()).verdicts["openings"].detail

        openings = audit(data).verdicts["openings"]

        assert openings.verdict == "partial"
        lacking = ["the name of seat 1", *(f"card of DealCard in entry {raw.seq}" for raw in deals)]
        assert openings.detail.endswith(f"4 are not shown: {', '.join(lacking)}")
        assert seat.endswith("are not shown, among them the name of seat 2")
        assert audit(log.redacted(0).to_bytes()).verdicts["openings"].detail.endswith("are not shown")
        most = log.redacted(PUBLIC).to_bytes()
        most = most.replace(frame_bytes(deals[0].body, (), deals[0].hash), deals[0].to_bytes())
        told = audit(most).verdicts["openings"].detail
        assert "are not shown: the seed, the salt key, " in told
        assert re.search(r" and \d+ more$", told)

    def test_of_a_single_commitment_it_is_not_said_that_all_are_open(self) -> None:
        log = Log.from_bytes(record_of(new_game(Luck.manual(), names=["Ana"]), ()).to_bytes())
        copy = log.redacted(None, erase=[0])

        told = [audit(one.to_bytes()).verdicts["openings"].detail for one in (log, copy)]

        assert told[0] == "its one commitment is open, and fits"
        assert told[1].startswith("its one commitment is not shown")

    def test_a_public_copy_does_not_claim_that_rules_were_checked(self, log: Log) -> None:
        report = audit(log.redacted(PUBLIC).to_bytes())

        assert report.verdicts["openings"].verdict == "public"
        assert report.verdicts["rules"].verdict == "not checked"

    def test_all_of_it_has_a_json_form(self, log: Log) -> None:
        form = audit(log.to_bytes()).to_json()

        assert set(form) == {"summary", "verdicts", "findings", "entries", "head"}
        assert form["entries"] == len(log)


class TestBytes:
    """A file that is damaged."""

    def test_no_header_is_broken_at_entry_0(self) -> None:
        report = audit(b"no record at all")

        assert report.summary == "broken at entry 0"
        assert report.exit_code == 3
        assert report.findings[0].byte == 0

    @pytest.mark.parametrize(("part", "rule"), [("openings", "FORMAT-3"), ("chain", "FORMAT-2")])
    def test_what_a_broken_header_breaks_has_the_number_of_its_rule(
        self, log: Log, part: str, rule: str
    ) -> None:
        header = log.record.header
        data = bytearray(log.to_bytes())
        data[header.size - 1 if part == "chain" else data.index(header.openings[0][1]) + 5] ^= 1

        report = audit(bytes(data))

        assert report.summary == "broken at entry 0"
        assert report.exit_code == 3
        assert [(one.verdict, one.rule, one.entry) for one in report.findings] == [(part, rule, 0)]
        assert {name: one.verdict for name, one in report.verdicts.items()} == {
            "bytes": "broken",
            part: "broken",
        }

    def test_of_a_damaged_record_each_verdict_says_that_it_is_on_what_stands_before(self, log: Log) -> None:
        report = audit(log.to_bytes()[:-1])

        for name in ("openings", "rules", "chance", "signatures"):
            assert report.verdicts[name].detail.startswith("before the damage: ")
        assert "before the damage" not in audit(log.to_bytes()).verdicts["rules"].detail

    def test_another_format_is_no_verdict(self, log: Log) -> None:
        data = bytearray(log.to_bytes())
        data[10] = 2

        with pytest.raises(FormatUnsupported):
            audit(bytes(data))

    def test_a_torn_tail_alone_has_an_exit_code_of_its_own(self, log: Log) -> None:
        report = audit(log.to_bytes()[:-5])

        assert report.summary == f"tail damaged after entry {len(log) - 1}"
        assert report.exit_code == 4
        assert report.entries == len(log) - 1

    def test_a_changed_byte_is_named_with_entry_and_byte(self, log: Log) -> None:
        data = bytearray(log.to_bytes())
        raw = log.record.entries[40]
        data[raw.offset + 20] ^= 1

        report = audit(bytes(data))

        assert report.summary == "broken at entry 41"
        assert report.exit_code == 1
        assert raw.offset <= (report.findings[0].byte or 0) < raw.offset + raw.size

    def test_a_wrong_hash_is_named_with_the_right_one(self, log: Log) -> None:
        raw = log.record.entries[40]
        data = bytearray(log.to_bytes())
        data[raw.offset + raw.size - 1] ^= 1

        (finding,) = audit(bytes(data)).findings

        assert (finding.verdict, finding.rule, finding.expected) == ("chain", "FORMAT-2", raw.hash.hex())
        assert finding.recorded == data[raw.offset + raw.size - 32 : raw.offset + raw.size].hex()


class TestRules:
    """Entries that the rules would not have made."""

    def test_an_illegal_move_is_named_with_its_rule_and_what_was_legal(self, log: Log) -> None:
        """TC-33: the card is another's; the audit goes on from the recorded consequences."""
        place = next(n for n, e in enumerate(log.entries) if isinstance(e.move, PlayCard))
        entries = list(log.entries)
        state = log.rules.start(log.rules.resolve_options({"players": 3}))
        for entry in entries[:place]:
            for event in entry.events:
                event.apply(state)
        legal = log.rules.legal_moves(state, entries[place].actor)
        other = PlayCard(state.hands[(entries[place].actor + 1) % 3][0])
        entries[place] = attrs.evolve(entries[place], move=other)

        report = audit(forge(log, entries))

        assert report.summary == f"irregular at entry {place + 1}"
        assert report.findings[0].rule == "TC-33"
        assert report.findings[0].legal == tuple(move.to_json() for move in legal)
        assert report.verdicts["bytes"].verdict == "sound"
        only(report, place + 1)

    def test_a_wrong_consequence_is_named_with_event_and_field(self, log: Log) -> None:
        place, number = next(
            (n, m)
            for n, e in enumerate(log.entries)
            for m, event in enumerate(e.events)
            if isinstance(event, FuelGained) and event.reason == "income"
        )
        entries = list(log.entries[: place + 1])
        events = list(entries[place].events)
        gained = events[number]
        assert isinstance(gained, FuelGained)
        events[number] = FuelGained(gained.seat, 1, "income")
        entries[place] = attrs.evolve(entries[place], events=tuple(events))

        report = audit(forge(log, entries))

        assert report.summary == f"irregular at entry {place + 1}"
        assert report.findings[0].event == number + 1
        assert report.findings[0].field == "amount"
        assert report.findings[0].expected == log.entries[place].events[number].to_json()

    @pytest.mark.parametrize("change", ["missing", "extra", "other"])
    def test_events_that_do_not_follow_are_named(self, log: Log, change: str) -> None:
        place = next(n for n, e in enumerate(log.entries) if len(e.events) > 2)
        entries = list(log.entries[: place + 1])
        events = entries[place].events
        forged = {
            "missing": events[:-1],
            "extra": (*events, FuelGained(0, 1, "bonus")),
            "other": (*events[:-1], FuelGained(0, 1, "bonus")),
        }[change]
        entries[place] = attrs.evolve(entries[place], events=forged)

        report = audit(forge(log, entries))

        assert report.summary == f"irregular at entry {place + 1}"
        assert report.findings[0].event is not None

    def test_a_move_by_a_seat_that_was_not_to_act_is_named(self, log: Log) -> None:
        place = next(n for n, e in enumerate(log.entries) if isinstance(e.move, PlayCard))
        entries = list(log.entries[: place + 1])
        entries[place] = attrs.evolve(entries[place], actor=(entries[place].actor + 1) % 3)

        report = audit(forge(log, entries))

        assert report.findings[0].rule == "TC-31"

    def test_an_entry_after_the_end_is_named(self, log: Log) -> None:
        last = log.entries[-1]
        extra = attrs.evolve(last, seq=last.seq + 1, events=())

        report = audit(forge(log, [*log.entries, extra]))

        assert report.summary == f"irregular at entry {last.seq + 1}"
        assert report.findings[0].rule == "TC-31"

    def test_a_move_of_the_game_by_the_table_is_named(self, log: Log) -> None:
        place = next(n for n, e in enumerate(log.entries) if isinstance(e.move, PlayCard))
        entries = list(log.entries[: place + 1])
        entries[place] = attrs.evolve(entries[place], actor=TABLE)

        report = audit(forge(log, entries))

        assert "table" in report.findings[0].what

    def test_events_that_cannot_be_folded_end_the_judging_and_not_the_audit(self, log: Log) -> None:
        place = next(n for n, e in enumerate(log.entries) if isinstance(e.move, PlayCard))
        entries = [*log.entries[: place + 1], log.entries[place], *log.entries[place + 1 :]]

        report = audit(forge(log, entries))

        assert report.summary == f"irregular at entry {place + 2}"
        assert report.verdicts["chain"].verdict == "unbroken"

    def test_an_event_that_contradicts_the_state_is_named_also_where_no_move_can_be_judged(
        self, log: Log
    ) -> None:
        place = next(n for n, e in enumerate(log.entries) if isinstance(e.move, PlayCard))
        entry = log.entries[place]
        impossible = FuelGained(0, 2**64 - 1, "bonus")
        entries = [*log.entries[:place], attrs.evolve(entry, events=(*entry.events, impossible))]
        data = forge(log, entries)

        (finding,) = audit(Log.from_bytes(data).redacted(PUBLIC).to_bytes()).findings

        assert "contradicts the state before it" in finding.what
        assert (finding.entry, finding.event) == (place + 1, len(entry.events) + 1)
        assert finding.recorded == impossible.to_json()
        assert finding in audit(data).findings

    def test_on_a_seats_copy_its_own_moves_are_judged(self, log: Log) -> None:
        place = next(n for n, e in enumerate(log.entries) if isinstance(e.move, PlayCard) and e.actor == 0)
        entries = list(log.entries[: place + 1])
        entries[place] = attrs.evolve(entries[place], move=PlayCard("A1"))
        forged = Log.from_bytes(forge(log, entries))

        assert audit(forged.redacted(0).to_bytes()).summary == f"irregular at entry {place + 1}"
        assert audit(forged.redacted(1).to_bytes()).summary != "attested"

    def test_what_an_arbiter_ruled_stands_and_is_reported_as_ruled(self, log: Log) -> None:
        place = next(n for n, e in enumerate(log.entries) if len(e.events) > 2)
        entries = list(log.entries[: place + 1])
        entries[place] = attrs.evolve(entries[place], events=entries[place].events[:-1])
        ruling = Entry(place + 2, TABLE, Rule(place + 1, "agreed by all"), ())

        report = audit(forge(log, [*entries, ruling]))

        assert report.findings[0].ruled
        assert not report.summary.startswith("irregular")
        assert report.exit_code == 0

    def test_without_the_ruleset_the_rest_is_still_audited(self, log: Log) -> None:
        game = finish(Game.new(RULESET, seats=["Ana", "Ben"], seed="7"))

        report = audit(game.log.to_bytes())

        assert report.verdicts["rules"].verdict == "not checked"
        assert report.verdicts["bytes"].verdict == "sound"
        assert report.summary == "intact, unfinished"

    def test_what_should_be_hidden_must_not_stand_in_clear(self) -> None:
        game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
        game.play(CHANCE, game.legal_moves(CHANCE)[0])
        header, raw = game.log.record.header, game.log.record.entries[0]
        # The card of Deal, and that of Dealt, which is the same field again (the box was closed first).
        forged = Writer(header).append(raw.actor, raw.move, raw.events, clear=[(0, 1), (2, 1)])
        data = RawRecord(header, [forged]).to_bytes()

        report = audit(data, rules=RULESET)

        assert report.summary == "irregular at entry 1"
        assert "private" in report.findings[0].what


class TestAtOnce:
    """Entries of which nothing is to be said are gone through at once; whatever is wrong, it is told all the same."""

    @pytest.mark.parametrize("at", range(0, 60, 5))
    def test_entries_that_are_lost_moved_or_changed_are_told_as_if_each_was_judged_alone(
        self, log: Log, at: int
    ) -> None:
        entries = list(log.entries[:64])
        one, other = entries[at : at + 2]
        for forged in (
            [],
            [other, one],
            [one, one, other],
            [attrs.evolve(one, events=()), other],
            [attrs.evolve(one, events=other.events), other],
            [attrs.evolve(one, events=(*one.events, *one.events)), other],
            [attrs.evolve(one, actor=TABLE), other],
            [Entry(0, TABLE, Retract(at)), other],
            [Entry(0, TABLE, Adjourn()), one, other],
        ):
            try:
                data = forge(log, [*entries[:at], *forged, *entries[at + 2 :]])
            except EncodingRefused:  # the fields of one are another's in some of these
                continue
            assert audit(data) == examined_alone(data)


class TestChance:
    """Draws, seeds and nonces."""

    def test_sealed_luck_is_proven_but_could_have_been_chosen_without_nonces(self) -> None:
        log = finish(Game.new("time_chase", seats=NAMES)).log

        assert audit(log.to_bytes()).verdicts["chance"].verdict == "host could have chosen"

    def test_with_the_nonces_of_the_seats_it_is_proven(self) -> None:
        game = Game.new("time_chase", seats=NAMES, nonces=True)
        nonces = [game.commit_nonce(seat) for seat in range(3)]
        for seat, nonce in enumerate(nonces):
            game.reveal_nonce(seat, nonce)
        log = finish(game).log

        report = audit(log.to_bytes())

        assert report.verdicts["chance"].verdict == "proven"
        assert report.findings == ()

    def test_manual_luck_is_manual(self) -> None:
        game = finish(Game.new("time_chase", seats=NAMES, luck="manual"))

        assert audit(game.log.to_bytes()).verdicts["chance"].verdict == "manual"

    def test_a_draw_that_does_not_follow_from_the_seed_is_named_and_cannot_be_ruled(self, log: Log) -> None:
        entries = list(log.entries[:1])
        state = log.rules.start(log.rules.resolve_options({"players": 3}))
        legal = log.rules.legal_moves(state, CHANCE)
        other = next(move for move in legal if move != entries[0].move)
        entries[0] = Entry(1, CHANCE, other, log.rules.decide(state, CHANCE, other))

        report = audit(forge(log, [*entries, Entry(2, TABLE, Rule(1, "it looked good"))]))

        assert report.summary == "irregular at entry 1"
        assert report.findings[0].verdict == "chance"
        assert report.findings[0].expected == log.entries[0].move.to_json()
        assert not report.findings[0].ruled

    def test_a_seed_that_does_not_give_the_root_counts_at_the_header(self, log: Log) -> None:
        good = Luck.given("audit", 64)
        bad = attrs.evolve(good, root=bytes(32))
        start = Log.start(
            log.rules,
            options=log.rules.options_map(log.rules.resolve_options({"players": 3})),
            names=NAMES,
            luck=bad,
            seed_text="audit",
        )

        report = audit(forge(start, list(log.entries)))

        assert report.summary == "irregular at entry 0"
        assert report.verdicts["chance"].verdict == "false"

    def test_a_branch_draws_from_its_own_luck(self, log: Log) -> None:
        """The draws before the fork stay those of the trunk; FORMAT 5."""
        game = Game.from_log(log.upto(25))
        trunk = len(game.entries)
        game.table(Branch(Luck.given("another", 64)))
        game.retract(25)
        finish(game)

        report = audit(game.log.to_bytes())

        assert report.findings == ()
        assert len(game.entries) > trunk

    def test_a_revealed_seed_proves_the_draws_and_ends_them(self, log: Log) -> None:
        raw = log.record.header
        seed = log.header.luck.seed
        assert isinstance(seed, bytes)
        salt = raw.openings[0][0]
        good = Entry(0, TABLE, RevealSeed(salt, seed))
        bad = Entry(0, TABLE, RevealSeed(bytes(16), seed))

        assert audit(forge(log, [*log.entries, good])).findings == ()
        assert audit(forge(log, [*log.entries, bad])).findings[0].verdict == "chance"
        drawn = audit(forge(log, [*log.entries[:5], good, log.entries[5]]))
        assert any("revealed" in finding.what for finding in drawn.findings)

    def test_a_nonce_that_comes_late_is_named_and_does_not_count(self, log: Log) -> None:
        late = Entry(0, 1, NonceCommit(bytes(32)))

        report = audit(forge(log, [*log.entries[:3], late, *log.entries[3:]]))

        assert report.summary == "irregular at entry 4"
        assert "does not count" in report.findings[0].what


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ([Retract(1)], 1),
        ([Retract(-1)], 1),
        ([Rule(1, "x")], 1),
        ([Rule(0, "x")], 1),
        ([Forfeit(3)], 1),
        ([Resume()], 1),
        ([Adjourn(), Adjourn(), Resume()], None),  # no order of the format forbids it
        ([Adjourn(), Adjourn(), Resume(), Resume()], 4),
        ([Seal("void", ("-", "-", "-")), Note("x")], 2),
        ([Seal("nonsense", ("1", "0", "0"))], 1),
        ([Seal("finished", ("1", "0"))], 1),
        ([Seal("finished", ("1", "0", "2"))], 1),
        ([Void("x"), Adjourn(), Resume()], None),
        ([Adjourn(), Note("x"), Resume()], None),
        ([Adjourn(), Seal("adjourned", ("-", "-", "-")), Resume()], None),
        ([Retract(0), Note("x"), Rule(1, "x"), Forfeit(2)], None),
    ],
)
def test_what_breaks_an_order_or_a_range_of_the_tables_moves_is_irregular(
    log: Log, moves: list[object], fault: int | None
) -> None:
    """FORMAT 6: irregular, not broken."""
    entries = [Entry(n, TABLE, move) for n, move in enumerate(moves, 1)]  # type: ignore[arg-type]

    report = audit(forge(log, entries))

    assert [finding.entry for finding in report.findings] == ([] if fault is None else [fault])
    assert report.verdicts["bytes"].verdict == "sound"


def test_a_tables_move_by_a_wrong_actor_is_irregular(log: Log) -> None:
    assert audit(forge(log, [Entry(1, 0, Note("x"))])).summary == "irregular at entry 1"
    assert audit(forge(log, [Entry(1, TABLE, NonceCommit(bytes(32)))])).summary == "irregular at entry 1"


@given(st.data())
@settings(max_examples=40)
def test_no_entry_can_be_left_out_or_doubled(log: Log, data: st.DataObject) -> None:
    """However well a forger chains what is left: the rules and the draws do not fit any more."""
    entries = list(log.entries)
    place = data.draw(st.integers(0, len(entries) - 2))
    if data.draw(st.booleans()):
        del entries[place]
    else:
        entries.insert(place, entries[place])

    report = audit(forge(log, entries))

    assert report.summary.startswith("irregular")
