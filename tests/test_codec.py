"""tc1: one form for each value, and a place and a reason for every other form."""

import copy
import pickle
import tracemalloc
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore.codec import Commitment, check, decode, encode, is_plain, path_offset
from timecore.errors import EncodingRefused, RecordError

commitments = st.binary(min_size=32, max_size=32).map(Commitment)
texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), texts, st.binary(max_size=300), commitments
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=20).map(tuple),
        st.dictionaries(texts, inner, max_size=20).map(lambda found: dict(sorted(found.items()))),
    ),
    max_leaves=40,
)


def nested(depth: int) -> tuple[Any, ...]:
    """So many empty lists inside one another."""
    value: tuple[Any, ...] = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


def fault(data: bytes) -> tuple[int, str]:
    """Where some bytes are wrong, and why."""
    with pytest.raises(RecordError) as caught:
        decode(data)
    assert caught.value.byte is not None
    return caught.value.byte, caught.value.message


# -- writing and reading ---------------------------------------------------------------------------------------


@given(values)
def test_what_is_written_is_read_again(value: Any) -> None:
    raw = encode(value)

    again = decode(raw)
    assert again == value
    assert repr(again) == repr(value)  # exact types: 1 is not True
    assert encode(again) == raw
    assert check(raw) == len(raw)


@given(values, st.data())
def test_the_walk_and_the_unpacker_agree_on_every_changed_byte(value: Any, data: st.DataObject) -> None:
    raw = bytearray(encode(value))
    raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))

    try:
        end = check(bytes(raw))
    except RecordError:
        end = -1
    if end == len(raw):
        assert encode(decode(bytes(raw))) == raw
    else:
        fault(bytes(raw))


@given(st.binary(max_size=64))
def test_random_bytes_are_one_value_or_refused_with_a_place(raw: bytes) -> None:
    try:
        value = decode(raw)
    except RecordError:
        assert 0 <= fault(raw)[0] <= len(raw)
    else:
        assert encode(value) == raw


def test_lists_and_tuples_are_both_arrays_and_are_read_as_tuples() -> None:
    assert encode([1, [2]]) == encode((1, (2,)))
    assert decode(encode([1, [2]])) == (1, (2,))


def test_the_keys_of_a_map_are_put_in_the_order_of_their_utf8_bytes() -> None:
    raw = encode({"é": 1, "z": 2, "aa": 3, "a": 4, "\U0001f600": 5, "\uffff": 6})

    assert list(decode(raw)) == ["a", "aa", "z", "é", "\uffff", "\U0001f600"]


def test_true_is_not_one() -> None:
    assert [encode(value) for value in (True, 1)] == [b"\xc3", b"\x01"]
    assert decode(b"\xc3") is True
    assert type(decode(b"\x01")) is int


def test_sixteen_lists_inside_one_another_are_allowed_and_no_more() -> None:
    assert decode(encode(nested(16))) == nested(16)
    with pytest.raises(EncodingRefused, match="more than 16"):
        encode(nested(17))
    assert fault(b"\x91" * 16 + b"\x90") == (16, "more than 16 arrays and maps inside one another")


def test_a_long_list_is_read_although_memory_is_set_aside_for_it() -> None:
    value = tuple(range(100_000))

    assert decode(encode(value)) == value
    assert decode(encode({str(i): i for i in range(10_000)}))["77"] == 77


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        2**64,
        -(2**63) - 1,
        "\ud800",
        {"\udc00": 1},
        {1: 2},
        {b"a": 2},
        Ellipsis,
        frozenset((1, 2)),
        bytearray(b"x"),
        msgpack.Timestamp(0),
        msgpack.ExtType(1, bytes(32)),
        Commitment(bytes(31)),
        (1, [2, {"a": 3.5}]),
    ],
    ids=ascii,
)
def test_what_tc1_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(EncodingRefused):
        encode(value)


class Count(int):
    """A number that is more than a number."""


