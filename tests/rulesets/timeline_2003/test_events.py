"""What each event does to the state, and what none may do."""

from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rulesets.timeline_2003.short import after_entry, letters, lines, table

from timecore.actors import CHANCE
from timecore.fold import fold
from timecore.messages import Event
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES, KINDS
from timecore.rulesets.timeline_2003.events import (
    CardAdded,
    CardApproached,
    CardRevealed,
    CountersPlaced,
    CounterTaken,
    FirstPlayerChosen,
    GameEnded,
    GoodsSold,
    MarketEntered,
    PawnMoved,
    PawnPlaced,
    Stayed,
    TurnStarted,
    ZoneSlid,
)
from timecore.testing import given

FOUR = ("0132", "0231", "0213", "1023")


def changes(event: Event[Any], before: Any) -> dict[str, Any]:
    """The fields of the JSON form that an event changes."""
    old, new = before.to_json(), fold(before, [event]).to_json()
    return {name: new[name] for name in new if new[name] != old[name]}


def test_an_event_changes_what_the_table_of_events_says() -> None:
    """T3-50: and nothing else."""
    state = table(*FOUR, pawns=("0.0", "1.0"), goods=("BB",)).state
    zones, cards = state.to_json()["zones"], state.to_json()["cards"]
    blank = {"zone": 2, "kind": None, "turned": False, "counters": [None] * 4}
    above = [*zones[:1], {"top": -4, "cards": [4, 1]}, *zones[2:]]
    below = [*zones[:1], {"top": 0, "cards": [1, 4]}, *zones[2:]]

    assert changes(CardAdded(2, 4, "above", -4), state) == {"zones": above, "cards": [*cards, blank]}
    laid = fold(state, [CardAdded(2, 4, "below", 4)])
    assert changes(CardAdded(2, 4, "below", 4), state) == {"zones": below, "cards": [*cards, blank]}
    shown = {"zone": 2, "kind": "2130", "turned": True, "counters": [None] * 4}
    assert changes(CardRevealed(2, 4, "2130", turned=True), laid) == {"cards": [*cards, shown]}
    a, b, c, d = letters("MO-B")
    filled = changes(CountersPlaced(2, 4, (a, b, c, d)), laid)
    assert filled["cards"][4]["counters"] == [a, b, c, d]
    assert filled["supply"] == state.supply | {name: state.supply[name] - 1 for name in letters("MOB")}
    assert changes(FirstPlayerChosen(1), state) == {"first": 1, "current": 1}
    assert changes(PawnPlaced(1, 2, 1, 3), state)["pawns"][1] == {"card": 1, "path": 3}
    assert changes(Stayed(0), state) == {}
    pending = {"seat": 0, "card": 2, "how": "backward", "lane": -3}
    assert changes(CardApproached(0, "backward", 3, 2, -3), state) == {"pending": pending}
    approached = fold(state, [CardApproached(0, "local", 3, 2, None)])
    assert changes(PawnMoved(0, "local", 3, 2, 1), approached) == {
        "pawns": [{"card": 2, "path": 1}, {"card": 1, "path": 0}],
        "pending": None,
    }
    assert changes(MarketEntered(0, -7), state)["pawns"][0] == {"market": -7}
    taken = changes(CounterTaken(1, 4, 3, 2, "Milkbread"), state)
    assert taken["cards"][3]["counters"] == list(letters("OB-N"))
    assert taken["goods"][1]["Milkbread"] == 1
    assert list(taken) == ["cards", "goods"]
    assert changes(ZoneSlid(3, -5), state)["zones"][2] == {"top": -5, "cards": [2]}
    sold = changes(GoodsSold(0, 2, "Beetcandy", 2, 3, 6), state)
    assert (sold["goods"][0]["Beetcandy"], sold["gold"]) == (0, [6, 0])
    assert sold["supply"]["Beetcandy"] == state.supply["Beetcandy"] + 2
    assert changes(TurnStarted(1, 9), state) == {"current": 1, "turn": 9}
    assert changes(GameEnded("rounds", (0, 1)), state) == {"result": {"reason": "rounds", "winners": [0, 1]}}


