"""A game in numbers."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import RULESET, Tiny
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE, PUBLIC
from timecore.ask import Clock, series, stats
from timecore.ask._time import milliseconds
from timecore.bots import make_bots, simulate
from timecore.errors import PathError
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset
from timecore.replay import Replay
from timecore.table import Note, Retract


@pytest.fixture(scope="module")
def log() -> Log:
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual", created="2026-01-01T10:00:00Z")
    for number, card in enumerate(("ace", "king", "three", "joker")):
        game.play(CHANCE, Deal(number % 2, card))
    game.play(0, Bid(100), meta={"time": "2026-01-01T10:00:05.25Z"})
    game.play(1, Bid(0), meta={"time": "2026-01-01T11:00:15+01:00"})
    game.table(Retract(5))
    game.table(Note("again"))
    game.play(1, Bid(500), meta={"time": "2026-01-01T10:01:00Z"})
    game.play(1, Play("joker"), meta={"time": "2026-01-01T10:00:30Z"})  # the clock was set back
    game.play(0, Play("ace"), meta={"time": "soon"})
    return game.log


def test_entries_and_events_are_counted(log: Log) -> None:
    told = stats(Replay(log))

    assert (told.entries, told.by_chance, told.by_table, told.retracted) == (11, 4, 2, 1)
    assert told.events == sum(len(entry.events) for entry in log.entries)
    assert (told.rounds, told.turns) == (None, None)
    assert told.result == {"winners": [1], "reason": "played"}


def test_choices_are_counted_with_what_was_legal(log: Log) -> None:
    ana, ben = stats(Replay(log)).seats

    assert (ana.count, dict(ana.moves), ana.legal) == (2, {"Bid": 1, "Play": 1}, (5, 2))
    assert (ben.count, dict(ben.moves), ben.legal) == (3, {"Bid": 2, "Play": 1}, (5, 5, 2))
    assert (ben.mean, ben.forced) == (Fraction(4), 0)
    assert ana.mean == Fraction(7, 2)


def test_draws_have_exact_probabilities(log: Log) -> None:
    draws = stats(Replay(log)).draws

    assert [(one.entry, one.weight, one.total) for one in draws] == [
        (1, 3, 10),
        (2, 2, 9),
        (3, 4, 8),
        (4, 1, 7),
    ]
    assert draws[2].probability == Fraction(1, 2)


def test_times_are_told_as_far_as_they_are_recorded(log: Log) -> None:
    told = stats(Replay(log))

    assert told.clock == Clock("2026-01-01T10:00:00Z", "2026-01-01T10:00:30Z", 30_000, 4)
    # From what was entered just before; an entry without a time ends that, and no time is negative.
    assert [one.time for one in told.seats] == [None, 9_750]
    assert stats(Replay(Game.new(RULESET, seats=["Ana", "Ben"], luck="manual").log)).clock is None


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_a_viewer_is_told_what_they_can_know(log: Log, viewer: Any) -> None:
    told = stats(Replay(log, viewer))
    everything = stats(Replay(log))

    for one, other in zip(told.seats, everything.seats, strict=True):
        assert (one.count, one.moves) == (other.count, other.moves)
        assert one.legal == (other.legal if one.seat == viewer else None)
    assert all(
        one.weight is None for one in told.draws
    )  # the very first put something away that nobody may see
    assert told == stats(Replay(log.redacted(viewer), viewer))
    assert told == stats(Replay(log.redacted(viewer)))


def test_a_viewer_to_whom_nothing_is_hidden_is_told_everything() -> None:
    rules = get_ruleset("timeline_2003")
    game = Game.new(rules, seats=["Ana", "Ben"], seed="stats")
    simulate(game, make_bots(rules, ["random"] * 2, "stats"), max_entries=30)

    assert stats(Replay(game.log, PUBLIC)) == stats(Replay(game.log))
    assert stats(Replay(game.log, PUBLIC)).draws[0].weight == 2


def test_two_games_that_look_alike_have_the_same_numbers() -> None:
    def played(first: str, second: str) -> Log:
        game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
        for number, card in enumerate((first, "joker", "ace", second)):
            game.play(CHANCE, Deal(number % 2, card))
        game.play(0, Bid(5 if first == "x" else 0))
        return game.log

    one, other = (stats(Replay(played(*cards), PUBLIC)) for cards in (("king", "three"), ("three", "three")))

    assert one == other


def test_numbers_of_a_game_without_entries() -> None:
    told = stats(Replay(Game.new(RULESET, seats=["Ana", "Ben"], luck="manual").log))

    assert (told.entries, told.draws, told.result, told.seats[0].legal) == (0, (), None, ())
    assert told.seats[0].mean is None
    assert told.to_json()["seats"][0]["legal"]["least"] is None


class Confused(Tiny):
    """Rules that have changed, and cannot say what was legal."""

    def legal_moves(self, state: Any, actor: int) -> Any:
        if actor == CHANCE:
            return [Deal(0, "king")]
        raise KeyError(actor)


def test_what_the_rules_cannot_say_is_left_out(log: Log) -> None:
    told = stats(Replay(Log(log.record, rules=Confused())))

    assert [one.legal for one in told.seats] == [None, None]
    assert all(one.weight is None for one in told.draws)


def test_the_json_form_has_whole_numbers_only(log: Log) -> None:
    told = stats(Replay(log)).to_json()

    assert told["draws"][0] == {
        "entry": 1,
        "move": {"type": "Deal", "seat": 0, "card": "ace"},
        "weight": 3,
        "total": 10,
    }
    assert told["seats"][1]["legal"] == {"counts": [5, 5, 2], "least": 2, "most": 5, "sum": 12, "forced": 0}
    assert told["time"]["milliseconds"] == 30_000
    assert "." not in str([told["draws"], told["seats"]])


def test_a_number_along_a_game(log: Log) -> None:
    """At the start and after each entry; where there is none, nothing."""
    replay = Replay(log)

    first, *_ = series(replay, "answers[*]")
    assert (str(first.path), first.values) == ("answers[0]", (None, *[4] * 11))
    (looker,) = series(replay, "looker")
    assert looker.values == (*[None] * 6, 0, None, None, 1, 1, 1)
    assert [one.values for one in series(Replay(log, 1), "bids[0].amount")] == [
        (*[None] * 6, 100, None, None, 100, 100, 100)
    ]


@pytest.mark.parametrize(
    ("path", "says"), [("phase", "no number"), ("phsae", "there is no"), ("shown", "no number")]
)
def test_what_is_no_number_is_refused(log: Log, path: str, says: str) -> None:
    with pytest.raises(PathError, match=says):
        series(Replay(log), path)


@settings(max_examples=40)
@given(st.datetimes(), st.integers(0, 999), st.sampled_from(["Z", "z", "+02:30", "-11:00"]))
def test_a_time_is_read_as_python_reads_it(when: datetime, thousandths: int, zone: str) -> None:
    text = f"{when:%Y-%m-%d}T{when:%H:%M:%S}".rjust(19, "0") + f".{thousandths:03}{zone}"
    known = datetime.fromisoformat(text.replace("z", "Z"))
    epoch = datetime.fromisoformat("1970-01-01T00:00:00+00:00")

    assert (
        milliseconds(text) == ((known - epoch).days * 86_400 + (known - epoch).seconds) * 1000 + thousandths
    )


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-01-01", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z"]
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert milliseconds(text) is None
