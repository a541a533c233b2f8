"""The board: what it shows, and that it fits."""

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.time_chase.short import deals, go_on, moves, table

from timecore.actors import PUBLIC
from timecore.display import columns
from timecore.entry import Entry
from timecore.fold import advance
from timecore.narrate import Narrator, catalogue
from timecore.redact import redact
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.state import State
from timecore.testing import given
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Cho", "Dora", "Eva", "Finn")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
HANDS = (
    "A9 A12 B8 B13 C8 C11 D7 D10 E8 E12",
    "A7 A10 B7 B12 C7 C13 D9 D11 E7 E13",
    "B9 B10 B11 C9 C10 C12 D8 D12 E9 E10",
)


def board(state: State, *, lang: str = "en", **more: Any) -> str:
    return RULESET.board(state, NAMES[: len(state.hands)], catalogue(lang, RULESET), **more)


def view(text: str, viewer: Any) -> State:
    """The view of a game of three after short moves."""
    state: State = given(RULESET, players=3).state
    seen = state.copy()
    for seq, (actor, move) in enumerate([*deals(HANDS, "D13"), *moves(text)], 1):
        events = RULESET.decide(state, actor, move)
        advance(state, events)
        advance(seen, redact(Entry(seq, actor, move, tuple(events)), viewer).events)
    return seen


def test_a_board_as_seat_0_sees_it() -> None:
    """All of a board in the past: timeline, supply, seats, hands and the event that is being played."""
    seen = view("0:A9 1:A7 2:D8 2:~0 0:~1 1:~2 2:B9", 0)

    assert board(seen).splitlines() == [
        "Time Chase · round 2                                           first player: Ana",
        "────────────────────────────────────────────────────────────────────────────────",
        "event        inv ───▸1 ─ [2]",
        "winning      D13    D8    B9",
        "led                 A9    B9",
        "control             ●2    ●2",
        "travelers      1     0     2",
        "",
        "supply 27 · deck 4 · discards 1",
        "",
        "    seat  fuel  discs         hand",
        "▸ 0 Ana      1    ●●●         A12 B8 B13 C8 C11 D7 D10 E8 E12",
        "  1 Ben      1    ●●●         ?? (9)",
        "  2 Cho      1    ●○○         ?? (8)",
        "────────────────────────────────────────────────────────────────────────────────",
        "Event 1, led suit A",
        "To play a card, in this order: Ana",
    ]


@pytest.mark.parametrize("so_far", ["setup", "", "0:A9", "0:A9 1:A7 2:D8", "0:A9 1:A7 2:D8 2:~0"])
def test_a_closed_board_is_the_same_without_who_is_to_move(so_far: str) -> None:
    """The table has ended or adjourned the game; in every phase."""
    state = given(RULESET, players=3).state if so_far == "setup" else view(so_far, PUBLIC)
    texts = catalogue("en", RULESET)
    lines = RULESET.board(state, NAMES[:3], texts).splitlines()

    closed = RULESET.board(state, NAMES[:3], texts, closed=True).splitlines()

    seats = [("  " + line[2:] if line.startswith("▸ ") else line) for line in lines]
    assert closed == [line for line in seats if not line.startswith("To ")]
    assert closed != lines


def test_the_same_board_in_spanish() -> None:
    seen = view("0:A9 1:A7 2:D8 2:~0", 0)

    assert board(seen, lang="es").splitlines() == [
        "Time Chase · ronda 1                                         primer jugador: Ana",
        "────────────────────────────────────────────────────────────────────────────────",
        "evento      inv ─── 1 ─ [2]",
        "ganadora    D13    D8",
        "salida             A9",
        "control            ●2",
        "viajeros              todos",
        "",
        "suministro 24 · mazo 4 · descartes 1",
        "",
        "    asiento  comb.  discos  aparta  mano",
        "▸ 0 Ana          2     ●●●       …  A12 B8 B13 C8 C11 D7 D10 E8 E12",
        "▸ 1 Ben          3     ●●●       …  ?? (9)",
        "  2 Cho          1     ●●○      ??  ?? (9)",
        "────────────────────────────────────────────────────────────────────────────────",
        "Por apartar combustible: Ana · Ben",
    ]


def test_a_narrow_board_gives_hands_lines_of_their_own_and_breaks_the_timeline() -> None:
    hands = ("A9", "A7", "C8")
    stacks = [(card, card, 0) for card in ("A5", "A6", "B5", "B6", "C5", "C6", "D5", "D6", "E5")]
    text = board(table(*hands, stacks=[*stacks, None], resolving=(10, [0, 1, 2])).state, width=60)

    assert "event        inv ─── 1 ─── 2 ─── 3 ─── 4 ─── 5 ─── 6 ─── 7" in text
    assert "event      ─── 8 ─── 9 ▸[10]" in text
    assert "\n▸ 0 Ana " in text
    assert "\n    A9\n" in text


def test_the_first_boards_say_what_chance_is_to_do() -> None:
    assert board(given(RULESET, players=3, dealer=0).state).splitlines()[-1] == "To be dealt a card: Ben"
    turn = given(RULESET, *deals(HANDS, "D13")[:-1], players=3).state
    assert board(turn).splitlines()[-1] == "To be turned up: the invariant"
    assert "setup" in board(turn)


