"""Deck files: what is read, and how all that is wrong with one is told (TL-10 to TL-19)."""

import json
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pickle import dumps, loads

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rulesets.timeline.short import deck_file

from timecore.datafile import FileFault
from timecore.errors import FileRefused
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.builtin import BUILT_IN, built_in_deck
from timecore.rulesets.timeline.cards import Card, Deck
from timecore.rulesets.timeline.deckfile import MOST_CARDS, read_deck
from timecore.rulesets.timeline.options import Options

HEAD = 'format = 1\nid = "mine"\ntitle = "Mine"\n'
GOOD = '[[cards]]\nid = "a"\ntitle = "First"\nyear = -5\n'


def faults(text: str | bytes) -> list[tuple[str, int | None, str | None]]:
    """The rule, the position and the id of each fault of a file."""
    data = text if isinstance(text, bytes) else text.encode()
    found = RULESET.check_file(data)
    assert bool(found) is (read_deck(data)[0] is None)
    return [(fault.rule, fault.position, fault.id) for fault in found]


def read(text: str) -> Deck:
    deck, found = read_deck(text.encode())
    assert found == []
    assert deck is not None
    return deck


# -- what is built in -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size"), [("games_and_leisure", 96), ("example", 12)])
def test_two_decks_are_built_in(name: str, size: int) -> None:
    """TL-10: and they are read once."""
    deck = built_in_deck(name)

    assert BUILT_IN[name] == size
    assert (deck.id, len(deck.cards)) == (name, size)
    assert built_in_deck(name) is deck
    assert (
        RULESET.check_file(files("timecore.rulesets.timeline").joinpath(f"decks/{name}.toml").read_bytes())
        == []
    )


def test_the_options_of_a_saved_game_are_read_without_its_deck() -> None:
    """TL-40: reading a deck takes longer than replaying a short game."""
    source = (
        "import sys; from timecore.rulesets.timeline import RULESET as rules; "
        "stored = rules.options_map(rules.stored_options({'players': 4})); "
        "rules.start(rules.stored_options(stored)); print('tomllib' in sys.modules); "
        "rules.deck_named(stored['deck']); print('tomllib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "True"]


def test_the_built_in_decks_have_the_digests_that_records_have() -> None:
    """TL-18: for ever; a date that is set right needs another deck, or version 2 of the rules."""
    assert {name: built_in_deck(name).digest for name in BUILT_IN} == {
        "games_and_leisure": "d54d5c296faee759205b3437fc6be31b02a44552a6e8528d9407a6b0ff72d787",
        "example": "de4cbb1b31f56fc0aceb55c1ec8371047671be66f39c72d7ef7214899b083b19",
    }


def test_the_built_in_deck_is_told_in_spanish_as_well() -> None:
    """TL-15: every card has a title and a subtitle in both languages."""
    deck = built_in_deck("games_and_leisure")

    assert deck.titles == {"es": "Juegos y ocio"}
    for card in deck.cards:
        assert card.titles.keys() == card.subtitles.keys() == {"es"}
        assert card.subtitle
        assert card.source


# -- what cannot be read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff", "it is not UTF-8: invalid start byte at byte 0"),
        (b"format = ", "it is not TOML: Invalid value"),
        (b"a = 1\na = 2\n", "it is not TOML: Cannot overwrite a value"),
        (b"cards = " + b"[" * 100_000, "it is nested too deeply"),
        (b"cards = " + b"[{a=" * 100_000, "it is nested too deeply"),
        (b"a." * 100_000 + b"a = 1\n", "it has a key of very many parts"),
        (b'"\\"" . ' * 100_000 + b"a = 1\n", "it has a key of very many parts"),
        (b"['a'." + b"'.'." * 100_000 + b"a]\n", "it has a key of very many parts"),
        (b"year = " + b"9" * 100_000, "it has a number of too many digits"),
        (b"#" * (16 * 1024 * 1024 + 1), "it has more than 16777216 bytes"),
        (b'a = "\\ud800"', "it is not TOML: Escaped character is not a Unicode scalar value"),
    ],
    ids=[
        "bytes",
        "cut",
        "twice",
        "arrays",
        "tables",
        "dots",
        "quotes",
        "header",
        "digits",
        "long",
        "surrogate",
    ],
)
def test_what_cannot_be_read_is_refused_with_what_the_reader_says(data: bytes, why: str) -> None:
    """TL-11: shortly, whatever stands in the file."""
    (fault,) = RULESET.check_file(data)

    assert (fault.rule, fault.position) == ("TL-11", None)
    assert fault.what.startswith(why)
    assert len(fault.what) <= 200


def test_dots_inside_a_text_make_no_long_key() -> None:
    """TL-11."""
    deck = read(HEAD + GOOD.replace("First", "S.P.E.C.T.R.E. and so on ................................"))

    assert deck.cards[0].title.startswith("S.P.E.C.T.R.E.")


