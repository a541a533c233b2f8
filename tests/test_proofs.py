"""Proofs of one draw or one hidden field, checked here and by the verifier that shares no line with timecore."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import attrs
import independent_verifier
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import finish
from tiny import RULESET

from timecore.actors import CHANCE, PUBLIC
from timecore.chain import commitment_digest, entry_hash, frame_bytes
from timecore.chance import Luck, hashed, mix, unit
from timecore.codec import Commitment, decode, encode
from timecore.entry import Entry
from timecore.errors import HiddenValue, ProofRefused, UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.proofs import (
    DrawProof,
    FieldProof,
    Proof,
    Proven,
    check_proof,
    proof_from_json,
    prove_draw,
    prove_field,
)
from timecore.recorder import Recorder
from timecore.replay import start_state
from timecore.table import Branch

NAMES = ["Ana", "Ben"]


@pytest.fixture(scope="module")
def log() -> Log:
    """With nonces, and a retraction, so that numbers of draws and of entries differ."""
    game = Game.new(RULESET, seats=NAMES, nonces=True, draws=8)
    for seat, nonce in enumerate([game.commit_nonce(seat) for seat in (0, 1)]):
        game.reveal_nonce(seat, nonce)
    game.retract(5)
    return finish(game, -1).log


@pytest.fixture(scope="module")
def public(log: Log) -> Log:
    """The copy for everybody, as somebody else reads it."""
    return Log.from_bytes(log.redacted(PUBLIC, erase=(0, 1)).to_bytes(), rules=RULESET)


def text(proof: Proof) -> bytes:
    return json.dumps(proof.to_json()).encode()


def checked(proof: Proof, log: Log) -> Proven:
    """Both say that it holds, after a way through JSON."""
    proven = check_proof(proof_from_json(text(proof)), log)
    said = independent_verifier.prove(text(proof), log.to_bytes())
    assert said.startswith(f"entry {proof.entry}")
    if proven.draw is not None:
        assert said == f"entry {proof.entry}: draw {proven.draw}, number {proven.value}"
    return proven


def refused(proof: dict[str, Any] | bytes, log: Log | None, head: bytes | None = None) -> str:
    """Both say that it does not; why."""
    data = proof if isinstance(proof, bytes) else json.dumps(proof).encode()
    with pytest.raises((ProofRefused, UsageError)) as caught:
        check_proof(proof_from_json(data), log, head=head)
    with pytest.raises((independent_verifier.Bad, ValueError, AttributeError)):
        independent_verifier.prove(data, None if log is None else log.to_bytes(), head)
    return str(caught.value)


def draws(log: Log) -> list[int]:
    return [entry.seq for entry in log.entries if entry.actor == CHANCE]


class TestDraws:
    """One draw."""

    def test_every_draw_is_proven_to_whoever_has_a_public_copy(self, log: Log, public: Log) -> None:
        for k, entry in enumerate(draws(log)):
            proof = prove_draw(log, entry)

            proven = checked(proof, public)

            assert proof.record is None
            assert (proven.entry, proven.draw, proven.actor, proven.head) == (entry, k, CHANCE, log.head)

    def test_what_it_brings_follows_from_the_number(self, log: Log, public: Log) -> None:
        """On the full record the rules tell which move that is; on a copy that hides the cards, nobody."""
        entry = draws(log)[-1]
        proof = prove_draw(log, entry)

        proven = check_proof(proof, log)

        assert proven.move == log.entries[entry - 1].move.to_json()
        assert check_proof(proof, public).move is None

    def test_the_number_modulo_the_weights_tells_the_outcome(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="number")
        before = Game.new(RULESET, seats=NAMES, luck="manual")
        weights = before.weights()
        proof = prove_draw(game.log, 1)

        proven = check_proof(proof, game.log)

        no_nonces = mix([None, None])
        assert unit(proof.key, no_nonces, sum(weights)) == int(proven.value, 16) % sum(weights)
        drawn = before.rules.drawn(start_state(before.log), hashed(proof.key, no_nonces))
        assert drawn == game.entries[0].move

    def test_it_shows_no_other_draw_and_no_seed(self, log: Log) -> None:
        seed = log.header.luck.seed
        assert isinstance(seed, bytes)
        proofs = [prove_draw(log, entry) for entry in draws(log)]

        for proof in proofs:
            others = [other.key.hex() for other in proofs if other is not proof]
            assert not any(key in text(proof).decode() for key in [*others, seed.hex()])

    def test_a_branch_with_new_luck_has_draws_of_its_own(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="trunk")
        game.table(Branch(Luck.sealed(8)))
        game.retract(1)
        log = finish(game, -1).log

        for entry, k in zip(draws(log), [0, 1, 2, 3, 0, 1, 2], strict=True):
            assert checked(prove_draw(log, entry), log.redacted(PUBLIC)).draw == k

    def test_a_seed_that_was_revealed_will_do(self, log: Log) -> None:
        game = Game.from_log(log)
        game.reveal_seed()
        copy = game.log.redacted(PUBLIC)

        assert checked(prove_draw(copy, draws(log)[0]), copy).draw == 0

    def test_what_cannot_be_proven(self, log: Log, public: Log) -> None:
        manual = finish(Game.new(RULESET, seats=NAMES, luck="manual"), -1).log
        few = finish(Game.new(RULESET, seats=NAMES, draws=2), -1).log

        with pytest.raises(HiddenValue, match="does not hold the seed"):
            prove_draw(public, draws(log)[0])
        with pytest.raises(UsageError, match="real table"):
            prove_draw(manual, 1)
        with pytest.raises(UsageError, match="2 were committed to"):
            prove_draw(few, draws(few)[2])
        for entry in (0, 1, len(log) + 1):
            with pytest.raises(UsageError, match=r"no draw|no entry"):
                prove_draw(log, entry)

    def test_another_draw_key_path_entry_or_game_is_refused(self, log: Log, public: Log) -> None:
        first, second = draws(log)[:2]
        proof = prove_draw(log, first)
        other = finish(Game.new(RULESET, seats=NAMES, seed="other"), -1).log.redacted(PUBLIC)
        flipped = [proof.path[0][::-1], *proof.path[1:]]

        assert "do not lead" in refused(attrs.evolve(proof, entry=second).to_json(), public)
        assert "do not lead" in refused(attrs.evolve(proof, key=bytes(32)).to_json(), public)
        assert "do not lead" in refused(attrs.evolve(proof, path=tuple(flipped)).to_json(), public)
        assert "do not lead" in refused(attrs.evolve(proof, path=proof.path[1:]).to_json(), public)
        assert "another game" in refused(proof.to_json(), other)
        assert "no draw" in refused(attrs.evolve(proof, entry=1).to_json(), public)
        assert "no entry" in refused(attrs.evolve(proof, entry=999).to_json(), public)

    def test_a_true_draw_of_which_the_record_makes_another_move_is_refused(self) -> None:
        """Whoever has the rules and all before it can tell."""
        log = Game.new(RULESET, seats=NAMES, seed="forged").log
        legal = Game.new(RULESET, seats=NAMES, luck="manual").legal_moves(CHANCE)
        other = next(move for move in legal if move != log.entries[0].move)
        state = RULESET.start(RULESET.resolve_options({"players": 2}))
        recorder = Recorder(log.upto(0))
        entry = Entry(1, CHANCE, other, RULESET.decide(state, CHANCE, other))
        recorder.append(entry)
        forged = recorder.log(RULESET, [entry])

        with pytest.raises(ProofRefused, match="another outcome"):
            check_proof(prove_draw(forged, 1), forged)


class TestFields:
    """One hidden field."""

    def test_a_bid_is_proven_to_everybody(self, log: Log, public: Log) -> None:
        bids = [entry for entry in log.entries if type(entry.move).__name__ == "Bid"]
        for entry in bids:
            proven = checked(prove_field(log, entry.seq, "amount"), public)

            assert (proven.name, proven.field, proven.actor) == ("Bid", "amount", entry.actor)
            assert proven.value == entry.move.to_json()["amount"]

    def test_a_field_of_an_event(self, log: Log, public: Log) -> None:
        place, number = next(
            (entry.seq, number)
            for entry in log.entries
            for number, event in enumerate(entry.events, 1)
            if type(event).__name__ == "BoxClosed"
        )
        proof = prove_field(log, place, "answers", message=number)

        assert checked(proof, public).value == log.entries[place - 1].events[number - 1].to_json()["answers"]

    def test_a_name(self, log: Log, public: Log) -> None:
        proven = checked(prove_field(log, 0, "name", message=1), public)

        assert (proven.name, proven.value) == ("seat 1", "Ben")

    def test_a_seat_can_prove_what_it_sees_and_nothing_else(self, log: Log, public: Log) -> None:
        own, other = (
            next(e.seq for e in log.entries if type(e.move).__name__ == "Bid" and e.actor == seat)
            for seat in (0, 1)
        )
        copy = log.redacted(0)

        assert checked(prove_field(copy, own, "amount"), public).actor == 0
        with pytest.raises(HiddenValue, match="does not show"):
            prove_field(copy, other, "amount")

    def test_what_is_not_hidden_or_not_there_is_told_with_what_is(self, log: Log) -> None:
        bid = next(e.seq for e in log.entries if type(e.move).__name__ == "Bid")

        with pytest.raises(UsageError, match="no hidden field card") as caught:
            prove_field(log, bid, "card")
        assert caught.value.hint == f"Hidden are {bid}.0.amount."
        with pytest.raises(UsageError, match="several") as caught:
            prove_field(log, 0, "name")
        assert caught.value.hint == "They are 0.0.name, 0.1.name."
        with pytest.raises(UsageError, match="no entry"):
            prove_field(log, 999, "card")
        with pytest.raises(UsageError, match="no hidden field"):
            prove_field(log, 1, "c")

    def test_another_value_salt_place_or_entry_is_refused(self, log: Log, public: Log) -> None:
        bids = [entry.seq for entry in log.entries if type(entry.move).__name__ == "Bid"]
        proof = prove_field(log, bids[0], "amount")

        assert "something else" in refused(attrs.evolve(proof, value=b"\x05").to_json(), public)
        assert "something else" in refused(attrs.evolve(proof, salt=bytes(16)).to_json(), public)
        assert "something else" in refused(attrs.evolve(proof, entry=bids[1]).to_json(), public)
        assert "no hidden field" in refused(attrs.evolve(proof, message=1).to_json(), public)
        assert "no hidden field" in refused(attrs.evolve(proof, field="seat").to_json(), public)
        assert "no entry" in refused(attrs.evolve(proof, entry=999).to_json(), public)


def test_a_commitment_to_what_no_field_may_hold_proves_nothing() -> None:
    """A forger can commit to anything; a copy that hides it is sound, and what would open it is refused."""
    log = Game.new(RULESET, seats=NAMES, seed="forged").log
    game, first = log.header.game, log.record.entries[0]
    salt, value = bytes(16), encode({})
    body = list(decode(first.body))
    code, seat, _ = body[2]
    body[2] = (code, seat, Commitment(commitment_digest(game, CHANCE, salt, value)))
    raw = encode(tuple(body))
    frame = frame_bytes(raw, (), entry_hash(log.record.header.hash, raw))
    forged = Log.from_bytes(log.upto(0).redacted(PUBLIC).to_bytes() + frame, rules=RULESET)

    assert (forged.damage, len(forged)) == (None, 1)
    refused(FieldProof(game, 1, 0, "card", salt, value).to_json(), forged)


class TestAlone:
    """A proof with a copy of the record, for whoever has no more than a head."""

    def test_a_head_is_enough(self, log: Log) -> None:
        for proof in (
            prove_draw(log, draws(log)[1], alone=True),
            prove_field(log, 0, "name", message=0, alone=True),
        ):
            again = proof_from_json(text(proof))

            assert check_proof(again, head=log.head).head == log.head
            assert independent_verifier.prove(text(proof), None, log.head)
            assert again == proof

    def test_its_copy_shows_nothing(self, log: Log) -> None:
        proof = prove_draw(log, draws(log)[1], alone=True)
        assert proof.record is not None
        copy = Log.from_bytes(proof.record)

        assert copy.shows == "public"
        assert copy.record.opened == 0

    def test_another_head_or_none_is_refused(self, log: Log) -> None:
        proof = prove_draw(log, draws(log)[1], alone=True)

        assert "another than the one known" in refused(proof.to_json(), None, bytes(32))
        earlier = refused(proof.to_json(), None, log.upto(3).head)
        assert "another than the one known" in earlier
        assert "is that of entry 3: the record has gone on since" in earlier
        assert "head known from elsewhere" in refused(proof.to_json(), None)
        assert "brings no copy" in refused(attrs.evolve(proof, record=None).to_json(), None, log.head)
        assert "cannot be read" in refused(attrs.evolve(proof, record=b"x").to_json(), None, log.head)

    def test_a_record_at_hand_counts_and_not_the_copy(self, log: Log) -> None:
        proof = attrs.evolve(prove_draw(log, draws(log)[1]), record=b"nonsense")

        assert check_proof(proof, log.redacted(PUBLIC)).draw == 1

    def test_of_a_damaged_record_nothing_is_proven(self, log: Log) -> None:
        damaged = Log.from_bytes(log.to_bytes()[:-1])

        with pytest.raises(ProofRefused, match="tail damaged"):
            check_proof(prove_draw(log, draws(log)[0]), damaged)


@pytest.mark.parametrize(
    "change",
    [
        {"proof": "timecore draw proof 2"},
        {"proof": None},
        {"entry": -1},
        {"entry": True},
        {"entry": "1"},
        {"entry": 1.0},
        {"game": "00"},
        {"game": 5},
        {"key": "zz" * 32},
        {"key": "AB" * 32},
        {"path": "00"},
        {"path": ["00"]},
        {"path": ["00" * 32] * 17},
        {"record": "?"},
        {"record": 5},
        {"more": 1},
    ],
)
def test_what_is_no_proof_is_refused(log: Log, public: Log, change: dict[str, Any]) -> None:
    proof = prove_draw(log, draws(log)[0]).to_json() | change

    with pytest.raises(ProofRefused):
        proof_from_json(json.dumps(proof))
    if "record" not in change:  # the other verifier looks at the copy only if it needs it
        refused(proof, public)


@pytest.mark.parametrize("data", [b"", b"[]", b"5", b"\xff", b'{"proof": 1, "proof": 2}', b"[" * 100_000])
def test_what_is_no_json_object_is_refused(data: bytes) -> None:
    with pytest.raises(ProofRefused):
        proof_from_json(data)


def test_what_is_wrong_with_a_text_is_told_in_words_of_its_own() -> None:
    for data, told in (
        (b"[" * 100_000, "it has too many parts"),
        (b"[" + b"0," * 300 + b"0]", "it has too many parts"),
        (b'{"proof": "\xff"}', "no UTF-8 at byte 11"),
        (b'{"entry": ' + b"9" * 9999 + b"}", "not JSON: a number of 9999 digits"),
    ):
        with pytest.raises(ProofRefused) as caught:
            proof_from_json(data)
        assert caught.value.message == f"not a proof: {told}"


def test_a_proof_of_another_coding_or_with_a_key_twice_is_none_to_either_verifier(
    log: Log, public: Log
) -> None:
    good = text(prove_draw(log, draws(log)[0])).decode()
    twice = good.replace('"entry"', '"entry": 1, "entry"')

    for data in (good.encode("utf-16"), good.encode("utf-8-sig"), twice.encode()):
        with pytest.raises(ProofRefused):
            proof_from_json(data)
        with pytest.raises((independent_verifier.Bad, ValueError)):
            independent_verifier.prove(data, public.to_bytes())


def test_an_object_is_read_as_its_text_is(log: Log) -> None:
    proof = prove_draw(log, draws(log)[0])

    assert proof_from_json(proof.to_json()) == proof
    for none in ({}, {1: 2, "proof": "timecore draw proof 1"}, [proof.to_json()], 5):
        with pytest.raises(ProofRefused):
            proof_from_json(none)  # type: ignore[arg-type]


@settings(max_examples=30)
@given(st.data())
def test_a_changed_proof_proves_nothing_else(log: Log, public: Log, data: st.DataObject) -> None:
    """Whatever character is changed: it is refused, or says the same."""
    proofs: list[Proof] = [prove_draw(log, draws(log)[0]), prove_field(log, 0, "name", message=1)]
    proof = data.draw(st.sampled_from(proofs))
    raw = bytearray(text(proof))
    raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.sampled_from(b'0123456789abcdef"{}[],: -'))

    try:
        found = check_proof(proof_from_json(bytes(raw)), public)
    except ProofRefused:
        return
    assert found == check_proof(proof, public)


def test_the_command_of_the_other_verifier_checks_proofs_too(
    log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = prove_draw(log, draws(log)[0], alone=True)
    (tmp_path / "proof.json").write_bytes(text(proof))
    log.redacted(PUBLIC).save(tmp_path / "public.msgpack")
    main = independent_verifier.main

    assert main(["--proof", str(tmp_path / "proof.json"), str(tmp_path / "public.msgpack")]) == 0
    assert main(["--proof", str(tmp_path / "proof.json"), "--head", log.head.hex()]) == 0
    in_base64 = b64encode(log.head).decode()
    assert main(["--proof", str(tmp_path / "proof.json"), "--head", in_base64]) == 0
    assert main(["--proof", str(tmp_path / "proof.json"), "--head", "00" * 32]) == 1
    assert capsys.readouterr().out.count("draw 0, number") == 3


def test_both_kinds_know_what_they_are() -> None:
    assert (DrawProof.kind, FieldProof.kind) == ("draw", "field")
