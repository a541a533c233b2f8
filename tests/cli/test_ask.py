"""`timecore why`, `when`, `who-knew` and `stats`: what a game is asked."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from cli_run import Install, Run
from tiny import RULESET as TINY
from tiny.moves import Bid, Deal

from timecore.actors import CHANCE
from timecore.ask import history, series, stats, when, who_knew, why
from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay
from timecore.table import Retract
from timecore_cli._spark import spark

REPLAYS = Path(__file__).parents[2] / "replays"
RECORDS = [
    REPLAYS / f"{name}.msgpack"
    for name in ("chicken_time_warp-3p", "time_chase-4p", "timeline-4p", "timeline_2003-3p")
]

#: Fields that games have, each asked of those that have it.
FIELDS = {
    "time_chase": "fuel[*]",
    "timeline": "hands[*]",
    "timeline_2003": "gold[*]",
    "chicken_time_warp": "draw_count",
}
COMMANDS = (("why", "phase"), ("when", "true"), ("who-knew", "phase"), ("stats",))


# -- why --------------------------------------------------------------------------------------------------------------


def test_why_tells_event_move_and_the_value_before(timecore: Run, game: Path, played: Log) -> None:
    (cause,) = why(Replay(played), "fuel[1]", 50)
    assert cause.event is not None

    lines = timecore("why", game, "fuel[1]", "--at", 50).lines

    assert lines[0] == "After entry 50 of 64"
    assert lines[2] == f"fuel[1] is {cause.value}"
    assert lines[3].endswith(f"(position {cause.position})")
    assert [line.split()[0] for line in lines[3:] if line[2] != " "] == ["since", "event", "move", "before"]
    assert any(f'"type": "{type(cause.event).__name__}"' in line for line in lines)
    assert lines[-1].split() == ["before", str(cause.before)]


def test_why_gives_machines_the_same(timecore: Run, game: Path, played: Log) -> None:
    replay = Replay(played)

    document = timecore("why", game, "fuel[*]", "--json").json
    lines = timecore("why", game, "fuel[1]", "--all", "--jsonl").jsonl

    assert (document["path"], document["at"]) == ("fuel[*]", "64")
    assert [{key: value for key, value in one.items() if key != "text"} for one in document["causes"]] == [
        cause.to_json() for cause in why(replay, "fuel[*]")
    ]
    assert len(lines) == len(list(history(replay, "fuel[1]")))
    assert all(line["text"] for line in lines[1:])


def test_why_tells_a_whole_history_line_by_line(timecore: Run, game: Path, played: Log) -> None:
    lines = timecore("why", game, "present", "--all").lines[2:]

    assert lines[0].split()[:2] == ["0", "0"]
    assert lines[0].endswith("from the start")
    assert [line.split()[0] for line in lines] == [
        str(one.position) for one in history(Replay(played), "present")
    ]


def test_why_tells_what_was_so_from_the_start_and_what_the_table_did(
    timecore: Run, tmp_path: Path, install: Install
) -> None:
    install("tiny-game", "tiny", "tiny:RULESET")
    game = Game.new(TINY, seats=["Ana", "Ben"], luck="manual")
    game.play(CHANCE, Deal(0, "ace"))
    game.table(Retract(0))
    path = tmp_path / "game.msgpack"
    game.save(path)

    assert timecore("why", path, "players").lines[-1] == "  It was so from the start"
    told = timecore("why", path, "hands[0]")
    assert "  event   The game goes back to its start" in told.lines
    assert told.lines[-1] == "  The value is that of position 0: ask again with --at 0"


def test_why_says_what_is_wrong_with_a_path(timecore: Run, game: Path) -> None:
    unknown = timecore("why", game, "feul[0]")
    broken = timecore("why", game, "fuel[", "--json")
    nothing = timecore("why", game, "timeline[*]", "--at", 0)
    history_of_nothing = timecore("why", game, "feul[0]", "--all")

    assert (unknown.code, unknown.out) == (2, "")
    assert unknown.err.splitlines()[1] == "Hint: Did you mean fuel?"
    assert (broken.code, broken.error["column"]) == (2, 6)
    assert (nothing.code, nothing.err, nothing.lines) == (1, "", ["Nothing stands at timeline[*]"])
    assert history_of_nothing.code == 2


def test_what_leads_through_something_hidden_cannot_be_told(
    timecore: Run, tmp_path: Path, install: Install
) -> None:
    install("tiny-game", "tiny", "tiny:RULESET")
    game = Game.new(TINY, seats=["Ana", "Ben"], luck="manual")
    game.play(CHANCE, Deal(0, "ace"))
    path = tmp_path / "game.msgpack"
    game.save(path)

    for command in ("why", "who-knew"):
        ran = timecore(command, path, "answers[0]", "--as", 0)
        assert (ran.code, ran.out if command == "why" else "") == (1, "")
        assert "hidden" in ran.err


# -- when -------------------------------------------------------------------------------------------------------------


def test_when_tells_positions_in_a_row_in_one_line(timecore: Run, game: Path, played: Log) -> None:
    found = when(Replay(played), "present == 2")
    (span,) = found.spans

    lines = timecore("when", game, "present == 2").lines

    assert lines[0] == f"It holds at {span.count} positions of {found.looked}"
    assert lines[2].startswith(f"{span.start} … {span.stop}  ({span.count})  ")
    assert len(lines) == 3


def test_when_tells_the_first_or_the_last_alone(timecore: Run, game: Path, played: Log) -> None:
    found = when(Replay(played), "present == 2").positions
    for option, position in (("--first", found[0]), ("--last", found[-1])):
        assert timecore("when", game, "present == 2", option).lines[0].split()[0] == str(position)
        assert timecore("when", game, "present == 2", option, "--json").json["positions"] == [str(position)]
    assert timecore("when", game, "present == 2", "--first", "--last").code == 2


def test_when_gives_machines_every_position(timecore: Run, game: Path, played: Log) -> None:
    found = when(Replay(played), "present == 2")

    document = timecore("when", game, "present == 2", "--json").json
    lines = timecore("when", game, "present == 2", "--jsonl").jsonl

    assert document["positions"] == [str(position) for position in found.positions]
    assert document["spans"][0]["text"]
    assert [line["position"] for line in lines] == document["positions"]
    assert {"entry", "actor", "move", "event", "text"} <= set(lines[0])
    assert timecore("when", game, "true", "--first", "--jsonl").jsonl == [{"position": "0"}]


def test_when_says_that_it_holds_nowhere(timecore: Run, game: Path) -> None:
    """And what is odd about it, or what a viewer cannot know."""
    nowhere = timecore("when", game, "phase == 3")
    unknown = timecore("when", game, "'A5' in hands[1]", "--as", "Ana")

    assert (nowhere.code, nowhere.lines[0].split()[:5]) == (1, ["It", "holds", "at", "none", "of"])
    assert "never compare" in nowhere.err
    assert unknown.code == 1
    assert "depends on what is hidden" in unknown.lines[1]
    assert timecore("when", game, "phase == 3", "--json").code == 1


def test_a_condition_that_is_none_is_refused_before_anything_is_read(timecore: Run, tmp_path: Path) -> None:
    ran = timecore("when", tmp_path / "nonesuch", "fuel[0] >> 3")

    assert ran.code == 2
    assert ran.err.startswith('timecore: column 10 of the condition: ">" cannot stand here')
    assert timecore("when", tmp_path / "nonesuch", "fuel[0] >> 3", "--json").error["column"] == 10


# -- who-knew ---------------------------------------------------------------------------------------------------------


def test_who_knew_has_a_line_for_each_viewer(timecore: Run, game: Path, played: Log) -> None:
    card = Replay(played).state_at(40).to_json()["hands"][1][0]
    found = who_knew(played, card, 40)

    lines = timecore("who-knew", game, card, "--at", 40).lines

    assert lines[2] == f"{card} stands at hands[1][0]"
    assert lines[4].split(maxsplit=1) == ["Ana", "does not know it"]
    assert lines[5].startswith(f"  Ben         since entry {found.viewers[1].since}: Ben is dealt {card}")
    assert lines[7] == "  the public  does not know it"


def test_who_knew_gives_machines_the_same(timecore: Run, game: Path, played: Log) -> None:
    document = timecore("who-knew", game, "fuel[1]", "--json").json

    for one in document["viewers"]:
        assert one.pop("text")
    assert document == who_knew(played, "fuel[1]").to_json()


def test_who_knew_gives_machines_a_line_for_each_viewer(timecore: Run, game: Path) -> None:
    ran = timecore("who-knew", game, "fuel[1]", "--jsonl")

    assert ran.code == 0
    assert [one["viewer"] for one in ran.jsonl] == [0, 1, 2, "public"]
    assert ran.jsonl == timecore("who-knew", game, "fuel[1]", "--json").json["viewers"]
    assert timecore("who-knew", game, "fuel[1]", "--json", "--jsonl").code == 2


def test_who_knew_tells_a_seat_what_it_can_know(timecore: Run, game: Path, played: Log) -> None:
    """As a full copy does with --as, so does the copy that was made for it."""
    state = Replay(played).state_at(40).to_json()
    mine, theirs = state["hands"][0][0], state["hands"][1][0]

    own = timecore("who-knew", game, mine, "--at", 40, "--as", 0)
    other = timecore("who-knew", game, theirs, "--at", 40, "--as", 0)

    assert own.code == 0
    assert own.lines[5].split(maxsplit=1)[1] == "cannot be told"
    assert (other.code, other.lines[2]) == (1, f"{theirs} is nowhere to be seen")


def test_who_knew_of_what_nobody_knows_is_a_no(timecore: Run, tmp_path: Path, install: Install) -> None:
    install("tiny-game", "tiny", "tiny:RULESET")
    game = Game.new(TINY, seats=["Ana", "Ben"], luck="manual")
    for number, card in enumerate(("ace", "king", "three", "joker")):
        game.play(CHANCE, Deal(number % 2, card))
    game.play(0, Bid(5 * 100))
    game.play(1, Bid(0))
    game.table(Retract(4))
    path = tmp_path / "game.msgpack"
    game.save(path)

    answers = timecore("who-knew", path, "answers")
    lost = timecore("who-knew", path, "hands[1]").lines

    assert answers.code == 1
    assert answers.lines[4:] == [
        f"  {name}  does not know it" for name in ("Ana       ", "Ben       ", "the public")
    ]
    assert lost[4].endswith("does not know it; knew it from entry 6 until entry 7")
    assert timecore("who-knew", path, "king").code == 2


# -- stats ------------------------------------------------------------------------------------------------------------


def test_stats_are_a_page_of_tables(timecore: Run, game: Path, played: Log) -> None:
    told = stats(Replay(played))

    lines = timecore("stats", game, "--plot", "fuel[*]", "--plot", "present").lines

    assert lines[2].split(maxsplit=1) == [
        "Entries",
        f"64: {64 - len(told.draws)} of the seats, {len(told.draws)} of chance",
    ]
    assert next(line for line in lines if line.startswith("  Ana")).split()[1] == str(told.seats[0].count)
    assert sum(bool(re.match(r"  (fuel\[\d\]|present) ", line)) for line in lines) == 4
    draws = lines[lines.index("Draws") + 1 :]
    assert len(draws) == len(told.draws)
    assert draws[0].split()[:6] == ["1", "1", ":", "35", "2.9", "%"]
    assert max(map(len, lines)) <= 80


def test_stats_give_machines_the_same(timecore: Run, game: Path, played: Log) -> None:
    document = timecore("stats", game, "--json", "--plot", "present").json

    assert document == {
        "file": str(game),
        "ruleset": "time_chase",
        "rules_version": 1,
        **stats(Replay(played)).to_json(),
        "plots": [one.to_json() for one in series(Replay(played), "present")],
    }


def test_stats_of_several_files_are_a_list(timecore: Run, game: Path, torn: Path, tmp_path: Path) -> None:
    """The worst exit code is that of all."""
    missing = tmp_path / "nonesuch"

    page = timecore("stats", game, torn, missing)
    listed = timecore("stats", game, torn, missing, "--json")

    assert (page.code, listed.code) == (3, 3)
    assert [one["entries"] for one in listed.json] == [64, 63]
    assert page.lines[0] == str(game)
    assert str(torn) in page.lines
    assert timecore("stats", game, torn).code == 4
    assert timecore("stats", torn, "--json").json["entries"] == 63
    assert len(timecore("stats", game, game, "--jsonl").jsonl) == 2


def test_stats_tell_a_viewer_what_they_can_know(timecore: Run, game: Path) -> None:
    document = timecore("stats", game, "--json", "--as", "Ben").json

    assert document["as"] == 1
    assert [one["legal"] is None for one in document["seats"]] == [True, False, True]
    assert {one["weight"] for one in document["draws"]} == {None}
    assert "%" not in timecore("stats", game, "--as", "public").out


def test_times_are_told_where_they_are_recorded(timecore: Run, tmp_path: Path, install: Install) -> None:
    install("tiny-game", "tiny", "tiny:RULESET")
    game = Game.new(TINY, seats=["Ana", "Ben"], luck="manual", created="2026-01-01T10:00:00Z")
    for number, card in enumerate(("ace", "king", "three", "joker")):
        game.play(CHANCE, Deal(number % 2, card), meta={"time": "2026-01-01T10:00:00Z"})
    game.play(0, Bid(0), meta={"time": "2026-01-01T11:02:03Z"})
    path = tmp_path / "game.msgpack"
    game.save(path)

    out = timecore("stats", path).out

    assert "Time     1:02:03, from 2026-01-01T10:00:00Z to 2026-01-01T11:02:03Z" in out
    assert re.search(r"^  Ana .* 1:02:03$", out, re.MULTILINE)
    assert re.search(r"^  Ben .* -$", out, re.MULTILINE)


def test_a_plot_is_drawn_in_ascii_where_nothing_else_can_be(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = timecore("stats", game, "--plot", "present").out
    monkeypatch.setattr("timecore_cli._output.draws", lambda: False)

    assert not drawn.isascii()
    assert timecore("stats", game, "--plot", "present").out.isascii()


def test_what_is_no_number_cannot_be_plotted(timecore: Run, game: Path) -> None:
    ran = timecore("stats", game, "--plot", "phase")

    assert (ran.code, ran.out) == (2, "")
    assert "no number ever stands at phase" in ran.err


@pytest.mark.parametrize(
    ("values", "columns", "line"),
    [
        ([0, 7], 10, "▁█"),
        ([3, 3, 3], 10, "▁▁▁"),
        ([None, 0, None, -7], 10, " █ ▁"),
        ([None, None], 10, "  "),
        ([0, 1, 2, 3, 4, 5, 6, 7], 4, "▂▄▆█"),
        ([0, 1, 2, 3, 4, 5, 6, 7], 1, "█"),
        ([0, 10**18, 5 * 10**17], 3, "▁█▄"),
    ],
)
def test_a_spark_line_goes_from_the_least_to_the_greatest(
    values: list[int | None], columns: int, line: str
) -> None:
    assert spark(values, columns) == line


# -- all of them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("viewer", [None, "0", "public"])
def test_every_golden_record_answers_everybody(timecore: Run, record: Path, viewer: str | None) -> None:
    field = FIELDS[record.stem.split("-")[0]]
    first = field.replace("*", "0")
    seen = [] if viewer is None else ["--as", viewer]

    whys = timecore("why", record, field, *seen)
    every = timecore("why", record, first, "--all", "--lang", "es", *seen)
    whens = timecore("when", record, f"changed({field})", *seen)
    knew = timecore("who-knew", record, first, *seen)
    told = timecore("stats", record, *seen)

    for ran in (whys, every, whens, told):
        assert (ran.code, ran.err) == (0, "")
        assert ran.out
    # What somebody holds is hidden from others.
    assert (knew.code, bool(knew.err)) in ((0, False), (1, True))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("viewer", ["1", "public"])
def test_a_viewer_is_told_what_their_own_copy_tells(
    timecore: Run, record: Path, viewer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds nothing that they may not see, so nothing of that can be in an answer."""
    monkeypatch.chdir(tmp_path)
    copy = Path("game.msgpack")
    assert timecore("redact", record, "--as", viewer, "-o", copy).code == 0
    if Log.load(copy).shows == "public":  # where seats have no secrets from each other
        viewer = "public"
    field = FIELDS[record.stem.split("-")[0]]
    questions = (
        ("why", field, "--json"),
        ("why", ".", "--at", "20.1"),
        ("when", f"changed({field}) and not phase == 'over'", "--json"),
        ("who-knew", field.replace("*", "0"), "--at", "30", "--json"),
        ("who-knew", "phase", "--at", "30", "--json"),
        ("stats", "--plot", "turn", "--json"),
        ("stats",),
    )

    for name, *asked in questions:
        of_copy, of_all = timecore(name, copy, *asked), timecore(name, record, *asked, "--as", viewer)

        assert of_copy.code == of_all.code
        assert of_copy.out.replace(str(copy), "") == of_all.out.replace(str(record), "")
        assert of_copy.err == of_all.err


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_torn_record_is_asked_as_far_as_it_is_sound(
    timecore: Run, torn: Path, command: tuple[str, ...]
) -> None:
    name, *asked = command
    ran = timecore(name, torn, *asked)

    assert ran.code == 4
    assert ran.out
    assert "tail damaged after entry 63" in ran.err


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_no_file_and_no_rules_are_said_in_one_sentence(
    timecore: Run, tmp_path: Path, foreign: Path, command: tuple[str, ...]
) -> None:
    name, *asked = command
    for path, says in (
        (tmp_path / "no such\x1b", r"no such\x1b cannot be read"),
        (tmp_path, "cannot be read"),
        (foreign, "no ruleset 'tiny'"),
    ):
        ran = timecore(name, path, *asked)

        assert (ran.code, ran.out) == (3, "")
        assert says in ran.err


