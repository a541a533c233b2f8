# ruff: noqa: S101 - a failed assertion is how a target tells the fuzzer that something is wrong
"""What must hold of any bytes at all. A target raises nothing unless something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from timecore.audit import audit
from timecore.chain import entry_hash, frame_bytes
from timecore.errors import FormatUnsupported, NotARecord
from timecore.game import Game
from timecore.record import RawRecord, read
from timecore.transcript import export_lines, import_lines

__all__ = ["TARGETS", "fuzz_forged", "fuzz_import", "fuzz_reader"]


def fuzz_reader(data: bytes) -> None:
    """Reading never fails otherwise than it says, and what it takes for sound is sound."""
    try:
        record = read(data)
    except (NotARecord, FormatUnsupported):
        return
    sound = record.to_bytes()
    assert data.startswith(sound), "the sound part is not the beginning of the file"
    again = read(sound)
    assert again.damage is None, "the sound part is not sound when read alone"
    assert again.head == record.head
    assert len(again.entries) == len(record.entries)
    damage = record.damage
    if damage is None:
        assert sound == data, "bytes behind the last record went unnoticed"
    else:
        assert damage.entry == len(record.entries) + 1
        assert len(sound) <= damage.byte <= len(data), "the damage is named in the sound part"
    report = audit(data)
    assert (report.exit_code == 0) <= (damage is None), "an audit passes what is damaged"


def fuzz_import(data: bytes) -> None:
    """Importing never fails otherwise than it says, and what it took can be exported and taken again."""
    imported = import_lines(data.split(b"\n"))
    if imported.game is None:
        assert imported.error is not None
        return
    lines = [json.dumps(line) for line in export_lines(imported.game.log)]
    again = import_lines(lines)
    assert again.error is None, f"what was exported is not taken: {again.error}"
    assert again.game is not None
    assert again.game.entries == imported.game.entries
    assert audit(imported.game.log.to_bytes()).exit_code == 0


def fuzz_forged(data: bytes) -> None:
    """The same for entries that a forger chained as they should be, so that their shape is what is looked at.

    The bytes are read as entries behind the deal of a real game: two bytes for the length of a body, the body, one
    byte for the number of openings, and for each a byte for the length of its value, and the value.
    """
    record = _trunk()
    before = record.head
    chunks = [record.to_bytes()]
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 2], "big")
        body = data[at + 2 : at + 2 + size]
        at += 2 + size
        openings = []
        for number in range(data[at] % 4 if at < len(data) else 0):
            at += 1
            size = data[at] if at < len(data) else 0
            openings.append((bytes([number] * 16), data[at + 1 : at + 1 + size]))
            at += size
        at += 1
        before = entry_hash(before, body)
        chunks.append(frame_bytes(body, openings, before))
    fuzz_reader(b"".join(chunks))


@cache
def _trunk() -> RawRecord:
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="fuzz")
    return game.log.upto(31).record


TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    "reader": fuzz_reader,
    "forged": fuzz_forged,
    "import": fuzz_import,
}
"""The targets by name."""
