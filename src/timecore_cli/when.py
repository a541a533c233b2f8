"""``timecore when``: at which positions a condition holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import As, Deck, File, Json, Lang
from timecore_cli._asked import JsonLines
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from timecore.ask import When
    from timecore.replay import Replay
    from timecore_cli._screen import Screen

__all__ = ["command"]

Asked = Annotated[
    str,
    argument(
        metavar="CONDITION",
        help="Such as 'fuel[0] > 3 and changed(present)': paths into the state, numbers, texts, true, false, null; "
        "==, !=, <, <=, >, >=, in; and, or, not, parentheses; len(PATH), changed(PATH).",
        show_default=False,
    ),
]
First = Annotated[bool, option("--first", help="Say the first position only.")]
Last = Annotated[bool, option("--last", help="Say the last position only.")]


def command(
    file: File,
    condition: Asked,
    *,
    first: First = False,
    last: Last = False,
    as_: As = None,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
    jsonl: JsonLines = False,
) -> int:
    """Say at which positions a condition on the state holds.

    Every position is looked at, those inside entries too; those in a row are told in one line. What the viewer may
    not see is neither equal nor unequal to anything: where it matters, the condition does not count as
    holding. Values of different types are unequal, and in no order. The reference of the library has the grammar.

    Exit code 0: it holds somewhere; 1: nowhere; 2: it is no condition, or names a field that there is not.
    """
    from timecore.ask import Condition, when
    from timecore_cli import _asked, _games, _output
    from timecore_cli._errors import NO
    from timecore_cli._screen import Screen

    _asked.exclusive(json=json, jsonl=jsonl)
    _asked.exclusive(first=first, last=last)
    parsed = Condition(condition)
    log, _, replay = _asked.opened(file, deck, as_)
    found = when(replay, parsed, "first" if first else "last" if last else "all")
    screen = Screen(log, lang, replay.rules)
    if json:
        told = found.to_json()
        for line, span in zip(told["spans"], found.spans, strict=True):
            line["text"] = _asked.happened(replay, span.start, screen) or None
        _output.say(_output.dumps(told, indent=2))
    elif jsonl:
        for position in found.positions:
            _output.say(_output.dumps(_asked.event_facts(replay, position, screen)))
    else:
        for line in _page(found, replay, screen, one=first or last):
            _output.say(line)
    if not json:
        for note in found.notes:
            _output.warn(note, machine=jsonl)
    _games.finish(log, file, replay)
    return 0 if found.positions else NO


def _page(found: When, replay: Replay, screen: Screen, *, one: bool) -> Iterator[str]:
    from timecore_cli import _asked, _output

    _, ngettext = screen.texts.gettext, screen.texts.ngettext
    holds, count = len(found.positions), found.looked
    if not holds:
        yield _("It holds at none of {count} positions").format(count=count)
    elif not one:
        told = ngettext(
            "It holds at {holds} position of {count}", "It holds at {holds} positions of {count}", holds
        )
        yield told.format(holds=holds, count=count)
    if found.unknown and not (one and holds):
        told = ngettext(
            "At {count} position it depends on what is hidden",
            "At {count} positions it depends on what is hidden",
            found.unknown,
        )
        yield told.format(count=found.unknown)
    if not holds:
        return
    if not one:
        yield ""
    rows = []
    for span in found.spans:
        dots = "…" if screen.drawn else "..."
        positions = str(span.start) if span.count == 1 else f"{span.start} {dots} {span.stop}"
        happened = _asked.happened(replay, span.start, screen) or _("from the start")
        rows.append((positions, *(() if one else (f"({span.count})",)), happened))
    yield from _output.table(rows, _output.width())
