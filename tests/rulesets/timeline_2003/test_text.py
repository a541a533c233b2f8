"""The sentences, as section 16 of the rules has them (T3-58)."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline_2003.short import OPTIONS, after_entry, table
from rulesets.timeline_2003.short import move as in_full

from timecore.messages import Event, Move
from timecore.narrate import Narrator, catalogue
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES
from timecore.rulesets.timeline_2003.events import (
    CardAdded,
    CardApproached,
    CardRevealed,
    CountersPlaced,
    CounterTaken,
    FirstPlayerChosen,
    GameEnded,
    GoodsSold,
    MarketEntered,
    PawnMoved,
    PawnPlaced,
    Stayed,
    TurnStarted,
    ZoneSlid,
)
from timecore.rulesets.timeline_2003.moves import (
    ChooseFirst,
    EnterMarket,
    LeaveMap,
    LocalTravel,
    PlacePawn,
    Reveal,
    Stay,
    Stop,
    TimeTravel,
)
from timecore.rulesets.timeline_2003.naming import commodity_names
from timecore.rulesets.timeline_2003.state import State
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Inés")

#: Opening cards with three pawns.
OPENING = table("0132", "0231", "0213", "1023", pawns=("0.2", "1.0", "2.0"), gold=(4, 7, 7)).state


def told(event: Event[Any], before: State | None, lang: str = "en") -> str:
    return RULESET.narrate(event, before, NAMES, catalogue(lang, RULESET))


def described(move: Move, before: State | None, lang: str = "en") -> str:
    return RULESET.describe(move, before, NAMES, catalogue(lang, RULESET))


SENTENCES: list[tuple[Event[State], str, str]] = [
    (
        CardAdded(3, 2, "below", 0),
        "The first card of zone 3 is laid",
        "Se coloca la primera carta de la zona 3",
    ),
    (
        CardAdded(3, 4, "above", -4),
        "A card is laid in zone 3, above the others",
        "Se coloca una carta en la zona 3, por encima de las demás",
    ),
    (
        CardAdded(2, 5, "below", 3),
        "A card is laid in zone 2, below the others",
        "Se coloca una carta en la zona 2, por debajo de las demás",
    ),
    (
        CardRevealed(3, 4, "2130", turned=False),
        "Card 4 in zone 3 is 2130",
        "La carta 4 de la zona 3 es 2130",
    ),
    (
        CardRevealed(3, 4, "2130", turned=True),
        "Card 4 in zone 3 is 2130, upside down",
        "La carta 4 de la zona 3 es 2130, girada",
    ),
    (
        CountersPlaced(3, 4, ("Milkbread", "Oilpetrol", None, "Beetcandy")),
        "It is filled: Milkbread, Oilpetrol, nothing, Beetcandy",
        "Se llena: Lechepán, Petroaceite, nada, Remolacandi",
    ),
    (FirstPlayerChosen(1), "Ben goes first", "Empieza Ben"),
    (
        PawnPlaced(0, 1, 0, 2),
        "Ana starts in zone 1, on path 2",
        "Ana comienza en la zona 1, en el camino 2",
    ),
    (Stayed(0), "Ana stays put", "Ana no se mueve"),
    (
        CardApproached(0, "forward", 3, 4, -1),
        "Ana heads for an unknown card in zone 3, into the future",
        "Ana va hacia una carta desconocida de la zona 3, hacia el futuro",
    ),
    (
        CardApproached(0, "local", 3, 4, None),
        "Ana heads for an unknown card in zone 3, within the zone",
        "Ana va hacia una carta desconocida de la zona 3, dentro de la zona",
    ),
    (
        PawnMoved(1, "backward", 2, 5, 0),
        "Ben travels into the past to path 0 of card 5 in zone 2",
        "Ben viaja hacia el pasado al camino 0 de la carta 5, zona 2",
    ),
    (
        PawnMoved(1, "local", 2, 5, 0),
        "Ben travels within the zone to path 0 of card 5 in zone 2",
        "Ben viaja dentro de la zona al camino 0 de la carta 5, zona 2",
    ),
    (
        MarketEntered(1, -1),
        "Ben enters the market on lane -1, worth 4",
        "Ben entra en el mercado del carril -1, de valor 4",
    ),
    (CounterTaken(0, 1, 0, 2, "Milkbread"), "Ana takes one Milkbread", "Ana recoge una ficha de Lechepán"),
    (ZoneSlid(1, -1), "History changes: zone 1 moves up", "La historia cambia: la zona 1 sube"),
    (
        GoodsSold(0, 3, "Nucleons", 2, 4, 8),
        "Ana sells 2 Nucleons at 4 for 8 gold",
        "Ana vende 2 de Nucleones a 4: 8 de oro",
    ),
    (TurnStarted(2, 0), "Inés places next", "Ahora coloca Inés"),
    (TurnStarted(2, 12), "Turn 12: Inés", "Turno 12: Inés"),
    (GameEnded("gold", (1,)), "Ben wins with 7 gold", "Gana Ben con 7 de oro"),
    (
        GameEnded("rounds", (1, 2)),
        "The game stops. Most gold: Ben and Inés, 7",
        "La partida se detiene. Más oro: Ben e Inés, 7",
    ),
]

#: Where seat 0 stands on path 2 of the first card, whose line leads to the market on lane 2.
SELLING = table("0132", "0231", "0213", "1023", pawns=("0.2", "@2"), goods=("BB",)).state

MOVES: list[tuple[State, Move, str, str]] = [
    (after_entry(0).state, Reveal("0132", turned=False), "turn up 0132", "destapar 0132"),
    (
        after_entry(0).state,
        Reveal("0132", turned=True),
        "turn up 0132, upside down",
        "destapar 0132, girada",
    ),
    (after_entry(4).state, ChooseFirst(1), "let Ben go first", "que empiece Ben"),
    (
        after_entry(5).state,
        PlacePawn(2),
        "start on path 2 (Milkbread)",
        "comenzar en el camino 2 (Lechepán)",
    ),
    (SELLING, Stay(0), "stay put", "no moverse"),
    (
        SELLING,
        LocalTravel(0, 1),
        "go to path 1 of card 0 (Oilpetrol)",
        "ir al camino 1 de la carta 0 (Petroaceite)",
    ),
    (
        after_entry(22).state,
        LocalTravel(7, None),
        "turn up card 7 and go there",
        "destapar la carta 7 e ir a ella",
    ),
    (
        SELLING,
        LeaveMap("above"),
        "lay a new card above and go there",
        "colocar una carta nueva por encima e ir a ella",
    ),
    (
        SELLING,
        LeaveMap("below"),
        "lay a new card below and go there",
        "colocar una carta nueva por debajo e ir a ella",
    ),
    (after_entry(24).state, Stop(1), "stop on path 1 (Nucleons)", "parar en el camino 1 (Nucleones)"),
    (
        SELLING,
        TimeTravel(2),
        "travel into the future to zone 2: path 3 of card 1 (Beetcandy)",
        "viajar hacia el futuro a la zona 2: camino 3 de la carta 1 (Remolacandi)",
    ),
    (
        after_entry(9).state,
        TimeTravel(3),
        "travel into the future to zone 3: 1 new card",
        "viajar hacia el futuro a la zona 3: 1 carta nueva",
    ),
    (
        after_entry(19).state,
        TimeTravel(2),
        "travel into the future to zone 2: 2 new cards",
        "viajar hacia el futuro a la zona 2: 2 cartas nuevas",
    ),
    (
        SELLING,
        EnterMarket(0),
        "enter the market on lane 2, worth 3; it buys Beetcandy",
        "entrar en el mercado del carril 2, de valor 3; compra Remolacandi",
    ),
    (
        SELLING,
        EnterMarket(2),
        "enter the market on lane 2, worth 3, and sell 2 Beetcandy for 6 gold",
        "entrar en el mercado del carril 2, de valor 3, y vender 2 de Remolacandi por 6 de oro",
    ),
    (
        after_entry(21).state,
        Stay(1),
        "stay put, and sell 1 Milkbread for 3 gold",
        "no moverse, y vender 1 de Lechepán por 3 de oro",
    ),
]


@pytest.mark.parametrize(("event", "english", "spanish"), SENTENCES)
def test_an_event_is_a_sentence_in_each_language(event: Event[State], english: str, spanish: str) -> None:
    """T3-58."""
    assert told(event, OPENING) == english
    assert told(event, OPENING, "es") == spanish


@pytest.mark.parametrize(("before", "move", "english", "spanish"), MOVES)
def test_a_move_is_a_phrase_in_each_language(before: State, move: Move, english: str, spanish: str) -> None:
    assert described(move, before) == english
    assert described(move, before, "es") == spanish


def test_every_event_and_every_move_is_told() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(RULESET.events.classes)
    assert {type(move) for _, move, _, _ in MOVES} == set(RULESET.moves.classes)


# -- where a move leads ----------------------------------------------------------------------------


def test_a_line_back_leads_to_the_path_that_leaves_there() -> None:
    """T3-18: entry 15 of game A goes back; a pawn of card 0312 met at quarter 3 is on path 1."""
    before = table("0312", "0132", "0213", "1023", pawns=("1.2", "2.0")).state

    assert described(TimeTravel(1), before) == "travel into the past to zone 1: path 3 of card 0 (Beetcandy)"


def test_a_line_may_lead_to_a_card_that_lies_face_down() -> None:
    """T3-28, T3-14."""
    before = table("0132", "0231 ? 0213", "1023", "0321", tops=(7,), pawns=("0.0", "4.0")).state

    assert described(TimeTravel(2), before) == "travel into the future to zone 2: card 2, unknown"
    assert described(LocalTravel(2, None), before, "es") == "destapar la carta 2 e ir a ella"


def test_a_waypoint_without_a_counter_says_so() -> None:
    before = table("0132", "0231", "0213", "1023", pawns=("0.2", "1.0"), bare=("0", "2")).state

    assert described(LocalTravel(0, 1), before) == "go to path 1 of card 0 (no counter)"
    assert (
        described(TimeTravel(3), before) == "travel into the future to zone 3: path 1 of card 2 (no counter)"
    )
    assert described(TimeTravel(3), before, "es").endswith(": camino 1 de la carta 2 (sin ficha)")


def test_a_market_that_buys_nothing_says_so() -> None:
    """T3-16."""
    before = table("0132", "0231", "0213", "1023", tops=(-1,), pawns=("0.0", "1.0")).state

    assert described(EnterMarket(0), before) == "enter the market on lane -1, worth 4; it buys nothing"
    assert described(EnterMarket(0), before, "es").endswith("; no compra nada")


def test_what_is_worth_something_follows_the_options() -> None:
    """T3-8: ``finish``."""
    before = table("0132", "0231", "0213", "1023", pawns=("0.2", "@2"), finish=[9, 8, 7, 6]).state

    assert told(MarketEntered(1, -1), before) == "Ben enters the market on lane -1, worth 6"
    assert "worth 7" in described(EnterMarket(0), before)


def test_where_the_state_is_unknown_only_the_message_is_told() -> None:
    assert told(MarketEntered(1, -1), None) == "Ben enters the market on lane -1"
    assert told(GameEnded("gold", (1,)), None, "es") == "Gana Ben"
    assert told(GameEnded("rounds", (0, 1)), None) == "The game stops. Most gold: Ana and Ben"
    assert described(EnterMarket(2), None) == "enter the market, and sell 2"
    assert described(Stay(2), None, "es") == "no moverse, y vender 2"
    assert described(TimeTravel(2), None) == "travel to zone 2"
    assert described(PlacePawn(2), None) == "start on path 2"
    assert described(Stop(2), None) == "stop on path 2"
    assert described(LocalTravel(0, 2), None) == "go to path 2 of card 0"


def test_what_was_asked_for_and_is_not_legal_is_told_as_well() -> None:
    """A log of mistakes may show it: a move of somebody who stands elsewhere."""
    market = table("0132", "0231", "0213", "1023", pawns=("@2", "1.0")).state
    assert described(EnterMarket(0), market) == "enter the market"
    assert described(TimeTravel(1), SELLING) == "travel to zone 1"
    assert described(Stay(3), SELLING) == "stay put, and sell 3"
    assert described(Stop(0), SELLING) == "stop on path 0"
    assert Narrator(NAMES, RULESET).move(TimeTravel(9), 0, SELLING)
    assert Narrator(NAMES, RULESET).move(PlacePawn(9), 0, after_entry(5).state)


# -- of all sentences ------------------------------------------------------------------------------


def everything_told() -> Iterator[str]:
    for lang in RULESET.languages:
        for event, *_ in SENTENCES:
            yield told(event, OPENING, lang)
            yield told(event, None, lang)
        for before, move, *_ in MOVES:
            yield described(move, before, lang)
            yield described(move, None, lang)


def test_no_sentence_ends_in_a_full_stop_or_keeps_a_field() -> None:
    for text in everything_told():
        assert not text.endswith(".")
        assert "{" not in text
        assert text == text.strip()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_name_that_looks_like_a_field_stays_a_name(lang: str) -> None:
    names = ("{seat}", "{0.__class__}", "%s")
    for event, *_ in SENTENCES:
        assert "class '" not in RULESET.narrate(event, OPENING, names, catalogue(lang, RULESET))
    text = RULESET.narrate(FirstPlayerChosen(1), None, names, catalogue(lang, RULESET))
    assert text.count("{0.__class__}") == 1


@pytest.mark.parametrize("lang", RULESET.languages)
def test_each_commodity_has_a_letter_of_its_own(lang: str) -> None:
    """T3-1: the board knows them by it."""
    names = commodity_names(catalogue(lang, RULESET))

    assert tuple(names) == COMMODITIES
    assert len({name[0].lower() for name in names.values()}) == 4


@for_all(games(RULESET, options=OPTIONS), st.sampled_from(RULESET.languages))
@settings(max_examples=6)
def test_no_two_legal_moves_are_described_alike(game: Any, lang: str) -> None:
    words = catalogue(lang, RULESET)
    state = game.start()
    for entry in game.entries:
        for actor in RULESET.to_act(state):
            texts = [
                RULESET.describe(move, state, game.names, words) for move in RULESET.legal_moves(state, actor)
            ]
            assert len(set(texts)) == len(texts)
        for event in entry.events:
            assert RULESET.narrate(event, state, game.names, words)
            event.apply(state)


def test_game_a_is_told_from_its_beginning() -> None:
    """The first entries of game A, after the deal."""
    state = after_entry(5).state
    telling = []
    for text in ("place 2", "place 0", "local 0.0"):
        for event in RULESET.decide(state, RULESET.to_act(state)[0], in_full(text)):
            telling.append(told(event, state))
            event.apply(state)

    assert telling == [
        "Ana starts in zone 1, on path 2",
        "Ana takes one Milkbread",
        "Ben places next",
        "Ben starts in zone 2, on path 0",
        "Ben takes one Milkbread",
        "Turn 1: Ana",
        "Ana travels within the zone to path 0 of card 0 in zone 1",
        "Ana takes one Beetcandy",
        "History changes: zone 1 moves up",
        "Turn 2: Ben",
    ]


def test_what_games_look_like_is_imported_only_when_it_is_asked_for() -> None:
    """Playing and replaying need the rules, and no sentence and no board."""
    code = (
        "import sys; import timecore.rulesets.timeline_2003 as it;"
        "print(*sorted(m.removeprefix(it.__name__ + '.') for m in sys.modules if m.startswith(it.__name__ + '.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["cards", "events", "geometry", "moves", "options", "rules", "state"]
