"""Making proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from timecore.actors import PUBLIC
from timecore.chain import commitment_digest
from timecore.chance import Draw, chance_keys, chance_root
from timecore.codec import Commitment
from timecore.errors import HiddenValue, UsageError
from timecore.log import Log
from timecore.proofs._form import DrawProof, FieldProof
from timecore.proofs._places import actor_of, hidden_fields, luck_of
from timecore.tree import tree_path

__all__ = ["prove_draw", "prove_field"]

#: How many fields a hint names.
_MOST: Final = 8


def prove_draw(log: Log, entry: int, *, alone: bool = False) -> DrawProof:
    """Prove one draw. The proof shows no other.

    Args:
        log: The game, its seed known: the host's own file, or a copy in which it was revealed.
        entry: The number of an entry of chance.
        alone: Whether the proof brings a copy of the record that shows nothing, so that a head is enough to check it.

    Raises:
        UsageError: It is no entry of chance, or one beyond the draws that were committed to.
        HiddenValue: This copy does not hold the seed.
    """
    draw = luck_of(log, entry).next(entry)
    luck = draw.luck
    if luck.kind == "manual":
        msg = f"entry {entry} was drawn at a real table, and there is nothing to prove it with"
        raise UsageError(msg)
    if draw.k >= luck.draws:
        msg = f"entry {entry} is draw {draw.k}, and {luck.draws} were committed to, from 0"
        raise UsageError(msg, hint="Only the seed proves the draws beyond these: it can be revealed.")
    keys = chance_keys(_seed(log, draw), luck.draws)
    path = tree_path(keys, draw.k)
    return DrawProof(log.header.game, entry, keys[draw.k], path, _copy(log) if alone else None)


def prove_field(
    log: Log, entry: int, field: str, *, message: int | None = None, alone: bool = False
) -> FieldProof:
    """Prove one hidden field. The proof shows that field and no other.

    Args:
        log: The game, or a copy that shows the field.
        entry: The number of the entry; 0 for a seat's name.
        field: The name of the field; ``name`` for a seat's name.
        message: 0 for the entry's move, else the number of its event, from 1; for a name, the seat. Not needed
            where only one of them has such a hidden field.
        alone: As in :func:`prove_draw`.

    Raises:
        UsageError: There is no such hidden field, or there are several.
        HiddenValue: This copy does not show it.
    """
    places = [
        place for place in hidden_fields(log, entry) if place[1] == field and message in (None, place[0])
    ]
    if len(places) != 1:
        raise _no_field(log, entry, field, message, places)
    ((number, _, commitment),) = places
    game, actor = log.header.game, actor_of(log, entry)
    openings = log.record.entries[entry - 1].openings if entry else log.record.header.openings
    for salt, value in openings:
        if commitment_digest(game, actor, salt, value) == commitment.digest:
            return FieldProof(game, entry, number, field, salt, value, _copy(log) if alone else None)
    msg = f"this copy of the record ({log.shows}) does not show {field} of entry {entry}"
    raise HiddenValue(msg, entry=entry, hint="Only who sees a field can prove it.")


def _no_field(
    log: Log, entry: int, field: str, message: int | None, places: Sequence[tuple[int, str, Commitment]]
) -> UsageError:
    if places:
        listed = _listed(entry, places)
        return UsageError(f"entry {entry} has several hidden fields {field}", hint=f"They are {listed}.")
    where = f"entry {entry}" if message is None else f"message {message} of entry {entry}"
    there = _listed(entry, list(hidden_fields(log, entry)))
    hint = f"Hidden are {there}." if there else "What stands in clear needs no proof."
    return UsageError(f"{where} has no hidden field {field}", hint=hint)


def _listed(entry: int, places: Sequence[tuple[int, str, Commitment]]) -> str:
    """Some fields as one asks for them; an entry of a forger may have a million."""
    shown = ", ".join(f"{entry}.{message}.{name}" for message, name, _ in places[:_MOST])
    return f"{shown} and {len(places) - _MOST} more" if len(places) > _MOST else shown


def _copy(log: Log) -> bytes:
    """A copy that shows nothing, not even a name."""
    return log.redacted(PUBLIC, erase=range(len(log.header.seats))).to_bytes()


def _seed(log: Log, draw: Draw) -> bytes:
    """The seed that a draw comes from."""
    luck = draw.luck
    if type(luck.seed) is bytes:
        return luck.seed
    for raw in log.record.entries[draw.set_by :]:
        if raw.move[0] == "RevealSeed" and chance_root(raw.move[2], luck.draws) == luck.root:
            return bytes(raw.move[2])
    msg = (
        f"this copy of the record ({log.shows}) does not hold the seed that entry {draw.entry} was drawn from"
    )
    raise HiddenValue(msg, entry=draw.entry, hint="The host's own file holds it.")
