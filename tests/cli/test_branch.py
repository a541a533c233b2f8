"""`timecore branch`: what if?"""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from cli_run import Run

from timecore.actors import CHANCE, PUBLIC
from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.branch import branch, branch_game
from timecore.chance import Luck
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset
from timecore.table import Note
from timecore_cli import main

NAMES = ["Ana", "Ben", "Cho"]
#: The last entry of the deal; the first round begins behind it.
DEALT = 31
LETTERS = Path(__file__).parents[2] / "examples" / "decks" / "letters.toml"
REPLAYS = Path(__file__).parents[2] / "replays"


@pytest.fixture
def alt(tmp_path: Path) -> Path:
    return tmp_path / "alt.msgpack"


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed game that goes on, and in which cards are drawn all the time."""
    rules = get_ruleset("chicken_time_warp")
    options = rules.options_map(rules.resolve_options({"players": 3}))
    luck = Luck.sealed(64, bytes(32))  # the same whenever the test runs
    game = Game.from_log(Log.start(rules, options=options, names=NAMES, luck=luck))
    simulate(game, make_bots(game.rules, ["careful"] * 3, "bots"), max_entries=45)
    path = tmp_path_factory.mktemp("sealed") / "sealed.msgpack"
    game.save(path)
    return path


def genuine(path: Path) -> Log:
    assert audit(path.read_bytes()).exit_code == 0
    return Log.load(path)


# -- making one --------------------------------------------------------------------------------------------------


def test_a_branch_is_written_and_the_trunk_is_not_touched(timecore: Run, game: Path, alt: Path) -> None:
    before, when = game.read_bytes(), game.stat().st_mtime_ns
    ran = timecore("branch", game, "--at", "40", "-o", alt)
    log = genuine(alt)

    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.lines
        == [
            f"{alt}: branch {log.record.branch.hex()[:8]} of {game}, begins with entry 41",  # type: ignore[union-attr]
            "  Luck  that of the trunk goes on",
        ]
        or len(str(alt)) + len(str(game)) > 40
    )
    assert (game.read_bytes(), game.stat().st_mtime_ns) == (before, when)
    assert log.to_bytes().startswith(Log.load(game).upto(40).to_bytes())


def test_every_command_says_which_branch_it_shows(timecore: Run, game: Path, alt: Path) -> None:
    timecore("branch", game, "--at", "40", "-o", alt)
    name = genuine(alt).branch
    assert name is not None
    short = name.hex()[:8]

    for command in ("replay", "show", "legal"):
        assert f"After entry 41 of 41, branch {short}" in timecore(command, alt).out
        assert f"rama {short}" in timecore(command, alt, "--lang", "es").out
        assert "branch" not in timecore(command, game).out.casefold()
    assert f"  Branch   {short}, begins with entry 41" in timecore("replay", alt).out
    assert f"  Branch  {name.hex()}" in timecore("replay", alt, "--quiet").out
    assert timecore("replay", alt, "--json").json["branch"] == name.hex()
    assert timecore("replay", alt, "--json", "--quiet").json["branch"] == name.hex()
    assert timecore("export", alt).jsonl[0]["branch"] == name.hex()
    assert timecore("audit", alt, "--json").json["branch"] == name.hex()
    assert name.hex() in timecore("audit", alt).out
    assert timecore("audit", alt, game).lines[0].endswith(f"{alt} (branch {short})")
    assert "branch" not in timecore("audit", game).out


def test_bots_play_a_branch_to_its_end(timecore: Run, alt: Path) -> None:
    """What they draw otherwise than the trunk is told."""
    trunk = REPLAYS / "chicken_time_warp-3p.msgpack"
    ran = timecore("branch", trunk, "--at", "28", "--bot", "random", "--seed", "x", "-o", alt, "--json")
    log, before = genuine(alt), Log.load(trunk)

    assert (ran.code, ran.err) == (0, "")
    assert ran.json["result"] is not None
    assert (ran.json["fork"], ran.json["entries"], ran.json["luck"]) == (29, len(log), "kept")
    assert ran.json["draws"]["redrawn"]
    for one in ran.json["draws"]["redrawn"]:
        ours, theirs = log.entries[one["entry"] - 1], before.entries[one["trunk_entry"] - 1]
        assert ours.actor == theirs.actor == CHANCE
        assert ours.move != theirs.move
    told = timecore("branch", trunk, "--at", "28", "--simulate", "--seed", "x", "-o", alt, "--force").lines
    (draws,) = [line for line in told if line.startswith("  Draws  ")]
    assert "as in the trunk; " in draws
    assert any(line.startswith("  Result  ") for line in told)


def test_equal_texts_make_equal_play(timecore: Run, unfinished: Path, tmp_path: Path) -> None:
    """Bots and new luck, also where it takes over from kept luck; the names of the branches differ."""
    logs = []
    for name in ("one", "other"):
        into = tmp_path / name
        ran = timecore("branch", unfinished, "--at", "40", "--bot", "careful", "--seed", "x", "-o", into)
        assert ran.code == 0
        assert "up to its draw" in ran.out
        assert "new luck from entry" in ran.out
        logs.append(genuine(into))

    assert [entry.move for entry in logs[0].entries] == [entry.move for entry in logs[1].entries]
    assert logs[0].branch != logs[1].branch


def test_max_entries_stops_the_bots(timecore: Run, game: Path, alt: Path) -> None:
    assert timecore("branch", game, "--at", "50", "--simulate", "--max-entries", "55", "-o", alt).code == 0
    assert len(Log.load(alt)) == 55


def test_moves_are_made_from_a_file_and_from_standard_input(
    timecore: Run, game: Path, alt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An export will do: the lines of chance are passed over, for luck makes the draws."""
    exported = timecore("export", game).lines[41:60]
    moves = tmp_path / "moves.jsonl"
    moves.write_text("\n".join(exported), encoding="utf-8")

    assert timecore("branch", game, "--at", "40", "--play", moves, "-o", alt).code == 0
    trunk = Log.load(game)
    assert [e.move for e in genuine(alt).entries[41:60]] == [e.move for e in trunk.entries[40:59]]

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(moves.read_bytes())))
    assert timecore("branch", game, "--at", "40", "--play", "-", "-o", alt, "--force").code == 0
    assert len(genuine(alt)) >= 60


