"""The cards, as they are played (CW-38 to CW-52)."""

from typing import Any

import pytest
from rulesets.chicken_time_warp.short import (
    asked,
    deck_of,
    flipped,
    go,
    hand,
    legal,
    names,
    refused,
    start,
    types,
)

from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.cards import NOT_BLACK
from timecore.rulesets.chicken_time_warp.events import (
    CardMooched,
    CardPlayed,
    CardStolen,
    DrawsDue,
    GameEnded,
    HandPeeked,
    HandsSwapped,
    OrderReversed,
    PlayerErased,
    PlayerFrozen,
    SwapBlocked,
    SwapOffered,
    TheftFailed,
)
from timecore.rulesets.chicken_time_warp.moves import AllowSwap, BlockSwap, EscapeDeath, Pass, PlayCard
from timecore.testing import Given, given

HANDS = ("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap")
FOUR = (*HANDS, "rev thief clux stock")


def with_a_dead(*hands: str, **options: Any) -> Given:
    """Seat 0 has died, and seat 1 is to play."""
    return go(start(*hands, **options), "- +dead die")[0]


def test_a_card_that_is_played_is_discarded_before_it_takes_effect() -> None:
    """CW-38."""
    game, events = go(start(*HANDS), "peek>1")

    assert events[0] == CardPlayed(0, "peek_a_boo", 1, None)
    assert game.state.discard == names("peek")
    assert hand(game, 0) == "clux swap mooch"


@pytest.mark.parametrize("play", ["clux=rev", "swap>1=pod", "peek>1=pod"])
def test_a_card_that_names_nothing_is_refused_with_a_name(play: str) -> None:
    """CW-38."""
    assert refused(start(*HANDS), play).rule == "CW-38"


@pytest.mark.parametrize("card", ["swap", "thief", "peek", "freeze"])
@pytest.mark.parametrize("target", [None, 0, 2, 4, -1])
def test_a_card_needs_another_living_player(card: str, target: int | None) -> None:
    """CW-39, CW-61: not nobody, not oneself, not a dead player, and nobody who is not there."""
    game, _ = go(
        start("clux swap peek thief", "swap thief peek freeze", "swap thief peek freeze"),
        "- +freeze - +clux - +dead die",
    )
    assert game.state.status == ["alive", "alive", "dead"]
    named = "mooch" if card == "thief" else None

    error = refused(game, PlayCard(names(card)[0], target, named))

    assert error.rule == "CW-39"
    assert asked(game, f"{card}>1" + ("=mooch" if named else ""))[1] in error.legal


@pytest.mark.parametrize("card", ["clux", "stock", "rev", "mooch"])
def test_other_cards_are_played_on_nobody(card: str) -> None:
    """CW-39: before what they name is looked at."""
    game = start("clux stock rev mooch", *HANDS[1:])

    assert refused(game, f"{card}>1").rule == "CW-39"
    assert refused(game, f"{card}>1=pod").rule == "CW-39"


def test_the_hand_of_a_target_may_be_empty() -> None:
    """CW-39, CW-44: then a swap gives everything for nothing."""
    game = start("clux thief peek swap", "clux clux clux clux", "block block block pod")
    game = given(RULESET, game.state, *[CardPlayed(1, "clux_capacitor", None, None)] * 4)
    assert hand(game, 1) == ""

    assert {"thief>1=pod", "peek>1", "swap>1"} <= set(legal(game))
    _, events = go(game, "peek>1")
    assert events[1] == HandPeeked(0, 1, ())
    game, _ = go(game, "swap>1 allow")
    assert (hand(game, 0), hand(game, 1)) == ("", "clux thief peek")


