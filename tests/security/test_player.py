"""A player, who has a key and a copy of their own, and tells the host what they choose."""

import json
from typing import Any

import attrs
import pytest
from recording import continued, recorded
from scene import ANA, BEN, NONCES, ORGANISER, begun, finished, of_seat, sealed
from tiny.moves import Bid
from vectors import Forger
from witness import audited, checked_proof, refused_proof

from timecore.actors import TABLE
from timecore.chance import nonce_commitment
from timecore.codec import Commitment, decode
from timecore.entry import Entry
from timecore.errors import IllegalMove, MoveRefused, NoteRefused, RosterRefused, SigningError, UsageError
from timecore.game import Game
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.proofs import prove_field
from timecore.roster import Player, Roster
from timecore.sealing import cosign
from timecore.signing import MoveToSign
from timecore.table import NonceCommit, NonceReveal, Retract

KEYS = [ORGANISER.public, ANA.public, BEN.public]


def test_anothers_hidden_choice_is_copied(bare: Log) -> None:
    """Ben takes Ana's commitment for his own, to open it when she has opened hers."""
    bid = of_seat(bare, 0, "Bid")
    raw = bare.record.entries[bid.seq - 1]
    [ana] = [value for value in decode(raw.body)[2] if isinstance(value, Commitment)]
    forger = Forger(bare.record.header.to_bytes())
    for before in bare.record.entries[: bid.seq]:
        forger.add(before.body, before.openings)
    code, event = raw.move[0], decode(raw.body)[3][0][0]
    body: Any = (bid.seq + 1, 1, (code, ana), ((event, 1, None),), {})

    closed = Forger(bare.record.header.to_bytes())
    closed.head, closed.data = forger.head, forger.data
    assert audited(closed.add(body).data).summary.startswith("intact"), (
        "as long as it is closed, nobody can tell"
    )
    opened = forger.add(body, raw.openings)
    assert audited(opened.data).summary == f"tail damaged after entry {bid.seq}"
    assert audited(opened.data).verdicts["openings"].verdict == "broken"


def test_anothers_share_in_the_luck_is_copied() -> None:
    """So that the two would cancel out, or one of them know the luck before the other."""
    game = begun(nonces=False, signed=False)
    log = game.log.upto(0)
    commit = nonce_commitment(log.record.header.hash, 0, NONCES[0])
    rows = [
        Entry(0, 0, NonceCommit(commit)),
        Entry(0, 1, NonceCommit(commit)),
        Entry(0, 0, NonceReveal(NONCES[0])),
        Entry(0, 1, NonceReveal(NONCES[0])),
    ]

    report = audited(recorded(log, rows))

    assert report.summary == "irregular at entry 4"
    assert "nonce" in report.findings[0].what.lower()
    assert [one.entry for one in report.findings] == [4]


def test_a_share_in_the_luck_is_changed_or_withheld() -> None:
    """Who sees the others' shares first may like another of their own better, or none."""
    game = begun(nonces=False, signed=False)
    log = game.log.upto(0)
    commits = [
        Entry(0, seat, NonceCommit(nonce_commitment(log.record.header.hash, seat, NONCES[seat])))
        for seat in (0, 1)
    ]
    shown = Entry(0, 0, NonceReveal(NONCES[0]))
    changed = audited(recorded(log, [*commits, shown, Entry(0, 1, NonceReveal(bytes(32)))]))
    late = audited(recorded(log, [commits[0], shown, commits[1]]))

    assert changed.summary == "irregular at entry 4"
    assert late.summary == "irregular at entry 3"
    waiting = Game.from_log(Log(recorded(log, [*commits, shown]).record, rules=log.rules))
    waiting.draw()
    report = audited(finished(waiting))
    assert report.findings == ()
    assert report.verdicts["chance"].verdict == "host could have chosen"
    assert "seat 1" in report.verdicts["chance"].detail
    assert report.shortfall("chance") is not None


def test_anothers_key_is_entered_under_ones_own_name() -> None:
    """Then what Ana wins, or signs, would be Eve's."""
    ana = Player.of(ANA)
    for data in (
        Roster((Player("Eve", ana.key, ana.proof),)).to_bytes(),
        Roster((ana,)).to_bytes().replace(b"\nproof", b"\n#"),
        Roster((ana, Player("Eve", ana.key, ANA.possession("Eve")))).to_bytes(),
    ):
        with pytest.raises(RosterRefused):
            Roster.parse(data)


