"""Head hashes as people hand them on."""

from __future__ import annotations

from timecore_cli._errors import USAGE, Failure

__all__ = ["digits", "head_given"]


def head_given(text: str) -> bytes:
    """The hash that ``--head`` gives."""
    found = digits(text)
    if found is None:
        msg = f"--head needs the 64 hexadecimal digits of a head hash, not {text!r}"
        raise Failure(msg, code=USAGE, hint="`timecore replay FILE --quiet` shows a record's own head.")
    return found


def digits(text: str) -> bytes | None:
    """A hash in hexadecimal digits; ``None`` if it is none."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return None
    return found if len(found) == 32 and len(text) == 64 else None
