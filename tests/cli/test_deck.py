"""`timecore deck check`: is a deck fit to be played with? And `timecore new`, which asks the same."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from cli_run import Run
from rulesets.timeline.trips import TRIPS

from timecore.log import Log

BOX = (
    files("timecore.rulesets.chicken_time_warp")
    .joinpath("decks", "chicken_time_warp.toml")
    .read_text("utf-8")
)
LETTERS = Path(__file__).parents[2] / "examples" / "decks" / "letters.toml"

FAULTY = """
format = 2
id = "My Deck"
title = " "
colour = "red"

[[cards]]
id = "Chess"
title = "Chess"
year = 0

[[cards]]
id = "go"
title = "Go"
year = "long ago"
aprox = true

[[cards]]
id = "go"
title = " GO "
year = 1.5

[[cards]]
id = "gone"
title = "\\u001b[2J"
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A deck with a fault of every kind."""
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY, encoding="utf-8")
    return path


def test_a_deck_without_faults_can_be_played_with(timecore: Run) -> None:
    """TL-10."""
    ran = timecore("deck", "check", LETTERS)

    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith(f"{LETTERS}: no faults; Timeline")
    assert ran.lines[0].endswith(f" --option deck={LETTERS}")


def test_all_faults_are_told_at_once_with_rule_card_and_id(timecore: Run, faulty: Path) -> None:
    """TL-12 to TL-17."""
    ran = timecore("deck", "check", faulty)

    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[0] == f"{faulty}: 12 faults"
    told = [" ".join(fault.split()) for fault in ran.out.split("\n  TL-")[1:]]
    assert [fault.partition(",")[0] for fault in told] == [
        "12 format must be 1",
        "12 id must be of lower-case letters and digits",
        "12 title must be a text that is not blank",
        '15 there is no field "colour"',
        "13 card 1: id must be of at most 64 lower-case letters and digits",
        "14 card 1: year must be a whole number from -20000000000 to 20000000000 other than 0",
        "14 card 2 (go): year must be a whole number from -20000000000 to 20000000000 other than 0",
        '15 card 2 (go): there is no field "aprox"',
        "14 card 3 (go): year must be a whole number from -20000000000 to 20000000000 other than 0",
        "16 card 3 (go): card 2 has the same id",
        "16 card 3 (go): card 2 has the same title",
        "13 card 4 (gone): year is missing",
    ]
    assert "\x1b" not in ran.out
    assert all(len(line) <= 80 for line in ran.lines[1:])


def test_faults_are_data_for_a_machine(timecore: Run, faulty: Path) -> None:
    ran = timecore("deck", "check", faulty, "--json", "--ruleset", "timeline")

    assert ran.code == 1
    assert (ran.json["file"], ran.json["ruleset"], ran.json["id"]) == (str(faulty), "timeline", None)
    assert len(ran.json["faults"]) == 12
    assert ran.json["faults"][7] == {
        "rule": "TL-15",
        "what": 'there is no field "aprox"',
        "position": 2,
        "id": "go",
    }
    sound = timecore("deck", "check", LETTERS, "--json")
    assert sound.code == 0
    assert (sound.json["id"], sound.json["faults"], sound.json["refused"]) == ("letters", [], None)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe", "it is not UTF-8: invalid start byte at byte 0"),
        (b"format = ", "it is not TOML: Invalid value (at end of document)"),
        (b"", "format must be 1, and is missing"),
    ],
)
def test_what_is_no_deck_at_all_is_a_fault(timecore: Run, tmp_path: Path, content: bytes, told: str) -> None:
    """TL-11: with what the reader says."""
    path = tmp_path / "deck.toml"
    path.write_bytes(content)
    ran = timecore("deck", "check", path)

    assert ran.code == 1
    assert told in " ".join(ran.out.split())


def test_a_file_that_is_not_there_cannot_be_read(timecore: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "gone.toml", tmp_path):
        ran = timecore("deck", "check", path)

        assert (ran.code, ran.out) == (3, "")
        assert ran.err.startswith(f"timecore: {path} cannot be read: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("deck", "chek", LETTERS), "ACTION needs check, not 'chek'"),
        (("deck", "check", LETTERS, "--ruleset", "time_chase"), "time_chase is played without a deck"),
        (("deck", "check", LETTERS, "--ruleset", "xyzzy"), "xyzzy"),
        (("deck", "check"), "missing argument"),
    ],
)
def test_wrong_usage_is_told(timecore: Run, arguments: tuple[object, ...], told: str) -> None:
    ran = timecore(*arguments)

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_deck_under_the_name_of_a_built_in_one_cannot_be_played_with(timecore: Run, tmp_path: Path) -> None:
    """TL-28: its file has no fault, and yet no game is made with it."""
    path = tmp_path / "deck.toml"
    path.write_text(LETTERS.read_text("utf-8").replace('"letters"', '"example"'), encoding="utf-8")
    ran = timecore("deck", "check", path)

    assert ran.code == 0
    assert ran.out.startswith(f"{path}: no faults, but the usual game cannot be made with it: TL-28: ")
    assert timecore("deck", "check", path, "--json").json["refused"].startswith("TL-28: ")
    made = timecore(
        "new", "timeline", "--players", "2", "--option", f"deck={path}", "-o", tmp_path / "g.msgpack"
    )
    assert made.code == 2
    assert "TL-28" in made.err


def test_a_deck_too_small_for_the_usual_game_says_so(timecore: Run, tmp_path: Path) -> None:
    """TL-23: with fewer cards each it will do."""
    path = tmp_path / "six trips.toml"
    path.write_text(TRIPS, encoding="utf-8")
    ran = timecore("deck", "check", path)

    assert ran.code == 0
    assert "TL-23: the deck trips has 6 cards, and 2 players with 4 cards each need 9" in ran.out
    made = ("new", "timeline", "--players", "2", "--option", f"deck={path}", "--option", "cards=2")
    assert timecore(*made, "-o", tmp_path / "game.msgpack").code == 0


def test_a_path_with_blanks_is_quoted_for_a_shell(timecore: Run, tmp_path: Path) -> None:
    path = tmp_path / "my letters.toml"
    path.write_bytes(LETTERS.read_bytes())

    assert timecore("deck", "check", path).out.endswith(f" --option 'deck={path}'\n")


def test_a_new_game_names_the_first_fault_and_how_to_see_the_others(
    timecore: Run, faulty: Path, tmp_path: Path
) -> None:
    made = ("new", "timeline", "--players", "2", "-o", tmp_path / "game.msgpack", "--option")
    ran = timecore(*made, f"deck={faulty}")

    assert ran.code == 2
    assert ran.err.splitlines() == [
        f"timecore: TL-12: {faulty}: format must be 1, not 2",
        f"Hint: There are 12 faults in all; `timecore deck check {faulty}` lists them.",
    ]
    gone = timecore(*made, f"deck={tmp_path / 'gone.toml'}")
    assert gone.code == 2
    assert gone.err.startswith(f"timecore: TL-11: {tmp_path / 'gone.toml'}: it cannot be read: no such file")
    assert not (tmp_path / "game.msgpack").exists()


def test_a_deck_is_stored_by_its_id(timecore: Run, tmp_path: Path) -> None:
    """TL-23: a path says nothing on another machine, and may say too much."""
    into = tmp_path / "game.msgpack"
    timecore("new", "timeline", "--players", "2", "--option", f"deck={LETTERS}", "-o", into)

    assert Log.load(into).header.options["deck"] == "letters"
    assert b"letters.toml" not in into.read_bytes()


def test_hostile_and_large_decks_are_told_in_few_words(timecore: Run, tmp_path: Path) -> None:
    """A title of a megabyte, a year of ten thousand digits, 20,000 faulty cards: seconds, and no flood of text."""
    huge = (
        TRIPS.replace('"Golf"', f'"{"x" * 1_000_000}"')
        .replace("1475", "9" * 4000)
        .replace("600", '"\\u009b"')
    )
    many = 'format = 1\nid = "many"\ntitle = "Many"\n' + "".join(
        f'[[cards]]\nid = "c{n}"\ntitle = "C{n}"\nyear = {n or 1}\n' for n in range(20_000)
    )
    for text, faults in ((huge, 2), (many, 0)):
        path = tmp_path / "deck.toml"
        path.write_text(text, encoding="utf-8")
        ran = timecore("deck", "check", path)

        assert ran.code == (1 if faults else 0)
        assert len(ran.out) < 2000
        assert "\x9b" not in ran.out
        if faults:
            assert ran.lines[0] == f"{path}: {faults} faults"


# -- several games read decks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "count", "code"), [("chicken_time_warp", 3, 0), ("chicken_time_warp", -1, 1), ("timeline", 3, 1)]
)
def test_the_game_that_a_deck_is_for_is_found_out(
    timecore: Run, tmp_path: Path, game: str, count: int, code: int
) -> None:
    """By what the file says; with faults, too."""
    path = tmp_path / "deck.toml"
    text = BOX.replace('game = "chicken_time_warp"', f'game = "{game}"')
    path.write_text(text.replace("count = 9", f"count = {count}"), encoding="utf-8")

    ran = timecore("deck", "check", path, "--json")

    assert (ran.code, ran.json["ruleset"]) == (code, game)
    assert bool(ran.json["faults"]) is bool(code)


def test_a_deck_for_another_game_still_can_be_checked_for_one(timecore: Run, tmp_path: Path) -> None:
    """By `--ruleset`; without it, the games that read decks are named."""
    path = tmp_path / "deck.toml"
    path.write_text(BOX.replace('game = "chicken_time_warp"', 'game = "chess"'), encoding="utf-8")

    ran = timecore("deck", "check", path)
    assert ran.code == 2
    assert "it is for none of the games that read decks: chicken_time_warp, timeline" in ran.err
    assert "--ruleset NAME" in ran.err

    ran = timecore("deck", "check", path, "--ruleset", "chicken_time_warp")
    assert ran.code == 1
    assert 'CW-11  game must be "chicken_time_warp", not "chess"' in ran.out


def test_a_game_with_a_deck_is_replayed_beside_that_deck_or_without(timecore: Run, tmp_path: Path) -> None:
    """Its counts are in the header, so the deck is not needed; another is refused."""
    deck, other, saved = tmp_path / "deck.toml", tmp_path / "other.toml", tmp_path / "game.msgpack"
    deck.write_text(BOX.replace("count = 9", "count = 12"), encoding="utf-8")
    other.write_text(BOX, encoding="utf-8")
    made = timecore(
        "simulate",
        "chicken_time_warp",
        "--players",
        "3",
        "--seed",
        "d",
        "--option",
        f"deck={deck}",
        "-o",
        saved,
    )

    assert made.code == 0
    assert Log.from_bytes(saved.read_bytes()).header.options["deck"]["clux_capacitor"] == 12
    assert timecore("audit", saved).code == 0
    assert timecore("audit", saved, "--deck", deck).code == 0
    assert timecore("replay", saved, "--deck", deck).code == 0
    refused = timecore("replay", saved, "--deck", other)
    assert refused.code == 2
    assert f"this is the deck 'CrashStache Games, 2019', and {saved} was played with another" in refused.err
