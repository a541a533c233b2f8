"""Reading, writing and redacting the bytes of a record, without any ruleset."""

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hostile import HOSTILE, hostile
from hypothesis import given
from hypothesis import strategies as st
from independent_verifier import verify
from vectors import FILES, FULL, GAME, VECTORS, Forger, changed, forged_header, header_value, vectors_game

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.chain import entry_hash, frame_bytes
from timecore.chance import Luck, given_salt
from timecore.codec import Commitment, decode, encode, pack
from timecore.entry import NO_META
from timecore.errors import EncodingRefused, FormatUnsupported, NotARecord, RecordDamaged, UsageError
from timecore.hidden import HIDDEN
from timecore.record import Damage, RawEntry, RawRecord, Writer, read, redact, start
from timecore.schema import Place, Schema

# A schema with every kind of audience. Draw and Drawn share the card; Look and Seen the cards, named otherwise.
DRAW, LOOK, CHOOSE, SAY = range(4)
DRAWN, SEEN, ANSWERS, BIDS, SAID = range(5)
SCHEMA = Schema.parse(
    (
        (
            ("Draw", (("seat", None, None), ("card", ("seat",), None))),
            ("Look", (("at", None, None), ("cards", ("actor", "at"), None))),
            ("Choose", (("card", ("actor",), None),)),
            ("Say", (("what", None, None),)),
        ),
        (
            ("Drawn", (("seat", None, None), ("card", ("seat",), None))),
            ("Seen", (("seats", None, None), ("cards", ("seats",), None))),
            ("Answers", (("all", (), ("seat", "card")),)),
            (
                "Bids",
                (("seat", None, None), ("bids", ("seat",), ("seat", "amount")), ("open", None, ("seat",))),
            ),
            ("Said", (("what", None, None),)),
        ),
    )
)
NAMES = ("Ana", "Ben", "Cho")


def new_game(luck: Luck | None = None, *, names: Sequence[str] = NAMES) -> Writer:
    """A game of that schema that has just begun."""
    return Writer(
        start(
            game=bytes(16),
            options={"players": len(names)},
            rules=("made up", 1),
            schema=SCHEMA,
            names=names,
            luck=luck or Luck.given("7", 4),
            writer="tests",
        )
    )


def record_of(writer: Writer, entries: Sequence[RawEntry]) -> RawRecord:
    return RawRecord(writer.header, entries)


def played(*moves: tuple[Any, ...], luck: Luck | None = None) -> RawRecord:
    """A record: of each entry actor, move, events and, where needed, what stands in clear."""
    writer = new_game(luck)
    return record_of(
        writer, [writer.append(*move[:3], clear=move[3] if len(move) > 3 else ()) for move in moves]
    )


LITTLE_GAME: tuple[tuple[Any, ...], ...] = (
    (CHANCE, (DRAW, 1, "C4"), [(DRAWN, 1, "C4")]),
    (CHANCE, (DRAW, 0, "black"), [(DRAWN, 0, "black")], [(0, 1), (1, 1)]),
    (0, (LOOK, 2, ("C9", "C1")), [(SEEN, (2, 0), ("C9", "C1")), (SAID, True)]),
    (2, (CHOOSE, None), [(BIDS, 2, ((0, 5), (1, None)), ((1,),)), (ANSWERS, ((0, "A"),))]),
    (TABLE, ("Branch", Luck.given("8", 2)), []),
    (CHANCE, (DRAW, 2, ("C2", b"\x01")), [(DRAWN, 2, ("C2", b"\x01"))]),
)


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


def drop_openings(record: RawRecord, keeps: Any) -> RawRecord:
    """A copy with only some openings, numbered through the entries."""
    number = 0
    data = record.header.to_bytes()
    for entry in record.entries:
        kept = []
        for opening in entry.openings:
            if keeps(number):
                kept.append(opening)
            number += 1
        data += frame_bytes(entry.body, kept, entry.hash)
    return read(data)


@pytest.mark.parametrize("name", FILES)
def test_meta_is_public_in_every_copy(name: str) -> None:
    entries = read(FILES[name]).entries

    assert entries[8].meta == {"id": bytes(range(16)), "time": "2026-11-30T09:00:00Z"}
    assert entries[1].meta is NO_META