def test_a_dead_player_may_be_looked_at_if_the_option_says_so() -> None:
    """CW-39, CW-17: with Peek-a-Boo alone, and never an erased one."""
    hands = ("clux swap mooch peek", "swap thief peek freeze", "rev rev stock pod")
    assert [play for play in legal(with_a_dead(*hands)) if play.startswith("peek")] == ["peek>2"]

    game = with_a_dead(*hands, peek_dead=True)
    assert [play for play in legal(game) if play.startswith("peek")] == ["peek>0", "peek>2"]
    assert {play for play in legal(game) if ">0" in play} == {"peek>0"}
    _, events = go(game, "peek>0")
    assert events[1] == HandPeeked(1, 0, tuple(names("clux swap peek mooch")))

    game = given(RULESET, game.state, PlayerErased(0, 10))
    assert refused(game, "peek>0").rule == "CW-39"
    assert [play for play in legal(game) if play.startswith("peek")] == ["peek>2"]


def test_the_pod_is_played_while_the_window_is_open_only() -> None:
    """CW-40."""
    game, _ = go(start(*HANDS), "- +clux")
    assert refused(game, "pod").rule == "CW-40"
    assert "pod" not in legal(game)

    game = flipped(game, *range(8, 0, -1))
    assert refused(game, "pod").rule == "CW-40"

    game = flipped(game, 0)
    assert legal(game)[:2] == ["-", "pod"]
    game, events = go(game, "pod")
    assert events == [CardPlayed(1, "escape_pod", None, None), GameEnded("escape", (1,))]


def test_a_clux_capacitor_reverses_time_and_the_player_draws() -> None:
    """CW-41."""
    game, events = go(start(*HANDS), "clux")

    assert types(events) == ["CardPlayed", "TimelineReversed", "DrawsDue"]
    assert events[-1] == DrawsDue(0, 1)
    assert game.state.face_up == 0


def test_swap_hands_is_never_the_last_card() -> None:
    """CW-42."""
    game = start(*HANDS)
    played = [CardPlayed(0, card, None, None) for card in names("clux mooch peek")]
    bare = given(RULESET, game.state, *played)

    assert hand(bare, 0) == "swap"
    assert refused(bare, "swap>1").rule == "CW-42"
    assert refused(bare, "swap").rule == "CW-42"
    assert legal(bare) == ["-"]
    assert legal(given(RULESET, game.state, *played[:2])) == ["-", "swap>1", "swap>2", "peek>1", "peek>2"]


def test_only_the_target_answers_a_swap() -> None:
    """CW-43, CW-73: and is asked whether it holds a Swap Block or not."""
    game, events = go(start(*HANDS), "swap>1")
    assert events == [CardPlayed(0, "swap_hands", 1, None), SwapOffered(0, 1)]
    assert (game.to_act, legal(game)) == ((1,), ["block", "allow"])
    for seat in (0, 2, -1):
        for answer in (BlockSwap(), AllowSwap()):
            assert refused(game, answer, seat).rule == "CW-73"

    game, _ = go(start(*HANDS), "swap>2")
    assert (game.to_act, legal(game)) == ((2,), ["allow"])


def test_hands_are_exchanged_whole() -> None:
    """CW-44."""
    game, events = go(start(*HANDS), "swap>1 allow")

    mine, theirs = tuple(names("clux peek mooch")), tuple(names("pod block thief rev"))
    assert events == [HandsSwapped(0, 1, theirs, mine), DrawsDue(0, 1)]
    assert (hand(game, 0), hand(game, 1)) == ("pod block thief rev", "clux peek mooch")
    assert game.state.swap_target is None
    assert game.state.discard == names("swap")


def test_a_swap_block_keeps_the_hands_as_they_are() -> None:
    """CW-45: both cards are discarded, and the turn goes on with the draw."""
    game, events = go(start(*HANDS), "swap>1 block")

    assert events == [CardPlayed(1, "swap_block", 0, None), SwapBlocked(0, 1), DrawsDue(0, 1)]
    assert (hand(game, 0), hand(game, 1)) == ("clux peek mooch", "pod thief rev")
    assert game.state.discard == names("swap block")
    assert (game.state.swap_target, game.state.seat) == (None, 0)


