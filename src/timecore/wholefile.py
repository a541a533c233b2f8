"""Files that are read whole, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from timecore import entropy
from timecore.errors import RecordClash

__all__ = [
    "FLAGS",
    "LONGEST",
    "read_file",
    "read_open",
    "rename_new",
    "sync_folder",
    "write_beside",
    "write_file",
]

LONGEST: Final = 1 << 26
"""How many bytes of a file are read at most: those of a game of half a million entries. No file, and nothing that only
looks like one, is to take all memory."""

#: Neither inherited by programs that are started, nor touched by what Windows does to line ends.
FLAGS: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def write_file(path: str | os.PathLike[str], data: bytes, *, replace: bool = False) -> None:
    """Write a file whole or not at all: beside it first, then under its name.

    Raises:
        RecordClash: There is a file already and ``replace`` is false.
        OSError: It cannot be written.
    """
    target = Path(path)
    beside = write_beside(target, data)
    try:
        if replace:
            beside.replace(target)
        else:
            rename_new(beside, target)
        sync_folder(target.parent)
    finally:
        beside.unlink(missing_ok=True)


def write_beside(target: Path, data: bytes, *, sync: bool = True) -> Path:
    """Write a file under a name of no meaning, and wait until it is on the disk."""
    beside = _beside(target)
    fd = _open_new(target, beside)
    try:
        try:
            _write_whole(fd, data)
            if sync:
                os.fsync(fd)
        finally:
            os.close(fd)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{entropy.token(6).hex()}.part")


def _open_new(target: Path, beside: Path) -> int:
    """Open a new file; an error names the file that was asked for, and not the one beside it."""
    try:
        return os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | FLAGS, 0o666)
    except OSError as error:
        error.filename = str(target)
        raise


def _write_whole(fd: int, data: bytes) -> None:
    """A large file may take the system several writes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def rename_new(beside: Path, target: Path) -> None:
    """Give a file its name, unless another has it."""
    clash = RecordClash(f"{target} exists already", hint="Choose another name, or remove it first.")
    try:
        os.link(beside, target)
    except FileExistsError:
        raise clash from None
    except OSError:
        # A file system without links: not free of a race, but never silent about a file that is there.
        if target.exists():
            raise clash from None
        beside.rename(target)
    else:
        beside.unlink()


def sync_folder(folder: Path) -> None:
    """Make a new name as durable as the file; not every system can."""
    try:
        fd = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | FLAGS)
    except OSError:
        return
    try:
        os.fsync(fd)
    except OSError:
        pass
    finally:
        os.close(fd)


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, or of a pipe.

    Raises:
        OSError: It cannot be read, or there are more than :data:`LONGEST` bytes.
    """
    fd = os.open(path, os.O_RDONLY | FLAGS)
    try:
        return _read_on(fd, path)
    finally:
        os.close(fd)


def read_open(fd: int, target: Path) -> bytes:
    """The bytes of a file that is open, from its beginning.

    Raises:
        OSError: It is no regular file, cannot be read, or has more than :data:`LONGEST` bytes.
    """
    if not stat.S_ISREG(os.fstat(fd).st_mode):  # there are devices that can be written, and never end
        raise OSError(errno.EINVAL, "not a regular file", str(target))
    os.lseek(fd, 0, os.SEEK_SET)
    return _read_on(fd, target)


def _read_on(fd: int, path: str | os.PathLike[str]) -> bytes:
    chunks = []
    left = LONGEST
    while chunk := os.read(fd, 1 << 20):
        chunks.append(chunk)
        left -= len(chunk)
        if left < 0:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), os.fspath(path))
    return b"".join(chunks)