# -- what a copy shows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "shows"), [(None, "full"), (PUBLIC, "public"), (0, "seat 0"), (1, "seat 1")]
)
def test_a_copy_shows_what_it_was_made_for(viewer: Any, shows: str) -> None:
    copy = read(redact(played(*LITTLE_GAME), viewer))

    assert copy.damage is None
    assert copy.shows == shows
    assert copy.head == played(*LITTLE_GAME).head
    assert verify(copy.to_bytes()).shows == shows


def test_of_several_seats_that_see_the_same_the_lowest_is_named() -> None:
    looked = played((0, (LOOK, 2, ("C9",)), []))

    assert read(redact(looked, 2)).shows == "seat 0"
    assert read(redact(looked, 1)).shows == "public"
    assert played((2, (SAY, 1), []), luck=Luck.manual()).shows == "full"


def test_a_copy_with_one_opening_given_away_is_partial() -> None:
    record = played(*LITTLE_GAME)

    assert drop_openings(record, lambda n: n in (0, 2)).shows == "partial"
    assert drop_openings(record, lambda _: True).shows == "full"


def test_what_a_copy_shows_is_counted() -> None:
    record = played(*LITTLE_GAME)

    assert (record.commitments, record.opened) == (13, 13)
    copy = read(redact(record, PUBLIC, erase=[1]))
    assert (copy.commitments, copy.opened) == (13, 2)


def test_a_seat_sees_its_fields_and_nobody_sees_what_is_for_nobody() -> None:
    record = played(*LITTLE_GAME)
    seen = {viewer: read(redact(record, viewer)).entries for viewer in (PUBLIC, 0, 1, 2)}

    for viewer, entries in seen.items():
        drawn, black, look, choice, fork, last = entries
        card = "C4" if viewer == 1 else HIDDEN
        assert (drawn.move, drawn.events) == ((DRAW, 1, card), ((DRAWN, 1, card),))
        assert (black.move, black.events) == ((DRAW, 0, "black"), ((DRAWN, 0, "black"),))
        cards = ("C9", "C1") if viewer in (0, 2) else HIDDEN
        assert look.move == (LOOK, 2, cards)
        assert look.events == ((SEEN, (2, 0), cards), (SAID, True))
        assert choice.move == (CHOOSE, None if viewer == 2 else HIDDEN)
        bids = ((0, 5), (1, None)) if viewer == 2 else HIDDEN
        assert choice.events == ((BIDS, 2, bids, ((1,),)), (ANSWERS, HIDDEN))
        assert fork.move == ("Branch", Luck.given("8", 2).redacted())
        assert last.move[2] == (("C2", b"\x01") if viewer == 2 else HIDDEN)


def test_erasing_a_person_drops_the_name_from_any_copy_and_keeps_the_head() -> None:
    record = played(*LITTLE_GAME)
    for viewer in (None, PUBLIC, 1):
        data = redact(record, viewer, erase=[0, 2])
        copy = read(data)
        assert [name for name, _ in copy.header.seats] == [HIDDEN, "Ben", HIDDEN]
        assert copy.head == record.head
        assert b"Ana" not in data
        assert copy.shows == ("full" if viewer is None else "public" if viewer is PUBLIC else "seat 1")


def test_a_copy_of_a_copy_shows_no_more_than_both() -> None:
    record = played(*LITTLE_GAME)
    seat = read(redact(record, 2, erase=[0]))

    assert redact(seat, PUBLIC) == redact(record, PUBLIC, erase=[0])
    assert redact(seat, 0) == redact(read(redact(record, 0, erase=[0])), 2)
    assert redact(seat, None) == seat.to_bytes()


@pytest.mark.parametrize("seat", [3, -1, TABLE, True, "0"])
def test_there_is_no_copy_for_a_seat_that_is_not_there(seat: Any) -> None:
    record = played(*LITTLE_GAME)

    with pytest.raises(UsageError, match="there is no seat"):
        redact(record, seat)
    with pytest.raises(UsageError, match="there is no seat"):
        redact(record, PUBLIC, erase=[seat])


