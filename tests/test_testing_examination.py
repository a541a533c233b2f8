"""The examination finds what is wrong with a ruleset: here tiny, with one flaw at a time."""

import random
import re
import time
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from tiny import RULESET, Tiny
from tiny.cards import ANSWERS, COPIES, in_order
from tiny.events import BidMade, BidsShown, BoxClosed, Dealt, HandShown, Played
from tiny.moves import Bid, Deal, Play
from tiny.state import TinyState

from timecore.actors import CHANCE
from timecore.errors import IllegalMove, InvalidMove
from timecore.hidden import HIDDEN, Hidden, take
from timecore.messages import Event, Move, Vocabulary, field, message
from timecore.testing import examine
from timecore.testing._questions import QUESTIONS

Events = tuple[Event[Any], ...]


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


# -- states ----------------------------------------------------------------------------------------


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


# -- determinism -----------------------------------------------------------------------------------


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


# -- secrets ---------------------------------------------------------------------------------------


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


# -- telling ---------------------------------------------------------------------------------------


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


FLAWS: list[tuple[type[Tiny], str]] = [
    (Misnamed, "its_declarations_are_in_order"),
    (WithoutVersion, "its_declarations_are_in_order"),
    (OddDraws, "its_declarations_are_in_order"),
    (SpanishFirst, "its_declarations_are_in_order"),
    (WithoutRules, "its_declarations_are_in_order"),
    (LossyOptions, "resolved_options_resolve_to_themselves"),
    (Unordered, "to_act_legal_moves_and_result_agree"),
    (ChanceAmongSeats, "to_act_legal_moves_and_result_agree"),
    (MovesForAll, "to_act_legal_moves_and_result_agree"),
    (MovesTwice, "to_act_legal_moves_and_result_agree"),
    (EndsEarly, "to_act_legal_moves_and_result_agree"),
    (WeightlessJoker, "chance_weighs_each_of_its_moves"),
    (TooFewWeights, "chance_weighs_each_of_its_moves"),
    (OtherDraw, "a_draw_brings_the_move_that_its_number_means"),
    (DrawsUnasked, "a_draw_brings_the_move_that_its_number_means"),
    (WithoutEvents, "every_legal_move_is_decided"),
    (Impossible, "every_legal_move_is_decided"),
    (Meddling, "decide_changes_nothing"),
    (MeddlingRefusal, "decide_changes_nothing"),
    (Moody, "decide_changes_nothing"),
    (Moody, "the_same_seed_and_moves_give_the_same_bytes"),
    (Lenient, "every_other_move_is_refused_with_its_rule"),
    (AnybodysTurn, "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(rule="no rule"), "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(legal=()), "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(actor=9), "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(move=None), "every_other_move_is_refused_with_its_rule"),
    (RefusedAsNone, "every_other_move_is_refused_with_its_rule"),
    (ReadsAnything, "what_is_no_move_is_refused_while_it_is_read"),
    (OtherNumber, "what_is_no_move_is_refused_while_it_is_read"),
    (with_state(copy=forgets), "a_copy_shares_nothing_that_can_change"),
    (with_state(copy=shares_hands), "a_copy_shares_nothing_that_can_change"),
    (with_state(copy=shares_plays), "a_copy_shares_nothing_that_can_change"),
    (with_state(copy=shares_plays), "going_on_from_a_copy_leaves_the_original_alone"),
    (with_state(copy=shares_plays), "a_state_kept_up_to_date_is_the_fold_from_scratch"),
    (with_state(to_json=holds_a_tuple), "a_state_is_plain_json_and_has_the_same_fields_always"),
    (with_state(to_json=holds_hidden), "a_state_is_plain_json_and_has_the_same_fields_always"),
    (with_state(to_json=grows), "a_state_is_plain_json_and_has_the_same_fields_always"),
    (Complaining, "its_invariants_hold"),
    (ViewsApart, "its_invariants_hold"),
    (ResamplingView, "hidden_values_can_be_dealt_anew"),
    (ResamplingByItself, "hidden_values_can_be_dealt_anew"),
    (ResamplingInPart, "hidden_values_can_be_dealt_anew"),
    (OpenDeals, "what_is_hidden_makes_no_difference"),
    (OpenBids, "what_is_hidden_makes_no_difference"),
    (Talkative, "what_is_hidden_makes_no_difference"),
    (AskedByOthersHands, "what_is_hidden_makes_no_difference"),
    (TellingRefusal, "a_refusal_tells_nothing_that_is_hidden"),
    (MovesByOthersHands, "a_seat_can_move_by_what_it_sees"),
    (telling(""), "every_event_is_told_in_every_language"),
    (telling("A card is dealt."), "every_event_is_told_in_every_language"),
    (telling("a card\nis dealt"), "every_event_is_told_in_every_language"),
    (telling(" a card is dealt"), "every_event_is_told_in_every_language"),
    (telling("HIDDEN is dealt"), "every_event_is_told_in_every_language"),
    (Ambiguous, "every_move_is_described_in_every_language"),
    (drawing(""), "boards_fit"),
    (drawing("x" * 81), "boards_fit"),
    (drawing("trailing "), "boards_fit"),
    (drawing("\x1b[1mbold\x1b[0m"), "boards_fit"),
    (drawing("it is {name} {name}"), "boards_fit"),
    (drawing("first{star}"), "boards_fit"),
]


