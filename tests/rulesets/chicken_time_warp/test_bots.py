"""Players that know the game: ``careful``, and ``monte_carlo`` by the hidden cards dealt anew."""

from collections import Counter
from typing import Any

import pytest
from rulesets.chicken_time_warp.short import asked, flipped, go, legal, start

from timecore.actors import Seat
from timecore.bots import MonteCarloBot, RandomBot, bots_of, make_bots, simulate
from timecore.entry import Entry
from timecore.errors import UsageError
from timecore.fold import advance
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.redact import redact
from timecore.replay import Replay
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.bots import CarefulBot
from timecore.rulesets.chicken_time_warp.cards import BLACK, KINDS
from timecore.rulesets.chicken_time_warp.events import CardPlayed, PlayerDied
from timecore.rulesets.chicken_time_warp.state import State
from timecore.testing import Given, given
from timecore.testing._dice import Dice


def chosen(game: Given, seed: bytes = b"") -> str:
    """What the careful bot does, short; it is shown its seat's hand and no other."""
    (seat,) = game.to_act
    view = game.state
    for other, cards in enumerate(view.hands):
        if other != seat:
            for card in cards:
                view.unseen[str(card)] += 1
            view.hands[other] = [HIDDEN] * len(cards)
    move = CarefulBot(seed)(RULESET, view, seat, game.legal_moves(seat))
    return next(one for one in legal(game) if asked(game, one) == (seat, move))


def test_the_bots_of_the_game() -> None:
    assert list(bots_of(RULESET)) == ["random", "monte_carlo", "careful"]


def test_careful_leaves_when_it_can() -> None:
    game = start("pod swap stock mooch", "clux rev thief block", "freeze stock freeze swap")

    assert chosen(flipped(game, *range(9, -1, -1))) == "pod"
    assert chosen(game) == "-"


def test_careful_keeps_a_clux_capacitor_and_uses_it_against_death() -> None:
    game = start("clux pod stock rev", "clux clux thief block", "freeze stock freeze swap")

    assert chosen(game) == "-"
    assert chosen(go(game, "- +dead")[0]) == "escape"
    assert chosen(go(game, "- +stock - +dead")[0]) == "escape"


def test_careful_takes_a_clux_capacitor_back_rather_than_draw() -> None:
    game, _ = go(
        start("clux mooch stock rev", "mooch clux thief block", "freeze stock freeze swap"), "clux +clux"
    )

    assert chosen(game) == "mooch=clux"


def test_careful_does_not_mooch_a_mooch_which_two_could_do_for_ever() -> None:
    game, _ = go(
        start("pod mooch stock rev", "mooch clux thief block", "freeze stock mooch swap"), "- +clux - +clux"
    )
    game = given(RULESET, game.state, CardPlayed(1, "mooch", None, None))

    assert "mooch=mooch" in legal(game)
    assert chosen(game) != "mooch=mooch"


def test_careful_asks_for_the_pod() -> None:
    game = start("thief mooch stock rev", "pod clux thief block", "freeze stock freeze swap")

    assert {chosen(game, bytes([seed])) for seed in range(20)} == {"thief>1=pod", "thief>2=pod"}


def test_careful_blocks_a_swap_if_it_has_something_to_lose() -> None:
    hands = ("swap mooch stock rev", "pod block thief swap", "block freeze stock swap")

    assert chosen(go(start(*hands), "swap>1")[0]) == "block"
    assert chosen(go(start(*hands), "swap>2")[0]) == "allow"


def test_careful_looks_for_the_pod_and_then_acts_on_what_it_knows() -> None:
    """By what its view holds: it freezes, robs or swaps with whoever is known to have the pod."""
    game = start("freeze swap peek rev", "pod clux thief block", "freeze stock thief swap")
    assert chosen(game) in ("peek>1", "peek>2")

    (seat,) = game.to_act
    view = game.state
    view.hands[2] = [HIDDEN] * 4
    moves = game.legal_moves(seat)
    assert CarefulBot(b"")(RULESET, view, seat, moves) == asked(game, "swap>1")[1]
    without = [move for move in moves if move != asked(game, "swap>1")[1]]
    open_soon = flipped(game, *range(9, 0, -1)).state
    assert CarefulBot(b"")(RULESET, open_soon, seat, without) == asked(game, "freeze>1")[1]


def test_careful_turns_time_back_before_another_leaves_if_it_can_spare_a_card() -> None:
    game = flipped(
        start("clux clux stock rev", "pod clux thief block", "freeze stock thief swap"), *range(9, -1, -1)
    )

    assert CarefulBot(b"")(RULESET, game.state, 0, game.legal_moves(0)) == asked(game, "clux")[1]
    assert chosen(game) == "-"  # whoever does not know where the pod is


def test_equal_seeds_play_alike() -> None:
    def moves(seed: str) -> list[Any]:
        game = Game.new(RULESET, options={"players": 4}, seed="luck")
        simulate(game, make_bots(RULESET, ["careful"] * 4, seed))
        return [entry.move for entry in game.entries]

    assert moves("a") == moves("a")
    assert moves("a") != moves("b")


def careful_game(players: int, number: int) -> State:
    """The end of a default game, played by bots that see their views alone; without a record, which takes longer."""
    dice = Dice(f"careful {players} {number}")
    bots = make_bots(RULESET, ["careful"] * players, f"{number}")
    state: State = RULESET.start(RULESET.resolve_options({"players": players}))
    views = [state.copy() for _ in range(players)]
    for seq in range(1, 2000):
        to_act = RULESET.to_act(state)
        if not to_act:
            break
        actor = to_act[0]
        legal_moves = RULESET.legal_moves(state, actor)
        if actor < 0:
            move = legal_moves[dice.weigh(RULESET.weights(state))]
        else:
            move = bots[actor](RULESET, views[actor], actor, legal_moves)
        entry = Entry(seq, actor, move, RULESET.decide(state, actor, move))
        advance(state, entry.events)
        for viewer, view in enumerate(views):
            advance(view, redact(entry, viewer).events)
    return state


