"""Tournaments: the proof that a game is in the tree, and that the tree only grew."""

from pathlib import Path

import attrs
import independent_notes
import pytest
from tiny import RULESET as TINY
from tournaments import (
    ORGANISER,
    ORIGIN,
    STRANGER,
    adjourned,
    begin,
    end,
    finish,
    sign_the_sheet_of_an_irregular_record,
    swap_two_leaves,
)

from timecore.arbiter import Arbiter
from timecore.checkpoints import Checkpoint, GrowthProof, TreeProof
from timecore.ending import Ending
from timecore.errors import TournamentRefused
from timecore.game import Game
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.table import Branch
from timecore.tournament import Tournament, verify_proof


def proven(held: Path, name: str, *, start: bool = False) -> tuple[bytes, TreeProof]:
    """A player's copy of the record and the proof she was given, by their files."""
    tournament = Tournament.load(held)
    copy = Log.load(held / name).redacted(0)
    proof = tournament.prove(tournament.leaf_of(held / name, start=start))
    return copy.to_bytes(), TreeProof.parse(proof.to_bytes())


def test_a_player_proves_begin_and_end_of_her_game_with_her_own_copy(held: Path) -> None:
    copy, proof = proven(held, "two.msgpack")
    report = verify_proof(copy, proof, [ORGANISER.public])
    begun = verify_proof(*proven(held, "two.msgpack", start=True), [ORGANISER.public])

    assert (report.faults, report.leaf, report.index, report.size) == ((), "note", 5, 6)
    assert report.summary == "proven: this game ended so"
    assert (begun.faults, begun.leaf, begun.index) == ((), "start", 1)


def test_a_proof_of_another_game_another_index_or_another_key_proves_nothing(held: Path) -> None:
    copy, proof = proven(held, "two.msgpack")
    other, _ = proven(held, "one.msgpack")
    shifted = attrs.evolve(proof, index=4)

    for report, words in (
        (verify_proof(other, proof, [ORGANISER.public]), "neither begin nor end"),
        (
            verify_proof(copy, shifted, [ORGANISER.public]),
            "it is one of leaf 5, and says that it is one of leaf 4",
        ),
        (verify_proof(copy, proof, [STRANGER.public]), "no trusted key"),
        (verify_proof(copy, proof, []), "no trusted key"),
    ):
        assert words in report.faults[0].what
        assert report.summary.startswith("not proven")


def test_a_proof_fits_a_checkpoint_that_was_published_earlier_or_later(held: Path) -> None:
    tournament = Tournament.load(held)
    copy, proof = proven(held, "two.msgpack")
    older, newest = tournament.checkpoint(2), tournament.checkpoint()
    assert older is not None
    growth = tournament.prove_growth(Checkpoint.parse(older.text))
    growth = GrowthProof.parse(growth.to_bytes())
    keys = [ORGANISER.public]

    assert verify_proof(copy, proof, keys, seen=newest).faults == ()
    assert verify_proof(copy, proof, keys, seen=older, growth=growth).faults == ()
    assert "needs a proof of that growth" in verify_proof(copy, proof, keys, seen=older).faults[0].what
    signer = SecretKey.of_seed(ORIGIN, ORGANISER.seed)
    for size in (2, 6):
        split = Checkpoint(ORIGIN, size, bytes(32)).signed(signer)
        report = verify_proof(copy, proof, keys, seen=split, growth=growth)
        assert [fault.kind for fault in report.faults] == ["split view"]


def test_a_checkpoint_or_a_growth_that_is_another_does_not_help_a_proof(held: Path) -> None:
    tournament = Tournament.load(held)
    copy, proof = proven(held, "two.msgpack")
    older, tree = tournament.checkpoint(2), proof.checkpoint
    assert older is not None
    growth = tournament.prove_growth(Checkpoint.parse(older.text))
    elsewhere = attrs.evolve(tree, origin="club.example/other")

    for seen, shown, words in (
        (SignedNote(tree.text).signed(SecretKey.of_seed(ORIGIN, STRANGER.seed)), None, "no trusted key"),
        (elsewhere.signed(ORGANISER), None, "one of another tree, club.example/other"),
        (older, attrs.evolve(growth, size=1), "needs a proof of that growth"),
        (older, attrs.evolve(growth, note=older), "needs a proof of that growth"),
    ):
        report = verify_proof(copy, proof, [ORGANISER.public], seen=seen, growth=shown)
        assert [fault.kind for fault in report.faults] == ["checkpoint"]
        assert words in report.faults[0].what


def test_what_is_irregular_in_a_record_is_told_beside_its_proof(copied: Path) -> None:
    sign_the_sheet_of_an_irregular_record(copied)
    tournament = Tournament.load(copied)
    path = copied / "four.msgpack"

    report = verify_proof(path.read_bytes(), tournament.prove(tournament.leaf_of(path)), [ORGANISER.public])

    assert [fault.kind for fault in report.faults] == ["audit"]


