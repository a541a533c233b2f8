"""The verifier that shares no line with timecore: it says what timecore says, of sound files and of damaged ones."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import independent_notes
import independent_tournament
import independent_verifier
import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from independent_verifier import verify
from vectors import FILES, FULL, GAME, VECTORS, Forger, changed, forged_header, header_value, vectors_game

from timecore.actors import CHANCE, TABLE
from timecore.chance import Luck
from timecore.codec import Commitment, decode
from timecore.errors import FormatUnsupported, NotARecord, RecordError
from timecore.record import RawRecord, Writer, luck_along, read, start

REPLAYS = Path(__file__).parent.parent / "replays"


def agreed(data: bytes) -> RawRecord | RecordError:
    """What both say of some bytes: the record, or why there is none."""
    verdict = verify(data)
    try:
        record = read(data)
    except NotARecord as error:
        assert (verdict.status, verdict.entry) == ("broken", 0)
        return error
    except FormatUnsupported as error:
        assert verdict.status == "unsupported"
        return error
    damage = record.damage
    if damage is None:
        assert verdict.status == "sound", verdict.line()
    else:
        assert (verdict.status, verdict.entry) == ("torn" if damage.torn else "broken", damage.entry)
    assert verdict.entries == len(record.entries)
    assert verdict.head == record.head
    assert verdict.shows == record.shows
    return record


# -- on its own ------------------------------------------------------------------------------------------------


def test_it_imports_nothing_of_timecore() -> None:
    imported = set()
    for module in (independent_verifier, independent_notes, independent_tournament):
        nodes = [*ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))]
        imported |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}

    roots = {name.split(".")[0] for name in imported}
    ours = {"independent_notes", "independent_verifier"}
    assert roots - set(sys.stdlib_module_names) == {"msgpack"} | ours


def command(*files: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, independent_verifier.__file__, *map(str, files)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_the_command_says_one_line_a_file_and_fails_if_one_is_not_sound(tmp_path: Path) -> None:
    sound, cut = tmp_path / "sound.msgpack", tmp_path / "cut.msgpack"
    sound.write_bytes(FULL)
    cut.write_bytes(FULL[:-1])

    code, lines = command(sound)
    assert code == 0
    assert lines == [
        f"{sound}: sound: 17 entries, head {GAME['head']}, shows full, chance given, root proven, 5 of 5 draws known"
    ]
    code, lines = command(sound, cut, tmp_path / "none.msgpack")
    assert code == 1
    assert lines[1].startswith(f"{cut}: tail damaged after entry 16, byte ")
    assert lines[2] == f"{tmp_path / 'none.msgpack'}: No such file or directory"


@pytest.mark.parametrize("path", sorted(REPLAYS.glob("*.msgpack")), ids=lambda path: path.name)
def test_it_passes_every_file_in_replays(path: Path) -> None:
    assert verify(path.read_bytes()).fine


def test_it_knows_the_number_of_every_draw_of_the_vectors() -> None:
    for data in FILES.values():  # the seed is revealed in the last entry, so the copies know it too
        verdict = verify(data)
        units = [
            (entry, k, number % sum(draw["weights"]))
            for (entry, k, number), draw in zip(verdict.draws, GAME["draws"], strict=True)
            if number is not None
        ]
        assert units == [(draw["entry"], draw["k"], draw["unit"]) for draw in GAME["draws"]]


@pytest.mark.parametrize("vector", VECTORS["branches"], ids=lambda vector: vector["what"])
def test_it_follows_branches(vector: dict[str, Any]) -> None:
    trunk = vectors_game()
    last = trunk.entries[vector["from_entry"] - 1]
    data = FULL[: last.offset + last.size] + bytes.fromhex(vector["tail"])

    agreed(data)
    verdict = verify(data)
    assert verdict.fine
    assert verdict.draws[-1][1] == vector["k_of_the_draw"]
    assert verdict.chance.count("root proven") == (1 if vector["what"] == "luck kept" else 2)


# -- damage ----------------------------------------------------------------------------------------------------


@cache
def whole(data: bytes) -> RawRecord:
    return read(data)


def boundaries(data: bytes) -> list[int]:
    """Where the records of a sound file end."""
    record = whole(data)
    return [record.header.size, *[entry.offset + entry.size for entry in record.entries]]


def check_cut(data: bytes, ends: list[int], cut: int) -> None:
    """A cut is a shorter record at the end of an entry, else it is named."""
    found = agreed(data[:cut])
    if cut < ends[0]:
        assert isinstance(found, NotARecord)
        return
    assert isinstance(found, RawRecord)
    left = sum(end <= cut for end in ends) - 1
    assert found.entries == whole(data).entries[:left]
    if cut in ends:
        assert found.damage is None
    else:
        assert found.damage is not None
        assert (found.damage.entry, found.damage.torn) == (left + 1, True)
        assert ends[left] <= found.damage.byte <= cut


def check_flip(data: bytes, ends: list[int], bit: int) -> None:
    """A flipped bit is named with its entry; only the last entry's can look like a torn tail."""
    at, mask = bit // 8, 1 << bit % 8
    found = agreed(data[:at] + bytes((data[at] ^ mask,)) + data[at + 1 :])
    hit = sum(end <= at for end in ends)
    if hit == 0:
        assert isinstance(found, NotARecord | FormatUnsupported)
        return
    assert isinstance(found, RawRecord)
    assert found.entries == whole(data).entries[: hit - 1]
    assert found.damage is not None
    # A whole record stands in place of the last one if the flip has only made its number greater.
    later = at == ends[-2] + 4 and not data[at] & mask and mask < 0x80
    assert (found.damage.entry, found.damage.torn) == (hit, hit == len(ends) - 1 and not later)
    assert ends[hit - 1] <= found.damage.byte <= len(data)


