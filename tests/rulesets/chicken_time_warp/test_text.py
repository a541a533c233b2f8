"""The sentences, as section 16 of the rules has them, and who is told what."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.chicken_time_warp.short import asked, deal, go, start

from timecore.actors import PUBLIC, Actor, Viewer
from timecore.entry import Entry
from timecore.fold import advance
from timecore.hidden import HIDDEN
from timecore.messages import Event, Move
from timecore.narrate import Narrator, catalogue
from timecore.redact import redact
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.cards import KINDS
from timecore.rulesets.chicken_time_warp.events import (
    BlackCardsAdded,
    CardDealt,
    CardDiscarded,
    CardDrawn,
    CardMooched,
    CardPlayed,
    CardStolen,
    DeathEscaped,
    DiscardReshuffled,
    DrawsDue,
    DrawSkipped,
    EscapePodMoved,
    FirstPlayerChosen,
    GameEnded,
    HandDiscarded,
    HandPeeked,
    HandsSwapped,
    OrderReversed,
    PlayerDied,
    PlayerErased,
    PlayerFrozen,
    PlayerRevived,
    PlayPassed,
    SwapBlocked,
    SwapOffered,
    TheftFailed,
    TimelineCardRemoved,
    TimelineFlipped,
    TimelineReversed,
    TimeSlipsAwayDrawn,
    TimeSlipsAwayVoided,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
    YouDeadDrawn,
)
from timecore.rulesets.chicken_time_warp.moves import (
    AcceptDeath,
    AllowSwap,
    BlockSwap,
    ChooseFirstPlayer,
    DealCard,
    DrawCard,
    EscapeDeath,
    Pass,
    PlayCard,
)
from timecore.rulesets.chicken_time_warp.naming import card_names
from timecore.rulesets.chicken_time_warp.state import State
from timecore.testing.strategies import games

NAMES = ("Ana", "Ben", "Inés")
HANDS = ("swap mooch clux peek", "pod rev thief block", "clux stock freeze swap")

SENTENCES: list[tuple[Event[State], str, str]] = [
    (CardDealt(0, "mooch"), "Ana is dealt Mooch", "Ana recibe Gorroneo"),
    (CardDealt(0, HIDDEN), "Ana is dealt a card", "Ana recibe una carta"),
    (
        BlackCardsAdded(6, 5),
        "The black cards go into the draw pile: You Dead (6), Time Slips Away (5)",
        "Las cartas negras entran en el mazo: Estás muerto (6), El tiempo se escapa (5)",
    ),
    (FirstPlayerChosen(2), "Inés goes first", "Empieza Inés"),
    (TurnStarted(1, 7), "Turn 7: Ben", "Turno 7: Ben"),
    (TimelineFlipped(10), "10 minutes to go", "Faltan 10 minutos"),
    (TimelineFlipped(2), "2 minutes to go", "Faltan 2 minutos"),
    (TimelineFlipped(1), "1 minute to go", "Falta 1 minuto"),
    (TimelineFlipped(0), "The Escape Window opens!", "¡Se abre la Ventana de escape!"),
    (PlayPassed(1), "Ben plays nothing", "Ben no juega nada"),
    (CardPlayed(1, "stock_pile", None, None), "Ben plays Stock Pile", "Ben juega Acopio"),
    (
        CardPlayed(1, "cryogenic_freeze", 0, None),
        "Ben plays Cryogenic Freeze on Ana",
        "Ben juega Congelación criogénica contra Ana",
    ),
    (
        CardPlayed(1, "super_thief", 2, "escape_pod"),
        "Ben plays Super Thief on Inés and asks for Escape Pod",
        "Ben juega Superladrón contra Inés y pide Cápsula de escape",
    ),
    (
        CardPlayed(1, "mooch", None, "reverse"),
        "Ben plays Mooch for Reverse",
        "Ben juega Gorroneo para llevarse Cambio de sentido",
    ),
    (
        TimelineReversed((7, 8, 9)),
        "Time runs back: 7, 8, 9 face down again",
        "El tiempo retrocede: 7, 8, 9 de nuevo boca abajo",
    ),
    (
        TimelineReversed((0, 1, 2)),
        "The Escape Window closes; time runs back: 1, 2 face down again",
        "Se cierra la Ventana de escape; el tiempo retrocede: 1, 2 de nuevo boca abajo",
    ),
    (TimelineReversed((0,)), "The Escape Window closes", "Se cierra la Ventana de escape"),
    (
        PlayerRevived(2, 7),
        "Inés comes back to life at minute 7",
        "Inés vuelve a la vida en el minuto 7",
    ),
    (
        PlayerRevived(2, 0),
        "Inés comes back to life at the Escape Window",
        "Inés vuelve a la vida en la Ventana de escape",
    ),
    (SwapOffered(0, 1), "Ana wants to swap hands with Ben", "Ana quiere intercambiar su mano con Ben"),
    (SwapBlocked(0, 1), "Ben blocks the swap", "Ben bloquea el intercambio"),
    (
        HandsSwapped(0, 1, ("escape_pod", "mooch"), ()),
        "Ana and Ben swap hands: Ana now holds Escape Pod, Mooch; Ben, no cards",
        "Ana y Ben intercambian sus manos: Ana tiene ahora Cápsula de escape, Gorroneo; Ben, ninguna carta",
    ),
    (
        HandsSwapped(0, 1, HIDDEN, HIDDEN),
        "Ana and Ben swap hands",
        "Ana y Ben intercambian sus manos",
    ),
    (
        CardStolen(0, 1, "clux_capacitor"),
        "Ana takes Clux Capacitor from Ben",
        "Ana le quita Condensador de cluzo a Ben",
    ),
    (TheftFailed(0, 1, "peek_a_boo"), "Ben does not have Peek-a-Boo", "Ben no tiene Cucú"),
    (
        HandPeeked(0, 1, ("swap_hands", "swap_hands", "swap_block")),
        "Ana looks at Ben's hand: Swap Hands, Swap Hands, Swap Block",
        "Ana mira la mano de Ben: Cambio de manos, Cambio de manos, Bloqueo de cambio",
    ),
    (HandPeeked(0, 1, ()), "Ana looks at Ben's hand: no cards", "Ana mira la mano de Ben: ninguna carta"),
    (HandPeeked(0, 1, HIDDEN), "Ana looks at Ben's hand", "Ana mira la mano de Ben"),
    (PlayerFrozen(0, 1), "Ben is frozen and will miss a turn", "Ben se congela y perderá un turno"),
    (
        CardMooched(0, "reverse", 3),
        "Ana mooches Reverse from the discard pile",
        "Ana gorronea Cambio de sentido de la pila de descartes",
    ),
    (OrderReversed(1), "Play now goes clockwise", "Ahora se juega en el sentido de las agujas del reloj"),
    (
        OrderReversed(-1),
        "Play now goes counterclockwise",
        "Ahora se juega en sentido contrario a las agujas del reloj",
    ),
    (DrawsDue(1, 1), "Ben must draw a card", "Ben debe robar una carta"),
    (DrawsDue(1, 2), "Ben must draw 2 cards", "Ben debe robar 2 cartas"),
    (
        DiscardReshuffled(31),
        "The discard pile is shuffled and becomes the draw pile (31)",
        "Se baraja la pila de descartes y pasa a ser el mazo (31)",
    ),
    (DrawSkipped(1), "There is nothing for Ben to draw", "No hay nada que Ben pueda robar"),
    (CardDrawn(1, "swap_block"), "Ben draws Swap Block", "Ben roba Bloqueo de cambio"),
    (CardDrawn(1, HIDDEN), "Ben draws a card", "Ben roba una carta"),
    (YouDeadDrawn(1), "Ben draws You Dead!", "¡Ben roba la carta Estás muerto!"),
    (TimeSlipsAwayDrawn(1), "Ben draws Time Slips Away", "Ben roba la carta El tiempo se escapa"),
    (
        TimelineCardRemoved(10, face_up=True),
        "Minute 10 is gone for ever",
        "El minuto 10 desaparece para siempre",
    ),
    (
        TimeSlipsAwayVoided(1),
        "Only the Escape Window is left: no effect, Ben draws again",
        "Solo queda la Ventana de escape: sin efecto, Ben vuelve a robar",
    ),
    (
        PlayerErased(2, 10),
        "Inés is erased from time, and from the game",
        "Inés desaparece del tiempo y de la partida",
    ),
    (
        HandDiscarded(2, ("super_thief", "stock_pile")),
        "Inés's hand goes to the discard pile: Super Thief, Stock Pile",
        "La mano de Inés va a la pila de descartes: Superladrón, Acopio",
    ),
    (
        CardDiscarded("time_slips_away"),
        "Time Slips Away goes to the discard pile",
        "El tiempo se escapa va a la pila de descartes",
    ),
    (
        CardDiscarded("you_dead"),
        "You Dead goes to the discard pile",
        "Estás muerto va a la pila de descartes",
    ),
    (DeathEscaped(1), "Ben escapes death", "Ben escapa de la muerte"),
    (PlayerDied(1, 9), "Ben dies at minute 9", "Ben muere en el minuto 9"),
    (PlayerDied(1, 0), "Ben dies at the Escape Window", "Ben muere en la Ventana de escape"),
    (PlayerDied(1, None), "Ben dies before time began", "Ben muere antes de que empiece el tiempo"),
    (
        EscapePodMoved(1, 0),
        "The Escape Pod passes from Ben to Ana",
        "La Cápsula de escape pasa de Ben a Ana",
    ),
    (TurnEnded(1), "Ben's turn ends", "Termina el turno de Ben"),
    (TurnSkipped(1), "Ben is frozen and misses this turn", "Ben pierde este turno por congelación"),
    (
        GameEnded("escape", (1,)),
        "Ben leaves in the Escape Pod and wins!",
        "¡Ben huye en la Cápsula de escape y gana!",
    ),
    (
        GameEnded("sudden_death", (1,)),
        "Only Ben is left alive and wins!",
        "¡Solo Ben sigue con vida y gana!",
    ),
    (
        GameEnded("turn_limit", ()),
        "The turn limit is reached: nobody wins",
        "Se alcanza el límite de turnos: no gana nadie",
    ),
]

MOVES: list[tuple[Move, str, str]] = [
    (DealCard(0, "mooch"), "deal Mooch to Ana", "repartir Gorroneo a Ana"),
    (DealCard(0, HIDDEN), "deal a card to Ana", "repartir una carta a Ana"),
    (ChooseFirstPlayer(1), "let Ben go first", "que empiece Ben"),
    (DrawCard(0, "you_dead"), "draw You Dead for Ana", "robar Estás muerto para Ana"),
    (DrawCard(0, HIDDEN), "draw a card for Ana", "robar una carta para Ana"),
    (Pass(), "play nothing", "no jugar nada"),
    (PlayCard("escape_pod", None, None), "play Escape Pod", "jugar Cápsula de escape"),
    (PlayCard("swap_hands", 1, None), "play Swap Hands on Ben", "jugar Cambio de manos contra Ben"),
    (
        PlayCard("super_thief", 1, "swap_block"),
        "play Super Thief on Ben and ask for Swap Block",
        "jugar Superladrón contra Ben y pedir Bloqueo de cambio",
    ),
    (
        PlayCard("mooch", None, "reverse"),
        "play Mooch for Reverse",
        "jugar Gorroneo para llevarse Cambio de sentido",
    ),
    (
        BlockSwap(),
        "play Swap Block and keep your hand",
        "jugar Bloqueo de cambio y conservar la mano",
    ),
    (AllowSwap(), "swap hands", "intercambiar las manos"),
    (
        EscapeDeath(),
        "play Clux Capacitor and live on",
        "jugar Condensador de cluzo y seguir con vida",
    ),
    (AcceptDeath(), "die", "morir"),
]


def told(event: Event[State], lang: str = "en", seats: Sequence[str] = NAMES) -> str:
    return RULESET.narrate(event, None, seats, catalogue(lang, RULESET))


def described(move: Move, before: State | None = None, lang: str = "en") -> str:
    return RULESET.describe(move, before, NAMES, catalogue(lang, RULESET))


@pytest.mark.parametrize(("event", "english", "spanish"), SENTENCES)
def test_an_event_is_a_sentence_in_each_language(event: Event[State], english: str, spanish: str) -> None:
    assert told(event) == english
    assert told(event, "es") == spanish


@pytest.mark.parametrize(("move", "english", "spanish"), MOVES)
def test_a_move_is_a_phrase_in_each_language(move: Move, english: str, spanish: str) -> None:
    assert described(move) == english
    assert described(move, lang="es") == spanish


def test_every_event_and_every_move_is_told() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(RULESET.events.classes)
    assert {type(move) for move, _, _ in MOVES} == set(RULESET.moves.classes)


def test_whoever_is_asked_for_a_swap_is_told_with_whom() -> None:
    """CW-43."""
    game, _ = go(start(*HANDS), "swap>1")

    texts = [described(move, game.state) for move in game.legal_moves(1)]
    assert texts == ["play Swap Block and keep your hand", "swap hands with Ana"]
    assert described(AllowSwap(), game.state, "es") == "intercambiar las manos con Ana"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_kind_of_card_has_a_name_of_its_own(lang: str) -> None:
    """CW-3."""
    found = card_names(catalogue(lang, RULESET))

    assert tuple(found) == KINDS
    assert len({name.casefold() for name in found.values()}) == 12


def test_no_sentence_ends_in_a_full_stop_or_keeps_a_field() -> None:
    for text in everything_told():
        assert not text.endswith(".")
        assert "{" not in text
        assert text == text.strip()


def everything_told() -> Iterator[str]:
    for lang in RULESET.languages:
        yield from (told(event, lang) for event, *_ in SENTENCES)
        yield from (described(move, lang=lang) for move, *_ in MOVES)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_name_that_looks_like_a_field_stays_a_name(lang: str) -> None:
    seats = ("{seat}", "{0.__class__}", "%s")

    assert told(EscapePodMoved(1, 0), lang, seats).count("{0.__class__}") == 1
    assert all("class '" not in told(event, lang, seats) for event, *_ in SENTENCES)


@pytest.mark.parametrize(
    "event",
    [CardPlayed(0, "mooch", 7, None), TheftFailed(0, 1, "\x1b[2J"), GameEnded("escape", ()), TurnEnded(3)],
)
def test_what_the_game_does_not_have_is_told_by_its_fields(event: Event[State]) -> None:
    """A record may say anything; whoever reads it is told what stands there, harmlessly."""
    text = Narrator(NAMES, RULESET).event(event)

    assert text.startswith(f"{type(event).__name__}: ")
    assert "\x1b" not in text


# -- held against section 16 of the document -------------------------------------------------------

TEXT = (Path(__file__).parents[3] / "docs" / "rules" / "chicken_time_warp.md").read_text("utf-8")


def documented(column: int) -> Iterator[re.Pattern[str]]:
    """What each row of the tables of events and of moves may say, as patterns."""
    section = TEXT.partition("\n## 16. ")[2].partition("\n## ")[0].partition("\nThe cards, ")[0]
    for line in re.findall(r"^\| `.*\|$", section, re.MULTILINE):
        for text in line.strip("|").split("|")[column].strip().split(" / "):
            yield re.compile(re.sub(r"\\{.*?\\}", "(.+)", re.escape(text.removesuffix("."))))


@pytest.mark.parametrize(("column", "lang"), [(1, "en"), (2, "es")])
def test_the_sentences_are_those_of_the_document(column: int, lang: str) -> None:
    """Word for word; and each row is told in each of its cases."""
    patterns = list(documented(column))
    asked_for_a_swap = go(start(*HANDS), "swap>1")[0].state
    texts = [sentences[column - 1] for _, *sentences in [*SENTENCES, *MOVES]]
    texts.append(described(AllowSwap(), asked_for_a_swap, lang))
    told_cases = set()
    for text in texts:
        fitting = {number for number, pattern in enumerate(patterns) if pattern.fullmatch(text)}
        assert fitting, text
        told_cases |= fitting

    assert told_cases == set(range(len(patterns)))
    assert len(patterns) == 66


def test_the_cards_are_called_as_in_the_document() -> None:
    """CW-3."""
    table = TEXT.partition("\nThe cards, in the order of kinds")[2].partition("\n## ")[0]
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in re.findall(r"^\| `.*\|$", table, re.MULTILINE)
    ]

    assert {kind: name for kind, name, _ in rows} == card_names(catalogue("en", RULESET))
    assert {kind: name for kind, _, name in rows} == card_names(catalogue("es", RULESET))


# -- menus -----------------------------------------------------------------------------------------


@for_all(games(RULESET), st.sampled_from(["en", "es"]))
@settings(max_examples=10)
def test_no_two_legal_moves_are_described_alike(game: object, lang: str) -> None:
    """CW-76: of chance and of seats, in every position of whole games."""
    texts = catalogue(lang, RULESET)
    state: State = game.start()  # type: ignore[attr-defined]
    for entry in game.entries:  # type: ignore[attr-defined]
        for actor in RULESET.to_act(state):
            moves = RULESET.legal_moves(state, actor)
            menu = {RULESET.describe(move, state, game.names, texts) for move in moves}  # type: ignore[attr-defined]
            assert len(menu) == len(moves)
        advance(state, entry.events)


# -- who is told what ------------------------------------------------------------------------------


def lived(hands: Sequence[str], moves: str, viewer: Viewer, **options: object) -> list[str]:
    """All that a viewer is told from the deal on, in both languages: moves and events."""
    state = RULESET.start(RULESET.resolve_options({"players": len(hands), **options}))
    seen = state.copy()
    found = []
    for seq, (actor, move) in enumerate(played(hands, moves, **options), 1):
        events = RULESET.decide(state, actor, move)
        advance(state, events)
        shown = redact(Entry(seq, actor, move, tuple(events)), viewer)
        for lang in RULESET.languages:
            narrator = Narrator(NAMES, RULESET, lang)
            found += [narrator.move(shown.move, actor, seen), *narrator.entry(shown, seen)]
        advance(seen, shown.events)
    return found


def played(hands: Sequence[str], moves: str, **options: object) -> Iterator[tuple[Actor, Move]]:
    """The moves of a game from its deal on."""
    yield from deal(*hands)
    game = start(*hands, **options)
    for one in moves.split():
        yield asked(game, one)
        game, _ = go(game, one)


#: A secret in two ways: the hands, the moves, and who may know it.
SECRETS: dict[str, tuple[tuple[Sequence[str], str], tuple[Sequence[str], str], set[Viewer]]] = {
    "a dealt card": ((HANDS, "- +rev"), ((HANDS[0], "stock rev thief block", HANDS[2]), "- +rev"), {1}),
    "a drawn card": ((HANDS, "- +rev"), (HANDS, "- +stock"), {0}),
    "a hand that is looked at": (
        (HANDS, "peek>1 +rev"),
        ((HANDS[0], "stock rev thief block", HANDS[2]), "peek>1 +rev"),
        {0, 1},
    ),
    "hands that are swapped": (
        (HANDS, "swap>1 allow +rev"),
        ((HANDS[0], "stock rev thief block", HANDS[2]), "swap>1 allow +rev"),
        {0, 1},
    ),
    "whether a swap could be blocked": (
        (HANDS, "swap>1 allow +rev"),
        ((HANDS[0], "pod rev thief mooch", HANDS[2]), "swap>1 allow +rev"),
        {0, 1},
    ),
    "whether death could be escaped": (
        (HANDS, "- +dead die"),
        (("swap mooch stock peek", *HANDS[1:]), "- +dead die"),
        {0},
    ),
    "what an erased player held": (
        (HANDS, "- +dead die - +slip"),
        (("swap mooch stock peek", *HANDS[1:]), "- +dead die - +slip"),
        {0},
    ),
}


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("viewer", [0, 1, 2, PUBLIC])
def test_what_is_told_differs_only_by_what_one_may_see(secret: str, viewer: Viewer) -> None:
    """CW-71, CW-75: the same game with another secret is told to others in the same words."""
    one, other, insiders = SECRETS[secret]

    assert (lived(*one, viewer) == lived(*other, viewer)) is (viewer not in insiders)


@for_all(games(RULESET), st.sampled_from(["en", "es"]))
@settings(max_examples=8)
def test_whole_games_are_told_to_the_public_without_a_card_that_goes_into_a_hand(
    game: object, lang: str
) -> None:
    """CW-30, CW-71."""
    narrator = Narrator(NAMES * 2, RULESET, lang)
    called = card_names(narrator.texts)
    for entry in game.entries:  # type: ignore[attr-defined]
        seen = redact(entry, PUBLIC)
        assert narrator.move(seen.move, entry.actor)
        for event, full in zip(seen.events, entry.events, strict=True):
            text = narrator.event(event)
            assert text
            if isinstance(full, CardDealt | CardDrawn):
                assert not any(name in text for name in called.values())
            elif isinstance(full, HandPeeked | HandsSwapped):
                assert ":" not in text


def test_a_player_is_told_what_the_others_are_not() -> None:
    """CW-30, CW-44, CW-47: one position, as two seats and the public live through it."""
    moves = "peek>1 +stock"
    ends = {viewer: lived(HANDS, moves, viewer) for viewer in (0, 1, 2, PUBLIC)}

    assert "Ana looks at Ben's hand: Escape Pod, Swap Block, Super Thief, Reverse" in ends[0]
    assert "Ana looks at Ben's hand: Escape Pod, Swap Block, Super Thief, Reverse" in ends[1]
    assert "Ana looks at Ben's hand" in ends[2]
    assert "Ana draws Stock Pile" in ends[0]
    assert "Ana draws a card" in ends[1]
    assert ends[PUBLIC][-8:] == ends[2][-8:]
    assert "Stock Pile" not in " ".join(ends[PUBLIC])


def test_what_games_look_like_is_imported_only_when_it_is_asked_for() -> None:
    """Playing and replaying need the rules, and no sentence and no board."""
    code = (
        "import sys; import timecore.rulesets.chicken_time_warp as found;"
        "print(*sorted(m.rpartition('.')[2] for m in sys.modules if m.startswith(found.__name__ + '.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert not {"board", "text", "naming", "bots", "checks"} & set(done.stdout.split())