def test_a_proof_says_no_more_than_the_score_sheet_that_it_is_of(tmp_path: Path) -> None:
    """It may be of an earlier end: that of a game which was adjourned, or from which a branch goes on."""
    Tournament.create(tmp_path / "t", ORGANISER)
    path, keys = begin(tmp_path / "t", "long"), [ORGANISER.public]
    with Tournament.open(tmp_path / "t") as tournament:
        tournament.enter_start(path)
        finish(path, Ending("adjourned", ("-", "-")))
        early = tournament.enter_note(path).leaf
        tournament.sign(ORGANISER)
        earlier = tournament.prove(early)
        adjourned = verify_proof(path.read_bytes(), earlier, keys)
        with Arbiter.open(path) as arbiter:
            arbiter.resume()
        end(path)
        over = verify_proof(path.read_bytes(), earlier, keys)
        tournament.enter_note(path)
        tournament.sign(ORGANISER)
        last = tournament.prove(tournament.leaf_of(path))
    ended = verify_proof(path.read_bytes(), last, keys)
    with Game.open(path, rules=TINY) as game:
        game.table(Branch(None))
    branched = verify_proof(path.read_bytes(), last, keys)

    assert adjourned.summary == "proven: this game was adjourned so"
    assert over.summary == "proven: this game up to entry 5; it went on"
    assert (over.last, over.to_json()["status"], over.to_json()["result"]) == (False, "adjourned", ["-", "-"])
    assert (ended.summary, ended.last) == ("proven: this game ended so", True)
    assert branched.summary == "not proven: another record"


def test_no_proof_is_given_of_a_tree_that_is_not_the_one_of_the_checkpoint(copied: Path) -> None:
    swap_two_leaves(copied)
    tournament = Tournament.load(copied)

    with pytest.raises(
        TournamentRefused, match="the newest checkpoint, of 6 leaves, is not one of this tree"
    ):
        tournament.prove(tournament.leaf_of(copied / "one.msgpack"))


def test_nothing_is_proven_of_what_is_in_no_checkpoint(copied: Path) -> None:
    path = begin(copied, "new")
    with Tournament.open(copied) as tournament:
        tournament.enter_start(path)

        with pytest.raises(TournamentRefused, match="leaf 6 is in no checkpoint yet"):
            tournament.prove(tournament.leaf_of(path))
        with pytest.raises(TournamentRefused, match="not in the tournament's tree"):
            tournament.leaf_of(begin(copied, "newer"))
        with pytest.raises(TournamentRefused, match="did not grow"):
            tournament.prove_growth(Checkpoint(ORIGIN, 2, bytes(32)))
        with pytest.raises(TournamentRefused, match="is one of elsewhere"):
            tournament.prove_growth(Checkpoint("elsewhere", 2, bytes(32)))
        with pytest.raises(TournamentRefused, match="has 7 leaves"):
            tournament.prove_growth(Checkpoint(ORIGIN, 7, bytes(32)))


def test_a_program_that_shares_no_line_with_timecore_says_the_same(held: Path) -> None:
    tournament = Tournament.load(held)
    key = independent_notes.key_of(tournament.description.key.text)
    leaves = [text + b"\n" for text in (held / "leaves.txt").read_bytes().split(b"\n\n")[:-1]]
    roots = {size: independent_notes.tree(leaves[:size]) for size in (0, 2, 6)}

    for size, root in roots.items():
        note = independent_notes.note_of((held / "checkpoints" / str(size)).read_bytes())
        assert note.signers([key]) == [key]
        assert independent_notes.checkpoint_of(note.text) == (ORIGIN, size, root)
    for leaf, text in zip(tournament.leaves, leaves, strict=True):
        assert independent_notes.proven(tournament.prove(leaf).to_bytes(), text, [key]) == [key]
    growth = tournament.prove_growth(Checkpoint(ORIGIN, 2, roots[2])).to_bytes()
    first, *path = growth.partition(b"\n\n")[0].decode().split("\n")
    hashes = [independent_notes.bytes_of(line) for line in path]
    assert first == "old 2"
    assert independent_notes.roots_over(2, 6, hashes, roots[2]) == (roots[2], roots[6])


def test_a_proof_of_another_index_is_named_only_where_that_is_quickly_found(tmp_path: Path) -> None:
    for times, words in ((3, "it is one of leaf 3"), (130, "neither begin nor end of this game")):
        path = adjourned(tmp_path / str(times), times)
        tournament = Tournament.load(tmp_path / str(times))
        proof = attrs.evolve(tournament.prove(tournament.leaves[-1]), index=1)

        report = verify_proof(path.read_bytes(), proof, [ORGANISER.public])
        assert words in report.faults[0].what
