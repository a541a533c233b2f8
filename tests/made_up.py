"""Records of a game without any ruleset: a schema with every kind of audience, and entries of it."""

from collections.abc import Sequence
from typing import Any

from timecore.actors import CHANCE, TABLE
from timecore.chain import frame_bytes
from timecore.chance import Luck
from timecore.record import RawEntry, RawRecord, Writer, read, start
from timecore.schema import Schema

# A schema with every kind of audience. Draw and Drawn share the card; Look and Seen the cards, named otherwise.
DRAW, LOOK, CHOOSE, SAY = range(4)
DRAWN, SEEN, ANSWERS, BIDS, SAID = range(5)
SCHEMA = Schema.parse(
    (
        (
            ("Draw", (("seat", None, None), ("card", ("seat",), None))),
            ("Look", (("at", None, None), ("cards", ("actor", "at"), None))),
            ("Choose", (("card", ("actor",), None),)),
            ("Say", (("what", None, None),)),
        ),
        (
            ("Drawn", (("seat", None, None), ("card", ("seat",), None))),
            ("Seen", (("seats", None, None), ("cards", ("seats",), None))),
            ("Answers", (("all", (), ("seat", "card")),)),
            (
                "Bids",
                (("seat", None, None), ("bids", ("seat",), ("seat", "amount")), ("open", None, ("seat",))),
            ),
            ("Said", (("what", None, None),)),
        ),
    )
)
NAMES = ("Ana", "Ben", "Cho")


def new_game(luck: Luck | None = None, *, names: Sequence[str] = NAMES) -> Writer:
    """A game of that schema that has just begun."""
    return Writer(
        start(
            game=bytes(16),
            options={"players": len(names)},
            rules=("made up", 1),
            schema=SCHEMA,
            names=names,
            luck=luck or Luck.given("7", 4),
            writer="tests",
        )
    )


def record_of(writer: Writer, entries: Sequence[RawEntry]) -> RawRecord:
    return RawRecord(writer.header, entries)


def played(*moves: tuple[Any, ...], luck: Luck | None = None) -> RawRecord:
    """A record: of each entry actor, move, events and, where needed, what stands in clear."""
    writer = new_game(luck)
    return record_of(
        writer, [writer.append(*move[:3], clear=move[3] if len(move) > 3 else ()) for move in moves]
    )


LITTLE_GAME: tuple[tuple[Any, ...], ...] = (
    (CHANCE, (DRAW, 1, "C4"), [(DRAWN, 1, "C4")]),
    (CHANCE, (DRAW, 0, "black"), [(DRAWN, 0, "black")], [(0, 1), (1, 1)]),
    (0, (LOOK, 2, ("C9", "C1")), [(SEEN, (2, 0), ("C9", "C1")), (SAID, True)]),
    (2, (CHOOSE, None), [(BIDS, 2, ((0, 5), (1, None)), ((1,),)), (ANSWERS, ((0, "A"),))]),
    (TABLE, ("Branch", Luck.given("8", 2)), []),
    (CHANCE, (DRAW, 2, ("C2", b"\x01")), [(DRAWN, 2, ("C2", b"\x01"))]),
)


def drop_openings(record: RawRecord, keeps: Any) -> RawRecord:
    """A copy with only some openings, numbered through the entries."""
    number = 0
    data = record.header.to_bytes()
    for entry in record.entries:
        kept = []
        for opening in entry.openings:
            if keeps(number):
                kept.append(opening)
            number += 1
        data += frame_bytes(entry.body, kept, entry.hash)
    return read(data)
