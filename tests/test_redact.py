"""What a viewer may see of an entry."""

import pytest
from tiny.events import BidMade, BoxClosed, Dealt, HandShown, JokerDealt, Played
from tiny.moves import Bid, Deal, Play

from timecore.actors import CHANCE, PUBLIC, TABLE, Viewer
from timecore.entry import Entry
from timecore.hidden import HIDDEN
from timecore.redact import redact, redact_message, sees
from timecore.table import Note, RevealSeed

EVERYBODY: tuple[Viewer, ...] = (0, 1, 2, 3, PUBLIC)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_public_field_is_seen_by_all(viewer: Viewer) -> None:
    assert sees(viewer, None)


def test_a_private_field_is_seen_by_its_seats_only() -> None:
    assert [viewer for viewer in EVERYBODY if sees(viewer, frozenset({0, 2}))] == [0, 2]
    assert not any(sees(viewer, frozenset()) for viewer in EVERYBODY)


def test_what_stands_in_move_and_event_is_hidden_in_both() -> None:
    entry = Entry(5, CHANCE, Deal(1, "ace"), (Dealt(1, "ace"),))

    assert redact(entry, 1) is entry
    for viewer in (0, 2, PUBLIC):
        assert redact(entry, viewer) == Entry(5, CHANCE, Deal(1, HIDDEN), (Dealt(1, HIDDEN),))


def test_two_seats_may_see_what_others_do_not() -> None:
    shown = HandShown(2, 0, ("ace", "king"))

    for seat in (0, 2):
        assert redact_message(shown, seat, actor=1) is shown
    for viewer in (1, 3, PUBLIC):
        assert redact_message(shown, viewer, actor=1) == HandShown(2, 0, HIDDEN)


def test_nobody_sees_what_is_for_nobody() -> None:
    for viewer in EVERYBODY:
        assert redact_message(BoxClosed((1, 2)), viewer, actor=CHANCE) == BoxClosed(HIDDEN)


def test_a_value_of_a_public_kind_is_hidden_from_nobody() -> None:
    entry = Entry(5, CHANCE, Deal(1, "joker"), (JokerDealt(1),))

    for viewer in EVERYBODY:
        assert redact(entry, viewer) is entry


def test_the_actors_own_field_is_its_actors_whoever_the_event_names() -> None:
    entry = Entry(7, 2, Bid(None), (BidMade(2, None),))

    assert redact(entry, 2) is entry
    assert redact(entry, 0) == Entry(7, 2, Bid(HIDDEN), (BidMade(2, HIDDEN),))


def test_a_field_for_the_actor_is_seen_by_nobody_if_that_is_no_seat() -> None:
    for actor in (CHANCE, TABLE):
        for viewer in EVERYBODY:
            assert redact_message(Bid(5), viewer, actor) == Bid(HIDDEN)


def test_none_is_hidden_as_any_value_is() -> None:
    """Else a bid of nothing would be told from any other by what stands in its place."""
    assert redact_message(Bid(None), PUBLIC, actor=0) == redact_message(Bid(70_000), PUBLIC, actor=0)


def test_what_is_hidden_stays_hidden() -> None:
    entry = Entry(5, CHANCE, Deal(1, "ace"), (Dealt(1, "ace"),))
    public = redact(entry, PUBLIC)

    assert redact(public, 1) is public


def test_number_actor_and_meta_stay() -> None:
    entry = Entry(7, 2, Bid(5), (BidMade(2, 5), Played(2, "ace")), {"time": "now"})

    seen = redact(entry, 0)

    assert (seen.seq, seen.actor, seen.meta) == (7, 2, {"time": "now"})
    assert seen.events[1] == Played(2, "ace")


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, 0, Play("ace"), (Played(0, "ace"),)),
        Entry(2, TABLE, Note("rain")),
        Entry(3, TABLE, RevealSeed(bytes(16), bytes(32))),
    ],
)
def test_an_entry_without_secrets_is_seen_as_it_is(entry: Entry) -> None:
    for viewer in EVERYBODY:
        assert redact(entry, viewer) is entry
