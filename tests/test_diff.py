"""Where and why two games part, cause by cause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import RULESET
from tiny.events import BidMade, Dealt, Played
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE, PUBLIC, TABLE, Viewer
from timecore.diff import MISSING, Diff, Fork, diff, patch
from timecore.diff._align import Sequences, align
from timecore.entry import Entry
from timecore.errors import PositionError, UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.record import RawEntry, RawRecord, Writer, start
from timecore.recorder import Recorder
from timecore.replay import Replay
from timecore.schema import Schema
from timecore.table import Adjourn, Branch, Note, Resume, Retract, Rule

REPLAYS = Path(__file__).parents[1] / "replays"
GOLDEN = ["chicken_time_warp-3p", "time_chase-3p", "timeline-2p", "timeline_2003-2p"]

Made = Callable[[Entry], Sequence[Entry]]


def played(choices: Sequence[int] = (0,), *, seed: str = "diff", **more: Any) -> Log:
    """A finished game of tiny; equal choices make equal games."""
    game = Game.new(RULESET, seats=["Ana", "Ben", "Cho"], seed=seed, **more)
    number = 0
    while game.to_act:
        actor = game.to_act[0]
        legal = game.legal_moves(actor)
        game.play(actor, legal[choices[number % len(choices)] % len(legal)])
        number += 1
    return game.log


@cache
def trunk() -> Log:
    """The game that most tests start from."""
    return played()


def recorded(log: Log, made: Made = lambda entry: [entry], **header: Any) -> Log:
    """The same game in another record, each entry as it is made here; a header of its own if one is given."""
    beginning = log.upto(0)
    if header:
        values: dict[str, Any] = {
            "options": log.header.options,
            "names": log.header.names,
            "luck": log.header.luck,
        }
        beginning = Log.start(RULESET, **(values | {"tags": dict(log.header.tags)} | header))
    recorder = Recorder(beginning)
    entries: list[Entry] = []
    for old in log.entries:
        for entry in made(old):
            new = attrs.evolve(entry, seq=len(entries) + 1)
            recorder.append(new)
            entries.append(new)
    return recorder.log(RULESET, entries)


def instead(number: int, *entries: Entry) -> Made:
    """Other entries in the place of one."""
    return lambda entry: entries if entry.seq == number else [entry]


def before(number: int, *entries: Entry) -> Made:
    """Further entries before one."""
    return lambda entry: [*entries, entry] if entry.seq == number else [entry]


def told(found: Diff) -> list[tuple[str, int | None, int | None, int]]:
    """Each difference: its cause, its entries and how many."""
    return [(one.cause, one.a, one.b, one.count) for one in found.differences]


# -- causes ----------------------------------------------------------------------------------------------------


def test_a_game_does_not_differ_from_itself() -> None:
    again = Log.from_bytes(trunk().to_bytes(), rules=RULESET)

    found = diff(trunk(), again)

    assert not found
    assert found.equal
    assert found.same_play
    assert (found.fork, found.differences, found.state, found.causes) == (None, (), (), {})


def test_another_choice() -> None:
    """Entry 7 is the first bid."""
    other = played([1, 0, 0, 0, 0, 0])

    found = diff(trunk(), other)

    assert found.fork == Fork(6, "bytes")
    first = found.differences[0]
    assert (first.cause, first.a, first.b) == ("choice", 7, 7)
    assert first.old is not None
    assert first.old["move"] == {"type": "Bid", "amount": None}
    assert [(str(c.path), c.old, c.new) for c in first.changes] == [
        ("move.amount", None, 0),
        ("events[0].amount", None, 0),
    ]
    assert found.causes["choice"] == 1
    assert found.state


def test_other_luck() -> None:
    dealt = trunk().entries[2]
    assert isinstance(dealt.move, Deal)
    other = Entry(3, CHANCE, Deal(2, "king"), (Dealt(2, "king"),))
    assert dealt.move != other.move

    found = diff(trunk(), recorded(trunk(), instead(3, other)))

    assert told(found)[0] == ("luck", 3, 3, 1)


def test_the_same_move_with_another_consequence() -> None:
    """As mended rules make it."""
    play = trunk().entries[9]
    wrong = attrs.evolve(play, events=(Played(0, "three"),))
    assert play.events == (Played(0, "king"),)

    found = diff(trunk(), recorded(trunk(), instead(10, wrong)))

    assert found.fork == Fork(9, "bytes")
    assert told(found) == [("consequence", 10, 10, 1)]
    assert [str(change.path) for change in found.differences[0].changes] == ["events[0].card"]
    assert found.state is not None
    assert [(str(c.path), c.old, c.new) for c in found.state] == [
        ("hands[0][0]", "three", MISSING),
        ("hands[0][0]", MISSING, "king"),
        ("plays[0].card", "king", "three"),
    ]


def test_inserted_entries_are_told_once_and_what_follows_is_brought_together() -> None:
    pause = [Entry(0, TABLE, Adjourn()), Entry(0, TABLE, Resume())]
    longer = recorded(trunk(), before(8, *pause))

    assert told(diff(trunk(), longer)) == [("inserted", None, 8, 1), ("inserted", None, 9, 1)]
    assert told(diff(longer, trunk())) == [("removed", 8, None, 1), ("removed", 9, None, 1)]
    assert diff(trunk(), longer).state == ()
    assert diff(trunk(), longer).differences[0].new == {
        "seq": 8,
        "actor": TABLE,
        "move": {"type": "Adjourn"},
        "events": [],
    }


def test_a_removed_entry_and_a_choice_behind_it_are_two_differences() -> None:
    last = trunk().entries[-1]
    assert isinstance(last.move, Play)
    other = attrs.evolve(last, move=Play("joker"), events=(Played(last.actor, "joker"), *last.events[1:]))
    changed = recorded(trunk(), lambda entry: {8: [], len(trunk()): [other]}.get(entry.seq, [entry]))

    assert told(diff(trunk(), changed)) == [
        ("removed", 8, None, 1),
        ("choice", len(trunk()), len(trunk()) - 1, 1),
    ]


def test_one_game_is_the_beginning_of_the_other() -> None:
    cut = trunk().upto(5)

    found = diff(cut, trunk())

    assert found.fork == Fork(5, "bytes")
    assert told(found) == [("prefix", None, 6, len(trunk()) - 5)]
    assert told(diff(trunk(), cut)) == [("prefix", 6, None, len(trunk()) - 5)]


def test_names_and_tags() -> None:
    named = recorded(trunk(), names=["Ana", "Bea", "Cho"], seed_text="diff", tags={"place": "here"})

    found = diff(trunk(), named)

    assert [one.cause for one in found.differences] == ["names", "tags", "record"]
    assert [(str(c.path), c.old, c.new) for c in found.differences[0].changes] == [("seats[1]", "Ben", "Bea")]
    assert found.same_play
    assert not found.equal
    assert found.fork is None


def test_notes() -> None:
    """A remark is an entry of the table, or stands beside one."""
    with_note = recorded(trunk(), before(4, Entry(0, TABLE, Note("hm"))))
    beside = recorded(
        trunk(), lambda entry: [attrs.evolve(entry, meta={"why": "x"} if entry.seq == 4 else {})]
    )

    assert told(diff(trunk(), with_note)) == [("notes", None, 4, 1)]
    assert told(diff(trunk(), beside)) == [("notes", 4, 4, 1)]
    assert diff(trunk(), beside).same_play
    assert told(diff(with_note, recorded(trunk(), before(4, Entry(0, TABLE, Note("ah")))))) == [
        ("notes", 4, 4, 1)
    ]


def test_another_record_of_the_same_play() -> None:
    """Its number, its times and its salts say nothing of the game."""
    timed = recorded(trunk(), lambda entry: [attrs.evolve(entry, meta={"time": f"T{entry.seq}"})])
    anew = Game.new(RULESET, seats=["Ana", "Ben", "Cho"], luck="manual")
    twin = Game.new(RULESET, seats=["Ana", "Ben", "Cho"], luck="manual")

    assert told(diff(trunk(), timed)) == [("record", 1, 1, len(trunk()))]
    [found] = diff(anew.log, twin.log).differences
    assert found.cause == "record"
    assert [str(change.path) for change in found.changes] == ["game"]


def test_records_that_differ_in_salts_alone_differ() -> None:
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    twin = Game.from_log(game.log)
    for one in (game, twin):
        one.play(CHANCE, Deal(0, "ace"))

    [found] = diff(game.log, twin.log).differences

    assert found.cause == "record"
    assert [str(change.path) for change in found.changes] == ["head"]


def test_options() -> None:
    a, b = (
        Game.new("time_chase", seats=["A", "B", "C"], options={"past_bonus": bonus}, seed="x").log
        for bonus in ("new", "stack")
    )

    assert [one.cause for one in diff(a, b).differences] == ["options", "record"]
    assert str(diff(a, b).differences[0].changes[0].path) == "options.past_bonus"


# -- forks -----------------------------------------------------------------------------------------------------


def branched(at: int, made: Made = lambda entry: [entry]) -> Log:
    """A branch: the trunk's records up to there, byte for byte, the fork, and the rest of the game."""
    cut = trunk().upto(at)
    recorder = Recorder(cut)
    entries = [*cut.entries, Entry(at + 1, TABLE, Branch(None))]
    recorder.append(entries[-1])
    for old in trunk().entries[at:]:
        for entry in made(old):
            entries.append(attrs.evolve(entry, seq=len(entries) + 1))
            recorder.append(entries[-1])
    return recorder.log(RULESET, entries)


