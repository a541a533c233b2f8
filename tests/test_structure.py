"""Foreign data into attrs classes: exact types, and words for what is wrong."""

from typing import Any

import attrs
import pytest
from tiny.moves import Bid

from timecore.structure import StructureError, structure


@attrs.frozen
class Line:
    """What is read here."""

    actor: int
    names: list[str]
    options: dict[str, Any] | None = None
    ready: bool = False


def test_takes_what_fits() -> None:
    assert structure({"actor": 1, "names": ["Ana"], "ready": True}, Line) == Line(
        1, ["Ana"], None, ready=True
    )


def test_passes_over_keys_that_it_does_not_know() -> None:
    assert structure({"actor": 1, "names": [], "seq": 7}, Line) == Line(1, [])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"names": []}, "actor is missing"),
        ({"actor": True, "names": []}, "actor must be a whole number"),
        ({"actor": 1.0, "names": []}, "actor must be a whole number"),
        ({"actor": "1", "names": []}, "actor must be a whole number"),
        ({"actor": 1, "names": "Ana"}, "names must be a list"),
        ({"actor": 1, "names": ["Ana", 3]}, "names[1] must be a text"),
        ({"actor": 1, "names": [], "options": []}, "options must be an object"),
        ({"actor": 1, "names": [], "ready": 1}, "ready must be a boolean"),
    ],
)
def test_says_which_field_is_wrong_and_how(value: dict[str, Any], words: str) -> None:
    with pytest.raises(StructureError) as caught:
        structure(value, Line)

    assert words in str(caught.value)


def test_messages_bring_their_own_decoder() -> None:
    assert structure({"type": "Bid", "amount": 100}, Bid) == Bid(100)
    with pytest.raises(StructureError, match="amount"):
        structure({"type": "Bid", "amount": True}, Bid)
