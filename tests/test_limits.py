"""What a record may hold at most, and that all it may hold is read with work in proportion to its bytes."""

import gc
import pickle
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import independent_verifier
import pytest
from costs import cost_of_reading
from independent_verifier import verify
from vectors import FULL, Forger

from timecore import record
from timecore.chance import Luck
from timecore.codec import Commitment, Misshapen, encode
from timecore.errors import EncodingRefused
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.record import RawHeader, Writer, read, start
from timecore.schema import Schema

Class = tuple[str, tuple[Any, ...]]


def header_of(
    moves: tuple[Class, ...],
    events: tuple[Class, ...] = (),
    *,
    names: tuple[str, ...] = ("Ana", "Ben", "Cho"),
) -> RawHeader:
    return start(
        game=bytes(16),
        options={},
        rules=("no game", 1),
        schema=Schema.parse((moves, events)),
        names=names,
        luck=Luck.manual(),
        writer="somebody",
    )


def public(number: int) -> tuple[Any, ...]:
    return tuple((f"s{n}", None, None) for n in range(number))


def private(number: int, *audience: str) -> tuple[Any, ...]:
    return tuple((f"p{n}", audience, None) for n in range(number))


# -- the limits ----------------------------------------------------------------------------------------------------


def spread(number: int) -> tuple[Class, ...]:
    """So many private fields in several classes."""
    return tuple((f"C{n}", private(min(100, number - n))) for n in range(0, number, 100))


def named(number: int) -> tuple[Class, ...]:
    """A class whose audiences name so many fields together."""
    audiences = [
        tuple(f"s{n}" for n in range(first, min(first + 5, number))) for first in range(0, number, 5)
    ]
    return (("C", (*public(number), *[(f"p{n}", one, None) for n, one in enumerate(audiences)])),)


