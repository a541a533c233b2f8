"""Verifying a whole tournament from its folder, as somebody does who trusts neither the folder nor who made it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import attrs

from timecore.audit import Report, audit
from timecore.checkpoints import Checkpoint
from timecore.errors import FormatUnsupported, NotARecord, NoteRefused, TournamentError
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import PublicKey
from timecore.log import Log
from timecore.notefiles import note_beside
from timecore.notes import SignedNote
from timecore.sealing import note_fault, note_of, seals_of
from timecore.tournament._begun import begun, branched, new_luck
from timecore.tournament._folder import ARBITERS, Folder, large_file, small_file
from timecore.tournament._leaves import Leaves, counted, read_leaves
from timecore.tournament._report import FoundGame, TournamentFault, TournamentReport, Trouble
from timecore.tree import GrowingTree

__all__ = ["first_finding", "verify"]

_NO_GAME: Final = "it was entered as begun and has no end in the tree: it may have been dealt anew"


@attrs.define
class _Game:
    """What the leaves say of a game, and which record is the one they are about."""

    started: int
    start: GameStart
    notes: list[tuple[int, GameNote]] = attrs.field(factory=list)
    file: str | None = None
    audit: str | None = None
    chance: str | None = None
    signers: tuple[PublicKey, ...] = ()
    seen: int = 0


def verify(
    path: str | os.PathLike[str],
    *,
    trust: Sequence[PublicKey] | None = None,
    seen: Iterable[SignedNote] = (),
    running: bool = False,
) -> TournamentReport:
    """Verify a tournament: its tree, its checkpoints, its records, and that every game that began has ended.

    Redacted records do as well as full ones, as far as they show something.

    Args:
        path: The folder: the organiser's, or a copy.
        trust: The organiser's key as known from elsewhere, and those of others whose signatures on score sheets count
            beside the organiser's and the listed arbiters'. Without it, the folder's own word is taken for who the
            organiser is, and no game is attested.
        seen: Checkpoints that were seen elsewhere, earlier or by others: they must be of this tree.
        running: Whether the tournament still goes on, so that neither a game without an end nor a leaf in no
            checkpoint yet is a fault.

    Raises:
        NotATournament: The folder is none.
        ExtraMissing: The package for signatures is not installed.
        OSError: The folder cannot be read.
    """
    return _Verification(Folder(Path(path)), trust, running=running).report(seen)


class _Verification:
    """One verification; collects faults as it goes."""

    def __init__(self, folder: Folder, trust: Sequence[PublicKey] | None, *, running: bool) -> None:
        self._folder = folder
        self._description = folder.describe()
        self._running = running
        self._faults: list[TournamentFault] = []
        organiser = self._description.organiser
        self._trusted = None if trust is None else any(key.raw == organiser.raw for key in trust)
        if self._trusted is False:
            self._fault("organiser", f"the organiser's key, {organiser.name}, is none of the trusted ones")
        self._vouching = frozenset(key.raw for key in trust or ())
        self._vouched = 0  # how many leaves are in a checkpoint that a trusted organiser has signed
        self._keys = [organiser, *(trust or ())]
        try:
            self._keys += folder.roster(ARBITERS).keys
        except TournamentError as error:
            self._fault("score sheet", error.message, file=ARBITERS)
        self._games: dict[bytes, _Game] = {}

    def _fault(
        self,
        kind: Trouble,
        what: str,
        *,
        leaf: int | None = None,
        game: bytes | None = None,
        file: str | None = None,
    ) -> None:
        self._faults.append(TournamentFault(kind, what, leaf, game, file))

    def report(self, seen: Iterable[SignedNote]) -> TournamentReport:
        """All of it."""
        leaves = read_leaves(large_file(self._folder.leaves) or b"")
        if leaves.damage is not None:
            self._fault("leaves", leaves.damage.message, leaf=leaves.damage.leaf)
        self._follow(leaves)
        newest = self._check_tree(leaves, seen)
        if self._trusted and newest is not None:
            self._vouched = newest.size
        for record in self._folder.records():
            self._check_record(record)
        games = tuple(self._conclude(game) for game in self._games.values())
        description = self._description
        return TournamentReport(
            description.name,
            description.origin,
            description.organiser,
            self._trusted,
            len(leaves.leaves),
            newest,
            games,
            tuple(self._faults),
        )

    # -- the tree -------------------------------------------------------------------------------------------

    def _follow(self, leaves: Leaves) -> None:
        """Which games began and ended, in which order."""
        for index, leaf in enumerate(leaves.leaves):
            there = self._games.get(leaf.game)
            if isinstance(leaf, GameStart):
                if there is None:
                    self._games[leaf.game] = _Game(index, leaf)
                else:
                    self._fault(
                        "order", f"it had begun already, in leaf {there.started}", leaf=index, game=leaf.game
                    )
            elif there is None:
                self._fault(
                    "order", "it ended without having been entered as begun", leaf=index, game=leaf.game
                )
            else:
                if there.notes and there.notes[-1][1].status != "adjourned":
                    what = f"it had ended already, in leaf {there.notes[-1][0]}"
                    self._fault("order", what, leaf=index, game=leaf.game)
                there.notes.append((index, leaf))

    def _check_tree(self, leaves: Leaves, seen: Iterable[SignedNote]) -> Checkpoint | None:
        """Whether the organiser vouches for all of it, by the newest checkpoint that holds."""
        before = len(self._faults)
        newest = self._check_checkpoints(leaves, seen)
        size = -1 if newest is None else newest.size
        if size < len(leaves.leaves) and not self._running and len(self._faults) == before:
            # What nobody has signed, anybody may have written.
            what = f"the newest is of {counted(size)}, and there are {len(leaves.leaves)}"
            self._fault("checkpoint", "there is none" if newest is None else what)
        return newest

    def _check_checkpoints(self, leaves: Leaves, seen: Iterable[SignedNote]) -> Checkpoint | None:
        """Whether all checkpoints are of this tree; the newest that is."""
        found: list[tuple[Checkpoint, str | None]] = []
        for size in self._folder.sizes():
            name = f"checkpoints/{size}"
            try:
                data = small_file(self._folder.checkpoint_file(size))
            except OSError as error:
                self._fault("checkpoint", _unreadable(error), file=name)
                continue
            try:
                note = SignedNote.parse(data or b"")
                tree = Checkpoint.parse(note.text)
            except NoteRefused as error:
                self._fault("checkpoint", error.message, file=name)
                continue
            if tree.size != size:
                self._fault("checkpoint", f"it is one of {counted(tree.size)}", file=name)
            elif self._is_signed(tree, note, name):
                found.append((tree, name))
        kept = max((tree.size for tree, _ in found), default=0)
        for note in seen:
            try:
                tree = Checkpoint.parse(note.text)
            except NoteRefused as error:
                self._fault("checkpoint", f"what was seen is none: {error.message}")
                continue
            if self._is_signed(tree, note, None):
                found.append((tree, None))
                if kept < tree.size <= len(leaves.leaves):
                    what = f"one of {counted(tree.size)} was seen, and the newest that is kept has {kept}"
                    self._fault("rolled back", what)
        newest: Checkpoint | None = None
        growing = GrowingTree()
        for tree, place in sorted(found, key=lambda one: one[0].size):
            if tree.size > len(leaves.leaves):
                what = f"a checkpoint vouches for {counted(tree.size)}, and there are {len(leaves.leaves)}"
                self._fault("rolled back", what, file=place)
                continue
            while growing.size < tree.size:
                growing.add(leaves.leaves[growing.size].text.encode())
            if growing.root == tree.root:
                newest = tree
            else:
                which = f"{counted(tree.size)} that {'was seen' if place is None else 'is kept'}"
                what = f"the checkpoint of {which} is not of this tree: there were two under one name"
                self._fault("split view", what, file=place)
        return newest

    def _is_signed(self, tree: Checkpoint, note: SignedNote, name: str | None) -> bool:
        """Whether the organiser has signed a checkpoint of this tournament."""
        if tree.origin != self._description.origin:
            self._fault("checkpoint", f"it is one of another tree, {tree.origin}", file=name)
            return False
        checked = note.check([self._description.key])
        if checked.bad or not checked.good:
            self._fault("checkpoint", "the organiser has not signed it", file=name)
            return False
        return True

    # -- the records ----------------------------------------------------------------------------------------

    def _check_record(self, path: Path) -> None:
        name = path.name
        try:
            data = large_file(path)
        except OSError as error:
            self._fault("audit", _unreadable(error), file=name)
            return
        try:
            log = Log.from_bytes(data or b"")
        except (NotARecord, FormatUnsupported) as error:
            self._fault("audit", error.message, file=name)
            return
        game = self._games.get(log.header.game)
        if game is None:
            if begun(log) is not None:
                self._fault(
                    "not entered", "it was played, and is not in the tree", game=log.header.game, file=name
                )
            return
        game.seen += 1
        if not self._is_of_leaves(game, log, name):
            return
        note = self._sheet_beside(path) if game.notes else None
        report = audit(data or b"", note=note, trust=self._keys)
        finding = first_finding(report)
        if finding is not None:
            self._fault("audit", finding, game=game.start.game, file=name)
        signers = self._signers(game.notes[-1][1], note) if game.notes and not game.signers else ()
        if game.file is None or signers:  # of several copies that which has the score sheet
            game.file, game.audit = name, self._summary(game, report)
            chance = report.verdicts.get("chance")
            game.chance = None if chance is None else chance.verdict
        game.signers = game.signers or signers

    def _summary(self, game: _Game, report: Report) -> str:
        """What an audit comes to where only those vouch for a game whom the reader trusts.

        The audit was told that the folder's own organiser and arbiters count, so that false signatures of theirs are
        found. But whoever makes a folder makes these as well.
        """
        if report.summary != "attested":
            return report.summary
        signed = report.verdicts["seal"].by
        trusted = any(key.raw in self._vouching and key.text in signed for key in self._keys)
        in_tree = bool(game.notes) and game.notes[-1][0] < self._vouched
        # A game with a Seal in force has ended, so this is what the audit says of it without a note.
        return "attested" if trusted or in_tree else "intact, not attested"

    def _sheet_beside(self, record: Path) -> bytes | None:
        """The bytes of the score sheet of a record, ``None`` if there is none."""
        try:
            return small_file(note_beside(record))
        except OSError as error:
            self._fault("score sheet", _unreadable(error), file=note_beside(record).name)
            return None

    def _is_of_leaves(self, game: _Game, log: Log, name: str) -> bool:
        """Whether a record is the one that the leaves of its game are about. A branch is another, and no fault."""
        if log.record.header.hash != game.start.header:
            what = f"its header is not the one that leaf {game.started} says the game began with"
            self._fault("another record", what, leaf=game.started, game=game.start.game, file=name)
            return False
        sheets = {note_of(log, sealed) for sealed in seals_of(log).entries} if game.notes else frozenset()
        for index, note in game.notes:
            fault = None if note in sheets else note_fault(note, log)
            if fault is not None:
                if not any(raw.move[0] == "Branch" for raw in log.record.entries):
                    what = f"the score sheet in leaf {index} {fault}"
                    self._fault("another record", what, leaf=index, game=note.game, file=name)
                return False
        ended = game.notes[-1][1] if game.notes else None
        if ended is not None and ended.status != "adjourned" and branched(log, ended.entries):
            return False
        anew = None if ended is None else new_luck(log, ended.entries)
        if anew is not None:
            self._fault(
                "another record", f"it {anew}", leaf=game.notes[-1][0], game=game.start.game, file=name
            )
        return anew is None

    def _signers(self, sheet: GameNote, data: bytes | None) -> tuple[PublicKey, ...]:
        """Whose signatures on a score sheet count."""
        if data is None:
            return ()
        try:
            note = SignedNote.parse(data)
        except NoteRefused:
            return ()
        checked = note.check(self._keys)
        # One person may be there under several names of one key.
        good = {key.raw: key for key in reversed(checked.good)}
        return tuple(reversed(good.values())) if note.text == sheet.text and not checked.bad else ()

    def _conclude(self, game: _Game) -> FoundGame:
        """What is to be said of a game, once all has been looked at."""
        number = game.start.game
        ended, sheet = game.notes[-1] if game.notes else (None, None)
        if (sheet is None or sheet.status == "adjourned") and not self._running:
            what = _NO_GAME if sheet is None else "it was adjourned, and has no end in the tree"
            self._fault("no end", what, leaf=game.started, game=number, file=game.file)
        if game.file is None:
            what = (
                "no record of it is in the folder"
                if not game.seen
                else "none of its records is the one of its leaves"
            )
            self._fault("missing", what, leaf=game.started, game=number)
        elif sheet is not None and not game.signers:
            what = "there is no score sheet beside it that the organiser or an arbiter has signed"
            self._fault("score sheet", what, leaf=ended, game=number, file=game.file)
        return FoundGame(
            number,
            game.started,
            ended,
            "open" if sheet is None else sheet.status,
            () if sheet is None else sheet.result,
            game.file,
            game.audit,
            game.chance,
            game.signers,
        )


def _unreadable(error: OSError) -> str:
    return f"it cannot be read: {error.strerror or error}"


def first_finding(report: Report) -> str | None:
    """What is wrong with a record, if anything is that no arbiter has let stand."""
    found = [finding for finding in report.findings if not finding.ruled]
    if not found:
        return None
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{report.summary}: {found[0].what}{more}"
