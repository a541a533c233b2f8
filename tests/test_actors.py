"""Actors and viewers."""

import copy
import pickle

from timecore.actors import CHANCE, PUBLIC, TABLE


def test_chance_and_table_are_numbers_that_no_seat_has() -> None:
    assert (CHANCE, TABLE) == (-1, -2)


def test_public_is_one_object_wherever_it_has_been() -> None:
    assert pickle.loads(pickle.dumps(PUBLIC)) is PUBLIC  # noqa: S301 - its own bytes
    assert copy.deepcopy(PUBLIC) is PUBLIC
    assert repr(PUBLIC) == "PUBLIC"