def test_a_branch_is_found_by_its_bytes() -> None:
    bid = attrs.evolve(trunk().entries[6], move=Bid(500), events=(BidMade(0, 500),))

    found = diff(trunk(), branched(6, instead(7, bid)))

    assert found.fork == Fork(6, "bytes", (False, True))
    assert told(found)[:2] == [("inserted", None, 7, 1), ("choice", 7, 8, 1)]
    assert found.causes["choice"] == 1


def test_a_branch_that_goes_on_alike_differs_in_the_fork_alone() -> None:
    assert told(diff(trunk(), branched(6))) == [("inserted", None, 7, 1)]
    assert told(diff(branched(6), branched(9))) == [("removed", 7, None, 1), ("inserted", None, 10, 1)]


def test_two_games_of_one_table_are_compared_as_moves() -> None:
    """Game number and salts make all their bytes differ."""
    a, b = played(seed="a"), played(seed="b")

    found = diff(a, b)

    assert found.fork is not None
    assert found.fork.by == "play"


def test_what_the_table_has_taken_back_is_passed_over_unless_it_is_asked_for() -> None:
    cut = trunk().upto(8)
    game = Game.from_log(cut)
    game.table(Retract(7))
    found = diff(cut, game.log)

    assert told(found) == [("removed", 8, None, 1), ("inserted", None, 9, 1)]
    assert (found.fork, found.a.passed_over, found.b.passed_over) == (Fork(8, "bytes"), 0, 1)
    assert found.b.numbers == (*range(1, 8), 9)
    assert told(diff(cut, game.log, retracted=True)) == [("prefix", None, 9, 1)]
    assert found.state
    assert found.state == diff(cut, game.log, retracted=True).state
    assert told(diff(cut, game.log, at_b=8)) == [], "before the retraction it counts"


