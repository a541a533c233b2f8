"""Who acts, what is legal, and how anything else is refused."""

from __future__ import annotations

from typing import Any

from timecore.actors import CHANCE, TABLE, Actor
from timecore.errors import IllegalMove, InvalidMove, MoveRefused
from timecore.fold import fold
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.ruleset import Ruleset, pick
from timecore.testing._dice import Dice
from timecore.testing._mutations import Mutator
from timecore.testing._objects import not_plain
from timecore.testing._playing import Playing
from timecore.testing._questions._asking import about, after, as_text, dice_for, expect, inside
from timecore.testing._questions.declared import RULE_NUMBER

__all__: list[str] = []


def _everybody(game: Playing) -> tuple[Actor, ...]:
    """All who might ask for a move, the table and a seat that does not exist among them."""
    return (*game.seats, len(game.seats), CHANCE, TABLE)


@about("game")
def test_to_act_legal_moves_and_result_agree(game: Playing) -> None:
    """Those who are to act, and no others, have legal moves; there is a result when nobody is.

    Seats stand in ascending order, chance alone, and no legal move stands twice.
    """
    rules = game.rules
    result = None
    for position, state in enumerate(game.states()):
        at = after(position)
        actors: object = rules.to_act(state)
        assert isinstance(actors, tuple), f"{at}: to_act gives {actors!r}, not a tuple"  # noqa: S101
        expect(list(actors) == sorted(set(actors)), f"{at}: {actors} are not in ascending order")
        expect(
            actors == (CHANCE,) or all(actor in game.seats for actor in actors),
            f"{at}: {actors} are neither seats nor chance alone",
        )
        for actor in _everybody(game):
            legal = list(rules.legal_moves(state, actor))
            expect(
                bool(legal) == (actor in actors),
                f"{at}: actor {actor} has {len(legal)} legal moves, and to act are {actors}",
            )
            expect(len(set(legal)) == len(legal), f"{at}: actor {actor} has a legal move twice")
            for move in legal:
                expect(type(move) in rules.moves.codes, f"{at}: {move} is no move of the ruleset")
        result = rules.result(state)
        over = result is not None
        expect(over != bool(actors), f"{at}: to act are {actors}, and the result is {result}")
    if result is not None:
        bad = not_plain(result.to_json())
        expect(bad is None, f"the result is not plain JSON: {bad}")
        winners = list(result.winners)
        expect(winners == sorted(set(winners)), f"the winners {winners} are not in ascending order")
        expect(set(winners) <= set(game.seats), f"the winners {winners} are no seats")
        expect(result.reason, "the result has no reason")


@about("game")
def test_chance_weighs_each_of_its_moves(game: Playing) -> None:
    """There is one weight a legal move of chance, a whole number from 1 up."""
    for state, entry in game.before():
        if entry.actor == CHANCE:
            weights = list(game.rules.weights(state))
            count = len(game.rules.legal_moves(state, CHANCE))
            expect(len(weights) == count, f"{inside(entry)}: {len(weights)} weights, {count} moves")
            expect(
                all(type(weight) is int and weight > 0 for weight in weights),
                f"{inside(entry)}: the weights are {weights}",
            )


@about("game")
def test_a_draw_brings_the_move_that_its_number_means(game: Playing) -> None:
    """``drawn`` finds the move whose weight, with those before it, exceeds the number."""
    rules = game.rules
    for state, entry in game.before():
        if entry.actor != CHANCE:
            expect(rules.drawn(state, 0) is None, f"{inside(entry)}: a draw, where chance is not to act")
            continue
        before = as_text(state)
        legal, weights = rules.legal_moves(state, CHANCE), rules.weights(state)
        total = sum(weights)
        dice = dice_for(game, entry)
        for number in (0, total - 1, total, dice.below(total), dice.below(1 << 256)):
            drawn, expected = rules.drawn(state, number), legal[pick(weights, number % total)]
            expect(drawn == expected, f"{inside(entry)}: {number} draws {drawn}, which should be {expected}")
        expect(as_text(state) == before, f"{inside(entry)}: a draw changed the state")


