"""Games as texts that are kept: golden texts and playthroughs."""

import subprocess
import sys

import pytest
from tiny import RULESET
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE
from timecore.errors import RecordDamaged
from timecore.game import Game
from timecore.log import Log
from timecore.replay import state_digest
from timecore.rulesets.time_chase import RULESET as TIME_CHASE
from timecore.table import Note, Retract
from timecore.testing import golden_text, playthrough


def a_game() -> Game:
    """Three cards are dealt, one is taken back, and the game is played to its end."""
    game = Game.new(RULESET, seats=("Ana", "Ben"), luck="manual")
    for seat, card in enumerate(["three", "ace", "king"]):
        game.play(CHANCE, Deal(seat % 2, card))
    game.table(Retract(2))
    game.table(Note("dealt to the wrong hand"))
    game.play(CHANCE, Deal(0, "joker"))
    game.play(CHANCE, Deal(1, "ace"))
    game.play(1, Bid(None))
    game.play(0, Bid(500))
    game.play(0, Play("joker"))
    game.play(1, Play("ace"))
    return game


def paragraph(text: str, start: str) -> list[str]:
    """The lines of the paragraph that begins so."""
    return next(part for part in text.split("\n\n") if part.startswith(start)).splitlines()


def test_a_golden_text_is_title_story_result_digest_and_head() -> None:
    game = a_game()

    text = golden_text(game.log)

    lines = text.splitlines()
    assert lines[0] == 'tiny version 1, {"players": 2}: Ana, Ben'
    assert lines[2:5] == [
        "   1  box closed: answers [7, 1, 12]",
        "      dealt: seat 0 card three",
        "   2  dealt: seat 1 card ace",
    ]
    assert "   5  Note: dealt to the wrong hand" in lines
    assert lines[-3:] == [
        'result: {"winners": [0], "reason": "played"}',
        f"state digest: {state_digest(game.state).hex()}",
        f"head: {game.log.head.hex()}",
    ]
    assert text.endswith("\n")


def test_a_game_that_goes_on_has_no_result() -> None:
    game = Game.new(RULESET, seats=("Ana", "Ben"), luck="manual")

    assert "result: null" in golden_text(game.log)
    assert playthrough(game.log).endswith("\nresult: null\n")


def test_a_redacted_copy_is_told_as_it_shows() -> None:
    text = golden_text(Log(a_game().log.redacted(1).record, rules=RULESET))

    assert "dealt: seat 0 card ?" in text
    assert "dealt: seat 1 card ace" in text


@pytest.mark.parametrize("tell", [golden_text, playthrough])
def test_a_damaged_record_is_not_told(tell: object) -> None:
    assert callable(tell)
    log = Log.from_bytes(a_game().log.to_bytes()[:-1])

    with pytest.raises(RecordDamaged):
        tell(log)


def test_a_playthrough_begins_with_the_whole_state() -> None:
    start = paragraph(playthrough(a_game().log), "0. ")

    assert start[0] == "0. The start"
    assert "   [all] hands = [[], []]" in start
    assert (
        start[-1]
        == "   chance may deal 0 ace (x3) | deal 0 joker (x1) | deal 0 king (x2) | deal 0 three (x4)"
    )


def test_a_playthrough_shows_what_each_viewer_sees_change() -> None:
    text = playthrough(a_game().log)

    assert paragraph(text, "2. ") == [
        "2. chance: deal 1 ace",
        "   dealt: seat 1 card ace",
        '   [the host, Ben] hands[1] = ["ace"]',
        '   [Ana, the public] hands[1] = ["?"]',
        "   chance may deal 0 ace (x2) | deal 0 joker (x1) | deal 0 king (x2) | deal 0 three (x3)",
    ]
    # Ana bid most, so Ben's hand is shown to her, and the public learns nothing of it.
    looked = paragraph(text, "9. ")
    assert '   [Ana] hands[1][0] = "ace"' in looked
    assert "   [all] looker = 0" in looked
    assert not [line for line in looked if "the public" in line and "hands" in line]


def test_a_playthrough_shows_who_may_do_what() -> None:
    text = playthrough(a_game().log)

    bids = " | ".join(f"bid {amount}" for amount in ("none", 0, 100, 500, 70_000))
    assert paragraph(text, "7. ")[-2:] == [f"   Ana may {bids}", f"   Ben may {bids}"]
    assert paragraph(text, "8. ")[-1] == f"   Ana may {bids}"
    assert not [line for line in paragraph(text, "11. ") if " may " in line]


def test_a_playthrough_follows_what_the_table_takes_back() -> None:
    retracted = paragraph(playthrough(a_game().log), "4. ")

    assert retracted[0] == "4. the table: The game goes back to the state after entry 2"
    assert '   [the host, Ana] hands[0] = ["three"]' in retracted


def test_a_long_list_of_moves_is_cut_short() -> None:
    game = Game.new(TIME_CHASE, seats=("Ana", "Ben", "Cho"), luck="manual")

    assert playthrough(game.log).splitlines()[-3].endswith("deal B7 to Ana | … and 27 more")


def test_equal_weights_are_not_told() -> None:
    game = Game.new(TIME_CHASE, seats=("Ana", "Ben", "Cho"), luck="manual")

    assert "(x1)" not in playthrough(game.log)


def test_neither_transcripts_nor_cases_need_hypothesis_or_pytest() -> None:
    source = (
        "import sys; from timecore.testing import given, golden_text, playthrough; "
        "print(sorted({'hypothesis', 'pytest'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
