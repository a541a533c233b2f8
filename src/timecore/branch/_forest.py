"""Which records are branches of which, told by their hashes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import attrs

from timecore.branch._luck import shared

if TYPE_CHECKING:
    from timecore.log import Log

__all__ = ["Tree", "forest"]

_Named: TypeAlias = "tuple[str, Log]"


@attrs.frozen
class Tree:
    """A record, and those that have begun as it has.

    Attributes:
        name: What the record is called; ``None`` for a trunk that is not among those given.
        log: The record; ``None`` likewise.
        fork: The number of the entry with which it parts from the record above it; 0 at the top.
        forked: Whether that entry is a ``Branch``. If not, two records have gone on differently from one state, as
            where a file was copied, or cut, and played on.
        copies: Other records with the same head, such as redacted copies.
        beginnings: Records that are the first entries of this one, such as earlier copies, and how many.
        branches: Those that part from it, by the entry where they do and by name.
    """

    name: str | None
    log: Log | None
    fork: int = 0
    forked: bool = True
    copies: tuple[str, ...] = ()
    beginnings: tuple[tuple[str, int], ...] = ()
    branches: tuple[Tree, ...] = ()


def forest(logs: Mapping[str, Log]) -> tuple[Tree, ...]:
    """Records by what they have in common: a tree for each game, by name.

    Args:
        logs: The records by name. Of damaged ones the sound part counts.
    """
    games: dict[bytes, list[_Named]] = {}
    for name, log in sorted(logs.items()):
        games.setdefault(log.record.header.hash, []).append((name, log))
    return tuple(sorted(map(_root, games.values()), key=_first_name))


def _first_name(tree: Tree) -> str:
    return tree.name if tree.name is not None else min(map(_first_name, tree.branches))


def _root(records: Sequence[_Named]) -> Tree:
    """The tree of one game; above a branch whose trunk is not here stands that there is one."""
    tree = _tree(records, fork=0, forked=True)
    first = 0 if tree.log is None else _first_fork(tree.log)
    if not first:
        return tree
    # What parts from the trunk before the branch does, parts from the trunk.
    earlier = [one for one in tree.branches if one.fork < first]
    later = tuple(one for one in tree.branches if one.fork >= first)
    return Tree(None, None, branches=_in_order([*earlier, attrs.evolve(tree, fork=first, branches=later)]))


def _first_fork(log: Log) -> int:
    return next((number for number, row in enumerate(log.record.rows, 1) if row[2][0] == "Branch"), 0)


def _tree(records: Sequence[_Named], *, fork: int, forked: bool) -> Tree:
    """The tree of records that have their entry ``fork`` in common, and all before it."""
    beginnings: list[tuple[str, int]] = []
    branches: list[Tree] = []
    best = min(records, key=_preferred)
    common = _in_common(best[1], records)
    while True:
        if best not in records:
            best = min(records, key=_preferred)
            common = _in_common(best[1], records)
        others = [one for one in records if one[1].head != best[1].head]
        if not others:
            break
        parting = min(common[name] for name, _ in others)
        groups = _groups(records, parting)
        ended = groups.pop(None, [])
        main = _main(groups, parting) or ended
        branches += [
            _tree(group, fork=parting + 1, forked=_is_fork(group[0][1], parting))
            for group in groups.values()
            if group is not main
        ]
        if not main:
            return Tree(None, None, fork, forked, branches=_in_order(branches))
        if main is not ended:
            beginnings += [(name, parting) for name, _ in ended]
        records = main
    copies = tuple(name for name, _ in records if name != best[0])
    return Tree(*best, fork, forked, copies, tuple(sorted(beginnings)), _in_order(branches))


def _in_common(log: Log, records: Sequence[_Named]) -> dict[str, int]:
    return {name: shared(log, other) or 0 for name, other in records}


def _preferred(named: _Named) -> tuple[bool, int, str]:
    """What stands for records with the same head: one that shows all, else the first by name."""
    name, log = named
    return log.shows != "full", -len(log), name


def _groups(records: Sequence[_Named], at: int) -> dict[bytes | None, list[_Named]]:
    """Records by their next entry; under ``None`` those that end there."""
    groups: dict[bytes | None, list[_Named]] = {}
    for named in records:
        entries = named[1].record.entries
        groups.setdefault(entries[at].hash if len(entries) > at else None, []).append(named)
    return groups


def _main(groups: Mapping[bytes | None, list[_Named]], at: int) -> list[_Named] | None:
    """The records that have simply gone on, where others begin as branches; the longest, if several have."""
    plain = [group for group in groups.values() if not _is_fork(group[0][1], at)]
    return max(plain, key=lambda group: max(len(log) for _, log in group), default=None)


def _is_fork(log: Log, at: int) -> bool:
    return bool(log.record.rows[at][2][0] == "Branch")


def _in_order(branches: Sequence[Tree]) -> tuple[Tree, ...]:
    return tuple(sorted(branches, key=lambda one: (one.fork, _first_name(one))))
