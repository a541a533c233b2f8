"""The organiser, afterwards: they have all records and the key that signs score sheets and checkpoints."""

import shutil
from pathlib import Path

import attrs
import pytest
from recording import continued
from scene import ANA, BEN, ORGANISER, STRANGER, begun, finished, hashed_anew, sealed
from tiny import RULESET as TINY
from vectors import forged_header
from witness import audited, checked_tree_proof, verified

from timecore.actors import TABLE
from timecore.chance import Luck
from timecore.checkpoints import Checkpoint, TreeProof
from timecore.codec import decode
from timecore.entry import Entry
from timecore.errors import TournamentRefused
from timecore.game import Game
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.roster import Player, Roster
from timecore.sealing import note_of
from timecore.table import Branch, Retract
from timecore.tournament import Tournament, TournamentReport

TRUST = [ORGANISER.public]
LOG_KEY = SecretKey.of_seed("club.example/open", ORGANISER.seed)


def kinds(report: TournamentReport) -> list[str]:
    return [fault.kind for fault in report.faults]


def enter(folder: Path, name: str, game: Game, *, end: bool = True) -> Path:
    """A further game: it begins, and if all goes well, ends in the tree."""
    path = folder / f"{name}.msgpack"
    game.save(path)
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        if end:
            log, note = sealed(finished(game), ORGANISER)
            log.save(path, replace=True)
            path.with_suffix(".note").write_bytes(note.to_bytes())
            tournament.enter_note(path)
        tournament.sign(ORGANISER)
    return path


def test_a_tournament_that_nobody_has_attacked_is_attested(held: Path) -> None:
    report = verified(held, TRUST)

    assert report.faults == ()
    assert report.summary == "attested by a trusted organiser"


def test_a_game_is_dealt_anew_and_the_first_one_lost(copied: Path) -> None:
    bad = enter(copied, "bad", begun(b"\x21" * 32, nonces=False), end=False)
    first = Log.load(bad).record.header
    bad.unlink()
    enter(copied, "good", begun(b"\x22" * 32, nonces=False))

    assert kinds(verified(copied, TRUST)) == ["no end", "missing"]
    # Under the first one's number it shows already while the tournament goes on.
    anew = {**decode(first.body), "tags": {"deal": "again"}}
    bad.write_bytes(forged_header(anew, openings=first.openings))
    assert kinds(verified(copied, TRUST, running=True)) == ["another record", "missing"]


def test_a_game_is_dealt_anew_before_it_is_entered(copied: Path) -> None:
    """The tree knows nothing of it. That the luck could have been chosen, the audit of the record says."""
    enter(copied, "best", begun(b"\x23" * 32, nonces=False))

    whole = verified(copied, TRUST)
    assert whole.faults == ()
    assert whole.games[-1].chance is not None, "what an audit says of its luck is told with the game"
    report = audited((copied / "best.msgpack").read_bytes())
    assert report.verdicts["chance"].verdict == "host could have chosen"
    assert report.shortfall("chance") is not None


def test_a_game_is_dealt_anew_that_is_not_in_the_tree(copied: Path) -> None:
    log, note = sealed(finished(begun(b"\x24" * 32, nonces=False)), ORGANISER)
    log.save(copied / "four.msgpack")
    (copied / "four.note").write_bytes(note.to_bytes())

    assert kinds(verified(copied, TRUST)) == ["not entered"]


def spoiled(folder: Path, game: Game) -> Path:
    """A game that was entered as it should be, in the record of which luck of its own was brought afterwards."""
    path = folder / "four.msgpack"
    game.log.upto(2).save(path)  # the players have committed to their shares
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        tournament.sign(ORGANISER)
    game.table(Branch(Luck.sealed(8, b"\x77" * 32)))
    game.retract(4)
    log, note = sealed(finished(game), ORGANISER)
    log.save(path, replace=True)
    path.with_suffix(".note").write_bytes(note.to_bytes())
    return path


def test_a_game_is_dealt_anew_in_the_middle(copied: Path) -> None:
    """Its beginning, and so its number, stay what they were; only the luck from then on is another."""
    path = spoiled(copied, begun(b"\x2a" * 32))
    sheet = note_of(Log.load(path))
    with Tournament.open(copied) as tournament, pytest.raises(TournamentRefused, match="other luck"):
        tournament.enter_note(path)
    with (copied / "leaves.txt").open("ab") as leaves:  # with a program of their own
        leaves.write(sheet.text.encode() + b"\n")
    with Tournament.open(copied) as tournament:
        tournament.sign(ORGANISER)
        proof = tournament.prove(sheet)

    assert kinds(verified(copied, TRUST)) == ["another record", "missing"]
    assert audited(path.read_bytes()).verdicts["chance"].verdict == "host could have chosen"
    report = checked_tree_proof(path.read_bytes(), proof, TRUST)
    assert [fault.kind for fault in report.faults] == ["another record"]


