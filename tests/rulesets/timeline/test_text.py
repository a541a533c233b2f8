"""The sentences, as section 13 of the rules has them."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline.trips import TRIPS, deck_of, laid, opening, rules_with

from timecore.actors import PUBLIC
from timecore.messages import Event, Move
from timecore.narrate import Narrator, catalogue
from timecore.redact import redact
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.events import (
    CardDealt,
    CardDrawn,
    CardMisplaced,
    CardPlaced,
    DeckOpened,
    DiscardsReshuffled,
    GameEnded,
    LastCardPlaced,
    PlayerEliminated,
    RoundStarted,
    StartingCardTurned,
    TurnStarted,
)
from timecore.rulesets.timeline.moves import DrawCard, OpenDeck, PlaceCard
from timecore.rulesets.timeline.state import State
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Inés")
RULES = rules_with()

#: Everything is told of a game in which these three lie in the timeline.
ROW = ("senet", "games", "chess")

SENTENCES: list[tuple[Event[State], str, str]] = [
    (
        opening(deck_of()),
        "The deck “Six trips” is shuffled: 6 cards",
        "Se baraja el mazo «Seis viajes»: 6 cartas",
    ),
    (CardDealt(1, "golf"), "Ben receives “Golf”", "Ben recibe «El golf»"),
    (
        StartingCardTurned("golf", 1457),
        "The timeline starts with “Golf”: 1457",
        "La línea temporal empieza con «El golf»: 1457",
    ),
    (RoundStarted(2, 0, (0, 1, 2)), "Round 2", "Ronda 2"),
    (
        RoundStarted(7, 2, (0, 1, 2)),
        "Sudden death, round 2: Ana, Ben and Inés",
        "Muerte súbita, ronda 2: Ana, Ben e Inés",
    ),
    (TurnStarted(1, draws=False), "Ben to play", "Le toca a Ben"),
    (
        TurnStarted(1, draws=True),
        "Ben to draw and place a card",
        "Ben debe robar una carta y colocarla",
    ),
    (CardDrawn(1, "golf"), "Ben draws “Golf”", "Ben roba «El golf»"),
    (
        CardPlaced(1, "golf", 3, 1457),
        "Ben places “Golf” after “Chess”: 1457. Right!",
        "Ben coloca «El golf» después de «El ajedrez»: 1457. ¡Correcto!",
    ),
    (
        CardPlaced(1, "arena", 2, 80),
        "Ben places “The arena” between “The first games” and “Chess”: AD 80. Right!",
        "Ben coloca «La arena» entre «Inicio de los juegos» y «El ajedrez»: 80 d. C. ¡Correcto!",
    ),
    (
        CardMisplaced(1, "queen", 1, 1475, "discards", None, draws=True),
        "Ben places “The queen” between “Senet” and “The first games”: c. 1475. Wrong. It is discarded",
        "Ben coloca «The queen» entre «El senet» e «Inicio de los juegos»: hacia 1475. Incorrecto. Se descarta",
    ),
    (
        CardMisplaced(1, "golf", 0, 1457, "box", None, draws=True),
        "Ben places “Golf” before “Senet”: 1457. Wrong. It goes back in the box",
        "Ben coloca «El golf» antes de «El senet»: 1457. Incorrecto. Vuelve a la caja",
    ),
    (
        CardMisplaced(1, "golf", 0, 1457, "timeline", 3, draws=True),
        "Ben places “Golf” before “Senet”: 1457. Wrong. It moves to its right place, after “Chess”",
        "Ben coloca «El golf» antes de «El senet»: 1457. Incorrecto. Pasa a su lugar, después de «El ajedrez»",
    ),
    (
        CardMisplaced(1, "golf", 0, 1457, "hand", None, draws=False),
        "Ben places “Golf” before “Senet”: 1457. Wrong. No card is left to draw; Ben takes it back",
        "Ben coloca «El golf» antes de «El senet»: 1457. Incorrecto. No quedan cartas que robar; Ben la recupera",
    ),
    (LastCardPlaced(1), "Ben has no cards left!", "¡Ben se queda sin cartas!"),
    (
        DiscardsReshuffled(("arena", "golf")),
        "The discards are shuffled into a new pile: 2",
        "Los descartes se barajan y forman un nuevo mazo: 2",
    ),
    (PlayerEliminated(1), "Ben is eliminated", "Ben queda fuera"),
    (GameEnded((1,), "finished"), "Ben wins!", "¡Gana Ben!"),
    (GameEnded((1,), "sudden_death"), "Ben wins!", "¡Gana Ben!"),
    (
        GameEnded((1, 2), "shared"),
        "Ben and Inés share the victory",
        "Ben e Inés comparten la victoria",
    ),
    (
        GameEnded((1, 2), "exhausted"),
        "No cards are left: Ben and Inés share the victory",
        "No quedan cartas: Ben e Inés comparten la victoria",
    ),
]

MOVES: list[tuple[Move, str, str]] = [
    (OpenDeck("trips"), "open the deck “Six trips”", "abrir el mazo «Seis viajes»"),
    (DrawCard("golf"), "draw “Golf”", "robar «El golf»"),
    (PlaceCard("golf", 0), "“Golf” before “Senet” [0]", "«El golf» antes de «El senet» [0]"),
    (
        PlaceCard("golf", 1),
        "“Golf” between “Senet” and “The first games” [1]",
        "«El golf» entre «El senet» e «Inicio de los juegos» [1]",
    ),
    (PlaceCard("golf", 3), "“Golf” after “Chess” [3]", "«El golf» después de «El ajedrez» [3]"),
]


def told(event: Event[State], before: State | None, lang: str = "en", rules: Any = RULES) -> str:
    text: str = rules.narrate(event, before, NAMES, catalogue(lang, RULESET))
    return text


def described(move: Move, before: State | None, lang: str = "en", rules: Any = RULES) -> str:
    text: str = rules.describe(move, before, NAMES, catalogue(lang, RULESET))
    return text


@pytest.mark.parametrize(("event", "english", "spanish"), SENTENCES)
def test_an_event_is_a_sentence_in_each_language(event: Event[State], english: str, spanish: str) -> None:
    before = laid(*ROW)

    assert told(event, before) == english
    assert told(event, before, "es") == spanish


@pytest.mark.parametrize(("move", "english", "spanish"), MOVES)
def test_a_move_is_a_phrase_in_each_language(move: Move, english: str, spanish: str) -> None:
    before = laid(*ROW)

    assert described(move, before) == english
    assert described(move, before, "es") == spanish


def test_every_event_and_every_move_is_told() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(RULESET.events.classes)
    assert {type(move) for move, _, _ in MOVES} == set(RULESET.moves.classes)


def test_to_place_the_one_card_of_sudden_death_is_to_stay_in() -> None:
    """TL-55."""
    before = laid(*ROW, sudden=1)

    assert told(LastCardPlaced(1), before) == "Ben stays in"
    assert told(LastCardPlaced(1), before, "es") == "Ben sigue en juego"


# -- held against section 13 of the document -------------------------------------------------------

TEXT = (Path(__file__).parents[3] / "docs" / "rules" / "timeline.md").read_text("utf-8")


def documented(column: int) -> list[re.Pattern[str]]:
    """What each row of the tables may say, as a pattern."""
    section = TEXT.partition("\n## 13. ")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in re.findall(r"^\|.*\|$", section, re.MULTILINE)]
    texts = [row[column].strip() for row in rows if "{" in row[column] or row[0].strip().startswith("…")]
    return [re.compile(re.sub(r"\\\{.*?\\\}", "(.+)", re.escape(text.removesuffix(".")))) for text in texts]


@pytest.mark.parametrize(("column", "lang"), [(1, "en"), (2, "es")])
def test_the_sentences_are_those_of_the_document(column: int, lang: str) -> None:
    """Word for word; where a misplaced card goes is a sentence of its own. And each row is told."""
    patterns = documented(column)
    assert len(patterns) == 24
    told_rows = set()
    before, sudden = laid(*ROW), laid(*ROW, sudden=1)
    texts = [told(event, before, lang) for event, *_ in SENTENCES]
    texts += [told(LastCardPlaced(1), sudden, lang), *(described(move, before, lang) for move, *_ in MOVES)]
    for text in texts:
        wrong = {"en": ". Wrong. ", "es": ". Incorrecto. "}[lang]
        first, found, second = text.partition(wrong)
        for sentence in (
            [first + wrong.rstrip(". "), second] if found else [text.replace("a. C. ¡", "a. C.. ¡")]
        ):
            fitting = {row for row, pattern in enumerate(patterns) if pattern.fullmatch(sentence)}
            assert fitting or pattern_with_point(sentence, patterns), sentence
            told_rows |= fitting

    assert told_rows == set(range(len(patterns)))


def pattern_with_point(sentence: str, patterns: list[re.Pattern[str]]) -> bool:
    """Whether it is a row in which the point of an abbreviation stands for the full stop: *80 d. C. ¡Correcto!*."""
    return any(pattern.fullmatch(sentence.replace("C. ", "C.. ")) for pattern in patterns)


# -- dates -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "year", "english", "spanish"),
    [
        ("games", -776, "776 BC", "776 a. C."),
        ("games", -1, "1 BC", "1 a. C."),
        ("games", 1, "AD 1", "1 d. C."),
        ("games", 999, "AD 999", "999 d. C."),
        ("games", 1000, "1000", "1000"),
        ("games", -20_000_000_000, "20000000000 BC", "20000000000 a. C."),
        ("senet", -3100, "c. 3100 BC", "hacia 3100 a. C."),
        ("senet", 600, "c. AD 600", "hacia 600 d. C."),
        ("senet", 1475, "c. 1475", "hacia 1475"),
    ],
)
def test_a_date_is_written_as_people_write_it(card: str, year: int, english: str, spanish: str) -> None:
    """TL-2, TL-19: without separators; what is approximate says so."""
    assert told(StartingCardTurned(card, year), laid()).endswith(f"”: {english}")
    assert told(StartingCardTurned(card, year), laid(), "es").endswith(f"»: {spanish}")


@pytest.mark.parametrize(("year", "date"), [(-776, "776 a. C."), (80, "80 d. C."), (1457, "1457.")])
def test_a_spanish_date_that_ends_in_a_point_gets_no_second_one(year: int, date: str) -> None:
    assert f"»: {date} ¡Correcto!" in told(CardPlaced(0, "golf", 0, year), laid(*ROW), "es")
    wrong = told(CardMisplaced(0, "golf", 0, year, "discards", None, draws=True), laid(*ROW), "es")
    assert wrong.endswith(f"»: {date} Incorrecto. Se descarta")


# -- what is at hand -------------------------------------------------------------------------------


def test_where_the_state_is_unknown_ids_stand_for_titles() -> None:
    """Nobody knows then where a card was placed, nor whether its date is approximate."""
    assert told(CardDealt(0, "senet"), None, "es") == "Ana recibe «senet»"
    assert told(StartingCardTurned("senet", -3100), None) == "The timeline starts with “senet”: 3100 BC"
    assert told(CardPlaced(0, "golf", 1, 1457), None) == "Ana places “golf”: 1457. Right!"
    moved = CardMisplaced(0, "golf", 1, 1457, "timeline", 0, draws=True)
    assert told(moved, None) == "Ana places “golf”: 1457. Wrong. It moves to its right place"
    assert told(moved, None, "es") == "Ana coloca «golf»: 1457. Incorrecto. Pasa a su lugar"
    assert described(PlaceCard("golf", 2), None) == "“golf” at [2]"
    assert described(DrawCard("golf"), None) == "draw “golf”"


def test_without_the_deck_the_titles_are_those_of_the_record() -> None:
    """TL-19: a game with a user's deck is told on a machine that does not have it, with bare years."""
    before = laid(*ROW)

    assert told(CardDealt(0, "golf"), before, "es", RULESET) == "Ana recibe «Golf»"
    assert told(opening(deck_of()), None, "es", RULESET) == "Se baraja el mazo «trips»: 6 cartas"
    text = told(CardPlaced(0, "queen", 3, 1475), before, "en", RULESET)
    assert text == "Ana places “The queen” after “Chess”: 1475. Right!"


