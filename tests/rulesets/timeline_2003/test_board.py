"""The board: what it shows, that it fits, and that nothing is said by colour alone."""

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline_2003.short import OPTIONS, after_entry, played, table

from timecore.display import columns, in_ascii
from timecore.narrate import Narrator, catalogue
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import FACES
from timecore.rulesets.timeline_2003.drawing import wires, wires_width
from timecore.rulesets.timeline_2003.geometry import crossings
from timecore.rulesets.timeline_2003.state import Market, State
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Cho", "Dora", "Eva")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def board(state: State, *, lang: str = "en", **more: Any) -> str:
    return RULESET.board(state, NAMES[: len(state.pawns)], catalogue(lang, RULESET), **more)


# -- whole boards ----------------------------------------------------------------------------------


def test_a_board_of_80_columns() -> None:
    """T3-9 to T3-16: the board of example 4, with a blank that slid and a pawn in a market."""
    assert board(after_entry(21).state).splitlines() == [
        "TimeLine (2003) · turn 10                                      first player: Ana",
        "────────────────────────────────────────────────────────────────────────────────",
        "          zone 1           zone 2           zone 3           zone 4",
        "-11                    8╭N──────╲╱───╮                                    2",
        "-10                     │O───╲╱─╱╲───│                                    3",
        " -9                     │M───╱╲─╲╱───│                                    4",
        " -8                     ╰0──────╱╲───╯                                    1",
        " -7   6╭·───────────╮  7╭?░░░░░░░░░░░╮                                    2",
        " -6    │·───╲╱──────│   │?░░░░░░░░░░░│                                    3",
        " -5    │N───╱╲─╲╱───│   │?░░░░░░░░░░░│  4╭M╲╱────╲╱───╮                   4",
        " -4    ╰B──────╱╲───╯   ╰?░░░░░░░░░░░╯   │O╱╲─╲╱─╱╲───│                   1",
        " -3   0╭·───────────╮  1╭·───────────╮   │N╲╱─╱╲──────│                   2",
        " -2    │O───────────│   │N──────╲╱───│   ╰·╱╲─────────╯                   3",
        " -1    │·───╲╱──────│o  │O───╲╱─╱╲───│  2╭B───────────╮  3╭O───╲╱──────╮  4",
        "  0 o  ╰N───╱╲──────╯   ╰·───╱╲──────╯o  │O───╲╱──────│   │B───╱╲──────│  1",
        "  1 m────────────────m 5╭·──────╲╱───╮   │M───╱╲──────│o  │M───────────│o 2",
        "  2 b────────────────b  │O───╲╱─╱╲───│m  ╰N───────────╯m  ╰·───────────╯m 3 ▸1",
        "  3 n────────────────n  │M╲╱─╱╲──────│b────────────────b────────────────b 4",
        "  4                     ╰B╱╲─────────╯n────────────────n────────────────n 1",
        "",
        "deck 37 · to win: 21 gold",
        "",
        "         gold  Oilpetrol  Milkbread  Beetcandy  Nucleons",
        "price                  2          3          4         1",
        "at lane                1          2          3         4",
        "supply                38         38         38        38",
        "  0 Ana     0          1          2          3         0  card 8, path 3",
        "▸ 1 Ben     0          0          1          1         2  market on lane 2",
        "────────────────────────────────────────────────────────────────────────────────",
        "To move: Ben",
        "OMBN counters, · none, 0 1 … pawns, ombn lines of the commodities, ? an unknown",
        "card",
    ]


