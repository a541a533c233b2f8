"""Sealed records: what is stated at the end, who signed it, and what an audit makes of that."""

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from independent_notes import NotANote
from independent_verifier import attested, main, verify
from recording import continued
from tiny import RULESET as TINY
from vectors import FILES, GAME, VECTORS

from timecore.actors import PUBLIC, TABLE
from timecore.arbiter import Arbiter
from timecore.audit import Report, audit
from timecore.checkpoints import Checkpoint, TreeProof
from timecore.ending import Ending
from timecore.entry import Entry
from timecore.errors import IllegalMove, NoteRefused, UsageError
from timecore.game import Game
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import PublicKey, SecretKey, key_id
from timecore.log import Log
from timecore.messages import Move
from timecore.notes import NoteSignature, SignedNote
from timecore.sealing import cosign, ending_of, note_of, seal, seals_of
from timecore.table import Adjourn, Branch, Forfeit, Resume, Rule, Seal
from timecore.tree import tree_path, tree_root

ARBITER = SecretKey.of_seed("The Arbiter", bytes([9]) * 32)
ANA = SecretKey.of_seed("Ana", bytes([7]) * 32)
BEN = SecretKey.of_seed("Ben", bytes([8]) * 32)
STRANGER = SecretKey.of_seed("The Arbiter", bytes([6]) * 32)


def game(seed: str = "sealed") -> Game:
    return Game.new(TINY, seats=["Ana", "Ben"], seed=seed, keys=[ANA.public.raw, BEN.public.raw])


@pytest.fixture(scope="module")
def finished() -> Log:
    found = game()
    while found.to_act:
        actor = found.to_act[0]
        found.play(actor, found.legal_moves(actor)[0])
    return found.log


@pytest.fixture(scope="module")
def sealed(finished: Log) -> tuple[Log, SignedNote]:
    """A sealed record, and its score sheet signed by the arbiter."""
    arbiter = Arbiter(finished)
    sheet = seal(arbiter, rules=TINY)
    return Log(arbiter.log.record, rules=TINY), SignedNote(sheet.text).signed(ARBITER)


def examined(log: Log, note: SignedNote | None, *trust: SecretKey) -> Report:
    keys = [key.public for key in trust] if trust else None
    report = audit(log.to_bytes(), rules=TINY, note=None if note is None else note.to_bytes(), trust=keys)
    if note is not None and keys is not None:
        seal_verdict = report.verdicts["seal"]
        vouching = seal_verdict.by if seal_verdict.verdict == "sealed" else ()
        assert otherwise(log, note, *keys) == vouching, "the independent verifier sees it otherwise"
    return report


def otherwise(log: Log, note: SignedNote, *keys: PublicKey) -> tuple[str, ...]:
    """Whose signature vouches for a game, as the independent verifier sees it."""
    try:
        return tuple(attested(verify(log.to_bytes()), note.to_bytes(), [key.text for key in keys]))
    except NotANote:
        return ()


# -- sealing ---------------------------------------------------------------------------------------------------


def test_a_finished_game_is_sealed_with_what_the_rules_say(sealed: tuple[Log, SignedNote]) -> None:
    log, _ = sealed
    sheet = note_of(log)

    assert (sheet.game, sheet.entries, sheet.head) == (log.header.game, len(log), log.head)
    assert (sheet.status, sorted(sheet.result)) == ("finished", ["0", "1"])


def test_a_game_that_goes_on_is_not_sealed() -> None:
    going = game()

    with pytest.raises(UsageError, match="goes on"):
        ending_of(going.log)
    going.table(Adjourn())
    assert ending_of(going.log) == ("adjourned", ("-", "-"))
    going.table(Resume())
    going.table(Forfeit(0))
    assert ending_of(going.log) == ("forfeit", ("f", "1"))


def test_a_void_game_needs_no_rules_to_be_sealed() -> None:
    log = game().log
    arbiter = Arbiter(Log(log.record))  # tiny is not installed
    arbiter.void("fire")

    assert seal(arbiter).text.endswith("status void\nresult - -\n")


def test_a_game_that_is_being_played_is_sealed_as_it_is() -> None:
    playing = game()
    while playing.to_act:
        actor = playing.to_act[0]
        playing.play(actor, playing.legal_moves(actor)[0])

    sheet = seal(playing)

    assert (sheet.entries, sheet.head) == (len(playing.entries), playing.head)
    assert seal(playing) == sheet


