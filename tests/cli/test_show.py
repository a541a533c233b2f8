"""`timecore show`: the board at a position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_run import Install, Run

from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay
from timecore.table import Adjourn, Forfeit, Resume, Seal


def test_the_board_stands_below_its_position(timecore: Run, game: Path) -> None:
    """Without --at it is the last."""
    ran = timecore("show", game)

    assert ran.code == 0
    assert ran.lines[:2] == ["After entry 64 of 64", ""]
    assert ran.out == timecore("show", game, "--at", "-1").out
    assert ran.out == timecore("show", game, "--at", "64").out


def test_the_start_is_a_position(timecore: Run, game: Path) -> None:
    """Before the first card is dealt."""
    assert timecore("show", game, "--at", "0").lines[0] == "At the start"


def test_a_terminal_that_cannot_show_a_drawing_gets_it_in_ascii(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = timecore("show", game, "--at", "30").out
    monkeypatch.setattr("timecore_cli._output.draws", lambda: False)
    plain = timecore("show", game, "--at", "30").out

    assert not drawn.isascii()
    assert plain.isascii()
    assert len(plain) == len(drawn)


def test_json_is_the_state_and_nothing_around_it(timecore: Run, game: Path, played: Log) -> None:
    """In the form of the rules document, at any position."""
    for position in ("0", "30.1", "40", "-1"):
        ran = timecore("show", game, "--json", "--at", position)

        assert ran.json == Replay(played).state_at(position).to_json()


def test_a_viewer_sees_a_view(timecore: Run, game: Path, played: Log) -> None:
    """Of hands as of everything."""
    state = timecore("show", game, "--json", "--as", "Ben", "--at", "31").json

    assert state == Replay(played, 1).state_at(31).to_json()
    assert state["hands"][0] == ["?"] * 10
    assert "?" not in state["hands"][1]
    assert timecore("show", game, "--as", "Ben").lines[0].endswith(", as Ben sees it")


def test_a_full_copy_and_a_redacted_one_show_a_seat_the_same(
    timecore: Run, game: Path, played: Log, tmp_path: Path
) -> None:
    """There is no second view."""
    path = tmp_path / "cho.msgpack"
    played.redacted(2).save(path)

    assert (
        timecore("show", path, "--json", "--at", "40").out
        == timecore("show", game, "--json", "--at", "40", "--as", "Cho").out
    )


def test_the_board_speaks_spanish(timecore: Run, game: Path) -> None:
    """So does the line above it."""
    ran = timecore("show", game, "--lang", "es")

    assert ran.lines[0] == "Tras la entrada 64 de 64"
    assert "suministro" in ran.out


def test_no_line_is_longer_than_80_columns(timecore: Run, game: Path) -> None:
    """Where the output is no terminal."""
    for position in range(0, 65, 4):
        assert max(map(len, timecore("show", game, "--at", position).lines)) <= 80


def test_without_its_ruleset_there_is_no_board(timecore: Run, foreign: Path) -> None:
    """What works without it is told."""
    for command in ("show", "legal"):
        ran = timecore(command, foreign)

        assert (ran.code, ran.out) == (3, "")
        assert "there is no ruleset 'tiny'" in ran.err
        assert "`timecore replay`, `export` and `audit` work without the rules." in ran.err


def test_a_foreign_ruleset_without_a_board_shows_its_state(
    timecore: Run, foreign: Path, install: Install
) -> None:
    """As JSON, which is the protocol's default."""
    install("tiny-game", "tiny", "tiny:RULESET")

    ran = timecore("show", foreign)

    assert ran.code == 0
    assert ran.lines[2] == "{"


def test_a_position_beyond_the_end_says_where_the_end_is(timecore: Run, game: Path) -> None:
    """Inside an entry too."""
    beyond = timecore("show", game, "--at", "65")
    inside = timecore("show", game, "--at", "30.9")
    nonsense = timecore("show", game, "--at", "last")

    assert {beyond.code, inside.code, nonsense.code} == {2}
    assert "Hint: Positions go from 0 to 64." in beyond.err
    assert re.search(r"Positions inside it go from 30\.1 to 30\.\d", inside.err)
    assert "'last' is no position" in nonsense.err


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("31.3", "Event 3 of entry 31 is position 30.3."),
        ("31.4", "Event 4 of entry 31 is position 31."),
        ("64.1", "Event 1 of entry 64 is position 63.1."),
        ("0.2", "The nearest position is 0."),
    ],
)
def test_the_event_of_an_entry_leads_to_its_position(
    timecore: Run, game: Path, asked: str, hint: str
) -> None:
    """Whoever counts from the entry itself, and not from the one before it, is put right."""
    ran = timecore("show", game, "--at", asked)

    assert ran.code == 2
    assert ran.err.endswith(f"\nHint: {hint}\n")
    assert "1 events" not in ran.err


