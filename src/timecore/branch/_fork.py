"""Branching a game off at a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from timecore import entropy
from timecore.actors import CHANCE, TABLE
from timecore.chance import Luck
from timecore.errors import HiddenValue, PositionError, ReplayError, RulesetError, UsageError
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.record import RawRecord, Writer, luck_along
from timecore.replay import Position, Replay
from timecore.table import Branch
from timecore.tablerows import KEPT, draws_kept

if TYPE_CHECKING:
    from timecore.actors import Seat
    from timecore.entry import Entry
    from timecore.log import Log
    from timecore.signing import Signer

__all__ = ["LuckChoice", "branch", "branch_game", "kept_note", "new_luck"]

LuckChoice: TypeAlias = Literal["keep", "redraw", "manual"]
"""The luck of a branch: the trunk's goes on, new luck, or luck made at a real table."""

#: How many draws to commit to where neither the record nor its ruleset says how many there usually are.
_DRAWS: Final = 256


def branch(
    log: Log,
    at: Position | int | str,
    luck: LuckChoice = "keep",
    *,
    seed: str | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Log:
    """Branch a game off: its entries up to a position, byte for byte, and a ``Branch``.

    What is given is a complete record. It is gone on with like any other: by :meth:`timecore.game.Game.from_log`, or,
    once it is saved, by :meth:`timecore.game.Game.open`.

    Kept luck makes the same draws as the trunk as long as the same outcomes are possible; where they are not, the same
    number means another one. Of an unfinished game whose luck is sealed, only draws are kept that the trunk has made:
    how many there are stands in the notes of the ``Branch``, and before the next one a ``Branch`` with new luck takes
    over. Where none is left to keep, or the seed was revealed, new luck begins at once. Manual luck that is kept is
    entered anew, by whoever goes on (``recorded`` of :meth:`timecore.game.Game.from_log`).

    Args:
        log: The trunk; it may be a branch itself, damaged behind the position, or redacted. Without its ruleset all
            positions up to its end can be branched at, and its game counts as unfinished.
        at: The position: after an entry, not inside one. ``-1`` is the end.
        luck: ``"keep"``: the trunk's luck goes on. ``"redraw"``: new luck. ``"manual"``: made at a real table.
        seed: A text that new luck follows from; without it new luck is sealed.
        meta: What the ``Branch`` entry says beside it: ``time`` and free texts. Its ``id`` is random, unless one is
            given here, so that no two branches are the same.

    Returns:
        The log of the branch.

    Raises:
        PositionError: There is no such position, or it is inside an entry; names the positions around it.
        HiddenValue: Kept luck is to draw at once, and this copy does not hold the seed.
        UsageError: ``luck`` is none of the three, or a seed is given for manual luck.
        EncodingRefused: A record cannot hold ``meta``.
    """
    if luck not in ("keep", "redraw", "manual"):
        msg = f"luck is keep, redraw or manual, not {luck!r}"
        raise UsageError(msg)
    if seed is not None and luck == "manual":
        msg = "manual luck takes no seed"
        raise UsageError(msg)
    replay = _replay(log)
    position = _between_entries(log, at, replay)
    notes: dict[str, Any] = {"id": entropy.token(16)}
    chance: Luck | None = None
    if luck == "manual":
        chance = Luck.manual()
    elif luck == "redraw":
        chance = new_luck(log, seed)
    else:
        note = _kept_note(log, position, replay)
        if note is None:
            chance = new_luck(log, seed)
        else:
            _refuse_hidden_luck(log, position, replay)
            notes |= note
    return _forked(log, position, chance, notes | dict(meta or {}))


def branch_game(
    log: Log,
    at: Position | int | str,
    luck: LuckChoice = "keep",
    *,
    seed: str | None = None,
    meta: Mapping[str, Any] | None = None,
    nonces: bool = False,
    signers: Mapping[Seat, Signer] | None = None,
) -> Game:
    """Branch a game off, and go on with it in memory. Draws that are due are made.

    Kept luck of a real table makes the trunk's draws again, in their order, as long as they are legal; then, and
    wherever else kept luck ends, new luck takes over, as ``seed`` says.

    Args:
        log: As in :func:`branch`; its ruleset must be at hand.
        at: As in :func:`branch`.
        luck: As in :func:`branch`.
        seed: As in :func:`branch`.
        meta: As in :func:`branch`.
        nonces: As in :meth:`timecore.game.Game.from_log`.
        signers: As in :meth:`timecore.game.Game.new`.

    Raises:
        HiddenValue: The copy does not show what the rules need to go on.
        RulesetError: The ruleset is not at hand.
        ReplayError: An entry cannot be folded.
        TimecoreError: As :func:`branch` does.
    """
    made = branch(log, at, luck, seed=seed, meta=meta)
    if luck != "keep":
        return Game.from_log(made, nonces=nonces, signers=signers)
    recorded = _draws_by_hand(log, made.fork - 1)
    return Game.from_log(made, nonces=nonces, recorded=recorded, fresh=new_luck(log, seed), signers=signers)


def _draws_by_hand(log: Log, position: int) -> list[Entry]:
    """The draws behind a position that were made at a real table."""
    luck = log.header.luck
    found = []
    for entry in log.entries:
        if isinstance(entry.move, Branch) and entry.move.chance is not None:
            luck = entry.move.chance
        elif entry.actor == CHANCE and entry.seq > position and luck.kind == "manual":
            found.append(entry)
    return found


def _forked(log: Log, position: int, chance: Luck | None, notes: Mapping[str, Any]) -> Log:
    header, entries = log.record.header, log.record.entries[:position]
    fork = Writer(header, entries).append(TABLE, ("Branch", chance), (), notes)
    return log.upto(position).grown(RawRecord(header, [*entries, fork]))


def new_luck(log: Log, seed: str | None = None) -> Luck:
    """Luck for a branch of a game: sealed, or following from a text."""
    draws = log.header.luck.draws or (log.rules.draws if log.has_rules else _DRAWS)
    return Luck.sealed(draws) if seed is None else Luck.given(seed, draws)


# -- where ----------------------------------------------------------------------------------------------------------


def _replay(log: Log) -> Replay | None:
    """A cursor over the log; ``None`` where its rules are not at hand: bytes alone can be branched as well."""
    try:
        return Replay(log)
    except (RulesetError, ReplayError):
        return None


def _between_entries(log: Log, at: Position | int | str, replay: Replay | None) -> int:
    """The position as a number of entries.

    Raises:
        PositionError: There is none, or it is inside an entry.
    """
    if replay is not None:
        found = replay.locate(at)
    else:
        found = at if isinstance(at, Position) else Position.parse(str(at), len(log))
    if found.event:
        msg = f"a branch cannot begin at {found}, inside entry {found.entry + 1}"
        hint = f"Positions {found.entry}, before that entry, and {found.entry + 1}, after it, are around it."
        raise PositionError(msg, hint=hint)
    return found.entry


def _is_over(replay: Replay) -> bool:
    """Whether a game has come to an end that no more draws can follow, as far as its record is sound."""
    if replay.log.damage is not None or replay.error is not None:
        return False
    standing = replay.go(replay.end).standing
    if standing.sealed is not None:
        return standing.sealed.status != "adjourned"
    if standing.adjourned:
        return False
    try:
        return standing.ended_by is not None or replay.result is not None
    except Exception:  # noqa: BLE001 - a state that no game comes to; what it would draw is not told
        return False


# -- luck to come ---------------------------------------------------------------------------------------------------


class _Kept(NamedTuple):
    """How far the luck in force may go on.

    Attributes:
        made: How many draws were made of it before the fork.
        most: How many may be made of it at all.
    """

    made: int
    most: int


def kept_note(log: Log, position: int) -> dict[str, str] | None:
    """What a fork at a position is to say of the luck that it goes on with; ``None`` where there is nothing to keep."""
    return _kept_note(log, position, _replay(log))


def _kept_note(log: Log, position: int, replay: Replay | None) -> dict[str, str] | None:
    kept = _draws_kept(log, position, over=replay is not None and _is_over(replay))
    if kept is None:
        return {}
    return {KEPT: str(kept.most)} if kept.made < kept.most else None


def _draws_kept(log: Log, position: int, *, over: bool) -> _Kept | None:
    """How many draws of the luck in force a branch may make; ``None`` for as many as it takes.

    Args:
        log: The trunk.
        position: Where it is branched at.
        over: Whether its game is over, so that nobody will draw what it has not drawn.
    """
    rows = log.record.rows
    set_by, luck = 0, log.header.luck
    until = len(rows)
    limits: list[int] = []
    for number, row in enumerate(rows, 1):
        if row[2][0] != "Branch":
            continue
        if row[2][1] is not None and number > position:
            until = number - 1
            break
        if row[2][1] is not None:
            set_by, luck, limits = number, row[2][1], []
        most = draws_kept(row[4])
        limits += [] if most is None else [most]
    made = sum(row[1] == CHANCE for row in rows[set_by:position])
    if luck.kind == "manual":
        return None
    if any(row[2][0] == "RevealSeed" for row in rows[set_by:position]):
        return _Kept(made, made)  # nothing may be drawn from a seed that everybody knows
    if luck.kind == "given":
        return None
    if limits:
        return _Kept(made, min(limits))
    # Where other luck takes over, this luck may belong to a trunk that still goes on.
    if any(row[2][0] == "RevealSeed" for row in rows[position:until]) or (over and until == len(rows)):
        return None
    return _Kept(made, sum(row[1] == CHANCE for row in rows[set_by:until]))


def _refuse_hidden_luck(log: Log, position: int, replay: Replay | None) -> None:
    """Refuse to go on with luck whose seed this copy does not hold, if it is to draw right away.

    Raises:
        HiddenValue: So it is.
    """
    if log.shows == "full" or replay is None or replay.go(position).to_act != (CHANCE,):
        return
    header = log.record.header
    if luck_along(header, log.record.entries[:position]).luck.seed is HIDDEN:
        msg = f"after entry {position} a draw is due, and this copy ({log.shows}) does not hold the seed it comes from"
        hint = "Draw anew (redraw), or let the luck be made at the table (manual)."
        raise HiddenValue(msg, entry=position, hint=hint)
