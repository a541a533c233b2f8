"""Checkpoints and proofs of a transparency log, as C2SP has them.

A tournament's tree is such a log. A checkpoint (``tlog-checkpoint``) says how many leaves it has and what their root
is; a proof (``tlog-proof``) says that one of them is in it. That a tree has only grown since an earlier checkpoint is
said in the form in which witnesses are told (``tlog-witness``, ``add-checkpoint``), since ``tlog-proof`` has none
for it. Tools that check other logs check these too.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Final, Self

import attrs

from timecore.errors import NoteRefused
from timecore.keys import PublicKey, SecretKey, name_fault, note_name, strict_base64
from timecore.notes import LONGEST, SignedNote
from timecore.tree import has_grown, root_of_path

__all__ = ["Checkpoint", "GrowthProof", "TreeProof"]

_SIZE: Final = "0|[1-9][0-9]{0,17}"
_PROOF: Final = "c2sp.org/tlog-proof@v1"

#: How long a path can be: a tree of 2**63 leaves is as high.
_HIGHEST: Final = 63


@attrs.frozen
class Checkpoint:
    """A tree at one time.

    Attributes:
        origin: What the log calls itself, such as ``club.example/open``.
        size: How many leaves the tree has.
        root: Their tree hash, 32 bytes.
        extensions: Further lines, which nobody need understand; timecore writes none.
    """

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text that is signed."""
        lines = (self.origin, str(self.size), b64encode(self.root).decode(), *self.extensions)
        return "".join(line + "\n" for line in lines)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text.

        Raises:
            NoteRefused: It is none; says which line.
        """
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop():
            raise NoteRefused("a checkpoint has three lines at least")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                raise NoteRefused(f"checkpoint: line {number} is blank", line=number)
        if re.fullmatch(_SIZE, lines[1], re.ASCII) is None:
            raise NoteRefused("checkpoint: line 2 is not the size of a tree", line=2)
        return cls(lines[0], int(lines[1]), _digest(lines[2], "checkpoint", 3), tuple(lines[3:]))

    def signed(self, key: SecretKey) -> SignedNote:
        """The checkpoint as a note, signed.

        Raises:
            NoteRefused: The origin is no line of a note.
        """
        Checkpoint.parse(self.text)
        return SignedNote(self.text).signed(key)

    def key_of(self, key: PublicKey) -> PublicKey:
        """A key as it signs for this log: a log's key is called what the log is, whoever owns it.

        Args:
            key: The key as its owner calls it.

        Returns:
            The same key under the name of the origin, where that can be the name of a key; else as it was.
        """
        if name_fault(self.origin) is None and note_name(self.origin) == self.origin:
            return PublicKey(self.origin, key.raw)
        return key


@attrs.frozen
class TreeProof:
    """That one leaf is in the tree of a checkpoint; anybody can check it without the tree.

    Attributes:
        index: Which leaf it is, from 0.
        path: The hashes from the leaf upwards.
        note: The checkpoint, signed.
        extra: Bytes of no meaning to the proof, or ``None``.
    """

    index: int
    path: tuple[bytes, ...]
    note: SignedNote
    extra: bytes | None = None

    @property
    def checkpoint(self) -> Checkpoint:
        """What the note says.

        Raises:
            NoteRefused: It is no checkpoint.
        """
        return Checkpoint.parse(self.note.text)

    def to_bytes(self) -> bytes:
        """The proof as it stands in a file."""
        extra = [] if self.extra is None else [f"extra {b64encode(self.extra).decode()}"]
        hashes = [b64encode(one).decode() for one in self.path]
        head = "\n".join([_PROOF, *extra, f"index {self.index}", *hashes])
        return f"{head}\n\n".encode() + self.note.to_bytes()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read a proof.

        Raises:
            NoteRefused: It is none; says which line.
        """
        if len(data) > 2 * LONGEST:
            raise NoteRefused(f"a proof has at most {2 * LONGEST} bytes, not {len(data)}")
        head, blank, rest = data.partition(b"\n\n")
        try:
            lines = head.decode("ascii").split("\n")
        except UnicodeDecodeError:
            lines = []
        if not blank or lines[:1] != [_PROOF]:
            raise NoteRefused(f"the proof does not begin with the line {_PROOF!r}", line=1)
        number, extra = 1, None
        if lines[1:2] and lines[1].startswith("extra "):
            extra = strict_base64(lines[1].removeprefix("extra "))
            number = 2
            if extra is None:
                raise NoteRefused("proof: line 2 is not 'extra' and bytes in base64", line=2)
        found = re.fullmatch(f"index ({_SIZE})", lines[number] if number < len(lines) else "", re.ASCII)
        if found is None:
            raise NoteRefused(f"proof: line {number + 1} is not 'index' and a number", line=number + 1)
        hashes = lines[number + 1 :]
        if len(hashes) > _HIGHEST:
            raise NoteRefused(f"a proof has at most {_HIGHEST} hashes, not {len(hashes)}")
        path = tuple(_digest(line, "proof", at) for at, line in enumerate(hashes, number + 2))
        return cls(int(found[1]), path, SignedNote.parse(rest), extra)

    def signers(self, leaf: bytes, keys: Iterable[PublicKey]) -> tuple[PublicKey, ...]:
        """Which of some keys vouch that a leaf is in the tree; none where the proof does not hold.

        Args:
            leaf: The leaf's bytes.
            keys: The keys that are trusted.

        Raises:
            NoteRefused: The note is no checkpoint.
            ExtraMissing: The package for signatures is not installed.
        """
        tree = self.checkpoint
        if root_of_path(leaf, self.index, tree.size, self.path) != tree.root:
            return ()
        checked = self.note.check(keys)
        return () if checked.bad else checked.good


