"""The table of Chicken Time Warp as plain text: the timeline and who died where, the piles, and the seats.

::

    Chicken Time Warp · turn 5                                             clockwise
    ────────────────────────────────────────────────────────────────────────────────
    timeline [10]  [9]  [8] ▸[7]   6    5    4    3    2    1    window
    died at     2

    draw pile 32 · discard pile 3 · on top Peek-a-Boo · [ ] face up

        seat  status  cards  hand
    ▸ 0 Ana   alive       4  Clux Capacitor (2) · Swap Hands · Mooch
      1 Ben   frozen      5  Escape Pod · ?? (4)
      2 Cho   dead        4  ?? (4)
    ────────────────────────────────────────────────────────────────────────────────
    To play a card or pass: Ana

Seats are numbers in the timeline, and their names stand in the list of seats, which clockwise play goes down. Colour is
laid over the finished text, so a board without it says the same.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from timecore.actors import Seat
from timecore.display import BOLD, CYAN, DIM, columns, fit, listed, pad, painted, printable, wrap
from timecore.hidden import HIDDEN
from timecore.ruleset import Catalogue
from timecore.rulesets.chicken_time_warp.cards import ESCAPE_WINDOW
from timecore.rulesets.chicken_time_warp.naming import card_names
from timecore.rulesets.chicken_time_warp.rules import ChickenTimeWarpRules
from timecore.rulesets.chicken_time_warp.state import State

__all__ = ["draw"]

_RULES: Final = ChickenTimeWarpRules()

#: The widths that a board adapts to; it is at home in 80 columns.
_NARROWEST: Final = 40
_WIDEST: Final = 120

#: In fewer columns a hand gets lines of its own.
_FEW: Final = 28

_CELL: Final = 5  # a minute: room for "▸[10]", or for five dead

_HIDDEN: Final = "??"

#: How much is left out: nothing; blank lines; what does not fit into one line of a hand.
_ALL, _DENSE, _CUT = range(3)


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
    """A state, or a viewer's view of one.

    Args:
        state: What to draw.
        names: What people call the seats, by seat.
        catalogue: The language.
        width: Columns to fit into, 40 to 120; narrower and wider ones are taken for these.
        height: Lines to fit into, if that can be done: blank lines give way first, then the ends of long hands.
        colour: Whether to add colour (ANSI escapes).
        closed: Whether the table has ended or adjourned the game, so that nobody is to move.

    Returns:
        Lines without trailing blanks, joined by newlines.
    """
    width = min(max(width, _NARROWEST), _WIDEST)
    board = _Board(state, names, catalogue, width, closed=closed)
    lines = [*board.lines(_ALL)]
    for less in (_DENSE, _CUT):
        if height is not None and len(lines) > height:
            lines = [*board.lines(less)]
    text = "\n".join(line.rstrip() for line in lines)
    return _coloured(text) if colour else text


class _Board:
    """One drawing: a state, and how it is to be shown."""

    def __init__(
        self, state: State, names: Sequence[str], catalogue: Catalogue, width: int, *, closed: bool
    ) -> None:
        self.state = state
        self.names = [printable(name) for name in names]
        self.catalogue = catalogue
        self.cards = card_names(catalogue)
        self.width = width
        self.closed = closed
        self.to_act = () if closed else _RULES.to_act(state)

    def lines(self, less: int) -> Iterator[str]:
        gap = [""] if less < _DENSE else []
        yield from self.title()
        yield "─" * self.width
        yield from self.timeline(gap)
        yield from gap
        yield from self.together("", self.piles())
        yield from gap
        yield from self.seats(less)
        below = [*self.doings()]
        if below:
            yield "─" * self.width
            yield from below

    # -- above: where the game stands ------------------------------------------------------------------

    def title(self) -> Iterator[str]:
        """The direction of play has a line of its own where there is no room beside the title."""
        _ = self.catalogue.gettext
        if self.state.turn:
            left = _("Chicken Time Warp · turn {turn}").format(turn=self.state.turn)
        else:
            left = _("Chicken Time Warp · setup")
        left = fit(left, self.width)
        right = _("clockwise") if self.state.direction == 1 else _("counterclockwise")
        room = self.width - columns(left) - 2
        if room >= columns(right):
            yield left + "  " + pad(right, room, right=True)
        else:
            yield left
            yield right

    # -- the timeline ----------------------------------------------------------------------------------

    def timeline(self, gap: Sequence[str]) -> Iterator[str]:
        """A column a card, in several blocks where the width needs it."""
        _ = self.catalogue.gettext
        heads = _("timeline"), _("died at")
        label = max(map(columns, heads))
        rows, room = ["", ""], self.width - label
        between: Sequence[str] = ()
        for place, card in enumerate(self.state.timeline):
            cell = self.card(place)
            size = max(_CELL, columns(cell))
            if columns(rows[0]) + size > room:
                yield from between
                yield from (pad(head, label) + row for head, row in zip(heads, rows, strict=True))
                rows, between = ["", ""], gap
            dead = "".join([str(seat) for seat, over in enumerate(self.state.above) if over == card])
            rows[0] += pad(cell, size, right=True)
            rows[1] += pad(f"{dead} " if len(dead) < _CELL else dead, size, right=True)
        yield from between
        yield from (pad(head, label) + row for head, row in zip(heads, rows, strict=True))

    def card(self, place: int) -> str:
        """A Timeline card: in brackets if it is face up, and with a mark if it is the current one (CW-53)."""
        card, face_up = self.state.timeline[place], self.state.face_up
        name = self.catalogue.gettext("window") if card == ESCAPE_WINDOW else str(card)
        text = f"[{name}]" if place < face_up else f" {name} "
        if place == face_up - 1:
            text = f"▸{text}"
        return f" {text}" if card == ESCAPE_WINDOW else text

    # -- what belongs to nobody ------------------------------------------------------------------------

    def piles(self) -> Sequence[str]:
        _ = self.catalogue.gettext
        state = self.state
        parts = [
            _("draw pile {cards}").format(cards=state.draw_count),
            _("discard pile {cards}").format(cards=len(state.discard)),
        ]
        if state.discard:
            parts.append(_("on top {card}").format(card=self.cards[state.discard[-1]]))
        if state.limbo is not None:
            parts.append(_("in effect {card}").format(card=self.cards[state.limbo]))
        return [*parts, _("[ ] face up")]

    # -- the seats -------------------------------------------------------------------------------------

    def seats(self, less: int) -> Iterator[str]:
        """A line a seat, or more; a hand has lines of its own where the width needs it."""
        _ = self.catalogue.gettext
        words = {
            "alive": _("alive"),
            "frozen": _("frozen"),
            "dead": _("dead"),
            "erased": _("erased"),
        }
        heads = _("seat"), _("status"), _("cards")
        status, count = max(map(columns, [heads[1], *words.values()])), columns(heads[2])
        taken = 4 + 2 + status + 2 + count
        most = min(24, self.width - taken)
        name = max(columns(fit(name, most)) for name in [heads[0], *self.names])
        indent = taken + name + 2
        beside = self.width - indent >= _FEW
        head = f"    {pad(heads[0], name)}  {pad(heads[1], status)}  {heads[2]}"
        yield head + "  " + _("hand") if beside else head
        for seat, hand in enumerate(self.state.hands):
            mark = "▸" if seat == self.marked() else " "
            how = "frozen" if self.state.frozen[seat] else self.state.status[seat]
            line = (
                f"{mark} {seat} {pad(self.names[seat], name)}  {pad(words[how], status)}  "
                f"{pad(str(len(hand)), count, right=True)}"
            )
            start, left = (line + "  ", indent) if beside else ("    ", 4)
            if not beside:
                yield line
                if not hand:
                    continue
            shown = [*self.together(start, self.hand(seat), left)]
            if less < _CUT or len(shown) == 1:
                yield from shown
            else:
                yield fit(shown[0], self.width - 2) + " …"

    def hand(self, seat: Seat) -> Sequence[str]:
        """The cards that are shown, in the order of kinds, then how many are not."""
        hand = self.state.hands[seat]
        counts = {self.cards[card]: hand.count(card) for card in hand if card is not HIDDEN}
        hidden = hand.count(HIDDEN)
        if hidden:
            counts[_HIDDEN] = hidden
        return [name if count == 1 else f"{name} ({count})" for name, count in counts.items()] or ["-"]

    def marked(self) -> Seat | None:
        """Who is to act, or is waiting for a card."""
        if self.closed:
            return None
        seats = [seat for seat in self.to_act if seat >= 0]
        if seats:
            return seats[0]
        return self.state.seat if self.state.phase == "draw" else None

    # -- below: what goes on ---------------------------------------------------------------------------

    def doings(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        state = self.state
        seat = None if state.seat is None else self.name(state.seat)
        match state.phase:
            case "over":
                yield from self.ending()
            case _ if self.closed:
                return
            case "deal":
                dealt = sum(map(len, state.hands))
                yield from self.told(_("To be dealt a card"), self.name(dealt % len(state.hands)))
            case "first_player":
                yield from wrap(_("To be chosen: who goes first"), self.width)
            case "play":
                yield from self.told(_("To play a card or pass"), seat)
            case "swap":
                asked = None if state.swap_target is None else self.name(state.swap_target)
                text = _("To let {seat} swap hands, or block it")
                yield from self.told(text.format(seat=seat), asked)
            case "you_dead":
                yield from self.told(_("To escape death or to die"), seat)
            case _:
                draws = state.draws_left
                text = _("To draw a card") if draws == 1 else _("To draw {draws} cards")
                yield from self.told(text.format(draws=draws), seat if draws else None)

    def ending(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        result = self.state.result
        if result is None:
            return
        reasons = {
            "escape": _("escape"),
            "sudden_death": _("sudden death"),
            "turn_limit": _("turn limit"),
        }
        reason = reasons.get(result.reason, result.reason)
        if not result.winners:
            yield from wrap(_("Over ({reason}): nobody wins").format(reason=reason), self.width)
        else:
            winners = [self.name(seat) for seat in result.winners]
            yield from self.told(_("Over ({reason}), won by").format(reason=reason), *winners)

    # -- names and lines -------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        return fit(self.names[seat], 24)

    def told(self, head: str, *seats: str | None) -> Iterator[str]:
        """What seats are to do, or have done; nothing where nobody is, as between two events of one entry."""
        names = [seat for seat in seats if seat is not None]
        if names:
            yield from listed(head, names, self.width)

    def together(self, start: str, items: Sequence[str], indent: int = 0) -> Iterator[str]:
        """``item · item`` behind a start, in as many lines as it takes; no item is broken."""
        line, separator = start, ""
        for item in items:
            if columns(line) + columns(separator) + columns(item) > self.width and line.strip():
                yield line
                line, separator = " " * indent, ""
            line += separator + item
            separator = " · "
        yield line


# -- colour ----------------------------------------------------------------------------------------

_FACE_UP: Final = r"\[\w+\]"
_QUIET: Final = r"\?\?(?: \([0-9]+\))?|^─+$"
_MARK: Final = r"▸(?: [0-9]+)?"


def _coloured(text: str) -> str:
    """The same text with colours laid over it."""
    text = painted(text, _FACE_UP, CYAN)
    text = painted(text, _QUIET, DIM)
    return painted(text, _MARK, BOLD)
