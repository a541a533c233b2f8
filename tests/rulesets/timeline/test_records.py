"""Records of games with a deck of one's own: read without its file, and audited as far as can be (TL-40)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rulesets.timeline.short import deck_file

from timecore.actors import CHANCE, PUBLIC
from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.errors import FileMissing
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.messages import Event
from timecore.replay import Replay
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.cards import digest_of
from timecore.rulesets.timeline.events import DeckOpened
from timecore.rulesets.timeline.moves import DrawCard, OpenDeck

YEARS: Mapping[str, int] = {"a": -500, "b": 100, "c": 100, "d": 1500, "e": 1900, "f": 1950, "g": 2000}
OPTIONS: dict[str, Any] = {"players": 2, "cards": 2, "deck": "mine"}
MINE = RULESET.with_file(deck_file(YEARS))


@pytest.fixture(scope="module")
def log() -> Log:
    """A whole game with a deck of one's own."""
    game = Game.new(MINE, options=OPTIONS, seed="mine")
    simulate(game, make_bots(MINE, ["random"] * 2, "mine"))
    return game.log


def test_a_record_is_replayed_where_the_deck_file_is_not(log: Log) -> None:
    """TL-40: after its opening entry it needs no deck."""
    replay = Replay(Log.from_bytes(log.to_bytes(), rules=RULESET))

    assert replay.error is None
    assert replay.state_at(len(log)).to_json() == Replay(log).state_at(len(log)).to_json()
    assert replay.state_at(len(log)).titles[0] == "a!"


def test_a_game_goes_on_where_the_deck_file_is_not() -> None:
    """TL-40."""
    game = Game.new(MINE, options=OPTIONS, seed="on")
    after = Game.from_log(Log.from_bytes(game.log.to_bytes(), rules=RULESET))
    simulate(after, make_bots(RULESET, ["random"] * 2, "on"))

    assert RULESET.result(after.state) is not None


def test_only_the_opening_needs_the_deck(log: Log) -> None:
    """TL-40, TL-33."""
    state = RULESET.start(RULESET.stored_options(log.header.options))
    assert RULESET.legal_moves(state, CHANCE) == [OpenDeck("mine")]
    with pytest.raises(FileMissing):
        RULESET.decide(state, CHANCE, OpenDeck("mine"))


def test_an_audit_with_the_deck_compares_it(log: Log) -> None:
    """TL-40."""
    report = audit(log.to_bytes(), rules=MINE)

    assert report.findings == ()
    assert report.verdicts["rules"].verdict == "legal"


def test_an_audit_without_the_deck_says_that_it_was_not_compared(log: Log) -> None:
    """TL-40: that is no violation."""
    for rules in (RULESET, RULESET.with_file(deck_file({**YEARS, "a": -501}))):
        report = audit(log.to_bytes(), rules=rules)

        assert report.findings == ()
        assert "not compared" in report.verdicts["rules"].verdict
        assert report.verdicts["chance"] == audit(log.to_bytes(), rules=MINE).verdicts["chance"]


def test_a_redacted_copy_is_checked_as_far_as_it_shows_the_deck(log: Log) -> None:
    """TL-40, TL-71: no year of a card that was not turned is in its bytes, nor the digest."""
    copy = log.redacted(PUBLIC)
    report = audit(copy.to_bytes(), rules=RULESET)
    opened = log.entries[0].events[0]

    assert report.findings == ()
    assert isinstance(opened, DeckOpened)
    assert str(opened.digest).encode() not in copy.to_bytes()
    assert str(opened.digest).encode() in log.to_bytes()


def test_a_smaller_deck_of_the_same_id_is_another_deck_and_no_fault_of_the_record(log: Log) -> None:
    """TL-40, TL-23: the record is read as without a file, and its deck not compared."""
    small = RULESET.with_file(deck_file({"a": -500, "b": 100}))
    report = audit(log.to_bytes(), rules=small)

    assert report.summary == "intact, not attested"
    assert report == audit(log.to_bytes(), rules=RULESET)
    assert Replay(Log.from_bytes(log.to_bytes(), rules=small)).state_at(-1).winners


def test_a_game_is_not_opened_with_a_smaller_deck_of_the_same_id() -> None:
    """TL-23: cards are not dealt that are not there; the file is not the one that the game was made with."""
    small = RULESET.with_file(deck_file({"a": -500, "b": 100}))
    state = small.start(small.stored_options(MINE.options_map(MINE.resolve_options(OPTIONS))))

    with pytest.raises(FileMissing, match=r"has 2 cards, .* need 5"):
        small.decide(state, CHANCE, OpenDeck("mine"))


def test_a_deck_that_was_too_small_for_the_game_is_a_fault_of_its_opening() -> None:
    """TL-23, TL-40: also where the deck itself is at hand."""
    state = MINE.start(MINE.stored_options({**MINE.options_map(MINE.resolve_options(OPTIONS)), "cards": 4}))
    found = MINE.faults_without_file(state, CHANCE, OpenDeck("mine"), [opening()])

    assert found is not None
    assert [fault.rule for fault in found] == ["TL-23"]


