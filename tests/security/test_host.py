"""The host, while a game is played: they hold the seed, see all hands, and write the record."""

import attrs
import pytest
from recording import continued, recorded
from scene import ANA, BEN, MOST, NAMES, NONCES, ORGANISER, begun, finished, hashed_anew, of_seat, sealed
from tiny import RULESET as TINY
from tiny.events import Dealt, Played
from tiny.moves import Deal, Play
from witness import audited

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.chain import frame_bytes
from timecore.chance import Luck, nonce_commitment
from timecore.diff import diff
from timecore.ending import Ending
from timecore.entry import Entry
from timecore.errors import UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.sealing import seal
from timecore.table import Branch, NonceCommit, NonceReveal, Note, Retract, Rule, Seal

KEYS = [ORGANISER.public, ANA.public, BEN.public]


def test_the_seed_is_chosen_after_the_shares_are_known(signed: Log) -> None:
    """The seed was committed to in the header, and the shares to that header."""
    other = Log.start(
        TINY,
        options=signed.header.options,
        names=NAMES,
        luck=Luck.sealed(8, b"\x55" * 32),
        keys=signed.header.keys,
    )
    kept = [entry for entry in signed.entries if isinstance(entry.move, NonceCommit | NonceReveal)]

    report = audited(recorded(other, [attrs.evolve(entry, meta={}) for entry in kept]))

    assert [one.entry for one in report.findings] == [3, 4]
    assert report.summary == "irregular at entry 3"
    # With the old root and another seed, the header is false.
    false = attrs.evolve(signed.header.luck, seed=b"\x55" * 32)
    header = Log.start(TINY, options=signed.header.options, names=NAMES, luck=false)
    assert audited(header).summary == "irregular at entry 0"


def test_the_seed_is_chosen_among_many_beforehand(bare: Log, signed: Log) -> None:
    """Without shares of the players in the luck nothing can show it, and the verdict says so."""
    report = audited(bare)

    assert report.findings == ()
    assert report.verdicts["chance"].verdict == "host could have chosen"
    assert report.shortfall("chance") is not None
    assert audited(signed).shortfall("chance") is None


def drawn(log: Log) -> Entry:
    """The last card that was dealt."""
    return [entry for entry in log.entries if entry.actor == CHANCE][-1]


def other_card(log: Log, than: str) -> Entry:
    """The same deal with a card that was not drawn, the first that is another."""
    last = drawn(log)
    assert isinstance(last.move, Deal)
    other = next(card for card in ("ace", "three", "king") if card != than)
    move, event = Deal(last.move.seat, other), Dealt(last.move.seat, other)
    return attrs.evolve(last, move=move, events=(event,))


def card(entry: Entry) -> str:
    assert isinstance(entry.move, Deal)
    assert isinstance(entry.move.card, str)
    return entry.move.card


def test_another_card_is_dealt_than_was_drawn(bare: Log) -> None:
    other = other_card(bare, card(drawn(bare)))
    report = audited(recorded(bare, [*bare.entries[: other.seq - 1], other]))

    assert report.verdicts["chance"].verdict == "false"
    assert report.summary == f"irregular at entry {other.seq}"


def test_a_card_is_taken_back_and_drawn_as_the_host_likes(bare: Log) -> None:
    """What is drawn instead is the next draw, and that is as fixed as the first was."""
    last = drawn(bare)
    game = Game.from_log(bare.upto(last.seq))
    game.retract(last.seq - 1)
    right, back = game.entries[-1], game.entries[-2]
    assert isinstance(back.move, Retract)
    assert audited(game.log).findings == ()

    report = audited(continued(bare.upto(last.seq), back, other_card(bare, card(right))))

    assert report.verdicts["chance"].verdict == "false"
    assert report.summary == f"irregular at entry {last.seq + 2}"


def test_draws_are_taken_back_until_one_pleases() -> None:
    """The next draw is fixed as well, but who has the seed knows it beforehand, and can take back until it comes."""
    game = begun()
    last = drawn(game.log)
    for _ in range(3):
        game.retract(last.seq - 1)
    report = audited(finished(game))

    assert report.verdicts["chance"].verdict == "proven"
    assert "(3 taken back)" in report.verdicts["chance"].detail
    assert "until one pleased" in str(report.shortfall("chance"))
    assert report.shortfall("rules") is None