def test_a_whole_export_is_no_list_of_moves_behind_a_fork(
    timecore: Run, game: Path, alt: Path, tmp_path: Path
) -> None:
    lines = timecore("export", game).out.splitlines(keepends=True)
    whole, rest = tmp_path / "whole.jsonl", tmp_path / "rest.jsonl"
    whole.write_text("".join(lines), "utf-8")
    rest.write_text("".join(lines[41:]), "utf-8")
    ran = timecore("branch", game, "--at", "40", "--play", whole, "-o", alt)

    assert ran.code == 1
    assert "line 1: it is the header of an export" in ran.err
    assert not alt.exists()
    assert timecore("branch", game, "--at", "40", "--play", rest, "-o", alt).code == 0
    assert len(Log.load(alt)) == len(Log.load(game)) + 1


def test_the_first_move_that_is_not_legal_is_named_and_nothing_is_written(
    timecore: Run, game: Path, alt: Path, tmp_path: Path
) -> None:
    moves = tmp_path / "moves.jsonl"
    moves.write_text('{"actor": 0, "move": {"type": "PlayCard", "card": "A99"}}\n', encoding="utf-8")
    ran = timecore("branch", game, "--at", DEALT, "--play", moves, "-o", alt)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"timecore: {moves}: line 1: TC-")
    assert "Hint: Legal for actor 0" in ran.err
    assert not alt.exists()


