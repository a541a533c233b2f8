"""Saved games: they replay, redact and part as their entries do."""

from __future__ import annotations

from typing import Any

from timecore.audit import audit
from timecore.chance import Luck
from timecore.codec import Commitment, decode
from timecore.errors import FormatUnsupported, NotARecord
from timecore.game import Game
from timecore.log import Log
from timecore.record import RawEntry, RawHeader, RawRecord, read
from timecore.recorder import Recorder
from timecore.redact import redact
from timecore.replay import Replay
from timecore.testing._dice import Dice
from timecore.testing._playing import Playing
from timecore.testing._questions._asking import about, after, as_text, expect
from timecore.testing._records import Damaged, Recorded
from timecore.testing._twins import Twins

__all__: list[str] = []


@about("record")
def test_a_saved_game_replays_to_the_same_states_and_bytes(record: Recorded) -> None:
    """Read from its bytes it has the same entries, head and states, and writes the same bytes."""
    log = record.log
    data = log.to_bytes()
    again = Log.from_bytes(data, rules=log.rules)
    expect(again.damage is None, f"it is read as damaged: {again.damage}")
    expect(again.to_bytes() == data, "written again, it has other bytes")
    expect(again.head == log.head, "read again, it has another head")
    expect(again.entries == log.entries, "read again, it has other entries")
    replay = Replay(again)
    expect(replay.error is None, f"it does not replay: {replay.error}")
    for position, state in enumerate(record.playing.states()):
        found = replay.state_at(position)
        expect(as_text(found) == as_text(state), f"{after(position)}: the replay is another state")


@about("record")
def test_an_audit_finds_nothing(record: Recorded) -> None:
    """Every byte, opening, move, event and draw of a game is what format and rules say."""
    report = audit(record.log.to_bytes(), rules=record.log.rules)
    expect(not report.findings, f"the audit of a game that was played here finds {report.findings}")


@about("record")
def test_the_same_seed_and_moves_give_the_same_bytes(record: Recorded) -> None:
    """A game of given luck, played again, is the same record byte for byte."""
    log = record.log
    game = Game.new(log.rules, seats=log.header.names, options=log.header.options, seed=record.seed)
    for entry in log.entries:
        if entry.actor >= 0:
            game.play(entry.actor, entry.move)
    expect(game.log.to_bytes() == log.to_bytes(), "played again, it has other bytes")


@about("record")
def test_a_redacted_copy_is_what_its_viewer_sees(record: Recorded) -> None:
    """It has the same head, its entries are the redacted ones, and redacting it again is nothing.

    The public's copy can be made from any seat's.
    """
    log = record.log
    public = log.redacted(record.playing.viewers[-1]).to_bytes()
    for viewer in record.playing.viewers:
        copy = Log(log.redacted(viewer).record, rules=log.rules)
        expect(copy.damage is None, f"{viewer!r}: the copy is damaged: {copy.damage}")
        expect(copy.head == log.head, f"{viewer!r}: the copy has another head")
        seen = tuple(redact(entry, viewer) for entry in log.entries)
        for entry, wanted in zip(copy.entries, seen, strict=True):
            expect(entry == wanted, f"{viewer!r}: the copy says\n{entry}\nnot\n{wanted}")
        again = copy.redacted(viewer).to_bytes()
        expect(again == copy.to_bytes(), f"{viewer!r}: redacted again, the copy is another")
        least = copy.redacted(record.playing.viewers[-1]).to_bytes()
        expect(least == public, f"{viewer!r}: made public, the copy is not the public's")
        mine, theirs = Replay(log, viewer), Replay(copy)
        for position in Dice(record.seed).some(range(len(log) + 1), 5):
            same = as_text(mine.state_at(position)) == as_text(theirs.state_at(position))
            expect(same, f"{viewer!r}, {after(position)}: the copy folds to another view")


@about("twins")
def test_what_is_hidden_makes_no_difference_to_a_redacted_file(twins: Twins) -> None:
    """Two games that look the same to a viewer give it files of one length.

    They differ inside digests and salts only.
    """
    files = [_redacted(game.until(twins.shared), twins) for game in (twins.one, twins.other)]
    sizes = [len(record.to_bytes()) for record in files]
    expect(sizes[0] == sizes[1], f"the files have {sizes[0]} and {sizes[1]} bytes")
    masked = [_masked(record) for record in files]
    for position, (one, other) in enumerate(zip(*masked, strict=True)):
        expect(one == other, f"entry {position} is\n{one}\nin one file and\n{other}\nin the other")


def _redacted(game: Playing, twins: Twins) -> RawRecord:
    rules = game.rules
    log = Log.start(
        rules,
        options=rules.options_map(game.options),
        names=game.names,
        luck=Luck.given("twins", rules.draws),
        seed_text="twins",
    )
    recorder = Recorder(log)
    for entry in game.entries:
        recorder.append(entry)
    return recorder.log(rules, game.entries).redacted(twins.viewer).record


def _masked(record: RawRecord) -> list[Any]:
    """All that a file says, but for digests and salts."""
    parts: list[RawHeader | RawEntry] = [record.header, *record.entries]
    return [(_without_digests(decode(one.body)), [value for _, value in one.openings]) for one in parts]


def _without_digests(value: Any) -> Any:
    if isinstance(value, Commitment):
        return "a commitment"
    if isinstance(value, tuple):
        return tuple(_without_digests(item) for item in value)
    if isinstance(value, dict):
        return {key: _without_digests(item) for key, item in value.items()}
    return value


@about("damage")
def test_damage_is_named_and_nothing_before_it_is_lost(damaged: Damaged) -> None:
    """What was cut, flipped, swapped or put in is found, with entry and byte, and never accepted."""
    whole = damaged.log.record
    try:
        found = read(damaged.data)
    except (NotARecord, FormatUnsupported):
        in_header = damaged.first < whole.header.size
        expect(in_header, f"{damaged.what}: nothing is read, and yet the header is sound")
        return
    count = len(found.entries)
    same = [entry.to_bytes() for entry in whole.entries[:count]]
    expect([entry.to_bytes() for entry in found.entries] == same, f"{damaged.what}: entries differ")
    before = sum(entry.offset + entry.size <= damaged.first for entry in whole.entries)
    expect(count >= before, f"{damaged.what}: {count} entries are read, and {before} were sound")
    if found.damage is None:
        expect(damaged.data == found.to_bytes(), f"{damaged.what}: accepted, and yet not the same")
        expect(whole.to_bytes().startswith(damaged.data), f"{damaged.what}: it is accepted")
        return
    expect(found.damage.entry == count + 1, f"{damaged.what}: {found.damage} after {count} entries")
    expect(0 <= found.damage.byte <= len(damaged.data), f"{damaged.what}: {found.damage}")
