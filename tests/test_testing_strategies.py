"""Strategies: what they make up is legal, various, and as it says."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from tiny import RULESET, Tiny
from tiny.moves import Bid, Deal

from timecore.actors import CHANCE, PUBLIC
from timecore.errors import OptionRefused
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.options import option
from timecore.redact import redact
from timecore.rulesets.chicken_time_warp import RULESET as CHICKEN_TIME_WARP
from timecore.rulesets.chicken_time_warp.events import HandsSwapped
from timecore.rulesets.chicken_time_warp.moves import DrawCard
from timecore.rulesets.time_chase import RULESET as TIME_CHASE
from timecore.testing._dice import Dice
from timecore.testing._mutations import Mutator
from timecore.testing._objects import not_plain, shared_mutables
from timecore.testing._playing import DiceChooser, Playing, play_out
from timecore.testing._records import Damaged, Recorded
from timecore.testing._twins import Twins, make_twins
from timecore.testing.strategies import damaged_records, games, logs, option_maps, records, twins

T = TypeVar("T")

RULESETS = pytest.mark.parametrize("rules", [RULESET, TIME_CHASE], ids=lambda rules: rules.name)


def first(strategy: st.SearchStrategy[T], condition: Callable[[T], Any] = lambda _: True) -> T:
    """The first that a search comes upon; not the simplest, which takes longer."""
    return find(strategy, condition, settings=settings(phases=[Phase.generate], max_examples=500))


def a_game(rules: Any, players: int, text: str = "a game") -> Playing:
    options = rules.resolve_options({"players": players})
    return play_out(rules, options, DiceChooser(Dice(text)), how=text)


# -- dice ------------------------------------------------------------------------------------------


def test_dice_are_the_same_for_ever() -> None:
    """Golden games and the examination's samples hang on it."""
    dice = Dice("for ever")

    assert [dice.below(100) for _ in range(8)] == [44, 42, 37, 20, 79, 57, 13, 84]


def test_dice_weigh() -> None:
    dice = Dice("weights")

    drawn = Counter(dice.weigh([0, 1, 3]) for _ in range(400))

    assert drawn[0] == 0
    assert 60 < drawn[1] < 140


def test_dice_choose_some_in_their_order() -> None:
    dice = Dice("some")

    assert dice.some("abc", 5) == ["a", "b", "c"]
    for _ in range(20):
        some = dice.some(range(10), 4)
        assert len(set(some)) == 4
        assert some == sorted(some)


# -- options ---------------------------------------------------------------------------------------


def _has(name: str, value: Any, asked: dict[str, Any]) -> bool:
    return name in asked and bool(asked[name] == value)


@given(st.data())
@RULESETS
def test_options_are_always_allowed(rules: Any, data: st.DataObject) -> None:
    asked = data.draw(option_maps(rules))

    assert rules.resolve_options(asked).players == asked["players"]


@RULESETS
def test_every_listed_value_of_an_option_comes_up(rules: Any) -> None:
    for spec in rules.option_specs:
        for value in spec.values or ():
            if spec.fault(value, {"players": rules.seats[0]}) is None:
                found = first(option_maps(rules), partial(_has, spec.name, value))
                assert found[spec.name] == value


def test_an_option_whose_values_are_not_listed_is_guessed() -> None:
    found = first(option_maps(TIME_CHASE), lambda asked: asked.get("dealer") == 1)

    assert found["dealer"] == 1


@settings(max_examples=100)
@given(st.data())
def test_options_that_are_too_much_together_are_not_asked_for(data: st.DataObject) -> None:
    """Each of their values may be right by itself."""
    asked = data.draw(option_maps(Crowded()))

    assert asked["players"] + asked.get("cards", 0) <= 4


class Crowded(Tiny):
    """Refuses what each of its options allows."""

    @attrs.frozen
    class Options:
        """Two that share something."""

        players: int = option("TY-1", within=range(2, 5), doc="number of seats")
        cards: int = option("TY-2", default=0, within=range(3), doc="number of cards")

    options = Options  # type: ignore[assignment]

    def resolve_options(self, given: Mapping[str, Any]) -> Any:
        resolved: Any = super().resolve_options(given)
        if resolved.players + resolved.cards > 4:
            raise OptionRefused("too many", rule="TY-2", option="cards")
        return resolved


def test_a_ruleset_may_bring_a_strategy_of_its_own() -> None:
    @attrs.frozen
    class Decks:
        players: int = option("TY-1", within=range(2, 5), doc="number of seats")
        deck: str = option("TY-2", default="small", doc="which deck")

    class Own(Tiny):
        options = Decks  # type: ignore[assignment]

        def option_strategy(self) -> st.SearchStrategy[dict[str, Any]]:
            return st.just({"players": 2, "deck": "large"})

    assert first(option_maps(Own())) == {"players": 2, "deck": "large"}


