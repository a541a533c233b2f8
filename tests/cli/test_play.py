"""`timecore play`: a game at the terminal, or played by a script."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from cli_run import Install, Ran, Run

from timecore.actors import CHANCE
from timecore.audit import audit
from timecore.bots import RandomBot
from timecore.game import Game
from timecore.log import Log
from timecore.messages import Move
from timecore.record import RawEntry
from timecore.recordfile import RecordFile
from timecore.table import Adjourn, NonceCommit, Void

SEATS = ["Ana", "Ben", "Cho"]

#: Called with some answers, gives what `timecore play` makes of them.
Play: TypeAlias = Callable[..., Ran]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A new game of Time Chase, dealt from a seed: Ana is to move."""
    path = tmp_path / "game.msgpack"
    Game.new("time_chase", seats=SEATS, seed="play").save(path)
    return path


@pytest.fixture
def dealing(tmp_path: Path) -> Path:
    """A new game whose luck is made at a real table: nothing is dealt."""
    path = tmp_path / "manual.msgpack"
    Game.new("time_chase", seats=SEATS, luck="manual").save(path)
    return path


@pytest.fixture
def play(timecore: Run, mine: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Answer a game through a pipe; with `person`, as somebody whose standard output goes elsewhere."""

    def ran(*answers: str, file: Path = mine, options: tuple[str, ...] = (), person: bool = False) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        monkeypatch.setattr("sys.stdin.isatty", lambda: person)
        return timecore("play", file, *options)

    return ran


def chosen(game: Game, count: int = 1000) -> Iterator[tuple[Move, str]]:
    """Play a game on in memory: moves chosen somehow, and a number that would choose each from a list."""
    bot = RandomBot("somebody")
    while game.to_act and count:
        actor = game.to_act[0]
        legal = game.legal_moves(actor)
        move = bot(game.rules, None, actor, legal)
        amount = getattr(move, "fuel", None)
        game.play(actor, move)
        yield move, str(legal.index(move) + 1 if amount is None else amount)
        count -= 1


def last_move(path: Path) -> Move:
    """The last move that the file holds."""
    return Log.load(path).entries[-1].move


# -- a script --------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_one_answer_a_line(play: Play, mine: Path) -> None:
    """By numbers: it is the game that the library plays, byte for byte; then what has come of it is told."""
    game = Game.load(mine)
    numbers = [number for _, number in chosen(game)]

    ran = play(*numbers)

    assert (ran.code, ran.err) == (0, "")
    assert game.result is not None
    assert mine.read_bytes() == game.log.to_bytes()
    assert ran.lines[-2] == f"{mine}: {len(game.entries)} entries, all saved"
    assert f"{game.names[game.result.winners[0]]} " in ran.lines[-1]


def test_a_move_can_be_given_as_json(play: Play, mine: Path) -> None:
    """All of them."""
    game = Game.load(mine)
    answers = [json.dumps(move.to_json()) for move, _ in chosen(game)]

    assert play(*answers).code == 0
    assert mine.read_bytes() == game.log.to_bytes()


def test_a_game_can_be_left_and_resumed_after_every_move(play: Play, mine: Path) -> None:
    """By the end of the input, or by q: nothing is lost, nothing said twice."""
    game = Game.load(mine)
    for count, (_, number) in enumerate(chosen(game, 12)):
        ran = play(number, *(["q", "1"] if count % 2 else []))

        assert (ran.code, ran.err) == (0, "")
        assert mine.read_bytes() == game.log.to_bytes()
        assert f"Saved as entry {len(game.entries)}: " in ran.out
        assert ran.lines[-2] == f"{mine}: {len(game.entries)} entries, all saved"
        assert ran.lines[-1].endswith(("is to move", "are to move"))


@pytest.mark.parametrize(
    "answer", ["2", "\ufeff2", "2\r", "A9", "a9", "play A9", "PLAY a9", " A9 ", "a9 play"]
)
def test_a_move_is_called_by_its_number_its_words_or_its_card(play: Play, mine: Path, answer: str) -> None:
    """As they stand in the list, in any case."""
    assert play(answer).code == 0
    assert last_move(mine).to_json() == {"type": "PlayCard", "card": "A9"}


def test_an_amount_is_called_by_itself(play: Play, mine: Path) -> None:
    """Whoever types 1 does not mean the first of 0, 1 and 2."""
    ran = play("A12", "A13", "1", "1", "set 0 fuel aside")

    assert ran.code == 0
    assert re.search(
        r"^Ana: \d legal moves\n  0  set 0 fuel aside\n  1  set 1 fuel aside\n", ran.out, re.MULTILINE
    )
    assert [entry.move.to_json()["fuel"] for entry in Log.load(mine).entries[-2:]] == [1, 0]


def test_each_page_shows_what_the_seat_to_move_may_see(play: Play, mine: Path) -> None:
    """Neither another hand, nor what another has chosen in secret at the same time."""
    answers = [number for _, number in chosen(Game.load(mine))]
    names = "|".join(SEATS)

    ran = play(*answers)
    pages = re.split(r"^(?=After entry \d+ of \d+, as )", ran.out, flags=re.MULTILINE)[1:]

    assert len(pages) == len(answers)
    for page in pages:
        (seat,) = re.findall(rf"^After entry \d+ of \d+, as ({names}) sees it$", page, re.MULTILINE)
        (entries,) = re.findall(r"^After entry (\d+)", page)
        before = Log.load(mine).upto(int(entries))
        hands = Game.from_log(before).state.hands
        shown, _, _ = page.partition("\nSaved as entry")
        for other, cards in enumerate(hands):
            unseen = [card for card in cards if not re.search(rf"\b{card}\b", shown)]
            assert unseen == ([] if SEATS[other] == seat else cards)


def test_blank_lines_say_nothing_but_count(play: Play) -> None:
    """So the number of a line is the one that an editor shows."""
    ran = play("", "A9", "", "C1")

    assert ran.code == 1
    assert ran.err.startswith('timecore: line 4: no move is called "C1"\n')


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("0", 'no move is called "0"'),
        ("11", 'no move is called "11"'),
        (
            "play",
            '"play" may be: 1 play A7, 2 play A9, 3 play A10, 4 play A11, 5 play A12, 6 play B8 and 4 more',
        ),
        ("play A7 A9", 'no move is called "play A7 A9"'),
        ("\x1b[2J", r'no move is called "\x1b[2J"'),
        ("{", "this is not JSON: "),
        ("{}", "TC-32: no move of this game: the type is missing"),
        ('{"type": "PlayCard", "card": "A13"}', "TC-33: A13 is not in the hand of seat 0"),
        ('{"type": "CommitFuel", "fuel": 0}', "TC-32: "),
        ("r 1 2", 'no move is called "r 1 2"'),
    ],
)
def test_an_answer_that_will_not_do_ends_a_script(play: Play, mine: Path, answer: str, told: str) -> None:
    """With the line, the reason and what was legal."""
    before = mine.read_bytes()

    ran = play(answer)

    assert ran.code == 1
    assert ran.err.startswith(f"timecore: line 1: {told}")
    assert ran.err.splitlines()[1].startswith("Hint: Legal: 1 play A7, 2 play A9, ")
    assert mine.read_bytes() == before


@pytest.mark.parametrize("number", ["31", "999", "-1", "x"])
def test_going_back_to_where_nothing_is_says_how_far_one_can(play: Play, mine: Path, number: str) -> None:
    """The legal moves would be no help."""
    before = mine.read_bytes()

    ran = play(f"r {number}")

    assert ran.code == 1
    assert ran.err == (
        f"timecore: line 1: there is no earlier entry {number}\n"
        "Hint: r N goes back to the state after entry N, from 0 to 30.\n"
    )
    assert mine.read_bytes() == before


def test_taking_back_where_nobody_has_chosen_ends_a_script(play: Play) -> None:
    """There is nothing that could be done instead."""
    ran = play("r")

    assert ran.code == 1
    assert ran.err == "timecore: line 1: nobody has chosen anything yet that could be taken back\n"


def test_what_came_before_a_wrong_answer_is_saved(play: Play, mine: Path) -> None:
    """Every move, at once."""
    game = Game.load(mine)
    numbers = [number for _, number in chosen(game, 5)]

    assert play(*numbers, "no such move").code == 1
    assert mine.read_bytes() == game.log.to_bytes()


def test_board_and_help_can_be_asked_for(play: Play, mine: Path) -> None:
    """Neither is a move."""
    before = mine.read_bytes()

    ran = play("?", "b", "q")

    assert ran.code == 0
    assert "  q     leaves; every move is saved already\n" in ran.out
    assert ran.out.count("1-10  Ana is dealt A12") == 2
    assert mine.read_bytes() == before


def test_the_words_are_those_of_the_language_asked_for(play: Play, mine: Path) -> None:
    """Questions, answers and refusals."""
    ran = play("jugar A9", "nada", options=("--lang", "es"))

    assert ran.code == 1
    assert "Ana: 10 jugadas legales" in ran.out
    assert "Guardada como entrada 32: jugar A9" in ran.out
    assert "ninguna jugada se llama «nada»" in ran.err
    assert last_move(mine).to_json()["card"] == "A9"


# -- luck from a real table ------------------------------------------------------------------------------------


def test_what_chance_brings_is_asked_for(play: Play, dealing: Path) -> None:
    """Whoever deals types the cards; what was dealt so far is shown to find a slip by."""
    ran = play("B11", "deal A7 to Ana", "1", file=dealing)

    assert ran.code == 0
    assert "Chance: 35 legal moves" in ran.out
    assert "Saved as entry 1: deal B11 to Ana" in ran.out
    assert "    1-2  Ana is dealt B11, A7" in ran.out
    assert [e.move.to_json()["card"] for e in Log.load(dealing).entries] == ["B11", "A7", "A8"]
    assert ran.lines[-1] == "Chance is to act"


def test_a_game_from_a_real_table_is_played_to_its_end(play: Play, dealing: Path) -> None:
    """Deals and choices in one stream of answers."""
    game = Game.load(dealing)
    numbers = [number for _, number in chosen(game)]

    assert play(*numbers, file=dealing).code == 0
    assert [e.move for e in Log.load(dealing).entries] == [e.move for e in game.entries]
    assert audit(dealing.read_bytes()).exit_code == 0


def test_unequal_outcomes_are_shown_with_their_weights(play: Play, install: Install, tmp_path: Path) -> None:
    """So that whoever deals sees what is left."""
    install("tiny-game", "tiny", "tiny:RULESET")
    path = tmp_path / "tiny.msgpack"
    Game.new("tiny", seats=["Ana", "Ben"], luck="manual").save(path)

    ran = play("ace", "king", "three", "joker", file=path)

    assert ran.code == 0
    assert "1  deal 0 ace  (3 : 10)\n  2  deal 0 joker  (1 : 10)\n" in ran.out
    assert "(4 : 8)" in ran.out
    assert Game.load(path).to_act == (0, 1)


def test_a_draw_that_nobody_here_can_make_is_told(play: Play, tmp_path: Path) -> None:
    """The seats' shares in the luck are awaited."""
    path = tmp_path / "nonces.msgpack"
    game = Game.new("time_chase", seats=SEATS, nonces=True)
    game.table(NonceCommit(bytes(32)), actor=0)
    game.save(path)

    ran = play("1", file=path)

    assert (ran.code, ran.out) == (1, "")
    assert "a draw is due that cannot be made here" in ran.err


# -- bots ------------------------------------------------------------------------------------------------------


def test_bots_play_their_seats_and_people_theirs(play: Play, mine: Path) -> None:
    """Seats are named by name or number; only the others are asked."""
    ran = play("A9", options=("--bot", "1=random", "--bot", "Cho=random"))
    log = Log.load(mine)

    assert ran.code == 0
    assert {entry.actor for entry in log.entries[31:]} == {0, 1, 2}
    assert "as Ben sees it" not in ran.out
    assert "as Cho sees it" not in ran.out
    assert Game.load(mine).to_act[0] == 0


def test_with_bots_alone_a_game_plays_itself(play: Play, mine: Path) -> None:
    """And its story is told, as everybody may hear it."""
    ran = play(options=("--bot", "random"))

    assert ran.code == 0
    assert Game.load(mine).result is not None
    assert "Ana sets fuel aside in secret" in ran.out or "Ana chooses" in ran.out
    assert "Over (" in ran.out


def test_bots_of_a_seed_choose_alike(play: Play, mine: Path) -> None:
    """Without one they choose as they like."""
    twin, other = mine.with_name("twin.msgpack"), mine.with_name("other.msgpack")
    for path in (twin, other):
        shutil.copy(mine, path)

    play(options=("--bot", "random", "--seed", "s"))
    play(options=("--bot", "random", "--seed", "s"), file=twin)
    play(options=("--bot", "random"), file=other)

    assert mine.read_bytes() == twin.read_bytes() != other.read_bytes()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--bot", "rondom"), "Did you mean random?"),
        (("--bot", "Dan=random"), "The seats are: 0 (Ana), 1 (Ben), 2 (Cho)."),
        (("--seed", "s"), "--seed is for bots, and --bot names none"),
    ],
)
def test_bots_that_do_not_exist_are_wrong_usage(
    play: Play, mine: Path, options: tuple[str, ...], told: str
) -> None:
    """Nothing is played."""
    before = mine.read_bytes()

    ran = play("1", options=options)

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert mine.read_bytes() == before


