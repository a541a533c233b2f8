"""The vocabulary of events and what each does to the state (TC-110), as the document lists it."""

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rulesets.time_chase.document import rows, section
from rulesets.time_chase.short import table

from timecore.errors import HiddenValue
from timecore.fold import advance
from timecore.hidden import HIDDEN
from timecore.messages import Event
from timecore.narrate import Narrator
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import CARDS, SeatCard
from timecore.rulesets.time_chase.events import (
    EVENTS,
    CardCommitted,
    CardDealt,
    CardPlayed,
    CardsRevealed,
    DiscPlaced,
    DiscReturned,
    EventAdded,
    FuelCommitted,
    FuelGained,
    FuelRevealed,
    FuelSpent,
    GameEnded,
    InvariantLost,
    InvariantOpened,
    InvariantReplaced,
    InvariantTurned,
    ResolutionStarted,
    StackMade,
    TravelerMoved,
    TravelersGathered,
    WinningCardKept,
    WinningCardReplaced,
)
from timecore.rulesets.time_chase.state import State
from timecore.testing import given

TABLE = {row[0].strip("`"): row[1] for row in rows(section("Events"))}


def test_the_events_are_those_of_the_table_in_its_order() -> None:
    """TC-110."""
    assert [cls.__name__ for cls in EVENTS.classes] == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_an_event_has_the_fields_and_audiences_of_the_table(name: str) -> None:
    """TC-110, TC-120: what is not marked private is public."""
    cls = EVENTS.by_name[name]
    text = TABLE[name]
    if text == "TC-95":  # "the same fields" as the result
        expected = [
            (field, False) for field in ("winners", "reason", "tiebreak", "ranking", "scores", "closest")
        ]
    else:
        # A field is a word in backticks outside of parentheses, which hold its values.
        fields = re.findall(r"`(\w+)`( \*private to seat\*)?", re.sub(r"\([^)]*\)", "", text))
        expected = [(field, bool(private)) for field, private in fields]

    assert [(spec.name, spec.audience == ("seat",)) for spec in cls.specs] == expected
    assert all(spec.audience in (None, ("seat",)) for spec in cls.specs)


