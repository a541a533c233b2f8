"""``timecore why``: how a field got its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import As, At, Deck, File, Json, Lang
from timecore_cli._asked import JsonLines
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from timecore.ask import Cause
    from timecore.replay import Replay
    from timecore_cli._screen import Screen

__all__ = ["command"]

Field = Annotated[
    str,
    argument(
        metavar="PATH",
        help="A field of the state, such as fuel[2]; fuel[*] means each, a dot the whole state.",
        show_default=False,
    ),
]
All = Annotated[bool, option("--all", help="Tell all values that it has had, up to the position.")]


def command(
    file: File,
    path: Field,
    *,
    at: At = None,
    all_: All = False,
    as_: As = None,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
    jsonl: JsonLines = False,
) -> int:
    """Say how a field got its value: the event that gave it, the move behind it, and the value before.

    With --as as that seat, or the public, has seen it: something that it comes to know is a new value.

    Exit code 0: told; 1: nothing stands there; 2: the state has no such field.
    """
    from timecore.ask import history, why
    from timecore_cli import _asked, _games, _output
    from timecore_cli._errors import NO
    from timecore_cli._screen import Screen

    _asked.exclusive(json=json, jsonl=jsonl)
    log, _, replay = _asked.opened(file, deck, as_)
    here = replay.go("-1" if at is None else at).position
    screen = Screen(log, lang, replay.rules)
    causes: Sequence[Cause] = list(history(replay, path, to=here)) if all_ else []
    if not causes:
        causes = why(replay, path, here)  # also to say what is wrong with a path that has no history
    told = [_told(replay, cause, screen) for cause in causes] if json or jsonl else []
    if json:
        _output.say(_output.dumps({"path": path, "at": str(here), "causes": told}, indent=2))
    elif jsonl:
        for one in told:
            _output.say(_output.dumps(one))
    elif not causes:
        _output.tell(screen.texts.gettext("Nothing stands at {path}").format(path=path))
    elif all_:
        _output.say(screen.title(replay))
        _output.say()
        _asked.lines(_rows(replay, causes, screen))
    else:
        _output.say(screen.title(replay))
        for cause in causes:
            _output.say()
            for line in _page(replay, cause, screen):
                _output.say(line)
    _games.finish(log, file, replay)
    return 0 if causes else NO


def _told(replay: Replay, cause: Cause, screen: Screen) -> dict[str, Any]:
    """A cause for machines."""
    told = cause.to_json()
    step = cause.step(replay)
    if step is not None:
        told["text"] = screen.narrator.step(step)
    return told


def _page(replay: Replay, cause: Cause, screen: Screen) -> Iterator[str]:
    """A cause for people."""
    from timecore_cli import _asked, _output

    _ = screen.texts.gettext
    width = _output.width()
    what = _("{path} is {value}").format(path=cause.path, value=_asked.value(cause.value, screen))
    yield from _output.hung("", what, width)
    step = cause.step(replay)
    if step is None:
        yield "  " + _("It was so from the start")
        return
    entry = step.entry
    since = _("{moment} (position {position})").format(
        moment=_asked.moment(cause.position, screen), position=cause.position
    )
    rows = [(_("since"), since), (_("event"), screen.narrator.step(step))]
    if step.event is not None:
        rows.append(("", _output.dumps(step.event.to_json())))
        before = replay.state_at(entry.seq - 1)
        asked = screen.narrator.move(entry.move, entry.actor, before)
        rows.append((_("move"), f"{screen.narrator.actor(entry.actor)}: {asked}"))
        rows.append(("", _output.dumps(entry.move.to_json())))
    rows.append((_("before"), _asked.value(cause.before, screen)))
    room = max(len(label) for label, _text in rows)
    for label, text in rows:
        yield from _output.hung(f"  {label.ljust(room)}  ", text, width)
    if cause.back_to is not None:
        hint = _("The value is that of position {position}: ask again with --at {position}")
        yield "  " + hint.format(position=cause.back_to)


def _rows(replay: Replay, causes: Sequence[Cause], screen: Screen) -> Iterator[tuple[str, ...]]:
    """A history as a table: positions, paths where there are several, values, and what happened."""
    from timecore_cli import _asked

    several = len({cause.path for cause in causes}) > 1
    for cause in causes:
        step = cause.step(replay)
        happened = screen.texts.gettext("from the start") if step is None else screen.narrator.step(step)
        path = (str(cause.path),) if several else ()
        yield (str(cause.position), *path, _asked.value_short(cause.value, screen), happened)
