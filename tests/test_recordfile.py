"""Records on disk: what is acknowledged stays, whatever fails."""

import errno
import gc
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest
from tiny import RULESET
from tiny.moves import Bid

from timecore.errors import NotARecord, RecordClash, RecordClosed, RecordDamaged, RecordLocked
from timecore.game import Game
from timecore.log import Log
from timecore.record import read
from timecore.recorder import Recorder
from timecore.recordfile import Durability, RecordFile, repair
from timecore.replay import Replay
from timecore.table import Note
from timecore.wholefile import write_file

NAMES = ["Ana", "Ben"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.msgpack"


def start(path: Path, durability: Durability = "os") -> Game:
    """A game of tiny in a file, its cards dealt."""
    return Game.new(RULESET, seats=NAMES, seed="7", path=path, durability=durability)


class TestPlaying:
    """A game in its own file."""

    def test_every_entry_is_in_the_file_before_play_comes_back(self, path: Path) -> None:
        with start(path) as game:
            while game.to_act:
                seat = game.to_act[0]
                game.play(seat, game.legal_moves(seat)[0])

                assert path.read_bytes() == game.log.to_bytes()

    @pytest.mark.parametrize("durability", ["os", "sync"])
    def test_a_game_that_is_opened_again_goes_on_where_it_was(
        self, path: Path, durability: Durability
    ) -> None:
        with start(path, durability) as game:
            game.play(0, Bid(100))
            before = game.log.to_bytes()

        with Game.open(path, durability=durability, rules=RULESET) as again:
            assert again.log.to_bytes() == before
            again.play(1, Bid(0))

        assert len(Log.load(path, rules=RULESET)) == 6

    def test_a_new_game_never_takes_the_place_of_a_file(self, path: Path) -> None:
        path.write_bytes(b"precious")

        with pytest.raises(RecordClash, match="exists"):
            start(path)

        assert path.read_bytes() == b"precious"
        assert [file.name for file in path.parent.iterdir()] == ["game.msgpack"]

    def test_draws_that_were_still_due_when_all_ended_are_made_when_it_is_opened(self, path: Path) -> None:
        game = start(path)
        game.close()
        write_file(path, game.log.upto(2).to_bytes(), replace=True)

        with Game.open(path, rules=RULESET) as again:
            assert again.log.to_bytes() == game.log.to_bytes()

    def test_a_closed_game_can_be_looked_at_and_not_played(self, path: Path) -> None:
        game = start(path)
        game.close()
        game.close()

        assert game.to_act == (0, 1)
        with pytest.raises(RecordClosed):
            game.play(0, Bid(0))
        assert len(game.entries) == 4

    def test_a_redacted_copy_is_not_opened_and_left_as_it_was(self, path: Path) -> None:
        data = Game.new(RULESET, seats=NAMES, seed="7").log.redacted(0).to_bytes()
        path.write_bytes(data)

        with pytest.raises(ValueError, match="not the full one"):
            Game.open(path, rules=RULESET)

        assert path.read_bytes() == data
        RecordFile.open(path)[0].close()  # nobody holds the lock


class TestWriters:
    """One at a time, and only those who know what is there."""

    def test_a_second_writer_is_kept_out(self, path: Path) -> None:
        with start(path):
            with pytest.raises(RecordLocked):
                Game.open(path, rules=RULESET)
            with pytest.raises(RecordLocked):
                repair(path)

        Game.open(path, rules=RULESET).close()

    def test_a_game_that_nobody_holds_any_more_gives_its_file_free(self, path: Path) -> None:
        game = start(path)
        game.play(0, Bid(100))
        head = game.head
        del game
        gc.collect()

        with Game.open(path, rules=RULESET) as again:
            assert again.head == head

    def test_readers_are_not(self, path: Path) -> None:
        with start(path) as game:
            assert Log.load(path, rules=RULESET).head == game.head

    def test_a_file_that_was_replaced_takes_no_more_entries(self, path: Path) -> None:
        game = start(path)
        write_file(path, b"another", replace=True)

        with pytest.raises(RecordClash, match="replaced"):
            game.play(0, Bid(0))

        assert path.read_bytes() == b"another"
        with pytest.raises(RecordClosed):
            game.play(0, Bid(0))

    def test_a_file_that_is_gone_takes_no_more_entries(self, path: Path) -> None:
        game = start(path)
        path.unlink()

        with pytest.raises(RecordClash, match="gone"):
            game.play(0, Bid(0))

    def test_a_file_that_somebody_else_wrote_to_takes_no_more_entries(self, path: Path) -> None:
        game = start(path)
        with path.open("ab") as other:
            other.write(b"\x00")

        with pytest.raises(RecordClash, match="bytes"):
            game.play(0, Bid(0))

    def test_a_stale_caller_is_refused(self, path: Path) -> None:
        with start(path) as game:
            known = (len(game.entries), game.head)
            game.play(0, Bid(100), expected=known)

            with pytest.raises(RecordClash, match="another head"):
                game.play(1, Bid(0), expected=known)
            assert len(game.entries) == 5

    def test_an_id_makes_asking_again_harmless(self, path: Path) -> None:
        one, other = bytes(16), bytes([1] * 16)
        with start(path) as game:
            entry = game.play(0, Bid(100), meta={"id": one})

            assert game.play(0, Bid(100), meta={"id": one}) is entry
            with pytest.raises(RecordClash, match="another move"):
                game.play(1, Bid(100), meta={"id": one})
            game.play(1, Bid(0), meta={"id": other})
        with Game.open(path, rules=RULESET) as again:
            assert again.play(0, Bid(100), meta={"id": one}).seq == entry.seq
            assert len(again.entries) == 6


Fault = Callable[..., Any]


def failing(call: str, code: int) -> Fault:
    """A system call that fails."""

    def fail(*_: Any) -> Any:
        raise OSError(code, os.strerror(code), call)

    return fail


class TestFailures:
    """Errors of each system call in turn: the entry does not count, the handle is closed, the rest stays."""

    @pytest.mark.parametrize(
        ("call", "code"),
        [
            ("write", errno.ENOSPC),
            ("write", errno.EIO),
            ("write", errno.EINTR),
            ("fsync", errno.EIO),
            ("fsync", errno.ENOSPC),
            ("fstat", errno.EIO),
        ],
    )
    def test_of_an_append(self, path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int) -> None:
        game = start(path, "sync")
        before = game.log.to_bytes()
        with monkeypatch.context() as broken:
            broken.setattr(f"timecore.recordfile.os.{call}", failing(call, code))
            with pytest.raises(OSError, match=os.strerror(code)):
                game.play(0, Bid(100))

        assert game.log.to_bytes() == before
        assert path.read_bytes() == before
        with pytest.raises(RecordClosed):
            game.play(0, Bid(100))
        with Game.open(path, rules=RULESET) as again:
            assert again.play(0, Bid(100)).seq == 5

    def test_a_short_write_is_taken_back(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        game = start(path)
        before = path.read_bytes()
        write = os.write
        with monkeypatch.context() as broken:
            broken.setattr("timecore.recordfile.os.write", lambda fd, data: write(fd, bytes(data)[:7]))
            with pytest.raises(OSError, match="only 7"):
                game.play(0, Bid(100))

        assert path.read_bytes() == before

    def test_a_short_write_that_cannot_be_taken_back_is_a_torn_tail(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = start(path)
        write = os.write
        with monkeypatch.context() as broken:
            broken.setattr("timecore.recordfile.os.write", lambda fd, data: write(fd, bytes(data)[:7]))
            broken.setattr("timecore.recordfile.os.ftruncate", failing("ftruncate", errno.EIO))
            with pytest.raises(OSError, match="only 7"):
                game.play(0, Bid(100))

        with pytest.raises(RecordDamaged, match="tail"):
            Game.open(path, rules=RULESET)
        with Game.open(path, mend=True, rules=RULESET) as again:
            assert again.head == game.head

    @pytest.mark.parametrize("call", ["write", "fsync", "open", "link"])
    def test_of_a_new_game_leave_nothing_behind(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, call: str
    ) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(f"timecore.recordfile.os.{call}", failing(call, errno.EACCES))
            if call == "link":  # a file system without links is no failure
                start(path, "sync").close()
                return
            with pytest.raises(OSError, match="denied"):
                start(path, "sync")

        assert list(path.parent.iterdir()) == []

    def test_an_interrupt_in_the_middle_of_a_write_takes_the_entry_back(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = start(path, "sync")
        before = path.read_bytes()

        def interrupt(_: int) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr("timecore.recordfile.os.fsync", interrupt)
            with pytest.raises(KeyboardInterrupt):
                game.play(0, Bid(100))

        assert path.read_bytes() == before

    @pytest.mark.parametrize("reached", ["the file", "the recorder", "the game"])
    @pytest.mark.parametrize("kept", ["in a file", "in memory"])
    def test_a_game_that_was_interrupted_between_file_and_memory_goes_no_further(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, reached: str, kept: str
    ) -> None:
        """What it says of itself agrees; the file, opened again, has the entry."""
        in_file = kept == "in a file"
        game = start(path) if in_file else Game.new(RULESET, seats=NAMES, seed="7")
        before = len(game.entries)
        where, name = {
            "the file": (RecordFile, "append"),
            "the recorder": (Recorder, "append"),
            "the game": (Game, "_note"),
        }[reached]
        if reached == "the file" and not in_file:
            return
        done = getattr(where, name)

        def interrupted(*given: Any) -> None:
            done(*given)
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(where, name, interrupted)
            with pytest.raises(KeyboardInterrupt):
                game.play(0, Bid(100))

        with pytest.raises(RecordClosed):
            game.play(1, Bid(100))
        known = len(game.entries)
        assert known == before + (reached != "the file")
        assert len(game.log) == len(game.log.entries) == known
        assert Replay(game.log).go(-1).state == game.state
        if in_file:
            with Game.open(path, rules=RULESET) as again:
                assert len(again.entries) == before + 1
                assert again.log.to_bytes() == path.read_bytes()


class TestCrashes:
    """Made-up states of the disk after the last write was cut off."""

    def test_whatever_is_left_of_the_last_write_all_before_it_is_there(self, path: Path) -> None:
        with start(path) as game:
            before = path.read_bytes()
            game.play(0, Bid(100))
            whole = path.read_bytes()
        last = whole[len(before) :]
        states = [last[:cut] for cut in range(1, len(last))]
        states += [last[:cut] + bytes(len(last) - cut) for cut in range(len(last) - 1)]
        states += [last[:cut] + bytes(512) for cut in range(0, len(last), 5)]

        for state in states:
            path.write_bytes(before + state)
            with Game.open(path, mend=True, rules=RULESET) as again:
                assert again.log.to_bytes() == before
                again.play(0, Bid(100))
            assert path.read_bytes() == whole
            aside = path.with_name(f"{path.name}.cut-{len(before)}")
            assert aside.read_bytes() == state
            aside.unlink()

    def test_sectors_that_never_got_there_take_nothing_else_along(self, path: Path) -> None:
        """A disk writes sectors of 512 bytes in any order, so any of them may be there or not."""
        with start(path) as game:
            before, head = path.read_bytes(), game.head
            game.table(Note("n" * 2500))
            whole = path.read_bytes()
        first, last = len(before) // 512, (len(whole) - 1) // 512
        assert last - first >= 4
        for lost in range(1, 1 << (last - first + 1)):
            state = bytearray(whole)
            for sector in range(first, last + 1):
                if lost >> (sector - first) & 1:
                    start_of_hole = max(sector * 512, len(before))
                    end = min((sector + 1) * 512, len(whole))
                    state[start_of_hole:end] = bytes(end - start_of_hole)
            record = read(bytes(state))

            assert record.damage is not None
            assert record.damage.torn
            assert record.damage.entry == len(record.entries) + 1
            assert record.damage.byte >= len(before)
            assert record.head == head


class TestCopies:
    """A copy of a file that is being written to, such as a backup takes."""

    def test_a_copy_holds_all_that_was_acknowledged_before_it_was_begun(self, path: Path) -> None:
        done = Event()
        acknowledged: list[bytes] = []

        def play() -> None:
            try:
                with start(path) as game:
                    for number in range(300):
                        game.table(Note(f"note {number} " + "n" * (number % 90)))
                        acknowledged.append(game.head)
                        if number % 10 == 0:
                            sleep(0.001)  # so that copies are taken in between
            finally:
                done.set()

        writer = Thread(target=play)
        writer.start()
        copies: dict[int, tuple[int, bytes]] = {}  # by their length; equal ones are looked at once
        while not done.is_set():
            before = len(acknowledged)
            if path.exists():
                data = path.read_bytes()
                copies[len(data)] = (before, data)
        writer.join()

        assert len(acknowledged) == 300
        seen = set()
        final = read(path.read_bytes())
        heads = [final.header.hash, *(entry.hash for entry in final.entries)]
        for known, data in copies.values():
            try:
                record = read(data)
            except NotARecord:
                assert known == 0  # the header itself was on its way
                continue
            assert record.damage is None or record.damage.torn
            assert record.head == heads[len(record.entries)]  # a beginning of the record, and nothing else
            assert known == 0 or acknowledged[known - 1] in heads[: len(record.entries) + 1]
            seen.add(len(record.entries))
        assert len(seen) > 5


class TestRepair:
    """Cut off and kept, never deleted."""

    def test_a_sound_record_is_left_alone(self, path: Path) -> None:
        start(path).close()
        before = path.read_bytes()

        assert repair(path) is None
        assert path.read_bytes() == before

    def test_a_torn_tail_goes_into_a_file_beside_the_record(self, path: Path) -> None:
        start(path).close()
        sound = path.read_bytes()
        path.write_bytes(sound + b"\x93\xc4torn")

        done = repair(path)

        assert done is not None
        assert (done.entries, done.entry, done.lost) == (4, 5, 6)
        assert done.aside.read_bytes() == b"\x93\xc4torn"
        assert path.read_bytes() == sound

    def test_sound_records_behind_the_damage_are_cut_only_when_told_so(self, path: Path) -> None:
        start(path).close()
        data = bytearray(path.read_bytes())
        record = read(bytes(data))
        data[record.entries[1].offset + 30] ^= 1
        path.write_bytes(data)

        with pytest.raises(RecordDamaged, match="broken at entry 2"):
            repair(path)
        assert path.read_bytes() == data
        done = repair(path, broken=True)

        assert done is not None
        assert done.entries == 1
        assert path.read_bytes() + done.aside.read_bytes() == data

    def test_never_writes_over_what_it_kept_before(self, path: Path) -> None:
        start(path).close()
        sound = path.read_bytes()
        kept = []
        for tail in (b"one", b"two", b"three"):
            path.write_bytes(sound + tail)
            done = repair(path)
            assert done is not None
            kept.append(done.aside.read_bytes())

        assert kept == [b"one", b"two", b"three"]

    def test_without_a_header_there_is_nothing_to_keep(self, path: Path) -> None:
        path.write_bytes(b"nothing of ours")

        with pytest.raises(NotARecord):
            repair(path)
        assert path.read_bytes() == b"nothing of ours"

    def test_keeps_the_tail_before_it_cuts(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        start(path).close()
        damaged = path.read_bytes() + b"torn"
        path.write_bytes(damaged)
        with monkeypatch.context() as broken:
            broken.setattr("timecore.recordfile.os.ftruncate", failing("ftruncate", errno.EIO))
            with pytest.raises(OSError, match="Input/output"):
                repair(path)

        assert path.read_bytes() == damaged


class TestWhatIsNoRecord:
    """Devices, pipes and files without end take neither all memory nor for ever."""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no such device")
    @pytest.mark.parametrize("device", ["/dev/full", "/dev/zero"])
    def test_a_device_is_no_record(self, device: str) -> None:
        for use in (RecordFile.open, repair):
            with pytest.raises(OSError, match="not a regular file"):
                use(device)
        with pytest.raises(OSError, match="too large"):
            Log.load(device)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
    def test_a_pipe_can_be_read_and_is_never_written(self, path: Path, tmp_path: Path) -> None:
        with start(path) as game:
            data = game.log.to_bytes()
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with pytest.raises(OSError, match="not a regular file"):
            RecordFile.open(pipe)

        writer = Thread(target=pipe.write_bytes, args=[data])
        writer.start()
        assert Log.load(pipe).to_bytes() == data
        writer.join()

    def test_a_file_of_holes_is_not_read_to_its_end(self, path: Path) -> None:
        with start(path):
            pass
        os.truncate(path, 1 << 40)

        for use in (Log.load, RecordFile.open, repair):
            with pytest.raises(OSError, match="too large"):
                use(path)
        assert path.stat().st_size == 1 << 40

    def test_nothing_is_appended_that_could_not_be_read_again(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with start(path) as game:
            monkeypatch.setattr("timecore.recordfile.LONGEST", path.stat().st_size + 10)
            with pytest.raises(OSError, match="too large"):
                game.play(0, Bid(100))
        assert Log.load(path, rules=RULESET).damage is None