def test_without_an_entry_it_is_told_how_far_the_later_moves_go(timecore: Run, game: Path, alt: Path) -> None:
    """With the rule that ends it and what was legal; exit code 1, and the branch is written."""
    log = Log.load(game)
    left_out = next(entry.seq for entry in log.entries if entry.actor >= 0)
    ran = timecore("branch", game, "--without", left_out, "-o", alt)
    told = timecore("branch", game, "--without", left_out, "-o", alt, "--json", "--force").json["without"]

    assert (ran.code, ran.err) == (1, "")
    assert f"without entry {left_out}: 0 later moves are made again" in ran.out
    assert "TC-31" in ran.out
    assert any(line.startswith("  Legal") for line in ran.lines)
    assert told["stopped"] == left_out + 1
    assert (told["entry"], told["replayed"], told["rule"]) == (left_out, 0, "TC-31")
    assert genuine(alt).to_bytes().startswith(log.upto(left_out - 1).to_bytes())


def test_a_branch_of_a_real_table_keeps_its_draws_or_is_dealt_by_hand(
    timecore: Run, tmp_path: Path, game: Path, alt: Path
) -> None:
    lines = timecore("export", game).out
    moves, table = tmp_path / "moves.jsonl", tmp_path / "table.msgpack"
    moves.write_text(lines, encoding="utf-8")
    timecore("import", moves, "-o", table)

    kept = timecore("branch", table, "--at", "20", "--simulate", "--seed", "x", "-o", alt)
    assert kept.code == 0
    assert [e.move for e in genuine(alt).entries[21:30]] == [e.move for e in Log.load(table).entries[20:29]]
    by_hand = timecore("branch", game, "--at", "20", "--luck", "manual", "--simulate", "-o", tmp_path / "x")
    assert by_hand.code == 1
    assert "a draw is due, and the luck of this branch is made at a real table" in by_hand.err
    assert timecore("branch", game, "--at", "20", "--luck", "manual", "-o", tmp_path / "x").code == 0


# -- streams -----------------------------------------------------------------------------------------------------