def test_a_game_that_came_to_the_same_by_a_detour_differs_by_the_retraction_alone() -> None:
    """The number of each entry is its own, on both sides, also where some are passed over."""
    game = Game.from_log(trunk().upto(7))
    for entry in trunk().entries[7:10]:
        game.play(entry.actor, Bid(500) if isinstance(entry.move, Bid) else entry.move)
    game.retract(7)
    gap = len(game.entries) - 7
    for entry in trunk().entries[7:]:
        game.play(entry.actor, entry.move)

    assert told(diff(trunk(), game.log)) == [("inserted", None, 7 + gap, 1)]
    assert diff(trunk(), game.log).fork == Fork(7, "bytes")
    assert diff(trunk(), game.log).swapped().causes == diff(game.log, trunk()).causes == {"removed": 1}
    again = diff(game.log.upto(7), game.log)
    assert told(again) == [("prefix", None, 7 + gap, len(trunk()) - 7 + 1)]
    assert told(diff(game.log.upto(0), game.log)) == [
        ("prefix", None, 1, 7),
        ("prefix", None, 7 + gap, len(trunk()) - 7 + 1),
    ]


def test_games_that_differ_only_in_what_was_taken_back_are_two_records_of_one_play() -> None:
    logs = []
    for choice in (0, 1):
        game = Game.from_log(trunk().upto(7))
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[choice])
        game.retract(7)
        game.note("again")
        game.retract(8)  # and once more, into what was taken back
        game.retract(7)
        logs.append(game.log)
    found = diff(*logs)

    assert found.same_play
    assert told(found) == [("record", None, None, 1)]
    assert told(diff(*logs, retracted=True)) == [("choice", 8, 8, 1)]