def test_a_swap_block_is_an_answer_and_nothing_else() -> None:
    """CW-45, CW-52."""
    game, _ = go(start(*HANDS), "- +clux")
    for target, named in ((None, None), (0, None), (0, "escape_pod")):
        assert refused(game, PlayCard("swap_block", target, named)).rule == "CW-45"
    assert "block" not in legal(game)

    game, _ = go(start(*HANDS), "swap>2")
    assert refused(game, "block").rule == "CW-45"


def test_a_thief_takes_one_card_of_the_kind_it_names() -> None:
    """CW-46: openly; if the target has none, everybody learns that."""
    game, _ = go(start("thief thief mooch peek", *HANDS[1:]), "- +clux - +clux -")
    game, _ = go(game, "+clux")

    stolen, events = go(game, "thief>2=freeze")
    assert events == [
        CardPlayed(0, "super_thief", 2, "cryogenic_freeze"),
        CardStolen(0, 2, "cryogenic_freeze"),
        DrawsDue(0, 1),
    ]
    assert hand(stolen, 2) == "clux swap freeze stock"
    assert hand(stolen, 0) == "clux thief peek freeze mooch"

    failed, events = go(game, "thief>2=pod")
    assert events[1:] == [TheftFailed(0, 2, "escape_pod"), DrawsDue(0, 1)]
    assert hand(failed, 2) == hand(game, 2)


def test_a_thief_may_name_any_kind_of_the_deck_that_is_not_black() -> None:
    """CW-46: wherever its cards are, one's own hand included."""
    game = start(
        "thief mooch peek clux", *HANDS[1:], deck=deck_of(stock=1, block=1, rev=1, mooch=1, freeze=2)
    )
    kinds = [play.partition("=")[2] for play in legal(game) if play.startswith("thief>1")]
    assert names(" ".join(kinds)) == list(NOT_BLACK)

    lacking = start(
        "thief thief peek clux", "pod swap swap swap", "clux clux clux clux", deck=deck_of(block=0, rev=0)
    )
    kinds = [play.partition("=")[2] for play in legal(lacking) if play.startswith("thief>1")]
    assert names(" ".join(kinds)) == [kind for kind in NOT_BLACK if kind not in names("block rev")]
    for named in ("block", "dead", "slip"):
        assert refused(lacking, f"thief>1={named}").rule == "CW-46"
    assert refused(lacking, "thief>1").rule == "CW-46"
    assert refused(lacking, PlayCard("super_thief", 1, "joker")).rule == "CW-46"


def test_peek_a_boo_shows_the_whole_hand() -> None:
    """CW-47: which stays where it is."""
    game, events = go(start(*HANDS), "peek>2")

    assert events[1:] == [HandPeeked(0, 2, tuple(names("swap freeze freeze stock"))), DrawsDue(0, 1)]
    assert hand(game, 2) == "swap freeze freeze stock"


def test_a_frozen_player_cannot_be_frozen_again() -> None:
    """CW-48: before the turn is missed; and answers Swap Hands like anybody."""
    game, _ = go(
        start(
            "clux swap mooch peek", "freeze freeze rev block", "swap stock peek pod", deck=deck_of(freeze=9)
        ),
        "- +freeze freeze>0",
    )
    assert game.state.frozen == [True, False, False]
    game, _ = go(game, "+freeze swap>0")
    assert game.to_act == (0,)
    game, events = go(game, "allow +rev")

    assert "TurnSkipped" in types(events)
    assert game.state.seat == 1
    game = given(RULESET, game.state, PlayerFrozen(1, 2))
    error = refused(game, "freeze>2")
    assert error.rule == "CW-48"
    assert "freeze>0" in legal(game)
    assert "freeze>2" not in legal(game)


def test_stock_pile_makes_two_draws_due() -> None:
    """CW-49."""
    game, events = go(start(*FOUR, first_player=3), "stock")

    assert events == [CardPlayed(3, "stock_pile", None, None), DrawsDue(3, 2)]
    game, _ = go(game, "+clux")
    assert game.state.draws_left == 1


MOOCHING = ("thief thief mooch mooch", "peek peek clux pod", "clux rev mooch stock")


