"""The end of the game and its result (TC-90 to TC-96, TC-101)."""

from collections.abc import Sequence
from typing import Any

import pytest
from rulesets.time_chase.short import go_on, table

from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.events import EventAdded, GameEnded, InvariantLost
from timecore.rulesets.time_chase.state import Result
from timecore.testing import Given

#: Cards of one suit that no hand of these tests holds; each event is won by its own led card.
LED = ("A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "B5")


def controlled(*seats: int | None) -> list[tuple[str, str, int] | None]:
    """Events 1, 2, … with these controllers."""
    return [None if seat is None else (card, card, seat) for card, seat in zip(LED, seats, strict=False)]


def ended(
    controllers: Sequence[int | None], *, players: int = 4, text: str = "0:?C9", **more: Any
) -> tuple[Given, list[Any]]:
    """The end of a round after which these seats control events 1, 2, …; seat 0 is alone at the invariant."""
    hands = ["C9", "D9", "C10", "C11", "C12", "C13"][:players]
    stacks = controlled(*controllers)
    at = [0, *[len(stacks)] * (players - 1)]
    return go_on(table(*hands, stacks=stacks, at=at, contest=[0], **more), text)


def test_the_end_is_looked_at_when_step_1_is_complete_and_not_before() -> None:
    """TC-90, D-17: a third event won and lost again in the same round is no end."""
    stacks = [("A5", "A5", 0), ("A6", "A6", 0), None]
    game = table("D9", "A8", "C10", stacks=stacks, at=[3, 1, 3], resolving=(3, [0, 2]))
    game, events = go_on(game, "0:D9 2:C10")
    assert game.state.control.count(0) == 3
    assert not any(isinstance(event, GameEnded) for event in events)

    game, events = go_on(game, "1:A8")
    assert not any(isinstance(event, GameEnded) for event in events)
    assert game.state.control == [None, 1, 0, 0, None]
    assert game.state.phase == "travel"


def test_the_invariant_is_altered_before_the_end_is_looked_at() -> None:
    """TC-90, TC-104."""
    _, events = ended([0, 0, 0])

    assert [type(event).__name__ for event in events] == [
        "CardCommitted",
        "CardsRevealed",
        "InvariantReplaced",
        "GameEnded",
    ]


def test_three_events_of_one_seat_end_the_game() -> None:
    """TC-91 (a), TC-101: and nothing else happens."""
    game, events = ended([1, 2, 1, 0, 1])

    assert events[-1] == GameEnded(
        winners=(1,),
        reason="three_events",
        tiebreak=False,
        ranking=((1,), (2,), (0,), (3,)),
        scores=(1, 3, 1, 0),
        closest=(4, 1, 2, None),
    )
    assert game.state.phase == "over"
    assert game.to_act == ()


def test_without_an_end_time_passes() -> None:
    """TC-91, TC-101."""
    game, events = ended([1, 2, 1, 0])

    assert EventAdded(5) in events
    assert game.state.result is None


@pytest.mark.parametrize(
    ("second_rift_ends", "rifts", "over"),
    [
        (True, 1, True),
        (True, 0, False),
        (False, 1, False),
        (False, 4, False),
        (True, 2, True),
    ],
)
def test_a_second_rift_ends_the_game_if_the_option_says_so(
    second_rift_ends: bool,  # noqa: FBT001 - a parameter of pytest
    rifts: int,
    over: bool,  # noqa: FBT001
) -> None:
    """TC-91 (b), TC-16, D-15: the whole game counts, also if there was an invariant in between."""
    stacks = controlled(1, 2)
    game = table(
        *("C9", "D9", "C10"),
        stacks=stacks,
        at=[0, 0, 2],
        contest=[0, 1],
        rifts=rifts,
        second_rift_ends=second_rift_ends,
    )
    game, events = go_on(game, "0:?C9 1:?D9")

    assert InvariantLost("E13", ("E13", "C9", "D9")) in events
    assert isinstance(events[-1], GameEnded) is over
    if over:
        assert game.state.result.reason == "second_rift"
        assert game.state.result.winners == (1,)


def test_two_rifts_are_no_end_without_a_tie_in_this_round_unless_they_are_two() -> None:
    """TC-91 (b): `rifts` is looked at, whatever happened in this round."""
    _, events = ended([1, 2], rifts=2, second_rift_ends=True)

    assert events[-1].reason == "second_rift"


def test_ten_rounds_end_the_game() -> None:
    """TC-91 (c)."""
    _, events = ended([0, 1, 2, 3, 4, 0, 1, 2, None, 4], players=5)

    assert events[-1] == GameEnded(
        winners=(0,),
        reason="ten_rounds",
        tiebreak=True,
        ranking=((0,), (1,), (2,), (4,), (3,)),
        scores=(2, 2, 2, 1, 2),
        closest=(1, 2, 3, 4, 5),
    )


def test_three_events_come_before_a_second_rift_and_that_before_ten_rounds() -> None:
    """TC-91: the first that applies is the reason."""
    ten = [0, 1, 2, 3, 4, 1, 1, 2, None, 4]
    _, events = ended(ten, players=5, rifts=2, second_rift_ends=True)
    assert events[-1].reason == "three_events"

    ten[6] = None
    _, events = ended(ten, players=5, rifts=2, second_rift_ends=True)
    assert events[-1].reason == "second_rift"


def test_most_events_win_and_among_equals_the_one_closest_to_the_invariant() -> None:
    """TC-92: with three events each."""
    _, events = ended([2, 1, 1, 2, 2, 1])

    assert events[-1].winners == (2,)
    assert events[-1].tiebreak
    assert events[-1].reason == "three_events"


@pytest.mark.parametrize("players", [3, 4])
def test_nobody_with_two_events_is_compared_in_the_same_way(players: int) -> None:
    """TC-93, D-16: with any number of players."""
    controllers = [2, None, 1, None, None, None, None, None, None, None]
    _, events = ended(controllers, players=players)
    places = ((2,), (1,), (0, 3)) if players == 4 else ((2,), (1,), (0,))

    assert (events[-1].winners, events[-1].tiebreak, events[-1].ranking) == ((2,), True, places)


def test_the_ranking_is_by_events_and_then_by_the_lowest_numbered() -> None:
    """TC-94: seats without events share the last place."""
    controllers = [3, 1, 1, None, 3, 0, None, None, None, None]
    _, events = ended(controllers, players=6)

    assert events[-1].ranking == ((3,), (1,), (0,), (2, 4, 5))


def test_the_result_has_the_fields_of_the_event() -> None:
    """TC-95."""
    game, events = ended([1, 2, 1, 0, 1])
    result = RULESET.result(game.state)
    event = events[-1].to_json()
    event.pop("type")

    assert isinstance(result, Result)
    assert result.to_json() == event == game.state.to_json()["result"]
    assert result.to_json() == {
        "winners": [1],
        "reason": "three_events",
        "tiebreak": False,
        "ranking": [[1], [2], [0], [3]],
        "scores": [1, 3, 1, 0],
        "closest": [4, 1, 2, None],
    }


def test_while_the_game_goes_on_there_is_no_result() -> None:
    """TC-95."""
    assert RULESET.result(table("A9", "B9", "C9").state) is None


def test_cards_left_in_hands_are_not_revealed() -> None:
    """TC-96: nothing tells of them, in particular not the last entry."""
    game, events = ended([1, 2, 1, 0, 1])

    assert [hand for hand in game.state.hands if hand] == [["D9"], ["C10"], ["C11"]]
    assert not any(card in str(event) for event in events for card in ("D9", "C10", "C11"))
