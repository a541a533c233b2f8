"""`timecore audit`: is a record genuine?"""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from cli_run import Run
from recording import continued

from timecore.actors import TABLE
from timecore.audit import audit
from timecore.entry import Entry
from timecore.errors import IllegalMove
from timecore.game import Game
from timecore.log import Log
from timecore.rulesets.time_chase.rules import TimeChaseRules
from timecore.table import Resume


def test_a_sound_game_has_no_finding(timecore: Run, game: Path) -> None:
    """The summary first, then a verdict for each question."""
    ran = timecore("audit", game)

    assert ran.code == 0
    assert ran.lines[0] == "intact, not attested"
    asked = [line.split()[0] for line in ran.lines[2:] if not line.startswith(" ")]
    assert asked == ["bytes", "chain", "openings", "rules", "chance", "signatures", "seal"]
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


def test_a_damaged_header_gives_exit_code_3(timecore: Run, game: Path, tmp_path: Path) -> None:
    """The report says so on standard output, as every report does."""
    path = tmp_path / "short.msgpack"
    path.write_bytes(game.read_bytes()[:100])

    ran = timecore("audit", path)

    assert (ran.code, ran.lines[0]) == (3, "broken at entry 0")
    assert timecore("audit", path, "--json").json["summary"] == "broken at entry 0"


FOREIGN = {
    b"": ("the file is empty", "A record has a header"),
    b"nonsense": ("not a record of timecore", "something else"),
    b"\x95": None,
    b'{"timecore": 1, "ruleset": "time_chase"}\n': ("not a record of timecore", "`timecore import`"),
    b'{"ruleset": "time_chase"}\n': ("not a record of timecore", "`timecore import`"),
    b"\xef\xbb\xbf [1]": ("not a record of timecore", "`timecore import`"),
    b"\x1f\x8b\x08\x00": ("not a record of timecore", "unpack it first"),
}


@pytest.mark.parametrize("command", ["audit", "replay", "show", "legal", "export", "repair"])
@pytest.mark.parametrize("data", FOREIGN)
def test_a_file_that_never_was_a_record_is_called_that(
    timecore: Run, tmp_path: Path, data: bytes, command: str
) -> None:
    """By every command alike, with what it may be; a single byte may be all that was written of a record."""
    path = tmp_path / "file"
    path.write_bytes(data)
    told = FOREIGN[data]

    ran = timecore(command, path)

    assert ran.code == 3
    if told is None:
        assert "broken at entry 0" in ran.out + ran.err
    else:
        message, hint = told
        assert ran.out == ""
        assert ran.err.startswith(f"timecore: {path}: {message}\nHint: ")
        assert hint in ran.err


def test_what_is_no_record_is_an_error_for_a_machine(timecore: Run, tmp_path: Path) -> None:
    """And not a report."""
    path = tmp_path / "file"
    path.write_bytes(b"nonsense")

    ran = timecore("audit", path, "--json")

    assert (ran.code, ran.out) == (3, "")
    assert ran.error["error"] == "NotARecord"


@pytest.mark.parametrize("command", ["audit", "replay", "show", "legal", "export", "redact"])
def test_a_torn_tail_leads_to_repair(timecore: Run, torn: Path, tmp_path: Path, command: str) -> None:
    """Wherever it is met."""
    more = ("--as", "public", "-o", tmp_path / "copy.msgpack") if command == "redact" else ()

    ran = timecore(command, torn, *more)

    assert ran.code == 4
    said = " ".join((ran.out + ran.err).split())
    assert f"`timecore repair {torn}` cuts the damaged tail off and keeps it beside the record." in said
    assert "A write was cut off, or what stands last was changed: " in said


def test_several_files_get_a_line_each(
    timecore: Run, game: Path, torn: Path, broken: Path, tmp_path: Path
) -> None:
    """In their order, and the worst exit code: a finding, else what cannot be read, else a torn tail."""
    missing = tmp_path / "missing.msgpack"

    assert timecore("audit", game, game).code == 0
    assert timecore("audit", game, torn).code == 4
    assert timecore("audit", torn, missing).code == 3
    ran = timecore("audit", torn, missing, broken, game)

    assert ran.code == 1
    assert [tuple(re.split(" {2,}", line)) for line in ran.lines] == [
        ("tail damaged after entry 63", str(torn)),
        ("not readable", str(missing)),
        ("broken at entry 40", str(broken)),
        ("intact, not attested", str(game)),
    ]
    assert f"{missing} cannot be read" in ran.err


def test_several_files_are_a_list_for_a_machine(timecore: Run, game: Path, tmp_path: Path) -> None:
    """Of the reports, each with its file; of an error where there is none."""
    missing = tmp_path / "missing.msgpack"

    first, second = timecore("audit", game, missing, "--json").json

    assert first == {"file": str(game)} | audit(game.read_bytes()).to_json()
    assert (second["file"], second["exit_code"]) == (str(missing), 3)
    assert "cannot be read" in second["error"]


def test_a_list_of_heads_attests_many(
    timecore: Run, game: Path, torn: Path, played: Log, tmp_path: Path
) -> None:
    """By name or path, as sha256sum writes such lists; another head is not called intact."""
    heads, copy = tmp_path / "heads", tmp_path / "copy.msgpack"
    copy.write_bytes(game.read_bytes())
    heads.write_text(f"{played.head.hex()}  {game.name}\n\n{'00' * 32} {copy}\n", "utf-8")

    ran = timecore("audit", game, copy, torn, "--heads", heads)

    assert ran.code == 1
    assert [re.split(" {2,}", line)[0] for line in ran.lines] == [
        "attested",
        "another head",
        "tail damaged after entry 63",
    ]
    assert ran.err == f"timecore: {heads} has no head of {torn}\n"
    assert timecore("audit", game, "--heads", heads).lines[0] == "attested"
    heads.write_text(f"{b64encode(played.head).decode()}  {game.name}\n", "utf-8")
    assert timecore("audit", game, "--heads", heads).lines[0] == "attested"