def test_a_ruling_on_what_is_passed_over_is_compared_by_its_words() -> None:
    def ruled(text: str) -> Log:
        more = [Entry(0, TABLE, Retract(6)), Entry(0, TABLE, Rule(8, text))]
        return recorded(trunk().upto(8), lambda entry: [entry, *more] if entry.seq == 8 else [entry])

    assert told(diff(ruled("a"), ruled("b"))) == [("choice", 10, 10, 1)]
    assert not any(one.cause == "choice" for one in diff(ruled("a"), ruled("a")).differences)


def test_an_entry_that_is_named_by_its_number_is_the_same_behind_an_insertion() -> None:
    """Here both take entry 9 of the first game back; the second has a note before it."""
    back = Entry(0, TABLE, Retract(8))
    first = recorded(trunk().upto(9), lambda entry: [entry, back] if entry.seq == 9 else [entry])
    noted = {4: [Entry(0, TABLE, Note("hm"))], 9: []}

    def second(to: int) -> Log:
        made = {9: [Entry(0, TABLE, Retract(to))]}
        return recorded(
            trunk().upto(9), lambda entry: [*noted.get(entry.seq, []), entry, *made.get(entry.seq, [])]
        )

    for retracted in (False, True):
        found = diff(first, second(9), retracted=retracted)
        assert told(found) == [("notes", None, 4, 1)]
        assert found.same_play
    assert told(diff(first, second(8), retracted=True)) == [("notes", None, 4, 1), ("choice", 10, 11, 1)]
    assert told(diff(first, second(8))) == [
        ("notes", None, 4, 1),
        ("removed", 8, None, 1),
        ("choice", 10, 11, 1),
    ]


# -- positions and viewers -------------------------------------------------------------------------------------


def test_two_positions_of_one_game() -> None:
    found = diff(trunk(), trunk(), at=2, at_b=-1)

    assert (found.a.position, found.b.position) == ((2, 0), (len(trunk()), 0))
    assert told(found) == [("prefix", None, 3, len(trunk()) - 2)]
    replay = Replay(trunk())
    assert found.state is not None
    assert patch(replay.state_at(2).to_json(), found.state) == replay.state_at(-1).to_json()


def test_a_position_inside_an_entry() -> None:
    """Entry 1 closes the box first, then deals."""
    found = diff(trunk(), trunk(), at=0, at_b="0.1")

    assert found.differences == ()
    assert found.state is not None
    assert [str(change.path) for change in found.state] == ["answers"]


def test_games_that_part_later_are_equal_up_to_there() -> None:
    other = played([1, 0, 0, 0, 0, 0])

    assert not diff(trunk(), other, at=6)
    assert diff(trunk(), other, at=7)


@pytest.mark.parametrize("at", ["13", "-14", "1.9", "x", 99])
def test_a_position_that_is_none_is_refused(at: Any) -> None:
    with pytest.raises(PositionError):
        diff(trunk(), trunk(), at_b=at)


def test_two_viewers_of_one_position_differ_in_what_they_know() -> None:
    found = diff(trunk(), trunk(), at=4, viewer=0, viewer_b=1)

    assert found.knowledge
    assert found.differences == ()
    assert found.state is not None
    assert {str(c.path)[:8] for c in found.state} == {"hands[0]", "hands[1]"}
    assert all(MISSING in (change.old, change.new) for change in found.state)
    assert found.causes == {"knowledge": len(found.state)}


def test_of_a_redacted_copy_only_what_it_shows_is_compared() -> None:
    other = played([1, 0, 0, 0, 0, 0])  # another bid by Ana

    assert not diff(trunk(), trunk().redacted(1))
    assert diff(trunk(), trunk().redacted(1)).limits == (1,)
    for a, b in ((trunk(), other.redacted(1)), (trunk().redacted(1), other)):
        found = diff(a, b)
        assert found.differences[0].a == 9  # where all bids are shown
        assert found.limits == (1,)
    both = trunk().redacted(0), other.redacted(1)
    assert diff(*both).limits == (0, 1)
    assert diff(*both).swapped().limits == diff(*both[::-1]).limits == (1, 0)


