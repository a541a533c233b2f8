"""Who may act, in which order moves are listed, and how others are refused (CW-71 to CW-76)."""

from typing import Any

import pytest
from rulesets.chicken_time_warp.short import deal, flipped, go, legal, names, refused, start

from timecore.actors import CHANCE, TABLE
from timecore.errors import HiddenValue, InvalidMove
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.redact import redact_message
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.events import CardDealt, CardPlayed, PlayerFrozen
from timecore.rulesets.chicken_time_warp.moves import (
    AcceptDeath,
    AllowSwap,
    BlockSwap,
    ChooseFirstPlayer,
    DealCard,
    DrawCard,
    EscapeDeath,
    Pass,
    PlayCard,
)
from timecore.testing import Given, given

HANDS = ("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap")

#: One move of each type.
MOVES: list[Move] = [
    DealCard(0, "mooch"),
    ChooseFirstPlayer(0),
    DrawCard(0, "thief"),
    Pass(),
    PlayCard("clux_capacitor", None, None),
    BlockSwap(),
    AllowSwap(),
    EscapeDeath(),
    AcceptDeath(),
]


def in_phase(phase: str) -> Given:
    """A game in some phase."""
    match phase:
        case "deal":
            return given(RULESET, players=3)
        case "first_player":
            return start(*HANDS, first_player="random")
        case "over":
            return go(flipped(start(*HANDS, first_player=1), *range(9, -1, -1)), "pod")[0]
    moves = {"play": "", "swap": "swap>1", "draw": "-", "you_dead": "- +dead"}
    return go(start(*HANDS), moves[phase])[0]


#: Who may act, and which types of moves there are (CW-73).
PHASES: dict[str, tuple[tuple[int, ...], set[type[Move]]]] = {
    "deal": ((CHANCE,), {DealCard}),
    "first_player": ((CHANCE,), {ChooseFirstPlayer}),
    "play": ((0,), {Pass, PlayCard}),
    "swap": ((1,), {BlockSwap, AllowSwap}),
    "draw": ((CHANCE,), {DrawCard}),
    "you_dead": ((0,), {EscapeDeath, AcceptDeath}),
    "over": ((), set()),
}


def test_everything_is_public_but_hands_and_draw_pile() -> None:
    """CW-71: the private fields are those that show cards of hands."""
    private = {
        cls.__name__: [(cls.specs[index].name, cls.specs[index].audience) for index in cls.private]
        for cls in (*RULESET.moves.classes, *RULESET.events.classes)
        if cls.private
    }

    assert private == {
        "DealCard": [("card", ("seat",))],
        "DrawCard": [("card", ("seat",))],
        "CardDealt": [("card", ("seat",))],
        "CardDrawn": [("card", ("seat",))],
        "HandsSwapped": [("seat_hand", ("seat", "target")), ("target_hand", ("seat", "target"))],
        "HandPeeked": [("cards", ("seat", "target"))],
    }


def test_a_drawn_card_is_private_unless_it_is_black() -> None:
    """CW-71, CW-30, CW-31."""
    for card, seen in (("mooch", HIDDEN), ("you_dead", "you_dead"), ("time_slips_away", "time_slips_away")):
        move = DrawCard(1, card)
        assert redact_message(move, 1, CHANCE) == move
        assert redact_message(move, 0, CHANCE) == DrawCard(1, seen)


@pytest.mark.parametrize("phase", PHASES)
def test_in_each_phase_one_actor_may_make_moves_of_certain_types(phase: str) -> None:
    """CW-73, CW-72: and everybody and everything else is refused."""
    game = in_phase(phase)
    actors, kinds = PHASES[phase]

    assert game.state.phase == phase
    assert game.to_act == actors
    for actor in (*range(3), CHANCE, TABLE, 3):
        assert {type(move) for move in game.legal_moves(actor)} == (kinds if actor in actors else set())
    for move in MOVES:
        rule = "CW-72" if phase == "over" else "CW-73"
        for actor in (*range(3), CHANCE):
            if actor not in actors or type(move) not in kinds:
                assert refused(game, move, actor).rule == rule, (move, actor)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        "Pass",
        [],
        {},
        {"type": "Fly"},
        {"type": "Pass", "seat": 0},
        {"type": "DrawCard", "seat": 0},
        {"type": "DrawCard", "seat": True, "card": "mooch"},
        {"type": "DrawCard", "seat": 1.0, "card": "mooch"},
        {"type": "DrawCard", "seat": 0, "card": None},
        {"type": "PlayCard", "card": "mooch"},
        {"type": "PlayCard", "card": "mooch", "target": None},
        {"type": "PlayCard", "card": "mooch", "target": None, "named": None, "seat": 0},
        {"type": "PlayCard", "card": 1, "target": None, "named": None},
        {"type": "PlayCard", "card": "peek_a_boo", "target": True, "named": None},
        {"type": "PlayCard", "card": "peek_a_boo", "target": 1.0, "named": None},
        {"type": "PlayCard", "card": "peek_a_boo", "target": "1", "named": None},
        {"type": "PlayCard", "card": "mooch", "target": None, "named": 0},
        {"type": "ChooseFirstPlayer", "seat": False},
    ],
)
def test_what_is_no_move_of_this_game_is_refused(wrong: Any) -> None:
    """CW-74."""
    with pytest.raises(InvalidMove) as caught:
        RULESET.move_from_json(wrong)

    assert caught.value.rule == "CW-74"


def test_a_move_that_hides_its_card_or_is_of_another_game_is_none() -> None:
    """CW-74."""

    class Fly(Move):
        pass

    moves: list[Move] = [DealCard(0, HIDDEN), DrawCard(0, HIDDEN), Fly()]
    for move in moves:
        with pytest.raises(InvalidMove) as caught:
            RULESET.decide(in_phase("deal").state, CHANCE, move)
        assert caught.value.rule == "CW-74"


