"""What the fuzzer found or began with, run again without it."""

from pathlib import Path

import pytest

from fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_each_target_has_a_corpus_and_holds_over_it(name: str) -> None:
    files = sorted((CORPUS / name).iterdir())

    assert files
    for file in files:
        TARGETS[name](file.read_bytes())
