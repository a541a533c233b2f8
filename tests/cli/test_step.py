"""`timecore step`, line by line: keys from standard input."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_run import Ran, Run
from tiny import RULESET

from timecore.actors import TABLE
from timecore.entry import Entry
from timecore.game import Game
from timecore.log import Log
from timecore.recorder import Recorder
from timecore.replay import Replay
from timecore.rulesets.time_chase.events import CardPlayed
from timecore.table import Adjourn, Note
from timecore_cli import main

Step = Callable[..., Ran]

#: What the command says where it cannot draw.
NO_TERMINAL = "timecore: no terminal to draw on, so the stepper goes line by line; ? lists its keys\n"


@pytest.fixture
def step(timecore: Run, monkeypatch: pytest.MonkeyPatch) -> Step:
    """Run `timecore step` on a file, with some lines of keys."""

    def run(file: object, *keys: str, options: tuple[object, ...] = (), person: bool = False) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{key}\n" for key in keys)))
        monkeypatch.setattr("sys.stdin.isatty", lambda: person)
        return timecore("step", *options, "--", file)

    return run


def titles(ran: Ran) -> list[str]:
    """Where one has stood, in order."""
    return re.findall(r"^(At the start|After .*?)(?: of \d+.*)?$", ran.out, re.MULTILINE)


def test_it_says_once_that_it_goes_line_by_line(step: Step, game: Path) -> None:
    ran = step(game, "j", "j")

    assert ran.err == NO_TERMINAL
    assert ran.code == 0
    assert step(game, options=("--lines",)).err == ""


def test_the_beginning_is_board_entries_and_state(step: Step, game: Path) -> None:
    ran = step(game)

    assert ran.lines[0] == "At the start"
    assert "Time Chase · setup" in ran.out
    assert "    1  Ana is dealt" in ran.out
    assert ">  phase:" in ran.out


def test_a_step_tells_what_happened_and_what_it_changed(step: Step, game: Path) -> None:
    ran = step(game, "j", "q", "j")

    assert titles(ran) == ["At the start", "After entry 1"]
    assert ran.out.count("Ana is dealt") >= 2
    assert " * deck_left: 34  (was 35)" in ran.lines


@pytest.mark.parametrize(
    ("keys", "stops"),
    [
        (["jj", "k"], ["entry 1", "entry 2", "entry 1"]),
        (["30", "l", "h"], ["entry 30", "event 1 inside entry 31", "entry 30"]),
        ([":30.2", "j", "k"], ["event 2 inside entry 31", "entry 31", "entry 30"]),
        ([":30.2", "k"], ["event 2 inside entry 31", "entry 30"]),
        (["J", "K"], ["entry 10", "At the start"]),
        (["r", "R"], ["entry 31", "At the start"]),
        (["c Ben", "c", "C"], ["entry 32", "entry 35", "entry 32"]),
        (["d fuel[0]", "d", "D"], None),
        (["/ANA LEADS", "n", "N"], None),
        (["G", "g"], ["entry 70", "At the start"]),
        (["-1", "-65"], ["entry 70", "At the start"]),
    ],
    ids=str,
)
def test_keys_lead_to_where_they_say(
    step: Step, game: Path, played: Log, keys: list[str], stops: list[str] | None
) -> None:
    ran = step(game, *keys)

    assert ran.code == 0, ran.err
    found = [one.removeprefix("After ") for one in titles(ran)[1:]]
    if stops is None:  # forwards and back again
        assert len(found) == len(keys)
        assert len(set(found)) >= 2
    else:
        assert found == [one.replace("70", str(len(played))) for one in stops]


def test_a_turn_is_gone_to_in_a_game_that_has_turns(step: Step) -> None:
    ran = step("replays/chicken_time_warp-3p.msgpack", "t", "t", "T")

    assert [re.findall(r", turn (\d+)$", line) for line in ran.lines if line.startswith("After")] == [
        ["1"],
        ["2"],
        ["1"],
    ]


def test_the_field_under_the_cursor_is_where_changes_are_looked_for(step: Step, game: Path) -> None:
    ran = step(game, "d supply", "d", "w")

    assert len(re.findall(r"^ \* supply: ", ran.out, re.MULTILINE)) == 2
    assert ">* supply: " in ran.out.rpartition("After")[2]
    assert re.search(r"^>\* \w+: ", step(game, "j", "s").out, re.MULTILINE)
    assert step(game, ".", "o", ".", ",").code == 0


def test_what_one_viewer_may_not_see_is_told_to_no_other(step: Step, game: Path, played: Log) -> None:
    secret = Replay(played, 0).go(31).state.hands[0]
    ran = step(game, "31", "v 1", "V", "v public")
    ben = ran.out.rpartition(", as Ben sees it")[2].partition("\nAfter")[0]

    assert "as the public sees it" in ran.out
    assert "After entry 31 of 70, as Ben sees it, round 1" in ran.out.replace(str(len(played)), "70")
    assert not any(card in ben.replace("D7", "") for card in secret)
    assert step(game, "w", options=("--as", "public", "--at", 31)).out.count("as the public sees it") == 2


def test_events_are_shown_as_recorded_and_told_in_another_language(step: Step, game: Path) -> None:
    ran = step(game, "1", "e", "L")

    assert '{"type": "CardDealt"' in ran.out
    assert "Después de la entrada 1" in ran.out or "Tras la entrada 1" in ran.out
    assert step(game, "?", options=("--lang", "es")).out.count("evento siguiente o anterior") == 1


def test_legal_moves_are_those_of_the_viewer(step: Step, game: Path, tmp_path: Path, played: Log) -> None:
    full = step(game, "31", "m").out
    other = step(game, "m", options=("--at", 31, "--as", 1)).out
    copy = tmp_path / "copy.msgpack"
    played.redacted(1).save(copy)

    assert "Ana: 10 legal moves" in full
    assert "This copy shows what Ben may see" in step(copy).lines[1]
    assert "legal move" not in other
    assert "legal move" not in step(copy, "31", "m").out
    assert "Nobody is to move inside an entry" in step(game, "30.1", "m").out


def test_a_branch_is_written_to_a_file_of_its_own(step: Step, game: Path, tmp_path: Path) -> None:
    target = tmp_path / "alt.msgpack"
    before = game.read_bytes()

    ran = step(game, "40", f"b {target}")

    assert ran.code == 0
    assert f"The branch is in {target}" in ran.out
    assert Log.load(target).record.entries[:40] == Log.load(game).record.entries[:40]
    assert Log.load(target).entries[40].move.to_json()["type"] == "Branch"
    assert game.read_bytes() == before
    assert "Branch " in step(target).lines[1]
    assert "exists already" in step(game, "40", f"b {target}").err
    assert "inside entry 31" in step(game, "30.1", f"b {tmp_path / 'other'}").err


def test_the_command_that_shows_a_position_is_one_that_works(
    step: Step, timecore: Run, played: Log, tmp_path: Path
) -> None:
    spaced = tmp_path / "a game of Ana's.msgpack"
    played.save(spaced)
    ran = step(spaced, "30.2", "v 1", "y")
    (line,) = [line for line in ran.lines if line.startswith("timecore show")]

    assert line == f"timecore show '{tmp_path}/a game of Ana'\"'\"'s.msgpack' --at 30.2 --as 1"
    assert timecore("show", spaced, "--at", "30.2", "--as", 1).code == 0


def test_that_command_means_the_seat_that_looks_whatever_others_are_called(
    step: Step, tmp_path: Path
) -> None:
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=["2", "Ben", "Cho"], seed="names").save(path)

    assert step(path, "v Cho", "y").lines[-1].endswith("--as Cho")
    assert step(path, "v Ben", "y").lines[-1].endswith("--as 1")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_that_must_not_reach_a_terminal_stands_in_that_command_as_a_shell_reads_it(
    step: Step, played: Log, tmp_path: Path
) -> None:
    odd = tmp_path / "two\nlines of Ana's \\"
    played.save(odd)

    assert step(odd, "y").lines[-1] == rf"timecore show $'{tmp_path}/two\012lines of Ana\047s \134' --at 0"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["j", "x"], 'line 2: there is no key "x"'),
        (["\x1b[2J"], 'line 1: there is no key "\\u001b"'),
        ([":"], "line 1: something is missing behind the key"),
        ([":71"], "line 1: there is no position 71"),
        ([":-99"], "line 1: there is no position -99"),
        ([":40.9"], "line 1: there is no position 40.9"),
        ([":x"], "line 1: 'x' is no position"),
        (["c"], "line 1: whose choice?"),
        (["c Dan"], "line 1: there is no seat 'Dan'"),
        (["v Dan"], "line 1: there is no seat 'Dan'"),
        (["d [x"], "line 1: column"),
        (["d feul[0]"], "line 1: there is no feul: the state is an object of"),
        (["b /"], "line 1: / is a folder\n"),
        (["t"], "line 1: there is none behind this position"),
        (["h"], "line 1: there is none before this position"),
        (["n"], "line 1: nothing was searched for yet"),
        (["/no such words"], "line 1: there is none behind this position"),
        (["b /nowhere/at/all"], "line 1: /nowhere/at/all cannot be written"),
    ],
    ids=str,
)
def test_a_key_that_will_not_do_ends_a_script(step: Step, game: Path, keys: list[str], said: str) -> None:
    ran = step(game, *keys)

    assert ran.code == 1
    assert said in ran.err


def test_a_person_is_told_and_asked_again(step: Step, game: Path) -> None:
    ran = step(game, "x", ":", "12", "", "q", person=True, options=("--lines",))

    assert ran.code == 0
    assert 'There is no key "x"' in ran.out
    assert "Position (N, N.M or -1): " in ran.out
    assert ran.out.count("After entry 12 of") == 2


@pytest.mark.parametrize("at", ["-72", "71", "30.99", "x", "1.2.3", ""])
def test_a_position_that_is_not_there_is_wrong_usage(step: Step, game: Path, at: str) -> None:
    ran = step(game, options=("--at", at))

    assert ran.code == 2
    assert ran.out == ""
    assert "position" in ran.err


def test_where_to_begin_is_said_once(step: Step, game: Path) -> None:
    assert step(game, options=("--at", 3, "--follow")).code == 2
    assert titles(step(game, options=("--follow",)))[0].startswith("After entry")


def test_a_damaged_record_is_shown_as_far_as_it_is_sound(step: Step, torn: Path, broken: Path) -> None:
    for path, end in ((torn, "tail damaged after entry"), (broken, "broken at entry 40")):
        ran = step(path, "G", "j" if path == torn else "g")

        assert end in ran.lines[1]
        assert ran.code == (1 if path == torn else 4)
    assert "After entry 39" in ran.out
    assert "broken at entry 40" in ran.err


def test_a_record_that_cannot_be_folded_is_shown_up_to_there(
    step: Step, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound bytes may hold events that contradict the state before them."""

    def contradicts(*_: Any) -> None:
        msg = "no such card"
        raise ValueError(msg)

    monkeypatch.setattr(CardPlayed, "apply", contradicts)

    ran = step(game, "G", "v 1", "g")

    assert ran.code == 4
    assert titles(ran)[1] == "After entry 31"
    assert "entry 32 cannot be folded" in ran.lines[1]
    assert "entry 32 cannot be folded" in ran.err


