"""A tournament: games are entered in its tree when they begin and when they have ended, and checkpoints are signed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import attrs

from timecore.checkpoints import Checkpoint, GrowthProof, TreeProof
from timecore.closing import Closing
from timecore.errors import (
    NotATournament,
    NoteRefused,
    RecordClash,
    RecordClosed,
    RecordLocked,
    TournamentDamaged,
    TournamentError,
    TournamentRefused,
)
from timecore.gamenotes import GameNote, GameStart
from timecore.keys import PublicKey, SecretKey, note_name
from timecore.log import Log, refuse_damaged
from timecore.notefiles import note_beside
from timecore.notes import SignedNote
from timecore.recordfile import RecordFile
from timecore.roster import Roster
from timecore.sealing import note_fault, note_of, seals_of
from timecore.tournament._begun import begun, new_luck
from timecore.tournament._folder import (
    ARBITERS,
    CHECKPOINTS,
    DESCRIPTION,
    LEAVES,
    ROSTER,
    Description,
    Folder,
    large_file,
    refuse_names,
    small_file,
)
from timecore.tournament._leaves import Leaf, counted, leaf_bytes, read_leaves
from timecore.tree import GrowingTree, grown_path, root_of_path, tree_path
from timecore.wholefile import write_file

__all__ = ["Entered", "Tournament"]


@attrs.frozen
class Entered:
    """What became of a leaf.

    Attributes:
        index: Its place in the tree, from 0.
        leaf: What it says.
        new: Whether it was entered now; ``False`` if it was there already.
    """

    index: int
    leaf: Leaf
    new: bool


class Tournament(Closing):
    """A folder of records, and the tree that their beginnings and ends are leaves of.

    Make one with :meth:`create`, write to it after :meth:`open`, look at it with :meth:`load`.

    Args:
        folder: Its files.
        data: The bytes of the file of leaves.
        file: That file, where leaves are appended; ``None`` to look only.

    Attributes:
        path: The folder.
        description: What it says of itself.
        moved: Where the rest of a leaf was moved that a crash had left half there, or ``None``.
    """

    __slots__ = ("_file", "_folder", "_known", "_leaves", "description", "moved", "path")

    def __init__(self, folder: Folder, data: bytes, file: RecordFile | None = None) -> None:
        self._folder = folder
        self.path = folder.path
        self.description: Description = folder.describe()
        self.moved: Path | None = None
        self._file = file
        found = read_leaves(data)
        if found.damage is not None and not found.damage.torn:
            raise found.damage
        self._leaves = list(found.leaves)
        self._known = {leaf: index for index, leaf in reversed([*enumerate(self._leaves)])}
        if found.damage is not None and file is not None:
            self._refuse_lost(found.damage)
            self.moved = file.cut(found.size)

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        key: SecretKey,
        *,
        name: str | None = None,
        origin: str | None = None,
        roster: Roster | None = None,
        arbiters: Roster | None = None,
    ) -> Tournament:
        """Make a tournament, in a new folder or in one that is there, and sign its first checkpoint, of no leaf.

        Args:
            path: The folder.
            key: The organiser's key.
            name: What people call the tournament; by default what the folder is called.
            origin: What its tree is called in checkpoints; by default the key's name, a slash and the tournament's
                name. No other tree that this key signs for may be called so.
            roster: The players.
            arbiters: Those who may sign score sheets beside the organiser.

        Returns:
            The tournament, to be looked at.

        Raises:
            RecordClash: The folder is one of a tournament already, or something is left of one.
            RecordLocked: A tournament is being made there.
            NotATournament: One of the names will not do.
            OSError: The folder cannot be made or written to.
        """
        folder = Folder(Path(path))
        called = folder.path.resolve().name if name is None else name
        tree = f"{key.public.name}/{note_name(called)}" if origin is None else origin
        refuse_names(called, tree)
        description = Description(called, tree, key.public)
        _must_be_free(folder)
        (folder.path / CHECKPOINTS).mkdir(parents=True, exist_ok=True)
        if not folder.leaves.exists():
            with suppress(RecordClash):  # another command was quicker
                write_file(folder.leaves, b"")
        file, _ = _opened(folder)
        with file:  # two commands at once must not make one folder of two tournaments
            _must_be_free(folder)
            for name_of_file, people in ((ROSTER, roster), (ARBITERS, arbiters)):
                if people is not None:
                    write_file(folder.path / name_of_file, people.to_bytes(), replace=True)
            first = _checkpoint(description, GrowingTree()).signed(_signer(description, key))
            write_file(folder.checkpoint_file(0), first.to_bytes(), replace=True)
            write_file(folder.path / DESCRIPTION, description.to_bytes())  # last: now it is one
        return cls.load(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tournament:
        """Look at a tournament. A last leaf that is half there does not count.

        Raises:
            NotATournament: It is none.
            TournamentDamaged: Its leaves are not sound.
            OSError: It cannot be read.
        """
        folder = Folder(Path(path))
        folder.describe()
        _must_have_leaves(folder)
        return cls(folder, large_file(folder.leaves) or b"")

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Tournament:
        """Open a tournament to enter leaves and sign checkpoints; nobody else can until :meth:`close`.

        What is left of a leaf that was being written when something failed is moved to a file beside
        (:attr:`moved`), unless a checkpoint shows that it had been whole.

        Raises:
            NotATournament: It is none.
            RecordLocked: Somebody else has it open.
            TournamentDamaged: Its leaves are not sound.
            OSError: It cannot be read or written.
        """
        folder = Folder(Path(path))
        folder.describe()
        _must_have_leaves(folder)
        file, data = _opened(folder)
        try:
            return cls(folder, data, file)
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        """Close the file of leaves, if it is open."""
        if self._file is not None:
            self._file.close()

    @property
    def closed(self) -> bool:
        """Whether nothing can be entered or signed, or not any more."""
        return self._file is None or self._file.closed

    # -- what is there --------------------------------------------------------------------------------------

    @property
    def folder(self) -> Folder:
        """Its files."""
        return self._folder

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves, in the order in which they were entered."""
        return tuple(self._leaves)

    @property
    def trusted(self) -> tuple[PublicKey, ...]:
        """The keys whose signature makes a score sheet count: the organiser's and the arbiters'.

        Raises:
            TournamentError: The roster of the arbiters is not right.
        """
        return (self.description.organiser, *self._folder.roster(ARBITERS).keys)

    def index_of(self, leaf: Leaf) -> int | None:
        """The place of a leaf in the tree, from 0, or ``None``."""
        return self._known.get(leaf)

    def checkpoint(self, size: int | None = None) -> SignedNote | None:
        """A checkpoint that is kept, as it was signed; whether it is right, :func:`verify` says.

        Args:
            size: The number of its leaves; by default the newest.

        Raises:
            NoteRefused: The file is no checkpoint.
            OSError: It cannot be read.
        """
        sizes = self._folder.sizes()
        wanted = (sizes or [0])[-1] if size is None else size
        path = self._folder.checkpoint_file(wanted)
        data = small_file(path)
        if data is None:
            return None
        try:
            note = SignedNote.parse(data)
            Checkpoint.parse(note.text)
        except NoteRefused as error:
            hint = "Look for a copy of the file: whoever has kept the checkpoint has one."
            raise NoteRefused(f"{path}: {error.message}", line=error.line, hint=hint) from error
        return note

    # -- entering -------------------------------------------------------------------------------------------

    def enter_start(self, record: str | os.PathLike[str]) -> Entered:
        """Enter that a game begins, before any luck in it can be known.

        Args:
            record: The game's record, in the folder.

        Raises:
            TournamentRefused: The game has begun already, or another one of its number is in the tree.
            RecordError: It is no record, or not sound, or the tournament was not opened.
            OSError: Something cannot be read or written.
        """
        log = self._log(record)
        leaf = GameStart(log.header.game, log.record.header.hash)
        there = self.index_of(leaf)
        if there is not None:
            return Entered(there, leaf, new=False)
        for index, other in enumerate(self._leaves):
            if other.game == leaf.game:
                msg = (
                    f"leaf {index} is of a game that has the number of {Path(record).name} and another header"
                )
                raise TournamentRefused(
                    msg, hint="A game that is played anew is a new game, with a new number."
                )
        first = begun(log)
        if first is not None:
            msg = f"{Path(record).name} has begun: entry {first.seq} stands in it already"
            hint = "A game is entered before any nonce is revealed and before anybody moves, else it could be chosen."
            raise TournamentRefused(msg, hint=hint)
        return self._enter(leaf)

    def enter_note(self, record: str | os.PathLike[str]) -> Entered:
        """Enter how a game has ended: the score sheet of its sealed record, which lies beside it.

        Args:
            record: The game's record, in the folder.

        Raises:
            TournamentRefused: The game was not entered, is not sealed, has ended already, was dealt anew on its way, or
                its score sheet is not signed by the organiser or an arbiter.
            NoteRefused: The score sheet is none.
            RecordError: It is no record, or not sound, or the tournament was not opened.
            OSError: Something cannot be read or written.
        """
        log, name = self._log(record), Path(record).name
        if seals_of(log).in_force is None:
            raise TournamentRefused(
                f"{name} is not sealed", hint="`timecore seal` seals it and writes its note."
            )
        leaf = note_of(log)
        there = self.index_of(leaf)
        if there is not None:
            return Entered(there, leaf, new=False)
        if self.index_of(GameStart(leaf.game, log.record.header.hash)) is None:
            hint = "`timecore tournament open` enters a game before it begins."
            raise TournamentRefused(f"{name} was not entered when it began", hint=hint)
        for index, other in enumerate(self._leaves):
            if isinstance(other, GameNote) and other.game == leaf.game and other.status != "adjourned":
                raise TournamentRefused(f"{name} has ended already, as leaf {index} says")
        anew = new_luck(log, leaf.entries)
        if anew is not None:
            hint = "Declare it void, and begin a new game: both will be in the tree."
            raise TournamentRefused(f"{name} {anew}", hint=hint)
        self._refuse_unsigned(leaf, log, note_beside(Path(record)))
        return self._enter(leaf)

    def sign(self, key: SecretKey) -> SignedNote:
        """Sign a checkpoint of the tree as it is, and keep it.

        Args:
            key: The organiser's key.

        Returns:
            The checkpoint; the one that is kept, if the tree has not grown since and its signature holds.

        Raises:
            TournamentRefused: The key is another one, or the tree does not begin with those of all checkpoints so far.
            RecordError: The tournament was not opened.
            OSError: It cannot be read or written.
        """
        self._writing()
        if key.public.raw != self.description.organiser.raw:
            msg = f"the key of {key.owner} is not the organiser's, {self.description.organiser.name}"
            raise TournamentRefused(msg)
        tree, sizes = GrowingTree(), self._folder.sizes()
        kept: SignedNote | None = None
        for size in sizes:
            if size > len(self._leaves):
                msg = f"there is a checkpoint of {counted(size)}, and the tree has {len(self._leaves)}"
                raise TournamentRefused(msg, hint="Leaves were lost or removed: look for a copy of the file.")
            while tree.size < size:
                tree.add(self._leaves[tree.size].text.encode())
            kept = self._same_checkpoint(size, tree)
        while tree.size < len(self._leaves):
            tree.add(self._leaves[tree.size].text.encode())
            kept = None
        if kept is not None:
            checked = kept.check([self.description.key])
            if checked.good and not checked.bad:
                return kept
        signed = _checkpoint(self.description, tree).signed(_signer(self.description, key))
        write_file(self._folder.checkpoint_file(tree.size), signed.to_bytes(), replace=kept is not None)
        return signed

    # -- proofs ---------------------------------------------------------------------------------------------

    def prove(self, leaf: Leaf) -> TreeProof:
        """Prove to anybody who has the newest checkpoint's key that a leaf is in the tree.

        Args:
            leaf: The leaf.

        Raises:
            TournamentRefused: It is not in the tree, or in no checkpoint yet, or the newest is of another tree.
            NoteRefused: The newest checkpoint is none.
            OSError: It cannot be read.
        """
        index = self.index_of(leaf)
        if index is None:
            raise TournamentRefused("this is no leaf of the tournament's tree")
        note, size = self._newest()
        if index >= size:
            msg = f"leaf {index} is in no checkpoint yet: the newest has {counted(size)}"
            raise TournamentRefused(msg, hint="`timecore tournament checkpoint` signs one.")
        proof = TreeProof(index, tree_path(self._texts(size), index), note)
        if root_of_path(leaf.text.encode(), index, size, proof.path) != proof.checkpoint.root:
            msg = f"the newest checkpoint, of {counted(size)}, is not one of this tree"
            raise TournamentRefused(msg, hint="`timecore tournament verify` says what is wrong.")
        return proof

    def prove_growth(self, older: Checkpoint) -> GrowthProof:
        """Prove that the tree of the newest checkpoint begins with all of an earlier one.

        Args:
            older: The earlier checkpoint.

        Raises:
            TournamentRefused: It does not, or the earlier one is of another tournament, or not earlier.
            NoteRefused: The newest checkpoint is none.
            OSError: It cannot be read.
        """
        note, size = self._newest()
        if older.origin != self.description.origin:
            raise TournamentRefused(
                f"the checkpoint is one of {older.origin}, not of {self.description.origin}"
            )
        if older.size > size:
            raise TournamentRefused(
                f"the checkpoint has {counted(older.size)}, and the newest here has {size}"
            )
        proof = GrowthProof(older.size, grown_path(self._texts(size), older.size), note)
        if not proof.holds_from(older):
            raise TournamentRefused("the tree did not grow from that checkpoint: it is of another tree")
        return proof

    def leaf_of(self, record: str | os.PathLike[str], *, start: bool = False) -> Leaf:
        """The last leaf of a game: its end, or that it has begun.

        Args:
            record: Its record, in the folder.
            start: Whether that it has begun is asked for.

        Raises:
            TournamentRefused: There is none.
            RecordError: It is no record, or not sound.
            OSError: It cannot be read.
        """
        game = self._log(record).header.game
        of_it = [leaf for leaf in self._leaves if leaf.game == game]
        if not of_it:
            raise TournamentRefused(f"{Path(record).name} is not in the tournament's tree")
        return of_it[0] if start else of_it[-1]

    # -- inside ---------------------------------------------------------------------------------------------

    def _log(self, record: str | os.PathLike[str]) -> Log:
        place = Path(record)
        if place.resolve().parent != self.path.resolve():
            raise TournamentError(f"{place} does not lie in {self.path}", hint="Copy it there first.")
        log = Log.load(place)
        refuse_damaged(log)
        return log

    def _writing(self) -> RecordFile:
        if self._file is None or self._file.closed:
            raise RecordClosed(f"the tournament in {self.path} is not open for writing")
        return self._file

    def _enter(self, leaf: Leaf) -> Entered:
        self._writing().append_bytes(leaf_bytes(leaf))
        self._leaves.append(leaf)
        return Entered(self._known.setdefault(leaf, len(self._leaves) - 1), leaf, new=True)

    def _refuse_unsigned(self, leaf: GameNote, log: Log, file: Path) -> None:
        """Refuse to enter a score sheet that nobody answers for."""
        data = small_file(file)
        if data is None:
            msg = f"there is no score sheet {file.name}"
            raise TournamentRefused(msg, hint="`timecore seal` writes it beside the record.")
        try:
            note = SignedNote.parse(data)
            sheet = GameNote.parse(note.text)
        except NoteRefused as error:
            raise NoteRefused(f"{file.name}: {error.message}", line=error.line, hint=error.hint) from error
        if sheet != leaf:
            fault = note_fault(sheet, log) or "is on an earlier Seal, after which the game went on"
            raise TournamentRefused(f"{file.name} {fault}")
        checked = note.check(self.trusted)
        if checked.bad or not checked.good:
            what = "has a false signature" if checked.bad else "is not signed by the organiser or an arbiter"
            raise TournamentRefused(f"{file.name} {what}")

    def _refuse_lost(self, damage: TournamentDamaged) -> None:
        """A leaf that a checkpoint vouches for was whole: what is left of it is not to be put aside."""
        sizes = self._folder.sizes()
        if sizes and sizes[-1] > damage.leaf:
            msg = f"{damage.message}; and a checkpoint vouches for {counted(sizes[-1])}"
            hint = "It had been whole: look for a copy of the file."
            raise TournamentDamaged(msg, leaf=damage.leaf, byte=damage.byte, torn=False, hint=hint)

    def _same_checkpoint(self, size: int, tree: GrowingTree) -> SignedNote:
        """A kept checkpoint, which must be one of the tree."""
        note = self.checkpoint(size)
        if note is None or note.text != _checkpoint(self.description, tree).text:
            msg = f"the checkpoint of {counted(size)} is not one of this tree"
            hint = "Two trees under one name are what a checkpoint is to rule out, so nothing was signed."
            raise TournamentRefused(msg, hint=hint)
        return note

    def _newest(self) -> tuple[SignedNote, int]:
        note = self.checkpoint()
        if note is None:
            raise TournamentRefused(
                "there is no checkpoint", hint="`timecore tournament checkpoint` signs one."
            )
        size = Checkpoint.parse(note.text).size
        if size > len(self._leaves):
            raise TournamentRefused(
                f"the newest checkpoint has {counted(size)}, the tree {len(self._leaves)}"
            )
        return note, size

    def _texts(self, size: int) -> Sequence[bytes]:
        return [leaf.text.encode() for leaf in self._leaves[:size]]


