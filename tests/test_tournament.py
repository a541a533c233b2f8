"""Tournaments: what is entered, what is signed, and what a verification finds where all is as it should be."""

import shutil
from pathlib import Path

import independent_tournament
import pytest
from tournaments import ARBITER, ORGANISER, ORIGIN, STRANGER, begin, end, finish, kinds

from timecore.actors import PUBLIC
from timecore.arbiter import Arbiter
from timecore.ending import Ending
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.sealing import note_of
from timecore.tournament import Tournament, verify


def test_a_tournament_that_was_not_touched_has_no_fault(held: Path) -> None:
    report = verify(held, trust=[ORGANISER.public])

    assert report.faults == ()
    assert report.summary == "attested by a trusted organiser"
    assert (report.leaves, report.uncovered) == (6, 0)
    assert [(game.status, game.file) for game in report.games] == [
        ("finished", "one.msgpack"),
        ("finished", "two.msgpack"),
        ("forfeit", "three.msgpack"),
    ]
    assert [game.audit for game in report.games] == ["attested"] * 3
    assert [game.to_json()["chance"] for game in report.games] == ["not checked"] * 3
    assert report.games[1].signers == (ARBITER.public,)
    assert report.to_json()["games"][2]["result"] == ["1", "f"]


def test_without_a_key_from_elsewhere_nobody_is_said_to_be_trusted(held: Path) -> None:
    report = verify(held)

    assert (report.faults, report.trusted) == ((), None)
    assert report.summary == "consistent, organiser not known"
    assert {game.audit for game in report.games} == {"intact, not attested"}
    assert [game.signers for game in report.games] == [
        (key.public,) for key in (ORGANISER, ARBITER, ORGANISER)
    ]


@pytest.mark.parametrize(
    ("trusted", "checkpoints", "attested"),
    [
        ([STRANGER], 6, []),
        ([ARBITER], 6, ["two"]),
        ([STRANGER, ORGANISER], 6, ["one", "two", "three"]),
        ([ORGANISER], 2, ["one", "three"]),
    ],
    ids=["a stranger", "an arbiter alone", "the organiser", "the organiser, who has not signed the ends"],
)
def test_a_game_is_attested_only_by_whom_the_reader_trusts(
    copied: Path, trusted: list[SecretKey], checkpoints: int, attested: list[str]
) -> None:
    for path in (copied / "checkpoints").iterdir():
        if int(path.name) > checkpoints:
            path.unlink()
    report = verify(copied, trust=[key.public for key in trusted], running=True)

    assert {game.file: game.audit for game in report.games} == {
        f"{name}.msgpack": "attested" if name in attested else "intact, not attested"
        for name in ("one", "two", "three")
    }


