"""Reading many entries at once: it must give what reading one after the other gives, whatever the bytes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors import FILES, FULL, Forger, changed, forged_header, header_value

from timecore.actors import PUBLIC
from timecore.chance import Luck
from timecore.codec import EXTENSION, Commitment, decode, pack
from timecore.errors import FormatUnsupported, NotARecord
from timecore.hidden import HIDDEN
from timecore.record import (
    RawHeader,
    RawRecord,
    Writer,
    _bodies,
    _bulk,
    _header,
    _reading,
    read,
    redact,
    start,
)
from timecore.schema import Schema

REPLAYS = Path(__file__).parent.parent / "replays"


def one_by_one(data: bytes) -> RawRecord:
    """A record read without this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_bulk.Bulk, "read", lambda *_: [])
        return read(data)


def told(record: RawRecord) -> str:
    """All that was read; as a text, in which true is not 1."""
    return "\n".join(map(repr, [record.damage, record.header, *record.entries]))


def assert_the_same(data: bytes) -> None:
    assert told(read(data)) == told(one_by_one(data))


SEATS = Schema.parse(
    (
        (
            ("Choose", (("card", ("actor",), None),)),
            ("Draw", (("at", None, None), ("card", ("at",), None))),
        ),
        (("Drawn", (("seat", None, None), ("card", ("seat",), None))),),
    )
)


def choices_begun() -> RawHeader:
    """The header of a game in which a choice is hidden in a move and in the event it causes."""
    return start(
        game=bytes(16),
        options={},
        rules=("made up", 1),
        schema=SEATS,
        names=["Ana", "Ben"],
        luck=Luck.given("7", 4),
        writer="tests",
    )


# -- what is sound ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_sound_file_gives_the_same_entries(name: str) -> None:
    assert_the_same(FILES[name])


