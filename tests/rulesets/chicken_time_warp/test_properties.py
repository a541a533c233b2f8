"""Invariants and laws of whole random games, all numbers of seats, all options and many decks (section 14)."""

from collections import Counter
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.chicken_time_warp.made_up import GAMES, OPTIONS

from timecore.actors import CHANCE
from timecore.audit import audit
from timecore.errors import HiddenValue, IllegalMove
from timecore.fold import fold
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.messages import Move
from timecore.recorder import Recorder
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.cards import BLACK, KINDS
from timecore.rulesets.chicken_time_warp.moves import (
    AcceptDeath,
    AllowSwap,
    BlockSwap,
    ChooseFirstPlayer,
    DrawCard,
    EscapeDeath,
    Pass,
    PlayCard,
)
from timecore.rulesets.chicken_time_warp.state import State
from timecore.testing._dice import Dice


def cards_of(state: State) -> Counter[str]:
    """Every card that is somewhere, by the JSON form alone; the rest is in the draw pile."""
    seen = state.to_json()
    found = Counter([card for hand in seen["hands"] for card in hand] + seen["discard"])
    found.update(seen["aside"])
    if seen["limbo"] is not None:
        found[seen["limbo"]] += 1
    return found


@for_all(GAMES)
def test_each_card_of_the_deck_is_in_one_place(game: Any) -> None:
    """I1: after every event, kind by kind, hands, draw pile, discards, set aside and limbo make the deck."""
    deck = Counter(game.options.deck)
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            placed = cards_of(state)
            assert placed <= deck
            assert state.draw_count == sum(deck.values()) - sum(placed.values())
            assert {kind: deck[kind] - placed[kind] for kind in KINDS} == state.unseen


@for_all(GAMES)
def test_the_pod_is_with_the_living_or_has_won(game: Any) -> None:
    """I2."""
    for state in game.states():
        for status, cards in zip(state.status, state.hands, strict=True):
            assert status == "alive" or "escape_pod" not in cards
        escaped = state.result is not None and state.result.reason == "escape"
        assert ("escape_pod" in state.discard) is escaped


@for_all(GAMES)
def test_no_black_card_is_in_a_hand(game: Any) -> None:
    """I3, CW-4: after every event."""
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            assert not any(kind in cards for kind in BLACK for cards in state.hands)


@for_all(GAMES)
def test_the_timeline_runs_from_some_minute_to_the_window(game: Any) -> None:
    """I4: so many of it are face up, and one at least where a card is to be played."""
    for state in game.states():
        line = state.timeline
        assert line == list(range(len(line) - 1, -1, -1))
        assert 1 <= len(line) <= 11
        assert 0 <= state.face_up <= len(line)
        assert state.phase != "play" or state.face_up >= 1


@for_all(GAMES)
def test_a_dead_player_lies_over_a_card(game: Any) -> None:
    """I5: a face up one, or else the first of a line that is all face down."""
    for state in game.states():
        for status, over in zip(state.status, state.above, strict=True):
            assert (over is not None) is (status == "dead")
            if over is not None:
                up = state.timeline[: state.face_up]
                assert over in up if up else over == state.timeline[0]


@for_all(GAMES)
def test_only_the_living_are_frozen_and_the_current_player_is_not(game: Any) -> None:
    """I6."""
    for state in game.states():
        for status, frozen in zip(state.status, state.frozen, strict=True):
            assert status == "alive" or not frozen
        if state.phase in ("play", "swap", "draw", "you_dead"):
            assert state.status[state.seat] == "alive"
            assert not state.frozen[state.seat]


@for_all(GAMES)
def test_somebody_lives_and_not_alone(game: Any) -> None:
    """I7, CW-68: one alone has won."""
    for state in game.states():
        living = state.status.count("alive")
        assert living >= (1 if state.phase == "over" else 2)


@for_all(GAMES)
def test_one_actor_may_act_until_the_game_is_over(game: Any) -> None:
    """I8, CW-29: with legal moves, none of them twice; the weights of a draw are the draw pile."""
    for state in game.states():
        to_act = RULESET.to_act(state)
        assert len(to_act) == (0 if state.phase == "over" else 1)
        for actor in to_act:
            legal = RULESET.legal_moves(state, actor)
            assert legal
            assert len(set(legal)) == len(legal)
        if state.phase in ("draw", "deal"):
            assert sum(RULESET.weights(state)) == state.draw_count


@for_all(GAMES)
def test_what_a_turn_waits_for_follows_from_the_phase(game: Any) -> None:
    """I9."""
    for state in game.states():
        assert state.limbo == ("you_dead" if state.phase == "you_dead" else None)
        assert state.phase != "draw" or state.draws_left >= 1
        assert (state.swap_target is not None) is (state.phase == "swap")


@for_all(GAMES)
def test_some_things_go_one_way_only(game: Any) -> None:
    """I10: turns rise, the timeline shrinks, and the erased stay so."""
    for before, after in pairwise([state.copy() for state in game.states()]):
        assert before.turn <= after.turn
        assert after.timeline == before.timeline[len(before.timeline) - len(after.timeline) :]
        for was, now in zip(before.status, after.status, strict=True):
            assert was != "erased" or now == "erased"


@for_all(GAMES)
def test_no_invariant_is_broken(game: Any) -> None:
    """I1 to I7, I9: what :meth:`Ruleset.invariants` checks."""
    for state in game.states():
        assert RULESET.invariants(state) == []


