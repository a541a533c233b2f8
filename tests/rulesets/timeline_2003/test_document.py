"""What ``docs/rules/timeline_2003.md`` says is what the ruleset does: numbers, cards, drawings, sentences."""

import json
import re
from pathlib import Path

import pytest
from rulesets.timeline_2003.short import after_entry, lines

from timecore.narrate import catalogue
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import FACES, KINDS
from timecore.rulesets.timeline_2003.drawing import wires

TEXT = (Path(__file__).parents[3] / "docs" / "rules" / "timeline_2003.md").read_text(encoding="utf-8")


def section(number: int) -> str:
    """The text below the heading of a section, up to the next."""
    found = re.search(rf"^## {number}\. .*?$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_every_rule_and_every_decision_has_its_number_once() -> None:
    assert re.findall(r"\*\*T3-(\d+)\b", TEXT) == [str(number) for number in range(1, 59)]
    assert re.findall(r"^\| T3-D(\d+) \|", TEXT, re.MULTILINE) == [str(number) for number in range(1, 27)]


def test_the_colours_of_the_document_are_those_of_the_cards() -> None:
    """T3-3."""
    listed = dict(re.findall(r"`(\d{4})` \| ([OMBN] [OMBN] [OMBN] [OMBN]) \|", section(1)))

    assert listed == {kind: " ".join(colour[0] for colour in FACES[kind, False].colours) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_the_cards_of_the_document_are_drawn_as_the_board_draws_them(kind: str) -> None:
    """T3-2."""
    rows = section(1).splitlines()
    (row,) = [
        number for number, text in enumerate(rows) if re.search(rf"^  .*\b{kind}   |^  .*\b{kind}$", text)
    ]
    at = rows[row].index(kind)
    face = FACES[kind, False]
    for path in range(4):
        drawn = face.colours[path][0] + "".join(wire.character for wire in wires(face, 0)[path])
        assert rows[row + 1 + path][at : at + len(drawn)] == drawn


def test_the_boards_of_the_document_are_as_the_ruleset_draws_them() -> None:
    """T3-9 to T3-16."""
    shown = re.findall(r"```text\nafter entry (\d+)\n\n(.*?)\n```", section(15), re.DOTALL)

    assert [int(number) for number, _ in shown] == [7, 8, 16, 21, 25]
    for number, drawn in shown:
        state = after_entry(int(number)).state
        assert drawn in RULESET.board(state, ("Ana", "Ben"), catalogue("en", RULESET))


def test_the_log_of_the_document_is_game_a() -> None:
    listed = re.findall(r"^ *(\d+)  (chance|seat \d)  (\{.*\})$", section(15), re.MULTILINE)

    assert len(listed) == 25
    for (number, actor, move), entry in zip(listed, lines(), strict=True):
        assert (actor == "chance" and entry["actor"] == -1) or actor == f"seat {entry['actor']}"
        assert json.loads(move) == entry["move"] == lines()[int(number) - 1]["move"]


@pytest.mark.parametrize(
    "row", re.findall(r"^\| (`\w+`.*?) \| (.*?) \| (.*?) \|$", section(16), re.MULTILINE)
)
def test_the_sentences_of_the_document_are_those_of_the_ruleset(row: tuple[str, str, str]) -> None:
    """T3-58."""
    _of, english, spanish = (text.removesuffix(".") for text in row)
    texts = catalogue("es", RULESET)

    assert (
        texts.gettext(english) == spanish or texts.ngettext("{act}: {cards} new card", english, 2) == spanish
    )
    assert english != spanish


def test_the_document_has_a_sentence_for_every_event_and_every_move() -> None:
    named = set(re.findall(r"^\| `(\w+)`", section(16), re.MULTILINE))

    assert named >= set(RULESET.events.by_name) | set(RULESET.moves.by_name)
