"""The luck of a game that is being played: whether a draw is made here, what comes of it, and when new luck takes over.

Which luck is in force, and how often it was drawn from, the record alone says (:mod:`timecore.chance`). What is added
here is what a game that goes on must heed: it waits for nonces, draws nothing from a seed that is public, makes the
draws of another game again, and in a branch leaves to the trunk the draws that the trunk has not made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from timecore.actors import CHANCE, Seat
from timecore.chance import Luck
from timecore.record import RawEntry, luck_along
from timecore.tablerows import AWAITED, NONCES_TAG, draws_kept

if TYPE_CHECKING:
    from timecore.entry import Entry
    from timecore.log import Log
    from timecore.messages import Move
    from timecore.ruleset import Ruleset

__all__ = ["GameLuck", "draws_of", "nonces_begun", "nonces_missing"]


class GameLuck:
    """What chance brings in one game, and whether it is to be asked instead.

    Tell it each record with :meth:`enter`.

    Args:
        log: The game, whose entries are still to be told.

    Attributes:
        in_force: The luck in force.
        repeated: Draws of another game, to be made again where luck is manual; the next one first.
        fresh: What takes over where kept luck ends; with ``None`` a random seed does, and manual luck goes on.
        waiting: Whether the first draw waits for the seats' nonces, as far as nobody has looked whether all are there.
    """

    __slots__ = ("_most", "_seats", "_seed_open", "fresh", "in_force", "repeated", "waiting")

    def __init__(self, log: Log) -> None:
        self.in_force = luck_along(log.record.header)
        self.repeated: deque[Move] = deque()
        self.fresh: Luck | None = None
        self.waiting = False
        self._seats = len(log.header.seats)
        #: In a branch: how many draws of the luck in force may be made at all; ``None`` for as many as it takes.
        self._most: int | None = None
        #: Whether the seed in force has been made public: nothing may be drawn from it then.
        self._seed_open = False

    def enter(self, raw: RawEntry) -> None:
        """Take note of the next record."""
        self.in_force.enter(raw.seq, raw.actor, raw.move, raw.hash)
        name = raw.move[0]
        if name == "RevealSeed":
            self._seed_open = True
        elif name == "Branch":
            if raw.move[1] is not None:
                self._seed_open, self._most = False, None
            kept = draws_kept(raw.meta)
            self._most = self._most if kept is None else kept

    @property
    def is_manual(self) -> bool:
        """Whether the luck in force is made at a real table."""
        return self.in_force.luck.kind == "manual"

    def draws_itself(self) -> bool:
        """Whether what is due is drawn here; else chance is asked, or nothing may be drawn any more."""
        if self._seed_open:
            return False
        return not self.is_manual or bool(self.repeated) or self.fresh is not None

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """The seats whose nonces the first draw waits for; empty where it does not wait."""
        if not self.waiting:
            return ()
        return tuple(seat for seat in range(self._seats) if seat not in self.in_force.nonces)

    def waits(self) -> bool:
        """Whether a draw that is due must wait for nonces. Once they have all come, it never does again."""
        self.waiting = self.waiting and len(self.in_force.nonces) != self._seats
        return self.waiting

    def again(self, rules: Ruleset[Any], state: Any) -> Move | None:
        """The next draw of another game, if it is made again: for as long as they are legal.

        Args:
            rules: The ruleset.
            state: The state, in which a draw is due.
        """
        if not self.is_manual or not self.repeated:
            return None
        move = self.repeated.popleft()
        if move in rules.legal_moves(state, CHANCE):
            return move
        self.repeated.clear()  # from here on the games have parted
        return None

    def successor(self, draws: int) -> Luck | None:
        """The luck that has to take over before the next draw, asked for once; ``None`` where this one goes on.

        From there on the luck of a branch is its own: what is left of its trunk's is for the trunk alone.

        Args:
            draws: How many draws to commit to, where there was no number so far.
        """
        now = self.in_force
        if not self.is_manual and (self._most is None or now.k < self._most):
            return None
        fresh, self.fresh = self.fresh, None
        return fresh or Luck.sealed(now.luck.draws or draws)

    def drawn(self, rules: Ruleset[Any], state: Any, entry: int) -> Move:
        """What the next draw brings.

        Args:
            rules: The ruleset.
            state: The state, in which a draw is due.
            entry: The number that its entry will have.
        """
        move = rules.drawn(state, self.in_force.next(entry).hashed())
        assert move is not None  # noqa: S101 - a draw is due
        return move


def draws_of(entries: Iterable[Entry]) -> deque[Move]:
    """The draws among the entries of a game, to be made again in another."""
    return deque(entry.move for entry in entries if entry.actor == CHANCE)


def nonces_missing(log: Log) -> tuple[Seat, ...]:
    """The seats that have committed to no nonce, where the first draw waits for those of all; empty elsewhere."""
    if not nonces_begun(log):
        return ()
    luck = luck_along(log.record.header, log.record.entries)
    return tuple(seat for seat in range(len(log.header.seats)) if seat not in luck.committed)


def nonces_begun(log: Log) -> bool:
    """Whether nothing was drawn, and the seats' nonces are awaited, or they have begun to enter them."""
    record = log.record
    luck = luck_along(record.header, record.entries)
    if log.header.tags.get(NONCES_TAG) == AWAITED and luck.k == luck.set_by == 0:
        return luck.luck.kind != "manual"
    names = [raw.move[0] for raw in record.entries[luck.set_by :]]  # those before are shares in other luck
    return luck.k == 0 and ("NonceCommit" in names or "NonceReveal" in names)
