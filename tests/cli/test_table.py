"""`timecore table`, and what was taken back in `replay`, `show` and `export`."""

from __future__ import annotations

import shutil
from pathlib import Path

import attrs
import pytest
from cli_run import Run
from recording import continued

from timecore.actors import TABLE
from timecore.entry import Entry
from timecore.game import Game
from timecore.log import Log
from timecore.messages import Move
from timecore.recordfile import RecordFile
from timecore.table import Adjourn, Forfeit, Retract, Seal, Void


@pytest.fixture
def own(game: Path, tmp_path: Path) -> Path:
    """A copy of the finished game, to write to."""
    path = tmp_path / "game.msgpack"
    shutil.copy(game, path)
    return path


@pytest.mark.parametrize(
    ("words", "row", "sentence"),
    [
        (("retract", "12"), ("Retract", 12), "The game goes back to the state after entry 12"),
        (("rule", "3", "agreed"), ("Rule", 3, "agreed"), "The arbiter lets entry 3 stand: agreed"),
        (("forfeit", "Ben"), ("Forfeit", 1), "Ben forfeits the game"),
        (("forfeit", "2"), ("Forfeit", 2), "Cho forfeits the game"),
        (("adjourn",), ("Adjourn",), "The game is adjourned"),
        (("void", "a fire"), ("Void", "a fire"), "The game is void: a fire"),
        (("note", "late"), ("Note", "late"), "Note: late"),
    ],
)
def test_each_move_becomes_an_entry_and_is_told(
    timecore: Run,
    played: Log,
    tmp_path: Path,
    words: tuple[str, ...],
    row: tuple[object, ...],
    sentence: str,
) -> None:
    own = tmp_path / "game.msgpack"
    played.upto(31).save(own)
    name, *more = words
    ran = timecore("table", name, own, *more)

    last = Log.load(own).record.entries[-1]
    assert ran.code == 0
    assert (ran.err == "") is (name != "rule")
    assert ran.lines == [f"{own}: entry {last.seq} saved: {sentence}"]
    assert (last.actor, last.move) == (-2, row)
    assert timecore("audit", own).code == 0


def test_an_adjourned_game_is_resumed(timecore: Run, own: Path) -> None:
    assert timecore("table", "adjourn", own, "--anyway").code == 0
    assert timecore("table", "resume", own, "--lang", "es").lines[0].endswith("La partida se reanuda")
    assert timecore("table", "resume", own).code == 1


@pytest.mark.parametrize("words", [("forfeit", "Ana"), ("adjourn",), ("void", "a fire")])
def test_a_game_that_has_ended_by_its_rules_is_not_ended_otherwise_by_a_slip(
    timecore: Run, own: Path, words: tuple[str, ...]
) -> None:
    data = own.read_bytes()
    name, *more = words

    ran = timecore("table", name, own, *more)

    assert (ran.code, own.read_bytes()) == (1, data)
    assert f"timecore: {own}: the game has already ended: " in ran.err
    assert " won (" in ran.err
    assert "\nHint: --anyway " in ran.err
    assert timecore("table", name, own, *more, "--anyway").code == 0
    assert len(Log.load(own)) == len(Log.from_bytes(data)) + 1


@pytest.mark.parametrize(
    ("before", "words", "said"),
    [
        (Adjourn(), ("adjourn",), "the game is already adjourned"),
        (Forfeit(0), ("adjourn",), "the game has already ended: it is forfeited"),
        (Void("a fire"), ("forfeit", "Ana"), "the game has already ended: it is void"),
        (Void("a fire"), ("void", "hail"), "the game has already ended: it is void"),
    ],
)
def test_what_the_table_has_ended_or_interrupted_it_does_not_again_by_a_slip(
    timecore: Run, played: Log, tmp_path: Path, before: Move, words: tuple[str, ...], said: str
) -> None:
    path = tmp_path / "game.msgpack"
    game = Game.from_log(played.upto(31))
    game.table(before)
    game.save(path)
    name, *more = words

    ran = timecore("table", name, path, *more, "--json")

    assert (ran.code, ran.error["message"]) == (1, f"{path}: {said}")
    assert timecore("table", name, path, *more, "--anyway").code == 0


