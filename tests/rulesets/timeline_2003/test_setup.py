"""From the empty table to the first turn."""

import json
from typing import Any

import pytest
from rulesets.timeline_2003.short import A, after_entry, caused, legal, letters, lines, move, played, refused

from timecore.actors import CHANCE
from timecore.errors import InvalidMove
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES, KINDS
from timecore.rulesets.timeline_2003.moves import ChooseFirst, Reveal
from timecore.testing import Given, given

FOUR = ("is 0132", "is 0231", "is 0213", "is 1023")


def dealt(*kinds: str, first: int = 0, **options: Any) -> Given:
    """A game whose cards are dealt and whose first player is chosen."""
    game = played(given(RULESET, players=2, **options), *[f"is {kind}" for kind in kinds])
    return given(RULESET, game.state, (CHANCE, ChooseFirst(first)))


@pytest.mark.parametrize(("players", "zones"), [(2, 4), (3, 4), (4, 5), (5, 6)])
def test_at_the_beginning_nothing_lies_on_the_table(players: int, zones: int) -> None:
    """T3-19, T3-10, T3-5, T3-7: a pawn a seat, all counters in the supply."""
    state = given(RULESET, players=players, counters=20).state

    assert json.dumps(state.to_json()) == json.dumps(
        {
            "zones": [{"top": 0, "cards": []}] * zones,
            "cards": [],
            "pawns": [None] * players,
            "goods": [dict.fromkeys(COMMODITIES, 0)] * players,
            "gold": [0] * players,
            "supply": dict.fromkeys(COMMODITIES, 20),
            "first": None,
            "current": None,
            "turn": 0,
            "pending": None,
            "result": None,
        }
    )


@pytest.mark.parametrize(("players", "zones"), [(2, 4), (3, 4), (4, 5), (5, 6)])
def test_chance_deals_a_card_to_each_zone_and_chooses_who_goes_first(players: int, zones: int) -> None:
    """T3-31, T3-21, T3-24."""
    game = given(RULESET, players=players)
    for number in range(1, zones + 1):
        assert game.to_act == (CHANCE,)
        assert caused(game, f"is {KINDS[number]}")[0].to_json() == {
            "type": "CardAdded",
            "zone": number,
            "card": number - 1,
            "side": "below",
            "top": 0,
        }
        game = played(game, f"is {KINDS[number]}")

    assert game.to_act == (CHANCE,)
    assert game.legal_moves(CHANCE) == tuple(ChooseFirst(seat) for seat in range(players))
    assert list(RULESET.weights(game.state)) == [1] * players
    state = given(RULESET, game.state, (CHANCE, ChooseFirst(players - 1))).state
    assert (state.first, state.current, state.turn) == (players - 1, players - 1, 0)


def test_a_card_of_the_deal_is_laid_turned_up_and_filled() -> None:
    """T3-31, T3-40: in this order."""
    game = given(RULESET, players=2)

    assert [event.to_json() for event in caused(game, "is 2130")] == [
        {"type": "CardAdded", "zone": 1, "card": 0, "side": "below", "top": 0},
        {"type": "CardRevealed", "zone": 1, "card": 0, "kind": "2130", "turned": False},
        {"type": "CountersPlaced", "zone": 1, "card": 0, "counters": list(letters("MONB"))},
    ]


def test_chance_reveals_each_kind_as_often_as_there_are_unseen_copies() -> None:
    """T3-23, T3-20: kinds in dictionary order."""
    game = given(RULESET, players=2)
    assert game.legal_moves(CHANCE) == tuple(Reveal(kind, turned=False) for kind in KINDS)
    assert list(RULESET.weights(game.state)) == [2] * 23

    game = played(game, "is 0213")
    assert game.legal_moves(CHANCE) == tuple(Reveal(kind, turned=False) for kind in KINDS)
    assert list(RULESET.weights(game.state)) == [2, 1, *[2] * 21]

    game = played(game, "is 0213")
    assert game.legal_moves(CHANCE) == tuple(Reveal(kind, turned=False) for kind in KINDS if kind != "0213")
    assert sum(RULESET.weights(game.state)) == 44
    assert refused(game, "is 0213") == "T3-23"


def test_with_rotate_chance_says_which_way_up_a_card_lies() -> None:
    """T3-23, T3-4, T3-8, T3-D6: upright first, for the kind too that looks the same either way."""
    game = given(RULESET, played(given(RULESET, players=2, rotate=True), "is 0312").state)

    moves = game.legal_moves(CHANCE)
    assert moves == tuple(Reveal(kind, turned) for kind in KINDS for turned in (False, True))
    assert list(RULESET.weights(game.state))[6:8] == [1, 1]
    assert sum(RULESET.weights(game.state)) == 90
    state = played(game, "is 0312 turned").state
    assert state.to_json()["cards"][1] == {
        "zone": 2,
        "kind": "0312",
        "turned": True,
        "counters": list(letters("MBNO")),
    }


def test_what_chance_cannot_reveal_is_refused() -> None:
    """T3-23, T3-30."""
    game = given(RULESET, players=2)

    assert refused(game, "is 0123") == "T3-23"
    assert refused(game, "is 4567") == "T3-23"
    assert refused(game, "is 0132 turned") == "T3-23"


