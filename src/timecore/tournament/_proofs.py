"""What a player can verify who has no more than a checkpoint, a proof and her own copy of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from timecore.audit import audit
from timecore.checkpoints import Checkpoint, GrowthProof, TreeProof
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import PublicKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.sealing import note_of, seals_of
from timecore.tournament._begun import branched, new_luck
from timecore.tournament._leaves import Leaf, counted
from timecore.tournament._report import ProofReport, TournamentFault, Trouble
from timecore.tournament._verify import first_finding
from timecore.tree import has_grown, root_of_path

__all__ = ["verify_proof"]

#: So many places are tried at most to find which one a proof is of, if it is of another than it says.
_TRIED: Final = 1 << 14


def verify_proof(
    record: bytes,
    proof: TreeProof,
    trust: Sequence[PublicKey],
    *,
    seen: SignedNote | None = None,
    growth: GrowthProof | None = None,
) -> ProofReport:
    """Verify that a game is in the tree of a tournament.

    Args:
        record: The record: the whole one or a copy that hides something; its hashes are the same.
        proof: The proof that the organiser gives.
        trust: The organiser's key, as known from elsewhere.
        seen: A checkpoint that was published: it must be of the tree of the proof.
        growth: That the later of the two trees begins with all of the earlier one, if they are not of equal size.

    Raises:
        NotARecord: There is no record.
        FormatUnsupported: It is of a format this version cannot read.
        NoteRefused: Something is no checkpoint.
        ExtraMissing: The package for signatures is not installed.
    """
    log, tree = Log.from_bytes(record), proof.checkpoint
    faults: list[TournamentFault] = []

    def fault(kind: Trouble, what: str) -> None:
        faults.append(TournamentFault(kind, what))

    report = audit(record)
    finding = first_finding(report)
    if finding is not None:
        fault("audit", finding)
    leaf, sheet = _proven(log, proof, tree)
    if leaf is None:
        fault(
            "proof",
            _other_index(log, proof, tree) or "neither begin nor end of this game is that leaf of the tree",
        )
    ended = 0 if sheet is None else sheet.entries
    anew = new_luck(log, ended)
    if anew is not None:
        fault("another record", f"it {anew}")
    elif sheet is not None and sheet.status != "adjourned" and branched(log, ended):
        fault("another record", f"it goes on in a branch behind entry {ended}, with which the game had ended")
    signers = _signers(proof.note, tree, trust)
    if not signers:
        fault("checkpoint", "no trusted key has signed the checkpoint of the proof")
    if seen is not None:
        what = _parted(tree, proof.note, seen, growth, trust)
        if what is not None:
            fault(*what)
    in_force = seals_of(log).in_force
    last = sheet is not None and in_force is not None and in_force.seq == sheet.entries
    return ProofReport(
        tree.origin, tree.size, proof.index, leaf, sheet, last, signers, report.summary, tuple(faults)
    )


def _leaves(log: Log) -> Iterator[Leaf]:
    """The leaves that a record may have, the last one first."""
    for sealed in reversed(seals_of(log).entries):
        yield note_of(log, sealed)
    yield GameStart(log.header.game, log.record.header.hash)


def _proven(
    log: Log, proof: TreeProof, tree: Checkpoint
) -> tuple[Literal["start", "note"] | None, GameNote | None]:
    """What a proof is of, and the score sheet, if it is one."""
    for leaf in _leaves(log):
        if root_of_path(leaf.text.encode(), proof.index, tree.size, proof.path) == tree.root:
            return ("start", None) if isinstance(leaf, GameStart) else ("note", leaf)
    return None, None


def _other_index(log: Log, proof: TreeProof, tree: Checkpoint) -> str | None:
    """That the proof is of this record, but of another leaf than it says."""
    leaves = [*_leaves(log)]
    if tree.size * len(leaves) > _TRIED:
        return None
    for leaf in leaves:
        for index in range(tree.size):
            if root_of_path(leaf.text.encode(), index, tree.size, proof.path) == tree.root:
                return f"it is one of leaf {index}, and says that it is one of leaf {proof.index}"
    return None


def _signers(note: SignedNote, tree: Checkpoint, trust: Sequence[PublicKey]) -> tuple[PublicKey, ...]:
    """Which trusted keys have signed a checkpoint, under their own name or that of the tree."""
    checked = note.check(dict.fromkeys(one for key in trust for one in (tree.key_of(key), key)))
    return () if checked.bad else checked.good


def _parted(
    tree: Checkpoint,
    note: SignedNote,
    seen: SignedNote,
    growth: GrowthProof | None,
    trust: Sequence[PublicKey],
) -> tuple[Trouble, str] | None:
    """How the tree of the proof and the one that was seen do not fit together."""
    other = Checkpoint.parse(seen.text)
    if other.origin != tree.origin:
        return "checkpoint", f"the checkpoint that was seen is one of another tree, {other.origin}"
    if not _signers(seen, other, trust):
        return "checkpoint", "no trusted key has signed the checkpoint that was seen"
    if other.size == tree.size:
        same = other.root == tree.root
        return None if same else ("split view", f"there are two trees of {counted(tree.size)} under one name")
    older, newer = (other, note) if other.size < tree.size else (tree, seen)
    later = Checkpoint.parse(newer.text)
    path: tuple[bytes, ...] = ()
    if older.size:  # a tree of nothing becomes any other, and that needs no proof
        if growth is None or growth.size != older.size or growth.note.text != newer.text:
            sizes = f"{older.size} and {counted(later.size)}"
            return (
                "checkpoint",
                f"that the trees of {sizes} are one that has grown needs a proof of that growth",
            )
        path = growth.path
    if not has_grown(older.size, older.root, later.size, later.root, path):
        return (
            "split view",
            "the later tree does not begin with the earlier one: there were two under one name",
        )
    return None
