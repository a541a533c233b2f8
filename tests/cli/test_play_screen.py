"""`timecore play` on a terminal: what stands on the screen, and what is left of it."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_run import start

from timecore.game import Game
from timecore.log import Log

if sys.platform == "win32":
    pytest.skip("needs the terminals of Unix", allow_module_level=True)

import pty
import select

SEATS = ["Ana", "Ben", "Cho"]
ENTER, LEAVE, WIPE = "\x1b[?1049h", "\x1b[?1049l", "\x1b[H\x1b[2J"


class Terminal:
    """A terminal of 80 columns in which `timecore play` runs."""

    def __init__(self, file: Path, *options: str, term: str = "xterm", rows: int = 40) -> None:
        self._fd, theirs = pty.openpty()
        shape = {"TERM": term, "COLUMNS": "80", "LINES": str(rows), "NO_COLOR": "1"}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
        self.process = start("play", file, *options, environment=shape, start_new_session=True, **streams)
        os.close(theirs)
        self.text = ""

    def see(self, wanted: str) -> str:
        """Wait until a text is there; all since the last wipe of the screen."""
        end = time.monotonic() + 30
        while wanted not in self.screen:
            assert time.monotonic() < end, self.text
            self._read(0.5)
        return self.screen

    @property
    def screen(self) -> str:
        """What has been written since the last wipe."""
        return self.text.rpartition(WIPE)[2]

    def answer(self, *lines: str) -> None:
        """Type some lines."""
        os.write(self._fd, "".join(f"{line}\n" for line in lines).encode())

    def end_of_file(self) -> None:
        """Press Ctrl-D on an empty line."""
        os.write(self._fd, b"\x04")

    def rest(self, seconds: float) -> None:
        """See what comes without being waited for."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._read(0.05)

    def interrupt(self, number: int) -> None:
        """Send a signal, as often as a person would: one that comes just before Python waits is seen after the wait."""
        end = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < end:
            self.process.send_signal(number)
            self.rest(1)

    def end(self) -> int:
        """Wait for the end; the exit code."""
        while self._read(30):
            pass
        return self.process.wait(timeout=30)

    def close(self) -> None:
        """Whatever a test has left."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._fd)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # how Linux tells that the other side is closed
            return False
        self.text += data.decode().replace("\r\n", "\n")
        return bool(data)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A new game of Time Chase, dealt from a seed: Ana is to move."""
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=SEATS, seed="play").save(path)
    return path


@pytest.fixture
def sit(mine: Path) -> Iterator[Callable[..., Terminal]]:
    """Sit down at a terminal."""
    there: list[Terminal] = []

    def opened(*options: str, file: Path = mine, term: str = "xterm", rows: int = 40) -> Terminal:
        there.append(Terminal(file, *options, term=term, rows=rows))
        return there[-1]

    yield opened
    for terminal in there:
        terminal.close()


def cards_on(page: str, path: Path) -> set[int]:
    """The seats of whose hands, as they are in the file, a card is to be read."""
    hands = Game.load(path).state.hands
    return {seat for seat, hand in enumerate(hands) if any(re.search(rf"\b{card}\b", page) for card in hand)}


def test_between_two_seats_stands_a_page_for_everybody(sit: Callable[..., Terminal], mine: Path) -> None:
    """Each hand is shown to its seat alone, and nothing is left of it when the game is left."""
    terminal = sit()

    first = terminal.see("Ana takes the keyboard, and presses Enter when nobody else is looking:")
    terminal.answer("")
    ana = terminal.see("Ana> ")
    terminal.answer("play A9")
    second = terminal.see("Ben takes the keyboard")
    terminal.answer("")
    ben = terminal.see("Ben> ")
    terminal.answer("q")

    assert terminal.end() == 0
    assert (cards_on(first, mine), cards_on(second, mine)) == (set(), set())
    assert (cards_on(ana, mine), cards_on(ben, mine)) == ({0}, {1})
    assert "32  Ana leads A9" in second
    assert terminal.text.startswith(ENTER + WIPE)
    after = terminal.text.rpartition(LEAVE)[2]
    assert after == f"{mine}: 32 entries, all saved\nBen is to move\n"
    assert terminal.text.partition(LEAVE)[0].endswith(WIPE)


