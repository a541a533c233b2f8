"""The schema in a header: what it may say, what it demands of entries, and reading without the ruleset."""

from typing import Any

import pytest
from tiny import RULESET
from vectors import changed, header_value, vectors_game

from timecore.actors import CHANCE, TABLE
from timecore.codec import Commitment, Misshapen
from timecore.errors import EncodingRefused
from timecore.hidden import HIDDEN, Hidden
from timecore.messages import Event, Move, Vocabulary, field, message
from timecore.schema import ClassSchema, FieldSchema, Place, Schema

DEAL = ("Deal", (("seat", None, None), ("card", ("seat",), None)))
DEALT = ("Dealt", (("seat", None, None), ("card", ("seat",), None)))
SHOWN = ("Shown", (("to", None, None), ("cards", ("to", "actor"), None), ("by", None, ("seat", "card"))))
RAW = ((DEAL,), (DEALT, SHOWN))
SCHEMA = Schema.parse(RAW)

ONE, TWO = Commitment(bytes(32)), Commitment(b"\x01" * 32)


def reason(raw: Any) -> tuple[str, tuple[int, ...]]:
    with pytest.raises(Misshapen) as caught:
        Schema.parse(raw)
    return caught.value.reason, caught.value.path


# -- what a schema may say -------------------------------------------------------------------------------------


def test_a_schema_is_read_and_written_as_it_stands() -> None:
    raw = header_value()["schema"]
    schema = Schema.parse(raw)

    assert schema.raw() == raw
    assert schema == Schema.parse(raw) == vectors_game().header.schema
    assert hash(schema) == hash(Schema.parse(raw))
    assert schema != SCHEMA
    assert [one.name for one in schema.moves] == ["Deal", "Bid", "Play"]
    assert schema.events[4].fields == (FieldSchema("bids", None, ("seat", "amount")),)


def test_the_schema_of_a_ruleset_follows_from_its_classes() -> None:
    assert Schema.of(RULESET) == vectors_game().header.schema


@message
class Twice(Move):
    """A move whose audience names a field twice."""

    a: int
    b: int | Hidden = field(audience=("a", "a"))


def test_a_ruleset_that_a_record_could_not_hold_is_refused() -> None:
    class Odd(type(RULESET)):  # type: ignore[misc]  # any ruleset will do
        moves = Vocabulary([Twice])
        events: Vocabulary[Event[Any]] = Vocabulary([])

    with pytest.raises(EncodingRefused, match="lists of different names"):
        Schema.of(Odd())


@pytest.mark.parametrize(
    ("path", "new", "told", "where"),
    [
        ((), None, "a list of moves and a list of events", ()),
        ((), ((), (), ()), "a list of moves and a list of events", ()),
        ((0,), None, "the moves of the schema must be a list", (0,)),
        ((1,), {}, "the events of the schema must be a list", (1,)),
        ((1, 1), DEALT, "two events of the schema are called 'Dealt'", (1, 1, 0)),
        ((0, 0), ("Deal",), "a name and a list of fields", (0, 0)),
        ((0, 0, 0), 7, "a name and a list of fields", (0, 0)),
        ((0, 0, 1), None, "a name and a list of fields", (0, 0)),
        ((0, 0, 1, 0), ("seat", None), "a name, an audience and names of parts", (0, 0, 1, 0)),
        ((0, 0, 1, 0, 0), b"seat", "a name, an audience and names of parts", (0, 0, 1, 0)),
        ((0, 0, 1, 0, 0), "actor", "no field may be called 'actor'", (0, 0, 1, 0, 0)),
        ((1, 0, 1, 1, 0), "type", "no field may be called 'type'", (1, 0, 1, 1, 0)),
        ((1, 0, 1, 1, 0), "seat", "two fields of Dealt are called 'seat'", (1, 0, 1, 1, 0)),
        ((1, 0, 1, 1, 1), "seat", "lists of different names", (1, 0, 1, 1, 1)),
        ((1, 0, 1, 1, 1), (1,), "lists of different names", (1, 0, 1, 1, 1)),
        ((1, 0, 1, 1, 1), ("seat", "seat"), "lists of different names", (1, 0, 1, 1, 1)),
        ((1, 1, 1, 2, 2), ("seat", "seat"), "lists of different names", (1, 1, 1, 2, 2)),
        ((1, 0, 1, 1, 1), ("card",), "names 'card', which is no public field", (1, 0, 1, 1, 1, 0)),
        ((1, 0, 1, 1, 1), ("seat", "nobody"), "names 'nobody', which is no public field", (1, 0, 1, 1, 1, 1)),
    ],
)
def test_a_schema_that_is_none_is_named_with_its_place(
    path: tuple[int, ...], new: Any, told: str, where: tuple[int, ...]
) -> None:
    found, place = reason(changed(RAW, path, new))

    assert told in found
    assert place == where