def test_a_second_seat_can_forfeit_and_a_forfeited_game_be_declared_void(
    timecore: Run, played: Log, tmp_path: Path
) -> None:
    path = tmp_path / "game.msgpack"
    played.upto(31).save(path)

    for words in (("forfeit", "Ana"), ("forfeit", "Ben"), ("void", "both cheated")):
        name, *more = words
        assert timecore("table", name, path, *more).code == 0


def test_a_ruling_on_an_entry_that_needs_none_may_be_a_slip_and_is_told(
    timecore: Run, own: Path, tmp_path: Path
) -> None:
    log = Log.load(own)
    late = attrs.evolve(log.entries[-1], seq=len(log) + 1, meta={})
    irregular = tmp_path / "irregular.msgpack"
    continued(log, late).save(irregular)

    slip = timecore("table", "rule", irregular, "3", "agreed")
    right = timecore("table", "rule", irregular, late.seq, "agreed", "--json")

    assert slip.err == (
        "timecore: nothing about entry 3 is irregular in a way that an arbiter can let stand\n"
    )
    assert (slip.code, right.code, right.err) == (0, 0, "")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([Adjourn()], "The game is adjourned"),
        ([Seal("adjourned", ("-", "-", "-"))], "The game is adjourned"),
        ([Void("a fire")], "The game is void: a fire"),
        ([Seal("void", ("-", "-", "-"))], "The game is void"),
        ([Forfeit(1), Seal("void", ("-", "-", "-"))], "The game is void"),
        ([Forfeit(1), Forfeit(2)], "Ben forfeits the game. Cho forfeits the game. Ana wins"),
        ([Seal("forfeit", ("0", "f", "1"))], "Ben forfeits the game. Cho wins"),
        ([Forfeit(1), Retract(31)], "The game goes on. Ana is to move"),
    ],
)
def test_what_has_become_of_the_game_is_told_as_the_table_and_its_seal_say(
    timecore: Run, played: Log, tmp_path: Path, moves: list[Move], said: str
) -> None:
    game = Game.from_log(played.upto(31))
    for move in moves:
        game.table(move)
    game.save(tmp_path / "game.msgpack")

    assert f"  Result  {said}\n" in timecore("replay", tmp_path / "game.msgpack", "--quiet").out


def test_what_changes_nothing_where_it_stands_is_told_so(timecore: Run, played: Log, tmp_path: Path) -> None:
    log = played.upto(31)
    entries = [Entry(0, 1, Adjourn()), Entry(0, TABLE, Retract(99)), Entry(0, TABLE, Adjourn())]
    continued(log, *entries).save(tmp_path / "game.msgpack")

    told = timecore("replay", tmp_path / "game.msgpack", "--from", "31").lines

    assert "     32  The game is adjourned (irregular, it changes nothing)" in told
    assert " ".join(" ".join(told).split()).count("(irregular, it changes nothing)") == 2
    assert "     34  The game is adjourned" in told


def test_for_machines_it_prints_the_entry_and_the_head(timecore: Run, own: Path) -> None:
    told = timecore("table", "note", own, "late", "--json").json

    assert told["entry"]["move"] == {"type": "Note", "text": "late"}
    assert told["head"] == Log.load(own).head.hex()