# -- games -----------------------------------------------------------------------------------------


@given(st.data())
@RULESETS
def test_games_are_legal_and_go_to_the_end(rules: Any, data: st.DataObject) -> None:
    game = data.draw(games(rules))

    state = game.start()
    for state, entry in game.before():
        assert entry.move in rules.legal_moves(state, entry.actor)
        assert rules.decide(state, entry.actor, entry.move) == entry.events
    assert rules.result(list(game.states())[-1]) is not None
    assert [entry.seq for entry in game.entries] == list(range(1, len(game.entries) + 1))


def test_games_may_be_cut_short() -> None:
    assert len(first(games(TIME_CHASE, max_entries=7)).entries) == 7


def test_simple_games_are_found_first() -> None:
    """What fails is shown with few seats, no luck and no choices to speak of."""
    game = find(games(RULESET), lambda game: len(game.entries) > 7)

    assert game.how == "options {'players': 2}, luck 0, choices []"


def test_a_game_is_shown_in_a_line() -> None:
    game = a_game(RULESET, 3)

    assert repr(game) == "<tiny of 12 entries: a game>"


# -- twins -----------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.data())
@RULESETS
def test_twins_look_the_same_as_far_as_they_say(rules: Any, data: st.DataObject) -> None:
    pair = data.draw(twins(rules))

    one, other = pair.one.entries, pair.other.entries
    assert len(one) == len(other) == pair.shared + (pair.parted is not None)
    for left, right in list(zip(one, other, strict=True))[: pair.shared]:
        assert redact(left, pair.viewer) == redact(right, pair.viewer)
    assert pair.changed == sum(left != right for left, right in zip(one[: pair.shared], other, strict=False))
    if pair.changed:
        assert one[pair.first - 1] != other[pair.first - 1]
        assert one[: pair.first - 1] == other[: pair.first - 1]


@given(st.data())
@RULESETS
def test_both_twins_are_games_by_the_rules(rules: Any, data: st.DataObject) -> None:
    pair = data.draw(twins(rules))

    for game in (pair.one, pair.other):
        for state, entry in game.before():
            assert entry.move in rules.legal_moves(state, entry.actor)
            assert rules.decide(state, entry.actor, entry.move) == entry.events


def some_twins(rules: Any, players: int) -> list[Twins]:
    return [
        make_twins(a_game(rules, players, f"game {number}"), viewer, Dice(f"twin {number} {viewer}"))
        for number in range(20)
        for viewer in (0, players - 1, PUBLIC)
    ]


@pytest.mark.parametrize(
    ("rules", "players"),
    [(RULESET, 3), (TIME_CHASE, 4), (CHICKEN_TIME_WARP, 4)],
    ids=["tiny", "time_chase", "chicken_time_warp"],
)
def test_most_twins_differ_and_stay_alike_for_a_while(rules: Any, players: int) -> None:
    """Else the laws about hidden things would hold of nothing."""
    pairs = some_twins(rules, players)

    assert sum(bool(pair.changed) for pair in pairs) > len(pairs) * 2 // 3
    assert sum(pair.shared - pair.first >= 5 for pair in pairs if pair.changed) > len(pairs) // 4


def test_twins_change_draws_and_choices_and_what_two_seats_see() -> None:
    changed: set[type[Move]] = set()
    parted: set[str] = set()
    for pair in some_twins(RULESET, 4):
        for one, other in zip(pair.one.entries, pair.other.entries, strict=True):
            if one.move != other.move:
                changed.add(type(one.move))
        parted |= {type(event).__name__ for event in pair.parted or () if event is not None}

    assert changed == {Deal, Bid}
    assert "BidsShown" in parted


def test_twins_change_weighted_draws_and_hands_that_are_swapped() -> None:
    """Hidden draws among the copies of a deck; and other hands are swapped in both games, which look the same."""
    draws = swaps = 0
    for pair in some_twins(CHICKEN_TIME_WARP, 4):
        for one, other in zip(pair.one.entries[: pair.shared], pair.other.entries, strict=False):
            draws += one.move != other.move and isinstance(one.move, DrawCard)
            swaps += one.events != other.events and isinstance(one.events[0], HandsSwapped)

    assert draws > 50
    assert swaps > 20


def test_where_nothing_is_hidden_both_twins_are_the_same_game() -> None:
    game = a_game(RULESET, 2).until(0)

    pair = make_twins(game, PUBLIC, Dice("x"))

    assert pair.one is pair.other is game
    assert (pair.changed, pair.leak()) == (0, None)


