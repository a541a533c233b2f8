"""Signed notes, score sheets, checkpoints and proofs: theirs, ours, and what is none."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from independent_notes import NotANote, checkpoint_of, key_of, note_of, proven
from vectors import VECTORS

from timecore.checkpoints import Checkpoint, GrowthProof, TreeProof
from timecore.errors import NoteRefused
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import PublicKey, SecretKey
from timecore.notes import LONGEST, MOST, NoteSignature, SignedNote
from timecore.tree import grown_path, tree_root

#: The example of Go's package for notes.
GO_KEY = SecretKey.parse("PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")
GO_TEXT = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
)
GO_NOTE = (
    GO_TEXT + "\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

#: From the tests of that package: a second key, which has signed as well.
GO_SECOND = PublicKey.parse("EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop")
GO_SECOND_LINE = (
    "— EnochRoot "
    "rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
)

#: The example of the specification of checkpoints.
C2SP_CHECKPOINT = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)

#: The example of what witnesses are told, of the specification of their protocol.
C2SP_GROWTH = (
    "old 20852014\n"
    "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n"
    "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n"
    "5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n"
    "/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n\n" + C2SP_CHECKPOINT + "— example.com/behind-the-sofa "
    "opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=\n"
)

#: The example of the specification of signed notes.
C2SP_KEY = PublicKey.parse("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
C2SP_NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)

GAME = VECTORS["game_note"]
OPEN = VECTORS["tournament"]
ARBITER, ANA = (
    SecretKey.of_seed(text.split("+")[0], bytes.fromhex(seed))
    for text, seed in zip(GAME["vkeys"], GAME["secret_keys"], strict=True)
)
ORGANISER = SecretKey.of_seed("club.example/open", bytes.fromhex(OPEN["secret_key"]))


# -- notes of others -------------------------------------------------------------------------------------------


def test_a_note_is_signed_as_go_signs_it() -> None:
    assert SignedNote(GO_TEXT).signed(GO_KEY).to_bytes().decode() == GO_NOTE


@pytest.mark.parametrize(("text", "key"), [(GO_NOTE, GO_KEY.public), (C2SP_NOTE, C2SP_KEY)])
def test_the_notes_of_others_hold(text: str, key: PublicKey) -> None:
    note = SignedNote.parse(text.encode())

    assert note.to_bytes().decode() == text
    assert note.check([key]).good == (key,)
    assert note.check([]).unknown == note.signatures
    changed = attrs.evolve(note, text=note.text.replace("a", "o"))
    assert changed.check([key]).bad == (key,)


def test_who_has_signed_is_told_as_go_tells_it() -> None:
    """The cases of its tests: one key known, both, neither, and a signature that is damaged."""
    note = SignedNote.parse((GO_NOTE + GO_SECOND_LINE).encode())
    peter, enoch = note.signatures

    assert note.check([GO_KEY.public]) == ((GO_KEY.public,), (), (enoch,))
    assert note.check([GO_SECOND, GO_KEY.public]) == ((GO_KEY.public, GO_SECOND), (), ())
    assert note.check([]) == ((), (), (peter, enoch))
    twice = SignedNote.parse((GO_NOTE + GO_NOTE[len(GO_TEXT) + 1 :] + 2 * GO_SECOND_LINE).encode())
    assert twice.check([GO_KEY.public]) == ((GO_KEY.public,), (), (enoch,))
    at = len(GO_TEXT) + 1 + len("— PeterNeumann ") + 40
    damaged = SignedNote.parse((GO_NOTE[:at] + "ABCD" + GO_NOTE[at:]).encode())
    assert damaged.check([GO_KEY.public]).bad == (GO_KEY.public,)
    assert note_of(damaged.to_bytes()).signers([key_of(GO_KEY.public.text)]) == []


@pytest.mark.parametrize(
    "text",
    [
        GO_TEXT,
        GO_TEXT + "\n",
        GO_NOTE[:-1],
        "\x01" + GO_NOTE,
        GO_NOTE.replace("PeterNeumann", "Bad Name"),
        GO_NOTE + "Unexpected line.\n",
        GO_NOTE + GO_NOTE[len(GO_TEXT) + 1 :] * 100,
    ],
)
def test_what_go_calls_malformed_is_refused(text: str) -> None:
    with pytest.raises(NoteRefused):
        SignedNote.parse(text.encode())
    with pytest.raises(NotANote):
        note_of(text.encode())


# -- signatures ------------------------------------------------------------------------------------------------


def test_several_may_sign_each_once() -> None:
    note = SignedNote("text\n").signed(ARBITER).signed(ANA).signed(ARBITER)

    assert len(note.signatures) == 2
    assert note.check([ANA.public, ARBITER.public]).good == (ARBITER.public, ANA.public)
    assert note.check([ANA.public]).unknown == note.signatures[:1]


def test_who_finds_a_false_signature_of_their_own_does_not_sign_beside_it() -> None:
    """Nobody who knows the key would take anything from such a note."""
    note = SignedNote("text\n").signed(ARBITER)
    name, number, blob = note.signatures[0]
    false = SignedNote("text\n", (NoteSignature(name, number, blob[::-1]),))

    with pytest.raises(NoteRefused, match=r"says that it is .*, and is not"):
        false.signed(ARBITER)
    assert len(false.signed(ANA).signatures) == 2


def test_the_keys_of_strangers_may_have_any_name_that_the_form_allows() -> None:
    for name in ("x" * 300, "A\u202eB", "A\u200bB"):
        line = NoteSignature(name, bytes(4), bytes(64)).line
        data = f"text\n\n{line}".encode()
        assert SignedNote.parse(data).signatures[0].name == note_of(data).signatures[0][0] == name
    for name in ("A\x01B", "A\x7fB", "A+B", "A\u3000B", ""):
        data = f"text\n\n\u2014 {name} AAAAAAAA\n".encode()
        with pytest.raises(NoteRefused):
            SignedNote.parse(data)
        with pytest.raises(NotANote):
            note_of(data)


@pytest.mark.parametrize("more", [1, 7])
def test_of_too_many_signatures_the_number_is_told(more: int) -> None:
    line = NoteSignature("Ana", bytes(4), bytes(64)).line

    with pytest.raises(NoteRefused, match=f"at most {MOST} signatures, not {MOST + more}"):
        SignedNote.parse(f"text\n\n{line * (MOST + more)}".encode())


def test_a_signature_under_somebody_elses_name_is_bad_not_unknown() -> None:
    forged = NoteSignature(ANA.public.name, ANA.public.id, ARBITER.sign(b"text\n"))
    note = SignedNote("text\n", (forged,))

    checked = note.check([ANA.public, ARBITER.public])

    assert checked == ((), (ANA.public,), ())


def test_a_signature_moved_to_another_text_is_bad() -> None:
    note = SignedNote("text\n").signed(ANA)

    assert SignedNote("other\n", note.signatures).check([ANA.public]).bad == (ANA.public,)


def test_two_keys_of_one_name_and_number_are_told_apart_by_what_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Numbers of four bytes can be made to be the same."""
    monkeypatch.setattr(PublicKey, "id", b"same")
    first, second = (SecretKey.of_seed("Ana", bytes([n]) * 32) for n in (1, 2))
    note = SignedNote("text\n").signed(second)

    assert note.check([first.public, second.public]).good == (second.public,)
    assert note.check([first.public]).bad == (first.public,)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no blank line"),
        (b"text\n", "no blank line"),
        (b"text\n\n", "nobody has signed"),
        (GO_NOTE[:-1].encode(), "whole line"),
        (b"\xff\n\n\xe2\x80\x94 a AAAAAAAA\n", "line 1 of the note is not UTF-8"),
        (GO_NOTE.replace("\n", "\r\n").encode(), "end as on Windows"),
        ("a\x07b\n\n— Ana AAAAAAAA\n".encode(), "control character"),
        ("a\rb\n\n— Ana AAAAAAAA\n".encode(), "control character"),
        (b"text\n\n- Ana AAAAAAAA\n", "line 3 of the note is no signature"),
        ("text\n\n—Ana AAAAAAAA\n".encode(), "no signature"),
        ("text\n\n— Ana\n".encode(), "no signature"),
        ("text\n\n— Ana AAAA\n".encode(), "no signature"),
        ("text\n\n— Ana AAAAAAA\n".encode(), "no signature"),
        ("text\n\n— Ana AAAAAAB=\n".encode(), "no signature"),  # its last bits say nothing and are not 0
        ("text\n\n— Ana AAAA AAAA\n".encode(), "no signature"),
        ("text\n\n— Ana AAAAAAAA \n".encode(), "no signature"),
        ("text\n\n— Ana AAAAAAAA\nmore\n".encode(), "line 4 of the note is no signature"),
        ("text\n\n—  AAAAAAAA\n".encode(), "name of the key is empty"),
        ("text\n\n— A+a AAAAAAAA\n".encode(), "plus sign"),
        ("text\n\n— A\u2003a AAAAAAAA\n".encode(), "plus sign"),
        (b"text\n\n" + "— Ana AAAAAAAA\n".encode() * (MOST + 1), "at most 100"),
        (b"x" * (LONGEST + 1), "at most 65536 bytes"),
    ],
)
def test_what_is_no_note_is_refused_with_its_line(data: bytes, why: str) -> None:
    with pytest.raises(NoteRefused, match=why):
        SignedNote.parse(data)
    with pytest.raises(NotANote):
        note_of(data)