def test_the_same_board_in_spanish() -> None:
    assert board(after_entry(21).state, lang="es").splitlines() == [
        "TimeLine (2003) · turno 10                                   primer jugador: Ana",
        "────────────────────────────────────────────────────────────────────────────────",
        "          zona 1           zona 2           zona 3           zona 4",
        "-11                    8╭N──────╲╱───╮                                    2",
        "-10                     │P───╲╱─╱╲───│                                    3",
        " -9                     │L───╱╲─╲╱───│                                    4",
        " -8                     ╰0──────╱╲───╯                                    1",
        " -7   6╭·───────────╮  7╭?░░░░░░░░░░░╮                                    2",
        " -6    │·───╲╱──────│   │?░░░░░░░░░░░│                                    3",
        " -5    │N───╱╲─╲╱───│   │?░░░░░░░░░░░│  4╭L╲╱────╲╱───╮                   4",
        " -4    ╰R──────╱╲───╯   ╰?░░░░░░░░░░░╯   │P╱╲─╲╱─╱╲───│                   1",
        " -3   0╭·───────────╮  1╭·───────────╮   │N╲╱─╱╲──────│                   2",
        " -2    │P───────────│   │N──────╲╱───│   ╰·╱╲─────────╯                   3",
        " -1    │·───╲╱──────│p  │P───╲╱─╱╲───│  2╭R───────────╮  3╭P───╲╱──────╮  4",
        "  0 p  ╰N───╱╲──────╯   ╰·───╱╲──────╯p  │P───╲╱──────│   │R───╱╲──────│  1",
        "  1 l────────────────l 5╭·──────╲╱───╮   │L───╱╲──────│p  │L───────────│p 2",
        "  2 r────────────────r  │P───╲╱─╱╲───│l  ╰N───────────╯l  ╰·───────────╯l 3 ▸1",
        "  3 n────────────────n  │L╲╱─╱╲──────│r────────────────r────────────────r 4",
        "  4                     ╰R╱╲─────────╯n────────────────n────────────────n 1",
        "",
        "mazo 37 · para ganar: 21 de oro",
        "",
        "           oro  Petroaceite  Lechepán  Remolacandi  Nucleones",
        "precio                    2         3            4          1",
        "en carril                 1         2            3          4",
        "reserva                  38        38           38         38",
        "  0 Ana      0            1         2            3          0  carta 8, camino 3",
        "▸ 1 Ben      0            0         1            1          2  mercado, carril 2",
        "────────────────────────────────────────────────────────────────────────────────",
        "Por mover: Ben",
        "PLRN fichas, · ninguna, 0 1 … peones, plrn líneas de las mercancías, ? carta",
        "desconocida",
    ]


def test_a_board_of_five_zones_and_100_columns() -> None:
    state = table(
        "2301 0312",
        "3210",
        "1023 0231",
        "0132",
        "3012",
        tops=(-5, -1, -2, 0, 1),
        pawns=("0.1", "2.0", "@-3", "@2"),
    ).state

    assert board(state, width=100).splitlines() == [
        "TimeLine (2003) · turn 1                                                           first player: Ana",
        "────────────────────────────────────────────────────────────────────────────────────────────────────",
        "         zone 1           zone 2           zone 3           zone 4           zone 5",
        "-5   0╭M───╲╱──────╮                                                                      4",
        "-4    │0╲╱─╱╲─╲╱───│                                                                      1",
        "-3    │B╱╲─╲╱─╱╲───│                                                                      2 ▸2",
        "-2    ╰N───╱╲──────╯                   3╭O───╲╱──────╮o────────────────o────────────────o 3",
        "-1   1╭O───────────╮  2╭1╲╱────╲╱───╮o  │B───╱╲──────│                                    4",
        " 0 o  │M───╲╱──────│m  │M╱╲─╲╱─╱╲─╲╱│b  │M───────────│b 5╭B───────────╮b────────────────b 1",
        " 1 m  │N───╱╲─╲╱───│b  │B╲╱─╱╲─╲╱─╱╲│m  ╰N───────────╯m  │O───────────│m 6╭O╲╱─────────╮  2",
        " 2 b  ╰B──────╱╲───╯o  ╰N╱╲────╱╲───╯  4╭M───────────╮   │M───╲╱──────│   │N╱╲─╲╱──────│  3 ▸3",
        " 3 n────────────────n────────────────n  │N──────╲╱───│   ╰N───╱╲──────╯   │M───╱╲─╲╱───│n 4",
        " 4                                      │O───╲╱─╱╲───│n────────────────n  ╰B──────╱╲───╯m 1",
        " 5                                      ╰B───╱╲──────╯                                    2",
        "",
        "deck 39 · to win: 21 gold",
        "",
        "          gold  Oilpetrol  Milkbread  Beetcandy  Nucleons",
        "price                   3          1          1         4",
        "at lane                -2          4          0         3",
        "supply                 41         39         39        39",
        "▸ 0 Ana      0          0          0          0         0  card 0, path 1",
        "  1 Ben      0          0          0          0         0  card 2, path 0",
        "  2 Cho      0          0          0          0         0  market on lane -3",
        "  3 Dora     0          0          0          0         0  market on lane 2",
        "────────────────────────────────────────────────────────────────────────────────────────────────────",
        "To move: Ana",
        "OMBN counters, · none, 0 1 … pawns, ombn lines of the commodities",
    ]


