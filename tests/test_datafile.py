"""Games that are made with a data file: read once, when the game is created, and only where that is wanted."""

import json
import os
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from tiny import RULESET as TINY

from timecore import datafile
from timecore.audit import audit
from timecore.datafile import FileFault, game_named, is_path, read_data_file, read_table
from timecore.errors import FileMissing, FileRefused, OptionRefused, UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay
from timecore.rulesets.timeline import RULESET
from timecore.transcript import export_lines, import_lines

DECK = """
format = 1
id = "mine"
title = "Mine"
cards = [
  {id = "b", title = "B", year = 7654321},
  {id = "a", title = "A", year = -7654321},
  {id = "c", title = "C", year = 1},
  {id = "d", title = "D", year = 2},
  {id = "e", title = "E", year = 3},
]
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(DECK, "utf-8")
    return path


def new(options: dict[str, Any], **more: Any) -> Game:
    return Game.new("timeline", seats=["Ana", "Ben"], options={"cards": 1} | options, seed="s", **more)


def test_a_file_is_read_when_the_game_is_created_and_not_needed_afterwards(deck: Path) -> None:
    """The record is self-contained: it replays, and the game goes on, where the file is not."""
    game = new({"deck": str(deck)})
    deck.unlink()
    data = game.log.to_bytes()

    assert game.log.header.options["deck"] == "mine"
    assert b"mine.toml" not in data
    again = Game.from_log(Log.from_bytes(data))
    while again.to_act:
        again.play(again.to_act[0], again.legal_moves(again.to_act[0])[0])
        if len(again.entries) > 60:
            break
    assert Replay(again.log).go(-1).state == again.state


def test_a_path_may_be_any_path(deck: Path) -> None:
    assert new({"deck": deck}).log.header.options["deck"] == "mine"


def test_an_app_may_hand_the_file_over_itself(deck: Path) -> None:
    """The rules have it at hand then; they copy and pickle."""
    rules = pickle.loads(pickle.dumps(RULESET.with_file(deck.read_bytes())))  # noqa: S301 - our own bytes

    game = Game.new(rules, seats=["Ana", "Ben"], options={"deck": "mine", "cards": 1}, seed="s")

    assert rules.file_name == "mine"
    assert game.log.to_bytes() == new({"deck": str(deck)}).log.to_bytes()


def test_where_strangers_give_the_options_no_file_is_read(deck: Path) -> None:
    with pytest.raises(OptionRefused) as caught:
        new({"deck": str(deck)}, files=False)

    assert not isinstance(caught.value, FileRefused)
    assert caught.value.rule == "TL-23"


@pytest.mark.parametrize("made", ["nothing", "folder", "large", "zero byte"])
def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the rule that the game gives for that, with the path and the reason."""
    path = str(tmp_path / "x.toml")
    if made == "folder":
        Path(path).mkdir()
    elif made == "large":
        monkeypatch.setattr(datafile, "LONGEST", 10)
        Path(path).write_text(DECK, "utf-8")
    elif made == "zero byte":
        path = "x\0.toml"

    with pytest.raises(FileRefused, match=r"TL-11: .*it cannot be read: ") as caught:
        new({"deck": path})

    assert caught.value.value == path
    assert caught.value.option == "deck"
    assert len(caught.value.faults) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.toml")

    with pytest.raises(OSError, match="not a regular file"):
        read_data_file(tmp_path / "x.toml")


def test_all_faults_are_told_and_the_first_is_named(deck: Path) -> None:
    deck.write_text(DECK.replace("year = 1}", "year = 0}").replace('"E"', '"d "'), "utf-8")

    with pytest.raises(FileRefused, match=r"TL-14: .*mine\.toml: card 3 \(c\): year must be") as caught:
        new({"deck": str(deck)})

    assert [fault.rule for fault in caught.value.faults] == ["TL-14", "TL-16"]
    assert caught.value.rule == "TL-14"
    assert caught.value.hint == "There are 2 faults in all."


def test_a_fault_says_where_and_what() -> None:
    fault = FileFault("TL-13", "the title is blank", 3, "senet")

    assert str(fault) == "card 3 (senet): TL-13: the title is blank"
    assert str(FileFault("TL-12", "there are no cards")) == "TL-12: there are no cards"
    assert fault.to_json() == {"rule": "TL-13", "what": "the title is blank", "position": 3, "id": "senet"}


@pytest.mark.parametrize("value", [None, 3, True, "mine", "mine.tomb", b"x.toml", ["x.toml"]])
def test_not_every_value_is_a_path(value: object) -> None:
    assert not is_path(value)
    assert TINY.prepare({"players": 2})[0] is TINY


def test_a_move_that_needs_the_file_says_so() -> None:
    """At a real table the deck may be opened long after the game was created, and elsewhere."""
    rules = RULESET.with_file(DECK.encode())
    options = {"deck": "mine", "cards": 1}
    log = Game.new(rules, seats=["Ana", "Ben"], options=options, luck="manual").log
    game = Game.from_log(Log.from_bytes(log.to_bytes()))

    with pytest.raises(FileMissing, match="the deck mine is neither built in nor at hand") as caught:
        game.play(-1, {"type": "OpenDeck", "deck": "mine"})

    assert (caught.value.name, caught.value.file) == ("timeline", "mine")