def test_a_deck_speaks_for_the_cards_whose_title_is_that_of_the_record() -> None:
    """Another edition of it says nothing of a card that it has renamed."""
    renamed = rules_with(TRIPS.replace('title = "Senet"', 'title = "Senet in Egypt"'))
    before = laid("golf")

    assert told(CardPlaced(0, "senet", 0, -3100), before, "es", renamed) == (
        "Ana coloca «Senet» antes de «El golf»: 3100 a. C. ¡Correcto!"
    )
    assert told(CardPlaced(0, "chess", 0, 600), before, "es", renamed) == (
        "Ana coloca «El ajedrez» antes de «El golf»: hacia 600 d. C. ¡Correcto!"
    )


def test_a_deck_at_hand_that_is_not_the_games_says_nothing() -> None:
    other = rules_with(TRIPS.replace('"trips"', '"journeys"'))

    assert told(CardDealt(0, "golf"), laid(), "es", other) == "Ana recibe «Golf»"


def test_a_built_in_deck_is_always_at_hand() -> None:
    """Also beside that of a user's file."""
    opened = DeckOpened("games_and_leisure", "0" * 64, (), (), ())

    for rules in (RULESET, RULES):
        assert told(opened, None, "es", rules) == "Se baraja el mazo «Juegos y ocio»: 0 cartas"