def test_sealing_twice_seals_once(sealed: tuple[Log, SignedNote]) -> None:
    log, _ = sealed
    arbiter = Arbiter(log)
    there = note_of(log)

    assert seal(arbiter) == there
    assert seal(arbiter, Ending("finished", there.result)) == there
    with pytest.raises(UsageError, match="sealed already, as finished"):
        seal(arbiter, Ending("void", ("-", "-")))
    assert arbiter.head == log.head


def test_a_seal_that_would_not_be_true_is_not_made(finished: Log) -> None:
    arbiter = Arbiter(Log(finished.record, rules=TINY))
    there = ending_of(finished)
    other = tuple(reversed(there.result))

    for how in (Ending("finished", other), Ending("forfeit", ("1", "0")), Ending("adjourned", ("-", "-"))):
        with pytest.raises(UsageError, match="would not be true"):
            seal(arbiter, how, rules=TINY)
    assert seal(Arbiter(game().log), Ending("adjourned", ("-", "-"))).status == "adjourned"


def test_a_result_is_one_token_for_each_seat(finished: Log) -> None:
    with pytest.raises(IllegalMove, match="one of 1, 0, f and -"):
        seal(Arbiter(finished), Ending("finished", ("1",)))


def test_an_adjourned_game_is_sealed_again_at_its_end() -> None:
    going = game()
    going.table(Adjourn())
    arbiter = Arbiter(going.log)
    first = seal(arbiter, ending_of(going.log))
    arbiter.resume()
    assert seals_of(arbiter.log).in_force is None
    with pytest.raises(UsageError, match="not sealed"):
        note_of(arbiter.log)
    arbiter.void("nobody came")

    second = seal(arbiter, Ending("void", ("-", "-")))

    assert [raw.seq for raw in seals_of(arbiter.log).entries] == [first.entries, second.entries]
    log = Log(arbiter.log.record, rules=TINY)
    early = examined(log, SignedNote(first.text).signed(ARBITER), ARBITER)
    assert early.verdicts["seal"].verdict == "not the last"
    assert early.summary == "intact, not attested"
    assert early.findings == ()
    with pytest.raises(NoteRefused, match="earlier Seal"):
        cosign(SignedNote(first.text), log, ANA)


def test_players_sign_the_score_sheet_of_their_game_only(
    sealed: tuple[Log, SignedNote], finished: Log
) -> None:
    log, note = sealed
    both = cosign(cosign(note, log, ANA), log.redacted(PUBLIC), BEN)

    assert both.check([ANA.public, BEN.public]).good == (ANA.public, BEN.public)
    others: list[dict[str, Any]] = [
        {"game": bytes(16)},
        {"head": bytes(32)},
        {"status": "void"},
        {"result": ("1", "1")},
    ]
    for other in others:
        changed = attrs.evolve(note_of(log), **other)
        with pytest.raises(NoteRefused):
            cosign(SignedNote(changed.text), log, ANA)
    with pytest.raises(NoteRefused, match="does not begin"):
        cosign(SignedNote("I owe you a beer\n"), log, ANA)
    with pytest.raises(UsageError, match="not sealed"):
        cosign(note, finished, ANA)


# -- a tournament's tree -------------------------------------------------------------------------------------------


def in_tree(*leaves: str, index: int, key: SecretKey = ARBITER) -> TreeProof:
    """A proof that a leaf is in a tree whose checkpoint a key has signed."""
    texts = [leaf.encode() for leaf in leaves]
    tree = Checkpoint("club.example/open", len(texts), tree_root(texts))
    return TreeProof(index, tree_path(texts, index), tree.signed(key))


def proven(log: Log, proof: TreeProof | bytes, *trust: SecretKey, note: SignedNote | None = None) -> Report:
    data = proof if isinstance(proof, bytes) else proof.to_bytes()
    keys = [key.public for key in trust]
    text = None if note is None else note.to_bytes()
    return audit(log.to_bytes(), rules=TINY, note=text, proof=data, trust=keys)