def test_a_game_goes_on_after_its_score_sheet(copied: Path) -> None:
    path = copied / "one.msgpack"
    log, note = Log.load(path, rules=TINY), (copied / "one.note").read_bytes()
    other = continued(log, Entry(0, TABLE, Branch(None)), Entry(0, TABLE, Retract(3)))
    other.save(copied / "branch.msgpack")
    assert verified(copied, TRUST).faults == (), "a branch beside the game is another game"
    (copied / "branch.msgpack").replace(path)

    assert kinds(verified(copied, TRUST)) == ["missing"]
    assert audited(other, note=note, trust=TRUST).verdicts["seal"].verdict == "not the last"


def test_a_game_is_entered_when_its_luck_is_known(copied: Path) -> None:
    """`tournament open` refuses it, another program need not, and a leaf has no date. So players wait with shares."""
    path = copied / "late.msgpack"
    game = begun(b"\x2b" * 32)
    game.save(path)
    with Tournament.open(copied) as tournament, pytest.raises(TournamentRefused, match="has begun"):
        tournament.enter_start(path)
    log, note = sealed(finished(game), ORGANISER)
    log.save(path, replace=True)
    path.with_suffix(".note").write_bytes(note.to_bytes())
    with (copied / "leaves.txt").open("ab") as leaves:
        leaves.write(GameStart(log.header.game, log.record.header.hash).text.encode() + b"\n")
    with Tournament.open(copied) as tournament:
        tournament.enter_note(path)
        tournament.sign(ORGANISER)

    assert verified(copied, TRUST).faults == ()


def enter_void(folder: Path, reason: str, organiser: SecretKey) -> None:
    """Enter one more game, and its score sheet once it has been declared void; then sign a checkpoint."""
    path = folder / "void.msgpack"
    game = begun(b"\x2c" * 32, nonces=False)
    game.save(path)
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        game.void(reason)
        log, note = sealed(game.log, organiser)
        log.save(path, replace=True)
        path.with_suffix(".note").write_bytes(note.to_bytes())
        tournament.enter_note(path)
        tournament.sign(organiser)


def test_a_game_that_goes_badly_is_declared_void(copied: Path) -> None:
    """It stays in the tree, and everybody can ask why."""
    enter_void(copied, "somebody was unlucky", ORGANISER)

    report = verified(copied, TRUST)
    assert report.faults == ()
    assert [game.status for game in report.games] == ["finished"] * 3 + ["void"]


def test_an_arbiter_is_slipped_into_the_folder(copied: Path) -> None:
    """Who may sign is the folder's own word. What was signed stands in the tree, and cannot be another."""
    somebody = SecretKey.of_seed("Somebody", STRANGER.seed)
    (copied / "arbiters.toml").write_bytes(Roster.of([Player.of(somebody)]).to_bytes())
    note = SignedNote.parse((copied / "one.note").read_bytes())
    (copied / "one.note").write_bytes(SignedNote(note.text).signed(somebody).to_bytes())

    report = verified(copied, TRUST)
    assert report.faults == ()
    assert report.games[0].signers == (somebody.public,)


def test_a_record_is_written_anew_and_signed_anew(copied: Path, sheet: tuple[Log, SignedNote]) -> None:
    """The arbiter's key makes any score sheet good. The tree does not, nor do the signatures of the players."""
    path = copied / "one.msgpack"
    changed = hashed_anew(Log.load(path), lambda _, body: (*body[:4], {"time": "noon"}))
    text = note_of_seal(changed)
    path.write_bytes(changed)
    note = SignedNote(text).signed(ORGANISER)
    path.with_suffix(".note").write_bytes(note.to_bytes())

    assert audited(changed, note=note.to_bytes(), trust=TRUST).summary == "attested", "by who wrote it anew"
    assert kinds(verified(copied, TRUST)) == ["another record", "missing"]
    signed, good = sheet
    forged = hashed_anew(signed, lambda _, body: (*body[:4], {**body[4], "time": "noon"}))
    moved = SignedNote(note_of_seal(forged), good.signatures[1:]).signed(ORGANISER)
    assert (
        audited(forged, note=moved.to_bytes(), trust=[ANA.public, BEN.public]).verdicts["seal"].verdict
        == "irregular"
    )