def test_a_record_goes_through_standard_streams(
    game: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told of it stands beside it."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(game.read_bytes())))
    code = main(["branch", "-", "--at", "40", "-o", "-"])
    out, err = capfdbinary.readouterr()

    assert code == 0
    assert out.startswith(Log.load(game).upto(40).to_bytes())
    assert audit(out).exit_code == 0
    assert err.startswith(b"-: branch ")


# -- what does not fit together ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-o", "{alt}"), "--at or --without must say where the branch begins"),
        (("--at", "3"), "--output must say where to write the branch"),
        (("--at", "3", "--without", "3", "-o", "{alt}"), "exclude each other"),
        (("--at", "9999", "-o", "{alt}"), "there is no position 9999"),
        (("--at", "-9999", "-o", "{alt}"), "there is no position -9999"),
        (("--at", "30.1", "-o", "{alt}"), "inside entry 31"),
        (("--at", "", "-o", "{alt}"), "'' is no position"),
        (("--at", "x", "-o", "{alt}"), "'x' is no position"),
        (("--without", "0", "-o", "{alt}"), "a whole number from 1 on"),
        (("--without", "9999", "-o", "{alt}"), "there is no entry 9999"),
        (("--without", "3", "-o", "{alt}"), "entry 3 is a draw"),
        (("--at", "3", "-o", "{alt}", "--luck", "bad"), "--luck needs keep or redraw or manual"),
        (("--at", "3", "-o", "{alt}", "--seed", "x"), "--seed is for new luck"),
        (("--at", "3", "-o", "{alt}", "--luck", "manual", "--seed", "x"), "--seed is for new luck"),
        (("--at", "3", "-o", "{alt}", "--max-entries", "5"), "--max-entries is for bots"),
        (("--at", "3", "-o", "{alt}", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("--at", "3", "-o", "-", "--json"), "exclude each other"),
        (("--at", "3", "-o", ".."), "is a folder"),
        (("--at", "3", "-o", ""), "--output is empty"),
        (("--at", "3", "--list", "."), "FILE and --list exclude each other"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    timecore: Run, game: Path, alt: Path, arguments: tuple[str, ...], told: str
) -> None:
    ran = timecore("branch", game, *[argument.format(alt=alt) for argument in arguments])

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert not alt.exists()


def test_standard_input_is_read_once_only(timecore: Run, alt: Path) -> None:
    ran = timecore("branch", "-", "--at", "3", "--play", "-", "-o", alt)

    assert (ran.code, ran.out) == (2, "")
    assert "standard input can be read once only" in ran.err


def test_there_must_be_a_file(timecore: Run, tmp_path: Path) -> None:
    assert "there is no FILE" in timecore("branch", "--at", "3", "-o", tmp_path / "x").err
    assert timecore("branch", tmp_path / "none", "--at", "3", "-o", tmp_path / "x").code == 3
    assert timecore("branch", tmp_path, "--at", "3", "-o", tmp_path / "x").code == 3


def test_no_file_is_written_over_unless_that_is_asked_for_and_never_the_trunk(
    timecore: Run, game: Path, alt: Path, tmp_path: Path
) -> None:
    """Whatever the trunk is called there."""
    alt.write_bytes(b"mine")
    other = tmp_path / "other name.msgpack"
    other.symlink_to(game)
    refused = timecore("branch", game, "--at", "3", "-o", alt)

    assert (refused.code, alt.read_bytes()) == (2, b"mine")
    assert "--force" in refused.err
    assert timecore("branch", game, "--at", "3", "-o", alt, "--force").code == 0
    for path in (game, other):
        ran = timecore("branch", game, "--at", "3", "-o", path, "--force")
        assert ran.code == 2
        assert "is the trunk, which a branch never touches" in ran.err
    genuine(game)


def test_the_sound_part_of_a_damaged_record_is_branched(
    timecore: Run, torn: Path, broken: Path, alt: Path, tmp_path: Path
) -> None:
    """And what is wrong with it is told at the end."""
    ran = timecore("branch", torn, "--at", "35", "-o", alt)
    worse = timecore("branch", broken, "--at", "-1", "-o", tmp_path / "x")

    assert (ran.code, worse.code) == (4, 4)
    assert ran.out
    assert "tail damaged after entry" in ran.err
    assert len(genuine(alt)) == 36
    assert len(genuine(tmp_path / "x")) == 40


@pytest.mark.parametrize("name", ["-alt", "my alt.msgpack", "ramificación ⑂.msgpack"])
def test_any_name_of_a_file_will_do(
    timecore: Run, game: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert timecore("branch", "--at=3", f"--output={name}", "--", game).code == 0
    assert timecore("branch", "--at=3", "--output=x.msgpack", "--", name).code == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="somebody who may write anywhere")
def test_a_folder_that_cannot_be_written_to_is_named(timecore: Run, game: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert "cannot be written" in timecore("branch", game, "--at", "3", "-o", tmp_path / "x").err
    finally:
        tmp_path.chmod(0o700)


def test_names_of_seats_are_harmless_in_what_is_told(timecore: Run, tmp_path: Path) -> None:
    seats = ["\x1b[31mred", "two\nlines", "\u202eright to left" + "x" * 200]
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=seats, seed="x", path=path).close()
    ran = timecore(
        "branch", path, "--at", "-1", "--simulate", "--max-entries", "45", "-o", tmp_path / "alt.msgpack"
    )
    told = timecore("branch", "--list", tmp_path)

    for text in (ran.out, told.out):
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "two\n" not in text


def test_a_game_that_is_being_played_can_be_branched(timecore: Run, tmp_path: Path, alt: Path) -> None:
    with Game.new("time_chase", seats=NAMES, path=tmp_path / "open.msgpack") as playing:
        ran = timecore("branch", tmp_path / "open.msgpack", "--at", "-1", "-o", alt)
        playing.play(playing.to_act[0], playing.legal_moves(playing.to_act[0])[0])

    assert (ran.code, ran.err) == (0, "")
    assert "sealed before the first draw; no draw of the trunk is left to keep" in " ".join(
        ran.out.split()
    )  # what the players will draw is not looked at
    genuine(tmp_path / "open.msgpack")


def test_a_deck_is_given_for_a_game_that_was_made_with_one(timecore: Run, alt: Path) -> None:
    record = REPLAYS / "timeline-deck-3p.msgpack"
    options = ("--at", "0", "--simulate", "--seed", "x", "-o", alt)
    without = timecore("branch", record, *options)

    assert without.code == 3
    assert "the deck letters" in without.err
    assert timecore("branch", record, *options, "--deck", LETTERS).code == 0
    assert timecore("audit", alt, "--deck", LETTERS).code == 0


def test_no_record_is_written_to_a_terminal(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    ran = timecore("branch", game, "--at", "3", "-o", "-")

    assert (ran.code, ran.out) == (2, "")
    assert "standard output is a terminal" in ran.err


def test_a_folder_that_is_not_there_is_named(timecore: Run, game: Path, tmp_path: Path) -> None:
    ran = timecore("branch", game, "--at", "3", "-o", tmp_path / "none" / "x.msgpack")

    assert (ran.code, ran.out) == (2, "")
    assert "x.msgpack cannot be written" in ran.err


# -- records of a folder -----------------------------------------------------------------------------------------


def test_the_records_of_a_folder_are_drawn_as_trees(timecore: Run, played: Log, tmp_path: Path) -> None:
    """Branches of branches, several trunks, copies, beginnings; what is damaged is told at the end."""
    first = branch_game(played, 40)
    simulate(first, make_bots(first.rules, ["random"] * 3, "x"))
    second = branch(first.log, 50, "redraw")
    other = Game.new("time_chase", seats=NAMES, seed="another").log
    lonely = branch(Game.new("time_chase", seats=NAMES, seed="lost").log, 5)
    parted = Game.from_log(played.upto(40))
    parted.table(Note("another copy"))
    files = {
        "p": parted.log,
        "a": played,
        "b": first.log,
        "c": second,
        "d": played.redacted(PUBLIC),
        "e": played.upto(33),
        "f": other,
        "g": lonely,
    }
    for name, log in files.items():
        log.save(tmp_path / f"{name}.msgpack")
    (tmp_path / "torn.msgpack").write_bytes(played.to_bytes()[:-10])
    (tmp_path / "none.msgpack").write_bytes(b"not a record")
    (tmp_path / "notes.txt").write_bytes(b"passed over")
    ran = timecore("branch", "--list", tmp_path)
    drawn = [line.partition(".msgpack")[0] for line in ran.lines]

    assert drawn == [
        "a", "├─ d", "├─ e", "├─ torn", "├─ b", "│  └─ c", "└─ p", "", "f", "",
        "(a trunk that is not in this folder)", "└─ g",
    ]  # fmt: skip
    assert ran.code == 3
    assert "none.msgpack: not a record" in ran.err
    assert "torn.msgpack: tail damaged" in ran.err
    assert "begins with entry 41" in ran.out
    assert "p.msgpack: parts at entry 41 without a fork" in ran.out
    assert "its beginning, up to entry 33" in ran.out
    tree = timecore("branch", "--list", tmp_path, "--json").json
    assert [one["file"] for one in tree] == ["a.msgpack", "f.msgpack", None]
    assert tree[0]["copies"] == ["d.msgpack"]
    assert tree[0]["branches"][0]["branches"][0]["fork"] == 51
    assert tree[0]["result"]["reason"]
    assert "las reglas" not in timecore("branch", "--list", tmp_path, "--lang", "es").out


def test_a_folder_without_records_and_one_that_is_none_are_told(
    timecore: Run, tmp_path: Path, game: Path
) -> None:
    assert timecore("branch", "--list", tmp_path).code == 1
    assert timecore("branch", "--list", tmp_path / "none").code == 3
    assert timecore("branch", "--list", game).code == 3


def test_records_whose_game_is_not_installed_are_drawn_too(
    timecore: Run, foreign: Path, tmp_path: Path
) -> None:
    log = Log.load(foreign)
    log.save(tmp_path / "tiny.msgpack")
    assert (
        timecore("branch", tmp_path / "tiny.msgpack", "--at", "4", "-o", tmp_path / "alt.msgpack").code == 0
    )
    ran = timecore("branch", "--list", tmp_path)

    assert ran.code == 0
    assert "└─ alt.msgpack" in ran.out
    assert "its rules are not at hand" in ran.out
    assert timecore("branch", "--list", tmp_path, "--json").json[0]["result"] is None
    played_on = timecore("branch", foreign, "--at", "4", "--simulate", "-o", tmp_path / "x")
    assert played_on.code == 3
    assert "tiny" in played_on.err


def test_errors_are_objects_for_a_machine(timecore: Run, game: Path, alt: Path) -> None:
    error = timecore("branch", game, "--at", "30.1", "-o", alt, "--json").error

    assert error["error"] == "PositionError"
    assert "Positions 30" in error["hint"]
    assert json.dumps(error)


# -- gone on with ------------------------------------------------------------------------------------------------


def test_a_branch_is_played_like_any_saved_game(timecore: Run, unfinished: Path, alt: Path) -> None:
    """Where the trunk has made no more draws, new luck takes over by itself."""
    timecore("branch", unfinished, "--at", "40", "-o", alt)
    ran = timecore("play", alt, "--bot", "careful", "--seed", "x")
    log = genuine(alt)

    assert ran.code == 0
    assert log.branch is not None
    assert f" entries, all saved, branch {log.branch.hex()[:8]}" in ran.out
    assert len([raw for raw in log.record.entries if raw.move[0] == "Branch"]) == 2


def test_a_branch_with_luck_from_a_table_is_dealt_at_the_keyboard(
    timecore: Run, game: Path, alt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timecore("branch", game, "--at", "20", "--luck", "manual", "-o", alt)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 5))
    ran = timecore("play", alt)

    assert ran.code == 0
    assert [entry.actor for entry in genuine(alt).entries[21:]] == [CHANCE] * 5


def test_a_branch_of_a_copy_ends_in_a_sentence_where_the_rules_need_more(
    timecore: Run, game: Path, alt: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "ana.msgpack"
    timecore("redact", game, "--as", "0", "-o", copy)
    dealing = timecore("branch", copy, "--at", "20", "-o", alt)
    playing = timecore("branch", copy, "--at", DEALT, "--luck", "redraw", "--simulate", "-o", alt)

    assert (dealing.code, playing.code) == (1, 1)
    assert "does not hold the seed" in dealing.err
    assert "the rules need what this copy of the record hides" in playing.err
    assert not alt.exists()
    assert timecore("branch", copy, "--at", DEALT, "--luck", "redraw", "-o", alt).code == 0
    ran = timecore("play", alt, "--bot", "random")
    assert ran.code == 1
    assert "the rules need what this copy of the record hides" in ran.err
    genuine(alt)


def test_a_seed_that_a_copy_hides_is_told_with_what_can_be_done(
    timecore: Run, alt: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "public.msgpack"
    timecore("redact", REPLAYS / "timeline_2003-2p.msgpack", "--as", "public", "-o", copy)
    ran = timecore("branch", copy, "--at", "8", "--simulate", "--max-entries", "40", "-o", alt)

    assert ran.code == 1
    assert "the seed that draw" in ran.err
    assert "Hint: The host's own file holds it; in a branch new luck can be drawn." in ran.err
    assert not alt.exists()


def test_without_an_entry_of_a_copy_it_is_told_what_it_hides(
    timecore: Run, game: Path, alt: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "all.msgpack"
    timecore("redact", game, "--as", "public", "-o", copy)
    fuel = next(entry.seq for entry in Log.load(copy).entries if type(entry.move).__name__ == "CommitFuel")
    ran = timecore("branch", copy, "--without", fuel, "-o", alt)

    assert (ran.code, ran.err) == (1, "")
    assert f"before entry {fuel + 1} of " in " ".join(ran.out.split())
    assert "hides its move in this copy" in " ".join(ran.out.split())