def test_a_title_can_be_translated_into_english_as_well() -> None:
    spanish = TRIPS.replace('title = "Golf"', 'title = "El golf"').replace(
        'title_es = "El golf"', 'title_en = "Golf"'
    )
    before = laid(deck=deck_of(spanish))

    assert told(CardDealt(0, "golf"), before, "en", rules_with(spanish)) == "Ana receives “Golf”"
    assert told(CardDealt(0, "golf"), before, "es", rules_with(spanish)) == "Ana recibe «El golf»"


def test_a_blank_translation_is_none() -> None:
    blank = rules_with(TRIPS.replace('title_es = "El golf"', 'title_es = " "'))

    assert told(CardDealt(0, "golf"), laid(), "es", blank) == "Ana recibe «Golf»"


# -- menus -----------------------------------------------------------------------------------------


def test_cards_that_are_called_alike_in_a_translation_are_told_apart_by_their_ids() -> None:
    """No two legal moves may look alike."""
    alike = rules_with(TRIPS.replace('"El golf"', '"La arena"'))
    before = laid("senet", hands=("golf arena", "chess"))
    texts = [described(move, before, "es", alike) for move in RULESET.legal_moves(before, 0)]

    assert texts == [
        "«La arena (golf)» antes de «El senet» [0]",
        "«La arena (golf)» después de «El senet» [1]",
        "«La arena (arena)» antes de «El senet» [0]",
        "«La arena (arena)» después de «El senet» [1]",
    ]
    assert described(DrawCard("queen"), before, "es", alike) == "robar «The queen»"