def test_a_record_is_written_anew_with_keys_of_its_own() -> None:
    """Nobody who sat there has signed it; those who did have their names in the header, and keys that are new."""
    forgers = [SecretKey.of_seed(name, bytes([seed]) * 32) for seed, name in ((21, "Ana"), (22, "Ben"))]
    keys = [key.public.raw for key in forgers]
    log = Log.start(
        TINY, options={"players": 2}, names=("Ana", "Ben"), luck=Luck.sealed(8, bytes(32)), keys=keys
    )
    forged, note = sealed(finished(Game.from_log(log)), *forgers)

    for trust in (None, [ANA.public, BEN.public, ORGANISER.public]):
        report = audited(forged, note=note.to_bytes(), trust=trust)
        assert report.verdicts["seal"].verdict == "not trusted"
        assert report.summary == "intact, not attested"
        assert report.shortfall("sealed")


def note_of_seal(data: bytes) -> str:
    """The score sheet of a sealed record, whatever else is wrong with it."""
    raw = Log.from_bytes(data).record.entries[-1]
    _, status, result = raw.move
    return GameNote(Log.from_bytes(data).header.game, raw.seq, raw.hash, status, result).text


def test_another_result_is_entered(copied: Path) -> None:
    leaves = copied / "leaves.txt"
    data = leaves.read_text("ascii")
    at = data.index("result ") + len("result ")
    swapped = data[:at] + {"0": "1", "1": "0"}[data[at]] + data[at + 1 :]
    leaves.write_text(swapped, "ascii")

    assert set(kinds(verified(copied, TRUST))) == {"split view", "another record", "missing"}


def test_a_score_sheet_is_lost_or_signed_by_somebody_else(copied: Path) -> None:
    note = SignedNote.parse((copied / "one.note").read_bytes())
    (copied / "one.note").write_bytes(SignedNote(note.text).signed(STRANGER).to_bytes())
    (copied / "two.note").unlink()

    assert kinds(verified(copied, TRUST)) == ["score sheet"] * 2
    # One that is another game's, and one with a good signature and a false one, vouch for nothing.
    (copied / "two.note").write_bytes((copied / "three.note").read_bytes())
    false = note.signatures[0]._replace(blob=bytes(64))
    (copied / "one.note").write_bytes(SignedNote(note.text, (*note.signatures, false)).to_bytes())
    assert sorted(kinds(verified(copied, TRUST))) == ["audit", "audit", "score sheet", "score sheet"]


def test_a_record_is_cut_changed_or_lost(copied: Path) -> None:
    one, two, three = (copied / f"{name}.msgpack" for name in ("one", "two", "three"))
    one.write_bytes(one.read_bytes()[: Log.load(one).record.entries[-1].offset])
    data = bytearray(two.read_bytes())
    data[-100] ^= 1
    two.write_bytes(data)
    three.unlink()

    assert sorted(kinds(verified(copied, TRUST))) == ["another record"] * 2 + ["missing"] * 3


def newest(folder: Path) -> SignedNote:
    note = Tournament.load(folder).checkpoint()
    assert note is not None
    return note


def roll_back(folder: Path, leaves: int) -> None:
    """Make the tree what it was, with all that was published after it gone."""
    path = folder / "leaves.txt"
    path.write_bytes(b"".join(text + b"\n\n" for text in path.read_bytes().split(b"\n\n")[:leaves]))
    for checkpoint in (folder / "checkpoints").iterdir():
        if int(checkpoint.name) > leaves:
            checkpoint.unlink()


def test_a_checkpoint_is_rolled_back(copied: Path) -> None:
    seen = newest(copied)
    roll_back(copied, 2)

    assert "rolled back" in kinds(verified(copied, TRUST, seen=[seen], running=True))
    alone = kinds(verified(copied, TRUST, running=True))
    assert "rolled back" not in alone, "who has kept no checkpoint cannot know"
    assert alone == ["not entered"], "though here a record was forgotten"


def test_two_people_are_shown_two_trees(copied: Path, tmp_path: Path) -> None:
    """Each is consistent. Two checkpoints side by side show it."""
    other = Path(shutil.copytree(copied, tmp_path / "other"))
    enter(copied, "four", begun(b"\x25" * 32, nonces=False))
    enter(other, "four", begun(b"\x26" * 32, nonces=False))

    assert (kinds(verified(copied, TRUST)), kinds(verified(other, TRUST))) == ([], [])
    assert kinds(verified(copied, TRUST, seen=[newest(other)])) == ["split view"]
    record = (copied / "four.msgpack").read_bytes()
    proof = proof_of(copied, "four")
    assert checked_tree_proof(record, proof, TRUST, seen=newest(copied)).faults == ()
    found = checked_tree_proof(record, proof, TRUST, seen=newest(other))
    assert [fault.kind for fault in found.faults] == ["split view"]


