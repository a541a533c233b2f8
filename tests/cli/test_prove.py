"""`timecore reveal`, `prove` and `verify-proof`."""

from __future__ import annotations

import json
import shutil
from base64 import b64encode
from pathlib import Path

import pytest
from cli_run import Run

from timecore.actors import CHANCE
from timecore.audit import audit
from timecore.game import Game
from timecore.log import Log
from timecore.table import Adjourn, Seal


@pytest.fixture
def own(game: Path, tmp_path: Path) -> Path:
    """A copy of the finished game, to write to."""
    return Path(shutil.copy(game, tmp_path / "own.msgpack"))


@pytest.fixture
def public(timecore: Run, game: Path, tmp_path: Path) -> Path:
    path = tmp_path / "public.msgpack"
    assert timecore("redact", game, "--as", "public", "-o", path).code == 0
    return path


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    return tmp_path / "proof.json"


class TestReveal:
    """The whole seed."""

    def test_it_stands_in_the_record_then_and_in_redacted_copies(
        self, timecore: Run, own: Path, tmp_path: Path
    ) -> None:
        seed = Log.load(own).header.luck.seed

        ran = timecore("reveal", own)

        last = Log.load(own).record.entries[-1]
        assert (ran.code, last.move[2]) == (0, seed)
        assert ran.out == (
            f"{own}: entry {last.seq} saved: The seed of the luck is revealed: all draws can be checked\n"
        )
        timecore("redact", own, "--as", "public", "-o", tmp_path / "copy")
        assert timecore("prove", tmp_path / "copy", "--draw", "1").code == 0

    def test_not_while_the_game_goes_on_unless_that_is_meant(self, timecore: Run, tmp_path: Path) -> None:
        path = tmp_path / "new.msgpack"
        Game.new("time_chase", seats=["A", "B", "C"]).save(path)
        data = path.read_bytes()

        refused = timecore("reveal", path)

        assert (refused.code, path.read_bytes()) == (1, data)
        assert "--anyway" in refused.err
        assert timecore("reveal", path, "--anyway", "--json").json["entry"]["move"]["type"] == "RevealSeed"
        assert timecore("audit", path).code == 0

    def test_nor_while_it_is_adjourned_and_is_to_go_on(self, timecore: Run, tmp_path: Path) -> None:
        path = tmp_path / "new.msgpack"
        for move in (Adjourn(), Seal("adjourned", ("-", "-", "-"))):
            with Game.new("time_chase", seats=["A", "B", "C"]) as game:
                game.table(move)
            game.save(path, replace=True)
            data = path.read_bytes()

            refused = timecore("reveal", path)

            assert (refused.code, path.read_bytes()) == (1, data)
            assert "the game is to go on" in refused.err

    def test_nor_where_nobody_can_tell_whether_it_has_ended(
        self, timecore: Run, foreign: Path, tmp_path: Path
    ) -> None:
        refused = timecore("reveal", shutil.copy(foreign, tmp_path / "tiny.msgpack"))

        assert refused.code == 1
        assert "the game may go on, which cannot be told without its rules" in refused.err

    def test_twice_it_says_the_same_and_is_not_entered_again(self, timecore: Run, own: Path) -> None:
        timecore("reveal", own)
        data = own.read_bytes()

        ran = timecore("reveal", own)

        assert (ran.code, own.read_bytes()) == (1, data)
        assert f"entry {len(Log.load(own))} reveals the seed in force already" in ran.err

    def test_of_a_game_that_the_table_has_ended_it_can_be(self, timecore: Run, tmp_path: Path) -> None:
        path = tmp_path / "new.msgpack"
        Game.new("time_chase", seats=["A", "B", "C"]).save(path)
        timecore("table", "void", path, "a fire")

        assert timecore("reveal", path).code == 0

    def test_luck_from_a_table_has_no_seed(self, timecore: Run, tmp_path: Path) -> None:
        path = tmp_path / "new.msgpack"
        Game.new("time_chase", seats=["A", "B", "C"], luck="manual").save(path)

        ran = timecore("reveal", path, "--anyway")

        assert ran.code == 1
        assert "no seed" in ran.err