def test_the_led_suit_is_unknown_until_somebody_leads() -> None:
    game = table("A9", "A7", "B9", resolving=(1, [0, 1, 2]))
    assert "Event 1, no led suit yet\nTo play a card, in this order: Ana · Ben · Cho" in board(game.state)

    game, _ = go_on(game, "0:A9")
    assert "Event 1, led suit A: Ana A9\nTo play a card, in this order: Ben · Cho" in board(game.state)


def test_a_contest_shows_ones_own_card_and_that_others_have_chosen() -> None:
    text = "0:A9 1:A7 2:D8 2:~0 0:~2 1:~2 2:B9"
    seen = view(text, 0)
    assert "▸inv" in board(seen)
    assert board(seen).splitlines()[-1] == "To choose a card for the invariant: Ana · Ben"

    own, others = board(view(text + " 0:?B8", 0)), board(view(text + " 0:?B8", 1))
    assert re.search(r"0 Ana .* B8  A12", own)
    assert re.search(r"0 Ana .* \?\?  \?\? \(8\)", others)
    assert re.search(r"▸ 1 Ben .* …  ", own)


def test_an_unstable_timeline_is_named() -> None:
    assert "no invariant" in board(table("A9", "A7", "B9", invariant=None).state)
    assert "no invariant" not in board(table("A9", "A7", "B9").state)


def test_a_supply_without_limit_is_named() -> None:
    assert "supply unlimited" in board(table("A9", "A7", "B9", fuel_supply=None).state)


def test_the_last_board_shows_places_and_the_winner() -> None:
    stacks = [("A5", "A5", 1), ("A6", "A6", 1), None]
    game, _ = go_on(table("C9", "D9", "C10", stacks=stacks, at=[3, 3, 3], resolving=(3, [1])), "1:D9")
    text = board(game.state)

    assert text.splitlines()[-1] == "Over (three events), won by: Ben"
    assert re.search(r"1 Ben .* 1\.$", text, re.MULTILINE)
    assert re.search(r"0 Ana .* 2\.  C9", text)
    assert "▸" not in text


def test_long_and_wide_names_are_cut() -> None:
    names = ["A" * 200, "李" * 60, "Zoë\u0301" * 30]
    state = table("A9", "A7", "B9", resolving=(1, [0, 1, 2])).state
    for width in (60, 80, 120):
        text = RULESET.board(state, names, catalogue("en", RULESET), width=width)
        assert max(map(columns, text.splitlines())) <= width
        assert "…" in text


def test_a_name_cannot_drive_a_terminal() -> None:
    names = ["\x1b[2J\x1b[31mred", "two\nlines\r", "\u202eback\x9b"]
    text = Narrator(names, RULESET).board(table("A9", "A7", "B9").state)
    direct = RULESET.board(table("A9", "A7", "B9").state, names, catalogue("en", RULESET), colour=False)

    for board_text in (text, direct):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", board_text)
        assert r"\x1b[2J" in board_text


@for_all(
    games(RULESET),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=6, max_size=6),
    st.integers(40, 140),
    st.sampled_from(["en", "es"]),
)
@settings(max_examples=15)
def test_a_board_always_fits(game: Any, names: list[str], width: int, lang: str) -> None:
    """Whatever the phase, the names and the width: 60 to 120 columns, no trailing blanks, colour only added."""
    texts = catalogue(lang, RULESET)
    viewers = game.viewers
    views = [game.start() for _ in viewers]
    state = game.start()
    names = names[: len(game.seats)]
    for entry in game.entries:
        advance(state, entry.events)
        for viewer, seen in zip(viewers, views, strict=True):
            advance(seen, redact(entry, viewer).events)
        if entry.seq % 7 and state.result is None:
            continue
        for one in (state, views[0], views[-1]):
            text = RULESET.board(one, names, texts, width=width)
            coloured = RULESET.board(one, names, texts, width=width, colour=True)

            assert ANSI.sub("", coloured) == text
            assert all(line == line.rstrip() for line in text.splitlines())
            assert max(map(columns, text.split("\n"))) <= min(max(width, 60), 120)
    assert viewers[-1] is PUBLIC


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_board_of_80_columns_has_hands_beside_the_names(players: int) -> None:
    hands = ["A10 A11 A12 A13 B10 B11 B12 B13 C10 C11"] + ["D7"] * (players - 1)
    state = given(RULESET, players=players).state
    state.hands = [hand.split() for hand in hands]
    for lang in ("en", "es"):
        lines = board(state, lang=lang).splitlines()
        assert any(line.startswith("  0 Ana") and line.endswith("C10 C11") for line in lines)
        assert max(map(columns, lines)) == 80


@for_all(games(RULESET))
@settings(max_examples=4)
def test_a_board_can_be_drawn_between_two_events_too(game: Any) -> None:
    """TC-18: where a cursor stands inside an entry, nobody may be to act."""
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            assert max(map(columns, board(state).splitlines())) <= 80
