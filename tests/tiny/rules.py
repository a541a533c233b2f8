"""Every rule of tiny, and only here."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs

from timecore.actors import CHANCE, Actor, Seat
from timecore.errors import IllegalMove
from timecore.messages import Event, Move, Vocabulary
from timecore.options import option
from timecore.ruleset import Ruleset
from tiny.cards import ANSWERS, BIDS, COPIES, JOKER, STRENGTH, in_order
from tiny.events import (
    BidMade,
    BidsShown,
    BoxClosed,
    Dealt,
    Ended,
    HandShown,
    JokerDealt,
    Played,
    SeatBid,
)
from tiny.moves import Bid, Deal, Play
from tiny.state import TinyState

__all__ = ["RULESET", "Options", "Tiny", "TinyResult"]

_KINDS: dict[str, type[Move]] = {"deal": Deal, "bid": Bid, "play": Play}


@attrs.frozen
class Options:
    """What can be chosen when a game is made."""

    players: int = option("TY-1", within=range(2, 5), doc="number of seats")


@attrs.frozen
class TinyResult:
    """Who won (TY-41)."""

    winners: tuple[Seat, ...]
    reason: str = "played"

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {"winners": list(self.winners), "reason": self.reason}


class Tiny(Ruleset[TinyState]):
    """A game made to test the library."""

    name = "tiny"
    version = 1
    title = "Tiny"
    summary = "Two cards, a secret bid and a look into a neighbour's hand."
    seats = range(2, 5)
    options = Options
    moves = Vocabulary[Move]((Deal, Bid, Play))
    events = Vocabulary[Event[Any]](
        (BoxClosed, Dealt, JokerDealt, BidMade, BidsShown, HandShown, Played, Ended)
    )
    options_rule = "TY-1"
    move_rule = "TY-20"
    draws = 4

    def start(self, options: Options) -> TinyState:
        """Nothing is dealt yet."""
        return TinyState.at_start(options.players)

    def to_act(self, state: TinyState) -> tuple[Actor, ...]:
        """Chance deals (TY-3), all bid at once (TY-6), then one after another plays (TY-9)."""
        match state.phase:
            case "deal":
                return (CHANCE,)
            case "bid":
                return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)
            case "play":
                return (((state.looker or 0) + len(state.plays)) % state.players,)
            case "over":
                return ()

    def legal_moves(self, state: TinyState, actor: Actor) -> Sequence[Move]:
        """Cards in card order, bids from none to the highest."""
        if actor not in self.to_act(state):
            return ()
        match state.phase:
            case "deal":
                seat = state.dealt % state.players
                return [Deal(seat, card) for card, left in _left(state).items() if left]
            case "bid":
                return [Bid(amount) for amount in BIDS]
            case "play":
                # On a view only its own seat is asked, and it knows its hand.
                return [Play(str(card)) for card in in_order(set(state.hands[actor]))]
            case "over":
                return ()

    def weights(self, state: TinyState) -> Sequence[int]:
        """Copies left (TY-3)."""
        return [left for left in _left(state).values() if left]

    def decide(self, state: TinyState, actor: Actor, move: Move) -> tuple[Event[TinyState], ...]:
        """What a move causes; refusals in the order of TY-23."""
        legal = self.legal_moves(state, actor)

        def refused(rule: str, message: str) -> IllegalMove:
            return IllegalMove(message, rule=rule, actor=actor, move=move, legal=legal)

        if not legal:
            raise refused("TY-21", f"it is not for {actor} to move now")
        if type(move) is not _KINDS[state.phase]:
            raise refused("TY-22", f"{type(move).__name__} is no move of this part of the game")
        if move not in legal:
            rule = {"deal": "TY-3", "bid": "TY-6", "play": "TY-10"}[state.phase]
            raise refused(rule, f"{move!r} is not possible now")
        match move:
            case Deal(seat=seat, card=str(card)):
                box = () if state.dealt else (BoxClosed(ANSWERS[card]),)
                return (*box, JokerDealt(seat) if card == JOKER else Dealt(seat, card))
            case Bid(amount=amount):
                return (BidMade(actor, amount), *_shown(state, actor, amount))
            case Play(card=card):
                plays = [*state.plays, (actor, card)]
                if len(plays) < state.players:
                    return (Played(actor, card),)
                best = max(STRENGTH[played] for _, played in plays)
                winners = sorted(seat for seat, played in plays if STRENGTH[played] == best)
                return (Played(actor, card), Ended(tuple(winners)))
            case _:
                raise AssertionError(move)

    def result(self, state: TinyState) -> TinyResult | None:
        """TY-41."""
        return None if state.winners is None else TinyResult(state.winners)

    def invariants(self, state: TinyState) -> Sequence[str]:
        """Cards are neither made nor lost."""
        wrong = []
        if state.dealt > 2 * state.players:
            wrong.append(f"{state.dealt} cards have been dealt to {state.players} seats")
        known = Counter(card for hand in state.hands for card in hand if isinstance(card, str))
        known.update(card for _, card in state.plays)
        wrong += [
            f"{count} cards {card} are known, and there are {COPIES.get(card, 0)}"
            for card, count in sorted(known.items())
            if count > COPIES.get(card, 0)
        ]
        return wrong


def _left(state: TinyState) -> dict[str, int]:
    """How many copies of each card are left; knows the whole state, so it is asked of no view."""
    gone = Counter(card for hand in state.hands for card in hand)
    return {card: copies - gone[card] for card, copies in COPIES.items()}


def _shown(state: TinyState, actor: Seat, amount: object) -> tuple[Event[TinyState], ...]:
    """What the last bid brings to light (TY-7, TY-8)."""
    amounts: list[Any] = [None if bid is None else bid[0] for bid in state.bids]
    if [seat for seat, bid in enumerate(state.bids) if bid is None] != [actor]:
        return ()
    amounts[actor] = amount
    shown = BidsShown(tuple(SeatBid(seat, bid) for seat, bid in enumerate(amounts)))
    made = [bid for bid in amounts if bid is not None]
    if not made or made.count(max(made)) > 1:
        return (shown,)
    looker = amounts.index(max(made))
    target = (looker + 1) % state.players
    cards = tuple(str(card) for card in state.hands[target])
    return (shown, HandShown(looker, target, cards))


RULESET = Tiny()