@pytest.mark.parametrize("command", COMMANDS[:3], ids=lambda command: command[0])
@pytest.mark.parametrize("at", ["-66", "65", "64.1", "30.99", "x", "1.2.3"])
def test_positions_that_do_not_exist_are_refused(
    timecore: Run, game: Path, command: tuple[str, ...], at: str
) -> None:
    name, *asked = command
    if name != "when":
        ran = timecore(name, game, *asked, f"--at={at}")

        assert (ran.code, ran.out) == (2, "")
        assert "position" in ran.err


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_game_without_entries_answers(
    timecore: Run, tmp_path: Path, install: Install, command: tuple[str, ...]
) -> None:
    install("tiny-game", "tiny", "tiny:RULESET")
    game = Game.new(TINY, seats=["\x1b[2J", "\u202eBen\n" + "x" * 200 + "😀"], luck="manual")
    path = tmp_path / "ä name.msgpack"
    game.save(path)
    name, *asked = command

    for options in ((), ("--as", 0), ("--as", "public"), ("--lang", "es")):
        ran = timecore(name, path, *asked, *options)

        assert (ran.code, ran.err) == (0, "")
        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out


def test_a_game_comes_from_standard_input(timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, *asked in COMMANDS:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(game.read_bytes())))

        assert timecore(name, "-", *asked).out == timecore(name, game, *asked).out


def test_json_and_jsonl_exclude_each_other(timecore: Run, game: Path) -> None:
    for command in (("why", game, "phase"), ("when", game, "true"), ("stats", game)):
        ran = timecore(*command, "--json", "--jsonl")

        assert ran.code == 2
        assert "exclude each other" in ran.error["message"]
