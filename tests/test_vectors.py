"""Every vector of the format but those of signatures, notes and the tournament's tree."""

from hashlib import sha256
from typing import Any

import pytest
from vectors import FILES, GAME, VECTORS, value_of

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.chain import commitment_digest, given_game
from timecore.chance import (
    Luck,
    chance_key,
    chance_root,
    given_salt,
    given_salt_key,
    given_seed,
    mix,
    nonce_commitment,
    unit,
)
from timecore.codec import decode, encode
from timecore.errors import RecordError
from timecore.record import RawRecord, Writer, luck_along, read, redact, start
from timecore.ruleset import pick
from timecore.tree import root_of_path, tree_path

CHANCE_VECTORS = VECTORS["chance"]
SEED = bytes.fromhex(CHANCE_VECTORS["seed"])
NONCES = [None if one is None else bytes.fromhex(one) for one in CHANCE_VECTORS["nonces"]]
MIXES = {"3 seats, no nonces": mix([None] * 3), "3 seats, nonces of seats 0 and 2": mix(NONCES)}


@pytest.fixture(scope="module")
def full() -> RawRecord:
    return read(FILES["full"])


# -- 1. Canonical msgpack --------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["tc1"]["valid"], ids=lambda vector: vector["hex"][:24])
def test_a_valid_value_is_written_and_read_as_given(vector: dict[str, Any]) -> None:
    value, raw = value_of(vector["value"]), bytes.fromhex(vector["hex"])

    assert encode(value) == raw
    assert decode(raw) == value
    assert type(decode(raw)) is type(value)


@pytest.mark.parametrize("vector", VECTORS["tc1"]["refused"], ids=lambda vector: vector["why"])
def test_refused_bytes_are_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        decode(bytes.fromhex(vector["hex"]))

    assert caught.value.byte is not None


# -- 3. Commitments --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["commitment"], ids=lambda vector: vector["value_bytes"][:16])
def test_a_commitment_is_the_hash_of_game_actor_salt_and_value(vector: dict[str, Any]) -> None:
    raw = encode(value_of(vector["value"]))

    assert raw.hex() == vector["value_bytes"]
    digest = commitment_digest(
        bytes.fromhex(vector["game"]), vector["actor"], bytes.fromhex(vector["salt"]), raw
    )
    assert digest.hex() == vector["C"]


@pytest.mark.parametrize("vector", VECTORS["salt"], ids=lambda vector: vector["salt"][:8])
def test_a_given_salt_follows_from_key_history_place_and_value(vector: dict[str, Any]) -> None:
    salt = given_salt(
        bytes.fromhex(vector["salt_key"]),
        bytes.fromhex(vector["h_before"]),
        vector["j"],
        bytes.fromhex(vector["value_bytes"]),
    )

    assert salt.hex() == vector["salt"]


# -- 5. Chance -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["given"], ids=lambda vector: vector["text"])
def test_given_luck_follows_from_a_text(vector: dict[str, Any]) -> None:
    text = vector["text"]

    assert given_seed(text).hex() == vector["seed"]
    assert given_salt_key(text).hex() == vector["salt_key"]
    name, version = vector["rules"]
    game = given_game(text, (name, version), vector["options"], vector["names"])
    assert game.hex() == vector["game"]


def test_the_keys_of_the_draws_follow_from_the_seed() -> None:
    assert {k: chance_key(SEED, int(k)).hex() for k in CHANCE_VECTORS["keys"]} == CHANCE_VECTORS["keys"]


def test_the_root_is_the_tree_hash_over_the_keys() -> None:
    assert chance_root(SEED, CHANCE_VECTORS["N"]).hex() == CHANCE_VECTORS["root"]
    assert Luck.sealed(CHANCE_VECTORS["N"], SEED).root.hex() == CHANCE_VECTORS["root"]


def test_a_path_proves_one_draw() -> None:
    proof = CHANCE_VECTORS["proof"]
    leaves = [chance_key(SEED, k) for k in range(CHANCE_VECTORS["N"])]

    assert leaves[proof["k"]].hex() == proof["key"]
    path = tree_path(leaves, proof["k"])
    assert [one.hex() for one in path] == proof["path"]
    root = root_of_path(leaves[proof["k"]], proof["k"], len(leaves), path)
    assert root is not None
    assert root.hex() == CHANCE_VECTORS["root"]


def test_a_nonce_is_committed_to_under_the_record_that_set_the_luck() -> None:
    vector = CHANCE_VECTORS["nonce"]

    c = nonce_commitment(bytes.fromhex(vector["h_s"]), vector["seat"], bytes.fromhex(vector["nonce"]))
    assert c.hex() == vector["c"]


@pytest.mark.parametrize("which", MIXES)
def test_units_and_outcomes_follow_from_key_nonces_and_weights(which: str) -> None:
    assert MIXES[which].hex() == CHANCE_VECTORS["mix"][which]
    keys = [chance_key(SEED, k) for k in range(10)]
    assert [unit(key, MIXES[which], 54) for key in keys] == CHANCE_VECTORS["units_W54"][which]
    weights = CHANCE_VECTORS["weights"]
    outcomes = [pick(weights, unit(key, MIXES[which], sum(weights))) for key in keys]
    assert outcomes == CHANCE_VECTORS["outcomes"][which]


# -- 2. The small game -----------------------------------------------------------------------------------------


