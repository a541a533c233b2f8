"""Moves of a turn: which are legal, in which order, and what comes of them."""

from collections.abc import Sequence

import pytest
from rulesets.timeline_2003.short import after_entry, caused, legal, letters, played, refused, table

from timecore.actors import CHANCE
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.rules import price_at, prices
from timecore.rulesets.timeline_2003.state import Market, Waypoint
from timecore.testing import Given, given

#: Four zones of one card each, as in game A: cards 0 to 3.
FOUR = ("0132", "0231", "0213", "1023")


def told(game: Given, text: str) -> list[str]:
    """What a move causes: names and values, without those of the fields."""
    return [
        " ".join([type(event).__name__, *map(str, event.row())]).replace("None", "-")
        for event in caused(game, text)
    ]


def travels(game: Given, seat: int = 0) -> list[str]:
    return [one for one in legal(game, seat).split(", ") if one.startswith("to ")]


# -- from a card -----------------------------------------------------------------------------------


def test_a_turn_on_a_card_lists_cards_from_the_top_down_and_zones_from_the_left() -> None:
    """T3-26: blanks among the cards, no waypoint with a pawn, not one's own zone."""
    game = table("0132", "0231 ? 1230", "0213", "1023", pawns=("1.0", "3.2"), tops=(0, 0, 0, 0))

    assert legal(game, 0) == (
        "stay 0, above, local 1.1, local 1.2, local 1.3, local 2, "
        "local 3.0, local 3.1, local 3.3, below, to 1, to 3, to 4, sell 0"
    )


def test_with_an_empty_deck_nobody_leaves_the_map() -> None:
    """T3-26, T3-D17, T3-53: but blanks can still be turned up."""
    game = table("0132", "0231 ? 1230", "0213", "1023", pawns=("1.0", "3.2"), deck=0)
    assert game.state.deck == 0

    assert "above" not in legal(game, 0)
    assert "below" not in legal(game, 0)
    assert refused(game, "above") == refused(game, "below") == "T3-26"
    assert told(game, "local 2") == ["CardApproached 0 local 2 2 -"]
    game = played(game, "local 2")
    assert game.to_act == (CHANCE,)
    assert sum(RULESET.weights(game.state)) == 46 - 5


def test_one_can_sell_any_amount_on_entering_a_market() -> None:
    """T3-26, T3-43, T3-D21: seat 0 stands on the line of Beetcandy, and holds two."""
    game = table(*FOUR, pawns=("0.2", "1.0"), goods=("BBMN",))

    assert legal(game, 0).endswith("to 4, sell 0, sell 1, sell 2")
    assert refused(game, "sell 3") == "T3-43"


def test_a_pawn_on_a_line_of_nothing_sells_nothing() -> None:
    """T3-16, T3-26: and still may enter the market."""
    game = table(*FOUR, tops=(-8,), pawns=("0.0", "1.0"), goods=("OMBN",))

    assert legal(game, 0).endswith("sell 0")
    assert refused(game, "sell 1") == "T3-43"


def test_staying_outside_a_market_is_a_turn() -> None:
    """T3-42, T3-45, T3-D9: nothing slides."""
    game = table(*FOUR, goods=("B",))

    assert told(game, "stay 0") == ["Stayed 0", "TurnStarted 1 2"]
    assert refused(game, "stay 1") == "T3-43"


def test_ones_own_waypoint_is_no_place_to_go() -> None:
    """T3-26, T3-D10: that would be staying."""
    assert refused(table(*FOUR), "local 0.0") == "T3-26"


def test_no_two_pawns_on_one_waypoint() -> None:
    """T3-26, T3-28."""
    game = table(*FOUR, pawns=("0.0", "0.1"))

    assert "local 0.1" not in legal(game, 0)
    assert refused(game, "local 0.1") == "T3-26"


def test_local_travel_stays_in_the_zone() -> None:
    """T3-26, T3-30."""
    assert refused(table(*FOUR), "local 1.1") == "T3-26"
    assert refused(table("0132", "0231 ?", *FOUR[2:]), "local 2") == "T3-26"


