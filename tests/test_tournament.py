"""Tournaments: what is entered, what is signed and proven, and what a verification finds."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import attrs
import independent_notes
import independent_tournament
import pytest
from recording import continued
from tiny import RULESET as TINY
from witness import verified

from timecore.actors import PUBLIC, TABLE
from timecore.arbiter import Arbiter
from timecore.bots import make_bots, simulate
from timecore.checkpoints import Checkpoint, GrowthProof, TreeProof
from timecore.course import Course
from timecore.ending import Ending
from timecore.entry import Entry
from timecore.errors import (
    NotATournament,
    NoteRefused,
    RecordClash,
    RecordClosed,
    RecordLocked,
    TournamentDamaged,
    TournamentError,
    TournamentRefused,
)
from timecore.game import Game
from timecore.gamenotes import GameStart
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.recordfile import RecordFile
from timecore.roster import Player, Roster
from timecore.sealing import note_of, seal, seals_of
from timecore.table import Branch, Note, Retract, Seal, Void
from timecore.tournament import Tournament, TournamentReport, verify, verify_proof
from timecore.tournament._leaves import read_leaves
from timecore.wholefile import LONGEST

ORGANISER = SecretKey.of_seed("The Organiser", bytes([1]) * 32)
ARBITER = SecretKey.of_seed("Second Arbiter", bytes([2]) * 32)
STRANGER = SecretKey.of_seed("The Organiser", bytes([3]) * 32)
ORIGIN = "club.example/open"
NAMES = ["Ana", "Ben"]


def begin(folder: Path, name: str, seed: str | None = None) -> Path:
    """A game that waits to be entered."""
    path = folder / f"{name}.msgpack"
    Game.new(TINY, seats=NAMES, seed=seed or name).save(path)
    return path


def end(path: Path, *signers: SecretKey) -> None:
    """Play a game to its end, seal it and sign its score sheet."""
    with Game.open(path, rules=TINY) as game:
        simulate(game, make_bots(TINY, ["random"] * 2, path.stem))
        result = TINY.result(game.state)
    winners = () if result is None else result.winners
    finish(path, Ending("finished", tuple("1" if seat in winners else "0" for seat in range(2))), *signers)


def finish(path: Path, how: Ending, *signers: SecretKey) -> None:
    with Arbiter.open(path) as arbiter:
        sheet = seal(arbiter, how)
    note = SignedNote(sheet.text)
    for key in signers or (ORGANISER,):
        note = note.signed(key)
    path.with_suffix(".note").write_bytes(note.to_bytes())


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of three games that is over: the checkpoints have 0, 2 and 6 leaves."""
    folder = tmp_path_factory.mktemp("held") / "open"
    arbiters = Roster.of([Player.of(ARBITER)])
    Tournament.create(folder, ORGANISER, name="The Open", origin=ORIGIN, arbiters=arbiters)
    one, two, three = (begin(folder, name) for name in ("one", "two", "three"))
    with Tournament.open(folder) as tournament:
        tournament.enter_start(one)
        tournament.enter_start(two)
        tournament.sign(ORGANISER)
        end(one)
        tournament.enter_note(one)
        tournament.enter_start(three)
        end(two, ARBITER)
        with Arbiter.open(three) as arbiter:
            arbiter.forfeit(1)
        finish(three, Ending("forfeit", ("1", "f")))
        tournament.enter_note(three)
        tournament.enter_note(two)
        tournament.sign(ORGANISER)
    return folder


@pytest.fixture
def copied(held: Path, tmp_path: Path) -> Path:
    """A copy that can be spoiled."""
    return Path(shutil.copytree(held, tmp_path / "copy"))


def kinds(report: TournamentReport) -> list[str]:
    return [fault.kind for fault in report.faults]


# -- a tournament that is as it should be -----------------------------------------------------------------------


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


# -- what is refused -------------------------------------------------------------------------------------------


def test_a_game_that_has_begun_cannot_be_entered_any_more(copied: Path) -> None:
    path = copied / "late.msgpack"
    game = Game.new(TINY, seats=NAMES, seed="late")
    game.table(Note("nothing yet"))
    game.save(path)
    with Tournament.open(copied) as tournament:
        assert tournament.enter_start(path).new
        path = copied / "later.msgpack"
        game = Game.new(TINY, seats=NAMES, seed="later")
        simulate(game, make_bots(TINY, ["random"] * 2, "later"))
        game.save(path)

        with pytest.raises(TournamentRefused, match=r"later\.msgpack has begun: entry 5"):
            tournament.enter_start(path)
    assert len(Tournament.load(copied).leaves) == 7