def test_a_file_that_calls_itself_like_a_built_in_deck_does_not_hide_that_deck() -> None:
    """TL-40, TL-28: the built-in deck has the recorded id and digest, so it is compared."""
    game = Game.new("timeline", options={"players": 2, "deck": "example"}, seed="built in")
    other = RULESET.with_file(deck_file(YEARS, id='"example"'))

    assert audit(game.log.to_bytes(), rules=other).verdicts["rules"].verdict == "legal"


def opening(**changed: Any) -> DeckOpened:
    """The opening of the deck, with some fields changed."""
    cards = tuple(sorted(YEARS))
    years = tuple(YEARS[card] for card in cards)
    fields: dict[str, Any] = {
        "deck": "mine",
        "digest": digest_of(cards, years),
        "cards": cards,
        "titles": tuple(f"{card}!" for card in cards),
        "years": years,
    }
    fields |= changed
    if (
        "digest" not in changed
        and {"years", "cards"} & changed.keys()
        and len(fields["years"]) == len(fields["cards"])
    ):
        fields["digest"] = digest_of(fields["cards"], fields["years"])
    return DeckOpened(**fields)


def faults(*events: Event[Any], rules: Any = RULESET) -> list[tuple[str, int | None]] | None:
    state = RULESET.start(RULESET.stored_options({**RULESET.options_map(MINE.resolve_options(OPTIONS))}))
    found = rules.faults_without_file(state, CHANCE, OpenDeck("mine"), events)
    return None if found is None else [(fault.rule, fault.position) for fault in found]


def test_an_opening_that_may_be_true_has_no_faults() -> None:
    """TL-40: nor what a redacted copy shows of it."""
    assert faults(opening()) == []
    assert faults(opening(digest=HIDDEN, years=HIDDEN)) == []
    assert faults(opening(digest=HIDDEN, years=HIDDEN), rules=MINE) == []
    assert faults(opening(), rules=MINE) is None  # which `decide` judges
    assert faults(opening(digest="0" * 64), rules=MINE) == [("TL-18", None)]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"cards": ("a", "b", "c", "d", "e", "f", "G")}, [("TL-13", 7), ("TL-17", None)]),
        ({"cards": ("a", "b", "c", "d", "e", "f", "f")}, [("TL-16", None)]),
        ({"cards": ("b", "a", "c", "d", "e", "f", "g")}, [("TL-17", None)]),
        ({"titles": ("a", "b", "c", "d", "e", "f", " ")}, [("TL-13", 7)]),
        ({"titles": ("a", "b", "c", "d", "e", "f", " A ")}, [("TL-16", 7)]),
        ({"titles": ("a", "b", "c", "d", "e", "f")}, [("TL-13", None)]),
        ({"years": (-500, 100, 100, 1500, 1900, 1950, 0)}, [("TL-14", 7)]),
        ({"years": (-500, 100, 100, 1500, 1900, 1950, 20_000_000_001)}, [("TL-14", 7)]),
        ({"years": (-500, 100)}, [("TL-13", None)]),
        ({"digest": "0" * 64}, [("TL-18", None)]),
        ({"cards": ("a", "b"), "titles": ("A", "B"), "years": (1, 2)}, [("TL-23", None)]),
    ],
)
def test_an_opening_that_no_deck_gives_has_these_faults(
    changed: dict[str, Any], expected: list[tuple[str, int | None]]
) -> None:
    """TL-40: TL-13, TL-14, TL-16 to TL-18, and no game is made with too small a deck (TL-23)."""
    assert faults(opening(**changed)) == expected


def test_opening_a_deck_causes_that_and_nothing_else() -> None:
    """TL-40."""
    assert faults() == [("TL-40", None)]
    assert faults(opening(), opening()) == [("TL-40", None)]
    assert faults(opening(deck="other")) == [("TL-40", None)]


def test_what_needs_no_deck_is_left_to_the_rules(log: Log) -> None:
    """TL-40: another move, another actor, a later entry."""
    state = RULESET.start(RULESET.stored_options(log.header.options))
    assert RULESET.faults_without_file(state, CHANCE, DrawCard("a"), ()) is None
    assert RULESET.faults_without_file(state, CHANCE, OpenDeck("other"), ()) is None
    assert RULESET.faults_without_file(state, 0, OpenDeck("mine"), ()) is None
    log.entries[0].events[0].apply(state)
    assert RULESET.faults_without_file(state, CHANCE, OpenDeck("mine"), ()) is None


def test_a_deck_file_is_named_when_the_game_is_made(tmp_path: Path) -> None:
    """TL-23: and the record holds all that it says of the game."""
    path = tmp_path / "deck.toml"
    path.write_bytes(deck_file(YEARS))
    game = Game.new("timeline", options={**OPTIONS, "deck": str(path)}, seed="mine")

    assert game.log.to_bytes() == Game.new(MINE, options=OPTIONS, seed="mine").log.to_bytes()
    assert game.log.header.options["deck"] == "mine"
