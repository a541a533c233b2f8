"""Frames and hashes: how the bytes of a record lie around its body."""

from hashlib import sha256

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore.chain import (
    MAX_BODY,
    MAX_RECORD,
    MAX_VALUE,
    Opening,
    T,
    commitment_digest,
    entry_hash,
    frame_bytes,
    given_game,
    header_hash,
    read_frame,
)
from timecore.errors import RecordError

salts = st.binary(min_size=16, max_size=16)
hashes = st.binary(min_size=32, max_size=32)
some_openings = st.lists(st.tuples(salts, st.binary(max_size=300)), max_size=20)


def test_header_and_entries_are_chained() -> None:
    assert header_hash(b"abc") == sha256(b"timecore/1/header\x00abc").digest()
    assert entry_hash(bytes(32), b"abc") == sha256(bytes(32) + b"abc").digest()


def test_the_actor_of_a_commitment_is_a_signed_number() -> None:
    expected = sha256(T("commit") + bytes(16) + b"\xff\xff\xff\xfe" + b"s" * 16 + b"\xc0").digest()

    assert commitment_digest(bytes(16), -2, b"s" * 16, b"\xc0") == expected


def test_a_given_game_depends_on_all_that_makes_it() -> None:
    games = {
        given_game("7", ("tiny", 1), {"players": 2}, ["Ana", "Ben"]),
        given_game("8", ("tiny", 1), {"players": 2}, ["Ana", "Ben"]),
        given_game("7", ("tiny", 2), {"players": 2}, ["Ana", "Ben"]),
        given_game("7", ("tiny", 1), {"players": 3}, ["Ana", "Ben"]),
        given_game("7", ("tiny", 1), {"players": 2}, ["Ben", "Ana"]),
    }

    assert len(games) == 5
    assert {len(game) for game in games} == {16}


@given(st.binary(max_size=400), some_openings, hashes, st.none() | st.binary(max_size=9))
def test_a_frame_is_msgpack_and_read_as_it_was_written(
    body: bytes, openings: list[Opening], digest: bytes, before: bytes | None
) -> None:
    header = before is None
    raw = frame_bytes(body, openings, digest, header=header)
    data = raw + b"\x93" if before is None else before + raw
    at = len(before or b"")

    frame = read_frame(data, at, header=header)
    assert (frame.body, list(frame.openings), frame.hash) == (body, openings, digest)
    assert (frame.at, frame.end) == (at, at + len(raw))
    assert data[frame.body_at : frame.openings_at] == body
    assert data[frame.hash_at : frame.end] == b"\xc4\x20" + digest
    for number, (salt, value) in enumerate(openings):
        begin = frame.opening_at(data, number)
        assert data[begin : begin + 19] == b"\x92\xc4\x10" + salt
        assert msgpack.packb((salt, value)) == data[begin : begin + len(msgpack.packb((salt, value)))]
    parts = (body, [list(one) for one in openings], digest)
    assert msgpack.packb(("timecore", 1, *parts) if header else parts) == raw


@given(st.binary(max_size=300), some_openings, hashes, st.data())
def test_a_frame_cut_off_anywhere_is_no_frame(
    body: bytes, openings: list[Opening], digest: bytes, data: st.DataObject
) -> None:
    raw = frame_bytes(body, openings, digest)
    cut = data.draw(st.integers(0, len(raw) - 1))

    with pytest.raises(RecordError) as caught:
        read_frame(raw[:cut], 0)
    assert caught.value.byte is not None
    assert 0 <= caught.value.byte <= cut


DIGEST = b"\xc4\x20" + bytes(32)


@pytest.mark.parametrize(
    ("raw", "byte", "reason"),
    [
        (b"\x92\xc4\x00\x90" + DIGEST, 0, "array of three"),
        (b"\xdc\x00\x03\xc4\x00\x90" + DIGEST, 0, "array of three"),
        (b"\x93\xa0\x90" + DIGEST, 1, "must be bytes"),
        (b"\x93\xc5\x00\x01\x00\x90" + DIGEST, 1, "shortest form"),
        (b"\x93\xc6\x00\x00\x00\x01\x00\x90" + DIGEST, 1, "shortest form"),
        (b"\x93\xc4\x01\x00\xc0" + DIGEST, 4, "must be an array"),
        (b"\x93\xc4\x01\x00\xdc\x00\x00" + DIGEST, 4, "shortest form"),
        (b"\x93\xc4\x01\x00\xdd\x00\x00\x00\x10" + DIGEST, 4, "shortest form"),
        (b"\x93\xc4\x01\x00\x91\x91\xc4\x10" + bytes(16) + b"\xc4\x00" + DIGEST, 5, "a salt of 16 bytes"),
        (b"\x93\xc4\x01\x00\x91\x92\xc4\x0f" + bytes(15) + b"\xc4\x00" + DIGEST, 5, "a salt of 16 bytes"),
        (b"\x93\xc4\x01\x00\x91\x92\xc4\x10" + bytes(16) + b"\xc0" + DIGEST, 24, "must be bytes"),
        (b"\x93\xc4\x01\x00\x90\xc4\x1f" + bytes(32), 5, "a hash has 32 bytes"),
        (b"\x93\xc4\x01\x00\x90\xc5\x00\x20" + bytes(32), 5, "a hash has 32 bytes"),
    ],
)
def test_a_wrong_frame_has_its_offset_and_its_reason(raw: bytes, byte: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_frame(raw, 0)

    assert caught.value.byte == byte
    assert reason in caught.value.message


def test_lengths_have_limits() -> None:
    body, digest = bytes(MAX_BODY), bytes(32)
    value = (bytes(16), bytes(MAX_VALUE))

    assert read_frame(frame_bytes(body, [value], digest), 0).end > MAX_BODY
    for raw, reason in [
        (frame_bytes(body + b"\x00", [], digest), "a body of more than"),
        (frame_bytes(b"", [(bytes(16), bytes(MAX_VALUE + 1))], digest), "value of more than"),
        (frame_bytes(body, [value] * 50, digest), f"more than {MAX_RECORD} bytes"),
    ]:
        with pytest.raises(RecordError, match=reason):
            read_frame(raw, 0)


def test_a_list_of_openings_may_be_long() -> None:
    openings = [(bytes(16), b"\xc0")] * 70_000
    frame = read_frame(frame_bytes(b"", openings, bytes(32)), 0)

    assert len(frame.openings) == 70_000
