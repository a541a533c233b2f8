"""`timecore replay`: the main job."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cli_run import Install, Run

from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay, state_digest
from timecore.rulesets.time_chase.events import CardPlayed
from timecore.table import Note, Retract, Void
from timecore_cli import _page

ANSI = "\x1b["


def numbers(lines: list[str]) -> list[int]:
    """The entries told, in order; those told in one line are counted out."""
    found: list[int] = []
    for line in lines:
        match = re.match(r"  +(\d+)(?:-(\d+))?  \S", line)
        if match:
            first = int(match[1])
            found += range(first, int(match[2] or first) + 1)
    return found


def part(lines: list[str], start: str, stop: str | None = None) -> list[str]:
    """The lines below a heading."""
    rest = lines[lines.index(start) + 1 :]
    return rest if stop is None else rest[: rest.index(stop)]


def test_the_header_says_what_the_record_says_of_its_game(timecore: Run, game: Path) -> None:
    """Of the options those that are not what they usually are."""
    header = timecore("replay", game).out.partition("\n\n")[0].splitlines()

    assert header == [
        "Time Chase, rules version 1",
        "  Players  0 Ana, 1 Ben, 2 Cho",
        '  Options  past_bonus "new"',
        "  Tags     place: Zaragoza",
        "  Luck     follows from a given seed",
        "  Entries  64",
        "  Shows    everything",
    ]


def test_an_option_that_is_a_list_is_told_only_if_it_is_not_the_usual_one(
    timecore: Run, tmp_path: Path
) -> None:
    paths = tmp_path / "paths.msgpack"
    Game.new("timeline_2003", seats=["Ana", "Ben"], seed="lists").save(paths)
    other = tmp_path / "other.msgpack"
    upside_down = {"finish": [4, 3, 2, 1]}
    Game.new("timeline_2003", seats=["Ana", "Ben"], seed="lists", options=upside_down).save(other)

    assert not [line for line in timecore("replay", paths).lines if line.startswith("  Options")]
    assert "  Options  finish [4, 3, 2, 1]" in timecore("replay", other).lines


def test_every_entry_is_told_once_and_in_order(timecore: Run, game: Path, played: Log) -> None:
    """Also those of a long deal, which is told briefly."""
    lines = timecore("replay", game).lines

    assert numbers(lines) == list(range(1, len(played) + 1))


def test_rounds_have_headings_in_order(timecore: Run, game: Path) -> None:
    """The setup comes before the first; no heading comes twice."""
    lines = timecore("replay", game).lines
    headings = [line for line in lines if re.fullmatch(r"Setup|Round \d+", line)]

    assert headings == ["Setup", *(f"Round {number}" for number in range(1, len(headings)))]
    assert len(headings) > 2


def test_a_deal_is_told_in_one_line_a_hand(timecore: Run, game: Path, played: Log) -> None:
    """Draws that differ in their last word only are told together; all words stand there."""
    setup = part(timecore("replay", game).lines, "Setup", "Round 1")
    cards = [entry.events[0].to_json()["card"] for entry in played.entries[:30]]

    assert setup[0] == f"   1-10  Ana is dealt {', '.join(cards[:10])}"
    assert setup[1] == f"  11-20  Ben is dealt {', '.join(cards[10:20])}"
    assert setup[2] == f"  21-30  Cho is dealt {', '.join(cards[20:])}"
    assert setup[3].startswith("     31  ")


def test_hidden_draws_are_counted(timecore: Run, game: Path) -> None:
    """Ten cards that a viewer does not see are ten times the same sentence."""
    setup = part(timecore("replay", game, "--as", "Ben").lines, "Setup", "Round 1")

    assert setup[0] == "   1-10  Ana is dealt a card (10 times)"
    assert setup[1].startswith("  11-20  Ben is dealt ")
    assert "a card" not in setup[1]


def test_it_ends_with_board_result_head_and_state_digest(timecore: Run, game: Path, played: Log) -> None:
    """The result in the game's own words."""
    lines = timecore("replay", game).lines
    replay = Replay(played)
    last = played.entries[-1].events[-1]

    board = part(lines, "After entry 64 of 64")
    assert "Time Chase" in board[1]
    assert type(last).__name__ == "GameEnded"
    assert lines[-3] == "  Result  Cho controls three events and wins"
    assert "         Cho controls three events and wins" in lines
    assert lines[-2].split() == ["Head", played.head.hex()]
    assert lines[-1].split() == ["State", state_digest(replay.go(-1).state).hex()]