@pytest.mark.parametrize("name", FILES)
def test_some_cuts_are_noticed_and_named(name: str) -> None:
    data = FILES[name]
    ends = boundaries(data)
    for cut in {*range(0, len(data), 41), *ends, *[end - 1 for end in ends], *[end + 1 for end in ends[:-1]]}:
        check_cut(data, ends, cut)


@pytest.mark.parametrize("name", FILES)
def test_some_flipped_bits_are_noticed_and_named(name: str) -> None:
    data = FILES[name]
    ends = boundaries(data)
    for bit in range(0, 8 * len(data), 59):
        check_flip(data, ends, bit)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FILES)
def test_every_cut_is_noticed_and_named(name: str) -> None:
    data = FILES[name]
    ends = boundaries(data)
    for cut in range(len(data)):
        check_cut(data, ends, cut)


@pytest.mark.exhaustive
@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("name", FILES)
def test_every_flipped_bit_is_noticed_and_named(name: str, bit: int) -> None:
    data = FILES[name]
    ends = boundaries(data)
    for byte in range(len(data)):
        check_flip(data, ends, 8 * byte + bit)


splices = st.tuples(st.integers(0, len(FULL)), st.integers(0, 60), st.binary(max_size=60))


@given(st.sampled_from(sorted(FILES)), st.lists(splices, min_size=1, max_size=3))
def test_foreign_bytes_anywhere_are_noticed_by_both_or_by_none(
    name: str, spliced: list[tuple[int, int, bytes]]
) -> None:
    data = FILES[name]
    for at, gone, new in spliced:
        data = data[:at] + new + data[at + gone :]

    agreed(data)


@given(st.binary(max_size=200))
def test_random_bytes_are_no_record(data: bytes) -> None:
    assert isinstance(agreed(data), RecordError)
    assert isinstance(agreed(b"\x95\xa8timecore" + data), RecordError)


@given(st.binary(max_size=200))
def test_random_bytes_behind_a_record_are_damage(data: bytes) -> None:
    found = agreed(FULL + data)

    assert isinstance(found, RawRecord)
    assert len(found.entries) == 17
    assert (found.damage is None) is (data == b"")


# -- values that no writer would write -------------------------------------------------------------------------