# -- taking back -----------------------------------------------------------------------------------------------


def test_the_last_choice_can_be_taken_back(play: Play, mine: Path) -> None:
    """And the one before it; the record keeps all of it."""
    ran = play("A9", "A13", "r", "r", "A10")
    log = Log.load(mine)

    assert ran.code == 0
    assert [str(entry.move) for entry in log.entries[31:]] == [
        "PlayCard(card='A9')",
        "PlayCard(card='A13')",
        "Retract(to=32)",
        "Retract(to=31)",
        "PlayCard(card='A10')",
    ]
    assert "34: The game goes back to the state after entry 32" in ran.out
    assert audit(mine.read_bytes()).exit_code == 0


def test_what_bots_and_luck_did_since_is_taken_back_with_it(play: Play, mine: Path) -> None:
    """Only what a person chose can be chosen again."""
    play("A9", "r", options=("--bot", "1=random", "--bot", "2=random"))

    assert str(last_move(mine)) == "Retract(to=31)"
    assert Game.load(mine).to_act == (0,)


def test_a_deal_that_was_mistyped_can_be_taken_back(play: Play, dealing: Path) -> None:
    """With luck from a real table it is a choice like any other."""
    ran = play("B11", "B12", "r", "B13", file=dealing)

    assert ran.code == 0
    hands = Game.load(dealing).state.hands
    assert hands[0] == ["B11", "B13"]


