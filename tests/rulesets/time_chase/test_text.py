"""The sentences, as the tables of section 14 have them."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.time_chase.document import rows, section

from timecore.actors import PUBLIC
from timecore.hidden import HIDDEN
from timecore.messages import Event, Message, Move
from timecore.narrate import catalogue
from timecore.redact import redact
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.cards import SeatCard
from timecore.rulesets.time_chase.events import (
    CardCommitted,
    CardDealt,
    CardPlayed,
    CardsRevealed,
    DiscPlaced,
    DiscReturned,
    EventAdded,
    FuelCommitted,
    FuelGained,
    FuelRevealed,
    FuelSpent,
    GameEnded,
    InvariantLost,
    InvariantOpened,
    InvariantReplaced,
    InvariantTurned,
    ResolutionStarted,
    StackMade,
    TravelerMoved,
    TravelersGathered,
    WinningCardKept,
    WinningCardReplaced,
)
from timecore.rulesets.time_chase.moves import CommitCard, CommitFuel, DealCard, PlayCard, TurnInvariant
from timecore.rulesets.time_chase.state import State
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Inés")


def ended(reason: str, *, tiebreak: bool = False) -> GameEnded:
    return GameEnded((1,), reason, tiebreak, ((1,), (0,), (2,)), (1, 3, 0), (2, 1, None))  # type: ignore[arg-type]


SENTENCES: list[tuple[Event[State], str, str]] = [
    (CardDealt(0, "A7"), "Ana is dealt A7", "Ana recibe A7"),
    (CardDealt(0, HIDDEN), "Ana is dealt a card", "Ana recibe una carta"),
    (InvariantTurned("C4"), "C4 is turned up: the invariant", "Se revela C4: es el invariante"),
    (EventAdded(3), "Event 3 is added: it is the present", "Se añade el evento 3: es el presente"),
    (
        TravelersGathered(3),
        "All travelers are in the present (event 3)",
        "Todos los viajeros están en el presente (evento 3)",
    ),
    (FuelGained(1, 1, "bonus"), "Ben gains one bonus fuel", "Ben gana un combustible adicional"),
    (FuelGained(1, 2, "income"), "Ben gains 2 fuel", "Ben gana 2 de combustible"),
    (
        ResolutionStarted(2, (2, 0), None),
        "Event 2 is resolved; Inés leads",
        "Se resuelve el evento 2; sale Inés",
    ),
    (
        ResolutionStarted(2, (2, 0), "B"),
        "Event 2 is resolved; Inés leads (led suit B)",
        "Se resuelve el evento 2; sale Inés (palo de salida B)",
    ),
    (CardPlayed(0, 2, "A7", "led"), "Ana leads A7", "Ana sale con A7"),
    (CardPlayed(0, 2, "A7", "followed"), "Ana follows with A7", "Ana sigue el palo con A7"),
    (
        CardPlayed(0, 2, "A7", "off_suit"),
        "Ana cannot follow and plays A7",
        "Ana no puede seguir el palo y juega A7",
    ),
    (
        StackMade(2, "A7", "B9", 1, ("A8",)),
        "Ben wins event 2 with B9 (led card A7)",
        "Ben gana el evento 2 con B9 (carta de salida A7)",
    ),
    (
        WinningCardReplaced(2, "B9", "B10", 0, ("B9",)),
        "B10 of Ana beats B9 at event 2",
        "B10, de Ana, vence a B9 en el evento 2",
    ),
    (
        WinningCardKept(2, "B9", ("A8",)),
        "No card beats B9 at event 2",
        "Ninguna carta vence a B9 en el evento 2",
    ),
    (
        DiscReturned(2, 1),
        "Ben gets the control disc of event 2 back",
        "Ben recupera su disco de control del evento 2",
    ),
    (DiscPlaced(2, 0), "Ana takes control of event 2", "Ana toma el control del evento 2"),
    (InvariantOpened((1,)), "Ben may alter the invariant", "Ben puede alterar el invariante"),
    (
        InvariantOpened((0, 1, 2)),
        "Ana, Ben and Inés may alter the invariant",
        "Ana, Ben e Inés pueden alterar el invariante",
    ),
    (CardCommitted(0, "A7"), "Ana chooses a card in secret", "Ana elige una carta en secreto"),
    (CardCommitted(0, HIDDEN), "Ana chooses a card in secret", "Ana elige una carta en secreto"),
    (
        CardsRevealed((SeatCard(0, "A7"), SeatCard(2, "B9"))),
        "The chosen cards are revealed: Ana: A7, Inés: B9",
        "Se revelan las cartas elegidas: Ana: A7, Inés: B9",
    ),
    (
        InvariantReplaced("C4", "A7", 0, ("C4",)),
        "A7 of Ana is the new invariant; C4 is discarded",
        "A7, de Ana, es el nuevo invariante; se descarta C4",
    ),
    (
        InvariantReplaced(None, "A7", 0, ()),
        "A7 of Ana is the new invariant; there was none",
        "A7, de Ana, es el nuevo invariante; no había ninguno",
    ),
    (
        InvariantLost("C4", ("C4", "A7", "B7")),
        "Tie: the timeline is unstable, there is no invariant for now",
        "Empate: la línea de tiempo es inestable, por ahora no hay invariante",
    ),
    (FuelCommitted(1, 2), "Ben sets fuel aside in secret", "Ben aparta combustible en secreto"),
    (FuelCommitted(1, HIDDEN), "Ben sets fuel aside in secret", "Ben aparta combustible en secreto"),
    (
        FuelRevealed((2, 0, 1)),
        "Fuel spent: Ana: 2, Ben: 0, Inés: 1",
        "Combustible gastado: Ana: 2, Ben: 0, Inés: 1",
    ),
    (
        FuelSpent(1, 2),
        "Ben returns 2 fuel to the general supply",
        "Ben devuelve 2 de combustible al suministro general",
    ),
    (
        TravelerMoved(1, 4, 2),
        "The traveler of Ben goes back from event 4 to event 2",
        "El viajero de Ben retrocede del evento 4 al evento 2",
    ),
    (
        TravelerMoved(1, 4, 0),
        "The traveler of Ben goes back from event 4 to the invariant",
        "El viajero de Ben retrocede del evento 4 al invariante",
    ),
    (ended("three_events"), "Ben controls three events and wins", "Ben controla tres eventos y gana"),
    (
        ended("three_events", tiebreak=True),
        "Ben controls three events, among them the one closest to the invariant, and wins",
        "Ben controla tres eventos, entre ellos el más cercano al invariante, y gana",
    ),
    (ended("ten_rounds"), "Ten rounds have been played: Ben wins", "Se han jugado diez rondas: gana Ben"),
    (
        ended("second_rift", tiebreak=True),
        "The timeline breaks a second time: Ben wins",
        "La línea de tiempo se rompe por segunda vez: gana Ben",
    ),
]

MOVES: list[tuple[Move, str, str]] = [
    (DealCard(0, "A7"), "deal A7 to Ana", "repartir A7 a Ana"),
    (DealCard(0, HIDDEN), "deal a card to Ana", "repartir una carta a Ana"),
    (TurnInvariant("C4"), "turn C4 up as the invariant", "revelar C4 como invariante"),
    (PlayCard("A7"), "play A7", "jugar A7"),
    (CommitCard("A7"), "choose A7 in secret", "elegir A7 en secreto"),
    (CommitCard(HIDDEN), "choose a card in secret", "elegir una carta en secreto"),
    (CommitFuel(2), "set 2 fuel aside", "apartar 2 de combustible"),
    (CommitFuel(HIDDEN), "set fuel aside in secret", "apartar combustible en secreto"),
]


@pytest.mark.parametrize(("event", "english", "spanish"), SENTENCES)
def test_an_event_is_a_sentence_in_each_language(event: Event[State], english: str, spanish: str) -> None:
    assert RULESET.narrate(event, None, NAMES, catalogue("en", RULESET)) == english
    assert RULESET.narrate(event, None, NAMES, catalogue("es", RULESET)) == spanish


@pytest.mark.parametrize(("move", "english", "spanish"), MOVES)
def test_a_move_is_a_phrase_in_each_language(move: Move, english: str, spanish: str) -> None:
    assert RULESET.describe(move, None, NAMES, catalogue("en", RULESET)) == english
    assert RULESET.describe(move, None, NAMES, catalogue("es", RULESET)) == spanish


def test_every_event_and_every_move_is_told() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(RULESET.events.classes)
    assert {type(move) for move, _, _ in MOVES} == set(RULESET.moves.classes)


# -- held against section 14 of the document ----------------------------------------------------------------------

#: What a row says in parentheses for another case: when, and in which words.
CASE = re.compile(r"(.*) \((?:hidden|ocult[ao]|null|0|one|(?:with|con) `\w+`[^:]*): (.*)\)")


def templates(column: int) -> dict[str, tuple[str, str | None]]:
    """By the name of each row: its sentence, and what the other case says, if there is one."""
    found: dict[str, tuple[str, str | None]] = {}
    for row in rows(section("14. Telling the game (English, Spanish)")):
        name, *cases = row[0].split(maxsplit=1)
        if cases and " / " in cases[0]:  # one row for several, of which only the first names the seat
            first, *others = row[column].split(" / ")
            texts = [first, *("{seat} " + other for other in others)]
            for case, text in zip(cases[0].split(" / "), texts, strict=True):
                found[f"{name} {case}"] = (text, None)
        else:
            split = CASE.fullmatch(row[column])
            found[row[0]] = (row[column], None) if split is None else (split[1], split[2])
    return found


def row_of(message: Message) -> tuple[str, bool]:
    """The name of the row that tells it, and whether in the other case."""
    name = type(message).__name__
    match message:
        case FuelGained(_, _, kind) | CardPlayed(_, _, _, kind):
            return f"{name} {kind}", False
        case GameEnded(_, reason, tiebreak):
            return f"{name} {reason}", tiebreak and reason == "three_events"
        case ResolutionStarted(_, _, led_suit):
            return name, led_suit is not None
        case InvariantOpened(seats):
            return name, len(seats) == 1
        case InvariantReplaced(old):
            return name, old is None
        case TravelerMoved(_, _, end):
            return name, end == 0
        case CardCommitted() | FuelCommitted():
            return name, False
    return name, HIDDEN in message.row()


def told_fields(message: Message, lang: str) -> dict[str, object]:
    """The fields as the document's templates take them."""
    found: dict[str, object] = {spec.name: getattr(message, spec.name) for spec in message.specs}
    match message:
        case ResolutionStarted(_, order):
            found["order"] = [NAMES[seat] for seat in order]
        case InvariantOpened(seats):
            found["seats"] = catalogue(lang).join([NAMES[seat] for seat in seats])
        case CardsRevealed(cards):
            found["cards"] = ", ".join(f"{NAMES[one.seat]}: {one.card}" for one in cards)
        case FuelRevealed(fuel):
            found["fuel"] = ", ".join(f"{NAMES[seat]}: {amount}" for seat, amount in enumerate(fuel))
        case GameEnded(winners):
            found["winner"] = NAMES[winners[0]]
    match found.get("seat"):
        case int(seat):
            found["seat"] = NAMES[seat]
    return found


