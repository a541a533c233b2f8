"""Rulesets that are tiny with one flaw each: in what they declare, allow, decide, refuse or ask."""

import random
import time
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
from tiny import Tiny
from tiny.events import BidMade, BoxClosed, Played
from tiny.moves import Bid, Deal, Play
from tiny.state import TinyState

from timecore.actors import CHANCE
from timecore.errors import IllegalMove, InvalidMove
from timecore.messages import Event, Move

Events = tuple[Event[Any], ...]


# -- declarations ---------------------------------------------------------------------------------------------


class Misnamed(Tiny):
    """No name that stands on a command line."""

    name = "Tiny Game"


class WithoutVersion(Tiny):
    """Versions count from 1."""

    version = 0


class OddDraws(Tiny):
    """A record commits to a power of two."""

    draws = 3


class SpanishFirst(Tiny):
    """English is what stands in the code."""

    languages = ("es", "en")


class WithoutRules(Tiny):
    """An unknown option breaks a rule with a number."""

    options_rule = "options"


class LossyOptions(Tiny):
    """What is stored of the options is not what was chosen."""

    def options_map(self, options: Any) -> dict[str, Any]:
        return {"players": 2 if options.players == 4 else options.players}


# -- who is to act, and how -----------------------------------------------------------------------------------


class Unordered(Tiny):
    """Actors out of order."""

    def to_act(self, state: TinyState) -> tuple[int, ...]:
        return super().to_act(state)[::-1]


class ChanceAmongSeats(Tiny):
    """Chance is to act beside a seat."""

    def to_act(self, state: TinyState) -> tuple[int, ...]:
        actors = super().to_act(state)
        return (CHANCE, 0) if actors == (CHANCE,) else actors

    def legal_moves(self, state: TinyState, actor: int) -> Sequence[Move]:
        return super().legal_moves(state, actor) or ([Bid(0)] if actor in self.to_act(state) else [])


class MovesForAll(Tiny):
    """Who is not to act has legal moves."""

    def legal_moves(self, state: TinyState, actor: int) -> Sequence[Move]:
        return super().legal_moves(state, actor) or [Bid(None)]


class MovesTwice(Tiny):
    """Equal cards give two moves."""

    def legal_moves(self, state: TinyState, actor: int) -> Sequence[Move]:
        legal = super().legal_moves(state, actor)
        return [move for move in legal for _ in range(1 + (move == Play("ace")))]


class EndsEarly(Tiny):
    """There is a result while somebody is to act."""

    def result(self, state: TinyState) -> Any:
        return super().result(attrs.evolve(state, winners=(0,))) if state.plays else None


class WeightlessJoker(Tiny):
    """A move that chance never makes."""

    def weights(self, state: TinyState) -> Sequence[int]:
        legal = self.legal_moves(state, CHANCE)
        pairs = zip(super().weights(state), legal, strict=True)
        return [0 if move == Deal(1, "joker") else weight for weight, move in pairs]


class TooFewWeights(Tiny):
    """Fewer weights than moves."""

    def weights(self, state: TinyState) -> Sequence[int]:
        return super().weights(state)[:-1]


class OtherDraw(Tiny):
    """A shorter way to a draw that comes to another."""

    def drawn(self, state: TinyState, number: int) -> Move | None:
        legal = self.legal_moves(state, CHANCE)
        return legal[number % len(legal)] if legal else None


class DrawsUnasked(Tiny):
    """A draw where chance is not to act."""

    def drawn(self, state: TinyState, number: int) -> Move | None:
        return super().drawn(state, number) or Deal(1, "joker")


# -- deciding and refusing ------------------------------------------------------------------------------------


class WithoutEvents(Tiny):
    """A move that causes nothing."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        return () if move == Bid(100) else super().decide(state, actor, move)


class Impossible(Tiny):
    """Events that cannot be applied."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        events = super().decide(state, actor, move)
        return (*events, Played(0, "queen")) if move == Bid(100) else events


class Meddling(Tiny):
    """Deciding changes the state."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        if move == Bid(70_000):
            state.hands[actor].reverse()
        return super().decide(state, actor, move)


class MeddlingRefusal(Tiny):
    """Refusing changes the state."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        try:
            return super().decide(state, actor, move)
        except IllegalMove:
            state.shown = True
            raise


class Moody(Tiny):
    """The same move has other consequences each time."""

    times: ClassVar[list[int]] = []

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        self.times.append(1)
        events = super().decide(state, actor, move)
        return (BoxClosed((len(self.times),)), *events) if isinstance(move, Deal) else events


class Lenient(Tiny):
    """Any card may be played; it counts as one that could be."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        if isinstance(move, Play) and state.phase == "play" and actor in self.to_act(state):
            legal = self.legal_moves(state, actor)
            move = move if move in legal else legal[0]
        return super().decide(state, actor, move)


class AnybodysTurn(Tiny):
    """Anybody may bid at any time."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        if isinstance(move, Bid) and type(move.amount) is int:
            return (BidMade(actor, move.amount),)
        return super().decide(state, actor, move)


def refused_otherwise(**changes: Any) -> type[Tiny]:
    """Refusals that are not quite right."""

    class Refusing(Tiny):
        def decide(self, state: TinyState, actor: int, move: Move) -> Events:
            try:
                return super().decide(state, actor, move)
            except IllegalMove as error:
                data: dict[str, Any] = {
                    "rule": error.rule,
                    "actor": actor,
                    "move": move,
                    "legal": error.legal,
                }
                raise IllegalMove("no", **data | changes) from None

    return Refusing


class CrashingBid(Tiny):
    """A legal move is still less a reason to crash."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        if isinstance(move, Bid) and move.amount == 100:
            _ = 1 // 0
        return super().decide(state, actor, move)


class Stuck(Tiny):
    """Who is to act has nothing to do."""

    def legal_moves(self, state: TinyState, actor: int) -> Sequence[Move]:
        return () if any(state.bids) else super().legal_moves(state, actor)


class Crashing(Tiny):
    """An illegal move is no reason to crash."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        if isinstance(move, Play):
            state.hands[actor].index(move.card)
        return super().decide(state, actor, move)


class RefusedAsNone(Tiny):
    """A move of the game is called no move of it."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        if type(move) is Play and state.phase == "bid":
            raise InvalidMove("not now", rule="TY-20")
        return super().decide(state, actor, move)


class ReadsAnything(Tiny):
    """Superfluous fields are passed over."""

    def move_from_json(self, value: Any) -> Move:
        if isinstance(value, dict):
            value = {key: item for key, item in value.items() if key != "surplus"}
        return super().move_from_json(value)


class OtherNumber(Tiny):
    """What is no move is refused by the number of another rule."""

    def move_from_json(self, value: Any) -> Move:
        try:
            return super().move_from_json(value)
        except InvalidMove as error:
            raise InvalidMove(error.message, rule="TY-99") from None


# -- determinism ----------------------------------------------------------------------------------------------


class HashOrdered(Tiny):
    """The order of bids is that of a set of texts."""

    def legal_moves(self, state: TinyState, actor: int) -> Sequence[Move]:
        legal = super().legal_moves(state, actor)
        by_text = {str(move): move for move in legal}
        return [by_text[text] for text in set(by_text)] if state.phase == "bid" else legal


class Lucky(Tiny):
    """Luck of its own."""

    def decide(self, state: TinyState, actor: int, move: Move) -> Events:
        random.getrandbits(8)
        return super().decide(state, actor, move)


class Timely(Tiny):
    """Looks at the clock."""

    def to_act(self, state: TinyState) -> tuple[int, ...]:
        time.time()
        return super().to_act(state)
