"""Deck files (CW-10, CW-11): what they may say, and that all faults of one are told at once."""

import json
import pickle
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rulesets.chicken_time_warp.short import deck_of

from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.errors import FileRefused, OptionRefused
from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.rulesets.chicken_time_warp.builtin import built_in_deck
from timecore.rulesets.chicken_time_warp.cards import BLACK, KINDS

BOX = (
    files("timecore.rulesets.chicken_time_warp")
    .joinpath("decks", "chicken_time_warp.toml")
    .read_text("utf-8")
)


def written(counts: dict[str, int] | None = None, top: str = 'name = "Mine"', card: str = "") -> str:
    """A deck file, without what may be left out."""
    lines = ["format = 1", 'game = "chicken_time_warp"', top]
    for kind, count in (counts or dict(built_in_deck())).items():
        lines += ["[[cards]]", f'kind = "{kind}"', f"count = {count}", card]
    return "\n".join(lines)


def faults(text: str | bytes) -> list[str]:
    """The faults of a file, each in a line."""
    data = text.encode() if isinstance(text, str) else text
    found = RULESET.check_file(data)
    assert {fault.rule for fault in found} <= {"CW-11"}
    return [": ".join(filter(None, (fault.place, fault.what))) for fault in found]


def test_the_deck_of_the_box_has_no_faults_and_names_sources() -> None:
    """CW-10, CW-3: every kind with its count, colour, names and texts in two languages."""
    import tomllib  # noqa: PLC0415

    assert faults(BOX) == []
    assert RULESET.with_file(BOX.encode()).file_name == "CrashStache Games, 2019"
    cards = tomllib.loads(BOX)["cards"]
    assert [card["kind"] for card in cards] == list(KINDS)
    assert [card["kind"] for card in cards if card["black"]] == list(BLACK)
    for card in cards:
        assert card["count_source"] in ("published", "owner")
        assert set(card["name"]) == set(card["text"]) == {"en", "es"}


def test_a_file_needs_kinds_and_counts_and_little_else() -> None:
    """CW-11: a total, which need not be 54, colours, names and texts may be left out."""
    rules = RULESET.with_file(written(deck_of(rev=9)).encode())

    assert rules.file_name == "Mine"
    assert rules.file_value == deck_of(rev=9)
    assert RULESET.file_name is None
    assert RULESET.file_value is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\xff", ["it is not UTF-8: invalid start byte at byte 0"]),
        ("x =", ["it is not TOML: Invalid value (at end of document)"]),
        ("x = " + "[" * 3000, ["it is nested too deeply"]),
        (
            "",
            [
                "format must be 1, and is missing",
                'game must be "chicken_time_warp", and is missing',
                "name must be a text that is not blank, and is missing",
                "cards must be an array of tables, and is missing",
            ],
        ),
        (
            'format = 2\ngame = "timeline"\nname = " "\ntotal = -1\ncards = 3\nmore = 1\n[timeline]\nminutes = []',
            [
                "format must be 1, not 2",
                'game must be "chicken_time_warp", not "timeline"',
                'name must be a text that is not blank, not " "',
                "total must be a whole number, not -1",
                "timeline must be that of the game, with minutes 10 to 1 and escape_window 0",
                "cards must be an array of tables, not 3",
                'there is no field "more"',
            ],
        ),
        (
            written(top='name = "Mine"\n' + "\n".join(f"x{n} = {n}" for n in range(12))),
            [
                *[f'there is no field "x{n}"' for n in range(9)],
                'there is no field "x9", nor 2 more that stand there',
            ],
        ),
        (written(deck_of(pod=2)), ["card 1 (escape_pod): count must be 1, not 2"]),
        (
            written(deck_of(mooch=-1)),
            ["card 9 (mooch): count must be a whole number from 0 to 9007199254740991, not -1"],
        ),
        (
            written(deck_of(clux=0, swap=0, block=0, thief=0, peek=0, rev=1, mooch=3)),
            ["there are 11 cards that are not black, and 3 players need 12"],
        ),
        (written(deck_of(clux=0, swap=0, block=0, thief=0, peek=0, rev=2, mooch=3)), []),
        (
            written(dict(reversed(deck_of().items()))),
            [
                f"card {position} ({kind}): it must stand in the order of kinds: {', '.join(KINDS)}"
                for position, kind in list(enumerate(reversed(KINDS), 1))[1:]
            ],
        ),
    ],
)
def test_all_faults_of_a_file_are_told_at_once(text: str | bytes, expected: list[str]) -> None:
    """CW-11: first those of the file, then those of its cards in their order."""
    assert faults(text) == expected


