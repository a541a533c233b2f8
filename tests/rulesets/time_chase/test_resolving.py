"""Step 1 of a round: events (TC-36 to TC-56, TC-100, TC-103)."""

import pytest
from rulesets.time_chase.short import go_on, legal, refused, table

from timecore.rulesets.time_chase.events import (
    CardPlayed,
    DiscPlaced,
    DiscReturned,
    EventAdded,
    GameEnded,
    InvariantOpened,
    ResolutionStarted,
    StackMade,
    TravelersGathered,
    WinningCardKept,
    WinningCardReplaced,
)
from timecore.rulesets.time_chase.moves import PlayCard

# -- who takes part, where, and who leads (TC-36 to TC-43) -----------------------------------------------------


def test_a_round_takes_one_card_of_each_seat_and_three_steps() -> None:
    """TC-36: events, then a new event token, then fuel."""
    game = table("A9 A10", "A7 A8", "B9 B10", resolving=(1, [0, 1, 2]))
    game, events = go_on(game, "0:A9 1:A7 2:B9")

    assert [len(hand) for hand in game.state.hands] == [1, 1, 1]
    assert EventAdded(2) in events
    assert (game.state.phase, game.state.round, game.state.present) == ("travel", 1, 2)
    _, events = go_on(game, "0:~0 1:~0 2:~0")
    assert ResolutionStarted(2, (1, 2, 0), None) not in events
    assert events[-1] == ResolutionStarted(2, (0, 1, 2), None)


def test_locations_are_resolved_from_the_present_downwards_the_invariant_last() -> None:
    """TC-40, TC-100."""
    stacks = [("A5", "A5", 0), ("B5", "B5", 1), None]
    game = table("A9", "B9", "C9", "D9", stacks=stacks, at=[1, 0, 3, 2], resolving=(3, [2]))
    places = []
    for text in ("2:C9", "3:D9", "0:A9"):
        game, events = go_on(game, text)
        places += [event for event in events if isinstance(event, ResolutionStarted | InvariantOpened)]

    assert places == [
        ResolutionStarted(2, (3,), "B"),
        ResolutionStarted(1, (0,), "A"),
        InvariantOpened((1,)),
    ]


def test_locations_without_travelers_are_skipped_the_present_too() -> None:
    """TC-40, D-3: event 3 and event 2 get no stack and no controller."""
    game = table("A9", "B9", "A10", stacks=[("A5", "A5", 0), None, None], fuel=[2, 2, 2])
    game, events = go_on(game, "0:~2 1:~2 2:~2")
    assert events[-1] == ResolutionStarted(1, (0, 1, 2), "A")

    game, events = go_on(game, "0:A9 1:B9 2:A10")
    assert EventAdded(4) in events
    assert game.state.control == [None, 2, None, None, None]


def test_exactly_those_whose_travelers_stand_there_take_part() -> None:
    """TC-41: and they must."""
    game = table("A9", "B9", "C9", "D9", stacks=[None, None], fuel=[0, 1, 0, 2])
    game, events = go_on(game, "0:~0 1:~1 2:~0 3:~2")
    assert events[-1] == ResolutionStarted(2, (0, 2), None)

    game, events = go_on(game, "0:A9 2:C9")
    assert ResolutionStarted(1, (1,), None) in events
    assert refused(game, "0:A9").rule == "TC-31"
    _, events = go_on(game, "1:B9")
    assert InvariantOpened((3,)) in events


def order_of(event: ResolutionStarted | object) -> tuple[int, ...]:
    assert isinstance(event, ResolutionStarted)
    return event.order


@pytest.mark.parametrize(("dealer", "order"), [(3, (0, 1, 2, 3)), (1, (2, 3, 0, 1))])
def test_at_event_1_the_search_for_the_leader_starts_at_the_first_player(
    dealer: int, order: tuple[int, ...]
) -> None:
    """TC-42, TC-43, D-21."""
    stacks = [("A5", "A5", 3), None]
    game = table("A9", "B9", "C9", "D9", stacks=stacks, fuel=[1, 1, 1, 1], dealer=dealer)
    _, events = go_on(game, "0:~1 1:~1 2:~1 3:~1")

    assert order_of(events[-1]) == order


