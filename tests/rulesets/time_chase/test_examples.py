"""The worked examples of the rules document, move by move, event by event."""

from typing import Any

import pytest
from rulesets.time_chase.document import example_moves, games
from rulesets.time_chase.short import deals, go_on, legal, moves, refused, table

from timecore.actors import Actor
from timecore.entry import Entry
from timecore.fold import advance
from timecore.messages import Move
from timecore.redact import redact
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.events import FuelGained
from timecore.testing import Given, given

EXAMPLES = example_moves()
GAMES = games()

#: What is played between the blocks, in prose.
BETWEEN = {
    4: "0:~0 1:~0 2:~0 2:E10 0:E8 1:E13 0:~0 1:~0 2:~0 1:E7 2:B11 0:E12 2:~0 0:~0",
    5: "2:A11 3:A8 0:A5 1:A6",
}


OPTIONS: dict[str, dict[str, Any]] = {"A": {"players": 3}, "B": {"players": 4, "dealer": 1}}
FIRST_PLAYER = {"A": 0, "B": 2}


def game_of(number: int) -> str:
    return "A" if number <= 4 else "B"


def setup(name: str) -> list[tuple[Actor, Move]]:
    hands, invariant = GAMES[name]
    return deals(hands, invariant, first_player=FIRST_PLAYER[name])


def history(number: int) -> list[tuple[Actor, Move]]:
    """All moves before the block of an example."""
    played = setup(game_of(number))
    for earlier in range(1 if game_of(number) == "A" else 5, number):
        played += moves(BETWEEN.get(earlier, ""))
        played += moves(" ".join(move for move, _ in EXAMPLES[earlier]))
    return played + moves(BETWEEN.get(number, ""))


def start(name: str) -> Given:
    """Game A or Game B, dealt."""
    return given(RULESET, *setup(name), **OPTIONS[name])


def before(number: int) -> Given:
    """The game as it stands before the block of an example."""
    return given(RULESET, *history(number), **OPTIONS[game_of(number)])


def after(number: int) -> Given:
    game, _ = go_on(before(number), " ".join(move for move, _ in EXAMPLES[number]))
    return game


def seen_by(seat: int, number: int, text: str) -> dict[str, Any]:
    """The view of a seat after short moves in an example, in JSON."""
    state = RULESET.start(RULESET.resolve_options(OPTIONS[game_of(number)]))
    view = state.copy()
    for seq, (actor, move) in enumerate([*history(number), *moves(text)], 1):
        entry = Entry(seq, actor, move, tuple(RULESET.decide(state, actor, move)))
        advance(state, entry.events)
        advance(view, redact(entry, seat).events)
    return view.to_json()


def test_the_document_has_six_examples_in_full() -> None:
    assert sorted(EXAMPLES) == [1, 2, 3, 4, 5, 6]
    assert all(events for steps in EXAMPLES.values() for _, events in steps)
    assert {name: [len(hand.split()) for hand in hands] for name, (hands, _) in GAMES.items()} == {
        "A": [10] * 3,
        "B": [10] * 4,
    }


@pytest.mark.parametrize("number", sorted(EXAMPLES))
def test_an_example_causes_exactly_the_events_of_the_document(number: int) -> None:
    """Examples 1 to 6: TC-42 to TC-105 at work."""
    game = before(number)
    for move, expected in EXAMPLES[number]:
        game, events = go_on(game, move)
        assert [event.to_json() for event in events] == expected, move


def test_example_1_says_what_is_refused_and_what_was_legal() -> None:
    """TC-44, TC-33, TC-31, TC-32 (example 1)."""
    game, _ = go_on(start("A"), "0:A9")

    assert legal(game, 1) == ["A7", "A10"]
    for move, rule in (("1:B7", "TC-44"), ("1:A9", "TC-33"), ("0:A12", "TC-31"), ("1:~0", "TC-32")):
        error = refused(game, move)
        assert error.rule == rule
        assert [one.row()[-1] for one in error.legal] == ([] if move.startswith("0") else ["A7", "A10"])


