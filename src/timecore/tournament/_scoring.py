"""What results are worth: a scoring table, and the byes that an arbiter has given.

::

    format = "timecore scoring v1"
    tie_breaks = ["direct", "wins"]

    [points]
    win = 3
    shared = "split"
    bye = 1.5

What a table leaves out is as in :data:`Scoring`'s own defaults. Nothing here is a float: 1.5 is three halves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from timecore.datafile import read_table
from timecore.display import fit, printable
from timecore.errors import TournamentError
from timecore.keys import name_fault

__all__ = ["Bye", "Outcome", "Scoring", "TieBreak", "number_text", "read_byes"]

Outcome: TypeAlias = Literal[
    "win",
    "shared",
    "loss",
    "forfeit win",
    "forfeit",
    "undecided",
    "bye",
    "void",
    "adjourned",
    "open",
]
"""What a game, or a round without one, was to a player.

``win``: won alone. ``shared``: won with others. ``loss``: did not win. ``forfeit win``: won alone, since others gave
up. ``forfeit``: gave the game up. ``undecided``: others did, and nobody says who won. ``bye``: a round without a
game. ``void``: it does not count. ``adjourned``: it is to go on. ``open``: it has no end in the tree yet."""

TieBreak: TypeAlias = Literal["direct", "wins", "opponents", "beaten", "forfeits"]
"""What parts players of equal points.

``direct``: how they did against each other, if each of them has met each: for each of the others the mean of 1 for a
game that one won and the other did not, and 1/2 for one that both or neither won. ``wins``: how many games they won
alone. ``opponents``: the points of all whom they met, once a game. ``beaten``: the points of those who did not win a
game that they won. ``forfeits``: fewer of them."""

_FORMAT: Final = "timecore scoring v1"
_BYES: Final = "timecore byes v1"
_SPLIT: Final = "split"

_DEFAULTS: Final[Mapping[str, Fraction]] = {
    name: Fraction(0) for name in get_args(Outcome) if name != "open"
} | {"win": Fraction(1), "shared": Fraction(1, 2), "forfeit win": Fraction(1), "bye": Fraction(1)}

#: No result is worth more, nor less than its negative.
_MOST: Final = 1_000_000


@attrs.frozen
class Scoring:
    """What results are worth, and what parts equal points.

    Attributes:
        points: By outcome; by default 1 for a win, also by forfeit, and for a bye, 1/2 for a shared win, else 0.
        split: Whether those who share a win divide the points of one, so that ``shared`` is not asked.
        tie_breaks: In the order in which they are tried.
    """

    points: Mapping[str, Fraction] = attrs.field(factory=lambda: dict(_DEFAULTS))
    split: bool = False
    tie_breaks: tuple[TieBreak, ...] = ("direct", "wins", "opponents", "beaten")

    def worth(self, outcome: Outcome, winners: int = 1) -> Fraction:
        """What an outcome is worth.

        Args:
            outcome: The outcome.
            winners: How many have won, for a shared win.
        """
        if outcome == "shared" and self.split:
            return self.points["win"] / winners
        return self.points.get(outcome, Fraction(0))

    @classmethod
    def parse(cls, data: bytes) -> Scoring:
        """Read a scoring table.

        Raises:
            TournamentError: It is none; says why.
        """
        table = _table(data, "the scoring table", _FORMAT)
        points, breaks = table.pop("points", {}), table.pop("tie_breaks", None)
        _refuse_more("the scoring table", table)
        if not isinstance(points, dict):
            raise TournamentError("the scoring table has no table [points]")
        values = dict(_DEFAULTS)
        split = points.get("shared") == _SPLIT
        known = {one.replace(" ", "_"): one for one in values}
        for name, value in points.items():
            if name not in known:
                msg = f"the scoring table gives points for {_shown(name)}, which is no outcome"
                raise TournamentError(msg, hint=f"The outcomes are {', '.join(known)}.")
            if not (split and name == "shared"):
                values[known[name]] = _number(value, f"the points for {_shown(name)}")
        known_breaks = get_args(TieBreak)
        if breaks is None:
            return cls(values, split)
        if not isinstance(breaks, list) or any(one not in known_breaks for one in breaks):
            msg = "the scoring table's tie_breaks are no list of those that there are"
            raise TournamentError(msg, hint=f"There are {', '.join(known_breaks)}.")
        return cls(values, split, tuple(dict.fromkeys(breaks)))


@attrs.frozen
class Bye:
    """A round that somebody had no game in, and what an arbiter gives for it.

    Attributes:
        player: Their name.
        round: Which round, in words as in the records' tag ``round``; empty if nobody says.
        points: What it is worth; ``None`` for what the scoring table says.
    """

    player: str
    round: str = ""
    points: Fraction | None = None


def read_byes(data: bytes) -> tuple[Bye, ...]:
    """Read the file of byes.

    Raises:
        TournamentError: It is none; says why.
    """
    table = _table(data, "the file of byes", _BYES)
    rows = table.pop("bye", [])
    _refuse_more("the file of byes", table)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TournamentError("the byes do not stand below [[bye]]")
    return tuple(_bye(row, f"bye {number}") for number, row in enumerate(rows, 1))


def _bye(row: dict[str, Any], where: str) -> Bye:
    left = dict(row)
    player, turn, points = left.pop("player", None), left.pop("round", ""), left.pop("points", None)
    _refuse_more(where, left)
    fault = name_fault(player)
    if fault is not None:
        raise TournamentError(f"{where}: the player's name {fault}")
    if type(turn) not in (int, str) or len(str(turn)) > 100:
        raise TournamentError(f"{where}: the round is neither a number nor a short text")
    return Bye(player, str(turn), None if points is None else _number(points, f"{where}: the points"))


def _table(data: bytes, what: str, title: str) -> dict[str, Any]:
    try:
        table = read_table(data)
    except ValueError as error:
        raise TournamentError(f"{what} cannot be read: {error}") from None
    if table.pop("format", None) != title:
        raise TournamentError(f'{what} has no line format = "{title}"')
    return table


def _refuse_more(where: str, left: Mapping[str, Any]) -> None:
    for name in left:
        raise TournamentError(f"{where}: there is no such key as {_shown(name)}")


def _shown(name: str) -> str:
    return fit(printable(repr(name)), 40)


def _number(value: object, what: str) -> Fraction:
    """A number as it was written."""
    text = str(value) if type(value) in (int, float, str) else ""
    if re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?", text, re.ASCII) is None:
        msg = f"{what} are no number"
        raise TournamentError(msg, hint='Write 2, 0.5 or, in quotation marks, "1/3".')
    found = Fraction(text)
    if abs(found) > _MOST:
        raise TournamentError(f"{what} are more than {_MOST}")
    return found


def number_text(value: Fraction) -> str:
    """A number as people write it: ``2``, ``2.5``, and ``7/3`` where decimals do not end soon."""
    if 1000 % value.denominator:
        return str(value)
    whole, rest = divmod(abs(value) * 1000, 1000)
    decimals = f".{int(rest):03}".rstrip("0").rstrip(".")
    return f"{'-' if value < 0 else ''}{whole}{decimals}"