# -- the file as a whole ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace("1", "2"),
        HEAD.replace("1", "true"),
        HEAD.replace("1", "1.0"),
        HEAD.replace("1", '"1"'),
        HEAD.replace("format = 1\n", ""),
        *(
            HEAD.replace('"mine"', wrong)
            for wrong in ('"Mine"', '"my deck"', '"-mine"', '"a__b"', '"a-"', '""', "7")
        ),
        HEAD.replace('id = "mine"\n', ""),
        HEAD.replace('"Mine"', '" \\t"'),
        HEAD.replace('"Mine"', "3"),
        HEAD.replace('title = "Mine"\n', ""),
    ],
)
def test_format_id_and_title_must_be_right(head: str) -> None:
    """TL-12."""
    assert faults(head + GOOD) == [("TL-12", None, None)]


@pytest.mark.parametrize("name", ["mine", "my_deck-2", "0", "a-b_c"])
def test_the_id_of_a_deck_may_have_hyphens_and_underscores(name: str) -> None:
    """TL-12."""
    assert read(HEAD.replace("mine", name) + GOOD).id == name


@pytest.mark.parametrize("cards", ["", "cards = []", "cards = 3", "[cards]\na = 1"])
def test_there_must_be_cards(cards: str) -> None:
    """TL-12."""
    assert faults(HEAD + cards) == [("TL-12", None, None)]


def test_each_of_the_cards_must_be_a_table() -> None:
    """TL-12."""
    assert faults(HEAD + 'cards = [1, {id = "a", title = "A", year = 1}, "x", []]') == [
        ("TL-12", 1, None),
        ("TL-12", 3, None),
        ("TL-12", 4, None),
    ]


# -- cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong", ['"A"', '"a_b"', '"a--b"', '"-a"', '"a-"', '""', '"é"', f'"{"a" * 65}"', "5", "[]"]
)
def test_the_id_of_a_card_is_kebab_case_and_not_long(wrong: str) -> None:
    """TL-13."""
    assert faults(HEAD + GOOD.replace('"a"', wrong)) == [("TL-13", 1, None)]


@pytest.mark.parametrize("right", ["a", "7", "a-1-b", "a" * 64])
def test_an_id_of_64_characters_will_do(right: str) -> None:
    """TL-13."""
    assert read(HEAD + GOOD.replace('"a"', f'"{right}"')).cards[0].id == right


@pytest.mark.parametrize("wrong", ['""', '" \\n"', "5", "true", "[]"])
def test_the_title_of_a_card_is_a_text_that_says_something(wrong: str) -> None:
    """TL-13."""
    assert faults(HEAD + GOOD.replace('"First"', wrong)) == [("TL-13", 1, "a")]


@pytest.mark.parametrize("line", ['id = "a"\n', 'title = "First"\n', "year = -5\n"])
def test_a_card_has_id_title_and_year(line: str) -> None:
    """TL-13."""
    (fault,) = faults(HEAD + GOOD.replace(line, ""))

    assert fault[:2] == ("TL-13", 1)


@pytest.mark.parametrize(
    "wrong",
    [
        "0",
        "-0",
        "true",
        "false",
        "0.0",
        "1.5",
        "inf",
        '"1500"',
        "1500-01-01",
        "1500-01-01T10:00:00Z",
        "10:00:00",
        "20000000001",
        "-20000000001",
        "0x" + "f" * 5000,
        "[1500]",
        "{}",
    ],
)
def test_a_year_is_a_whole_number_and_never_0(wrong: str) -> None:
    """TL-14, TL-2: neither a boolean, a float, a text nor a date of TOML."""
    data = (HEAD + GOOD.replace("-5", wrong)).encode()
    (fault,) = RULESET.check_file(data)

    assert (fault.rule, fault.position, fault.id) == ("TL-14", 1, "a")
    assert len(str(fault)) < 200


@pytest.mark.parametrize("year", [-20_000_000_000, -1, 1, 20_000_000_000])
def test_a_year_may_be_as_far_away_as_the_stars(year: int) -> None:
    """TL-14."""
    assert read(HEAD + GOOD.replace("-5", str(year))).cards[0].year == year


def test_what_the_white_side_says_may_stand_there() -> None:
    """TL-15, TL-14, TL-19: none of it is needed."""
    more = 'subtitle = "S"\nsource = ""\n'
    card = more + 'approx = true\ntitle_es = "T"\ntitle_ast = "U"\nsubtitle_de = "V"\n'
    deck = read(HEAD + more + 'title_fr = "W"\nsubtitle_fr = "X"\n' + GOOD + card)

    assert deck == Deck(
        id="mine",
        title="Mine",
        cards=(
            Card(
                id="a",
                title="First",
                year=-5,
                approx=True,
                subtitle="S",
                source="",
                titles={"es": "T", "ast": "U"},
                subtitles={"de": "V"},
            ),
        ),
        subtitle="S",
        source="",
        titles={"fr": "W"},
        subtitles={"fr": "X"},
    )
    assert read(HEAD + GOOD).cards == (Card(id="a", title="First", year=-5),)