def test_example_1_ends_with_a_trump_and_income() -> None:
    """TC-50, TC-60, TC-78, TC-82 (example 1)."""
    game = after(1)
    state = game.state

    assert (state.fuel, state.supply, state.discs, state.discards) == ([2, 3, 1], 24, [3, 3, 2], ["A7"])
    assert legal(game, 1) == [0, 1, 2]
    assert refused(game, "1:~3").rule == "TC-82"


def test_example_2_hides_the_fuel_of_others() -> None:
    """TC-81, TC-120 (example 2)."""
    assert seen_by(1, 2, "2:~0 0:~1")["committed_fuel"] == ["?", None, "?"]
    assert seen_by(0, 2, "2:~0 0:~1")["committed_fuel"] == [1, None, "?"]


def test_example_2_leads_to_these_supplies() -> None:
    """TC-46, TC-54, TC-72 (example 2)."""
    state = after(2).state

    assert state.fuel == [3, 3, 1]
    assert state.invariant == "C13"


def test_example_3_has_three_events_for_a_moment_only() -> None:
    """TC-90, TC-50 (example 3)."""
    game, _ = go_on(before(3), "0:~2 1:~2 2:~0 2:E9")
    assert game.state.control.count(2) == 3
    assert game.to_act == (0,)

    state = after(3).state
    assert (state.fuel, state.discs, state.result) == ([3, 2, 1], [3, 2, 1], None)


def test_example_4_pays_a_bonus_on_the_way_and_has_two_with_three_events() -> None:
    """TC-60, TC-91, TC-92, TC-95 (example 4)."""
    _, events = go_on(after(3), "0:~0 1:~0 2:~0 2:E10 0:E8")
    assert events[-1].to_json() == {"type": "FuelGained", "seat": 0, "amount": 1, "reason": "bonus"}

    result = RULESET.result(after(4).state)
    assert result is not None
    assert result.winners == (1,)
    assert result.tiebreak


def test_example_5_starts_clockwise_from_the_first_player() -> None:
    """TC-11, TC-43, TC-60 (example 5)."""
    assert start("B").state.resolving.order == (2, 3, 0, 1)

    game, events = go_on(start("B"), BETWEEN[5])
    bonus = [event.seat for event in events if isinstance(event, FuelGained) and event.reason == "bonus"]
    assert bonus == [3, 0, 1]
    assert game.state.control[1] == 2
    assert game.state.fuel == [3, 3, 1, 3]


def test_example_5_hides_a_card_at_the_invariant_and_leaves_event_2_empty() -> None:
    """TC-40, TC-70, TC-120 (example 5)."""
    view = seen_by(1, 5, "3:~1 2:~1 1:~2 0:~2 2:A7 3:A12 0:?C12")
    assert view["committed_cards"] == ["?", None, None, None]

    state = after(5).state
    assert (state.led_cards[2], state.winning_cards[2], state.control[2]) == (None, None, None)
    assert "A11" not in state.discards


def test_example_6_starts_without_an_invariant() -> None:
    """TC-42, TC-51, TC-53 (example 6)."""
    state = before(6).state

    assert (state.fuel, state.invariant) == ([3, 3, 3, 3], None)


def test_example_7_cuts_income_when_the_supply_runs_short() -> None:
    """TC-62, TC-78: due are 1, 2, 2, 2 in the order 1, 2, 3, 0; gained are 1, 2, nothing, nothing."""
    game = table(
        *("A5", "A6", "A7", "A8"),
        stacks=[("B5", "B6", 1), None],
        at=[2, 2, 2, 0],
        fuel=[9, 9, 9],
        contest=[3],
        dealer=0,
    )
    assert (game.state.first_player, game.state.supply) == (1, 3)

    game, events = go_on(game, "3:?A8")

    assert [event for event in events if isinstance(event, FuelGained)] == [
        FuelGained(1, 1, "income"),
        FuelGained(2, 2, "income"),
    ]
    assert game.state.supply == 0
