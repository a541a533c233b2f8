"""A replay for machines: what `timecore export` prints, each event with its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from timecore.course import retracted as taken_back
from timecore.replay import Position, state_digest
from timecore.transcript import entry_lines, header_line
from timecore_cli import _output
from timecore_cli._screen import Screen

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.log import Log
    from timecore.replay import Replay

__all__ = ["print_game"]


def print_game(
    log: Log,
    replay: Replay | None,
    viewer: Viewer | None,
    start: Position,
    stop: Position,
    *,
    lang: str | None,
    quiet: bool,
    document: bool,
    retracted: bool = False,
) -> None:
    """Print a game, or what became of it, as JSON.

    Args:
        log: The game.
        replay: A cursor over it; ``None`` where its ruleset is not at hand: there are no sentences then.
        viewer: Whose eyes to look through.
        start: Where to begin.
        stop: Where to end.
        lang: The language asked for.
        quiet: Whether to print result, head and state digest only.
        document: Whether as one document, instead of lines.
        retracted: Whether to print also the entries that the table has taken back by then; each says so.
    """
    screen = Screen(log, lang, None if replay is None else replay.rules)
    if quiet:
        _output.say(_output.dumps(_outcome(log, replay, screen, stop)))
        return
    header = header_line(log) | _facts(log, viewer) | _end(replay, stop)
    gone = taken_back(log, stop.entry)
    lines = _lines(log, replay, viewer, screen, start, stop)
    lines = (_marked(line, gone) for line in lines if retracted or line["seq"] not in gone)
    if document:
        _output.say(_output.dumps(header | {"entries": list(lines)}))
        return
    _output.say(_output.dumps(header))
    for line in lines:
        _output.say(_output.dumps(line))


def _facts(log: Log, viewer: Viewer | None) -> dict[str, Any]:
    """What else the page's header says."""
    told: dict[str, Any] = {"luck": log.header.luck.kind, "shows": log.shows}
    if log.header.created is not None:
        told["created"] = log.header.created
    if viewer is not None:
        told["as"] = viewer if isinstance(viewer, int) else "public"
    return told


def _end(replay: Replay | None, stop: Position) -> dict[str, Any]:
    """Where the game stands at the end of what is told."""
    told: dict[str, Any] = {"position": str(stop)}
    if replay is not None:
        state = replay.go(stop).state
        result = replay.rules.result(state)
        told["result"] = None if result is None else result.to_json()
        told["state_digest"] = state_digest(state).hex()
    return told


def _lines(
    log: Log,
    replay: Replay | None,
    viewer: Viewer | None,
    screen: Screen,
    start: Position,
    stop: Position,
) -> Iterator[dict[str, Any]]:
    end = 0 if replay is None else replay.end
    last = stop.entry + (1 if stop.event else 0)
    steps = iter(()) if replay is None else replay.steps(start.entry, last, before=True)
    for line in entry_lines(log, viewer):
        seq = line["seq"]
        for number, told in enumerate(line["events"], 1):
            told.setdefault("position", f"{seq - 1}.{number}")  # a field of that name stays
        if not start.entry < seq <= last:
            continue
        if seq <= end:
            for told, step in zip(line["events"] or [line], steps, strict=False):
                told.setdefault("text", screen.narrator.step(step))  # here too
        # Inside an entry only some of its events are asked for.
        until = stop.event if seq > stop.entry else None
        line["events"] = line["events"][start.event if seq == start.entry + 1 else 0 : until]
        yield line


def _marked(line: dict[str, Any], gone: Mapping[int, int]) -> dict[str, Any]:
    """A line that says which entry has taken it back by the end of what is told, if one has."""
    line.pop("retracted", None)  # by the end of the record
    return line | ({"retracted": gone[line["seq"]]} if line["seq"] in gone else {})


def _outcome(log: Log, replay: Replay | None, screen: Screen, stop: Position) -> dict[str, Any]:
    told = {"head": log.head.hex()} | _end(replay, stop)
    if log.branch is not None:
        told["branch"] = log.branch.hex()
    if replay is not None:
        told["text"] = screen.outcome(replay)
    return told