class TestAudit:
    """What needs the file is judged with it, and looked at as far as possible without it."""

    def test_with_the_file_all_is_judged(self, deck: Path) -> None:
        data = new({"deck": str(deck)}).log.to_bytes()

        verdict = audit(data, rules=RULESET.with_file(DECK.encode())).verdicts["rules"]

        assert verdict.verdict == "legal"
        assert "all 4 moves judged" in verdict.detail

    def test_without_it_the_deck_is_not_compared_which_is_no_irregularity(self, deck: Path) -> None:
        data = new({"deck": str(deck)}).log.to_bytes()

        report = audit(data)

        assert report.findings == ()
        assert report.verdicts["rules"].verdict == "legal, deck not compared"
        assert "3 of 4 moves judged; the deck of entry 1 was not compared: its file is not at hand" in (
            report.verdicts["rules"].detail
        )

    def test_another_file_of_the_same_name_is_not_at_hand(self, deck: Path) -> None:
        data = new({"deck": str(deck)}).log.to_bytes()
        other = RULESET.with_file(DECK.replace("year = 3", "year = 4").encode())

        report = audit(data, rules=other)

        assert report.findings == ()
        assert report.verdicts["rules"].verdict == "legal, deck not compared"

    def test_a_redacted_copy_is_looked_at_as_far_as_it_shows(self, deck: Path) -> None:
        log = new({"deck": str(deck)}).log

        report = audit(log.redacted(0).to_bytes())

        assert report.findings == ()
        assert "was not compared: this copy hides part of it" in report.verdicts["rules"].detail


class TestImport:
    """Lines may come from strangers: the deck is given beside them, and never named by a path in them."""

    def test_a_game_with_a_deck_is_imported_with_the_deck_at_hand(self, deck: Path) -> None:
        log = new({"deck": str(deck)}).log

        found = import_lines(map(json.dumps, export_lines(log)), rules=RULESET.with_file(DECK.encode()))

        assert found.error is None
        assert found.game is not None
        assert found.game.state.years == Replay(log).go(-1).state.years

    def test_a_path_in_the_lines_is_not_read(self, deck: Path) -> None:
        line = f'{{"ruleset": "timeline", "players": 2, "options": {{"deck": "{deck}"}}}}'

        found = import_lines([line])

        assert found.error is not None
        assert found.error.rule == "TL-23"

    def test_the_rules_must_be_those_of_the_game(self) -> None:
        found = import_lines(['{"ruleset": "time_chase", "players": 3}'], rules=RULESET)

        assert found.error is not None
        assert "this is a game of" in found.error.message


def test_a_game_that_reads_no_files_says_so() -> None:
    with pytest.raises(UsageError, match="without a data file"):
        TINY.with_file(b"")
    assert not TINY.reads_file(b"")
    assert TINY.file_name is TINY.file_value is None


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ('game = "chess"', "chess"),
        ("# a deck\n  game='chess' # or so\nx = [", "chess"),
        ('x = 1\n\ngame\t=\t"time_chase"\n[y]\n', "time_chase"),
        ("", None),
        ("game = 1", None),
        ('game = "two words"', None),
        ('agame = "chess"', None),
        ('[x]\ngame = "chess"', None),
        ('[[cards]]\ngame = "chess"', None),
        ("\xff\xfe", None),
    ],
)
def test_a_file_may_name_its_game_before_its_first_table(text: str, game: str | None) -> None:
    """Whether or not the rest can be read."""
    assert game_named(text.encode("latin-1")) == game


def test_a_file_that_names_no_game_may_be_for_any_that_reads_files() -> None:
    assert RULESET.reads_file(DECK.encode())
    assert RULESET.reads_file(b'game = "timeline"')
    assert not RULESET.reads_file(b'game = "chicken_time_warp"')


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"x = \xff", "it is not UTF-8: invalid start byte at byte 4"),
        (b"x", "it is not TOML: "),
        (b'x = "\x1b"', "it is not TOML: Illegal character '\\x1b'"),
        (b"x = " + b"[" * 5000, "it is nested too deeply"),
        (b"a" + b".a" * 40 + b" = 1", "it has a key of very many parts"),
        (b"x = " + b"1" * 5000, "it has a number of too many digits"),
    ],
)
def test_what_is_no_table_is_told_in_one_line(data: bytes, what: str) -> None:
    with pytest.raises(ValueError, match=re.escape(what)) as caught:
        read_table(data)

    assert str(caught.value).isprintable()


def test_a_table_is_read() -> None:
    assert read_table(b"x = 1\n[y]\nz = true") == {"x": 1, "y": {"z": True}}


def test_a_table_that_is_too_large_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafile, "LONGEST", 3)

    with pytest.raises(ValueError, match="more than 3 bytes"):
        read_table(b"x = 1")
