"""The board: what it shows, to whom, and that it fits."""

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.chicken_time_warp.short import asked, deal, flipped, go, removed, start

from timecore.actors import PUBLIC, Viewer
from timecore.display import columns
from timecore.entry import Entry
from timecore.fold import advance
from timecore.narrate import Narrator, catalogue
from timecore.redact import redact
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.cards import KINDS
from timecore.rulesets.chicken_time_warp.events import (
    PlayerDied,
    PlayerErased,
    PlayerRevived,
    TimelineCardRemoved,
    TimelineFlipped,
    TimelineReversed,
)
from timecore.rulesets.chicken_time_warp.state import State
from timecore.testing import Given, given
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Cho", "Dan", "Eva", "Flo")
HANDS = ("swap mooch clux peek", "pod rev thief block", "clux stock freeze swap")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def board(state: State, *, lang: str = "en", **asked_for: Any) -> str:
    """The board of a state for as many people as it has seats."""
    return RULESET.board(state, NAMES[: len(state.hands)], catalogue(lang, RULESET), **asked_for)


def view(moves: str, viewer: Viewer, hands: tuple[str, ...] = HANDS, **options: Any) -> State:
    """What a viewer has seen of a game after its deal and short moves."""
    state: State = given(RULESET, players=len(hands), **options).state
    seen = state.copy()
    seq = 0
    for actor, move in deal(*hands):
        seq += 1
        events = RULESET.decide(state, actor, move)
        advance(state, events)
        advance(seen, redact(Entry(seq, actor, move, tuple(events)), viewer).events)
    for one in moves.split():
        seq += 1
        actor, move = asked(given(RULESET, state), one)
        events = RULESET.decide(state, actor, move)
        advance(state, events)
        advance(seen, redact(Entry(seq, actor, move, tuple(events)), viewer).events)
    return seen


#: Ana has looked at Ben's hand; Ben is dead, his pod has gone to Ana, and Cho has frozen her.
STORY = "peek>1 +clux - +dead die freeze>0"


def test_a_board_as_seat_0_sees_it() -> None:
    """CW-71: the timeline and who died where, the piles, how everybody is, and the hands as far as she knows them."""
    assert board(view(STORY, 0)).splitlines() == [
        "Chicken Time Warp · turn 3                                             clockwise",
        "────────────────────────────────────────────────────────────────────────────────",
        "timeline [10]  [9] ▸[8]   7    6    5    4    3    2    1   window",
        "died at         1",
        "",
        "draw pile 38 · discard pile 3 · on top Cryogenic Freeze · [ ] face up",
        "",
        "    seat  status  cards  hand",
        "  0 Ana   frozen      5  Escape Pod · Clux Capacitor (2) · Swap Hands · Mooch",
        "  1 Ben   dead        3  Swap Block · Super Thief · Reverse",
        "▸ 2 Cho   alive       3  ?? (3)",
        "────────────────────────────────────────────────────────────────────────────────",
        "To draw a card: Cho",
    ]


def test_the_same_position_as_the_public_sees_it() -> None:
    assert board(view(STORY, PUBLIC)).splitlines()[7:11] == [
        "    seat  status  cards  hand",
        "  0 Ana   frozen      5  Escape Pod · ?? (4)",
        "  1 Ben   dead        3  ?? (3)",
        "▸ 2 Cho   alive       3  ?? (3)",
    ]


def test_the_same_board_in_spanish() -> None:
    assert board(view(STORY, 2), lang="es").splitlines() == [
        "Chicken Time Warp · turno 3                                      sentido horario",
        "────────────────────────────────────────────────────────────────────────────────",
        "tiempo  [10]  [9] ▸[8]   7    6    5    4    3    2    1   ventana",
        "muertos        1",
        "",
        "mazo 38 · descartes 3 · encima Congelación criogénica · [ ] boca arriba",
        "",
        "    asiento  estado     cartas  mano",
        "  0 Ana      congelado       5  Cápsula de escape · ?? (4)",
        "  1 Ben      muerto          3  ?? (3)",
        "▸ 2 Cho      con vida        3  Condensador de cluzo · Cambio de manos · Acopio",
        "────────────────────────────────────────────────────────────────────────────────",
        "Por robar una carta: Cho",
    ]


