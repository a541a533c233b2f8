"""Ed25519 keys: who has signed something (``docs/format.md``, sections 7 and 9).

A key has a name, and both have a text of one line: the public key that of C2SP signed notes, ``NAME+ID+BASE64``, the
secret one that of Go's notes, ``PRIVATE+KEY+NAME+ID+BASE64``. In a file a secret key lies as :mod:`timecore.keyfiles`
writes it.

Signing and checking needs the package ``cryptography`` (the extra ``sign``); reading public keys does not.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final, Self

import attrs

from timecore import entropy
from timecore.chain import T
from timecore.display import fit, printable
from timecore.errors import ExtraMissing, KeyRefused

__all__ = [
    "LONGEST_NAME",
    "PublicKey",
    "SecretKey",
    "checker",
    "key_fault",
    "key_id",
    "name_fault",
    "note_name",
    "possession_message",
    "signature_holds",
    "strict_base64",
]

LONGEST_NAME: Final = 255
"""How many bytes a name may have."""

#: What a terminal or a page shows nothing of, or what turns the direction of writing: with it one name looks like
#: another. Not among them are the joiners of some scripts (U+200C, U+200D), without which names there are misspelt.
_UNSEEN: Final = (
    "[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)

#: The algorithm's number in a key's text.
_ED25519: Final = b"\x01"

_KEY: Final = T("key")
_SECRET: Final = "PRIVATE+KEY+"  # noqa: S105 - how the text of a key begins

#: The field that the curve is over, and the first coordinates (y) of its eight points of small order.
_P: Final = 2**255 - 19
_Y: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER: Final = frozenset({0, 1, _P - 1, _Y, _P - _Y})


def ed25519() -> Any:
    """The package's module for this kind of key.

    Raises:
        ExtraMissing: The package is not installed.
    """
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519 as module  # noqa: PLC0415 - an extra
    except ImportError:
        msg = "signatures need the package cryptography, which is not installed"
        hint = "pip install './timecore[sign]' brings it, where ./timecore is a clone."
        raise ExtraMissing(msg, extra="sign", package="cryptography", hint=hint) from None
    return module


# -- names and numbers -----------------------------------------------------------------------------------------


def name_fault(name: object) -> str | None:
    """What is wrong with what a person or a key is called, as the end of a sentence, or ``None``."""
    if type(name) is not str:
        return "is no text"
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return "is not Unicode"
    if not name.strip():
        return "is blank"
    if name != name.strip():
        return "begins or ends with a blank"
    if size > LONGEST_NAME:
        return f"has more than {LONGEST_NAME} bytes"
    if re.search(r"[\x00-\x1f\x7f-\x9f]", name):
        return "has a control character in it"
    if re.search(_UNSEEN, name):
        return "has a character in it that cannot be seen, or that turns the direction of writing"
    return None


def note_name(name: str) -> str:
    """What a key is called in notes, where neither blanks nor plus signs may stand: these become hyphens."""
    return re.sub(r"[\s+]+", "-", name)


def key_fault(raw: object) -> str | None:
    """Why signatures by a public key would prove nothing, as the end of a sentence, or ``None``.

    Refused are the 14 encodings of points of small order, under which anybody can make signatures, and encodings that
    are not the shortest, which not all checkers take for the same key.

    Args:
        raw: The key's 32 bytes.
    """
    if type(raw) is not bytes or len(raw) != 32:
        return "has not 32 bytes"
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y % _P in _SMALL_ORDER:
        return "is of small order: anybody could sign with it"
    if y >= _P:
        return "is not in its canonical form"
    return None


def key_id(name: str, raw: bytes) -> bytes:
    """The four bytes by which notes tell keys of one name apart.

    Args:
        name: The key's name in notes.
        raw: The public key's 32 bytes.
    """
    return sha256(name.encode() + b"\n" + _ED25519 + raw).digest()[:4]


def possession_message(raw: bytes, name: str) -> bytes:
    """What the owner of a key signs to show that it is theirs.

    Args:
        raw: The public key's 32 bytes.
        name: What people call the owner.
    """
    return _KEY + raw + name.encode()


def strict_base64(text: str) -> bytes | None:
    """The bytes that a text stands for; ``None`` unless it is their one form in base64."""
    try:
        found = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return found if b64encode(found).decode() == text else None


# -- keys ------------------------------------------------------------------------------------------------------


def _note_name(_: object, __: Any, name: Any) -> None:
    fault = name_fault(name)
    if fault is None and note_name(name) != name:
        fault = "has a blank or a plus sign in it"
    if fault is not None:
        msg = f"the name of a key in notes {fault}: {_quoted(name)}"
        raise KeyRefused(msg)


def _raw_key(_: object, __: Any, raw: Any) -> None:
    fault = key_fault(raw)
    if fault is not None:
        msg = f"the public key {fault}"
        raise KeyRefused(msg)


def _quoted(text: object) -> str:
    return fit(printable(repr(text)), 80)


@attrs.frozen
class PublicKey:
    """Who checks signatures needs this.

    Attributes:
        name: What notes call the key: a text without blanks and plus signs.
        raw: The key, 32 bytes.

    Raises:
        KeyRefused: The name will not do, or the key is one under which signatures prove nothing.
    """

    name: str = attrs.field(validator=_note_name)
    raw: bytes = attrs.field(validator=_raw_key, repr=lambda raw: raw.hex())

    @property
    def id(self) -> bytes:
        """The four bytes by which notes tell keys of one name apart."""
        return key_id(self.name, self.raw)

    @property
    def text(self) -> str:
        """The key as one line, ``NAME+ID+BASE64``: a C2SP verifier key."""
        return f"{self.name}+{self.id.hex()}+{b64encode(_ED25519 + self.raw).decode()}"

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key that a line stands for.

        Raises:
            KeyRefused: It is none.
        """
        name, number, blob = _parts(text, "a public key")
        key = cls(name, blob)
        _check_id(key, number)
        return key

    def holds(self, signature: bytes, message: bytes) -> bool:
        """Whether a signature is this key's, of this message.

        Raises:
            ExtraMissing: The package for it is not installed.
        """
        return signature_holds(self.raw, signature, message)

    def is_possessed(self, proof: bytes, owner: str) -> bool:
        """Whether a proof shows that the key is somebody's own: :meth:`SecretKey.possession` made it.

        Args:
            proof: The proof, 64 bytes.
            owner: What people call them.

        Raises:
            ExtraMissing: The package for it is not installed.
        """
        return self.holds(proof, possession_message(self.raw, owner))


