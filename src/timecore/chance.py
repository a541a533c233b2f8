"""Luck that can be proven: seeds, draws, salts and nonces, all by SHA-256 (``docs/format.md``, sections 3 and 5).

Nothing here knows a game, an encoding or a file. The same seed gives the same draws for ever, on every Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Self

import attrs

from timecore.actors import CHANCE, Actor, Seat
from timecore.entropy import token
from timecore.errors import HiddenValue, UsageError
from timecore.hashing import digests
from timecore.hidden import HIDDEN, Hidden
from timecore.tree import tree_root

__all__ = [
    "MAX_DRAWS",
    "NO_NONCE",
    "Draw",
    "Luck",
    "LuckInForce",
    "LuckKind",
    "NonceFault",
    "T",
    "all_hashed",
    "chance_key",
    "chance_keys",
    "chance_root",
    "given_salt",
    "given_salt_key",
    "given_seed",
    "hashed",
    "is_draws",
    "mix",
    "nonce_commitment",
    "nonce_of_text",
    "unit",
]

MAX_DRAWS: Final = 65536
"""How many draws a record can commit to at most."""

NO_NONCE: Final = bytes(32)
"""What counts for a seat that gave no nonce, or gave it irregularly."""


def T(name: str) -> bytes:  # noqa: N802 - the format's own name for it
    """What every hashed text begins with, so that no hash can be taken for one of another kind."""
    return b"timecore/1/" + name.encode() + b"\0"


_CHANCE_KEY: Final = T("chance-key")
_CHANCE_OUT: Final = T("chance-out")
_MIX: Final = T("mix")
_NONCE: Final = T("nonce")
_SALT: Final = T("salt")
_GIVEN_SEED: Final = T("given-seed")
_GIVEN_SALT: Final = T("given-salt")


# -- what a record says of its luck ----------------------------------------------------------------------------

LuckKind = Literal["sealed", "given", "manual"]
"""Where luck comes from: a random seed committed to, a seed made from a text, or a real table."""


@attrs.frozen
class Luck:
    """Where the luck of a game comes from, as its header or a ``Branch`` says.

    Attributes:
        kind: ``"sealed"``: a random seed, committed to before the first draw. ``"given"``: a seed made from a text,
            for tests and teaching. ``"manual"``: luck made at a real table.
        draws: How many draws are committed to, a power of two from 1 to 65536; 0 with manual luck.
        root: The tree hash over these draws, 32 bytes; empty with manual luck.
        seed: 32 bytes; ``HIDDEN`` where this copy does not hold it, ``None`` with manual luck.
        salt_key: What the salts of given luck are made from; ``HIDDEN`` where this copy does not hold it, else
            ``None``.
    """

    kind: LuckKind
    draws: int = 0
    root: bytes = b""
    seed: bytes | Hidden | None = None
    salt_key: bytes | Hidden | None = None

    @classmethod
    def sealed(cls, draws: int, seed: bytes | None = None) -> Self:
        """Luck from a random seed.

        Args:
            draws: How many draws to commit to: a power of two, 1 … 65536.
            seed: 32 bytes that nobody can guess; from the system's random source by default.

        Raises:
            UsageError: ``draws`` is no such number.
        """
        return cls._made("sealed", draws, token(32) if seed is None else seed, None)

    @classmethod
    def given(cls, text: str, draws: int) -> Self:
        """Luck that follows from a text. It hides nothing from one who guesses the text.

        Args:
            text: Any text.
            draws: How many draws to commit to: a power of two, 1 … 65536.

        Raises:
            UsageError: ``draws`` is no such number, or the text is not Unicode.
        """
        try:
            text.encode()
        except UnicodeEncodeError as error:
            msg = f"the seed {text!a:.60} is not Unicode: half a surrogate pair at {error.start}"
            raise UsageError(msg) from None
        return cls._made("given", draws, given_seed(text), given_salt_key(text))

    @classmethod
    def manual(cls) -> Self:
        """Luck made at a real table: nothing is drawn here."""
        return cls("manual")

    @classmethod
    def _made(cls, kind: Literal["sealed", "given"], draws: int, seed: bytes, salt_key: bytes | None) -> Self:
        if not is_draws(draws):
            msg = f"the number of draws must be a power of two from 1 to {MAX_DRAWS}, not {draws!r}"
            raise UsageError(msg)
        return cls(kind, draws, chance_root(seed, draws), seed, salt_key)

    def redacted(self) -> Luck:
        """What everybody may know of it: seed and salt key are hidden."""
        return attrs.evolve(
            self,
            seed=None if self.seed is None else HIDDEN,
            salt_key=None if self.salt_key is None else HIDDEN,
        )

    def to_json(self) -> list[Any]:
        """``["sealed", N, root, seed]``, ``["given", N, root, seed, salt key]`` or ``["manual"]``, bytes in hex."""
        if self.kind == "manual":
            return ["manual"]
        secrets = [self.seed] if self.kind == "sealed" else [self.seed, self.salt_key]
        shown = [secret.hex() if type(secret) is bytes else "?" for secret in secrets]
        return [self.kind, self.draws, self.root.hex(), *shown]


def is_draws(number: object) -> bool:
    """Whether a record can commit to so many draws: a power of two from 1 to 65536."""
    return type(number) is int and 1 <= number <= MAX_DRAWS and number & (number - 1) == 0


# -- formulas --------------------------------------------------------------------------------------------------


def given_seed(text: str) -> bytes:
    """The seed that a text gives."""
    return sha256(_GIVEN_SEED + text.encode()).digest()


def given_salt_key(text: str) -> bytes:
    """The key of salts that a text gives."""
    return sha256(_GIVEN_SALT + text.encode()).digest()


def given_salt(salt_key: bytes, before: bytes, number: int, value: bytes) -> bytes:
    """The salt of a commitment where luck is given.

    Args:
        salt_key: 32 bytes.
        before: The hash of the record before this one; 32 zero bytes before the header.
        number: Which commitment of its body it is, from 0.
        value: The tc1 bytes of the value. It and the history are in the salt because two values must never stand
            under one salt: whoever is shown one could then try out the other.

    Returns:
        16 bytes.
    """
    return sha256(_SALT + salt_key + before + number.to_bytes(4, "big") + value).digest()[:16]


def chance_key(seed: bytes, k: int) -> bytes:
    """The key r_k of a draw; given away, it proves this draw and shows no other.

    Args:
        seed: 32 bytes.
        k: The number of the draw, from 0.
    """
    return sha256(_CHANCE_KEY + seed + k.to_bytes(4, "big")).digest()


def chance_keys(seed: bytes, draws: int) -> list[bytes]:
    """The keys of the first ``draws`` draws."""
    later = [k.to_bytes(4, "big") for k in range(len(_NUMBERS), draws)]
    return digests((*_NUMBERS[:draws], *later), after=_CHANCE_KEY + seed)


#: The numbers of the first draws as they are hashed: an audit hashes those of each game.
_NUMBERS: Final = tuple([k.to_bytes(4, "big") for k in range(128)])


def chance_root(seed: bytes, draws: int) -> bytes:
    """The tree hash over the keys of the first ``draws`` draws."""
    return tree_root(chance_keys(seed, draws))


def mix(nonces: Sequence[bytes | None]) -> bytes:
    """What the seats' nonces make together.

    Args:
        nonces: One for each seat, ``None`` where there is none.
    """
    return sha256(_MIX + b"".join([NO_NONCE if nonce is None else nonce for nonce in nonces])).digest()


@lru_cache(maxsize=16)
def _mix_of_none(seats: int) -> bytes:
    # Most luck has no nonces, and a record may set it anew before every draw.
    return mix([None] * seats)


def nonce_commitment(set_hash: bytes, seat: Seat, nonce: bytes) -> bytes:
    """What a seat enters before it reveals its nonce.

    Args:
        set_hash: The hash of the record that set the luck.
        seat: Whose nonce it is.
        nonce: 32 bytes.
    """
    return sha256(_NONCE + set_hash + seat.to_bytes(4, "big") + nonce).digest()


def nonce_of_text(text: str) -> bytes:
    """The nonce that a player's own words give: their SHA-256, which any tool can work out again.

    Args:
        text: Words that nobody can guess.

    Raises:
        UsageError: The text is not Unicode.
    """
    try:
        return sha256(text.encode()).digest()
    except UnicodeEncodeError as error:
        msg = f"the text {text!a:.60} is not Unicode: half a surrogate pair at {error.start}"
        raise UsageError(msg) from None


def hashed(key: bytes, mixed: bytes) -> int:
    """What a draw is hashed to: 256 bits, of which the outcome is taken as a remainder.

    Nothing is rejected, so a draw costs one hash; the bias of an outcome is below its weight's share of ``2**256``.

    Args:
        key: The draw's key.
        mixed: What the nonces make together.
    """
    return int.from_bytes(sha256(_CHANCE_OUT + key + mixed).digest(), "big")


def unit(key: bytes, mixed: bytes, total: int) -> int:
    """The number drawn: ``0 .. total - 1``.

    Args:
        key: The draw's key.
        mixed: What the nonces make together.
        total: The sum of the weights of all outcomes.
    """
    return hashed(key, mixed) % total


def all_hashed(keys: Sequence[bytes], mixed: bytes) -> list[int]:
    """What each of many draws is hashed to: 256 bits, from which a number below any total is taken as a remainder."""
    return [int.from_bytes(one, "big") for one in digests([key + mixed for key in keys], after=_CHANCE_OUT)]


# -- the luck in force along a record --------------------------------------------------------------------------


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
