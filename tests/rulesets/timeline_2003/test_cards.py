"""Commodities, kinds of cards, their colours, and cards that lie turned."""

import copy
import pickle
from itertools import permutations

import pytest

from timecore.rulesets.timeline_2003.cards import CARDS, COMMODITIES, COPIES, FACES, KINDS, Face, zones_for


def colours(face: Face) -> str:
    return "".join(name[0] for name in face.colours)


def test_there_are_four_commodities_in_this_order() -> None:
    """T3-1."""
    assert COMMODITIES == ("Oilpetrol", "Milkbread", "Beetcandy", "Nucleons")


def test_a_kind_is_any_arrangement_of_the_four_exits_but_the_straight_one() -> None:
    """T3-2, T3-D1: 23 kinds in dictionary order, two of each, 46 cards."""
    assert list(KINDS) == sorted("".join(digits) for digits in permutations("0123"))[1:]
    assert len(KINDS) * COPIES == CARDS == 46


@pytest.mark.parametrize("kind", KINDS)
def test_the_digits_of_a_kind_are_its_exits(kind: str) -> None:
    """T3-2, T3-13."""
    face = FACES[kind, False]

    assert "".join(map(str, face.exits)) == kind
    assert [face.exits[path] for path in face.entries] == [0, 1, 2, 3]


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: f"{face.kind}{'*' * face.turned}")
def test_a_card_has_each_colour_once(face: Face) -> None:
    """T3-3."""
    assert sorted(face.colours) == sorted(COMMODITIES)


def test_colours_are_as_printed() -> None:
    """T3-3, T3-D1: the table, column by column."""
    printed = {
        "0132": "BOMN",
        "0213": "BOMN",
        "0231": "MNOB",
        "0312": "OMNB",
        "0321": "BMON",
        "1023": "OBMN",
        "1032": "BONM",
        "1203": "BNMO",
        "1230": "NOMB",
        "1302": "NOMB",
        "1320": "BONM",
        "2013": "OBMN",
        "2031": "NMOB",
        "2103": "BNOM",
        "2130": "MONB",
        "2301": "MOBN",
        "2310": "OMBN",
        "3012": "ONMB",
        "3021": "MOBN",
        "3102": "NOBM",
        "3120": "MONB",
        "3201": "OMBN",
        "3210": "OMBN",
    }
    assert {kind: colours(FACES[kind, False]) for kind in KINDS} == printed


def test_a_turned_card_has_its_paths_upside_down_and_the_other_way() -> None:
    """T3-4: 0312, turned, has the exits 2, 0, 1, 3 and the colours M, B, N, O."""
    face = FACES["0312", True]

    assert face.exits == (2, 0, 1, 3)
    assert colours(face) == "MBNO"


@pytest.mark.parametrize("kind", KINDS)
def test_turning_takes_each_path_with_its_colour(kind: str) -> None:
    """T3-4: path p to exit e becomes path 3 - e to exit 3 - p."""
    upright, turned = FACES[kind, False], FACES[kind, True]
    for path, leaves in enumerate(upright.exits):
        assert turned.exits[3 - leaves] == 3 - path
        assert turned.entries[3 - path] == 3 - leaves
        assert turned.colours[3 - leaves] == upright.colours[path]


def test_one_kind_has_the_same_paths_either_way_up() -> None:
    """T3-23: and still the record says how it lies."""
    assert FACES["3210", True].exits == FACES["3210", False].exits
    assert FACES["3210", True].turned
    assert not FACES["3210", False].turned


def test_there_is_one_face_for_each_way_that_a_card_may_lie() -> None:
    face = FACES["0312", True]

    again = pickle.loads(pickle.dumps(face))  # noqa: S301 - our own bytes

    assert again is copy.deepcopy(face) is copy.copy(face) is face


def test_there_are_more_zones_for_more_players() -> None:
    """T3-10: the larger of 4 and players + 1."""
    assert [zones_for(players) for players in (2, 3, 4, 5)] == [4, 4, 5, 6]
