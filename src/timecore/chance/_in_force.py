"""The luck in force along a record: which holds where, how often it was drawn from, which nonces count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from timecore.actors import CHANCE, Actor, Seat
from timecore.chance._formulas import chance_key, hashed, mix, nonce_commitment, unit
from timecore.chance._luck import Luck
from timecore.errors import HiddenValue

__all__ = ["Draw", "LuckInForce", "NonceFault"]


class Draw(NamedTuple):
    """One draw of a record.

    Attributes:
        entry: The number of the entry.
        k: The number of the draw since the luck in force was set, from 0.
        luck: The luck in force.
        set_by: The number of the record that set it, 0 for the header.
        mix: What the nonces make together.
    """

    entry: int
    k: int
    luck: Luck
    set_by: int
    mix: bytes

    def key(self) -> bytes:
        """The draw's key r_k.

        Raises:
            HiddenValue: This copy does not hold the seed, or luck is manual.
        """
        if type(self.luck.seed) is not bytes:
            msg = f"the seed that draw {self.k} comes from is not known"
            hint = "The host's own file holds it; in a branch new luck can be drawn."
            raise HiddenValue(msg, entry=self.entry, hint=hint)
        return chance_key(self.luck.seed, self.k)

    def hashed(self) -> int:
        """What the draw is hashed to: 256 bits, which :meth:`~timecore.ruleset.Ruleset.drawn` turns into a move.

        Raises:
            HiddenValue: This copy does not hold the seed, or luck is manual.
        """
        return hashed(self.key(), self.mix)

    def unit(self, total: int) -> int:
        """The number drawn, if the weights of all outcomes add up to ``total``.

        Raises:
            HiddenValue: This copy does not hold the seed, or luck is manual.
        """
        return unit(self.key(), self.mix, total)


class NonceFault(NamedTuple):
    """A seat's nonce that came irregularly, or not in time.

    Attributes:
        entry: The number of the irregular entry; of the commitment, where the nonce never came in time.
        actor: Whose entry it is.
        reason: What is wrong with it, as the end of a sentence that begins with the move.
        irregular: Whether the entry itself breaks a rule (a nonce that did not come breaks none).
    """

    entry: int
    actor: Actor
    reason: str
    irregular: bool = True


class LuckInForce:
    """Which luck holds at each entry of a record, how often it was drawn from, and which nonces count.

    A fact of the record alone: retracted draws count, the rules are never asked. Tell it the entries one after
    the other with :meth:`enter`. A nonce entry that comes irregularly changes nothing: the seat's nonce stays
    what it was, 32 zero bytes if none came regularly before the first draw.

    Args:
        seats: The number of seats.
        luck: The header's luck.
        set_hash: The header's hash.

    Attributes:
        luck: The luck in force.
        set_by: The number of the record that set it, 0 for the header.
        set_hash: The hash of that record.
        k: The number of the next draw, from 0.
        faults: The nonces that came irregularly or not in time, of all luck so far, in the order in which that
            showed.
    """

    __slots__ = (
        "_commits",
        "_mix",
        "_nonces",
        "_seats",
        "faults",
        "k",
        "luck",
        "set_by",
        "set_hash",
    )

    def __init__(self, seats: int, luck: Luck, set_hash: bytes) -> None:
        self._seats = seats
        self.faults: list[NonceFault] = []
        self._set(luck, 0, set_hash)

    def _set(self, luck: Luck, set_by: int, set_hash: bytes) -> None:
        self.luck = luck
        self.set_by = set_by
        self.set_hash = set_hash
        self.k = 0
        self._commits: dict[Seat, tuple[int, bytes]] = {}
        self._nonces: dict[Seat, bytes] = {}
        self._mix: bytes | None = None

    @property
    def nonces(self) -> Mapping[Seat, bytes]:
        """The nonces that count, by seat."""
        return MappingProxyType(self._nonces)

    @property
    def committed(self) -> frozenset[Seat]:
        """The seats whose commitment to a nonce counts."""
        return frozenset(self._commits)

    @property
    def mix(self) -> bytes:
        """What the nonces make together, as things stand."""
        if not self._nonces:
            return _mix_of_none(self._seats)
        if self._mix is None:
            self._mix = mix([self._nonces.get(seat) for seat in range(self._seats)])
        return self._mix

    def copy(self) -> LuckInForce:
        """The same, to be told other entries."""
        made = LuckInForce(self._seats, self.luck, self.set_hash)
        made.set_by, made.k, made.faults = self.set_by, self.k, self.faults.copy()
        made._commits, made._nonces, made._mix = self._commits.copy(), self._nonces.copy(), self._mix
        return made

    def next(self, entry: int) -> Draw:
        """The draw that would come next.

        Args:
            entry: The number its entry would have.
        """
        return Draw(entry, self.k, self.luck, self.set_by, self.mix)

    def enter(self, seq: int, actor: Actor, move: Sequence[Any], entry_hash: bytes) -> Draw | None:
        """Take note of the next entry.

        Args:
            seq: Its number.
            actor: Who made it.
            move: Its move as a record holds it: code or name first.
            entry_hash: Its hash.

        Returns:
            The draw, if it is an entry of chance.
        """
        name = move[0]
        if actor == CHANCE:
            if self.k == 0:
                self._close()
            draw = self.next(seq)
            self.k += 1
            return draw
        if name == "Branch":
            if move[1] is not None:
                self._set(move[1], seq, entry_hash)
        elif name == "NonceCommit":
            self._commit(seq, actor, move[1])
        elif name == "NonceReveal":
            self._reveal(seq, actor, move[1])
        return None

    def _close(self) -> None:
        """The first draw is due: nonces that are still to come count as zeros."""
        self.faults.extend(
            NonceFault(entry, seat, "was not followed by its nonce before the first draw", irregular=False)
            for seat, (entry, _) in sorted(self._commits.items())
            if seat not in self._nonces
        )

    def _commit(self, seq: int, actor: Actor, commitment: bytes) -> None:
        if actor < 0:
            self._fault(seq, actor, "is by no seat")
        elif self.k:
            self._fault(seq, actor, "stands after the first draw")
        elif self._nonces:
            self._fault(seq, actor, "stands after a nonce was revealed")
        elif actor in self._commits:
            self._fault(seq, actor, "stands where this seat has committed to a nonce already")
        else:
            self._commits[actor] = (seq, commitment)

    def _reveal(self, seq: int, actor: Actor, nonce: bytes) -> None:
        if actor < 0:
            self._fault(seq, actor, "is by no seat")
        elif self.k:
            self._fault(seq, actor, "stands after the first draw")
        elif actor not in self._commits:
            self._fault(seq, actor, "stands where this seat has not committed to a nonce")
        elif actor in self._nonces:
            self._fault(seq, actor, "stands where this seat has revealed its nonce already")
        elif nonce_commitment(self.set_hash, actor, nonce) != self._commits[actor][1]:
            self._fault(seq, actor, "is not the nonce that this seat has committed to")
        else:
            self._nonces[actor] = nonce
            self._mix = None

    def _fault(self, seq: int, actor: Actor, reason: str) -> None:
        self.faults.append(NonceFault(seq, actor, reason))


@lru_cache(maxsize=16)
def _mix_of_none(seats: int) -> bytes:
    # Most luck has no nonces, and a record may set it anew before every draw.
    return mix([None] * seats)