def test_a_game_is_entered_before_any_nonce_is_revealed(copied: Path) -> None:
    path = copied / "nonces.msgpack"
    with Game.new(TINY, seats=NAMES, seed="nonces", nonces=True, path=path) as game:
        nonces = [game.commit_nonce(seat) for seat in range(2)]
    again = shutil.copy(path, copied / "revealed.msgpack")
    with Arbiter.open(again) as arbiter:
        arbiter.reveal_nonce(0, nonces[0])

    with Tournament.open(copied) as tournament:
        with pytest.raises(TournamentRefused, match="has begun: entry 3"):
            tournament.enter_start(again)
        assert tournament.enter_start(path).new


def test_luck_made_at_a_real_table_proves_nothing_and_may_be_entered_late(copied: Path) -> None:
    game = Game.new(TINY, seats=NAMES, luck="manual")
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    game.save(copied / "paper.msgpack")

    with Tournament.open(copied) as tournament:
        assert tournament.enter_start(copied / "paper.msgpack").new


def test_a_score_sheet_needs_its_game_a_seal_and_somebody_who_answers_for_it(copied: Path) -> None:
    path = begin(copied, "four")
    with Tournament.open(copied) as tournament:
        with pytest.raises(TournamentRefused, match="is not sealed"):
            tournament.enter_note(path)
        end(path, STRANGER)
        with pytest.raises(TournamentRefused, match="was not entered when it began"):
            tournament.enter_note(path)
    begin(copied, "five")
    with Tournament.open(copied) as tournament:
        path = copied / "five.msgpack"
        tournament.enter_start(path)
        end(path, STRANGER)
        with pytest.raises(TournamentRefused, match="not signed by the organiser or an arbiter"):
            tournament.enter_note(path)
        shutil.copy(copied / "one.note", copied / "five.note")
        with pytest.raises(TournamentRefused, match=r"five\.note is that of another game"):
            tournament.enter_note(path)
        (copied / "five.note").write_text("nothing\n", encoding="utf-8")
        with pytest.raises(NoteRefused, match=r"five\.note: "):
            tournament.enter_note(path)
        (copied / "five.note").unlink()
        with pytest.raises(TournamentRefused, match="no score sheet"):
            tournament.enter_note(path)
        with pytest.raises(TournamentError, match="does not lie in"):
            tournament.enter_start(copied.parent / "elsewhere.msgpack")


def test_a_tournament_has_one_writer_and_one_organiser(copied: Path) -> None:
    with Tournament.open(copied) as tournament:
        with pytest.raises(RecordLocked, match="being written elsewhere"):
            Tournament.open(copied)
        with pytest.raises(TournamentRefused, match="not the organiser's"):
            tournament.sign(STRANGER)
    with pytest.raises(RecordClosed):
        tournament.sign(ORGANISER)
    with pytest.raises(RecordClosed):
        Tournament.load(copied).enter_start(begin(copied, "six"))
    with pytest.raises(RecordClash):
        Tournament.create(copied, ORGANISER)


@pytest.mark.parametrize("gone", [("tournament.toml",), ("tournament.toml", "leaves.txt")])
def test_no_tournament_begins_where_something_is_left_of_another(copied: Path, gone: tuple[str, ...]) -> None:
    """Its tree may be known by the same name."""
    for name in gone:
        (copied / name).unlink()
    with pytest.raises(
        RecordClash, match=r"leaves\.txt exists" if len(gone) == 1 else r"checkpoints.2 exists"
    ):
        Tournament.create(copied, ORGANISER)
    assert not (copied / "tournament.toml").exists()


def test_two_who_make_a_tournament_in_one_folder_do_not_make_one_of_both(tmp_path: Path) -> None:
    (tmp_path / "t" / "checkpoints").mkdir(parents=True)
    (tmp_path / "t" / "leaves.txt").write_bytes(b"")
    file, _ = RecordFile.open_bytes(tmp_path / "t" / "leaves.txt")
    with file, pytest.raises(RecordLocked, match="being written elsewhere"):
        Tournament.create(tmp_path / "t", ORGANISER, name="The Open")
    assert [path.name for path in (tmp_path / "t").iterdir() if path.is_file()] == ["leaves.txt"]

    assert Tournament.create(tmp_path / "t", ORGANISER, name="The Open").leaves == ()


FORMAT = 'format = "timecore tournament v1"\nname = "x"\n'


@pytest.mark.parametrize(
    "text", ["", "format = 1", FORMAT, "\0", FORMAT + 'origin = "a b"\norganiser = "x"', FORMAT + "more = 1"]
)
def test_a_folder_whose_description_is_damaged_is_no_tournament(copied: Path, text: str) -> None:
    (copied / "tournament.toml").write_text(text, encoding="utf-8")

    for look in (Tournament.load, Tournament.open, verify):
        with pytest.raises(NotATournament):
            look(copied)


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


