"""Time and death (CW-53 to CW-65)."""

from typing import Any, Literal

import pytest
from rulesets.chicken_time_warp.short import (
    deck_of,
    flipped,
    go,
    hand,
    legal,
    names,
    refused,
    removed,
    start,
    types,
)

from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.events import (
    CardDiscarded,
    CardPlayed,
    DeathEscaped,
    EscapePodMoved,
    HandDiscarded,
    OrderReversed,
    PlayerDied,
    PlayerErased,
    PlayerFrozen,
    PlayerRevived,
    TimelineCardRemoved,
    TimelineReversed,
    TimeSlipsAwayDrawn,
    TimeSlipsAwayVoided,
    TurnEnded,
    TurnStarted,
)
from timecore.testing import Given, given

HANDS = ("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap")
FOUR = (*HANDS, "rev thief clux stock")
MANY = deck_of(dead=20, slip=20)


def test_the_current_card_is_the_last_that_is_face_up() -> None:
    """CW-53, CW-58: it is the one over which a character lies."""
    game = flipped(start(*FOUR), 9, 8)
    game, events = go(game, "- +dead die")

    assert events[0] == PlayerDied(0, 8)
    assert game.state.above == [8, None, None, None]


@pytest.mark.parametrize(
    ("up", "turned"),
    [(1, [10]), (2, [9, 10]), (3, [8, 9, 10]), (4, [7, 8, 9]), (10, [1, 2, 3]), (11, [0, 1, 2])],
)
def test_reversing_time_turns_back_three_cards_or_as_many_as_there_are(up: int, turned: list[int]) -> None:
    """CW-54, CW-41: the most recent first, the Escape Window among them."""
    game = flipped(start(*HANDS), *range(9, 10 - up, -1))
    assert game.state.face_up == up

    game, events = go(game, "clux")

    assert events[1] == TimelineReversed(tuple(turned))
    assert game.state.face_up == up - len(turned)


def test_nothing_but_time_is_undone() -> None:
    """CW-54: hands, discards, removed cards, frozen players and the direction stay as they are."""
    game, _ = go(start(*FOUR, deck=deck_of(rev=9)), "- +slip rev +clux")
    game = given(RULESET, game.state, PlayerFrozen(1, 2))
    before = game.state.to_json()
    game, _ = go(game, "clux")
    after = game.state.to_json()

    changed = {field for field in before if before[field] != after[field]}
    assert changed == {"phase", "face_up", "hands", "discard", "draws_left"}


def test_who_died_over_a_card_that_is_turned_back_lives_again() -> None:
    """CW-55: those over the most recent card first, then in order of seats."""
    game = flipped(start(*FOUR), 9, 8)
    past = [PlayerDied(3, 10), PlayerDied(2, 8), PlayerDied(1, 8)]
    game, events = go(given(RULESET, game.state, *past), "clux")

    assert events[1:-1] == [
        TimelineReversed((8, 9, 10)),
        PlayerRevived(1, 8),
        PlayerRevived(2, 8),
        PlayerRevived(3, 10),
    ]
    assert game.state.status == ["alive"] * 4
    assert game.state.above == [None] * 4


def test_who_died_over_an_earlier_card_stays_dead() -> None:
    """CW-55."""
    game = flipped(start(*FOUR), 9, 8, 7)
    game, events = go(given(RULESET, game.state, PlayerDied(3, 10), PlayerDied(2, 9)), "clux")

    assert events[1:-1] == [TimelineReversed((7, 8, 9)), PlayerRevived(2, 9)]
    assert game.state.status == ["alive", "alive", "alive", "dead"]


def test_the_revived_hold_the_hand_they_died_with_and_wait_for_their_turn() -> None:
    """CW-55, CW-61."""
    game, _ = go(start(*HANDS[:2], "clux stock freeze swap", FOUR[3]), "- +dead die")
    held = hand(game, 0)
    game, _ = go(game, "- +clux clux +mooch")

    assert game.state.status == ["alive"] * 4
    assert hand(game, 0) == held
    assert game.state.seat == 3
    assert go(game, "- +clux")[0].state.seat == 0


def test_whoever_draws_you_dead_is_asked() -> None:
    """CW-56, CW-75: with or without a Clux Capacitor, which need not be used."""
    game, _ = go(start(*HANDS), "- +dead")
    assert (game.to_act, legal(game)) == ((0,), ["escape", "die"])
    assert go(game, "die")[0].state.status[0] == "dead"

    game, _ = go(start(*HANDS), "- +swap - +dead")
    assert (game.to_act, legal(game)) == ((1,), ["die"])


