"""Luck that can be proven: seeds, draws, salts and nonces, all by SHA-256 (``docs/format.md``, sections 3 and 5).

Nothing here knows a game, an encoding or a file. The same seed gives the same draws for ever, on every Python.
"""

from timecore.chance._formulas import (
    NO_NONCE,
    T,
    all_hashed,
    chance_key,
    chance_keys,
    chance_root,
    given_salt,
    given_salt_key,
    given_seed,
    hashed,
    mix,
    nonce_commitment,
    nonce_of_text,
    unit,
)
from timecore.chance._in_force import Draw, LuckInForce, NonceFault
from timecore.chance._luck import MAX_DRAWS, Luck, LuckKind, is_draws

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
