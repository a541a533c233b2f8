"""The table's own moves: classes, rows and their shapes on disk."""

import copy
import pickle
from typing import Any

import pytest

from timecore.actors import PUBLIC, TABLE
from timecore.chance import Luck
from timecore.codec import Commitment, Misshapen
from timecore.entry import Entry
from timecore.hidden import HIDDEN
from timecore.messages import Move
from timecore.redact import redact
from timecore.table import (
    TABLE_MOVES,
    Adjourn,
    Branch,
    Forfeit,
    NonceCommit,
    NonceReveal,
    Note,
    Resume,
    Retract,
    RevealSeed,
    Rule,
    Seal,
    Void,
    table_move,
    table_row,
)
from timecore.tablerows import check_chance, check_row, luck_from, luck_row, secrets_of

SALT, BYTES = bytes(16), bytes(32)
ONE, TWO = Commitment(BYTES), Commitment(b"\x01" * 32)
GIVEN = Luck.given("7", 2)

MOVES: list[tuple[Move, tuple[Any, ...], dict[str, Any]]] = [
    (Retract(12), ("Retract", 12), {"to": 12}),
    (Rule(3, "a slip"), ("Rule", 3, "a slip"), {"entry": 3, "text": "a slip"}),
    (Forfeit(1), ("Forfeit", 1), {"seat": 1}),
    (Void("fire"), ("Void", "fire"), {"text": "fire"}),
    (Adjourn(), ("Adjourn",), {}),
    (Resume(), ("Resume",), {}),
    (Note("tea"), ("Note", "tea"), {"text": "tea"}),
    (Branch(None), ("Branch", None), {"chance": None}),
    (RevealSeed(SALT, BYTES), ("RevealSeed", SALT, BYTES), {"salt": SALT.hex(), "seed": BYTES.hex()}),
    (NonceCommit(BYTES), ("NonceCommit", BYTES), {"c": BYTES.hex()}),
    (NonceReveal(BYTES), ("NonceReveal", BYTES), {"nonce": BYTES.hex()}),
    (
        Seal("finished", ("1", "f")),
        ("Seal", "finished", ("1", "f")),
        {"status": "finished", "result": ["1", "f"]},
    ),
]


@pytest.mark.parametrize(("move", "row", "json"), MOVES, ids=lambda one: type(one).__name__)
def test_each_move_has_its_row_and_its_json_form(
    move: Move, row: tuple[Any, ...], json: dict[str, Any]
) -> None:
    assert move.of_table
    assert table_row(move) == row
    assert table_move(row) == move
    assert move.to_json() == {"type": row[0], **json}
    assert TABLE_MOVES.from_json(move.to_json()) == move
    check_row(row)


def test_format_1_has_these_moves_and_no_others() -> None:
    assert list(TABLE_MOVES.by_name) == [row[0] for _, row, _ in MOVES]
    with pytest.raises(ValueError, match="no move 'Resign'"):
        table_move(("Resign",))
    for wrong in ({"type": "Resign"}, {}, None, {"type": 1}):
        with pytest.raises(ValueError, match="the table has no such move"):
            TABLE_MOVES.from_json(wrong)


