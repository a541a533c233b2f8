"""Keep the translations current: ``./run python tools/catalogues.py`` after any text has changed.

Takes the texts out of the sources into every ``locale/LANG/LC_MESSAGES/DOMAIN.po``, and compiles these. New texts
come in untranslated: translate them in the ``.po`` file and run it again. A package speaks a new language once it
has an empty ``.po`` file for it.
"""

# ruff: noqa: INP001 - a script, and no package

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES = Path(__file__).parent.parent / "src"

#: Equal texts give equal files, whenever they are written.
WHENEVER = datetime(2000, 1, 1, tzinfo=UTC)

#: Babel's own header names dates and its version, and so would never be the same twice.
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: timecore\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def translations() -> Iterator[Path]:
    """All ``.po`` files there are."""
    yield from sorted(SOURCES.rglob("locale/*/LC_MESSAGES/*.po"))


def template(po: Path) -> Catalog:
    """The texts in the sources that a ``.po`` file translates: those of its package."""
    package = po.parents[3]
    found = Catalog(project="timecore", charset="utf-8")
    for source in sorted(package.rglob("*.py")):
        inside = source.relative_to(package).parts
        if inside[0] == "rulesets":  # they have catalogues of their own
            continue
        for _line, message, _comments, context in extract_from_file("python", source):
            found.add(message, locations=[("/".join(inside), 0)], context=context)
    return found


def read(po: Path) -> Catalog:
    """What a ``.po`` file says."""
    with po.open("rb") as file:
        return read_po(file, locale=po.parents[1].name, charset="utf-8")


def compiled(catalogue: Catalog) -> bytes:
    """The ``.mo`` file of a catalogue."""
    catalogue.creation_date = catalogue.revision_date = WHENEVER
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts that lack a translation, or have one that is only a guess."""
    found = []
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            found.append(str(message.id))
    return found


def main() -> int:
    """Bring all files up to date; 1 if a translation is missing."""
    missing = 0
    for po in translations():
        catalogue = read(po)
        catalogue.update(template(po), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with po.open("wb") as file:
            file.write(HEADER.format(language=po.parents[1].name, plurals=catalogue.plural_forms).encode())
            write_po(file, catalogue, width=110, include_lineno=False, omit_header=True)
        po.with_suffix(".mo").write_bytes(compiled(catalogue))
        for text in untranslated(catalogue):
            sys.stdout.write(f"{po}: not translated: {text}\n")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
