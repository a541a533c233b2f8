"""Records whose every text an enemy wrote: none moves the cursor, colours anything or tells lines of its own."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from cli_run import Run

from timecore.actors import TABLE
from timecore.chance import Luck
from timecore.game import Game
from timecore.record import Writer, start
from timecore.schema import Schema
from timecore.table import Note, Void

TEXTS = [
    "\x1b[2J\x1b]0;mine\x07",
    "two\nTWO LINES\r",
    "\u202eback\u2066",
    "\x9b31m",
    "\u2028line",
    "\x00",
    "?",
    "{name}%s",
]
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|^TWO LINES", re.MULTILINE)


def write(path: Path, text: str, *, known: bool) -> None:
    """A record in which this text stands wherever a text can."""
    if known:
        game = Game.new(
            "time_chase",
            seats=[text + "1", text + "2", "Cho"],
            luck="manual",
            tags={text: text},
            created=text,
        )
        for move in (Note(text), Void(text)):
            game.table(move)
        game.save(path)
        return
    header = start(
        game=bytes(16),
        options={text: [text, {text: text}]},
        rules=(text, 1),
        schema=Schema.parse((((text, ((text, None, None),)),), ((text, ()),))),
        names=[text, "Ben"],
        luck=Luck.manual(),
        tags={text: text},
        writer=text,
        created=text,
    )
    writer = Writer(header)
    entries = [
        writer.append(0, (0, text), [(0,)], {"time": text, text + "?": text}),
        writer.append(TABLE, ("Note", text)),
    ]
    path.write_bytes(header.to_bytes() + b"".join(entry.to_bytes() for entry in entries))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_foreign_text_is_harmless_wherever_it_is_shown(
    timecore: Run,
    tmp_path: Path,
    text: str,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    path = tmp_path / "game.msgpack"
    write(path, text, known=known)

    for command in ("replay", "show", "legal", "export", "audit"):
        for options in ([], ["--json"], ["--as", text], ["--as", text + "0"]):
            ran = timecore(command, path, *options)

            assert ran.code != 70
            assert not UNSAFE.search(ran.out)
            assert not UNSAFE.search(ran.err)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_foreign_text_is_harmless_step_by_step(
    timecore: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    path = tmp_path / "game.msgpack"
    write(path, text, known=known)
    monkeypatch.setattr("sys.stdin", io.StringIO("e\nj\nj\nw\nv 0\nm\ny\n"))

    ran = timecore("step", path)

    assert ran.code != 70
    assert not UNSAFE.search(ran.out)
    assert not UNSAFE.search(ran.err)


def test_a_number_of_thousands_of_digits_is_no_seat(timecore: Run, game: Path) -> None:
    assert timecore("show", game, "--as", "9" * 6000).code == 2


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_foreign_text_is_harmless_whatever_is_asked(
    timecore: Run,
    tmp_path: Path,
    text: str,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    path, other = tmp_path / "game.msgpack", tmp_path / "other.msgpack"
    write(path, text, known=known)
    write(other, text + "!", known=known)

    for arguments in (
        ["why", path, "fuel"],
        ["why", path, text],
        ["when", path, f"fuel == '{text}'"],
        ["who-knew", path, f'"{text}"'],
        ["stats", path],
        ["diff", path, other],
        ["diff", path, other, "--unified"],
        ["diff", path, other, "--side-by-side"],
        ["diff", path, other, "--json"],
        ["branch", path, "--at", "0", "-o", tmp_path / "branch.msgpack", "--force"],
        ["branch", "--list", tmp_path],
    ):
        ran = timecore(*arguments)

        assert ran.code != 70, arguments
        assert not UNSAFE.search(ran.out), arguments
        assert not UNSAFE.search(ran.err), arguments
