"""Signatures of moves: a player's own hand under what the record says they chose (``docs/format.md``, section 7).

A signature is of the move's bytes, commitments and all, and of the hash of the last entry that the player had seen:
so it is good for this place of this game and for no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import attrs
import msgpack

from timecore.actors import TABLE, Actor, Seat
from timecore.chain import Opening, T, commitment_digest
from timecore.codec import Commitment, decode
from timecore.errors import SigningError, UsageError
from timecore.keys import SecretKey, key_fault, signature_holds
from timecore.record import Sign

__all__ = [
    "MoveToSign",
    "MustHaveSeen",
    "Signer",
    "Signers",
    "check_signers",
    "move_bytes",
    "move_message",
]

_MOVE: Final = T("move")


def move_message(seen_hash: bytes, seat: Seat, move: bytes) -> bytes:
    """What is signed of a move.

    Args:
        seen_hash: The hash of the last entry that the player had seen (of the header, if none).
        seat: Their seat.
        move: The tc1 bytes of the move as it stands in the body, commitments and all.
    """
    return _MOVE + seen_hash + seat.to_bytes(4, "big") + move


def move_bytes(body: bytes) -> bytes:
    """The bytes of the move in the body of a sound entry."""
    unpacker = msgpack.Unpacker(max_buffer_size=len(body) or 1)
    unpacker.feed(body)
    unpacker.read_array_header()
    unpacker.skip()
    unpacker.skip()
    begin = unpacker.tell()
    unpacker.skip()
    return body[begin : unpacker.tell()]


@attrs.frozen
class MoveToSign:
    """What a player is asked to sign. Before they do, :meth:`row` shows them what they would be held to.

    Attributes:
        game: The game's own number, 16 bytes.
        seat: Their seat.
        seen: The number of the last entry that they had seen, 0 for the header.
        seen_hash: Its hash, 32 bytes.
        move: The tc1 bytes of the move as it will stand in the record, commitments and all.
        openings: Salts and values of these commitments, in order.
    """

    game: bytes
    seat: Seat
    seen: int
    seen_hash: bytes
    move: bytes
    openings: tuple[Opening, ...]

    @property
    def message(self) -> bytes:
        """What is to be signed."""
        return move_message(self.seen_hash, self.seat, self.move)

    def row(self) -> tuple[Any, ...]:
        """The move as the record will hold it: its code (of a move of the table its name), then its fields, opened.

        Raises:
            SigningError: A commitment hides something else than its opening says.
            RecordError: It is no move at all.
        """
        left = list(self.openings)
        found: list[Any] = []
        for value in decode(self.move):
            if type(value) is not Commitment:
                found.append(value)
                continue
            salt, raw = left.pop(0) if left else (b"", b"")
            if commitment_digest(self.game, self.seat, salt, raw) != value.digest:
                msg = f"the move that seat {self.seat} is to sign hides something that is not shown"
                raise SigningError(msg, hint="Do not sign it.")
            found.append(decode(raw))
        return tuple(found)


Signer: TypeAlias = SecretKey | Callable[[MoveToSign], bytes]
"""A key, or whatever gives a signature of 64 bytes for a move."""


class MustHaveSeen:
    """Which entry a seat must have seen, at least, when it signs the next one.

    Between that entry and the signed one, only other seats' entries and notes may stand.
    """

    __slots__ = ("_all", "_own")

    def __init__(self) -> None:
        self._all = 0
        self._own: dict[Seat, int] = {}

    def enter(self, seq: int, actor: Actor, move: Sequence[Any]) -> None:
        """Take note of the next entry.

        Args:
            seq: Its number.
            actor: Whose it is.
            move: Its move's row.
        """
        if actor >= 0:
            self._own[actor] = seq
        elif actor != TABLE or move[0] != "Note":
            self._all = seq

    def least(self, seat: Seat) -> int:
        """The number of that entry, 0 for the header."""
        return max(self._all, self._own.get(seat, 0))


def check_signers(signers: object) -> None:
    """Refuse what says of no seat who signs for it.

    Raises:
        UsageError: It is no mapping.
    """
    if not isinstance(signers, Mapping):
        msg = f"signers must map seats to keys or functions, not be {type(signers).__name__}"
        raise UsageError(msg, hint="{0: key} signs for seat 0.")


class Signers:
    """Those who sign for the seats of a game.

    Args:
        game: The game's own number, 16 bytes.
        keys: The seats' public keys, by seat.
        signers: Who signs, by seat.

    Attributes:
        asking: Whether somebody is being asked for a signature right now.
        must_have_seen: What each seat must have seen when it signs.

    Raises:
        UsageError: They are no mapping, a seat does not exist or has no key, or its key is another one.
    """

    __slots__ = ("_game", "_keys", "_signers", "asking", "must_have_seen")

    def __init__(self, game: bytes, keys: Sequence[bytes | None], signers: Mapping[Seat, Signer]) -> None:
        check_signers(signers)
        for seat, signer in signers.items():
            if type(seat) is not int or not 0 <= seat < len(keys):
                msg = f"there is no seat {seat!r} to sign for: the game has seats 0 to {len(keys) - 1}"
                raise UsageError(msg)
            raw = keys[seat]
            if raw is None:
                msg = f"seat {seat} has no key in the game's header, so it cannot sign"
                raise UsageError(msg, hint="Game.new(keys=…) puts keys there.")
            fault = key_fault(raw)
            if fault is None and isinstance(signer, SecretKey) and signer.public.raw != raw:
                fault = f"is not that of {signer.owner}"
            if fault is not None:
                msg = f"the key of seat {seat} {fault}"
                raise UsageError(msg)
        self._game = game
        self._keys = keys
        self._signers = dict(signers)
        self.asking = False
        self.must_have_seen = MustHaveSeen()

    def __contains__(self, seat: Actor) -> bool:
        return seat in self._signers

    def check_seen(self, seat: Seat, seen: int, last: int) -> None:
        """Whether a seat that has seen so much may sign the next entry.

        Args:
            seat: The seat.
            seen: The number of the last entry that its player had seen.
            last: The number of the last entry there is.

        Raises:
            UsageError: It may not.
        """
        least = self.must_have_seen.least(seat)
        if type(seen) is not int or not least <= seen <= last:
            msg = (
                f"seat {seat} has to have seen an entry from {least} to {last} before it signs, not {seen!r}"
            )
            raise UsageError(msg, hint="Without `seen` in the notes it has seen all of them.")

    def notes(self, seat: Seat, seen: int, seen_hash: bytes) -> Sign:
        """What makes the notes of a signed entry, once its move's bytes and openings are there."""
        return partial(self._notes, seat, seen, seen_hash)

    def _notes(
        self, seat: Seat, seen: int, seen_hash: bytes, move: bytes, openings: tuple[Opening, ...]
    ) -> dict[str, Any]:
        asked = MoveToSign(self._game, seat, seen, seen_hash, move, openings)
        signer = self._signers[seat]
        if isinstance(signer, SecretKey):
            return {"seen": seen, "sig": signer.sign(asked.message)}
        self.asking = True
        try:
            signature = signer(asked)
        finally:
            self.asking = False
        raw = self._keys[seat]
        assert raw is not None  # noqa: S101 - who signs has a key
        if type(signature) is not bytes or not signature_holds(raw, signature, asked.message):
            msg = f"what was given as the signature of seat {seat} is none by its key"
            raise SigningError(msg, hint="The move does not count.")
        return {"seen": seen, "sig": signature}
