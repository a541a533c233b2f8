"""States, copies and the fold; messages in their other forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from timecore.entry import Entry
from timecore.fold import advance, fold
from timecore.messages import Event, Message, Vocabulary
from timecore.redact import redact
from timecore.ruleset import Ruleset
from timecore.testing._objects import not_plain, shared_mutables
from timecore.testing._playing import Playing
from timecore.testing._questions._asking import about, after, as_text, expect, inside, looks

__all__: list[str] = []


@about("game")
def test_a_state_kept_up_to_date_is_the_fold_from_scratch(game: Playing) -> None:
    """At every position: the same JSON form, actors, moves and result, from the start or onward."""
    start = game.start()
    before = as_text(start)
    events: list[Event[Any]] = []
    for position, state in enumerate(game.states()):
        if position:
            events += game.entries[position - 1].events
        folded = fold(start, events)
        expect(as_text(folded) == as_text(state), f"{after(position)}: the fold is another state")
        same = _what_follows(game.rules, folded) == _what_follows(game.rules, state)
        expect(same, f"{after(position)}: the fold has other moves or another result")
    expect(as_text(start) == before, "fold changed the state that it began with")


def _what_follows(rules: Ruleset[Any], state: Any) -> object:
    actors = rules.to_act(state)
    return actors, [list(rules.legal_moves(state, actor)) for actor in actors], rules.result(state)


@about("game")
def test_a_copy_shares_nothing_that_can_change(game: Playing) -> None:
    """A copy holds no list, dictionary or other changeable object of its original, and is equal."""
    for position, state in enumerate(game.states()):
        copy = state.copy()
        shared = shared_mutables(state, copy)
        expect(not shared, f"{after(position)}: shared with the copy: {', '.join(shared)}")
        expect(as_text(copy) == as_text(state), f"{after(position)}: the copy is another state")


@about("game")
def test_going_on_from_a_copy_leaves_the_original_alone(game: Playing) -> None:
    """What happens to a copy does not happen to its original."""
    for state, entry in game.before():
        before = as_text(state)
        advance(state.copy(), entry.events)
        expect(as_text(state) == before, f"{inside(entry)}: its events changed the state before it")


@about("game")
def test_a_state_is_plain_json_and_has_the_same_fields_always(game: Playing) -> None:
    """The JSON form has exact types, and the same fields in the same order, in every view too.

    So a path to a value is one for the whole game.
    """
    fields = list(game.start().to_json())
    for viewer in (None, *game.viewers):
        for position, _, view in looks(game, viewer):
            at = f"{after(position)}, as seen by {viewer!r}"
            form = view.to_json()
            bad = not_plain(form)
            expect(bad is None, f"{at}: the state is not plain JSON: {bad}")
            expect(list(form) == fields, f"{at}: the fields are {list(form)}, not {fields}")


@about("game")
def test_its_invariants_hold(game: Playing) -> None:
    """What the ruleset says can never be is not: after every entry, and in every view."""
    for viewer in (None, *game.viewers):
        for position, _, view in looks(game, viewer):
            wrong = list(game.rules.invariants(view))
            expect(not wrong, f"{after(position)}, as seen by {viewer!r}: {'; '.join(wrong)}")


@about("game")
def test_moves_and_events_round_trip(game: Playing) -> None:
    """Through JSON and through the rows of a record, in full and as everybody sees them."""
    for entry in game.entries:
        for message, vocabulary in dict.fromkeys(_messages(game, entry)):
            form = message.to_json()
            bad = not_plain(form)
            expect(bad is None, f"{inside(entry)}: {message} is not plain JSON: {bad}")
            again = vocabulary.from_json(json.loads(json.dumps(form)))
            expect(again == message, f"{inside(entry)}: {message} comes back from JSON as {again}")
            again = vocabulary.from_row(vocabulary.to_row(message))
            expect(again == message, f"{inside(entry)}: {message} comes back from a row as {again}")


def _messages(game: Playing, entry: Entry) -> Iterator[tuple[Message, Vocabulary[Any]]]:
    """The move and the events of an entry, in full and as each viewer sees them."""
    for seen in (entry, *(redact(entry, viewer) for viewer in game.viewers)):
        yield seen.move, game.rules.moves
        for event in seen.events:
            yield event, game.rules.events
