"""Following a record that somebody else writes."""

import os
from pathlib import Path

import pytest
from tiny import RULESET
from tiny.moves import Bid

from timecore.actors import PUBLIC
from timecore.errors import RecordClash, UsageError
from timecore.follow import Follower
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.recordfile import write_file
from timecore.redact import redact


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.msgpack"


def start(path: Path) -> Game:
    """A game of tiny in a file, its cards dealt."""
    return Game.new(RULESET, seats=["Ana", "Ben"], seed="7", path=path)


def test_each_entry_is_told_once_and_in_order(path: Path) -> None:
    with start(path) as game:
        follower = Follower(path, rules=RULESET)
        told = list(follower.poll())
        while game.to_act:
            seat = game.to_act[0]
            game.play(seat, game.legal_moves(seat)[0])
            told += follower.poll()

        assert tuple(told) == game.entries
        assert follower.poll() == ()
        assert follower.log.head == game.head


def test_a_viewer_is_told_what_the_viewer_may_see(path: Path) -> None:
    with start(path) as game:
        for viewer in (0, 1, PUBLIC):
            follower = Follower(path, viewer, rules=RULESET)

            assert follower.poll() == tuple(redact(entry, viewer) for entry in game.entries)
        assert HIDDEN in follower.log.redacted(PUBLIC).entries[0].events[0].row()


def test_a_write_that_is_under_way_is_not_there_yet(path: Path) -> None:
    with start(path) as game:
        before = path.read_bytes()
        game.play(0, Bid(100))
        whole = path.read_bytes()
    path.write_bytes(before)
    follower = Follower(path, rules=RULESET)
    follower.poll()

    for end in range(len(before) + 1, len(whole)):
        with path.open("r+b") as file:
            file.truncate(end)
            file.seek(len(before))
            file.write(whole[len(before) : end])
        assert follower.poll() == ()
    with path.open("r+b") as file:
        file.write(whole)
    assert [entry.seq for entry in follower.poll()] == [5]


def test_a_file_that_was_replaced_or_cut_is_not_followed_any_further(path: Path) -> None:
    with start(path) as game:
        follower, other = Follower(path, rules=RULESET), Follower(path, rules=RULESET)
        with path.open("r+b") as file:
            file.truncate(game.log.record.entries[2].offset)
        with pytest.raises(RecordClash, match="cut"):
            follower.poll()
        write_file(path, game.log.to_bytes(), replace=True)
        with pytest.raises(RecordClash, match="replaced"):
            other.poll()


def test_nothing_comes_behind_damage(path: Path) -> None:
    start(path).close()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data + data[-40:])
    follower = Follower(path, rules=RULESET)

    assert [entry.seq for entry in follower.poll()] == [1, 2, 3]
    assert follower.poll() == ()


def test_there_is_no_view_of_a_seat_that_does_not_exist(path: Path) -> None:
    start(path).close()

    with pytest.raises(UsageError, match="no seat 5"):
        Follower(path, 5, rules=RULESET)


def test_a_file_of_holes_is_not_read_to_its_end(path: Path) -> None:
    with start(path):
        follower = Follower(path, rules=RULESET)
        os.truncate(path, 1 << 40)

    with pytest.raises(OSError, match="too large"):
        follower.poll()
    with pytest.raises(OSError, match="too large"):
        Follower(path, rules=RULESET)
