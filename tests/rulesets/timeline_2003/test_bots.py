"""The greedy player."""

import pytest
from rulesets.timeline_2003.short import move, table

from timecore.bots import MonteCarloBot, bots_of, make_bots, simulate
from timecore.fold import advance
from timecore.game import Game
from timecore.rulesets.timeline_2003 import RULESET
from timecore.testing import Given

FOUR = ("0132", "0231", "0213", "1023")


def chosen(game: Given, seed: bytes = b"x") -> object:
    (actor,) = game.to_act
    return RULESET.bots["greedy"](seed)(RULESET, game.state, actor, game.legal_moves(actor))


def greedy_game(players: int, seed: str) -> Game:
    game = Game.new(RULESET, options={"players": players}, seed=seed)
    simulate(game, make_bots(RULESET, ["greedy"] * players, seed), max_entries=2000)
    return game


def test_the_ruleset_brings_a_greedy_bot() -> None:
    assert "greedy" in bots_of(RULESET)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_games_of_greedy_players_end_by_gold(players: int, seed: str) -> None:
    """T3-47."""
    result = greedy_game(players, seed).result

    assert result is not None
    assert result.reason == "gold"


def test_equal_seeds_play_alike() -> None:
    assert greedy_game(3, "a").log.to_bytes() == greedy_game(3, "a").log.to_bytes()
    assert greedy_game(3, "a").entries != greedy_game(3, "b").entries


def test_it_sells_all_when_it_can() -> None:
    assert chosen(table(*FOUR, pawns=("0.2", "1.0"), goods=("BBB",))) == move("sell 3")
    assert chosen(table(*FOUR, pawns=("@2", "1.0"), goods=("BBB",))) == move("stay 3")


def test_it_walks_to_where_it_can_sell_for_most() -> None:
    """Nucleons are worth 4 after zone 1 has not slid; on card 0 they lie on path 3, which is bare."""
    game = table(*FOUR, pawns=("0.0", "1.0"), bare=["0"], goods=("NNN",))

    assert chosen(game) == move("local 0.3")


def test_it_looks_for_a_new_card_where_none_is_worth_a_walk() -> None:
    """All of zone 1 lies above what is sold, and all is bare; a card below would be crossed by two lines."""
    game = table(*FOUR, tops=(-4,), pawns=("0.0", "1.0"), bare=["0", "1", "2", "3"], goods=("OOO",))

    assert chosen(game) == move("below")


def test_equals_are_chosen_among_by_the_seed() -> None:
    """Every kind of seed comes to some move, and not all to the same."""
    game = table(*FOUR, pawns=("0.0", "1.0"), bare=["0", "1", "2", "3"], deck=0)

    assert len({chosen(game, bytes([seed])) for seed in range(30)}) > 1


# -- a player that thinks by playing on -----------------------------------------------------------


def test_a_view_is_dealt_anew_as_a_copy_since_nothing_is_hidden() -> None:
    """T3-51."""
    state = table("0132", "0231 ? 1320", "0213", "1023", pawns=("0.2", "1.0"), gold=(3, 5)).state
    before = state.to_json()
    dealt = RULESET.resample(state, b"a seed")
    assert dealt.to_json() == before

    while RULESET.to_act(dealt) and len(dealt.faces) < 9:
        (actor,) = RULESET.to_act(dealt)
        advance(dealt, RULESET.decide(dealt, actor, RULESET.legal_moves(dealt, actor)[1]))
    assert state.to_json() == before


def test_a_seat_stands_as_well_as_it_has_gold() -> None:
    """T3-47, T3-48."""
    state = table("0132", "0231", "0213", "1023", pawns=("0.2", "1.0"), gold=(3, 5)).state

    assert tuple(RULESET.standing(state)) == (3, 5)


def test_who_thinks_by_playing_on_makes_the_sale_that_wins() -> None:
    """T3-47."""
    game = table("0132", "0231", "0213", "1023", pawns=("0.2", "1.0"), goods=("BBB",), gold=(0, 8), target=9)
    bot = MonteCarloBot(b"x", play_outs=60, length=12)

    assert bot(RULESET, game.state, 0, game.legal_moves(0)) == move("sell 3")
