"""``timecore who-knew``: since when each viewer has known something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import As, At, Deck, File, Json, Lang
from timecore_cli._asked import JsonLines
from timecore_cli._declared import argument

if TYPE_CHECKING:
    from timecore.ask import Knowledge, WhoKnew
    from timecore.replay import Position, Replay
    from timecore_cli._screen import Screen

__all__ = ["command"]

Item = Annotated[
    str,
    argument(
        metavar="ITEM",
        help="A field of the state, such as hands[1][0], or the name of a card that exists once, such as C12. A name "
        "in quotation marks is not taken for a field.",
        show_default=False,
    ),
]


def command(
    file: File,
    item: Item,
    at: At = None,
    as_: As = None,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
    jsonl: JsonLines = False,
) -> int:
    """Say since when each seat, and the public, have known a value, or where a card is.

    Known is what they see in their own view; what people remember is not in a record. Also told is when
    somebody knew it and lost sight of it. With --as only what that seat, or the public, can tell of others.

    Exit code 0: somebody knows it; 1: nobody, as far as can be told; 2: there is no such field or card, or several.
    """
    from timecore.ask import who_knew
    from timecore_cli import _asked, _games, _output
    from timecore_cli._errors import NO
    from timecore_cli._screen import Screen

    _asked.exclusive(json=json, jsonl=jsonl)
    log, viewer, replay = _asked.opened(file, deck, as_)
    here = replay.go("-1" if at is None else at).position
    found = who_knew(log, item, here, viewer=None if as_ is None else viewer)
    screen = Screen(log, lang, replay.rules)
    if json or jsonl:
        told = found.to_json()
        for one, knowledge in zip(told["viewers"], found.viewers, strict=True):
            one["text"] = (
                None if knowledge.since is None else _asked.happened(replay, knowledge.since, screen)
            )
        if json:
            _output.say(_output.dumps(told, indent=2))
        for one in told["viewers"] if jsonl else ():
            _output.say(_output.dumps(one))
    else:
        _output.say(screen.title(replay))
        _output.say()
        for line in _page(found, replay, screen):
            _output.say(line)
    _games.finish(log, file, replay)
    return 0 if any(one.since is not None for one in found.viewers) else NO


def _page(found: WhoKnew, replay: Replay, screen: Screen) -> Iterator[str]:
    from timecore_cli import _asked, _output

    _ = screen.texts.gettext
    width = _output.width()
    places = screen.narrator.texts.join([str(place) for place in found.places])
    if found.since is not None:
        told = _("{path} is {value}, since {moment}").format(
            path=places,
            value=_asked.value(found.value, screen),
            moment=_asked.moment(found.since, screen),
        )
    elif found.places:
        told = _("{item} stands at {places}").format(item=found.value, places=places)
    else:
        told = _("{item} is nowhere to be seen").format(item=found.value)
    yield from _output.hung("", told, width)
    yield ""
    names = [*screen.narrator.names, _("the public")]
    yield from _output.table(
        [(f"  {name}", _knows(one, replay, screen)) for name, one in zip(names, found.viewers, strict=True)],
        width,
    )


def _knows(one: Knowledge, replay: Replay, screen: Screen) -> str:
    """What one viewer knew, in words."""
    from timecore_cli import _asked

    _ = screen.texts.gettext

    def moment(position: Position) -> str:
        return _asked.moment(position, screen)

    earlier = [
        _("from {start} until {end}").format(start=moment(start), end=moment(end))
        for start, end in one.spans
        if end is not None
    ]
    since = one.since
    if since is not None:
        told = _("since {moment}").format(moment=moment(since))
        if not one.certain:
            told = _("since {moment} at the latest").format(moment=moment(since))
        happened = _asked.happened(replay, since, screen)
        told = f"{told}: {happened}" if happened else told
    else:
        told = _("does not know it") if one.certain else _("cannot be told")
    if earlier:
        told = _("{told}; knew it {earlier}").format(told=told, earlier=screen.narrator.texts.join(earlier))
    return told
