"""The turn: turning up, playing, drawing, and whose turn is next (CW-25 to CW-37)."""

from typing import Any

import pytest
from rulesets.chicken_time_warp.short import (
    KINDS,
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

from timecore.actors import CHANCE
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.events import (
    CardDiscarded,
    CardDrawn,
    DiscardReshuffled,
    DrawsDue,
    DrawSkipped,
    GameEnded,
    PlayerFrozen,
    PlayPassed,
    TimelineFlipped,
    TimeSlipsAwayDrawn,
    TimeSlipsAwayVoided,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
    YouDeadDrawn,
)
from timecore.rulesets.chicken_time_warp.moves import DrawCard
from timecore.testing import Given, given

HANDS = ("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap")
FOUR = (*HANDS, "rev thief clux stock")


def test_a_turn_turns_up_plays_and_draws() -> None:
    """CW-25: only the second step is a choice of the player."""
    game = start(*HANDS)
    assert (game.state.face_up, game.state.phase, game.to_act) == (1, "play", (0,))

    game, events = go(game, "-")
    assert events == [PlayPassed(0), DrawsDue(0, 1)]
    assert (game.state.phase, game.to_act) == ("draw", (CHANCE,))

    game, events = go(game, "+clux")
    assert events == [CardDrawn(0, "clux_capacitor"), TurnEnded(0), TurnStarted(1, 2), TimelineFlipped(9)]


def test_the_first_face_down_card_is_turned_up_in_the_entry_before_the_turn() -> None:
    """CW-26: as each turn starts."""
    game = start(*HANDS)
    up = []
    for _ in range(4):
        up.append(game.state.timeline[: game.state.face_up])
        game, _ = go(game, "- +swap")

    assert up == [[10], [10, 9], [10, 9, 8], [10, 9, 8, 7]]


def test_if_every_card_is_face_up_nothing_is_turned() -> None:
    """CW-27."""
    game = flipped(start(*HANDS), *range(9, -1, -1))
    game, events = go(game, "- +clux")

    assert events[-1] == TurnStarted(1, 2)
    assert game.state.face_up == 11


def test_a_player_passes_or_plays_one_card_of_the_hand() -> None:
    """CW-28: and after one card comes the draw."""
    game = start(*HANDS)
    assert legal(game)[0] == "-"

    for card in ("thief", "dead", "pod"):
        assert refused(game, card).rule == "CW-28"
    error = refused(
        game, RULESET.move_from_json({"type": "PlayCard", "card": "joker", "target": None, "named": None})
    )
    assert error.rule == "CW-28"

    game, _ = go(game, "peek>1")
    assert (game.state.phase, game.to_act) == ("draw", (CHANCE,))


def test_a_draw_weighs_the_copies_in_the_draw_pile() -> None:
    """CW-29, CW-7: each card equally likely, black ones too."""
    game, _ = go(start(*HANDS), "-")
    copies = dict(zip(legal(game), RULESET.weights(game.state), strict=True))

    assert copies == {
        "+clux": 8,
        "+swap": 5,
        "+block": 2,
        "+thief": 5,
        "+peek": 3,
        "+freeze": 1,
        "+stock": 2,
        "+mooch": 2,
        "+rev": 1,
        "+dead": 6,
        "+slip": 5,
    }
    assert game.state.draw_count == sum(copies.values())


def test_a_draw_for_another_seat_or_of_a_card_that_is_not_there_is_refused() -> None:
    """CW-29."""
    game, _ = go(start(*HANDS), "-")

    for move in (DrawCard(1, "mooch"), DrawCard(0, "escape_pod"), DrawCard(0, "joker")):
        assert refused(game, move).rule == "CW-29"


def test_a_card_that_is_not_black_goes_to_the_hand() -> None:
    """CW-30."""
    game, _ = go(start(*HANDS), "- +thief")

    assert hand(game, 0) == "clux swap thief peek mooch"
    assert game.state.discard == []


def test_a_black_card_takes_effect_at_once_and_is_discarded_last() -> None:
    """CW-31: after all that it causes but the end of the turn."""
    game, events = go(start(*HANDS), "- +dead")
    assert events == [YouDeadDrawn(0)]
    assert game.state.limbo == "you_dead"

    game, events = go(game, "die")
    assert types(events) == ["PlayerDied", "CardDiscarded", "TurnEnded", "TurnStarted", "TimelineFlipped"]

    game, events = go(game, "- +slip")
    assert types(events)[:5] == [
        "TimeSlipsAwayDrawn",
        "TimelineCardRemoved",
        "PlayerErased",
        "CardDiscarded",
        "TurnEnded",
    ]
    assert game.state.discard == names("dead slip")


def small(slip: int = 0, dead: int = 0, **more: int) -> dict[str, int]:
    """A deck of 12 cards that are not black, all of which are dealt to three players."""
    return dict.fromkeys(KINDS.values(), 0) | {
        KINDS[short]: count
        for short, count in (
            {"pod": 1, "clux": 3, "rev": 5, "stock": 2, "mooch": 1, "slip": slip, "dead": dead} | more
        ).items()
    }


def short_of_cards(**deck: int) -> Given:
    return start("pod stock rev mooch", "clux rev rev clux", "clux rev rev stock", deck=small(**deck))


def test_an_empty_draw_pile_is_made_of_the_discards() -> None:
    """CW-32: when a draw is due, and not before."""
    game, events = go(short_of_cards(), "rev")

    assert types(events) == ["CardPlayed", "OrderReversed", "DrawsDue", "DiscardReshuffled"]
    assert events[-1] == DiscardReshuffled(1)
    assert (game.state.draw_count, game.state.discard) == (1, [])
    assert legal(game) == ["+rev"]

    game, events = go(game, "+rev stock")
    assert events[-1] == DiscardReshuffled(1)
    game, events = go(game, "+stock")
    assert types(events)[:3] == ["CardDrawn", "DrawSkipped", "TurnEnded"]


def test_a_pile_that_lasts_is_not_reshuffled() -> None:
    """CW-32."""
    game, events = go(short_of_cards(slip=1), "rev")
    assert types(events)[-1] == "DrawsDue"

    game, events = go(game, "+slip -")
    assert events == [PlayPassed(2), DrawsDue(2, 1), DiscardReshuffled(2)]
    assert legal(game) == ["+rev", "+slip"]


def test_with_nothing_to_draw_the_draw_is_skipped() -> None:
    """CW-33: both piles are empty."""
    game, events = go(short_of_cards(), "-")

    assert events == [
        PlayPassed(0),
        DrawsDue(0, 1),
        DrawSkipped(0),
        TurnEnded(0),
        TurnStarted(1, 2),
        TimelineFlipped(9),
    ]
    assert game.state.draws_left == 0


def test_void_cards_are_nothing_to_draw() -> None:
    """CW-33, CW-65: only Time Slips Away are left, and only the Escape Window."""
    game = short_of_cards(slip=2)
    game = removed(game, *range(9, 0, -1))
    _, events = go(game, "-")
    assert events[-1] == DrawsDue(0, 1)  # the line is 10 and 0, so a card is still to be removed

    game, events = go(game, "- +slip")
    assert game.state.timeline == [0]
    game, events = go(game, "-")
    assert types(events) == ["PlayPassed", "DrawsDue", "DrawSkipped", "TurnEnded", "TurnStarted"]

    game, events = go(game, "rev")  # now there is a card that can be drawn
    assert types(events)[-1] == "DrawsDue"
    game, events = go(game, "+slip")
    assert events == [
        TimeSlipsAwayDrawn(2),
        TimeSlipsAwayVoided(2),
        CardDiscarded("time_slips_away"),
        DiscardReshuffled(3),
    ]
    assert game.state.draws_left == 1
    assert dict(zip(legal(game), RULESET.weights(game.state), strict=True)) == {"+rev": 1, "+slip": 2}


@pytest.mark.parametrize(
    ("play", "options", "draws"),
    [
        ("-", {}, 1),
        ("peek>1", {}, 1),
        ("stock", {}, 2),
        ("mooch=peek", {}, 0),
        ("mooch=peek", {"mooch_draws": True}, 1),
    ],
)
def test_so_many_draws_are_due(play: str, options: dict[str, Any], draws: int) -> None:
    """CW-34, CW-16, CW-49."""
    game = start("peek clux clux clux", "swap swap swap pod", "stock mooch peek clux", **options)
    game, events = go(game, f"peek>1 +clux - +clux {play}")

    due = [event for event in events if isinstance(event, DrawsDue)]
    assert due == ([DrawsDue(2, draws)] if draws else [])
    assert (types(events)[2:3] == ["TurnEnded"]) is not bool(draws)
    assert game.state.draws_left == draws


def test_a_black_card_counts_as_a_draw_but_a_void_one_does_not() -> None:
    """CW-34."""
    game = removed(start(*FOUR), *range(9, 0, -1))
    game, events = go(game, "- +slip")
    assert types(events)[-2:] == ["TurnStarted", "TimelineFlipped"]

    game, events = go(game, "- +slip")
    assert types(events) == ["TimeSlipsAwayDrawn", "TimeSlipsAwayVoided", "CardDiscarded"]
    assert (game.state.seat, game.state.draws_left, game.to_act) == (1, 1, (CHANCE,))


def test_who_dies_draws_no_further() -> None:
    """CW-34, CW-58."""
    game, _ = go(start(*FOUR), "- +clux - +clux stock +dead")
    assert game.state.draws_left == 1

    game, events = go(game, "die")
    assert types(events) == ["PlayerDied", "CardDiscarded", "TurnEnded", "TurnStarted", "TimelineFlipped"]
    assert (game.state.seat, game.state.draws_left) == (3, 0)


def test_two_draws_are_two_entries_and_then_the_turn_ends() -> None:
    """CW-35, CW-49."""
    game, _ = go(start(*FOUR), "- +clux - +clux stock")
    game, events = go(game, "+swap")
    assert events == [CardDrawn(2, "swap_hands")]

    game, events = go(game, "+swap")
    assert types(events) == ["CardDrawn", "TurnEnded", "TurnStarted", "TimelineFlipped"]


def test_the_next_turn_is_that_of_the_next_living_player() -> None:
    """CW-36: the dead and the erased are passed over, whichever way play goes."""
    game, _ = go(start(*FOUR), "- +clux - +dead die")
    assert game.state.seat == 2
    game, _ = go(game, "- +clux rev +clux - +clux")
    assert game.state.seat == 0  # after 3, 2 and not 1

    game, _ = go(game, "- +slip")
    assert game.state.seat == 3
    game, _ = go(game, "- +slip")  # 10 and 9 are gone, and seat 1 with them
    assert game.state.status[1] == "erased"
    game, _ = go(game, "- +clux")
    assert game.state.seat == 0


def test_a_frozen_player_misses_the_turn() -> None:
    """CW-36: no play, no draw, nothing turned up; and is frozen no longer."""
    game, _ = go(start(*FOUR), "- +clux - +clux freeze>3")
    assert game.state.frozen == [False, False, False, True]

    game, events = go(game, "+clux")
    assert types(events) == ["CardDrawn", "TurnEnded", "TurnSkipped", "TurnStarted", "TimelineFlipped"]
    assert events[2:4] == [TurnSkipped(3), TurnStarted(0, 4)]
    assert game.state.frozen == [False] * 4

    game, _ = go(game, "- +clux - +clux - +clux")
    assert game.state.seat == 3


def test_a_missed_turn_may_turn_a_card_up() -> None:
    """CW-36, CW-20."""
    game, _ = go(start(*FOUR, frozen_flip=True), "- +clux - +clux freeze>3")
    _, events = go(game, "+clux")

    assert events[1:] == [
        TurnEnded(2),
        TurnSkipped(3),
        TimelineFlipped(7),
        TurnStarted(0, 4),
        TimelineFlipped(6),
    ]

    _, events = go(flipped(game, *range(7, -1, -1)), "+clux")
    assert events[1:] == [TurnEnded(2), TurnSkipped(3), TurnStarted(0, 4)]


def test_the_search_may_come_back_to_the_same_player() -> None:
    """CW-36: all others are frozen, so they miss their turns and the player has another."""
    game = start("freeze clux clux clux", "pod swap swap swap", "freeze rev thief block")
    game, _ = go(game, "freeze>1 +clux")
    assert game.state.seat == 2
    game, events = go(game, "freeze>0 +clux")  # seat 1 has missed its turn

    assert events[1:3] == [TurnEnded(2), TurnSkipped(0)]
    assert game.state.seat == 1

    game = given(RULESET, game.state, PlayerFrozen(1, 0), PlayerFrozen(1, 2))
    _, events = go(game, "- +clux")
    assert events[1:] == [TurnEnded(1), TurnSkipped(2), TurnSkipped(0), TurnStarted(1, 4), TimelineFlipped(7)]


def test_turns_are_numbered_and_missed_ones_are_not() -> None:
    """CW-37."""
    game, _ = go(start(*FOUR), "- +clux - +clux freeze>3 +clux")

    assert (game.state.turn, game.state.seat) == (4, 0)
    assert RULESET.turn_of(game.state) == 4
    assert RULESET.turn_of(RULESET.start(RULESET.resolve_options({"players": 3}))) == 0


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_game_is_drawn_at_the_end_of_the_turn_of_the_limit(limit: int) -> None:
    """CW-37, CW-14, CW-70."""
    game = start(*HANDS, turn_limit=limit)
    for _ in range(limit - 1):
        game, _ = go(game, "- +clux")
    game, events = go(game, "- +clux")

    assert events == [
        CardDrawn(limit - 1, "clux_capacitor"),
        TurnEnded(limit - 1),
        GameEnded("turn_limit", ()),
    ]
    assert game.state.to_json()["result"] == {"reason": "turn_limit", "winners": []}
    assert game.to_act == ()


def test_without_a_limit_a_game_goes_on() -> None:
    """CW-14: with a deck like this one for ever."""
    game = start(
        "clux rev rev pod", "clux rev rev clux", "clux rev rev stock", deck=deck_of(rev=9, slip=0, dead=0)
    )
    for _ in range(300):
        game, _ = go(game, "-")
        game, _ = go(game, legal(game)[0])

    assert game.state.turn > 200