def test_a_clux_capacitor_saves_from_death() -> None:
    """CW-57: it is discarded, You Dead on top of it, and the turn ends."""
    game, events = go(start(*HANDS), "- +dead escape")

    assert events == [
        CardPlayed(0, "clux_capacitor", None, None),
        TimelineReversed((10,)),
        DeathEscaped(0),
        CardDiscarded("you_dead"),
        TurnEnded(0),
        TurnStarted(1, 2),
        *events[6:],
    ]
    assert game.state.discard == names("clux dead")
    assert hand(game, 0) == "swap peek mooch"


def test_without_a_clux_capacitor_there_is_no_escape() -> None:
    """CW-57."""
    game, _ = go(start(*HANDS), "- +swap - +dead")

    assert refused(game, "escape").rule == "CW-57"


def test_death_is_escaped_though_no_card_can_be_turned_back() -> None:
    """CW-57, CW-54: time is reversed by none, and no event says so."""
    game, events = go(start("clux swap clux peek", *HANDS[1:]), "clux +dead escape")

    assert types(events)[:3] == ["CardPlayed", "DeathEscaped", "CardDiscarded"]
    assert game.state.status[0] == "alive"


def test_a_further_draw_is_still_due_after_an_escape() -> None:
    """CW-57, CW-34."""
    game, events = go(start("clux stock mooch peek", *HANDS[1:]), "stock +dead escape")

    assert types(events) == ["CardPlayed", "TimelineReversed", "DeathEscaped", "CardDiscarded"]
    assert (game.state.phase, game.state.draws_left) == ("draw", 1)


def test_an_escape_may_bring_others_back_and_the_next_of_them_plays() -> None:
    """CW-57, CW-55, CW-36."""
    game = given(RULESET, start(*FOUR).state, PlayerDied(1, 10))
    game, events = go(game, "- +dead escape")

    assert types(events)[1:3] == ["TimelineReversed", "PlayerRevived"]
    assert events[2] == PlayerRevived(1, 10)
    assert game.state.seat == 1


def test_a_death_is_told_in_this_order() -> None:
    """CW-58: the player dies, the pod moves, You Dead is discarded, and the turn ends."""
    _, events = go(start(*FOUR), "- +clux - +dead die")

    assert types(events) == [
        "PlayerDied",
        "EscapePodMoved",
        "CardDiscarded",
        "TurnEnded",
        "TurnStarted",
        "TimelineFlipped",
    ]


@pytest.mark.parametrize(("direction", "heir"), [(1, 0), (-1, 2)])
def test_the_pod_passes_to_the_nearest_living_player_against_the_direction_of_play(
    direction: Literal[1, -1], heir: int
) -> None:
    """CW-59."""
    game, _ = go(start(*FOUR), "- +clux")
    game, events = go(given(RULESET, game.state, OrderReversed(direction)), "- +dead die")

    assert events[1] == EscapePodMoved(1, heir)
    assert "escape_pod" in game.state.hands[heir]
    assert "escape_pod" not in game.state.hands[1]


def test_after_a_reverse_in_the_same_turn_the_new_direction_counts() -> None:
    """CW-59, CW-51."""
    _, events = go(start(*FOUR), "- +clux rev +dead die")

    assert events[1] == EscapePodMoved(1, 2)
    assert TurnStarted(0, 3) in events


def test_the_pod_passes_over_the_dead_and_the_erased() -> None:
    """CW-59."""
    game, _ = go(start(*FOUR), "- +clux")
    game = given(RULESET, game.state, PlayerErased(0, None), PlayerDied(3, 9))
    _, events = go(game, "- +dead die")

    assert events[1] == EscapePodMoved(1, 2)


def test_who_dies_without_the_pod_leaves_nothing() -> None:
    """CW-59, CW-61."""
    game, events = go(start(*FOUR), "- +dead die")

    assert "EscapePodMoved" not in types(events)
    assert hand(game, 0) == "clux swap peek mooch"


def test_before_time_begins_a_character_lies_over_the_first_card() -> None:
    """CW-60: which is face down, and brings it back when it is turned up and back again."""
    game, events = go(start(*FOUR), "clux +dead die")
    assert events[0] == PlayerDied(0, 10)
    assert TurnStarted(1, 2) in events

    game, _ = go(game, "- +clux - +clux")
    game, events = go(game, "clux")
    assert events[1:3] == [TimelineReversed((8, 9, 10)), PlayerRevived(0, 10)]


@pytest.mark.parametrize("erased_hand", ["kept", "discarded"])
def test_before_time_begins_a_death_may_be_final(erased_hand: str) -> None:
    """CW-60, CW-64, CW-19: erased at once, after the pod has moved."""
    game = start(
        "clux pod mooch rev",
        *HANDS[2:],
        "thief swap thief block",
        "swap thief clux stock",
        death_before_time="erased",
        erased_hand=erased_hand,
    )
    game, events = go(game, "clux +dead die")

    discarded = [HandDiscarded(0, tuple(names("mooch rev")))] if erased_hand == "discarded" else []
    assert events[:-3] == [
        PlayerDied(0, None),
        EscapePodMoved(0, 3),
        PlayerErased(0, None),
        *discarded,
        CardDiscarded("you_dead"),
    ]
    assert game.state.status[0] == "erased"
    assert game.state.above[0] is None
    assert game.state.discard == names("clux mooch rev dead" if discarded else "clux dead")


