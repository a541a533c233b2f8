"""Moves, events and parts: exact types, audiences, JSON and rows."""

import copy
import pickle
from typing import Any, ClassVar, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from timecore.hidden import HIDDEN, Hidden
from timecore.messages import Event, Message, Move, Part, Vocabulary, field, message


@message
class SeatCard(Part):
    """A card of somebody's."""

    seat: int
    card: str


@message
class Everything(Move):
    """A field of every shape."""

    number: int
    text: str
    flag: bool
    data: bytes
    maybe: int | None
    how: Literal["led", "followed"]
    step: Literal[1, -1]
    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    pair: tuple[str, int]
    pairs: tuple[tuple[str, int], ...]
    parts: tuple[SeatCard, ...] | None


@message
class Nothing(Move):
    """No fields at all."""


@message
class Guess(Event[Any]):
    """Secrets of several kinds."""

    seat: int
    others: tuple[int, ...]
    second: int | None
    mine: str | Hidden = field(audience=("seat",))
    ours: str | Hidden = field(audience=("seat", "others", "second"))
    actors: str | Hidden = field(audience=("actor",))
    nobodys: str | Hidden = field(audience=())
    colour: str | Hidden = field(audience=("seat",), public_if=lambda value: value == "black")
    count: int = 0


RIGHT: dict[str, Any] = {
    "number": 2**64 - 1,
    "text": "ñ",
    "flag": True,
    "data": b"\x00\xff",
    "maybe": None,
    "how": "led",
    "step": -1,
    "numbers": (1, 2),
    "texts": ("a",),
    "pair": ("a", 1),
    "pairs": (("a", 1), ("b", 2)),
    "parts": (SeatCard(0, "ace"),),
}

IN_JSON: dict[str, Any] = {
    "type": "Everything",
    "number": 2**64 - 1,
    "text": "ñ",
    "flag": True,
    "data": "00ff",
    "maybe": None,
    "how": "led",
    "step": -1,
    "numbers": [1, 2],
    "texts": ["a"],
    "pair": ["a", 1],
    "pairs": [["a", 1], ["b", 2]],
    "parts": [{"seat": 0, "card": "ace"}],
}


def guess(**changes: Any) -> Guess:
    values = {"mine": "m", "ours": "o", "actors": "a", "nobodys": "n", "colour": "red"} | changes
    return Guess(1, (2, 3), None, **values)


# -- types -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("number", True),
        ("number", 1.0),
        ("number", None),
        ("number", "1"),
        ("text", b"a"),
        ("text", None),
        ("text", HIDDEN),
        ("flag", 1),
        ("flag", None),
        ("data", "00"),
        ("data", bytearray(b"a")),
        ("maybe", False),
        ("maybe", HIDDEN),
        ("how", "off_suit"),
        ("step", True),
        ("step", 1.0),
        ("step", 0),
        ("numbers", (1, True)),
        ("numbers", (1, 2.0)),
        ("numbers", None),
        ("texts", "ab"),
        ("texts", ("a", 1)),
        ("pair", ("a", 1, 2)),
        ("pair", ("a", True)),
        ("pair", ("a",)),
        ("pairs", (("a", 1), ("b", True))),
        ("parts", ((0, "ace"),)),
        ("parts", (None,)),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, wrong: Any) -> None:
    # The right one first: what is kept of it must not be taken for the wrong one, though 1 == True.
    Everything(**RIGHT)

    with pytest.raises(ValueError, match=f"^{name} of Everything must be "):
        Everything(**RIGHT | {name: wrong})