def masked(record: RawRecord) -> bytes:
    """The bytes of a record with all digests and salts made equal."""
    blank = re.sub(
        rb"\xc7\x20\x01.{32}", b"\xc7\x20\x01" + bytes(32), record.header.to_bytes(), flags=re.DOTALL
    )
    out = [blank[: -34 - sum(len(salt) + len(raw) + 5 for salt, raw in record.header.openings)]]
    for entry in record.entries:
        body = re.sub(rb"\xc7\x20\x01.{32}", b"\xc7\x20\x01" + bytes(32), entry.body, flags=re.DOTALL)
        out.append(frame_bytes(body, [(bytes(16), raw) for _, raw in entry.openings], bytes(32)))
    return b"".join(out)


@pytest.mark.parametrize("luck", ["sealed", "given"])
def test_games_that_look_the_same_give_files_that_differ_only_in_digests_and_salts(luck: str) -> None:
    """The file-level law: neither length nor any byte of a copy tells what its viewer may not see."""

    def game(hidden: Any, text: str) -> RawRecord:
        return played(
            (CHANCE, (DRAW, 1, "C4"), [(DRAWN, 1, "C4")]),
            (CHANCE, (DRAW, 2, hidden), [(DRAWN, 2, hidden)]),
            (2, (CHOOSE, hidden), [(ANSWERS, ((0, hidden),)), (BIDS, 2, ((0, hidden),), None)]),
            (TABLE, ("Branch", Luck.given(text, 4) if luck == "given" else Luck.sealed(4)), []),
            luck=Luck.given("7", 4) if luck == "given" else None,
        )

    one, two = game(None, "a"), game(("a", "very long secret", 2**60), "a")
    for viewer in (PUBLIC, 0, 1):
        copies = [redact(record, viewer) for record in (one, two)]
        assert len(copies[0]) == len(copies[1])
        if luck == "given":  # sealed luck has roots that differ as well
            assert masked(read(copies[0])) == masked(read(copies[1]))
    assert len(redact(one, 2)) != len(redact(two, 2))


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


# -- damage ----------------------------------------------------------------------------------------------------

ENDS = [read(FULL).header.size, *[entry.offset + entry.size for entry in read(FULL).entries]]


def damage(data: bytes) -> Damage:
    found = read(data).damage
    assert found is not None
    return found


def part(first: int, last: int | None = None) -> bytes:
    """Some records of the small game."""
    last = first if last is None else last
    return FULL[ENDS[first - 1] if first else 0 : ENDS[last]]


@pytest.mark.parametrize(
    ("data", "entry", "torn", "verdict"),
    [
        (part(0, 4) + part(6, 5) + part(6, 17), 5, False, "bytes"),  # an entry is missing
        (part(0, 4) + part(6) + part(5) + part(7, 17), 5, False, "bytes"),  # two are swapped
        (part(0, 15) + part(17) + part(16), 16, False, "bytes"),  # the last two
        (part(0, 5) + part(5, 17), 6, False, "bytes"),  # one stands there twice
        (part(0, 17) + part(17), 18, True, "bytes"),  # the last one: no greater number stands behind it
        (part(0, 5) + b"\x00" + part(6, 17), 6, False, "bytes"),  # a byte too many
        (part(0, 16) + b"\x00" + part(17), 17, True, "bytes"),  # the same before the last
        (part(0, 17) + bytes(4096), 18, True, "bytes"),  # zeros, as some file systems leave them
        (part(0, 17) + b"\xc0", 18, True, "bytes"),
        (part(0, 16) + part(17)[:-1], 17, True, "bytes"),  # a write cut off
        (part(0, 16) + part(17)[:1], 17, True, "bytes"),
        (part(0, 15) + part(16)[:40] + part(17), 16, False, "chain"),  # cut off, and written on
        (part(0, 16) + part(17)[:-1] + b"\x00", 17, True, "chain"),  # damage of the last hash
        (part(0, 15) + part(16)[:-1] + b"\x00" + part(17), 16, False, "chain"),
        (part(0) + FULL, 1, False, "bytes"),  # a record behind a header
    ],
)
def test_damage_is_torn_only_where_nothing_sound_stands_behind_it(
    data: bytes,
    entry: int,
    torn: bool,  # noqa: FBT001 - a row of the table above
    verdict: str,
) -> None:
    found = damage(data)

    assert (found.entry, found.torn, found.verdict) == (entry, torn, verdict)
    assert verify(data).status == ("torn" if torn else "broken")
    assert ENDS[entry - 1] <= found.byte <= len(data)


