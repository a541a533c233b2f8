"""Checking proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from timecore.actors import CHANCE, TABLE, Actor
from timecore.chain import commitment_digest
from timecore.chance import hashed
from timecore.codec import decode
from timecore.entry import Entry
from timecore.errors import ProofRefused, RecordError, ReplayError, RulesetError, UsageError
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.proofs._form import DrawProof, FieldProof, Proof
from timecore.proofs._places import actor_of, hidden_fields, luck_of
from timecore.replay import Replay
from timecore.tree import root_of_path

if TYPE_CHECKING:
    from timecore.messages import Move

__all__ = ["Proven", "check_proof"]


@attrs.frozen
class Proven:
    """What a proof has shown of a record.

    Attributes:
        entry: The number of the entry.
        actor: Whose entry it is; the table for a name.
        head: The head of the record that it was checked against: what is proven, is proven of that record.
        name: The move or event, ``draw`` for a draw, ``seat`` for a name.
        field: The field, or ``None`` for a draw.
        value: What the field holds, in its JSON form; for a draw the number drawn, 32 bytes in hex: taken modulo the
            weights of all outcomes together, it tells the outcome.
        draw: The number of the draw, from 0, or ``None``.
        move: The move that the rules make of the draw, in its JSON form, and that the record has; ``None`` where the
            rules, or what they need to know, are not at hand.
        luck: Who could have chosen the luck of a draw, in the words of an audit's verdict on chance: ``given`` (whoever
            knew the text it was made from), ``host could have chosen`` (not all seats have given a nonce) or
            ``proven`` (nobody).
    """

    entry: int
    actor: Actor
    head: bytes
    name: str
    field: str | None
    value: Any
    draw: int | None = None
    move: Any = None
    luck: str | None = None

    def to_json(self) -> dict[str, Any]:
        """All of it; what does not apply is left out."""
        told = attrs.asdict(self) | {"head": self.head.hex()}
        return {key: value for key, value in told.items() if value is not None or key == "value"}


def check_proof(proof: Proof, log: Log | None = None, *, head: bytes | None = None) -> Proven:
    """Check a proof against a record, or against a head alone if the proof brings a copy of the record.

    Args:
        proof: The proof.
        log: A copy of the record, however little it shows; what the proof brings is not looked at then.
        head: The head of the record, 32 bytes, as it is known from elsewhere.

    Returns:
        What is proven.

    Raises:
        ProofRefused: It does not hold; says why.
        UsageError: There is neither a record nor a head.
    """
    if log is None:
        if proof.record is None:
            msg = "the proof brings no copy of the record, so it is checked against one"
            raise UsageError(msg, hint="Any copy will do, a redacted one too.")
        if head is None:
            msg = "a proof with its own copy of the record is checked against a head known from elsewhere"
            raise UsageError(msg, hint="Whoever made the proof could have made that record, too.")
        try:
            log = Log.from_bytes(proof.record)
        except RecordError as error:
            raise ProofRefused(
                f"the copy of the record in the proof cannot be read: {error.message}"
            ) from None
    if log.damage is not None:
        raise ProofRefused(f"the record is {log.damage.summary}, so nothing is proven of it")
    if head is not None and log.head != head:
        entry = log.entry_of(head)
        where = f"entry {entry}" if entry else "the header"
        raise ProofRefused(
            f"the head of the record is {log.head.hex()}, another than the one known from elsewhere"
            + ("" if entry is None else f", which is that of {where}: the record has gone on since")
        )
    if proof.game != log.header.game:
        raise ProofRefused("the proof is of another game")
    if not 0 <= proof.entry <= len(log):
        raise ProofRefused(f"there is no entry {proof.entry}: the record has {len(log)}")
    return _check_draw(proof, log) if isinstance(proof, DrawProof) else _check_field(proof, log)


def _check_draw(proof: DrawProof, log: Log) -> Proven:
    try:
        in_force = luck_of(log, proof.entry)
    except UsageError as error:
        raise ProofRefused(error.message) from None
    draw, luck = in_force.next(proof.entry), in_force.luck
    root = root_of_path(proof.key, draw.k, luck.draws, proof.path) if luck.kind != "manual" else None
    if root is None or root != luck.root:
        raise ProofRefused(
            f"the key and its path do not lead to the root that was committed to, as draw {draw.k}"
        )
    number = hashed(proof.key, draw.mix).to_bytes(32, "big")
    expected, recorded = _moves(log, proof.entry, proof.key, draw.mix)
    if expected != recorded:
        raise ProofRefused(
            f"the draw is proven, but entry {proof.entry} records another outcome than it brings"
        )
    move = None if expected is None else expected.to_json()
    mixed = len(in_force.nonces) == len(log.header.seats)
    chosen = "given" if luck.kind == "given" else "proven" if mixed else "host could have chosen"
    return Proven(proof.entry, CHANCE, log.head, "draw", None, number.hex(), draw.k, move, chosen)


def _moves(log: Log, entry: int, key: bytes, mixed: bytes) -> tuple[Move | None, Move | None]:
    """The move that the rules make of a draw and the one recorded; nothing where that cannot be told."""
    try:
        replay = Replay(log)
        before = replay.entries[:entry]
        if any(_hides(one) for one in before) or replay.end < entry:
            return None, None
        state = replay.state_at(entry - 1)
        return replay.rules.drawn(state, hashed(key, mixed)), before[-1].move
    except (RulesetError, ReplayError):
        return None, None
    except Exception:  # noqa: BLE001 - a state that no game comes to: an audit says so
        return None, None


def _hides(entry: Entry) -> bool:
    return any(
        getattr(one, one.specs[index].name) is HIDDEN
        for one in (entry.move, *entry.events)
        for index in one.private
    )


def _check_field(proof: FieldProof, log: Log) -> Proven:
    places = {(number, name): commitment for number, name, commitment in hidden_fields(log, proof.entry)}
    commitment = places.get((proof.message, proof.field))
    if commitment is None:
        raise ProofRefused(
            f"entry {proof.entry} has no hidden field {proof.field} in message {proof.message}"
        )
    actor = actor_of(log, proof.entry)
    if commitment_digest(proof.game, actor, proof.salt, proof.value) != commitment.digest:
        raise ProofRefused(f"{proof.field} of entry {proof.entry} was committed to as something else")
    try:
        value = decode(proof.value)
    except ValueError:
        raise ProofRefused("the value is no tc1") from None
    if proof.entry == 0:
        if type(value) is not str:
            raise ProofRefused("a name is a text, and this is none")
        return Proven(0, TABLE, log.head, f"seat {proof.message}", "name", value)
    raw, schema = log.record.entries[proof.entry - 1], log.header.schema
    row = list(raw.events[proof.message - 1] if proof.message else raw.move)
    shape = schema.events[row[0]] if proof.message else schema.moves[row[0]]
    index = [spec.name for spec in shape.fields].index(proof.field)
    fault = shape.fields[index].fault(value)
    if fault is not None:
        raise ProofRefused(f"what was committed to breaks the format: {fault}")
    row[index + 1] = value
    told = (schema.event_json if proof.message else schema.move_json)(row)
    return Proven(proof.entry, actor, log.head, shape.name, proof.field, told[proof.field])
