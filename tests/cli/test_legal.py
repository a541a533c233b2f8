"""`timecore legal`: who may move, and what."""

from __future__ import annotations

from pathlib import Path

from cli_run import Install, Run
from tiny import RULESET as TINY

from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay


def test_json_gives_the_moves_of_each_actor_in_their_order(timecore: Run, game: Path, played: Log) -> None:
    """Several seats where a choice is simultaneous."""
    replay = Replay(played).go(34)

    told = timecore("legal", game, "--at", "34", "--json").json

    assert told == {
        "to_act": [0, 1, 2],
        "legal": {str(seat): [move.to_json() for move in replay.legal_moves(seat)] for seat in (0, 1, 2)},
    }


def test_json_gives_chance_its_weights(timecore: Run, tmp_path: Path, install: Install) -> None:
    """Beside the moves, in their order."""
    install("tiny-game", "tiny", "tiny:RULESET")
    game = Game.new(TINY, seats=["Ana", "Ben"], luck="manual")
    path = tmp_path / "manual.msgpack"
    game.save(path)

    told = timecore("legal", path, "--json").json

    assert told["to_act"] == [-1]
    assert list(told["legal"]) == ["-1"]
    assert told["weights"] == list(game.weights())
    assert len(told["weights"]) == len(told["legal"]["-1"])


def test_people_are_told_the_weights_where_they_differ(
    timecore: Run, tmp_path: Path, install: Install, game: Path
) -> None:
    """Where all are equal there is nothing to tell."""
    install("tiny-game", "tiny", "tiny:RULESET")
    manual = Game.new(TINY, seats=["Ana", "Ben"], luck="manual")
    path = tmp_path / "manual.msgpack"
    manual.save(path)
    weights = manual.weights()

    lines = timecore("legal", path).lines

    assert len(set(weights)) > 1
    assert lines[2] == "Chance is to act"
    assert lines[5].endswith(f"  ({weights[0]} : {sum(weights)})")
    assert " : " not in timecore("legal", game, "--at", "30").out


def test_a_seat_sees_its_own_moves_only(timecore: Run, game: Path) -> None:
    """Others are to act too, but what they hold is theirs."""
    told = timecore("legal", game, "--at", "34", "--json", "--as", "Ben").json
    public = timecore("legal", game, "--at", "34", "--json", "--as", "public").json

    assert (told["to_act"], list(told["legal"])) == ([0, 1, 2], ["1"])
    assert (public["to_act"], public["legal"]) == ([0, 1, 2], {})


def test_a_redacted_copy_gives_the_moves_of_whom_it_was_made_for(
    timecore: Run, game: Path, played: Log, tmp_path: Path
) -> None:
    """The same as the full file gives that seat."""
    path = tmp_path / "ben.msgpack"
    played.redacted(1).save(path)

    copy = timecore("legal", path, "--at", "34", "--json")

    assert copy.out == timecore("legal", game, "--at", "34", "--json", "--as", "1").out


def test_people_read_the_moves_in_words(timecore: Run, game: Path) -> None:
    """Below the position and who is to move."""
    lines = timecore("legal", game, "--at", "31").lines

    assert lines[0] == "After entry 31 of 64"
    assert lines[2] == "Ana is to move"
    assert lines[4] == "Ana: 10 legal moves"
    assert all(line.startswith("  play ") for line in lines[5:])
    assert len(lines) == 15


def test_people_read_them_in_spanish(timecore: Run, game: Path) -> None:
    """Who is to move as well."""
    lines = timecore("legal", game, "--at", "34", "--lang", "es").lines

    assert lines[2] == "Les toca a Ana, Ben y Cho"
    assert lines[4].endswith(" jugadas legales")


def test_nobody_is_to_move_when_the_game_is_over(timecore: Run, game: Path) -> None:
    """How it ended is told instead."""
    assert timecore("legal", game, "--json").json == {"to_act": [], "legal": {}}
    assert timecore("legal", game).lines[-1] == "Cho controls three events and wins"


def test_nobody_is_to_move_inside_an_entry(timecore: Run, game: Path) -> None:
    """An entry is atomic."""
    assert timecore("legal", game, "--at", "30.1").lines[-1] == "Nobody is to move inside an entry"
    assert timecore("legal", game, "--at", "30.1", "--json").json["to_act"] == []