def test_damage_tells_what_where_and_how_much_is_sound() -> None:
    found = damage(part(0, 5) + part(7, 17))

    assert found.summary == "broken at entry 6"
    assert found.byte == ENDS[5] + 4  # behind an array of three, a bin's two bytes and an array of five
    assert found.reason == "it says to be entry 7, and entry 6 should stand here"
    error = found.error()
    assert isinstance(error, RecordDamaged)
    assert str(error) == f"broken at entry 6: {found.reason} (byte {found.byte})"
    assert (error.entry, error.byte, error.torn) == (6, found.byte, False)
    assert error.hint == "The 5 entries before it are sound."
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(again), again.entry, again.hint) == (str(error), 6, error.hint)
    assert damage(FULL[:-1]).summary == "tail damaged after entry 16"
    assert damage(FULL[: ENDS[0] + 1]).error().hint == "Only the header is sound."


def test_what_is_sound_before_damage_is_kept() -> None:
    record = read(part(0, 5) + b"\xff")

    assert len(record.entries) == 5
    assert record.size == ENDS[5]
    assert record.to_bytes() == part(0, 5)
    assert record.head == vectors_game().entries[4].hash


NOT_RECORDS = [
    (b"", 0),
    (b"\x95", 1),
    (b"hello, world", 0),
    (bytes(64), 0),
    (FULL[1:], 0),
    (b"\x94" + FULL[1:], 0),
    (FULL[:10] + b"\xcc\x01" + FULL[11:], 10),
    (FULL[:10] + b"\xc3" + FULL[11:], 10),
    (FULL[:11], 11),
    (FULL[:200], 200),
    (FULL[: ENDS[0] - 1], ENDS[0] - 1),
    (FULL[:40] + b"\xff" + FULL[41:], None),
    (FULL[: ENDS[0] - 1] + b"\x00" + FULL[ENDS[0] :], ENDS[0] - 34),
]


@pytest.mark.parametrize(("data", "byte"), NOT_RECORDS)
def test_without_a_sound_header_there_is_no_record(data: bytes, byte: int | None) -> None:
    with pytest.raises(NotARecord, match=r"^broken at entry 0: ") as caught:
        read(data)

    assert caught.value.entry == 0
    assert caught.value.byte is not None
    if byte is not None:
        assert caught.value.byte == byte


@pytest.mark.parametrize("number", [0, 2, 127, 128, 2**40, -1])
def test_another_format_is_unsupported_which_is_no_verdict(number: int) -> None:
    for first in (b"\x95", b"\x96", b"\x92"):
        with pytest.raises(FormatUnsupported) as caught:
            read(first + b"\xa8timecore" + encode(number) + FULL[11:])
        assert caught.value.format == number


HEADERS: list[tuple[tuple[Any, ...], Any, str]] = [
    ((), 7, "must be a map"),
    ((), lambda v: {k: v[k] for k in v if k != "tags"}, "exactly the keys"),
    ((), lambda v: v | {"zzz": None}, "exactly the keys"),
    (("chance",), ("lucky",), "sealed, given or manual"),
    (("chance", 1), 3, "a power of two"),
    (("chance", 3), bytes(32), "commitments"),
    (("created",), 5, "created must be null or a text"),
    (("game",), bytes(17), "game must be 16 bytes"),
    (("game",), "x" * 16, "game must be 16 bytes"),
    (("options",), (), "options must be a map"),
    (("options",), {"a": (Commitment(bytes(32)),)}, "without commitments"),
    (("rules",), ("tiny",), "rules must be the ruleset's name and version"),
    (("rules", 1), True, "rules must be the ruleset's name and version"),
    (("schema",), (), "a list of moves and a list of events"),
    (("schema", 0, 0, 1, 1, 1), ("nobody",), "no public field"),
    (("seats",), {}, "seats must be a list of commitments"),
    (("seats", 0, 0), "Ana", "seats must be a list of commitments"),
    (("seats", 0, 1), bytes(31), "seats must be a list of commitments"),
    (("seats", 1), lambda v: (*v, None), "seats must be a list of commitments"),
    (("seats", 1, 0), lambda _: header_value()["seats"][0][0], "two commitments are the same"),
    (("tags",), {"a": None}, "tags must be a map of texts"),
    (("writer",), None, "writer must be a text"),
]