def _opened(folder: Folder) -> tuple[RecordFile, bytes]:
    """The file of leaves, locked, and what is in it."""
    try:
        return RecordFile.open_bytes(folder.leaves, durability="sync")
    except RecordLocked as error:
        msg = f"the tournament in {folder.path} is being written elsewhere"
        raise RecordLocked(msg, hint="Try again when that is done.") from error


def _must_be_free(folder: Folder) -> None:
    """Refuse a folder with a tournament in it, or what is left of one; what a crash left of making one is none."""
    taken = [folder.path / DESCRIPTION] if (folder.path / DESCRIPTION).exists() else []
    if folder.leaves.exists() and (not folder.leaves.is_file() or folder.leaves.stat().st_size):
        taken.append(folder.leaves)
    taken += [folder.checkpoint_file(size) for size in folder.sizes() if size]
    if taken:
        msg = f"{taken[0]} exists already"
        raise RecordClash(msg, hint="A tournament has a folder of its own.")


def _must_have_leaves(folder: Folder) -> None:
    """Refuse to take a tournament whose leaves are gone for one that has none yet."""
    if not folder.leaves.is_file():
        msg = f"{folder.path} is no whole folder of a tournament: there is no {LEAVES} in it"
        raise NotATournament(
            msg, hint="Look for a copy of the file; without it nothing can be entered or counted."
        )


def _checkpoint(description: Description, tree: GrowingTree) -> Checkpoint:
    return Checkpoint(description.origin, tree.size, tree.root)


def _signer(description: Description, key: SecretKey) -> SecretKey:
    """The organiser's key under the name of the tree."""
    return SecretKey.of_seed(description.origin, key.seed)