def test_a_later_tree_does_not_hold_the_earlier_one(copied: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(copied, tmp_path / "other"))
    enter(other, "four", begun(b"\x27" * 32, nonces=False))
    enter(copied, "five", begun(b"\x28" * 32, nonces=False))
    enter(copied, "six", begun(b"\x29" * 32, nonces=False))
    earlier = newest(other)
    proof, record = proof_of(copied, "five"), (copied / "five.msgpack").read_bytes()
    sound = SignedNote.parse((copied / "checkpoints" / "8").read_bytes())
    growth = Tournament.load(copied).prove_growth(Checkpoint.parse(sound.text))

    assert checked_tree_proof(record, proof, TRUST, seen=sound, growth=growth).faults == ()
    empty = SignedNote.parse((copied / "checkpoints" / "0").read_bytes())
    assert checked_tree_proof(record, proof, TRUST, seen=empty).faults == (), "what was empty needs no proof"
    false = Checkpoint("club.example/open", 0, bytes(32)).signed(LOG_KEY)
    assert checked_tree_proof(record, proof, TRUST, seen=false).summary == "not proven: split view"
    other_growth = attrs.evolve(growth, note=newest(other))
    assert checked_tree_proof(record, proof, TRUST, seen=sound, growth=other_growth).faults != ()
    assert checked_tree_proof(record, proof, TRUST, seen=earlier).faults != ()
    found = checked_tree_proof(record, proof, TRUST, seen=earlier, growth=growth)
    assert [fault.kind for fault in found.faults] == ["split view"]


def test_leaves_are_left_out_or_swapped(copied: Path) -> None:
    leaves = copied / "leaves.txt"
    one, two, *rest = leaves.read_bytes().split(b"\n\n")
    leaves.write_bytes(b"\n\n".join([two, one, *rest]))
    assert "split view" in kinds(verified(copied, TRUST))
    leaves.write_bytes(b"\n\n".join([one, *rest]))
    assert {"rolled back", "split view", "order", "not entered"} <= set(kinds(verified(copied, TRUST)))


def proof_of(folder: Path, name: str, *, start: bool = False) -> TreeProof:
    tournament = Tournament.load(folder)
    return tournament.prove(tournament.leaf_of(folder / f"{name}.msgpack", start=start))


def test_a_proof_is_one_of_another_leaf(held: Path) -> None:
    record = (held / "two.msgpack").read_bytes()
    proof = proof_of(held, "two")
    assert checked_tree_proof(record, proof, TRUST).faults == ()
    wrong = [attrs.evolve(proof, index=index) for index in range(7) if index != proof.index]
    wrong += [proof_of(held, "one"), attrs.evolve(proof, path=proof.path[:-1])]
    for other in wrong:
        report = checked_tree_proof(record, other, TRUST)
        assert report.summary == "not proven: proof"
        assert audited(record, proof=other.to_bytes(), trust=TRUST).verdicts["seal"].verdict == "another"
    assert audited(record, proof=proof.to_bytes(), trust=TRUST).summary == "attested"
    start = proof_of(held, "two", start=True)
    assert checked_tree_proof(record, start, TRUST).summary == "proven: this game had begun"
    assert audited(record, proof=start.to_bytes(), trust=TRUST).summary != "attested", "a beginning is no end"


def test_a_proof_is_one_of_a_tree_that_nobody_knows(held: Path) -> None:
    record = (held / "two.msgpack").read_bytes()
    proof = proof_of(held, "two")
    forged = SignedNote(proof.note.text).signed(SecretKey.of_seed("club.example/open", STRANGER.seed))

    report = checked_tree_proof(record, attrs.evolve(proof, note=forged), TRUST)
    assert report.summary == "not proven: checkpoint"


def test_a_tree_is_signed_by_another_key(copied: Path) -> None:
    path = copied / "checkpoints" / "6"
    note = SignedNote.parse(path.read_bytes())
    path.write_bytes(
        SignedNote(note.text).signed(SecretKey.of_seed("club.example/open", STRANGER.seed)).to_bytes()
    )

    assert kinds(verified(copied, TRUST)) == ["checkpoint"]
    assert kinds(verified(copied, [STRANGER.public])) == ["organiser", "checkpoint"]


def test_a_key_turns_up_with_the_result(tmp_path: Path) -> None:
    """A folder may be all of one piece, and by nobody who was there. Only a key from before the event tells."""
    Tournament.create(tmp_path / "t", STRANGER, name="The Open", origin="club.example/open")
    enter_void(tmp_path / "t", "nobody came", STRANGER)

    elsewhere, own, nobody = (verified(tmp_path / "t", keys) for keys in (TRUST, [STRANGER.public], None))
    assert kinds(elsewhere) == ["organiser"]
    assert own.faults == ()
    assert nobody.summary == "consistent, organiser not known"
    summaries = [report.games[0].audit for report in (elsewhere, own, nobody)]
    assert summaries == ["intact, not attested", "attested", "intact, not attested"]
