"""Properties of whole random games, all numbers of seats and all options (invariants 1 to 15)."""

from collections import Counter
from typing import Any

from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline_2003.short import OPTIONS

from timecore.actors import CHANCE, PUBLIC
from timecore.errors import IllegalMove
from timecore.fold import advance, fold
from timecore.redact import redact
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES, FACES
from timecore.rulesets.timeline_2003.events import (
    CardAdded,
    CardApproached,
    CounterTaken,
    GameEnded,
    GoodsSold,
    PawnMoved,
    ZoneSlid,
)
from timecore.rulesets.timeline_2003.geometry import crossings, left, right
from timecore.rulesets.timeline_2003.moves import (
    ChooseFirst,
    EnterMarket,
    LeaveMap,
    LocalTravel,
    PlacePawn,
    Reveal,
    Stay,
    Stop,
    TimeTravel,
)
from timecore.rulesets.timeline_2003.rules import commodity_bought, pawn_line
from timecore.rulesets.timeline_2003.state import Market, State, Waypoint
from timecore.testing.strategies import games

GAMES = games(RULESET, options=OPTIONS, max_entries=150)


@for_all(GAMES)
def test_counters_are_neither_made_nor_lost(game: Any) -> None:
    """Invariant 1, T3-5, T3-D8: after every entry, by the JSON form alone."""
    for state in game.states():
        seen = state.to_json()
        for commodity in COMMODITIES:
            held = [goods[commodity] for goods in seen["goods"]]
            lying = sum(card["counters"].count(commodity) for card in seen["cards"])
            assert min(seen["supply"][commodity], *held) >= 0
            assert seen["supply"][commodity] + lying + sum(held) == game.options.counters


@for_all(GAMES)
def test_two_of_a_kind_at_most_lie_face_up(game: Any) -> None:
    """Invariant 2, T3-20: and what chance may bring is all that nobody has seen."""
    for state in game.states():
        up = Counter(card["kind"] for card in state.to_json()["cards"])
        blanks = up.pop(None, 0)
        assert all(copies <= 2 for copies in up.values())
        assert state.deck >= 0
        assert sum(state.unseen.values()) == 46 - up.total() == state.deck + blanks
        assert all(state.unseen.get(kind, 0) == 2 - up[kind] for kind in up)


@for_all(GAMES)
def test_a_card_stays_in_its_zone_and_in_its_order(game: Any) -> None:
    """Invariant 3, T3-12, T3-40: numbered as they came."""
    before: Any = game.start()
    for state in game.states():
        assert sorted(card for zone in state.zones for card in zone.cards) == list(range(len(state.homes)))
        for number, (old, zone) in enumerate(zip(before.zones, state.zones, strict=True), 1):
            assert [card for card in zone.cards if card < len(before.homes)] == old.cards
            assert all(state.homes[card] == number for card in zone.cards)
            assert zone.faces == [state.faces[card] for card in zone.cards]
        before = state.copy()


@for_all(GAMES)
def test_a_counter_is_of_the_printed_colour_and_never_comes_back(game: Any) -> None:
    """Invariant 4, T3-3, T3-13."""
    before: Any = game.start()
    for state in game.states():
        for card, (face, counters) in enumerate(zip(state.faces, state.counters, strict=True)):
            was_up = card < len(before.faces) and before.faces[card] is not None
            for path, counter in enumerate(counters):
                assert counter is None or (face is not None and counter == face.colours[path])
                assert not was_up or counter is None or before.counters[card][path] == counter
        before = state.copy()


@for_all(GAMES)
def test_a_zone_goes_up_by_cards_and_counters_only(game: Any) -> None:
    """Invariant 5, T3-33, T3-32, T3-44."""
    tops = [0] * len(game.start().zones)
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            if isinstance(event, CardAdded) and event.side == "above":
                tops[event.zone - 1] -= 4
            if isinstance(event, CounterTaken) and state.turn:
                tops[event.zone - 1] -= 1
        advance(state, entry.events)
        assert [zone.top for zone in state.zones] == tops