# -- crashes and damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", [b"timecore start v1\ngame 0", b"\0" * 40, b"\n", b"timecore game v1\n\n"])
def test_a_leaf_that_is_half_there_is_put_aside_and_nothing_is_lost(copied: Path, rest: bytes) -> None:
    leaves = copied / "leaves.txt"
    whole = leaves.read_bytes()
    leaves.write_bytes(whole + rest)

    assert kinds(verify(copied)) == ["leaves"]
    assert len(Tournament.load(copied).leaves) == 6
    path = begin(copied, "next")
    with Tournament.open(copied) as tournament:
        entered = tournament.enter_start(path)

    assert entered.index == 6
    assert tournament.moved is not None
    assert tournament.moved.read_bytes() == rest
    assert leaves.read_bytes() == whole + entered.leaf.text.encode() + b"\n"


def test_a_leaf_that_a_checkpoint_vouches_for_is_not_put_aside(copied: Path) -> None:
    leaves = copied / "leaves.txt"
    cut = leaves.read_bytes()[:-3]
    leaves.write_bytes(cut)

    with pytest.raises(TournamentDamaged, match="vouches for 6 leaves"):
        Tournament.open(copied)
    assert leaves.read_bytes() == cut
    assert kinds(verify(copied))[:2] == ["leaves", "rolled back"]


def test_whatever_is_cut_off_leaves_the_leaves_before_it(held: Path) -> None:
    data = (held / "leaves.txt").read_bytes()
    ends = [0, *(found.end() for found in re.finditer(rb"\n\n", data))]

    for size in range(len(data) + 1):
        found = read_leaves(data[:size])

        assert len(found.leaves) == sum(0 < end <= size for end in ends)
        assert found.damage is None if size in ends else found.damage is not None and found.damage.torn


def test_damage_with_sound_leaves_behind_it_is_no_torn_tail(copied: Path) -> None:
    leaves = copied / "leaves.txt"
    data = bytearray(leaves.read_bytes())
    data[30] = ord("x")
    leaves.write_bytes(data)

    for look in (Tournament.load, Tournament.open):
        with pytest.raises(TournamentDamaged) as caught:
            look(copied)
        assert (caught.value.leaf, caught.value.byte, caught.value.torn) == (0, 0, False)
    assert kinds(verify(copied))[:1] == ["leaves"]


def test_what_is_no_file_is_not_there(copied: Path) -> None:
    (copied / "folder.msgpack").mkdir()
    os.mkfifo(copied / "pipe.msgpack")
    (copied / "endless.msgpack").symlink_to("/dev/zero")
    (copied / "gone.msgpack").symlink_to("nowhere")
    (copied / "one.note").unlink()
    (copied / "one.note").mkdir()
    (copied / "checkpoints" / "6").unlink()
    (copied / "checkpoints" / "6").mkdir()

    assert kinds(verify(copied)) == ["checkpoint", "score sheet"]


