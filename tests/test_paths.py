"""Paths into the JSON form of a state."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timecore.errors import HiddenValue, PathError
from timecore.paths import STAR, Path, Pattern, from_pointer, get, parse, parse_pattern, scan, walk

STATE: dict[str, Any] = {
    "phase": "play",
    "fuel": [3, 0, 5],
    "hands": [["C1", "C7"], "?", []],
    "cards": [{"zone": 1, "kind": "a"}, {"zone": 2}],
    "aside": {"2 left": 8, "~/": None, "": False},
    "none": {},
}

NAMES = st.one_of(
    st.text(max_size=6), st.sampled_from(["fuel", "a/b", "~1", "0", "12", '"', "\\", "[*]", "\x1b"])
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("fuel", ("fuel",)),
        ("fuel[2]", ("fuel", 2)),
        ("a.b[0].c", ("a", "b", 0, "c")),
        ('aside["2 left"]', ("aside", "2 left")),
        ('["2 left"].x', ("2 left", "x")),
        ("[0][1]", (0, 1)),
        ('a["\\"\\\\\\n"]', ("a", '"\\\n')),
        (".", ()),
    ],
)
def test_a_path_is_read_and_written_alike(text: str, steps: tuple[str | int, ...]) -> None:
    assert parse(text) == Path(steps)
    assert str(Path(steps)) == text


def test_a_name_may_stand_in_quotes_though_it_need_not() -> None:
    assert parse('counts["C12"]') == parse("counts.C12")


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "there is no path"),
        ("fuel[", 6, "an index, "),
        ("fuel[2", 7, '"]" is missing'),
        ("fuel[-1]", 6, "counts from 0"),
        ("fuel[two]", 6, "in quotes"),
        ("fuel.2", 6, "a name is missing"),
        ("fuel..a", 6, "a name is missing"),
        ("fuel a", 5, '" " does not belong'),
        ("fuel\x1b", 5, '"\\u001b" does not belong'),
        (".fuel", 1, "a name is missing"),
        ('a["\\ud800"]', 3, "no such text"),
        ('a["\\x"]', 3, "no such text"),
        ('a["b]', 3, "an index, "),
        ("a[" + "9" * 5000 + "]", 3, "no list is so long"),
        ("fuel[*]", 5, "means many"),
        ('["[*]"][*]', 8, "means many"),
    ],
)
def test_an_error_points_to_the_column(text: str, column: int, says: str) -> None:
    with pytest.raises(PathError, match=f"column {column}: ") as caught:
        parse(text)

    assert caught.value.column == column
    assert says in caught.value.message


def test_a_path_is_read_out_of_a_longer_text() -> None:
    text = "not fuel[*] > 3"

    pattern, end = scan(text, 4)

    assert pattern == Pattern(("fuel", STAR))
    assert text[end:] == " > 3"
    with pytest.raises(PathError, match="column 13"):
        scan("1 < hand[0].", 4)


@given(JSON)
@settings(max_examples=40)
def test_every_leaf_is_found_again_by_its_path_text_and_pointer(value: Any) -> None:
    for path, leaf in walk(value):
        assert get(value, path) is leaf
        assert from_pointer(path.pointer, value) == path
        assert parse(str(path)) == path
        assert str(path).isprintable()


@given(JSON)
@settings(max_examples=30)
def test_a_value_is_the_sum_of_its_leaves(value: Any) -> None:
    leaves = list(walk(value))

    assert all(not leaf for _, leaf in leaves if isinstance(leaf, (list, dict)))
    texts = [json.dumps(leaf) for _, leaf in leaves]
    rest = json.dumps(value)
    for text in texts:  # in the value's order
        rest = rest[rest.index(text) + len(text) :]


def test_pointers_are_those_of_rfc_6901() -> None:
    assert Path(("a/b", "m~n", 0, "")).pointer == "/a~1b/m~0n/0/"
    assert Path().pointer == ""
    assert from_pointer("/fuel/2", STATE) == parse("fuel[2]")
    assert from_pointer("/gone/2/x", STATE) == parse("gone[2].x")
    assert from_pointer("/fuel/02", STATE) == Path(("fuel", "02"))
    for wrong in ("fuel", "/a~2", "/a~"):
        with pytest.raises(PathError, match="no JSON pointer"):
            from_pointer(wrong, STATE)


@pytest.mark.parametrize(
    ("path", "says", "hint"),
    [
        ("feul", "there is no feul: the state is an object of 6 names", "Did you mean fuel?"),
        ("zzz", "there is no zzz", "Its names are: phase, fuel, hands, cards, aside, none."),
        ("cards[0].Zone", "cards[0] is an object of 2 names", "Did you mean cards[0].zone?"),
        ("fuel[3]", "fuel is a list of 3", "Its indices go from 0 to 2."),
        ("fuel.total", "fuel is a list of 3", "Give an index: fuel[0]."),
        ("hands[2][0]", "hands[2] is an empty list", None),
        ("none.x", "none is an empty object", None),
        ("phase[0]", 'phase is "play"', None),
        ('aside["~/"].x', 'aside["~/"] is null', None),
        ("aside[0]", "aside is an object of 3 names", None),
    ],
)
def test_where_there_is_nothing_it_is_said_what_is_there(path: str, says: str, hint: str | None) -> None:
    with pytest.raises(PathError) as caught:
        get(STATE, parse(path))

    assert says in caught.value.message
    assert hint is None or caught.value.hint == hint
    assert caught.value.column is None


def test_no_path_leads_through_what_is_hidden() -> None:
    assert get(STATE, parse("hands[1]")) == "?"
    with pytest.raises(HiddenValue, match=r"hands\[1\] is hidden"):
        get(STATE, parse("hands[1][0]"))
    with pytest.raises(HiddenValue):
        parse_pattern("hands[1][*]").expand(STATE)


def test_a_star_stands_for_all_items_that_have_the_rest() -> None:
    def meant(text: str) -> list[str]:
        return [str(path) for path in parse_pattern(text).expand(STATE)]

    assert meant("fuel[*]") == ["fuel[0]", "fuel[1]", "fuel[2]"]
    assert meant("cards[*].kind") == ["cards[0].kind"]
    assert meant("hands[*][*]") == ["hands[0][0]", "hands[0][1]"]
    assert meant("aside[*]") == ['aside["2 left"]', 'aside["~/"]', 'aside[""]']
    assert meant("none[*]") == []
    assert meant("fuel[1]") == ["fuel[1]"]
    assert str(parse_pattern("hands[*][0]")) == "hands[*][0]"
    with pytest.raises(PathError, match=r"cards\[0\]\.gone"):
        meant("cards[*].gone")
    with pytest.raises(PathError, match="phase"):
        meant("phase[*]")


def test_a_message_holds_foreign_names_shortened_and_escaped() -> None:
    name = "\x1b[31m\u202e" + "n" * 10_000
    with pytest.raises(PathError) as caught:
        get({name: 1}, parse("other"))

    text = f"{caught.value.message} {caught.value.hint}"
    assert text.isprintable()
    assert len(text) < 300


def test_very_deep_values_are_walked_too() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]

    [(path, leaf)] = walk(deep)

    assert leaf == 1
    assert get(deep, path) == 1
