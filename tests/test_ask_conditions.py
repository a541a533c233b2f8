"""The language of conditions, and the positions at which they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import RULESET
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE, PUBLIC
from timecore.ask import Condition, Span, when
from timecore.ask._conditions import Watch
from timecore.errors import ConditionError, PathError
from timecore.game import Game
from timecore.log import Log
from timecore.replay import Position, Replay
from timecore.table import Retract

STATE: dict[str, Any] = {
    "phase": "play",
    "fuel": [3, 0, 5],
    "hands": [["C1", "C7"], ["?", "C7"], []],
    "contest": None,
    "shown": True,
    "aside": {"two": 2, "a b": 1},
    "secret": "?",
    "in": 4,
    "empty": [],
}


def holds(condition: str, *, hides: bool = True, before: dict[str, Any] | None = None) -> bool | None:
    return Watch(Condition(condition), hides=hides).holds(STATE, before)


@pytest.mark.parametrize(
    "condition",
    [
        "fuel[0] == 3",
        "fuel[1]!=3",
        "fuel[0] < fuel[2] and fuel[0] <= 3 and fuel[2] > -4 and fuel[2] >= 5",
        'phase == "play"',
        "phase == 'play'",
        'phase < "z"',
        "contest == null",
        "shown",
        "shown == true",
        "true and not false",
        "not fuel[0] == 4",
        "not not shown",
        "fuel[0] == 4 or fuel[0] == 3 and shown",
        "(fuel[0] == 4 or fuel[0] == 3) and shown",
        "len(fuel) == 3",
        "len(hands[*]) == 0",
        "len(phase) == 4 and len(aside) == 2",
        "len(.) == 9",
        "3 in fuel",
        "9 not in fuel",
        "'C1' in hands[0]",
        "'two' in aside",
        "'la' in phase",
        'aside["a b"] == 1',
        "fuel[*] > 4",
        "not fuel[*] > 5",
        "5 in fuel and\n\t'C7' in hands[*]",
        '["in"] == 4',
        "fuel == fuel",
        "empty[*] == 1 or true",
    ],
)
def test_what_is_so_holds(condition: str) -> None:
    assert holds(condition) is True


@pytest.mark.parametrize(
    "condition",
    [
        "fuel[0] == 4",
        "shown == 1",  # true is no number
        "fuel[0] == '3'",
        "contest == 0",
        "phase < 3",
        "shown < 3",
        "contest <= contest",
        "fuel < hands",
        "phase",
        "contest",
        "'C9' in hands[0]",
        "3 in aside",
        "3 in contest",
        "empty[*] == empty[*]",
        "hands[0] == fuel",
    ],
)
def test_what_is_not_so_does_not(condition: str) -> None:
    """Values of different types are never equal, and stand in no order."""
    assert holds(condition) is False
    assert holds(f"not ({condition})") is True


@pytest.mark.parametrize("sign", ["==", "!=", "<", "<=", ">", ">=", "in"])
def test_no_comparison_with_what_is_not_there_holds(sign: str) -> None:
    """Not even that it is something else."""
    assert holds(f"fuel[7] {sign} fuel") is False
    assert holds(f"3 {sign} contest.winner") is False
    assert holds(f"len(contest) {sign} fuel") is False


@pytest.mark.parametrize(
    "condition",
    [
        "secret == 3",
        "secret != 3",
        "secret < 3",
        "not secret == 3",
        "secret",
        "len(secret) == 3",
        "3 in secret",
        "secret in fuel",
        "secret in phase",
        "secret[0].x == 1",
        "secret[*] == 1",
        "'C9' in hands[1]",
        "hands[0] == hands[1]",
        "hands[1] != hands[1]",
        "secret == 3 and shown",
        "secret == 3 or contest == 1",
    ],
)
def test_what_depends_on_something_hidden_is_not_known(condition: str) -> None:
    assert holds(condition) is None
    assert holds(f"not ({condition})") is None


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ("secret == 3 and false", False),
        ("secret == 3 or shown", True),
        ("'C7' in hands[1]", True),
        ("hands[1] == fuel", False),  # it has another length, whatever is in it
        ("secret == '?'", True),  # whether something is hidden is no secret
        ("phase != '?'", True),
        ("len(hands[1]) == 2", True),
    ],
)
def test_what_does_not_depend_on_it_is_known(condition: str, answer: bool) -> None:  # noqa: FBT001 - a parameter
    assert holds(condition) is answer


def test_in_what_shows_everything_a_question_mark_is_a_text() -> None:
    assert holds("secret == 3", hides=False) is False
    assert holds("len(secret) == 1", hides=False) is True
    assert holds("secret in hands[1]", hides=False) is True


def test_changed_compares_with_the_moment_before() -> None:
    before = STATE | {"fuel": [3, 1, 5], "shown": 1}

    assert holds("changed(fuel)", before=before) is True
    assert holds("changed(fuel[1])", before=before) is True
    assert holds("changed(fuel[*])", before=before) is True
    assert holds("changed(shown)", before=before) is True
    assert holds("changed(.)", before=before) is True
    assert holds("changed(fuel[0]) or changed(hands)", before=before) is False
    assert holds("changed(.)") is False  # at the start


@pytest.mark.parametrize(
    ("condition", "column", "says"),
    [
        ("", 1, "breaks off"),
        ("fuel[0] >> 3", 10, "cannot stand here"),
        ("fuel[0] >", 10, "breaks off"),
        ("(fuel[0] > 3", 13, r'"\)" is missing for "\(" in column 1'),
        ("fuel[0] > 3)", 12, "cannot stand here"),
        ("0 < fuel[0] < 3", 13, "compares two values"),
        ("fuel[0] = 3", 9, "begins nothing"),
        ("shown & shown", 7, "begins nothing"),
        ("fuel[0] + 1 == 3", 9, "begins nothing"),
        ("'a' == \"b", 8, "begins nothing"),
        ("fuel[0] == 1.5", 13, "whole"),
        ("fuel[0] == 3x", 13, "a word begins"),
        ("fuel[0] == 111111111111111111111", 12, "so many digits"),
        ("changed(3)", 9, "needs a path"),
        ("changed(fuel", 13, "missing behind the path"),
        ("changed(fuel) == true", 15, "cannot stand here"),
        ("1 == changed(fuel)", 6, "is no value"),
        ("len(fuel)", 10, "a comparison is missing"),
        ("foo(3) == 1", 1, "there is no function foo"),
        ("3", 2, "a comparison is missing"),
        ("fuel[", 6, "an index"),
        ("shown and fuel.0 == 3", 16, "a name is missing"),
        ("3 in 'abc'", 6, "needs a path"),
        ("3 not fuel", 3, "a comparison is missing"),
        ("a == '\\x'", 6, "no text"),
        ("a == '\\ud800'", 6, "no text"),
        ("é == 1", 1, '"é" begins nothing'),
        ("\x1b == 1", 1, '"\\\\u001b" begins nothing'),
        ("and", 1, "cannot stand here"),
        ("__import__('os')", 1, "there is no function"),
        ("not " * 60 + "shown", 205, "at most 50 levels"),
        ("(" * 3000, 52, "at most 50 levels"),
        ("a" * 5000, 4097, "at most 4096 characters"),
    ],
)
def test_what_is_no_condition_is_refused_at_its_column(condition: str, column: int, says: str) -> None:
    with pytest.raises(ConditionError, match=says) as caught:
        Condition(condition)

    assert caught.value.column == column
    assert caught.value.condition == condition
    assert str(caught.value).startswith(f"column {column} of the condition: ")


def test_a_text_may_hold_any_quotation_mark() -> None:
    text = {"t": "a\"b'c\\d\n"}

    for condition in (r't == "a\"b' + r"'" + r'c\\d\n"', r"t == 'a" + '"' + r"b\'c\\d\n'"):
        assert Watch(Condition(condition)).holds(text, None) is True


def test_a_long_condition_of_many_parts_is_no_deep_one() -> None:
    assert holds(" and ".join(["shown"] * 400)) is True


# -- against another reading of the same ------------------------------------------------------------------------------

Case = tuple[str, Callable[[dict[str, Any]], bool]]

PATHS: list[tuple[str, Callable[[Any], Any]]] = [
    ("a", lambda s: s["a"]),
    ("b[0]", lambda s: s["b"][0]),
    ("b[1]", lambda s: s["b"][1]),
    ("c.d", lambda s: s["c"]["d"]),
]
SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
}


def compared(path: Any, sign: str, number: int) -> Case:
    text, get = path
    return f"{text} {sign} {number}", lambda s: SIGNS[sign](get(s), number)


def joined(parts: list[Case], word: str) -> Case:
    decide = all if word == "and" else any
    return f" {word} ".join(f"({text})" for text, _ in parts), lambda s: decide(one(s) for _, one in parts)


def denied(part: Case) -> Case:
    return f"not ({part[0]})", lambda s: not part[1](s)


CASES = st.recursive(
    st.builds(compared, st.sampled_from(PATHS), st.sampled_from([*SIGNS]), st.integers(-1, 3)),
    lambda inner: st.one_of(
        st.builds(joined, st.lists(inner, min_size=2, max_size=3), st.sampled_from(["and", "or"])),
        st.builds(denied, inner),
    ),
    max_leaves=8,
)


@settings(max_examples=30)
@given(CASES, st.lists(st.integers(-1, 3), min_size=4, max_size=4))
def test_a_condition_means_what_its_words_say(case: Case, numbers: list[int]) -> None:
    text, expected = case
    a, b0, b1, d = numbers
    state = {"a": a, "b": [b0, b1], "c": {"d": d}}

    assert Watch(Condition(text)).holds(state, None) is expected(state)


@settings(max_examples=30)
@given(st.text(alphabet="ab[]().*\"'<>=!0 inotrd-\\,", max_size=30))
def test_any_text_is_a_condition_or_refused(text: str) -> None:
    try:
        condition = Condition(text)
    except ConditionError as error:
        column = error.column
    else:
        column = 1
        assert Watch(condition, hides=True).holds({"a": ["?"], "b": {"a": 0}}, None) in (True, False, None)

    assert 1 <= column <= len(text) + 1


# -- along a game -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log() -> Log:
    """Two seats; entry 8 takes the bids back."""
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    for number, card in enumerate(("ace", "king", "three", "three")):
        game.play(CHANCE, Deal(number % 2, card))
    game.play(0, Bid(100))
    game.play(1, Bid(0))
    game.play(0, Play("ace"))
    game.table(Retract(4))
    game.play(1, Bid(500))
    game.play(0, Bid(None))
    return game.log


def test_every_position_is_looked_at(log: Log) -> None:
    """Inside entries and behind moves of the table too."""
    found = when(Replay(log), "changed(shown) or changed(looker)")

    assert [str(position) for position in found.positions] == ["5.2", "6", "8", "9.2", "10"]
    assert found.spans == (
        Span(Position(5, 2), Position(6), 2),
        Span(Position(8), Position(8), 1),
        Span(Position(9, 2), Position(10), 2),
    )


def test_the_first_and_the_last_are_those_of_all(log: Log) -> None:
    replay = Replay(log)
    for condition in (
        "shown",
        "changed(shown)",
        "len(hands[0]) == 0",
        "phase == 'over'",
        "not shown",
        "true",
    ):
        found = when(replay, condition).positions

        assert when(replay, condition, "first").positions == found[:1]
        assert when(replay, condition, "last").positions == found[-1:]


def test_the_last_is_found_in_a_longer_game() -> None:
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    for _ in range(40):
        game.play(CHANCE, Deal(0, "ace"))
        game.table(Retract(0))
    replay = Replay(game.log)
    for condition in ("len(hands[0]) == 0", "len(hands[0]) == 1", "changed(answers)", "answers == null"):
        found = when(replay, condition).positions

        assert when(replay, condition, "last").positions == found[-1:]


def test_a_viewer_is_told_only_what_they_can_know(log: Log) -> None:
    """And at how many positions they cannot."""
    condition = "bids[0].amount == 100"
    everything, ben, public = (when(Replay(log, viewer), condition) for viewer in (None, 1, PUBLIC))

    assert everything.spans == (Span(Position(5), Position(7), 5),)
    assert everything.unknown == 0
    assert ben.spans == (Span(Position(5, 2), Position(7), 3),)
    assert ben.unknown == 3
    assert public == ben


def test_a_redacted_copy_says_no_more_than_the_view_does(log: Log) -> None:
    for condition in ("bids[0].amount == 100", "'ace' in hands[0]", "not ('ace' in hands[0])"):
        copy = when(Replay(log.redacted(1)), condition)

        assert copy == when(Replay(log, 1), condition)


def test_a_name_that_no_state_has_is_refused_with_the_nearest(log: Log) -> None:
    with pytest.raises(PathError) as caught:
        when(Replay(log), "shwon or shown")

    assert caught.value.hint == "Did you mean shown?"


def test_a_field_that_is_not_there_in_this_game_is_noted(log: Log) -> None:
    assert when(Replay(log), "answers[7] == 3").notes == ("answers[7] is never there",)
    assert when(Replay(log, 0), "answers[7] == 3").notes == ()  # of what is hidden, nobody knows


def test_a_comparison_that_never_compares_is_noted(log: Log) -> None:
    replay = Replay(log)

    assert when(replay, "phase == 3").notes == ("in phase == 3, a text meets a number, which never compare",)
    assert when(replay, "phase > 3 and shown").notes
    assert when(replay, "shown in players").notes
    assert not when(replay, "looker == 3").notes  # it may be null
    assert not when(replay, "looker > 3").notes
    assert not when(replay, "'x' in hands[0]").notes


def test_the_answer_has_a_json_form(log: Log) -> None:
    told = when(Replay(log), "shown", "last").to_json()

    assert told == {
        "condition": "shown",
        "positions": ["10"],
        "spans": [{"from": "10", "to": "10", "count": 1}],
        "looked": 1,
        "unknown": 0,
        "notes": [],
    }


def test_a_game_without_entries_has_one_position() -> None:
    replay = Replay(Game.new(RULESET, seats=["Ana", "Ben"], luck="manual").log)

    assert when(replay, "phase == 'deal'").positions == (Position(0),)
    assert when(replay, "phase == 'deal'", "last").positions == (Position(0),)
    assert when(replay, "changed(phase)").positions == ()
