"""Languages, names and sentences (:mod:`timecore.narrate`)."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import RULESET as TINY
from tiny.events import Dealt
from tiny.moves import Bid

from timecore.actors import CHANCE, TABLE
from timecore.chance import Luck
from timecore.entry import Entry
from timecore.errors import UsageError
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.narrate import Narrator, catalogue, seat_names
from timecore.rulesets.time_chase import RULESET
from timecore.rulesets.time_chase.events import CardDealt, CardPlayed, FuelCommitted
from timecore.rulesets.time_chase.moves import CommitFuel, PlayCard
from timecore.table import (
    TABLE_MOVES,
    Adjourn,
    Branch,
    Forfeit,
    NonceCommit,
    NonceReveal,
    Note,
    Resume,
    Retract,
    RevealSeed,
    Rule,
    Seal,
    Void,
)

NAMES = ("Ana", "Ben", "Cho")

TOLD: list[tuple[Move, int, str, str]] = [
    (Retract(0), TABLE, "The game goes back to its start", "La partida vuelve al comienzo"),
    (
        Retract(12),
        TABLE,
        "The game goes back to the state after entry 12",
        "La partida vuelve al estado tras la entrada 12",
    ),
    (
        Rule(7, "a slip"),
        TABLE,
        "The arbiter lets entry 7 stand: a slip",
        "El árbitro da por válida la entrada 7: a slip",
    ),
    (Forfeit(1), TABLE, "Ben forfeits the game", "Ben abandona la partida"),
    (Void("rain"), TABLE, "The game is void: rain", "La partida queda anulada: rain"),
    (Void(""), TABLE, "The game is void", "La partida queda anulada"),
    (Adjourn(), TABLE, "The game is adjourned", "La partida queda aplazada"),
    (Resume(), TABLE, "The game is resumed", "La partida se reanuda"),
    (Note("hello"), TABLE, "Note: hello", "Nota: hello"),
    (
        Branch(None),
        TABLE,
        "A branch begins here; the luck goes on",
        "Aquí comienza una rama; el azar continúa",
    ),
    (
        Branch(Luck.manual()),
        TABLE,
        "A branch begins here; its luck is made at the table",
        "Aquí comienza una rama; su azar se decide en la mesa",
    ),
    (
        Branch(Luck.given("x", 4)),
        TABLE,
        "A branch begins here, with new luck",
        "Aquí comienza una rama, con un azar nuevo",
    ),
    (
        RevealSeed(bytes(16), bytes(32)),
        TABLE,
        "The seed of the luck is revealed: all draws can be checked",
        "Se revela la semilla del azar: todos los sorteos pueden comprobarse",
    ),
    (
        NonceCommit(bytes(32)),
        2,
        "Cho commits to a share in the luck",
        "Cho se compromete a una parte del azar",
    ),
    (NonceReveal(bytes(32)), 0, "Ana reveals a share in the luck", "Ana revela su parte del azar"),
    (
        Seal("finished", ("1", "0", "f")),
        TABLE,
        "The record is sealed: the game is finished (Ana: winner, Ben: no winner, Cho: forfeited)",
        "El registro queda sellado: la partida ha terminado (Ana: gana, Ben: no gana, Cho: abandona)",
    ),
    (
        Seal("adjourned", ("-", "-", "1")),
        TABLE,
        "The record is sealed: the game is adjourned (Ana: undecided, Ben: undecided, Cho: winner)",
        "El registro queda sellado: la partida está aplazada (Ana: sin decidir, Ben: sin decidir, Cho: gana)",
    ),
    (
        Seal("void", ()),
        TABLE,
        "The record is sealed: the game is void",
        "El registro queda sellado: la partida es nula",
    ),
    (
        Seal("forfeit", ()),
        TABLE,
        "The record is sealed: the game was forfeited",
        "El registro queda sellado: la partida acabó por abandono",
    ),
    (
        Seal("odd", ("x",)),
        TABLE,
        "The record is sealed: odd (Ana: x)",
        "El registro queda sellado: odd (Ana: x)",
    ),
]


@pytest.mark.parametrize(("move", "actor", "english", "spanish"), TOLD)
def test_what_the_table_does_is_told_in_each_language(
    move: Move, actor: int, english: str, spanish: str
) -> None:
    assert Narrator(NAMES, RULESET).move(move, actor) == english
    assert Narrator(NAMES, RULESET, "es").move(move, actor) == spanish


def test_everything_that_the_table_can_do_is_told() -> None:
    assert {type(move) for move, *_ in TOLD} == set(TABLE_MOVES.classes)


def test_a_move_of_a_seat_that_does_not_exist_is_told_all_the_same() -> None:
    narrator = Narrator(NAMES, RULESET)

    assert narrator.move(Forfeit(9)) == "9 forfeits the game"
    assert narrator.move(NonceCommit(bytes(32)), 9) == "the table commits to a share in the luck"
    assert narrator.event(CardPlayed(9, 1, "A7", "led")) == "CardPlayed: seat 9, at 1, card A7, how led"


def test_events_and_moves_of_the_ruleset_are_told_by_it() -> None:
    narrator = Narrator(NAMES, RULESET, "es")

    assert narrator.event(CardDealt(0, "A7")) == "Ana recibe A7"
    assert narrator.move(PlayCard("A7"), 0) == "jugar A7"


def test_an_entry_tells_its_events_or_what_the_table_did() -> None:
    narrator = Narrator(NAMES, RULESET)
    entry = Entry(5, 1, CommitFuel(HIDDEN), (FuelCommitted(1, HIDDEN), CardDealt(2, "A7")))

    assert list(narrator.entry(entry)) == ["Ben sets fuel aside in secret", "Cho is dealt A7"]
    assert list(narrator.entry(Entry(6, TABLE, Note("hi")))) == ["Note: hi"]


def test_who_acts_has_a_name() -> None:
    english, spanish = Narrator(NAMES, RULESET), Narrator(NAMES, RULESET, "es")

    assert [english.actor(one) for one in (0, 2, CHANCE, TABLE)] == ["Ana", "Cho", "chance", "the table"]
    assert [spanish.actor(one) for one in (1, CHANCE, TABLE)] == ["Ben", "el azar", "la mesa"]


def test_without_its_ruleset_a_game_is_told_by_its_fields() -> None:
    narrator = Narrator(NAMES, None, "es")

    assert narrator.event(CardDealt(0, HIDDEN)) == "CardDealt: seat 0, card ?"
    assert narrator.move(PlayCard("\x1b")) == r"PlayCard: card \x1b"
    assert narrator.move(Adjourn()) == "La partida queda aplazada"
    with pytest.raises(UsageError, match="ruleset"):
        narrator.board(object())


def test_a_ruleset_that_does_not_speak_a_language_is_told_in_english() -> None:
    narrator = Narrator(NAMES, TINY, "es")

    assert narrator.texts.lang == "en"
    assert narrator.event(Dealt(0, "ace")) == "dealt: seat 0 card ace"
    assert narrator.move(Bid(100)) == "bid 100"
    assert narrator.move(Adjourn()) == "La partida queda aplazada"


# -- names ------------------------------------------------------------------------------------------------------


def test_a_name_that_was_erased_or_is_empty_is_told_by_its_seat() -> None:
    assert seat_names(("Ana", HIDDEN, " "), catalogue("en")) == ("Ana", "Seat 1", "Seat 2")
    assert seat_names((HIDDEN,), catalogue("es")) == ("Asiento 0",)


def test_equal_names_are_told_apart() -> None:
    assert seat_names(("Ana", "Ben", "Ana"), catalogue("en")) == ("Ana (0)", "Ben", "Ana (2)")


@given(st.lists(st.text(max_size=12), min_size=3, max_size=3), st.text(max_size=20))
def test_nothing_that_is_told_can_drive_a_terminal(names: list[str], text: str) -> None:
    """Hostile names and texts: no control character gets through, and no line is broken."""
    for lang in ("en", "es"):
        narrator = Narrator(names, RULESET, lang)
        told: list[Any] = [
            narrator.event(CardPlayed(0, 1, text, "led")),
            narrator.move(Note(text)),
            narrator.move(Seal(text, (text, "1"))),
            narrator.move(NonceCommit(bytes(32)), 1),
            *narrator.names,
        ]
        for sentence in told:
            assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in sentence)
            assert len(sentence.splitlines()) <= 1


# -- languages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["es", "es_MX", "es-AR", "ES", "es_ES.UTF-8"])
def test_a_region_is_passed_over(lang: str) -> None:
    assert catalogue(lang).lang == "es"
    assert catalogue(lang, RULESET).lang == "es"


@pytest.mark.parametrize("lang", ["en", "fr", "", "xx_YY", "../../es", "C", "\x00"])
def test_what_nobody_has_translated_is_english(lang: str) -> None:
    texts = catalogue(lang, RULESET)

    assert texts.lang == "en"
    assert texts.gettext("all") == "all"
    assert [texts.ngettext("one", "many", n) for n in (0, 1, 2)] == ["many", "one", "many"]


def test_what_a_catalogue_lacks_is_english() -> None:
    texts = catalogue("es", RULESET)

    assert texts.gettext("nothing of the kind") == "nothing of the kind"
    assert texts.ngettext("one nothing", "many nothings", 2) == "many nothings"


@pytest.mark.parametrize(
    ("names", "joined"),
    [
        ([], ""),
        (["Ana"], "Ana"),
        (["Ana", "Ben"], "Ana and Ben"),
        (["Ana", "Ben", "Cho"], "Ana, Ben and Cho"),
        (["Ana", "Ivo"], "Ana and Ivo"),
    ],
)
def test_names_are_joined_in_english(names: list[str], joined: str) -> None:
    assert catalogue("en").join(names) == joined


@pytest.mark.parametrize(
    ("last", "link"),
    [
        ("Ben", "y"),
        ("Inés", "e"),
        ("inés", "e"),
        ("Íñigo", "e"),
        ("Hilda", "e"),
        ("Hierro", "y"),
        ("Iago", "y"),
        ("Hugo", "y"),
        ("Yolanda", "y"),
        ("Yvonne", "e"),
        ("Y", "y"),
        ("I", "e"),
        ("", "y"),
        ("«Inicio»", "e"),
        ("«Hierro»", "y"),
        ("¡Huy!", "y"),
    ],
)
def test_spanish_says_e_before_the_sound_of_an_i(last: str, link: str) -> None:
    assert catalogue("es").join(["Ana", "Luis", last]) == f"Ana, Luis {link} {last}"


def test_english_costs_no_gettext() -> None:
    """A start stays light: what only other languages need is not imported."""
    code = (
        "import sys; from timecore.narrate import catalogue; catalogue('en').gettext('x');"
        "print([m for m in ('gettext', 'locale', 'pkgutil', 'json', 'importlib.resources') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "gettext" not in done.stdout
    assert "locale" not in done.stdout
