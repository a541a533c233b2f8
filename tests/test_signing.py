"""Signed moves: made by the game, checked by the audit, and good for one place of one game only."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from independent_verifier import verify
from playing import finish
from recording import recorded
from tiny import RULESET as TINY
from tiny.events import BidMade
from tiny.moves import Bid
from vectors import FILES, VECTORS

from timecore.actors import CHANCE, TABLE
from timecore.arbiter import Arbiter
from timecore.audit import Report, audit
from timecore.chance import Luck
from timecore.entry import Entry
from timecore.errors import KeyRefused, SigningError, UsageError
from timecore.game import Game
from timecore.keys import PublicKey, SecretKey
from timecore.log import Log
from timecore.record import read
from timecore.signing import MoveToSign, move_bytes, move_message
from timecore.table import Branch, NonceCommit, Note, Retract

VECTOR = VECTORS["move_signature"]
ANA = SecretKey.of_seed("Ana", bytes.fromhex(VECTOR["secret_key"]))
BEN = SecretKey.of_seed("Ben", bytes([8]) * 32)
KEYS = [ANA.public.raw, BEN.public.raw]


def new(**more: Any) -> Game:
    """A game of tiny with luck from a seed, that Ana and Ben sign."""
    arguments: dict[str, Any] = {"seats": ["Ana", "Ben"], "seed": "signed", "signers": {0: ANA, 1: BEN}}
    return Game.new(TINY, **arguments | more)


@pytest.fixture(scope="module")
def signed() -> Log:
    return finish(new()).log


def examined(log: Log) -> Report:
    return audit(log.to_bytes(), rules=TINY)


def first_of(log: Log, seat: int) -> Entry:
    return next(entry for entry in log.entries if entry.actor == seat)


def faults(log: Log) -> list[tuple[int, str]]:
    """The findings about signatures: entry and what, without the entry."""
    report = examined(log)
    found = [one for one in report.findings if one.verdict == "signatures"]
    assert bool(found) is (report.verdicts["signatures"].verdict == "irregular")
    others = [entry for entry, why in verify(log.to_bytes()).irregular if "signature" in why]
    assert others == [one.entry for one in found], "the independent verifier sees it otherwise"
    return [(one.entry, one.what.partition(": ")[2]) for one in found]


# -- the format's vector ---------------------------------------------------------------------------------------


def test_the_move_of_the_formats_vectors_is_signed_as_they_say() -> None:
    record = read(FILES["full"])
    raw = record.entries[VECTOR["entry"] - 1]
    move = move_bytes(raw.body)
    message = move_message(bytes.fromhex(VECTOR["h_seen"]), VECTOR["seat"], move)

    assert move.hex() == VECTOR["move_bytes"]
    assert message.hex() == VECTOR["message"]
    assert ANA.sign(message).hex() == VECTOR["sig"] == raw.meta["sig"].hex()
    assert raw.meta["seen"] == VECTOR["seen"]


@pytest.mark.parametrize("copy", FILES)
def test_every_copy_shows_the_signature_of_the_formats_vectors(copy: str) -> None:
    verdict = audit(FILES[copy], rules=TINY).verdicts["signatures"]

    assert verdict.verdict == "signed in part"
    assert verify(FILES[copy]).signed == [1, 13, 14]
    assert verdict.detail.startswith("seat 0: 3 of 4 entries (1, 13, 14)")


# -- a game signs ----------------------------------------------------------------------------------------------


def test_every_entry_of_a_seat_that_has_a_signer_is_signed(signed: Log) -> None:
    assert signed.header.keys == (*KEYS,)
    assert all(("sig" in entry.meta) is (entry.actor >= 0) for entry in signed.entries)
    assert Log.from_bytes(signed.to_bytes(), rules=TINY).entries == signed.entries
    report = examined(signed)
    assert report.findings == ()
    assert report.verdicts["signatures"].verdict == "signed"
    assert "seat 0: all" in report.verdicts["signatures"].detail


def test_equal_play_signed_by_equal_keys_gives_equal_files(signed: Log) -> None:
    assert finish(new()).log.to_bytes() == signed.to_bytes()


def test_a_game_that_goes_on_signs_on() -> None:
    game = new(seed=None, signers={1: BEN}, keys=KEYS)
    actor = game.to_act[0]
    game.play(actor, game.legal_moves(actor)[0])

    log = finish(Game.from_log(game.log, signers={1: BEN})).log

    verdict = examined(log).verdicts["signatures"]
    assert verdict.verdict == "signed in part"
    assert "seat 0: 0 of" in verdict.detail
    assert "seat 1: all" in verdict.detail


def test_a_seats_nonce_is_signed_as_its_moves_are() -> None:
    game = new(seed=None, nonces=True)
    nonces = [(seat, game.commit_nonce(seat)) for seat in (0, 1)]
    assert (
        examined(game.log).verdicts["signatures"].detail.startswith("seat 0: its one entry; seat 1: its one")
    )
    for seat, nonce in nonces:
        game.reveal_nonce(seat, nonce)

    report = examined(game.log)

    assert isinstance(game.entries[0].move, NonceCommit)
    assert report.verdicts["signatures"].detail.startswith("seat 0: all 2 entries")


def test_a_player_sees_what_they_sign_and_signs_nothing_else() -> None:
    asked: list[MoveToSign] = []

    def sign(move: MoveToSign) -> bytes:
        asked.append(move)
        return ANA.sign(move.message)

    game = new(keys=KEYS, signers={0: sign})
    actor = game.to_act[0]
    entry = game.play(0, Bid(100))

    assert actor == 0
    [move] = asked
    assert move.row() == TINY.moves.to_row(Bid(100))
    assert (move.seen, move.game, move.seat) == (entry.seq - 1, game.log.header.game, 0)
    for other in (
        attrs.evolve(move, openings=()),
        attrs.evolve(move, openings=((move.openings[0][0], b"\x05"),)),
        attrs.evolve(move, seat=1),
        attrs.evolve(move, game=bytes(16)),
    ):
        with pytest.raises(SigningError, match="not shown"):
            other.row()


def test_a_signature_that_does_not_hold_is_not_recorded() -> None:
    game = new(keys=KEYS, signers={0: lambda move: BEN.sign(move.message)})
    before = game.head

    with pytest.raises(SigningError, match="signature of seat 0 is none"):
        game.play(0, Bid(100))

    assert game.head == before
    game.play(1, Bid(100))  # and the game goes on


@pytest.mark.parametrize("signers", [{0: ANA, 1: BEN}, None])
def test_notes_bring_no_signature_that_nobody_has_checked(signers: Any) -> None:
    """Else a player could make the host's record irregular for good."""
    game = new(keys=KEYS, signers=signers)
    before = game.head
    meta = {"seen": len(game.entries), "sig": bytes(64)}
    seat = game.to_act[0]

    with pytest.raises(UsageError, match="cannot bring a signature"):
        game.play(seat, game.legal_moves(seat)[0], meta=meta)
    with pytest.raises(UsageError, match="cannot bring a signature"):
        game.table(Note("x"), meta=meta)
    with pytest.raises(UsageError, match="cannot bring a signature"):
        Arbiter(game.log).table(Note("x"), meta=meta)
    assert game.head == before


