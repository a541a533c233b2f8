"""How a field got its value, and all values it has had."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tiny import RULESET, Tiny
from tiny.moves import Bid, Deal, Play
from tiny.state import TinyState

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.ask import ABSENT, Cause, history, why
from timecore.bots import make_bots, simulate
from timecore.errors import HiddenValue, PathError, PositionError
from timecore.game import Game
from timecore.log import Log
from timecore.narrate import Narrator
from timecore.paths import Path, parse, walk
from timecore.registry import get_ruleset
from timecore.replay import Position, Replay
from timecore.table import Note, Retract


@pytest.fixture(scope="module")
def log() -> Log:
    """Two seats; entry 8 takes the bids back."""
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    for number, card in enumerate(("ace", "king", "three", "three")):
        game.play(CHANCE, Deal(number % 2, card))
    game.play(0, Bid(100))
    game.play(1, Bid(0))
    game.play(0, Play("ace"))
    game.table(Retract(4))
    game.table(Note("again"))
    game.play(1, Bid(500))
    game.play(0, Bid(None))
    return game.log


def by_hand(log: Log, viewer: Any = None) -> tuple[Replay, list[tuple[Position, dict[Path, Any]]]]:
    """All leaves of all states, with the positions: what a slower search would go by."""
    replay = Replay(log, viewer)
    found = [(Position(0), replay.state_at(0))]
    found += [(step.position, step.state.copy()) for step in replay.steps()]
    return replay, [(position, dict(walk(state.to_json()))) for position, state in found]


def expected(states: list[tuple[Position, dict[Path, Any]]], path: Path, index: int) -> tuple[Position, Any]:
    """Since when the value holds, and the value before."""
    value = states[index][1][path]
    while index and states[index - 1][1].get(path, ABSENT) == value:
        index -= 1
    return states[index][0], states[index - 1][1].get(path, ABSENT) if index else ABSENT


@pytest.mark.parametrize("viewer", [None, 0, 1, PUBLIC])
def test_each_field_has_its_value_since_it_was_other_or_not_there(log: Log, viewer: Any) -> None:
    """At every position, for everybody."""
    replay, states = by_hand(log, viewer)
    for index, (at, leaves) in enumerate(states):
        for path, value in leaves.items():
            (cause,) = why(replay, path, at)
            since, before = expected(states, path, index)

            assert (cause.path, cause.value, cause.position) == (path, value, since)
            # A leaf may have been a list before.
            assert cause.before == before or isinstance(cause.before, list | dict)
            assert (cause.entry is None) == (since == Position(0))


@pytest.mark.parametrize("viewer", [None, 0, PUBLIC])
def test_a_history_ends_with_why(log: Log, viewer: Any) -> None:
    replay, states = by_hand(log, viewer)
    for path in states[-1][1]:
        past = list(history(replay, path))

        assert past[-1] == why(replay, path)[0]
        for one, next_one in pairwise(past):
            assert one.value == next_one.before
            assert one.value != next_one.value
            assert one.position < next_one.position


def test_the_event_and_the_move_behind_it_are_told(log: Log) -> None:
    replay = Replay(log)

    (cause,) = why(replay, "looker", 7)

    assert (cause.value, cause.before, str(cause.position)) == (0, None, "6")
    assert cause.entry is replay.entries[5]
    assert (cause.entry.actor, cause.entry.move) == (1, Bid(0))
    assert (cause.number, type(cause.event).__name__) == (3, "HandShown")
    assert cause.to_json() == {
        "path": "looker",
        "pointer": "/looker",
        "value": 0,
        "before": None,
        "since": "6",
        "entry": 6,
        "actor": 1,
        "move": {"type": "Bid", "amount": 0},
        "number": 3,
        "event": {"type": "HandShown", "seat": 0, "target": 1, "cards": ["king", "three"]},
    }


def test_a_step_of_the_replay_tells_it_in_words(log: Log) -> None:
    replay = Replay(log)
    narrator = Narrator(["Ana", "Ben"], RULESET)
    (gained,), (taken_back,), (old,) = (
        why(replay, *asked) for asked in (("looker",), ("looker", 9), ("players",))
    )

    step, of_the_table = gained.step(replay), taken_back.step(replay)
    assert step is not None
    assert of_the_table is not None
    assert narrator.step(step).startswith("hand shown")
    assert narrator.step(of_the_table) == "The game goes back to the state after entry 4"
    assert old.step(replay) is None


def test_what_was_so_from_the_start_has_no_cause(log: Log) -> None:
    (cause,) = why(Replay(log), "players")

    assert cause == Cause(Path(("players",)), Position(0), 2)
    assert cause.event is None
    assert cause.to_json() == {"path": "players", "pointer": "/players", "value": 2, "since": "0"}


def test_a_retraction_is_a_cause(log: Log) -> None:
    """It has no event; the value is that of the position which the game went back to."""
    (cause,) = why(Replay(log), "bids", 9)

    assert (cause.value, cause.position, cause.number, cause.event) == ([None, None], Position(8), 0, None)
    assert cause.entry is not None
    assert (cause.entry.actor, cause.entry.move) == (TABLE, Retract(4))
    assert cause.back_to == 4
    assert "event" not in cause.to_json()


def test_a_value_that_went_and_came_back_has_it_since_then(log: Log) -> None:
    replay = Replay(log)
    past = [(str(one.position), one.value) for one in history(replay, "phase")]

    assert past == [("0", "deal"), ("4", "bid"), ("5.2", "play"), ("8", "bid"), ("10.2", "play")]
    assert why(replay, "phase")[0].position == Position(10, 2)


def test_lists_and_objects_have_causes_as_wholes(log: Log) -> None:
    replay = Replay(log)

    assert why(replay, "hands[1]")[0].position == Position(4)
    assert why(replay, "bids[1]")[0].value == {"amount": 500}
    assert why(replay, ".")[0].position == Position(11)


def test_a_star_asks_for_each(log: Log) -> None:
    replay = Replay(log)

    found = why(replay, "hands[*][0]", 3)

    assert [str(one.path) for one in found] == ["hands[0][0]", "hands[1][0]"]
    assert [one.position for one in found] == [Position(1), Position(2)]
    assert why(replay, "plays[*]", 3) == ()


def test_a_history_tells_what_comes_and_goes(log: Log) -> None:
    past = [
        (str(one.position), str(one.path), one.before, one.value)
        for one in history(Replay(log), "plays[*].card")
    ]

    assert past == [("7", "plays[0].card", ABSENT, "ace"), ("8", "plays[0].card", "ace", ABSENT)]
    assert list(history(Replay(log), "plays[3]")) == []


def test_a_history_can_be_asked_for_a_part(log: Log) -> None:
    replay = Replay(log)
    whole = list(history(replay, "hands[*]"))
    for after in ("2", "5.1", "-1"):
        behind = [one for one in whole if one.position > replay.locate(after)]

        assert list(history(replay, "hands[*]", after=after)) == behind
    assert [*history(replay, "hands[*]", to=2)] == [one for one in whole if one.position <= Position(2)]
    assert next(history(replay, "looker", after=2)).position == Position(6)


class OddState(TinyState):
    """Truth where there were numbers, and a list of its own given away, which the next event changes."""

    def to_json(self) -> dict[str, Any]:
        return {
            "looked": bool(self.looker) if self.plays else self.looker or 0,
            "hand": self.hands[0],
        }


class Odd(Tiny):
    """Tiny, with that state."""

    def start(self, options: Any) -> TinyState:
        return OddState.at_start(options.players)


def test_a_state_may_be_careless(log: Log) -> None:
    """True is not 1, although Python says so; and a list that is given away is not looked at later."""
    replay = Replay(Log(log.record, rules=Odd()))

    looked = [(str(one.position), repr(one.value)) for one in history(replay, "looked")]
    hand = [(str(one.position), one.value) for one in history(replay, "hand")]

    assert looked == [("0", "0"), ("7", "False"), ("8", "0"), ("11", "1")]
    assert hand == [
        ("0", []),
        ("1", ["ace"]),
        ("3", ["ace", "three"]),
        ("7", ["three"]),
        ("8", ["ace", "three"]),
    ]
    assert why(replay, "hand", 7)[0].before == ["ace", "three"]


def test_a_viewer_is_told_what_they_saw(log: Log) -> None:
    """A value that became known has changed for them, and moves are told as they saw them."""
    replay = Replay(log, 1)

    (seen,) = why(replay, "bids[0].amount", 6)
    (hidden,) = why(replay, "bids[0].amount", 5)

    assert (seen.before, seen.value, str(seen.position)) == ("?", 100, "5.2")
    assert (hidden.value, str(hidden.position)) == ("?", "5")
    assert hidden.to_json()["move"] == {"type": "Bid", "amount": "?"}


def test_what_leads_nowhere_is_refused(log: Log) -> None:
    replay = Replay(log)
    with pytest.raises(PathError) as caught:
        why(replay, "hand[0]")
    assert caught.value.hint == "Did you mean hands?"
    with pytest.raises(PathError, match="column 7"):
        why(replay, "hands[")
    with pytest.raises(PathError, match="there is no hands"):
        why(replay, "hands[0][5]")
    with pytest.raises(PositionError):
        why(replay, "hands", "99")
    with pytest.raises(PositionError):
        list(history(replay, "hands", after=99))
    with pytest.raises(HiddenValue):
        why(Replay(log, 0), "answers[1]")


def test_a_long_game_is_searched_from_its_end() -> None:
    """In pieces, whose seams no change may fall between."""
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    game.play(CHANCE, Deal(0, "three"))
    for number in range(1, 80):
        game.table(Retract(number % 2))
        if number % 2 == 0:
            game.play(CHANCE, Deal(0, "ace"))
    replay, states = by_hand(game.log)
    for index in range(0, len(states), 11):
        for path in states[index][1]:
            (cause,) = why(replay, path, states[index][0])

            assert cause.position == expected(states, path, index)[0]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("time_chase", "fuel[*]"),
        ("timeline", "hands[*]"),
        ("timeline_2003", "gold[*]"),
        ("chicken_time_warp", "status[*]"),
    ],
)
def test_games_answer(name: str, path: str) -> None:
    rules = get_ruleset(name)
    game = Game.new(rules, seats=["Ana", "Ben", "Cho"], seed="why")
    simulate(game, make_bots(rules, ["random"] * 3, "why"), max_entries=60)
    replay = Replay(game.log)

    found = why(replay, path)

    assert len(found) == 3
    for cause in found:
        assert list(history(replay, cause.path))[-1] == cause
        assert parse(str(cause.path)) == cause.path