def test_quiet_prints_result_head_and_digest_only(timecore: Run, game: Path) -> None:
    """The same three lines."""
    assert timecore("replay", game, "--quiet").lines == timecore("replay", game).lines[-3:]


def test_quiet_as_json_is_one_object(timecore: Run, game: Path, played: Log) -> None:
    """With the result in the form of the rules document."""
    told = timecore("replay", game, "--quiet", "--json").json
    replay = Replay(played).go(-1)
    result = replay.rules.result(replay.state)
    assert result is not None

    assert told == {
        "result": result.to_json(),
        "text": told["text"],
        "head": played.head.hex(),
        "position": "64",
        "state_digest": state_digest(replay.state).hex(),
    }
    assert "wins" in told["text"]


def test_at_tells_the_game_up_to_a_position(timecore: Run, game: Path, played: Log) -> None:
    """And shows the board, the digest and who is to move there."""
    ran = timecore("replay", game, "--at", "31")
    state = Replay(played).state_at(31)

    assert max(numbers(ran.lines)) == 31
    assert "After entry 31 of 64" in ran.lines
    assert "Result  The game goes on. Ana is to move" in ran.out
    assert ran.lines[-1].split()[-1] == state_digest(state).hex()
    assert ran.out == timecore("replay", game, "--to", "31").out


def test_at_goes_into_an_entry(timecore: Run, game: Path, played: Log) -> None:
    """N.M is after event M inside the next entry."""
    first, second = played.entries[30].events[:2]
    ran = timecore("replay", game, "--at", "30.1")

    assert type(first).__name__ == "InvariantTurned"
    assert type(second).__name__ == "EventAdded"
    assert "After event 1 inside entry 31 of 64" in ran.lines
    assert "is turned up: the invariant" in ran.out
    assert "Event 1 is added" not in ran.out
    assert "  Result  The game goes on\n" in ran.out


def test_from_and_to_tell_a_part(timecore: Run, game: Path) -> None:
    """Under the heading of the round in which it begins."""
    lines = timecore("replay", game, "--from", "33", "--to", "36").lines

    assert numbers(lines) == [34, 35, 36]
    assert "Setup" not in lines
    assert "Round 1" in lines


def test_a_part_may_begin_inside_an_entry(timecore: Run, game: Path) -> None:
    """What is told of the entry then has its number all the same."""
    lines = timecore("replay", game, "--from", "30.1", "--to", "31").lines

    assert lines[lines.index("Setup") + 1] == "     31  Event 1 is added: it is the present"


@pytest.mark.parametrize(
    "arguments",
    [("--at", "3", "--to", "4"), ("--from", "5", "--to", "4"), ("--json", "--jsonl"), ("--at", "x")],
)
def test_contradictions_are_wrong_usage(timecore: Run, game: Path, arguments: tuple[str, ...]) -> None:
    """Nothing is shown then."""
    ran = timecore("replay", game, *arguments)

    assert (ran.code, ran.out) == (2, "")


def test_events_stand_below_their_sentences_as_they_are_recorded(
    timecore: Run, game: Path, played: Log
) -> None:
    """All of them, in order, and nothing is told together."""
    lines = timecore("replay", game, "--events").lines
    found = [match for line in lines if (match := re.fullmatch(r" +([0-9.]+)  (\{.*\})", line))]
    shown = [json.loads(match[2]) for match in found]

    assert shown == [event.to_json() for entry in played.entries for event in entry.events]
    assert "      0.1  " + json.dumps(shown[0]) in lines
    assert [match[1] for match in found] == positions(played)


def positions(log: Log) -> list[str]:
    """Of all events: which entry they are inside, and which event of it they are."""
    return [
        f"{entry.seq - 1}.{number}" for entry in log.entries for number in range(1, len(entry.events) + 1)
    ]


def test_boards_stand_between_rounds(timecore: Run, game: Path) -> None:
    """Each as the round has left it, and the last at the end."""
    lines = timecore("replay", game, "--boards").lines
    rounds = [line for line in lines if re.fullmatch(r"Round \d+", line)]
    boards = [line for line in lines if line.startswith("Time Chase · ")]

    assert len(boards) == len(rounds)
    for number, (board, following) in enumerate(pairwise(boards), 1):
        assert board.split("  ")[0] == f"Time Chase · round {number}"
        assert lines.index(board) < lines.index(f"Round {number + 1}") < lines.index(following)