@pytest.mark.parametrize("wrong", [[1, 2], {1, 2}, {}])
def test_what_can_change_is_refused(wrong: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        Everything(**RIGHT | {"numbers": wrong})


def test_a_text_like_another_is_refused() -> None:
    class Text(str):
        __slots__ = ()

    with pytest.raises(ValueError, match="must be text"):
        SeatCard(0, Text("ace"))


@pytest.mark.parametrize(("first", "second"), [(1, True), (True, 1)])
def test_one_and_true_are_never_taken_for_each_other(first: Any, second: Any) -> None:
    """They are equal as keys of a dictionary, which is how messages are kept."""

    @message
    class Number(Move):
        value: int

    @message
    class Flag(Move):
        value: bool

    right, wrong = (Number, Flag) if type(first) is int else (Flag, Number)
    assert type(right(first).value) is type(first)
    with pytest.raises(ValueError, match="must be"):
        right(second)
    assert type(wrong(second).value) is type(second)


def test_hidden_needs_to_be_allowed() -> None:
    assert guess(mine=HIDDEN).mine is HIDDEN
    with pytest.raises(ValueError, match="count of Guess must be integer"):
        guess(count=HIDDEN)


def test_no_secret_text_is_a_question_mark() -> None:
    """In JSON it could not be told from a hidden one; a public text may be one."""
    with pytest.raises(ValueError, match="mine of Guess must be text"):
        guess(mine="?")
    assert SeatCard(0, "?").card == "?"
    assert SeatCard.from_json({"seat": 0, "card": "?"}) == SeatCard(0, "?")


def test_missing_and_superfluous_arguments_are_python_errors() -> None:
    with pytest.raises(TypeError):
        SeatCard(0)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        SeatCard(0, "ace", 1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        SeatCard(0, suit="A")  # type: ignore[call-arg]


def test_a_field_may_have_a_default() -> None:
    assert guess().count == 0
    assert guess(count=7).count == 7


# -- values ----------------------------------------------------------------------------------------


def test_messages_are_equal_by_class_and_value() -> None:
    @message
    class Other(Part):
        seat: int
        card: str

    assert SeatCard(0, "ace") == SeatCard(0, "ace")
    assert hash(Everything(**RIGHT)) == hash(Everything(**RIGHT))
    assert SeatCard(0, "ace") != SeatCard(1, "ace")
    others: list[Part] = [Other(0, "ace")]
    assert SeatCard(0, "ace") not in others
    assert Nothing() == Nothing()


def test_a_message_shows_its_class_and_fields() -> None:
    assert repr(SeatCard(0, "ace")) == "SeatCard(seat=0, card='ace')"
    assert repr(Nothing()) == "Nothing()"


def test_equal_messages_are_one_object_where_values_allow() -> None:
    assert SeatCard(0, "ace") is SeatCard(0, "ace")
    assert Nothing() is Nothing()


def test_a_list_of_numbers_is_not_taken_for_an_equal_one_of_other_types() -> None:
    @message
    class Listed(Move):
        seats: tuple[int, ...] | None
        flags: tuple[bool, ...] = ()

    vocabulary = Vocabulary((Listed,))
    made = Listed((0, 1), (True,))
    assert made is Listed((0, 1), (True,))
    assert vocabulary.from_row((0, (0, 1), (True,))) is vocabulary.from_row((0, (0, 1), (True,))) == made
    assert Listed(None, ()) is not Listed((), ())
    for seats, flags in [((False, True), (True,)), ((0, 1), (1,)), ((False, 1), (1,))]:
        with pytest.raises(ValueError, match="of Listed must be list of"):
            Listed(seats, flags)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="of Listed must be list of"):
            vocabulary.from_row((0, seats, flags))


def test_a_list_that_may_hold_numbers_and_booleans_says_which_it_holds() -> None:
    @message
    class Either(Move):
        values: tuple[int | bool, ...]
        more: tuple[int, ...] | tuple[bool, ...] = ()

    assert [type(one) for one in Either((1, 0), (1,)).values] == [int, int]
    assert [type(one) for one in Either((True, False), (True,)).values] == [bool, bool]
    assert type(Either((1,), (True,)).more[0]) is bool


def test_hardly_anything_long_is_kept() -> None:
    """Whoever reads records of strangers all day must not be left with all their texts."""

    @message
    class Said(Move):
        what: str
        more: tuple[str, ...] = ()

    vocabulary = Vocabulary((Said,))
    for length in (0, 1000):
        for number in range(100):
            text = f"{number}" + "x" * length
            assert vocabulary.from_row((0, text, ())) == Said(text)
            assert Said("", (text,)) == Said("", (text,)) != Said("", (text, ""))
        kept = [vocabulary.makers[0].cache_info().currsize, Said.__new__.cache_info().currsize]  # type: ignore[attr-defined]
        assert (min(kept) >= 100) if length == 0 else (max(kept) <= 2)


def test_messages_do_not_change() -> None:
    card = SeatCard(0, "ace")

    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        card.card = "king"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        card.suit = "A"  # type: ignore[attr-defined]


@pytest.mark.parametrize("one", [Everything(**RIGHT), guess(mine=HIDDEN), Nothing(), SeatCard(0, "ace")])
def test_messages_pickle_and_copy(one: Message) -> None:
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - its own bytes
    assert copy.copy(one) is one
    assert copy.deepcopy([one])[0] is one


# -- declarations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["type", "actor"])
def test_no_field_is_called_like_something_of_the_record(name: str) -> None:
    cls = type("Bad", (Move,), {"__slots__": (), "__annotations__": {name: int}, "__module__": __name__})

    with pytest.raises(TypeError, match=f"no field may be called '{name}'"):
        message(cls)


@pytest.mark.parametrize("audience", [("nobody",), ("card",), ("secret",)])
def test_an_audience_is_named_by_public_fields(audience: tuple[str, ...]) -> None:
    """A private field in it would give itself away by who sees what."""
    with pytest.raises(TypeError, match=r"Bad\.(card|secret): its audience names"):

        @message
        class Bad(Event[Any]):
            seat: int
            card: str | Hidden = field(audience=audience)
            secret: int | Hidden = field(audience=("seat",))


@pytest.mark.parametrize("annotation", [float, list[int], dict[str, int], object, set[str], Any])
def test_what_a_record_cannot_hold_is_no_type_of_a_field(annotation: Any) -> None:
    cls = type(
        "Bad", (Move,), {"__slots__": (), "__annotations__": {"x": annotation}, "__module__": __name__}
    )

    with pytest.raises(TypeError, match="a message cannot hold"):
        message(cls)


# -- audiences -------------------------------------------------------------------------------------


def seen_by(one: Message, name: str, actor: int) -> frozenset[int] | None:
    index = [spec.name for spec in one.specs].index(name)
    return one.audience(index, actor)


def test_an_audience_is_the_seats_that_its_fields_hold() -> None:
    assert seen_by(guess(), "seat", actor=0) is None
    assert seen_by(guess(), "mine", actor=0) == frozenset({1})
    assert seen_by(guess(), "ours", actor=0) == frozenset({1, 2, 3})
    assert seen_by(guess(), "nobodys", actor=0) == frozenset()


def test_the_word_actor_means_who_made_the_move() -> None:
    assert seen_by(guess(), "actors", actor=5) == frozenset({5})


@pytest.mark.parametrize("actor", [-1, -2])
def test_chance_and_table_are_no_seats(actor: int) -> None:
    assert seen_by(guess(), "actors", actor=actor) == frozenset()


def test_a_value_of_a_public_kind_is_seen_by_all() -> None:
    assert seen_by(guess(colour="red"), "colour", actor=0) == frozenset({1})
    assert seen_by(guess(colour="black"), "colour", actor=0) is None
    assert seen_by(guess(colour=HIDDEN), "colour", actor=0) == frozenset({1})


def test_a_field_is_not_public_because_it_is_none() -> None:
    @message
    class Bid(Move):
        amount: int | Hidden | None = field(audience=("actor",))

    assert seen_by(Bid(None), "amount", actor=2) == frozenset({2})


def test_hiding_fields_leaves_the_others() -> None:
    index = [spec.name for spec in Guess.specs].index("mine")

    assert guess().hide([index]) == guess(mine=HIDDEN)
    assert guess().hide([]) == guess()


# -- JSON ------------------------------------------------------------------------------------------


def test_json_has_the_type_first_and_then_the_fields_in_order() -> None:
    found = Everything(**RIGHT).to_json()

    assert found == IN_JSON
    assert list(found) == list(IN_JSON)
    assert Everything.from_json(IN_JSON) == Everything(**RIGHT)


def test_parts_have_no_type_in_json() -> None:
    assert SeatCard(0, "ace").to_json() == {"seat": 0, "card": "ace"}
    with pytest.raises(ValueError, match="SeatCard has no field"):
        SeatCard.from_json({"type": "SeatCard", "seat": 0, "card": "ace"})


def test_hidden_is_a_question_mark_in_json() -> None:
    hidden = guess(mine=HIDDEN)

    assert hidden.to_json()["mine"] == "?"
    assert Guess.from_json(hidden.to_json()) == hidden


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"surplus": 1}, 'Everything has no field "surplus"'),
        ({"number": "1"}, 'number of Everything must be integer, not "1"'),
        ({"number": True}, "number of Everything must be integer, not true"),
        ({"number": 1.0}, "number of Everything must be integer, not 1.0"),
        ({"flag": 1}, "flag of Everything must be boolean, not 1"),
        ({"data": "0g"}, 'data of Everything must be bytes in hex, not "0g"'),
        ({"data": "FF"}, 'data of Everything must be bytes in hex, not "FF"'),
        ({"data": "0"}, 'data of Everything must be bytes in hex, not "0"'),
        ({"text": None}, "text of Everything must be text, not null"),
        ({"maybe": "?"}, 'maybe of Everything must be integer or null, not "?"'),
        ({"how": "off"}, 'how of Everything must be "led" or "followed", not "off"'),
        ({"step": True}, "step of Everything must be 1 or -1, not true"),
        ({"numbers": [1, True]}, "numbers of Everything must be list of integer, not [1, true]"),
        ({"pair": ["a"]}, 'pair of Everything must be [text, integer], not ["a"]'),
        ({"parts": [[0, "ace"]]}, 'SeatCard must be an object, not [0, "ace"]'),
        ({"parts": [{"seat": 0}]}, 'SeatCard lacks the field "card"'),
    ],
)
def test_json_of_another_shape_is_refused_by_name(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r"Everything|SeatCard") as caught:
        Everything.from_json(IN_JSON | change)

    assert message in str(caught.value)


