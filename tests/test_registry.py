"""Finding rulesets by name, those of other packages too."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tiny import RULESET

from timecore.errors import RulesetNotFound, RulesetUnusable
from timecore.registry import GROUP, OWN, RulesetInfo, get_ruleset, installed_rulesets

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Pretend that a package is installed that registers rulesets."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(package: str, points: str, modules: dict[str, str] | None = None) -> None:
        information = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8"
        )
        (information / "entry_points.txt").write_text(f"[{GROUP}]\n{points}\n", "utf-8")
        for name, source in (modules or {}).items():
            (tmp_path / f"{name}.py").write_text(source, "utf-8")
            monkeypatch.delitem(sys.modules, name, raising=False)

    return install


def run(source: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_our_own_rulesets_are_there() -> None:
    for name in OWN:
        assert get_ruleset(name).name == name
        assert RulesetInfo(name, "timecore", OWN[name]) in installed_rulesets()


def test_a_ruleset_of_another_package_is_found_by_its_name(install: Install) -> None:
    install("tiny-games", "tiny = tiny:RULESET")

    assert get_ruleset("tiny") is RULESET
    assert RulesetInfo("tiny", "tiny-games", "tiny:RULESET") in installed_rulesets()


def test_rulesets_are_listed_by_name_without_being_imported(install: Install) -> None:
    install("many-games", "zebra = no_such_module:X\nant = no_such_module:Y")

    names = [info.name for info in installed_rulesets()]

    assert names == sorted(names)
    assert {"ant", "zebra", *OWN} <= set(names)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("", "AttributeError: module 'broken_game' has no attribute 'RULESET'"),
    ],
)
def test_one_that_fails_to_import_is_told_with_its_package_and_hurts_no_other(
    install: Install, source: str, reason: str
) -> None:
    install("bad-games", "broken = broken_game:RULESET", {"broken_game": source})
    install("good-games", "tiny = tiny:RULESET")

    with pytest.raises(RulesetUnusable, match="'broken' of the package bad-games cannot be") as caught:
        get_ruleset("broken")

    assert reason in str(caught.value)
    assert (caught.value.name, caught.value.package) == ("broken", "bad-games")
    assert caught.value.hint == "Reinstall or remove bad-games."
    assert get_ruleset("tiny") is RULESET
    assert {"broken", "tiny", *OWN} <= {info.name for info in installed_rulesets()}


@pytest.mark.parametrize("where", ["tiny:Tiny", "tiny.cards:COPIES", "tiny:RULESET"])
def test_what_is_there_must_be_a_ruleset_of_that_name(install: Install, where: str) -> None:
    install("odd-games", f"odd = {where}")

    with pytest.raises(RulesetUnusable, match="odd-games is no ruleset named 'odd'") as caught:
        get_ruleset("odd")

    assert caught.value.package == "odd-games"


def test_no_package_can_take_a_name_of_ours(install: Install) -> None:
    before = installed_rulesets()
    install("thief", "\n".join(f"{name} = tiny:RULESET" for name in OWN))

    assert installed_rulesets() == before
    for name in OWN:
        assert get_ruleset(name).name == name


def test_a_package_with_broken_metadata_hides_no_other(install: Install) -> None:
    install("garbled", "this is no entry point")
    install("good-games", "tiny = tiny:RULESET")

    assert get_ruleset("tiny") is RULESET
    assert "tiny" in [info.name for info in installed_rulesets()]


def test_an_unknown_name_is_refused_with_what_there_is(install: Install) -> None:
    install("good-games", "tiny = tiny:RULESET")

    with pytest.raises(RulesetNotFound, match="there is no ruleset 'time_chaes'") as caught:
        get_ruleset("time_chaes")
    assert caught.value.hint == "Did you mean time_chase?"
    with pytest.raises(RulesetNotFound) as caught:
        get_ruleset("xyzzy")
    assert caught.value.name == "xyzzy"
    assert caught.value.hint == f"Installed are: {', '.join(sorted([*OWN, 'tiny']))}."


def test_a_name_of_ours_is_resolved_without_reading_any_metadata() -> None:
    """Reading it costs more than starting Python."""
    source = (
        "import sys, timecore.registry as r; r.get_ruleset('time_chase'); "
        "print('importlib.metadata' in sys.modules)"
    )

    assert run(source) == "False"


def test_importing_timecore_loads_no_ruleset() -> None:
    source = "import sys, timecore; print([m for m in sys.modules if m.startswith('timecore.rulesets')])"

    assert run(source) == "[]"


def test_only_the_ruleset_that_is_named_is_imported() -> None:
    source = (
        "import sys; from timecore.registry import get_ruleset; get_ruleset('time_chase'); "
        "print({m.split('.')[2] for m in sys.modules if m.startswith('timecore.rulesets.')})"
    )

    assert run(source) == "{'time_chase'}"
