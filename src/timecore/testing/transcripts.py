"""Games as texts that are kept beside the tests: what changes in them shows up as a readable difference.

:func:`playthrough` is for one short game of each ruleset. It shows what nothing else does: after every entry who
acts, what they may do, and what each of them sees. :func:`golden_text` is for saved games that have to come out
the same for ever: what happened, and the digest of the last state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from timecore.actors import CHANCE, PUBLIC
from timecore.log import Log, refuse_damaged
from timecore.narrate import Narrator
from timecore.replay import Replay, state_digest

__all__ = ["golden_text", "playthrough"]

#: How many legal moves are listed before the rest is only counted.
LISTED: Final = 8


def golden_text(log: Log) -> str:
    """A whole game in words, with its result, its head and the digest of its last state.

    Args:
        log: A full log, or any copy that folds.

    Returns:
        Lines, the last of them ended as well.

    Raises:
        RecordDamaged: The record is not sound to its end.
        ReplayError: An entry cannot be folded.
    """
    replay, narrator = _open(log)
    room = len(str(len(log))) + 2
    lines = [_title(log, narrator), ""]
    told = 0
    for step in replay.steps(before=True):
        entry = step.entry
        number = "" if entry.seq == told else str(entry.seq)
        lines.append(f"{number:>{room}}  {narrator.step(step)}")
        told = entry.seq
    state = replay.go(-1).state
    result = log.rules.result(state)
    lines += [
        "",
        f"result: {_compact(None if result is None else result.to_json())}",
        f"state digest: {state_digest(state).hex()}",
        f"head: {log.head.hex()}",
    ]
    return "\n".join(lines) + "\n"


def playthrough(log: Log) -> str:
    """A game as everybody lives through it.

    At each position: what happened, what of the state each viewer saw change (values by their path in the JSON
    form; viewers who saw the same stand together), who is to act, and the legal moves in words.

    Args:
        log: A full log.

    Returns:
        Lines, the last of them ended as well.

    Raises:
        RecordDamaged: The record is not sound to its end.
        ReplayError: An entry cannot be folded.
    """
    full, narrator = _open(log)
    seats = range(len(log.header.seats))
    viewers: list[tuple[str, Replay]] = [("the host", full)]
    viewers += [(narrator.names[seat], Replay(log, seat)) for seat in seats]
    viewers.append(("the public", Replay(log, PUBLIC)))
    lines = [_title(log, narrator)]
    before: dict[str, Any] = {}
    for position in range(len(log) + 1):
        lines.append("")
        if position:
            entry = full.entries[position - 1]
            asked = narrator.move(entry.move, entry.actor, full.state_at(position - 1))
            lines.append(f"{position}. {narrator.actor(entry.actor)}: {asked}")
            steps = full.steps(position - 1, position, before=True)
            lines += [f"   {narrator.step(step)}" for step in steps if step.event is not None]
        else:
            lines.append("0. The start")
        after = {name: replay.state_at(position).to_json() for name, replay in viewers}
        lines += _changes(before, after)
        before = after
        lines += _to_act(full.go(position), narrator)
    result = log.rules.result(full.state)
    lines += ["", f"result: {_compact(None if result is None else result.to_json())}"]
    return "\n".join(lines) + "\n"


def _open(log: Log) -> tuple[Replay, Narrator]:
    refuse_damaged(log)
    replay = Replay(log)
    if replay.error is not None:
        raise replay.error
    return replay, Narrator(log.header.seats, log.rules)


def _title(log: Log, narrator: Narrator) -> str:
    header = log.header
    options = _compact(dict(header.options))
    return f"{header.ruleset} version {header.rules_version}, {options}: {', '.join(narrator.names)}"


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """What changed, once for all viewers who saw it so."""
    seen: dict[str, list[str]] = {}
    for name, form in after.items():
        for change in _differences(before.get(name, {}), form, ""):
            seen.setdefault(change, []).append(name)
    for change, names in seen.items():
        who = "all" if len(names) == len(after) else ", ".join(names)
        yield f"   [{who}] {change}"


def _differences(old: Any, new: Any, path: str) -> Iterator[str]:
    """The values that are new, each by its path."""
    if type(old) is dict and type(new) is dict:
        for key, value in new.items():
            # A field that was not there before is told even if its value is null.
            yield from _differences(old.get(key, ...), value, f"{path}.{key}" if path else key)
    elif type(old) is list and type(new) is list and old and _goes_on(old, new):
        for index, (one, other) in enumerate(zip(old, new, strict=False)):
            yield from _differences(one, other, f"{path}[{index}]")
        if len(new) > len(old):
            yield f"{path} += {_compact(new[len(old) :])}"
    elif type(old) is not type(new) or old != new:
        yield f"{path} = {_compact(new)}"


def _goes_on(old: list[Any], new: list[Any]) -> bool:
    """Whether a list is the old one with changes in its places or with more behind."""
    if len(old) == len(new) or new[: len(old)] == old:
        return True
    return len(old) < len(new) and all(type(item) is dict for item in new)


def _to_act(replay: Replay, narrator: Narrator) -> Iterator[str]:
    for actor in replay.to_act:
        moves = [narrator.move(move, actor, replay.state) for move in replay.legal_moves(actor)]
        if actor == CHANCE:
            weights = replay.rules.weights(replay.state)
            if len(set(weights)) > 1:
                moves = [f"{move} (x{weight})" for move, weight in zip(moves, weights, strict=True)]
        yield f"   {narrator.actor(actor)} may {_listed(moves)}"


def _listed(moves: Sequence[str]) -> str:
    if len(moves) <= LISTED + 1:
        return " | ".join(moves)
    return f"{' | '.join(moves[:LISTED])} | … and {len(moves) - LISTED} more"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
