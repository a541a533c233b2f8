"""Altering the invariant (TC-70 to TC-74, TC-104)."""

import pytest
from rulesets.time_chase.short import go_on, legal, table

from timecore.rulesets.time_chase.cards import SeatCard
from timecore.rulesets.time_chase.events import (
    CardCommitted,
    CardsRevealed,
    EventAdded,
    InvariantLost,
    InvariantOpened,
    InvariantReplaced,
    TravelerMoved,
)
from timecore.rulesets.time_chase.moves import CommitCard


def test_those_at_location_0_choose_any_card_in_secret() -> None:
    """TC-70, D-14: whatever the suits; no bonus, no disc, no leader."""
    game = table("A9 B8", "A7 C13", "C8", stacks=[("A5", "A5", 2)], at=[0, 0, 1], contest=[0, 1])

    assert legal(game, 0) == ["A9", "B8"]
    assert legal(game, 1) == ["A7", "C13"]
    assert legal(game, 2) == []
    game = game.when(1, CommitCard("A7")).then(CardCommitted(1, "A7"))
    assert game.state.hands[1] == ["C13"]
    assert game.state.committed_cards == [None, "A7", None]


def test_the_invariant_comes_after_all_events() -> None:
    """TC-70, TC-100: with its seats ascending."""
    game = table("A9", "A7", "C8", stacks=[("A5", "A5", 2)], at=[0, 0, 1], resolving=(1, [2]))
    _, events = go_on(game, "2:C8")

    assert events[-1] == InvariantOpened((0, 1))


def test_everybody_may_be_at_the_invariant() -> None:
    """TC-40, TC-100, TC-105, D-3: then no event is resolved in this round."""
    game = table("A9", "A7", "C8", stacks=[("A5", "A5", 2), None], fuel=[2, 2, 2])
    game, events = go_on(game, "0:~2 1:~2 2:~2")
    assert events[-2:] == [TravelerMoved(2, 2, 0), InvariantOpened((0, 1, 2))]

    game, _ = go_on(game, "0:?A9 1:?A7 2:?C8")
    assert game.state.control == [None, 2, None, None]
    assert game.state.phase == "travel"


def test_the_last_one_to_commit_reveals_all_cards() -> None:
    """TC-71, TC-104: in the order of seats, whoever was first."""
    game = table("A9", "A7", "C8", stacks=[("A5", "A5", 2)], at=[0, 0, 0], contest=[0, 1, 2])
    game, events = go_on(game, "2:?C8 0:?A9")
    assert events == [CardCommitted(2, "C8"), CardCommitted(0, "A9")]

    game, events = go_on(game, "1:?A7")
    assert events[:3] == [
        CardCommitted(1, "A7"),
        CardsRevealed((SeatCard(0, "A9"), SeatCard(1, "A7"), SeatCard(2, "C8"))),
        InvariantReplaced("E13", "A9", 0, ("E13", "A7", "C8")),
    ]
    assert isinstance(events[3], EventAdded)
    assert game.state.committed_cards == [None, None, None]
    assert game.state.contest is None


def test_a_seat_alone_there_commits_and_reveals_all_the_same() -> None:
    """TC-71, D-14."""
    game = table("A9", "A7", "C8", stacks=[("A5", "A5", 2)], at=[1, 0, 1], contest=[1])
    _, events = go_on(game, "1:?A7")

    assert events[:3] == [
        CardCommitted(1, "A7"),
        CardsRevealed((SeatCard(1, "A7"),)),
        InvariantReplaced("E13", "A7", 1, ("E13",)),
    ]


@pytest.mark.parametrize("old", ["E13", None, "A10"])
def test_the_one_highest_card_becomes_the_invariant_whatever_the_old_one_was(old: str | None) -> None:
    """TC-72, D-14: the old one is discarded first, if there is one, then the others by seat."""
    game = table("A9", "B7", "C8", invariant=old, stacks=[("A5", "A5", 2)], at=[0, 0, 0], contest=[0, 1, 2])
    game, events = go_on(game, "0:?A9 1:?B7 2:?C8")
    rest = ("B7", "C8") if old is None else (old, "B7", "C8")

    assert InvariantReplaced(old, "A9", 0, rest) in events
    assert game.state.invariant == "A9"
    assert tuple(game.state.discards) == rest
    assert game.state.rifts == 0


@pytest.mark.parametrize("old", ["E13", None])
def test_a_tie_for_the_highest_loses_the_invariant(old: str | None) -> None:
    """TC-73, TC-104: all cards are discarded, the old invariant first if there is one."""
    game = table("A9", "B9", "C8", invariant=old, stacks=[("A5", "A5", 2)], at=[0, 0, 0], contest=[0, 1, 2])
    game, events = go_on(game, "0:?A9 1:?B9 2:?C8")
    discarded = ("A9", "B9", "C8") if old is None else (old, "A9", "B9", "C8")

    assert [type(event) for event in events[2:4]] == [CardCommitted, CardsRevealed]
    assert events[4:6] == [InvariantLost(old, discarded), EventAdded(2)]
    assert game.state.invariant is None
    assert tuple(game.state.discards) == discarded


def test_a_tie_below_the_highest_means_nothing() -> None:
    """TC-73."""
    game = table("A9", "B9", "C10", stacks=[("A5", "A5", 2)], at=[0, 0, 0], contest=[0, 1, 2])
    _, events = go_on(game, "0:?A9 1:?B9 2:?C10")

    assert InvariantReplaced("E13", "C10", 2, ("E13", "A9", "B9")) in events


def test_values_are_compared_as_numbers() -> None:
    """TC-72: 10 is more than 9."""
    game = table("A9", "B10", "C8", stacks=[("A5", "A5", 2)], at=[0, 0, 1], contest=[0, 1])
    game, _ = go_on(game, "0:?A9 1:?B10")

    assert game.state.invariant == "B10"


def test_rifts_count_every_loss_those_that_found_none_to_lose_too() -> None:
    """TC-74."""
    for old in ("E13", None):
        game = table(
            "A9", "B9", "C8", invariant=old, rifts=1, stacks=[("A5", "A5", 2)], at=[0, 0, 1], contest=[0, 1]
        )
        game, _ = go_on(game, "0:?A9 1:?B9")

        assert game.state.rifts == 2
        assert game.state.result is None


def test_a_new_invariant_can_come_after_a_rift() -> None:
    """TC-73, TC-72."""
    game = table(
        "A9", "B7", "C8", invariant=None, rifts=1, stacks=[("A5", "A5", 2)], at=[0, 1, 1], contest=[0]
    )
    game, _ = go_on(game, "0:?A9")

    assert (game.state.invariant, game.state.rifts) == ("A9", 1)