LIMITS: list[tuple[str, Callable[[int], tuple[Class, ...]], int]] = [
    ("more than 1024", lambda number: tuple((f"C{n}", ()) for n in range(number)), 1024),
    ("more than 255 fields", lambda number: (("C", public(number)),), 255),
    ("more than 255 parts", lambda number: (("C", (("l", None, tuple(map(str, range(number)))),)),), 255),
    ("more than 256 private fields", spread, 256),
    ("more than 16 names together", named, 16),
    ("more than 64 bytes", lambda number: (("n" * number, ()),), 64),
    (
        "more than 64 bytes",
        lambda number: (("C", (("é" * (number // 2) + "n" * (number % 2), None, None),)),),
        64,
    ),
    ("more than 64 bytes", lambda number: (("C", (("l", None, ("n" * number,)),)),), 64),
]


@pytest.mark.parametrize("of_events", [False, True])
@pytest.mark.parametrize(("told", "classes", "most"), LIMITS)
def test_a_schema_is_read_up_to_its_limits_and_not_beyond(
    told: str, classes: Callable[[int], tuple[Class, ...]], most: int, *, of_events: bool
) -> None:
    def raw(number: int) -> tuple[Any, ...]:
        return ((), classes(number)) if of_events else (classes(number), ())

    assert verify(header_of(*raw(most)).to_bytes()).fine
    with pytest.raises(Misshapen, match=told):
        Schema.parse(raw(most + 1))
    with pytest.raises(independent_verifier.Bad):
        independent_verifier.check_schema(raw(most + 1))


def test_equal_audiences_count_once() -> None:
    fields = (*public(16), *private(200, *[f"s{n}" for n in range(16)]))

    assert verify(header_of((("C", fields),)).to_bytes()).fine


def test_a_seats_name_has_at_most_255_bytes() -> None:
    assert verify(header_of((), names=("é" * 127 + "n",)).to_bytes()).fine
    with pytest.raises(EncodingRefused, match="at most 255 bytes"):
        header_of((), names=("é" * 128,))


SHARED = (("Say", (("what", (), None),)),)


@pytest.mark.parametrize("clear", [True, False])
def test_what_is_the_moves_again_is_not_written_out_without_end(*, clear: bool) -> None:
    """A text of 64 KiB, said again by events of three bytes, would fill an export."""
    header = header_of(SHARED, SHARED)
    text = "x" * 2**15
    again = len(encode(text))
    places = [(0, 0)] if clear else []
    most = 2**20 // again

    def events(number: int) -> list[tuple[Any, ...]]:
        return [(0, text)] * number

    entry = Writer(header).append(
        0, (0, text), events(most), clear=[*places, *[(n, 0) for n in range(1, most + 1)] * clear]
    )
    data = header.to_bytes() + entry.to_bytes()
    with pytest.raises(EncodingRefused, match="stand in events again are too long"):
        Writer(header).append(
            0, (0, text), events(most + 1), clear=[*places, *[(n, 0) for n in range(1, most + 2)] * clear]
        )
    forger = Forger(header.to_bytes())
    commitment, opening = forger.commit(0, encode(text))
    stands, openings = (text, []) if clear else (commitment, [opening])
    forger.add((1, 0, (0, stands), ((0, None),) * (most + 1), {}), openings)
    damage = read(forger.data).damage

    assert read(data).damage is None
    assert verify(data).fine
    assert damage is not None
    assert damage.entry == 1
    assert verify(forger.data).entry == 1


def test_seeds_beyond_measure_are_not_tried_by_the_verifier_either(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    tree = independent_verifier.tree

    def counted(leaves: list[bytes]) -> bytes:
        nonlocal made
        made += len(leaves)
        return bytes(32) if len(leaves) > 2**10 else tree(leaves)

    monkeypatch.setattr("independent_verifier.tree", counted)
    header = header_of(())
    writer = Writer(header)
    lucks = [Luck("sealed", 2**16, bytes(32), bytes((n,)) * 32) for n in (1, 2, 2, 3, 4, 5, 6)]
    data = header.to_bytes() + b"".join(writer.append(-2, ("Branch", luck)).to_bytes() for luck in lucks)

    verdict = verify(data)

    assert made == 2**18
    assert verdict.chance.count("not tried") == 2
    assert verdict.irregular == []


# -- files that are sound, and made to cost time or memory ---------------------------------------------------------

Body = Callable[[Iterator[int]], tuple[Any, tuple[Any, ...]]]
"""Move and events of an entry, given ever new numbers."""


def digest(numbers: Iterator[int]) -> Commitment:
    return Commitment(next(numbers).to_bytes(32, "big"))


SIXTEEN = tuple(f"s{n}" for n in range(16))
BACKWARDS = SIXTEEN[::-1]
ALL = tuple(range(100))
EMPTY: tuple[Any, ...] = ()
NESTED = ((((((None,),),),),),)

#: Schema, and an entry of a few kilobytes.
SOUND: dict[str, tuple[tuple[Class, ...], tuple[Class, ...], Body]] = {
    "fields again for seats that are named otherwise": (
        (("M", (*public(16), *private(200, *SIXTEEN))),),
        (("E", (*public(16), *private(200, *BACKWARDS))),),
        lambda _: ((0, *[3] * 15, None, *[None] * 200), ((0, None, *[3] * 15, *[None] * 200),) * 20),
    ),
    "fields again for long lists of seats": (
        (("M", (*public(16), *private(200, *SIXTEEN))),),
        (("E", (*public(16), *private(200, *BACKWARDS))),),
        lambda _: ((0, *[ALL] * 15, None, *[None] * 200), ((0, None, *[ALL] * 15, *[None] * 200),) * 3),
    ),
    "fields again in small entries": (
        (("M", (*public(16), *private(16, *SIXTEEN))),),
        (("E", (*public(16), *private(16, *BACKWARDS))),),
        lambda _: ((0, *[3] * 15, None, *[None] * 16), ((0, None, *[3] * 15, *[None] * 16),)),
    ),
    "private fields in clear": (
        (("M", ()),),
        (("E", private(1)),),
        lambda _: ((0,), ((0, None),) * 2000),
    ),
    "private fields in clear and one that is not": (
        (("M", ()),),
        (("E", private(1)),),
        lambda numbers: ((0,), ((0, digest(numbers)), *[(0, None)] * 2000)),
    ),
    "many private fields of a class": (
        (("M", private(255)),),
        (("E", private(255)),),
        lambda _: ((0, *[None] * 255), ((0, *[None] * 255),) * 10),
    ),
    "commitments for lists of seats": (
        (("M", (*public(16), *private(100, *SIXTEEN))),),
        (),
        lambda numbers: ((0, *[ALL] * 16, *[digest(numbers) for _ in range(100)]), ()),
    ),
    "commitments": (
        (("M", ()),),
        (("E", private(1, "actor")),),
        lambda numbers: ((0,), tuple((0, digest(numbers)) for _ in range(100))),
    ),
    "pairs of moves and events": (
        tuple((f"M{n}", private(1)) for n in range(256)),
        tuple((f"E{n}", private(1)) for n in range(256)),
        lambda numbers: (
            (next(numbers) * 7 % 256, None),
            tuple((next(numbers) % 256, None) for _ in range(1000)),
        ),
    ),
    "classes": (
        tuple((f"M{n}", ()) for n in range(1024)),
        tuple((f"E{n}", ()) for n in range(1024)),
        lambda numbers: ((next(numbers) % 1024,), ((next(numbers) % 1024,),)),
    ),
    "events": ((("M", ()),), (("E", ()),), lambda _: ((0,), ((0,),) * 2000)),
    "lists": ((("M", (("l", None, None),)),), (), lambda _: ((0, ((None,),) * 2000), ())),
    "lists in lists": ((("M", (("l", None, None),)),), (), lambda _: ((0, (NESTED,) * 500), ())),
    "parts": ((("M", (("l", None, ("a",)),)),), (), lambda _: ((0, ((None,),) * 2000), ())),
    "fields": ((("M", public(255)),), (), lambda _: ((0, *[EMPTY] * 255), ())),
    "tiny entries": ((("M", ()),), (), lambda _: ((0,), ())),
}


def sound(name: str, size: int) -> bytes:
    """A file of about that size."""
    moves, events, body = SOUND[name]
    forger = Forger(header_of(moves, events, names=tuple(f"Seat {n}" for n in range(120))).to_bytes())
    numbers = count()
    parts = []
    made = 0
    for seq in count(1):
        move, rest = body(numbers)
        forger.data = b""
        forger.add((seq, 0, move, rest, {}))
        parts.append(forger.data)
        made += len(forger.data)
        if made > size:
            return forger.header + b"".join(parts)
    raise AssertionError


@pytest.mark.parametrize("name", SOUND)
def test_a_file_that_was_made_to_cost_much_is_sound_for_both_readers(name: str) -> None:
    data = sound(name, 2**13)
    record, verdict = read(data), verify(data)

    assert record.damage is None
    assert verdict.status == "sound"
    assert (verdict.entries, verdict.head, verdict.shows) == (len(record.entries), record.head, record.shows)
    assert read(data, checked=True).entries == record.entries


def steps_of(work: Callable[[], object]) -> int:
    """How many lines of timecore's reading a piece of work goes through, each time that it does."""
    root = str(Path(record.__file__).parent.parent)
    steps = 0

    def step(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps
        if not frame.f_code.co_filename.startswith(root):
            return None
        steps += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.parametrize("name", SOUND)
def test_work_grows_with_the_bytes_and_not_faster(name: str) -> None:
    """Four times the bytes, not much more than four times the steps; and few of them for each byte."""
    small, large = sound(name, 2**13), sound(name, 2**15)

    def work(data: bytes) -> Callable[[], object]:
        def examine() -> None:
            log = Log.from_bytes(data)
            _ = log.shows
            log.redacted(1)

        return examine

    few, many = steps_of(work(small)), steps_of(work(large))

    assert many < 5 * few + 20_000
    assert many < 20 * len(large) + 100_000


@pytest.mark.parametrize("name", SOUND)
def test_memory_is_that_of_the_values_and_little_more(name: str) -> None:
    """The smallest list has two bytes, and 72 in memory."""
    data = sound(name, 2**16)
    tracemalloc.start()
    try:
        record = read(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert record.damage is None
    assert peak < 64 * len(data) + 2**21


@pytest.mark.parametrize("name", SOUND)
def test_what_stands_in_clear_is_found_again_without_being_kept(name: str) -> None:
    record = read(sound(name, 2**12))
    for entry in record.entries:
        schema = record.header.schema
        places = [*schema.plan(entry.move, entry.events).places()]
        rows = (entry.move, *entry.events)
        closed = {place for place in places if rows[place.message][place.field + 1] is HIDDEN}

        assert {*entry.clear} == {*places} - closed
        assert len(entry.clear) == len(places) - len(closed)
        assert entry.clear == frozenset(entry.clear)
        assert hash(entry.clear) == hash(frozenset(entry.clear))
        assert pickle.loads(pickle.dumps(entry.clear)) == entry.clear  # noqa: S301 - our own
        assert all((place in entry.clear) is (place not in closed) for place in places[:20])


def test_the_search_for_garbage_pauses_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    paused = []

    def fail(*_: object, **__: object) -> None:
        paused.append(not gc.isenabled())
        raise ZeroDivisionError

    monkeypatch.setattr("timecore.record._reading.read_header", fail)
    for on in (True, False):
        (gc.enable if on else gc.disable)()
        try:
            with pytest.raises(ZeroDivisionError):
                read(FULL)
            assert gc.isenabled() is on
        finally:
            gc.enable()
    assert paused == [True, True]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SOUND)
def test_eight_mebibytes_of_it_cost_little_time_and_memory(name: str) -> None:
    """What takes most are values of two bytes each."""
    cost = cost_of_reading("test_limits", "sound", name, 2**23)

    assert cost.damaged is None
    assert cost.mebibytes < 450
    assert cost.seconds < 15  # a few on a quiet machine
