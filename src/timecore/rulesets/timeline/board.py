"""The table of Timeline as plain text: the timeline and its intervals, the piles, and the cards of each seat.

::

    Timeline · round 2                                             first player: Ana
    ────────────────────────────────────────────────────────────────────────────────
    [0]  c. AD 600  Chess is played in India
                    Four kinds of troops fight on sixty-four squares.
    [1]       1475  The queen becomes the strongest piece
    [2]  (the latest)

    “Games and leisure”: pile 86 · discards 1

    ▸ 0 Ana   “Senet is played in Egypt” · “The Royal Game of Ur”
      1 Ben   “First recorded Olympic Games” · “The Monopoly box” (1935)
    ────────────────────────────────────────────────────────────────────────────────
    To place a card: Ana
    [k]: the interval before the card beside it

A date stands beside a card that has been turned, and beside no other (TL-71); so do subtitles, as long as there is
room for them (TL-19). Colour is laid over the finished text, so a board without it says the same.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from timecore.actors import Seat
from timecore.display import BOLD, CYAN, DIM, RESET, columns, fit, listed, pad, painted, printable, wrap
from timecore.ruleset import Catalogue
from timecore.rulesets.timeline.cards import CardId, Deck
from timecore.rulesets.timeline.naming import Naming, deck_title
from timecore.rulesets.timeline.rules import TimelineRules
from timecore.rulesets.timeline.state import State

__all__ = ["draw"]

_RULES: Final = TimelineRules()

#: The widths that a board adapts to; it is at home in 80 columns.
_NARROWEST: Final = 40
_WIDEST: Final = 120

#: The columns of the longest title or subtitle that is shown whole.
_LONGEST: Final = 240

#: In fewer columns a title cannot be read.
_FEW: Final = 14

#: With subtitles, the timeline may take so many lines; a longer one goes without, until the game is over.
_MOST_LINES: Final = 20

#: How much is left out: nothing; subtitles; blank lines, and all but the first line of a title; other seats' cards.
_ALL, _NO_SUBTITLES, _DENSE, _OWN_CARDS = range(4)


def draw(
    state: State,
    names: Sequence[str],
    catalogue: Catalogue,
    deck: Deck | None,
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
        deck: The deck of the game, if it is at hand.
        width: Columns to fit into, 40 to 120; narrower and wider ones are taken for these.
        height: Lines to fit into, if that can be done: subtitles give way first, then blank lines and the ends of
            long titles, then the cards of those who are not to move.
        colour: Whether to add colour (ANSI escapes).
        closed: Whether the table has ended or adjourned the game, so that nobody is to move.

    Returns:
        Lines without trailing blanks, joined by newlines.
    """
    width = min(max(width, _NARROWEST), _WIDEST)
    board = _Board(state, names, catalogue, deck, width, closed=closed)
    lines = [*board.lines(board.usual if height is None else _ALL)]
    for less in (_NO_SUBTITLES, _DENSE, _OWN_CARDS):
        if height is not None and len(lines) > height:
            lines = [*board.lines(less)]
    text = "\n".join(line.rstrip() for line in lines)
    return _coloured(text) if colour else text