def test_a_game_that_the_table_has_ended_says_so_below_its_board(timecore: Run, tmp_path: Path) -> None:
    """The board draws the state, which the table's moves do not change."""
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="table")
    game.table(Adjourn())
    game.table(Resume())
    game.table(Forfeit(1))
    path = tmp_path / "forfeited.msgpack"
    game.save(path)

    assert timecore("show", path).lines[-1] == "Ben forfeits the game"
    assert timecore("show", path, "--at", "32").lines[-1] == "The game is adjourned"
    for at, closed in (("31", False), ("32", True), ("33", False), ("34", True)):
        for command in ("show", "replay"):
            out = timecore(command, path, "--at", at).out
            assert (re.search("^▸ 0 Ana", out, re.MULTILINE) is None) == closed
            assert ("To play a card" not in out) == closed
            assert "Event 1, no led suit yet" in out
    assert timecore("legal", path).lines[-1] == "Ben forfeits the game"
    assert timecore("legal", path, "--json").json["to_act"] == []


@pytest.mark.parametrize(
    ("names", "gone", "seal", "told"),
    [
        ("Ana,Ben,Cho", (2, 0), None, "Ana forfeits the game. Cho forfeits the game. Ben wins"),
        ("Ana,Ben,Cho", (1,), "1f0", "Ben forfeits the game. Ana wins"),
        ("Ana,Ben,Cho", (1,), "-f-", "Ben forfeits the game"),
        ("Ana,Ben,Cho,Dan", (1,), "1f10", "Ben forfeits the game. Ana and Cho win"),
    ],
)
def test_all_who_have_forfeited_are_named_and_who_wins_by_that(
    timecore: Run, tmp_path: Path, names: str, gone: tuple[int, ...], seal: str | None, told: str
) -> None:
    game = Game.new("time_chase", seats=names.split(","), seed="table")
    for seat in gone:
        game.forfeit(seat)
    if seal is not None:
        game.table(Seal("forfeit", tuple(seal)))
    game.save(tmp_path / "forfeited.msgpack")

    assert timecore("show", tmp_path / "forfeited.msgpack").lines[-1] == told


@pytest.mark.parametrize(("viewer", "told"), [("Ben", "as Ben sees it"), ("public", "as the public sees it")])
def test_a_copy_is_shown_as_whose_it_is(
    timecore: Run, game: Path, tmp_path: Path, viewer: str, told: str
) -> None:
    """Without being asked for, as the legal moves are."""
    copy = tmp_path / "copy.msgpack"
    assert timecore("redact", game, "--as", viewer, "-o", copy).code == 0

    shown = timecore("show", copy)

    assert shown.lines[0] == f"After entry 64 of 64, {told}"
    assert shown.out == timecore("show", game, "--as", viewer).out
    assert timecore("show", copy, "--json").json == timecore("show", game, "--as", viewer, "--json").json


def test_a_board_has_no_more_lines_than_are_asked_for(timecore: Run, game: Path) -> None:
    whole = timecore("show", game).lines
    cut = timecore("show", game, "--height", 6).lines
    spanish = timecore("show", game, "--height", 6, "--lang", "es").lines

    assert timecore("show", game, "--height", len(whole)).lines == whole
    assert cut[:7] == whole[:7]  # the title, a blank line, and five lines of the board
    assert cut[7] == f"… {len(whole) - 7} more lines"
    assert len(cut) == 8
    assert spanish[7] == f"… {len(whole) - 7} líneas más"
    assert timecore("show", game, "--height", len(whole) - 3).lines[-1] == "… 2 more lines"
    assert timecore("show", game, "--height", 0).code == 2
