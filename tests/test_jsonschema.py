"""JSON Schema of a ruleset: what is valid by it is what the library writes and reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tiny import RULESET as TINY
from tiny import Tiny

from timecore.actors import PUBLIC, Viewer
from timecore.bots import make_bots, simulate
from timecore.chance import Luck
from timecore.errors import OptionRefused
from timecore.game import Game
from timecore.hidden import Hidden
from timecore.jsonschema import json_schema
from timecore.log import Log
from timecore.messages import Move, Part, Vocabulary, field, message
from timecore.options import option
from timecore.registry import get_ruleset
from timecore.replay import Replay
from timecore.ruleset import Keywords, Ruleset
from timecore.table import (
    TABLE_MOVES,
    Adjourn,
    Branch,
    Forfeit,
    NonceCommit,
    NonceReveal,
    Note,
    Resume,
    Retract,
    RevealSeed,
    Rule,
    Seal,
    Void,
)
from timecore.transcript import export_json, export_lines
from timecore_cli import main

TIME_CHASE = get_ruleset("time_chase")
REPLAYS = sorted((Path(__file__).parent.parent / "replays").glob("*.msgpack"))
A_TIME_CHASE = REPLAYS[0].with_name("time_chase-3p.msgpack")


@cache
def validator(rules: Ruleset[Any], name: str | None = None) -> Draft202012Validator:
    """What checks lines of an export, or what a name under `$defs` means."""
    schema = json_schema(rules)
    if name is not None:
        schema = {"$defs": schema["$defs"], "$ref": f"#/$defs/{name}"}
    return Draft202012Validator(schema)


def viewers(log: Log) -> list[Viewer | None]:
    return [None, PUBLIC, *range(len(log.header.seats))]


def played(rules: Ruleset[Any], seats: int, seed: str) -> Log:
    game = Game.new(rules, seats=[f"N{seat}" for seat in range(seats)], seed=seed)
    simulate(game, make_bots(rules, ["random"] * seats, seed))
    return game.log


# -- what the library writes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [TIME_CHASE, TINY])
def test_the_schema_is_one(rules: Ruleset[Any]) -> None:
    """By draft 2020-12, and JSON."""
    schema = json_schema(rules)

    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == f"urn:timecore:{rules.name}:{rules.version}"
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_every_exported_line_is_valid(path: Path) -> None:
    """Of every record there is: as all of it, as the public and as each seat."""
    log = Log.load(path)
    # What two see alike need not be looked at twice.
    lines = {json.dumps(one) for viewer in viewers(log) for one in export_lines(log, viewer)}

    for one in lines:
        validator(log.rules).validate(json.loads(one))


def test_what_replay_prints_for_programs_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    """An export, each event with its sentence."""
    assert main(["replay", str(A_TIME_CHASE), "--jsonl", "--from", "25", "--to", "45"]) == 0

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "text" in lines[1]["events"][0]
    for one in lines:
        validator(TIME_CHASE).validate(one)


def test_an_export_in_one_piece_is_valid() -> None:
    """As everybody sees it."""
    for viewer in viewers(log := played(TINY, 2, "a")):
        validator(TINY, "document").validate(export_json(log, viewer))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lines_of_any_ruleset_are_valid(seats: int) -> None:
    """Weighted chance, fields that nobody sees or two seats see, values that are public, lists of parts."""
    line = validator(TINY)

    for seed in "abc":
        log = played(TINY, seats, seed)
        for viewer in viewers(log):
            for one in export_lines(log, viewer):
                line.validate(one)


def test_lines_of_a_copy_without_names_are_valid() -> None:
    """An erased name is "?"."""
    log = played(TINY, 2, "a").redacted(1, erase=[0])

    for one in export_lines(log):
        validator(TINY).validate(one)


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_every_state_and_every_view_of_a_saved_game_is_valid(path: Path) -> None:
    """The exact schema of TC-17, or of section 4 of Timeline's rules, held against all that happens in a game."""
    log = Log.load(path)

    for viewer in (None, PUBLIC, len(log.header.seats) - 1):
        replay = Replay(log, viewer)
        for position in range(replay.end, -1, -4):  # a validator is slow, and states are large
            validator(log.rules, "state").validate(replay.state_at(position).to_json())