@pytest.mark.parametrize("text", ["local 4.0", "local -1.0", "local 4", "local 0.4", "local 0.-1", "local 0"])
def test_local_travel_to_what_is_not_there_is_no_move(text: str) -> None:
    """T3-22, T3-30: no such card, no such path, or a card face up and no path named."""
    assert refused(table(*FOUR), text) == "T3-22"


def test_a_blank_has_no_paths_yet() -> None:
    """T3-22, T3-13, T3-30: not even in another zone."""
    game = table("0132", "0231 ?", *FOUR[2:])

    assert refused(game, "local 2.1") == "T3-22"


@pytest.mark.parametrize("text", ["to 0", "to 5", "to -1", "stay -1", "sell -1"])
def test_values_outside_the_table_are_no_moves(text: str) -> None:
    """T3-22, T3-30, T3-17: column 0 and the Finish line are no zones."""
    assert refused(table(*FOUR), text) == "T3-22"


def test_time_travel_to_ones_own_zone_is_refused() -> None:
    """T3-26, T3-30."""
    assert refused(table(*FOUR), "to 1") == "T3-26"


def test_arriving_on_a_counter_takes_it_and_moves_the_zone() -> None:
    """T3-33, T3-34, T3-D18: cards, blanks and pawns of the zone go up; nothing else does."""
    game = table("0132 ? 0231", *FOUR[1:], pawns=("0.0", "2.2", "3.1"))

    assert told(game, "local 0.3") == [
        "PawnMoved 0 local 1 0 3",
        "CounterTaken 0 1 0 3 Nucleons",
        "ZoneSlid 1 -1",
        "TurnStarted 1 2",
    ]
    after = played(game, "local 0.3").state
    assert [zone.top for zone in after.zones] == [-1, 0, 0, 0]
    assert after.zones[0].cards == [0, 1, 2]
    assert after.pawns == [Waypoint(0, 3), Waypoint(2, 2), Waypoint(3, 1)]
    assert after.goods[0]["Nucleons"] == 1
    assert after.counters[0][3] is None


def test_arriving_on_a_bare_waypoint_changes_nothing_else() -> None:
    """T3-33, T3-34."""
    game = table(*FOUR, bare=["0.3"])

    assert told(game, "local 0.3") == ["PawnMoved 0 local 1 0 3", "TurnStarted 1 2"]


# -- new cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "top"), [("above", -7), ("below", 5)])
def test_leaving_the_map_lays_one_card_at_the_end_of_the_stack(side: str, top: int) -> None:
    """T3-36, T3-40, T3-D11, T3-D15, T3-D26: two cards lie there, the top at lane -3."""
    game = table("0132 0231", *FOUR[1:], tops=(-3,), pawns=("0.0", "2.0"))

    assert told(game, side) == [f"CardAdded 1 5 {side} {top}", "CardApproached 0 local 1 5 -"]
    game = played(game, side)
    state = game.state
    assert state.zones[0].top == min(top, -3)
    assert state.zones[0].cards == ([5, 0, 1] if side == "above" else [0, 1, 5])
    assert state.to_json()["cards"][5] == {
        "zone": 1,
        "kind": None,
        "turned": False,
        "counters": [None, None, None, None],
    }
    assert state.to_json()["pending"] == {"seat": 0, "card": 5, "how": "local", "lane": None}
    assert game.to_act == (CHANCE,)


def test_the_seat_sees_the_new_card_before_it_chooses_a_waypoint() -> None:
    """T3-37, T3-25, T3-21, T3-D11, T3-D12: chance turns it up, then the same seat stops."""
    game = played(table(*FOUR), "above")
    assert refused(game, "stop 0", actor=0) == "T3-21"
    assert told(game, "is 2130") == [
        "CardRevealed 1 4 2130 False",
        "CountersPlaced 1 4 ('Milkbread', 'Oilpetrol', 'Nucleons', 'Beetcandy')",
    ]

    game = played(game, "is 2130")
    assert game.to_act == (0,)
    assert legal(game, 0) == "stop 0, stop 1, stop 2, stop 3"
    assert refused(game, "stay 0") == "T3-21"
    assert told(game, "stop 3") == [
        "PawnMoved 0 local 1 4 3",
        "CounterTaken 0 1 4 3 Beetcandy",
        "ZoneSlid 1 -5",
        "TurnStarted 1 2",
    ]
    assert played(game, "stop 3").state.pending is None