def test_a_copy_that_shows_single_secrets_is_compared_as_far_as_it_goes() -> None:
    """As one to which a player has given the opening of one card."""
    full = trunk().record
    public = trunk().redacted(PUBLIC).record
    one = Log(RawRecord(public.header, [full.entries[0], *public.entries[1:]]), rules=RULESET)
    partial = Log.from_bytes(one.to_bytes(), rules=RULESET)
    assert partial.shows == "partial"
    other = recorded(trunk(), instead(3, Entry(3, CHANCE, Deal(2, "king"), (Dealt(2, "king"),))))

    assert not diff(trunk(), partial)
    found = diff(other, partial)
    assert {one.cause for one in found.differences} <= {"record"}
    assert found.unseen
    assert found.state == ()


@pytest.mark.parametrize("viewer", [0, 1, 2, PUBLIC])
def test_nothing_is_told_that_the_viewer_may_not_see(viewer: Viewer) -> None:
    """Games that look the same to a viewer give that viewer the same answer, digests aside."""
    owner = 1 if viewer == 0 else 0
    number = owner + 4  # the second card of that seat
    dealt = trunk().upto(6)

    def answer(card: str, viewer: Viewer) -> str:
        deal = Entry(number, CHANCE, Deal(owner, card), (Dealt(owner, card),))
        found = diff(dealt, recorded(dealt, instead(number, deal)), viewer=viewer).to_json()
        shown = [found[key] for key in ("fork", "differences", "state", "causes", "unseen")]
        return re.sub("[0-9a-f]{64}", "digest", json.dumps(shown))

    assert answer("ace", viewer) == answer("three" if owner == 0 else "king", viewer)
    assert "luck" not in answer("ace", viewer)
    assert "luck" in answer("ace", owner)


# -- odd logs --------------------------------------------------------------------------------------------------


def test_logs_without_entries() -> None:
    empty = trunk().upto(0)

    assert not diff(empty, empty)
    assert told(diff(empty, trunk())) == [("prefix", None, 1, len(trunk()))]


def test_a_damaged_record_is_compared_as_far_as_it_is_sound() -> None:
    torn = Log.from_bytes(trunk().to_bytes()[:-10], rules=RULESET)

    found = diff(trunk(), torn, viewer=0)

    assert told(found) == [("prefix", len(trunk()), None, 1)]
    assert found.b.log.damage is not None


def test_games_of_two_rulesets_are_refused() -> None:
    other = Game.new("time_chase", seats=["A", "B", "C"]).log

    with pytest.raises(UsageError, match='"tiny" and "time_chase"'):
        diff(trunk(), other)


def test_without_the_ruleset_all_but_the_states_is_compared() -> None:
    other = played([1, 0, 0, 0, 0, 0])
    a, b = (Log.from_bytes(log.to_bytes()) for log in (trunk(), other))

    found, full = diff(a, b), diff(trunk(), other)

    assert told(found) == told(full)
    assert [one.changes for one in found.differences] == [one.changes for one in full.differences]
    assert found.state is None
    assert found.why is not None
    assert "tiny" in found.why
    assert told(diff(a, a, at=3, at_b="4.1")) == [("prefix", None, 4, 1)]


def test_games_of_two_versions_of_the_rules_are_compared_by_the_names_in_their_headers() -> None:
    """Here the moves stand in another order, so that all their codes differ."""
    raw = trunk().record
    header = trunk().header
    schema = Schema(header.schema.moves[::-1], header.schema.events)
    first = start(
        game=header.game,
        options=header.options,
        rules=("tiny", 2),
        schema=schema,
        names=["Ana", "Ben", "Cho"],
        luck=header.luck,
        writer=header.writer,
    )
    entries: list[RawEntry] = []
    writer = Writer(first, entries)
    for entry in raw.entries:
        turned = (2 - entry.move[0], *entry.move[1:])
        entries.append(writer.append(entry.actor, turned, entry.events, entry.meta))
    other = Log(RawRecord(first, entries), rules=RULESET)

    found = diff(trunk(), other)

    assert [(one.cause, [str(c.path) for c in one.changes]) for one in found.differences] == [
        ("rules", ["rules_version"])
    ]
    assert found.fork is None


