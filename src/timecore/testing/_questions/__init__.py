"""The questions of the examination, a module a subject; each function's docstring is the law."""

# Imported for what they add to QUESTIONS, in the order in which that is asked.
from timecore.testing._questions import declared  # noqa: I001
from timecore.testing._questions import acting
from timecore.testing._questions import states
from timecore.testing._questions import anywhere
from timecore.testing._questions import hidden
from timecore.testing._questions import records
from timecore.testing._questions import telling
from timecore.testing._questions._asking import QUESTIONS, Paper, Subject

__all__ = [
    "QUESTIONS",
    "Paper",
    "Subject",
    "acting",
    "anywhere",
    "declared",
    "hidden",
    "records",
    "states",
    "telling",
]