def test_at_event_1_somebody_elsewhere_does_not_lead() -> None:
    """TC-42, D-21: the first participant clockwise from the first player does."""
    game = table("A9", "B9", "C9", "D9", stacks=[("A5", "A5", 3), None], fuel=[0, 0, 1, 1])
    game, _ = go_on(game, "0:~0 1:~0 2:~1 3:~1")
    _, events = go_on(game, "0:A9 1:B9")

    assert order_of(events[-1]) == (2, 3)


@pytest.mark.parametrize(
    ("fuel", "order"), [((0, 0, 0, 0), (2, 3, 0, 1)), ((0, 0, 1, 0), (3, 0, 1)), ((0, 0, 1, 1), (0, 1))]
)
def test_the_controller_of_the_event_before_leads_or_the_next_clockwise(
    fuel: tuple[int, ...], order: tuple[int, ...]
) -> None:
    """TC-42, TC-43."""
    game = table("A9", "B9", "C9", "D9", stacks=[("A5", "A5", 2), None], fuel=fuel)
    _, events = go_on(game, " ".join(f"{seat}:~{amount}" for seat, amount in enumerate(fuel)))

    assert order_of(events[-1]) == order


def test_the_controller_of_the_event_before_is_that_of_this_moment() -> None:
    """TC-42: event 1 changes hands after event 2 is played, which counts from the next round on."""
    stacks = [("A5", "A5", 1), ("B5", "B5", 2), None]
    hands = ("B9 B10", "B8 B11", "A9 B12", "C9 B13")
    game = table(*hands, stacks=stacks, at=[2, 2, 1, 3], fuel=[2, 2, 2, 0], resolving=(3, [3]))
    game, events = go_on(game, "3:C9")
    assert events[-1] == ResolutionStarted(2, (1, 0), "B")  # not from 3, who has just won event 3, nor from 2

    game, events = go_on(game, "1:B8 0:B9")
    assert events[-1] == ResolutionStarted(1, (2,), "A")
    game, _ = go_on(game, "2:A9")
    assert game.state.control == [None, 2, 0, 3, None]
    _, events = go_on(game, "0:~2 1:~2 2:~2 3:~0 3:B13")
    assert events[-1] == ResolutionStarted(2, (2, 0, 1), "B")


GAP = [("A5", "A5", 2), None, None, None]


@pytest.mark.parametrize(
    ("lead_gap", "stacks", "order"),
    [
        ("marker", GAP, (0, 1, 2, 3)),
        ("earlier", GAP, (2, 3, 0, 1)),
        ("marker", [None, None], (0, 1, 2, 3)),
        ("earlier", [None, None], (0, 1, 2, 3)),
        ("earlier", [("A5", "A5", 2), ("B5", "B5", 3), None, None], (3, 0, 1, 2)),
        ("marker", [("A5", "A5", 2), None, ("B5", "B5", 1), None], (1, 2, 3, 0)),
        ("earlier", [("A5", "A5", 2), None, ("B5", "B5", 1), None], (1, 2, 3, 0)),
    ],
)
def test_if_nobody_controls_the_event_before_the_option_says_who_leads(
    lead_gap: str, stacks: list[tuple[str, str, int] | None], order: tuple[int, ...]
) -> None:
    """TC-42, TC-15, D-2: the marker, or the nearest earlier controller, else the marker."""
    game = table("A9", "B9", "C9", "D9", stacks=stacks, lead_gap=lead_gap)
    _, events = go_on(game, "0:~0 1:~0 2:~0 3:~0")

    assert order_of(events[-1]) == order


# -- which cards (TC-44 to TC-47) -------------------------------------------------------------------------------