@given(st.data())
def test_whatever_is_read_as_a_note_is_written_the_same(data: st.DataObject) -> None:
    """So no two files are one note."""
    raw = bytearray(GO_NOTE.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.sampled_from([b"", b"\n", b" ", b"=", b"A", b"+", b"\n\n"])
        )
    try:
        note = SignedNote.parse(bytes(raw))
    except NoteRefused:
        return
    assert note.to_bytes() == bytes(raw)
    assert note_of(bytes(raw)).text == note.text


@pytest.mark.parametrize("text", ["", "text", "a\x00b\n", "\ud800\n", "x" * LONGEST + "\n"])
def test_a_text_that_no_note_can_have_is_refused(text: str) -> None:
    with pytest.raises(NoteRefused):
        SignedNote(text)


def test_the_last_blank_line_parts_text_and_signatures() -> None:
    note = SignedNote("one\n\n— Ana AAAAAAAA\n").signed(ANA)

    again = SignedNote.parse(note.to_bytes())

    assert again == note
    assert again.text.endswith("AAAAAAAA\n")


# -- the score sheet -------------------------------------------------------------------------------------------


def test_the_score_sheet_of_the_formats_vectors() -> None:
    sheet = GameNote.parse(GAME["text"])

    assert sheet.text == GAME["text"]
    assert (sheet.entries, sheet.status, sheet.result) == (16, "finished", ("1", "0"))
    assert SignedNote(sheet.text).signed(ARBITER).signed(ANA).to_bytes().decode() == GAME["note"]


