"""Seeds, draws, salts and nonces, each by one SHA-256."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from timecore.actors import Seat
from timecore.errors import UsageError
from timecore.hashing import digests
from timecore.tree import tree_root

__all__ = [
    "NO_NONCE",
    "T",
    "all_hashed",
    "chance_key",
    "chance_keys",
    "chance_root",
    "given_salt",
    "given_salt_key",
    "given_seed",
    "hashed",
    "mix",
    "nonce_commitment",
    "nonce_of_text",
    "unit",
]

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
