"""`timecore audit`: is a record genuine?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cli_run import Run

from timecore.audit import audit
from timecore.errors import IllegalMove
from timecore.game import Game
from timecore.log import Log
from timecore.rulesets.time_chase.rules import TimeChaseRules


def test_a_sound_game_has_no_finding(timecore: Run, game: Path) -> None:
    """The summary first, then a verdict for each question."""
    ran = timecore("audit", game)

    assert ran.code == 0
    assert ran.lines[0] == "intact, not attested"
    asked = [line.split()[0] for line in ran.lines[2:] if not line.startswith(" ")]
    assert asked == ["bytes", "chain", "openings", "rules", "chance"]
    assert max(map(len, ran.lines)) <= 84


def test_json_is_the_report(timecore: Run, game: Path, broken: Path) -> None:
    """Summary, verdicts and findings."""
    for path in (game, broken):
        told = timecore("audit", path, "--json").json

        assert told == audit(path.read_bytes()).to_json()
        assert {"summary", "verdicts", "findings"} <= set(told)


def test_a_finding_is_named_with_its_entry_and_byte(timecore: Run, broken: Path) -> None:
    """And gives exit code 1."""
    ran = timecore("audit", broken)

    assert ran.code == 1
    assert ran.lines[0] == "broken at entry 40"
    assert "Finding" in ran.lines
    assert re.search(r"entry 40, byte \d+", ran.out)


def test_a_torn_tail_alone_gives_exit_code_4(timecore: Run, torn: Path) -> None:
    """It is no proof of a bad will."""
    ran = timecore("audit", torn)

    assert (ran.code, ran.lines[0]) == (4, "tail damaged after entry 63")


def test_a_file_without_a_header_gives_exit_code_3(timecore: Run, tmp_path: Path) -> None:
    """The report says so on standard output, as every report does."""
    path = tmp_path / "nonsense"
    path.write_bytes(b"nonsense")

    ran = timecore("audit", path)

    assert (ran.code, ran.lines[0]) == (3, "broken at entry 0")


def test_another_format_is_no_verdict(timecore: Run, game: Path, tmp_path: Path) -> None:
    """It is told on standard error, with exit code 3."""
    path = tmp_path / "format-2"
    path.write_bytes(game.read_bytes().replace(b"\xa8timecore\x01", b"\xa8timecore\x02", 1))

    ran = timecore("audit", path)

    assert (ran.code, ran.out) == (3, "")
    assert "format" in ran.err


def test_a_head_known_from_elsewhere_attests_the_game(timecore: Run, game: Path, played: Log) -> None:
    """Another one is a finding."""
    right = timecore("audit", game, "--head", played.head.hex())
    wrong = timecore("audit", game, "--head", "00" * 32)

    assert (right.code, right.lines[0]) == (0, "attested")
    assert wrong.code == 1
    assert "Finding" in wrong.lines


@pytest.mark.parametrize("head", ["", "xyz", "00" * 31, "0" * 65, " ".join(["00"] * 32)])
def test_a_head_that_is_none_is_wrong_usage(timecore: Run, game: Path, head: str) -> None:
    """64 hexadecimal digits, and nothing between them."""
    ran = timecore("audit", game, "--head", head)

    assert (ran.code, ran.out) == (2, "")
    assert "64 hexadecimal digits" in ran.err


def test_without_its_ruleset_bytes_chain_and_openings_are_audited(timecore: Run, foreign: Path) -> None:
    """What was not checked is said."""
    told = timecore("audit", foreign, "--json").json["verdicts"]

    assert told["bytes"]["verdict"] == "sound"
    assert told["chain"]["verdict"] == "unbroken"
    assert told["openings"]["verdict"] == "full"
    assert told["rules"]["verdict"] == "not checked"


def test_what_was_legal_stands_beside_an_illegal_move(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few of the moves; all of them as JSON."""
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="illegal")
    game.play(0, game.legal_moves(0)[0])
    path = tmp_path / "illegal.msgpack"
    game.save(path)
    decide = TimeChaseRules.decide

    def stricter(self: TimeChaseRules, state: Any, actor: int, move: Any) -> object:
        if actor >= 0:
            legal = self.legal_moves(state, actor)
            message = "not today"
            raise IllegalMove(message, rule="TC-44", actor=actor, move=move, legal=legal)
        return decide(self, state, actor, move)

    monkeypatch.setattr(TimeChaseRules, "decide", stricter)
    ran = timecore("audit", path)

    assert ran.code == 1
    assert ran.lines[0] == "irregular at entry 32"
    assert "TC-44" in ran.out
    assert "legal     {" in ran.out
    assert "and 2 more" in ran.out