@about("game")
def test_every_legal_move_is_decided(game: Playing) -> None:
    """Every legal move causes at least one event of the ruleset, and they can be applied."""
    rules = game.rules
    for state, entry in game.before():
        for actor in rules.to_act(state):
            legal = rules.legal_moves(state, actor)
            if actor == CHANCE:  # each card of a deck, at each of many deals
                legal = dice_for(game, entry).some(legal, 10)
            for move in legal:
                asked = f"{inside(entry)}: {move} by {actor}"
                events = rules.decide(state, actor, move)
                expect(type(events) is tuple, f"{asked} gives {events!r}, not a tuple")
                expect(events, f"{asked} causes nothing")
                for event in events:
                    known = type(event) in rules.events.codes
                    expect(known, f"{asked} causes {event}, which is no event of the ruleset")
                try:
                    fold(state, events)
                except Exception as error:
                    msg = f"{asked} causes {events}, which cannot be applied: {error!r}"
                    raise AssertionError(msg) from error


@about("game")
def test_decide_changes_nothing(game: Playing) -> None:
    """After ``decide`` the state is what it was, refused or not, and decides the same again."""
    rules = game.rules
    mutator = Mutator(game, Dice(game.how))
    for state, entry in game.before():
        copy = state.copy()
        before = as_text(state)
        for actor in rules.to_act(state):
            legal = rules.legal_moves(state, actor)
            for move in (*dice_for(game, entry).some(legal, 6), *mutator.moves(legal, 2)):
                asked = f"{inside(entry)}: {move} by {actor}"
                first = _outcome(rules, state, actor, move)
                expect(as_text(state) == before, f"{asked} changed the state while it was decided")
                second = _outcome(rules, copy, actor, move)
                if first != second:
                    msg = f"{asked} is decided in two ways:\n{first}\n{second}"
                    raise AssertionError(msg)


def _outcome(rules: Ruleset[Any], state: Any, actor: Actor, move: Move) -> object:
    try:
        return rules.decide(state, actor, move)
    except MoveRefused as error:
        return str(error), getattr(error, "legal", None)


@about("game")
def test_every_other_move_is_refused_with_its_rule(game: Playing) -> None:
    """Moves of other moments, of other actors and with other fields are refused, unless legal.

    The refusal is an ``IllegalMove`` that names a rule, the actor, the move, and what was legal for
    that actor.
    """
    mutator = Mutator(game, Dice(game.how))
    for position, state in enumerate(game.states()):
        dice = Dice(f"{game.how} {position}")
        asking = dict.fromkeys((*game.rules.to_act(state), *dice.some(_everybody(game), 2)))
        for actor in asking:
            _refuses(game.rules, state, actor, mutator, after(position))


def _refuses(rules: Ruleset[Any], state: Any, actor: Actor, mutator: Mutator, position: str) -> None:
    legal = tuple(rules.legal_moves(state, actor))
    for move in mutator.moves(legal, 5):
        if move in legal:
            rules.decide(state, actor, move)
            continue
        asked = f"{position}: {move} by {actor}"
        try:
            events = rules.decide(state, actor, move)
        except IllegalMove as error:
            expect(RULE_NUMBER.fullmatch(error.rule), f"{asked}: {error.rule!r} is no rule number")
            expect(error.actor == actor, f"{asked}: the refusal speaks of {error.actor}")
            expect(error.move == move, f"{asked}: the refusal speaks of {error.move}")
            if error.legal != legal:  # a text of both costs more than all the rest
                msg = f"{asked}: legal is said to be\n{error.legal}, and it is\n{legal}"
                raise AssertionError(msg) from error
        except InvalidMove as error:
            # Who hides what they ask for asks for nothing; that may be said either way.
            hides = HIDDEN in (getattr(move, spec.name) for spec in move.specs)
            expect(hides, f"{asked}: it is a move of the ruleset, and refused as none: {error}")
            expect(error.rule == rules.move_rule, f"{asked}: refused by {error.rule}")
        else:
            msg = f"{asked} is not legal, and yet it causes {events}"
            raise AssertionError(msg)


@about("game")
def test_what_is_no_move_is_refused_while_it_is_read(game: Playing) -> None:
    """JSON of an unknown type, or with wrong fields, is no move, by the ruleset's number for that.

    Wrong are a field too many, one too few, and a value of a wrong type.
    """
    rules = game.rules
    for value, what in Mutator(game, Dice(game.how)).objects(10):
        try:
            move = rules.move_from_json(value)
        except InvalidMove as error:
            right = error.rule == rules.move_rule
            expect(right, f"{what}: refused by {error.rule}, not by {rules.move_rule}")
        else:
            msg = f"{what}: {value} is read as {move}"
            raise AssertionError(msg)