def test_the_table_can_go_back_to_any_entry(play: Play, mine: Path) -> None:
    """Before the first draw, too: then other cards are drawn, since what was drawn once never is again."""
    before = Game.load(mine).state.hands

    ran = play("A9", "r 0")

    game = Game.load(mine)
    assert ran.code == 0
    assert str(game.entries[32].move) == "Retract(to=0)"
    assert game.to_act == (0,)
    assert game.state.hands != before


# -- what is no game to go on with -----------------------------------------------------------------------------


def test_a_damaged_tail_is_told_with_what_mends_it(play: Play, torn: Path) -> None:
    """Nothing is played, nothing changed."""
    before = torn.read_bytes()

    ran = play("1", file=torn)

    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith(f"timecore: {torn}: tail damaged after entry ")
    assert f": `timecore repair {torn}` " in ran.err
    assert torn.read_bytes() == before


def test_a_broken_record_is_told(play: Play, broken: Path) -> None:
    """Its sound entries are not played on unasked."""
    ran = play("1", file=broken)

    assert (ran.code, ran.out) == (4, "")
    assert f"{broken}: broken at entry 40: " in ran.err


def test_a_game_that_somebody_else_plays_is_told(play: Play, mine: Path) -> None:
    """One writer at a time."""
    with Game.open(mine):
        ran = play("1")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"timecore: {mine} is open for writing elsewhere\nHint: ")


