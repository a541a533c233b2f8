"""What if one entry had not happened?"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore import entropy
from timecore.actors import CHANCE
from timecore.branch._fork import LuckChoice, branch, branch_game, kept_note, new_luck
from timecore.errors import (
    HiddenValue,
    IllegalMove,
    MoveRefused,
    PositionError,
    ReplayError,
    TimecoreError,
    UsageError,
)
from timecore.game import Game
from timecore.guarded import refuse
from timecore.hidden import HIDDEN
from timecore.table import Branch, NonceCommit, NonceReveal, Retract, RevealSeed, Rule, Seal

if TYPE_CHECKING:
    from timecore.chance import Luck
    from timecore.entry import Entry
    from timecore.log import Log

__all__ = ["Without", "branch_without"]

#: What the table says of the trunk's own entries, hashes and seeds: it cannot be said of others.
_OF_THE_TRUNK: Final = (Rule, RevealSeed, Seal)


@attrs.frozen
class Without:
    """A game without one of its entries.

    Attributes:
        game: The branch, which can be played on.
        entry: The entry that was left out.
        replayed: How many of the later moves were made again. Draws are not counted, nor shares in the luck, nor what
            the table said of the trunk's own entries, hashes and seeds (``Rule``, ``RevealSeed``, ``Seal``).
        stopped: The first entry of the trunk whose move could not be made again; ``None`` if all could.
        reason: Why not: most often an :class:`~timecore.errors.IllegalMove`, which names the rule and what was legal.
    """

    game: Game
    entry: int
    replayed: int
    stopped: int | None = None
    reason: TimecoreError | None = None


def branch_without(
    log: Log,
    entry: int,
    luck: LuckChoice = "keep",
    *,
    seed: str | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Without:
    """Branch a game off before one of its entries, and make the later moves again as far as they are legal.

    Draws are not moves: they are made when they are due, by the luck that was chosen, as in :func:`branch_game`; with
    manual luck they are the trunk's, as long as they are legal.

    Args:
        log: The trunk, whose ruleset must be at hand.
        entry: The number of the entry to leave out; not a draw, since by the rules one is due there.
        luck: As in :func:`branch`.
        seed: As in :func:`branch`.
        meta: As in :func:`branch`.

    Raises:
        PositionError: There is no such entry.
        UsageError: It is a draw.
        HiddenValue: The rules need what this copy hides, before any move can be made again.
        RulesetError: The ruleset is not at hand.
    """
    if type(entry) is not int or not 1 <= entry <= len(log):
        msg = f"there is no entry {entry}: the log has {len(log)}"
        raise PositionError(msg, hint=f"Entries go from 1 to {len(log)}." if len(log) else None)
    if log.record.rows[entry - 1][1] == CHANCE:
        msg = f"entry {entry} is a draw, and by the rules one is due there"
        raise UsageError(
            msg, hint=f"A branch at {entry - 1} with luck drawn anew has another one in its place."
        )
    later = log.entries[entry:]
    if luck == "manual":
        game = Game.from_log(branch(log, entry - 1, luck, seed=seed, meta=meta), recorded=later)
    else:
        # The first draw waits for the shares that the trunk has waited for.
        shares = luck == "keep" and any(isinstance(one.move, NonceCommit | NonceReveal) for one in later)
        game = branch_game(log, entry - 1, luck, seed=seed, meta=meta, nonces=shares)
    return _Again(log, game, entry, keep=luck == "keep").run(later)


class _Again:
    """Makes the later moves of a trunk again."""

    def __init__(self, log: Log, game: Game, entry: int, *, keep: bool) -> None:
        self.trunk = log
        self.game = game
        self.entry = entry
        self.keep = keep
        #: By position of the trunk the position of the branch. The fork stands for the entry that was left out.
        self.places = list(range(entry + 1))

    def run(self, later: tuple[Entry, ...]) -> Without:
        """As far as it goes."""
        done = 0
        for entry in later:
            try:
                done += self.make(entry)
            except (MoveRefused, UsageError, HiddenValue, ReplayError) as error:
                return Without(self.game, self.entry, done, entry.seq, error)
            self.places.append(len(self.game.entries))
        return Without(self.game, self.entry, done)

    def make(self, entry: Entry) -> bool:
        """Make one move again; whether there was one to make."""
        move, game = entry.move, self.game
        if any(getattr(move, move.specs[index].name) is HIDDEN for index in move.private):
            refuse(f"entry {entry.seq} hides its move in this copy", entry.seq)
        if entry.actor == CHANCE:
            game.draw()  # nonces that have not come by now did not come in the trunk either
            return False
        if not move.of_table:
            game.play(entry.actor, move)
            return True
        match move:
            case Retract(to=to):
                # One that goes nowhere is irregular, and refused here too.
                game.retract(self.places[to] if 0 <= to < len(self.places) else -1)
            case Branch():
                self.fork(entry.seq, move.chance)
            case NonceCommit() | NonceReveal():
                with suppress(IllegalMove):  # a share in the trunk's luck, where the branch has its own
                    game.table(move, actor=entry.actor)
                return False
            case _ if isinstance(move, _OF_THE_TRUNK):
                return False
            case _:
                game.table(move)
        return True

    def fork(self, position: int, chance: Luck | None) -> None:
        """Fork once more, as the trunk has done, if luck is kept; no further than the trunk has drawn from it."""
        note: Mapping[str, str] | None = {}
        if not self.keep:
            chance = None
        elif chance is not None:
            note = kept_note(self.trunk, position)
            chance = chance if note is not None else new_luck(self.trunk)
        self.game.table(Branch(chance), meta={"id": entropy.token(16), **(note or {})})