settings.register_profile("first", phases=[Phase.generate], derandomize=True, report_multiple_bugs=False)


def ask(rules: Tiny, name: str, *arguments: str, **more: Any) -> None:
    """Ask one question as pytest would, but be content with the first game that shows a flaw."""
    settings.load_profile("first")
    try:
        exam = examine(rules, examples=20, **more)
    finally:
        settings.load_profile("quick")
    getattr(exam(), f"test_{name}")(*arguments)


@pytest.mark.parametrize(
    ("flaw", "question"), FLAWS, ids=lambda one: one if isinstance(one, str) else one.__name__
)
def test_a_flaw_is_found_by_the_question_about_it(flaw: type[Tiny], question: str) -> None:
    with pytest.raises(AssertionError):
        ask(flaw(), question)


@pytest.mark.parametrize("number", ["TC-44", "T3-22", "CW-6b"])
def test_a_rule_number_is_letters_and_digits_a_hyphen_and_a_number(number: str) -> None:
    class Numbered(Tiny):
        move_rule = number

    ask(Numbered(), "its_declarations_are_in_order")


@pytest.mark.parametrize("number", ["", "44", "TC", "TC44", "3T-1", "tc-44", "TC-4-4"])
def test_anything_else_is_no_rule_number(number: str) -> None:
    class Misnumbered(Tiny):
        move_rule = number

    with pytest.raises(AssertionError, match="is no rule number"):
        ask(Misnumbered(), "its_declarations_are_in_order")


def test_a_ruleset_that_deals_anew_as_it_should_passes() -> None:
    ask(Resampling(), "hidden_values_can_be_dealt_anew")


def test_a_move_that_crashes_is_found() -> None:
    with pytest.raises((ValueError, IndexError)):
        ask(Crashing(), "every_other_move_is_refused_with_its_rule")


def test_a_crash_while_a_game_is_made_up_is_told_with_all_that_led_to_it() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        ask(CrashingBid(), "boards_fit")

    assert re.search(r"while playing entry \d+: Bid\(amount=100\) by \d", "".join(caught.value.__notes__))


def test_an_actor_without_a_move_is_found_even_before_the_question_is_asked() -> None:
    with pytest.raises(AssertionError, match=r"entry 6: actor \d is to act and has no legal move"):
        ask(Stuck(), "boards_fit", options=st.just({"players": 2}))


@pytest.mark.parametrize("flaw", [Lucky, Timely])
def test_luck_and_clock_are_found_out_of_order(flaw: type[Tiny]) -> None:
    with pytest.raises(AssertionError, match="rules must ask neither luck nor clock"):
        ask(flaw(), "rules_ask_neither_luck_nor_clock_nor_hash_seed", "0")


def test_an_order_by_hash_is_found_with_some_hash_seed() -> None:
    """Which order this process has is a matter of luck, and one in 120 agrees with that of one seed."""

    def ask_with_several_seeds() -> None:
        for seed in range(6):
            ask(HashOrdered(), "rules_ask_neither_luck_nor_clock_nor_hash_seed", str(seed))

    with pytest.raises(AssertionError, match="finds something else"):
        ask_with_several_seeds()


def test_a_language_without_a_catalogue_is_found() -> None:
    ask(Polyglot(), "its_languages_have_a_catalogue", "en")
    with pytest.raises(AssertionError, match="no catalogue for 'eo'"):
        ask(Polyglot(), "its_languages_have_a_catalogue", "eo")


def test_the_examination_is_stricter_where_it_knows_what_reveals() -> None:
    ask(TalkativeLater(), "what_is_hidden_makes_no_difference")

    with pytest.raises(AssertionError):
        ask(TalkativeLater(), "what_is_hidden_makes_no_difference", reveals=[BidsShown, HandShown])


def test_what_is_wrong_is_told_with_the_entry_and_the_move() -> None:
    with pytest.raises(
        AssertionError, match=r"after entry \d+: Play\(card='\w+'\) by \d is not legal, and yet"
    ):
        ask(Lenient(), "every_other_move_is_refused_with_its_rule")


def test_every_question_stands_in_the_class_under_its_name_and_with_its_law() -> None:
    exam = examine(RULESET)

    assert exam.__name__ == "Test_tiny"
    for _, question in QUESTIONS:
        assert getattr(exam, question.__name__).__doc__ == question.__doc__
        assert question.__doc__


def test_an_examination_can_have_questions_of_ones_own() -> None:
    class Exam(examine(RULESET)):  # type: ignore[misc]
        def test_mine(self) -> None: ...

    assert {"test_mine", "test_boards_fit"} <= set(dir(Exam))