@pytest.mark.parametrize(
    ("row", "told", "where"),
    [
        (("Resign",), "the table has no move 'Resign'", (0,)),
        (("retract", 1), "the table has no move 'retract'", (0,)),
        (("Retract",), "Retract has 1 fields, not 0", ()),
        (("Adjourn", None), "Adjourn has 0 fields, not 1", ()),
        (("Retract", True), "to of Retract must be a whole number", (1,)),
        (("Retract", None), "to of Retract must be a whole number", (1,)),
        (("Rule", 1, b"x"), "text of Rule must be a text", (2,)),
        (("Forfeit", "1"), "seat of Forfeit must be a whole number", (1,)),
        (("RevealSeed", bytes(15), BYTES), "salt of RevealSeed must be 16 bytes", (1,)),
        (("RevealSeed", SALT, bytes(33)), "seed of RevealSeed must be 32 bytes", (2,)),
        (("NonceCommit", ONE), "c of NonceCommit must be 32 bytes", (1,)),
        (("NonceReveal", "x" * 32), "nonce of NonceReveal must be 32 bytes", (1,)),
        (("Seal", "finished", "1"), "result of Seal must be a list of texts", (2,)),
        (("Seal", "finished", (1,)), "result of Seal must be a list of texts", (2,)),
        (("Branch", 7), "chance must be a list that begins with its kind", (1,)),
        (("Branch", ("sealed", 3, BYTES, ONE)), "a power of two", (1, 1)),
    ],
)
def test_a_wrong_shape_is_named_with_its_place(
    row: tuple[Any, ...], told: str, where: tuple[int, ...]
) -> None:
    with pytest.raises(Misshapen) as caught:
        check_row(row)

    assert told in caught.value.reason
    assert caught.value.path == where


def test_what_breaks_a_range_or_a_rule_has_a_right_shape() -> None:
    """It is irregular, which is a matter of the audit, and no damage."""
    for row in [("Retract", -5), ("Rule", 2**63, ""), ("Forfeit", 99), ("Seal", "won", ("yes",) * 9)]:
        check_row(row)


# -- luck ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "where"),
    [
        (None, ()),
        ((), ()),
        (("Sealed", 4, BYTES, ONE), (0,)),
        ((1, 4, BYTES, ONE), (0,)),
        (("sealed", 4, BYTES), ()),
        (("sealed", 4, BYTES, ONE, TWO), ()),
        (("given", 4, BYTES, ONE), ()),
        (("manual", None), ()),
        (("sealed", True, BYTES, ONE), (1,)),
        (("sealed", 0, BYTES, ONE), (1,)),
        (("sealed", 131072, BYTES, ONE), (1,)),
        (("sealed", 4, bytes(31), ONE), (2,)),
        (("sealed", 4, ONE, ONE), (2,)),
        (("sealed", 4, BYTES, BYTES), (3,)),
        (("given", 4, BYTES, ONE, None), (4,)),
    ],
)
def test_chance_that_is_none_is_named_with_its_place(chance: Any, where: tuple[int, ...]) -> None:
    with pytest.raises(Misshapen) as caught:
        check_chance(chance)

    assert caught.value.path == where


@pytest.mark.parametrize("luck", [Luck.manual(), Luck.sealed(4, BYTES), GIVEN], ids=lambda luck: luck.kind)
def test_luck_stands_in_a_record_with_its_secrets_committed_to(luck: Luck) -> None:
    secrets = secrets_of(luck)
    commitments = (ONE, TWO)[: len(secrets)]
    row = luck_row(luck, commitments)

    assert check_chance(row) == commitments
    assert luck_from(row, secrets) == luck
    assert luck_from(row, [HIDDEN] * len(secrets)) == luck.redacted()


def test_a_branch_is_a_value_and_cannot_be_changed() -> None:
    branch = Branch(GIVEN)

    assert branch == Branch(Luck.given("7", 2))
    assert branch != Branch(None)
    assert hash(branch) == hash(Branch(GIVEN))
    assert copy.deepcopy(branch) == pickle.loads(pickle.dumps(branch)) == branch  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError):
        branch.chance = None
    with pytest.raises(ValueError, match="must be a luck or null"):
        Branch(("manual",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 field"):
        table_move(("Branch",))


def test_a_viewer_sees_of_a_branch_all_but_the_secrets_of_its_luck() -> None:
    for viewer in (0, PUBLIC):
        seen = redact(Entry(4, TABLE, Branch(GIVEN)), viewer)
        assert seen.move == Branch(GIVEN.redacted())
        for luck in (None, Luck.manual()):
            entry = Entry(4, TABLE, Branch(luck))
            assert redact(entry, viewer) is entry


def test_luck_of_its_own_cannot_come_from_json() -> None:
    with pytest.raises(ValueError, match="cannot be read from JSON"):
        TABLE_MOVES.from_json(Branch(GIVEN).to_json())