def mooching(**options: Any) -> Given:
    """Seat 2 is dead, and seat 0 is to play; of the discards, the top one is black."""
    game = start(*MOOCHING, **options)
    return go(game, "thief>1=clux +clux peek>0 +thief clux +dead die")[0]


@pytest.mark.parametrize(
    ("mooch", "takes"),
    [("topmost", ["mooch=clux"]), ("top_only", []), ("any", ["mooch=clux", "mooch=thief", "mooch=peek"])],
)
def test_what_mooch_can_take(mooch: str, takes: list[str]) -> None:
    """CW-50, CW-15: never a black card, and without one that it can take it is not played."""
    game = mooching(mooch=mooch)
    assert game.state.discard == names("thief peek clux dead")
    assert (game.state.seat, game.state.status) == (0, ["alive", "alive", "dead"])

    assert [play for play in legal(game) if play.startswith("mooch")] == takes
    for play in ("mooch", "mooch=dead", "mooch=pod", "mooch=mooch"):
        assert refused(game, play).rule == "CW-50"


@pytest.mark.parametrize(
    ("mooch", "named", "index"), [("topmost", "clux", 2), ("any", "thief", 0), ("any", "peek", 1)]
)
def test_mooch_takes_a_card_instead_of_drawing(mooch: str, named: str, index: int) -> None:
    """CW-50, CW-34: openly, from where it lies; the Mooch stays on top."""
    (kind,) = names(named)
    game, events = go(mooching(mooch=mooch), f"mooch={named}")

    assert events[:2] == [CardPlayed(0, "mooch", None, kind), CardMooched(0, kind, index)]
    assert types(events)[2:4] == ["TurnEnded", "TurnStarted"]
    rest = [short for short in ("thief", "peek", "clux", "dead") if short != named]
    assert game.state.discard == names(" ".join([*rest, "mooch"]))
    assert kind in game.state.hands[0]


def test_mooch_takes_the_highest_copy_and_an_earlier_mooch_at_that() -> None:
    """CW-50: but never itself."""
    game, _ = go(
        start("mooch mooch peek clux", "peek peek clux pod", "rev clux mooch stock", mooch="any"),
        "peek>1 +clux peek>0 +clux",
    )
    assert refused(game, "mooch=mooch").rule == "CW-50"
    _, events = go(game, "mooch=peek")
    assert events[1] == CardMooched(2, "peek_a_boo", 1)

    game, _ = go(game, "mooch=peek mooch=mooch")
    assert game.state.discard == names("peek mooch")
    assert hand(game, 0).count("mooch") == 2


def test_mooch_may_draw_as_well() -> None:
    """CW-16."""
    game, events = go(mooching(mooch_draws=True), "mooch=clux")

    assert types(events) == ["CardPlayed", "CardMooched", "DrawsDue"]
    assert game.state.phase == "draw"


def test_reverse_turns_the_order_of_play_at_once() -> None:
    """CW-51."""
    game, events = go(start(*FOUR, first_player=1, deck=deck_of(rev=5)), "rev")
    assert events[1:] == [OrderReversed(-1), DrawsDue(1, 1)]

    game, _ = go(game, "+clux")
    assert game.state.seat == 0
    game, _ = go(game, "- +rev")
    assert game.state.seat == 3
    game, events = go(game, "rev")
    assert events[1] == OrderReversed(1)


def test_there_is_no_other_moment_to_play_a_card() -> None:
    """CW-52: not in another's turn, not twice, not while a card is drawn."""
    game = start(*HANDS)
    for seat in (1, 2):
        assert refused(game, PlayCard("reverse", None, None), seat).rule == "CW-73"
    assert refused(game, EscapeDeath()).rule == "CW-73"
    drawing, _ = go(game, "peek>1")
    assert refused(drawing, PlayCard("clux_capacitor", None, None), 0).rule == "CW-73"
    dying, _ = go(game, "- +dead")
    for move in (Pass(), PlayCard("clux_capacitor", None, None), BlockSwap()):
        assert refused(dying, move, 0).rule == "CW-73"
