"""Head hashes as people hand them on."""

from __future__ import annotations

from timecore_cli._errors import USAGE, Failure

__all__ = ["hash_in", "head_given"]


def head_given(text: str) -> bytes:
    """The hash that ``--head`` gives."""
    found = hash_in(text)
    if found is None:
        msg = f"--head needs the 64 hexadecimal digits of a head hash, or its 44 characters of base64, not {text!r}"
        hint = "Take it from the score sheet, or from whoever kept it: what a record says of itself proves nothing."
        raise Failure(msg, code=USAGE, hint=hint)
    return found


def hash_in(text: str) -> bytes | None:
    """A hash in hexadecimal digits, or in base64 as in a score sheet; ``None`` if it is none."""
    if len(text) == 44:
        from timecore.keys import strict_base64

        found = strict_base64(text)
        return found if found is not None and len(found) == 32 else None
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return None
    return found if len(found) == 32 and len(text) == 64 else None