class _Board:
    """One drawing: a state, and how it is to be shown."""

    def __init__(
        self,
        state: State,
        names: Sequence[str],
        catalogue: Catalogue,
        deck: Deck | None,
        width: int,
        *,
        closed: bool,
    ) -> None:
        self.state = state
        self.names = [printable(name) for name in names]
        self.catalogue = catalogue
        self.deck = deck
        self.cards = Naming(state, deck, catalogue)
        self.width = width
        self.closed = closed
        self.to_act = () if closed else _RULES.to_act(state)

    @property
    def usual(self) -> int:
        """What is left out if nobody says how many lines there may be."""
        with_subtitles = len([*self.timeline(_ALL)])
        return _ALL if self.state.phase == "over" or with_subtitles <= _MOST_LINES else _NO_SUBTITLES

    def lines(self, less: int) -> Iterator[str]:
        gap = [""] if less < _DENSE else []
        yield self.title()
        yield "─" * self.width
        if self.state.timeline:
            yield from self.timeline(less)
            yield from gap
        if self.state.cards:
            yield from self.piles()
            yield from gap
        yield from self.seats(less)
        below = [*self.doings()]
        if below:
            yield "─" * self.width
            yield from below

    # -- above: where the game stands ------------------------------------------------------------------

    def title(self) -> str:
        _ = self.catalogue.gettext
        state = self.state
        if state.sudden:
            left = _("Timeline · round {round}: sudden death {sudden}").format(
                round=state.round, sudden=state.sudden
            )
        elif state.round:
            left = _("Timeline · round {round}").format(round=state.round)
        else:
            left = _("Timeline · setup")
        left = fit(left, self.width)
        room = self.width - columns(left) - 2
        first = _("first player: {seat}").format(seat=self.name(state.options.first_player))
        return left + "  " + pad(first, room, right=True) if room >= columns(first) else left

    # -- the timeline ----------------------------------------------------------------------------------

    def timeline(self, less: int) -> Iterator[str]:
        """A line a card, or more where its title needs them, with the interval before it."""
        _ = self.catalogue.gettext
        state = self.state
        dates = [self.cards.date(card, year) for card, year in zip(state.timeline, state.dates, strict=True)]
        last = f"[{len(dates)}]"
        mark, date = columns(last) + 2, max(map(columns, dates), default=0)
        indent = mark + date + 2
        beside = self.width - indent >= _FEW
        for at, card in enumerate(state.timeline):
            start, title = pad(f"[{at}]", mark), fit(self.cards.title(card), _LONGEST)
            if beside:
                start += pad(dates[at], date, right=True) + "  "
            else:
                title = f"{dates[at]}  {title}"
            if less >= _DENSE:
                yield fit(start + title, self.width)
                continue
            yield from self.hung(start, indent if beside else mark, title)
            subtitle = "" if less else fit(self.cards.subtitle(card), _LONGEST)
            if subtitle:
                left = indent if beside else mark
                yield from self.hung(" " * left, left, subtitle)
        yield pad(last, mark) + _("(the latest)")

    # -- what belongs to nobody ------------------------------------------------------------------------

    def piles(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        state = self.state
        parts = [
            _("pile {cards}").format(cards=len(state.pile)),
            _("discards {cards}").format(cards=len(state.discards)),
        ]
        if state.options.misplaced == "box":
            parts.append(_("box {cards}").format(cards=len(state.box)))
        name = fit(deck_title(state.deck or "", self.deck, self.catalogue.lang), _LONGEST)
        yield from listed(_("“{deck}”").format(deck=name), parts, self.width)

    # -- the seats -------------------------------------------------------------------------------------

    def seats(self, less: int) -> Iterator[str]:
        """Whose cards lie where; a card that was turned once keeps its date (TL-72)."""
        ngettext = self.catalogue.ngettext
        most = max(min(24, self.width // 4), 8)
        room = max(columns(fit(name, most)) for name in self.names)
        indent = 4 + room + 2
        for seat, hand in enumerate(self.state.hands):
            mark = "▸" if seat in self.to_act or seat == self.waiting_for() else " "
            start = f"{mark} {seat} " + pad(fit(self.names[seat], most), room) + "  "
            standing = self.standing(seat)
            if less >= _OWN_CARDS and hand and mark == " ":
                cards = ngettext("{cards} card", "{cards} cards", len(hand)).format(cards=len(hand))
            else:
                cards = " · ".join(self.in_hand(card) for card in hand)
            text = f"{standing}: {cards}" if standing and cards else standing or cards or "-"
            yield from self.hung(start, indent, text)

    def in_hand(self, card: CardId) -> str:
        text = self.catalogue.gettext("“{title}”").format(title=fit(self.cards.title(card), _LONGEST))
        year = self.state.known.get(card)
        return text if year is None else f"{text} ({self.cards.date(card, year)})"

    def standing(self, seat: Seat) -> str:
        """What is to be said of a seat besides its cards."""
        _ = self.catalogue.gettext
        state = self.state
        if seat in state.winners:
            return _("winner")
        if seat in state.eliminated:
            return _("out")
        if seat in state.finished:
            return _("stays in") if state.sudden else _("no cards left")
        return ""

    def waiting_for(self) -> Seat | None:
        """Who gets the next card."""
        return None if self.closed else self.state.drawing

    # -- below: what goes on ---------------------------------------------------------------------------

    def doings(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        state = self.state
        if state.phase == "over":
            yield from self.ending()
        elif self.closed:
            return
        elif state.phase == "opening":
            yield from self.hung("", 0, _("To be opened: the deck"))
        elif state.phase == "dealing":
            each = state.options.cards
            seat = next((seat for seat in state.turn_order if len(state.hands[seat]) < each), None)
            if seat is None:
                yield from self.hung("", 0, _("To be turned: the card that the timeline starts with"))
            else:
                yield from listed(_("To be dealt a card"), [self.name(seat)], self.width)
        elif state.current is not None:
            head = _("To place a card") if state.drawing is None else _("To draw a card")
            yield from listed(head, [self.name(state.current)], self.width)
            if state.current in state.seats:
                after = state.seats[state.seats.index(state.current) + 1 :]
                if after:
                    yield from listed(
                        _("After that, in this round"), [self.name(one) for one in after], self.width
                    )
            if state.drawing is None:
                yield from self.hung("", 0, _("[k] is the interval before the card beside it"))

    def ending(self) -> Iterator[str]:
        _ = self.catalogue.gettext
        state = self.state
        reasons = {
            "finished": _("no cards left"),
            "sudden_death": _("sudden death"),
            "shared": _("shared"),
            "exhausted": _("no card left to draw"),
        }
        reason = reasons.get(state.reason or "", state.reason)
        yield from listed(
            _("Over ({reason}), won by").format(reason=reason),
            [self.name(seat) for seat in state.winners],
            self.width,
        )

    # -- names and lines -------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        return fit(self.names[seat], 24)

    def hung(self, start: str, indent: int, text: str) -> Iterator[str]:
        """A text beside what stands before it; further lines are indented."""
        for line in wrap(text, self.width - indent):
            yield start + line
            start = " " * indent


# -- colour ----------------------------------------------------------------------------------------

_INTERVAL: Final = r"^(\[[0-9]+\])( +)([^ (](?:[^ ]| (?! ))*)?"
_MARK: Final = r"^▸ [0-9]+"
_RULE: Final = r"^─+$"


def _coloured(text: str) -> str:
    """The same text with colours laid over it."""
    text = re.sub(_INTERVAL, _interval, text, flags=re.MULTILINE)
    text = painted(text, _MARK, BOLD)
    return painted(text, _RULE, DIM)


def _interval(found: re.Match[str]) -> str:
    """The number of an interval, and the date of the card beside it."""
    number, blanks, date = found.groups()
    return BOLD + number + RESET + blanks + (CYAN + date + RESET if date else "")
