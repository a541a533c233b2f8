"""Both verifiers say the same of all that is published here: the saved games, and the tournament of the how-to.

Of what the attacks make they are asked in each test, since :mod:`witness` asks both.
"""

import contextlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from recording import recorded
from scene import ANA, ORGANISER, STRANGER
from witness import audited, checked_tree_proof, verified

from timecore.actors import TABLE
from timecore.chance import Luck
from timecore.checkpoints import GrowthProof, TreeProof
from timecore.entry import Entry
from timecore.keys import PublicKey
from timecore.log import Log
from timecore.messages import Move
from timecore.notes import SignedNote
from timecore.roster import Player, Roster
from timecore.table import (
    Adjourn,
    Branch,
    Forfeit,
    NonceCommit,
    NonceReveal,
    Note,
    Resume,
    Retract,
    RevealSeed,
    Rule,
    Seal,
    Void,
)
from timecore_cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
SAVED = sorted((ROOT / "replays").rglob("*.msgpack"))


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name)
def test_both_say_the_same_of_every_saved_game(path: Path) -> None:
    data = path.read_bytes()
    report = audited(data, rules=None)

    assert audited(data, rules=None, head=report.head).verdicts["head"].verdict == "the same"


@pytest.fixture(scope="module")
def spoiled(held: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tournament, each file of which is put back after it was spoiled."""
    return Path(shutil.copytree(held, tmp_path_factory.mktemp("spoiled") / "copy"))


def damaged(path: Path, data: bytes) -> None:
    """Both look at the tournament while other bytes are in a file, and at a note beside its record."""
    kept = path.read_bytes()
    path.write_bytes(data)
    try:
        folder = path.parent.parent if path.parent.name == "checkpoints" else path.parent
        verified(folder, [ORGANISER.public])
    finally:
        path.write_bytes(kept)
    if path.suffix == ".note":
        audited(path.with_suffix(".msgpack").read_bytes(), note=data, trust=[ORGANISER.public])


NAMES = ("leaves.txt", "checkpoints/2", "checkpoints/6", "one.note", "one.msgpack")


@settings(max_examples=12)
@given(
    st.sampled_from(NAMES),
    st.integers(0),
    st.integers(0, 99),
    st.binary(max_size=3) | st.sampled_from([b"\n"]),
)
def test_both_say_the_same_of_damage(spoiled: Path, name: str, at: int, gone: int, new: bytes) -> None:
    data = (spoiled / name).read_bytes()
    at %= len(data)

    damaged(spoiled / name, data[:at] + new + data[at + gone :])


NUMBERS = st.integers(-1, 14)
SEALS = [
    *[Seal(status, ("-", "-")) for status in ("adjourned", "adjourned", "void", "forfeit", "over")],
    *[Seal("finished", result) for result in (("1", "0"), ("1",), ("1", "x"))],
]
OF_THE_TABLE = st.one_of(
    NUMBERS.map(Retract),
    NUMBERS.map(Retract),
    st.builds(Rule, NUMBERS, st.just("so be it")),
    st.integers(-1, 2).map(Forfeit),
    st.just(Void("a fire")),
    st.sampled_from([Adjourn(), Resume(), Resume(), Branch(None), Branch(Luck.sealed(1, bytes(32)))]),
    st.just(Note("late")),
    st.sampled_from(SEALS),
    st.sampled_from([NonceCommit(bytes(32)), NonceReveal(bytes(32)), RevealSeed(bytes(16), bytes(32))]),
)


@example([(99, TABLE, move) for move in (SEALS[0], RevealSeed(bytes(16), bytes(32)), Resume(), Note("late"))])
@example([(2, TABLE, Adjourn()), (3, TABLE, Resume()), (4, TABLE, SEALS[0]), (5, TABLE, Branch(None))])
@example([(5, TABLE, Rule(0, "so be it")), (5, TABLE, Retract(-1)), (6, TABLE, Resume())])
@example(
    [(0, TABLE, Void("a fire")), (1, 0, NonceCommit(bytes(32))), (5, TABLE, Retract(0)), (6, 0, Note("x"))]
)
@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 12), st.sampled_from([TABLE, TABLE, TABLE, 0, 1, -1]), OF_THE_TABLE))
)
def test_both_say_the_same_of_whatever_the_table_enters_and_wherever(
    bare: Log, more: list[tuple[int, int, Move]]
) -> None:
    """Rightly or wrongly, by whomever: who was to act, what was taken back, and what closes a game."""
    entries = [*bare.entries]
    for at, actor, move in more:
        entries.insert(min(at, len(entries)), Entry(0, actor, move))

    report = audited(recorded(bare, entries))

    assert report.entries == len(entries)
    assert report.verdicts["bytes"].verdict == "sound"


def test_both_say_the_same_of_base64_that_has_another_form(spoiled: Path) -> None:
    for name in NAMES[:-1]:
        data = (spoiled / name).read_bytes()
        for found in re.finditer(rb"([A-Za-z0-9+/])(=+)\n", data):
            other = bytes((found[1][0] + 1,))
            damaged(spoiled / name, data[: found.start()] + other + data[found.start() + 1 :])


def test_both_say_the_same_of_a_roster_of_arbiters_that_is_not_right(spoiled: Path) -> None:
    path = spoiled / "arbiters.toml"
    sound = Roster.of([Player.of(STRANGER), Player("Cho")]).to_bytes()
    path.write_bytes(sound)
    for old, new in (
        (b"", b""),
        (b'"timecore roster v1"', b'"another"'),
        (b"proof = ", b"prove = "),
        (b'"The Organiser"', b'" The Organiser"'),
        (b'"Cho"', b'"The Organiser"'),
        (b'"Cho"', b"1"),
        (b"format", b"\xff"),
        (b'="', b'"'),
    ):
        damaged(path, sound.replace(old, new, 1))
    path.unlink()


def test_both_say_the_same_of_a_false_signature_of_a_player(spoiled: Path) -> None:
    """Whose key stands in the header, and nowhere else."""
    path = spoiled / "one.note"
    good = SignedNote.parse(path.read_bytes()).signed(ANA)
    damaged(path, good.to_bytes())
    one = good.signatures[-1]
    false = SignedNote(good.text, (*good.signatures[:-1], one._replace(blob=bytes(64))))
    damaged(path, false.to_bytes())
    control = good.to_bytes().replace(one.name.encode(), b"A\x01a")
    damaged(path, control)


def carry_out(page: Path, until: str) -> None:
    """Do what a how-to does, up to a heading."""
    text = page.read_text("utf-8").partition(until)[0]
    names: dict[str, object] = {}
    for kind, block in re.findall(r"^```(console|python)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if kind == "python":
            lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*\n)", block, re.MULTILINE)
            exec("".join(lines), names)  # noqa: S102 - the page is ours, and its own test runs it as well
            continue
        for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
            if command.startswith("timecore "):
                assert main(shlex.split(command)[1:]) == 0, command
            else:
                subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)  # noqa: S602


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which somebody has done what the how-to says, up to the standings."""
    folder = tmp_path_factory.mktemp("how-to")
    with contextlib.chdir(folder):
        carry_out(ROOT / "docs" / "how-to" / "run-a-tournament.md", "\n## Standings")
        yield folder


def test_both_say_the_same_of_the_tournament_of_the_how_to(tournament: Path) -> None:
    trust = [PublicKey.parse(line) for line in keys_in(tournament / "arbiter.pub")]
    seen = [
        SignedNote.parse((tournament / f"{name}.checkpoint").read_bytes()) for name in ("round1", "final")
    ]
    for name in ("open", "copy"):
        report = verified(tournament / name, trust, seen=seen)
        assert report.faults == ()
        assert report.summary == "attested by a trusted organiser"
        record = (tournament / name / "table1.msgpack").read_bytes()
        note = (tournament / name / "table1.note").read_bytes()
        assert audited(record, rules=None, note=note, trust=trust).summary == "attested"
    mine = (tournament / "mine.msgpack").read_bytes()
    proof = TreeProof.parse((tournament / "mine.tlog-proof").read_bytes())
    assert audited(mine, rules=None, proof=proof.to_bytes(), trust=trust).summary == "attested"
    assert main(["tournament", "prove", "open", "--since", "round1.checkpoint", "-o", "growth"]) == 0
    growth = GrowthProof.parse((tournament / "growth").read_bytes())
    assert checked_tree_proof(mine, proof, trust, seen=seen[0], growth=growth).faults == ()
    assert checked_tree_proof(mine, proof, trust, seen=seen[1]).faults == ()


def keys_in(path: Path) -> list[str]:
    return re.findall(r'^key = "(.*)"$', path.read_text("utf-8"), re.MULTILINE)