@pytest.mark.parametrize("path", [*REPLAYS.glob("*.msgpack")], ids=lambda path: path.stem)
def test_entries_of_a_game_are_read_at_once_but_for_those_of_the_table(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone: list[int] = []
    entry = _reading.Entries.entry

    def noted(self: Any, frame: Any, seq: int, before: bytes) -> Any:
        alone.append(seq)
        return entry(self, frame, seq, before)

    monkeypatch.setattr(_reading.Entries, "entry", noted)
    record = read(path.read_bytes())

    assert record.damage is None
    assert alone == [one.seq for one in record.entries if type(one.move[0]) is str]


def test_a_file_of_several_stretches_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(FULL)
    for size in (200, 333, len(FULL)):
        monkeypatch.setattr(_bulk, "STRETCH", size)
        monkeypatch.setattr(_reading, "STRETCH", size)

        assert told(read(FULL)) == told(whole)


@pytest.mark.parametrize("kept", [0, 2, 100])
def test_what_the_same_body_hid_before_changes_nothing(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is true taken for the 1 that was hidden before, nor one card for another, however much is kept."""
    monkeypatch.setattr(_bodies, "_KEPT_FILLED", kept)
    header = choices_begun()
    for hidden in (
        1,
        True,
        2,
        HIDDEN,
        False,
        0,
        "C4",
        None,
        b"C4",
        "C4",
        True,
        1,
        "a long text " * 9,
        (1,),
        (True,),
    ):
        writer = Writer(header)
        record = RawRecord(header, [writer.append(0, (0, value), [(0, 0, value)]) for value in ("C5", "C6")])
        shown = record.to_bytes()
        if hidden is HIDDEN:
            shown = redact(record, PUBLIC)
        else:
            entry = writer.append(0, (0, hidden), [(0, 0, hidden)])
            shown += entry.to_bytes()

        assert_the_same(shown)
        if hidden is not HIDDEN:
            [*_, last] = read(shown).entries
            assert repr((last.move, last.events)) == repr(((0, hidden), ((0, 0, hidden),)))


# -- what is not -----------------------------------------------------------------------------------------------

A, B = Commitment(b"\x01" * 32), Commitment(b"\x02" * 32)

#: What is put in the place of something else: equal but of another type, out of range, of no type that fits.
OTHERS: Sequence[Any] = (
    None, False, True, 0, 1, 2, -1, -2, -3, 300, 1.0, "", "ace", "Note", b"", bytes(32), A, B,
    EXTENSION + bytes(32), EXTENSION + b"\x07" * 32, EXTENSION * 12, (EXTENSION + b"\x07" * 32,),
    (), (0,), (True,), (7,), ("ace",), ((),), ((0, None),), ((1, 2, 3),), (A,), {}, {"a": ""}, {"a": 1},
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in a body, that of the body itself included."""
    yield path
    if type(value) is tuple or type(value) is dict:
        for index, item in value.items() if type(value) is dict else enumerate(value):
            yield from places(item, (*path, index))


def forged(number: int, body: bytes, openings: Sequence[Any] | None = None) -> bytes:
    """The small game with another body in one of its entries, and all hashes right."""
    forger = Forger()
    for entry in read(FULL).entries:
        other = entry.seq == number
        kept = entry.openings if openings is None or not other else openings
        forger.add(body if other else entry.body, kept)
    return forger.data


@pytest.mark.parametrize("step", [37, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_another_value_anywhere_in_a_body_is_judged_the_same(step: int) -> None:
    record = read(FULL)  # from here on all kinds of entries in it are known
    cases = [
        (entry, changed(value, path, other))
        for entry in record.entries
        for value in [decode(entry.body)]
        for path in places(value)
        for other in OTHERS
    ]
    for entry, value in cases[::step]:
        assert_the_same(forged(entry.seq, pack(value)))
        assert_the_same(forged(entry.seq, pack(value), ()))


@pytest.mark.parametrize("other", [-1, -2, 0, 1, True, None, (0,), (1,), (True,), (-1,), 1.0, "1"])
def test_seats_are_judged_the_same_where_several_fields_name_them(other: Any) -> None:
    """An event shares a field with its move if both are for the same seats; and chance is no seat."""
    header = choices_begun()
    writer = Writer(header)
    entries = [
        writer.append(1, (0, "C4"), [(0, 1, "C4")]),
        writer.append(0, (1, 1, "C4"), [(0, 1, "C4")]),
        writer.append(0, (1, (1,), "C4"), [(0, (1,), "C4")]),
    ]
    actor, of_move, of_event = (1,), (2, 1), (3, 0, 1)
    together: Sequence[Sequence[tuple[int, ...]]] = (
        [actor], [of_move], [of_event], [actor, of_event], [of_move, of_event],
    )  # fmt: skip
    for entry in entries:
        for paths in together:
            forger = Forger(header.to_bytes())
            for before in entries:
                forger.add(before.body, before.openings)
            value = changed(decode(entry.body), (0,), 4)
            value = changed(value, (2, len(value[2]) - 1), A)  # no commitment stands in two entries
            for path in paths:
                value = changed(value, path, other)

            assert_the_same(forger.add(pack(value)).data)


@given(st.data())
def test_other_bytes_in_a_body_are_judged_the_same(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(read(FULL).entries)))
    body = read(FULL).entries[number - 1].body
    at = data.draw(st.integers(0, len(body)))
    new = data.draw(
        st.binary(max_size=3) | st.sampled_from([b"\xcc\x01", b"\xd1\x01\x00", b"\xd9\x03ace", b"\xc1"])
    )

    assert_the_same(forged(number, body[:at] + new + body[at + data.draw(st.integers(0, 3)) :]))


@given(st.data())
def test_other_openings_are_judged_the_same(data: st.DataObject) -> None:
    entries = read(FULL).entries
    number = data.draw(st.sampled_from([entry.seq for entry in entries if entry.openings]))
    entry = entries[number - 1]
    pool = [*entry.openings, *entries[0].openings, (bytes(16), b"\xc0"), (bytes(16), b"\xcd\x00\x01")]
    openings = data.draw(st.lists(st.sampled_from(pool), max_size=3))

    assert_the_same(forged(number, entry.body, openings))


@given(st.data())
def test_other_bytes_anywhere_are_judged_the_same(data: st.DataObject) -> None:
    source = FILES[data.draw(st.sampled_from(sorted(FILES)))]
    at = data.draw(st.integers(read(FULL).header.size, len(source) - 1))
    new = data.draw(st.binary(max_size=3))

    assert_the_same(source[:at] + new + source[at + data.draw(st.integers(0, 40)) :])


def outcome(data: bytes) -> str:
    """What becomes of reading a file, in words."""
    try:
        record = read(data)
    except (NotARecord, FormatUnsupported) as error:
        return repr((str(error), getattr(error, "byte", None)))
    return repr((record.header, record.damage, len(record.rows)))


def assert_known_or_not_the_same(file: bytes) -> None:
    _header._known.clear()
    first = outcome(file)
    read(FULL)  # from here on the kind of header is known

    assert outcome(file) == first


def test_another_value_anywhere_in_a_header_of_a_known_kind_is_judged_as_in_one_seen_first() -> None:
    value = header_value()
    outside = [path for path in places(value) if path[:1] not in {(), ("options",), ("rules",), ("schema",)}]
    for path in outside:
        for other in (*OTHERS, {"manual": None}, ("manual",), ((A, None),), "ab"):
            assert_known_or_not_the_same(forged_header(changed(value, path, other), openings=()))


@given(st.data())
def test_other_bytes_in_a_header_of_a_known_kind_are_judged_as_in_one_seen_first(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, read(FULL).header.size))
    new, gone = data.draw(st.binary(max_size=3)), data.draw(st.integers(0, 3))

    assert_known_or_not_the_same(FULL[:at] + new + FULL[at + gone :])
