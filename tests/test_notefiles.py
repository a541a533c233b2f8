"""Notes on disk: who signs them, one after another, and that no signature is lost."""

from pathlib import Path

import pytest

from timecore.errors import NoteRefused, RecordClash, RecordClosed, RecordLocked, UsageError
from timecore.keys import SecretKey
from timecore.notefiles import NoteFile, note_beside
from timecore.notes import SignedNote

ANA, BEN, CHO = (
    SecretKey.of_seed(name, bytes([seed]) * 32) for seed, name in enumerate(("Ana", "Ben", "Cho"), 7)
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A note that Ana has signed."""
    found = tmp_path / "game.note"
    found.write_bytes(SignedNote("text\n").signed(ANA).to_bytes())
    return found


def test_two_who_sign_at_once_sign_one_after_the_other(path: Path) -> None:
    with NoteFile.open(path) as first:
        with pytest.raises(RecordLocked, match="being signed by somebody else"):
            NoteFile.open(path)
        first.add(first.note.signed(BEN))
        first.add(first.note.signed(CHO))
    with NoteFile.open(path) as again:
        assert [one.name for one in again.note.signatures] == ["Ana", "Ben", "Cho"]
        before = path.read_bytes()
        again.add(again.note.signed(BEN))
    assert path.read_bytes() == before


def test_a_note_that_was_changed_or_replaced_meanwhile_is_left_as_it_is(path: Path) -> None:
    """The lock keeps out those who ask for it; nothing keeps an editor from the file."""
    data = path.read_bytes()
    with NoteFile.open(path) as note:
        path.write_bytes(data[:-1])
        with pytest.raises(RecordClash, match="bytes where"):
            note.add(note.note.signed(BEN))
        with pytest.raises(RecordClosed):
            note.add(note.note.signed(BEN))
    path.write_bytes(data)
    with NoteFile.open(path) as note:
        path.rename(path.with_name("game.note-9"))
        path.write_bytes(data)
        with pytest.raises(RecordClash, match="replaced"):
            note.add(note.note.signed(BEN))
    assert path.read_bytes() == path.with_name("game.note-9").read_bytes() == data


def test_signatures_are_only_ever_added(path: Path) -> None:
    with NoteFile.open(path) as note:
        for other in (
            SignedNote("other\n").signed(ANA),
            SignedNote("text\n").signed(BEN),
            SignedNote("text\n"),
        ):
            with pytest.raises(UsageError, match="with further signatures"):
                note.add(other)


def test_what_is_no_note_is_not_opened_and_not_locked(path: Path) -> None:
    path.write_bytes(path.read_bytes() + "\u2014 Ben AAA".encode())
    for _ in range(2):
        with pytest.raises(NoteRefused, match="whole line") as caught:
            NoteFile.open(path)
    assert "take its line out" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("record", "note"),
    [("game.msgpack", "game.note"), ("game", "game.note"), (".", ".note"), ("a.b.c", "a.b.note")],
)
def test_a_note_lies_beside_its_record(record: str, note: str) -> None:
    assert note_beside(Path(record)) == Path(note)
