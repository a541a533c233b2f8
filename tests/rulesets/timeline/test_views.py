"""What is hidden (TL-70 to TL-74, I-7, I-8)."""

import json
from typing import Any

from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rulesets.timeline.playing import again, played, rules_with, setups, years_of

from timecore.actors import CHANCE, PUBLIC
from timecore.fold import advance
from timecore.redact import redact
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.events import DeckOpened
from timecore.testing._dice import Dice
from timecore.testing._playing import Playing

GAMES = setups().map(played)


def test_only_years_and_digest_of_the_deck_are_hidden_and_from_everybody() -> None:
    """TL-70, TL-71."""
    private = {
        (cls.__name__, cls.specs[index].name): cls.specs[index].audience
        for cls in (*RULESET.moves.classes, *RULESET.events.classes)
        for index in cls.private
    }

    assert private == {("DeckOpened", "digest"): (), ("DeckOpened", "years"): ()}


@for_all(GAMES)
@settings(max_examples=15)
def test_all_viewers_have_the_same_view_and_it_is_the_state_without_years_and_digest(game: Playing) -> None:
    """I-7, I-8, TL-73: to act and legal moves need no dates."""
    state = game.start()
    view = game.start()
    for entry in game.entries:
        seen = {json.dumps([event.to_json() for event in redact(entry, v).events]) for v in game.viewers}
        assert len(seen) == 1
        advance(state, entry.events)
        advance(view, redact(entry, PUBLIC).events)
        hidden = {"years": "?", "digest": "?"}

        assert view.to_json() == state.to_json() | hidden
        assert RULESET.to_act(view) == RULESET.to_act(state)
        assert RULESET.invariants(view) == []
        for actor in (*game.seats, len(game.seats)):
            assert RULESET.legal_moves(view, actor) == RULESET.legal_moves(state, actor)
        assert RULESET.legal_moves(view, CHANCE) == []
        assert list(RULESET.weights(view)) == []
        assert RULESET.result(view) == RULESET.result(state)


@for_all(GAMES)
def test_no_year_is_in_a_redacted_log_before_its_card_is_turned(game: Playing) -> None:
    """I-7, TL-71, TL-72: only the event that turns it shows it, to all."""
    for state, entry in game.before():
        for event in redact(entry, PUBLIC).events:
            seen = event.to_json()
            if isinstance(event, DeckOpened):
                assert (seen["years"], seen["digest"]) == ("?", "?")
            elif "year" in seen:
                assert seen["type"] in ("StartingCardTurned", "CardPlaced", "CardMisplaced")
                assert seen["card"] == entry.move.card  # type: ignore[attr-defined]
                assert state.known.get(seen["card"], seen["year"]) == seen["year"]
            assert "years" not in seen or isinstance(event, DeckOpened)


@for_all(GAMES, st.data())
def test_years_that_were_not_shown_make_no_difference(game: Playing, data: st.DataObject) -> None:
    """TL-74: another deck, the same moves, the same redacted log."""
    game = game.until(data.draw(st.integers(0, len(game.entries))))
    known: dict[str, Any] = list(game.states())[-1].known
    dice = Dice(str(data.draw(st.integers(0, 1000))))
    years = {card: year if card in known else dice.below(3000) + 1 for card, year in years_of(game).items()}
    other = again(game, rules_with(years), lambda _, actor, move: (actor, move))

    for one, two in zip(game.entries, other.entries, strict=True):
        assert redact(one, PUBLIC) == redact(two, PUBLIC)
