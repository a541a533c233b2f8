"""Sales, and the end of a game."""

import pytest
from rulesets.timeline_2003.short import caused, letters, played, refused, table

from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES
from timecore.rulesets.timeline_2003.events import GameEnded, GoodsSold, TurnStarted
from timecore.rulesets.timeline_2003.rules import commodity_bought, prices
from timecore.rulesets.timeline_2003.state import Result

FOUR = ("0132", "0231", "0213", "1023")


def test_the_prices_are_those_of_the_markets_that_the_lines_lead_to() -> None:
    """T3-15, T3-6: those of the opening layout; two may be equal where the Finish card says so."""
    assert prices(table(*FOUR).state) == {
        "Oilpetrol": (1, 2),
        "Milkbread": (0, 1),
        "Beetcandy": (2, 3),
        "Nucleons": (3, 4),
    }
    assert prices(table(*FOUR, finish=[3, 3, 1, 9]).state)["Milkbread"] == (0, 3)
    assert prices(table(*FOUR, finish=[3, 3, 1, 9]).state)["Oilpetrol"] == (1, 3)


def test_the_start_card_says_which_line_is_whose() -> None:
    """T3-11, T3-8, T3-D2."""
    state = table(*FOUR, start=["Nucleons", "Oilpetrol", "Milkbread", "Beetcandy"]).state

    assert {name: lane for name, (lane, _) in prices(state).items()} == {
        "Nucleons": 1,
        "Oilpetrol": 0,
        "Milkbread": 2,
        "Beetcandy": 3,
    }


def test_a_market_that_no_line_leads_to_buys_nothing() -> None:
    """T3-16, T3-D4: whatever its value."""
    state = table(*FOUR).state

    bought = [commodity_bought(state, lane) for lane in range(-4, 8)]
    assert bought == [*[None] * 4, *letters("MOBN"), *[None] * 4]


def test_a_sale_is_at_the_value_of_the_market() -> None:
    """T3-43, T3-41, T3-5, T3-D8: counters go back to the supply."""
    game = table(*FOUR, pawns=("0.2", "1.0"), goods=("BBBM",))
    supply = game.state.supply["Beetcandy"]

    events = caused(game, "sell 2")
    assert events[1:] == [GoodsSold(0, 2, "Beetcandy", 2, 3, 6), TurnStarted(1, 2)]
    state = played(game, "sell 2").state
    assert state.gold == [6, 0]
    assert state.goods[0] == {"Oilpetrol": 0, "Milkbread": 1, "Beetcandy": 1, "Nucleons": 0}
    assert state.supply["Beetcandy"] == supply + 2


def test_a_sale_in_the_market_where_one_is_takes_a_turn() -> None:
    """T3-42, T3-43, T3-D20: and to sell and leave takes two."""
    game = table(*FOUR, pawns=("@2", "1.0"), goods=("BB",))

    assert [type(event).__name__ for event in caused(game, "stay 1")] == [
        "Stayed",
        "GoodsSold",
        "TurnStarted",
    ]
    assert caused(game, "stay 0")[1:] == [TurnStarted(1, 2)]


def test_selling_slides_nothing_and_changes_no_line() -> None:
    """T3-44."""
    game = table(*FOUR, pawns=("0.2", "1.0"), goods=("BB",))
    after = played(game, "sell 2").state

    assert after.zones == game.state.zones
    assert prices(after) == prices(game.state)


@pytest.mark.parametrize("text", ["stay 1", "stay 9"])
def test_only_what_the_market_buys_can_be_sold(text: str) -> None:
    """T3-43, T3-30, T3-D21: not another commodity, and not in a market of nothing."""
    assert refused(table(*FOUR, pawns=("@2", "1.0"), goods=("OMN",)), text) == "T3-43"
    assert refused(table(*FOUR, pawns=("@7", "1.0"), goods=("OMBN",)), text) == "T3-43"


def test_whoever_reaches_the_target_has_won() -> None:
    """T3-47, T3-49: at once, and with more than enough too."""
    game = table(*FOUR, pawns=("0.2", "1.0"), goods=("BBB",), gold=(15, 20))

    assert caused(game, "sell 1")[-1] == TurnStarted(1, 2)
    for sold in (2, 3):
        assert caused(game, f"sell {sold}")[-1] == GameEnded("gold", (0,))
    game = played(game, "sell 2")
    assert game.to_act == ()
    assert RULESET.result(game.state) == Result("gold", (0,))
    assert game.state.to_json()["result"] == {"reason": "gold", "winners": [0]}
    assert refused(game, "stay 0", actor=1) == "T3-21"
    assert game.legal_moves(1) == ()


def test_after_so_many_rounds_the_richest_win() -> None:
    """T3-48, T3-49, T3-D24: turn number 3 x 2 is the last; here a tie."""
    game = table(*FOUR, current=1, turn=5, max_rounds=3, gold=(4, 4))

    assert caused(game, "stay 0")[-1] == TurnStarted(0, 6)
    game = played(game, "stay 0")
    assert caused(game, "stay 0")[-1] == GameEnded("rounds", (0, 1))
    assert caused(game, "local 0.1")[-1] == GameEnded("rounds", (0, 1))
    state = played(game, "local 0.1").state
    assert state.to_json()["result"] == {"reason": "rounds", "winners": [0, 1]}


def test_the_last_sale_counts() -> None:
    """T3-48, T3-47: and whoever reaches the target with it wins by gold."""
    game = table(*FOUR, pawns=("0.2", "1.0"), goods=("BB",), gold=(16, 18), turn=2, max_rounds=1)

    assert caused(game, "sell 0")[-1] == GameEnded("rounds", (1,))
    assert caused(game, "sell 1")[-1] == GameEnded("rounds", (0,))
    assert caused(game, "sell 2")[-1] == GameEnded("gold", (0,))


def test_a_time_travel_of_the_last_turn_ends_when_it_is_over() -> None:
    """T3-48, T3-39: not before the card is turned up."""
    game = played(table(*FOUR, tops=(0, -4), turn=2, max_rounds=1), "to 2")
    assert game.state.result is None

    assert caused(game, "is 2130")[-1] == GameEnded("rounds", (0, 1))


def test_without_a_limit_the_game_goes_on() -> None:
    """T3-48, T3-D24."""
    assert caused(table(*FOUR, turn=1_000_000), "stay 0")[-1] == TurnStarted(1, 1_000_001)


def test_rounds_are_turns_of_every_seat() -> None:
    """T3-48: as a story is told by them."""
    rounds = [RULESET.round_of(table(*FOUR, turn=turn).state) for turn in range(6)]

    assert rounds == [0, 1, 1, 2, 2, 3]
    assert RULESET.turn_of(table(*FOUR, turn=5).state) == 5
    assert len(COMMODITIES) == 4


def test_gold_and_goods_have_no_limit() -> None:
    """T3-7, T3-D25: all 46 counters in one hand, and a target far away."""
    game = table(*FOUR, pawns=("0.2", "1.0"), goods=("B" * 40,), gold=(900,), target=1_000_000)

    assert played(game, "sell 40").state.gold[0] == 1020


def test_there_is_no_other_way_to_give_goods_away() -> None:
    """T3-D25: no move of the game moves goods between players; T3-D19: and none slides only some cards."""
    assert list(RULESET.moves.by_name) == [
        *("Reveal", "ChooseFirst", "PlacePawn", "Stay", "LocalTravel"),
        *("LeaveMap", "Stop", "TimeTravel", "EnterMarket"),
    ]