def test_each_card_is_told_with_its_place_and_kind() -> None:
    """CW-11."""
    cards: list[Any] = [{"kind": kind, "count": count} for kind, count in built_in_deck().items()]
    cards[1] |= {
        "count": 3.5,
        "black": True,
        "count_source": 1,
        "name": "x",
        "text": {"en": 1},
        "colour": "red",
    }
    cards[2] = {"kind": "joker", "count": 1}
    cards[3] = {"count": 1}
    cards[4] = 7
    cards[5]["kind"] = "escape_pod"
    del cards[6]["count"]
    text = 'format = 1\ngame = "chicken_time_warp"\nname = "Mine"\ncards = [\n'
    for card in cards:
        inside = (
            ", ".join(f"{name} = {_toml(value)}" for name, value in card.items())
            if type(card) is dict
            else ""
        )
        text += f"  {{{inside}}},\n" if inside else f"  {card},\n"

    assert faults(text + "]") == [
        "card 2 (clux_capacitor): count must be a whole number from 0 to 9007199254740991, not 3.5",
        "card 2 (clux_capacitor): black must be false, not true",
        "card 2 (clux_capacitor): count_source must be a text, not 1",
        'card 2 (clux_capacitor): name must be a table of texts, not "x"',
        'card 2 (clux_capacitor): text must be a table of texts, not {"en": 1}',
        'card 2 (clux_capacitor): there is no field "colour"',
        'card 3: kind must be one of the game\'s, not "joker"',
        "card 4: kind must be one of the game's, and is missing",
        "card 5: a card must be a table, not 7",
        "card 6 (escape_pod): count must be 1, not 4",
        "card 6 (escape_pod): card 1 is of the same kind",
        "card 7 (cryogenic_freeze): count must be a whole number from 0 to 9007199254740991, and is missing",
        "the kind swap_hands is missing",
        "the kind swap_block is missing",
        "the kind super_thief is missing",
        "the kind peek_a_boo is missing",
    ]


def _toml(value: Any) -> str:
    if type(value) is dict:
        return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + "}"
    return json.dumps(value)


def test_a_file_with_faults_is_refused_by_the_first() -> None:
    """CW-11."""
    with pytest.raises(FileRefused, match="card 9 \\(mooch\\): count must be") as caught:
        RULESET.with_file(written(deck_of(mooch=-1, rev=-2)).encode())

    assert len(caught.value.faults) == 2
    assert caught.value.option == "deck"


def test_a_game_takes_the_counts_of_a_file_and_needs_it_no_more(tmp_path: Path) -> None:
    """CW-10: a deck file that is changed later does not change an old game."""
    path = tmp_path / "mine.toml"
    path.write_text(written(deck_of(rev=9, dead=7)), "utf-8")
    options = {"players": 5, "deck": str(path)}
    game = Game.new(RULESET, options=options, seed="deck")
    path.unlink()
    simulate(game, make_bots(RULESET, ["careful"] * 5, "deck"))
    data = game.log.to_bytes()
    header = Log.from_bytes(data).header

    assert header.options["deck"] == deck_of(rev=9, dead=7)
    assert header.options["you_dead_cards"] == 7
    assert b"mine.toml" not in data
    assert audit(data).summary == "intact, not attested"
    assert Replay(Log.from_bytes(data)).go(-1).state == game.state
    same = Game.new(RULESET, options={"players": 5, "deck": deck_of(rev=9, dead=7)}, seed="deck")
    assert same.log.header.options == header.options


def test_a_deck_must_be_enough_for_its_players(tmp_path: Path) -> None:
    """CW-11: a file may do for three players and not for six."""
    path = tmp_path / "small.toml"
    path.write_text(written(deck_of(clux=0, swap=0, block=0, thief=0)), "utf-8")

    assert (
        Game.new(RULESET, options={"players": 4, "deck": path}, seed="s").log.header.options["players"] == 4
    )
    with pytest.raises(OptionRefused, match=r"CW-11: .*at least 20 cards that are not black"):
        Game.new(RULESET, options={"players": 5, "deck": path}, seed="s")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """CW-11."""
    with pytest.raises(FileRefused, match=r"CW-11: .*it cannot be read: no such file"):
        Game.new(RULESET, options={"players": 4, "deck": str(tmp_path / "none.toml")}, seed="s")


def test_rules_states_and_options_with_a_deck_pickle() -> None:
    """CW-10."""
    rules = RULESET.with_file(written(deck_of(rev=9)).encode())
    state = rules.start(rules.resolve_options({"players": 3, "deck": rules.file_value}))

    for thing in (rules.file_value, state, state.options):
        assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301 - our own bytes
    assert pickle.loads(pickle.dumps(rules)).file_name == "Mine"  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        (BOX, True),
        (written(), True),
        ("  game\t= 'chicken_time_warp'\nx = [", True),
        ('game = "timeline"', False),
        ("", False),
        ('[x]\ngame = "chicken_time_warp"', False),
    ],
)
def test_a_file_says_that_it_is_for_this_game(text: str, reads: bool) -> None:  # noqa: FBT001 - a table
    """CW-11: whatever else may be wrong with it."""
    assert RULESET.reads_file(text.encode()) is reads
