"""The table of TimeLine as plain text: the cards with their paths crossing, the prices, and what each seat has.

::

    TimeLine (2003) · turn 31                                      first player: Cho
    ────────────────────────────────────────────────────────────────────────────────
            zone 1        zone 2        zone 3        zone 4
    -4                 1╭·──╲╱────╮  2╭·╲╱──╲╱──╮               1
    -3                  │·──╱╲╲╱──│   │·╱╲╲╱╱╲──│               2
    -2   0╭B────────╮   │·────╱╲──│   │1╲╱╱╲╲╱──│  3╭·────────╮  3
    -1    │·──╲╱────│o  ╰·────────╯o  ╰·╱╲──╱╲──╯o  │·────────│o 4
     0 o  │·──╱╲────│  8╭N────╲╱──╮n─────────────n  │M──╲╱────│  1
    …

Lanes are numbered on the left, markets valued on the right, and between the columns stand the letters of the lines
that cross there. Colour is laid over that, so a board without it says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from timecore.actors import CHANCE, Seat
from timecore.display import BOLD, DIM, RESET, columns, fit, listed, pad, printable, wrap
from timecore.ruleset import Catalogue
from timecore.rulesets.timeline_2003.cards import START_LANES, Commodity, Face, Lane, ZoneNumber
from timecore.rulesets.timeline_2003.drawing import wires, wires_width
from timecore.rulesets.timeline_2003.geometry import HEIGHT, Zone, crossings
from timecore.rulesets.timeline_2003.naming import commodity_names
from timecore.rulesets.timeline_2003.rules import TimeLine2003Rules, price_at
from timecore.rulesets.timeline_2003.state import Market, State, Waypoint

__all__ = ["draw"]

_RULES: Final = TimeLine2003Rules()

#: The widths that a board adapts to; it is at home in 80 and in 100 columns.
_NARROWEST: Final = 60
_WIDEST: Final = 120

#: So many lines the lanes take whatever the height, those that say what is left out among them.
_FEWEST_LANES: Final = 3

_LEFT_EDGES: Final = "╭││╰"
_RIGHT_EDGES: Final = "╮││╯"

Piece: TypeAlias = tuple[str, str]
"""A text, and its colour (an ANSI escape, or nothing)."""

Line: TypeAlias = list[Piece]
"""A line of a board."""


class _Layout(NamedTuple):
    """How a card is drawn.

    Attributes:
        numbers: Whether its number stands beside it.
        closed: Whether it has a right edge.
        spread: How many columns stand between two crossings; ``None`` where only the quarters are named at which the
            paths leave.
    """

    numbers: bool
    closed: bool
    spread: int | None

    @property
    def inside(self) -> int:
        """The columns of a card between its edges, without the counter."""
        return 2 if self.spread is None else wires_width(self.spread)

    @property
    def cell(self) -> int:
        """The columns of a zone."""
        return 2 * self.numbers + 2 + self.inside + self.closed


#: From the one that takes most room to the one that takes least.
_LAYOUTS: Final = (
    _Layout(numbers=True, closed=True, spread=1),
    _Layout(numbers=True, closed=True, spread=0),
    _Layout(numbers=True, closed=False, spread=0),
    _Layout(numbers=False, closed=False, spread=0),
    _Layout(numbers=True, closed=True, spread=None),
    _Layout(numbers=False, closed=True, spread=None),
)


def draw(
    state: State,
    names: Sequence[str],
    catalogue: Catalogue,
    *,
    width: int = 80,
    height: int | None = None,
    colour: bool = False,
    closed: bool = False,
) -> str:
    """A state, which is also everybody's view.

    Args:
        state: What to draw.
        names: What people call the seats, by seat.
        catalogue: The language.
        width: Columns to fit into, 60 to 120; narrower and wider ones are taken for these.
        height: Lines to fit into, if that can be done: the explanation of the signs and blank lines give way first,
            then the lanes that are farthest from pawns, from the commodities' lines and from cards. The pawn whose turn
            it is goes last.
        colour: Whether to add colour (ANSI escapes).
        closed: Whether the table has ended or adjourned the game, so that nobody is to move.

    Returns:
        Lines without trailing blanks, joined by newlines.
    """
    board = _Board(state, names, catalogue, min(max(width, _NARROWEST), _WIDEST), closed=closed)
    lines = [*board.lines(board.lanes, dense=False)]
    if height is not None and len(lines) > height:
        lines = [*board.lines(board.lanes, dense=True)]
        if len(lines) > height:
            room = height - (len(lines) - len(board.lanes))
            lines = [*board.lines(board.fewer_lanes(max(room, _FEWEST_LANES)), dense=True)]
    return "\n".join(_written(line, colour=colour) for line in lines)


class _Board:
    """One drawing: a state, and how it is to be shown."""

    def __init__(
        self, state: State, names: Sequence[str], catalogue: Catalogue, width: int, *, closed: bool
    ) -> None:
        self.state = state
        self.names = [printable(name) for name in names]
        self.catalogue = catalogue
        self.goods = commodity_names(catalogue)
        self.width = width
        self.closed = closed
        self.to_act = () if closed else _RULES.to_act(state)
        self.paths = {
            commodity: crossings(state.zones, lane) for lane, commodity in enumerate(state.options.start)
        }
        self.lanes = self.all_lanes()
        self.lane_column = max(len(str(self.lanes[0])), len(str(self.lanes[-1]))) + 1
        self.layout = self.layout_that_fits()

    def layout_that_fits(self) -> _Layout:
        most = max(len(self.in_market(lane)) for lane in self.lanes)
        around = self.lane_column + 1 + 2 + (2 + most if most else 0)
        room = (self.width - around) // len(self.state.zones) - 1
        return next((layout for layout in _LAYOUTS if layout.cell <= room), _LAYOUTS[-1])

    def lines(self, lanes: Sequence[Lane], *, dense: bool) -> Iterator[Line]:
        gap: list[Line] = [] if dense else [[]]
        rule: Line = [("─" * self.width, DIM)]
        yield from self.text(self.title())
        yield rule
        yield self.heading()
        yield from self.rows(lanes)
        yield from gap
        yield from self.stock()
        yield from gap
        yield from self.table()
        below = [*self.doings()]
        if not dense:
            below += self.explained()
        if below:
            yield rule
            for line in below:
                yield from self.text(line)

    @staticmethod
    def text(line: str) -> Iterator[Line]:
        yield [(line, "")]

    # -- above: where the game stands ------------------------------------------------------------------

    def title(self) -> str:
        _ = self.catalogue.gettext
        if self.state.turn:
            left = _("TimeLine (2003) · turn {turn}").format(turn=self.state.turn)
        else:
            left = _("TimeLine (2003) · setup")
        if self.state.first is None:
            return left
        right = _("first player: {seat}").format(seat=self.name(self.state.first))
        room = self.width - columns(left) - 2
        return left + "  " + pad(right, room, right=True) if room >= columns(right) else left

    # -- the lanes -------------------------------------------------------------------------------------

    def all_lanes(self) -> range:
        """From the highest to the lowest that something is to be seen on."""
        tops = [zone.top for zone in self.state.zones]
        ends = [zone.top + HEIGHT * len(zone.cards) for zone in self.state.zones]
        markets = [pawn.lane for pawn in self.state.pawns if isinstance(pawn, Market)]
        first = min([START_LANES.start, *tops, *markets])
        last = max([START_LANES.stop, *ends, *[lane + 1 for lane in markets]])
        return range(first, last)

    def fewer_lanes(self, room: int) -> list[Lane]:
        """Those that matter most, as many as fit with a line for each gap."""
        turn = self.state.current
        pawns = {seat: self.lane_of(pawn) for seat, pawn in enumerate(self.state.pawns) if pawn is not None}
        mover = [lane for seat, lane in pawns.items() if seat == turn]
        lines = {lane for path in self.paths.values() for lane in path}
        cards = {zone.top + below for zone in self.state.zones for below in range(HEIGHT * len(zone.cards))}

        def rank(lane: Lane) -> tuple[int, int, Lane]:
            nearest = min([abs(lane - one) for one in pawns.values()], default=0)
            if nearest < 2:
                return (0 if lane in mover else 1, nearest, lane)
            return (2 if lane in lines or lane in START_LANES else 3 if lane in cards else 4, nearest, lane)

        ranked = sorted(self.lanes, key=rank)
        for count in range(min(room, len(ranked)), 0, -1):
            kept = sorted(ranked[:count])
            if count + self.gaps(kept) <= room:
                # A single lane takes no more room than to say that it is left out.
                known = {*kept, self.lanes[0] - 1, self.lanes[-1] + 1}
                return [lane for lane in self.lanes if lane in known or {lane - 1, lane + 1} <= known]
        return []

    def gaps(self, kept: Sequence[Lane]) -> int:
        """How many runs of lanes are left out."""
        inner = sum(after - before > 1 for before, after in pairwise(kept))
        return inner + (kept[0] > self.lanes[0]) + (kept[-1] < self.lanes[-1])

    def lane_of(self, pawn: Waypoint | Market) -> Lane:
        if isinstance(pawn, Market):
            return pawn.lane
        zone = self.state.zones[self.state.homes[pawn.card] - 1]
        return zone.top + HEIGHT * zone.cards.index(pawn.card) + pawn.path

    def rows(self, lanes: Sequence[Lane]) -> Iterator[Line]:
        """A line a lane, and one for each run of lanes that are left out."""
        due = self.lanes[0]
        for lane in lanes:
            if lane > due:
                yield self.left_out(due, lane - 1)
            yield self.row(lane)
            due = lane + 1
        if due <= self.lanes[-1]:
            yield self.left_out(due, self.lanes[-1])

    def left_out(self, first: Lane, last: Lane) -> Line:
        _ = self.catalogue.gettext
        text = _("lanes {first} to {last} are left out").format(first=first, last=last)
        return [(pad("⋮ ", self.lane_column + 1, right=True) + fit(text, self.width - 20), DIM)]

    def heading(self) -> Line:
        _ = self.catalogue.gettext
        text = " " * (self.lane_column + 1)
        for number in range(1, len(self.state.zones) + 1):
            title = fit(_("zone {zone}").format(zone=number), self.layout.cell)
            before = (self.layout.cell - columns(title) + 1) // 2
            text += pad(" " * before + title, self.layout.cell + 1)
        return [(text, BOLD)]

    def row(self, lane: Lane) -> Line:
        state = self.state
        line: Line = [(pad(f"{lane} ", self.lane_column, right=True), DIM), self.crossing(0, lane)]
        for number, zone in enumerate(state.zones, 1):
            line += self.cell(number, zone, lane)
            line.append(self.crossing(number, lane))
        line.append((f" {price_at(state, lane)}", BOLD))
        pawns = self.in_market(lane)
        if pawns:
            line.append((" ▸" + "".join(map(str, pawns)), BOLD))
        return line

    def in_market(self, lane: Lane) -> list[Seat]:
        return [seat for seat, pawn in enumerate(self.state.pawns) if pawn == Market(lane)]

    def crossing(self, boundary: int, lane: Lane) -> Piece:
        """The letter of the commodity whose line crosses a boundary at a lane."""
        commodity = self.commodity_at(boundary, lane)
        return (" ", "") if commodity is None else (self.goods[commodity][0].lower(), _COLOURS[commodity])

    def commodity_at(self, boundary: int, lane: Lane) -> Commodity | None:
        for commodity, lanes in self.paths.items():
            if lanes[boundary] == lane:
                return commodity
        return None

    def cell(self, number: ZoneNumber, zone: Zone, lane: Lane) -> Line:
        """What lies on a lane in a zone."""
        place, quarter = divmod(lane - zone.top, HEIGHT)
        straight = self.commodity_at(number - 1, lane)
        if not 0 <= place < len(zone.cards):
            return [(" " if straight is None else "─", _of(straight))] * self.layout.cell
        card, face = zone.cards[place], zone.faces[place]
        line: Line = []
        if self.layout.numbers:
            line.append((f"{card:2}" if quarter == 0 else "  ", BOLD))
        line.append((_LEFT_EDGES[quarter], ""))
        if face is None:
            line.append(("?", BOLD))
            inside = ("░", DIM) if straight is None else ("─", _of(straight))
            line += [inside] * self.layout.inside
        else:
            line.append(self.waypoint(Waypoint(card, quarter)))
            line += self.inside(number, face, lane - quarter, quarter)
        if self.layout.closed:
            line.append((_RIGHT_EDGES[quarter], ""))
        return line

    def waypoint(self, where: Waypoint) -> Piece:
        """The pawn that stands there, or the counter, or neither."""
        if where in self.state.pawns:
            return (str(self.state.pawns.index(where)), BOLD)
        counter = self.state.counters[where.card][where.path]
        return ("·", "") if counter is None else (self.goods[counter][0].upper(), _of(counter))

    def inside(self, number: ZoneNumber, face: Face, top: Lane, quarter: int) -> Iterator[Piece]:
        """A lane of a card that lies face up, between its edges."""
        if self.layout.spread is None:
            yield (f"▸{face.exits[quarter]}", _of(self.commodity_at(number - 1, top + quarter)))
            return
        for character, path in wires(face, self.layout.spread)[quarter]:
            yield (character, _of(self.commodity_at(number - 1, top + path)))

    # -- what belongs to the board ---------------------------------------------------------------------

    def stock(self) -> Iterator[Line]:
        _ = self.catalogue.gettext
        state = self.state
        parts = [
            _("deck {cards}").format(cards=state.deck),
            _("to win: {gold} gold").format(gold=state.options.target),
        ]
        yield [(" · ".join(parts), "")]
        if not self.layout.numbers:
            stacks = [
                _("zone {zone}").format(zone=number) + ": " + " ".join(map(str, zone.cards))
                for number, zone in enumerate(state.zones, 1)
            ]
            for line in listed(_("Cards from the top down"), stacks, self.width):
                yield [(line, "")]

    # -- prices, and the seats -------------------------------------------------------------------------

    def table(self) -> Iterator[Line]:
        """A column a commodity: its price, its market, the supply; then what each seat has of it."""
        _ = self.catalogue.gettext
        state = self.state
        gold = _("gold")
        labels = [(_("price"), self.price), (_("at lane"), self.market), (_("supply"), self.supply)]
        widths = [
            max(columns(gold), *(len(str(amount)) for amount in state.gold)),
            *map(columns, self.goods.values()),
        ]
        pawns = [self.where(seat) for seat in range(len(self.names))]
        least = max(columns(label) for label, _cell in labels)
        first = max(least, *(4 + columns(self.name(seat)) for seat in range(len(self.names))))
        beside = 2 + max(map(columns, pawns))
        gap = 2
        if self.width - sum(widths) - gap * len(widths) - beside < first:
            gap = 1  # rather the columns stand closer than that a name is cut
        gold_size, *sizes = (width + gap for width in widths)
        room = self.width - sum(sizes) - gold_size
        if room - beside < least:
            beside = 0
        first = min(first, room - beside)
        yield [
            (pad("", first) + pad(gold, gold_size, right=True), ""),
            *(
                (pad(name, size, right=True), _of(commodity))
                for (commodity, name), size in zip(self.goods.items(), sizes, strict=True)
            ),
        ]
        for label, cell in labels:
            yield [(pad(label, first + gold_size), ""), *self.amounts(cell, sizes)]
        for seat, pawn in enumerate(pawns):
            mark = "▸" if seat in self.to_act else " "
            start = f"{mark} {seat} "
            line: Line = [
                (start, BOLD if mark != " " else ""),
                (pad(self.name(seat), first - columns(start)), ""),
                (pad(str(state.gold[seat]), gold_size, right=True), ""),
                *self.amounts(state.goods[seat].__getitem__, sizes),
            ]
            yield [*line, ("  " + pawn if beside else "", "")]

    def amounts(self, cell: Callable[[Commodity], int], sizes: Sequence[int]) -> Iterator[Piece]:
        for commodity, size in zip(self.goods, sizes, strict=True):
            yield (pad(str(cell(commodity)), size, right=True), "")

    def price(self, commodity: Commodity) -> int:
        return price_at(self.state, self.market(commodity))

    def market(self, commodity: Commodity) -> Lane:
        return self.paths[commodity][-1]

    def supply(self, commodity: Commodity) -> int:
        return self.state.supply[commodity]

    def where(self, seat: Seat) -> str:
        """Where a pawn stands."""
        _ = self.catalogue.gettext
        pawn = self.state.pawns[seat]
        if pawn is None:
            return ""
        if isinstance(pawn, Market):
            return _("market on lane {lane}").format(lane=pawn.lane)
        return _("card {card}, path {path}").format(card=pawn.card, path=pawn.path)

    # -- below: what goes on ---------------------------------------------------------------------------

    def doings(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        state, pending = self.state, self.state.pending
        if state.result is not None:
            reasons = {"gold": _("gold"), "rounds": _("the last round")}
            head = _("Over ({reason}), won by").format(reason=reasons[state.result.reason])
            yield from listed(head, [self.name(seat) for seat in state.result.winners], self.width)
        elif not self.to_act:
            return
        elif self.to_act == (CHANCE,):
            if pending is not None:
                text = _("To be turned up, for {seat}: card {card} in zone {zone}").format(
                    seat=self.name(pending.seat), card=pending.card, zone=state.homes[pending.card]
                )
                yield from wrap(text, self.width)
            elif all(zone.cards for zone in state.zones):
                yield _("To be chosen: who goes first")
            else:
                yield _("To be dealt: a card for each zone")
        else:
            seat = self.to_act[0]
            if pending is not None:
                head = _("To stop on a path of card {card}").format(card=pending.card)
            elif state.pawns[seat] is None:
                placed = len(state.pawns) - state.pawns.count(None)
                head = _("To place a pawn in zone {zone}").format(zone=placed + 1)
            else:
                head = _("To move")
            yield from listed(head, [self.name(seat)], self.width)

    def explained(self) -> Iterator[str]:
        """What the signs mean."""
        _ = self.catalogue.gettext
        letters = "".join(name[0] for name in self.goods.values())
        parts = [
            _("{letters} counters").format(letters=letters.upper()),
            _("· none"),
            _("0 1 … pawns"),
            _("{letters} lines of the commodities").format(letters=letters.lower()),
        ]
        if any(None in zone.faces for zone in self.state.zones):
            parts.append(_("? an unknown card"))
        if self.layout.spread is None:
            parts.append(_("▸k leaves the card at quarter k"))
        yield from wrap(", ".join(parts), self.width)

    # -- names and lines -------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        return fit(self.names[seat], 24)


# -- colour ----------------------------------------------------------------------------------------

_COLOURS: Final[dict[Commodity, str]] = {
    "Oilpetrol": "\x1b[33m",  # brown, where terminals have their classic colours
    "Milkbread": "\x1b[93m",
    "Beetcandy": "\x1b[31m",
    "Nucleons": "\x1b[32m",
}


def _of(commodity: Commodity | None) -> str:
    return "" if commodity is None else _COLOURS[commodity]


def _written(line: Line, *, colour: bool) -> str:
    """A line without trailing blanks; neighbours of one colour share its escapes."""
    text = ""
    now = ""
    kept = len("".join(text for text, _ in line).rstrip())
    for piece, wanted in line:
        shown = piece[:kept]
        kept -= len(shown)
        if colour and shown.strip() and wanted != now:
            text += (RESET if now else "") + wanted
            now = wanted
        text += shown
    return text + (RESET if now else "")