@for_all(GAMES)
def test_pawns_stand_apart_on_bare_waypoints(game: Any) -> None:
    """Invariant 6, T3-57."""
    for state in game.states():
        standing = [pawn for pawn in state.pawns if isinstance(pawn, Waypoint)]
        assert len(set(standing)) == len(standing)
        for card, path in standing:
            assert state.faces[card] is not None
            assert state.counters[card][path] is None


@for_all(GAMES)
def test_four_markets_buy_and_no_other(game: Any) -> None:
    """Invariant 7, T3-15, T3-16: far above and far below the cards as well."""
    for state in list(game.states())[:: max(1, len(game.entries) // 10)]:
        ends = {crossings(state.zones, lane)[-1]: name for lane, name in enumerate(game.options.start)}
        assert len(ends) == 4
        for lane in range(-250, 60):
            assert commodity_bought(state, lane) == ends.get(lane)
            assert all(left(zone, right(zone, lane)) == lane for zone in state.zones)


@for_all(GAMES)
def test_gold_comes_from_sales(game: Any) -> None:
    """Invariant 8, T3-43."""
    gold = [0] * game.options.players
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            if isinstance(event, GoodsSold):
                assert event.gold == event.amount * event.price > 0
                gold[event.seat] += event.gold
        advance(state, entry.events)
        assert state.gold == gold


@for_all(GAMES)
def test_a_zone_slides_after_each_counter_of_play_and_never_otherwise(game: Any) -> None:
    """Invariant 9, T3-33, T3-32."""
    for state, entry in game.before():
        kinds = [type(event) for event in entry.events]
        assert kinds.count(ZoneSlid) == (kinds.count(CounterTaken) if state.turn else 0)
        if ZoneSlid in kinds:
            assert kinds[kinds.index(ZoneSlid) - 1] is CounterTaken


@for_all(GAMES)
def test_one_actor_can_move_until_there_is_a_result(game: Any) -> None:
    """Invariant 10, T3-21, T3-26, T3-29: and in a turn the first move is to stay and sell nothing."""
    for state in game.states():
        to_act = RULESET.to_act(state)
        assert len(to_act) == (state.result is None)
        for actor in to_act:
            legal = RULESET.legal_moves(state, actor)
            assert legal
            assert len(set(legal)) == len(legal)
            if actor != CHANCE and state.pending is None and state.pawns[actor] is not None:
                assert legal[0] == Stay(0)
        for actor in {-2, -1, *game.seats, 6} - set(to_act):
            assert RULESET.legal_moves(state, actor) == []


@for_all(GAMES)
def test_pending_lasts_from_approaching_to_arriving(game: Any) -> None:
    """Invariant 11, T3-37, T3-39."""
    pending = False
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            pending = isinstance(event, CardApproached) or (pending and not isinstance(event, PawnMoved))
            event.apply(state)
            assert (state.pending is not None) is pending


@for_all(GAMES)
def test_the_first_to_reach_the_target_wins(game: Any) -> None:
    """Invariant 12, T3-47, T3-48."""
    states = [state.copy() for state in game.states()]
    for state in states[:-1]:
        assert state.result is None
        assert max(state.gold) < game.options.target
    last = states[-1]
    if last.result is not None:
        most = max(last.gold)
        winners = [seat for seat in game.seats if last.gold[seat] == most]
        assert list(last.result.winners) == winners
        assert (last.result.reason == "gold") is (most >= game.options.target)
        assert isinstance(game.entries[-1].events[-1], GameEnded)


@for_all(GAMES)
def test_the_way_back_from_a_time_travel_is_the_way_there(game: Any) -> None:
    """Invariant 13, T3-17, T3-18: before the slide."""
    state = game.start()
    left_at: dict[int, Any] = {}
    for entry in game.entries:
        for event in entry.events:
            if isinstance(event, CardApproached | PawnMoved) and event.seat not in left_at:
                left_at[event.seat] = state.pawns[event.seat]
            event.apply(state)
            if isinstance(event, PawnMoved):
                start = left_at.pop(event.seat)
                if event.how != "local":
                    _leads_back(state, Waypoint(event.card, event.path), start)


def _leads_back(state: State, here: Waypoint, start: Waypoint | Market) -> None:
    lanes = pawn_line(state, here)
    if isinstance(start, Market):
        assert lanes[-1] == start.lane
        return
    home = state.homes[start.card]
    zone = state.zones[home - 1]
    face = state.faces[start.card]
    assert face is not None
    top = zone.top + 4 * zone.cards.index(start.card)
    met = lanes[home - 1] - top
    assert start.path == (met if home > state.homes[here.card] else face.entries[met])


@for_all(GAMES)
def test_blanks_lie_between_other_cards(game: Any) -> None:
    """Invariant 14."""
    for state in game.states():
        if state.pending is None:
            for zone in state.zones:
                assert not zone.faces or None not in (zone.faces[0], zone.faces[-1])


@for_all(GAMES)
def test_every_view_is_the_state(game: Any) -> None:
    """Invariant 15, T3-51: and the legal moves on it are the same."""
    for viewer in (0, PUBLIC):
        view = game.start()
        for state, entry in game.before():
            assert view == state
            assert RULESET.legal_moves(view, entry.actor) == RULESET.legal_moves(state, entry.actor)
            assert redact(entry, viewer) == entry
            advance(view, redact(entry, viewer).events)


@for_all(GAMES)
def test_no_invariant_is_broken(game: Any) -> None:
    """Invariants 1 to 6, 11, 12, 14: what :meth:`Ruleset.invariants` checks."""
    for state in game.states():
        assert RULESET.invariants(state) == []


@for_all(GAMES)
def test_chance_makes_at_most_47_entries(game: Any) -> None:
    """T3-24: 46 reveals and one first player; T3-31: one reveal a zone before it."""
    kinds = [type(entry.move) for entry in game.entries if entry.actor == CHANCE]

    assert len(kinds) <= 47
    assert kinds.count(ChooseFirst) <= 1
    assert kinds[: len(game.start().zones)] == [Reveal] * len(game.start().zones)


@for_all(GAMES)
@settings(max_examples=8)
def test_exactly_the_legal_moves_are_decided(game: Any) -> None:
    """T3-30: every other move is refused by a rule of the list, and changes nothing."""
    rules = {"T3-21", "T3-22", "T3-23", "T3-24", "T3-26", "T3-27", "T3-28", "T3-43"}
    for state in list(game.states())[:: max(1, len(game.entries) // 25)]:
        before = state.to_json()
        for actor in (CHANCE, *game.seats):
            legal = RULESET.legal_moves(state, actor)
            decided: list[Any] = []
            refusals: list[IllegalMove] = []
            for move in _all_moves(state):
                try:
                    RULESET.decide(state, actor, move)
                    decided.append(move)
                except IllegalMove as error:
                    refusals.append(error)
            assert sorted(decided, key=repr) == sorted(legal, key=repr)
            assert {error.rule for error in refusals} <= rules
            assert all(list(error.legal) == legal for error in refusals)
        assert state.to_json() == before


def _all_moves(state: State) -> list[Any]:
    """Every move that could be legal in some state like this one, and some that never are."""
    paths = range(-1, 5)
    sells = range(-1, max(max(goods.values()) for goods in state.goods) + 2)
    return [
        *(Reveal(kind, turned) for kind, turned in FACES),
        Reveal("0123", turned=False),
        *map(ChooseFirst, range(-1, 6)),
        *map(PlacePawn, paths),
        *map(Stay, sells),
        *(LocalTravel(card, p) for card in range(-1, len(state.homes) + 1) for p in (*paths, None)),
        LeaveMap("above"),
        LeaveMap("below"),
        *map(Stop, paths),
        *map(TimeTravel, range(-1, 9)),
        *map(EnterMarket, sells),
    ]


@for_all(GAMES, st.data())
@settings(max_examples=10)
def test_a_copy_is_equal_and_shares_nothing(game: Any, data: st.DataObject) -> None:
    stop = data.draw(st.integers(0, len(game.entries)))
    state = fold(game.start(), (event for entry in game.entries[:stop] for event in entry.events))
    copy = state.copy()
    assert copy == state

    before = state.to_json()
    for entry in game.entries[stop:]:
        advance(copy, entry.events)
    assert state.to_json() == before
    assert (copy == state) is (stop == len(game.entries))
