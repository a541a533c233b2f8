"""Somebody who gets hold of files, and of no key: they may change, cut, copy and mix them."""

import json
import shutil
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from scene import ANA, BEN, ORGANISER, STRANGER, begun, finished, hashed_anew, of_seat, sealed
from vectors import Forger, forged_header
from witness import audited, checked_proof, refused_proof, verified

from timecore.actors import CHANCE
from timecore.chain import frame_bytes
from timecore.codec import decode
from timecore.errors import KeyRefused
from timecore.keys import PublicKey, SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.proofs import Proof, prove_draw, prove_field
from timecore.roster import Player, Roster
from timecore.table import Note
from timecore.tournament import Tournament

KEYS = [ORGANISER.public, ANA.public, BEN.public]
Sheet = tuple[Log, SignedNote]


def test_a_byte_is_changed(sheet: Sheet) -> None:
    log, note = sheet
    data = log.to_bytes()
    for seq, raw in enumerate(log.record.entries, 1):
        at = raw.offset + raw.size // 2
        changed = data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]
        report = audited(changed, note=note.to_bytes(), trust=KEYS)

        last = seq == len(log)
        assert report.summary == (f"tail damaged after entry {seq - 1}" if last else f"broken at entry {seq}")
        assert report.shortfall("intact") is not None
    assert audited(data[:200] + b"?" + data[201:]).summary == "broken at entry 0"


def test_an_entry_is_changed_and_hashed_anew(signed: Log) -> None:
    data = signed.to_bytes()
    raw = signed.record.entries[4]
    other = signed.record.entries[3]
    forged = frame_bytes(raw.body, raw.openings, other.hash)
    data = data[: raw.offset] + forged + data[raw.offset + raw.size :]

    assert audited(data).summary == "broken at entry 5"
    assert audited(data).verdicts["chain"].verdict == "broken"


def remarked(text: str) -> tuple[Log, bytes]:
    """A game with a remark in it, and the same record with another remark, all hashed anew."""
    game = begun(signed=False, nonces=False)
    at = game.table(Note("Ana was late")).seq
    log, _ = sealed(finished(game))
    return log, hashed_anew(
        log, lambda seq, body: (*body[:2], ("Note", text), *body[3:]) if seq == at else body
    )


def test_the_whole_chain_is_hashed_anew(signed: Log) -> None:
    log, data = remarked("Ben was late")
    _, note = sealed(log, ORGANISER)

    assert audited(data).summary == "intact, not attested", (
        "alone it shows nothing, and does not say that it does"
    )
    by_note = audited(data, note=note.to_bytes(), trust=KEYS)
    assert (by_note.verdicts["seal"].verdict, by_note.exit_code) == ("another", 1)
    assert by_note.shortfall("intact") is not None
    by_head = audited(data, head=log.head)
    assert (by_head.verdicts["head"].verdict, by_head.exit_code) == ("another", 1)
    assert audited(log, note=note.to_bytes(), trust=KEYS).summary == "attested"
    # Where the players have signed their moves, they have signed what had gone before.
    first = of_seat(signed, 0, "Bid").seq
    moved = hashed_anew(signed, lambda _, body: (*body[:4], {**body[4], "time": "noon"}))
    assert first in {one.entry for one in audited(moved).findings if one.verdict == "signatures"}


def test_the_record_is_cut_at_the_end_of_an_entry(sheet: Sheet) -> None:
    log, note = sheet
    for raw in log.record.entries[4:]:
        cut = log.to_bytes()[: raw.offset]

        last = raw.seq == len(log)
        alone = "intact, not attested" if last else "intact, unfinished"
        assert audited(cut).summary == alone, "alone it is a shorter record"
        report = audited(cut, note=note.to_bytes(), trust=KEYS)
        assert (report.verdicts["seal"].verdict, report.exit_code) == ("another", 1)
        assert audited(cut, head=log.head).verdicts["head"].verdict == "another"


def test_an_entry_is_left_out_doubled_or_moved(signed: Log) -> None:
    raws = signed.record.entries
    one, two = raws[6], raws[7]
    for between in ([], [one, one, two], [two, one]):
        data = signed.to_bytes()
        data = (
            data[: one.offset] + b"".join(raw.to_bytes() for raw in between) + data[two.offset + two.size :]
        )
        assert audited(data).summary in ("broken at entry 7", "broken at entry 8")


def test_a_file_announces_more_than_it_holds(bare: Log) -> None:
    """Four billion bytes, a list in a list in a list: whoever sets memory aside for it has none left."""
    tracemalloc.start()
    try:
        for data in (
            b"\x95\xa8timecore\x01\xc6\xff\xff\xff\xff",
            b"\x95\xa8timecore\x01\xc5\xff\xff" + b"\x91" * 0xFFFF,
            b"\x95\xa8timecore\x01" + b"\xdd\xff\xff\xff\xff" * 99,
        ):
            assert audited(data).summary == "broken at entry 0"
        for more in (b"\x93\xc6\xff\xff\xff\xff", b"\x93\xc4\x01\x95\xdd\xff\xff\xff\xff"):
            assert audited(bare.to_bytes() + more).summary == f"tail damaged after entry {len(bare)}"
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20


def test_a_record_is_given_the_note_of_another(sheet: Sheet) -> None:
    other, _ = sealed(finished(begun(bytes([9]) * 32)))
    report = audited(other, note=sheet[1].to_bytes(), trust=KEYS)

    assert (report.verdicts["seal"].verdict, report.exit_code) == ("another", 1)
    assert report.summary == "intact, not attested"