def test_the_game_is_read_as_the_vectors_say(full: RawRecord) -> None:
    assert full.damage is None
    assert decode(full.header.body) == value_of(GAME["header"])
    assert full.header.body.hex() == GAME["header_body"]
    assert _hex(full.header.openings) == GAME["header_openings"]
    assert [full.header.hash.hex(), *[entry.hash.hex() for entry in full.entries]] == GAME["h"]
    assert full.head.hex() == GAME["head"]
    for entry, vector in zip(full.entries, GAME["entries"], strict=True):
        assert decode(entry.body) == value_of(vector["body"])
        assert _hex(entry.openings) == vector["openings"]


def test_the_game_is_written_as_the_vectors_say(full: RawRecord) -> None:
    header = start(
        game=given_game(GAME["text"], ("tiny", 1), {"players": 2}, ["Ana", "Ben"]),
        options={"players": 2},
        rules=("tiny", 1),
        schema=full.header.schema,
        names=["Ana", "Ben"],
        keys=[key for _, key in full.header.seats],
        luck=Luck.given(GAME["text"], 4),
        tags={"event": "vectors"},
        writer="vectors 1",
    )
    writer = Writer(header)
    data = header.to_bytes()
    for entry in full.entries:
        again = writer.append(entry.actor, entry.move, entry.events, entry.meta, clear=entry.clear)
        assert again == entry
        data += again.to_bytes()

    assert data == FILES["full"]


def test_every_draw_has_the_number_and_the_card_of_the_vectors(full: RawRecord) -> None:
    found = []
    luck = luck_along(full.header)
    draws = iter(GAME["draws"])
    for entry in full.entries:
        draw = luck.enter(entry.seq, entry.actor, entry.move, entry.hash)
        if draw is not None:
            assert entry.actor == CHANCE
            vector = next(draws)
            number = draw.unit(sum(vector["weights"]))
            card = vector["legal"][pick(vector["weights"], number)]
            found.append({**vector, "entry": draw.entry, "k": draw.k, "unit": number, "card": card})
            assert card in entry.move

    assert found == GAME["draws"]
    assert not luck.faults


COPIES: dict[str, tuple[Any, tuple[int, ...], str]] = {
    "full": (None, (), "full"),
    "public": (PUBLIC, (), "public"),
    "seat 0": (0, (), "seat 0"),
    "seat 1": (1, (), "seat 1"),
    "public, Ben erased": (PUBLIC, (1,), "public"),
}


@pytest.mark.parametrize("name", COPIES)
def test_each_copy_has_the_bytes_of_the_vectors_and_the_same_head(name: str, full: RawRecord) -> None:
    viewer, erased, shows = COPIES[name]

    copy = redact(full, viewer, erase=erased)
    assert sha256(copy).hexdigest() == GAME["file_sha256"][name]
    if name in FILES:
        assert copy == FILES[name]
    again = read(copy)
    assert again.damage is None
    assert again.shows == shows
    assert again.head == full.head


def test_the_revealed_seed_opens_the_seed_in_force(full: RawRecord) -> None:
    reveal = full.entries[-1]
    assert reveal.move[0] == "RevealSeed"
    _, salt, seed = reveal.move

    commitment = decode(full.header.body)["chance"][3]
    assert commitment.digest == commitment_digest(full.header.game, TABLE, salt, encode(seed))
    assert chance_root(seed, full.header.luck.draws) == full.header.luck.root


# -- 5. Branches -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["branches"], ids=lambda vector: vector["what"])
def test_a_branch_is_the_trunk_and_a_tail(vector: dict[str, Any], full: RawRecord) -> None:
    trunk = full.entries[: vector["from_entry"]]
    head = b"".join([full.header.to_bytes(), *[entry.to_bytes() for entry in trunk]])
    assert FILES["full"].startswith(head)

    branch = read(head + bytes.fromhex(vector["tail"]))
    assert branch.damage is None
    assert branch.shows == "full"
    assert branch.head.hex() == vector["head"]
    fork, drawn = branch.entries[vector["from_entry"] :]
    assert fork.move[0] == "Branch"
    assert branch.branch is not None
    assert branch.branch.hex() == vector["id"]
    luck = luck_along(branch.header, branch.entries[:-1])
    draw = luck.enter(drawn.seq, drawn.actor, drawn.move, drawn.hash)
    assert draw is not None
    assert draw.k == vector["k_of_the_draw"]
    assert draw.set_by == (0 if fork.move[1] is None else fork.seq)
    weights = [3, 1, 2, 2]  # what chance could deal after entry 6: ace, joker, king, three
    card = ["ace", "joker", "king", "three"][pick(weights, draw.unit(sum(weights)))]
    assert card == vector["card"]
    assert card in drawn.move


@pytest.mark.parametrize("vector", VECTORS["branches"], ids=lambda vector: vector["what"])
def test_a_branch_is_written_as_the_vectors_say(vector: dict[str, Any], full: RawRecord) -> None:
    trunk = full.entries[: vector["from_entry"]]
    writer = Writer(full.header, trunk)
    luck = None if vector["what"] == "luck kept" else Luck.given("other", 2)

    fork = writer.append(TABLE, ("Branch", luck))
    card = vector["card"]
    drawn = writer.append(CHANCE, (0, 0, card), ((1, 0, card),))
    assert (fork.to_bytes() + drawn.to_bytes()).hex() == vector["tail"]
    assert writer.head.hex() == vector["head"]


def _hex(openings: tuple[tuple[bytes, bytes], ...]) -> list[list[str]]:
    return [[salt.hex(), raw.hex()] for salt, raw in openings]