@pytest.mark.parametrize(("path", "new", "told"), HEADERS)
def test_a_header_of_a_wrong_shape_is_broken_with_its_place(
    path: tuple[Any, ...], new: Any, told: str
) -> None:
    data = forged_header(changed(header_value(), path, new), openings=())

    with pytest.raises(NotARecord, match=told) as caught:
        read(data)
    assert caught.value.byte is not None
    key = data.find(str(path[0]).encode()) if path and "two commitments" not in told else 0
    assert key <= caught.value.byte < ENDS[0]
    assert verify(data).status == "broken"


A, B = Commitment(b"\x01" * 32), Commitment(b"\x02" * 32)

BODIES: list[tuple[Any, str, tuple[int, ...]]] = [
    (None, "an array of five", ()),
    ((1, 0, (2, "ace"), ()), "an array of five", ()),
    ((True, 0, (2, "ace"), (), {}), "must be a whole number", (0,)),
    ((2, 0, (2, "ace"), (), {}), "it says to be entry 2", (0,)),
    ((1, 2, (2, "ace"), (), {}), "a seat from 0 to 1", (1,)),
    ((1, -3, (2, "ace"), (), {}), "a seat from 0 to 1", (1,)),
    ((1, False, (2, "ace"), (), {}), "a seat from 0 to 1", (1,)),
    ((1, 0, None, (), {}), "begins with its code", (2,)),
    ((1, 0, (), (), {}), "begins with its code", (2,)),
    ((1, 0, (b"Note", ""), (), {}), "must be a whole number", (2, 0)),
    ((1, 0, (3, "ace"), (), {}), "no move with the code 3", (2, 0)),
    ((1, 0, (2,), (), {}), "Play has 1 fields, not 0", (2,)),
    ((1, 0, (2, A), (), {}), "what no field may hold", (2, 1)),
    ((1, 0, (2, {"a": 1}), (), {}), "what no field may hold", (2, 1)),
    ((1, 0, (2, (1.5,)), (), {}), "a float", (2, 1, 0)),
    ((1, 0, (2, "ace"), None, {}), "the events are an array", (3,)),
    ((1, 0, (2, "ace"), ((8,),), {}), "no event with the code 8", (3, 0, 0)),
    ((1, 0, (2, "ace"), (), None), "are a map", (4,)),
    ((1, 0, (2, "ace"), (), {"b": "", "a": ""}), "do not rise", (4, 2)),
    ((1, 0, (2, "ace"), (), {"id": bytes(15)}), "must be 16 bytes", (4, 1)),
    ((1, 0, (2, "ace"), (), {"sig": bytes(16)}), "must be 64 bytes", (4, 1)),
    ((1, 0, (2, "ace"), (), {"a": "", "seen": True}), "must be a whole number", (4, 3)),
    ((1, 0, (2, "ace"), (), {"time": None}), "must be a text", (4, 1)),
    ((1, 0, (2, "ace"), (), {"note": A}), "must be a text", (4, 1)),
    ((1, -2, ("Resign",), (), {}), "no move 'Resign'", (2, 0)),
    ((1, -2, ("Retract", None), (), {}), "must be a whole number", (2, 1)),
    ((1, -2, ("Note", "x"), ((6, 0, "ace"),), {}), "has no events", (3,)),
    ((1, -2, ("Branch", ("sealed", 4, bytes(32), bytes(32))), (), {}), "are commitments", (2, 1, 3)),
    ((1, -1, (0, 0, A), ((1, 0, A),), {}), "null must stand here", (3, 0, 2)),
    ((1, -1, (0, 0, A), ((1, 1, None),), {}), "other seats may see it", (3, 0, 2)),
    ((1, -1, (0, 5, A), (), {}), "must hold a seat", (2, 1)),
    ((1, -1, (0, 0, A), ((0, A),), {}), "two commitments are the same", ()),
    ((1, -2, ("Branch", ("given", 4, bytes(32), A, A)), (), {}), "two commitments are the same", ()),
]


