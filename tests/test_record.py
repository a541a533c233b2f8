"""Reading and writing the bytes of a record, without any ruleset."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from independent_verifier import verify
from made_up import (
    ANSWERS,
    BIDS,
    CHOOSE,
    DRAW,
    DRAWN,
    LITTLE_GAME,
    LOOK,
    NAMES,
    SAID,
    SAY,
    SCHEMA,
    SEEN,
    drop_openings,
    new_game,
    played,
)
from vectors import FILES, GAME, VECTORS

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.chain import entry_hash
from timecore.chance import Luck, given_salt
from timecore.codec import Commitment, decode
from timecore.entry import NO_META
from timecore.errors import EncodingRefused
from timecore.hidden import HIDDEN
from timecore.record import RawEntry, Writer, read, redact, start
from timecore.schema import Place

# -- reading what was written ----------------------------------------------------------------------------------


def test_what_was_written_is_read_again_with_private_fields_filled_in() -> None:
    written = played(*LITTLE_GAME)
    data = written.to_bytes()
    again = read(data)

    assert again.damage is None
    assert again.entries == written.entries
    assert again.header == written.header
    assert again.size == len(data)
    assert again.to_bytes() == data
    for entry, (actor, move, events, *clear) in zip(again.entries, LITTLE_GAME, strict=True):
        assert (entry.actor, entry.move, entry.events) == (actor, move, tuple(events))
        assert data[entry.offset : entry.offset + entry.size] == entry.to_bytes()
        assert entry.clear == ({Place(0, 1)} if clear else set())
    assert verify(data).fine


def test_the_header_tells_all_that_was_given() -> None:
    header = start(
        game=b"g" * 16,
        options={"players": 2, "deck": {"a": [1, 2]}},
        rules=("made up", 3),
        schema=SCHEMA,
        names=["Ana", "Ben"],
        keys=[None, b"k" * 32],
        tags={"occasion": "club night", "and": ""},
        luck=Luck.manual(),
        writer="tests 1",
        created="2026-11-30T09:00:00Z",
    )
    again = read(header.to_bytes()).header

    assert again == header
    assert again.game == b"g" * 16
    assert again.options == {"players": 2, "deck": {"a": (1, 2)}}
    assert again.rules == ("made up", 3)
    assert again.schema == SCHEMA
    assert again.seats == (("Ana", None), ("Ben", b"k" * 32))
    assert again.tags == {"and": "", "occasion": "club night"}
    assert (again.writer, again.created) == ("tests 1", "2026-11-30T09:00:00Z")
    assert again.luck == Luck.manual()


def test_what_is_private_stands_in_the_file_once_and_only_in_an_opening() -> None:
    card = "a card long enough to be found"
    data = played((CHANCE, (DRAW, 1, card), [(DRAWN, 1, card)])).to_bytes()

    assert data.count(card.encode()) == 1
    assert redact(read(data), 0).count(card.encode()) == 0


def test_a_record_read_before_is_read_again_without_checks_and_gives_the_same() -> None:
    record = played(*LITTLE_GAME)
    for data in [
        *FILES.values(),
        *[redact(record, viewer) for viewer in (None, PUBLIC, 0, 1, 2)],
        *[drop_openings(record, lambda n, keep=keep: n % 3 == keep).to_bytes() for keep in (0, 1, 2)],
        record.header.to_bytes(),
    ]:
        assert read(data, checked=True).entries == read(data).entries


@pytest.mark.parametrize("name", FILES)
def test_meta_is_public_in_every_copy(name: str) -> None:
    entries = read(FILES[name]).entries

    assert entries[8].meta == {"id": bytes(range(16)), "time": "2026-11-30T09:00:00Z"}
    assert entries[1].meta is NO_META


# -- salts -----------------------------------------------------------------------------------------------------


def test_given_luck_gives_equal_files_and_other_luck_does_not() -> None:
    entries = LITTLE_GAME[:4]

    assert played(*entries).to_bytes() == played(*entries).to_bytes()
    for luck in (Luck.sealed(4, bytes(32)), Luck.manual()):
        one, two = played(*entries, luck=luck), played(*entries, luck=luck)
        salts = [salt for record in (one, two) for entry in record.entries for salt, _ in entry.openings]
        assert len(set(salts)) == len(salts)
        assert len(one.to_bytes()) == len(two.to_bytes())


def test_a_given_salt_follows_from_the_key_in_force_and_a_branch_uses_its_own() -> None:
    record = played(*LITTLE_GAME)
    before = [record.header.hash, *[entry.hash for entry in record.entries]]

    for entry in record.entries:
        key = Luck.given("8" if entry.seq >= 5 else "7", 2).salt_key
        assert type(key) is bytes
        salts = [given_salt(key, before[entry.seq - 1], j, raw) for j, (_, raw) in enumerate(entry.openings)]
        assert [salt for salt, _ in entry.openings] == salts


def test_two_values_never_stand_under_one_salt() -> None:
    """An entry cut off and played again, or played in a branch: who is shown one could try out the other."""
    writer = new_game()
    other = writer.copy()
    one = writer.append(CHANCE, (DRAW, 0, "C1"), [(DRAWN, 0, "C1")])
    two = other.append(CHANCE, (DRAW, 0, "C2"), [(DRAWN, 0, "C2")])

    assert one.openings[0][0] != two.openings[0][0]


def test_a_redacted_copy_can_be_branched_with_new_luck() -> None:
    copy = read(redact(played(*LITTLE_GAME[:3]), 0))
    writer = Writer(copy.header, copy.entries)
    entries = [
        *copy.entries,
        writer.append(TABLE, ("Branch", Luck.sealed(2))),
        writer.append(CHANCE, (DRAW, 0, "C7"), [(DRAWN, 0, "C7")]),
    ]
    data = b"".join([copy.header.to_bytes(), *[entry.to_bytes() for entry in entries]])

    assert read(data).entries == tuple(entries)
    assert read(data).branch == entries[3].hash[:16]
    assert verify(data).fine


# -- writing ---------------------------------------------------------------------------------------------------

DRAW_C1 = (DRAW, 1, "C1")

REFUSED: list[tuple[str, int, tuple[Any, ...], list[Any], dict[Any, Any], list[Any], str]] = [
    ("an actor", 3, (SAY, 1), [], {}, [], "no actor 3"),
    ("an actor", -3, (SAY, 1), [], {}, [], "no actor -3"),
    ("an actor", True, (SAY, 1), [], {}, [], "no actor True"),
    ("a code", 0, (4, 1), [], {}, [], "no move with the code 4"),
    ("a code", 0, (SAY, 1), [(5,)], {}, [], "no event with the code 5"),
    ("a code", 0, (), [], {}, [], "no move with the code None"),
    ("fields", 0, (SAY,), [], {}, [], "Say has 1 fields, not 0"),
    ("fields", 0, (SAY, 1), [(SAID, 1, 2)], {}, [], "Said has 1 fields, not 2"),
    ("a float", 0, (SAY, 1.5), [], {}, [], "float"),
    ("a map", 0, (SAY, {"a": 1}), [], {}, [], "no field may hold"),
    ("a surrogate", 0, (SAY, "\ud800"), [], {}, [], "not Unicode"),
    ("a commitment", 0, (SAY, Commitment(bytes(32))), [], {}, [], "no field may hold"),
    ("hidden", 0, (CHOOSE, HIDDEN), [], {}, [], "what is hidden cannot be written"),
    ("hidden", 0, (SAY, HIDDEN), [], {}, [], "HiddenType"),
    ("a private map", 0, (CHOOSE, {"a": 1}), [], {}, [], "no field may hold"),
    ("a private commitment", 0, (CHOOSE, (Commitment(bytes(32)),)), [], {}, [], "no field may hold"),
    ("private parts", 0, (SAY, 1), [(ANSWERS, ((0,),))], {}, [], "a list of 2"),
    ("an audience", 0, (DRAW, 7, "C1"), [], {}, [], "must hold a seat"),
    ("the move's value", 0, DRAW_C1, [(DRAWN, 1, "C2")], {}, [], "must have the value"),
    ("the move's value", 0, (DRAW, 1, 1), [(DRAWN, 1, True)], {}, [], "must have the value"),
    ("the move's seats", 0, DRAW_C1, [(DRAWN, 2, "C1")], {}, [], "other seats may see it"),
    ("half in clear", 0, DRAW_C1, [(DRAWN, 1, "C1")], {}, [(0, 1)], "as public as the move's"),
    ("half in clear", 0, DRAW_C1, [(DRAWN, 1, "C1")], {}, [(1, 1)], "as public as the move's"),
    ("no private field", 0, (SAY, 1), [], {}, [(0, 0)], "no private field 0 in message 0"),
    ("a table's move", TABLE, ("Resign",), [], {}, [], "no move 'Resign'"),
    ("a table's move", TABLE, ("Retract", True), [], {}, [], "must be a whole number"),
    ("a table's move", TABLE, ("Note", "x"), [(SAID, 1)], {}, [], "has no events"),
    ("a table's luck", TABLE, ("Branch", ("manual",)), [], {}, [], "a Branch holds a luck or null"),
    ("a table's luck", TABLE, ("Branch", None, None), [], {}, [], "a Branch holds a luck or null"),
    (
        "hidden luck",
        TABLE,
        ("Branch", Luck.sealed(1).redacted()),
        [],
        {},
        [],
        "what is hidden cannot be written",
    ),
    ("an id", 0, (SAY, 1), [], {"id": bytes(15)}, [], "'id' of the notes must be 16 bytes"),
    ("a sig", 0, (SAY, 1), [], {"sig": "x" * 64}, [], "'sig' of the notes must be 64 bytes"),
    ("a seen", 0, (SAY, 1), [], {"seen": True}, [], "'seen' of the notes must be a whole number"),
    ("a note", 0, (SAY, 1), [], {"why": 3}, [], "'why' of the notes must be a text"),
    ("a key", 0, (SAY, 1), [], {3: "x"}, [], "must be text"),
    ("a long body", 0, (SAY, "x" * 2**20), [], {}, [], "a body of"),
    ("a long value", 0, (CHOOSE, "x" * 2**16), [], {}, [], "a private value of"),
]


@pytest.mark.parametrize(("actor", "move", "events", "meta", "clear", "told"), [one[1:] for one in REFUSED])
def test_what_no_reader_would_accept_is_not_written(
    actor: int, move: tuple[Any, ...], events: list[Any], meta: dict[str, Any], clear: list[Any], told: str
) -> None:
    writer = new_game()
    before = writer.append(0, (SAY, "before"))

    with pytest.raises(EncodingRefused, match=re.escape(told)):
        writer.append(actor, move, events, meta, clear=clear)
    after = writer.append(0, (SAY, "after"))
    assert (after.seq, after.hash) == (2, entry_hash(before.hash, after.body))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": bytes(15)}, "game must be 16 bytes"),
        ({"options": {"a": 1.5}}, "float"),
        ({"options": {"a": Commitment(bytes(32))}}, "options must be a map without commitments"),
        ({"rules": ("x", True)}, "rules must be"),
        ({"names": ["Ana", 7]}, "name must be a text"),
        ({"names": ["Ana", "\udcff"]}, "not Unicode"),
        ({"keys": [bytes(31), None, None]}, "a key of 32 bytes or null"),
        ({"tags": {"a": 1}}, "tags must be a map of texts"),
        ({"writer": None}, "writer must be a text"),
        ({"created": 7}, "created must be null or a text"),
        ({"luck": Luck.sealed(4).redacted()}, "what is hidden cannot be written"),
        ({"luck": Luck("sealed", 3, bytes(32), bytes(32))}, "power of two"),
        ({"luck": Luck("sealed", 4, bytes(32), bytes(31))}, "32 bytes"),
        ({"options": {"a": "x" * 2**20}}, "a body of"),
    ],
)
def test_a_header_that_no_reader_would_accept_is_not_written(changes: dict[str, Any], told: str) -> None:
    given_fields: dict[str, Any] = {
        "game": bytes(16),
        "options": {},
        "rules": ("x", 1),
        "schema": SCHEMA,
        "names": NAMES,
        "luck": Luck.manual(),
        "writer": "tests",
    }

    with pytest.raises(EncodingRefused, match=told):
        start(**given_fields | changes)


def test_writing_can_go_on_from_any_record() -> None:
    whole = played(*LITTLE_GAME)
    for length in range(len(LITTLE_GAME)):
        writer = Writer(whole.header, whole.entries[:length])
        copied = writer.copy()
        for made in (writer, copied):
            rest = [made.append(*move[:3], clear=[*move[3:], ()][0]) for move in LITTLE_GAME[length:]]
            assert [entry.to_bytes() for entry in rest] == [e.to_bytes() for e in whole.entries[length:]]


def test_notes_of_an_entry_are_put_in_order() -> None:
    entry = new_game().append(0, (SAY, 1), (), {"z": "1", "a": "2"})

    assert list(entry.meta) == ["a", "z"]
    assert decode(entry.body)[4] == {"a": "2", "z": "1"}


values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.text(max_size=5), st.binary(max_size=5)
    ),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
).filter(lambda value: "?" not in repr(value))
seats = st.integers(0, 2)


@st.composite
def entries_of_any_kind(draw: st.DrawFn) -> tuple[Any, ...]:
    """Actor, move, events and what stands in clear."""
    actor = draw(st.integers(TABLE, 2))
    kind = draw(st.sampled_from(["draw", "look", "choose", "say", "note", "branch"]))
    value, other = draw(values), draw(values)
    more: list[Any] = [(SAID, other)] if draw(st.booleans()) else []
    if kind == "draw":
        seat = draw(st.one_of(seats, st.none(), st.lists(seats, max_size=3).map(tuple)))
        clear = [(0, 1), (1, 1)] if draw(st.booleans()) else []
        return actor, (DRAW, seat, value), [(DRAWN, seat, value), *more], clear
    if kind == "look":
        at = draw(st.lists(seats, max_size=3).map(tuple))
        again = (*at, actor) if actor >= 0 else at
        return actor, (LOOK, at, value), [*more, (SEEN, again, value)], []
    if kind == "choose":
        pairs = tuple((i, other) for i in range(draw(st.integers(0, 3))))
        bids = (BIDS, draw(seats), draw(st.sampled_from([None, pairs])), None)
        return actor, (CHOOSE, value), [(ANSWERS, pairs), bids, *more, (ANSWERS, None)], []
    if kind == "say":
        return actor, (SAY, value), [*more, (DRAWN, draw(seats), other)], []
    if kind == "note":
        return TABLE, ("Note", draw(st.text(max_size=9))), [], []
    return TABLE, ("Branch", draw(st.sampled_from([None, Luck.manual(), Luck.given("9", 1)]))), [], []


@given(st.lists(entries_of_any_kind(), max_size=6))
def test_any_game_is_read_as_written_in_every_copy(moves: list[tuple[Any, ...]]) -> None:
    record = played(*moves)
    for viewer in (None, PUBLIC, 0, 1, 2):
        data = redact(record, viewer)
        copy = read(data)
        assert copy.damage is None
        assert copy.head == record.head
        assert copy.to_bytes() == data
        assert read(data, checked=True).entries == copy.entries
        assert verify(data).shows == copy.shows
        for entry, (actor, move, events, _) in zip(copy.entries, moves, strict=True):
            rows = [move, *events] if type(move[0]) is int else []
            for number, (row, seen) in enumerate(zip(rows, [entry.move, *entry.events], strict=False)):
                shape = (SCHEMA.events if number else SCHEMA.moves)[row[0]]
                for index in range(len(shape.fields)):
                    audience = shape.audience(row, index, actor)
                    shown = (
                        audience is None
                        or viewer is None
                        or viewer in audience
                        or not seen_is_hidden(entry, number, index)
                    )
                    assert repr(seen[index + 1]) == repr(row[index + 1] if shown else HIDDEN)


def seen_is_hidden(entry: RawEntry, number: int, index: int) -> bool:
    """Whether a private field is not in clear: in its own message, or in the move whose field it is again."""
    row = entry.events[number - 1] if number else entry.move
    again = (
        {
            Place(number, mine): Place(0, other)
            for mine, other in SCHEMA.private_in(entry.move[0], row[0]).again
        }
        if number
        else {}
    )
    return again.get(Place(number, index), Place(number, index)) not in entry.clear


def test_vectors_are_the_shared_ones() -> None:
    assert VECTORS["about"].startswith("Test vectors for RECORD.md, format 1.")
    assert len(GAME["entries"]) == 17