def test_what_was_typed_ahead_does_not_pass_the_keyboard_on(sit: Callable[..., Terminal], mine: Path) -> None:
    """One Enter too many would show the next hand to the one who has just moved."""
    terminal = sit()
    terminal.see("Ana takes the keyboard")
    terminal.answer("")
    terminal.see("Ana> ")

    terminal.answer("play A9", "", "", "1")
    terminal.see("Ben takes the keyboard")
    terminal.rest(0.3)

    assert "Ben takes the keyboard" in terminal.screen
    assert len(Log.load(mine)) == 32


def test_whoever_plays_against_bots_is_handed_nothing_over(sit: Callable[..., Terminal]) -> None:
    """There is nobody else; what the bots did is told, on a page of its own where the screen is small."""
    terminal = sit("--bot", "1=random", "--bot", "2=random", rows=24)

    terminal.see("Enter goes on:")
    terminal.answer("")
    terminal.see("Ana> ")
    terminal.answer("A9")
    news = terminal.see("Enter goes on:")
    terminal.answer("")
    page = terminal.see("Ana> ")

    assert "takes the keyboard" not in terminal.text
    assert "32  Ana leads A9" in news
    assert "(b shows all of it)" in page
    assert len(page.splitlines()) <= 24


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_gives_the_terminal_back(
    sit: Callable[..., Terminal], mine: Path, number: int, code: int
) -> None:
    """Wiped, and every move is saved."""
    terminal = sit()
    terminal.see("Ana takes the keyboard")
    terminal.answer("")
    terminal.see("Ana> ")
    terminal.answer("play A9")
    terminal.see("Ben takes the keyboard")
    terminal.answer("")
    terminal.see("Ben> ")

    terminal.interrupt(number)

    assert terminal.end() == code
    assert terminal.text.partition(LEAVE)[0].endswith(WIPE)
    assert cards_on(terminal.text.rpartition(LEAVE)[2], mine) == set()
    assert len(Log.load(mine)) == 32


def test_the_end_of_the_input_leaves_the_game(sit: Callable[..., Terminal]) -> None:
    """While the keyboard is handed over, too."""
    terminal = sit()
    terminal.see("Ana takes the keyboard")

    terminal.end_of_file()

    assert terminal.end() == 0


def test_help_is_shown_and_the_page_again(sit: Callable[..., Terminal]) -> None:
    """As it was."""
    terminal = sit("--bot", "1=random", "--bot", "2=random")
    before = terminal.see("Ana> ")

    terminal.answer("?")
    helped = terminal.see("Enter goes on:")
    terminal.answer("")

    assert "takes the last choice back" in helped
    assert terminal.see("Ana> ") == before


def test_a_terminal_that_cannot_be_wiped_is_scrolled(sit: Callable[..., Terminal], mine: Path) -> None:
    """No control codes, and no hand stays in sight."""
    terminal = sit(term="dumb", rows=30)
    terminal.see("Ana takes the keyboard")
    terminal.answer("")
    terminal.see("Ana> ")
    terminal.answer("A9")
    terminal.see("Ben takes the keyboard")

    assert "\x1b" not in terminal.text
    assert cards_on("\n".join(terminal.text.split("\n")[-30:]), mine) == set()


def test_a_board_that_is_higher_than_the_screen_is_drawn_lower(
    sit: Callable[..., Terminal], tmp_path: Path
) -> None:
    """Nobody can choose a way along paths that are not to be seen; what is left out is said."""
    file = tmp_path / "paths.msgpack"
    game = Game.new("timeline_2003", seats=["Ana", "Ben"], seed="a low screen")
    while game.state.turn == 0:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    mover = game.names[game.to_act[0]]
    moves = len(game.legal_moves(game.to_act[0]))
    game.save(file)
    terminal = sit("--bot", f"{1 - game.to_act[0]}=random", file=file, rows=moves + 15)

    terminal.see("Enter goes on:")
    terminal.answer("")
    page = terminal.see(f"{mover}> ")

    assert "zone 1" in page
    assert "are left out" in page
    assert "price" in page
    assert f"{moves}  " in page
    assert len(page.splitlines()) <= moves + 15
