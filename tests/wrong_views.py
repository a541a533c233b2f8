"""Rulesets that are tiny with one flaw each: in what a state holds, in what others see of it, and in how it is told."""

from collections.abc import Sequence
from typing import Any

import attrs
from tiny import RULESET, Tiny
from tiny.cards import ANSWERS, COPIES, in_order
from tiny.events import BidMade, BoxClosed, Dealt
from tiny.moves import Bid, Deal, Play
from tiny.state import TinyState

from timecore.errors import IllegalMove
from timecore.hidden import HIDDEN, Hidden, take
from timecore.messages import Event, Move, Vocabulary, field, message

Events = tuple[Event[Any], ...]


# -- states ---------------------------------------------------------------------------------------------------


def with_state(**methods: Any) -> type[Tiny]:
    """Tiny with another state class."""
    state_class: Any = type("FlawedState", (TinyState,), {"__slots__": (), **methods})

    class Stateful(Tiny):
        def start(self, options: Any) -> TinyState:
            state: TinyState = state_class.at_start(options.players)
            return state

    return Stateful


def forgets(self: TinyState) -> TinyState:
    return attrs.evolve(
        self, hands=[[*hand] for hand in self.hands], bids=[*self.bids], plays=[*self.plays], looker=None
    )


def shares_hands(self: TinyState) -> TinyState:
    return attrs.evolve(self, hands=list(self.hands), bids=list(self.bids), plays=list(self.plays))


def shares_plays(self: TinyState) -> TinyState:
    return attrs.evolve(self, hands=[[*hand] for hand in self.hands], bids=[*self.bids])


def holds_a_tuple(self: TinyState) -> dict[str, Any]:
    return TinyState.to_json(self) | {"plays": tuple(self.plays)}


def holds_hidden(self: TinyState) -> dict[str, Any]:
    return TinyState.to_json(self) | {"answers": self.answers if self.answers is HIDDEN else None}


def grows(self: TinyState) -> dict[str, Any]:
    form = TinyState.to_json(self)
    return form if self.plays else {key: value for key, value in form.items() if key != "plays"}


class Complaining(Tiny):
    """A view that is wrong by the ruleset's own account."""

    def invariants(self, state: TinyState) -> Sequence[str]:
        return ["a hand is hidden"] if HIDDEN in state.hands[0] else []


class Resampling(Tiny):
    """Deals anew what is hidden."""

    def resample(self, view: TinyState, seed: bytes) -> TinyState:
        return self.dealt(view.copy(), sum(seed) % 2)

    def dealt(self, state: TinyState, luck: int) -> TinyState:
        left = [card for card, copies in COPIES.items() for _ in range(copies)]
        for card in [*(card for hand in state.hands for card in hand), *(card for _, card in state.plays)]:
            if card is not HIDDEN:
                left.remove(card)
        state.hands = [
            in_order([left.pop(luck) if card is HIDDEN else card for card in hand]) for hand in state.hands
        ]
        state.bids = [(100,) if bid == (HIDDEN,) else bid for bid in state.bids]
        state.answers = ANSWERS["king"] if state.answers is HIDDEN else state.answers
        return state


class ResamplingView(Resampling):
    """Deals the hidden cards into the view itself."""

    def resample(self, view: TinyState, seed: bytes) -> TinyState:
        return self.dealt(view, sum(seed) % 2)


class ResamplingByItself(Resampling):
    """Deals otherwise each time."""

    def __init__(self) -> None:
        self.luck = 0

    def resample(self, view: TinyState, seed: bytes) -> TinyState:
        self.luck = 1 - self.luck
        return self.dealt(view.copy(), self.luck)


class ResamplingInPart(Resampling):
    """Leaves bids hidden."""

    def dealt(self, state: TinyState, luck: int) -> TinyState:
        bids = list(state.bids)
        state = super().dealt(state, luck)
        state.bids = bids
        return state


# -- secrets --------------------------------------------------------------------------------------------------


@message
class OpenDealt(Event[TinyState]):
    """A card dealt face down that everybody sees."""

    seat: int
    card: str

    def apply(self, state: TinyState) -> None:
        Dealt(self.seat, self.card).apply(state)


@message
class OpenBid(Event[TinyState]):
    """A secret bid that everybody sees."""

    seat: int
    amount: int | Hidden | None

    def apply(self, state: TinyState) -> None:
        BidMade(self.seat, self.amount).apply(state)