def test_a_seat_sees_its_own_hand_and_no_other(timecore: Run, game: Path, played: Log) -> None:
    """By number and by name; the public sees none. The head is the same for all."""
    ana = [entry.events[0].to_json()["card"] for entry in played.entries[:10]]
    by_number = timecore("replay", game, "--as", "0", "--at", "30")
    by_name = timecore("replay", game, "--as", "Ana", "--at", "30")
    ben = timecore("replay", game, "--as", "Ben", "--at", "30")
    public = timecore("replay", game, "--as", "public", "--at", "30")

    assert by_number.out == by_name.out
    assert all(card in by_name.out for card in ana)
    assert not any(re.search(rf"\b{card}\b", ben.out + public.out) for card in ana)
    assert "  Told     as Ana sees it" in by_name.lines
    assert "  Told     as the public sees it" in public.lines
    assert by_name.lines[-2] == ben.lines[-2] == public.lines[-2]


def test_a_redacted_copy_is_told_as_far_as_it_shows(timecore: Run, played: Log, tmp_path: Path) -> None:
    """As whoever it was made for would see the full file."""
    path = tmp_path / "ben.msgpack"
    played.redacted(1).save(path)

    copy = timecore("replay", path)

    assert copy.code == 0
    assert "  Shows    what Ben may see" in copy.lines
    assert "Ana is dealt a card (10 times)" in copy.out


def test_an_unknown_seat_says_which_was_meant(timecore: Run, game: Path) -> None:
    """And which seats there are."""
    ran = timecore("replay", game, "--as", "Bem")

    assert ran.code == 2
    assert ran.err == (
        "timecore: there is no seat 'Bem'\n"
        "Hint: Did you mean Ben? The seats are: 0 (Ana), 1 (Ben), 2 (Cho).\n"
    )


