"""Events and moves of TimeLine in words (T3-58).

The English texts are the source; other languages stand in ``locale/``. What a market is worth, and what a move leads
to, is not in the message itself but in the state before it; where nobody knows that, it is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from timecore.ruleset import Catalogue
from timecore.rulesets.timeline_2003.cards import CardNumber, Lane, Path, ZoneNumber
from timecore.rulesets.timeline_2003.events import (
    AnyEvent,
    CardAdded,
    CardApproached,
    CardRevealed,
    CountersPlaced,
    CounterTaken,
    FirstPlayerChosen,
    GameEnded,
    GoodsSold,
    MarketEntered,
    PawnMoved,
    PawnPlaced,
    Stayed,
    TurnStarted,
    ZoneSlid,
)
from timecore.rulesets.timeline_2003.geometry import HEIGHT, covering, missing, path_met
from timecore.rulesets.timeline_2003.moves import (
    AnyMove,
    ChooseFirst,
    EnterMarket,
    LeaveMap,
    LocalTravel,
    PlacePawn,
    Reveal,
    Stay,
    Stop,
    TimeTravel,
)
from timecore.rulesets.timeline_2003.naming import commodity_names
from timecore.rulesets.timeline_2003.rules import commodity_bought, pawn_line, price_at
from timecore.rulesets.timeline_2003.state import How, Market, State, Waypoint

__all__ = ["describe", "sentence"]


def sentence(event: AnyEvent, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
    """One event as a sentence, or two, without the last full stop.

    Args:
        event: What happened.
        before: The state before it; ``None`` where nobody knows it.
        names: What people call the seats, by seat.
        catalogue: The language.
    """
    return _Teller(before, names, catalogue).event(event)


def describe(move: AnyMove, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
    """One move in words, as a menu shows it, with what it leads to.

    Args:
        move: What can be asked for, or what was.
        before: The state that it is asked of; ``None`` where nobody knows it.
        names: What people call the seats, by seat.
        catalogue: The language.
    """
    return _Teller(before, names, catalogue).move(move)


class _Teller:
    """Tells of one state in one language."""

    def __init__(self, before: State | None, names: Sequence[str], catalogue: Catalogue) -> None:
        self.before = before
        self.names = names
        self.catalogue = catalogue
        self.goods = commodity_names(catalogue)

    # -- events ----------------------------------------------------------------------------------------

    def event(self, event: AnyEvent) -> str:
        _, names = self.catalogue.gettext, self.names
        match event:
            case CardAdded(zone, card, side):
                if card == zone - 1:  # the deal numbers the cards as the zones, from zone 1
                    return _("The first card of zone {zone} is laid").format(zone=zone)
                return _("A card is laid in zone {zone}, {side} the others").format(
                    zone=zone, side=_("above") if side == "above" else _("below")
                )
            case CardRevealed(zone, card, kind, turned):
                return _("Card {card} in zone {zone} is {kind}{upside}").format(
                    card=card, zone=zone, kind=kind, upside=self.upside(turned)
                )
            case CountersPlaced(_zone, _card, counters):
                listed = [_("nothing") if one is None else self.goods[one] for one in counters]
                return _("It is filled: {counters}").format(counters=", ".join(listed))
            case FirstPlayerChosen(seat):
                return _("{name} goes first").format(name=names[seat])
            case PawnPlaced(seat, zone, _card, path):
                return _("{name} starts in zone {zone}, on path {path}").format(
                    name=names[seat], zone=zone, path=path
                )
            case Stayed(seat):
                return _("{name} stays put").format(name=names[seat])
            case CardApproached(seat, how, zone):
                return _("{name} heads for an unknown card in zone {zone}, {how}").format(
                    name=names[seat], zone=zone, how=self.how(how)
                )
            case PawnMoved(seat, how, zone, card, path):
                return _("{name} travels {how} to path {path} of card {card} in zone {zone}").format(
                    name=names[seat], how=self.how(how), path=path, card=card, zone=zone
                )
            case MarketEntered(seat, lane):
                return self.entered(names[seat], lane)
            case CounterTaken(seat, _zone, _card, _path, commodity):
                return _("{name} takes one {commodity}").format(
                    name=names[seat], commodity=self.goods[commodity]
                )
            case ZoneSlid(zone):
                return _("History changes: zone {zone} moves up").format(zone=zone)
            case GoodsSold(seat, _lane, commodity, amount, price, gold):
                return _("{name} sells {amount} {commodity} at {price} for {gold} gold").format(
                    name=names[seat], amount=amount, commodity=self.goods[commodity], price=price, gold=gold
                )
            case TurnStarted(seat, 0):
                return _("{name} places next").format(name=names[seat])
            case TurnStarted(seat, turn):
                return _("Turn {turn}: {name}").format(turn=turn, name=names[seat])
            case GameEnded():
                return self.ending(event)
            case _:
                assert_never(event)

    def entered(self, name: str, lane: Lane) -> str:
        _ = self.catalogue.gettext
        if self.before is None:
            return _("{name} enters the market on lane {lane}").format(name=name, lane=lane)
        return _("{name} enters the market on lane {lane}, worth {price}").format(
            name=name, lane=lane, price=price_at(self.before, lane)
        )

    def ending(self, event: GameEnded) -> str:
        _ = self.catalogue.gettext
        names = self.catalogue.join([self.names[seat] for seat in event.winners])
        # All winners have equally much (T3-48).
        gold = None if self.before is None else self.before.gold[event.winners[0]]
        match event.reason:
            case "gold":
                text = _("{names} wins") if gold is None else _("{names} wins with {gold} gold")
            case "rounds":
                text = (
                    _("The game stops. Most gold: {names}")
                    if gold is None
                    else _("The game stops. Most gold: {names}, {gold}")
                )
            case _:
                assert_never(event.reason)
        return text.format(names=names, gold=gold)

    # -- moves -----------------------------------------------------------------------------------------

    def move(self, move: AnyMove) -> str:
        _ = self.catalogue.gettext
        match move:
            case Reveal(kind, turned):
                return _("turn up {kind}{upside}").format(kind=kind, upside=self.upside(turned))
            case ChooseFirst(seat):
                return _("let {name} go first").format(name=self.names[seat])
            case PlacePawn(path):
                card = self.card_to_place_on()
                return _("start on path {path}").format(path=path) + self.picked_up(card, path)
            case Stay(sell):
                pawn = self.pawn()
                lane = pawn.lane if isinstance(pawn, Market) else None
                return self.selling(_("stay put"), lane, sell)
            case LocalTravel(card, int(path)):
                text = _("go to path {path} of card {card}").format(path=path, card=card)
                return text + self.picked_up(card, path)
            case LocalTravel(card):
                return _("turn up card {card} and go there").format(card=card)
            case LeaveMap("above"):
                return _("lay a new card above and go there")
            case LeaveMap():
                return _("lay a new card below and go there")
            case Stop(path):
                pending = None if self.before is None else self.before.pending
                text = _("stop on path {path}").format(path=path)
                return text + self.picked_up(None if pending is None else pending.card, path)
            case TimeTravel(zone):
                return self.time_travel(zone)
            case EnterMarket(sell):
                return self.market(sell)
            case _:
                assert_never(move)

    def time_travel(self, number: ZoneNumber) -> str:
        """Where a line leads in a zone."""
        _, state, pawn = self.catalogue.gettext, self.before, self.pawn()
        column = number
        if state is not None and pawn is not None:
            column = len(state.zones) + 1 if isinstance(pawn, Market) else state.homes[pawn.card]
        if state is None or pawn is None or number == column:
            return _("travel to zone {zone}").format(zone=number)
        lane = pawn_line(state, pawn)[number - 1]
        forward = number > column
        act = _("travel {how} to zone {zone}").format(
            how=self.how("forward" if forward else "backward"), zone=number
        )
        zone = state.zones[number - 1]
        place = covering(zone, lane)
        if place is None:
            new = abs(missing(zone, lane))
            text = self.catalogue.ngettext("{act}: {cards} new card", "{act}: {cards} new cards", new)
            return text.format(act=act, cards=new)
        card, face = zone.cards[place], zone.faces[place]
        if face is None:
            return _("{act}: card {card}, unknown").format(act=act, card=card)
        path = path_met(face, (lane - zone.top) % HEIGHT, forward=forward)
        text = _("{act}: path {path} of card {card}").format(act=act, path=path, card=card)
        return text + self.picked_up(card, path)

    def market(self, sell: int) -> str:
        """What is at the end of a line, and a sale there."""
        _, state, pawn = self.catalogue.gettext, self.before, self.pawn()
        if state is None or not isinstance(pawn, Waypoint):
            return self.selling(_("enter the market"), None, sell)
        lane = pawn_line(state, pawn)[-1]
        act = _("enter the market on lane {lane}, worth {price}").format(
            lane=lane, price=price_at(state, lane)
        )
        if sell:
            return self.selling(act, lane, sell)
        bought = commodity_bought(state, lane)
        if bought is None:
            return _("{act}; it buys nothing").format(act=act)
        return _("{act}; it buys {commodity}").format(act=act, commodity=self.goods[bought])

    def selling(self, act: str, lane: Lane | None, amount: int) -> str:
        """What is done, and a sale in a market, if there is one."""
        _, state = self.catalogue.gettext, self.before
        if not amount:
            return act
        commodity = None if state is None or lane is None else commodity_bought(state, lane)
        if state is None or lane is None or commodity is None:
            return _("{act}, and sell {amount}").format(act=act, amount=amount)
        return _("{act}, and sell {amount} {commodity} for {gold} gold").format(
            act=act, amount=amount, commodity=self.goods[commodity], gold=amount * price_at(state, lane)
        )

    # -- parts of both ---------------------------------------------------------------------------------

    def how(self, how: How) -> str:
        _ = self.catalogue.gettext
        match how:
            case "local":
                return _("within the zone")
            case "forward":
                return _("into the future")
            case "backward":
                return _("into the past")
            case _:
                assert_never(how)

    def upside(self, turned: bool) -> str:  # noqa: FBT001 - as the event has it
        return self.catalogue.gettext(", upside down") if turned else ""

    def picked_up(self, card: CardNumber | None, path: Path) -> str:
        """The counter on a waypoint, as far as the state is known."""
        _, state = self.catalogue.gettext, self.before
        if state is None or card is None:
            return ""
        commodity = state.counters[card][path]
        counter = _("no counter") if commodity is None else self.goods[commodity]
        return f" ({counter})"

    def pawn(self) -> Waypoint | Market | None:
        """Where the pawn of the seat whose turn it is stands."""
        state = self.before
        return None if state is None or state.current is None else state.pawns[state.current]

    def card_to_place_on(self) -> CardNumber | None:
        """The card in the zone of the seat that places its pawn (T3-31)."""
        state = self.before
        if state is None:
            return None
        return state.zones[len(state.pawns) - state.pawns.count(None)].cards[0]
