"""What ``import timecore`` brings."""

import inspect
import subprocess
import sys

import pytest

import timecore


@pytest.mark.parametrize("name", [name for name in timecore.__all__ if name != "__version__"])
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(timecore, name)

    if isinstance(value, type) or inspect.isfunction(value):
        assert value.__doc__


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="nonesuch"):
        _ = timecore.nonesuch


def test_all_is_complete_and_sorted_as_listed() -> None:
    assert set(timecore.__all__) <= set(dir(timecore))
    assert len(set(timecore.__all__)) == len(timecore.__all__)


def python(code: str) -> list[str]:
    """What a Python of its own prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_importing_loads_nothing_before_it_is_asked_for() -> None:
    found = python("import sys, timecore; print(*(m for m in sys.modules if m.startswith('timecore')))")

    assert sorted(found) == ["timecore", "timecore._version"]


@pytest.mark.parametrize(
    "first", ["", "timecore.fold", "timecore.redact", "timecore.game", "timecore.audit", "timecore.replay"]
)
@pytest.mark.parametrize("name", ["fold", "redact"])
def test_a_function_keeps_its_name_whatever_is_imported_first(first: str, name: str) -> None:
    code = f"import {first or 'sys'}; import timecore; print(type(timecore.{name}).__name__, callable(timecore.{name}))"

    assert python(code) == ["function", "True"]


def test_using_it_loads_no_ruleset_and_nothing_that_only_some_need() -> None:
    code = (
        "import sys, timecore; timecore.Game; timecore.Replay; timecore.Log; "
        "print(*sorted(m for m in sys.modules if m.split('.')[0] in "
        "{'cattrs', 'typer', 'click', 'rich', 'random', 'hypothesis', 'timecore_cli'} "
        "or m.startswith('timecore.rulesets')))"
    )

    assert python(code) == []