def ends(players: int, games: int) -> tuple[Counter[str], int]:
    """How so many games ended, and how many of them took at most 100 turns."""
    reasons: Counter[str] = Counter()
    soon = 0
    for number in range(games):
        state = careful_game(players, number)
        reasons[state.result.reason if state.result else "none"] += 1
        soon += state.result is not None and state.turn <= 100
    return reasons, soon


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_careful_games_end_before_long(players: int) -> None:
    """A sample of the test below."""
    _, soon = ends(players, 15)

    assert soon == 15


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_of_a_thousand_careful_games_hardly_one_takes_more_than_100_turns(players: int) -> None:
    """They end by escape as well as by sudden death."""
    reasons, soon = ends(players, 1000)
    print(players, dict(reasons), soon)  # noqa: T201 - shown by `pytest -s`

    assert soon >= 990
    assert set(reasons) == {"escape", "sudden_death"}


# -- hidden cards dealt anew -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def log() -> Any:
    game = Game.new(RULESET, options={"players": 4}, seed="resampling")
    simulate(game, [RandomBot(f"resampling {seat}") for seat in range(4)])
    return game.log


def test_every_card_is_dealt_once_and_what_is_known_stays(log: Any) -> None:
    """CW-7: the rest is the draw pile; black cards are in no hand."""
    for viewer in range(4):
        replay = Replay(log, viewer)
        for position in range(replay.end + 1):
            view = replay.state_at(position)
            if viewer not in RULESET.to_act(view):
                continue
            state = RULESET.resample(view, position.to_bytes(4, "big"))

            assert RULESET.invariants(state) == []
            assert sum(state.unseen.values()) == state.draw_count
            assert state.hands[viewer] == view.hands[viewer]
            for cards, known in zip(state.hands, view.hands, strict=True):
                assert HIDDEN not in cards
                assert not Counter(card for card in known if card is not HIDDEN) - Counter(cards)
                assert not set(cards) & set(BLACK)


def view_with_a_dead_seat(*more: Any) -> State:
    """What seat 0 sees when seat 2 is dead."""
    hands = ("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap")
    game = given(RULESET, start(*hands).state, PlayerDied(2, 10), *more)
    view: State = game.state
    for seat in (1, 2):
        for card in view.hands[seat]:
            view.unseen[str(card)] += 1
        view.hands[seat] = [HIDDEN] * len(view.hands[seat])
    return view


def test_a_view_that_no_game_comes_to_is_not_dealt_anew() -> None:
    """I2: in a record against the rules nothing but the Escape Pod may be left, and a dead player cannot have it."""
    view = view_with_a_dead_seat()
    view.unseen = dict.fromkeys(view.unseen, 0) | {"escape_pod": 1}

    with pytest.raises(UsageError, match="cannot be dealt anew"):
        RULESET.resample(view, b"too few")


def test_the_pod_is_dealt_to_no_dead_player() -> None:
    """CW-59, I2: to the living one, or the draw pile, as often as any card there."""
    view = view_with_a_dead_seat()
    places: Counter[Seat | None] = Counter()
    for seed in range(1000):
        state = RULESET.resample(view, seed.to_bytes(4, "big"))
        places[next((seat for seat in range(3) if "escape_pod" in state.hands[seat]), None)] += 1

    assert places[2] == places[0] == 0
    living, pile = 4, view.draw_count - 11  # of the pile, eleven cards are black
    expected = 1000 * living // (living + pile)
    assert expected - 40 < places[1] < expected + 40


def test_every_deal_of_the_unknown_cards_is_as_likely_as_another() -> None:
    """By the copies of each kind."""
    view = view_with_a_dead_seat()
    drawn: Counter[Any] = Counter()
    for seed in range(1000):
        drawn.update(RULESET.resample(view, seed.to_bytes(4, "big")).hands[1])

    unknown = {kind: view.unseen[kind] for kind in KINDS if kind not in BLACK and kind != "escape_pod"}
    for kind, copies in unknown.items():
        share = 4000 * copies / (sum(unknown.values()) + 1)
        assert share * 0.8 < drawn[kind] < share * 1.2


def test_where_nothing_is_hidden_it_is_a_copy() -> None:
    state = start("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap").state
    anew = RULESET.resample(state, b"")

    assert anew == state
    assert anew is not state


def test_a_seat_stands_as_well_as_it_may_win() -> None:
    """The living before the dead, these before the erased, and best the one with the pod."""
    game = given(
        RULESET, start("clux swap mooch peek", "pod rev thief block", "freeze stock freeze swap").state
    )
    assert RULESET.standing(game.state) == (3, 6, 3)

    dead = given(RULESET, game.state, PlayerDied(2, 10))
    assert RULESET.standing(dead.state) == (3, 6, 1)


def test_monte_carlo_wins_more_than_its_share() -> None:
    """Against two that choose at random."""
    won = 0
    for number in range(12):
        game = Game.new(RULESET, options={"players": 3}, seed=f"monte carlo {number}")
        bots: list[Any] = [RandomBot(f"{number} {seat}") for seat in range(3)]
        bots[number % 3] = MonteCarloBot(str(number), play_outs=40)
        simulate(game, bots)
        assert game.result is not None
        won += number % 3 in game.result.winners

    assert won >= 6