def test_a_seat_that_does_not_exist_is_not_chosen() -> None:
    """T3-24, T3-30."""
    game = played(given(RULESET, players=3), *FOUR)

    for seat in (-1, 3):
        assert refused(game, ChooseFirst(seat)) == "T3-24"


def test_chance_does_one_thing_after_the_other() -> None:
    """T3-21, T3-30: no first player before all cards are dealt, and no card afterwards."""
    assert refused(played(given(RULESET, players=2), *FOUR[:3]), ChooseFirst(0)) == "T3-21"
    assert refused(played(given(RULESET, players=2), *FOUR), "is 2310") == "T3-21"


def test_seats_place_clockwise_in_zones_1_2_and_so_on() -> None:
    """T3-31, T3-32, T3-46, T3-25: the first player first, and nothing slides."""
    game = given(RULESET, players=3)
    game = played(game, *FOUR)
    game = given(RULESET, game.state, (CHANCE, ChooseFirst(1)))
    expected = [(1, 1, 2, 0), (2, 2, 0, 0), (0, 3, 1, 1)]
    for seat, zone, following, turn in expected:
        assert game.to_act == (seat,)
        assert legal(game, seat) == "place 0, place 1, place 2, place 3"
        events = [event.to_json() for event in caused(game, "place 3")]
        commodity = game.state.counters[zone - 1][3]
        assert events == [
            {"type": "PawnPlaced", "seat": seat, "zone": zone, "card": zone - 1, "path": 3},
            {
                "type": "CounterTaken",
                "seat": seat,
                "zone": zone,
                "card": zone - 1,
                "path": 3,
                "commodity": commodity,
            },
            {"type": "TurnStarted", "seat": following, "turn": turn},
        ]
        game = played(game, "place 3")

    state = game.state
    assert [zone.top for zone in state.zones] == [0, 0, 0, 0]
    assert (state.current, state.turn, state.first) == (1, 1, 1)
    assert state.counters[3] == letters("OBMN")


def test_placing_on_a_waypoint_without_a_counter_takes_none() -> None:
    """T3-32, T3-D7: one counter of each colour is gone with the first card."""
    game = dealt("0132", "0231", "0213", "1023", counters=1)

    assert game.state.counters[1:] == [(None,) * 4] * 3
    game = played(game, "place 0")
    assert [event.to_json() for event in caused(game, "place 0")] == [
        {"type": "PawnPlaced", "seat": 1, "zone": 2, "card": 1, "path": 0},
        {"type": "TurnStarted", "seat": 0, "turn": 1},
    ]


def test_a_waypoint_is_filled_as_long_as_the_supply_has_its_colour() -> None:
    """T3-40, T3-5, T3-D7."""
    game = dealt("0132", "0231", "0213", "1023", counters=3)

    assert game.state.supply == dict.fromkeys(COMMODITIES, 0)
    assert game.state.counters == [letters("BOMN"), letters("MNOB"), letters("BOMN"), (None,) * 4]


def test_no_record_needs_more_draws_than_are_committed_to() -> None:
    """T3-24: 46 reveals, and one first player."""
    assert RULESET.draws == 64


def test_who_is_not_to_act_is_refused() -> None:
    """T3-21, T3-30."""
    game = after_entry(5)

    assert game.to_act == (0,)
    for actor in (1, CHANCE, 2, -2):
        assert refused(game, "place 0", actor=actor) == "T3-21"
    assert refused(game, "stay 0") == "T3-21"
    assert refused(game, "stop 0") == "T3-21"


@pytest.mark.parametrize("path", [-1, 4, 2**40])
def test_a_path_that_no_card_has_is_refused(path: int) -> None:
    """T3-22, T3-30: in placing, but only where placing is due."""
    assert refused(after_entry(5), f"place {path}") == "T3-22"
    assert refused(after_entry(5), f"place {path}", actor=1) == "T3-21"
    assert refused(after_entry(13), f"stop {path}") == "T3-22"


@pytest.mark.parametrize(
    "value",
    [
        {"type": "Reveal", "kind": "0132"},
        {"type": "Reveal", "kind": 132, "turned": False},
        {"type": "Reveal", "kind": "0132", "turned": 0},
        {"type": "ChooseFirst", "seat": None},
        {"type": "PlacePawn", "path": True},
        {"type": "PlacePawn", "path": 0, "zone": 1},
        {"type": "Stay"},
        {"type": "Stay", "sell": "all"},
        {"type": "LocalTravel", "card": 0},
        {"type": "LocalTravel", "card": 0, "path": "0"},
        {"type": "LeaveMap", "side": "left"},
        {"type": "Stop", "path": None},
        {"type": "TimeTravel", "zone": 1.0},
        {"type": "EnterMarket", "sell": False},
        {"type": "Sell", "amount": 1},
        {"type": "CardAdded", "zone": 1, "card": 0, "side": "below", "top": 0},
    ],
)
def test_what_is_no_move_is_refused_while_it_is_read(value: dict[str, object]) -> None:
    """T3-22."""
    with pytest.raises(InvalidMove) as caught:
        RULESET.move_from_json(value)

    assert caught.value.rule == "T3-22"


def test_all_fields_of_a_move_are_always_present() -> None:
    """T3-22: the move that means the same comes back, field by field."""
    for line in lines():
        assert RULESET.move_from_json(line["move"]).to_json() == line["move"]
    assert move("local 3").to_json() == {"type": "LocalTravel", "card": 3, "path": None}
    assert A == {"players": 2}
