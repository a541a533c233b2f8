"""Saved games that must come out the same for ever, and games told as everybody lives through them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny import RULESET as TINY

from timecore.actors import PUBLIC
from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.log import Log
from timecore.ruleset import Ruleset
from timecore.rulesets.chicken_time_warp import RULESET as CHICKEN_TIME_WARP
from timecore.rulesets.time_chase import RULESET as TIME_CHASE
from timecore.rulesets.timeline import RULESET as TIMELINE
from timecore.rulesets.timeline.events import CardMisplaced, GameEnded
from timecore.rulesets.timeline_2003 import RULESET as TIMELINE_2003
from timecore.testing import golden_text, playthrough

Golden = Callable[[Path, str], None]

REPLAYS = sorted((Path(__file__).parents[1] / "replays").glob("*.msgpack"))
LETTERS = Path(__file__).parents[1] / "examples" / "decks" / "letters.toml"
PLAYTHROUGHS = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_saved_game_is_told_as_ever_and_ends_in_the_same_state(path: Path, golden: Golden) -> None:
    """The text beside it has its narration, its result, the digest of its last state, and its head."""
    golden(path.with_suffix(".txt"), golden_text(Log.load(path)))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_saved_game_is_written_again_byte_for_byte(path: Path) -> None:
    assert Log.load(path).to_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_saved_game_that_was_checked_before_is_read_again_as_it_was(path: Path) -> None:
    log = Log.load(path)
    for viewer in (None, PUBLIC, 0):
        copy = log.redacted(viewer)
        again = Log.from_bytes(copy.to_bytes(), checked=True)
        assert again.header == copy.header
        assert again.entries == copy.entries
        assert again.head == copy.head
        assert again.shows == copy.shows
        assert again.to_bytes() == copy.to_bytes()


def test_every_golden_text_belongs_to_a_saved_game() -> None:
    assert [path.stem for path in REPLAYS] == sorted(
        path.stem for path in REPLAYS[0].parent.iterdir() if path.suffix == ".txt"
    )


def test_there_is_a_saved_game_of_time_chase_for_each_number_of_seats() -> None:
    names = {path.stem for path in REPLAYS}

    assert {f"time_chase-{players}p" for players in TIME_CHASE.seats} <= names


def test_the_saved_games_of_timeline_show_all_that_can_happen_in_one() -> None:
    """For few, some and many; with sudden death, a reshuffle, an end for want of cards, and a user's deck."""
    logs = {path.stem: Log.load(path) for path in REPLAYS if path.stem.startswith("timeline-")}
    events = {event for log in logs.values() for entry in log.entries for event in entry.events}
    reasons = {event.reason for event in events if isinstance(event, GameEnded)}
    moved = {event.to for event in events if isinstance(event, CardMisplaced)}

    assert {"timeline-2p", "timeline-4p", "timeline-8p"} <= set(logs)
    assert {type(event) for event in events} == set(TIMELINE.events.classes)
    assert {"finished", "sudden_death", "exhausted"} <= reasons
    assert {"discards", "box", "timeline"} <= moved
    assert "letters" in {log.header.options["deck"] for log in logs.values()}


def test_the_saved_game_with_a_users_deck_is_one_of_that_deck() -> None:
    """Its entries are judged without the deck's file, and its opening with it."""
    data = (REPLAYS[0].parent / "timeline-deck-3p.msgpack").read_bytes()
    alone, with_deck = audit(data), audit(data, rules=TIMELINE.with_file(LETTERS.read_bytes()))

    assert (alone.exit_code, with_deck.exit_code) == (0, 0)
    assert "not compared" in str(alone.to_json())
    assert "not compared" not in str(with_deck.to_json())


def test_the_saved_games_of_timeline_2003_end_by_gold_and_show_all_that_can_happen_in_one() -> None:
    """For each number of seats; with turned cards, blanks that are turned up later, and a supply that runs out."""
    logs = {path.stem: Log.load(path) for path in REPLAYS if path.stem.startswith("timeline_2003-")}
    assert set(logs) == {f"timeline_2003-{players}p" for players in TIMELINE_2003.seats}
    events = {stem: [event for entry in log.entries for event in entry.events] for stem, log in logs.items()}

    assert {type(event) for told in events.values() for event in told} == set(TIMELINE_2003.events.classes)
    assert {told[-1].to_json()["reason"] for told in events.values()} == {"gold"}
    assert any(event.to_json().get("turned") for event in events["timeline_2003-3p"])
    assert logs["timeline_2003-5p"].header.options["counters"] == 20
    assert any(None in event.to_json().get("counters", ()) for event in events["timeline_2003-5p"])
    # A pawn heads for a card that lay on the board before, face down.
    moves = [[event.to_json() for event in entry.events] for entry in logs["timeline_2003-2p"].entries]
    assert any(move[0]["type"] == "CardApproached" for move in moves)


def test_the_saved_games_of_chicken_time_warp_show_all_that_can_happen_in_one() -> None:
    """For each number of seats and with another deck; the dead come back, are erased, or win nothing."""
    logs = {path.stem: Log.load(path) for path in REPLAYS if path.stem.startswith("chicken_time_warp-")}
    assert {f"chicken_time_warp-{players}p" for players in CHICKEN_TIME_WARP.seats} <= set(logs)
    events = {stem: [event for entry in log.entries for event in entry.events] for stem, log in logs.items()}
    types = {stem: {type(event).__name__ for event in told} for stem, told in events.items()}

    assert {type(event) for told in events.values() for event in told} == set(
        CHICKEN_TIME_WARP.events.classes
    )
    assert {
        stem.removeprefix("chicken_time_warp-"): told[-1].to_json()["reason"] for stem, told in events.items()
    } == {
        "3p": "sudden_death",
        "4p": "escape",
        "5p": "escape",
        "6p": "escape",
        "deck-3p": "turn_limit",
    }
    for stem in ("3p", "4p", "5p", "6p"):
        assert {"PlayerDied", "PlayerRevived", "PlayerErased"} <= types[f"chicken_time_warp-{stem}"]
    assert "DiscardReshuffled" in types["chicken_time_warp-6p"]


@pytest.mark.parametrize(
    ("rules", "name", "seed", "bot", "options"),
    [
        (TINY, "tiny-3p", "0", "random", {}),
        (TIME_CHASE, "time_chase-3p", "playthrough 170", "random", {}),
        (TIMELINE, "timeline-3p", "playthrough 7", "knowing", {"deck": "example", "cards": 2}),
        (TIMELINE_2003, "timeline_2003-3p", "playthrough 0", "greedy", {"max_rounds": 2}),
        (CHICKEN_TIME_WARP, "chicken_time_warp-3p", "playthrough 57", "random", {}),
    ],
    ids=["tiny", "time_chase", "timeline", "timeline_2003", "chicken_time_warp"],
)
def test_a_short_game_is_lived_through_as_ever(
    rules: Ruleset[Any], name: str, seed: str, bot: str, options: dict[str, Any], golden: Golden
) -> None:
    """After every entry: who acts, the legal moves in words, and what each seat and the public see."""
    game = Game.new(rules, seats=("Ana", "Ben", "Cho"), seed=seed, options=options)
    simulate(game, make_bots(rules, [bot] * 3, seed))

    golden(PLAYTHROUGHS / f"{name}.txt", playthrough(game.log))