def test_moves_and_events_may_share_a_name_and_an_audience_may_be_empty_or_the_actor() -> None:
    raw = (("Say", ()),), (("Say", (("text", (), None), ("more", ("actor",), None))),)

    assert Schema.parse(raw).raw() == raw


# -- what it demands of an entry -------------------------------------------------------------------------------


def places(actor: int, move: tuple[Any, ...], *events: tuple[Any, ...], seats: int = 3) -> list[Place]:
    plan = SCHEMA.check(actor, move, events, seats)
    return [] if plan is None else list(plan.places())


def fault(actor: int, move: tuple[Any, ...], *events: Any) -> tuple[str, tuple[int, ...]]:
    with pytest.raises(Misshapen) as caught:
        SCHEMA.check(actor, move, events, 3)
    return caught.value.reason, caught.value.path


def test_private_fields_are_found_in_the_order_of_the_body_without_those_of_the_move_again() -> None:
    shown = (1, (0, 2), TWO, ((1, "C3"),))

    assert places(CHANCE, (0, 1, ONE), (0, 1, None), shown) == [Place(0, 1), Place(2, 1)]
    assert places(CHANCE, (0, 1, "joker"), (0, 1, None)) == [Place(0, 1)]
    assert [*SCHEMA.plan((0, 1, ONE), ((0, 1, None), shown)).places()] == [Place(0, 1), Place(2, 1)]


BAD_ENTRIES: list[tuple[tuple[Any, ...], tuple[Any, ...], str, tuple[int, ...]]] = [
    ((1, 1, ONE), (), "no move with the code 1", (2, 0)),
    ((-1, 1, ONE), (), "no move with the code -1", (2, 0)),
    ((False, 1, ONE), (), "code of a move must be a whole number", (2, 0)),
    ((0, 1), (), "Deal has 2 fields, not 1", (2,)),
    ((0, 1, ONE, 3), (), "Deal has 2 fields, not 3", (2,)),
    ((0, 1, {}), (), "what no field may hold", (2, 2)),
    ((0, 1, (TWO,)), (), "what no field may hold", (2, 2)),
    ((0, ONE, TWO), (), "what no field may hold", (2, 1)),
    ((0, 3, ONE), (), "must hold a seat", (2, 1)),
    ((0, -1, ONE), (), "must hold a seat", (2, 1)),
    ((0, True, ONE), (), "must hold a seat", (2, 1)),
    ((0, "1", ONE), (), "must hold a seat", (2, 1)),
    ((0, (0, 3), ONE), (), "must hold a seat", (2, 1)),
    ((0, 3, "in clear"), (), "must hold a seat", (2, 1)),
    ((0, 1, ONE), ((2, 1),), "no event with the code 2", (3, 0, 0)),
    ((0, 1, ONE), ((0, 1, None), 5), "begins with its code", (3, 1)),
    ((0, 1, ONE), ((),), "begins with its code", (3, 0)),
    ((0, 1, ONE), ((0, 1, TWO),), "null must stand here", (3, 0, 2)),
    ((0, 1, ONE), ((0, 1, "C3"),), "null must stand here", (3, 0, 2)),
    ((0, 1, "joker"), ((0, 1, "joker"),), "null must stand here", (3, 0, 2)),
    ((0, 1, ONE), ((0, 2, None),), "other seats may see it", (3, 0, 2)),
    ((0, 1, ONE), ((1, 1, TWO, 5),), "null or a list of parts", (3, 0, 3)),
    ((0, 1, ONE), ((1, 1, TWO, ((1,),)),), "a part in the field 'by' must be a list of 2", (3, 0, 3)),
    ((0, 1, ONE), ((1, 1, TWO, ((1, {}),)),), "a part in the field 'by' must be a list of 2", (3, 0, 3)),
]