def is_part_of(some: list[str], all_of_them: list[str]) -> bool:
    """Whether the words stand there in this order, perhaps with others between them."""
    rest = iter(all_of_them)
    return all(word in rest for word in some)


@pytest.mark.parametrize(("column", "lang"), [(1, "en"), (2, "es")])
def test_the_sentences_are_those_of_the_document(column: int, lang: str) -> None:
    """TC-110, TC-30: word for word; what differs in the other case replaces or ends the sentence."""
    documented = templates(column)
    told = set()
    for message, *sentences in [*SENTENCES, *MOVES]:
        name, other_case = row_of(message)
        plain, other = documented[name]
        fields = told_fields(message, lang)
        if other is None or not other_case:
            assert sentences[column - 1] == plain.format(**fields)
            told.add((name, False))
            continue
        said = other.format(**fields)
        before, found, after = sentences[column - 1].partition(said)
        assert found
        assert is_part_of(
            re.findall(r"\w+", before + " " + after), re.findall(r"\w+", plain.format(**fields))
        )
        told.add((name, True))

    cases = {(name, False) for name in documented}
    cases |= {(name, True) for name, (_, other) in documented.items() if other is not None}
    assert told == cases


def everything_told() -> Iterator[str]:
    for lang in RULESET.languages:
        for event, *_ in SENTENCES:
            yield RULESET.narrate(event, None, NAMES, catalogue(lang, RULESET))
        for move, *_ in MOVES:
            yield RULESET.describe(move, None, NAMES, catalogue(lang, RULESET))


