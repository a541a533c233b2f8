"""The language of what the commands say of themselves: headings and the like. A game's own words are the library's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import NullTranslations

__all__ = ["DOMAIN", "LANGUAGES", "LOCALE", "language", "short", "texts"]

#: English is what is written in the code, and what holds where nothing else is known.
LANGUAGES: Final = ("en", "es")
DOMAIN: Final = "timecore_cli"
LOCALE: Final = Path(__file__).parent / "locale"


def language(asked: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language to speak: the one asked for, else that of the locale, else English.

    Args:
        asked: The value of ``--lang``.
        environment: Where the locale is read from: the first of ``LC_ALL``, ``LC_MESSAGES``, ``LANG`` that is set.
    """
    if asked is not None:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name)
        if value:
            found = short(value)
            return found if found in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def short(value: str) -> str:
    """A language without its region, encoding and capitals: "es" for "es_ES.UTF-8" and for "ES"."""
    return value.replace("-", "_").partition("_")[0].partition(".")[0].lower()


class English:
    """The catalogue that English needs."""

    def gettext(self, message: str) -> str:
        """The message itself."""
        return message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The form for ``n`` things."""
        return singular if n == 1 else plural


@lru_cache(maxsize=len(LANGUAGES))
def texts(lang: str) -> English | NullTranslations:
    """The catalogue of a language."""
    if lang == LANGUAGES[0]:
        return English()
    from gettext import translation

    return translation(DOMAIN, LOCALE, [lang])