def test_turning_up_a_card_changes_lines_before_anything_slides() -> None:
    """T3-54: lane 4 of zone 1 was open table, and then is path 0 of 1230 with exit 1."""
    game = played(
        table(*FOUR, start=["Milkbread", "Oilpetrol", "Beetcandy", "Nucleons"], tops=(-4,)), "below"
    )
    assert prices(game.state)["Milkbread"] == (1, 2)

    game = played(game, "is 1230")
    assert [zone.top for zone in game.state.zones] == [-4, 0, 0, 0]
    assert prices(game.state)["Milkbread"] != (1, 2)


# -- time travel -----------------------------------------------------------------------------------


def test_forward_one_arrives_on_the_path_that_is_met() -> None:
    """T3-38, T3-17, T3-18: seat 0 leaves card 0 on lane 3 and meets path 3 of card 1."""
    game = table(*FOUR, pawns=("0.2", "3.3"))

    assert told(game, "to 2") == [
        "PawnMoved 0 forward 2 1 3",
        "CounterTaken 0 2 1 3 Beetcandy",
        "ZoneSlid 2 -1",
        "TurnStarted 1 2",
    ]


def test_backward_one_arrives_on_the_path_whose_exit_is_met() -> None:
    """T3-38, T3-18: path 3 of card 3 enters at lane 3, card 2 is left there on path 3, card 1 on path 2."""
    game = table(*FOUR, pawns=("3.3", "0.0"))

    assert told(game, "to 2")[:2] == ["PawnMoved 0 backward 2 1 2", "CounterTaken 0 2 1 2 Oilpetrol"]


def test_pawns_on_the_way_do_not_matter_and_one_at_the_end_does() -> None:
    """T3-28, T3-D23."""
    game = table(*FOUR, pawns=("0.0", "1.0", "2.0"))

    assert travels(game) == ["to 4"]
    assert refused(game, "to 2") == refused(game, "to 3") == "T3-28"


def test_a_blank_on_the_line_is_turned_up_and_its_path_follows_from_the_line() -> None:
    """T3-28, T3-35, T3-38, T3-39, T3-D13: no choice, and all in the entry of chance."""
    game = table("0132", "0231 ? 1230", *FOUR[2:], tops=(0, -4), pawns=("0.2", "5.3"))

    assert told(game, "to 2") == ["CardApproached 0 forward 2 2 3"]
    game = played(game, "to 2")
    assert told(game, "is 2130") == [
        "CardRevealed 2 2 2130 False",
        "CountersPlaced 2 2 ('Milkbread', 'Oilpetrol', 'Nucleons', 'Beetcandy')",
        "PawnMoved 0 forward 2 2 3",
        "CounterTaken 0 2 2 3 Beetcandy",
        "ZoneSlid 2 -5",
        "TurnStarted 1 2",
    ]


def test_met_backward_a_new_card_is_entered_by_its_exit() -> None:
    """T3-39, T3-18: 1302 is left at quarter 2 by path 3."""
    game = table("0132", "0231 ? 1230", *FOUR[2:], tops=(0, -4), pawns=("4.2", "0.3"))

    assert told(game, "to 2") == ["CardApproached 0 backward 2 2 2"]
    assert told(played(game, "to 2"), "is 1302")[2] == "PawnMoved 0 backward 2 2 3"


def test_open_table_is_covered_by_a_card_that_touches_the_stack() -> None:
    """T3-38, T3-28, T3-D16: lane 0 lies below a zone that ends at lane -1."""
    game = table(*FOUR, tops=(0, -4))

    assert told(game, "to 2") == ["CardAdded 2 4 below 0", "CardApproached 0 forward 2 4 0"]