def test_json_without_a_field_is_refused_by_name() -> None:
    for name in RIGHT:
        with pytest.raises(ValueError, match=f'Everything lacks the field "{name}"'):
            Everything.from_json({key: value for key, value in IN_JSON.items() if key != name})


def test_a_long_wrong_value_is_cut_short_in_the_message() -> None:
    with pytest.raises(ValueError, match="must be integer, not ") as caught:
        Everything.from_json(IN_JSON | {"number": "x" * 10_000})

    assert len(str(caught.value)) < 120


# -- rows ------------------------------------------------------------------------------------------


def test_a_row_has_the_values_in_order_and_parts_as_tuples() -> None:
    row = Everything(**RIGHT).row()

    assert row == (*list(RIGHT.values())[:-1], ((0, "ace"),))
    assert Everything.from_row(row) == Everything(**RIGHT)
    assert Nothing().row() == ()
    assert SeatCard(0, "ace").row() == (0, "ace")


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="SeatCard has 2 fields, not 3"):
        SeatCard.from_row((0, "ace", 1))


# -- vocabularies ----------------------------------------------------------------------------------

WORDS = Vocabulary[Message]([Nothing, Everything, Guess])


def test_a_code_is_the_place_in_the_list() -> None:
    assert WORDS.to_row(Nothing()) == (0,)
    assert WORDS.to_row(guess())[0] == 2
    for one in (Nothing(), Everything(**RIGHT), guess(mine=HIDDEN)):
        assert WORDS.from_row(WORDS.to_row(one)) == one
        assert WORDS.from_json(one.to_json()) == one