def test_a_narrow_board_breaks_the_timeline_and_gives_hands_lines_of_their_own() -> None:
    assert board(view(STORY, 0), width=40).splitlines() == [
        "Chicken Time Warp · turn 3     clockwise",
        "────────────────────────────────────────",
        "timeline [10]  [9] ▸[8]   7    6    5",
        "died at         1",
        "",
        "timeline   4    3    2    1   window",
        "died at",
        "",
        "draw pile 38 · discard pile 3",
        "on top Cryogenic Freeze · [ ] face up",
        "",
        "    seat  status  cards",
        "  0 Ana   frozen      5",
        "    Escape Pod · Clux Capacitor (2)",
        "    Swap Hands · Mooch",
        "  1 Ben   dead        3",
        "    Swap Block · Super Thief · Reverse",
        "▸ 2 Cho   alive       3",
        "    ?? (3)",
        "────────────────────────────────────────",
        "To draw a card: Cho",
    ]


def test_where_there_are_few_lines_blank_ones_give_way_and_then_the_ends_of_hands() -> None:
    seen = view(STORY, 0)
    whole = board(seen, width=40).splitlines()

    dense = board(seen, width=40, height=len(whole) - 1).splitlines()
    cut = board(seen, width=40, height=10).splitlines()

    assert dense == [line for line in whole if line]
    assert cut == [
        "    Escape Pod · Clux Capacitor (2) …" if line.startswith("    Escape") else line
        for line in dense
        if line != "    Swap Hands · Mooch"
    ]
    assert board(seen, width=40, height=len(whole)).splitlines() == whole


# -- where the game stands -------------------------------------------------------------------------


def last_line(game: Given, moves: str = "") -> str:
    return board(go(game, moves)[0].state).splitlines()[-1]


def test_the_last_line_says_who_has_to_do_what() -> None:
    """CW-73: in every phase."""
    game = start(*HANDS)

    assert last_line(given(RULESET, players=3)) == "To be dealt a card: Ana"
    assert last_line(given(RULESET, *deal(*HANDS)[:4], players=3)) == "To be dealt a card: Ben"
    assert last_line(start(*HANDS, first_player="random")) == "To be chosen: who goes first"
    assert last_line(game) == "To play a card or pass: Ana"
    assert last_line(game, "swap>1") == "To let Ana swap hands, or block it: Ben"
    assert last_line(game, "-") == "To draw a card: Ana"
    assert last_line(game, "- +thief - +mooch stock") == "To draw 2 cards: Cho"
    assert last_line(game, "- +dead") == "To escape death or to die: Ana"


@pytest.mark.parametrize(
    ("moves", "seat"), [("", 0), ("swap>1", 1), ("-", 0), ("- +dead", 0), ("- +dead die", 1)]
)
def test_a_mark_stands_beside_whoever_is_to_act_or_to_draw(moves: str, seat: int) -> None:
    lines = board(go(start(*HANDS), moves)[0].state).splitlines()

    assert [line[2] for line in lines if line.startswith("▸")] == [str(seat)]


def test_the_first_board_is_that_of_the_setup() -> None:
    lines = board(given(RULESET, players=3).state).splitlines()

    assert lines[0].startswith("Chicken Time Warp · setup ")
    assert lines[2] == "timeline  10    9    8    7    6    5    4    3    2    1   window"
    assert lines[5] == "draw pile 41 · discard pile 0 · [ ] face up"
    assert lines[8] == "  0 Ana   alive       0  -"


def test_the_direction_of_play_is_named() -> None:
    """CW-36, CW-51."""
    game, _ = go(start("rev clux swap mooch", *HANDS[1:]), "rev")

    assert board(game.state).splitlines()[0].endswith(" counterclockwise")
    assert board(game.state, width=40).splitlines()[:2] == ["Chicken Time Warp · turn 1", "counterclockwise"]


def test_the_timeline_shows_what_is_face_up_and_which_card_is_current() -> None:
    """CW-2, CW-53, CW-62: removed cards are gone from it."""
    game = removed(start(*HANDS), 9, 8)
    game = given(RULESET, game.state, TimelineCardRemoved(10, face_up=True))
    assert board(game.state).splitlines()[2] == "timeline   7    6    5    4    3    2    1   window"

    game = flipped(game, 7, 6, 5, 4, 3, 2, 1, 0)
    assert board(game.state).splitlines()[2] == "timeline  [7]  [6]  [5]  [4]  [3]  [2]  [1] ▸[window]"


