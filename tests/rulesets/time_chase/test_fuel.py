"""Bonus, supply, income and travel (TC-60, TC-62, TC-76 to TC-83, TC-105)."""

from typing import Any

import pytest
from rulesets.time_chase.short import go_on, legal, refused, table

from timecore.messages import Event
from timecore.rulesets.time_chase.events import (
    CardPlayed,
    EventAdded,
    FuelCommitted,
    FuelGained,
    FuelRevealed,
    FuelSpent,
    ResolutionStarted,
    TravelerMoved,
    TravelersGathered,
)
from timecore.rulesets.time_chase.moves import CommitFuel


def bonus(events: list[Event[Any]]) -> list[int]:
    """Who gained the bonus, in order."""
    return [event.seat for event in events if isinstance(event, FuelGained) and event.reason == "bonus"]


def income(events: list[Event[Any]]) -> list[tuple[int, int]]:
    """Who got which income, in order."""
    found = [event for event in events if isinstance(event, FuelGained) and event.reason == "income"]
    return [(event.seat, event.amount) for event in found]


def test_who_follows_below_a_higher_card_of_the_led_suit_gains_a_fuel_at_once() -> None:
    """TC-60."""
    game, _ = go_on(table("A9", "A7", "A8", resolving=(1, [0, 1, 2])), "0:A9")
    game, events = go_on(game, "1:A7")

    assert events == [CardPlayed(1, 1, "A7", "followed"), FuelGained(1, 1, "bonus")]
    assert (game.state.fuel, game.state.supply) == ([0, 1, 0], 29)


@pytest.mark.parametrize(
    ("hands", "invariant", "gaining"),
    [
        (("A9", "A10", "A11"), "E13", []),  # each higher than all before
        (("A9", "A11", "A10"), "E13", [2]),  # higher than the led card, lower than another
        (("A9", "B7", "A8"), "E13", [2]),  # off suit gains nothing and hides nothing
        (("A9", "B13", "A10"), "B8", []),  # beaten by a trump, but the highest of the led suit
        (("A9", "B13", "A8"), "B8", [2]),  # a trump does not count, the led card does
        (("A9", "A8", "A10"), "A13", [1]),  # the led suit is the invariant suit
        (("A9", "A8", "A12"), "E13", [1]),  # a later higher card gives nothing to those before it
    ],
)
def test_the_bonus_looks_at_the_led_suit_alone(
    hands: tuple[str, ...], invariant: str, gaining: list[int]
) -> None:
    """TC-60, D-10."""
    game = table(*hands, invariant=invariant, resolving=(1, [0, 1, 2]))
    _, events = go_on(game, " ".join(f"{seat}:{card}" for seat, card in enumerate(hands)))

    assert bonus(events) == gaining


def test_a_card_can_gain_the_bonus_and_still_win_the_event() -> None:
    """TC-60, D-10: by its power it beats a stack whose led card is higher."""
    game = table("B8", "A8", "A9", stacks=[("B12", "C9", 1), None], at=[1, 2, 2], resolving=(1, [0]))
    game, events = go_on(game, "0:B8")

    assert bonus(events) == [0]
    assert game.state.control[1] == 0


@pytest.mark.parametrize(
    ("past_bonus", "gaining"),
    [("stack", [0, 1]), ("new", [1])],
)
def test_whether_the_stack_counts_in_the_past_is_an_option(past_bonus: str, gaining: list[int]) -> None:
    """TC-60, TC-14, D-7: B12 lies in the stack; of the new cards only B10 lies above B9."""
    game = table(
        *("B10", "B9", "A9"),
        stacks=[("B7", "B12", 2), None],
        at=[1, 1, 2],
        resolving=(1, [0, 1]),
        past_bonus=past_bonus,
    )
    _, events = go_on(game, "0:B10 1:B9")

    assert bonus(events) == gaining


@pytest.mark.parametrize(
    ("stack", "gaining"),
    [
        (("B12", "B12", 2), [0]),
        (("B12", "C13", 2), [0]),  # the led card counts although it does not win
        (("B7", "C13", 2), []),  # a winning card of another suit does not count
        (("B7", "B9", 2), []),
    ],
)
def test_of_the_stack_the_cards_of_the_led_suit_count(
    stack: tuple[str, str, int], gaining: list[int]
) -> None:
    """TC-60."""
    game = table("B10", "A8", "A9", stacks=[stack, None], at=[1, 2, 2], resolving=(1, [0]))
    _, events = go_on(game, "0:B10")

    assert bonus(events) == gaining


def test_an_empty_supply_gives_no_bonus() -> None:
    """TC-62: a gain of 0 makes no event."""
    game, _ = go_on(table("A9", "A7", "A8", fuel=[30], resolving=(1, [0, 1, 2])), "0:A9")
    game, events = go_on(game, "1:A7")

    assert events == [CardPlayed(1, 1, "A7", "followed")]
    assert (game.state.fuel, game.state.supply) == ([30, 0, 0], 0)


def test_the_last_bonus_is_missing_from_the_income_of_the_same_entry() -> None:
    """TC-62, TC-78: there is no debt."""
    game, _ = go_on(table("A9", "A7", "A8", fuel=[28], resolving=(1, [0, 1, 2])), "0:A9")
    game, events = go_on(game, "1:A7 2:A8")

    assert bonus(events) == [1, 2]
    assert income(events) == []
    assert game.state.supply == 0