@pytest.mark.parametrize(
    ("top", "events"),
    [
        (-4, ["CardAdded 2 4 below 0", "CardApproached 0 forward 2 4 0"]),
        (-5, ["CardAdded 2 4 below -1", "CardApproached 0 forward 2 4 0"]),
        (-7, ["CardAdded 2 4 below -3", "CardApproached 0 forward 2 4 0"]),
        (-8, ["CardAdded 2 4 below -4", "CardAdded 2 5 below 0", "CardApproached 0 forward 2 5 0"]),
        (1, ["CardAdded 2 4 above -3", "CardApproached 0 forward 2 4 0"]),
        (4, ["CardAdded 2 4 above 0", "CardApproached 0 forward 2 4 0"]),
        (5, ["CardAdded 2 4 above 1", "CardAdded 2 5 above -3", "CardApproached 0 forward 2 5 0"]),
    ],
)
def test_as_many_cards_are_laid_as_it_takes(top: int, events: list[str]) -> None:
    """T3-38, T3-28, T3-40: outward from the stack, and only the last is approached."""
    assert told(table(*FOUR, tops=(0, top)), "to 2") == events


def test_blanks_stay_face_down_between_other_cards() -> None:
    """T3-38, T3-13, T3-D15, invariant 14."""
    game = played(table(*FOUR, tops=(0, -8)), "to 2", "is 2130")

    assert [face and face.kind for face in game.state.zones[1].faces] == ["0231", None, "2130"]
    assert game.state.counters[4] == (None,) * 4
    assert RULESET.to_act(game.state) == (1,)


@pytest.mark.parametrize(
    ("deck", "legal_travels"), [(0, ["to 4"]), (1, ["to 3", "to 4"]), (2, ["to 2", "to 3", "to 4"])]
)
def test_open_table_that_the_deck_cannot_cover_is_out_of_reach(
    deck: int, legal_travels: Sequence[str]
) -> None:
    """T3-28, T3-D17: lane 0 takes two cards in zone 2 and one in zone 3."""
    game = table(*FOUR, tops=(0, -8, -4), deck=deck)

    assert travels(game) == list(legal_travels)
    for text in {"to 2", "to 3"} - set(legal_travels):
        assert refused(game, text) == "T3-28"


def test_the_line_is_that_of_before_the_cards_were_laid() -> None:
    """T3-56: zone 2 slides only after the pawn has met it."""
    game = played(table(*FOUR, tops=(0, -4)), "to 2")

    assert game.state.pending.lane == 0
    state = played(game, "is 2130").state
    assert state.pawns[0] == Waypoint(4, 0)
    assert state.zones[1].top == -5


def test_time_travel_can_lay_the_last_cards_but_not_more() -> None:
    """T3-20, T3-53, T3-D17: with the deck empty a blank can be turned up all the same."""
    game = played(table(*FOUR, tops=(0, -8), deck=2), "to 2")
    assert game.state.deck == 0
    assert game.to_act == (CHANCE,)

    game = played(game, "is 2130", "local 44", "is 2130")
    assert legal(game, 1) == "stop 0, stop 1, stop 2, stop 3"


# -- markets ---------------------------------------------------------------------------------------


def test_a_market_is_entered_along_ones_line() -> None:
    """T3-41, T3-17, T3-11."""
    game = table(*FOUR, pawns=("0.2", "1.0"))

    assert told(game, "sell 0") == ["MarketEntered 0 2", "TurnStarted 1 2"]
    assert played(game, "sell 0").state.pawns[0] == Market(2)
    assert played(game, "sell 0").state.to_json()["pawns"][0] == {"market": 2}


def test_a_market_holds_any_number_of_pawns() -> None:
    """T3-41."""
    game = played(table(*FOUR, pawns=("0.2", "@2", "@2")), "sell 0")

    assert game.state.pawns == [Market(2)] * 3
    assert legal(game, 1) == legal(played(game, "stay 0"), 2)