@pytest.mark.parametrize(
    "event",
    [
        CardAdded(2, 5, "above", -4),
        CardAdded(2, 3, "above", -4),
        CardAdded(0, 4, "above", -4),
        CardAdded(5, 4, "below", 4),
        CardAdded(2, 4, "above", -1001),
        CardRevealed(1, 4, "2130", turned=False),
        CardRevealed(1, -1, "2130", turned=False),
        CardRevealed(1, 0, "2130", turned=False),
        CountersPlaced(1, 9, letters("----")),
        FirstPlayerChosen(2),
        FirstPlayerChosen(-1),
        PawnPlaced(0, 1, 0, 4),
        PawnPlaced(0, 1, 0, -1),
        PawnPlaced(0, 1, 4, 0),
        PawnPlaced(2, 1, 0, 0),
        Stayed(2),
        CardApproached(2, "local", 1, 0, None),
        CardApproached(0, "local", 1, 4, None),
        CardApproached(0, "local", 1, 0, 3),
        CardApproached(0, "forward", 1, 0, None),
        CardApproached(0, "forward", 1, 0, 2**40),
        PawnMoved(0, "local", 1, -1, 0),
        MarketEntered(-1, 0),
        MarketEntered(0, 1001),
        CounterTaken(0, 1, 4, 0, "Nucleons"),
        CounterTaken(0, 1, 0, 4, "Nucleons"),
        CounterTaken(2, 1, 0, 0, "Nucleons"),
        ZoneSlid(0, 0),
        ZoneSlid(1, 2**62),
        GoodsSold(0, 0, "Nucleons", -1, 1, 1),
        GoodsSold(0, 0, "Nucleons", 1, 1, -1),
        GoodsSold(2, 0, "Nucleons", 1, 1, 1),
        GoodsSold(0, 0, "Nucleons", 2**53, 1, 1),
        GoodsSold(0, 0, "Nucleons", 1, 1, 2**53),
        TurnStarted(2, 1),
        TurnStarted(0, -1),
        TurnStarted(0, 2**53),
        GameEnded("gold", (2,)),
    ],
    ids=repr,
)
def test_an_event_of_what_the_game_does_not_have_is_refused(event: Event[Any]) -> None:
    """T3-50: no seat, card, path, lane or amount that nobody could look at later."""
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        fold(table(*FOUR).state, [event])


def test_there_are_46_cards_and_two_of_a_kind() -> None:
    """T3-2, T3-20, T3-50."""
    state = table(*FOUR).state
    laid = [CardAdded(1, card, "below", 4) for card in range(4, 46)]
    state = fold(state, laid)
    assert state.deck == 0
    with pytest.raises(ValueError, match="only 46"):
        fold(state, [CardAdded(1, 46, "below", 4)])

    state = fold(state, [CardRevealed(1, 4, "0132", turned=False)])
    with pytest.raises(ValueError, match="no card 0132 is left"):
        fold(state, [CardRevealed(1, 5, "0132", turned=False)])
    with pytest.raises(ValueError, match="no card 0123"):
        fold(state, [CardRevealed(1, 5, "0123", turned=False)])


def test_all_is_public() -> None:
    """T3-51: no field of a move or an event has an audience."""
    for one in (*RULESET.moves.classes, *RULESET.events.classes):
        assert one.private == ()
    kinds = {event["type"] for line in lines() for event in line["events"]}
    assert kinds == set(RULESET.events.by_name) - {"GameEnded"}
    assert after_entry(25).state.to_json()["result"] is None


COMMODITY = st.sampled_from(COMMODITIES)
SMALL = st.integers(0, 5)
LANE = st.integers(-30, 30)
COUNTER = st.none() | COMMODITY
HOW = st.sampled_from(["local", "forward", "backward"])

#: Events of a record that somebody has made up: the game has all that they name, mostly.
MADE_UP = st.one_of(
    st.builds(CardAdded, st.integers(1, 4), st.integers(0, 9), st.sampled_from(["above", "below"]), LANE),
    st.builds(CardRevealed, st.integers(1, 4), SMALL, st.sampled_from(KINDS), st.booleans()),
    st.builds(CountersPlaced, SMALL, SMALL, st.tuples(COUNTER, COUNTER, COUNTER, COUNTER)),
    st.builds(FirstPlayerChosen, st.integers(0, 1)),
    st.builds(PawnPlaced, st.integers(0, 1), SMALL, SMALL, SMALL),
    st.builds(CardApproached, st.integers(0, 1), HOW, SMALL, SMALL, st.none() | LANE),
    st.builds(PawnMoved, st.integers(0, 1), HOW, SMALL, SMALL, SMALL),
    st.builds(MarketEntered, st.integers(0, 1), LANE),
    st.builds(CounterTaken, st.integers(0, 1), SMALL, SMALL, SMALL, COMMODITY),
    st.builds(ZoneSlid, st.integers(1, 4), LANE),
    st.builds(GoodsSold, st.integers(0, 1), LANE, COMMODITY, SMALL, SMALL, SMALL),
    st.builds(TurnStarted, st.integers(0, 1), SMALL),
)


@for_all(st.booleans(), st.lists(MADE_UP, max_size=60))
def test_a_game_of_made_up_events_can_be_looked_at(laid: bool, events: list[Event[Any]]) -> None:  # noqa: FBT001
    """T3-50: a strange record is judged, and drawn, like any other; only its events may be refused."""
    state = table(*FOUR).state if laid else given(RULESET, players=2).state
    for event in events:
        before = state.copy()
        try:
            event.apply(state)
        except (ValueError, LookupError):
            state = before
    RULESET.invariants(state)
    for actor in RULESET.to_act(state):
        legal = RULESET.legal_moves(state, actor)
        assert legal
        for asked in legal:
            assert RULESET.decide(state, actor, asked)
        if actor != CHANCE:
            assert RULESET.bots["greedy"](b"")(RULESET, state, actor, legal) in legal
