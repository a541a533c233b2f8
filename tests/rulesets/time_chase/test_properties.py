"""Properties of whole random games, all numbers of seats and all options (P-1 to P-9)."""

from collections import Counter
from typing import Any

from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from timecore.actors import CHANCE
from timecore.errors import IllegalMove
from timecore.fold import fold
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import DECKS
from timecore.rulesets.time_chase.moves import CommitCard, CommitFuel, DealCard, PlayCard, TurnInvariant
from timecore.rulesets.time_chase.state import State
from timecore.testing.strategies import games

GAMES = games(RULESET)


def cards_of(state: State) -> list[str]:
    """Every card that is somewhere, by the JSON form alone."""
    seen = state.to_json()
    found: list[str] = [card for hand in seen["hands"] for card in hand]
    found += [card for card in seen["committed_cards"] if card]
    found += [play["card"] for play in (seen["resolving"] or {"plays": []})["plays"]]
    found += [one["card"] for one in (seen["contest"] or {"revealed": []})["revealed"]]
    for event in seen["timeline"]:
        found += {event["led_card"], event["winning_card"]} - {None}
    found += seen["discards"]
    return [*found, seen["invariant"]] if seen["invariant"] else found


@for_all(GAMES)
def test_each_card_is_in_one_place_after_every_event(game: Any) -> None:
    """P-1, TC-25: and four of them never leave the deck."""
    state = game.start()
    deck = DECKS[game.options.players]
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            places = Counter(cards_of(state))

            assert set(places) <= set(deck)
            assert max(places.values()) == 1
            assert len(places) + state.deck_left == len(deck)
            if state.present:
                assert state.deck_left == 4


@for_all(GAMES)
def test_fuel_is_neither_made_nor_lost(game: Any) -> None:
    """P-2, TC-62: after every event."""
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            assert min(state.fuel) >= 0
            if state.supply is not None:
                assert state.supply >= 0
                assert state.supply + sum(state.fuel) == 30


@for_all(GAMES)
def test_each_seat_has_three_discs(game: Any) -> None:
    """P-3, TC-56: after every event, on the card or in the timeline."""
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            assert [discs + state.control.count(seat) for seat, discs in enumerate(state.discs)] == (
                [3] * len(state.discs)
            )


@for_all(GAMES)
def test_an_event_once_won_is_never_empty_again(game: Any) -> None:
    """P-4: and its led card never changes; event 1 is won in round 1."""
    led: dict[int, str] = {}
    for state in game.states():
        for event in state.to_json()["timeline"]:
            kinds = [event[name] is None for name in ("led_card", "winning_card", "control")]
            assert all(kinds) or not any(kinds)
            if event["led_card"] is not None:
                assert led.setdefault(event["at"], event["led_card"]) == event["led_card"]
            else:
                assert event["at"] not in led
        if state.present > 1:
            assert state.control[1] is not None


@for_all(GAMES)
def test_between_rounds_hands_shrink_and_everybody_is_in_the_present(game: Any) -> None:
    """P-5, TC-36: a card a round, and nobody controls more than two events."""
    for state in game.states():
        if state.phase == "travel":
            assert {len(hand) for hand in state.hands} == {10 - state.round}
            assert set(state.travelers) == {state.present}
            assert max(map(state.control.count, game.seats)) <= 2


@for_all(GAMES)
def test_somebody_can_always_move_until_there_is_a_result(game: Any) -> None:
    """P-6, TC-31, TC-35."""
    for state in game.states():
        to_act = RULESET.to_act(state)
        assert (to_act == ()) is (state.result is not None)
        assert to_act == (CHANCE,) or CHANCE not in to_act
        assert list(to_act) == sorted(to_act)
        assert all(RULESET.legal_moves(state, actor) for actor in to_act)
        for actor in {-2, -1, *game.seats, 6} - set(to_act):
            assert RULESET.legal_moves(state, actor) == []


@for_all(GAMES)
def test_a_game_has_so_many_entries(game: Any) -> None:
    """P-7, TC-25: 10n + 1 of chance at the start, n cards a round, n amounts of fuel between rounds."""
    players = game.options.players
    kinds = Counter(type(entry.move) for entry in game.entries)
    last = list(game.states())[-1]
    rounds = last.present

    assert kinds[DealCard] == 10 * players
    assert kinds[TurnInvariant] == 1
    assert [entry.actor for entry in game.entries[: 10 * players + 1]] == [CHANCE] * (10 * players + 1)
    assert kinds[PlayCard] + kinds[CommitCard] == players * rounds
    assert kinds[CommitFuel] == players * (rounds - 1)
    assert len(game.entries) <= 29 * players + 1
    for state, entry in game.before():
        if entry.actor != CHANCE:
            assert len(RULESET.legal_moves(state, entry.actor)) <= 11


@for_all(GAMES)
def test_one_seat_wins_and_only_seats_without_events_share_a_place(game: Any) -> None:
    """P-9, TC-92 to TC-95."""
    state = list(game.states())[-1]
    result = RULESET.result(state)
    assert result is not None
    scores = [state.control.count(seat) for seat in game.seats]
    closest = [state.control.index(seat) if scores[seat] else None for seat in game.seats]

    assert list(result.scores) == scores
    assert list(result.closest) == closest
    assert len(result.winners) == 1
    assert result.winners == result.ranking[0]
    assert sorted(seat for place in result.ranking for seat in place) == list(game.seats)
    assert all(len(place) == 1 or scores[place[0]] == 0 for place in result.ranking)
    assert scores[result.winners[0]] == max(scores)
    assert result.tiebreak is (scores.count(max(scores)) > 1)
    assert {
        "three_events": max(scores) == 3,
        "second_rift": state.rifts >= 2,
        "ten_rounds": state.present == 10,
    }[result.reason]


@for_all(GAMES)
@settings(max_examples=10)
def test_exactly_the_legal_moves_are_decided(game: Any) -> None:
    """TC-33, TC-35, TC-44, TC-82: every other move of the phase is refused, and nothing is changed."""
    deck = DECKS[game.options.players]
    for state, entry in game.before():
        kind = type(entry.move)
        if kind in (PlayCard, CommitCard):
            possible: list[Any] = [kind(card) for card in deck]
        elif kind is CommitFuel:
            possible = [CommitFuel(fuel) for fuel in range(-1, 12)]
        else:
            continue
        legal = RULESET.legal_moves(state, entry.actor)
        before = state.to_json()
        decided, told = [], []
        for move in possible:
            try:
                RULESET.decide(state, entry.actor, move)
            except IllegalMove as error:
                told.append(list(error.legal))
            else:
                decided.append(move)
        assert decided == legal
        assert all(listed == legal for listed in told)
        assert state.to_json() == before


@for_all(GAMES)
def test_no_invariant_is_broken(game: Any) -> None:
    """P-1 to P-5, P-9: what :meth:`Ruleset.invariants` checks."""
    for state in game.states():
        assert RULESET.invariants(state) == []


@for_all(GAMES, st.data())
@settings(max_examples=10)
def test_a_copy_is_equal_and_shares_nothing(game: Any, data: st.DataObject) -> None:
    stop = data.draw(st.integers(0, len(game.entries)))
    state = fold(game.start(), (event for entry in game.entries[:stop] for event in entry.events))
    copy = state.copy()
    assert copy == state

    before = state.to_json()
    for entry in game.entries[stop:]:
        for event in entry.events:
            event.apply(copy)
    assert state.to_json() == before
    assert (copy == state) is (stop == len(game.entries))
