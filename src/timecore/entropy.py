"""The one place where the library asks for luck of its own: the system's random source."""

import os

__all__ = ["token"]


def token(size: int) -> bytes:
    """Bytes that nobody can guess: for seeds, salts and names of games.

    Args:
        size: How many bytes.
    """
    return os.urandom(size)