def test_answers_are_asked_for_though_only_one_is_legal() -> None:
    """CW-75: else the log would tell who holds what."""
    swap, _ = go(start(*HANDS), "swap>2")
    dead, _ = go(start(*HANDS), "- +swap - +dead")

    assert (swap.to_act, swap.legal_moves(2)) == ((2,), (AllowSwap(),))
    assert (dead.to_act, dead.legal_moves(1)) == ((1,), (AcceptDeath(),))


def test_moves_are_listed_in_the_order_of_kinds_targets_and_names() -> None:
    """CW-76: each combination once, however many copies are held."""
    game = start(
        "thief clux thief peek", "pod rev thief block", "freeze stock freeze swap", "rev clux mooch mooch"
    )
    kinds = ["pod", "clux", "swap", "block", "thief", "peek", "freeze", "stock", "mooch", "rev"]

    assert legal(game) == [
        "-",
        "clux",
        *(f"thief>{target}={kind}" for target in (1, 2, 3) for kind in kinds),
        *(f"peek>{target}" for target in (1, 2, 3)),
    ]

    hands = ("pod mooch freeze peek", "rev rev thief block", "freeze stock freeze swap")
    past = [
        CardPlayed(1, "reverse", None, None),
        CardPlayed(2, "cryogenic_freeze", 1, None),
        PlayerFrozen(2, 1),
    ]
    game = given(RULESET, flipped(start(*hands, mooch="any"), *range(9, -1, -1)).state, *past)
    assert legal(game) == ["-", "pod", "peek>1", "peek>2", "freeze>2", "mooch=freeze", "mooch=rev"]


def test_answers_and_draws_are_listed_in_their_order() -> None:
    """CW-76: weighted by the number of copies; seats weigh 1."""
    assert legal(in_phase("swap")) == ["block", "allow"]
    assert legal(in_phase("you_dead")) == ["escape", "die"]
    for phase in ("deal", "draw"):
        game = in_phase(phase)
        cards = [move.card for move in game.legal_moves(CHANCE)]  # type: ignore[attr-defined]
        unseen = game.state.unseen
        assert cards == [kind for kind in unseen if unseen[kind]]
        assert list(RULESET.weights(game.state)) == [unseen[card] for card in cards]
    seats = in_phase("first_player")
    assert seats.legal_moves(CHANCE) == (ChooseFirstPlayer(0), ChooseFirstPlayer(1), ChooseFirstPlayer(2))
    assert list(RULESET.weights(seats.state)) == [1, 1, 1]


def test_of_several_rules_that_a_move_breaks_the_first_is_named() -> None:
    """CW-74, CW-72, CW-73, CW-28, CW-45, CW-40, CW-39, CW-48, CW-46, CW-50, CW-38."""
    over, play = in_phase("over"), in_phase("play")
    wrong = PlayCard("escape_pod", 9, "joker")
    assert refused(over, wrong, 2).rule == "CW-72"
    assert refused(play, wrong, 2).rule == "CW-73"
    assert refused(play, wrong, 0).rule == "CW-28"
    assert refused(start(*HANDS, first_player=1), PlayCard("swap_block", 9, "joker")).rule == "CW-45"
    assert refused(start(*HANDS, first_player=1), wrong).rule == "CW-40"
    assert refused(flipped(start(*HANDS, first_player=1), *range(9, -1, -1)), wrong).rule == "CW-39"

    game = given(RULESET, start(*HANDS, first_player=2).state, PlayerFrozen(0, 1))
    assert refused(game, PlayCard("cryogenic_freeze", 2, "mooch")).rule == "CW-39"
    assert refused(game, PlayCard("cryogenic_freeze", 1, "mooch")).rule == "CW-48"
    assert refused(game, PlayCard("cryogenic_freeze", 0, "mooch")).rule == "CW-38"
    thief = start(*HANDS, first_player=1)
    assert refused(thief, PlayCard("super_thief", 1, "you_dead")).rule == "CW-39"
    assert refused(thief, PlayCard("super_thief", 0, "you_dead")).rule == "CW-46"
    assert refused(play, PlayCard("mooch", 1, "you_dead")).rule == "CW-39"
    assert refused(play, PlayCard("mooch", None, "you_dead")).rule == "CW-50"


def test_a_refusal_lists_what_was_legal_for_that_actor_alone() -> None:
    """CW-73: who is not to act learns nothing of another's hand."""
    error = refused(in_phase("swap"), BlockSwap(), 0)

    assert error.legal == ()
    assert error.message == "CW-73: it is not for seat 0 to move now, but for seat 1"


def test_a_view_tells_of_chance_and_of_others_that_it_depends_on_hidden_cards() -> None:
    """CW-77: a view is asked for its own seat's moves only."""
    past = [CardDealt(seat, HIDDEN) for _ in range(4) for seat in range(3)]
    view = given(RULESET, *past[:3], players=3).state
    with pytest.raises(HiddenValue):
        RULESET.legal_moves(view, CHANCE)
    with pytest.raises(HiddenValue):
        RULESET.weights(view)
    state = in_phase("play").state
    state.hands[0] = [*names("clux"), HIDDEN]
    with pytest.raises(HiddenValue):
        RULESET.legal_moves(state, 0)


def test_a_deal_in_few_words_is_a_deal() -> None:
    """CW-22: what the tests' own short form means."""
    assert deal("pod clux", "rev rev", "swap mooch")[:4] == [
        (CHANCE, DealCard(0, "escape_pod")),
        (CHANCE, DealCard(1, "reverse")),
        (CHANCE, DealCard(2, "swap_hands")),
        (CHANCE, DealCard(0, "clux_capacitor")),
    ]
