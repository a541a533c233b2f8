"""`timecore step` on a whole screen: the picture, of any size, and the keys that Textual hands on."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_run import Run

from timecore.actors import PUBLIC
from timecore.display import columns
from timecore.game import Game
from timecore.log import Log
from timecore.narrate import Narrator
from timecore.replay import Position, Step
from timecore.table import Note
from timecore_cli import step
from timecore_cli.tui import source as reading
from timecore_cli.tui.keys import BY_KEY, help_lines
from timecore_cli.tui.model import Stepper
from timecore_cli.tui.picture import PANES, Asked, picture
from timecore_cli.tui.source import Source

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
GAMES = ("chicken_time_warp-5p", "time_chase-3p", "timeline-4p", "timeline_2003-3p")
SIZES = ((80, 24), (120, 40), (40, 12), (20, 6), (3, 2))


def stepper_of(path: Path, *, lang: str = "en") -> Stepper:
    return Stepper(Source(path), None, lang)


def press(stepper: Stepper, *commands: str) -> Stepper:
    """Do some commands, each to its end; behind a colon stands what belongs to it."""
    for one in commands:
        command, _, argument = one.partition(":")
        stepper.press(command, argument)
        while stepper.work():
            pass
    return stepper


def texts(stepper: Stepper, width: int = 120, height: int = 40, **more: Any) -> list[str]:
    """The lines of the screen, without their looks."""
    return ["".join(text for text, _ in line) for line in picture(stepper, width, height, **more)]


def holds(stepper: Stepper, **more: Any) -> None:
    """Whether every line has exactly the columns of the screen, at every size."""
    for width, height in SIZES:
        lines = texts(stepper, width, height, **more)
        assert len(lines) == height
        assert {columns(line) for line in lines} == {width}
        assert not re.search("[\x00-\x1f\x7f-\x9f\u200d\u2028-\u202e\u2066-\u2069]", "".join(lines))


@pytest.mark.parametrize("name", GAMES)
def test_every_line_has_the_columns_of_the_screen(name: str) -> None:
    stepper = stepper_of(REPLAYS / f"{name}.msgpack")
    stepper.screen.colour = True
    for commands in ([], ["go to:22"], ["raw events", "next event", "last"], ["first", "legal moves"]):
        press(stepper, *commands)
        holds(stepper)
    press(stepper, "go to:30", "language")
    for pane in PANES:
        holds(stepper, pane=pane)
    holds(stepper, asked=Asked("Words", "x" * 200))


@pytest.mark.parametrize(
    "name", ["\x1b[2Jmine", "two\nlines", "\u202eback", "x" * 255, "🐔🕰️👩🏽‍🚀", "e\u0301" * 40], ids=ascii
)
def test_columns_hold_whatever_people_are_called(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=[name, name, "Ana"], seed="7").save(path)

    holds(press(stepper_of(path), "go to:31", "next viewer:0", "raw events"))


def test_the_current_entry_is_marked_and_what_is_to_come_is_dimmed(game: Path) -> None:
    stepper = press(stepper_of(game), "go to:30.2")
    (head, *lines) = picture(stepper, 80, 40, pane="entries")[2:]
    told = [("".join(text for text, _ in line).rstrip(), line[0][1]) for line in lines[:-1]]
    (current,) = [number for number, (text, _) in enumerate(told) if text.startswith("▸")]

    assert head[0][0].startswith("─ Entries ─")
    assert told[current][0].startswith("▸      Event 1 is added")
    assert told[current][1] == "1"
    assert {looks for _, looks in told[:current]} == {""}
    assert {looks for text, looks in told[current + 1 :] if text} == {"2"}
    assert told[current - 1][0].startswith("   31  ")


def test_what_the_last_step_has_changed_stands_out_with_what_it_was(game: Path) -> None:
    stepper = press(stepper_of(game), "next entry")
    lines = texts(stepper, 120, 60, pane="state")

    assert lines[2].startswith("─ State, changed since 0 ─")
    assert any(line.startswith("▸*deck_left: 34 was 35") for line in lines)
    assert press(stepper, "next changed field").field != press(stepper, "next changed field").field
    assert texts(press(stepper, "last"), pane="state")[2].startswith(
        f"─ State, changed since {stepper.course.end - 1} ─"
    )


def test_of_a_long_list_it_is_told_what_is_gone_and_what_has_come(game: Path, played: Log) -> None:
    card = (
        next(entry for entry in played.entries if entry.seq > 31 and entry.actor == 0)
        .events[0]
        .to_json()["card"]
    )
    stepper = press(stepper_of(game), "next choice:0", "next entry")
    (line,) = [line for line in texts(stepper, 60, 60, pane="state") if "*  + [0]" in line]

    assert f'-"{card}" [' in line


def test_a_list_is_laid_open_and_closed(game: Path) -> None:
    stepper = press(stepper_of(game), "go to:31", "next change:fuel", "open field")
    lines = texts(stepper, 80, 60, pane="state")
    at = next(number for number, line in enumerate(lines) if line.startswith("▸"))

    assert lines[at].rstrip() == "▸ - fuel: [3]"
    assert any(re.match(r" \*  +\[\d\]: \d was \d", line) for line in lines[at + 1 : at + 4])
    assert any(
        re.match(r"▸\*\+ fuel: \[\d", line)
        for line in texts(press(stepper, "open field"), 80, 60, pane="state")
    )


def test_only_what_can_be_seen_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.msgpack"
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="7")
    for number in range(500):
        game.table(Note(f"note {number}"))
    game.save(path)
    told: list[int] = []
    tell = Narrator.step

    def counted(self: Narrator, step: Step) -> str:
        told.append(step.entry.seq)
        return tell(self, step)

    monkeypatch.setattr(Narrator, "step", counted)

    stepper = press(stepper_of(path), "go to:250")
    lines = texts(stepper, 80, 24)

    assert any("note 217" in line for line in lines)
    assert len(told) < 100


class TestWhatIsReadLater:
    """The beginning is there before the rest."""

    @pytest.fixture
    def long(self, game: Path, monkeypatch: pytest.MonkeyPatch) -> Stepper:
        monkeypatch.setattr(reading, "PIECE", 1)
        monkeypatch.setattr(reading, "STRETCH", 7)
        return stepper_of(game)

    def test_the_first_screen_needs_no_more_than_a_piece(self, long: Stepper, played: Log) -> None:
        assert len(long.source.log) < 5
        assert long.source.more
        assert "% of it is read" in texts(long)[1]
        holds(long)

    def test_all_of_it_comes_behind_the_screen(self, long: Stepper, played: Log) -> None:
        while long.read():
            pass

        assert len(long.source.log) == long.course.end == len(played)
        assert long.position == Position(0)
        assert "is read" not in texts(long)[1]

    def test_who_asks_for_what_was_not_read_is_led_there(self, long: Stepper, played: Log) -> None:
        assert press(long, "go to:40").position == Position(40)
        assert len(long.source.log) < 50
        assert press(long, "next round", "next choice:2").position > Position(40)
        assert press(long, "last").position == Position(len(played))
        assert press(long, "next viewer", "next viewer", "previous viewer").viewer is PUBLIC

    @pytest.mark.parametrize(
        "command", ["next entry", "next event", "next round", "next choice:1", "search:wins"]
    )
    def test_a_place_behind_what_was_read_is_found(self, long: Stepper, game: Path, command: str) -> None:
        whole = stepper_of(game)
        while whole.read():
            pass
        for _ in range(3):
            assert press(long, command).position == press(whole, command).position

    def test_nothing_has_changed_until_it_is_done(self, long: Stepper) -> None:
        long.press("last")
        seen = long.busy, long.position
        long.give_up()

        assert seen == (True, Position(0))
        assert not long.work()
        assert press(long, "go to:99").refused
        assert long.position == Position(0)

    def test_where_a_damaged_record_ends_is_told_when_all_was_read(
        self, torn: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "PIECE", 100)
        stepper = stepper_of(torn)

        assert "damaged" not in texts(stepper)[1]
        assert "tail damaged after entry" in texts(press(stepper, "last"))[1]


def test_without_the_ruleset_the_entries_have_all_of_the_screen(foreign: Path) -> None:
    stepper = press(stepper_of(foreign), "go to:5")

    assert "Without the ruleset" in texts(stepper)[1]
    assert texts(stepper)[2].startswith("─ Entries ─")
    assert not any("State" in line for line in texts(stepper))
    holds(stepper)


def test_a_terminal_that_cannot_draw_gets_ascii(game: Path) -> None:
    stepper = press(stepper_of(game), "go to:31")
    stepper.screen.drawn = False

    assert "".join(texts(stepper)).isascii()


def test_what_is_too_long_for_a_line_of_a_page_goes_on_as_far_in_as_it_began() -> None:
    stepper = press(stepper_of(REPLAYS / "timeline-4p.msgpack"), "go to:40", "legal moves")
    told = [line for line in texts(stepper, 60, 200) if line.strip()][5:-1]

    assert len(told) > len([line for line in stepper.paper if line.startswith("  ")])
    assert all(line.startswith("  ") for line in told)


def test_the_help_names_every_key() -> None:
    named = re.findall(r"\S+", " ".join(line[:10] for line in help_lines(str)))

    assert {key.key for key in BY_KEY.values()} <= set(named)


class TestKeys:
    """The program itself, without a terminal: Textual's Pilot presses the keys."""

    @pytest.fixture(autouse=True)
    def _textual(self) -> Iterator[None]:
        pytest.importorskip("textual")
        yield
        assert gc.isenabled()

    def run(
        self, stepper: Stepper, act: Callable[[Any, Any], Awaitable[None]], size: tuple[int, int] = (100, 30)
    ) -> None:
        """Act on the program while it runs."""
        from timecore_cli.tui import app  # only where Textual is  # noqa: PLC0415

        async def running() -> None:
            program = app.StepperApp(stepper)
            async with program.run_test(size=size) as pilot:
                await act(program, pilot)

        asyncio.run(running())

    def test_lead_through_a_game(self, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

        async def act(program: Any, pilot: Any) -> None:
            stepper = program.stepper

            def shown() -> str:
                return "\n".join(strip.text for strip in program._picture.strips)

            assert "At the start" in shown()
            await pilot.press("j", "down", "right", "k", "left")
            assert stepper.position == Position(1)
            await pilot.press("colon", "3", "0", "x", "backspace", "full_stop", "2", "enter")
            assert stepper.position == Position(30, 2)
            assert "After event 2 inside entry 31" in shown()
            await pilot.press("slash", *"leads", "enter", "n", "N")
            assert "leads" in shown()
            await pilot.press("colon", "9", "ctrl+u", "escape", "home")
            assert (program.asked, stepper.position) == (None, Position(0))
            await pilot.press("c", *"Ben", "enter")
            assert 1 in stepper.replay.to_act
            await pilot.press("escape", "c")
            assert "Whose choice" in program._picture.strips[-1].text
            await pilot.press("escape")
            await pilot.press("question_mark", "j", "pageup")
            assert "next or previous event" in shown()
            await pilot.press("q", "tab")
            assert "─ Entries" not in shown()
            await pilot.press("escape", "v", "y")
            assert program.clipboard == stepper.command() in shown()
            await pilot.press("x", "b", "a", "l", "t", "enter")
            assert "The branch is in alt" in shown()
            await pilot.resize_terminal(70, 20)
            assert len(program._picture.strips) == 20
            await pilot.press("question_mark", "ctrl+c")

        # By its name alone, or the line that shows the position might not fit on the screen.
        Path("game.msgpack").symlink_to(game)
        stepper = stepper_of(Path("game.msgpack"))
        self.run(stepper, act)

        assert stepper.left
        assert len(Log.load(tmp_path / "alt")) > 31

    def test_show_all_of_a_board_that_is_longer_than_the_screen(self) -> None:
        async def act(program: Any, pilot: Any) -> None:
            def shown() -> list[str]:
                return [strip.text.rstrip() for strip in program._picture.strips[2:-1]]

            board = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in program.stepper.board(80, None)]
            await pilot.press("tab", *["full_stop"] * 5)
            assert shown() == board[-37:]
            await pilot.press("comma")
            assert shown() == board[-38:-1]
            await pilot.press("tab", "shift+tab")
            assert shown()[0] == board[0]
            await pilot.press(*["full_stop"] * 5, "home")
            assert shown()[0].startswith("Timeline")  # at the start there is less of a board

        stepper = press(stepper_of(REPLAYS / "timeline-8p.msgpack"), "go to:40")
        self.run(stepper, act, size=(80, 40))  # some lines less than the board has

    def test_stay_awake_while_a_game_is_read_and_played(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "PIECE", 300)
        monkeypatch.setattr("timecore_cli.tui.app._AGAIN", 0.01)
        path = tmp_path / "game.msgpack"
        with Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="7", path=path) as game:

            async def until(pilot: Any, holds: Callable[[], bool]) -> None:
                for _ in range(500):
                    if holds():
                        return
                    await pilot.pause(0.01)
                raise AssertionError

            async def act(program: Any, pilot: Any) -> None:
                stepper = program.stepper
                await until(pilot, lambda: not stepper.source.more)
                game.table(Note("one more"))
                await until(pilot, lambda: stepper.course.end == 32)
                assert stepper.position == Position(0)
                await pilot.press("f")
                game.table(Note("and one"))
                await until(pilot, lambda: stepper.position == Position(33))
                await until(pilot, lambda: "and one" in "".join(s.text for s in program._picture.strips))

            self.run(stepper_of(path), act)

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
    def test_a_signal_that_ends_the_program_leaves_the_terminal_as_it_was(
        self, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The program ends as if somebody had left, and says in its exit code what ended it."""
        from timecore_cli.tui import app  # only where Textual is  # noqa: PLC0415

        def run(program: Any) -> None:
            async def running() -> None:
                async with program.run_test() as pilot:
                    os.kill(os.getpid(), signal.SIGTERM)
                    for _ in range(500):
                        if not program.is_running:
                            break
                        await pilot.pause(0.01)

            asyncio.run(running())

        monkeypatch.setattr(app.StepperApp, "run", run)
        for stream in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
        monkeypatch.setenv("TERM", "xterm")
        before = signal.signal(
            signal.SIGTERM, signal.SIG_IGN
        )  # were nobody to hear it, it would end the tests
        try:
            code = step.command(game)
        finally:
            signal.signal(signal.SIGTERM, before)

        assert code == 128 + signal.SIGTERM

    def test_an_error_ends_the_program_before_it_is_told(
        self, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found: list[Exception] = []

        async def act(program: Any, pilot: Any) -> None:
            monkeypatch.setattr(program.stepper, "board", lambda *_: 1 // 0)
            await pilot.press("j")
            found.append(program.error)

        self.run(stepper_of(game), act)

        assert [type(error) for error in found] == [ZeroDivisionError]


@pytest.mark.parametrize(
    ("elsewhere", "said"),
    [(None, "Textual is not installed (pip install './timecore[tui]'"), ("stderr", "no terminal")],
)
def test_without_textual_or_where_it_cannot_draw_it_goes_line_by_line(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str | None, said: str
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda here=stream != elsewhere: here)
    monkeypatch.setattr("sys.stdin.readline", lambda: "")
    monkeypatch.setenv("TERM", "xterm")

    ran = timecore("step", game)

    assert ran.code == 0
    assert said in ran.err