def test_a_file_that_may_not_be_read_is_refused(
    step: Step, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path, *_: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", forbidden)

    ran = step(game)

    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"timecore: {game} cannot be read: permission denied\n"


def test_nothing_is_coloured_where_no_colour_is_wanted(
    step: Step, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    keys = ("31", "e", "m", "w", "q")
    coloured = step(game, *keys, person=True, options=("--lines",))
    monkeypatch.setenv("NO_COLOR", "1")
    plain = step(game, *keys, person=True, options=("--lines",))

    assert "\x1b[" in coloured.out
    assert "\x1b" not in plain.out


def test_a_game_whose_rules_are_not_at_hand_is_shown_as_its_schema_tells_it(
    step: Step, foreign: Path
) -> None:
    ran = step(foreign, "j", "c 0", "/Played", "1", "v public", "y")

    assert ran.code == 0
    assert "there is no ruleset 'tiny'" in ran.err
    assert 'chance: {"type": "Deal"' in ran.out
    assert "Without the ruleset: as it is recorded" in ran.out
    assert '"card": "?"' in ran.out
    assert "timecore replay " in ran.out
    for key in ("t", "d", "d hands", "m", ".", "s"):
        assert "ruleset" in step(foreign, key).err


class Meanwhile(io.StringIO):
    """Keys, and something that happens before each line of them.

    Args:
        keys: The lines.
        happens: What happens.
    """

    def __init__(self, keys: str, happens: Callable[[], object]) -> None:
        super().__init__(keys)
        self.happens = happens

    def readline(self, *size: Any) -> str:  # type: ignore[override]
        self.happens()
        return super().readline(*size)


def stepped(path: Path, keys: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is shown for some keys."""
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", keys)
    monkeypatch.setattr("sys.stdout", out)
    assert main(["step", str(path)]) == 0
    return out.getvalue()


def test_a_game_that_is_played_on_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.msgpack"
    with Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="7", path=path) as game:
        keys = Meanwhile("G\nj\nf\nk\nw\n", lambda: game.table(Note("one more")))
        out = stepped(path, keys, monkeypatch)

    told = re.findall(r"^After entry (\d+) of (\d+)", out, re.MULTILINE)
    assert told == [("32", "32"), ("33", "33"), ("34", "34"), ("34", "35"), ("36", "36")]


def test_a_file_that_was_replaced_is_not_followed_any_more(
    tmp_path: Path, played: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.msgpack"
    played.save(path)
    keys = Meanwhile("j\n", lambda: played.upto(10).save(path, replace=True))

    out = stepped(path, keys, monkeypatch)

    assert "After entry 1 of " in out
    assert "Not followed any more: " in out


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (lambda _: None, 3, "no such file"),
        (lambda path: path.mkdir(), 3, "is a directory"),
        (lambda path: path.write_bytes(b""), 3, "the file is empty"),
        (lambda path: path.write_bytes(b'{"ruleset": 1}'), 3, "not a record of timecore"),
        (lambda path: path.write_bytes(b"\x93\xa8timecore\x02" + bytes(40)), 3, "format 2"),
    ],
    ids=["missing", "folder", "empty", "json", "format"],
)
def test_what_is_no_record_is_refused_in_one_sentence(
    step: Step, tmp_path: Path, make: Callable[[Path], object], code: int, said: str
) -> None:
    path = tmp_path / "-odd näme"
    make(path)

    ran = step(path)

    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_game_cannot_come_from_where_the_keys_come_from(step: Step) -> None:
    ran = step("-")

    assert ran.code == 2
    assert "standard input" in ran.err


def test_a_header_alone_and_a_game_of_no_entries_have_one_position(step: Step, tmp_path: Path) -> None:
    path = tmp_path / "-new game.msgpack"
    Game.new("time_chase", seats=["Ana", "Ben", "Cho"], luck="manual").save(path)
    for keys in (["G"], ["g", "w"]):
        ran = step(path, *keys)

        assert ran.code == 0
        assert set(titles(ran)) == {"At the start"}
    assert "there is none behind" in step(path, "j").err
    path.write_bytes(path.read_bytes()[:-1])
    assert step(path).code == 3


@pytest.mark.parametrize(
    "name", ["\x1b[2J\x1b]0;mine\x07", "two\nlines", "\u202eback", "x" * 255, "🐔🕰️", "Ana"], ids=ascii
)
def test_names_that_would_break_a_screen_do_not(step: Step, tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=[name, name, "Ana"], seed="7").save(path)

    ran = step(path, "J", "r", "e", "v 0", "m", "w")

    assert ran.code == 0, ran.err
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", ran.out)


def test_a_pipe_that_nobody_reads_any_more_ends_it_quietly(
    game: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class Closed(io.StringIO):
        """A pipe that is closed after a line."""

        def write(self, text: str) -> int:
            if self.tell():
                raise BrokenPipeError
            return super().write(text)

        def fileno(self) -> int:
            return sys.__stderr__.fileno() if sys.__stderr__ else 2

    monkeypatch.setattr("timecore_cli._run._mute", lambda: None)
    monkeypatch.setattr("sys.stdin", io.StringIO("jjj\n"))
    monkeypatch.setattr("sys.stdout", Closed())

    assert main(["step", "--lines", str(game)]) == 0
    assert capfd.readouterr().err == ""


def test_a_foreign_ruleset_that_is_installed_is_stepped_through_like_our_own(
    step: Step, foreign: Path, install: Callable[[str, str, str], None]
) -> None:
    install("tiny-games", RULESET.name, "tiny:RULESET")

    ran = step(foreign, "G", "D plays", "m")

    assert ran.code == 0, ran.err
    assert "Without the ruleset" not in ran.out
    assert " * plays" in ran.out or ">* plays" in ran.out


class TestTakenBack:
    """Entries that the table has taken back."""

    @pytest.fixture
    def back(self, timecore: Run, game: Path, tmp_path: Path) -> Path:
        path = Path(shutil.copy(game, tmp_path / "back.msgpack"))
        timecore("table", "retract", path, "12")
        return path

    def test_they_are_passed_over_forwards_and_backwards(self, step: Step, back: Path) -> None:
        count = len(Log.load(back))
        ran = step(back, "j", "k", options=("--at", "12"))

        assert titles(ran) == ["After entry 12", f"After entry {count}", "After entry 12"]
        assert "(taken back)" not in ran.out

    def test_unless_they_are_asked_for_and_then_they_are_marked(self, step: Step, back: Path) -> None:
        ran = step(back, "j", options=("--at", "12", "--retracted"))

        assert titles(ran) == ["After entry 12", "After entry 13"]
        assert "(taken back)" in ran.out

    def test_one_can_go_there_by_number(self, step: Step, back: Path) -> None:
        ran = step(back, options=("--at", "20"))

        assert titles(ran) == ["After entry 20"]
        assert ran.out.count("(taken back)") == 1


def test_a_move_of_the_table_that_is_irregular_is_told_so(step: Step, played: Log, tmp_path: Path) -> None:
    log = played.upto(31)
    recorder = Recorder(log)
    entries = [Entry(32, 1, Adjourn()), Entry(33, TABLE, Note("late"))]
    for entry in entries:
        recorder.append(entry)
    recorder.log(log.rules, [*log.entries, *entries]).save(tmp_path / "game.msgpack")

    told = step(tmp_path / "game.msgpack", options=("--at", "31")).lines

    assert any(line.endswith(" 32  The game is adjourned (irregular, it changes nothing)") for line in told)
    assert any(line.endswith(" 33  Note: late") for line in told)
