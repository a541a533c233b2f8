"""The components of TimeLine, as data: commodities, and path cards the way up that they lie.

A *kind* of card is a text of four digits: digit number p is the exit of path p (T3-2). Paths, and the quarters of
a card on either side, count from 0 at the top.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import attrs

__all__ = [
    "CARDS",
    "COMMODITIES",
    "COPIES",
    "FACES",
    "KINDS",
    "NO_COUNTERS",
    "PATHS",
    "START_LANES",
    "CardNumber",
    "Commodity",
    "Counters",
    "Face",
    "Kind",
    "Lane",
    "Path",
    "ZoneNumber",
    "zones_for",
]

Commodity: TypeAlias = Literal["Oilpetrol", "Milkbread", "Beetcandy", "Nucleons"]
"""What is collected and sold, by its name (T3-1)."""

Kind: TypeAlias = str
"""A kind of path card: the exits of its four paths (T3-2)."""

Path: TypeAlias = int
"""One of the four paths of a card, 0 to 3: its quarter on the left."""

Lane: TypeAlias = int
"""A height on the table, growing **downward**; a quarter of a card is one lane (T3-9)."""

CardNumber: TypeAlias = int
"""A card on the board: how many cards came there before it (T3-40)."""

ZoneNumber: TypeAlias = int
"""A time zone, from 1 on the left (T3-10)."""

Counters: TypeAlias = tuple[Commodity | None, Commodity | None, Commodity | None, Commodity | None]
"""The counters on a card, by path."""

COMMODITIES: Final[tuple[Commodity, ...]] = ("Oilpetrol", "Milkbread", "Beetcandy", "Nucleons")
"""The commodities, in their order (T3-1)."""

PATHS: Final = range(4)
"""The paths of a card, and the quarters of either side."""

COPIES: Final = 2
"""How often there is each kind (T3-2)."""

CARDS: Final = 46
"""How many path cards there are (T3-2)."""

START_LANES: Final = range(4)
"""The lanes that the Start card covers (T3-11)."""

NO_COUNTERS: Final[Counters] = (None, None, None, None)
"""What lies on a card before it is turned up (T3-40)."""

#: The colours of paths 0, 1, 2, 3 of each kind, as printed (T3-3).
_COLOURS: Final[Mapping[Kind, str]] = {
    "0132": "BOMN",
    "0213": "BOMN",
    "0231": "MNOB",
    "0312": "OMNB",
    "0321": "BMON",
    "1023": "OBMN",
    "1032": "BONM",
    "1203": "BNMO",
    "1230": "NOMB",
    "1302": "NOMB",
    "1320": "BONM",
    "2013": "OBMN",
    "2031": "NMOB",
    "2103": "BNOM",
    "2130": "MONB",
    "2301": "MOBN",
    "2310": "OMBN",
    "3012": "ONMB",
    "3021": "MOBN",
    "3102": "NOBM",
    "3120": "MONB",
    "3201": "OMBN",
    "3210": "OMBN",
}

KINDS: Final[tuple[Kind, ...]] = tuple(_COLOURS)
"""The 23 kinds, in dictionary order (T3-2, T3-23)."""


@attrs.frozen(eq=False)
class Face:
    """What is seen of a card that lies face up. There is one object for each kind and way up.

    Attributes:
        kind: Which kind it is.
        turned: Whether it lies turned by 180 degrees (T3-4).
        exits: By path, the quarter of the right side where it leaves.
        entries: By quarter of the right side, the path that leaves there.
        colours: By path, the commodity of its waypoint (T3-3).
    """

    kind: Kind
    turned: bool
    exits: tuple[int, int, int, int]
    entries: tuple[Path, Path, Path, Path]
    colours: tuple[Commodity, Commodity, Commodity, Commodity]

    def __reduce__(self) -> tuple[object, ...]:
        return _face, (self.kind, self.turned)  # so that a pickled one comes back as the same object

    def __copy__(self) -> "Face":
        return self

    def __deepcopy__(self, _memo: object) -> "Face":
        return self


def _face(kind: Kind, turned: bool) -> Face:  # noqa: FBT001 - as the table is keyed
    return FACES[kind, turned]


def _upright(kind: Kind) -> Face:
    named = {name[0]: name for name in COMMODITIES}
    a, b, c, d = map(int, kind)
    entries = (kind.index("0"), kind.index("1"), kind.index("2"), kind.index("3"))
    o, m, n, e = [named[letter] for letter in _COLOURS[kind]]
    return Face(kind, turned=False, exits=(a, b, c, d), entries=entries, colours=(o, m, n, e))


def _turned(face: Face) -> Face:
    """The same card turned by 180 degrees: left becomes right and top becomes bottom (T3-4)."""
    # Its path q is the one that left the upright card at quarter 3 - q.
    a, b, c, d = [face.entries[3 - quarter] for quarter in PATHS]
    w, x, y, z = [3 - face.exits[3 - quarter] for quarter in PATHS]
    colours = (face.colours[a], face.colours[b], face.colours[c], face.colours[d])
    return Face(
        face.kind, turned=True, exits=(3 - a, 3 - b, 3 - c, 3 - d), entries=(w, x, y, z), colours=colours
    )


FACES: Final[Mapping[tuple[Kind, bool], Face]] = {
    (kind, turned): _turned(_upright(kind)) if turned else _upright(kind)
    for kind in KINDS
    for turned in (False, True)
}
"""Every card as it may lie, by kind and whether it is turned."""


def zones_for(players: int) -> int:
    """How many time zones there are (T3-10)."""
    return max(4, players + 1)