def test_a_move_breaks_the_rules_or_has_other_consequences(bare: Log) -> None:
    play = of_seat(bare, 0, "Play")
    assert isinstance(play.move, Play)
    other = next(card for card in ("ace", "joker", "king", "three") if card != play.move.card)
    consequence = attrs.evolve(play, events=(Played(0, other),))
    nothing = attrs.evolve(play, events=())

    for entry in (consequence, nothing):
        report = audited(recorded(bare, [*bare.entries[: play.seq - 1], entry]))
        assert report.summary == f"irregular at entry {play.seq}"
        assert report.verdicts["rules"].verdict != "legal"
    ruled = Entry(0, TABLE, Rule(play.seq, "so be it"))
    report = audited(recorded(bare, [*bare.entries[: play.seq - 1], nothing, ruled]))
    assert report.findings[0].ruled, "an arbiter can let it stand, for everybody to see"
    assert report.verdicts["rules"].verdict == "legal, as ruled"


def test_a_move_is_put_into_a_players_mouth(signed: Log) -> None:
    play = of_seat(signed, 1, "Play")
    assert isinstance(play.move, Play)
    code = signed.record.entries[play.seq - 1].move[0]
    other = "joker" if play.move.card != "joker" else "ace"
    under = hashed_anew(
        signed, lambda seq, body: (*body[:2], (code, other), *body[3:]) if seq == play.seq else body
    )
    without = continued(signed.upto(play.seq - 1), attrs.evolve(play, meta={}))

    report = audited(under)
    assert report.verdicts["signatures"].verdict == "irregular"
    assert play.seq in {one.entry for one in report.findings if one.verdict == "signatures"}
    assert audited(without).verdicts["signatures"].verdict == "signed in part", "the one without is missed"


def test_a_signature_is_stripped_from_a_move(signed: Log) -> None:
    """A missing one is no fault, since nobody need sign; that it is missing is told, and the score sheet is void."""
    bid = of_seat(signed, 1, "Bid").seq
    bare = hashed_anew(signed, lambda seq, body: (*body[:4], {} if seq == bid else body[4]))
    last = hashed_anew(signed, lambda seq, body: (*body[:4], {} if seq == len(signed) else body[4]))

    report = audited(last)
    assert report.verdicts["signatures"].verdict == "signed in part"
    # What was signed after it was signed on top of it.
    assert audited(bare).verdicts["signatures"].verdict == "irregular"


def test_a_signature_is_moved_to_another_move(signed: Log) -> None:
    plays = [entry for entry in signed.entries if isinstance(entry.move, Play)]
    one, two = plays[0].seq, plays[1].seq
    data = hashed_anew(
        signed,
        lambda seq, body: (*body[:4], signed.record.entries[two - 1].meta if seq == one else body[4]),
    )
    report = audited(data)

    assert report.verdicts["signatures"].verdict == "irregular"
    assert one in {found.entry for found in report.findings if found.verdict == "signatures"}
    for kept, between in (
        (one, Retract(one - 1)),
        (one, Branch(None)),
        (one, Note("once more")),
        (one - 1, Branch(Luck.sealed(8))),
    ):
        again = continued(signed.upto(kept), Entry(0, TABLE, between), plays[0])
        assert len(again) in {
            found.entry for found in audited(again).findings if found.verdict == "signatures"
        }


def test_two_players_are_shown_two_games() -> None:
    """Each copy by itself is sound. Two heads of one game, or one that was published, show it; so do two signatures."""
    one = begun()
    two = Game.from_log(one.log, signers={0: ANA, 1: BEN})
    for game, choice in ((one, 0), (two, MOST)):
        finished(game, choice)
    copies = [one.log.redacted(0), two.log.redacted(1)]

    assert [audited(copy).findings for copy in copies] == [(), ()]
    assert audited(copies[1], head=one.head).verdicts["head"].verdict == "another"
    fork = next(
        n for n, pair in enumerate(zip(one.entries, two.entries, strict=False), 1) if pair[0] != pair[1]
    )
    parted = diff(one.log, two.log).differences[0]
    assert (parted.cause, parted.a) == ("choice", fork)
    bodies = [log.record.entries[fork - 1] for log in (one.log, two.log)]
    assert bodies[0].hash != bodies[1].hash
    assert all("sig" in raw.meta and raw.actor == bodies[0].actor for raw in bodies), (
        "one seat has signed both"
    )
    assert all(audited(copy).verdicts["signatures"].verdict == "signed" for copy in copies)


