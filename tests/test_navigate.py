"""Going through a log: each kind of place, forwards and backwards."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path as FilePath

import pytest
from tiny import RULESET

from timecore.actors import PUBLIC
from timecore.bots import make_bots, simulate
from timecore.errors import UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.narrate import Narrator
from timecore.navigate import (
    Changes,
    Choices,
    Entries,
    Events,
    Goal,
    Rounds,
    Sentences,
    Turns,
    find,
    seek,
)
from timecore.paths import Path, get, parse
from timecore.recorded import Recorded
from timecore.registry import get_ruleset
from timecore.replay import Position, Replay
from timecore.table import Note

REPLAYS = FilePath(__file__).resolve().parent.parent / "replays"


@pytest.fixture(scope="module")
def log() -> Log:
    """A game of Time Chase that goes back once: it has rounds, turns, secrets and entries of several events."""
    rules = get_ruleset("time_chase")
    game = Game.new(rules, seats=["Ana", "Ben", "Cho"], seed="a seed")
    game.table(Note("the cards are dealt"))
    simulate(game, make_bots(rules, ["random"] * 3, "a seed"), max_entries=60)
    game.retract(45)
    simulate(game, make_bots(rules, ["random"] * 3, "another"))
    return game.log


def all_of(trail: Replay | Recorded, goal: Goal, *, stretch: int = 7) -> list[Position]:
    """All places of a kind, one after the other from the start."""
    found: list[Position] = []
    here = Position(0)
    while (there := next(filter(None, seek(trail, goal, here, stretch=stretch)), None)) is not None:
        assert there > here
        found.append(there)
        here = there
    return found


@pytest.fixture(scope="module")
def chickens() -> Log:
    """A game that has turns."""
    return Log.load(REPLAYS / "chicken_time_warp-3p.msgpack")


GOALS = [
    Events(),
    Entries(),
    Turns(),
    Rounds(),
    Choices(1),
    Changes(parse("fuel")),
    Sentences("ana", Narrator(["Ana", "Ben", "Cho"], get_ruleset("time_chase")).step),
]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: type(goal).__name__)
def test_the_way_back_leads_through_the_same_places(log: Log, chickens: Log, goal: Goal) -> None:
    replay = Replay(chickens if isinstance(goal, Turns) else log)
    there = all_of(replay, goal)

    back: list[Position] = []
    here: Position | None = Position(replay.end)
    while (here := find(replay, goal, here, back=True)) is not None:
        back.append(here)

    assert len(there) > 3
    if back[-1] == Position(0):
        back.pop()
    assert back[::-1] == [one for one in there if one < Position(replay.end)]


def test_events_are_those_that_a_replay_steps_through(log: Log) -> None:
    replay = Replay(log)

    assert all_of(replay, Events()) == [step.position for step in replay]
    assert find(replay, Events(), Position(replay.end)) is None
    assert find(replay, Events(), Position(0), back=True) is None


def test_an_entry_back_from_inside_an_entry_is_its_beginning(log: Log) -> None:
    replay = Replay(log)
    inside = next(one for one in all_of(replay, Events()) if one.event)

    assert find(replay, Entries(), inside, back=True) == Position(inside.entry)
    assert find(replay, Entries(), inside) == Position(inside.entry + 1)


@pytest.mark.parametrize("turns", [False, True], ids=["round", "turn"])
def test_a_round_or_a_turn_begins_where_its_number_becomes_another_one(
    log: Log, chickens: Log, *, turns: bool
) -> None:
    replay = Replay(chickens if turns else log)
    number_of = replay.rules.turn_of if turns else replay.rules.round_of
    numbers = [number_of(replay.state_at(entry)) for entry in range(replay.end + 1)]

    begun = [Position(at) for at, (one, other) in enumerate(pairwise(numbers), 1) if one != other]

    assert len(begun) > 3
    assert all_of(replay, Turns() if turns else Rounds()) == begun
    assert all_of(Replay(log), Turns()) == []


def test_a_choice_is_stood_before_and_is_the_seats_own(log: Log) -> None:
    replay = Replay(log)

    found = all_of(replay, Choices(2))

    assert found == [Position(entry.seq - 1) for entry in replay.entries if entry.actor == 2]
    assert 2 in replay.go(found[0]).to_act
    assert find(replay, Choices(2), Position(replay.end)) is None


def test_the_nonces_of_a_seat_are_no_choices() -> None:
    game = Game.new(RULESET, seats=["Ana", "Ben"], nonces=True)
    for seat in (0, 1):
        game.commit_nonce(seat, bytes([seat]) * 32)

    assert find(Replay(game.log), Choices(0), Position(0)) is None
    assert all_of(Recorded(game.log), Choices(0)) == []


def test_a_field_changes_where_it_is_another_one_behind_an_event(log: Log) -> None:
    replay = Replay(log, 0)
    path = parse("hands[1]")
    seen = [(Position(0), get(replay.state_at(0).to_json(), path))]
    seen += [(step.position, get(step.state.to_json(), path)) for step in replay]

    changed = [other[0] for one, other in pairwise(seen) if one[1] != other[1]]

    assert all_of(replay, Changes(path)) == changed


def test_a_field_that_comes_and_goes_has_changed() -> None:
    """A bid of tiny is an empty list until it is made, so its first item comes into being."""
    game = Game.new(RULESET, seats=["Ana", "Ben"], seed="7")
    simulate(game, make_bots(RULESET, ["random"] * 2, "7"))
    replay = Replay(game.log)

    appears = find(replay, Changes(Path(("plays", 0))), Position(0))

    assert appears is not None
    assert len(replay.state_at(appears).to_json()["plays"]) == 1
    assert find(replay, Changes(parse("nowhere")), Position(0)) is None


def test_words_are_found_as_the_viewer_is_told_them(log: Log) -> None:
    narrator = Narrator(log.header.seats, log.rules)
    full, public = Replay(log), Replay(log, PUBLIC)
    secret = next(one for one in full.steps(before=True) if narrator.step(one).startswith("Ana is dealt"))

    words = Sentences(narrator.step(secret).upper(), narrator.step)

    assert find(full, words, Position(0)) == secret.position
    assert find(public, words, Position(0)) is None


def test_word_is_given_after_each_stretch(log: Log) -> None:
    replay = Replay(log)
    last = Position(replay.end)

    looked = list(seek(replay, Sentences("no such words", str), Position(0), stretch=10))

    assert looked == [None] * -(-replay.end // 10)
    assert list(seek(replay, Entries(), last, back=True, stretch=10)) == [Position(replay.end - 1)]


def test_a_replay_stands_somewhere_and_stays_there(log: Log) -> None:
    replay = Replay(log).go(5)

    assert find(replay, Entries()) == Position(6)
    assert find(replay, Entries(), back=True) == Position(4)
    assert replay.position == Position(5)


def test_without_the_ruleset_there_are_events_entries_and_choices(log: Log) -> None:
    replay = Replay(log)
    for viewer in (None, 1, PUBLIC):
        recorded = Recorded(log, viewer)
        for goal in (Events(), Entries(), Choices(0)):
            assert all_of(recorded, goal) == all_of(replay, goal)


def test_a_recorded_log_is_seen_as_the_viewer_may_see_it(log: Log) -> None:
    for viewer in (None, 2, PUBLIC):
        recorded, replay = Recorded(log.upto(10), viewer), Replay(log, viewer)

        assert recorded.grow(log.upto(30)) == 20
        assert recorded.grow(log) == len(log) - 30
        lines = [recorded.entry_json(seq) for seq in range(1, recorded.end + 1)]
        assert lines == [entry.to_json() for entry in replay.entries]
        assert recorded.locate("-1") == Position(len(log))
    with pytest.raises(UsageError, match="no seat 3"):
        Recorded(log, 3)