# -- paths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: f"{face.kind}{'*' * face.turned}")
@pytest.mark.parametrize("spread", [0, 1])
def test_a_path_can_be_followed_by_its_characters(face: Any, spread: int) -> None:
    """T3-2, T3-4: from the left, each step goes straight on or a lane up or down, and ends at the path's exit."""
    rows = ["".join(wire.character for wire in row) for row in wires(face, spread)]
    assert {len(row) for row in rows} == {wires_width(spread)}
    for path in range(4):
        lane, column = path, 0
        while column < wires_width(spread):
            assert wires(face, spread)[lane][column].path == path
            character = rows[lane][column]
            if character == "─":
                column += 1
                continue
            down = 1 if character == "╲" else -1
            assert rows[lane + down][column + 1] == character  # it goes on in the neighbouring lane
            lane, column = lane + down, column + 2
        assert lane == face.exits[path]


def test_letters_stand_where_the_lines_of_the_commodities_cross() -> None:
    """T3-15: also without colour one sees where each leads."""
    state = after_entry(25).state
    lines = board(state).partition("deck")[0].splitlines()
    for commodity, letter in zip(state.options.start, "ombn", strict=True):
        for boundary, lane in enumerate(crossings(state.zones, state.options.start.index(commodity))):
            (row,) = [line for line in lines if re.match(rf" *{lane} ", line)]
            assert row[4 + 17 * boundary] == letter


# -- what is said in words -------------------------------------------------------------------------


def test_a_board_says_what_is_due() -> None:
    """T3-21."""
    blank = played(after_entry(22), "local 7")
    due = [
        (after_entry(0), "To be dealt: a card for each zone"),
        (after_entry(4), "To be chosen: who goes first"),
        (after_entry(5), "To place a pawn in zone 1: Ana"),
        (after_entry(6), "To place a pawn in zone 2: Ben"),
        (after_entry(7), "To move: Ana"),
        (after_entry(10), "To be turned up, for Ana: card 4 in zone 3"),
        (blank, "To be turned up, for Ana: card 7 in zone 2"),
        (after_entry(24), "To stop on a path of card 7: Ana"),
    ]
    for game, text in due:
        assert text in board(game.state).splitlines()
        closed = board(game.state, closed=True)
        assert text not in closed
        assert "▸ 0" not in closed


def test_a_board_says_who_has_won() -> None:
    """T3-47, T3-48."""
    won = played(
        table("0132", "0231", "0213", "1023", pawns=("0.2", "1.0"), goods=("BBB",), target=9), "sell 3"
    )
    assert "Over (gold), won by: Ana" in board(won.state).splitlines()
    assert board(won.state) == board(won.state, closed=True)
    tie = played(table("0132", "0231", "0213", "1023", turn=2, current=1, max_rounds=1), "stay 0")
    assert "Over (the last round), won by: Ana · Ben" in board(tie.state).splitlines()


def test_a_board_names_the_exits_where_there_is_no_room_to_draw_paths() -> None:
    state = table(
        "0132", "0231", "0213", "1023", "3210", "1230", pawns=["0.0", "1.0", "2.0", "3.0", "4.0"]
    ).state
    text = board(state, width=60)

    assert "│O▸1│" in text
    assert "▸k leaves the card at quarter k" in text
    assert "╱" not in text
    assert "▸k" not in board(state, width=80)


def test_where_the_numbers_of_cards_have_no_room_they_stand_below() -> None:
    state = table(
        "0132 0231", "0213", "1023", "3210", "1230", "2013", pawns=["0.0", "2.0", "3.0", "4.0", "5.0"]
    ).state

    assert "Cards from the top down: zone 1: 0 1 · zone 2: 2 · " in board(state, width=80)
    assert "Cards from the top down" not in board(state, width=100)


def test_a_board_fits_even_where_all_pawns_are_in_one_market_far_up() -> None:
    """T3-41: any number of pawns may be in one market."""
    state = table("0132", "0231", "0213", "1023", "3210", "1230", tops=(-200,), pawns=["@-200"] * 5).state
    text = board(state, width=60)

    assert max(map(columns, text.splitlines())) <= 60
    assert re.search(r"^-200 .* 1 ▸01234$", text, re.MULTILINE)
    assert "│O▸1│" in text


# -- height ----------------------------------------------------------------------------------------


def test_before_a_name_is_cut_the_columns_stand_closer() -> None:
    """In Spanish the commodities take the room that names like these need."""
    text = Narrator(["Asiento 0", "Fernanda"], RULESET, "es").board(after_entry(25).state)

    assert "  0 Asiento 0 " in text
    assert "▸ 1 Fernanda " in text
    assert "carta 7, camino 1" in text
    assert max(map(columns, text.splitlines())) <= 80