def test_who_has_the_led_suit_must_play_it() -> None:
    """TC-44: the refusal says what was possible."""
    game, _ = go_on(table("A9", "A7 A10 B8", "B9", resolving=(1, [0, 1, 2])), "0:A9")

    assert legal(game, 1) == ["A7", "A10"]
    error = refused(game, "1:B8")
    assert error.rule == "TC-44"
    assert error.legal == (PlayCard("A7"), PlayCard("A10"))
    assert "led suit A" in error.message


def test_who_does_not_have_the_led_suit_may_play_anything() -> None:
    """TC-44."""
    game, _ = go_on(table("A9", "B7 C10 D8", "B9", resolving=(1, [0, 1, 2])), "0:A9")

    assert legal(game, 1) == ["B7", "C10", "D8"]


def test_the_leader_of_a_past_event_must_follow_its_suit_too() -> None:
    """TC-44, TC-46."""
    game = table("A9 B8 B9", "A7", "B10", stacks=[("B5", "C6", 1), None], at=[1, 2, 1], resolving=(1, [0, 2]))

    assert legal(game, 0) == ["B8", "B9"]
    assert refused(game, "0:A9").rule == "TC-44"


def test_the_leader_of_a_first_resolution_plays_any_card_and_sets_the_suit() -> None:
    """TC-45."""
    game = table("A9 B8", "A7", "B9", resolving=(1, [0, 1, 2]))
    assert legal(game, 0) == ["A9", "B8"]

    game, events = go_on(game, "0:B8")
    assert events == [CardPlayed(0, 1, "B8", "led")]
    assert game.state.resolving.led_suit == "B"


def test_a_leader_who_cannot_follow_does_not_set_the_suit() -> None:
    """TC-46: the led suit is that of the first led card for ever."""
    game = table("A9", "A7", "B9 A8", stacks=[("B7", "C6", 1), None], at=[1, 2, 1], resolving=(1, [0, 2]))
    game, events = go_on(game, "0:A9")

    assert events == [CardPlayed(0, 1, "A9", "off_suit")]
    assert game.state.resolving.led_suit == "B"
    assert legal(game, 2) == ["B9"]


def test_a_card_follows_or_is_off_suit() -> None:
    """TC-47."""
    game, _ = go_on(table("A9", "A10", "B9", resolving=(1, [0, 1, 2])), "0:A9")
    game, events = go_on(game, "1:A10")
    assert events == [CardPlayed(1, 1, "A10", "followed")]

    _, events = go_on(game, "2:B9")
    assert events[0] == CardPlayed(2, 1, "B9", "off_suit")


# -- the outcome (TC-50 to TC-56) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("invariant", "winner"),
    [
        ("E13", (2, "A12")),  # nobody has the invariant suit: the highest of the led suit
        ("B13", (1, "B7")),  # the lowest trump beats the led suit
        ("D13", (3, "D11")),
        (None, (2, "A12")),  # there is no such suit
        ("A13", (2, "A12")),  # the led suit is the invariant suit
    ],
)
def test_the_invariant_suit_beats_the_led_suit_and_that_beats_all_others(
    invariant: str | None, winner: tuple[int, str]
) -> None:
    """TC-50."""
    game = table("A9", "B7", "A12", "D11", invariant=invariant, resolving=(1, [0, 1, 2, 3]))
    _, events = go_on(game, "0:A9 1:B7 2:A12 3:D11")
    stack = next(event for event in events if isinstance(event, StackMade))

    assert (stack.seat, stack.winning_card) == winner


def test_among_trumps_the_value_counts_as_a_number() -> None:
    """TC-50: 10 is more than 9."""
    game = table("A9", "B9", "B10", invariant="B13", resolving=(1, [0, 1, 2]))
    game, _ = go_on(game, "0:A9 1:B9 2:B10")

    assert game.state.winning_cards[1] == "B10"


