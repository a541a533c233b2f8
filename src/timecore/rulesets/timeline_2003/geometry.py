"""Lanes, zones and lines: where every path of the board leads.

All functions are pure; they know cards only as pairs of exits and entries. Lanes grow downward, and a card is
four lanes high. *Boundary* b is the edge between column b and column b + 1: boundary 0 is the right edge of the
Start card, boundary Z the left edge of the Finish line. A list of zones is that of zones 1 to Z, from the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from timecore.rulesets.timeline_2003.cards import CardNumber, Face, Lane, Path, ZoneNumber

__all__ = [
    "HEIGHT",
    "Zone",
    "covering",
    "crossings",
    "left",
    "line_from_market",
    "line_of",
    "missing",
    "origin",
    "path_met",
    "right",
    "slid",
]

HEIGHT: Final = 4
"""How many lanes a card covers (T3-9)."""


@attrs.define
class Zone:
    """The cards of a time zone: one stack without gaps (T3-12).

    ::

        lane -2   ┌──────┐  top = -2
              ⋮   │ c 7  │
        lane  2   ├──────┤
              ⋮   │ c 1  │  cards = [7, 1]
        lane  6   └──────┘

    Attributes:
        top: The lane of the topmost card's top quarter.
        cards: The numbers of its cards, from the top down.
        faces: What is seen of each of them; ``None`` where it lies face down.
    """

    top: Lane
    cards: list[CardNumber]
    faces: list[Face | None]

    def copy(self) -> Zone:
        """A zone that shares nothing mutable with this one."""
        return Zone(self.top, self.cards[:], self.faces[:])


def covering(zone: Zone, lane: Lane) -> int | None:
    """Which card of a zone covers a lane, counted from the top of the stack (T3-12).

    ::

        top = -2: lanes -2 to 1   card 0
                  lanes  2 to 5   card 1
                  all others      open table

    Args:
        zone: The zone.
        lane: Any lane.

    Returns:
        Its place in the zone's list, or ``None`` on open table.
    """
    place = (lane - zone.top) // HEIGHT
    return place if 0 <= place < len(zone.cards) else None


def missing(zone: Zone, lane: Lane) -> int:
    """How many cards must be laid to cover a lane (T3-28).

    ::

        -7 ┐           card 1 more    missing(zone, -7) = -2
        -6 ┘ ┐
         ⋮   │         card 1         missing(zone, -4) = -1
        -3   ┘
        -2   ┌──────┐  the stack      missing(zone,  0) =  0
         1   └──────┘
         2   ┐         card 1         missing(zone,  2) =  1

    Args:
        zone: The zone.
        lane: The lane to be covered.

    Returns:
        0 if it is covered, below 0 for so many cards above the stack, over 0 for so many below it.
    """
    place = (lane - zone.top) // HEIGHT
    return min(place, 0) or max(place - len(zone.cards) + 1, 0)


def right(zone: Zone, lane: Lane) -> Lane:
    """Where a line that enters a zone from the left leaves it on the right (T3-14).

    ::

        lane 0 ──► ──╮ ╭── ──► lane 0
                     X                 the card 1023, top = 0:
        lane 1 ──► ──╯ ╰── ──► lane 1  right(zone, 0) = 1, right(zone, 1) = 0
        lane 2 ──► ─────── ──► lane 2
        lane 3 ──► ─────── ──► lane 3
        lane 4 ──────────────► lane 4  open table, and blanks: straight on

    Args:
        zone: The zone crossed.
        lane: The lane at its left boundary.

    Returns:
        The lane at its right boundary.
    """
    below = lane - zone.top
    place = below // HEIGHT
    if 0 <= place < len(zone.faces):
        face = zone.faces[place]
        if face is not None:
            quarter = below % HEIGHT
            return lane - quarter + face.exits[quarter]
    return lane


def left(zone: Zone, lane: Lane) -> Lane:
    """Where a line that leaves a zone on the right came in on the left: the inverse of :func:`right` (T3-14).

    ::

        lane 0 ◄── ──╮ ╭── ◄── lane 0
                     X                 the card 1023, top = 0:
        lane 1 ◄── ──╯ ╰── ◄── lane 1  left(zone, 0) = 1, left(zone, 1) = 0
        lane 4 ◄────────────── lane 4

    Args:
        zone: The zone crossed.
        lane: The lane at its right boundary.

    Returns:
        The lane at its left boundary.
    """
    below = lane - zone.top
    place = below // HEIGHT
    if 0 <= place < len(zone.faces):
        face = zone.faces[place]
        if face is not None:
            quarter = below % HEIGHT
            return lane - quarter + face.entries[quarter]
    return lane


def crossings(zones: Sequence[Zone], lane: Lane) -> list[Lane]:
    """The lanes at boundaries 0 to Z of a line that begins at boundary 0 (T3-15).

    ::

        Start       Finish         boundaries 0 to 4 of four zones:
          2 ─ 3 ─ 1 ─ 2 ─ 2        crossings(zones, 2) = [2, 3, 1, 2, 2]

    Args:
        zones: All zones.
        lane: The lane at boundary 0: that of a commodity, or any other.

    Returns:
        A lane for each boundary; the last one is the market.
    """
    lanes = [lane]
    for zone in zones:
        lane = right(zone, lane)
        lanes.append(lane)
    return lanes


def origin(zones: Sequence[Zone], lane: Lane) -> Lane:
    """The lane at boundary 0 of the line that ends in a market (T3-16).

    ::

        0 ◄──── zone 1 ◄──── … ◄──── zone Z ◄──── market 2      origin(zones, 2) = 0: the first commodity
       -1 ◄──── zone 1 ◄──── … ◄──── zone Z ◄──── market -1     connected to nothing

    Args:
        zones: All zones.
        lane: The market's lane.
    """
    for zone in reversed(zones):
        lane = left(zone, lane)
    return lane


def line_of(zones: Sequence[Zone], number: ZoneNumber, place: int, path: Path) -> list[Lane]:
    """Where the line of a pawn on a card meets every other zone and the Finish line (T3-17).

    ::

            zone 1       zone 2        zone 3       Finish
        ◄── meets ◄── t + p ⚑ t + exit ──► meets ──► market
             [0]           [1]              [2]       [3]

    Args:
        zones: All zones.
        number: The pawn's zone.
        place: Its card's place in the zone's list.
        path: The path it stands on.

    Returns:
        The lane met in zones 1 to Z, then the market. Of the pawn's own zone it is the lane on the left.
    """
    zone = zones[number - 1]
    top = zone.top + HEIGHT * place
    face = zone.faces[place]
    entry = top + path
    lane = entry if face is None else top + face.exits[path]
    lanes = _backward(zones, number - 1, entry)
    lanes.append(entry)
    for later in zones[number:]:
        lanes.append(lane)
        lane = right(later, lane)
    lanes.append(lane)
    return lanes


def line_from_market(zones: Sequence[Zone], lane: Lane) -> list[Lane]:
    """Where the line of a pawn in a market meets every zone; it has no forward part (T3-17).

    ::

        zone 1       zone 2         zone 3         Finish
        meets ◄───── meets ◄─────── meets ◄─────── market ⚑
         [0]          [1]            [2]            [3]

    Args:
        zones: All zones.
        lane: The market's lane.

    Returns:
        The lane met in zones 1 to Z, then the market itself.
    """
    lanes = _backward(zones, len(zones), lane)
    lanes.append(lane)
    return lanes


def _backward(zones: Sequence[Zone], count: int, lane: Lane) -> list[Lane]:
    """Where a line meets the first ``count`` zones, coming back from the right of the last of them at ``lane``."""
    lanes = [lane] * count
    for index in range(count - 2, -1, -1):
        lane = left(zones[index + 1], lane)
        lanes[index] = lane
    return lanes


def path_met(face: Face, quarter: int, *, forward: bool) -> Path:
    """Which path of a card a line is on that meets it at some quarter (T3-18).

    ::

        the card 0312, met at quarter 3:

        forward:   3 ──► path 3      the path that enters there
        backward:  path 1 ◄── 3      the path whose exit is there

    Args:
        face: The card, face up.
        quarter: How many lanes below the card's top.
        forward: Whether the line comes from the left.
    """
    return quarter if forward else face.entries[quarter]


def slid(zone: Zone) -> Zone:
    """A zone after it has gone up by a quarter of a card, with all its cards (T3-33).

    ::

        lane -1              ┌──────┐
        lane  0   ┌──────┐   │ c 0  │
        lane  1   │ c 0  │ ► │      │
        lane  2   │      │   └──────┘
        lane  3   └──────┘

    Args:
        zone: The zone, which stays as it is.

    Returns:
        The same cards, a lane higher. The lists are shared.
    """
    return Zone(zone.top - 1, zone.cards, zone.faces)
