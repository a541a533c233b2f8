"""Everything that is raised on purpose."""

import copy
import multiprocessing
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import timecore.errors
from timecore.datafile import FileFault
from timecore.errors import (
    ConditionError,
    EncodingRefused,
    ExtraMissing,
    FileMissing,
    FileRefused,
    FormatUnsupported,
    HiddenValue,
    IllegalMove,
    ImportRefused,
    InvalidMove,
    KeyRefused,
    MoveRefused,
    NotARecord,
    NotATournament,
    NoteRefused,
    OptionRefused,
    PathError,
    PositionError,
    ProofRefused,
    RecordClash,
    RecordClosed,
    RecordDamaged,
    RecordError,
    RecordLocked,
    ReplayError,
    RosterRefused,
    RulesetError,
    RulesetNotFound,
    RulesetUnusable,
    RulesVersionDiffers,
    SigningError,
    TimecoreError,
    TournamentDamaged,
    TournamentError,
    TournamentRefused,
    UsageError,
)

EXAMPLES: list[TimecoreError] = [
    TimecoreError("m", hint="h"),
    UsageError("m", hint="h"),
    PositionError("m", hint="h"),
    ProofRefused("m", hint="h"),
    PathError("m", path="p", column=3, names=["n"], hint="h"),
    ConditionError("m", condition="c", column=3, hint="h"),
    RulesetError("m", name="n", hint="h"),
    RulesetNotFound("m", name="n", hint="h"),
    RulesetUnusable("m", name="n", package="p", hint="h"),
    RulesVersionDiffers("m", name="n", recorded=2, installed=1, hint="h"),
    OptionRefused("m", rule="TC-10", option="o", value=[1], hint="h"),
    FileRefused("m", option="o", faults=[FileFault("TL-13", "w", 2, "a")], value="v", hint="h"),
    FileMissing("m", name="n", file="f", hint="h"),
    MoveRefused("m", rule="TC-31", hint="h"),
    InvalidMove("m", rule="TC-32", hint="h"),
    IllegalMove("m", rule="TC-44", actor=1, move="x", legal=["y", "z"], hint="h"),
    RecordError("m", entry=3, byte=7, hint="h"),
    NotARecord("m", entry=0, byte=0, hint="h"),
    SigningError("m", hint="h"),
    KeyRefused("m", hint="h"),
    NoteRefused("m", line=3, hint="h"),
    RosterRefused("m", faults=["f", "g"], hint="h"),
    TournamentError("m", hint="h"),
    NotATournament("m", hint="h"),
    TournamentDamaged("m", leaf=3, byte=7, torn=True, hint="h"),
    TournamentRefused("m", hint="h"),
    ExtraMissing("m", extra="e", package="p", hint="h"),
    FormatUnsupported("m", format=2, hint="h"),
    RecordDamaged("m", entry=3, byte=7, torn=True, hint="h"),
    EncodingRefused("m", hint="h"),
    RecordClash("m", hint="h"),
    RecordLocked("m", entry=3, hint="h"),
    RecordClosed("m", byte=7, hint="h"),
    ReplayError("m", entry=3, event=1, field="card", hint="h"),
    HiddenValue("m", entry=3, hint="h"),
    ImportRefused("m", line=4, rule="TC-44", legal=["y"], hint="h"),
]


def data(error: TimecoreError) -> dict[str, Any]:
    return {"kind": type(error), "args": error.args, "text": str(error)} | vars(error)


def test_there_is_an_example_of_every_error() -> None:
    assert {type(error).__name__ for error in EXAMPLES} == set(timecore.errors.__all__)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
class TestEveryError:
    """What holds for all of them."""

    def test_it_pickles_with_all_its_data(self, error: TimecoreError) -> None:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert data(pickle.loads(pickle.dumps(error, protocol))) == data(error)  # noqa: S301 - its own bytes

    def test_it_copies_with_all_its_data(self, error: TimecoreError) -> None:
        assert data(copy.copy(error)) == data(error)
        assert data(copy.deepcopy(error)) == data(error)

    def test_it_keeps_its_notes(self, error: TimecoreError) -> None:
        error = copy.copy(error)
        error.add_note("while testing")

        assert pickle.loads(pickle.dumps(error)).__notes__ == ["Hint: h", "while testing"]  # noqa: S301 - its own bytes

    def test_it_has_a_message_and_a_hint(self, error: TimecoreError) -> None:
        assert error.message == str(error)
        assert error.message.endswith("m")
        assert error.hint == "h"

    def test_its_message_begins_with_its_rule(self, error: TimecoreError) -> None:
        if isinstance(error, MoveRefused | OptionRefused):
            assert str(error) == f"{error.rule}: m"


def test_a_list_of_legal_moves_becomes_a_tuple() -> None:
    """So that nobody changes it, and it compares with what the ruleset gives."""
    illegal = IllegalMove("m", rule="TC-44", actor=1, move="x", legal=["y", "z"])

    assert illegal.legal == ("y", "z")
    assert ImportRefused("m", line=1, legal=["y"]).legal == ("y",)


def _fail() -> None:
    raise IllegalMove("it is not your turn", rule="TC-31", actor=1, move="x", hint="Wait.")


def test_errors_cross_a_process_pool() -> None:
    fresh = multiprocessing.get_context("spawn")

    with ProcessPoolExecutor(1, mp_context=fresh) as pool, pytest.raises(IllegalMove) as caught:
        pool.submit(_fail).result()

    assert caught.value.rule == "TC-31"
    assert caught.value.hint == "Wait."


def test_the_tree_in_the_documentation_is_the_tree_of_classes() -> None:
    documented = re.findall(r"^([ │├└─]*)([A-Z]\w+)", timecore.errors.__doc__ or "", re.MULTILINE)
    parents: dict[str, str] = {}
    path: list[str] = []
    for indent, name in documented:
        if name not in timecore.errors.__all__:
            continue
        depth = len(indent) // 4 - 1
        path[depth:] = [name]
        if depth:
            parents[name] = path[depth - 1]

    actual = {
        name: getattr(timecore.errors, name).__mro__[1].__name__
        for name in timecore.errors.__all__
        if name != "TimecoreError"
    }
    assert parents == actual


def test_those_that_callers_of_python_know_are_theirs() -> None:
    """Whoever catches ``ValueError`` for a wrong argument or ``LookupError`` for a wrong name is right."""
    for error in EXAMPLES:
        expected = (
            LookupError
            if isinstance(error, RulesetError | ExtraMissing)
            else Exception
            if type(error) is TimecoreError
            else ValueError
        )
        assert isinstance(error, expected)
