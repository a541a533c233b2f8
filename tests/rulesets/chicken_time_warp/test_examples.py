"""The worked examples of the rules, CW-E1 to CW-E7: move by move, event by event, view by view."""

import json
from pathlib import Path
from typing import Any

import pytest

from timecore.actors import CHANCE, PUBLIC, Actor, Viewer
from timecore.entry import Entry
from timecore.errors import MoveRefused
from timecore.fold import advance
from timecore.redact import redact
from timecore.rulesets.chicken_time_warp import RULESET
from timecore.testing import Given, given

EXAMPLES: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent / "examples").glob("*.json"))
}


class Table:
    """A game of an example as it goes on, with what everybody sees of it."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.state = RULESET.start(RULESET.resolve_options(options))
        seats = range(options["players"])
        viewers: list[Viewer] = [*seats, PUBLIC]
        self.views = {viewer: self.state.copy() for viewer in viewers}
        self.entries = 0

    def play(self, actor: Actor, asked: dict[str, Any]) -> list[dict[str, Any]]:
        """Make a move; gives the events in JSON."""
        move = RULESET.move_from_json(asked)
        self.entries += 1
        entry = Entry(self.entries, actor, move, RULESET.decide(self.state, actor, move))
        advance(self.state, entry.events)
        for viewer, view in self.views.items():
            advance(view, redact(entry, viewer).events)
        return [event.to_json() for event in entry.events]

    def legal(self, actor: Actor) -> list[dict[str, Any]]:
        return [move.to_json() for move in RULESET.legal_moves(self.state, actor)]


def deal(table: Table, hands: list[list[str]]) -> list[dict[str, Any]]:
    """The deal of an example; gives the events of its last entry."""
    events: list[dict[str, Any]] = []
    for round_ in zip(*hands, strict=True):
        for seat, card in enumerate(round_):
            events = table.play(CHANCE, {"type": "DealCard", "seat": seat, "card": card})
    return events


def test_there_are_seven_examples() -> None:
    """CW-E1 to CW-E7."""
    assert list(EXAMPLES) == [f"CW-E{number}" for number in range(1, 8)]
    assert all(name == one["example"] for name, one in EXAMPLES.items())


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_goes_exactly_as_it_is_told(name: str) -> None:
    """CW-22 to CW-24, CW-26, CW-38, CW-47, CW-59, CW-62, CW-65, CW-67, CW-76, CW-77 at work, among others."""
    example = EXAMPLES[name]
    table = Table(example["options"])
    events = deal(table, example["deal"])
    assert events == example.get("deal_events", events)
    for number, step in enumerate(example["steps"], 1):
        at = f"step {number}"
        actor = step["actor"]
        if "refused" in step:
            before = table.state.to_json()
            with pytest.raises(MoveRefused) as caught:
                table.play(actor, step["move"])
            assert caught.value.rule == step["refused"], at
            assert table.state.to_json() == before, at
            continue
        if "legal" in step:
            assert table.legal(actor) == step["legal"], at
        events = table.play(actor, step["move"])
        assert events == step.get("events", events), at
        after = table.state.to_json()
        assert {field: after[field] for field in step.get("state", {})} == step.get("state", {}), at
        for who, fields in step.get("view", {}).items():
            view = table.views[PUBLIC if who == "none" else int(who)].to_json()
            assert {field: view[field] for field in fields} == fields, f"{at}, as seen by {who}"
        actors = RULESET.to_act(table.state)
        assert list(actors) == step.get("to_act", list(actors)), at
        if "then_legal" in step:
            assert table.legal(actors[0]) == step["then_legal"], at
        if "then_weights" in step:
            assert list(RULESET.weights(table.state)) == step["then_weights"], at
    result = RULESET.result(table.state)
    assert (result and result.to_json()) == example.get("result")


def after(name: str) -> Given:
    """The game at the end of an example."""
    table = Table(EXAMPLES[name]["options"])
    deal(table, EXAMPLES[name]["deal"])
    for step in EXAMPLES[name]["steps"]:
        if "refused" not in step:
            table.play(step["actor"], step["move"])
    return given(RULESET, table.state)


@pytest.mark.parametrize(("name", "winner"), [("CW-E4", 1), ("CW-E7", 2)])
def test_nobody_may_act_when_an_example_is_over(name: str, winner: int) -> None:
    """CW-72: nobody, not even by a move that was legal a moment ago."""
    game = after(name)

    assert game.to_act == ()
    for actor in (CHANCE, 0, 1, 2):
        assert game.legal_moves(actor) == ()
        game.when(actor, {"type": "Pass"}).refused("CW-72", legal=[])
    assert game.state.result.winners == (winner,)