def signature_holds(raw: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature by a public key holds; never by a key under which signatures prove nothing.

    Raises:
        ExtraMissing: The package for it is not installed.
    """
    return checker(raw)(signature, message)


def checker(raw: bytes) -> Callable[[bytes, bytes], bool]:
    """What checks many signatures by one public key, as :func:`signature_holds` checks one.

    Args:
        raw: The key's 32 bytes.

    Returns:
        A function of signature and message.

    Raises:
        ExtraMissing: The package for it is not installed.
    """
    module = ed25519()
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - an extra

    if key_fault(raw) is not None:
        return lambda _signature, _message: False
    try:
        verify = module.Ed25519PublicKey.from_public_bytes(raw).verify
    except ValueError:  # no such point, if the package looks for that here
        return lambda _signature, _message: False

    def holds(signature: bytes, message: bytes) -> bool:
        if len(signature) != 64:
            return False
        try:
            verify(signature, message)
        except InvalidSignature:
            return False
        return True

    return holds


@attrs.frozen
class SecretKey:
    """Who signs needs this, and nobody else may have it.

    Attributes:
        owner: What people call its owner; may have blanks in it.
        public: The public key; its name is the owner's, as notes can hold it.
    """

    owner: str
    public: PublicKey
    _seed: bytes = attrs.field(repr=False)
    _signer: Any = attrs.field(repr=False, eq=False)

    @classmethod
    def of_seed(cls, owner: str, seed: bytes) -> Self:
        """The key that 32 bytes make.

        Args:
            owner: What people call its owner.
            seed: The 32 bytes.

        Raises:
            KeyRefused: The name will not do, or there are not 32 bytes.
            ExtraMissing: The package for it is not installed.
        """
        fault = name_fault(owner)
        if fault is not None:
            msg = f"the name of a key {fault}: {_quoted(owner)}"
            raise KeyRefused(msg)
        if type(seed) is not bytes or len(seed) != 32:
            msg = "a secret key has 32 bytes"
            raise KeyRefused(msg)
        signer = ed25519().Ed25519PrivateKey.from_private_bytes(seed)
        public = PublicKey(note_name(owner), signer.public_key().public_bytes_raw())
        return cls(owner, public, seed, signer)

    @classmethod
    def generate(cls, owner: str) -> Self:
        """A new key, from the system's random source.

        Args:
            owner: What people call its owner.

        Raises:
            KeyRefused: The name will not do.
            ExtraMissing: The package for it is not installed.
        """
        return cls.of_seed(owner, entropy.token(32))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key that a line stands for.

        Raises:
            KeyRefused: It is none.
            ExtraMissing: The package for it is not installed.
        """
        if not text.startswith(_SECRET):
            msg = f"a secret key begins with {_SECRET}"
            raise KeyRefused(msg)
        name, number, seed = _parts(text.removeprefix(_SECRET), "a secret key")
        key = cls.of_seed(name, seed)
        _check_id(key.public, number)
        return key

    @property
    def text(self) -> str:
        """The key as one line, ``PRIVATE+KEY+NAME+ID+BASE64``, as Go's notes have it. It is secret."""
        public = self.public
        return f"{_SECRET}{public.name}+{public.id.hex()}+{b64encode(_ED25519 + self._seed).decode()}"

    @property
    def seed(self) -> bytes:
        """The 32 bytes that make the key. They are secret."""
        return self._seed

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes."""
        signature: bytes = self._signer.sign(message)
        return signature

    def possession(self, owner: str | None = None) -> bytes:
        """Proof that the key is somebody's own, for a roster: 64 bytes.

        Args:
            owner: What people call them; by default the key's owner.
        """
        return self.sign(possession_message(self.public.raw, self.owner if owner is None else owner))

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_seed, (self.owner, self._seed)


def _of_seed(owner: str, seed: bytes) -> SecretKey:
    return SecretKey.of_seed(owner, seed)


def _parts(text: str, what: str) -> tuple[str, str, bytes]:
    """Name, number and key of a key's line; the key without its algorithm."""
    parts = text.split("+", 2)
    blob = strict_base64(parts[2]) if len(parts) == 3 else None
    if blob is None or not re.fullmatch("[0-9a-f]{8}", parts[1], re.ASCII):
        msg = (
            f"{_quoted(text) if what == 'a public key' else 'this'} is not {what} of one line, NAME+ID+BASE64"
        )
        raise KeyRefused(msg)
    if blob[:1] != _ED25519 or len(blob) != 33:
        msg = f"{what} called {_quoted(parts[0])} is none of Ed25519"
        raise KeyRefused(msg)
    return parts[0], parts[1], blob[1:]


def _check_id(key: PublicKey, number: str) -> None:
    if key.id.hex() != number:
        msg = f"the key called {_quoted(key.name)} has the number {key.id.hex()}, not {number}"
        raise KeyRefused(msg, hint="It was damaged, or belongs to another name.")