def test_a_score_sheet_in_a_signed_tree_attests_the_game(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    start = GameStart(log.header.game, log.record.header.hash)
    proof = in_tree(start.text, note.text, "another", index=1)

    report = proven(log, proof, ARBITER)

    assert report.summary == "attested"
    assert report.verdicts["seal"].verdict == "sealed"
    assert "leaf 1 of 3 in the tree of club.example/open" in report.verdicts["seal"].detail
    assert proven(log, proof, ARBITER, note=note).summary == "attested"
    renamed = in_tree(note.text, index=0, key=SecretKey.of_seed("club.example/open", ANA.seed))
    by_ana = proven(log, renamed, ANA).verdicts["seal"].detail
    assert f"signed by Ana+{ANA.public.id.hex()} (seat 0) in the name of the tree" in by_ana
    assert proven(log, proof, STRANGER).summary == "intact, not attested"
    assert proven(log, proof, STRANGER).exit_code == 0


def test_that_a_game_has_begun_in_a_tree_attests_no_end(sealed: tuple[Log, SignedNote]) -> None:
    log, _ = sealed
    start = GameStart(log.header.game, log.record.header.hash)
    report = proven(log, in_tree(start.text, index=0), ARBITER)

    assert report.summary == "intact, not attested"
    assert "its beginning is leaf 0 of 1" in report.verdicts["seal"].detail


def test_a_proof_of_anything_else_is_a_finding(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    good = in_tree(note.text, "another", index=0)
    bad = good.note.signatures[0]._replace(blob=bytes(64))
    for proof, word in (
        (attrs.evolve(good, index=1), "another"),
        (in_tree("another", note.text, index=0), "another"),
        (attrs.evolve(good, note=SignedNote(good.note.text, (bad,))), "irregular"),
        (b"no proof", "broken"),
    ):
        report = proven(log, proof, ARBITER, note=note)
        assert report.verdicts["seal"].verdict == word
        assert (report.summary, report.exit_code) == ("intact, not attested", 1)
        assert report.findings[-1].verdict == "seal"


def test_a_proof_makes_no_wrong_note_good(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    other = SignedNote(attrs.evolve(note_of(log), game=bytes(16)).text).signed(ARBITER)
    report = proven(log, in_tree(note.text, index=0), ARBITER, note=other)

    assert report.verdicts["seal"].verdict == "another"
    assert report.summary == "intact, not attested"


# -- what an audit makes of it -----------------------------------------------------------------------------------


def test_before_the_seal_nothing_is_attested(finished: Log) -> None:
    report = examined(finished, None)

    assert report.summary == "intact, not attested"
    assert report.verdicts["seal"].verdict == "not sealed"


def test_a_seal_without_a_note_attests_nothing(sealed: tuple[Log, SignedNote]) -> None:
    report = examined(sealed[0], None)

    assert report.summary == "intact, not attested"
    assert report.verdicts["seal"].verdict == "not signed"
    assert report.exit_code == 0


def test_a_note_by_a_trusted_key_attests_the_game(sealed: tuple[Log, SignedNote]) -> None:
    report = examined(*sealed, ARBITER)

    assert report.summary == "attested"
    assert report.findings == ()
    assert report.shortfall("sealed") is None
    assert examined(sealed[0], None).shortfall("sealed") is not None
    verdict = report.verdicts["seal"]
    assert verdict.verdict == "sealed"
    assert verdict.to_json()["by"] == [ARBITER.public.text]
    assert f"The-Arbiter+{ARBITER.public.id.hex()}" in verdict.detail


def test_every_copy_is_attested_by_the_same_note(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed

    assert examined(log.redacted(PUBLIC, erase=[0]), note, ARBITER).summary == "attested"


def test_without_trusted_keys_nobody_attests_whoever_has_signed(sealed: tuple[Log, SignedNote]) -> None:
    """Whoever writes a record anew gives the seats keys of their own, and signs with these."""
    log, note = sealed
    by_ana = note.signed(ANA)

    report = examined(log, by_ana)
    assert report.summary == "intact, not attested"
    assert report.shortfall("attested")
    assert report.shortfall("sealed")
    seal_verdict = report.verdicts["seal"]
    assert (seal_verdict.verdict, seal_verdict.by) == ("not trusted", ())
    assert "Ana+" in seal_verdict.detail
    assert "(seat 0), whose key is the header's own" in seal_verdict.detail
    assert "no key to trust was given" in seal_verdict.detail
    assert examined(log, by_ana, ANA).summary == "attested"


def test_with_trusted_keys_only_those_count(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    report = examined(log, note.signed(ANA), STRANGER)

    assert report.summary == "intact, not attested"
    assert report.verdicts["seal"].verdict == "not trusted"
    assert "Ana" in report.verdicts["seal"].detail
    assert audit(log.to_bytes(), rules=TINY, note=note.signed(ANA).to_bytes(), trust=[]).summary != "attested"


def test_a_signature_by_the_key_of_a_seat_under_a_name_that_no_key_has_is_that_of_a_stranger(
    sealed: tuple[Log, SignedNote],
) -> None:
    log, note = sealed
    for name in ("A\u200bna", "x" * 300):
        line = NoteSignature(name, key_id(name, ANA.public.raw), ANA.sign(note.text.encode()))
        report = examined(log, SignedNote(note.text, (*note.signatures, line)), ARBITER)
        assert report.summary == "attested"
        assert f"not known here: {name[:2]}" in report.verdicts["seal"].detail
        assert len(report.verdicts["seal"].detail) < 250


def test_a_name_is_no_key(sealed: tuple[Log, SignedNote]) -> None:
    """Anybody can call their key "The Arbiter"."""
    log, note = sealed
    forged = SignedNote(note.text).signed(STRANGER)

    assert examined(log, forged, ARBITER).summary == "intact, not attested"


def test_a_signature_that_its_key_did_not_make_is_a_finding(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    name, number, _ = note.signatures[0]
    forged = SignedNote(note.text, (NoteSignature(name, number, STRANGER.sign(note.text.encode())),))

    for one in (forged, forged.signed(ANA)):
        report = examined(log, one, ARBITER, ANA)
        assert report.summary == "intact, not attested"
        assert report.exit_code == 1
        assert report.verdicts["seal"].verdict == "irregular"
        assert report.findings[-1].verdict == "seal"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": bytes(16)}, "another game"),
        ({"head": bytes(32)}, "another game up to entry"),
        ({"entries": 3}, "on a Seal in entry 3, and there is none"),
        ({"entries": 10**6}, "on a Seal in entry 1000000, and the record ends with"),
        ({"status": "void"}, "another status or result"),
        ({"result": ("1", "1")}, "another status or result"),
    ],
)
def test_a_note_on_anything_else_is_a_finding(
    sealed: tuple[Log, SignedNote], change: dict[str, Any], why: str
) -> None:
    log, _ = sealed
    sheet = attrs.evolve(note_of(log), **change)
    report = examined(log, SignedNote(sheet.text).signed(ARBITER), ARBITER)

    assert report.summary == "intact, not attested"
    assert report.exit_code == 1
    assert report.verdicts["seal"].verdict == "another"
    assert why in report.findings[-1].what
    assert why in (report.shortfall("intact") or "")


@pytest.mark.parametrize(
    "change", [{"game": bytes(16)}, {"head": bytes(32)}, {"result": ("1", "1")}, {"entries": 3}]
)
def test_of_a_note_that_was_changed_it_is_said_first_that_no_signature_on_it_holds(
    sealed: tuple[Log, SignedNote], change: dict[str, Any]
) -> None:
    log, note = sealed
    changed = SignedNote(attrs.evolve(note_of(log), **change).text, note.signatures)

    report = examined(log, changed, ARBITER, ANA)

    detail = report.verdicts["seal"].detail
    assert report.verdicts["seal"].verdict == "another"
    assert detail.startswith("no signature on the note holds, so it was changed, or is forged; it ")
    assert "the record was changed" not in detail
    first, *_, last = report.findings
    assert "did not make" in first.what
    assert last.what == detail


def test_of_a_note_on_something_else_it_is_said_who_of_those_known_here_has_signed_it(
    sealed: tuple[Log, SignedNote],
) -> None:
    log, note = sealed
    text = attrs.evolve(note_of(log), head=bytes(32)).text
    half = SignedNote(text, note.signatures[:1]).signed(STRANGER)

    details = [
        examined(log, one, *keys).verdicts["seal"].detail
        for one, keys in (
            (half, (ARBITER,)),
            (SignedNote(text).signed(ARBITER), (ARBITER,)),
            (SignedNote(text).signed(STRANGER), (ARBITER,)),
            (SignedNote(text).signed(STRANGER), ()),
        )
    ]

    assert re.match(
        r"the signature of \S+ on the note does not hold, so it was changed, or is forged; it is on",
        details[0],
    )
    assert re.search(r"; signed by \S+$", details[1])
    assert details[2].startswith(
        "no key known here has signed the note, and it is on another game up to entry"
    )
    assert details[3].startswith("the note is on another game up to entry")


def test_a_record_written_anew_does_not_fit_the_note(sealed: tuple[Log, SignedNote]) -> None:
    """The host changes a name's tag, an entry and all hashes; what people signed stays what it was."""
    _, note = sealed
    other = game("another seed")
    while other.to_act:
        actor = other.to_act[0]
        other.play(actor, other.legal_moves(actor)[-1])
    arbiter = Arbiter(other.log)
    seal(arbiter, ending_of(other.log))

    assert "another game" in examined(Log(arbiter.log.record, rules=TINY), note, ARBITER).findings[-1].what


def test_a_record_that_was_cut_before_its_seal_does_not_fit_the_note(
    sealed: tuple[Log, SignedNote], finished: Log
) -> None:
    report = examined(finished, sealed[1], ARBITER)

    assert report.summary == "intact, not attested"
    assert report.exit_code == 1
    assert (
        f"on a Seal in entry {len(finished) + 1}, and the record ends with entry {len(finished)}"
        in report.findings[-1].what
    )


def test_a_branch_of_a_sealed_game_is_not_what_was_signed(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    arbiter = Arbiter(log)
    arbiter.table(Branch(None))

    report = examined(Log(arbiter.log.record, rules=TINY), note, ARBITER)

    assert report.verdicts["seal"].verdict == "not the last"
    assert report.summary != "attested"


def test_revealing_the_seed_leaves_the_game_attested(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    arbiter = Arbiter(log)
    arbiter.reveal_seed()

    assert examined(Log(arbiter.log.record, rules=TINY), note, ARBITER).summary == "attested"


def test_an_irregular_seal_is_none(finished: Log) -> None:
    log = appended(finished, 0, Seal("finished", ("1", "0")))

    assert seals_of(log).entries == ()
    assert audit(log.to_bytes(), rules=TINY).verdicts["seal"].verdict == "not sealed"


@pytest.mark.parametrize("behind", [Seal("finished", ("1", "0")), Resume(), Seal("void", ("-",))])
def test_a_seal_is_not_the_last_where_another_or_a_resumption_follows_even_irregularly(
    sealed: tuple[Log, SignedNote], behind: Move
) -> None:
    log, note = sealed
    report = examined(appended(log, TABLE, behind), note, ARBITER)

    assert report.summary == f"irregular at entry {len(log) + 1}"
    assert report.verdicts["seal"].verdict == "not the last"
    own = SignedNote(
        attrs.evolve(note_of(log), entries=len(log) + 1, head=appended(log, TABLE, behind).head).text
    ).signed(ARBITER)
    assert examined(appended(log, TABLE, behind), own, ARBITER).verdicts["seal"].verdict == "another"


def appended(log: Log, actor: int, move: Move) -> Log:
    """The log with an entry of the table behind it, however irregular."""
    return continued(log, Entry(0, actor, move))


def test_of_a_damaged_record_a_note_says_nothing_that_cannot_be_known(
    sealed: tuple[Log, SignedNote], finished: Log
) -> None:
    log, note = sealed
    data = log.to_bytes()
    cut = audit(data[:-1], rules=TINY, note=note.to_bytes(), trust=[ARBITER.public])
    more = audit(data + b"\x93", rules=TINY, note=note.to_bytes(), trust=[ARBITER.public])
    without = audit(data[:-1], rules=TINY)

    assert cut.summary == f"tail damaged after entry {len(finished)}"
    assert cut.exit_code == 4
    assert cut.verdicts["seal"].verdict == "not checked"
    assert f"the record is damaged after entry {len(finished)}" in cut.verdicts["seal"].detail
    assert more.verdicts["seal"].verdict == "not checked"
    assert "what stands behind it is damaged" in more.verdicts["seal"].detail
    proof = in_tree("other\n", note.text, index=1).to_bytes()
    proven = audit(data[:-1], rules=TINY, proof=proof, trust=[ARBITER.public])
    assert (proven.verdicts["seal"].verdict, proven.exit_code) == ("not checked", 4)
    assert without.verdicts["seal"].detail == "there is no Seal before the damage"


def test_a_proof_of_the_beginning_takes_nothing_from_what_a_note_says(
    sealed: tuple[Log, SignedNote],
) -> None:
    log, note = sealed
    start = GameStart(log.header.game, log.record.header.hash).text
    proof = in_tree(start, "other\n", index=0).to_bytes()
    arguments: dict[str, Any] = {"rules": TINY, "proof": proof, "trust": [ARBITER.public]}

    with_note = audit(log.to_bytes(), note=note.to_bytes(), **arguments)
    assert with_note.summary == "attested"
    assert "its beginning is leaf 0 of 2" in with_note.verdicts["seal"].detail
    assert audit(log.to_bytes(), **arguments).verdicts["seal"].verdict == "not signed"


def test_a_proof_of_a_score_sheet_after_which_the_game_went_on_does_not_seal_it() -> None:
    going = game()
    going.table(Adjourn())
    first = seal(going)
    going.table(Resume())
    proof = in_tree("other\n", first.text, index=1).to_bytes()

    report = audit(going.log.to_bytes(), rules=TINY, proof=proof, trust=[ARBITER.public])
    assert report.verdicts["seal"].verdict == "not the last"
    assert report.summary == "intact, unfinished"
    going.table(Adjourn())
    note = SignedNote(seal(going).text).signed(ARBITER).to_bytes()
    again = audit(going.log.to_bytes(), rules=TINY, proof=proof, note=note, trust=[ARBITER.public])
    assert again.summary == "attested"


@pytest.mark.parametrize("trust", [["a key"], ANA.public, [ANA], 7])
def test_only_public_keys_can_be_trusted(sealed: tuple[Log, SignedNote], trust: Any) -> None:
    with pytest.raises(UsageError, match="trust must"):
        audit(sealed[0].to_bytes(), rules=TINY, note=sealed[1].to_bytes(), trust=trust)
    with pytest.raises(UsageError, match="head must have 32 bytes, not 31"):
        audit(sealed[0].to_bytes(), rules=TINY, head=sealed[0].head[:31])


@pytest.mark.parametrize("note", [b"", b"\xff", b"text\n\n\xe2\x80\x94 Ana AAAAAAAA\n"])
def test_what_is_no_note_is_a_finding(sealed: tuple[Log, SignedNote], note: bytes) -> None:
    report = audit(sealed[0].to_bytes(), rules=TINY, note=note)

    assert report.verdicts["seal"].verdict == "broken"
    assert report.exit_code == 1
    with pytest.raises(UsageError, match="note must be bytes"):
        audit(sealed[0].to_bytes(), note="text")  # type: ignore[arg-type]


def test_one_changed_byte_of_an_attested_record_is_found(sealed: tuple[Log, SignedNote]) -> None:
    log, note = sealed
    data = bytearray(log.to_bytes())
    data[log.record.entries[3].offset + 8] ^= 1

    assert (
        audit(bytes(data), rules=TINY, note=note.to_bytes(), trust=[ARBITER.public]).summary
        == "broken at entry 4"
    )


def test_a_torn_tail_stays_one_where_an_arbiter_has_let_something_stand(finished: Log) -> None:
    resumed = appended(finished, TABLE, Resume())
    ruled = appended(resumed, TABLE, Rule(len(resumed), "a slip")).to_bytes()

    assert audit(ruled, rules=TINY).exit_code == 0
    assert audit(ruled + b"\x93", rules=TINY).exit_code == 4
    assert audit(resumed.to_bytes() + b"\x93", rules=TINY).exit_code == 1


def test_the_independent_verifier_says_who_vouches(
    sealed: tuple[Log, SignedNote], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, note = sealed
    game_file, note_file = tmp_path / "game.msgpack", tmp_path / "game.note"
    log.save(game_file)
    note_file.write_bytes(note.to_bytes())
    arguments = [str(game_file), "--note", str(note_file), "--key"]

    assert main([*arguments, ARBITER.public.text]) == 0
    assert main([*arguments, f'key = "{ARBITER.public.text}"']) == 0
    assert f"attested by {ARBITER.public.text}" in capsys.readouterr().out
    assert main([*arguments, STRANGER.public.text]) == 1


def test_without_the_package_a_note_is_not_checked_and_nothing_is_claimed(
    sealed: tuple[Log, SignedNote], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography.hazmat.primitives.asymmetric", None)

    log, note = sealed
    report = audit(log.to_bytes(), rules=TINY, note=note.to_bytes(), trust=[ARBITER.public])

    assert report.verdicts["seal"].verdict == "not checked"
    assert report.summary == "intact, not attested"
    assert report.exit_code == 0


def test_the_record_and_the_note_of_the_formats_vectors_belong_together() -> None:
    note = VECTORS["game_note"]
    keys = [PublicKey.parse(text) for text in note["vkeys"]]
    log = Log.from_bytes(FILES["full"], rules=TINY)

    assert note_of(log) == GameNote.parse(note["text"])
    for copy in FILES.values():
        report = audit(copy, rules=TINY, note=note["note"].encode(), trust=keys)
        assert report.verdicts["seal"].verdict == "sealed"
        assert report.verdicts["seal"].by == tuple(note["vkeys"])
    assert GAME["head"] == log.head.hex()
