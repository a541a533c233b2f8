"""The board: what it shows, what it does not, and that it fits."""

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline.trips import TRIPS, deck_of, laid, rules_with

from timecore.actors import PUBLIC
from timecore.display import columns
from timecore.fold import advance
from timecore.narrate import Narrator, catalogue
from timecore.redact import redact
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.builtin import built_in_deck
from timecore.rulesets.timeline.events import (
    CardDrawn,
    GameEnded,
    LastCardPlaced,
    PlayerEliminated,
    TurnStarted,
)
from timecore.rulesets.timeline.state import State
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Cho", "Dora", "Eva", "Finn", "Gus", "Hal")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
RULES = rules_with()


def board(state: State, *, lang: str = "en", rules: Any = RULES, **more: Any) -> str:
    text: str = rules.board(state, NAMES[: len(state.hands)], catalogue(lang, RULESET), **more)
    return text


def test_a_board_of_80_columns() -> None:
    """Dates of what was turned, the golf card's too, which has come back from the discards (TL-72)."""
    state = laid("senet", "games", "arena", hands=("chess golf", "queen"), discards="", to_play=True)
    state.known["golf"] = 1457

    assert board(state).splitlines() == [
        "Timeline · round 1                                             first player: Ana",
        "────────────────────────────────────────────────────────────────────────────────",
        "[0]  c. 3100 BC  Senet",
        "                 Thirty squares",
        "[1]      776 BC  The first games",
        "                 A race",
        "[2]       AD 80  The arena",
        "[3]  (the latest)",
        "",
        "“Six trips”: pile 0 · discards 0",
        "",
        "▸ 0 Ana  “Chess” · “Golf” (1457)",
        "  1 Ben  “The queen”",
        "────────────────────────────────────────────────────────────────────────────────",
        "To place a card: Ana",
        "After that, in this round: Ben",
        "[k] is the interval before the card beside it",
    ]


def test_the_same_board_in_spanish() -> None:
    state = laid("senet", "games", "arena", hands=("chess golf", "queen"))
    state.known["golf"] = 1457

    assert board(state, lang="es").splitlines() == [
        "Timeline · ronda 1                                           primer jugador: Ana",
        "────────────────────────────────────────────────────────────────────────────────",
        "[0]  hacia 3100 a. C.  El senet",
        "                       Treinta casillas",
        "[1]         776 a. C.  Inicio de los juegos",
        "                       A race",
        "[2]          80 d. C.  La arena",
        "                       Piedra",
        "[3]  (lo más reciente)",
        "",
        "«Seis viajes»: mazo 0 · descartes 0",
        "",
        "▸ 0 Ana  «El ajedrez» · «El golf» (1457)",
        "  1 Ben  «The queen»",
        "────────────────────────────────────────────────────────────────────────────────",
        "Por colocar una carta: Ana",
        "Después, en esta ronda: Ben",
        "[k] es el intervalo anterior a la carta que está a su lado",
    ]


def test_a_board_without_the_deck_shows_what_the_record_has() -> None:
    """TL-19: the titles and the bare years."""
    lines = board(laid("senet", "games"), lang="es", rules=RULESET).splitlines()

    assert lines[2:6] == [
        "[0]  3100 a. C.  Senet",
        "[1]   776 a. C.  The first games",
        "[2]  (lo más reciente)",
        "",
    ]
    assert lines[6] == "«trips»: mazo 4 · descartes 0"