def test_at_a_first_resolution_the_strongest_card_wins_a_stack_and_a_disc() -> None:
    """TC-51, TC-103: the others are discarded in the order played."""
    game = table("A9", "B7", "A12", "D11", resolving=(1, [1, 2, 3, 0]))
    game, _ = go_on(game, "1:B7 2:A12 3:D11")
    game, events = go_on(game, "0:A9")

    assert events[:3] == [
        CardPlayed(0, 1, "A9", "off_suit"),
        StackMade(1, "B7", "B7", 1, ("A12", "D11", "A9")),
        DiscPlaced(1, 1),
    ]
    assert game.state.discards == ["A12", "D11", "A9"]
    assert (game.state.control[1], game.state.discs[1]) == (1, 2)


def test_the_led_card_lies_under_the_winning_card() -> None:
    """TC-51, TC-19."""
    game = table("A9", "A7", "A12", resolving=(1, [0, 1, 2]))
    game, events = go_on(game, "0:A9 1:A7 2:A12")

    assert StackMade(1, "A9", "A12", 2, ("A7",)) in events
    assert game.state.to_json()["timeline"][0] == {
        "at": 1,
        "led_card": "A9",
        "winning_card": "A12",
        "control": 2,
    }


def test_a_first_resolution_in_the_past_goes_as_in_the_present() -> None:
    """TC-51, D-3."""
    stacks = [("A5", "A5", 0), None, None]
    game = table("C9", "B7", "B12", stacks=stacks, at=[3, 2, 2], resolving=(3, [0]))
    game, events = go_on(game, "0:C9")
    assert events[-1] == ResolutionStarted(2, (1, 2), None)

    _, events = go_on(game, "1:B7 2:B12")
    assert StackMade(2, "B7", "B12", 2, ()) in events


#: Event 1, with B7 led and B9 of seat 1 on top; the present is empty.
PAST = [("B7", "B9", 1), None]


def test_a_new_card_that_beats_the_winning_card_takes_the_event() -> None:
    """TC-52: the old winning card is discarded first, then the other new cards in the order played."""
    game = table("B8", "B12", "A9", stacks=PAST, at=[1, 1, 2], resolving=(1, [0, 1]))
    game, events = go_on(game, "0:B8 1:B12")

    assert WinningCardReplaced(1, "B9", "B12", 1, ("B9", "B8")) in events
    assert game.state.discards == ["B9", "B8"]


def test_the_old_disc_returns_before_the_new_one_is_placed() -> None:
    """TC-52, TC-103."""
    game = table("B12", "A8", "A9", stacks=PAST, at=[1, 2, 2], resolving=(1, [0]))
    game, events = go_on(game, "0:B12")

    assert events[:4] == [
        CardPlayed(0, 1, "B12", "followed"),
        WinningCardReplaced(1, "B9", "B12", 0, ("B9",)),
        DiscReturned(1, 1),
        DiscPlaced(1, 0),
    ]
    assert (game.state.control[1], game.state.discs) == (0, [2, 3, 3])


def test_the_led_card_always_stays() -> None:
    """TC-52: also when it was the winning card and is beaten."""
    game = table("B12", "B8", "A9", stacks=[("B9", "B9", 1), None], at=[1, 1, 2], resolving=(1, [0, 1]))
    game, events = go_on(game, "0:B12 1:B8")

    assert WinningCardReplaced(1, "B9", "B12", 0, ("B8",)) in events
    assert (game.state.led_cards[1], game.state.winning_cards[1]) == ("B9", "B12")


def test_if_no_new_card_beats_it_the_winning_card_and_control_stay() -> None:
    """TC-53: all new cards are discarded in the order played."""
    game = table("B8", "A8", "A9", stacks=PAST, at=[1, 1, 2], resolving=(1, [1, 0]))
    game, events = go_on(game, "1:A8 0:B8")

    assert WinningCardKept(1, "B9", ("A8", "B8")) in events
    assert not any(isinstance(event, DiscReturned | DiscPlaced) for event in events)
    assert game.state.control[1] == 1


