"""What there is stands in the documentation. That the examples work, conftest.py sees to."""

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import timecore
import timecore.testing
from timecore import TimecoreError
from timecore.table import TABLE_MOVES
from timecore.testing import strategies
from timecore_cli._app import COMMANDS, EVERY, command

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def documented() -> Iterator[str]:
    """The full names that the reference documents, those of modules that document all their names too."""
    directive = re.compile(r"^\.\. (?:auto|py:)(\w+):: (\S+)\n((?:   :.*\n)*)", re.MULTILINE)
    for page in sorted((DOCS / "reference").glob("*.md")):
        for kind, name, options in directive.findall(page.read_text("utf-8")):
            yield name
            if kind == "module" and ":no-members:" not in options:
                yield from (f"{name}.{one}" for one in importlib.import_module(name).__all__)


DOCUMENTED = frozenset(documented())
#: Also without the module: what `timecore` has from its modules is documented under either name.
SHORT = frozenset(name.rpartition(".")[2] for name in DOCUMENTED)


def errors(base: type[TimecoreError] = TimecoreError) -> Iterator[str]:
    """The names of all errors of the library."""
    if base.__module__.startswith("timecore"):
        yield base.__name__
    for error in base.__subclasses__():
        yield from errors(error)


@pytest.mark.parametrize("name", timecore.__all__)
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert name in SHORT


@pytest.mark.parametrize("name", [*timecore.testing.__all__, *strategies.__all__])
def test_every_name_for_tests_is_in_the_reference(name: str) -> None:
    assert {f"timecore.testing.{name}", f"timecore.testing.strategies.{name}"} & DOCUMENTED


@pytest.mark.parametrize("name", sorted(set(errors())))
def test_every_error_is_in_the_reference_and_in_the_tree(name: str) -> None:
    assert name in SHORT
    assert re.search(rf"\b{name}\b", timecore.errors.__doc__ or "")


@pytest.mark.parametrize("name", list(TABLE_MOVES.by_name))
def test_every_move_of_the_table_is_in_the_reference(name: str) -> None:
    assert f"timecore.table.{name}" in DOCUMENTED


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_nothing_is_documented_that_does_not_exist(name: str) -> None:
    module, found = name, None
    while found is None:
        try:
            found = importlib.import_module(module)
        except ModuleNotFoundError:
            module = module.rpartition(".")[0]
    for part in name.removeprefix(module).split(".")[1:]:
        found = getattr(found, part)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_is_in_the_readme(name: str) -> None:
    assert f"| `timecore {name}` |" in text_of("README.md")


@pytest.mark.parametrize("name", EVERY)
def test_every_command_is_in_the_reference(name: str) -> None:
    assert f"\n## timecore {name}\n" in text_of("docs/reference/cli.md")


def options_of_commands() -> Iterator[tuple[str, str]]:
    for name in EVERY:
        one: Any = command().get_command(None, name)
        for param in one.params:
            yield from ((name, option) for option in param.opts if option.startswith("-"))


@pytest.mark.parametrize(("name", "option"), list(options_of_commands()))
def test_every_option_is_in_the_reference(name: str, option: str) -> None:
    _, _, section = text_of("docs/reference/cli.md").partition(f"\n## timecore {name}\n")
    section, _, _ = section.partition("\n## ")

    assert re.search(rf"`{re.escape(option)}[` ]", section)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", prose)

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    terms = re.findall(r"^([^\n:].*)\n: ", text_of("docs/glossary.md"), re.MULTILINE)

    assert len(terms) > 30
    assert terms == sorted(set(terms))


def test_every_page_can_be_found_from_the_start_page() -> None:
    start = text_of("docs/index.md")
    pages = [str(page.relative_to(DOCS).with_suffix("")) for page in PAGES[1:]]

    assert [page for page in pages if page != "index" and f"\n{page}\n" not in start] == []


def test_the_design_shows_the_layers_that_the_linter_holds() -> None:
    contracts = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["id"] == "layers"]
    # In brackets stands what is still to be built.
    held = [[name for name in re.split(r" [:|] ", layer) if name[0] not in "(_"] for layer in layers]
    _, _, block = text_of("docs/design.md").partition("```text\ntimecore_cli ")
    lines = block.partition("```")[0].splitlines()[1:]

    assert [re.split(r"  +", line)[0].split(" · ") for line in lines] == held