@pytest.mark.parametrize(
    "line",
    [
        "subtitle = 1",
        "source = true",
        "title_es = []",
        "subtitle_es = 5",
        'titel = "T"',
        'title_e = "T"',
        'title_engl = "T"',
        'title_ES = "T"',
        'source_es = "T"',
        '"" = "T"',
    ],
)
def test_a_misspelt_field_or_one_of_another_type_is_refused(line: str) -> None:
    """TL-15: there or in a card."""
    assert faults(HEAD + line + "\n" + GOOD) == [("TL-15", None, None)]
    assert faults(HEAD + GOOD + line + "\n") == [("TL-15", 1, "a")]


def test_approx_is_a_boolean_and_belongs_to_a_card() -> None:
    """TL-15."""
    assert faults(HEAD + "approx = true\n" + GOOD) == [("TL-15", None, None)]
    for wrong in ("1", '"true"', "0.5"):
        assert faults(HEAD + GOOD + f"approx = {wrong}\n") == [("TL-15", 1, "a")]
    assert read(HEAD + GOOD + "approx = false\n").cards[0].approx is False


def test_very_many_strange_fields_are_counted() -> None:
    """TL-15."""
    found = RULESET.check_file((HEAD + GOOD + "".join(f"x{n} = 1\n" for n in range(1000))).encode())

    assert len(found) == 10
    assert found[-1].what == 'there is no field "x9", nor 990 more that stand there'


def test_no_two_cards_have_the_same_id_or_title() -> None:
    """TL-16: titles after trimming and case-folding."""
    other = GOOD.replace('"a"', '"b"')
    assert faults(HEAD + GOOD + other.replace("First", "Second")) == []
    assert faults(HEAD + GOOD + GOOD.replace("First", "Second")) == [("TL-16", 2, "a")]
    assert faults(HEAD + GOOD + other.replace("First", "  FIRST ")) == [("TL-16", 2, "b")]
    assert faults(HEAD + GOOD.replace("First", "Straße") + other.replace("First", "STRASSE")) == [
        ("TL-16", 2, "b")
    ]
    assert faults(HEAD + GOOD * 3) == [("TL-16", n, "a") for n in (2, 2, 3, 3)]


def test_all_faults_are_reported_together() -> None:
    """TL-17: each with the card's position, its id and the rule it breaks."""
    text = (
        'id = "mine"\ntitle = ""\nversion = 3\n'
        + GOOD
        + '[[cards]]\nid = "B"\ntitle = "first"\nyear = 0\n'
        + '[[cards]]\nid = "a"\nyear = 5\nsource = 1\nnote = "n"\n'
    )

    no_id = "id must be of at most 64 lower-case letters and digits, with single hyphens inside"
    no_year = "year must be a whole number from -20000000000 to 20000000000 other than 0"
    assert [str(fault) for fault in RULESET.check_file(text.encode())] == [
        "TL-12: format must be 1, and is missing",
        'TL-12: title must be a text that is not blank, not ""',
        'TL-15: there is no field "version"',
        f'card 2: TL-13: {no_id}, not "B"',
        f"card 2: TL-14: {no_year}, not 0",
        'card 2: TL-16: card 1 has the same title, "first"',
        "card 3 (a): TL-13: title must be a text that is not blank, and is missing",
        "card 3 (a): TL-15: source must be a text, not 1",
        'card 3 (a): TL-15: there is no field "note"',
        "card 3 (a): TL-16: card 1 has the same id",
    ]


def test_rules_are_not_given_a_file_with_faults() -> None:
    """TL-17."""
    data = (HEAD + GOOD.replace("year = -5\n", "") + GOOD.replace("-5", "0")).encode()
    with pytest.raises(FileRefused, match=r"TL-13: card 1 \(a\): year is missing") as caught:
        RULESET.with_file(data)

    assert list(caught.value.faults) == RULESET.check_file(data)
    assert [fault.rule for fault in caught.value.faults] == ["TL-13", "TL-14", "TL-16", "TL-16"]


def test_cards_are_in_the_order_of_their_ids_whatever_their_order_in_the_file() -> None:
    """TL-17: by code points."""
    deck = RULESET.with_file(deck_file({"b": 1, "a-z": 2, "a1": 3, "10": 4, "9": 5, "a": 6})).deck_named(
        "mine"
    )

    assert deck is not None
    assert [card.id for card in deck.cards] == ["10", "9", "a", "a-z", "a1", "b"]


