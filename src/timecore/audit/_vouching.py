"""What is at hand beside a record to vouch for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from timecore.keys import PublicKey

__all__ = ["Vouching"]


class Vouching(NamedTuple):
    """What is at hand beside a record to vouch for it.

    Attributes:
        note: The file of a signed note, or ``None``.
        proof: The file of a proof that a tournament's tree holds it, or ``None``.
        trust: The keys that count; ``None`` if nobody has said, so that none does.
    """

    note: bytes | None = None
    proof: bytes | None = None
    trust: Sequence[PublicKey] | None = None
