"""What is wrong with the bytes of a record: damage, openings that fit nothing, hostile files."""

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from costs import cost_of_reading
from hostile import HOSTILE, hostile
from independent_verifier import verify
from made_up import (
    ANSWERS,
    SAID,
    SAY,
    new_game,
    record_of,
)
from vectors import FULL, Forger, changed, forged_header, header_value, vectors_game

from timecore.actors import CHANCE, TABLE
from timecore.codec import Commitment, encode, pack
from timecore.errors import FormatUnsupported, NotARecord, RecordDamaged
from timecore.hidden import HIDDEN
from timecore.record import Damage, read

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
    (("chance",), {"manual": None}, "chance must be a list"),
    (("chance", 1), 3, "must be a power of two"),
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
    (("seats", 0), {"a": None, "b": None}, "seats must be a list of commitments"),
    (("seats", 0), "ab", "seats must be a list of commitments"),
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
    ((1, -2, ("Branch", ("sealed", 4, bytes(32), bytes(32))), (), {}), "must be commitments", (2, 1, 3)),
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


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_little_time_and_memory(name: str) -> None:
    cost = cost_of_reading("hostile", "hostile", name)

    assert cost.damaged == 1
    assert cost.mebibytes < 64
    assert cost.seconds < 5  # at most about one on a quiet machine


def test_a_search_given_up_counts_as_found() -> None:
    assert not damage(hostile("beginnings of bodies", 2**20)).torn
    assert damage(hostile("zeros", 2**20)).torn
    assert damage(hostile("short bodies", 9 * 2**10)).torn


def test_a_long_game_can_be_read() -> None:
    writer = new_game()
    entries = [writer.append(n % 3, (SAY, n), [(SAID, n)]) for n in range(3000)]
    record = read(record_of(writer, entries).to_bytes())

    assert record.entries == tuple(entries)
