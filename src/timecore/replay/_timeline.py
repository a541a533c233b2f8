"""The states of a log, folded once and kept as a few checkpoints."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from timecore.entry import Entry
from timecore.errors import ReplayError
from timecore.fold import advance
from timecore.standing import AT_FIRST, Standing

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset

__all__ = ["Timeline"]


#: What it may cost to fold from one checkpoint on a line to the next, in entries of up to seven events. A copy costs
#: about as much as folding ten events.
_EVERY: Final = 32


class Timeline:
    """The states of a log, one after each entry, kept as a few checkpoints. Obeys the table's moves.

    States form a tree: an entry of the ruleset grows a new state out of the one before it, a retraction goes
    back to an earlier one. A checkpoint is kept at every 32nd state of a line, sooner behind entries of many events,
    so that any state is at most 31 entries away from one, however often the table went back.

    A move of the table that is irregular (section 6 of the format) changes nothing; to name it is the audit's business.

    Args:
        rules: The ruleset.
        start: The state before the first entry; not changed.
        entries: The entries; may grow behind the timeline's back, never change.
        seats: The number of seats.
    """

    __slots__ = (
        "_checkpoints",
        "_cost",
        "_entries",
        "_last",
        "_node",
        "_parent",
        "_seats",
        "_standings",
        "error",
        "rules",
    )

    def __init__(self, rules: Ruleset[Any], start: Any, entries: Sequence[Entry], seats: int) -> None:
        self.rules = rules
        self._entries = entries
        self._seats = seats
        self._checkpoints: dict[int, Any] = {0: start.copy()}
        self._last = start.copy()
        # By position: the entry that made its state (0: the start); that entry's line before it; what it costs to
        # fold there from the last checkpoint on its line.
        self._node: list[int] = [0]
        self._parent: list[int] = [0]
        self._cost: list[int] = [0]
        # Only table moves change the standing, so the few changes are kept, each with its entry.
        self._standings: list[tuple[int, Standing]] = [(0, AT_FIRST)]
        self.error: ReplayError | None = None

    @property
    def end(self) -> int:
        """The last position that can be reached: the number of entries, fewer if one cannot be folded."""
        self._fold_to(len(self._entries))
        return len(self._node) - 1

    def state(self, position: int) -> Any:
        """A state of its own for the caller: after entry ``position``, which must not be beyond :attr:`end`."""
        self._fold_to(position)
        if position == len(self._node) - 1:
            return self._last.copy()
        return self._grow(self._node[position])

    @property
    def last(self) -> Any:
        """The state at :attr:`end` itself, not a copy: to look at, never to change."""
        _ = self.end
        return self._last

    def go_on(self, entries: Sequence[Entry]) -> None:
        """Go on with more entries.

        Args:
            entries: Those there were, and more.
        """
        self._entries = entries

    def check(self, entry: Entry) -> None:
        """Whether an entry can be folded onto the last state, which stays as it is.

        Args:
            entry: One that is to become the next.

        Raises:
            ReplayError: Its events contradict that state, as they may where an earlier entry is irregular.
        """
        state = self.last.copy()
        try:
            for event in entry.events:
                event.apply(state)
        except Exception as error:
            raise _contradiction(entry, error) from error

    def standing(self, position: int) -> Standing:
        """What the table has made of the game after entry ``position``."""
        self._fold_to(position)
        index = bisect_right(self._standings, position, key=itemgetter(0)) - 1
        return self._standings[index][1]

    def _grow(self, node: int) -> Any:
        """The state that an entry made, from the nearest checkpoint on its line."""
        path: list[int] = []
        while node not in self._checkpoints:
            path.append(node)
            node = self._parent[node]
        state = self._checkpoints[node].copy()
        for number in reversed(path):
            advance(state, self._entries[number - 1].events)
        return state

    def _fold_to(self, position: int) -> None:
        """Carry the fold on to a position, or to the first entry that cannot be folded."""
        if self.error is not None:
            return
        nodes, parents, costs = self._node, self._parent, self._cost
        entries = self._entries
        state = self._last
        for number in range(len(nodes), position + 1):
            entry = entries[number - 1]
            before = nodes[-1]
            if entry.move.of_table:
                node = self._table(entry)
                state = self._last
                parents.append(before)
                costs.append(0)
                nodes.append(node)
                continue
            try:
                for event in entry.events:
                    event.apply(state)
            except Exception as error:  # noqa: BLE001 - whatever a foreign `apply` raises, the record is at fault
                self.error = _contradiction(entry, error)
                self._last = self._grow(before)  # what the bad entry did before it failed must not stay
                return
            parents.append(before)
            nodes.append(number)
            cost = costs[before] + 1 + len(entry.events) // 8
            if cost >= _EVERY:
                self._checkpoints[number] = state.copy()
                cost = 0
            costs.append(cost)

    def _table(self, entry: Entry) -> int:
        """Obey one of the table's moves, unless it is irregular; gives the node that it leads to."""
        from timecore.table import Retract  # only games that a table has touched need it  # noqa: PLC0415

        move = entry.move
        then = AT_FIRST
        node = self._node[-1]
        before = self._standings[-1][1]
        if before.fault(entry, self._seats) is not None:
            return node
        if isinstance(move, Retract):
            then = self.standing(move.to)
            if node != self._node[move.to]:
                node = self._node[move.to]
                self._last = self._grow(node)
        after = before.after(move, then)
        if after is not before:
            self._standings.append((entry.seq, after))
        return node


def _contradiction(entry: Entry, error: Exception) -> ReplayError:
    reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    msg = f"entry {entry.seq} cannot be folded, its events contradict the state before it: {reason}"
    found = ReplayError(msg, entry=entry.seq, hint="`timecore audit` says what the rules would have caused.")
    found.__cause__ = error
    return found