@pytest.mark.parametrize(("body", "told", "where"), BODIES)
def test_a_body_of_a_wrong_shape_is_damage_with_its_place(
    body: Any, told: str, where: tuple[int, ...]
) -> None:
    forger = Forger().add(body)
    found = damage(forger.data)

    assert told in found.reason
    assert (found.entry, found.torn) == (1, not (isinstance(body, tuple) and body[0] == 2))
    inside = body
    for index in where:
        both = [one for pair in inside.items() for one in pair] if isinstance(inside, dict) else inside
        inside = both[index]
    assert forger.data.startswith(pack(inside), found.byte)
    assert verify(forger.data).entry == 1


def test_a_body_is_one_value_with_nothing_behind_it_and_nothing_missing() -> None:
    body = encode((1, 0, (2, "ace"), (), {}))
    next_body = encode((2, 0, (2, "ace"), (), {}))

    for raw, told in [(body + b"\xc0", "after the value"), (body[:-1], "cut off"), (b"", "cut off")]:
        assert told in damage(Forger().add(raw).data).reason
    # Two bodies whose bytes are those of two values, parted in the wrong place.
    split = Forger().add(body + next_body[:3]).add(next_body[3:])
    assert damage(split.data).entry == 1


def test_a_body_that_is_not_canonical_is_damage_although_its_hash_is_right() -> None:
    for raw, at in [
        (b"\x95\xcc\x01\x00\x92\x02\xa3ace\x90\x80", 1),
        (b"\xdc\x00\x05\x01\x00\x92\x02\xa3ace\x90\x80", 0),
        (b"\x95\x01\x00\x92\x02\xd9\x03ace\x90\x80", 5),
        (b"\x95\x01\x00\x92\x02\xa3ace\x90\x82\xa1a\xa0\xa1a\xa0", 14),
    ]:
        found = damage(Forger().add(raw).data)
        assert (found.entry, found.byte, found.verdict) == (1, ENDS[0] + 3 + at, "bytes")


# -- openings --------------------------------------------------------------------------------------------------


def opened(*values: Any, order: Sequence[int] | None = None) -> bytes:
    """An entry with two commitments of chance, to values or bytes, opened in some order."""
    forger = Forger()
    pairs = [
        forger.commit(CHANCE, value if isinstance(value, bytes) else encode(value), salt=bytes([n]) * 16)
        for n, value in enumerate(values)
    ]
    body: Any = (1, CHANCE, (0, 0, pairs[0][0]), ((0, pairs[1][0]), (1, 0, None)), {})
    return forger.add(body, [pairs[n][1] for n in (range(len(pairs)) if order is None else order)]).data


@pytest.mark.parametrize(("order", "hidden"), [((), {0, 1}), ((0,), {1}), ((1,), {0}), ((0, 1), set())])
def test_any_openings_may_be_missing(order: tuple[int, ...], hidden: set[int]) -> None:
    [entry] = read(opened("ace", (1, 2), order=order)).entries

    card, answers = HIDDEN if 0 in hidden else "ace", HIDDEN if 1 in hidden else (1, 2)
    assert entry.move == (0, 0, card)
    assert entry.events == ((0, answers), (1, 0, card))


@pytest.mark.parametrize(
    ("data", "told", "number", "inside"),
    [
        (opened("ace", 1, order=(1, 0)), "out of order", 1, 0),
        (opened("ace", 1, order=(0, 0)), "out of order", 1, 0),
        (opened("ace", 1, order=(0, 1, 1)), "out of order", 2, 0),
        (opened("ace", 1, 2, order=(0, 2)), "fits no commitment", 1, 0),
        (opened("ace", 1, 2, order=(2,)), "fits no commitment", 0, 0),
        (opened(b"\xd9\x03ace", 1), "shortest form", 0, 21),
        (opened(b"\x01\x02", 1), "after the value", 0, 22),
        (opened(b"", 1), "cut off", 0, 21),
        (opened("ace", b"\xcb3ff00000"), "a float", 1, 21),
        (opened("ace", b"\x81\xa1a\x01"), "what no field may hold", 1, 21),
        (opened("ace", b"\x91" + encode(A)), "what no field may hold", 1, 21),
        (opened("ace", encode(A)), "what no field may hold", 1, 21),
    ],
)
def test_a_wrong_opening_is_damage_with_its_place(data: bytes, told: str, number: int, inside: int) -> None:
    found = damage(data)
    frame_at = ENDS[0]
    body_length = data[frame_at + 2]
    first = frame_at + 3 + body_length + 1
    at = first
    for _ in range(number):
        at += 21 + data[at + 20]

    assert told in found.reason
    assert found.verdict == ("bytes" if inside and "field" not in told else "openings")
    assert (found.entry, found.torn, found.byte) == (1, True, at + inside)
    assert verify(data).status == "torn"