def test_nobody_moves_while_a_signature_is_asked_for(tmp_path: Path) -> None:
    """Else two entries would have one number, and the record would end there."""
    asked: list[MoveToSign] = []

    def eager(move: MoveToSign) -> bytes:
        asked.append(move)
        with pytest.raises(UsageError, match="in the middle of a move"):
            game.play(1, game.legal_moves(1)[0])
        with pytest.raises(UsageError, match="in the middle of a move"):
            game.table(Note("x"))
        return ANA.sign(move.message)

    game = new(keys=KEYS, signers={0: eager, 1: BEN}, path=tmp_path / "game.msgpack")
    with game:
        entry = game.play(0, game.legal_moves(0)[0])
        assert (entry.seq, len(asked)) == (len(game.entries), 1)
        game.play(1, game.legal_moves(1)[0])
        assert Log.load(tmp_path / "game.msgpack").record.damage is None
        assert examined(game.log).verdicts["signatures"].verdict == "signed"


def test_signers_say_for_which_seat_they_sign() -> None:
    with pytest.raises(UsageError, match="signers must map seats"):
        new(signers=[ANA])
    with pytest.raises(UsageError, match="signers must map seats"):
        Game.from_log(new().log, signers=[ANA])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="has not 32 bytes") as caught:
        new(keys=[ANA.public, None], signers=None)
    assert "PublicKey.raw" in (caught.value.hint or "")