def test_with_a_card_face_up_nobody_is_erased_by_dying() -> None:
    """CW-60."""
    game, events = go(start(*FOUR, death_before_time="erased"), "- +dead die")

    assert events[0] == PlayerDied(0, 10)
    assert game.state.status[0] == "dead"


def test_the_dead_take_no_turn_and_keep_their_hand() -> None:
    """CW-61: and are asked nothing."""
    game, _ = go(start(*FOUR), "- +dead die - +clux - +clux - +clux")

    assert game.state.seat == 1
    assert hand(game, 0) == "clux swap peek mooch"
    assert "thief>0=clux" not in legal(game)


def test_time_slips_away_removes_the_first_card_face_up_or_face_down() -> None:
    """CW-62, CW-2: the highest minute that is left."""
    game, events = go(start(*FOUR), "- +slip")
    assert events[:3] == [
        TimeSlipsAwayDrawn(0),
        TimelineCardRemoved(10, face_up=True),
        CardDiscarded("time_slips_away"),
    ]
    assert (game.state.timeline[0], game.state.face_up) == (9, 1)

    game, _ = go(game, "- +clux - +clux clux")
    assert game.state.face_up == 0
    game, events = go(game, "+slip")
    assert events[1] == TimelineCardRemoved(9, face_up=False)
    assert (game.state.timeline, game.state.face_up) == ([8, 7, 6, 5, 4, 3, 2, 1, 0], 1)


@pytest.mark.parametrize("erased_hand", ["kept", "discarded"])
def test_the_dead_over_a_removed_card_are_erased(erased_hand: str) -> None:
    """CW-63, CW-64, CW-18: in order of seats; a hand stays out of everybody's reach or is discarded."""
    game = start(*FOUR, erased_hand=erased_hand)
    past: list[Any] = [PlayerDied(3, 10), PlayerDied(2, 10)]
    kept = game.state.hands[2:]
    game, events = go(given(RULESET, game.state, *past), "- +slip")

    told: list[Any] = [TimeSlipsAwayDrawn(0), TimelineCardRemoved(10, face_up=True)]
    for seat, cards in ((2, "swap freeze freeze stock"), (3, "clux thief stock rev")):
        told.append(PlayerErased(seat, 10))
        if erased_hand == "discarded":
            told.append(HandDiscarded(seat, tuple(names(cards))))
    assert events[:-3] == [*told, CardDiscarded("time_slips_away")]
    assert game.state.status == ["alive", "alive", "erased", "erased"]
    assert game.state.above == [None] * 4
    if erased_hand == "kept":
        assert game.state.hands[2:] == kept
        assert game.state.discard == names("slip")
    else:
        assert game.state.hands[2:] == [[], []]
        assert game.state.discard == names("swap freeze freeze stock clux thief stock rev slip")


def test_a_hand_without_cards_is_not_discarded() -> None:
    """CW-64."""
    game = start(*FOUR, erased_hand="discarded")
    played = [CardPlayed(3, card, None, None) for card in names("rev thief clux stock")]
    _, events = go(given(RULESET, game.state, *played, PlayerDied(3, 10)), "- +slip")

    assert types(events)[:4] == ["TimeSlipsAwayDrawn", "TimelineCardRemoved", "PlayerErased", "CardDiscarded"]


def test_the_erased_never_come_back() -> None:
    """CW-63: whatever is turned back."""
    game, _ = go(start(*FOUR), "- +dead die - +slip")
    assert game.state.status[0] == "erased"
    game, _ = go(game, "- +clux clux +clux")

    assert game.state.status[0] == "erased"


def last_card() -> Given:
    """Only the Escape Window is left, and seat 1 has to draw."""
    game = removed(start(*FOUR, deck=MANY), *range(9, 0, -1))
    return go(game, "- +slip -")[0]


def test_with_the_window_alone_time_slips_away_is_void() -> None:
    """CW-65: it is discarded, and the draw is made again."""
    game = last_card()
    assert game.state.timeline == [0]
    for _ in range(3):
        game, events = go(game, "+slip")
        assert events == [TimeSlipsAwayDrawn(1), TimeSlipsAwayVoided(1), CardDiscarded("time_slips_away")]
        assert (game.state.draws_left, game.state.seat) == (1, 1)

    game, events = go(game, "+clux")
    assert events[1:] == [TurnEnded(1), TurnStarted(2, 3)]


def test_you_dead_is_not_void_then() -> None:
    """CW-65, CW-53: the window is the current card."""
    game, events = go(last_card(), "+dead die")

    assert events[0] == PlayerDied(1, 0)
    assert game.state.above[1] == 0