def test_an_opening_where_nothing_is_committed_to_is_damage() -> None:
    forger = Forger()
    _, opening = forger.commit(0, encode("ace"))

    bodies: list[Any] = [
        (1, 0, (2, "ace"), (), {}),
        (1, 0, (0, 0, "joker"), (), {}),
        (1, TABLE, ("Note", ""), (), {}),
    ]
    for body in bodies:
        assert "fits no commitment" in damage(Forger().add(body, [opening]).data).reason


def test_an_opening_belongs_to_its_actor_and_its_game() -> None:
    """So nobody can copy another's commitment that is still closed."""
    forger = Forger()
    commitment, opening = forger.commit(0, encode(500))

    assert damage(forger.add((1, 1, (1, commitment), (), {}), [opening]).data).verdict == "openings"
    other = changed(header_value(), ("game",), bytes(16))
    with pytest.raises(NotARecord, match="fits no commitment"):
        read(forged_header(other))


def test_names_are_texts_and_seeds_have_32_bytes_behind_their_openings() -> None:
    header = vectors_game().header
    forger = Forger()
    for place, raw in [
        (("seats", 0, 0), encode(7)),
        (("chance", 3), encode(bytes(31))),
        (("chance", 4), encode("x")),
    ]:
        commitment, opening = forger.commit(TABLE, raw)
        with pytest.raises(NotARecord, match=r"must be a text|has 32 bytes"):
            read(forged_header(changed(header_value(), place, commitment), openings=[opening]))
    kept = forged_header(header_value(), openings=header.openings[2:])
    assert read(kept).header.luck == header.luck.redacted()


def test_parts_behind_an_opening_have_their_shape() -> None:
    writer = new_game()
    header = writer.header.to_bytes()
    for value, sound in [(None, True), ((), True), (((0, 1),), True), (((0,),), False), (5, False)]:
        forger = Forger(header)
        commitment, opening = forger.commit(0, encode(value))
        data = forger.add((1, 0, (SAY, 0), ((ANSWERS, commitment),), {}), [opening]).data
        assert (read(data).damage is None) is sound
        assert verify(data).fine is sound


# -- hostile files ---------------------------------------------------------------------------------------------

COST = """
import resource, sys, time
from hostile import hostile
from timecore.record import read
data = hostile(sys.argv[1])
before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
damage = read(data).damage
took, after = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(damage.entry, took, (after - before) / 1024)
"""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_little_time_and_memory(name: str) -> None:
    """In a process of its own, whose memory is its own as well."""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", COST, name],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        check=True,
    )
    entry, seconds, mebibytes = map(float, done.stdout.split())

    assert entry == 1
    assert mebibytes < 64
    assert seconds < 5  # at most about one on a quiet machine


def test_a_search_given_up_counts_as_found() -> None:
    assert not damage(hostile("beginnings of bodies", 2**20)).torn
    assert damage(hostile("zeros", 2**20)).torn
    assert damage(hostile("short bodies", 9 * 2**10)).torn


def test_a_long_game_can_be_read() -> None:
    writer = new_game()
    entries = [writer.append(n % 3, (SAY, n), [(SAID, n)]) for n in range(3000)]
    record = read(record_of(writer, entries).to_bytes())

    assert record.entries == tuple(entries)


def test_vectors_are_the_shared_ones() -> None:
    assert VECTORS["about"].startswith("Test vectors for RECORD.md, format 1.")
    assert len(GAME["entries"]) == 17
