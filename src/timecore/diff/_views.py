"""What of two games is looked at: through whose eyes, and no more than both copies show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from timecore.actors import PUBLIC, Viewer
from timecore.log import Log

__all__ = ["Views"]


class Views(NamedTuple):
    """What of the two games is looked at.

    Attributes:
        logs: The games, redacted so that both show the same kinds of secrets, as far as that can be had.
        alike: Whether they do.
        knowledge: Whether two viewers are to be compared.
        limits: Whom the copies were made for.
    """

    logs: tuple[Log, Log]
    alike: bool
    knowledge: bool
    limits: tuple[Viewer, ...]

    @classmethod
    def of(cls, logs: tuple[Log, Log], views: tuple[Viewer | None, Viewer | None]) -> Views:
        if views[0] != views[1]:
            a, b = (
                _seen_by(log, [] if view is None else [view]) for log, view in zip(logs, views, strict=True)
            )
            return cls((a, b), alike=False, knowledge=True, limits=())
        shown = [*map(_made_for, logs)]
        wanted = [*dict.fromkeys(one for one in (*views[:1], *shown) if one is not None)]
        both = [one for one in wanted if all(_has(log, one) for log in logs)]
        a, b = (_seen_by(log, both) for log in logs)
        alike = both == wanted and all(log.shows != "partial" for log in logs)
        limits = tuple(one for one in both if one != views[0]) if shown[0] != shown[1] else ()
        return cls((a, b), alike, knowledge=False, limits=limits)


def _has(log: Log, viewer: Viewer) -> bool:
    """Whether there is such a seat."""
    return viewer is PUBLIC or viewer < len(log.header.seats)


def _made_for(log: Log) -> Viewer | None:
    """Whom a redacted copy was made for; ``None`` for a full one, and where that does not follow from it."""
    if log.shows == "public":
        return PUBLIC
    return int(log.shows.removeprefix("seat ")) if log.shows.startswith("seat ") else None


def _seen_by(log: Log, viewers: Sequence[Viewer]) -> Log:
    """A copy that shows only what each of some viewers may see."""
    for viewer in viewers:
        if _made_for(log) != viewer:
            log = _redacted(log, viewer)
    return log


def _redacted(log: Log, viewer: Viewer) -> Log:
    damage = log.record.damage
    copy = log.redacted(viewer)
    copy.record.damage = damage
    return copy