def test_a_title_that_looks_like_one_with_an_id_is_told_apart_too() -> None:
    tricky = TRIPS.replace('"El golf"', '"La arena"').replace('"El senet"', '"La arena (golf)"')
    before = laid()
    texts = [told(CardDealt(0, card), before, "es", rules_with(tricky)) for card in before.cards]

    assert len(set(texts)) == len(texts)


def test_titles_that_print_alike_are_told_apart() -> None:
    unprintable = TRIPS.replace('title = "Golf"', 'title = "G\\u001b"').replace('"Chess"', "'G\\x1b'")
    deck = deck_of(unprintable)
    before = laid(deck=deck)

    assert told(CardDealt(0, "golf"), before, "en", rules_with(unprintable)) == r"Ana receives “G\x1b (golf)”"
    assert (
        told(CardDealt(0, "chess"), before, "en", rules_with(unprintable)) == r"Ana receives “G\x1b (chess)”"
    )


def test_intervals_are_told_apart_where_titles_hold_quotation_marks() -> None:
    """D-17: a title may be written so that two intervals read alike; their numbers do not."""
    deck = deck_of(
        'format = 1\nid = "quotes"\ntitle = "Quotes"\n'
        + "".join(
            f'[[cards]]\nid = "{card}"\ntitle = "{title}"\nyear = {year}\n'
            for year, (card, title) in enumerate(
                {"a": "1” and “2", "b": "3", "c": "1", "d": "2” and “3", "e": "E"}.items(), 1
            )
        )
    )
    before = laid("a", "b", "c", "d", hands=("e", ""), deck=deck)
    texts = [described(move, before, rules=RULESET) for move in RULESET.legal_moves(before, 0)]

    assert texts[1].removesuffix("[1]") == texts[3].removesuffix("[3]")
    assert len(set(texts)) == len(texts) == 5