def test_from_a_market_one_stays_or_goes_back() -> None:
    """T3-27, T3-D22: no local travel and no other market; selling comes first."""
    game = table(*FOUR, pawns=("@2", "0.0"), goods=("BB",))

    assert legal(game, 0) == "stay 0, stay 1, stay 2, to 1, to 2, to 3, to 4"
    for text in ("local 0.1", "above", "below", "sell 0", "sell 1"):
        assert refused(game, text) == "T3-27"
    assert refused(game, "local 9.1") == "T3-22"
    assert refused(game, "stay 3") == "T3-43"


def test_from_a_market_the_line_leads_back_by_the_exits() -> None:
    """T3-27, T3-17, T3-18, T3-38: the market at lane 0 is left by path 1 of 1023."""
    game = table(*FOUR, pawns=("@0", "1.0"))

    assert told(game, "to 4")[0] == "PawnMoved 0 backward 4 3 1"


def test_a_pawn_in_a_market_may_have_to_wait() -> None:
    """T3-29, T3-D17: all its line crosses is open table, and the deck is empty."""
    game = table(*FOUR, tops=(-9, -9, -9, -9), pawns=("@2", "0.0"), deck=0)

    assert legal(game, 0) == "stay 0"


def test_a_pawn_in_a_market_may_be_shut_in_by_pawns() -> None:
    """T3-29, T3-28."""
    game = table("0132", *FOUR[1:], tops=(-9, -9, -9, 0), pawns=("@2", "3.2"), deck=0)

    assert legal(game, 0) == "stay 0"
    assert refused(game, "to 4") == "T3-28"


def test_a_pawn_on_a_card_can_always_go_on_to_its_market() -> None:
    """T3-29."""
    game = table(*FOUR, tops=(-9, -50, -50, 0), pawns=("0.0", "3.2"), deck=0)

    assert legal(game, 0) == "stay 0, local 0.1, local 0.2, local 0.3, sell 0"


# -- where the board may come to -------------------------------------------------------------------


def test_a_zone_may_rise_above_the_lanes_of_the_start_card() -> None:
    """T3-52: then commodities run straight through it."""
    game = table(*FOUR, tops=(-4, -4, -4, -4))

    assert prices(game.state) == {
        "Oilpetrol": (0, 1),
        "Milkbread": (1, 2),
        "Beetcandy": (2, 3),
        "Nucleons": (3, 4),
    }


def test_the_finish_line_has_no_end() -> None:
    """T3-11, T3-6, T3-D4, T3-D5: the same four values on each card, above and below."""
    game = table(*FOUR, tops=(-40,), pawns=("0.0", "1.0"), finish=[5, 6, 7, 8])

    assert [price_at(game.state, lane) for lane in range(-5, 9)] == [8, *[5, 6, 7, 8] * 3, 5]
    assert played(game, "sell 0").state.pawns[0] == Market(-40)


def test_with_a_bare_supply_nothing_slides() -> None:
    """T3-55, T3-D7: the card is turned up and entered."""
    state = table(*FOUR).state
    state.supply.update(dict.fromkeys(state.supply, 0))

    game = played(given(RULESET, state), "above", "is 2130")
    assert game.state.counters[4] == (None,) * 4
    assert told(game, "stop 1") == ["PawnMoved 0 local 1 4 1", "TurnStarted 1 2"]


def test_a_pawn_never_stands_on_a_counter_or_on_a_blank() -> None:
    """T3-57: whatever the way it came."""
    for number in range(7, 26):
        state = after_entry(number).state
        for pawn in state.pawns:
            if isinstance(pawn, Waypoint):
                assert state.faces[pawn.card] is not None
                assert state.counters[pawn.card][pawn.path] is None


def test_turns_go_clockwise() -> None:
    """T3-45, T3-46: one move each, from the last seat to seat 0."""
    game = table(*FOUR, pawns=("0.0", "0.1", "0.2"), current=1)

    game = played(game, "stay 0")
    assert (game.to_act, game.state.turn) == ((2,), 2)
    game = played(game, "stay 0")
    assert (game.to_act, game.state.turn) == ((0,), 3)
    assert letters("O-") == ("Oilpetrol", None)
