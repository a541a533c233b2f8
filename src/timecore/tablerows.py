"""How the table's moves, and the luck of a game, stand in a record (``docs/format.md``, sections 5 and 6).

A move of the table is a row that begins with its name instead of a code, ``("Retract", 12)``. As objects these moves
are those of :mod:`timecore.table`, which most games do without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from timecore.chance import Luck, is_draws
from timecore.codec import Commitment, Misshapen
from timecore.hidden import Hidden

__all__ = [
    "AWAITED",
    "KEPT",
    "NONCES_TAG",
    "check_chance",
    "check_row",
    "draws_kept",
    "luck_from",
    "luck_row",
    "secrets_of",
]

#: What the number of draws that a branch keeps is called in the notes of its ``Branch``.
KEPT: Final = "draws"

NONCES_TAG: Final = "nonces"
"""The tag of a header that says whether the first draw waits for the seats' nonces."""

AWAITED: Final = "awaited"
"""Its value if it does."""

#: Compiled where a branch is read: most programs read none.
_COUNT: Final = "[0-9]{1,9}"


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_texts(value: Any) -> bool:
    return type(value) is tuple and all(type(one) is str for one in value)


def _is_bytes(size: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is bytes and len(value) == size


_NUMBER: Final = (_is_number, "a whole number")
_TEXT: Final = (_is_text, "a text")
_BYTES_16: Final = (_is_bytes(16), "16 bytes")
_BYTES_32: Final = (_is_bytes(32), "32 bytes")

#: What each field of each move is called, and what it must be. What a ``Branch`` holds is checked by
#: :func:`check_chance`.
_SHAPES: Final[Mapping[str, Mapping[str, tuple[Callable[[Any], bool], str]]]] = {
    "Retract": {"to": _NUMBER},
    "Rule": {"entry": _NUMBER, "text": _TEXT},
    "Forfeit": {"seat": _NUMBER},
    "Void": {"text": _TEXT},
    "Adjourn": {},
    "Resume": {},
    "Note": {"text": _TEXT},
    "Branch": {"chance": (lambda _: True, "")},
    "RevealSeed": {"salt": _BYTES_16, "seed": _BYTES_32},
    "NonceCommit": {"c": _BYTES_32},
    "NonceReveal": {"nonce": _BYTES_32},
    "Seal": {"status": _TEXT, "result": (_is_texts, "a list of texts")},
}


def check_row(row: tuple[Any, ...]) -> None:
    """Check the row of a table's move as it stands in a body.

    Types and lengths only: what breaks an order, a range or a rule is irregular, and not damage.

    Raises:
        Misshapen: With the place in the row.
    """
    shapes = _SHAPES.get(row[0])
    if shapes is None:
        raise Misshapen(f"the table has no move {row[0]!r:.60}", 0)
    if len(row) != len(shapes) + 1:
        raise Misshapen(f"{row[0]} has {len(shapes)} fields, not {len(row) - 1}")
    for number, (name, (accepts, text)) in enumerate(shapes.items(), 1):
        if not accepts(row[number]):
            raise Misshapen(f"{name} of {row[0]} must be {text}", number)
    if row[0] == "Branch" and row[1] is not None:
        try:
            check_chance(row[1])
        except Misshapen as fault:
            raise fault.inside(1) from None


def check_chance(value: Any) -> tuple[Commitment, ...]:
    """Check where luck comes from, as a header or a ``Branch`` says.

    Args:
        value: ``("sealed", N, root, SEED)``, ``("given", N, root, SEED, SALT_KEY)`` or ``("manual",)``.

    Returns:
        Its commitments.

    Raises:
        Misshapen: It is none of these; with the place in it.
    """
    if type(value) is not tuple or not value:
        raise Misshapen("chance must be a list that begins with its kind")
    width = {"sealed": 4, "given": 5, "manual": 1}.get(value[0]) if type(value[0]) is str else None
    if width is None:
        raise Misshapen("chance must be sealed, given or manual", 0)
    if len(value) != width:
        raise Misshapen(f"{value[0]} chance must be a list of {width}")
    if width == 1:
        return ()
    if not is_draws(value[1]):
        raise Misshapen("the number of draws must be a power of two from 1 to 65536", 1)
    if type(value[2]) is not bytes or len(value[2]) != 32:
        raise Misshapen("the root of the draws must have 32 bytes", 2)
    for index, secret in enumerate(value[3:], 3):
        if type(secret) is not Commitment:
            raise Misshapen("seed and salt key must be commitments", index)
    return value[3:]


def luck_from(value: tuple[Any, ...], secrets: Sequence[bytes | Hidden]) -> Luck:
    """The luck that a checked ``chance`` stands for.

    Args:
        value: ``chance`` as it stands in the body.
        secrets: What its commitments hide, in order; ``HIDDEN`` where there is no opening.
    """
    if value[0] == "manual":
        return Luck.manual()
    kind, draws, root = value[:3]
    return Luck(kind, draws, root, secrets[0], secrets[1] if kind == "given" else None)


def luck_row(luck: Luck, commitments: Sequence[Commitment]) -> tuple[Any, ...]:
    """``chance`` as it stands in a body.

    Args:
        luck: Where luck comes from.
        commitments: Those of its secrets, in order.
    """
    if luck.kind == "manual":
        return ("manual",)
    return (luck.kind, luck.draws, luck.root, *commitments)


def secrets_of(luck: Luck) -> tuple[bytes | Hidden, ...]:
    """What a record commits to of a luck: the seed and, with given luck, the salt key."""
    return tuple(secret for secret in (luck.seed, luck.salt_key) if secret is not None)


def draws_kept(meta: Mapping[str, Any]) -> int | None:
    """How many draws may be made of the luck that a ``Branch`` goes on with, those before it counted.

    Args:
        meta: The notes of the ``Branch``.

    Returns:
        The number; ``None`` where they name none, or nothing that is one: as many as it takes.
    """
    text = meta.get(KEPT)
    return int(text) if isinstance(text, str) and re.fullmatch(_COUNT, text) else None
