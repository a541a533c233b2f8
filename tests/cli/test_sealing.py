"""Keys, rosters, seals and signatures as commands."""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path

import pytest
from cli_run import Run

from timecore.actors import TABLE
from timecore.checkpoints import Checkpoint, TreeProof
from timecore.entry import Entry
from timecore.keyfiles import load_key
from timecore.log import Log
from timecore.notefiles import NoteFile
from timecore.notes import NoteSignature, SignedNote
from timecore.recorder import Recorder
from timecore.table import Resume
from timecore.tree import tree_path, tree_root


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the keys of an arbiter and two players, and a roster."""
    from timecore_cli import main  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("keys")
    for name, who in ("arbiter", "The Arbiter"), ("ana", "Ana"), ("ben", "Ben"):
        assert main(["keygen", "-o", str(folder / f"{name}.key"), "--name", who]) == 0
    made = ["roster", "make", str(folder / "ana.pub"), str(folder / "ben.pub"), "--guest", "Cho"]
    assert main([*made, "-o", str(folder / "roster.toml")]) == 0
    return folder


@pytest.fixture
def sealed(timecore: Run, keys: Path, played: Log, tmp_path: Path) -> Path:
    """A finished game, sealed by the arbiter."""
    path = tmp_path / "game.msgpack"
    played.save(path)
    assert timecore("seal", path, "--key", keys / "arbiter.key").code == 0
    return path


def key_of(public: Path) -> str:
    [player] = tomllib.loads(public.read_text("utf-8"))["player"]
    return str(player["key"])


# -- keygen ----------------------------------------------------------------------------------------------------


def test_a_key_comes_in_two_files_one_of_them_for_its_owner_only(timecore: Run, tmp_path: Path) -> None:
    ran = timecore("keygen", "-o", tmp_path / "ana.key", "--json")

    assert ran.json["name"] == "ana"
    assert ran.json["public_key"] == key_of(tmp_path / "ana.pub")
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "ana.key").stat().st_mode) == 0o600
    again = timecore("keygen", "-o", tmp_path / "ana.key")
    assert again.code == 2
    assert "exists already" in again.err
    assert "a key that is lost cannot be made again" in again.err


def test_a_key_can_have_a_passphrase(timecore: Run, played: Log, tmp_path: Path) -> None:
    path, key, secret = tmp_path / "game.msgpack", tmp_path / "ana.key", tmp_path / "passphrase"
    played.save(path)
    secret.write_text("two bridges\nand a tower\n", encoding="utf-8")
    assert timecore("keygen", "-o", key, "--passphrase-file", secret).code == 0

    without = timecore("seal", path, "--key", key)
    secret.write_text("three bridges\n", encoding="utf-8")
    wrong = timecore("seal", path, "--key", key, "--passphrase-file", secret)
    secret.write_text("two bridges\r\n", encoding="utf-8")
    right = timecore("seal", path, "--key", key, "--passphrase-file", secret)

    assert (without.code, wrong.code, right.code) == (2, 3, 0)
    assert "no terminal to ask for its passphrase" in without.err
    assert "passphrase is wrong" in wrong.err


def test_a_passphrase_is_asked_for_twice_and_must_not_be_empty(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answers = iter(["one", "two", "", "one", "one", "one"])

    def ask(prompt: str, _stream: object) -> str:
        asked.append(prompt)
        return next(answers)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", ask)
    key = tmp_path / "ana.key"

    assert "passphrases differ" in timecore("keygen", "-o", key, "--passphrase").err
    assert "passphrase is empty" in timecore("keygen", "-o", key, "--passphrase").err
    assert timecore("keygen", "-o", key, "--passphrase").code == 0
    assert b"ENCRYPTED" in key.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["-o", "ana.pub"],
        ["-o", "x.key", "--name", " "],
        ["-o", "x.key", "--name", "?"],
        ["-o", "x.key", "--name", "A\u202eB"],
        ["-o", "x/y.key"],
    ],
)
def test_a_key_that_cannot_be_made_leaves_nothing_behind(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert timecore("keygen", *arguments).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [EOFError(), UnicodeDecodeError("utf-8", b"\xe9", 0, 1, "cut off")])
def test_a_passphrase_that_is_not_typed_or_cannot_be_read_is_no_bug(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def ask(_prompt: str, _stream: object) -> str:
        raise error

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", ask)
    ran = timecore("keygen", "-o", tmp_path / "ana.key", "--passphrase")
    assert ran.code == 2
    assert "--passphrase-file" in ran.err
    monkeypatch.setattr("sys.stdin", None)
    closed = timecore("keygen", "-o", tmp_path / "ana.key", "--passphrase")
    assert closed.code == 2
    assert "no terminal" in closed.err


def test_a_key_without_its_public_half_is_not_left_behind(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("timecore.wholefile.write_file", full)
    ran = timecore("keygen", "-o", tmp_path / "ana.key")

    assert ran.code == 2
    assert "ana.pub cannot be written: no space left" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_passphrase_that_no_key_can_have_is_refused(timecore: Run, tmp_path: Path) -> None:
    (tmp_path / "long").write_text("x" * 1024, "utf-8")
    ran = timecore("keygen", "-o", tmp_path / "ana.key", "--passphrase-file", tmp_path / "long")

    assert ran.code == 2
    assert "more than 1023 bytes" in ran.err
    assert not (tmp_path / "ana.key").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_key_that_others_can_read_is_warned_of(
    timecore: Run, keys: Path, sealed: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "ana.key"
    copy.write_bytes((keys / "ana.key").read_bytes())
    copy.chmod(0o644)

    ran = timecore("sign", sealed, "--key", copy)

    assert ran.code == 0
    assert "can be read by others" in ran.err


# -- rosters ---------------------------------------------------------------------------------------------------


def test_a_roster_gives_the_seats_their_keys(timecore: Run, keys: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.msgpack"
    ran = timecore("new", "time_chase", "--roster", keys / "roster.toml", "--seed", "x", "-o", path)

    assert ran.code == 0
    assert Log.load(path).header.seats == ("Ana", "Ben", "Cho")
    given = [key is not None for key in Log.load(path).header.keys]
    assert given == [True, True, False]
    other = tmp_path / "other.msgpack"
    some = ["--seats", "Cho,Ben,Ana", "--seed", "x", "-o", other]
    assert timecore("new", "time_chase", "--roster", keys / "roster.toml", *some).code == 0
    assert Log.load(other).header.keys == tuple(reversed(Log.load(path).header.keys))


def test_who_is_not_in_the_roster_does_not_sit_down(timecore: Run, keys: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.msgpack"
    seats = ["--seats", "Ana,Ben,Dan", "-o", path]
    ran = timecore("new", "time_chase", "--roster", keys / "roster.toml", *seats)

    assert ran.code == 3
    assert "'Dan'" in ran.err
    assert not path.exists()


def test_a_roster_is_checked_with_all_faults_at_once(timecore: Run, keys: Path, tmp_path: Path) -> None:
    good = timecore("roster", "check", keys / "roster.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text(
        (keys / "roster.toml").read_text("utf-8").replace("Ana", "Eva").replace("Cho", "Ben"), "utf-8"
    )
    found = timecore("roster", "check", bad)

    assert good.code == 0
    assert [line.split()[0] for line in good.lines] == ["Ana", "Ben", "Cho"]
    assert found.code == 1
    assert "3 faults" in found.lines[0] or "2 faults" in found.lines[0]
    assert "player 3 (Ben): player 2 has the same name" in found.out
    assert timecore("roster", "check", bad, "--json").json["faults"]
    assert timecore("new", "time_chase", "--roster", bad, "-o", tmp_path / "g").code == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["make"],
        ["make", "-o", "x"],
        ["make", "a.pub"],
        ["check"],
        ["check", "a", "b"],
        ["check", "a", "-o", "b"],
        ["burn"],
    ],
)
def test_a_roster_is_made_of_keys_and_checked_alone(timecore: Run, arguments: list[str]) -> None:
    assert timecore("roster", *arguments).code == 2


# -- seal, sign, audit -----------------------------------------------------------------------------------------


def test_before_the_seal_after_it_and_after_one_changed_byte(
    timecore: Run, keys: Path, played: Log, tmp_path: Path
) -> None:
    path = tmp_path / "game.msgpack"
    played.save(path)

    def summary() -> str:
        return timecore("audit", path, "--trust", keys / "arbiter.pub").lines[0]

    assert summary() == "intact, not attested"
    ran = timecore("seal", path, "--key", keys / "arbiter.key", "--json")
    assert ran.json["status"] == "finished"
    assert ran.json["entries"] == len(played) + 1
    assert summary() == "attested"
    data = bytearray(path.read_bytes())
    data[played.record.entries[40].offset + 8] ^= 1
    path.write_bytes(data)
    assert summary() == "broken at entry 41"


def test_players_add_their_signatures(timecore: Run, keys: Path, sealed: Path) -> None:
    first = timecore("sign", sealed, "--key", keys / "ana.key")
    again = timecore("sign", sealed, "--key", keys / "ana.key")
    both = timecore("sign", sealed, "--key", keys / "ben.key", "--json")

    assert first.code == again.code == 0
    assert len(both.json["signatures"]) == 3
    trusted = timecore("audit", sealed, "--trust", keys / "roster.toml", "--json")
    assert trusted.json["verdicts"]["seal"]["by"] == [key_of(keys / "ana.pub"), key_of(keys / "ben.pub")]
    line = timecore("audit", sealed, "--trust", key_of(keys / "ana.pub"), "--require", "sealed")
    assert line.code == 0


def test_a_note_that_somebody_else_is_signing_waits(timecore: Run, keys: Path, sealed: Path) -> None:
    note = sealed.with_suffix(".note")
    with NoteFile.open(note) as there:
        sign = timecore("sign", sealed, "--key", keys / "ana.key")
        seal = timecore("seal", sealed, "--key", keys / "ana.key")
        there.add(there.note.signed(load_key(keys / "ben.key")))

    for ran in (sign, seal):
        assert ran.code == 2
        assert "is being signed by somebody else" in ran.err
    assert timecore("sign", sealed, "--key", keys / "ana.key").out.endswith(
        "signed by Ana; not checked here: The-Arbiter, Ben\n"
    )


def test_a_note_that_is_missing_or_the_record_itself_is_not_signed(
    timecore: Run, keys: Path, sealed: Path, tmp_path: Path
) -> None:
    odd = tmp_path / "odd.note"
    odd.write_bytes(sealed.read_bytes())
    sealed.with_suffix(".note").unlink()

    missing = timecore("sign", sealed, "--key", keys / "ana.key")
    assert missing.code == 3
    assert "there is no note" in missing.err
    assert "timecore seal" in missing.err
    for command in ("seal", "sign"):
        ran = timecore(command, odd, "--key", keys / "ana.key")
        assert ran.code == 2
        assert "the game and its note at once" in ran.err
        assert timecore(command, ".", "--key", keys / "ana.key").code == 3
    assert odd.read_bytes() == sealed.read_bytes()


def test_a_signature_beside_a_false_one_of_its_key_is_not_made(
    timecore: Run, keys: Path, sealed: Path
) -> None:
    note = sealed.with_suffix(".note")
    there = SignedNote.parse(note.read_bytes())
    name, number, blob = there.signatures[0]
    false = SignedNote(there.text, (NoteSignature(name, number, blob[::-1]),)).to_bytes()
    note.write_bytes(false)

    for command in ("seal", "sign"):
        ran = timecore(command, sealed, "--key", keys / "arbiter.key")
        assert ran.code == 1
        assert "take that line out" in ran.err
    assert note.read_bytes() == false


def test_whoever_trusts_a_secret_key_or_nothing_is_told_so(timecore: Run, keys: Path, sealed: Path) -> None:
    secret = load_key(keys / "ana.key").text
    for trusted, code, why in (
        (keys / "ana.key", 3, "ends in .pub"),
        (secret, 2, "secret key"),
        ("", 2, "--trust is empty"),
        ("x" * 255 + "+00000000+AAAA", 3, "none of Ed25519"),
    ):
        ran = timecore("audit", sealed, "--trust", trusted)
        assert ran.code == code
        assert why in ran.err
        assert secret not in ran.err


def test_who_names_a_note_a_key_or_nothing_in_the_place_of_another_is_told_what_belongs_there(
    timecore: Run, keys: Path, sealed: Path
) -> None:
    for odd in (sealed.with_suffix(".note"), keys / "ana.key", keys / "roster.toml"):
        ran = timecore("audit", odd)
        assert ran.code == 3
        assert "here goes the record" in ran.err
    for nobody in (sealed, sealed.with_suffix(".note"), "The-Arbiter"):
        ran = timecore("audit", sealed, "--trust", nobody)
        assert ran.code == 3
        assert "NAME+ID+BASE64" in ran.err


def test_who_trusts_nobody_is_told_how_to(timecore: Run, keys: Path, sealed: Path) -> None:
    alone = timecore("audit", sealed)
    assert alone.lines[0] == "intact, not attested"
    assert alone.lines[-1].startswith("--trust KEYS says whose signature counts")
    assert "--trust" not in timecore("audit", sealed, "--trust", keys / "ana.pub").out


def test_only_keys_that_are_trusted_attest(timecore: Run, keys: Path, sealed: Path, tmp_path: Path) -> None:
    ran = timecore("audit", sealed, "--trust", keys / "ana.pub", "--require", "attested")
    lines = tmp_path / "keys.txt"
    lines.write_text(f"# who runs it\n\n{key_of(keys / 'arbiter.pub')}\n", "utf-8")

    assert ran.code == 1
    assert ran.lines[0] == "intact, not attested"
    assert timecore("audit", sealed, "--trust", lines).lines[0] == "attested"


@pytest.mark.parametrize("text", ["", "# nobody\n", "a key\n", 'format = "timecore roster v1"\n[[player]]\n'])
def test_a_file_without_keys_is_nobody_to_trust(
    timecore: Run, sealed: Path, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "keys.txt"
    path.write_text(text, encoding="utf-8")

    assert timecore("audit", sealed, "--trust", path).code == 3


def test_a_note_on_another_game_is_found_and_nobody_signs_it(
    timecore: Run, keys: Path, sealed: Path, game: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.msgpack"
    assert timecore("new", "time_chase", "--players", 3, "-o", other).code == 0
    note = sealed.with_suffix(".note")

    ran = timecore("audit", other, "--note", note)
    signed = timecore("sign", game, "--note", note, "--key", keys / "ana.key")
    seal = timecore("seal", other, "--note", note, "--key", keys / "arbiter.key")

    assert ran.code == 1
    assert ran.lines[0] == "intact, unfinished (another note)"
    assert "another game" in ran.out
    assert (signed.code, seal.code) == (1, 2)
    assert "not sealed" in signed.err
    assert not any(raw.move[0] == "Seal" for raw in Log.load(other).record.entries)


def test_of_several_files_each_has_its_own_note(
    timecore: Run, keys: Path, sealed: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.msgpack"
    other.write_bytes(sealed.read_bytes())
    other.with_suffix(".note").write_text("no note\n", encoding="utf-8")

    ran = timecore("audit", sealed, other, "--trust", keys / "arbiter.pub")

    assert [line.split()[0] for line in ran.lines] == ["attested", "broken"]
    assert ran.lines[1].startswith("broken note")
    assert ran.code == 1
    assert timecore("audit", sealed, other, "--note", sealed).code == 2
    heads = tmp_path / "heads.txt"
    heads.write_text(f"{Log.load(other).head.hex()} {other.name}\n", "utf-8")
    attested = timecore("audit", sealed, other, "--heads", heads, "--trust", keys / "arbiter.pub")
    assert attested.lines[1].startswith("broken note"), "whoever vouches for the record, its note is none"


def test_a_proof_of_a_tournaments_tree_attests_the_game(
    timecore: Run, keys: Path, sealed: Path, tmp_path: Path
) -> None:
    leaf = SignedNote.parse(sealed.with_suffix(".note").read_bytes()).text.encode()
    sealed.with_suffix(".note").unlink()
    tree = Checkpoint("club.example/open", 2, tree_root([leaf, leaf]))
    proof = tmp_path / "proof.tlog-proof"
    proof.write_bytes(
        TreeProof(0, tree_path([leaf, leaf], 0), tree.signed(load_key(keys / "arbiter.key"))).to_bytes()
    )

    ran = timecore("audit", sealed, "--proof", proof, "--trust", keys / "arbiter.pub", "--require", "sealed")

    assert (ran.code, ran.lines[0]) == (0, "attested")
    assert timecore("audit", sealed, sealed, "--proof", proof).code == 2


def test_what_is_irregular_is_ruled_on_before_it_is_sealed_since_behind_the_seal_it_cannot_be(
    timecore: Run, keys: Path, played: Log, tmp_path: Path
) -> None:
    path = tmp_path / "game.msgpack"
    recorder = Recorder(played)
    resumed = Entry(len(played) + 1, TABLE, Resume())
    recorder.append(resumed)
    recorder.log(played.rules, [*played.entries, resumed]).save(path)
    before = path.read_bytes()

    refused = timecore("seal", path, "--key", keys / "arbiter.key")
    assert refused.code == 1
    assert f"is irregular at entry {resumed.seq}" in refused.err
    assert "Resume stands where nothing was adjourned" in refused.err
    assert path.read_bytes() == before
    copy = tmp_path / "copy.msgpack"
    copy.write_bytes(before)
    assert timecore("table", "rule", path, resumed.seq, "a slip").code == 0
    assert timecore("seal", path, "--key", keys / "arbiter.key").code == 0
    assert timecore("seal", copy, "--key", keys / "arbiter.key", "--anyway").code == 0
    assert timecore("seal", copy, "--key", keys / "ben.key").code == 0
    signed = timecore("sign", copy, "--key", keys / "ana.key", "--json")
    assert signed.code == 0
    assert f"is irregular at entry {resumed.seq}" in signed.error["warning"]
    assert timecore("sign", path, "--key", keys / "ana.key").err == ""


def test_a_game_that_goes_on_is_not_sealed(timecore: Run, keys: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.msgpack"
    assert timecore("new", "time_chase", "--players", 3, "-o", path).code == 0
    before = path.read_bytes()

    ran = timecore("seal", path, "--key", keys / "arbiter.key")
    untrue = ["--status", "finished", "--result", "1 0 0"]
    forced = timecore("seal", path, "--key", keys / "arbiter.key", *untrue)

    assert (ran.code, forced.code) == (1, 1)
    assert "goes on" in ran.err
    assert "would not be true" in forced.err
    assert path.read_bytes() == before
    assert not path.with_suffix(".note").exists()
    assert timecore("seal", path, "--key", keys / "arbiter.key", "--status", "void").code == 2


def test_a_game_that_is_resumed_gets_a_second_note_and_keeps_the_first(
    timecore: Run, keys: Path, tmp_path: Path
) -> None:
    path = tmp_path / "game.msgpack"
    assert timecore("new", "time_chase", "--players", 3, "-o", path).code == 0
    assert timecore("table", "adjourn", path).code == 0
    first = timecore("seal", path, "--key", keys / "arbiter.key", "--json")
    text = path.with_suffix(".note").read_bytes()
    assert timecore("table", "resume", path).code == 0
    assert timecore("table", "void", path, "fire").code == 0

    aside = path.with_name(f"game.note-{first.json['entries']}")
    aside.write_bytes(b"in the way")
    refused = timecore("seal", path, "--key", keys / "arbiter.key")
    assert refused.code == 2
    assert "exists already" in refused.err
    assert Log.load(path).record.entries[-1].move[0] == "Void"
    aside.unlink()

    second = timecore("seal", path, "--key", keys / "arbiter.key", "--json")

    assert (first.json["status"], second.json["status"]) == ("adjourned", "void")
    assert path.with_name(f"game.note-{first.json['entries']}").read_bytes() == text
    assert timecore("audit", path, "--trust", keys / "arbiter.pub").lines[0] == "attested"


def test_all_of_it_is_told_in_spanish_where_that_is_spoken(
    timecore: Run, keys: Path, played: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.msgpack"
    played.save(path)
    monkeypatch.setenv("LANG", "es_ES.UTF-8")

    assert "la clave de ana" in timecore("keygen", "-o", tmp_path / "ana.key").out
    made = timecore("roster", "make", keys / "ana.pub", "--guest", "Cho", "-o", tmp_path / "r.toml")
    assert "una lista de 2 personas, 1 con clave" in made.out
    assert "sin clave" in timecore("roster", "check", tmp_path / "r.toml").out
    sealed = timecore("seal", path, "--key", keys / "arbiter.key")
    assert "sellada en la entrada" in sealed.lines[0]
    assert sealed.lines[1].endswith("firmado por The-Arbiter")


def test_sealing_again_only_signs(timecore: Run, keys: Path, sealed: Path) -> None:
    """As after a crash between the entry and the note."""
    note, before = sealed.with_suffix(".note"), sealed.read_bytes()
    text = note.read_bytes()
    note.unlink()

    assert timecore("seal", sealed, "--key", keys / "arbiter.key").code == 0
    assert (sealed.read_bytes(), note.read_bytes()) == (before, text)
    assert timecore("seal", sealed, "--key", keys / "ana.key").code == 0
    assert note.read_bytes().startswith(text)


def test_nothing_is_signed_beside_a_damaged_record_or_with_no_key(
    timecore: Run, keys: Path, sealed: Path
) -> None:
    note = sealed.with_suffix(".note")
    text = note.read_bytes()

    assert timecore("sign", sealed, "--key", keys / "ana.pub").code == 3
    assert timecore("sign", sealed, "--key", keys / "nobody.key").code == 3
    sealed.write_bytes(sealed.read_bytes() + b"\x93")
    assert timecore("sign", sealed, "--key", keys / "ana.key").code == 4
    assert timecore("seal", sealed, "--key", keys / "ana.key").code == 4
    assert note.read_bytes() == text


def test_without_the_package_each_command_says_what_to_install(
    timecore: Run, keys: Path, sealed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography.hazmat.primitives.asymmetric", None)

    for arguments in (
        ["keygen", "-o", tmp_path / "x.key"],
        ["roster", "check", keys / "roster.toml"],
        ["seal", sealed, "--key", keys / "arbiter.key"],
        ["sign", sealed, "--key", keys / "ana.key"],
    ):
        ran = timecore(*arguments)
        assert ran.code == 2
        assert ran.err.count("\n") == 2
        assert "./timecore[sign]" in ran.err
    audit = timecore("audit", sealed)
    assert audit.code == 0
    assert audit.lines[0] == "intact, not attested"
