"""Following a record that somebody else writes."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tiny import RULESET
from tiny.moves import Bid

from timecore.actors import PUBLIC
from timecore.bots import make_bots, simulate
from timecore.chain import MAGIC
from timecore.errors import NotARecord, RecordClash, UsageError
from timecore.follow import Follower
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.redact import redact
from timecore.wholefile import write_file


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


class TestInPieces:
    """A long record, read a piece at a time."""

    @pytest.fixture
    def log(self) -> Log:
        game = Game.new(RULESET, seats=["Ana", "Ben"], seed="7")
        simulate(game, make_bots(RULESET, ["random"] * 2, "7"))
        return game.log

    @pytest.mark.parametrize("at_most", [1, 100, 5000])
    def test_all_of_it_comes_and_nothing_twice(self, path: Path, log: Log, at_most: int) -> None:
        log.save(path)
        follower = Follower(path, rules=RULESET, at_most=at_most)
        told = list(follower.poll())
        while follower.more:
            told += follower.poll()
            assert follower.log.damage is None

        assert tuple(told) == log.entries
        assert follower.log.to_bytes() == log.to_bytes()
        assert (follower.log.shows, follower.log.record.opened) == ("full", log.record.opened)
        assert follower.size == path.stat().st_size
        assert follower.poll() == ()

    def test_the_header_is_read_whole_however_small_the_pieces_are(self, path: Path, log: Log) -> None:
        log.save(path)

        first = Follower(path, rules=RULESET, at_most=1)

        assert first.log.header == log.header
        assert len(first.log) == 0
        assert first.more

    @pytest.mark.parametrize("garbage", [b"", b"{}", MAGIC + b"\x01" + bytes(20_000)])
    def test_what_is_no_record_is_refused(self, path: Path, garbage: bytes) -> None:
        path.write_bytes(garbage)

        with pytest.raises(NotARecord):
            Follower(path, rules=RULESET, at_most=64)

    @pytest.mark.parametrize(("cut", "torn"), [(-10, True), (None, False)])
    def test_damage_is_told_once_it_is_known_to_be_some(
        self, path: Path, log: Log, cut: int | None, *, torn: bool
    ) -> None:
        data = bytearray(log.to_bytes()[:cut])
        if not torn:
            data[log.record.entries[5].offset + 12] ^= 1
        path.write_bytes(data)
        whole = Follower(path, rules=RULESET)
        follower = Follower(path, rules=RULESET, at_most=50)
        while follower.more:
            assert follower.log.damage is None or not follower.log.damage.torn
            follower.poll()

        assert whole.log.damage is not None
        assert whole.log.damage.torn == torn
        assert follower.log.damage == whole.log.damage
        assert len(follower.log) == len(whole.log)

    def test_a_torn_tail_that_was_cut_off_is_no_damage_any_more(self, path: Path, log: Log) -> None:
        path.write_bytes(log.to_bytes() + b"\x93\xc4")
        follower = Follower(path, rules=RULESET)
        damaged = follower.log

        os.truncate(path, path.stat().st_size - 2)

        assert [follower.read_on(), follower.read_on()] == [True, False]
        assert damaged.damage is not None
        assert follower.log.damage is None

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such pipes here")
    def test_a_pipe_is_read_whole(self, tmp_path: Path, log: Log) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with ThreadPoolExecutor(1) as other:
            other.submit(pipe.write_bytes, log.to_bytes())

            follower = Follower(pipe, rules=RULESET, at_most=100)

        assert len(follower.log) == len(log)
        assert not follower.more

    def test_at_least_a_byte_is_read_at_a_time(self, path: Path) -> None:
        with pytest.raises(UsageError, match="at_most is 0"):
            Follower(path, rules=RULESET, at_most=0)
