"""Judging single entries: what the rules say of a move and of what is recorded of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from timecore.actors import CHANCE, TABLE
from timecore.errors import IllegalMove
from timecore.hidden import HIDDEN

if TYPE_CHECKING:
    from timecore.audit._walk import Examination
    from timecore.entry import Entry
    from timecore.messages import Event, Message
    from timecore.record import RawEntry
    from timecore.ruleset import Ruleset

__all__ = ["check_privacy", "hides", "judge", "judge_own", "judge_without_file"]


def judge(audit: Examination, rules: Ruleset[Any], state: Any, entry: Entry, *, fits: bool) -> None:
    """Decide one move and compare the events."""
    if not fits and entry.actor == TABLE:
        return
    try:
        expected = rules.decide(state, entry.actor, entry.move)
    except IllegalMove as error:
        audit.find(
            "rules",
            f"entry {entry.seq}: {_named(rules, state, entry)}{error}",
            entry.seq,
            rule=error.rule,
            recorded=entry.move.to_json(),
            legal=audit.legal(error.legal),
        )
        return
    except Exception as error:  # noqa: BLE001 - a record must not be able to stop an audit
        what = f"entry {entry.seq}: the rules cannot judge this move: {type(error).__name__}: {error}"
        audit.find("rules", what, entry.seq, recorded=entry.move.to_json())
        return
    if expected != entry.events:
        for found in _differences(entry, expected):
            audit.find(**found)


def judge_own(audit: Examination, rules: Ruleset[Any], state: Any, entry: Entry, *, fits: bool) -> None:
    """On a seat's copy, its own moves can be judged: what it may do never depends on what it cannot see."""
    if not fits:
        return
    try:
        legal = rules.legal_moves(state, entry.actor) if entry.actor in rules.to_act(state) else ()
    except Exception as error:  # noqa: BLE001 - a record must not be able to stop an audit
        what = f"entry {entry.seq}: the rules cannot judge this move: {type(error).__name__}: {error}"
        audit.find("rules", what, entry.seq, recorded=entry.move.to_json())
        return
    if entry.move not in legal:
        named = _named(rules, state, entry).removesuffix(": ")
        audit.find(
            "rules",
            f"entry {entry.seq}: {named or f'the move is not legal for seat {entry.actor}'}",
            entry.seq,
            recorded=entry.move.to_json(),
            legal=audit.legal(legal),
        )


def judge_without_file(audit: Examination, rules: Ruleset[Any], state: Any, entry: Entry) -> bool:
    """Whether an entry needs a file that is not at hand; it is then examined as far as it can be."""
    try:
        faults = rules.faults_without_file(state, entry.actor, entry.move, entry.events)
    except Exception as error:  # noqa: BLE001 - a record must not be able to stop an audit
        what = f"entry {entry.seq}: the rules cannot judge this move: {type(error).__name__}: {error}"
        audit.find("rules", what, entry.seq, recorded=entry.move.to_json())
        return True
    if faults is None:
        return False
    for fault in faults:
        what = f"entry {entry.seq}: {fault}"
        audit.find("rules", what, entry.seq, rule=fault.rule, recorded=entry.move.to_json())
    audit.uncompared.append(entry.seq)
    return True


def check_privacy(audit: Examination, entry: Entry, raw: RawEntry) -> None:
    """Whether what should be hidden was committed to, and what is public stands in clear."""
    move = entry.move
    again = {move.specs[index].name for index in move.private}
    clear = frozenset(raw.clear)
    for number, message in enumerate((move, *entry.events)):
        for index in message.private:
            spec = message.specs[index]
            value = getattr(message, spec.name)
            if value is HIDDEN or (number and spec.name in again):
                continue  # not shown, or the move's field again
            public = spec.public_if is not None and spec.public_if(value)
            if ((number, index) in clear) is not public:
                stands = "is committed to, and is public" if public else "stands in clear, and is private"
                what = f"entry {entry.seq}: {spec.name} of {type(message).__name__} {stands}"
                audit.find("rules", what, entry.seq, event=number or None, field=spec.name, rule="FORMAT-2")


def hides(entry: Entry) -> bool:
    return _hides_one(entry.move) or any(map(_hides_one, entry.events))


def _hides_one(message: Message) -> bool:
    return any(getattr(message, message.specs[index].name) is HIDDEN for index in message.private)


def _named(rules: Ruleset[Any], state: Any, entry: Entry) -> str:
    """What is wrong with an illegal move where it is not the move itself, as the beginning of a sentence."""
    try:
        to_act = rules.to_act(state)
        over = rules.result(state) is not None
    except Exception:  # noqa: BLE001 - a state that no game comes to; how it came about was found before
        return ""
    if entry.actor in to_act:
        return "chance cannot bring this: " if entry.actor == CHANCE else ""
    if over:
        return f"a {'draw' if entry.actor == CHANCE else 'move'} after the end of the game: "
    if entry.actor == CHANCE:
        return "a draw where none is due: "
    return f"seat {entry.actor} was not to act: "


def _differences(entry: Entry, expected: Sequence[Event[Any]]) -> Iterator[dict[str, Any]]:
    """The fields of a finding for each event that is not what the rules decide.

    Where the recorded events are of other types, only the first is told: what is behind it has moved.
    """
    common = {"verdict": "rules", "entry": entry.seq}
    for number, (recorded, wanted) in enumerate(zip(entry.events, expected, strict=False), 1):
        if recorded == wanted:
            continue
        more: dict[str, Any] = {"event": number, "recorded": recorded.to_json(), "expected": wanted.to_json()}
        start = f"entry {entry.seq}, event {number}:"
        if type(recorded) is not type(wanted):
            what = f"{start} {type(recorded).__name__} where {type(wanted).__name__} follows"
            yield common | more | {"what": f"{what} is not what the rules decide"}
            return
        fields = [s.name for s in wanted.specs if getattr(recorded, s.name) != getattr(wanted, s.name)]
        what = f"{start} {fields[0]} of {type(wanted).__name__} is not what the rules decide"
        yield common | more | {"what": what, "field": fields[0]}
    number = min(len(entry.events), len(expected)) + 1
    if len(entry.events) > len(expected):
        extra = entry.events[number - 1]
        what = f"entry {entry.seq}, event {number}: {type(extra).__name__} does not follow from the move"
        yield common | {"what": what, "event": number, "recorded": extra.to_json()}
    elif len(entry.events) < len(expected):
        lacking = expected[number - 1]
        what = f"entry {entry.seq}: {type(lacking).__name__} is missing as event {number}"
        yield common | {"what": what, "event": number, "expected": lacking.to_json()}
