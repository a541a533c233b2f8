"""Playing a game: ask whose move it is, decide, append.

Every move becomes one entry of a record, chained to all before it. Where luck is sealed or given, the game draws
what is due by itself, each draw an entry of its own, before it asks a seat.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from timecore import entropy
from timecore.actors import CHANCE, TABLE, Actor, Seat, Viewer
from timecore.chance import Luck, LuckInForce, LuckKind
from timecore.closing import Closing
from timecore.ending import UNKNOWN, Ending, Unknown, ending
from timecore.entry import NO_META, Entry
from timecore.errors import HiddenValue, RecordClash, RecordClosed, RulesVersionDiffers, UsageError
from timecore.gameluck import GameLuck, draws_of, nonces_begun
from timecore.log import Log, refuse_damaged, viewer_of_record
from timecore.messages import Event, Move
from timecore.newgame import new_log
from timecore.record import RawEntry, RawHeader
from timecore.recorder import Recorder
from timecore.recordfile import Durability, RecordFile, repair
from timecore.redact import redact
from timecore.replay import Timeline, start_state
from timecore.standing import Standing
from timecore.subscribers import Subscribers
from timecore.table import Branch
from timecore.tablework import TableWork, refuse_signature

if TYPE_CHECKING:
    from timecore.guarded import Guarded
    from timecore.record import Sign
    from timecore.ruleset import Result, Ruleset
    from timecore.signing import Signer, Signers

__all__ = ["Game", "LuckKind"]


class Game(TableWork, Closing):
    """A game being played. Belongs to one thread or task at a time; different games are independent.

    It neither copies nor pickles, since two of them would go on with the same luck, in the same file: hand on
    :attr:`log`, which does both.

    Make one with :meth:`new`, :meth:`open`, :meth:`load` or :meth:`from_log`.

    Attributes:
        rules: The ruleset.
        names: What people call the seats, by seat.
    """

    __slots__ = (
        "_entries",
        "_guarded",
        "_hides",
        "_ids",
        "_interrupted",
        "_luck",
        "_recorder",
        "_signers",
        "_subscribers",
        "_timeline",
        "_views",
        "names",
        "rules",
    )

    def __init__(
        self, log: Log, file: RecordFile | None = None, *, signers: Mapping[Seat, Signer] | None = None
    ) -> None:
        _refuse_unplayable(log)
        self.rules: Ruleset[Any] = log.rules
        self.names = log.header.names
        #: Whether the entries before the fork hide something, and the state that rules are asked of then.
        self._hides = log.shows != "full"
        self._guarded: tuple[int, Guarded] | None = None
        self._entries: list[Entry] = list(log.entries)
        self._recorder = Recorder(log, file)
        self._ids = {e.meta["id"]: e.seq for e in self._entries if "id" in e.meta}
        self._subscribers = Subscribers()
        self._interrupted = False
        self._timeline = Timeline(self.rules, start_state(log), self._entries, len(self.names))
        self._views: dict[Viewer, tuple[list[Entry], Timeline]] = {}
        self._luck = GameLuck(log)
        self._signers = None if not signers else _signers_of(log, signers)
        for raw in log.record.entries:
            self._note(raw)
        if self._timeline.end < len(self._entries):
            assert self._timeline.error is not None  # noqa: S101 - a fold that ends early says why
            raise self._timeline.error

    # -- making one -----------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        ruleset: str | Ruleset[Any],
        *,
        seats: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        luck: LuckKind | None = None,
        draws: int | None = None,
        tags: Mapping[str, str] | None = None,
        keys: Sequence[bytes | None] | None = None,
        signers: Mapping[Seat, Signer] | None = None,
        created: str | None = None,
        nonces: bool = False,
        recorded: Iterable[Entry] = (),
        path: str | os.PathLike[str] | None = None,
        durability: Durability = "os",
        files: bool = True,
    ) -> Game:
        """Start a game.

        Args:
            ruleset: Its name, or the ruleset itself.
            seats: What people call the seats; gives the option ``players``. Without it, that option says how
                many there are, and they are called ``Seat 0``, ``Seat 1``, ….
            options: The options that are not to have their defaults.
            seed: A text that all luck follows from: for tests and teaching, since whoever guesses it knows the
                hidden cards. Equal play from equal seeds gives equal records.
            luck: ``"sealed"`` (the default): a random seed, committed to before the first draw. ``"given"``: by
                ``seed``, and the default with one. ``"manual"``: made at a real table; ``CHANCE`` then stands
                in :attr:`to_act` and its moves are entered like a seat's.
            draws: How many draws to commit to: a power of two, 1 … 65536; by default what the ruleset needs.
            tags: Free texts for the header.
            keys: The seats' Ed25519 public keys (32 bytes each), or ``None`` for a seat without one. Where a signer
                is a :class:`~timecore.keys.SecretKey`, its public key by default.
            signers: Who signs for which seat: a secret key, or a function that is given a
                :class:`~timecore.signing.MoveToSign` and gives back 64 bytes. Every entry of the seat is signed then.
            created: When it was created (RFC 3339, UTC); always ``None`` where luck is given.
            nonces: Wait for the seats' nonces (:meth:`commit_nonce`, :meth:`reveal_nonce`) before the first draw, also
                when the game is saved and opened again: the tag ``nonces`` of the header says ``awaited``.
                :meth:`draw` ends the waiting.
            recorded: With manual luck: entries of another game, whose draws are made again here, in their order, as
                long as they are legal. After that ``CHANCE`` is asked.
            path: A new file that every entry is appended to before it counts; by default the game is in memory only.
            durability: With ``path``: ``"os"`` survives a crash of this program, ``"sync"`` one of the machine.
            files: Whether an option may name a data file (a deck) to be read. Say no where strangers give the options.

        Raises:
            RulesetError: There is no such ruleset, or it cannot be imported.
            OptionRefused: An option is wrong; names the rule.
            UsageError: What was asked for does not fit together.
            RecordClash: There is a file at ``path`` already.
            OSError: The file cannot be written.
        """
        log = new_log(
            ruleset,
            seats=seats,
            options=options or {},
            seed=seed,
            luck=luck,
            draws=draws,
            tags=tags or {},
            keys=keys,
            signers=signers or {},
            created=created,
            nonces=nonces,
            files=files,
        )
        again = draws_of(recorded)
        if again and log.header.luck.kind != "manual":
            msg = f"recorded draws need manual luck, not {log.header.luck.kind}"
            raise UsageError(msg)
        file = None if path is None else RecordFile.create(path, log.to_bytes(), durability=durability)
        return cls._begin(log, file, wait=nonces, recorded=again, signers=signers)

    @classmethod
    def _begin(
        cls,
        log: Log,
        file: RecordFile | None,
        *,
        wait: bool,
        recorded: deque[Move] | None = None,
        fresh: Luck | None = None,
        signers: Mapping[Seat, Signer] | None = None,
    ) -> Game:
        try:
            game = cls(log, file, signers=signers)
            luck = game._luck
            luck.waiting, luck.fresh, luck.repeated = wait, fresh, recorded or deque()
            game._draw_due()
        except BaseException:
            if file is not None:
                file.close()
            raise
        return game

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        rules: Ruleset[Any] | None = None,
        signers: Mapping[Seat, Signer] | None = None,
    ) -> Game:
        """Go on with a saved game.

        Args:
            path: The file.
            rules: The ruleset; by default the installed one that the header names.
            signers: As in :meth:`new`.

        Raises:
            OSError: The file cannot be read.
            RecordError: It is no record, or damaged.
            HiddenValue: It is a redacted copy.
            RulesetError: Its ruleset is not at hand.
            ReplayError: An entry cannot be folded.
        """
        return cls.from_log(Log.load(path, rules=rules), signers=signers)

    @classmethod
    def from_log(
        cls,
        log: Log,
        *,
        nonces: bool = False,
        recorded: Iterable[Entry] = (),
        fresh: Luck | None = None,
        signers: Mapping[Seat, Signer] | None = None,
    ) -> Game:
        """Go on from a log, which must be a full one and sound. Draws that are due are made.

        Args:
            log: The log.
            nonces: Wait for the seats' nonces before the first draw, as in :meth:`new`; where they have begun to give
                them and nothing was drawn yet, they are waited for in any case.
            recorded: Where luck is manual: entries of another game, whose draws are made again here, as in
                :meth:`new`.
            fresh: In a branch: luck that takes over, with a ``Branch`` of its own, where kept luck ends: before the
                first draw of an unfinished sealed game that its trunk has not made (by default that luck has a
                random seed), or, where luck is manual, before the first that ``recorded`` does not give (by
                default ``CHANCE`` is asked).
            signers: As in :meth:`new`.

        Raises:
            RecordDamaged: It is not sound to its end.
            HiddenValue: It is a redacted copy.
            RulesetError: Its ruleset is not at hand.
            ReplayError: An entry cannot be folded.
        """
        wait = nonces or nonces_begun(log)
        again = draws_of(recorded)
        return cls._begin(log, None, wait=wait, recorded=again, fresh=fresh, signers=signers)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        durability: Durability = "os",
        mend: bool = False,
        rules: Ruleset[Any] | None = None,
        signers: Mapping[Seat, Signer] | None = None,
    ) -> Game:
        """Go on with a saved game in its own file: every entry is appended to it before it counts.

        The file stays locked against other writers until :meth:`close`, or the end of a ``with`` block.

        Args:
            path: The record.
            durability: ``"os"`` survives a crash of this program, ``"sync"`` one of the machine.
            mend: Whether a torn tail, as a crash leaves one, is cut off into a file beside it first
                (:func:`timecore.recordfile.repair`). Nothing that was acknowledged is in a torn tail,
                unless what stands last was changed since.
            rules: The ruleset; by default the installed one that the header names.
            signers: As in :meth:`new`.

        Raises:
            RecordLocked: Another writer has it open.
            RecordDamaged: It is not sound to its end.
            RecordError: It is no record, or one of another format.
            HiddenValue: It is a redacted copy.
            RulesetError: Its ruleset is not at hand.
            ReplayError: An entry cannot be folded.
            OSError: It cannot be opened.
        """
        if mend:
            repair(path)
        file, record = RecordFile.open(path, durability=durability)
        try:
            log = Log(record, rules=rules)
            wait = nonces_begun(log)
        except BaseException:
            file.close()
            raise
        return cls._begin(log, file, wait=wait, signers=signers)

    def close(self) -> None:
        """Close the file, if the game has one. The game itself can still be looked at."""
        if self._recorder.file is not None:
            self._recorder.file.close()

    # -- where it stands ------------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """The log so far."""
        return self._recorder.log(self.rules, self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries so far."""
        return tuple(self._entries)

    @property
    def head(self) -> bytes:
        """The last hash, 32 bytes: it stands for the whole game so far."""
        return self._recorder.head

    @property
    def state(self) -> Any:
        """The state, a copy of its own: nothing that happens later changes it."""
        return self._timeline.last.copy()

    @property
    def standing(self) -> Standing:
        """What the table has made of the game."""
        return self._timeline.standing(len(self._entries))

    @property
    def luck(self) -> Luck:
        """The luck in force: the header's, or that of a branch. Its secrets are the host's."""
        return self._luck.in_force.luck

    @property
    def to_act(self) -> tuple[Actor, ...]:
        """Who may move now, ascending. Empty when the game is over, and while the table has it closed."""
        return self.rules.to_act(self._known_state) if self.standing.open else ()

    @property
    def result(self) -> Result | None:
        """How the game ended by its rules, or ``None``."""
        return self.rules.result(self._known_state)

    @property
    def ending(self) -> Ending:
        """How the game has ended, as a ``Seal`` says it; of one that still goes on, that it is adjourned."""
        return ending(self.standing, self.result, len(self.names))

    def legal_moves(self, actor: Actor) -> tuple[Move, ...]:
        """Every legal move of an actor, in the ruleset's order; empty if it is not to act."""
        if actor not in self.to_act:
            return ()
        if actor == CHANCE:
            self._refuse_partly_known()
        return tuple(self.rules.legal_moves(self._known_state, actor))

    def weights(self) -> tuple[int, ...]:
        """The weights of chance's legal moves, in their order; empty if chance is not to act."""
        if CHANCE not in self.to_act:
            return ()
        self._refuse_partly_known()
        return tuple(self.rules.weights(self._known_state))

    def view(self, viewer: Viewer) -> Any:
        """The state as a seat or an onlooker sees it: the fold of the entries redacted for them. A copy.

        Raises:
            UsageError: There is no such seat.
        """
        _check_viewer(viewer)
        known = self._views.get(viewer)
        if known is None:
            log = self.log
            viewer_of_record(log, viewer)
            entries: list[Entry] = []
            known = self._views[viewer] = (
                entries,
                Timeline(self.rules, start_state(log), entries, len(self.names)),
            )
        entries, timeline = known
        entries.extend(redact(entry, viewer) for entry in self._entries[len(entries) :])
        return timeline.last.copy()

    # -- moving ---------------------------------------------------------------------------------------------

    def decide(self, actor: Actor, move: Move | Mapping[str, Any]) -> tuple[Event[Any], ...]:
        """What a move would cause. Changes nothing.

        Args:
            actor: Who moves.
            move: A move, or its JSON object.

        Raises:
            InvalidMove: It is no move of this game.
            IllegalMove: It is not legal now; says what was.
            UsageError: The table has closed the game.
        """
        return self._decide(actor, self._as_move(move))

    def play(
        self,
        actor: Actor,
        move: Move | Mapping[str, Any],
        *,
        meta: Mapping[str, Any] | None = None,
        expected: tuple[int, bytes] | None = None,
    ) -> Entry:
        """Make a move. It is decided, appended and folded; then the draws that are due are made.

        Args:
            actor: Who moves: a seat, or ``CHANCE`` where luck is manual.
            move: A move, or its JSON object.
            meta: What the entry says beside it: ``id`` (16 bytes), ``time`` (text), other keys texts. An ``id``
                makes the call idempotent: if an entry has it already, that entry is given back and nothing done.
                Where the seat has a signer, ``seen`` may say which entry was the last that it had.
            expected: The number of entries and the head that the caller knows; if the game has gone on since, the
                move is refused.

        Returns:
            The entry of this move; draws that followed are in :attr:`entries`.

        Raises:
            InvalidMove: It is no move of this game.
            IllegalMove: It is not legal now; says what was. Nothing has changed.
            UsageError: The table has closed the game, the game draws by itself, ``meta`` brings a signature, or the
                call comes out of one that is not over: from a subscriber or a signer, or from another thread.
            RecordClash: The game has gone on since ``expected``, the ``id`` belongs to another move, or the file is
                not what was left there.
            RecordClosed: The file was closed, or ended by an earlier failure.
            ReplayError: What the rules decide cannot be folded, as it may be where the record is irregular. The move
                does not count.
            OSError: The entry could not be written. It does not count, and the file is closed; open it again. Where
                a draw that follows cannot be written, the move itself counts: with an ``id`` one can ask again.
        """
        asked = self._as_move(move)
        known = self._known(actor, asked, meta)
        if known is not None:
            return known
        self._expect(expected, len(self._entries))
        if actor == CHANCE and not self._luck.is_manual:
            msg = f"the luck of this game is {self.luck.kind}: it draws by itself"
            raise UsageError(msg, hint="With manual luck the moves of chance are entered.")
        entry = self._append(actor, asked, self._decide(actor, asked), meta)
        self._draw_due()
        return entry

    def table(
        self,
        move: Move,
        *,
        actor: Actor = TABLE,
        meta: Mapping[str, Any] | None = None,
        expected: tuple[int, bytes] | None = None,
    ) -> Entry:
        """Make one of the table's own moves (:mod:`timecore.table`), or enter a seat's nonce; then draws are made.

        Args:
            move: ``Retract``, ``Note``, ``Void``, …; most have a method of their own, such as :meth:`retract`.
            actor: ``TABLE``; the seat for ``NonceCommit`` and ``NonceReveal``.
            meta: As in :meth:`play`.
            expected: As in :meth:`play`.

        Raises:
            IllegalMove: It does not fit here (section 6 of the format); nothing has changed.
            RecordError: As in :meth:`play`.
            OSError: As in :meth:`play`.
        """
        known = self._known(actor, move, meta)
        if known is not None:
            return known
        self._expect(expected, len(self._entries))
        entry = Entry(len(self._entries) + 1, actor, move, (), meta or NO_META)
        self.refuse_faulty(entry, self.standing, len(self.names))
        self._append(actor, move, (), meta)
        self._draw_due()
        return self._entries[entry.seq - 1]

    @property
    def nonces_awaited(self) -> tuple[Seat, ...]:
        """The seats whose nonces the first draw waits for; empty where it does not wait."""
        return self._luck.lacking

    @property
    def nonces_committed(self) -> frozenset[Seat]:
        """The seats that have committed to a nonce for the luck in force."""
        return self._luck.in_force.committed

    def draw(self) -> int:
        """Make the draws that are due, without waiting for nonces any longer; how many there were."""
        self._luck.waiting = False
        return self._draw_due()

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Write the record to a file, whole or not at all.

        Raises:
            RecordClash: There is a file already and ``replace`` is false.
            OSError: It cannot be written.
        """
        self.log.save(path, replace=replace)

    def subscribe(
        self, callback: Callable[[Entry], object], viewer: Viewer | None = None
    ) -> Callable[[], None]:
        """Be told of each entry from now on, draws too, right after it was appended and folded.

        What the callback raises is logged (logger ``timecore``) and hurts neither the game nor other subscribers.
        A callback must not move: the game is in the middle of one.

        Args:
            callback: Called with each entry.
            viewer: Whose eyes it sees the entries through; ``None`` sees everything.

        Returns:
            A function that ends the subscription; calling it twice does nothing.

        Raises:
            UsageError: There is no such seat.
        """
        viewer_of_record(self.log, viewer)
        return self._subscribers.add(callback, viewer)

    def __reduce__(self) -> NoReturn:
        # Two of them would both go on, each with the same luck, and into the same file.
        msg = "a Game neither copies nor pickles: hand on its log, and Game.from_log() goes on with that"
        raise TypeError(msg)

    def __repr__(self) -> str:
        return f"<game of {self.rules.name}, {len(self._entries)} entries, to act {self.to_act}>"

    # -- the inside -----------------------------------------------------------------------------------------

    @property
    def _known_state(self) -> Any:
        """The state as rules may be asked of it: what a copy of the trunk hides refuses to be looked at."""
        if not self._hides:
            return self._timeline.last
        count = len(self._entries)
        if self._guarded is None or self._guarded[0] != count:
            from timecore.guarded import guarded  # only for branches of redacted copies  # noqa: PLC0415

            self._guarded = (count, guarded(self._timeline.last))
        return self._guarded[1].state

    def _refuse_partly_known(self) -> None:
        """What can be drawn depends on all that was drawn, also where nobody has to look at it.

        Raises:
            HiddenValue: The state hides something.
        """
        _ = self._known_state
        if self._guarded is not None and self._guarded[1].hides:
            from timecore.guarded import refuse  # noqa: PLC0415 - as above

            count = len(self._entries)
            refuse(f"after entry {count} a draw is due, and what can be drawn this copy hides", count)

    def _as_move(self, move: Move | Mapping[str, Any]) -> Move:
        return move if isinstance(move, Move) else self.rules.move_from_json(move)

    def _decide(self, actor: Actor, move: Move) -> tuple[Event[Any], ...]:
        if actor == CHANCE:
            self._refuse_partly_known()
        if type(actor) is not int:
            msg = f"an actor is a seat's number, CHANCE or TABLE, not {actor!r}"
            raise UsageError(msg)
        if move.of_table or actor == TABLE:
            msg = f"{type(move).__name__} by actor {actor} is no move of the game"
            raise UsageError(msg, hint="The table's own moves go through Game.table().")
        standing = self.standing
        if not standing.open:
            msg = f"no move can be made {standing.why_closed}"
            raise UsageError(msg)
        return self.rules.decide(self._known_state, actor, move)

    def _append(
        self, actor: Actor, move: Move, events: tuple[Event[Any], ...], meta: Mapping[str, Any] | None
    ) -> Entry:
        """Make an entry of what was decided: checked, signed, recorded and told; or none at all."""
        self._refuse_in_between()
        refuse_signature(meta)
        entry = Entry(len(self._entries) + 1, actor, move, events, meta or NO_META)
        if events:
            # On a record that was tampered with, rules may decide what cannot be, draw after draw.
            self._timeline.check(entry)
        sign = None if self._signers is None else self._signing(self._signers, entry)
        try:
            raw = self._recorder.append(entry, sign)
            if sign is not None:
                entry = attrs.evolve(entry, meta=raw.meta)
            self._entries.append(entry)
            if "id" in entry.meta:
                self._ids[entry.meta["id"]] = entry.seq
            self._note(raw)
        except BaseException as error:
            # Errors of the recorder leave all as it was, or have closed the file; an interrupt comes anywhere.
            if not isinstance(error, Exception) or len(self._recorder) == entry.seq:
                self._interrupted = True
                self.close()
                if len(self._entries) < len(self._recorder):
                    self._entries.append(entry)
            raise
        self._subscribers.tell(entry)
        return entry

    def _refuse_in_between(self) -> None:
        """Refuse an entry while another is made, or after that was interrupted.

        Raises:
            UsageError: A subscriber, or whoever signs, moves.
            RecordClosed: An interrupt has come in between.
        """
        if self._subscribers.telling:
            msg = "a subscriber must not move: the game is in the middle of a move"
            raise UsageError(msg, hint="Note what is to be done, and do it when play() has come back.")
        if self._signers is not None and self._signers.asking:
            msg = "a signature is being asked for: the game is in the middle of a move"
            raise UsageError(msg, hint="Make the next move when play() has come back.")
        if self._interrupted:
            msg = "an interrupt came in the middle of an entry, which may or may not be in the record"
            raise RecordClosed(msg, hint="Open the record again: what was acknowledged is in it.")

    def _signing(self, signers: Signers, entry: Entry) -> Sign | None:
        """What signs an entry, if somebody signs for its seat."""
        if entry.actor not in signers:
            return None
        last = len(self._entries)
        seen = entry.meta.get("seen", last)
        signers.check_seen(entry.actor, seen, last)
        return signers.notes(entry.actor, seen, self._recorder.hash_of(seen))

    def _known(self, actor: Actor, move: Move, meta: Mapping[str, Any] | None) -> Entry | None:
        """The entry that has this id already, if it is the same move."""
        seq = self._ids.get(meta["id"]) if meta and "id" in meta else None
        if seq is None:
            return None
        entry = self._entries[seq - 1]
        if (entry.actor, entry.move) != (actor, move):
            msg = f"entry {seq} has this id, and is another move"
            raise RecordClash(msg, entry=seq, hint="Every move needs an id of its own.")
        return entry

    def _note(self, raw: RawEntry) -> None:
        """Keep up with the luck in force, and with what each signature must have seen."""
        self._luck.enter(raw)
        if self._signers is not None:
            self._signers.must_have_seen.enter(raw.seq, raw.actor, raw.move)

    def _draw_due(self) -> int:
        """Draw until a seat is asked, or the game is over; how many draws there were."""
        luck, made = self._luck, 0
        while luck.draws_itself() and CHANCE in self.to_act and not luck.waits():
            state = self._known_state
            self._refuse_partly_known()
            move = luck.again(self.rules, state)
            if move is None:
                if not luck.draws_itself():
                    break
                fresh = luck.successor(self.rules.draws)
                if fresh is not None:
                    self._append(TABLE, Branch(fresh), (), {"id": entropy.token(16)})
                move = luck.drawn(self.rules, state, len(self._entries) + 1)
            self._append(CHANCE, move, self.rules.decide(self._known_state, CHANCE, move), None)
            made += 1
        return made

    def _outcome(self) -> Result | Unknown | None:
        try:
            return self.result
        except HiddenValue:  # of a branch that knows its trunk in part only
            return UNKNOWN

    def _luck_now(self) -> LuckInForce:
        return self._luck.in_force

    def _set_by(self, record: int) -> RawEntry | RawHeader:
        found = self.log.record
        return found.entries[record - 1] if record else found.header


def _refuse_unplayable(log: Log) -> None:
    """Refuse a log that a game cannot go on from.

    Raises:
        HiddenValue: It is a redacted copy, and no branch of one.
        RecordDamaged: It is not sound to its end.
        RulesetError: Its ruleset is not at hand, or only another version of it.
        ReplayError: An entry is none of this ruleset.
    """
    if log.shows != "full" and not (log.fork and log.record.opens_from(log.fork)):
        msg = (
            f"this copy of the record is not the full one ({log.shows}), and a game needs all of it to go on"
        )
        hint = (
            "Continue from the host's own file; what this copy shows can be gone on with in a branch of it."
        )
        raise HiddenValue(msg, hint=hint)
    refuse_damaged(log)
    rules, recorded = log.rules, log.header.rules_version
    if recorded != rules.version:
        msg = f"the game was begun by version {recorded} of the rules, and {rules!r} is at hand"
        raise RulesVersionDiffers(
            msg,
            name=rules.name,
            recorded=recorded,
            installed=rules.version,
            hint="It can be replayed and audited, but going on would mix two versions of the rules.",
        )
    if log.fault is not None:
        raise log.fault


def _signers_of(log: Log, signers: Mapping[Seat, Signer]) -> Signers:
    from timecore.signing import Signers  # only signed games need it  # noqa: PLC0415

    return Signers(log.header.game, log.header.keys, signers)


def _check_viewer(viewer: object) -> None:
    """Refuse ``None``, which means "everything" elsewhere, and ``True``, which is as good a key as 1.

    Raises:
        UsageError: It is no viewer.
    """
    if viewer is None or type(viewer) is bool:
        msg = f"{viewer!r} is no viewer"
        raise UsageError(
            msg, hint="A viewer is a seat's number or timecore.PUBLIC; game.state shows everything."
        )
