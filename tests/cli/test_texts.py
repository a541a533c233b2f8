"""The languages of the command line itself."""

from __future__ import annotations

import pytest

from timecore_cli._texts import LANGUAGES, language, texts


def test_every_language_but_english_has_a_catalogue() -> None:
    """English is what is written in the code."""
    for lang in LANGUAGES[1:]:
        assert texts(lang).gettext("Setup") != "Setup"
    assert texts("en").gettext("Setup") == "Setup"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es_MX.UTF-8@x"}, "es"),
        ({"LANG": "ES-es"}, "es"),
        ({"LANG": "est_EE"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "es_ES"}, "es"),
        ({"LC_ALL": "en_US", "LC_MESSAGES": "es_ES"}, "en"),
    ],
)
def test_the_locale_gives_the_language(environment: dict[str, str], expected: str) -> None:
    """The first variable that is set; what was asked for comes before all."""
    assert language(None, environment) == expected
    assert language("es", environment) == "es"