@pytest.mark.parametrize("code", [3, -1, True, None, "Nothing", 0.0])
def test_a_code_of_no_class_is_refused(code: Any) -> None:
    with pytest.raises(ValueError, match="no class with the code"):
        WORDS.from_row((code,))


@pytest.mark.parametrize("row", [(0, 1), (2,), (2, 0), (1, *list(RIGHT.values())[:-1], ((0,),))])
def test_a_row_that_is_too_long_or_too_short_is_refused(row: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="fields, not"):
        WORDS.from_row(row)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "must be an object with a type"),
        (None, "must be an object with a type"),
        ({}, "the type is missing"),
        ({"type": "Guessed"}, 'there is no type "Guessed"'),
        ({"type": ["Guess"]}, "there is no type"),
        ({"type": None}, "there is no type null"),
        ({"type": "Nothing", "x": 1}, 'Nothing has no field "x"'),
    ],
)
def test_an_object_of_no_class_is_refused(value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=r"type|field") as caught:
        WORDS.from_json(value)

    assert message in str(caught.value)


def test_no_name_stands_twice_in_a_vocabulary() -> None:
    with pytest.raises(TypeError, match="the same name"):
        Vocabulary[Message]([Nothing, Nothing])


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
_PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


def _nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner) | st.dictionaries(st.text(), inner)


