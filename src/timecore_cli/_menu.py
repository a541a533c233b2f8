"""Legal moves as a numbered list, and what somebody means who answers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from timecore.display import columns, pad
from timecore.messages import Message
from timecore_cli._output import hung, printable

if TYPE_CHECKING:
    from timecore.messages import Move
    from timecore.ruleset import Ruleset, State
    from timecore_cli._screen import Screen

__all__ = ["Menu", "NoChoice"]

#: From so many moves on they stand in columns.
_LONG: Final = 5

#: More moves than these are too much to read, if each takes lines of its own.
_MUCH: Final = 12

#: What stands around words and is no part of them.
_AROUND: Final = ".,:;!?¡¿()[]\"'“”«»"

#: How many moves an error names.
_NAMED: Final = 6


class NoChoice(Exception):
    """An answer that means no move, or several.

    Attributes:
        message: That, as a sentence without a full stop.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Menu:
    """The legal moves of an actor.

    Args:
        rules: The ruleset.
        moves: What can be chosen, in the ruleset's order.
        weights: How likely each is, if it is chance that moves; else empty.
        screen: The words.
        state: The state, or the chooser's view, that the moves are for.

    Attributes:
        keys: What to type for each: numbers from 1. Where every choice is an amount, that amount, so that nobody who
            means two takes the second.
    """

    def __init__(
        self,
        rules: Ruleset[Any],
        moves: Sequence[Move],
        weights: Sequence[int],
        screen: Screen,
        state: State | None = None,
    ) -> None:
        self._rules = rules
        self._screen = screen
        self._moves = moves
        self._texts = [screen.narrator.move(move, before=state) for move in moves]
        self._odds = [f"  ({one} : {sum(weights)})" for one in weights] if len(set(weights)) > 1 else []
        self.keys = _amounts(moves) or [str(number) for number in range(1, len(moves) + 1)]

    # -- as it looks ----------------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The list, in columns if it is long; they are read downwards. What is wider than the screen is broken.

        Where that would be too much to read, moves that are counted through stand in one line, from the first to the
        last of them.
        """
        room = max(map(len, self.keys))
        odds = self._odds or [""] * len(self.keys)
        cells = [
            f"{key.rjust(room)}  {text}{odd}"
            for key, text, odd in zip(self.keys, self._texts, odds, strict=True)
        ]
        wide = max(map(columns, cells)) + 3
        if wide - 1 > self._screen.width:
            yield from self._broken(room, odds)
            return
        across = max((self._screen.width - 2) // wide, 1) if len(cells) >= _LONG else 1
        down = -(-len(cells) // across)
        for row in range(down):
            yield "  " + "".join(pad(cell, wide) for cell in cells[row::down]).rstrip()

    def _broken(self, room: int, odds: Sequence[str]) -> Iterator[str]:
        """The list with lines that are wider than the screen, or with whole runs in one."""
        brief = len(self.keys) > _MUCH and not self._odds
        for first, last in _runs(self._moves) if brief else ((n, n) for n in range(len(self.keys))):
            key, text = self.keys[first], self._texts[first] + odds[first]
            if last > first:
                key = f"{key}-{self.keys[last]}"
                text = f"{text} … {_without_beginning(self._texts[last], self._texts[first])}"
            yield from hung(f"  {key.rjust(2 * room + 1 if brief else room)}  ", text, self._screen.width)

    def brief(self) -> str:
        """The first moves with their numbers, in one line."""
        return self._listed([f"{key} {text}" for key, text in zip(self.keys, self._texts, strict=True)])

    def _listed(self, texts: Sequence[str]) -> str:
        _ = self._screen.texts.gettext
        told = ", ".join(texts[:_NAMED])
        if len(texts) > _NAMED:
            return _("{moves} and {count} more").format(moves=told, count=len(texts) - _NAMED)
        return told

    # -- what is meant --------------------------------------------------------------------------------------

    def move(self, answer: str) -> Move:
        """The move that an answer means: its number, its words, some of them, a card or the like in it, or JSON.

        What is given as JSON need not be legal: the game itself says then which rule it breaks.

        Raises:
            NoChoice: It means none, or several.
            InvalidMove: It is JSON, and no move of this game.
        """
        _ = self._screen.texts.gettext
        if answer in self.keys:
            return self._moves[self.keys.index(answer)]
        if answer.startswith("{"):
            return self._rules.move_from_json(self._parsed(answer))
        words = answer.casefold().split()
        found = [index for index, text in enumerate(self._texts) if text.casefold().split() == words]
        if not found:
            wanted = set(words)
            found = [index for index in range(len(self._moves)) if wanted <= self._words(index)]
        if len(found) == 1:
            return self._moves[found[0]]
        shown = printable(answer)
        if found:
            texts = [f"{self.keys[index]} {self._texts[index]}" for index in found]
            raise NoChoice(_('"{answer}" may be: {moves}').format(answer=shown, moves=self._listed(texts)))
        raise NoChoice(_('No move is called "{answer}"').format(answer=shown))

    def _parsed(self, answer: str) -> Any:
        import json

        try:
            return json.loads(answer)
        except (ValueError, RecursionError) as error:
            _ = self._screen.texts.gettext
            raise NoChoice(_("This is not JSON: {error}").format(error=error)) from None

    def _words(self, index: int) -> set[str]:
        """All that a move can be called by: the words that tell it, and what its fields hold."""
        said = [word.strip(_AROUND) for word in self._texts[index].split()]
        return {word.casefold() for word in (*said, *_held(self._moves[index]))}


def _runs(moves: Sequence[Move]) -> Iterator[tuple[int, int]]:
    """The first and the last index of each run of moves that differ in a last number only, which counts up."""
    first = 0
    for index in range(1, len(moves) + 1):
        if index == len(moves) or not _counts_on(moves[index - 1], moves[index]):
            yield first, index - 1
            first = index


def _counts_on(one: Move, other: Move) -> bool:
    before, after = one.row(), other.row()
    if type(one) is not type(other) or not before or before[:-1] != after[:-1]:
        return False
    return type(before[-1]) is int and after[-1] == before[-1] + 1


def _without_beginning(text: str, other: str) -> str:
    """What is left of a text after the words that it begins with like another."""
    words, others = text.split(" "), other.split(" ")
    same = next((n for n, (a, b) in enumerate(zip(words, others, strict=False)) if a != b), 0)
    return " ".join(words[same:])


def _amounts(moves: Sequence[Move]) -> list[str]:
    """The amounts that the moves are about, if that is all they are about."""
    kinds = {type(move) for move in moves}
    values = [value for move in moves for value in move.row()]
    if (
        len(kinds) > 1
        or len(values) != len(moves)
        or not all(type(one) is int and one >= 0 for one in values)
    ):
        return []
    return [str(value) for value in values] if len(set(values)) == len(values) else []


def _held(value: object) -> Iterator[str]:
    """The texts and numbers in the fields of a move."""
    if isinstance(value, Message):
        for spec in value.specs:
            yield from _held(getattr(value, spec.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _held(item)
    elif isinstance(value, str | int):
        yield from str(value).split()
