"""`timecore import`: a game from a list of moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_run import Run

from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay, state_digest
from timecore.table import Note


@pytest.fixture
def moves(timecore: Run, game: Path, tmp_path: Path) -> Path:
    """What `export` writes of a full game."""
    path = tmp_path / "moves.jsonl"
    path.write_text(timecore("export", game).out, encoding="utf-8")
    return path


def changed(moves: Path, line: int, value: Any) -> Path:
    """The same list with another line, from 1."""
    lines = moves.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = value if isinstance(value, str) else json.dumps(value)
    path = moves.with_name("changed.jsonl")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_what_export_writes_imports_to_the_same_game(
    timecore: Run, moves: Path, played: Log, tmp_path: Path
) -> None:
    """The same moves, events and states; luck is that of a real table."""
    into = tmp_path / "again.msgpack"

    ran = timecore("import", moves, "-o", into)
    again = Log.load(into)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{into}: 64 moves\n"
    assert again.entries == played.entries
    assert again.header.luck.kind == "manual"
    assert state_digest(Replay(again).go(-1).state) == state_digest(Replay(played).go(-1).state)


def test_a_game_of_a_real_table_needs_players_actors_and_moves_only(timecore: Run, tmp_path: Path) -> None:
    """All else follows from the rules."""
    lines: list[Any] = [{"ruleset": "time_chase", "players": 3, "seats": ["Ana", "Ben", "Cho"]}]
    lines.append({"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A7"}})
    moves, into = tmp_path / "moves.jsonl", tmp_path / "game.msgpack"
    moves.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")

    assert timecore("import", moves, "--output", into).code == 0
    assert len(Log.load(into)) == 1
    assert Log.load(into).header.names == ("Ana", "Ben", "Cho")


def test_the_first_bad_line_is_named_with_what_was_legal(timecore: Run, moves: Path, tmp_path: Path) -> None:
    """And nothing is written."""
    into = tmp_path / "never.msgpack"
    bad = changed(moves, 33, {"actor": 0, "move": {"type": "PlayCard", "card": "E1"}})

    ran = timecore("import", bad, "-o", into)

    assert (ran.code, ran.out) == (1, "")
    assert f"{bad}: line 33: " in ran.err
    assert "TC-" in ran.err
    assert 'Legal for actor 0: {"type": "PlayCard", "card": ' in ran.err
    assert not into.exists()


def test_partial_writes_what_comes_before_the_first_bad_line(
    timecore: Run, moves: Path, tmp_path: Path
) -> None:
    """The exit code is the same."""
    into = tmp_path / "partial.msgpack"

    ran = timecore("import", changed(moves, 33, "nonsense"), "-o", into, "--partial")

    assert (ran.code, ran.out) == (1, f"{into}: 31 moves\n")
    assert "line 33: not JSON" in ran.err
    assert len(Log.load(into)) == 31


def test_events_must_be_what_the_rules_decide(timecore: Run, moves: Path, tmp_path: Path) -> None:
    """Where they are given."""
    line = json.loads(moves.read_text(encoding="utf-8").splitlines()[32])
    line["events"][0]["how"] = "followed"

    ran = timecore("import", changed(moves, 33, line), "-o", tmp_path / "never.msgpack")

    assert ran.code == 1
    assert 'line 33: how of event 1 is "followed", the rules decide "' in ran.err


def test_an_event_of_another_type_is_told_whole(timecore: Run, moves: Path, tmp_path: Path) -> None:
    """And so is what is no event at all."""
    line = json.loads(moves.read_text(encoding="utf-8").splitlines()[32])
    for other in ({"type": "FuelGained"}, 7):
        line["events"][0] = other

        ran = timecore("import", changed(moves, 33, line), "-o", tmp_path / "never.msgpack")

        assert ran.code == 1
        assert f'line 33: event 1 is {json.dumps(other)}, the rules decide {{"type": "' in ran.err


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ({"ruleset": "tim_chase", "players": 3}, "Did you mean time_chase?"),
        ({"ruleset": "time_chase", "players": 7}, "TC-10"),
        ({"ruleset": "time_chase"}, '"options" or "players" is missing'),
        ("nonsense", "line 1: not JSON"),
    ],
)
def test_without_a_first_line_there_is_no_game(
    timecore: Run, moves: Path, tmp_path: Path, first: Any, told: str
) -> None:
    """Nothing can be read then, and nothing is written, whatever --partial says."""
    into = tmp_path / "never.msgpack"

    ran = timecore("import", changed(moves, 1, first), "-o", into, "--partial")

    assert ran.code == 3
    assert told in ran.err
    assert not into.exists()


def test_moves_that_bind_luck_are_refused(timecore: Run, moves: Path, tmp_path: Path) -> None:
    """They belong to the bytes of the record they were made for."""
    bad = changed(moves, 33, {"actor": -2, "move": {"type": "Branch", "chance": None}})

    ran = timecore("import", bad, "-o", tmp_path / "never.msgpack")

    assert ran.code == 1
    assert "Branch belongs to the bytes of the record" in ran.err


def test_moves_of_the_table_come_along(timecore: Run, tmp_path: Path) -> None:
    """Notes, and going back."""
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="along")
    game.play(0, game.legal_moves(0)[0])
    game.table(Note("a glass of water fell over"))
    game.retract(31)
    simulate(game, make_bots(game.rules, ["random"] * 3, "along"))
    saved, into = tmp_path / "saved.msgpack", tmp_path / "again.msgpack"
    game.save(saved)
    moves = tmp_path / "moves.jsonl"
    moves.write_text(timecore("export", saved).out, "utf-8")

    assert timecore("import", moves, "-o", into).code == 0
    assert Log.load(into).entries == game.log.entries


def test_a_file_that_is_there_is_not_written_over(timecore: Run, moves: Path, game: Path) -> None:
    """Nor is anything read before that is sure."""
    before = game.read_bytes()

    ran = timecore("import", moves, "-o", game)

    assert ran.code == 2
    assert ran.err == (f"timecore: {game} exists already\nHint: Choose another name, or remove it first.\n")
    assert game.read_bytes() == before


def test_a_list_that_is_not_there_cannot_be_read(timecore: Run, tmp_path: Path) -> None:
    """As with any other file."""
    assert timecore("import", tmp_path / "missing", "-o", tmp_path / "game.msgpack").code == 3


@pytest.mark.parametrize(
    ("line", "value", "sentence", "hint"),
    [
        (
            33,
            {"actor": 9, "move": {"type": "PlayCard", "card": "A7"}},
            "line 33: there is no seat 9",
            "Seats go from 0 to 2.",
        ),
        (
            33,
            {"actor": 2, "move": {"type": "PlayCard", "card": "A7"}},
            "line 33: TC-31: it is not for seat 2 to move now, but for seat 0",
            None,
        ),
        (
            2,
            {"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "Z9"}},
            "line 2: TC-22: Z9 is not in the deck",
            'Legal for chance: {"type": "DealCard", ',
        ),
    ],
)
def test_a_wrong_line_is_told_in_words_of_the_table(
    timecore: Run, moves: Path, tmp_path: Path, line: int, value: Any, sentence: str, hint: str | None
) -> None:
    """Nothing is said twice, and chance is not called -1."""
    bad = changed(moves, line, value)

    ran = timecore("import", bad, "-o", tmp_path / "never.msgpack")

    assert ran.code == 1
    first, *hints = ran.err.splitlines()
    assert first == f"timecore: {bad}: {sentence}"
    assert [one[: len(hint or "") + 6] for one in hints] == ([] if hint is None else [f"Hint: {hint}"])


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_an_export_of_a_redacted_copy_is_refused_as_that(
    timecore: Run, game: Path, tmp_path: Path, form: str
) -> None:
    """What it hides cannot be played."""
    path, into = tmp_path / "moves", tmp_path / "never.msgpack"
    path.write_text(timecore("export", game, "--as", "public", "--format", form).out, "utf-8")

    ran = timecore("import", path, "-o", into)

    assert ran.code in (1, 3)
    assert ": an export of a copy that hides secrets cannot be imported\nHint: Import what " in ran.err
    assert not into.exists()


def test_files_that_hold_no_lines_are_called_what_they_are(timecore: Run, game: Path, tmp_path: Path) -> None:
    """A record, nothing, something compressed, something else."""
    path, into = tmp_path / "file", tmp_path / "never.msgpack"

    record = timecore("import", game, "-o", into)
    assert record.code == 3
    assert record.err.startswith(f"timecore: {game}: this is a record already\nHint: `timecore replay ")
    for data, sentence, hint in (
        (b"\n\n", "the file is empty", "lines of JSON"),
        (b"\x1f\x8b\x08", "not a list of moves", "unpack it first"),
        (b"\xff\xfe\x00", "not a list of moves", "UTF-8"),
    ):
        path.write_bytes(data)
        ran = timecore("import", path, "-o", into)
        assert ran.code == 3
        assert ran.err.startswith(f"timecore: {path}: {sentence}\nHint: ")
        assert hint in ran.err


def test_one_move_is_not_called_moves(timecore: Run, moves: Path, tmp_path: Path) -> None:
    """Nor one entry entries."""
    into, copy = tmp_path / "one.msgpack", tmp_path / "copy.msgpack"
    moves.write_text("\n".join(moves.read_text("utf-8").splitlines()[:2]), "utf-8")

    assert timecore("import", moves, "-o", into).out == f"{into}: 1 move\n"
    assert timecore("redact", into, "--as", "0", "-o", copy).out.startswith(f"{copy}: 1 entry, shows ")


@pytest.mark.parametrize("command", ["new", "simulate"])
def test_without_a_number_of_seats_the_hint_names_the_options(
    timecore: Run, tmp_path: Path, command: str
) -> None:
    """Those of the command line."""
    ran = timecore(command, "time_chase", "-o", tmp_path / "never.msgpack")

    assert ran.code == 2
    assert "TC-10" in ran.err
    assert (
        "Hint: --players N gives the number of seats, --seats NAME,NAME,… their names as well.\n" in ran.err
    )