def test_an_opening_is_withheld(signed: Log) -> None:
    """What a copy does not show is not judged, and no verdict says that it was."""
    report = audited(signed.redacted(0))

    assert report.findings == ()
    assert report.verdicts["openings"].verdict == "seat 0"
    assert report.verdicts["rules"].verdict == "legal as far as shown"
    assert report.verdicts["chance"].verdict == "not revealed"
    assert audited(signed.redacted(PUBLIC)).verdicts["rules"].verdict == "not checked"
    raws = signed.record.entries
    dealt = next(raw for raw in raws if raw.actor == CHANCE and raw.openings)
    some = frame_bytes(dealt.body, (), dealt.hash)
    data = signed.to_bytes()
    cut = audited(data[: dealt.offset] + some + data[dealt.offset + dealt.size :])
    assert cut.verdicts["openings"].verdict == "partial"
    assert cut.shortfall("rules") is not None
    for level in ("rules", "chance"):
        assert report.shortfall(level) is not None


def test_the_game_goes_on_after_its_end(sheet: tuple[Log, SignedNote]) -> None:
    log, note = sheet
    more = continued(log, Entry(0, TABLE, Note("and one more thing")))

    report = audited(more)

    assert report.summary == f"irregular at entry {len(log) + 1}"
    assert audited(log, note=note.to_bytes(), trust=KEYS).summary == "attested"


def test_the_seal_says_another_result(signed: Log) -> None:
    right, _ = sealed(signed)
    said = right.entries[-1].move
    assert isinstance(said, Seal)
    for result in {("0", "1"), ("1", "0"), ("1", "1")} - {said.result}:
        false = continued(signed, Entry(0, TABLE, Seal("finished", result)))

        assert audited(false).summary == f"irregular at entry {len(false)}"
        with pytest.raises(UsageError, match="would not be true"):
            seal(Game.from_log(signed), Ending("finished", result))


def test_the_host_lies_about_the_time(bare: Log) -> None:
    """Times are the host's word."""
    data = hashed_anew(bare, lambda seq, body: (*body[:4], {"time": f"2001-01-01T00:00:{60 - seq:02}Z"}))

    assert audited(data).findings == ()


def test_some_seats_give_no_share_in_the_luck() -> None:
    """The share of one honest player is enough; but who is honest? So the verdict asks for those of all seats."""
    game = begun(nonces=False, signed=False)
    log = game.log.upto(0)
    rows = [Entry(0, 1, NonceCommit(_commitment(log, 1))), Entry(0, 1, NonceReveal(NONCES[1]))]
    going = Game.from_log(Log(recorded(log, rows).record, rules=TINY))
    going.draw()

    report = audited(going.log)

    assert report.verdicts["chance"].verdict == "host could have chosen"
    assert "the nonces of 1 of 2 seats, not of seat 0" in report.verdicts["chance"].detail
    assert report.shortfall("chance") is not None


def test_the_host_enters_a_share_in_a_players_name() -> None:
    """Ana has signed her moves, and not the share that the host made for her."""
    log = begun().log.upto(0)
    host = Game.from_log(Log(log.record, rules=TINY), signers={1: BEN})
    for seat in (0, 1):
        host.commit_nonce(seat, NONCES[seat])
    for seat in (0, 1):
        host.reveal_nonce(seat, NONCES[seat])
    game = Game.from_log(host.log, signers={0: ANA, 1: BEN})

    report = audited(finished(game))

    assert report.verdicts["chance"].verdict == "proven"
    assert "whether a nonce is its own, each seat knows" in report.verdicts["chance"].detail
    assert report.verdicts["signatures"].verdict == "signed in part"
    assert "seat 1: all" in report.verdicts["signatures"].detail


def _commitment(log: Log, seat: int) -> bytes:
    return nonce_commitment(log.record.header.hash, seat, NONCES[seat])
