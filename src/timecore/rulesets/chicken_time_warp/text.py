"""Events and moves of Chicken Time Warp in words.

The English texts are the source; other languages stand in ``locale/``. What a viewer may not see of an event is not in
it, and it is then told as what is public of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from timecore.hidden import HIDDEN
from timecore.ruleset import Catalogue
from timecore.rulesets.chicken_time_warp.cards import ESCAPE_WINDOW
from timecore.rulesets.chicken_time_warp.events import (
    AnyEvent,
    BlackCardsAdded,
    CardDealt,
    CardDiscarded,
    CardDrawn,
    CardMooched,
    CardPlayed,
    CardStolen,
    DeathEscaped,
    DiscardReshuffled,
    DrawsDue,
    DrawSkipped,
    EscapePodMoved,
    FirstPlayerChosen,
    GameEnded,
    HandDiscarded,
    HandPeeked,
    HandsSwapped,
    OrderReversed,
    PlayerDied,
    PlayerErased,
    PlayerFrozen,
    PlayerRevived,
    PlayPassed,
    SwapBlocked,
    SwapOffered,
    TheftFailed,
    TimelineCardRemoved,
    TimelineFlipped,
    TimelineReversed,
    TimeSlipsAwayDrawn,
    TimeSlipsAwayVoided,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
    YouDeadDrawn,
)
from timecore.rulesets.chicken_time_warp.moves import (
    AcceptDeath,
    AllowSwap,
    AnyMove,
    BlockSwap,
    ChooseFirstPlayer,
    DealCard,
    DrawCard,
    EscapeDeath,
    Pass,
    PlayCard,
)
from timecore.rulesets.chicken_time_warp.naming import card_list, card_names, time_name
from timecore.rulesets.chicken_time_warp.state import State

__all__ = ["describe", "sentence"]


def sentence(event: AnyEvent, names: Sequence[str], catalogue: Catalogue) -> str:
    """One event as a sentence without a full stop.

    Args:
        event: What happened; what is hidden in it is told as what is public of it.
        names: What people call the seats, by seat.
        catalogue: The language.

    Raises:
        LookupError: It is of a seat or a kind of card that the game does not have.
    """
    return _Teller(names, catalogue).event(event)


def describe(move: AnyMove, before: State | None, names: Sequence[str], catalogue: Catalogue) -> str:
    """One move in words, as a menu shows it.

    Args:
        move: What can be asked for, or what was; what is hidden in it is told as what is public of it.
        before: The state, or the view, that it is asked of; ``None`` where nobody knows it.
        names: What people call the seats, by seat.
        catalogue: The language.

    Raises:
        LookupError: It is of a seat or a kind of card that the game does not have.
    """
    return _Teller(names, catalogue).move(move, before)


class _Teller:
    """Tells in one language."""

    def __init__(self, names: Sequence[str], catalogue: Catalogue) -> None:
        self.names = names
        self.catalogue = catalogue
        self.cards = card_names(catalogue)

    # -- events ----------------------------------------------------------------------------------------

    def event(self, event: AnyEvent) -> str:
        _, names, cards = self.catalogue.gettext, self.names, self.cards
        match event:
            case CardDealt(seat, card):
                if card is HIDDEN:
                    return _("{seat} is dealt a card").format(seat=names[seat])
                return _("{seat} is dealt {card}").format(seat=names[seat], card=cards[card])
            case BlackCardsAdded(you_dead, time_slips_away):
                return _(
                    "The black cards go into the draw pile: You Dead ({you_dead}), "
                    "Time Slips Away ({time_slips_away})"
                ).format(you_dead=you_dead, time_slips_away=time_slips_away)
            case FirstPlayerChosen(seat):
                return _("{seat} goes first").format(seat=names[seat])
            case TurnStarted(seat, turn):
                return _("Turn {turn}: {seat}").format(turn=turn, seat=names[seat])
            case TimelineFlipped(card):
                if card == ESCAPE_WINDOW:
                    return _("The Escape Window opens!")
                text = _("1 minute to go") if card == 1 else _("{card} minutes to go")
                return text.format(card=card)
            case PlayPassed(seat):
                return _("{seat} plays nothing").format(seat=names[seat])
            case CardPlayed():
                return self.played(event)
            case TimelineReversed():
                return self.reversed(event)
            case PlayerRevived(seat, card):
                return _("{seat} comes back to life at {time}").format(seat=names[seat], time=self.time(card))
            case SwapOffered(seat, target):
                return _("{seat} wants to swap hands with {target}").format(
                    seat=names[seat], target=names[target]
                )
            case SwapBlocked(_seat, target):
                return _("{target} blocks the swap").format(target=names[target])
            case HandsSwapped():
                return self.swapped(event)
            case CardStolen(seat, target, card):
                return _("{seat} takes {card} from {target}").format(
                    seat=names[seat], card=cards[card], target=names[target]
                )
            case TheftFailed(_seat, target, card):
                return _("{target} does not have {card}").format(target=names[target], card=cards[card])
            case HandPeeked(seat, target, hand):
                if hand is HIDDEN:
                    return _("{seat} looks at {target}'s hand").format(seat=names[seat], target=names[target])
                return _("{seat} looks at {target}'s hand: {cards}").format(
                    seat=names[seat], target=names[target], cards=self.listed(hand)
                )
            case PlayerFrozen(_seat, target):
                return _("{target} is frozen and will miss a turn").format(target=names[target])
            case CardMooched(seat, card):
                return _("{seat} mooches {card} from the discard pile").format(
                    seat=names[seat], card=cards[card]
                )
            case OrderReversed(direction):
                return _("Play now goes clockwise") if direction == 1 else _("Play now goes counterclockwise")
            case DrawsDue(seat, draws):
                text = _("{seat} must draw a card") if draws == 1 else _("{seat} must draw {draws} cards")
                return text.format(seat=names[seat], draws=draws)
            case DiscardReshuffled(count):
                return _("The discard pile is shuffled and becomes the draw pile ({count})").format(
                    count=count
                )
            case DrawSkipped(seat):
                return _("There is nothing for {seat} to draw").format(seat=names[seat])
            case CardDrawn(seat, card):
                if card is HIDDEN:
                    return _("{seat} draws a card").format(seat=names[seat])
                return _("{seat} draws {card}").format(seat=names[seat], card=cards[card])
            case YouDeadDrawn(seat):
                return _("{seat} draws You Dead!").format(seat=names[seat])
            case TimeSlipsAwayDrawn(seat):
                return _("{seat} draws Time Slips Away").format(seat=names[seat])
            case TimelineCardRemoved(card):
                return _("Minute {card} is gone for ever").format(card=card)
            case TimeSlipsAwayVoided(seat):
                return _("Only the Escape Window is left: no effect, {seat} draws again").format(
                    seat=names[seat]
                )
            case PlayerErased(seat):
                return _("{seat} is erased from time, and from the game").format(seat=names[seat])
            case HandDiscarded(seat, hand):
                return _("{seat}'s hand goes to the discard pile: {cards}").format(
                    seat=names[seat], cards=self.listed(hand)
                )
            case CardDiscarded(card):
                return _("{card} goes to the discard pile").format(card=cards[card])
            case DeathEscaped(seat):
                return _("{seat} escapes death").format(seat=names[seat])
            case PlayerDied(seat, card):
                if card is None:
                    return _("{seat} dies before time began").format(seat=names[seat])
                return _("{seat} dies at {time}").format(seat=names[seat], time=self.time(card))
            case EscapePodMoved(seat, target):
                return _("The Escape Pod passes from {seat} to {target}").format(
                    seat=names[seat], target=names[target]
                )
            case TurnEnded(seat):
                return _("{seat}'s turn ends").format(seat=names[seat])
            case TurnSkipped(seat):
                return _("{seat} is frozen and misses this turn").format(seat=names[seat])
            case GameEnded():
                return self.ending(event)
            case _:
                assert_never(event)

    def played(self, event: CardPlayed) -> str:
        """With whom it is played on, and what is asked for or taken."""
        _, target, named = self.catalogue.gettext, event.target, event.named
        if target is None:
            text = _("{seat} plays {card}") if named is None else _("{seat} plays {card} for {named}")
        elif named is None:
            text = _("{seat} plays {card} on {target}")
        else:
            text = _("{seat} plays {card} on {target} and asks for {named}")
        return text.format(
            seat=self.names[event.seat],
            card=self.cards[event.card],
            target=None if target is None else self.names[target],
            named=None if named is None else self.cards[named],
        )

    def reversed(self, event: TimelineReversed) -> str:
        _ = self.catalogue.gettext
        minutes = ", ".join([str(card) for card in event.cards if card != ESCAPE_WINDOW])
        if ESCAPE_WINDOW not in event.cards:
            text = _("Time runs back: {minutes} face down again")
        elif minutes:
            text = _("The Escape Window closes; time runs back: {minutes} face down again")
        else:
            text = _("The Escape Window closes")
        return text.format(minutes=minutes)

    def swapped(self, event: HandsSwapped) -> str:
        _, seat, target = self.catalogue.gettext, self.names[event.seat], self.names[event.target]
        if event.seat_hand is HIDDEN or event.target_hand is HIDDEN:
            return _("{seat} and {target} swap hands").format(seat=seat, target=target)
        return _(
            "{seat} and {target} swap hands: {seat} now holds {seat_hand}; {target}, {target_hand}"
        ).format(
            seat=seat,
            target=target,
            seat_hand=self.listed(event.seat_hand),
            target_hand=self.listed(event.target_hand),
        )

    def ending(self, event: GameEnded) -> str:
        _ = self.catalogue.gettext
        match event.reason:
            case "escape":
                return _("{winner} leaves in the Escape Pod and wins!").format(
                    winner=self.names[event.winners[0]]
                )
            case "sudden_death":
                return _("Only {winner} is left alive and wins!").format(winner=self.names[event.winners[0]])
            case "turn_limit":
                return _("The turn limit is reached: nobody wins")
            case _:
                assert_never(event.reason)

    # -- moves -----------------------------------------------------------------------------------------

    def move(self, move: AnyMove, before: State | None) -> str:
        _, names, cards = self.catalogue.gettext, self.names, self.cards
        match move:
            case DealCard(seat, card):
                if card is HIDDEN:
                    return _("deal a card to {seat}").format(seat=names[seat])
                return _("deal {card} to {seat}").format(card=cards[card], seat=names[seat])
            case ChooseFirstPlayer(seat):
                return _("let {seat} go first").format(seat=names[seat])
            case DrawCard(seat, card):
                if card is HIDDEN:
                    return _("draw a card for {seat}").format(seat=names[seat])
                return _("draw {card} for {seat}").format(card=cards[card], seat=names[seat])
            case Pass():
                return _("play nothing")
            case PlayCard():
                return self.play(move)
            case BlockSwap():
                return _("play {card} and keep your hand").format(card=cards["swap_block"])
            case AllowSwap():
                if before is None or before.seat is None:
                    return _("swap hands")
                return _("swap hands with {seat}").format(seat=names[before.seat])
            case EscapeDeath():
                return _("play {card} and live on").format(card=cards["clux_capacitor"])
            case AcceptDeath():
                return _("die")
            case _:
                assert_never(move)

    def play(self, move: PlayCard) -> str:
        _, target, named = self.catalogue.gettext, move.target, move.named
        if target is None:
            text = _("play {card}") if named is None else _("play {card} for {named}")
        elif named is None:
            text = _("play {card} on {target}")
        else:
            text = _("play {card} on {target} and ask for {named}")
        return text.format(
            card=self.cards[move.card],
            target=None if target is None else self.names[target],
            named=None if named is None else self.cards[named],
        )

    # -- cards -----------------------------------------------------------------------------------------

    def listed(self, hand: Sequence[str]) -> str:
        return card_list(hand, self.catalogue)

    def time(self, card: int) -> str:
        return time_name(card, self.catalogue)
