"""What an enemy would try: records that are well chained and hostile all the same."""

from collections.abc import Iterable
from typing import Any

import attrs
import pytest
import tiny
from independent_verifier import verify
from playing import finish
from recording import recorded
from tiny.cards import COPIES
from tiny.events import Dealt
from tiny.moves import Deal
from vectors import Forger
from witness import audited

from timecore.actors import CHANCE, TABLE, Actor
from timecore.audit import audit
from timecore.chance import Luck
from timecore.codec import Misshapen, decode, encode
from timecore.entry import Entry
from timecore.errors import EncodingRefused
from timecore.fold import fold
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.messages import Event, Move
from timecore.record import RawHeader, Writer, read, start
from timecore.registry import get_ruleset
from timecore.replay import Replay
from timecore.rulesets.time_chase.events import (
    CardDealt,
    CardPlayed,
    EventAdded,
    FuelGained,
    FuelSpent,
    InvariantLost,
    ResolutionStarted,
    WinningCardKept,
)
from timecore.rulesets.time_chase.moves import DealCard
from timecore.schema import Schema
from timecore.table import Branch, Note, Retract, Rule, Seal

NAMES = ["Ana", "Ben", "Cho"]
RULES = get_ruleset("time_chase")


@pytest.fixture(scope="module")
def log() -> Log:
    game = Game.new(RULES, seats=NAMES, seed="attacks")
    return finish(game).log


def forge(log: Log, entries: list[Entry]) -> bytes:
    """A record with this header and any entries at all, its chain and commitments as they should be."""
    return recorded(log, entries).to_bytes()


def table(move: Move, actor: Actor = TABLE) -> Entry:
    """An entry of the table's; forging it gives it its number."""
    return Entry(0, actor, move)


def header_of(
    log: Log, *, schema: Schema | None = None, luck: Luck | None = None, rules: str = RULES.name
) -> RawHeader:
    """A header of Time Chase that is right but for what is asked for."""
    return start(
        game=bytes(16),
        options=log.record.header.options,
        rules=(rules, RULES.version),
        schema=Schema.of(RULES) if schema is None else schema,
        names=NAMES,
        luck=Luck.manual() if luck is None else luck,
        writer="somebody",
    )


def by_table(header: RawHeader, rows: Iterable[tuple[Any, ...]]) -> bytes:
    """A record of nothing but moves of the table."""
    writer = Writer(header)
    return b"".join([header.to_bytes(), *[writer.append(TABLE, row).to_bytes() for row in rows]])


# -- an audit ends with a report, whatever the entries -------------------------------------------------------------


def test_a_schema_without_parts_ends_no_audit(log: Log) -> None:
    """What should be a list of cards with their seats is a list of anything at all then."""
    moves, events = Schema.of(RULES).raw()
    bare = tuple((name, tuple((f, audience, None) for f, audience, _ in fields)) for name, fields in events)
    revealed = [name for name, _ in events].index("CardsRevealed")
    header = header_of(log, schema=Schema.parse((moves, bare)))
    values: list[Any] = [(5, 6), ("ab", None), ((), (1,)), (b"\0",)]
    for value in values:
        entry = Writer(header).append(0, (2, "A7"), [(revealed, value)])
        report = audited(header.to_bytes() + entry.to_bytes(), rules=None)

        assert report.summary.startswith("irregular at entry")
        assert "none of time_chase" in report.findings[-1].what


def test_an_impossible_retraction_changes_nothing_for_audit_and_replay(log: Log) -> None:
    forged = [
        *log.entries[:20],
        table(Retract(99)),
        table(Note("x")),
        table(Retract(22)),
        *log.entries[20:25],
    ]
    data = forge(log, forged)

    report = audited(data, rules=None)
    replay = Replay(Log.from_bytes(data))

    assert [finding.entry for finding in report.findings] == [21]
    assert replay.error is None
    assert replay.state_at(-1).to_json() == Replay(log).state_at(25).to_json()


def test_what_a_seat_retracts_is_retracted_by_nobody(log: Log) -> None:
    """Audit and replay must not follow two different games."""
    data = forge(log, [*log.entries[:20], table(Retract(5), 0), table(Retract(21)), *log.entries[20:25]])

    assert [finding.entry for finding in audited(data, rules=None).findings] == [21]
    assert Replay(Log.from_bytes(data)).state_at(-1).to_json() == Replay(log).state_at(25).to_json()


def test_weights_that_add_up_to_nothing_end_no_audit() -> None:
    """More cards of a kind than there are: what is left of it is less than nothing."""
    luck = Luck.sealed(4)
    log = Log.start(tiny.RULESET, options={"players": 4}, names=[*NAMES, "Dan"], luck=luck)
    left = sum(COPIES.values())
    forged = [Entry(0, CHANCE, Deal(0, "ace"), (Dealt(0, "ace"),))] * left

    report = audited(forge(log, forged), rules=tiny.RULESET)

    assert report.summary.startswith("irregular")


