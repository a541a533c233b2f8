"""`timecore new`: a new game in a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_run import Run

from timecore.game import Game
from timecore.log import Log


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """Where the new game goes."""
    return tmp_path / "game.msgpack"


def test_a_new_game_has_sealed_luck_and_the_time_it_was_made(timecore: Run, into: Path) -> None:
    """Its deal is made, and the first seat is to move."""
    ran = timecore("new", "time_chase", "--seats", "Ana,Ben,Cho", "-o", into)
    header = Log.load(into).header

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{into}: a new game of Time Chase for Ana, Ben, Cho\n"
    assert header.names == ("Ana", "Ben", "Cho")
    assert header.luck.kind == "sealed"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", header.created or "")
    assert Game.load(into).to_act == (0,)


def test_a_seed_gives_the_same_game_each_time(timecore: Run, into: Path) -> None:
    """Byte for byte, so it says nothing of when it was made."""
    twin = into.with_name("twin.msgpack")
    for path in (into, twin):
        timecore("new", "time_chase", "--seats", "Ana, Ben ,Cho", "--seed", "s", "-o", path)

    assert into.read_bytes() == twin.read_bytes()
    assert Log.load(into).header.created is None
    assert Log.load(into).header.names == ("Ana", "Ben", "Cho")


def test_manual_luck_waits_for_the_table(timecore: Run, into: Path) -> None:
    """Nothing is dealt."""
    timecore("new", "time_chase", "--players", "4", "--luck", "manual", "-o", into)

    assert Log.load(into).header.luck.kind == "manual"
    assert Game.load(into).to_act == (-1,)


def test_options_are_json_where_they_parse_and_else_text(timecore: Run, into: Path) -> None:
    """null, numbers and booleans are what they look like; what is no JSON is a text."""
    given = ["fuel_supply=null", "dealer=1", "second_rift_ends=true", "past_bonus=new"]
    options = [word for option in [*given, 'lead_gap="earlier"'] for word in ("--option", option)]

    timecore("new", "time_chase", "--players", "3", *options, "-o", into)

    assert Log.load(into).header.options == {
        "players": 3,
        "dealer": 1,
        "side": "A",
        "fuel_supply": None,
        "past_bonus": "new",
        "lead_gap": "earlier",
        "second_rift_ends": True,
    }


def test_tags_and_draws_go_into_the_header(timecore: Run, into: Path) -> None:
    """A tag may hold what a key may not."""
    arguments = ("--tag", "place=Zaragoza", "--tag", "link=a=b", "--draws", "128")

    timecore("new", "time_chase", "--players", "3", *arguments, "-o", into)
    header = Log.load(into).header

    assert header.tags == {"place": "Zaragoza", "link": "a=b"}
    assert header.luck.draws == 128


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "7"), "TC-10: players must be 3, 4, 5 or 6, not 7"),
        ((), "TC-10: the option players is missing"),
        (("--players", "3", "--option", "side=B"), "TC-12: side "),
        (("--players", "3", "--option", "fuel_supply=30.0"), "TC-13: fuel_supply "),
        (("--players", "3", "--option", "deeler=1"), "Did you mean dealer?"),
        (("--players", "3", "--option", "dealer"), "--option needs KEY=VALUE, not 'dealer'"),
        (("--players", "3", "--tag", "=x"), "--tag needs KEY=VALUE, not '=x'"),
        (("--players", "3", "--tag", "a=1", "--tag", "a=2"), "--tag a is given twice"),
        (("--players", "3", "--seats", "Ana,Ben"), "--seats makes 2 players"),
        (("--players", "3", "--option", "players=4"), "--players makes 3 players"),
        (("--players", "3", "--draws", "100"), "power of two"),
        (("--players", "3", "--seed", "s", "--luck", "manual"), "exclude each other"),
        (("--players", "3", "--luck", "manual", "--draws", "64"), "nothing is drawn"),
        (("--seats", "Ana,,Cho"), "not blank"),
        (("--players", "3", "--luck", "fair"), "sealed or manual"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    timecore: Run, into: Path, arguments: tuple[str, ...], told: str
) -> None:
    """A refused option is named with its rule; nothing is written."""
    ran = timecore("new", "time_chase", *arguments, "-o", into)

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert not into.exists()


def test_an_unknown_ruleset_says_which_was_meant(timecore: Run, into: Path) -> None:
    """If it looks like one of them."""
    ran = timecore("new", "timechase", "--players", "3", "-o", into)

    assert ran.code == 2
    assert ran.err == "timecore: there is no ruleset 'timechase'\nHint: Did you mean time_chase?\n"


def test_a_file_that_is_there_is_not_written_over(timecore: Run, into: Path) -> None:
    """Whatever it is."""
    into.write_bytes(b"dear")

    ran = timecore("new", "time_chase", "--players", "3", "-o", into)

    assert ran.code == 2
    assert f"{into} exists already" in ran.err
    assert into.read_bytes() == b"dear"


def test_a_file_that_cannot_be_written_is_named(timecore: Run, tmp_path: Path) -> None:
    """With the reason."""
    into = tmp_path / "missing" / "game.msgpack"

    ran = timecore("new", "time_chase", "--players", "3", "-o", into)

    assert ran.code == 2
    assert ran.err == f"timecore: {into} cannot be written: no such file or directory\n"