some_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 20),
        st.sampled_from(
            ["", "card", "actor", "type", "seat", "Retract", "Branch", "Note", "sealed", "manual"]
        ),
        st.sampled_from([b"", bytes(16), bytes(32), bytes(64)]),
        st.sampled_from([Commitment(bytes(32)), Commitment(b"\x01" * 32)]),
        st.floats(allow_nan=False),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5).map(tuple), st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
    ),
    max_leaves=8,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in a value."""
    yield path
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from paths(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))


@given(st.data())
@settings(max_examples=150)
def test_a_header_with_something_else_in_one_place_is_judged_alike(data: st.DataObject) -> None:
    value = header_value()
    path = data.draw(st.sampled_from(list(paths(value))))
    new = data.draw(some_values)
    openings = data.draw(st.sampled_from([None, ()]))

    agreed(forged_header(changed(value, path, new), openings=openings))


@given(st.data())
@settings(max_examples=150)
def test_a_body_with_something_else_in_one_place_is_judged_alike(data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(vectors_game().entries))
    value = changed(decode(entry.body), (0,), 1)
    path = data.draw(st.sampled_from(list(paths(value))))
    new = data.draw(some_values)
    forger = Forger().add(changed(value, path, new))

    agreed(forger.data)
    agreed(forger.add((2, TABLE, ("Note", ""), (), {})).data)


@given(some_values)
def test_any_body_is_judged_alike(value: Any) -> None:
    agreed(Forger().add(value).data)
    agreed(Forger().add((1, TABLE, value, (), {})).data)
    agreed(Forger().add((1, 0, (2, value), ((1, 0, value),), {"time": value})).data)


@given(some_values)
def test_any_value_behind_an_opening_is_judged_alike(value: Any) -> None:
    forger = Forger()
    commitment, opening = forger.commit(0, msgpack.packb(value, default=lambda _: None))
    agreed(forger.add((1, 0, (1, commitment), (), {}), [opening]).data)


# -- chance ----------------------------------------------------------------------------------------------------


def game(luck: Luck) -> Writer:
    """A game of the vectors' ruleset with some luck."""
    header = vectors_game().header
    return Writer(
        start(
            game=bytes(16),
            options={},
            rules=("tiny", 1),
            schema=header.schema,
            names=["Ana", "Ben"],
            luck=luck,
            writer="test",
        )
    )


def test_a_seed_that_does_not_give_the_root_is_found_at_the_record_that_set_it() -> None:
    sealed = Luck.sealed(4)
    false = Luck("sealed", 4, bytes(32), sealed.seed)
    assert verify(game(false).header.to_bytes()).irregular == [(0, "the seed does not give the root")]

    writer = game(sealed)
    entries = [writer.append(TABLE, ("Note", "x")), writer.append(TABLE, ("Branch", false))]
    data = writer.header.to_bytes() + b"".join(entry.to_bytes() for entry in entries)
    verdict = verify(data)
    assert verdict.irregular == [(2, "the seed does not give the root")]
    assert not verdict.fine
    assert verdict.line().startswith("irregular at entry 2: ")


def test_it_finds_the_draws_that_timecore_finds_and_the_nonces_that_do_not_count() -> None:
    writer = game(Luck.sealed(4))
    nonces = [b"\x01" * 32, b"\x02" * 32]
    commits = [
        independent_verifier.H(b"timecore/1/nonce\0", writer.head, bytes((0, 0, 0, s)), nonces[s])
        for s in (0, 1)
    ]
    rows: list[tuple[int, tuple[Any, ...]]] = [
        (0, ("NonceCommit", commits[0])),
        (1, ("NonceCommit", commits[1])),
        (1, ("NonceReveal", nonces[1])),
        (0, ("NonceReveal", nonces[1])),
        (CHANCE, (0, 0, "ace")),
        (TABLE, ("Retract", 4)),
        (CHANCE, (0, 1, "ace")),
        (0, ("NonceReveal", nonces[0])),
        (TABLE, ("Branch", Luck.sealed(2))),
        (CHANCE, (0, 1, "ace")),
    ]
    entries = [writer.append(actor, row) for actor, row in rows]
    verdict = verify(writer.header.to_bytes() + b"".join(entry.to_bytes() for entry in entries))

    ours = luck_along(writer.header)
    draws = [draw for e in entries if (draw := ours.enter(e.seq, e.actor, e.move, e.hash)) is not None]
    assert [(d.entry, d.k, d.unit(2**256)) for d in draws] == verdict.draws
    assert (
        [entry for entry, _ in verdict.irregular] == [f.entry for f in ours.faults if f.irregular] == [4, 8]
    )