def test_a_redacted_copy_cannot_be_played_on(play: Play, mine: Path) -> None:
    """It lacks what the rules need."""
    copy = mine.with_name("copy.msgpack")
    Log.load(mine).redacted(0).save(copy)

    ran = play("1", file=copy)

    assert (ran.code, ran.out) == (2, "")
    assert f"{copy}: this copy of the record is not the full one" in ran.err


def test_without_its_rules_no_game_can_be_played(play: Play, foreign: Path) -> None:
    """Nor without its file, nor if it is no record."""
    nonsense = foreign.with_name("nonsense")
    nonsense.write_bytes(b"nonsense")

    assert play("1", file=foreign).code == 3
    assert play("1", file=nonsense).code == 3
    assert play("1", file=foreign.with_name("missing")).code == 3


def test_a_game_that_is_over_shows_how_it_ended(play: Play, game: Path) -> None:
    """Nobody is asked."""
    before = game.read_bytes()

    ran = play(file=game)

    assert ran.code == 0
    assert "Over (" in ran.out
    assert " wins" in ran.lines[-1]
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("move", "told"), [(Adjourn(), "The game is adjourned"), (Void("late"), "void: late")]
)
def test_a_game_that_the_table_has_closed_says_so(play: Play, mine: Path, move: Move, told: str) -> None:
    """Nobody is asked."""
    host = Game.load(mine)
    host.table(move)
    host.save(mine, replace=True)

    ran = play("1")

    assert ran.code == 0
    assert told in ran.lines[-1]


