"""A game of Timeline at the command line, with a deck that is built in and with one that is not."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from cli_run import Run

from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.log import Log
from timecore.registry import get_ruleset
from timecore.replay import Replay

LETTERS = Path(__file__).parents[2] / "examples" / "decks" / "letters.toml"
SEATS = ["Ana", "Ben", "Inés"]


def saved(path: Path, max_entries: int | None = None, **options: object) -> Path:
    """A game between bots, as far as so many entries, in a file."""
    game = Game.new("timeline", seats=SEATS, seed="letters", options=options)
    simulate(game, make_bots(game.rules, ["knowing"] * 3, "letters"), max_entries=max_entries)
    game.save(path)
    return path


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A game with the deck of letters, in its second round."""
    return saved(tmp_path / "letters.msgpack", max_entries=20, deck=str(LETTERS))


@pytest.fixture
def leisure(tmp_path: Path) -> Path:
    """A finished game with the built-in deck."""
    return saved(tmp_path / "leisure.msgpack")


def test_a_game_is_told_from_the_deal_to_the_end(timecore: Run, leisure: Path) -> None:
    """Cards that are dealt in a row stand in one sentence; a heading and its event are told once."""
    lines = timecore("replay", leisure).lines
    text = " ".join(" ".join(lines).split())

    assert "1 The deck “Games and leisure” is shuffled: 96 cards" in text
    assert re.search(r" 2-5 Ana receives “[^”]+”, “[^”]+”, “[^”]+”, “[^”]+” ", text)
    assert lines.count("Round 1") == 1
    assert not any(line.strip() == "Round 1" and line != "Round 1" for line in lines)
    assert re.search(r": (c\. )?(AD )?\d+( BC)?\. (Right!|Wrong\. It is discarded)", text)
    assert text.count(" wins!") or text.count("share the victory")


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_story_of_long_titles_fits_the_terminal(
    timecore: Run, leisure: Path, monkeypatch: pytest.MonkeyPatch, width: int, lang: str
) -> None:
    """The lines below the first of a sentence stand further to the right, and end where it ends."""
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))

    *lines, _head, _state = timecore("replay", leisure, "--lang", lang, "--boards").lines

    assert len(lines) > 100
    assert max(map(len, lines)) <= width


def test_titles_with_quotation_marks_inside_are_told_together_whole(timecore: Run, tmp_path: Path) -> None:
    """A title stands in the sentence as one word, whatever is in it."""
    deck = tmp_path / "quotes.toml"
    titles = ["The “Go” club", "A “” thing", "“Chess”", "One ”lone mark", "Plain", "Last"]
    cards = "".join(
        f'[[cards]]\nid = "c{n}"\ntitle = "{one}"\nyear = {n}\n' for n, one in enumerate(titles, 1)
    )
    deck.write_text(f'format = 1\nid = "quotes"\ntitle = "Quotes"\n{cards}', "utf-8")
    game = Game.new("timeline", seats=SEATS[:2], seed="q", options={"deck": str(deck), "cards": 2})
    game.save(tmp_path / "game.msgpack")
    text = " ".join(timecore("replay", tmp_path / "game.msgpack").out.split())

    state = game.state
    for hand in state.hands:
        for card in hand:
            assert f"“{state.titles[state.cards.index(card)]}”" in text


def test_events_one_by_one_keep_those_that_begin_a_round(timecore: Run, leisure: Path) -> None:
    lines = [line.strip() for line in timecore("replay", leisure, "--events").lines]

    assert lines.count("Round 1") == 2
    assert sum(re.fullmatch(r"\d+ +Ana receives “[^”]+”?.*", line) is not None for line in lines) == 4


def test_a_built_in_deck_is_told_in_spanish(timecore: Run, leisure: Path) -> None:
    ran = timecore("replay", leisure, "--lang", "es")

    assert "Se baraja el mazo «Juegos y ocio»: 96 cartas" in ran.out
    assert "¡Correcto!" in ran.out


def test_a_users_deck_adds_translations_and_what_is_approximate(timecore: Run, letters: Path) -> None:
    """TL-19: without the file, the titles of the record and bare years."""
    for command in ("replay", "show", "legal"):
        without = timecore(command, letters, "--lang", "es").out
        with_it = timecore(command, letters, "--lang", "es", "--deck", LETTERS).out

        assert "The first" in without
        assert "The first" not in with_it
        assert ("«letters»" in without, "«Letras»" in with_it) == (command != "legal",) * 2
        assert len(with_it.split("[")) >= len(without.split("["))


