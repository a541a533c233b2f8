"""The table's own moves as methods, for whatever can enter them: a game that is played, or an arbiter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from timecore import entropy
from timecore.actors import TABLE, Actor, Seat
from timecore.chance import LuckInForce, nonce_commitment
from timecore.ending import UNKNOWN, Unknown, contradictions
from timecore.entry import Entry
from timecore.errors import IllegalMove, RecordClash, UsageError
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.messages import Move
from timecore.record import RawEntry, RawHeader
from timecore.standing import Standing
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
    table_row,
)
from timecore.tablerows import draws_kept, secrets_of

if TYPE_CHECKING:
    from timecore.ruleset import Result

__all__ = ["TableWork", "refuse_signature"]


class TableWork(ABC):
    """Each of the table's moves as a method, for what can enter one."""

    __slots__ = ()

    @abstractmethod
    def table(
        self,
        move: Move,
        *,
        actor: Actor = TABLE,
        meta: Mapping[str, Any] | None = None,
        expected: tuple[int, bytes] | None = None,
    ) -> Entry:
        """Make one of the table's own moves (:mod:`timecore.table`), or enter a seat's nonce.

        Args:
            move: ``Retract``, ``Note``, ``Void``, ….
            actor: ``TABLE``; the seat for ``NonceCommit`` and ``NonceReveal``.
            meta: What the entry says beside it: ``id`` (16 bytes), ``time`` (text), other keys texts. An ``id``
                makes the call idempotent: if an entry has it already, that entry is given back and nothing done.
            expected: The number of entries and the head that the caller knows; if the game has gone on since, the
                move is refused.

        Raises:
            IllegalMove: It does not fit here (section 6 of the format); nothing has changed.
            UsageError: The notes bring a signature.
            RecordError: The record is closed, or not what the caller expects.
            OSError: It could not be written.
        """

    @property
    @abstractmethod
    def log(self) -> Log:
        """The log so far."""

    @property
    @abstractmethod
    def head(self) -> bytes:
        """The last hash, 32 bytes: it stands for the whole game so far."""

    @abstractmethod
    def _luck_now(self) -> LuckInForce:
        """The luck in force."""

    @abstractmethod
    def _set_by(self, record: int) -> RawEntry | RawHeader:
        """The record that has set the luck: an entry, or the header for 0."""

    def _outcome(self) -> Result | Unknown | None:
        """How the game has ended by its rules, ``UNKNOWN`` where they are not asked."""
        return UNKNOWN

    def _expect(self, expected: tuple[int, bytes] | None, count: int) -> None:
        """Refuse to go on from elsewhere than the caller believes.

        Args:
            expected: The number of entries and the head that the caller knows; ``None`` where it does not matter.
            count: How many entries there are.

        Raises:
            RecordClash: The game has gone on.
        """
        if expected is not None and expected != (count, self.head):
            msg = f"the game has {count} entries and another head than the caller knows"
            hint = "Look at what happened meanwhile, and decide again."
            raise RecordClash(msg, entry=count, hint=hint)

    def refuse_faulty(self, entry: Entry, standing: Standing, seats: int) -> None:
        """Refuse a move of the table that does not fit.

        Args:
            entry: The move, in the entry that it is to become.
            standing: What the table has made of the game.
            seats: The number of seats.

        Raises:
            IllegalMove: It breaks an order, a range or a rule of the format, section 6.
        """
        move = entry.move
        if type(move) not in TABLE_MOVES.classes:
            fault: str | None = "is no move of the table"
        else:
            fault = standing.fault(entry, seats) or self._fault_of_luck(entry)
            if fault is None and isinstance(move, Seal):
                fault = next((one.why for one in contradictions(move, standing, self._outcome())), None)
        if fault is not None:
            msg = f"{type(move).__name__} {fault}"
            hint = _hint(entry, standing)
            raise IllegalMove(msg, rule="FORMAT-6", actor=entry.actor, move=move, hint=hint)

    def _fault_of_luck(self, entry: Entry) -> str | None:
        """What is wrong with a move of the table as far as luck is concerned."""
        move, now = entry.move, self._luck_now()
        match move:
            case NonceCommit() | NonceReveal():
                tried = now.copy()
                before = len(tried.faults)
                tried.enter(entry.seq, entry.actor, table_row(move), bytes(32))
                return tried.faults[before].reason if len(tried.faults) > before else None
            case RevealSeed(salt=salt, seed=seed):
                if type(now.luck.seed) is not bytes or now.luck.seed != seed:
                    return "does not give the seed in force"
                fits = self._opening(now)[0] == salt
                return None if fits else "does not give the salt of the seed in force"
            case Branch(chance=luck) if luck is not None and HIDDEN in secrets_of(luck):
                return "hides its luck"
            case _:
                return None

    def retract(self, to: int, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Go back to the state after an earlier entry, 0 for the start. Nothing is removed from the record.

        Raises:
            IllegalMove: There is no such earlier entry.
        """
        return self.table(Retract(to), meta=meta)

    def rule(self, entry: int, text: str, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Let an earlier, irregular entry stand. A draw, a seed or a signature that is false stays irregular.

        Args:
            entry: Its number.
            text: Why.
            meta: As in :meth:`table`.

        Raises:
            IllegalMove: There is no such earlier entry.
        """
        return self.table(Rule(entry, text), meta=meta)

    def forfeit(self, seat: Seat, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Note that a seat gives the game up, or is made to. The game is over.

        Raises:
            IllegalMove: There is no such seat.
        """
        return self.table(Forfeit(seat), meta=meta)

    def void(self, text: str, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Declare that the game does not count. It is over.

        Args:
            text: Why.
            meta: As in :meth:`table`.
        """
        return self.table(Void(text), meta=meta)

    def adjourn(self, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Interrupt the game: until :meth:`resume` nobody moves."""
        return self.table(Adjourn(), meta=meta)

    def resume(self, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Go on with an adjourned game, also if it was sealed as such.

        Raises:
            IllegalMove: It is not adjourned.
        """
        return self.table(Resume(), meta=meta)

    def note(self, text: str, *, meta: Mapping[str, Any] | None = None) -> Entry:
        """Enter a remark. It changes nothing, and everybody can read it."""
        return self.table(Note(text), meta=meta)

    def commit_nonce(self, seat: Seat, nonce: bytes | None = None) -> bytes:
        """Enter a seat's commitment to its share of the luck, before the first draw.

        Args:
            seat: Whose it is.
            nonce: 32 bytes; from the system's random source by default.

        Returns:
            The nonce, for :meth:`reveal_nonce`.

        Raises:
            UsageError: It is no nonce.
            IllegalMove: Nonces can no longer be entered, or there is no such seat.
        """
        if nonce is not None and (type(nonce) is not bytes or len(nonce) != 32):
            msg = f"a nonce has 32 bytes, and this is {nonce!r:.60}"
            raise UsageError(msg, hint="timecore.chance.nonce_of_text makes one of words.")
        if not 0 <= seat < len(self.log.header.seats):
            move = NonceCommit(bytes(32))
            msg = f"NonceCommit names seat {seat}, which does not exist"
            raise IllegalMove(msg, rule="FORMAT-6", actor=seat, move=move)
        secret = entropy.token(32) if nonce is None else nonce
        self.table(NonceCommit(nonce_commitment(self._luck_now().set_hash, seat, secret)), actor=seat)
        return secret

    def reveal_nonce(self, seat: Seat, nonce: bytes) -> Entry:
        """Enter a seat's nonce, after all commitments and before the first draw.

        Raises:
            IllegalMove: It is not the one committed to, or it comes too late.
        """
        return self.table(NonceReveal(nonce), actor=seat)

    def reveal_seed(self) -> Entry:
        """Publish the seed in force: what was drawn from it can be proven then, and nothing more is drawn from it.

        Raises:
            UsageError: The luck in force is manual, so there is no seed; or its seed is revealed already; or it is that
                of a trunk which was not over when this branch was made, so that the seed would show the luck to come
                there.
        """
        now = self._luck_now()
        if type(now.luck.seed) is not bytes:
            msg = f"the luck in force is {now.luck.kind}, so there is no seed to reveal"
            raise UsageError(msg)
        since = self.log.record.entries[now.set_by :]
        known = next((raw.seq for raw in since if raw.move == ("RevealSeed", *self._opening(now))), None)
        if known is not None:
            msg = f"entry {known} reveals the seed in force already"
            raise UsageError(msg)
        if any(raw.move[0] == "Branch" and draws_kept(raw.meta) is not None for raw in since):
            msg = "the seed in force is that of the trunk, whose game went on when this branch was made"
            raise UsageError(msg, hint="Reveal it in the trunk, once that game is over.")
        return self.table(RevealSeed(*self._opening(now)))

    def _opening(self, now: LuckInForce) -> tuple[bytes, bytes]:
        """Salt and seed of the luck in force, which is not manual."""
        assert type(now.luck.seed) is bytes  # noqa: S101 - nothing is entered into a copy that hides it
        salt, _ = self._set_by(now.set_by).openings[0]  # the seed is the first commitment of what sets luck
        return salt, now.luck.seed


def refuse_signature(meta: Mapping[str, Any] | None) -> None:
    """Refuse notes that bring a signature: nobody could have checked it, and one that fails spoils a record for good.

    Raises:
        UsageError: There is one.
    """
    if meta and "sig" in meta:
        msg = "the notes of an entry cannot bring a signature, which nobody has checked"
        raise UsageError(
            msg, hint="Game(signers=…) asks for the signatures of seats while it makes their entries."
        )


def _hint(entry: Entry, standing: Standing) -> str | None:
    """What helps whoever is refused a move of the table."""
    if standing.sealed is not None:
        resumed = standing.sealed.status == "adjourned"
        return "`Resume` goes on with an adjourned game." if resumed else "A branch can go on from any entry."
    match entry.move:
        case Retract() | Rule():
            last = entry.seq - 1
            return f"The last entry is {last}." if last else "There is no entry yet."
        case NonceReveal():
            return "A seat reveals what it has committed to, before the first draw."
        case _:
            return None
