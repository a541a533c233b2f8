"""One line of a log."""

import attrs
import pytest
from tiny.events import BidMade
from tiny.moves import Bid

from timecore.actors import TABLE
from timecore.entry import Entry
from timecore.table import NonceReveal, Note


def test_json_has_meta_only_where_there_is_any() -> None:
    entry = Entry(3, 1, Bid(None), (BidMade(1, None),))
    line = {
        "seq": 3,
        "actor": 1,
        "move": {"type": "Bid", "amount": None},
        "events": [{"type": "BidMade", "seat": 1, "amount": None}],
    }

    assert entry.to_json() == line
    assert list(entry.to_json()) == ["seq", "actor", "move", "events"]
    with_meta = attrs.evolve(entry, meta={"id": b"\x00\xff", "time": "now", "seen": 2})
    assert with_meta.to_json() == line | {"meta": {"id": "00ff", "time": "now", "seen": 2}}


def test_entries_are_equal_by_value_and_do_not_change() -> None:
    entry = Entry(1, 0, Bid(0), (BidMade(0, 0),))

    assert entry == Entry(1, 0, Bid(0), (BidMade(0, 0),))
    assert entry != Entry(2, 0, Bid(0), (BidMade(0, 0),))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        entry.seq = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        entry.meta["time"] = "now"  # type: ignore[index]


def test_notes_stay_what_they_were_when_the_entry_was_made() -> None:
    meta = {"time": "now"}
    entry = Entry(1, TABLE, Note("rain"), meta=meta)
    meta["time"] = "later"

    assert entry.meta == {"time": "now"}


def test_a_nonce_is_the_tables_though_a_seat_enters_it() -> None:
    assert Entry(1, TABLE, Note("rain")).is_table
    assert Entry(1, 0, NonceReveal(bytes(32))).is_table
    assert not Entry(1, 0, Bid(0)).is_table
