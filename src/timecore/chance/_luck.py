"""What a record says of its luck."""

from __future__ import annotations

from typing import Any, Final, Literal, Self

import attrs

from timecore.chance._formulas import chance_root, given_salt_key, given_seed
from timecore.entropy import token
from timecore.errors import UsageError
from timecore.hidden import HIDDEN, Hidden

__all__ = ["MAX_DRAWS", "Luck", "LuckKind", "is_draws"]

MAX_DRAWS: Final = 65536
"""How many draws a record can commit to at most."""

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