@pytest.mark.parametrize("form", ["{}", 'key = "{}"'])
def test_the_program_without_timecore_takes_a_key_alone_or_its_line_in_a_file(
    held: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    assert independent_tournament.main([str(held), "--key", form.format(ORGANISER.public.text)]) == 0
    assert independent_tournament.main([str(held), "--key", form.format(STRANGER.public.text)]) == 1
    assert "all is as it should be" in capsys.readouterr().out


def test_the_key_of_another_organiser_is_told(held: Path) -> None:
    assert kinds(verify(held, trust=[STRANGER.public])) == ["organiser"]


def test_copies_that_hide_the_hands_do_as_well(copied: Path) -> None:
    for path in copied.glob("*.msgpack"):
        log = Log.load(path)
        path.unlink()
        log.redacted(PUBLIC).save(path)

    assert verify(copied, trust=[ORGANISER.public]).faults == ()


def test_what_is_entered_twice_is_there_once(copied: Path) -> None:
    before = (copied / "leaves.txt").read_bytes()
    with Tournament.open(copied) as tournament:
        again = [
            tournament.enter_start(copied / "one.msgpack"),
            tournament.enter_note(copied / "one.msgpack"),
        ]

    assert [(entered.index, entered.new) for entered in again] == [(0, False), (2, False)]
    assert (copied / "leaves.txt").read_bytes() == before


def test_signing_a_tree_that_has_not_grown_gives_the_checkpoint_that_there_is(copied: Path) -> None:
    with Tournament.open(copied) as tournament:
        assert tournament.sign(ORGANISER) == tournament.checkpoint(6)
    assert sorted(path.name for path in (copied / "checkpoints").iterdir()) == ["0", "2", "6"]


def test_a_kept_checkpoint_whose_signature_is_spoiled_is_signed_anew(copied: Path) -> None:
    path = copied / "checkpoints" / "6"
    good = path.read_bytes()
    note = SignedNote.parse(good)
    for spoiled in ((note.signatures[0]._replace(blob=bytes(64)),), ()):
        path.write_bytes(SignedNote(note.text, spoiled).signed(STRANGER).to_bytes())
        with Tournament.open(copied) as tournament:
            assert tournament.sign(ORGANISER).to_bytes() == good
        assert path.read_bytes() == good


def test_checkpoints_are_signed_in_the_name_of_the_tree(held: Path) -> None:
    note = Tournament.load(held).checkpoint()
    assert note is not None

    assert note.text.startswith(f"{ORIGIN}\n6\n")
    assert [one.name for one in note.signatures] == [ORIGIN]
    assert note.check([Tournament.load(held).description.key]).good


def test_an_adjourned_game_ends_when_it_has_been_resumed(tmp_path: Path) -> None:
    Tournament.create(tmp_path / "t", ORGANISER)
    path = begin(tmp_path / "t", "long")
    with Tournament.open(tmp_path / "t") as tournament:
        tournament.enter_start(path)
        finish(path, Ending("adjourned", ("-", "-")))
        first = tournament.enter_note(path)
        tournament.sign(ORGANISER)
        waiting = verify(tmp_path / "t", running=True)
        over = verify(tmp_path / "t")
        with Arbiter.open(path) as arbiter:
            arbiter.resume()
        end(path)
        second = tournament.enter_note(path)
        tournament.sign(ORGANISER)

    assert (first.index, second.index) == (1, 2)
    assert ([game.status for game in waiting.games], kinds(waiting)) == (["adjourned"], [])
    assert kinds(over) == ["no end"]
    ended = verify(tmp_path / "t")
    assert (ended.games[0].status, ended.games[0].ended, kinds(ended)) == ("finished", 2, [])


def test_leaves_that_are_in_no_checkpoint_are_vouched_for_by_nobody(copied: Path) -> None:
    with Tournament.open(copied) as tournament:
        tournament.enter_start(begin(copied, "four"))
    over, running = (verify(copied, trust=[ORGANISER.public], running=on) for on in (False, True))

    assert [fault.kind for fault in over.faults] == ["checkpoint", "no end"]
    assert over.faults[0].what == "the newest is of 6 leaves, and there are 7"
    assert (running.faults, running.summary) == ((), "consistent, but not all in a checkpoint")


def test_a_tournament_without_a_leaf_and_a_checkpoint_is_attested_by_nobody(tmp_path: Path) -> None:
    Tournament.create(tmp_path / "t", ORGANISER)
    assert verify(tmp_path / "t", trust=[ORGANISER.public]).summary == "attested by a trusted organiser"

    shutil.rmtree(tmp_path / "t" / "checkpoints")
    over, running = (verify(tmp_path / "t", trust=[ORGANISER.public], running=on) for on in (False, True))
    assert [fault.what for fault in over.faults] == ["there is none"]
    assert (running.faults, running.summary) == ((), "consistent, but not all in a checkpoint")


def test_of_several_copies_of_a_record_the_one_with_the_score_sheet_is_told_of(copied: Path) -> None:
    shutil.copy(copied / "one.msgpack", copied / "a copy.msgpack")
    report = verify(copied, trust=[ORGANISER.public])

    assert report.faults == ()
    assert (report.games[0].file, report.games[0].audit) == ("one.msgpack", "attested")


def test_the_note_in_the_tree_is_the_one_of_the_record(held: Path) -> None:
    tournament = Tournament.load(held)

    assert tournament.leaf_of(held / "one.msgpack") == note_of(Log.load(held / "one.msgpack"))
    assert tournament.folder.record_named("one") == held / "one.msgpack"
