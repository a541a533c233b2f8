"""The worked examples of the rules, and the complete log of game A."""

import json

import pytest
from rulesets.timeline_2003.short import HERE, A, after_entry, boards, caused, legal, lines, played, refused

from timecore.actors import CHANCE
from timecore.fold import advance
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.geometry import covering, crossings
from timecore.rulesets.timeline_2003.rules import commodity_bought, price_at, prices
from timecore.rulesets.timeline_2003.state import Market, State, Waypoint
from timecore.testing import given, perft

BOARDS = list(boards())


def drawn(state: State, first: int, last: int) -> list[str]:
    """A board as the examples draw it, from one lane to another."""
    rows = [
        "lane  Start |" + "|".join(f"   zone {z}    " for z in range(1, len(state.zones) + 1)) + "| Finish"
    ]
    for lane in range(first, last + 1):
        start = state.options.start[lane][:5] if 0 <= lane < 4 else "."
        cells = [_cell(state, z, lane) for z in range(len(state.zones))]
        finish = [str(price_at(state, lane)), commodity_bought(state, lane) or ""]
        finish += [f"P{seat}" for seat, pawn in enumerate(state.pawns) if pawn == Market(lane)]
        rows.append(f"{lane:4}  {start:5} |" + "|".join(cells) + "| " + " ".join(filter(None, finish)))
    return rows


def _cell(state: State, index: int, lane: int) -> str:
    zone = state.zones[index]
    place = covering(zone, lane)
    if place is None:
        return "  ---------  "
    card, face = zone.cards[place], zone.faces[place]
    if face is None:
        return f"c{card}  (blank)  "
    top = zone.top + 4 * place
    path = lane - top
    counter = state.counters[card][path]
    what = "-" if counter is None else counter[0]
    if Waypoint(card, path) in state.pawns:
        what = f"P{state.pawns.index(Waypoint(card, path))}"
    return f"c{card}  p{path} {what:>2}>{top + face.exits[path]:<4}"


def test_the_complete_log_is_played_as_it_is_written() -> None:
    """T3-22, T3-50: each move is legal for the one who is to act, and causes exactly the events of the log."""
    state = RULESET.start(RULESET.resolve_options(A))
    assert len(lines()) == 25
    for number, line in enumerate(lines(), 1):
        asked = RULESET.move_from_json(line["move"])
        assert RULESET.to_act(state) == (line["actor"],), number
        assert asked in RULESET.legal_moves(state, line["actor"]), number
        events = RULESET.decide(state, line["actor"], asked)
        assert [event.to_json() for event in events] == line["events"], number
        advance(state, events)
        assert RULESET.invariants(state) == [], number


@pytest.mark.parametrize(("number", "rows", "_table"), BOARDS, ids=[f"entry {b[0]}" for b in BOARDS])
def test_a_board_is_as_it_is_drawn(number: int, rows: list[str], _table: object) -> None:
    """T3-14, T3-15 (examples 1 to 5): every path, counter, pawn, exit and market of the drawing."""
    state = after_entry(number).state
    first, last = int(rows[1].split()[0]), int(rows[-1].split()[0])

    assert [row.rstrip() for row in drawn(state, first, last)] == [row.rstrip() for row in rows]


@pytest.mark.parametrize(("number", "_rows", "table"), BOARDS, ids=[f"entry {b[0]}" for b in BOARDS])
def test_the_lines_of_the_commodities_are_those_of_the_table(
    number: int, _rows: object, table: dict[str, tuple[list[int], int]]
) -> None:
    """T3-15 (examples 1 to 5)."""
    state = after_entry(number).state

    found = {
        name: (crossings(state.zones, lane), prices(state)[name][1])
        for lane, name in enumerate(state.options.start)
    }
    assert len(table) == 4
    assert found == table


def test_example_1_has_these_legal_moves() -> None:
    """T3-26 (example 1): the market at lane 2 buys Beetcandy, of which seat 0 has none."""
    assert legal(after_entry(7), 0) == (
        "stay 0, above, local 0.0, local 0.1, local 0.3, below, to 2, to 3, to 4, sell 0"
    )


def test_example_4_weighs_the_unseen_copies() -> None:
    """T3-20, T3-23 (example 4): 37 in the deck and two blanks; seven kinds have one copy left."""
    state = after_entry(20).state

    weights = RULESET.weights(state)
    assert state.deck == 37
    assert sum(weights) == 39
    assert sorted(weights) == [1] * 7 + [2] * 16
    assert len(RULESET.legal_moves(state, CHANCE)) == 23


def test_example_5_ends_the_game_where_the_target_is_3() -> None:
    """T3-47 (example 5)."""
    moves = [(line["actor"], RULESET.move_from_json(line["move"])) for line in lines()[:21]]
    game = given(RULESET, *moves, **A, target=3)

    events = [event.to_json() for event in caused(game, "stay 1")]
    assert [event["type"] for event in events] == ["Stayed", "GoodsSold", "GameEnded"]
    assert events[-1] == {"type": "GameEnded", "reason": "gold", "winners": [1]}


def test_example_6_goes_through_another_pawn() -> None:
    """T3-28, T3-33 (example 6): seat 1 stands on the line of seat 0, in zone 2."""
    game = played(after_entry(5), "place 0", "place 0")
    assert legal(game, 0) == "stay 0, above, local 0.1, local 0.2, local 0.3, below, to 3, to 4, sell 0"
    assert refused(game, "to 2") == "T3-28"
    assert prices(game.state)["Oilpetrol"] == (1, 2)

    assert [event.to_json() for event in caused(game, "to 4")] == [
        {"type": "PawnMoved", "seat": 0, "how": "forward", "zone": 4, "card": 3, "path": 0},
        {"type": "CounterTaken", "seat": 0, "zone": 4, "card": 3, "path": 0, "commodity": "Oilpetrol"},
        {"type": "ZoneSlid", "zone": 4, "top": -1},
        {"type": "TurnStarted", "seat": 1, "turn": 2},
    ]
    assert prices(played(game, "to 4").state)["Oilpetrol"] == (-1, 4)


def test_example_7_is_the_state_in_the_middle_of_a_turn() -> None:
    """T3-19 (example 7): its JSON form, field by field and in this order."""
    text = (HERE / "state_after_entry_20.json").read_text(encoding="utf-8")
    game = after_entry(20)

    assert game.to_act == (CHANCE,)
    assert json.dumps(game.state.to_json()) == json.dumps(json.loads(text))


@pytest.mark.parametrize(
    ("number", "counts"),
    [
        (0, [23, 529, 12144]),
        (7, [10, 123, 1171, 10835]),
        (18, [10, 167, 2065, 27946]),
        (20, [23, 138, 2684, 41287]),
        (22, [19, 201, 1830, 26541]),
        (25, [5, 110, 1762, 31959]),
    ],
)
def test_example_8_counts_the_ways_to_go_on(number: int, counts: list[int]) -> None:
    """T3-23 (example 8)."""
    state = after_entry(number).state

    assert [perft(RULESET, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.exhaustive
def test_example_8_counts_all_beginnings() -> None:
    """T3-23 (example 8): four cards of 46, two of each kind."""
    assert perft(RULESET, after_entry(0).state, 4) == 277794
