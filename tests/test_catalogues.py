"""Translations are complete, and what is shipped is what was translated (``tools/catalogues.py``)."""

import re
import string
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

TOOLS = run_path(str(Path(__file__).parents[1] / "tools" / "catalogues.py"))
FILES: list[Path] = list(TOOLS["translations"]())
IDS = ["/".join(po.parts[-5:]) for po in FILES]


def texts(catalogue: Any) -> set[object]:
    return {message.id for message in catalogue if message.id}


def meaning(data: bytes) -> dict[Any, str]:
    """What a compiled catalogue says, without its header."""
    found: dict[Any, str] = GNUTranslations(BytesIO(data))._catalog  # type: ignore[attr-defined]
    return {key: value for key, value in found.items() if key}


def test_the_core_and_time_chase_speak_spanish() -> None:
    assert {po.name for po in FILES} >= {"timecore.po", "time_chase.po"}
    assert {po.parents[1].name for po in FILES} == {"es"}


@pytest.mark.parametrize("po", FILES, ids=IDS)
def test_every_text_in_the_sources_is_translated(po: Path) -> None:
    catalogue = TOOLS["read"](po)

    assert TOOLS["untranslated"](catalogue) == []
    assert texts(catalogue) == texts(TOOLS["template"](po)), "run tools/catalogues.py"
    assert not catalogue.obsolete


@pytest.mark.parametrize("po", FILES, ids=IDS)
def test_the_compiled_file_is_current(po: Path) -> None:
    compiled = TOOLS["compiled"](TOOLS["read"](po))

    assert meaning(po.with_suffix(".mo").read_bytes()) == meaning(compiled), "run tools/catalogues.py"


@pytest.mark.parametrize("po", FILES, ids=IDS)
def test_a_translation_has_the_fields_of_its_text(po: Path) -> None:
    def fields(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    for message in TOOLS["read"](po):
        if not message.id:
            continue
        sources = message.id if isinstance(message.id, tuple) else (message.id,)
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        for form in forms:
            assert fields(form) == fields(sources[-1]), form
            assert not re.search(r"^\s|\s$", form), form