@pytest.mark.parametrize("line", ["00 game.msgpack", "00" * 32, f"{'00' * 32} a\n{'11' * 32} a"])
def test_a_list_of_heads_that_is_none_is_wrong_usage(
    timecore: Run, game: Path, tmp_path: Path, line: str
) -> None:
    """With the number of its line."""
    heads = tmp_path / "heads"
    heads.write_text(f"\n{line}\n", "utf-8")

    ran = timecore("audit", game, "--heads", heads)

    assert (ran.code, ran.out) == (2, "")
    assert f"{heads}, line {3 if len(line) > 100 else 2}: " in ran.err


def test_one_head_is_for_one_file(timecore: Run, game: Path, torn: Path, played: Log) -> None:
    """Two files cannot both be meant."""
    ran = timecore("audit", game, torn, "--head", played.head.hex())

    assert ran.code == 2
    assert "--heads" in ran.err


def test_verdicts_have_colours_on_a_terminal(
    timecore: Run, game: Path, torn: Path, broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are the same; what is no good news stands out."""
    plain = timecore("audit", broken).out
    monkeypatch.setattr("timecore_cli._output.colour_wanted", lambda: True)

    assert timecore("audit", game).lines[0] == "\x1b[32mintact, not attested\x1b[0m"
    assert timecore("audit", torn).lines[0] == "\x1b[33mtail damaged after entry 63\x1b[0m"
    coloured = timecore("audit", broken)
    assert coloured.lines[0] == "\x1b[31mbroken at entry 40\x1b[0m"
    assert re.sub(r"\x1b\[[0-9]+m", "", coloured.out) == plain


def test_no_line_is_wider_than_80_columns(timecore: Run, game: Path, tmp_path: Path) -> None:
    """Nor the head of a copy, beside whose verdicts there is little room."""
    copy = tmp_path / "copy.msgpack"
    assert timecore("redact", game, "--as", "public", "-o", copy).code == 0

    assert max(map(len, timecore("audit", copy).lines)) <= 80


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
    in_base64 = b64encode(played.head).decode()
    assert timecore("audit", game, "--head", in_base64).lines[0] == "attested"
    assert "Finding" in wrong.lines


@pytest.mark.parametrize(
    "head", ["", "xyz", "00" * 31, "0" * 65, " ".join(["00"] * 32), "A" * 42 + "B=", "A" * 44, "é" * 44]
)
def test_a_head_that_is_none_is_wrong_usage(timecore: Run, game: Path, head: str) -> None:
    """64 hexadecimal digits, and nothing between them; or 32 bytes in their one form in base64."""
    ran = timecore("audit", game, "--head", head)

    assert (ran.code, ran.out) == (2, "")
    assert "64 hexadecimal digits" in ran.err
    assert "Take it from the score sheet" in ran.err


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


class TestRequired:
    """`--require`: the exit code says whether that much is proven."""

    @pytest.mark.parametrize(
        ("levels", "code"),
        [(["intact"], 0), (["rules"], 0), (["rules", "chance"], 1), (["attested"], 1), (["sealed"], 1)],
    )
    def test_the_exit_code_says_whether_it_is_reached(
        self, timecore: Run, game: Path, levels: list[str], code: int
    ) -> None:
        options = [word for level in levels for word in ("--require", level)]

        ran = timecore("audit", game, *options)
        told = timecore("audit", game, *options, "--json")

        assert (ran.code, told.code) == (code, code)
        assert [level for level, why in told.json["required"].items() if why is None] == (
            levels if code == 0 else levels[:-1]
        )
        assert ("not reached: " in ran.out) == (code == 1)

    def test_the_head_attests_it(self, timecore: Run, game: Path, played: Log) -> None:
        assert timecore("audit", game, "--head", played.head.hex(), "--require", "attested").code == 0

    def test_a_torn_tail_is_not_intact_and_no_record_is_still_unreadable(
        self, timecore: Run, torn: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "empty").touch()

        assert timecore("audit", torn).code == 4
        assert timecore("audit", torn, "--require", "intact").code == 1
        assert timecore("audit", tmp_path / "empty", "--require", "intact").code == 3

    def test_of_several_files_each_line_says_what_is_lacking(
        self, timecore: Run, game: Path, torn: Path
    ) -> None:
        ran = timecore("audit", game, torn, "--require", "rules", "--require", "chance")

        assert ran.code == 1
        assert ran.lines[0].endswith("(not chance)")
        assert ran.lines[1].endswith("(not rules, chance)")

    def test_another_word_is_wrong_usage(self, timecore: Run, game: Path) -> None:
        assert timecore("audit", game, "--require", "perfect").code == 2


def test_a_finding_names_the_section_of_the_format_that_it_breaks(
    timecore: Run, played: Log, tmp_path: Path
) -> None:
    continued(played, Entry(0, TABLE, Resume())).save(tmp_path / "resumed.msgpack")

    out = " ".join(timecore("audit", tmp_path / "resumed.msgpack").out.split())

    assert "Resume stands where nothing was adjourned [FORMAT-6]" in out