def test_a_move_that_cannot_be_written_does_not_count(
    play: Play, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those before it are safe, and the file is sound."""
    append, left = RecordFile.append, [2]

    def full(self: RecordFile, entry: RawEntry) -> None:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left[0] -= 1
        append(self, entry)

    monkeypatch.setattr(RecordFile, "append", full)
    ran = play("A9", "A13", "1")

    assert ran.code == 2
    assert ran.err == (
        f"timecore: {mine} cannot be written: no space left on device\n"
        "Hint: The move does not count; the 33 entries before it are saved.\n"
    )
    assert len(Log.load(mine)) == 33


def test_every_move_is_on_the_disk_before_it_counts(
    play: Play, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash of the machine takes back nothing that a player has seen."""
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", lambda fd: synced.append(os.fstat(fd).st_size))

    play("A9", "A13")

    log = Log.load(mine)
    assert synced == [raw.offset + raw.size for raw in log.record.entries[31:]]


# -- a person --------------------------------------------------------------------------------------------------


def test_a_person_is_asked_again(play: Play, mine: Path) -> None:
    """The answer that will not do is told, and the prompt stands there once more."""
    ran = play("", "nonsense", "C1", "play", '{"type": "PlayCard", "card": "A13"}', "A9", person=True)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Ana> ") == 6
    assert 'No move is called "nonsense". Choose from the list, or type ? for help.' in ran.out
    assert "TC-33: A13 is not in the hand of seat 0. Choose" in ran.out
    assert last_move(mine).to_json()["card"] == "A9"


def test_a_person_confirms_what_is_taken_back(play: Play, mine: Path) -> None:
    """Told as that person may know it: Ben does not learn how much Ana has set aside."""
    play("A9", "A13", "1", "0", person=True)
    before = len(Log.load(mine))

    refused = play("r", "n", person=True)
    given = play("r", "y", person=True)

    assert Log.load(mine).entries[before].move.to_json()["type"] == "Retract"
    assert "Take back entry 35 (Ana sets fuel aside in secret)? Type y to do so: " in refused.out
    assert "Take back entry 35 (" in given.out
    assert len(Log.load(mine)) == before + 1


def test_a_closed_standard_input_leaves_the_game(
    timecore: Run, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its end does."""
    monkeypatch.setattr("sys.stdin", None)

    ran = timecore("play", mine)

    assert ran.code == 0
    assert ran.lines[-1] == "Ana is to move"


def test_chance_is_no_seat(play: Play, dealing: Path) -> None:
    """A bot cannot deal."""
    ran = play(file=dealing, options=("--bot", "random"))

    assert ran.code == 0
    assert Game.load(dealing).to_act == (CHANCE,)