def test_the_start_of_a_game_is_the_first_leaf_of_the_formats_vectors() -> None:
    start = GameStart.parse(OPEN["leaves"][0])

    assert start.text == OPEN["leaves"][0]
    assert start.header.hex() == VECTORS["game"]["h"][0]


CHANGES: list[Callable[[str], str]] = [
    lambda text: text.replace("v1", "v2"),
    lambda text: text + "\n",
    lambda text: text + "more 1\n",
    lambda text: text[:-1],
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("game d", "game D"),
    lambda text: text.replace("game d", "game"),
    lambda text: text.replace("head", "tail"),
    lambda text: text.replace("=\n", "\n"),
    lambda text: text.replace("2omeM6", "2ome/"),
    lambda text: text.replace("2cs=", "2ct="),
    lambda text: text.replace("entries 16", "entries 016"),
    lambda text: text.replace("entries 16", "entries 0"),
    lambda text: text.replace("entries 16", "entries -16"),
    lambda text: text.replace("entries 16", "entries " + "1" * 10_000),
    lambda text: text.replace("entries 16", "entries \u0661"),
    lambda text: text.replace("finished", "won"),
    lambda text: text.replace("finished", "finished "),
    lambda text: text.replace("1 0", "1  0"),
    lambda text: text.replace("1 0", "2 0"),
    lambda text: text.replace("result 1 0", "result"),
    lambda text: "\n".join(reversed(text.split("\n"))),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_score_sheet_has_one_form_only(change: Callable[[str], str]) -> None:
    text = change(GAME["text"])
    assert text != GAME["text"]

    with pytest.raises(NoteRefused):
        GameNote.parse(text)


# -- checkpoints and proofs ------------------------------------------------------------------------------------


def test_the_checkpoint_of_the_formats_vectors() -> None:
    note = SignedNote.parse(OPEN["checkpoint"].encode())
    tree = Checkpoint.parse(note.text)

    assert tree.root.hex() == OPEN["roots"]["5"]
    assert tree.signed(ORGANISER) == note
    assert ORGANISER.public.text == OPEN["vkey"]


def test_the_checkpoint_of_the_specifications_example() -> None:
    note = SignedNote.parse(C2SP_CHECKPOINT.encode())
    tree = Checkpoint.parse(note.text)

    assert note.to_bytes().decode() == C2SP_CHECKPOINT
    assert (tree.origin, tree.size, tree.text) == ("example.com/behind-the-sofa", 20852163, note.text)
    assert checkpoint_of(note.text) == (tree.origin, tree.size, tree.root)


def test_the_proof_of_growth_of_the_specifications_example() -> None:
    proof = GrowthProof.parse(C2SP_GROWTH.encode())

    assert proof.to_bytes().decode() == C2SP_GROWTH
    assert (proof.size, len(proof.path), proof.checkpoint.size) == (20852014, 4, 20852163)
    assert len(proof.note.signatures) == 2


def test_a_checkpoint_may_have_lines_that_nobody_here_knows() -> None:
    tree = Checkpoint("club.example/open", 0, bytes(32), ("more",))

    assert Checkpoint.parse(tree.text) == tree


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n1\n",
        "\n1\n" + "A" * 43 + "=\n",
        "a\n01\n" + "A" * 43 + "=\n",
        "a\n-1\n" + "A" * 43 + "=\n",
        "a\n1\n" + "A" * 40 + "\n",
        "a\n1\n" + "A" * 43 + "=",
        "a\n1\n" + "A" * 43 + "=\n\nmore\n",
        "a\n" + "9" * 30 + "\n" + "A" * 43 + "=\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteRefused):
        Checkpoint.parse(text)


def test_a_checkpoint_with_an_origin_of_two_lines_is_not_signed() -> None:
    with pytest.raises(NoteRefused):
        Checkpoint("a\nb", 1, bytes(32)).signed(ORGANISER)


def test_the_proof_of_the_formats_vectors_holds_for_its_leaf_only() -> None:
    proof = TreeProof.parse(OPEN["proof_of_leaf_3"].encode())
    leaves = [text.encode() for text in OPEN["leaves"]]

    assert proof.to_bytes().decode() == OPEN["proof_of_leaf_3"]
    assert proven(proof.to_bytes(), leaves[3], [key_of(OPEN["vkey"])]) == [key_of(OPEN["vkey"])]
    assert proven(proof.to_bytes(), leaves[2], [key_of(OPEN["vkey"])]) == []
    assert proof.signers(leaves[3], [ORGANISER.public]) == (ORGANISER.public,)
    assert proof.signers(leaves[3], [ANA.public]) == ()
    assert all(proof.signers(leaf, [ORGANISER.public]) == () for leaf in leaves if leaf != leaves[3])
    for other in (
        attrs.evolve(proof, index=2),
        attrs.evolve(proof, index=5),
        attrs.evolve(proof, path=proof.path[:-1]),
        attrs.evolve(proof, note=attrs.evolve(proof.note, text=proof.note.text.replace("5", "6"))),
    ):
        assert other.signers(leaves[3], [ORGANISER.public]) == ()


def test_a_proof_whose_checkpoint_was_signed_by_another_proves_nothing() -> None:
    proof = TreeProof.parse(OPEN["proof_of_leaf_3"].encode())
    name, number, _ = proof.note.signatures[0]
    forged = SignedNote(proof.note.text, (NoteSignature(name, number, ANA.sign(proof.note.text.encode())),))

    assert attrs.evolve(proof, note=forged).signers(OPEN["leaves"][3].encode(), [ORGANISER.public]) == ()


def test_a_proof_may_have_bytes_beside() -> None:
    proof = attrs.evolve(TreeProof.parse(OPEN["proof_of_leaf_3"].encode()), extra=b"beside")

    assert TreeProof.parse(proof.to_bytes()) == proof


@pytest.mark.parametrize(
    "change",
    [
        ("@v1", "@v2"),
        ("index 3", "index 03"),
        ("index 3", "index"),
        ("index 3\n", ""),
        ("index 3", "extra !\nindex 3"),
        ("bRtv", "bRt"),
        ("bRtv", "bRté"),
        ("\n\nclub", "\nclub"),
        ("bRtv", "\nbRtv"),
        ("index 3\n", "index 3\n" + ("A" * 43 + "=\n") * 70),
        ("club.example/open\n", "club.example/open\n" + "x" * 200_000),
    ],
)
def test_what_is_no_proof_is_refused(change: tuple[str, str]) -> None:
    text = OPEN["proof_of_leaf_3"].replace(*change, 1)
    assert text != OPEN["proof_of_leaf_3"]

    def read() -> Any:
        return TreeProof.parse(text.encode()).checkpoint

    with pytest.raises(NoteRefused):
        read()


# -- that a tree has only grown --------------------------------------------------------------------------------


LEAVES = [bytes([number]) for number in range(7)]


def grown(size: int) -> GrowthProof:
    """From a tree of so many leaves to one of seven."""
    note = Checkpoint("club.example/log", 7, tree_root(LEAVES)).signed(ORGANISER)
    return GrowthProof(size, grown_path(LEAVES, size), note)


@pytest.mark.parametrize("size", range(8))
def test_a_proof_of_growth_holds_from_the_tree_it_is_about_and_from_no_other(size: int) -> None:
    proof = grown(size)
    older = Checkpoint("club.example/log", size, tree_root(LEAVES[:size]))

    assert GrowthProof.parse(proof.to_bytes()) == proof
    assert proof.to_bytes().startswith(f"old {size}\n".encode())
    assert proof.holds_from(older)
    assert not proof.holds_from(attrs.evolve(older, root=bytes(32)))
    assert not proof.holds_from(attrs.evolve(older, origin="club.example/other"))
    assert not grown(size - 1 if size else 1).holds_from(older)


@pytest.mark.parametrize(
    "change",
    [
        (b"old 3", b"old 03"),
        (b"old", b"new"),
        (b"\n\n", b"\n"),
        (b"=\n", b"\n"),
        (b"\n", b"\n" + b"A\n" * 64),
    ],
)
def test_what_is_no_proof_of_growth_is_refused(change: tuple[bytes, bytes]) -> None:
    data = grown(3).to_bytes().replace(*change, 1)

    with pytest.raises(NoteRefused):
        GrowthProof.parse(data)
    with pytest.raises(NoteRefused):
        GrowthProof.parse(bytes(1 << 18))