def test_a_chicken_is_alive_frozen_dead_or_erased() -> None:
    """CW-48, CW-58, CW-63."""
    hands = (HANDS[0], "pod freeze thief block", HANDS[2], "swap thief peek clux")
    game, _ = go(start(*hands), "- +dead die freeze>3 +slip - +dead die")

    text = board(game.state)
    for seat, word in enumerate(("erased", "alive", "dead")):
        assert re.search(rf"^[▸ ] {seat} {NAMES[seat]}   {word} ", text, re.MULTILINE)
    assert "  3 Dan   frozen " in board(go(start(*hands), "- +dead die freeze>3")[0].state)


def test_all_the_dead_over_one_card_are_shown() -> None:
    """CW-58: whoever dies while the Escape Window is open does so there."""
    game = flipped(start(*HANDS, "swap thief peek clux"), *range(9, -1, -1))
    game, _ = go(game, "- +dead die - +dead die")

    timeline, died_at = board(game.state).splitlines()[2:4]
    assert timeline.endswith("▸[window]")
    assert died_at == "died at" + "01".rjust(len(timeline) - 8)


def test_a_black_card_in_effect_and_the_top_of_the_discard_pile_are_named() -> None:
    """CW-8, CW-31."""
    game, _ = go(start(*HANDS), "peek>1 +clux - +dead")
    assert "\ndraw pile 38 · discard pile 1 · on top Peek-a-Boo · in effect You Dead" in board(game.state)

    game, _ = go(game, "die")
    assert "discard pile 2 · on top You Dead · [ ] face up" in board(game.state)


def test_the_last_board_says_how_the_game_ended() -> None:
    """CW-66, CW-68, CW-37."""
    game = flipped(start("pod swap mooch peek", "rev thief block swap", HANDS[2]), *range(9, -1, -1))
    ended, _ = go(game, "pod")
    assert board(ended.state).splitlines()[-1] == "Over (escape), won by: Ana"
    assert "▸ " not in board(ended.state)

    game, _ = go(start(*HANDS), "- +dead die - +dead die")
    assert board(game.state).splitlines()[-1] == "Over (sudden death), won by: Cho"

    game, _ = go(start(*HANDS, turn_limit=1), "- +rev")
    assert board(game.state).splitlines()[-1] == "Over (turn limit): nobody wins"
    assert board(game.state, lang="es").splitlines()[-1] == "Fin (límite de turnos): no gana nadie"


@pytest.mark.parametrize("moves", ["", "swap>1", "-", "- +dead", "- +dead die - +dead die"])
def test_a_closed_board_is_the_same_without_who_is_to_move(moves: str) -> None:
    """The table has ended or adjourned the game; in every phase."""
    state = go(start(*HANDS), moves)[0].state
    texts = catalogue("en", RULESET)
    lines = RULESET.board(state, NAMES[:3], texts).splitlines()

    closed = RULESET.board(state, NAMES[:3], texts, closed=True).splitlines()

    open_ended = lines[-1].startswith("To ")
    seats = [("  " + line[2:] if line.startswith("▸ ") else line) for line in lines]
    assert closed == (seats[:-2] if open_ended else seats)


# -- who sees what ---------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [2, PUBLIC])
@pytest.mark.parametrize("moves", ["- +rev", "peek>1 +rev", "swap>1 allow +rev", "- +dead die"])
def test_a_board_never_differs_by_what_its_viewer_cannot_see(viewer: Viewer, moves: str) -> None:
    """CW-71: other hands and other draws of others give the same board."""
    others = ("swap mooch stock peek", "stock rev thief mooch", HANDS[2])

    one, other = view(moves, viewer), view(moves.replace("+rev", "+thief"), viewer, others)

    for lang in ("en", "es"):
        assert board(one, lang=lang) == board(other, lang=lang)
    assert board(view(moves, 0)) != board(view(moves, 0, others))


# -- it fits ---------------------------------------------------------------------------------------


def test_long_and_wide_names_are_cut() -> None:
    names = ["A" * 200, "李" * 60, "Zoë\u0301" * 30]
    state = go(start(*HANDS), "swap>1")[0].state
    for width in (40, 80, 120):
        text = RULESET.board(state, names, catalogue("en", RULESET), width=width)
        assert max(map(columns, text.splitlines())) <= width
        assert "…" in text