def test_a_state_inside_an_entry_is_valid() -> None:
    """After every single event, too."""
    for step in Replay(Log.load(A_TIME_CHASE)).steps(30):
        validator(TIME_CHASE, "state").validate(step.state.to_json())


def test_the_schema_of_a_state_names_all_its_fields() -> None:
    """And says what each means."""
    state = TIME_CHASE.start(TIME_CHASE.resolve_options({"players": 3})).to_json()
    schema = json_schema(TIME_CHASE)["$defs"]["state"]

    assert list(schema["properties"]) == list(state)
    assert schema["required"] == list(state)
    assert all(one["description"] for one in schema["properties"].values())


def test_without_a_form_a_state_is_any_object() -> None:
    """So that a ruleset need not give one."""
    assert json_schema(TINY)["$defs"]["state"] == {"type": "object"}


TABLE = [
    Retract(0),
    Rule(3, "so be it"),
    Forfeit(1),
    Void("late"),
    Adjourn(),
    Resume(),
    Note("rain"),
    Branch(None),
    Branch(Luck.manual()),
    Branch(Luck.sealed(4)),
    Branch(Luck.sealed(64).redacted()),
    Branch(Luck.given("seed", 65536)),
    Branch(Luck.given("seed", 1).redacted()),
    RevealSeed(bytes(16), bytes(32)),
    NonceCommit(bytes(32)),
    NonceReveal(bytes(32)),
    Seal("finished", ("1", "0")),
]


def test_every_move_of_the_table_is_valid_in_an_entry() -> None:
    """Without events, with what stands beside it."""
    line = validator(TIME_CHASE)

    assert {type(move) for move in TABLE} == set(TABLE_MOVES.classes)
    for move in TABLE:
        line.validate(
            {"seq": 1, "actor": -2, "move": move.to_json(), "events": [], "meta": {"id": "00", "seen": 1}}
        )


# -- what it refuses -------------------------------------------------------------------------------------------


def spoilt(value: Any) -> Iterator[Any]:
    """A JSON value with one thing wrong: a field missing, one too many, or a value of another type."""
    if isinstance(value, dict):
        yield value | {"no_such_field": 1}
        for key, one in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield value | {key: 0.5}
            for worse in spoilt(one):
                yield value | {key: worse}
    elif isinstance(value, list):
        for index, one in enumerate(value):
            for worse in spoilt(one):
                yield [*value[:index], worse, *value[index + 1 :]]


def test_a_line_with_anything_wrong_in_it_is_not_valid() -> None:
    """Every field of every kind of move and event, missing, of a wrong type, or with another beside it."""
    log = Log.load(A_TIME_CHASE)
    header, *entries = export_lines(log)
    kinds = {
        name: {
            one["type"]: one for line in entries for one in ([line[name]] if name == "move" else line[name])
        }
        for name in ("move", "events")
    }

    assert len(kinds["move"]) == 5
    assert len(kinds["events"]) > 15
    for name, samples in (("move", kinds["move"]), ("event", kinds["events"])):
        for sample in samples.values():
            assert not any(map(validator(TIME_CHASE, name).is_valid, spoilt(sample)))
    for line in (header | {"tags": {}}, entries[0]):
        wrong = [worse for worse in spoilt(line) if worse.get("tags") in (None, {}, 0.5)]  # tags are free
        assert not any(map(validator(TIME_CHASE).is_valid, wrong))


