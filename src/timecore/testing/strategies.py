"""Hypothesis strategies for options, games and records of any ruleset.

All of them shrink towards few seats, default options and short lists of choices. They are what
:func:`timecore.testing.examine` is made of; a ruleset's own tests use them the same way::

    @given(games(RULESET))
    def test_nobody_holds_eleven_cards(game): ...

A ruleset whose options cannot be listed (see :attr:`timecore.options.OptionSpec.values`) may have a
method ``option_strategy()`` that gives a strategy for them, each a dictionary as
:meth:`~timecore.ruleset.Ruleset.resolve_options` takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from timecore.errors import OptionRefused
from timecore.log import Log
from timecore.messages import Event
from timecore.ruleset import Ruleset
from timecore.testing._dice import Dice
from timecore.testing._options import allowed_values
from timecore.testing._playing import ListChooser, Playing, play_out
from timecore.testing._records import Damaged, Recorded, damage, record_game
from timecore.testing._twins import Twins, make_twins

__all__ = [
    "Damaged",
    "Playing",
    "Recorded",
    "Twins",
    "damaged_records",
    "games",
    "logs",
    "option_maps",
    "records",
    "twins",
]


def option_maps(rules: Ruleset[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Options of a new game as somebody may ask for them: some given, some left to their default.

    Args:
        rules: Whose options; its own ``option_strategy()`` is used if it has one.
    """
    own: Callable[[], st.SearchStrategy[dict[str, Any]]] | None
    own = getattr(rules, "option_strategy", None)
    return _option_maps(rules) if own is None else own()


@st.composite
def _option_maps(draw: st.DrawFn, rules: Ruleset[Any]) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    chosen: dict[str, Any] = {}
    for spec in rules.option_specs:
        values = allowed_values(spec, chosen)
        if values and (spec.required or draw(st.booleans())):
            asked[spec.name] = draw(st.sampled_from(values))
            chosen[spec.name] = spec.resolved(asked[spec.name], chosen)
        else:
            chosen[spec.name] = spec.default_for(chosen)
    try:
        rules.resolve_options(asked)
    except OptionRefused:  # each may be right by itself, and too much together
        reject()
    return asked


@st.composite
def games(
    draw: st.DrawFn,
    rules: Ruleset[Any],
    *,
    options: st.SearchStrategy[dict[str, Any]] | None = None,
    max_entries: int = 1000,
) -> Playing:
    """Whole games as the rules make them, without a record.

    Args:
        draw: Given by Hypothesis.
        rules: What to play.
        options: The options asked for; any by default.
        max_entries: Where to stop if a game has not ended.
    """
    asked = draw(option_maps(rules) if options is None else options)
    luck = draw(st.integers(0, 2**16))
    numbers = draw(st.lists(st.integers(0, 99), max_size=30))
    return play_out(
        rules,
        rules.resolve_options(asked),
        ListChooser(numbers, Dice(str(luck))),
        max_entries=max_entries,
        how=f"options {asked}, luck {luck}, choices {numbers}",
    )


@st.composite
def twins(
    draw: st.DrawFn,
    rules: Ruleset[Any],
    *,
    options: st.SearchStrategy[dict[str, Any]] | None = None,
    max_entries: int = 1000,
    reveals: Collection[type[Event[Any]]] | None = None,
) -> Twins:
    """Pairs of games that differ only in what a viewer cannot see, as far as they look the same.

    Hidden draws and hidden choices of a game are made anew, and the rest of it is played again as
    long as that is legal and shows the viewer the same.

    Args:
        draw: Given by Hypothesis.
        rules: What to play.
        options: The options asked for; any by default.
        max_entries: Where to stop if a game has not ended.
        reveals: The event classes that tell what was hidden, for :meth:`Twins.leak`.
    """
    game = draw(games(rules, options=options, max_entries=max_entries))
    viewer = draw(st.sampled_from(game.viewers))
    return make_twins(game, viewer, Dice(str(draw(st.integers(0, 2**16)))), reveals=reveals)


@st.composite
def records(
    draw: st.DrawFn,
    rules: Ruleset[Any],
    *,
    options: st.SearchStrategy[dict[str, Any]] | None = None,
    max_entries: int = 1000,
) -> Recorded:
    """Whole games of given luck with their records.

    Args:
        draw: Given by Hypothesis.
        rules: What to play.
        options: The options asked for; any by default.
        max_entries: Where to stop if a game has not ended.
    """
    asked = draw(option_maps(rules) if options is None else options)
    seed = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
    numbers = draw(st.lists(st.integers(0, 99), max_size=30))
    chooser = ListChooser(numbers, Dice(seed))
    return record_game(rules, asked, seed, chooser, max_entries=max_entries)


def logs(
    rules: Ruleset[Any],
    *,
    options: st.SearchStrategy[dict[str, Any]] | None = None,
    max_entries: int = 1000,
) -> st.SearchStrategy[Log]:
    """Logs of whole games of given luck.

    Args:
        rules: What to play.
        options: The options asked for; any by default.
        max_entries: Where to stop if a game has not ended.
    """
    found = records(rules, options=options, max_entries=max_entries)
    return found.map(lambda record: record.log)


@st.composite
def damaged_records(draw: st.DrawFn, sound: st.SearchStrategy[Recorded] | st.SearchStrategy[Log]) -> Damaged:
    """Records that something happened to: cut off, a bit flipped, entries swapped, foreign bytes.

    Args:
        draw: Given by Hypothesis.
        sound: What it happens to: :func:`records` or :func:`logs`.
    """
    one: Any = draw(sound)
    log: Log = one.log if isinstance(one, Recorded) else one
    return damage(log, Dice(str(draw(st.integers(0, 2**32)))))