def test_a_name_cannot_drive_a_terminal() -> None:
    names = ["\x1b[2J\x1b[31mred", "two\nlines\r", "\u202eback\x9b"]
    text = Narrator(names, RULESET).board(start(*HANDS).state)
    direct = RULESET.board(start(*HANDS).state, names, catalogue("en", RULESET), colour=False)

    for board_text in (text, direct):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", board_text)
        assert r"\x1b[2J" in board_text


@for_all(
    games(RULESET),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=6, max_size=6),
    st.integers(20, 140),
    st.none() | st.integers(1, 40),
    st.sampled_from(["en", "es"]),
)
@settings(max_examples=15)
def test_a_board_always_fits(game: Any, names: list[str], width: int, height: int | None, lang: str) -> None:
    """Whatever the phase, the names and the size: 40 to 120 columns, no trailing blanks, colour only added."""
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
            text = RULESET.board(one, names, texts, width=width, height=height)
            coloured = RULESET.board(one, names, texts, width=width, height=height, colour=True)

            assert ANSI.sub("", coloured) == text
            assert coloured != text
            assert all(line == line.rstrip() for line in text.splitlines())
            assert max(map(columns, text.split("\n"))) <= min(max(width, 40), 120)
    assert viewers[-1] is PUBLIC


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_longest_lists_of_cards_fit_into_the_narrowest_board(kind: str, lang: str) -> None:
    """CW-11: a deck may have any number of cards of one kind."""
    state = start(*HANDS).state
    state.discard = [kind] * 12_345
    state.limbo = kind
    state.hands[1] = [kind] * 12_345

    assert max(map(columns, board(state, lang=lang, width=40).splitlines())) <= 40


SEAT = st.integers(0, 2)
MINUTE = st.integers(0, 10)
KIND = st.sampled_from(KINDS)
KINDS_LISTED = st.lists(KIND, max_size=4).map(tuple)

#: What the fields of events may hold, by their names; a game of three has all that they name, mostly.
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": SEAT,
    "target": SEAT,
    "named": st.none() | KIND,
    "card": KIND,
    "cards": KINDS_LISTED,
    "seat_hand": KINDS_LISTED,
    "target_hand": KINDS_LISTED,
    "turn": st.integers(0, 2**53),
    "draws": st.integers(0, 2**53),
    "direction": st.sampled_from([1, -1]),
    "index": SEAT,
    "count": SEAT,
    "you_dead": SEAT,
    "time_slips_away": SEAT,
    "face_up": st.booleans(),
    "reason": st.sampled_from(["escape", "sudden_death", "turn_limit"]),
    "winners": st.lists(SEAT, max_size=3).map(tuple),
}

#: The same where cards are those of the timeline (section 11).
FIELDS_OF_TIME = FIELDS | {"card": MINUTE, "cards": st.lists(MINUTE, max_size=3).map(tuple)}
OF_TIME = (
    TimelineFlipped,
    TimelineReversed,
    TimelineCardRemoved,
    PlayerDied,
    PlayerRevived,
    PlayerErased,
)


@st.composite
def made_up(draw: st.DrawFn) -> Any:
    """An event of a record that somebody has made up."""
    kind = draw(st.sampled_from(RULESET.events.classes))
    fields = FIELDS_OF_TIME if kind in OF_TIME else FIELDS
    return kind(*[draw(fields[spec.name]) for spec in kind.specs])


@for_all(st.booleans(), st.lists(made_up(), max_size=40), st.sampled_from(["en", "es"]))
def test_a_game_of_made_up_events_can_be_told_and_drawn(dealt: bool, events: list[Any], lang: str) -> None:  # noqa: FBT001
    """A strange record is told and drawn like any other; only its events may be refused."""
    state = start(*HANDS).state.copy() if dealt else given(RULESET, players=3).state.copy()
    narrator = Narrator(NAMES[:3], RULESET, lang)
    for event in events:
        before = state.copy()
        assert narrator.event(event, before)
        try:
            event.apply(state)
        except (ValueError, LookupError):
            state = before
        for width in (40, 80):
            assert max(map(columns, narrator.board(state, width=width).splitlines())) <= width


@for_all(games(RULESET))
@settings(max_examples=6)
def test_a_board_can_be_drawn_between_two_events_too(game: Any) -> None:
    """CW-73: where a cursor stands inside an entry, nobody may be to act."""
    state = game.start()
    for entry in game.entries:
        for event in entry.events:
            event.apply(state)
            assert max(map(columns, board(state).splitlines())) <= 80