def test_each_event_does_what_the_table_says() -> None:
    """TC-110: one after the other, each using nothing but its fields."""
    state = given(RULESET, players=3).state

    def after(*events: Event[State]) -> None:
        advance(state, events)

    after(CardDealt(1, "B9"), CardDealt(1, "A10"), CardDealt(1, HIDDEN), CardDealt(1, "C7"))
    assert (state.hands[1], state.deck_left) == (["A10", "B9", "C7", HIDDEN], 31)
    after(InvariantTurned("D13"))
    assert (state.invariant, state.deck_left) == ("D13", 30)
    after(EventAdded(1), EventAdded(2))
    assert (state.present, state.to_json()["timeline"][1]) == (
        2,
        {"at": 2, "led_card": None, "winning_card": None, "control": None},
    )
    after(TravelersGathered(2))
    assert state.travelers == [2, 2, 2]
    after(FuelGained(1, 3, "income"), FuelGained(2, 1, "bonus"))
    assert (state.fuel, state.supply) == ([0, 3, 1], 26)
    after(FuelCommitted(1, 2), FuelCommitted(0, HIDDEN))
    assert state.committed_fuel == [HIDDEN, 2, None]
    assert state.fuel == [0, 3, 1]
    after(FuelRevealed((0, 2, 0)))
    assert state.committed_fuel == [None, None, None]
    after(FuelSpent(1, 2), TravelerMoved(1, 2, 0))
    assert (state.fuel, state.supply, state.travelers) == ([0, 1, 1], 28, [2, 0, 2])
    after(ResolutionStarted(2, (2, 1), None), CardPlayed(1, 2, "A10", "led"))
    assert state.to_json()["resolving"] == {
        "at": 2,
        "order": [2, 1],
        "led_suit": "A",
        "plays": [{"seat": 1, "card": "A10"}],
    }
    assert state.hands[1] == ["B9", "C7", HIDDEN]
    after(CardPlayed(1, 2, "E8", "off_suit"))
    assert state.hands[1] == ["B9", "C7"]
    after(StackMade(2, "A10", "E8", 1, ("A7",)), DiscPlaced(2, 1))
    assert state.to_json()["timeline"][1] == {
        "at": 2,
        "led_card": "A10",
        "winning_card": "E8",
        "control": 1,
    }
    assert (state.discards, state.resolving, state.discs) == (["A7"], None, [3, 2, 3])
    after(ResolutionStarted(2, (1,), "A"), WinningCardKept(2, "E8", ("A8",)))
    assert (state.winning_cards[2], state.discards, state.resolving) == ("E8", ["A7", "A8"], None)
    after(ResolutionStarted(2, (1,), "A"), WinningCardReplaced(2, "E8", "A13", 2, ("E8",)))
    assert (state.led_cards[2], state.winning_cards[2], state.resolving) == ("A10", "A13", None)
    after(DiscReturned(2, 1))
    assert (state.control[2], state.discs) == (None, [3, 3, 3])
    after(InvariantOpened((1, 2)))
    assert state.to_json()["contest"] == {"seats": [1, 2], "revealed": []}
    after(CardDealt(2, HIDDEN), CardCommitted(1, "C7"), CardCommitted(2, HIDDEN))
    assert (state.committed_cards, state.hands) == ([None, "C7", HIDDEN], [[], ["B9"], []])
    after(CardsRevealed((SeatCard(1, "C7"), SeatCard(2, "B13"))))
    assert state.committed_cards == [None, None, None]
    assert state.to_json()["contest"]["revealed"] == [{"seat": 1, "card": "C7"}, {"seat": 2, "card": "B13"}]
    after(InvariantReplaced("D13", "B13", 2, ("D13", "C7")))
    assert (state.invariant, state.contest, state.rifts) == ("B13", None, 0)
    after(InvariantOpened((1,)), InvariantLost("B13", ("B13",)))
    assert (state.invariant, state.contest, state.rifts) == (None, None, 1)
    assert state.discards == ["A7", "A8", "E8", "D13", "C7", "B13"]
    after(GameEnded((1,), "ten_rounds", False, ((1,), (0, 2)), (0, 1, 0), (None, 1, None)))  # noqa: FBT003
    assert state.phase == "over"


def test_apply_knows_no_rules() -> None:
    """TC-110: an event that the rules would never decide is carried in all the same."""
    state = table("A9", "B9", "C9", resolving=(1, [0, 1, 2])).state
    advance(state, [FuelGained(0, 99, "bonus"), DiscPlaced(1, 2), DiscPlaced(1, 0)])

    assert (state.fuel[0], state.control[1]) == (99, 0)


# -- events of a record that somebody made up -------------------------------------------------------------------


def end_of_game(**more: Any) -> GameEnded:
    fields: dict[str, Any] = {"winners": (1,), "reason": "ten_rounds", "tiebreak": False}
    fields |= {"ranking": ((1,), (0, 2)), "scores": (0, 1, 0), "closest": (None, 1, None)}
    return GameEnded(**(fields | more))


@pytest.mark.parametrize(
    "event",
    [
        CardDealt(3, "C7"),
        CardDealt(0, "A9"),  # somebody has it
        CardDealt(0, "Z9"),
        InvariantTurned("A9"),
        EventAdded(2),
        EventAdded(4),
        ResolutionStarted(1, (0, 3), None),
        ResolutionStarted(1, (-1,), None),
        CardPlayed(0, 2, "A9", "led"),  # no event is being resolved
        StackMade(2, "Z9", "A7", 0, ()),
        StackMade(2, "A7", "Z9", 0, ()),
        StackMade(3, "A7", "A7", 0, ()),
        WinningCardReplaced(1, "A8", "Z9", 0, ("A8",)),
        DiscPlaced(3, 0),
        DiscReturned(1, 3),
        InvariantOpened((0, 3)),
        InvariantOpened((-1,)),
        CardCommitted(0, "B9"),  # another has it
        CardsRevealed((SeatCard(0, "A9"),)),  # nobody is at the invariant
        InvariantReplaced("E13", "Z9", 0, ("E13",)),
        FuelCommitted(3, 0),
        FuelSpent(3, 1),
        TravelerMoved(3, 2, 1),
        end_of_game(winners=(3,)),
        end_of_game(ranking=((1,), (0, 3))),
        end_of_game(scores=(0, 1)),
        end_of_game(closest=(None, 1, None, None)),
    ],
)
def test_what_the_game_does_not_have_contradicts_the_state(event: Event[State]) -> None:
    """TC-110: a seat, a card or a place that there is not, or a card that is elsewhere."""
    state = table("A9", "B9", "C9", stacks=[("A8", "A8", 1), None]).state
    with pytest.raises((ValueError, LookupError)):
        advance(state, [event])


