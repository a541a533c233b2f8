"""Options (TL-20 to TL-28)."""

from pathlib import Path
from typing import Any

import msgpack
import pytest
from rulesets.timeline.short import deck_file

from timecore.actors import CHANCE
from timecore.errors import FileRefused, OptionRefused
from timecore.game import Game
from timecore.rulesets.timeline import RULESET
from timecore.rulesets.timeline.builtin import built_in_deck
from timecore.rulesets.timeline.moves import OpenDeck
from timecore.rulesets.timeline.options import Options
from timecore.table import Note

DEFAULTS = {
    "players": 4,
    "cards": 4,
    "deck": "games_and_leisure",
    "first_player": 0,
    "misplaced": "discard",
    "tie_break": "sudden_death",
    "finish_round": True,
}


def refusal(given: dict[str, Any], rules: Any = RULESET) -> OptionRefused:
    with pytest.raises(OptionRefused) as caught:
        rules.resolve_options(given)
    return caught.value


def test_only_the_number_of_players_must_be_given() -> None:
    """TL-20 to TL-27: and a game with names for its seats gives that as well."""
    assert RULESET.options_map(RULESET.resolve_options({"players": 4})) == DEFAULTS
    assert Game.new("timeline", seats=["Ana", "Ben", "Cho", "Dan"], seed="x").log.header.options == DEFAULTS


def test_all_options_may_be_given() -> None:
    """TL-20 to TL-27."""
    given: dict[str, Any] = {
        "players": 2,
        "cards": 5,
        "deck": "example",
        "first_player": 1,
        "misplaced": "insert",
        "tie_break": "shared",
        "finish_round": False,
    }

    assert RULESET.resolve_options(given) == Options(**given)


def test_an_option_that_there_is_not_is_refused() -> None:
    """TL-20."""
    error = refusal({"players": 4, "dealer": 0})

    assert (error.rule, error.option) == ("TL-20", "dealer")


@pytest.mark.parametrize(
    ("rule", "option", "wrong"),
    [
        *(("TL-21", "players", value) for value in (1, 9, 0, -3, True, 4.0, "4", None, [4])),
        *(("TL-22", "cards", value) for value in (0, 13, -1, True, 4.0, "4", "Classic", None)),
        *(("TL-23", "deck", value) for value in ("Example", "", "a b", 5, None, True, ["example"])),
        *(("TL-24", "first_player", value) for value in (4, -1, False, 1.0, "0", None)),
        *(("TL-25", "misplaced", value) for value in ("discards", "Box", None, True, 0)),
        *(("TL-26", "tie_break", value) for value in ("share", "", None, False)),
        *(("TL-27", "finish_round", value) for value in (1, 0, "true", None)),
    ],
)
def test_a_wrong_value_is_refused_with_the_number_of_its_row(rule: str, option: str, wrong: object) -> None:
    """TL-21 to TL-27: types are exact."""
    error = refusal({"players": 4, option: wrong})

    assert (error.rule, error.option, error.value) == (rule, option, wrong)


def test_a_game_without_a_number_of_players_is_refused() -> None:
    """TL-21."""
    assert (refusal({}).rule, refusal({"cards": 4}).option) == ("TL-21", "players")


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 6), (4, 5), (5, 5), (6, 4), (7, 4), (8, 4)])
def test_classic_hands_are_smaller_the_more_there_are(players: int, cards: int) -> None:
    """TL-22, D-2: the number stands in the header."""
    options = RULESET.resolve_options({"players": players, "cards": "classic"})

    assert options.cards == cards
    assert RULESET.options_map(options)["cards"] == cards
    log = Game.new("timeline", options={"players": players, "cards": "classic"}, seed="x").log
    assert log.header.options["cards"] == cards


@pytest.mark.parametrize(
    ("deck", "players", "cards"), [("example", 4, 3), ("example", 2, 6), ("games_and_leisure", 8, 12)]
)
def test_the_deck_must_have_a_card_more_than_are_dealt(deck: str, players: int, cards: int) -> None:
    """TL-23."""
    error = refusal({"deck": deck, "players": players, "cards": cards})

    assert (error.rule, error.option) == ("TL-23", "deck")
    assert f"need {players * cards + 1}" in error.message
    assert RULESET.resolve_options({"deck": deck, "players": players, "cards": cards - 1}).cards == cards - 1


def test_a_deck_that_is_not_built_in_is_asked_for_by_its_path() -> None:
    """TL-23."""
    error = refusal({"players": 2, "deck": "mine"})

    assert error.rule == "TL-23"
    assert "path" in str(error.hint)
    assert ".toml" in str(error.hint)


def test_the_path_of_a_deck_file_is_read_when_the_game_is_made(tmp_path: Path) -> None:
    """TL-23: its id is stored, never the path."""
    path = tmp_path / "some.toml"
    path.write_bytes(deck_file({"a": 1, "b": 2, "c": 3}))
    game = Game.new("timeline", options={"players": 2, "cards": 1, "deck": str(path)}, seed="x")

    assert game.log.header.options["deck"] == "mine"
    assert game.state.cards == ("a", "b", "c")
    assert str(tmp_path).encode() not in game.log.to_bytes()


def test_a_path_alone_is_no_deck() -> None:
    """TL-23: where nobody has read the file."""
    assert refusal({"players": 2, "deck": "mine.toml"}).rule == "TL-23"