def test_intervals_have_the_numbers_of_the_moves() -> None:
    """TL-4, D-17: also inside a run of equal years."""
    state = laid("golf", "queen", "chess", hands=("arena", "senet"), years={"queen": 1457, "chess": 1457})
    numbers = re.findall(r"^\[(\d+)\]", board(state), re.MULTILINE)

    assert [int(number) for number in numbers] == [move.at for move in RULESET.legal_moves(state, 0)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_closed_board_is_the_same_without_who_is_to_move(lang: str) -> None:
    """The table has ended or adjourned the game."""
    states = [
        RULESET.start(RULESET.resolve_options({"players": 2})),
        laid(),
        laid("senet", hands=("golf", "games")),
    ]
    drawing = laid("senet", hands=("", "games"))
    TurnStarted(0, draws=True).apply(drawing)
    for state in (*states, drawing):
        lines = board(state, lang=lang).splitlines()
        closed = board(state, lang=lang, closed=True).splitlines()

        assert "▸" not in "".join(closed)
        assert closed == [f"  {line[2:]}" if line.startswith("▸ ") else line for line in lines][: len(closed)]
        assert len(closed) < len(lines)
        assert all(
            line.startswith(("To ", "After ", "[k]", "Por ", "Después", "─")) for line in lines[len(closed) :]
        )


def test_the_first_boards_say_what_chance_is_to_do() -> None:
    """TL-33, TL-41, TL-42."""
    start = RULESET.start(RULESET.resolve_options({"players": 3, "first_player": 2}))
    assert board(start).splitlines()[0].startswith("Timeline · setup")
    assert board(start).splitlines()[-1] == "To be opened: the deck"

    assert board(laid(hands=("", ""), first_player=1)).splitlines()[-1] == "To be dealt a card: Ben"
    assert board(laid(hands=("", "golf"), first_player=1)).splitlines()[-1] == "To be dealt a card: Ana"
    dealt = board(laid(hands=("senet", "golf")))
    assert dealt.splitlines()[-1] == "To be turned: the card that the timeline starts with"


def test_a_player_who_waits_for_a_card_is_marked() -> None:
    """TL-46: chance is to act, and it is that player's turn."""
    state = laid("senet", hands=("golf", "games"))
    TurnStarted(1, draws=True).apply(state)
    lines = board(state).splitlines()

    assert "▸ 1 Ben  “The first games”" in lines
    assert lines[-1] == "To draw a card: Ben"


def test_sudden_death_shows_who_is_in_and_who_is_out() -> None:
    """TL-52 to TL-57."""
    state = laid("senet", hands=("", "golf", "games"), sudden=2, to_play=False)
    advance(state, [PlayerEliminated(1), LastCardPlaced(0), TurnStarted(2, draws=False)])
    lines = board(state).splitlines()

    assert lines[0].startswith("Timeline · round 3: sudden death 2  ")
    assert "  0 Ana  stays in" in lines
    assert "  1 Ben  out: “Golf”" in lines
    assert "▸ 2 Cho  “The first games”" in lines


def test_somebody_without_cards_has_finished() -> None:
    """TL-44."""
    state = laid("senet", hands=("", "golf"), to_play=False)
    advance(state, [LastCardPlaced(0), TurnStarted(1, draws=False)])

    assert "  0 Ana  no cards left" in board(state).splitlines()


@pytest.mark.parametrize(
    ("winners", "reason", "told"),
    [
        ((1,), "finished", "Over (no cards left), won by: Ben"),
        ((1,), "sudden_death", "Over (sudden death), won by: Ben"),
        ((0, 1), "shared", "Over (shared), won by: Ana · Ben"),
        ((0, 1), "exhausted", "Over (no card left to draw), won by: Ana · Ben"),
    ],
)
def test_the_last_board_names_the_winners(winners: tuple[int, ...], reason: Any, told: str) -> None:
    """TL-60 to TL-64."""
    state = laid("senet", hands=("", ""), to_play=False)
    GameEnded(winners, reason).apply(state)
    lines = board(state).splitlines()

    assert lines[-1] == told
    assert "  1 Ben  winner" in lines
    assert "▸" not in "".join(lines)


def test_sizes_of_pile_discards_and_box() -> None:
    """The box only in a game that puts cards there (TL-25)."""
    assert "“Six trips”: pile 3 · discards 2" in board(laid("senet", discards="golf games")).splitlines()
    boxed = laid("senet", misplaced="box")
    assert "“Six trips”: pile 5 · discards 0 · box 0" in board(boxed).splitlines()


# -- that it fits ----------------------------------------------------------------------------------


def long_game(cards: int, width: int, *, ended: bool = False) -> list[str]:
    """The board of a game with so many cards of the built-in deck in the timeline."""
    deck = built_in_deck("games_and_leisure")
    row = sorted(deck.cards, key=lambda card: card.year)[::2][:cards]
    others = [card.id for card in deck.cards if card not in row]
    hands = [" ".join(others[4 * seat : 4 * seat + 4]) for seat in range(8)]
    state = laid(*[card.id for card in row], hands=hands, deck=deck)
    if ended:
        GameEnded((0,), "finished").apply(state)
    return board(state, width=width).splitlines()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_timeline_of_forty_cards_fits(width: int) -> None:
    lines = long_game(40, width)

    assert max(map(columns, lines)) == width
    assert sum(line.startswith("[") for line in lines) == 42
    assert len(lines) < {40: 150, 80: 80, 120: 72}[width]


def test_subtitles_stand_there_while_there_is_room_and_once_the_game_is_over() -> None:
    """TL-19: they belong to the white side."""
    subtitles = [card.subtitle or "" for card in built_in_deck("games_and_leisure").cards]
    starts = [" ".join(subtitle.split()[:4]) for subtitle in subtitles]

    def shown(lines: list[str]) -> int:
        return sum(start in "\n".join(lines) for start in starts)

    assert shown(long_game(3, 80)) == 3
    assert shown(long_game(40, 80)) == 0
    assert shown(long_game(40, 80, ended=True)) == 40


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_matters_least_gives_way_to_a_height(lang: str) -> None:
    """Subtitles first, then blank lines and the ends of titles, then the cards of those who are not to move."""
    long = TRIPS.replace('"Senet"', f'"{"long " * 40}"')
    state = laid("senet", "games", "arena", hands=("golf", "chess queen", ""), deck=deck_of(long))
    rules = rules_with(long)
    whole = board(state, lang=lang, rules=rules).splitlines()
    assert board(state, lang=lang, rules=rules, height=len(whole)).splitlines() == whole

    plain = board(state, lang=lang, rules=rules, height=len(whole) - 1).splitlines()
    assert len(whole) - len(plain) == {"en": 2, "es": 3}[lang]

    dense = board(state, lang=lang, rules=rules, height=len(plain) - 1).splitlines()
    assert "" not in dense
    assert sum("…" in line for line in dense) == (lang == "en")

    least = board(state, lang=lang, rules=rules, height=1).splitlines()
    assert len(least) == len(dense)
    assert {"en": "  1 Ben  2 cards", "es": "  1 Ben  2 cartas"}[lang] in least
    assert {"en": "▸ 0 Ana  “Golf”", "es": "▸ 0 Ana  «El golf»"}[lang] in least
    assert max(map(columns, least)) <= 80


def test_titles_of_200_characters_and_wide_ones_are_broken() -> None:
    text = TRIPS.replace('"Senet"', f'"{"long " * 40}"').replace('"Golf"', f'"{"時間旅行者" * 40}"')
    text = text.replace('"Chess"', f'"{"x" * 5000}"')
    deck = deck_of(text)
    state = laid("senet", "golf", "chess", hands=("arena", "queen"), deck=deck)
    held = laid("arena", hands=("senet golf", "chess"), deck=deck)
    for width in (40, 80, 120):
        for one in (state, held):
            lines = board(one, rules=rules_with(text), width=width).splitlines()
            assert max(map(columns, lines)) <= width
            shown = "".join(line.strip() for line in lines).replace(" ", "")
            assert "時間旅行者" * 12 in shown.replace("▸0Ana", "")
            assert "…" in shown
            assert len(lines) < 80


def test_dates_of_any_length_fit() -> None:
    """TL-14."""
    text = TRIPS.replace("-3100", "-20000000000")
    state = laid("senet", "games", deck=deck_of(text))
    for lang in RULESET.languages:
        lines = board(state, lang=lang, rules=rules_with(text), width=40).splitlines()
        assert max(map(columns, lines)) <= 40
        assert "20000000000" in lines[2]


def test_long_and_wide_names_are_cut() -> None:
    names = ["A" * 200, "李" * 60, "Zoë\u0301" * 30]
    state = laid("senet", hands=("golf", "games", "arena"))
    for width in (40, 80, 120):
        text = RULES.board(state, names, catalogue("en", RULESET), width=width)
        assert max(map(columns, text.splitlines())) <= width
        assert "…" in text


def test_neither_a_name_nor_a_title_can_drive_a_terminal() -> None:
    hostile = TRIPS.replace('title = "Golf"', 'title = "G\\u001b[2J\\n\\u202e"').replace("A race", "\\u009b")
    state = laid("games", "golf", hands=("senet", "arena"), deck=deck_of(hostile))
    names = ["\x1b[2J\x1b[31mred", "two\nlines\r\u202eback\x9b"]
    rules = rules_with(hostile)
    for text in (Narrator(names, rules).board(state), rules.board(state, names, catalogue("en", RULESET))):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
        assert r"G\x1b[2J\n\u202e" in text
        assert r"\x9b" in text


def test_colour_marks_intervals_dates_and_who_is_to_move() -> None:
    text = board(laid("senet", hands=("golf", "games")), colour=True)

    assert "\x1b[1m[0]\x1b[0m  \x1b[36mc. 3100 BC\x1b[0m  Senet" in text
    assert "\x1b[1m▸ 0\x1b[0m Ana" in text


@for_all(
    games(RULESET),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=8, max_size=8),
    st.integers(30, 140),
    st.sampled_from(["en", "es"]),
)
@settings(max_examples=4)
def test_a_board_always_fits(game: Any, names: list[str], width: int, lang: str) -> None:
    """Whatever the phase, the names and the width: 40 to 120 columns, no trailing blanks, colour only added.

    TL-73: on a view it is the same.
    """
    texts = catalogue(lang, RULESET)
    state, view = game.start(), game.start()
    names = names[: len(game.seats)]
    for entry in game.entries:
        for event, known in zip(entry.events, redact(entry, PUBLIC).events, strict=True):
            event.apply(state)
            known.apply(view)
            if entry.seq % 11 and not isinstance(event, CardDrawn | GameEnded):
                continue
            text = RULESET.board(state, names, texts, width=width)
            assert RULESET.board(view, names, texts, width=width) == text
            assert ANSI.sub("", RULESET.board(state, names, texts, width=width, colour=True)) == text
            assert all(line == line.rstrip() for line in text.splitlines())
            assert max(map(columns, text.split("\n"))) <= min(max(width, 40), 120)