# -- laws ------------------------------------------------------------------------------------------------------

CHOICES = st.lists(st.integers(0, 4), min_size=1, max_size=12)


@given(CHOICES, CHOICES, st.sampled_from([None, 0, 2, PUBLIC]))
@settings(max_examples=12)
def test_the_laws_of_comparing_hold(one: list[int], other: list[int], viewer: Viewer | None) -> None:
    a, b = played(one), played(other)

    found = diff(a, b, viewer=viewer)

    back, swapped = diff(b, a, viewer=viewer).to_json(), found.swapped().to_json()
    for one_way in (back, swapped):  # of a hand, what was lost is told before what was gained
        one_way["state"].sort(key=repr)
        for difference in one_way["differences"]:
            difference["changes"].sort(key=repr)
    assert back == swapped
    assert found.equal == (a.head == b.head)
    assert not diff(a, a, viewer=viewer)
    states = [Replay(log, viewer).go(-1).state.to_json() for log in (a, b)]
    assert found.state is not None
    assert patch(states[0], found.state) == states[1]


MOVES = st.lists(st.sampled_from("abc"), max_size=12)


@given(MOVES, MOVES)
def test_an_alignment_has_every_entry_once_and_in_order(a: list[str], b: list[str]) -> None:
    kinds = [["x" if move == "a" else "y" for move in moves] for moves in (a, b)]

    found = align(Sequences((a, b), (kinds[0], kinds[1])))

    assert [i for i, _ in found.pairs if i is not None] == [*range(len(a))]
    assert [j for _, j in found.pairs if j is not None] == [*range(len(b))]
    assert all(kinds[0][i] == kinds[1][j] for i, j in found.pairs if i is not None and j is not None)


def test_what_is_inserted_far_away_is_found_in_long_logs() -> None:
    a = [str(n * n % 10_007) for n in range(5_000)]
    b = [*a[:1_000], "x", "y", *a[1_000:3_000], *a[3_001:]]
    kinds = (["k"] * len(a), ["k"] * len(b))

    found = align(Sequences((a, b), kinds))

    assert [pair for pair in found.pairs if None in pair] == [(None, 1_000), (None, 1_001), (3_000, None)]
    assert found.complete


def test_what_is_inserted_far_away_is_found_in_logs_that_repeat_themselves() -> None:
    """No row of moves stands in them once only."""
    a = [str(n % 3) for n in range(5_000)]
    b = [*a[:1_000], "x", *a[1_000:3_000], *a[3_003:4_000], "y", *a[4_001:]]
    kinds = (["k"] * len(a), ["k"] * len(b))

    found = align(Sequences((a, b), kinds))

    assert found.complete
    assert [j for i, j in found.pairs if i is None] == [1_000]
    assert len([i for i, j in found.pairs if j is None]) == 3  # which of them is all the same
    assert len([i for i, j in found.pairs if None not in (i, j) and a[i or 0] != b[j or 0]]) == 1


def test_logs_that_would_take_too_long_to_realign_are_compared_as_they_stand() -> None:
    a = [str(n * n % 7) for n in range(3_000)]
    b = [str(n % 3) for n in range(3_001)]

    found = align(Sequences((a, b), (["k"] * 3_000, ["k"] * 3_001)))

    assert not found.complete
    assert len(found.pairs) == 3_001


def test_luck_in_another_order_is_other_luck() -> None:
    """Rather than a card that was inserted here and removed there."""
    a, b = ["1", "2", "3"], ["2", "3", "1"]

    found = align(Sequences((a, b), (["k"] * 3, ["k"] * 3)))

    assert found.pairs == ((0, 0), (1, 1), (2, 2))


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_records_of_every_game(name: str) -> None:
    log = Log.load(REPLAYS / f"{name}.msgpack")
    replay = Replay(log)
    third = len(log) // 3

    assert not diff(log, log.redacted(0))
    found = diff(log, log, at=third, at_b=2 * third)
    assert told(found) == [("prefix", None, third + 1, third)]
    assert found.state is not None
    assert patch(replay.state_at(third).to_json(), found.state) == replay.state_at(2 * third).to_json()
