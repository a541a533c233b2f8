"""Secret keys in files: PKCS #8 in PEM, as other tools write and read them, with a name above.

::

    timecore key v1
    name Ana María

    -----BEGIN PRIVATE KEY-----
    …

Only its owner may read the file (mode 0600). With a passphrase the key is encrypted; the name is not.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any, Final

from timecore.datafile import read_data_file
from timecore.display import fit, printable
from timecore.errors import KeyRefused, RecordClash
from timecore.keys import SecretKey, ed25519
from timecore.wholefile import sync_folder

__all__ = [
    "LONGEST",
    "LONGEST_PASSPHRASE",
    "is_locked",
    "key_from_file",
    "key_to_file",
    "load_key",
    "open_to_others",
    "save_key",
]

LONGEST: Final = 1 << 14
"""How many bytes a key's file may have."""

LONGEST_PASSPHRASE: Final = 1023
"""How many bytes a passphrase may have."""

_TITLE: Final = "timecore key v1"
_FLAGS: Final = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
_FILE: Final = (
    rf"{_TITLE}\nname ([^\n]+)\n\n"
    r"(-----BEGIN ((?:ENCRYPTED )?PRIVATE KEY)-----\n[A-Za-z0-9+/=\n]+\n-----END \3-----\n)"
)


def _serialization() -> Any:
    ed25519()  # says it in a sentence where the package is missing
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - an extra

    return serialization


def key_to_file(key: SecretKey, passphrase: bytes | None = None) -> bytes:
    """What stands in the file of a key.

    Args:
        key: The key.
        passphrase: What the key is encrypted with; without it everybody who has the file can sign.

    Raises:
        KeyRefused: The passphrase is empty or too long.
    """
    serialization = _serialization()
    if passphrase is not None and not 0 < len(passphrase) <= LONGEST_PASSPHRASE:
        what = f"has more than {LONGEST_PASSPHRASE} bytes" if passphrase else "is empty"
        msg = f"the passphrase {what}"
        raise KeyRefused(msg)
    encryption = (
        serialization.NoEncryption()
        if passphrase is None
        else serialization.BestAvailableEncryption(passphrase)
    )
    secret = ed25519().Ed25519PrivateKey.from_private_bytes(key.seed)
    pem: bytes = secret.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption
    )
    return f"{_TITLE}\nname {key.owner}\n\n".encode() + pem


def key_from_file(data: bytes, passphrase: bytes | None = None) -> SecretKey:
    """The key in a file.

    Args:
        data: What stands in the file.
        passphrase: What the key is encrypted with, if it is.

    Raises:
        KeyRefused: It is no key, or of another kind, or it needs another passphrase.
        ExtraMissing: The package for it is not installed.
    """
    serialization = _serialization()
    try:
        text = data.decode() if len(data) <= LONGEST else ""
    except UnicodeDecodeError:
        text = ""
    found = re.fullmatch(_FILE, text.replace("\r\n", "\n"))
    if found is None and text.startswith('format = "timecore roster'):
        msg = "this is a file of public keys, and signing takes a secret one"
        raise KeyRefused(msg, hint="The secret key is in the file beside it, which ends in .key.")
    if found is None:
        msg = "this is no file with a key of timecore"
        raise KeyRefused(msg, hint="`timecore keygen` writes them.")
    whose = f"the key of {fit(printable(found[1]), 80)}"
    locked = "ENCRYPTED" in found[3]
    if locked and passphrase is None:
        msg = f"{whose} is encrypted, and needs its passphrase"
        raise KeyRefused(msg)
    try:
        secret = serialization.load_pem_private_key(found[2].encode(), passphrase if locked else None)
    except Exception:  # noqa: BLE001 - the package has several, and says little with them
        what = "the passphrase is wrong, or the key is damaged" if locked else "the key is damaged"
        msg = f"{whose} cannot be read: {what}"
        raise KeyRefused(msg) from None
    if not isinstance(secret, ed25519().Ed25519PrivateKey):
        msg = f"{whose} is none of Ed25519"
        raise KeyRefused(msg)
    return SecretKey.of_seed(found[1], secret.private_bytes_raw())


def save_key(path: str | os.PathLike[str], key: SecretKey, passphrase: bytes | None = None) -> None:
    """Write a key to a new file that only its owner may read.

    Args:
        path: Where to.
        key: The key.
        passphrase: What the key is encrypted with.

    Raises:
        RecordClash: There is a file already.
        KeyRefused: The passphrase is empty or too long.
        OSError: It cannot be written.
    """
    data = key_to_file(key, passphrase)
    target = Path(path)
    try:
        fd = os.open(target, _FLAGS, 0o600)
    except FileExistsError:
        msg = f"{target} exists already"
        raise RecordClash(msg, hint="Choose another name: a key that is lost cannot be made again.") from None
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(target.parent)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def load_key(path: str | os.PathLike[str], passphrase: bytes | None = None) -> SecretKey:
    """Read a key from its file.

    Args:
        path: The file.
        passphrase: What the key is encrypted with, if it is.

    Raises:
        KeyRefused: It is no key, or of another kind, or it needs another passphrase.
        ExtraMissing: The package for it is not installed.
        OSError: It cannot be read, or is no regular file.
    """
    return key_from_file(read_data_file(path), passphrase)


def is_locked(data: bytes) -> bool:
    """Whether the key in a file is encrypted, so that its passphrase must be asked for."""
    return b"\n-----BEGIN ENCRYPTED PRIVATE KEY-----" in data[:LONGEST]


def open_to_others(path: str | os.PathLike[str]) -> bool:
    """Whether others than its owner may read a file, as far as the system says so."""
    return os.name != "nt" and bool(Path(path).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