def test_only_the_strongest_new_card_is_compared_with_the_old_winning_card() -> None:
    """TC-52: the old winning card, not the led card, is to be beaten."""
    game = table(
        "B10",
        "B11",
        "A9",
        stacks=[("B7", "D7", 2), None],
        invariant="D13",
        at=[1, 1, 2],
        resolving=(1, [0, 1]),
    )
    _, events = go_on(game, "0:B10 1:B11")

    assert WinningCardKept(1, "D7", ("B10", "B11")) in events


def test_a_card_lower_than_the_led_card_can_take_the_event() -> None:
    """TC-54, D-5, D-4: C9 won by a former invariant, and has no power any more."""
    game = table("B7", "A8", "A9", stacks=[("B12", "C9", 1), None], at=[1, 2, 2], resolving=(1, [0]))
    _, events = go_on(game, "0:B7")

    assert WinningCardReplaced(1, "C9", "B7", 0, ("C9",)) in events


def test_a_card_without_power_beats_nothing_whatever_its_value() -> None:
    """TC-50, D-6: not even a powerless winning card of its own suit."""
    game = table("C13", "A8", "A9", stacks=[("B12", "C9", 1), None], at=[1, 2, 2], resolving=(1, [0]))
    _, events = go_on(game, "0:C13")

    assert WinningCardKept(1, "C9", ("C13",)) in events


def test_the_invariant_in_force_now_decides_in_the_past() -> None:
    """TC-50, D-4."""
    stacks = [("B12", "B13", 1), None]
    trump = table("C7", "A8", "A9", stacks=stacks, invariant="C8", at=[1, 2, 2], resolving=(1, [0]))
    _, events = go_on(trump, "0:C7")
    assert WinningCardReplaced(1, "B13", "C7", 0, ("B13",)) in events

    none = table("C7", "A8", "A9", stacks=stacks, invariant=None, at=[1, 2, 2], resolving=(1, [0]))
    _, events = go_on(none, "0:C7")
    assert WinningCardKept(1, "B13", ("C7",)) in events


def test_a_player_may_beat_the_own_winning_card() -> None:
    """TC-55, D-8: both disc events name the same seat."""
    game = table("A8", "B12", "A9", stacks=PAST, at=[2, 1, 2], resolving=(1, [1]))
    game, events = go_on(game, "1:B12")

    assert events[1:4] == [
        WinningCardReplaced(1, "B9", "B12", 1, ("B9",)),
        DiscReturned(1, 1),
        DiscPlaced(1, 1),
    ]
    assert game.state.discs == [3, 2, 3]


def test_control_is_where_the_disc_lies_and_one_is_always_at_hand() -> None:
    """TC-56, D-9: a third event takes the last disc and ends the game."""
    stacks = [("A5", "A5", 0), ("B5", "B5", 0), None]
    game = table("C9", "C7", "C8", stacks=stacks, resolving=(3, [0, 1, 2]))
    assert game.state.discs == [1, 3, 3]

    game, events = go_on(game, "0:C9 1:C7 2:C8")
    assert game.state.control == [None, 0, 0, 0]
    assert game.state.discs == [0, 3, 3]
    assert isinstance(events[-1], GameEnded)


def test_what_a_card_causes_comes_in_order() -> None:
    """TC-103: the card alone, as long as others are to play."""
    game = table("A9", "A7", "B9", resolving=(1, [0, 1, 2]))
    game = game.when(0, PlayCard("A9")).then(CardPlayed(0, 1, "A9", "led"))

    _, events = go_on(game, "1:A7 2:B9")
    assert [type(event).__name__ for event in events] == [
        "CardPlayed",
        "FuelGained",
        "CardPlayed",
        "StackMade",
        "DiscPlaced",
        "EventAdded",
        "TravelersGathered",
        "FuelGained",
        "FuelGained",
        "FuelGained",
    ]
    assert events[5:7] == [EventAdded(2), TravelersGathered(2)]