def test_a_deck_that_is_not_the_games_is_wrong_usage(
    timecore: Run, letters: Path, leisure: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(LETTERS.read_text("utf-8").replace('"letters"', '"others"'), "utf-8")
    faulty = tmp_path / "faulty.toml"
    faulty.write_text("format = 2", "utf-8")

    for command in ("replay", "show", "legal", "play"):
        ran = timecore(command, letters, "--deck", other)
        assert (ran.code, ran.out) == (2, "")
        assert f"this is the deck 'others', and {letters} was played with 'letters'" in ran.err
        assert timecore(command, letters, "--deck", faulty).code == 2
        assert timecore(command, letters, "--deck", tmp_path / "gone.toml").code == 3
    assert timecore("show", leisure, "--deck", LETTERS).code == 2


def test_intervals_of_board_and_moves_have_the_same_numbers(timecore: Run, letters: Path) -> None:
    """TL-4: and a menu is answered with a word of the title and the number of the interval."""
    board = re.findall(r"^\[(\d+)\]", timecore("show", letters).out, re.MULTILINE)
    moves = re.findall(r"\[(\d+)\]$", timecore("legal", letters).out, re.MULTILINE)

    assert moves[: len(board)] == board


def test_a_move_is_chosen_by_a_word_of_the_title_and_the_interval(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "game.msgpack", max_entries=14, deck=str(LETTERS))
    log = Log.load(path)
    state = Replay(log).go(-1).state
    title = state.titles[state.place_of(state.hands[0][0])]
    word = max(re.findall(r"\w+", title), key=len)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{word} 0\n"))
    ran = timecore("play", path, "--deck", LETTERS)

    assert f"Saved as entry 15: “{title}” before “" in ran.out
    assert max(len(line) for line in ran.lines if str(path) not in line) <= 150


def test_a_menu_of_many_intervals_names_the_first_and_the_last_of_each_card(
    timecore: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board has all of them, with their numbers."""
    path = saved(tmp_path / "game.msgpack", max_entries=26)
    replay = Replay(Log.load(path)).go(-1)
    (seat,) = replay.to_act
    hand, last = len(replay.state.hands[seat]), len(replay.state.timeline)
    assert hand * (last + 1) > 12
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    page = " ".join(timecore("play", path).out.split())

    for card in range(hand):
        first = card * (last + 1) + 1
        assert re.search(
            rf" {first}-{first + last} “[^”]+” before “[^”]+” \[0\] … after “[^”]+” \[{last}\] ", page
        )


def test_a_game_is_played_on_without_its_deck_once_it_is_opened(
    timecore: Run, letters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))

    assert timecore("play", letters).code == 0
    assert len(Log.load(letters)) > 20


def test_without_its_deck_a_game_is_audited_but_for_the_deck(
    timecore: Run, letters: Path, leisure: Path
) -> None:
    """TL-40: not compared is not irregular."""
    ran = timecore("audit", letters)
    assert ran.code == 0
    assert "deck not compared" in ran.out

    compared = timecore("audit", letters, "--deck", LETTERS)
    assert compared.code == 0
    assert "all 20 moves judged" in " ".join(compared.out.split())
    assert "not compared" not in compared.out

    both = timecore("audit", letters, leisure, "--deck", LETTERS)
    assert both.code == 0
    assert "not compared" not in both.out


def test_an_audit_compares_with_no_deck_whose_dates_are_others(
    timecore: Run, letters: Path, tmp_path: Path
) -> None:
    """TL-18, TL-40: by its digest it is another deck, so the game's own is not at hand."""
    changed = tmp_path / "changed.toml"
    changed.write_text(LETTERS.read_text("utf-8").replace("year = 1840", "year = 1841"), "utf-8")
    ran = timecore("audit", letters, "--deck", changed)

    assert ran.code == 0
    assert "deck not compared" in ran.out


def test_an_export_is_imported_with_the_deck_at_hand(
    timecore: Run, letters: Path, leisure: Path, tmp_path: Path
) -> None:
    for game, deck in ((letters, ("--deck", LETTERS)), (leisure, ())):
        moves, into = tmp_path / f"{game.stem}.jsonl", tmp_path / f"{game.stem}-2.msgpack"
        moves.write_text(timecore("export", game).out, "utf-8")
        ran = timecore("import", moves, "-o", into, *deck)

        assert (ran.code, ran.err) == (0, "")
        assert Log.load(into).entries == Log.load(game).entries

    ran = timecore("import", tmp_path / "letters.jsonl", "-o", tmp_path / "no.msgpack")
    assert ran.code == 3
    assert ran.err.splitlines()[1] == "Hint: Give the file that the game was made with: --deck FILE."


def test_a_list_of_moves_names_no_file_to_be_read(timecore: Run, tmp_path: Path) -> None:
    """It may come from a stranger."""
    moves = tmp_path / "moves.jsonl"
    moves.write_text(
        f'{{"ruleset": "timeline", "players": 2, "options": {{"deck": "{LETTERS}"}}}}\n', "utf-8"
    )
    ran = timecore("import", moves, "-o", tmp_path / "game.msgpack")

    assert ran.code == 3
    assert "deck" in ran.err


def test_bots_that_know_some_dates_can_be_asked_for(timecore: Run, tmp_path: Path) -> None:
    ran = timecore(
        "simulate",
        "timeline",
        "--players",
        "4",
        "--bot",
        "knowing",
        "--seed",
        "7",
        "-o",
        tmp_path / "g.msgpack",
    )

    assert ran.code == 0
    assert get_ruleset("timeline").result(Replay(Log.load(tmp_path / "g.msgpack")).go(-1).state) is not None
