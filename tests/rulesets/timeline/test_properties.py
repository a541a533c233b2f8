"""Properties of whole games: all options, 2 to 8 seats, decks of every size, players of every kind (I-1 to I-18)."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline.playing import Setup, Skill, again, played, rules_with, setups, years_of

from timecore.actors import CHANCE, Actor, Seat
from timecore.entry import Entry
from timecore.fold import advance, fold
from timecore.messages import Event, Move
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.events import (
    CardDealt,
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    RoundStarted,
    TurnStarted,
)
from timecore.rulesets.timeline.moves import PlaceCard
from timecore.rulesets.timeline.rules import correct_intervals
from timecore.rulesets.timeline.state import State
from timecore.testing._playing import Playing

GAMES = setups().map(played)
KNOWING: tuple[Skill, ...] = ("perfect", "half")


def events_of(game: Playing) -> list[Event[Any]]:
    return [event for entry in game.entries for event in entry.events]


@for_all(GAMES)
def test_every_card_is_in_one_place_after_every_event(game: Playing) -> None:
    """I-1, TL-3: from the moment when the deck is opened."""
    state = game.start()
    for event in events_of(game):
        event.apply(state)
        seen = state.to_json()
        places = [*seen["pile"], *(card for card, _ in seen["timeline"]), *seen["discards"], *seen["box"]]
        places += [card for hand in seen["hands"] for card in hand]

        assert sorted(places) == seen["cards"] == sorted(years_of(game))


@for_all(GAMES)
def test_timeline_and_pile_are_always_in_order(game: Playing) -> None:
    """I-2, TL-34."""
    for state in game.states():
        seen = state.to_json()
        assert all(one <= other for (_, one), (_, other) in pairwise(seen["timeline"]))
        assert all(one < other for one, other in pairwise(seen["pile"]))


@for_all(GAMES)
def test_what_is_known_is_true_and_holds_all_that_was_turned(game: Playing) -> None:
    """I-3, TL-72: also what came back into the pile or a hand."""
    years = years_of(game)
    before: dict[str, int] = {}
    for state in game.states():
        seen = state.to_json()
        turned = {card for card, _ in seen["timeline"]} | {*seen["discards"], *seen["box"]}
        assert seen["known"].items() <= years.items()
        assert turned <= seen["known"].keys()
        assert before.items() <= seen["known"].items()
        before = dict(seen["known"])


@for_all(GAMES)
def test_somebody_can_always_move_until_the_game_is_over(game: Playing) -> None:
    """I-4, TL-30 to TL-36: one actor, with every legal move once and in order."""
    for state in game.states():
        actors = RULESET.to_act(state)
        over = state.phase == "over"
        assert (actors == ()) is over is (RULESET.result(state) is not None)
        if over:
            continue
        (actor,) = actors
        legal = game.rules.legal_moves(state, actor)
        if state.phase == "opening":
            expected: list[dict[str, Any]] = [{"type": "OpenDeck", "deck": "made-up"}]
        elif actor == CHANCE:
            expected = [{"type": "DrawCard", "card": card} for card in state.to_json()["pile"]]
            assert list(RULESET.weights(state)) == [1] * len(expected)
        else:
            expected = [
                {"type": "PlaceCard", "card": card, "at": at}
                for card in state.to_json()["hands"][actor]
                for at in range(len(state.to_json()["timeline"]) + 1)
            ]
        assert [move.to_json() for move in legal] == expected
        assert legal


@for_all(GAMES)
def test_a_hand_shrinks_only_by_correct_placement(game: Playing) -> None:
    """I-5, TL-46, TL-47: cards in hand, those placed, and one that is to be drawn make as many as were dealt."""
    placed: Counter[Seat] = Counter()
    state = game.start()
    for entry in game.entries:
        advance(state, entry.events)
        placed.update(event.seat for event in entry.events if isinstance(event, CardPlaced))
        seen = state.to_json()
        sizes = [len(hand) for hand in seen["hands"]]
        if state.phase == "playing":
            for seat, size in enumerate(sizes):
                assert size + placed[seat] + (seen["drawing"] == seat) == game.options.cards
        if state.phase == "sudden_death":
            assert max(sizes[seat] for seat in seen["seats"]) <= 1


@for_all(GAMES)
def test_in_a_round_each_of_its_seats_has_one_turn(game: Playing) -> None:
    """I-6, TL-6, TL-5, TL-49: in turn order; rounds count up by one."""
    rounds: list[tuple[RoundStarted, list[Seat]]] = []
    for event in events_of(game):
        if isinstance(event, RoundStarted):
            rounds.append((event, []))
        elif isinstance(event, TurnStarted):
            rounds[-1][1].append(event.seat)

    order = game.start().turn_order
    assert [one.round for one, _ in rounds] == [*range(1, len(rounds) + 1)]
    for one, turns in rounds[:-1]:
        assert turns == list(one.seats)
    for one, turns in rounds[-1:]:
        assert turns == list(one.seats[: len(turns)])
    for one, _ in rounds:
        assert one.seats == tuple(seat for seat in order if seat in one.seats)
        assert one.sudden > 0 or one.seats == order


@for_all(GAMES)
def test_who_wins_was_in_the_last_round_and_has_no_cards_left(game: Playing) -> None:
    """I-9, I-10, TL-60 to TL-64: one winner, or two and more who share."""
    state: State = list(game.states())[-1]
    result = RULESET.result(state)
    if result is None:
        return
    alone = result.reason in ("finished", "sudden_death")

    assert (len(result.winners) == 1) is alone
    assert [seat for seat in state.seats if seat in result.in_turn_order] == list(result.in_turn_order)
    assert all(not state.hands[seat] for seat in result.winners)
    assert result.left == tuple(len(hand) for hand in state.hands)


@for_all(GAMES)
def test_misplaced_cards_go_where_the_option_says(game: Playing) -> None:
    """I-11, TL-25, TL-45, TL-47."""
    misplaced = game.options.misplaced
    to = {"discard": {"discards"}, "box": {"box", "hand"}, "insert": {"timeline", "hand"}}[misplaced]
    assert {event.to for event in events_of(game) if isinstance(event, CardMisplaced)} <= to
    for state in game.states():
        assert misplaced == "discard" or not state.discards
        assert misplaced == "box" or not state.box


@for_all(GAMES)
def test_phases_and_draws_are_what_they_say(game: Playing) -> None:
    """I-12, I-14, TL-48: nobody waits for a card from an empty pile."""
    for state in game.states():
        if state.phase in ("playing", "sudden_death"):
            assert (state.phase == "sudden_death") is (state.sudden > 0)
        if state.drawing is not None:
            assert state.drawing == state.current
            assert state.pile


@for_all(GAMES)
def test_a_card_has_one_more_correct_interval_than_there_are_cards_of_its_year(game: Playing) -> None:
    """I-13, TL-7: and exactly there it is placed."""
    years = years_of(game)
    for state, entry in game.before():
        move = entry.move
        if isinstance(move, PlaceCard):
            correct = []
            for at in range(len(state.timeline) + 1):
                (event, *_) = game.rules.decide(state, entry.actor, PlaceCard(move.card, at))
                if isinstance(event, CardPlaced):
                    correct.append(at)
                    row = [*state.dates[:at], event.year, *state.dates[at:]]
                    assert row == sorted(row)
            assert len(correct) == 1 + state.dates.count(years[move.card])
            assert correct == list(correct_intervals(state.dates, years[move.card]))


def mirrored(state: State, actor: Actor, move: Move) -> tuple[Actor, Move]:
    if isinstance(move, PlaceCard):
        return actor, PlaceCard(move.card, len(state.timeline) - move.at)
    return actor, move


@for_all(GAMES)
def test_a_game_played_from_right_to_left_is_the_same_game(game: Playing) -> None:
    """I-15: every year negated, every interval counted from the other end."""
    mirror = again(game, rules_with({card: -year for card, year in years_of(game).items()}), mirrored)

    for (state, one), other in zip(game.before(), mirror.entries, strict=True):
        length = len(state.timeline)
        expected = []
        for event in one.events:
            seen = event.to_json()
            for field in ("at", "landed"):
                if seen.get(field) is not None:
                    seen[field] = length - seen[field]
            if "year" in seen:
                seen["year"] = -seen["year"]
            expected.append(without_digest(seen, years=[-year for year in seen.get("years", [])]))
        assert [without_digest(event.to_json()) for event in other.events] == expected


def without_digest(seen: dict[str, Any], **changed: Any) -> dict[str, Any]:
    if seen["type"] == "DeckOpened":
        return {**seen, **changed, "digest": ""}
    return seen


@for_all(GAMES, st.integers(1, 50), st.integers(-3000, 3000))
def test_only_the_order_of_the_years_matters(game: Playing, step: int, start: int) -> None:
    """I-16, TL-2: any strictly increasing renumbering changes the years in the log, and nothing else."""
    years = years_of(game)
    renumbered = {year: start + step * place for place, year in enumerate(sorted(set(years.values())))}
    renumbered = {year: new if new < 0 else new + 1 for year, new in renumbered.items()}
    other = again(
        game,
        rules_with({card: renumbered[year] for card, year in years.items()}),
        lambda _, actor, move: (actor, move),
    )

    for one, two in zip(game.entries, other.entries, strict=True):
        expected = []
        for event in one.events:
            seen = event.to_json()
            if "year" in seen:
                seen["year"] = renumbered[seen["year"]]
            expected.append(without_digest(seen, years=[renumbered[year] for year in seen.get("years", [])]))
        assert [without_digest(event.to_json()) for event in two.events] == expected


@for_all(GAMES, st.integers(1, 7))
def test_seats_may_be_turned(game: Playing, by: int) -> None:
    """I-17, D-3, TL-5: with the first player, and nothing else is another."""
    players = len(game.seats)

    def turned(seat: Any) -> Any:
        return [turned(one) for one in seat] if isinstance(seat, list) else (seat + by) % players

    other = again(
        game,
        rules_with(years_of(game)),
        lambda _, actor, move: (actor if actor == CHANCE else turned(actor), move),
        first_player=turned(game.options.first_player),
    )
    for one, two in zip(game.entries, other.entries, strict=True):
        expected = [
            {k: turned(v) if k in ("seat", "seats", "winners") else v for k, v in event.to_json().items()}
            for event in one.events
        ]
        assert [event.to_json() for event in two.events] == expected


@for_all(GAMES, st.data())
def test_a_game_goes_on_from_any_entry_as_it_did(game: Playing, data: st.DataObject) -> None:
    """I-18: by folding what was, and deciding what comes."""
    stop = data.draw(st.integers(0, len(game.entries)))
    state = fold(game.start(), (event for entry in game.entries[:stop] for event in entry.events))
    rest: list[Entry] = []
    for entry in game.entries[stop:]:
        events = game.rules.decide(state, entry.actor, entry.move)
        advance(state, events)
        rest.append(Entry(entry.seq, entry.actor, entry.move, events))

    assert rest == list(game.entries[stop:])


@for_all(GAMES)
def test_cards_are_dealt_a_seat_at_a_time(game: Playing) -> None:
    """TL-41, D-5."""
    dealt = [event.seat for event in events_of(game) if isinstance(event, CardDealt)]
    drawn = [event for event in events_of(game) if isinstance(event, CardDrawn)]

    assert dealt == [seat for seat in game.start().turn_order for _ in range(game.options.cards)]
    assert len(drawn) == sum(
        event.draws for event in events_of(game) if isinstance(event, CardMisplaced | TurnStarted)
    ) - (list(game.states())[-1].drawing is not None)


@for_all(GAMES)
def test_no_invariant_is_broken(game: Playing) -> None:
    """I-1 to I-5, I-9 to I-12, I-14: what :meth:`Ruleset.invariants` checks."""
    for state in game.states():
        assert RULESET.invariants(state) == []


@for_all(GAMES, st.data())
@settings(max_examples=10)
def test_a_copy_is_equal_and_shares_nothing(game: Playing, data: st.DataObject) -> None:
    stop = data.draw(st.integers(0, len(game.entries)))
    state = fold(game.start(), (event for entry in game.entries[:stop] for event in entry.events))
    copy = state.copy()
    assert copy == state

    before = state.to_json()
    for entry in game.entries[stop:]:
        advance(copy, entry.events)
    assert state.to_json() == before
    assert (copy == state) is (stop == len(game.entries))


# -- no state is stuck, and games end ---------------------------------------------------------------------------


def goes_on_or_ends(game: Playing) -> None:
    """At every position somebody can move, and each of the moves there is decided; or there is a result."""
    rules = game.rules
    for state in game.states():
        actors = rules.to_act(state)
        if not actors:
            assert rules.result(state) is not None
        for actor in actors:
            legal = rules.legal_moves(state, actor)
            assert legal
            assert rules.decide(state, actor, legal[0])
            assert rules.decide(state, actor, legal[-1])


@for_all(GAMES)
def test_no_state_is_stuck(game: Playing) -> None:
    """TL-48, TL-53, TL-64, D-7: however small the deck, and whoever plays."""
    goes_on_or_ends(game)


@for_all(setups(skills=KNOWING))
def test_games_of_players_who_know_some_dates_end(setup: Setup) -> None:
    """TL-65: with a result."""
    game = played(setup, max_entries=5000)

    assert RULESET.result(list(game.states())[-1]) is not None


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", RULESET.seats)
@pytest.mark.parametrize("misplaced", ["discard", "box", "insert"])
def test_no_state_is_stuck_under_any_options(players: int, misplaced: str) -> None:
    """TL-48, TL-53, TL-64, TL-65, D-7: the same, of many more games, one option after the other."""
    skills: list[list[Skill]] = [
        ["perfect"] * players,
        ["half"] * players,
        ["random"] * players,
        ["erring"] * players,
        [("perfect", "half", "random", "erring")[seat % 4] for seat in range(players)],
    ]
    for cards in (1, 2, 4, "classic"):
        for tie_break in ("sudden_death", "shared"):
            for finish_round in (True, False):
                options = {
                    "players": players,
                    "cards": cards,
                    "misplaced": misplaced,
                    "tie_break": tie_break,
                    "finish_round": finish_round,
                    "first_player": players - 1,
                }
                for spare in (0, 1, 2, players, 30):
                    for luck, who in enumerate(skills):
                        setup = Setup(
                            options=options, spare=spare, spread=(3, 3000)[spare % 2], skills=who, luck=luck
                        )
                        knowing = not {"random", "erring"} & set(who)
                        game = played(setup, max_entries=5000 if knowing else 400)
                        goes_on_or_ends(game)
                        last = list(game.states())[-1]
                        assert RULESET.invariants(last) == []
                        assert not knowing or RULESET.result(last) is not None