def test_an_interval_that_does_not_exist_is_told_by_its_number() -> None:
    """TL-35: somebody may have asked for it."""
    assert described(PlaceCard("golf", 9), laid(*ROW)) == "“Golf” at [9]"
    assert described(PlaceCard("golf", -1), laid(*ROW), "es") == "«El golf» en [-1]"


# -- all of it -------------------------------------------------------------------------------------


def everything_told() -> Iterator[tuple[str, str]]:
    for lang in RULESET.languages:
        for before in (laid(*ROW), None):
            for event, *_ in SENTENCES:
                yield lang, told(event, before, lang)
            for move, *_ in MOVES:
                yield lang, described(move, before, lang)


def test_no_sentence_ends_in_a_full_stop_or_keeps_a_field() -> None:
    for lang, text in everything_told():
        assert not text.endswith("."), text
        assert "{" not in text
        assert text == text.strip()
        assert ("“" in text) <= (lang == "en")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_name_or_title_that_looks_like_a_field_stays_as_it_is(lang: str) -> None:
    names = ("{seat}", "{0.__class__}", "%s")
    rules = rules_with(TRIPS.replace("Golf", "{seat}{date}").replace("El golf", "{0.__class__}"))
    before = laid(*ROW, deck=rules.deck_at_hand)
    for event, *_ in SENTENCES:
        text = rules.narrate(event, before, names, catalogue(lang, RULESET))
        assert "class '" not in text
    text = rules.narrate(CardPlaced(1, "golf", 0, 1457), before, names, catalogue(lang, RULESET))
    assert text.startswith("{0.__class__} ")
    assert {"en": "“{seat}{date}”", "es": "«{0.__class__}»"}[lang] in text


def test_a_title_cannot_drive_a_terminal() -> None:
    hostile = TRIPS.replace('title = "Golf"', 'title = "G\\u001b[2J\\n\\u202e"').replace(
        '"El golf"', '"\\u009b"'
    )
    before = laid("golf", deck=deck_of(hostile))
    for lang in RULESET.languages:
        text = told(CardPlaced(0, "chess", 0, 600), before, lang, rules_with(hostile))
        assert text.isprintable()
        assert "\\x9b" in text or "\\x1b[2J\\n\\u202e" in text


@for_all(games(RULESET), st.sampled_from(["en", "es"]))
@settings(max_examples=8)
def test_whole_games_are_told_to_everybody_alike(game: Any, lang: str) -> None:
    """TL-73: a view tells what the table tells; only titles and years that lie open stand in it."""
    narrator = Narrator(game.names, RULESET, lang)
    state, seen = game.start(), game.start()
    for entry in game.entries:
        shown = redact(entry, PUBLIC)
        for event, known in zip(entry.events, shown.events, strict=True):
            assert narrator.event(event, state) == narrator.event(known, seen)
            event.apply(state)
            known.apply(seen)


def test_what_games_look_like_is_imported_only_when_it_is_asked_for() -> None:
    """Playing and replaying need the rules, and no sentence, no board and no deck file."""
    code = (
        "import sys; import timecore.rulesets.timeline;"
        "print(*sorted(m.rpartition('.')[2] for m in sys.modules if m.startswith('timecore.rulesets.timeline.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["builtin", "cards", "events", "moves", "options", "rules", "state"]
