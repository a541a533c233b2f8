"""For those who test a ruleset, of this package or their own.

* :func:`given` … ``when`` … ``then``: one rule a test, without mocks;
* :mod:`timecore.testing.strategies`: Hypothesis strategies for options, whole games, games that
  differ only in what a viewer cannot see, and damaged records;
* :func:`examine`: the examination that every ruleset sits, one named test a question;
* :func:`playthrough` and :func:`golden_text`: readable transcripts to compare with;
* :func:`perft`: in how many ways a game can go on.

Strategies and examination need Hypothesis and pytest; the rest needs neither, and nothing here is
imported by the library itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timecore.testing._perft import perft
from timecore.testing.cases import Case, Given, Refusal, given, refusal
from timecore.testing.transcripts import golden_text, playthrough

if TYPE_CHECKING:
    from timecore.testing.examination import Examination, examine

__all__ = [
    "Case",
    "Examination",
    "Given",
    "Refusal",
    "examine",
    "given",
    "golden_text",
    "perft",
    "playthrough",
    "refusal",
]


def __getattr__(name: str) -> object:
    if name in ("Examination", "examine"):
        # These need Hypothesis and pytest, the rest does not.
        from timecore.testing import examination  # noqa: PLC0415

        return getattr(examination, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