def test_the_story_is_told_in_spanish(timecore: Run, game: Path) -> None:
    """Headings, sentences, board and result."""
    ran = timecore("replay", game, "--lang", "es")

    assert ran.lines[0] == "Time Chase, versión 1 de las reglas"
    assert "Preparación" in ran.lines
    assert "Ronda 1" in ran.lines
    assert "Ana recibe " in ran.out
    assert ran.lines[-3].startswith("  Resultado  ")


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        ({"LANG": "es_ES.UTF-8"}, "versión"),
        ({"LC_MESSAGES": "es", "LANG": "en_GB.UTF-8"}, "versión"),
        ({"LC_ALL": "C", "LANG": "es_ES.UTF-8"}, "rules"),
        ({"LC_ALL": "", "LANG": "es_AR"}, "versión"),
        ({"LANG": "de_DE.UTF-8"}, "rules"),
        ({}, "rules"),
    ],
)
def test_the_locale_chooses_the_language(
    timecore: Run,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, str],
    first: str,
) -> None:
    """The first of LC_ALL, LC_MESSAGES and LANG that is set; English where there is no such language."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    assert timecore("replay", game).lines[0].split()[2] == first
    assert timecore("replay", game, "--lang", "en").lines[0].split()[2] == "rules"


def test_json_lines_are_those_of_export_with_sentences(timecore: Run, game: Path, played: Log) -> None:
    """Each event has its sentence as its text, and its position, by which it can be shown."""
    told = timecore("replay", game, "--jsonl").jsonl
    texts = [event.pop("text") for line in told[1:] for event in line["events"]]
    places = [event.pop("position") for line in told[1:] for event in line["events"]]
    header, *entries = timecore("export", game).jsonl

    assert told[1:] == entries
    assert header.items() <= told[0].items()
    assert places == positions(played)
    assert timecore("show", game, "--at", places[-1]).out == timecore("show", game).out
    assert texts[-1].endswith("wins")
    assert all(texts)


def test_the_header_of_json_lines_says_what_the_page_says(timecore: Run, game: Path, tmp_path: Path) -> None:
    """Where luck comes from, what is shown and to whom, when it was begun, and how it came out."""
    copy, fresh = tmp_path / "copy.msgpack", tmp_path / "fresh.msgpack"
    timecore("redact", game, "--as", "public", "-o", copy)
    timecore("new", "time_chase", "--players", "3", "-o", fresh)
    quiet = timecore("replay", game, "--quiet", "--json", "--at", "30.2").json
    del quiet["text"]

    header = timecore("replay", game, "--jsonl", "--at", "30.2", "--as", "Cho").jsonl[0]
    public = timecore("replay", copy, "--json", "--as", "public").json
    begun = timecore("replay", fresh, "--json").json

    assert (header["luck"], header["shows"], header["as"], header["position"]) == ("given", "full", 2, "30.2")
    assert "created" not in header
    assert (public["shows"], public["as"], public["position"]) == ("public", "public", "64")
    assert public["result"]["reason"] == "three_events"
    assert begun["luck"] == "sealed"
    assert begun["created"].endswith("Z")
    assert begun["result"] is None
    assert quiet.items() <= timecore("replay", game, "--json", "--at", "30.2").json.items()


def test_json_is_one_document_with_the_same(timecore: Run, game: Path) -> None:
    """The header with the entries as its entries."""
    header, *entries = timecore("replay", game, "--jsonl", "--lang", "es").jsonl

    assert timecore("replay", game, "--json", "--lang", "es").json == header | {"entries": entries}


def test_json_lines_of_a_part_hold_that_part(timecore: Run, game: Path) -> None:
    """Down to single events."""
    _, *lines = timecore("replay", game, "--jsonl", "--from", "30.1", "--to", "32").jsonl
    whole = timecore("export", game).jsonl[31]["events"]

    assert [line["seq"] for line in lines] == [31, 32]
    assert [event["type"] for event in lines[0]["events"]] == [e["type"] for e in whole[1:]]


def test_json_lines_hide_what_a_viewer_may_not_see(timecore: Run, game: Path) -> None:
    """In the fields and in the sentence."""
    line = timecore("replay", game, "--jsonl", "--as", "2").jsonl[1]

    assert line["move"]["card"] == "?"
    (event,) = line["events"]
    assert (
        event.items() >= {"type": "CardDealt", "seat": 0, "card": "?", "text": "Ana is dealt a card"}.items()
    )


def table_game(path: Path) -> Path:
    """A game in which the table has its say."""
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="table")
    for _ in range(3):
        (seat,) = game.to_act
        game.play(seat, game.legal_moves(seat)[0])
    game.table(Note("a glass of water fell over"))
    game.table(Retract(31))
    game.table(Void("too wet"))
    game.save(path)
    return path


def test_what_the_table_does_is_told_like_all_else(timecore: Run, tmp_path: Path) -> None:
    """A game that the table has ended ends with what it said."""
    path = table_game(tmp_path / "wet.msgpack")
    lines = timecore("replay", path).lines

    assert "     35  Note: a glass of water fell over" in lines
    assert "     36  The game goes back to the state after entry 31" in lines
    assert "  Result  The game is void: too wet" in lines
    assert numbers(lines) == [*range(1, 32), 35, 36, 37]  # 32 to 34 were taken back
    assert numbers(timecore("replay", path, "--retracted").lines) == list(range(1, 38))


def test_json_lines_tell_what_the_table_did(timecore: Run, tmp_path: Path) -> None:
    """It has no events, so the sentence stands at the entry."""
    line = timecore("replay", table_game(tmp_path / "wet.msgpack"), "--jsonl").jsonl[-1]

    assert line["move"] == {"type": "Void", "text": "too wet"}
    assert line["events"] == []
    assert line["text"] == "The game is void: too wet"


def test_a_game_whose_ruleset_is_not_installed_is_told_as_it_is_recorded(
    timecore: Run, foreign: Path
) -> None:
    """By the schema in its own header: actor, move and events as JSON."""
    ran = timecore("replay", foreign)
    entry = Log.load(foreign).record.entries[0]
    first = Log.load(foreign).entry_json(entry)

    assert ran.code == 0
    assert ran.err == ("timecore: there is no ruleset 'tiny'; events are shown as they are recorded\n")
    assert ran.lines[0] == "tiny, rules version 1"
    assert f"   1  chance: {json.dumps(first['move'])}" in ran.out
    assert json.dumps(first["events"][0]) in ran.out
    assert ran.lines[-1].split() == ["Head", Log.load(foreign).head.hex()]


def test_without_its_ruleset_a_game_keeps_its_secrets(timecore: Run, foreign: Path) -> None:
    """What the public may see follows from the schema too."""
    entries = timecore("replay", foreign, "--as", "public", "--jsonl").jsonl[1:]
    dealt = [line["move"] for line in entries if line["actor"] == -1]

    assert dealt
    assert all(move["card"] == "?" for move in dealt)


def test_without_its_ruleset_positions_work(timecore: Run, foreign: Path) -> None:
    """Whole entries, and events inside one."""
    part_ = timecore("replay", foreign, "--from", "1", "--to", "2")
    quiet = timecore("replay", foreign, "--quiet")
    beyond = timecore("replay", foreign, "--at", "1000")

    assert numbers(part_.lines) == [2]
    assert [line.split()[0] for line in quiet.lines] == ["Head"]
    assert beyond.code == 2


def test_a_foreign_ruleset_that_is_installed_tells_its_game(
    timecore: Run, foreign: Path, install: Install
) -> None:
    """The command line has no special case for any game: no rounds, no board of its own."""
    install("tiny-game", "tiny", "tiny:RULESET")

    ran = timecore("replay", foreign)

    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "Tiny, rules version 1"
    assert numbers(ran.lines) == list(range(1, len(Log.load(foreign)) + 1))


def test_an_entry_that_cannot_be_folded_is_named_after_what_can(
    timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound bytes may hold events that contradict the state before them."""

    def contradicts(*_: Any) -> None:
        message = "the card is not there"
        raise ValueError(message)

    monkeypatch.setattr(CardPlayed, "apply", contradicts)

    ran = timecore("replay", game)

    assert ran.code == 4
    assert "After entry 31 of 31" in ran.out
    assert "entry 32" in ran.err