def test_no_sentence_ends_in_a_full_stop_or_keeps_a_field() -> None:
    for text in everything_told():
        assert not text.endswith(".")
        assert "{" not in text
        assert text == text.strip()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_name_that_looks_like_a_field_stays_a_name(lang: str) -> None:
    names = ("{seat}", "{0.__class__}", "%s")
    for event, *_ in SENTENCES:
        text = RULESET.narrate(event, None, names, catalogue(lang, RULESET))
        assert "class '" not in text
    assert (
        RULESET.narrate(DiscPlaced(1, 1), None, names, catalogue(lang, RULESET)).count("{0.__class__}") == 1
    )


@for_all(games(RULESET), st.sampled_from(["en", "es"]))
@settings(max_examples=8)
def test_whole_games_are_told_to_everybody(game: object, lang: str) -> None:
    """TC-120: a secret is told as what is public of it."""
    texts = catalogue(lang, RULESET)
    for entry in game.entries:  # type: ignore[attr-defined]
        seen = redact(entry, PUBLIC)
        for event, full in zip(seen.events, entry.events, strict=True):
            text = RULESET.narrate(event, None, game.names, texts)  # type: ignore[attr-defined]
            assert text
            if isinstance(full, CardDealt | CardCommitted):
                assert str(full.card) not in text.split()
        assert RULESET.describe(seen.move, None, game.names, texts)  # type: ignore[attr-defined]


def test_what_games_look_like_is_imported_only_when_it_is_asked_for() -> None:
    """Playing and replaying need the rules, and no sentence and no board."""
    code = (
        "import sys; import timecore.rulesets.time_chase;"
        "print(*sorted(m.rpartition('.')[2] for m in sys.modules if m.startswith('timecore.rulesets.time_chase.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["cards", "events", "moves", "options", "rules", "state"]
