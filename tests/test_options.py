"""The options of a game: defaults, exact types, and which rule refuses what."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import attrs
import pytest

from timecore.errors import OptionRefused
from timecore.options import option, option_specs, resolve, to_map


def must_be_even(value: Any, chosen: Mapping[str, Any]) -> str | None:
    return None if value % 2 == 0 else f"must be even with {chosen['players']} players"


def must_be_counts(value: Any, _chosen: Mapping[str, Any]) -> str | None:
    bad = [key for key, count in (value or {}).items() if type(count) is not int]
    return f"must count {bad[0]}" if bad else None


@attrs.frozen
class Options:
    """One of every kind."""

    players: int = option("XX-1", within=range(2, 9), doc="how many")
    dealer: int = option("XX-2", derive=lambda chosen: chosen["players"] - 1, doc="who deals")
    far: int | None = option("XX-3", default=None, within=range(10, 1000), doc="how far")
    side: str = option("XX-4", default="A", choices=("A", "B"), doc="which side")
    supply: int | None = option("XX-5", default=30, choices=(30, None), doc="how much")
    strict: bool = option("XX-6", default=False, doc="how strict")
    even: int = option("XX-7", default=4, check=must_be_even, text="an even number", doc="how even")
    order: tuple[str, ...] = option("XX-8", default=("a", "b"), doc="which order")
    deck: dict[str, int] | None = option(  # noqa: RUF009 - a declaration, no default
        "XX-9", default=None, check=must_be_counts, doc="which cards"
    )
    cards: int | Literal["classic"] = option("XX-10", default="classic", within=range(1, 4), doc="cards")


def chosen(**given: Any) -> dict[str, Any]:
    return to_map(resolve(Options, {"players": 4} | given, rule="XX-0"))


def test_defaults_are_filled_in_and_some_follow_from_others() -> None:
    assert chosen() == {
        "players": 4,
        "dealer": 3,
        "far": None,
        "side": "A",
        "supply": 30,
        "strict": False,
        "even": 4,
        "order": ["a", "b"],
        "deck": None,
        "cards": "classic",
    }


def test_the_map_is_in_the_order_of_the_declarations() -> None:
    assert list(chosen(deck={"b": 1, "a": 2})) == [spec.name for spec in option_specs(Options)]


def test_resolved_options_resolve_to_themselves() -> None:
    stored = chosen(far=10, side="B", supply=None, strict=True, order=[], deck={"ace": 4}, cards=3)

    assert to_map(resolve(Options, stored, rule="XX-0")) == stored


@pytest.mark.parametrize(
    ("name", "value", "rule", "text"),
    [
        ("players", 1, "XX-1", "players must be a whole number from 2 to 8, not 1"),
        ("players", True, "XX-1", "players must be a whole number from 2 to 8, not true"),
        ("players", 4.0, "XX-1", "players must be a whole number from 2 to 8, not 4.0"),
        ("players", "4", "XX-1", 'players must be a whole number from 2 to 8, not "4"'),
        ("players", None, "XX-1", "players must be a whole number from 2 to 8, not null"),
        ("dealer", None, "XX-2", "dealer must be integer, not null"),
        ("far", 9, "XX-3", "far must be a whole number from 10 to 999 or null, not 9"),
        ("far", 1000, "XX-3", "far must be a whole number from 10 to 999 or null, not 1000"),
        ("side", "C", "XX-4", 'side must be "A" or "B", not "C"'),
        ("side", None, "XX-4", 'side must be "A" or "B", not null'),
        ("supply", 0, "XX-5", "supply must be 30 or null, not 0"),
        ("supply", 30.0, "XX-5", "supply must be 30 or null, not 30.0"),
        ("strict", 0, "XX-6", "strict must be boolean, not 0"),
        ("even", True, "XX-7", "even must be an even number, not true"),
        ("even", 3, "XX-7", "even must be even with 4 players, not 3"),
        ("order", "ab", "XX-8", 'order must be list of text, not "ab"'),
        ("order", ["a", 1], "XX-8", 'order must be list of text, not ["a", 1]'),
        ("deck", [], "XX-9", "deck must be an object or null, not []"),
        ("deck", {"ace": "4"}, "XX-9", 'deck must count ace, not {"ace": "4"}'),
        ("cards", 4, "XX-10", "not 4"),
        ("cards", "few", "XX-10", 'not "few"'),
    ],
)
def test_a_wrong_value_is_refused_by_its_own_rule(name: str, value: Any, rule: str, text: str) -> None:
    with pytest.raises(OptionRefused) as caught:
        chosen(**{name: value})

    assert (caught.value.rule, caught.value.option, caught.value.value) == (rule, name, value)
    assert str(caught.value).startswith(f"{rule}: ")
    assert str(caught.value).endswith(text)


def test_a_missing_option_is_refused_by_its_own_rule() -> None:
    with pytest.raises(OptionRefused, match=r"^XX-1: the option players is missing") as caught:
        resolve(Options, {}, rule="XX-0")

    assert caught.value.option == "players"


def test_an_unknown_option_is_refused_first_and_told_what_there_is() -> None:
    with pytest.raises(OptionRefused, match=r'^XX-0: there is no option "plyers"') as caught:
        resolve(Options, {"players": 99, "plyers": 4}, rule="XX-0")

    assert caught.value.hint is not None
    assert "players, dealer" in caught.value.hint


def test_of_several_faults_the_first_in_their_order_counts() -> None:
    with pytest.raises(OptionRefused, match=r"^XX-4: "):
        chosen(cards=9, even=1, side="C")


def test_none_is_a_value_and_no_absence() -> None:
    assert chosen(supply=None)["supply"] is None
    with pytest.raises(OptionRefused, match=r"^XX-6: "):
        chosen(strict=None)


def test_what_was_given_stays_as_it_was() -> None:
    given = {"players": 4, "order": ["x"]}
    resolved = resolve(Options, given, rule="XX-0")
    given["order"].append("y")  # type: ignore[attr-defined]

    assert resolved.order == ("x",)


def test_an_option_tells_its_values_where_they_can_be_listed() -> None:
    values = {spec.name: None if spec.values is None else list(spec.values) for spec in option_specs(Options)}

    assert values == {
        "players": [2, 3, 4, 5, 6, 7, 8],
        "dealer": None,
        "far": [*range(10, 1000), None],
        "side": ["A", "B"],
        "supply": [30, None],
        "strict": [False, True],
        "even": None,
        "order": None,
        "deck": None,
        "cards": [1, 2, 3, "classic"],
    }


def loaf_of(value: str | None, chosen: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(value) if value is not None else ("a",) * chosen["size"]


@attrs.frozen
class Converted:
    """Options that come to something else than was asked for."""

    size: int = option(
        "YY-1", default=None, asked=int | None, convert=lambda size, _: size or 3, doc="how large"
    )
    loaf: Sequence[str] = option("YY-2", default=None, asked=str | None, convert=loaf_of, doc="how filled")


@pytest.mark.parametrize(
    ("given", "size", "loaf"),
    [
        ({}, 3, "aaa"),
        ({"size": None, "loaf": None}, 3, "aaa"),
        ({"size": 2}, 2, "aa"),
        ({"loaf": "xyz"}, 3, "xyz"),
    ],
)
def test_a_value_may_come_to_another_type(given: dict[str, Any], size: int, loaf: str) -> None:
    """The default too; and what is made of it may depend on the options before it, resolved."""
    resolved = resolve(Converted, given, rule="YY-0")

    assert (resolved.size, resolved.loaf) == (size, tuple(loaf))
    assert to_map(resolved) == {"size": size, "loaf": list(loaf)}


@pytest.mark.parametrize(
    ("name", "value", "text"), [("size", "3", "integer or null"), ("loaf", 3, "text or null")]
)
def test_what_may_be_asked_for_is_checked_before_it_is_converted(name: str, value: object, text: str) -> None:
    with pytest.raises(OptionRefused, match=f"{name} must be {text}"):
        resolve(Converted, {name: value}, rule="YY-0")


def test_a_map_that_cannot_change_stands_in_the_header_as_one_that_can() -> None:
    counts: Any = MappingProxyType({"b": 1, "a": (2,)})
    held = to_map(attrs.evolve(resolve(Options, {"players": 4}, rule="XX-0"), deck=counts))

    assert held["deck"] == {"b": 1, "a": [2]}
    assert type(held["deck"]) is dict


def test_an_option_tells_what_it_is() -> None:
    by_name = {spec.name: spec for spec in option_specs(Options)}

    assert by_name["players"].required
    assert not by_name["players"].derived
    assert by_name["dealer"].derived
    assert by_name["dealer"].default_for({"players": 5}) == 4
    assert by_name["supply"].default == 30
    assert by_name["even"].text == "an even number"
    assert by_name["strict"].rule == "XX-6"
    assert by_name["strict"].doc == "how strict"


def test_what_cannot_even_be_printed_is_refused_all_the_same() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    for value in (deep, 10**5000):
        with pytest.raises(OptionRefused, match="XX-1"):
            chosen(players=value)
