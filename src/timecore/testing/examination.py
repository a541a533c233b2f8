"""The examination that every ruleset sits, of this package or of another.

::

    from timecore.testing import examine

    TestMyGame = examine(RULESET)

makes a class of tests, one a question: whether a saved game replays to the same states, whether a
copy shares anything with its original, whether a seat can tell what it must not know. The name must
begin with ``Test``, so that pytest finds it. To add questions of one's own, inherit from it.

Each question is a function in ``timecore/testing/_questions``, with the law in its docstring. It is
asked of games that Hypothesis makes up out of options, luck and choices. What is wrong is told with
the entry where it went wrong, and Hypothesis says how to make that game again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as ask_of
from hypothesis import strategies as st

from timecore.messages import Event
from timecore.ruleset import Ruleset
from timecore.testing._questions import QUESTIONS, Paper, Subject
from timecore.testing.strategies import damaged_records, games, option_maps, records, twins

__all__ = ["PYTHONS", "Examination", "examine"]

#: The Pythons that timecore supports; those that are at hand are asked.
PYTHONS: Final = ("3.11", "3.12", "3.13")


class Examination:
    """A class of tests, one a question; made by :func:`examine`."""


def examine(
    rules: Ruleset[Any],
    *,
    options: st.SearchStrategy[dict[str, Any]] | None = None,
    reveals: Collection[type[Event[Any]]] | None = None,
    examples: int | None = None,
    max_entries: int = 1000,
) -> type[Examination]:
    """The examination of a ruleset: a class of tests, to be given a name that begins with ``Test``.

    Args:
        rules: The ruleset.
        options: A strategy for the options of the games, each a dictionary as
            :meth:`~timecore.ruleset.Ruleset.resolve_options` takes it; by default any that the
            ruleset's declarations allow (:func:`timecore.testing.strategies.option_maps`).
        reveals: The event classes that tell what was hidden, such as the one that turns up secret
            bids. With them the examination is stricter: no other event may differ between two
            games that differ only in what the viewer cannot see.
        examples: Of how many games each question is asked; by default a third of what the
            Hypothesis profile says that is in force now, at least five.
        max_entries: Where to stop a game that has not ended.

    Returns:
        The class.
    """
    revealing = None if reveals is None else tuple(reveals)
    asked = option_maps(rules) if options is None else options
    paper = Paper(rules=rules, reveals=revealing, max_entries=max_entries)
    made_up: Mapping[Subject, st.SearchStrategy[Any]] = {
        "options": st.tuples(st.just(rules), asked),
        "game": games(rules, options=asked, max_entries=max_entries),
        "twins": twins(rules, options=asked, max_entries=max_entries, reveals=revealing),
        "record": records(rules, options=asked, max_entries=max_entries),
        "damage": damaged_records(records(rules, options=asked, max_entries=max_entries)),
    }
    listed: Mapping[Subject, Sequence[str]] = {
        "hash seed": ("0", "1", "4294967295"),
        "python": PYTHONS,
        "language": rules.languages,
    }
    count = max(5, settings().max_examples // 3) if examples is None else examples
    body: dict[str, Any] = {"__doc__": f"The examination of {rules.name}, one test a question."}
    for subject, question in QUESTIONS:
        if subject in made_up:
            test = _of_examples(question, made_up[subject], count)
        elif subject in listed:
            test = _of_each(question, paper, listed[subject])
        else:
            test = _of_all(question, paper)
        body[question.__name__] = test
    return type(f"Test_{rules.name}", (Examination,), body)


def _of_all(question: Callable[..., None], paper: Paper) -> Callable[..., None]:
    def test(self: Examination) -> None:  # noqa: ARG001 - pytest's way
        __tracebackhide__ = True
        question(paper)

    return _called_like(question, test)


def _of_each(question: Callable[..., None], paper: Paper, subjects: Sequence[str]) -> Callable[..., None]:
    def test(self: Examination, subject: str) -> None:  # noqa: ARG001 - pytest's way
        __tracebackhide__ = True
        question(paper, subject)

    each: Callable[..., None] = pytest.mark.parametrize("subject", subjects)(_called_like(question, test))
    return each


def _of_examples(
    question: Callable[..., None], subjects: st.SearchStrategy[Any], count: int
) -> Callable[..., None]:
    def test(self: Examination, subject: Any) -> None:  # noqa: ARG001 - pytest's way
        __tracebackhide__ = True
        question(subject)

    # A whole game is more than Hypothesis expects of one example.
    large = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
    asked: Callable[..., None] = ask_of(subject=subjects)(_called_like(question, test))
    return settings(max_examples=count, deadline=None, suppress_health_check=large)(asked)


def _called_like(question: Callable[..., None], test: Callable[..., None]) -> Callable[..., None]:
    """Name and law are the question's: pytest shows them, and Hypothesis goes by the name."""
    test.__name__ = question.__name__
    test.__qualname__ = question.__qualname__
    test.__doc__ = question.__doc__
    return test
