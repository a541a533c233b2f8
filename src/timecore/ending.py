"""How a game has ended, as a ``Seal`` and a score sheet say it: a status, and one token a seat.

Rules know winners only. That a seat gave up, that a game does not count or goes on another day, the table knows.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from timecore.table import Seal, Void

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from timecore.ruleset import Result
    from timecore.standing import Standing

__all__ = [
    "FORFEITED",
    "NOT_WON",
    "UNDECIDED",
    "UNKNOWN",
    "WON",
    "Contradiction",
    "Ending",
    "Status",
    "contradictions",
    "ending",
]

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


class Unknown(Enum):
    """The type of :data:`UNKNOWN`."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN
"""The result by the rules where these are not at hand."""


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


class Contradiction(NamedTuple):
    """Something that a ``Seal`` says, and that is not so.

    Attributes:
        field: ``status`` or ``result``.
        why: What it says against what, as the end of a sentence that begins with the Seal.
        expected: What it should say, or ``None`` where that does not follow.
    """

    field: Literal["status", "result"]
    why: str
    expected: str | tuple[str, ...] | None = None


def contradictions(
    seal: Seal, standing: Standing, result: Result | Unknown | None
) -> Iterator[Contradiction]:
    """What a regular ``Seal`` says against what the rules and the table have made of the game.

    A Seal may add to that: it can declare a game void or forfeited, or adjourned, without another entry that does so,
    and say who won a game that others forfeited.

    Args:
        seal: The Seal, its status and tokens such as section 6 of the format has them.
        standing: What the table had made of the game before it.
        result: How the game had ended by its rules, ``None`` if it had not; ``UNKNOWN`` without the rules.
    """
    status, tokens = seal.status, seal.result
    seats = len(tokens)
    undecided = (UNDECIDED,) * seats
    by_table = "void" if isinstance(standing.ended_by, Void) else "forfeit" if standing.ended_by else None
    if by_table is not None and status not in (by_table, "void"):
        yield Contradiction("status", f"says {status}, and the game was {_ENDED[by_table]}", by_table)
        return
    if status in ("void", "adjourned"):
        if status == "adjourned" and result is not None and result is not UNKNOWN:
            yield Contradiction("status", "says adjourned, and by the rules the game is finished", "finished")
        elif tokens != undecided:
            yield Contradiction("result", f"gives a result, and says {status}", undecided)
    elif status == "forfeit":
        silent = [seat for seat in standing.forfeited if tokens[seat] != FORFEITED]
        if silent:
            yield Contradiction("result", f"does not say that seat {silent[0]} forfeited the game")
        elif FORFEITED not in tokens:
            yield Contradiction("result", "says forfeit, and of no seat that it forfeited the game")
    elif result is None:
        yield Contradiction("status", "says that the game is finished, and by the rules it is not")
    elif result is UNKNOWN:
        if not {WON, NOT_WON}.issuperset(tokens):
            yield Contradiction(
                "result", "says finished, and of a seat neither that it won nor that it did not"
            )
    else:
        expected = _tokens(result.winners, (), seats)
        if tokens != expected:
            yield Contradiction("result", "gives another result than the rules", expected)


_ENDED: Final = {"void": "declared void", "forfeit": "forfeited"}


def _tokens(winners: Sequence[int], out: Sequence[int], seats: int) -> tuple[str, ...]:
    return tuple(FORFEITED if seat in out else WON if seat in winners else NOT_WON for seat in range(seats))
