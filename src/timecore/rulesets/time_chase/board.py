"""The table of Time Chase as plain text: what lies there, and what the viewer may see of the hands.

::

    Time Chase · round 2                                           first player: Ana
    ────────────────────────────────────────────────────────────────────────────────
    event        inv ───▸1 ─ [2]
    winning      D13    D8    B9
    led                 A9    B9
    control             ●2    ●2
    travelers      1     0     2

    supply 27 · deck 4 · discards 1

        seat  fuel  discs         hand
    ▸ 0 Ana      1    ●●●         A12 B8 B13 C8 C11 D7 D10 E8 E12
      1 Ben      1    ●●●         ?? (9)
      2 Cho      1    ●○○         ?? (8)
    ────────────────────────────────────────────────────────────────────────────────
    Event 1, led suit A
    To play a card, in this order: Ana

Seats are numbers in the timeline, and their names stand in the list of seats. Colour is laid over the finished
text, so a board without it says the same.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from timecore.actors import Seat
from timecore.display import BOLD, DIM, RESET, columns, fit, listed, pad, painted, printable
from timecore.hidden import HIDDEN, Hidden
from timecore.ruleset import Catalogue
from timecore.rulesets.time_chase.cards import DISCS, INVARIANT, Card, Location
from timecore.rulesets.time_chase.rules import TimeChaseRules
from timecore.rulesets.time_chase.state import State

__all__ = ["draw"]

_RULES: Final = TimeChaseRules()

#: The widths that a board adapts to; it is at home in 80 columns.
_NARROWEST: Final = 60
_WIDEST: Final = 120

_CELL: Final = 6  # a location: room for five travelers, or "▸[10]", and a blank
_LONGEST_HAND: Final = 39  # ten cards of three characters

_HIDDEN: Final = "??"
_NOT_YET: Final = "…"


def draw(
    state: State,
    names: Sequence[str],
    catalogue: Catalogue,
    *,
    width: int = 80,
    colour: bool = False,
    closed: bool = False,
) -> str:
    """A state, or a viewer's view of one.

    Args:
        state: What to draw.
        names: What people call the seats, by seat.
        catalogue: The language.
        width: Columns to fit into, 60 to 120; narrower and wider ones are taken for these.
        colour: Whether to add colour (ANSI escapes).
        closed: Whether the table has ended or adjourned the game, so that nobody is to move.

    Returns:
        Lines without trailing blanks, joined by newlines.
    """
    board = _Board(state, names, catalogue, min(max(width, _NARROWEST), _WIDEST), closed=closed)
    text = "\n".join(line.rstrip() for line in board.lines())
    return _coloured(text) if colour else text


class _Board:
    """One drawing: a state, and how it is to be shown."""

    def __init__(
        self, state: State, names: Sequence[str], catalogue: Catalogue, width: int, *, closed: bool
    ) -> None:
        self.state = state
        self.names = [printable(name) for name in names]
        self.catalogue = catalogue
        self.width = width
        self.closed = closed
        self.to_act = () if closed else _RULES.to_act(state)

    def lines(self) -> Iterator[str]:
        yield self.title()
        yield "─" * self.width
        yield from self.timeline()
        yield ""
        yield from self.stock()
        yield ""
        yield from self.seats()
        yield "─" * self.width
        yield from self.doings()

    # -- above: where the game stands ------------------------------------------------------------------

    def title(self) -> str:
        _ = self.catalogue.gettext
        if self.state.round:
            left = _("Time Chase · round {round}").format(round=self.state.round)
        else:
            left = _("Time Chase · setup")
        right = _("first player: {seat}").format(seat=self.name(self.state.first_player, 24))
        return left + pad(right, self.width - columns(left), right=True)

    # -- the timeline ----------------------------------------------------------------------------------

    def timeline(self) -> Iterator[str]:
        """A column a location, in several blocks where the width needs it."""
        _ = self.catalogue.gettext
        rows = [
            (_("event"), self.location),
            (_("winning"), self.winning_card),
            (_("led"), self.led_card),
            (_("control"), self.controller),
            (_("travelers"), self.travelers_at),
        ]
        label = 1 + max(columns(name) for name, _cell in rows)
        places = range(self.state.present + 1)
        a_line = (self.width - label) // _CELL
        for first in range(0, len(places), a_line):
            if first:
                yield ""
            block = places[first : first + a_line]
            for name, cell in rows:
                cells = (pad(cell(at), _CELL, right=True) for at in block)
                yield pad(name, label) + "".join(cells)

    def location(self, at: Location) -> str:
        _ = self.catalogue.gettext
        text = _("inv") if at == INVARIANT else str(at)
        if at == self.state.present != INVARIANT:
            text = f"[{text}]"
        resolving, contest = self.state.resolving, self.state.contest
        now = resolving.at if resolving is not None else INVARIANT if contest is not None else None
        link = "▸" if at == now else " "
        if at != INVARIANT:
            link = "─" * (_CELL - 2 - columns(text)) + link
        return link + text

    def winning_card(self, at: Location) -> str:
        if at == INVARIANT:
            return self.state.invariant or "-"
        return self.state.winning_cards[at] or ""

    def led_card(self, at: Location) -> str:
        return self.state.led_cards[at] or ""

    def controller(self, at: Location) -> str:
        seat = self.state.control[at]
        return "" if seat is None else f"●{seat}"

    def travelers_at(self, at: Location) -> str:
        seats = [seat for seat, place in enumerate(self.state.travelers) if place == at]
        if len(seats) == len(self.names):
            return self.catalogue.gettext("all")
        return "".join(map(str, seats))

    # -- what belongs to nobody ------------------------------------------------------------------------

    def stock(self) -> Iterator[str]:
        """A line that fits always: no part of it is a name."""
        _ = self.catalogue.gettext
        state = self.state
        supply = _("unlimited") if state.supply is None else state.supply
        parts = [
            _("supply {supply}").format(supply=supply),
            _("deck {cards}").format(cards=state.deck_left),
        ]
        if state.present and state.invariant is None:
            parts.append(_("no invariant"))
        parts.append(_("discards {cards}").format(cards=len(state.discards)))
        yield " · ".join(parts)

    # -- the seats -------------------------------------------------------------------------------------

    def seats(self) -> Iterator[str]:
        """A line a seat; the hands have lines of their own where the width needs it."""
        _ = self.catalogue.gettext
        heads = [_("fuel"), _("discs"), self.changing(None)]
        sizes = [max(columns(head), DISCS) for head in heads]
        # So that the same game keeps its columns from phase to phase:
        sizes[-1] = max(columns(head) for head in (_("aside"), _("card"), _("place")))
        taken = 4 + sum(sizes) + 2 * len(sizes) + 2
        beside = self.width - taken - _LONGEST_HAND >= 9
        room = self.width - taken - _LONGEST_HAND if beside else self.width - taken
        name = min(room, max(columns(n) for n in [*self.names, _("seat")]))
        line = "    " + pad(_("seat"), name)
        for head, size in zip(heads, sizes, strict=True):
            line += "  " + pad(head, size, right=True)
        yield line + ("  " + _("hand") if beside else "")
        for seat in range(len(self.names)):
            mark = "▸" if seat in self.to_act else " "
            line = f"{mark} {seat} " + pad(self.names[seat], name)
            cells = [str(self.state.fuel[seat]), self.discs(seat), self.changing(seat)]
            for cell, size in zip(cells, sizes, strict=True):
                line += "  " + pad(cell, size, right=True)
            hand = _hand(self.state.hands[seat])
            if beside:
                yield line + "  " + hand
            else:
                yield line
                yield "    " + hand

    def discs(self, seat: Seat) -> str:
        """Those at hand, then those in the timeline."""
        at_hand = min(max(self.state.discs[seat], 0), DISCS)
        return "●" * at_hand + "○" * (DISCS - at_hand)

    def changing(self, seat: Seat | None) -> str:
        """The heading and the cells of the column that changes with the phase."""
        _ = self.catalogue.gettext
        state = self.state
        if state.result is not None:
            if seat is None:
                return _("place")
            places = [n for n, seats in enumerate(state.result.ranking, 1) if seat in seats]
            return "".join(f"{place}." for place in places)
        if state.contest is not None:
            if seat is None:
                return _("card")
            revealed = [one.card for one in state.contest.revealed if one.seat == seat]
            if revealed or seat not in state.contest.seats:
                return "".join(revealed)
            return _secret(state.committed_cards[seat])
        if state.phase != "travel":
            return ""
        return _("aside") if seat is None else _secret(state.committed_fuel[seat])

    # -- below: what goes on ---------------------------------------------------------------------------

    def doings(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        state = self.state
        match state.phase:
            case "deal":
                yield from self.waiting(_("To be dealt a card"), [state.seat_to_be_dealt])
            case "turn_invariant":
                if not self.closed:
                    yield _("To be turned up: the invariant")
            case "resolve":
                yield from self.event_played()
            case "invariant":
                yield from self.waiting(_("To choose a card for the invariant"), self.to_act)
            case "travel":
                yield from self.waiting(_("To set fuel aside"), self.to_act)
            case _:
                yield from self.ending()

    def event_played(self) -> Iterator[str]:
        """The event that is being resolved: who has played what, and who is still to come."""
        _ = self.catalogue.gettext
        resolving = self.state.resolving
        if resolving is None:
            return
        known, unknown = _("Event {at}, led suit {led_suit}"), _("Event {at}, no led suit yet")
        head = unknown if resolving.led_suit is None else known
        yield from listed(
            head.format(at=resolving.at, led_suit=resolving.led_suit),
            [f"{self.name(play.seat)} {play.card}" for play in resolving.plays],
            self.width,
        )
        yield from self.waiting(_("To play a card, in this order"), resolving.order[len(resolving.plays) :])

    def waiting(self, head: str, seats: Sequence[Seat]) -> Iterator[str]:
        if seats and not self.closed:
            yield from listed(head, [self.name(seat) for seat in seats], self.width)

    def ending(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        result = self.state.result
        if result is None:
            return
        reasons = {
            "three_events": _("three events"),
            "second_rift": _("a second rift"),
            "ten_rounds": _("ten rounds"),
        }
        reason = reasons.get(result.reason, result.reason)
        yield from listed(
            _("Over ({reason}), won by").format(reason=reason),
            [self.name(s) for s in result.winners],
            self.width,
        )

    # -- names and lines -------------------------------------------------------------------------------

    def name(self, seat: Seat, most: int = 24) -> str:
        return fit(self.names[seat], most)


def _hand(hand: Sequence[Card | Hidden]) -> str:
    """The cards that are shown, then how many are not."""
    shown = [card for card in hand if card is not HIDDEN]
    hidden = len(hand) - len(shown)
    return " ".join([*shown, f"{_HIDDEN} ({hidden})"] if hidden else shown)


def _secret(value: str | int | Hidden | None) -> str:
    """What a seat has set aside: not yet anything, something hidden, or what it is."""
    if value is None:
        return _NOT_YET
    return _HIDDEN if value is HIDDEN else str(value)


# -- colour ----------------------------------------------------------------------------------------

_SUITS: Final = {"A": "\x1b[31m", "B": "\x1b[32m", "C": "\x1b[33m", "D": "\x1b[36m", "E": "\x1b[35m"}
_CARD: Final = r"\b([A-E])(?:1[0-3]|[1-9])\b"
_QUIET: Final = r"\?\?(?: \([0-9]+\))?|─+|…"
_MARK: Final = r"▸\S*|\[[0-9]+\]"


def _coloured(text: str) -> str:
    """The same text with colours laid over it."""
    text = re.sub(_CARD, lambda found: _SUITS[found[1]] + found[0] + RESET, text)
    text = painted(text, _QUIET, DIM)
    return painted(text, _MARK, BOLD)
