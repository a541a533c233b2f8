"""Signed notes as C2SP defines them: a text, a blank line, and a line for each signature.

::

    timecore game v1
    …

    — club.example/arbiter BNqPIOlMiE2q…

A signature is of the text with its last newline. What stands in its line is the key's name, and in base64 the key's
number and the signature. Whoever reads a note checks the signatures of keys they know and passes over the others.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Final, NamedTuple

import attrs

from timecore.errors import NoteRefused
from timecore.keys import PublicKey, SecretKey, note_name, strict_base64

__all__ = ["LONGEST", "MOST", "Checked", "NoteSignature", "SignedNote"]

LONGEST: Final = 1 << 16
"""How many bytes a note may have."""

MOST: Final = 100
"""How many signatures a note may have."""

_DASH: Final = "\u2014 "


class NoteSignature(NamedTuple):
    """One signature as it stands in a note, not yet checked.

    Attributes:
        name: The name of the key.
        id: The key's number, 4 bytes.
        blob: The signature itself; of an Ed25519 key 64 bytes.
    """

    name: str
    id: bytes
    blob: bytes

    @property
    def line(self) -> str:
        """The line of the note, with its newline."""
        return f"{_DASH}{self.name} {b64encode(self.id + self.blob).decode()}\n"

    def may_be(self, key: PublicKey) -> bool:
        """Whether it says that it is this key's."""
        return self.name == key.name and self.id == key.id


class Checked(NamedTuple):
    """What the signatures of a note are worth to somebody who knows some keys.

    Attributes:
        good: The keys whose signature holds, in the order of the note, each once.
        bad: Those that a signature names and that did not make it.
        unknown: The signatures of other keys.
    """

    good: tuple[PublicKey, ...]
    bad: tuple[PublicKey, ...]
    unknown: tuple[NoteSignature, ...]


@attrs.frozen
class SignedNote:
    """A text and its signatures.

    Attributes:
        text: The text, with the newline at its end.
        signatures: The signatures, in order.

    Raises:
        NoteRefused: The text is none that a note can have, or it is too long, or there are too many signatures.
    """

    text: str = attrs.field()
    signatures: tuple[NoteSignature, ...] = ()

    def __attrs_post_init__(self) -> None:
        _check_text(self.text)
        if len(self.signatures) > MOST:
            msg = f"a note has at most {MOST} signatures, not {len(self.signatures)}"
            raise NoteRefused(msg)
        if len(self.to_bytes()) > LONGEST:
            msg = f"a note has at most {LONGEST} bytes"
            raise NoteRefused(msg)

    @classmethod
    def parse(cls, data: bytes) -> SignedNote:
        """Read a note with one signature or more. Each of them has one form only.

        Raises:
            NoteRefused: It is none; says where.
        """
        if len(data) > LONGEST:
            msg = f"a note has at most {LONGEST} bytes, not {len(data)}"
            raise NoteRefused(msg)
        try:
            whole = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            msg = f"line {line} of the note is not UTF-8"
            raise NoteRefused(msg, line=line) from None
        if "\r\n" in whole:
            msg = "the lines of the note end as on Windows, which its signatures do not cover"
            raise NoteRefused(
                msg,
                line=1,
                hint="Something changed it on its way: get it anew, or save it with newlines alone.",
            )
        before, blank, after = whole.rpartition("\n\n")
        if not blank:
            msg = "the note has no blank line, and no signatures behind one"
            raise NoteRefused(msg)
        text = before + "\n"
        if not after:
            msg = "nobody has signed the note"
            hint = "If somebody had, its signatures were taken out: get it anew."
            raise NoteRefused(msg, line=whole.count("\n"), hint=hint)
        if not after.endswith("\n"):
            msg = "the note does not end with a whole line"
            hint = "Where a signature was cut off while it was written, take its line out, and sign again."
            raise NoteRefused(msg, line=whole.count("\n") + 1, hint=hint)
        first = text.count("\n") + 2
        if after.count("\n") > MOST:
            msg = f"a note has at most {MOST} signatures, not {after.count(chr(10))}"
            raise NoteRefused(msg)
        lines = after[:-1].split("\n")
        return cls(text, tuple(_signature(line, number) for number, line in enumerate(lines, first)))

    def to_bytes(self) -> bytes:
        """The note as it stands in a file, in UTF-8."""
        return (self.text + "\n" + "".join(one.line for one in self.signatures)).encode()

    def signed(self, key: SecretKey) -> SignedNote:
        """The same with a key's signature behind the others; the same if it is there already.

        Raises:
            NoteRefused: There are as many signatures as a note may have, or one that says that it is this key's, and
                is not: no reader who knows the key would take anything from the note.
        """
        public, message = key.public, self.text.encode()
        own = [one for one in self.signatures if one.may_be(public)]
        if not all(public.holds(one.blob, message) for one in own):
            msg = (
                f"the note has a signature that says that it is {public.name}+{public.id.hex()}'s, and is not"
            )
            raise NoteRefused(msg, hint="Nobody takes anything from such a note: take that line out first.")
        if own:
            return self
        made = NoteSignature(public.name, public.id, key.sign(message))
        return SignedNote(self.text, (*self.signatures, made))

    def check(self, keys: Iterable[PublicKey]) -> Checked:
        """Check the signatures of some keys.

        Args:
            keys: The keys that are known.

        Raises:
            ExtraMissing: The package for it is not installed, and there is a signature to check.
        """
        known = list(keys)
        good: dict[PublicKey, None] = {}
        bad: dict[PublicKey, None] = {}
        unknown: dict[NoteSignature, None] = {}
        message = self.text.encode()
        for one in self.signatures:
            named = [key for key in known if one.may_be(key)]
            holding = [key for key in named if key.holds(one.blob, message)]
            if not named:
                unknown[one] = None
            for key in holding or named:
                (good if holding else bad)[key] = None
        return Checked(tuple(good), tuple(bad), tuple(unknown))


def _check_text(text: str) -> None:
    if not text.endswith("\n"):
        msg = "the text of a note ends with a newline"
        raise NoteRefused(msg)
    for number, line in enumerate(text[:-1].split("\n"), 1):
        if any(character < " " for character in line):
            msg = f"line {number} of the note has a control character in it"
            raise NoteRefused(msg, line=number)
    try:
        text.encode()
    except UnicodeEncodeError:
        msg = "the text of the note is not Unicode"
        raise NoteRefused(msg) from None


def _signature(line: str, number: int) -> NoteSignature:
    name, blank, encoded = line.removeprefix(_DASH).partition(" ")
    found = strict_base64(encoded)
    if not line.startswith(_DASH) or not blank or found is None or len(found) < 5:
        msg = f"line {number} of the note is no signature"
        raise NoteRefused(
            msg, line=number, hint="It is a dash, a name, and a number and signature in base64."
        )
    # The keys of strangers may be called otherwise than those that are made here.
    if not name or note_name(name) != name or re.search(r"[\x00-\x1f\x7f-\x9f]", name):
        msg = f"line {number} of the note: the name of the key is empty, or has a blank, plus sign or control character"
        raise NoteRefused(msg, line=number)
    return NoteSignature(name, found[:4], found[4:])