@message
class Peeked(Event[TinyState]):
    """A hand that only its owner should see, and which leaves a hole in the others' views."""

    seat: int
    cards: tuple[str, ...] | Hidden = field(audience=("seat",))

    def apply(self, state: TinyState) -> None:
        if self.cards is HIDDEN:
            take(state.hands[self.seat], HIDDEN)


class OpenDeals(Tiny):
    """The event shows what the move hides."""

    events = Vocabulary[Event[Any]]((*RULESET.events.classes, OpenDealt))

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        events = super().decide(state, actor, move)
        return tuple(
            OpenDealt(one.seat, str(one.card)) if isinstance(one, Dealt) and one.seat == 0 else one
            for one in events
        )


class OpenBids(Tiny):
    """The event shows a bid before the last one is made."""

    events = Vocabulary[Event[Any]]((*RULESET.events.classes, OpenBid))

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        events: list[Any] = list(super().decide(state, actor, move))
        return tuple(OpenBid(one.seat, one.amount) if isinstance(one, BidMade) else one for one in events)


class Talkative(Tiny):
    """How many events there are tells what was dealt."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        events = super().decide(state, actor, move)
        return (*events, BoxClosed((1,))) if isinstance(move, Deal) and move.card == "king" else events


class TalkativeLater(Tiny):
    """A play shows, by another event, what a neighbour holds; only a list of what may reveal finds that."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        events = super().decide(state, actor, move)
        if isinstance(move, Play) and "king" in state.hands[actor - 1]:
            return (*events, BoxClosed((1,)))
        return events


class AskedByOthersHands(Tiny):
    """Who is asked first tells what the last seat holds."""

    def to_act(self, state: TinyState) -> tuple[int, ...]:
        if state.phase == "play" and not state.plays and "king" in state.hands[-1]:
            return (state.players - 1,)
        return super().to_act(state)


class TellingRefusal(Tiny):
    """A refusal says who has the card."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        try:
            return super().decide(state, actor, move)
        except IllegalMove as error:
            where = [seat for seat, hand in enumerate(state.hands) if "king" in hand]
            raise IllegalMove(
                f"kings are at {where}", rule=error.rule, actor=actor, move=move, legal=error.legal
            ) from None


class MovesByOthersHands(Tiny):
    """What a seat may do depends on what it cannot see."""

    def legal_moves(self, state: TinyState, actor: int) -> Sequence[Move]:
        legal = super().legal_moves(state, actor)
        follows = "three" in state.hands[actor - 1] and Play("three") in legal
        return [Play("three")] if follows else legal


class ViewsApart(Tiny):
    """An event that is folded otherwise where it is hidden."""

    events = Vocabulary[Event[Any]]((*RULESET.events.classes, Peeked))

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        events = super().decide(state, actor, move)
        return (*events, Peeked(actor, ())) if isinstance(move, Bid) else events

    def invariants(self, state: TinyState) -> Sequence[str]:
        short = state.phase == "deal" and any(bid is not None for bid in state.bids)
        return ["a card is missing"] if short else []


# -- telling --------------------------------------------------------------------------------------------------


def telling(sentence: str) -> type[Tiny]:
    """An event is told by this sentence."""

    class Telling(Tiny):
        def narrate(
            self, event: Event[Any], before: TinyState | None, names: Sequence[str], catalogue: Any
        ) -> str:
            return sentence if isinstance(event, Dealt) else super().narrate(event, before, names, catalogue)

    return Telling


class Ambiguous(Tiny):
    """Two moves of one name."""

    def describe(self, move: Move, before: TinyState | None, names: Sequence[str], catalogue: Any) -> str:
        return "bid something" if isinstance(move, Bid) else super().describe(move, before, names, catalogue)


def drawing(*lines: str) -> type[Tiny]:
    """A board of these lines; colour adds a star."""

    class Drawing(Tiny):
        def board(
            self,
            state: Any,
            names: Any,
            catalogue: Any,
            *,
            width: int = 80,
            height: int | None = None,
            colour: bool = False,
            closed: bool = False,
        ) -> str:
            return "\n".join(line.format(name=names[0], star="*" if colour else "") for line in lines)

    return Drawing


class Polyglot(Tiny):
    """Claims a language that it has not got."""

    languages = ("en", "eo")