def lanes_shown(text: str) -> list[int]:
    above, _, _ = text.partition("deck")
    return [int(found) for found in re.findall(r"^ *(-?\d+) ", above, re.MULTILINE)]


def test_a_low_board_keeps_the_lanes_of_pawns_and_says_what_it_left_out() -> None:
    state = table(
        "0132 0231", "0213", "1023", "3210", tops=(-30, 0, 9, -2), pawns=("0.1", "3.2"), bare=("1", "2")
    ).state
    whole = board(state)
    assert lanes_shown(whole) == list(range(-30, 13))
    for height in (30, 24, 20):
        text = board(state, height=height)
        assert len(text.splitlines()) <= height
        shown = lanes_shown(text)
        assert {-29, 11} <= set(shown)
        left_out: set[int] = set()
        for first, last in re.findall(r"⋮ lanes (-?\d+) to (-?\d+) are left out", text):
            left_out |= set(range(int(first), int(last) + 1))
        assert sorted([*shown, *left_out]) == list(range(-30, 13))


def test_of_the_pawns_the_one_whose_turn_it_is_is_the_last_to_go() -> None:
    """Whoever is to move needs its own lane most, though another pawn stands higher."""
    state = after_entry(19).state
    mover = state.pawns[state.current]

    text = board(state, height=15)

    assert (state.current, mover.card, mover.path) == (0, 6, 0)
    assert lanes_shown(text) == [-7]
    state = after_entry(21).state
    assert (state.current, state.pawns[1]) == (1, Market(2))
    assert lanes_shown(board(state, height=15)) == [2]


def test_explanations_and_blank_lines_give_way_before_lanes_do() -> None:
    state = after_entry(21).state
    whole = board(state)
    height = len(whole.splitlines())
    assert board(state, height=height) == whole
    lower = board(state, height=height - 3)
    assert lanes_shown(lower) == lanes_shown(whole)
    assert "" not in lower.splitlines()
    assert "counters" not in lower


@pytest.mark.parametrize("height", [1, 2, 5, 10])
def test_a_height_that_is_too_low_for_any_board_is_no_error(height: int) -> None:
    text = Narrator(NAMES[:2], RULESET).board(after_entry(25).state, height=height)

    assert len(text.splitlines()) <= max(height, 1)


# -- names, colour, ASCII --------------------------------------------------------------------------


def test_a_name_can_neither_drive_a_terminal_nor_move_the_columns() -> None:
    state = after_entry(25).state
    for names in (["\x1b[2J\x1b[31mred", "two\nlines\r\u202eback\x9b"], ["日本" * 30, "e\u0301" * 90]):
        for width in (60, 80, 100):
            text = RULESET.board(state, names, catalogue("en", RULESET), width=width)
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
            assert max(map(columns, text.splitlines())) <= width


def test_each_commodity_has_a_colour_of_its_own() -> None:
    text = board(after_entry(21).state, colour=True)

    for name in ("Oilpetrol", "Milkbread", "Beetcandy", "Nucleons"):
        assert re.search(rf"\x1b\[\d+m +{name}\x1b", text)
    assert len(set(re.findall(r"(\x1b\[\d+m) +(?:Oil|Milk|Beet|Nuc)", text))) == 4


def test_in_ascii_a_board_keeps_its_columns_and_its_crossings() -> None:
    text = board(after_entry(25).state)
    plain = in_ascii(text)

    assert plain.isascii()
    assert list(map(len, plain.splitlines())) == list(map(columns, text.splitlines()))
    assert r"\/" in plain


@for_all(
    games(RULESET, options=OPTIONS),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=5, max_size=5),
    st.integers(30, 140),
    st.integers(16, 40),
    st.sampled_from(RULESET.languages),
)
@settings(max_examples=6)
def test_a_board_always_fits(game: Any, names: list[str], width: int, height: int, lang: str) -> None:
    """Whatever the phase, the names and the size: 60 to 120 columns, no trailing blanks, colour only added."""
    texts = catalogue(lang, RULESET)
    state = game.start()
    names = names[: len(game.seats)]
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
        if entry.seq % 5 and RULESET.to_act(state):
            continue
        text = RULESET.board(state, names, texts, width=width)
        assert ANSI.sub("", RULESET.board(state, names, texts, width=width, colour=True)) == text
        assert all(line == line.rstrip() for line in text.splitlines())
        assert max(map(columns, text.split("\n"))) <= min(max(width, 60), 120)
        low = RULESET.board(state, names, texts, width=width, height=height)
        assert len(low.split("\n")) <= max(height, 18 + len(names))
