"""How a game has ended, as a ``Seal`` and a score sheet say it: a status, and one token a seat.

Rules know winners only. That a seat gave up, that a game does not count or goes on another day, the table knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from timecore.table import Void

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.ruleset import Result
    from timecore.standing import Standing

__all__ = ["FORFEITED", "NOT_WON", "UNDECIDED", "WON", "Ending", "Status", "ending"]

Status: TypeAlias = Literal["finished", "forfeit", "void", "adjourned"]
"""``finished``: ended by its rules. ``forfeit``: a seat gave up. ``void``: it does not count. ``adjourned``: it is to
go on."""

WON: Final = "1"
"""The token of a seat that won."""

NOT_WON: Final = "0"
"""The token of a seat that did not win."""

FORFEITED: Final = "f"
"""The token of a seat that forfeited the game."""

UNDECIDED: Final = "-"
"""The token of a seat of which nothing can be said."""


class Ending(NamedTuple):
    """How a game has ended.

    Attributes:
        status: ``finished``, ``forfeit``, ``void`` or ``adjourned``.
        result: One token a seat, by seat: ``1`` winner, ``0`` not, ``f`` forfeited, ``-`` undecided.
    """

    status: Status
    result: tuple[str, ...]


def ending(standing: Standing, result: Result | None, seats: int) -> Ending:
    """How a game has ended; of one that still goes on, that it is adjourned.

    A game that was declared void has no result, whatever else happened. Where seats forfeited, a single seat that is
    left has won. Of several that are left, the rules say who won if the game had ended by them, and one of those
    winners is left; else they are undecided, for the rules of a game know nothing of forfeits.

    Args:
        standing: What the table has made of the game.
        result: How the game ended by its rules, or ``None``.
        seats: The number of seats.
    """
    if isinstance(standing.ended_by, Void):
        return Ending("void", (UNDECIDED,) * seats)
    out = standing.forfeited
    if not out:
        if result is None:
            return Ending("adjourned", (UNDECIDED,) * seats)
        return Ending("finished", _tokens(result.winners, (), seats))
    left = [seat for seat in range(seats) if seat not in out]
    winners: Sequence[int] = left if len(left) == 1 else ()
    if not winners and result is not None:
        winners = [seat for seat in result.winners if seat in left]
    if winners:
        return Ending("forfeit", _tokens(winners, out, seats))
    return Ending("forfeit", tuple(FORFEITED if seat in out else UNDECIDED for seat in range(seats)))


def _tokens(winners: Sequence[int], out: Sequence[int], seats: int) -> tuple[str, ...]:
    return tuple(FORFEITED if seat in out else WON if seat in winners else NOT_WON for seat in range(seats))
