"""What the table has made of a game, beside the ruleset's own state: forfeited, void, adjourned, sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from timecore.actors import TABLE, Seat
from timecore.entry import Entry
from timecore.messages import Move

if TYPE_CHECKING:
    from timecore.table import Seal

__all__ = ["AT_FIRST", "Standing"]


class Standing(NamedTuple):
    """Where a game stands as far as the table is concerned.

    Attributes:
        ended_by: The ``Forfeit`` or ``Void`` that ended it, or ``None``; the last of several, but nothing is behind a
            ``Void``.
        adjourned: Whether it is adjourned.
        sealed: The ``Seal`` that closes the record, or ``None``.
        forfeited: The seats that forfeited the game, ascending.
    """

    ended_by: Move | None = None
    adjourned: bool = False
    sealed: Seal | None = None
    forfeited: tuple[Seat, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the game goes on, as far as the table is concerned."""
        return self.ended_by is None and not self.adjourned and self.sealed is None

    @property
    def why_closed(self) -> str:
        """Why no move can be made here, as the end of a sentence: "after Void ended the game"."""
        if self.sealed is not None:
            return "after the Seal"
        if self.ended_by is not None:
            return f"after {type(self.ended_by).__name__} ended the game"
        return "while the game is adjourned"

    def after(self, move: Move, then: Standing) -> Standing:
        """The standing after a move of the table.

        Args:
            move: The table's move.
            then: For a retraction, the standing after the entry that the game goes back to.
        """
        from timecore import table  # only games that a table has touched need it  # noqa: PLC0415

        match move:
            case table.Retract():
                # A retraction takes back what ended the game; the order of adjournments belongs to the record.
                return self._replace(ended_by=then.ended_by, forfeited=then.forfeited)
            case table.Forfeit(seat=seat):
                ended_by = self.ended_by if isinstance(self.ended_by, table.Void) else move
                return self._replace(ended_by=ended_by, forfeited=tuple(sorted({*self.forfeited, seat})))
            case table.Void():
                return self._replace(ended_by=move)
            case table.Adjourn():
                return self._replace(adjourned=True)
            case table.Resume() | table.Branch():
                return Standing(ended_by=self.ended_by, forfeited=self.forfeited)
            case table.Seal():
                return self._replace(sealed=move)
            case _:
                return self

    def fault(self, entry: Entry, seats: int) -> str | None:
        """What is wrong with an entry of the table here, as the end of a sentence, or ``None``.

        Orders, ranges and actors of the format, section 6; nonces and seeds are a matter of the luck in force.

        Args:
            entry: An entry whose move is the table's own.
            seats: The number of seats.
        """
        from timecore import table  # only games that a table has touched need it  # noqa: PLC0415

        move = entry.move
        if isinstance(move, table.NonceCommit | table.NonceReveal):
            if entry.actor < 0:
                return "is a seat's own move"
            if entry.actor >= seats:
                return f"names seat {entry.actor}, which does not exist"
        elif entry.actor != TABLE:
            return "is the table's own move"
        if self.sealed is not None:
            resumes = isinstance(move, table.Resume) and self.sealed.status == "adjourned"
            if not isinstance(move, table.RevealSeed | table.Branch) and not resumes:
                return "stands after a Seal"
        match move:
            case table.Retract(to=earlier) if not 0 <= earlier < entry.seq:
                return f"goes back to entry {earlier}, which is not an earlier one"
            case table.Rule(entry=earlier) if not 1 <= earlier < entry.seq:
                return f"is about entry {earlier}, which is not an earlier one"
            case table.Forfeit(seat=seat) if not 0 <= seat < seats:
                return f"names seat {seat}, which does not exist"
            case table.Resume() if not self.adjourned and self.sealed is None:
                return "stands where nothing was adjourned"
            case table.NonceCommit() | table.NonceReveal() if self.adjourned or self.ended_by is not None:
                return f"stands {self.why_closed}"
            case table.Seal(status=status) if status not in ("finished", "forfeit", "void", "adjourned"):
                return f"has the status {status!r}"
            case table.Seal(result=tokens) if len(tokens) != seats or not {"1", "0", "f", "-"}.issuperset(
                tokens
            ):
                return "does not give one of 1, 0, f and - for each seat"
            case _:
                return None


AT_FIRST: Final = Standing()
"""The standing before the first entry: the game is open."""
