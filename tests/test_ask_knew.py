"""Who knew something, and since when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import RULESET, Tiny
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE, PUBLIC
from timecore.ask import WhoKnew, who_knew
from timecore.bots import make_bots, simulate
from timecore.errors import HiddenValue, PathError, PositionError, UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset
from timecore.replay import Position, Replay
from timecore.table import Retract

REPLAYS = Path(__file__).resolve().parents[1] / "replays"


class Single(Tiny):
    """Tiny, as if there were one card of each name."""

    def weights(self, state: Any) -> list[int]:
        return [1] * len(self.legal_moves(state, CHANCE))


@pytest.fixture(scope="module")
def log() -> Log:
    """Three seats; Ana looks into Ben's hand in entry 9, which entry 10 takes back."""
    game = Game.new(Single(), seats=["Ana", "Ben", "Cho"], luck="manual")
    for number, card in enumerate(("ace", "king", "three", "three", "joker", "ace")):
        game.play(CHANCE, Deal(number % 3, card))
    game.play(0, Bid(100))
    game.play(1, Bid(0))
    game.play(2, Bid(None))
    game.table(Retract(6))
    game.play(2, Bid(500))
    return game.log


def told(found: WhoKnew) -> list[tuple[Any, list[tuple[str, str | None]]]]:
    return [
        (one.viewer, [(str(start), None if end is None else str(end)) for start, end in one.spans])
        for one in found.viewers
    ]


def test_a_card_is_known_to_those_who_see_where_it_is(log: Log) -> None:
    found = who_knew(log, "king", 8)

    assert [str(place) for place in found.places] == ["hands[1][1]"]
    assert (found.value, found.since) == ("king", None)
    assert told(found) == [(0, []), (1, [("2", None)]), (2, []), (PUBLIC, [])]


def test_the_event_is_found_that_made_it_known(log: Log) -> None:
    assert told(who_knew(log, "king", 9))[0] == (0, [("9", None)])
    assert told(who_knew(log, "king", "8.2"))[0] == (0, [])
    assert told(who_knew(log, "joker", 9)) == [(one, [("5", None)]) for one in (0, 1, 2, PUBLIC)]


def test_knowledge_that_was_lost_is_told(log: Log) -> None:
    found = who_knew(log, "king")

    assert told(found)[0] == (0, [("9", "10")])
    assert found.viewers[0].since is None
    assert found.viewers[1].since == Position(2)


def test_a_value_is_known_to_those_who_see_it(log: Log) -> None:
    found = who_knew(log, "bids[0].amount", 9)

    assert (found.value, found.since) == (100, Position(7))
    assert told(found) == [
        (0, [("7", None)]),
        (1, [("8.2", None)]),
        (2, [("8.2", None)]),
        (PUBLIC, [("8.2", None)]),
    ]
    assert all(one.certain for one in found.viewers)


def test_a_value_so_far_is_meant_not_an_earlier_one(log: Log) -> None:
    """The bid that was taken back is another one."""
    assert told(who_knew(log, "bids[2].amount")) == [(0, []), (1, []), (2, [("11", None)]), (PUBLIC, [])]
    assert told(who_knew(log, "phase"))[3] == (PUBLIC, [("10", None)])


def test_what_comes_and_goes_inside_one_entry_was_known() -> None:
    """An event is led and resolved within an entry: between two of its events its suit stands there for all to see."""
    log = Log.load(REPLAYS / "time_chase-3p.msgpack")

    for spans in (times for _, times in told(who_knew(log, '"D"', 50))):
        assert spans == [("44.1", "44.2"), ("50", None)]


def test_what_nobody_may_see_nobody_knows(log: Log) -> None:
    assert told(who_knew(log, "answers")) == [(one, []) for one in (0, 1, 2, PUBLIC)]


def test_in_a_hand_that_is_partly_known_a_card_stands_elsewhere(log: Log) -> None:
    """In Ben's hand the joker comes first, and for the others as well; the king is hidden from them."""
    assert told(who_knew(log, "hands[1][0]", 6)) == [(one, [("5", None)]) for one in (0, 1, 2, PUBLIC)]
    assert told(who_knew(log, "hands[1][1]", 6)) == [(0, []), (1, [("5", None)]), (2, []), (PUBLIC, [])]
    assert told(who_knew(log, "hands[1]", 6)) == [(0, []), (1, [("5", None)]), (2, []), (PUBLIC, [])]


def test_a_known_card_behind_hidden_ones_is_known() -> None:
    """On a view hidden cards stand last, in the hand itself they stand where they belong."""
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    for number, card in enumerate(("ace", "king", "joker", "three")):
        game.play(CHANCE, Deal(number % 2, card))

    found = who_knew(game.log, "hands[0][1]")

    assert found.value == "joker"
    assert told(found)[1] == (1, [("3", None)])