_JSON = st.recursive(_PLAIN, _nested, max_leaves=8)


@given(st.dictionaries(st.sampled_from([*RIGHT, "type", "surplus"]), _JSON), st.sampled_from(list(RIGHT)))
def test_any_json_is_read_exactly_or_refused(changes: dict[str, Any], dropped: str) -> None:
    value = {key: value for key, value in (IN_JSON | changes).items() if key != dropped or dropped in changes}

    try:
        read = WORDS.from_json(value)
    except ValueError:
        return

    assert repr(read.to_json()) == repr({key: value[key] for key in read.to_json()})


@given(st.lists(_SCALARS | st.tuples(_SCALARS, _SCALARS), max_size=13))
def test_any_row_is_read_exactly_or_refused(row: list[Any]) -> None:
    try:
        read = WORDS.from_row([1, *row])
    except ValueError:
        return

    assert repr(WORDS.to_row(read)) == repr((1, *row))


def test_a_private_field_must_be_able_to_be_hidden() -> None:
    with pytest.raises(TypeError, match="Hidden"):

        @message
        class Dealt(Event[object]):
            seat: int
            card: str = field(audience=("seat",))


def test_a_list_of_the_wrong_kind_is_named_with_class_and_field() -> None:
    with pytest.raises(TypeError, match=r"Shown\.cards.*tuple\[X"):

        @message
        class Shown(Event[object]):
            cards: list[int]


# -- how the classes are made ----------------------------------------------------------------------


def test_a_message_may_build_on_another() -> None:
    @message
    class Named(Move):
        made: ClassVar[int] = 7
        cls: str

        def loud(self) -> str:
            return self.cls.upper()

    @message
    class Counted(Named):
        count: int = 2

        def loud(self) -> str:
            return super().loud() * self.count

    one = Counted("ana")

    assert (one.cls, one.count, one.made, one.loud()) == ("ana", 2, 7, "ANAANA")
    assert one is Counted("ana")
    assert one == Counted(cls="ana", count=2)
    assert [spec.name for spec in Counted.specs] == ["cls", "count"]
    assert one != Named("ana")
    match one:
        case Counted(name, count):
            assert (name, count) == ("ana", 2)
    assert not hasattr(one, "__dict__")


def test_annotations_may_be_texts() -> None:
    hints = {"seat": "int | None", "rest": "ClassVar[int]"}
    late: Any = message(type("Late", (Move,), {"__annotations__": hints, "__module__": __name__}))

    assert late(None).row() == (None,)


def test_a_call_with_wrong_arguments_is_refused_by_their_names() -> None:
    with pytest.raises(TypeError, match="'card'"):
        SeatCard(0)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'suit'"):
        SeatCard(0, "ace", suit="A")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        SeatCard(0, "ace", 1)  # type: ignore[call-arg]