@pytest.mark.parametrize("value", [Count(3), type("Name", (str,), {})("x"), type("Row", (tuple,), {})((1,))])
def test_only_exact_types_are_written(value: Any) -> None:
    with pytest.raises(EncodingRefused):
        encode(value)


# -- where and why ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "byte", "reason"),
    [
        ("", 0, "cut off"),
        ("93 01 02", 0, "beyond the end"),
        ("92 01 92 02", 2, "beyond the end"),
        ("93 01 02 cb 3ff0000000000000", 3, "a float"),
        ("92 01 cc 05", 2, "shortest form"),
        ("92 01 d0 05", 2, "shortest form"),
        ("92 01 d1 ff80", 2, "shortest form"),
        ("91 a3 61 c3 28", 3, "not UTF-8"),
        ("82 a1 62 01 a1 61 02", 4, "do not rise"),
        ("82 a1 61 01 a1 61 02", 4, "twice"),
        ("81 c4 01 61 01", 1, "must be text"),
        ("81 c0 01", 1, "must be text"),
        ("91 d6 ff 00000000", 1, "no commitment"),
        ("91 c7 0c ff 000000000000000000000000", 1, "beyond the end"),
        ("91 c7 20 02" + "00" * 32, 1, "no commitment"),
        ("91 c8 0020 01" + "00" * 32, 1, "no commitment"),
        ("91 c1", 1, "begins no value"),
        ("90 90", 1, "after the value"),
        ("91 c4 05 00", 1, "beyond the end"),
        ("dc 0010" + "01" * 15, 0, "beyond the end"),
        ("de 0001 a1 61 01", 0, "shortest form"),
    ],
)
def test_a_fault_has_its_offset_and_its_reason(raw: str, byte: int, reason: str) -> None:
    found = fault(bytes.fromhex(raw.replace(" ", "")))

    assert found[0] == byte
    assert reason in found[1]


def test_a_part_of_a_value_is_found_in_its_bytes() -> None:
    raw = encode((1, ("é", {"a": 2, "b": (3, b"x" * 300)}), 4))

    assert path_offset(raw, ()) == 0
    for path, value in [
        ((0,), 1),
        ((1, 0), "é"),
        ((1, 1, 1), 2),
        ((1, 1, 2), "b"),
        ((1, 1, 3, 0), 3),
        ((2,), 4),
    ]:
        begin = path_offset(raw, path)
        assert decode(raw[begin : check(raw, begin)]) == value


@pytest.mark.parametrize(
    "raw",
    [
        b"\xdd\x7f\xff\xff\xff" * 200_000,
        b"\xdf\x7f\xff\xff\xff" * 200_000,
        b"\xdd\x00\x00\x07\xff" * 200_000,
        b"\xdc\x07\xff" * 300_000,
        b"\x91" * 1_000_000,
        b"\xc6\x7f\xff\xff\xff",
        b"\xdb\x7f\xff\xff\xff",
        b"\xc9\x7f\xff\xff\xff\x01",
    ],
    ids=["arrays", "maps", "short arrays", "shorter arrays", "depth", "bytes", "text", "extension"],
)
def test_hostile_lengths_set_no_memory_aside(raw: bytes) -> None:
    tracemalloc.start()
    try:
        fault(raw)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 32 * 2**20


def test_a_field_holds_scalars_and_lists_of_them_and_no_more_than_has_room() -> None:
    assert is_plain((1, ("a", None), (True, b"")), 2)
    assert not is_plain(((),), 1)
    assert not is_plain({"a": 1}, 9)
    assert not is_plain((Commitment(bytes(32)),), 9)
    assert not is_plain(1.0, 9)


# -- commitments -----------------------------------------------------------------------------------------------


def test_a_commitment_is_a_value_of_its_own() -> None:
    one = Commitment(bytes(32))

    assert one == Commitment(bytes(32))
    assert one != Commitment(bytes(31) + b"\x01")
    assert one != bytes(32)
    assert len({one, Commitment(bytes(32))}) == 1
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError):
        one.digest = b""
    with pytest.raises(AttributeError):
        del one.digest
