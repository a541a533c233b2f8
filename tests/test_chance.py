"""Luck that can be proven, and which luck is in force where in a record."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore.actors import CHANCE, TABLE
from timecore.chance import (
    NO_NONCE,
    Luck,
    LuckInForce,
    T,
    chance_key,
    chance_root,
    given_salt_key,
    given_seed,
    is_draws,
    mix,
    nonce_commitment,
    unit,
)
from timecore.errors import HiddenValue, UsageError
from timecore.hashing import digests
from timecore.hidden import HIDDEN
from timecore.ruleset import pick

SEED = bytes(range(32))
HASH = bytes(32)


# -- formulas --------------------------------------------------------------------------------------------------


def test_every_hash_begins_with_what_it_is_for() -> None:
    assert T("chance-key") == b"timecore/1/chance-key\x00"
    assert chance_key(SEED, 258) == sha256(b"timecore/1/chance-key\x00" + SEED + b"\x00\x00\x01\x02").digest()


def test_a_nonce_that_did_not_come_counts_as_zeros() -> None:
    assert mix([None, SEED]) == mix([NO_NONCE, SEED]) == sha256(T("mix") + bytes(32) + SEED).digest()


@given(st.lists(st.integers(1, 50), min_size=1, max_size=20), st.data())
def test_a_number_means_the_outcome_whose_copies_reach_beyond_it(
    weights: list[int], data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, sum(weights) - 1))

    copies = [index for index, weight in enumerate(weights) for _ in range(weight)]
    assert pick(weights, number) == copies[number]


def test_a_number_beyond_all_weights_means_nothing() -> None:
    with pytest.raises(UsageError, match="beyond the weights"):
        pick([1, 2], 3)


def test_a_unit_is_a_remainder_of_a_hash() -> None:
    digest = sha256(T("chance-out") + chance_key(SEED, 3) + mix([None])).digest()

    assert unit(chance_key(SEED, 3), mix([None]), 7) == int.from_bytes(digest, "big") % 7


# -- the tree --------------------------------------------------------------------------------------------------


# -- luck ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 3, 65535, 131072, -4, True, 4.0, "4", None])
def test_a_record_commits_to_a_power_of_two_draws_only(number: Any) -> None:
    assert not is_draws(number)
    with pytest.raises(UsageError, match="power of two"):
        Luck.given("7", number)


@pytest.mark.parametrize("number", [1, 2, 64, 65536])
def test_a_record_commits_to_any_power_of_two_up_to_65536(number: int) -> None:
    assert is_draws(number)


def test_a_text_that_is_no_unicode_gives_no_luck() -> None:
    with pytest.raises(UsageError, match="not Unicode"):
        Luck.given("seed \udcff", 4)


def test_given_luck_follows_from_its_text_and_sealed_luck_from_nothing() -> None:
    given_luck = Luck.given("año 3", 4)

    assert given_luck == Luck.given("año 3", 4)
    assert given_luck.seed == given_seed("año 3")
    assert given_luck.salt_key == given_salt_key("año 3")
    sealed = Luck.sealed(4)
    assert sealed != Luck.sealed(4)
    assert type(sealed.seed) is bytes
    assert sealed.root == chance_root(sealed.seed, 4)
    assert sealed.salt_key is None


def test_what_everybody_may_know_of_luck_is_all_but_its_secrets() -> None:
    luck = Luck.given("7", 4)

    assert luck.redacted() == Luck("given", 4, luck.root, HIDDEN, HIDDEN)
    assert luck.redacted().to_json() == ["given", 4, luck.root.hex(), "?", "?"]
    assert luck.to_json()[3:] == [given_seed("7").hex(), given_salt_key("7").hex()]
    assert Luck.sealed(1, SEED).redacted().to_json()[3:] == ["?"]
    assert Luck.manual().redacted() == Luck.manual()
    assert Luck.manual().to_json() == ["manual"]


# -- along a record --------------------------------------------------------------------------------------------

PLAY = (0, "C12")


def commit(seat: int, nonce: bytes, set_hash: bytes = HASH) -> tuple[str, bytes]:
    return ("NonceCommit", nonce_commitment(set_hash, seat, nonce))


def along(*entries: tuple[int, tuple[Any, ...]], seats: int = 2, luck: Luck | None = None) -> LuckInForce:
    """The luck after some entries; the hash of each is its number, 32 times."""
    found = LuckInForce(seats, Luck.sealed(4, SEED) if luck is None else luck, HASH)
    for seq, (actor, move) in enumerate(entries, 1):
        found.enter(seq, actor, move, bytes([seq]) * 32)
    return found


def test_only_entries_of_chance_are_draws_and_a_retracted_one_stays_drawn() -> None:
    luck = along((0, PLAY), (CHANCE, PLAY), (TABLE, ("Retract", 0)), (CHANCE, PLAY), (TABLE, ("Note", "x")))

    assert luck.k == 2
    draw = luck.enter(6, CHANCE, PLAY, HASH)
    assert draw is not None
    assert (draw.entry, draw.k, draw.set_by) == (6, 2, 0)
    assert draw.unit(54) == unit(chance_key(SEED, 2), mix([None, None]), 54)
    assert luck.next(7).k == 3


def test_a_draw_from_hidden_or_manual_luck_has_no_number() -> None:
    for luck in (Luck.sealed(4, SEED).redacted(), Luck.manual()):
        with pytest.raises(HiddenValue) as caught:
            along(luck=luck).next(1).unit(3)
        assert caught.value.entry == 1


def test_a_branch_with_luck_of_its_own_counts_from_zero_and_forgets_the_nonces() -> None:
    nonce = b"\x07" * 32
    entries = [(0, commit(0, nonce)), (0, ("NonceReveal", nonce)), (CHANCE, PLAY)]

    kept = along(*entries, (TABLE, ("Branch", None)))
    assert (kept.k, kept.set_by, dict(kept.nonces)) == (1, 0, {0: nonce})
    fresh = Luck.given("x", 2)
    new = along(*entries, (TABLE, ("Branch", fresh)))
    assert (new.k, new.set_by, new.luck, dict(new.nonces)) == (0, 4, fresh, {})
    assert new.set_hash == b"\x04" * 32
    new.enter(5, 1, commit(1, nonce, new.set_hash), HASH)
    new.enter(6, 1, ("NonceReveal", nonce), HASH)
    assert dict(new.nonces) == {1: nonce}
    assert new.mix == mix([None, nonce])


def test_nonces_of_all_seats_are_mixed_by_seat() -> None:
    one, two = b"\x01" * 32, b"\x02" * 32
    luck = along(
        (1, commit(1, two)),
        (0, commit(0, one)),
        (1, ("NonceReveal", two)),
        (0, ("NonceReveal", one)),
        (CHANCE, PLAY),
    )

    assert luck.mix == mix([one, two])
    assert not luck.faults


A, B = b"\x0a" * 32, b"\x0b" * 32

IRREGULAR: dict[
    str, tuple[list[tuple[int, tuple[Any, ...]]], list[tuple[int, int, str]], list[bytes | None]]
] = {
    "committed to after the first draw": (
        [(CHANCE, PLAY), (0, commit(0, A)), (0, ("NonceReveal", A))],
        [(2, 0, "stands after the first draw"), (3, 0, "stands after the first draw")],
        [None, None],
    ),
    "committed to after a reveal": (
        [(0, commit(0, A)), (0, ("NonceReveal", A)), (1, commit(1, B)), (1, ("NonceReveal", B))],
        [
            (3, 1, "stands after a nonce was revealed"),
            (4, 1, "stands where this seat has not committed to a nonce"),
        ],
        [A, None],
    ),
    "committed to twice": (
        [(0, commit(0, A)), (0, commit(0, B)), (0, ("NonceReveal", B))],
        [
            (2, 0, "stands where this seat has committed to a nonce already"),
            (3, 0, "is not the nonce that this seat has committed to"),
        ],
        [None, None],
    ),
    "revealed twice": (
        [(0, commit(0, A)), (0, ("NonceReveal", A)), (0, ("NonceReveal", A))],
        [(3, 0, "stands where this seat has revealed its nonce already")],
        [A, None],
    ),
    "another nonce": (
        [(0, commit(0, A)), (0, ("NonceReveal", B))],
        [(2, 0, "is not the nonce that this seat has committed to")],
        [None, None],
    ),
    "another seat's commitment": (
        [(1, commit(0, A)), (1, ("NonceReveal", A))],
        [(2, 1, "is not the nonce that this seat has committed to")],
        [None, None],
    ),
    "not by a seat": (
        [(TABLE, commit(0, A)), (TABLE, ("NonceReveal", A)), (0, commit(0, A)), (0, ("NonceReveal", A))],
        [(1, TABLE, "is by no seat"), (2, TABLE, "is by no seat")],
        [A, None],
    ),
    "not revealed in time": (
        [(0, commit(0, A)), (1, commit(1, B)), (1, ("NonceReveal", B)), (CHANCE, PLAY), (CHANCE, PLAY)],
        [(1, 0, "was not followed by its nonce before the first draw")],
        [None, B],
    ),
}


@pytest.mark.parametrize("case", IRREGULAR)
def test_an_irregular_nonce_is_named_and_changes_nothing(case: str) -> None:
    entries, faults, nonces = IRREGULAR[case]
    luck = along(*entries)

    assert [(fault.entry, fault.actor, fault.reason) for fault in luck.faults] == faults
    assert luck.mix == mix(nonces)
    assert [fault.irregular for fault in luck.faults] == [case != "not revealed in time"] * len(faults)


def test_the_luck_of_a_record_can_be_tried_out_on_a_copy() -> None:
    luck = along((0, commit(0, A)))
    other = luck.copy()
    other.enter(2, 0, ("NonceReveal", A), HASH)
    other.enter(3, CHANCE, PLAY, HASH)
    other.enter(4, 1, commit(1, B), HASH)

    assert (luck.k, dict(luck.nonces), luck.faults) == (0, {}, [])
    assert (other.k, dict(other.nonces), len(other.faults)) == (1, {0: A}, 1)


def test_many_hashes_at_once_are_those_of_each() -> None:
    texts = [bytes([number]) * number for number in range(200)]

    assert digests(texts) == [sha256(text).digest() for text in texts]
    assert digests([]) == []