def test_moves_that_nobody_could_make_take_little_memory(log: Log) -> None:
    """What was legal is the same for all of them, and is kept for the first only."""
    illegal = Entry(0, CHANCE, DealCard(0, "A1"))

    report = audited(forge(log, [illegal] * 1500), rules=None)

    assert len(report.findings) == 1500 + 1500  # the rules, and the draws
    shown = [finding.legal for finding in report.findings if finding.legal]
    assert 0 < len(shown) <= 1000
    assert len({id(move) for legal in shown for move in legal}) == len(shown[0])


def test_seeds_beyond_measure_are_not_tried(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a hundred bytes of a record, and may take a tenth of a second."""
    monkeypatch.setattr("timecore.audit._draws._MOST_DRAWS", 64)
    wrong = [Luck("sealed", 16, bytes(32), bytes((n,)) * 32) for n in range(8)]

    report = audit(by_table(header_of(log), [("Branch", luck) for luck in wrong]))
    sound = audit(by_table(header_of(log), [("Branch", Luck.sealed(16)) for _ in wrong]))
    again = audit(by_table(header_of(log), [("Branch", Luck.given("one text", 16)) for _ in wrong]))

    assert [finding.entry for finding in report.findings] == [1, 2, 3, 4]
    assert sound.verdicts["chance"].verdict == "not checked"
    assert "4 of the seeds were not tried" in sound.verdicts["chance"].detail
    assert "not tried" not in again.verdicts["chance"].detail


def test_a_long_header_is_not_read_again_for_each_reveal(log: Log) -> None:
    chance = attrs.evolve(Luck.sealed(1), seed=bytes(32))
    rows = [("Branch", chance), *[("RevealSeed", bytes(16), bytes(32))] * 2000]
    seen = 0

    def counted(data: bytes) -> Any:
        nonlocal seen
        seen += 1
        return decode(data)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("timecore.audit._draws.decode", counted)
        assert len(audit(by_table(header_of(log), rows)).findings) > 1999
    assert seen == 1


# -- an audit never says more than was proven ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruling", [[Seal("void", ("-", "-", "-")), Rule(1, "so be it")], [Rule(0, "all of it")]]
)
def test_a_ruling_that_is_irregular_lets_nothing_stand(log: Log, ruling: list[Move]) -> None:
    bad = attrs.evolve(log.entries[0], events=())
    seq = 1 + len(ruling)
    data = forge(log, [bad, *map(table, ruling), table(Rule(seq, "and that, too"))])

    report = audited(data, rules=None)

    assert not report.findings[0].ruled
    assert report.summary == "irregular at entry 1"


@pytest.mark.parametrize(
    ("length", "seal", "what"),
    [
        (None, Seal("finished", ("1", "1", "1")), "another result"),
        (None, Seal("finished", ("0", "0", "0")), "another result"),
        (None, Seal("finished", ("-", "-", "-")), "another result"),
        (40, Seal("finished", ("1", "0", "0")), "by the rules it is not"),
        (40, Seal("adjourned", ("-", "-", "-")), None),
    ],
)
def test_a_seal_does_not_say_more_than_the_rules(
    log: Log, length: int | None, seal: Seal, what: str | None
) -> None:
    report = audited(forge(log, [*log.entries[:length], table(seal)]), rules=None)

    assert [what in finding.what for finding in report.findings if what] == ([True] if what else [])
    assert report.summary.startswith("irregular") is (what is not None)


def test_a_seal_that_tells_the_result_is_no_finding(log: Log) -> None:
    result = RULES.result(Replay(log).state_at(-1))
    assert result is not None
    tokens = tuple("1" if seat in result.winners else "0" for seat in range(3))

    data = forge(log, [*log.entries, table(Seal("finished", tokens))])
    assert audited(data, rules=None).findings == ()


@pytest.mark.parametrize("where", [0, 1])
def test_names_audiences_and_parts_of_the_schema_are_those_of_the_ruleset(log: Log, where: int) -> None:
    raw = Schema.of(RULES).raw()
    for number, (name, fields) in enumerate(raw[where]):
        for place, (field, audience, parts) in enumerate(fields):
            changes: list[tuple[Any, ...]] = [
                (field + "x", audience, parts),
                (field, audience, ("one",) if parts is None else None),
            ]
            if not any(field in (other[1] or ()) for other in fields):
                changes.append((field, () if audience is None else None, parts))
            elif changes:
                del changes[0]
            for change in changes:
                other = (name, (*fields[:place], change, *fields[place + 1 :]))
                rows = (*raw[where][:number], other, *raw[where][number + 1 :])
                schema = Schema.parse((rows, raw[1]) if where == 0 else (raw[0], rows))

                report = audited(header_of(log, schema=schema).to_bytes(), rules=None)

                assert report.summary == "irregular at entry 0"
                assert name in report.findings[0].what


def test_without_the_ruleset_the_tables_orders_and_the_draws_are_still_looked_at(log: Log) -> None:
    writer = Writer(header_of(log, rules="a game of another planet"))
    deal = Schema.of(RULES).moves
    assert deal[0].name == "DealCard"
    entries = [
        writer.append(CHANCE, (0, 0, "A7")),
        writer.append(TABLE, ("Seal", "void", ("-", "-", "-"))),
        writer.append(TABLE, ("Note", "and yet it moves")),
        writer.append(CHANCE, (0, 0, "A8")),
    ]

    data = writer.header.to_bytes() + b"".join(entry.to_bytes() for entry in entries)
    report = audited(data, rules=None)

    assert [finding.entry for finding in report.findings] == [3, 4]
    assert report.summary == "irregular at entry 3"
    assert report.verdicts["chance"].verdict == "manual"
    assert report.verdicts["chance"].detail.startswith("2 draws")


def test_the_weakest_luck_gives_the_word() -> None:
    """Cards dealt by hand are not proven by the seed that a branch brings for the rest."""
    game = Game.new(RULES, seats=NAMES, luck="manual")
    for _ in range(30):
        game.play(CHANCE, game.legal_moves(CHANCE)[0])
    game.table(Branch(Luck.sealed(4)))

    chance = audited(game.log, rules=None).verdicts["chance"]

    assert chance.verdict == "manual"
    assert "luck of the header: 30 draws" in chance.detail
    assert "luck of entry 31: 1 of 1 draw follow" in chance.detail


def test_one_nonce_of_three_proves_little() -> None:
    """The host may have sat on that seat."""
    game = Game.new(RULES, seats=NAMES, nonces=True)
    game.reveal_nonce(1, game.commit_nonce(1))
    game.draw()

    chance = audited(game.log, rules=None).verdicts["chance"]

    assert chance.verdict == "host could have chosen"
    assert "1 of 3 seats" in chance.detail


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([WinningCardKept(1, "A7", ("A7",) * 66)], "only 65 cards"),
        ([InvariantLost(None, ("A7",) * 60), InvariantLost(None, ("A7",) * 6)], "only 65 cards"),
        ([EventAdded(at) for at in range(1, 12)], "only 10 event tokens"),
        ([CardDealt(0, HIDDEN)] * 36, "deck is empty"),
        ([FuelGained(0, 2**64 - 1, "bonus")], "no amount"),
        (
            [CardDealt(0, HIDDEN), ResolutionStarted(0, (0,), None), CardPlayed(0, 0, "Z9", "followed")],
            "no card 'Z9'",
        ),
        ([FuelSpent(0, -1)], "no amount"),
    ],
)
def test_no_event_makes_a_state_that_nobody_could_cope_with(events: list[Event[Any]], why: str) -> None:
    """A long game of small entries would keep copies of a large one, and a digest not hold its numbers."""
    state = RULES.start(RULES.resolve_options({"players": 3}))

    with pytest.raises(ValueError, match=why):
        fold(state, events)


# -- who may see a field is found in little time -------------------------------------------------------------------


def of_fields(*fields: tuple[Any, ...], seats: int = 3) -> RawHeader:
    """A header with one move of these fields."""
    return start(
        game=bytes(16),
        options={},
        rules=("no game", 1),
        schema=Schema.parse(((("Show", fields),), ())),
        names=[f"Seat {seat}" for seat in range(seats)],
        luck=Luck.manual(),
        writer="somebody",
    )


def test_an_audience_names_few_fields() -> None:
    """Else each field of an entry could make a reader look at all others."""
    public = [(f"to{n}", None, None) for n in range(16)]
    named = [name for name, _, _ in public]

    of_fields(*public, ("card", tuple(named), None))
    with pytest.raises(Misshapen, match="more than 16 names"):
        of_fields(*public, ("card", ("actor", *named), None))


def test_a_game_has_few_seats() -> None:
    assert len(of_fields(seats=255).seats) == 255
    with pytest.raises(EncodingRefused, match="at most 255"):
        of_fields(seats=256)


@pytest.mark.parametrize(("to", "sound"), [((0, 2) * 127, True), ((0,) * 256, False), ((0, 3), False)])
def test_a_list_of_seats_is_short(to: tuple[int, ...], *, sound: bool) -> None:
    header = of_fields(("to", None, None), ("card", ("to",), None))
    forger = Forger(header.to_bytes())
    for seq in range(1, 4):  # the third time it is a kind of entry that is known
        commitment, opening = forger.commit(0, encode("A7"), salt=bytes((seq,)) * 16)
        forger.add((seq, 0, (0, to if seq == 3 else (0, 2), commitment), (), {}), [opening])

    record = read(forger.data)

    assert (record.damage is None) is sound
    assert verify(forger.data).fine is sound