def test_one_who_asks_is_told_what_they_can_know(log: Log) -> None:
    """Of others what they share; what these know besides cannot be told."""
    at_ben = who_knew(log, "king", 9, viewer=1)
    at_ana = who_knew(log, "king", 9, viewer=0)

    assert told(at_ben) == [(0, [("9", None)]), (1, [("2", None)]), (2, []), (PUBLIC, [])]
    assert told(at_ana) == [(0, [("9", None)]), (1, [("9", None)]), (2, []), (PUBLIC, [])]
    assert [one.certain for one in at_ana.viewers] == [True, False, False, True]
    with pytest.raises(HiddenValue, match="nowhere that this viewer can see"):
        who_knew(log, "king", 9, viewer=2)
    with pytest.raises(HiddenValue, match="is hidden"):
        who_knew(log, "bids[0].amount", 7, viewer=1)
    with pytest.raises(HiddenValue, match="part of it is hidden"):
        who_knew(log, "hands[1]", 6, viewer=PUBLIC)


def test_a_seat_is_certain_of_what_it_knows_itself() -> None:
    """Also in a game where its copy is that of the public."""
    rules = get_ruleset("timeline")
    game = Game.new(rules, seats=["Ana", "Ben"], seed="knew")
    found = who_knew(game.log, "hands[1][0]", viewer=0)

    assert [one.certain for one in found.viewers] == [True, False, True]
    assert all(one.since is not None for one in found.viewers)


@pytest.mark.parametrize("viewer", [0, 1, 2, PUBLIC])
def test_a_redacted_copy_says_what_its_viewer_is_told(log: Log, viewer: Any) -> None:
    for item in ("joker", "hands[1][0]", "bids", "phase"):
        assert who_knew(log.redacted(viewer), item, 9) == who_knew(log, item, 9, viewer=viewer)


def test_two_games_that_look_alike_give_the_same_answer() -> None:
    """To the one who cannot tell them apart."""

    def played(first: str, second: str) -> Log:
        game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
        for number, card in enumerate((first, "joker", "ace", second)):
            game.play(CHANCE, Deal(number % 2, card))
        return game.log

    one, other = played("king", "three"), played("ace", "ace")
    for item in ("joker", "hands[1][0]", "phase", "players"):
        assert who_knew(one, item, viewer=PUBLIC) == who_knew(other, item, viewer=PUBLIC)
    for card in ("king", "three"):
        for game in (one, other):
            with pytest.raises(HiddenValue, match="nowhere"):
                who_knew(game, card, viewer=PUBLIC)


def test_a_card_that_is_not_there_yet_is_nowhere(log: Log) -> None:
    found = who_knew(log, "joker", 3)

    assert found.places == ()
    assert told(found) == [(one, []) for one in (0, 1, 2, PUBLIC)]


def test_several_cards_of_one_name_are_refused(log: Log) -> None:
    """Two in places of one kind, or drawn from among several."""
    with pytest.raises(UsageError, match=r"several ace: at hands\[0\]\[0\] and at hands\[2\]\[0\]"):
        who_knew(log, "ace")
    with pytest.raises(UsageError, match="entry 1 drew one of 3"):
        who_knew(Log(log.record, rules=RULESET), "ace", 1)


def test_what_is_no_item_is_refused(log: Log) -> None:
    for item, hint in (("kign", "Did you mean king?"), ("pahse", "Did you mean phase?"), ("zzz", None)):
        with pytest.raises(PathError) as caught:
            who_knew(log, item)
        assert caught.value.hint == hint
    with pytest.raises(PathError, match="there is no hands"):
        who_knew(log, "hands[7]")
    with pytest.raises(PathError, match="column 7"):
        who_knew(log, "hands[")
    with pytest.raises(PathError, match="neither"):
        who_knew(log, '"phase"')  # in quotation marks it is a name
    with pytest.raises(PositionError):
        who_knew(log, "king", 99)


def test_the_answer_has_a_json_form(log: Log) -> None:
    found = who_knew(log, "king").to_json()

    assert (found["item"], found["at"], found["places"], found["value_since"]) == (
        "king",
        "11",
        ["hands[1][1]"],
        None,
    )
    assert found["viewers"][0] == {
        "viewer": 0,
        "known": False,
        "since": None,
        "spans": [{"from": "9", "until": "10"}],
        "certain": True,
    }
    assert found["viewers"][3]["viewer"] == "public"


def test_what_a_view_shows_is_what_is_known() -> None:
    """Of every card of a game, at every entry, by looking into the views themselves."""
    rules = get_ruleset("time_chase")
    game = Game.new(rules, seats=["Ana", "Ben", "Cho"], seed="knew")
    simulate(game, make_bots(rules, ["random"] * 3, "knew"), max_entries=45)
    log = game.log
    views = {viewer: Replay(log, viewer) for viewer in (0, 1, 2, PUBLIC)}
    for card in ("A8", "B11", "C5", "D13", "E9"):
        try:
            found = who_knew(log, card)
        except PathError:
            continue  # it was not dealt
        for one in found.viewers:
            for entry in range(0, 46, 3):
                inside = any(
                    start <= Position(entry) and (end is None or Position(entry) < end)
                    for start, end in one.spans
                )
                assert inside == (f"'{card}'" in str(views[one.viewer].state_at(entry).to_json()))


def test_plays_are_seen_by_all() -> None:
    game = Game.new(Single(), seats=["Ana", "Ben"], luck="manual")
    for number, card in enumerate(("king", "joker", "three", "three")):
        game.play(CHANCE, Deal(number % 2, card))
    game.play(0, Bid(100))
    game.play(1, Bid(0))
    game.play(0, Play("king"))

    assert told(who_knew(game.log, "king"))[1:] == [(1, [("7", None)]), (PUBLIC, [("7", None)])]
