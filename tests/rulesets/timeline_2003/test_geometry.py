"""Where every path of the board leads: properties of all boards, and the drawings in the docstrings."""

from hypothesis import given as for_all
from hypothesis import strategies as st

from timecore.rulesets.timeline_2003.cards import FACES, Face
from timecore.rulesets.timeline_2003.geometry import (
    HEIGHT,
    Zone,
    covering,
    crossings,
    left,
    line_from_market,
    line_of,
    missing,
    origin,
    path_met,
    right,
    slid,
)

#: Lanes around and far from any stack that is made here.
LANES = range(-40, 60)

FACE = st.sampled_from(list(FACES.values()))


def zone_of(top: int, *faces: Face | None) -> Zone:
    return Zone(top, list(range(len(faces))), list(faces))


STACK = st.builds(
    lambda top, faces: zone_of(top, *faces),
    st.integers(-20, 20),
    st.lists(st.none() | FACE, min_size=1, max_size=5),
)
BOARD = st.lists(STACK, min_size=4, max_size=6)


@for_all(STACK)
def test_left_inverts_right(zone: Zone) -> None:
    """T3-14, invariant 7."""
    for lane in LANES:
        assert left(zone, right(zone, lane)) == lane
        assert right(zone, left(zone, lane)) == lane


@for_all(STACK)
def test_a_card_keeps_its_lanes_and_all_else_is_straight(zone: Zone) -> None:
    """T3-12, T3-13, T3-14, T3-D14: blanks too are crossed straight."""
    for lane in LANES:
        place = covering(zone, lane)
        face = None if place is None else zone.faces[place]
        if place is None or face is None:
            assert right(zone, lane) == left(zone, lane) == lane
        else:
            top = zone.top + 4 * place
            assert top <= lane < top + 4
            assert right(zone, lane) == top + face.exits[lane - top]
            assert covering(zone, right(zone, lane)) == covering(zone, left(zone, lane)) == place


@for_all(BOARD)
def test_lines_never_merge(zones: list[Zone]) -> None:
    """T3-15, T3-16: and from the market one comes back to where the line began."""
    ends = [crossings(zones, lane)[-1] for lane in LANES]

    assert len(set(ends)) == len(LANES)
    assert [origin(zones, end) for end in ends] == list(LANES)


@for_all(STACK)
def test_a_slide_moves_everything_in_a_zone(zone: Zone) -> None:
    """T3-33, T3-D18: all cards, face up or down, go up one lane, and the zone itself is left as it was."""
    before = zone.copy()
    higher = slid(zone)

    assert zone == before
    assert higher.cards == zone.cards
    for lane in LANES:
        assert covering(higher, lane - 1) == covering(zone, lane)
        assert right(higher, lane - 1) == right(zone, lane) - 1
        assert left(higher, lane - 1) == left(zone, lane) - 1
        assert missing(higher, lane - 1) == missing(zone, lane)


@for_all(BOARD, st.data())
def test_a_slide_moves_nothing_else(zones: list[Zone], data: st.DataObject) -> None:
    """T3-33: a line is the same up to the zone that has slid."""
    index = data.draw(st.integers(0, len(zones) - 1))
    after = [slid(zone) if place == index else zone for place, zone in enumerate(zones)]
    for lane in LANES:
        assert crossings(after, lane)[: index + 1] == crossings(zones, lane)[: index + 1]
        for before, now in zip(zones[index + 1 :], after[index + 1 :], strict=True):
            assert right(now, lane) == right(before, lane)


@for_all(STACK, st.sampled_from(LANES))
def test_just_so_many_cards_are_missing_as_cover_a_lane(zone: Zone, lane: int) -> None:
    """T3-28: above the stack a number below 0, below it one over 0; T3-D16: the place is unique."""
    needed = missing(zone, lane)
    assert (needed == 0) is (covering(zone, lane) is not None)
    for laid in range(1, abs(needed) + 1):
        above, below = ((None,), ()) if needed < 0 else ((), (None,))
        zone = zone_of(zone.top - HEIGHT * len(above), *above, *zone.faces, *below)
        assert (covering(zone, lane) is not None) is (laid == abs(needed))


