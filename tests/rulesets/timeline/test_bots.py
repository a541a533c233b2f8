"""The bot that knows some of the dates."""

import pytest
from rulesets.timeline.trips import laid, rules_with

from timecore.bots import bots_of, make_bots, simulate
from timecore.fold import fold
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.events import CardMisplaced, CardPlaced
from timecore.rulesets.timeline.moves import PlaceCard
from timecore.rulesets.timeline.state import State

RULES = rules_with()


def played(seed: str, name: str = "knowing") -> Game:
    game = Game.new("timeline", seats=["Ana", "Ben", "Cho"], seed=seed)
    simulate(game, make_bots(game.rules, [name] * 3, seed), max_entries=300)
    return game


def viewed(state: State) -> State:
    """The state without what no view shows (TL-71)."""
    view = fold(state, [])
    view.years, view.digest = HIDDEN, HIDDEN
    return view


def test_it_is_found_by_its_name() -> None:
    assert set(bots_of(RULESET)) == {"random", "knowing"}


def test_the_same_seed_plays_alike() -> None:
    assert [played("a").log.head, played("b").log.head] == [played("a").log.head, played("b").log.head]
    one, other = (make_bots(RULES, ["knowing"], seed)[0] for seed in "ab")
    view = viewed(laid("senet", "arena", "golf", hands=("games queen chess", "")))
    legal = RULES.legal_moves(view, 0)

    assert one(RULES, view, 0, legal) == one(RULES, view, 0, legal)
    assert len({make_bots(RULES, ["knowing"], str(n))[0](RULES, view, 0, legal) for n in range(20)}) > 3
    assert other(RULES, view, 0, legal) in legal


def test_it_places_more_cards_right_than_wrong_and_errs_at_times() -> None:
    events = [event for n in range(6) for entry in played(str(n)).entries for event in entry.events]
    right = sum(isinstance(event, CardPlaced) for event in events)
    wrong = sum(isinstance(event, CardMisplaced) for event in events)

    assert right > wrong > right // 8


@pytest.mark.parametrize("number", range(8))
def test_it_remembers_a_date_that_has_been_shown(number: int) -> None:
    """TL-72: of a deck that it does not know as well."""
    (bot,) = make_bots(RULESET, ["knowing"], str(number))
    view = viewed(laid("senet", "arena", "golf", hands=("games queen", ""), discards=""))
    view.known["queen"] = 1475

    assert bot(RULESET, view, 0, RULESET.legal_moves(view, 0)) == PlaceCard("queen", 3)


def test_of_a_deck_that_is_not_at_hand_it_guesses() -> None:
    """It sees what its seat sees, and nothing else."""
    view = viewed(laid("senet", "arena", "golf", hands=("games queen", "")))
    legal = RULESET.legal_moves(view, 0)
    chosen = {make_bots(RULESET, ["knowing"], str(n))[0](RULESET, view, 0, legal) for n in range(40)}

    assert chosen == {PlaceCard("games", at) for at in range(4)}


def test_a_move_that_it_is_not_offered_it_does_not_make() -> None:
    view = viewed(laid("senet", hands=("games", "")))

    assert make_bots(RULES, ["knowing"], "a")[0](RULES, view, 0, [PlaceCard("games", 7)]) == PlaceCard(
        "games", 7
    )