def test_a_file_with_faults_makes_no_game(tmp_path: Path) -> None:
    """TL-23: it is refused with TL-11 to TL-16."""
    path = tmp_path / "bad.toml"
    for data, rule in (
        (b"cards", "TL-11"),
        (deck_file({"a": 1}, format="2"), "TL-12"),
        (deck_file({"A": 1}), "TL-13"),
        (deck_file({"a": 0}), "TL-14"),
        (deck_file({"a": 1}, colour='"red"'), "TL-15"),
        (deck_file({"a": 1}) + b'[[cards]]\nid = "a"\ntitle = "Again"\nyear = 2\n', "TL-16"),
    ):
        path.write_bytes(data)
        with pytest.raises(FileRefused, match=f"^{rule}: ") as caught:
            Game.new("timeline", options={"players": 2, "deck": str(path)})
        assert caught.value.rule == rule
    with pytest.raises(FileRefused, match=r"^TL-11: .*cannot be read"):
        Game.new("timeline", options={"players": 2, "deck": str(tmp_path / "missing.toml")})


def test_rules_with_a_deck_at_hand_know_the_built_in_ones_too() -> None:
    """TL-23."""
    rules = RULESET.with_file(deck_file({"a": 1, "b": 2, "c": 3}))

    assert rules.resolve_options({"players": 2, "cards": 1, "deck": "mine"}).deck == "mine"
    assert rules.resolve_options({"players": 2}).deck == "games_and_leisure"
    assert refusal({"players": 2, "cards": 2, "deck": "mine"}, rules).rule == "TL-23"


def test_saved_options_need_no_deck_at_hand() -> None:
    """TL-23, TL-40: but where it is, it must be large enough."""
    stored = {**DEFAULTS, "deck": "mine"}

    assert RULESET.options_map(RULESET.stored_options(stored)) == stored
    with pytest.raises(OptionRefused, match=r"^TL-23"):
        RULESET.stored_options({**DEFAULTS, "deck": "example"})
    with pytest.raises(OptionRefused, match=r"^TL-23"):
        RULESET.stored_options({**DEFAULTS, "deck": "../mine.toml"})
    with pytest.raises(OptionRefused, match=r"^TL-25"):
        RULESET.stored_options({**DEFAULTS, "misplaced": "x"})


def example(**changed: str) -> bytes:
    """The example deck as a file of one's own."""
    text = "".join(
        f'[[cards]]\nid = "{card.id}"\ntitle = "{changed.get(card.id, card.title)}"\nyear = {card.year}\n'
        for card in built_in_deck("example").cards
    )
    return ('format = 1\nid = "example"\ntitle = "Mine"\n' + text).encode()


def test_two_decks_under_one_name_are_refused() -> None:
    """TL-28: the id of a built-in deck, and other years."""
    rules = RULESET.with_file(deck_file({"a": 1, "b": 2, "c": 3}, id='"example"'))
    error = refusal({"players": 2, "cards": 1, "deck": "example"}, rules)

    assert (error.rule, error.option) == ("TL-28", "deck")


def test_a_translation_of_a_built_in_deck_is_the_same_deck() -> None:
    """TL-28, TL-18: its digest is that of the other."""
    rules = RULESET.with_file(example(a="Suceso A"))
    state = rules.start(rules.resolve_options({"players": 2, "cards": 1, "deck": "example"}))
    (event,) = rules.decide(state, -1, rules.legal_moves(state, -1)[0])

    assert event.titles[:2] == ("Suceso A", "Event B")  # type: ignore[attr-defined]


def test_a_deck_whose_titles_are_too_large_for_an_entry_is_refused_when_the_game_is_made() -> None:
    """TL-28: 1 MiB is what an entry may have."""

    def with_title(length: int) -> Any:
        data = deck_file({"a": 1, "b": 2, "c": 3}).replace(b'"a!"', b'"' + b"x" * length + b'"')
        return RULESET.with_file(data)

    options = {"players": 2, "cards": 1, "deck": "mine"}
    error = refusal(options, with_title(1024 * 1024))
    assert (error.rule, error.option) == ("TL-28", "deck")

    surplus = int(error.message.split(" bytes")[0].split()[-1]) - 1024 * 1024
    refusal(options, with_title(1024 * 1024 - surplus + 1))
    largest = with_title(1024 * 1024 - surplus)
    game = Game.new(largest, options=options, seed="x")
    body = game.log.record.entries[0].body
    assert 1024 * 1024 - 4 <= len(body) <= 1024 * 1024
    assert type(game.log).from_bytes(game.log.to_bytes(), rules=RULESET).damage is None

    late = Game.new(largest, options=options, luck="manual")
    for _ in range(300):  # whose numbers take more and more bytes
        late.table(Note(""))
    late.play(CHANCE, OpenDeck("mine"))
    assert len(late.state.cards) == 3


def test_a_deck_with_too_many_years_for_an_opening_is_refused_when_the_game_is_made() -> None:
    """TL-28: 64 KiB is what a hidden value may have."""
    options = {"players": 2, "cards": 1, "deck": "mine"}
    most = (64 * 1024 - 3) // 9
    years = {f"c{number}": 20_000_000_000 for number in range(most)}
    assert len(msgpack.packb(list(years.values()))) <= 64 * 1024

    game = Game.new(RULESET.with_file(deck_file(years)), options=options, seed="x")
    assert len(game.state.cards) == most
    assert refusal(options, RULESET.with_file(deck_file({**years, "d": 20_000_000_000}))).rule == "TL-28"
