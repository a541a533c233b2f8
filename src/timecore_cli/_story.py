"""A game as a story: what happened, entry by entry, under a heading for each round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from timecore.actors import CHANCE
from timecore.course import without_effect
from timecore.replay import Position
from timecore_cli._output import dumps, wrapped

if TYPE_CHECKING:
    from timecore.actors import Viewer
    from timecore.entry import Entry
    from timecore.log import Log
    from timecore.messages import Event
    from timecore.replay import Replay
    from timecore_cli._screen import Screen

__all__ = ["Heading", "Told", "compressed", "lines", "recorded", "told"]


class Heading(NamedTuple):
    """A new round begins.

    Attributes:
        round: Its number, 0 for the setup.
        before: The position before its first event.
        ended: Whether another round has ended there.
    """

    round: int
    before: Position
    ended: bool


class Told(NamedTuple):
    """Something happened.

    Attributes:
        first: The number of the entry; of the first entry where several are told in one line.
        last: The number of the last of these entries.
        opens: Whether this is the first that is told of its entry.
        number: Which of its entry's events this is, from 1; 0 for a move of the table.
        text: What happened, as a sentence.
        event: The event itself; ``None`` for a move of the table.
        entry: The entry; ``None`` where the rules are not at hand.
        retracted: Whether the table has taken it back since.
    """

    first: int
    last: int
    opens: bool
    number: int
    text: str
    event: Event[Any] | None
    entry: Entry | None
    retracted: bool = False


def told(
    replay: Replay,
    screen: Screen,
    start: Position,
    stop: Position,
    retracted: Collection[int] = (),
    *,
    hide: bool = False,
) -> Iterator[Heading | Told]:
    """All that happened between two positions, each event a sentence, in order.

    Args:
        replay: The game.
        screen: The words.
        start: Where to begin.
        stop: Where to end.
        retracted: The entries that were taken back.
        hide: Whether these are left out; else they are marked.
    """
    rules = replay.rules
    nothing = without_effect(replay.log)
    before = start
    opened = 0
    now = rules.round_of(replay.state_at(start))
    # Nothing is told under a heading that another one follows at once, or the end.
    heading = None if now is None else Heading(now, start, ended=False)
    for step in replay.steps(start.entry, stop.entry + (1 if stop.event else 0), before=True):
        if step.position <= start:
            continue
        if step.position > stop:
            break
        gone = step.entry.seq in retracted
        if gone and hide:
            continue
        there = rules.round_of(step.state)
        # Inside an entry a state may fall back for a moment; after a whole entry it means what it says.
        if there is not None and (now is None or there > now or (there < now and not step.position.event)):
            heading = Heading(there, before, ended=bool(now))
            now = there
        if heading is not None:
            yield heading
            heading = None
        before = step.position
        entry = step.entry
        text = screen.narrator.step(step)
        if entry.seq in nothing:
            text = screen.without_effect(text)
        number = step.position.event or len(entry.events)
        yield Told(entry.seq, entry.seq, entry.seq != opened, number, text, step.event, entry, gone)
        opened = entry.seq


def recorded(
    log: Log,
    viewer: Viewer | None,
    screen: Screen,
    start: Position,
    stop: Position,
    retracted: Collection[int] = (),
    *,
    hide: bool = False,
) -> Iterator[Told]:
    """All entries between two positions as the record holds them: for a game whose rules are not at hand.

    The arguments are as in :func:`told`.
    """
    from timecore.transcript import entry_lines

    nothing = without_effect(log)
    for line in entry_lines(log, viewer):
        seq, events = line["seq"], line["events"]
        gone = seq in retracted
        if gone and hide:
            continue
        for number in range(max(len(events), 1)):
            whole = number + 1 >= len(events)
            if not start < (Position(seq) if whole else Position(seq - 1, number + 1)) <= stop:
                continue
            if number == 0:
                actor = screen.narrator.actor(line["actor"])
                text = f"{actor}: {dumps(line['move'])}"
                text = screen.without_effect(text) if seq in nothing else text
                yield Told(seq, seq, True, 0, text, None, None, gone)
            if events:
                yield Told(seq, seq, False, number + 1, dumps(events[number]), None, None, gone)


def compressed(story: Iterable[Heading | Told], screen: Screen) -> Iterator[Heading | Told]:
    """The same story with long deals told briefly.

    Draws that follow each other and differ in their last word only, such as ten cards dealt to one seat, become
    one line with ten last words. What stands between quotation marks is one word. An event that only says what the
    heading above it does, that a round has begun, is left out.
    """
    for key, group in groupby(_without_echoes(story, screen), key=_kind):
        if key is None:
            yield from group
        else:
            yield from _merged([one for one in group if isinstance(one, Told)], screen)


def _without_echoes(story: Iterable[Heading | Told], screen: Screen) -> Iterator[Heading | Told]:
    above: Heading | Told | None = None
    for one in story:
        echo = isinstance(above, Heading) and isinstance(one, Told) and one.text == _headed(above, screen)
        if not echo or (isinstance(one, Told) and one.opens):
            yield one
        above = one


def _headed(heading: Heading, screen: Screen) -> str:
    _ = screen.texts.gettext
    return _("Round {number}").format(number=heading.round) if heading.round else _("Setup")


def _kind(one: Heading | Told) -> tuple[type, bool] | None:
    """What may be told together: draws with one event each, all of one type, all taken back or none."""
    if isinstance(one, Heading) or one.entry is None or one.entry.actor != CHANCE:
        return None
    return (type(one.event), one.retracted) if len(one.entry.events) == 1 else None


def _merged(draws: list[Told], screen: Screen) -> Iterator[Told]:
    for stem, group in groupby(draws, key=lambda one: _parted(one.text)[0]):
        run = list(group)
        words = [_parted(one.text)[1] for one in run]
        if len(set(words)) == 1:
            text = run[0].text if len(run) == 1 else screen.times(run[0].text, len(run))
        elif stem:
            text = f"{stem} {', '.join(words)}"
        else:
            yield from run
            continue
        yield run[0]._replace(last=run[-1].last, text=text)


#: Quotation marks that tell where they begin.
_QUOTES: Final = {"”": "“", "»": "«"}


def _parted(text: str) -> tuple[str, str]:
    """A sentence without its last word, and that."""
    opening = _QUOTES.get(text[-1:])
    if opening is None:
        stem, _, word = text.rpartition(" ")
        return stem, word
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == text[-1]) - (text[at] == opening)
        if not depth:
            return text[:at].rstrip(" "), text[at:]
    return "", text


def lines(one: Heading | Told, screen: Screen, room: int) -> Iterator[str]:
    """A part of a story on paper.

    Args:
        one: The part.
        screen: The words, and the width.
        room: The columns for the numbers of entries.
    """
    if isinstance(one, Heading):
        yield screen.bold(_headed(one, screen))
        return
    numbers = "" if not one.opens else str(one.first)
    if one.last != one.first:
        numbers = f"{one.first}-{one.last}"
    indent = " " * (room + 4)
    text = screen.taken_back(one.text) if one.retracted else one.text
    first, *more = wrapped(text, indent, screen.width, hanging=2)
    yield f"  {screen.dim(numbers.rjust(room))}  {first}"
    for line in more:
        yield f"{indent}  {line}"
