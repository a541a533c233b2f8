"""What a viewer may see of an entry.

A view is the ordinary fold of redacted entries: there is no second view code. So redaction is all there is
between a secret and an opponent, and it happens here, field by field, as the classes declare it.
"""

from __future__ import annotations

from typing import TypeVar

import attrs

from timecore.actors import PUBLIC, Actor, Viewer
from timecore.entry import Entry
from timecore.messages import Message

__all__ = ["redact", "redact_message", "sees"]

M = TypeVar("M", bound=Message)


def sees(viewer: Viewer, audience: frozenset[int] | None) -> bool:
    """Whether a viewer may see a field with this audience (``None``: everybody)."""
    return audience is None or (viewer is not PUBLIC and viewer in audience)


def redact_message(message: M, viewer: Viewer, actor: Actor) -> M:
    """A move or an event as one viewer sees it.

    Args:
        message: What was asked or what happened.
        viewer: A seat or ``PUBLIC``.
        actor: Whose entry it stands in.

    Returns:
        The message itself where nothing is hidden, else a copy with ``HIDDEN`` in place of what the viewer
        may not see. What is hidden already stays hidden.
    """
    if not message.private:
        return message
    hide = [index for index in message.private if not sees(viewer, message.audience(index, actor))]
    return message.hide(hide)


def redact(entry: Entry, viewer: Viewer) -> Entry:
    """An entry as one viewer sees it: same number, actor and events, with ``HIDDEN`` where they may not look."""
    move = redact_message(entry.move, viewer, entry.actor)
    events = tuple(redact_message(event, viewer, entry.actor) for event in entry.events)
    if move is entry.move and all(new is old for new, old in zip(events, entry.events, strict=True)):
        return entry
    return attrs.evolve(entry, move=move, events=events)