@pytest.mark.parametrize(
    "worse",
    [
        {"phase": "pause"},
        {"present": 11},
        {"present": True},
        {"fuel": [-1, 0, 0]},
        {"discs": [4, 3, 3]},
        {"invariant": "F1"},
        {"invariant": "A14"},
        {"invariant": "?"},
        {"hands": [["A07"], [], []]},
        {"hands": [[None], [], []]},
        {"committed_fuel": ["1", None, None]},
        {"travelers": [6.5, None, None]},
        {"timeline": [{"at": 0, "led_card": None, "winning_card": None, "control": None}]},
        {"timeline": [{"at": 1, "led_card": None, "winning_card": None}]},
        {"contest": {"seats": [0], "revealed": [{"seat": 0, "card": "?"}]}},
        {"options": {"players": 3}},
        {"result": {}},
    ],
)
def test_a_state_that_cannot_be_is_not_valid(worse: Mapping[str, Any]) -> None:
    """Nor one with a field too many."""
    state = TIME_CHASE.start(TIME_CHASE.resolve_options({"players": 3})).to_json()
    valid = validator(TIME_CHASE, "state").is_valid

    assert valid(state)
    assert not valid(state | worse)


def test_only_private_fields_may_be_hidden() -> None:
    """And the schema says who sees them."""
    valid = validator(TIME_CHASE, "event").is_valid
    properties = json_schema(TIME_CHASE)["$defs"]["event"]["$defs"]["CardDealt"]["properties"]

    assert valid({"type": "CardDealt", "seat": 0, "card": "?"})
    assert not valid({"type": "CardDealt", "seat": "?", "card": "A1"})
    assert properties["card"]["x-audience"] == ["seat"]
    assert "x-audience" not in properties["seat"]


# -- options ---------------------------------------------------------------------------------------------------

CHOSEN = st.fixed_dictionaries(
    {},
    optional={
        "players": st.sampled_from([2, 3, 6, 7, True, "3", None]),
        "side": st.sampled_from(["A", "C", None]),
        "fuel_supply": st.sampled_from([30, 29, None, False]),
        "past_bonus": st.sampled_from(["stack", "new", "old"]),
        "lead_gap": st.sampled_from(["marker", "earlier", 1]),
        "second_rift_ends": st.sampled_from([True, False, 0, None]),
        "deeler": st.just(1),
    },
)


@given(CHOSEN)
def test_options_are_valid_if_the_ruleset_takes_them(chosen: dict[str, Any]) -> None:
    """As far as each stands for itself; resolved, as a header holds them, they are valid as well."""
    valid = validator(TIME_CHASE, "options").is_valid(chosen)
    try:
        resolved = TIME_CHASE.resolve_options(chosen)
    except OptionRefused:
        assert not valid
    else:
        assert valid
        assert validator(TIME_CHASE, "resolved_options").is_valid(TIME_CHASE.options_map(resolved))


def test_options_come_with_defaults_and_rules() -> None:
    """What a front end needs to ask for them."""
    options = json_schema(TIME_CHASE)["$defs"]["options"]

    assert options["required"] == ["players"]
    assert options["properties"]["players"] == {
        "description": "Number of seats.",
        "type": "integer",
        "minimum": 3,
        "maximum": 6,
        "x-rule": "TC-10",
    }
    assert options["properties"]["fuel_supply"]["default"] == 30
    assert "default" not in options["properties"]["dealer"]
    assert options["properties"]["second_rift_ends"]["type"] == "boolean"


# -- all that a ruleset can declare ----------------------------------------------------------------------------


@message
class Mark(Part):
    """A part.

    Attributes:
        at: Where it is,
            in two lines.
        text: What it says.
    """

    at: int
    text: str | None


@message
class Everything(Move):
    """A move with fields of all kinds.

    More is said here.
    """

    number: int
    word: str
    flag: bool
    data: bytes
    choice: Literal["a", "b", 3]
    many: tuple[int | None, ...]
    pair: tuple[int, str]
    marks: tuple[Mark, ...]
    maybe: tuple[str, ...] | None
    secret: str | Hidden | None = field(audience=("actor",))


@attrs.frozen
class AllOptions:
    """Options of all kinds."""

    players: int = option("X-1", within=range(2, 5), doc="")
    deck: Mapping[str, int] | None = option("X-2", default=None, doc="")
    names: tuple[str, ...] = option("X-3", default=("a",), doc="")
    step: int = option("X-4", default=2, within=range(0, 9, 2), doc="")


