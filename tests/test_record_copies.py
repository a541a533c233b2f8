"""Redacting the bytes of a record: what a copy shows, and what it never tells."""

import re
from typing import Any

import pytest
from independent_verifier import verify
from made_up import (
    ANSWERS,
    BIDS,
    CHOOSE,
    DRAW,
    DRAWN,
    LITTLE_GAME,
    LOOK,
    SAID,
    SAY,
    SEEN,
    drop_openings,
    played,
)

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.chain import frame_bytes
from timecore.chance import Luck
from timecore.errors import UsageError
from timecore.hidden import HIDDEN
from timecore.record import RawRecord, read, redact


@pytest.mark.parametrize(
    ("viewer", "shows"), [(None, "full"), (PUBLIC, "public"), (0, "seat 0"), (1, "seat 1")]
)
def test_a_copy_shows_what_it_was_made_for(viewer: Any, shows: str) -> None:
    copy = read(redact(played(*LITTLE_GAME), viewer))

    assert copy.damage is None
    assert copy.shows == shows
    assert copy.head == played(*LITTLE_GAME).head
    assert verify(copy.to_bytes()).shows == shows


def test_of_several_seats_that_see_the_same_the_lowest_is_named() -> None:
    looked = played((0, (LOOK, 2, ("C9",)), []))

    assert read(redact(looked, 2)).shows == "seat 0"
    assert read(redact(looked, 1)).shows == "public"
    assert played((2, (SAY, 1), []), luck=Luck.manual()).shows == "full"


def test_a_copy_with_one_opening_given_away_is_partial() -> None:
    record = played(*LITTLE_GAME)

    assert drop_openings(record, lambda n: n in (0, 2)).shows == "partial"
    assert drop_openings(record, lambda _: True).shows == "full"


def test_what_a_copy_shows_is_counted() -> None:
    record = played(*LITTLE_GAME)

    assert (record.commitments, record.opened) == (13, 13)
    copy = read(redact(record, PUBLIC, erase=[1]))
    assert (copy.commitments, copy.opened) == (13, 2)


def test_a_seat_sees_its_fields_and_nobody_sees_what_is_for_nobody() -> None:
    record = played(*LITTLE_GAME)
    seen = {viewer: read(redact(record, viewer)).entries for viewer in (PUBLIC, 0, 1, 2)}

    for viewer, entries in seen.items():
        drawn, black, look, choice, fork, last = entries
        card = "C4" if viewer == 1 else HIDDEN
        assert (drawn.move, drawn.events) == ((DRAW, 1, card), ((DRAWN, 1, card),))
        assert (black.move, black.events) == ((DRAW, 0, "black"), ((DRAWN, 0, "black"),))
        cards = ("C9", "C1") if viewer in (0, 2) else HIDDEN
        assert look.move == (LOOK, 2, cards)
        assert look.events == ((SEEN, (2, 0), cards), (SAID, True))
        assert choice.move == (CHOOSE, None if viewer == 2 else HIDDEN)
        bids = ((0, 5), (1, None)) if viewer == 2 else HIDDEN
        assert choice.events == ((BIDS, 2, bids, ((1,),)), (ANSWERS, HIDDEN))
        assert fork.move == ("Branch", Luck.given("8", 2).redacted())
        assert last.move[2] == (("C2", b"\x01") if viewer == 2 else HIDDEN)


def test_erasing_a_person_drops_the_name_from_any_copy_and_keeps_the_head() -> None:
    record = played(*LITTLE_GAME)
    for viewer in (None, PUBLIC, 1):
        data = redact(record, viewer, erase=[0, 2])
        copy = read(data)
        assert [name for name, _ in copy.header.seats] == [HIDDEN, "Ben", HIDDEN]
        assert copy.head == record.head
        assert b"Ana" not in data
        assert copy.shows == ("full" if viewer is None else "public" if viewer is PUBLIC else "seat 1")


def test_a_copy_of_a_copy_shows_no_more_than_both() -> None:
    record = played(*LITTLE_GAME)
    seat = read(redact(record, 2, erase=[0]))

    assert redact(seat, PUBLIC) == redact(record, PUBLIC, erase=[0])
    assert redact(seat, 0) == redact(read(redact(record, 0, erase=[0])), 2)
    assert redact(seat, None) == seat.to_bytes()


@pytest.mark.parametrize("seat", [3, -1, TABLE, True, "0"])
def test_there_is_no_copy_for_a_seat_that_is_not_there(seat: Any) -> None:
    record = played(*LITTLE_GAME)

    with pytest.raises(UsageError, match="there is no seat"):
        redact(record, seat)
    with pytest.raises(UsageError, match="there is no seat"):
        redact(record, PUBLIC, erase=[seat])


def masked(record: RawRecord) -> bytes:
    """The bytes of a record with all digests and salts made equal."""
    blank = re.sub(
        rb"\xc7\x20\x01.{32}", b"\xc7\x20\x01" + bytes(32), record.header.to_bytes(), flags=re.DOTALL
    )
    out = [blank[: -34 - sum(len(salt) + len(raw) + 5 for salt, raw in record.header.openings)]]
    for entry in record.entries:
        body = re.sub(rb"\xc7\x20\x01.{32}", b"\xc7\x20\x01" + bytes(32), entry.body, flags=re.DOTALL)
        out.append(frame_bytes(body, [(bytes(16), raw) for _, raw in entry.openings], bytes(32)))
    return b"".join(out)


@pytest.mark.parametrize("luck", ["sealed", "given"])
def test_games_that_look_the_same_give_files_that_differ_only_in_digests_and_salts(luck: str) -> None:
    """The file-level law: neither length nor any byte of a copy tells what its viewer may not see."""

    def game(hidden: Any, text: str) -> RawRecord:
        return played(
            (CHANCE, (DRAW, 1, "C4"), [(DRAWN, 1, "C4")]),
            (CHANCE, (DRAW, 2, hidden), [(DRAWN, 2, hidden)]),
            (2, (CHOOSE, hidden), [(ANSWERS, ((0, hidden),)), (BIDS, 2, ((0, hidden),), None)]),
            (TABLE, ("Branch", Luck.given(text, 4) if luck == "given" else Luck.sealed(4)), []),
            luck=Luck.given("7", 4) if luck == "given" else None,
        )

    one, two = game(None, "a"), game(("a", "very long secret", 2**60), "a")
    for viewer in (PUBLIC, 0, 1):
        copies = [redact(record, viewer) for record in (one, two)]
        assert len(copies[0]) == len(copies[1])
        if luck == "given":  # sealed luck has roots that differ as well
            assert masked(read(copies[0])) == masked(read(copies[1]))
    assert len(redact(one, 2)) != len(redact(two, 2))
