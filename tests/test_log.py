"""A saved game: header and entries."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from playing import finish
from tiny import RULESET
from tiny.events import BidsShown, JokerDealt

from timecore.actors import PUBLIC
from timecore.errors import NotARecord, RecordClash, RecordDamaged, RulesetNotFound, UsageError
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log, refuse_damaged, seat_number
from timecore.record import RawRecord, Writer
from timecore.wholefile import write_file


@pytest.fixture(scope="module")
def log() -> Log:
    game = Game.new(RULESET, seats=["Ana", "Ben", "3"], seed="log", tags={"event": "x"})
    return finish(game).log


class TestReading:
    """From bytes to moves and events."""

    def test_gives_the_same_bytes_again(self, log: Log, tmp_path: Path) -> None:
        path = tmp_path / "game.msgpack"
        log.save(path)

        assert Log.load(path, rules=RULESET).to_bytes() == log.to_bytes()
        assert Log.load(path, rules=RULESET).entries == log.entries

    def test_what_is_no_record_is_refused(self) -> None:
        with pytest.raises(NotARecord):
            Log.from_bytes(b"")

    def test_what_is_sound_before_damage_is_there(self, log: Log) -> None:
        damaged = Log.from_bytes(log.to_bytes()[:-1], rules=RULESET)

        assert damaged.entries == log.entries[:-1]
        assert damaged.damage is not None
        assert damaged.damage.torn
        with pytest.raises(RecordDamaged):
            refuse_damaged(damaged)

    def test_without_the_ruleset_the_bytes_can_still_be_read(self, log: Log) -> None:
        bare = Log.from_bytes(log.to_bytes())

        assert not bare.has_rules
        assert bare.head == log.head
        assert bare.entry_json(bare.record.entries[0]) == log.entries[0].to_json()
        with pytest.raises(RulesetNotFound, match="tiny"):
            _ = bare.entries

    def test_an_entry_that_is_none_of_the_ruleset_ends_the_entries_and_says_why(self, log: Log) -> None:
        """Sound as bytes: a seat is a text here, which the record's schema cannot know to be wrong."""
        raw = log.record.entries[0]
        forged = Writer(log.record.header).append(raw.actor, (1, "much"), ())
        bad = Log(RawRecord(log.record.header, [forged]), rules=RULESET)

        assert bad.entries == ()
        assert bad.fault is not None
        assert bad.fault.entry == 1
        assert "amount" in str(bad.fault)

    @pytest.mark.parametrize(("right", "wrong"), [(1, True), (0, False)])
    @pytest.mark.parametrize("where", ["in an event", "in a list", "in an opening"])
    def test_a_truth_value_is_not_taken_for_the_number_that_was_read_before(
        self, log: Log, where: str, right: int, wrong: int
    ) -> None:
        """The two are equal, and what was made of a row is kept."""
        dealt, shown = (RULESET.events.codes[event] for event in (JokerDealt, BidsShown))

        def read(value: int) -> Log:
            move = (1, value if where == "in an opening" else 2)
            events: dict[str, list[tuple[Any, ...]]] = {
                "in an event": [(dealt, value)],
                "in a list": [(shown, ((value, 2),))],
            }
            entry = Writer(log.record.header).append(0, move, events.get(where, []))
            return Log.from_bytes(log.record.header.to_bytes() + entry.to_bytes(), rules=RULESET)

        for _ in range(2):
            assert read(right).fault is None
            found = read(wrong)
            assert found.damage is None
            assert found.fault is not None
        assert "True" not in repr(read(right).entries)

    def test_a_clean_cut_is_a_log_of_its_own(self, log: Log) -> None:
        cut = log.upto(3)

        assert cut.entries == log.entries[:3]
        assert log.to_bytes().startswith(cut.to_bytes())
        with pytest.raises(UsageError):
            log.upto(len(log) + 1)


class TestCopies:
    """What a viewer may have."""

    def test_have_the_same_head(self, log: Log) -> None:
        for viewer in (0, 1, 2, PUBLIC):
            assert log.redacted(viewer).head == log.head

    def test_say_what_they_show(self, log: Log) -> None:
        assert log.shows == "full"
        assert log.redacted(1).shows == "seat 1"
        assert log.redacted(PUBLIC).shows == "public"

    def test_an_erased_name_is_hidden_and_told_by_its_seat(self, log: Log) -> None:
        erased = log.redacted(None, erase=[1])

        assert erased.header.seats[1] is HIDDEN
        assert erased.header.names == ("Ana", "Seat 1", "3")
        assert erased.shows == "full"
        assert erased.head == log.head

    def test_of_a_seat_that_does_not_exist_are_refused(self, log: Log) -> None:
        with pytest.raises(UsageError, match="no seat 3"):
            log.redacted(3)
        with pytest.raises(UsageError, match="no seat 9"):
            log.redacted(None, erase=[9])


def test_what_a_header_says_cannot_be_changed() -> None:
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="x", tags={"place": "Zaragoza"})
    log = game.log
    for part in (log.header.options, log.header.tags):
        with pytest.raises(TypeError):
            part["players"] = 4  # type: ignore[index]
    log.record.header.tags["place"] = "elsewhere"  # type: ignore[index]

    assert log.header.tags == {"place": "Zaragoza"}
    again = pickle.loads(pickle.dumps(log.header))  # noqa: S301 - our own bytes
    assert again == copy.deepcopy(log.header) == log.header


class TestSeats:
    """A number or a name."""

    def test_a_name_means_its_seat(self, log: Log) -> None:
        assert seat_number(log.header, "Ben") == 1

    def test_a_number_means_its_seat_unless_somebody_is_called_so(self, log: Log) -> None:
        assert seat_number(log.header, "1") == 1
        assert seat_number(log.header, "3") == 2

    @pytest.mark.parametrize("text", ["Zoe", "7", "-1", "", "\u0661"])
    def test_anything_else_is_refused_with_a_list(self, log: Log, text: str) -> None:
        with pytest.raises(UsageError) as caught:
            seat_number(log.header, text)

        assert "0 (Ana)" in (caught.value.hint or "")

    def test_a_name_that_two_seats_have_is_refused(self) -> None:
        twins = Game.new(RULESET, seats=["Ana", "Ana"], seed="x").log

        with pytest.raises(UsageError, match="several"):
            seat_number(twins.header, "Ana")


class TestFiles:
    """Writing whole files."""

    def test_a_file_that_is_there_stays_unless_it_may_be_replaced(self, tmp_path: Path) -> None:
        path = tmp_path / "game.msgpack"
        write_file(path, b"one")

        with pytest.raises(RecordClash):
            write_file(path, b"two")
        assert path.read_bytes() == b"one"

        write_file(path, b"two", replace=True)
        assert path.read_bytes() == b"two"

    def test_a_write_that_fails_leaves_nothing_behind(self, tmp_path: Path) -> None:
        with pytest.raises(OSError, match="nowhere"):
            write_file(tmp_path / "nowhere" / "game.msgpack", b"x")

        assert list(tmp_path.iterdir()) == []


def test_a_log_says_briefly_what_it_is(log: Log) -> None:
    assert "tiny" in repr(log)
    assert str(len(log)) in repr(log)