class Inner(TypedDict):
    """A part of it."""

    counts: dict[str, int]
    last: NotRequired[Annotated[int, "not a keyword", Keywords(minimum=0)]]


class Form(TypedDict):  # noqa: D101 - without a docstring there is no description
    inner: Inner | None
    pairs: list[tuple[int, str]]
    mark: Mark
    anything: dict[str, Any]


class All(Tiny):
    """A ruleset that declares all that can be declared."""

    name = "all"
    options = AllOptions  # type: ignore[assignment]
    moves = Vocabulary[Move]((Everything,))

    def state_form(self) -> Any:
        return Form


LEAVES = st.sampled_from([None, True, 0, 3, 1.5, "", "a", "?", "0a", "0A", "abc"])
VALUES = (
    LEAVES
    | st.lists(LEAVES, max_size=2)
    | st.lists(st.fixed_dictionaries({"at": LEAVES, "text": LEAVES}), max_size=2)
)
RIGHT = {
    "type": "Everything",
    "number": 1,
    "word": "w",
    "flag": False,
    "data": "00ff",
    "choice": "a",
    "many": [1, None],
    "pair": [1, "x"],
    "marks": [{"at": 1, "text": None}],
    "maybe": None,
    "secret": "s",
}
EVERYTHING = validator(All(), "move")


@given(st.sampled_from([*RIGHT][1:]), VALUES)
def test_a_move_is_valid_if_it_can_be_read(name: str, value: Any) -> None:
    """Whatever stands in whichever field: schema and reader are of one mind."""
    one = RIGHT | {name: value}
    try:
        All().move_from_json(one)
    except ValueError:
        assert not EVERYTHING.is_valid(one)
    else:
        assert EVERYTHING.is_valid(one)


def test_what_is_written_about_a_class_is_in_its_schema() -> None:
    """The first paragraph; what stands under Attributes, field by field."""
    everything = json_schema(All())["$defs"]["move"]["$defs"]["Everything"]
    mark = everything["properties"]["marks"]["items"]

    assert (everything["title"], everything["description"]) == (
        "Everything",
        "A move with fields of all kinds.",
    )
    assert mark["description"] == "A part."
    assert mark["properties"]["at"] == {"description": "Where it is, in two lines.", "type": "integer"}
    assert mark["properties"]["text"]["description"] == "What it says."
    assert "type" not in mark["properties"]


def test_options_of_all_kinds_have_a_schema() -> None:
    """Maps, lists and numbers in steps."""
    valid = validator(All(), "options").is_valid

    assert valid({"players": 2, "deck": {"ace": 1}, "names": ["x"], "step": 4})
    assert not valid({"players": 2, "deck": {"ace": "1"}})
    assert not valid({"players": 2, "names": "x"})
    assert not valid({"players": 2, "step": 3})
    assert json_schema(All())["$defs"]["options"]["properties"]["names"]["default"] == ["a"]


def test_a_form_may_hold_maps_lists_parts_and_further_forms() -> None:
    """And fields that may be missing."""
    valid = validator(All(), "state").is_valid
    right = {
        "inner": {"counts": {"x": 1}, "last": 0},
        "pairs": [[1, "x"]],
        "mark": {"at": 1, "text": None},
        "anything": {"a": []},
    }

    assert valid(right)
    assert valid(right | {"inner": {"counts": {}}})
    assert valid(right | {"inner": None})
    assert not valid(right | {"inner": {"counts": {}, "last": -1}})
    assert not valid(right | {"inner": {"counts": {"x": "1"}}})
    assert not valid(right | {"pairs": [[1, "x", 2]]})
    assert "description" not in json_schema(All())["$defs"]["state"]


def test_what_json_cannot_hold_is_refused() -> None:
    """With the annotation that is to blame."""

    class Floating(All):
        def state_form(self) -> Any:
            return list[float]

    with pytest.raises(TypeError, match="float"):
        json_schema(Floating())


def test_keywords_show_what_they_say() -> None:
    """In a traceback, say."""
    assert repr(Keywords(minimum=0, maximum=5)) == "Keywords(minimum=0, maximum=5)"