def test_the_digest_is_of_ids_and_years_alone() -> None:
    """TL-18, TL-19: a translation keeps it."""
    one = read(HEAD + GOOD + '[[cards]]\nid = "b"\ntitle = "Second"\nyear = 100\n')
    other = read(
        HEAD.replace("Mine", "Mío")
        + '[[cards]]\nid = "b"\ntitle = "Segunda"\nyear = 100\napprox = true\n'
        + GOOD.replace("First", "Primera")
    )

    assert one.digest == other.digest == sha256(b'[["a",-5],["b",100]]').hexdigest()
    assert one.digest != read(HEAD + GOOD).digest


@for_all(
    st.dictionaries(
        st.from_regex("[a-z0-9]{1,3}(-[a-z0-9]{1,3}){0,2}", fullmatch=True), st.integers(1, 3000), min_size=1
    )
)
def test_the_digest_is_that_of_the_json_text(cards: Mapping[str, int]) -> None:
    """TL-18."""
    deck, found = read_deck(deck_file(cards))
    text = json.dumps([[card, cards[card]] for card in sorted(cards)], separators=(",", ":"))

    assert found == []
    assert deck is not None
    assert deck.digest == sha256(text.encode("ascii")).hexdigest()


def test_the_white_side_is_in_no_state_and_no_event() -> None:
    """TL-19, TL-1: ids, titles and years alone."""
    data = (
        HEAD
        + "".join(
            f'[[cards]]\nid = "c{n}"\ntitle = "T{n}"\nyear = {n + 1}\nsubtitle = "secret"\nsource = "secret"\n'
            'title_es = "secret"\n'
            for n in range(3)
        )
    ).encode()
    rules = RULESET.with_file(data)
    state = rules.start(rules.resolve_options({"players": 2, "cards": 1, "deck": "mine"}))
    (event,) = rules.decide(state, -1, rules.legal_moves(state, -1)[0])
    event.apply(state)

    assert "secret" not in json.dumps([event.to_json(), state.to_json()])


# -- hostile files ----------------------------------------------------------------------------------------------


def test_what_a_strange_file_holds_is_shown_escaped_and_short() -> None:
    """TL-17: no terminal is driven by a deck."""
    text = (
        '"\\u001b[2J" = 1\n'
        + HEAD
        + '[[cards]]\nid = "\\u001b[31m"\ntitle = "\\u0007"\nyear = "\\u202e"\n'
        + f'[[cards]]\nid = "{"x" * 1_000_000}"\ntitle = "{"y" * 1_000_000}"\nyear = 5\n'
        + f'[[cards]]\nid = "c"\ntitle = "{"Y" * 1_000_000}"\nyear = 5\n'
        + '[[cards]]\nid = "d"\ntitle = "\\u009b31m\\n"\nyear = 5\n'
        + '[[cards]]\nid = "e"\ntitle = "\\u009b31m"\nyear = 5\n'
    )
    found = [str(fault) for fault in RULESET.check_file(text.encode())]

    assert len(found) == 6
    assert all(line.isprintable() and len(line) < 250 for line in found)


def test_a_title_may_be_any_text() -> None:
    """TL-13: whoever shows it escapes it; records of strangers hold such titles as well."""
    deck = read(HEAD + GOOD.replace("First", "\\u001b[31m" + "x" * 1_000_000))

    assert len(deck.cards[0].title) == 1_000_005


def test_more_cards_than_a_record_can_hold_are_not_looked_at_one_by_one() -> None:
    """TL-28."""
    assert faults(HEAD + "[[cards]]\n" * (MOST_CARDS + 1)) == [("TL-28", None, None)]


def test_a_large_deck_is_checked_card_by_card() -> None:
    """TL-17: 20,000 cards, each with a fault."""
    found = RULESET.check_file((HEAD + "[[cards]]\nid = 'a'\ntitle = 'A'\n" * 20_000).encode())

    assert len(found) == 20_000 + 2 * 19_999
    assert found[-1] == FileFault("TL-16", 'card 1 has the same title, "A"', 20_000, "a")


def test_rules_with_a_deck_at_hand_pickle() -> None:
    """TL-10: so they cross process pools."""
    rules = loads(dumps(RULESET.with_file(deck_file({"a": 1, "b": 2, "c": 3}))))  # noqa: S301 - our own

    assert rules.file_name == "mine"
    assert rules.deck_named("mine") == RULESET.with_file(deck_file({"c": 3, "b": 2, "a": 1})).deck_named(
        "mine"
    )
    assert rules.resolve_options({"players": 2, "cards": 1, "deck": "mine"}) == Options(
        players=2,
        cards=1,
        deck="mine",
        first_player=0,
        misplaced="discard",
        tie_break="sudden_death",
        finish_round=True,
    )
    assert RULESET.file_name is None
    assert RULESET.deck_named("mine") is None