class TestProve:
    """One draw, or one field."""

    def test_a_draw_is_proven_to_whoever_has_a_public_copy(
        self, timecore: Run, game: Path, public: Path, proof: Path
    ) -> None:
        made = timecore("prove", game, "--draw", "3", "-o", proof)

        assert made.code == 0
        head = Log.load(game).head.hex()
        assert made.out == f"{proof}: a proof of the draw of entry 3, for the record with head {head}\n"
        ran = timecore("verify-proof", proof, public)
        assert (ran.code, ran.err) == (0, "")
        assert ran.lines[0] == "Proven    entry 3 is draw 2 of the luck that was committed to"
        assert ran.lines[-2].endswith(head[-10:])
        assert timecore("verify-proof", proof, public, "--head", head).code == 0
        assert timecore("verify-proof", proof, public, "--head", "00" * 32).code == 1

    def test_a_head_that_is_the_copy_s_own_word_is_called_that(
        self, timecore: Run, game: Path, public: Path, proof: Path
    ) -> None:
        timecore("prove", game, "--draw", "3", "-o", proof)
        head = Log.load(game).head.hex()
        caveat = "          this copy's own: compare it with one known from elsewhere (--head)"

        assert timecore("verify-proof", proof, public).lines[-1] == caveat
        assert caveat not in timecore("verify-proof", proof, public, "--head", head).lines

    @pytest.mark.parametrize(
        ("seed", "nonces", "word"),
        [
            ("a text", (), "given"),
            (None, (), "host could have chosen"),
            (None, (0, 2), "host could have chosen"),
            (None, (0, 1, 2), "proven"),
        ],
    )
    def test_who_could_have_chosen_a_draw_is_told_as_an_audit_does(
        self,
        timecore: Run,
        tmp_path: Path,
        proof: Path,
        seed: str | None,
        nonces: tuple[int, ...],
        word: str,
    ) -> None:
        new = Game.new("time_chase", seats=["A", "B", "C"], seed=seed, nonces=bool(nonces))
        shares = {seat: new.commit_nonce(seat) for seat in nonces}
        for seat, nonce in shares.items():
            new.reveal_nonce(seat, nonce)
        if nonces:
            new.draw()
        new.save(path := tmp_path / "new.msgpack")
        draw = next(entry.seq for entry in new.entries if entry.actor == CHANCE)
        timecore("prove", path, "--draw", draw, "-o", proof)

        assert audit(path.read_bytes()).verdicts["chance"].verdict == word
        assert timecore("verify-proof", proof, path, "--json").json["proven"]["luck"] == word
        assert f"\nLuck      {word}: " in timecore("verify-proof", proof, path).out

    def test_on_the_full_record_the_rules_tell_the_outcome(
        self, timecore: Run, game: Path, proof: Path
    ) -> None:
        timecore("prove", game, "--draw", "3", "-o", proof)
        told = timecore("verify-proof", proof, game, "--json").json["proven"]

        assert told["move"] == Log.load(game).entries[2].move.to_json()
        assert any(line.startswith("Outcome") for line in timecore("verify-proof", proof, game).lines)

    def test_a_card_is_proven_by_who_sees_it(
        self, timecore: Run, game: Path, public: Path, tmp_path: Path, proof: Path
    ) -> None:
        log = Log.load(game)
        entry = next(
            e.seq for e in log.entries if type(e.move).__name__ == "DealCard" and "card" in e.move.to_json()
        )
        card = log.entries[entry - 1].move.to_json()["card"]
        seat = log.entries[entry - 1].move.to_json()["seat"]
        timecore("redact", game, "--as", seat, "-o", tmp_path / "seat")

        proof.write_text(timecore("prove", tmp_path / "seat", "--field", f"{entry}.card").out, "utf-8")

        ran = timecore("verify-proof", proof, public)
        assert ran.lines[0] == f'Proven    card of DealCard is "{card}"'
        assert timecore("verify-proof", proof, public, "--json").json["proven"]["value"] == card
        assert timecore("prove", public, "--field", f"{entry}.card").code == 1

    def test_a_name(self, timecore: Run, game: Path, proof: Path) -> None:
        proof.write_text(timecore("prove", game, "--field", "0.1.name").out, "utf-8")

        assert timecore("verify-proof", proof, game).lines[0] == 'Proven    name of seat 1 is "Ben"'

    def test_with_a_copy_in_it_the_head_is_enough(self, timecore: Run, game: Path, proof: Path) -> None:
        timecore("prove", game, "--draw", "3", "--alone", "-o", proof)
        head = Log.load(game).head.hex()

        assert timecore("verify-proof", proof, "--head", head).code == 0
        assert timecore("verify-proof", proof, "--head", b64encode(bytes.fromhex(head)).decode()).code == 0
        assert timecore("verify-proof", proof, "--head", "00" * 32).code == 1
        assert timecore("verify-proof", proof).code == 2

    @pytest.mark.parametrize(
        ("options", "code", "said"),
        [
            ((), 2, "either --draw or --field"),
            (("--draw", "1", "--field", "1.card"), 2, "either --draw or --field"),
            (("--draw", "0"), 2, ""),
            (("--draw", "9999"), 2, "no entry 9999"),
            (("--draw", "35"), 2, "no draw"),
            (("--field", "card"), 2, "ENTRY.FIELD"),
            (("--field", "1.nonsense"), 2, "Hidden are 1.0.card"),
            (("--field", "0.name"), 2, "They are 0.0.name, 0.1.name, 0.2.name"),
        ],
    )
    def test_what_cannot_be_proven_is_told(
        self, timecore: Run, game: Path, options: tuple[str, ...], code: int, said: str
    ) -> None:
        ran = timecore("prove", game, *options)

        assert (ran.code, ran.out) == (code, "")
        assert said in " ".join(ran.err.split())

    def test_no_file_is_written_over(self, timecore: Run, game: Path, proof: Path) -> None:
        proof.touch()

        assert timecore("prove", game, "--draw", "3", "-o", proof).code == 2

    def test_what_does_not_hold_and_what_cannot_be_read(
        self, timecore: Run, game: Path, public: Path, proof: Path, tmp_path: Path
    ) -> None:
        value = json.loads(timecore("prove", game, "--draw", "3").out)
        proof.write_text(json.dumps(value | {"entry": 4}), "utf-8")
        assert timecore("verify-proof", proof, public).code == 1
        proof.write_text("{}", "utf-8")
        assert timecore("verify-proof", proof, public).code == 3
        assert timecore("verify-proof", tmp_path / "none", public).code == 3
        proof.write_text(json.dumps(value), "utf-8")
        assert timecore("verify-proof", proof, tmp_path / "none").code == 3
        assert timecore("verify-proof", proof, public, "--head", "x").code == 2


def test_a_proof_goes_to_standard_output_by_default_and_if_that_is_said(timecore: Run, game: Path) -> None:
    assert timecore("prove", game, "--draw", "1", "-o", "-").out == timecore("prove", game, "--draw", "1").out


def test_proof_and_record_cannot_both_be_standard_input(timecore: Run) -> None:
    ran = timecore("verify-proof", "-", "-")

    assert ran.code == 2
    assert ran.err.startswith("timecore: standard input can be read once only\n")
