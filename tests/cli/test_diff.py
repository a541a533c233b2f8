"""`timecore diff`: where and why two games part."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_run import Install, Run, start
from recording import continued
from tiny import RULESET as TINY

from timecore.actors import TABLE
from timecore.bots import make_bots, simulate
from timecore.display import columns
from timecore.entry import Entry
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset
from timecore.table import Branch, Note

REPLAYS = Path(__file__).parents[2] / "replays"
GOLDEN = ["chicken_time_warp-3p", "time_chase-3p", "timeline-2p", "timeline_2003-2p"]

#: In the game that all tests share, the last card is dealt by entry 30.
FORK = 45


@pytest.fixture(scope="session")
def other(played: Log, game: Path) -> Path:
    """The same game, played on otherwise from entry 45 on."""
    rules = get_ruleset("time_chase")
    gone = Game.from_log(played.upto(FORK))
    simulate(gone, make_bots(rules, ["random"] * 3, "another"))
    path = game.with_name("other.msgpack")
    gone.save(path)
    return path


def saved(log: Log, path: Path) -> Path:
    log.save(path)
    return path


def test_a_game_is_equal_to_itself(timecore: Run, game: Path) -> None:
    ran = timecore("diff", game, game)

    assert ran.code == 0
    assert ran.lines[-1] == "Nothing differs"
    assert timecore("diff", game, game, "--json").json["differences"] == []


def test_games_that_part_are_told_by_cause(timecore: Run, game: Path, other: Path) -> None:
    ran = timecore("diff", game, other)

    assert ran.code == 1
    assert ran.lines[0].startswith("A  ")
    assert any(line.startswith("The first ") and line.endswith(", byte for byte") for line in ran.lines)
    assert "Another choice" in ran.lines
    assert "Another state" in ran.lines
    assert any(" → " in line for line in ran.lines)
    assert all(columns(line) <= 80 for line in ran.lines[2:])


def test_what_the_games_part_by_is_told_first(timecore: Run, game: Path, other: Path) -> None:
    first = timecore("diff", game, other, "--json").json["differences"][0]
    lines = timecore("diff", game, other).lines

    assert first["cause"] == "choice"
    assert lines[lines.index("") + 1] == "Another choice"
    assert f"{first['a']}" in lines[lines.index("") + 2]


def test_json_has_each_difference_with_its_cause(timecore: Run, game: Path, other: Path) -> None:
    ran = timecore("diff", game, other, "--json")

    assert ran.code == 1
    assert ran.json["fork"]["by"] == "bytes"
    assert ran.json["fork"]["entry"] >= FORK
    assert {one["cause"] for one in ran.json["differences"]} == set(ran.json["causes"]) - {"state"}
    assert all(one["cause"] == "state" and one["pointer"].startswith("/") for one in ran.json["state"])


def test_stat_counts_the_causes(timecore: Run, game: Path, other: Path) -> None:
    document = timecore("diff", game, other, "--json").json

    ran = timecore("diff", game, other, "--stat")

    counts = [int(line.split()[-1]) for line in ran.lines if line.startswith("  ")]
    assert counts == list(document["causes"].values())
    assert timecore("diff", game, other, "--stat", "--json").json["causes"] == document["causes"]


def test_unified_shows_the_entries_around_a_difference(timecore: Run, game: Path, other: Path) -> None:
    ran = timecore("diff", game, other, "--unified")
    first = timecore("diff", game, other, "--json").json["differences"][0]["a"]

    assert ran.code == 1
    assert ran.lines[0] == f"--- {game}"
    assert ran.lines[1] == f"+++ {other}"
    assert ran.lines[2].startswith(f"@@ -{first - 3},")
    assert [line[0] for line in ran.lines[3:8]] == [" ", " ", " ", "-", "+"]
    assert "@@ Another state @@" in ran.lines


def test_unified_keeps_the_columns_of_a_terminal(
    timecore: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="another")
    simulate(another, make_bots(another.rules, ["random"] * 3, "another"))
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")

    ran = timecore("diff", game, saved(another.log, tmp_path / "b.msgpack"), "--unified")

    assert any(line.startswith("@@ -1") for line in ran.lines)
    assert max(columns(line) for line in ran.lines[2:]) <= 60


def test_side_by_side_keeps_its_columns(timecore: Run, game: Path, other: Path) -> None:
    ran = timecore("diff", game, other, "--side-by-side")

    assert ran.code == 1
    assert all(columns(line) <= 80 for line in ran.lines)
    assert {line[39] for line in ran.lines[2:] if line[:2] != "@@" and len(line) > 39} == {" ", "|", "<", ">"}


@pytest.mark.parametrize("name", GOLDEN)
def test_two_positions_of_one_golden_game(timecore: Run, name: str) -> None:
    file = REPLAYS / f"{name}.msgpack"

    for way in ([], ["--unified"], ["--side-by-side"]):
        ran = timecore("diff", file, "--at", 10, "--at", "14", *way)
        assert (ran.code, ran.err) == (1, "")
    assert timecore("diff", file, file, "--at", 10).code == 0
    lines = timecore("diff", file, "--at", 10, "--at", 14, "--stat").lines
    assert lines[0] == "The first 10 entries are the same, byte for byte"
    assert lines[1].split() == ["Only", "B", "goes", "on", "4"]


def test_two_viewers_of_one_position(timecore: Run, game: Path) -> None:
    ran = timecore("diff", game, "--at", 30, "--as", "Ana", "--as", "public")

    assert ran.code == 1
    assert "Other knowledge" in ran.lines
    [hand] = [line for line in ran.lines if line.startswith("  hands[0]")]
    assert "A: " in hand
    assert (
        timecore("diff", game, "--at", 0, "--as", "Ana", "--as", "public").lines[-1]
        == "Both may see the same"
    )


@pytest.mark.parametrize("way", [[], ["--json"], ["--unified"], ["--side-by-side"], ["--stat"]])
def test_what_a_viewer_may_not_see_is_not_told(timecore: Run, tmp_path: Path, way: list[str]) -> None:
    """Two games in which Ben's and Cho's dealt cards differ look the same to Ana, digests aside."""
    outputs = set()
    for text in ("one", "two"):
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], luck="manual")
        cards = [f"A{n}" for n in range(7, 14)] + [f"B{n}" for n in (7, 8, 9)]
        hidden = [f"{suit}{n}" for suit in ("CD" if text == "one" else "DE") for n in range(7, 14)][:10]
        for number, card in enumerate([*cards, *hidden]):
            game.play(-1, {"type": "DealCard", "seat": number // 10, "card": card})
        file = saved(game.log, tmp_path / "game.msgpack")
        ran = timecore("diff", file, "--at", 10, "--at", 20, "--as", "Ana", *way)
        file.unlink()  # the other game gets its name, so that only the games differ
        assert ran.code == 1
        outputs.add(ran.out.replace(game.log.head.hex(), "").replace(game.log.header.game.hex(), ""))
    assert len(outputs) == 1


def test_of_a_redacted_copy_only_what_it_shows_is_compared(
    timecore: Run, game: Path, played: Log, other: Path, tmp_path: Path
) -> None:
    copy = saved(played.redacted(1), tmp_path / "ben.msgpack")

    ran = timecore("diff", game, copy)

    assert ran.code == 0
    assert ran.lines[-2:] == ["Nothing differs", "Compared as Ben sees it: a copy shows no more"]
    assert timecore("diff", other, copy).code == 1
    assert timecore("diff", copy, copy).code == 0


def test_a_branch_and_a_note_are_told_as_such(timecore: Run, game: Path, played: Log, tmp_path: Path) -> None:
    log = continued(played.upto(50), Entry(0, TABLE, Branch(None)), Entry(0, TABLE, Note("hm")))
    file = saved(log, tmp_path / "branch.msgpack")

    lines = timecore("diff", game, file).lines

    assert "The first 50 entries are the same, byte for byte; B branches off there" in lines
    assert "  51  the table: A branch begins here; the luck goes on" in lines
    assert "  52  the table: Note: hm" in lines
    assert (
        lines.index("Only A has the entry") < lines.index("Only B has the entry") < lines.index("Other notes")
    )


def test_a_branch_at_the_start_is_told_by_its_header(timecore: Run, game: Path, tmp_path: Path) -> None:
    timecore("branch", game, "--at", "0", "-o", tmp_path / "alt.msgpack")
    ran = timecore("diff", game, tmp_path / "alt.msgpack")

    assert "The headers are the same, byte for byte; B branches off there" in ran.lines


@pytest.mark.parametrize("way", ["", "--unified", "--side-by-side"])
@pytest.mark.parametrize("first", [0, 1])
def test_shares_in_the_luck_are_entries_of_one_record_alone(
    timecore: Run, tmp_path: Path, way: str, first: int
) -> None:
    plain = Game.new(TINY, seats=["Ana", "Ben"])
    shared = Game.new(TINY, seats=["Ana", "Ben"], nonces=True)
    for seat, nonce in enumerate([shared.commit_nonce(0), shared.commit_nonce(1)]):
        shared.reveal_nonce(seat, nonce)
    for game in (plain, shared):
        simulate(game, make_bots(TINY, ["random", "random"], "shares"))
    files = [saved(plain.log, tmp_path / "plain.msgpack"), saved(shared.log, tmp_path / "shared.msgpack")]

    ran = timecore("diff", files[first], files[1 - first], *filter(None, [way]))

    assert ran.code == 1
    if not way:
        record = ran.lines[ran.lines.index("Another record of it") + 1]
        assert "4 entries about its luck" in record
        assert "1 entry" not in record
        return
    mark = {"--unified": "+-", "--side-by-side": "><"}[way][first]
    shares = [line for line in ran.lines if '"Nonce' in line]
    assert len(shares) == 4
    assert all(mark in line for line in shares)


def test_games_of_two_rulesets_are_refused_in_one_sentence(timecore: Run, game: Path, foreign: Path) -> None:
    ran = timecore("diff", game, foreign)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith('timecore: games of "time_chase" and "tiny" cannot be compared')


def test_without_the_ruleset_entries_are_compared_as_they_are_recorded(timecore: Run, foreign: Path) -> None:
    ran = timecore("diff", foreign, "--at", 4, "--at", 6)

    assert ran.code == 1
    assert "Only B goes on" in ran.lines
    assert "Another state" not in ran.lines
    assert "moves and events are compared as they are recorded" in ran.err
    other = Game.from_log(Log.load(foreign, rules=TINY).upto(4))
    for seat in (0, 1):
        other.play(seat, other.legal_moves(seat)[-1])
    there = saved(other.log, foreign.with_name("other.msgpack"))
    for way in ([], ["--unified"], ["--side-by-side"]):
        assert '{"type": "Bid"' in timecore("diff", foreign, there, *way).out


def test_a_ruleset_of_another_package_is_compared_whole(
    timecore: Run, foreign: Path, install: Install
) -> None:
    install("tinypack", "tiny", "tiny:RULESET")

    ran = timecore("diff", foreign, "--at", 3, "--at", 6)

    assert (ran.code, ran.err) == (1, "")
    assert "Another state" in ran.lines


def test_a_dash_is_standard_input(
    timecore: Run, game: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(other.read_bytes())))
    # The name of the other may take more than one line.
    assert any(line.startswith("B  -  After entry") for line in timecore("diff", game, "-").lines)

    monkeypatch.setattr(sys, "stdin", None)
    ran = timecore("diff", game, "-")
    assert ran.code == 3
    assert ran.err.startswith("timecore: -: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["{game}"], "nothing to compare it with"),
        (["{game}", "--at", "3"], "nothing to compare it with"),
        (["{game}"] * 3, "3 files are given"),
        (["{game}", "--at", "1", "--at", "2", "--at", "3"], "--at is given 3 times"),
        (["{game}", "{game}", "--as", "0", "--as", "1", "--as", "2"], "--as is given 3 times"),
        (["-", "-"], "read once only"),
        (["{game}", "{game}", "--unified", "--json"], "--unified and --json exclude each other"),
        (["{game}", "{game}", "--side-by-side", "--stat"], "exclude each other"),
        (["{game}", "{game}", "--at", "99"], "there is no position 99"),
        (["{game}", "{game}", "--at", "-1", "--at", "3.99"], "there is no position 3.99"),
        (["{game}", "{game}", "--as", "Zoe"], "there is no seat 'Zoe'"),
        (["{game}", "{game}", "--lang", "xx"], "--lang needs"),
    ],
)
def test_wrong_usage_is_refused(timecore: Run, game: Path, arguments: list[str], says: str) -> None:
    ran = timecore("diff", *[str(game) if argument == "{game}" else argument for argument in arguments])

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


def test_a_file_that_is_none_is_named(timecore: Run, game: Path, tmp_path: Path) -> None:
    text = tmp_path / "ein wenig Text.txt"
    text.write_text("text", "utf-8")

    for file in (tmp_path / "gone.msgpack", text, tmp_path):
        ran = timecore("diff", game, file)
        assert ran.code == 3
        assert str(file) in ran.err


def test_a_damaged_file_is_compared_as_far_as_it_is_sound(
    timecore: Run, game: Path, torn: Path, broken: Path, played: Log
) -> None:
    for file in (torn, broken):
        for pair in ((game, file), (file, game)):
            ran = timecore("diff", *pair)
            assert ran.code == 4
            assert f"Only {'A' if pair[0] is game else 'B'} goes on" in ran.lines
            assert str(file) in ran.err
    assert timecore("diff", torn, game, "--at", 20).code == 4
    assert timecore("diff", torn, game, "--json").json["a"]["entries"] == len(played) - 1


def test_a_header_alone_is_a_game_without_entries(
    timecore: Run, game: Path, played: Log, tmp_path: Path
) -> None:
    file = saved(played.upto(0), tmp_path / "-header ñ.msgpack")

    assert timecore("diff", file, file).code == 0
    assert f"  1-{len(played)}  {len(played)} entries" in timecore("diff", file, game).lines


def test_names_that_do_harm_are_escaped_and_shortened(timecore: Run, tmp_path: Path) -> None:
    names = ["\x1b[31mred\n\u202e", "👩\u200d🚀" * 20, "x" * 255]
    game = Game.new("time_chase", seats=names, seed="names", tags={"a\x1b": "\u202e" + "y" * 10_000})
    simulate(game, make_bots(game.rules, ["random"] * 3, "x"), max_entries=45)
    a = saved(game.log, tmp_path / "a.msgpack")
    other = Game.from_log(game.log.upto(32))
    simulate(other, make_bots(game.rules, ["random"] * 3, "z"), max_entries=45)
    b = saved(other.log, tmp_path / "b.msgpack")
    plain = Game.new("time_chase", seats=["A", "B", "C"], seed="names")
    c = saved(plain.log, tmp_path / "c.msgpack")

    for arguments in ((a, b), (a, c), (a, "--at", 30, "--as", 1, "--as", 2)):
        for way in ([], ["--unified"], ["--side-by-side"], ["--stat"]):
            ran = timecore("diff", *arguments, *way)
            assert ran.code == 1
            assert [line for line in ran.lines if not line.replace("\u200d", "").isprintable()] == []
            assert "\x1b" not in ran.out
            assert "\u202e" not in ran.out
            if way != ["--unified"]:  # its lines may be as long as they like
                assert [line for line in ran.lines if columns(line) > 130] == []


def test_the_commands_own_words_are_spanish_on_request(timecore: Run, game: Path, other: Path) -> None:
    lines = timecore("diff", game, other, "--lang", "es").lines

    assert "Otra elección" in lines
    assert "Otro estado" in lines
    assert "Another choice" not in lines


def test_a_reader_who_has_read_enough_ends_it_quietly(game: Path, other: Path) -> None:
    """In a locale without letters beyond ASCII."""
    with start("diff", game, other, "--unified", environment={"LANG": "C", "LC_ALL": "C"}) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.stdout.close()
        assert first.decode() == f"--- {game}\n"
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


class TestTakenBack:
    """What a retraction took back."""

    @pytest.fixture
    def detour(self, played: Log, tmp_path: Path) -> Path:
        """The game, with two moves taken back and made again."""
        gone = Game.from_log(played.upto(FORK + 2))
        gone.retract(FORK)
        for entry in played.entries[FORK:]:
            gone.play(entry.actor, entry.move)
        return saved(gone.log, tmp_path / "detour.msgpack")

    def test_it_is_passed_over_and_that_is_told(self, timecore: Run, game: Path, detour: Path) -> None:
        ran = timecore("diff", game, detour)

        assert "2 entries that were taken back were not compared: --retracted compares them too" in ran.lines
        assert ran.lines[-2:] == [
            "Only B has the entry",
            f"  {FORK + 3}  the table: The game goes back to the state after entry {FORK}",
        ]
        assert timecore("diff", game, detour, "--json").json["b"]["passed_over"] == 2
        told = timecore("diff", game, detour, "--lang", "es").out
        assert "2 entradas deshechas no se han comparado" in told

    def test_entry_by_entry_each_keeps_its_number(self, timecore: Run, game: Path, detour: Path) -> None:
        beside = timecore("diff", game, detour, "--side-by-side").lines
        more = timecore("diff", detour, "--unified", "--at", FORK, "--at", -1).lines

        numbers = [line.replace("the table", "table").split() for line in beside]
        assert [words[0] for words in numbers][-3:] == [str(FORK + n) for n in (1, 2, 3)]
        assert all(str(FORK + 3 + n) in words for n, words in enumerate(numbers[-3:], 1))
        assert [line.split()[0] for line in more if line.startswith("+")][1:4] == ["+48", "+49", "+50"]

    def test_it_is_compared_if_it_is_asked_for_and_marked(
        self, timecore: Run, game: Path, detour: Path
    ) -> None:
        for way in ("--side-by-side", "--unified"):
            ran = timecore("diff", game, detour, "--retracted", way)

            assert ran.out.count("(taken back)") == 2
            assert "were not compared" not in ran.out
