"""`timecore tournament`: from its folder to the page on the wall."""

from __future__ import annotations

import csv
import io
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from cli_run import Run
from tiny import RULESET as TINY

from timecore.arbiter import Arbiter
from timecore.ending import Ending
from timecore.game import Game
from timecore.keyfiles import save_key
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.roster import Player, Roster
from timecore.sealing import seal
from timecore.table import Branch
from timecore_cli import main

ORGANISER, STRANGER, ANA = (
    SecretKey.of_seed(name, bytes([n]) * 32) for n, name in enumerate(["Org", "Str", "Ana"])
)
EVIL = "<b>Ben</b>\x1b[2J;=1+1"
PROOF = ("--proof", "x", "--record", "y")


def begin(folder: Path, name: str, *names: str) -> Path:
    path = folder / f"{name}.msgpack"
    keys = [ANA.public.raw if who == "Ana" else None for who in names]
    Game.new(TINY, seats=names, seed=name, keys=keys, tags={"round": "1"}).save(path)
    return path


def end(path: Path, status: str, tokens: str) -> None:
    with Arbiter.open(path) as arbiter:
        sheet = seal(arbiter, Ending(status, tuple(tokens)))  # type: ignore[arg-type]
    path.with_suffix(".note").write_bytes(SignedNote(sheet.text).signed(ORGANISER).to_bytes())


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The keys, and beside them a tournament of two games, made by the commands."""
    place = tmp_path_factory.mktemp("desk")
    for name, secret in (("org", ORGANISER), ("str", STRANGER)):
        save_key(place / f"{name}.key", secret)
        (place / f"{name}.pub").write_bytes(Roster.of([Player.of(secret)]).to_bytes())
    roster = Roster.of([Player.of(ANA), Player("Cho"), Player("=Dan")])
    (place / "roster.toml").write_bytes(roster.to_bytes())
    folder = place / "open"
    key = ("--key", str(place / "org.key"))
    assert (
        main(
            [
                "tournament",
                "init",
                str(folder),
                *key,
                "--roster",
                str(place / "roster.toml"),
                "--name",
                "The Open",
            ]
        )
        == 0
    )
    one, two = begin(folder, "one", "Ana", EVIL), begin(folder, "two", "Cho", "Ana")
    assert main(["tournament", "open", str(folder)]) == 0
    assert main(["tournament", "checkpoint", str(folder), *key, "-o", str(place / "early")]) == 0
    end(one, "finished", "10")
    end(two, "forfeit", "f1")
    assert main(["tournament", "close", str(folder)]) == 0
    assert main(["tournament", "checkpoint", str(folder), *key, "-o", str(place / "late")]) == 0
    return place


@pytest.fixture
def copied(desk: Path, tmp_path: Path) -> Path:
    """A copy that can be spoiled."""
    return Path(shutil.copytree(desk, tmp_path / "copy"))


def test_what_was_made_is_told_and_verifies(desk: Path, timecore: Run) -> None:
    ran = timecore(
        "tournament", "verify", desk / "open", "--trust", desk / "org.pub", "--checkpoint", desk / "early"
    )

    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[:2] == ["The Open (Org/The-Open)", "attested by a trusted organiser"]
    assert "\norganiser  trusted:" in ran.out
    assert "2: 1 finished, 1 forfeit\nluck       2 not checked\n" in ran.out
    signer = f"Org+{ORGANISER.public.id.hex()}"
    assert re.search(rf"one\.msgpack  finished  1 0  attested  signed by {re.escape(signer)}\n", ran.out)


def test_the_verification_is_there_as_data(desk: Path, timecore: Run) -> None:
    ran = timecore("tournament", "verify", desk / "open", "--json")

    assert (ran.code, ran.json["summary"]) == (0, "consistent, organiser not known")
    assert [game["status"] for game in ran.json["games"]] == ["finished", "forfeit"]
    assert [game["audit"] for game in ran.json["games"]] == ["intact, not attested"] * 2


def test_a_game_that_nobody_trusted_has_signed_is_not_told_to_be_attested(desk: Path, timecore: Run) -> None:
    unknown = timecore("tournament", "verify", desk / "open")
    forged = timecore("tournament", "verify", desk / "open", "--trust", desk / "str.pub")

    assert (unknown.code, forged.code) == (0, 1)
    for ran in (unknown, forged):
        row = next(line for line in ran.lines if line.startswith("  one.msgpack"))
        assert "  intact, not attested  signed by Org+" in row


def test_a_game_without_an_end_is_a_fault_unless_the_tournament_goes_on(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    begin(folder, "three", "Ana", "Cho")
    opened = timecore("tournament", "open", folder, "three")
    again = timecore("tournament", "open", folder, folder / "three.msgpack", "--lang", "es")
    over = timecore("tournament", "verify", folder)
    running = timecore("tournament", "verify", folder, "--running")

    assert opened.out == "three.msgpack: entered as leaf 4\n"
    assert again.out == "three.msgpack: ya era la hoja 4\n"
    assert over.code == 1
    assert "checkpoint: the newest is of 4 leaves, and there are 5\n" in over.out
    assert "  no end: three.msgpack, leaf 4, game" in over.out
    assert "may have been dealt anew" in " ".join(over.out.split())
    assert (running.code, running.lines[1]) == (0, "consistent, but not all in a checkpoint")


def test_what_a_checkpoint_and_a_proof_were_written_to_is_said(
    desk: Path, tmp_path: Path, timecore: Run
) -> None:
    checkpoint, proof = tmp_path / "checkpoint", tmp_path / "proof"
    signed = timecore("tournament", "checkpoint", desk / "open", "--key", desk / "org.key", "-o", checkpoint)
    proven = timecore("tournament", "prove", desk / "open", "two", "-o", proof)

    assert signed.out == f"{checkpoint}: the checkpoint of 4 leaves, signed by Org\n"
    assert proven.out == f"{proof}: a proof of leaf 3 in the tree of size 4\n"
    assert checkpoint.read_bytes() == (desk / "late").read_bytes()


def test_where_standings_were_written_to_is_said_but_to_a_machine(
    desk: Path, tmp_path: Path, timecore: Run
) -> None:
    file = tmp_path / "standings"
    standings = ("tournament", "standings", desk / "open", "-o", file)

    assert timecore(*standings).out == f"{file}: the standings of 4 players\n"
    file.unlink()
    assert timecore(*standings, "--csv", "--lang", "es").out == f"{file}: la clasificación de 4 jugadores\n"
    file.unlink()
    assert timecore(*standings, "--json").out == ""


def test_a_game_that_waits_for_shares_is_entered_with_a_warning(copied: Path, timecore: Run) -> None:
    path = copied / "open" / "three.msgpack"
    Game.new(TINY, seats=["Ana", "Ben", "Cho"], nonces=True).save(path)
    with Arbiter.open(path) as arbiter:
        arbiter.commit_nonce(1)
    early = timecore("tournament", "open", copied / "open")
    again = timecore("tournament", "open", copied / "open", "three")

    assert (early.code, early.out) == (0, "three.msgpack: entered as leaf 4\n")
    assert "three.msgpack waits for the shares in the luck of Ana, Cho, who" in " ".join(early.err.split())
    assert again.err == ""


def test_of_a_game_whose_shares_are_all_committed_to_there_is_no_warning(copied: Path, timecore: Run) -> None:
    path = copied / "open" / "three.msgpack"
    Game.new(TINY, seats=["Ana", "Ben"], nonces=True).save(path)
    with Arbiter.open(path) as arbiter:
        arbiter.commit_nonce(0)
        arbiter.commit_nonce(1)
    ran = timecore("tournament", "open", copied / "open")

    assert (ran.code, ran.err) == (0, "")


def test_where_there_is_nothing_to_enter_that_is_said(desk: Path, timecore: Run) -> None:
    begun, ended, machine = (
        timecore("tournament", *words, desk / "open", *more)
        for *words, more in (("open", ()), ("close", ("--lang", "es")), ("close", ("--json",)))
    )

    assert begun.out == f"{desk / 'open'}: there is nothing to enter\n"
    assert ended.out == f"{desk / 'open'}: no hay nada que registrar\n"
    assert machine.json == {"entered": []}


def test_a_tree_that_was_rolled_back_is_told_to_whoever_kept_a_checkpoint(
    copied: Path, timecore: Run
) -> None:
    leaves = copied / "open" / "leaves.txt"
    leaves.write_bytes(b"\n\n".join(leaves.read_bytes().split(b"\n\n")[:2]) + b"\n\n")
    (copied / "open" / "checkpoints" / "4").unlink()
    ran = timecore("tournament", "verify", copied / "open", "--running", "--checkpoint", copied / "late")

    assert ran.code == 1
    assert "rolled back: a checkpoint vouches for 4 leaves, and there are 2" in ran.out


def test_a_player_verifies_her_game_with_a_proof_and_her_copy(
    desk: Path, tmp_path: Path, timecore: Run
) -> None:
    mine, proof, growth = tmp_path / "mine.msgpack", tmp_path / "proof", tmp_path / "growth"
    Log.load(desk / "open" / "two.msgpack").redacted(1).save(mine)
    made = timecore("tournament", "prove", desk / "open", "two")
    proof.write_text(made.out, encoding="utf-8")
    grown = timecore("tournament", "prove", desk / "open", "--since", desk / "early", "-o", growth)
    assert (grown.code, grown.out) == (
        0,
        f"{growth}: a proof that the tree of size 2 has become that of size 4\n",
    )
    known = ("tournament", "verify", "--proof", proof, "--record", mine, "--trust", desk / "org.pub")
    good = timecore(*known, "--checkpoint", desk / "early", "--growth", growth)
    alone = timecore(*known, "--json")
    other = timecore(
        "tournament",
        "verify",
        "--proof",
        proof,
        "--record",
        desk / "open" / "one.msgpack",
        "--trust",
        desk / "str.pub",
    )

    assert made.lines[:2] == ["c2sp.org/tlog-proof@v1", "index 3"]
    assert (good.code, good.lines[0]) == (0, "proven: this game ended so")
    assert "leaf 3 of the 4 of Org/The-Open" in good.out
    assert "ended      forfeit, result f 1 (entry 5)" in good.out
    assert (alone.code, alone.json["leaf"], alone.json["result"]) == (0, "note", ["f", "1"])
    assert (other.code, other.lines[0]) == (1, "not proven: proof")
    assert "no trusted key" in " ".join(other.out.split())


def test_a_leaf_that_a_proof_does_not_show_is_not_told_as_shown(
    desk: Path, tmp_path: Path, timecore: Run
) -> None:
    proof = tmp_path / "proof"
    made = timecore("tournament", "prove", desk / "open", "two").out
    proof.write_text(made.replace("index 3\n", "index 7\n", 1), encoding="utf-8")
    record = desk / "open" / "two.msgpack"
    ran = timecore("tournament", "verify", "--proof", proof, "--record", record, "--trust", desk / "org.pub")

    assert (ran.code, ran.lines[0]) == (1, "not proven: proof")
    assert "tree       Org/The-Open; not shown: that this game is leaf 7 of 4\n" in ran.out


def test_the_begin_of_a_game_is_proven_as_well(desk: Path, timecore: Run) -> None:
    assert timecore("tournament", "prove", desk / "open", "two.msgpack", "--start").lines[1] == "index 1"


def test_standings_are_a_table_that_a_scoring_table_changes(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    plain = timecore("tournament", "standings", folder)
    (folder / "scoring.toml").write_text(
        'format = "timecore scoring v1"\ntie_breaks = []\n[points]\nwin = 3\n', encoding="utf-8"
    )
    (folder / "byes.toml").write_text(
        'format = "timecore byes v1"\n[[bye]]\nplayer = "Cho"\nround = 2\n', encoding="utf-8"
    )
    scored = timecore("tournament", "standings", folder, "--lang", "es")

    assert plain.lines[:2] == ["The Open", ""]
    assert plain.lines[2].startswith(
        "rank  player                  points  wins  shared  losses  by forfeit  forfeits  direct"
    )
    assert (
        plain.lines[3] == "   1  Ana                          2     1       0       0           1         0"
    )
    assert "\\x1b[2J" in plain.out
    words = "puesto jugador puntos ganadas compartidas perdidas por abandono abandonos descansos"
    assert " ".join(scored.lines[2].split()) == words
    assert scored.lines[3].split() == ["1", "Ana", "4", "1", "0", "0", "1", "0", "0"]
    assert scored.lines[4].split() == ["2", "Cho", "1", "0", "0", "0", "0", "1", "1"]


@pytest.mark.parametrize("columns", [30, 60, 80])
def test_standings_fit_a_terminal(
    desk: Path, columns: int, timecore: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = timecore("tournament", "standings", desk / "open", "--ratings")
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = timecore("tournament", "standings", desk / "open", "--ratings")

    assert max(map(len, ran.lines)) <= columns
    blocks = [block.split("\n") for block in ran.out.rstrip("\n").split("\n\n")[1:]]
    assert len(blocks) > 1
    assert all(block[0].startswith("rank  player") and len(block) == 5 for block in blocks)
    cells = [cell for block in blocks for cell in block[1].split()[2:]]
    assert cells == whole.lines[3].split()[2:]


def test_standings_as_csv_hold_no_formulas(desk: Path, timecore: Run) -> None:
    rows = [*csv.DictReader(io.StringIO(timecore("tournament", "standings", desk / "open", "--csv").out))]

    assert [row["player"] for row in rows] == ["Ana", "Cho", "<b>Ben</b>\\x1b[2J;'=1+1", "'=Dan"]
    assert (rows[0]["key"], rows[0]["forfeit_win"]) == (ANA.public.raw.hex(), "1")


def test_standings_as_json_have_the_games(desk: Path, timecore: Run) -> None:
    told = timecore("tournament", "standings", desk / "open", "--json", "--ratings").json

    assert [line["points"] for line in told["standings"]] == ["2", "0", "0", "0"]
    assert told["standings"][0]["rating"]["mu"] > 25
    assert [game["result"] for game in told["games"]] == [["1", "0"], ["f", "1"]]


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onload", "style"}

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_stands_alone_and_shows_names_as_names(desk: Path, tmp_path: Path, timecore: Run) -> None:
    file = tmp_path / "standings.html"
    assert (
        timecore(
            "tournament", "standings", desk / "open", "--html", "--ratings", "-o", file, "--lang", "es"
        ).code
        == 0
    )
    page = Page()
    page.feed(file.read_text("utf-8"))

    assert "<b>Ben</b>\\x1b[2J;=1+1" in page.words
    assert not {"script", "link", "img", "b"} & {*page.tags}
    assert {"Clasificación", "Partidas", "The Open"} <= {*page.words}
    assert any(word.startswith("Org/The-Open\n4\n") for word in page.words)
    assert "@media print" in file.read_text("utf-8")


def words_of(html: str) -> list[str]:
    page = Page()
    page.feed(html)
    return page.words


def test_the_page_says_how_the_standings_come_about(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    (folder / "scoring.toml").write_text(
        'format = "timecore scoring v1"\ntie_breaks = ["wins", "beaten"]\n[points]\nwin = 3\nshared = "split"\n',
        encoding="utf-8",
    )
    words = words_of(timecore("tournament", "standings", folder, "--html", "--ratings").out)
    (folder / "scoring.toml").write_text(
        'format = "timecore scoring v1"\ntie_breaks = []\n', encoding="utf-8"
    )
    plain = words_of(timecore("tournament", "standings", folder, "--html").out)

    assert "Points: wins 3, losses 0, by forfeit 1, forfeits 0." in words
    assert "Those who share a win divide its points." in words
    assert "Equal points are parted by, in this order: won alone, beaten." in words
    assert any("no evidence" in word for word in words)
    assert "Points: wins 1, shared 0.5, losses 0, by forfeit 1, forfeits 0." in plain
    assert not any("divide" in word or "parted" in word or "evidence" in word for word in plain)


def test_the_page_says_how_many_leaves_its_checkpoint_is_of(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    newest = "The newest checkpoint of the tournament"
    assert f"{newest}:" in words_of(timecore("tournament", "standings", folder, "--html").out)
    begin(folder, "three", "Ana", "Cho")
    assert timecore("tournament", "open", folder).code == 0

    words = words_of(timecore("tournament", "standings", folder, "--html").out)
    assert f"{newest}, which is of the first 4 of its 5 leaves:" in words


def test_the_winners_of_a_game_stand_out_on_the_page(desk: Path, timecore: Run) -> None:
    html = timecore("tournament", "standings", desk / "open", "--html").out

    assert '<td class="text name"><strong>Ana</strong> · &lt;b&gt;Ben' in html
    assert 'Cho · <strong>Ana</strong></td><td class="left">f 1</td>' in html


def test_who_is_not_in_the_roster_is_told(desk: Path, tmp_path: Path, timecore: Run) -> None:
    told = timecore("tournament", "standings", desk / "open", "--csv")
    assert told.err == "timecore: <b>Ben</b>\\x1b[2J;=1+1 has played and is not in the roster\n"

    folder = Path(shutil.copytree(desk / "open", tmp_path / "guests"))
    (folder / "roster.toml").unlink()
    assert timecore("tournament", "standings", folder).err == "", "without a roster nobody is expected"


def test_a_branch_of_a_game_that_is_over_is_left_alone(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    path = folder / "a branch.msgpack"
    shutil.copy(folder / "one.msgpack", path)
    with Arbiter.open(path) as arbiter:
        arbiter.table(Branch(None))
        arbiter.void("only tried out")
        seal(arbiter)
    closed = timecore("tournament", "close", folder)

    assert (closed.code, closed.err) == (0, "")
    assert timecore("tournament", "close", folder, "a branch").code == 1


def test_games_whose_record_is_gone_are_told(copied: Path, timecore: Run) -> None:
    (copied / "open" / "one.msgpack").unlink()
    ran = timecore("tournament", "standings", copied / "open", "--html")

    assert ran.code == 0
    assert re.search("game [0-9a-f]{8} is not counted", ran.err)


def test_what_cannot_be_entered_or_signed_is_refused(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    end(begin(folder, "late", "Ana", "Cho"), "void", "--")
    late = timecore("tournament", "open", folder, "late")
    quiet = timecore("tournament", "open", folder)
    unentered = timecore("tournament", "close", folder, "late", "--json")
    stranger = timecore("tournament", "checkpoint", folder, "--key", copied / "str.key")
    again = timecore("tournament", "init", folder, "--key", copied / "org.key")

    assert (late.code, unentered.code, stranger.code, again.code) == (1, 1, 1, 2)
    assert late.err.startswith("timecore: late.msgpack has begun: entry 5 stands in it already\nHint: ")
    assert (quiet.code, quiet.out, quiet.err) == (
        0,
        f"{folder}: there is nothing to enter\n",
        "timecore: late.msgpack has begun and was not entered\n",
    )
    assert unentered.error["error"] == "TournamentRefused"
    assert "the key of Str is not the organiser's, Org" in stranger.err


def test_a_game_that_is_refused_keeps_no_other_from_being_closed(copied: Path, timecore: Run) -> None:
    folder = copied / "open"
    for name in ("a", "b", "c", "d"):
        begin(folder, name, "Ana", "Cho")
    assert timecore("tournament", "open", folder).code == 0
    for name in ("a", "b", "c", "d"):
        end(folder / f"{name}.msgpack", "void", "--")
    (folder / "a.note").unlink()
    (folder / "c.note").write_bytes((folder / "b.note").read_bytes())
    closed = timecore("tournament", "close", folder)
    again = timecore("tournament", "close", folder, "a", "d", "--json")

    assert (closed.code, closed.out) == (1, "b.msgpack: entered as leaf 8\nd.msgpack: entered as leaf 9\n")
    assert closed.err == (
        "timecore: there is no score sheet a.note\ntimecore: c.note is that of another game\n"
    )
    assert (again.code, again.json["entered"][0]["file"]) == (1, "d.msgpack")
    assert again.error["message"] == "there is no score sheet a.note"


def test_a_name_that_is_no_record_is_told_before_anything_is_entered(copied: Path, timecore: Run) -> None:
    begin(copied / "open", "three", "Ana", "Cho")
    ran = timecore("tournament", "open", copied / "open", "three", "thre")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("timecore: there is no record 'thre' in ")
    assert timecore("tournament", "open", copied / "open").out == "three.msgpack: entered as leaf 4\n"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "scoring.toml",
            'format = "timecore scoring v1"\n[points]\nwin = nan',
            "the points for 'win' are no number",
        ),
        (
            "byes.toml",
            'format = "timecore byes v1"\n[[bye]]\nplayer = 1',
            "bye 1: the player's name is no text",
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_its_file(
    copied: Path, name: str, text: str, words: str, timecore: Run
) -> None:
    (copied / "open" / name).write_text(text, encoding="utf-8")
    ran = timecore("tournament", "standings", copied / "open")

    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines()[0] == f"timecore: {copied / 'open' / name}: {words}"


@pytest.mark.parametrize("data", [b"", b"text\n\n\xe2\x80\x94 Org AAAAAAAA\n"])
def test_a_checkpoint_that_is_spoiled_is_told_with_its_file(copied: Path, data: bytes, timecore: Run) -> None:
    folder = copied / "open"
    (folder / "checkpoints" / "4").write_bytes(data)
    begin(folder, "three", "Ana", "Cho")
    assert timecore("tournament", "open", folder).code == 0

    for command in (
        ("checkpoint", folder, "--key", copied / "org.key"),
        ("prove", folder, "one"),
        ("standings", folder, "--html"),
    ):
        ran = timecore("tournament", *command)
        assert (ran.code, ran.out) == (3, "")
        assert ran.err.startswith(f"timecore: {folder / 'checkpoints' / '4'}: ")
    ran = timecore("tournament", "prove", folder, "--since", folder / "one.note")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(
        f"timecore: {folder / 'one.note'}: checkpoint: line 2 is not the size of a tree"
    )


def test_a_crash_is_told_and_mended(copied: Path, timecore: Run) -> None:
    leaves = copied / "open" / "leaves.txt"
    leaves.write_bytes(leaves.read_bytes() + b"timecore sta")
    begin(copied / "open", "next", "Ana", "Cho")
    verified = timecore("tournament", "verify", copied / "open")
    opened = timecore("tournament", "open", copied / "open", "--json")

    assert verified.code == 1
    assert "leaves: leaf 4 of the tournament" in verified.out
    assert (opened.code, [one["leaf"] for one in opened.json["entered"]]) == (0, [4])
    assert "half there after a crash" in opened.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["standings", "nowhere"], 3, "is no folder of a tournament"),
        (["open", "nowhere"], 3, "is no folder of a tournament"),
        (["verify"], 2, "either a folder, or both --proof and --record"),
        (["verify", "x", "--proof", "y", "--record", "z"], 2, "either a folder"),
        (["verify", "x", "--growth", "y"], 2, "--growth belongs to"),
        (["verify", *PROOF, "--checkpoint", "a", "--checkpoint", "b"], 2, "with one --checkpoint"),
        (["verify", *PROOF], 3, "cannot be read"),
        (["prove", "x"], 2, "needs either a game"),
        (["prove", "x", "y", "--since", "z"], 2, "needs either a game"),
        (["standings", "x", "--csv", "--html"], 2, "exclude each other"),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_sentence(
    arguments: list[str],
    code: int,
    words: str,
    timecore: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = timecore("tournament", *arguments)

    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err


@pytest.mark.parametrize(
    "name", ["tournament.toml", "roster.toml", "scoring.toml", "byes.toml", "checkpoints/4", "one.note"]
)
@pytest.mark.parametrize("data", [b"", b"\xff\0" * 50, b"[" * 5000])
def test_damaged_files_are_told_in_a_sentence(copied: Path, name: str, data: bytes, timecore: Run) -> None:
    (copied / "open" / name).write_bytes(data)
    shown = timecore("tournament", "standings", copied / "open", "--html")
    verified = timecore("tournament", "verify", copied / "open")

    for ran in (shown, verified):
        assert ran.code in (0, 1, 2, 3)
        assert len(ran.err.splitlines()) <= 2
        assert "bug in timecore" not in ran.err
