"""Whole games of Timeline with all options, decks of every size, and players who know more or fewer dates."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import attrs
from hypothesis import strategies as st

from timecore.actors import CHANCE, Actor
from timecore.entry import Entry
from timecore.fold import advance
from timecore.messages import Move
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.cards import Card, Deck
from timecore.rulesets.timeline.moves import PlaceCard
from timecore.rulesets.timeline.options import CLASSIC
from timecore.rulesets.timeline.rules import TimelineRules, correct_intervals
from timecore.rulesets.timeline.state import State
from timecore.testing._dice import Dice
from timecore.testing._playing import Playing

__all__ = ["SKILLS", "Setup", "Skill", "again", "deck_of", "played", "rules_with", "setups", "years_of"]

Skill: TypeAlias = Literal["perfect", "half", "random", "erring"]
"""How a seat plays: knows all dates; knows half of them and all that were shown; chooses any move; errs if it can."""

SKILLS: tuple[Skill, ...] = get_args(Skill)


@attrs.frozen
class Setup:
    """All that a game follows from.

    Attributes:
        options: The options asked for.
        spare: How many cards the deck has beyond those that are dealt.
        spread: How many different years there are at most, on either side of year 0.
        skills: How each seat plays.
        luck: What draws and choices follow from.
    """

    options: Mapping[str, Any]
    spare: int
    spread: int
    skills: Sequence[Skill]
    luck: int


@st.composite
def setups(draw: st.DrawFn, skills: Sequence[Skill] = SKILLS) -> Setup:
    """Any options, 2 to 8 seats, and a deck that may be as small as can be."""
    players = draw(st.integers(2, 8))
    return Setup(
        options={
            "players": players,
            "cards": draw(
                st.sampled_from([1, 1, 2, 2, 3, 4, "classic", 12])
            ),  # small hands end in sudden death
            "first_player": draw(st.integers(0, players - 1)),
            "misplaced": draw(st.sampled_from(["discard", "box", "insert"])),
            "tie_break": draw(st.sampled_from(["sudden_death", "shared"])),
            "finish_round": draw(st.sampled_from([True, False])),
        },
        spare=draw(st.sampled_from([0, 1, 2, 3, 5, 10, 40])),
        spread=draw(st.sampled_from([1, 3, 20, 3000])),
        skills=draw(
            st.sampled_from([[skill] * players for skill in skills])
            | st.lists(st.sampled_from(skills), min_size=players, max_size=players)
        ),
        luck=draw(st.integers(0, 2**16)),
    )


def deck_of(years: Mapping[str, int]) -> Deck:
    """A deck of cards with these years."""
    return Deck(
        id="made-up",
        title="Made up",
        cards=[Card(id=c, title=f"Title of {c}", year=y) for c, y in years.items()],
    )


def rules_with(years: Mapping[str, int]) -> TimelineRules:
    """The rules with a deck of these years at hand."""
    return type(RULESET)(deck_of(years))


def played(setup: Setup, *, max_entries: int = 600) -> Playing:
    """The game that a setup comes to, cut off after so many entries."""
    dice = Dice(f"{setup.luck}")
    cards = setup.options["cards"]
    each = CLASSIC[setup.options["players"]] if cards == "classic" else cards
    size = setup.options["players"] * each + 1 + setup.spare
    years = {f"c{n}": (dice.below(setup.spread) + 1) * (1 - 2 * dice.below(2)) for n in range(size)}
    rules = rules_with(years)
    options = rules.resolve_options({**setup.options, "deck": "made-up"})
    state = rules.start(options)
    entries: list[Entry] = []
    while len(entries) < max_entries and (actors := rules.to_act(state)):
        (actor,) = actors
        if actor == CHANCE:
            move = dice.choose(rules.legal_moves(state, CHANCE))
        else:
            move = _choice(rules, state, actor, setup, years, dice)
        events = rules.decide(state, actor, move)
        advance(state, events)
        entries.append(Entry(len(entries) + 1, actor, move, events))
    return Playing(rules, options, tuple(entries), repr(setup))


def _choice(
    rules: TimelineRules, state: State, seat: int, setup: Setup, years: Mapping[str, int], dice: Dice
) -> Move:
    """What a seat of some skill does."""
    hand = state.hands[seat]
    legal = rules.legal_moves(state, seat)
    skill = setup.skills[seat]
    if skill == "erring":
        wrong = [
            move
            for move in legal
            if isinstance(move, PlaceCard) and move.at not in correct_intervals(state.dates, years[move.card])
        ]
        return dice.choose(wrong or legal)
    known = [
        card
        for card in hand
        if skill == "perfect"
        or (skill == "half" and (card in state.known or Dice(f"{setup.luck} {seat} {card}").below(2)))
    ]
    if not known:
        return dice.choose(legal)
    card = dice.choose(known)
    return PlaceCard(card, dice.choose(correct_intervals(state.dates, years[card])))


def years_of(game: Playing) -> dict[str, int]:
    """The years of a game's deck."""
    deck = game.rules.deck_named("made-up")  # type: ignore[attr-defined]
    return {card.id: card.year for card in deck.cards}


def again(
    game: Playing,
    rules: TimelineRules,
    change: Callable[[State, Actor, Move], tuple[Actor, Move]],
    **options: Any,
) -> Playing:
    """The same moves, changed somehow, under other rules and options.

    Args:
        game: What was played.
        rules: The rules with another deck.
        change: Called with the new state, the actor and the move; gives who moves there, and how.
        options: The options that change.
    """
    resolved = rules.resolve_options({**game.rules.options_map(game.options), **options})
    state = rules.start(resolved)
    entries: list[Entry] = []
    for entry in game.entries:
        actor, move = change(state, entry.actor, entry.move)
        events = rules.decide(state, actor, move)
        advance(state, events)
        entries.append(Entry(entry.seq, actor, move, events))
    return Playing(rules, resolved, tuple(entries), f"{game.how}, again")
