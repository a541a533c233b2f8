"""Who knew something, and since when: the views of all, folded beside each other and compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from timecore.actors import CHANCE, PUBLIC, Viewer
from timecore.ask._values import ABSENT, forms, freeze, reach
from timecore.ask._why import why
from timecore.errors import HiddenValue, PathError, UsageError
from timecore.paths import HIDDEN_JSON, Path, get, parse, walk
from timecore.replay import Position, Replay

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.paths import Key

__all__ = ["Knowledge", "WhoKnew", "who_knew"]

Form: TypeAlias = Mapping[str, Any]
Steps: TypeAlias = tuple["Key", ...]

#: Whether a view (the second) shows the item that is in the state (the first).
Shows: TypeAlias = Callable[[Form, Form], bool]

#: Of several copies of a card two places are enough to tell that there are several.
_SEVERAL: Final = 2


@attrs.frozen
class Knowledge:
    """What one viewer knew of an item.

    Attributes:
        viewer: The viewer.
        spans: When they knew it: the first position at which they did, and the first at which they did no more, or
            ``None`` if they do at the position that was asked for.
        certain: Whether they surely did not know it at any other time. Otherwise that cannot be told from what was
            asked: it shows what they share with the one who asks.
    """

    viewer: Viewer
    spans: tuple[tuple[Position, Position | None], ...] = ()
    certain: bool = True

    @property
    def since(self) -> Position | None:
        """Since when they have known it; ``None`` if they do not."""
        return self.spans[-1][0] if self.spans and self.spans[-1][1] is None else None

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        since = self.since
        return {
            "viewer": self.viewer if isinstance(self.viewer, int) else "public",
            "known": since is not None,
            "since": None if since is None else str(since),
            "spans": [
                {"from": str(start), "until": None if end is None else str(end)} for start, end in self.spans
            ],
            "certain": self.certain,
        }


@attrs.frozen
class WhoKnew:
    """Who knew an item.

    Attributes:
        item: The item as it was asked for.
        at: The position that was asked for.
        value: The value; of a card, its name.
        places: Where it stands at this position; nowhere, for a card that is not there.
        since: Since when this value has stood at the path; ``None`` for a card.
        viewers: What each seat knew of it, in their order, then the public.
    """

    item: str
    at: Position
    value: Any
    places: tuple[Path, ...]
    since: Position | None
    viewers: tuple[Knowledge, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "item": self.item,
            "at": str(self.at),
            "value": self.value,
            "places": [str(place) for place in self.places],
            "value_since": None if self.since is None else str(self.since),
            "viewers": [one.to_json() for one in self.viewers],
        }


def who_knew(
    log: Log, item: str, at: Position | int | str | None = None, *, viewer: Viewer | None = None
) -> WhoKnew:
    """For each viewer, since when they have known an item, and when they knew it before and lost sight of it.

    An item is a path into the state, or the name of a card (or of any other thing that exists once): it is looked for
    in all the state, and is known to a viewer who sees it at each of its places. In a hand that is partly known, cards
    stand elsewhere than in the hand itself, so there the place of a card is the hand.

    Knowledge is what the fold of the redacted entries shows. What people remember is not in a record.

    Args:
        log: The game.
        item: The path, or the name; a name in quotation marks is not taken for a path.
        at: The position; by default the last.
        viewer: Who asks: they are told of others only what these two share. ``None`` for all that this copy shows.

    Raises:
        PathError: There is no such path at this position, and no such name anywhere in the game.
        HiddenValue: Who asks does not see the value, or the card, themselves.
        UsageError: There is more than one card of this name.
        PositionError: There is no such position.
    """
    seen = log if viewer is None else log.redacted(viewer)
    base = Replay(seen)
    here = base.locate("-1" if at is None else at)
    form = base.state_at(here).to_json()
    path = _path(item, form)
    since: Position | None = None
    if path is not None:
        value = get(form, path)
        if _hidden(value) and seen.shows != "full":
            msg = f"{path} cannot be told: {'it' if value == HIDDEN_JSON else 'part of it'} is hidden"
            raise HiddenValue(msg, hint="`timecore why` tells since when.")
        places: tuple[Path, ...] = (path,)
        since = why(base, path, here)[0].position
        shows: Shows = _shows_path(path.steps)
    else:
        value = _name(item)
        places = tuple(Path(steps) for steps in _places(form, value))
        _refuse_several(base, value, here)
        if not places:
            _refuse_unknown(base, item, value)
        shows = _shows_card(value)
    start = Position(0) if since is None else since
    asker = _asker(log) if viewer is None else viewer
    viewers: list[Viewer] = [*range(len(seen.header.seats)), PUBLIC]
    spans = _spans(base, [Replay(seen, one) for one in viewers], shows, start, here)
    known = [
        Knowledge(
            one,
            tuple(times),
            certain=seen.shows == "full" or one == asker or (one is PUBLIC and asker is not None),
        )
        for one, times in zip(viewers, spans, strict=True)
    ]
    return WhoKnew(item, here, value, places, since, tuple(known))


def _asker(log: Log) -> Viewer | None:
    """Whose copy this is."""
    if log.shows == "public":
        return PUBLIC
    return int(log.shows.removeprefix("seat ")) if log.shows.startswith("seat ") else None


# -- what was asked for -------------------------------------------------------------------------------------------


def _path(item: str, form: Form) -> Path | None:
    """The item as a path, if it is one into this state; a name that the state does not have is that of a card."""
    if item.startswith(('"', "'")):
        return None
    try:
        path = parse(item)
    except PathError:
        if any(item.startswith(f"{name}{sign}") for name in form for sign in "[."):
            raise  # it was meant as one
        return None
    known = not path.steps or path.steps[0] in form
    return path if known or len(path.steps) > 1 else None


def _name(item: str) -> str:
    if len(item) > 1 and item[0] == item[-1] and item[0] in "\"'":
        return item[1:-1]
    return item


def _places(value: Any, name: str, above: Steps = ()) -> Iterator[Steps]:
    """Where a text stands in a value."""
    if isinstance(value, dict):
        for key, one in value.items():
            if one == name:
                yield (*above, key)
            elif isinstance(one, (list, dict)):
                yield from _places(one, name, (*above, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            if one == name:
                yield (*above, index)
            elif isinstance(one, (list, dict)):
                yield from _places(one, name, (*above, index))


def _refuse_several(base: Replay, name: str, here: Position) -> None:
    """Refuse a name that several things have: two in places of one kind, or a draw among several."""
    for _, form in forms(base, Position(0), here, entries=True):
        kinds: dict[Steps, Steps] = {}
        for steps in _places(form, name):
            kind = tuple(key if isinstance(key, str) else 0 for key in steps)
            if kind in kinds:
                raise _several(name, f"at {Path(kinds[kind])} and at {Path(steps)}")
            kinds[kind] = steps
    if base.log.shows != "full":
        return  # the weights of chance depend on what is hidden
    for entry in base.entries[: here.entry]:
        if entry.actor == CHANCE and name in entry.move.to_json().values():
            state = base.state_at(entry.seq - 1)
            legal = list(base.rules.legal_moves(state, CHANCE))
            weights = base.rules.weights(state)
            if entry.move in legal and weights[legal.index(entry.move)] > 1:
                raise _several(name, f"entry {entry.seq} drew one of {weights[legal.index(entry.move)]}")
            return


def _several(name: str, where: str) -> UsageError:
    msg = f"there are several {_shown(name)}: {where}"
    return UsageError(msg, hint="Ask for a path instead, such as hands[0][2].")


def _refuse_unknown(base: Replay, item: str, name: str) -> None:
    """Refuse a name that nothing in the game has."""
    names: dict[str, None] = {}
    for _, form in forms(base, Position(0), Position(base.end)):
        if next(_places(form, name), None) is not None:
            return
    names |= dict.fromkeys(form)
    names |= dict.fromkeys(value for _, value in walk(form) if isinstance(value, str))
    from difflib import get_close_matches  # only for this message  # noqa: PLC0415

    by_sound = {one.casefold(): one for one in reversed(names)}
    close = get_close_matches(name.casefold(), by_sound, n=1)
    hint = f"Did you mean {_shown(by_sound[close[0]])}?" if close else None
    if base.log.shows != "full":
        raise HiddenValue(f"{_shown(name)} is nowhere that this viewer can see", hint=hint)
    msg = f"{_shown(name)} is neither a field of the state nor anything that stands in one"
    raise PathError(msg, path=item, names=tuple(form), hint=hint)


def _shown(name: str) -> str:
    short = name if len(name) <= 60 else f"{name[:59]}…"
    return short if short.isprintable() else json.dumps(short)


# -- who sees it --------------------------------------------------------------------------------------------------


def _spans(
    base: Replay, views: Sequence[Replay], shows: Shows, start: Position, stop: Position
) -> list[list[tuple[Position, Position | None]]]:
    """When each view shows the item: inside entries as well, where it may come and go."""
    spans: list[list[tuple[Position, Position | None]]] = [[] for _ in views]
    # A view from which nothing is hidden is the state itself, and need not be folded once more.
    whole = [all(map(is_, view.entries, base.entries)) for view in views]
    folds = [
        repeat(None) if same else map(itemgetter(1), forms(view, start, stop))
        for view, same in zip(views, whole, strict=True)
    ]
    for (position, form), *others in zip(forms(base, start, stop), *folds, strict=False):
        for other, times in zip(others, spans, strict=True):
            shown = shows(form, form if other is None else other)
            if shown == bool(times and times[-1][1] is None):
                continue
            if shown:
                times.append((position, None))
            else:
                times[-1] = (times[-1][0], position)
    return spans


def _shows_path(steps: Steps) -> Shows:
    """Whether a view shows what stands at a path."""

    def shows(form: Form, other: Form) -> bool:
        [value], [seen] = reach(form, steps), reach(other, steps)
        if value is ABSENT or seen is ABSENT:
            return False
        if freeze(value) == freeze(seen):
            return not _hidden(seen)
        if isinstance(value, (list, dict)) or not steps or isinstance(steps[-1], str):
            return False
        # In a hand that is partly known, the cards that are stand first.
        [items], [others] = reach(form, steps[:-1]), reach(other, steps[:-1])
        return (
            isinstance(others, list)
            and isinstance(items, list)
            and HIDDEN_JSON in others
            and _count(others, value) == _count(items, value)
        )

    return shows


def _shows_card(name: str) -> Shows:
    """Whether a view shows a card at each of its places."""

    def shows(form: Form, other: Form) -> bool:
        places = sorted(map(_container, _places(form, name)), key=repr)
        return bool(places) and places == sorted(map(_container, _places(other, name)), key=repr)

    return shows


def _container(steps: Steps) -> Steps:
    """The place of a card: the list that it is in."""
    return steps[:-1] if isinstance(steps[-1], int) else steps


def _count(items: Sequence[Any], value: Any) -> int:
    return sum(type(one) is type(value) and one == value for one in items)


def _hidden(value: Any) -> bool:
    """Whether any of a value is hidden."""
    if isinstance(value, dict):
        return any(map(_hidden, value.values()))
    if isinstance(value, list):
        return any(map(_hidden, value))
    return bool(value == HIDDEN_JSON)
