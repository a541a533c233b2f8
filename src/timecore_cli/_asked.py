"""What the commands that ask a game share: whose eyes look, and how positions, values and events are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from timecore_cli import _output
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.log import Log
    from timecore.replay import Position, Replay, Step
    from timecore_cli._screen import Screen

__all__ = [
    "JsonLines",
    "event_facts",
    "exclusive",
    "happened",
    "moment",
    "opened",
    "step_at",
    "value",
    "value_short",
]

JsonLines = Annotated[bool, option("--jsonl", help="Print lines of JSON, one for each answer.")]

#: The columns that a value has in a table.
_ROOM: Final = 24


def opened(file: Path, deck: Path | None, as_: str | None) -> tuple[Log, Viewer | None, Replay]:
    """The game in a file, who looks at it, and a cursor over what they see.

    A copy that shows what a seat, or the public, may see, is looked at by them.
    """
    from timecore_cli import _games

    log = _games.open_log(file, deck)
    viewer = _games.viewer_shown(log) if as_ is None else _games.viewer_named(log, as_)
    return log, viewer, _games.open_replay(log, file, viewer)


def exclusive(**given: bool) -> None:
    """Refuse two switches of which only one can be meant."""
    from timecore_cli._errors import misused

    both = [f"--{name}" for name, wanted in given.items() if wanted]
    if len(both) > 1:
        msg = f"{' and '.join(both)} exclude each other"
        raise misused(msg)


def moment(position: Position, screen: Screen) -> str:
    """A position in words, by the entry that led there."""
    _ = screen.texts.gettext
    if position.event:
        return _("event {event} of entry {entry}").format(event=position.event, entry=position.entry + 1)
    return _("entry {entry}").format(entry=position.entry) if position.entry else _("the start")


def step_at(replay: Replay, position: Position) -> Step | None:
    """The step that led to a position; ``None`` for the start."""
    last = position.entry + (1 if position.event else 0)
    if not last:
        return None
    return next(step for step in replay.steps(last - 1, last, before=True) if step.position == position)


def happened(replay: Replay, position: Position, screen: Screen) -> str:
    """What led to a position, as a sentence; empty for the start."""
    step = step_at(replay, position)
    return "" if step is None else screen.narrator.step(step)


def event_facts(replay: Replay, position: Position, screen: Screen) -> dict[str, Any]:
    """The same for machines."""
    step = step_at(replay, position)
    if step is None:
        return {"position": str(position)}
    entry = step.entry
    told: dict[str, Any] = {"position": str(position), "entry": entry.seq, "actor": entry.actor}
    told["move"] = entry.move.to_json()
    if step.event is not None:
        told["event"] = step.event.to_json()
    return told | {"text": screen.narrator.step(step)}


def value(what: Any, screen: Screen) -> str:
    """A value as JSON; in words where there is none."""
    from timecore.ask import ABSENT

    return screen.texts.gettext("nothing") if what is ABSENT else _output.dumps(what)


def value_short(what: Any, screen: Screen) -> str:
    """The same in few columns."""
    from timecore.display import fit

    return fit(_output.printable(value(what, screen)), _ROOM)


def lines(rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> None:
    """Print a table, if there is anything in it."""
    listed = list(rows)
    if listed:
        for line in _output.table(listed, _output.width()):
            _output.say(line)