def test_a_file_that_cannot_be_read_is_a_fault_among_others(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (copied / "endless.msgpack").open("wb") as file:
        file.truncate(LONGEST + 1)
    opened = Path.open

    def refused(path: Path, mode: str = "r") -> IO[Any]:
        if path.name in ("6", "one.note", "two.msgpack"):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", refused)
    report = verify(copied)

    assert [(fault.kind, fault.file) for fault in report.faults] == [
        ("checkpoint", "checkpoints/6"),
        ("audit", "endless.msgpack"),
        ("score sheet", "one.note"),
        ("audit", "two.msgpack"),
        ("score sheet", "one.msgpack"),
        ("missing", None),
    ]
    assert report.faults[0].what == "it cannot be read: Permission denied"
    assert report.faults[1].what == f"it cannot be read: it has more than {LONGEST} bytes"


def adjourned(folder: Path, times: int) -> Path:
    """A tournament of one game that was adjourned often; the tree has all its score sheets."""
    Tournament.create(folder, ORGANISER)
    path = begin(folder, "long")
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
    with Arbiter.open(path) as arbiter:
        for _ in range(times):
            arbiter.adjourn()
            arbiter.table(Seal("adjourned", ("-", "-")))
            arbiter.resume()
        log = arbiter.log
    sheets = [note_of(log, sealed).text for sealed in seals_of(log).entries]
    path.with_suffix(".note").write_bytes(SignedNote(sheets[-1]).signed(ORGANISER).to_bytes())
    with (folder / "leaves.txt").open("ab") as leaves:
        leaves.write("".join(sheet + "\n" for sheet in sheets).encode())
    with Tournament.open(folder) as tournament:
        tournament.sign(ORGANISER)
    return path


def test_the_work_grows_with_a_record_and_not_with_its_score_sheets_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter, work = Course.enter, []
    for times in (8, 16):
        adjourned(tmp_path / str(times), times)
        entered = [0]

        def counted(*arguments: Any, entered: list[int] = entered) -> Any:
            entered[0] += 1
            return enter(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(Course, "enter", counted)
            assert verify(tmp_path / str(times), running=True).faults == ()
        work += entered

    assert work[1] < 2.5 * work[0]


def test_a_proof_of_another_index_is_named_only_where_that_is_quickly_found(tmp_path: Path) -> None:
    for times, words in ((3, "it is one of leaf 3"), (130, "neither begin nor end of this game")):
        path = adjourned(tmp_path / str(times), times)
        tournament = Tournament.load(tmp_path / str(times))
        proof = attrs.evolve(tournament.prove(tournament.leaves[-1]), index=1)

        report = verify_proof(path.read_bytes(), proof, [ORGANISER.public])
        assert words in report.faults[0].what


def test_a_tournament_whose_leaves_are_gone_is_not_one_without_leaves(copied: Path) -> None:
    (copied / "leaves.txt").unlink()
    for kind in ("none", "a folder"):
        for look in (Tournament.load, Tournament.open):
            with pytest.raises(NotATournament, match=r"there is no leaves\.txt in it"):
                look(copied)
        report = verify(copied)
        assert "rolled back" in kinds(report)
        assert any("vouches for 2 leaves, and there are 0" in fault.what for fault in report.faults)
        if kind == "none":
            (copied / "leaves.txt").mkdir()


# -- attacks ---------------------------------------------------------------------------------------------------


def remove_the_record(folder: Path) -> None:
    (folder / "two.msgpack").unlink()


def quietly_deal_anew(folder: Path) -> None:
    """Two games were entered, and only the one that went well is shown."""
    begin(folder, "bad")
    good = begin(folder, "good")
    with Tournament.open(folder) as tournament:
        tournament.enter_start(folder / "bad.msgpack")
        tournament.enter_start(good)
        end(good)
        tournament.enter_note(good)
        tournament.sign(ORGANISER)


def play_outside_the_tree(folder: Path) -> None:
    end(begin(folder, "friendly"))


def put_another_record_in_its_place(folder: Path) -> None:
    """Of the same number and header, since its luck is given; other moves."""
    (folder / "one.msgpack").unlink()
    path = begin(folder, "one")
    with Arbiter.open(path) as arbiter:
        arbiter.forfeit(0)
    finish(path, Ending("forfeit", ("f", "1")))


def change_a_byte(folder: Path) -> None:
    path = folder / "one.msgpack"
    data = bytearray(path.read_bytes())
    data[-40] ^= 1
    path.write_bytes(data)


def cut_the_record(folder: Path) -> None:
    path = folder / "one.msgpack"
    log = Log.load(path)
    path.write_bytes(path.read_bytes()[: log.record.entries[-1].offset])


def forge_a_score_sheet(folder: Path) -> None:
    note = SignedNote.parse((folder / "one.note").read_bytes())
    (folder / "one.note").write_bytes(SignedNote(note.text).signed(STRANGER).to_bytes())


def roll_back(folder: Path) -> None:
    """Cut the tree to what an earlier checkpoint vouches for."""
    leaves = folder / "leaves.txt"
    leaves.write_bytes(b"\n\n".join(leaves.read_bytes().split(b"\n\n")[:2]) + b"\n\n")


def swap_two_leaves(folder: Path) -> None:
    leaves = folder / "leaves.txt"
    one, two, *rest = leaves.read_bytes().split(b"\n\n")
    leaves.write_bytes(b"\n\n".join([two, one, *rest]))


def end_twice(folder: Path) -> None:
    leaves = folder / "leaves.txt"
    data = leaves.read_bytes()
    leaves.write_bytes(data + data.split(b"\n\n")[2] + b"\n\n")


def begin_twice(folder: Path) -> None:
    leaves = folder / "leaves.txt"
    start = GameStart(Log.load(folder / "one.msgpack").header.game, bytes(32))
    leaves.write_bytes(leaves.read_bytes() + start.text.encode() + b"\n")


def sign_by_another_key(folder: Path) -> None:
    path = folder / "checkpoints" / "6"
    note = SignedNote.parse(path.read_bytes())
    path.write_bytes(SignedNote(note.text).signed(SecretKey.of_seed(ORIGIN, STRANGER.seed)).to_bytes())


def show_a_checkpoint_of_another_tree(folder: Path) -> None:
    path = folder / "checkpoints" / "2"
    path.write_bytes(Checkpoint("club.example/other", 2, bytes(32)).signed(ORGANISER).to_bytes())


def show_a_checkpoint_of_another_tree_in_the_name_of_this_one(folder: Path) -> None:
    key = SecretKey.of_seed(ORIGIN, ORGANISER.seed)
    tree = Checkpoint("club.example/other", 2, bytes(32))
    (folder / "checkpoints" / "2").write_bytes(tree.signed(key).to_bytes())


def show_a_checkpoint_as_one_of_another_size(folder: Path) -> None:
    shutil.copy(folder / "checkpoints" / "2", folder / "checkpoints" / "3")


def sign_the_sheet_of_an_irregular_record(folder: Path) -> None:
    path = begin(folder, "four")
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        irregular = continued(
            Log.load(path, rules=TINY), Entry(0, TABLE, Retract(99)), Entry(0, TABLE, Void(""))
        )
        irregular.save(path, replace=True)
        finish(path, Ending("void", ("-", "-")))
        tournament.enter_note(path)
        tournament.sign(ORGANISER)


@pytest.mark.parametrize(
    ("attack", "found"),
    [
        (remove_the_record, ["missing"]),
        (quietly_deal_anew, ["no end"]),
        (play_outside_the_tree, ["not entered"]),
        (put_another_record_in_its_place, ["another record", "missing"]),
        (change_a_byte, ["another record", "missing"]),
        (cut_the_record, ["another record", "missing"]),
        (forge_a_score_sheet, ["score sheet"]),
        (roll_back, ["rolled back", "not entered", "no end", "no end"]),
        (swap_two_leaves, ["split view", "split view"]),
        (end_twice, ["order", "checkpoint"]),
        (begin_twice, ["order", "checkpoint"]),
        (sign_by_another_key, ["checkpoint"]),
        (show_a_checkpoint_of_another_tree, ["checkpoint"]),
        (show_a_checkpoint_of_another_tree_in_the_name_of_this_one, ["checkpoint"]),
        (show_a_checkpoint_as_one_of_another_size, ["checkpoint"]),
        (sign_the_sheet_of_an_irregular_record, ["audit"]),
    ],
)
def test_an_attack_is_named(copied: Path, attack: Callable[[Path], None], found: list[str]) -> None:
    attack(copied)

    assert kinds(verified(copied, [ORGANISER.public])) == found


def test_a_checkpoint_seen_elsewhere_shows_a_tree_that_was_rolled_back_or_split(copied: Path) -> None:
    newest = Tournament.load(copied).checkpoint()
    assert newest is not None
    other = Checkpoint(ORIGIN, 4, bytes(32)).signed(SecretKey.of_seed(ORIGIN, ORGANISER.seed))
    assert verify(copied, seen=[newest]).faults == ()
    assert kinds(verify(copied, seen=[other])) == ["split view"]

    (copied / "checkpoints" / "6").unlink()
    assert kinds(verify(copied, seen=[newest])) == ["rolled back"]
    roll_back(copied)
    assert kinds(verify(copied, seen=[newest], running=True)) == ["rolled back", "not entered"]


def test_no_second_tree_is_signed_under_the_name_of_the_first(copied: Path) -> None:
    swap_two_leaves(copied)
    with (
        Tournament.open(copied) as tournament,
        pytest.raises(TournamentRefused, match="2 leaves is not one of this tree"),
    ):
        tournament.sign(ORGANISER)

    swap_two_leaves(copied)
    roll_back(copied)
    with Tournament.open(copied) as tournament, pytest.raises(TournamentRefused, match="the tree has 2"):
        tournament.sign(ORGANISER)


# -- proofs ----------------------------------------------------------------------------------------------------


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


def test_a_game_that_has_ended_ends_once(copied: Path) -> None:
    path = copied / "one.msgpack"
    with Arbiter.open(path) as arbiter:
        arbiter.table(Branch(None))
        arbiter.void("after all")
    finish(path, Ending("void", ("-", "-")))

    with Tournament.open(copied) as tournament, pytest.raises(TournamentRefused, match="has ended already"):
        tournament.enter_note(path)


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


def test_the_note_in_the_tree_is_the_one_of_the_record(held: Path) -> None:
    tournament = Tournament.load(held)

    assert tournament.leaf_of(held / "one.msgpack") == note_of(Log.load(held / "one.msgpack"))
    assert tournament.folder.record_named("one") == held / "one.msgpack"
