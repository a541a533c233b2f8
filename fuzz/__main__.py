"""Run one of the fuzz targets under atheris (``requirements/fuzz.txt``).

``python -m fuzz TARGET [CORPUS…] [libFuzzer options]``; the first corpus folder also takes what is found. Without a
corpus, ``python -m fuzz TARGET --once FILE…`` runs the target over files, without atheris, as the tests do.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fuzz.targets import TARGETS


def main(arguments: list[str]) -> int:
    """Fuzz, or run over files; the exit code."""
    if not arguments or arguments[0] not in TARGETS:
        sys.stderr.write(
            "usage: python -m fuzz " + "|".join(TARGETS) + " [--once] [FILE|FOLDER…] [-OPTION=…]\n"
        )
        return 2
    target = TARGETS[arguments[0]]
    rest = arguments[1:]
    if rest and rest[0] == "--once":
        for name in rest[1:]:
            target(Path(name).read_bytes())
        return 0
    # From a list of requirements of its own, and not needed to run over files.
    import atheris  # type: ignore[import-untyped]  # noqa: PLC0415

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *rest], target)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