def test_delay_waits_between_entries_only(timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before the first, not behind the last; entries are then told one by one."""
    waits: list[float] = []
    monkeypatch.setattr(_page, "_pause", waits.append)

    ran = timecore("replay", game, "--delay", "0.5", "--from", "28", "--to", "33")

    assert numbers(ran.lines) == [29, 30, 31, 32, 33]
    assert waits == [0.5] * 4


def test_a_negative_delay_is_wrong_usage(timecore: Run, game: Path) -> None:
    """Time does not run backwards, not even here."""
    assert timecore("replay", game, "--delay", "-1").code == 2


def test_control_characters_of_foreign_texts_do_not_reach_the_terminal(timecore: Run, tmp_path: Path) -> None:
    """Names and tags come from anywhere."""
    game = Game.new(
        "time_chase",
        seats=["Ana\x1b[2J", "B\u202een", "Cho\nZoe"],
        seed="control",
        tags={"place\x07": "here\x9b31m"},
    )
    path = tmp_path / "control.msgpack"
    game.save(path)

    for arguments in (("replay",), ("show",), ("legal",), ("replay", "--jsonl"), ("export",)):
        ran = timecore(*arguments, path)
        assert ran.code == 0
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", ran.out)
    assert "Ana\\x1b[2J" in timecore("replay", path).out
    assert timecore("export", path).jsonl[0]["seats"][1] == "B\u202een"


def test_colour_is_for_terminals_only(timecore: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not for those who do not want it. Nothing is said by colour alone."""
    plain = timecore("replay", game)
    monkeypatch.setattr("timecore_cli._output.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    coloured = timecore("replay", game)
    monkeypatch.setenv("NO_COLOR", "1")
    unwanted = timecore("replay", game)

    assert ANSI not in plain.out
    assert ANSI in coloured.out
    assert ANSI not in unwanted.out
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.out) == unwanted.out


@pytest.mark.parametrize(("start", "stop", "headings"), [("5", "5", 0), ("31", "31", 0), ("4", "5", 1)])
def test_a_heading_without_anything_below_it_is_left_out(
    timecore: Run, game: Path, start: str, stop: str, headings: int
) -> None:
    """Of a part in which nothing happens there is nothing to tell."""
    lines = timecore("replay", game, "--from", start, "--to", stop).lines
    board = lines.index(f"After entry {stop} of 64")

    assert sum(line == "Setup" or line.startswith("Round ") for line in lines[:board]) == headings


def test_seats_that_nobody_has_named_have_a_name_in_every_language(timecore: Run, tmp_path: Path) -> None:
    """The record calls them Seat 0 and so on."""
    path = tmp_path / "nameless.msgpack"
    assert timecore("simulate", "time_chase", "--players", "3", "--seed", "a", "-o", path).code == 0

    told = timecore("replay", path, "--lang", "es").out

    assert "0 Asiento 0, 1 Asiento 1, 2 Asiento 2" in told
    assert "Seat" not in told
    assert "0 Seat 0, 1 Seat 1, 2 Seat 2" in timecore("replay", path).out