def test_the_made_up_end_is_one_but_for_its_faults() -> None:
    state = advance(table("A9", "B9", "C9").state, [end_of_game()])

    assert state.phase == "over"


SEATS = st.integers(-1, 4)
PLACES = st.integers(-1, 4)
NUMBERS = st.integers(-2, 12)
ANY_CARD = st.sampled_from([*CARDS, "Z9", "", "A99", "\x1b[2J"])
SEVERAL = st.lists(SEATS, max_size=4).map(tuple)
STRAY = {
    "seat": SEATS,
    "at": PLACES,
    "start": PLACES,
    "end": PLACES,
    "amount": NUMBERS,
    "card": ANY_CARD,
    "led_card": ANY_CARD,
    "winning_card": ANY_CARD,
    "old": ANY_CARD,
    "new": ANY_CARD,
    "discarded": st.lists(ANY_CARD, max_size=3).map(tuple),
    "order": SEVERAL,
    "seats": SEVERAL,
    "winners": SEVERAL,
    "ranking": st.lists(SEVERAL, max_size=3).map(tuple),
    "scores": st.lists(NUMBERS, max_size=4).map(tuple),
    "closest": st.lists(st.none() | PLACES, max_size=4).map(tuple),
    "cards": st.lists(st.builds(SeatCard, SEATS, ANY_CARD), max_size=3).map(tuple),
    "led_suit": st.sampled_from([None, "A", "Q"]),
    "tiebreak": st.booleans(),
    "how": st.sampled_from(["led", "followed", "off_suit"]),
}


@st.composite
def stray_events(draw: st.DrawFn) -> Event[State]:
    cls = draw(st.sampled_from(EVENTS.classes))
    values = {spec.name: draw(STRAY[spec.name]) for spec in cls.specs if spec.name in STRAY}
    if "fuel" in (spec.name for spec in cls.specs):
        values["fuel"] = draw(NUMBERS if cls is FuelCommitted else st.lists(NUMBERS, max_size=4).map(tuple))
    if "reason" in (spec.name for spec in cls.specs):
        values["reason"] = draw(
            st.sampled_from(
                ["bonus", "income"] if cls is FuelGained else ["three_events", "second_rift", "ten_rounds"]
            )
        )
    made: Event[State] = cls(**values)
    return made


@for_all(st.lists(stray_events(), max_size=12))
def test_whatever_a_record_says_either_contradicts_the_state_or_can_be_looked_at(
    events: list[Event[State]],
) -> None:
    """An event about a seat, a card or a place that the game does not have never breaks what comes later."""
    narrator = Narrator(["Ana", "Ben", "Cho"], RULESET)
    state = table("A9 A10", "A7 B9", "C9 D9", stacks=[("A8", "A8", 1), None], fuel=[1, 2, 3]).state
    for event in events:
        narrator.event(event)
        before = state.copy()
        try:
            advance(state, [event])
        except (ValueError, LookupError):
            state = before  # half changed, and of no use
            continue
        RULESET.invariants(state)
        state.to_json()
        narrator.board(state.copy(), width=60)
        for actor in (*RULESET.to_act(state), 0, -1):
            try:
                RULESET.legal_moves(state, actor)
            except HiddenValue:
                assert len(state.undealt) != state.deck_left