def test_it_needs_no_rules(timecore: Run, foreign: Path, tmp_path: Path) -> None:
    path = tmp_path / "tiny.msgpack"
    shutil.copy(foreign, path)

    assert timecore("table", "void", path, "nobody knows the rules").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("retract",), 2, "the number of an earlier entry"),
        (("retract", "-1"), 2, ""),
        (("retract", "x"), 2, "the number of an earlier entry"),
        (("retract", "9999"), 1, "which is not an earlier one\nHint: The last entry is "),
        (("rule", "3"), 2, "quotation marks"),
        (("rule", "9999", "x"), 1, "which is not an earlier one"),
        (("forfeit", "Zoe"), 2, "there is no seat 'Zoe'"),
        (("note", "two", "words"), 2, "quotation marks"),
        (("void", " "), 2, "why the game does not count"),
        (("rule", "1", ""), 2, "why it stands"),
        (("resume",), 1, "nothing was adjourned"),
        (("resume", "x"), 2, "nothing but the file"),
        (("forfiet", "Ben"), 2, "Did you mean forfeit?"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    timecore: Run, own: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    data = own.read_bytes()
    name, *more = words

    ran = timecore("table", name, own, *more)

    assert ran.code == code
    assert said in ran.err
    assert own.read_bytes() == data


def test_files_that_cannot_be_written_to(
    timecore: Run, own: Path, torn: Path, broken: Path, tmp_path: Path
) -> None:
    timecore("redact", own, "--as", "public", "-o", tmp_path / "public.msgpack")
    (tmp_path / "text").write_text("hello", "utf-8")
    with RecordFile.open(own)[0]:
        assert timecore("table", "adjourn", own).code == 2
    assert timecore("table", "adjourn", tmp_path / "public.msgpack").code == 2
    assert timecore("table", "adjourn", tmp_path / "none").code == 3
    assert timecore("table", "adjourn", "-").err.startswith("timecore: standard input cannot be written to\n")
    assert timecore("table", "adjourn", tmp_path / "text").code == 3
    assert timecore("table", "adjourn", torn).code == 4
    assert timecore("table", "adjourn", broken).code == 4


class TestTakenBack:
    """Entries that a retraction took back."""

    @pytest.fixture
    def back(self, timecore: Run, own: Path) -> Path:
        """The game with all after entry 12 taken back."""
        timecore("table", "retract", own, "12")
        return own

    def test_a_replay_leaves_them_out(self, timecore: Run, back: Path) -> None:
        count = len(Log.load(back))
        ran = timecore("replay", back)

        story = ran.out.partition("\n\n")[2]
        assert f" {count}  The game goes back to the state after entry 12" in story
        assert " 13  " not in story
        assert "taken back" not in story

    def test_unless_they_are_asked_for_and_then_they_are_marked(self, timecore: Run, back: Path) -> None:
        full = timecore("replay", back, "--retracted").lines
        marked = [line for line in full if line.endswith("(taken back)")]

        assert len(marked) > 20
        assert any(line.lstrip().startswith("13") for line in marked)
        assert not any("The game goes back" in line for line in marked)

    def test_before_the_retraction_they_count(self, timecore: Run, back: Path) -> None:
        lines = timecore("replay", back, "--at", "20", "--jsonl").jsonl[1:]

        assert [(line["seq"], line.get("retracted")) for line in lines] == [(n, None) for n in range(1, 21)]

    def test_lines_of_json_say_by_which_entry(self, timecore: Run, back: Path) -> None:
        count = len(Log.load(back))
        short = timecore("replay", back, "--jsonl").jsonl[1:]
        full = timecore("replay", back, "--jsonl", "--retracted").jsonl[1:]
        exported = timecore("export", back).jsonl[1:]

        assert [line["seq"] for line in short] == [*range(1, 13), count]
        for lines in (full, exported):
            assert [line.get("retracted") for line in lines] == [None] * 12 + [count] * (count - 13) + [None]

    def test_without_the_rules_it_is_the_same(self, timecore: Run, foreign: Path, tmp_path: Path) -> None:
        path = tmp_path / "tiny.msgpack"
        shutil.copy(foreign, path)
        timecore("table", "retract", path, "2")

        assert "(taken back)" not in timecore("replay", path).out
        assert "(taken back)" in timecore("replay", path, "--retracted").out

    def test_an_export_of_them_is_imported_again(self, timecore: Run, game: Path, tmp_path: Path) -> None:
        """Luck as it was: the draws before the retraction, and those after it."""
        timecore("table", "retract", shutil.copy(game, tmp_path / "a"), "12")
        (tmp_path / "lines").write_text(timecore("export", tmp_path / "a").out, "utf-8")

        assert timecore("import", tmp_path / "lines", "-o", tmp_path / "b").code == 0

    def test_the_board_of_one_says_so(self, timecore: Run, back: Path) -> None:
        count = len(Log.load(back))

        assert f"Entry {count} has taken this back" in timecore("show", back, "--at", "20").lines
        assert (
            f"La entrada {count} ha deshecho esto"
            in timecore("show", back, "--at", "20.1", "--lang", "es").lines
        )
        assert "taken this back" not in timecore("show", back, "--at", "12").out
        assert "taken this back" not in timecore("show", back).out