def test_a_key_is_made_that_bears_the_arbiters_name() -> None:
    """Then whoever trusts the roster would read that the arbiter has signed."""
    eve = SecretKey.of_seed("The Organiser", bytes([5]) * 32)
    with pytest.raises(RosterRefused):
        Roster.parse(Roster((Player.of(eve, "Eve"),)).to_bytes())


def test_a_signature_that_fails_is_sent_with_a_move() -> None:
    """The record would be irregular for good, and no arbiter could let that stand."""
    game = Game.from_log(begun().log)
    before = game.head
    with pytest.raises(UsageError):
        game.play(0, game.legal_moves(0)[0], meta={"seen": len(game.entries), "sig": bytes(64)})
    assert game.head == before


def test_a_choice_is_denied_afterwards(signed: Log, public: Log) -> None:
    """Ben says that he bid something else; his signature is on a commitment that opens to one value only."""
    bid = of_seat(signed, 1, "Bid")
    assert isinstance(bid.move, Bid)
    proof = prove_field(signed, bid.seq, "amount")

    assert audited(public).verdicts["signatures"].verdict == "signed"
    assert (
        json.loads(checked_proof(json.dumps(proof.to_json()).encode(), public).value or "null")
        == bid.move.amount
    )
    other = attrs.evolve(proof, value=b"\xcd\x01\xf4")
    assert refused_proof(json.dumps(other.to_json()).encode(), public)


def test_a_player_signs_something_else_than_they_chose() -> None:
    """Then the move does not count, and they are asked again."""

    def other(move: MoveToSign) -> bytes:
        return ANA.sign(move.message[:-1] + b"\x00")

    game = Game.from_log(begun().log, signers={0: other, 1: BEN})
    before = game.head
    with pytest.raises(SigningError):
        game.play(0, game.legal_moves(0)[0])

    assert game.head == before


def test_a_move_is_asked_for_that_the_rules_forbid() -> None:
    game = begun()
    for actor, move in ((0, Bid(7)), (1, {"type": "Play", "card": "joker"})):
        with pytest.raises(MoveRefused):
            game.play(actor, move)
    with pytest.raises(IllegalMove):
        game.table(Retract(0), actor=0)
    # And if a careless host enters it all the same, the audit names it.
    log = game.log
    forged = continued(log, Entry(0, 0, Bid(7), ()))
    assert audited(forged).summary == f"irregular at entry {len(log) + 1}"


def test_a_move_is_taken_back_to_draw_something_better() -> None:
    """What was drawn is never drawn again, and the audit counts what was taken back."""
    game = begun()
    drawn = [entry.seq for entry in game.entries if entry.actor == -1]
    game.retract(drawn[-1] - 1)
    report = audited(finished(game))

    assert report.findings == ()
    assert report.verdicts["chance"].verdict == "proven"
    assert "(1 taken back)" in report.verdicts["chance"].detail


def test_a_player_does_not_sign_the_score_sheet(sheet: tuple[Log, SignedNote]) -> None:
    """Nobody can make them. The sheet says who has signed, and the arbiter's signature does."""
    log, note = sheet
    without = SignedNote(note.text, note.signatures[:2])
    report = audited(log, note=without.to_bytes(), trust=KEYS)

    assert report.summary == "attested"
    assert report.verdicts["seal"].by == (ORGANISER.public.text, ANA.public.text)


def test_a_score_sheet_is_signed_with_another_result(sheet: tuple[Log, SignedNote]) -> None:
    log, note = sheet
    lines = note.text.split("\n")
    lines[5] = "result 0 1" if lines[5] != "result 0 1" else "result 1 0"
    other = SignedNote("\n".join(lines)).signed(BEN)

    report = audited(log, note=other.to_bytes(), trust=KEYS)

    assert (report.verdicts["seal"].verdict, report.exit_code) == ("another", 1)
    with pytest.raises(NoteRefused, match="another status or result"):
        cosign(SignedNote(other.text), log, ANA)


def test_a_player_stays_away() -> None:
    """A game that cannot go on is ended by the arbiter, and that is on the record."""
    game = begun()
    game.forfeit(1)
    log, note = sealed(game.log, ORGANISER)
    report = audited(log, note=note.to_bytes(), trust=KEYS)

    assert report.summary == "attested"
    assert note.text.endswith("status forfeit\nresult 1 f\n")
    assert log.entries[-1].actor == TABLE