@for_all(GAMES, st.data())
@settings(max_examples=20)
def test_folding_the_events_gives_the_state(game: Any, data: st.DataObject) -> None:
    """L4: from any position on, and a copy shares nothing."""
    stop = data.draw(st.integers(0, len(game.entries)))
    state = fold(game.start(), (event for entry in game.entries[:stop] for event in entry.events))
    before = state.to_json()
    rest = [event for entry in game.entries[stop:] for event in entry.events]

    whole = fold(state, rest)

    assert whole == list(game.states())[-1]
    assert state.to_json() == before


def possible(state: State, players: int) -> list[Move]:
    """All moves of a phase with seats and kinds that there are, and some that there are not."""
    kinds = [*KINDS, "joker"]
    match state.phase:
        case "play":
            cards = [*dict.fromkeys(state.hands[state.seat or 0]), "joker", "you_dead"]
            targets = [None, *range(-1, players + 1)]
            return [
                Pass(),
                *(
                    PlayCard(str(card), target, named)
                    for card in cards
                    for target in targets
                    for named in (None, *kinds)
                ),
            ]
        case "draw":
            return [DrawCard(seat, kind) for seat in range(players) for kind in kinds]
        case "first_player":
            return [ChooseFirstPlayer(seat) for seat in range(-1, players + 1)]
        case _:
            return [BlockSwap(), AllowSwap(), EscapeDeath(), AcceptDeath()]


@for_all(GAMES)
@settings(max_examples=8)
def test_exactly_the_legal_moves_are_decided(game: Any) -> None:
    """CW-76, CW-28, CW-29: every other move is refused, lists what is legal, and changes nothing."""
    players = game.options.players
    for state, entry in game.before():
        if state.phase == "deal" or entry.seq % 3:
            continue
        legal = RULESET.legal_moves(state, entry.actor)
        before = state.to_json()
        decided = []
        for move in dict.fromkeys([*possible(state, players), *legal]):
            try:
                RULESET.decide(state, entry.actor, move)
            except IllegalMove as error:
                assert list(error.legal) == legal  # noqa: PT017 - of many, each
            else:
                decided.append(move)
        assert sorted(decided, key=repr) == sorted(legal, key=repr)
        assert state.to_json() == before


@for_all(OPTIONS)
def test_any_options_resolve_to_what_a_header_can_hold(asked: dict[str, Any]) -> None:
    """CW-9 to CW-20: and again to the same."""
    options = RULESET.resolve_options(asked)
    held = RULESET.options_map(options)

    assert RULESET.resolve_options(held) == options
    assert list(held["deck"]) == list(KINDS)
    assert 0 <= held["you_dead_cards"] <= held["deck"]["you_dead"]
    assert RULESET.to_act(RULESET.start(options)) == (CHANCE,)


#: What a field of a made-up event may hold, among what it must not.
VALUES: tuple[Any, ...] = (
    *range(-2, 13),
    2**60,
    None,
    True,
    False,
    HIDDEN,
    *KINDS,
    "joker",
    "escape",
    "turn_limit",
    (),
    ("mooch",),
    ("mooch", "reverse", "you_dead"),
    (10,),
    (9, 10),
    (0, 3),
)


@for_all(GAMES, st.integers(0, 2**16))
@settings(max_examples=40)
def test_whatever_a_record_says_its_states_can_be_looked_at(game: Any, seed: int) -> None:
    """Events that are wrong but do not contradict the state: they crash nothing, and nothing runs for ever."""
    dice = Dice(str(seed))
    state = list(game.states())[-1].copy()
    for _ in range(60):
        cls = dice.choose(RULESET.events.classes)
        wanted = [[value for value in VALUES if spec.shape.accepts(value)] for spec in cls.specs]
        event = cls(*map(dice.choose, wanted))
        tried = state.copy()
        try:
            event.apply(tried)
        except (ValueError, LookupError):
            continue
        state = tried
        state.to_json()
        RULESET.invariants(state)
        RULESET.standing(state)
        RULESET.result(state)
        for actor in RULESET.to_act(state):
            try:
                for move in dice.some(RULESET.legal_moves(state, actor), 5):
                    RULESET.decide(state, actor, move)
            except (HiddenValue, IllegalMove):
                continue


@pytest.mark.parametrize("luck", [{"luck": "manual"}, {"seed": "no card"}])
def test_a_record_that_waits_for_a_card_where_there_is_none_can_be_opened(luck: dict[str, Any]) -> None:
    """CW-33, I8: it leaves DrawSkipped out, which audit says; until then nobody is to act."""
    deck = dict.fromkeys(KINDS, 0) | {"escape_pod": 1, "stock_pile": 11}
    game = Game.new(RULESET, options={"players": 3, "deck": deck}, **luck)
    while game.to_act == (CHANCE,):
        game.play(CHANCE, game.legal_moves(CHANCE)[0])
    passed = game.play(0, Pass())
    recorder = Recorder(game.log.upto(passed.seq - 1))
    recorder.append(attrs.evolve(passed, events=passed.events[:2]))
    log = Log.from_bytes(recorder.log(RULESET, ()).to_bytes())

    opened = Game.from_log(log)

    assert opened.to_act == ()
    assert opened.result is None
    assert audit(log.to_bytes()).summary == f"irregular at entry {passed.seq}"
