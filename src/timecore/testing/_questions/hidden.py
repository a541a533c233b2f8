"""Who sees what, and that the rest makes no difference."""

from __future__ import annotations

from itertools import islice
from typing import Any

from timecore.actors import PUBLIC, Seat
from timecore.errors import MoveRefused
from timecore.fold import advance
from timecore.messages import Move
from timecore.redact import redact
from timecore.ruleset import Ruleset
from timecore.testing._dice import Dice
from timecore.testing._mutations import Mutator
from timecore.testing._playing import Playing
from timecore.testing._questions._asking import about, after, as_text, expect, inside, looks
from timecore.testing._twins import Twins

__all__: list[str] = []


@about("game")
def test_a_seat_can_move_by_what_it_sees(game: Playing) -> None:
    """On its own view a seat is to act, and has the legal moves, as on the full state."""
    rules = game.rules
    for seat in game.seats:
        for position, state, view in looks(game, seat):
            at = f"{after(position)}, seat {seat}"
            acts, seen = seat in rules.to_act(state), seat in rules.to_act(view)
            expect(acts == seen, f"{at}: is to act: {acts}; by its view: {seen}")
            legal = list(rules.legal_moves(state, seat))
            by_view = list(rules.legal_moves(view, seat))
            if legal != by_view:  # a text of both costs more than all the rest
                msg = f"{at}: its legal moves are {legal}; by its view: {by_view}"
                raise AssertionError(msg)


@about("game")
def test_looking_twice_shows_no_more_and_no_less(game: Playing) -> None:
    """What a viewer sees of its view is all of it; the public sees no more than any seat."""
    for entry in game.entries:
        public = redact(entry, PUBLIC)
        for viewer in game.viewers:
            seen = redact(entry, viewer)
            expect(redact(seen, viewer) == seen, f"{inside(entry)}: {viewer!r} sees less each time")
            again = redact(seen, PUBLIC)
            expect(again == public, f"{inside(entry)}: the public sees more than {viewer!r}")


@about("twins")
def test_what_is_hidden_makes_no_difference(twins: Twins) -> None:
    """Two games that differ only in what a viewer cannot see look the same to it.

    Until an event reveals it.
    """
    leak = twins.leak()
    expect(leak is None, str(leak))


@about("twins")
def test_a_refusal_tells_nothing_that_is_hidden(twins: Twins) -> None:
    """Whatever a seat asks for, it is refused alike in two games that look the same to it."""
    seat = twins.viewer
    if seat is PUBLIC:
        return
    rules = twins.one.rules
    mutator = Mutator(twins.one, Dice(twins.one.how))
    pairs = zip(twins.one.before(), twins.other.before(), strict=False)
    for (state, entry), (twin, _) in islice(pairs, twins.shared + 1):
        for move in mutator.moves(rules.legal_moves(state, seat), 3):
            told = _told(rules, state, seat, move)
            elsewhere = _told(rules, twin, seat, move)
            if told != elsewhere:
                msg = (
                    f"{inside(entry)}: seat {seat} asks for {move} and is told\n  {told}\n"
                    f"or, where only what is hidden from it differs,\n  {elsewhere}"
                )
                raise AssertionError(msg)


@about("game")
def test_hidden_values_can_be_dealt_anew(game: Playing) -> None:
    """What a seat cannot know, dealt anew, makes a sound state in which that seat may do what it may do by its view.

    Asked of rulesets that can do so. Equal seeds deal alike, the view stays as it is, and the game can go on.
    """
    rules = game.rules
    if type(rules).resample is Ruleset.resample:
        return
    for seat in game.seats:
        for position, _, view in looks(game, seat):
            if seat not in rules.to_act(view):
                continue
            at = f"{after(position)}, seat {seat}, dealt anew"
            seed = f"{game.how} {position}".encode()
            form = as_text(view)
            state = rules.resample(view, seed)
            dealt = as_text(state)
            expect(as_text(view) == form, f"{at}: the view has changed")
            expect(as_text(rules.resample(view, seed)) == dealt, f"{at}: the same seed deals otherwise")
            expect('"?"' not in dealt, f"{at}: something is still hidden in {dealt}")
            faults = rules.invariants(state)
            expect(not faults, f"{at}: {'; '.join(faults)}")
            legal = list(rules.legal_moves(state, seat))
            by_view = list(rules.legal_moves(view, seat))
            expect(legal == by_view, f"{at}: its legal moves are {legal}; by its view: {by_view}")
            for _ in range(3):
                actors = rules.to_act(state)
                if actors:
                    move = rules.legal_moves(state, actors[0])[0]
                    advance(state, rules.decide(state, actors[0], move))
            expect(as_text(view) == form, f"{at}: the view has changed with the state made of it")


def _told(rules: Ruleset[Any], state: Any, seat: Seat, move: Move) -> object:
    """What a seat is told that asks for a move, if it is refused."""
    try:
        rules.decide(state, seat, move)
    except MoveRefused as error:
        return str(error), error.hint, getattr(error, "legal", None)
    return None