def test_what_a_player_had_seen_may_be_said() -> None:
    """Both bid at the same time, and neither has seen the other's bid."""
    game = new()
    last = len(game.entries)
    game.play(0, Bid(100), meta={"seen": last})
    game.table(Note("a remark"))
    entry = game.play(1, Bid(500), meta={"seen": last})

    assert entry.meta["seen"] == last
    assert examined(game.log).findings == ()


@pytest.mark.parametrize("seen", [-1, 0, True, "1", 10**9])
def test_what_no_player_can_have_seen_last_is_refused(seen: Any) -> None:
    game = new()

    with pytest.raises(UsageError, match="seat 0 has to have seen an entry from"):
        game.play(0, Bid(100), meta={"seen": seen})


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"signers": {2: ANA}}, "no seat 2"),
        ({"signers": {"Ana": ANA}}, "no seat 'Ana'"),
        ({"signers": {0: BEN}, "keys": KEYS}, "not that of Ben"),
        ({"signers": {0: bytes}}, "seat 0 has no key"),
        ({"keys": [None, bytes(32)]}, "key of seat 1 is of small order"),
        ({"keys": [b"short", None]}, "key of seat 0 has not 32 bytes"),
    ],
)
def test_signers_and_keys_must_belong_together(more: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        new(**{"signers": None} | more)


# -- what would pass for a signature -----------------------------------------------------------------------------


def test_a_signature_that_was_stripped_is_missing(signed: Log) -> None:
    bare = [attrs.evolve(entry, meta={}) if entry.actor == 0 else entry for entry in signed.entries]
    report = examined(recorded(signed, bare))

    assert report.verdicts["signatures"].verdict != "signed"
    assert "seat 0: 0 of" in report.verdicts["signatures"].detail


def with_meta(log: Log, seat: int, **meta: Any) -> Log:
    """The log up to a seat's first entry, with other notes there; its hash is made anew."""
    entry = first_of(log, seat)
    notes = {key: value for key, value in {**entry.meta, **meta}.items() if value is not None}
    return recorded(log, [*log.entries[: entry.seq - 1], attrs.evolve(entry, meta=notes)])


def test_a_signature_without_what_was_seen_is_irregular(signed: Log) -> None:
    seq = first_of(signed, 0).seq

    assert faults(with_meta(signed, 0, seen=None)) == [
        (seq, "the signature of seat 0 does not say which entry was seen")
    ]
    for seen in (seq, seq + 1, -1, 2**63):
        assert "no earlier one" in faults(with_meta(signed, 0, seen=seen))[0][1]
    assert "stands between" in faults(with_meta(signed, 0, seen=seq - 2))[0][1]
    assert "does not hold" in faults(with_meta(signed, 0, sig=bytes(64)))[0][1]
    assert examined(with_meta(signed, 0, seen=None)).summary == f"irregular at entry {seq}"


def test_a_signature_under_another_move_does_not_hold(signed: Log) -> None:
    entry = first_of(signed, 0)
    other = attrs.evolve(entry, move=Bid(500), events=(BidMade(0, 500),))

    assert [what for _, what in faults(recorded(signed, [*signed.entries[: entry.seq - 1], other]))] == [
        "the signature of seat 0 does not hold"
    ]


def test_a_signature_moved_to_another_seat_or_game_does_not_hold(signed: Log) -> None:
    entry = first_of(signed, 0)
    before = signed.entries[: entry.seq - 1]
    assert isinstance(entry.move, Bid)
    moved = attrs.evolve(entry, actor=1, events=(BidMade(1, entry.move.amount),))
    elsewhere = new(seed="another").log

    assert [what for _, what in faults(recorded(signed, [*before, moved]))] == [
        "the signature of seat 1 does not hold"
    ]
    assert len(elsewhere) == len(before)
    assert len(faults(recorded(elsewhere, [*elsewhere.entries, entry]))) == 1


def test_no_signature_serves_twice() -> None:
    """The same move again after a retraction, or in a branch with other luck, was not signed."""
    game = new()
    entry = game.play(0, Bid(100))
    again = attrs.evolve(entry, events=entry.events)
    for between in (Retract(entry.seq - 1), Branch(None), Branch(Luck.given("other", 4))):
        log = recorded(game.log, [*game.entries, Entry(0, TABLE, between), again])
        [(seq, what)] = faults(log)
        assert seq == len(log)
        assert f"entry {seq - 1} stands between" in what
    [(_, what)] = faults(recorded(game.log, [*game.entries, again]))
    assert f"entry {entry.seq} stands between" in what


def test_a_signature_where_nobody_can_sign_is_irregular(signed: Log) -> None:
    meta = {"seen": 0, "sig": bytes(64)}
    draw = next(entry for entry in signed.entries if entry.actor == CHANCE)
    keyless = new(signers=None).log

    assert (
        faults(recorded(signed, [attrs.evolve(draw, meta=meta)]))[0][1]
        == "it has a signature, and is no seat's"
    )
    assert "is no seat's" in faults(recorded(signed, [Entry(0, TABLE, Note("x"), (), meta)]))[0][1]
    nobody = recorded(keyless, [*keyless.entries, attrs.evolve(first_of(signed, 0), meta=meta)])
    assert "no key that it could be checked with" in faults(nobody)[0][1]


def test_a_signature_by_a_key_that_anybody_could_sign_with_proves_nothing(
    signed: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("timecore.newgame._check_key", lambda *_: None)
        log = new(signers=None, keys=[bytes([1]) + bytes(31), None]).log
    entry = attrs.evolve(first_of(signed, 0), meta={"seen": len(log), "sig": bytes([1]) + bytes(63)})

    assert "small order" in faults(recorded(log, [*log.entries, entry]))[0][1]


def test_an_arbiter_lets_no_signature_stand(signed: Log) -> None:
    from timecore.table import Rule  # noqa: PLC0415

    bad = with_meta(signed, 0, sig=bytes(64))
    log = recorded(bad, [*bad.entries, Entry(0, TABLE, Rule(len(bad), "I saw her write it"))])

    assert examined(log).summary == f"irregular at entry {len(bad)}"


def test_without_the_package_signatures_are_not_checked_and_nothing_is_claimed(
    signed: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography.hazmat.primitives.asymmetric", None)

    report = examined(signed)

    assert report.verdicts["signatures"].verdict == "not checked"
    assert "extra sign" in report.verdicts["signatures"].detail
    assert report.findings == ()


def test_a_game_without_signatures_says_so() -> None:
    log = new(signers={}).log

    assert examined(log).verdicts["signatures"].detail == "no move is signed; no seat has a key"
    assert "1 of 2 seats have a key" in examined(new(signers={0: ANA}).log).verdicts["signatures"].detail
    with pytest.raises(KeyRefused):
        PublicKey("Ana", bytes(32))
