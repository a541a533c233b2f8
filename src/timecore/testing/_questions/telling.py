"""How a game is told: sentences, menus and boards in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from timecore.display import columns
from timecore.entry import Entry
from timecore.messages import Event
from timecore.narrate import catalogue
from timecore.redact import redact
from timecore.ruleset import Catalogue
from timecore.testing._dice import Dice
from timecore.testing._playing import Playing
from timecore.testing._questions._asking import (
    Paper,
    about,
    after,
    dice_for,
    expect,
    inside,
    looks,
)

__all__: list[str] = []

_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f]")
#: A point that is no full stop: after a single letter, which it abbreviates, such as that of "80 d. C.".
_ABBREVIATION: Final = re.compile(r"\b[^\W\d_]\.$")
_COLOUR: Final = re.compile("\x1b\\[[0-9;]*m")

#: Names that a board must find room for.
_LONG_NAMES: Final = (
    "Bartholomäus-Maximilian von und zu Hohenlohe-Waldenburg-Schillingsfürst",
    "時間旅行者の長い長い名前時間旅行者の長い長い名前時間旅行者の長い長い名前",
    "I",
    "Ana María de la Concepción Hernández y González de los Ríos",
)


def _languages(game: Playing) -> list[Catalogue]:
    return [catalogue(lang, game.rules) for lang in game.rules.languages]


@about("language")
def test_its_languages_have_a_catalogue(paper: Paper, language: str) -> None:
    """Every language that a ruleset claims is there; English is what stands in the code."""
    found = catalogue(language, paper.rules).lang
    expect(found == language, f"there is no catalogue for {language!r}: {found!r} was found")


@about("game")
def test_every_event_is_told_in_every_language(game: Playing) -> None:
    """An event is one line of text without a full stop, also where something of it is hidden, or the state unknown.

    Telling it changes no state.
    """
    languages = _languages(game)
    for state, entry in game.before():
        now = state.copy()
        for number, event in enumerate(entry.events):
            form = now.to_json()
            for language in languages:
                for one in dict.fromkeys(_as_seen(game, entry, number)):
                    for before in (now, None):
                        told = game.rules.narrate(one, before, game.names, language)
                        _is_a_line(told, f"{inside(entry)}, {language.lang}: {one}")
                        ended = told.endswith(".") and not _ABBREVIATION.search(told)
                        expect(not ended, f"{inside(entry)}: {told!r} ends in a full stop")
            expect(now.to_json() == form, f"{inside(entry)}: telling {event} changes the state")
            event.apply(now)


@about("game")
def test_every_move_is_described_in_every_language(game: Playing) -> None:
    """A move is one line of text, and no two legal moves of an actor are described alike."""
    rules = game.rules
    for language in _languages(game):
        for state, entry in game.before():
            for actor in rules.to_act(state):
                legal = dice_for(game, entry).some(rules.legal_moves(state, actor), 10)
                told = [rules.describe(move, state, game.names, language) for move in legal]
                for move, text in zip(legal, told, strict=True):
                    _is_a_line(text, f"{inside(entry)}, {language.lang}: {move}")
                expect(len(set(told)) == len(told), f"{inside(entry)}: described alike in {told}")


@about("game")
def test_boards_fit(game: Playing) -> None:
    """A board fits its width, has no trailing blanks, and says nothing by colour alone.

    Whoever looks, in every language, and with names that are longer than the board is wide.
    """
    rules = game.rules
    long_names = [_LONG_NAMES[seat % len(_LONG_NAMES)] for seat in game.seats]
    dice = Dice(game.how)
    positions = {0, len(game.entries), *dice.some(range(len(game.entries)), 3)}
    for viewer in (None, dice.choose(game.seats), game.viewers[-1]):
        for position, _, view in looks(game, viewer):
            if position not in positions:
                continue
            for language in _languages(game):
                for names, width in ((game.names, 80), (long_names, 80), (game.names, 120)):
                    at = f"{after(position)}, as seen by {viewer!r}, {language.lang}, {width} wide"
                    board = rules.board(view, names, language, width=width)
                    expect(board.strip(), f"{at}: the board is empty")
                    for line in board.split("\n"):
                        expect(columns(line) <= width, f"{at}: too long: {line!r}")
                        expect(line == line.rstrip(), f"{at}: trailing blanks: {line!r}")
                        expect(not _CONTROL.search(line), f"{at}: a control character: {line!r}")
                    coloured = rules.board(view, names, language, width=width, colour=True)
                    rules.board(view, names, language, width=width, height=10)  # which need not fit, but work
                    plain = _COLOUR.sub("", coloured)
                    expect(plain == board, f"{at}: with colour it says something else:\n{plain}")


def _as_seen(game: Playing, entry: Entry, number: int) -> Iterator[Event[object]]:
    """An event of an entry as the host and every viewer see it."""
    yield entry.events[number]
    for viewer in game.viewers:
        yield redact(entry, viewer).events[number]


def _is_a_line(text: str, what: str) -> None:
    expect(text.strip() == text and text, f"{what} is told as {text!r}, which has blanks around it")
    expect(not _CONTROL.search(text), f"{what} is told as {text!r}, which is no plain line")
    expect("HIDDEN" not in text, f"{what} is told as {text!r}, which names a class of the library")
