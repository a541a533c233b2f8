"""What a verification says: of each game, and everything that is not as it should be."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import attrs

from timecore.checkpoints import Checkpoint
from timecore.gamenotes import GameNote
from timecore.keys import PublicKey

__all__ = ["FoundGame", "ProofReport", "TournamentFault", "TournamentReport", "Trouble"]

Trouble: TypeAlias = Literal[
    "organiser",
    "leaves",
    "order",
    "checkpoint",
    "rolled back",
    "split view",
    "no end",
    "not entered",
    "missing",
    "another record",
    "score sheet",
    "audit",
    "proof",
]
"""What kind of thing is not as it should be.

``organiser``: checkpoints are by another key than a trusted one. ``leaves``: their file is damaged. ``order``: a game
begins twice, ends twice, or ends without having begun. ``checkpoint``: one is unreadable or not signed, or the last
leaves are in none. ``rolled back``: leaves are gone that a checkpoint vouches for. ``split view``: there were two trees
under one name. ``no end``: a game began and never ended, so it may have been dealt anew. ``not entered``: a game was
played and is not in the tree. ``missing``: the record of a game is not there. ``another record``: a record is not the
one that a leaf is about. ``score sheet``: there is none, or nobody who counts has signed it. ``audit``: a record has a
finding of its own, or cannot be read.
``proof``: it does not prove this record.
"""


@attrs.frozen
class TournamentFault:
    """Something that is not as it should be.

    Attributes:
        kind: What kind of thing.
        what: What is wrong, in a sentence without a full stop.
        leaf: The place of the leaf that shows it, from 0, or ``None``.
        game: The game's own number, or ``None``.
        file: The file's name, or ``None``.
    """

    kind: Trouble
    what: str
    leaf: int | None = None
    game: bytes | None = None
    file: str | None = None

    def to_json(self) -> dict[str, Any]:
        """All that is known of it; what does not apply is left out."""
        told: dict[str, Any] = {"kind": self.kind, "what": self.what}
        told |= {} if self.leaf is None else {"leaf": self.leaf}
        told |= {} if self.game is None else {"game": self.game.hex()}
        return told | ({} if self.file is None else {"file": self.file})


@attrs.frozen
class FoundGame:
    """A game of the tree.

    Attributes:
        game: Its own number, 16 bytes.
        started: The leaf that says that it has begun.
        ended: The leaf that says how it has ended, the last of several, or ``None``.
        status: ``finished``, ``forfeit``, ``void``, ``adjourned``; ``open`` without such a leaf.
        result: One token a seat; empty without such a leaf.
        file: The record that is the one of these leaves, or ``None``.
        audit: The summary of that record's own audit, or ``None``. It is ``attested`` only if a trusted key has signed
            the score sheet, or a checkpoint, by a trusted organiser, of the leaf that holds it.
        chance: What that audit says of its luck, such as ``proven``, or ``None``.
        signers: Who has signed the score sheet: of the organiser, the listed arbiters and the trusted keys. Without a
            trusted key these are the folder's own word.
    """

    game: bytes
    started: int
    ended: int | None = None
    status: str = "open"
    result: tuple[str, ...] = ()
    file: str | None = None
    audit: str | None = None
    chance: str | None = None
    signers: tuple[PublicKey, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "game": self.game.hex(),
            "started": self.started,
            "ended": self.ended,
            "status": self.status,
            "result": list(self.result),
            "file": self.file,
            "audit": self.audit,
            "chance": self.chance,
            "signers": [key.text for key in self.signers],
        }


@attrs.frozen
class TournamentReport:
    """What the verification of a whole tournament found.

    Attributes:
        name: What people call it.
        origin: What its tree is called.
        organiser: The key of its checkpoints.
        trusted: Whether that key is one that was given as trusted; ``None`` if none was given.
        leaves: How many leaves the tree has.
        checkpoint: The newest checkpoint that holds, or ``None``.
        games: The games, in the order in which they began.
        faults: What is not as it should be.
    """

    name: str
    origin: str
    organiser: PublicKey
    trusted: bool | None
    leaves: int
    checkpoint: Checkpoint | None
    games: tuple[FoundGame, ...]
    faults: tuple[TournamentFault, ...]

    @property
    def uncovered(self) -> int:
        """How many leaves are in no checkpoint yet."""
        return self.leaves - (0 if self.checkpoint is None else self.checkpoint.size)

    @property
    def summary(self) -> str:
        """What was shown, and not more."""
        if self.faults:
            return f"not as it should be: {self.faults[0].kind}"
        if self.uncovered or self.checkpoint is None:
            return "consistent, but not all in a checkpoint"
        return "attested by a trusted organiser" if self.trusted else "consistent, organiser not known"

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        tree = self.checkpoint
        return {
            "summary": self.summary,
            "name": self.name,
            "origin": self.origin,
            "organiser": self.organiser.text,
            "trusted": self.trusted,
            "leaves": self.leaves,
            "checkpoint": None if tree is None else {"size": tree.size, "root": tree.root.hex()},
            "games": [game.to_json() for game in self.games],
            "faults": [fault.to_json() for fault in self.faults],
        }


@attrs.frozen
class ProofReport:
    """What a proof shows of one record.

    Attributes:
        origin: What the tree is called.
        size: How many leaves it has.
        index: The place of the leaf, from 0.
        leaf: ``start``: that the game began before its luck could be known; ``note``: its score sheet; ``None``:
            neither.
        sheet: That score sheet, or ``None``.
        last: Whether the game did not go on behind what is proven of it.
        signers: The trusted keys that have signed the checkpoint.
        audit: The summary of the record's own audit.
        faults: What is not as it should be.
    """

    origin: str
    size: int
    index: int
    leaf: Literal["start", "note"] | None
    sheet: GameNote | None
    last: bool
    signers: tuple[PublicKey, ...]
    audit: str
    faults: tuple[TournamentFault, ...]

    @property
    def summary(self) -> str:
        """What was shown, and not more."""
        if self.faults:
            return f"not proven: {self.faults[0].kind}"
        if self.sheet is None:
            return "proven: this game had begun"
        if not self.last:
            return f"proven: this game up to entry {self.sheet.entries}; it went on"
        return f"proven: this game {'was adjourned' if self.sheet.status == 'adjourned' else 'ended'} so"

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "summary": self.summary,
            "origin": self.origin,
            "size": self.size,
            "index": self.index,
            "leaf": self.leaf,
            "entries": None if self.sheet is None else self.sheet.entries,
            "status": None if self.sheet is None else self.sheet.status,
            "result": None if self.sheet is None else list(self.sheet.result),
            "last": self.last,
            "signers": [key.text for key in self.signers],
            "audit": self.audit,
            "faults": [fault.to_json() for fault in self.faults],
        }
