"""The players' shares in the luck: `timecore new --nonces`, `timecore nonce`, and at one keyboard."""

from __future__ import annotations

import hashlib
import os
import sys
from io import StringIO
from pathlib import Path

import pytest
from cli_run import Run

from timecore.game import Game
from timecore.log import Log

NAMES = ["Ana", "Ben", "Cho"]


@pytest.fixture
def game(timecore: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.msgpack"
    ran = timecore("new", "time_chase", "--seats", ",".join(NAMES), "--nonces", "-o", path)
    assert ran.code == 0
    assert "waits for the shares of all seats" in ran.out
    return path


def moves(path: Path) -> list[str]:
    return [str(raw.move[0]) for raw in Log.load(path).record.entries]


def test_a_new_game_waits_and_says_so_in_its_header(game: Path) -> None:
    log = Log.load(game)

    assert log.header.tags == {"nonces": "awaited"}
    assert len(log) == 0
    with Game.open(game) as opened:
        assert opened.nonces_awaited == (0, 1, 2)
        assert len(opened.entries) == 0


def test_all_commit_all_reveal_and_then_it_can_be_proven_that_nobody_chose(
    timecore: Run, game: Path, tmp_path: Path
) -> None:
    keep = [tmp_path / f"{seat}.nonce" for seat in range(2)]
    for seat, name in enumerate(NAMES[:2]):
        ran = timecore("nonce", "commit", game, name, "--keep", keep[seat])
        assert (ran.code, ran.out) == (
            0,
            f"{game}: entry {seat + 1} saved: {name} commits to a share in the luck\n",
        )
    assert timecore("nonce", "commit", game, "Cho", "--text", "seven blue owls").code == 0
    for seat, name in enumerate(NAMES[:2]):
        assert timecore("nonce", "reveal", game, name, "--keep", keep[seat]).code == 0
    assert timecore("nonce", "reveal", game, "2", "--text", "seven blue owls").code == 0

    with Game.open(game) as opened:
        assert opened.nonces_awaited == ()
        assert opened.to_act == (0,)
    assert moves(game)[:6] == ["NonceCommit"] * 3 + ["NonceReveal"] * 3
    assert Log.load(game).record.entries[5].move[1] == hashlib.sha256(b"seven blue owls").digest()
    chance = timecore("audit", game, "--json").json["verdicts"]["chance"]
    assert chance["verdict"] == "proven"


def test_a_game_that_asks_for_shares_is_told_so_and_not_by_the_tag_that_says_it(
    timecore: Run, game: Path
) -> None:
    english, spanish = (
        " ".join(timecore("replay", game, "--lang", lang).out.split()) for lang in ("en", "es")
    )

    assert "Luck sealed before the first draw; each seat was asked for a share" in english
    assert "; a cada asiento se le pidió una parte" in spanish
    assert "awaited" not in english + spanish


@pytest.mark.skipif(os.name == "nt", reason="rights are other things there")
def test_a_share_that_is_kept_is_for_its_owner_only(timecore: Run, game: Path, tmp_path: Path) -> None:
    timecore("nonce", "commit", game, "Ana", "--keep", tmp_path / "ana")

    assert (tmp_path / "ana").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("commit", "Ana"), 2, "--keep FILE makes one at random"),
        (("reveal", "Ana"), 2, "--keep names the file that commit has made"),
        (("commit", "Ana", "--text", "x", "--keep", "y"), 2, "either --keep or --text"),
        (("give", "Ana", "--text", "x"), 2, "commit or reveal"),
        (("commit", "Zoe", "--text", "x"), 2, "no seat"),
        (("commit", "Ana", "--text", " "), 2, "that nobody can guess"),
        (
            ("reveal", "Ana", "--text", "x"),
            1,
            "NonceReveal stands where this seat has not committed to a nonce",
        ),
        (
            ("commit", "Ben", "--text", "x"),
            1,
            "NonceCommit stands where this seat has committed to a nonce already",
        ),
        (("reveal", "Ben", "--text", "y"), 1, "NonceReveal is not the nonce that this seat has committed to"),
        (("reveal", "Ben", "--keep", "nowhere"), 3, "cannot be read"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    timecore: Run, game: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    timecore("nonce", "commit", game, "Ben", "--text", "x")
    data = game.read_bytes()
    step, *more = words

    ran = timecore("nonce", step, game, *more)

    assert ran.code == code
    assert said in ran.err
    assert game.read_bytes() == data


def test_a_share_that_is_refused_leaves_no_file_and_one_that_is_there_is_kept(
    timecore: Run, game: Path, tmp_path: Path
) -> None:
    keep = tmp_path / "ana"
    timecore("nonce", "commit", game, "Ana", "--keep", keep)

    assert timecore("nonce", "commit", game, "Ben", "--keep", keep).code == 2
    assert timecore("nonce", "commit", game, "Ana", "--keep", tmp_path / "other").code == 1
    assert not (tmp_path / "other").exists()
    assert timecore("nonce", "reveal", game, "Ana", "--keep", keep, "--anyway").code == 0


def test_a_share_that_would_shut_others_out_is_revealed_only_if_that_is_meant(
    timecore: Run, game: Path
) -> None:
    for name in ("Ana", "Cho"):
        timecore("nonce", "commit", game, name, "--text", name)
    data = game.read_bytes()

    refused = timecore("nonce", "reveal", game, "Ana", "--text", "Ana")

    assert (refused.code, game.read_bytes()) == (1, data)
    assert "Ben cannot commit any more after the first share is revealed" in refused.err
    assert timecore("nonce", "reveal", game, "Ana", "--text", "Ana", "--anyway").code == 0
    assert timecore("nonce", "reveal", game, "Cho", "--text", "Cho").code == 0
    waits = timecore("play", game)
    assert waits.code == 1
    assert "Since a share was revealed, nobody can commit to another; --draw draws" in waits.err


def test_what_is_no_share_is_told(timecore: Run, game: Path, tmp_path: Path) -> None:
    (tmp_path / "ana").write_text("hello", "utf-8")

    assert timecore("nonce", "reveal", game, "Ana", "--keep", tmp_path / "ana").code == 3


def test_with_manual_luck_there_are_none(timecore: Run, tmp_path: Path) -> None:
    arguments = ("time_chase", "--seats", "A,B,C", "--luck", "manual", "--nonces")

    assert timecore("new", *arguments, "-o", tmp_path / "x").code == 2
    timecore("new", *arguments[:-1], "-o", tmp_path / "y")
    refused = timecore("nonce", "commit", tmp_path / "y", "A", "--text", "owls")
    assert (refused.code, moves(tmp_path / "y")) == (1, [])
    assert "nobody has a share in it" in refused.err


class TestAtOneKeyboard:
    """`timecore play` asks each seat for a share first."""

    def play(self, timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch, text: str, *more: str) -> int:
        monkeypatch.setattr(sys, "stdin", StringIO(text))
        return timecore("play", game, *more).code

    def test_each_types_something_and_then_cards_are_dealt(
        self, timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert self.play(timecore, game, monkeypatch, "owls\n*\n", "--bot", "2=random") == 0

        log = Log.load(game)
        assert moves(game)[:6] == ["NonceCommit"] * 3 + ["NonceReveal"] * 3
        assert log.record.entries[3].move[1] == hashlib.sha256(b"owls").digest()
        assert len(log) > 30
        assert timecore("audit", game, "--require", "chance").code == 0

    def test_who_leaves_before_has_entered_nothing(
        self, timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert self.play(timecore, game, monkeypatch, "owls\nq\n") == 0
        assert moves(game) == []

    def test_a_share_given_elsewhere_is_waited_for_unless_it_is_drawn_without(
        self, timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        timecore("nonce", "commit", game, "Ben", "--text", "x")

        assert self.play(timecore, game, monkeypatch, "") == 1
        assert self.play(timecore, game, monkeypatch, "", "--draw") == 0
        detail = timecore("audit", game, "--json").json["verdicts"]["chance"]["detail"]
        assert "the nonce of seat 1 did not come in time" in detail


def test_all_seats_whose_shares_are_awaited_are_named(timecore: Run, game: Path) -> None:
    timecore("nonce", "commit", game, "Ben", "--text", "x")

    some = timecore("play", game)
    for seat in ("Ana", "Cho"):
        timecore("nonce", "commit", game, seat, "--text", seat)
    timecore("nonce", "reveal", game, "Ana", "--text", "Ana")
    rest = timecore("play", game)

    assert "waits for the shares in the luck of Ana, Ben, Cho" in some.err
    assert "`timecore nonce commit` and `timecore nonce reveal` enter them" in some.err
    assert "waits for the shares in the luck of Ben, Cho" in rest.err
    assert "Hint: `timecore nonce reveal` enters them" in rest.err
