"""One writer at a time: a lock on an open file, held until the file is closed.

The only module that knows on which system it runs.
"""

from __future__ import annotations

import sys

__all__ = ["lock"]

if sys.platform == "win32":  # pragma: no cover - tested on Linux
    import msvcrt
    import os

    #: A place behind any record: Windows locks bytes, and the locked ones could not be read by others.
    _FAR = 2**62

    def lock(fd: int) -> bool:
        """Lock an open file for writing; whether nobody else holds it."""
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(fd: int) -> bool:
        """Lock an open file for writing; whether nobody else holds it."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