@attrs.frozen
class GrowthProof:
    """That the tree of a checkpoint begins with all of an earlier one: a consistency proof.

    Attributes:
        size: How many leaves the earlier tree had.
        path: The hashes that :func:`~timecore.tree.grown_path` gives.
        note: The later checkpoint, signed.
    """

    size: int
    path: tuple[bytes, ...]
    note: SignedNote

    @property
    def checkpoint(self) -> Checkpoint:
        """What the note says.

        Raises:
            NoteRefused: It is no checkpoint.
        """
        return Checkpoint.parse(self.note.text)

    def to_bytes(self) -> bytes:
        """The proof as it stands in a file."""
        head = "\n".join([f"old {self.size}", *(b64encode(one).decode() for one in self.path)])
        return f"{head}\n\n".encode() + self.note.to_bytes()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read a proof.

        Raises:
            NoteRefused: It is none; says which line.
        """
        if len(data) > 2 * LONGEST:
            raise NoteRefused(f"a proof has at most {2 * LONGEST} bytes, not {len(data)}")
        head, blank, rest = data.partition(b"\n\n")
        lines = head.decode("ascii", "replace").split("\n")
        found = re.fullmatch(f"old ({_SIZE})", lines[0], re.ASCII)
        if not blank or found is None:
            raise NoteRefused("the proof does not begin with 'old' and the size of a tree", line=1)
        if len(lines) > _HIGHEST + 1:
            raise NoteRefused(f"a proof has at most {_HIGHEST} hashes, not {len(lines) - 1}")
        path = tuple(_digest(line, "proof", at) for at, line in enumerate(lines[1:], 2))
        return cls(int(found[1]), path, SignedNote.parse(rest))

    def holds_from(self, older: Checkpoint) -> bool:
        """Whether the tree of this proof's checkpoint begins with all of an earlier one.

        Args:
            older: The earlier checkpoint; whose it is, is not asked here.

        Raises:
            NoteRefused: The note is no checkpoint.
        """
        newer = self.checkpoint
        if (older.origin, older.size) != (newer.origin, self.size):
            return False
        return has_grown(older.size, older.root, newer.size, newer.root, self.path)


def _digest(text: str, what: str, line: int) -> bytes:
    found = strict_base64(text)
    if found is None or len(found) != 32:
        raise NoteRefused(f"{what}: line {line} is not 32 bytes in base64", line=line)
    return found
