"""The hidden cards dealt anew, and the player that thinks by it."""

from collections.abc import Sequence
from typing import Any

import pytest

from timecore.actors import Seat
from timecore.bots import MonteCarloBot, RandomBot, bots_of, simulate
from timecore.errors import UsageError
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.replay import Replay
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import DECKS
from timecore.rulesets.time_chase.state import State

NAMES = ["Ana", "Ben", "Cho", "Dan"]


@pytest.fixture(scope="module")
def log() -> Any:
    game = Game.new(RULESET, seats=NAMES, seed="resampling")
    simulate(game, [RandomBot(f"resampling {seat}") for seat in range(4)])
    return game.log


def test_every_card_is_dealt_once_and_four_are_left(log: Any) -> None:
    """And what the viewer knows stays where it is."""
    replay = Replay(log, 1)
    for position in range(replay.end + 1):
        view = replay.state_at(position)
        if 1 not in RULESET.to_act(view):
            continue
        state = RULESET.resample(view, position.to_bytes(4, "big"))

        assert sorted([*map(str, state.placed()), *state.undealt]) == sorted(DECKS[4])
        assert len(state.undealt) == state.deck_left == 4
        assert state.hands[1] == view.hands[1]
        for hand, known in zip(state.hands, view.hands, strict=True):
            assert {card for card in known if card is not HIDDEN} <= set(hand)


def test_other_seeds_deal_otherwise(log: Any) -> None:
    replay = Replay(log, 1)
    view = next(state for n in range(200) if 1 in RULESET.to_act(state := replay.state_at(n)))

    hands = {str(RULESET.resample(view, bytes([seed])).hands) for seed in range(20)}

    assert len(hands) == 20


def test_monte_carlo_plays_the_games_that_can_be_dealt_anew() -> None:
    assert list(bots_of(RULESET)) == ["random", "monte_carlo"]


def test_monte_carlo_wins_more_than_its_share() -> None:
    """Against two that choose at random, it wins 16 of these 20 games."""
    won = 0
    for number in range(20):
        game = Game.new(RULESET, seats=NAMES[:3], seed=f"monte carlo {number}")
        bots: list[Any] = [RandomBot(f"{number} {seat}") for seat in range(3)]
        bots[number % 3] = MonteCarloBot(str(number), play_outs=40)
        simulate(game, bots)
        assert game.result is not None
        won += number % 3 in game.result.winners

    assert won >= 12


class Watching(type(RULESET)):  # type: ignore[misc]
    """Time Chase that counts how often a state is asked for."""

    def __init__(self) -> None:
        self.seeds: list[bytes] = []
        self.standings = 0

    def resample(self, view: State, seed: bytes) -> State:
        self.seeds.append(seed)
        return RULESET.resample(view, seed)

    def standing(self, state: State) -> Sequence[int]:
        self.standings += 1
        return RULESET.standing(state)


def leading(log: Any) -> tuple[State, Seat, Sequence[Move]]:
    """A view of somebody who has ten cards to lead."""
    game_state = Replay(log).go(41).state
    (seat,) = RULESET.to_act(game_state)
    view = Replay(log, seat).go(41).state
    return view, seat, RULESET.legal_moves(view, seat)


def test_its_budget_is_in_play_outs(log: Any) -> None:
    """All moves are tried on the same deals, as often as the budget allows, and once at least."""
    view, seat, legal = leading(log)
    for play_outs, deals in ((35, 3), (5, 1)):
        rules = Watching()
        MonteCarloBot("b", play_outs=play_outs).choose(rules, view, seat, legal)

        assert len(rules.seeds) == deals * len(legal)
        assert len(set(rules.seeds)) == deals


def test_a_play_out_that_is_cut_is_worth_what_the_seats_have(log: Any) -> None:
    view, seat, legal = leading(log)
    rules = Watching()
    MonteCarloBot("b", play_outs=1, length=3).choose(rules, view, seat, legal)

    assert rules.standings == len(legal)


def test_whoever_has_one_legal_move_need_not_think(log: Any) -> None:
    view, seat, legal = leading(log)
    rules = Watching()

    assert MonteCarloBot("b").choose(rules, view, seat, legal[:1]) == legal[0]
    assert rules.seeds == []


def test_equal_seeds_choose_alike(log: Any) -> None:
    view, seat, legal = leading(log)

    def chosen(seed: str) -> list[Move]:
        bot = MonteCarloBot(seed, play_outs=20)
        return [bot(RULESET, view, seat, legal) for _ in range(6)]

    assert chosen("a") == chosen("a")
    assert chosen("a") != chosen("b")


@pytest.mark.parametrize("wrong", [{"play_outs": 0}, {"length": 0}])
def test_a_budget_of_nothing_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="must be 1 or more"):
        MonteCarloBot("x", **wrong)