def test_a_note_is_signed_by_another_key_of_the_same_name(sheet: Sheet) -> None:
    log, note = sheet
    forged = SignedNote(note.text).signed(STRANGER)

    report = audited(log, note=forged.to_bytes(), trust=KEYS)

    assert report.verdicts["seal"].verdict == "not trusted"
    assert report.summary == "intact, not attested"


def test_a_signature_is_moved_to_another_note(sheet: Sheet) -> None:
    other, _ = sealed(finished(begun(bytes([9]) * 32)))
    _, of_other = sealed(other, STRANGER)
    moved = SignedNote(of_other.text, sheet[1].signatures)

    report = audited(other, note=moved.to_bytes(), trust=KEYS)

    assert (report.verdicts["seal"].verdict, report.exit_code) == ("irregular", 1)


def test_a_signature_is_stripped_from_the_note(sheet: Sheet) -> None:
    """Who else has signed still stands; that somebody has not is no fault, and is told by who has."""
    log, note = sheet
    less = SignedNote(note.text, note.signatures[:1])
    report = audited(log, note=less.to_bytes(), trust=KEYS)

    assert report.verdicts["seal"].by == (ORGANISER.public.text,)
    none = audited(log, note=note.text.encode() + b"\n", trust=KEYS)
    assert (none.verdicts["seal"].verdict, none.exit_code) == ("broken", 1)
    other = audited(log, note=less.to_bytes(), trust=[ANA.public])
    assert other.verdicts["seal"].verdict == "not trusted"


def test_a_tournament_is_made_up_around_the_organisers_key(tmp_path: Path) -> None:
    """The folder says who the organiser is, and who may sign score sheets. What it cannot say is what they signed."""
    mallory = SecretKey.of_seed("Mallory", bytes([9]) * 32)
    folder = tmp_path / "open"
    arbiters = Roster.of([Player.of(mallory)])
    Tournament.create(folder, mallory, name="The Open", origin="club.example/open", arbiters=arbiters)
    shutil.rmtree(folder / "checkpoints")
    made_up = folder / "tournament.toml"
    made_up.write_text(
        made_up.read_text("utf-8").replace(mallory.public.text, ORGANISER.public.text), "utf-8"
    )
    path = folder / "one.msgpack"
    game = begun(b"\x31" * 32)
    game.log.upto(2).save(path)
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        log, note = sealed(finished(game), mallory)
        log.save(path, replace=True)
        path.with_suffix(".note").write_bytes(note.to_bytes())
        tournament.enter_note(path)

    report = verified(folder, [ORGANISER.public])
    assert [(fault.kind, fault.what) for fault in report.faults] == [("checkpoint", "there is none")]
    going_on = verified(folder, [ORGANISER.public], running=True)
    assert going_on.summary == "consistent, but not all in a checkpoint"


def test_a_key_is_one_that_anybody_can_sign_with(bare: Log) -> None:
    identity = bytes([1]) + bytes(31)
    with pytest.raises(KeyRefused, match="small order"):
        PublicKey("Ana", identity)
    header = decode(bare.record.header.body)
    seats = ((header["seats"][0][0], identity), header["seats"][1])
    forger = Forger(forged_header({**header, "seats": seats}, openings=bare.record.header.openings))
    first = bare.record.entries[0].seq
    assert first == 1
    signature = identity + bytes(32)
    forger.add((1, 0, ("NonceCommit", bytes(32)), (), {"seen": 0, "sig": signature}))

    report = audited(forger.data)
    assert report.verdicts["signatures"].verdict == "irregular"
    assert [one.verdict for one in report.findings] == ["signatures"]
    assert "small order" in report.findings[0].what


def test_an_opening_is_doubled_swapped_or_forged(signed: Log) -> None:
    data = signed.to_bytes()
    number, deal = next(
        (seq, raw) for seq, raw in enumerate(signed.record.entries, 1) if len(raw.openings) == 2
    )
    first, second = deal.openings
    later = signed.record.entries[number].openings
    for openings in (
        [first, first, second],
        [second, first],
        [(first[0], b"\xa3ace"), second] if first[1] != b"\xa3ace" else [(first[0], b"\xa4king"), second],
        [(bytes(16), first[1]), second],
        [*later, second],
    ):
        forged = frame_bytes(deal.body, openings, deal.hash)
        report = audited(data[: deal.offset] + forged + data[deal.offset + deal.size :])

        assert report.summary == f"broken at entry {number}"
        assert report.verdicts["openings"].verdict == "broken"


def text(proof: Proof, **other: Any) -> bytes:
    return json.dumps({**proof.to_json(), **other}).encode()


def test_a_proof_is_given_for_another_draw_or_field(signed: Log, public: Log) -> None:
    draws = [entry.seq for entry in signed.entries if entry.actor == CHANCE]
    proof = prove_draw(signed, draws[1])
    assert checked_proof(text(proof), public).draw == 1
    for other in draws[0], draws[2], len(signed):
        assert refused_proof(text(proof, entry=other), public)
    assert refused_proof(text(proof, key="00" * 32), public)

    bid = of_seat(signed, 0, "Bid").seq
    field = prove_field(signed, bid, "amount")
    assert checked_proof(text(field), public).entry == bid
    for change in ({"entry": draws[0]}, {"value": "cd01f4"}, {"salt": "00" * 16}, {"game": "00" * 16}):
        assert refused_proof(text(field, **change), public)


def test_a_proof_brings_a_record_made_for_it(signed: Log) -> None:
    other = finished(begun(bytes([9]) * 32))
    proof = text(prove_draw(other, next(e.seq for e in other.entries if e.actor == CHANCE), alone=True))

    assert refused_proof(proof, None, signed.head)
    assert refused_proof(proof, signed)
    assert checked_proof(proof, None, other.head).draw == 0
