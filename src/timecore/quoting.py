"""How a value is quoted in a sentence."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["json_text"]


def json_text(value: Any) -> str:
    """A value as a sentence shows it: as JSON, and not too long."""
    if type(value) is str and value.isidentifier() and len(value) <= 50:
        return f'"{value}"'
    if value is None or type(value) is bool:
        return _CONSTANTS[value]
    if type(value) is int and -(10**9) < value < 10**9:
        return str(value)
    import json  # only for what is rare in a sentence  # noqa: PLC0415

    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "…"


#: What JSON has other words for.
_CONSTANTS: Final = {None: "null", True: "true", False: "false"}
