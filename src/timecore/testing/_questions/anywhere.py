"""The same on every Python, in every process, whatever luck and clock say."""

from __future__ import annotations

import sys
import unittest
from collections.abc import Mapping

from timecore.testing._elsewhere import CannotRun, digest_elsewhere, digest_of, python_named
from timecore.testing._questions._asking import Paper, about, expect

__all__: list[str] = []


@about("hash seed")
def test_rules_ask_neither_luck_nor_clock_nor_hash_seed(paper: Paper, hash_seed: str) -> None:
    """A fresh process finds the same states, moves, weights and events.

    There ``PYTHONHASHSEED`` is another, and ``random`` and ``time`` are out of order.
    """
    _same_elsewhere(paper, sys.executable, {"PYTHONHASHSEED": hash_seed})


@about("python")
def test_rules_are_the_same_on_every_python(paper: Paper, python: str) -> None:
    """The Pythons at hand find the same states, moves, weights and events."""
    found = python_named(python)
    if found is None:
        msg = f"there is no python{python} here"
        raise unittest.SkipTest(msg)
    program, environment = found
    _same_elsewhere(paper, program, environment)


def _same_elsewhere(paper: Paper, program: str, environment: Mapping[str, str]) -> None:
    game = paper.sample("elsewhere")
    try:
        there = digest_elsewhere(game, program, environment)
    except CannotRun as reason:
        raise unittest.SkipTest(str(reason)) from reason
    expect(there == digest_of(game), f"{program} with {dict(environment)} finds something else")