@for_all(BOARD, st.data())
def test_the_line_of_a_pawn_goes_both_ways(zones: list[Zone], data: st.DataObject) -> None:
    """T3-17: forward by what is right of it, backward by what is left of it, never into column 0."""
    number = data.draw(st.integers(1, len(zones)))
    zone = zones[number - 1]
    place = data.draw(st.integers(0, len(zone.faces) - 1))
    path = data.draw(st.integers(0, 3))
    entry = zone.top + 4 * place + path

    lanes = line_of(zones, number, place, path)

    assert len(lanes) == len(zones) + 1
    assert lanes[number:] == crossings(zones[number:], right(zone, entry))
    # The whole line is one that crosses all boundaries, and its start is where backward steps lead.
    whole = crossings(zones, origin(zones, lanes[-1]))
    assert whole[number:] == lanes[number:]
    assert whole[number - 1] == entry
    for index in range(number - 1):
        assert lanes[index] == whole[index + 1]


@for_all(BOARD, st.sampled_from(LANES))
def test_the_line_of_a_market_goes_backward_only(zones: list[Zone], lane: int) -> None:
    """T3-17: it meets zone Z at the market's lane."""
    lanes = line_from_market(zones, lane)

    assert lanes[-2:] == [lane, lane]
    assert lanes[:-1] == crossings(zones, origin(zones, lane))[1:]


@for_all(BOARD, st.data())
def test_time_travel_can_be_undone(zones: list[Zone], data: st.DataObject) -> None:
    """T3-18, invariant 13: the line of the waypoint reached leads back to the waypoint left."""
    start = data.draw(st.integers(1, len(zones)))
    end = data.draw(st.integers(1, len(zones)).filter(lambda number: number != start))
    place = data.draw(st.integers(0, len(zones[start - 1].faces) - 1))
    path = data.draw(st.integers(0, 3))
    if zones[start - 1].faces[place] is None:
        return

    there = waypoint_met(zones, line_of(zones, start, place, path), end, forward=end > start)
    if there is not None:
        back = line_of(zones, end, *there)
        assert waypoint_met(zones, back, start, forward=start > end) == (place, path)


@for_all(BOARD, st.sampled_from(LANES), st.data())
def test_a_market_left_is_found_again(zones: list[Zone], lane: int, data: st.DataObject) -> None:
    """T3-18, invariant 13."""
    end = data.draw(st.integers(1, len(zones)))
    there = waypoint_met(zones, line_from_market(zones, lane), end, forward=False)
    if there is not None:
        assert line_of(zones, end, *there)[-1] == lane


def waypoint_met(
    zones: list[Zone], lanes: list[int], number: int, *, forward: bool
) -> tuple[int, int] | None:
    """Place and path of the face-up card that a line meets in a zone."""
    zone, lane = zones[number - 1], lanes[number - 1]
    place = covering(zone, lane)
    face = None if place is None else zone.faces[place]
    if place is None or face is None:
        return None
    return place, path_met(face, (lane - zone.top) % 4, forward=forward)


def test_lanes_grow_downward_and_a_card_is_four_high() -> None:
    """T3-9, T3-12: the drawing of a zone."""
    zone = Zone(-2, [7, 1], [None, None])

    assert [covering(zone, lane) for lane in (-3, -2, 1, 2, 5, 6)] == [None, 0, 0, 1, 1, None]


def test_what_is_missing_is_as_drawn() -> None:
    """T3-28: one card on the lanes -2 to 1."""
    zone = zone_of(-2, None)

    assert [missing(zone, lane) for lane in (-7, -6, -3, -2, 1, 2, 5, 6)] == [-2, -1, -1, 0, 0, 1, 1, 2]


def test_crossing_is_as_drawn() -> None:
    """T3-14: the card 1023 on the lanes 0 to 3."""
    zone = zone_of(0, FACES["1023", False])

    assert [right(zone, lane) for lane in range(-1, 5)] == [-1, 1, 0, 2, 3, 4]
    assert [left(zone, lane) for lane in range(-1, 5)] == [-1, 1, 0, 2, 3, 4]


def test_a_path_is_met_by_its_entry_or_by_its_exit() -> None:
    """T3-18: the card 0312, met at quarter 3."""
    face = FACES["0312", False]

    assert path_met(face, 3, forward=True) == 3
    assert path_met(face, 3, forward=False) == 1