@pytest.mark.parametrize(
    ("supply", "gained"),
    [
        (5, [(0, 1), (1, 2), (2, 2)]),
        (4, [(0, 1), (1, 2), (2, 1)]),  # the last one gets what is left
        (3, [(0, 1), (1, 2)]),
        (2, [(0, 1), (1, 1)]),
        (1, [(0, 1)]),
        (0, []),
    ],
)
def test_income_is_cut_to_what_the_supply_holds(supply: int, gained: list[tuple[int, int]]) -> None:
    """TC-62, TC-78, D-11: in part, or to nothing, which makes no event."""
    game = table("A9", "B7", "C8", fuel=[30 - supply], resolving=(1, [0, 1, 2]))
    game, events = go_on(game, "0:A9 1:B7 2:C8")

    assert income(events) == gained
    assert game.state.supply == supply - sum(amount for _, amount in gained)


def test_without_a_limit_nothing_is_cut() -> None:
    """TC-13, TC-62, D-11: and what is spent goes nowhere."""
    game = table("A9", "A7", "C8", fuel=[40], resolving=(1, [0, 1, 2]), fuel_supply=None)
    game, events = go_on(game, "0:A9 1:A7 2:C8")

    assert bonus(events) == [1]
    assert income(events) == [(0, 1), (1, 2), (2, 2)]
    assert (game.state.fuel, game.state.supply) == ([41, 3, 2], None)
    game, _ = go_on(game, "0:~2 1:~1 2:~0")
    assert (game.state.fuel, game.state.supply) == ([39, 2, 2], None)


def test_time_passes_a_new_event_token_and_everybody_there() -> None:
    """TC-76, TC-77, TC-101."""
    game = table("A9", "A7", "C8", stacks=[("B5", "B6", 1), None], at=[2, 1, 2], resolving=(1, [1]))
    game, events = go_on(game, "1:A7")

    assert events[2:4] == [EventAdded(3), TravelersGathered(3)]
    assert game.state.travelers == [3, 3, 3]
    assert game.state.present == 3


@pytest.mark.parametrize(
    ("dealer", "expected"), [(3, [(0, 2), (2, 1), (3, 2)]), (1, [(2, 1), (3, 2), (0, 2)])]
)
def test_income_is_two_less_the_discs_in_the_timeline_clockwise_from_the_first_player(
    dealer: int, expected: list[tuple[int, int]]
) -> None:
    """TC-78: as they lie after this round's events; a gain of nothing makes no event."""
    stacks = [("A5", "A6", 2), ("B5", "B6", 2), ("C5", "C6", 1), None]
    game = table("A9", "A7", "A8", "B9", stacks=stacks, at=[4, 1, 4, 4], resolving=(1, [1]), dealer=dealer)
    game, events = go_on(game, "1:A7")

    assert game.state.control[1:4] == [1, 2, 1]
    assert income(events) == expected


def test_fuel_is_set_aside_in_secret_and_stays_where_it_is() -> None:
    """TC-80, TC-81, TC-105: until it is spent."""
    game = table("A9", "A7", "C8", stacks=[None, None], fuel=[1, 2, 3])
    game = game.when(1, CommitFuel(2)).then(FuelCommitted(1, 2))

    assert game.state.fuel == [1, 2, 3]
    assert game.state.committed_fuel == [None, 2, None]
    assert game.state.supply == 24


@pytest.mark.parametrize(("fuel", "present", "most"), [(0, 3, 0), (2, 3, 2), (3, 3, 3), (9, 3, 3), (9, 1, 1)])
def test_at_least_nothing_at_most_what_reaches_the_invariant(fuel: int, present: int, most: int) -> None:
    """TC-82, D-12."""
    game = table("A9", "A7", "C8", stacks=[None] * present, fuel=[fuel, 0, 0])

    assert legal(game, 0) == list(range(most + 1))
    for wrong in (-1, most + 1, 100):
        error = refused(game, f"0:~{wrong}")
        assert error.rule == "TC-82"
        assert error.legal == tuple(CommitFuel(amount) for amount in range(most + 1))


def test_the_last_one_to_set_fuel_aside_reveals_it_and_travelers_move() -> None:
    """TC-83, TC-105, TC-1: one fuel is one location lower, in pairs of events, seats ascending."""
    game = table("A9", "A7", "C8", "B9", stacks=[("A5", "A5", 0), None], fuel=[1, 2, 0, 1])
    game, events = go_on(game, "3:~1 0:~1 2:~0")
    assert [type(event) for event in events] == [FuelCommitted] * 3

    game, events = go_on(game, "1:~2")
    assert events == [
        FuelCommitted(1, 2),
        FuelRevealed((1, 2, 0, 1)),
        FuelSpent(0, 1),
        TravelerMoved(0, 2, 1),
        FuelSpent(1, 2),
        TravelerMoved(1, 2, 0),
        FuelSpent(3, 1),
        TravelerMoved(3, 2, 1),
        ResolutionStarted(2, (2,), None),
    ]
    assert game.state.travelers == [1, 0, 2, 1]
    assert game.state.fuel == [0, 0, 0, 0]
    assert game.state.supply == 30
    assert game.state.committed_fuel == [None] * 4


def test_everybody_may_stay() -> None:
    """TC-83, TC-105: then nothing is spent and nobody moves."""
    game = table("A9", "A7", "C8", stacks=[("A5", "A5", 1), None])
    _, events = go_on(game, "0:~0 1:~0 2:~0")

    assert events[2:] == [FuelCommitted(2, 0), FuelRevealed((0, 0, 0)), ResolutionStarted(2, (1, 2, 0), None)]


def test_fuel_spent_can_be_gained_again_in_the_same_round() -> None:
    """TC-62, TC-83: it is back in the supply before step 1."""
    stacks = [("B12", "B12", 2), None]
    game = table("B9", "A7", "C8", stacks=stacks, fuel=[30])
    game, _ = go_on(game, "0:~1 1:~0 2:~0 2:C8 1:A7")
    game, events = go_on(game, "0:B9")

    assert bonus(events) == [0]
    assert game.state.fuel[0] == 30
