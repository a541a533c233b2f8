"""From what went wrong to an exit code and a sentence."""

from __future__ import annotations

import inspect

import pytest

from timecore import errors
from timecore.datafile import FileFault
from timecore_cli import _errors

#: What each error of the library means for a command: a new one has to be given its place here.
CODES = {
    errors.TimecoreError: 2,
    errors.UsageError: 2,
    errors.PositionError: 2,
    errors.PathError: 2,
    errors.ConditionError: 2,
    errors.RulesetError: 3,
    errors.RulesetNotFound: 3,
    errors.RulesetUnusable: 3,
    errors.RulesVersionDiffers: 3,
    errors.OptionRefused: 2,
    errors.FileRefused: 2,
    errors.FileMissing: 3,
    errors.MoveRefused: 1,
    errors.InvalidMove: 1,
    errors.IllegalMove: 1,
    errors.RecordError: 2,
    errors.NotARecord: 3,
    errors.FormatUnsupported: 3,
    errors.RecordDamaged: 4,
    errors.EncodingRefused: 2,
    errors.RecordClash: 2,
    errors.RecordLocked: 2,
    errors.RecordClosed: 2,
    errors.ReplayError: 4,
    errors.HiddenValue: 1,
    errors.ImportRefused: 1,
    errors.ProofRefused: 1,
    errors.SigningError: 3,
    errors.KeyRefused: 3,
    errors.NoteRefused: 3,
    errors.RosterRefused: 3,
    errors.TournamentError: 2,
    errors.NotATournament: 3,
    errors.TournamentDamaged: 4,
    errors.TournamentRefused: 1,
    errors.ExtraMissing: 2,
}

SAMPLE = {
    "rule": "TC-1",
    "option": "dealer",
    "actor": 0,
    "move": None,
    "format": 2,
    "entry": 3,
    "byte": 40,
    "torn": True,
    "name": "tiny",
    "package": None,
    "recorded": 2,
    "installed": 1,
    "line": 7,
    "path": "fuel[9]",
    "column": 3,
    "condition": "fuel[0] >",
    "file": "letters",
    "extra": "sign",
    "leaf": 3,
    "faults": (FileFault("TL-11", "it is not TOML"),),
}


def made(kind: type[errors.TimecoreError]) -> errors.TimecoreError:
    """An error of a class, with all that it must be given."""
    needed = {
        name: SAMPLE[name]
        for name, parameter in inspect.signature(kind).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and parameter.default is inspect.Parameter.empty
    }
    return kind("something was wrong", hint="Do something.", **needed)


def test_every_error_of_the_library_has_an_exit_code() -> None:
    """None of them is told as a bug."""
    assert {cls.__name__ for cls in CODES} == set(errors.__all__)


@pytest.mark.parametrize("kind", CODES)
def test_an_error_is_told_with_its_exit_code_and_hint(
    kind: type[errors.TimecoreError], capsys: pytest.CaptureFixture[str]
) -> None:
    """In words, and as an object that holds its attributes."""
    error = made(kind)

    assert _errors.report(error, machine=False) == CODES[kind]
    told = capsys.readouterr().err
    assert told == f"timecore: {error.message}\nHint: Do something.\n"

    assert _errors.report(error, machine=True) == CODES[kind]
    data = capsys.readouterr().err
    assert f'"error": "{kind.__name__}"' in data
    assert f'"exit_code": {CODES[kind]}' in data
    for name in vars(error).keys() - {"__notes__"}:  # the hint once more
        assert f'"{name}": ' in data


def test_a_bug_with_a_long_story_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the exception says."""
    monkeypatch.delenv("TIMECORE_TRACEBACK", raising=False)
    assert _errors.report(RuntimeError("one\ntwo\x1b[2J" + "x" * 10_000), machine=False) == 70

    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert len(lines[0]) < 300
    assert "\x1b" not in lines[0]
