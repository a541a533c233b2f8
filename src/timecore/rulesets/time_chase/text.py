"""Events and moves of Time Chase in words.

The English texts are the source; other languages stand in ``locale/``. Names of seats, cards and amounts are
fields, so that each language puts them where it needs them.
"""

from collections.abc import Sequence
from typing import assert_never

from timecore.hidden import HIDDEN
from timecore.ruleset import Catalogue
from timecore.rulesets.time_chase.cards import INVARIANT
from timecore.rulesets.time_chase.events import (
    AnyEvent,
    CardCommitted,
    CardDealt,
    CardPlayed,
    CardsRevealed,
    DiscPlaced,
    DiscReturned,
    EventAdded,
    FuelCommitted,
    FuelGained,
    FuelRevealed,
    FuelSpent,
    GameEnded,
    InvariantLost,
    InvariantOpened,
    InvariantReplaced,
    InvariantTurned,
    ResolutionStarted,
    StackMade,
    TravelerMoved,
    TravelersGathered,
    WinningCardKept,
    WinningCardReplaced,
)
from timecore.rulesets.time_chase.moves import (
    AnyMove,
    CommitCard,
    CommitFuel,
    DealCard,
    PlayCard,
    TurnInvariant,
)

__all__ = ["describe", "sentence"]


def sentence(event: AnyEvent, names: Sequence[str], catalogue: Catalogue) -> str:
    """One event as a sentence without a full stop.

    Args:
        event: What happened; what is hidden in it is told as what is public of it.
        names: What people call the seats, by seat.
        catalogue: The language.
    """
    _ = catalogue.gettext
    match event:
        case CardDealt(seat, card):
            if card is HIDDEN:
                return _("{seat} is dealt a card").format(seat=names[seat])
            return _("{seat} is dealt {card}").format(seat=names[seat], card=card)
        case InvariantTurned(card):
            return _("{card} is turned up: the invariant").format(card=card)
        case EventAdded(at):
            return _("Event {at} is added: it is the present").format(at=at)
        case TravelersGathered(at):
            return _("All travelers are in the present (event {at})").format(at=at)
        case FuelGained(seat, amount, reason):
            if reason == "bonus":
                return _("{seat} gains one bonus fuel").format(seat=names[seat])
            return _("{seat} gains {amount} fuel").format(seat=names[seat], amount=amount)
        case ResolutionStarted(at, order, led_suit):
            if led_suit is None:
                text = _("Event {at} is resolved; {leader} leads")
            else:
                text = _("Event {at} is resolved; {leader} leads (led suit {led_suit})")
            return text.format(at=at, leader=names[order[0]], led_suit=led_suit)
        case CardPlayed(seat, _at, card, how):
            match how:
                case "led":
                    text = _("{seat} leads {card}")
                case "followed":
                    text = _("{seat} follows with {card}")
                case "off_suit":
                    text = _("{seat} cannot follow and plays {card}")
                case _:
                    assert_never(how)
            return text.format(seat=names[seat], card=card)
        case StackMade(at, led_card, winning_card, seat):
            return _("{seat} wins event {at} with {winning_card} (led card {led_card})").format(
                seat=names[seat], at=at, winning_card=winning_card, led_card=led_card
            )
        case WinningCardReplaced(at, old, new, seat):
            return _("{new} of {seat} beats {old} at event {at}").format(
                new=new, seat=names[seat], old=old, at=at
            )
        case WinningCardKept(at, card):
            return _("No card beats {card} at event {at}").format(card=card, at=at)
        case DiscReturned(at, seat):
            return _("{seat} gets the control disc of event {at} back").format(seat=names[seat], at=at)
        case DiscPlaced(at, seat):
            return _("{seat} takes control of event {at}").format(seat=names[seat], at=at)
        case InvariantOpened(seats):
            return catalogue.ngettext(
                "{seats} may alter the invariant", "{seats} may alter the invariant", len(seats)
            ).format(seats=catalogue.join([names[seat] for seat in seats]))
        case CardCommitted(seat):
            return _("{seat} chooses a card in secret").format(seat=names[seat])
        case CardsRevealed(cards):
            listed = ", ".join(f"{names[one.seat]}: {one.card}" for one in cards)
            return _("The chosen cards are revealed: {cards}").format(cards=listed)
        case InvariantReplaced(old, new, seat):
            if old is None:
                text = _("{new} of {seat} is the new invariant; there was none")
            else:
                text = _("{new} of {seat} is the new invariant; {old} is discarded")
            return text.format(new=new, seat=names[seat], old=old)
        case InvariantLost():
            return _("Tie: the timeline is unstable, there is no invariant for now")
        case FuelCommitted(seat):
            return _("{seat} sets fuel aside in secret").format(seat=names[seat])
        case FuelRevealed(fuel):
            listed = ", ".join(f"{name}: {amount}" for name, amount in zip(names, fuel, strict=False))
            return _("Fuel spent: {fuel}").format(fuel=listed)
        case FuelSpent(seat, amount):
            return _("{seat} returns {amount} fuel to the general supply").format(
                seat=names[seat], amount=amount
            )
        case TravelerMoved(seat, start, end):
            if end == INVARIANT:
                text = _("The traveler of {seat} goes back from event {start} to the invariant")
            else:
                text = _("The traveler of {seat} goes back from event {start} to event {end}")
            return text.format(seat=names[seat], start=start, end=end)
        case GameEnded():
            return _ending(event, catalogue).format(winner=names[event.winners[0]])
        case _:
            assert_never(event)


def _ending(event: GameEnded, catalogue: Catalogue) -> str:
    _ = catalogue.gettext
    match event.reason:
        case "three_events":
            if event.tiebreak:
                return _(
                    "{winner} controls three events, among them the one closest to the invariant, and wins"
                )
            return _("{winner} controls three events and wins")
        case "ten_rounds":
            return _("Ten rounds have been played: {winner} wins")
        case "second_rift":
            return _("The timeline breaks a second time: {winner} wins")
        case _:
            assert_never(event.reason)


def describe(move: AnyMove, names: Sequence[str], catalogue: Catalogue) -> str:
    """One move in words, as a menu shows it.

    Args:
        move: What can be asked for, or what was; what is hidden in it is told as what is public of it.
        names: What people call the seats, by seat.
        catalogue: The language.
    """
    _ = catalogue.gettext
    match move:
        case DealCard(seat, card):
            if card is HIDDEN:
                return _("deal a card to {seat}").format(seat=names[seat])
            return _("deal {card} to {seat}").format(card=card, seat=names[seat])
        case TurnInvariant(card):
            return _("turn {card} up as the invariant").format(card=card)
        case PlayCard(card):
            return _("play {card}").format(card=card)
        case CommitCard(card):
            if card is HIDDEN:
                return _("choose a card in secret")
            return _("choose {card} in secret").format(card=card)
        case CommitFuel(fuel):
            if fuel is HIDDEN:
                return _("set fuel aside in secret")
            return _("set {fuel} fuel aside").format(fuel=fuel)
        case _:
            assert_never(move)