# -- records ---------------------------------------------------------------------------------------


@given(st.data())
@RULESETS
def test_records_hold_the_game_that_they_say(rules: Any, data: st.DataObject) -> None:
    record: Recorded = data.draw(records(rules))

    assert record.log.entries == record.playing.entries
    assert record.log.header.luck.kind == "given"
    assert record.log.damage is None
    assert rules.result(list(record.playing.states())[-1]) is not None


def test_logs_are_the_logs_of_records() -> None:
    assert first(logs(RULESET)).header.ruleset == "tiny"


@pytest.mark.parametrize(
    "what",
    [
        "cut off at byte",
        "flipped",
        "put in at",
        "left out",
        "of zero at",
        "foreign bytes at the end",
        "swapped",
    ],
)
def test_records_are_damaged_in_every_way(what: str) -> None:
    found: Damaged = first(damaged_records(logs(RULESET)), lambda damaged: what in damaged.what)

    whole = found.log.to_bytes()
    assert found.data != whole
    assert found.data[: found.first] == whole[: found.first]
    assert found.data[found.first : found.first + 1] != whole[found.first : found.first + 1]


# -- mutations -------------------------------------------------------------------------------------


def test_nearly_right_moves_are_of_every_kind() -> None:
    """Moves of other moments, other values, and what the types allow but no rule does."""
    game = a_game(RULESET, 3)
    mutator = Mutator(game, Dice("mutants"))
    legal = RULESET.legal_moves(game.start(), CHANCE)

    found = {move for _ in range(200) for move in mutator.moves(legal, 5)}

    assert {type(move).__name__ for move in found} == {"Deal", "Bid", "Play"}
    assert any(isinstance(move, Deal) and move.seat not in range(3) for move in found)
    assert Deal(0, HIDDEN) in found
    assert found > set(legal)


def test_what_is_no_move_is_never_one() -> None:
    for value, _ in Mutator(a_game(TIME_CHASE, 3), Dice("objects")).objects(50):
        with pytest.raises(ValueError, match=r".+"):
            TIME_CHASE.moves.from_json(value)


# -- objects ---------------------------------------------------------------------------------------


@attrs.define
class Box:
    """Something that can change."""

    inside: Any = None


@attrs.frozen
class Seal:
    """Something that cannot."""

    inside: Any = None


SHARED: list[Any] = [
    [1],
    {"a": 1},
    {1, 2},
    bytearray(b"x"),
    Box(1),
    ([],),
    Seal([]),
    {"a": {"b": []}}.get("a"),
]
UNSHARED: list[Any] = [
    1,
    "a",
    b"a",
    None,
    HIDDEN,
    (1, (2, "x")),
    frozenset({1}),
    Bid(5),
    Seal((1,)),
    range(3),
    int,
]


@pytest.mark.parametrize("thing", SHARED, ids=repr)
@pytest.mark.parametrize(
    "holder", [Box, Seal, lambda thing: [thing], lambda thing: {"a": thing}, lambda t: (0, t)]
)
def test_what_two_objects_share_is_found_however_deep(holder: Any, thing: Any) -> None:
    assert shared_mutables(holder(thing), holder(thing))


@pytest.mark.parametrize("thing", UNSHARED, ids=repr)
def test_what_cannot_change_may_be_shared(thing: Any) -> None:
    assert shared_mutables(Box(thing), Box(thing)) == []


def test_a_read_only_look_at_something_shared_counts_as_what_it_shows() -> None:
    assert shared_mutables(Box(MappingProxyType({"a": 1})), Box(MappingProxyType({"a": 1}))) == []
    inner: list[int] = []
    assert shared_mutables(Box(MappingProxyType({"a": inner})), Box(inner))


def test_the_path_of_what_is_shared_is_told() -> None:
    hand = ["ace"]

    assert shared_mutables(Box([[], hand]), Box([[], hand])) == [".inside[1]"]


def test_an_object_that_holds_itself_is_no_trap() -> None:
    box = Box()
    box.inside = box

    assert shared_mutables(box, Box(box)) == [".inside"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"a": [1, "x", None, True, {"b": []}]}, None),
        ({"a": (1,)}, ".a is (1,)"),
        ({"a": [1.5]}, ".a[0] is 1.5"),
        ({1: 2}, ". has the key 1"),
        ({"a": {"b": HIDDEN}}, ".a.b is HIDDEN"),
        ([b"x"], "[0] is b'x'"),
        (Bid(1), ". is Bid(amount=1)"),
    ],
)
def test_what_is_not_plain_json_is_found_with_its_path(value: Any, found: str | None) -> None:
    assert not_plain(value) == found
