"""What an enemy would try: records that are well chained and hostile all the same."""

from typing import Any

import attrs
import pytest

from timecore.actors import TABLE, Actor
from timecore.audit import audit
from timecore.chance import Luck
from timecore.entry import Entry
from timecore.game import Game
from timecore.log import Log, Recorder
from timecore.messages import Move
from timecore.record import Writer, start
from timecore.registry import get_ruleset
from timecore.replay import Replay
from timecore.schema import Schema
from timecore.table import Note, Retract

NAMES = ["Ana", "Ben", "Cho"]
RULES = get_ruleset("time_chase")


@pytest.fixture(scope="module")
def log() -> Log:
    game = Game.new(RULES, seats=NAMES, seed="attacks")
    while game.to_act:
        actor = game.to_act[0]
        game.play(actor, game.legal_moves(actor)[0])
    return game.log


def forge(log: Log, entries: list[Entry]) -> bytes:
    """A record with this header and any entries at all, its chain and commitments as they should be."""
    recorder = Recorder(log.upto(0))
    for seq, entry in enumerate(entries, 1):
        recorder.append(attrs.evolve(entry, seq=seq))
    return recorder.log(log.rules, entries).to_bytes()


def table(move: Move, actor: Actor = TABLE) -> Entry:
    """An entry of the table's; forging it gives it its number."""
    return Entry(0, actor, move)


# -- an audit ends with a report, whatever the entries -------------------------------------------------------------


def test_a_schema_without_parts_ends_no_audit(log: Log) -> None:
    """What should be a list of cards with their seats is a list of anything at all then."""
    moves, events = Schema.of(RULES).raw()
    bare = tuple((name, tuple((f, audience, None) for f, audience, _ in fields)) for name, fields in events)
    revealed = [name for name, _ in events].index("CardsRevealed")
    header = start(
        game=bytes(16),
        options=log.record.header.options,
        rules=(RULES.name, RULES.version),
        schema=Schema.parse((moves, bare)),
        names=NAMES,
        luck=Luck.manual(),
        writer="somebody",
    )
    values: list[Any] = [(5, 6), ("ab", None), ((), (1,)), (b"\0",)]
    for value in values:
        entry = Writer(header).append(0, (2, "A7"), [(revealed, value)])
        report = audit(header.to_bytes() + entry.to_bytes())

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

    report = audit(data)
    replay = Replay(Log.from_bytes(data))

    assert [finding.entry for finding in report.findings] == [21]
    assert replay.error is None
    assert replay.state_at(-1).to_json() == Replay(log).state_at(25).to_json()


def test_what_a_seat_retracts_is_retracted_by_nobody(log: Log) -> None:
    """Audit and replay must not follow two different games."""
    data = forge(log, [*log.entries[:20], table(Retract(5), 0), table(Retract(21)), *log.entries[20:25]])

    assert [finding.entry for finding in audit(data).findings] == [21]
    assert Replay(Log.from_bytes(data)).state_at(-1).to_json() == Replay(log).state_at(25).to_json()