@pytest.mark.parametrize(("move", "events", "told", "where"), BAD_ENTRIES)
def test_an_entry_against_the_schema_is_named_with_its_place(
    move: tuple[Any, ...], events: tuple[Any, ...], told: str, where: tuple[int, ...]
) -> None:
    found, place = fault(CHANCE, move, *events)

    assert told in found
    assert place == where


def test_the_same_seats_may_be_named_in_another_way() -> None:
    assert places(CHANCE, (0, (2, 1), ONE), (0, (1, 2), None)) == [Place(0, 1)]


def test_what_types_alone_decide_is_kept_and_what_values_decide_is_not() -> None:
    """A row is not right because one with the same types was."""
    for actor in (CHANCE, 0):
        assert places(actor, (0, 1, ONE), (0, 1, None)) == [Place(0, 1)]
        assert places(actor, (0, 1, TWO), (1, (1,), TWO, ((1, 2),))) == [Place(0, 1), Place(1, 1)]
        assert "must hold a seat" in fault(actor, (0, 3, ONE), (0, 3, None))[0]
        assert "a list of 2" in fault(actor, (0, 1, ONE), (1, (1,), TWO, ((1,),)))[0]
        assert "must hold a seat" in fault(actor, (0, True, ONE))[0]


def test_audiences_hold_seats_lists_of_seats_or_nobody() -> None:
    shown = SCHEMA.events[1]

    def seats(to: Any, actor: int) -> Any:
        return shown.audience((1, to, None, None), 1, actor)

    assert seats(2, 0) == {0, 2}
    assert seats((1, 2), 0) == {0, 1, 2}
    assert seats(None, 0) == {0}
    assert seats(None, CHANCE) == seats(None, TABLE) == frozenset()
    assert shown.audience((1, 2, None, None), 0, 0) is None


def test_a_field_has_room_for_as_many_lists_as_the_body_leaves_it() -> None:
    schema = Schema(
        [ClassSchema("M", [FieldSchema("a", None, None)])], [ClassSchema("E", [FieldSchema("a", None, None)])]
    )

    def deep(depth: int) -> tuple[Any, ...]:
        return (deep(depth - 1),) if depth > 1 else ()

    assert schema.check(0, (0, deep(14)), ((0, deep(13)),), 1) is None
    for move, event in [((0, deep(15)), (0, 1)), ((0, 1), (0, deep(14)))]:
        with pytest.raises(Misshapen):
            schema.check(0, move, (event,), 1)


# -- reading without the ruleset -------------------------------------------------------------------------------


def test_rows_become_the_json_objects_that_the_ruleset_would_give() -> None:
    """The names are in the schema, so the code of the ruleset is not needed."""
    record = vectors_game()
    schema = record.header.schema

    for entry in record.entries:
        if type(entry.move[0]) is int:
            assert schema.move_json(entry.move) == RULESET.moves.from_row(entry.move).to_json()
            for row in entry.events:
                assert schema.event_json(row) == RULESET.events.from_row(row).to_json()


def test_hidden_values_bytes_and_parts_have_their_json_form() -> None:
    row = (1, (0, 1), HIDDEN, ((0, None), (1, HIDDEN)))

    assert SCHEMA.event_json(row) == {
        "type": "Shown",
        "to": [0, 1],
        "cards": "?",
        "by": [{"seat": 0, "card": None}, {"seat": 1, "card": "?"}],
    }
    assert SCHEMA.move_json((0, b"\x01\xff", ("a", (b"",))))["card"] == ["a", [""]]
    assert SCHEMA.move_json(("Retract", 12)) == {"type": "Retract", "to": 12}
