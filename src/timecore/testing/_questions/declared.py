"""What a ruleset says of itself."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from timecore.messages import Vocabulary
from timecore.ruleset import Ruleset
from timecore.testing._objects import not_plain
from timecore.testing._questions._asking import Paper, about, expect

__all__ = ["RULE_NUMBER"]

RULE_NUMBER: Final = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+[a-z]?")
_NAME: Final = re.compile(r"[a-z0-9_]+")


@about("paper")
def test_its_declarations_are_in_order(paper: Paper) -> None:
    """Name, version, seats, options, rule numbers, draws and languages are what they must be."""
    rules = paper.rules
    draws: object = rules.draws
    version: object = rules.version
    seats: object = rules.seats
    expect(_NAME.fullmatch(rules.name), f"the name {rules.name!r} is not of [a-z0-9_]")
    expect(type(version) is int and version > 0, f"the version must be 1 or more, not {version!r}")
    expect(rules.title.strip() and rules.summary.strip(), "title or summary is empty")
    expect("\n" not in rules.summary, "the summary has more than one line")
    expect(type(seats) is range and seats and seats[0] > 0, f"seats must be a range, not {seats!r}")
    expect(
        type(draws) is int and 1 <= draws <= 65536 and draws.bit_count() == 1,
        f"draws must be a power of two from 1 to 65536, not {draws!r}",
    )
    expect(rules.languages[:1] == ("en",), "English must be the first language")
    expect(isinstance(rules.moves, Vocabulary), "moves must be a Vocabulary")
    expect(isinstance(rules.events, Vocabulary), "events must be a Vocabulary")
    numbers = {spec.name: spec.rule for spec in rules.option_specs}
    expect("players" in numbers, "there is no option players")
    numbers |= {"options_rule": rules.options_rule, "move_rule": rules.move_rule}
    for name, rule in numbers.items():
        expect(RULE_NUMBER.fullmatch(rule), f"{name}: {rule!r} is no rule number such as TC-44")


@about("options")
def test_resolved_options_resolve_to_themselves(asked: tuple[Ruleset[Any], dict[str, Any]]) -> None:
    """What a header holds of the options is plain JSON and gives the same options again."""
    rules, options = asked
    resolved = rules.resolve_options(options)
    stored = rules.options_map(resolved)
    bad = not_plain(stored)
    expect(bad is None, f"the options are not plain JSON: {bad}")
    names = [spec.name for spec in rules.option_specs]
    expect(list(stored) == names, f"stored are {list(stored)}, declared {names}")
    again = rules.resolve_options(json.loads(json.dumps(stored)))
    expect(again == resolved, f"stored and resolved again, {resolved} becomes {again}")
    expect(resolved.players in rules.seats, f"{resolved.players} players are not in {rules.seats}")
