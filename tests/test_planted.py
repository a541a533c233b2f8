"""The record with a planted bug, which the guided tour of docs/how-to/find-the-bug.md looks for."""

from pathlib import Path

import pytest

from timecore.audit import audit
from timecore.bots import make_bots, simulate
from timecore.game import Game
from timecore.messages import Event, Move
from timecore.rulesets.time_chase import TimeChase
from timecore.rulesets.time_chase.events import FuelGained
from timecore.rulesets.time_chase.state import State

PLANTED = Path(__file__).parents[1] / "replays" / "planted" / "time_chase-4p.msgpack"
NAMES = ("Ana", "Ben", "Cho", "Dan")
SEED = "planted 2"
CHO = 2


class Forgetful(TimeChase):
    """Rules with one mistake: in round 4 they forget a disc of Cho's, so that her income is 2 and not 1 (TC-78)."""

    def decide(self, state: State, actor: int, move: Move) -> tuple[Event[State], ...]:
        """The events that a move causes, one of them wrong."""
        return tuple(
            FuelGained(CHO, 2, "income")
            if state.round == 4 and event == FuelGained(CHO, 1, "income")
            else event
            for event in super().decide(state, actor, move)
        )


def by_forgetful_rules() -> Game:
    game = Game.new(Forgetful(), seats=NAMES, seed=SEED)
    simulate(game, make_bots(game.rules, ["random"] * len(NAMES), SEED))
    return game


def test_the_record_is_what_forgetful_rules_make(request: pytest.FixtureRequest) -> None:
    data = by_forgetful_rules().log.to_bytes()
    if request.config.getoption("--golden-update"):
        PLANTED.write_bytes(data)

    assert PLANTED.read_bytes() == data


def test_the_audit_names_the_wrong_consequence_and_nothing_else() -> None:
    report = audit(PLANTED.read_bytes())

    assert report.summary == "irregular at entry 69"
    assert [(finding.verdict, finding.entry, finding.event) for finding in report.findings] == [
        ("rules", 69, 8)
    ]
